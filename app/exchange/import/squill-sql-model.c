/* SPDX-License-Identifier: Apache-2.0 */

/* Tables as entities: their columns as fields, their keys as _id, their indexes. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "exchange/import/squill-import-model.h"
#include "exchange/import/squill-sql-build.h"
#include "model/squill-model-file.h"
#include "text/squill-text.h"

/* Composites that contain each other several times make many fields of few lines. */
#define MAX_PART_FIELDS 20000

static void
link_free (gpointer data)
{
  SquillSqlLink *self = data;

  g_free (self->id);
  g_free (self->name);
  g_free (self->rank);
  g_free (self);
}

static void
entity_free (gpointer data)
{
  SquillSqlEntity *self = data;

  g_free (self->id);
  g_free (self->name);
  g_free (self->last_rank);
  g_ptr_array_unref (self->links);
  g_hash_table_unref (self->paths);
  g_hash_table_unref (self->names);
  g_hash_table_unref (self->taken);
  g_free (self);
}

/* (transfer full): an id that nothing else in this model has, such as “field-7”. */
char *
_squill_sql_build_make_id (SquillSqlBuild *self, const char *kind)
{
  return g_strdup_printf ("%s-%u", kind, ++self->n_ids);
}

/* The rank after the last one, which it replaces (transfer full). */
char *
_squill_sql_make_rank (char **last)
{
  char *rank = squill_rank_between (*last, NULL);

  g_free (*last);
  *last = g_strdup (rank);
  return rank;
}

/* A name that a collection may have. */
static char *
clean_collection_name (const char *name)
{
  char *clean = g_strdelimit (g_strdup (name), "$", '_');

  if (g_str_has_prefix (clean, "system."))
    clean[strlen ("system")] = '_';
  return clean;
}

static char *
clean_field_name (const char *name)
{
  char *clean = g_strdelimit (g_strdup (name), ".", '_');

  if (*clean == '$')
    *clean = '_';
  return clean;
}

static char *
choose_name (SquillSqlBuild *self, const SquillSqlTable *table)
{
  g_autofree char *name = clean_collection_name (table->name.name);
  g_autofree char *base = NULL;

  if (g_hash_table_contains (self->names, name) && table->name.schema != NULL)
    {
      base = g_strconcat (table->name.schema, "_", name, NULL);
      g_free (name);
      name = clean_collection_name (base);
    }
  g_free (base);
  base = g_strdup (name);
  for (guint i = 2; g_hash_table_contains (self->names, name); i++)
    {
      g_free (name);
      name = g_strdup_printf ("%s_%u", base, i);
    }
  return g_steal_pointer (&name);
}

static void
add_entity (SquillSqlBuild *self, SquillSqlTable *table)
{
  SquillSqlEntity *entity = g_new0 (SquillSqlEntity, 1);

  entity->table = table;
  entity->name = choose_name (self, table);
  entity->id = _squill_sql_build_make_id (self, "entity");
  entity->links = g_ptr_array_new_with_free_func (link_free);
  entity->paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  entity->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  entity->taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_ptr_array_add (self->entities, entity);
  g_hash_table_insert (self->by_table, table, entity);
  g_hash_table_add (self->names, entity->name);
}

static void
list_entities (SquillSqlBuild *self)
{
  for (guint i = 0; i < self->schema->tables->len; i++)
    {
      SquillSqlTable *table = self->schema->tables->pdata[i];
      SquillSqlTable *whole = _squill_sql_schema_find_whole (self->schema, table);

      if (whole == NULL)
        {
          add_entity (self, table);
          continue;
        }
      whole->rows += table->rows;
      whole->has_rows |= table->has_rows;
      g_ptr_array_add (self->report->outcomes,
                       g_strdup_printf (_ ("“%s” is a part of “%s”, whose documents have one "
                                           "collection"),
                                        table->name.name, whole->name.name));
    }
}

