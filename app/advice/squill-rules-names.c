/* SPDX-License-Identifier: Apache-2.0 */

/* Family G: names of databases, collections, and fields. Typing refuses some of them (see
 * squill_model_check_name()), but files and data have any. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-index-private.h"
#include "model/squill-authoring.h"
#include "model/squill-dialect.h"
#include "model/squill-variants.h"
#include "text/squill-text.h"

/* Together with that of the database, on servers before 4.4. */
#define OLD_NAMESPACE_BYTES 120.0
/* What a long name counts against, to say what it costs. */
#define SHORT_NAME_CHARACTERS 20.0

/* Names of an object that are told apart at the first look: 20 are in nine cases of ten. */
#define NAME_BITS 2048

#define NOT_IN_DATABASE_NAMES "/\\. \"$"

static SquillFix *
make_rename_fix (const char *id, const char *property, const char *name)
{
  return _squill_fix_new_set (g_strdup_printf (_ ("Rename it “%s”"), name), id, property,
                              json_string (name));
}

/* db-name-invalid, db-name-case, db-name-reserved */

/* The name without what the server refuses, no longer than @most bytes. */
static char *
clean_database_name (const char *name, double most)
{
  g_autofree char *valid = g_strdelimit (g_strdup (name), NOT_IN_DATABASE_NAMES, '_');
  const char *end = valid;

  while (*end != '\0' && (double)(g_utf8_next_char (end) - valid) <= most)
    end = g_utf8_next_char (end);
  return g_strndup (valid, (gsize)(end - valid));
}

/* A database that the model names, and who is in it: the model itself, or those entities that have
 * a collection there and name it themselves. */
typedef struct
{
  const char *name;
  GPtrArray *items;
} Database;

static void
clear_database (gpointer data)
{
  g_ptr_array_unref (((Database *)data)->items);
}

/* @items: those that are there, by name. */
static void
add_to_database (GArray *databases, GHashTable *items, const char *name, const SquillItem *item)
{
  Database new_one = { name, g_hash_table_lookup (items, name) };

  if (new_one.items == NULL)
    {
      new_one.items = g_ptr_array_new ();
      g_hash_table_insert (items, (gpointer)name, new_one.items);
      g_array_append_val (databases, new_one);
    }
  g_ptr_array_add (new_one.items, (gpointer)item);
}

/* (element-type Database): that of the model first. */
static GArray *
list_databases (SquillRun *run, const SquillModelInfo *info)
{
  GArray *databases = g_array_new (FALSE, FALSE, sizeof (Database));
  g_autoptr (GHashTable) items = g_hash_table_new (g_str_hash, g_str_equal);

  g_array_set_clear_func (databases, clear_database);
  if (info->database != NULL)
    add_to_database (databases, items, info->database, &info->item);
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, info, SQUILL_KIND_ENTITY)
    {
      if (entity->database != NULL && *entity->database != '\0' &&
          _squill_run_get_own_collection (run, entity->item.id) != NULL)
        add_to_database (databases, items, entity->database, &entity->item);
    }
  return databases;
}

static void
set_rename_fix (SquillFinding *finding, const Database *database, const char *name)
{
  const SquillItem *first = database->items->pdata[0];

  finding->fix = first->kind == SQUILL_KIND_ENTITY
                     ? _squill_fix_new_set (g_strdup_printf (_ ("Use the database “%s”"), name),
                                            first->id, "database", json_string (name))
                     : make_rename_fix (first->id, "database", name);
  for (guint i = 1; i < database->items->len; i++)
    _squill_fix_set (finding->fix, ((const SquillItem *)database->items->pdata[i])->id, "database",
                     json_string (name));
}

