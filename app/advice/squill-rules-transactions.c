/* SPDX-License-Identifier: Apache-2.0 */

/* Family C: what must change at once, and transactions. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-advice-private.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

static gboolean
is_strict (const SquillOperation *operation)
{
  return !(operation->stale_ok > 0);
}

/* atomic-group-split */

static int
compare_fields (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(const SquillItem *const *)a)->id, (*(const SquillItem *const *)b)->id);
}

/* The entities that own fields of a group, each once. Attributes of links are left out: where they
 * are depends on who keeps the references. */
static GPtrArray *
get_owners (const GPtrArray *fields)
{
  GPtrArray *owners = g_ptr_array_new ();

  for (guint i = 0; i < fields->len; i++)
    {
      const SquillItem *owner = squill_item_get_owner (fields->pdata[i]);

      if (owner->kind == SQUILL_KIND_ENTITY && !g_ptr_array_find (owners, owner, NULL))
        g_ptr_array_add (owners, (gpointer)owner);
    }
  return owners;
}

static gboolean
has_all (const SquillCollection *collection, const GPtrArray *owners)
{
  for (guint i = 0; i < owners->len; i++)
    if (!g_ptr_array_find_with_equal_func (
            collection->entities, ((const SquillItem *)owners->pdata[i])->id, g_str_equal, NULL))
      return FALSE;
  return TRUE;
}

static gboolean
share_document (SquillRun *run, const GPtrArray *owners)
{
  guint n = squill_design_get_n_collections (run->design);

  for (guint i = 0; i < n; i++)
    if (has_all (squill_design_get_collection (run->design, i), owners))
      return TRUE;
  return FALSE;
}

/* The operations that write fields of several owners, and whether each does so in a transaction. */
static GPtrArray *
get_group_writers (SquillRun *run, const GPtrArray *fields, gboolean *any, gboolean *critical)
{
  const GPtrArray *uses = squill_operation_index_get_uses (run->operations);
  GPtrArray *writers = g_ptr_array_new ();

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];
      const SquillItem *first = NULL;
      gboolean several = FALSE;

      if (use->reads || use->operation->writes == NULL)
        continue;
      for (guint j = 0; j < fields->len; j++)
        {
          const SquillItem *owner = squill_item_get_owner (fields->pdata[j]);

          if (!_squill_use_writes (use, ((const SquillItem *)fields->pdata[j])->id))
            continue;
          several |= first != NULL && owner != first;
          first = owner;
        }
      if (!several)
        continue;
      *any = TRUE;
      *critical |= use->operation->critical;
      if (!use->operation->transaction)
        g_ptr_array_add (writers, (gpointer)use);
    }
  return writers;
}

/* The relationship between the two owners of a group, if to embed one in the other is no loss. */
static const SquillRelationship *
find_embeddable (SquillRun *run, const GPtrArray *owners)
{
  const SquillRelationship *const *all;
  guint n;

  if (owners->len != 2)
    return NULL;
  all = squill_entity_get_relationships (owners->pdata[0], &n);
  for (guint i = 0; i < n; i++)
    {
      const SquillRelationship *r = all[i];
      const SquillItem *other = owners->pdata[1];
      double children, bytes;

      if ((g_str_equal (r->parent, other->id) || g_str_equal (r->child, other->id)) &&
          _squill_run_is_apart (run, r) && !_squill_run_stands_alone (run, r) &&
          _squill_run_is_few (run, r, &children, &bytes) && _squill_run_advises_embedding (run, r))
        return r;
    }
  return NULL;
}

