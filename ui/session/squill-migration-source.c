/* SPDX-License-Identifier: Apache-2.0 */

/* What data may have the form of before it is moved to what is drawn. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-migration-source.h"

#include <glib/gi18n.h>

#include "exchange/migrate/squill-migration-script.h"
#include "model/squill-alternative.h"
#include "model/squill-file-writer.h"
#include "model/squill-model-file.h"

static void
add_source (GPtrArray *sources,
            SquillMigrationSourceKind kind,
            const char *id,
            GFile *file,
            const char *title)
{
  SquillMigrationSource *source = g_new0 (SquillMigrationSource, 1);

  source->kind = kind;
  source->id = g_strdup (id);
  source->file = file == NULL ? NULL : g_object_ref (file);
  source->title = g_strdup (title);
  g_ptr_array_add (sources, source);
}

/**
 * squill_migration_source_free:
 * @self: (nullable): a source
 *
 * Frees it.
 */
void
squill_migration_source_free (SquillMigrationSource *self)
{
  if (self == NULL)
    return;
  g_free (self->id);
  g_clear_object (&self->file);
  g_free (self->title);
  g_free (self);
}

/**
 * squill_session_list_migration_sources:
 * @session: a session
 * @chosen: (nullable): a file that the user chose
 *
 * Lists what a migration to the model can start from: the model as it was saved, if it was, its
 * other designs, and a file. The last one has no file unless one was chosen.
 *
 * Returns: (transfer full) (element-type SquillMigrationSource): one at least
 */
GPtrArray *
squill_session_list_migration_sources (SquillSession *session, GFile *chosen)
{
  GPtrArray *sources =
      g_ptr_array_new_with_free_func ((GDestroyNotify)squill_migration_source_free);
  SquillModel *model;
  const SquillAlternative *shown;

  g_return_val_if_fail (SQUILL_IS_SESSION (session), sources);

  model = squill_session_get_model (session);
  shown = squill_model_get_alternative (model);
  if (squill_session_get_file (session) != NULL)
    add_source (sources, SQUILL_MIGRATION_SOURCE_SAVED, NULL, squill_session_get_file (session),
                _ ("From the saved model"));
  SQUILL_FOR_EACH_CHILD (SquillAlternative, one, squill_model_get_info (model),
                         SQUILL_KIND_ALTERNATIVE)
    {
      g_autofree char *title = NULL;

      if (one == shown)
        continue;
      /* Translators: the name of a design */
      title =
          g_strdup_printf (_ ("From “%s”"), one->name != NULL ? one->name : _ ("Unnamed design"));
      add_source (sources, SQUILL_MIGRATION_SOURCE_DESIGN, one->item.id, NULL, title);
    }
  if (chosen != NULL)
    {
      g_autofree char *base = g_file_get_basename (chosen);
      g_autofree char *name = g_filename_display_name (base);
      /* Translators: the name of a file */
      g_autofree char *title = g_strdup_printf (_ ("From %s"), name);

      add_source (sources, SQUILL_MIGRATION_SOURCE_FILE, NULL, chosen, title);
    }
  add_source (sources, SQUILL_MIGRATION_SOURCE_FILE, NULL, NULL, _ ("From another file…"));
  return sources;
}

/* A file that was read, and what it describes. */
typedef struct
{
  GFile *file;
  char *etag;
  SquillDesign *design;
} Loaded;

static G_DEFINE_QUARK (squill - migration - loaded, loaded)

    static void loaded_free (gpointer data)
{
  Loaded *loaded = data;

  g_object_unref (loaded->file);
  g_free (loaded->etag);
  g_object_unref (loaded->design);
  g_free (loaded);
}

/* A script is written after each edit: the session keeps what was read until the file changes. */
static SquillDesign *
load_file (SquillSession *session, GFile *file, GError **error)
{
  const Loaded *kept = g_object_get_qdata (G_OBJECT (session), loaded_quark ());
  g_autofree char *etag = squill_file_query_etag (file, NULL);
  g_autoptr (SquillModel) model = NULL;
  Loaded *loaded;

  if (kept != NULL && etag != NULL && g_str_equal (kept->etag, etag) &&
      g_file_equal (kept->file, file))
    return g_object_ref (kept->design);
  model = squill_model_load (file, NULL, NULL, error);
  if (model == NULL)
    return NULL;
  if (etag == NULL)
    return squill_design_new (model);
  loaded = g_new0 (Loaded, 1);
  loaded->file = g_object_ref (file);
  loaded->etag = g_steal_pointer (&etag);
  loaded->design = squill_design_new (model);
  g_object_set_qdata_full (G_OBJECT (session), loaded_quark (), loaded, loaded_free);
  return g_object_ref (loaded->design);
}

static SquillDesign *
load_source (SquillSession *session, const SquillMigrationSource *source, GError **error)
{
  g_autoptr (SquillModel) copy = NULL;

  if (source != NULL && source->file != NULL)
    return load_file (session, source->file, error);
  if (source == NULL || source->id == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                           _ ("Choose the model that the data was made for"));
      return NULL;
    }
  copy = squill_model_copy (squill_session_get_model (session));
  squill_model_set_read_only (copy, FALSE);
  return squill_model_show_alternative (copy, source->id, error) ? squill_design_new (copy) : NULL;
}

/**
 * squill_session_write_migration:
 * @session: a session
 * @source: (nullable): what the data has the form of; %NULL if that is not chosen yet
 * @n_left: (out): how many things the script does not do, which it says
 * @error: the source cannot be read, or is not chosen yet
 *
 * Writes the script that moves data to the model as it is drawn.
 *
 * Returns: (transfer full) (nullable): the script
 */
char *
squill_session_write_migration (SquillSession *session,
                                const SquillMigrationSource *source,
                                guint *n_left,
                                GError **error)
{
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillMigrationScript) script = NULL;

  g_return_val_if_fail (SQUILL_IS_SESSION (session), NULL);
  g_return_val_if_fail (n_left != NULL, NULL);

  *n_left = 0;
  design = load_source (session, source, error);
  if (design == NULL)
    return NULL;
  script = squill_migration_script_new (design, squill_session_get_design (session));
  *n_left = script->left->len;
  return g_strdup (script->text);
}
