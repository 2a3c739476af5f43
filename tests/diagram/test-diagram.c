/* SPDX-License-Identifier: Apache-2.0 */

/* Lines and frames of a model, and that following its changes gives what starting anew would. */

#define G_LOG_DOMAIN "squill-test"

#include "config.h"

#include "diagram-fixture.h"

#include "advice/squill-rule-example.h"
#include "diagram/squill-layout.h"
#include "model/squill-authoring.h"
#include "model/squill-model-file.h"

#include <math.h>
#include <string.h>

/* As g_assert_cmpstr(), but says which line it is. */
static void
assert_same_lines (const char *a, const char *b)
{
  g_auto (GStrv) left = g_strsplit (a, "\n", -1);
  g_auto (GStrv) right = g_strsplit (b, "\n", -1);

  for (guint i = 0; left[i] != NULL && right[i] != NULL; i++)
    g_assert_cmpstr (left[i], ==, right[i]);
  g_assert_cmpuint (g_strv_length (left), ==, g_strv_length (right));
}

static void
assert_edge (Shown *shown,
             const char *relationship,
             const char *from_card,
             const char *from_path,
             SquillFootKind from_foot,
             const char *from_text,
             const char *to_card,
             const char *to_path,
             SquillFootKind to_foot,
             const char *to_text)
{
  const SquillEdge *edge = get_edge (shown, relationship, from_card);
  const SquillCard *from = get_card (shown, from_card), *to = get_card (shown, to_card);
  SquillPoint start, end;

  g_assert_nonnull (edge);
  g_assert_cmpstr (from->rows[edge->from_row].path, ==, from_path);
  g_assert_cmpint (edge->from_foot, ==, from_foot);
  g_assert_cmpstr (edge->from_text, ==, from_text);
  g_assert_cmpstr (edge->to_card, ==, to_card);
  if (to_path != NULL)
    g_assert_cmpstr (to->rows[edge->to_row].path, ==, to_path);
  else
    g_assert_cmpint (edge->to_row, ==, -1);
  g_assert_cmpint (edge->to_foot, ==, to_foot);
  g_assert_cmpstr (edge->to_text, ==, to_text);

  start = edge->route->points[0];
  end = edge->route->points[edge->route->n_points - 1];
  g_assert_cmpfloat (
      fabs (start.y - from->rect.y - squill_card_get_row_offset (from, edge->from_row)), <=, 9);
  g_assert_cmpfloat (fabs (end.y - to->rect.y - squill_card_get_row_offset (to, edge->to_row)), <=,
                     9);
}

static void
test_edges (void)
{
  g_auto (Shown) shown = show_gallery ();

  assert_edge (&shown, "buys", "orders", "customer", SQUILL_FOOT_ZERO_OR_MANY, "0..12..5k",
               "customers", "_id", SQUILL_FOOT_ONE, "1");
  /* An entity drawn beside its parent: a diamond, and a line to its head. */
  assert_edge (&shown, "items", "orders", "items", SQUILL_FOOT_DIAMOND, "", "lines", NULL,
               SQUILL_FOOT_MANY, "1..3..60");
  /* From within an embedded document; without bound and growing. */
  assert_edge (&shown, "sells", "lines", "product", SQUILL_FOOT_ZERO_OR_SQUILLIONS, "0..800..∞",
               "products", "_id", SQUILL_FOOT_ONE, "1");
  /* Both ends hold a reference, and one line joins them. */
  assert_edge (&shown, "sorts", "categories", "products", SQUILL_FOOT_MANY, "1..2..5", "products",
               "categories", SQUILL_FOOT_ZERO_OR_MANY, "0..100..900");
  g_assert_null (get_edge (&shown, "sorts", "products"));
  assert_edge (&shown, "reviews-of", "reviews", "product", SQUILL_FOOT_ZERO_OR_MANY, "0..250..20k",
               "products", "_id", SQUILL_FOOT_ONE, "1");
  /* As many buckets as are needed for the readings. */
  assert_edge (&shown, "measures", "measures", "sensor", SQUILL_FOOT_ZERO_OR_MANY, "0..5.3k..∞",
               "sensors", "_id", SQUILL_FOOT_ONE, "1");
  assert_edge (&shown, "manages", "employees", "manager", SQUILL_FOOT_ZERO_OR_MANY, "0..6..40",
               "employees", "_id", SQUILL_FOOT_ZERO_OR_ONE, "0..1");
  /* The parent keeps the ids; the other card is collapsed to its head. */
  assert_edge (&shown, "tagged", "products", "tags", SQUILL_FOOT_ZERO_OR_MANY, "0..10..∞", "tags",
               NULL, SQUILL_FOOT_ZERO_OR_MANY, "0..4..12");
  /* What is embedded within its parent needs no line. */
  g_assert_null (get_edge (&shown, "homes", "customers"));
}

