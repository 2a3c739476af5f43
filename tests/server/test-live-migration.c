/* SPDX-License-Identifier: Apache-2.0 */

/* Commands that turn the data of one design into those of another, run on a real server: the
 * documents are those of the new design, no value is lost, and a second run changes nothing. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <string.h>

#include "advice/squill-transform.h"
#include "bson/squill-bson-text.h"
#include "design-fixture.h"
#include "exchange/query/squill-migration.h"
#include "exchange/squill-schema.h"
#include "live-data.h"
#include "live-members.h"
#include "live-samples.h"
#include "live-server.h"
#include "schema-checker.h"
#include "shell-script.h"
#include "team-model.h"

#define DATABASE "squill_test_migration"

/* Of each collection, and elements of their arrays: all that there are. */
#define DOCUMENTS 2000
#define ELEMENTS 2000

/* Where examples have more of them. */
#define FEW_DOCUMENTS 60
#define FEW_ELEMENTS 8

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
read_values (mongoc_client_t *client, SquillDesign *design)
{
  GHashTable *values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      g_autoptr (GPtrArray) documents =
          live_samples_read (client, DATABASE, squill_design_get_collection (design, i)->name);

      for (guint j = 0; j < documents->len; j++)
        {
          bson_iter_t iter;

          bson_iter_init (&iter, documents->pdata[j]);
          collect_values (&iter, values);
        }
    }
  return values;
}

/* Documents are as the validators of the new design want them. Where only a part of the samples is
 * there, not all that refer to each other are. */
static void
check_documents (mongoc_client_t *client,
                 SquillDesign *design,
                 gboolean is_whole,
                 const char *script)
{
  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      const SquillCollection *collection = squill_design_get_collection (design, i);
      g_autoptr (GPtrArray) documents = live_samples_read (client, DATABASE, collection->name);
      bson_t *schema = squill_schema_new_validator (design, collection, NULL);

      if (documents->len == 0 && is_whole)
        g_error ("There is nothing in “%s”\n%s", collection->name, script);
      for (guint j = 0; j < documents->len; j++)
        {
          g_autofree char *fault = schema_check (schema, documents->pdata[j]);
          bson_iter_t iter;

          if (fault != NULL && (is_whole || !g_str_has_suffix (fault, " is missing")))
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

/* Fills a database by one design, and turns it into the other. Returns whether all of it could be
 * moved: of what is left to somebody nothing is tried. */
static gboolean
migrate_some (mongoc_client_t *client, SquillModel *now, SquillModel *then, guint elements)
{
  g_autoptr (SquillDesign) before = squill_design_new (now);
  g_autoptr (SquillDesign) after = squill_design_new (then);
  g_autoptr (SquillSamples) samples = squill_samples_new (before);
  g_autofree char *script = squill_migration_to_text (before, after);
  g_autofree char *printed = NULL, *again = NULL, *first = NULL, *second = NULL;
  g_autoptr (GHashTable) old_values = NULL, new_values = NULL;
  GHashTableIter iter;
  gpointer value;
  char *queries = strstr (script, "// The operation “");

  if (strstr (script, "not written here") != NULL ||
      strstr (script, "for the application to say") != NULL ||
      strstr (script, "has to be created anew") != NULL)
    return FALSE;
  /* Operations are for the application to run. */
  if (queries != NULL)
    *queries = '\0';
  live_samples_fill (client, DATABASE, before, samples,
                     elements == ELEMENTS ? DOCUMENTS : FEW_DOCUMENTS, elements);
  old_values = read_values (client, before);
  g_assert_cmpuint (g_hash_table_size (old_values), >, 0);
  printed = shell_script_run (client, DATABASE, script);
  if (*printed == '\0')
    check_documents (client, after, elements == ELEMENTS, script);
  new_values = read_values (client, after);
  g_hash_table_iter_init (&iter, old_values);
  while (g_hash_table_iter_next (&iter, &value, NULL))
    if (!g_hash_table_contains (new_values, value))
      g_error ("“%s” is lost\n%s", (char *)value, script);
  first = live_members_dump (client, DATABASE);
  again = shell_script_run (client, DATABASE, script);
  g_assert_cmpstr (again, ==, printed);
  second = live_members_dump (client, DATABASE);
  if (!g_str_equal (first, second))
    g_error ("A second run changes something\n%s", script);
  if (*printed == '\0')
    g_assert_null (strstr (second, "_pairs "));
  return *printed == '\0';
}

static void
migrate (mongoc_client_t *client, SquillModel *now, SquillModel *then)
{
  g_assert_true (migrate_some (client, now, then, ELEMENTS));
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
                GHashTable *moved)
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
      if (migrate_some (client, now, then, FEW_ELEMENTS))
        g_hash_table_add (moved, (gpointer)transform->pattern->id);
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
check_patterns (mongoc_client_t *client, SquillModel *model, GHashTable *moved)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillAdvice) advice = squill_advice_new (design);
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);

  collect_items (squill_model_get_info (model), ids);
  for (guint i = 0; i < ids->len; i++)
    try_transforms (client, model, advice, ids->pdata[i], moved);
}

