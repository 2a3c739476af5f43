/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "inspector/squill-inspector-private.h"

#include <glib/gi18n.h>

#include "design/squill-placement-text.h"
#include "model/squill-authoring.h"
#include "session/squill-key-text.h"
#include "widgets/squill-icon-button.h"
#include "widgets/squill-picker.h"
#include "session/squill-terms.h"
#include "text/squill-text.h"

/* The outline shows the rest. */
#define MAX_ROWS 100

struct _SquillItemLinks
{
  AdwPreferencesGroup parent_instance;

  GPtrArray *rows;
  SquillKind parent_kind;
  SquillKind kind;

  SquillSession *session;
  char *parent;
};

/* What the inspector of one kind lists of another. */
static const struct
{
  SquillKind parent;
  SquillKind kind;
  const char *title;
  const char *add;
} lists[] = {
  { SQUILL_KIND_ENTITY, SQUILL_KIND_INDEX, N_ ("Indexes"), N_ ("Add an index") },
  { SQUILL_KIND_ENTITY, SQUILL_KIND_RELATIONSHIP, N_ ("Relationships"),
    N_ ("Add a relationship to…") },
  { SQUILL_KIND_RELATIONSHIP, SQUILL_KIND_COPY, N_ ("Copied fields"), N_ ("Copy a field") },
  { SQUILL_KIND_RELATIONSHIP, SQUILL_KIND_FIELD, N_ ("Link attributes"), N_ ("Add a field") },
  { SQUILL_KIND_MODEL, SQUILL_KIND_DISMISSAL, N_ ("Dismissed findings"), NULL },
};

G_DEFINE_FINAL_TYPE (SquillItemLinks, squill_item_links, ADW_TYPE_PREFERENCES_GROUP)

static void
select_item (SquillItemLinks *self, const char *id)
{
  if (id != NULL)
    squill_session_show_item (self->session, id);
}

/* The id of a choice is "c" for a copy into the child or "p" for one into the parent, and the path.
 */
static void
fill_copies (SquillPicker *picker, SquillItemLinks *self)
{
  SquillModel *model = squill_session_get_model (self->session);
  SquillDesign *design = squill_session_get_design (self->session);
  const SquillRelationship *r = squill_model_get_relationship (model, self->parent);
  const char *ends[] = { r->parent, r->child };

  for (guint end = 0; end < G_N_ELEMENTS (ends); end++)
    {
      const SquillEntity *from = squill_model_get_entity (model, ends[end]);
      const SquillEntity *to = squill_model_get_entity (model, ends[1 - end]);
      g_auto (GStrv) paths = squill_key_path_list (design, ends[end], FALSE);

      for (guint i = 0; paths[i] != NULL; i++)
        {
          g_autofree char *id = g_strdup_printf ("%c%s", end == 0 ? 'c' : 'p', paths[i]);
          /* Translators: a field of one entity that is copied into another one. */
          g_autofree char *label =
              g_strdup_printf (_ ("%s.%s into %s"), from->name, paths[i], to->name);

          squill_picker_add (picker, id, label, FALSE);
        }
    }
}

static void
fill (SquillPicker *picker, gpointer user_data)
{
  SquillItemLinks *self = user_data;
  SquillModel *model = squill_session_get_model (self->session);

  if (self->kind == SQUILL_KIND_COPY)
    fill_copies (picker, self);
  else if (self->kind == SQUILL_KIND_INDEX)
    {
      g_auto (GStrv) paths =
          squill_key_path_list (squill_session_get_design (self->session), self->parent, FALSE);

      for (guint i = 0; paths[i] != NULL; i++)
        squill_picker_add (picker, paths[i], paths[i], FALSE);
    }
  else
    {
      SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (model),
                             SQUILL_KIND_ENTITY)
        {
          squill_picker_add (picker, entity->item.id, entity->name, FALSE);
        }
    }
}

static void
on_picked (SquillPicker *picker, const char *choice, SquillItemLinks *self)
{
  SquillModel *model = squill_session_get_model (self->session);
  SquillDesign *design = squill_session_get_design (self->session);
  g_autofree char *parent = g_strdup (self->parent);
  g_autofree char *path = NULL;
  g_autofree char *id = NULL;

  if (self->kind == SQUILL_KIND_INDEX)
    {
      const char *paths[] = { NULL, NULL };

      paths[0] = path = squill_key_path_read (design, parent, choice, FALSE, NULL);
      if (path != NULL)
        id = squill_model_add_index (model, parent, paths, NULL);
    }
  else if (self->kind == SQUILL_KIND_COPY)
    {
      const SquillRelationship *r = squill_model_get_relationship (model, parent);
      gboolean to_child = choice[0] == 'c';

      path =
          squill_key_path_read (design, to_child ? r->parent : r->child, choice + 1, FALSE, NULL);
      if (path != NULL)
        id = squill_model_add_copy (model, parent, path,
                                    to_child ? SQUILL_COPY_TO_CHILD : SQUILL_COPY_TO_PARENT,
                                    SQUILL_COPY_SNAPSHOT);
    }
  else if (self->kind == SQUILL_KIND_RELATIONSHIP)
    id = squill_model_add_relationship (model, parent, choice, NULL,
                                        SQUILL_PLACEMENT_PARENT_REFERENCE);
  select_item (self, id);
}