/* A collection of links has a line to each side, with what is many at the links. */
static void
test_junction (void)
{
  g_auto (Shown) shown = show_gallery ();
  guint n_found = 0;

  for (guint i = 0; i < squill_diagram_get_n_edges (shown.diagram); i++)
    {
      const SquillEdge *edge = squill_diagram_get_edge (shown.diagram, i);

      if (strcmp (edge->relationship, "supplies") != 0)
        continue;
      n_found++;
      g_assert_cmpstr (edge->from_card, ==, "supplies");
      g_assert_cmpint (edge->to_foot, ==, SQUILL_FOOT_ONE);
      g_assert_cmpstr (edge->to_text, ==, "1");
      if (strcmp (edge->to_card, "suppliers") == 0)
        g_assert_cmpstr (edge->from_text, ==, "0..8..300");
      else
        g_assert_cmpstr (edge->from_text, ==, "1..2..9");
    }
  g_assert_cmpuint (n_found, ==, 2);
}

static GHashTable *
get_edge_ids (Shown *shown)
{
  GHashTable *ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < squill_diagram_get_n_edges (shown->diagram); i++)
    g_hash_table_add (ids, g_strdup (squill_diagram_get_edge (shown->diagram, i)->id));
  return ids;
}

/* Whoever hides the fields of a card keeps its lines: they leave from its head. */
static void
test_hidden_fields (void)
{
  g_auto (Shown) shown = show_gallery ();
  g_autoptr (GPtrArray) hidden = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) ids = NULL;

  set (&shown, "tags", "collapsed", "false");
  squill_diagram_change_free (update (&shown));
  ids = get_edge_ids (&shown);
  for (guint i = 0; i < squill_diagram_get_n_cards (shown.diagram); i++)
    {
      const char *item = squill_diagram_get_card (shown.diagram, i)->item;

      if (squill_model_get_entity (shown.model, item) != NULL)
        g_ptr_array_add (hidden, g_strdup (item));
    }
  for (guint i = 0; i < hidden->len; i++)
    {
      const char *id = hidden->pdata[i];

      set (&shown, id, "collapsed", "true");
      squill_diagram_change_free (update (&shown));
      g_assert_cmpuint (squill_diagram_get_n_edges (shown.diagram), ==, g_hash_table_size (ids));
      for (guint j = 0; j < squill_diagram_get_n_edges (shown.diagram); j++)
        {
          const SquillEdge *edge = squill_diagram_get_edge (shown.diagram, j);

          g_assert_true (g_hash_table_contains (ids, edge->id));
          if (squill_diagram_find_card (shown.diagram, edge->from_card)->collapsed)
            g_assert_cmpint (edge->from_row, ==, -1);
          if (squill_diagram_find_card (shown.diagram, edge->to_card)->collapsed)
            g_assert_cmpint (edge->to_row, ==, -1);
        }
    }
}

static void
test_looks_of_lines (void)
{
  g_auto (Shown) shown = show_gallery ();
  const SquillEdge *buys = get_edge (&shown, "buys", "orders");
  const SquillEdge *sells = get_edge (&shown, "sells", "lines");
  const SquillDiagramLook rates = { NULL, TRUE };
  g_autofree char *said = squill_edge_describe (buys, shown.diagram);

  g_assert_true (buys->kept);
  g_assert_false (sells->kept);
  g_assert_cmpfloat (buys->rate, ==, 800);
  g_assert_cmpstr (buys->rate_name, ==, "buys · 800/s");
  g_assert_cmpstr (buys->name, ==, "buys");
  g_assert_cmpfloat (squill_edge_get_width (buys, NULL), ==, 1.5);
  g_assert_cmpfloat (squill_edge_get_width (buys, &rates), >, 3);
  g_assert_cmpfloat (squill_edge_get_width (buys, &rates), <, 6);
  g_assert_cmpfloat (squill_edge_get_width (sells, &rates), ==, 1.5);
  g_assert_cmpstr (said, ==, "buys: orders.customer (0..12..5k) → customers (1)");
  /* The row says the name already. */
  g_assert_cmpstr (get_edge (&shown, "items", "orders")->name, ==, "");
}

