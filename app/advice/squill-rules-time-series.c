/* SPDX-License-Identifier: Apache-2.0 */

/* Family H: time series collections. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "advice/squill-transform-private.h"
#include "design/squill-cost.h"
#include "model/squill-dialect.h"
#include "text/squill-text.h"

static const SquillShape *
resolve (SquillRun *run, const SquillCollection *collection, const char *path)
{
  return path == NULL ? NULL : squill_design_resolve (run->design, collection->shape, path);
}

static gboolean
is_within (const SquillShape *shape, const SquillShape *around)
{
  for (; shape != NULL; shape = shape->parent)
    if (shape == around)
      return TRUE;
  return FALSE;
}

/* A time series as its collection has it. */
typedef struct
{
  const SquillCollection *collection;
  const SquillEntity *entity;
  const SquillShape *time; /* NULL: it is not drawn */
  const SquillShape *meta; /* NULL: there is none */
} Series;

static gboolean
series_init (Series *self, SquillRun *run, const SquillCollection *collection)
{
  self->collection = collection;
  self->entity = _squill_run_get_root_entity (run, collection);
  if (self->entity == NULL || self->entity->time_field == NULL)
    return FALSE;
  self->time = resolve (run, collection, self->entity->time_field);
  self->meta = resolve (run, collection, self->entity->meta_field);
  return TRUE;
}

static void
add_sentence (GString *text, char *sentence)
{
  if (text->len > 0)
    g_string_append_c (text, ' ');
  g_string_append (text, sentence);
  g_free (sentence);
}

/* ts-limits */

static gboolean
has_operator (const SquillCollectionIndex *index, const char *operator)
{
  for (guint i = 0; i < index->keys->len; i++)
    if (g_str_equal (((const SquillKey *)index->keys->pdata[i])->operator, operator))
      return TRUE;
  return FALSE;
}

/* Whether all that the index is about are fields of the time series itself: its time and what it is
 * a series of. */
