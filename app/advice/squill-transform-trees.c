/* SPDX-License-Identifier: Apache-2.0 */

/* Trees of documents that say more of their place than their parent: ancestors, paths, nested sets.
 * References to parents or children alone are placements. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-transform-private.h"
#include "design/squill-found.h"
#include "model/squill-authoring.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

/* An ObjectId as text, and the comma behind it. */
#define OBJECT_ID_TEXT 24.0
#define SEPARATOR 1.0

/**
 * Tree:
 * @r: a relationship of an entity with itself
 * @entity: the entity
 * @above: (element-type SquillUse): reads from a document up to the root
 * @below: (element-type SquillUse): reads of all that is below one
 * @levels: how many documents are above one
 *
 * A tree and who goes through all its levels.
 */
typedef struct
{
  SquillRun *run;
  const SquillRelationship *r;
  const SquillEntity *entity;
  GPtrArray *above;
  GPtrArray *below;
  SquillTriple levels;
} Tree;

static void
tree_clear (Tree *self)
{
  g_clear_pointer (&self->above, g_ptr_array_unref);
  g_clear_pointer (&self->below, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Tree, tree_clear)

static gboolean
is_reference (const Tree *self, const SquillKey *key)
{
  return g_str_equal (key->path, self->r->item.id) ||
         g_strcmp0 (key->path, self->r->child_holder) == 0;
}

/* The relationship by which it comes from elsewhere to a document of the tree, if by one alone. */
static const SquillRelationship *
find_entrance (const Tree *self, const SquillUse *use)
{
  for (guint i = 0; use->root != NULL && i < use->relationships->len; i++)
    {
      const SquillRelationship *r = use->relationships->pdata[i];
      const char *root = use->root->item.id, *entity = self->entity->item.id;

      if ((g_str_equal (r->parent, root) && g_str_equal (r->child, entity)) ||
          (g_str_equal (r->child, root) && g_str_equal (r->parent, entity)))
        return r;
    }
  return NULL;
}

/* Whether it wants what is below a document, and the fix can ask for that by its place. */
static gboolean
goes_down (const Tree *self, const SquillUse *use)
{
  return squill_use_comes_from_parent (use, self->r) &&
         (use->root == self->entity || find_entrance (self, use) != NULL);
}

static gboolean
names_place (const char *name)
{
  static const char *const names[] = { "ancestors",   "ancestry", "path", "lineage",
                                       "breadcrumbs", "left",     NULL };
  g_autofree char *lower = g_ascii_strdown (name == NULL ? "" : name, -1);

  return g_strv_contains (names, lower);
}

/**
 * _squill_entity_has_place_in_tree:
 * @entity: an entity
 * @r: a relationship of it with itself
 *
 * Returns: %TRUE if something besides @r names more of the way up than the parent
 */
gboolean
_squill_entity_has_place_in_tree (const SquillEntity *entity, const SquillRelationship *r)
{
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);

  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      if (names_place (field->name))
        return TRUE;
    }
  /* A second relationship with itself, that names several above. */
  for (guint i = 0; i < n; i++)
    if (all[i] != r && g_str_equal (all[i]->parent, all[i]->child) &&
        (squill_relationship_is_shared (all[i]) || squill_relationship_is_shared (r)))
      return TRUE;
  return FALSE;
}

