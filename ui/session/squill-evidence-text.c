/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-evidence-text.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "text/squill-text.h"

static const struct
{
  const char *flag;
  const char *text;
} flags[] = {
  { "number-as-string", N_ ("Numbers are stored as strings") },
  { "date-as-string", N_ ("Dates are stored as strings") },
  { "id-as-string", N_ ("Ids are stored as strings") },
  { "empty-is-missing", N_ ("An empty string stands for a missing value") },
  { "always-null", N_ ("Always null") },
  { "integral", N_ ("All numbers are integers, although stored as doubles") },
  { "single-or-array", N_ ("A single value stands for an array of one") },
  { "tuple", N_ ("Arrays of a fixed length in which each position has its own meaning") },
  { "geojson", N_ ("A GeoJSON object") },
  { "legacy-coordinates", N_ ("A legacy coordinate pair") },
  { "dbref", N_ ("A reference that names its collection (DBRef)") },
  { "epoch-seconds", N_ ("Dates are stored as seconds since 1970") },
  { "epoch-millis", N_ ("Dates are stored as milliseconds since 1970") },
  { "consecutive-keys", N_ ("An array stored as an object with the keys 0, 1, 2, …") },
};

static const json_t *
get (const json_t *json, const char *name)
{
  return json_object_get (json, name);
}

static const char *
get_text (const json_t *json, const char *name)
{
  return json_string_value (get (json, name));
}

static char *
format_count (const json_t *json, const char *name)
{
  return squill_text_count (json_number_value (get (json, name)));
}

static void
take_line (GPtrArray *lines, char *line)
{
  g_ptr_array_add (lines, line);
}

static char **
end_lines (GPtrArray *lines)
{
  g_ptr_array_add (lines, NULL);
  return (char **)g_ptr_array_free (lines, FALSE);
}

static char *
format_bound (const json_t *value)
{
  return json_is_number (value) ? squill_text_count (json_number_value (value)) : g_strdup ("∞");
}

/**
 * squill_evidence_format_triple:
 * @spread: (nullable): an object with "min", "mean" and "max"
 *
 * Returns: (transfer full) (nullable): "1..3.5..6", as it is written on a line; %NULL where there
 *   is no such object
 */
char *
squill_evidence_format_triple (const json_t *spread)
{
  g_autofree char *min = NULL;
  g_autofree char *mean = NULL;
  g_autofree char *max = NULL;

  if (!json_is_object (spread) || !json_is_number (get (spread, "min")))
    return NULL;
  min = format_bound (get (spread, "min"));
  max = format_bound (get (spread, "max"));
  if (g_str_equal (min, max))
    return g_steal_pointer (&min);
  mean = format_bound (get (spread, "mean"));
  return g_strdup_printf ("%s..%s..%s", min, mean, max);
}