static json_t *
get_fields (json_t *owner)
{
  json_t *fields = json_object_get (owner, "fields");

  if (fields == NULL)
    {
      fields = json_object ();
      json_object_set_new (owner, "fields", fields);
    }
  return fields;
}

static void
remember (SquillSqlEntity *entity, const char *column, const char *path, const char *name)
{
  g_hash_table_insert (entity->paths, g_strdup (column), g_strdup (path));
  g_hash_table_insert (entity->names, g_strdup (column), g_strdup (name));
}

static void
set_description (json_t *field, const SquillSqlColumn *column)
{
  if (column->comment != NULL && *column->comment != '\0')
    json_object_set_new (field, "description", json_string (column->comment));
  else if (column->formula != NULL)
    {
      /* Translators: an expression of SQL */
      g_autofree char *text = g_strdup_printf (_ ("Computed: %s"), column->formula);

      json_object_set_new (field, "description", json_string (text));
    }
}

/* The columns of a composite are nested fields; @around: those around them, in which none of them
 * is again. */
static void
add_parts (SquillSqlBuild *self, const SquillSqlColumn *column, json_t *field, GSList *around)
{
  const SquillSqlTable *parts = column->type != NULL && json_object_get (field, "types") != NULL
                                    ? _squill_sql_schema_find_parts (self->schema, column->type)
                                    : NULL;
  g_autofree char *last = NULL;
  g_autoptr (GHashTable) taken = NULL;
  GSList inner = { (gpointer)parts, around };

  if (parts == NULL || g_slist_find (around, parts) != NULL)
    return;
  taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < parts->columns->len; i++)
    {
      const SquillSqlColumn *part = parts->columns->pdata[i];
      g_autofree char *id = NULL, *order = NULL, *name = NULL;
      json_t *nested;

      if (self->n_part_fields >= MAX_PART_FIELDS)
        {
          if (self->n_part_fields++ == MAX_PART_FIELDS)
            g_ptr_array_add (self->report->problems,
                             squill_import_problem_new (
                                 0, 0,
                                 g_strdup (_ ("The composite types have more fields than a model "
                                              "takes over; the rest is left out"))));
          return;
        }
      name = clean_field_name (part->name);
      if (!g_hash_table_add (taken, g_strdup (name)))
        continue;
      self->n_part_fields++;
      id = _squill_sql_build_make_id (self, "field");
      order = _squill_sql_make_rank (&last);
      nested = json_pack ("{s:s, s:s}", "name", name, "order", order);
      _squill_sql_set_type (self->schema, part, nested, self->report);
      if (part->not_null)
        json_object_set_new (nested, "required", json_true ());
      set_description (nested, part);
      add_parts (self, part, nested, &inner);
      json_object_set_new (get_fields (field), id, nested);
    }
}

/* Adds a field to an entity, a field, or a relationship; @id, if not NULL, gets its id. */
json_t *
_squill_sql_build_add_field (SquillSqlBuild *self,
                             SquillSqlEntity *entity,
                             json_t *owner,
                             const SquillSqlColumn *column,
                             const char *name,
                             char **rank,
                             char **id)
{
  g_autofree char *own_id = _squill_sql_build_make_id (self, "field");
  g_autofree char *order = _squill_sql_make_rank (rank);
  json_t *field = json_pack ("{s:s, s:s}", "name", name, "order", order);

  if (column != NULL)
    {
      _squill_sql_set_type (self->schema, column, field, self->report);
      if (column->not_null || _squill_sql_names_contain (entity->table->primary_key, column->name))
        json_object_set_new (field, "required", json_true ());
      set_description (field, column);
      add_parts (self, column, field, NULL);
    }
  json_object_set_new (get_fields (owner), own_id, field);
  if (owner == entity->json)
    g_hash_table_add (entity->taken, g_strdup (name));
  if (id != NULL)
    *id = g_steal_pointer (&own_id);
  return field;
}

