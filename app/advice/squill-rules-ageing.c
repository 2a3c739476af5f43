/* SPDX-License-Identifier: Apache-2.0 */

/* Family H: documents that are no longer needed. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-transform-private.h"
#include "design/squill-cost.h"
#include "design/squill-storage.h"
#include "model/squill-dialect.h"
#include "text/squill-text.h"

#define DAY 86400.0
#define MONTH (DAY * 365.25 / 12)
#define MAX_SECONDS 2147483647.0

static const SquillIndex *
get_index (SquillRun *run, const SquillCollectionIndex *index)
{
  return index->index == NULL
             ? NULL
             : squill_model_get_item_of_kind (run->model, index->index, SQUILL_KIND_INDEX);
}

static void
add_sentence (GString *text, const char *sentence)
{
  if (text->len > 0)
    g_string_append_c (text, ' ');
  g_string_append (text, sentence);
}

/* ttl-invalid */

static const SquillShape *
get_shape (const SquillCollection *collection, const SquillCollectionIndex *index, guint i)
{
  return _squill_collection_find_shape (collection,
                                        ((const SquillKey *)index->keys->pdata[i])->path);
}

static gboolean
is_ascending_or_descending (const SquillKey *key)
{
  return *key->operator== '\0' || g_str_equal (key->operator, "1") ||
         g_str_equal (key->operator, "-1");
}

/* Lets documents expire by this key: by an index that has no other, where there is one. */
static void
expire_by (SquillFix *fix,
           SquillRun *run,
           const SquillEntity *entity,
           const SquillKey *key,
           double seconds)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_key_free);

  SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
    {
      const SquillKey *own =
          index->keys != NULL && index->keys->len == 1 ? index->keys->pdata[0] : NULL;

      if (own != NULL && g_str_equal (own->path, key->path) && is_ascending_or_descending (own) &&
          index->partial == NULL && isnan (index->expire_after))
        {
          _squill_fix_set (fix, index->item.id, "expire_after", squill_json_number (seconds));
          return;
        }
    }
  g_ptr_array_add (keys, squill_key_new (key->path, "1"));
  g_free (_squill_fix_add_index (fix, run->model, entity, keys, FALSE, seconds));
}

/* Of several keys one may be the date that is meant. */
static SquillFix *
make_single_fix (SquillRun *run,
                 const SquillCollection *collection,
                 const SquillCollectionIndex *placed,
                 const SquillIndex *index)
{
  const SquillKey *date = NULL;
  g_autofree char *name = NULL;
  SquillFix *fix;

  if (index->item.parent->kind != SQUILL_KIND_ENTITY || placed->keys->len != index->keys->len)
    return NULL;
  for (guint i = 0; i < placed->keys->len; i++)
    {
      const SquillShape *shape = get_shape (collection, placed, i);

      if (shape == NULL || shape->types != SQUILL_TYPE_DATE)
        continue;
      if (date != NULL)
        return NULL;
      date = index->keys->pdata[i];
      g_free (name);
      name = squill_shape_get_query_path (shape);
    }
  if (date == NULL)
    return NULL;
  fix = _squill_fix_new (g_strdup_printf (_ ("Expire by an index on %s alone"), name));
  _squill_fix_set (fix, index->item.id, "expire_after", NULL);
  expire_by (fix, run, (const SquillEntity *)index->item.parent, date, index->expire_after);
  return fix;
}

static void
check_seconds (GString *text, double seconds)
{
  g_autofree char *sentence = NULL, *most = NULL;

  if (seconds >= 0 && seconds <= MAX_SECONDS)
    return;
  most = squill_text_count (MAX_SECONDS);
  sentence =
      g_strdup_printf (_ ("The server only accepts a time from 0 to %s seconds to expire."), most);
  add_sentence (text, sentence);
}

