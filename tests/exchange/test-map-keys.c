/* SPDX-License-Identifier: Apache-2.0 */

/* Keys of maps as ends of relationships, on data made by chance: what is counted in the model is
 * what stands in the documents, these pass the validators, and the keys of sample documents name
 * others. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <bson/bson.h>
#include <glib/gstdio.h>
#include <string.h>

#include "design/squill-design.h"
#include "exchange/squill-schema.h"
#include "model/squill-authoring.h"
#include "samples/squill-samples.h"
#include "inferred-fixture.h"
#include "schema-checker.h"

#define N_CASES 24u
#define N_SAMPLES 20u

/* Keys of people: texts, or numbers, which are texts as keys. */
typedef struct
{
  GRand *random;
  gboolean numbers;
  guint n_people;
  guint n_posts;
  guint *liked;    /* of each person: posts that say so */
  guint *reviewed; /* of each person: their reviews */
  guint *named;    /* of each person: whether there is a name */
  guint *called;   /* of each command: by how many others */
  guint likes;
  guint reviews;
  guint most_likes;
  guint most_reviews;
  guint n_told;
  guint n_commands;
} Case;

typedef struct
{
  char *folder;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("squill-keys-XXXXXX", &error);
  g_assert_no_error (error);
}

static const char *const files[] = { "people", "posts", "tales", "manual", "nicknames" };

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/%s.json", fixture->folder, files[i]);

      g_unlink (path);
    }
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
}

static void
put (Fixture *fixture, const char *name, const char *text)
{
  g_autofree char *path = g_strdup_printf ("%s/%s.json", fixture->folder, name);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

static guint
pick (Case *self, guint from, guint to)
{
  return (guint)g_rand_int_range (self->random, (gint32)from, (gint32)to + 1);
}

static char *
make_id (const Case *self, guint number)
{
  const guint64 mixed = ((guint64)number + 77) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return self->numbers ? g_strdup_printf ("%u", (guint)(mixed >> 40) + 1000)
                       : g_strdup_printf ("%016" G_GINT64_MODIFIER "x%08x", mixed, number);
}

static void
make_people (Case *self, Fixture *fixture)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->n_people; i++)
    {
      g_autofree char *id = make_id (self, i);

      g_string_append_printf (text, self->numbers ? "{\"_id\":%s," : "{\"_id\":{\"$oid\":\"%s\"},",
                              id);
      g_string_append_printf (text, "\"name\":\"person %u\"}\n", i);
    }
  put (fixture, "people", text->str);
}

/* {key: true} and {key: {…}}. */
static void
make_posts (Case *self, Fixture *fixture)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->n_posts; i++)
    {
      /* Numbers that differ, each the key of somebody. */
      const guint begin = pick (self, 0, self->n_people - 1), likes = pick (self, 0, 8),
                  reviews = pick (self, 0, 5);

      g_string_append_printf (text, "{\"_id\":\"p-%u\",\"likes\":{", i);
      for (guint k = 0; k < likes; k++)
        {
          const guint person = (begin + 5 * k) % self->n_people;
          g_autofree char *id = make_id (self, person);

          self->liked[person]++;
          g_string_append_printf (text, "%s\"%s\":true", k > 0 ? "," : "", id);
        }
      g_string_append (text, "},\"reviews\":{");
      for (guint k = 0; k < reviews; k++)
        {
          const guint person = (begin + 3 + 7 * k) % self->n_people;
          g_autofree char *id = make_id (self, person);

          self->reviewed[person]++;
          g_string_append_printf (text, "%s\"%s\":{\"stars\":%u,\"said\":\"it is no %u\"}",
                                  k > 0 ? "," : "", id, pick (self, 1, 5), pick (self, 1, 999));
        }
      g_string_append (text, "}}\n");
      self->likes += likes;
      self->reviews += reviews;
      self->most_likes = MAX (self->most_likes, likes);
      self->most_reviews = MAX (self->most_reviews, reviews);
    }
  put (fixture, "posts", text->str);
}

/* A document that is one map by the keys of others. */
static void
make_tales (Case *self, Fixture *fixture)
{
  g_autoptr (GString) text = g_string_new ("{");

  for (guint i = 0; i < self->n_people; i++)
    {
      g_autofree char *id = make_id (self, i);

      if (i % 4 == 3)
        continue;
      g_string_append_printf (text, "%s\"%s\":{\"tale\":\"once %u\",\"length\":%u}",
                              self->n_told > 0 ? "," : "", id, pick (self, 1, 999),
                              pick (self, 10, 400));
      self->n_told++;
    }
  g_string_append (text, "}\n");
  put (fixture, "tales", text->str);
}