/* A key of several columns that refer nowhere is an object. */
static void
add_key_object (SquillSqlBuild *self, SquillSqlEntity *entity)
{
  g_autofree char *last = NULL;
  json_t *key = _squill_sql_build_add_field (self, entity, entity->json, NULL, "_id",
                                             &entity->last_rank, NULL);

  json_object_set_new (key, "types", json_pack ("[s]", "object"));
  json_object_set_new (key, "required", json_true ());
  for (guint i = 0; i < entity->table->primary_key->len; i++)
    {
      const SquillSqlColumn *column =
          _squill_sql_table_find_column (entity->table, entity->table->primary_key->pdata[i]);
      g_autofree char *id = NULL, *name = NULL, *path = NULL;

      if (column == NULL)
        continue;
      name = clean_field_name (column->name);
      path = g_strconcat ("_id.", name, NULL);
      _squill_sql_build_add_field (self, entity, key, column, name, &last, &id);
      remember (entity, column->name, id, path);
    }
}

static char *
make_free_name (const SquillSqlEntity *entity, const char *column)
{
  g_autofree char *base = clean_field_name (column);
  char *name = g_strdup (base);

  for (guint i = 2; g_hash_table_contains (entity->taken, name); i++)
    {
      g_free (name);
      name = g_strdup_printf ("%s_%u", base, i);
    }
  return name;
}

/* A column that is no key: a field, unless the relationship stores it. */
static void
add_column (SquillSqlBuild *self, SquillSqlEntity *entity, const SquillSqlColumn *column)
{
  SquillSqlLink *link = _squill_sql_entity_find_link (entity, column->name);
  g_autofree char *id = NULL, *name = NULL;

  if (link != NULL)
    {
      if (link->rank == NULL)
        link->rank = _squill_sql_make_rank (&entity->last_rank);
      remember (entity, column->name, link->id, link->name);
      return;
    }
  name = make_free_name (entity, column->name);
  _squill_sql_build_add_field (self, entity, entity->json, column, name, &entity->last_rank, &id);
  remember (entity, column->name, id, name);
}

static void
add_key (SquillSqlBuild *self, SquillSqlEntity *entity)
{
  const GPtrArray *key = entity->table->primary_key;
  const SquillSqlColumn *column =
      key->len == 1 ? _squill_sql_table_find_column (entity->table, key->pdata[0]) : NULL;
  g_autofree char *id = NULL;
  json_t *field;

  if (column != NULL && column->dimensions == 0)
    {
      _squill_sql_build_add_field (self, entity, entity->json, column, "_id", &entity->last_rank,
                                   &id);
      remember (entity, column->name, id, "_id");
      return;
    }
  if (key->len > 1 && !_squill_sql_entity_is_key_of_links (entity))
    {
      entity->has_object_key = TRUE;
      add_key_object (self, entity);
      return;
    }
  field = _squill_sql_build_add_field (self, entity, entity->json, NULL, "_id", &entity->last_rank,
                                       NULL);
  json_object_set_new (field, "types", json_pack ("[s]", "objectId"));
  json_object_set_new (field, "required", json_true ());
}

static void
add_fields (SquillSqlBuild *self, SquillSqlEntity *entity)
{
  const SquillSqlTable *table = entity->table;

  add_key (self, entity);
  for (guint i = 0; i < table->columns->len; i++)
    {
      const SquillSqlColumn *column = table->columns->pdata[i];

      if (!g_hash_table_contains (entity->paths, column->name))
        add_column (self, entity, column);
    }
}