static void
check_group (SquillRun *run, const char *group, GPtrArray *fields)
{
  g_autoptr (GPtrArray) owners = NULL, writers = NULL, names = g_ptr_array_new ();
  g_autoptr (GPtrArray) entities = g_ptr_array_new ();
  g_autofree char *list = NULL, *where = NULL;
  gboolean any = FALSE, critical = FALSE;
  const SquillRelationship *r;
  SquillFinding *finding;

  g_ptr_array_sort (fields, compare_fields);
  owners = get_owners (fields);
  if (owners->len < 2 || share_document (run, owners))
    return;
  writers = get_group_writers (run, fields, &any, &critical);
  if (any && writers->len == 0)
    return;
  for (guint i = 0; i < fields->len; i++)
    g_ptr_array_add (names, (gpointer)_squill_wording_name (fields->pdata[i]));
  for (guint i = 0; i < owners->len; i++)
    g_ptr_array_add (entities, (gpointer)_squill_wording_name (owners->pdata[i]));
  list = squill_text_names (names);
  where = squill_text_names (entities);
  finding = _squill_run_report (
      run, critical ? SQUILL_SEVERITY_ERROR : SQUILL_SEVERITY_WARNING, fields->pdata[0],
      fields->len,
      g_strdup_printf (_ ("%s have to change together, but are stored in documents of %s, and only "
                          "writes to one document are atomic."),
                       list, where));
  _squill_finding_set_text (finding, "group", group);
  _squill_finding_set_list (finding, "fields", names);
  _squill_finding_set_list (finding, "entities", entities);
  r = find_embeddable (run, owners);
  if (r != NULL)
    finding->fix = _squill_fix_new_advised (run, r);
  else if (writers->len > 0)
    {
      finding->fix = _squill_fix_new (g_strdup (_ ("Write them in a transaction")));
      for (guint i = 0; i < writers->len; i++)
        _squill_fix_set (finding->fix, ((const SquillUse *)writers->pdata[i])->operation->item.id,
                         "transaction", json_true ());
    }
}

static void
split_of_groups (SquillRun *run, gconstpointer subject)
{
  GHashTableIter iter;
  gpointer group, fields;

  g_hash_table_iter_init (&iter, squill_operation_index_get_change_groups (run->operations));
  while (g_hash_table_iter_next (&iter, &group, &fields))
    check_group (run, group, fields);
}

/* multi-doc-no-txn */

/* Whether the operation writes what a copy follows. */
static gboolean
writes_source (SquillRun *run, const SquillUse *use, const SquillCopy *copy)
{
  const char *id = copy->field == NULL ? NULL : squill_key_path_get_last (copy->field);
  const SquillKeys *writes = use->operation->writes;

  for (guint i = 0; id != NULL && writes != NULL && i < writes->len; i++)
    {
      const SquillKey *key = writes->pdata[i];
      const SquillField *field = squill_model_get_field (run->model, key->path);

      /* A part of what is copied, or something around it. */
      if (field != NULL &&
          (squill_item_is_within (field, id) ||
           (squill_model_get_field (run->model, id) != NULL &&
            squill_item_is_within (squill_model_get_field (run->model, id), field->item.id))))
        return TRUE;
    }
  return FALSE;
}

static gboolean
changes_copies (SquillRun *run, const SquillUse *use, const SquillRelationship *r)
{
  const char *root = use->root->item.id;

  /* That nobody updates them at all is the subject of denorm-missing-sync. */
  if (use->operation->operation != SQUILL_OPERATION_UPDATE ||
      squill_placement_is_embedding (r->placement) || !squill_use_follows (use, r->item.id))
    return FALSE;
  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, r, SQUILL_KIND_COPY)
    {
      const char *source = copy->direction == SQUILL_COPY_TO_CHILD ? r->parent : r->child;

      /* What another operation updates later is no part of this one. */
      if (copy->mode == SQUILL_COPY_KEPT && g_str_equal (source, root) &&
          writes_source (run, use, copy) && _squill_run_find_copy_update (run, r, copy) == NULL)
        return TRUE;
    }
  return FALSE;
}

/* Whether a write of one document has to write another one, because of the relationship. */
static gboolean
drags_along (SquillRun *run, const SquillUse *use, const SquillRelationship *r)
{
  const SquillOperation *operation = use->operation;
  gboolean is_child = g_str_equal (r->child, use->root->item.id);
  gboolean comes_or_goes = operation->operation == SQUILL_OPERATION_INSERT ||
                           operation->operation == SQUILL_OPERATION_DELETE;

  if (changes_copies (run, use, r))
    return TRUE;
  if (r->placement == SQUILL_PLACEMENT_TWO_WAY)
    return is_child && comes_or_goes;
  if (r->placement == SQUILL_PLACEMENT_SUBSET && is_child)
    return comes_or_goes || operation->writes != NULL ||
           g_strcmp0 (operation->moves, r->item.id) == 0;
  return FALSE;
}

/* atomic-group-split, of one operation */

/* What it writes, by way of a relationship or at all, in the documents it starts from (own, or
 * embedded or copied there) and in others. */