/* What stands at one of the ends of a line need not be written on it once more. */
static void
test_names_of_lines (void)
{
  static const struct
  {
    const char *name;
    const char *written;
  } cases[] = {
    { "\"orders\"", "" },          { "\"customers\"", "" },
    { "\"customer\"", "" },        { "\"orders_customer\"", "" },
    { "\"orders.customer\"", "" }, { "\"orders_customers\"", "orders_customers" },
    { "\"ordersx\"", "ordersx" },  { "\"buys\"", "buys" },
  };
  g_auto (Shown) shown = show_gallery ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const SquillEdge *edge;

      set (&shown, "buys", "name", cases[i].name);
      squill_diagram_change_free (update (&shown));
      edge = get_edge (&shown, "buys", "orders");
      g_assert_cmpstr (edge->name, ==, cases[i].written);
      g_assert_true (squill_rect_is_empty (&edge->route->name_label) ==
                     (*edge->name == '\0' && *edge->rate_name == '\0'));
    }
}

static void
test_feet (void)
{
  static const struct
  {
    const char *children;
    const char *growth;
    SquillFootKind foot;
  } cases[] = {
    { "{\"min\": 1, \"likely\": 1, \"max\": 1}", "null", SQUILL_FOOT_ONE },
    { "{\"min\": 0, \"likely\": 1, \"max\": 1}", "null", SQUILL_FOOT_ZERO_OR_ONE },
    { "{\"min\": 1, \"likely\": 3, \"max\": 7}", "null", SQUILL_FOOT_MANY },
    { "{\"min\": 0, \"likely\": 3, \"max\": 7}", "null", SQUILL_FOOT_ZERO_OR_MANY },
    { "{\"min\": 0, \"likely\": 3, \"max\": \"inf\"}", "0", SQUILL_FOOT_ZERO_OR_MANY },
    { "{\"min\": 0, \"likely\": 3, \"max\": \"inf\"}", "5", SQUILL_FOOT_ZERO_OR_SQUILLIONS },
    { "{\"min\": 1, \"likely\": 3001, \"max\": 9000}", "0", SQUILL_FOOT_SQUILLIONS },
    { "null", "0", SQUILL_FOOT_ZERO_OR_MANY },
  };
  g_auto (Shown) shown = show_gallery ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      set (&shown, "buys", "children", cases[i].children);
      set (&shown, "buys", "growth", cases[i].growth);
      squill_diagram_change_free (update (&shown));
      g_assert_cmpint (get_edge (&shown, "buys", "orders")->from_foot, ==, cases[i].foot);
    }
  g_assert_cmpstr (get_edge (&shown, "buys", "orders")->from_text, ==, "");
}

static void
test_loads (void)
{
  g_auto (Shown) shown = show_gallery ();

  /* 800 of 1,000 operations read an order with its customer, 200 read products. */
  g_assert_cmpfloat_with_epsilon (get_card (&shown, "orders")->load, 0.8, 1e-9);
  g_assert_cmpfloat_with_epsilon (get_card (&shown, "customers")->load, 0.8, 1e-9);
  g_assert_cmpfloat_with_epsilon (get_card (&shown, "products")->load, 0.2, 1e-9);
  g_assert_cmpfloat (get_card (&shown, "sensors")->load, ==, 0);
}

static void
test_frames (void)
{
  g_auto (Shown) shown = show_gallery ();
  const SquillFrame *group = squill_diagram_get_frame (shown.diagram, 0);
  const SquillFrame *note = squill_diagram_get_frame (shown.diagram, 1);

  g_assert_cmpuint (squill_diagram_get_n_frames (shown.diagram), ==, 2);
  g_assert_false (group->note);
  g_assert_cmpstr (group->name, ==, "Shop");
  g_assert_cmpstr (group->tint, ==, "2");
  g_assert_true (note->note);
  g_assert_cmpfloat (note->rect.width, ==, 240);
  for (int i = 0; i < 2; i++)
    {
      const SquillCard *card = get_card (&shown, i == 0 ? "customers" : "orders");

      g_assert_cmpfloat (group->rect.x, <, card->rect.x);
      g_assert_cmpfloat (group->rect.y, <, card->rect.y - 20);
      g_assert_cmpfloat (squill_rect_right (&group->rect), >, squill_rect_right (&card->rect));
      g_assert_cmpfloat (squill_rect_bottom (&group->rect), >, squill_rect_bottom (&card->rect));
    }
}

