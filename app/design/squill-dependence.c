/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-design-private.h"

#include <string.h>

#define SEED 1469598103934665603u
#define PRIME 1099511628211u

/* One thing that can be read: who did. */
typedef struct
{
  GPtrArray *dependents;
} Thing;

/* A field that is read from outside its entity: as the key of references, or as the source of a
 * copy. Entities are edited far more often than the few fields that others read of them. */
typedef struct
{
  Thing thing;
  char *id; /* NULL: whatever is named _id */
  guint64 signature;
} FieldThing;

typedef struct
{
  char *id;
  Thing content;
  Thing name;
  Thing count;
  Thing ends; /* of relationships at it */
  GPtrArray *fields;
} EntityThings;

typedef struct
{
  char *id;
  char *parent; /* as it was when it was read last */
  char *child;
  Thing content;
  Thing storage;
} RelationshipThings;

typedef struct
{
  Thing thing;
  char *id;
} MissingThing;

struct _SquillDependence
{
  SquillModel *model;
  GHashTable *entities;
  GHashTable *relationships;
  GHashTable *missing;
  SquillDependent *current;
};

static void
thing_clear (Thing *self)
{
  g_clear_pointer (&self->dependents, g_ptr_array_unref);
}

static void
field_thing_free (FieldThing *self)
{
  thing_clear (&self->thing);
  g_free (self->id);
  g_free (self);
}

static void
entity_things_free (EntityThings *self)
{
  thing_clear (&self->content);
  thing_clear (&self->name);
  thing_clear (&self->count);
  thing_clear (&self->ends);
  g_ptr_array_unref (self->fields);
  g_free (self->id);
  g_free (self);
}

static void
relationship_things_free (RelationshipThings *self)
{
  thing_clear (&self->content);
  thing_clear (&self->storage);
  g_free (self->parent);
  g_free (self->child);
  g_free (self->id);
  g_free (self);
}

static void
missing_thing_free (MissingThing *self)
{
  thing_clear (&self->thing);
  g_free (self->id);
  g_free (self);
}

/* Signatures: two states of a field with the same one look the same from outside. */

static guint64
mix (guint64 hash, gconstpointer data, gsize size)
{
  const guint8 *bytes = data;

  for (gsize i = 0; i < size; i++)
    hash = (hash ^ bytes[i]) * PRIME;
  return hash;
}

static guint64
mix_text (guint64 hash, const char *text)
{
  return text == NULL ? mix (hash, "\1", 1) : mix (hash, text, strlen (text) + 1);
}

static guint64
mix_property (guint64 hash, const SquillProperty *property, gconstpointer item)
{
  const char *at = (const char *)item + property->offset;
  char *json;

  switch (property->type)
    {
    case SQUILL_PROPERTY_TEXT:
    case SQUILL_PROPERTY_RANK:
    case SQUILL_PROPERTY_ID:
    case SQUILL_PROPERTY_PATH:
      return mix_text (hash, *(const char *const *)(gconstpointer)at);
    case SQUILL_PROPERTY_BOOLEAN:
      return mix (hash, at, sizeof (gboolean));
    case SQUILL_PROPERTY_NUMBER:
      return mix (hash, at, sizeof (double));
    case SQUILL_PROPERTY_TRIPLE:
      return mix (hash, at, sizeof (SquillTriple));
    case SQUILL_PROPERTY_CHOICE:
    case SQUILL_PROPERTY_TYPES:
      return mix (hash, at, sizeof (int));
    case SQUILL_PROPERTY_JSON:
      json = json_dumps (*(json_t *const *)(gconstpointer)at,
                         JSON_ENCODE_ANY | JSON_COMPACT | JSON_SORT_KEYS);
      hash = mix_text (hash, json);
      free (json);
      return hash;
    case SQUILL_PROPERTY_IDS:
    case SQUILL_PROPERTY_KEYS:
    default:
      return hash;
    }
}

static guint64
mix_field (guint64 hash, const SquillField *field)
{
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (SQUILL_KIND_FIELD, &n);

  hash = mix_text (hash, field->item.id);
  for (guint i = 0; i < n; i++)
    if (properties[i].aspects & (SQUILL_ASPECT_NAME | SQUILL_ASPECT_SHAPE | SQUILL_ASPECT_SIZE))
      hash = mix_property (hash, &properties[i], field);
  SQUILL_FOR_EACH_CHILD (SquillField, child, field, SQUILL_KIND_FIELD)
    hash = mix_field (hash, child);
  return mix (hash, "\2", 1);
}

static const SquillField *
find_field_of (SquillDependence *self, const SquillEntity *owner, const char *field)
{
  if (field != NULL)
    {
      const SquillField *found = squill_model_get_field (self->model, field);

      return found != NULL && squill_item_is_within (found, owner->item.id) ? found : NULL;
    }
  return squill_entity_get_id_field (owner);
}

