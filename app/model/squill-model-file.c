/* SPDX-License-Identifier: Apache-2.0 */

/* The .squill file: JSON, keyed by ids, sorted by them, one property a line, the
 * layout apart. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-model-private.h"

#include "model/squill-model-file.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/squill-file-writer.h"
#include "model/squill-json-text.h"
#include "model/squill-model-merge.h"
#include "model/squill-error-text.h"

#define FORMAT "squill/model"
#define LAYOUT "layout"

static void
fail_at (GError **error, guint line, guint column, const char *message)
{
  g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX, "%u:%u: %s", line, column,
               message);
}

/* Says where in the text something is that JSON itself does not mind. */
static void
fail_on_path (GError **error, const char *data, gsize length, GPtrArray *path, const char *message)
{
  guint line = 1, column = 1;

  g_ptr_array_add (path, NULL);
  squill_json_locate (data, length, (const char *const *)path->pdata, &line, &column);
  fail_at (error, line, column, message);
}

static gboolean
read_layout (SquillModel *self, const json_t *layout, GPtrArray *path, GError **error)
{
  const char *id;
  json_t *value;

  g_ptr_array_add (path, g_strdup (LAYOUT));
  if (layout != NULL && !json_is_object (layout))
    {
      g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_INVALID,
                   _ ("“%s” must be a map from ids to items"), LAYOUT);
      return FALSE;
    }
  json_object_foreach ((json_t *)layout, id, value)
  {
    SquillItem *item = _squill_model_lookup (self, id);

    g_ptr_array_add (path, g_strdup (id));
    if (item == NULL || item->kind == SQUILL_KIND_MODEL)
      {
        /* Of something that a newer program knows, or that is gone: it stays for its return. */
        json_auto_t *wrapped = json_object ();

        json_object_set (wrapped, id, value);
        if (!_squill_item_set_layout (_squill_model_lookup (self, SQUILL_MODEL_ID), wrapped, path,
                                      error))
          return FALSE;
      }
    else if (!_squill_item_set_layout (item, value, path, error))
      return FALSE;
    g_ptr_array_set_size (path, path->len - 1);
  }
  g_ptr_array_set_size (path, path->len - 1);
  return TRUE;
}

static SquillModel *
model_from_json (json_t *root, GPtrArray *path, GError **error)
{
  g_autoptr (SquillModel) self = squill_model_new ();
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  json_auto_t *layout = json_incref (json_object_get (root, LAYOUT));
  SquillModelInfo *info;
  gboolean done;

  json_object_del (root, LAYOUT);
  info = _squill_item_from_json (SQUILL_KIND_MODEL, SQUILL_MODEL_ID, root, path, warnings, error);
  done = info != NULL && _squill_model_take_content (self, info, path, error) &&
         read_layout (self, layout, path, error);
  if (!done)
    return NULL;
  if (warnings->len > 0)
    {
      g_ptr_array_add (warnings, NULL);
      _squill_model_take_warnings (self,
                                   (char **)g_ptr_array_free (g_steal_pointer (&warnings), FALSE));
    }
  return g_steal_pointer (&self);
}

/* Takes the head off and judges it. Returns the version, or 0. */
static json_int_t
read_head (json_t *root, json_int_t *min_reader, GPtrArray *path, GError **error)
{
  const json_t *version = json_object_get (root, "version");
  const json_t *reader = json_object_get (root, "minReader");
  json_int_t number;

  if (g_strcmp0 (json_string_value (json_object_get (root, "format")), FORMAT) != 0)
    {
      g_ptr_array_add (path, g_strdup ("format"));
      g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX,
                   _ ("This is not a Squill model: “format” must be “%s”"), FORMAT);
      return 0;
    }
  number = json_integer_value (version);
  if (number < 1)
    {
      g_ptr_array_add (path, g_strdup ("version"));
      g_set_error_literal (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX,
                           _ ("“version” must be a whole number from 1"));
      return 0;
    }
  *min_reader = json_is_integer (reader) ? json_integer_value (reader) : number;
  json_object_del (root, "format");
  json_object_del (root, "version");
  json_object_del (root, "minReader");
  return number;
}

/** Whether the head of a file says that this version can read and write it; takes it off. */
gboolean
_squill_model_file_check_head (json_t *root, GError **error)
{
  g_autoptr (GPtrArray) path = g_ptr_array_new_with_free_func (g_free);
  json_int_t min_reader = 0;
  json_int_t version = read_head (root, &min_reader, path, error);

  if (version <= SQUILL_MODEL_VERSION)
    return version > 0;
  g_set_error_literal (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_VERSION,
                       _ ("A newer version of Squill wrote this model"));
  return FALSE;
}

/** Goes behind the mark that an editor may have put before a text. */
void
_squill_skip_byte_order_mark (const char **data, gsize *length)
{
  if (*length >= 3 && memcmp (*data, "\xef\xbb\xbf", 3) == 0)
    {
      *data += 3;
      *length -= 3;
    }
}

