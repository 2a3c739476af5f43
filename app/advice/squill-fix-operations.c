/* SPDX-License-Identifier: Apache-2.0 */

/* Operations that find in several documents what stood in one. They read and write the same as
 * before. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"
#include "design/squill-found.h"

#include <glib/gi18n-lib.h>

/* What an operation follows by the edits so far (transfer full). */
static json_t *
get_follows_so_far (const SquillFix *self, const SquillOperation *operation)
{
  json_t *follows = NULL;

  for (guint i = 0; i < self->edits->len; i++)
    {
      const SquillEdit *edit = self->edits->pdata[i];

      if (squill_edit_get_edit_type (edit) == SQUILL_EDIT_SET &&
          g_str_equal (squill_edit_get_id (edit), operation->item.id) &&
          g_str_equal (squill_edit_get_property (edit), "follows"))
        follows = squill_edit_get_value (edit);
    }
  if (follows != NULL)
    return json_copy (follows);
  follows = json_array ();
  for (guint i = 0; operation->follows != NULL && operation->follows[i] != NULL; i++)
    json_array_append_new (follows, json_string (operation->follows[i]));
  return follows;
}

static gboolean
runs_in_transaction (const SquillFix *self, const SquillOperation *operation)
{
  for (guint i = 0; i < self->edits->len; i++)
    {
      const SquillEdit *edit = self->edits->pdata[i];

      if (squill_edit_get_edit_type (edit) == SQUILL_EDIT_SET &&
          g_str_equal (squill_edit_get_id (edit), operation->item.id) &&
          g_str_equal (squill_edit_get_property (edit), "transaction"))
        return json_is_true (squill_edit_get_value (edit));
    }
  return operation->transaction;
}

/* What was one write becomes several. @fits: whether a transaction may change as much. */
static void
split_write (SquillFix *self, const SquillOperation *operation, gboolean writes_both, gboolean fits)
{
  if (squill_operation_is_read (operation) || runs_in_transaction (self, operation))
    return;
  if (fits && (operation->atomic || operation->critical || operation->guard != SQUILL_GUARD_NONE))
    _squill_fix_set (self, operation->item.id, "transaction", json_true ());
  else if (writes_both)
    _squill_fix_lose (self, g_strdup_printf (_ ("“%s” no longer changes everything in one write."),
                                             _squill_wording_name (operation)));
}

static void
follow (SquillFix *self,
        const SquillOperation *operation,
        const char *relationship,
        gboolean writes_both,
        gboolean fits)
{
  json_t *follows = get_follows_so_far (self, operation);
  gboolean is_there = FALSE;
  size_t i;
  json_t *value;

  json_array_foreach (follows, i, value)
  {
    is_there |= g_strcmp0 (json_string_value (value), relationship) == 0;
  }
  if (is_there)
    json_decref (follows);
  else
    {
      json_array_append_new (follows, json_string (relationship));
      _squill_fix_set (self, operation->item.id, "follows", follows);
    }
  split_write (self, operation, writes_both, fits);
}

/**
 * _squill_fix_follow:
 * @self: a fix
 * @operation: an operation that read or wrote in one document what two will hold
 * @relationship: the id of the relationship between the two
 * @writes_both: whether it writes to both documents
 *
 * Lets the operation follow the relationship if it does not already. One that writes and must
 * change everything at once runs in a transaction from now on; of another that writes to both the
 * fix says that it does not. See _squill_fix_follow_further() for one that makes several writes
 * already.
 */
void
_squill_fix_follow (SquillFix *self,
                    const SquillOperation *operation,
                    const char *relationship,
                    gboolean writes_both)
{
  follow (self, operation, relationship, writes_both, TRUE);
}

/**
 * _squill_fix_follow_further:
 * @self: a fix
 * @operation: an operation that already makes several writes
 * @relationship: the id of a relationship
 *
 * Lets the operation follow the relationship, too, as it follows others: how many documents these
 * lead to is not known here, so that it gets no transaction for all of them.
 */
