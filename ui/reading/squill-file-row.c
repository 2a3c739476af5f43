/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>

#include "reading/squill-reading-private.h"
#include "widgets/squill-compat.h"

struct _SquillFileRow
{
  AdwActionRow parent_instance;

  GtkWidget *clear_button;
  char *path;
};

G_DEFINE_FINAL_TYPE (SquillFileRow, squill_file_row, ADW_TYPE_ACTION_ROW)

static void
on_chosen (GFile *file, gpointer user_data)
{
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  if (path != NULL)
    _squill_file_row_set_path (user_data, path);
}

static void
squill_file_row_activate (AdwActionRow *row)
{
  SquillFileRow *self = SQUILL_FILE_ROW (row);
  g_autoptr (GFile) file = self->path != NULL ? g_file_new_for_path (self->path) : NULL;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (GTK_IS_WINDOW (root))
    squill_compat_choose_file (
        GTK_WINDOW (root),
        &(SquillFileQuestion){
            .action = SQUILL_CHOOSE_OPEN,
            .title = adw_preferences_row_get_title (ADW_PREFERENCES_ROW (self)),
            .accept_label = _ ("_Choose"),
            .file = file,
        },
        on_chosen, g_object_ref (self), g_object_unref);
}

static void
on_clear (SquillFileRow *self)
{
  _squill_file_row_set_path (self, NULL);
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
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = squill_file_row_finalize;
  ADW_ACTION_ROW_CLASS (klass)->activate = squill_file_row_activate;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-file-row.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillFileRow, clear_button);
  gtk_widget_class_bind_template_callback (widget_class, on_clear);
}

static void
squill_file_row_init (SquillFileRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * _squill_file_row_get_path:
 * @self: a row
 *
 * Returns: (transfer none) (nullable): the file
 */
const char *
_squill_file_row_get_path (SquillFileRow *self)
{
  g_return_val_if_fail (SQUILL_IS_FILE_ROW (self), NULL);

  return self->path;
}

/**
 * _squill_file_row_set_path:
 * @self: a row
 * @path: (nullable): a file
 *
 * Shows it.
 */
void
_squill_file_row_set_path (SquillFileRow *self, const char *path)
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
}
