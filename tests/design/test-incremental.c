/* SPDX-License-Identifier: Apache-2.0 */

/* A design that follows a model edit by edit says the same as one made from nothing, and computes
 * no more than it has to. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "design-fixture.h"
#include "design/squill-cost.h"
#include "design/squill-index-size.h"
#include "design/squill-plan.h"
#include "model/squill-placement.h"

#include <string.h>

/* What was told since it was last looked at. */
typedef struct
{
  guint n_signals;
  guint n_collections;
  GPtrArray *ids;
} Told;

static void
on_changed (SquillDesign *design, guint n, const char *const *ids, Told *told)
{
  told->n_signals++;
  told->n_collections += n;
  for (guint i = 0; ids[i] != NULL; i++)
    g_ptr_array_add (told->ids, g_strdup (ids[i]));
}

static void
told_clear (Told *told)
{
  told->n_signals = told->n_collections = 0;
  g_ptr_array_set_size (told->ids, 0);
}

static void
told_init (Told *told, SquillDesign *design)
{
  told->ids = g_ptr_array_new_with_free_func (g_free);
  told_clear (told);
  g_signal_connect (design, "changed", G_CALLBACK (on_changed), told);
}

static gboolean
was_told (const Told *told, const char *id)
{
  return g_ptr_array_find_with_equal_func (told->ids, id, g_str_equal, NULL);
}

/* Random models and edits. */

static guint
below (guint n)
{
  return g_test_rand_int_range (0, n);
}

static gboolean
chance (guint percent)
{
  return below (100) < percent;
}

static gconstpointer
pick (SquillModel *model, SquillKind kind)
{
  guint n;
  gpointer const *all = squill_item_get_children (squill_model_get_info (model), kind, &n);

  return n == 0 ? NULL : all[below (n)];
}

static void
collect (gconstpointer item, SquillKind kind, GPtrArray *found)
{
  guint n;
  gpointer const *children = squill_item_get_children (item, kind, &n);

  for (guint i = 0; i < n; i++)
    {
      g_ptr_array_add (found, children[i]);
      if (kind == SQUILL_KIND_FIELD)
        collect (children[i], kind, found);
    }
}

/* Any item of a kind, wherever it is. */
static gconstpointer
pick_any (SquillModel *model, SquillKind kind)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (model), SQUILL_KIND_ENTITY)
    collect (entity, kind, found);
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    collect (r, kind, found);
  return found->len == 0 ? NULL : found->pdata[below (found->len)];
}

static const char *
pick_id (SquillModel *model, SquillKind kind)
{
  const SquillItem *item = kind == SQUILL_KIND_ENTITY || kind == SQUILL_KIND_RELATIONSHIP ||
                                   kind == SQUILL_KIND_OPERATION
                               ? pick (model, kind)
                               : pick_any (model, kind);

  return item == NULL ? NULL : item->id;
}

static json_t *
random_triple (void)
{
  double min = below (3);
  double likely = min + below (8) / 2.0;

  switch (below (6))
    {
    case 0:
      return NULL;
    case 1:
      return json_pack ("{s:i, s:i, s:i}", "min", 1, "likely", 1, "max", 1);
    case 2:
      return json_pack ("{s:f, s:f, s:s}", "min", min, "likely", likely, "max", "inf");
    case 3:
      return json_pack ("{s:f, s:f}", "min", min, "max", likely + 1);
    default:
      return json_pack ("{s:f, s:f, s:f}", "min", min, "likely", likely, "max", likely + below (4));
    }
}

static json_t *
random_text (void)
{
  static const char *const names[] = { "_id", "name", "a", "bb", "items", "[]", "x.y" };

  return chance (15) ? NULL : json_string (names[below (G_N_ELEMENTS (names))]);
}

static json_t *
random_types (void)
{
  json_t *types = json_array ();

  for (guint n = below (3); n > 0; n--)
    json_array_append_new (
        types, json_string (squill_type_get_name ((SquillTypes)(1u << below (SQUILL_N_TYPES)))));
  return types;
}

static json_t *
random_rank (void)
{
  static const char *const ranks[] = { "A", "B", "C1", "C", "a", "z" };

  return chance (20) ? NULL : json_string (ranks[below (G_N_ELEMENTS (ranks))]);
}