static void
check_name_of_database (SquillRun *run, const Database *database)
{
  const double most = _squill_run_get (run, SQUILL_THRESHOLD_NAME_DB);
  const char *name = database->name;
  const char *wrong = strpbrk (name, NOT_IN_DATABASE_NAMES);
  g_autofree char *bytes = NULL, *allowed = NULL, *clean = NULL;
  SquillFinding *finding;

  if (wrong == NULL && (double)strlen (name) <= most)
    return;
  bytes = squill_text_bytes ((double)strlen (name));
  allowed = squill_text_bytes (most);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_ERROR, database->items->pdata[0], 0,
      wrong == NULL
          ? g_strdup_printf (_ ("%s for the name of the database: the server allows no more "
                                "than %s."),
                             bytes, allowed)
          : g_strdup_printf (_ ("The name of the database, “%s”, contains “%c”, which the server "
                                "refuses."),
                             name, *wrong));
  _squill_finding_set_number (finding, "bytes", (double)strlen (name));
  _squill_finding_set_number (finding, "threshold", most);
  clean = clean_database_name (name, most);
  set_rename_fix (finding, database, clean);
}

static void
check_database (SquillRun *run, gconstpointer subject)
{
  g_autoptr (GArray) databases = list_databases (run, subject);

  for (guint i = 0; i < databases->len; i++)
    check_name_of_database (run, &g_array_index (databases, Database, i));
}

static void
check_database_case (SquillRun *run, gconstpointer subject)
{
  g_autoptr (GArray) databases = list_databases (run, subject);
  /* By their names in one case. */
  g_autoptr (GHashTable) first = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < databases->len; i++)
    {
      const Database *database = &g_array_index (databases, Database, i);
      g_autofree char *folded = g_utf8_casefold (database->name, -1);
      const Database *other = g_hash_table_lookup (first, folded);
      g_autofree char *lower = g_utf8_strdown (database->name, -1);
      SquillFinding *finding;

      if (other == NULL)
        g_hash_table_insert (first, g_steal_pointer (&folded), (gpointer)database);
      if (other != NULL)
        {
          finding = _squill_run_report (
              run, SQUILL_SEVERITY_ERROR, database->items->pdata[0], 0,
              g_strdup_printf (_ ("The names of the databases “%s” and “%s” differ only in case: "
                                  "the server refuses the second of them."),
                               other->name, database->name));
          set_rename_fix (finding, database, other->name);
        }
      else if (!g_str_equal (lower, database->name))
        {
          finding = _squill_run_report (
              run, SQUILL_SEVERITY_HINT, database->items->pdata[0], 0,
              g_strdup_printf (_ ("The name of the database, “%s”, has capital letters: whoever "
                                  "writes it in another case gets an error."),
                               database->name));
          set_rename_fix (finding, database, lower);
        }
    }
}

/* How many collections are in the database of the model, because nothing names another. */
static guint
count_collections_of_model (SquillRun *run)
{
  const guint all = squill_design_get_n_collections (run->design);
  guint n = 0;

  for (guint i = 0; i < all; i++)
    n += squill_collection_get_database (run->design,
                                         squill_design_get_collection (run->design, i)) == NULL;
  return n;
}

static void
check_database_reserved (SquillRun *run, gconstpointer subject)
{
  static const char *const reserved[] = { "admin", "local", "config", NULL };
  const SquillModelInfo *info = subject;
  g_autoptr (GArray) databases = list_databases (run, subject);

  for (guint i = 0; i < databases->len; i++)
    {
      const Database *database = &g_array_index (databases, Database, i);
      const gboolean of_model = database->items->pdata[0] == &info->item;
      const guint n = of_model ? count_collections_of_model (run) : database->items->len;
      g_autofree char *count = squill_text_count (n);
      SquillFinding *finding;

      if (!g_strv_contains (reserved, database->name) || n == 0)
        continue;
      finding = _squill_run_report (
          run, SQUILL_SEVERITY_WARNING, database->items->pdata[0], n,
          g_strdup_printf (
              g_dngettext (GETTEXT_PACKAGE,
                           "%s collection of the application is in “%s”, which the server "
                           "keeps for itself.",
                           "%s collections of the application are in “%s”, which the "
                           "server keeps for itself.",
                           n),
              count, database->name));
      _squill_finding_set_number (finding, "collections", n);
      /* Those that are elsewhere by themselves go where the others are. */
      if (of_model || info->database == NULL || g_strv_contains (reserved, info->database))
        set_rename_fix (finding, database, "app");
      else
        set_rename_fix (finding, database, info->database);
    }
}

/* coll-name-invalid */

