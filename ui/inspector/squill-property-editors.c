/* SPDX-License-Identifier: Apache-2.0 */

/* The widgets in which properties are edited, one section for each kind of them. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "model/squill-threshold.h"
#include "model/squill-authoring.h"
#include "inspector/squill-inspector-private.h"
#include "session/squill-key-text.h"
#include "widgets/squill-drop-down.h"
#include "widgets/squill-icon-button.h"
#include "widgets/squill-picker.h"
#include "widgets/squill-swatch.h"
#include "session/squill-terms.h"
#include "widgets/squill-triple-entry.h"
#include "widgets/squill-typing.h"
#include "text/squill-text.h"

#define TYPING_MS 500
#define TEXT_HEIGHT 48

/* Text in one line. Enter, or leaving the entry, applies it. */

/* Gives TRUE if another text was typed, and its value, which is NULL with an error if it is not
 * valid. */
static gboolean
read_text (SquillPropertyRow *row, json_t **value, GError **error)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (row->editor));
  g_autofree char *old = _squill_property_row_make_text (row);

  *value = NULL;
  if (g_str_equal (text, old) && !(row->various && *text != '\0'))
    return FALSE;
  if (*text != '\0' || row->line->editor == SQUILL_EDITOR_NAME)
    *value = _squill_property_row_read_text (row, text, error);
  return TRUE;
}

static gboolean
keep_text (SquillPropertyRow *row)
{
  g_autoptr (GError) error = NULL;
  json_t *value;

  if (row->session == NULL || row->showing || _squill_property_row_get_item (row) == NULL)
    return TRUE;
  if (!read_text (row, &value, &error))
    {
      _squill_property_row_show_error (row, NULL);
      return TRUE;
    }
  if (error == NULL)
    return _squill_property_row_apply (row, value, NULL);
  _squill_property_row_show_error (row, error->message);
  return FALSE;
}

static void
take_text (SquillPropertyRow *row)
{
  keep_text (row);
}

static void
on_text_changed (SquillPropertyRow *row)
{
  if (!row->showing)
    squill_typing_tell (GTK_WIDGET (row));
}

static gboolean
on_text_key (GtkEventControllerKey *controller,
             guint key,
             guint code,
             GdkModifierType state,
             SquillPropertyRow *row)
{
  g_autofree char *old = NULL;

  if (key != GDK_KEY_Escape || row->session == NULL)
    return GDK_EVENT_PROPAGATE;
  old = _squill_property_row_make_text (row);
  if (g_str_equal (old, gtk_editable_get_text (GTK_EDITABLE (row->editor))))
    return GDK_EVENT_PROPAGATE;
  gtk_editable_set_text (GTK_EDITABLE (row->editor), old);
  _squill_property_row_show_error (row, NULL);
  return GDK_EVENT_STOP;
}

static GtkWidget *
make_text (SquillPropertyRow *row)
{
  SquillEditor editor = row->line->editor;
  GtkWidget *entry = gtk_entry_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_add_css_class (entry, "value");
  if (editor == SQUILL_EDITOR_TYPES || editor == SQUILL_EDITOR_PATH ||
      editor == SQUILL_EDITOR_KEYS || editor == SQUILL_EDITOR_JSON)
    gtk_widget_add_css_class (entry, "monospace");
  /* Leaves the room to the title, which would wrap otherwise. */
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 4);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (entry), 8);
  if (editor != SQUILL_EDITOR_KEYS && editor != SQUILL_EDITOR_JSON)
    squill_typing_align_at_end (GTK_ENTRY (entry));
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (on_text_changed), row);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (take_text), row);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (take_text), row);
  gtk_widget_add_controller (entry, focus);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_text_key), row);
  gtk_widget_add_controller (entry, keys);
  return entry;
}

/* What one could write where nothing is. */
static char *
make_example (SquillPropertyRow *row)
{
  /* Translators: an example of what can be written there. */
  return row->line->example == NULL ? NULL : g_strdup_printf (_ ("e.g. %s"), row->line->example);
}

