/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "model/squill-authoring.h"
#include "model/squill-placement.h"
#include "session/squill-drawing.h"

typedef struct
{
  SquillModel *model;
  char *books;
  char *publishers;
  char *title;
  char *name;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->model = squill_model_new ();
  fixture->books = squill_model_add_entity (fixture->model, "books", 0, 0);
  fixture->publishers = squill_model_add_entity (fixture->model, "publishers", 400, 0);
  fixture->title =
      squill_model_add_field (fixture->model, fixture->books, NULL, "title", SQUILL_TYPE_STRING);
  fixture->name = squill_model_add_field (fixture->model, fixture->publishers, NULL, "name",
                                          SQUILL_TYPE_STRING);
  squill_model_clear_history (fixture->model);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_assert_finalize_object (fixture->model);
  g_free (fixture->books);
  g_free (fixture->publishers);
  g_free (fixture->title);
  g_free (fixture->name);
}

/* Takes one step back; there must have been just that one. */
static void
undo_all (Fixture *fixture)
{
  g_assert_true (squill_model_undo (fixture->model));
  g_assert_false (squill_model_get_can_undo (fixture->model));
}

static guint
count_relationships (Fixture *fixture)
{
  guint n;

  squill_item_get_children (squill_model_get_info (fixture->model), SQUILL_KIND_RELATIONSHIP, &n);
  return n;
}

static void
test_add_entity (Fixture *fixture, gconstpointer data)
{
  g_autofree char *one = squill_drawing_add_entity (fixture->model, 10, 20);
  g_autofree char *two = squill_drawing_add_entity (fixture->model, 10, 20);

  g_assert_cmpstr (squill_model_get_entity (fixture->model, one)->name, ==, "entity");
  g_assert_cmpstr (squill_model_get_entity (fixture->model, two)->name, ==, "entity2");
  g_assert_cmpfloat (squill_model_get_entity (fixture->model, two)->y, ==, 20);
}

static void
test_connect (Fixture *fixture, gconstpointer data)
{
  g_autofree char *id =
      squill_drawing_connect (fixture->model, fixture->publishers, fixture->books);
  const SquillRelationship *r = squill_model_get_relationship (fixture->model, id);

  g_assert_cmpstr (r->parent, ==, fixture->publishers);
  g_assert_cmpstr (r->child, ==, fixture->books);
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_PARENT_REFERENCE);
  g_assert_true (
      squill_drawing_find_relationship (fixture->model, fixture->books, fixture->publishers) == r);
  undo_all (fixture);
}

static void
test_connect_to_new (Fixture *fixture, gconstpointer data)
{
  g_autofree char *entity = NULL;
  g_autofree char *id =
      squill_drawing_connect_to_new (fixture->model, fixture->books, NULL, 80, 90, &entity);

  g_assert_cmpstr (squill_model_get_relationship (fixture->model, id)->child, ==, entity);
  g_assert_cmpfloat (squill_model_get_entity (fixture->model, entity)->x, ==, 80);
  undo_all (fixture);
  g_assert_null (squill_model_get_entity (fixture->model, entity));
}

static void
test_embed_new (Fixture *fixture, gconstpointer data)
{
  g_autofree char *id = squill_drawing_embed (fixture->model, fixture->publishers, fixture->books);
  const SquillRelationship *r = squill_model_get_relationship (fixture->model, id);

  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_EMBED_MANY);
  g_assert_cmpstr (r->parent, ==, fixture->books);
  undo_all (fixture);
}

/* What there is between two entities already is used, turned round if need be. */
static void
test_embed_turns_round (Fixture *fixture, gconstpointer data)
{
  g_autofree char *id =
      squill_drawing_connect (fixture->model, fixture->publishers, fixture->books);
  g_autofree char *copy = squill_model_add_copy (fixture->model, id, fixture->name,
                                                 SQUILL_COPY_TO_CHILD, SQUILL_COPY_KEPT);
  g_autofree char *embedded = NULL;
  const SquillRelationship *r;

  squill_model_set (fixture->model, id, "children", squill_json_triple (SQUILL_TRIPLE (0, 20, 500)),
                    NULL);
  squill_model_set (fixture->model, id, "parents", squill_json_triple (SQUILL_TRIPLE (1, 1, 1)),
                    NULL);
  squill_model_clear_history (fixture->model);
  embedded = squill_drawing_embed (fixture->model, fixture->publishers, fixture->books);
  g_assert_cmpstr (embedded, ==, id);
  g_assert_cmpuint (count_relationships (fixture), ==, 1);
  r = squill_model_get_relationship (fixture->model, id);
  g_assert_cmpstr (r->parent, ==, fixture->books);
  g_assert_cmpstr (r->child, ==, fixture->publishers);
  g_assert_cmpfloat (r->children.max, ==, 1);
  g_assert_cmpfloat (r->parents.max, ==, 500);
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_EMBED_ONE);
  g_assert_cmpint (((const SquillCopy *)squill_model_get_item (fixture->model, copy))->direction,
                   ==, SQUILL_COPY_TO_PARENT);
  undo_all (fixture);
  r = squill_model_get_relationship (fixture->model, id);
  g_assert_cmpstr (r->parent, ==, fixture->publishers);
}

