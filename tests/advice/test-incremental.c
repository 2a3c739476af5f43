/* SPDX-License-Identifier: Apache-2.0 */

/* After any edits advice that was kept in step says what advice from nothing says. */

#include "config.h"

#include "advice-fixture.h"
#include "advice/squill-advice-private.h"

#include "model/squill-authoring.h"

#define N_EDITS 1200

typedef struct
{
  SquillModel *model;
  GRand *random;
  guint next;
} Chance;

static gpointer
pick (Chance *chance, gconstpointer item, SquillKind kind)
{
  guint n;
  gpointer const *all = squill_item_get_children (item, kind, &n);

  return n == 0 ? NULL : all[g_rand_int_range (chance->random, 0, (gint32)n)];
}

static gpointer
pick_top (Chance *chance, SquillKind kind)
{
  return pick (chance, squill_model_get_info (chance->model), kind);
}

static gboolean
flip (Chance *chance, double probability)
{
  return g_rand_double (chance->random) < probability;
}

static double
number (Chance *chance)
{
  static const double numbers[] = { 0, 1, 2, 3, 10, 50, 99, 150, 201, 300, 1000, 4000, 50000, 1e6 };

  return numbers[g_rand_int_range (chance->random, 0, G_N_ELEMENTS (numbers))];
}

static json_t *
triple (Chance *chance)
{
  double a = number (chance), b = a + number (chance), c = b + number (chance);

  if (flip (chance, 0.2))
    return NULL;
  return squill_json_triple (SQUILL_TRIPLE (a, flip (chance, 0.1) ? NAN : b,
                                            flip (chance, 0.2)   ? INFINITY
                                            : flip (chance, 0.1) ? NAN
                                                                 : c));
}

/* A path that may or may not mean something. */
static char *
path (Chance *chance, const SquillEntity *entity)
{
  const SquillField *field = entity == NULL ? NULL : pick (chance, entity, SQUILL_KIND_FIELD);
  const SquillRelationship *r = pick_top (chance, SQUILL_KIND_RELATIONSHIP);

  if (flip (chance, 0.1))
    return g_strdup ("=_id");
  if (r != NULL && flip (chance, 0.4))
    {
      const SquillEntity *child = squill_model_get_entity (chance->model, r->child);
      const SquillField *inner = pick (chance, child, SQUILL_KIND_FIELD);

      if (inner == NULL || flip (chance, 0.5))
        return g_strdup (r->item.id);
      return g_strdup_printf ("%s/%s", r->item.id, inner->item.id);
    }
  return field == NULL ? g_strdup ("=_id") : g_strdup (field->item.id);
}

static json_t *
keys (Chance *chance, const SquillEntity *entity, const char *how)
{
  json_t *list = json_array ();
  guint n = (guint)g_rand_int_range (chance->random, 1, 4);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *one = path (chance, entity);

      json_array_append_new (list, json_pack ("{s:s, s:s}", "path", one, "how", how));
    }
  return list;
}

static void
set (Chance *chance, gconstpointer item, const char *property, json_t *value)
{
  squill_model_set (chance->model, ((const SquillItem *)item)->id, property, value, NULL);
}

static json_t *
choice (Chance *chance, SquillKind kind, const char *property)
{
  const SquillProperty *known = squill_kind_find_property (kind, property);
  guint n = g_strv_length ((char **)known->choices);

  return json_string (known->choices[g_rand_int_range (chance->random, 0, (gint32)n)]);
}

static json_t *
truth (Chance *chance)
{
  return flip (chance, 0.5) ? json_true () : NULL;
}

static json_t *
maybe_number (Chance *chance)
{
  return flip (chance, 0.4) ? NULL : squill_json_number (number (chance));
}

static json_t *
a_path (Chance *chance, const SquillEntity *entity)
{
  g_autofree char *one = path (chance, entity);

  return json_string (one);
}

static char *
new_name (Chance *chance, const char *what)
{
  return g_strdup_printf ("%s%u", what, chance->next++);
}