static json_t *
random_path (SquillModel *model)
{
  const char *field = pick_id (model, SQUILL_KIND_FIELD);
  const char *relationship = pick_id (model, SQUILL_KIND_RELATIONSHIP);

  if (chance (10))
    return json_string ("=extra.b");
  if (relationship == NULL || (field != NULL && chance (60)))
    return json_string (field == NULL ? "gone" : field);
  if (field == NULL || chance (50))
    return json_string (relationship);
  return json_sprintf ("%s/%s", relationship, field);
}

static json_t *
random_keys (SquillModel *model, gboolean is_filter)
{
  static const char *const operators[] = { "eq", "in", "in:3", "range", "regex", "exists" };
  json_t *keys = json_array ();

  for (guint n = below (3) + 1; n > 0; n--)
    json_array_append_new (keys, json_pack ("{s:o, s:s}", "path", random_path (model), "how",
                                            is_filter ? operators[below (G_N_ELEMENTS (operators))]
                                            : chance (50) ? "1"
                                                          : "-1"));
  return keys;
}

static json_t *
random_id (SquillModel *model, const SquillItem *item, const char *name)
{
  SquillKind kind = SQUILL_KIND_FIELD;
  const char *id;

  if (item->kind == SQUILL_KIND_RELATIONSHIP &&
      (g_str_equal (name, "parent") || g_str_equal (name, "child")))
    kind = SQUILL_KIND_ENTITY;
  else if (item->kind == SQUILL_KIND_OPERATION)
    kind = g_str_equal (name, "entity") ? SQUILL_KIND_ENTITY : SQUILL_KIND_RELATIONSHIP;
  else if (chance (40))
    return NULL;
  id = pick_id (model, kind);
  return id == NULL ? NULL : json_string (id);
}

static json_t *
random_relationships (SquillModel *model)
{
  json_t *ids = json_array ();

  for (guint i = below (3); i > 0; i--)
    {
      const char *id = pick_id (model, SQUILL_KIND_RELATIONSHIP);

      if (id != NULL)
        json_array_append_new (ids, json_string (id));
    }
  return ids;
}

static json_t *
random_value (SquillModel *model, const SquillItem *item, const SquillProperty *property)
{
  guint n = 0;

  switch (property->type)
    {
    case SQUILL_PROPERTY_TEXT:
      return random_text ();
    case SQUILL_PROPERTY_BOOLEAN:
      return json_boolean (chance (50));
    case SQUILL_PROPERTY_NUMBER:
      if (chance (10))
        return chance (40) ? json_string ("inf") : json_real (chance (50) ? -3 : 1e300);
      if (g_str_equal (property->name, "depth"))
        return chance (70) ? json_integer (below (3)) : NULL;
      if (g_str_equal (property->name, "presence"))
        return chance (70) ? json_real (below (5) / 4.0) : NULL;
      return chance (70) ? json_integer (below (12)) : NULL;
    case SQUILL_PROPERTY_TRIPLE:
      return random_triple ();
    case SQUILL_PROPERTY_CHOICE:
      while (property->choices[n] != NULL)
        n++;
      return json_string (property->choices[below (n)]);
    case SQUILL_PROPERTY_TYPES:
      return random_types ();
    case SQUILL_PROPERTY_RANK:
      return random_rank ();
    case SQUILL_PROPERTY_ID:
      return random_id (model, item, property->name);
    case SQUILL_PROPERTY_PATH:
      return random_path (model);
    case SQUILL_PROPERTY_KEYS:
      return random_keys (model, g_str_equal (property->name, "filter"));
    case SQUILL_PROPERTY_JSON:
      return g_str_equal (property->name, "enum") && chance (50) ? parse ("['on','standby',1]")
                                                                 : NULL;
    case SQUILL_PROPERTY_IDS:
      return random_relationships (model);
    default:
      return NULL;
    }
}

