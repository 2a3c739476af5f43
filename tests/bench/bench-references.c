/* SPDX-License-Identifier: Apache-2.0 */

/* How far the confidence of references can be trusted: of all that were claimed with about the same
 * confidence, proposed or weak, the share that is true. Measured over databases with known truth:
 * the families of tests/inspect, its generated databases, and real data where it is at hand.
 *
 * --dump prints each candidate with what speaks for it instead, one on a line with tabs between;
 * --dump FAMILY those of one family. */

#define G_LOG_DOMAIN "squill-bench"

#include "config.h"

#include "references-families.h"
#include "references-generator.h"

#include "inspect-fixture.h"

#include <string.h>

#define BINS 10u
/* Of each family, and of each kind of keys. */
#define CASES 100u
#define DATABASES 15u
/* Others than those of the tests. */
#define FIRST_SEED 700000u

typedef struct
{
  guint claimed;
  guint true_ones;
} Bin;

typedef struct
{
  Bin proposed[BINS];
  Bin weak[BINS];
  guint missed;
  gboolean dumps;
} Curve;

typedef struct
{
  const char *name;
  const char *collections[8]; /* name, file, … */
  const char *truth[8];
} RealDatabase;

/* The truth was written by hand from what the collections are said to be. */
static const RealDatabase real_databases[] = {
  { "analytics",
    { "accounts", "atlas-sample/dump/sample_analytics/accounts.bson.xz", "customers",
      "atlas-sample/dump/sample_analytics/customers.bson.xz" },
    { "customers.accounts[] -> accounts.account_id" } },
  { "orders",
    { "customers", "dbkoda/OrderExample/customers.bson.gz", "orders",
      "dbkoda/OrderExample/orders.bson.gz", "products", "dbkoda/OrderExample/products.bson.gz" },
    { "orders.customerId -> customers._id" } },
  { "sakila",
    { "Sakila_actors", "dbkoda/SampleCollections/Sakila_actors.bson", "Sakila_customers",
      "dbkoda/SampleCollections/Sakila_customers.bson.xz", "Sakila_films",
      "dbkoda/SampleCollections/Sakila_films.bson.xz" },
    { "Sakila_customers.Rentals[].filmId -> Sakila_films._id",
      "Sakila_films.Actors[].actorId -> Sakila_actors._id" } },
  { "grades",
    { "grades", "mongodb-json-files/grades.json", "students", "mongodb-json-files/students.json" },
    { "grades.student_id -> students._id" } },
  { "albums",
    { "albums", "mongodb-json-files/albums.json.xz", "images",
      "mongodb-json-files/images.json.xz" },
    { "albums.images[] -> images._id" } },
  { "airports",
    { "airports", "airports/airports.json.xz", "countries", "airports/countries.json", "regions",
      "airports/regions.json.xz" },
    { "airports.iso_country -> countries.code", "airports.iso_region -> regions.code",
      "regions.iso_country -> countries.code" } },
  { "movies",
    { "video_movieDetails", "dbkoda/SampleCollections/video_movieDetails.bson.xz", "video_movies",
      "dbkoda/SampleCollections/video_movies.bson.xz" },
    { "video_movieDetails.imdb.id -> video_movies.imdb" } },
  { "catalog",
    { "catalog", "simdjson-data/citm_catalog.json.xz" },
    { "catalog.events{}.subTopicIds[] -> catalog.subTopicNames{key}",
      "catalog.events{}.topicIds[] -> catalog.topicNames{key}",
      "catalog.performances[].eventId -> catalog.events{key}",
      "catalog.performances[].prices[].seatCategoryId -> catalog.seatCategoryNames{key}",
      "catalog.performances[].seatCategories[].areas[].areaId -> catalog.areaNames{key}",
      "catalog.performances[].seatCategories[].seatCategoryId -> catalog.seatCategoryNames{key}",
      "catalog.topicSubTopics{key} -> catalog.topicNames{key}",
      "catalog.topicSubTopics{}[] -> catalog.subTopicNames{key}" } },
  { "events", { "events", "simdjson-data/github_events.json" }, { NULL } },
};

static void
count_claim (Curve *self, const SquillReference *reference, gboolean is_true)
{
  const guint number = MIN (BINS - 1, (guint)(reference->confidence * BINS));
  Bin *bin = &(reference->proposed ? self->proposed : self->weak)[number];

  bin->claimed++;
  bin->true_ones += is_true;
}

static char *
describe (const SquillReference *reference)
{
  g_autofree char *from = squill_reference_get_from_text (reference);
  g_autofree char *to = squill_reference_get_to_text (reference);

  return g_strdup_printf ("%s -> %s", from, to);
}

static void
dump (Database *database, const char *name, guint32 seed, GHashTable *truth)
{
  for (guint i = 0; i < database->candidates->len; i++)
    {
      const SquillReference *candidate = g_ptr_array_index (database->candidates, i);
      g_autofree char *text = describe (candidate);
      const char *verdict = "none";

      for (guint k = 0; k < database->references->len; k++)
        {
          const SquillReference *reference = g_ptr_array_index (database->references, k);
          g_autofree char *other = describe (reference);

          if (g_str_equal (text, other))
            verdict = reference->proposed ? "proposed" : "weak";
        }
      g_print ("%s\t%u\t%d\t%s\t%s\tname %.2f\tproof %.2f\tquality %.2f\tincl %.3f\tcover %.3f\t"
               "distinct %" G_GUINT64_FORMAT "\tcopies %u\tscore %.3f\n",
               name, seed, g_hash_table_contains (truth, text), verdict, text, candidate->name_fit,
               candidate->proof, candidate->quality, candidate->inclusion, candidate->coverage,
               candidate->distinct, candidate->copies->len, candidate->score);
    }
}