static void
check_expiring_index (SquillRun *run,
                      const SquillCollection *collection,
                      const SquillCollectionIndex *placed)
{
  const SquillIndex *index = get_index (run, placed);
  const SquillKey *first = placed->keys->len == 0 ? NULL : placed->keys->pdata[0];
  const SquillShape *shape = first == NULL ? NULL : get_shape (collection, placed, 0);
  SquillSeverity severity = SQUILL_SEVERITY_ERROR;
  g_autofree char *sentence = NULL;
  GString *text;
  SquillFinding *finding;
  SquillFix *fix = NULL;

  if (index == NULL || isnan (index->expire_after) || first == NULL)
    return;
  text = g_string_new (NULL);
  if (placed->keys->len > 1)
    {
      sentence = g_strdup_printf (
          _ ("The index of “%s” that lets documents expire has %u fields, but only an index on a "
             "single one can: the server refuses it."),
          collection->name, placed->keys->len);
      fix = make_single_fix (run, collection, placed, index);
    }
  else if (g_str_equal (first->path, "_id"))
    sentence = g_strdup_printf (_ ("Documents of “%s” cannot expire by “_id”: the server refuses "
                                   "such an index."),
                                collection->name);
  else if (!is_ascending_or_descending (first))
    sentence = g_strdup_printf (_ ("Documents of “%s” cannot expire by the index on “%s”, which is "
                                   "neither ascending nor descending."),
                                collection->name, first->path);
  else if (shape != NULL && shape->types != SQUILL_TYPE_NONE &&
           (shape->types & SQUILL_TYPE_DATE) == 0)
    sentence = g_strdup_printf (_ ("Documents of “%s” never expire, because “%s” is no date."),
                                collection->name, first->path);
  else if (shape != NULL &&
           (shape->types & ~(SquillTypes)(SQUILL_TYPE_DATE | SQUILL_TYPE_NULL)) != 0)
    {
      sentence = g_strdup_printf (
          _ ("Documents of “%s” whose “%s” is no date never expire, and it need not be one."),
          collection->name, first->path);
      severity = SQUILL_SEVERITY_WARNING;
    }
  if (sentence != NULL)
    add_sentence (text, sentence);
  check_seconds (text, index->expire_after);
  if (text->len == 0)
    {
      g_string_free (text, TRUE);
      return;
    }
  if (sentence == NULL)
    fix = _squill_fix_new_set (g_strdup (_ ("Set the nearest time that is allowed")),
                               index->item.id, "expire_after",
                               squill_json_number (CLAMP (index->expire_after, 0, MAX_SECONDS)));
  if (!(index->expire_after >= 0 && index->expire_after <= MAX_SECONDS))
    severity = SQUILL_SEVERITY_ERROR;
  finding = _squill_run_report (run, severity, index, 1, g_string_free (text, FALSE));
  _squill_finding_set_place (finding, collection->id, first->path);
  _squill_finding_set_number (finding, "seconds", index->expire_after);
  _squill_finding_set_number (finding, "keys", placed->keys->len);
  finding->fix = fix;
}

/* What a collection itself says. */
static void
check_expiring_collection (SquillRun *run,
                           const SquillCollection *collection,
                           const SquillEntity *entity)
{
  const SquillShape *id;
  GString *text;
  g_autofree char *sentence = NULL;
  SquillFinding *finding;

  if (entity == NULL || isnan (entity->expire_after) || entity->capped)
    return;
  id = squill_shape_find (collection->shape, "_id");
  text = g_string_new (NULL);
  if (entity->time_field == NULL && !entity->clustered)
    sentence = g_strdup_printf (_ ("“%s” cannot expire documents by itself: only time series and "
                                   "clustered collections can, others need an index on a date."),
                                collection->name);
  else if (entity->time_field == NULL && id != NULL && id->types != SQUILL_TYPE_NONE &&
           (id->types & SQUILL_TYPE_DATE) == 0)
    sentence = g_strdup_printf (_ ("Documents of “%s” never expire, because their “_id”, by which "
                                   "they are clustered, is no date."),
                                collection->name);
  if (sentence != NULL)
    add_sentence (text, sentence);
  check_seconds (text, entity->expire_after);
  if (text->len == 0)
    {
      g_string_free (text, TRUE);
      return;
    }
  finding = _squill_run_report (run, SQUILL_SEVERITY_ERROR, entity, 1, g_string_free (text, FALSE));
  _squill_finding_set_place (finding, collection->id, NULL);
  _squill_finding_set_number (finding, "seconds", entity->expire_after);
  if (sentence == NULL)
    finding->fix = _squill_fix_new_set (
        g_strdup (_ ("Set the nearest time that is allowed")), entity->item.id, "expire_after",
        squill_json_number (CLAMP (entity->expire_after, 0, MAX_SECONDS)));
}