static void
count_writes (SquillRun *run,
              const SquillUse *use,
              const char *relationship,
              guint *at_root,
              guint *elsewhere)
{
  const SquillCollection *collection = _squill_run_get_root_collection (run, use->root->item.id);
  const SquillKeys *writes = use->operation->writes;

  *at_root = *elsewhere = 0;
  for (guint i = 0; collection != NULL && writes != NULL && i < writes->len; i++)
    {
      const SquillKey *key = writes->pdata[i];

      if (relationship != NULL && !squill_key_goes_through (key, relationship))
        continue;
      if (squill_design_resolve (run->design, collection->shape, key->path) != NULL)
        (*at_root)++;
      else
        (*elsewhere)++;
    }
}

/* Whether an update writes documents of several collections for the sake of its own data: what
 * copies and lists of references add to it is the subject of multi-doc-no-txn. */
static gboolean
writes_several (SquillRun *run, const SquillUse *use)
{
  const SquillOperation *operation = use->operation;
  const SquillRelationship *const *all;
  gboolean others = FALSE;
  guint n, at_root, elsewhere;

  if (operation->operation != SQUILL_OPERATION_UPDATE || !is_strict (operation))
    return FALSE;
  count_writes (run, use, NULL, &at_root, &elsewhere);
  if (at_root == 0)
    return FALSE;
  all = squill_entity_get_relationships (use->root, &n);
  for (guint i = 0; i < n; i++)
    {
      if (drags_along (run, use, all[i]))
        return FALSE;
      if (!_squill_run_is_apart (run, all[i]))
        continue;
      count_writes (run, use, all[i]->item.id, &at_root, &elsewhere);
      others |= elsewhere > 0 || (at_root == 0 && squill_use_follows (use, all[i]->item.id));
    }
  return others;
}

static void
split_of_operation (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  g_autoptr (GPtrArray) names = NULL;
  g_autofree char *list = NULL, *count = NULL;
  double documents;
  SquillFinding *finding;
  char *message;

  if (use == NULL || use->reads || use->root == NULL || operation->transaction)
    return;
  names = _squill_run_get_written_collections (run, use);
  documents = _squill_run_count_written (run, use);
  if (!(operation->atomic && (names->len >= 2 || documents >= 2)) && !writes_several (run, use))
    return;
  list = squill_text_names (names);
  count = squill_text_count (documents);
  if (!operation->atomic)
    message = g_strdup_printf (_ ("“%s” writes documents of %s one after the other, and without a "
                                  "transaction some may change and others not."),
                               _squill_wording_name (operation), list);
  else if (names->len >= 2)
    message = g_strdup_printf (_ ("“%s” has to change everything atomically, but writes documents "
                                  "of %s: only writes to one document are atomic."),
                               _squill_wording_name (operation), list);
  else
    message = g_strdup_printf (_ ("“%s” has to change everything atomically, but writes %s "
                                  "documents: only writes to one document are atomic."),
                               _squill_wording_name (operation), count);
  /* Nobody may have said that it matters. */
  finding = _squill_run_report (run,
                                operation->critical ? SQUILL_SEVERITY_ERROR
                                : operation->atomic ? SQUILL_SEVERITY_WARNING
                                                    : SQUILL_SEVERITY_HINT,
                                operation, use->rate, message);
  _squill_finding_set_list (finding, "collections", names);
  _squill_finding_set_number (finding, "documents", documents);
  if (!(documents > _squill_run_get (run, SQUILL_THRESHOLD_TXN_DOCS)))
    finding->fix = _squill_fix_new_transaction (operation);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static void
check_several (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *list = NULL;
  const SquillRelationship *const *all;
  SquillFinding *finding;
  guint n;

  if (use == NULL || use->reads || use->root == NULL || operation->transaction ||
      !is_strict (operation))
    return;
  all = squill_entity_get_relationships (use->root, &n);
  for (guint i = 0; i < n; i++)
    if (drags_along (run, use, all[i]))
      {
        const SquillEntity *other = g_str_equal (all[i]->parent, use->root->item.id)
                                        ? _squill_run_get_child (run, all[i])
                                        : _squill_run_get_parent (run, all[i]);
        const char *name = _squill_wording_name (other);

        if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
          g_ptr_array_add (names, (gpointer)name);
      }
  if (names->len == 0)
    return;
  g_ptr_array_sort (names, compare_names);
  list = squill_text_names (names);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, operation, use->rate,
      g_strdup_printf (_ ("“%s” also has to update documents of %s, and without a transaction "
                          "readers can see one change without the other."),
                       _squill_wording_name (operation), list));
  _squill_finding_set_list (finding, "entities", names);
  if (!(_squill_run_count_written (run, use) > _squill_run_get (run, SQUILL_THRESHOLD_TXN_DOCS)))
    finding->fix = _squill_fix_new_transaction (operation);
}

