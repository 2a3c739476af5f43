/* SPDX-License-Identifier: Apache-2.0 */

/* Family A: arrays and maps that grow too long. An array may be what a relationship stores, or a
 * field; the rules are the same. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-transform-private.h"
#include "model/squill-authoring.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

/* Later days nobody plans for. */
#define MAX_YEARS 100

typedef void (*ArrayCheck) (SquillRun *run, const SquillArray *array);

static void
check_relationship (SquillRun *run, const SquillRelationship *r, ArrayCheck check)
{
  SquillArray array;

  if (_squill_array_init_relationship (&array, run, r, TRUE))
    check (run, &array);
  if (_squill_array_init_relationship (&array, run, r, FALSE))
    check (run, &array);
}

static void
check_field (SquillRun *run, const SquillField *field, ArrayCheck check)
{
  SquillArray array;

  if (_squill_array_init_field (&array, run, field))
    check (run, &array);
}

static void
set_array (SquillFinding *finding, const SquillArray *array)
{
  _squill_finding_set_place (finding, array->collection->id, array->shape->path);
}

/* How many elements are still fine. */
static double
get_threshold (SquillRun *run, const SquillArray *array)
{
  return _squill_run_get (run, array->references ? SQUILL_THRESHOLD_REF_MAX
                                                 : SQUILL_THRESHOLD_EMBED_MAX);
}

static SquillFix *
make_cap_fix (const SquillArray *array, double cap)
{
  g_autofree char *count = squill_text_count (cap);

  return _squill_fix_new_set (g_strdup_printf (_ ("Limit it to %s"), count),
                              ((const SquillItem *)array->subject)->id, "cap",
                              squill_json_number (cap));
}

static SquillFix *
make_fix (SquillRun *run, const SquillArray *array)
{
  SquillFix *fix;

  if (array->relationship != NULL)
    return _squill_fix_new_advised (run, array->relationship);
  fix = _squill_fix_new_collection (run, array->field);
  if (fix == NULL && !(array->now > get_threshold (run, array)))
    fix = make_cap_fix (array, get_threshold (run, array));
  return fix;
}

/* unbounded-array */

/* It is small today, and grows past what is fine. */
static gboolean
is_forecast (SquillRun *run, const SquillArray *array)
{
  double threshold = get_threshold (run, array);

  return isnan (array->cap) && array->growth > 0 && !(array->now > threshold) &&
         array->horizon > threshold;
}

/* How long it takes. */
static double
get_years_to_threshold (SquillRun *run, const SquillArray *array)
{
  return (get_threshold (run, array) - (isnan (array->now) ? 0 : array->now)) / array->growth;
}

/* The sooner the worse, but not less than what it stands for: that it becomes long. */
static SquillSeverity
get_severity (SquillRun *run, const SquillArray *array, double years)
{
  if (_squill_array_is_full_soon (array, run))
    return SQUILL_SEVERITY_ERROR;
  return years <= MAX_YEARS || is_forecast (run, array) ? SQUILL_SEVERITY_WARNING
                                                        : SQUILL_SEVERITY_HINT;
}