static void
check_invalid (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;

  for (guint i = 0; i < collection->indexes->len; i++)
    check_expiring_index (run, collection, collection->indexes->pdata[i]);
  check_expiring_collection (run, collection, _squill_run_get_root_entity (run, collection));
}

/* ttl-duplicate */

static gboolean
has_same_key (const SquillCollectionIndex *a, const SquillCollectionIndex *b)
{
  const SquillKey *one, *other;

  if (a->keys->len != 1 || b->keys->len != 1)
    return FALSE;
  one = a->keys->pdata[0];
  other = b->keys->pdata[0];
  return g_str_equal (one->path, other->path) && g_str_equal (one->operator, other->operator);
}

static gboolean
is_equal_json (const json_t *a, const json_t *b)
{
  return (a == NULL && b == NULL) || json_equal (a, b);
}

/* What makes two indexes with the same key two indexes. */
static gboolean
is_same_index (const SquillIndex *a, const SquillIndex *b)
{
  return is_equal_json (a->collation, b->collation) && is_equal_json (a->partial, b->partial);
}

/* One index is left, with the longer life: what is gone does not come back. */
static SquillFix *
make_merge_fix (const SquillIndex *index, const SquillIndex *other, const char *path)
{
  SquillFix *fix;

  if (!isnan (other->expire_after))
    return NULL;
  fix = _squill_fix_new (g_strdup_printf (_ ("Let the other index on %s expire documents"), path));
  _squill_fix_set (fix, other->item.id, "expire_after", squill_json_number (index->expire_after));
  if (index->unique && !other->unique)
    _squill_fix_set (fix, other->item.id, "unique", json_true ());
  _squill_fix_remove (fix, index->item.id);
  return fix;
}

static void
check_duplicate (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;

  for (guint i = 0; i < collection->indexes->len; i++)
    for (guint j = 0; j < collection->indexes->len; j++)
      {
        const SquillCollectionIndex *placed = collection->indexes->pdata[i];
        const SquillCollectionIndex *beside = collection->indexes->pdata[j];
        const SquillIndex *index = get_index (run, placed), *other = get_index (run, beside);
        const SquillKey *key;
        SquillFinding *finding;

        if (i == j || index == NULL || other == NULL || isnan (index->expire_after) ||
            !has_same_key (placed, beside) || !is_same_index (index, other))
          continue;
        /* Of two that expire, the first is said. */
        if (!isnan (other->expire_after) && strcmp (index->item.id, other->item.id) > 0)
          continue;
        key = placed->keys->pdata[0];
        finding = _squill_run_report (
            run, SQUILL_SEVERITY_ERROR, index, 1,
            isnan (other->expire_after)
                ? g_strdup_printf (_ ("“%s” has 2 indexes on “%s”, one that lets documents expire "
                                      "and one that does not: the server refuses the second."),
                                   collection->name, key->path)
                : g_strdup_printf (_ ("“%s” has 2 indexes on “%s” that let documents expire after "
                                      "different times: the server refuses the second."),
                                   collection->name, key->path));
        _squill_finding_set_place (finding, collection->id, key->path);
        _squill_finding_set_number (finding, "indexes", 2);
        if (index->item.parent == other->item.parent)
          finding->fix = make_merge_fix (index, other, key->path);
        break;
      }
}