static void
score_database (Curve *self,
                Database *database,
                const char *name,
                guint32 seed,
                GHashTable *truth,
                GHashTable *either)
{
  g_autoptr (GHashTable) claimed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer text;

  database_find (database);
  if (self->dumps)
    dump (database, name, seed, truth);
  for (guint i = 0; i < database->references->len; i++)
    {
      const SquillReference *reference = g_ptr_array_index (database->references, i);
      char *said = describe (reference);

      if (either == NULL || !g_hash_table_contains (either, said))
        count_claim (self, reference, g_hash_table_contains (truth, said));
      g_hash_table_add (claimed, said);
    }
  g_hash_table_iter_init (&iter, truth);
  while (g_hash_table_iter_next (&iter, &text, NULL))
    if (!g_hash_table_contains (claimed, text))
      {
        self->missed++;
        if (self->dumps)
          g_print ("%s\t%u\t1\tmissed\t%s\n", name, seed, (char *)text);
      }
}

static void
score_families (Curve *self, const char *only)
{
  for (guint i = 0; i < n_families; i++)
    for (guint k = 0; k < CASES && (only == NULL || g_str_equal (only, families[i].name)); k++)
      {
        g_autoptr (FamilyCase) made = family_case_new (&families[i], FIRST_SEED + k);

        score_database (self, made->database, families[i].name, FIRST_SEED + k, made->truth,
                        made->either);
      }
}

static void
score_generated (Curve *self)
{
  for (guint keys = 0; keys < N_GENERATED_KEYS; keys++)
    for (guint k = 0; k < DATABASES; k++)
      {
        Database database = { 0 };
        g_autoptr (GHashTable) truth = NULL;

        database_set_up (&database, NULL);
        truth = generate_database (&database, FIRST_SEED + k * 10 + keys, (GeneratedKeys)keys);
        score_database (self, &database, "generated", FIRST_SEED + k * 10 + keys, truth, NULL);
        database_tear_down (&database, NULL);
      }
}

static void
score_real (Curve *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (real_databases); i++)
    {
      const RealDatabase *real = &real_databases[i];
      g_autoptr (GHashTable) truth = g_hash_table_new (g_str_hash, g_str_equal);
      Database database = { 0 };
      gboolean is_here = TRUE;

      database_set_up (&database, NULL);
      for (guint k = 0; real->collections[k] != NULL; k += 2)
        is_here = is_here &&
                  database_add_dataset (&database, real->collections[k], real->collections[k + 1]);
      for (guint k = 0; k < G_N_ELEMENTS (real->truth) && real->truth[k] != NULL; k++)
        g_hash_table_add (truth, (gpointer)real->truth[k]);
      if (is_here)
        score_database (self, &database, real->name, 0, truth, NULL);
      database_tear_down (&database, NULL);
    }
}

static void
print_bin (const Bin *bin)
{
  if (bin->claimed == 0)
    g_print ("%8s %7s %7s", "-", "-", "-");
  else
    g_print ("%8u %7u %6.1f%%", bin->claimed, bin->true_ones,
             100.0 * bin->true_ones / bin->claimed);
}

static void
print_curve (const Curve *self)
{
  Bin all[2] = { { 0, 0 }, { 0, 0 } };

  g_print ("references by confidence: claims, those that are true, and their share\n");
  g_print ("%-12s %24s   %24s\n", "confidence", "proposed", "weak");
  for (guint i = 0; i < BINS; i++)
    {
      g_print ("%.1f to %.1f  ", i * 0.1, i * 0.1 + 0.1);
      print_bin (&self->proposed[i]);
      g_print ("   ");
      print_bin (&self->weak[i]);
      g_print ("\n");
      all[0].claimed += self->proposed[i].claimed;
      all[0].true_ones += self->proposed[i].true_ones;
      all[1].claimed += self->weak[i].claimed;
      all[1].true_ones += self->weak[i].true_ones;
    }
  g_print ("%-12s", "all");
  print_bin (&all[0]);
  g_print ("   ");
  print_bin (&all[1]);
  g_print ("\n%u are true and neither proposed nor weak: precision %.3f, recall %.3f\n",
           self->missed, (double)all[0].true_ones / MAX (all[0].claimed, 1),
           (double)all[0].true_ones / MAX (all[0].true_ones + all[1].true_ones + self->missed, 1));
}

int
main (int argc, char *argv[])
{
  Curve curve = { .dumps = argc > 1 && g_str_equal (argv[1], "--dump") };

  /* What reads real data says why it is skipped. */
  g_test_init (&argc, &argv, NULL);
  score_families (&curve, argc > 2 ? argv[2] : NULL);
  if (argc <= 2)
    {
      score_generated (&curve);
      score_real (&curve);
    }
  if (!curve.dumps)
    print_curve (&curve);
  return 0;
}
