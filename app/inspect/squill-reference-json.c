/* SPDX-License-Identifier: Apache-2.0 */

/* References as `squill-cli infer` prints them. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-reference-json.h"

#include "model/squill-json-text.h"
#include "model/squill-property.h"

static void
set (json_t *object, const char *name, json_t *value)
{
  json_object_set_new (object, name, value);
}

static json_t *
count_to_json (guint64 count)
{
  return json_integer ((json_int_t)MIN (count, (guint64)G_MAXINT64));
}

static char *
full_path (const SquillCollectionProfile *collection, const SquillPath *path)
{
  g_autofree char *text = squill_path_to_text (path);

  return g_strdup_printf ("%s.%s", collection->name, text);
}

static json_t *
three_to_json (double min, double mean, double max)
{
  json_t *json = json_object ();

  set (json, "min", squill_json_number (min));
  set (json, "mean", squill_json_number (mean));
  set (json, "max", squill_json_number (max));
  return json;
}

/**
 * squill_reference_to_json:
 * @reference: a reference
 *
 * Returns: (transfer full): what is known of it, as `squill-cli infer` prints it and as the
 *   evidence of a model keeps it
 */
json_t *
squill_reference_to_json (const SquillReference *reference)
{
  g_autofree char *from = full_path (reference->from, reference->from_path);
  g_autofree char *to = full_path (reference->to, reference->to_path);
  const SquillPath *path = reference->from_path;
  json_t *per_key = three_to_json ((double)reference->per_key_min, reference->per_key_mean,
                                   (double)reference->per_key_max);
  json_t *json = json_object ();

  set (json, "from", json_string (from));
  set (json, "to", json_string (to));
  set (json, "references", count_to_json (reference->references));
  set (json, "distinct", count_to_json (reference->distinct));
  set (json, "inclusion", squill_json_number (reference->inclusion));
  set (json, "coverage", squill_json_number (reference->coverage));
  set (json, "dangling", count_to_json (reference->dangling));
  set (json, "orphans", count_to_json (reference->orphans));
  /* An array of keys makes the document that holds it the parent, a single key the one it names. */
  if (path->kind == SQUILL_PATH_ELEMENTS)
    {
      const SquillSpread *lengths = path->parent->lengths;

      set (json, "children_per_parent",
           three_to_json ((double)lengths->min, squill_spread_get_mean (lengths),
                          (double)lengths->max));
      set (json, "parents_per_child", per_key);
    }
  else
    {
      guint64 of = squill_path_get_of (path);

      set (json, "children_per_parent", per_key);
      set (json, "parents_per_child",
           three_to_json (path->scalars < of ? 0 : 1, (double)path->scalars / (double)of, 1));
    }
  set (json, "verdict", json_string (reference->proposed ? "proposed" : "weak"));
  set (json, "confidence", squill_json_number (reference->confidence));
  return json;
}

/**
 * squill_references_to_json:
 * @references: (element-type SquillReference): references
 *
 * Returns: (transfer full): an array of them, in their order
 */
json_t *
squill_references_to_json (GPtrArray *references)
{
  json_t *json = json_array ();

  for (guint i = 0; i < references->len; i++)
    json_array_append_new (json, squill_reference_to_json (g_ptr_array_index (references, i)));
  return json;
}
