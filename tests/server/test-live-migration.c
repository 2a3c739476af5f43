/* SPDX-License-Identifier: Apache-2.0 */

/* What patterns make of the data of the examples, on a real server: the documents are those of the
 * new design, no value is lost, and a second run changes nothing. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <string.h>

#include "advice/squill-transform.h"
#include "bson/squill-bson-text.h"
#include "design-fixture.h"
#include "exchange/squill-schema.h"
#include "live-data.h"
#include "live-members.h"
#include "live-migration.h"
#include "live-samples.h"
#include "live-server.h"
#include "live-shell.h"
#include "model/squill-authoring.h"
#include "schema-checker.h"

#define DATABASE "squill_test_migration"

/* Where examples have more of them. */
#define FEW_DOCUMENTS 60
#define FEW_ELEMENTS 8

/* Of one example: some fit everywhere. */
#define MAX_OF_PATTERN 2

static SquillModel *
copy_model (SquillModel *model)
{
  SquillModel *copy = squill_model_copy (model);

  squill_model_set_read_only (copy, FALSE);
  return copy;
}

/* Texts and dates: the values of fields, and no ids. */
static void
collect_values (bson_iter_t *iter, GHashTable *values)
{
  while (bson_iter_next (iter))
    {
      bson_iter_t inner;

      if (BSON_ITER_HOLDS_UTF8 (iter))
        g_hash_table_add (values, g_strdup (bson_iter_utf8 (iter, NULL)));
      else if (BSON_ITER_HOLDS_DATE_TIME (iter))
        g_hash_table_add (values,
                          g_strdup_printf ("%" G_GINT64_FORMAT, bson_iter_date_time (iter)));
      else if ((BSON_ITER_HOLDS_DOCUMENT (iter) || BSON_ITER_HOLDS_ARRAY (iter)) &&
               bson_iter_recurse (iter, &inner))
        collect_values (&inner, values);
    }
}

static GHashTable *
read_values (mongoc_client_t *client, const char *database, SquillDesign *design)
{
  GHashTable *values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      g_autoptr (GPtrArray) documents =
          live_samples_read (client, database, squill_design_get_collection (design, i)->name);

      for (guint j = 0; j < documents->len; j++)
        {
          bson_iter_t iter;

          bson_iter_init (&iter, documents->pdata[j]);
          collect_values (&iter, values);
        }
    }
  return values;
}

/* Documents are as the validators of the new design want them. As only a part of the samples is
 * there, not all that refer to each other are. */
static void
check_documents (mongoc_client_t *client,
                 const char *database,
                 SquillDesign *design,
                 const char *script)
{
  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      const SquillCollection *collection = squill_design_get_collection (design, i);
      g_autoptr (GPtrArray) documents = live_samples_read (client, database, collection->name);
      bson_t *schema = squill_schema_new_validator (design, collection, NULL);

      for (guint j = 0; j < documents->len; j++)
        {
          g_autofree char *fault = schema_check (schema, documents->pdata[j]);
          bson_iter_t iter;

          if (fault != NULL && !g_str_has_suffix (fault, " is missing"))
            g_error ("%s: %s\n%s\n%s", collection->name, fault,
                     squill_bson_to_text (documents->pdata[j], SQUILL_BSON_STYLE_RELAXED, 2, 0),
                     script);
          /* And they have nothing else. */
          bson_iter_init (&iter, documents->pdata[j]);
          while (bson_iter_next (&iter))
            if (squill_shape_find_by_query_path (collection->shape, bson_iter_key (&iter)) == NULL)
              g_error ("%s: “%s” is left over\n%s", collection->name, bson_iter_key (&iter),
                       script);
        }
      bson_destroy (schema);
    }
}

/* Moving. Each migration has a database of its own, and one shell runs all of them. */

typedef struct
{
  const char *pattern;
  char *database;
  SquillDesign *after;
  char *script;
  GHashTable *values;
  gboolean has_subset;
} Move;

static void
move_free (gpointer data)
{
  Move *self = data;

  g_free (self->database);
  g_object_unref (self->after);
  g_free (self->script);
  g_hash_table_unref (self->values);
  g_free (self);
}