/* ttl-burst */

/* The entity whose documents a collection holds, be it many in one. */
static const SquillEntity *
get_held_entity (SquillRun *run, const SquillCollection *collection)
{
  return collection->kind == SQUILL_COLLECTION_JUNCTION
             ? NULL
             : squill_model_get_entity (run->model, collection->entity);
}

/* The days after which the server itself removes a document; NaN if it does not. */
static double
get_expiry (SquillRun *run, const SquillCollection *collection, const SquillIndex **by)
{
  const SquillEntity *entity = get_held_entity (run, collection);

  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillIndex *index = get_index (run, collection->indexes->pdata[i]);

      if (index != NULL && !isnan (index->expire_after) && index->item.parent == &entity->item)
        {
          *by = index;
          return index->expire_after / DAY;
        }
    }
  return entity != NULL && (entity->time_field != NULL || entity->clustered)
             ? entity->expire_after / DAY
             : NAN;
}

/* The share by which a number that somebody gave may be off. */
#define ROUGH 0.5

static void
check_burst (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  const SquillEntity *entity = _squill_run_get_root_entity (run, collection);
  const SquillIndex *index = NULL;
  double days, rate, count, left;
  g_autofree char *number = NULL, *day = NULL;
  SquillFinding *finding;

  if (entity == NULL || entity->time_field != NULL)
    return;
  days = get_expiry (run, collection, &index);
  rate = _squill_run_get_insert_rate (run, entity);
  count = squill_triple_get_usual (collection->count);
  /* Of dates that lie ahead, on which each expires, nobody knows how many are past. */
  if (!(days > 0) || isnan (rate))
    return;
  /* What was read of a server has been expiring there. */
  left = index != NULL && index->evidence != NULL ? NAN : count - rate * days * DAY;
  /* Counts and rates are rough: of what expires steadily as many seem to be left over. */
  if (left > _squill_run_get (run, SQUILL_THRESHOLD_TTL_BACKLOG) && left > ROUGH * count)
    {
      number = squill_text_estimate (left);
      day = squill_text_count (days);
      finding = _squill_run_report (
          run, SQUILL_SEVERITY_HINT, entity, log10 (left),
          g_strdup_printf (
              _ ("About %s documents of “%s” are older than %s days and would expire at once. "
                 "Delete them in batches, at a quiet time, before the index is created."),
              number, collection->name, day));
      _squill_finding_set_number (finding, "documents", left);
    }
  else if (rate > _squill_run_get (run, SQUILL_THRESHOLD_TTL_RATE))
    {
      number = squill_text_rate (rate);
      finding = _squill_run_report (
          run, SQUILL_SEVERITY_HINT, entity, log10 (rate),
          g_strdup_printf (
              _ ("Documents of “%s” expire as fast as they are written, %s, and each deletion is "
                 "replicated by itself. Whole collections, or the buckets of a time series, are "
                 "dropped at once."),
              collection->name, number));
      _squill_finding_set_number (finding, "rate", rate);
    }
  else
    return;
  _squill_finding_set_place (finding, collection->id, NULL);
  _squill_finding_set_number (finding, "days", days);
}

/* capped-misuse */

/* What an update may make longer. */
static gboolean
may_grow (SquillRun *run, const SquillUse *use)
{
  const SquillOperation *operation = use->operation;
  const SquillTypes fixed = SQUILL_TYPES_NUMERIC | SQUILL_TYPE_DATE | SQUILL_TYPE_BOOL |
                            SQUILL_TYPE_OBJECT_ID | SQUILL_TYPE_TIMESTAMP;

  for (guint i = 0; operation->writes != NULL && i < operation->writes->len; i++)
    {
      const SquillKey *key = operation->writes->pdata[i];
      const SquillField *field =
          squill_model_get_field (run->model, squill_key_path_get_last (key->path));

      if (field != NULL &&
          (_squill_field_has_many (field) || (field->types & ~fixed) != 0 || !field->required))
        return TRUE;
    }
  return FALSE;
}

