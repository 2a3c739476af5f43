/* SPDX-License-Identifier: Apache-2.0 */

/* A reference that was found: its ends in words, and its JSON as `squill-cli infer` prints it. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference.h"

#include "bson/squill-bson-json.h"
#include "model/squill-json-text.h"
#include "model/squill-property.h"

static gpointer
copy_text_cb (gconstpointer text, gpointer user_data)
{
  return g_strdup (text);
}

static gpointer
copy_field_cb (gconstpointer field, gpointer user_data)
{
  return g_memdup2 (field, sizeof (SquillCopiedField));
}

/**
 * squill_reference_new:
 * @from: the collection that refers
 * @from_path: where in it
 * @from_keys: the keys of the map there refer
 * @to: the collection that is referred to
 * @to_path: the key in it
 * @to_keys: the keys of the map there are referred to
 *
 * Returns: (transfer full): a reference of which nothing is known yet
 */
SquillReference *
squill_reference_new (const SquillCollectionProfile *from,
                      const SquillPath *from_path,
                      gboolean from_keys,
                      const SquillCollectionProfile *to,
                      const SquillPath *to_path,
                      gboolean to_keys)
{
  SquillReference *self = g_new0 (SquillReference, 1);

  self->from = from;
  self->from_path = from_path;
  self->from_keys = from_keys;
  self->to = to;
  self->to_path = to_path;
  self->to_keys = to_keys;
  self->key_share = squill_collection_profile_get_read_share (to);
  self->copies = g_ptr_array_new_with_free_func (g_free);
  self->other_fields = g_array_new (FALSE, FALSE, sizeof (SquillFieldPair));
  self->evidence = g_ptr_array_new_with_free_func (g_free);
  if (from == to)
    self->traits |= (guint)SQUILL_REFERENCE_SELF;
  return self;
}

/**
 * squill_reference_copy:
 * @self: a reference
 *
 * Returns: (transfer full): the same once more
 */
SquillReference *
squill_reference_copy (const SquillReference *self)
{
  SquillReference *copy = g_memdup2 (self, sizeof *self);

  copy->prefix = g_strdup (self->prefix);
  copy->when_value = g_strdup (self->when_value);
  copy->dangling_values = json_deep_copy (self->dangling_values);
  copy->orphan_values = json_deep_copy (self->orphan_values);
  copy->duplicate_values = json_deep_copy (self->duplicate_values);
  copy->copies = g_ptr_array_copy (self->copies, copy_field_cb, NULL);
  copy->other_fields = g_array_copy (self->other_fields);
  copy->evidence = g_ptr_array_copy (self->evidence, copy_text_cb, NULL);
  return copy;
}

void
squill_reference_free (SquillReference *self)
{
  if (self == NULL)
    return;
  g_free (self->prefix);
  g_free (self->when_value);
  json_decref (self->dangling_values);
  json_decref (self->orphan_values);
  json_decref (self->duplicate_values);
  g_ptr_array_unref (self->copies);
  g_array_unref (self->other_fields);
  g_ptr_array_unref (self->evidence);
  g_free (self);
}

static char *
place_to_text (const SquillCollectionProfile *collection, const SquillPath *path, gboolean keys)
{
  g_autofree char *text = squill_path_to_text (path);

  return g_strdup_printf ("%s%s%s%s", collection->name, *text != '\0' ? "." : "", text,
                          keys ? "{key}" : "");
}

/**
 * squill_reference_get_from_text:
 * @self: a reference
 *
 * Returns: (transfer full): where it starts, as the JSON of a profile says it: `orders.items[].sku`
 */
char *
squill_reference_get_from_text (const SquillReference *self)
{
  return place_to_text (self->from, self->from_path, self->from_keys);
}

/**
 * squill_reference_get_to_text:
 * @self: a reference
 *
 * Returns: (transfer full): where it ends: `products.sku`, `catalog.products{key}`
 */
char *
squill_reference_get_to_text (const SquillReference *self)
{
  return place_to_text (self->to, self->to_path, self->to_keys);
}

/* Names that say that something is a key, and not of what; with those of ids even at the top of a
 * document. */
static gboolean
is_key_name (const char *name, gboolean only_ids)
{
  static const char *const names[] = { "id",   "_id",  "$id", "index", "url", "href", "uri",
                                       "slug", "code", "key", "num",   "ref", "uuid", "number" };

  for (guint i = 0; i < (only_ids ? 3 : G_N_ELEMENTS (names)); i++)
    if (g_str_equal (name, names[i]))
      return TRUE;
  return FALSE;
}