static void
edit_entity (Chance *chance)
{
  const SquillEntity *entity = pick_top (chance, SQUILL_KIND_ENTITY);
  g_autofree char *name = new_name (chance, "e");

  if (entity == NULL || flip (chance, 0.2))
    {
      draw_entity (chance->model, name, number (chance));
      return;
    }
  switch (g_rand_int_range (chance->random, 0, 21))
    {
    case 17:
      set (chance, entity, "database", flip (chance, 0.5) ? NULL : json_string ("crm"));
      break;
    case 18:
      set (chance, entity, "name", json_string (flip (chance, 0.5) ? "audit_2019" : "config"));
      break;
    case 19:
      set (chance, entity, "description", flip (chance, 0.3) ? NULL : json_string ("It is one"));
      break;
    case 20:
      set (chance, entity, "evidence",
           flip (chance, 0.5) ? NULL : json_pack ("{s:s}", "place", entity->item.id));
      break;
    case 10:
      set (chance, entity, "shard_key",
           flip (chance, 0.3) ? NULL : keys (chance, entity, flip (chance, 0.7) ? "1" : "hashed"));
      break;
    case 11:
      set (chance, entity, "time_field", flip (chance, 0.3) ? NULL : a_path (chance, entity));
      break;
    case 12:
      set (chance, entity, "meta_field", flip (chance, 0.3) ? NULL : a_path (chance, entity));
      break;
    case 13:
      set (chance, entity, "capped", truth (chance));
      break;
    case 14:
      set (chance, entity, "expire_after", maybe_number (chance));
      break;
    case 15:
      set (chance, entity, "hot_share", flip (chance, 0.5) ? NULL : json_real (0.2));
      break;
    case 0:
      set (chance, entity, "name", json_string (name));
      break;
    case 1:
      set (chance, entity, "count", triple (chance));
      break;
    case 2:
      set (chance, entity, "standalone", choice (chance, SQUILL_KIND_ENTITY, "standalone"));
      break;
    case 3:
      set (chance, entity, "first_class", truth (chance));
      break;
    case 4:
      set (chance, entity, "evolving", truth (chance));
      break;
    case 5:
      set (chance, entity, "retention", maybe_number (chance));
      break;
    case 6:
      set (chance, entity, "growth", maybe_number (chance));
      break;
    case 7:
      set (chance, entity, "x", squill_json_number (number (chance)));
      break;
    case 8:
      {
        const char *ids[] = { entity->item.id, NULL };

        if (flip (chance, 0.3))
          squill_model_delete (chance->model, ids);
        break;
      }
    case 9:
      set (chance, entity, "readers", choice (chance, SQUILL_KIND_ENTITY, "readers"));
      set (chance, entity, "as_of", truth (chance));
      break;
    default:
      set (chance, entity, "description", json_string (name));
      break;
    }
}

static void
edit_field (Chance *chance)
{
  static const char *const types[] = { "string", "int",     "long",   "objectId",   "date",
                                       "object", "binData", "double", "string|null" };
  const SquillEntity *entity = pick_top (chance, SQUILL_KIND_ENTITY);
  gpointer owner = (gpointer)entity;
  const SquillField *field;
  g_autofree char *name = new_name (chance, "f");

  if (flip (chance, 0.1) && pick_top (chance, SQUILL_KIND_RELATIONSHIP) != NULL)
    owner = pick_top (chance, SQUILL_KIND_RELATIONSHIP);
  if (owner == NULL)
    return;
  field = pick (chance, owner, SQUILL_KIND_FIELD);
  if (field != NULL && flip (chance, 0.3) && pick (chance, field, SQUILL_KIND_FIELD) != NULL)
    field = pick (chance, field, SQUILL_KIND_FIELD);
  if (field == NULL || flip (chance, 0.2))
    {
      const SquillItem *parent = owner;

      if (field != NULL && flip (chance, 0.3))
        parent = &field->item;
      draw_field (chance->model, parent->id, name,
                  types[g_rand_int_range (chance->random, 0, G_N_ELEMENTS (types))]);
      return;
    }
  switch (g_rand_int_range (chance->random, 0, 18))
    {
    case 0:
      set (chance, field, "array", truth (chance));
      break;
    case 1:
      set (chance, field, "map", truth (chance));
      break;
    case 2:
      set (chance, field, "length", triple (chance));
      break;
    case 3:
      set (chance, field, "size", triple (chance));
      break;
    case 4:
      set (chance, field, "growth", maybe_number (chance));
      break;
    case 5:
      set (chance, field, "cap", maybe_number (chance));
      break;
    case 6:
      set (chance, field, "name", json_string (name));
      break;
    case 7:
      set (chance, field, "types",
           squill_json_types (squill_types_from_text (
               types[g_rand_int_range (chance->random, 0, G_N_ELEMENTS (types))])));
      break;
    case 8:
      set (chance, field, "unique", truth (chance));
      break;
    case 9:
      set (chance, field, "immutable", truth (chance));
      break;
    case 10:
      set (chance, field, "change_group",
           flip (chance, 0.5) ? NULL : json_string (flip (chance, 0.5) ? "one" : "two"));
      break;
    case 11:
      set (chance, field, "required", truth (chance));
      break;
    case 12:
      set (chance, field, "distinct", maybe_number (chance));
      break;
    case 13:
      if (entity != NULL)
        {
          g_autoptr (SquillEdit) edit =
              squill_edit_new_move (field->item.id, entity->item.id, field->order);

          squill_model_apply (chance->model, edit, NULL);
        }
      break;
    case 14:
      {
        const char *ids[] = { field->item.id, NULL };

        squill_model_delete (chance->model, ids);
        break;
      }
    case 15:
      set (chance, field, "tolerance", maybe_number (chance));
      set (chance, field, "keywords", truth (chance));
      break;
    case 16:
      set (chance, field, "meaning",
           flip (chance, 0.3)   ? NULL
           : flip (chance, 0.5) ? json_string ("email")
                                : json_string ("money"));
      break;
    default:
      set (chance, field, "description", json_string (name));
      break;
    }
}

