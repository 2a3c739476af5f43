/* SPDX-License-Identifier: Apache-2.0 */

/* Triples, types and ranks as text. */

#include "config.h"

#include <locale.h>
#include <string.h>

#include "bson/squill-bson-type.h"
#include "model/squill-item.h"
#include "model/squill-property.h"

static void
test_triple_from_text (void)
{
  static const struct
  {
    const char *text;
    SquillTriple triple;
    const char *again;
  } good[] = {
    { "0..35..∞", { 0, 35, INFINITY }, "0..35..∞" },
    { " 0 .. 35 .. inf ", { 0, 35, INFINITY }, "0..35..∞" },
    { "12", { 12, 12, 12 }, "12" },
    { "1..5", { 1, NAN, 5 }, "1..5" },
    { "*", { 0, NAN, INFINITY }, "0..∞" },
    { "1..?..5k", { 1, NAN, 5000 }, "1..5000" },
    { "?..3..?", { NAN, 3, NAN }, "?..3..?" },
    { "", { NAN, NAN, NAN }, "" },
    { "1..3.492..6", { 1, 3.492, 6 }, "1..3.492..6" },
  };
  static const char *const bad[] = { "5..1", "1..2..3..4", "a", "1..x", "∞..1", "2..1..3", ".." };
  SquillTriple triple;

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autofree char *again = NULL;
      SquillTriple second;

      g_assert_true (squill_triple_from_text (good[i].text, &triple));
      g_assert_true (squill_triple_equal (triple, good[i].triple));
      again = squill_triple_to_text (triple);
      g_assert_cmpstr (again, ==, good[i].again);
      g_assert_true (squill_triple_from_text (again, &second));
      g_assert_true (squill_triple_equal (triple, second));
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (squill_triple_from_text (bad[i], &triple));
}

static void
test_triple_or (void)
{
  SquillTriple triple = squill_triple_or (SQUILL_TRIPLE (NAN, 5, NAN), 0, 1, 3);

  g_assert_true (squill_triple_equal (triple, SQUILL_TRIPLE (0, 5, 5)));
  triple = squill_triple_or (SQUILL_TRIPLE (2, NAN, 9), 0, 1, 3);
  g_assert_true (squill_triple_equal (triple, SQUILL_TRIPLE (2, 2, 9)));
  triple = squill_triple_or (SQUILL_TRIPLE_UNSET, 0, 1, INFINITY);
  g_assert_true (squill_triple_equal (triple, SQUILL_TRIPLE (0, 1, INFINITY)));
}

static void
test_types (void)
{
  SquillTypes types = squill_types_from_text ("string|int");
  g_autofree char *text = squill_types_to_text (types);

  g_assert_cmpuint (types, ==, SQUILL_TYPE_STRING | SQUILL_TYPE_INT);
  g_assert_cmpstr (text, ==, "string|int");
  g_assert_cmpuint (squill_types_from_text ("ObjectID | null"), ==,
                    SQUILL_TYPE_OBJECT_ID | SQUILL_TYPE_NULL);
  g_assert_cmpuint (squill_types_from_text ("strin"), ==, SQUILL_TYPE_NONE);
  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    g_assert_cmpuint (squill_type_from_name (squill_type_get_name (1u << i)), ==, 1u << i);
  g_assert_null (squill_type_get_name (SQUILL_TYPE_INT | SQUILL_TYPE_LONG));
}

static void
test_rank_between (void)
{
  g_autoptr (GPtrArray) ranks = g_ptr_array_new_with_free_func (g_free);

  /* Insert at random places: the order always holds. */
  for (guint i = 0; i < 2000; i++)
    {
      guint at = g_test_rand_int_range (0, ranks->len + 1);
      char *rank = squill_rank_between (at == 0 ? NULL : ranks->pdata[at - 1],
                                        at == ranks->len ? NULL : ranks->pdata[at]);

      g_assert_true (squill_rank_is_valid (rank));
      if (at > 0)
        g_assert_cmpint (strcmp (ranks->pdata[at - 1], rank), <, 0);
      if (at < ranks->len)
        g_assert_cmpint (strcmp (rank, ranks->pdata[at]), <, 0);
      g_ptr_array_insert (ranks, at, rank);
    }
}

static void
test_rank_appended_stays_short (void)
{
  g_autofree char *rank = NULL;

  for (guint i = 0; i < 1000; i++)
    {
      char *next = squill_rank_between (rank, NULL);

      g_free (rank);
      rank = next;
    }
  g_assert_cmpuint (strlen (rank), <=, 20);
}

/* Thousands of fields have the same names and ranks. */
static void
test_texts_are_shared (void)
{
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (SQUILL_KIND_FIELD, &n);
  SquillField one = { 0 }, other = { 0 }, copy = { 0 };
  guint n_texts = 0;

  for (guint i = 0; i < n; i++)
    {
      json_t *value = json_string ("B");

      if (properties[i].type != SQUILL_PROPERTY_TEXT && properties[i].type != SQUILL_PROPERTY_RANK)
        {
          json_decref (value);
          continue;
        }
      n_texts++;
      g_assert_true (squill_property_set (&properties[i], &one, value, NULL));
      g_assert_true (squill_property_set (&properties[i], &other, value, NULL));
      squill_property_copy (&properties[i], &one, &copy);
      json_decref (value);
    }
  g_assert_cmpuint (n_texts, >, 2);
  g_assert_cmpstr (one.name, ==, "B");
  g_assert_true (one.name == other.name && one.name == copy.name && one.name == one.order);
  /* Each item frees its own. */
  for (guint i = 0; i < n; i++)
    squill_property_clear (&properties[i], &one);
  g_assert_null (one.name);
  g_assert_cmpstr (other.name, ==, "B");
  for (guint i = 0; i < n; i++)
    {
      squill_property_clear (&properties[i], &other);
      squill_property_clear (&properties[i], &copy);
    }
}

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/triple/from-text", test_triple_from_text);
  g_test_add_func ("/model/triple/or", test_triple_or);
  g_test_add_func ("/model/types", test_types);
  g_test_add_func ("/model/rank/between", test_rank_between);
  g_test_add_func ("/model/rank/appended-stays-short", test_rank_appended_stays_short);
  g_test_add_func ("/model/texts-are-shared", test_texts_are_shared);
  return g_test_run ();
}
