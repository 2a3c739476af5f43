/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-plan-text.h"

#include <glib/gi18n.h>

#include "text/squill-text.h"

/* Microseconds. */
#define SECOND 1e6

/**
 * squill_plan_write_collections:
 * @plan: what an operation does
 *
 * Returns: (transfer full): the collections that it touches, in order: "posts → comments"
 */
char *
squill_plan_write_collections (const SquillPlan *plan)
{
  GString *text = g_string_new (NULL);
  const char *last = NULL;

  g_return_val_if_fail (plan != NULL, NULL);

  for (guint i = 0; i < plan->steps->len; i++)
    {
      const SquillPlanStep *step = plan->steps->pdata[i];

      if (g_strcmp0 (last, step->collection) == 0)
        continue;
      g_string_append_printf (text, "%s%s", last != NULL ? " → " : "", step->collection_name);
      last = step->collection;
    }
  return g_string_free (text, FALSE);
}

/* How many documents and bytes. */
static char *
write_amount (double documents, double bytes)
{
  g_autofree char *count = NULL;
  g_autofree char *size = NULL;

  if (isnan (documents))
    return g_strdup (_ ("unknown"));
  count = squill_text_short_count (documents);
  if (isnan (bytes) || documents == 0)
    return g_strdup_printf (
        ngettext ("%s document", "%s documents", (gulong)CLAMP (ceil (documents), 0, 1e9)), count);
  size = squill_text_bytes (bytes);
  /* Translators: how many documents, and how many bytes these have together */
  return g_strdup_printf (
      ngettext ("%s document, %s", "%s documents, %s", (gulong)CLAMP (ceil (documents), 0, 1e9)),
      count, size);
}

/**
 * squill_plan_write_reads:
 * @plan: what an operation does
 *
 * Returns: (transfer full): how much one run reads: "9 documents, 1.2 kB"; "" for nothing
 */
char *
squill_plan_write_reads (const SquillPlan *plan)
{
  g_return_val_if_fail (plan != NULL, NULL);

  if (plan->documents.likely == 0)
    /* Translators: all that an operation returns stands in an index */
    return g_strdup (plan->keys.likely > 0 ? _ ("only an index") : "");
  return write_amount (plan->documents.likely, plan->bytes_read.likely);
}

/**
 * squill_plan_write_writes:
 * @plan: what an operation does
 *
 * Returns: (transfer full): how much one run writes, and whether all of that changes at once;
 *   "" for nothing
 */
char *
squill_plan_write_writes (const SquillPlan *plan)
{
  g_autofree char *amount = NULL;

  g_return_val_if_fail (plan != NULL, NULL);

  if (plan->written.likely == 0)
    return g_strdup ("");
  amount = write_amount (plan->written.likely, plan->log_bytes.likely);
  /* Translators: how many documents and bytes are written */
  return plan->atomic ? g_steal_pointer (&amount) : g_strdup_printf (_ ("%s, not atomic"), amount);
}

/* How one step comes to its documents; NULL for an insert. */
static const char *
get_access (const SquillPlanStep *step)
{
  switch (step->access)
    {
    case SQUILL_PLAN_BY_ID:
      return "_id";
    case SQUILL_PLAN_BY_INDEX:
      /* Translators: documents are found by an index */
      return step->path != NULL ? step->path->index->name : _ ("an index");
    case SQUILL_PLAN_SCAN:
      /* Translators: all documents of a collection are read */
      return _ ("scan");
    case SQUILL_PLAN_INSERT:
    default:
      return NULL;
    }
}

/**
 * squill_plan_write_access:
 * @plan: what an operation does
 *
 * Returns: (transfer full): the indexes that it uses, in order, "scan" where there is none, and
 *   whether it sorts in memory
 */
