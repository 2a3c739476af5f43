/* SPDX-License-Identifier: Apache-2.0 */

/* Family J: patterns that would serve a model better. What other rules propose as well, under the
 * name of the trouble, is an alias: see squill_rules_find(). */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-index-private.h"
#include "advice/squill-transform-private.h"
#include "design/squill-found.h"
#include "model/squill-authoring.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

/* pattern-attribute */

static void
check_attribute (SquillRun *run, gconstpointer subject)
{
  const SquillEntity *entity = subject;
  const double many = _squill_run_get (run, SQUILL_THRESHOLD_ATTRIBUTE_FIELDS);
  const double many_indexes = _squill_run_get (run, SQUILL_THRESHOLD_ATTRIBUTE_INDEXES);
  g_auto (SquillAttributes) attributes = { NULL, 0, 0 };
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *list = NULL;
  SquillFinding *finding;

  if (!_squill_run_find_attributes (run, entity, many, many_indexes, &attributes))
    return;
  for (guint i = 0; i < attributes.fields->len; i++)
    g_ptr_array_add (names, (gpointer)_squill_wording_name (attributes.fields->pdata[i]));
  list = squill_text_names (names);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, entity, names->len,
      g_strdup_printf (_ ("Operations search %u fields that few “%s” have, and %u of them have an "
                          "index: %s. As an array of names and values, they need one index."),
                       names->len, _squill_wording_name (entity), attributes.n_indexes, list));
  _squill_finding_set_number (finding, "fields", names->len);
  _squill_finding_set_number (finding, "indexes", attributes.n_indexes);
  _squill_finding_set_list (finding, "names", names);
  finding->fix = _squill_fix_new_attributes (run, entity, attributes.fields, NULL);
}

/* pattern-polymorphic */

static void
compare_entities (SquillRun *run,
                  const SquillOperation *operation,
                  const SquillEntity *a,
                  const SquillEntity *b)
{
  double share;
  g_autofree char *text = NULL;
  SquillFinding *finding;

  if (!_squill_run_are_alike (run, a, b, &share))
    return;
  text = squill_text_share (share);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, operation, share,
      g_strdup_printf (_ ("%s of the fields of “%s” and “%s” are the same, and “%s” reads both. "
                          "In one collection, with a field for the kind, it is one query."),
                       text, _squill_run_get_own_collection (run, a->item.id)->name,
                       _squill_run_get_own_collection (run, b->item.id)->name,
                       _squill_wording_name (operation)));
  _squill_finding_set_number (finding, "share", share);
  _squill_finding_set_number (finding, "threshold",
                              _squill_run_get (run, SQUILL_THRESHOLD_ALIKE_SHARE));
  finding->fix = _squill_fix_new_kinds (run, a, b, NULL);
}

static void
check_polymorphic (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);

  if (use == NULL || !use->reads)
    return;
  for (guint i = 0; i < use->entities->len; i++)
    for (guint j = i + 1; j < use->entities->len; j++)
      if (use->entities->pdata[i] != use->entities->pdata[j])
        compare_entities (run, operation, use->entities->pdata[i], use->entities->pdata[j]);
}

/* pattern-bucket */

/* A read of some of the children of one parent, in their order. */
static const SquillOperation *
find_page (SquillRun *run, const SquillRelationship *r)
{
  const GPtrArray *uses = squill_operation_index_get_uses_of (run->operations, r->child);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];
      const SquillOperation *operation = use->operation;
      const SquillKeys *filter = operation->filter;

      if (use->reads && operation->limit > 1 && operation->sort != NULL &&
          (squill_use_follows (use, r->item.id) ||
           (filter != NULL &&
            (_squill_keys_find (filter, r->item.id) != NULL ||
             (r->child_holder != NULL && _squill_keys_find (filter, r->child_holder) != NULL)))))
        return operation;
    }
  return NULL;
}

static gboolean
has_no_end (const SquillRelationship *r)
{
  return isnan (r->cap) && (isinf (r->children.max) || r->growth > 0);
}