static void
set_holder (Chance *chance, const SquillRelationship *r, gboolean at_parent)
{
  const SquillEntity *end =
      squill_model_get_entity (chance->model, at_parent ? r->parent : r->child);
  const SquillField *field = pick (chance, end, SQUILL_KIND_FIELD);

  set (chance, r, at_parent ? "parent_holder" : "child_holder",
       field == NULL || flip (chance, 0.4) ? NULL : json_string (field->item.id));
}

static void
set_key (Chance *chance, const SquillRelationship *r, gboolean at_parent)
{
  const SquillEntity *end =
      squill_model_get_entity (chance->model, at_parent ? r->parent : r->child);
  const SquillField *field = pick (chance, end, SQUILL_KIND_FIELD);

  set (chance, r, at_parent ? "parent_key" : "child_key",
       field == NULL || flip (chance, 0.4) ? NULL : json_string (field->item.id));
}

static void
edit_relationship (Chance *chance)
{
  static const char *const rates[] = { "together", "parent_alone", "child_alone", "write", "move" };
  const SquillRelationship *r = pick_top (chance, SQUILL_KIND_RELATIONSHIP);
  const SquillEntity *parent = pick_top (chance, SQUILL_KIND_ENTITY);
  const SquillEntity *child = pick_top (chance, SQUILL_KIND_ENTITY);
  g_autofree char *name = new_name (chance, "r");

  if (parent == NULL)
    return;
  if (r == NULL || flip (chance, 0.15))
    {
      json_t *placement = choice (chance, SQUILL_KIND_RELATIONSHIP, "placement");

      draw_relationship (chance->model, name, parent->item.id, child->item.id,
                         json_string_value (placement), NULL, NULL);
      json_decref (placement);
      return;
    }
  switch (g_rand_int_range (chance->random, 0, 20))
    {
    case 0:
    case 1:
    case 2:
      set (chance, r, "placement", choice (chance, SQUILL_KIND_RELATIONSHIP, "placement"));
      break;
    case 3:
    case 4:
      set (chance, r, "children", triple (chance));
      break;
    case 5:
      set (chance, r, "parents", triple (chance));
      break;
    case 6:
      set (chance, r, "growth", maybe_number (chance));
      break;
    case 7:
      set (chance, r, "cap", maybe_number (chance));
      break;
    case 8:
      set (chance, r, "bound", maybe_number (chance));
      break;
    case 9:
      set (chance, r, "depth", flip (chance, 0.5) ? NULL : json_integer (2));
      break;
    case 10:
      set (chance, r, rates[g_rand_int_range (chance->random, 0, G_N_ELEMENTS (rates))],
           maybe_number (chance));
      break;
    case 11:
      set (chance, r, "parent", json_string (parent->item.id));
      break;
    case 12:
      set (chance, r, "child", json_string (child->item.id));
      break;
    case 13:
      set_holder (chance, r, flip (chance, 0.5));
      break;
    case 14:
      set_key (chance, r, flip (chance, 0.5));
      break;
    case 15:
      set (chance, r, "ordering", choice (chance, SQUILL_KIND_RELATIONSHIP, "ordering"));
      break;
    case 16:
      {
        const char *ids[] = { r->item.id, NULL };

        squill_model_delete (chance->model, ids);
        break;
      }
    case 17:
      set (chance, r, "contains", truth (chance));
      break;
    case 18:
      {
        const SquillField *field = pick (chance, parent, SQUILL_KIND_FIELD);

        if (field != NULL)
          g_free (squill_model_add_copy (
              chance->model, r->item.id, field->item.id,
              flip (chance, 0.5) ? SQUILL_COPY_TO_CHILD : SQUILL_COPY_TO_PARENT,
              flip (chance, 0.5) ? SQUILL_COPY_SNAPSHOT : SQUILL_COPY_KEPT));
        break;
      }
    default:
      set (chance, r, "name", json_string (name));
      break;
    }
}

