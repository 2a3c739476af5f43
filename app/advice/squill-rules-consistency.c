/* SPDX-License-Identifier: Apache-2.0 */

/* Family C: clients that get in each other's way, and what they may see. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-transform-private.h"
#include "model/squill-variants.h"
#include "text/squill-text.h"

/* unique-race */

static SquillFix *
make_unique_fix (SquillRun *run,
                 const SquillEntity *entity,
                 const SquillKeys *keys,
                 gboolean optional)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *list = NULL, *index = NULL;
  SquillFix *fix;

  for (guint i = 0; i < keys->len; i++)
    {
      char *path = _squill_run_resolve (run, entity->item.id, keys->pdata[i]);

      /* An index on what is not there helps nobody. */
      if (path == NULL)
        return NULL;
      g_ptr_array_add (names, path);
    }
  list = squill_text_names (names);
  fix = _squill_fix_new (g_strdup_printf (_ ("Add a unique index on %s"), list));
  index = _squill_fix_add_index (fix, run->model, entity, keys, TRUE, NAN);
  /* Of documents without the field there may be any number. */
  if (optional)
    _squill_fix_set (fix, index, "sparse", json_true ());
  return fix;
}

static void
race_of_field (SquillRun *run, gconstpointer subject)
{
  const SquillField *field = subject;
  const SquillItem *owner;
  g_autoptr (GPtrArray) keys = NULL;
  const SquillCollection *collection;
  SquillFinding *finding;

  if (!field->unique || g_strcmp0 (field->name, "_id") == 0)
    return;
  owner = squill_item_get_owner (field);
  if (owner->kind != SQUILL_KIND_ENTITY)
    return;
  collection = _squill_run_get_root_collection (run, owner->id);
  if (collection == NULL)
    return;
  keys = _squill_keys_new ();
  _squill_keys_take (keys, field->item.id, "1");
  if (_squill_run_is_unique (run, owner->id, keys))
    return;
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_ERROR, field, 5,
      g_strdup_printf (
          _ ("Each document of “%s” must have a different “%s”, but no unique index enforces it: "
             "two clients can both find no match and both insert one."),
          _squill_wording_name (owner), _squill_wording_name (field)));
  _squill_finding_set_place (finding, collection->id, NULL);
  _squill_finding_set_text (finding, "field", field->name);
  finding->fix = make_unique_fix (run, (const SquillEntity *)owner, keys,
                                  !squill_field_is_always_present (field));
}

static SquillKeys *
get_equal_keys (const SquillOperation *operation)
{
  SquillKeys *keys = _squill_keys_new ();

  for (guint i = 0; operation->filter != NULL && i < operation->filter->len; i++)
    {
      const SquillKey *key = operation->filter->pdata[i];

      if (squill_key_is_equality (key))
        _squill_keys_take (keys, key->path, "1");
    }
  return keys;
}

static char *
list_keys (SquillRun *run, const char *entity, const SquillKeys *keys)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < keys->len; i++)
    {
      char *path = _squill_run_resolve (run, entity, keys->pdata[i]);

      if (path != NULL)
        g_ptr_array_add (names, path);
    }
  return names->len == 0 ? g_strdup (_ ("the same values")) : squill_text_names (names);
}

static void
race_of_operation (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  g_autoptr (GPtrArray) keys = NULL;
  g_autofree char *list = NULL;
  SquillFinding *finding;

  if (use == NULL || use->root == NULL || operation->operation != SQUILL_OPERATION_INSERT ||
      operation->guard != SQUILL_GUARD_READ_THEN_WRITE)
    return;
  keys = get_equal_keys (operation);
  if (keys->len == 0 || _squill_run_is_unique (run, use->root->item.id, keys))
    return;
  list = list_keys (run, use->root->item.id, keys);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_ERROR, operation, 5 + use->rate,
      g_strdup_printf (_ ("“%s” looks for one “%s” with %s before it inserts one: two clients can "
                          "both find none and both insert one."),
                       _squill_wording_name (operation), _squill_wording_name (use->root), list));
  _squill_finding_set_place (finding, use->root->item.id, NULL);
  finding->fix = make_unique_fix (run, use->root, keys, FALSE);
}