static gboolean
is_about_meta (const Series *self, const SquillCollectionIndex *index, gboolean and_time)
{
  for (guint i = 0; i < index->keys->len; i++)
    {
      const SquillShape *shape = _squill_collection_find_shape (
          self->collection, ((const SquillKey *)index->keys->pdata[i])->path);

      if (shape != NULL && !(self->meta != NULL && is_within (shape, self->meta)) &&
          !(and_time && shape == self->time))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_multikey (const Series *self, const SquillCollectionIndex *index)
{
  for (guint i = 0; i < index->keys->len; i++)
    {
      const SquillShape *shape = _squill_collection_find_shape (
          self->collection, ((const SquillKey *)index->keys->pdata[i])->path);

      for (; shape != NULL; shape = shape->parent)
        if (shape->array)
          return TRUE;
    }
  return FALSE;
}

static void
check_index (const Series *self, SquillRun *run, const SquillCollectionIndex *index, GString *text)
{
  const SquillIndex *drawn =
      index->index == NULL
          ? NULL
          : squill_model_get_item_of_kind (run->model, index->index, SQUILL_KIND_INDEX);

  if (drawn == NULL || index->unresolved)
    return;
  if (index->unique)
    add_sentence (text, g_strdup_printf (_ ("Its index “%s” cannot be unique."), index->name));
  else if (has_operator (index, "text"))
    add_sentence (text, g_strdup_printf (_ ("It cannot have the text index “%s”."), index->name));
  else if (!is_about_meta (self, index, FALSE) &&
           (drawn->sparse || has_operator (index, "2d") || is_multikey (self, index)))
    add_sentence (text, g_strdup_printf (_ ("Its index “%s” is sparse, two-dimensional, or on an "
                                            "array, which only the meta field can have."),
                                         index->name));
  else if (!is_about_meta (self, index, TRUE) && !squill_model_has_version (run->model, 6, 0))
    add_sentence (text, g_strdup_printf (_ ("Its index “%s” is on a measured field, which needs "
                                            "MongoDB 6.0."),
                                         index->name));
}

/* Whether all keys lead into the meta field. */
static gboolean
are_meta (const Series *self, SquillRun *run, const SquillKeys *keys)
{
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      const SquillShape *shape =
          resolve (run, self->collection, ((const SquillKey *)keys->pdata[i])->path);

      if (shape != NULL && (self->meta == NULL || !is_within (shape, self->meta)))
        return FALSE;
    }
  return TRUE;
}

static void
check_write (const Series *self, SquillRun *run, const SquillUse *use, GString *text)
{
  const SquillOperation *operation = use->operation;
  const char *name = _squill_wording_name (operation);

  if (use->reads)
    return;
  if (operation->transaction)
    add_sentence (text, g_strdup_printf (_ ("“%s” writes to it in a transaction."), name));
  else if (operation->operation == SQUILL_OPERATION_UPDATE &&
           (!are_meta (self, run, operation->filter) || !are_meta (self, run, operation->writes)))
    add_sentence (text, g_strdup_printf (_ ("“%s” updates more than the meta field, or looks for "
                                            "more than it."),
                                         name));
  else if (operation->operation == SQUILL_OPERATION_DELETE &&
           !are_meta (self, run, operation->filter) && !squill_model_has_version (run->model, 7, 0))
    add_sentence (text, g_strdup_printf (_ ("“%s” deletes by more than the meta field, which needs "
                                            "MongoDB 7.0."),
                                         name));
}

static SquillFix *
make_ordinary_fix (const Series *self, SquillRun *run)
{
  static const char *const properties[] = { "time_field", "meta_field", "granularity",
                                            "expire_after" };
  const SquillEntity *entity = self->entity;
  SquillFix *fix = _squill_fix_new (g_strdup (_ ("Make it an ordinary collection")));

  for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
    if (!squill_property_is_default (squill_kind_find_property (SQUILL_KIND_ENTITY, properties[i]),
                                     entity))
      _squill_fix_set (fix, entity->item.id, properties[i], NULL);
  if (!isnan (entity->expire_after) && !entity->clustered)
    {
      g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_key_free);

      g_ptr_array_add (keys, squill_key_new (entity->time_field, "1"));
      g_free (_squill_fix_add_index (fix, run->model, entity, keys, FALSE, entity->expire_after));
    }
  _squill_fix_lose (fix, g_strdup_printf (_ ("Measurements of “%s” are no longer combined and "
                                             "compressed by the server."),
                                          _squill_wording_name (entity)));
  return fix;
}

static void
check_limits (SquillRun *run, gconstpointer subject)
{
  Series self;
  const GPtrArray *uses;
  double most, limit = _squill_run_get (run, SQUILL_THRESHOLD_TS_MEASUREMENT);
  g_autofree char *reasons = NULL;
  GString *text;
  SquillFinding *finding;

  if (!series_init (&self, run, subject))
    return;
  text = g_string_new (NULL);
  if (!squill_model_has_feature (run->model, SQUILL_FEATURE_TIME_SERIES))
    add_sentence (text, g_strdup (_ ("This server has no time series collections.")));
  most = _squill_shape_get_most_bytes (self.collection->shape);
  if (most > limit)
    {
      g_autofree char *bytes = squill_text_bytes (most), *allowed = squill_text_bytes (limit);

      add_sentence (text, g_strdup_printf (_ ("A measurement can have %s, but at most %s are "
                                              "accepted."),
                                           bytes, allowed));
    }
  if (self.entity->capped)
    add_sentence (text, g_strdup (_ ("It cannot be capped.")));
  for (guint i = 0; i < self.collection->indexes->len; i++)
    check_index (&self, run, self.collection->indexes->pdata[i], text);
  uses = squill_operation_index_get_uses_from (run->operations, self.entity->item.id);
  for (guint i = 0; i < uses->len; i++)
    check_write (&self, run, uses->pdata[i], text);
  if (text->len == 0)
    {
      g_string_free (text, TRUE);
      return;
    }
  reasons = g_string_free (text, FALSE);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_ERROR, self.entity, 1,
      g_strdup_printf (_ ("The server refuses this of “%s”, a time series collection. %s"),
                       self.collection->name, reasons));
  _squill_finding_set_place (finding, self.collection->id, NULL);
  _squill_finding_set_number (finding, "bytes", most);
  _squill_finding_set_number (finding, "threshold", limit);
  if (!self.entity->capped)
    finding->fix = make_ordinary_fix (&self, run);
}