/* Unnamed is not said yet. */
static gboolean
is_named (SquillRun *run, const SquillCollection *collection)
{
  return squill_item_get_name (_squill_run_get_item_of (run, collection)) != NULL;
}

static char *
clean_collection_name (SquillRun *run, const char *name)
{
  g_autofree char *valid = g_strdelimit (g_strdup (name), "$", '_');
  g_auto (GStrv) parts = NULL;
  g_autofree char *apart = NULL;

  parts = g_strsplit (valid, "system.", -1);
  apart = g_strjoinv ("system_", parts);
  return _squill_run_make_entity_name (run, apart);
}

static void
check_collection (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  const char *name = collection->name;
  char *message = NULL;
  SquillSeverity severity = SQUILL_SEVERITY_ERROR;
  SquillFinding *finding;

  if (!is_named (run, collection))
    return;
  if (*name == '\0')
    message = g_strdup (_ ("A collection has an empty name, which the server refuses."));
  else if (strchr (name, '$') != NULL)
    message = g_strdup_printf (
        _ ("The name of the collection “%s” contains “$”, which the server refuses."), name);
  else if (g_str_has_prefix (name, "system.") || strstr (name, ".system.") != NULL)
    message = g_strdup_printf (
        _ ("The name of the collection “%s” has “system.”, which the server keeps for itself."),
        name);
  else if (*name != '_' && !g_unichar_isalpha (g_utf8_get_char (name)))
    {
      severity = SQUILL_SEVERITY_HINT;
      message = g_strdup_printf (_ ("The name of the collection “%s” does not begin with a letter: "
                                    "db.getCollection() has to be used in the shell."),
                                 name);
    }
  else
    return;
  finding =
      _squill_run_report (run, severity, _squill_run_get_item_of (run, collection), 0, message);
  _squill_finding_set_place (finding, collection->id, "");
  if (severity == SQUILL_SEVERITY_ERROR && *name != '\0' &&
      collection->kind == SQUILL_COLLECTION_ENTITY)
    {
      g_autofree char *clean = clean_collection_name (run, name);

      finding->fix = make_rename_fix (collection->entity, "name", clean);
    }
}

/* coll-name-long, namespace-long */

static void
check_collection_length (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  const double n = (double)g_utf8_strlen (collection->name, -1);
  const double most = _squill_run_get (run, SQUILL_THRESHOLD_NAME_COLLECTION);
  g_autofree char *count = NULL, *allowed = NULL;
  SquillFinding *finding;

  if (n <= most)
    return;
  count = squill_text_count (n);
  allowed = squill_text_count (most);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, _squill_run_get_item_of (run, collection), n,
      g_strdup_printf (
          _ ("The name of “%s” has %s characters; up to %s are easy to read, and leave "
             "room for that of the database."),
          collection->name, count, allowed));
  _squill_finding_set_place (finding, collection->id, "");
  _squill_finding_set_number (finding, "characters", n);
  _squill_finding_set_number (finding, "threshold", most);
}

static gboolean
is_sharded (SquillRun *run, const SquillCollection *collection)
{
  const SquillEntity *entity = collection->kind == SQUILL_COLLECTION_ENTITY
                                   ? squill_model_get_entity (run->model, collection->entity)
                                   : NULL;

  return entity != NULL && entity->shard_key != NULL && entity->shard_key->len > 0;
}

static double
get_namespace_limit (SquillRun *run, const SquillCollection *collection)
{
  if (!squill_model_has_version (run->model, 4, 4))
    return OLD_NAMESPACE_BYTES;
  return _squill_run_get (run, is_sharded (run, collection) ? SQUILL_THRESHOLD_NAME_NS_SHARDED
                                                            : SQUILL_THRESHOLD_NAME_NS);
}

