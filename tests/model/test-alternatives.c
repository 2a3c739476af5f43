/* SPDX-License-Identifier: Apache-2.0 */

/* Several designs of one model. */

#include "config.h"

#include <string.h>

#include "model/squill-alternative.h"
#include "model/squill-authoring.h"
#include "model/squill-model-file.h"

typedef struct
{
  SquillModel *model;
  char *post, *comment, *title, *text, *comments;
} Fixture;

static void
set (SquillModel *model, const char *id, const char *property, json_t *value)
{
  g_autoptr (GError) error = NULL;

  squill_model_set (model, id, property, value, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->model = squill_model_new ();
  f->post = squill_model_add_entity (f->model, "post", 0, 0);
  f->title = squill_model_add_field (f->model, f->post, NULL, "title", SQUILL_TYPE_STRING);
  f->comment = squill_model_add_entity (f->model, "comment", 0, 0);
  f->text = squill_model_add_field (f->model, f->comment, NULL, "text", SQUILL_TYPE_STRING);
  f->comments = squill_model_add_relationship (f->model, f->post, f->comment, "comments",
                                               SQUILL_PLACEMENT_EMBED_MANY);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->model);
  g_free (f->post);
  g_free (f->comment);
  g_free (f->title);
  g_free (f->text);
  g_free (f->comments);
}

static char *
add (Fixture *f, const char *name)
{
  g_autoptr (GError) error = NULL;
  char *id = squill_model_add_alternative (f->model, name, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (squill_model_get_alternative (f->model)->item.id, ==, id);
  return id;
}

static void
show (Fixture *f, const char *id)
{
  g_autoptr (GError) error = NULL;

  squill_model_show_alternative (f->model, id, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (squill_model_get_alternative (f->model)->item.id, ==, id);
}

static const char *
find (Fixture *f, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillAlternative, alternative, squill_model_get_info (f->model),
                         SQUILL_KIND_ALTERNATIVE)
    if (g_str_equal (alternative->name, name))
      return alternative->item.id;
  return NULL;
}

static guint
count (Fixture *f, const char *id, SquillKind kind)
{
  guint n;

  squill_item_get_children (squill_model_get_item (f->model, id), kind, &n);
  return n;
}

static SquillPlacement
placement (Fixture *f)
{
  return squill_model_get_relationship (f->model, f->comments)->placement;
}

/* Makes the design in view one of references, with a copy, an index and a shard key. */
static void
redesign (Fixture *f)
{
  const char *const paths[] = { f->text, NULL };
  const char *const hows[] = { "1", NULL };

  set (f->model, f->comments, "placement", json_string ("parent-reference"));
  set (f->model, f->comments, "bound", json_real (7));
  set (f->model, f->post, "shard_key",
       json_pack ("[{s:s, s:s}]", "path", f->title, "how", "hashed"));
  g_free (squill_model_add_copy (f->model, f->comments, f->title, SQUILL_COPY_TO_CHILD,
                                 SQUILL_COPY_KEPT));
  g_free (squill_model_add_index (f->model, f->comment, paths, hows));
}

static void
test_switch (Fixture *f, gconstpointer data)
{
  g_autofree char *before = squill_model_to_data (f->model, NULL);
  g_autofree char *apart = add (f, "Apart");
  g_autofree char *first = NULL, *later = NULL, *again = NULL;

  /* The new one is like the one before. */
  g_assert_cmpint (placement (f), ==, SQUILL_PLACEMENT_EMBED_MANY);
  g_assert_cmpuint (count (f, SQUILL_MODEL_ID, SQUILL_KIND_ALTERNATIVE), ==, 2);
  redesign (f);
  later = squill_model_to_data (f->model, NULL);

  first = g_strdup (find (f, "First design"));
  show (f, first);
  g_assert_cmpint (placement (f), ==, SQUILL_PLACEMENT_EMBED_MANY);
  g_assert_true (isnan (squill_model_get_relationship (f->model, f->comments)->bound));
  g_assert_null (squill_model_get_entity (f->model, f->post)->shard_key);
  g_assert_cmpuint (count (f, f->comments, SQUILL_KIND_COPY), ==, 0);
  g_assert_cmpuint (count (f, f->comment, SQUILL_KIND_INDEX), ==, 0);

  show (f, apart);
  again = squill_model_to_data (f->model, NULL);
  g_assert_cmpstr (again, ==, later);

  /* Each is one step. */
  g_assert_true (squill_model_undo (f->model));
  g_assert_cmpint (placement (f), ==, SQUILL_PLACEMENT_EMBED_MANY);
  g_assert_true (squill_model_undo (f->model));
  g_free (again);
  again = squill_model_to_data (f->model, NULL);
  g_assert_cmpstr (again, ==, later);
  for (guint i = 0; i < 6; i++)
    squill_model_undo (f->model);
  g_free (again);
  again = squill_model_to_data (f->model, NULL);
  g_assert_cmpstr (again, ==, before);
}

/* What is no matter of the design is the same in all of them. */
static void
test_shared (Fixture *f, gconstpointer data)
{
  g_autofree char *apart = add (f, "Apart");
  g_autofree char *field = NULL;

  redesign (f);
  set (f->model, f->post, "count", json_pack ("{s:i}", "likely", 12));
  field = squill_model_add_field (f->model, f->post, NULL, "date", SQUILL_TYPE_DATE);
  squill_model_rename (f->model, f->comment, "remark", NULL);
  show (f, find (f, "First design"));
  g_assert_cmpfloat (squill_model_get_entity (f->model, f->post)->count.likely, ==, 12);
  g_assert_nonnull (squill_model_get_field (f->model, field));
  g_assert_cmpstr (squill_model_get_entity (f->model, f->comment)->name, ==, "remark");
}

static void
test_file (Fixture *f, gconstpointer data)
{
  g_autofree char *apart = add (f, "Apart");
  g_autofree char *text = NULL, *again = NULL;
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GError) error = NULL;

  redesign (f);
  text = squill_model_to_data (f->model, NULL);
  model = squill_model_new_from_data (text, strlen (text), &error);
  g_assert_no_error (error);
  again = squill_model_to_data (model, NULL);
  g_assert_cmpstr (again, ==, text);
  g_assert_cmpstr (squill_model_get_alternative (model)->name, ==, "Apart");
  g_set_object (&f->model, model);
  show (f, find (f, "First design"));
  g_assert_cmpint (placement (f), ==, SQUILL_PLACEMENT_EMBED_MANY);
}