static void
check_unbounded (SquillRun *run, const SquillArray *array)
{
  g_autofree char *growth = NULL, *limit = NULL, *day = NULL, *iso = NULL;
  g_autofree char *count = NULL, *time = NULL;
  g_autoptr (GDateTime) date = NULL;
  SquillFinding *finding;
  char *message;
  double years;

  if (!_squill_array_is_unbounded (array))
    return;
  years = _squill_array_get_years_to (array, _squill_run_get (run, SQUILL_THRESHOLD_DOC_LIMIT));
  if (years <= MAX_YEARS)
    date = squill_model_get_date_in (run->model, years);
  growth = squill_text_count (array->growth);
  limit = squill_text_bytes (_squill_run_get (run, SQUILL_THRESHOLD_DOC_LIMIT));
  if (date != NULL)
    {
      day = squill_text_date (date);
      iso = g_date_time_format (date, "%Y-%m-%d");
      message = g_strdup_printf (_ ("“%s” grows by %s elements a year in each document of “%s”, "
                                    "without an upper limit: a document reaches %s on %s."),
                                 array->shape->path, growth, array->owner, limit, day);
    }
  else if (is_forecast (run, array))
    {
      const double threshold = get_threshold (run, array);

      count = squill_text_count (threshold);
      time = squill_text_years (get_years_to_threshold (run, array));
      message = g_strdup_printf (_ ("“%s” grows by %s elements a year in each document of “%s”, "
                                    "without an upper limit: in %s, it exceeds %s."),
                                 array->shape->path, growth, array->owner, time, count);
    }
  else if (array->growth > 0)
    message = g_strdup_printf (_ ("“%s” grows by %s elements a year in each document of “%s”, "
                                  "without an upper limit: a document will eventually reach %s."),
                               array->shape->path, growth, array->owner, limit);
  else
    message = g_strdup_printf (_ ("“%s” has no upper limit in the documents of “%s”, and its "
                                  "growth is not given: a document may reach %s."),
                               array->shape->path, array->owner, limit);
  finding = _squill_run_report (run, get_severity (run, array, years), array->subject,
                                date != NULL ? 100 / (1 + years) : 1, message);
  set_array (finding, array);
  _squill_finding_set_number (finding, "growth_per_year", array->growth);
  _squill_finding_set_text (finding, "limit_reached", iso);
  _squill_finding_set_number (
      finding, "element_limit",
      _squill_array_get_capacity (array, _squill_run_get (run, SQUILL_THRESHOLD_DOC_LIMIT)));
  _squill_finding_set_number (finding, "element_bytes", array->element);
  finding->fix = make_fix (run, array);
}

static void
unbounded_of_relationship (SquillRun *run, gconstpointer subject)
{
  check_relationship (run, subject, check_unbounded);
}

static void
unbounded_of_field (SquillRun *run, gconstpointer subject)
{
  check_field (run, subject, check_unbounded);
}

/* array-hits-doc-limit */

static void
check_limit (SquillRun *run, const SquillArray *array)
{
  g_autofree char *fits = NULL, *expected = NULL, *limit = NULL, *bytes = NULL;
  double elements, most;
  SquillFinding *finding;

  if (!_squill_array_breaks_limit (array, run, &elements))
    return;
  most = _squill_array_get_limit (array, run);
  fits = squill_text_count (most);
  expected = squill_text_count (elements);
  limit = squill_text_bytes (_squill_run_get (run, SQUILL_THRESHOLD_DOC_LIMIT));
  bytes = squill_text_likely_bytes (_squill_array_get_most_bytes (array, elements),
                                    array->shape->size_assumed);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_ERROR, array->subject, 100 + elements / fmax (most, 1),
      g_strdup_printf (_ ("“%s” can hold %s elements in a document of “%s”, but %s are expected, "
                          "%s in all: beyond %s, writes fail."),
                       array->shape->path, fits, array->owner, expected, bytes, limit));
  set_array (finding, array);
  _squill_finding_set_number (finding, "elements", elements);
  _squill_finding_set_number (finding, "element_limit", most);
  _squill_finding_set_number (finding, "element_bytes", array->element_most);
  _squill_finding_set_number (finding, "bytes", _squill_array_get_most_bytes (array, elements));
  _squill_finding_set_number (finding, "growth_per_year", array->growth);
  if (array->relationship != NULL)
    finding->fix = _squill_fix_new_advised (run, array->relationship);
  else
    finding->fix = _squill_fix_new_collection (run, array->field);
}

static void
limit_of_relationship (SquillRun *run, gconstpointer subject)
{
  check_relationship (run, subject, check_limit);
}

static void
limit_of_field (SquillRun *run, gconstpointer subject)
{
  check_field (run, subject, check_limit);
}

/* array-growth-forecast */