/* What counts while nothing is written there, or an example. */
static void
show_placeholder (SquillPropertyRow *row)
{
  g_autofree char *number =
      isnan (row->counted) ? make_example (row) : squill_text_number (row->counted);

  gtk_entry_set_placeholder_text (GTK_ENTRY (row->editor), row->various ? _ ("various") : number);
  if (row->unit == NULL)
    squill_typing_make_room (GTK_EDITABLE (row->editor), number);
}

static void
show_text (SquillPropertyRow *row)
{
  g_autofree char *text = _squill_property_row_make_text (row);
  const char *shown = g_object_get_data (G_OBJECT (row->editor), "shown");

  show_placeholder (row);
  /* Invalid text stays as long as the value does not change. */
  if (g_strcmp0 (shown, text) == 0 && gtk_widget_has_css_class (GTK_WIDGET (row), "invalid"))
    return;
  if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (row->editor)), text))
    gtk_editable_set_text (GTK_EDITABLE (row->editor), text);
  g_object_set_data_full (G_OBJECT (row->editor), "shown", g_steal_pointer (&text), g_free);
}

/* Values to choose from, beside the entry. */

static void
fill_paths (SquillPicker *picker, gpointer user_data)
{
  SquillPropertyRow *row = user_data;
  g_auto (GStrv) paths = squill_key_path_list (squill_session_get_design (row->session),
                                               _squill_property_row_get_path_entity (row),
                                               _squill_property_row_leads_across (row));

  for (guint i = 0; paths[i] != NULL; i++)
    squill_picker_add (picker, paths[i], paths[i], FALSE);
}

static void
on_path_picked (GtkWidget *from, const char *path, SquillPropertyRow *row)
{
  GtkEditable *editable = GTK_EDITABLE (row->editor);
  g_autofree char *text = NULL;

  if (row->line->editor == SQUILL_EDITOR_KEYS && *gtk_editable_get_text (editable) != '\0')
    text = g_strdup_printf ("%s, %s", gtk_editable_get_text (editable), path);
  else
    text = g_strdup (path);
  if (row->line->editor == SQUILL_EDITOR_PATH)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (row->pick), FALSE);
  gtk_editable_set_text (editable, text);
  take_text (row);
}

static void
fill_suggestions (SquillPicker *picker, gpointer user_data)
{
  SquillPropertyRow *row = user_data;
  const char *const *values = squill_suggestions_get (row->line->property);

  for (guint i = 0; values != NULL && values[i] != NULL; i++)
    squill_picker_add (picker, values[i], values[i],
                       g_str_equal (values[i], _squill_property_row_get_string (row)));
}

static void
on_suggestion_picked (SquillPicker *picker, const char *value, SquillPropertyRow *row)
{
  _squill_property_row_apply (row, json_string (value), NULL);
}

static SquillTypes
get_types (SquillPropertyRow *row)
{
  const SquillField *field = _squill_property_row_get_item (row);

  return field == NULL ? SQUILL_TYPE_NONE : field->types;
}

static void
fill_types (SquillPicker *picker, gpointer user_data)
{
  static const SquillTypes usual[] = {
    SQUILL_TYPE_STRING, SQUILL_TYPE_INT,    SQUILL_TYPE_LONG,      SQUILL_TYPE_DOUBLE,
    SQUILL_TYPE_BOOL,   SQUILL_TYPE_DATE,   SQUILL_TYPE_OBJECT_ID, SQUILL_TYPE_OBJECT,
    SQUILL_TYPE_ARRAY,  SQUILL_TYPE_BINARY, SQUILL_TYPE_DECIMAL,   SQUILL_TYPE_NULL
  };
  SquillTypes types = get_types (user_data);
  SquillTypes added = SQUILL_TYPE_NONE;

  for (guint i = 0; i < G_N_ELEMENTS (usual); i++)
    {
      const char *name = squill_type_get_name (usual[i]);

      squill_picker_add (picker, name, name, (types & usual[i]) != 0);
      added |= usual[i];
    }
  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if ((added & (1u << i)) == 0)
      {
        const char *name = squill_type_get_name (1u << i);

        squill_picker_add (picker, name, name, (types & (1u << i)) != 0);
      }
}

/* Removes a type that is set, unless it is the only one. Another type replaces a single one, but
 * null is added to it. */
