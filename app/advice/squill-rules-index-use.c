/* SPDX-License-Identifier: Apache-2.0 */

/* Family E: what operations ask of indexes that these cannot do. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-index-private.h"
#include "text/squill-text.h"

/* Where an operation begins: what it looks for there, and by which index. */
static const SquillPlanStep *
get_first_step (SquillRun *run, const SquillOperation *operation)
{
  const SquillPlan *plan = squill_design_get_plan (run->design, operation->item.id);
  const SquillPlanStep *step = plan == NULL || plan->steps->len == 0 ? NULL : plan->steps->pdata[0];

  return step == NULL || step->search == NULL || step->search->collection == NULL ? NULL : step;
}

static SquillFinding *
report (SquillRun *run,
        SquillSeverity severity,
        const SquillOperation *operation,
        const SquillPlanStep *step,
        const char *path,
        char *message)
{
  SquillFinding *finding =
      _squill_run_report (run, severity, operation, squill_operation_get_rate (operation), message);

  _squill_finding_set_place (finding, step->collection, path == NULL ? "" : path);
  return finding;
}

/* skip-pagination */

static void
check_skip (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const double most = _squill_run_get (run, SQUILL_THRESHOLD_SKIP_MAX);
  g_autofree char *count = NULL;
  SquillFinding *finding;

  if (!(operation->skip > most))
    return;
  count = isinf (operation->skip) ? g_strdup (_ ("any number of"))
                                  : squill_text_count (operation->skip);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, operation, operation->skip,
      g_strdup_printf (
          isinf (operation->skip)
              ? _ ("“%s” skips %s documents: the server reads and discards all that $skip passes. "
                   "Query for what comes after the last one seen instead.")
              : _ ("“%s” skips %s documents each time: the server reads and discards all that "
                   "$skip passes. Query for what comes after the last one seen instead."),
          _squill_wording_name (operation), count));
  _squill_finding_set_number (finding, "skip", operation->skip);
  _squill_finding_set_number (finding, "threshold", most);
}

/* sort-direction */

/* Whether the index would deliver the order if directions did not matter; then where the sort
 * begins in it. */
static gboolean
find_sort (const SquillSearch *search, const SquillCollectionIndex *index, guint *start)
{
  guint n = 0;

  for (guint i = 0; i < index->keys->len; i++)
    {
      const SquillKey *key = _squill_index_get_key (index, i);
      gboolean is_equal = FALSE;

      if (n < search->sort->len &&
          g_str_equal (key->path, ((const SquillKey *)search->sort->pdata[n])->path))
        {
          if (n++ == 0)
            *start = i;
          continue;
        }
      for (guint j = 0; j < search->conditions->len; j++)
        {
          const SquillCondition *condition = search->conditions->pdata[j];

          is_equal |= condition->kind == SQUILL_CONDITION_EQUALITY &&
                      g_str_equal (condition->path, key->path);
        }
      if (!is_equal || n > 0)
        break;
    }
  return n == search->sort->len;
}

/** An index of the collection that has all keys of the sort, in other directions (nullable). */
const SquillCollectionIndex *
_squill_step_find_mixed (const SquillPlanStep *step, guint *start)
{
  const SquillSearch *search = step->search;

  if (search == NULL || search->collection == NULL || search->sort->len < 2 || step->path == NULL ||
      step->path->sorts)
    return NULL;
  for (guint i = 0; i < search->collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = search->collection->indexes->pdata[i];

      if (_squill_index_serves_queries (index) && !index->collates && index->multikey == 0 &&
          !index->sparse && find_sort (search, index, start))
        return index;
    }
  return NULL;
}