/* Rows that have no value are none to a unique index of SQL: then it is partial. */
static json_t *
make_condition (const SquillSqlEntity *entity, const SquillSqlIndex *index)
{
  json_t *condition = json_object ();
  const char *name;
  json_t *value;

  if (index->condition != NULL)
    {
      json_object_foreach (index->condition, name, value)
      {
        const char *path = g_hash_table_lookup (entity->names, name);

        if (path != NULL)
          json_object_set (condition, path, value);
      }
    }
  else
    for (guint i = 0; index->unique && i < index->columns->len; i++)
      {
        const SquillSqlColumn *column =
            _squill_sql_table_find_column (entity->table, index->columns->pdata[i]);
        const char *path =
            column == NULL ? NULL : g_hash_table_lookup (entity->names, column->name);

        if (path != NULL && !column->not_null &&
            !_squill_sql_names_contain (entity->table->primary_key, column->name))
          json_object_set_new (condition, path, json_pack ("{s:b}", "$exists", TRUE));
      }
  if (json_object_size (condition) == 0)
    g_clear_pointer (&condition, json_decref);
  return condition;
}

/* Whether an index leaves out no more than documents without its fields. */
static gboolean
has_all_values (const json_t *index)
{
  json_auto_t *exists = json_pack ("{s:b}", "$exists", TRUE);
  const char *path;
  json_t *term;

  json_object_foreach (json_object_get (index, "partial"), path, term)
  {
    if (!json_equal (term, exists))
      return FALSE;
  }
  return TRUE;
}

/* Whether there is one of the same keys for the same documents. One that is unique but for
 * documents without its fields does for all. */
static gboolean
has_index (const json_t *indexes, const json_t *keys, const json_t *condition)
{
  const char *id;
  json_t *index;

  json_object_foreach ((json_t *)indexes, id, index)
  {
    const json_t *partial = json_object_get (index, "partial");

    if (json_equal (json_object_get (index, "keys"), (json_t *)keys) &&
        (condition == NULL ? has_all_values (index)
                           : json_equal ((json_t *)partial, (json_t *)condition)))
      return TRUE;
  }
  return FALSE;
}

static gboolean
is_object (SquillSqlBuild *self, const SquillSqlColumn *column)
{
  json_auto_t *field = json_object ();

  _squill_sql_set_type (self->schema, column, field, NULL);
  return g_strcmp0 (json_string_value (json_array_get (json_object_get (field, "types"), 0)),
                    "object") == 0;
}

static const char *
get_operator (SquillSqlBuild *self,
              const SquillSqlIndex *index,
              guint i,
              const SquillSqlColumn *column)
{
  if (index->kind == SQUILL_SQL_INDEX_TEXT)
    return "text";
  /* PostgreSQL has such indexes of ranges, too. */
  if (index->kind == SQUILL_SQL_INDEX_SPATIAL && is_object (self, column))
    return "2dsphere";
  return g_array_index (index->descending, gboolean, i) ? "-1" : "1";
}

/* Several columns become one reference, and an index of some of them one of all of it. @partial:
 * lists of the names of such indexes, by reference */
static void
note_partial_key (const SquillSqlEntity *entity, const SquillSqlIndex *index, GHashTable *partial)
{
  for (guint i = 0; i < index->columns->len; i++)
    {
      SquillSqlLink *link = _squill_sql_entity_find_link (entity, index->columns->pdata[i]);
      GPtrArray *names = link == NULL ? NULL : g_hash_table_lookup (partial, link);
      g_autofree char *name = NULL;
      gboolean is_whole = TRUE;

      for (guint j = 0; link != NULL && j < link->key->columns->len; j++)
        is_whole &= _squill_sql_names_contain (index->columns, link->key->columns->pdata[j]);
      if (is_whole)
        continue;
      if (names == NULL)
        {
          names = g_ptr_array_new_with_free_func (g_free);
          g_hash_table_insert (partial, link, names);
        }
      if (index->name != NULL && *index->name != '\0')
        name = g_strdup (index->name);
      else
        {
          g_autofree char *columns = _squill_import_list (index->columns, index->columns->len);

          name = g_strdup_printf ("(%s)", columns);
        }
      if (names->len == 0 || !g_str_equal (names->pdata[names->len - 1], name))
        g_ptr_array_add (names, g_steal_pointer (&name));
    }
}

