/* SPDX-License-Identifier: Apache-2.0 */

/* What a server is asked to count, and what is made of its answers. That servers understand the
 * questions is tested with servers. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/server/squill-server-private.h"
#include "inspect/squill-inspect-private.h"

#include <string.h>

static bson_t *
parse (const char *json)
{
  bson_error_t failure;
  bson_t *bson = bson_new_from_json ((const guint8 *)json, -1, &failure);

  if (bson == NULL)
    g_error ("%s: %s", json, failure.message);
  return bson;
}

static SquillCollectionProfile *
read_documents (const char *const *documents)
{
  SquillCollectionProfile *self = squill_collection_profile_new ("c", "d", "d.c");

  for (guint i = 0; documents[i] != NULL; i++)
    {
      bson_t *bson = parse (documents[i]);

      squill_collection_profile_add (self, bson_get_data (bson), bson->len, TRUE);
      bson_destroy (bson);
    }
  squill_collection_profile_finish (self);
  return self;
}

static const SquillServerField *
find (GPtrArray *fields, const char *path)
{
  for (guint i = 0; i < fields->len; i++)
    {
      const SquillServerField *field = g_ptr_array_index (fields, i);
      g_autofree char *text = squill_path_to_text (field->path);

      if (g_str_equal (text, path))
        return field;
    }
  return NULL;
}

static void
assert_passes (bson_t *command)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (_squill_server_gate_check (command, &error));
  g_assert_no_error (error);
  bson_destroy (command);
}

static void
test_fields (void)
{
  static const char *const documents[] = {
    "{\"_id\": 1, \"a\": {\"b\": [1, {\"c\": [[2]]}]}, \"x.y\": 1, \"$z\": 1, \"\": 1, \"n\": "
    "null}",
    NULL,
  };
  g_autoptr (SquillCollectionProfile) collection = read_documents (documents);
  g_autoptr (GPtrArray) fields = _squill_server_fields_list (collection->root, 100);
  g_autoptr (GPtrArray) few = _squill_server_fields_list (collection->root, 3);
  const SquillServerField *c, *inner;

  g_assert_nonnull (find (fields, "_id"));
  g_assert_nonnull (find (fields, "n"));
  /* A server would take these for something else. */
  for (guint i = 0; i < fields->len; i++)
    {
      const SquillServerField *field = g_ptr_array_index (fields, i);

      g_assert_cmpstr (field->name, !=, "x.y");
      g_assert_cmpstr (field->name, !=, "$z");
      g_assert_cmpstr (field->name, !=, "");
    }
  c = find (fields, "a.b[].c");
  g_assert_nonnull (c);
  g_assert_cmpstr (c->name, ==, "a.b.c");
  g_assert_cmpstr (c->parent, ==, "a.b");
  g_assert_cmpstr (c->arrays[0], ==, "a.b");
  g_assert_null (c->arrays[1]);
  inner = find (fields, "a.b[].c[][]");
  g_assert_nonnull (inner);
  g_assert_cmpstr (inner->name, ==, "a.b.c");
  g_assert_null (inner->parent);
  g_assert_cmpuint (g_strv_length (inner->arrays), ==, 3);
  g_assert_true (_squill_server_field_is_beside (c, find (fields, "a.b[]")));
  g_assert_false (_squill_server_field_is_beside (c, inner));
  g_assert_cmpuint (few->len, ==, 3);
}

/* All questions are such that only read. */
static void
test_questions (void)
{
  static const char *const documents[] = {
    "{\"_id\": 1, \"a\": [{\"b\": 1, \"when\": {\"$date\": 0}}], \"c\": {\"d\": 1.5}, \"e\": "
    "\"x\"}",
    NULL,
  };
  g_autoptr (SquillCollectionProfile) collection = read_documents (documents);
  g_autoptr (GPtrArray) fields = _squill_server_fields_list (collection->root, 100);
  const SquillServerField *id = find (fields, "_id");

  assert_passes (_squill_counting_pipeline_count ("c", NULL, 0, 1000));
  for (guint i = 0; i < fields->len; i++)
    {
      const SquillServerField *field = g_ptr_array_index (fields, i);

      assert_passes (_squill_counting_pipeline_count ("c", &field, 1, 1000));
      assert_passes (_squill_counting_pipeline_types ("c", field, 1000));
      assert_passes (_squill_counting_pipeline_distinct ("c", field, 1, 1000));
      assert_passes (_squill_counting_pipeline_distinct ("c", field, 64, 1000));
      assert_passes (_squill_counting_pipeline_dangling ("c", field, "d", id, 0, 1000));
      assert_passes (_squill_counting_pipeline_dangling ("c", field, "d", id, 5, 1000));
    }
}

