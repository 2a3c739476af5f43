/* SPDX-License-Identifier: Apache-2.0 */

/* The arrangement that the Eclipse Layout Kernel makes of the same cards: its layered method with
 * orthogonal lines and a port for each row that has a line. */

#include "config.h"

#include "layout-elk.h"

#include <glib/gstdio.h>
#include <jansson.h>
#include <time.h>

/* Between cards of a column, and between columns: as Squill has it. */
#define CARD_GAP "40"
#define COLUMN_GAP "60"

static const char script[] = "const fs = require('fs');\n"
                             "const ELK = require('elkjs');\n"
                             "const graph = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));\n"
                             "new ELK().layout(graph).then(result =>\n"
                             "  fs.writeFileSync(process.argv[3], JSON.stringify(result)));\n";

static json_t *
make_node (const SquillCard *card, guint index, GHashTable *ports)
{
  json_t *list = json_array ();
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, ports);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      guint card_index;
      int row;
      char side;

      if (sscanf (key, "c%u.%d.%c", &card_index, &row, &side) != 3 || card_index != index)
        continue;
      json_array_append_new (
          list, json_pack ("{s:s, s:i, s:i, s:f, s:f, s:{s:s}}", "id", (const char *)key, "width",
                           0, "height", 0, "x", side == 'e' ? card->rect.width : 0.0, "y",
                           squill_card_get_row_offset (card, row), "layoutOptions", "elk.port.side",
                           side == 'e' ? "EAST" : "WEST"));
    }
  return json_pack ("{s:o, s:f, s:f, s:o, s:{s:s}}", "id", json_sprintf ("c%u", index), "width",
                    card->rect.width, "height", card->rect.height, "ports", list, "layoutOptions",
                    "elk.portConstraints", "FIXED_POS");
}

static json_t *
make_graph (SquillDiagram *diagram, const LayoutPicture *picture)
{
  g_autoptr (GHashTable) ports = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  json_t *nodes = json_array (), *edges = json_array ();

  for (guint i = 0; i < picture->lines->len; i++)
    {
      const LayoutLine *line = &g_array_index (picture->lines, LayoutLine, i);
      char *from = g_strdup_printf ("c%u.%d.e", line->cards[0], line->rows[0]);
      char *to = g_strdup_printf ("c%u.%d.w", line->cards[1], line->rows[1]);

      json_array_append_new (edges, json_pack ("{s:o, s:[s], s:[s]}", "id", json_sprintf ("l%u", i),
                                               "sources", from, "targets", to));
      g_hash_table_add (ports, from);
      g_hash_table_add (ports, to);
    }
  for (guint i = 0; i < picture->cards->len; i++)
    json_array_append_new (nodes, make_node (squill_diagram_get_card (diagram, i), i, ports));
  return json_pack ("{s:s, s:{s:s, s:s, s:s, s:s, s:s, s:s}, s:o, s:o}", "id", "root",
                    "layoutOptions", "elk.algorithm", "layered", "elk.direction", "RIGHT",
                    "elk.edgeRouting", "ORTHOGONAL", "elk.spacing.nodeNode", CARD_GAP,
                    "elk.layered.spacing.nodeNodeBetweenLayers", COLUMN_GAP, "elk.aspectRatio",
                    "1.5", "children", nodes, "edges", edges);
}

static SquillPoint
get_point (const json_t *point)
{
  return SQUILL_POINT (json_number_value (json_object_get (point, "x")),
                       json_number_value (json_object_get (point, "y")));
}

static void
read_line (const json_t *edge, LayoutLine *line)
{
  const json_t *section = json_array_get (json_object_get (edge, "sections"), 0);
  const json_t *bends = json_object_get (section, "bendPoints");
  SquillPoint start = get_point (json_object_get (section, "startPoint"));
  SquillPoint end = get_point (json_object_get (section, "endPoint"));

  g_array_set_size (line->points, 0);
  g_array_append_val (line->points, start);
  for (gsize i = 0; i < json_array_size (bends); i++)
    {
      SquillPoint bend = get_point (json_array_get (bends, i));

      g_array_append_val (line->points, bend);
    }
  g_array_append_val (line->points, end);
}

