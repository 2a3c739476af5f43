/* SPDX-License-Identifier: Apache-2.0 */

/* What stands behind the one line that a placement has in the list: the operations with their
 * counts and costs, what speaks against it, and what would have to be different. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-placement-detail.h"

#include <glib/gi18n.h>

#include "design/squill-placement-text.h"
#include "text/squill-text.h"

/* Microseconds. */
#define SECOND 1e6
/* A smaller part of a cost is not worth a word. */
#define TELLING 0.005
/* Less, in microseconds each second, is written as none. */
#define NOTHING 50.0

static void
detail_free (gpointer data)
{
  SquillPlacementDetail *self = data;

  g_free (self->text);
  g_free (self->counts);
  g_free (self->formula);
  g_free (self);
}

/* Takes the text. */
static SquillPlacementDetail *
add (GPtrArray *details, SquillPlacementDetailKind kind, char *text)
{
  SquillPlacementDetail *detail = g_new0 (SquillPlacementDetail, 1);

  detail->kind = kind;
  detail->text = text;
  g_ptr_array_add (details, detail);
  return detail;
}

static void
add_all (GPtrArray *details, SquillPlacementDetailKind kind, const GPtrArray *texts)
{
  for (guint i = 0; i < texts->len; i++)
    add (details, kind, g_strdup (texts->pdata[i]));
}

static gulong
round_count (double count)
{
  return (gulong)CLAMP (ceil (count), 0, 1e9);
}

static char *
write_work (double microseconds)
{
  return squill_text_duration (microseconds / SECOND);
}

/* Copies. */

/* The same placement without copies; NULL where nothing is copied. */
static const SquillPlacementOption *
find_without_copies (const GPtrArray *options, const SquillPlacementOption *option)
{
  for (guint i = 0; i < options->len && option->copied; i++)
    {
      const SquillPlacementOption *other = options->pdata[i];

      if (other->placement == option->placement && !other->copied)
        return other;
    }
  return NULL;
}

static void
add_copies (GPtrArray *details,
            SquillModel *model,
            const SquillRelationship *r,
            const GPtrArray *options,
            const SquillPlacementOption *option)
{
  const gboolean to_parent = option->placement == SQUILL_PLACEMENT_CHILD_REFERENCES;
  const SquillEntity *source = squill_model_get_entity (model, to_parent ? r->child : r->parent);
  const SquillPlacementOption *without = find_without_copies (options, option);
  g_autofree char *paths = NULL;

  if (option->copies->len == 0)
    return;
  paths = squill_text_names (option->copies);
  /* Translators: fields, and the entity that they belong to */
  add (details, SQUILL_PLACEMENT_DETAIL_FACT,
       g_strdup_printf (_ ("Copies %s of “%s”"), paths,
                        source != NULL && source->name != NULL ? source->name : ""));
  for (guint i = 0; without != NULL && i < option->costs->len; i++)
    {
      const SquillOperationCost *cost = &g_array_index (option->costs, SquillOperationCost, i);
      const double other = g_array_index (without->costs, SquillOperationCost, i).cost.likely;
      const double difference = cost->cost.likely - other;
      g_autofree char *work = write_work (fabs (difference));

      if (!(fabs (difference) > TELLING * fmax (cost->cost.likely, other)))
        continue;
      /* Translators: a time such as "26 ms", and an operation */
      add (details, SQUILL_PLACEMENT_DETAIL_FACT,
           g_strdup_printf (difference < 0 ? _ ("The copies save %s each second in “%s”")
                                           : _ ("The copies cost %s each second in “%s”"),
                            work, cost->label));
    }
}

/* Documents. */

static void
add_bytes (GPtrArray *details,
           SquillModel *model,
           const SquillRelationship *r,
           const SquillPlacementOption *option)
{
  const SquillEntity *parent = squill_model_get_entity (model, r->parent);
  const char *name = parent != NULL && parent->name != NULL ? parent->name : "";
  g_autofree char *likely = squill_text_likely_bytes (option->bytes.likely, option->size_assumed);
  g_autofree char *most = squill_text_likely_bytes (option->bytes.max, option->size_assumed);
  g_autofree char *later =
      squill_text_likely_bytes (option->bytes_at_horizon.likely, option->size_assumed);
  GString *text = g_string_new (NULL);

  if (isnan (option->bytes.likely))
    {
      g_string_free (text, TRUE);
      return;
    }
  /* Translators: an entity, and the bytes of one of its documents */
  g_string_append_printf (text, _ ("A document of “%s” has %s"), name, likely);
  if (isinf (option->bytes.max))
    g_string_append (text, _ (", without a limit"));
  else if (!g_str_equal (most, likely))
    g_string_append_printf (text, _ (", at most %s"), most);
  if (!g_str_equal (later, likely) && isfinite (option->bytes_at_horizon.likely))
    g_string_append_printf (text, _ (", %s at the planning horizon"), later);
  add (details, SQUILL_PLACEMENT_DETAIL_FACT, g_string_free (text, FALSE));
}

