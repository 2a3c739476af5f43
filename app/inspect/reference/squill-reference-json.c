/* SPDX-License-Identifier: Apache-2.0 */

/* References as `squill-cli infer` prints them. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-json.h"
#include "inspect/profile/squill-value-json.h"

#include "model/squill-json-text.h"
#include "model/squill-property.h"

/* In the order of the bits of #SquillReferenceTraits. */
static const char *const trait_names[] = {
  "self", "polymorphic", "dbref", "extension", "accepted",
};

static void
set (json_t *object, const char *name, json_t *value)
{
  json_object_set_new (object, name, value);
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

static void
set_examples (json_t *json, const SquillReference *reference)
{
  if (reference->dangling_values != NULL &&
      (reference->key_share == 1 || reference->counted_on_server))
    set (json, "dangling_values", json_deep_copy (reference->dangling_values));
  if (reference->orphan_values != NULL)
    set (json, "orphan_values", json_deep_copy (reference->orphan_values));
  if (reference->duplicate_values != NULL)
    set (json, "duplicate_values", json_deep_copy (reference->duplicate_values));
}

static void
set_traits (json_t *json, const SquillReference *reference)
{
  json_t *traits = json_array ();

  for (guint i = 0; i < G_N_ELEMENTS (trait_names); i++)
    if ((reference->traits & (1u << i)) != 0)
      json_array_append_new (traits, json_string (trait_names[i]));
  set (json, "traits", traits);
  if (reference->prefix != NULL)
    set (json, "prefix", json_string (reference->prefix));
  if (reference->when_path != NULL)
    {
      g_autofree char *path = squill_path_to_text (reference->when_path);
      g_autofree char *value = g_utf8_make_valid (reference->when_value, -1);

      set (json, "when", json_pack ("{s:s, s:s}", "path", path, "value", value));
    }
}

static json_t *
evidence_to_json (const SquillReference *reference)
{
  json_t *json = json_array ();

  for (guint i = 0; i < reference->evidence->len; i++)
    {
      g_autofree char *sentence =
          g_utf8_make_valid (g_ptr_array_index (reference->evidence, i), -1);

      json_array_append_new (json, json_string (sentence));
    }
  return json;
}

static json_t *
copies_to_json (const SquillReference *reference)
{
  json_t *json = json_array ();

  for (guint i = 0; i < reference->copies->len; i++)
    {
      const SquillCopiedField *copy = g_ptr_array_index (reference->copies, i);
      g_autofree char *from = squill_path_to_text (copy->from);
      g_autofree char *to = squill_path_to_text (copy->to);
      g_autofree char *full_from = g_strdup_printf ("%s.%s", reference->from->name, from);
      g_autofree char *full_to = g_strdup_printf ("%s.%s", reference->to->name, to);
      json_t *entry = json_object ();

      set (entry, "from", json_string (full_from));
      set (entry, "to", json_string (full_to));
      set (entry, "equal", squill_count_to_json (copy->equal));
      set (entry, "of", squill_count_to_json (copy->of));
      set (entry, "exact", json_boolean (copy->exact));
      json_array_append_new (json, entry);
    }
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
  g_autofree char *from = squill_reference_get_from_text (reference);
  g_autofree char *to = squill_reference_get_to_text (reference);
  json_t *per_key = three_to_json ((double)reference->per_key_min, reference->per_key_mean,
                                   (double)reference->per_key_max);
  json_t *per_holder = three_to_json ((double)reference->per_holder_min, reference->per_holder_mean,
                                      (double)reference->per_holder_max);
  json_t *json = json_object ();

  set (json, "from", json_string (from));
  set (json, "to", json_string (to));
  set (json, "references", squill_count_to_json (reference->references));
  set (json, "distinct", squill_count_to_json (reference->distinct));
  set (json, "inclusion", squill_json_number (reference->inclusion));
  set (json, "coverage", squill_json_number (reference->coverage));
  /* What was not read may be where the one leads, and what refers to the other. */
  set (json, "dangling",
       reference->counted_on_server ? squill_count_to_json (reference->server_dangling)
       : reference->key_share == 1  ? squill_count_to_json (reference->dangling)
                                    : json_null ());
  set (json, "orphans",
       reference->from->complete ? squill_count_to_json (reference->orphans) : json_null ());
  set (json, "duplicates", squill_count_to_json (reference->duplicates));
  /* A list of keys makes the document that holds it the parent, a single key the one it names. */
  set (json, "children_per_parent", reference->is_list ? per_holder : per_key);
  set (json, "parents_per_child", reference->is_list ? per_key : per_holder);
  set (json, "exact", json_boolean (reference->exact));
  set (json, "verdict", json_string (reference->proposed ? "proposed" : "weak"));
  set (json, "confidence", squill_json_number (reference->confidence));
  set_examples (json, reference);
  set_traits (json, reference);
  set (json, "evidence", evidence_to_json (reference));
  set (json, "copies", copies_to_json (reference));
  if (reference->counted_on_server)
    set (json, "server",
         json_pack ("{s:o, s:o, s:b}", "references",
                    squill_count_to_json (reference->server_references), "dangling",
                    squill_count_to_json (reference->server_dangling), "exact", 1));
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
