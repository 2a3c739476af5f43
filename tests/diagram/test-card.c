/* SPDX-License-Identifier: Apache-2.0 */

/* What is on cards, how large they are, and what is where. */

#define G_LOG_DOMAIN "squill-test"

#include "config.h"

#include "diagram-fixture.h"

#include "diagram/squill-painter.h"

#include <math.h>
#include <string.h>

static void
assert_row (
    const SquillCard *card, const char *path, guint depth, const char *name, const char *type)
{
  const SquillCardRow *row = get_row (card, path);

  g_assert_cmpuint (row->depth, ==, depth);
  g_assert_cmpstr (row->full_name, ==, name);
  g_assert_cmpstr (row->full_type, ==, type);
}

static void
test_rows (void)
{
  g_auto (Shown) shown = show_gallery ();
  const SquillCard *card = get_card (&shown, "customers");

  g_assert_cmpint (card->kind, ==, SQUILL_CARD_COLLECTION);
  g_assert_cmpstr (card->name, ==, "customers");
  g_assert_cmpstr (card->count, ==, "50k");
  assert_row (card, "_id", 0, "_id", "objectId");
  assert_row (card, "name", 0, "name", "object");
  assert_row (card, "name.first", 1, "first", "string");
  assert_row (card, "labels", 0, "labels", "{0..1..3} string");
  assert_row (card, "matrix[]", 1, "[]", "[3] int");
  assert_row (card, "score", 0, "score", "double|null|int");
  assert_row (card, "addresses", 0, "addresses", "0..2..5");
  assert_row (card, "addresses[].spot", 1, "spot", "0..1");
  assert_row (card, "addresses[].spot.lon", 2, "lon", "double");
  g_assert_true (get_row (card, "_id")->bold);
  g_assert_false (get_row (card, "name")->bold);
  g_assert_true (get_row (card, "addresses")->bold && get_row (card, "addresses")->block);
  g_assert_true (get_row (card, "score")->optional);
  g_assert_false (get_row (card, "email")->optional);
  g_assert_cmpstr (get_row (card, "addresses")->item, ==, "homes");
  g_assert_cmpstr (get_row (card, "email")->item, ==, "customers-email");

  card = get_card (&shown, "orders");
  assert_row (card, "_id", 0, "_id", "uuid");
  assert_row (card, "items", 0, "items", "[1..3..60] object");
  /* Part of the shard key. */
  g_assert_true (get_row (card, "when")->bold);
  /* A reference with copies refers once. */
  g_assert_cmpstr (get_row (card, "customer")->target, ==, "customers");
  g_assert_null (get_row (card, "customer.id")->target);
  g_assert_cmpstr (get_row (card, "customer.email")->item, ==, "buys-name");
  g_assert_cmpstr (card->tint, ==, "4");
  g_assert_cmpstr (card->group_tint, ==, "2");

  card = get_card (&shown, "lines");
  g_assert_cmpint (card->kind, ==, SQUILL_CARD_EMBEDDED);
  g_assert_cmpuint (card->n_rows, ==, 3);
  g_assert_cmpstr (card->size, ==, "");
  g_assert_cmpint (get_card (&shown, "supplies")->kind, ==, SQUILL_CARD_JUNCTION);
  g_assert_cmpint (get_card (&shown, "measures")->kind, ==, SQUILL_CARD_BUCKET);
  g_assert_null (squill_diagram_find_card (shown.diagram, "addresses"));
}

static void
test_blocks (void)
{
  g_auto (Shown) shown = show_gallery ();
  const SquillCard *card = get_card (&shown, "customers");
  SquillRect outer, inner;

  g_assert_cmpuint (card->n_blocks, ==, 2);
  g_assert_cmpuint (card->blocks[0].n_rows, ==, 6);
  g_assert_cmpuint (card->blocks[0].level, ==, 0);
  g_assert_cmpuint (card->blocks[1].n_rows, ==, 3);
  g_assert_cmpuint (card->blocks[1].level, ==, 1);
  outer = squill_card_get_block_rect (card, &card->blocks[0]);
  inner = squill_card_get_block_rect (card, &card->blocks[1]);
  g_assert_true (outer.x > card->rect.x &&
                 squill_rect_right (&outer) < squill_rect_right (&card->rect));
  g_assert_true (inner.x > outer.x && inner.y > outer.y &&
                 squill_rect_right (&inner) < squill_rect_right (&outer) &&
                 squill_rect_bottom (&inner) < squill_rect_bottom (&outer));
}

