/* SPDX-License-Identifier: Apache-2.0 */

/* Which of several findings about one thing is shown (rules.md 2). */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-precedence.h"

/* Of these, all about the length of an array, the first says most. */
static const char *const array_rules[] = {
  "array-hits-doc-limit", "unbounded-array",       "ref-array-large",
  "embed-array-large",    "array-growth-forecast",
};

/* What is said of one subject. */
typedef struct
{
  int severity; /* the worst, but for what was dismissed */
  guint rank;   /* the first of array_rules */
} Said;

static guint
get_rank (const SquillFinding *finding)
{
  for (guint i = 0; i < G_N_ELEMENTS (array_rules); i++)
    if (g_str_equal (finding->rule, array_rules[i]))
      return i;
  return G_N_ELEMENTS (array_rules);
}

/* About entities and operations there may be any number of things to say. */
static gboolean
is_narrow (const SquillFinding *finding)
{
  return finding->subject_kind == SQUILL_KIND_RELATIONSHIP ||
         finding->subject_kind == SQUILL_KIND_FIELD;
}

/**
 * squill_precedence_filter:
 * @findings: (element-type SquillFinding): findings; loses some
 *
 * Leaves of all findings about one relationship or field only the most severe, and of those about
 * the length of an array only the one that says most. A finding that was dismissed makes place for
 * lesser ones, but not for another about the same length.
 */
void
squill_precedence_filter (GPtrArray *findings)
{
  g_autoptr (GHashTable) table = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  guint left = 0;

  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];
      Said *said;

      if (!is_narrow (finding))
        continue;
      said = g_hash_table_lookup (table, finding->subject);
      if (said == NULL)
        {
          said = g_new (Said, 1);
          *said = (Said){ -1, G_N_ELEMENTS (array_rules) };
          g_hash_table_insert (table, finding->subject, said);
        }
      if (!finding->dismissed)
        said->severity = MAX (said->severity, (int)finding->severity);
      said->rank = MIN (said->rank, get_rank (finding));
    }
  for (guint i = 0; i < findings->len; i++)
    {
      SquillFinding *finding = findings->pdata[i];
      const Said *said = is_narrow (finding) ? g_hash_table_lookup (table, finding->subject) : NULL;
      guint rank = get_rank (finding);

      if (said == NULL || finding->dismissed ||
          ((int)finding->severity >= said->severity &&
           (rank == G_N_ELEMENTS (array_rules) || rank <= said->rank)))
        findings->pdata[left++] = finding;
    }
  g_ptr_array_set_size (findings, (int)left);
}
