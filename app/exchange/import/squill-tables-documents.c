/* SPDX-License-Identifier: Apache-2.0 */

/* Tables that are collections of MongoDB, as Squill and people write them: columns are
 * fields, and those whose names are paths stand in objects. References stay what they are. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "bson/squill-bson-type.h"
#include "exchange/import/squill-import-model.h"
#include "exchange/import/squill-tables-private.h"
#include "exchange/import/squill-sql-private.h"
#include "model/squill-model-file.h"

/* What is nested deeper is in no model. */
#define MAX_DEPTH 99

/* A field that is being made. */
typedef struct
{
  json_t *json;
  char *id;
  gboolean in_list; /* it is an array, or in one */
} Field;

typedef struct
{
  const SquillTable *table;
  json_t *json;
  char *id;
  GHashTable *fields;  /* path of what is in a field, with the "[]" of an array -> Field */
  GHashTable *columns; /* name of a column -> Field */
  GHashTable *queries; /* path as queries have it -> id */
  GHashTable *names;   /* "owner\nname" of fields */
  char *last_rank;
  guint n_fields;
} Entity;

typedef struct
{
  const SquillTables *schema;
  SquillImportReport *report;
  GPtrArray *entities;
  GHashTable *by_table; /* table -> entity */
  GHashTable *ranks;    /* json_t * of an owner -> the rank of its last field */
  json_t *file;
  guint n_ids;
} Build;

static void
field_free (gpointer data)
{
  Field *self = data;

  g_free (self->id);
  g_free (self);
}

static void
entity_free (gpointer data)
{
  Entity *self = data;

  g_free (self->id);
  g_free (self->last_rank);
  g_hash_table_unref (self->fields);
  g_hash_table_unref (self->columns);
  g_hash_table_unref (self->queries);
  g_hash_table_unref (self->names);
  g_free (self);
}

static void
tell (Build *self, guint line, guint column, char *text)
{
  g_ptr_array_add (self->report->problems, squill_import_problem_new (line, column, text));
}

static char *
make_id (Build *self, const char *kind)
{
  return g_strdup_printf ("%s-%u", kind, ++self->n_ids);
}

static char *
make_rank (Build *self, const json_t *owner)
{
  char *rank = squill_rank_between (g_hash_table_lookup (self->ranks, owner), NULL);

  g_hash_table_insert (self->ranks, (gpointer)owner, g_strdup (rank));
  return rank;
}

/* --- types --- */

static const SquillTableEnumeration *
find_enumeration (const SquillTables *self, const char *name)
{
  for (guint i = 0; i < self->enumerations->len; i++)
    if (g_str_equal (((SquillTableEnumeration *)self->enumerations->pdata[i])->name, name))
      return self->enumerations->pdata[i];
  return NULL;
}

/* The type that a word of SQL stands for. */
static SquillTypes
get_sql_type (const char *name, json_t *field)
{
  g_autoptr (SquillSqlSchema) schema = _squill_sql_schema_new ();
  g_autoptr (SquillSqlColumn) column = _squill_sql_column_new (g_strdup (""));
  SquillTypes types = SQUILL_TYPE_NONE;
  json_t *type;
  gsize i;

  column->type = g_ascii_strdown (name, -1);
  _squill_sql_set_type (schema, column, field, NULL);
  json_array_foreach (json_object_get (field, "types"), i, type)
  {
    types |= squill_type_from_name (json_string_value (type));
  }
  return types;
}

static SquillTypes
get_type (const char *name, json_t *field)
{
  SquillTypes type = squill_type_from_name (name);

  if (type != SQUILL_TYPE_NONE || g_ascii_strcasecmp (name, "any") == 0)
    return type;
  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if (g_ascii_strcasecmp (squill_type_get_name (1u << i), name) == 0)
      return 1u << i;
  return get_sql_type (name, field);
}

