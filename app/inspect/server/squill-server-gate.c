/* SPDX-License-Identifier: Apache-2.0 */

/* The commands that may be sent to a server. Commands, their arguments, and the stages of pipelines
 * are allowed by name, and nothing else is. Whoever adds a name has to be sure that it cannot
 * change anything on the server. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/server/squill-server-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Deeper commands are refused without a look inside. The limit of the server is 180. */
#define MAX_DEPTH 150

typedef struct
{
  const char *name;
  const char *const *arguments; /* besides those of all commands */
} Command;

typedef gboolean (*CheckFunc) (const bson_iter_t *value, guint depth, GError **error);

static const char *const no_arguments[] = { NULL };
static const char *const list_databases[] = { "nameOnly", "filter", "authorizedDatabases", NULL };
static const char *const list_collections[] = { "nameOnly", "filter", "authorizedCollections",
                                                "cursor", NULL };
static const char *const list_indexes[] = { "cursor", NULL };
static const char *const count[] = { "query", "limit", "hint", "collation", NULL };
static const char *const find[] = { "filter",    "projection",  "sort", "limit",     "skip",
                                    "batchSize", "singleBatch", "hint", "collation", NULL };
static const char *const aggregate[] = { "pipeline",  "cursor", "allowDiskUse",
                                         "collation", "hint",   NULL };
static const char *const get_more[] = { "collection", "batchSize", NULL };
static const char *const kill_cursors[] = { "cursors", NULL };
static const char *const statistics[] = { "scale", "freeStorage", NULL };
static const char *const get_parameter[] = { "featureCompatibilityVersion", NULL };
static const char *const connection_status[] = { "showPrivileges", NULL };

static const Command commands[] = {
  { "aggregate", aggregate },
  { "buildInfo", no_arguments },
  { "collStats", statistics },
  { "connectionStatus", connection_status },
  { "count", count },
  { "dbStats", statistics },
  { "find", find },
  { "getMore", get_more },
  { "getParameter", get_parameter },
  { "getShardMap", no_arguments },
  { "hello", no_arguments },
  { "killCursors", kill_cursors },
  { "listCollections", list_collections },
  { "listDatabases", list_databases },
  { "listIndexes", list_indexes },
  { "listShards", no_arguments },
  { "ping", no_arguments },
};

/* Arguments of all commands; none changes what a command does. */
static const char *const common_arguments[] = { "maxTimeMS", "comment", NULL };

static const char *const stages[] = {
  "$addFields",   "$bucket",      "$bucketAuto", "$collStats", "$count", "$facet",
  "$group",       "$indexStats",  "$limit",      "$lookup",    "$match", "$project",
  "$replaceRoot", "$replaceWith", "$sample",     "$set",       "$skip",  "$sort",
  "$sortByCount", "$unionWith",   "$unset",      "$unwind",    NULL,
};

/* Not allowed anywhere in a command: stages that write, and code that the server would run. */
static const char *const forbidden_keys[] = { "$out",      "$merge",       "$where",
                                              "$function", "$accumulator", NULL };

static gboolean check_pipeline (const bson_iter_t *value, guint depth, GError **error);

static gboolean
refuse (GError **error, const char *what)
{
  g_autofree char *valid = g_utf8_make_valid (what, MIN (strlen (what), 100));

  g_set_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_REFUSED,
               _ ("Squill only reads from servers and does not send this: %s"), valid);
  return FALSE;
}

/* Calls @check for each value of an array or object. */
static gboolean
check_each (const bson_iter_t *value, CheckFunc check, guint depth, GError **error)
{
  bson_iter_t child;

  if (!bson_iter_recurse (value, &child))
    return refuse (error, bson_iter_key (value));
  while (bson_iter_next (&child))
    if (!check (&child, depth, error))
      return FALSE;
  return TRUE;
}