static void
edit_operation (Chance *chance)
{
  static const char *const switches[] = { "critical", "atomic",  "transaction", "multi",
                                          "upsert",   "unwinds", "connects" };
  const SquillOperation *operation = pick_top (chance, SQUILL_KIND_OPERATION);
  const SquillEntity *entity = pick_top (chance, SQUILL_KIND_ENTITY);
  const SquillRelationship *r = pick_top (chance, SQUILL_KIND_RELATIONSHIP);
  g_autofree char *name = new_name (chance, "o");

  if (operation == NULL || flip (chance, 0.2))
    {
      json_t *kind = choice (chance, SQUILL_KIND_OPERATION, "operation");

      draw_operation (chance->model, name, json_string_value (kind),
                      entity == NULL ? NULL : entity->item.id, number (chance) / 10);
      json_decref (kind);
      return;
    }
  entity = squill_model_get_entity (chance->model, operation->entity);
  switch (g_rand_int_range (chance->random, 0, 18))
    {
    case 0:
      set (chance, operation, "filter", keys (chance, entity, "eq"));
      break;
    case 1:
      set (chance, operation, "sort", keys (chance, entity, "-1"));
      break;
    case 2:
      set (chance, operation, "returns", flip (chance, 0.3) ? NULL : keys (chance, entity, ""));
      break;
    case 3:
      set (chance, operation, "writes", keys (chance, entity, ""));
      break;
    case 4:
    case 5:
      set (chance, operation, "follows", r == NULL ? NULL : json_pack ("[s]", r->item.id));
      break;
    case 6:
      set (chance, operation, "moves", r == NULL ? NULL : json_string (r->item.id));
      break;
    case 7:
      set (chance, operation, "rate", maybe_number (chance));
      break;
    case 8:
      set (chance, operation, "limit", maybe_number (chance));
      break;
    case 9:
      set (chance, operation, "documents", maybe_number (chance));
      break;
    case 10:
      set (chance, operation, "stale_ok", maybe_number (chance));
      break;
    case 11:
      set (chance, operation, "guard", choice (chance, SQUILL_KIND_OPERATION, "guard"));
      break;
    case 12:
      {
        const char *ids[] = { operation->item.id, NULL };

        squill_model_delete (chance->model, ids);
        break;
      }
    case 13:
      set (chance, operation, "operation", choice (chance, SQUILL_KIND_OPERATION, "operation"));
      break;
    case 14:
      set (chance, operation, "name", json_string (name));
      break;
    case 15:
      set (chance, operation, "computes", flip (chance, 0.3) ? NULL : keys (chance, entity, "sum"));
      break;
    case 16:
      set (chance, operation, "bulk", choice (chance, SQUILL_KIND_OPERATION, "bulk"));
      break;
    default:
      set (chance, operation,
           switches[g_rand_int_range (chance->random, 0, G_N_ELEMENTS (switches))], truth (chance));
      break;
    }
}

static void
edit_index (Chance *chance)
{
  const SquillEntity *entity = pick_top (chance, SQUILL_KIND_ENTITY);
  const SquillIndex *index;
  g_autofree char *id = new_name (chance, "i");
  g_autofree char *text = NULL;
  json_t *list;

  if (entity == NULL)
    return;
  index = pick (chance, entity, SQUILL_KIND_INDEX);
  if (index != NULL && flip (chance, 0.3))
    {
      if (flip (chance, 0.5))
        set (chance, index, "unique", truth (chance));
      else
        set (chance, index, "expire_after", maybe_number (chance));
      return;
    }
  if (index != NULL && flip (chance, 0.3))
    {
      const char *ids[] = { index->item.id, NULL };

      squill_model_delete (chance->model, ids);
      return;
    }
  list = keys (chance, entity, "1");
  text = json_dumps (list, 0);
  json_decref (list);
  draw_index (chance->model, entity->item.id, id, text);
}