static void
test_take_out (Fixture *fixture, gconstpointer data)
{
  g_autofree char *id = squill_drawing_embed (fixture->model, fixture->publishers, fixture->books);
  const SquillRelationship *r = squill_model_get_relationship (fixture->model, id);

  squill_model_clear_history (fixture->model);
  g_assert_true (squill_placement_is_embedding (r->placement));
  g_assert_false (squill_drawing_set_embedded (fixture->model, id, TRUE));
  g_assert_true (squill_drawing_set_embedded (fixture->model, id, FALSE));
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_PARENT_REFERENCE);
  undo_all (fixture);

  /* Many have many of them: the children cannot name the one that has them. */
  squill_model_set (fixture->model, id, "parents", squill_json_triple (SQUILL_TRIPLE (1, 5, 9)),
                    NULL);
  g_assert_true (squill_drawing_set_embedded (fixture->model, id, FALSE));
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_CHILD_REFERENCES);
}

static void
test_refer_to_field (Fixture *fixture, gconstpointer data)
{
  g_autofree char *id =
      squill_drawing_refer_to_field (fixture->model, fixture->name, fixture->books);
  const SquillRelationship *r = squill_model_get_relationship (fixture->model, id);

  g_assert_cmpstr (r->parent, ==, fixture->publishers);
  g_assert_cmpstr (r->child, ==, fixture->books);
  g_assert_cmpstr (r->parent_key, ==, fixture->name);
  undo_all (fixture);
}

static void
test_copy_field (Fixture *fixture, gconstpointer data)
{
  g_autofree char *first =
      squill_drawing_copy_field (fixture->model, fixture->name, fixture->books, SQUILL_COPY_KEPT);
  g_autofree char *second = NULL;
  const SquillCopy *copy = squill_model_get_item (fixture->model, first);

  g_assert_cmpstr (copy->field, ==, fixture->name);
  g_assert_cmpint (copy->direction, ==, SQUILL_COPY_TO_CHILD);
  g_assert_cmpint (copy->mode, ==, SQUILL_COPY_KEPT);
  g_assert_cmpuint (count_relationships (fixture), ==, 1);
  /* The other way along the same relationship. */
  second = squill_drawing_copy_field (fixture->model, fixture->title, fixture->publishers,
                                      SQUILL_COPY_SNAPSHOT);
  copy = squill_model_get_item (fixture->model, second);
  g_assert_cmpint (copy->direction, ==, SQUILL_COPY_TO_PARENT);
  g_assert_cmpint (copy->mode, ==, SQUILL_COPY_SNAPSHOT);
  g_assert_cmpuint (count_relationships (fixture), ==, 1);
}

static void
test_nest (Fixture *fixture, gconstpointer data)
{
  g_autofree char *year =
      squill_model_add_field (fixture->model, fixture->books, NULL, "year", SQUILL_TYPE_INT);
  g_autoptr (GError) error = NULL;

  g_assert_true (squill_drawing_nest_field (fixture->model, year, &error));
  g_assert_cmpstr (squill_model_get_field (fixture->model, year)->item.parent->id, ==,
                   fixture->title);
  g_assert_cmphex (squill_model_get_field (fixture->model, fixture->title)->types, ==,
                   SQUILL_TYPE_OBJECT);
  /* There is nothing before it any more. */
  g_assert_false (squill_drawing_nest_field (fixture->model, year, &error));
  g_assert_no_error (error);
  g_assert_true (squill_drawing_unnest_field (fixture->model, year, &error));
  g_assert_cmpstr (squill_model_get_field (fixture->model, year)->item.parent->id, ==,
                   fixture->books);
  g_assert_false (squill_drawing_unnest_field (fixture->model, year, &error));
  g_assert_no_error (error);
}

