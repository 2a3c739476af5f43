/* SPDX-License-Identifier: Apache-2.0 */

/* Family E: indexes that are there although less would do. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-index-private.h"
#include "design/squill-found.h"
#include "text/squill-text.h"

/* redundant-prefix-index */

static gboolean
has_options (const SquillIndex *drawn)
{
  return drawn->unique || drawn->sparse || drawn->hidden || json_object_size (drawn->partial) > 0 ||
         !isnan (drawn->expire_after) || json_object_size (drawn->options) > 0;
}

/* Whether the keys of one begin the other, in the same directions or all of them reversed. */
static gboolean
begins (const SquillCollectionIndex *one, const SquillCollectionIndex *other)
{
  gboolean same = TRUE, reversed = TRUE;

  for (guint i = 0; i < one->keys->len; i++)
    {
      const SquillKey *a = _squill_index_get_key (one, i), *b = _squill_index_get_key (other, i);

      if (!g_str_equal (a->path, b->path) || !_squill_key_is_ordered (a) ||
          !_squill_key_is_ordered (b))
        return FALSE;
      same &= g_str_equal (a->operator, b->operator);
      reversed &= !g_str_equal (a->operator, b->operator);
    }
  return same || reversed;
}

/* Two paths may lead to one place as things are stored now, and to two if they are stored
 * otherwise. */
static gboolean
is_drawn_alike (const SquillIndex *one, const SquillIndex *other)
{
  if (one->keys->len > other->keys->len)
    return FALSE;
  for (guint i = 0; i < one->keys->len; i++)
    if (!g_str_equal (((const SquillKey *)one->keys->pdata[i])->path,
                      ((const SquillKey *)other->keys->pdata[i])->path))
      return FALSE;
  return TRUE;
}

/* Whether the other does all that the one does, and costs no more for it. */
static gboolean
is_replaced (SquillRun *run,
             const SquillCollection *collection,
             const SquillCollectionIndex *one,
             const SquillCollectionIndex *other)
{
  const SquillIndex *drawn = _squill_run_get_drawn (run, one);
  const SquillIndex *by = _squill_run_get_drawn (run, other);

  if (one->keys->len == 0 || other->keys->len < one->keys->len || !begins (one, other))
    return FALSE;
  /* Of two that are alike one goes. */
  if (other->keys->len == one->keys->len && by != NULL && !has_options (by) && !by->unique &&
      strcmp (one->index, other->index) < 0)
    return FALSE;
  if (by == NULL)
    return drawn->collation == NULL;
  return is_drawn_alike (drawn, by) && !by->sparse && json_object_size (by->partial) == 0 &&
         !by->hidden && !other->unresolved &&
         ((drawn->collation == NULL && by->collation == NULL) ||
          (drawn->collation != NULL && json_equal (drawn->collation, by->collation))) &&
         (one->multikey != 0 || other->multikey == 0);
}

static void
check_redundant (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;

  for (guint i = 1; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      const SquillIndex *drawn = _squill_run_get_drawn (run, index);

      if (drawn == NULL || has_options (drawn) || index->unresolved)
        continue;
      for (guint j = 0; j < collection->indexes->len; j++)
        {
          const SquillCollectionIndex *other = collection->indexes->pdata[j];
          const SquillIndex *by = _squill_run_get_drawn (run, other);
          SquillIndexSize size;
          g_autofree char *count = NULL;
          SquillFinding *finding;

          /* Where its entity stands elsewhere, it may be needed there. */
          if (i == j ||
              (by != NULL ? by->item.parent != drawn->item.parent
                          : !_squill_run_is_at_root (run, collection, index)) ||
              !is_replaced (run, collection, index, other))
            continue;
          squill_design_measure_index (run->design, collection, index, &size);
          count = squill_text_count (size.entries_of_document);
          finding = _squill_run_report_index (
              run, SQUILL_SEVERITY_WARNING, collection, index,
              isfinite (size.entries) ? size.entries : 0,
              g_strdup_printf (
                  g_dngettext (
                      GETTEXT_PACKAGE,
                      "“%s” begins with the keys of “%s”, and serves all its queries. The "
                      "shorter index only costs %s more entry for each document of “%s”.",
                      "“%s” begins with the keys of “%s”, and serves all its queries. The "
                      "shorter index only costs %s more entries for each document of “%s”.",
                      round (size.entries_of_document) == 1 ? 1 : 2),
                  other->name, index->name, count, collection->name));
          _squill_finding_set_number (finding, "entries_of_document", size.entries_of_document);
          _squill_finding_set_text (finding, "other", other->name);
          finding->fix = _squill_fix_new (g_strdup_printf (_ ("Remove the index %s"), index->name));
          _squill_fix_remove (finding->fix, drawn->item.id);
          break;
        }
    }
}