static void
on_type_picked (SquillPicker *picker, const char *name, SquillPropertyRow *row)
{
  SquillTypes types = get_types (row);
  SquillTypes type = squill_type_from_name (name);
  gboolean lone = (types & (types - 1)) == 0;

  if ((types & type) != 0)
    types = lone ? types : types & ~type;
  else if (lone && type != SQUILL_TYPE_NULL && types != SQUILL_TYPE_NULL)
    types = type;
  else
    types |= type;
  _squill_property_row_apply (row, squill_json_types (types), NULL);
}

/* Text in several lines, applied while it is typed, as one step. */

static json_t *
read_long_text (SquillPropertyRow *row)
{
  GtkTextBuffer *buffer =
      gtk_text_view_get_buffer (GTK_TEXT_VIEW (g_object_get_data (G_OBJECT (row->editor), "view")));
  GtkTextIter start, end;
  g_autofree char *text = NULL;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  text = gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
  return *text == '\0' ? NULL : json_string (text);
}

static gboolean
on_long_text_due (gpointer user_data)
{
  SquillPropertyRow *row = user_data;

  row->apply_source = 0;
  if (row->session != NULL && _squill_property_row_get_item (row) != NULL)
    _squill_property_row_apply (row, read_long_text (row), NULL);
  return G_SOURCE_REMOVE;
}

static void
on_long_text_changed (GtkTextBuffer *buffer, SquillPropertyRow *row)
{
  if (row->showing)
    return;
  g_clear_handle_id (&row->apply_source, g_source_remove);
  row->apply_source = g_timeout_add (TYPING_MS, on_long_text_due, row);
}

static void
on_long_text_leave (SquillPropertyRow *row)
{
  if (row->apply_source == 0)
    return;
  g_clear_handle_id (&row->apply_source, g_source_remove);
  on_long_text_due (row);
}

static GtkWidget *
make_long_text (SquillPropertyRow *row)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *view = gtk_text_view_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (view), FALSE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), view);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scroller), TEXT_HEIGHT);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 3 * TEXT_HEIGHT);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_widget_add_css_class (scroller, "long-text");
  g_signal_connect (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), "changed",
                    G_CALLBACK (on_long_text_changed), row);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (on_long_text_leave), row);
  gtk_widget_add_controller (view, focus);
  g_object_set_data (G_OBJECT (scroller), "view", view);
  return scroller;
}

static void
show_long_text (SquillPropertyRow *row)
{
  GtkWidget *view = g_object_get_data (G_OBJECT (row->editor), "view");
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  GtkTextIter start, end;
  g_autofree char *text = NULL;

  squill_widget_set_name (view, gtk_label_get_label (row->title));
  if (row->apply_source != 0)
    return;
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  text = gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
  if (!g_str_equal (text, _squill_property_row_get_string (row)))
    gtk_text_buffer_set_text (buffer, _squill_property_row_get_string (row), -1);
}

/* Numbers. */

static json_t *
number_to_value (SquillPropertyRow *row, SquillTriple triple)
{
  if (row->line->editor == SQUILL_EDITOR_TRIPLE)
    return squill_json_triple (triple);
  if (row->line->editor == SQUILL_EDITOR_PERCENT)
    return squill_json_number (triple.likely / 100);
  return squill_json_number (triple.likely);
}

static void
on_number_edited (SquillTripleEntry *entry, SquillPropertyRow *row)
{
  if (!row->showing)
    _squill_property_row_apply (row, number_to_value (row, squill_triple_entry_get_triple (entry)),
                                NULL);
}

static GtkWidget *
make_number (SquillPropertyRow *row)
{
  GtkWidget *entry = squill_triple_entry_new (row->line->editor != SQUILL_EDITOR_TRIPLE);

  g_signal_connect (entry, "edited", G_CALLBACK (on_number_edited), row);
  return entry;
}

