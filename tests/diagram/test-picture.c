/* SPDX-License-Identifier: Apache-2.0 */

/* Whole diagrams as files. */

#define G_LOG_DOMAIN "squill-test"

#include "config.h"

#include "diagram-fixture.h"

#include "diagram/squill-picture.h"
#include "model/squill-model-file.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static GBytes *export(Shown *shown, SquillPictureFormat format, const SquillPictureOptions *options)
{
  g_autoptr (GError) error = NULL;
  GBytes *bytes = squill_picture_export (shown->diagram, format, options, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (bytes);
  return bytes;
}

typedef struct
{
  GString *texts;
  GHashTable *ids;
  guint n_parts;
} Parsed;

static void
on_start (GMarkupParseContext *context,
          const char *element,
          const char **names,
          const char **values,
          gpointer user_data,
          GError **error)
{
  Parsed *parsed = user_data;

  for (guint i = 0; names[i] != NULL; i++)
    if (strcmp (names[i], "id") == 0)
      g_assert_true (g_hash_table_add (parsed->ids, g_strdup (values[i])));
    else if (strcmp (names[i], "class") == 0)
      parsed->n_parts++;
}

static void
on_text (GMarkupParseContext *context,
         const char *text,
         gsize length,
         gpointer user_data,
         GError **error)
{
  if (strcmp (g_markup_parse_context_get_element (context), "text") == 0)
    g_string_append_printf (((Parsed *)user_data)->texts, "%s\n", text);
}

static void
test_svg (void)
{
  g_auto (Shown) shown = show_gallery ();
  g_autoptr (GBytes) first = export(&shown, SQUILL_PICTURE_SVG, NULL);
  g_autoptr (GBytes) second = export(&shown, SQUILL_PICTURE_SVG, NULL);
  const GMarkupParser parser = { .start_element = on_start, .text = on_text };
  Parsed parsed = { g_string_new (NULL),
                    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL), 0 };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, &parsed, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_bytes_equal (first, second));
  g_markup_parse_context_parse (context, g_bytes_get_data (first, NULL),
                                (gssize)g_bytes_get_size (first), &error);
  g_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (parsed.texts->str, "\ncustomers\n"));
  g_assert_nonnull (strstr (parsed.texts->str, "\ntags <&> \"quotes\"\n"));
  g_assert_nonnull (strstr (parsed.texts->str, "\n0..12..5k\n"));
  g_assert_true (g_hash_table_contains (parsed.ids, "card-customers"));
  g_assert_true (g_hash_table_contains (parsed.ids, "group-shop"));
  g_assert_cmpuint (parsed.n_parts, ==,
                    squill_diagram_get_n_cards (shown.diagram) +
                        squill_diagram_get_n_edges (shown.diagram) +
                        squill_diagram_get_n_frames (shown.diagram));
  g_string_free (parsed.texts, TRUE);
  g_hash_table_unref (parsed.ids);
}

/* The order in which a model came about does not show in its picture. */
static void
test_svg_of_a_copy (void)
{
  g_auto (Shown) shown = show_gallery ();
  g_auto (Shown) copy = show_model (squill_model_copy (shown.model));
  g_autoptr (GBytes) first = export(&shown, SQUILL_PICTURE_SVG, NULL);
  g_autoptr (GBytes) second = export(&copy, SQUILL_PICTURE_SVG, NULL);

  g_assert_true (g_bytes_equal (first, second));
}

static guint32
read_number (const guint8 *data)
{
  return (guint32)data[0] << 24 | (guint32)data[1] << 16 | (guint32)data[2] << 8 | data[3];
}

static void
test_png (void)
{
  g_auto (Shown) shown = show_gallery ();
  SquillRect bounds = squill_diagram_get_bounds (shown.diagram);

  for (int scale = 0; scale <= 3; scale++)
    {
      SquillPictureOptions options = { .scale = scale };
      g_autoptr (GBytes) bytes = export(&shown, SQUILL_PICTURE_PNG, &options);
      const guint8 *data = g_bytes_get_data (bytes, NULL);
      double factor = scale == 0 ? 2 : scale;

      g_assert_cmpmem (data, 8, "\x89PNG\r\n\x1a\n", 8);
      g_assert_cmpuint (read_number (data + 16), ==, (guint)((bounds.width + 48) * factor + 0.999));
      g_assert_cmpuint (read_number (data + 20), ==,
                        (guint)((bounds.height + 48) * factor + 0.999));
    }
}