/* txn-avoidable */

static gboolean
could_be_one (SquillRun *run, const SquillRelationship *r)
{
  double children, bytes;

  /* That a part has one owner has to be said. */
  return _squill_run_is_apart (run, r) && (r->contains || r->parents.max <= 1) &&
         _squill_run_is_few (run, r, &children, &bytes) && !_squill_run_stands_alone (run, r) &&
         !_squill_run_is_asked_for (run, r) && _squill_run_advises_embedding (run, r);
}

/* Whether the operation writes other documents even when these parts are embedded. */
static gboolean
drags_others_along (SquillRun *run, const SquillUse *use, GPtrArray *parts)
{
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (use->root, &n);

  for (guint i = 0; i < n; i++)
    if (!g_ptr_array_find (parts, all[i], NULL) && drags_along (run, use, all[i]))
      return TRUE;
  return FALSE;
}

static void
check_avoidable (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  g_autoptr (GPtrArray) parts = g_ptr_array_new (), names = g_ptr_array_new ();
  g_autofree char *list = NULL;
  gboolean others = FALSE;
  SquillFinding *finding;

  if (use == NULL || use->reads || use->root == NULL || !operation->transaction)
    return;
  for (guint i = 0; i < use->relationships->len; i++)
    {
      const SquillRelationship *r = use->relationships->pdata[i];

      if (!squill_use_follows (use, r->item.id) || squill_placement_is_embedding (r->placement))
        continue;
      if (!could_be_one (run, r))
        {
          others = TRUE;
          continue;
        }
      g_ptr_array_add (parts, (gpointer)r);
      g_ptr_array_add (names, (gpointer)_squill_wording_name (_squill_run_get_child (run, r)));
    }
  if (parts->len == 0)
    return;
  list = squill_text_names (names);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, operation, use->rate,
      g_strdup_printf (
          _ ("“%s” needs a transaction only because %s, few and owned, are stored in documents of "
             "their own. Embedded, they change in one write, which is atomic."),
          _squill_wording_name (operation), list));
  _squill_finding_set_list (finding, "entities", names);
  finding->fix =
      _squill_fix_new (others ? g_strdup_printf (_ ("Embed %s"), (const char *)names->pdata[0])
                              : g_strdup (_ ("Embed them and drop the transaction")));
  for (guint i = 0; i < parts->len; i++)
    {
      const SquillRelationship *r = parts->pdata[i];

      _squill_fix_place (finding->fix, run, r, _squill_run_get_advised (run, r));
    }
  if (!others && !operation->multi && !drags_others_along (run, use, parts))
    _squill_fix_set (finding->fix, operation->item.id, "transaction", NULL);
}

/* txn-too-long, txn-too-many-docs */

/* As many runs as it takes, each of no more documents than a transaction should have. */
static SquillFix *
make_batch_fix (SquillRun *run, const SquillUse *use, double documents)
{
  double batch = _squill_run_get (run, SQUILL_THRESHOLD_TXN_DOCS);
  g_autofree char *count = squill_text_count (batch);
  const SquillOperation *operation = use->operation;
  SquillFix *fix;

  /* What each one drags along is written with it; nor is a batch made smaller by another. */
  if (operation->atomic || !(batch >= 1) || !(documents > batch) ||
      (isnan (operation->documents) && documents / _squill_run_count_found (run, use) > batch))
    return NULL;
  fix = _squill_fix_new (g_strdup_printf (_ ("Write %s at a time"), count));
  _squill_fix_set (fix, operation->item.id, "documents", squill_json_number (batch));
  if (operation->rate > 0)
    _squill_fix_set (fix, operation->item.id, "rate",
                     squill_json_number (operation->rate * documents / batch));
  return fix;
}

static void
check_long (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  double seconds, documents, limit;
  g_autofree char *count = NULL, *time = NULL, *most = NULL;
  SquillFinding *finding;

  if (use == NULL || use->reads || !operation->transaction)
    return;
  seconds = _squill_run_get_write_seconds (run, use);
  limit = _squill_run_get (run, SQUILL_THRESHOLD_TXN_SECONDS);
  if (!(seconds > _squill_run_get (run, SQUILL_THRESHOLD_TXN_WARN)) && !(seconds > limit))
    return;
  documents = _squill_run_count_written (run, use);
  count = squill_text_count (documents);
  time = squill_text_estimate (round (seconds));
  most = squill_text_count (limit);
  finding = _squill_run_report (
      run, seconds > limit ? SQUILL_SEVERITY_ERROR : SQUILL_SEVERITY_WARNING, operation, seconds,
      g_strdup_printf (_ ("“%s” changes %s documents in one transaction, about %s seconds of work. "
                          "After %s seconds the server aborts it and rolls everything back."),
                       _squill_wording_name (operation), count, time, most));
  _squill_finding_set_number (finding, "documents", documents);
  _squill_finding_set_number (finding, "seconds", seconds);
  _squill_finding_set_number (finding, "threshold", limit);
  finding->fix = make_batch_fix (run, use, documents);
}