static const char *
describe_flag (const char *flag)
{
  g_return_val_if_fail (flag != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    if (g_str_equal (flags[i].flag, flag))
      return _ (flags[i].text);
  return flag;
}

/* What the engine itself says. */
static void
append_sentences (GPtrArray *lines, const json_t *sentences)
{
  size_t i;
  json_t *sentence;

  json_array_foreach (sentences, i, sentence)
  {
    if (json_is_string (sentence))
      take_line (lines, g_strdup (json_string_value (sentence)));
  }
}

static void
append_values (GPtrArray *lines, const char *title, const json_t *values)
{
  g_autofree char *list = NULL;

  if (!json_is_array (values) || json_array_size (values) == 0)
    return;
  list = squill_text_values (values, json_array_size (values));
  /* Translators: a few words, and values that belong to them. */
  take_line (lines, g_strdup_printf (_ ("%s: %s"), title, list));
}

/**
 * squill_evidence_summarize_reference:
 * @reference: a reference
 *
 * Returns: (transfer full): one line of what was measured
 */
char *
squill_evidence_summarize_reference (const json_t *reference)
{
  g_autofree char *share = NULL;
  g_autofree char *references = NULL;
  g_autofree char *dangling = NULL;

  if (!json_is_number (get (reference, "inclusion")))
    return g_strdup ("");
  share = squill_text_share (json_number_value (get (reference, "inclusion")));
  references = format_count (reference, "references");
  if (json_number_value (get (reference, "dangling")) <= 0)
    /* Translators: a share and a number of references. */
    return g_strdup_printf (_ ("%s of %s resolve"), share, references);
  dangling = format_count (reference, "dangling");
  return g_strdup_printf (_ ("%s of %s resolve · %s dangling"), share, references, dangling);
}

/* A sentence, with values that show it. */
static void
append_examples (GPtrArray *lines, char *sentence, const json_t *examples, gboolean with_values)
{
  g_autofree char *told = sentence;

  if (with_values && json_array_size (examples) > 0)
    append_values (lines, told, examples);
  else
    take_line (lines, g_steal_pointer (&told));
}

static void
append_copies (GPtrArray *lines, const json_t *copies)
{
  size_t i;
  json_t *copy;

  json_array_foreach (copies, i, copy)
  {
    const char *from = get_text (copy, "from"), *to = get_text (copy, "to");
    double equal = json_number_value (get (copy, "equal"));
    double of = json_number_value (get (copy, "of"));
    g_autofree char *share = NULL;

    if (from == NULL || to == NULL || of <= 0)
      continue;
    if (equal >= of)
      {
        take_line (lines, g_strdup_printf (_ ("%s is a copy of %s, always up to date"), from, to));
        continue;
      }
    share = squill_text_share ((of - equal) / of);
    take_line (lines, g_strdup_printf (_ ("%s is a copy of %s; %s of the copies are stale"), from,
                                       to, share));
  }
}

/**
 * squill_evidence_explain_reference:
 * @reference: a reference
 * @with_values: whether values of documents may be told
 *
 * Returns: (transfer full): what speaks for it and against it, a sentence each
 */
char **
squill_evidence_explain_reference (const json_t *reference, gboolean with_values)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  /* Its own sentences say most of what else is made of the numbers, but may name values. */
  const gboolean told = with_values && json_array_size (get (reference, "evidence")) > 0;
  g_autofree char *children =
      squill_evidence_format_triple (get (reference, "children_per_parent"));
  g_autofree char *parents = squill_evidence_format_triple (get (reference, "parents_per_child"));

  if (told)
    append_sentences (lines, get (reference, "evidence"));
  if (!told && json_is_number (get (reference, "references")) &&
      json_is_number (get (reference, "inclusion")))
    {
      g_autofree char *share = squill_text_share (json_number_value (get (reference, "inclusion")));
      g_autofree char *references = format_count (reference, "references");
      g_autofree char *distinct = format_count (reference, "distinct");

      take_line (lines, g_strdup_printf (_ ("%s of %s references, with %s distinct values, "
                                            "resolve"),
                                         share, references, distinct));
    }
  if (!told && json_is_number (get (reference, "coverage")))
    {
      g_autofree char *share = squill_text_share (json_number_value (get (reference, "coverage")));

      take_line (lines, g_strdup_printf (_ ("%s of the values are referenced"), share));
    }
  if (json_number_value (get (reference, "dangling")) > 0)
    {
      g_autofree char *count = format_count (reference, "dangling");

      append_examples (
          lines,
          g_strdup_printf (g_dngettext (NULL, "%s dangling reference", "%s dangling references",
                                        (gulong)json_integer_value (get (reference, "dangling"))),
                           count),
          get (reference, "dangling_values"), with_values);
    }
  if (json_number_value (get (reference, "orphans")) > 0)
    {
      g_autofree char *count = format_count (reference, "orphans");

      append_examples (
          lines,
          g_strdup_printf (g_dngettext (NULL, "%s value is never referenced",
                                        "%s values are never referenced",
                                        (gulong)json_integer_value (get (reference, "orphans"))),
                           count),
          get (reference, "orphan_values"), with_values);
    }
  if (children != NULL)
    take_line (lines, g_strdup_printf (_ ("Children per parent: %s"), children));
  if (parents != NULL)
    take_line (lines, g_strdup_printf (_ ("Parents per child: %s"), parents));
  if (!told)
    append_copies (lines, get (reference, "copies"));
  return end_lines (lines);
}