static void
edit_model (Chance *chance)
{
  static const char *const numbers[] = { "pool_size", "instances" };

  switch (g_rand_int_range (chance->random, 0, 15))
    {
    case 10:
      change (chance->model, "model", "database", flip (chance, 0.5) ? NULL : "'shop'");
      break;
    case 11:
      change (chance->model, "model", "dictionary", flip (chance, 0.5) ? "false" : "true");
      break;
    case 12:
      change (chance->model, "model", "review", flip (chance, 0.5) ? NULL : "'Kim'");
      break;
    case 13:
      change (chance->model, "model", "evidence", flip (chance, 0.5) ? NULL : "{'source': 'a'}");
      break;
    case 4:
      change (chance->model, "model", "dialect",
              flip (chance, 0.3)   ? "'atlas'"
              : flip (chance, 0.5) ? "'documentdb'"
                                   : NULL);
      break;
    case 5:
      change (chance->model, "model", "server_version", flip (chance, 0.5) ? NULL : "'4.4'");
      break;
    case 6:
      change (chance->model, "model", "shards", flip (chance, 0.3) ? NULL : "4");
      break;
    case 7:
      change (chance->model, "model", "write_capacity", flip (chance, 0.3) ? NULL : "100");
      break;
    case 0:
      change (chance->model, "model", "horizon", flip (chance, 0.5) ? "1" : "10");
      break;
    case 1:
      change (chance->model, "model", "thresholds",
              flip (chance, 0.5) ? NULL : "{'embed.max': 20, 'hot.rate': 5}");
      break;
    case 2:
      change (chance->model, "model", "memory", flip (chance, 0.5) ? NULL : "4");
      break;
    case 3:
      change (chance->model, "model", "reference_date", flip (chance, 0.5) ? NULL : "'2026-11-21'");
      break;
    case 8:
      set (chance, squill_model_get_info (chance->model),
           numbers[g_rand_int_range (chance->random, 0, G_N_ELEMENTS (numbers))],
           maybe_number (chance));
      break;
    case 9:
      change (chance->model, "model", "driver", flip (chance, 0.5) ? NULL : "'mongoose'");
      break;
    default:
      change (chance->model, "model", "name", "'some'");
      break;
    }
}

static void
apply_some_fix (Chance *chance, SquillAdvice *advice)
{
  GPtrArray *findings = squill_advice_get_findings (advice);
  const SquillFinding *finding;
  g_autoptr (GError) error = NULL;

  if (findings->len == 0)
    return;
  finding = findings->pdata[g_rand_int_range (chance->random, 0, (gint32)findings->len)];
  if (flip (chance, 0.5))
    g_free (squill_model_dismiss (chance->model, finding->rule, finding->subject, "no"));
  else if (finding->fix != NULL)
    {
      g_autofree char *rule = g_strdup (finding->rule);

      if (!squill_advice_apply_fix (advice, finding, &error))
        g_error ("The fix of %s cannot be applied: %s", rule, error->message);
    }
}

static void
edit_something (Chance *chance, SquillAdvice *advice)
{
  switch (g_rand_int_range (chance->random, 0, 24))
    {
    case 0:
    case 1:
    case 2:
      edit_entity (chance);
      break;
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
      edit_field (chance);
      break;
    case 8:
    case 9:
    case 10:
    case 11:
    case 12:
    case 13:
      edit_relationship (chance);
      break;
    case 14:
    case 15:
    case 16:
    case 17:
      edit_operation (chance);
      break;
    case 18:
      edit_index (chance);
      break;
    case 19:
      edit_model (chance);
      break;
    case 20:
    case 21:
      apply_some_fix (chance, advice);
      break;
    case 22:
      squill_model_undo (chance->model);
      break;
    default:
      squill_model_redo (chance->model);
      break;
    }
}

static void
report_lines (const char *what, const char *text, const char *other)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_auto (GStrv) others = g_strsplit (other, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (!g_strv_contains ((const char *const *)others, lines[i]))
      g_printerr ("%s: %s\n", what, lines[i]);
}

static gboolean
says_same (SquillAdvice *advice, SquillAdvice *other)
{
  g_autofree char *got = dump_advice (advice);
  g_autofree char *expected = dump_advice (other);

  if (g_str_equal (got, expected))
    return TRUE;
  report_lines ("too much", got, expected);
  report_lines ("missing", expected, got);
  return FALSE;
}