/* upsert-without-unique */

static void
check_upsert (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  g_autoptr (GPtrArray) keys = NULL;
  g_autofree char *list = NULL;
  SquillFinding *finding;

  if (use == NULL || use->root == NULL || !operation->upsert || use->reads ||
      operation->operation == SQUILL_OPERATION_DELETE)
    return;
  keys = get_equal_keys (operation);
  if (_squill_run_is_unique (run, use->root->item.id, keys))
    return;
  list = list_keys (run, use->root->item.id, keys);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, operation, use->rate,
      g_strdup_printf (
          _ ("“%s” inserts a document if it finds none. Two upserts at the same time can both find "
             "none and insert twice, because no unique index covers %s."),
          _squill_wording_name (operation), list));
  _squill_finding_set_place (finding, use->root->item.id, NULL);
  if (keys->len > 0)
    finding->fix = make_unique_fix (run, use->root, keys, FALSE);
}

/* guard-in-filter */

static void
check_guard (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  SquillFinding *finding;

  if (operation->guard != SQUILL_GUARD_READ_THEN_WRITE ||
      (operation->operation != SQUILL_OPERATION_UPDATE &&
       operation->operation != SQUILL_OPERATION_DELETE))
    return;
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, operation, squill_operation_get_rate (operation),
      g_strdup_printf (
          _ ("“%s” reads, decides, and then writes; the data may have changed in between. With the "
             "condition in the filter of the update, both are one atomic step."),
          _squill_wording_name (operation)));
  finding->fix = _squill_fix_new_guard (run, operation, NULL);
}

/* Concerns and preferences. */

/* "1", "w:1", "{w: 1}" and the like are the same. */
static char *
get_plain_concern (const char *text)
{
  GString *plain = g_string_new (NULL);

  for (const char *p = text == NULL ? "" : text; *p != '\0'; p++)
    if (g_ascii_isalnum (*p))
      g_string_append_c (plain, g_ascii_tolower (*p));
  if (plain->len > 1 && plain->str[0] == 'w' && !g_str_has_prefix (plain->str, "wtimeout"))
    g_string_erase (plain, 0, 1);
  return g_string_free (plain, FALSE);
}

static void
check_critical_write (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  g_autofree char *concern = get_plain_concern (operation->write_concern);
  SquillFinding *finding;

  if (use == NULL || use->reads || !operation->critical ||
      (!g_str_equal (concern, "1") && !g_str_equal (concern, "0")))
    return;
  finding =
      _squill_run_report (run, SQUILL_SEVERITY_WARNING, operation, use->rate,
                          g_strdup_printf (_ ("“%s” is critical, but waits for only one server (w: "
                                              "%s): if that server fails, the write can be lost."),
                                           _squill_wording_name (operation), concern));
  _squill_finding_set_text (finding, "write_concern", operation->write_concern);
  finding->fix = _squill_fix_new_set (g_strdup (_ ("Wait for the majority")), operation->item.id,
                                      "write_concern", json_string ("majority"));
}

static void
check_needless_majority (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  g_autofree char *concern = get_plain_concern (operation->write_concern);
  g_autofree char *rate = NULL;
  SquillFinding *finding;

  if (use == NULL || use->reads || operation->critical || !g_str_equal (concern, "majority") ||
      !(use->rate > _squill_run_get (run, SQUILL_THRESHOLD_MAJORITY_RATE)))
    return;
  rate = squill_text_rate (use->rate);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, operation, use->rate,
      g_strdup_printf (
          _ ("“%s”, %s, is not critical, but waits for a majority of servers each time."),
          _squill_wording_name (operation), rate));
  _squill_finding_set_number (finding, "per_second", use->rate);
  finding->fix = _squill_fix_new_set (g_strdup (_ ("Wait for one server")), operation->item.id,
                                      "write_concern", json_string ("1"));
}