static void
check_direction (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillPlanStep *step = get_first_step (run, operation);
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  guint start = 0;
  const SquillCollectionIndex *index = step == NULL ? NULL : _squill_step_find_mixed (step, &start);
  const SquillIndex *drawn;
  g_autofree char *count = NULL;
  SquillFinding *finding;
  json_t *keys;

  if (index == NULL)
    return;
  count = squill_text_count (step->search->sort->len);
  finding =
      report (run, SQUILL_SEVERITY_WARNING, operation, step, NULL,
              g_strdup_printf (
                  _ ("“%s” sorts by %s fields in other directions than “%s” has them, and sorts "
                     "in memory: an index can be read forward or backward, but as a whole."),
                  _squill_wording_name (operation), count, index->name));
  _squill_finding_set_text (finding, "index", index->name);
  _squill_finding_set_number (finding, "fields", step->search->sort->len);
  drawn = _squill_run_get_drawn (run, index);
  if (drawn == NULL || use == NULL || use->root == NULL ||
      !_squill_run_is_at_root (run, step->search->collection, index))
    return;
  /* The other order may be what another operation needs. */
  keys = squill_json_keys (drawn->keys);
  for (guint i = 0; i < step->search->sort->len; i++)
    json_object_set_new (json_array_get (keys, start + i), "how",
                         json_string (((const SquillKey *)step->search->sort->pdata[i])->operator));
  while (json_array_size (keys) > start + step->search->sort->len)
    json_array_remove (keys, json_array_size (keys) - 1);
  finding->fix = _squill_fix_new (g_strdup (_ ("Add an index in these directions")));
  {
    g_autofree char *id = squill_model_new_id (run->model, "index");

    _squill_fix_add (finding->fix, SQUILL_KIND_INDEX, id, drawn->item.parent->id,
                     json_pack ("{s:o}", "keys", keys));
  }
}

/* multikey-sort */

/** The key of the sort that is in an array, of which there is an index all the same (nullable). */
const SquillKey *
_squill_step_find_sort_in_array (const SquillPlanStep *step)
{
  const SquillSearch *search = step->search;

  for (guint i = 0; i < search->sort->len && !step->path->sorts; i++)
    {
      const SquillKey *key = search->sort->pdata[i];
      const SquillShape *shape =
          squill_shape_find_by_query_path (search->collection->shape, key->path);

      if (shape == NULL || squill_shape_get_array (shape) == NULL)
        continue;
      for (guint j = 0; j < search->collection->indexes->len; j++)
        {
          const SquillCollectionIndex *index = search->collection->indexes->pdata[j];

          for (guint k = 0; k < index->keys->len; k++)
            if (g_str_equal (_squill_index_get_key (index, k)->path, key->path))
              return key;
        }
    }
  return NULL;
}

/** TRUE if it walks an index from one end for its order alone, and conditions skip what is met. */
gboolean
_squill_step_walks_for_order (const SquillPlanStep *step)
{
  return step->access == SQUILL_PLAN_BY_INDEX && step->search->conditions->len > 0 &&
         step->path->equality->len == 0 && step->path->range->len == 0;
}

static void
check_multikey_sort (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillPlanStep *step = get_first_step (run, operation);
  const SquillKey *key =
      step == NULL || step->path == NULL ? NULL : _squill_step_find_sort_in_array (step);
  SquillFinding *finding;
  g_autofree char *count = NULL;

  if (key == NULL)
    return;
  count = squill_text_count (isnan (step->path->found.likely) ? 1 : step->path->found.likely);
  finding = report (
      run, SQUILL_SEVERITY_HINT, operation, step, key->path,
      isnan (step->path->found.likely)
          ? g_strdup_printf (_ ("“%s” sorts by “%s”, which is in an array: its index does not give "
                                "that order, and all that is found is sorted in memory."),
                             _squill_wording_name (operation), key->path)
          : g_strdup_printf (
                _ ("“%s” sorts %s documents in memory although “%s” has an index: it is in an "
                   "array, and a multikey index does not give the order of documents."),
                _squill_wording_name (operation), count, key->path));
  _squill_finding_set_number (finding, "documents", step->path->found.likely);
}

/* multikey-not-covering */

/* The array that the operation returns though the index has all that it asks for; NULL where the
 * index lacks something, or no array is returned. */
