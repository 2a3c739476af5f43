/* SPDX-License-Identifier: Apache-2.0 */

/* The catalogue: all rules of all families. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-rule.h"

static const SquillRule *const families[] = {
  squill_rules_arrays,      squill_rules_embedding, squill_rules_references,
  squill_rules_targets,     squill_rules_links,     squill_rules_relationships,
  squill_rules_size,        squill_rules_reading,   squill_rules_transactions,
  squill_rules_consistency,
};

typedef struct
{
  GPtrArray *rules;
  GArray *infos;
  GHashTable *by_id;
} Catalogue;

/* Made once, and there as long as the program. */
static const Catalogue *
get_catalogue (void)
{
  static gsize made = 0;
  static Catalogue catalogue;

  if (g_once_init_enter (&made))
    {
      catalogue.rules = g_ptr_array_new ();
      catalogue.infos = g_array_new (FALSE, FALSE, sizeof (SquillRuleInfo));
      catalogue.by_id = g_hash_table_new (g_str_hash, g_str_equal);
      for (guint i = 0; i < G_N_ELEMENTS (families); i++)
        for (const SquillRule *rule = families[i]; rule->info.id != NULL; rule++)
          {
            g_ptr_array_add (catalogue.rules, (gpointer)rule);
            g_array_append_val (catalogue.infos, rule->info);
            g_hash_table_insert (catalogue.by_id, (gpointer)rule->info.id, (gpointer)&rule->info);
          }
      g_once_init_leave (&made, 1);
    }
  return &catalogue;
}

/**
 * squill_rules_get_all:
 * @n: (out): how many there are
 *
 * Returns: (transfer none) (array length=n): all rules
 */
const SquillRule *const *
squill_rules_get_all (guint *n)
{
  const Catalogue *catalogue = get_catalogue ();

  *n = catalogue->rules->len;
  return (const SquillRule *const *)catalogue->rules->pdata;
}

/**
 * squill_rules_get:
 * @n: (out): how many there are
 *
 * Returns: (transfer none) (array length=n): the catalogue, by family
 */
const SquillRuleInfo *
squill_rules_get (guint *n)
{
  const Catalogue *catalogue = get_catalogue ();

  g_return_val_if_fail (n != NULL, NULL);

  *n = catalogue->infos->len;
  return (const SquillRuleInfo *)(gconstpointer)catalogue->infos->data;
}

/**
 * squill_rules_find:
 * @id: the id of a rule, such as "unbounded-array"
 *
 * Returns: (transfer none) (nullable): its entry in the catalogue
 */
const SquillRuleInfo *
squill_rules_find (const char *id)
{
  g_return_val_if_fail (id != NULL, NULL);

  return g_hash_table_lookup (get_catalogue ()->by_id, id);
}

/**
 * squill_severity_get_name:
 * @severity: a severity
 *
 * Returns: (transfer none): its name in the output of the command line, "error", "warning" or
 *   "hint"; not translated
 */
const char *
squill_severity_get_name (SquillSeverity severity)
{
  static const char *const names[] = { "hint", "warning", "error" };

  g_return_val_if_fail (severity < G_N_ELEMENTS (names), NULL);
  return names[severity];
}
