/* SPDX-License-Identifier: Apache-2.0 */

/* An excerpt is the beginning of the document, and says what it leaves out. */

#include "config.h"

#include <locale.h>
#include <string.h>

#include "model/squill-authoring.h"
#include "samples/squill-samples.h"

static SquillModel *
make_model (void)
{
  SquillModel *model = squill_model_new ();
  g_autofree char *host = squill_model_add_entity (model, "hosts", 0, 0);
  g_autofree char *log = squill_model_add_entity (model, "logmsg", 0, 0);
  g_autofree char *tags = squill_model_add_field (model, host, NULL, "tags", SQUILL_TYPE_INT);
  g_autofree char *words = squill_model_add_field (model, log, NULL, "words", SQUILL_TYPE_INT);
  g_autofree char *r =
      squill_model_add_relationship (model, host, log, "logmsgs", SQUILL_PLACEMENT_EMBED_MANY);

  squill_model_set (model, tags, "array", json_true (), NULL);
  squill_model_set (model, tags, "length", squill_json_triple (SQUILL_TRIPLE (3, 3, 3)), NULL);
  squill_model_set (model, words, "array", json_true (), NULL);
  squill_model_set (model, words, "length", squill_json_triple (SQUILL_TRIPLE (50, 50, 50)), NULL);
  squill_model_set (model, r, "children", squill_json_triple (SQUILL_TRIPLE (1000, 1000, 1000)),
                    NULL);
  return model;
}

static guint
count_at (const bson_t *document, const char *path)
{
  bson_iter_t iter, found, inner;
  guint n = 0;

  g_assert_true (bson_iter_init (&iter, document));
  g_assert_true (bson_iter_find_descendant (&iter, path, &found));
  g_assert_true (bson_iter_recurse (&found, &inner));
  while (bson_iter_next (&inner))
    n++;
  return n;
}

static void
test_excerpt (void)
{
  g_autoptr (SquillModel) model = make_model ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillSamples) samples = squill_samples_new (design);
  const SquillCollection *collection = squill_design_get_collection (design, 0);
  g_autoptr (GHashTable) left_out = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  bson_t *excerpt = squill_samples_get_excerpt (samples, collection->id, 0, 20, &left_out, &error);
  bson_t *whole = squill_samples_get_document (samples, collection->id, 0, &error);
  bson_iter_t a, b;

  g_assert_no_error (error);
  g_assert_cmpuint (count_at (whole, "logmsgs"), ==, 1000);
  g_assert_cmpuint (count_at (excerpt, "logmsgs"), ==, 20);
  g_assert_cmpuint (count_at (excerpt, "tags"), ==, 3);
  /* Arrays in arrays are cut shorter. */
  g_assert_cmpuint (count_at (whole, "logmsgs.0.words"), ==, 50);
  g_assert_cmpuint (count_at (excerpt, "logmsgs.0.words"), ==, 5);
  g_assert_cmpuint (GPOINTER_TO_SIZE (g_hash_table_lookup (left_out, "logmsgs")), ==, 980);
  g_assert_cmpuint (GPOINTER_TO_SIZE (g_hash_table_lookup (left_out, "logmsgs.7.words")), ==, 45);
  g_assert_null (g_hash_table_lookup (left_out, "tags"));

  /* What is there is what the whole document has. */
  g_assert_true (bson_iter_init (&a, whole));
  g_assert_true (bson_iter_init (&b, excerpt));
  {
    bson_iter_t x, y;

    g_assert_true (bson_iter_find_descendant (&a, "logmsgs.19.words.4", &x));
    g_assert_true (bson_iter_find_descendant (&b, "logmsgs.19.words.4", &y));
    g_assert_cmpint (bson_iter_int32 (&x), ==, bson_iter_int32 (&y));
  }

  text = squill_bson_to_text_excerpt (excerpt, SQUILL_BSON_STYLE_MONGOSH, 2,
                                      &(SquillBsonExcerpt){ .left_out = left_out });
  g_assert_nonnull (strstr (text, "… 980 more"));
  g_assert_nonnull (strstr (text, "… 45 more"));
  bson_destroy (excerpt);
  bson_destroy (whole);
}

static char *
describe (const char *path, guint n, gpointer user_data)
{
  const SquillShape *shape = squill_shape_find_by_keys (user_data, path);

  g_assert_nonnull (shape);
  return g_strdup_printf ("%u of %s", n, shape->name);
}