static void
test_places (void)
{
  g_auto (Shown) shown = show_gallery ();
  SquillRect bounds = squill_diagram_get_bounds (shown.diagram);

  for (guint i = 0; i < squill_diagram_get_n_cards (shown.diagram); i++)
    {
      const SquillCard *card = squill_diagram_get_card (shown.diagram, i);

      g_assert_true (squill_rect_contains (&bounds, card->rect.x, card->rect.y));
      for (guint j = 0; j < i; j++)
        g_assert_false (
            squill_rect_overlaps (&card->rect, &squill_diagram_get_card (shown.diagram, j)->rect));
    }
  g_assert_cmpfloat (get_card (&shown, "customers")->rect.x, ==, 40);
  g_assert_cmpfloat (get_card (&shown, "customers")->rect.y, ==, 80);
  /* Nobody placed them: below the rest, and between the two ends. */
  g_assert_cmpfloat (get_card (&shown, "employees")->rect.y, >,
                     get_card (&shown, "sensors")->rect.y);
  set (&shown, "supplies", "x", "3000");
  set (&shown, "supplies", "y", "-200");
  squill_diagram_change_free (update (&shown));
  g_assert_cmpfloat (get_card (&shown, "supplies")->rect.x, ==, 3000);
  g_assert_cmpfloat (get_card (&shown, "supplies")->rect.y, ==, -200);
}

static void
test_find (void)
{
  g_auto (Shown) shown = show_gallery ();
  const SquillCard *card;
  const SquillEdge *edge = get_edge (&shown, "buys", "orders");
  SquillPoint a = edge->route->points[0], b = edge->route->points[1];
  int row;

  card = squill_diagram_find_item (shown.diagram, "orders", &row);
  g_assert_cmpstr (card->id, ==, "orders");
  g_assert_cmpint (row, ==, -1);
  card = squill_diagram_find_item (shown.diagram, "orders-total", &row);
  g_assert_cmpstr (card->id, ==, "orders");
  g_assert_cmpstr (card->rows[row].path, ==, "total");
  card = squill_diagram_find_item (shown.diagram, "buys", &row);
  g_assert_cmpstr (card->rows[row].path, ==, "customer");
  card = squill_diagram_find_item (shown.diagram, "supplies", &row);
  g_assert_cmpstr (card->id, ==, "supplies");
  /* An entity that is only embedded: its block. */
  card = squill_diagram_find_item (shown.diagram, "places", &row);
  g_assert_cmpstr (card->id, ==, "customers");
  g_assert_cmpstr (card->rows[row].path, ==, "addresses[].spot");
  g_assert_null (squill_diagram_find_item (shown.diagram, "nothing", &row));

  g_assert_true (squill_diagram_hit_edge (shown.diagram, (a.x + b.x) / 2, (a.y + b.y) / 2 + 2, 4) ==
                 edge);
  g_assert_null (squill_diagram_hit_edge (shown.diagram, -5000, 0, 4));
  g_assert_true (squill_diagram_find_edge (shown.diagram, edge->id) == edge);
}

/* What an update gives must be what a diagram gives that is made now. */
static void
assert_like_new (Shown *shown)
{
  g_autoptr (SquillDiagram) again = squill_diagram_new (shown->design);
  g_autofree char *updated = dump_diagram (shown->diagram);
  g_autofree char *made = NULL;

  squill_diagram_change_free (squill_diagram_update (again));
  made = dump_diagram (again);
  assert_same_lines (updated, made);
}

