/* SPDX-License-Identifier: Apache-2.0 */

/* What of a document was there when the documents of its collection were measured. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-design-private.h"
#include "model/squill-placement.h"

#include <string.h>

/* What the bytes of a document follow from, but for names, which are a small part of them. */
#define MEASURED \
  (SQUILL_ASPECT_SHAPE | SQUILL_ASPECT_SIZE | SQUILL_ASPECT_CARDINALITY | SQUILL_ASPECT_PLACEMENT)

/* What a size is assumed by where it is not given; those of what was measured are given. */
#define ASSUMED_BY (SQUILL_ASPECT_VALUES | SQUILL_ASPECT_SIZE)

static gboolean
is_same (const json_t *a, const json_t *b)
{
  const char *name;
  json_t *value;

  /* 2 and 2.0 are one number. */
  if (json_is_number (a) && json_is_number (b))
    return json_number_value (a) == json_number_value (b);
  if (!json_is_object (a) || !json_is_object (b))
    return json_equal (a, b);
  if (json_object_size (a) != json_object_size (b))
    return FALSE;
  json_object_foreach ((json_t *)a, name,
                       value) if (!is_same (value, json_object_get (b, name))) return FALSE;
  return TRUE;
}

/* Whether nobody has changed how large the item is since it was read from a source. */
static gboolean
is_as_recorded (gconstpointer item, const json_t *recorded)
{
  guint n;
  const SquillProperty *properties =
      squill_kind_get_properties (((const SquillItem *)item)->kind, &n);

  for (guint i = 0; i < n; i++)
    {
      const SquillProperty *property = &properties[i];
      const json_t *before = json_object_get (recorded, property->name);
      json_auto_t *value = NULL;

      if (!(property->aspects & MEASURED) || (property->aspects & SQUILL_ASPECT_NAME) ||
          property->aspects == ASSUMED_BY || property->type == SQUILL_PROPERTY_RANK ||
          g_str_equal (property->name, "evidence"))
        continue;
      if (squill_property_is_default (property, item))
        {
          if (before != NULL)
            return FALSE;
          continue;
        }
      value = squill_property_get (property, item);
      if (!is_same (value, before))
        return FALSE;
    }
  return TRUE;
}

/* Whether the evidence is of a place within the documents. */
static gboolean
is_within (const SquillSeen *self, const json_t *evidence)
{
  const char *place = json_string_value (json_object_get (evidence, "place"));
  const gsize length = strlen (self->place);

  return place != NULL && strncmp (place, self->place, length) == 0 &&
         (place[length] == '\0' || strchr (".[{", place[length]) != NULL);
}

/**
 * _squill_seen_init:
 * @self: (out): what was seen
 * @model: a model
 * @root: (nullable): the entity whose documents were measured
 *
 * Returns: %FALSE if none were
 */
gboolean
_squill_seen_init (SquillSeen *self, SquillModel *model, const SquillEntity *root)
{
  const json_t *evidence = root == NULL ? NULL : root->evidence;
  const json_t *largest = json_object_get (json_object_get (evidence, "document_bytes"), "max");

  self->model = model;
  self->place = json_string_value (json_object_get (evidence, "place"));
  self->largest = json_number_value (largest);
  return self->place != NULL && self->largest > 0;
}

/** Whether a shape without those in it was in the documents, and nobody has changed its size. */
gboolean
_squill_seen_has (const SquillSeen *self, const SquillShape *shape)
{
  const SquillField *field = squill_model_get_field (self->model, shape->field);
  const SquillRelationship *r = squill_model_get_relationship (self->model, shape->relationship);

  if (shape->parent == NULL)
    return TRUE;
  if (shape->copy != NULL)
    return FALSE;
  if (field != NULL)
    return is_within (self, field->evidence) &&
           is_as_recorded (field, json_object_get (field->evidence, "observed"));
  return r != NULL && shape->document && squill_placement_is_embedding (r->placement) &&
         is_within (self, r->evidence) &&
         is_as_recorded (r, json_object_get (r->evidence, "observed"));
}
