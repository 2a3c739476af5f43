/* SPDX-License-Identifier: Apache-2.0 */

/* Differences between a model and a source, in words and as JSON. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/refresh/squill-refresh-private.h"
#include "inspect/infer/squill-infer.h"

#include "bson/squill-bson-type.h"
#include "model/squill-item-place.h"
#include "model/squill-json-text.h"
#include "text/squill-text.h"

#include <glib/gi18n-lib.h>

/* In characters: longer lists are shortened as other values are. */
#define MAX_LIST_LENGTH 80

static void
difference_free (gpointer data)
{
  SquillDifference *self = data;

  g_free (self->subject);
  g_free (self->id);
  g_free (self->around);
  g_free (self->place);
  g_free (self->property);
  g_free (self->in_model);
  g_free (self->in_source);
  g_free (self->message);
  g_free (self);
}

GPtrArray *
_squill_differences_new (void)
{
  return g_ptr_array_new_with_free_func (difference_free);
}

/* Adds a difference, still without values and message, and returns it. */
SquillDifference *
_squill_differences_add (GPtrArray *differences,
                         SquillDifferenceKind kind,
                         const char *subject,
                         const char *id,
                         const char *place,
                         const char *property)
{
  SquillDifference *self = g_new0 (SquillDifference, 1);

  self->kind = kind;
  self->subject = g_strdup (subject);
  self->id = g_strdup (id);
  self->place = g_strdup (place);
  self->property = g_strdup (property);
  g_ptr_array_add (differences, self);
  return self;
}

/* Both values may be NULL, and are taken over. */
void
_squill_difference_take_values (SquillDifference *self, char *in_model, char *in_source)
{
  self->in_model = in_model;
  self->in_source = in_source;
}

/* @message: (transfer full): says in a sentence what differs */
void
_squill_difference_take_message (SquillDifference *self, char *message)
{
  g_free (self->message);
  self->message = message;
}

/* The names of a set of SquillTypes: "int, string". */
char *
_squill_difference_types_to_text (guint types)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if ((types & (1u << i)) != 0)
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "",
                              squill_type_get_name ((SquillTypes)(1u << i)));
  return g_string_free (text, FALSE);
}

/* A value of a property for people, shortened if it is long; it may be NULL. */
char *
_squill_difference_value_to_text (const json_t *value)
{
  char *range;

  if (value == NULL)
    return g_strdup (_ ("not set"));
  if (json_is_string (value))
    return g_strdup (json_string_value (value));
  if (json_is_boolean (value))
    return g_strdup (json_is_true (value) ? _ ("yes") : _ ("no"));
  if (json_is_array (value) && json_is_string (json_array_get (value, 0)))
    {
      g_autoptr (GString) text = g_string_new (NULL);

      for (gsize i = 0; i < json_array_size (value); i++)
        {
          g_autofree char *element = _squill_difference_value_to_text (json_array_get (value, i));

          g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                                  *element != '\0' ? element : "\"\"");
        }
      if (g_utf8_strlen (text->str, -1) <= MAX_LIST_LENGTH)
        return g_strdup (text->str);
    }
  range = squill_range_to_text (value);
  return range != NULL ? range : squill_text_value (value);
}

static const char *
get_kind_name (SquillDifferenceKind kind)
{
  switch (kind)
    {
    case SQUILL_DIFFERENCE_ADDED:
      return "added";
    case SQUILL_DIFFERENCE_REMOVED:
      return "removed";
    case SQUILL_DIFFERENCE_CHANGED:
      return "changed";
    default:
      g_return_val_if_reached ("changed");
    }
}

static json_t *
text_to_json (const char *text)
{
  g_autofree char *valid = text != NULL ? g_utf8_make_valid (text, -1) : NULL;

  return valid != NULL ? json_string (valid) : json_null ();
}

/**
 * squill_drift_to_json:
 * @differences: (element-type SquillDifference): differences
 * @model_name: what the model is called, such as its file
 *
 * Writes them as `squill-cli drift --format json` prints them: `{"squill": 1, "model",
 * "differences": [{"kind", "subject", "id", "place", "property", "in_model", "in_source",
 * "message"}]}`, where the kind is "added" (it is only in the source), "removed" (it is only in the
 * model) or "changed", and what does not apply is null.
 *
 * Returns: (transfer full): JSON text, UTF-8, ending in a line break
 */
char *
squill_drift_to_json (GPtrArray *differences, const char *model_name)
{
  json_t *array = json_array ();
  json_auto_t *json = NULL;
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (differences != NULL, NULL);

  for (guint i = 0; i < differences->len; i++)
    {
      const SquillDifference *difference = g_ptr_array_index (differences, i);
      json_t *entry = json_object ();

      json_object_set_new (entry, "kind", json_string (get_kind_name (difference->kind)));
      json_object_set_new (entry, "subject", text_to_json (difference->subject));
      json_object_set_new (entry, "id", text_to_json (difference->id));
      json_object_set_new (entry, "place", text_to_json (difference->place));
      json_object_set_new (entry, "property", text_to_json (difference->property));
      json_object_set_new (entry, "in_model", text_to_json (difference->in_model));
      json_object_set_new (entry, "in_source", text_to_json (difference->in_source));
      json_object_set_new (entry, "message", text_to_json (difference->message));
      json_array_append_new (array, entry);
    }
  json = json_pack ("{s:i, s:o, s:o}", "squill", 1, "model", text_to_json (model_name),
                    "differences", array);
  squill_json_write (text, json, 0);
  g_string_append_c (text, '\n');
  return g_string_free (text, FALSE);
}

/* Where the values of a copied field are, "posts.author_name": the evidence of its relationship has
 * that. */
const char *
_squill_copy_find_place (const SquillCopy *observed)
{
  const json_t *copies =
      json_object_get (squill_item_get_evidence (observed->item.parent), "copies");
  const char *dot = strrchr (observed->field, '.');
  const char *name = observed->name != NULL ? observed->name
                     : dot != NULL          ? dot + 1
                                            : observed->field;

  for (gsize i = 0; i < json_array_size (copies); i++)
    {
      const char *place = json_string_value (json_object_get (json_array_get (copies, i), "from"));
      const char *last = place != NULL ? strrchr (place, '.') : NULL;

      if (last != NULL && g_str_equal (last + 1, name))
        return place;
    }
  return name;
}