/* The parts of "a|(b|c)[]|map<d|e>" between the bars that are in nothing. */
static GPtrArray *
split_type (const char *text)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);
  const char *begin = text;
  int depth = 0;

  for (const char *p = text;; p++)
    if (*p == '\0' || (*p == '|' && depth == 0))
      {
        g_ptr_array_add (parts, g_strstrip (g_strndup (begin, (gsize)(p - begin))));
        begin = p + 1;
        if (*p == '\0')
          return parts;
      }
    else if (*p == '(' || *p == '<')
      depth++;
    else if (*p == ')' || *p == '>')
      depth--;
}

static SquillTypes
get_types (const char *text, json_t *field)
{
  g_autoptr (GPtrArray) parts = split_type (text);
  SquillTypes types = SQUILL_TYPE_NONE;

  for (guint i = 0; i < parts->len; i++)
    types |= get_type (parts->pdata[i], field);
  return types;
}

static void
set_types (json_t *field, SquillTypes types)
{
  json_t *names = json_array ();

  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if ((types & (1u << i)) != 0)
      json_array_append_new (names, json_string (squill_type_get_name (1u << i)));
  json_object_del (field, "types");
  if (json_array_size (names) > 0)
    json_object_set (field, "types", names);
  json_decref (names);
}

static gboolean
set_enumeration (Build *self, const char *name, json_t *field)
{
  const SquillTableEnumeration *enumeration = find_enumeration (self->schema, name);
  json_t *values;

  if (enumeration == NULL)
    return FALSE;
  set_types (field, SQUILL_TYPE_STRING);
  if (!squill_import_report_add_values (self->report, enumeration->values->len, 0, 0))
    return TRUE;
  values = json_array ();
  for (guint i = 0; i < enumeration->values->len; i++)
    json_array_append_new (values, json_string (enumeration->values->pdata[i]));
  if (json_array_size (values) > 0)
    json_object_set (field, "enum", values);
  json_decref (values);
  return TRUE;
}

/* "a[]" without its end, "(a|b)[]" without its parentheses too; NULL where it is another. */
static char *
get_within (const char *text, const char *begin, const char *end)
{
  const gsize length = strlen (text);
  char *within;

  if (length < strlen (begin) + strlen (end) || !g_str_has_prefix (text, begin) ||
      !g_str_has_suffix (text, end))
    return NULL;
  within = g_strndup (text + strlen (begin), length - strlen (begin) - strlen (end));
  return within;
}

/* Reads what _squill_export_make_type_text() writes, and what others do. */
static void
set_type (Build *self, const char *text, json_t *field)
{
  g_autoptr (GPtrArray) parts = split_type (text);
  SquillTypes inner = SQUILL_TYPE_NONE, beside = SQUILL_TYPE_NONE;
  gboolean is_container = FALSE, has_values = FALSE;

  if (set_enumeration (self, text, field))
    return;
  for (guint i = 0; i < parts->len; i++)
    {
      const char *part = parts->pdata[i];
      g_autofree char *elements = get_within (part, "", "[]");
      g_autofree char *values = get_within (part, "map<", ">");
      g_autofree char *plain = elements != NULL ? get_within (elements, "(", ")") : NULL;
      const char *within = plain != NULL ? plain : elements != NULL ? elements : values;

      if (within == NULL && !is_container && set_enumeration (self, part, field))
        has_values = TRUE;
      else if (within == NULL)
        beside |= get_type (part, field);
      else
        {
          is_container = TRUE;
          json_object_set_new (field, elements != NULL ? "array" : "map", json_true ());
          if (set_enumeration (self, within, field))
            has_values = TRUE;
          else
            inner |= get_types (within, field);
        }
    }
  if (json_object_get (field, "array") != NULL && json_object_get (field, "map") != NULL)
    json_object_del (field, "map");
  if (!is_container)
    {
      set_types (field, beside | (has_values ? SQUILL_TYPE_STRING : SQUILL_TYPE_NONE));
      return;
    }
  if (!has_values)
    set_types (field, inner);
  if ((beside & SQUILL_TYPE_NULL) != 0 && (inner & SQUILL_TYPE_NULL) == 0)
    {
      json_object_set_new (field, "nullable", json_true ());
      beside &= ~SQUILL_TYPE_NULL;
    }
  if (beside != SQUILL_TYPE_NONE && json_object_get (field, "array") != NULL)
    json_object_set_new (field, "single", json_true ());
}