/* FALSE with a reason if it is no tree, or nobody goes through it. */
static gboolean
tree_init (Tree *self, SquillRun *run, const SquillRelationship *r, char **reason)
{
  const GPtrArray *uses = squill_operation_index_get_uses_of (run->operations, r->parent);
  const char *name;

  *self = (Tree){ run,
                  r,
                  _squill_run_get_parent (run, r),
                  g_ptr_array_new (),
                  g_ptr_array_new (),
                  squill_design_count_levels (run->design, r) };
  name = _squill_wording_name (self->entity);
  if (!g_str_equal (r->parent, r->child))
    {
      _squill_transform_refuse (
          reason,
          g_strdup_printf (_ ("It leads from “%s” to “%s”, and not to other “%s”: that is "
                              "no tree."),
                           name, _squill_wording_name (_squill_run_get_child (run, r)), name));
      return FALSE;
    }
  if (!squill_placement_is_reference (r->placement) ||
      _squill_run_get_own_collection (run, self->entity->item.id) == NULL)
    {
      _squill_transform_refuse (
          reason,
          g_strdup_printf (_ ("“%s” does not refer to its parent or its children from a collection "
                              "of its own."),
                           name));
      return FALSE;
    }
  if (_squill_entity_has_place_in_tree (self->entity, r))
    {
      _squill_transform_refuse (
          reason,
          g_strdup_printf (_ ("“%s” stores more of its place than its parent already."), name));
      return FALSE;
    }
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if (squill_use_goes_all_the_way (use, r))
        g_ptr_array_add (goes_down (self, use) ? self->below : self->above, (gpointer)use);
    }
  if (self->above->len + self->below->len > 0)
    return TRUE;
  _squill_transform_refuse (
      reason, g_strdup_printf (_ ("No operation goes through more than one level of “%s”."), name));
  return FALSE;
}

/* Operations. */

static void
stop_following (SquillFix *fix, const Tree *self, const SquillOperation *operation, const char *now)
{
  json_t *follows = json_array ();

  for (guint i = 0; operation->follows[i] != NULL; i++)
    {
      const gboolean is_tree = g_str_equal (operation->follows[i], self->r->item.id);

      if (!is_tree || now != NULL)
        json_array_append_new (follows, json_string (is_tree ? now : operation->follows[i]));
    }
  _squill_fix_set (fix, operation->item.id, "follows", follows);
}

/* Asks for the place of a document in place of its reference. */
static void
ask_for_place (
    SquillFix *fix, const Tree *self, const SquillUse *use, const char *place, const char *how)
{
  const SquillOperation *operation = use->operation;
  json_t *filter = json_array ();
  gboolean asks = FALSE;

  if (use->root != self->entity)
    json_array_append_new (
        filter,
        json_pack ("{s:o, s:s}", "path",
                   json_sprintf ("%s/%s", find_entrance (self, use)->item.id, place), "how", how));
  else
    {
      json_decref (filter);
      filter = squill_json_keys (operation->filter);
      for (guint i = 0; i < operation->filter->len; i++)
        {
          json_t *key = json_array_get (filter, i);

          if (asks || !is_reference (self, operation->filter->pdata[i]))
            continue;
          json_object_set_new (key, "path", json_string (place));
          json_object_set_new (key, "how", json_string (how));
          asks = TRUE;
        }
    }
  _squill_fix_set (fix, operation->item.id, "filter", filter);
  stop_following (fix, self, operation, NULL);
}

static void
append_written (SquillFix *fix, const SquillOperation *operation, const char *id)
{
  json_t *writes = operation->writes == NULL ? json_array () : squill_json_keys (operation->writes);

  json_array_append_new (writes, json_pack ("{s:s}", "path", id));
  _squill_fix_set (fix, operation->item.id, "writes", writes);
}

static gboolean
is_move (const Tree *self, const SquillOperation *operation)
{
  gboolean moves = g_strcmp0 (operation->moves, self->r->item.id) == 0;

  for (guint i = 0; operation->writes != NULL && i < operation->writes->len; i++)
    moves |= is_reference (self, operation->writes->pdata[i]);
  return moves && operation->operation == SQUILL_OPERATION_UPDATE;
}

/* Whoever says what it writes writes the place too. Gives the rate of the moves; NaN where there
 * are none. */
