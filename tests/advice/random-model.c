/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "random-model.h"

#include "advice-fixture.h"

typedef struct
{
  SquillModel *model;
  GRand *random;
  GPtrArray *entities;
  GPtrArray *relationships;
  guint n;
} Chance;

static gboolean
flip (Chance *chance, double probability)
{
  return g_rand_double (chance->random) < probability;
}

static guint
roll (Chance *chance, guint n)
{
  return (guint)g_rand_int_range (chance->random, 0, (gint32)n);
}

static const char *
pick (Chance *chance, const GPtrArray *names)
{
  return names->pdata[roll (chance, names->len)];
}

static char *
make_name (Chance *chance, const char *stem)
{
  guint n = chance->n++;

  /* No digits: names that differ only in a number look like one collection for each month. */
  return g_strdup_printf ("%s%c%c", stem, (char)('a' + n / 26 % 26), (char)('a' + n % 26));
}

static void
draw_some_entity (Chance *chance)
{
  static const double counts[] = { NAN, 10, 1000, 1e5, 1e8 };
  static const double sizes[] = { 4, 40, 500, 20000 };
  char *name = make_name (chance, "e");

  draw_entity (chance->model, name, counts[roll (chance, G_N_ELEMENTS (counts))]);
  draw_field (chance->model, name, "_id", "objectId");
  draw_text (chance->model, name, "a", sizes[roll (chance, G_N_ELEMENTS (sizes))]);
  draw_field (chance->model, name, "b", "int");
  if (flip (chance, 0.4))
    draw_field (chance->model, name, "when", "date");
  if (flip (chance, 0.3))
    draw_array (chance->model, name, "list", "string",
                flip (chance, 0.5) ? "0..60..inf" : "0..5..400");
  if (flip (chance, 0.1))
    change (chance->model, name, "first_class", "true");
  if (flip (chance, 0.1))
    change (chance->model, name, "evolving", "true");
  if (flip (chance, 0.1))
    change (chance->model, name, "retention", "30");
  g_ptr_array_add (chance->entities, name);
}

static void
draw_some_relationship (Chance *chance)
{
  static const char *const placements[] = { "embed-many", "embed-many",       "child-references",
                                            "two-way",    "parent-reference", "parent-reference",
                                            "junction",   "subset",           "embed-one" };
  static const char *const children[] = {
    NULL,          "0..1..1",     "1..3..9",   "0..50..150",
    "1..250..500", "0..20..9000", "0..5..inf", "0..5000..8000"
  };
  static const char *const parents[] = { NULL, "1", "1", "1", "0..9..90", "0..5000..90000" };
  char *name = make_name (chance, "r");
  const char *placement = placements[roll (chance, G_N_ELEMENTS (placements))];
  guint from = roll (chance, chance->entities->len), to = roll (chance, chance->entities->len);
  const char *parent = chance->entities->pdata[MIN (from, to)];
  const char *child = chance->entities->pdata[MAX (from, to)];

  /* Nothing contains itself. */
  if (from == to && (g_str_has_prefix (placement, "embed") || g_str_equal (placement, "subset")))
    placement = "parent-reference";
  draw_relationship (chance->model, name, parent, child, placement,
                     children[roll (chance, G_N_ELEMENTS (children))],
                     parents[roll (chance, G_N_ELEMENTS (parents))]);
  if (flip (chance, 0.3))
    change (chance->model, name, "ordering", flip (chance, 0.5) ? "'rank'" : "'time'");
  if (flip (chance, 0.3))
    change (chance->model, name, "growth", "40");
  if (flip (chance, 0.3))
    change (chance->model, name, "contains", "true");
  if (g_str_equal (placement, "subset"))
    change (chance->model, name, "bound", "10");
  if (flip (chance, 0.1))
    change (chance->model, name, "together", "50");
  if (flip (chance, 0.1))
    change (chance->model, name, "child_alone", "5");
  g_ptr_array_add (chance->relationships, name);
}