/* ts-shard-key */

static void
check_shard_key (SquillRun *run, gconstpointer subject)
{
  Series self;
  const SquillKeys *keys;
  g_autofree char *wrong = NULL;
  gboolean has_time = FALSE, is_early = FALSE;
  SquillFinding *finding;
  char *message;

  if (!series_init (&self, run, subject) || self.entity->shard_key == NULL ||
      self.entity->shard_key->len == 0)
    return;
  keys = self.entity->shard_key;
  for (guint i = 0; i < keys->len; i++)
    {
      const SquillKey *key = keys->pdata[i];
      const SquillShape *shape = resolve (run, self.collection, key->path);

      if (shape != NULL && shape == self.time)
        {
          has_time = TRUE;
          is_early |= i + 1 < keys->len;
        }
      else if (shape != NULL && wrong == NULL &&
               (self.meta == NULL || !is_within (shape, self.meta)))
        wrong = squill_shape_get_query_path (shape);
    }
  if (wrong != NULL)
    message = g_strdup_printf (_ ("The shard key of “%s” has “%s”, but that of a time series "
                                  "collection can only have its meta field, and its time last."),
                               self.collection->name, wrong);
  else if (is_early)
    message = g_strdup_printf (_ ("The time stands before other fields in the shard key of “%s”, "
                                  "but that of a time series collection has it last."),
                               self.collection->name);
  else if (has_time)
    message = g_strdup_printf (_ ("The shard key of “%s” has its time, which MongoDB 8.0 advises "
                                  "against: the meta field alone distributes the series."),
                               self.collection->name);
  else
    return;
  finding = _squill_run_report (
      run, wrong != NULL || is_early ? SQUILL_SEVERITY_ERROR : SQUILL_SEVERITY_WARNING, self.entity,
      1, message);
  _squill_finding_set_place (finding, self.collection->id, wrong);
  _squill_finding_set_number (finding, "keys", keys->len);
  if (self.meta != NULL)
    {
      g_autofree char *path = squill_shape_get_query_path (self.meta);

      finding->fix = _squill_fix_new_set (
          g_strdup_printf (_ ("Shard by %s, hashed"), path), self.entity->item.id, "shard_key",
          json_pack ("[{s:s, s:s}]", "path", self.entity->meta_field, "how", "hashed"));
    }
}

/* ts-meta-cardinality */

static double
get_documents (const SquillCollection *collection)
{
  return isnan (collection->count_at_horizon) ? squill_triple_get_usual (collection->count)
                                              : collection->count_at_horizon;
}

static void
check_meta_values (SquillRun *run, gconstpointer subject)
{
  Series self;
  double series, each;
  g_autofree char *path = NULL, *number = NULL, *measured = NULL;
  SquillFinding *finding;

  if (!series_init (&self, run, subject) || self.meta == NULL)
    return;
  series = _squill_run_count_values (run, self.collection, self.meta);
  each = get_documents (self.collection) / series;
  if (!(each < _squill_run_get (run, SQUILL_THRESHOLD_TS_SERIES)) && series != 1)
    return;
  path = squill_shape_get_query_path (self.meta);
  number = squill_text_count (series);
  measured = squill_text_estimate (each);
  if (isnan (each) && series != 1)
    return;
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, self.entity, series == 1 ? 0.1 : 1 / (1 + each),
      series == 1
          ? g_strdup_printf (_ ("“%s” has only 1 value, so that all measurements of “%s” are one "
                                "series: take the field by which they are looked for."),
                             path, self.collection->name)
          : g_strdup_printf (
                g_dngettext (GETTEXT_PACKAGE,
                             "“%s” has %s values, with about %s measurement each: buckets of so "
                             "few save neither space nor reads.",
                             "“%s” has %s values, with about %s measurements each: buckets of so "
                             "few save neither space nor reads.",
                             g_str_equal (measured, "1") ? 1 : 2),
                path, number, measured));
  _squill_finding_set_place (finding, self.collection->id, path);
  _squill_finding_set_number (finding, "series", series);
  if (!isnan (each))
    _squill_finding_set_number (finding, "measurements", each);
}

