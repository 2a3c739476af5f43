/* SPDX-License-Identifier: Apache-2.0 */

/* Family A: what references lead to. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "advice/squill-advice-private.h"
#include "model/squill-authoring.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

static void
set_place (SquillFinding *finding, SquillRun *run, const SquillShape *shape)
{
  const SquillCollection *collection =
      shape == NULL ? NULL : squill_design_get_collection_of_shape (run->design, shape);

  if (collection != NULL)
    _squill_finding_set_place (finding, collection->id, shape->path);
}

/* app-join-cost */

/* Whether what the ids of children name them by has an index. */
static gboolean
is_target_indexed (SquillRun *run, const SquillRelationship *r, gboolean to_parent)
{
  const char *key = to_parent ? r->parent_key : r->child_key;
  const SquillShape *place;

  if (key == NULL)
    return TRUE;
  place = _squill_run_get_place (run, to_parent ? r->parent : r->child);
  return place != NULL &&
         _squill_run_has_index_led_by (run, squill_design_resolve (run->design, place, key));
}

/* Looks at one relationship that an operation follows away from its root. */
static void
check_join (SquillRun *run, const SquillUse *use, const SquillRelationship *r)
{
  gboolean to_child = squill_use_comes_from_parent (use, r);
  const SquillEntity *target =
      to_child ? _squill_run_get_child (run, r) : _squill_run_get_parent (run, r);
  double each = _squill_run_get_bytes (run, target->item.id);
  double count = 1, bytes;
  gboolean indexed, projected = use->operation->returns != NULL;
  g_autofree char *documents = NULL, *size = NULL;
  const char *key;
  SquillFinding *finding;

  if (squill_placement_is_embedding (r->placement) ||
      !squill_design_is_collection (run->design, target->item.id))
    return;
  if (to_child && !squill_relationship_is_single (r))
    count = squill_triple_get_usual (r->children);
  else if (!to_child)
    count = _squill_run_get_parents (run, r);
  if (!isfinite (count))
    count = 1;
  if (use->operation->limit >= 1)
    count = fmin (count, use->operation->limit);
  bytes = count * each;
  /* By which side the reference is followed: children by their own key, or by their reference,
   * which has a rule of its own. */
  indexed = r->placement == SQUILL_PLACEMENT_PARENT_REFERENCE && to_child
                ? TRUE
                : is_target_indexed (run, r, !to_child);
  if (indexed && (projected || bytes <= _squill_run_get (run, SQUILL_THRESHOLD_JOIN_BYTES)))
    return;
  documents = squill_text_count (count);
  size = squill_text_bytes (bytes);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, use->operation, bytes,
      indexed
          ? g_strdup_printf (
                g_dngettext (GETTEXT_PACKAGE,
                             "“%s” fetches %s “%s” as a whole document, %s. Specify which fields "
                             "it needs to make the join cheap.",
                             "“%s” fetches %s “%s” as whole documents, %s in all. Specify which "
                             "fields it needs to make the join cheap.",
                             round (count) == 1 ? 1 : 2),
                _squill_wording_name (use->operation), documents, _squill_wording_name (target),
                size)
          : g_strdup_printf (_ ("“%s” fetches %s “%s” by a field without an index. An index "
                                "makes the join cheap."),
                             _squill_wording_name (use->operation), documents,
                             _squill_wording_name (target)));
  _squill_finding_set_place (finding, target->item.id, NULL);
  _squill_finding_set_text (finding, "relationship", r->name);
  _squill_finding_set_text (finding, "missing", indexed ? "projection" : "index");
  _squill_finding_set_number (finding, "documents", count);
  _squill_finding_set_number (finding, "bytes", bytes);
  key = to_child ? r->child_key : r->parent_key;
  if (!indexed)
    {
      g_autoptr (GPtrArray) keys = _squill_keys_new ();

      _squill_keys_take (keys, key, "1");
      finding->fix = _squill_fix_new_index (
          g_strdup_printf (_ ("Index the key in %s"), _squill_wording_name (target)), run->model,
          target, keys, FALSE);
    }
}

static void
check_join_cost (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);

  if (use == NULL || use->root == NULL || !use->reads)
    return;
  for (guint i = 0; i < use->relationships->len; i++)
    {
      const SquillRelationship *r = use->relationships->pdata[i];

      if (squill_use_follows (use, r->item.id))
        check_join (run, use, r);
    }
}

/* Types and targets. */

