/* SPDX-License-Identifier: Apache-2.0 */

/* Sample documents: they are what the design says, and belong together. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <math.h>
#include <string.h>

#include "design-fixture.h"
#include "model/squill-authoring.h"
#include "samples-fixture.h"

/* Sizes. */

typedef struct
{
  const char *collection;
  guint bytes;
} SizeCase;

static void
draw_host (SquillModel *model, const char *placement)
{
  draw_entity (model, "host");
  draw_field (model, "host", "name", "string:17");
  draw_field (model, "host", "ipaddr", "string:12");
  draw_entity (model, "logmsg");
  draw_field (model, "logmsg", "time", "date");
  draw_field (model, "logmsg", "message", "string:15");
  draw_relationship (model, "logmsgs", "host", "logmsg", placement, "1000", "1");
  change (model, "logmsgs", "child_name", "'host'");
}

/* A document is as long as the design says where all sizes are exact; the figures are those of the
 * articles' own documents. */
static void
test_sizes (void)
{
  {
    g_auto (World) world = { 0 };
    bson_t *host, *message;

    world_init (&world);
    draw_host (world.model, "parent-reference");
    host = get (&world, "host", 3);
    message = get (&world, "logmsg", 3);
    g_assert_cmpuint (host->len, ==, 75);
    g_assert_cmpuint (message->len, ==, 83);
    bson_destroy (host);
    bson_destroy (message);

    draw_copy (world.model, "logmsgs", "host.ipaddr", "to-child");
    message = get (&world, "logmsg", 3);
    g_assert_cmpuint (message->len, ==, 108);
    bson_destroy (message);
  }
  {
    g_auto (World) world = { 0 };
    bson_t *host;

    world_init (&world);
    draw_host (world.model, "embed-many");
    host = get (&world, "host", 3);
    /* An array of 1,000 elements of 48 bytes each, in a host of 75. */
    g_assert_cmpuint (host->len, ==, 75 + 2 + 7 + 5 + 1000 * (2 + 48) + 2890);
    g_assert_cmpfloat (squill_design_find_collection (world.design, "host")->shape->bytes.likely,
                       ==, host->len);
    bson_destroy (host);
  }
}

static void
test_exact_sizes (void)
{
  static const char *const placements[] = { "embed-one",        "embed-many", "child-references",
                                            "parent-reference", "two-way",    "junction",
                                            "subset",           "bucket" };

  for (guint i = 0; i < G_N_ELEMENTS (placements); i++)
    {
      g_auto (World) world = { 0 };

      world_init (&world);
      draw_entity (world.model, "p");
      draw_field (world.model, "p", "name", "string:20");
      draw_field (world.model, "p", "tags", "string:6[]4");
      draw_field (world.model, "p", "map", "int{}5#7");
      draw_field (world.model, "p", "data", "binData:9");
      draw_entity (world.model, "c");
      draw_field (world.model, "c", "email", "string:24");
      draw_field (world.model, "c", "at", "date[]3");
      draw_relationship (world.model, "r", "p", "c", placements[i], i == 0 ? "1" : "6",
                         i == 4 || i == 5 ? "3" : "1");
      if (i >= 6)
        change (world.model, "r", "bound", "3");
      draw_copy (world.model, "r", "p.name", "to-child");
      change (world.model, "c", "count", "{'min':600,'likely':600,'max':600}");
      change (world.model, "p", "count", "{'min':300,'likely':300,'max':300}");
      bson_destroy (get (&world, "p", 0));

      for (guint j = 0; j < squill_design_get_n_collections (world.design); j++)
        {
          const SquillCollection *collection = squill_design_get_collection (world.design, j);

          /* A bucket may be less than full, but these are not. */
          if (collection->kind != SQUILL_COLLECTION_BUCKET)
            g_assert_cmpfloat (collection->shape->bytes.min, ==, collection->shape->bytes.max);
          for (guint64 number = 0; number < 50; number++)
            {
              bson_t *document = get (&world, collection->id, number);

              if (document->len != collection->shape->bytes.likely)
                {
                  g_autofree char *text =
                      squill_bson_to_text (document, SQUILL_BSON_STYLE_MONGOSH, 2, 0);

                  g_printerr ("%s\n", text);
                  g_error ("%s of %s: %u bytes, not %g", collection->name, placements[i],
                           document->len, collection->shape->bytes.likely);
                }
              bson_destroy (document);
            }
        }
    }
}