static double
write_place (SquillFix *fix, const Tree *self, const char *const *ids)
{
  const GPtrArray *uses =
      squill_operation_index_get_uses_from (self->run->operations, self->entity->item.id);
  double rate = NAN;

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];
      const SquillOperation *operation = use->operation;
      const gboolean moves = is_move (self, operation);

      if (moves)
        rate = (isnan (rate) ? 0 : rate) + use->rate;
      if (moves || (operation->operation == SQUILL_OPERATION_INSERT && operation->writes != NULL))
        for (guint j = 0; ids[j] != NULL; j++)
          append_written (fix, operation, ids[j]);
    }
  return rate;
}

/* What a change of the tree makes necessary elsewhere in it. */
static void
add_update (SquillFix *fix,
            const Tree *self,
            char *wanted,
            json_t *filter,
            json_t *writes,
            double documents,
            double rate)
{
  SquillModel *model = self->run->model;
  g_autofree char *base = wanted;
  g_autofree char *name =
      squill_model_make_unique_name (model, SQUILL_MODEL_ID, SQUILL_KIND_OPERATION, base);
  g_autofree char *id = squill_model_new_id (model, name);
  g_autofree char *order =
      _squill_item_rank_behind (squill_model_get_info (model), SQUILL_KIND_OPERATION);
  json_t *content = json_pack ("{s:s, s:s, s:s, s:s, s:o, s:o, s:b}", "name", name, "order", order,
                               "operation", "update", "entity", self->entity->item.id, "filter",
                               filter, "writes", writes, "multi", 1);

  if (rate > 0)
    json_object_set_new (content, "rate", squill_json_number (rate));
  if (!isnan (documents))
    json_object_set_new (content, "documents", squill_json_number (documents));
  _squill_fix_add (fix, SQUILL_KIND_OPERATION, id, NULL, content);
}

/* A move changes all that is below. */
static void
keep_below_in_step (SquillFix *fix, const Tree *self, const char *place, const char *how)
{
  const char *const ids[] = { place, NULL };
  const char *name = _squill_wording_name (self->entity);
  const double rate = write_place (fix, self, ids);

  if (isnan (rate))
    return;
  add_update (fix, self, g_strdup_printf (_ ("Update all below a moved %s"), name),
              json_pack ("[{s:s, s:s}]", "path", place, "how", how),
              json_pack ("[{s:s}]", "path", place), NAN, rate);
  _squill_fix_lose (fix, g_strdup_printf (_ ("Moving one “%s” changes all below it, too."), name));
}

/* Array of ancestors. */

static char *
add_ancestors (SquillFix *fix, const Tree *self)
{
  SquillModel *model = self->run->model;
  const double count =
      squill_triple_get_most (squill_design_get_count (self->run->design, self->entity->item.id));
  char *id = squill_model_new_id (model, "ancestors");
  g_autofree char *name =
      _squill_run_make_free_name (self->run, NULL, self->entity, "ancestors", "all_ancestors");
  g_autofree char *order =
      _squill_item_rank_behind (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP);
  /* There are as many pairs of one above and one below, whichever of them is counted. */
  const SquillTriple below = SQUILL_TRIPLE (
      0, self->levels.likely, isnan (count) ? INFINITY : fmax (count, self->levels.likely));

  _squill_fix_add (fix, SQUILL_KIND_RELATIONSHIP, id, NULL,
                   json_pack ("{s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o}", "name", name, "order",
                              order, "parent", self->entity->item.id, "child",
                              self->entity->item.id, "placement", "parent-reference", "child_name",
                              name, "children", squill_json_triple (below), "parents",
                              squill_json_triple (self->levels)));
  return id;
}

/* What it reads of those above, it reads of all of them at once. */
static void
redirect_keys (SquillFix *fix,
               const Tree *self,
               const SquillOperation *operation,
               const char *property,
               const SquillKeys *keys,
               const char *now)
{
  json_auto_t *all = squill_json_keys (keys);
  gboolean changed = FALSE;

  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      g_auto (GStrv) parts = g_strsplit (((const SquillKey *)keys->pdata[i])->path, "/", -1);
      g_autofree char *path = NULL;

      for (guint j = 0; parts[j] != NULL; j++)
        if (parts[j + 1] != NULL && g_str_equal (parts[j], self->r->item.id))
          {
            g_free (parts[j]);
            parts[j] = g_strdup (now);
            changed = TRUE;
          }
      path = g_strjoinv ("/", parts);
      json_object_set_new (json_array_get (all, i), "path", json_string (path));
    }
  if (changed)
    _squill_fix_set (fix, operation->item.id, property, json_incref (all));
}

