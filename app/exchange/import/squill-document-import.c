/* SPDX-License-Identifier: Apache-2.0 */

/* Models out of a document or a few of them, as JSON or as the shell writes them: an entity, with
 * those that are embedded in it. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-document-import.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "exchange/import/squill-import-model.h"
#include "inspect/squill-inspect.h"
#include "model/squill-model-file.h"

/* Of a name, in bytes: file systems take a few more. */
#define MAX_NAME 100

struct _SquillDocumentFile
{
  char *folder;
  char *path;
};

/**
 * squill_document_file_new:
 * @name: the name of the collection that the documents make
 * @data: documents
 * @length: how many bytes that are
 * @error: what went wrong
 *
 * Writes documents into a file of their own, in a folder of its own, as what reads documents wants
 * it. Both are gone when it is freed.
 *
 * Returns: (transfer full) (nullable): the file
 */
SquillDocumentFile *
squill_document_file_new (const char *name, const char *data, gsize length, GError **error)
{
  g_autoptr (SquillDocumentFile) self = NULL;
  g_autofree char *base = NULL;

  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (data != NULL, NULL);

  self = g_new0 (SquillDocumentFile, 1);
  self->folder = g_dir_make_tmp ("squill-XXXXXX", error);
  if (self->folder == NULL)
    return NULL;
  base = g_strconcat (name, ".json", NULL);
  self->path = g_build_filename (self->folder, base, NULL);
  if (!g_file_set_contents (self->path, data, (gssize)length, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * squill_document_file_get_path:
 * @self: a file of documents
 *
 * Returns: (transfer none): where it is
 */
const char *
squill_document_file_get_path (const SquillDocumentFile *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->path;
}

/**
 * squill_document_file_free:
 * @self: (transfer full): a file of documents
 *
 * Removes the file and its folder.
 */
void
squill_document_file_free (SquillDocumentFile *self)
{
  g_return_if_fail (self != NULL);

  if (self->path != NULL)
    g_unlink (self->path);
  if (self->folder != NULL)
    g_rmdir (self->folder);
  g_free (self->path);
  g_free (self->folder);
  g_free (self);
}

/**
 * squill_document_is_likely:
 * @data: what is in a file, or its beginning
 * @length: how many bytes that are
 *
 * Returns: %TRUE if it begins as a document or an array of them does
 */
gboolean
squill_document_is_likely (const char *data, gsize length)
{
  g_return_val_if_fail (data != NULL, FALSE);

  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isspace (data[i]))
      return data[i] == '{' || data[i] == '[';
  return FALSE;
}

/**
 * squill_document_forget_reading:
 * @json: items as JSON, as a file has them
 *
 * Removes what a reading left: a few documents do not say how many there are, and they are no place
 * to read again later.
 */
void
squill_document_forget_reading (json_t *json)
{
  const char *key;
  json_t *value;
  void *next;

  g_return_if_fail (json_is_object (json));

  json_object_del (json, "evidence");
  json_object_foreach_safe (json, next, key, value)
  {
    if (json_is_object (value))
      squill_document_forget_reading (value);
  }
}

static SquillModel *
forget (SquillModel *inferred, const char *title, SquillImportReport *report, GError **error)
{
  gsize length;
  g_autofree char *data = squill_model_to_data (inferred, &length);
  json_auto_t *file = json_loadb (data, length, 0, NULL);
  json_t *entities = json_object_get (file, "entities");
  const char *id;
  json_t *entity;

  squill_document_forget_reading (file);
  json_object_set_new (file, "name", json_string (title));
  json_object_foreach (entities, id, entity)
  {
    json_object_del (entity, "count");
    g_ptr_array_add (report->outcomes,
                     _squill_import_describe_entity (
                         json_string_value (json_object_get (entity, "name")),
                         (guint)json_object_size (json_object_get (entity, "fields"))));
  }
  return _squill_import_make_model (file, error);
}

static gboolean
has_fields (SquillModel *model)
{
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (model), SQUILL_KIND_ENTITY)
    {
      guint n;

      squill_item_get_children (entity, SQUILL_KIND_FIELD, &n);
      if (n > 0)
        return TRUE;
    }
  return FALSE;
}

/**
 * squill_document_import:
 * @title: how the model and the entity are called
 * @data: documents, as JSON or as the shell writes them: one, several, or an array
 * @length: how many bytes that are
 * @report: gets what became of them and what could not be read
 * @error: what went wrong
 *
 * Makes a model of what documents look like. How many there are says nothing, as in a database it
 * would.
 *
 * Fails with %SQUILL_MODEL_ERROR_SYNTAX, with line and column, where there is no document, and as
 * squill_inspect_sync().
 *
 * Returns: (transfer full) (nullable): the model
 */
SquillModel *
squill_document_import (
    const char *title, const char *data, gsize length, SquillImportReport *report, GError **error)
{
  const SquillProfileModelOptions options = { .references = TRUE };
  /* Folders and devices are no part of a name. */
  g_autofree char *stem = NULL;
  g_autoptr (SquillDocumentFile) file = NULL;
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (SquillModel) inferred = NULL;
  const char *sources[] = { NULL, NULL };
  const char *end;
  guint n;

  g_return_val_if_fail (title != NULL, NULL);
  g_return_val_if_fail (data != NULL, NULL);
  g_return_val_if_fail (report != NULL, NULL);

  stem = g_strdelimit (g_strndup (title, MAX_NAME), "/\\:", '_');
  /* No character is cut in two. */
  if (!g_utf8_validate (stem, -1, &end))
    stem[end - stem] = '\0';
  /* Translators: the name of a new collection; lower case, no spaces. */
  file = squill_document_file_new (*stem == '\0' || *stem == '-' ? _ ("documents") : stem, data,
                                   length, error);
  if (file == NULL)
    return NULL;
  sources[0] = squill_document_file_get_path (file);
  profile = squill_inspect_sync (sources, NULL, NULL, NULL, NULL, error);
  if (profile == NULL)
    return NULL;
  n = squill_profile_get_n_problems (profile);
  for (guint i = 0; i < n; i++)
    {
      const SquillProblem *problem = squill_profile_get_problem (profile, i);
      const guint line = problem->line > 0 ? (guint)MIN (problem->line, G_MAXUINT) : 0;

      g_ptr_array_add (report->problems,
                       squill_import_problem_new (
                           line, line > 0 ? (guint)CLAMP (problem->column, 1, G_MAXUINT) : 0,
                           g_strdup (problem->reason)));
    }
  inferred = squill_profile_to_model (profile, &options, error);
  if (inferred == NULL)
    return NULL;
  if (!has_fields (inferred))
    {
      const SquillImportProblem *first =
          report->problems->len > 0 ? report->problems->pdata[0] : NULL;

      g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX, "%u:%u: %s",
                   first != NULL && first->line > 0 ? first->line : 1,
                   first != NULL && first->line > 0 ? first->column : 1,
                   first != NULL ? first->text : _ ("There are no documents in this file"));
      return NULL;
    }
  return forget (inferred, g_str_equal (stem, "-") ? "" : title, report, error);
}