static void
check_forecast (SquillRun *run, const SquillArray *array)
{
  double threshold = get_threshold (run, array);
  double now = isnan (array->now) ? 0 : array->now;
  double years = get_years_to_threshold (run, array);
  g_autofree char *count = NULL, *time = NULL, *then = NULL;
  SquillFinding *finding;

  if (!is_forecast (run, array))
    return;
  count = squill_text_count (threshold);
  time = squill_text_years (years);
  then = squill_text_count (array->horizon);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, array->subject, 10 / (1 + years),
      g_strdup_printf (_ ("In %s, “%s” exceeds %s elements in a document of “%s”; at the end of "
                          "the planning horizon it has %s."),
                       time, array->shape->path, count, array->owner, then));
  set_array (finding, array);
  _squill_finding_set_number (finding, "elements", now);
  _squill_finding_set_number (finding, "growth_per_year", array->growth);
  _squill_finding_set_number (finding, "elements_at_horizon", array->horizon);
  _squill_finding_set_number (finding, "threshold", threshold);
  _squill_finding_set_number (finding, "months", round (years * 120) / 10);
  finding->fix = make_cap_fix (array, threshold);
}

static void
forecast_of_relationship (SquillRun *run, gconstpointer subject)
{
  check_relationship (run, subject, check_forecast);
}

static void
forecast_of_field (SquillRun *run, gconstpointer subject)
{
  check_field (run, subject, check_forecast);
}

/* embed-array-large */

static SquillFix *
make_large_fix (SquillRun *run, const SquillArray *array)
{
  const SquillRelationship *r = array->relationship;

  if (r == NULL)
    return _squill_fix_new_collection (run, array->field);
  if (r->placement == SQUILL_PLACEMENT_SUBSET)
    {
      double most = _squill_run_get (run, SQUILL_THRESHOLD_EMBED_MAX);
      g_autofree char *count = squill_text_count (most);

      return _squill_fix_new_set (g_strdup_printf (_ ("Keep %s and move the rest"), count),
                                  r->item.id, "bound", squill_json_number (most));
    }
  return _squill_fix_new_advised (run, r);
}

static void
check_embedded (SquillRun *run, const SquillArray *array)
{
  const SquillTypes noticed = SQUILL_TYPE_OBJECT | SQUILL_TYPE_OBJECT_ID | SQUILL_TYPE_STRING;
  double threshold = _squill_run_get (run, SQUILL_THRESHOLD_EMBED_MAX);
  g_autofree char *count = NULL, *bytes = NULL, *more = NULL;
  /* Plain values are no children that somebody looks for one by one. */
  const SquillSeverity severity =
      array->relationship != NULL || (array->shape->types & SQUILL_TYPE_OBJECT) != 0
          ? SQUILL_SEVERITY_WARNING
          : SQUILL_SEVERITY_HINT;
  gboolean compass;
  double size;
  SquillFinding *finding;

  if (array->references || !_squill_array_is_long (array, run) || is_forecast (run, array) ||
      _squill_array_is_outlier (array, run))
    return;
  size = _squill_array_get_own_bytes (array, array->most);
  compass = array->most >= _squill_run_get (run, SQUILL_THRESHOLD_EMBED_COMPASS) &&
            (array->shape->types & noticed) != 0;
  count = squill_text_count (array->most);
  bytes = squill_text_likely_bytes (size, array->shape->size_assumed);
  more = compass ? g_strdup (_ (" MongoDB Compass also warns about it.")) : g_strdup ("");
  finding = _squill_run_report (
      run, severity, array->subject, array->most / threshold,
      array->horizon > threshold
          ? g_strdup_printf (_ ("“%s” has %s elements, up to %s, and every read or write of a "
                                "document of “%s” includes all of them.%s"),
                             array->shape->path, count, bytes, array->owner, more)
          : g_strdup_printf (_ ("“%s” can have %s elements, up to %s, and every read or write of "
                                "such a document of “%s” includes all of them.%s"),
                             array->shape->path, count, bytes, array->owner, more));
  set_array (finding, array);
  _squill_finding_set_number (finding, "elements", array->most);
  _squill_finding_set_number (finding, "threshold", threshold);
  _squill_finding_set_number (finding, "bytes", size);
  json_object_set_new (finding->values, "compass", json_boolean (compass));
  finding->fix = make_large_fix (run, array);
}