/* A document with a map whose values refer to other keys of it. */
static void
make_manual (Case *self, Fixture *fixture)
{
  g_autoptr (GString) text = g_string_new ("{\"_id\":\"all\",\"version\":3,\"commands\":{");

  for (guint i = 0; i < self->n_commands; i++)
    {
      const guint other = pick (self, 0, self->n_commands - 1);

      self->called[other]++;
      g_string_append_printf (text, "%s\"%08x-aa\":{\"does\":\"thing %u\",\"calls\":\"%08x-aa\"}",
                              i > 0 ? "," : "", i * 2654435761u, i, other * 2654435761u);
    }
  g_string_append (text, "}}\n");
  put (fixture, "manual", text->str);
}

/* A document that is a map of others' keys. */
static void
make_nicknames (Case *self, Fixture *fixture)
{
  g_autoptr (GString) text = g_string_new ("{");
  guint n = 0;

  for (guint i = 0; i < self->n_people; i++)
    {
      g_autofree char *id = make_id (self, i);

      self->named[i] = i % 3 != 0;
      if (i % 3 != 0)
        g_string_append_printf (text,
                                self->numbers ? "%s\"%08x5a5a5a5a5a5a5a5a\":%s"
                                              : "%s\"%08x5a5a5a5a5a5a5a5a\":\"%s\"",
                                n++ > 0 ? "," : "", i * 2654435761u, id);
    }
  g_string_append (text, "}\n");
  put (fixture, "nicknames", text->str);
}

static const SquillEntity *
find_entity (SquillModel *model, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (model), SQUILL_KIND_ENTITY)
    {
      if (g_strcmp0 (entity->name, name) == 0)
        return entity;
    }
  g_error ("there is no %s", name);
}

/* The reference that is stored at a path, which has to be there. */
static const SquillRelationship *
find_stored (SquillDesign *design, const char *collection, const char *path)
{
  SquillModel *model = squill_design_get_model (design);

  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      for (guint at_parent = 0; at_parent < 2; at_parent++)
        {
          const SquillShape *shape = squill_design_get_stored (design, r->item.id, at_parent == 1);

          if (shape != NULL && g_str_equal (shape->path, path) &&
              g_str_equal (squill_design_get_collection_of_shape (design, shape)->name, collection))
            return r;
        }
    }
  g_error ("nothing is stored at %s.%s", collection, path);
}

static void
assert_triple (SquillTriple triple, double min, double likely, double max)
{
  g_assert_cmpfloat (triple.min, ==, min);
  g_assert_cmpfloat_with_epsilon (triple.likely, likely, 1e-9);
  g_assert_cmpfloat (triple.max, ==, max);
}

static void
assert_counts (SquillTriple triple, const guint *counts, guint n)
{
  guint least = G_MAXUINT, most = 0, sum = 0;

  for (guint i = 0; i < n; i++)
    {
      least = MIN (least, counts[i]);
      most = MAX (most, counts[i]);
      sum += counts[i];
    }
  assert_triple (triple, least, (double)sum / n, most);
}

static void
check_model (const Case *self, SquillDesign *design)
{
  SquillModel *model = squill_design_get_model (design);
  const SquillEntity *people = find_entity (model, "people"), *posts = find_entity (model, "posts"),
                     *reviews = find_entity (model, "reviews"),
                     *commands = find_entity (model, "commands"),
                     *tales = find_entity (model, "tales");
  const SquillRelationship *r = find_stored (design, "posts", "likes{key}");

  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_CHILD_REFERENCES);
  g_assert_true (r->by_keys);
  g_assert_cmpstr (r->parent, ==, posts->item.id);
  g_assert_cmpstr (r->child, ==, people->item.id);
  assert_triple (r->children, 0, (double)self->likes / self->n_posts, self->most_likes);
  assert_counts (r->parents, self->liked, self->n_people);

  /* Maps of objects are entities with a key. */
  g_assert_nonnull (squill_entity_find_map_key (reviews));
  r = find_stored (design, "posts", "reviews");
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_EMBED_MANY);
  g_assert_cmpstr (r->child, ==, reviews->item.id);
  assert_triple (r->children, 0, (double)self->reviews / self->n_posts, self->most_reviews);
  r = find_stored (design, "posts", "reviews{key}");
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_PARENT_REFERENCE);
  g_assert_cmpstr (r->parent, ==, people->item.id);
  g_assert_cmpstr (r->child, ==, reviews->item.id);
  assert_triple (r->parents, 1, 1, 1);
  assert_counts (r->children, self->reviewed, self->n_people);

  r = find_stored (design, "tales", "_id");
  g_assert_cmpstr (r->child_holder, ==, squill_entity_find_map_key (tales)->item.id);
  g_assert_cmpstr (r->parent, ==, people->item.id);
  assert_triple (r->parents, 1, 1, 1);
  assert_triple (r->children, 0, (double)self->n_told / self->n_people, 1);

  r = find_stored (design, "nicknames", "{}");
  g_assert_cmpstr (r->child, ==, people->item.id);
  assert_counts (r->parents, self->named, self->n_people);

  r = find_stored (design, "manual", "commands{}.calls");
  g_assert_cmpstr (r->parent, ==, commands->item.id);
  g_assert_cmpstr (r->child, ==, commands->item.id);
  assert_triple (r->parents, 1, 1, 1);
  assert_counts (r->children, self->called, self->n_commands);
}