void
_squill_fix_follow_further (SquillFix *self,
                            const SquillOperation *operation,
                            const char *relationship)
{
  follow (self, operation, relationship, FALSE, FALSE);
}

/**
 * _squill_fix_split_write:
 * @self: a fix
 * @operation: an operation that wrote to one document, and writes to several from now on
 *
 * Lets the operation run in a transaction if it has to change everything at once.
 */
void
_squill_fix_split_write (SquillFix *self, const SquillOperation *operation)
{
  split_write (self, operation, FALSE, TRUE);
}

/**
 * _squill_use_takes_whole:
 * @use: an operation
 * @is_named: some operation names the part that is asked about
 *
 * Tells whether an operation on a document uses a part of it that it does not name. Whoever asks
 * for whole documents, or inserts them, gets all parts; that he needs one is only taken for granted
 * where no operation says of itself that it does. Whoever deletes a document deletes its parts.
 *
 * Returns: %TRUE if it uses the part
 */
gboolean
_squill_use_takes_whole (const SquillUse *use, gboolean is_named)
{
  const SquillOperation *operation = use->operation;

  switch (operation->operation)
    {
    case SQUILL_OPERATION_FIND:
    case SQUILL_OPERATION_AGGREGATE:
      return operation->returns == NULL && !is_named;
    case SQUILL_OPERATION_INSERT:
      return operation->writes == NULL && !is_named;
    case SQUILL_OPERATION_DELETE:
      return TRUE;
    case SQUILL_OPERATION_UPDATE:
    default:
      return FALSE;
    }
}

static guint
count_named (const SquillKeys *keys, const char *relationship)
{
  guint n = 0;

  for (guint i = 0; keys != NULL && i < keys->len; i++)
    n += _squill_key_mentions (keys->pdata[i], relationship) ? 1 : 0;
  return n;
}

/* TRUE if some operation says that it reads along the relationship, or with @writes that it does
 * either. */
static gboolean
is_followed (SquillRun *run, const SquillRelationship *r, gboolean writes)
{
  const GPtrArray *uses = squill_operation_index_get_uses_of (run->operations, r->parent);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if ((writes || use->reads) && squill_operation_names_children (use->operation, r))
        return TRUE;
    }
  return FALSE;
}

/* Whoever took a document with the first of its children goes on to get as many, and not all. TRUE
 * if that can be said. */
static gboolean
limit_children (SquillFix *self, const SquillOperation *operation, const SquillRelationship *r)
{
  g_autofree char *path = NULL;

  if (r->placement != SQUILL_PLACEMENT_SUBSET || !(r->bound > 0) || r->order_by == NULL ||
      !squill_operation_is_read (operation) || g_strcmp0 (operation->entity, r->parent) != 0 ||
      operation->limit > 0 || (operation->sort != NULL && operation->sort->len > 0))
    return FALSE;
  path = g_strdup_printf ("%s/%s", r->item.id, r->order_by);
  _squill_fix_set (self, operation->item.id, "sort",
                   json_pack ("[{s:s, s:s}]", "path", path, "how",
                              r->ordering == SQUILL_ORDERING_TIME ? "-1" : "1"));
  _squill_fix_set (self, operation->item.id, "limit", squill_json_number (r->bound));
  return TRUE;
}

/* Whether an update adds a child to a parent and does nothing else with the children that it has.
 * Where these are does not matter to it. */
static gboolean
only_adds (const SquillOperation *operation, const SquillRelationship *r)
{
  guint added = 0;

  for (guint i = 0; operation->writes != NULL && i < operation->writes->len; i++)
    added += g_str_equal (((const SquillKey *)operation->writes->pdata[i])->path, r->item.id);
  return operation->operation == SQUILL_OPERATION_UPDATE && added > 0 &&
         g_strcmp0 (operation->entity, r->parent) == 0 &&
         added == count_named (operation->writes, r->item.id) &&
         !squill_operation_follows (operation, r->item.id) &&
         count_named (operation->filter, r->item.id) == 0;
}