static void
show_number (SquillPropertyRow *row)
{
  SquillTripleEntry *entry = SQUILL_TRIPLE_ENTRY (row->editor);
  gconstpointer item = _squill_property_row_get_item (row);
  g_autofree char *assumed = isnan (row->counted) ? NULL : squill_text_number (row->counted);
  g_autofree char *example =
      assumed == NULL ? make_example (row) : g_strconcat ("≈\u202f", assumed, NULL);
  double number;

  squill_widget_set_name (squill_triple_entry_get_entry (entry), gtk_label_get_label (row->title));
  squill_triple_entry_set_placeholder (entry, row->various ? _ ("various") : example);
  if (row->line->editor == SQUILL_EDITOR_TRIPLE)
    {
      squill_triple_entry_set_triple (
          entry, row->value == NULL ? SQUILL_TRIPLE_UNSET
                                    : G_STRUCT_MEMBER (SquillTriple, item, row->property->offset));
      return;
    }
  number = row->value == NULL ? NAN : G_STRUCT_MEMBER (double, item, row->property->offset);
  if (row->line->editor == SQUILL_EDITOR_PERCENT)
    number = round (number * 1e6) / 1e4;
  squill_triple_entry_set_number (entry, number);
}

/* Yes or no. */

static void
on_switched (GObject *object, GParamSpec *pspec, SquillPropertyRow *row)
{
  if (!row->showing)
    _squill_property_row_apply (
        row, gtk_switch_get_active (GTK_SWITCH (object)) ? json_true () : NULL, NULL);
}

static GtkWidget *
make_switch (SquillPropertyRow *row)
{
  GtkWidget *widget = gtk_switch_new ();

  g_signal_connect (widget, "notify::active", G_CALLBACK (on_switched), row);
  return widget;
}

/* One of a few. */

static void
on_chosen (GObject *object, GParamSpec *pspec, SquillPropertyRow *row)
{
  guint at = gtk_drop_down_get_selected (GTK_DROP_DOWN (object));

  if (!row->showing && at < g_strv_length ((char **)row->property->choices))
    _squill_property_row_apply (
        row, at == 0 && !row->property->required ? NULL : json_string (row->property->choices[at]),
        NULL);
}

static GtkWidget *
make_choice (SquillPropertyRow *row)
{
  GtkStringList *labels = gtk_string_list_new (NULL);
  GtkWidget *widget;

  for (guint i = 0; row->property->choices[i] != NULL; i++)
    gtk_string_list_append (
        labels, squill_choice_get_label (row->line->property, row->property->choices[i]));
  widget = squill_drop_down_new (G_LIST_MODEL (labels), NULL);
  gtk_widget_add_css_class (widget, "flat-choice");
  g_signal_connect (widget, "notify::selected", G_CALLBACK (on_chosen), row);
  return widget;
}

static void
show_choice (SquillPropertyRow *row)
{
  GtkDropDown *editor = GTK_DROP_DOWN (row->editor);
  GtkStringList *labels = GTK_STRING_LIST (gtk_drop_down_get_model (editor));
  const guint n = g_strv_length ((char **)row->property->choices);
  const gboolean has_various = g_list_model_get_n_items (G_LIST_MODEL (labels)) > n;
  guint at = row->various ? n : 0;

  for (guint i = 0; row->value != NULL && row->property->choices[i] != NULL; i++)
    if (g_str_equal (row->property->choices[i], _squill_property_row_get_string (row)))
      at = i;
  /* Something has to be selected. */
  if (at == n && !has_various)
    gtk_string_list_append (labels, _ ("various"));
  gtk_drop_down_set_selected (editor, at);
  if (at < n && has_various)
    gtk_string_list_remove (labels, n);
}

/* Other items. */

static void
add_fields (SquillPicker *picker, SquillModel *model, gconstpointer parent, const char *chosen)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, parent, SQUILL_KIND_FIELD)
    {
      g_autofree char *path = squill_field_get_path (field);

      squill_picker_add (picker, field->item.id, path, g_strcmp0 (field->item.id, chosen) == 0);
      add_fields (picker, model, field, chosen);
    }
}

static gboolean
has_id (const json_t *ids, const char *id)
{
  size_t i;
  json_t *value;

  json_array_foreach ((json_t *)ids, i, value)
  {
    if (g_strcmp0 (json_string_value (value), id) == 0)
      return TRUE;
  }
  return FALSE;
}

