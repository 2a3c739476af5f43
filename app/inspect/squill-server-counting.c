/* SPDX-License-Identifier: Apache-2.0 */

/* Counting on the server, for collections of which only a sample was read. The sample shows which
 * paths exist; the server counts how often each occurs in all documents, and with which types.
 * Commands have a time limit, and what the server does not answer stays as it is in the sample. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-inspect-private.h"

#include "bson/squill-bson-json.h"
#include "inspect/reference/squill-reference.h"
#include "inspect/server/squill-server.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The time limit of a command. */
#define MAX_MILLISECONDS 30000
/* Paths after these are not counted. */
#define MAX_PATHS 1000u
/* Distinct values are counted for at most this many paths, */
#define MAX_DISTINCT 20u
/* exactly if there are at most this many values, and otherwise in a sample of about this size. */
#define MAX_VALUES 200000u
/* In documents: without an index on the key each reference scans the whole collection. */
#define MAX_WITHOUT_INDEX 10000u
/* References after these are not counted. */
#define MAX_REFERENCES 100u

typedef struct
{
  SquillProfile *profile;
  GHashTable *places;
  const SquillInspectOptions *options;
  GCancellable *cancellable;
  gboolean no_hashing; /* the server has no $toHashedIndexKey */
  gboolean over;       /* no other command would succeed */
} Counting;

static void
field_free (gpointer data)
{
  SquillServerField *self = data;

  g_free (self->name);
  g_free (self->parent);
  g_strfreev (self->arrays);
  g_free (self);
}

/* Whether a pipeline can refer to a field of this name. */
static gboolean
is_name (const SquillPath *path)
{
  return path->name_length > 0 && strlen (path->name) == path->name_length &&
         path->name[0] != '$' && strchr (path->name, '.') == NULL &&
         g_utf8_validate (path->name, (gssize)path->name_length, NULL);
}

static void
list_below (
    GPtrArray *fields, guint most, SquillPath *path, const char *name, const char *const *arrays)
{
  for (SquillPath *child = path->first; child != NULL; child = child->next)
    {
      SquillServerField *field;

      if (fields->len >= most || !is_name (child))
        continue;
      field = g_new0 (SquillServerField, 1);
      field->path = child;
      field->name =
          name != NULL ? g_strconcat (name, ".", child->name, NULL) : g_strdup (child->name);
      field->parent = g_strdup (name);
      field->arrays = g_strdupv ((char **)arrays);
      g_ptr_array_add (fields, field);
      list_below (fields, most, child, field->name, arrays);
    }
  /* After $unwind the elements have the name of the array. */
  if (path->elements != NULL && name != NULL && fields->len < most)
    {
      g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
      SquillServerField *field = g_new0 (SquillServerField, 1);

      g_strv_builder_addv (builder, (const char **)arrays);
      g_strv_builder_add (builder, name);
      field->path = path->elements;
      field->name = g_strdup (name);
      field->arrays = g_strv_builder_end (builder);
      g_ptr_array_add (fields, field);
      list_below (fields, most, path->elements, name, (const char *const *)field->arrays);
    }
}

/* Lists up to @most paths that a server can count: all but those in maps, and those with names that
 * mean something else in a pipeline. They are in the order of the documents, each after its parent.
 */
GPtrArray *
_squill_server_fields_list (SquillPath *root, guint most)
{
  static const char *const no_arrays[] = { NULL };
  GPtrArray *fields = g_ptr_array_new_with_free_func (field_free);

  list_below (fields, most, root, NULL, no_arrays);
  return fields;
}

/* Whether the same arrays are unwound for both paths, so that one pipeline can count them. */
gboolean
_squill_server_field_is_beside (const SquillServerField *self, const SquillServerField *other)
{
  return g_strv_equal ((const char *const *)self->arrays, (const char *const *)other->arrays);
}