static void
append_confidence (GPtrArray *lines, const json_t *json)
{
  if (json_is_number (get (json, "confidence")))
    {
      g_autofree char *share = squill_text_share (json_number_value (get (json, "confidence")));

      take_line (lines, g_strdup_printf (_ ("Confidence: %s"), share));
    }
}

/**
 * squill_evidence_explain_map:
 * @path: a path with a member "map" or "record"
 * @with_values: whether values of documents may be told
 *
 * Returns: (transfer full): what speaks for a map or a record, a sentence each
 */
char **
squill_evidence_explain_map (const json_t *path, gboolean with_values)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  const json_t *map = get (path, "map");
  const json_t *record = get (path, "record");
  const gboolean told = with_values && json_array_size (get (map, "evidence")) > 0;
  const char *pattern = get_text (map, "key_pattern");
  const char *key_field = get_text (map, "key_field");

  if (!told && json_is_number (get (map, "entries")))
    {
      g_autofree char *entries = format_count (map, "entries");
      g_autofree char *keys = format_count (map, "distinct_keys");
      g_autofree char *present = format_count (path, "present");

      take_line (lines, g_strdup_printf (_ ("%s entries with %s distinct keys in %s objects"),
                                         entries, keys, present));
    }
  if (pattern != NULL)
    take_line (lines, g_strdup_printf (_ ("All keys match %s"), pattern));
  if (!told && key_field != NULL)
    take_line (lines, g_strdup_printf (_ ("Each value repeats its key as “%s”"), key_field));
  if (told)
    append_sentences (lines, get (map, "evidence"));
  append_confidence (lines, map);
  if (with_values)
    append_sentences (lines, get (record, "evidence"));
  append_confidence (lines, record);
  return end_lines (lines);
}

static void
append_range (GPtrArray *lines, const json_t *range, gboolean with_values)
{
  const json_t *min = get (range, "min"), *max = get (range, "max");
  g_autofree char *first = NULL;
  g_autofree char *last = NULL;

  if (min == NULL || max == NULL || !with_values)
    return;
  first = squill_text_value (min);
  last = squill_text_value (max);
  take_line (lines, g_strdup_printf (_ ("Values from %s to %s"), first, last));
}

static void
append_text_lengths (GPtrArray *lines, const json_t *text)
{
  g_autofree char *min = NULL;
  g_autofree char *mean = NULL;
  g_autofree char *max = NULL;

  if (!json_is_number (get (text, "min")))
    return;
  min = squill_text_bytes (json_number_value (get (text, "min")));
  mean = squill_text_bytes (json_number_value (get (text, "mean")));
  max = squill_text_bytes (json_number_value (get (text, "max")));
  take_line (lines, g_strdup_printf (_ ("Strings of %s to %s, %s on average"), min, max, mean));
  if (json_number_value (get (text, "empty")) > 0)
    {
      g_autofree char *count = format_count (text, "empty");

      take_line (lines, g_strdup_printf (_ ("%s are empty"), count));
    }
}

static void
append_formats (GPtrArray *lines, const json_t *formats)
{
  const char *name;
  json_t *count;

  json_object_foreach ((json_t *)formats, name, count)
  {
    g_autofree char *times = squill_text_count (json_number_value (count));

    /* Translators: how many texts, and how they are written: "date-time". */
    take_line (lines, g_strdup_printf (_ ("%s are written as %s"), times, name));
  }
}

static char *
list_documents (const json_t *documents)
{
  GString *ids = g_string_new (NULL);
  size_t i;
  json_t *document;

  json_array_foreach (documents, i, document)
  {
    const json_t *id = get (document, "_id");
    g_autofree char *text = id != NULL ? squill_text_value (id) : NULL;

    if (text != NULL)
      g_string_append_printf (ids, "%s%s", ids->len > 0 ? ", " : "", text);
  }
  return g_string_free (ids, FALSE);
}

/* In which documents the rarest type is, where there are several. */
static void
append_rarest (GPtrArray *lines, const json_t *rarest)
{
  const char *name = get_text (rarest, "type");
  g_autofree char *ids = list_documents (get (rarest, "documents"));

  if (name != NULL && *ids != '\0')
    /* Translators: a type, and the ids of documents. */
    take_line (lines, g_strdup_printf (_ ("%s in the documents %s"), name, ids));
}