/* Fills a database by one design, of which the data is to become that of the other. Of what is left
 * to somebody, and of what moves no data, nothing is tried. */
static void
add_move (GPtrArray *moves,
          mongoc_client_t *client,
          const char *pattern,
          SquillModel *now,
          SquillModel *then)
{
  g_autoptr (SquillDesign) before = squill_design_new (now);
  g_autoptr (SquillDesign) after = squill_design_new (then);
  g_autoptr (SquillMigrationScript) script =
      squill_migration_script_new (before, after, NULL, NULL);
  g_autoptr (SquillSamples) samples = squill_samples_new (before);
  Move *move;

  guint n_same = 0;

  for (guint i = 0; i < moves->len; i++)
    n_same += g_str_equal (((const Move *)moves->pdata[i])->pattern, pattern);
  if (n_same == MAX_OF_PATTERN || script->left->len > 0 || script->n_collections == 0)
    return;
  move = g_new0 (Move, 1);
  move->pattern = pattern;
  move->database = g_strdup_printf (DATABASE "_%u", moves->len);
  move->after = g_object_ref (after);
  move->script = g_strdup (script->text);
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (now),
                         SQUILL_KIND_RELATIONSHIP)
    {
      const SquillRelationship *same = squill_model_get_relationship (then, r->item.id);

      move->has_subset |= r->placement == SQUILL_PLACEMENT_SUBSET &&
                          (same == NULL || same->placement != r->placement);
    }
  live_samples_fill (client, move->database, before, samples, FEW_DOCUMENTS, FEW_ELEMENTS);
  move->values = read_values (client, move->database, before);
  g_assert_cmpuint (g_hash_table_size (move->values), >, 0);
  g_ptr_array_add (moves, move);
}

static void
check_move (mongoc_client_t *client, const Move *move)
{
  g_autoptr (GHashTable) values = read_values (client, move->database, move->after);
  GHashTableIter iter;
  gpointer value;

  check_documents (client, move->database, move->after, move->script);
  /* Samples embed any children in a subset, whether these are among the few documents or not. */
  if (move->has_subset)
    return;
  g_hash_table_iter_init (&iter, move->values);
  while (g_hash_table_iter_next (&iter, &value, NULL))
    if (!g_hash_table_contains (values, value))
      g_error ("%s: “%s” is lost\n%s", move->pattern, (char *)value, move->script);
}

static void
run_moves (LiveServer *server, mongoc_client_t *client, GPtrArray *moves)
{
  g_autoptr (GString) all = g_string_new (
      "function twice(migrate, db) {\n"
      "  migrate(db, { SWITCH_OVER: true, REALLY_REMOVE: true, ACCEPT_LOSSES: true });\n"
      "  const first = look(db);\n"
      "  migrate(db, { SWITCH_OVER: true, REALLY_REMOVE: true, ACCEPT_LOSSES: true });\n"
      "  same(look(db), first, 'A second run');\n"
      "}\n");

  live_migration_append_tools (all);
  for (guint i = 0; i < moves->len; i++)
    {
      const Move *move = moves->pdata[i];
      g_autofree char *name = g_strdup_printf ("migrate%u", i);

      live_migration_append (all, name, move->script);
      g_string_append_printf (all, "twice(%s, db.getSiblingDB('%s'));\n", name, move->database);
    }
  if (moves->len > 0 && live_shell_runs ())
    {
      live_migration_run (server, DATABASE, all->str);
      for (guint i = 0; i < moves->len; i++)
        check_move (client, moves->pdata[i]);
    }
  for (guint i = 0; i < moves->len; i++)
    live_data_run (client, ((const Move *)moves->pdata[i])->database, "{\"dropDatabase\": 1}");
}

/* Patterns. */

/* As few documents as references lead to. */
static void
make_small (SquillModel *model)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);

  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (model), SQUILL_KIND_ENTITY)
    {
      if (entity->count.likely > FEW_DOCUMENTS)
        g_ptr_array_add (ids, g_strdup (entity->item.id));
    }
  for (guint i = 0; i < ids->len; i++)
    draw_count (model, ids->pdata[i], FEW_DOCUMENTS);
}

