/* SPDX-License-Identifier: Apache-2.0 */

/* A data model of MongoDB Compass that Squill wrote has the whole model in it. Names, notes, and
 * positions of collections that were changed in Compass are taken over. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "exchange/import/squill-compass-private.h"
#include "exchange/squill-compass-format.h"
#include "model/squill-model-file.h"

static const json_t *
get_own (const json_t *collection)
{
  return json_object_get (json_object_get (collection, "fieldData"), SQUILL_COMPASS_OWN);
}

/* The member that has the model; NULL where there is none. */
static const json_t *
find_whole (const json_t *collections)
{
  for (gsize i = 0; i < json_array_size (collections); i++)
    {
      const json_t *own = get_own (json_array_get (collections, i));

      if (json_is_string (json_object_get (own, "model")))
        return own;
    }
  return NULL;
}

/* Takes @value. */
static void
set (SquillModel *model, const char *id, const char *property, json_t *value)
{
  g_autoptr (GError) error = NULL;

  if (!squill_model_set (model, id, property, value, &error))
    g_debug ("%s of %s: %s", property, id, error->message);
}

/* A description without the lines that were written below it. */
static json_t *
make_description (const char *text, const char *facts)
{
  g_autoptr (GString) description = g_string_new (text);

  if (facts != NULL && *facts != '\0')
    g_string_replace (description, facts, "", 1);
  g_strstrip (description->str);
  return json_string (description->str);
}

static void
follow_collection (SquillModel *model, const json_t *collection)
{
  const json_t *own = get_own (collection);
  const json_t *position = json_object_get (collection, "displayPosition");
  const json_t *position_before = json_object_get (own, "position");
  const char *id = json_string_value (json_object_get (own, "entity"));
  const char *ns = json_string_value (json_object_get (collection, "ns"));
  const char *name = ns == NULL ? NULL : strchr (ns, '.');
  const char *name_before = json_string_value (json_object_get (own, "name"));
  const char *note = json_string_value (json_object_get (collection, "note"));
  const char *note_before = json_string_value (json_object_get (own, "note"));
  static const char *const axes[] = { "x", "y" };

  if (id == NULL || squill_model_get_item (model, id) == NULL)
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (axes); i++)
    {
      const double place = json_number_value (json_array_get (position, i));

      if (json_is_number (json_array_get (position, i)) &&
          place != json_number_value (json_array_get (position_before, i)))
        set (model, id, axes[i], json_real (round (place)));
    }
  if (squill_model_get_entity (model, id) == NULL)
    return;
  if (name != NULL && g_strcmp0 (name + 1, name_before) != 0)
    set (model, id, "name", json_string (name + 1));
  if (g_strcmp0 (note != NULL ? note : "", note_before) != 0)
    set (model, id, "description",
         make_description (note != NULL ? note : "",
                           json_string_value (json_object_get (own, "facts"))));
}

static void
follow_relationship (SquillModel *model, const json_t *relationship, const json_t *notes)
{
  const char *id = json_string_value (json_object_get (relationship, "id"));
  const json_t *before = id == NULL ? NULL : json_object_get (notes, id);
  const char *own_id = json_string_value (json_object_get (before, "id"));
  const char *text = json_string_value (json_object_get (relationship, "note"));

  if (own_id == NULL || squill_model_get_relationship (model, own_id) == NULL ||
      g_strcmp0 (text != NULL ? text : "", json_string_value (json_object_get (before, "text"))) ==
          0)
    return;
  set (model, own_id, "description",
       make_description (text != NULL ? text : "",
                         json_string_value (json_object_get (before, "facts"))));
}

/* The model that is in a data model of Compass; NULL where there is none, or its fields or
 * relationships were changed, which is told. */
SquillModel *
_squill_compass_restore (const json_t *drawn, GPtrArray *notes)
{
  const json_t *collections = json_object_get (drawn, "collections");
  const json_t *relationships = json_object_get (drawn, "relationships");
  const json_t *whole = find_whole (collections);
  const json_t *text = json_object_get (whole, "model");
  g_autofree char *digest = NULL;
  g_autoptr (SquillModel) model = NULL;

  if (whole == NULL)
    return NULL;
  digest = _squill_compass_make_digest (drawn);
  if (g_strcmp0 (digest, json_string_value (json_object_get (whole, "drawn"))) == 0)
    model = squill_model_new_from_data (json_string_value (text), json_string_length (text), NULL);
  if (model == NULL)
    {
      if (notes != NULL)
        g_ptr_array_add (notes, g_strdup (_ ("Fields or relationships were changed in MongoDB "
                                             "Compass: what only Squill knows of this model is "
                                             "not taken over")));
      return NULL;
    }
  for (gsize i = 0; i < json_array_size (collections); i++)
    follow_collection (model, json_array_get (collections, i));
  for (gsize i = 0; i < json_array_size (relationships); i++)
    follow_relationship (model, json_array_get (relationships, i),
                         json_object_get (whole, "notes"));
  squill_model_clear_history (model);
  return g_steal_pointer (&model);
}