/* The time limit of the next command in milliseconds; 0 when no time is left. */
static guint
get_time (const Counting *self)
{
  gint64 left;

  if (self->over || g_cancellable_is_cancelled (self->cancellable))
    return 0;
  if (self->options->deadline == 0)
    return MAX_MILLISECONDS;
  left = (self->options->deadline - g_get_monotonic_time ()) / 1000;
  return (guint)CLAMP (left, 0, MAX_MILLISECONDS);
}

static void
report (Counting *self, const SquillSourceCollection *place, const char *reason)
{
  squill_problem_list_add_for_file (squill_profile_get_problem_list (self->profile), place->label,
                                    reason);
}

/* Reports why the server did not count, and frees @failure. */
static gboolean
take_failure (Counting *self, const SquillSourceCollection *place, GError *failure)
{
  g_autofree char *reason = NULL;

  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      self->over = TRUE;
    }
  else
    {
      /* Translators: why it was not counted. */
      reason =
          g_strdup_printf (_ ("Not everything was counted on the server: %s"), failure->message);
      report (self, place, reason);
      if (!squill_server_error_is_recoverable (failure))
        self->over = TRUE;
    }
  g_error_free (failure);
  return FALSE;
}

static guint64
get_member (const bson_t *document, const char *name)
{
  bson_iter_t iter;

  if (!bson_iter_init_find (&iter, document, name) || !BSON_ITER_HOLDS_NUMBER (&iter))
    return 0;
  return (guint64)MAX (bson_iter_as_int64 (&iter), 0);
}

/* Counts all types of a path, including some that are not in the sample. */
static gboolean
count_types (Counting *self, const SquillSourceCollection *place, const SquillServerField *field)
{
  g_autoptr (GPtrArray) answer = NULL;
  GError *failure = NULL;
  guint time = get_time (self);

  if (time == 0)
    return FALSE;
  answer =
      squill_server_ask (place, _squill_counting_pipeline_types (place->collection, field, time),
                         self->options->deadline, self->cancellable, &failure);
  if (answer == NULL)
    return take_failure (self, place, failure);
  memset (field->path->server->types, 0, sizeof field->path->server->types);
  for (guint i = 0; i < answer->len; i++)
    {
      const bson_t *document = g_ptr_array_index (answer, i);
      bson_iter_t iter;
      SquillTypes type = SQUILL_TYPE_NONE;

      if (bson_iter_init_find (&iter, document, "_id") && BSON_ITER_HOLDS_UTF8 (&iter))
        type = squill_type_from_name (bson_iter_utf8 (&iter, NULL));
      if (type != SQUILL_TYPE_NONE)
        field->path->server->types[g_bit_nth_lsf (type, -1)] = get_member (document, "n");
    }
  return TRUE;
}

/* Counts paths that are in the same objects. */
static gboolean
count_bundle (Counting *self,
              const SquillSourceCollection *place,
              const SquillServerField *const *fields,
              guint n_fields)
{
  guint64 others[SQUILL_COUNTING_PIPELINE_PATHS] = { 0 };
  g_autoptr (GPtrArray) answer = NULL;
  GError *failure = NULL;
  guint time = get_time (self);

  if (time == 0)
    return FALSE;
  answer = squill_server_ask (
      place, _squill_counting_pipeline_count (place->collection, fields, n_fields, time),
      self->options->deadline, self->cancellable, &failure);
  if (answer == NULL)
    return take_failure (self, place, failure);
  if (!_squill_counting_pipeline_take_counts (
          answer->len > 0 ? g_ptr_array_index (answer, 0) : NULL, fields, n_fields, others))
    return FALSE;
  for (guint i = 0; i < n_fields; i++)
    if (others[i] > 0 && !count_types (self, place, fields[i]))
      return FALSE;
  return TRUE;
}

