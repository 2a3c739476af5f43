/* SPDX-License-Identifier: Apache-2.0 */

/* The words for the ways to store a relationship, and for why one of them is advised. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-placement-text.h"

#include <glib/gi18n-lib.h>

#include "text/squill-text.h"

/* This many operations are named, those to which the choice makes the largest difference. */
#define N_DIFFERENCES 2u
/* A smaller part of the largest difference is not worth a word. */
#define TELLING 0.05

static const char *
name_of (SquillModel *model, const char *id)
{
  const SquillEntity *entity = squill_model_get_entity (model, id);

  return entity != NULL && entity->name != NULL ? entity->name : "?";
}

/**
 * squill_placement_describe:
 * @model: a model
 * @relationship: a relationship of it
 * @placement: a way to store it
 *
 * Returns: (transfer full): the placement in the words of this relationship: "Embedded in posts"
 */
char *
squill_placement_describe (SquillModel *model,
                           const SquillRelationship *relationship,
                           SquillPlacement placement)
{
  const char *parent, *child;
  g_autofree char *one = NULL;
  g_autofree char *number = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);
  g_return_val_if_fail (relationship != NULL, NULL);

  parent = name_of (model, relationship->parent);
  child = name_of (model, relationship->child);
  switch (placement)
    {
    case SQUILL_PLACEMENT_EMBED_ONE:
      return g_strdup_printf (_ ("One embedded in %s"), parent);
    case SQUILL_PLACEMENT_EMBED_MANY:
      return g_strdup_printf (_ ("Embedded in %s"), parent);
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
      /* Both ends have one name. */
      if (g_strcmp0 (relationship->parent, relationship->child) == 0)
        return g_strdup (relationship->children.max <= 1 ? _ ("Reference to the child")
                                                         : _ ("Array of references to children"));
      return g_strdup_printf (relationship->children.max <= 1 ? _ ("Reference in %s")
                                                              : _ ("Array of references in %s"),
                              parent);
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
      if (g_strcmp0 (relationship->parent, relationship->child) == 0)
        return g_strdup (relationship->parents.max > 1 ? _ ("Array of references to parents")
                                                       : _ ("Reference to the parent"));
      return g_strdup_printf (relationship->parents.max > 1 ? _ ("Array of references in %s")
                                                            : _ ("Reference in %s"),
                              child);
    case SQUILL_PLACEMENT_TWO_WAY:
      return g_strdup (_ ("References on both sides"));
    case SQUILL_PLACEMENT_JUNCTION:
      return g_strdup (_ ("Junction collection"));
    case SQUILL_PLACEMENT_SUBSET:
      if (isnan (relationship->bound))
        return g_strdup (_ ("Subset embedded, all in their own collection"));
      number = squill_text_count (relationship->bound);
      return g_strdup_printf (relationship->ordering == SQUILL_ORDERING_TIME
                                  ? _ ("Newest %s embedded, all in their own collection")
                                  : _ ("First %s embedded, all in their own collection"),
                              number);
    case SQUILL_PLACEMENT_BUCKET:
      one = squill_text_singular (parent);
      if (isnan (relationship->bound))
        return g_strdup_printf (_ ("Buckets per %s"), one);
      number = squill_text_count (relationship->bound);
      return g_strdup_printf (_ ("Buckets of %s per %s"), number, one);
    default:
      g_return_val_if_reached (NULL);
    }
}

/**
 * squill_placement_option_describe:
 * @model: a model
 * @relationship: a relationship of it
 * @option: a way to store it
 *
 * Returns: (transfer full): the option in words: "Reference in comments, with copies"
 */
char *
squill_placement_option_describe (SquillModel *model,
                                  const SquillRelationship *relationship,
                                  const SquillPlacementOption *option)
{
  SquillRelationship as_it_would_be;
  g_autofree char *placement = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);
  g_return_val_if_fail (relationship != NULL, NULL);
  g_return_val_if_fail (option != NULL, NULL);

  as_it_would_be = *relationship;
  as_it_would_be.bound = option->bound;
  placement = squill_placement_describe (model, &as_it_would_be, option->placement);
  /* Translators: a way to store a relationship, such as "Reference in comments" */
  return option->copied ? g_strdup_printf (_ ("%s, with copies"), placement)
                        : g_steal_pointer (&placement);
}