/* Whether advice says what advice from nothing says. */
static gboolean
is_up_to_date (SquillAdvice *advice, SquillModel *model)
{
  g_autoptr (SquillAdvice) other = advise (model);

  return says_same (advice, other);
}

/* What changed since advice was right last. */
static void
on_model_changed (SquillModel *model, SquillChange *change, GString *edits)
{
  for (guint i = 0; i < change->entries->len; i++)
    {
      const SquillChangeEntry *entry = change->entries->pdata[i];

      g_string_append_printf (edits, "edit %u of %s %s in %s: %x\n", entry->type,
                              squill_kind_get_name (entry->kind), entry->id, entry->owner,
                              entry->aspects);
    }
}

/* What is given while work is left is about something that is there. */
static void
assert_known_is_there (SquillAdvice *advice, SquillModel *model)
{
  const GPtrArray *findings = squill_advice_get_findings (advice);

  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];

      g_assert_nonnull (squill_model_get_item (model, finding->subject));
      g_assert_cmpint (squill_advice_get_worst (advice, finding->subject), >=,
                       finding->dismissed ? -1 : (int)finding->severity);
    }
}

static void
test_random (gconstpointer data)
{
  g_autoptr (GString) edits = g_string_new (NULL);
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise (model);
  /* Edits come between its steps. */
  g_autoptr (SquillAdvice) stepping = advise (model);
  guint32 seed = GPOINTER_TO_UINT (data);
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GRand) steps = g_rand_new_with_seed (seed);
  Chance chance = { model, random, 0 };

  squill_advice_set_incremental (stepping, TRUE);
  g_signal_connect (model, "changed", G_CALLBACK (on_model_changed), edits);
  for (guint i = 0; i < N_EDITS; i++)
    {
      guint n;

      edit_something (&chance, advice);
      _squill_advice_work (stepping, (guint)g_rand_int_range (steps, 0, 60));
      if (g_rand_double (steps) < 0.1)
        assert_known_is_there (stepping, model);
      /* Some edits come together before somebody reads. */
      if (flip (&chance, 0.3))
        continue;
      if (!is_up_to_date (advice, model))
        g_error ("After %u edits of seed %u:\n%s", i, seed, edits->str);
      if (g_rand_double (steps) < 0.3)
        {
          squill_advice_complete (stepping);
          g_assert_cmpuint (squill_advice_get_pending (stepping), ==, 0);
          if (!says_same (stepping, advice))
            g_error ("After %u edits of seed %u, step by step:\n%s", i, seed, edits->str);
        }
      g_string_truncate (edits, 0);
      /* A model that has grown too large is no longer quick to check from nothing. */
      squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ENTITY, &n);
      while (n > 25)
        {
          const SquillEntity *entity = pick_top (&chance, SQUILL_KIND_ENTITY);
          const char *ids[] = { entity->item.id, NULL };

          squill_model_delete (model, ids);
          n--;
        }
      squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP, &n);
      while (n > 30)
        {
          const SquillRelationship *r = pick_top (&chance, SQUILL_KIND_RELATIONSHIP);
          const char *ids[] = { r->item.id, NULL };

          squill_model_delete (model, ids);
          n--;
        }
    }
}

/* Where the children of one relationship are depends on how large those of another are. */
static void
test_siblings (void)
{
  static const char *const sizes[] = { "900000", "300000", "1200000", "700000", "900000" };
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise (model);

  draw_entity (model, "patient", 1000);
  draw_entity (model, "picture", 10000);
  draw_text (model, "picture", "data", 900000);
  draw_entity (model, "letter", 9000);
  draw_text (model, "letter", "data", 900000);
  draw_relationship (model, "pictures", "patient", "picture", "embed-many", "0..10..10", "1");
  draw_relationship (model, "letters", "patient", "letter", "embed-many", "0..9..9", "1");
  draw_operation (model, "show", "find", "patient", 10);
  change (model, "show", "follows", "['pictures', 'letters']");
  g_assert_true (is_up_to_date (advice, model));
  for (guint i = 0; i < 2 * G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *json = g_strdup_printf ("{'min':%s,'likely':%s,'max':%s}", sizes[i / 2],
                                               sizes[i / 2], sizes[i / 2]);

      change (model, "letter.data", "size", json);
      g_assert_true (is_up_to_date (advice, model));
      change (model, "letters", "placement", i % 2 == 0 ? "'parent-reference'" : "'embed-many'");
      g_assert_true (is_up_to_date (advice, model));
    }
  draw_operation (model, "search", "find", "letter", 500);
  g_assert_true (is_up_to_date (advice, model));
  change (model, "letters", "pinned", "true");
  g_assert_true (is_up_to_date (advice, model));
}