static const SquillField *
find_field (SquillDependence *self, const char *entity, const char *field)
{
  const SquillEntity *owner = squill_model_get_entity (self->model, entity);

  return owner == NULL ? NULL : find_field_of (self, owner, field);
}

static guint64
sign_field (SquillDependence *self, const char *entity, const SquillField *field)
{
  const SquillEntity *owner = squill_model_get_entity (self->model, entity);
  const SquillRelationship *const *relationships;
  guint64 hash, held = 0;
  guint n;

  if (field == NULL || owner == NULL)
    return 0;
  hash = mix_field (SEED, field);
  /* A field that is itself a reference may have the type of what it refers to. The relationships
   * stand in no order that could be relied on. */
  relationships = squill_entity_get_relationships (owner, &n);
  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (relationships[i]->parent_holder, field->item.id) == 0 ||
        g_strcmp0 (relationships[i]->child_holder, field->item.id) == 0)
      held += mix_text (SEED, relationships[i]->item.id);
  return mix (hash, &held, sizeof held);
}

static EntityThings *
get_entity_things (SquillDependence *self, const char *id)
{
  EntityThings *things = g_hash_table_lookup (self->entities, id);

  if (things == NULL)
    {
      things = g_new0 (EntityThings, 1);
      things->id = g_strdup (id);
      things->fields = g_ptr_array_new_with_free_func ((GDestroyNotify)field_thing_free);
      g_hash_table_insert (self->entities, things->id, things);
    }
  return things;
}

static RelationshipThings *
get_relationship_things (SquillDependence *self, const SquillRelationship *relationship)
{
  RelationshipThings *things = g_hash_table_lookup (self->relationships, relationship->item.id);

  if (things == NULL)
    {
      things = g_new0 (RelationshipThings, 1);
      things->id = g_strdup (relationship->item.id);
      g_hash_table_insert (self->relationships, things->id, things);
    }
  /* Its ends are of interest to those that took notes. */
  if (self->current == NULL && things->parent != NULL)
    return things;
  if (g_strcmp0 (things->parent, relationship->parent) != 0)
    {
      g_free (things->parent);
      things->parent = g_strdup (relationship->parent);
    }
  if (g_strcmp0 (things->child, relationship->child) != 0)
    {
      g_free (things->child);
      things->child = g_strdup (relationship->child);
    }
  return things;
}

static void
note (SquillDependence *self, Thing *thing)
{
  SquillDependent *current = self->current;

  if (current == NULL)
    return;
  /* It stands in the list from the first time it read the thing; the round tells whether it still
   * does. */
  if (!g_hash_table_contains (current->notes, thing))
    {
      if (thing->dependents == NULL)
        thing->dependents = g_ptr_array_new ();
      g_ptr_array_add (thing->dependents, current);
    }
  g_hash_table_insert (current->notes, thing, GUINT_TO_POINTER (current->round));
}

/* Makes something that has read nothing yet. End with _squill_dependent_clear(). */
void
_squill_dependent_init (SquillDependent *self)
{
  self->notes = g_hash_table_new (NULL, NULL);
  self->round = 0;
}

/** @dependence (nullable): where it stands in lists; %NULL where that is gone already. */
void
_squill_dependent_clear (SquillDependent *self, SquillDependence *dependence)
{
  GHashTableIter iter;
  gpointer thing;

  if (dependence != NULL)
    {
      if (dependence->current == self)
        dependence->current = NULL;
      g_hash_table_iter_init (&iter, self->notes);
      while (g_hash_table_iter_next (&iter, &thing, NULL))
        g_ptr_array_remove_fast (((Thing *)thing)->dependents, self);
    }
  g_clear_pointer (&self->notes, g_hash_table_unref);
}

/* @model: (transfer none): outlives what is returned. */
SquillDependence *
_squill_dependence_new (SquillModel *model)
{
  SquillDependence *self = g_new0 (SquillDependence, 1);

  self->model = model;
  self->entities =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)entity_things_free);
  self->relationships = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                               (GDestroyNotify)relationship_things_free);
  self->missing =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)missing_thing_free);
  return self;
}

/** Nothing may be noted for its dependents afterwards. */
void
_squill_dependence_free (SquillDependence *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->entities);
  g_hash_table_unref (self->relationships);
  g_hash_table_unref (self->missing);
  g_free (self);
}

/** From now on what is noted is read by @dependent. */
void
_squill_dependence_begin (SquillDependence *self, SquillDependent *dependent)
{
  g_assert (self->current == NULL);

  dependent->round++;
  self->current = dependent;
}

/* From now on nothing that is noted counts as read by anything. */
void
_squill_dependence_end (SquillDependence *self)
{
  self->current = NULL;
}

