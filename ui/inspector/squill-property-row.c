/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "inspector/squill-inspector-private.h"

#include <glib/gi18n.h>

#include "model/squill-authoring.h"
#include "widgets/squill-beside-layout.h"
#include "widgets/squill-icon-button.h"
#include "widgets/squill-typing.h"

static void typing_init (SquillTypingInterface *iface);

/* A longer word of a title may be broken, pixels. */
#define LONGEST_WORD 120

G_DEFINE_FINAL_TYPE_WITH_CODE (SquillPropertyRow,
                               squill_property_row,
                               SQUILL_TYPE_PLAIN_ROW,
                               G_IMPLEMENT_INTERFACE (SQUILL_TYPE_TYPING, typing_init))

/* Editors that are too wide to stand beside their title. */
static gboolean
is_tall (SquillEditor editor)
{
  return editor == SQUILL_EDITOR_LONG_TEXT || editor == SQUILL_EDITOR_KEYS ||
         editor == SQUILL_EDITOR_EVIDENCE || editor == SQUILL_EDITOR_THRESHOLDS ||
         editor == SQUILL_EDITOR_JSON;
}

static void
squill_property_row_dispose (GObject *object)
{
  SquillPropertyRow *self = SQUILL_PROPERTY_ROW (object);

  g_clear_handle_id (&self->apply_source, g_source_remove);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (squill_property_row_parent_class)->dispose (object);
}

static void
squill_property_row_finalize (GObject *object)
{
  SquillPropertyRow *self = SQUILL_PROPERTY_ROW (object);

  g_strfreev (self->ids);
  g_free (self->fitted_title);
  json_decref (self->value);

  G_OBJECT_CLASS (squill_property_row_parent_class)->finalize (object);
}

static gboolean
squill_property_row_grab_focus (GtkWidget *widget)
{
  SquillPropertyRow *self = SQUILL_PROPERTY_ROW (widget);

  return gtk_widget_grab_focus (self->editor);
}

static void
squill_property_row_class_init (SquillPropertyRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = squill_property_row_dispose;
  object_class->finalize = squill_property_row_finalize;
  GTK_WIDGET_CLASS (klass)->grab_focus = squill_property_row_grab_focus;
}

static void
squill_property_row_init (SquillPropertyRow *self)
{
  gtk_widget_add_css_class (GTK_WIDGET (self), "property-row");
}

static GtkWidget *
make_titles (SquillPropertyRow *self)
{
  GtkWidget *titles = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->title = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->title, 0);
  gtk_label_set_wrap (self->title, TRUE);
  gtk_label_set_wrap_mode (self->title, PANGO_WRAP_WORD_CHAR);
  /* Wraps only where there is no room for it: otherwise a label of one word is broken in two. */
  gtk_label_set_natural_wrap_mode (self->title, GTK_NATURAL_WRAP_NONE);
  gtk_box_append (GTK_BOX (titles), GTK_WIDGET (self->title));

  self->subtitle = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->subtitle, 0);
  gtk_label_set_wrap (self->subtitle, TRUE);
  gtk_label_set_wrap_mode (self->subtitle, PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (GTK_WIDGET (self->subtitle), "caption");
  gtk_widget_add_css_class (GTK_WIDGET (self->subtitle), "dim-label");
  gtk_widget_set_visible (GTK_WIDGET (self->subtitle), FALSE);
  gtk_box_append (GTK_BOX (titles), GTK_WIDGET (self->subtitle));
  gtk_widget_set_valign (titles, GTK_ALIGN_CENTER);
  return titles;
}

/* The editor and what stands beside it. Alone it is in no box of its own: that asks how wide it
 * must be for a height, and what wraps many lines says too much. */
static GtkWidget *
make_values (SquillPropertyRow *self)
{
  GtkWidget *beside[] = { self->extra, self->pick, GTK_WIDGET (self->unit) };
  GtkWidget *values;

  if (self->extra == NULL && self->pick == NULL && self->unit == NULL)
    return self->editor;
  values = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_box_append (GTK_BOX (values), self->editor);
  for (guint i = 0; i < G_N_ELEMENTS (beside); i++)
    if (beside[i] != NULL)
      gtk_box_append (GTK_BOX (values), beside[i]);
  return values;
}