/* What a document could have, an array that a join makes may not: each child is returned by itself.
 */
static void
return_each (SquillFix *self,
             SquillRun *run,
             const SquillOperation *operation,
             const SquillRelationship *r)
{
  if (_squill_run_get_too_large_join (run, operation, r) > 0)
    _squill_fix_set (self, operation->item.id, "unwinds", json_true ());
}

/* Those that start from an entity and take whole documents. */
static void
follow_from (
    SquillFix *self, SquillRun *run, const SquillRelationship *r, const char *entity, double bound)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, entity);
  const gboolean is_read = is_followed (run, r, FALSE);
  const gboolean is_named = is_read || is_followed (run, r, TRUE);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      /* What a write says of itself tells nothing of the reads. */
      if (_squill_use_takes_whole (use, use->reads ? is_read : is_named) &&
          !(use->operation->limit > 0 && use->operation->limit <= bound))
        {
          follow (self, use->operation, r->item.id, TRUE,
                  _squill_run_fits_transaction (run, use, r));
          if (!limit_children (self, use->operation, r))
            return_each (self, run, use->operation, r);
        }
    }
}

/**
 * _squill_fix_follow_out:
 * @self: a fix
 * @run: the run it is made in
 * @r: a relationship whose children leave the documents of their parents
 * @bound: how many stay there
 *
 * Lets all operations that read or wrote the children in the documents of their parents follow the
 * relationship, but for those to which the first are enough.
 */
void
_squill_fix_follow_out (SquillFix *self, SquillRun *run, const SquillRelationship *r, double bound)
{
  const GPtrArray *uses = squill_operation_index_get_uses_of (run->operations, r->parent);
  g_autoptr (GPtrArray) sites = NULL;

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];
      const SquillOperation *operation = use->operation;
      guint written = count_named (operation->writes, r->item.id);
      gboolean follows = squill_use_follows (use, r->item.id);

      if (only_adds (operation, r))
        split_write (self, operation, written < operation->writes->len,
                     _squill_run_fits_transaction (run, use, r));
      else if (follows || written > 0 || count_named (operation->filter, r->item.id) > 0 ||
               count_named (operation->sort, r->item.id) > 0 ||
               count_named (operation->returns, r->item.id) > 0 ||
               count_named (operation->computes, r->item.id) > 0)
        {
          follow (self, operation, r->item.id,
                  written > 0 ? written < operation->writes->len : follows,
                  _squill_run_fits_transaction (run, use, r));
          return_each (self, run, operation, r);
        }
    }
  /* Whoever takes a document as a whole takes what is embedded in what is embedded in it. */
  sites = squill_design_get_document_sites (run->design, r->parent);
  for (guint i = 0; i < sites->len; i++)
    for (const SquillShape *around = sites->pdata[i]; around != NULL; around = around->parent)
      if (around->document && around->entity != NULL)
        follow_from (self, run, r, around->entity, bound);
}

/**
 * _squill_run_get_guarded_keys:
 * @run: a run
 * @entity: the entity in whose documents an array stands
 * @is_part: tells whether a key leads into the array
 * @user_data: for @is_part
 *
 * An update that filters by an array and writes to it, guarded, adds an element only where none is
 * like it: a user votes once.
 *
 * Returns: (transfer container) (element-type SquillKey) (nullable): the keys that differ among the
 *   elements of one array; %NULL where nothing says that any do
 */