/* --- fields --- */

/* Where the name of a field begins in its path: behind the last dot that divides; at the "[]" of
 * the elements of an array that are arrays. */
static gsize
find_name (const char *path)
{
  gsize begin = 0;

  for (gsize i = 0; path[i] != '\0'; i++)
    if (path[i] == '\\' && path[i + 1] != '\0')
      i++;
    else if (path[i] == '.')
      begin = i + 1;
  return begin;
}

/* Whether a path ends with the mark of elements or values, and not with a name that does. */
static gboolean
is_element (const char *path)
{
  const gsize length = strlen (path);
  guint n_escapes = 0;

  if (length < 2 || (!g_str_has_suffix (path, "[]") && !g_str_has_suffix (path, "{}")))
    return FALSE;
  for (gsize i = length - 2; i > 0 && path[i - 1] == '\\'; i--)
    n_escapes++;
  return n_escapes % 2 == 0;
}

static char *
unescape (const char *name)
{
  GString *text = g_string_new (NULL);

  for (const char *p = name; *p != '\0'; p++)
    {
      if (*p == '\\' && p[1] != '\0')
        p++;
      g_string_append_c (text, *p);
    }
  return g_string_free (text, FALSE);
}

/* As queries have it: without what marks elements. */
static char *
make_query_path (const char *path)
{
  GString *text = g_string_new (NULL);

  for (const char *p = path; *p != '\0'; p++)
    if (*p == '\\' && p[1] != '\0')
      g_string_append_c (text, *++p);
    else if (strchr ("[]{}", *p) == NULL)
      g_string_append_c (text, *p);
  return g_string_free (text, FALSE);
}

static Field *add_field (Build *self, Entity *entity, const char *path, guint depth);

/* What contains the fields whose paths begin so: with the marks of its elements, if it has some. */
static Field *
get_owner (Build *self, Entity *entity, const char *path, guint depth)
{
  Field *field = g_hash_table_lookup (entity->fields, path);
  g_autofree char *own = NULL;

  if (field != NULL || depth > MAX_DEPTH)
    return field;
  /* It has no column of its own. */
  own = g_strdup (path);
  if (is_element (own))
    own[strlen (own) - 2] = '\0';
  field = add_field (self, entity, own, depth + 1);
  if (field == NULL)
    return NULL;
  json_object_set_new (field->json, "types", json_pack ("[s]", "object"));
  if (is_element (path))
    {
      const gboolean is_array = g_str_has_suffix (path, "[]");

      json_object_set_new (field->json, is_array ? "array" : "map", json_true ());
      field->in_list |= is_array;
      g_hash_table_insert (entity->fields, g_strdup (path), field);
    }
  return field;
}

/* A field of a path, without type; NULL where there is one of its name. */
static Field *
add_field (Build *self, Entity *entity, const char *path, guint depth)
{
  const gboolean of_elements = is_element (path);
  const gsize begin = of_elements ? strlen (path) - 2 : find_name (path);
  g_autofree char *around = g_strndup (path, begin - (begin > 0 && !of_elements ? 1 : 0));
  g_autofree char *name = of_elements ? g_strdup ("[]") : unescape (path + begin);
  g_autofree char *rank = NULL, *unique = NULL;
  Field *owner = NULL, *field;
  json_t *json = entity->json;
  json_t *fields;

  if (begin > 0)
    {
      owner = get_owner (self, entity, around, depth);
      if (owner == NULL)
        return NULL;
      json = owner->json;
    }
  unique = g_strdup_printf ("%s\n%s", owner != NULL ? owner->id : "", name);
  if (!g_hash_table_add (entity->names, g_steal_pointer (&unique)))
    return NULL;
  fields = json_object_get (json, "fields");
  if (fields == NULL)
    {
      fields = json_object ();
      json_object_set_new (json, "fields", fields);
    }
  rank = make_rank (self, json);
  field = g_new0 (Field, 1);
  field->id = make_id (self, "field");
  field->json = json_pack ("{s:s, s:s}", "name", name, "order", rank);
  field->in_list = owner != NULL && owner->in_list;
  json_object_set_new (fields, field->id, field->json);
  g_hash_table_insert (entity->columns, g_strdup (path), field);
  g_hash_table_insert (entity->fields, g_strdup (path), field);
  entity->n_fields++;
  return field;
}