static SquillEdit *
random_set (SquillModel *model)
{
  static const SquillKind kinds[] = { SQUILL_KIND_FIELD,        SQUILL_KIND_FIELD,
                                      SQUILL_KIND_ENTITY,       SQUILL_KIND_RELATIONSHIP,
                                      SQUILL_KIND_RELATIONSHIP, SQUILL_KIND_RELATIONSHIP,
                                      SQUILL_KIND_COPY,         SQUILL_KIND_INDEX,
                                      SQUILL_KIND_OPERATION,    SQUILL_KIND_MODEL };
  SquillKind kind = kinds[below (G_N_ELEMENTS (kinds))];
  const char *id = kind == SQUILL_KIND_MODEL ? SQUILL_MODEL_ID : pick_id (model, kind);
  const SquillProperty *properties;
  guint n, i;

  if (id == NULL)
    return NULL;
  properties = squill_kind_get_properties (kind, &n);
  i = below (n);
  return squill_edit_new_set (
      id, properties[i].name,
      random_value (model, squill_model_get_item (model, id), &properties[i]));
}

static const char *
random_owner (SquillModel *model, SquillKind kind)
{
  switch (kind)
    {
    case SQUILL_KIND_FIELD:
      if (chance (15))
        return pick_id (model, SQUILL_KIND_RELATIONSHIP);
      if (chance (40))
        return pick_id (model, SQUILL_KIND_FIELD);
      return pick_id (model, SQUILL_KIND_ENTITY);
    case SQUILL_KIND_INDEX:
      return pick_id (model, SQUILL_KIND_ENTITY);
    case SQUILL_KIND_COPY:
      return pick_id (model, SQUILL_KIND_RELATIONSHIP);
    case SQUILL_KIND_MODEL:
    case SQUILL_KIND_ENTITY:
    case SQUILL_KIND_RELATIONSHIP:
    case SQUILL_KIND_OPERATION:
    case SQUILL_KIND_NOTE:
    case SQUILL_KIND_GROUP:
    case SQUILL_KIND_DISMISSAL:
    case SQUILL_KIND_ALTERNATIVE:
    case SQUILL_KIND_VIEW:
    default:
      return SQUILL_MODEL_ID;
    }
}

static const SquillKind grown[] = { SQUILL_KIND_FIELD,    SQUILL_KIND_FIELD,
                                    SQUILL_KIND_ENTITY,   SQUILL_KIND_INDEX,
                                    SQUILL_KIND_COPY,     SQUILL_KIND_RELATIONSHIP,
                                    SQUILL_KIND_FIELD,    SQUILL_KIND_OPERATION,
                                    SQUILL_KIND_OPERATION };

static SquillEdit *
random_add (SquillModel *model, guint number)
{
  SquillKind kind = grown[below (G_N_ELEMENTS (grown))];
  const char *owner = random_owner (model, kind);
  g_autofree char *id = g_strdup_printf ("%s%u", squill_kind_get_name (kind), number);
  const SquillProperty *properties;
  json_t *content = json_object ();
  guint n;

  if (owner == NULL)
    return json_decref (content), NULL;
  properties = squill_kind_get_properties (kind, &n);
  for (guint i = 0; i < n; i++)
    {
      json_t *value;
      SquillItem item = { .kind = kind };

      if (!properties[i].required && !g_str_equal (properties[i].name, "entity") && chance (70))
        continue;
      value = random_value (model, &item, &properties[i]);
      if (value != NULL)
        json_object_set_new (content, properties[i].name, value);
    }
  return squill_edit_new_add (kind, id, owner, content);
}

static SquillEdit *
random_remove (SquillModel *model)
{
  const char *id = pick_id (model, grown[below (G_N_ELEMENTS (grown))]);

  return id == NULL ? NULL : squill_edit_new_remove (id);
}

static SquillEdit *
random_move (SquillModel *model)
{
  SquillKind kind = grown[below (G_N_ELEMENTS (grown))];
  const char *id = pick_id (model, kind);
  const char *owner = random_owner (model, kind);
  json_t *rank = random_rank ();
  SquillEdit *edit = NULL;

  if (id != NULL && owner != NULL)
    edit = squill_edit_new_move (id, owner, json_string_value (rank));
  json_decref (rank);
  return edit;
}