static void
fill_items (SquillPicker *picker, gpointer user_data)
{
  SquillPropertyRow *row = user_data;
  SquillModel *model = squill_session_get_model (row->session);
  const SquillModelInfo *info = squill_model_get_info (model);
  const SquillItem *item = _squill_property_row_get_item (row);
  const char *property = row->line->property;
  const char *chosen = _squill_property_row_get_string (row);
  const SquillRelationship *relationship =
      item->kind == SQUILL_KIND_RELATIONSHIP ? (const SquillRelationship *)item : NULL;

  if (row->line->editor == SQUILL_EDITOR_ITEM && !row->property->required)
    squill_picker_add (picker, "", _ ("None"), *chosen == '\0');
  if (g_str_equal (property, "parent_holder") || g_str_equal (property, "parent_key"))
    add_fields (picker, model, squill_model_get_item (model, relationship->parent), chosen);
  else if (g_str_equal (property, "child_holder") || g_str_equal (property, "child_key"))
    add_fields (picker, model, squill_model_get_item (model, relationship->child), chosen);
  else if (g_str_equal (property, "discriminator"))
    add_fields (picker, model, squill_item_get_owner (item), chosen);
  else if (g_str_equal (property, "follows") || g_str_equal (property, "moves"))
    {
      SQUILL_FOR_EACH_CHILD (SquillRelationship, r, info, SQUILL_KIND_RELATIONSHIP)
        {
          g_autofree char *ends = squill_term_for_ends (model, r);
          g_autofree char *label = g_strdup_printf ("%s (%s)", r->name, ends);

          squill_picker_add (picker, r->item.id, label,
                             g_str_equal (r->item.id, chosen) || has_id (row->value, r->item.id));
        }
    }
  else
    {
      SQUILL_FOR_EACH_CHILD (SquillEntity, entity, info, SQUILL_KIND_ENTITY)
        {
          squill_picker_add (picker, entity->item.id, entity->name,
                             g_str_equal (entity->item.id, chosen) ||
                                 has_id (row->value, entity->item.id));
        }
    }
}

static void
on_item_picked (SquillPicker *picker, const char *id, SquillPropertyRow *row)
{
  json_t *ids;
  size_t i;
  json_t *value;

  if (row->line->editor == SQUILL_EDITOR_ITEM)
    {
      _squill_property_row_apply (row, *id == '\0' ? NULL : json_string (id), NULL);
      return;
    }
  ids = json_array ();
  json_array_foreach (row->value, i, value)
  {
    if (g_strcmp0 (json_string_value (value), id) != 0)
      json_array_append (ids, value);
  }
  if (!has_id (row->value, id))
    json_array_append_new (ids, json_string (id));
  _squill_property_row_apply (row, ids, NULL);
}

static GtkWidget *
make_item (SquillPropertyRow *row)
{
  GtkWidget *picker = squill_picker_new (fill_items, row);

  gtk_widget_set_halign (picker, GTK_ALIGN_END);
  g_signal_connect (picker, "picked", G_CALLBACK (on_item_picked), row);
  return picker;
}

static void
show_item (SquillPropertyRow *row)
{
  SquillModel *model = squill_session_get_model (row->session);
  g_autofree char *label = NULL;
  g_autofree char *name = NULL;

  if (row->various)
    label = g_strdup (_ ("Various"));
  else if (row->value == NULL)
    label = g_strdup (_ ("None"));
  else if (json_is_string (row->value))
    label = squill_term_for_item (model, json_string_value (row->value));
  else if (json_array_size (row->value) == 1)
    label = squill_term_for_item (model, json_string_value (json_array_get (row->value, 0)));
  else
    label = g_strdup_printf (
        g_dngettext (NULL, "%u chosen", "%u chosen", (gulong)json_array_size (row->value)),
        (guint)json_array_size (row->value));
  squill_picker_set_label (SQUILL_PICKER (row->editor), label);
  name = g_strdup_printf ("%s: %s", gtk_label_get_label (row->title), label);
  squill_picker_set_name (SQUILL_PICKER (row->editor), name);
}

/* A color. */

static void
on_color_toggled (GtkToggleButton *button, SquillPropertyRow *row)
{
  const char *color = g_object_get_data (G_OBJECT (button), "color");

  if (!row->showing && gtk_toggle_button_get_active (button))
    _squill_property_row_apply (row, *color == '\0' ? NULL : json_string (color), NULL);
}

