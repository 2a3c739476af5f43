/* SPDX-License-Identifier: Apache-2.0 */

/* A path as `squill-cli infer` prints it and as the evidence of a model keeps it. */

#define G_LOG_DOMAIN "squill-inspect"

#include "bson/squill-bson-json.h"
#include "config.h"

#include "inspect/profile/squill-path-traits.h"
#include "inspect/profile/squill-map-evidence.h"
#include "inspect/profile/squill-scalars.h"
#include "model/squill-property.h"

/* Bars of a histogram. */
#define MAX_BINS 12u

static json_t *
range_to_json (json_t *min, json_t *max)
{
  json_t *json = json_object ();

  json_object_set_new (json, "min", min);
  json_object_set_new (json, "max", max);
  return json;
}

static json_t *
texts_to_json (char **texts)
{
  json_t *json = json_array ();

  for (guint i = 0; texts[i] != NULL; i++)
    json_array_append_new (json, json_string (texts[i]));
  g_strfreev (texts);
  return json;
}

/**
 * squill_distribution_to_json:
 * @distribution: a distribution of at least one value
 * @with_histogram: whether to say how many are 0 and how the others are distribution
 *
 * Returns: (transfer full): minimum, mean, the value that 95 % do not exceed, maximum; with a
 * histogram of arrays of from, to and count
 */
json_t *
squill_distribution_to_json (const SquillDistribution *distribution, gboolean with_histogram)
{
  SquillDistributionBin bins[MAX_BINS];
  json_t *json = json_object ();
  json_t *histogram;
  guint n_bins;

  json_object_set_new (json, "min", squill_count_to_json (distribution->min));
  json_object_set_new (json, "mean",
                       squill_json_number (squill_distribution_get_mean (distribution)));
  json_object_set_new (
      json, "p95", squill_count_to_json (squill_distribution_get_percentile (distribution, 0.95)));
  json_object_set_new (json, "max", squill_count_to_json (distribution->max));
  if (!with_histogram)
    return json;
  json_object_set_new (json, "empty",
                       squill_count_to_json (squill_distribution_count_of (distribution, 0)));
  n_bins = squill_distribution_get_bins (distribution, bins, MAX_BINS);
  histogram = json_array ();
  for (guint i = 0; i < n_bins; i++)
    {
      json_t *bin;

      if (bins[i].count == 0)
        continue;
      bin = json_object ();
      json_object_set_new (bin, "from", squill_count_to_json (bins[i].from));
      json_object_set_new (bin, "to", squill_count_to_json (bins[i].to));
      json_object_set_new (bin, "count", squill_count_to_json (bins[i].count));
      json_array_append_new (histogram, bin);
    }
  json_object_set_new (json, "histogram", histogram);
  return json;
}

static json_t *
examples_to_json (const SquillValueSample *sample)
{
  json_t *json = json_array ();

  for (guint i = 0; i < sample->n_values; i++)
    {
      const SquillExample *example = &sample->values[i];
      json_t *value = squill_value_to_json (example->type, example->bytes, example->length);

      if (example->cut && json_is_string (value))
        {
          g_autofree char *text = g_strconcat (json_string_value (value), "…", NULL);

          json_string_set (value, text);
        }
      json_array_append_new (json, value);
    }
  return json;
}

/**
 * squill_example_document_to_json:
 * @document: a document
 *
 * Returns: (transfer full): its `_id`, where that is known, and its number, from 0
 */
json_t *
squill_example_document_to_json (const SquillExampleDocument *document)
{
  json_t *json = json_object ();

  if (document->id_type != 0)
    json_object_set_new (
        json, "_id", squill_value_to_json (document->id_type, document->id, document->id_length));
  json_object_set_new (json, "index",
                       squill_count_to_json (squill_example_document_get_index (document)));
  return json;
}