static void
test_incremental (void)
{
  static const struct
  {
    const char *id;
    const char *property;
    const char *value;
  } steps[] = {
    { "customers", "x", "-300" },
    { "products", "name", "\"goods\"" },
    { "orders-total", "name", "\"sum\"" },
    { "orders-total", "types", "[\"int\", \"long\"]" },
    { "buys", "children", "{\"min\": 1, \"likely\": 2, \"max\": 3}" },
    { "buys", "placement", "\"embed-many\"" },
    { "buys", "placement", "\"child-references\"" },
    { "buys", "name", "\"orders\"" },
    { "items", "beside", "false" },
    { "homes", "beside", "true" },
    { "supplies", "placement", "\"two-way\"" },
    { "supplies", "placement", "\"junction\"" },
    { "reviews-of", "placement", "\"parent-reference\"" },
    { "measures", "placement", "\"embed-many\"" },
    { "measures", "placement", "\"subset\"" },
    { "sells", "placement", "\"two-way\"" },
    { "tags", "collapsed", "false" },
    { "tags", "color", "\"7\"" },
    { "shop", "members", "[\"orders\", \"tags\"]" },
    { "shop", "color", "\"3\"" },
    { "note", "text", "\"Another text\"" },
    { "show", "rate", "1" },
    { "orders", "shard_key", "null" },
    { "orders-id", "subtype", "null" },
    { "customers", "count", "{\"min\": 1, \"likely\": 7, \"max\": 9}" },
    { "addresses", "standalone", "\"yes\"" },
    { "employees", "y", "1500" },
    { "model", "thresholds", "{\"ref.max\": 1}" },
  };
  g_auto (Shown) shown = show_gallery ();

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_test_message ("%s.%s = %s", steps[i].id, steps[i].property, steps[i].value);
      set (&shown, steps[i].id, steps[i].property, steps[i].value);
      squill_diagram_change_free (update (&shown));
      assert_like_new (&shown);
    }
  while (squill_model_undo (shown.model))
    {
      squill_diagram_change_free (update (&shown));
      assert_like_new (&shown);
    }
}

static void
test_coming_and_going (void)
{
  g_auto (Shown) shown = show_gallery ();
  const char *gone[] = { "orders", "buys-name", NULL };
  g_autofree char *entity = NULL;
  g_autofree char *relationship = NULL;
  g_autofree char *before = dump_diagram (shown.diagram);
  g_autofree char *after = NULL;
  g_autoptr (SquillDiagramChange) added = NULL;
  g_autoptr (SquillDiagramChange) removed = NULL;

  entity = squill_model_add_entity (shown.model, "invoices", 60, 1000);
  relationship = squill_model_add_relationship (shown.model, "orders", entity, "billed",
                                                SQUILL_PLACEMENT_PARENT_REFERENCE);
  added = update (&shown);
  g_assert_true (has (added->cards, entity));
  assert_like_new (&shown);
  g_assert_nonnull (get_edge (&shown, relationship, entity));

  squill_model_delete (shown.model, gone);
  removed = update (&shown);
  g_assert_true (has (removed->cards, "orders"));
  g_assert_null (squill_diagram_find_card (shown.diagram, "orders"));
  assert_like_new (&shown);

  while (squill_model_undo (shown.model))
    continue;
  squill_diagram_change_free (update (&shown));
  after = dump_diagram (shown.diagram);
  assert_same_lines (after, before);
}

/* A view that was there before the diagram, and so hears of each change first. */
static void
on_model_changed (SquillModel *model, SquillChange *change, Shown *shown)
{
  squill_diagram_set_severity_func (shown->diagram, NULL, NULL, NULL);
  squill_diagram_change_free (update (shown));
}

static void
delete_each (Shown *shown, gconstpointer around, SquillKind kind)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);

  SQUILL_FOR_EACH_CHILD (SquillItem, item, around, kind)
    g_ptr_array_add (ids, g_strdup (item->id));
  for (guint i = 0; i < ids->len; i++)
    {
      const char *const gone[] = { g_ptr_array_index (ids, i), NULL };

      squill_model_delete (shown->model, gone);
      squill_diagram_change_free (update (shown));
      g_assert_null (squill_diagram_find_card (shown->diagram, gone[0]));
      g_assert_true (squill_model_undo (shown->model));
      squill_diagram_change_free (update (shown));
      g_assert_nonnull (squill_model_get_item (shown->model, gone[0]));
    }
}