/* Checks a value with everything in it. */
static gboolean
check_value (const bson_iter_t *value, guint depth, GError **error)
{
  const char *key = bson_iter_key (value);

  if (g_strv_contains (forbidden_keys, key) || depth > MAX_DEPTH)
    return refuse (error, key);
  if (BSON_ITER_HOLDS_CODE (value) || BSON_ITER_HOLDS_CODEWSCOPE (value))
    return refuse (error, key);
  if (BSON_ITER_HOLDS_DOCUMENT (value) || BSON_ITER_HOLDS_ARRAY (value))
    return check_each (value, check_value, depth + 1, error);
  return TRUE;
}

/* Checks a stage and the pipelines in it. */
static gboolean
check_stage (const bson_iter_t *stage, guint depth, GError **error)
{
  const char *name = bson_iter_key (stage);
  bson_iter_t member;

  if (!g_strv_contains (stages, name))
    return refuse (error, name);
  if (g_str_equal (name, "$facet"))
    return check_each (stage, check_pipeline, depth + 1, error);
  if (!g_str_equal (name, "$lookup") && !g_str_equal (name, "$unionWith"))
    return TRUE;
  if (!BSON_ITER_HOLDS_DOCUMENT (stage))
    return BSON_ITER_HOLDS_UTF8 (stage) || refuse (error, name);
  if (!bson_iter_recurse (stage, &member))
    return refuse (error, name);
  while (bson_iter_next (&member))
    if (g_str_equal (bson_iter_key (&member), "pipeline") &&
        !check_pipeline (&member, depth + 1, error))
      return FALSE;
  return TRUE;
}

static gboolean
check_stage_document (const bson_iter_t *value, guint depth, GError **error)
{
  bson_iter_t stage;
  guint n = 0;

  if (!BSON_ITER_HOLDS_DOCUMENT (value) || !bson_iter_recurse (value, &stage))
    return refuse (error, "pipeline");
  while (bson_iter_next (&stage))
    if (n++ > 0 || !check_stage (&stage, depth, error))
      return n > 1 ? refuse (error, bson_iter_key (&stage)) : FALSE;
  return n == 1 || refuse (error, "pipeline");
}

static gboolean
check_pipeline (const bson_iter_t *value, guint depth, GError **error)
{
  if (depth > MAX_DEPTH || !BSON_ITER_HOLDS_ARRAY (value))
    return refuse (error, bson_iter_key (value));
  return check_each (value, check_stage_document, depth + 1, error);
}

static const Command *
find_command (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (commands[i].name, name))
      return &commands[i];
  return NULL;
}

/**
 * _squill_server_gate_check:
 * @command: a command
 * @error: return location
 *
 * Checks that a command only reads: a known command with known arguments, with pipelines of stages
 * that only read, and without code that the server would run.
 *
 * Returns: %FALSE with %SQUILL_SERVER_ERROR_REFUSED if it may not be sent
 */
gboolean
_squill_server_gate_check (const bson_t *command, GError **error)
{
  const Command *known;
  bson_iter_t iter;
  gboolean has_pipeline = FALSE;

  g_return_val_if_fail (command != NULL, FALSE);

  if (!bson_validate (command, BSON_VALIDATE_UTF8, NULL) || !bson_iter_init (&iter, command) ||
      !bson_iter_next (&iter))
    return refuse (error, _ ("an empty command"));
  known = find_command (bson_iter_key (&iter));
  if (known == NULL)
    return refuse (error, bson_iter_key (&iter));
  if (!check_value (&iter, 0, error))
    return FALSE;

  while (bson_iter_next (&iter))
    {
      const char *key = bson_iter_key (&iter);

      if (!g_strv_contains (known->arguments, key) && !g_strv_contains (common_arguments, key))
        return refuse (error, key);
      if (!check_value (&iter, 0, error))
        return FALSE;
      if (g_str_equal (key, "pipeline"))
        {
          has_pipeline = TRUE;
          if (!check_pipeline (&iter, 0, error))
            return FALSE;
        }
    }
  return known->arguments != aggregate || has_pipeline || refuse (error, known->name);
}
