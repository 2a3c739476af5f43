/* SPDX-License-Identifier: Apache-2.0 */

/* The catalog: all rules of all families. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-advice-private.h"

static const SquillRule *const families[] = {
  _squill_rules_arrays,
  _squill_rules_embedding,
  _squill_rules_references,
  _squill_rules_targets,
  _squill_rules_links,
  _squill_rules_relationships,
  _squill_rules_size,
  _squill_rules_reading,
  _squill_rules_transactions,
  _squill_rules_consistency,
  _squill_rules_across_databases,
  _squill_rules_operations,
  _squill_rules_reviews,
  _squill_rules_index_limits,
  _squill_rules_index_missing,
  _squill_rules_index_need,
  _squill_rules_index_size,
  _squill_rules_index_unique,
  _squill_rules_index_use,
  _squill_rules_types,
  _squill_rules_names,
  _squill_rules_dangling,
  _squill_rules_collections,
  _squill_rules_databases,
  _squill_rules_dictionary,
  _squill_rules_patterns,
  _squill_rules_copies,
  _squill_rules_copied,
  _squill_rules_subsets,
  _squill_rules_computed,
  _squill_rules_lookups,
  _squill_rules_ageing,
  _squill_rules_time_series,
  _squill_rules_buckets,
  _squill_rules_sharding,
  _squill_rules_shard_keys,
  _squill_rules_shard_choice,
};

/* Patterns that the manual knows under a name of their own, and the rules that propose them. */
static const struct
{
  const char *alias;
  const char *rule;
} aliases[] = {
  { "pattern-extended-reference", "denorm-candidate" },
  { "pattern-subset", "subset-candidate" },
  { "pattern-computed", "computed-candidate" },
  { "pattern-approximation", "approx-candidate" },
  { "pattern-outlier", "outlier-size" },
  { "pattern-archive", "archive-candidate" },
  { "pattern-schema-version", "schema-version-missing" },
  { "pattern-tree", "tree-pattern-missing" },
  { "pattern-tree-ancestors", "tree-pattern-missing" },
  { "pattern-gridfs", "blob-embedded" },
};

typedef struct
{
  GPtrArray *rules;
  GArray *infos;
  GHashTable *by_id;
} Catalog;

/* Made once, and there as long as the program. */
static const Catalog *
get_catalog (void)
{
  static gsize made = 0;
  static Catalog catalog;

  if (g_once_init_enter (&made))
    {
      catalog.rules = g_ptr_array_new ();
      catalog.infos = g_array_new (FALSE, FALSE, sizeof (SquillRuleInfo));
      catalog.by_id = g_hash_table_new (g_str_hash, g_str_equal);
      for (guint i = 0; i < G_N_ELEMENTS (families); i++)
        for (const SquillRule *rule = families[i]; rule->info.id != NULL; rule++)
          {
            g_ptr_array_add (catalog.rules, (gpointer)rule);
            g_array_append_val (catalog.infos, rule->info);
            g_hash_table_insert (catalog.by_id, (gpointer)rule->info.id, (gpointer)&rule->info);
          }
      g_once_init_leave (&made, 1);
    }
  return &catalog;
}

/**
 * _squill_rules_get_all:
 * @n: (out): how many there are
 *
 * Returns: (transfer none) (array length=n): all rules
 */
const SquillRule *const *
_squill_rules_get_all (guint *n)
{
  const Catalog *catalog = get_catalog ();

  *n = catalog->rules->len;
  return (const SquillRule *const *)catalog->rules->pdata;
}

/**
 * squill_rules_get:
 * @n: (out): how many there are
 *
 * Returns: (transfer none) (array length=n): the catalog, by family
 */
const SquillRuleInfo *
squill_rules_get (guint *n)
{
  const Catalog *catalog = get_catalog ();

  g_return_val_if_fail (n != NULL, NULL);

  *n = catalog->infos->len;
  return (const SquillRuleInfo *)(gconstpointer)catalog->infos->data;
}

/**
 * squill_rules_find:
 * @id: the id of a rule, such as "unbounded-array", or of the pattern that one proposes, such as
 *   "pattern-outlier"
 *
 * Returns: (transfer none) (nullable): its entry in the catalog
 */
const SquillRuleInfo *
squill_rules_find (const char *id)
{
  g_return_val_if_fail (id != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (aliases); i++)
    if (g_str_equal (aliases[i].alias, id))
      return g_hash_table_lookup (get_catalog ()->by_id, aliases[i].rule);
  return g_hash_table_lookup (get_catalog ()->by_id, id);
}

/**
 * squill_rules_get_family_title:
 * @family: a family of rules, "A" to "J"
 *
 * Returns: (transfer none) (nullable): what it is about, not translated yet: for gettext; %NULL
 * where there is no such family
 */
const char *
squill_rules_get_family_title (const char *family)
{
  static const char *const titles[] = {
    N_ ("Relationships and arrays"),
    N_ ("Document size"),
    N_ ("Atomicity and consistency"),
    N_ ("Denormalization"),
    N_ ("Indexes"),
    N_ ("Sharding"),
    N_ ("Names, types, and limits"),
    N_ ("Time series, buckets and ageing"),
    N_ ("Operations"),
    N_ ("Patterns"),
  };
  const guint position = (guint)(family[0] - 'A');

  return position < G_N_ELEMENTS (titles) && family[1] == '\0' ? titles[position] : NULL;
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