static void
tell_partial_keys (SquillSqlBuild *self, const SquillSqlEntity *entity, GHashTable *partial)
{
  for (guint i = 0; i < entity->links->len; i++)
    {
      const SquillSqlLink *link = entity->links->pdata[i];
      const GPtrArray *names = g_hash_table_lookup (partial, link);
      g_autofree char *list = names == NULL ? NULL : _squill_import_list (names, names->len);

      if (list != NULL)
        g_ptr_array_add (
            self->report->problems,
            squill_import_problem_new (
                entity->table->line, entity->table->column,
                /* Translators: names of a table and of another one, and of indexes */
                g_strdup_printf (_ ("Indexes of “%s” that have some of the columns that refer to "
                                    "“%s” are ones of the whole reference: %s"),
                                 entity->name, link->target->name, list)));
    }
}

static void
add_index (SquillSqlBuild *self,
           SquillSqlEntity *entity,
           const SquillSqlIndex *index,
           GHashTable *partial,
           char **last)
{
  json_auto_t *keys = json_array ();
  json_auto_t *condition = NULL;
  g_autoptr (GHashTable) done = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree char *id = NULL, *rank = NULL;
  json_t *indexes = json_object_get (entity->json, "indexes");
  json_t *made;

  for (guint i = 0; i < index->columns->len; i++)
    {
      const SquillSqlColumn *column =
          _squill_sql_table_find_column (entity->table, index->columns->pdata[i]);
      const char *path = column == NULL ? NULL : g_hash_table_lookup (entity->paths, column->name);

      if (path != NULL && g_hash_table_add (done, (gpointer)path))
        json_array_append_new (keys, json_pack ("{s:s, s:s}", "path", path, "how",
                                                get_operator (self, index, i, column)));
    }
  /* The server has an index of _id. */
  if (json_array_size (keys) == 0 ||
      (json_array_size (keys) == 1 && entity->table->primary_key->len == 1 &&
       _squill_sql_names_contain (entity->table->primary_key, index->columns->pdata[0])))
    return;
  if (indexes == NULL)
    {
      indexes = json_object ();
      json_object_set_new (entity->json, "indexes", indexes);
    }
  condition = make_condition (entity, index);
  if (has_index (indexes, keys, condition))
    return;
  if (index->kind == SQUILL_SQL_INDEX_TEXT && entity->has_text_index)
    {
      g_ptr_array_add (self->report->problems,
                       squill_import_problem_new (
                           entity->table->line, entity->table->column,
                           g_strdup_printf (_ ("A collection has one text index: another one of "
                                               "“%s” is not taken over"),
                                            entity->name)));
      return;
    }
  entity->has_text_index |= index->kind == SQUILL_SQL_INDEX_TEXT;
  id = _squill_sql_build_make_id (self, "index");
  rank = _squill_sql_make_rank (last);
  made = json_pack ("{s:s, s:O}", "order", rank, "keys", keys);
  if (index->name != NULL && *index->name != '\0')
    json_object_set_new (made, "name", json_string (index->name));
  if (index->unique)
    json_object_set_new (made, "unique", json_true ());
  if (condition != NULL)
    json_object_set (made, "partial", condition);
  json_object_set_new (indexes, id, made);
  note_partial_key (entity, index, partial);
}

static void
add_indexes (SquillSqlBuild *self, SquillSqlEntity *entity)
{
  const GPtrArray *key = entity->table->primary_key;
  g_autoptr (GHashTable) partial =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
  g_autofree char *last = NULL;

  /* What identifies a document. */
  if (key->len > 1 && !entity->has_object_key)
    {
      const gboolean ascending = FALSE;
      SquillSqlIndex index = { .unique = TRUE,
                               .columns = (GPtrArray *)key,
                               .descending = g_array_new (FALSE, TRUE, sizeof (gboolean)) };

      for (guint i = 0; i < key->len; i++)
        g_array_append_val (index.descending, ascending);
      add_index (self, entity, &index, partial, &last);
      g_array_unref (index.descending);
    }
  /* Unique ones first: another one of the same keys is of no use. */
  for (guint round = 0; round < 2; round++)
    for (guint i = 0; i < entity->table->indexes->len; i++)
      {
        const SquillSqlIndex *index = entity->table->indexes->pdata[i];

        if (index->unique == (round == 0))
          add_index (self, entity, index, partial, &last);
      }
  tell_partial_keys (self, entity, partial);
}