static void
embedded_of_relationship (SquillRun *run, gconstpointer subject)
{
  check_relationship (run, subject, check_embedded);
}

static void
embedded_of_field (SquillRun *run, gconstpointer subject)
{
  check_field (run, subject, check_embedded);
}

/* ref-array-large */

static void
check_references (SquillRun *run, const SquillArray *array)
{
  double threshold = _squill_run_get (run, SQUILL_THRESHOLD_REF_MAX);
  const SquillRelationship *r = array->relationship;
  g_autofree char *count = NULL, *bytes = NULL;
  double size;
  SquillFinding *finding;

  if (!array->references || !_squill_array_is_long (array, run) || is_forecast (run, array) ||
      _squill_array_is_outlier (array, run))
    return;
  /* Where neither side can hold the references m2n-both-large says so. */
  if (r != NULL && squill_relationship_is_shared (r) &&
      _squill_run_get_most_parents (run, r) > threshold &&
      _squill_run_get_most_children (run, r) > threshold)
    return;
  size = _squill_array_get_own_bytes (array, array->most);
  count = squill_text_count (array->most);
  bytes = squill_text_likely_bytes (size, array->shape->size_assumed);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, array->subject, array->most / threshold,
      array->horizon > threshold && array->most <= array->horizon
          ? g_strdup_printf (_ ("“%s” holds %s references in one document of “%s”: every read "
                                "loads these %s, and an index on them has one entry per "
                                "reference."),
                             array->shape->path, count, array->owner, bytes)
          : g_strdup_printf (_ ("“%s” can hold %s references in one document of “%s”: every read "
                                "loads these %s, and an index on them has one entry per "
                                "reference."),
                             array->shape->path, count, array->owner, bytes));
  set_array (finding, array);
  _squill_finding_set_number (finding, "elements", array->most);
  _squill_finding_set_number (finding, "threshold", threshold);
  _squill_finding_set_number (finding, "bytes", size);
  finding->fix =
      r != NULL ? _squill_fix_new_advised (run, r) : _squill_fix_new_collection (run, array->field);
}

static void
references_of_relationship (SquillRun *run, gconstpointer subject)
{
  check_relationship (run, subject, check_references);
}

static void
references_of_field (SquillRun *run, gconstpointer subject)
{
  check_field (run, subject, check_references);
}

/* dynamic-keys */

/* Whether references name its keys, or are its keys. */
static gboolean
is_referred_to (const SquillField *field)
{
  const SquillItem *owner = squill_item_get_owner (field);
  const SquillRelationship *const *all;
  guint n;

  if (owner->kind != SQUILL_KIND_ENTITY)
    return FALSE;
  all = squill_entity_get_relationships ((const SquillEntity *)owner, &n);
  for (guint i = 0; i < n; i++)
    {
      const char *const ids[] = { all[i]->parent_holder, all[i]->child_holder, all[i]->parent_key,
                                  all[i]->child_key };

      for (guint j = 0; j < G_N_ELEMENTS (ids); j++)
        if (g_strcmp0 (ids[j], field->item.id) == 0)
          return TRUE;
    }
  return FALSE;
}

/**
 * _squill_fix_new_pairs:
 * @run: a run
 * @field: a map
 * @reason: (out) (optional): why it cannot be an array
 *
 * Makes a map an array of {k, v} with what the map says of its keys and values.
 *
 * Returns: (transfer full) (nullable): a fix that does so
 */
