/* SPDX-License-Identifier: Apache-2.0 */

/* Documents of a design. The shapes say what stands where; whose values these are, a walk keeps in
 * mind: it enters an embedded thing, the target of a reference, the source of a copy, and what it
 * then writes are the values of that thing, the same as wherever else they stand.
 *
 * A value's seed is made of the model's seed, the entity, the number of the thing, the field and
 * the indices of the arrays around it in the thing; never of names, of orders or of what else there
 * is. So an edit changes the values of what was edited, and no others. Who belongs to whom:
 * squill-link.h. */

#define G_LOG_DOMAIN "squill-samples"

#include "config.h"

#include "samples/squill-samples.h"

#include <string.h>

#include <glib/gi18n-lib.h>
#include <math.h>

#include "model/squill-authoring.h"
#include "samples/squill-sample-walk-private.h"

struct _SquillSamples
{
  GObject parent_instance;

  SquillDesign *design;
  gboolean seed_set;
  guint64 seed;
  GHashTable *unique; /* ids of fields whose values differ; NULL: to be found */
};

G_DEFINE_FINAL_TYPE (SquillSamples, squill_samples, G_TYPE_OBJECT)
G_DEFINE_QUARK (squill_samples_error, squill_samples_error)

static void
add_unique (GHashTable *self, const char *id)
{
  if (id != NULL)
    g_hash_table_add (self, g_strdup (id));
}

static const SquillField *
find_plain_key (SquillModel *model, const SquillKey *key)
{
  return strchr (key->path, '/') == NULL ? squill_model_get_field (model, key->path) : NULL;
}

/* Of the fields of a unique index one is enough: the first that can have any number of values. */
static void
add_unique_of_keys (GHashTable *self, SquillModel *model, const SquillKeys *keys)
{
  const SquillField *best = NULL;

  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      const SquillField *field = find_plain_key (model, g_ptr_array_index (keys, i));

      if (field == NULL || (field->enumeration != NULL && keys->len > 1) ||
          ((field->types & ~(SQUILL_TYPE_BOOL | SQUILL_TYPE_NULL)) == 0 && keys->len > 1))
        continue;
      if (best == NULL || g_hash_table_contains (self, field->item.id))
        best = field;
    }
  if (best != NULL)
    add_unique (self, best->item.id);
}

static void
add_unique_fields (GHashTable *self, gconstpointer item)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, item, SQUILL_KIND_FIELD)
    {
      if (field->unique || squill_field_is_id (field))
        add_unique (self, field->item.id);
      add_unique_fields (self, field);
    }
}

/* The ids of the fields of which no two values may be equal: ids, what references go by, what is
 * marked so, and one field of each unique index and shard key. */
static GHashTable *
find_unique_fields (SquillModel *model)
{
  GHashTable *self = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const SquillModelInfo *info;

  info = squill_model_get_info (model);
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, info, SQUILL_KIND_ENTITY)
    {
      add_unique_fields (self, entity);
      SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
        {
          if (index->unique)
            add_unique_of_keys (self, model, index->keys);
        }
      if (entity->shard_unique)
        add_unique_of_keys (self, model, entity->shard_key);
    }
  SQUILL_FOR_EACH_CHILD (SquillRelationship, relationship, info, SQUILL_KIND_RELATIONSHIP)
    {
      add_unique (self, relationship->parent_key);
      add_unique (self, relationship->child_key);
    }
  return self;
}

/* Whether no other value of a field may be equal; the `_id` that is not drawn is no field. */
gboolean
_squill_samples_is_unique (SquillSamples *self, const SquillField *field)
{
  if (field == NULL)
    return TRUE;
  if (self->unique == NULL)
    self->unique = find_unique_fields (squill_design_get_model (self->design));
  return g_hash_table_contains (self->unique, field->item.id);
}

static void
write_junction (SquillWalk *self,
                const SquillCollection *collection,
                guint64 number,
                bson_t *document)
{
  const SquillRelationship *r =
      squill_model_get_relationship (self->model, collection->relationship);
  SquillThing thing = { NULL, collection->id, 0, number };
  SquillLink link;
  SquillWalkPosition place;

  if (r == NULL)
    return;
  squill_link_init (&link, self->design, r, number);
  place = _squill_walk_enter_thing (self, NULL, &thing);
  place.link = &link;
  _squill_walk_write_members (self, collection->shape, &place, document);
}