static const SquillBsonPart *
find_part (GPtrArray *parts, const char *path)
{
  for (guint i = 0; i < parts->len; i++)
    if (g_str_equal (((const SquillBsonPart *)parts->pdata[i])->path, path))
      return parts->pdata[i];
  return NULL;
}

static char *
get_text (const char *text, const SquillBsonPart *part)
{
  return g_utf8_substring (text, part->start, part->end);
}

/* Each value is where it is said to be, folded or not, and a cut array says what it is cut from. */
static void
test_parts (void)
{
  g_autoptr (SquillModel) model = make_model ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillSamples) samples = squill_samples_new (design);
  const SquillCollection *collection = squill_design_get_collection (design, 0);
  g_autoptr (GHashTable) left_out = NULL;
  g_autoptr (GHashTable) folded = g_hash_table_new (g_str_hash, g_str_equal);
  bson_t *document = squill_samples_get_excerpt (samples, collection->id, 0, 20, &left_out, NULL);
  static const SquillBsonStyle styles[] = { SQUILL_BSON_STYLE_RELAXED, SQUILL_BSON_STYLE_CANONICAL,
                                            SQUILL_BSON_STYLE_MONGOSH };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (styles); i++)
    {
      g_autoptr (GPtrArray) parts =
          g_ptr_array_new_with_free_func ((GDestroyNotify)squill_bson_part_free);
      const SquillBsonExcerpt excerpt = { left_out, folded, describe, collection->shape, parts };
      g_autofree char *text =
          squill_bson_to_text_excerpt (document, styles[i % G_N_ELEMENTS (styles)], 2, &excerpt);
      const SquillBsonPart *messages = find_part (parts, "logmsgs");
      const SquillBsonPart *word = find_part (parts, "logmsgs.0.words.4");
      g_autofree char *messages_text = get_text (text, messages);

      g_assert_true (messages->nests);
      for (guint j = 0; j < parts->len; j++)
        {
          const SquillBsonPart *part = parts->pdata[j];
          const SquillShape *shape = squill_shape_find_by_keys (collection->shape, part->path);
          g_autofree char *value = get_text (text, part);
          const char *key = strrchr (part->path, '.');

          key = key == NULL ? part->path : key + 1;
          g_assert_nonnull (shape);
          if (!g_ascii_isdigit (*key))
            g_assert_nonnull (strstr (value, key));
          g_assert_false (g_str_has_suffix (value, ","));
          g_assert_false (g_str_has_suffix (value, "\n"));
        }
      if (i < G_N_ELEMENTS (styles))
        {
          g_autofree char *word_text = get_text (text, word);

          g_assert_false (messages->folded);
          g_assert_nonnull (strstr (text, "… 980 more: 1000 of logmsgs"));
          g_assert_true (g_ascii_isdigit (*word_text) || *word_text == '{' || *word_text == '-');
        }
      else
        {
          g_assert_true (messages->folded);
          g_assert_null (word);
          g_assert_nonnull (strstr (messages_text, "[ /* 1000 elements */ ]"));
        }
      if (i == G_N_ELEMENTS (styles) - 1)
        g_hash_table_add (folded, (gpointer) "logmsgs");
    }
  g_assert_null (squill_shape_find_by_keys (collection->shape, "nowhere"));
  bson_destroy (document);
}

static void
test_whole (void)
{
  g_autoptr (SquillModel) model = make_model ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillSamples) samples = squill_samples_new (design);
  const SquillCollection *collection = squill_design_get_collection (design, 0);
  g_autoptr (GHashTable) left_out = NULL;
  bson_t *excerpt =
      squill_samples_get_excerpt (samples, collection->id, 3, 1000000, &left_out, NULL);
  bson_t *whole = squill_samples_get_document (samples, collection->id, 3, NULL);

  g_assert_true (bson_equal (excerpt, whole));
  g_assert_cmpuint (g_hash_table_size (left_out), ==, 0);
  bson_destroy (excerpt);
  bson_destroy (whole);
}

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/samples/excerpt/cut", test_excerpt);
  g_test_add_func ("/samples/excerpt/parts", test_parts);
  g_test_add_func ("/samples/excerpt/whole", test_whole);
  return g_test_run ();
}