static gboolean
count_documents (Counting *self, const SquillSourceCollection *place, SquillPath *root)
{
  g_autoptr (GPtrArray) answer = NULL;
  GError *failure = NULL;
  guint time = get_time (self);

  if (time == 0)
    return FALSE;
  answer =
      squill_server_ask (place, _squill_counting_pipeline_count (place->collection, NULL, 0, time),
                         self->options->deadline, self->cancellable, &failure);
  if (answer == NULL)
    return take_failure (self, place, failure);
  squill_server_count_free (root->server);
  root->server = squill_server_count_new ();
  if (answer->len > 0)
    root->server->present = get_member (g_ptr_array_index (answer, 0), "a0_all");
  root->server->types[g_bit_nth_lsf (SQUILL_TYPE_OBJECT, -1)] = root->server->present;
  return TRUE;
}

/* Whether the path looks like a key, so that its distinct values are worth counting. */
static gboolean
is_like_a_key (const SquillPath *path)
{
  return path->server != NULL && path->scalars.count > 1 &&
         path->scalars.distinct > path->scalars.count / 2 &&
         (squill_path_get_types (path) & (SQUILL_TYPE_ARRAY | SQUILL_TYPE_OBJECT)) == 0;
}

static void
count_distinct (Counting *self, const SquillSourceCollection *place, const SquillServerField *field)
{
  SquillServerCount *count = field->path->server;
  guint64 one_in = 1;
  g_autoptr (GPtrArray) answer = NULL;
  g_autoptr (GError) failure = NULL;
  guint time = get_time (self);

  while (count->present / one_in > MAX_VALUES)
    one_in *= 2;
  if (time == 0 || (one_in > 1 && self->no_hashing))
    return;
  answer = squill_server_ask (place,
                              _squill_counting_pipeline_distinct (
                                  place->collection, field, (guint)MIN (one_in, G_MAXINT32), time),
                              self->options->deadline, self->cancellable, &failure);
  if (answer != NULL)
    {
      count->distinct =
          answer->len > 0 ? get_member (g_ptr_array_index (answer, 0), "n") * one_in : 0;
      count->distinct_estimated = one_in;
    }
  else if (one_in > 1 && squill_server_error_is_of_command (failure))
    {
      self->no_hashing = TRUE;
    }
  else if (!squill_server_error_is_recoverable (failure))
    {
      self->over = TRUE;
    }
}

static void
count_all_distinct (Counting *self, const SquillSourceCollection *place, GPtrArray *fields)
{
  guint n = 0;

  for (guint i = 0; i < fields->len && n < MAX_DISTINCT; i++)
    {
      const SquillServerField *field = g_ptr_array_index (fields, i);

      if (!is_like_a_key (field->path))
        continue;
      if (g_str_equal (field->name, "_id") && g_str_equal (place->kind, "collection"))
        {
          /* The server enforces that. */
          field->path->server->distinct = field->path->server->present;
          continue;
        }
      count_distinct (self, place, field);
      n++;
    }
}

static void
count_collection (Counting *self,
                  SquillCollectionProfile *collection,
                  const SquillSourceCollection *place)
{
  g_autoptr (GPtrArray) fields = _squill_server_fields_list (collection->root, MAX_PATHS);
  g_autofree gboolean *done = g_new0 (gboolean, fields->len + 1);

  if (!count_documents (self, place, collection->root))
    return;
  for (guint i = 0; i < fields->len; i++)
    {
      const SquillServerField *bundle[SQUILL_COUNTING_PIPELINE_PATHS];
      guint n = 0;

      for (guint j = i; j < fields->len && !done[i] && n < SQUILL_COUNTING_PIPELINE_PATHS; j++)
        {
          const SquillServerField *field = g_ptr_array_index (fields, j);

          if (done[j] || !_squill_server_field_is_beside (g_ptr_array_index (fields, i), field))
            continue;
          bundle[n++] = field;
          if (j > i)
            done[j] = TRUE;
        }
      done[i] = TRUE;
      if (n > 0 && !count_bundle (self, place, bundle, n))
        return;
    }
  if (fields->len >= MAX_PATHS)
    report (
        self, place,
        _ ("There are too many paths to count them on the server; the last ones were not counted"));
  count_all_distinct (self, place, fields);
}