/**
 * _squill_property_row_new:
 * @line: what it shows
 *
 * Returns: (transfer floating): a row that shows nothing yet
 */
GtkWidget *
_squill_property_row_new (const SquillInspectorLine *line)
{
  SquillPropertyRow *self;
  GtkWidget *titles, *values;
  gboolean tall;

  g_return_val_if_fail (line != NULL, NULL);

  self = g_object_new (SQUILL_TYPE_PROPERTY_ROW, NULL);
  self->line = line;
  self->property = squill_kind_find_property (line->kind, line->property);
  g_return_val_if_fail (self->property != NULL, NULL);

  tall = is_tall (line->editor);
  titles = make_titles (self);
  self->editor = _squill_property_editor_new (self);
  gtk_widget_set_valign (self->editor, GTK_ALIGN_CENTER);
  if (line->editor != SQUILL_EDITOR_SWITCH && line->editor != SQUILL_EDITOR_ORDER &&
      line->editor != SQUILL_EDITOR_CHOICE && line->editor != SQUILL_EDITOR_COLOR)
    gtk_widget_set_hexpand (self->editor, TRUE);
  if (line->unit != NULL && !tall)
    {
      self->unit = GTK_LABEL (gtk_label_new (_ (line->unit)));
      gtk_widget_add_css_class (GTK_WIDGET (self->unit), "dim-label");
    }
  values = make_values (self);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  if (!tall)
    gtk_widget_set_layout_manager (self->box, squill_beside_layout_new (12));
  gtk_box_append (GTK_BOX (self->box), titles);
  gtk_box_append (GTK_BOX (self->box), values);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), self->box);
  if (line->hint != NULL)
    gtk_widget_set_tooltip_text (titles, _ (line->hint));
  return GTK_WIDGET (self);
}

/* (transfer none) (nullable): the first of the items that the row is about. */
gconstpointer
_squill_property_row_get_item (SquillPropertyRow *self)
{
  if (self->ids == NULL || self->ids[0] == NULL)
    return NULL;
  return squill_model_get_item (squill_session_get_model (self->session), self->ids[0]);
}

/* The width of the longest word of a title, which is broken only where it is longer than words are.
 */
static int
measure_longest_word (GtkLabel *title)
{
  g_auto (GStrv) words = g_strsplit (gtk_label_get_label (title), " ", -1);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (title), NULL);
  int longest = 0;

  for (guint i = 0; words[i] != NULL; i++)
    {
      int width;

      pango_layout_set_text (layout, words[i], -1);
      pango_layout_get_pixel_size (layout, &width, NULL);
      longest = MAX (longest, width);
    }
  return MIN (longest, LONGEST_WORD);
}

/* Gives the title the room that it needs. To measure it takes longer than all else that is shown of
 * a row, and with most changes rows have the same titles in the same font. */
static void
fit_title (SquillPropertyRow *self)
{
  const guint font =
      pango_context_get_serial (gtk_widget_get_pango_context (GTK_WIDGET (self->title)));
  const char *title = gtk_label_get_label (self->title);

  if (font == self->fitted_font && g_strcmp0 (title, self->fitted_title) == 0)
    return;
  g_free (self->fitted_title);
  self->fitted_title = g_strdup (title);
  self->fitted_font = font;
  gtk_widget_set_size_request (GTK_WIDGET (self->title), measure_longest_word (self->title), -1);
}

static void
show_title (SquillPropertyRow *self, gconstpointer item)
{
  const SquillInspectorLine *line = self->line;
  g_autofree char *title =
      squill_inspector_line_get_title (line, squill_session_get_model (self->session), item);
  g_autofree char *name = NULL;

  squill_label_show (self->title, title);
  fit_title (self);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), title);
  name = line->unit != NULL ? g_strdup_printf ("%s, %s", title, _ (line->unit)) : g_strdup (title);
  squill_widget_set_name (self->editor, name);
}