/* Types that only outliers have. */
static void
append_outlier_types (GPtrArray *lines, const json_t *outliers, gboolean with_values)
{
  size_t i;
  json_t *one;

  json_array_foreach (outliers, i, one)
  {
    const char *name = get_text (one, "type");
    g_autofree char *count = format_count (one, "count");
    g_autofree char *ids = with_values ? list_documents (get (one, "documents")) : g_strdup ("");

    if (name == NULL)
      continue;
    if (*ids != '\0')
      /* Translators: a type, how many values have it, and the ids of documents. */
      take_line (lines,
                 g_strdup_printf (_ ("Outliers: %s, %s in the documents %s"), name, count, ids));
    else
      /* Translators: a type, and how many values have it. */
      take_line (lines, g_strdup_printf (_ ("Outliers: %s, %s"), name, count));
  }
}

/**
 * squill_evidence_explain_path:
 * @path: a path
 * @with_values: whether values of documents may be told
 *
 * Returns: (transfer full): what is known of its values, a sentence each; its types, lengths and
 *   how often it is there are not among them
 */
char **
squill_evidence_explain_path (const json_t *path, gboolean with_values)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  const json_t *constant = get (path, "constant");
  size_t i;
  json_t *flag;

  json_array_foreach (get (path, "flags"), i, flag)
  {
    if (json_is_string (flag))
      take_line (lines, g_strdup (describe_flag (json_string_value (flag))));
  }
  if (json_number_value (get (path, "distinct")) > 0)
    {
      g_autofree char *count = format_count (path, "distinct");

      take_line (lines,
                 g_strdup_printf (g_dngettext (NULL, "%s different value", "%s different values",
                                               (gulong)json_number_value (get (path, "distinct"))),
                                  count));
    }
  append_range (lines, get (path, "range"), with_values);
  append_range (lines, get (path, "dates"), with_values);
  append_formats (lines, get (path, "formats"));
  append_text_lengths (lines, get (path, "text_bytes"));
  if (with_values && constant != NULL && !json_is_null (constant))
    {
      g_autofree char *value = squill_text_value (constant);

      take_line (lines, g_strdup_printf (_ ("Always %s"), value));
    }
  else if (with_values)
    {
      const json_t *words = get (path, "enum");

      append_values (lines, _ ("One of"), words);
      if (json_array_size (words) == 0)
        append_values (lines, _ ("For example"), get (path, "examples"));
    }
  append_outlier_types (lines, get (path, "outlier_types"), with_values);
  if (with_values && get (path, "outlier_types") == NULL)
    append_rarest (lines, get (path, "rarest"));
  if (json_number_value (get (path, "bytes")) > 0)
    {
      g_autofree char *bytes = squill_text_bytes (json_number_value (get (path, "bytes")));

      take_line (lines, g_strdup_printf (_ ("%s in all documents that were read"), bytes));
    }
  if (with_values)
    append_sentences (lines, get (path, "evidence"));
  return end_lines (lines);
}

/* A collection as a whole. */

static char *
format_method (const json_t *collection)
{
  const char *method = get_text (collection, "method");
  double documents = json_number_value (get (collection, "documents"));
  const json_t *total = get (collection, "documents_total");
  g_autofree char *read = squill_text_count (documents);
  g_autofree char *all = NULL;
  g_autofree char *share = NULL;

  if (g_strcmp0 (method, "full") == 0)
    return g_strdup_printf (g_dngettext (NULL, "%s document was read, which is all there is",
                                         "All %s documents were read", (gulong)documents),
                            read);
  if (!json_is_number (total) || json_number_value (total) <= 0)
    return g_strdup_printf (
        g_dngettext (NULL, "%s document was read", "%s documents were read", (gulong)documents),
        read);
  all = squill_text_count (json_number_value (total));
  share = squill_text_share (documents / json_number_value (total));
  if (g_strcmp0 (method, "sample") == 0)
    return g_strdup_printf (_ ("%s of %s documents were read (%s), a random sample"), read, all,
                            share);
  if (g_strcmp0 (method, "newest") == 0)
    return g_strdup_printf (_ ("%s of %s documents were read (%s), the newest"), read, all, share);
  if (g_strcmp0 (method, "filter") == 0)
    return g_strdup_printf (_ ("%s of %s documents were read (%s), those that match the filter"),
                            read, all, share);
  if (g_strcmp0 (method, "first") == 0)
    return g_strdup_printf (_ ("%s of %s documents were read (%s), the first ones"), read, all,
                            share);
  return g_strdup_printf (_ ("%s of %s documents were read (%s)"), read, all, share);
}