char *
squill_plan_write_access (const SquillPlan *plan)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (plan != NULL, NULL);

  for (guint i = 0; i < plan->steps->len; i++)
    {
      const char *access = get_access (plan->steps->pdata[i]);

      if (access != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", access);
    }
  if (plan->sorts_in_memory)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "",
                            /* Translators: no index gives the order that is asked for */
                            _ ("sorts in memory"));
  return g_string_free (text, FALSE);
}

static char *
write_range (SquillTriple cost)
{
  g_autofree char *least = squill_text_duration (cost.min / SECOND);
  g_autofree char *likely = squill_text_duration (cost.likely / SECOND);
  g_autofree char *most = NULL;

  if (isnan (cost.likely))
    return g_strdup ("");
  if (isinf (cost.max))
    /* Translators: a time */
    return g_strdup_printf (_ ("%s or more"), least);
  most = squill_text_duration (cost.max / SECOND);
  return g_str_equal (least, most) ? g_steal_pointer (&likely)
                                   /* Translators: two times */
                                   : g_strdup_printf (_ ("%s to %s"), least, most);
}

/**
 * squill_plan_write_cost:
 * @plan: what an operation does
 *
 * Returns: (transfer full): what one run costs, a range where something is not known; "" where
 *   nothing is
 */
char *
squill_plan_write_cost (const SquillPlan *plan)
{
  g_return_val_if_fail (plan != NULL, NULL);

  return plan->steps->len == 0 ? g_strdup ("") : write_range (plan->cost);
}

static void
append_step (GString *text, const SquillPlanStep *step, guint number)
{
  const char *access = get_access (step);
  g_autofree char *cost = write_range (step->cost);

  g_string_append_printf (text, "%s%u. %s", text->len > 0 ? "\n" : "", number,
                          step->collection_name);
  if (step->access == SQUILL_PLAN_SCAN)
    g_string_append_printf (text, ": %s", access);
  else if (access != NULL)
    {
      g_string_append (text, ": ");
      /* Translators: the name of an index, or its fields */
      g_string_append_printf (text, _ ("by %s"), access);
    }
  if (step->documents.likely != 0)
    {
      g_autofree char *amount = write_amount (step->documents.likely, step->bytes_read.likely);

      g_string_append (text, ", ");
      /* Translators: documents and bytes */
      g_string_append_printf (text, _ ("reads %s"), amount);
    }
  if (step->keys.likely > 0)
    {
      g_autofree char *count = squill_text_short_count (step->keys.likely);

      g_string_append (text, ", ");
      g_string_append_printf (text,
                              ngettext ("%s index entry", "%s index entries",
                                        (gulong)CLAMP (ceil (step->keys.likely), 0, 1e9)),
                              count);
    }
  if (step->written.likely > 0)
    {
      g_autofree char *amount = write_amount (step->written.likely, step->log_bytes.likely);

      g_string_append (text, ", ");
      /* Translators: documents and bytes */
      g_string_append_printf (text, _ ("writes %s"), amount);
    }
  if (step->path != NULL && !step->path->sorts)
    g_string_append_printf (text, ", %s", _ ("sorts in memory"));
  if (!step->targeted)
    g_string_append_printf (text, ", %s", _ ("on all shards"));
  if (*cost != '\0')
    g_string_append_printf (text, ", %s", cost);
}

/**
 * squill_plan_write_steps:
 * @plan: what an operation does
 *
 * Returns: (transfer full): what it does step by step, a line each, and what is not known; "" for
 *   nothing
 */
char *
squill_plan_write_steps (const SquillPlan *plan)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (plan != NULL, NULL);

  for (guint i = 0; i < plan->steps->len; i++)
    append_step (text, plan->steps->pdata[i], i + 1);
  for (guint i = 0; i < plan->unknown->len; i++)
    {
      g_string_append (text, text->len > 0 ? "\n" : "");
      /* Translators: what nobody said, such as: How many different values “status” has */
      g_string_append_printf (text, _ ("Unknown: %s"), (const char *)plan->unknown->pdata[i]);
    }
  return g_string_free (text, FALSE);
}
