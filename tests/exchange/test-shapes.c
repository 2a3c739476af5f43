/* SPDX-License-Identifier: Apache-2.0 */

/* Arrays of objects of one shape are one entity, embedded wherever they are: in themselves, or
 * under one name at several places. Others stay apart. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <bson/bson.h>
#include <glib/gstdio.h>
#include <string.h>

#include "design/squill-design.h"
#include "exchange/squill-schema.h"
#include "inferred-fixture.h"
#include "schema-checker.h"

#define N_CASES 200u
#define N_DOCUMENTS 60u

typedef enum
{
  FORM_NESTED, /* objects in objects of their own kind */
  FORM_TWICE,  /* under one name in two others */
  FORM_APART,  /* under one name in two others, but with other fields */
  N_FORMS,
} Form;

typedef struct
{
  GRand *random;
  Form form;
  guint depth;
  guint n_fields;
  guint n_optional;
} Case;

static void
append_fields (const Case *self, bson_t *object, const char *prefix)
{
  for (guint i = 0; i < self->n_fields + self->n_optional; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s%u", prefix, i);

      if (i >= self->n_fields && g_rand_boolean (self->random))
        continue;
      if (i % 3 == 0)
        bson_append_utf8 (object, name, -1, g_rand_boolean (self->random) ? "some" : "other", -1);
      else if (i % 3 == 1)
        bson_append_int32 (object, name, -1, g_rand_int_range (self->random, 0, 100000));
      else
        bson_append_double (object, name, -1, g_rand_double (self->random));
    }
}

static void
append_nested (const Case *self, bson_t *around, const char *name, guint level)
{
  guint n = (guint)g_rand_int_range (self->random, level == 0 ? 1 : 0, 4);
  bson_t array, object;

  bson_append_array_begin (around, name, -1, &array);
  for (guint i = 0; i < n; i++)
    {
      char key[4];

      g_snprintf (key, sizeof key, "%u", i);
      bson_append_document_begin (&array, key, -1, &object);
      append_fields (self, &object, "f");
      if (level + 1 < self->depth)
        append_nested (self, &object, "children", level + 1);
      bson_append_document_end (&array, &object);
    }
  bson_append_array_end (around, &array);
}

/* { first: [ { a…, lines: [ … ] } ], second: [ { b…, lines: [ … ] } ] } */
static void
append_two (const Case *self, bson_t *document)
{
  static const char *const places[] = { "orders", "returns" };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      bson_t array, object, lines, line;

      bson_append_array_begin (document, places[i], -1, &array);
      bson_append_document_begin (&array, "0", -1, &object);
      append_fields (self, &object, i == 0 ? "a" : "b");
      bson_append_array_begin (&object, "lines", -1, &lines);
      for (guint k = 0; k < 2; k++)
        {
          bson_append_document_begin (&lines, k == 0 ? "0" : "1", -1, &line);
          append_fields (self, &line, self->form == FORM_TWICE || i == 0 ? "line" : "entry");
          bson_append_document_end (&lines, &line);
        }
      bson_append_array_end (&object, &lines);
      bson_append_document_end (&array, &object);
      bson_append_array_end (document, &array);
    }
}

static GPtrArray *
make_documents (Case *self, guint32 seed)
{
  GPtrArray *documents = g_ptr_array_new_with_free_func ((GDestroyNotify)bson_destroy);

  g_rand_set_seed (self->random, seed);
  self->form = (Form)(seed % N_FORMS);
  self->depth = (guint)g_rand_int_range (self->random, 2, 6);
  self->n_fields = (guint)g_rand_int_range (self->random, 4, 8);
  self->n_optional = (guint)g_rand_int_range (self->random, 0, 2);
  for (guint i = 0; i < N_DOCUMENTS; i++)
    {
      bson_t *document = bson_new ();

      bson_append_int32 (document, "_id", -1, (gint32)i);
      if (self->form == FORM_NESTED)
        append_nested (self, document, "comments", 0);
      else
        append_two (self, document);
      g_ptr_array_add (documents, document);
    }
  return documents;
}

static void
check_schema (SquillModel *model, GPtrArray *documents, guint32 seed)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  bson_t *schema =
      squill_schema_new_validator (design, squill_design_get_collection (design, 0), NULL);

  g_assert_cmpuint (squill_design_get_n_collections (design), ==, 1);
  for (guint i = 0; i < documents->len; i++)
    {
      g_autofree char *wrong = schema_check (schema, g_ptr_array_index (documents, i));

      if (wrong != NULL)
        g_error ("case %u, document %u: %s", seed, i, wrong);
    }
  bson_destroy (schema);
}

static void
test_one_entity (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("squill-shapes-XXXXXX", &error);
  Case one = { .random = g_rand_new () };
  guint right = 0;

  g_assert_no_error (error);
  for (guint32 seed = 0; seed < N_CASES; seed++)
    {
      g_autoptr (GPtrArray) documents = make_documents (&one, seed);
      g_autoptr (SquillModel) model = infer_documents (documents, folder);
      guint entities, relationships, itself = 0;
      gboolean is_right;

      squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ENTITY, &entities);
      squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP,
                                &relationships);
      SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                             SQUILL_KIND_RELATIONSHIP)
        {
          itself += g_str_equal (r->parent, r->child);
        }
      is_right = one.form == FORM_NESTED  ? entities == 2 && relationships == 2 && itself == 1
                 : one.form == FORM_TWICE ? entities == 4 && relationships == 4 && itself == 0
                                          : entities == 5 && relationships == 4 && itself == 0;
      right += is_right;
      if (!is_right)
        g_test_message ("case %u, form %u, depth %u: %u entities, %u relationships", seed,
                        (guint)one.form, one.depth, entities, relationships);
      check_schema (model, documents, seed);
    }
  g_rand_free (one.random);
  g_rmdir (folder);
  g_test_message ("%u of %u right", right, N_CASES);
  g_assert_cmpuint (right * 100, >=, N_CASES * 95);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/exchange/shapes/one-entity", test_one_entity);
  return g_test_run ();
}