static void
test_move (Fixture *fixture, gconstpointer data)
{
  SquillPlacedItem items[] = {
    { fixture->books, SQUILL_RECT (0, 0, 180, 100) },
    { fixture->publishers, SQUILL_RECT (400, 0, 180, 100) },
  };

  g_assert_false (squill_drawing_move (fixture->model, NULL, items, 2, 0, 0, NULL));
  g_assert_true (squill_drawing_move (fixture->model, NULL, items, 2, 20, -20, "drag"));
  items[0].rect.x = 20;
  items[0].rect.y = -20;
  g_assert_true (squill_drawing_move (fixture->model, NULL, items, 1, 20, 0, "drag"));
  g_assert_cmpfloat (squill_model_get_entity (fixture->model, fixture->books)->x, ==, 40);
  g_assert_cmpfloat (squill_model_get_entity (fixture->model, fixture->publishers)->x, ==, 420);
  undo_all (fixture);
  g_assert_cmpfloat (squill_model_get_entity (fixture->model, fixture->books)->x, ==, 0);
}

static void
test_align (Fixture *fixture, gconstpointer data)
{
  g_autofree char *third = squill_model_add_entity (fixture->model, "third", 900, 300);
  const SquillPlacedItem items[] = {
    { fixture->books, SQUILL_RECT (0, 0, 200, 100) },
    { fixture->publishers, SQUILL_RECT (250, 40, 100, 300) },
    { third, SQUILL_RECT (900, 300, 200, 100) },
  };
  static const struct
  {
    const char *name;
    double x[3];
    double y[3];
  } expected[] = {
    { "left", { 0, 0, 0 }, { 0, 40, 300 } },
    { "right", { 900, 1000, 900 }, { 0, 40, 300 } },
    { "center", { 450, 500, 450 }, { 0, 40, 300 } },
    { "top", { 0, 250, 900 }, { 0, 0, 0 } },
    { "bottom", { 0, 250, 900 }, { 300, 100, 300 } },
    { "middle", { 0, 250, 900 }, { 150, 50, 150 } },
    { "across", { 0, 500, 900 }, { 0, 40, 300 } },
  };
  const char *ids[] = { fixture->books, fixture->publishers, third };
  SquillAlignment alignment;

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      squill_model_clear_history (fixture->model);
      g_assert_true (squill_alignment_from_name (expected[i].name, &alignment));
      g_assert_true (squill_drawing_align (fixture->model, NULL, items, 3, alignment));
      for (guint n = 0; n < 3; n++)
        {
          const SquillEntity *entity = squill_model_get_entity (fixture->model, ids[n]);

          g_assert_cmpfloat (entity->x, ==, expected[i].x[n]);
          g_assert_cmpfloat (entity->y, ==, expected[i].y[n]);
        }
      if (squill_model_get_can_undo (fixture->model))
        undo_all (fixture);
    }
  g_assert_false (squill_alignment_from_name ("sideways", &alignment));
}

static void
test_read_only (Fixture *fixture, gconstpointer data)
{
  g_autofree char *entity = NULL;

  squill_model_set_read_only (fixture->model, TRUE);
  g_assert_null (squill_drawing_add_entity (fixture->model, 0, 0));
  g_assert_null (squill_drawing_connect (fixture->model, fixture->books, fixture->publishers));
  g_assert_null (squill_drawing_embed (fixture->model, fixture->books, fixture->publishers));
  g_assert_null (
      squill_drawing_connect_to_new (fixture->model, fixture->books, NULL, 0, 0, &entity));
  g_assert_null (squill_drawing_refer_to_field (fixture->model, fixture->name, fixture->books));
  g_assert_null (
      squill_drawing_copy_field (fixture->model, fixture->name, fixture->books, SQUILL_COPY_KEPT));
}

/* An operation starts from what is selected, or from the only entity there is. */
static void
test_find_start (Fixture *fixture, gconstpointer data)
{
  SquillModel *model = fixture->model;
  g_autofree char *r = squill_drawing_connect (model, fixture->publishers, fixture->books);

  g_assert_cmpstr (squill_drawing_find_start (model, fixture->books), ==, fixture->books);
  g_assert_cmpstr (squill_drawing_find_start (model, fixture->title), ==, fixture->books);
  g_assert_cmpstr (squill_drawing_find_start (model, r), ==, fixture->publishers);
  g_assert_null (squill_drawing_find_start (model, NULL));
  squill_model_delete (model, (const char *[]){ fixture->publishers, NULL });
  g_assert_cmpstr (squill_drawing_find_start (model, NULL), ==, fixture->books);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/drawing/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("add-entity", test_add_entity);
  ADD ("connect", test_connect);
  ADD ("connect-to-new", test_connect_to_new);
  ADD ("embed-new", test_embed_new);
  ADD ("embed-turns-round", test_embed_turns_round);
  ADD ("take-out", test_take_out);
  ADD ("refer-to-field", test_refer_to_field);
  ADD ("copy-field", test_copy_field);
  ADD ("nest", test_nest);
  ADD ("move", test_move);
  ADD ("align", test_align);
  ADD ("read-only", test_read_only);
  ADD ("find-start", test_find_start);

  return g_test_run ();
}