static void
check_dirty_read (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  SquillFinding *finding;

  if (use == NULL || !use->reads || !operation->critical ||
      (g_strcmp0 (operation->read_concern, "local") != 0 &&
       g_strcmp0 (operation->read_concern, "available") != 0))
    return;
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, operation, use->rate,
      g_strdup_printf (_ ("“%s” is critical, but may read data that is later rolled back, because "
                          "its read concern is “%s” and not “majority”."),
                       _squill_wording_name (operation), operation->read_concern));
  _squill_finding_set_text (finding, "read_concern", operation->read_concern);
  finding->fix = _squill_fix_new_set (g_strdup (_ ("Use read concern “majority”")),
                                      operation->item.id, "read_concern", json_string ("majority"));
}

static void
check_secondary (SquillRun *run, gconstpointer subject)
{
  static const char *const others[] = { "secondary", "secondaryPreferred", "nearest", NULL };
  const SquillOperation *operation = subject;
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  SquillFinding *finding;

  if (use == NULL || !use->reads || operation->read_preference == NULL ||
      !g_strv_contains (others, operation->read_preference) || operation->stale_ok > 0)
    return;
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, operation, use->rate,
      g_strdup_printf (_ ("“%s” reads from secondaries, which lag behind the primary, but is not "
                          "marked as tolerating stale data."),
                       _squill_wording_name (operation)));
  _squill_finding_set_text (finding, "read_preference", operation->read_preference);
  finding->fix = _squill_fix_new_set (g_strdup (_ ("Read from the primary")), operation->item.id,
                                      "read_preference", NULL);
}

/* counter-hotspot */

/* Over how many documents the writes of an operation spread; NaN where nobody knows. */
static double
count_targets (SquillRun *run, const SquillUse *use, const char **target)
{
  const SquillOperation *operation = use->operation;

  *target = use->root->item.id;
  if (operation->operation == SQUILL_OPERATION_UPDATE)
    {
      const SquillCollection *collection =
          _squill_run_get_root_collection (run, use->root->item.id);

      /* Without a filter it is always the same one. */
      if (operation->filter == NULL || collection == NULL)
        return 1;
      return squill_triple_get_usual (collection->count);
    }
  /* Children that tell their parent. */
  for (guint i = 0; i < use->relationships->len; i++)
    {
      const SquillRelationship *r = use->relationships->pdata[i];

      if (!squill_use_follows (use, r->item.id) || !g_str_equal (r->child, use->root->item.id))
        continue;
      *target = r->parent;
      return squill_triple_get_usual (squill_design_get_count (run->design, r->parent));
    }
  return NAN;
}

/* How often all updates come that spread over the same documents, one at a time, where the
 * operation is the most frequent of them; NaN where it is not. One that changes any of many
 * documents hardly ever meets one that always changes the same. */
static double
get_shared_rate (SquillRun *run, const SquillUse *use, double documents, guint *n_others)
{
  const GPtrArray *uses =
      squill_operation_index_get_uses_from (run->operations, use->root->item.id);
  double rate = use->rate;

  *n_others = 0;
  for (guint i = 0; use->operation->operation == SQUILL_OPERATION_UPDATE && i < uses->len; i++)
    {
      const SquillUse *other = uses->pdata[i];
      const char *target;

      if (other->operation == use->operation || other->operation->multi ||
          other->operation->operation != SQUILL_OPERATION_UPDATE || !(other->rate > 0) ||
          count_targets (run, other, &target) != documents)
        continue;
      if (other->rate > use->rate ||
          (other->rate == use->rate &&
           strcmp (other->operation->item.id, use->operation->item.id) < 0))
        return NAN;
      rate += other->rate;
      ++*n_others;
    }
  return rate;
}