static const SquillServerField *
find_field (GPtrArray *fields, const SquillPath *path)
{
  for (guint i = 0; i < fields->len; i++)
    {
      const SquillServerField *field = g_ptr_array_index (fields, i);

      if (field->path == path)
        return field;
    }
  return NULL;
}

/* Whether an index starts with the field, so that a lookup is fast. */
static gboolean
has_index (const SquillMetadata *metadata, const char *name)
{
  if (g_str_equal (name, "_id"))
    return TRUE;
  for (guint i = 0; metadata != NULL && i < metadata->indexes->len; i++)
    {
      bson_iter_t iter, key;

      if (bson_iter_init_find (&iter, g_ptr_array_index (metadata->indexes, i), "key") &&
          BSON_ITER_HOLDS_DOCUMENT (&iter) && bson_iter_recurse (&iter, &key) &&
          bson_iter_next (&key) && g_str_equal (bson_iter_key (&key), name) &&
          BSON_ITER_HOLDS_NUMBER (&key))
        return TRUE;
    }
  return FALSE;
}

/* In MongoDB numbers of all types are comparable, other values only with those of their type. */
static gboolean
can_compare (const SquillPath *from, const SquillPath *to)
{
  SquillTypes of_from = squill_path_get_types (from) & ~(guint)SQUILL_TYPE_NULL;
  SquillTypes of_to = squill_path_get_types (to) & ~(guint)SQUILL_TYPE_NULL;

  if ((of_from & (SQUILL_TYPE_ARRAY | SQUILL_TYPE_OBJECT)) != 0 ||
      (of_to & (SQUILL_TYPE_ARRAY | SQUILL_TYPE_OBJECT)) != 0)
    return FALSE;
  if ((of_from & SQUILL_TYPES_NUMERIC) != 0)
    of_from |= SQUILL_TYPES_NUMERIC;
  if ((of_to & SQUILL_TYPES_NUMERIC) != 0)
    of_to |= SQUILL_TYPES_NUMERIC;
  return of_from == of_to;
}

static void
take_examples (Counting *self,
               SquillReference *reference,
               const SquillSourceCollection *place,
               bson_t *command)
{
  g_autoptr (GPtrArray) answer =
      squill_server_ask (place, command, self->options->deadline, self->cancellable, NULL);

  if (answer == NULL)
    return;
  json_decref (reference->dangling_values);
  reference->dangling_values = json_array ();
  for (guint i = 0; i < answer->len; i++)
    {
      const bson_t *document = g_ptr_array_index (answer, i);
      json_auto_t *json = squill_document_to_json (bson_get_data (document), document->len);

      json_array_append (reference->dangling_values, json_object_get (json, "_id"));
    }
}