/* Whether a name is free depends on all entities. */
static void
test_new_names (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise (model);
  const SquillFinding *finding;

  draw_entity (model, "policy", 1000);
  change (model, "policy", "as_of", "true");
  draw_text (model, "policy", "terms", 500);
  draw_operation (model, "amend", "update", "policy", 0.1);
  change (model, "amend", "writes", "[{'path': 'policy.terms'}]");
  draw_entity (model, "other", 10);
  finding = find_finding (advice, "pattern-document-version", "policy");
  g_assert_nonnull (finding);
  g_assert_cmpstr (finding->fix->label, ==, "Keep earlier states in “policy_revisions”");

  change (model, "other", "name", "'policy_revisions'");
  finding = find_finding (advice, "pattern-document-version", "policy");
  g_assert_cmpstr (finding->fix->label, ==, "Keep earlier states in “policy_revisions2”");
  g_assert_true (is_up_to_date (advice, model));

  squill_model_delete (model, (const char *const[]){ "other", NULL });
  finding = find_finding (advice, "pattern-document-version", "policy");
  g_assert_cmpstr (finding->fix->label, ==, "Keep earlier states in “policy_revisions”");
  g_assert_true (is_up_to_date (advice, model));
}

/* How much an operation writes depends on all that it goes through. */
static void
test_far_writes (void)
{
  static const char *const names[] = { "event", "part", "detail", "note" };
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise (model);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    draw_entity (model, names[i], 1e6);
  draw_array (model, "event", "tags", "string", "1..20..50");
  draw_index (model, "event", "by-tag", "[{'path': 'event.tags', 'how': '1'}]");
  draw_field (model, "event", "at", "date");
  draw_index (model, "event", "by-date", "[{'path': 'event.at', 'how': '1'}]");
  for (guint i = 1; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *id = g_strconcat (names[i], "s", NULL);

      draw_relationship (model, id, names[i - 1], names[i], "parent-reference", "1..2..3", "1");
    }
  draw_operation (model, "insert event", "insert", "event", 100);
  change (model, "insert event", "follows", "['parts', 'details', 'notes']");
  g_assert_nonnull (find_finding (advice, "write-heavy-indexes", "event"));
  change (model, "notes", "children", "{'min': 1, 'likely': 20, 'max': 30}");
  g_assert_true (is_up_to_date (advice, model));
}

/* An operation that itself is as it was comes to the last relationship from its other end. */
static void
test_reroute (void)
{
  static const char *const names[] = { "shop", "order", "line", "part", "visit", "stop" };
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise (model);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    draw_entity (model, names[i], 1000);
  draw_relationship (model, "orders", "shop", "order", "parent-reference", "1..2..3", "1");
  draw_relationship (model, "lines", "order", "line", "parent-reference", "1..2..3", "1");
  draw_relationship (model, "parts", "part", "line", "parent-reference", "1..2..3", "1");
  draw_relationship (model, "visits", "part", "visit", "parent-reference", "1..2..3", "1");
  draw_relationship (model, "stops", "visit", "stop", "parent-reference", "1..2..3", "1");
  draw_operation (model, "show", "find", "shop", 10);
  change (model, "show", "follows", "['orders', 'lines', 'parts', 'visits', 'stops']");
  g_assert_nonnull (find_finding (advice, "parent-ref-unindexed", "visits"));
  change (model, "orders", "child", "'stop'");
  g_assert_null (find_finding (advice, "parent-ref-unindexed", "visits"));
  g_assert_true (is_up_to_date (advice, model));
}

/* What an operation on the innermost of documents in documents touches follows from where the
 * outermost are, however many levels there are between. */
