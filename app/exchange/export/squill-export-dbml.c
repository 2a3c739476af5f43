/* SPDX-License-Identifier: Apache-2.0 */

/* Collections as tables in DBML, which draws them and many programs read. It has no columns in
 * columns: nested fields are columns whose names are their paths, so that squill-dbml.c makes the
 * same documents of them again. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "bson/squill-bson-text.h"
#include "exchange/export/squill-export-private.h"
#include "exchange/squill-shell-command.h"

typedef struct
{
  SquillExport *export;
  GPtrArray *collections;
  const SquillCollection *collection;
  GHashTable *tables;  /* id of a collection -> its table's name */
  GHashTable *columns; /* names of columns of the table */
  GHashTable *ends;    /* of references, each pair once */
  GString *text;
  GString *enumerations;
  GString *references;
} Writer;

static void
append_escaped (GString *text, char quote, const char *words)
{
  g_string_append_c (text, quote);
  for (const char *p = words; *p != '\0'; p++)
    if (*p == quote || *p == '\\')
      g_string_append_printf (text, "\\%c", *p);
    else if (*p == '\n')
      g_string_append (text, "\\n");
    else if (*p == '\t')
      g_string_append (text, "\\t");
    else if ((guchar)*p < 0x20)
      g_string_append_printf (text, "\\u%04x", (guint)*p);
    else
      g_string_append_c (text, *p);
  g_string_append_c (text, quote);
}

static void
append_string (GString *text, const char *words)
{
  append_escaped (text, '\'', words);
}

/* Names that begin something of their own in a table need quotes, as all that are no words. */
static void
append_name (GString *text, const char *name)
{
  static const char *const words[] = { "note", "indexes", "checks", "records", "ref", "table" };
  gboolean is_word = g_ascii_isalpha (*name) || *name == '_';

  for (const char *p = name; is_word && *p != '\0'; p++)
    is_word = g_ascii_isalnum (*p) || *p == '_';
  for (guint i = 0; is_word && i < G_N_ELEMENTS (words); i++)
    is_word = g_ascii_strcasecmp (name, words[i]) != 0;
  if (is_word)
    g_string_append (text, name);
  else
    append_escaped (text, '"', name);
}

/* Texts alone, each one that a value of an enumeration can be. */
static gboolean
is_plain_enumeration (const SquillShape *shape, const json_t *values)
{
  if (json_array_size (values) == 0 || shape->types != SQUILL_TYPE_STRING ||
      shape->outlier_types != SQUILL_TYPE_NONE)
    return FALSE;
  for (gsize i = 0; i < json_array_size (values); i++)
    {
      const json_t *value = json_array_get (values, i);

      if (!json_is_string (value) || *json_string_value (value) == '\0')
        return FALSE;
      for (gsize j = 0; j < i; j++)
        if (json_equal (json_array_get (values, j), (json_t *)value))
          return FALSE;
    }
  return TRUE;
}

/* "table.column" is the name of the enumeration of a column. */
static char *
write_enumeration (Writer *self, const SquillShape *shape)
{
  const json_t *values = _squill_export_get_enumeration (self->export, shape);
  const char *table = g_hash_table_lookup (self->tables, self->collection->id);
  char *name;

  if (!is_plain_enumeration (shape, values))
    return NULL;
  name = g_strdup_printf ("%s.%s", table, shape->path);
  g_string_append (self->enumerations, "\nEnum ");
  append_name (self->enumerations, name);
  g_string_append (self->enumerations, " {\n");
  for (gsize i = 0; i < json_array_size (values); i++)
    {
      g_string_append (self->enumerations, "  ");
      append_escaped (self->enumerations, '"', json_string_value (json_array_get (values, i)));
      g_string_append_c (self->enumerations, '\n');
    }
  g_string_append (self->enumerations, "}\n");
  return name;
}

static void
append_type (Writer *self, const SquillShape *shape)
{
  g_autofree char *enumeration = write_enumeration (self, shape);
  g_autofree char *type = _squill_export_make_type_text (shape, enumeration);

  /* An array of what has a plain name needs no quotes either. */
  if (shape->array && g_str_has_suffix (type, "[]") && strchr (type, '|') == NULL)
    {
      type[strlen (type) - strlen ("[]")] = '\0';
      append_name (self->text, type);
      g_string_append (self->text, "[]");
    }
  else
    append_name (self->text, type);
}

static gboolean
is_unique (Writer *self, const char *path)
{
  for (guint i = 0; i < self->collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = self->collection->indexes->pdata[i];

      if (index->unique && !index->partial && !index->sparse && index->keys->len == 1 &&
          g_str_equal (((const SquillKey *)index->keys->pdata[0])->path, path))
        return TRUE;
    }
  return FALSE;
}

