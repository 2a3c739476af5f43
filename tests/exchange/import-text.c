/* SPDX-License-Identifier: Apache-2.0 */

/* What a format reads out of a text, and what is to be found in it. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "import-text.h"

#include <string.h>

#include "model/squill-model-file.h"

/* Reads a text as the file of a format, which it has to be (transfer full). */
SquillModel *
import_text (const char *format, const char *text, SquillImportReport *report)
{
  g_autofree char *name = g_strconcat ("schema.", format, NULL);
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_import_read (squill_import_find_format (format), name, text,
                                           strlen (text), report, &error);

  g_assert_no_error (error);
  return model;
}

/* Each is refused with its place. */
void
check_faults (const char *format, const ImportFault *faults, guint n)
{
  g_autofree char *name = g_strconcat ("schema.", format, NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (SquillImportReport) report = squill_import_report_new ();
      g_autoptr (GError) error = NULL;
      guint line, column;

      g_assert_null (squill_import_read (squill_import_find_format (format), name, faults[i].text,
                                         strlen (faults[i].text), report, &error));
      g_assert_true (squill_model_parse_position (error, &line, &column));
      g_assert_cmpuint (line, ==, faults[i].line);
      g_assert_cmpuint (column, ==, faults[i].column);
    }
}

/* The first problem that has @part in it; NULL if there is none. */
const SquillImportProblem *
find_problem (const SquillImportReport *report, const char *part)
{
  for (guint i = 0; i < report->problems->len; i++)
    {
      const SquillImportProblem *problem = report->problems->pdata[i];

      if (strstr (problem->text, part) != NULL)
        return problem;
    }
  return NULL;
}

guint
count_children (gconstpointer item, SquillKind kind)
{
  guint n;

  squill_item_get_children (item, kind, &n);
  return n;
}

/* The first child of a name; NULL if there is none. */
gpointer
find_child (gconstpointer item, SquillKind kind, const char *name)
{
  guint n;
  gpointer const *children = squill_item_get_children (item, kind, &n);

  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (squill_item_get_name (children[i]), name) == 0)
      return children[i];
  return NULL;
}

/* The entity of a name, which has to be there. */
const SquillEntity *
find_entity (SquillModel *model, const char *name)
{
  const SquillEntity *entity = find_child (squill_model_get_info (model), SQUILL_KIND_ENTITY, name);

  if (entity == NULL)
    g_error ("There is no entity %s", name);
  return entity;
}

/* The relationship of a name, which has to be there. */
const SquillRelationship *
get_relationship (SquillModel *model, const char *name)
{
  const SquillRelationship *relationship =
      find_child (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP, name);

  if (relationship == NULL)
    g_error ("There is no relationship %s", name);
  return relationship;
}

/* The field "address.city" of an entity or field, which has to be there. */
const SquillField *
get_field (gconstpointer owner, const char *path)
{
  g_auto (GStrv) names = g_strsplit (path, ".", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      owner = find_child (owner, SQUILL_KIND_FIELD, names[i]);
      if (owner == NULL)
        g_error ("There is no field %s", path);
    }
  return owner;
}

/* A value is what a text has. */
void
assert_json (const json_t *value, const char *expected)
{
  json_auto_t *json = json_loads (expected, JSON_DECODE_ANY, NULL);

  g_assert_nonnull (json);
  if (!json_equal ((json_t *)value, json))
    {
      g_autofree char *text = value == NULL ? NULL : json_dumps (value, JSON_ENCODE_ANY);

      g_error ("%s instead of %s", text, expected);
    }
}

/* A problem that has @part in it is told at a place. */
void
assert_problem_at (const SquillImportReport *report, guint line, guint column, const char *part)
{
  for (guint i = 0; i < report->problems->len; i++)
    {
      const SquillImportProblem *problem = report->problems->pdata[i];

      if (problem->line == line && problem->column == column &&
          strstr (problem->text, part) != NULL)
        return;
    }
  g_error ("“%s” is not told at %u:%u", part, line, column);
}

/* Calls a function for each of the example models; says how many there are. */
guint
foreach_example (ExampleFunc func, gpointer user_data)
{
  g_autofree char *folder =
      g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "data", "examples", NULL);
  g_autoptr (GDir) examples = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  g_assert_nonnull (examples);
  while ((name = g_dir_read_name (examples)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *data = NULL;
      g_autoptr (SquillModel) model = NULL;
      g_autoptr (GError) error = NULL;
      gsize length;

      if (!g_str_has_suffix (name, ".squill"))
        continue;
      g_file_get_contents (path, &data, &length, &error);
      g_assert_no_error (error);
      model = squill_model_new_from_data (data, length, &error);
      g_assert_no_error (error);
      func (model, name, user_data);
      n++;
    }
  return n;
}