/* ts-meta-mutable */

/* What of the meta field is said never to change, what is not, and what looks as if it did. */
typedef struct
{
  const SquillField *lasting;
  const SquillShape *changing; /* the first of them */
  const SquillShape *measured; /* the first of them */
} MetaFields;

/* Whether it is a number with a fraction, a date or a count: what is measured is. Places are
 * numbers as well, but nobody moves them. */
static gboolean
looks_measured (const SquillField *field)
{
  static const char *const places[] = { "lat",      "latitude", "lon", "lng", "long", "longitude",
                                        "altitude", "height",   "x",   "y",   "z",    NULL };
  g_autofree char *name = field->name == NULL ? NULL : g_ascii_strdown (field->name, -1);

  if (name == NULL || field->array || field->map || field->immutable ||
      g_strv_contains (places, name))
    return FALSE;
  return field->types == SQUILL_TYPE_DOUBLE || field->types == SQUILL_TYPE_DECIMAL ||
         field->types == SQUILL_TYPE_DATE || g_strcmp0 (field->meaning, "counter") == 0;
}

static void
read_meta_fields (SquillRun *run, const SquillShape *shape, MetaFields *fields)
{
  const SquillField *field =
      shape->field == NULL ? NULL : squill_model_get_field (run->model, shape->field);

  if (field != NULL && field->immutable)
    fields->lasting = field;
  else if (field != NULL && shape->children->len == 0 && fields->changing == NULL)
    fields->changing = shape;
  if (field != NULL && fields->measured == NULL && looks_measured (field))
    fields->measured = shape;
  for (guint i = 0; i < shape->children->len && !(field != NULL && field->immutable); i++)
    read_meta_fields (run, shape->children->pdata[i], fields);
}

/* Where some fields are said never to change, the others do. Where that is said of none, only what
 * looks measured is worth a hint. */
static void
check_meta_fields (SquillRun *run, const Series *self)
{
  MetaFields fields = { NULL, NULL, NULL };
  g_autofree char *path = NULL;
  SquillFinding *finding;

  if (self->meta != NULL)
    read_meta_fields (run, self->meta, &fields);
  if (fields.lasting == NULL ? fields.measured == NULL : fields.changing == NULL)
    return;
  path = squill_shape_get_query_path (fields.lasting == NULL ? fields.measured : fields.changing);
  if (fields.lasting == NULL)
    {
      finding = _squill_run_report (
          run, SQUILL_SEVERITY_HINT, self->entity, 0,
          g_strdup_printf (_ ("“%s” is part of the meta field, but looks like something that is "
                              "measured: each other value begins a new series with buckets of its "
                              "own. If it never changes, mark it so."),
                           path));
      _squill_finding_set_place (finding, self->collection->id, path);
      return;
    }
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, self->entity, 0,
      g_strdup_printf (
          _ ("“%s” is part of the meta field, but unlike “%s” it is not marked as never "
             "changing: each other value begins a new series with buckets of its own."),
          path, _squill_wording_name (fields.lasting)));
  _squill_finding_set_place (finding, self->collection->id, path);
}

static void
check_changes (SquillRun *run, gconstpointer subject)
{
  Series self;
  const GPtrArray *uses;

  if (!series_init (&self, run, subject))
    return;
  uses = squill_operation_index_get_uses_from (run->operations, self.entity->item.id);
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];
      const SquillKeys *writes = use->operation->writes;

      if (use->operation->operation != SQUILL_OPERATION_UPDATE)
        continue;
      for (guint j = 0; writes != NULL && j < writes->len; j++)
        {
          const SquillShape *shape =
              resolve (run, self.collection, ((const SquillKey *)writes->pdata[j])->path);
          gboolean is_time = shape != NULL && shape == self.time;
          g_autofree char *path = NULL;
          SquillFinding *finding;

          if (shape == NULL || (!is_time && (self.meta == NULL || !is_within (shape, self.meta))))
            continue;
          path = squill_shape_get_query_path (shape);
          finding = _squill_run_report (
              run, is_time ? SQUILL_SEVERITY_ERROR : SQUILL_SEVERITY_WARNING, self.entity,
              use->rate,
              is_time
                  ? g_strdup_printf (_ ("“%s” changes “%s”, the time of a measurement, which the "
                                        "server refuses."),
                                     _squill_wording_name (use->operation), path)
                  : g_strdup_printf (_ ("“%s” changes “%s”, which is part of the meta field: each "
                                        "other value begins a new series with buckets of its own."),
                                     _squill_wording_name (use->operation), path));
          _squill_finding_set_place (finding, self.collection->id, path);
          _squill_finding_set_number (finding, "rate", use->rate);
          return;
        }
    }
  check_meta_fields (run, &self);
}