static void
check_capped_use (SquillRun *run, const SquillUse *use, GString *text, SquillSeverity *severity)
{
  const SquillOperation *operation = use->operation;
  const char *name = _squill_wording_name (operation);
  g_autofree char *sentence = NULL;

  if (use->reads)
    return;
  if (operation->transaction)
    {
      sentence =
          g_strdup_printf (_ ("“%s” writes to it in a transaction, which is refused."), name);
      *severity = SQUILL_SEVERITY_ERROR;
    }
  else if (operation->operation == SQUILL_OPERATION_DELETE &&
           !squill_model_has_version (run->model, 5, 0))
    {
      sentence = g_strdup_printf (
          _ ("“%s” deletes documents, which is refused before MongoDB 5.0."), name);
      *severity = SQUILL_SEVERITY_ERROR;
    }
  else if (operation->operation == SQUILL_OPERATION_UPDATE && may_grow (run, use))
    sentence = g_strdup_printf (
        _ ("“%s” can make documents longer, and older servers refuse that."), name);
  if (sentence != NULL)
    add_sentence (text, sentence);
}

static SquillFix *
make_uncapped_fix (const SquillEntity *entity)
{
  SquillFix *fix = _squill_fix_new_set (g_strdup (_ ("Make it an ordinary collection")),
                                        entity->item.id, "capped", NULL);

  if (!isnan (entity->capped_size))
    _squill_fix_set (fix, entity->item.id, "capped_size", NULL);
  if (!isnan (entity->capped_documents))
    _squill_fix_set (fix, entity->item.id, "capped_documents", NULL);
  if (isnan (squill_entity_get_retention (entity)))
    _squill_fix_lose (fix, g_strdup_printf (_ ("The oldest documents of “%s” are no longer removed "
                                               "when a size is reached."),
                                            _squill_wording_name (entity)));
  return fix;
}

static void
check_capped (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  const SquillEntity *entity = _squill_run_get_root_entity (run, collection);
  const SquillIndex *index = NULL;
  SquillSeverity severity = SQUILL_SEVERITY_WARNING;
  const GPtrArray *uses;
  GString *text;
  g_autofree char *reasons = NULL;
  SquillFinding *finding;

  if (entity == NULL || !entity->capped || entity->time_field != NULL)
    return;
  text = g_string_new (NULL);
  if (!squill_model_has_feature (run->model, SQUILL_FEATURE_CAPPED))
    add_sentence (text, _ ("This server has no capped collections."));
  if (entity->shard_key != NULL && entity->shard_key->len > 0)
    add_sentence (text, _ ("It has a shard key, but a capped collection cannot be sharded."));
  get_expiry (run, collection, &index);
  if (index != NULL || !isnan (entity->expire_after))
    add_sentence (text,
                  _ ("Its documents are to expire, but those of a capped collection do not."));
  if (text->len > 0)
    severity = SQUILL_SEVERITY_ERROR;
  uses = squill_operation_index_get_uses_from (run->operations, entity->item.id);
  for (guint i = 0; i < uses->len; i++)
    check_capped_use (run, uses->pdata[i], text, &severity);
  if (text->len == 0)
    {
      g_string_free (text, TRUE);
      return;
    }
  reasons = g_string_free (text, FALSE);
  finding =
      _squill_run_report (run, severity, entity, 1,
                          g_strdup_printf (_ ("“%s” is capped. %s"), collection->name, reasons));
  _squill_finding_set_place (finding, collection->id, NULL);
  finding->fix = make_uncapped_fix (entity);
}

/* ageing-missing */

