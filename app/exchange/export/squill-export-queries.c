/* SPDX-License-Identifier: Apache-2.0 */

/* The commands of all operations, as a script. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/export/squill-export-private.h"
#include "exchange/query/squill-query.h"
#include "exchange/squill-shell-text.h"

/* Whether a query asks one of the collections. */
static gboolean
asks (const SquillQuery *query, const GPtrArray *collections)
{
  for (guint i = 0; i < query->statements->len; i++)
    for (guint j = 0; j < collections->len; j++)
      if (g_str_equal (((const SquillStatement *)query->statements->pdata[i])->collection,
                       ((const SquillCollection *)collections->pdata[j])->name))
        return TRUE;
  return FALSE;
}

/* Commands in a block: names of results are its own. */
static void
append_block (GString *text, const char *commands)
{
  g_auto (GStrv) lines = g_strsplit (commands, "\n", -1);

  g_string_append (text, "{\n");
  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0')
      g_string_append_printf (text, "  %s\n", lines[i]);
  g_string_append (text, "}\n");
}

gboolean
_squill_export_queries (SquillExport *self, GError **error)
{
  const SquillModelInfo *info = squill_model_get_info (self->model);
  g_autoptr (GPtrArray) collections = _squill_export_get_collections (self, error);
  g_autoptr (GString) text = NULL;

  if (collections == NULL)
    return FALSE;
  text = _squill_export_make_header (self, FALSE, info->database);
  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, info, SQUILL_KIND_OPERATION)
    {
      g_autoptr (SquillQuery) query = NULL;
      g_autofree char *commands = NULL;

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      query = squill_query_new (self->samples, operation->item.id);
      /* What asks none at all says why. */
      if (query->statements->len > 0 && !asks (query, collections))
        continue;
      commands = squill_query_to_text (query);
      g_string_append_c (text, '\n');
      squill_shell_append_comment (text, operation->name != NULL ? operation->name : "");
      append_block (text, commands);
    }
  _squill_export_add_text (self, info->name != NULL ? info->name : "queries",
                           g_steal_pointer (&text));
  return TRUE;
}