static char *
make_path (Chance *chance, const char *entity)
{
  const char *id = pick (chance, chance->relationships);
  const SquillRelationship *r = squill_model_get_relationship (chance->model, id);

  if (flip (chance, 0.5) && (g_str_equal (r->parent, entity) || g_str_equal (r->child, entity)))
    {
      const char *other = g_str_equal (r->parent, entity) ? r->child : r->parent;

      if (flip (chance, 0.4))
        return g_strdup (id);
      return g_strdup_printf ("%s/%s.%s", id, other, flip (chance, 0.5) ? "a" : "b");
    }
  return g_strdup_printf ("%s.%s", entity, flip (chance, 0.5) ? "a" : "b");
}

static void
set_paths (Chance *chance,
           const char *operation,
           const char *entity,
           const char *property,
           const char *how)
{
  g_autofree char *path = make_path (chance, entity);
  g_autofree char *json = g_strdup_printf ("[{'path': '%s', 'how': '%s'}]", path, how);

  change (chance->model, operation, property, json);
}

static void
draw_some_operation (Chance *chance)
{
  static const char *const kinds[] = { "find",   "find",   "find",  "aggregate",
                                       "insert", "update", "delete" };
  static const double rates[] = { NAN, 0.01, 1, 50, 2000 };
  g_autofree char *name = make_name (chance, "o");
  const char *kind = kinds[roll (chance, G_N_ELEMENTS (kinds))];
  const char *entity = pick (chance, chance->entities);
  const char *id = pick (chance, chance->relationships);
  const SquillRelationship *r = squill_model_get_relationship (chance->model, id);

  draw_operation (chance->model, name, kind, entity, rates[roll (chance, G_N_ELEMENTS (rates))]);
  if (flip (chance, 0.5))
    set_paths (chance, name, entity, "filter", "eq");
  if (flip (chance, 0.2) && (*kind == 'f' || *kind == 'a'))
    set_paths (chance, name, entity, "returns", "");
  if (flip (chance, 0.2) && *kind == 'f')
    set_paths (chance, name, entity, "sort", "-1");
  if (*kind == 'u')
    set_paths (chance, name, entity, "writes", "");
  if (flip (chance, 0.2) && *kind == 'f')
    change (chance->model, name, "limit", "10");
  if (flip (chance, 0.4) && (g_str_equal (r->parent, entity) || g_str_equal (r->child, entity)))
    {
      g_autofree char *json = g_strdup_printf ("['%s']", id);

      change (chance->model, name, "follows", json);
    }
  if (flip (chance, 0.1))
    change (chance->model, name, "atomic", "true");
  if (flip (chance, 0.1))
    change (chance->model, name, "transaction", "true");
  if (flip (chance, 0.1))
    change (chance->model, name, "guard", "'in-filter'");
}

static void
draw_some_index (Chance *chance)
{
  g_autofree char *name = make_name (chance, "i");
  const char *entity = pick (chance, chance->entities);
  g_autofree char *one = make_path (chance, entity), *other = make_path (chance, entity);
  g_autofree char *json = NULL;

  if (flip (chance, 0.5) || g_str_equal (one, other))
    json = g_strdup_printf ("[{'path': '%s', 'how': '1'}]", one);
  else
    json = g_strdup_printf ("[{'path': '%s', 'how': '1'}, {'path': '%s', 'how': '1'}]", one, other);
  draw_index (chance->model, entity, name, json);
  if (flip (chance, 0.6))
    change (chance->model, name, "unique", "true");
}

/* Draws a model of a few entities, the same for the same random numbers. */
void
draw_random_model (SquillModel *model, GRand *random)
{
  g_autoptr (GPtrArray) entities = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) relationships = g_ptr_array_new_with_free_func (g_free);
  Chance all = { model, random, entities, relationships, 0 };
  Chance *chance = &all;

  for (guint i = 2 + roll (chance, 4); i > 0; i--)
    draw_some_entity (chance);
  for (guint i = 1 + roll (chance, 5); i > 0; i--)
    draw_some_relationship (chance);
  for (guint i = roll (chance, 8); i > 0; i--)
    draw_some_operation (chance);
  for (guint i = roll (chance, 4); i > 0; i--)
    draw_some_index (chance);
}