/* What was deleted or added while another was shown. */
static void
test_stale (Fixture *f, gconstpointer data)
{
  g_autofree char *apart = add (f, "Apart");
  g_autofree char *relationship = NULL;
  const char *gone[] = { f->title, f->text, NULL };

  redesign (f);
  show (f, find (f, "First design"));
  squill_model_delete (f->model, gone);
  relationship = squill_model_add_relationship (f->model, f->post, f->comment, "favorites",
                                                SQUILL_PLACEMENT_CHILD_REFERENCES);
  show (f, apart);
  g_assert_cmpint (placement (f), ==, SQUILL_PLACEMENT_PARENT_REFERENCE);
  g_assert_null (squill_model_get_entity (f->model, f->post)->shard_key);
  g_assert_cmpuint (count (f, f->comments, SQUILL_KIND_COPY), ==, 0);
  g_assert_cmpuint (count (f, f->comment, SQUILL_KIND_INDEX), ==, 0);
  g_assert_cmpint (squill_model_get_relationship (f->model, relationship)->placement, ==,
                   SQUILL_PLACEMENT_CHILD_REFERENCES);

  gone[0] = f->comment;
  show (f, find (f, "First design"));
  squill_model_delete (f->model, gone);
  show (f, apart);
  g_assert_null (squill_model_get_entity (f->model, f->comment));
}

/* What does not fit leaves all as it was. */
static void
test_broken (Fixture *f, gconstpointer data)
{
  g_autofree char *apart = add (f, "Apart");
  g_autofree char *first = g_strdup (find (f, "First design"));
  g_autofree char *before = NULL, *after = NULL;
  g_autoptr (GError) error = NULL;

  redesign (f);
  set (f->model, first, "content",
       json_pack ("{s:{s:{s:s}}}", "relationships", f->comments, "placement", "in the cloud"));
  before = squill_model_to_data (f->model, NULL);
  g_assert_false (squill_model_show_alternative (f->model, first, &error));
  g_assert_nonnull (error);
  after = squill_model_to_data (f->model, NULL);
  g_assert_cmpstr (after, ==, before);
  g_clear_error (&error);
  g_assert_false (squill_model_show_alternative (f->model, "nobody", &error));
  g_assert_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_NOT_FOUND);
}

static void
test_delete (Fixture *f, gconstpointer data)
{
  g_autofree char *apart = add (f, "Apart");
  g_autofree char *third = NULL;

  redesign (f);
  third = add (f, "Third");
  set (f->model, f->comments, "placement", json_string ("junction"));
  /* The one before it is shown then. */
  g_assert_true (squill_model_delete_alternative (f->model, third, NULL));
  g_assert_cmpstr (squill_model_get_alternative (f->model)->item.id, ==, apart);
  g_assert_cmpint (placement (f), ==, SQUILL_PLACEMENT_PARENT_REFERENCE);
  /* The last one is just the design of the model. */
  g_assert_true (squill_model_delete_alternative (f->model, apart, NULL));
  g_assert_null (squill_model_get_alternative (f->model));
  g_assert_cmpuint (count (f, SQUILL_MODEL_ID, SQUILL_KIND_ALTERNATIVE), ==, 0);
  g_assert_cmpint (placement (f), ==, SQUILL_PLACEMENT_EMBED_MANY);
}

/* The table names properties that there are, and none that all share. */
static void
test_properties (void)
{
  static const SquillKind kinds[] = { SQUILL_KIND_ENTITY, SQUILL_KIND_RELATIONSHIP };
  guint n_found = 0;

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      guint n;
      const SquillProperty *properties = squill_kind_get_properties (kinds[k], &n);

      for (guint i = 0; i < n; i++)
        {
          if (!squill_property_is_of_design (kinds[k], properties[i].name))
            continue;
          n_found++;
          g_assert_false (properties[i].in_layout);
          g_assert_cmpuint (properties[i].aspects & SQUILL_ASPECT_TEXT, ==, 0);
        }
    }
  g_assert_cmpuint (n_found, ==, 13 + 17);
  g_assert_false (squill_property_is_of_design (SQUILL_KIND_RELATIONSHIP, "children"));
  g_assert_false (squill_property_is_of_design (SQUILL_KIND_OPERATION, "rate"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)
  ADD ("/model/alternatives/switch", test_switch);
  ADD ("/model/alternatives/shared", test_shared);
  ADD ("/model/alternatives/file", test_file);
  ADD ("/model/alternatives/stale", test_stale);
  ADD ("/model/alternatives/broken", test_broken);
  ADD ("/model/alternatives/delete", test_delete);
  g_test_add_func ("/model/alternatives/properties", test_properties);
  return g_test_run ();
}