static void
check_bucket (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillPlacementOption *advised;
  const SquillOperation *page;
  SquillAccess access;
  g_autofree char *count = NULL, *limit = NULL;
  SquillFinding *finding;

  if (r->placement != SQUILL_PLACEMENT_PARENT_REFERENCE || r->ordering == SQUILL_ORDERING_NONE ||
      squill_relationship_is_shared (r) || !has_no_end (r))
    return;
  page = find_page (run, r);
  if (page == NULL)
    return;
  access = _squill_run_get_access (run, r);
  if (squill_access_get_alone_share (&access) > _squill_run_get (run, SQUILL_THRESHOLD_ALONE_SHARE))
    return;
  /* What is advised says what it costs. */
  advised = _squill_run_get_advised (run, r);
  if (advised == NULL || advised->placement != SQUILL_PLACEMENT_BUCKET)
    return;
  count = squill_text_count (advised->bound);
  limit = squill_text_count (page->limit);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, r, advised->bound,
      g_strdup_printf (
          _ ("%s “%s” at a time, in order, are what “%s” reads. With %s of them in one "
             "document, there are as many times fewer documents and index entries."),
          limit, _squill_wording_name (_squill_run_get_child (run, r)), _squill_wording_name (page),
          count));
  _squill_finding_set_number (finding, "bucket", advised->bound);
  _squill_finding_set_number (finding, "limit", page->limit);
  _squill_finding_set_text (finding, "operation", page->name);
  finding->fix = _squill_fix_new_advised (run, r);
}

/* pattern-single-collection */

static gboolean
is_updated (SquillRun *run, const char *entity)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, entity);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if (use->operation->operation == SQUILL_OPERATION_UPDATE &&
          squill_operation_index_is_hot (run->operations, use->rate))
        return TRUE;
    }
  return FALSE;
}

/* Whether the other end can neither be embedded, as it is shared, nor be copied, as it changes. */
static gboolean
has_to_be_joined (SquillRun *run, const SquillRelationship *r, const SquillEntity *other)
{
  const SquillPlacementOption *advised;
  guint n_copies;

  squill_item_get_children (r, SQUILL_KIND_COPY, &n_copies);
  if (!squill_relationship_is_shared (r) || n_copies > 0 || g_str_equal (r->parent, r->child) ||
      _squill_run_get_own_collection (run, r->parent) == NULL ||
      _squill_run_get_own_collection (run, r->child) == NULL || !is_updated (run, other->item.id))
    return FALSE;
  advised = _squill_run_get_advised (run, r);
  return advised == NULL || (!advised->copied && !squill_placement_embeds_any (advised->placement));
}

/* Of several reads along one relationship, the most frequent stands for all. */
static gboolean
is_most_frequent (SquillRun *run, const SquillUse *use, const SquillRelationship *r)
{
  const GPtrArray *uses = squill_operation_index_get_uses_of (run->operations, r->child);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *other = uses->pdata[i];

      if (other->reads && squill_use_goes_through (other, r->item.id) &&
          (other->rate > use->rate ||
           (other->rate == use->rate &&
            strcmp (other->operation->item.id, use->operation->item.id) < 0)))
        return FALSE;
    }
  return TRUE;
}

static void
check_single_collection (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *list = NULL, *rate = NULL;
  SquillFinding *finding;

  if (use == NULL || !use->reads || use->root == NULL ||
      !squill_operation_index_is_hot (run->operations, use->rate))
    return;
  for (guint i = 0; i < use->relationships->len; i++)
    {
      const SquillRelationship *r = use->relationships->pdata[i];
      const SquillEntity *other = squill_use_comes_from_parent (use, r)
                                      ? _squill_run_get_child (run, r)
                                      : _squill_run_get_parent (run, r);

      if (other != use->root && is_most_frequent (run, use, r) && has_to_be_joined (run, r, other))
        g_ptr_array_add (names, (gpointer)_squill_wording_name (other));
    }
  if (names->len == 0)
    return;
  list = squill_text_names (names);
  rate = squill_text_rate (use->rate);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, operation, use->rate,
      g_strdup_printf (
          _ ("“%s” joins “%s” with %s, %s; they can neither be embedded nor copied. In "
             "one collection, each with the ids of its relatives, one query reads "
             "all."),
          _squill_wording_name (operation), _squill_wording_name (use->root), list, rate));
  _squill_finding_set_number (finding, "per_second", use->rate);
  _squill_finding_set_list (finding, "joined", names);
  finding->fix = _squill_fix_new_single_collection (run, operation, NULL);
}

/* pattern-document-version */

static void
check_states (SquillRun *run, gconstpointer subject)
{
  const SquillEntity *entity = subject;
  const double rate = _squill_run_get_update_rate (run, entity);
  g_autofree char *text = squill_text_rate (rate);
  SquillFinding *finding;

  if (!entity->as_of || _squill_run_get_own_collection (run, entity->item.id) == NULL ||
      rate > _squill_run_get (run, SQUILL_THRESHOLD_REVISION_RATE) ||
      _squill_run_has_revisions (run, entity))
    return;
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, entity, rate,
      rate > 0
          ? g_strdup_printf (
                _ ("Updates of “%s”, %s, overwrite earlier states, which will be asked for, but "
                   "are kept nowhere."),
                _squill_wording_name (entity), text)
          : g_strdup_printf (
                _ ("An update of “%s” overwrites its earlier state, which will be asked "
                   "for, but is kept nowhere."),
                _squill_wording_name (entity)));
  _squill_finding_set_number (finding, "per_second", rate);
  finding->fix = _squill_fix_new_revisions (run, entity, NULL);
}