/* Types that compare by value are one. */
static SquillTypes
get_comparable (SquillTypes types)
{
  types &= ~(SquillTypes)(SQUILL_TYPE_NULL | SQUILL_TYPE_UNDEFINED);
  if (types & SQUILL_TYPES_NUMERIC)
    types |= SQUILL_TYPES_NUMERIC;
  if (types & (SQUILL_TYPE_STRING | SQUILL_TYPE_SYMBOL))
    types |= SQUILL_TYPE_STRING | SQUILL_TYPE_SYMBOL;
  return types;
}

/* Whether references to the field name keys of a map. */
static gboolean
is_keys (const SquillField *field)
{
  return field->map_key || squill_field_is_map (field);
}

/* Types of what references to an entity are compared with; none where nobody said. */
static SquillTypes
get_target_types (SquillRun *run, const SquillEntity *target, const char *key)
{
  const SquillField *field =
      key == NULL ? squill_entity_get_id_field (target) : squill_model_get_field (run->model, key);

  if (field == NULL)
    return key == NULL ? SQUILL_TYPE_OBJECT_ID : SQUILL_TYPE_NONE;
  /* What refers to a map names one of its keys, which are names whatever the values are: nothing
   * joins by them, the application looks them up. */
  if (is_keys (field))
    return SQUILL_TYPE_NONE;
  return squill_item_is_within (field, target->item.id) ? field->types : SQUILL_TYPE_NONE;
}

static void
check_types_at (SquillRun *run, const SquillRelationship *r, gboolean at_parent)
{
  const char *holder_id = at_parent ? r->parent_holder : r->child_holder;
  const SquillField *holder = squill_model_get_field (run->model, holder_id);
  const SquillEntity *target =
      at_parent ? _squill_run_get_child (run, r) : _squill_run_get_parent (run, r);
  SquillTypes wanted, got;
  g_autofree char *wanted_text = NULL, *got_text = NULL;
  SquillFinding *finding;

  /* Keys of a map are names as well. */
  if (holder == NULL || r->by_keys || holder->map_key ||
      !squill_item_is_within (holder, at_parent ? r->parent : r->child) ||
      !squill_placement_stores (r->placement, at_parent) ||
      squill_placement_is_embedding (r->placement) ||
      (r->placement == SQUILL_PLACEMENT_SUBSET && at_parent))
    return;
  wanted = get_target_types (run, target, at_parent ? r->child_key : r->parent_key);
  got = holder->types & ~(SquillTypes)SQUILL_TYPE_NULL;
  wanted &= ~(SquillTypes)SQUILL_TYPE_NULL;
  if (wanted == SQUILL_TYPE_NONE || got == SQUILL_TYPE_NONE ||
      (get_comparable (got) & get_comparable (wanted)) != 0)
    return;
  wanted_text = squill_types_to_text (wanted);
  got_text = squill_types_to_text (got);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_ERROR, holder, 10,
      g_strdup_printf (_ ("“%s” is %s, but the field in “%s” that it refers to is %s: they are "
                          "never equal, so a join finds nothing."),
                       _squill_wording_name (holder), got_text, _squill_wording_name (target),
                       wanted_text));
  set_place (finding, run, _squill_run_get_stored (run, r, at_parent));
  _squill_finding_set_text (finding, "types", got_text);
  _squill_finding_set_text (finding, "target_types", wanted_text);
  finding->fix = _squill_fix_new_set (
      g_strdup_printf (_ ("Make %s %s"), _squill_wording_name (holder), wanted_text),
      holder->item.id, "types", squill_json_types (wanted | (holder->types & SQUILL_TYPE_NULL)));
}

static void
check_types (SquillRun *run, gconstpointer subject)
{
  check_types_at (run, subject, TRUE);
  check_types_at (run, subject, FALSE);
}

static gboolean
is_unique_key (SquillRun *run, const SquillEntity *target, const SquillField *field)
{
  g_autoptr (GPtrArray) keys = NULL;

  if (field->unique || g_strcmp0 (field->name, "_id") == 0)
    return TRUE;
  keys = _squill_keys_new ();
  _squill_keys_take (keys, field->item.id, "");
  return _squill_run_is_unique (run, target->item.id, keys);
}

/* What was found of its targets when the relationship was read: how many have the key of another.
 * NaN where nobody looked, or looked at another key. */
static double
get_duplicates (const SquillRelationship *r, gboolean to_parent)
{
  const char *property = to_parent ? "parent_key" : "child_key";
  const char *key = to_parent ? r->parent_key : r->child_key;
  const json_t *observed = json_object_get (r->evidence, "observed");
  const json_t *duplicates = json_object_get (r->evidence, "duplicates");

  return json_is_number (duplicates) &&
                 g_strcmp0 (json_string_value (json_object_get (observed, property)), key) == 0
             ? json_number_value (duplicates)
             : NAN;
}

