/* SPDX-License-Identifier: Apache-2.0 */

/* Results that a job computes and keeps. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-transform-private.h"
#include "design/squill-found.h"
#include "model/squill-authoring.h"
#include "text/squill-text.h"

/* Bytes of a name that a result has as its _id. */
#define ID_BYTES 12.0

/**
 * _squill_run_asks_for_one_parent:
 * @run: a run
 * @use: an operation
 *
 * Returns: %TRUE if it is about the children of one parent: totals of these are a field of the
 *   parent
 */
gboolean
_squill_run_asks_for_one_parent (SquillRun *run, const SquillUse *use)
{
  const SquillKeys *filter = use->operation->filter;
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (use->root, &n);

  for (guint i = 0; filter != NULL && i < filter->len; i++)
    {
      const SquillKey *key = filter->pdata[i];

      if (!squill_key_is_equality (key))
        continue;
      for (guint j = 0; j < n; j++)
        if (g_str_equal (key->path, all[j]->item.id) ||
            g_strcmp0 (key->path, all[j]->child_holder) == 0)
          return TRUE;
    }
  return FALSE;
}

/* A value that differs from one run to the next (nullable): the job does not know it. */
static const SquillKey *
find_asked_value (const SquillOperation *operation)
{
  for (guint i = 0; operation->filter != NULL && i < operation->filter->len; i++)
    {
      const SquillKey *key = operation->filter->pdata[i];
      json_auto_t *value = squill_key_get_value (key);

      if (value == NULL && !g_str_equal (key->operator, "exists"))
        return key;
    }
  return NULL;
}

/* "Monthly summary" as the name of a collection. */
static char *
make_name (SquillRun *run, const SquillOperation *operation)
{
  g_autoptr (GString) name = g_string_new (NULL);

  for (const char *p = _squill_wording_name (operation); *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar letter = g_utf8_get_char (p);

      if (g_unichar_isalnum (letter))
        g_string_append_unichar (name, g_unichar_tolower (letter));
      else if (name->len > 0 && name->str[name->len - 1] != '_')
        g_string_append_c (name, '_');
    }
  if (name->len == 0)
    g_string_append (name, "results");
  return _squill_run_make_entity_name (run, name->str);
}

static SquillTypes
get_result_types (SquillModel *model, const SquillKey *key)
{
  const SquillField *field = squill_model_get_field (model, squill_key_path_get_last (key->path));

  if (g_str_equal (key->operator, "count"))
    return SQUILL_TYPE_LONG;
  if (field == NULL || g_str_equal (key->operator, "avg"))
    return SQUILL_TYPE_DOUBLE;
  return field->types;
}

static char *
add_field (json_t *fields, SquillModel *model, const char *name, char **order, SquillTypes types)
{
  char *id = squill_model_new_id (model, name);
  g_autofree char *rank = squill_rank_between (*order, NULL);

  json_object_set_new (fields, id,
                       json_pack ("{s:s, s:s, s:o, s:b}", "name", name, "order", rank, "types",
                                  squill_json_types (types), "required", 1));
  g_free (*order);
  *order = g_steal_pointer (&rank);
  return id;
}

/* The fields of a result, and the keys of those that the job writes. */
static json_t *
make_fields (SquillModel *model, const SquillOperation *operation, json_t *writes)
{
  json_t *fields = json_object ();
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *order = NULL, *id = NULL, *date = NULL;

  id = add_field (fields, model, "_id", &order, SQUILL_TYPE_STRING);
  json_object_set_new (json_object_get (fields, id), "size",
                       squill_json_triple (SQUILL_TRIPLE (1, ID_BYTES, 2 * ID_BYTES)));
  for (guint i = 0; i < operation->computes->len; i++)
    {
      const SquillKey *key = operation->computes->pdata[i];
      const SquillItem *item = squill_model_get_item (model, squill_key_path_get_last (key->path));
      char *name = g_strdup_printf ("%s_%s", item == NULL ? "result" : _squill_wording_name (item),
                                    *key->operator== '\0' ? "total" : key->operator);
      g_autofree char *field = NULL;

      if (!g_hash_table_add (names, name))
        continue;
      field = add_field (fields, model, name, &order, get_result_types (model, key));
      json_array_append_new (writes, json_pack ("{s:s}", "path", field));
    }
  date = add_field (fields, model, "computed_at", &order, SQUILL_TYPE_DATE);
  json_array_append_new (writes, json_pack ("{s:s}", "path", date));
  return fields;
}

/* How often something runs that runs once in @seconds. */
static void
set_rate (json_t *content, double seconds)
{
  static const struct
  {
    const char *name;
    double seconds;
  } units[] = { { "day", 86400 }, { "hour", 3600 }, { "minute", 60 }, { "second", 1 } };
  guint i = 0;

  while (i + 1 < G_N_ELEMENTS (units) && seconds < units[i].seconds)
    i++;
  json_object_set_new (content, "per", json_string (units[i].name));
  json_object_set_new (content, "rate", squill_json_number (units[i].seconds / seconds));
}

static void
add_operation (SquillFix *fix, SquillRun *run, char *wanted, const char *order, json_t *content)
{
  g_autofree char *base = wanted;
  g_autofree char *name =
      squill_model_make_unique_name (run->model, SQUILL_MODEL_ID, SQUILL_KIND_OPERATION, base);
  g_autofree char *id = squill_model_new_id (run->model, name);

  json_object_set_new (content, "name", json_string (name));
  json_object_set_new (content, "order", json_string (order));
  _squill_fix_add (fix, SQUILL_KIND_OPERATION, id, NULL, content);
}