/* How many objects and arrays are around what is in a path. */
static guint
count_levels (const char *path)
{
  guint n = 1;

  for (const char *p = path; *p != '\0'; p++)
    if (*p == '\\' && p[1] != '\0')
      p++;
    else if (*p == '.' || *p == '[' || *p == '{')
      n++;
  return n;
}

static void
add_column (Build *self, Entity *entity, const SquillTablesColumn *column)
{
  Field *field = g_hash_table_lookup (entity->columns, column->name);
  g_autofree char *query = make_query_path (column->name);
  const json_t *value = column->default_value;

  if (count_levels (column->name) > MAX_DEPTH)
    {
      tell (self, column->line, column->column,
            g_strdup_printf (_ ("“%s” is nested too deep: what is in it is not taken over"),
                             column->name));
      return;
    }
  if (field == NULL)
    field = add_field (self, entity, column->name, 0);
  if (field == NULL)
    {
      tell (self, column->line, column->column,
            g_strdup_printf (_ ("“%s” of “%s” is in what is no object"), column->name,
                             entity->table->name));
      return;
    }
  set_type (self, column->type, field->json);
  if (json_object_get (field->json, "array") != NULL)
    {
      field->in_list = TRUE;
      g_hash_table_insert (entity->fields, g_strconcat (column->name, "[]", NULL), field);
    }
  else if (json_object_get (field->json, "map") != NULL)
    g_hash_table_insert (entity->fields, g_strconcat (column->name, "{}", NULL), field);
  if (column->not_null || column->is_key)
    json_object_set_new (field->json, "required", json_true ());
  if (column->note != NULL && *column->note != '\0')
    json_object_set_new (field->json, "description", json_string (column->note));
  if (value != NULL)
    json_object_set (field->json, "default", (json_t *)value);
  g_hash_table_insert (entity->queries, g_steal_pointer (&query), g_strdup (field->id));
}

/* --- indexes --- */

static void
append_key (const Entity *entity, json_t *keys, const char *path, const char *how)
{
  const char *id = g_hash_table_lookup (entity->queries, path);
  g_autofree char *plain = g_strconcat ("=", path, NULL);

  json_array_append_new (keys,
                         json_pack ("{s:s, s:s}", "path", id != NULL ? id : plain, "how", how));
}

static json_t *
make_keys (const Entity *entity, const SquillTableIndex *index)
{
  const json_t *specification = index->specification;
  json_t *keys = json_array ();
  const char *path;
  json_t *how;

  json_object_foreach (json_object_get (specification, "key"), path, how)
  {
    append_key (entity, keys, path,
                json_is_string (how)          ? json_string_value (how)
                : json_number_value (how) < 0 ? "-1"
                                              : "1");
  }
  for (guint i = 0; specification == NULL && i < index->columns->len; i++)
    {
      g_autofree char *query = make_query_path (index->columns->pdata[i]);

      if (g_array_index (index->is_expression, gboolean, i))
        append_key (entity, keys, index->columns->pdata[i], "1");
      else if (_squill_table_find_column (entity->table, index->columns->pdata[i]) != NULL)
        append_key (entity, keys, query, g_strcmp0 (index->type, "hash") == 0 ? "hashed" : "1");
    }
  return keys;
}