static void
check_namespace (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  const char *own = squill_collection_get_database (run->design, collection);
  const char *database = own != NULL ? own : squill_model_get_info (run->model)->database;
  /* Of a database of which nobody gave the name, not a byte is known. */
  const double bytes =
      (double)(database == NULL ? 0 : strlen (database)) + 1 + (double)strlen (collection->name);
  const double most = get_namespace_limit (run, collection);
  g_autofree char *length = NULL, *allowed = NULL;
  SquillFinding *finding;

  if (bytes <= most)
    return;
  length = squill_text_bytes (bytes);
  allowed = squill_text_bytes (most);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_ERROR, _squill_run_get_item_of (run, collection), bytes,
      is_sharded (run, collection)
          ? g_strdup_printf (
                _ ("The names of the database and of “%s” take %s together: the server "
                   "allows %s where the collection is sharded."),
                collection->name, length, allowed)
          : g_strdup_printf (
                _ ("The names of the database and of “%s” take %s together: the server "
                   "allows no more than %s."),
                collection->name, length, allowed));
  _squill_finding_set_place (finding, collection->id, "");
  _squill_finding_set_number (finding, "bytes", bytes);
  _squill_finding_set_number (finding, "threshold", most);
}

/* field-name-long, field-name-nul */

typedef gboolean (*FieldTest) (SquillRun *run, const SquillField *field);

static void
collect (SquillRun *run, gconstpointer item, FieldTest test, GPtrArray *fields)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, item, SQUILL_KIND_FIELD)
    {
      if (field->name != NULL && test (run, field))
        g_ptr_array_add (fields, (gpointer)field);
      if (field->item.children != NULL)
        collect (run, field, test, fields);
    }
}

static GPtrArray *
find_fields (SquillRun *run, gconstpointer owner, FieldTest test)
{
  GPtrArray *fields = g_ptr_array_new ();

  collect (run, owner, test, fields);
  return fields;
}

static char *
name_fields (const GPtrArray *fields)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < fields->len; i++)
    {
      const char *name = ((const SquillField *)fields->pdata[i])->name;

      if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
        g_ptr_array_add (names, (gpointer)name);
    }
  return squill_text_names (names);
}

static SquillFinding *
report_fields (SquillRun *run,
               SquillSeverity severity,
               gconstpointer owner,
               const GPtrArray *fields,
               char *message)
{
  SquillFinding *finding = _squill_run_report (
      run, severity, fields->len == 1 ? fields->pdata[0] : owner, fields->len, message);

  _squill_finding_set_number (finding, "count", fields->len);
  return finding;
}

static gboolean
is_long (SquillRun *run, const SquillField *field)
{
  return (double)g_utf8_strlen (field->name, -1) >
         _squill_run_get (run, SQUILL_THRESHOLD_NAME_FIELD);
}

static void
check_long_fields (SquillRun *run, gconstpointer subject)
{
  g_autoptr (GPtrArray) fields = find_fields (run, subject, is_long);
  g_autofree char *names = NULL, *length = NULL, *extra = NULL;
  SquillFinding *finding;
  double longest = 0, bytes = 0;

  if (fields->len == 0)
    return;
  for (guint i = 0; i < fields->len; i++)
    {
      const char *name = ((const SquillField *)fields->pdata[i])->name;

      longest = fmax (longest, (double)g_utf8_strlen (name, -1));
      bytes += (double)strlen (name) - SHORT_NAME_CHARACTERS;
    }
  names = name_fields (fields);
  length = squill_text_count (longest);
  extra = squill_text_bytes (bytes);
  finding = report_fields (
      run, SQUILL_SEVERITY_HINT, subject, fields,
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                    "The name of a field of “%s” has %s characters: %s. Every "
                                    "document repeats it, %s more than one of 20 characters.",
                                    "Names of fields of “%s” have up to %s characters: %s. Every "
                                    "document repeats them, %s more than names of 20 characters.",
                                    fields->len),
                       _squill_wording_name (subject), length, names, extra));
  _squill_finding_set_number (finding, "characters", longest);
  _squill_finding_set_number (finding, "threshold",
                              _squill_run_get (run, SQUILL_THRESHOLD_NAME_FIELD));
  _squill_finding_set_number (finding, "bytes", bytes);
}

static gboolean
is_empty (SquillRun *run, const SquillField *field)
{
  return *field->name == '\0';
}