static void
test_example (gconstpointer name)
{
  LiveServer *server = live_server_get (LIVE_SERVER_PLAIN);
  g_autoptr (SquillModel) model = load_example (name);
  g_autoptr (GHashTable) moved = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter iter;
  gpointer pattern;
  mongoc_client_t *client;

  if (server == NULL)
    return;
  client = live_server_connect (server);
  check_patterns (client, model, moved);
  g_hash_table_iter_init (&iter, moved);
  while (g_hash_table_iter_next (&iter, &pattern, NULL))
    g_test_message ("moved: %s", (char *)pattern);
  live_data_run (client, DATABASE, "{\"dropDatabase\": 1}");
  mongoc_client_destroy (client);
}

/* What is rarely read becomes a document beside the other. */
static void
test_details (void)
{
  LiveServer *server = live_server_get (LIVE_SERVER_PLAIN);
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (GHashTable) moved = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillAdvice) advice = NULL;
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
  try_transforms (client, model, advice, "movie", moved);
  g_assert_true (g_hash_table_contains (moved, "subset"));
  live_data_run (client, DATABASE, "{\"dropDatabase\": 1}");
  mongoc_client_destroy (client);
}

/* Placements. */

static void
place (SquillModel *model, const char *placement)
{
  g_autofree char *quoted = g_strdup_printf ("'%s'", placement);

  change (model, "members", "placement", quoted);
  if (g_str_equal (placement, "subset") || g_str_equal (placement, "bucket"))
    change (model, "members", "bound", "5");
}

static void
test_placements (gconstpointer data)
{
  const char *from = data;
  LiveServer *server = live_server_get (LIVE_SERVER_PLAIN);
  mongoc_client_t *client;

  if (server == NULL)
    return;
  client = live_server_connect (server);
  for (guint i = 0; i < SQUILL_N_PLACEMENTS; i++)
    {
      const char *to = team_placements[i];
      g_autoptr (SquillModel) now = make_teams (from);
      g_autoptr (SquillModel) then = NULL;
      g_autofree char *before = NULL;

      if (g_str_equal (from, to))
        continue;
      /* As many as there are parents for: none is alone. */
      draw_count (now, "player", 360);
      /* What is one stays one. */
      if (g_str_equal (from, "embed-one") || g_str_equal (to, "embed-one"))
        {
          change (now, "members", "children", "{'min':1,'likely':1,'max':1}");
          draw_count (now, "team", 200);
          draw_count (now, "player", 200);
        }
      then = copy_model (now);
      place (then, to);
      g_test_message ("to %s", to);
      {
        g_autoptr (SquillDesign) design = squill_design_new (now);
        g_autoptr (SquillSamples) samples = squill_samples_new (design);

        live_samples_fill (client, DATABASE, design, samples, DOCUMENTS, ELEMENTS);
        before = live_members_read (client, DATABASE, from, 0);
      }
      migrate (client, now, then);
      for (guint nth = 0;; nth++)
        {
          g_autofree char *after = live_members_read (client, DATABASE, to, nth);

          if (after == NULL)
            break;
          g_assert_cmpstr (after, ==, before);
        }
    }
  live_data_run (client, DATABASE, "{\"dropDatabase\": 1}");
  mongoc_client_destroy (client);
}

