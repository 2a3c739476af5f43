/* SPDX-License-Identifier: Apache-2.0 */

/* Lets a server count what is too much to carry. Which paths there are is known from the documents
 * that were read; how often they are there, and of what types, the server then says of all. It is
 * asked with limits on its time, and whatever it does not answer stays as it was read. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/server/squill-server-counting.h"

#include "inspect/source/squill-place.h"
#include "inspect/reference/squill-reference-compare.h"
#include "inspect/reference/squill-reference-evidence.h"
#include "inspect/server/squill-server-collection.h"
#include "inspect/server/squill-server-count.h"
#include "inspect/server/squill-server-cursor.h"
#include "inspect/server/squill-server-error.h"
#include "inspect/server/squill-server-pipeline.h"
#include "inspect/server/squill-server.h"
#include "inspect/profile/squill-value-json.h"

#include <glib/gi18n.h>
#include <string.h>

/* Each question may take the server so many milliseconds. */
#define MAX_MILLISECONDS 30000
/* The paths that come after these are not counted. */
#define MAX_PATHS 1000u
/* Of so many paths the different values are counted, */
#define MAX_DISTINCT 20u
/* all of them where there are so many at most, and else a part of about so many. */
#define MAX_VALUES 200000u
/* Without an index on the key, each reference goes through all documents it could lead to. */
#define MAX_WITHOUT_INDEX 10000u
/* References that come after these are not counted. */
#define MAX_REFERENCES 100u

typedef struct
{
  SquillProfile *profile;
  GHashTable *places;
  const SquillInspectOptions *options;
  GCancellable *cancellable;
  gint64 deadline;     /* monotonic; 0: none */
  gboolean no_hashing; /* the server cannot choose values by their hash */
  gboolean over;       /* asking more makes no sense */
} Counting;

/* What the thread that asks is given. */
typedef struct
{
  char *database;
  bson_t *command;
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  g_free (self->database);
  bson_destroy (self->command);
  g_free (self);
}

static void
free_bson (gpointer data)
{
  bson_destroy (data);
}

static void
free_answer (gpointer data)
{
  g_ptr_array_unref (data);
}

static gboolean
add_document_cb (const bson_t *document, gpointer data)
{
  g_ptr_array_add (data, bson_copy (document));
  return TRUE;
}

static gpointer
ask_cb (SquillServerClient *client, gpointer data, GError **error)
{
  Question *question = data;
  g_autoptr (GPtrArray) answer = g_ptr_array_new_with_free_func (free_bson);

  if (!squill_server_for_each (client, question->database, question->command, add_document_cb,
                               answer, error))
    return NULL;
  return g_steal_pointer (&answer);
}

/* Milliseconds that the next question may take; 0 when the time is over. */
static guint
get_time (const Counting *self)
{
  gint64 left;

  if (self->over || g_cancellable_is_cancelled (self->cancellable))
    return 0;
  if (self->deadline == 0)
    return MAX_MILLISECONDS;
  left = (self->deadline - g_get_monotonic_time ()) / 1000;
  return (guint)CLAMP (left, 0, MAX_MILLISECONDS);
}

/* Asks for the documents that a command answers with. */
static GPtrArray *
ask (Counting *self, const SquillPlace *place, bson_t *command, GError **error)
{
  Question *question = g_new (Question, 1);

  question->database = g_strdup (place->database);
  question->command = command;
  return squill_server_connection_run (squill_server_cursor_get_connection (place), ask_cb,
                                       question, question_free, free_answer, self->cancellable,
                                       error);
}

static void
tell (Counting *self, const SquillPlace *place, const char *reason)
{
  squill_problem_list_add_for_file (squill_profile_get_problem_list (self->profile), place->label,
                                    reason);
}

/* Says why the server did not count. Returns whether other questions about this collection make
 * sense. */