static void
check_hotspot (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  double documents, rate, most, every;
  const char *target;
  g_autofree char *text = NULL, *count = NULL;
  SquillFinding *finding;
  guint n_others;

  if (use == NULL || use->root == NULL || operation->multi ||
      (operation->operation != SQUILL_OPERATION_UPDATE &&
       operation->operation != SQUILL_OPERATION_INSERT))
    return;
  most = _squill_run_get (run, SQUILL_THRESHOLD_HOTSPOT_RATE);
  documents = count_targets (run, use, &target);
  rate = get_shared_rate (run, use, documents, &n_others) / fmax (documents, 1);
  if (isnan (documents) || !(rate > most))
    return;
  text = squill_text_rate (rate);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, operation, rate,
      g_strdup_printf (n_others > 0
                           ? _ ("“%s” and other operations update the same document of “%s”, %s: "
                                "concurrent writes conflict and are retried.")
                           : _ ("“%s” updates the same document of “%s”, %s: concurrent writes "
                                "conflict and are retried."),
                       _squill_wording_name (operation),
                       _squill_wording_name (squill_model_get_entity (run->model, target)), text));
  _squill_finding_set_number (finding, "per_second", rate);
  _squill_finding_set_number (finding, "documents", documents);
  _squill_finding_set_number (finding, "threshold", most);
  /* What the others leave of the rate. */
  most -= rate - use->rate / fmax (documents, 1);
  if (!(most > 0))
    return;
  every = ceil (use->rate / fmax (documents, 1) / most);
  count = squill_text_count (every);
  finding->fix = _squill_fix_new_set (g_strdup_printf (_ ("Collect %s events per write"), count),
                                      operation->item.id, "rate",
                                      squill_json_number (operation->rate / every));
}

/* denorm-stale-read */

/* The copy that a key of an operation reads across a relationship, if it follows its source. */
static const SquillCopy *
find_read_copy (SquillRun *run, const SquillUse *use, const SquillRelationship **by)
{
  const SquillOperation *operation = use->operation;
  const SquillKeys *lists[] = { operation->returns, operation->filter, operation->sort };
  const SquillShape *place = _squill_run_get_place (run, use->root->item.id);

  for (guint i = 0; place != NULL && i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; lists[i] != NULL && j < lists[i]->len; j++)
      {
        const SquillKey *key = lists[i]->pdata[j];
        const SquillShape *shape;
        const SquillCopy *copy;

        if (strchr (key->path, '/') == NULL || *key->path == '=')
          continue;
        shape = squill_design_resolve (run->design, place, key->path);
        copy = shape == NULL || shape->copy == NULL
                   ? NULL
                   : squill_model_get_item_of_kind (run->model, shape->copy, SQUILL_KIND_COPY);
        if (copy == NULL || copy->mode != SQUILL_COPY_KEPT)
          continue;
        *by = (const SquillRelationship *)copy->item.parent;
        /* Only what the path goes through lies next to the operation. */
        if (g_ptr_array_find (use->relationships, *by, NULL))
          return copy;
      }
  return NULL;
}

static void
check_stale_copy (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  const SquillRelationship *r = NULL;
  const SquillCopy *copy;
  const SquillField *field;
  const char *source;
  const GPtrArray *uses;
  g_autoptr (GPtrArray) writers = g_ptr_array_new ();
  SquillFinding *finding;

  if (use == NULL || use->root == NULL || !use->reads ||
      !(operation->stale_ok == 0 || operation->critical))
    return;
  copy = find_read_copy (run, use, &r);
  if (copy == NULL)
    return;
  field = squill_model_get_field (run->model, squill_key_path_get_last (copy->field));
  if (field == NULL || field->immutable)
    return;
  source = copy->direction == SQUILL_COPY_TO_CHILD ? r->parent : r->child;
  uses = squill_operation_index_get_uses_from (run->operations, source);
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *writer = uses->pdata[i];

      if (_squill_use_writes (writer, field->item.id) && !writer->operation->transaction)
        g_ptr_array_add (writers, (gpointer)writer);
    }
  if (writers->len == 0)
    return;
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, operation, use->rate,
      g_strdup_printf (_ ("“%s” needs the current value of “%s”, but reads a copy, which “%s” "
                          "updates later than the original."),
                       _squill_wording_name (operation), _squill_wording_name (field),
                       _squill_wording_name (((const SquillUse *)writers->pdata[0])->operation)));
  _squill_finding_set_text (finding, "field", field->name);
  finding->fix = _squill_fix_new (g_strdup (_ ("Update the copies in a transaction")));
  for (guint i = 0; i < writers->len; i++)
    _squill_fix_set (finding->fix, ((const SquillUse *)writers->pdata[i])->operation->item.id,
                     "transaction", json_true ());
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_ALL)