static void
try_transforms (mongoc_client_t *client,
                SquillModel *model,
                SquillAdvice *advice,
                const char *subject,
                GPtrArray *moves)
{
  g_autoptr (GPtrArray) transforms = squill_advice_list_transforms (advice, subject);

  for (guint i = 0; i < transforms->len; i++)
    {
      const SquillTransform *transform = transforms->pdata[i];
      g_autoptr (SquillModel) now = NULL, then = NULL;
      g_autoptr (GError) error = NULL;

      if (transform->fix == NULL)
        continue;
      then = copy_model (model);
      squill_fix_apply (transform->fix, then, &error);
      g_assert_no_error (error);
      now = copy_model (model);
      make_small (now);
      make_small (then);
      g_test_message ("%s of %s", transform->pattern->id, subject);
      add_move (moves, client, transform->pattern->id, now, then);
    }
}

static void
collect_items (gconstpointer parent, GPtrArray *ids)
{
  static const SquillKind kinds[] = { SQUILL_KIND_ENTITY, SQUILL_KIND_FIELD,
                                      SQUILL_KIND_RELATIONSHIP, SQUILL_KIND_OPERATION };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      guint n;
      gpointer const *items = squill_item_get_children (parent, kinds[i], &n);

      for (guint j = 0; j < n; j++)
        {
          g_ptr_array_add (ids, g_strdup (((const SquillItem *)items[j])->id));
          collect_items (items[j], ids);
        }
    }
}

static void
try_patterns (mongoc_client_t *client, SquillModel *model, GPtrArray *moves)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillAdvice) advice = squill_advice_new (design);
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);

  collect_items (squill_model_get_info (model), ids);
  for (guint i = 0; i < ids->len; i++)
    try_transforms (client, model, advice, ids->pdata[i], moves);
}

static void
test_example (gconstpointer name)
{
  LiveServer *server = live_server_get (LIVE_SERVER_PLAIN);
  g_autoptr (SquillModel) model = load_example (name);
  g_autoptr (GPtrArray) moves = g_ptr_array_new_with_free_func (move_free);
  mongoc_client_t *client;

  if (server == NULL)
    return;
  client = live_server_connect (server);
  try_patterns (client, model, moves);
  g_assert_cmpuint (moves->len, >, 0);
  run_moves (server, client, moves);
  mongoc_client_destroy (client);
}

/* What is rarely read becomes a document beside the other. */
static void
test_details (void)
{
  LiveServer *server = live_server_get (LIVE_SERVER_PLAIN);
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (GPtrArray) moves = g_ptr_array_new_with_free_func (move_free);
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillAdvice) advice = NULL;
  gboolean found = FALSE;
  mongoc_client_t *client;

  if (server == NULL)
    return;
  draw_entity (model, "movie");
  draw_count (model, "movie", 200);
  draw_field (model, "movie", "_id", "objectId");
  draw_field (model, "movie", "title", "string");
  draw_field (model, "movie", "script", "string");
  change (model, "movie.script", "size", "{'min':90000,'likely':90000,'max':90000}");
  draw_operation (model, "list", "find", "movie", 100, "{'returns':[{'path':'movie.title'}]}");
  draw_operation (model, "read", "find", "movie", 0.1,
                  "{'filter':[{'path':'=_id','how':'eq'}],'returns':[{'path':'movie.script'}]}");
  design = squill_design_new (model);
  advice = squill_advice_new (design);
  client = live_server_connect (server);
  try_transforms (client, model, advice, "movie", moves);
  for (guint i = 0; i < moves->len && !found; i++)
    found = g_str_equal (((const Move *)moves->pdata[i])->pattern, "subset");
  g_assert_true (found);
  run_moves (server, client, moves);
  mongoc_client_destroy (client);
}

/* Any changes. */

#define SEEDS 8
#define MANY_SEEDS 60
#define CHANGES 4

static const char *const placements[] = { "embed-many", "child-references", "parent-reference",
                                          "two-way",    "junction",         "bucket" };

typedef struct
{
  guint seed;
  char *database;
  char *there;
  SquillDesign *before;
  SquillDesign *after;
  char *script;
  char *back;
  gboolean is_whole; /* nothing is left out on both ways */
  char *data;
} Trip;