/* Operations. */

/* "2 round trips, 37 index entries, 36 documents read (11.6 kB), by post_1" */
static char *
write_counts (const SquillOperationCost *cost)
{
  const SquillCounts *counts = &cost->counts;
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *trips = squill_text_count (counts->commands);
  g_autofree char *entries = squill_text_count (counts->keys);
  g_autofree char *documents = squill_text_count (counts->documents);
  g_autofree char *bytes = squill_text_bytes (counts->read_bytes);
  g_autofree char *written = squill_text_count (counts->written);
  g_autofree char *log = squill_text_bytes (counts->log_bytes);
  g_autofree char *changed = squill_text_count (counts->written_keys);
  char *text;

  g_ptr_array_add (parts, g_strdup_printf (ngettext ("%s round trip", "%s round trips",
                                                     round_count (counts->commands)),
                                           trips));
  if (counts->keys > 0)
    g_ptr_array_add (parts, g_strdup_printf (ngettext ("%s index entry", "%s index entries",
                                                       round_count (counts->keys)),
                                             entries));
  if (counts->documents > 0)
    g_ptr_array_add (parts,
                     g_strdup_printf (ngettext ("%s document read (%s)", "%s documents read (%s)",
                                                round_count (counts->documents)),
                                      documents, bytes));
  if (counts->written > 0)
    g_ptr_array_add (parts,
                     g_strdup_printf (ngettext ("%s document written", "%s documents written",
                                                round_count (counts->written)),
                                      written));
  if (counts->written_keys > 0)
    g_ptr_array_add (
        parts, g_strdup_printf (ngettext ("%s index entry changed", "%s index entries changed",
                                          round_count (counts->written_keys)),
                                changed));
  if (counts->log_bytes > 0)
    /* Translators: bytes written to the log of changes that MongoDB calls oplog */
    g_ptr_array_add (parts, g_strdup_printf (_ ("%s oplog"), log));
  if (cost->index != NULL)
    /* Translators: the name of an index */
    g_ptr_array_add (parts, g_strdup_printf (_ ("by %s"), cost->index));
  else if (cost->scans)
    g_ptr_array_add (parts, g_strdup (_ ("scan")));
  g_ptr_array_add (parts, NULL);
  text = g_strjoinv (", ", (char **)parts->pdata);
  g_ptr_array_unref (parts);
  return text;
}

/* A number as precise as people count with it. */
static char *
write_factor (double value)
{
  return value < 1 ? g_strdup_printf ("%.2g", value) : squill_text_count (value);
}

/* "round trips 2 × 145 + index lookups 3 × 3 = 299 µs a run; × 800/s = 239 ms each second" */
static char *
write_formula (const SquillOperationCost *cost)
{
  guint n;
  const SquillCostWeight *weights = squill_cost_weights_get (&n);
  const double run = cost->cost.likely / cost->rate;
  const double rest = run - squill_counts_get_cost (&cost->counts);
  g_autofree char *work = squill_text_count (run);
  g_autofree char *rate = squill_text_short_rate (cost->rate);
  g_autofree char *all = write_work (cost->cost.likely);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      const double count = G_STRUCT_MEMBER (double, &cost->counts, weights[i].offset);
      g_autofree char *number = squill_text_count (count);
      g_autofree char *weight = write_factor (weights[i].weight);

      if (count > 0)
        /* Nothing in these words follows the number, so that there is no singular. */
        g_string_append_printf (text, "%s%s %s × %s", text->len > 0 ? " + " : "",
                                _ (weights[i].name), number, weight);
    }
  if (rest > TELLING * run)
    {
      g_autofree char *misses = squill_text_count (rest);

      /* Translators: microseconds */
      g_string_append_printf (text, _ (" + %s for what is not in the cache"), misses);
    }
  /* Translators: microseconds, a rate such as "800/s", and a time */
  g_string_append_printf (text, _ (" = %s µs a run; × %s = %s each second"), work, rate, all);
  return g_string_free (text, FALSE);
}

static char *
write_load (SquillTriple cost)
{
  g_autofree char *least = write_work (cost.min);
  g_autofree char *likely = write_work (cost.likely);
  g_autofree char *most = NULL;

  if (isinf (cost.max))
    /* Translators: a time */
    return g_strdup_printf (_ ("%s or more"), least);
  most = write_work (cost.max);
  return g_str_equal (least, most) ? g_steal_pointer (&likely)
                                   /* Translators: two times */
                                   : g_strdup_printf (_ ("%s to %s"), least, most);
}