static void
check_valid (const bson_t *schema, const bson_t *document, const char *what)
{
  g_autofree char *wrong = schema_check (schema, document);

  if (wrong != NULL)
    g_error ("%s: %s", what, wrong);
}

/* What was read passes, and its mean size is what the design says. */
static void
check_documents (Fixture *fixture, SquillDesign *design, const char *name)
{
  const SquillCollection *collection = squill_design_find_collection (
      design, find_entity (squill_design_get_model (design), name)->item.id);
  bson_t *schema = squill_schema_new_validator (design, collection, NULL);
  g_autofree char *path = g_strdup_printf ("%s/%s.json", fixture->folder, name);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  double bytes = 0;
  guint n = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (; *lines[n] != '\0'; n++)
    {
      bson_t *document = schema_parse (lines[n]);

      check_valid (schema, document, name);
      bytes += document->len;
      bson_destroy (document);
    }
  g_assert_cmpfloat_with_epsilon (collection->shape->bytes.likely, bytes / n, 0.02 * bytes / n);
  bson_destroy (schema);
}

static void
check_key (const Case *self, GHashTable *ids, const char *key)
{
  if (!g_hash_table_contains (ids, key))
    g_error ("“%s” is nobody's key", key);
}

/* The keys of sample documents are those of sample documents. */
static void
check_samples (const Case *self, SquillDesign *design)
{
  g_autoptr (SquillSamples) samples = squill_samples_new (design);
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  SquillModel *model = squill_design_get_model (design);
  const char *people = find_entity (model, "people")->item.id;
  g_autoptr (GError) error = NULL;
  guint n_keys = 0;

  for (guint i = 0; i < self->n_people; i++)
    {
      bson_t *document = squill_samples_get_document (samples, people, i, &error);
      bson_iter_t iter;
      char hex[25];

      g_assert_no_error (error);
      g_assert_true (bson_iter_init_find (&iter, document, "_id"));
      if (self->numbers)
        {
          g_hash_table_add (ids, g_strdup_printf ("%" G_GINT64_FORMAT, bson_iter_as_int64 (&iter)));
        }
      else
        {
          bson_oid_to_string (bson_iter_oid (&iter), hex);
          g_hash_table_add (ids, g_strdup (hex));
        }
      bson_destroy (document);
    }
  for (guint of = 1; of < 3; of++)
    {
      const char *id = find_entity (model, files[of])->item.id;
      const SquillCollection *collection = squill_design_find_collection (design, id);
      bson_t *schema = squill_schema_new_validator (design, collection, NULL);

      for (guint i = 0; i < N_SAMPLES; i++)
        {
          bson_t *document = squill_samples_get_document (samples, id, i, &error);
          bson_iter_t iter, inner;

          g_assert_no_error (error);
          check_valid (schema, document, files[of]);
          g_assert_true (bson_iter_init (&iter, document));
          while (bson_iter_next (&iter))
            {
              if (of == 2 && g_str_equal (bson_iter_key (&iter), "_id"))
                check_key (self, ids, bson_iter_utf8 (&iter, NULL));
              if (!BSON_ITER_HOLDS_DOCUMENT (&iter) || !bson_iter_recurse (&iter, &inner))
                continue;
              for (; bson_iter_next (&inner); n_keys++)
                check_key (self, ids, bson_iter_key (&inner));
            }
          bson_destroy (document);
        }
      bson_destroy (schema);
    }
  g_assert_cmpuint (n_keys, >, N_SAMPLES);
}

static void
check_case (Fixture *fixture, guint seed)
{
  Case one = { .random = g_rand_new_with_seed (seed) };
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (SquillDesign) design = NULL;

  one.numbers = seed % 2 == 1;
  one.n_people = pick (&one, 60, 200);
  one.n_posts = pick (&one, 60, 200);
  one.n_commands = pick (&one, 70, 200);
  one.liked = g_new0 (guint, one.n_people);
  one.reviewed = g_new0 (guint, one.n_people);
  one.named = g_new0 (guint, one.n_people);
  one.called = g_new0 (guint, one.n_commands);
  make_people (&one, fixture);
  make_posts (&one, fixture);
  make_tales (&one, fixture);
  make_manual (&one, fixture);
  make_nicknames (&one, fixture);
  model = infer_folder (fixture->folder);
  design = squill_design_new (model);
  check_model (&one, design);
  check_documents (fixture, design, "people");
  check_documents (fixture, design, "posts");
  check_documents (fixture, design, "manual");
  check_samples (&one, design);
  g_free (one.liked);
  g_free (one.reviewed);
  g_free (one.called);
  g_free (one.named);
  g_rand_free (one.random);
}

static void
test_keys (Fixture *fixture, gconstpointer data)
{
  for (guint seed = 1; seed <= N_CASES; seed++)
    check_case (fixture, seed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/exchange/map-keys", Fixture, NULL, set_up, test_keys, tear_down);
  return g_test_run ();
}