static void
trip_free (gpointer data)
{
  Trip *self = data;

  g_free (self->database);
  g_free (self->there);
  g_object_unref (self->before);
  g_object_unref (self->after);
  g_free (self->script);
  g_free (self->back);
  g_free (self->data);
  g_free (self);
}

static const char *
choose (GRand *random, const char *const *list, guint n)
{
  return list[g_rand_int_range (random, 0, (gint32)n)];
}

static void
set_placement (SquillModel *model, const char *relationship, const char *placement)
{
  g_autofree char *quoted = g_strdup_printf ("'%s'", placement);

  change (model, relationship, "placement", quoted);
  if (g_str_equal (placement, "bucket") || g_str_equal (placement, "subset"))
    change (model, relationship, "bound", "2");
}

/* Who belongs to whom is told by exact numbers, so that all samples are there and none is alone. */
static SquillModel *
draw_trip (GRand *random)
{
  static const struct
  {
    const char *name;
    double count;
  } entities[] = { { "shop", 4 }, { "shelf", 12 }, { "item", 24 }, { "clerk", 8 } };
  SquillModel *model = squill_model_new ();

  change (model, squill_model_get_info (model)->item.id, "dialect", "'ferretdb'");
  for (guint i = 0; i < G_N_ELEMENTS (entities); i++)
    {
      const char *name = entities[i].name;
      g_autofree char *inner = g_strconcat (name, ".more", NULL);

      draw_entity (model, name);
      draw_count (model, name, entities[i].count);
      draw_field (model, name, "_id", "objectId");
      draw_field (model, name, "label", "string");
      draw_field (model, name, "since", "date");
      draw_field (model, name, "size", "int");
      draw_field (model, name, "more", "object");
      draw_field (model, inner, "color", "string");
    }
  draw_relationship (model, "shelves", "shop", "shelf", "parent-reference", "3", "1");
  draw_relationship (model, "items", "shelf", "item", "parent-reference", "2", "1");
  draw_relationship (model, "clerks", "shop", "clerk", "parent-reference", "2", "1");
  for (guint i = 0; i < 3; i++)
    {
      const char *relationship = ((const char *[]){ "shelves", "items", "clerks" })[i];

      change (model, relationship, "keep_id", "true");
      /* Samples fill buckets as they like. */
      set_placement (model, relationship,
                     choose (random, placements, G_N_ELEMENTS (placements) - 1));
    }
  return model;
}

/* A field becomes one of another entity. */
static void
hand_over (SquillModel *model, const char *id, const char *owner)
{
  g_autoptr (SquillEdit) edit = NULL;
  g_autoptr (GError) error = NULL;

  squill_model_delete (model, (const char *const[]){ id, NULL });
  edit = squill_edit_new_add (SQUILL_KIND_FIELD, id, owner,
                              json_pack ("{s:s, s:[s]}", "name", "label", "types", "string"));
  squill_model_apply (model, edit, &error);
  g_assert_no_error (error);
}

static void
change_something (SquillModel *model, GRand *random, guint nth)
{
  static const char *const entities[] = { "shop", "shelf", "item", "clerk" };
  static const char *const relationships[] = { "shelves", "items", "clerks" };
  static const char *const types[] = { "['string']", "['long']", "['double']" };
  const char *entity = choose (random, entities, G_N_ELEMENTS (entities));
  const char *relationship = choose (random, relationships, G_N_ELEMENTS (relationships));
  g_autofree char *name = g_strdup_printf ("'new%u'", nth);
  g_autofree char *label = g_strconcat (entity, ".label", NULL);
  g_autofree char *size = g_strconcat (entity, ".size", NULL);
  g_autofree char *color = g_strconcat (entity, ".more.color", NULL);

  switch (g_rand_int_range (random, 0, 9))
    {
    case 0:
      change (model, color, "name", name);
      break;
    case 1:
      change (model, label, "name", name);
      break;
    case 2:
      change (model, entity, "name", name);
      break;
    case 3:
      change (model, relationship, "parent_name", name);
      break;
    case 4:
      change (model, size, "types", choose (random, types, G_N_ELEMENTS (types)));
      break;
    case 5:
      /* What is split off has a name of its own. */
      if (squill_model_get_entity (model, "sign") == NULL)
        {
          draw_entity (model, "sign");
          draw_field (model, "sign", "_id", "objectId");
          hand_over (model, "clerk.label", "sign");
          draw_relationship (model, "signs", "clerk", "sign", "parent-reference", "1", "1");
        }
      break;
    default:
      set_placement (model, relationship, choose (random, placements, G_N_ELEMENTS (placements)));
      break;
    }
}

