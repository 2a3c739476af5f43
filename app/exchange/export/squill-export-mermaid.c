/* SPDX-License-Identifier: Apache-2.0 */

/* Collections as an entity relationship diagram of Mermaid, which GitHub and GitLab show in
 * Markdown. Only what all its versions take is written: names are made plain, and the path stands
 * in a comment. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <string.h>

#include "exchange/export/squill-export-private.h"

/* Longer texts are not drawn, unless the page that shows them says otherwise. */
#define MAX_TEXT 50000

enum
{
  FIELDS_ALL,
  FIELDS_KEYS,
};

typedef struct
{
  SquillExport *export;
  const SquillCollection *collection;
  gboolean only_keys;
  GString *text;
} Writer;

/* Within quotes; nothing ends them. */
static void
append_quoted (GString *text, const char *words)
{
  g_string_append_c (text, '"');
  for (const char *p = words; *p != '\0'; p++)
    if (*p == '"')
      g_string_append (text, "#quot;");
    else
      g_string_append_c (text, strchr ("%\\", *p) != NULL || (guchar)*p < 0x20 ? ' ' : *p);
  g_string_append (text, *words == '\0' ? " \"" : "\"");
}

static char *
make_plain (const char *words)
{
  g_autoptr (GString) plain = g_string_new (NULL);

  for (const char *p = words; *p != '\0'; p++)
    g_string_append_c (plain, g_ascii_isalnum (*p) ? *p : '_');
  if (!g_ascii_isalpha (plain->str[0]) && plain->str[0] != '_')
    g_string_prepend_c (plain, '_');
  if (g_str_equal (plain->str, "PK") || g_str_equal (plain->str, "FK") ||
      g_str_equal (plain->str, "UK"))
    g_string_append_c (plain, '_');
  return g_string_free (g_steal_pointer (&plain), FALSE);
}

/* "string", "string_or_int", "objectId[]" */
static void
append_type (GString *text, const SquillShape *shape)
{
  gboolean is_first = TRUE;

  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if ((shape->types & (1u << i)) != 0)
      {
        g_string_append_printf (text, is_first ? "%s" : "_or_%s", squill_type_get_name (1u << i));
        is_first = FALSE;
      }
  if (is_first)
    g_string_append (text, "any");
  if (shape->map)
    g_string_append (text, "_map");
  if (shape->array)
    g_string_append (text, "[]");
}

static const char *
get_key (Writer *self, const SquillShape *shape)
{
  g_autofree char *path = squill_shape_get_query_path (shape);

  if (g_str_equal (path, "_id"))
    return shape->target != NULL ? " PK, FK" : " PK";
  if (shape->target != NULL)
    return " FK";
  for (guint i = 0; i < self->collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = self->collection->indexes->pdata[i];

      if (index->unique && index->keys->len == 1 &&
          g_str_equal (((const SquillKey *)index->keys->pdata[0])->path, path))
        return " UK";
    }
  return "";
}

static gboolean
add_attribute (const SquillShape *shape, gpointer user_data)
{
  Writer *self = user_data;
  const char *key;
  g_autofree char *name = NULL;

  if (shape->parent == NULL)
    return TRUE;
  key = get_key (self, shape);
  if (self->only_keys && *key == '\0')
    return TRUE;
  name = make_plain (shape->path);
  g_string_append (self->text, "    ");
  append_type (self->text, shape);
  g_string_append_printf (self->text, " %s%s", name, key);
  if (!g_str_equal (name, shape->path))
    {
      g_string_append_c (self->text, ' ');
      append_quoted (self->text, shape->path);
    }
  g_string_append_c (self->text, '\n');
  return TRUE;
}

/* The line of a reference, from what it refers to. */
static void
add_line (GString *text, const SquillExportReference *reference)
{
  g_string_append_printf (text, "  e%u %s--%s e%u : ", reference->to + 1,
                          reference->many       ? "}o"
                          : reference->required ? "||"
                                                : "|o",
                          reference->single ? "o|" : "o{", reference->from + 1);
  append_quoted (text, reference->shape->path);
  g_string_append_c (text, '\n');
}

gboolean
_squill_export_mermaid (SquillExport *self, GError **error)
{
  const char *name = squill_model_get_info (self->model)->name;
  g_autoptr (GPtrArray) collections = _squill_export_get_collections (self, error);
  g_autoptr (GString) text = g_string_new ("erDiagram\n");
  g_autoptr (GArray) references = NULL;
  Writer writer = { self, NULL, _squill_export_get_choice (self, "fields") == FIELDS_KEYS, text };

  if (collections == NULL)
    return FALSE;
  for (guint i = 0; i < collections->len; i++)
    {
      writer.collection = collections->pdata[i];
      g_string_append_printf (text, "  e%u[", i + 1);
      append_quoted (text, writer.collection->name);
      g_string_append (text, "] {\n");
      squill_shape_foreach (writer.collection->shape, add_attribute, &writer);
      g_string_append (text, "  }\n");
    }
  references = _squill_export_list_references (self, collections);
  for (guint i = 0; i < references->len; i++)
    add_line (text, &g_array_index (references, SquillExportReference, i));
  if (text->len > MAX_TEXT && !writer.only_keys)
    g_string_insert (
        text, (gssize)strlen ("erDiagram\n"),
        "  %% Longer than the 50000 characters that GitHub draws: export the keys only\n");
  _squill_export_add_text (self, name != NULL ? name : "diagram", g_steal_pointer (&text));
  return TRUE;
}