/* Returns what was done, in words; nothing if it could not be. */
static char *
random_edit (SquillModel *model, guint number)
{
  g_autoptr (SquillEdit) edit = NULL;
  guint n = below (100);

  if (n < 8)
    return squill_model_undo (model) ? g_strdup ("undo") : NULL;
  if (n < (squill_model_get_can_redo (model) ? 40 : 8))
    return squill_model_redo (model) ? g_strdup ("redo") : NULL;
  if (n < 25)
    edit = random_add (model, number);
  else if (n < 34)
    edit = random_remove (model);
  else if (n < 40)
    edit = random_move (model);
  else
    edit = random_set (model);
  if (edit == NULL || !squill_model_apply (model, edit, NULL))
    return NULL;
  return squill_edit_to_text (edit);
}

static SquillModel *
random_model (void)
{
  SquillModel *model = squill_model_new ();
  guint n = 3 + below (4);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("e%u", i);

      draw_entity (model, name);
      draw_field (model, name, "a", "string:5");
      draw_field (model, name, "b", "object");
    }
  for (guint i = 0; i < n + 2; i++)
    {
      g_autofree char *id = g_strdup_printf ("r%u", i);

      draw_relationship (model, id, pick_id (model, SQUILL_KIND_ENTITY),
                         pick_id (model, SQUILL_KIND_ENTITY),
                         squill_placement_get_name (below (SQUILL_N_PLACEMENTS)), "0..2..5", "1");
    }
  squill_model_clear_history (model);
  return model;
}

/* Whatever people write, bytes are numbers, in order, and not below nothing. */
static void
assert_in_order (SquillTriple triple)
{
  g_assert_cmpfloat (triple.min, >=, 0);
  g_assert_cmpfloat (triple.likely, >=, 0);
  g_assert_cmpfloat (triple.max, >=, triple.likely * (1 - 1e-12));
  g_assert_cmpfloat (triple.max, >=, triple.min);
}

static gboolean
check_shape (const SquillShape *shape, gpointer user_data)
{
  assert_in_order (shape->payload);
  assert_in_order (shape->bytes);
  g_assert_cmpfloat (shape->bytes_at_horizon.likely, >=, 0);
  g_assert_cmpfloat (shape->presence, >=, 0);
  g_assert_cmpfloat (shape->presence, <=, 1);
  g_assert_false (shape->length.min < 0 || shape->length.likely < 0 || shape->length.max < 0);
  g_assert_false (shape->length_at_horizon < 0);
  g_assert_true (shape->parent == NULL || g_ptr_array_find (shape->parent->children, shape, NULL));
  return TRUE;
}

static void
check_sense (SquillDesign *design)
{
  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      const SquillCollection *collection = squill_design_get_collection (design, i);

      squill_shape_foreach (collection->shape, check_shape, NULL);
      g_assert_false (collection->count.min < 0 || collection->count.likely < 0 ||
                      collection->count.max < 0);
      g_assert_false (collection->count_at_horizon < 0);
    }
}

static void
check_comparisons (SquillDesign *design, SquillDesign *anew)
{
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r,
                         squill_model_get_info (squill_design_get_model (design)),
                         SQUILL_KIND_RELATIONSHIP)
    {
      g_autoptr (GPtrArray) options = squill_placements_compare (design, r->item.id);
      g_autoptr (GPtrArray) fresh = squill_placements_compare (anew, r->item.id);
      guint n_current = 0;

      g_assert_cmpuint (options->len, >=, 4);
      for (guint i = 0; i < options->len; i++)
        {
          const SquillPlacementOption *option = options->pdata[i];

          n_current += option->current;
          g_assert_nonnull (option->summary);
          g_assert_cmpstr (option->summary, ==,
                           ((const SquillPlacementOption *)fresh->pdata[i])->summary);
          g_assert_true (squill_triple_equal (
              option->cost, ((const SquillPlacementOption *)fresh->pdata[i])->cost));
          g_assert_cmpint (option->feasible, ==, option->infeasible_reason == NULL);
          g_assert_false (option->cost.likely < 0);
        }
      g_assert_cmpuint (n_current, ==, 1);
    }
}

static gboolean
is_in_order (SquillTriple number)
{
  return !(number.min < 0 || number.likely < 0 || number.max < 0) &&
         !(number.min > number.likely * (1 + 1e-9)) && !(number.likely * (1 - 1e-9) > number.max);
}

