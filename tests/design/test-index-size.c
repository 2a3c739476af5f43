/* SPDX-License-Identifier: Apache-2.0 */

/* How large indexes are, against what was measured with 600 000 documents. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "design-fixture.h"

#include "design/squill-index-size.h"

#define DOCUMENTS 600000

static const SquillIndexSize *
measure (SquillModel *model, const char *name)
{
  static SquillIndexSize size;
  g_autoptr (SquillDesign) design = squill_design_new (model);
  const SquillCollection *collection = squill_design_find_collection (design, "thing");

  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];

      if (g_strcmp0 (index->index, name) != 0 && !g_str_equal (index->name, name))
        continue;
      squill_design_measure_index (design, collection, index, &size);
      return &size;
    }
  g_assert_not_reached ();
}

static void
draw_things (SquillModel *model)
{
  draw_entity (model, "thing");
  draw_count (model, "thing", DOCUMENTS);
}

static void
draw_text (SquillModel *model, const char *name, const char *size, const char *key)
{
  draw_field (model, "thing", name, size);
  draw_index (model, "thing", "index", key);
}

static void
draw_number (SquillModel *model, const char *types, double distinct)
{
  draw_field (model, "thing", "n", types);
  draw_index (model, "thing", "index", "thing.n 1");
  if (distinct > 0)
    squill_model_set (model, "thing.n", "distinct", json_real (distinct), NULL);
}

static void
draw_reference (SquillModel *model, const char *keys)
{
  draw_entity (model, "owner");
  draw_count (model, "owner", 3000);
  draw_relationship (model, "owns", "owner", "thing", "parent-reference", "1..200..500", "1");
  draw_field (model, "thing", "at", "date");
  draw_index (model, "thing", "index", keys);
}

static void
draw_id (SquillModel *model)
{
}

static void
draw_binary_id (SquillModel *model)
{
  draw_field (model, "thing", "_id", "binData:16");
}

static void
draw_parent (SquillModel *model)
{
  draw_reference (model, "owns 1");
}

static void
draw_parent_and_date (SquillModel *model)
{
  draw_reference (model, "owns 1, thing.at -1");
}

static void
draw_date (SquillModel *model)
{
  draw_reference (model, "thing.at 1");
}

static void
draw_few_numbers (SquillModel *model)
{
  draw_number (model, "int", 50);
}

static void
draw_numbers (SquillModel *model)
{
  draw_number (model, "int", 0);
}

static void
draw_doubles (SquillModel *model)
{
  draw_number (model, "double", 0);
}

static void
draw_switch (SquillModel *model)
{
  draw_number (model, "bool", 0);
}

static void
draw_email (SquillModel *model)
{
  draw_text (model, "email", "string:22", "thing.email 1");
}

static void
draw_uuid (SquillModel *model)
{
  draw_text (model, "uuid", "string:36", "thing.uuid 1");
}

static void
draw_tags (SquillModel *model)
{
  draw_text (model, "tags", "string[]5:6", "thing.tags 1");
  squill_model_set (model, "thing.tags", "distinct", json_real (300), NULL);
}

/* Measured: bytes of a key, and of an entry on the disk and in the cache; how far the estimate of
 * that on the disk may be off, as a factor. */
static const struct
{
  const char *name;
  void (*draw) (SquillModel *model);
  const char *index;
  double key, stored, cached;
  double factor;
  double entries;
} measured[] = {
  { "ascending-object-id", draw_id, "_id_", 14, 9.7, 18, 1.25, 1 },
  { "random-binary-id", draw_binary_id, "_id_", 19.6, 40, 32, 1.25, 1 },
  { "reference", draw_parent, "index", 17.6, 10.2, 15, 1.25, 1 },
  { "ascending-date", draw_date, "index", 13.6, 10.2, 19, 1.25, 1 },
  { "reference-and-date", draw_parent_and_date, "index", 26.6, 19.7, 20, 1.25, 1 },
  { "few-numbers", draw_few_numbers, "index", 6.6, 7.9, 14, 1.25, 1 },
  { "numbers", draw_numbers, "index", 9.6, 21, 21, 1.25, 1 },
  { "doubles", draw_doubles, "index", 13.6, 25, 24, 1.3, 1 },
  { "booleans", draw_switch, "index", 5.6, 4.7, 13, 2, 1 },
  /* Those had a few providers in common. */
  { "emails", draw_email, "index", 28.3, 37, 30, 1.6, 1 },
  { "uuids", draw_uuid, "index", 42.6, 75, 53, 1.25, 1 },
  { "tags", draw_tags, "index", 13.0, 9.0, 14, 1.25, 5 },
};