/* Who belongs to whom. */

static void
test_two_way (void)
{
  static const char *const lengths[] = { "1..1..1", "3", "0..2.5..9", "0..0.4..3", "1000" };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_auto (World) world = { 0 };
      guint next = 0;

      world_init (&world);
      draw_tasks (world.model, "two-way", lengths[i], "1");
      if (i == 0)
        change (world.model, "tasks", "children", "{'min':1,'likely':1,'max':1}");
      for (guint64 parent = 0; parent < 12; parent++)
        {
          guint n = 1;

          if (i > 0)
            n = count (&world, "person", parent, "tasks");
          /* Each child stands in the list of its own parent, and in no other. */
          for (guint child = 0; child < n && child < 30; child++)
            {
              g_autofree char *path =
                  i > 0 ? g_strdup_printf ("tasks.%u", child) : g_strdup ("tasks");

              assert_same (&world, "person", parent, path, "task", next + child, "_id");
              assert_same (&world, "task", next + child, "owner", "person", parent, "_id");
            }
          next += n;
        }
    }
}

static void
test_many_to_many (void)
{
  g_auto (World) world = { 0 };

  world_init (&world);
  draw_tasks (world.model, "two-way", "3", "2");
  change (world.model, "person", "count", "{'min':40,'likely':40,'max':40}");
  change (world.model, "task", "count", "{'min':60,'likely':60,'max':60}");

  for (guint64 person = 0; person < 40; person++)
    for (guint64 task = 0; task < 60; task++)
      {
        g_autofree char *person_id = get_text (&world, "person", person, "_id");
        g_autofree char *task_id = get_text (&world, "task", task, "_id");
        guint listed = 0;
        guint owned = 0;

        for (guint i = 0; i < 3; i++)
          {
            g_autofree char *path = g_strdup_printf ("tasks.%u", i);
            g_autofree char *id = get_text (&world, "person", person, path);

            listed += g_str_equal (id, task_id);
          }
        for (guint i = 0; i < 2; i++)
          {
            g_autofree char *path = g_strdup_printf ("owner.%u", i);
            g_autofree char *id = get_text (&world, "task", task, path);

            owned += g_str_equal (id, person_id);
          }
        g_assert_cmpuint (listed, <=, 1);
        g_assert_cmpuint (listed, ==, owned);
      }
}

/* Nothing at the parent tells whose children they are: then they are spread. */
static void
test_spread (void)
{
  g_auto (World) world = { 0 };
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) owners = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  world_init (&world);
  draw_tasks (world.model, "parent-reference", "0..5000..*", "1");
  change (world.model, "person", "count", "{'min':0,'likely':50,'max':90}");
  for (guint64 number = 0; number < 50; number++)
    g_hash_table_add (ids, get_text (&world, "person", number, "_id"));
  for (guint64 number = 0; number < 500; number++)
    {
      char *owner = get_text (&world, "task", number, "owner");

      g_assert_true (g_hash_table_contains (ids, owner));
      g_hash_table_add (owners, owner);
    }
  g_assert_cmpuint (g_hash_table_size (owners), >, 45);
}

static void
test_one_to_one (void)
{
  g_auto (World) world = { 0 };

  world_init (&world);
  draw_tasks (world.model, "parent-reference", "0..1..1", "1");
  for (guint64 number = 0; number < 100; number++)
    assert_same (&world, "task", number, "owner", "person", number, "_id");
}

static void
test_tree (void)
{
  g_auto (World) world = { 0 };
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  world_init (&world);
  draw_entity (world.model, "category");
  draw_relationship (world.model, "parent", "category", "category", "parent-reference", "0..3..*",
                     "0..1..1");
  change (world.model, "parent", "child_name", "'parent'");
  for (guint64 number = 0; number < 300; number++)
    {
      g_autofree char *parent = get_text (&world, "category", number, "parent");

      /* One root; everything else hangs below something that came before. */
      if (number == 0)
        g_assert_null (parent);
      else
        g_assert_true (g_hash_table_contains (seen, parent));
      g_hash_table_add (seen, get_text (&world, "category", number, "_id"));
    }
}

