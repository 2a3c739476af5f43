/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli/squill-cli.h"
#include "samples/squill-samples.h"

typedef enum
{
  STYLE_RELAXED = SQUILL_BSON_STYLE_RELAXED,
  STYLE_CANONICAL = SQUILL_BSON_STYLE_CANONICAL,
  STYLE_MONGOSH = SQUILL_BSON_STYLE_MONGOSH,
  STYLE_BSON,
} Style;

static gboolean
find_style (const char *name, Style *style)
{
  static const char *const names[] = { "relaxed", "canonical", "mongosh", "bson" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (name == NULL || g_str_equal (name, names[i]))
      {
        *style = i;
        return TRUE;
      }
  return FALSE;
}

static SquillExit
print_collection (SquillSamples *samples,
                  const SquillCollection *collection,
                  gint64 count,
                  Style style,
                  GCancellable *cancellable)
{
  for (gint64 i = 0; i < count; i++)
    {
      g_autoptr (GError) error = NULL;
      bson_t *document = NULL;
      SquillExit exit_code;

      if (!g_cancellable_set_error_if_cancelled (cancellable, &error))
        document = squill_samples_get_document (samples, collection->id, i, &error);
      if (document == NULL)
        return squill_cli_fail (collection->name, error);
      if (style == STYLE_BSON)
        exit_code = squill_cli_write ((const char *)bson_get_data (document), document->len);
      else
        {
          g_autofree char *text = squill_bson_to_text (document, (SquillBsonStyle)style, 0, 0);
          g_autofree char *line = g_strconcat (text, "\n", NULL);

          exit_code = squill_cli_write (line, strlen (line));
        }
      bson_destroy (document);
      if (exit_code != SQUILL_EXIT_FINE)
        return exit_code;
    }
  return SQUILL_EXIT_FINE;
}

/* Prints sample documents of all collections or of one, one document a line. */
SquillExit
squill_cli_samples (SquillCli *cli, int argc, char **argv)
{
  g_autofree char *name = NULL;
  g_autofree char *style_name = NULL;
  gint64 count = 1;
  gint64 seed = -1;
  const GOptionEntry entries[] = {
    { "collection", 0, 0, G_OPTION_ARG_STRING, &name, N_ ("Only from this collection"),
      N_ ("NAME") },
    { "count", 0, 0, G_OPTION_ARG_INT64, &count, N_ ("Documents per collection"), "N" },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &seed, N_ ("Seed of the values"), "N" },
    { "style", 0, 0, G_OPTION_ARG_STRING, &style_name, N_ ("Style of the documents"),
      "relaxed|canonical|mongosh|bson" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillSamples) samples = NULL;
  const SquillCollection *only = NULL;
  SquillExit exit_code;
  Style style;

  if (!squill_cli_parse (cli, "samples", entries, &argc, &argv, &exit_code))
    return exit_code;
  if (count < 0)
    return squill_cli_usage (_ ("--count takes a number from 0"));
  if (!find_style (style_name, &style))
    return squill_cli_usage (_ ("--style takes relaxed, canonical, mongosh, or bson, not “%s”"),
                             style_name);
  model = squill_cli_load_model (cli, argv[1], &exit_code);
  if (model == NULL)
    return exit_code;

  design = squill_design_new (model);
  samples = squill_samples_new (design);
  if (seed >= 0)
    squill_samples_set_seed (samples, seed);
  if (name != NULL)
    {
      only = squill_design_find_collection_by_name (design, name);
      if (only == NULL)
        return squill_cli_usage (_ ("there is no collection “%s” in this model"), name);
    }
  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      const SquillCollection *collection = squill_design_get_collection (design, i);

      if (only != NULL && collection != only)
        continue;
      exit_code = print_collection (samples, collection, count, style, cli->cancellable);
      if (exit_code != SQUILL_EXIT_FINE)
        return exit_code;
    }
  return SQUILL_EXIT_FINE;
}