static void
write_bucket (SquillWalk *self,
              const SquillCollection *collection,
              guint64 number,
              bson_t *document)
{
  const SquillRelationship *r =
      squill_model_get_relationship (self->model, collection->relationship);
  SquillThing thing = { NULL, collection->id, 1, number };
  guint64 first;
  SquillLink link;
  SquillWalkPosition place;

  if (r == NULL)
    return;
  self->bucket_count = squill_link_init_bucket (&link, self->design, r, number, &first);
  place = _squill_walk_enter_thing (self, NULL, &thing);
  place.link = &link;
  for (guint i = 0; i < collection->shape->children->len && !self->too_large; i++)
    {
      const SquillShape *child = g_ptr_array_index (collection->shape->children, i);

      if (child->origin == SQUILL_ORIGIN_OWN && child->field == NULL &&
          g_str_equal (child->name, "count"))
        {
          bson_append_int32 (document, "count", -1, (gint32)MIN (self->bucket_count, G_MAXINT32));
        }
      else if (child->document && child->array)
        {
          SquillWalkPosition owner = _squill_walk_enter_thing (self, NULL, &link.parent);

          owner.link = &link;
          owner.ordinal = first;
          _squill_walk_write_embedded (self, child, &owner, document);
        }
      else
        {
          _squill_walk_write_member (self, child, &place, document);
        }
    }
}

static void
on_model_changed (SquillSamples *self)
{
  g_clear_pointer (&self->unique, g_hash_table_unref);
}

static void
squill_samples_dispose (GObject *object)
{
  SquillSamples *self = SQUILL_SAMPLES (object);

  g_clear_pointer (&self->unique, g_hash_table_unref);
  g_clear_object (&self->design);

  G_OBJECT_CLASS (squill_samples_parent_class)->dispose (object);
}

static void
squill_samples_class_init (SquillSamplesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = squill_samples_dispose;
}

static void
squill_samples_init (SquillSamples *self)
{
}

/**
 * squill_samples_new:
 * @design: a design
 *
 * Returns: (transfer full): the sample documents of @design; they follow its changes
 */