/* ts-granularity */

/* How long the span of a bucket is, in seconds. */
static const double spans[] = { 3600, 86400, 30 * 86400.0 };

static const char *const granularities[] = { "seconds", "minutes", "hours" };

/* Rates are rough: with twice as many measurements as fit into a bucket its span still suits. */
#define FULL 2

/* The coarsest whose span the measurements of one bucket fill: with one that is coarser, many more
 * come than fit into it, with one that is finer, buckets stay small. */
static SquillGranularity
choose_granularity (double interval, double most)
{
  SquillGranularity best = SQUILL_GRANULARITY_SECONDS;

  for (guint i = 1; i < G_N_ELEMENTS (spans); i++)
    if (spans[i] / interval <= FULL * most)
      best = i;
  return best;
}

static void
check_granularity (SquillRun *run, gconstpointer subject)
{
  Series self;
  double interval, most = _squill_run_get (run, SQUILL_THRESHOLD_TS_BUCKET);
  SquillGranularity best;
  g_autofree char *now = NULL, *then = NULL, *time = NULL;
  SquillFinding *finding;

  if (!series_init (&self, run, subject) || self.meta == NULL)
    return;
  interval = _squill_run_count_values (run, self.collection, self.meta) /
             _squill_run_get_insert_rate (run, self.entity);
  if (!(interval > 0))
    return;
  best = choose_granularity (interval, most);
  if (best == self.entity->granularity)
    return;
  now = squill_text_estimate (spans[self.entity->granularity] / interval);
  then = squill_text_estimate (spans[best] / interval);
  time = squill_text_duration (interval);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, self.entity, fabs ((double)best - self.entity->granularity),
      g_strdup_printf (
          _ ("A bucket of “%s” spans about %s measurements, one each %s of a series; "
             "with the granularity “%s” it spans about %s, and up to 1 000 fit into one."),
          self.collection->name, now, time, granularities[best], then));
  _squill_finding_set_place (finding, self.collection->id, NULL);
  _squill_finding_set_number (finding, "interval", interval);
  _squill_finding_set_number (finding, "measurements", spans[self.entity->granularity] / interval);
  _squill_finding_set_number (finding, "measurements_then", spans[best] / interval);
  finding->fix =
      _squill_fix_new_set (g_strdup_printf (_ ("Set the granularity to “%s”"), granularities[best]),
                           self.entity->item.id, "granularity", json_string (granularities[best]));
}

/* ts-collection-candidate */

/* The part of a document by which measurements are told apart: what reads ask for by equality. */
static const SquillKey *
find_series_key (SquillRun *run, const SquillCollection *collection, const SquillOperation *read)
{
  for (guint i = 0; read->filter != NULL && i < read->filter->len; i++)
    {
      const SquillKey *key = read->filter->pdata[i];
      const SquillShape *shape = resolve (run, collection, key->path);

      if (squill_key_is_equality (key) && shape != NULL && shape->parent == collection->shape &&
          !shape->array && !shape->map && !g_str_equal (shape->name, "_id"))
        return key;
    }
  return NULL;
}

/* The date by which an operation sorts, or of which it wants a range. */
static const SquillKey *
find_time_key (SquillRun *run, const SquillCollection *collection, const SquillOperation *read)
{
  const SquillKeys *lists[] = { read->sort, read->filter };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; lists[i] != NULL && j < lists[i]->len; j++)
      {
        const SquillKey *key = lists[i]->pdata[j];
        const SquillShape *shape = resolve (run, collection, key->path);

        if (shape != NULL && shape->parent == collection->shape &&
            shape->types == SQUILL_TYPE_DATE && !shape->array && shape->required &&
            (i == 0 || g_str_equal (key->operator, "range")))
          return key;
      }
  return NULL;
}