static void
test_two_way_tree (void)
{
  g_auto (World) world = { 0 };

  world_init (&world);
  draw_entity (world.model, "category");
  draw_relationship (world.model, "children", "category", "category", "two-way", "3", "0..1..1");
  change (world.model, "children", "child_name", "'parent'");
  for (guint64 number = 0; number < 20; number++)
    for (guint i = 0; i < 3; i++)
      {
        g_autofree char *path = g_strdup_printf ("children.%u", i);

        assert_same (&world, "category", number, path, "category", 3 * number + i + 1, "_id");
        assert_same (&world, "category", 3 * number + i + 1, "parent", "category", number, "_id");
      }
}

/* What is stored twice is the same. */
static void
test_copies (void)
{
  g_auto (World) world = { 0 };

  world_init (&world);
  draw_tasks (world.model, "two-way", "3", "1");
  draw_field (world.model, "person", "home", "object");
  draw_field (world.model, "person.home", "city", "string");
  draw_field (world.model, "person.home", "zip", "string?0.5");
  draw_field (world.model, "person", "nick", "string?0.3");
  draw_copy (world.model, "tasks", "person.home", "to-child");
  draw_copy (world.model, "tasks", "person.nick", "to-child");
  draw_copy (world.model, "tasks", "task.text", "to-parent");
  for (guint64 task = 0; task < 60; task++)
    {
      g_autofree char *path = g_strdup_printf ("tasks.%u.text", (guint)task % 3);
      g_autofree char *id = g_strdup_printf ("tasks.%u.id", (guint)task % 3);
      g_autofree char *nick = get_text (&world, "person", task / 3, "nick");
      g_autofree char *copy = get_text (&world, "task", task, "nick");

      assert_same (&world, "task", task, "home", "person", task / 3, "home");
      assert_same (&world, "person", task / 3, path, "task", task, "text");
      assert_same (&world, "person", task / 3, id, "task", task, "_id");
      /* Not there where its source is not. */
      g_assert_cmpstr (nick, ==, copy);
    }
}

/* A copy of a field of what is embedded at the other end. */
static void
test_copies_of_embedded (void)
{
  g_auto (World) world = { 0 };

  world_init (&world);
  draw_entity (world.model, "person");
  draw_entity (world.model, "address");
  draw_field (world.model, "address", "city", "string");
  draw_entity (world.model, "order");
  draw_relationship (world.model, "lives", "person", "address", "embed-many", "2", "1");
  draw_relationship (world.model, "orders", "person", "order", "parent-reference", "5", "1");
  change (world.model, "orders", "child_name", "'customer'");
  draw_copy (world.model, "orders", "lives/address.city", "to-child");
  draw_relationship (world.model, "first", "person", "order", "two-way", "1", "1");
  change (world.model, "first", "children", "{'min':1,'likely':1,'max':1}");
  for (guint64 number = 0; number < 20; number++)
    {
      g_autofree char *customer = get_text (&world, "order", number, "customer");
      guint64 person = 0;

      while (TRUE)
        {
          g_autofree char *id = get_text (&world, "person", person, "_id");

          if (g_str_equal (id, customer))
            break;
          person++;
          g_assert_cmpuint (person, <, 1000);
        }
      assert_same (&world, "order", number, "city", "person", person, "lives.0.city");
    }
}

static void
test_subset (void)
{
  g_auto (World) world = { 0 };

  world_init (&world);
  draw_tasks (world.model, "subset", "0..25..*", "1");
  change (world.model, "tasks", "bound", "4");
  for (guint64 person = 0; person < 10; person++)
    {
      g_assert_cmpuint (count (&world, "person", person, "tasks"), ==, 4);
      for (guint i = 0; i < 4; i++)
        {
          static const char *const fields[] = { "_id", "text", "due" };

          for (guint j = 0; j < G_N_ELEMENTS (fields); j++)
            {
              g_autofree char *path = g_strdup_printf ("tasks.%u.%s", i, fields[j]);

              assert_same (&world, "person", person, path, "task", 25 * person + i, fields[j]);
            }
          assert_same (&world, "task", 25 * person + i, "owner", "person", person, "_id");
        }
    }
}