SquillSamples *
squill_samples_new (SquillDesign *design)
{
  SquillSamples *self;

  g_return_val_if_fail (SQUILL_IS_DESIGN (design), NULL);

  self = g_object_new (SQUILL_TYPE_SAMPLES, NULL);
  self->design = g_object_ref (design);
  g_signal_connect_object (squill_design_get_model (design), "changed",
                           G_CALLBACK (on_model_changed), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * squill_samples_get_design:
 * @self: samples
 *
 * Returns: (transfer none): the design whose documents they are
 */
SquillDesign *
squill_samples_get_design (SquillSamples *self)
{
  g_return_val_if_fail (SQUILL_IS_SAMPLES (self), NULL);

  return self->design;
}

/**
 * squill_samples_get_seed:
 * @self: samples
 *
 * Returns: the number from which all values follow: the model's, unless another was set
 */
guint64
squill_samples_get_seed (SquillSamples *self)
{
  double seed;

  g_return_val_if_fail (SQUILL_IS_SAMPLES (self), 0);

  if (self->seed_set)
    return self->seed;
  seed = squill_model_get_info (squill_design_get_model (self->design))->seed;
  return seed >= 0 && seed < 0x1p63 ? (guint64)seed : 0;
}

/**
 * squill_samples_set_seed:
 * @self: samples
 * @seed: any number
 *
 * Shows another world: all values become others.
 */
void
squill_samples_set_seed (SquillSamples *self, guint64 seed)
{
  g_return_if_fail (SQUILL_IS_SAMPLES (self));

  self->seed_set = TRUE;
  self->seed = seed;
}

/**
 * squill_samples_get_population:
 * @self: samples
 * @collection: id of a collection
 *
 * Tells how many documents of a collection make a sample of it in which few references lead out of
 * the sample: all, but no more than 1,000.
 *
 * Returns: a number of documents; 0 if there is no such collection
 */
guint64
squill_samples_get_population (SquillSamples *self, const char *collection)
{
  const SquillCollection *found;

  g_return_val_if_fail (SQUILL_IS_SAMPLES (self), 0);
  g_return_val_if_fail (collection != NULL, 0);

  found = squill_design_find_collection (self->design, collection);
  if (found == NULL)
    return 0;
  return isnan (found->count.likely) ? 1000 : (guint64)CLAMP (floor (found->count.likely), 1, 1000);
}

static bson_t *
make_document (
    SquillSamples *self, SquillWalk *walk, const char *collection, guint64 number, GError **error)
{
  const SquillCollection *found;
  g_autoptr (GHashTable) variants = NULL;
  g_autoptr (GDateTime) reference = NULL;
  bson_t *document;

  found = squill_design_find_collection (self->design, collection);
  if (found == NULL)
    {
      g_set_error (error, SQUILL_SAMPLES_ERROR, SQUILL_SAMPLES_ERROR_NOT_FOUND,
                   _ ("There is no collection “%s”"), collection);
      return NULL;
    }

  walk->samples = self;
  walk->design = self->design;
  walk->model = squill_design_get_model (self->design);
  walk->seed = squill_samples_get_seed (self);
  reference = squill_model_get_reference_date (walk->model);
  walk->reference = g_date_time_to_unix (reference) * 1000;
  walk->variants = variants = _squill_walk_new_variants ();

  document = bson_new ();
  if (found->kind == SQUILL_COLLECTION_JUNCTION)
    {
      write_junction (walk, found, number, document);
    }
  else if (found->kind == SQUILL_COLLECTION_BUCKET)
    {
      write_bucket (walk, found, number, document);
    }
  else
    {
      SquillThing thing = { squill_model_get_entity (walk->model, found->entity), found->entity, 0,
                            number };
      SquillWalkPosition place = _squill_walk_enter_thing (walk, NULL, &thing);

      _squill_walk_write_members (walk, found->shape, &place, document);
    }

  _squill_walk_check_size (walk, document, TRUE);
  if (walk->too_large)
    {
      g_set_error (error, SQUILL_SAMPLES_ERROR, SQUILL_SAMPLES_ERROR_TOO_LARGE,
                   _ ("A document of “%s” would be larger than 16 MiB"), found->name);
      bson_destroy (document);
      return NULL;
    }
  return document;
}

/**
 * squill_samples_get_document:
 * @self: samples
 * @collection: id of a collection of the design
 * @number: which document: 0, 1, …
 * @error: what went wrong
 *
 * Makes a document that is what the design says: fields, types and order; arrays of the usual
 * length; optional fields as often as they are usual; references to documents that can be made too
 * (and which refer back where both ends keep references); copies equal to their source. The same
 * model, seed and number give the same bytes, on every system.
 *
 * Returns: (transfer full) (nullable): the document; free it with bson_destroy(). %NULL with @error
 *   in #SQUILL_SAMPLES_ERROR if there is no such collection, or the document would be larger than
 *   16 MiB
 */
bson_t *
squill_samples_get_document (SquillSamples *self,
                             const char *collection,
                             guint64 number,
                             GError **error)
{
  SquillWalk walk = { 0 };

  g_return_val_if_fail (SQUILL_IS_SAMPLES (self), NULL);
  g_return_val_if_fail (collection != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  return make_document (self, &walk, collection, number, error);
}

/**
 * squill_samples_get_excerpt:
 * @self: samples
 * @collection: id of a collection of the design
 * @number: which document: 0, 1, …
 * @max_elements: how many elements of an array, keys of a map, are made; at least 1
 * @left_out: (out) (transfer full): what is missing: keys on the way to an array, joined by dots ->
 *   how many of its elements; for squill_bson_to_text_excerpt()
 * @error: as squill_samples_get_document()
 *
 * Makes a document for somebody to look at: as squill_samples_get_document(), but long arrays are
 * cut, so that it is done at once however large the document is.
 *
 * Returns: (transfer full) (nullable): the excerpt; free it with bson_destroy()
 */
bson_t *
squill_samples_get_excerpt (SquillSamples *self,
                            const char *collection,
                            guint64 number,
                            guint max_elements,
                            GHashTable **left_out,
                            GError **error)
{
  g_autoptr (GPtrArray) path = NULL;
  SquillWalk walk = { 0 };

  g_return_val_if_fail (SQUILL_IS_SAMPLES (self), NULL);
  g_return_val_if_fail (collection != NULL, NULL);
  g_return_val_if_fail (max_elements > 0, NULL);
  g_return_val_if_fail (left_out != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  path = g_ptr_array_new_with_free_func (g_free);
  *left_out = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  walk.max_elements = max_elements;
  walk.path = path;
  walk.left_out = *left_out;
  return make_document (self, &walk, collection, number, error);
}