const SquillRule _squill_rules_consistency[] = {
  { .info = { "unique-race", "C", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_CMS,
              N_ ("No unique index enforces uniqueness"),
              N_ ("Checking whether a name is taken and then inserting it are two steps, and "
                  "another client can insert it in between. Only the server can guarantee that a "
                  "value is unique: with a unique index, or by using the value as the _id. Then "
                  "the second insert fails, and the application can report that the name is "
                  "taken."),
              NULL },
    .scope = SQUILL_SCOPE_FIELD,
    .aspects = READ,
    .check = race_of_field,
    .other_scope = SQUILL_SCOPE_OPERATION,
    .other_check = race_of_operation },
  { .info = { "upsert-without-unique", "C", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_NORMS ", norm 9",
              N_ ("An upsert can insert twice"),
              N_ ("An upsert updates the document that its filter matches, or inserts a new one. "
                  "Two upserts at the same time can both find no match and both insert, unless a "
                  "unique index on the fields of the filter rejects the second insert; the server "
                  "then retries it as an update."),
              NULL },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_upsert },
  { .info = { "guard-in-filter", "C", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_CMS "; " SQUILL_SOURCE_ATOMIC,
              N_ ("A condition is checked before the write instead of in it"),
              N_ ("To let each user vote only once, check it in the update itself: match the post "
                  "only if its voters do not include the user, then add the user and one vote. If "
                  "no document was modified, the condition was not met. If the application reads "
                  "first and writes afterward, other clients can write in between."),
              NULL },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = SQUILL_ASPECT_WORKLOAD,
    .check = check_guard },
  { .info = { "critical-write-w1", "C", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_NORMS ", norm 8",
              N_ ("A critical write does not wait for the majority"),
              N_ ("A write that only one server has acknowledged is lost if that server fails "
                  "before the others have replicated it. Writes that must not be lost wait for the "
                  "majority, which is the default write concern since MongoDB 5.0."),
              NULL },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = SQUILL_ASPECT_WORKLOAD,
    .check = check_critical_write },
  { .info = { "noncritical-majority", "C", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_NORMS ", norm 8",
              N_ ("A frequent write waits unnecessarily"),
              N_ ("Waiting for the majority takes a network round trip between servers. For data "
                  "of which a single write may be lost, such as thousands of measurements a "
                  "second, the acknowledgment of one server is enough."),
              THRESHOLDS ("majority.rate") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = SQUILL_ASPECT_WORKLOAD,
    .check = check_needless_majority },
  { .info = { "dirty-read", "C", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_NORMS ", norm 8",
              N_ ("A critical read may see data that is rolled back"),
              N_ ("Data that only one server has can be rolled back when another becomes primary. "
                  "A read on which an important decision depends uses read concern “majority”, "
                  "which returns only data that a majority of the servers has acknowledged."),
              NULL },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = SQUILL_ASPECT_WORKLOAD,
    .check = check_dirty_read },
  { .info = { "counter-hotspot", "C", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_WIREDTIGER "; " SQUILL_SOURCE_SKILLS,
              N_ ("Many writers change the same document"),
              N_ ("The server can run many writes at the same time if they update different "
                  "documents. Writes to the same document conflict and are retried. For a counter "
                  "that changes hundreds of times a second, let each client collect its events and "
                  "write them periodically, split the counter over several documents, or compute "
                  "it in a batch job."),
              THRESHOLDS ("hotspot.rate") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_hotspot },
  { .info = { "secondary-read-stale", "C", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_NORMS ", norm 13",
              N_ ("Stale data may be read where it is not acceptable"),
              N_ ("Secondaries lag slightly behind the primary. That is fine for reports, but not "
                  "for customers who look for the order that they just placed. Read such data from "
                  "the primary, or specify how many seconds of staleness are acceptable."),
              NULL },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = SQUILL_ASPECT_WORKLOAD,
    .check = check_secondary },
  { .info = { "denorm-stale-read", "C", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_ZOLA_2,
              N_ ("A copy is read where the current value is needed"),
              N_ ("After a value changes, its copies are out of date for a moment, or until a job "
                  "has run. For a list that is usually acceptable. Where it is not, read the "
                  "original, or update both in one transaction."),
              NULL },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_stale_copy },
  { .info = { NULL } },
};