/* Whether references of it name their targets at that end. */
static gboolean
refers (const SquillRelationship *r, gboolean to_parent)
{
  if (squill_placement_is_embedding (r->placement))
    return FALSE;
  if (to_parent)
    return r->placement != SQUILL_PLACEMENT_CHILD_REFERENCES;
  return squill_placement_has_reference (r->placement, TRUE) ||
         r->placement == SQUILL_PLACEMENT_JUNCTION;
}

static void
report_no_key (SquillRun *run, const SquillRelationship *r, gboolean to_parent)
{
  const char *key = to_parent ? r->parent_key : r->child_key;
  const SquillEntity *target =
      to_parent ? _squill_run_get_parent (run, r) : _squill_run_get_child (run, r);
  SquillFinding *finding = _squill_run_report (
      run, SQUILL_SEVERITY_ERROR, r, 20,
      g_strdup_printf (
          _ ("References to “%s” use a field that it does not have, so a join finds nothing."),
          _squill_wording_name (target)));

  _squill_finding_set_text (finding, "missing", key);
  finding->fix = _squill_fix_new_set (
      g_strdup_printf (_ ("Refer to the _id of %s"), _squill_wording_name (target)), r->item.id,
      to_parent ? "parent_key" : "child_key", NULL);
}

/* All references to an entity by one of its fields. What that field is worth as a key is one
 * matter, however many references use it. */
typedef struct
{
  const SquillRelationship *first; /* one of them, which does not depend on their order */
  gboolean was_seen;               /* no value was found twice */
  double duplicates; /* how many values were, at most; 0 where none or nobody looked */
} KeyUsers;

static KeyUsers
find_users (const SquillEntity *target, const SquillField *field)
{
  KeyUsers users = { NULL, FALSE, 0 };
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (target, &n);

  for (guint i = 0; i < n; i++)
    for (guint to_parent = 0; to_parent < 2; to_parent++)
      {
        const SquillRelationship *r = all[i];
        double duplicates;

        if (!g_str_equal (to_parent ? r->parent : r->child, target->item.id) ||
            g_strcmp0 (to_parent ? r->parent_key : r->child_key, field->item.id) != 0 ||
            !refers (r, to_parent != 0))
          continue;
        duplicates = get_duplicates (r, to_parent != 0);
        users.was_seen |= duplicates == 0;
        users.duplicates = fmax (users.duplicates, duplicates);
        if (users.first == NULL || strcmp (r->item.id, users.first->item.id) < 0)
          users.first = r;
      }
  return users;
}

/* Where values were found twice, a unique index cannot be made before they differ. */
static char *
say_not_unique (const SquillEntity *target, const SquillField *field, double duplicates)
{
  g_autofree char *count = squill_text_count (duplicates);

  if (duplicates == 0)
    return g_strdup_printf (_ ("References to “%s” use “%s”, which is not unique: a reference can "
                               "match several documents."),
                            _squill_wording_name (target), _squill_wording_name (field));
  return g_strdup_printf (
      g_dngettext (
          GETTEXT_PACKAGE,
          "References to “%s” use “%s”, but %s of its values is that of several documents. "
          "They have to differ before a unique index can be created.",
          "References to “%s” use “%s”, but %s of its values are those of several "
          "documents. They have to differ before a unique index can be created.",
          (gulong)fmin (duplicates, G_MAXINT)),
      _squill_wording_name (target), _squill_wording_name (field), count);
}

static void
check_key (SquillRun *run,
           const SquillRelationship *r,
           const SquillEntity *target,
           const SquillField *field)
{
  const SquillCollection *collection = _squill_run_get_own_collection (run, target->item.id);
  const KeyUsers users = find_users (target, field);
  const gboolean was_unique = users.was_seen && users.duplicates == 0;
  SquillFinding *finding;

  /* No index sees to it that the elements of one array differ. */
  if (users.first != r || is_keys (field) || is_unique_key (run, target, field) ||
      (was_unique && collection == NULL))
    return;
  finding = _squill_run_report (
      run, was_unique ? SQUILL_SEVERITY_HINT : SQUILL_SEVERITY_ERROR, field, 5,
      was_unique
          ? g_strdup_printf (_ ("References to “%s” use “%s”. No value was found twice when the "
                                "data was read, but no unique index keeps it so."),
                             _squill_wording_name (target), _squill_wording_name (field))
          : say_not_unique (target, field, users.duplicates));
  _squill_finding_set_text (finding, "key", field->name);
  if (users.duplicates > 0)
    _squill_finding_set_number (finding, "duplicates", users.duplicates);
  if (collection != NULL)
    {
      g_autoptr (GPtrArray) keys = _squill_keys_new ();

      _squill_finding_set_place (finding, collection->id, NULL);
      _squill_keys_take (keys, field->item.id, "1");
      finding->fix = _squill_fix_new_index (
          g_strdup_printf (_ ("Add a unique index on %s"), _squill_wording_name (field)),
          run->model, target, keys, TRUE);
    }
}