/* Ids that these return stay valid as long as the dependence. */

/** The id of an entity of which nothing is read. */
const char *
_squill_dependence_get_id (SquillDependence *self, const SquillEntity *entity)
{
  return get_entity_things (self, entity->item.id)->id;
}

/** Its fields, its indexes and the relationships it takes part in are read. */
const char *
_squill_dependence_note_entity (SquillDependence *self, const SquillEntity *entity)
{
  EntityThings *things = get_entity_things (self, entity->item.id);

  note (self, &things->content);
  return things->id;
}

/* What is expanded for a comparison is computed anew each time: nobody needs notes of it. */
static gboolean
is_heard (const SquillDependence *self)
{
  return self->current != NULL;
}

/** Only its name is read. */
void
_squill_dependence_note_name (SquillDependence *self, const SquillEntity *entity)
{
  if (!is_heard (self))
    return;
  note (self, &get_entity_things (self, entity->item.id)->name);
}

/** Which relationships it takes part in is read. */
void
_squill_dependence_note_ends (SquillDependence *self, const SquillEntity *entity)
{
  if (is_heard (self))
    note (self, &get_entity_things (self, entity->item.id)->ends);
}

/** How many there are is read. */
void
_squill_dependence_note_count (SquillDependence *self, const SquillEntity *entity)
{
  if (is_heard (self))
    note (self, &get_entity_things (self, entity->item.id)->count);
}

/**
 * One field is read from outside the entity.
 *
 * Returns: (transfer none) (nullable): the field with the id @field, or the one named "_id"
 *   where that is %NULL
 */
const SquillField *
_squill_dependence_note_field (SquillDependence *self,
                               const SquillEntity *entity,
                               const char *field)
{
  const SquillField *found = find_field_of (self, entity, field);
  EntityThings *things;
  FieldThing *thing = NULL;

  if (!is_heard (self))
    return found;
  things = get_entity_things (self, entity->item.id);
  for (guint i = 0; i < things->fields->len && thing == NULL; i++)
    {
      FieldThing *known = things->fields->pdata[i];

      if (g_strcmp0 (known->id, field) == 0)
        thing = known;
    }
  if (thing == NULL)
    {
      thing = g_new0 (FieldThing, 1);
      thing->id = g_strdup (field);
      thing->signature = sign_field (self, entity->item.id, found);
      g_ptr_array_add (things->fields, thing);
    }
  note (self, &thing->thing);
  return found;
}

/** All of a relationship is read. */
const char *
_squill_dependence_note_relationship (SquillDependence *self,
                                      const SquillRelationship *relationship)
{
  RelationshipThings *things = get_relationship_things (self, relationship);

  note (self, &things->content);
  note (self, &things->storage);
  return things->id;
}

/** Only how it is stored is read, because it stores nothing here. */
void
_squill_dependence_note_storage (SquillDependence *self, const SquillRelationship *relationship)
{
  if (is_heard (self))
    note (self, &get_relationship_things (self, relationship)->storage);
}

/** A field was looked for that is nowhere, or not where it should be. */
void
_squill_dependence_note_missing (SquillDependence *self, const char *id)
{
  MissingThing *thing;

  if (!is_heard (self))
    return;
  thing = g_hash_table_lookup (self->missing, id);
  if (thing == NULL)
    {
      thing = g_new0 (MissingThing, 1);
      thing->id = g_strdup (id);
      g_hash_table_insert (self->missing, thing->id, thing);
    }
  note (self, &thing->thing);
}

/* Changes. */

typedef struct
{
  SquillDependence *dependence;
  SquillDependentFunc function;
  gpointer user_data;
} Touch;

static void
touch_thing (Touch *touch, Thing *thing)
{
  for (guint i = 0; thing->dependents != NULL && i < thing->dependents->len; i++)
    {
      SquillDependent *dependent = thing->dependents->pdata[i];
      guint round = GPOINTER_TO_UINT (g_hash_table_lookup (dependent->notes, thing));

      if (round == dependent->round)
        touch->function (dependent, touch->user_data);
    }
}

/* Fields that others read: those that look otherwise now. */
static void
touch_fields (Touch *touch, const char *entity)
{
  EntityThings *things = g_hash_table_lookup (touch->dependence->entities, entity);

  for (guint i = 0; things != NULL && i < things->fields->len; i++)
    {
      FieldThing *thing = things->fields->pdata[i];
      guint64 signature =
          sign_field (touch->dependence, entity, find_field (touch->dependence, entity, thing->id));

      if (signature == thing->signature)
        continue;
      thing->signature = signature;
      touch_thing (touch, &thing->thing);
    }
}