/* How large indexes are is kept step by step, and is what is measured from nothing. */
static void
check_index_sizes (SquillDesign *design, SquillDesign *anew, const char *what)
{
  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      const SquillCollection *collection = squill_design_get_collection (design, i);
      const SquillCollection *fresh = squill_design_get_collection (anew, i);

      g_assert_cmpuint (collection->indexes->len, ==, fresh->indexes->len);
      for (guint j = 0; j < collection->indexes->len; j++)
        {
          SquillIndexSize size, fresh_size;
          g_autofree char *now = NULL, *then = NULL;

          squill_design_measure_index (design, collection, collection->indexes->pdata[j], &size);
          squill_design_measure_index (anew, fresh, fresh->indexes->pdata[j], &fresh_size);
          now = g_strdup_printf ("%g %g %g %g", size.share, size.entries, size.key, size.cached);
          then = g_strdup_printf ("%g %g %g %g", fresh_size.share, fresh_size.entries,
                                  fresh_size.key, fresh_size.cached);
          if (!g_str_equal (now, then))
            g_error ("After “%s” index %u of %s is %s but should be %s", what, j, collection->id,
                     now, then);
        }
    }
}

/* What is planned step by step is what is planned from nothing. */
static void
check_plans (SquillDesign *design, SquillDesign *anew, const char *what)
{
  SquillModel *model = squill_design_get_model (design);

  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (model),
                         SQUILL_KIND_OPERATION)
    {
      const SquillPlan *plan = squill_design_get_plan (design, operation->item.id);
      const SquillPlan *fresh_plan = squill_design_get_plan (anew, operation->item.id);
      g_autofree char *now = dump_plan (plan);
      g_autofree char *fresh = dump_plan (fresh_plan);

      if (!g_str_equal (now, fresh))
        g_error ("After “%s” the plan of %s is\n%s\nbut should be\n%s", what, operation->item.id,
                 now, fresh);
      if (!is_in_order (plan->cost))
        g_error ("After “%s” the cost of %s is out of order:\n%s", what, operation->item.id, now);
      for (guint i = 0; i < plan->steps->len; i++)
        {
          const SquillPlanStep *step = plan->steps->pdata[i];

          if (!is_in_order (step->documents) || !is_in_order (step->keys) ||
              !is_in_order (step->returned) || !is_in_order (step->written))
            g_error ("After “%s” the plan of %s is out of order:\n%s", what, operation->item.id,
                     now);
        }
    }
}

static GHashTable *
dump_each (SquillDesign *design)
{
  GHashTable *dumps = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      const SquillCollection *collection = squill_design_get_collection (design, i);

      g_hash_table_insert (dumps, g_strdup (collection->id), dump_collection (collection));
    }
  return dumps;
}

/* What is otherwise than it was has been told, and only what was told was computed again. */
static void
check_told (SquillDesign *design, const Told *told, GHashTable *before, GHashTable *generations)
{
  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      const SquillCollection *collection = squill_design_get_collection (design, i);
      const char *old = g_hash_table_lookup (before, collection->id);
      guint64 generation = GPOINTER_TO_SIZE (g_hash_table_lookup (generations, collection->id));
      g_autofree char *now = NULL;

      if (old == NULL)
        {
          g_assert_cmpuint (told->n_collections, >, 0);
          continue;
        }
      now = dump_collection (collection);
      if (was_told (told, collection->id) || told->n_collections > 0)
        continue;
      g_assert_cmpstr (now, ==, old);
      g_assert_cmpuint (collection->generation, ==, generation);
    }
}

