/* SPDX-License-Identifier: Apache-2.0 */

/* How long the engine takes on large models. Each figure is the median of several runs, in
 * milliseconds of the clock, with its ratio to a reference that was measured in the same run. */

#include "config.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "advice/squill-advice.h"
#include "big-model.h"
#include "model/squill-model-file.h"
#include "samples/squill-samples.h"

#define RUNS 11

static int
compare (const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return x < y ? -1 : x > y;
}

static double
median (double *values, guint n)
{
  qsort (values, n, sizeof *values, compare);
  return values[n / 2];
}

static double
since (gint64 start)
{
  return (g_get_monotonic_time () - start) / 1000.0;
}

static void
report (const char *what,
        double milliseconds,
        double aim,
        const char *reference,
        double reference_milliseconds)
{
  g_print ("%-52s %9.2f ms   aim %6.0f ms   %6.2f × %s\n", what, milliseconds, aim,
           milliseconds / reference_milliseconds, reference);
}

/* The reference for opening: the JSON library alone, on the same bytes. */
static void
bench_open (guint n_entities)
{
  gsize length;
  g_autofree char *text = big_model_to_text (n_entities, 0, &length);
  double parse[5], open[5];
  g_autofree char *what = g_strdup_printf ("open %u entities (%.1f MB)", n_entities, length / 1e6);

  for (guint i = 0; i < G_N_ELEMENTS (open); i++)
    {
      gint64 start = g_get_monotonic_time ();
      json_t *json = json_loadb (text, length, JSON_REJECT_DUPLICATES, NULL);

      parse[i] = since (start);
      json_decref (json);
      start = g_get_monotonic_time ();
      {
        g_autoptr (SquillModel) model = squill_model_new_from_data (text, length, NULL);

        open[i] = since (start);
        g_assert_nonnull (model);
      }
    }
  report (what, median (open, G_N_ELEMENTS (open)), 1000, "json_loadb",
          median (parse, G_N_ELEMENTS (parse)));
}

static double
read_design (SquillDesign *design)
{
  double bytes = 0;

  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    bytes += squill_design_get_collection (design, i)->shape->bytes.likely;
  return bytes;
}

static guint
walk (gconstpointer item)
{
  guint n = 0;

  for (guint kind = SQUILL_KIND_ENTITY; kind < SQUILL_N_KINDS; kind++)
    {
      guint n_children;
      gpointer const *children = squill_item_get_children (item, kind, &n_children);

      for (guint i = 0; i < n_children; i++)
        n += 1 + walk (children[i]);
    }
  return n;
}

static void
bench_edits (guint n_entities)
{
  g_autoptr (SquillModel) model = big_model_new (n_entities, 0);
  double walks[RUNS], whole[RUNS], edits[201];
  G_GNUC_UNUSED volatile double sink = 0;

  for (guint i = 0; i < RUNS; i++)
    {
      gint64 start = g_get_monotonic_time ();

      sink += walk (squill_model_get_info (model));
      walks[i] = since (start);
      start = g_get_monotonic_time ();
      {
        g_autoptr (SquillDesign) design = squill_design_new (model);
        g_autoptr (SquillAdvice) advice = squill_advice_new (design);

        sink += read_design (design);
        sink += squill_advice_get_findings (advice)->len;
        whole[i] = since (start);
      }
    }
  {
    g_autofree char *what =
        g_strdup_printf ("whole design and advice of %u entities × 15", n_entities);

    report (what, median (whole, RUNS), 100, "walk over the model", median (walks, RUNS));
  }

  {
    g_autoptr (SquillDesign) design = squill_design_new (model);
    g_autoptr (SquillAdvice) advice = squill_advice_new (design);
    g_autoptr (SquillSamples) samples = squill_samples_new (design);
    g_autofree char *what =
        g_strdup_printf ("one edit of %u to design, sample and findings", n_entities);

    sink += read_design (design);
    sink += squill_advice_get_findings (advice)->len;
    for (guint i = 0; i < G_N_ELEMENTS (edits); i++)
      {
        g_autofree char *entity = g_strdup_printf ("e%u", (i * 37) % n_entities);
        g_autofree char *field = g_strdup_printf ("f%u-%u", (i * 37) % n_entities, 1 + i % 14);
        g_autofree char *relationship = g_strdup_printf ("r%u", (i * 53) % n_entities);
        gint64 start = g_get_monotonic_time ();
        g_autoptr (GPtrArray) touched = NULL;

        /* In turn a size, a name, a placement, a count. */
        switch (i % 4)
          {
          case 0:
            squill_model_set (model, field, "size",
                              squill_json_triple (SQUILL_TRIPLE (1, 10 + i, 500)), NULL);
            break;
          case 1:
            squill_model_set (model, field, "name", json_sprintf ("renamed_%u", i), NULL);
            break;
          case 2:
            squill_model_set (model, relationship, "placement",
                              json_string (i % 8 == 2 ? "child-references" : "parent-reference"),
                              NULL);
            break;
          default:
            squill_model_set (model, relationship, "children",
                              squill_json_triple (SQUILL_TRIPLE (0, 5 + i, INFINITY)), NULL);
            break;
          }
        sink += read_design (design);
        sink += squill_advice_get_findings (advice)->len;
        touched = squill_design_get_collections_of (design, entity);
        for (guint c = 0; touched != NULL && c < MIN (touched->len, 1); c++)
          {
            g_autoptr (GHashTable) left_out = NULL;
            bson_t *document =
                squill_samples_get_excerpt (samples, touched->pdata[c], 0, 20, &left_out, NULL);

            if (document != NULL)
              {
                g_autofree char *text =
                    squill_bson_to_text_excerpt (document, SQUILL_BSON_STYLE_MONGOSH, 2,
                                                 &(SquillBsonExcerpt){ .left_out = left_out });

                sink += strlen (text);
                bson_destroy (document);
              }
          }
        edits[i] = since (start);
      }
    report (what, median (edits, G_N_ELEMENTS (edits)), 16, "whole design and advice",
            median (whole, RUNS));
    g_print ("%-52s %9.2f ms\n", "  19 of 20 take at most", edits[G_N_ELEMENTS (edits) * 19 / 20]);
    g_print ("%-52s %9.2f ms\n", "  the slowest of 201", edits[G_N_ELEMENTS (edits) - 1]);
  }
}

static void
bench_save (guint n_entities)
{
  g_autoptr (SquillModel) model = big_model_new (n_entities, 0);
  double saves[5], dumps[5];
  g_autofree char *what = g_strdup_printf ("write %u entities as text", n_entities);

  for (guint i = 0; i < G_N_ELEMENTS (saves); i++)
    {
      gint64 start = g_get_monotonic_time ();
      g_autofree char *text = squill_model_to_data (model, NULL);
      json_t *json;
      char *dump;

      saves[i] = since (start);
      json = json_loads (text, 0, NULL);
      start = g_get_monotonic_time ();
      dump = json_dumps (json, JSON_INDENT (2));
      dumps[i] = since (start);
      free (dump);
      json_decref (json);
    }
  report (what, median (saves, G_N_ELEMENTS (saves)), 1000, "json_dumps",
          median (dumps, G_N_ELEMENTS (dumps)));
}

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "");
  bench_open (1000);
  bench_open (10000);
  bench_save (10000);
  bench_edits (100);
  bench_edits (1000);
  return EXIT_SUCCESS;
}