static Trip *
prepare_trip (mongoc_client_t *client, guint seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (SquillModel) now = draw_trip (random);
  g_autoptr (SquillModel) then = copy_model (now);
  g_autoptr (SquillMigrationScript) there = NULL, back = NULL;
  g_autoptr (SquillSamples) samples = NULL;
  Trip *trip = g_new0 (Trip, 1);

  for (guint i = 0; i < CHANGES; i++)
    change_something (then, random, i);
  trip->seed = seed;
  trip->database = g_strdup_printf (DATABASE "_trip_%u", seed);
  trip->there = g_strdup_printf (DATABASE "_there_%u", seed);
  trip->before = squill_design_new (now);
  trip->after = squill_design_new (then);
  there = squill_migration_script_new (trip->before, trip->after, NULL, NULL);
  back = squill_migration_script_new (trip->after, trip->before, NULL, NULL);
  trip->script = g_strdup (there->text);
  trip->back = g_strdup (back->text);
  trip->is_whole = there->left->len == 0 && back->left->len == 0;
  for (guint i = 0; i < there->left->len; i++)
    g_test_message ("%u: %s", seed, (const char *)there->left->pdata[i]);
  samples = squill_samples_new (trip->before);
  live_samples_fill (client, trip->database, trip->before, samples, 100, 100);
  trip->data = live_migration_dump (client, trip->database, trip->before, NULL, TRUE);
  return trip;
}

/* What was moved is as the new design wants it, and as it was when it is moved back. Where
 * something is left out the script says it. */
static void
test_random (void)
{
  LiveServer *server = live_server_get (LIVE_SERVER_PLAIN);
  const guint n = g_strcmp0 (g_getenv ("SQUILL_MIGRATIONS"), "all") == 0 ? MANY_SEEDS : SEEDS;
  g_autoptr (GPtrArray) trips = g_ptr_array_new_with_free_func (trip_free);
  g_autoptr (GString) all = g_string_new (NULL);
  guint n_whole = 0;
  gboolean runs;
  mongoc_client_t *client;

  if (server == NULL)
    return;
  client = live_server_connect (server);
  live_migration_append_tools (all);
  for (guint i = 0; i < n; i++)
    {
      Trip *trip = prepare_trip (client, i);

      g_ptr_array_add (trips, trip);
      if (!trip->is_whole)
        continue;
      n_whole++;
      live_migration_append_trip (all, i, trip->database, trip->script, trip->back, trip->there);
    }
  g_assert_cmpuint (n_whole, >=, n / 2);
  runs = live_shell_runs ();
  if (runs)
    live_migration_run (server, DATABASE, all->str);
  for (guint i = 0; i < n; i++)
    {
      const Trip *trip = trips->pdata[i];

      if (trip->is_whole && runs)
        {
          g_autofree char *data =
              live_migration_dump (client, trip->database, trip->before, NULL, TRUE);

          g_test_message ("seed %u", trip->seed);
          check_documents (client, trip->there, trip->after, trip->script);
          live_migration_assert_same (trip->data, data, "What was there", trip->script);
        }
      live_data_run (client, trip->database, "{\"dropDatabase\": 1}");
      live_data_run (client, trip->there, "{\"dropDatabase\": 1}");
    }
  mongoc_client_destroy (client);
}

static void
add_tests (void)
{
  static const char *const examples[] = { "books",   "cms",      "hosts",    "movies", "parts",
                                          "patrons", "products", "students", "tasks",  "traffic" };

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *path = g_strconcat ("/server/migration/patterns/", examples[i], NULL);

      g_test_add_data_func (path, examples[i], test_example);
    }
  g_test_add_func ("/server/migration/details", test_details);
  g_test_add_func ("/server/migration/random", test_random);
}

int
main (int argc, char *argv[])
{
  return live_server_run (&argc, &argv, add_tests);
}