static gboolean
take_failure (Counting *self, const SquillPlace *place, GError *failure)
{
  g_autofree char *reason = NULL;

  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      self->over = TRUE;
    }
  else
    {
      /* Translators: why it was not counted. */
      reason = g_strdup_printf (_ ("Not all was counted by the server: %s"), failure->message);
      tell (self, place, reason);
      if (!squill_server_error_is_of_command (failure) &&
          !g_error_matches (failure, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TIMED_OUT))
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

/* All types of a path that has some which were not met before. */
static gboolean
count_types (Counting *self, const SquillPlace *place, const SquillServerField *field)
{
  g_autoptr (GPtrArray) answer = NULL;
  GError *failure = NULL;
  guint time = get_time (self);

  if (time == 0)
    return FALSE;
  answer =
      ask (self, place, squill_server_pipeline_types (place->collection, field, time), &failure);
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

/* Paths that stand beside each other. */
static gboolean
count_bundle (Counting *self,
              const SquillPlace *place,
              const SquillServerField *const *fields,
              guint n_fields)
{
  guint64 others[SQUILL_SERVER_PIPELINE_PATHS] = { 0 };
  g_autoptr (GPtrArray) answer = NULL;
  GError *failure = NULL;
  guint time = get_time (self);

  if (time == 0)
    return FALSE;
  answer = ask (self, place,
                squill_server_pipeline_count (place->collection, fields, n_fields, time), &failure);
  if (answer == NULL)
    return take_failure (self, place, failure);
  if (!squill_server_pipeline_take_counts (answer->len > 0 ? g_ptr_array_index (answer, 0) : NULL,
                                           fields, n_fields, others))
    return FALSE;
  for (guint i = 0; i < n_fields; i++)
    if (others[i] > 0 && !count_types (self, place, fields[i]))
      return FALSE;
  return TRUE;
}

static gboolean
count_documents (Counting *self, const SquillPlace *place, SquillPath *root)
{
  g_autoptr (GPtrArray) answer = NULL;
  GError *failure = NULL;
  guint time = get_time (self);

  if (time == 0)
    return FALSE;
  answer =
      ask (self, place, squill_server_pipeline_count (place->collection, NULL, 0, time), &failure);
  if (answer == NULL)
    return take_failure (self, place, failure);
  squill_server_count_free (root->server);
  root->server = squill_server_count_new ();
  if (answer->len > 0)
    root->server->present = get_member (g_ptr_array_index (answer, 0), "a0_all");
  root->server->types[g_bit_nth_lsf (SQUILL_TYPE_OBJECT, -1)] = root->server->present;
  return TRUE;
}

/* Whether it is worth to know how many different values there are: something that looks like a
 * key. */
static gboolean
is_like_a_key (const SquillPath *path)
{
  return path->server != NULL && path->scalars > 1 && path->distinct > path->scalars / 2 &&
         (squill_path_get_types (path) & (SQUILL_TYPE_ARRAY | SQUILL_TYPE_OBJECT)) == 0;
}

static void
count_distinct (Counting *self, const SquillPlace *place, const SquillServerField *field)
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
  answer = ask (self, place,
                squill_server_pipeline_distinct (place->collection, field,
                                                 (guint)MIN (one_in, G_MAXINT32), time),
                &failure);
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
  else if (!squill_server_error_is_of_command (failure) &&
           !g_error_matches (failure, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TIMED_OUT))
    {
      self->over = TRUE;
    }
}

static void
count_all_distinct (Counting *self, const SquillPlace *place, GPtrArray *fields)
{
  guint n = 0;

  for (guint i = 0; i < fields->len && n < MAX_DISTINCT; i++)
    {
      const SquillServerField *field = g_ptr_array_index (fields, i);

      if (!is_like_a_key (field->path))
        continue;
      if (g_str_equal (field->name, "_id") && g_str_equal (place->kind, "collection"))
        {
          /* The server takes care of that. */
          field->path->server->distinct = field->path->server->present;
          continue;
        }
      count_distinct (self, place, field);
      n++;
    }
}

static void
count_collection (Counting *self, SquillCollectionProfile *collection, const SquillPlace *place)
{
  g_autoptr (GPtrArray) fields = squill_server_fields_list (collection->root, MAX_PATHS);
  g_autofree gboolean *done = g_new0 (gboolean, fields->len + 1);

  if (!count_documents (self, place, collection->root))
    return;
  for (guint i = 0; i < fields->len; i++)
    {
      const SquillServerField *bundle[SQUILL_SERVER_PIPELINE_PATHS];
      guint n = 0;

      for (guint j = i; j < fields->len && !done[i] && n < SQUILL_SERVER_PIPELINE_PATHS; j++)
        {
          const SquillServerField *field = g_ptr_array_index (fields, j);

          if (done[j] || !squill_server_field_is_beside (g_ptr_array_index (fields, i), field))
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
    tell (self, place, _ ("There are too many paths for the server to count; the last were not"));
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

/* Whether an index begins with the field, so that it is quick to look a value up. */
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

/* The server compares numbers of all types, and otherwise values of the same type only. */
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
               const SquillPlace *place,
               bson_t *command)
{
  g_autoptr (GPtrArray) answer = ask (self, place, command, NULL);

  if (answer == NULL)
    return;
  json_decref (reference->dangling_values);
  reference->dangling_values = json_array ();
  for (guint i = 0; i < answer->len; i++)
    {
      const bson_t *document = g_ptr_array_index (answer, i);
      json_t *json = squill_document_to_json (bson_get_data (document), document->len);

      json_array_append (reference->dangling_values, json_object_get (json, "_id"));
      json_decref (json);
    }
}

static void
count_reference (Counting *self, SquillReference *reference)
{
  const SquillPlace *from_place = g_hash_table_lookup (self->places, reference->from);
  const SquillPlace *to_place = g_hash_table_lookup (self->places, reference->to);
  g_autoptr (GPtrArray) from_fields = NULL;
  g_autoptr (GPtrArray) to_fields = NULL;
  const SquillServerField *from, *to;
  g_autoptr (GPtrArray) answer = NULL;
  GError *failure = NULL;
  guint time = get_time (self);
  const bson_t *counts;

  if (time == 0 || reference->from_keys || reference->to_keys || reference->prefix != NULL ||
      reference->when_path != NULL ||
      (reference->traits & (SQUILL_REFERENCE_POLYMORPHIC | SQUILL_REFERENCE_DBREF)) != 0 ||
      (reference->from->complete && reference->to->complete) || from_place == NULL ||
      to_place == NULL || squill_server_cursor_get_connection (from_place) == NULL ||
      squill_server_cursor_get_connection (from_place) !=
          squill_server_cursor_get_connection (to_place) ||
      !g_str_equal (from_place->database, to_place->database) ||
      !can_compare (reference->from_path, reference->to_path))
    return;
  from_fields = squill_server_fields_list (reference->from->root, MAX_PATHS);
  to_fields = squill_server_fields_list (reference->to->root, MAX_PATHS);
  from = find_field (from_fields, reference->from_path);
  to = find_field (to_fields, reference->to_path);
  if (from == NULL || to == NULL || to->arrays[0] != NULL ||
      (!has_index (reference->to->metadata, to->name) && to_place->documents > MAX_WITHOUT_INDEX))
    return;

  answer = ask (self, from_place,
                squill_server_pipeline_dangling (from_place->collection, from, to_place->collection,
                                                 to, 0, time),
                &failure);
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
                   squill_server_pipeline_dangling (from_place->collection, from,
                                                    to_place->collection, to,
                                                    SQUILL_REFERENCE_MAX_EXAMPLES, time));
  squill_reference_write_evidence (reference);
}

/* Whether it is claimed or worth a look: of all that might be, these are worth the question. */
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

/**
 * squill_server_count_profile:
 * @profile: a finished profile
 * @places: (element-type SquillCollectionProfile SquillPlace): where its collections are from
 * @options: how it was read; no question takes longer than its time, nor do all together
 * @cancellable: (nullable): stops it
 *
 * Lets servers count what was not read wholly: presence, types, lengths, ranges and different
 * values of the paths that were met, and the references that lead nowhere. What they count is added
 * to what was read; what they do not count is told as a problem. Nothing is changed on them.
 */
void
squill_server_count_profile (SquillProfile *profile,
                             GHashTable *places,
                             const SquillInspectOptions *options,
                             GCancellable *cancellable)
{
  GPtrArray *collections = squill_profile_get_collections (profile);
  GPtrArray *candidates = squill_profile_get_candidates (profile);
  guint asked = 0;
  Counting counting = { profile, places, options, cancellable, 0, FALSE, FALSE };

  /* Of those that match only, nothing is to be said of all. */
  if (options->filter != NULL)
    return;
  if (options->max_seconds > 0)
    counting.deadline =
        g_get_monotonic_time () + (gint64)(options->max_seconds * (double)G_USEC_PER_SEC);
  for (guint i = 0; i < collections->len; i++)
    {
      SquillCollectionProfile *collection = g_ptr_array_index (collections, i);
      const SquillPlace *place = g_hash_table_lookup (places, collection);

      if (!collection->complete && place != NULL &&
          squill_server_cursor_get_connection (place) != NULL && !g_str_equal (place->kind, "view"))
        count_collection (&counting, collection, place);
    }
  for (guint i = 0; i < candidates->len && asked < MAX_REFERENCES; i++)
    if (is_shown (profile, g_ptr_array_index (candidates, i)))
      {
        count_reference (&counting, g_ptr_array_index (candidates, i));
        asked++;
      }
  squill_profile_decide_again (profile);
}