GPtrArray *
_squill_run_get_guarded_keys (SquillRun *run,
                              const char *entity,
                              SquillKeyTest is_part,
                              gpointer user_data)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, entity);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)uses->pdata[i])->operation;
      g_autoptr (GPtrArray) keys = g_ptr_array_new ();
      gboolean writes = FALSE;

      if (operation->operation != SQUILL_OPERATION_UPDATE || operation->guard == SQUILL_GUARD_NONE)
        continue;
      for (guint j = 0; operation->writes != NULL && j < operation->writes->len; j++)
        writes |= is_part (operation->writes->pdata[j], user_data);
      for (guint j = 0; writes && operation->filter != NULL && j < operation->filter->len; j++)
        if (is_part (operation->filter->pdata[j], user_data))
          g_ptr_array_add (keys, operation->filter->pdata[j]);
      if (keys->len > 0)
        return g_steal_pointer (&keys);
    }
  return NULL;
}

static gboolean
asks_for_values (const SquillKey *key)
{
  double values;
  SquillConditionKind kind = squill_key_get_condition (key, &values);

  return kind == SQUILL_CONDITION_EQUALITY || kind == SQUILL_CONDITION_LIST;
}

/* Whether an operation asks for given values of a reference. A range of them belongs to nobody. */
static gboolean
looks_by_reference (const SquillOperation *operation, const SquillRelationship *r)
{
  const SquillKey *key = _squill_keys_find (operation->filter, r->item.id);

  return key != NULL && asks_for_values (key);
}

/** Whether the operation looks for something by what stands at the other end. */
gboolean
_squill_operation_asks_through (const SquillOperation *operation, const SquillRelationship *r)
{
  for (guint i = 0; operation->filter != NULL && i < operation->filter->len; i++)
    if (squill_key_goes_through (operation->filter->pdata[i], r->item.id))
      return TRUE;
  return FALSE;
}

/** Whether an operation looks for parents by the keys of their children. Where these are embedded
 * it looks in their array, which has an index of it only if the fix adds one. */
gboolean
_squill_run_looks_by_child (SquillRun *run, const SquillRelationship *r)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, r->parent);

  for (guint i = 0; i < uses->len && !g_str_equal (r->parent, r->child); i++)
    if (looks_by_reference (((const SquillUse *)uses->pdata[i])->operation, r))
      return TRUE;
  return FALSE;
}

/* Whether a partial index begins with the reference, and all that its filter restricts is asked
 * for. */
static gboolean
is_led_by_partial (const SquillCollectionIndex *index, const char *reference, GHashTable *bound)
{
  if (!index->partial || index->hidden || index->unresolved || index->keys->len == 0 ||
      !g_str_equal (((const SquillKey *)index->keys->pdata[0])->path, reference))
    return FALSE;
  for (guint i = 0; i < index->needed->len; i++)
    if (!g_hash_table_contains (bound, index->needed->pdata[i]))
      return FALSE;
  return TRUE;
}

/* Whether an index that begins with something else, or is partial, leads an operation to what has a
 * reference: it looks for the first key, and the reference is another one; or it looks for all keys
 * of a unique one, so that there is nothing left to find by the reference; or it asks for what is
 * in a partial index. In which order the keys should be is said of the index. */
static gboolean
is_served_otherwise (SquillRun *run, const SquillOperation *operation, const SquillShape *reference)
{
  const SquillCollection *collection =
      squill_design_get_collection_of_shape (run->design, reference);
  g_autofree char *wanted = squill_shape_get_query_path (reference);
  g_autoptr (GHashTable) bound = NULL, equal = NULL;

  if (collection == NULL || operation->filter == NULL || operation->entity == NULL)
    return FALSE;
  bound = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  equal = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < operation->filter->len; i++)
    {
      const SquillKey *key = operation->filter->pdata[i];
      char *path = _squill_run_resolve (run, operation->entity, key);

      if (path == NULL)
        continue;
      g_hash_table_add (bound, path);
      if (asks_for_values (key))
        g_hash_table_add (equal, path);
    }
  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      gboolean has_reference = FALSE, all_equal = index->unique;

      if (is_led_by_partial (index, wanted, bound))
        return TRUE;
      if (!_squill_index_serves_queries (index) || index->keys->len == 0)
        continue;
      for (guint j = 0; j < index->keys->len; j++)
        {
          const char *path = ((const SquillKey *)index->keys->pdata[j])->path;

          has_reference |= g_str_equal (path, wanted);
          all_equal &= g_hash_table_contains (equal, path);
        }
      if (all_equal ||
          (has_reference &&
           g_hash_table_contains (bound, ((const SquillKey *)index->keys->pdata[0])->path)))
        return TRUE;
    }
  return FALSE;
}