static GtkWidget *
make_color (SquillPropertyRow *row)
{
  static const char *const colors[] = { "", "1", "2", "3", "4", "5", "6", "7", "8" };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  GtkToggleButton *first = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (colors); i++)
    {
      GtkWidget *button = gtk_toggle_button_new ();

      gtk_button_set_child (GTK_BUTTON (button), squill_swatch_new (i));
      gtk_widget_add_css_class (button, "tint");
      gtk_widget_add_css_class (button, "circular");
      gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
      squill_widget_set_tooltip (button, squill_palette_get_tint_name (i));
      g_object_set_data (G_OBJECT (button), "color", (gpointer)colors[i]);
      if (first == NULL)
        first = GTK_TOGGLE_BUTTON (button);
      else
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), first);
      g_signal_connect (button, "toggled", G_CALLBACK (on_color_toggled), row);
      gtk_box_append (GTK_BOX (box), button);
    }
  return box;
}

static void
show_color (SquillPropertyRow *row)
{
  for (GtkWidget *button = gtk_widget_get_first_child (row->editor); button != NULL;
       button = gtk_widget_get_next_sibling (button))
    if (g_str_equal (g_object_get_data (G_OBJECT (button), "color"),
                     _squill_property_row_get_string (row)))
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
}

/* Thresholds: a number for each. A model stores only those that differ from the default. */

static json_t *
threshold_to_value (SquillPropertyRow *row, SquillTripleEntry *entry, double number)
{
  const char *name = g_object_get_data (G_OBJECT (entry), "threshold");
  json_auto_t *thresholds = row->value == NULL ? json_object () : json_deep_copy (row->value);

  if (isnan (number) || number == squill_threshold_get_default (name))
    json_object_del (thresholds, name);
  else
    json_object_set_new (thresholds, name, squill_json_number (number));
  return json_object_size (thresholds) == 0 ? NULL : json_incref (thresholds);
}

static void
on_threshold_edited (SquillTripleEntry *entry, SquillPropertyRow *row)
{
  if (!row->showing)
    _squill_property_row_apply (
        row, threshold_to_value (row, entry, squill_triple_entry_get_number (entry)), NULL);
}

/* One at a time has the focus, and is taken when it loses it. */
static SquillTripleEntry *
find_typed_threshold (SquillPropertyRow *row, SquillTriple *triple)
{
  for (GtkWidget *child = gtk_widget_get_first_child (row->editor); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (SQUILL_IS_TRIPLE_ENTRY (child) &&
        squill_triple_entry_get_typed (SQUILL_TRIPLE_ENTRY (child), triple))
      return SQUILL_TRIPLE_ENTRY (child);
  return NULL;
}

static SquillEntryUnit
get_entry_unit (const char *threshold)
{
  switch (squill_threshold_get_unit (threshold))
    {
    case SQUILL_THRESHOLD_UNIT_BYTES:
      return SQUILL_ENTRY_UNIT_BYTES;
    case SQUILL_THRESHOLD_UNIT_SHARE:
      return SQUILL_ENTRY_UNIT_SHARE;
    case SQUILL_THRESHOLD_UNIT_NUMBER:
    case SQUILL_THRESHOLD_UNIT_COUNT:
    case SQUILL_THRESHOLD_UNIT_RATE:
    case SQUILL_THRESHOLD_UNIT_SECONDS:
    default:
      return SQUILL_ENTRY_UNIT_NUMBER;
    }
}

static void
add_thresholds (SquillPropertyRow *row)
{
  guint n;
  g_autofree const char **names = squill_thresholds_get_names (&n);

  for (guint i = 0; i < n; i++)
    {
      GtkWidget *label = gtk_label_new (NULL);
      GtkWidget *entry = squill_triple_entry_new (TRUE);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_widget_set_hexpand (label, TRUE);
      squill_triple_entry_set_unit (SQUILL_TRIPLE_ENTRY (entry), get_entry_unit (names[i]));
      g_object_set_data (G_OBJECT (entry), "threshold", (gpointer)names[i]);
      g_signal_connect (entry, "edited", G_CALLBACK (on_threshold_edited), row);
      gtk_grid_attach (GTK_GRID (row->editor), label, 0, (int)i, 1, 1);
      gtk_grid_attach (GTK_GRID (row->editor), entry, 1, (int)i, 1, 1);
    }
}

static void
show_thresholds (SquillPropertyRow *row)
{
  SquillModel *model = squill_session_get_model (row->session);
  GtkGrid *grid = GTK_GRID (row->editor);
  GtkWidget *label;

  /* What each is for stands before it, with its value and unit. */
  for (int i = 0; (label = gtk_grid_get_child_at (grid, 0, i)) != NULL; i++)
    {
      SquillTripleEntry *entry = SQUILL_TRIPLE_ENTRY (gtk_grid_get_child_at (grid, 1, i));
      const char *name = g_object_get_data (G_OBJECT (entry), "threshold");
      double value = squill_threshold_get (model, name);
      g_autofree char *sentence = squill_threshold_to_text (name, value);

      gtk_label_set_label (GTK_LABEL (label), sentence);
      squill_widget_set_name (squill_triple_entry_get_entry (entry), sentence);
      squill_triple_entry_set_number (entry, value);
    }
}

static void
on_thresholds_mapped (SquillPropertyRow *row)
{
  if (gtk_widget_get_first_child (row->editor) != NULL)
    return;
  add_thresholds (row);
  if (row->session != NULL)
    show_thresholds (row);
}

/* They are many, and folded: they are made when they are first seen. */
static GtkWidget *
make_thresholds (SquillPropertyRow *row)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  g_signal_connect_swapped (grid, "map", G_CALLBACK (on_thresholds_mapped), row);
  return grid;
}