static void
test_grounds (void)
{
  g_auto (Shown) shown = show_gallery ();
  SquillPictureOptions clear = { .transparent = TRUE };
  SquillPictureOptions dark = { .palette = squill_palette_get_dark () };
  SquillPictureOptions rates = { .rates = TRUE };
  const SquillPictureOptions *options[] = { NULL, &clear, &dark, &rates };
  g_autofree char *svgs[G_N_ELEMENTS (options)] = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_autoptr (GBytes) bytes = export(&shown, SQUILL_PICTURE_SVG, options[i]);

      svgs[i] = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
    }
  g_assert_nonnull (strstr (svgs[0], "<desc>11 collections, 11 relationships"));
  g_assert_null (strstr (svgs[0], "buys · 800/s"));
  g_assert_nonnull (strstr (svgs[3], "buys · 800/s"));
  g_assert_nonnull (strstr (svgs[2], "fill=\"#1f1f1f\"/>\n<g id=\"group-shop\""));
  g_assert_nonnull (strstr (svgs[0], "fill=\"#ffffff\"/>\n<g id=\"group-shop\""));
  g_assert_null (strstr (svgs[1], "fill=\"#ffffff\"/>\n<g id=\"group-shop\""));
  for (guint i = 1; i < G_N_ELEMENTS (options); i++)
    g_free (svgs[i]);
}

static void
test_pdf (void)
{
  g_auto (Shown) shown = show_gallery ();
  g_autoptr (GBytes) bytes = export(&shown, SQUILL_PICTURE_PDF, NULL);
  g_autofree char *program = g_find_program_in_path ("pdftotext");
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *path = NULL;

  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), 5, "%PDF-", 5);
  if (program == NULL)
    {
      g_test_skip ("pdftotext is not installed");
      return;
    }
  folder = g_dir_make_tmp ("squill-picture-XXXXXX", &error);
  g_assert_no_error (error);
  path = g_build_filename (folder, "gallery.pdf", NULL);
  g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize)g_bytes_get_size (bytes),
                       &error);
  g_assert_no_error (error);
  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, program, path, "-", NULL);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &text, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (text, "customers"));
  g_assert_nonnull (strstr (text, "0..12..5k"));
  g_assert_nonnull (strstr (text, "objectId"));
  g_remove (path);
  g_rmdir (folder);
}

/* How many pages of a size, in points, a PDF has. */
static guint
count_pages (GBytes *pdf, const char *size)
{
  gsize length;
  const char *data = g_bytes_get_data (pdf, &length);
  g_autofree char *box = g_strdup_printf ("/MediaBox [ 0 0 %s", size);
  guint n = 0;

  for (const char *p = data;
       (p = memmem (p, length - (gsize)(p - data), box, strlen (box))) != NULL; p++)
    n++;
  return n;
}