/* What a diagram is made from points at nothing that is gone, whoever asks for it first. */
static void
test_asked_too_early (void)
{
  g_autofree char *folder =
      g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "data", "examples", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autoptr (GError) error = NULL;
      g_auto (Shown) shown = { 0 };
      gconstpointer info;

      shown.model = squill_model_load (file, NULL, NULL, &error);
      g_assert_no_error (error);
      shown.design = squill_design_new (shown.model);
      g_signal_connect (shown.model, "changed", G_CALLBACK (on_model_changed), &shown);
      shown.diagram = squill_diagram_new (shown.design);
      squill_diagram_change_free (update (&shown));
      info = squill_model_get_info (shown.model);
      delete_each (&shown, info, SQUILL_KIND_ENTITY);
      delete_each (&shown, info, SQUILL_KIND_RELATIONSHIP);
      delete_each (&shown, info, SQUILL_KIND_OPERATION);
      SQUILL_FOR_EACH_CHILD (SquillEntity, entity, info, SQUILL_KIND_ENTITY)
        delete_each (&shown, entity, SQUILL_KIND_FIELD);
      assert_like_new (&shown);
      n++;
    }
  g_assert_cmpuint (n, ==, 11);
}

/* Only what changed is made again. */
static void
test_little_work (void)
{
  g_auto (Shown) shown = show_gallery ();
  const SquillCard *sensors = get_card (&shown, "sensors"), *orders = get_card (&shown, "orders");
  g_autoptr (SquillDiagramChange) nothing = update (&shown);
  g_autoptr (SquillDiagramChange) renamed = NULL;
  g_autoptr (SquillDiagramChange) moved = NULL;

  g_assert_cmpuint (nothing->cards->len, ==, 0);
  g_assert_cmpuint (nothing->edges->len, ==, 0);
  g_assert_false (nothing->frames);

  set (&shown, "orders-total", "name", "\"sum\"");
  renamed = update (&shown);
  g_assert_cmpuint (renamed->cards->len, ==, 1);
  g_assert_true (has (renamed->cards, "orders"));
  g_assert_cmpuint (renamed->edges->len, ==, 0);
  g_assert_true (get_card (&shown, "sensors") == sensors);

  orders = get_card (&shown, "orders");
  set (&shown, "orders", "y", "40");
  moved = update (&shown);
  g_assert_cmpuint (moved->cards->len, ==, 1);
  g_assert_true (moved->frames);
  g_assert_true (get_card (&shown, "orders") == orders);
}

static void
on_changed (SquillDiagram *diagram, gpointer user_data)
{
  (*(guint *)user_data)++;
}

static void
test_signal (void)
{
  g_auto (Shown) shown = show_gallery ();
  guint n_changes = 0;

  g_signal_connect (shown.diagram, "changed", G_CALLBACK (on_changed), &n_changes);
  set (&shown, "orders-total", "name", "\"sum\"");
  set (&shown, "orders-total", "name", "\"amount\"");
  g_assert_cmpuint (n_changes, ==, 1);
  squill_diagram_change_free (update (&shown));
  set (&shown, "orders", "x", "5");
  g_assert_cmpuint (n_changes, ==, 2);
}

static void
test_drag (void)
{
  g_auto (Shown) shown = show_gallery ();
  g_autofree char *before = dump_diagram (shown.diagram);
  g_autofree char *after = NULL;
  g_autoptr (SquillDiagramChange) change = NULL;

  squill_diagram_move_card (shown.diagram, "orders", 600, 300);
  change = update (&shown);
  g_assert_true (has (change->cards, "orders"));
  g_assert_true (has (change->edges, get_edge (&shown, "buys", "orders")->id));
  g_assert_cmpfloat (get_card (&shown, "orders")->rect.x, ==, 600);
  g_assert_cmpfloat (squill_model_get_entity (shown.model, "orders")->x, ==, 520);
  set (&shown, "orders", "x", "600");
  set (&shown, "orders", "y", "300");
  squill_diagram_change_free (update (&shown));
  assert_like_new (&shown);
  while (squill_model_undo (shown.model))
    continue;
  squill_diagram_change_free (update (&shown));
  after = dump_diagram (shown.diagram);
  assert_same_lines (after, before);
}