static void
check_empty_fields (SquillRun *run, gconstpointer subject)
{
  g_autoptr (GPtrArray) fields = find_fields (run, subject, is_empty);

  if (fields->len > 0)
    report_fields (run, SQUILL_SEVERITY_HINT, subject, fields,
                   g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                                 "%u field of “%s” has an empty name: queries "
                                                 "cannot address it.",
                                                 "%u fields of “%s” have empty names: queries "
                                                 "cannot address them.",
                                                 fields->len),
                                    fields->len, _squill_wording_name (subject)));
}

/* field-name-dollar, field-name-dot */

static gboolean
is_mentioned (const SquillKeys *keys, const SquillField *field)
{
  return keys != NULL && _squill_keys_find (keys, field->item.id) != NULL;
}

/* Where the server takes no such name, whatever its version: in an index, in a shard key, and below
 * _id. */
static gboolean
is_refused (SquillRun *run, const SquillField *field)
{
  const SquillItem *owner = squill_item_get_owner (field);

  if (field->item.parent == owner && !squill_model_has_version (run->model, 5, 0))
    return TRUE;
  for (const SquillItem *around = field->item.parent;
       around != NULL && around->kind == SQUILL_KIND_FIELD; around = around->parent)
    if (g_strcmp0 (((const SquillField *)around)->name, "_id") == 0)
      return TRUE;
  if (owner->kind != SQUILL_KIND_ENTITY)
    return FALSE;
  if (is_mentioned (((const SquillEntity *)owner)->shard_key, field))
    return TRUE;
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, owner, SQUILL_KIND_INDEX)
    {
      if (is_mentioned (index->keys, field))
        return TRUE;
    }
  return FALSE;
}

/* A DBRef has three such names. */
static gboolean
has_dollar (SquillRun *run, const SquillField *field)
{
  static const char *const of_references[] = { "$ref", "$id", "$db", NULL };

  return *field->name == '$' && !g_strv_contains (of_references, field->name);
}

static gboolean
has_dot (SquillRun *run, const SquillField *field)
{
  return strchr (field->name, '.') != NULL;
}

static gboolean
is_taken (const SquillField *field, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillField, sibling, field->item.parent, SQUILL_KIND_FIELD)
    {
      if (sibling != field && g_strcmp0 (sibling->name, name) == 0)
        return TRUE;
    }
  return FALSE;
}

/* All of them without what is wrong; NULL where that leaves nothing, or is the name of another. */
static SquillFix *
make_field_fix (const GPtrArray *fields, gboolean is_dot)
{
  g_autoptr (SquillFix) fix =
      _squill_fix_new (g_strdup (is_dot ? _ ("Replace the dots by “_”") : _ ("Leave out the “$”")));

  for (guint i = 0; i < fields->len; i++)
    {
      const SquillField *field = fields->pdata[i];
      const char *start = is_dot ? field->name : field->name + strspn (field->name, "$");
      g_autofree char *name = g_strdelimit (g_strdup (start), is_dot ? "." : "", '_');

      if (*name == '\0' || is_taken (field, name))
        return NULL;
      _squill_fix_set (fix, field->item.id, "name", json_string (name));
    }
  return g_steal_pointer (&fix);
}

/* What is refused is one matter, and what only is hard to work with another. */
static void
report_signs (SquillRun *run, gconstpointer subject, const GPtrArray *all, gboolean is_dot)
{
  for (int refused = TRUE; refused >= FALSE && all->len > 0; refused--)
    {
      g_autoptr (GPtrArray) fields = g_ptr_array_new ();
      g_autofree char *names = NULL;
      const char *sign;
      SquillFinding *finding;

      for (guint i = 0; i < all->len; i++)
        if (is_refused (run, all->pdata[i]) == refused)
          g_ptr_array_add (fields, all->pdata[i]);
      if (fields->len == 0)
        continue;
      names = name_fields (fields);
      sign = is_dot ? _ ("a dot") : _ ("a “$”");
      finding = report_fields (
          run, refused ? SQUILL_SEVERITY_ERROR : SQUILL_SEVERITY_WARNING, subject, fields,
          g_strdup_printf (
              refused ? g_dngettext (GETTEXT_PACKAGE,
                                     "%u field of “%s” has %s in its name, which the server "
                                     "refuses where it is used: %s.",
                                     "%u fields of “%s” have %s in their names, which the server "
                                     "refuses where they are used: %s.",
                                     fields->len)
                      : g_dngettext (GETTEXT_PACKAGE,
                                     "%u field of “%s” has %s in its name, which queries take for "
                                     "something else: %s.",
                                     "%u fields of “%s” have %s in their names, which queries take "
                                     "for something else: %s.",
                                     fields->len),
              fields->len, _squill_wording_name (subject), sign, names));
      finding->fix = make_field_fix (fields, is_dot);
    }
}