/* The first document with each type, and those with the rarest, where there is something rare. */
static void
set_documents (json_t *json, const SquillPath *path)
{
  json_t *first = json_object ();
  guint rarest = SQUILL_N_TYPES;
  guint n_types = 0;

  for (guint type = 0; type < SQUILL_N_TYPES; type++)
    {
      const SquillExampleDocumentList *list =
          squill_example_documents_get (&path->example_documents, type);

      if (path->types[type] == 0 || list == NULL || list->n_documents == 0)
        continue;
      n_types++;
      json_object_set_new (first, squill_type_get_name ((SquillTypes)(1u << type)),
                           squill_example_document_to_json (list->documents[0]));
      if (rarest == SQUILL_N_TYPES || path->types[type] < path->types[rarest])
        rarest = type;
    }
  json_object_set_new (json, "first", first);
  if (n_types > 1 || (n_types == 1 && path->present < squill_path_get_of (path)))
    {
      const SquillExampleDocumentList *list =
          squill_example_documents_get (&path->example_documents, rarest);
      json_t *rare = json_object ();
      json_t *documents = json_array ();

      json_object_set_new (rare, "type",
                           json_string (squill_type_get_name ((SquillTypes)(1u << rarest))));
      json_object_set_new (rare, "count", squill_count_to_json (path->types[rarest]));
      /* Of what is not rare only the first is sure to be known. */
      for (guint i = 0; i < list->n_documents; i++)
        if (i == 0 || path->types[rarest] <= SQUILL_EXAMPLE_MAX_COUNT)
          json_array_append_new (documents, squill_example_document_to_json (list->documents[i]));
      json_object_set_new (rare, "documents", documents);
      json_object_set_new (json, "rarest", rare);
    }
}

static json_t *
types_to_json (const SquillPath *path)
{
  json_t *json = json_object ();
  gboolean listed[SQUILL_N_TYPES] = { FALSE };

  /* The most frequent first. */
  for (;;)
    {
      guint best = SQUILL_N_TYPES;

      for (guint i = 0; i < SQUILL_N_TYPES; i++)
        if (!listed[i] && path->types[i] > 0 &&
            (best == SQUILL_N_TYPES || path->types[i] > path->types[best]))
          best = i;
      if (best == SQUILL_N_TYPES)
        return json;
      listed[best] = TRUE;
      if ((1u << best) != SQUILL_TYPE_BINARY)
        {
          json_object_set_new (json, squill_type_get_name ((SquillTypes)(1u << best)),
                               squill_count_to_json (path->types[best]));
          continue;
        }
      for (guint subtype = 0; subtype < 256; subtype++)
        if (path->subtypes[subtype] > 0)
          {
            g_autofree char *name = g_strdup_printf ("binData/%u", subtype);

            json_object_set_new (json, name, squill_count_to_json (path->subtypes[subtype]));
          }
    }
}

static json_t *
interval_to_json (guint64 count, guint64 error, guint64 most)
{
  return range_to_json (squill_count_to_json (count - MIN (count, error)),
                        squill_count_to_json (MIN (count + error, most)));
}

static json_t *
map_to_json (const SquillPath *path)
{
  const char *pattern = squill_key_pattern_get_regex (squill_map_keys_get_pattern (path->map));
  const SquillPath *key_field = squill_path_traits_get_key_field (path);
  json_t *json = json_object ();

  json_object_set_new (json, "entries", squill_count_to_json (path->values->present));
  json_object_set_new (json, "distinct_keys", squill_count_to_json (path->map->distinct_count));
  json_object_set_new (json, "length", squill_distribution_to_json (path->entries, TRUE));
  json_object_set_new (json, "key_pattern", pattern != NULL ? json_string (pattern) : json_null ());
  if (key_field != NULL)
    {
      g_autofree char *name = g_utf8_make_valid (key_field->name, (gssize)key_field->name_length);

      json_object_set_new (json, "key_field", json_string (name));
    }
  if (path->map->examples.n_values > 0)
    json_object_set_new (json, "keys", examples_to_json (&path->map->examples));
  if (path->map->distinct_error > 0)
    json_object_set_new (json, "distinct_keys_interval",
                         interval_to_json (path->map->distinct_count, path->map->distinct_error,
                                           path->values->present));
  json_object_set_new (json, "confidence",
                       squill_json_number (squill_map_evidence_get_confidence (path)));
  json_object_set_new (json, "evidence", texts_to_json (squill_map_evidence_list (path)));
  json_object_set_new (json, "can_be_record", json_boolean (squill_path_can_be_record (path)));
  return json;
}

/* Objects that may be taken for a map, and are none. */
static json_t *
record_to_json (const SquillPath *path)
{
  json_t *json = json_object ();

  json_object_set_new (json, "confidence",
                       squill_json_number (squill_record_evidence_get_confidence (path)));
  json_object_set_new (json, "evidence", texts_to_json (squill_record_evidence_list (path)));
  return json;
}