static void
make_entity (SquillSqlBuild *self, SquillSqlEntity *entity, char **last)
{
  g_autofree char *rank = _squill_sql_make_rank (last);

  entity->json = json_pack ("{s:s, s:s}", "name", entity->name, "order", rank);
  json_object_set_new (json_object_get (self->file, "entities"), entity->id, entity->json);
  if (entity->table->comment != NULL && *entity->table->comment != '\0')
    json_object_set_new (entity->json, "description", json_string (entity->table->comment));
  if (entity->table->has_rows)
    json_object_set_new (entity->json, "count",
                         json_pack ("{s:I, s:I, s:I}", "min", (json_int_t)entity->table->rows,
                                    "likely", (json_int_t)entity->table->rows, "max",
                                    (json_int_t)entity->table->rows));
  if (entity->is_referenced)
    json_object_set_new (entity->json, "first_class", json_true ());
  add_fields (self, entity);
  add_indexes (self, entity);
}

static void
tell_entity (SquillSqlBuild *self, const SquillSqlEntity *entity)
{
  const GPtrArray *key = entity->table->primary_key;
  const guint n_fields =
      g_hash_table_size (entity->paths) + (!entity->has_object_key && key->len != 1 ? 1 : 0);
  g_autofree char *keys = _squill_import_list (key, key->len);
  g_autofree char *said = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (entity->is_join)
    {
      g_string_append_printf (text, _ ("“%s” is a many-to-many relationship of “%s” and “%s”"),
                              entity->table->name.name,
                              ((SquillSqlLink *)entity->links->pdata[0])->target->name,
                              ((SquillSqlLink *)entity->links->pdata[1])->target->name);
      if (entity->table->has_rows)
        {
          g_autofree char *n = squill_text_count (entity->table->rows);

          g_string_append_printf (
              text, g_dngettext (GETTEXT_PACKAGE, "; %s link", "; %s links", entity->table->rows),
              n);
        }
      g_ptr_array_add (self->report->outcomes, g_string_free (g_steal_pointer (&text), FALSE));
      return;
    }
  said = _squill_import_describe_entity (entity->table->name.name, n_fields);
  g_string_append (text, said);
  if (entity->table->has_rows)
    {
      g_autofree char *rows = squill_text_count (entity->table->rows);

      g_string_append_printf (
          text,
          g_dngettext (GETTEXT_PACKAGE, "; %s document", "; %s documents", entity->table->rows),
          rows);
    }
  if (key->len == 1)
    g_string_append_printf (text, _ ("; “%s” is its _id"), keys);
  else if (entity->has_object_key)
    g_string_append_printf (text, _ ("; its _id is an object of %s"), keys);
  else if (key->len > 1)
    g_string_append_printf (text, _ ("; %s are unique together"), keys);
  g_ptr_array_add (self->report->outcomes, g_string_free (g_steal_pointer (&text), FALSE));
}

/* Tells what becomes of several things, of which the first are named; nothing where there are none.
 */
void
_squill_sql_build_tell_names (SquillSqlBuild *self, const char *what, const GPtrArray *names)
{
  g_autofree char *shown = NULL;

  if (names == NULL || names->len == 0)
    return;
  shown = _squill_import_list (names, names->len);
  g_ptr_array_add (self->report->problems,
                   squill_import_problem_new (0, 0, g_strdup_printf ("%s: %s", what, shown)));
}