static void
read_value (SquillPropertyRow *self)
{
  SquillModel *model = squill_session_get_model (self->session);

  g_clear_pointer (&self->value, json_decref);
  self->various = FALSE;
  for (guint i = 0; self->ids[i] != NULL && !self->various; i++)
    {
      const SquillItem *item = squill_model_get_item (model, self->ids[i]);
      json_auto_t *value = item == NULL ? NULL : squill_property_get (self->property, item);

      if (i == 0)
        self->value = json_incref (value);
      else
        self->various = value != self->value && !json_equal (value, self->value);
    }
  if (self->various)
    g_clear_pointer (&self->value, json_decref);
}

/* What contradicts the value stands where an error would. */
static void
show_remark (SquillPropertyRow *self, gconstpointer item)
{
  g_autofree char *remark = NULL;

  if (gtk_widget_has_css_class (GTK_WIDGET (self), "invalid"))
    return;
  remark = squill_inspector_line_get_remark (self->line, item, self->counted);
  squill_label_show (self->subtitle, remark != NULL ? remark : "");
  gtk_widget_set_visible (GTK_WIDGET (self->subtitle), remark != NULL);
}

/**
 * _squill_property_row_show:
 * @self: a row
 * @session: a session
 * @ids: (array zero-terminated=1): ids of items of the row's kind
 *
 * Shows the current value of the property of these items. Text that is being typed stays, unless
 * the value has changed.
 */
void
_squill_property_row_show (SquillPropertyRow *self, SquillSession *session, const char *const *ids)
{
  SquillModel *model;
  gconstpointer item;
  gboolean same;

  g_return_if_fail (SQUILL_IS_PROPERTY_ROW (self));
  g_return_if_fail (SQUILL_IS_SESSION (session));
  g_return_if_fail (ids != NULL && ids[0] != NULL);

  model = squill_session_get_model (session);
  same = self->session == session && self->ids != NULL &&
         g_strv_equal (ids, (const char *const *)self->ids);
  if (!same)
    {
      g_clear_handle_id (&self->apply_source, g_source_remove);
      g_set_object (&self->session, session);
      g_strfreev (self->ids);
      self->ids = g_strdupv ((char **)ids);
    }
  item = squill_model_get_item (model, ids[0]);
  if (item == NULL)
    return;
  read_value (self);
  gtk_widget_set_visible (GTK_WIDGET (self), self->value != NULL || self->various ||
                                                 squill_inspector_line_is_shown (self->line, item));
  gtk_widget_set_sensitive (self->editor, !squill_model_get_read_only (model));
  if (self->extra != NULL)
    gtk_widget_set_sensitive (self->extra, !squill_model_get_read_only (model));
  if (self->pick != NULL)
    gtk_widget_set_visible (self->pick, !squill_model_get_read_only (model));
  show_title (self, item);
  if (!same)
    _squill_property_row_show_error (self, NULL);
  self->counted = ids[1] != NULL ? NAN
                                 : squill_inspector_line_get_counted (
                                       self->line, squill_session_get_advice (session), item);
  self->showing = TRUE;
  _squill_property_editor_show (self);
  self->showing = FALSE;
  show_remark (self, item);
}

/**
 * _squill_property_row_get_line:
 * @self: a row
 *
 * Returns: (transfer none): what it shows
 */
const SquillInspectorLine *
_squill_property_row_get_line (SquillPropertyRow *self)
{
  g_return_val_if_fail (SQUILL_IS_PROPERTY_ROW (self), NULL);

  return self->line;
}