static void
check_dollars (SquillRun *run, gconstpointer subject)
{
  g_autoptr (GPtrArray) fields = find_fields (run, subject, has_dollar);

  report_signs (run, subject, fields, FALSE);
}

static void
check_dots (SquillRun *run, gconstpointer subject)
{
  g_autoptr (GPtrArray) fields = find_fields (run, subject, has_dot);

  report_signs (run, subject, fields, TRUE);
}

/* field-duplicate */

/* Whether one object may have both: those of different variants are never in the same. */
static gboolean
are_together (const SquillField *a, const SquillField *b)
{
  if (a == NULL || b == NULL || a->variants == NULL || b->variants == NULL)
    return TRUE;
  for (gsize i = 0; i < json_array_size (b->variants); i++)
    if (squill_variants_have (a->variants, json_array_get (b->variants, i)))
      return TRUE;
  return FALSE;
}

static const SquillField *
get_own_field (SquillRun *run, const SquillShape *shape)
{
  return shape->origin == SQUILL_ORIGIN_COPY || shape->field == NULL
             ? NULL
             : squill_model_get_field (run->model, shape->field);
}

typedef struct
{
  SquillRun *run;
  const SquillCollection *collection;
  GHashTable *said; /* ids of items */
} DuplicateSearch;

static SquillFix *
make_duplicate_fix (const DuplicateSearch *search, const SquillShape *shape)
{
  SquillModel *model = search->run->model;
  g_autofree char *name = NULL;
  const char *property;
  const char *id =
      _squill_shape_find_name (shape, squill_model_get_relationship (model, shape->relationship),
                               model, NULL, &name, &property);

  return id == NULL ? NULL : make_rename_fix (id, property, name);
}

static void
report_duplicate (const DuplicateSearch *search, const SquillShape *shape)
{
  const SquillCollection *collection = search->collection;
  const SquillField *field = get_own_field (search->run, shape);
  const SquillItem *item = field != NULL ? &field->item
                           : shape->relationship == NULL
                               ? _squill_run_get_item_of (search->run, collection)
                               : squill_model_get_item (search->run->model, shape->relationship);
  SquillFinding *finding;

  if (!g_hash_table_add (search->said, item->id))
    return;
  finding = _squill_run_report (
      search->run, SQUILL_SEVERITY_ERROR, item, 0,
      g_strdup_printf (_ ("2 fields of one object in “%s” are called “%s”: the server keeps both, "
                          "but drivers and updates reach only one of them."),
                       collection->name, shape->name));
  _squill_finding_set_place (finding, collection->id, shape->path);
  finding->fix = make_duplicate_fix (search, shape);
}

static gboolean
is_same_field (const SquillShape *a, const SquillShape *b)
{
  return a->origin == b->origin && g_str_equal (a->name, b->name) &&
         g_strcmp0 (a->field, b->field) == 0 && g_strcmp0 (a->copy, b->copy) == 0 &&
         g_strcmp0 (a->relationship, b->relationship) == 0;
}

typedef struct
{
  const SquillShape *fields[2];
} Pair;

/* Stops at an object that has both. */
static gboolean
has_not_both (const SquillShape *shape, gpointer user_data)
{
  const Pair *pair = user_data;
  gboolean has[2] = { FALSE, FALSE };

  for (guint i = 0; i < shape->children->len; i++)
    for (guint j = 0; j < 2; j++)
      has[j] |= is_same_field (shape->children->pdata[i], pair->fields[j]);
  return !(has[0] && has[1]);
}

/* What is embedded in several collections is said of the one that has its documents, if they are in
 * one object there, too. */
