/* SPDX-License-Identifier: Apache-2.0 */

/* Each family of references that are easily missed, or easily taken for one: of all that are
 * claimed 95 of 100 must be true, and of all that are true 95 of 100 must be claimed.
 *
 * $SQUILL_TEST_SEED is the first seed, $SQUILL_TEST_CASES how many cases there are of each. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-families.h"

#define CASES 40u
/* From here on a weak reference is as likely true as not. */
#define LIKELY 0.4

typedef struct
{
  guint claimed;
  guint true_ones;
  guint found;
  guint overrated; /* weak ones that are said to be as likely true as not, and are not */
} Score;

static guint32
get_number (const char *variable, guint32 otherwise)
{
  const char *text = g_getenv (variable);

  return text != NULL ? (guint32)g_ascii_strtoull (text, NULL, 10) : otherwise;
}

static void
score_case (const Family *family, guint32 seed, Score *score)
{
  g_autoptr (FamilyCase) family_case = family_case_new (family, seed);
  Database *database = family_case->database;
  GHashTableIter iter;
  gpointer missed;

  score->true_ones += g_hash_table_size (family_case->truth);
  database_find (database);
  for (guint i = 0; i < database->references->len; i++)
    {
      const SquillReference *reference = g_ptr_array_index (database->references, i);
      g_autofree char *from = squill_reference_get_from_text (reference);
      g_autofree char *to = squill_reference_get_to_text (reference);
      g_autofree char *text = g_strdup_printf ("%s -> %s", from, to);

      if (!reference->proposed)
        g_test_message ("seed %u: weak: %s (%.2f)", seed, text, reference->confidence);
      score->overrated += !reference->proposed && reference->confidence >= LIKELY &&
                          !g_hash_table_contains (family_case->either, text) &&
                          !g_hash_table_contains (family_case->truth, text);
      if (!reference->proposed || g_hash_table_contains (family_case->either, text))
        continue;
      score->claimed++;
      if (g_hash_table_remove (family_case->truth, text))
        score->found++;
      else
        g_test_message ("seed %u: not true: %s (%.2f)", seed, text, reference->confidence);
    }
  g_hash_table_iter_init (&iter, family_case->truth);
  while (g_hash_table_iter_next (&iter, &missed, NULL))
    g_test_message ("seed %u: missed: %s", seed, (const char *)missed);
}

static void
test_family (gconstpointer data)
{
  const Family *family = data;
  const guint32 first = get_number ("SQUILL_TEST_SEED", 1);
  const guint cases = get_number ("SQUILL_TEST_CASES", CASES);
  Score score = { 0 };

  for (guint i = 0; i < cases; i++)
    score_case (family, first + i, &score);
  g_test_message ("%s: %u true, %u claimed, %u of them true", family->name, score.true_ones,
                  score.claimed, score.found);
  g_assert_cmpuint (score.true_ones, >, cases / 8);
  g_assert_cmpuint (score.overrated, <=, cases / 20);
  g_assert_cmpfloat ((double)score.found, >=, family->wanted * score.true_ones);
  g_assert_cmpfloat ((double)score.found, >=, family->wanted * score.claimed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  /* Each family is told of, whatever the others do. */
  g_test_set_nonfatal_assertions ();
  for (guint i = 0; i < n_families; i++)
    {
      g_autofree char *path = g_strdup_printf ("/inspect/reference-families/%s", families[i].name);

      g_test_add_data_func (path, &families[i], test_family);
    }
  return g_test_run ();
}