static void
on_add_field (SquillItemLinks *self)
{
  SquillModel *model = squill_session_get_model (self->session);
  g_autofree char *name =
      squill_model_make_unique_name (model, self->parent, SQUILL_KIND_FIELD, _ ("field"));
  g_autofree char *id =
      squill_model_add_field (model, self->parent, NULL, name, SQUILL_TYPE_STRING);

  select_item (self, id);
}

static void
on_remove (GtkButton *button, SquillItemLinks *self)
{
  g_autofree char *id = g_strdup (g_object_get_data (G_OBJECT (button), "id"));
  const char *ids[] = { id, NULL };

  squill_model_delete (squill_session_get_model (self->session), ids);
}

static void
on_row_activated (AdwActionRow *row, SquillItemLinks *self)
{
  g_autofree char *id = g_strdup (g_object_get_data (G_OBJECT (row), "id"));

  select_item (self, id);
}

static char *
describe (SquillItemLinks *self, const SquillItem *item, char **subtitle)
{
  SquillModel *model = squill_session_get_model (self->session);
  SquillDesign *design = squill_session_get_design (self->session);

  switch (item->kind)
    {
    case SQUILL_KIND_INDEX:
      {
        const SquillIndex *index = (const SquillIndex *)item;

        *subtitle = index->unique ? g_strdup (_ ("unique")) : NULL;
        return squill_keys_write (design, self->parent, index->keys, "1");
      }
    case SQUILL_KIND_RELATIONSHIP:
      {
        const SquillRelationship *r = (const SquillRelationship *)item;

        *subtitle = squill_placement_describe (model, r, r->placement);
        return g_strdup (r->name);
      }
    case SQUILL_KIND_COPY:
      {
        const SquillCopy *copy = (const SquillCopy *)item;
        const SquillRelationship *r = squill_model_get_relationship (model, self->parent);
        gboolean to_child = copy->direction == SQUILL_COPY_TO_CHILD;
        const SquillEntity *to = squill_model_get_entity (model, to_child ? r->child : r->parent);

        *subtitle = g_strdup_printf (copy->mode == SQUILL_COPY_KEPT ? _ ("into %s, kept up to date")
                                                                    : _ ("into %s, snapshot"),
                                     to->name);
        return squill_key_path_write (design, to_child ? r->parent : r->child, copy->field);
      }
    case SQUILL_KIND_DISMISSAL:
      {
        const SquillDismissal *dismissal = (const SquillDismissal *)item;
        g_autofree char *about = squill_term_for_item (model, dismissal->subject);

        *subtitle = g_strdup_printf ("%s%s%s", about, dismissal->reason != NULL ? ": " : "",
                                     dismissal->reason != NULL ? dismissal->reason : "");
        return g_strdup (dismissal->rule);
      }
    case SQUILL_KIND_FIELD:
      *subtitle = squill_term_for_type_of ((const SquillField *)item);
      return g_strdup (((const SquillField *)item)->name);
    case SQUILL_KIND_MODEL:
    case SQUILL_KIND_ENTITY:
    case SQUILL_KIND_OPERATION:
    case SQUILL_KIND_NOTE:
    case SQUILL_KIND_GROUP:
    case SQUILL_KIND_ALTERNATIVE:
    case SQUILL_KIND_VIEW:
    default:
      *subtitle = NULL;
      return g_strdup (squill_item_get_name (item));
    }
}

