/* SPDX-License-Identifier: Apache-2.0 */

/* What is done to the selection, wherever in the window it was made. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>

#include "model/squill-authoring.h"
#include "squill-canvas.h"
#include "squill-window-private.h"

#define PASTE_OFFSET 40

static char *
serialize_selection (SquillWindow *self)
{
  g_auto (GStrv) ids = squill_selection_get_ids (squill_session_get_selection (self->session));
  json_t *items;
  char *json;
  char *text;

  if (ids[0] == NULL)
    return NULL;
  items =
      squill_model_copy_items (squill_session_get_model (self->session), (const char *const *)ids);
  json = json_object_size (items) == 0 ? NULL : json_dumps (items, JSON_INDENT (2));
  json_decref (items);
  text = g_strdup (json);
  free (json);
  return text;
}

static gboolean
copy_selection (SquillWindow *self)
{
  g_autofree char *text = serialize_selection (self);

  if (text == NULL)
    return FALSE;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  return TRUE;
}

static void
delete_selection (SquillWindow *self)
{
  g_auto (GStrv) ids = squill_selection_get_ids (squill_session_get_selection (self->session));

  squill_model_delete (squill_session_get_model (self->session), (const char *const *)ids);
}

static void
on_copy (GtkWidget *widget, const char *name, GVariant *parameter)
{
  copy_selection (SQUILL_WINDOW (widget));
}

static void
on_cut (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);

  if (copy_selection (self))
    delete_selection (self);
}

static void
on_delete (GtkWidget *widget, const char *name, GVariant *parameter)
{
  delete_selection (SQUILL_WINDOW (widget));
}

/* Fields are pasted into what is selected, as far as that can have fields. */
static const char *
find_paste_parent (SquillWindow *self)
{
  SquillModel *model = squill_session_get_model (self->session);
  const char *id = squill_selection_get_single (squill_session_get_selection (self->session));
  const SquillItem *item = id == NULL ? NULL : squill_model_get_item (model, id);

  if (item == NULL)
    return NULL;
  if (item->kind == SQUILL_KIND_ENTITY)
    return id;
  if (item->kind == SQUILL_KIND_FIELD)
    return (((const SquillField *)item)->types & SQUILL_TYPE_OBJECT) != 0 ? id : item->parent->id;
  return squill_item_get_owner (item)->kind == SQUILL_KIND_ENTITY ? squill_item_get_owner (item)->id
                                                                  : NULL;
}

static void
paste_text (SquillWindow *self, const char *text)
{
  SquillModel *model = squill_session_get_model (self->session);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) ids = NULL;
  json_t *items = json_loads (text, 0, NULL);

  if (items == NULL)
    {
      squill_window_toast (self, _ ("The clipboard has nothing that fits into a model"));
      return;
    }
  ids = squill_model_paste_items (model, items, find_paste_parent (self), PASTE_OFFSET,
                                  PASTE_OFFSET, &error);
  json_decref (items);
  if (ids == NULL)
    squill_window_toast (self, error->message);
  else
    squill_selection_set_many (squill_session_get_selection (self->session),
                               (const char *const *)ids);
}

static void
on_text_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SquillWindow) self = user_data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);

  if (text != NULL)
    paste_text (self, text);
  else
    squill_window_toast (self, _ ("The clipboard has nothing that fits into a model"));
}

static void
on_paste (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (widget), NULL, on_text_read,
                                 g_object_ref (widget));
}

/* The outline edits names itself when the keys are there; otherwise the canvas does, if it can. */
static void
on_new_entity (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (self));
  gboolean from_outline =
      focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->outline));

  if (from_outline || !gtk_widget_activate_action (self->canvas, "canvas.new-entity", NULL))
    squill_outline_new_entity (self->outline);
}

/* The canvas lets the user choose the other end by typing. */
static void
on_new_relationship (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_activate_action (SQUILL_WINDOW (widget)->canvas, "canvas.relate", NULL);
}

static void
on_select_all (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);
  SquillModel *model = squill_session_get_model (self->session);
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();

  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (model), SQUILL_KIND_ENTITY)
    {
      g_ptr_array_add (ids, entity->item.id);
    }
  g_ptr_array_add (ids, NULL);
  squill_selection_set_many (squill_session_get_selection (self->session),
                             (const char *const *)ids->pdata);
}

void
_squill_window_install_edit_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.copy", NULL, on_copy);
  gtk_widget_class_install_action (widget_class, "win.cut", NULL, on_cut);
  gtk_widget_class_install_action (widget_class, "win.paste", NULL, on_paste);
  gtk_widget_class_install_action (widget_class, "win.delete", NULL, on_delete);
  gtk_widget_class_install_action (widget_class, "win.new-entity", NULL, on_new_entity);
  gtk_widget_class_install_action (widget_class, "win.new-relationship", NULL, on_new_relationship);
  gtk_widget_class_install_action (widget_class, "win.select-all", NULL, on_select_all);

  /* As bindings of the window they come after those of an entry that has the keys. */
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "win.copy", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_x, GDK_CONTROL_MASK, "win.cut", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_v, GDK_CONTROL_MASK, "win.paste",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_a, GDK_CONTROL_MASK, "win.select-all",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Delete, 0, "win.delete", NULL);
}

void
_squill_window_update_edit_actions (SquillWindow *self)
{
  SquillModel *model = squill_session_get_model (self->session);
  gboolean some = squill_selection_get_size (squill_session_get_selection (self->session)) > 0;
  gboolean writable = !squill_model_get_read_only (model);
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_action_set_enabled (widget, "win.copy", some);
  gtk_widget_action_set_enabled (widget, "win.cut", some && writable);
  gtk_widget_action_set_enabled (widget, "win.delete", some && writable);
  gtk_widget_action_set_enabled (widget, "win.paste", writable);
  gtk_widget_action_set_enabled (widget, "win.new-entity", writable);
}