/* Words that name what is written once and is worth less every day. */
static gboolean
is_history (const char *name)
{
  static const char *const words[] = { "log",      "logs",        "event",        "events",
                                       "session",  "sessions",    "history",      "audit",
                                       "audits",   "metric",      "metrics",      "reading",
                                       "readings", "measurement", "measurements", "telemetry",
                                       "trace",    "traces",      "logmsg" };
  g_autofree char *separated = NULL;
  g_auto (GStrv) parts = NULL;
  GString *text = g_string_new (NULL);

  /* systemLog, system_log, system-log */
  for (const char *p = name; p != NULL && *p != '\0'; p++)
    {
      if (g_ascii_isupper (*p) && p > name && g_ascii_islower (p[-1]))
        g_string_append_c (text, ' ');
      g_string_append_c (text, g_ascii_isalnum (*p) ? g_ascii_tolower (*p) : ' ');
    }
  separated = g_string_free (text, FALSE);
  parts = g_strsplit (separated, " ", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    for (guint j = 0; j < G_N_ELEMENTS (words); j++)
      if (g_str_equal (parts[i], words[j]))
        return TRUE;
  return FALSE;
}

/** TRUE if somebody deletes what is old of an entity, and not just this one or that. */
gboolean
_squill_run_is_cleaned (SquillRun *run, const SquillEntity *entity)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, entity->item.id);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)uses->pdata[i])->operation;

      if (operation->operation != SQUILL_OPERATION_DELETE)
        continue;
      if (operation->multi || operation->documents > 1)
        return TRUE;
      for (guint j = 0; operation->filter != NULL && j < operation->filter->len; j++)
        if (g_str_equal (((const SquillKey *)operation->filter->pdata[j])->operator, "range"))
          return TRUE;
    }
  return FALSE;
}

/** The one date that every document of an entity has; %NULL if there is none, or if there are
 * several. */
const SquillField *
_squill_entity_find_date (const SquillEntity *entity)
{
  const SquillField *found = NULL;

  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      if (field->types != SQUILL_TYPE_DATE || field->array || field->map || !field->required ||
          g_strcmp0 (field->name, "_id") == 0)
        continue;
      if (found != NULL)
        return NULL;
      found = field;
    }
  return found;
}

/** A fix that lets documents of an entity expire after the time that they are kept (transfer full);
 * %NULL where that is not known, or where it is not known how old they are. */
SquillFix *
_squill_fix_new_expiry (SquillRun *run, const SquillEntity *entity)
{
  const SquillField *date = _squill_entity_find_date (entity);
  double seconds = entity->retention * DAY;
  g_autofree char *days = NULL;
  SquillKey key;
  SquillFix *fix;

  if (isnan (seconds) || seconds > MAX_SECONDS || seconds < 0)
    return NULL;
  days = squill_text_count (entity->retention);
  if (entity->time_field != NULL || date == NULL)
    return entity->time_field == NULL
               ? NULL
               : _squill_fix_new_set (g_strdup_printf (_ ("Let them expire after %s days"), days),
                                      entity->item.id, "expire_after",
                                      squill_json_number (seconds));
  fix =
      _squill_fix_new (g_strdup_printf (_ ("Let them expire %s days after %s"), days, date->name));
  key.path = date->item.id;
  key.operator= (char *) "1";
  expire_by (fix, run, entity, &key, seconds);
  return fix;
}

/* How many come, per second: as many as the projection to the horizon counts with, or else as many
 * as are inserted. */
static double
get_coming (SquillRun *run, const SquillEntity *entity)
{
  return entity->growth > 0 ? entity->growth / MONTH : _squill_run_get_insert_rate (run, entity);
}

/* Something is inserted, or nobody said what is done with them at all. */
static gboolean
may_come (SquillRun *run, const SquillEntity *entity)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, entity->item.id);

  for (guint i = 0; i < uses->len; i++)
    if (((const SquillUse *)uses->pdata[i])->operation->operation == SQUILL_OPERATION_INSERT)
      return TRUE;
  return uses->len == 0;
}