/* pattern-keyword-array */

static gboolean
has_keywords (const SquillEntity *entity)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      if (field->array && g_strcmp0 (field->meaning, "keyword") == 0)
        return TRUE;
    }
  return FALSE;
}

static void
check_keywords (SquillRun *run, gconstpointer subject)
{
  const SquillField *field = subject;
  const SquillItem *entity = field->item.parent;
  g_autofree char *most = squill_text_count (_squill_run_get (run, SQUILL_THRESHOLD_MULTIKEY_FAN));
  SquillFinding *finding;

  if (!field->keywords || field->array || (field->types & SQUILL_TYPE_STRING) == 0 ||
      field->name == NULL || entity->kind != SQUILL_KIND_ENTITY ||
      has_keywords ((const SquillEntity *)entity))
    return;
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, field, 0,
      g_strdup_printf (
          _ ("A search for one word in “%s” reads every “%s”. An array of up to %s words "
             "with an index finds it at once."),
          field->name, _squill_wording_name (entity), most));
  _squill_finding_set_number (finding, "threshold",
                              _squill_run_get (run, SQUILL_THRESHOLD_MULTIKEY_FAN));
  finding->fix = _squill_fix_new_keywords (run, field, NULL);
}

/* pattern-materialized-view */

static double
count_read (SquillRun *run, const SquillOperation *operation)
{
  const char *unknown;
  const SquillTriple found = squill_design_count_found (run->design, operation, &unknown);

  if (operation->filter == NULL || operation->filter->len == 0)
    return squill_triple_get_usual (squill_design_get_count (run->design, operation->entity));
  return unknown == NULL ? found.likely : NAN;
}

static void
check_view (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  g_autofree char *count = NULL, *rate = NULL, *age = NULL;
  double documents;
  SquillFinding *finding;

  if (operation->operation != SQUILL_OPERATION_AGGREGATE || operation->computes == NULL ||
      operation->computes->len == 0 || use == NULL || use->root == NULL || !(use->rate > 0) ||
      !(operation->stale_ok > 0) || _squill_run_asks_for_one_parent (run, use))
    return;
  /* A result that is asked for less often than it may be old is computed as often anyway. */
  if (use->rate * operation->stale_ok <= 1)
    return;
  documents = count_read (run, operation);
  if (!(documents >= _squill_run_get (run, SQUILL_THRESHOLD_VIEW_READ)))
    return;
  count = squill_text_count (documents);
  rate = squill_text_rate (use->rate);
  age = squill_text_duration (operation->stale_ok);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, operation, documents * use->rate,
      g_strdup_printf (_ ("“%s”, %s, reads %s documents each time, although its result may be %s "
                          "old: a job can keep it in an on-demand materialized view."),
                       _squill_wording_name (operation), rate, count, age));
  _squill_finding_set_number (finding, "documents", documents);
  _squill_finding_set_number (finding, "per_second", use->rate);
  _squill_finding_set_number (finding, "threshold",
                              _squill_run_get (run, SQUILL_THRESHOLD_VIEW_READ));
  finding->fix = _squill_fix_new_view (run, operation, NULL);
}

/* pattern-preallocate */

static void
check_slots (SquillRun *run, gconstpointer subject)
{
  const SquillField *field = subject;
  const double slots = _squill_field_get_slots (field);
  const SquillOperation *operation;
  g_autofree char *count = NULL;
  SquillFix *fix;
  SquillFinding *finding;

  /* A grid: its elements are known beforehand where documents usually have all that fit. */
  if (!field->array || !(field->length.likely >= slots) || field->length.min >= slots)
    return;
  operation = _squill_run_find_update_within (run, field, TRUE);
  if (operation == NULL)
    return;
  fix = _squill_fix_new_slots (run, field, NULL);
  if (fix == NULL)
    return;
  count = squill_text_count (slots);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, field, log10 (1 + squill_operation_get_rate (operation)),
      g_strdup_printf (
          _ ("%s elements of “%s” are known beforehand. Stored from the start, each is there for "
             "“%s”, which takes one that is free in one atomic write."),
          count, _squill_wording_name (field), _squill_wording_name (operation)));
  _squill_finding_set_number (finding, "elements", slots);
  _squill_finding_set_text (finding, "operation", operation->name);
  finding->fix = fix;
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ_ALL (SQUILL_ASPECTS_ALL | SQUILL_ASPECT_NAME)

