/* SPDX-License-Identifier: Apache-2.0 */

/* The models that come with the program. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-example-model.h"

#include <glib/gi18n.h>

#include "design/squill-design.h"
#include "diagram/squill-picture.h"
#include "model/squill-model-file.h"
#include "session/squill-task.h"

#define FOLDER "/io/github/squill/Squill/examples/"

static gsize
get_size (const char *name)
{
  g_autofree char *path = g_strconcat (FOLDER, name, NULL);
  gsize size = 0;

  g_resources_get_info (path, G_RESOURCE_LOOKUP_FLAGS_NONE, &size, NULL, NULL);
  return size;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  const char *first = *(const char *const *)a, *second = *(const char *const *)b;
  const gsize first_size = get_size (first), second_size = get_size (second);

  return first_size != second_size ? (first_size < second_size ? 1 : -1) : strcmp (first, second);
}

/**
 * squill_example_models_list:
 *
 * Returns: (transfer full): the URIs of the examples, those with the most in them first
 */
char **
squill_example_models_list (void)
{
  char **names = g_resources_enumerate_children (FOLDER, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  if (names == NULL)
    return g_new0 (char *, 1);
  qsort (names, g_strv_length (names), sizeof (char *), compare_names);
  for (guint i = 0; names[i] != NULL; i++)
    {
      char *uri = g_strconcat ("resource://" FOLDER, names[i], NULL);

      g_free (names[i]);
      names[i] = uri;
    }
  return names;
}

/**
 * squill_example_model_free:
 * @self: (nullable): an example
 *
 * Frees it.
 */
void
squill_example_model_free (SquillExampleModel *self)
{
  if (self == NULL)
    return;
  g_free (self->title);
  g_free (self->description);
  g_free (self->counts);
  g_clear_pointer (&self->picture, g_bytes_unref);
  g_free (self);
}

typedef struct
{
  GFile *file;
  SquillPalette palette;
  double width;
  double height;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_object_unref (work->file);
  g_free (work);
}

static char *
describe_counts (SquillModel *model, SquillDesign *design)
{
  const guint n_collections = squill_design_get_n_collections (design);
  guint n_entities, n_designs;
  GString *text = g_string_new (NULL);

  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ENTITY, &n_entities);
  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ALTERNATIVE, &n_designs);
  g_string_append_printf (text, g_dngettext (NULL, "%u entity", "%u entities", n_entities),
                          n_entities);
  g_string_append (text, " · ");
  g_string_append_printf (
      text, g_dngettext (NULL, "%u collection", "%u collections", n_collections), n_collections);
  if (n_designs > 1)
    {
      g_string_append (text, " · ");
      g_string_append_printf (text, g_dngettext (NULL, "%u design", "%u designs", n_designs),
                              n_designs);
    }
  return g_string_free (text, FALSE);
}

static void
load_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Work *work = data;
  GError *error = NULL;
  g_autoptr (SquillModel) model = squill_model_load (work->file, cancellable, NULL, &error);
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillDiagram) diagram = NULL;
  g_autoptr (SquillExampleModel) example = NULL;
  SquillPictureOptions options = { .palette = &work->palette, .transparent = TRUE };
  SquillRect bounds;

  if (model == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  design = squill_design_new (model);
  diagram = squill_diagram_new (design);
  squill_diagram_change_free (squill_diagram_update (diagram));
  bounds = squill_diagram_get_bounds (diagram);
  options.scale = MIN (work->width / MAX (bounds.width, 1), work->height / MAX (bounds.height, 1));
  example = g_new0 (SquillExampleModel, 1);
  example->picture =
      squill_picture_export (diagram, SQUILL_PICTURE_PNG, &options, cancellable, &error);
  if (example->picture == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  example->title = g_strdup (squill_model_get_info (model)->name);
  example->description = g_strdup (squill_model_get_info (model)->description);
  example->counts = describe_counts (model, design);
  g_task_return_pointer (task, g_steal_pointer (&example),
                         (GDestroyNotify)squill_example_model_free);
}

/**
 * squill_example_model_load_async:
 * @uri: one of squill_example_models_list()
 * @palette: the colors of its picture
 * @width: how wide the picture is at most, in its pixels
 * @height: how high it is at most
 * @cancellable: (nullable): to stop it
 * @callback: called when it is done
 * @user_data: for @callback
 *
 * Reads an example and draws it, in a thread.
 */
void
squill_example_model_load_async (const char *uri,
                                 const SquillPalette *palette,
                                 double width,
                                 double height,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Work *work;

  g_return_if_fail (uri != NULL);
  g_return_if_fail (palette != NULL);
  g_return_if_fail (width > 0 && height > 0);

  work = g_new0 (Work, 1);
  work->file = g_file_new_for_uri (uri);
  work->palette = *palette;
  work->width = width;
  work->height = height;
  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, squill_example_model_load_async);
  g_task_set_task_data (task, work, work_free);
  squill_task_run_in_thread (task, load_in_thread);
}

/**
 * squill_example_model_load_finish:
 * @result: what the callback got
 * @error: it was stopped, or could not be drawn
 *
 * Returns: (transfer full): the example; %NULL with @error
 */
SquillExampleModel *
squill_example_model_load_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