static char *
say_ageing (const SquillEntity *entity,
            const SquillCollection *collection,
            double bytes,
            double kept,
            double days)
{
  g_autofree char *most = NULL, *least = NULL, *time = NULL;

  if (isnan (bytes))
    return g_strdup_printf (
        _ ("Nothing removes old documents of “%s”, which sounds like a record of "
           "what happened. How many come is not known."),
        collection->name);
  most = squill_text_bytes (bytes);
  least = squill_text_bytes (kept);
  if (isnan (entity->retention))
    return g_strdup_printf (_ ("“%s” will have %s at the planning horizon, because nothing removes "
                               "old documents; kept for a year, they would have %s."),
                            collection->name, most, least);
  time = squill_text_years (days / 365);
  return g_strdup_printf (_ ("“%s” will have %s at the planning horizon, because nothing removes "
                             "documents after the %s that they are kept. Removed then, they would "
                             "have %s."),
                          collection->name, most, time, least);
}

/* So many bytes of what sounds like a record of what happened are worth a warning. */
#define LARGE_HISTORY 1e9

/* Likely bytes of what comes with each of its documents. */
static double
get_bytes_of_each (SquillRun *run, const SquillCollection *collection)
{
  const SquillRelationship *r =
      collection->kind == SQUILL_COLLECTION_BUCKET
          ? squill_model_get_relationship (run->model, collection->relationship)
          : NULL;

  return collection->shape->bytes_at_horizon.likely / (r != NULL && r->bound > 1 ? r->bound : 1);
}

static void
check_ageing (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  const SquillEntity *entity = get_held_entity (run, collection);
  const SquillIndex *index = NULL;
  const double days = entity == NULL || isnan (entity->retention) ? 365 : entity->retention;
  double now, then, come, kept;
  SquillFinding *finding;

  if (entity == NULL || entity->capped || entity->growth <= 0 ||
      !isnan (get_expiry (run, collection, &index)) || _squill_run_is_cleaned (run, entity))
    return;
  now = squill_collection_get_storage (collection, FALSE).data;
  then = squill_collection_get_storage (collection, TRUE).data;
  /* By how much documents grow that are there is no matter of how long they are kept. */
  come =
      squill_collection_get_storage (collection, TRUE).documents * collection->shape->bytes.likely -
      now;
  kept = get_coming (run, entity) * days * DAY * get_bytes_of_each (run, collection);
  if (is_history (entity->name) && (isnan (then) || isnan (kept)))
    {
      if (!may_come (run, entity) || now <= _squill_run_get (run, SQUILL_THRESHOLD_TINY_BYTES))
        return;
      then = NAN;
    }
  else if (!(then > _squill_run_get (run, SQUILL_THRESHOLD_TINY_BYTES)) || !(kept < then) ||
           (!is_history (entity->name) &&
            !(come > _squill_run_get (run, SQUILL_THRESHOLD_AGEING_BYTES))))
    return;
  /* A name alone may mislead: lessons are sessions, concerts are events, and both are kept. */
  finding = _squill_run_report (
      run, !isnan (then) && come > LARGE_HISTORY ? SQUILL_SEVERITY_WARNING : SQUILL_SEVERITY_HINT,
      entity, isnan (then) ? 0 : log10 (then) / 20,
      say_ageing (entity, collection, then, kept, days));
  _squill_finding_set_place (finding, collection->id, NULL);
  _squill_finding_set_number (finding, "bytes_at_horizon", then);
  _squill_finding_set_number (finding, "bytes_kept", isnan (then) ? NAN : kept);
  _squill_finding_set_number (finding, "days", days);
  finding->fix = _squill_fix_new_expiry (run, entity);
}

/* archive-candidate */