/* A time series collection has no index on _id. */
static gboolean
is_by_id (SquillRun *run, const SquillCollection *collection, const SquillOperation *read)
{
  for (guint i = 0; read->filter != NULL && i < read->filter->len; i++)
    {
      const SquillShape *shape =
          resolve (run, collection, ((const SquillKey *)read->filter->pdata[i])->path);

      if (shape != NULL && shape->parent == collection->shape && g_str_equal (shape->name, "_id"))
        return TRUE;
    }
  return FALSE;
}

typedef struct
{
  double inserted;
  double changed;
  double read;
  double by_time;
  double by_id;
  const SquillKey *time;
  const SquillKey *series;
} Habits;

static gboolean
read_habits (Habits *self,
             SquillRun *run,
             const SquillCollection *collection,
             const SquillEntity *entity)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, entity->item.id);

  *self = (Habits){ 0 };
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];
      const SquillKey *time, *series;

      if (use->operation->transaction && !use->reads)
        return FALSE;
      if (use->operation->operation == SQUILL_OPERATION_INSERT)
        self->inserted += use->rate;
      if (!use->reads)
        {
          if (use->operation->operation != SQUILL_OPERATION_INSERT)
            self->changed += fmax (use->rate * fmax (use->operation->documents, 1), G_MINDOUBLE);
          continue;
        }
      time = find_time_key (run, collection, use->operation);
      series = find_series_key (run, collection, use->operation);
      self->read += use->rate;
      if (is_by_id (run, collection, use->operation))
        self->by_id += use->rate;
      if (time == NULL || series == NULL)
        continue;
      self->by_time += use->rate;
      if (self->time == NULL)
        {
          self->time = time;
          self->series = series;
        }
    }
  return self->inserted > 0 && self->by_time > 0.5 * self->read &&
         self->by_id <= _squill_run_get (run, SQUILL_THRESHOLD_ALONE_SHARE) * self->read &&
         self->changed <
             _squill_run_get (run, SQUILL_THRESHOLD_TS_CHANGES) * (self->inserted + self->changed);
}

/* Whether the index lets measurements expire by their time, which the collection can do itself. */
static gboolean
is_expiry (SquillRun *run,
           const SquillCollection *collection,
           const SquillIndex *drawn,
           const SquillKey *time)
{
  return !isnan (drawn->expire_after) && drawn->keys != NULL && drawn->keys->len == 1 &&
         json_object_size (drawn->partial) == 0 &&
         resolve (run, collection, ((const SquillKey *)drawn->keys->pdata[0])->path) ==
             resolve (run, collection, time->path);
}

/* Whether nothing is in the way of a time series collection. */
static gboolean
could_be_series (SquillRun *run,
                 const SquillCollection *collection,
                 const SquillEntity *entity,
                 const Habits *habits)
{
  if (!squill_model_has_feature (run->model, SQUILL_FEATURE_TIME_SERIES) || entity->capped ||
      entity->clustered || squill_entity_count_referrers (entity, NULL) > 0 ||
      _squill_shape_get_most_bytes (collection->shape) >
          _squill_run_get (run, SQUILL_THRESHOLD_TS_MEASUREMENT))
    return FALSE;
  for (guint i = 1; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      const SquillIndex *drawn =
          squill_model_get_item_of_kind (run->model, index->index, SQUILL_KIND_INDEX);

      if (index->unique || has_operator (index, "text") || has_operator (index, "2d") ||
          (drawn != NULL && (drawn->sparse || (!isnan (drawn->expire_after) &&
                                               !is_expiry (run, collection, drawn, habits->time)))))
        return FALSE;
      for (guint j = 0; j < index->keys->len; j++)
        {
          const SquillShape *shape = _squill_collection_find_shape (
              collection, ((const SquillKey *)index->keys->pdata[j])->path);

          if (shape != NULL && (shape->array || shape->parent != collection->shape))
            return FALSE;
        }
    }
  return TRUE;
}