static void
append_default (GString *text, const json_t *value)
{
  if (json_is_string (value))
    {
      g_string_append (text, ", default: ");
      append_string (text, json_string_value (value));
    }
  else if (json_is_boolean (value))
    g_string_append (text, json_is_true (value) ? ", default: true" : ", default: false");
  else if (json_is_null (value))
    g_string_append (text, ", default: null");
  else if (json_is_integer (value))
    g_string_append_printf (text, ", default: %" JSON_INTEGER_FORMAT, json_integer_value (value));
  else if (json_is_real (value))
    {
      char buffer[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append_printf (text, ", default: %s",
                              g_ascii_dtostr (buffer, sizeof buffer, json_real_value (value)));
    }
}

static const char *
get_description (Writer *self, const SquillShape *shape)
{
  const SquillField *field = squill_model_get_field (self->export->model, shape->field);

  return field != NULL && shape->copy == NULL ? field->description : NULL;
}

/* How many there are at the end that holds the reference, and at the other. */
static const char *
get_operator (const SquillShape *shape, const SquillRelationship *r)
{
  const gboolean many = squill_shape_get_array (shape) != NULL;
  gboolean shared;

  if (r == NULL)
    return many ? "<>" : ">";
  /* Whether several hold a reference to the same document. */
  shared = _squill_export_is_at_parent (shape, r) ? r->parents.max > 1 || r->parents.likely > 1
                                                  : r->children.max != 1;
  if (many)
    return shared ? "<>" : "<";
  return shared ? ">" : "-";
}

static void
write_reference (Writer *self, const SquillShape *shape)
{
  const SquillRelationship *r =
      squill_model_get_relationship (self->export->model, shape->relationship);
  const char *from = g_hash_table_lookup (self->tables, self->collection->id);
  const char *to = g_hash_table_lookup (self->tables, shape->target);
  const SquillField *key = _squill_export_get_referenced_key (self->export, shape);
  const char *column = key != NULL ? key->name : "_id";
  g_autofree char *one = NULL, *other = NULL;

  if (to == NULL)
    return;
  one = g_strdup_printf ("%s\n%s\n%s\n%s", from, shape->path, to, column);
  other = g_strdup_printf ("%s\n%s\n%s\n%s", to, column, from, shape->path);
  if (g_str_equal (one, other) || g_hash_table_contains (self->ends, other) ||
      !g_hash_table_add (self->ends, g_steal_pointer (&one)))
    return;
  g_string_append (self->references, "\nRef");
  if (r != NULL && r->name != NULL && *r->name != '\0')
    {
      g_string_append_c (self->references, ' ');
      append_name (self->references, r->name);
    }
  g_string_append (self->references, ": ");
  append_name (self->references, from);
  g_string_append_c (self->references, '.');
  append_name (self->references, shape->path);
  g_string_append_printf (self->references, " %s ", get_operator (shape, r));
  append_name (self->references, to);
  g_string_append_c (self->references, '.');
  append_name (self->references, column);
}

static gboolean
write_column (const SquillShape *shape, gpointer user_data)
{
  Writer *self = user_data;
  const SquillField *field = squill_model_get_field (self->export->model, shape->field);
  const char *description;
  g_autoptr (GString) settings = NULL;
  g_autofree char *path = NULL;

  if (shape->parent == NULL || shape->rest)
    return TRUE;
  if (*shape->path == '\0' || !g_hash_table_add (self->columns, g_strdup (shape->path)))
    {
      g_string_append (self->text, "  // A field without a name of its own is left out.\n");
      return TRUE;
    }
  settings = g_string_new (NULL);
  path = squill_shape_get_query_path (shape);
  description = get_description (self, shape);
  g_string_append (self->text, "  ");
  append_name (self->text, shape->path);
  g_string_append_c (self->text, ' ');
  append_type (self, shape);
  if (g_str_equal (shape->path, "_id"))
    g_string_append (settings, ", pk");
  else if (shape->required)
    g_string_append (settings, ", not null");
  if (is_unique (self, path) && !g_str_equal (path, "_id"))
    g_string_append (settings, ", unique");
  if (field != NULL && shape->copy == NULL)
    append_default (settings, field->default_value);
  if (description != NULL && *description != '\0')
    {
      g_string_append (settings, ", note: ");
      append_string (settings, description);
    }
  if (settings->len > 0)
    g_string_append_printf (self->text, " [%s]", settings->str + 2);
  g_string_append_c (self->text, '\n');
  /* In an object of a reference and copied fields, one of its members is the reference. */
  if (shape->target != NULL && !shape->document && !_squill_export_has_members (shape))
    write_reference (self, shape);
  return TRUE;
}

/* What an index is to the server, where DBML has no word for all of it. */
static char *
describe_index (const SquillCollectionIndex *index, const SquillIndex *drawn)
{
  g_autoptr (GString) text = g_string_new (NULL);
  bson_t all = BSON_INITIALIZER, keys = BSON_INITIALIZER, options = BSON_INITIALIZER;
  gboolean is_plain = TRUE;

  for (guint i = 0; i < index->keys->len; i++)
    is_plain &= g_strcmp0 (((const SquillKey *)index->keys->pdata[i])->operator, "1") == 0;
  squill_shell_append_index_keys (&keys, index);
  squill_shell_append_index_options (&options, index, drawn, FALSE);
  is_plain &= bson_count_keys (&options) == (index->unique ? 1u : 0u);
  bson_append_document (&all, "key", -1, &keys);
  bson_concat (&all, &options);
  if (!is_plain)
    squill_bson_text_append (text, &all, SQUILL_BSON_STYLE_RELAXED, 0, 0);
  bson_destroy (&options);
  bson_destroy (&keys);
  bson_destroy (&all);
  return is_plain ? NULL : g_string_free (g_steal_pointer (&text), FALSE);
}

static void
append_index (Writer *self, const SquillCollectionIndex *index, const SquillIndex *drawn)
{
  g_autofree char *specification = describe_index (index, drawn);

  g_string_append (self->text, "    (");
  for (guint i = 0; i < index->keys->len; i++)
    {
      const char *path = ((const SquillKey *)index->keys->pdata[i])->path;
      const SquillShape *shape = squill_shape_find_by_query_path (self->collection->shape, path);

      if (i > 0)
        g_string_append (self->text, ", ");
      if (shape != NULL && g_hash_table_contains (self->columns, shape->path))
        append_name (self->text, shape->path);
      else
        {
          /* As an expression, which need not be a column. */
          g_autofree char *expression = g_strdelimit (g_strdup (path), "`\r\n", ' ');

          g_string_append_printf (self->text, "`%s`", expression);
        }
    }
  g_string_append (self->text, ") [");
  if (index->unique)
    g_string_append (self->text, "unique, ");
  g_string_append (self->text, "name: ");
  append_string (self->text, index->name);
  if (specification != NULL)
    {
      g_string_append (self->text, ", note: ");
      append_string (self->text, specification);
    }
  g_string_append (self->text, "]\n");
}

static void
write_indexes (Writer *self)
{
  gboolean any = FALSE;

  for (guint i = 0; i < self->collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = self->collection->indexes->pdata[i];

      if (index->unresolved || index->keys->len == 0 || g_str_equal (index->name, "_id_"))
        continue;
      g_string_append (self->text, any ? "" : "\n  indexes {\n");
      any = TRUE;
      append_index (
          self, index,
          squill_model_get_item_of_kind (self->export->model, index->index, SQUILL_KIND_INDEX));
    }
  if (any)
    g_string_append (self->text, "  }\n");
}

static void
write_note (GString *text, const char *indent, const char *note)
{
  if (note == NULL || *note == '\0')
    return;
  g_string_append_printf (text, "%sNote: ", indent);
  append_string (text, note);
  g_string_append_c (text, '\n');
}

static void
write_table (Writer *self)
{
  const SquillEntity *entity =
      squill_model_get_entity (self->export->model, self->collection->entity);

  g_hash_table_remove_all (self->columns);
  g_string_append (self->text, "\nTable ");
  append_name (self->text, g_hash_table_lookup (self->tables, self->collection->id));
  g_string_append (self->text, " {\n");
  squill_shape_foreach (self->collection->shape, write_column, self);
  write_indexes (self);
  if (entity != NULL && self->collection->relationship == NULL)
    write_note (self->text, "  ", entity->description);
  g_string_append (self->text, "}\n");
}

/* Names of tables are different, and not empty. */
static void
name_tables (Writer *self)
{
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->collections->len; i++)
    {
      const SquillCollection *collection = self->collections->pdata[i];
      const char *base = *collection->name != '\0' ? collection->name : "collection";
      char *name = g_strdup (base);

      for (guint j = 2; !g_hash_table_add (taken, g_strdup (name)); j++)
        {
          g_free (name);
          name = g_strdup_printf ("%s_%u", base, j);
        }
      g_hash_table_insert (self->tables, collection->id, name);
    }
}