/* The same child embedded in its parent and in a collection of its own. */
static void
test_embedded_besides (void)
{
  g_auto (World) world = { 0 };

  world_init (&world);
  draw_tasks (world.model, "embed-many", "3", "1");
  change (world.model, "task", "standalone", "'yes'");
  for (guint64 task = 0; task < 30; task++)
    {
      g_autofree char *path = g_strdup_printf ("tasks.%u.text", (guint)task % 3);

      assert_same (&world, "person", task / 3, path, "task", task, "text");
    }
}

/* The publisher in each book is one of a few. */
static void
test_shared (void)
{
  g_auto (World) world = { 0 };
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  world_init (&world);
  draw_entity (world.model, "book");
  draw_entity (world.model, "publisher");
  draw_field (world.model, "publisher", "name", "string:10..20..60");
  draw_relationship (world.model, "by", "book", "publisher", "embed-one", "1", "0..20..*");
  change (world.model, "book", "count", "{'min':1,'likely':200,'max':300}");
  for (guint64 book = 0; book < 200; book++)
    g_hash_table_add (seen, get_text (&world, "book", book, "by.name"));
  g_assert_cmpuint (g_hash_table_size (seen), <=, 10);
  g_assert_cmpuint (g_hash_table_size (seen), >, 5);
}