/* Microseconds as a time. */
static char *
write_work (double microseconds)
{
  return squill_text_duration (microseconds / 1e6);
}

/**
 * squill_placement_option_describe_cost:
 * @option: a way to store a relationship
 *
 * Returns: (transfer full) (nullable): what all operations on the relationship cost with it, as a
 *   range where something is unknown; %NULL where it cannot be, or nobody said how often they run
 */
char *
squill_placement_option_describe_cost (const SquillPlacementOption *option)
{
  g_autofree char *least = NULL;
  g_autofree char *most = NULL;

  g_return_val_if_fail (option != NULL, NULL);

  if (!option->feasible || isnan (option->cost.likely))
    return NULL;
  least = write_work (option->cost.min);
  /* Translators: a time, such as 26 ms */
  if (isinf (option->cost.max))
    return g_strdup_printf (_ ("%s or more of work each second"), least);
  most = write_work (option->cost.max);
  return g_str_equal (least, most)
             ? g_strdup_printf (_ ("%s of work each second"), least)
             : g_strdup_printf (_ ("%s to %s of work each second"), least, most);
}

/* Why one is advised. */

/* What it is compared with: what the relationship is stored as now, or else the next best; NULL
 * where nothing else is possible. */
static const SquillPlacementOption *
find_other (const GPtrArray *options)
{
  const SquillPlacementOption *next = NULL;

  for (guint i = 1; i < options->len; i++)
    {
      const SquillPlacementOption *option = options->pdata[i];

      if (!option->feasible)
        continue;
      if (option->current)
        return option;
      next = next == NULL ? option : next;
    }
  return next;
}

/* What the relationship is stored as now, if that is ruled out; NULL otherwise. */
static const SquillPlacementOption *
find_ruled_out (const GPtrArray *options)
{
  for (guint i = 0; i < options->len; i++)
    {
      const SquillPlacementOption *option = options->pdata[i];

      if (option->current && !option->feasible)
        return option;
    }
  return NULL;
}

/* "2 round trips, 36 documents, 11.6 kB" */
static char *
describe_counts (const SquillCounts *counts)
{
  g_autofree char *bytes = squill_text_bytes (counts->read_bytes);
  g_autofree char *n_read = squill_text_count (fmin (ceil (counts->documents), 1e15));
  g_autofree char *n_written = squill_text_count (fmin (ceil (counts->written), 1e15));
  const gulong trips = (gulong)fmin (round (counts->commands), 1e9);
  const gulong read = (gulong)fmin (ceil (counts->documents), 1e15);
  const gulong written = (gulong)fmin (ceil (counts->written), 1e15);
  GString *text;

  /* What comes with something that is read anyway. */
  if (trips == 0)
    return g_strdup (_ ("no round trip of its own"));
  text = g_string_new (NULL);
  g_string_append_printf (
      text, g_dngettext (GETTEXT_PACKAGE, "%lu round trip", "%lu round trips", trips), trips);
  if (read > 0)
    {
      g_string_append (text, ", ");
      g_string_append_printf (
          text, g_dngettext (GETTEXT_PACKAGE, "%s document read", "%s documents read", read),
          n_read);
      g_string_append_printf (text, " (%s)", bytes);
    }
  if (written > 0)
    {
      g_string_append (text, ", ");
      g_string_append_printf (
          text, g_dngettext (GETTEXT_PACKAGE, "%s written", "%s written", written), n_written);
    }
  return g_string_free (text, FALSE);
}

/**
 * squill_operation_describe_price:
 * @name: the name of an operation, or what stands for one
 * @work: what it takes, in microseconds each second
 * @counts: what one run does
 * @work_before: what it took before; less than @work
 * @counts_before: (nullable): what one run did; %NULL where there was no such operation
 *
 * What does no more than before and costs more has to wait for the disk more often.
 *
 * Returns: (transfer full): a sentence that says how much more it costs, and why
 */