/* On paper: one page, or as many as it takes, with the text as text. */
static void
test_pages (void)
{
  g_auto (Shown) shown = show_gallery ();
  SquillPictureOptions options = { .paper = SQUILL_PAPER_A4,
                                   .orientation = SQUILL_ORIENTATION_PORTRAIT };
  g_autoptr (GBytes) one = NULL, landscape = NULL, tiled = NULL, larger = NULL, poster = NULL;
  g_autoptr (GError) error = NULL;
  SquillRect bounds;

  one = export(&shown, SQUILL_PICTURE_PDF, &options);
  g_assert_cmpuint (count_pages (one, "595.275591 841.889764"), ==, 1);
  options.orientation = SQUILL_ORIENTATION_LANDSCAPE;
  landscape = export(&shown, SQUILL_PICTURE_PDF, &options);
  g_assert_cmpuint (count_pages (landscape, "841.889764 595.275591"), ==, 1);

  /* Pages of 190 by 277 mm, with the title and marks around the diagram; they overlap by 10 mm. */
  options.orientation = SQUILL_ORIENTATION_PORTRAIT;
  options.tiled = TRUE;
  options.scale = 2;
  tiled = export(&shown, SQUILL_PICTURE_PDF, &options);
  bounds = squill_diagram_get_bounds (shown.diagram);
  bounds = squill_rect_grow (&bounds, 24);
  {
    const double mm = 2 * 0.75 * 25.4 / 72;
    const guint columns = (guint)ceil ((bounds.width * mm - 10) / 170);
    const guint rows = (guint)ceil ((bounds.height * mm - 10) / (277 - 24 * 25.4 / 72 - 5 - 10));

    g_assert_cmpuint (columns * rows, >, 1);
    g_assert_cmpuint (count_pages (tiled, "595.275591 841.889764"), ==, columns * rows);
  }
  options.paper = SQUILL_PAPER_A0;
  options.orientation = SQUILL_ORIENTATION_AUTO;
  options.scale = 1;
  poster = export(&shown, SQUILL_PICTURE_PDF, &options);
  g_assert_cmpuint (count_pages (poster, ""), ==, 1);
  options.paper = SQUILL_PAPER_A4;
  options.scale = 50;
  larger = squill_picture_export (shown.diagram, SQUILL_PICTURE_PDF, &options, NULL, &error);
  g_assert_null (larger);
  g_assert_error (error, SQUILL_PICTURE_ERROR, SQUILL_PICTURE_ERROR_SIZE);
}

static void
test_refusals (void)
{
  g_auto (Shown) empty = show_model (squill_model_new ());
  g_auto (Shown) shown = show_gallery ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  SquillPictureOptions large = { .scale = 50 };

  g_assert_null (squill_picture_export (empty.diagram, SQUILL_PICTURE_SVG, NULL, NULL, &error));
  g_assert_error (error, SQUILL_PICTURE_ERROR, SQUILL_PICTURE_ERROR_EMPTY);
  g_clear_error (&error);
  g_assert_null (squill_picture_export (shown.diagram, SQUILL_PICTURE_PNG, &large, NULL, &error));
  g_assert_error (error, SQUILL_PICTURE_ERROR, SQUILL_PICTURE_ERROR_SIZE);
  g_clear_error (&error);
  g_assert_null (squill_picture_export (shown.diagram, SQUILL_PICTURE_PDF, &large, NULL, &error));
  g_assert_error (error, SQUILL_PICTURE_ERROR, SQUILL_PICTURE_ERROR_SIZE);
  g_clear_error (&error);
  g_cancellable_cancel (cancellable);
  g_assert_null (
      squill_picture_export (shown.diagram, SQUILL_PICTURE_SVG, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* The examples that come with the program can all be drawn. */
static void
test_examples (void)
{
  g_autofree char *folder =
      g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "data", "examples", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n_drawn = 0;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autoptr (GError) error = NULL;
      SquillModel *model;

      if (!g_str_has_suffix (name, ".squill"))
        continue;
      model = squill_model_load (file, NULL, NULL, &error);
      g_assert_no_error (error);
      {
        g_auto (Shown) shown = show_model (model);
        g_autoptr (GBytes) bytes = export(&shown, SQUILL_PICTURE_SVG, NULL);

        g_assert_cmpuint (g_bytes_get_size (bytes), >, 2000);
        n_drawn++;
      }
    }
  g_assert_cmpuint (n_drawn, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/picture/svg", test_svg);
  g_test_add_func ("/picture/svg-of-a-copy", test_svg_of_a_copy);
  g_test_add_func ("/picture/png", test_png);
  g_test_add_func ("/picture/grounds", test_grounds);
  g_test_add_func ("/picture/pdf", test_pdf);
  g_test_add_func ("/picture/pages", test_pages);
  g_test_add_func ("/picture/refusals", test_refusals);
  g_test_add_func ("/picture/examples", test_examples);
  return g_test_run ();
}