/**
 * squill_model_new_from_data:
 * @data: the content of a .squill file
 * @length: its bytes
 * @error: %SQUILL_MODEL_ERROR_SYNTAX, with the line and the column in front
 *   (squill_model_parse_position()); %SQUILL_MODEL_ERROR_MARKED, in the same form, where git wrote
 *   two states of the model into it (squill_model_new_from_marked()); %SQUILL_MODEL_ERROR_VERSION
 * if a newer program wrote it in a way that cannot be followed
 *
 * Reads a model. One that a newer program wrote for newer programs comes out read-only. What this
 * version does not know is kept and written back (squill_model_get_warnings()).
 *
 * Returns: (transfer full) (nullable): the model
 */
SquillModel *
squill_model_new_from_data (const char *data, gsize length, GError **error)
{
  g_autoptr (SquillModel) self = NULL;
  g_autoptr (GPtrArray) path = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) local_error = NULL;
  json_error_t json_error;
  json_int_t version, min_reader = 0;
  json_t *root;

  g_return_val_if_fail (data != NULL, NULL);

  _squill_skip_byte_order_mark (&data, &length);
  root = json_loadb (data, length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &json_error);
  if (root == NULL)
    {
      g_autofree char *text = squill_json_error_explain (&json_error);
      guint marked = squill_model_find_conflict_marker (data, length);

      if (marked > 0)
        g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_MARKED, "%u:1: %s", marked,
                     _ ("Git could not merge two states of this model, and wrote both into it"));
      else
        fail_at (error, MAX (json_error.line, 1), MAX (json_error.column, 1), text);
      return NULL;
    }

  version = read_head (root, &min_reader, path, &local_error);
  if (version > 0)
    self = model_from_json (root, path, &local_error);
  json_decref (root);
  if (self == NULL)
    {
      if (version > SQUILL_MODEL_VERSION)
        g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_VERSION,
                     _ ("A newer version of Squill wrote this model, and this one cannot read it: "
                        "%s"),
                     local_error->message);
      else
        fail_on_path (error, data, length, path, local_error->message);
      return NULL;
    }

  _squill_model_set_version (self, version, min_reader);
  squill_model_set_read_only (self,
                              version > SQUILL_MODEL_VERSION && min_reader > SQUILL_MODEL_VERSION);
  return g_steal_pointer (&self);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* All positions, sorted by the id of what they are of. */
static json_t *
layout_to_json (const SquillModelInfo *info)
{
  static const SquillKind kinds[] = { SQUILL_KIND_ENTITY, SQUILL_KIND_RELATIONSHIP,
                                      SQUILL_KIND_NOTE };
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  json_t *all = _squill_item_layout_to_json (&info->item);
  json_t *sorted = json_object ();
  const char *id;
  json_t *value;

  if (all == NULL)
    all = json_object ();
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      guint n;
      gpointer const *items = squill_item_get_children (info, kinds[k], &n);

      for (guint i = 0; i < n; i++)
        {
          json_t *layout = _squill_item_layout_to_json (items[i]);

          if (layout != NULL)
            json_object_set_new (all, ((SquillItem *)items[i])->id, layout);
        }
    }
  json_object_foreach (all, id, value) g_ptr_array_add (ids, (gpointer)id);
  g_ptr_array_sort (ids, compare_names);
  for (guint i = 0; i < ids->len; i++)
    json_object_set (sorted, ids->pdata[i], json_object_get (all, ids->pdata[i]));
  json_decref (all);
  return sorted;
}

/**
 * squill_model_to_data:
 * @self: a model
 * @length: (out) (optional): its bytes
 *
 * Writes a model as a .squill file: a function of the model alone, so that what was read from our
 * own file is written with the same bytes.
 *
 * Returns: (transfer full): the text, with a zero byte behind it
 */
char *
squill_model_to_data (SquillModel *self, gsize *length)
{
  g_autoptr (GString) text = g_string_new (NULL);
  json_int_t version, min_reader;
  json_t *file, *content, *layout;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);

  _squill_model_get_version (self, &version, &min_reader);
  file = json_object ();
  json_object_set_new (file, "format", json_string (FORMAT));
  json_object_set_new (file, "version", json_integer (version));
  if (min_reader != version)
    json_object_set_new (file, "minReader", json_integer (min_reader));
  content = _squill_item_to_json (&squill_model_get_info (self)->item, FALSE);
  json_object_update_missing (file, content);
  json_decref (content);
  layout = layout_to_json (squill_model_get_info (self));
  if (json_object_size (layout) > 0)
    json_object_set (file, LAYOUT, layout);
  json_decref (layout);

  squill_json_write (text, file, 0);
  g_string_append_c (text, '\n');
  json_decref (file);
  if (length != NULL)
    *length = text->len;
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * squill_model_parse_position:
 * @error: an error of reading a model
 * @line: (out): the line, from 1
 * @column: (out): the column, from 1
 *
 * Returns: %TRUE if the error says where it is
 */