static void
set_texts (json_t *json, const SquillPath *path)
{
  const SquillTexts *text = &path->text;
  json_t *bytes = json_object ();

  json_object_set_new (bytes, "min", squill_count_to_json (text->min));
  json_object_set_new (bytes, "mean",
                       squill_json_number ((double)text->bytes / (double)text->count));
  json_object_set_new (bytes, "max", squill_count_to_json (text->max));
  json_object_set_new (bytes, "empty", squill_count_to_json (text->empty));
  json_object_set_new (bytes, "empty_share",
                       squill_json_number ((double)text->empty / (double)path->present));
  json_object_set_new (json, "text_bytes", bytes);
  if (path->text.formats != NULL)
    {
      json_t *formats = json_object ();

      for (guint i = 0; i < SQUILL_N_TEXT_FORMATS; i++)
        if (path->text.formats->counts[i] > 0)
          json_object_set_new (formats, squill_text_format_get_name ((SquillTextFormat)i),
                               squill_count_to_json (path->text.formats->counts[i]));
      json_object_set_new (json, "formats", formats);
      if (path->text.formats->prefix_state == SQUILL_TEXT_PREFIX_ONE &&
          path->scalars.examples.n_values > 0)
        json_object_set_new (json, "prefix", json_string (path->text.formats->prefix));
    }
}

/* A double would round large whole numbers. */
static json_t *
numbers_to_json (const SquillNumbers *numbers)
{
  if (numbers->doubles == 0)
    return range_to_json (json_integer (numbers->whole_min), json_integer (numbers->whole_max));
  return range_to_json (squill_json_number (numbers->min), squill_json_number (numbers->max));
}

static json_t *
date_to_json (gint64 milliseconds)
{
  const guint64 raw = GUINT64_TO_LE ((guint64)milliseconds);

  return squill_value_to_json (SQUILL_BSON_DATE, (const guint8 *)&raw, sizeof raw);
}

static void
set_scalars (json_t *json, const SquillPath *path)
{
  json_object_set_new (json, "distinct", squill_count_to_json (path->scalars.distinct));
  json_object_set_new (json, "enum",
                       squill_path_traits_is_enumeration (path)
                           ? squill_value_table_to_json (&path->scalars.table)
                           : json_null ());
  json_object_set_new (json, "constant",
                       squill_path_traits_is_constant (path)
                           ? squill_value_to_json (path->scalars.table.values[0].type,
                                                   path->scalars.table.values[0].bytes,
                                                   path->scalars.table.values[0].length)
                           : json_null ());
  if (path->scalars.distinct_error > 0)
    json_object_set_new (json, "distinct_interval",
                         interval_to_json (path->scalars.distinct, path->scalars.distinct_error,
                                           path->scalars.count));
  if (path->text.count > 0)
    set_texts (json, path);
  /* The ends of a range are values, too. */
  if (path->scalars.examples.n_values == 0)
    return;
  if (path->numbers.count > 0)
    json_object_set_new (json, "range", numbers_to_json (&path->numbers));
  if (path->dates.count > 0)
    json_object_set_new (
        json, "dates",
        range_to_json (date_to_json (path->dates.min), date_to_json (path->dates.max)));
  json_object_set_new (json, "examples", examples_to_json (&path->scalars.examples));
}

static json_t *
flags_to_json (const SquillPath *path)
{
  json_t *json = json_array ();
  guint flags = squill_path_traits_get_flags (path);

  for (guint i = 0; i < SQUILL_N_PATH_FLAGS; i++)
    if ((flags & (1u << i)) != 0)
      json_array_append_new (json, json_string (squill_path_flag_get_name (1u << i)));
  return json;
}

/**
 * squill_path_to_json:
 * @path: a path
 *
 * Returns: (transfer full): what is known of it, as `squill-cli infer` prints it and as the
 *   evidence of a model keeps it
 */
json_t *
squill_path_to_json (const SquillPath *path)
{
  g_autofree char *text = squill_path_to_text (path);
  json_t *json = json_object ();

  json_object_set_new (json, "path", json_string (text));
  json_object_set_new (json, "of", squill_count_to_json (squill_path_get_of (path)));
  json_object_set_new (json, "present", squill_count_to_json (path->present));
  json_object_set_new (json, "types", types_to_json (path));
  json_object_set_new (json, "bytes", squill_count_to_json (path->bytes));
  json_object_set_new (json, "stored_bytes", squill_count_to_json (path->bytes + path->name_bytes));
  if (path->scalars.count > 0)
    set_scalars (json, path);
  if (path->lengths != NULL)
    json_object_set_new (json, "length", squill_distribution_to_json (path->lengths, TRUE));
  if (path->values != NULL)
    json_object_set_new (json, "map", map_to_json (path));
  else if (squill_record_evidence_is_wanted (path))
    json_object_set_new (json, "record", record_to_json (path));
  set_documents (json, path);
  json_object_set_new (json, "flags", flags_to_json (path));
  if (path->server != NULL)
    json_object_set_new (json, "server", squill_server_path_to_json (path));
  return json;
}
