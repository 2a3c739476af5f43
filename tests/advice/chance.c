/* SPDX-License-Identifier: Apache-2.0 */

/* Edits of anything, as nobody would make them. */

#include "config.h"

#include "chance.h"

#include "advice-fixture.h"
#include "model/squill-authoring.h"

static gpointer
pick (Chance *chance, gconstpointer item, SquillKind kind)
{
  guint n;
  gpointer const *all = squill_item_get_children (item, kind, &n);

  return n == 0 ? NULL : all[g_rand_int_range (chance->random, 0, (gint32)n)];
}

/* One of the items below the model, or NULL. */
gpointer
chance_pick (Chance *chance, SquillKind kind)
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
  const SquillRelationship *r = chance_pick (chance, SQUILL_KIND_RELATIONSHIP);

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
  const SquillEntity *entity = chance_pick (chance, SQUILL_KIND_ENTITY);
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
  const SquillEntity *entity = chance_pick (chance, SQUILL_KIND_ENTITY);
  gpointer owner = (gpointer)entity;
  const SquillField *field;
  g_autofree char *name = new_name (chance, "f");

  if (flip (chance, 0.1) && chance_pick (chance, SQUILL_KIND_RELATIONSHIP) != NULL)
    owner = chance_pick (chance, SQUILL_KIND_RELATIONSHIP);
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
  const SquillRelationship *r = chance_pick (chance, SQUILL_KIND_RELATIONSHIP);
  const SquillEntity *parent = chance_pick (chance, SQUILL_KIND_ENTITY);
  const SquillEntity *child = chance_pick (chance, SQUILL_KIND_ENTITY);
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
  const SquillOperation *operation = chance_pick (chance, SQUILL_KIND_OPERATION);
  const SquillEntity *entity = chance_pick (chance, SQUILL_KIND_ENTITY);
  const SquillRelationship *r = chance_pick (chance, SQUILL_KIND_RELATIONSHIP);
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
  const SquillEntity *entity = chance_pick (chance, SQUILL_KIND_ENTITY);
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

/* Makes one edit, applies or dismisses a finding, or undoes or redoes something. */
void
chance_edit (Chance *chance, SquillAdvice *advice)
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
