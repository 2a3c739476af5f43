/* SPDX-License-Identifier: Apache-2.0 */

/* Families E and G: what names something that is not there, or the same thing twice. Edits leave
 * nothing of the kind; files that were merged or written by other programs do. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-index-private.h"
#include "model/squill-authoring.h"

/* coll-name-duplicate */

static void
report_collection (SquillRun *run, const SquillCollection *collection)
{
  SquillFinding *finding = _squill_run_report (
      run, SQUILL_SEVERITY_ERROR, _squill_run_get_item_of (run, collection), 0,
      g_strdup_printf (_ ("Two collections are called “%s”: the server has one of that name, with "
                          "the documents of both."),
                       collection->name));

  _squill_finding_set_place (finding, collection->id, "");
  if (collection->kind == SQUILL_COLLECTION_ENTITY)
    {
      g_autofree char *name = squill_model_make_unique_name (run->model, SQUILL_MODEL_ID,
                                                             SQUILL_KIND_ENTITY, collection->name);

      finding->fix = _squill_fix_new_set (g_strdup_printf (_ ("Rename it “%s”"), name),
                                          collection->entity, "name", json_string (name));
    }
}

/* The names that more than one collection has, in whatever databases (element-type utf8). */
static GHashTable *
find_repeated_names (SquillRun *run)
{
  const guint n = squill_design_get_n_collections (run->design);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTable *repeated = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < n; i++)
    {
      char *name = squill_design_get_collection (run->design, i)->name;

      if (!g_hash_table_add (names, name))
        g_hash_table_add (repeated, name);
    }
  return repeated;
}

static void
check_collections (SquillRun *run, gconstpointer subject)
{
  const guint n = squill_design_get_n_collections (run->design);
  g_autoptr (GHashTable) repeated = find_repeated_names (run);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < n && g_hash_table_size (repeated) > 0; i++)
    {
      const SquillCollection *collection = squill_design_get_collection (run->design, i);
      const char *database;

      if (!g_hash_table_contains (repeated, collection->name))
        continue;
      database = squill_collection_get_database (run->design, collection);
      /* An entity without a name is not called anything yet; links have a name that is made. */
      if (*collection->name != '\0' &&
          (collection->kind != SQUILL_COLLECTION_ENTITY ||
           squill_item_get_name (_squill_run_get_item_of (run, collection)) != NULL) &&
          !g_hash_table_add (names, g_strdup_printf ("%s\n%s", database != NULL ? database : "",
                                                     collection->name)))
        report_collection (run, collection);
    }
}

/* dangling-key */

static gboolean
is_dangling (SquillRun *run, const SquillKey *key)
{
  g_auto (GStrv) ids = NULL;

  /* A path that is written out names no item. */
  if (key->path == NULL || *key->path == '=')
    return FALSE;
  ids = g_strsplit (key->path, "/", -1);
  for (guint i = 0; ids[i] != NULL; i++)
    if (squill_model_get_item (run->model, ids[i]) == NULL)
      return TRUE;
  return FALSE;
}

static gboolean
has_dangling (SquillRun *run, const SquillKeys *keys)
{
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    if (is_dangling (run, keys->pdata[i]))
      return TRUE;
  return FALSE;
}

/* The keys without those that lead nowhere; NULL where none is left. */
static json_t *
get_rest (SquillRun *run, const SquillKeys *keys)
{
  g_autoptr (GPtrArray) rest = _squill_keys_new ();

  for (guint i = 0; i < keys->len; i++)
    {
      const SquillKey *key = keys->pdata[i];

      if (!is_dangling (run, key))
        g_ptr_array_add (rest, squill_key_new (key->path, key->operator));
    }
  return rest->len > 0 ? squill_json_keys (rest) : NULL;
}

static void
check_index (SquillRun *run, const SquillIndex *index)
{
  json_t *rest;
  SquillFinding *finding;

  if (!has_dangling (run, index->keys))
    return;
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_ERROR, index, 0,
      g_strdup_printf (_ ("The index “%s” names a field that is not there: it cannot be created."),
                       index->name != NULL ? index->name : ""));
  rest = get_rest (run, index->keys);
  finding->fix = _squill_fix_new (
      g_strdup (rest != NULL ? _ ("Remove the key from the index") : _ ("Delete the index")));
  if (rest != NULL)
    _squill_fix_set (finding->fix, index->item.id, "keys", rest);
  else
    _squill_fix_remove (finding->fix, index->item.id);
}

static void
check_entity (SquillRun *run, gconstpointer subject)
{
  const SquillEntity *entity = subject;

  SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
    {
      check_index (run, index);
    }
}

static void
check_operation (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const struct
  {
    const char *property;
    const SquillKeys *keys;
  } lists[] = {
    { "filter", operation->filter },     { "sort", operation->sort },
    { "returns", operation->returns },   { "writes", operation->writes },
    { "computes", operation->computes },
  };
  SquillFinding *finding = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      if (!has_dangling (run, lists[i].keys))
        continue;
      if (finding == NULL)
        {
          finding = _squill_run_report (
              run, SQUILL_SEVERITY_WARNING, operation, 0,
              g_strdup_printf (_ ("“%s” names a field that is not there, and is computed and "
                                  "written without it."),
                               operation->name != NULL ? operation->name : ""));
          finding->fix = _squill_fix_new (g_strdup (_ ("Remove the field from the operation")));
        }
      _squill_fix_set (finding->fix, operation->item.id, lists[i].property,
                       get_rest (run, lists[i].keys));
    }
}

const SquillRule _squill_rules_dangling[] = {
  { .info = { "coll-name-duplicate", "G", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_LIMITS,
              N_ ("Two collections have the same name"),
              N_ ("A database has one collection of a name. What is drawn as two would be stored "
                  "in one, where the validator of one rejects the documents of the other. It also "
                  "happens where links or buckets get the name of an entity. Give one of them "
                  "another name, or make them one entity with a discriminator."),
              NULL },
    .scope = SQUILL_SCOPE_MODEL,
    .aspects = SQUILL_ASPECT_NAME | SQUILL_ASPECT_PLACEMENT | SQUILL_ASPECT_STORAGE,
    .check = check_collections },
  { .info = { "dangling-key", "E", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_DERIVED,
              N_ ("A key names a field that is not there"),
              N_ ("An index or an operation names a field or relationship that the model does not "
                  "have, as after a merge of two files in one of which it was deleted. Such an "
                  "index is left out of scripts, and such a condition out of queries. Name "
                  "another field, or remove the key."),
              NULL },
    .scope = SQUILL_SCOPE_ENTITY,
    .aspects =
        SQUILL_ASPECT_NAME | SQUILL_ASPECT_SHAPE | SQUILL_ASPECT_STORAGE | SQUILL_ASPECT_WORKLOAD,
    .check = check_entity,
    .other_scope = SQUILL_SCOPE_OPERATION,
    .other_check = check_operation },
  { .info = { NULL } },
};