static char *
list_paths (const json_t *paths)
{
  g_autoptr (GString) text = g_string_new (NULL);
  size_t i;
  json_t *path;

  json_array_foreach (paths, i, path)
  {
    if (json_is_string (path))
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", json_string_value (path));
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * squill_evidence_explain_variant:
 * @variant: a variant
 * @with_values: whether values of documents may be told
 *
 * Returns: (transfer full): its cases, a sentence each
 */
char **
squill_evidence_explain_variant (const json_t *variant, gboolean with_values)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  size_t i;
  json_t *one;

  json_array_foreach (get (variant, "cases"), i, one)
  {
    g_autofree char *count = squill_text_count (json_number_value (get (one, "count")));
    g_autofree char *fields = list_paths (get (one, "fields"));
    g_autofree char *value = NULL;

    if (with_values && get (one, "value") != NULL)
      value = squill_text_value (get (one, "value"));
    if (value != NULL)
      /* Translators: a value, how many documents have it, and the fields that these have. */
      take_line (lines, g_strdup_printf (_ ("%s (%s): %s"), value, count, fields));
    else
      /* Translators: how many documents, and the fields that these have. */
      take_line (lines, g_strdup_printf (_ ("%s of them: %s"), count, fields));
  }
  return end_lines (lines);
}

/**
 * squill_evidence_explain_collection:
 * @collection: a collection
 * @with_values: whether values of documents may be told
 *
 * Returns: (transfer full): how it was read and what is odd in it, a sentence each
 */
char **
squill_evidence_explain_collection (const json_t *collection, gboolean with_values)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  const json_t *saturated = get (collection, "saturated");
  const char *source = get_text (collection, "source");
  const json_t *sizes = get (collection, "document_bytes");
  size_t i;
  json_t *one;

  if (json_is_number (get (collection, "documents")))
    take_line (lines, format_method (collection));
  if (json_is_boolean (saturated) && g_strcmp0 (get_text (collection, "method"), "full") != 0)
    take_line (lines,
               g_strdup (json_is_true (saturated)
                             ? _ ("No new fields turned up at the end")
                             : _ ("New fields still turned up at the end; read more documents")));
  if (source != NULL)
    take_line (lines, g_strdup_printf (_ ("From %s"), source));
  if (json_is_number (get (sizes, "min")))
    {
      g_autofree char *min = squill_text_bytes (json_number_value (get (sizes, "min")));
      g_autofree char *mean = squill_text_bytes (json_number_value (get (sizes, "mean")));
      g_autofree char *max = squill_text_bytes (json_number_value (get (sizes, "max")));

      take_line (lines,
                 g_strdup_printf (_ ("Documents of %s to %s, %s on average"), min, max, mean));
    }
  json_array_foreach (get (collection, "outliers"), i, one)
  {
    g_autofree char *id = NULL;
    const char *reason = get_text (one, "reason");
    g_autofree char *paths = list_paths (get (one, "paths"));

    if (with_values && get (one, "_id") != NULL)
      id = squill_text_value (get (one, "_id"));
    if (id == NULL)
      id = json_is_number (get (one, "index"))
               ? g_strdup_printf ("%" JSON_INTEGER_FORMAT, json_integer_value (get (one, "index")))
               : g_strdup ("?");
    /* Translators: the id of a document that is unlike the others, and why. */
    take_line (lines, g_strdup_printf (_ ("Unusual document %s: %s"), id,
                                       reason != NULL ? reason : paths));
  }
  return end_lines (lines);
}