/* Why a job could not compute it beforehand; NULL if it can. */
static char *
find_obstacle (SquillRun *run, const SquillOperation *operation)
{
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  const char *name = _squill_wording_name (operation);
  const SquillKey *asked = find_asked_value (operation);
  g_autofree char *rate = NULL, *age = NULL;

  if (operation->operation != SQUILL_OPERATION_AGGREGATE || operation->computes == NULL ||
      operation->computes->len == 0 || use == NULL || use->root == NULL)
    return g_strdup_printf (_ ("“%s” computes nothing."), name);
  if (!(operation->stale_ok > 0))
    return g_strdup_printf (_ ("What “%s” finds must not be old."), name);
  rate = squill_text_rate (use->rate);
  age = squill_text_duration (operation->stale_ok);
  if (use->rate * operation->stale_ok <= 1)
    return g_strdup_printf (
        _ ("“%s” runs %s, and its result may be %s old: a job would run as often."), name, rate,
        age);
  if (_squill_run_asks_for_one_parent (run, use))
    return g_strdup_printf (_ ("“%s” is about one parent: what it computes is better a field of "
                               "that."),
                            name);
  if (asked != NULL)
    {
      const char *item = squill_key_path_get_last (asked->path);

      return g_strdup_printf (
          _ ("“%s” asks for another “%s” each time, which a job cannot foresee."), name,
          *item == '=' ? item + 1
                       : _squill_wording_name (squill_model_get_item (run->model, item)));
    }
  return NULL;
}

/**
 * _squill_fix_new_view:
 * @run: a run
 * @operation: an operation
 * @reason: (out) (optional): why it does not fit
 *
 * Returns: (transfer full) (nullable): a fix that has a job compute what the operation does, and
 *   keeps it in a collection of its own
 */
SquillFix *
_squill_fix_new_view (SquillRun *run, const SquillOperation *operation, char **reason)
{
  static const char *const moved[] = { "rate", "per", "latency", "critical" };
  char *obstacle = find_obstacle (run, operation);
  const double count = operation->limit > 1 ? operation->limit : 1;
  SquillModel *model = run->model;
  g_autofree char *name = NULL, *id = NULL, *order = NULL, *first = NULL, *second = NULL,
                  *age = NULL;
  g_autofree char *how = NULL;
  json_t *writes, *content;
  json_auto_t *rate = json_object ();
  SquillFix *fix;

  if (obstacle != NULL)
    return _squill_transform_refuse (reason, obstacle);
  name = make_name (run, operation);
  id = squill_model_new_id (model, name);
  order = _squill_item_rank_behind (squill_model_get_info (model), SQUILL_KIND_ENTITY);
  first = _squill_item_rank_behind (squill_model_get_info (model), SQUILL_KIND_OPERATION);
  second = squill_rank_between (first, NULL);
  age = squill_text_duration (operation->stale_ok);
  how = count > 1 ? g_strdup_printf ("in:%.0f", count) : g_strdup ("eq");
  writes = json_array ();

  fix = _squill_fix_new (g_strdup_printf (_ ("Keep the result in “%s”"), name));
  _squill_fix_add (fix, SQUILL_KIND_ENTITY, id, NULL,
                   json_pack ("{s:s, s:s, s:s, s:o, s:o}", "name", name, "order", order,
                              "standalone", "yes", "count",
                              squill_json_triple (SQUILL_TRIPLE (count, count, count)), "fields",
                              make_fields (model, operation, writes)));

  /* Who wants the result reads it, as often and as fast as before. */
  content = json_pack ("{s:s, s:s}", "operation", "find", "entity", id);
  if (count <= 1)
    json_object_set_new (content, "filter",
                         json_pack ("[{s:s, s:s}]", "path", "=_id", "how", "eq"));
  for (guint i = 0; i < G_N_ELEMENTS (moved); i++)
    {
      json_t *value = squill_property_get (
          squill_kind_find_property (SQUILL_KIND_OPERATION, moved[i]), operation);

      if (value != NULL)
        json_object_set_new (content, moved[i], value);
    }
  add_operation (fix, run, g_strdup_printf (_ ("Read %s"), _squill_wording_name (operation)), first,
                 content);

  /* The operation is the job now, and stores what it finds. */
  set_rate (rate, operation->stale_ok);
  for (guint i = 0; i < G_N_ELEMENTS (moved); i++)
    {
      json_t *value = json_object_get (rate, moved[i]);

      _squill_fix_set (fix, operation->item.id, moved[i],
                       value == NULL ? NULL : json_incref (value));
    }
  content = json_pack ("{s:s, s:s, s:[{s:s, s:s}], s:o}", "operation", "update", "entity", id,
                       "filter", "path", "=_id", "how", how, "writes", writes);
  json_object_set_new (content, count > 1 ? "multi" : "upsert", json_true ());
  json_object_update (content, rate);
  add_operation (fix, run, g_strdup_printf (_ ("Store %s"), _squill_wording_name (operation)),
                 second, content);
  _squill_fix_lose (fix, g_strdup_printf (_ ("The result of “%s” is up to %s old."),
                                          _squill_wording_name (operation), age));
  return fix;
}

static SquillFix *
make_view (SquillRun *run, gconstpointer subject, char **reason)
{
  return _squill_fix_new_view (run, subject, reason);
}

const SquillPatternEntry _squill_patterns_views[] = {
  { .pattern = { "materialized-view", N_ ("Computed view"),
                 N_ ("Has a job compute a result and store it with $merge in a collection of its "
                     "own, with its own indexes. Who wants it reads one small document. It pays "
                     "where many ask for a summary of many documents that may be a little old."),
                 SQUILL_SOURCE_VIEWS },
    .of_operation = make_view },
  { .pattern = { NULL } },
};