char *
squill_operation_describe_price (const char *name,
                                 double work,
                                 const SquillCounts *counts,
                                 double work_before,
                                 const SquillCounts *counts_before)
{
  g_autofree char *now = NULL, *before = NULL, *does = NULL, *did = NULL;

  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (counts != NULL, NULL);

  now = write_work (work);
  before = write_work (work_before);
  does = describe_counts (counts);
  if (counts_before == NULL)
    /* Translators: an operation, a time, and what it does, such as "2 round trips, 36 documents
     * read" */
    return g_strdup_printf (_ ("“%s” comes on top, with %s of work each second: %s."), name, now,
                            does);
  did = describe_counts (counts_before);
  if (squill_counts_get_cost (counts) <= squill_counts_get_cost (counts_before))
    /* Translators: an operation, and two times */
    return g_strdup_printf (
        _ ("“%s” costs more: %s of work each second instead of %s, because less "
           "of the data fits into the cache."),
        name, now, before);
  if (g_str_equal (does, did))
    return g_strdup_printf (_ ("“%s” costs more: %s of work each second instead of %s."), name, now,
                            before);
  /* Translators: an operation, two times, and what it does and did, such as "2 round trips,
   * 36 documents read" */
  return g_strdup_printf (_ ("“%s” costs more: %s of work each second instead of %s, because it "
                             "takes %s instead of %s."),
                          name, now, before, does, did);
}

static double
get_difference (const SquillPlacementOption *option, const SquillPlacementOption *other, guint i)
{
  return fabs (g_array_index (option->costs, SquillOperationCost, i).cost.likely -
               g_array_index (other->costs, SquillOperationCost, i).cost.likely);
}

/* The operation that the choice makes the largest difference to, of those not told yet; their
 * number where there is none. */
static guint
find_largest (const SquillPlacementOption *option,
              const SquillPlacementOption *other,
              const gboolean *told)
{
  guint largest = option->costs->len;
  double most = 0;

  for (guint i = 0; i < option->costs->len; i++)
    if (!told[i] && get_difference (option, other, i) > most)
      {
        largest = i;
        most = get_difference (option, other, i);
      }
  return largest;
}

static void
add_differences (GString *text,
                 const SquillPlacementOption *option,
                 const SquillPlacementOption *other)
{
  g_autofree gboolean *told = g_new0 (gboolean, option->costs->len + 1);
  double most = 0;

  for (guint n = 0; n < N_DIFFERENCES; n++)
    {
      const guint i = find_largest (option, other, told);
      const SquillOperationCost *cost, *other_cost;
      g_autofree char *counts = NULL;
      g_autofree char *other_counts = NULL;

      if (i == option->costs->len || get_difference (option, other, i) < TELLING * most)
        return;
      most = MAX (most, get_difference (option, other, i));
      told[i] = TRUE;
      cost = &g_array_index (option->costs, SquillOperationCost, i);
      other_cost = &g_array_index (other->costs, SquillOperationCost, i);
      if (isnan (cost->rate))
        continue; /* no counts tell of it */
      counts = describe_counts (&cost->counts);
      other_counts = describe_counts (&other_cost->counts);
      if (g_str_equal (counts, other_counts))
        continue;
      if (text->len > 0)
        g_string_append_c (text, ' ');
      /* Translators: an operation, and what it does, such as "2 round trips, 36 documents read" */
      g_string_append_printf (text, _ ("“%s” takes %s instead of %s."), cost->label, counts,
                              other_counts);
    }
}

/* What is taken for granted of operations that a page seems to issue together, if it makes a
 * difference. */
static void
add_pages (GString *text, const SquillPlacementOption *option, const SquillPlacementOption *other)
{
  for (guint i = 0; i < option->costs->len; i++)
    {
      const SquillOperationCost *cost = &g_array_index (option->costs, SquillOperationCost, i);

      if (cost->parent_read == NULL || !(get_difference (option, other, i) > 0))
        continue;
      if (text->len > 0)
        g_string_append_c (text, ' ');
      /* Translators: two operations */
      g_string_append_printf (text,
                              _ ("“%s” runs as often as “%s”: both are taken to be asked for "
                                 "together."),
                              cost->label, cost->parent_read);
    }
}