static const char *
find_returned_array (SquillRun *run,
                     const SquillOperation *operation,
                     const SquillPlanStep *step,
                     const SquillCollectionIndex *index)
{
  const char *array = NULL;

  for (guint i = 0; i < step->search->conditions->len; i++)
    if (!_squill_index_has_path (
            index, G_MAXUINT, ((const SquillCondition *)step->search->conditions->pdata[i])->path))
      return NULL;
  for (guint i = 0; i < operation->returns->len; i++)
    {
      g_autofree char *path =
          _squill_run_resolve (run, operation->entity, operation->returns->pdata[i]);
      const SquillShape *shape;

      if (path == NULL || !_squill_index_has_path (index, G_MAXUINT, path))
        return NULL;
      shape = squill_shape_find_by_query_path (step->search->collection->shape, path);
      if (shape != NULL && squill_shape_get_array (shape) != NULL)
        array = shape->name;
    }
  return array;
}

static void
check_not_covering (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillPlanStep *step = get_first_step (run, operation);
  const SquillCollectionIndex *index = NULL;
  const char *array = NULL;
  g_autofree char *found = NULL;
  SquillFinding *finding;

  if (step == NULL || step->path == NULL || step->path->index == NULL ||
      operation->returns == NULL || operation->returns->len == 0 || operation->entity == NULL ||
      step->path->index->keys->len == 0)
    return;
  /* The one that was meant to cover it may not be the one that is used: as it does not, another
   * that begins with the same key is as good. */
  for (guint i = 0; i < step->search->collection->indexes->len && array == NULL; i++)
    {
      index = step->search->collection->indexes->pdata[i];
      if (index->multikey != 0 && !index->hidden &&
          _squill_index_is_led_by (index, _squill_index_get_key (step->path->index, 0)->path))
        array = find_returned_array (run, operation, step, index);
    }
  if (array == NULL)
    return;
  found = squill_text_count (fmax (round (step->documents.likely), 1));
  finding =
      report (run, SQUILL_SEVERITY_HINT, operation, step, NULL,
              isnan (step->documents.likely)
                  ? g_strdup_printf (
                        _ ("“%s” fetches each document although “%s” has all fields that it asks "
                           "for: the array “%s” cannot be returned from an index."),
                        _squill_wording_name (operation), index->name, array)
                  : g_strdup_printf (
                        g_dngettext (GETTEXT_PACKAGE,
                                     "“%s” fetches %s document although “%s” has all fields that "
                                     "it asks for: the array “%s” cannot be returned from an "
                                     "index.",
                                     "“%s” fetches %s documents although “%s” has all fields that "
                                     "it asks for: the array “%s” cannot be returned from an "
                                     "index.",
                                     round (step->documents.likely) == 1 ? 1 : 2),
                        _squill_wording_name (operation), found, index->name, array));
  _squill_finding_set_number (finding, "documents", step->documents.likely);
  _squill_finding_set_text (finding, "index", index->name);
}

/* exists-on-plain-index */

static void
check_exists (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillPlanStep *step = get_first_step (run, operation);

  for (guint i = 0; step != NULL && i < step->search->conditions->len; i++)
    {
      const SquillCondition *condition = step->search->conditions->pdata[i];
      const SquillCollection *collection = step->search->collection;
      const SquillShape *shape;

      if (condition->kind != SQUILL_CONDITION_EXISTS)
        continue;
      shape = squill_shape_find_by_query_path (collection->shape, condition->path);
      if (shape == NULL || !_squill_shape_is_optional (shape))
        continue;
      for (guint j = 1; j < collection->indexes->len; j++)
        {
          const SquillCollectionIndex *index = collection->indexes->pdata[j];
          const SquillIndex *drawn = _squill_run_get_drawn (run, index);
          g_autofree char *count = NULL;
          SquillFinding *finding;

          if (drawn == NULL || !_squill_index_is_led_by (index, condition->path) ||
              !_squill_index_serves_queries (index) || index->sparse || index->unique ||
              json_object_size (drawn->partial) > 0)
            continue;
          count = squill_text_share (shape->presence);
          finding = report (
              run, SQUILL_SEVERITY_HINT, operation, step, condition->path,
              shape->presence < 1
                  ? g_strdup_printf (
                        _ ("“%s” asks for the %s of the documents that have “%s”. The index “%s” "
                           "holds all others, too, and has the same key for missing and null, so "
                           "each document is fetched."),
                        _squill_wording_name (operation), count, condition->path, index->name)
                  : g_strdup_printf (
                        _ ("“%s” asks whether “%s” exists. The index “%s” has the same "
                           "key for missing and null, so each document is fetched."),
                        _squill_wording_name (operation), condition->path, index->name));
          _squill_finding_set_number (finding, "presence", shape->presence);
          _squill_finding_set_text (finding, "index", index->name);
          if (index->keys->len == 1)
            finding->fix = _squill_fix_new_set (g_strdup (_ ("Index only documents that have it")),
                                                drawn->item.id, "sparse", json_true ());
          return;
        }
    }
}

