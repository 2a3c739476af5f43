/* SPDX-License-Identifier: Apache-2.0 */

/* The model of what a reader of another format has made: a file of ours, as JSON. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-import-model.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/squill-model-file.h"
#include "text/squill-text.h"

/**
 * _squill_import_make_model:
 * @file: the model as it stands in a file
 * @error: what went wrong
 *
 * Fails with #SquillModelError where no file can hold it, such as what is nested too deeply; the
 * place in the message is that of the beginning.
 *
 * Returns: (transfer full) (nullable): the model
 */
SquillModel *
_squill_import_make_model (const json_t *file, GError **error)
{
  g_autofree char *text = json_dumps (file, 0);
  g_autoptr (GError) refused = NULL;
  SquillModel *model;
  const char *message;
  guint line, column;

  if (text == NULL)
    {
      g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX, "1:1: %s",
                   _ ("There is too much in this file"));
      return NULL;
    }
  model = squill_model_new_from_data (text, strlen (text), &refused);
  if (model != NULL)
    return model;
  /* The place is one in a text that nobody has seen. */
  message = squill_model_parse_position (refused, &line, &column) ? strstr (refused->message, ": ")
                                                                  : NULL;
  g_set_error (error, refused->domain, refused->code, "1:1: %s",
               message != NULL ? message + strlen (": ") : refused->message);
  return NULL;
}

/**
 * _squill_import_list:
 * @names: (element-type utf8): of things, at least of the first %SQUILL_IMPORT_LISTED
 * @n: how many things there are
 *
 * Returns: (transfer full): the first of them as a list: "a, b, c, d, e, and 3 more"
 */
char *
_squill_import_list (const GPtrArray *names, gsize n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < MIN (names->len, SQUILL_IMPORT_LISTED); i++)
    g_string_append_printf (text, i > 0 ? ", %s" : "%s", (const char *)names->pdata[i]);
  if (n > SQUILL_IMPORT_LISTED)
    {
      g_autofree char *more = squill_text_count ((double)(n - SQUILL_IMPORT_LISTED));

      g_string_append (text, ", ");
      g_string_append_printf (
          text, ngettext ("and %s more", "and %s more", n - SQUILL_IMPORT_LISTED), more);
    }
  return g_string_free (text, FALSE);
}

/**
 * _squill_import_describe_entity:
 * @name: that of an entity
 * @n_fields: how many fields it has
 *
 * Returns: (transfer full): what became of a table or schema, for its report
 */
char *
_squill_import_describe_entity (const char *name, guint n_fields)
{
  g_autofree char *count = squill_text_count (n_fields);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "“%s” is an entity with %s field",
                                       "“%s” is an entity with %s fields", n_fields),
                          name, count);
}

/**
 * _squill_import_count_fields:
 * @owner: an entity or a field, as it stands in a file
 *
 * Returns: how many fields are in it, and in them
 */
guint
_squill_import_count_fields (const json_t *owner)
{
  const char *id;
  json_t *field;
  guint n = 0;

  json_object_foreach (json_object_get (owner, "fields"), id, field)
  {
    n += 1 + _squill_import_count_fields (field);
  }
  return n;
}

/**
 * _squill_import_refuse:
 * @report: what was found in a file of which no model is made
 * @text: why none is made, where nothing was found
 * @error: (out): the first problem and its place
 */
void
_squill_import_refuse (const SquillImportReport *report, const char *text, GError **error)
{
  const SquillImportProblem *first = report->problems->len > 0 ? report->problems->pdata[0] : NULL;

  if (first != NULL && first->line > 0)
    g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX, "%u:%u: %s", first->line,
                 first->column, first->text);
  else
    g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX, "1:1: %s", text);
}