/* unused-index */

static gboolean
names_field (const SquillKeys *keys, const char *id)
{
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    if (_squill_key_mentions (keys->pdata[i], id))
      return TRUE;
  return FALSE;
}

static gboolean
names_path (SquillRun *run, const SquillUse *use, const SquillKeys *keys, const SquillKey *wanted)
{
  for (guint i = 0; keys != NULL && use->root != NULL && i < keys->len; i++)
    {
      g_autofree char *path = _squill_run_resolve (run, use->root->item.id, keys->pdata[i]);

      if (path != NULL &&
          (g_str_equal (path, wanted->path) ||
           (_squill_key_is_wildcard (wanted) && _squill_key_has_path_below (wanted, path))))
        return TRUE;
    }
  return FALSE;
}

/* Whether all keys stand for something that the index has. */
static gboolean
has_all (SquillRun *run,
         const SquillUse *use,
         const SquillKeys *keys,
         const SquillCollectionIndex *index)
{
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      g_autofree char *path = _squill_run_resolve (run, use->root->item.id, keys->pdata[i]);

      if (path == NULL || !_squill_index_has_path (index, G_MAXUINT, path))
        return FALSE;
    }
  return TRUE;
}

/* Whether the index has all that the operation needs, so that no document has to be read. Where
 * whole documents are returned, they have to be read. */
static gboolean
is_covered_by (SquillRun *run, const SquillUse *use, const SquillCollectionIndex *index)
{
  const SquillOperation *operation = use->operation;

  return use->reads && use->root != NULL && operation->returns != NULL &&
         operation->returns->len > 0 && has_all (run, use, operation->returns, index) &&
         has_all (run, use, operation->filter, index) && has_all (run, use, operation->sort, index);
}

/* Whether the operation sorts by it first. What it asks one value of is in any order. */
static gboolean
sorts_by (SquillRun *run, const SquillUse *use, const char *id, const SquillKey *wanted)
{
  const SquillOperation *operation = use->operation;

  for (guint i = 0; operation->sort != NULL && i < operation->sort->len; i++)
    {
      SquillKey *key = operation->sort->pdata[i];
      g_autoptr (GPtrArray) one = g_ptr_array_new ();
      gboolean is_given = FALSE;

      g_ptr_array_add (one, key);
      if (_squill_key_mentions (key, id) || names_path (run, use, one, wanted))
        return TRUE;
      for (guint j = 0; operation->filter != NULL && j < operation->filter->len; j++)
        is_given |= squill_key_is_equality (operation->filter->pdata[j]) &&
                    g_str_equal (((const SquillKey *)operation->filter->pdata[j])->path, key->path);
      if (!is_given)
        return FALSE;
    }
  return FALSE;
}