/* partial-unusable */

/** A partial index that the operation could use if it asked for what its filter asks for
 * (nullable). */
const SquillCollectionIndex *
_squill_step_find_partial (const SquillPlanStep *step, const char **needed)
{
  const SquillSearch *search = step->search;

  if (search == NULL || search->collection == NULL || step->access != SQUILL_PLAN_SCAN)
    return NULL;
  for (guint i = 0; i < search->collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = search->collection->indexes->pdata[i];
      gboolean leads = FALSE, is_met = TRUE;

      if (!index->partial || index->hidden || index->unresolved || index->keys->len == 0)
        continue;
      for (guint j = 0; j < search->conditions->len; j++)
        {
          const SquillCondition *condition = search->conditions->pdata[j];

          leads |= condition->kind <= SQUILL_CONDITION_RANGE &&
                   _squill_index_is_led_by (index, condition->path);
        }
      for (guint j = 0; leads && is_met && j < index->needed->len; j++)
        {
          is_met = FALSE;
          for (guint k = 0; k < search->conditions->len && !is_met; k++)
            is_met = g_str_equal (((const SquillCondition *)search->conditions->pdata[k])->path,
                                  index->needed->pdata[j]);
          if (!is_met)
            *needed = index->needed->pdata[j];
        }
      if (leads && !is_met)
        return index;
    }
  return NULL;
}

static void
check_partial (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillPlanStep *step = get_first_step (run, operation);
  const char *needed = NULL;
  const SquillCollectionIndex *index =
      step == NULL ? NULL : _squill_step_find_partial (step, &needed);
  const SquillIndex *drawn;
  g_autofree char *count = NULL;
  SquillFinding *finding;

  if (index == NULL)
    return;
  count = isnan (step->documents.likely) ? NULL : squill_text_count (step->documents.likely);
  finding = report (
      run, SQUILL_SEVERITY_WARNING, operation, step, needed,
      count != NULL
          ? g_strdup_printf (
                _ ("“%s” reads %s documents of “%s”: the index “%s” is partial, and not used for a "
                   "query without a condition on “%s”."),
                _squill_wording_name (operation), count, step->collection_name, index->name, needed)
          : g_strdup_printf (
                _ ("“%s” reads all documents of “%s”: the index “%s” is partial, and not used for "
                   "a query without a condition on “%s”."),
                _squill_wording_name (operation), step->collection_name, index->name, needed));
  _squill_finding_set_number (finding, "documents", step->documents.likely);
  _squill_finding_set_text (finding, "index", index->name);
  drawn = _squill_run_get_drawn (run, index);
  if (drawn != NULL && !drawn->unique)
    finding->fix =
        _squill_fix_new_set (g_strdup (_ ("Index all documents")), drawn->item.id, "partial", NULL);
}

/* regex-unanchored, case-insensitive-no-collation */