SquillFix *
_squill_fix_new_pairs (SquillRun *run, const SquillField *field, char **reason)
{
  const SquillTypes nested = SQUILL_TYPE_OBJECT | SQUILL_TYPE_NULL;
  gboolean has_children = field->item.children != NULL && field->item.children->len > 0;
  g_autofree char *key_id = squill_model_new_id (run->model, "k");
  g_autofree char *value_id = squill_model_new_id (run->model, "v");
  SquillFix *fix;
  json_t *key, *value;

  if (!squill_field_is_map (field))
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("“%s” is no object whose field names are data."),
                                 _squill_wording_name (field)));
  /* What is nested in values that may also be something else has no place in a pair. */
  if (has_children && (field->types & ~(SquillTypes)nested) != 0)
    return _squill_transform_refuse (
        reason, g_strdup (_ ("Some of its values are objects, and others are not.")));
  if (is_referred_to (field))
    return _squill_transform_refuse (reason, g_strdup (_ ("References name its keys.")));
  SQUILL_FOR_EACH_CHILD (SquillField, child, field, SQUILL_KIND_FIELD)
    {
      if (g_strcmp0 (child->name, "k") == 0 || g_strcmp0 (child->name, "[]") == 0)
        return _squill_transform_refuse (
            reason, g_strdup (_ ("Its values leave no place for the name beside them.")));
    }

  fix = _squill_fix_new (g_strdup_printf (
      _ ("Turn %s into an array of keys and values"),
      _squill_wording_name (field->rest ? field->item.parent : (gconstpointer)field)));
  _squill_fix_set (fix, field->item.id, "map", NULL);
  if (field->rest)
    _squill_fix_set (fix, field->item.id, "rest", NULL);
  if (field->key_pattern != NULL)
    _squill_fix_set (fix, field->item.id, "key_pattern", NULL);
  _squill_fix_set (fix, field->item.id, "array", json_true ());
  _squill_fix_set (fix, field->item.id, "types", squill_json_types (SQUILL_TYPE_OBJECT));
  if (squill_triple_is_set (field->key_size))
    _squill_fix_set (fix, field->item.id, "key_size", NULL);

  key = json_object ();
  json_object_set_new (key, "name", json_string ("k"));
  json_object_set_new (key, "order", json_string ("1"));
  json_object_set_new (key, "types", squill_json_types (SQUILL_TYPE_STRING));
  json_object_set_new (key, "required", json_true ());
  if (squill_triple_is_set (field->key_size))
    json_object_set_new (key, "size", squill_json_triple (field->key_size));
  _squill_fix_add (fix, SQUILL_KIND_FIELD, key_id, field->item.id, key);
  if (has_children)
    return fix;

  value = json_object ();
  json_object_set_new (value, "name", json_string ("v"));
  json_object_set_new (value, "order", json_string ("2"));
  if (field->types != SQUILL_TYPE_NONE)
    json_object_set_new (value, "types", squill_json_types (field->types));
  json_object_set_new (value, "required", json_true ());
  if (squill_triple_is_set (field->size))
    {
      json_object_set_new (value, "size", squill_json_triple (field->size));
      _squill_fix_set (fix, field->item.id, "size", NULL);
    }
  _squill_fix_add (fix, SQUILL_KIND_FIELD, value_id, field->item.id, value);
  return fix;
}

static void
check_dynamic_keys (SquillRun *run, gconstpointer subject)
{
  const SquillField *field = subject;
  /* Keys beside fields have no name: they are those of what is around them. */
  const char *name = _squill_wording_name (field->rest ? field->item.parent : (gconstpointer)field);
  double threshold = _squill_run_get (run, SQUILL_THRESHOLD_MAP_KEYS);
  double keys = fmax (squill_triple_get_most (field->length), field->distinct);
  SquillFinding *finding;
  char *message;

  /* A map whose keys nobody counted has any number of them. */
  if (!squill_field_is_map (field) || keys <= threshold)
    return;
  if (isfinite (keys))
    {
      g_autofree char *count = squill_text_count (keys);

      message = g_strdup_printf (
          _ ("The %s field names in “%s” are data. No index can find one value among all of them, "
             "every document repeats them, and schema validation cannot check them."),
          count, name);
    }
  else
    message =
        g_strdup_printf (_ ("The field names in “%s” are data, and their number is unlimited. No "
                            "index can find one value among all of them, every document repeats "
                            "them, and schema validation cannot check them."),
                         name);
  finding = _squill_run_report (run, SQUILL_SEVERITY_WARNING, field,
                                isfinite (keys) ? keys / threshold : threshold, message);
  _squill_finding_set_number (finding, "keys", keys);
  _squill_finding_set_number (finding, "threshold", threshold);
  finding->fix = _squill_fix_new_pairs (run, field, NULL);
}