/* What decides between the two. */
static void
add_reason (GString *text,
            SquillModel *model,
            const SquillRelationship *relationship,
            const SquillPlacementOption *advised,
            const SquillPlacementOption *other)
{
  g_autofree char *name = squill_placement_option_describe (model, relationship, advised);
  g_autofree char *other_name = squill_placement_option_describe (model, relationship, other);
  g_autofree char *work = write_work (advised->cost.likely);
  g_autofree char *other_work = write_work (other->cost.likely);

  if (text->len > 0)
    g_string_append_c (text, ' ');
  if (other->drawbacks->len > advised->drawbacks->len)
    /* Translators: a way to store a relationship, and what speaks against it */
    g_string_append_printf (text, _ ("“%s” has a drawback: %s."), other_name,
                            (const char *)other->drawbacks->pdata[0]);
  else if (isnan (advised->cost.likely) || isnan (other->cost.likely))
    {
      g_autofree char *children = squill_triple_to_short (relationship->children);

      /* Translators: the number of children of a parent, as in "0..20..200" */
      g_string_append_printf (text,
                              _ ("How often it is read and written is not set, so the number of "
                                 "children (%s) decides."),
                              *children != '\0' ? children : "?");
    }
  else if (advised->cost.likely <= other->cost.likely)
    /* Translators: a way to store a relationship and a time, then another and its time */
    g_string_append_printf (text, _ ("“%s” takes %s of work each second, “%s” %s."), name, work,
                            other_name, other_work);
  else if (advised->served <= other->served && advised->served < advised->cost.likely)
    {
      g_autofree char *served = write_work (advised->served);
      g_autofree char *other_served = write_work (other->served);

      /* Translators: a way to store a relationship and a time, then another and its time */
      g_string_append_printf (
          text,
          _ ("With the indexes that operations lack, “%s” takes %s of work each "
             "second, “%s” %s."),
          name, served, other_name, other_served);
    }
  else
    g_string_append_printf (text,
                            _ ("“%s” is the simpler way and takes hardly more work each second "
                               "(%s) than “%s” (%s)."),
                            name, work, other_name, other_work);
}

/* That something else decides than the work, and how much more of it there is. */
static void
add_price (GString *text,
           SquillModel *model,
           const SquillRelationship *relationship,
           const SquillPlacementOption *advised,
           const SquillPlacementOption *now)
{
  g_autofree char *name = squill_placement_option_describe (model, relationship, advised);
  g_autofree char *work = write_work (advised->cost.likely);
  g_autofree char *work_now = write_work (now->cost.likely);

  if (!(advised->cost.likely > (1 + TELLING) * now->cost.likely))
    return;
  g_string_append_c (text, ' ');
  /* Translators: a way to store a relationship, and two times */
  g_string_append_printf (text, _ ("“%s” costs more: %s of work each second instead of %s."), name,
                          work, work_now);
  if (!now->feasible)
    add_differences (text, advised, now);
}

/**
 * squill_placements_explain:
 * @model: a model
 * @relationship: a relationship of it
 * @options: (element-type SquillPlacementOption): what squill_placements_compare() says of it
 *
 * Says why an option is advised: what speaks against the way that the relationship is stored now,
 * or else against the next best, and to which operations the choice makes the largest difference.
 *
 * Returns: (transfer full): some sentences
 */
char *
squill_placements_explain (SquillModel *model,
                           const SquillRelationship *relationship,
                           const GPtrArray *options)
{
  const SquillPlacementOption *advised, *other, *ruled_out;
  GString *text;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);
  g_return_val_if_fail (relationship != NULL, NULL);
  g_return_val_if_fail (options != NULL, NULL);

  advised = options->len > 0 ? options->pdata[0] : NULL;
  if (advised == NULL || !advised->advised)
    return g_strdup (_ ("Neither the number of children nor how often they are read is set."));
  text = g_string_new (NULL);
  other = find_other (options);
  ruled_out = find_ruled_out (options);
  if (ruled_out != NULL)
    {
      g_autofree char *name = squill_placement_option_describe (model, relationship, ruled_out);

      /* Translators: a way to store a relationship, and what rules it out */
      g_string_append_printf (text, _ ("“%s” is ruled out: %s."), name,
                              ruled_out->infeasible_reason);
      add_price (text, model, relationship, advised, ruled_out);
    }
  if (other == NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "",
                            _ ("Nothing else is possible."));
  else
    {
      add_reason (text, model, relationship, advised, other);
      if (other->current && other->drawbacks->len > advised->drawbacks->len)
        add_price (text, model, relationship, advised, other);
      if (!isnan (advised->cost.likely) && !isnan (other->cost.likely))
        {
          add_differences (text, advised, other);
          add_pages (text, advised, other);
        }
    }
  return g_string_free (text, FALSE);
}
