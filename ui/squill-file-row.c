/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-file-row.h"

#include <glib/gi18n.h>

#include "squill-compat.h"

struct _SquillFileRow
{
  AdwActionRow parent_instance;

  GtkWidget *clear_button;
  char *path;
};

enum
{
  PROP_0,
  PROP_PATH,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (SquillFileRow, squill_file_row, ADW_TYPE_ACTION_ROW)

static void
on_chosen (GFile *file, gpointer user_data)
{
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  if (path != NULL)
    squill_file_row_set_path (user_data, path);
}

static void
squill_file_row_activate (AdwActionRow *row)
{
  SquillFileRow *self = SQUILL_FILE_ROW (row);
  g_autoptr (GFile) file = self->path != NULL ? g_file_new_for_path (self->path) : NULL;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (GTK_IS_WINDOW (root))
    squill_compat_choose_file (GTK_WINDOW (root), SQUILL_CHOOSE_OPEN,
                               adw_preferences_row_get_title (ADW_PREFERENCES_ROW (self)),
                               _ ("_Choose"), file, NULL, NULL, on_chosen, g_object_ref (self),
                               g_object_unref);
}

static void
on_clear (SquillFileRow *self)
{
  squill_file_row_set_path (self, NULL);
}

static void
squill_file_row_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_PATH:
      g_value_set_string (value, SQUILL_FILE_ROW (object)->path);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
squill_file_row_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_PATH:
      squill_file_row_set_path (SQUILL_FILE_ROW (object), g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
squill_file_row_finalize (GObject *object)
{
  g_free (SQUILL_FILE_ROW (object)->path);

  G_OBJECT_CLASS (squill_file_row_parent_class)->finalize (object);
}

static void
squill_file_row_class_init (SquillFileRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = squill_file_row_get_property;
  object_class->set_property = squill_file_row_set_property;
  object_class->finalize = squill_file_row_finalize;
  ADW_ACTION_ROW_CLASS (klass)->activate = squill_file_row_activate;

  properties[PROP_PATH] =
      g_param_spec_string ("path", NULL, NULL, NULL,
                           G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
squill_file_row_init (SquillFileRow *self)
{
  GtkWidget *icon = gtk_image_new_from_icon_name ("document-open-symbolic");

  self->clear_button = gtk_button_new_from_icon_name ("edit-clear-symbolic");
  gtk_widget_set_valign (self->clear_button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->clear_button, "flat");
  gtk_widget_set_tooltip_text (self->clear_button, _ ("No file"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->clear_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("No file"), -1);
  gtk_widget_set_visible (self->clear_button, FALSE);
  g_signal_connect_object (self->clear_button, "clicked", G_CALLBACK (on_clear), self,
                           G_CONNECT_SWAPPED);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), self->clear_button);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), icon);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), _ ("None"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), TRUE);
}

/**
 * squill_file_row_get_path:
 * @self: a row
 *
 * Returns: (transfer none) (nullable): the file
 */
const char *
squill_file_row_get_path (SquillFileRow *self)
{
  g_return_val_if_fail (SQUILL_IS_FILE_ROW (self), NULL);

  return self->path;
}

/**
 * squill_file_row_set_path:
 * @self: a row
 * @path: (nullable): a file
 *
 * Shows it.
 */
void
squill_file_row_set_path (SquillFileRow *self, const char *path)
{
  g_autofree char *shown = NULL;

  g_return_if_fail (SQUILL_IS_FILE_ROW (self));

  if (g_strcmp0 (self->path, path) == 0)
    return;
  g_free (self->path);
  self->path = g_strdup (path);
  shown = path != NULL ? g_filename_display_name (path) : g_strdup (_ ("None"));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), shown);
  gtk_widget_set_visible (self->clear_button, path != NULL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PATH]);
}