static void
check_target (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillField *before = NULL;

  for (guint to_child = 0; to_child < 2; to_child++)
    {
      const char *key = to_child ? r->child_key : r->parent_key;
      const SquillEntity *target =
          to_child ? _squill_run_get_child (run, r) : _squill_run_get_parent (run, r);
      const SquillField *field = squill_model_get_field (run->model, key);

      if (key == NULL || !refers (r, to_child == 0))
        continue;
      if (field == NULL || !squill_item_is_within (field, target->item.id))
        report_no_key (run, r, to_child == 0);
      else if (field != before)
        check_key (run, r, target, field);
      before = field;
    }
}

/* orphan-risk */

/* Whether the server removes its documents by and by. */
static gboolean
expires (const SquillEntity *entity)
{
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
    if (!isnan (index->expire_after))
      return TRUE;
  return entity->capped || !isnan (entity->expire_after);
}

/* Whether somebody sees to the references when what they name is deleted. */
static gboolean
is_cleaned (SquillRun *run, const SquillRelationship *r, const char *keeper)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, keeper);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)uses->pdata[i])->operation;

      if (operation->operation == SQUILL_OPERATION_DELETE &&
          _squill_keys_find (operation->filter, r->item.id) != NULL)
        return TRUE;
      if (operation->operation == SQUILL_OPERATION_UPDATE &&
          _squill_keys_find (operation->writes, r->item.id) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* Whether all shards have to look for the references in documents of an entity. */
static gboolean
is_sharded_otherwise (const SquillEntity *keeper, const SquillRelationship *r)
{
  return keeper->shard_key != NULL && keeper->shard_key->len > 0 &&
         !_squill_key_mentions (keeper->shard_key->pdata[0], r->item.id);
}

/* Whether writes would pay more for an index of many references than deletions save by it. */
static gboolean
is_dear_to_index (SquillRun *run,
                  const SquillEntity *keeper,
                  const SquillShape *reference,
                  double references)
{
  return references > _squill_run_get (run, SQUILL_THRESHOLD_IDX_WRITES) &&
         _squill_run_is_mostly_written (run, keeper) &&
         !(reference != NULL && _squill_run_has_index_led_by (run, reference));
}

/* Whether the references can be looked for. An index of what only is embedded, and in several
 * places, is one of each of them, and serves none of those who ask for all. */
static gboolean
can_be_found (SquillRun *run, const SquillEntity *keeper, const SquillShape *reference)
{
  g_autoptr (GPtrArray) sites = NULL;

  if (reference == NULL || _squill_run_has_index_led_by (run, reference) ||
      squill_design_is_collection (run->design, keeper->item.id))
    return TRUE;
  sites = squill_design_get_document_sites (run->design, keeper->item.id);
  return sites->len <= 1;
}

static void
check_orphans_of (SquillRun *run, const SquillRelationship *r, gboolean parent_goes)
{
  const SquillEntity *gone =
      parent_goes ? _squill_run_get_parent (run, r) : _squill_run_get_child (run, r);
  const SquillEntity *keeper =
      parent_goes ? _squill_run_get_child (run, r) : _squill_run_get_parent (run, r);
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, gone->item.id);
  const SquillUse *deletion = NULL;
  double others =
      parent_goes ? _squill_run_get_children (run, r) : _squill_run_get_parents (run, r);
  double most =
      parent_goes ? _squill_run_get_most_children (run, r) : _squill_run_get_most_parents (run, r);
  const SquillShape *reference = _squill_run_get_stored (run, r, !parent_goes);
  const double references =
      parent_goes ? _squill_run_get_parents (run, r) : _squill_run_get_children (run, r);
  SquillFinding *finding;
  gboolean in_one;

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if (use->operation->operation != SQUILL_OPERATION_DELETE)
        continue;
      if (squill_use_goes_through (use, r->item.id))
        return;
      deletion = use;
    }
  if (deletion == NULL || expires (keeper) || is_cleaned (run, r, keeper->item.id))
    return;
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, r, deletion->rate,
      g_strdup_printf (
          _ ("“%s” deletes from “%s”, but nothing removes the references to it in “%s”. "
             "The server does not enforce references."),
          _squill_wording_name (deletion->operation), _squill_wording_name (gone),
          _squill_wording_name (keeper)));
  set_place (finding, run, reference);
  _squill_finding_set_text (finding, "operation", deletion->operation->name);
  _squill_finding_set_number (finding, "referring_documents", others);
  /* What follows others without a transaction may change more than fits into one, and the documents
   * themselves may be too large for it. */
  in_one = deletion->operation->transaction ||
           (deletion->relationships->len == 0 && _squill_run_fits_transaction (run, deletion, r));
  /* More than a transaction should change, and what is dear to look for, is better left to a job,
   * as is what a deletion outside of one would have to change together with the rest. What the
   * deletion changes besides by other relationships may be far from this one, and other fixes count
   * it. */
  if (can_be_found (run, keeper, reference) && !is_sharded_otherwise (keeper, r) &&
      !is_dear_to_index (run, keeper, reference, references) &&
      (in_one || !deletion->operation->atomic) &&
      !(fmax (_squill_run_count_found (run, deletion), 1) * (1 + most) >
        _squill_run_get (run, SQUILL_THRESHOLD_TXN_DOCS)))
    {
      finding->fix = _squill_fix_new (g_strdup_printf (
          in_one ? _ ("Clean up %s in the same transaction") : _ ("Clean up %s, too"),
          _squill_wording_name (keeper)));
      if (in_one)
        {
          _squill_fix_set (finding->fix, deletion->operation->item.id, "transaction", json_true ());
          _squill_fix_follow (finding->fix, deletion->operation, r->item.id, TRUE);
        }
      else
        _squill_fix_follow_further (finding->fix, deletion->operation, r->item.id);
      /* Who refers to it has to be found first. */
      if (reference != NULL && !_squill_run_has_index_led_by (run, reference))
        {
          g_autoptr (GPtrArray) keys = _squill_keys_new ();

          _squill_keys_take (keys, r->item.id, "1");
          g_free (_squill_fix_add_index (finding->fix, run->model, keeper, keys, FALSE, NAN));
        }
    }
}

