/* SPDX-License-Identifier: Apache-2.0 */

/* The sources and options that a model was inferred with, kept in its evidence to refresh it. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-inspect.h"

#include "inspect/server/squill-server.h"
#include "model/squill-property.h"

/* The member of the model's evidence. */
#define MEMBER "reading"

static const char *const method_names[] = { "full", "sample", "newest" };

/* Absolute paths, as the current folder may change; without passwords, and without standard input,
 * which cannot be read again. */
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
  json_object_set_new (json, "method", json_string (method_names[options->method]));
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

/* Unknown names mean all documents. */
static SquillInspectMethod
method_from_name (const char *name)
{
  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (method_names); i++)
    if (g_str_equal (method_names[i], name))
      return (SquillInspectMethod)i;
  return SQUILL_INSPECT_FULL;
}

static char **
list_texts (const json_t *array)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  gsize i;
  json_t *text;

  json_array_foreach (array, i, text)
  {
    if (json_is_string (text))
      g_strv_builder_add (builder, json_string_value (text));
  }
  return g_strv_builder_end (builder);
}

/**
 * squill_reading_remember:
 * @model: an inferred model
 * @sources: (array zero-terminated=1): as for squill_inspect_sync()
 * @options: as for squill_inspect_sync()
 * @error: return location
 *
 * Keeps the sources and options in the evidence of a model, without passwords.
 *
 * Returns: %TRUE if the model has changed, and %FALSE with @error set otherwise
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
  json_object_set_new (evidence, MEMBER, describe (sources, options));
  return squill_model_set (model, SQUILL_MODEL_ID, "evidence", evidence, error);
}

/**
 * squill_reading_recall:
 * @model: a model
 * @options: (out caller-allocates): how it was read, without @collections; the filter belongs to
 * the model's evidence
 * @collections: (out) (transfer full) (array zero-terminated=1): which collections were read; empty
 *   for all
 *
 * Reads what squill_reading_remember() noted.
 *
 * Returns: (transfer full) (array zero-terminated=1): the sources; empty if the model was drawn
 */
char **
squill_reading_recall (SquillModel *model, SquillInspectOptions *options, char ***collections)
{
  const json_t *evidence, *reading, *sources;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);
  g_return_val_if_fail (options != NULL && collections != NULL, NULL);

  evidence = squill_model_get_info (model)->evidence;
  reading = json_object_get (evidence, MEMBER);
  *options = (SquillInspectOptions)SQUILL_INSPECT_OPTIONS_INIT;
  options->method = method_from_name (json_string_value (json_object_get (reading, "method")));
  options->max_documents =
      (guint64)MAX (0, json_integer_value (json_object_get (reading, "max_documents")));
  options->max_seconds = MAX (0, json_number_value (json_object_get (reading, "max_seconds")));
  options->keep_values = !json_is_false (json_object_get (reading, "keep_values"));
  options->count_on_server = json_is_true (json_object_get (reading, "count_on_server"));
  options->filter = json_string_value (json_object_get (reading, "filter"));
  *collections = list_texts (json_object_get (reading, "collections"));
  sources = json_object_get (reading, "sources");
  /* A model that another program inferred has only the names of the files. */
  return list_texts (sources != NULL ? sources : json_object_get (evidence, "sources"));
}