/* All of them. */

static void
show_switch (SquillPropertyRow *row)
{
  gtk_switch_set_active (GTK_SWITCH (row->editor), json_is_true (row->value));
}

static GtkWidget *
make_order (SquillPropertyRow *row)
{
  return _squill_rank_buttons_new ();
}

static void
show_order (SquillPropertyRow *row)
{
  _squill_rank_buttons_show (SQUILL_RANK_BUTTONS (row->editor),
                             squill_session_get_model (row->session), row->ids[0],
                             row->line->property);
}

static GtkWidget *
make_evidence (SquillPropertyRow *row)
{
  return _squill_evidence_view_new ();
}

static void
show_evidence (SquillPropertyRow *row)
{
  _squill_evidence_view_show (SQUILL_EVIDENCE_VIEW (row->editor), row->value);
}

static const struct
{
  GtkWidget *(*make) (SquillPropertyRow *row);
  void (*show) (SquillPropertyRow *row);
  /* Values to choose from beside the editor, and the name of the button that shows them. */
  SquillPickerFunc fill;
  GCallback on_picked;
  const char *choose;
} editors[] = {
  [SQUILL_EDITOR_TEXT] = { make_text, show_text },
  [SQUILL_EDITOR_NAME] = { make_text, show_text },
  [SQUILL_EDITOR_LONG_TEXT] = { make_long_text, show_long_text },
  [SQUILL_EDITOR_NUMBER] = { make_number, show_number },
  [SQUILL_EDITOR_PERCENT] = { make_number, show_number },
  [SQUILL_EDITOR_TRIPLE] = { make_number, show_number },
  [SQUILL_EDITOR_SWITCH] = { make_switch, show_switch },
  [SQUILL_EDITOR_CHOICE] = { make_choice, show_choice },
  [SQUILL_EDITOR_TYPES] = { make_text, show_text, fill_types, G_CALLBACK (on_type_picked),
                            N_ ("Choose types") },
  [SQUILL_EDITOR_ITEM] = { make_item, show_item },
  [SQUILL_EDITOR_ITEMS] = { make_item, show_item },
  [SQUILL_EDITOR_PATH] = { make_text, show_text, fill_paths, G_CALLBACK (on_path_picked),
                           N_ ("Choose a field") },
  [SQUILL_EDITOR_KEYS] = { make_text, show_text, fill_paths, G_CALLBACK (on_path_picked),
                           N_ ("Choose a field") },
  [SQUILL_EDITOR_JSON] = { make_text, show_text },
  [SQUILL_EDITOR_SUGGEST] = { make_text, show_text, fill_suggestions,
                              G_CALLBACK (on_suggestion_picked), N_ ("Choose a common value") },
  [SQUILL_EDITOR_COLOR] = { make_color, show_color },
  [SQUILL_EDITOR_ORDER] = { make_order, show_order },
  [SQUILL_EDITOR_THRESHOLDS] = { make_thresholds, show_thresholds },
  [SQUILL_EDITOR_EVIDENCE] = { make_evidence, show_evidence },
  [SQUILL_EDITOR_PLACEMENT] = { make_choice, show_choice },
};