static void
test_sizes (void)
{
  g_auto (Shown) shown = show_gallery ();
  const SquillCard *card;

  for (guint i = 0; i < squill_diagram_get_n_cards (shown.diagram); i++)
    {
      card = squill_diagram_get_card (shown.diagram, i);
      g_assert_cmpfloat (card->rect.width, >=, SQUILL_CARD_MIN_WIDTH);
      g_assert_cmpfloat (card->rect.width, <=, SQUILL_CARD_MAX_WIDTH);
      g_assert_cmpfloat (fmod (card->rect.width, SQUILL_CARD_WIDTH_STEP), ==, 0);
      g_assert_cmpfloat (card->rect.height, ==, card->collapsed ? 36 : 36 + 24 * card->n_rows + 8);
    }
  card = get_card (&shown, "products");
  g_assert_cmpfloat (card->rect.width, ==, SQUILL_CARD_MAX_WIDTH);
  g_assert_true (g_str_has_suffix (card->rows[1].name, "…"));
  g_assert_cmpstr (card->rows[1].full_name, ==,
                   "a_name_that_is_much_too_long_for_any_card_of_this_world");
  card = get_card (&shown, "tags");
  g_assert_true (card->collapsed);
  g_assert_cmpuint (card->n_rows, ==, 0);
  set (&shown, "tags", "collapsed", "false");
  squill_diagram_change_free (update (&shown));
  g_assert_cmpuint (get_card (&shown, "tags")->n_rows, ==, 1);
}

static void
test_many_rows (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (GError) error = NULL;
  json_t *fields = json_object ();

  for (int i = 0; i < 1000; i++)
    {
      g_autofree char *name = g_strdup_printf ("f%03d", i);

      json_object_set_new (fields, name, json_pack ("{s:s, s:[s]}", "name", name, "types", "int"));
    }
  {
    g_autoptr (SquillEdit) edit =
        squill_edit_new_add (SQUILL_KIND_ENTITY, "wide", SQUILL_MODEL_ID,
                             json_pack ("{s:s, s:o}", "name", "wide", "fields", fields));

    squill_model_apply (model, edit, &error);
    g_assert_no_error (error);
  }
  {
    g_auto (Shown) shown = show_model (g_steal_pointer (&model));
    const SquillCard *card = get_card (&shown, "wide");

    g_assert_cmpuint (card->n_rows, ==, 401);
    /* With the _id that every document has. */
    g_assert_cmpstr (card->rows[400].name, ==, "… 601 more");
  }
}

/* However deep a field is, its name has room in its card. */
static void
test_deep_rows (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (GError) error = NULL;
  json_t *fields = json_pack ("{s:{s:s, s:[s]}}", "f0", "name", "deep", "types", "int");

  for (int i = 1; i <= 30; i++)
    {
      g_autofree char *id = g_strdup_printf ("f%d", i);

      fields = json_pack ("{s:{s:s, s:[s], s:o}}", id, "name", "level", "types", "object", "fields",
                          fields);
    }
  {
    g_autoptr (SquillEdit) edit =
        squill_edit_new_add (SQUILL_KIND_ENTITY, "wide", SQUILL_MODEL_ID,
                             json_pack ("{s:s, s:o}", "name", "wide", "fields", fields));

    squill_model_apply (model, edit, &error);
    g_assert_no_error (error);
  }
  {
    g_auto (Shown) shown = show_model (g_steal_pointer (&model));
    const SquillCard *card = get_card (&shown, "wide");

    g_assert_cmpuint (card->n_rows, ==, 32);
    g_assert_cmpuint (card->rows[31].depth, ==, 30);
    g_assert_cmpstr (card->rows[31].name, ==, "deep");
    g_assert_cmpstr (card->rows[31].type, ==, "int");
  }
}