static gboolean
is_said_elsewhere (const DuplicateSearch *search, const SquillShape *a, const SquillShape *b)
{
  const char *entity = a->parent->entity;
  const SquillShape *home = entity == NULL ? NULL : _squill_run_get_place (search->run, entity);
  Pair pair = { { a, b } };

  return home != NULL &&
         squill_design_get_collection_of_shape (search->run->design, home) != search->collection &&
         !squill_shape_foreach (home, has_not_both, &pair);
}

/* Whether two fields of an object may have the same name. Few objects need a closer look, and this
 * one allocates nothing. */
static gboolean
may_have_duplicates (const SquillShape *shape)
{
  guint64 seen[NAME_BITS / 64] = { 0 };

  for (guint i = 0; i < shape->children->len; i++)
    {
      const guint hash =
          g_str_hash (((const SquillShape *)shape->children->pdata[i])->name) % NAME_BITS;
      const guint64 bit = G_GUINT64_CONSTANT (1) << (hash % 64);

      if ((seen[hash / 64] & bit) != 0)
        return TRUE;
      seen[hash / 64] |= bit;
    }
  return FALSE;
}

static gboolean
find_duplicates (const SquillShape *shape, gpointer user_data)
{
  const DuplicateSearch *search = user_data;
  g_autoptr (GHashTable) names = NULL;

  if (shape->children->len < 2 || !may_have_duplicates (shape))
    return TRUE;
  names = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];
      const SquillShape *other = g_hash_table_lookup (names, child->name);

      if (child->rest || *child->name == '\0')
        continue;
      if (other == NULL)
        g_hash_table_insert (names, child->name, (gpointer)child);
      else if (are_together (get_own_field (search->run, child),
                             get_own_field (search->run, other)) &&
               !is_said_elsewhere (search, child, other))
        report_duplicate (search, _squill_shape_choose_renamed (child, other, search->run->model));
    }
  return TRUE;
}