static void
touch_content (Touch *touch, const char *entity)
{
  EntityThings *things = g_hash_table_lookup (touch->dependence->entities, entity);

  if (things == NULL)
    return;
  touch_thing (touch, &things->content);
  touch_fields (touch, entity);
}

/* A relationship has come to an entity. */
static void
touch_end (Touch *touch, const char *entity)
{
  EntityThings *things = g_hash_table_lookup (touch->dependence->entities, entity);

  if (things != NULL)
    touch_thing (touch, &things->ends);
  touch_content (touch, entity);
}

static void
touch_entity (Touch *touch, const SquillChangeEntry *entry)
{
  EntityThings *things = g_hash_table_lookup (touch->dependence->entities, entry->id);

  if (things == NULL)
    return;
  /* The sizes of its documents were measured anew. */
  if (entry->type != SQUILL_EDIT_SET || (entry->aspects & SQUILL_ASPECT_SIZE))
    touch_content (touch, entry->id);
  if (entry->aspects & SQUILL_ASPECT_NAME)
    touch_thing (touch, &things->name);
  if (entry->aspects & SQUILL_ASPECT_CARDINALITY)
    touch_thing (touch, &things->count);
}

static void
touch_relationship (Touch *touch, const SquillChangeEntry *entry)
{
  SquillDependence *self = touch->dependence;
  const SquillRelationship *relationship =
      squill_model_get_relationship (self->model, entry->owner);
  RelationshipThings *things = g_hash_table_lookup (self->relationships, entry->owner);
  const SquillAspects storing = SQUILL_ASPECT_PLACEMENT | SQUILL_ASPECT_SHAPE;

  if (things != NULL)
    {
      touch_thing (touch, &things->content);
      if (entry->aspects & storing)
        {
          touch_thing (touch, &things->storage);
          touch_fields (touch, things->parent);
          touch_fields (touch, things->child);
        }
    }
  /* An end that has heard of it already is in the lists; one that is new is not. */
  if (relationship != NULL &&
      (entry->type != SQUILL_EDIT_SET || (entry->aspects & SQUILL_ASPECT_PLACEMENT)) &&
      entry->kind == SQUILL_KIND_RELATIONSHIP)
    {
      touch_end (touch, relationship->parent);
      touch_end (touch, relationship->child);
    }
}

/* What was looked for may have come with whatever comes. */
static void
touch_missing (Touch *touch)
{
  GHashTableIter iter;
  MissingThing *thing;

  g_hash_table_iter_init (&iter, touch->dependence->missing);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *)&thing))
    if (squill_model_get_item (touch->dependence->model, thing->id) != NULL)
      touch_thing (touch, &thing->thing);
}

/**
 * _squill_dependence_touch:
 * @self: what was read
 * @change: what was done to the model
 * @function: called for each dependent that read anything that is otherwise now; several times
 *   for some
 * @user_data: for @function
 *
 * Finds out who has to read again.
 */
void
_squill_dependence_touch (SquillDependence *self,
                          const SquillChange *change,
                          SquillDependentFunc function,
                          gpointer user_data)
{
  Touch touch = { self, function, user_data };
  const SquillAspects forming = SQUILL_ASPECT_NAME | SQUILL_ASPECT_SHAPE | SQUILL_ASPECT_SIZE;
  gboolean came = FALSE;

  for (guint i = 0; i < change->entries->len; i++)
    {
      const SquillChangeEntry *entry = change->entries->pdata[i];

      came |= entry->type == SQUILL_EDIT_ADD || entry->type == SQUILL_EDIT_MOVE;
      switch (entry->kind)
        {
        case SQUILL_KIND_ENTITY:
          touch_entity (&touch, entry);
          break;
        case SQUILL_KIND_RELATIONSHIP:
          if (entry->aspects & (forming | SQUILL_ASPECT_CARDINALITY | SQUILL_ASPECT_PLACEMENT))
            touch_relationship (&touch, entry);
          break;
        case SQUILL_KIND_FIELD:
        case SQUILL_KIND_COPY:
          if (!(entry->aspects & forming))
            break;
          /* Both belong to a relationship or, fields, to an entity. */
          touch_relationship (&touch, entry);
          touch_content (&touch, entry->owner);
          break;
        case SQUILL_KIND_INDEX:
          if (entry->aspects & SQUILL_ASPECT_STORAGE)
            touch_content (&touch, entry->owner);
          break;
        case SQUILL_KIND_MODEL:
        case SQUILL_KIND_OPERATION:
        case SQUILL_KIND_NOTE:
        case SQUILL_KIND_GROUP:
        case SQUILL_KIND_DISMISSAL:
        case SQUILL_KIND_ALTERNATIVE:
        case SQUILL_KIND_VIEW:
        default:
          break;
        }
    }
  if (came)
    touch_missing (&touch);
}