static void
follow_ancestors (SquillFix *fix,
                  const Tree *self,
                  const SquillOperation *operation,
                  const char *id)
{
  stop_following (fix, self, operation, id);
  redirect_keys (fix, self, operation, "filter", operation->filter, id);
  redirect_keys (fix, self, operation, "sort", operation->sort, id);
  redirect_keys (fix, self, operation, "returns", operation->returns, id);
  redirect_keys (fix, self, operation, "computes", operation->computes, id);
}

/**
 * _squill_fix_new_ancestors:
 * @run: a run
 * @r: a relationship
 * @reason: (out) (optional): why it does not fit
 *
 * Returns: (transfer full) (nullable): a fix that stores the ids of all above in each document of a
 *   tree
 */
SquillFix *
_squill_fix_new_ancestors (SquillRun *run, const SquillRelationship *r, char **reason)
{
  g_auto (Tree) self = { 0 };
  g_autofree char *id = NULL, *levels = NULL;
  g_autoptr (GPtrArray) keys = NULL;
  SquillFix *fix;

  if (!tree_init (&self, run, r, reason))
    return NULL;
  levels = squill_text_estimate (self.levels.likely);
  fix = _squill_fix_new (
      g_strdup_printf (_ ("Store the ancestors in each %s"), _squill_wording_name (self.entity)));
  id = add_ancestors (fix, &self);
  keys = _squill_keys_new ();
  _squill_keys_take (keys, id, "1");
  g_free (_squill_fix_add_index (fix, run->model, self.entity, keys, FALSE, NAN));
  for (guint i = 0; i < self.below->len; i++)
    ask_for_place (fix, &self, self.below->pdata[i], id, "eq");
  for (guint i = 0; i < self.above->len; i++)
    follow_ancestors (fix, &self, ((const SquillUse *)self.above->pdata[i])->operation, id);
  keep_below_in_step (fix, &self, id, "eq");
  /* Translators: the name of an entity, and how many ids there are */
  _squill_fix_lose (fix, g_strdup_printf (_ ("Each new “%s” also stores the ids of about %s above "
                                             "it, with an index entry for each."),
                                          _squill_wording_name (self.entity), levels));
  return fix;
}

static SquillFix *
make_ancestors (SquillRun *run, gconstpointer subject, char **reason)
{
  return _squill_fix_new_ancestors (run, subject, reason);
}

/* Materialized path. */

static char *
add_place_field (
    SquillFix *fix, const Tree *self, const char *usual, const char *rank, json_t *content)
{
  g_autofree char *base = g_strconcat ("tree_", usual, NULL);
  g_autofree char *name = _squill_run_make_free_name (self->run, NULL, self->entity, usual, base);
  char *id = squill_model_new_id (self->run->model, name);

  json_object_set_new (content, "name", json_string (name));
  json_object_set_new (content, "order", json_string (rank));
  json_object_set_new (content, "required", json_true ());
  _squill_fix_add (fix, SQUILL_KIND_FIELD, id, self->entity->item.id, content);
  return id;
}

static double
get_id_length (const SquillEntity *entity)
{
  const SquillField *id = squill_entity_get_id_field (entity);

  return id != NULL && id->size.likely > 0 ? id->size.likely : OBJECT_ID_TEXT;
}

static gboolean
names_through (const Tree *self, const SquillOperation *operation)
{
  const SquillKeys *lists[] = { operation->filter, operation->sort, operation->returns,
                                operation->computes };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; lists[i] != NULL && j < lists[i]->len; j++)
      if (squill_key_goes_through (lists[i]->pdata[j], self->r->item.id))
        return TRUE;
  return FALSE;
}