static void
run (guint n_edits, gboolean read_each)
{
  g_autoptr (SquillModel) model = random_model ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (GHashTable) generations = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) before = NULL;
  Told told;

  told_init (&told, design);
  for (guint i = 0; i < n_edits; i++)
    {
      g_autofree char *what = NULL;
      g_autofree char *now = NULL;
      g_autofree char *fresh = NULL;
      g_autoptr (SquillDesign) anew = NULL;

      if (read_each)
        {
          g_clear_pointer (&before, g_hash_table_unref);
          g_hash_table_remove_all (generations);
          before = dump_each (design);
          for (guint j = 0; j < squill_design_get_n_collections (design); j++)
            {
              const SquillCollection *collection = squill_design_get_collection (design, j);

              g_hash_table_insert (generations, g_strdup (collection->id),
                                   GSIZE_TO_POINTER (collection->generation));
            }
        }
      told_clear (&told);
      what = random_edit (model, i);
      if (what == NULL)
        goto next;
      g_test_message ("%u: %s", i, what);

      /* Mostly only some of it is read before the next edit. */
      if (!read_each && chance (60))
        {
          if (squill_design_get_n_collections (design) > 0 && chance (50))
            squill_design_get_collection (design, below (squill_design_get_n_collections (design)));
          goto next;
        }
      anew = squill_design_new (model);
      fresh = dump_design (anew);
      now = dump_design (design);
      check_sense (anew);
      check_plans (design, anew, what);
      check_index_sizes (design, anew, what);
      if (i % 10 == 0)
        check_comparisons (design, anew);
      if (!g_str_equal (now, fresh))
        g_error ("After %u edits, at last “%s”, it is\n%s\nbut should be\n%s", i, what, now, fresh);
      if (read_each)
        check_told (design, &told, before, generations);

    next:
      if (read_each)
        {
          GHashTableIter iter;
          gpointer id;

          g_hash_table_iter_init (&iter, generations);
          while (g_hash_table_iter_next (&iter, &id, NULL))
            {
              g_hash_table_iter_steal (&iter);
              g_free (id);
            }
        }
    }
  g_ptr_array_unref (told.ids);
}

static void
test_random (void)
{
  for (guint i = 0; i < 40; i++)
    run (100, FALSE);
}

static void
test_random_told (void)
{
  for (guint i = 0; i < 30; i++)
    run (60, TRUE);
}

/* Posts with comments in them, by users whose name is copied; and a log that has nothing to do with
 * any of them. */
static SquillModel *
draw_blog (void)
{
  SquillModel *model = squill_model_new ();

  draw_entity (model, "post");
  draw_field (model, "post", "title", "string:20");
  draw_entity (model, "comment");
  draw_field (model, "comment", "text", "string:20");
  draw_entity (model, "user");
  draw_field (model, "user", "_id", "string:5");
  draw_field (model, "user", "name", "string:20");
  draw_field (model, "user", "karma", "int");
  draw_entity (model, "log");
  draw_field (model, "log", "line", "string:80");
  draw_relationship (model, "comments", "post", "comment", "embed-many", "0..5..50", "1");
  draw_relationship (model, "posts", "user", "post", "parent-reference", "0..5..*", "1");
  draw_copy (model, "posts", "user.name", "to-child");
  draw_relationship (model, "follows", "user", "user", "junction", "0..9..*", "0..9..*");
  draw_index (model, "comment", "by_text", "comment.text 1");
  squill_model_clear_history (model);
  return model;
}

static char *
computed_since (SquillDesign *design, GHashTable *generations)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      const SquillCollection *collection = squill_design_get_collection (design, i);
      gpointer old = g_hash_table_lookup (generations, collection->id);

      if (old != GSIZE_TO_POINTER (collection->generation))
        g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", collection->id);
      g_hash_table_insert (generations, g_strdup (collection->id),
                           GSIZE_TO_POINTER (collection->generation));
    }
  return g_string_free (text, FALSE);
}