/**
 * squill_reference_get_named_path:
 * @path: a path
 *
 * Returns: (nullable): the field that the path is named after: that of the array for its elements,
 * that of the object for an id or a key in it, whichever the object is referred to by; %NULL for
 * the id of a document and for values of a map
 */
const SquillPath *
squill_reference_get_named_path (const SquillPath *path)
{
  const SquillPath *outer;

  while (path != NULL && path->kind == SQUILL_PATH_ELEMENTS)
    path = path->parent;
  if (path == NULL || path->kind != SQUILL_PATH_FIELD)
    return NULL;
  if (!is_key_name (path->name, FALSE))
    return path;
  outer = squill_reference_get_named_path (path->parent);
  return outer != NULL || is_key_name (path->name, TRUE) ? outer : path;
}

/* In the order of the bits of #SquillReferenceTraits. */
static const char *const trait_names[] = {
  "self", "polymorphic", "dbref", "extension", "accepted",
};

static json_t *
three_to_json (double min, double mean, double max)
{
  json_t *json = json_object ();

  json_object_set_new (json, "min", squill_json_number (min));
  json_object_set_new (json, "mean", squill_json_number (mean));
  json_object_set_new (json, "max", squill_json_number (max));
  return json;
}

static void
set_examples (json_t *json, const SquillReference *reference)
{
  if (reference->dangling_values != NULL &&
      (reference->key_share == 1 || reference->counted_on_server))
    json_object_set_new (json, "dangling_values", json_deep_copy (reference->dangling_values));
  if (reference->orphan_values != NULL)
    json_object_set_new (json, "orphan_values", json_deep_copy (reference->orphan_values));
  if (reference->duplicate_values != NULL)
    json_object_set_new (json, "duplicate_values", json_deep_copy (reference->duplicate_values));
}

static void
set_traits (json_t *json, const SquillReference *reference)
{
  json_t *traits = json_array ();

  for (guint i = 0; i < G_N_ELEMENTS (trait_names); i++)
    if ((reference->traits & (1u << i)) != 0)
      json_array_append_new (traits, json_string (trait_names[i]));
  json_object_set_new (json, "traits", traits);
  if (reference->prefix != NULL)
    json_object_set_new (json, "prefix", json_string (reference->prefix));
  if (reference->separator != 0)
    json_object_set_new (json, "separator", json_stringn (&reference->separator, 1));
  if (reference->when_path != NULL)
    {
      g_autofree char *path = squill_path_to_text (reference->when_path);
      g_autofree char *value = g_utf8_make_valid (reference->when_value, -1);

      json_object_set_new (json, "when", json_pack ("{s:s, s:s}", "path", path, "value", value));
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

      json_object_set_new (entry, "from", json_string (full_from));
      json_object_set_new (entry, "to", json_string (full_to));
      json_object_set_new (entry, "equal", squill_count_to_json (copy->equal));
      json_object_set_new (entry, "of", squill_count_to_json (copy->of));
      json_object_set_new (entry, "exact", json_boolean (copy->exact));
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

  json_object_set_new (json, "from", json_string (from));
  json_object_set_new (json, "to", json_string (to));
  json_object_set_new (json, "references", squill_count_to_json (reference->references));
  json_object_set_new (json, "distinct", squill_count_to_json (reference->distinct));
  json_object_set_new (json, "inclusion", squill_json_number (reference->inclusion));
  json_object_set_new (json, "coverage", squill_json_number (reference->coverage));
  /* What was not read may be where the one leads, and what refers to the other. */
  json_object_set_new (json, "dangling",
                       reference->counted_on_server
                           ? squill_count_to_json (reference->server_dangling)
                       : reference->key_share == 1 ? squill_count_to_json (reference->dangling)
                                                   : json_null ());
  json_object_set_new (json, "orphans",
                       reference->from->complete ? squill_count_to_json (reference->orphans)
                                                 : json_null ());
  json_object_set_new (json, "duplicates", squill_count_to_json (reference->duplicates));
  /* A list of keys makes the document that holds it the parent, a single key the one it names. */
  json_object_set_new (json, "children_per_parent", reference->is_list ? per_holder : per_key);
  json_object_set_new (json, "parents_per_child", reference->is_list ? per_key : per_holder);
  json_object_set_new (json, "exact", json_boolean (reference->exact));
  json_object_set_new (json, "verdict", json_string (reference->proposed ? "proposed" : "weak"));
  json_object_set_new (json, "confidence", squill_json_number (reference->confidence));
  set_examples (json, reference);
  set_traits (json, reference);
  json_object_set_new (json, "evidence", evidence_to_json (reference));
  json_object_set_new (json, "copies", copies_to_json (reference));
  if (reference->counted_on_server)
    json_object_set_new (json, "server",
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