/* What cannot be moved stays: here, players that are in no team, and one in a team that is gone. */
static void
test_kept (gconstpointer to)
{
  LiveServer *server = live_server_get (LIVE_SERVER_PLAIN);
  g_autoptr (SquillModel) now = make_teams ("parent-reference");
  g_autoptr (SquillModel) then = NULL;
  g_autoptr (SquillDesign) before = NULL, after = NULL;
  g_autoptr (SquillSamples) samples = NULL;
  g_autofree char *script = NULL, *printed = NULL, *again = NULL;
  g_autoptr (GHashTable) names = NULL, kept = NULL;
  char *queries;
  mongoc_client_t *client;

  if (server == NULL)
    return;
  client = live_server_connect (server);
  draw_count (now, "player", 360);
  then = copy_model (now);
  place (then, to);
  before = squill_design_new (now);
  after = squill_design_new (then);
  samples = squill_samples_new (before);
  script = squill_migration_to_text (before, after);
  queries = strstr (script, "// The operation “");
  if (queries != NULL)
    *queries = '\0';
  for (guint i = 0; i < 2; i++)
    {
      live_samples_fill (client, DATABASE, before, samples, DOCUMENTS, ELEMENTS);
      live_data_insert (client, DATABASE, "player",
                        i == 0 ? "[{\"nick\": \"nobody's\", \"goals\": 1}]"
                               : "[{\"nick\": \"nobody's\", \"goals\": 1, \"team\": "
                                 "{\"$oid\": \"0123456789abcdef01234567\"}}]");
      g_clear_pointer (&names, g_hash_table_unref);
      g_clear_pointer (&kept, g_hash_table_unref);
      g_clear_pointer (&printed, g_free);
      names = read_values (client, before);
      printed = shell_script_run (client, DATABASE, script);
      g_assert_nonnull (strstr (printed, "nothing of the old one was removed"));
      kept = read_values (client, before);
      g_assert_true (g_hash_table_contains (kept, "nobody's"));
      g_assert_cmpuint (g_hash_table_size (kept), >=, g_hash_table_size (names));
      /* Once somebody has taken it away, another run ends what the first began. */
      live_data_run (client, DATABASE,
                     "{\"delete\": \"player\", \"deletes\": "
                     "[{\"q\": {\"nick\": \"nobody's\"}, \"limit\": 0}]}");
      live_data_run (client, DATABASE,
                     "{\"delete\": \"team_members_pairs\", \"deletes\": "
                     "[{\"q\": {\"document.nick\": \"nobody's\"}, "
                     "\"limit\": 0}]}");
      again = shell_script_run (client, DATABASE, script);
      g_assert_cmpstr (again, ==, "");
      check_documents (client, after, TRUE, script);
      g_clear_pointer (&again, g_free);
    }
  live_data_run (client, DATABASE, "{\"dropDatabase\": 1}");
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
  g_test_add_data_func ("/server/migration/kept", "embed-many", test_kept);
  for (guint i = 0; i < SQUILL_N_PLACEMENTS; i++)
    {
      g_autofree char *path = g_strconcat ("/server/migration/from/", team_placements[i], NULL);

      g_test_add_data_func (path, team_placements[i], test_placements);
    }
}

int
main (int argc, char *argv[])
{
  return live_server_run (&argc, &argv, add_tests);
}
