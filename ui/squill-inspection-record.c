/* SPDX-License-Identifier: Apache-2.0 */

/* How a model was read, kept in its evidence to read it so again. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-inspection.h"

#include "inspect/squill-reading.h"

static char **
take_texts (const json_t *array)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  size_t i;
  json_t *text;

  json_array_foreach (array, i, text)
  {
    if (json_is_string (text))
      g_strv_builder_add (builder, json_string_value (text));
  }
  return g_strv_builder_end (builder);
}

static void
take_options (SquillInspection *self, const json_t *reading)
{
  SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  const json_t *collections = json_object_get (reading, "collections");

  options.method =
      squill_inspect_method_from_name (json_string_value (json_object_get (reading, "method")));
  options.max_documents =
      (guint64)MAX (0, json_integer_value (json_object_get (reading, "max_documents")));
  options.max_seconds = MAX (0, json_number_value (json_object_get (reading, "max_seconds")));
  options.keep_values = !json_is_false (json_object_get (reading, "keep_values"));
  options.count_on_server = json_is_true (json_object_get (reading, "count_on_server"));
  options.filter = json_string_value (json_object_get (reading, "filter"));
  squill_inspection_set_options (self, &options);
  if (json_array_size (collections) > 0)
    {
      g_auto (GStrv) names = take_texts (collections);

      squill_inspection_set_collections (self, (const char *const *)names);
    }
}

/**
 * squill_inspection_new_for_model:
 * @model: a model
 *
 * Returns: (transfer full): an inspection of where the model was read from, in the same way; of
 *   nothing where it was drawn
 */
SquillInspection *
squill_inspection_new_for_model (SquillModel *model)
{
  SquillInspection *self = squill_inspection_new ();
  const json_t *evidence, *reading, *known;
  g_auto (GStrv) sources = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), self);

  evidence = squill_model_get_info (model)->evidence;
  reading = json_object_get (evidence, SQUILL_READING_MEMBER);
  known = json_object_get (reading, "sources");
  /* A model that was not read here has but the names of the files. */
  sources = take_texts (known != NULL ? known : json_object_get (evidence, "sources"));
  squill_inspection_set_sources (self, (const char *const *)sources);
  take_options (self, reading);
  if (json_object_get (evidence, "decisions") != NULL)
    squill_inspection_set_decisions (
        self, squill_decisions_new_from_json (json_object_get (evidence, "decisions")));
  return self;
}

/**
 * squill_inspection_remember_reading:
 * @self: an inspection
 * @model: the model that came of it
 * @error: return location
 *
 * Notes in the evidence of a model where it was read from and how, so that it can be read so again.
 * There is no password in it.
 *
 * Returns: whether it is noted
 */
gboolean
squill_inspection_remember_reading (SquillInspection *self, SquillModel *model, GError **error)
{
  g_return_val_if_fail (SQUILL_IS_INSPECTION (self), FALSE);

  return squill_reading_remember (model, squill_inspection_get_sources (self),
                                  squill_inspection_get_options (self), error);
}