static void
test_measured (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);
  g_autoptr (SquillModel) model = squill_model_new ();
  const SquillIndexSize *size;

  draw_things (model);
  measured[i].draw (model);
  size = measure (model, measured[i].index);
  g_test_message ("key %.1f of %.1f, stored %.1f of %.1f, cached %.1f of %.1f", size->key,
                  measured[i].key, size->stored, measured[i].stored, size->cached,
                  measured[i].cached);
  g_assert_cmpfloat_with_epsilon (size->key, measured[i].key, 1.1);
  g_assert_cmpfloat (size->stored, <=, measured[i].stored * measured[i].factor);
  g_assert_cmpfloat (size->stored, >=, measured[i].stored / measured[i].factor);
  g_assert_cmpfloat (size->cached, <=, measured[i].cached * 1.4);
  g_assert_cmpfloat (size->cached, >=, measured[i].cached / 1.25);
  g_assert_cmpfloat (size->entries, ==, measured[i].entries * DOCUMENTS);
}

/* Only what is there, or what the filter of the index asks for, has entries. */
static void
test_partial (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();

  draw_things (model);
  draw_field (model, "thing", "phone", "string?0.2:10");
  draw_field (model, "thing", "status", "string:5");
  change (model, "thing.status", "value_shares",
          "[{'value': 'open', 'share': 0.1}, {'value': 'done', 'share': 0.9}]");
  draw_index (model, "thing", "index", "thing.phone 1");
  g_assert_cmpfloat (measure (model, "index")->entries, ==, DOCUMENTS);
  change (model, "index", "sparse", "true");
  g_assert_cmpfloat_with_epsilon (measure (model, "index")->entries, DOCUMENTS * 0.2, 1);
  change (model, "index", "sparse", NULL);
  change (model, "index", "partial", "{'status': 'open'}");
  g_assert_cmpfloat_with_epsilon (measure (model, "index")->entries, DOCUMENTS * 0.1, 1);
  change (model, "index", "partial", "{'phone': {'$exists': true}}");
  g_assert_cmpfloat_with_epsilon (measure (model, "index")->entries, DOCUMENTS * 0.2, 1);
}

/* Each value below a wildcard, and each word of a text, has an entry. */
static void
test_many (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();

  draw_things (model);
  draw_field (model, "thing", "attributes", "object");
  draw_field (model, "thing.attributes", "color", "string:6");
  draw_field (model, "thing.attributes", "weight", "int");
  draw_index (model, "thing", "index", "=attributes.$** 1");
  g_assert_cmpfloat (measure (model, "index")->entries, ==, 2.0 * DOCUMENTS);
  draw_field (model, "thing", "body", "string:1200");
  draw_index (model, "thing", "words", "thing.body text");
  g_assert_cmpfloat (measure (model, "words")->entries_of_document, >, 100);
  change (model, "thing", "clustered", "true");
  g_assert_cmpfloat (measure (model, "_id_")->entries, ==, 0);
}

/* Nothing is known. */
static void
test_unknown (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  const SquillIndexSize *size;

  draw_entity (model, "thing");
  draw_field (model, "thing", "name", "string");
  draw_index (model, "thing", "index", "thing.name 1");
  size = measure (model, "index");
  g_assert_true (isnan (size->entries));
  g_assert_true (isnan (size->entries_at_horizon));
  g_assert_true (size->size_unknown);
  g_assert_cmpfloat (size->stored, >, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (measured); i++)
    {
      g_autofree char *name = g_strconcat ("/design/index-size/", measured[i].name, NULL);

      g_test_add_data_func (name, GUINT_TO_POINTER (i), test_measured);
    }
  g_test_add_func ("/design/index-size/partial", test_partial);
  g_test_add_func ("/design/index-size/many", test_many);
  g_test_add_func ("/design/index-size/unknown", test_unknown);
  return g_test_run ();
}