static void
test_reach (void)
{
  const struct
  {
    const char *id;
    const char *property;
    const char *value;
    const char *computed;
  } rows[] = {
    { "comment.text", "size", "{'min':1,'likely':2,'max':3}", "post" },
    { "comment.text", "name", "'body'", "post" },
    { "comment.text", "description", "'What they say'", "" },
    { "comment.text", "pattern", "'^.'", "" },
    { "comment.text", "default", "'x'", "" },
    { "comment.text", "distinct", "7", "" },
    { "comment.text", "immutable", "true", "" },
    { "comment.text", "enum", "['yes','no']", "post" },
    { "comment", "name", "'remark'", "" },
    { "comment", "x", "100", "" },
    { "comment", "collapsed", "true", "" },
    { "comment", "count", "{'min':1,'likely':2,'max':3}", "" },
    { "comment", "capped", "true", "" },
    { "user.karma", "types", "['long']", "user" },
    { "user.name", "size", "{'min':1,'likely':2,'max':3}", "post user" },
    { "user._id", "types", "['int']", "post user follows" },
    { "user", "count", "{'min':1,'likely':2,'max':3}", "user follows" },
    { "user", "growth", "5", "user follows" },
    { "user", "name", "'person'", "post user follows" },
    { "user", "first_class", "true", "" },
    { "user", "hot_share", "0.1", "" },
    { "log.line", "required", "false", "log" },
    { "posts", "together", "100", "" },
    { "posts", "contains", "true", "" },
    { "posts", "pinned", "true", "" },
    { "posts", "beside", "true", "" },
    { "posts", "children", "{'min':1,'likely':2,'max':3}", "post" },
    { "posts", "child_name", "'by'", "post" },
    { "posts", "optional", "true", "post user" },
    { "posts<user.name", "mode", "'kept'", "" },
    { "posts<user.name", "name", "'author_name'", "post" },
    { "comments", "children", "{'min':1,'likely':2,'max':3}", "post" },
    { "comments", "growth", "3", "post" },
    { "follows", "children", "{'min':1,'likely':2,'max':3}", "follows" },
    { "by_text", "unique", "true", "post" },
    { SQUILL_MODEL_ID, "name", "'Blog'", "" },
    { SQUILL_MODEL_ID, "reference_date", "'2026-01-02'", "" },
    { SQUILL_MODEL_ID, "server_version", "'7.0'", "" },
    { SQUILL_MODEL_ID, "dialect", "'atlas'", "" },
    { SQUILL_MODEL_ID, "write_capacity", "1000", "" },
    { SQUILL_MODEL_ID, "thresholds", "{'embed.max':100}", "" },
    { SQUILL_MODEL_ID, "horizon", "3", "" },
    { SQUILL_MODEL_ID, "horizon", "5", "post user log follows" },
    { "posts", "placement", "'two-way'", "post user follows" },
    { "log", "standalone", "'yes'", "" },
    { "comment", "standalone", "'yes'", "comment" },
  };
  g_autoptr (SquillModel) model = draw_blog ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (GHashTable) generations =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *all = computed_since (design, generations);
  Told told;

  g_assert_cmpstr (all, ==, "post user log follows");
  told_init (&told, design);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint back = 0; back < 2; back++)
      {
        g_autofree char *computed = NULL;
        gboolean is_comment =
            g_str_equal (rows[i].id, "comment") && g_str_equal (rows[i].property, "standalone");

        told_clear (&told);
        if (back)
          g_assert_true (squill_model_undo (model));
        else
          change (model, rows[i].id, rows[i].property, rows[i].value);
        computed = computed_since (design, generations);
        g_test_message ("%s %s", rows[i].id, rows[i].property);
        g_assert_cmpstr (computed, ==, back && is_comment ? "" : rows[i].computed);
        g_assert_cmpuint (told.n_signals, ==, *rows[i].computed == '\0' ? 0 : 1);
        if (is_comment)
          {
            /* One came or went, the others are what they were. */
            g_assert_cmpuint (told.n_collections, ==, 1);
            continue;
          }
        g_assert_cmpuint (told.n_collections, ==, 0);
        for (guint j = 0; j < told.ids->len; j++)
          g_assert_nonnull (strstr (rows[i].computed, told.ids->pdata[j]));
      }
  g_ptr_array_unref (told.ids);
}

/* Several edits in a step are told once; what was not read since is not told again. */
static void
test_once (void)
{
  g_autoptr (SquillModel) model = draw_blog ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  Told told;

  squill_design_find_collection (design, "post");
  told_init (&told, design);
  squill_model_begin_step (model, NULL, NULL);
  change (model, "comment.text", "name", "'body'");
  change (model, "comment.text", "required", "false");
  change (model, "post.title", "required", "false");
  squill_model_end_step (model);
  g_assert_cmpuint (told.n_signals, ==, 1);
  g_assert_cmpuint (told.ids->len, ==, 1);
  change (model, "post.title", "required", "true");
  g_assert_cmpuint (told.n_signals, ==, 1);
  squill_design_find_collection (design, "post");
  change (model, "post.title", "required", "false");
  g_assert_cmpuint (told.n_signals, ==, 2);
  g_ptr_array_unref (told.ids);
}