static void
check_duplicates (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  g_autoptr (GHashTable) said = g_hash_table_new (g_str_hash, g_str_equal);
  DuplicateSearch search = { run, collection, said };

  squill_shape_foreach (collection->shape, find_duplicates, &search);
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define NAMES_OF_COLLECTIONS \
  (SQUILL_ASPECT_NAME | SQUILL_ASPECT_PLACEMENT | SQUILL_ASPECT_STORAGE | SQUILL_ASPECT_SERVER)
#define NAMES_OF_FIELDS \
  (SQUILL_ASPECT_NAME | SQUILL_ASPECT_SHAPE | SQUILL_ASPECT_STORAGE | SQUILL_ASPECT_SERVER)

/* Fields belong to entities and to the links of relationships. */
#define OF_FIELDS(function)                                                    \
  .scope = SQUILL_SCOPE_ENTITY, .aspects = NAMES_OF_FIELDS, .check = function, \
  .other_scope = SQUILL_SCOPE_RELATIONSHIP, .other_check = function

const SquillRule _squill_rules_names[] = {
  { .info = { "db-name-invalid", "G", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_LIMITS,
              N_ ("The server refuses the name of the database"),
              N_ ("The name of a database has fewer than 64 bytes in UTF-8 and none of the "
                  "characters / \\ . \" $ and space. Servers on Windows refuse * < > : | ? as "
                  "well."),
              THRESHOLDS ("name.db") },
    .scope = SQUILL_SCOPE_MODEL,
    .aspects = SQUILL_ASPECT_STORAGE | SQUILL_ASPECT_PLACEMENT | SQUILL_ASPECT_SERVER,
    .check = check_database },
  { .info = { "db-name-case", "G", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_LIMITS "; " SQUILL_SOURCE_NORMS ", norm 1",
              N_ ("The name of the database has capital letters"),
              N_ ("The server refuses two databases whose names differ only in case, so that a "
                  "connection string with another case fails instead of creating a database. With "
                  "lower case only, nobody has to remember."),
              NULL },
    .scope = SQUILL_SCOPE_MODEL,
    .aspects = SQUILL_ASPECT_STORAGE | SQUILL_ASPECT_PLACEMENT | SQUILL_ASPECT_SERVER,
    .check = check_database_case },
  { .info = { "db-name-reserved", "G", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_LOCAL,
              N_ ("The database belongs to the server"),
              N_ ("The databases admin, local, and config hold users, the log of replication, and "
                  "the state of sharding. What is in local is not replicated, some operations are "
                  "not allowed in the others, and tools leave them out of backups. An application "
                  "keeps its data in databases of its own."),
              NULL },
    .scope = SQUILL_SCOPE_MODEL,
    .aspects = SQUILL_ASPECT_STORAGE | SQUILL_ASPECT_PLACEMENT | SQUILL_ASPECT_SERVER,
    .check = check_database_reserved },
  { .info = { "coll-name-invalid", "G", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_LIMITS,
              N_ ("The name of a collection is not allowed"),
              N_ ("The name of a collection is not empty, contains no $, and does not begin with "
                  "“system.”, nor contain it after a dot: such names belong to the server. It "
                  "should begin with a letter or an underscore."),
              NULL },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = NAMES_OF_COLLECTIONS,
    .check = check_collection },
  { .info = { "coll-name-long", "G", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_NORMS ", norm 1",
              N_ ("The name of a collection is long"),
              N_ ("The names of a database and a collection together have a limit, and a long name "
                  "uses it up. It stands in every query and every line of the log. A shorter one "
                  "with the same meaning is easier to read."),
              THRESHOLDS ("name.collection") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = NAMES_OF_COLLECTIONS,
    .check = check_collection_length },
  { .info = { "namespace-long", "G", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_LIMITS,
              N_ ("The names of database and collection are too long together"),
              N_ ("The server refuses a collection where the name of the database, a dot, and the "
                  "name of the collection have more bytes than its limit. The limit is lower for "
                  "sharded collections, so that a name that is allowed today can be in the way of "
                  "sharding. Before version 4.4 it was 120 bytes."),
              THRESHOLDS ("name.ns", "name.nsSharded") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = NAMES_OF_COLLECTIONS,
    .check = check_namespace },
  { .info = { "field-name-long", "G", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_NORMS ", norm 3",
              N_ ("The name of a field is long"),
              N_ ("Every document has the names of its fields. Compression removes most of that "
                  "on the disk, but not in the cache nor on the network. Shorten long names, as "
                  "long as they stay clear: cryptic ones are rarely worth it. Indexes do not "
                  "contain names."),
              THRESHOLDS ("name.field") },
    OF_FIELDS (check_long_fields) },
  { .info = { "field-name-nul", "G", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_LIMITS,
              N_ ("A field has an empty name"),
              N_ ("The server stores a field with an empty name, but no path leads to it, so that "
                  "no query, update, or index can name it. Names with the character NUL, which "
                  "ends a name in BSON, are refused when they are read."),
              NULL },
    OF_FIELDS (check_empty_fields) },
  { .info = { "field-name-dollar", "G", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_DOT_DOLLAR,
              N_ ("The name of a field begins with “$”"),
              N_ ("Operators begin with $, so that queries and updates need $getField, $setField, "
                  "and $literal to reach such a field. Servers before version 5.0 refuse it at the "
                  "top of a document, and all of them in indexes, shard keys, and _id."),
              NULL },
    OF_FIELDS (check_dollars) },
  { .info = { "field-name-dot", "G", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_DOT_DOLLAR,
              N_ ("The name of a field contains a dot"),
              N_ ("Queries, updates, and indexes read “a.b” as the field b of the object a. A "
                  "field that has a dot in its name is only reached by $getField and $setField, "
                  "and cannot be indexed. Nest an object, or use another separator."),
              NULL },
    OF_FIELDS (check_dots) },
  { .info = { "field-duplicate", "G", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_LIMITS,
              N_ ("Two fields of one object have the same name"),
              N_ ("BSON can hold a name twice, but most drivers keep one of the values only, and "
                  "which one is not defined. It also happens where what a relationship stores has "
                  "the name of a field. Give one of them another name, or store one value."),
              NULL },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = SQUILL_ASPECT_NAME | SQUILL_ASPECT_SHAPE | SQUILL_ASPECT_PLACEMENT |
               SQUILL_ASPECT_VALUES | SQUILL_ASPECT_SIZE,
    .check = check_duplicates },
  { .info = { NULL } },
};