/**
 * _squill_fix_new_time_series:
 * @run: a run
 * @collection: a collection
 * @reason: (out) (optional): why it cannot be one
 *
 * Returns: (transfer full) (nullable): a fix that makes it a time series collection
 */
SquillFix *
_squill_fix_new_time_series (SquillRun *run, const SquillCollection *collection, char **reason)
{
  const SquillEntity *entity = _squill_run_get_root_entity (run, collection);
  Habits habits;
  SquillFix *fix;

  if (entity == NULL || !read_habits (&habits, run, collection, entity))
    return _squill_transform_refuse (
        reason, g_strdup (_ ("Its operations do not insert measurements that stay as they are, and "
                             "read those of one series by their time.")));
  if (!could_be_series (run, collection, entity, &habits))
    return _squill_transform_refuse (
        reason, g_strdup (_ ("Something is in the way: references to its documents, a unique "
                             "index, large documents, or the way it is stored.")));
  fix = _squill_fix_new_set (g_strdup (_ ("Make it a time series collection")), entity->item.id,
                             "time_field", json_string (habits.time->path));
  _squill_fix_set (fix, entity->item.id, "meta_field", json_string (habits.series->path));
  /* Buckets have nothing else to be distributed by. */
  if (entity->shard_key != NULL && entity->shard_key->len > 0)
    _squill_fix_set (fix, entity->item.id, "shard_key",
                     json_pack ("[{s:s, s:s}]", "path", habits.series->path, "how", "hashed"));
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
    {
      if (!is_expiry (run, collection, index, habits.time))
        continue;
      _squill_fix_set (fix, entity->item.id, "expire_after",
                       squill_json_number (index->expire_after));
      _squill_fix_set (fix, index->item.id, "expire_after", NULL);
    }
  _squill_fix_lose (fix, g_strdup_printf (_ ("Documents of “%s” can be neither changed nor found "
                                             "by _id without reading whole buckets."),
                                          _squill_wording_name (entity)));
  return fix;
}

static SquillFix *
make_time_series (SquillRun *run, gconstpointer subject, char **reason)
{
  const SquillEntity *entity = subject;
  const SquillCollection *collection = _squill_run_get_own_collection (run, entity->item.id);

  if (collection == NULL)
    return _squill_transform_refuse (
        reason,
        g_strdup_printf (_ ("“%s” has no collection of its own."), _squill_wording_name (entity)));
  if (entity->time_field != NULL)
    return _squill_transform_refuse (reason, g_strdup (_ ("It is a time series collection.")));
  return _squill_fix_new_time_series (run, collection, reason);
}

const SquillPatternEntry _squill_patterns_time_series[] = {
  { .pattern = { "time-series", N_ ("Time series"),
                 N_ ("Makes a collection of measurements a time series collection: the server "
                     "stores them in compressed buckets, by series and time. It pays where "
                     "measurements come all the time, are never changed, and are read by series "
                     "and time."),
                 SQUILL_SOURCE_TIME_SERIES },
    .of_entity = make_time_series },
  { .pattern = { NULL } },
};

/* The longest span of a bucket of a time series, that of hours, in seconds. */
#define MAX_SPAN (30 * 24 * 3600)

/* Whether there are measurements that a bucket could combine. Where each series has a few of them
 * in its whole life, such as the tenancies of a flat, each bucket would have one; where nobody said
 * how many series there are, only that many come at once tells that these are measurements. */
static gboolean
are_combined (SquillRun *run, const SquillCollection *collection, const Habits *habits)
{
  const SquillShape *series = resolve (run, collection, habits->series->path);
  const double n = series == NULL ? NAN : _squill_run_count_values (run, collection, series);

  if (habits->inserted > _squill_run_get (run, SQUILL_THRESHOLD_TS_RATE))
    return !(habits->inserted * MAX_SPAN < 2 * n);
  return get_documents (collection) > _squill_run_get (run, SQUILL_THRESHOLD_MANY_DOCUMENTS) &&
         habits->inserted * MAX_SPAN >= 2 * n;
}