/* Its own path has the ids of all above; of their fields it has nothing. */
static gboolean
is_served_by_path (const Tree *self, const SquillUse *use)
{
  return use->root == self->entity && !names_through (self, use->operation);
}

static SquillFix *
refuse_several_parents (const Tree *self, char **reason)
{
  return _squill_transform_refuse (
      reason, g_strdup_printf (_ ("One “%s” may have several parents, and so has no single place."),
                               _squill_wording_name (self->entity)));
}

static SquillFix *
make_path (SquillRun *run, gconstpointer subject, char **reason)
{
  g_auto (Tree) self = { 0 };
  g_autofree char *id = NULL, *rank = NULL;
  g_autoptr (GPtrArray) keys = NULL, served = NULL;
  double step;
  SquillFix *fix;

  if (!tree_init (&self, run, subject, reason))
    return NULL;
  if (squill_relationship_is_shared (self.r))
    return refuse_several_parents (&self, reason);
  served = g_ptr_array_new ();
  for (guint i = 0; i < self.above->len; i++)
    if (is_served_by_path (&self, self.above->pdata[i]))
      g_ptr_array_add (served, self.above->pdata[i]);
  if (self.below->len + served->len == 0)
    return _squill_transform_refuse (
        reason,
        g_strdup_printf (_ ("No operation asks for all below one “%s”, or for the ids of those "
                            "above it alone."),
                         _squill_wording_name (self.entity)));
  fix = _squill_fix_new (
      g_strdup_printf (_ ("Store the path to each %s"), _squill_wording_name (self.entity)));
  rank = _squill_item_rank_behind (self.entity, SQUILL_KIND_FIELD);
  step = get_id_length (self.entity) + SEPARATOR;
  id = add_place_field (fix, &self, "path", rank,
                        json_pack ("{s:[s], s:o}", "types", "string", "size",
                                   squill_json_triple (SQUILL_TRIPLE (
                                       SEPARATOR, SEPARATOR + self.levels.likely * step,
                                       SEPARATOR + self.levels.max * step))));
  keys = _squill_keys_new ();
  _squill_keys_take (keys, id, "1");
  g_free (_squill_fix_add_index (fix, run->model, self.entity, keys, FALSE, NAN));
  for (guint i = 0; i < self.below->len; i++)
    ask_for_place (fix, &self, self.below->pdata[i], id, "prefix");
  for (guint i = 0; i < served->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)served->pdata[i])->operation;

      stop_following (fix, &self, operation, NULL);
      if (operation->returns != NULL)
        {
          json_t *returns = squill_json_keys (operation->returns);

          json_array_append_new (returns, json_pack ("{s:s}", "path", id));
          _squill_fix_set (fix, operation->item.id, "returns", returns);
        }
    }
  keep_below_in_step (fix, &self, id, "prefix");
  return fix;
}

/* Nested sets. */

/* How often one comes, goes, or gets another parent. */
static double
get_change_rate (const Tree *self)
{
  const GPtrArray *uses =
      squill_operation_index_get_uses_from (self->run->operations, self->entity->item.id);
  double rate = 0;

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if (use->operation->operation == SQUILL_OPERATION_INSERT ||
          use->operation->operation == SQUILL_OPERATION_DELETE || is_move (self, use->operation))
        rate += use->rate;
    }
  return rate;
}

static double
get_read_rate (const GPtrArray *uses)
{
  double rate = 0;

  for (guint i = 0; i < uses->len; i++)
    rate += ((const SquillUse *)uses->pdata[i])->rate;
  return rate;
}