static void
count_reference (Counting *self, SquillReference *reference)
{
  const SquillSourceCollection *from_place = g_hash_table_lookup (self->places, reference->from);
  const SquillSourceCollection *to_place = g_hash_table_lookup (self->places, reference->to);
  g_autoptr (GPtrArray) from_fields = NULL;
  g_autoptr (GPtrArray) to_fields = NULL;
  const SquillServerField *from, *to;
  g_autoptr (GPtrArray) answer = NULL;
  GError *failure = NULL;
  guint time = get_time (self);
  const bson_t *counts;

  if (time == 0 || reference->from_keys || reference->to_keys || reference->prefix != NULL ||
      reference->separator != 0 || reference->when_path != NULL ||
      (reference->traits & (SQUILL_REFERENCE_POLYMORPHIC | SQUILL_REFERENCE_DBREF)) != 0 ||
      (reference->from->complete && reference->to->complete) || from_place == NULL ||
      to_place == NULL || !squill_server_has_both (from_place, to_place) ||
      !can_compare (reference->from_path, reference->to_path))
    return;
  from_fields = _squill_server_fields_list (reference->from->root, MAX_PATHS);
  to_fields = _squill_server_fields_list (reference->to->root, MAX_PATHS);
  from = find_field (from_fields, reference->from_path);
  to = find_field (to_fields, reference->to_path);
  if (from == NULL || to == NULL || to->arrays[0] != NULL ||
      (!has_index (reference->to->metadata, to->name) && to_place->documents > MAX_WITHOUT_INDEX))
    return;

  answer = squill_server_ask (from_place,
                              _squill_counting_pipeline_dangling (
                                  from_place->collection, from, to_place->collection, to, 0, time),
                              self->options->deadline, self->cancellable, &failure);
  if (answer == NULL)
    {
      take_failure (self, from_place, failure);
      return;
    }
  if (answer->len == 0)
    return;
  counts = g_ptr_array_index (answer, 0);
  reference->counted_on_server = TRUE;
  reference->server_references = get_member (counts, "references");
  reference->server_dangling = get_member (counts, "dangling");
  squill_reference_score (reference);
  time = get_time (self);
  if (reference->server_dangling > 0 && self->options->keep_values && time > 0)
    take_examples (self, reference, from_place,
                   _squill_counting_pipeline_dangling (from_place->collection, from,
                                                       to_place->collection, to,
                                                       SQUILL_REFERENCE_MAX_EXAMPLES, time));
  squill_reference_write_evidence (reference);
}

/* Whether the reference is shown at all, so that it is worth counting. */
static gboolean
is_shown (SquillProfile *profile, const SquillReference *candidate)
{
  GPtrArray *references = squill_profile_get_references (profile);

  for (guint i = 0; i < references->len; i++)
    {
      const SquillReference *reference = g_ptr_array_index (references, i);

      if (reference->from_path == candidate->from_path &&
          reference->to_path == candidate->to_path && reference->to_keys == candidate->to_keys)
        return TRUE;
    }
  return FALSE;
}

/* Counts on servers what was not read completely: presence, types, lengths, ranges, and distinct
 * values of the paths in
 * @profile, and dangling references. @places has the place of each collection. What cannot be
 * counted is reported as a problem. Nothing is asked after the deadline of @options. Nothing is
 * changed on the servers. */
void
_squill_server_count_profile (SquillProfile *profile,
                              GHashTable *places,
                              const SquillInspectOptions *options,
                              SquillInspectProgressFunc on_progress,
                              gpointer progress_data,
                              GCancellable *cancellable)
{
  GPtrArray *collections = squill_profile_get_collections (profile);
  GPtrArray *candidates = squill_profile_get_candidates (profile);
  guint asked = 0;
  Counting counting = { profile, places, options, cancellable, FALSE, FALSE };

  /* With a filter, counts of all documents would not match the profile. */
  if (options->filter != NULL)
    return;
  for (guint i = 0; i < collections->len; i++)
    {
      SquillCollectionProfile *collection = g_ptr_array_index (collections, i);
      const SquillSourceCollection *place = g_hash_table_lookup (places, collection);

      if (!collection->complete && place != NULL && squill_server_has_collection (place) &&
          !g_str_equal (place->kind, "view"))
        {
          /* Translators: the name of a collection. */
          g_autofree char *what = g_strdup_printf (_ ("The server counts %s"), place->label);

          if (get_time (&counting) == 0 && !counting.over &&
              !g_cancellable_is_cancelled (cancellable))
            {
              report (&counting, place, _ ("There was no time left to count on the server"));
              break;
            }
          _squill_inspect_tell_wait (what, on_progress, progress_data);
          count_collection (&counting, collection, place);
        }
    }
  for (guint i = 0; i < candidates->len && asked < MAX_REFERENCES; i++)
    if (is_shown (profile, g_ptr_array_index (candidates, i)))
      {
        if (asked == 0)
          _squill_inspect_tell_wait (_ ("The server counts references"), on_progress,
                                     progress_data);
        count_reference (&counting, g_ptr_array_index (candidates, i));
        asked++;
      }
  squill_profile_decide_references (profile);
}