const SquillRule _squill_rules_patterns[] = {
  { .info = { "pattern-attribute", "J", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_ATTRIBUTE "; " SQUILL_SOURCE_SKILLS,
              N_ ("Many similar fields that few documents have"),
              N_ ("Fields such as release_US, release_France, and release_Italy need an index "
                  "each, and the next one another. An array of {k, v} has all of them: one index "
                  "on “attrs.k” and “attrs.v” serves them with $elemMatch, and an entry exists "
                  "only for what a document has. A wildcard index is the other way, which keeps "
                  "the names."),
              THRESHOLDS ("attribute.fields", "attribute.presence", "attribute.indexes") },
    .scope = SQUILL_SCOPE_ENTITY,
    .aspects = READ_ALL,
    .check = check_attribute },
  { .info = { "pattern-polymorphic", "J", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_INHERITANCE "; " SQUILL_SOURCE_SKILLS,
              N_ ("Collections that are alike are read together"),
              N_ ("Things with mostly the same fields that are listed together can be documents of "
                  "one collection, with a field that tells the kind. Indexes on the common fields "
                  "serve all of them, partial ones those of one kind, and a validator checks each "
                  "kind. Keep them apart where their sizes or owners differ much."),
              THRESHOLDS ("alike.share") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ_ALL,
    .check = check_polymorphic },
  { .info = { "pattern-bucket", "J", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_BUCKET "; " SQUILL_SOURCE_NORMS,
              N_ ("Pages of documents could be documents"),
              N_ ("Where documents are added in order without end, and read page by page for one "
                  "parent, a page can be one document with an array of them. There are as many "
                  "times fewer documents and index entries, and a page is one read. What is looked "
                  "up one by one is better left alone."),
              THRESHOLDS ("alone.share") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ_ALL,
    .check = check_bucket },
  { .info = { "pattern-single-collection", "J", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_SINGLE_COLLECTION,
              N_ ("What is read together could stand in one collection"),
              N_ ("Things that are shared cannot be embedded, and what changes often is not worth "
                  "copying. If they are still read together all the time, documents of several "
                  "kinds can stand in one collection: each says its kind, and has an array with "
                  "the ids of its relatives. An index on that array finds one with all that "
                  "belongs to it."),
              THRESHOLDS ("hot.rate", "hot.share", "hot.least") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ_ALL,
    .check = check_single_collection,
    .reads_hot = TRUE },
  { .info = { "pattern-document-version", "J", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_REVISIONS_KEPT "; " SQUILL_SOURCE_SKILLS,
              N_ ("Earlier states are not kept"),
              N_ ("Where people ask what a document said on a certain date, each update first "
                  "stores the old state in a collection of revisions, with its number, in the "
                  "same transaction. The current one stays as small and as fast as it is. For "
                  "documents that change many times a second, a log of events is the better "
                  "form."),
              THRESHOLDS ("revision.rate") },
    .scope = SQUILL_SCOPE_ENTITY,
    .aspects = READ_ALL,
    .check = check_states },
  { .info = { "pattern-keyword-array", "J", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_KEYWORDS,
              N_ ("Single words are looked for in a text"),
              N_ ("A regular expression reads every document. An array of the words that matter, "
                  "with an index, has an entry for each word: the search is an equality. It knows "
                  "no ranking, no endings, and no synonyms; a search index does. With hundreds of "
                  "words each insert writes hundreds of entries."),
              THRESHOLDS ("multikey.fan") },
    .scope = SQUILL_SCOPE_FIELD,
    .aspects =
        SQUILL_ASPECT_WORKLOAD | SQUILL_ASPECT_SHAPE | SQUILL_ASPECT_VALUES | SQUILL_ASPECT_NAME,
    .check = check_keywords },
  { .info = { "pattern-preallocate", "J", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_PRACTICE,
              N_ ("The elements of a grid are known beforehand"),
              N_ ("Seats of a hall, slots of a calendar, and hours of a day are known before "
                  "anybody takes one. Stored with the document, each update takes a slot that "
                  "must exist, and be free, in one atomic write; nobody adds one twice. To save "
                  "room for a document that grows it is of no use any more: WiredTiger writes "
                  "each version anew."),
              NULL },
    .scope = SQUILL_SCOPE_FIELD,
    .aspects = READ_ALL,
    .check = check_slots },
  { .info = { "pattern-materialized-view", "J", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_VIEWS,
              N_ ("One result is computed again and again"),
              N_ ("A summary that many ask for, and that may be a little old, can be computed by a "
                  "job that writes it with $merge into a collection of its own, with its own "
                  "indexes. Between two runs it is out of date. A total of one parent is simpler "
                  "kept as a field of that parent."),
              THRESHOLDS ("view.read") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ_ALL,
    .check = check_view },
  { .info = { NULL } },
};