gboolean
_squill_export_dbml (SquillExport *self, GError **error)
{
  const SquillModelInfo *info = squill_model_get_info (self->model);
  g_autoptr (GPtrArray) collections = _squill_export_get_collections (self, error);
  g_autoptr (GHashTable) tables = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_autoptr (GHashTable) columns = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) ends = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) text = g_string_new ("Project ");
  g_autoptr (GString) enumerations = g_string_new (NULL);
  g_autoptr (GString) references = g_string_new (NULL);
  Writer writer = {
    self, collections, NULL, tables, columns, ends, text, enumerations, references
  };

  if (collections == NULL)
    return FALSE;
  append_name (text, info->name != NULL && *info->name != '\0' ? info->name : "model");
  g_string_append (text, " {\n  database_type: 'MongoDB'\n");
  write_note (text, "  ", info->description);
  g_string_append (text, "}\n");
  name_tables (&writer);
  for (guint i = 0; i < collections->len; i++)
    {
      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      writer.collection = collections->pdata[i];
      write_table (&writer);
    }
  g_string_append (text, enumerations->str);
  g_string_append (text, references->str);
  if (references->len > 0)
    g_string_append_c (text, '\n');
  _squill_export_add_text (self, info->name != NULL ? info->name : "schema",
                           g_steal_pointer (&text));
  return TRUE;
}