static gboolean
is_planned (SquillRun *run, const SquillOperation *operation, const SquillCollectionIndex *index)
{
  const SquillPlan *plan = squill_design_get_plan (run->design, operation->item.id);

  for (guint i = 0; plan != NULL && i < plan->steps->len; i++)
    {
      const SquillPlanStep *step = plan->steps->pdata[i];

      if (step->path != NULL && step->path->index == index)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_among (const GPtrArray *paths, const char *path)
{
  return g_ptr_array_find_with_equal_func ((GPtrArray *)paths, path, g_str_equal, NULL);
}

/* Whether another index begins with the same keys: then it is redundant, and that is said of it. */
static gboolean
is_prefix (SquillRun *run, const SquillCollection *collection, const SquillCollectionIndex *index)
{
  const SquillIndex *drawn = _squill_run_get_drawn (run, index);

  if (drawn == NULL || has_options (drawn))
    return FALSE;
  for (guint i = 0; i < collection->indexes->len; i++)
    if (collection->indexes->pdata[i] != index &&
        is_replaced (run, collection, index, collection->indexes->pdata[i]))
      return TRUE;
  return FALSE;
}

/* What is assumed of ranges, and of conditions on which nobody put a number, may be wrong: the
 * other index has to be as many times cheaper. Where equalities alone decide, a little is enough.
 */
#define CHEAPER 2
#define CHEAPER_THAN_RANGE 20

/* Whether the search would cost much less by the path that was chosen than by an index that makes
 * use of other conditions, by numbers that are known. */
static gboolean
is_dearer (const SquillPlanStep *step, const SquillCollectionIndex *index)
{
  g_autoptr (SquillAccessPath) rival = squill_search_try_index (step->search, index);
  const double bytes = step->search->collection->shape->bytes.likely;
  double cost, least;

  if (rival == NULL)
    return TRUE;
  if (squill_search_get_unknown (step->search) != NULL || (rival->sorts && !step->path->sorts))
    return FALSE;
  cost = squill_access_path_get_cost (step->path, bytes);
  least = squill_access_path_get_cost (rival, bytes) /
          (rival->range->len > 0 ? CHEAPER_THAN_RANGE : CHEAPER);
  return cost < least;
}

/* Whether the operation comes to documents of the collection by another index, which makes use of
 * all that it could ask of this one, or serves it much better. */
static gboolean
is_served_better (SquillRun *run,
                  const SquillUse *use,
                  const SquillCollection *collection,
                  const SquillCollectionIndex *index)
{
  const SquillPlan *plan = squill_design_get_plan (run->design, use->operation->item.id);
  const SquillPlanStep *step = plan == NULL || plan->steps->len == 0 ? NULL : plan->steps->pdata[0];
  const SquillAccessPath *path = step == NULL ? NULL : step->path;
  const char *first;

  /* Which index serves a collation of its own the plan does not say. */
  if (path == NULL || path->index == NULL || path->index->keys->len == 0 ||
      use->operation->collation != NULL || path->index == index || step->search == NULL ||
      step->search->collection != collection || !path->sorts ||
      is_prefix (run, collection, path->index))
    return FALSE;
  first = _squill_index_get_key (path->index, 0)->path;
  for (guint i = 0; i < index->keys->len; i++)
    {
      const SquillKey *key = _squill_index_get_key (index, i);

      if (names_path (run, use, use->operation->filter, key) &&
          !is_among (path->equality, key->path) && !is_among (path->range, key->path) &&
          /* No index bounds a pattern. */
          !(is_among (path->filter, key->path) && g_str_equal (first, key->path)))
        return is_dearer (step, index);
    }
  return TRUE;
}

/* Whether a unique index has the first keys: each of its values leads to one document, and further
 * keys narrow nothing. */
static gboolean
goes_beyond_unique (const SquillCollection *collection, const SquillCollectionIndex *index)
{
  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *other = collection->indexes->pdata[i];

      if (other->unique && !other->hidden && !other->partial && !other->sparse &&
          !other->collates && !other->unresolved && other->keys->len > 0 &&
          other->keys->len < index->keys->len && begins (other, index))
        return TRUE;
    }
  return FALSE;
}

/* Whether the index compares as the operation does, where it has text first. */
static gboolean
compares_alike (const SquillCollection *collection,
                const SquillCollectionIndex *index,
                const SquillIndex *drawn,
                const SquillUse *use)
{
  const SquillShape *shape =
      squill_shape_find_by_query_path (collection->shape, _squill_index_get_key (index, 0)->path);
  const json_t *usual = use->root == NULL ? NULL : use->root->collation;

  return shape == NULL || (shape->types & SQUILL_TYPE_STRING) == 0 ||
         _squill_collation_is_same (use->operation->collation != NULL ? use->operation->collation
                                                                      : usual,
                                    drawn->collation != NULL ? drawn->collation : usual);
}

/* Whether any operation looks for what the index has first, or sorts by it first. Reads says that
 * there are operations that look for something at all. */
static gboolean
is_asked_for (SquillRun *run,
              const SquillCollection *collection,
              const SquillCollectionIndex *index,
              const SquillIndex *drawn,
              gboolean *reads)
{
  const SquillKey *first = _squill_index_get_key (index, 0);
  const char *id = squill_key_path_get_last (((const SquillKey *)drawn->keys->pdata[0])->path);
  const gboolean narrows = !goes_beyond_unique (collection, index);

  *reads = FALSE;
  for (guint i = 0; i < collection->entities->len; i++)
    {
      const GPtrArray *uses =
          squill_operation_index_get_uses_of (run->operations, collection->entities->pdata[i]);

      for (guint j = 0; j < uses->len; j++)
        {
          const SquillUse *use = uses->pdata[j];
          const SquillOperation *operation = use->operation;

          if (!compares_alike (collection, index, drawn, use))
            {
              *reads |= use->reads;
              continue;
            }
          if ((narrows && !is_served_better (run, use, collection, index) &&
               (names_field (operation->filter, id) ||
                names_path (run, use, operation->filter, first) ||
                sorts_by (run, use, id, first))) ||
              is_covered_by (run, use, index) || is_planned (run, operation, index))
            return TRUE;
          *reads |= use->reads;
        }
    }
  return FALSE;
}

/* What is found along a relationship is found by its reference, or by the key that it refers to. */
static gboolean
is_of_relationship (SquillRun *run,
                    const SquillCollection *collection,
                    const SquillCollectionIndex *index,
                    const SquillIndex *drawn)
{
  const SquillShape *shape =
      squill_shape_find_by_query_path (collection->shape, _squill_index_get_key (index, 0)->path);
  const SquillEntity *entity = (const SquillEntity *)drawn->item.parent;
  guint n;
  const SquillRelationship *const *all;

  if (shape == NULL || shape->origin == SQUILL_ORIGIN_REFERENCE || shape->target != NULL)
    return TRUE;
  if (entity->item.kind != SQUILL_KIND_ENTITY || shape->field == NULL)
    return FALSE;
  all = squill_entity_get_relationships (entity, &n);
  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (all[i]->parent_key, shape->field) == 0 ||
        g_strcmp0 (all[i]->child_key, shape->field) == 0 ||
        g_strcmp0 (all[i]->parent_holder, shape->field) == 0 ||
        g_strcmp0 (all[i]->child_holder, shape->field) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_of_shard_key (SquillRun *run,
                 const SquillCollection *collection,
                 const SquillCollectionIndex *index)
{
  const SquillEntity *entity = collection->kind == SQUILL_COLLECTION_ENTITY
                                   ? squill_model_get_entity (run->model, collection->entity)
                                   : NULL;
  g_autofree char *path = NULL;

  if (entity == NULL || entity->shard_key == NULL || entity->shard_key->len == 0)
    return FALSE;
  path = _squill_run_resolve (run, entity->item.id, entity->shard_key->pdata[0]);
  return path != NULL && _squill_index_is_led_by (index, path);
}

/* The finding that nothing uses the index, with what it costs. */
static void
report_unused (SquillRun *run,
               const SquillCollection *collection,
               const SquillCollectionIndex *index,
               const SquillIndex *drawn,
               gboolean is_measured)
{
  SquillIndexSize size;
  g_autofree char *bytes = NULL;
  SquillFinding *finding;
  double all;

  squill_design_measure_index (run->design, collection, index, &size);
  all = isfinite (size.entries) ? size.entries * size.stored : NAN;
  bytes = isnan (all) ? NULL : squill_text_bytes (all);
  finding = _squill_run_report_index (
      run, SQUILL_SEVERITY_WARNING, collection, index, isnan (all) ? 0 : all,
      is_measured
          ? (bytes != NULL
                 ? g_strdup_printf (_ ("No operation has used “%s” (%s) since the server began to "
                                       "count, but each insert into “%s” updates it."),
                                    index->name, bytes, collection->name)
                 : g_strdup_printf (_ ("No operation has used “%s” since the server began to "
                                       "count, but each insert into “%s” updates it."),
                                    index->name, collection->name))
      : bytes != NULL
          ? g_strdup_printf (
                _ ("No operation uses “%s” (%s), but each insert into “%s” updates it."),
                index->name, bytes, collection->name)
          : g_strdup_printf (_ ("No operation uses “%s”, but each insert into “%s” updates it."),
                             index->name, collection->name));
  _squill_finding_set_number (finding, "bytes", all);
  finding->fix = _squill_fix_new_set (g_strdup_printf (_ ("Hide the index %s"), index->name),
                                      drawn->item.id, "hidden", json_true ());
}

/* Whether the index is in no other collection, where it may be needed. */
static gboolean
is_only_here (SquillRun *run,
              const SquillCollection *collection,
              const SquillCollectionIndex *index,
              const SquillIndex *drawn)
{
  g_autoptr (GPtrArray) sites = NULL;

  if (drawn->item.parent->kind != SQUILL_KIND_ENTITY)
    return _squill_run_is_at_root (run, collection, index);
  sites = squill_design_get_document_sites (run->design, drawn->item.parent->id);
  return sites->len == 1;
}

static void
check_unused (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;

  for (guint i = 1; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      const SquillIndex *drawn = _squill_run_get_drawn (run, index);
      const json_t *measured =
          drawn == NULL ? NULL : json_object_get (drawn->evidence, "operations");
      gboolean reads;

      if (drawn == NULL || drawn->unique || drawn->hidden || !isnan (drawn->expire_after) ||
          index->unresolved || index->keys->len == 0 ||
          !is_only_here (run, collection, index, drawn) || is_of_shard_key (run, collection, index))
        continue;
      if (json_is_number (measured))
        {
          if (json_number_value (measured) == 0)
            report_unused (run, collection, index, drawn, TRUE);
          continue;
        }
      /* What asks for words or places the operations do not say. */
      if (!_squill_key_is_ordered (_squill_index_get_key (index, 0)) ||
          is_of_relationship (run, collection, index, drawn) ||
          is_prefix (run, collection, index) ||
          is_asked_for (run, collection, index, drawn, &reads) || !reads)
        continue;
      report_unused (run, collection, index, drawn, FALSE);
    }
}

/* Whether nobody counted how often the field has each value, but only how often the commonest. */
static gboolean
is_only_top_known (const SquillField *field)
{
  return json_array_size (field->value_shares) == 0 && field->top > 0;
}

/* The share of the documents in which the field has a value. Where only that of the commonest value
 * is known, this is taken to be the default, or of yes and no the one that the field is named for;
 * NaN of others. */
static double
get_share_of_value (const SquillField *field, const json_t *value)
{
  if (!is_only_top_known (field))
    return squill_field_get_share (field, value);
  if (field->default_value != NULL)
    return json_equal (field->default_value, value) ? field->top : 1 - field->top;
  return json_is_true (value) ? field->top : NAN;
}

/* The share of the documents that an operation is said to find by the one thing that it asks for;
 * NaN where that is not said, or it takes only some of what it finds. */
static double
get_share_of_found (const SquillCollection *collection, const SquillOperation *operation)
{
  const gboolean takes_all =
      operation->multi || (squill_operation_is_read (operation) && !(operation->limit > 0));

  return takes_all && operation->filter->len == 1 && operation->documents > 0
             ? operation->documents / squill_triple_get_usual (collection->count)
             : NAN;
}

/* partial-candidate */

static json_t *
find_constant (SquillRun *run, const SquillUse *use, char **path)
{
  const SquillKeys *filter = use->operation->filter;

  for (guint i = 0; filter != NULL && i < filter->len; i++)
    {
      json_t *value = squill_key_get_value (filter->pdata[i]);

      if (value == NULL)
        continue;
      *path = _squill_run_resolve (run, use->root->item.id, filter->pdata[i]);
      if (*path != NULL)
        return value;
      json_decref (value);
    }
  return NULL;
}

static gboolean
has_constant (SquillRun *run, const SquillUse *use, const char *path, const json_t *value)
{
  const SquillKeys *filter = use->operation->filter;

  for (guint i = 0; filter != NULL && i < filter->len; i++)
    {
      json_auto_t *other = squill_key_get_value (filter->pdata[i]);
      g_autofree char *asked = NULL;

      if (other == NULL || !json_equal (other, value))
        continue;
      asked = _squill_run_resolve (run, use->root->item.id, filter->pdata[i]);
      if (g_strcmp0 (asked, path) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Whether the operation may come through the index. */
static gboolean
may_use (SquillRun *run,
         const SquillCollection *collection,
         const SquillUse *use,
         const SquillCollectionIndex *index)
{
  const SquillKey *first = _squill_index_get_key (index, 0);

  return use->root != NULL && use->operation->operation != SQUILL_OPERATION_INSERT &&
         (names_path (run, use, use->operation->filter, first) ||
          names_path (run, use, use->operation->sort, first));
}

/* The share of the documents that have the value: as many as the operation is said to find by it
 * alone, or what is known of the field. */
static double
get_share (SquillRun *run,
           const SquillCollection *collection,
           const SquillOperation *operation,
           const char *path,
           const json_t *value)
{
  const SquillShape *shape = squill_shape_find_by_query_path (collection->shape, path);
  const SquillField *field = shape == NULL || shape->field == NULL
                                 ? NULL
                                 : squill_model_get_field (run->model, shape->field);

  const double share = get_share_of_found (collection, operation);

  if (!isnan (share))
    return share;
  return field == NULL ? NAN : get_share_of_value (field, value);
}

static void
check_partial_of_index (SquillRun *run,
                        const SquillCollection *collection,
                        const SquillCollectionIndex *index,
                        const SquillIndex *drawn)
{
  const GPtrArray *uses = _squill_run_get_uses_of_collection (run, collection);
  json_auto_t *value = NULL;
  json_t *filter;
  g_autofree char *path = NULL, *share_text = NULL, *value_text = NULL;
  SquillFinding *finding;
  double share = NAN;

  for (guint i = 0; i < uses->len; i++)
    {
      if (!may_use (run, collection, uses->pdata[i], index))
        continue;
      if (value == NULL)
        value = find_constant (run, uses->pdata[i], &path);
      if (value == NULL || !has_constant (run, uses->pdata[i], path, value))
        return;
      if (isnan (share))
        share = get_share (run, collection, ((const SquillUse *)uses->pdata[i])->operation, path,
                           value);
    }
  if (!(share < _squill_run_get (run, SQUILL_THRESHOLD_IDX_RARE)))
    return;
  share_text = squill_text_share (share);
  value_text = squill_text_value (value);
  finding = _squill_run_report_index (
      run, SQUILL_SEVERITY_HINT, collection, index, 1 - share,
      g_strdup_printf (_ ("All operations that use “%s” ask for “%s” equal to %s: as a partial "
                          "index it would hold only %s of the documents of “%s”."),
                       index->name, path, value_text, share_text, collection->name));
  _squill_finding_set_number (finding, "share", share);
  filter = json_object ();
  json_object_set (filter, path, value);
  finding->fix = _squill_fix_new_set (g_strdup (_ ("Index only these documents")), drawn->item.id,
                                      "partial", filter);
}

static void
check_partial_candidate (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;

  for (guint i = 1; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      const SquillIndex *drawn = _squill_run_get_drawn (run, index);

      if (drawn != NULL && _squill_run_is_at_root (run, collection, index) &&
          !has_options (drawn) && !index->unresolved && index->keys->len > 0 &&
          !is_of_relationship (run, collection, index, drawn) &&
          !is_of_shard_key (run, collection, index))
        check_partial_of_index (run, collection, index, drawn);
    }
}

/* low-selectivity-index */

/* The share of the documents that the operation is likely to get by the field; NaN where it does
 * not ask for one value of it. */
static double
get_found_share (SquillRun *run,
                 const SquillCollection *collection,
                 const SquillUse *use,
                 const SquillField *field)
{
  const SquillKey *key = _squill_keys_find (use->operation->filter, field->item.id);
  const double values = squill_field_count_values (field);
  json_auto_t *value = NULL;
  double share;

  if (key == NULL || !squill_key_is_equality (key))
    return NAN;
  share = get_share_of_found (collection, use->operation);
  if (!isnan (share))
    return share;
  value = squill_key_get_value (key);
  if (value != NULL)
    return get_share_of_value (field, value);
  if (use->operation->documents > 0)
    return use->operation->documents / squill_triple_get_usual (collection->count);
  if (values <= _squill_run_get (run, SQUILL_THRESHOLD_IDX_VALUES))
    return fmax (1 / values, field->top);
  return field->top;
}

/* Whether the first ones that the index leads to are enough. */
static gboolean
wants_few (SquillRun *run, const SquillOperation *operation)
{
  const guint n_sorted = operation->sort == NULL ? 0 : operation->sort->len;

  return n_sorted == 0 && operation->limit > 0 &&
         operation->limit <= _squill_run_get (run, SQUILL_THRESHOLD_SCAN_MAX);
}

/* What else the operation asks for, behind the field. */
static SquillFix *
make_longer_fix (const SquillIndex *drawn, const SquillOperation *operation)
{
  json_t *keys = squill_json_keys (drawn->keys);
  const char *first = ((const SquillKey *)drawn->keys->pdata[0])->path;

  for (guint i = 0; i < operation->filter->len; i++)
    {
      const SquillKey *key = operation->filter->pdata[i];

      if (squill_key_is_equality (key) && !g_str_equal (key->path, first))
        json_array_append_new (keys, json_pack ("{s:s, s:s}", "path", key->path, "how", "1"));
    }
  if (json_array_size (keys) == 1)
    {
      json_decref (keys);
      return NULL;
    }
  return _squill_fix_new_set (g_strdup (_ ("Add what else is asked for")), drawn->item.id, "keys",
                              keys);
}

/* Whether something else that the operation asks for is found by an index. */
static gboolean
is_found_otherwise (SquillRun *run,
                    const SquillCollection *collection,
                    const SquillUse *use,
                    const SquillCollectionIndex *but)
{
  const SquillKeys *filter = use->operation->filter;

  for (guint i = 0; i < filter->len; i++)
    {
      g_autofree char *path = NULL;

      if (!squill_key_is_equality (filter->pdata[i]))
        continue;
      path = _squill_run_resolve (run, use->root->item.id, filter->pdata[i]);
      for (guint j = 0; path != NULL && j < collection->indexes->len; j++)
        {
          const SquillCollectionIndex *other = collection->indexes->pdata[j];

          if (other == but || !_squill_index_is_led_by (other, path))
            continue;
          /* One that begins alike and goes on serves better. */
          if (other->keys->len > 1 || !_squill_index_is_led_by (but, path))
            return TRUE;
        }
    }
  return FALSE;
}

static void
check_selectivity_of_index (SquillRun *run,
                            const SquillCollection *collection,
                            const SquillCollectionIndex *index,
                            const SquillIndex *drawn,
                            const SquillField *field)
{
  const GPtrArray *uses =
      squill_operation_index_get_uses_from (run->operations, collection->entity);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];
      const double share = get_found_share (run, collection, use, field);
      g_autofree char *text = NULL;
      SquillFinding *finding;

      if (!(share >= _squill_run_get (run, SQUILL_THRESHOLD_IDX_RARE)) ||
          wants_few (run, use->operation) || is_found_otherwise (run, collection, use, index))
        continue;
      text = squill_text_share (share);
      finding = _squill_run_report_index (
          run, SQUILL_SEVERITY_HINT, collection, index, share,
          g_strdup_printf (
              _ ("“%s” finds %s of the documents of “%s” by “%s”: reading that many by an index is "
                 "no faster than reading all."),
              _squill_wording_name (use->operation), text, collection->name, index->name));
      _squill_finding_set_number (finding, "share", share);
      _squill_finding_set_text (finding, "operation", use->operation->name);
      finding->fix = make_longer_fix (drawn, use->operation);
      return;
    }
}

static void
check_selectivity (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;

  /* All of a few are read as fast. */
  if (squill_triple_get_usual (collection->count) <=
      _squill_run_get (run, SQUILL_THRESHOLD_SCAN_MAX))
    return;
  for (guint i = 1; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      const SquillIndex *drawn = _squill_run_get_drawn (run, index);
      const SquillField *field;

      if (drawn == NULL || index->keys->len != 1 || has_options (drawn) || index->multikey != 0 ||
          !_squill_run_is_at_root (run, collection, index) ||
          !_squill_key_is_ordered (_squill_index_get_key (index, 0)))
        continue;
      field = squill_model_get_field (run->model, ((const SquillKey *)drawn->keys->pdata[0])->path);
      if (field != NULL)
        check_selectivity_of_index (run, collection, index, drawn, field);
    }
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_ALL | SQUILL_ASPECT_NAME)

const SquillRule _squill_rules_index_need[] = {
  { .info = { "redundant-prefix-index", "E", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_COMPOUND "; " SQUILL_SOURCE_UNNECESSARY,
              N_ ("An index is the beginning of another"),
              N_ ("A compound index serves queries on its first keys as an index on just those "
                  "does. The shorter one saves nothing and is written by each insert. It is needed "
                  "if it is unique, sparse, partial, a TTL index, or has another collation."),
              NULL },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_redundant },
  { .info = { "unused-index", "E", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_NORMS ", the norm on indexes; " SQUILL_SOURCE_UNNECESSARY,
              N_ ("Nothing uses an index"),
              N_ ("An index that no query, sort, unique rule, expiry, shard key or reference needs "
                  "costs writes and room in the cache; nor is one needed if another serves all "
                  "operations much better. Hide it first: the server keeps it up to date without "
                  "using it, so that showing it again is immediate. Drop it if nothing got "
                  "slower."),
              NULL },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_unused,
    .reads_plans = TRUE },
  { .info = { "partial-candidate", "E", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_PARTIAL,
              N_ ("An index could have fewer documents"),
              N_ ("If all operations that use an index ask for the same rare value of a field, "
                  "such as open orders, a partial index of just those documents serves them. It is "
                  "smaller, and writes of all other documents do not touch it."),
              THRESHOLDS ("idx.rare") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_partial_candidate,
    .reads_plans = TRUE },
  { .info = { "low-selectivity-index", "E", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_ESR "; " SQUILL_SOURCE_DERIVED, N_ ("An index leaves most documents"),
              N_ ("An index on a field with few values, asked for a common one, leads to a large "
                  "part of the documents, and each of them is fetched on its own. A second key "
                  "that is asked for as well leaves fewer; for a rare value a partial index is "
                  "enough."),
              THRESHOLDS ("idx.values", "idx.rare") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_selectivity,
    .reads_plans = TRUE },
  { .info = { NULL } },
};