static void
add_operation (GPtrArray *details, const SquillOperationCost *cost)
{
  g_autofree char *load = write_load (cost->cost);
  SquillPlacementDetail *detail;

  if (isnan (cost->rate))
    {
      if (cost->cost.likely > NOTHING)
        /* Translators: something that is done, and a time */
        add (details, SQUILL_PLACEMENT_DETAIL_OPERATION,
             g_strdup_printf (_ ("%s: %s each second"), cost->label, load));
      return;
    }
  {
    g_autofree char *rate = squill_text_short_rate (cost->rate);

    /* Translators: an operation, how often it runs, such as "800/s", and a time */
    detail = add (details, SQUILL_PLACEMENT_DETAIL_OPERATION,
                  g_strdup_printf (_ ("%s, %s: %s each second"), cost->label, rate, load));
  }
  if (cost->counts.commands == 0 && cost->parent_read != NULL)
    {
      /* Translators: the name of an operation */
      detail->counts = g_strdup_printf (_ ("comes with “%s”"), cost->parent_read);
      return;
    }
  detail->counts = write_counts (cost);
  detail->formula = write_formula (cost);
}

/**
 * squill_placement_details_list:
 * @model: a model
 * @relationship: a relationship of it
 * @options: (element-type SquillPlacementOption): all ways to store it
 * @option: one of them
 *
 * Returns: (transfer full) (element-type SquillPlacementDetail): what there is to say of it: what
 *   rules it out, what speaks against it, what follows, and what each operation does and costs
 */
GPtrArray *
squill_placement_details_list (SquillModel *model,
                               const SquillRelationship *relationship,
                               const GPtrArray *options,
                               const SquillPlacementOption *option)
{
  GPtrArray *details = g_ptr_array_new_with_free_func (detail_free);

  g_return_val_if_fail (SQUILL_IS_MODEL (model), details);
  g_return_val_if_fail (relationship != NULL, details);
  g_return_val_if_fail (options != NULL, details);
  g_return_val_if_fail (option != NULL, details);

  if (!option->feasible)
    add (details, SQUILL_PLACEMENT_DETAIL_REASON, g_strdup (option->infeasible_reason));
  add_all (details, SQUILL_PLACEMENT_DETAIL_DRAWBACK, option->drawbacks);
  add_copies (details, model, relationship, options, option);
  add_bytes (details, model, relationship, option);
  if (!option->feasible)
    return details;
  add (details, SQUILL_PLACEMENT_DETAIL_FACT,
       g_strdup (option->atomic ? _ ("Each change is in one document, and atomic")
                                : _ ("Some changes are in several documents: without a "
                                     "transaction they are not atomic")));
  if (option->added_index != NULL)
    /* Translators: the name of an index that a way to store something needs and that is missing */
    add (details, SQUILL_PLACEMENT_DETAIL_FACT,
         g_strdup_printf (_ ("Comes with the index “%s”"), option->added_index));
  if (!isnan (option->cost.likely))
    for (guint i = 0; i < option->costs->len; i++)
      add_operation (details, &g_array_index (option->costs, SquillOperationCost, i));
  add_all (details, SQUILL_PLACEMENT_DETAIL_UNKNOWN, option->unknown);
  return details;
}

/* The option that a flip leads to; NULL where it is none of those there are now. */
static const SquillPlacementOption *
find_target (const GPtrArray *options, const SquillFlip *flip)
{
  for (guint i = 0; i < options->len; i++)
    {
      const SquillPlacementOption *option = options->pdata[i];

      if (option->placement == flip->to && option->copied == flip->copied)
        return option;
    }
  return NULL;
}

/**
 * squill_placement_details_list_flips:
 * @model: a model
 * @relationship: a relationship of it
 * @options: (element-type SquillPlacementOption): all ways to store it
 * @flips: (element-type SquillFlip): the numbers at which another placement is advised
 * @option: a way to store the relationship
 *
 * Returns: (transfer full) (element-type SquillPlacementDetail): with the advised option, when
 *   another would be advised; with another one, when that would be
 */
GPtrArray *
squill_placement_details_list_flips (SquillModel *model,
                                     const SquillRelationship *relationship,
                                     const GPtrArray *options,
                                     const GPtrArray *flips,
                                     const SquillPlacementOption *option)
{
  GPtrArray *details = g_ptr_array_new_with_free_func (detail_free);

  g_return_val_if_fail (SQUILL_IS_MODEL (model), details);
  g_return_val_if_fail (relationship != NULL, details);
  g_return_val_if_fail (options != NULL, details);
  g_return_val_if_fail (flips != NULL, details);
  g_return_val_if_fail (option != NULL, details);

  for (guint i = 0; i < flips->len; i++)
    {
      const SquillFlip *flip = flips->pdata[i];
      const SquillPlacementOption *to = find_target (options, flip);
      g_autofree char *when = NULL;
      g_autofree char *name = NULL;

      if (to == NULL || (!option->advised && to != option))
        continue;
      when = squill_flip_describe (model, relationship->item.id, flip);
      name = squill_placement_option_describe (model, relationship, to);
      /* Translators: when something is advised; a way to store a relationship, and when it is */
      add (details, SQUILL_PLACEMENT_DETAIL_FLIP,
           option->advised ? g_strdup_printf (_ ("“%s” is advised if %s"), name, when)
                           : g_strdup_printf (_ ("Advised if %s"), when));
    }
  return details;
}
