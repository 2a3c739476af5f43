/* SPDX-License-Identifier: Apache-2.0 */

/* How a model was read, kept in its evidence, so that it can be read so again. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-reading.h"

#include "inspect/server/squill-server.h"
#include "model/squill-property.h"

static const char *const method_names[] = { "full", "sample", "newest" };

/* Whole, as it will be looked for from elsewhere; a password in it is dropped. Standard input
 * cannot be read again. */
static json_t *
list_sources (const char *const *sources)
{
  json_t *array = json_array ();

  for (guint i = 0; sources[i] != NULL; i++)
    {
      g_autofree char *text = NULL;
      g_autofree char *password = NULL;

      if (squill_server_is_address (sources[i]))
        {
          text = squill_server_address_take_password (sources[i], &password, NULL);
          if (password != NULL)
            explicit_bzero (password, strlen (password));
        }
      else if (g_uri_is_valid (sources[i], G_URI_FLAGS_NONE, NULL))
        text = g_strdup (sources[i]);
      else if (!g_str_equal (sources[i], "-"))
        text = g_canonicalize_filename (sources[i], NULL);
      if (text != NULL && g_utf8_validate (text, -1, NULL))
        json_array_append_new (array, json_string (text));
    }
  return array;
}

static json_t *
describe (const char *const *sources, const SquillInspectOptions *options)
{
  json_t *json = json_object ();

  json_object_set_new (json, "sources", list_sources (sources));
  json_object_set_new (json, "method",
                       json_string (squill_inspect_method_get_name (options->method)));
  if (options->max_documents > 0)
    json_object_set_new (json, "max_documents", json_integer ((json_int_t)options->max_documents));
  if (options->max_seconds > 0)
    json_object_set_new (json, "max_seconds", squill_json_number (options->max_seconds));
  if (!options->keep_values)
    json_object_set_new (json, "keep_values", json_false ());
  if (options->count_on_server)
    json_object_set_new (json, "count_on_server", json_true ());
  if (options->filter != NULL)
    json_object_set_new (json, "filter", json_string (options->filter));
  if (options->collections != NULL)
    {
      json_t *names = json_array ();

      for (guint i = 0; options->collections[i] != NULL; i++)
        json_array_append_new (names, json_string (options->collections[i]));
      json_object_set_new (json, "collections", names);
    }
  return json;
}

/**
 * squill_inspect_method_get_name:
 * @method: which documents are read
 *
 * Returns: (transfer none): its name in files, which is not translated
 */
const char *
squill_inspect_method_get_name (SquillInspectMethod method)
{
  g_return_val_if_fail ((guint)method < G_N_ELEMENTS (method_names), method_names[0]);

  return method_names[method];
}

/**
 * squill_inspect_method_from_name:
 * @name: (nullable): a name in a file
 *
 * Returns: what it names; %SQUILL_INSPECT_FULL where it names nothing
 */
SquillInspectMethod
squill_inspect_method_from_name (const char *name)
{
  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (method_names); i++)
    if (g_str_equal (method_names[i], name))
      return (SquillInspectMethod)i;
  return SQUILL_INSPECT_FULL;
}

/**
 * squill_reading_remember:
 * @model: a model that was read
 * @sources: (array zero-terminated=1): from where, as for squill_inspect_sync()
 * @options: how
 * @error: return location
 *
 * Notes in the evidence of a model where it was read from and how. There is no password in it.
 *
 * Returns: whether it is noted
 */
gboolean
squill_reading_remember (SquillModel *model,
                         const char *const *sources,
                         const SquillInspectOptions *options,
                         GError **error)
{
  const json_t *old;
  json_t *evidence;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), FALSE);
  g_return_val_if_fail (sources != NULL && options != NULL, FALSE);

  old = squill_model_get_info (model)->evidence;
  evidence = json_is_object (old) ? json_copy ((json_t *)old) : json_object ();
  json_object_set_new (evidence, SQUILL_READING_MEMBER, describe (sources, options));
  return squill_model_set (model, SQUILL_MODEL_ID, "evidence", evidence, error);
}
