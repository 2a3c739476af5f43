/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/server/squill-server-field.h"

#include <string.h>

static void
field_free (gpointer data)
{
  SquillServerField *self = data;

  g_free (self->name);
  g_free (self->parent);
  g_strfreev (self->arrays);
  g_free (self);
}

/* Whether a server can be asked for a field by this name. */
static gboolean
is_name (const SquillPath *path)
{
  return path->name_length > 0 && strlen (path->name) == path->name_length &&
         path->name[0] != '$' && strchr (path->name, '.') == NULL &&
         g_utf8_validate (path->name, (gssize)path->name_length, NULL);
}

static void
list_below (
    GPtrArray *fields, guint most, SquillPath *path, const char *name, const char *const *arrays)
{
  for (SquillPath *child = path->first; child != NULL && path->values == NULL; child = child->next)
    {
      SquillServerField *field;

      if (fields->len >= most || !is_name (child))
        continue;
      field = g_new0 (SquillServerField, 1);
      field->path = child;
      field->name =
          name != NULL ? g_strconcat (name, ".", child->name, NULL) : g_strdup (child->name);
      field->parent = g_strdup (name);
      field->arrays = g_strdupv ((char **)arrays);
      g_ptr_array_add (fields, field);
      list_below (fields, most, child, field->name, arrays);
    }
  /* The elements have the name of the array once that is unwound. */
  if (path->elements != NULL && name != NULL && fields->len < most)
    {
      g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
      SquillServerField *field = g_new0 (SquillServerField, 1);

      g_strv_builder_addv (builder, (const char **)arrays);
      g_strv_builder_add (builder, name);
      field->path = path->elements;
      field->name = g_strdup (name);
      field->arrays = g_strv_builder_end (builder);
      g_ptr_array_add (fields, field);
      list_below (fields, most, path->elements, name, (const char *const *)field->arrays);
    }
}

/**
 * squill_server_fields_list:
 * @root: the documents of a collection
 * @most: list no more than so many
 *
 * Lists the paths that a server can be asked for: all but those in maps, and those whose names it
 * would take for something else. They are in the order of the documents, each below its parent.
 *
 * Returns: (transfer full) (element-type SquillServerField): the paths
 */
GPtrArray *
squill_server_fields_list (SquillPath *root, guint most)
{
  static const char *const no_arrays[] = { NULL };
  GPtrArray *fields = g_ptr_array_new_with_free_func (field_free);

  list_below (fields, most, root, NULL, no_arrays);
  return fields;
}

/**
 * squill_server_field_is_beside:
 * @self: a path
 * @other: another of the same collection
 *
 * Returns: whether the same arrays are unwound for both, so that they can be counted together
 */
gboolean
squill_server_field_is_beside (const SquillServerField *self, const SquillServerField *other)
{
  return g_strv_equal ((const char *const *)self->arrays, (const char *const *)other->arrays);
}