static void
set_options (json_t *index, const json_t *specification)
{
  static const struct
  {
    const char *option;
    const char *property;
    json_type type;
  } known[] = {
    { "unique", "unique", JSON_TRUE },
    { "sparse", "sparse", JSON_TRUE },
    { "hidden", "hidden", JSON_TRUE },
    { "expireAfterSeconds", "expire_after", JSON_INTEGER },
    { "partialFilterExpression", "partial", JSON_OBJECT },
    { "collation", "collation", JSON_OBJECT },
  };
  json_t *others = json_object ();
  const char *name;
  json_t *value;

  json_object_foreach ((json_t *)specification, name, value)
  {
    guint i = 0;

    if (g_str_equal (name, "key") || g_str_equal (name, "name") || g_str_equal (name, "v"))
      continue;
    while (i < G_N_ELEMENTS (known) && !g_str_equal (known[i].option, name))
      i++;
    if (i == G_N_ELEMENTS (known))
      json_object_set (others, name, value);
    else if (json_typeof (value) == known[i].type ||
             (known[i].type == JSON_INTEGER && json_is_number (value)))
      json_object_set (index, known[i].property, value);
  }
  if (json_object_size (others) > 0)
    json_object_set (index, "options", others);
  json_decref (others);
}

static void
add_index (Build *self, Entity *entity, const SquillTableIndex *index)
{
  json_auto_t *keys = make_keys (entity, index);
  g_autofree char *id = NULL, *rank = NULL;
  json_t *indexes = json_object_get (entity->json, "indexes");
  json_t *made;

  if (json_array_size (keys) == 0)
    {
      tell (self, index->line, index->column,
            g_strdup_printf (_ ("An index of “%s” has none of its columns"), entity->table->name));
      return;
    }
  if (indexes == NULL)
    {
      indexes = json_object ();
      json_object_set_new (entity->json, "indexes", indexes);
    }
  id = make_id (self, "index");
  rank = make_rank (self, indexes);
  made = json_pack ("{s:s, s:O}", "order", rank, "keys", keys);
  if (index->name != NULL && *index->name != '\0')
    json_object_set_new (made, "name", json_string (index->name));
  if (index->unique)
    json_object_set_new (made, "unique", json_true ());
  set_options (made, index->specification);
  json_object_set_new (indexes, id, made);
}

static void
add_indexes (Build *self, Entity *entity)
{
  for (guint i = 0; i < entity->table->columns->len; i++)
    {
      const SquillTablesColumn *column = entity->table->columns->pdata[i];
      SquillTableIndex index = { .unique = TRUE };
      const gboolean no = FALSE;

      if (!column->unique || _squill_table_has_unique_index (entity->table, column->name))
        continue;
      index.columns = g_ptr_array_new ();
      index.is_expression = g_array_new (FALSE, FALSE, sizeof (gboolean));
      g_ptr_array_add (index.columns, column->name);
      g_array_append_val (index.is_expression, no);
      add_index (self, entity, &index);
      g_ptr_array_unref (index.columns);
      g_array_unref (index.is_expression);
    }
  for (guint i = 0; i < entity->table->indexes->len; i++)
    add_index (self, entity, entity->table->indexes->pdata[i]);
}

/* --- entities and references --- */

static void
add_entity (Build *self, const SquillTable *table)
{
  Entity *entity = g_new0 (Entity, 1);
  json_t *entities = json_object_get (self->file, "entities");
  g_autofree char *rank = make_rank (self, entities);

  entity->table = table;
  entity->id = make_id (self, "entity");
  entity->fields = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  entity->columns = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, field_free);
  entity->queries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  entity->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  entity->json =
      json_pack ("{s:s, s:s, s:s}", "name", table->name, "order", rank, "standalone", "yes");
  json_object_set_new (entities, entity->id, entity->json);
  g_ptr_array_add (self->entities, entity);
  g_hash_table_insert (self->by_table, (gpointer)table, entity);
  if (table->note != NULL && *table->note != '\0')
    json_object_set_new (entity->json, "description", json_string (table->note));
  for (guint i = 0; i < table->columns->len; i++)
    add_column (self, entity, table->columns->pdata[i]);
  add_indexes (self, entity);
  g_ptr_array_add (self->report->outcomes,
                   _squill_import_describe_entity (table->name, entity->n_fields));
}

static Entity *
find_entity (Build *self, const SquillTableEnd *end)
{
  const SquillTable *table = _squill_tables_find_table (self->schema, end);

  return table == NULL ? NULL : g_hash_table_lookup (self->by_table, table);
}