static void
assert_hit (const SquillCard *card, double x, double y, SquillCardPartKind kind, guint row)
{
  SquillCardPart part = squill_card_hit (card, card->rect.x + x, card->rect.y + y);

  g_assert_cmpint (part.kind, ==, kind);
  g_assert_cmpuint (part.row, ==, row);
}

static void
test_hit (void)
{
  g_auto (Shown) shown = show_gallery ();
  const SquillCard *card = get_card (&shown, "suppliers");
  double width = card->rect.width;

  assert_hit (card, 40, 18, SQUILL_CARD_PART_NAME, 0);
  assert_hit (card, width - 20, 18, SQUILL_CARD_PART_HEADER, 0);
  assert_hit (card, 20, 37, SQUILL_CARD_PART_ROW, 0);
  assert_hit (card, 20, 36 + 24 + 12, SQUILL_CARD_PART_ROW, 1);
  assert_hit (card, width - 20, 36 + 12, SQUILL_CARD_PART_TYPE, 0);
  assert_hit (card, 20, card->rect.height - 4, SQUILL_CARD_PART_FOOTER, 0);
  assert_hit (card, width + 5, 18, SQUILL_CARD_PART_HANDLE, 0);
  assert_hit (card, -5, 18, SQUILL_CARD_PART_HANDLE, 0);
  assert_hit (card, -5, 50, SQUILL_CARD_PART_NONE, 0);
  assert_hit (card, 20, card->rect.height + 1, SQUILL_CARD_PART_NONE, 0);
  g_assert_cmpfloat (squill_card_get_row_offset (card, 1), ==, 36 + 24 + 12);
  g_assert_cmpfloat (squill_card_get_row_offset (card, -1), ==, 18);
}

static int
say_severity (const char *id, gpointer user_data)
{
  g_autofree char *line = g_strdup_printf ("%s=", id);
  const char *found = strstr (user_data, line);

  return found != NULL ? found[strlen (line)] - '0' : -1;
}

static void
test_severities (void)
{
  g_auto (Shown) shown = show_gallery ();
  g_autoptr (SquillDiagramChange) change = NULL;

  squill_diagram_set_severity_func (shown.diagram, say_severity,
                                    g_strdup ("orders=2 orders-total=1 buys=2 homes=1"), g_free);
  change = update (&shown);
  g_assert_true (has (change->cards, "orders"));
  g_assert_true (has (change->cards, "customers"));
  g_assert_false (has (change->cards, "sensors"));
  g_assert_cmpuint (change->edges->len, ==, 0);
  g_assert_cmpint (get_card (&shown, "orders")->severity, ==, SQUILL_SEVERITY_ERROR);
  g_assert_cmpint (get_row (get_card (&shown, "orders"), "total")->severity, ==,
                   SQUILL_SEVERITY_WARNING);
  g_assert_cmpint (get_row (get_card (&shown, "orders"), "customer")->severity, ==,
                   SQUILL_SEVERITY_ERROR);
  g_assert_cmpint (get_row (get_card (&shown, "orders"), "when")->severity, ==, -1);
  g_assert_cmpint (get_row (get_card (&shown, "customers"), "addresses")->severity, ==,
                   SQUILL_SEVERITY_WARNING);
  squill_diagram_set_severity_func (shown.diagram, NULL, NULL, NULL);
  squill_diagram_change_free (update (&shown));
  g_assert_cmpint (get_card (&shown, "orders")->severity, ==, -1);
}

