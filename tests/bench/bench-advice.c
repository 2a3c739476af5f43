/* SPDX-License-Identifier: Apache-2.0 */

/* How long design, plans, and advice take on a large model with a workload: all of it, and after
 * one edit of each kind. In milliseconds of the clock, with the ratio to a walk over the model that
 * was measured in the same run. */

#include "config.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "advice/squill-advice.h"
#include "big-model.h"
#include "model/squill-authoring.h"

#define RUNS 7
#define ROUNDS 6
#define N_SLOWEST 12
/* GiB */
#define MEMORY 4.0

typedef struct
{
  SquillModel *model;
  GRand *random;
  guint n_made;
} Chance;

/* What an edit did, and how long it took to have all that follows. */
typedef struct
{
  char *what;
  double milliseconds;
  gboolean of_model;
} Edit;

static int
compare_numbers (const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

static int
compare_edits (const void *a, const void *b)
{
  return compare_numbers (&((const Edit *)b)->milliseconds, &((const Edit *)a)->milliseconds);
}

static void
edit_clear (gpointer data)
{
  g_free (((Edit *)data)->what);
}

/* Of the processor, which other programs do not change as they do the clock. */
static gint64
get_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

static double
since (gint64 start)
{
  return (get_time () - start) / 1000.0;
}

static double
median (double *values, guint n)
{
  qsort (values, n, sizeof *values, compare_numbers);
  return values[n / 2];
}

static guint
walk (gconstpointer item)
{
  guint n = 0;

  for (guint kind = SQUILL_KIND_ENTITY; kind < SQUILL_N_KINDS; kind++)
    {
      guint n_children;
      gpointer const *children = squill_item_get_children (item, kind, &n_children);

      for (guint i = 0; i < n_children; i++)
        n += 1 + walk (children[i]);
    }
  return n;
}

static void
read_all (SquillDesign *design, SquillAdvice *advice)
{
  G_GNUC_UNUSED volatile guint sink = 0;

  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    sink += squill_design_get_collection (design, i)->entities->len;
  sink += squill_advice_get_findings (advice)->len;
}

/* Edits. */

static guint
draw (Chance *chance, guint n)
{
  return (guint)g_rand_int_range (chance->random, 0, (gint32)n);
}

static const SquillItem *
pick (Chance *chance, gconstpointer item, SquillKind kind)
{
  guint n;
  gpointer const *all = squill_item_get_children (item, kind, &n);

  return n == 0 ? NULL : all[draw (chance, n)];
}

static void
collect (gconstpointer item, SquillKind kind, GPtrArray *all)
{
  for (guint inner = SQUILL_KIND_ENTITY; inner < SQUILL_N_KINDS; inner++)
    {
      guint n;
      gpointer const *children = squill_item_get_children (item, inner, &n);

      for (guint i = 0; i < n; i++)
        {
          if (inner == kind)
            g_ptr_array_add (all, children[i]);
          else
            collect (children[i], kind, all);
        }
    }
}

static const SquillItem *
pick_item (Chance *chance, SquillKind kind)
{
  const SquillModelInfo *info = squill_model_get_info (chance->model);
  g_autoptr (GPtrArray) all = NULL;

  if (kind == SQUILL_KIND_MODEL)
    return &info->item;
  if (kind == SQUILL_KIND_ENTITY || kind == SQUILL_KIND_RELATIONSHIP)
    return pick (chance, info, kind);
  all = g_ptr_array_new ();
  collect (info, kind, all);
  return all->pdata[draw (chance, all->len)];
}

/* A field of what an item is about. */
static const char *
pick_field (Chance *chance, const SquillItem *item)
{
  const SquillItem *entity = squill_item_get_owner (item);
  const SquillItem *field;

  if (item->kind == SQUILL_KIND_OPERATION)
    entity = squill_model_get_item (chance->model, ((const SquillOperation *)item)->entity);
  else if (entity != NULL && entity->kind == SQUILL_KIND_RELATIONSHIP)
    entity = squill_model_get_item (chance->model, ((const SquillRelationship *)entity)->parent);
  field = entity != NULL ? pick (chance, entity, SQUILL_KIND_FIELD) : NULL;
  return field != NULL ? field->id : NULL;
}

static json_t *
make_id (Chance *chance, const SquillItem *item, const SquillProperty *property)
{
  SquillKind kind = SQUILL_KIND_FIELD;
  const char *field;

  if (g_str_equal (property->name, "moves"))
    kind = SQUILL_KIND_RELATIONSHIP;
  else if (property->required || g_str_equal (property->name, "entity"))
    kind = SQUILL_KIND_ENTITY;
  if (kind != SQUILL_KIND_FIELD)
    return json_string (pick_item (chance, kind)->id);
  field = pick_field (chance, item);
  return field != NULL ? json_string (field) : NULL;
}

/* A value that is not the one there is, as a person may enter it. */
static json_t *
make_value (Chance *chance, const SquillItem *item, const SquillProperty *property)
{
  const double number = 1 + draw (chance, 100);
  const gboolean is_share = strstr (property->name, "share") != NULL ||
                            g_str_equal (property->name, "presence") ||
                            g_str_equal (property->name, "top");
  const char *field;

  switch (property->type)
    {
    case SQUILL_PROPERTY_TEXT:
      if (g_str_equal (property->name, "reference_date"))
        return json_sprintf ("2026-%02u-01", 1 + draw (chance, 12));
      return json_sprintf ("renamed_%u", chance->n_made++);
    case SQUILL_PROPERTY_BOOLEAN:
      return json_is_true (squill_property_get (property, item)) ? NULL : json_true ();
    case SQUILL_PROPERTY_NUMBER:
      return squill_json_number (is_share ? number / 100 : number);
    case SQUILL_PROPERTY_TRIPLE:
      return squill_json_triple (
          SQUILL_TRIPLE (1, number, draw (chance, 2) == 0 ? INFINITY : 10 * number));
    case SQUILL_PROPERTY_CHOICE:
      return json_string (
          property->choices[draw (chance, g_strv_length ((char **)property->choices))]);
    case SQUILL_PROPERTY_TYPES:
      return squill_json_types ((SquillTypes)1 << draw (chance, SQUILL_N_TYPES));
    case SQUILL_PROPERTY_RANK:
      return json_sprintf ("V%u", 1 + draw (chance, 8));
    case SQUILL_PROPERTY_ID:
      return make_id (chance, item, property);
    case SQUILL_PROPERTY_IDS:
      return json_pack ("[s]", pick_item (chance, SQUILL_KIND_RELATIONSHIP)->id);
    case SQUILL_PROPERTY_PATH:
      field = pick_field (chance, item);
      return field != NULL ? json_string (field) : NULL;
    case SQUILL_PROPERTY_KEYS:
      field = pick_field (chance, item);
      return field != NULL ? json_pack ("[{s:s, s:s}]", "path", field, "how",
                                        g_str_equal (property->name, "filter") ? "eq" : "1")
                           : NULL;
    case SQUILL_PROPERTY_JSON:
    default:
      return NULL;
    }
}

static void
set (Chance *chance, const SquillItem *item, const SquillProperty *property)
{
  json_t *value = make_value (chance, item, property);

  squill_model_set (chance->model, item->id, property->name, value, NULL);
}

static void
add (Chance *chance, SquillKind kind)
{
  g_autofree char *name = g_strdup_printf ("new_%u", chance->n_made++);
  const SquillItem *entity = pick_item (chance, SQUILL_KIND_ENTITY);
  const SquillItem *field = pick (chance, entity, SQUILL_KIND_FIELD);
  const char *paths[] = { field != NULL ? field->id : "=_id", NULL };
  const char *hows[] = { "1", NULL };
  const SquillRelationship *r;

  switch (kind)
    {
    case SQUILL_KIND_ENTITY:
      g_free (squill_model_add_entity (chance->model, name, 0, 0));
      break;
    case SQUILL_KIND_FIELD:
      g_free (squill_model_add_field (chance->model, entity->id, NULL, name, SQUILL_TYPE_STRING));
      break;
    case SQUILL_KIND_INDEX:
      g_free (squill_model_add_index (chance->model, entity->id, paths, hows));
      break;
    case SQUILL_KIND_RELATIONSHIP:
      g_free (squill_model_add_relationship (chance->model, entity->id,
                                             pick_item (chance, SQUILL_KIND_ENTITY)->id, name,
                                             SQUILL_PLACEMENT_PARENT_REFERENCE));
      break;
    case SQUILL_KIND_COPY:
      r = (const SquillRelationship *)pick_item (chance, SQUILL_KIND_RELATIONSHIP);
      field = pick (chance, squill_model_get_entity (chance->model, r->parent), SQUILL_KIND_FIELD);
      if (field != NULL)
        g_free (squill_model_add_copy (chance->model, r->item.id, field->id, SQUILL_COPY_TO_CHILD,
                                       SQUILL_COPY_KEPT));
      break;
    case SQUILL_KIND_OPERATION:
      g_free (squill_model_add_operation (chance->model, name, SQUILL_OPERATION_FIND, entity->id));
      break;
    case SQUILL_KIND_MODEL:
    case SQUILL_KIND_NOTE:
    case SQUILL_KIND_GROUP:
    case SQUILL_KIND_DISMISSAL:
    case SQUILL_KIND_ALTERNATIVE:
    case SQUILL_KIND_VIEW:
    default:
      break;
    }
}

static void
bring_up_to_date (SquillDesign *design,
                  SquillAdvice *advice,
                  GArray *edits,
                  gint64 start,
                  SquillKind kind,
                  const char *what)
{
  Edit edit = { .of_model = kind == SQUILL_KIND_MODEL };

  read_all (design, advice);
  edit.milliseconds = since (start);
  edit.what = g_strdup_printf ("%s: %s", squill_kind_get_name (kind), what);
  g_array_append_val (edits, edit);
}

/* Each property of each kind once, an item of each kind that comes and one that goes, and the last
 * edit undone. */
static void
make_round (Chance *chance,
            SquillDesign *design,
            SquillAdvice *advice,
            GArray *edits,
            SquillKind first,
            SquillKind last)
{
  for (guint kind = first; kind <= last; kind++)
    {
      guint n;
      const SquillProperty *properties = squill_kind_get_properties (kind, &n);
      const SquillItem *item;
      gint64 start;

      if (kind != SQUILL_KIND_MODEL)
        {
          start = get_time ();
          add (chance, kind);
          bring_up_to_date (design, advice, edits, start, kind, "add");
        }
      for (guint i = 0; i < n; i++)
        {
          if (properties[i].type == SQUILL_PROPERTY_JSON)
            continue;
          item = pick_item (chance, kind);
          start = get_time ();
          set (chance, item, &properties[i]);
          bring_up_to_date (design, advice, edits, start, kind, properties[i].name);
        }
      start = get_time ();
      squill_model_undo (chance->model);
      bring_up_to_date (design, advice, edits, start, kind, "undo");
      if (kind != SQUILL_KIND_MODEL)
        {
          const char *ids[] = { pick_item (chance, kind)->id, NULL };

          start = get_time ();
          squill_model_delete (chance->model, ids);
          bring_up_to_date (design, advice, edits, start, kind, "delete");
        }
    }
}

static void
report_edits (const char *what, GArray *edits, gboolean of_model, double aim, double reference)
{
  guint n = 0, n_within = 0, n_named = 0;
  g_autoptr (GArray) some = g_array_new (FALSE, FALSE, sizeof (Edit));
  double at_95;

  for (guint i = 0; i < edits->len; i++)
    {
      const Edit *edit = &g_array_index (edits, Edit, i);

      if (edit->of_model != of_model)
        continue;
      n++;
      n_within += edit->milliseconds <= aim;
      g_array_append_val (some, *edit);
    }
  qsort (some->data, some->len, sizeof (Edit), compare_edits);
  at_95 = g_array_index (some, Edit, some->len / 20).milliseconds;
  g_print ("%-52s %9.2f ms   aim %6.0f ms   %6.2f × walk over the model\n", what, at_95, aim,
           at_95 / reference);
  g_print ("  %.1f of 100 of %u are within the aim, half within %.2f ms; the slowest:\n",
           100.0 * n_within / n, n, g_array_index (some, Edit, some->len / 2).milliseconds);
  for (guint i = 0; i < some->len && n_named < N_SLOWEST; i++, n_named++)
    g_print ("  %9.2f ms  %s\n", g_array_index (some, Edit, i).milliseconds,
             g_array_index (some, Edit, i).what);
}

static void
bench (guint n_entities, guint n_operations)
{
  g_autoptr (SquillModel) model = big_model_new (n_entities, n_operations);
  g_autofree char *what =
      g_strdup_printf ("advice of %u entities with %u operations", n_entities, n_operations);
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  g_autoptr (GArray) edits = g_array_new (FALSE, FALSE, sizeof (Edit));
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillAdvice) advice = NULL;
  Chance chance = { model, random, 0 };
  double walks[RUNS], whole[RUNS], reference;
  G_GNUC_UNUSED volatile guint sink = 0;

  g_array_set_clear_func (edits, edit_clear);
  /* What does not fit into the cache counts, too. */
  squill_model_set (model, SQUILL_MODEL_ID, "memory", squill_json_number (MEMORY), NULL);
  for (guint i = 0; i < RUNS; i++)
    {
      gint64 start = get_time ();

      sink += walk (squill_model_get_info (model));
      walks[i] = since (start);
      g_clear_object (&advice);
      g_clear_object (&design);
      start = get_time ();
      design = squill_design_new (model);
      advice = squill_advice_new (design);
      read_all (design, advice);
      whole[i] = since (start);
    }
  reference = median (walks, RUNS);
  g_print ("%-52s %9.2f ms   aim %6d ms   %6.2f × walk over the model\n", what,
           median (whole, RUNS), 200, median (whole, RUNS) / reference);
  for (guint i = 0; i < ROUNDS; i++)
    make_round (&chance, design, advice, edits, SQUILL_KIND_ENTITY, SQUILL_KIND_OPERATION);
  make_round (&chance, design, advice, edits, SQUILL_KIND_MODEL, SQUILL_KIND_MODEL);
  report_edits ("95 of 100 edits of items take at most", edits, FALSE, 16, reference);
  report_edits ("95 of 100 settings of the whole model take at most", edits, TRUE, 200, reference);
}

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "");
  bench (1000, argc > 1 ? (guint)atoi (argv[1]) : 500);
  return EXIT_SUCCESS;
}
