/* SPDX-License-Identifier: Apache-2.0 */

/* Collections as a diagram of PlantUML. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <string.h>

#include "exchange/export/squill-export-private.h"

/* All that PlantUML could take for markup, as the number of the character. */
static void
append_text (GString *text, const char *words)
{
  for (const char *p = words; *p != '\0'; p++)
    if (g_ascii_isalnum (*p) || *p == ' ' || *p == '.' || (guchar)*p >= 0x80 ||
        (*p == '_' && p[1] != '_') || (*p == '[' && p[1] == ']') ||
        (*p == ']' && p > words && p[-1] == '['))
      g_string_append_c (text, *p);
    else if ((guchar)*p < 0x20)
      g_string_append_c (text, ' ');
    else
      g_string_append_printf (text, "<U+%04X>", (guint)(guchar)*p);
  if (*words == '\0')
    g_string_append_c (text, ' ');
}

static void
write_collection (GString *text, const SquillCollection *collection, guint number)
{
  g_autoptr (GPtrArray) lines = _squill_export_list_lines (collection);

  g_string_append (text, "\nentity \"");
  append_text (text, collection->name);
  g_string_append_printf (text, "\" as c%u {\n", number);
  for (guint i = 0; i < lines->len; i++)
    {
      const SquillShape *shape = lines->pdata[i];
      const char *key = _squill_export_get_key (shape);
      g_autofree char *type = _squill_export_describe_type (shape);

      g_string_append (text, shape->required ? "  * {field} " : "  {field} ");
      append_text (text, shape->path);
      g_string_append_printf (text, *key != '\0' ? " : %s <<%s>>\n" : " : %s\n", type, key);
      if (g_str_equal (key, "PK") && lines->len > 1)
        g_string_append (text, "  --\n");
    }
  g_string_append (text, "}\n");
}

gboolean
_squill_export_plantuml (SquillExport *self, GError **error)
{
  const char *name = squill_model_get_info (self->model)->name;
  g_autoptr (GPtrArray) collections = _squill_export_get_collections (self, error);
  g_autoptr (GArray) references = NULL;
  g_autoptr (GString) text = NULL;

  if (collections == NULL)
    return FALSE;
  text = g_string_new ("@startuml\nhide circle\nskinparam linetype ortho\n");
  for (guint i = 0; i < collections->len; i++)
    write_collection (text, collections->pdata[i], i + 1);
  references = _squill_export_list_references (self, collections);
  for (guint i = 0; i < references->len; i++)
    {
      const SquillExportReference *reference =
          &g_array_index (references, SquillExportReference, i);

      g_string_append_printf (text, "%sc%u %s--%s c%u : \"", i == 0 ? "\n" : "", reference->to + 1,
                              reference->many       ? "}o"
                              : reference->required ? "||"
                                                    : "|o",
                              reference->single ? "o|" : "o{", reference->from + 1);
      append_text (text, reference->shape->path);
      g_string_append (text, "\"\n");
    }
  g_string_append (text, "@enduml\n");
  _squill_export_add_text (self, name != NULL ? name : "diagram", g_steal_pointer (&text));
  return TRUE;
}