static void
check_many (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  double documents, most, seconds;
  g_autofree char *count = NULL, *limit = NULL;
  SquillFinding *finding;

  if (use == NULL || use->reads || !operation->transaction)
    return;
  documents = _squill_run_count_written (run, use);
  most = _squill_run_get (run, SQUILL_THRESHOLD_TXN_DOCS);
  seconds = _squill_run_get_write_seconds (run, use);
  /* That it takes too long says the same, and more. */
  if (!(documents > most) || seconds > _squill_run_get (run, SQUILL_THRESHOLD_TXN_WARN) ||
      seconds > _squill_run_get (run, SQUILL_THRESHOLD_TXN_SECONDS))
    return;
  count = squill_text_count (documents);
  limit = squill_text_count (most);
  finding = _squill_run_report (run, SQUILL_SEVERITY_HINT, operation, documents / fmax (most, 1),
                                g_strdup_printf (_ ("“%s” changes %s documents in one transaction; "
                                                    "more than %s are better written in batches."),
                                                 _squill_wording_name (operation), count, limit));
  _squill_finding_set_number (finding, "documents", documents);
  _squill_finding_set_number (finding, "threshold", most);
  finding->fix = make_batch_fix (run, use, documents);
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_ALL)

const SquillRule _squill_rules_transactions[] = {
  { .info = { "atomic-group-split", "C", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_CMS "; " SQUILL_SOURCE_ATOMIC,
              N_ ("Data that must change together is stored in several documents"),
              N_ ("A write to one document is atomic. Writes to two documents happen one after the "
                  "other, and if the application stops in between, only one of them has changed. "
                  "Store data that must always agree in one document, or write it in a "
                  "transaction. If the operation is marked as critical, this is an error."),
              NULL },
    .scope = SQUILL_SCOPE_MODEL,
    .aspects = READ,
    .check = split_of_groups,
    .other_scope = SQUILL_SCOPE_OPERATION,
    .other_check = split_of_operation },
  { .info = { "multi-doc-no-txn", "C", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_ZOLA_2 "; " SQUILL_SOURCE_CONSISTENCY,
              N_ ("A write changes several documents without a transaction"),
              N_ ("Copies that follow their source, references on both sides, and subsets that are "
                  "embedded in addition to their own collection all turn one change into several "
                  "writes. Run them in a transaction, or specify for how many seconds readers may "
                  "see the old state."),
              NULL },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = SQUILL_ASPECTS_USED,
    .check = check_several },
  { .info = { "txn-avoidable", "C", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_NORMS ", norm 12; " SQUILL_SOURCE_BEST,
              N_ ("A single document would make the transaction unnecessary"),
              N_ ("A write to one document is atomic without a transaction, which costs locks and "
                  "round trips. If the children that are written with their parent are few and "
                  "belong only to it, embed them."),
              THRESHOLDS (
                  "embed.few", "alone.share", "doc.watch", "evolving.max", "retention.ratio") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_avoidable },
  { .info = { "txn-too-long", "C", SQUILL_SEVERITY_ERROR,
              SQUILL_SOURCE_NORMS ", norm 12; " SQUILL_SOURCE_LIMITS,
              N_ ("A transaction takes too long"),
              N_ ("The server aborts transactions after 60 seconds and rolls them back. Other "
                  "operations that write the same documents conflict and are retried or fail. The "
                  "time is estimated from the number of documents, their sizes, and their indexes; "
                  "from ten seconds on this is a warning. Write in batches."),
              THRESHOLDS ("txn.seconds", "txn.warn", "txn.docs") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_long },
  { .info = { "txn-too-many-docs", "C", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_PRACTICE,
              N_ ("A transaction changes many documents"),
              N_ ("A transaction holds the documents that it changes until it ends. Keep it to "
                  "about a thousand documents, and write more in batches."),
              THRESHOLDS ("txn.docs", "txn.warn", "txn.seconds") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_many },
  { .info = { NULL } },
};