static void
check_orphans (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;

  if (g_str_equal (r->parent, r->child))
    return;
  if (squill_placement_stores (r->placement, FALSE) || r->placement == SQUILL_PLACEMENT_JUNCTION)
    check_orphans_of (run, r, TRUE);
  if (squill_placement_has_reference (r->placement, TRUE))
    check_orphans_of (run, r, FALSE);
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_ALL)

const SquillRule _squill_rules_targets[] = {
  { .info = { "app-join-cost", "A", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_ZOLA_3 ", rule 4",
              N_ ("A join fetches more than it needs"),
              N_ ("Reading a document and then the documents that it refers to takes two queries. "
                  "The second is cheap if it uses an index and returns only the fields that are "
                  "needed. Here, one of these two conditions is not met."),
              THRESHOLDS ("join.bytes") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_join_cost },
  { .info = { "ref-type-mismatch", "A", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_LOOKUP,
              N_ ("A reference and its target differ in type"),
              N_ ("Values of different types are never equal: a string of 24 hexadecimal digits "
                  "does not equal the ObjectId that looks the same. Numbers are the exception; "
                  "they compare by value. A join across types finds nothing and reports no error."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_types },
  { .info = { "ref-target-missing", "A", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_DERIVED,
              N_ ("A reference matches no document, or several"),
              N_ ("A reference has to identify exactly one document: by its _id, or by a field "
                  "with a unique index. If the field does not exist, it matches none; if the field "
                  "is not unique, it can match several. If it merely was unique when the data was "
                  "read, only a unique index keeps it so."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ | SQUILL_ASPECT_TEXT,
    .check = check_target },
  { .info = { "orphan-risk", "A", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_CONSISTENCY,
              N_ ("References remain after their target is deleted"),
              N_ ("MongoDB has no foreign keys. When a document is deleted, references to it "
                  "remain unless the application removes them: in the same transaction, in a "
                  "periodic job, or by marking documents as deleted instead."),
              THRESHOLDS ("txn.docs", "idx.writes") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_orphans },
  { .info = { NULL } },
};