/* The key of the filter with that operator that nothing narrower goes with. */
static const SquillKey *
find_pattern (const SquillOperation *operation, const SquillPlanStep *step, const char *wanted)
{
  if (step == NULL || step->path == NULL || step->path->equality->len > 0)
    return NULL;
  for (guint i = 0; operation->filter != NULL && i < operation->filter->len; i++)
    if (g_str_equal (((const SquillKey *)operation->filter->pdata[i])->operator, wanted))
      return operation->filter->pdata[i];
  return NULL;
}

static gboolean
is_hot (SquillRun *run, const SquillOperation *operation)
{
  return squill_operation_index_is_hot (run->operations, squill_operation_get_rate (operation));
}

static void
check_regex (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillPlanStep *step = get_first_step (run, operation);
  const SquillKey *key = find_pattern (operation, step, "contains");
  const double all = step == NULL ? NAN : squill_triple_get_usual (step->search->collection->count);
  g_autofree char *path = NULL, *count = NULL;
  SquillFinding *finding;

  if (key == NULL || !is_hot (run, operation) ||
      !(all > _squill_run_get (run, SQUILL_THRESHOLD_SCAN_MAX)))
    return;
  path = _squill_run_resolve (run, operation->entity, key);
  count = squill_text_count (all);
  finding = report (
      run, SQUILL_SEVERITY_WARNING, operation, step, path,
      g_strdup_printf (_ ("“%s” examines all %s values of “%s” each time: an index finds how a "
                          "string begins, not what it contains."),
                       _squill_wording_name (operation), count, path == NULL ? key->path : path));
  _squill_finding_set_number (finding, "documents", all);
}

static gboolean
ignores_case (const json_t *collation)
{
  const json_t *strength = json_object_get (collation, "strength");

  return json_is_number (strength) && json_number_value (strength) <= 2;
}

static const json_t *
get_collation (const SquillOperation *operation, const SquillEntity *entity)
{
  return operation->collation != NULL ? operation->collation : entity->collation;
}

/** TRUE if both compare text alike; %NULL compares byte by byte. */
gboolean
_squill_collation_is_same (const json_t *a, const json_t *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return g_strcmp0 (json_string_value (json_object_get (a, "locale")),
                    json_string_value (json_object_get (b, "locale"))) == 0 &&
         json_equal (json_object_get (a, "strength"), json_object_get (b, "strength"));
}

/* An index on the path that compares as the operation does; *plain: one on it that does not. */
static gboolean
has_index_of_collation (SquillRun *run,
                        const SquillCollection *collection,
                        const SquillEntity *entity,
                        const char *path,
                        const json_t *collation,
                        const SquillIndex **plain)
{
  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      const SquillIndex *drawn = _squill_run_get_drawn (run, index);

      if (drawn == NULL || index->hidden || index->partial || index->unresolved ||
          !_squill_index_is_led_by (index, path))
        continue;
      if (_squill_collation_is_same (
              drawn->collation != NULL ? drawn->collation : entity->collation, collation))
        return TRUE;
      *plain = drawn;
    }
  return FALSE;
}

/* The same collation for the operation and an index that is added for it. */
static SquillFix *
make_collation_fix (SquillRun *run,
                    const SquillOperation *operation,
                    const SquillEntity *entity,
                    const SquillKey *key,
                    const json_t *collation)
{
  const json_t *locale = json_object_get (entity->collation, "locale");
  json_auto_t *own =
      ignores_case (collation)
          ? json_deep_copy (collation)
          : json_pack ("{s:s, s:i}", "locale", locale == NULL ? "en" : json_string_value (locale),
                       "strength", 2);
  g_autofree char *id = squill_model_new_id (run->model, "index");
  SquillFix *fix;

  fix = _squill_fix_new (g_strdup (_ ("Index it in a collation that ignores case")));
  _squill_fix_set (fix, operation->item.id, "collation", json_incref (own));
  _squill_fix_add (
      fix, SQUILL_KIND_INDEX, id, entity->item.id,
      json_pack ("{s:[{s:s, s:s}], s:O}", "keys", "path", key->path, "how", "1", "collation", own));
  return fix;
}