static void
show_row (SquillItemLinks *self, guint at, const SquillItem *item)
{
  GtkWidget *row, *remove;
  g_autofree char *subtitle = NULL;
  g_autofree char *title = describe (self, item, &subtitle);
  g_autofree char *shown_title = squill_text_fit (title != NULL ? title : "");
  g_autofree char *shown_subtitle = squill_text_fit (subtitle != NULL ? subtitle : "");
  g_autofree char *name = g_strdup_printf (_ ("Remove %s"), shown_title);

  if (at == self->rows->len)
    {
      row = adw_action_row_new ();
      adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      g_signal_connect (row, "activated", G_CALLBACK (on_row_activated), self);
      remove = gtk_button_new_from_icon_name ("user-trash-symbolic");
      gtk_widget_add_css_class (remove, "flat");
      gtk_widget_set_valign (remove, GTK_ALIGN_CENTER);
      g_signal_connect (remove, "clicked", G_CALLBACK (on_remove), self);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), remove);
      g_object_set_data (G_OBJECT (row), "remove", remove);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row);
      g_ptr_array_add (self->rows, row);
    }
  row = self->rows->pdata[at];
  remove = g_object_get_data (G_OBJECT (row), "remove");
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), shown_title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), shown_subtitle);
  g_object_set_data_full (G_OBJECT (row), "id", g_strdup (item->id), g_free);
  g_object_set_data_full (G_OBJECT (remove), "id", g_strdup (item->id), g_free);
  squill_widget_set_tooltip (remove, name);
}

static void
squill_item_links_dispose (GObject *object)
{
  SquillItemLinks *self = SQUILL_ITEM_LINKS (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->parent, g_free);
  g_clear_pointer (&self->rows, g_ptr_array_unref);

  G_OBJECT_CLASS (squill_item_links_parent_class)->dispose (object);
}

static void
squill_item_links_class_init (SquillItemLinksClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = squill_item_links_dispose;
}

static void
squill_item_links_init (SquillItemLinks *self)
{
  self->rows = g_ptr_array_new ();
}

/**
 * _squill_item_links_exist:
 * @parent: the kind of an item
 * @kind: the kind of what belongs to it
 *
 * Returns: %TRUE if the inspector of the one lists the other
 */
gboolean
_squill_item_links_exist (SquillKind parent, SquillKind kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (lists[i].parent == parent && lists[i].kind == kind)
      return TRUE;
  return FALSE;
}

/**
 * _squill_item_links_new:
 * @parent: the kind of an item
 * @kind: the kind of what belongs to it
 *
 * Returns: (transfer floating): a group that shows nothing
 */
GtkWidget *
_squill_item_links_new (SquillKind parent, SquillKind kind)
{
  SquillItemLinks *self = g_object_new (SQUILL_TYPE_ITEM_LINKS, NULL);

  self->parent_kind = parent;
  self->kind = kind;
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      GtkWidget *add;

      if (lists[i].parent != parent || lists[i].kind != kind)
        continue;
      adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (self), _ (lists[i].title));
      if (lists[i].add == NULL)
        continue;
      if (kind == SQUILL_KIND_FIELD)
        {
          add = squill_icon_button_new ("list-add-symbolic", _ (lists[i].add));
          g_signal_connect_swapped (add, "clicked", G_CALLBACK (on_add_field), self);
        }
      else
        {
          add = squill_picker_new (fill, self);
          squill_picker_set_icon (SQUILL_PICKER (add), "list-add-symbolic");
          squill_picker_set_name (SQUILL_PICKER (add), _ (lists[i].add));
          g_signal_connect (add, "picked", G_CALLBACK (on_picked), self);
        }
      adw_preferences_group_set_header_suffix (ADW_PREFERENCES_GROUP (self), add);
    }
  return GTK_WIDGET (self);
}

/**
 * _squill_item_links_show:
 * @self: a group
 * @session: a session
 * @parent: the id of an item of the group's kind
 *
 * Shows what belongs to an item.
 */
void
_squill_item_links_show (SquillItemLinks *self, SquillSession *session, const char *parent)
{
  const SquillItem *item;
  gpointer const *items = NULL;
  guint n = 0;

  g_return_if_fail (SQUILL_IS_ITEM_LINKS (self));
  g_return_if_fail (SQUILL_IS_SESSION (session));

  g_set_object (&self->session, session);
  if (g_strcmp0 (self->parent, parent) != 0)
    {
      g_free (self->parent);
      self->parent = g_strdup (parent);
    }
  item = squill_model_get_item (squill_session_get_model (session), parent);
  if (item == NULL)
    return;
  if (self->kind == SQUILL_KIND_RELATIONSHIP)
    items = (gpointer const *)squill_entity_get_relationships ((const SquillEntity *)item, &n);
  else
    items = squill_item_get_children (item, self->kind, &n);
  n = MIN (n, MAX_ROWS);
  for (guint i = 0; i < n; i++)
    show_row (self, i, items[i]);
  while (self->rows->len > n)
    {
      adw_preferences_group_remove (ADW_PREFERENCES_GROUP (self),
                                    self->rows->pdata[self->rows->len - 1]);
      g_ptr_array_set_size (self->rows, self->rows->len - 1);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0 || self->kind != SQUILL_KIND_DISMISSAL);
}