GtkWidget *
_squill_property_editor_new (SquillPropertyRow *row)
{
  SquillEditor editor = row->line->editor;

  if (editors[editor].fill != NULL)
    {
      row->extra = squill_picker_new (editors[editor].fill, row);
      squill_picker_set_icon (SQUILL_PICKER (row->extra), "pan-down-symbolic");
      squill_picker_set_name (SQUILL_PICKER (row->extra), _ (editors[editor].choose));
      gtk_widget_set_valign (row->extra, GTK_ALIGN_CENTER);
      g_signal_connect (row->extra, "picked", editors[editor].on_picked, row);
    }
  if (editors[editor].fill == fill_paths)
    {
      row->pick = _squill_pick_button_new ();
      g_signal_connect (row->pick, "picked", G_CALLBACK (on_path_picked), row);
    }
  return editors[editor].make (row);
}

/* Shows the value that the item has now. */
void
_squill_property_editor_show (SquillPropertyRow *row)
{
  if (row->pick != NULL)
    _squill_pick_button_show (SQUILL_PICK_BUTTON (row->pick),
                              squill_session_get_picking (row->session),
                              _squill_property_row_get_path_entity (row));
  editors[row->line->editor].show (row);
}

static SquillTripleEntry *
find_typed_number (SquillPropertyRow *row, SquillTriple *triple)
{
  if (row->line->editor == SQUILL_EDITOR_THRESHOLDS)
    return find_typed_threshold (row, triple);
  if (SQUILL_IS_TRIPLE_ENTRY (row->editor) &&
      squill_triple_entry_get_typed (SQUILL_TRIPLE_ENTRY (row->editor), triple))
    return SQUILL_TRIPLE_ENTRY (row->editor);
  return NULL;
}

/* Gives TRUE if something is being typed that is not in the model, with its value, or with an error
 * if it is not valid. */
gboolean
_squill_property_editor_read (SquillPropertyRow *row, json_t **value, GError **error)
{
  /* What is not valid leaves this as it is. */
  SquillTriple triple = { -1, -1, -1 };
  SquillTripleEntry *entry;

  *value = NULL;
  if (GTK_IS_ENTRY (row->editor))
    return read_text (row, value, error);
  if (row->line->editor == SQUILL_EDITOR_LONG_TEXT)
    {
      if (row->apply_source != 0)
        *value = read_long_text (row);
      return row->apply_source != 0;
    }
  entry = find_typed_number (row, &triple);
  if (entry == NULL)
    return FALSE;
  if (triple.likely == -1)
    g_set_error_literal (error, SQUILL_PROPERTY_ERROR, SQUILL_PROPERTY_ERROR_VALUE,
                         _ ("Not a number"));
  else if (row->line->editor == SQUILL_EDITOR_THRESHOLDS)
    *value = threshold_to_value (row, entry, triple.likely);
  else
    *value = number_to_value (row, triple);
  return TRUE;
}

/* Brings what is being typed into the model. If it is not valid, shows why and gives FALSE. */
gboolean
_squill_property_editor_keep (SquillPropertyRow *row)
{
  SquillTriple triple;
  SquillTripleEntry *entry;

  if (GTK_IS_ENTRY (row->editor))
    return keep_text (row);
  if (row->line->editor == SQUILL_EDITOR_LONG_TEXT)
    {
      on_long_text_leave (row);
      return TRUE;
    }
  entry = find_typed_number (row, &triple);
  return entry == NULL || squill_triple_entry_take (entry);
}