static void
test_buckets (void)
{
  static const struct
  {
    const char *children;
    const char *bound;
  } cases[] = { { "10", "4" }, { "0..7.5..20", "3" }, { "0..0.4..9", "5" }, { "6", "6" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (World) world = { 0 };
      guint64 next = 0;

      world_init (&world);
      draw_tasks (world.model, "bucket", cases[i].children, "1");
      change (world.model, "tasks", "bound", cases[i].bound);
      change (world.model, "task", "standalone", "'yes'");
      for (guint64 bucket = 0; bucket < 30; bucket++)
        {
          guint n = count (&world, "tasks", bucket, "tasks");
          g_autofree char *stated = get_text (&world, "tasks", bucket, "count");
          g_autofree char *counted = g_strdup_printf ("{\"v\":{\"$numberInt\":\"%u\"}}", n);

          g_assert_cmpstr (stated, ==, counted);
          g_assert_cmpuint (n, >, 0);
          g_assert_cmpuint (n, <=, g_ascii_strtoull (cases[i].bound, NULL, 10));
          /* All children come once, in order, with the parent that they know. */
          for (guint j = 0; j < n; j++)
            {
              g_autofree char *path = g_strdup_printf ("tasks.%u.text", j);

              assert_same (&world, "tasks", bucket, path, "task", next + j, "text");
              assert_same (&world, "tasks", bucket, "owner", "task", next + j, "owner");
            }
          next += n;
        }
    }
}

static void
test_junction (void)
{
  g_auto (World) world = { 0 };
  g_autoptr (GHashTable) pairs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  world_init (&world);
  draw_tasks (world.model, "junction", "3", "2");
  draw_field (world.model, "tasks", "since", "date");
  change (world.model, "person", "count", "{'min':40,'likely':40,'max':40}");
  change (world.model, "task", "count", "{'min':60,'likely':60,'max':60}");
  for (guint64 number = 0; number < 60; number++)
    {
      g_hash_table_add (ids, get_text (&world, "task", number, "_id"));
      if (number < 40)
        g_hash_table_add (ids, get_text (&world, "person", number, "_id"));
    }
  for (guint64 number = 0; number < 120; number++)
    {
      g_autofree char *person = get_text (&world, "tasks", number, "owner");
      g_autofree char *task = get_text (&world, "tasks", number, "task");

      g_assert_true (g_hash_table_contains (ids, person));
      g_assert_true (g_hash_table_contains (ids, task));
      g_assert_true (g_hash_table_add (pairs, g_strconcat (person, task, NULL)));
    }
}

/* A field of the model that is itself the reference, and the key of something else besides. */
static void
test_holders (void)
{
  g_auto (World) world = { 0 };

  world_init (&world);
  draw_entity (world.model, "movie");
  draw_field (world.model, "movie", "_id", "int");
  draw_entity (world.model, "details");
  draw_field (world.model, "details", "_id", "");
  draw_entity (world.model, "poster");
  draw_relationship (world.model, "about", "movie", "details", "parent-reference", "1", "1");
  change (world.model, "about", "children", "{'min':1,'likely':1,'max':1}");
  change (world.model, "about", "child_holder", "'details._id'");
  draw_relationship (world.model, "shown", "details", "poster", "parent-reference", "1", "1");
  change (world.model, "shown", "children", "{'min':1,'likely':1,'max':1}");
  for (guint64 number = 0; number < 20; number++)
    {
      assert_same (&world, "details", number, "_id", "movie", number, "_id");
      assert_same (&world, "poster", number, "details", "movie", number, "_id");
    }
}

/* References in the elements of an array go to different targets. */
static void
test_holder_in_list (void)
{
  g_auto (World) world = { 0 };

  world_init (&world);
  draw_entity (world.model, "product");
  draw_entity (world.model, "order");
  draw_field (world.model, "order", "items", "object[]4");
  draw_field (world.model, "order.items", "product", "objectId");
  draw_field (world.model, "order.items", "quantity", "int");
  draw_relationship (world.model, "r", "product", "order", "parent-reference", "0..9..*", "4");
  change (world.model, "r", "child_holder", "'order.items.product'");
  for (guint64 number = 0; number < 30; number++)
    {
      g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

      for (guint i = 0; i < 4; i++)
        {
          g_autofree char *path = g_strdup_printf ("items.%u.product", i);

          g_assert_true (g_hash_table_add (seen, get_text (&world, "order", number, path)));
        }
    }
}

/* Lists of references in the elements of an array, and the keys of a map, are as many as the
 * children of a parent are, and none is there twice. */
static void
test_shares (void)
{
  g_auto (World) world = { 0 };

  world_init (&world);
  draw_entity (world.model, "tag");
  draw_entity (world.model, "order");
  draw_field (world.model, "order", "items", "object[]2");
  draw_field (world.model, "order.items", "tags", "objectId[]");
  draw_field (world.model, "order", "states", "object");
  change (world.model, "order.states", "map", "true");
  draw_relationship (world.model, "r", "order", "tag", "child-references", "0..5..9", "0..2..9");
  change (world.model, "r", "parent_holder", "'order.items.tags'");
  draw_relationship (world.model, "k", "order", "tag", "child-references", "0..7..9", "0..2..9");
  change (world.model, "k", "parent_holder", "'order.states'");
  change (world.model, "k", "by_keys", "true");
  for (guint64 number = 0; number < 9; number++)
    {
      g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

      for (guint i = 0; i < 5; i++)
        {
          g_autofree char *path =
              g_strdup_printf ("items.%u.tags.%u", i < 3 ? 0 : 1, i < 3 ? i : i - 3);

          g_assert_true (g_hash_table_add (seen, get_text (&world, "order", number, path)));
        }
      g_assert_cmpuint (count (&world, "order", number, "states"), ==, 7);
    }
}

/* A text or an ObjectId, as it stands in a text. */
static char *
get_plain (World *world, const char *collection, guint64 number, const char *name)
{
  bson_t *document = get (world, collection, number);
  char hex[25];
  char *text;
  bson_iter_t iter;

  g_assert_true (bson_iter_init_find (&iter, document, name));
  if (BSON_ITER_HOLDS_OID (&iter))
    bson_oid_to_string (bson_iter_oid (&iter), hex);
  text = g_strdup (BSON_ITER_HOLDS_OID (&iter) ? hex : bson_iter_utf8 (&iter, NULL));
  bson_destroy (document);
  return text;
}

/* Texts that refer to a thing have what they begin with before its key. */
static void
test_prefixes (void)
{
  static const struct
  {
    const char *type;
    const char *pattern;
    const char *prefix;
  } cases[] = { { "objectId", "^user:[0-9a-f]{24}$", "user:" },
                { "objectId", NULL, "" },
                { "string", "^u\\\\.[a-z0-9-]+$", "u." } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (World) world = { 0 };
      g_autoptr (GHashTable) users = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

      world_init (&world);
      draw_entity (world.model, "user");
      draw_field (world.model, "user", "_id", cases[i].type);
      change (world.model, "user", "count", "{'min':40,'likely':40,'max':40}");
      draw_entity (world.model, "post");
      draw_field (world.model, "post", "author", "string");
      if (cases[i].pattern != NULL)
        {
          g_autofree char *pattern = g_strdup_printf ("'%s'", cases[i].pattern);

          change (world.model, "post.author", "usual_pattern", pattern);
        }
      draw_relationship (world.model, "r", "user", "post", "parent-reference", "0..9..*", "1");
      change (world.model, "r", "child_holder", "'post.author'");
      for (guint64 number = 0; number < 40; number++)
        g_hash_table_add (users, get_plain (&world, "user", number, "_id"));
      for (guint64 number = 0; number < 20; number++)
        {
          g_autofree char *author = get_plain (&world, "post", number, "author");

          g_assert_true (g_str_has_prefix (author, cases[i].prefix));
          g_assert_true (g_hash_table_contains (users, author + strlen (cases[i].prefix)));
        }
    }
}

static void
test_ids (void)
{
  g_auto (World) world = { 0 };
  g_autofree char *last = NULL;

  world_init (&world);
  draw_shop (world.model);
  /* Unique, and sorted as they were made. */
  for (guint64 number = 0; number < 5000; number++)
    {
      g_autofree char *id = get_text (&world, "order", number, "_id");

      if (last != NULL)
        g_assert_cmpstr (last, <, id);
      g_free (last);
      last = g_steal_pointer (&id);
    }
}

static void
test_presence (void)
{
  g_auto (World) world = { 0 };
  guint there = 0;
  guint elements = 0;

  world_init (&world);
  draw_entity (world.model, "e");
  draw_field (world.model, "e", "maybe", "int?0.3");
  draw_field (world.model, "e", "list", "int[]0..1.7..4");
  for (guint64 number = 0; number < 1000; number++)
    {
      g_autofree char *text = get_text (&world, "e", number, "maybe");

      there += text != NULL;
      elements += count (&world, "e", number, "list");
    }
  g_assert_cmpuint (there, >, 250);
  g_assert_cmpuint (there, <, 350);
  g_assert_cmpuint (elements, >, 1650);
  g_assert_cmpuint (elements, <, 1750);
}

static void
test_dates (void)
{
  g_auto (World) world = { 0 };

  world_init (&world);
  draw_shop (world.model);
  for (guint64 number = 0; number < 300; number++)
    {
      bson_t *document = get (&world, "order", number);
      bson_iter_t created, updated;

      g_assert_true (bson_iter_init_find (&created, document, "createdAt"));
      if (bson_iter_init_find (&updated, document, "updatedAt"))
        g_assert_cmpint (bson_iter_date_time (&created), <=, bson_iter_date_time (&updated));
      bson_destroy (document);
    }
}

static void
test_errors (void)
{
  static const char *const too_large[] = { "int[]1000000000000",   "string:16777217",
                                           "binData:99999999999",  "string:100000[]1000",
                                           "string:10{}9999999#5", "string:12000000[]2" };
  g_auto (World) world = { 0 };
  g_autoptr (GError) error = NULL;
  bson_t *document;

  world_init (&world);
  draw_entity (world.model, "e");
  document = get (&world, "e", 0);
  bson_destroy (document);
  g_assert_null (squill_samples_get_document (world.samples, "none", 0, &error));
  g_assert_error (error, SQUILL_SAMPLES_ERROR, SQUILL_SAMPLES_ERROR_NOT_FOUND);

  for (guint i = 0; i < G_N_ELEMENTS (too_large); i++)
    {
      g_auto (World) large = { 0 };

      world_init (&large);
      draw_entity (large.model, "e");
      bson_destroy (get (&large, "e", 0));
      draw_field (large.model, "e", "f", too_large[i]);
      g_clear_error (&error);
      g_assert_null (squill_samples_get_document (large.samples, "e", 0, &error));
      g_assert_error (error, SQUILL_SAMPLES_ERROR, SQUILL_SAMPLES_ERROR_TOO_LARGE);
    }

  /* Just small enough. */
  draw_field (world.model, "e", "f", "string:16777100");
  document = get (&world, "e", 0);
  g_assert_cmpuint (document->len, <=, 16777216);
  bson_destroy (document);
}

/* An excerpt is the beginning of the document, and knows what is missing. */
static void
test_excerpt (void)
{
  g_auto (World) world = { 0 };
  g_autoptr (GHashTable) left_out = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  bson_t *excerpt, *document;
  bson_iter_t iter, found, other;

  world_init (&world);
  draw_tasks (world.model, "embed-many", "1000", "1");
  draw_field (world.model, "task", "marks", "int[]50");
  document = get (&world, "person", 2);
  excerpt = squill_samples_get_excerpt (world.samples, "person", 2, 20, &left_out, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (GPOINTER_TO_SIZE (g_hash_table_lookup (left_out, "tasks")), ==, 980);
  g_assert_cmpuint (GPOINTER_TO_SIZE (g_hash_table_lookup (left_out, "tasks.3.marks")), >, 0);

  g_assert_true (bson_iter_init (&iter, excerpt) &&
                 bson_iter_find_descendant (&iter, "tasks.19.text", &found));
  g_assert_true (bson_iter_init (&iter, document) &&
                 bson_iter_find_descendant (&iter, "tasks.19.text", &other));
  g_assert_cmpstr (bson_iter_utf8 (&found, NULL), ==, bson_iter_utf8 (&other, NULL));
  g_assert_false (bson_iter_init (&iter, excerpt) &&
                  bson_iter_find_descendant (&iter, "tasks.20", &found));
  text = squill_bson_to_text_excerpt (excerpt, SQUILL_BSON_STYLE_MONGOSH, 2,
                                      &(SquillBsonExcerpt){ .left_out = left_out });
  g_assert_nonnull (strstr (text, "// … 980 more"));
  bson_destroy (excerpt);
  bson_destroy (document);
}

/* An entity in itself, as deep as documents can be. */
static void
test_deep (void)
{
  g_auto (World) world = { 0 };
  bson_t *document;

  world_init (&world);
  draw_entity (world.model, "e");
  draw_field (world.model, "e", "n", "int");
  draw_relationship (world.model, "inner", "e", "e", "embed-one", "0..1..1", "1");
  change (world.model, "inner", "depth", "500");
  change (world.model, "e", "standalone", "'yes'");
  document = get (&world, "e", 0);
  g_assert_cmpuint (document->len, >, 1000);
  bson_destroy (document);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/samples/sizes/articles", test_sizes);
  g_test_add_func ("/samples/sizes/exact", test_exact_sizes);
  g_test_add_func ("/samples/world/two-way", test_two_way);
  g_test_add_func ("/samples/world/many-to-many", test_many_to_many);
  g_test_add_func ("/samples/world/spread", test_spread);
  g_test_add_func ("/samples/world/one-to-one", test_one_to_one);
  g_test_add_func ("/samples/world/tree", test_tree);
  g_test_add_func ("/samples/world/two-way-tree", test_two_way_tree);
  g_test_add_func ("/samples/world/copies", test_copies);
  g_test_add_func ("/samples/world/copies-of-embedded", test_copies_of_embedded);
  g_test_add_func ("/samples/world/subset", test_subset);
  g_test_add_func ("/samples/world/embedded-besides", test_embedded_besides);
  g_test_add_func ("/samples/world/shared", test_shared);
  g_test_add_func ("/samples/world/buckets", test_buckets);
  g_test_add_func ("/samples/world/junction", test_junction);
  g_test_add_func ("/samples/world/holders", test_holders);
  g_test_add_func ("/samples/world/holder-in-list", test_holder_in_list);
  g_test_add_func ("/samples/world/shares", test_shares);
  g_test_add_func ("/samples/world/prefixes", test_prefixes);
  g_test_add_func ("/samples/documents/ids", test_ids);
  g_test_add_func ("/samples/documents/presence", test_presence);
  g_test_add_func ("/samples/documents/dates", test_dates);
  g_test_add_func ("/samples/documents/errors", test_errors);
  g_test_add_func ("/samples/documents/excerpt", test_excerpt);
  g_test_add_func ("/samples/documents/deep", test_deep);

  return g_test_run ();
}