static void
check_archive (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  const SquillEntity *entity = _squill_run_get_root_entity (run, collection);
  const SquillIndex *index = NULL;
  double cold;
  SquillVolume all;
  g_autofree char *share = NULL, *bytes = NULL;
  SquillFinding *finding;

  if (entity == NULL || isnan (entity->hot_share) || entity->capped ||
      !isnan (get_expiry (run, collection, &index)))
    return;
  cold = 1 - entity->hot_share;
  all = squill_collection_get_storage (collection, TRUE);
  if (!(cold > _squill_run_get (run, SQUILL_THRESHOLD_ARCHIVE_SHARE)) ||
      !(all.data * cold > _squill_run_get (run, SQUILL_THRESHOLD_TINY_BYTES)) ||
      _squill_run_is_cleaned (run, entity))
    return;
  share = squill_text_share (cold);
  bytes = squill_text_bytes (all.data * cold);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, entity, cold,
      g_strdup_printf (_ ("%s of “%s”, %s at the planning horizon, are no longer looked for, but "
                          "stay in its indexes and backups. Move them to an archive."),
                       share, collection->name, bytes));
  _squill_finding_set_place (finding, collection->id, NULL);
  _squill_finding_set_number (finding, "share", cold);
  _squill_finding_set_number (finding, "bytes", all.data * cold);
  finding->fix = _squill_fix_new_archive (run, entity, NULL);
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_ALL | SQUILL_ASPECT_SERVER)

const SquillRule _squill_rules_ageing[] = {
  { .info = { "ttl-invalid", "H", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_TTL,
              N_ ("Documents cannot expire like this"),
              N_ ("An index lets documents expire when it has a single field with dates. A "
                  "document whose field is no date stays forever; of an array of dates the "
                  "earliest counts. An index on several fields or on _id is refused, and so is a "
                  "time beyond 68 years."),
              NULL },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_invalid },
  { .info = { "ttl-duplicate", "H", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_TTL,
              N_ ("Two indexes on the field by which documents expire"),
              N_ ("There is one index with the same key and the same options. If one that lets "
                  "documents expire is wanted where a plain one is, change the plain one with "
                  "collMod, which MongoDB can do since 5.1, or drop it first."),
              NULL },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_duplicate },
  { .info = { "ttl-burst", "H", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_TTL,
              N_ ("Very many documents expire at once"),
              N_ ("A background task wakes up every 60 seconds and deletes what has expired, one "
                  "document at a time, and each deletion is replicated. If millions have expired "
                  "when the index is created, this takes hours and competes with the application."),
              THRESHOLDS ("ttl.backlog", "ttl.rate") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_burst },
  { .info = { "capped-misuse", "H", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_CAPPED,
              N_ ("A capped collection cannot do this"),
              N_ ("A capped collection is a ring buffer: the newest documents replace the oldest. "
                  "It cannot be sharded, its documents do not expire by age, and transactions "
                  "cannot write to it; before MongoDB 5.0 nothing could be deleted from it. An "
                  "ordinary collection with an index that lets documents expire does all of this."),
              NULL },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_capped },
  { .info = { "ageing-missing", "H", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_NORMS ", norm 7; " SQUILL_SOURCE_BEST,
              N_ ("Nothing removes old documents"),
              N_ ("Logs, events, and sessions are written all the time and worth less every day. "
                  "Decide how long they are kept before there are too many: an index can let them "
                  "expire, a time series collection expires whole buckets, a capped collection "
                  "keeps the newest, and an archive keeps what must not be lost."),
              THRESHOLDS ("ageing.bytes", "tiny.bytes") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ | SQUILL_ASPECT_NAME,
    .check = check_ageing },
  { .info = { "archive-candidate", "H", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_ARCHIVE "; " SQUILL_SOURCE_SKILLS,
              N_ ("Many documents are no longer used"),
              N_ ("Documents that nobody looks for still take up room in every index and in every "
                  "backup. Copy those above a certain age to an archive, with all that is needed "
                  "to read them there, and delete them here in batches. A flag keeps those that "
                  "must stay."),
              THRESHOLDS ("archive.share", "tiny.bytes") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_archive },
  { .info = { NULL } },
};
