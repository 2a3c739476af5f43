/* SPDX-License-Identifier: Apache-2.0 */

/* Families C and G: what is in which database. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-advice-private.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

/* NULL where nobody said. */
static const char *
get_database (SquillRun *run, const SquillEntity *entity)
{
  const char *own = entity->database;
  const char *usual = squill_model_get_info (run->model)->database;

  if (own != NULL && *own != '\0')
    return own;
  return usual != NULL && *usual != '\0' ? usual : NULL;
}

/* Whether both have a collection, in databases that are known to be two. */
static gboolean
are_apart (SquillRun *run, const SquillEntity *a, const SquillEntity *b)
{
  const char *first = get_database (run, a), *second = get_database (run, b);

  /* That of the model has a name even where nobody wrote it down. */
  return (first != NULL || second != NULL) && g_strcmp0 (first, second) != 0 &&
         _squill_run_get_own_collection (run, a->item.id) != NULL &&
         _squill_run_get_own_collection (run, b->item.id) != NULL;
}

/* cross-db-access */

/* The operation that goes along the relationship most often; NULL where none does. */
static const SquillUse *
find_most_frequent (SquillRun *run, const SquillRelationship *r)
{
  const GPtrArray *uses = squill_operation_index_get_uses_of (run->operations, r->child);
  const SquillUse *most = NULL;

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if (squill_use_follows (use, r->item.id) && (most == NULL || use->rate > most->rate))
        most = use;
    }
  return most;
}

/* Puts the child where its parent is, where nothing else holds it. */
static SquillFix *
make_move (SquillRun *run, const SquillEntity *parent, const SquillEntity *child)
{
  const char *database = get_database (run, parent);
  guint n;

  squill_entity_get_relationships (child, &n);
  if (database == NULL || n > 1)
    return NULL;
  return _squill_fix_new_set (
      g_strdup_printf (_ ("Keep “%s” in “%s”"), _squill_wording_name (child), database),
      child->item.id, "database", json_string (database));
}

static void
check_across (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = _squill_run_get_parent (run, r);
  const SquillEntity *child = _squill_run_get_child (run, r);
  const SquillUse *use;
  const char *first, *second;
  g_autofree char *rate = NULL, *also = NULL;
  SquillFinding *finding;

  if (parent == NULL || child == NULL || squill_placement_is_embedding (r->placement) ||
      !are_apart (run, parent, child))
    return;
  first = get_database (run, parent);
  second = get_database (run, child);
  use = find_most_frequent (run, r);
  if (use != NULL && use->rate > 0)
    {
      rate = squill_text_rate (use->rate);
      also = g_strdup_printf (_ ("“%s”, %s, needs a second query."),
                              _squill_wording_name (use->operation), rate);
    }
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, r, use == NULL ? 0 : use->rate,
      g_strdup_printf (
          _ ("“%s” is in the database “%s” and “%s” in “%s”: $lookup joins within one database "
             "only.%s%s"),
          _squill_wording_name (parent), first == NULL ? _ ("of the model") : first,
          _squill_wording_name (child), second == NULL ? _ ("of the model") : second,
          also == NULL ? "" : " ", also == NULL ? "" : also));
  _squill_finding_set_text (finding, "parent_database", first == NULL ? "" : first);
  _squill_finding_set_text (finding, "child_database", second == NULL ? "" : second);
  finding->fix = make_move (run, parent, child);
}

/* db-isolation */

/* Whether a word of a name says that it is kept for another purpose than the data of every day. */
static gboolean
means_aside (const char *word, gsize length)
{
  static const char *const words[] = {
    "audit", "archive", "archived", "backup", "history", "config", "configuration",
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i]) == length && g_ascii_strncasecmp (word, words[i], length) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_set_aside (const SquillEntity *entity)
{
  const char *word = entity->name;

  while (word != NULL && *word != '\0')
    {
      const gsize length = strcspn (word, "_-. 0123456789");

      if (means_aside (word, length))
        return TRUE;
      word += length + (word[length] != '\0');
    }
  return FALSE;
}

/* What refers to others, or is referred to, would be torn from them. */
static gboolean
is_on_its_own (const SquillEntity *entity)
{
  guint n;

  squill_entity_get_relationships (entity, &n);
  return n == 0;
}

static SquillFix *
make_isolation (SquillRun *run, const GPtrArray *entities, const char *database)
{
  g_autofree char *name = g_strdup_printf ("%s_archive", database);
  SquillFix *fix =
      _squill_fix_new (g_strdup_printf (_ ("Keep them in a database of their own, “%s”"), name));

  for (guint i = 0; i < entities->len; i++)
    _squill_fix_set (fix, ((const SquillItem *)entities->pdata[i])->id, "database",
                     json_string (name));
  return fix;
}

static void
check_isolation (SquillRun *run, gconstpointer subject)
{
  const SquillModelInfo *info = subject;
  g_autoptr (GPtrArray) aside = g_ptr_array_new ();
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const SquillEntity *live = NULL;
  g_autofree char *list = NULL;
  SquillFinding *finding;

  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, info, SQUILL_KIND_ENTITY)
    {
      if (entity->database != NULL && *entity->database != '\0')
        continue;
      if (is_set_aside (entity) && is_on_its_own (entity))
        {
          g_ptr_array_add (aside, (gpointer)entity);
          g_ptr_array_add (names, (gpointer)_squill_wording_name (entity));
        }
      else if (live == NULL && !is_set_aside (entity))
        live = entity;
    }
  if (aside->len == 0 || live == NULL)
    return;
  list = squill_text_names (names);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, aside->pdata[0], aside->len,
      g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE,
                       "%1$u collection that is kept for the record or for settings shares a "
                       "database with “%2$s”: %3$s. Backup, load, and rights are those of both.",
                       "%1$u collections that are kept for the record or for settings share a "
                       "database with “%2$s”: %3$s. Backup, load, and rights are those of all.",
                       aside->len),
          aside->len, _squill_wording_name (live), list));
  _squill_finding_set_number (finding, "collections", aside->len);
  _squill_finding_set_list (finding, "names", names);
  finding->fix = make_isolation (run, aside,
                                 info->database == NULL || *info->database == '\0'
                                     ? _squill_wording_name (live)
                                     : info->database);
}

const SquillRule _squill_rules_across_databases[] = {
  { .info = { "cross-db-access", "C", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_NORMS ", norm 14; " SQUILL_SOURCE_LOOKUP,
              N_ ("A relationship leads to another database"),
              N_ ("$lookup joins collections of one database, so what is asked for together "
                  "takes a query for each. Databases are also what services own, back up, and move "
                  "to other servers: what one of them needs of another is better copied, or the "
                  "two belong into one database."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = SQUILL_ASPECT_STORAGE | SQUILL_ASPECT_PLACEMENT | SQUILL_ASPECT_WORKLOAD |
               SQUILL_ASPECT_SERVER,
    .check = check_across },
  { .info = { NULL } },
};

const SquillRule _squill_rules_databases[] = {
  { .info = { "db-isolation", "G", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_NORMS ", norm 14",
              N_ ("Live data shares a database with what is kept for the record"),
              N_ ("Archives, audit trails, and settings are backed up, read, and protected "
                  "otherwise than the data of every day. In a database of their own they can be, "
                  "and their load is seen apart. Nothing should have to join the two."),
              NULL },
    .scope = SQUILL_SCOPE_MODEL,
    .aspects =
        SQUILL_ASPECT_NAME | SQUILL_ASPECT_STORAGE | SQUILL_ASPECT_PLACEMENT | SQUILL_ASPECT_SERVER,
    .check = check_isolation },
  { .info = { NULL } },
};