static void
test_answer (void)
{
  static const char *const documents[] = {
    "{\"a\": 1, \"o\": {\"x\": 1}, \"l\": [1, 2], \"t\": {\"$date\": 5}}",
    NULL,
  };
  g_autoptr (SquillCollectionProfile) collection = read_documents (documents);
  g_autoptr (GPtrArray) all = _squill_server_fields_list (collection->root, 100);
  const SquillServerField *fields[] = { find (all, "a"), find (all, "o"), find (all, "o.x"),
                                        find (all, "l"), find (all, "t") };
  guint64 others[G_N_ELEMENTS (fields)];
  /* Of 100 documents; numbers come as any of the types. Types are told by their place in
   * SquillTypes: object 2, array 3, date 8, int 15. */
  bson_t *reply = parse (
      "{\"_id\": null, \"a0_all\": 100,"
      " \"t0_missing\": 10, \"t0_15\": {\"$numberLong\": \"85\"}, \"n0_min\": -1.5, \"n0_max\":"
      " {\"$numberDecimal\": \"2E+3\"},"
      " \"t1_missing\": 0, \"t1_2\": 100.0,"
      " \"t2_missing\": 30, \"t2_nowhere\": 20, \"t2_15\": 50,"
      " \"n2_min\": {\"$numberDouble\": \"NaN\"}, \"n2_max\": 3,"
      " \"t3_missing\": 60, \"t3_3\": 40, \"l3_min\": 0, \"l3_max\": 7, \"l3_sum\": 60,"
      " \"l3_empty\": 4,"
      " \"t4_missing\": 99, \"t4_8\": 1, \"d4_min\": {\"$date\": {\"$numberLong\": \"-5\"}},"
      " \"d4_max\": {\"$date\": {\"$numberLong\": \"7\"}}}");
  const SquillServerCount *a, *x, *l, *t;
  json_t *json;

  g_assert_true (
      _squill_counting_pipeline_take_counts (reply, fields, G_N_ELEMENTS (fields), others));
  bson_destroy (reply);
  a = fields[0]->path->server;
  g_assert_cmpuint (a->present, ==, 90);
  g_assert_cmpuint (a->types[15], ==, 85);
  g_assert_true (a->has_numbers);
  g_assert_cmpfloat (a->number_min, ==, -1.5);
  g_assert_cmpfloat (a->number_max, ==, 2000);
  /* Five are of a type that was not met in the sample. */
  g_assert_cmpuint (others[0], ==, 5);
  g_assert_cmpuint (others[1], ==, 0);
  x = fields[2]->path->server;
  g_assert_cmpuint (x->present, ==, 50);
  g_assert_false (x->has_numbers);
  l = fields[3]->path->server;
  g_assert_cmpuint (l->arrays, ==, 40);
  g_assert_cmpuint (l->length_max, ==, 7);
  g_assert_cmpuint (l->length_empty, ==, 4);
  t = fields[4]->path->server;
  g_assert_true (t->has_dates);
  g_assert_cmpint (t->date_min, ==, -5);
  g_assert_cmpint (t->date_max, ==, 7);

  json = squill_server_path_to_json (fields[2]->path);
  g_assert_cmpint (json_integer_value (json_object_get (json, "of")), ==, 100);
  g_assert_cmpint (json_integer_value (json_object_get (json, "present")), ==, 50);
  g_assert_true (json_is_true (json_object_get (json, "exact")));
  json_decref (json);
  json = squill_server_path_to_json (fields[3]->path);
  g_assert_cmpfloat (json_number_value (json_object_get (json_object_get (json, "length"), "mean")),
                     ==, 1.5);
  json_decref (json);
}

/* A server may say anything. */
static void
test_nonsense (void)
{
  static const char *const documents[] = { "{\"a\": 1, \"l\": [1], \"t\": {\"$date\": 5}}", NULL };
  static const char *const replies[] = {
    "{\"a0_all\": -5, \"t0_missing\": 7, \"t0_15\": 1e300}",
    "{\"a0_all\": \"x\", \"t0_15\": [1], \"n0_min\": \"a\", \"n0_max\": null}",
    "{\"a0_all\": {\"$numberDouble\": \"NaN\"}, \"l1_min\": -1, \"l1_sum\": {}, \"d2_min\": 5}",
    "{\"a0_all\": 1, \"t0_15\": 4, \"t1_3\": 0, \"n0_min\": {\"$numberDecimal\": \"Infinity\"},"
    " \"n0_max\": {\"$numberDecimal\": \"1E+6000\"}}",
  };
  g_autoptr (SquillCollectionProfile) collection = read_documents (documents);
  g_autoptr (GPtrArray) all = _squill_server_fields_list (collection->root, 100);
  const SquillServerField *fields[] = { find (all, "a"), find (all, "l"), find (all, "t") };
  guint64 others[G_N_ELEMENTS (fields)];
  bson_t *empty = parse ("{\"n\": 1}");

  g_assert_false (
      _squill_counting_pipeline_take_counts (empty, fields, G_N_ELEMENTS (fields), others));
  bson_destroy (empty);
  g_assert_true (
      _squill_counting_pipeline_take_counts (NULL, fields, G_N_ELEMENTS (fields), others));
  g_assert_cmpuint (fields[0]->path->server->present, ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (replies); i++)
    {
      bson_t *reply = parse (replies[i]);

      g_assert_true (
          _squill_counting_pipeline_take_counts (reply, fields, G_N_ELEMENTS (fields), others));
      for (guint j = 0; j < G_N_ELEMENTS (fields); j++)
        {
          json_t *json = squill_server_path_to_json (fields[j]->path);
          char *text = json_dumps (json, 0);

          g_assert_nonnull (text);
          g_assert_false (fields[j]->path->server->has_numbers);
          free (text);
          json_decref (json);
        }
      bson_destroy (reply);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/inspect/server-count/fields", test_fields);
  g_test_add_func ("/inspect/server-count/questions", test_questions);
  g_test_add_func ("/inspect/server-count/answer", test_answer);
  g_test_add_func ("/inspect/server-count/nonsense", test_nonsense);
  return g_test_run ();
}