/* Sets the cards and lines where they are in what the program wrote. */
static gboolean
read_result (const char *path, LayoutPicture *picture)
{
  g_autofree char *text = NULL;
  json_t *result, *list;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return FALSE;
  result = json_loads (text, 0, NULL);
  if (result == NULL)
    return FALSE;
  list = json_object_get (result, "children");
  for (guint i = 0; i < picture->cards->len; i++)
    {
      SquillPoint at = get_point (json_array_get (list, i));

      g_array_index (picture->cards, SquillRect, i).x = at.x;
      g_array_index (picture->cards, SquillRect, i).y = at.y;
    }
  list = json_object_get (result, "edges");
  for (guint i = 0; i < picture->lines->len; i++)
    read_line (json_array_get (list, i), &g_array_index (picture->lines, LayoutLine, i));
  picture->width = json_number_value (json_object_get (result, "width"));
  picture->height = json_number_value (json_object_get (result, "height"));
  json_decref (result);
  return TRUE;
}

/**
 * layout_elk_find:
 *
 * Finds elkjs, or gets it by npm, once.
 *
 * Returns: (transfer full) (nullable): the folder where it is; %NULL where it is not to be had,
 *   which is said
 */
char *
layout_elk_find (void)
{
  g_autofree char *folder = g_strdup (g_getenv ("SQUILL_BENCH_NODE"));
  g_autofree char *npm = g_find_program_in_path ("npm");
  g_autofree char *node = g_find_program_in_path ("node");
  g_autofree char *package = NULL;

  if (npm == NULL || node == NULL)
    {
      g_print ("elkjs: skipped, node and npm are not installed\n");
      return NULL;
    }
  if (folder == NULL)
    folder = g_build_filename (g_get_user_cache_dir (), "squill-bench", NULL);
  package = g_build_filename (folder, "node_modules", "elkjs", NULL);
  if (!g_file_test (package, G_FILE_TEST_IS_DIR))
    {
      const char *const argv[] = { npm,          "install",   "--silent",
                                   "--no-audit", "--no-fund", "--prefix",
                                   folder,       "elkjs",     "--ignore-scripts",
                                   NULL };
      int status = 0;

      g_mkdir_with_parents (folder, 0700);
      if (!g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL,
                         &status, NULL) ||
          status != 0)
        {
          g_print ("elkjs: skipped, npm could not install it\n");
          return NULL;
        }
    }
  return g_steal_pointer (&folder);
}

/**
 * layout_elk_run:
 * @folder: what layout_elk_find() gave
 * @diagram: a diagram, updated
 * @seconds: (out): how long the program took by the clock, its start included
 *
 * Has the cards of a diagram arranged and their lines drawn. The diagram stays as it is.
 *
 * Returns: (transfer full) (nullable): the picture, or %NULL where the program failed
 */
LayoutPicture *
layout_elk_run (const char *folder, SquillDiagram *diagram, double *seconds)
{
  g_autoptr (LayoutPicture) picture = layout_picture_new_from_diagram (diagram);
  g_autofree char *program = g_build_filename (folder, "layout.cjs", NULL);
  g_autofree char *input = g_build_filename (folder, "layout-in.json", NULL);
  g_autofree char *output = g_build_filename (folder, "layout-out.json", NULL);
  const char *const argv[] = { "node", program, input, output, NULL };
  json_t *graph = make_graph (diagram, picture);
  gboolean done;
  gint64 start;
  int status = 0;

  g_unlink (output);
  done = json_dump_file (graph, input, JSON_REAL_PRECISION (10)) == 0 &&
         g_file_set_contents (program, script, -1, NULL);
  json_decref (graph);
  start = g_get_monotonic_time ();
  done = done &&
         g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL,
                       &status, NULL) &&
         status == 0;
  *seconds = (double)(g_get_monotonic_time () - start) / G_USEC_PER_SEC;
  return done && read_result (output, picture) ? g_steal_pointer (&picture) : NULL;
}