static gpointer
copy_text (gconstpointer text, gpointer user_data)
{
  return g_strdup (text);
}

/* What MongoDB's documents cannot say. */
static void
tell_rest (SquillSqlBuild *self)
{
  static const struct
  {
    const char *kind;
    const char *what;
  } kinds[] = {
    { "view", N_ ("Views are not taken over") },
    { "query", N_ ("Tables that are made by a query are not taken over") },
    { "trigger", N_ ("Triggers are not taken over") },
    { "routine", N_ ("Functions and procedures are not taken over") },
    { "rule", N_ ("Rules and policies are not taken over") },
    { "temporary", N_ ("Temporary tables are not taken over") },
    { "virtual", N_ ("Virtual and foreign tables are not taken over") },
  };
  g_autoptr (GPtrArray) numbered = _squill_sql_names_new ();
  g_autoptr (GPtrArray) computed = _squill_sql_names_new ();
  g_autoptr (GPtrArray) checks = g_ptr_array_copy (self->schema->checks, copy_text, NULL);

  for (guint i = 0; i < self->schema->tables->len; i++)
    {
      const SquillSqlTable *table = self->schema->tables->pdata[i];
      const SquillSqlEntity *entity = g_hash_table_lookup (self->by_table, table);
      const gboolean has_key = entity != NULL && !entity->is_join;

      /* The columns of a part are those of the whole. */
      for (guint j = 0; entity != NULL && j < table->columns->len; j++)
        {
          const SquillSqlColumn *column = table->columns->pdata[j];

          if (has_key && column->numbered)
            g_ptr_array_add (numbered, g_strdup_printf ("%s.%s", entity->name, column->name));
          if (column->has_computed_default)
            g_ptr_array_add (computed, g_strdup_printf ("%s.%s", table->name.name, column->name));
        }
      for (guint j = 0; j < table->rules->len; j++)
        {
          const SquillSqlRule *rule = table->rules->pdata[j];

          if (rule->text != NULL)
            g_ptr_array_add (checks, g_strdup (rule->text));
        }
    }
  _squill_sql_build_tell_names (
      self, _ ("MongoDB does not number documents, so the application gives these values"),
      numbered);
  _squill_sql_build_tell_names (
      self, _ ("Default values that the database computes are not taken over"), computed);
  _squill_sql_build_tell_names (self, _ ("Conditions that a field cannot have are not taken over"),
                                checks);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    _squill_sql_build_tell_names (self, _ (kinds[i].what),
                                  g_hash_table_lookup (self->schema->skipped, kinds[i].kind));
}

/* The model as it stands in a file of ours (transfer full). Each foreign key is a reference, and
 * each table that joins a junction. */
json_t *
_squill_sql_make_model (SquillSqlSchema *schema, const char *title, SquillImportReport *report)
{
  g_autoptr (GPtrArray) entities = g_ptr_array_new_with_free_func (entity_free);
  g_autofree char *last = NULL;
  g_autoptr (GHashTable) by_table = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) targets = g_hash_table_new (NULL, NULL);
  SquillSqlBuild build = { schema, report, entities, by_table, names, targets, NULL, 0 };

  build.file = json_pack ("{s:s, s:i, s:s, s:{}, s:{}}", "format", "squill/model", "version",
                          SQUILL_MODEL_VERSION, "name", title, "entities", "relationships");
  list_entities (&build);
  _squill_sql_build_take_over_parts (&build);
  _squill_sql_take_over_domains (schema);
  _squill_sql_build_guess_references (&build);
  _squill_sql_build_find_links (&build);
  for (guint i = 0; i < entities->len; i++)
    {
      SquillSqlEntity *entity = entities->pdata[i];

      if (!entity->is_join)
        make_entity (&build, entity, &last);
    }
  _squill_sql_build_add_relationships (&build);
  for (guint i = 0; i < entities->len; i++)
    tell_entity (&build, entities->pdata[i]);
  tell_rest (&build);
  return build.file;
}