static void
test_deep (gconstpointer user_data)
{
  static const char *const names[] = { "shop", "order", "line", "part", "note" };
  static const char *const placements[] = { "embed-many",       "parent-reference", "embed-many",
                                            "child-references", "bucket",           "subset",
                                            "two-way",          "embed-many" };
  const guint levels = GPOINTER_TO_UINT (user_data);
  const char *deepest = names[levels];

  for (guint edited = 0; edited < levels; edited++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autoptr (SquillAdvice) advice = advise (model);
      g_autofree char *path = g_strconcat (deepest, ".state", NULL);
      g_autofree char *writes = g_strdup_printf ("[{'path': '%s'}]", path);
      g_autofree char *filter = g_strdup_printf ("[{'path': '%s', 'how': 'eq'}]", path);
      g_autofree char *index = g_strdup_printf ("[{'path': '%s', 'how': '1'}]", path);
      g_autofree char *id = g_strconcat (names[edited + 1], "s", NULL);

      for (guint i = 0; i <= levels; i++)
        {
          g_autofree char *inner = g_strconcat (names[i], "s", NULL);

          draw_entity (model, names[i], 1000 * pow (20, i));
          draw_text (model, names[i], "state", 20);
          if (i > 0)
            draw_relationship (model, inner, names[i - 1], names[i], "embed-many", "1..20..300",
                               "1");
        }
      draw_operation (model, "find", "find", deepest, 50);
      change (model, "find", "filter", filter);
      draw_operation (model, "update", "update", deepest, 20);
      change (model, "update", "filter", filter);
      change (model, "update", "writes", writes);
      draw_operation (model, "insert", "insert", deepest, 100);
      draw_entity (model, "aside", 1000);
      draw_operation (model, "browse", "find", "shop", 2000);
      draw_index (model, deepest, "by-state", index);
      g_assert_true (is_up_to_date (advice, model));
      for (guint i = 0; i < G_N_ELEMENTS (placements); i++)
        {
          g_autofree char *json = g_strdup_printf ("'%s'", placements[i]);

          g_test_message ("%s becomes %s", id, placements[i]);
          change (model, id, "placement", json);
          g_assert_true (is_up_to_date (advice, model));
          change (model, id, "children", "{'min': 0, 'likely': 3, 'max': 5}");
          g_assert_true (is_up_to_date (advice, model));
          change (model, id, "children", "{'min': 1, 'likely': 20, 'max': 300}");
          g_assert_true (is_up_to_date (advice, model));
          /* What it touched before the placement was another goes by where documents were then. */
          change (model, "browse", "entity", "'aside'");
          g_assert_true (is_up_to_date (advice, model));
          change (model, "browse", "entity", "'shop'");
          g_assert_true (is_up_to_date (advice, model));
        }
    }
}

/* Findings that differ in nothing but the collection have an order, too. */
static void
test_order (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise (model);

  draw_entity (model, "item", 1000);
  draw_field (model, "item", "at", "date");
  draw_field (model, "item", "by", "date");
  draw_index (model, "item", "expiry",
              "[{'path': 'item.at', 'how': '1'}, {'path': 'item.by', 'how': '1'}]");
  change (model, "expiry", "expire_after", "60");
  for (guint i = 0; i < 9; i++)
    {
      g_autofree char *holder = g_strdup_printf ("holder%u", i);
      g_autofree char *id = g_strdup_printf ("in-%s", holder);

      draw_entity (model, holder, 1000);
      draw_relationship (model, id, holder, "item", "bucket", "1..2..3", "1");
    }
  g_assert_nonnull (find_finding (advice, "ttl-invalid", "expiry"));
  change (model, "item.at", "name", "'since'");
  g_assert_true (is_up_to_date (advice, model));
}

int
main (int argc, char *argv[])
{
  const char *seeds = g_getenv ("SQUILL_TEST_SEEDS"); /* more of them, for a long night */
  guint n = seeds == NULL ? 2 : (guint)g_ascii_strtoull (seeds, NULL, 10);

  g_test_init (&argc, &argv, NULL);
  for (guint i = 1; i <= n; i++)
    {
      g_autofree char *path = g_strdup_printf ("/advice/incremental/%u", i);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_random);
    }
  g_test_add_func ("/advice/incremental/siblings", test_siblings);
  g_test_add_func ("/advice/incremental/new-names", test_new_names);
  g_test_add_func ("/advice/incremental/far-writes", test_far_writes);
  g_test_add_func ("/advice/incremental/reroute", test_reroute);
  g_test_add_data_func ("/advice/incremental/deep/3", GUINT_TO_POINTER (3), test_deep);
  g_test_add_data_func ("/advice/incremental/deep/4", GUINT_TO_POINTER (4), test_deep);
  g_test_add_func ("/advice/incremental/order", test_order);
  return g_test_run ();
}