static SquillFix *
make_nested_sets (SquillRun *run, gconstpointer subject, char **reason)
{
  g_auto (Tree) self = { 0 };
  g_autofree char *left = NULL, *right = NULL, *first = NULL, *second = NULL, *count = NULL,
                  *rate = NULL;
  g_autoptr (GPtrArray) keys = NULL;
  const char *name;
  double half, changes;
  SquillFix *fix;

  if (!tree_init (&self, run, subject, reason))
    return NULL;
  name = _squill_wording_name (self.entity);
  if (squill_relationship_is_shared (self.r))
    return refuse_several_parents (&self, reason);
  if (self.below->len == 0)
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("No operation asks for all below one “%s”."), name));
  half = squill_triple_get_usual (squill_design_get_count (run->design, self.entity->item.id)) / 2;
  changes = get_change_rate (&self);
  count = isnan (half) ? g_strdup (_ ("half of all")) : squill_text_estimate (half);
  rate = squill_text_rate (changes);
  if (changes > 0 && !(changes * half <= get_read_rate (self.below)))
    return _squill_transform_refuse (
        reason,
        g_strdup_printf (_ ("The tree changes %s, and each time about %s documents get other "
                            "numbers: that is more work than is saved."),
                         rate, count));
  fix = _squill_fix_new (g_strdup_printf (_ ("Number the tree of %s"), name));
  first = _squill_item_rank_behind (self.entity, SQUILL_KIND_FIELD);
  second = squill_rank_between (first, NULL);
  left = add_place_field (fix, &self, "left", first, json_pack ("{s:[s]}", "types", "int"));
  right = add_place_field (fix, &self, "right", second, json_pack ("{s:[s]}", "types", "int"));
  keys = _squill_keys_new ();
  _squill_keys_take (keys, left, "1");
  g_free (_squill_fix_add_index (fix, run->model, self.entity, keys, FALSE, NAN));
  /* What lies between the numbers of one is below it. */
  for (guint i = 0; i < self.below->len; i++)
    ask_for_place (fix, &self, self.below->pdata[i], left, "range");
  write_place (fix, &self, (const char *const[]){ left, right, NULL });
  if (changes > 0)
    add_update (fix, &self, g_strdup_printf (_ ("Number the tree of %s again"), name),
                json_pack ("[{s:s, s:s}]", "path", left, "how", "range"),
                json_pack ("[{s:s}, {s:s}]", "path", left, "path", right), half, changes);
  _squill_fix_lose (
      fix, g_strdup_printf (_ ("One “%s” that comes, goes, or gets another parent changes the "
                               "numbers of about %s others."),
                            name, count));
  return fix;
}

const SquillPatternEntry _squill_patterns_trees[] = {
  { .pattern = { "tree-ancestors", N_ ("Array of ancestors"),
                 N_ ("Stores the ids of all above in each document of a tree, with an index. One "
                     "query finds the way to the root, one all below a document. It pays where "
                     "both are read often, and subtrees are rarely moved."),
                 SQUILL_MANUAL ("Model Tree Structures with an Array of Ancestors",
                                "tutorial/model-tree-structures-with-ancestors-array/") },
    .of_relationship = make_ancestors },
  { .pattern = { "tree-path", N_ ("Materialized path"),
                 N_ ("Stores the way from the root as a text in each document of a tree, with an "
                     "index. All below a document have texts that begin alike: one query finds "
                     "them, in the order of a listing. It pays where trees are listed, and "
                     "subtrees "
                     "are rarely moved."),
                 SQUILL_MANUAL ("Model Tree Structures with Materialized Paths",
                                "tutorial/model-tree-structures-with-materialized-paths/") },
    .of_relationship = make_path },
  { .pattern = { "tree-nested-sets", N_ ("Nested sets"),
                 N_ ("Gives each document of a tree two numbers, between which lie those of all "
                     "below it. A range finds them. Each change of the tree numbers about half of "
                     "it again: it pays where a tree is read and never changes."),
                 SQUILL_MANUAL ("Model Tree Structures with Nested Sets",
                                "tutorial/model-tree-structures-with-nested-sets/") },
    .of_relationship = make_nested_sets },
  { .pattern = { NULL } },
};