/* Among many lines only those of the dragged card follow it; when it is dropped all is right. */
static void
test_drag_among_many (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  GPtrArray *ids = g_ptr_array_new_with_free_func (g_free);

  for (int i = 0; i < 120; i++)
    {
      g_autofree char *name = g_strdup_printf ("thing%d", i);

      g_ptr_array_add (ids, squill_model_add_entity (model, name, 400 * (i % 12), 300 * (i / 12)));
    }
  for (int i = 0; i < 450; i++)
    {
      g_autofree char *name = g_strdup_printf ("link%d", i);

      g_free (squill_model_add_relationship (
          model, ids->pdata[i * 7 % 120], ids->pdata[i * 11 % 120 + (i * 11 % 120 == i * 7 % 120)],
          name, SQUILL_PLACEMENT_PARENT_REFERENCE));
    }
  {
    g_auto (Shown) shown = show_model (g_steal_pointer (&model));
    const char *id = ids->pdata[30];
    g_autoptr (SquillDiagramChange) dragged = NULL;

    g_assert_cmpuint (squill_diagram_get_n_edges (shown.diagram), >, 400);
    squill_diagram_move_card (shown.diagram, id, 2000, 1000);
    squill_diagram_change_free (update (&shown));
    squill_diagram_move_card (shown.diagram, id, 2020, 1010);
    dragged = update (&shown);
    g_assert_cmpuint (dragged->cards->len, ==, 1);
    g_assert_cmpuint (dragged->edges->len, >, 0);
    g_assert_cmpuint (dragged->edges->len, <, 30);
    for (guint i = 0; i < dragged->edges->len; i++)
      {
        const SquillEdge *edge = squill_diagram_find_edge (shown.diagram, dragged->edges->pdata[i]);

        g_assert_true (strcmp (edge->from_card, id) == 0 || strcmp (edge->to_card, id) == 0);
      }
    squill_diagram_end_move (shown.diagram);
    squill_diagram_change_free (update (&shown));
    assert_like_new (&shown);
    squill_diagram_move_card (shown.diagram, id, 2020, 1010);
    squill_diagram_change_free (update (&shown));
    set (&shown, id, "x", "2020");
    set (&shown, id, "y", "1010");
    squill_diagram_change_free (update (&shown));
    assert_like_new (&shown);
  }
  g_ptr_array_unref (ids);
}

static void
test_arrange (void)
{
  g_auto (Shown) shown = show_gallery ();
  const char *some[] = { "customers", "orders", NULL };
  g_autoptr (SquillArrangement) arrangement = squill_arrangement_new (shown.diagram, NULL);
  g_autoptr (SquillArrangement) part = NULL;
  g_autoptr (SquillLayoutResult) result = NULL;
  g_autoptr (SquillLayoutResult) part_result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *before = dump_diagram (shown.diagram);
  g_autofree char *after = NULL;

  g_assert_cmpuint (squill_layout_graph_get_n_boxes (squill_arrangement_get_graph (arrangement)),
                    ==, squill_diagram_get_n_cards (shown.diagram));
  result = squill_layout_run (squill_arrangement_get_graph (arrangement), SQUILL_LAYOUT_AUTO, NULL,
                              &error);
  g_assert_no_error (error);
  g_assert_true (result->kept);
  g_assert_true (squill_arrangement_apply (arrangement, result, shown.model, &error));
  g_assert_no_error (error);
  squill_diagram_change_free (update (&shown));
  assert_like_new (&shown);
  for (guint i = 0; i < squill_diagram_get_n_cards (shown.diagram); i++)
    {
      const SquillCard *card = squill_diagram_get_card (shown.diagram, i);

      /* It was well arranged, and stays about where it is. */
      g_assert_cmpfloat (card->rect.x, ==, result->origin.x + result->positions[i].x);
      g_assert_cmpfloat (card->rect.y, ==, result->origin.y + result->positions[i].y);
    }

  /* One step back. */
  g_assert_true (squill_model_undo (shown.model));
  squill_diagram_change_free (update (&shown));
  after = dump_diagram (shown.diagram);
  assert_same_lines (after, before);

  /* A part stays where it is. */
  part = squill_arrangement_new (shown.diagram, some);
  part_result =
      squill_layout_run (squill_arrangement_get_graph (part), SQUILL_LAYOUT_DOT, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (squill_arrangement_apply (part, part_result, shown.model, &error));
  squill_diagram_change_free (update (&shown));
  g_assert_cmpfloat (
      fabs (MIN (get_card (&shown, "customers")->rect.x, get_card (&shown, "orders")->rect.x) - 40),
      <=, SQUILL_LAYOUT_STEP / 2);
  g_assert_cmpfloat (get_card (&shown, "sensors")->rect.x, ==, 40);

  squill_model_set_read_only (shown.model, TRUE);
  g_assert_false (squill_arrangement_apply (arrangement, result, shown.model, &error));
  g_assert_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_READ_ONLY);
}