/* nested-array-write */

static guint
count_arrays_around (const SquillShape *shape)
{
  guint n = 0;

  for (const SquillShape *around = shape->parent; around != NULL; around = around->parent)
    if (around->array)
      n++;
  return n;
}

/* Takes the innermost array out, if a relationship made it. */
static SquillFix *
make_flatter_fix (SquillRun *run, const SquillShape *shape)
{
  const SquillRelationship *r;

  for (shape = shape->parent; shape != NULL && !shape->array; shape = shape->parent)
    ;
  if (shape == NULL || !shape->document || shape->relationship == NULL)
    return NULL;
  r = squill_model_get_relationship (run->model, shape->relationship);
  return r == NULL ? NULL : _squill_fix_new_advised (run, r);
}

static void
check_nested_write (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillShape *place, *deepest = NULL;
  guint levels = 1;
  SquillFinding *finding;
  const SquillCollection *collection;

  if (operation->operation != SQUILL_OPERATION_UPDATE || operation->writes == NULL ||
      operation->entity == NULL)
    return;
  place = _squill_run_get_place (run, operation->entity);
  for (guint i = 0; place != NULL && i < operation->writes->len; i++)
    {
      const SquillKey *key = operation->writes->pdata[i];
      const SquillShape *shape = squill_design_resolve (run->design, place, key->path);
      guint n = shape == NULL ? 0 : count_arrays_around (shape);

      if (n > levels)
        {
          levels = n;
          deepest = shape;
        }
    }
  if (deepest == NULL)
    return;
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, operation, levels,
      g_strdup_printf (_ ("“%s” updates “%s”, which is nested in %u arrays. The positional "
                          "operator $ reaches into one array; the others need array filters."),
                       _squill_wording_name (operation), deepest->path, levels));
  collection = squill_design_get_collection_of_shape (run->design, deepest);
  _squill_finding_set_place (finding, collection == NULL ? NULL : collection->id, deepest->path);
  _squill_finding_set_number (finding, "levels", levels);
  finding->fix = make_flatter_fix (run, deepest);
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })

#define STORED_AND_VALUES (SQUILL_ASPECTS_STORED | SQUILL_ASPECT_VALUES)