static void
check_case (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillPlanStep *step = get_first_step (run, operation);
  const SquillEntity *entity =
      operation->entity == NULL ? NULL : squill_model_get_entity (run->model, operation->entity);
  const SquillKey *key = find_pattern (operation, step, "icase");
  const SquillIndex *plain = NULL;
  const json_t *collation;
  g_autofree char *path = NULL, *count = NULL;
  SquillFinding *finding;
  double all;

  if (key == NULL || entity == NULL)
    return;
  path = _squill_run_resolve (run, operation->entity, key);
  all = squill_triple_get_usual (step->search->collection->count);
  collation = get_collation (operation, entity);
  if (path == NULL || all <= _squill_run_get (run, SQUILL_THRESHOLD_SCAN_MAX) ||
      (ignores_case (collation) &&
       has_index_of_collation (run, step->search->collection, entity, path, collation, &plain)))
    return;
  count = isnan (all) ? NULL : squill_text_count (all);
  finding = report (
      run, SQUILL_SEVERITY_WARNING, operation, step, path,
      count != NULL
          ? g_strdup_printf (
                _ ("“%s” examines all %s values of “%s” each time: only an index with a "
                   "collation of strength 1 or 2, which the query has to specify too, "
                   "ignores case."),
                _squill_wording_name (operation), count, path)
          : g_strdup_printf (_ ("“%s” examines all values of “%s” each time: only an index with a "
                                "collation of strength 1 or 2, which the query has to specify too, "
                                "ignores case."),
                             _squill_wording_name (operation), path));
  _squill_finding_set_number (finding, "documents", all);
  if (step->search->collection == _squill_run_get_own_collection (run, operation->entity))
    finding->fix = make_collation_fix (run, operation, entity, key, collation);
}

/* explain-advice */

static gboolean
differs (double measured, double predicted, double ratio)
{
  return fmax (measured, 1) > ratio * fmax (predicted, 1) ||
         fmax (predicted, 1) > ratio * fmax (measured, 1);
}

static void
check_explain (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillPlanStep *step = get_first_step (run, operation);
  const double ratio = _squill_run_get (run, SQUILL_THRESHOLD_EXPLAIN_RATIO);
  const double large = _squill_run_get (run, SQUILL_THRESHOLD_SCAN_LARGE);
  double examined, measured;
  g_autofree char *keys = NULL, *documents = NULL, *returned = NULL;
  SquillFinding *finding;

  if (step == NULL || step->path == NULL)
    return;
  examined = fmax (step->keys.likely, step->documents.likely);
  measured = fmax (operation->measured_keys, operation->measured_documents);
  /* That a scan should be measured is no news, but that it was none. */
  if (isnan (examined) || (isnan (measured) && step->path->index == NULL))
    return;
  /* An index that only gives the order is the subject of missing-index. */
  if (isnan (measured)
          ? _squill_step_walks_for_order (step) ||
                !(examined > large && examined > 1000 * fmax (step->returned.likely, 1))
          : !differs (measured, examined, ratio))
    return;
  keys = squill_text_count (isnan (measured) ? step->keys.likely : operation->measured_keys);
  documents =
      squill_text_count (isnan (measured) ? step->documents.likely : operation->measured_documents);
  returned = squill_text_count (isnan (measured) ? step->returned.likely : examined);
  finding = report (
      run, SQUILL_SEVERITY_HINT, operation, step, NULL,
      isnan (measured)
          ? g_strdup_printf (
                _ ("“%s” is expected to examine %s keys and %s documents to return %s. Measure it "
                   "with explain(\"executionStats\"), and enter what that reports."),
                _squill_wording_name (operation), keys, documents, returned)
      : isnan (operation->measured_documents)
          ? g_strdup_printf (_ ("“%s” examined %s keys when it was measured, but about %s are "
                                "expected: the data or indexes of the model differ from those of "
                                "the server."),
                             _squill_wording_name (operation), keys, returned)
          : g_strdup_printf (_ ("“%s” examined %s documents when it was measured, but about %s are "
                                "expected: the data or indexes of the model differ from those of "
                                "the server."),
                             _squill_wording_name (operation), documents, returned));
  _squill_finding_set_number (finding, "keys_examined", step->keys.likely);
  _squill_finding_set_number (finding, "documents_examined", step->documents.likely);
  _squill_finding_set_number (finding, "documents_returned", step->returned.likely);
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_ALL | SQUILL_ASPECT_NAME)

