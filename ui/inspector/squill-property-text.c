/* SPDX-License-Identifier: Apache-2.0 */

/* Values of properties as texts that are typed. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>

#include "inspector/squill-inspector-private.h"
#include "model/squill-error-text.h"
#include "session/squill-key-text.h"

/* The value as it is, where that is a text; "" otherwise. */
const char *
_squill_property_row_get_string (SquillPropertyRow *row)
{
  return json_is_string (row->value) ? json_string_value (row->value) : "";
}

/* Operations go along relationships; all else is about the documents of one collection. */
gboolean
_squill_property_row_leads_across (SquillPropertyRow *row)
{
  const SquillItem *item = _squill_property_row_get_item (row);

  return item != NULL && item->kind == SQUILL_KIND_OPERATION;
}

/* The entity whose fields the paths of an item name. */
const char *
_squill_property_row_get_path_entity (SquillPropertyRow *row)
{
  SquillModel *model = squill_session_get_model (row->session);
  const SquillItem *item = _squill_property_row_get_item (row);
  const SquillRelationship *relationship;

  if (item == NULL)
    return NULL;
  switch (item->kind)
    {
    case SQUILL_KIND_ENTITY:
      return item->id;
    case SQUILL_KIND_INDEX:
      return item->parent->id;
    case SQUILL_KIND_OPERATION:
      return ((const SquillOperation *)item)->entity;
    case SQUILL_KIND_RELATIONSHIP:
      return ((const SquillRelationship *)item)->child;
    case SQUILL_KIND_COPY:
      relationship = squill_model_get_relationship (model, item->parent->id);
      if (relationship == NULL)
        return NULL;
      return ((const SquillCopy *)item)->direction == SQUILL_COPY_TO_CHILD ? relationship->parent
                                                                           : relationship->child;
    case SQUILL_KIND_MODEL:
    case SQUILL_KIND_FIELD:
    case SQUILL_KIND_NOTE:
    case SQUILL_KIND_GROUP:
    case SQUILL_KIND_DISMISSAL:
    case SQUILL_KIND_ALTERNATIVE:
    case SQUILL_KIND_VIEW:
    default:
      return NULL;
    }
}

/* The operator of a key that has none. */
static const char *
get_usual_operator (SquillPropertyRow *row)
{
  const char *property = row->line->property;

  if (g_str_equal (property, "filter"))
    return "eq";
  if (g_str_equal (property, "returns") || g_str_equal (property, "writes"))
    return "";
  return "1";
}

static const SquillKeys *
get_keys (SquillPropertyRow *row)
{
  gconstpointer item = _squill_property_row_get_item (row);

  return item == NULL ? NULL : G_STRUCT_MEMBER (SquillKeys *, item, row->property->offset);
}

/* The value as it is typed (transfer full). */
char *
_squill_property_row_make_text (SquillPropertyRow *row)
{
  SquillDesign *design = squill_session_get_design (row->session);

  if (row->value == NULL)
    return g_strdup ("");
  if (row->line->editor == SQUILL_EDITOR_TYPES)
    return squill_types_to_text (
        G_STRUCT_MEMBER (SquillTypes, _squill_property_row_get_item (row), row->property->offset));
  if (row->line->editor == SQUILL_EDITOR_PATH)
    return squill_key_path_write (design, _squill_property_row_get_path_entity (row),
                                  _squill_property_row_get_string (row));
  if (row->line->editor == SQUILL_EDITOR_KEYS)
    return squill_keys_write (design, _squill_property_row_get_path_entity (row), get_keys (row),
                              get_usual_operator (row));
  if (row->line->editor == SQUILL_EDITOR_JSON)
    {
      char *dumped = json_dumps (row->value, JSON_ENCODE_ANY);
      char *text = g_strdup (dumped);

      free (dumped);
      return text;
    }
  return g_strdup (_squill_property_row_get_string (row));
}

/* What is typed as a value (transfer full); NULL with an error where it is none. */
json_t *
_squill_property_row_read_text (SquillPropertyRow *row, const char *text, GError **error)
{
  SquillDesign *design = squill_session_get_design (row->session);
  SquillTypes types;
  g_autofree char *path = NULL;
  json_error_t mistake;
  json_t *value;

  if (row->line->editor == SQUILL_EDITOR_TYPES)
    {
      types = squill_types_from_text (text);
      if (types != SQUILL_TYPE_NONE)
        return squill_json_types (types);
      g_set_error (error, SQUILL_PROPERTY_ERROR, SQUILL_PROPERTY_ERROR_VALUE,
                   _ ("“%s” is not a type: try string, int, date, objectId…"), text);
      return NULL;
    }
  if (row->line->editor == SQUILL_EDITOR_PATH)
    {
      path = squill_key_path_read (design, _squill_property_row_get_path_entity (row), text,
                                   _squill_property_row_leads_across (row), error);
      return path == NULL ? NULL : json_string (path);
    }
  if (row->line->editor == SQUILL_EDITOR_KEYS)
    return squill_keys_read (design, _squill_property_row_get_path_entity (row), text,
                             get_usual_operator (row), _squill_property_row_leads_across (row),
                             error);
  if (row->line->editor == SQUILL_EDITOR_JSON)
    {
      value = json_loads (text, JSON_DECODE_ANY, &mistake);
      if (value == NULL)
        {
          g_autofree char *why = squill_json_error_explain (&mistake);

          g_set_error (error, SQUILL_PROPERTY_ERROR, SQUILL_PROPERTY_ERROR_VALUE,
                       _ ("Not valid JSON: %s"), why);
        }
      return value;
    }
  return json_string (text);
}