/* The error stands below the title. The old value stays until the text is valid. */
void
_squill_property_row_show_error (SquillPropertyRow *self, const char *message)
{
  if (message == NULL && !gtk_widget_has_css_class (GTK_WIDGET (self), "invalid"))
    return;
  if (message != NULL)
    {
      gtk_widget_add_css_class (GTK_WIDGET (self), "invalid");
      gtk_accessible_update_state (GTK_ACCESSIBLE (self->editor), GTK_ACCESSIBLE_STATE_INVALID,
                                   GTK_ACCESSIBLE_INVALID_TRUE, -1);
    }
  else
    {
      gtk_widget_remove_css_class (GTK_WIDGET (self), "invalid");
      gtk_accessible_reset_state (GTK_ACCESSIBLE (self->editor), GTK_ACCESSIBLE_STATE_INVALID);
    }
  squill_label_show (self->subtitle, message != NULL ? message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->subtitle), message != NULL);
}

static gboolean
apply_to (
    SquillPropertyRow *self, SquillModel *model, const char *id, json_t *value, GError **error)
{
  if (self->line->editor == SQUILL_EDITOR_NAME && json_string_value (value) != NULL &&
      squill_model_get_item (model, id) != NULL)
    return squill_model_rename (model, id, json_string_value (value), error);
  return squill_model_set (model, id, self->line->property, json_incref (value), error);
}

/**
 * _squill_property_row_apply:
 * @self: a row
 * @value: (transfer full) (nullable): a value, %NULL for the default
 * @error: a return location for why the model rejects the value
 *
 * Sets the property of all items of the row, in one step with other changes of the same property
 * that follow each other. If the value is not valid, the row shows why.
 *
 * Returns: %TRUE if the model accepted the value
 */
gboolean
_squill_property_row_apply (SquillPropertyRow *self, json_t *value, GError **error)
{
  json_auto_t *owned = value;
  SquillModel *model;
  g_autoptr (GString) tag = g_string_new (self->line->property);
  g_autofree char *label = NULL;
  g_autoptr (GError) local = NULL;
  gboolean done = TRUE;

  g_return_val_if_fail (SQUILL_IS_PROPERTY_ROW (self), FALSE);

  if (self->session == NULL)
    return FALSE;
  model = squill_session_get_model (self->session);
  for (guint i = 0; self->ids[i] != NULL; i++)
    g_string_append_printf (tag, " %s", self->ids[i]);
  /* Translators: a step that can be undone; the name of a property. */
  label = g_strdup_printf (_ ("Change “%s”"), gtk_label_get_label (self->title));
  squill_model_begin_step (model, label, tag->str);
  for (guint i = 0; done && self->ids[i] != NULL; i++)
    done = apply_to (self, model, self->ids[i], owned, &local);
  if (done)
    squill_model_end_step (model);
  else
    squill_model_cancel_step (model);
  /* The inspector is updated later, but what is typed next is compared with this. */
  read_value (self);
  _squill_property_row_show_error (self, done ? NULL : local->message);
  if (!done)
    g_propagate_error (error, g_steal_pointer (&local));
  return done;
}

/* Text that is being typed. */

static gboolean
typing_is_pending (SquillTyping *typing)
{
  SquillPropertyRow *self = SQUILL_PROPERTY_ROW (typing);
  json_t *value = NULL;
  gboolean pending;

  if (self->session == NULL || _squill_property_row_get_item (self) == NULL)
    return FALSE;
  pending = _squill_property_editor_read (self, &value, NULL);
  json_decref (value);
  return pending;
}

static gboolean
typing_keep (SquillTyping *typing)
{
  return _squill_property_editor_keep (SQUILL_PROPERTY_ROW (typing));
}

static void
typing_write_to (SquillTyping *typing, SquillModel *copy)
{
  SquillPropertyRow *self = SQUILL_PROPERTY_ROW (typing);
  g_autoptr (GError) error = NULL;
  json_t *value = NULL;

  if (_squill_property_editor_read (self, &value, &error) && error == NULL)
    for (guint i = 0; self->ids[i] != NULL; i++)
      apply_to (self, copy, self->ids[i], value, NULL);
  json_decref (value);
}

static void
typing_init (SquillTypingInterface *iface)
{
  iface->is_pending = typing_is_pending;
  iface->keep = typing_keep;
  iface->write_to = typing_write_to;
}