const SquillRule _squill_rules_index_use[] = {
  { .info = { "skip-pagination", "E", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_SKILLS,
              N_ ("An operation skips many documents"),
              N_ ("The server walks over all documents that are skipped, so that each page takes "
                  "longer than the one before. Remember the last key of a page and ask for what "
                  "comes after it, or store each page as one document."),
              THRESHOLDS ("skip.max") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_skip },
  { .info = { "sort-direction", "E", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_SORTING "; " SQUILL_SOURCE_COMPOUND,
              N_ ("A sort goes in other directions than its index"),
              N_ ("An index on two fields in ascending order also gives both in descending order, "
                  "read backward. One up and the other down needs an index with just these "
                  "directions, or the result is sorted in memory."),
              NULL },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_direction },
  { .info = { "multikey-sort", "E", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_MULTIKEY,
              N_ ("A sort is by a field in an array"),
              N_ ("A multikey index has an entry for each element, so a document stands in it "
                  "several times. The server sorts in memory, except where nothing bounds the "
                  "field. Keep what the order goes by in a field of its own, such as the time of "
                  "the last comment, and index that."),
              NULL },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_multikey_sort },
  { .info = { "multikey-not-covering", "E", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_MULTIKEY,
              N_ ("An array cannot be returned from an index"),
              N_ ("If an index has all fields that an operation asks for, no document has to be "
                  "fetched. That does not hold for arrays: an entry has one element, and not the "
                  "array. Leave the array out of what is returned, or accept the fetch."),
              NULL },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_not_covering },
  { .info = { "exists-on-plain-index", "E", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_SPARSE "; " SQUILL_SOURCE_SKILLS,
              N_ ("A plain index does not tell missing from null"),
              N_ ("An index has the same key for a missing field and for null, so the server "
                  "fetches documents to see whether the field exists. A sparse index, or a partial "
                  "one with $exists, has only documents that have the field, and is smaller."),
              NULL },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_exists },
  { .info = { "partial-unusable", "E", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_PARTIAL,
              N_ ("An operation cannot use a partial index"),
              N_ ("The server uses a partial index only if the query asks for no other documents "
                  "than those in it, because the result would be incomplete. Add the condition of "
                  "the filter to the operation, or index all documents."),
              NULL },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_partial },
  { .info = { "regex-unanchored", "E", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_REGEX "; " SQUILL_SOURCE_SKILLS,
              N_ ("A frequent operation looks for text anywhere in a field"),
              N_ ("An index is in the order of how texts begin. A pattern that may be anywhere is "
                  "compared with every key. Look for how the text begins, use a text or search "
                  "index, or store the words of the text in an array and index that."),
              THRESHOLDS ("scan.max", "hot.rate") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_regex,
    .reads_hot = TRUE },
  { .info = { "case-insensitive-no-collation", "E", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_CASE "; " SQUILL_SOURCE_SKILLS,
              N_ ("A comparison ignores case, and its index does not"),
              N_ ("A regular expression that ignores case is compared with every key. An index in "
                  "a collation of strength 1 or 2 finds text whatever its case, if the operation "
                  "asks for the same collation. A copy of the field in lower case does so too."),
              THRESHOLDS ("scan.max") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_case },
  { .info = { "explain-advice", "E", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_EXPLAIN "; " SQUILL_SOURCE_NORMS, N_ ("An estimate should be measured"),
              N_ ("Squill predicts how many keys and documents an operation examines from what the "
                  "model says. explain(\"executionStats\") on the server measures it. Where the "
                  "two differ, a count or an index of the model is not what the server has."),
              THRESHOLDS ("explain.ratio", "scan.large") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_explain },
  { .info = { NULL } },
};