const SquillRule _squill_rules_arrays[] = {
  { .info = { "unbounded-array", "A", SQUILL_SEVERITY_ERROR,
              SQUILL_SOURCE_ZOLA_3
              ", rule 3; " SQUILL_SOURCE_NORMS ", norm 3; " SQUILL_SOURCE_GUIDELINES
              ", guidelines 3 to 5; " SQUILL_MANUAL (
                  "Unbounded Arrays", "data-modeling/design-antipatterns/unbounded-arrays/"),
              N_ ("The array is unbounded"),
              N_ ("A document is limited to 16 MiB, and the server always reads and writes it as a "
                  "whole. An unbounded array makes every access slower over time, until a write is "
                  "rejected. Keep elements that grow without limit in documents of their own that "
                  "refer to their parent, or bound the array: the newest ten in the document, all "
                  "of them in another collection. The date given is when a typical document is "
                  "full at the growth rate in the model: within the planning horizon that is an "
                  "error, within a hundred years a warning, and later a hint. Without a growth "
                  "rate there is no date, but the array is still unbounded."),
              THRESHOLDS ("doc.limit") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = STORED_AND_VALUES | SQUILL_ASPECT_SERVER,
    .check = unbounded_of_relationship,
    .other_scope = SQUILL_SCOPE_FIELD,
    .other_check = unbounded_of_field },
  { .info = { "array-hits-doc-limit", "A", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_LIMITS,
              N_ ("The array exceeds the document size limit"),
              N_ ("The largest number of elements that the model expects does not fit into one "
                  "document of 16 MiB, counted byte by byte with the longest values. Even "
                  "ObjectIds alone have a limit: 844,414 of them fill a document. Beyond it, every "
                  "write that adds an element fails."),
              THRESHOLDS ("doc.limit") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = STORED_AND_VALUES | SQUILL_ASPECT_WORKLOAD,
    .check = limit_of_relationship,
    .other_scope = SQUILL_SCOPE_FIELD,
    .other_check = limit_of_field },
  { .info = { "array-growth-forecast", "A", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_GUIDELINES ", the closing note", N_ ("The array will become too long"),
              N_ ("The array is small enough today, but not at the end of the planning horizon if "
                  "it grows as the model says. The change costs little now: set an upper limit and "
                  "enforce it in the application, or store the elements where there is room for "
                  "many."),
              THRESHOLDS ("embed.max", "ref.max") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = STORED_AND_VALUES,
    .check = forecast_of_relationship,
    .other_scope = SQUILL_SCOPE_FIELD,
    .other_check = forecast_of_field },
  { .info = { "embed-array-large", "A", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_ZOLA_3 ", rule 3; " SQUILL_SOURCE_COMPASS "; " SQUILL_SOURCE_SKILLS,
              N_ ("The array is long"),
              N_ ("One document should hold no more than a couple of hundred elements. The server "
                  "reads and writes documents as a whole, so an operation that needs one element "
                  "loads all of them. Store references instead, or embed only the elements that "
                  "are read first."),
              THRESHOLDS ("embed.max", "embed.compass", "ref.max") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = STORED_AND_VALUES,
    .check = embedded_of_relationship,
    .other_scope = SQUILL_SCOPE_FIELD,
    .other_check = embedded_of_field },
  { .info = { "ref-array-large", "A", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_ZOLA_3 ", rule 3; " SQUILL_SOURCE_GUIDELINES ", guideline 5",
              N_ ("Too many references in one array"),
              N_ ("References are small, but thousands of them are not: three thousand take 52.9 "
                  "kB, and an index on them has an entry for each. Reverse the reference, so that "
                  "each child refers to its parent."),
              THRESHOLDS ("ref.max") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = STORED_AND_VALUES,
    .check = references_of_relationship,
    .other_scope = SQUILL_SCOPE_FIELD,
    .other_check = references_of_field },
  { .info = { "dynamic-keys", "A", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_SKILLS "; " SQUILL_SOURCE_ATTRIBUTE, N_ ("Data is used as field names"),
              N_ ("If field names are values, such as user ids, a query for each value names a "
                  "different field, so an ordinary index cannot help. Every document repeats the "
                  "names, and schema validation cannot list them. An array of key-value pairs "
                  "needs only one index. A fixed set of names, such as the sixty seconds of a "
                  "minute, is fine."),
              THRESHOLDS ("map.keys") },
    .scope = SQUILL_SCOPE_FIELD,
    .aspects = STORED_AND_VALUES,
    .check = check_dynamic_keys },
  { .info = { "nested-array-write", "A", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_SKILLS,
              N_ ("A write updates nested arrays"),
              N_ ("The positional operator updates the element that the filter matched in one "
                  "array. For an array inside that element, the update needs array filters, which "
                  "are error-prone and hard to read. Use a flatter document, or a separate "
                  "collection for the inner elements."),
              NULL },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = SQUILL_ASPECTS_USED,
    .check = check_nested_write },
  { .info = { NULL } },
};