static char *
paint_card (Shown *shown, const char *id, SquillDetail detail, const SquillCardLook *look)
{
  SquillFonts *fonts = squill_diagram_get_fonts (shown->diagram);
  g_autoptr (SquillPainter) painter =
      squill_svg_painter_new (fonts, &SQUILL_RECT (0, 0, 400, 400), 1, "Card", NULL);
  g_autoptr (GBytes) bytes = NULL;

  squill_card_paint (get_card (shown, id), painter, squill_palette_get_light (), fonts, detail,
                     detail == SQUILL_DETAIL_FULL ? 1 : 0.3, look);
  bytes = squill_svg_painter_finish (SQUILL_SVG_PAINTER (painter));
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static guint
count (const char *text, const char *what)
{
  guint n = 0;

  for (const char *at = strstr (text, what); at != NULL; at = strstr (at + 1, what))
    n++;
  return n;
}

static void
test_paint (void)
{
  g_auto (Shown) shown = show_gallery ();
  g_autoptr (GHashTable) lit = g_hash_table_new (g_str_hash, g_str_equal);
  SquillCardLook look = { TRUE, lit };
  g_autofree char *full = paint_card (&shown, "orders", SQUILL_DETAIL_FULL, NULL);
  g_autofree char *name = paint_card (&shown, "orders", SQUILL_DETAIL_NAME, NULL);
  g_autofree char *box = paint_card (&shown, "orders", SQUILL_DETAIL_BOX, NULL);
  g_autofree char *selected = NULL;

  /* A name, a size, a count; a name and a type for each of the rows. */
  g_assert_cmpuint (count (full, "<text"), ==, 3 + 2 * get_card (&shown, "orders")->n_rows);
  g_assert_cmpuint (count (name, "<text"), ==, 1);
  g_assert_nonnull (strstr (name, ">orders</text>"));
  g_assert_cmpuint (count (box, "<text"), ==, 0);
  g_assert_cmpuint (count (box, "<rect"), ==, 1);
  g_assert_null (strstr (full, "#3584e4"));
  g_hash_table_add (lit, (gpointer) "buys");
  selected = paint_card (&shown, "orders", SQUILL_DETAIL_FULL, &look);
  g_assert_cmpuint (count (selected, "stroke=\"#3584e4\" stroke-width=\"2\""), ==, 1);
  g_assert_cmpuint (count (selected, "fill=\"#3584e4\" fill-opacity="), ==, 2);
}

static void
test_details (void)
{
  g_assert_cmpint (squill_detail_for_zoom (1), ==, SQUILL_DETAIL_FULL);
  g_assert_cmpint (squill_detail_for_zoom (0.56), ==, SQUILL_DETAIL_FULL);
  g_assert_cmpint (squill_detail_for_zoom (0.55), ==, SQUILL_DETAIL_NAME);
  g_assert_cmpint (squill_detail_for_zoom (0.2), ==, SQUILL_DETAIL_NAME);
  g_assert_cmpint (squill_detail_for_zoom (0.1), ==, SQUILL_DETAIL_BOX);
}

static void
test_describe (void)
{
  g_auto (Shown) shown = show_gallery ();
  g_autofree char *suppliers = squill_card_describe (get_card (&shown, "suppliers"));
  g_autofree char *lines = squill_card_describe (get_card (&shown, "lines"));

  g_assert_cmpstr (suppliers, ==,
                   "suppliers, collection, 950 documents, ≈\u202f44\u202f"
                   "B each, 2 fields");
  g_assert_true (get_card (&shown, "suppliers")->size_assumed);
  g_assert_cmpstr (lines, ==, "lines, only inside others, 3 fields");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/card/rows", test_rows);
  g_test_add_func ("/card/blocks", test_blocks);
  g_test_add_func ("/card/sizes", test_sizes);
  g_test_add_func ("/card/many-rows", test_many_rows);
  g_test_add_func ("/card/deep-rows", test_deep_rows);
  g_test_add_func ("/card/hit", test_hit);
  g_test_add_func ("/card/severities", test_severities);
  g_test_add_func ("/card/paint", test_paint);
  g_test_add_func ("/card/details", test_details);
  g_test_add_func ("/card/describe", test_describe);
  return g_test_run ();
}