static void
test_empty (void)
{
  g_auto (Shown) shown = show_model (squill_model_new ());
  SquillRect bounds = squill_diagram_get_bounds (shown.diagram);

  g_assert_true (squill_diagram_is_empty (shown.diagram));
  g_assert_true (squill_rect_is_empty (&bounds));
  g_assert_cmpuint (squill_diagram_get_n_edges (shown.diagram), ==, 0);
}

/* The examples of all rules: no card over another, and room for lines between the columns. */
static void
test_place_few (void)
{
  guint n;
  const SquillRuleInfo *rules = squill_rules_get (&n);

  for (guint i = 0; i < n; i++)
    for (int fires = 0; fires <= 1; fires++)
      {
        g_auto (Shown) shown = { 0 };
        guint n_cards;

        shown.model = squill_rule_example_new (rules[i].id, fires);
        g_assert_nonnull (shown.model);
        squill_diagram_place_few (shown.model);
        shown = show_model (shown.model);
        n_cards = squill_diagram_get_n_cards (shown.diagram);
        g_assert_cmpuint (n_cards, >, 0);
        for (guint a = 0; a < n_cards; a++)
          for (guint b = 0; b < a; b++)
            {
              const SquillRect one = squill_diagram_get_card (shown.diagram, a)->rect;
              const SquillRect two = squill_diagram_get_card (shown.diagram, b)->rect;

              g_assert_false (squill_rect_overlaps (&one, &two));
              if (one.x != two.x)
                g_assert_cmpfloat (fabs (one.x - two.x), >=, 180 + 100);
            }
      }
}

/* Whatever has no position stands where it covers nothing, and groups stay apart. */
static void
test_frames_without_positions (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillDiagram) diagram = NULL;
  const char *members[3][6] = { { NULL } };
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  guint n;

  for (guint i = 0; i < 15; i++)
    {
      g_autofree char *name = g_strdup_printf ("entity %u", i);

      g_ptr_array_add (ids, squill_model_add_entity (model, name, NAN, NAN));
      members[i % 3][i / 3] = ids->pdata[i];
    }
  for (guint i = 0; i < 3; i++)
    g_free (squill_model_add_group (model, "group", members[i]));
  for (guint i = 0; i < 3; i++)
    g_free (squill_model_add_note (model, "note", NAN, NAN));

  design = squill_design_new (model);
  diagram = squill_diagram_new (design);
  squill_diagram_change_free (squill_diagram_update (diagram));
  n = squill_diagram_get_n_frames (diagram);
  g_assert_cmpuint (n, ==, 6);
  for (guint i = 0; i < n; i++)
    for (guint j = i + 1; j < n; j++)
      g_assert_false (squill_rect_overlaps (&squill_diagram_get_frame (diagram, i)->rect,
                                            &squill_diagram_get_frame (diagram, j)->rect));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/diagram/edges", test_edges);
  g_test_add_func ("/diagram/junction", test_junction);
  g_test_add_func ("/diagram/hidden-fields", test_hidden_fields);
  g_test_add_func ("/diagram/looks-of-lines", test_looks_of_lines);
  g_test_add_func ("/diagram/names-of-lines", test_names_of_lines);
  g_test_add_func ("/diagram/feet", test_feet);
  g_test_add_func ("/diagram/loads", test_loads);
  g_test_add_func ("/diagram/frames", test_frames);
  g_test_add_func ("/diagram/frames-without-positions", test_frames_without_positions);
  g_test_add_func ("/diagram/places", test_places);
  g_test_add_func ("/diagram/find", test_find);
  g_test_add_func ("/diagram/incremental", test_incremental);
  g_test_add_func ("/diagram/coming-and-going", test_coming_and_going);
  g_test_add_func ("/diagram/asked-too-early", test_asked_too_early);
  g_test_add_func ("/diagram/little-work", test_little_work);
  g_test_add_func ("/diagram/signal", test_signal);
  g_test_add_func ("/diagram/drag", test_drag);
  g_test_add_func ("/diagram/drag-among-many", test_drag_among_many);
  g_test_add_func ("/diagram/arrange", test_arrange);
  g_test_add_func ("/diagram/place-few", test_place_few);
  g_test_add_func ("/diagram/empty", test_empty);
  return g_test_run ();
}