static void
check_candidate (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  const SquillEntity *entity = _squill_run_get_root_entity (run, collection);
  Habits habits;
  g_autofree char *rate = NULL, *time = NULL, *series = NULL;
  SquillFinding *finding;

  if (entity == NULL || entity->time_field != NULL ||
      !read_habits (&habits, run, collection, entity) ||
      !could_be_series (run, collection, entity, &habits) ||
      !are_combined (run, collection, &habits) ||
      _squill_run_reads_events_at_once (run, collection) > 0)
    return;
  rate = squill_text_rate (habits.inserted);
  time = squill_shape_get_query_path (resolve (run, collection, habits.time->path));
  series = squill_shape_get_query_path (resolve (run, collection, habits.series->path));
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, entity, log10 (1 + habits.inserted),
      g_strdup_printf (
          _ ("New documents of “%s”, %s, are never changed, and are read by “%s” and “%s”: a time "
             "series collection stores them in compressed buckets."),
          collection->name, rate, series, time));
  _squill_finding_set_place (finding, collection->id, time);
  _squill_finding_set_number (finding, "rate", habits.inserted);
  finding->fix = _squill_fix_new_time_series (run, collection, NULL);
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_ALL | SQUILL_ASPECT_SERVER)

const SquillRule _squill_rules_time_series[] = {
  { .info = { "ts-limits", "H", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_TIME_SERIES_LIMITS,
              N_ ("A time series collection cannot do this"),
              N_ ("The server stores many measurements in one bucket, and therefore refuses unique "
                  "and text indexes, transactions, capped collections, measurements above 4 MB, "
                  "and updates of anything but the meta field. Drop what is refused, or use an "
                  "ordinary collection with buckets of your own."),
              THRESHOLDS ("ts.measurement") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_limits },
  { .info = { "ts-shard-key", "H", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_TIME_SERIES_LIMITS,
              N_ ("The shard key does not suit a time series"),
              N_ ("What is distributed are the buckets, which have a value of the meta field and a "
                  "span of time. The shard key can have the meta field, or fields in it, and the "
                  "time only as the last; since MongoDB 8.0 the time is better left out."),
              NULL },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_shard_key },
  { .info = { "ts-meta-cardinality", "H", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_SKILLS "; " SQUILL_SOURCE_TIME_SERIES,
              N_ ("The meta field does not make series"),
              N_ ("Measurements with the same value of the meta field are stored together. A value "
                  "that differs with each measurement, such as the id of a request, makes buckets "
                  "of one; a single value makes one series of all. Choose what stays the same, "
                  "such as the sensor."),
              THRESHOLDS ("ts.series") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_meta_values },
  { .info = { "ts-meta-mutable", "H", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_SKILLS "; " SQUILL_SOURCE_TIME_SERIES_LIMITS,
              N_ ("The meta field changes"),
              N_ ("Buckets belong to one value of the meta field. If a part of it changes, such as "
                  "a current value or a state, every change begins new buckets. Keep it in the "
                  "measurement, and in the meta field only what identifies the series. If some of "
                  "its fields are marked as never changing, the others are taken to change."),
              NULL },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_changes },
  { .info = { "ts-granularity", "H", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_GRANULARITY,
              N_ ("The granularity does not suit the measurements"),
              N_ ("The granularity decides how long the span of a bucket is: an hour, a day, or 30 "
                  "days. A bucket also ends after 1 000 measurements. Choose the span that comes "
                  "closest to that many of a series; later it can only be made longer."),
              THRESHOLDS ("ts.bucket") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_granularity },
  { .info = { "ts-collection-candidate", "H", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_TIME_SERIES "; " SQUILL_SOURCE_SKILLS,
              N_ ("It could be a time series collection"),
              N_ ("Documents with a time that are written once and read by series and time are "
                  "what time series collections are for: the server combines up to 1 000 of a "
                  "series into a bucket, compresses each field by itself, and has one index entry "
                  "for a bucket."),
              THRESHOLDS (
                  "ts.rate", "ts.changes", "ts.measurement", "many.documents", "bucket.read") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_candidate },
  { .info = { NULL } },
};
