/* SPDX-License-Identifier: Apache-2.0 */

/* What was measured of a collection as a whole, as sentences. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-evidence-text.h"

#include <glib/gi18n.h>

#include "advice/squill-wording.h"

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
 * squill_evidence_format_method:
 * @collection: a collection
 *
 * Returns: (transfer full): how many of its documents were read, and which
 */
char *
squill_evidence_format_method (const json_t *collection)
{
  const char *method = get_text (collection, "method");
  double documents = json_number_value (get (collection, "documents"));
  const json_t *total = get (collection, "documents_total");
  g_autofree char *read = squill_wording_count (documents);
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
  all = squill_wording_count (json_number_value (total));
  share = squill_evidence_format_share (documents / json_number_value (total));
  if (g_strcmp0 (method, "sample") == 0)
    return g_strdup_printf (_ ("%s of %s documents were read (%s), chosen by chance"), read, all,
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
    g_autofree char *count = squill_wording_count (json_number_value (get (one, "count")));
    g_autofree char *fields = list_paths (get (one, "fields"));
    g_autofree char *value = NULL;

    if (with_values && get (one, "value") != NULL)
      value = squill_evidence_format_value (get (one, "value"));
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
    take_line (lines, squill_evidence_format_method (collection));
  if (json_is_boolean (saturated) && g_strcmp0 (get_text (collection, "method"), "full") != 0)
    take_line (lines, g_strdup (json_is_true (saturated)
                                    ? _ ("At the end nothing new turned up any more")
                                    : _ ("New fields still turned up at the end: read more")));
  if (source != NULL)
    take_line (lines, g_strdup_printf (_ ("From %s"), source));
  if (json_is_number (get (sizes, "min")))
    {
      g_autofree char *min = squill_wording_bytes (json_number_value (get (sizes, "min")));
      g_autofree char *mean = squill_wording_bytes (json_number_value (get (sizes, "mean")));
      g_autofree char *max = squill_wording_bytes (json_number_value (get (sizes, "max")));

      take_line (lines,
                 g_strdup_printf (_ ("Documents of %s to %s, %s on average"), min, max, mean));
    }
  json_array_foreach (get (collection, "outliers"), i, one)
  {
    g_autofree char *id = NULL;
    const char *reason = get_text (one, "reason");
    g_autofree char *paths = list_paths (get (one, "paths"));

    if (with_values && get (one, "_id") != NULL)
      id = squill_evidence_format_value (get (one, "_id"));
    if (id == NULL)
      id = json_is_number (get (one, "index"))
               ? g_strdup_printf ("%" JSON_INTEGER_FORMAT, json_integer_value (get (one, "index")))
               : g_strdup ("?");
    /* Translators: the id of a document that is unlike the others, and why. */
    take_line (lines,
               g_strdup_printf (_ ("Odd document %s: %s"), id, reason != NULL ? reason : paths));
  }
  return end_lines (lines);
}