/* The order of entities is layout: nobody is told, and the list is right all the same. */
static void
test_order (void)
{
  g_autoptr (SquillModel) model = draw_blog ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  guint64 generation = squill_design_get_generation (design, "log");

  g_assert_cmpstr (squill_design_get_collection_id (design, 0), ==, "post");
  change (model, "log", "order", "'1'");
  g_assert_cmpstr (squill_design_get_collection_id (design, 0), ==, "log");
  g_assert_cmpstr (squill_design_get_collection (design, 1)->id, ==, "post");
  g_assert_cmpuint (squill_design_get_generation (design, "log"), ==, generation);
  g_assert_null (squill_design_get_collection (design, 4));
  g_assert_null (squill_design_get_collection_id (design, 4));
  g_assert_null (squill_design_find_collection (design, "comment"));
  g_assert_null (squill_design_find_collection (design, NULL));
  g_assert_cmpuint (squill_design_get_generation (design, "comment"), ==, 0);
}

/* What is copied through another relationship may go and come back. */
static void
test_missing (void)
{
  g_autoptr (SquillModel) model = draw_blog ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillEdit) edit = squill_edit_new_remove ("comment.text");
  const SquillShape *copy;

  draw_relationship (model, "pins", "user", "post", "child-references", "1", "1");
  draw_copy (model, "pins", "comments/comment.text", "to-parent");
  copy = squill_shape_find (squill_design_find_collection (design, "user")->shape, "text");
  g_assert_cmpuint (copy->types, ==, SQUILL_TYPE_STRING);
  g_assert_cmpstr (copy->entity, ==, "comment");
  g_assert_true (squill_model_apply (model, edit, NULL));
  copy = squill_shape_find (squill_design_find_collection (design, "user")->shape, "text");
  g_assert_null (copy);
  g_assert_true (squill_model_undo (model));
  copy = squill_shape_find (squill_design_find_collection (design, "user")->shape, "text");
  g_assert_cmpuint (copy->types, ==, SQUILL_TYPE_STRING);
}

/* Names are found after each change of a name, and of the list. */
static void
test_names (void)
{
  g_autoptr (SquillModel) model = draw_blog ();
  g_autoptr (SquillDesign) design = squill_design_new (model);

  g_assert_cmpstr (squill_design_find_collection_by_name (design, "log")->id, ==, "log");
  g_assert_cmpstr (squill_design_find_collection_by_name (design, "follows")->id, ==, "follows");
  change (model, "log", "name", "'logs'");
  g_assert_null (squill_design_find_collection_by_name (design, "log"));
  g_assert_cmpstr (squill_design_find_collection_by_name (design, "logs")->id, ==, "log");
  g_assert_cmpstr (squill_design_find_collection_by_name (design, "logs")->name, ==, "logs");
  change (model, "follows", "name", NULL);
  g_assert_cmpstr (squill_design_find_collection_by_name (design, "user_user")->id, ==, "follows");
  g_assert_null (squill_design_find_collection_by_name (design, "comment"));
  change (model, "comment", "standalone", "'yes'");
  g_assert_nonnull (squill_design_find_collection_by_name (design, "comment"));
}

/* An operation that is changed to have to do with a relationship counts there at once. */
static void
test_operations (void)
{
  g_autoptr (SquillModel) model = draw_blog ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillDesign) anew = NULL;
  double reads, inserts;

  draw_operation (model, "write", "insert", "log", 5, "{}");
  squill_relationship_count_subset (design, squill_model_get_relationship (model, "comments"),
                                    &reads, &inserts);
  g_assert_true (isnan (inserts));
  change (model, "write", "entity", "'comment'");
  check_comparisons (design, (anew = squill_design_new (model)));
  squill_relationship_count_subset (design, squill_model_get_relationship (model, "comments"),
                                    &reads, &inserts);
  g_assert_cmpfloat (inserts, ==, 5);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/incremental/random", test_random);
  g_test_add_func ("/design/incremental/random-told", test_random_told);
  g_test_add_func ("/design/incremental/reach", test_reach);
  g_test_add_func ("/design/incremental/once", test_once);
  g_test_add_func ("/design/incremental/order", test_order);
  g_test_add_func ("/design/incremental/missing", test_missing);
  g_test_add_func ("/design/incremental/names", test_names);
  g_test_add_func ("/design/incremental/operations", test_operations);
  return g_test_run ();
}