static void
add_reference (Build *self, const SquillTableReference *reference)
{
  json_t *relationships = json_object_get (self->file, "relationships");
  Entity *entities[2];
  Field *fields[2], *back;
  guint holder = 0;
  gboolean is_list, is_shared;
  g_autofree char *id = NULL, *rank = NULL;
  json_t *made;

  for (guint i = 0; i < 2; i++)
    {
      const SquillTableEnd *end = &reference->ends[i];

      entities[i] = find_entity (self, end);
      fields[i] = entities[i] == NULL || end->columns->len != 1
                      ? NULL
                      : g_hash_table_lookup (entities[i]->columns, end->columns->pdata[0]);
      if (fields[i] == NULL)
        {
          tell (self, reference->line, reference->column,
                g_strdup_printf (_ ("A reference to “%s” does not name one column that is there"),
                                 end->table));
          return;
        }
    }
  /* Squill writes first what holds the reference; others may begin with the key. */
  if (g_str_equal (reference->ends[0].columns->pdata[0], "_id") &&
      !g_str_equal (reference->ends[1].columns->pdata[0], "_id"))
    holder = 1;
  is_list = fields[holder]->in_list;
  is_shared = reference->is_many[holder];
  id = make_id (self, "relationship");
  rank = make_rank (self, relationships);
  made = json_pack ("{s:s, s:s, s:s, s:s, s:s}", "order", rank, "parent",
                    entities[is_list ? holder : !holder]->id, "child",
                    entities[is_list ? !holder : holder]->id, "placement",
                    is_list ? "child-references" : "parent-reference",
                    is_list ? "parent_holder" : "child_holder", fields[holder]->id);
  if (!g_str_equal (reference->ends[!holder].columns->pdata[0], "_id"))
    json_object_set_new (made, is_list ? "child_key" : "parent_key",
                         json_string (fields[!holder]->id));
  if (is_list && is_shared)
    json_object_set_new (made, "parents", json_pack ("{s:i, s:i}", "min", 0, "likely", 2));
  else if (!is_list && !is_shared)
    json_object_set_new (made, "children",
                         json_pack ("{s:i, s:i, s:i}", "min", 0, "likely", 1, "max", 1));
  back = reference->back == NULL
             ? NULL
             : g_hash_table_lookup (entities[!holder]->columns, reference->back);
  if (is_list && back != NULL)
    {
      json_object_set_new (made, "placement", json_string ("two-way"));
      json_object_set_new (made, "child_holder", json_string (back->id));
    }
  if (reference->cascades && !is_list)
    json_object_set_new (made, "contains", json_true ());
  if (reference->name != NULL && *reference->name != '\0')
    json_object_set_new (made, "name", json_string (reference->name));
  json_object_set_new (relationships, id, made);
}

/* The model as it stands in a file of ours (transfer full). */
json_t *
_squill_tables_make_model (const SquillTables *schema,
                           const char *title,
                           SquillImportReport *report)
{
  g_autoptr (GPtrArray) entities = g_ptr_array_new_with_free_func (entity_free);
  g_autoptr (GHashTable) ranks = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GHashTable) by_table = g_hash_table_new (NULL, NULL);
  Build build = {
    .schema = schema, .report = report, .entities = entities, .by_table = by_table, .ranks = ranks
  };

  build.file = json_pack ("{s:s, s:i, s:s, s:{}, s:{}}", "format", "squill/model", "version",
                          SQUILL_MODEL_VERSION, "name",
                          schema->name != NULL && *schema->name != '\0' ? schema->name : title,
                          "entities", "relationships");
  if (schema->note != NULL && *schema->note != '\0')
    json_object_set_new (build.file, "description", json_string (schema->note));
  for (guint i = 0; i < schema->tables->len; i++)
    add_entity (&build, schema->tables->pdata[i]);
  for (guint i = 0; i < schema->references->len; i++)
    add_reference (&build, schema->references->pdata[i]);
  return build.file;
}
