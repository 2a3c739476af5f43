/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-evidence-text.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "advice/squill-wording.h"
#include "model/squill-number.h"

#define THIN_SPACE "\u202f" /* and no line breaks at it */
#define MOST_VALUES 12
#define MOST_CHARACTERS 120

static const struct
{
  const char *flag;
  const char *text;
} flags[] = {
  { "number-as-string", N_ ("Numbers are kept as text") },
  { "date-as-string", N_ ("Dates are kept as text") },
  { "id-as-string", N_ ("Ids are kept as text") },
  { "empty-is-missing", N_ ("An empty text stands for a missing value") },
  { "always-null", N_ ("It is always null") },
  { "integral", N_ ("All numbers are whole, though kept with a fraction") },
  { "single-or-array", N_ ("A single value stands for an array of one") },
  { "tuple", N_ ("Arrays of a fixed length, each place with a meaning of its own") },
  { "geojson", N_ ("A place on earth, as GeoJSON") },
  { "legacy-coordinates", N_ ("A place on earth, as a pair of coordinates") },
  { "dbref", N_ ("A reference that names its collection (DBRef)") },
  { "epoch-seconds", N_ ("Dates are kept as seconds since 1970") },
  { "epoch-millis", N_ ("Dates are kept as milliseconds since 1970") },
  { "consecutive-keys", N_ ("An array that is kept as an object with the keys 0, 1, 2, …") },
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
  return squill_wording_count (json_number_value (get (json, name)));
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

/**
 * squill_evidence_format_share:
 * @share: 0 to 1
 *
 * Returns: (transfer full): the share in percent; what is not all is never written as 100 %, and
 *   what is something never as 0 %
 */
char *
squill_evidence_format_share (double share)
{
  double percent = round (CLAMP (share, 0, 1) * 1000) / 10;
  g_autofree char *number = NULL;

  if (share > 0 && percent < 0.1)
    return g_strdup ("<0.1" THIN_SPACE "%");
  if (share < 1 && percent > 99.9)
    percent = 99.9;
  number = squill_number_to_string (percent);
  return g_strconcat (number, THIN_SPACE "%", NULL);
}

/**
 * squill_evidence_format_value:
 * @value: a value of a document, as Extended JSON
 *
 * Returns: (transfer full): it in short, in one line
 */
char *
squill_evidence_format_value (const json_t *value)
{
  char *dumped = json_dumps (value, JSON_COMPACT | JSON_ENCODE_ANY);
  g_autofree char *text = g_strdup (dumped != NULL ? dumped : "");

  free (dumped);
  if (g_utf8_strlen (text, -1) > MOST_CHARACTERS)
    {
      g_autofree char *start = g_utf8_substring (text, 0, MOST_CHARACTERS);

      return g_strconcat (start, "…", NULL);
    }
  return g_steal_pointer (&text);
}

static char *
format_bound (const json_t *value)
{
  return json_is_number (value) ? squill_wording_count (json_number_value (value)) : g_strdup ("∞");
}

/**
 * squill_evidence_format_triple:
 * @spread: (nullable): an object with "min", "mean" and "max"
 *
 * Returns: (transfer full) (nullable): "1..3.49..6", as it is written on a line; %NULL where there
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

/**
 * squill_evidence_describe_flag:
 * @flag: a flag of a path
 *
 * Returns: (transfer none): what it means; the flag itself where it is a new one
 */
const char *
squill_evidence_describe_flag (const char *flag)
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

static char *
list_values (const json_t *values)
{
  g_autoptr (GString) text = g_string_new (NULL);
  size_t i;
  json_t *value;

  json_array_foreach (values, i, value)
  {
    g_autofree char *one = NULL;

    if (i == MOST_VALUES)
      {
        g_string_append (text, ", …");
        break;
      }
    one = squill_evidence_format_value (value);
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", one);
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
append_values (GPtrArray *lines, const char *title, const json_t *values)
{
  g_autofree char *list = NULL;

  if (!json_is_array (values) || json_array_size (values) == 0)
    return;
  list = list_values (values);
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
  share = squill_evidence_format_share (json_number_value (get (reference, "inclusion")));
  references = format_count (reference, "references");
  if (json_number_value (get (reference, "dangling")) <= 0)
    /* Translators: a share of so many references. */
    return g_strdup_printf (_ ("%s of %s are found there"), share, references);
  dangling = format_count (reference, "dangling");
  return g_strdup_printf (_ ("%s of %s are found there · %s are not"), share, references, dangling);
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
    share = squill_evidence_format_share ((of - equal) / of);
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
      g_autofree char *share =
          squill_evidence_format_share (json_number_value (get (reference, "inclusion")));
      g_autofree char *references = format_count (reference, "references");
      g_autofree char *distinct = format_count (reference, "distinct");

      take_line (lines, g_strdup_printf (_ ("%s of %s references, with %s different values, are "
                                            "found there"),
                                         share, references, distinct));
    }
  if (!told && json_is_number (get (reference, "coverage")))
    {
      g_autofree char *share =
          squill_evidence_format_share (json_number_value (get (reference, "coverage")));

      take_line (lines, g_strdup_printf (_ ("%s of what could be named is named"), share));
    }
  if (json_number_value (get (reference, "dangling")) > 0)
    {
      g_autofree char *count = format_count (reference, "dangling");

      /* Translators: a number of references. */
      append_examples (lines, g_strdup_printf (_ ("%s lead nowhere"), count),
                       get (reference, "dangling_values"), with_values);
    }
  if (json_number_value (get (reference, "orphans")) > 0)
    {
      g_autofree char *count = format_count (reference, "orphans");

      /* Translators: a number of documents. */
      append_examples (lines, g_strdup_printf (_ ("%s are named by nobody"), count),
                       get (reference, "orphan_values"), with_values);
    }
  if (children != NULL)
    take_line (lines, g_strdup_printf (_ ("Children for each parent: %s"), children));
  if (parents != NULL)
    take_line (lines, g_strdup_printf (_ ("Parents for each child: %s"), parents));
  if (!told)
    append_copies (lines, get (reference, "copies"));
  return end_lines (lines);
}

static void
append_confidence (GPtrArray *lines, const json_t *json)
{
  if (json_is_number (get (json, "confidence")))
    {
      g_autofree char *share =
          squill_evidence_format_share (json_number_value (get (json, "confidence")));

      take_line (lines, g_strdup_printf (_ ("Sure to %s"), share));
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

      take_line (lines, g_strdup_printf (_ ("%s entries with %s different keys in %s objects"),
                                         entries, keys, present));
    }
  if (pattern != NULL)
    take_line (lines, g_strdup_printf (_ ("All keys look alike: %s"), pattern));
  if (!told && key_field != NULL)
    take_line (lines, g_strdup_printf (_ ("Each key stands in its value too, as “%s”"), key_field));
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
  first = json_is_number (min) ? squill_wording_count (json_number_value (min))
                               : squill_evidence_format_value (min);
  last = json_is_number (max) ? squill_wording_count (json_number_value (max))
                              : squill_evidence_format_value (max);
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
  min = squill_wording_bytes (json_number_value (get (text, "min")));
  mean = squill_wording_bytes (json_number_value (get (text, "mean")));
  max = squill_wording_bytes (json_number_value (get (text, "max")));
  take_line (lines, g_strdup_printf (_ ("Text of %s to %s, %s on average"), min, max, mean));
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
    g_autofree char *times = squill_wording_count (json_number_value (count));

    /* Translators: how many texts, and how they are written: "date-time". */
    take_line (lines, g_strdup_printf (_ ("%s are written as %s"), times, name));
  }
}

/* In which documents the rarest type is, where there are several. */
static void
append_rarest (GPtrArray *lines, const json_t *rarest)
{
  const char *name = get_text (rarest, "type");
  g_autoptr (GString) ids = g_string_new (NULL);
  size_t i;
  json_t *document;

  json_array_foreach (get (rarest, "documents"), i, document)
  {
    const json_t *id = get (document, "_id");
    g_autofree char *text = id != NULL ? squill_evidence_format_value (id) : NULL;

    if (text != NULL)
      g_string_append_printf (ids, "%s%s", ids->len > 0 ? ", " : "", text);
  }
  if (name != NULL && ids->len > 0)
    /* Translators: a type, and the ids of documents. */
    take_line (lines, g_strdup_printf (_ ("%s in the documents %s"), name, ids->str));
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
      take_line (lines, g_strdup (squill_evidence_describe_flag (json_string_value (flag))));
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
      g_autofree char *value = squill_evidence_format_value (constant);

      take_line (lines, g_strdup_printf (_ ("Always %s"), value));
    }
  else if (with_values)
    {
      const json_t *words = get (path, "enum");

      append_values (lines, _ ("One of"), words);
      if (json_array_size (words) == 0)
        append_values (lines, _ ("For example"), get (path, "examples"));
    }
  if (with_values)
    append_rarest (lines, get (path, "rarest"));
  if (json_number_value (get (path, "bytes")) > 0)
    {
      g_autofree char *bytes = squill_wording_bytes (json_number_value (get (path, "bytes")));

      take_line (lines, g_strdup_printf (_ ("%s in all documents that were read"), bytes));
    }
  if (with_values)
    append_sentences (lines, get (path, "evidence"));
  return end_lines (lines);
}