/* The reference that operations follow, if they have to do without an index that begins with it;
 * %NULL if there is one. */
static const SquillShape *
get_unindexed (SquillRun *run, const SquillRelationship *r, gboolean at_parent)
{
  const SquillShape *reference = _squill_run_get_stored (run, r, at_parent);

  return reference == NULL || _squill_run_has_index_led_by (run, reference) ? NULL : reference;
}

static gboolean
is_wanted (SquillRun *run,
           const SquillOperation *operation,
           const SquillRelationship *r,
           const SquillShape *unindexed)
{
  return looks_by_reference (operation, r) && !squill_operation_updates_copies (operation, r) &&
         (unindexed == NULL || !is_served_otherwise (run, operation, unindexed));
}

/**
 * _squill_run_find_use_to_parents:
 * @run: a run
 * @r: a relationship
 * @unindexed: only one that no index leads to them
 *
 * Returns: (nullable): an operation that looks for the parents of a child by their references to
 *   children, other than to update copies
 */
const SquillUse *
_squill_run_find_use_to_parents (SquillRun *run, const SquillRelationship *r, gboolean unindexed)
{
  const GPtrArray *from_parent = squill_operation_index_get_uses_from (run->operations, r->parent);
  const GPtrArray *of_child = squill_operation_index_get_uses_of (run->operations, r->child);
  const SquillShape *reference = unindexed ? get_unindexed (run, r, TRUE) : NULL;

  if (unindexed && reference == NULL)
    return NULL;
  for (guint i = 0; i < from_parent->len; i++)
    {
      const SquillUse *use = from_parent->pdata[i];

      if (is_wanted (run, use->operation, r, reference))
        return use;
    }
  for (guint i = 0; i < of_child->len && !g_str_equal (r->parent, r->child); i++)
    {
      const SquillUse *use = of_child->pdata[i];

      if (!squill_use_comes_from_parent (use, r) && squill_use_goes_through (use, r->item.id) &&
          !squill_operation_updates_copies (use->operation, r))
        return use;
    }
  return NULL;
}

/**
 * _squill_run_find_use_to_children:
 * @run: a run
 * @r: a relationship
 * @unindexed: only one that no index leads to them
 *
 * Returns: (nullable): an operation that looks for the children of a parent by their references to
 *   it, other than to update copies
 */
const SquillUse *
_squill_run_find_use_to_children (SquillRun *run, const SquillRelationship *r, gboolean unindexed)
{
  const GPtrArray *from_child = squill_operation_index_get_uses_from (run->operations, r->child);
  const GPtrArray *of_parent = squill_operation_index_get_uses_of (run->operations, r->parent);
  const SquillShape *reference = unindexed ? get_unindexed (run, r, FALSE) : NULL;

  if (unindexed && reference == NULL)
    return NULL;
  for (guint i = 0; i < from_child->len; i++)
    {
      const SquillUse *use = from_child->pdata[i];

      if (is_wanted (run, use->operation, r, reference))
        return use;
    }
  for (guint i = 0; i < of_parent->len; i++)
    {
      const SquillUse *use = of_parent->pdata[i];

      if ((squill_use_comes_from_parent (use, r) || g_str_equal (r->parent, r->child)) &&
          squill_use_goes_through (use, r->item.id) &&
          !squill_operation_updates_copies (use->operation, r))
        return use;
    }
  return NULL;
}