gboolean
squill_model_parse_position (const GError *error, guint *line, guint *column)
{
  g_return_val_if_fail (error != NULL, FALSE);
  g_return_val_if_fail (line != NULL && column != NULL, FALSE);

  return (g_error_matches (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX) ||
          g_error_matches (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_MARKED)) &&
         sscanf (error->message, "%u:%u: ", line, column) == 2;
}

/**
 * squill_model_load:
 * @file: a .squill file
 * @cancellable: (nullable): to stop it
 * @etag: (out) (optional) (nullable): which state of the file was read, for squill_model_save()
 * @error: of reading the file, and as squill_model_new_from_data()
 *
 * Returns: (transfer full) (nullable): the model in the file
 */
SquillModel *
squill_model_load (GFile *file, GCancellable *cancellable, char **etag, GError **error)
{
  g_autofree char *data = NULL;
  g_autofree char *read_etag = NULL;
  SquillModel *self;
  gsize length;

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  /* Asked before reading: what changes in between is noticed when it is saved. */
  read_etag = squill_file_query_etag (file, cancellable);
  if (!squill_file_load (file, cancellable, &data, &length, error))
    return NULL;
  self = squill_model_new_from_data (data, length, error);
  if (self != NULL && etag != NULL)
    *etag = g_steal_pointer (&read_etag);
  return self;
}

static void
load_in_thread (GTask *task, gpointer source, gpointer file, GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *etag = NULL;
  SquillModel *model = squill_model_load (file, cancellable, &etag, &error);

  if (model == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  g_object_set_data_full (G_OBJECT (task), "squill-etag", g_steal_pointer (&etag), g_free);
  g_task_return_pointer (task, model, g_object_unref);
}

/**
 * squill_model_load_async:
 * @file: a .squill file
 * @cancellable: (nullable): to stop it
 * @callback: called when it is read
 * @user_data: for @callback
 *
 * Reads a model in a thread.
 */
void
squill_model_load_async (GFile *file,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_return_if_fail (G_IS_FILE (file));

  g_task_set_source_tag (task, squill_model_load_async);
  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  g_task_run_in_thread (task, load_in_thread);
}

/**
 * squill_model_load_finish:
 * @result: what the callback got
 * @etag: (out) (optional) (nullable): as squill_model_load()
 * @error: as squill_model_load()
 *
 * Returns: (transfer full) (nullable): the model
 */
SquillModel *
squill_model_load_finish (GAsyncResult *result, char **etag, GError **error)
{
  SquillModel *model;

  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  model = g_task_propagate_pointer (G_TASK (result), error);
  if (model != NULL && etag != NULL)
    *etag = g_strdup (g_object_get_data (G_OBJECT (result), "squill-etag"));
  return model;
}

/* What cannot be read back must not replace what can. */
static gboolean
check_readable (const char *data, gsize length, GError **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autoptr (SquillModel) again = squill_model_new_from_data (data, length, &local_error);

  if (again != NULL)
    return TRUE;
  g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_INVALID,
               _ ("The model was not saved, because the file could not be read again: %s"),
               local_error->message);
  return FALSE;
}

/**
 * squill_model_save:
 * @self: a model
 * @file: where to
 * @etag: (nullable): the state of the file that the model comes from, or
 *   %SQUILL_FILE_ETAG_UNKNOWN; %NULL: replace whatever is there
 * @new_etag: (out) (optional) (nullable): the state of the file now
 * @cancellable: (nullable): to stop it
 * @error: of writing; %SQUILL_MODEL_ERROR_INVALID if what would be written could not be read again;
 *   %SQUILL_MODEL_ERROR_CHANGED if somebody else wrote the file since it was
 * read; %SQUILL_MODEL_ERROR_READ_ONLY if the model was written by a newer program
 *
 * Writes a model with squill_file_write(): at every moment the file holds either what it held or
 * all of the model.
 *
 * Returns: %TRUE if the file holds the model; squill_model_set_saved() is the caller's to call
 */
gboolean
squill_model_save (SquillModel *self,
                   GFile *file,
                   const char *etag,
                   char **new_etag,
                   GCancellable *cancellable,
                   GError **error)
{
  g_autofree char *data = NULL;
  g_autoptr (GError) own = NULL;
  gsize length;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);
  g_return_val_if_fail (G_IS_FILE (file), FALSE);

  if (squill_model_get_read_only (self))
    {
      g_set_error_literal (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_READ_ONLY,
                           _ ("A newer version of Squill wrote this model, and saving it here "
                              "would lose what this version does not know"));
      return FALSE;
    }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;

  data = squill_model_to_data (self, &length);
  if (!check_readable (data, length, error))
    return FALSE;
  if (squill_file_write (file, data, length, SQUILL_FILE_ACCESS_USUAL, etag, new_etag, cancellable,
                         &own))
    return TRUE;
  if (g_error_matches (own, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG))
    g_set_error_literal (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_CHANGED, own->message);
  else
    g_propagate_error (error, g_steal_pointer (&own));
  return FALSE;
}
