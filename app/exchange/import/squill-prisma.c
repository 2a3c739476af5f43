/* SPDX-License-Identifier: Apache-2.0 */

/* Models out of schemas of Prisma. Those for MongoDB are collections, with composite types as
 * nested fields; others are tables as in SQL. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-prisma.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "bson/squill-bson-type.h"
#include "exchange/import/squill-import-model.h"
#include "exchange/import/squill-prisma-build.h"

/* Composite types that contain each other several times make many fields of few lines, and each
 * column has the names of all that is around it. */
#define MAX_COLUMNS 20000
#define MAX_NAME_BYTES (16 * 1024 * 1024)

/* The deepest at which the model can have fields. */
#define MAX_DEPTH 99

void
_squill_prisma_tell (const SquillPrismaBuild *self, guint line, guint column, char *text)
{
  g_autofree char *own = text;

  g_ptr_array_add (self->report->problems,
                   squill_import_problem_new (line, column,
                                              self->file != NULL && line > 0
                                                  ? g_strdup_printf ("%s: %s", self->file, own)
                                                  : g_steal_pointer (&own)));
}

/* The block of a name and kind; NULL if there is none. */
const SquillPrismaBlock *
_squill_prisma_find_block (const SquillPrismaBuild *self, const char *name, const char *kind)
{
  const SquillPrismaBlock *block = name == NULL ? NULL : g_hash_table_lookup (self->by_name, name);

  return block != NULL && g_str_equal (block->kind, kind) ? block : NULL;
}

/* What "map" says, or else @name. */
static const char *
get_mapped (const GPtrArray *attributes, const char *name)
{
  const SquillPrismaAttribute *map = _squill_prisma_find_attribute (attributes, "map");
  const SquillPrismaValue *value =
      map == NULL ? NULL : _squill_prisma_attribute_get (map, "name", 0);

  return value != NULL && value->kind == SQUILL_PRISMA_VALUE_STRING ? value->text : name;
}

/* As the database calls it (transfer full): for documents as paths have it. */
char *
_squill_prisma_get_field_name (const SquillPrismaBuild *self, const SquillPrismaField *field)
{
  GString *text = g_string_new (NULL);

  for (const char *p = get_mapped (field->attributes, field->name); *p != '\0'; p++)
    {
      if (self->is_documents && strchr (".[]{}\\", *p) != NULL)
        g_string_append_c (text, '\\');
      g_string_append_c (text, *p);
    }
  return g_string_free (text, FALSE);
}

/* The name of the column that "address.city" is, and in @query its path as queries have it (both
 * transfer full); NULL, and @query untouched, where it is none. */
char *
_squill_prisma_make_path (const SquillPrismaBuild *self,
                          const SquillPrismaBlock *block,
                          const char *names,
                          char **query)
{
  g_auto (GStrv) parts = g_strsplit (names, ".", -1);
  g_autoptr (GString) path = g_string_new (NULL);
  g_autoptr (GString) plain = g_string_new (NULL);
  const SquillPrismaField *field = NULL;

  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_autofree char *name = NULL;

      if (i > 0)
        block = _squill_prisma_find_block (self, field->type, "type");
      if (i > 0 && field->is_list)
        g_string_append (path, "[]");
      field = block == NULL ? NULL : _squill_prisma_block_find_field (block, parts[i]);
      if (field == NULL || _squill_prisma_find_block (self, field->type, "model") != NULL)
        return NULL;
      name = _squill_prisma_get_field_name (self, field);
      g_string_append_printf (path, i > 0 ? ".%s" : "%s", name);
      g_string_append_printf (plain, i > 0 ? ".%s" : "%s",
                              get_mapped (field->attributes, field->name));
    }
  if (field == NULL)
    return NULL;
  *query = g_string_free (g_steal_pointer (&plain), FALSE);
  return g_string_free (g_steal_pointer (&path), FALSE);
}

/* --- types --- */

typedef struct
{
  const char *name;
  const char *document; /* the type of BSON */
  const char *table;    /* the type of SQL */
} Scalar;

static const Scalar scalars[] = {
  { "String", "string", "text" },      { "Int", "int", "int" },
  { "BigInt", "long", "bigint" },      { "Float", "double", "double" },
  { "Boolean", "bool", "boolean" },    { "DateTime", "date", "timestamp" },
  { "Bytes", "binData", "bytea" },     { "Json", "object", "json" },
  { "Decimal", "decimal", "decimal" },
};

static const Scalar natives[] = {
  { "db.ObjectId", "objectId", NULL }, { "db.Timestamp", "timestamp", NULL },
  { "db.Long", "long", NULL },         { "db.Int", "int", NULL },
  { "db.Double", "double", NULL },     { "db.Bool", "bool", NULL },
  { "db.Date", "date", NULL },         { "db.BinData", "binData", NULL },
  { "db.String", "string", NULL },
};

static const Scalar *
find_scalar (const Scalar *from, guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    if (g_str_equal (from[i].name, name))
      return &from[i];
  return NULL;
}

static const SquillPrismaAttribute *
find_native (const SquillPrismaField *field)
{
  for (guint i = 0; i < field->attributes->len; i++)
    {
      const SquillPrismaAttribute *attribute = field->attributes->pdata[i];

      if (g_str_has_prefix (attribute->name, "db."))
        return attribute;
    }
  return NULL;
}

/* Whether words are a type as squill-export-prisma.c says it where Prisma has none for it: type
 * names of BSON with "|", "[]", "map<>" and parentheses. */
static gboolean
is_type_text (const char *words)
{
  g_auto (GStrv) names = g_strsplit_set (words, "|()[]<>", -1);
  guint n = 0;

  for (guint i = 0; names[i] != NULL; i++)
    {
      if (*names[i] == '\0' || g_str_equal (names[i], "map"))
        continue;
      if (squill_type_from_name (names[i]) == SQUILL_TYPE_NONE && !g_str_equal (names[i], "any"))
        return FALSE;
      n++;
    }
  return n > 0;
}

/* The last line of the comment of a field of the type Json, where it says what of BSON it is; that
 * is no part of the description then. */
static char *
take_type_text (const SquillPrismaField *field, char **description)
{
  const char *line;

  if (field->comment == NULL || !g_str_equal (field->type, "Json"))
    return NULL;
  line = strrchr (field->comment, '\n');
  if (!is_type_text (line != NULL ? line + 1 : field->comment))
    return NULL;
  g_free (*description);
  *description = line == NULL ? NULL : g_strndup (field->comment, (gsize)(line - field->comment));
  return g_strdup (line != NULL ? line + 1 : field->comment);
}

/* An enumeration has a name that no type of a database has. */
static char *
name_enumeration (const char *name)
{
  return g_strconcat ("enum ", name, NULL);
}

static void
set_native (SquillTablesColumn *column, const SquillPrismaAttribute *native)
{
  g_free (column->type);
  column->type = g_ascii_strdown (native->name + strlen ("db."), -1);
  /* "unsigned" is a word of its own in SQL. */
  if (g_str_has_prefix (column->type, "unsigned"))
    {
      char *type =
          g_strdup (g_str_equal (column->type, "unsignedint") ? "bigint"
                                                              : column->type + strlen ("unsigned"));

      g_free (column->type);
      column->type = type;
    }
  for (guint i = 0; i < native->arguments->len; i++)
    {
      const SquillPrismaArgument *argument = native->arguments->pdata[i];

      if (argument->value->text != NULL)
        g_ptr_array_add (column->arguments, g_strdup (argument->value->text));
    }
}

static void
set_type (SquillPrismaBuild *self,
          const SquillPrismaField *field,
          const char *around,
          SquillTablesColumn *column)
{
  const Scalar *scalar = find_scalar (scalars, G_N_ELEMENTS (scalars), field->type);
  const SquillPrismaAttribute *native = find_native (field);
  const Scalar *known =
      native == NULL ? NULL : find_scalar (natives, G_N_ELEMENTS (natives), native->name);
  g_autofree char *said = self->is_documents ? take_type_text (field, &column->note) : NULL;

  if (_squill_prisma_find_block (self, field->type, "enum") != NULL)
    column->type = name_enumeration (field->type);
  else if (said != NULL)
    {
      /* It says all of the field, if it says that this is an array. */
      const gboolean is_all = !field->is_list || strstr (said, "[]") != NULL;

      column->type = is_all ? g_steal_pointer (&said) : g_strdup_printf ("(%s)[]", said);
      return;
    }
  else if (self->is_documents && known != NULL)
    column->type = g_strdup (known->document);
  else if (scalar != NULL)
    column->type = g_strdup (self->is_documents ? scalar->document : scalar->table);
  else if (field->is_unsupported && *field->type != '\0')
    column->type = g_strdup (field->type);
  else
    {
      if (!g_hash_table_contains (self->told, field))
        /* Translators: a type, and the model and field that has it */
        _squill_prisma_tell (self, field->line, field->column,
                             g_strdup_printf (_ ("There is no type “%s”, which “%s.%s” has"),
                                              field->type, around, field->name));
      column->type = g_strdup ("any");
    }
  if (!self->is_documents && native != NULL)
    set_native (column, native);
  if (field->is_list)
    {
      char *type = g_strconcat (column->type, "[]", NULL);

      g_free (column->type);
      column->type = type;
    }
}

/* --- defaults --- */

/* A time such as "2020-01-01T00:00:00Z" as the model has it; NULL where it is none. */
static json_t *
make_time (const char *text)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_iso8601 (text, NULL);
  g_autoptr (GDateTime) utc = time == NULL ? NULL : g_date_time_to_utc (time);
  g_autofree char *whole = utc == NULL ? NULL : g_date_time_format (utc, "%Y-%m-%dT%H:%M:%S");

  return whole == NULL ? NULL
                       : json_pack ("{s:o}", "$date",
                                    json_sprintf ("%s.%03dZ", whole,
                                                  g_date_time_get_microsecond (utc) / 1000));
}

/* The value that a literal of a field is (transfer full); NULL where it is none. */
static json_t *
make_value (SquillPrismaBuild *self, const SquillPrismaField *field, const SquillPrismaValue *value)
{
  const SquillPrismaBlock *enumeration = _squill_prisma_find_block (self, field->type, "enum");
  const SquillPrismaField *named;

  switch (value->kind)
    {
    case SQUILL_PRISMA_VALUE_STRING:
      if (g_str_equal (field->type, "Json"))
        return json_loads (value->text, JSON_DECODE_ANY, NULL);
      if (g_str_equal (field->type, "DateTime") && self->is_documents)
        return make_time (value->text);
      return g_str_equal (field->type, "String") ? json_string (value->text) : NULL;
    case SQUILL_PRISMA_VALUE_NUMBER:
      return json_loads (value->text, JSON_DECODE_ANY, NULL);
    case SQUILL_PRISMA_VALUE_WORD:
      if (g_str_equal (field->type, "Boolean") &&
          (g_str_equal (value->text, "true") || g_str_equal (value->text, "false")))
        return json_boolean (g_str_equal (value->text, "true"));
      named =
          enumeration == NULL ? NULL : _squill_prisma_block_find_field (enumeration, value->text);
      return named == NULL ? NULL : json_string (get_mapped (named->attributes, named->name));
    case SQUILL_PRISMA_VALUE_LIST:
      {
        json_auto_t *list = json_array ();

        for (guint i = 0; i < value->items->len; i++)
          {
            const SquillPrismaArgument *item = value->items->pdata[i];
            json_t *made = make_value (self, field, item->value);

            if (made == NULL)
              return NULL;
            json_array_append_new (list, made);
          }
        return json_incref (list);
      }
    case SQUILL_PRISMA_VALUE_CALL:
    default:
      return NULL;
    }
}

static void
note_lost (SquillPrismaBuild *self, const SquillPrismaField *field, const char *around)
{
  if (!g_hash_table_contains (self->told, field))
    g_ptr_array_add (self->lost, g_strdup_printf ("%s.%s", around, field->name));
}

static void
set_default (SquillPrismaBuild *self,
             const SquillPrismaField *field,
             const char *around,
             SquillTablesColumn *column)
{
  const SquillPrismaAttribute *attribute =
      _squill_prisma_find_attribute (field->attributes, "default");
  const SquillPrismaValue *value =
      attribute == NULL ? NULL : _squill_prisma_attribute_get (attribute, "value", 0);
  const char *called = value == NULL || value->kind != SQUILL_PRISMA_VALUE_CALL ? "" : value->text;

  if (_squill_prisma_find_attribute (field->attributes, "updatedAt") != NULL)
    {
      column->is_stamped = TRUE;
      note_lost (self, field, around);
    }
  if (value == NULL)
    return;
  column->default_value = make_value (self, field, value);
  column->is_stamped |= g_str_equal (called, "now");
  column->is_numbered = g_str_equal (called, "autoincrement") || g_str_equal (called, "sequence");
  /* A driver of MongoDB gives an _id to all that have none. */
  if (column->default_value == NULL && !column->is_numbered &&
      !(column->is_key && g_str_equal (called, "auto")))
    note_lost (self, field, around);
}

/* --- models --- */

static const char *const field_attributes[] = { "id",       "unique",    "default", "map",
                                                "relation", "updatedAt", NULL };
static const char *const block_attributes[] = { "id",       "unique", "index", "map",
                                                "fulltext", "schema", NULL };

static void
tell_unknown (const SquillPrismaBuild *self,
              const GPtrArray *attributes,
              const char *const *known,
              const char *name)
{
  for (guint i = 0; i < attributes->len; i++)
    {
      const SquillPrismaAttribute *attribute = attributes->pdata[i];

      if (!g_strv_contains (known, attribute->name) && !g_str_has_prefix (attribute->name, "db."))
        /* Translators: a setting, and the column that has it */
        _squill_prisma_tell (
            self, attribute->line, attribute->column,
            g_strdup_printf (_ ("“%s” of “%s” is not taken over"), attribute->name, name));
    }
}

static void add_fields (SquillPrismaBuild *self,
                        SquillTable *table,
                        const SquillPrismaBlock *block,
                        const char *prefix,
                        GSList *around);

/* The fields of what is embedded in a field. */
static void
add_composite (SquillPrismaBuild *self,
               SquillTable *table,
               const SquillPrismaField *field,
               const char *path,
               GSList *around)
{
  const SquillPrismaBlock *type = _squill_prisma_find_block (self, field->type, "type");
  g_autofree char *prefix = g_strconcat (path, field->is_list ? "[]." : ".", NULL);
  GSList here = { (gpointer)type, around };

  if (g_slist_find (around, type) != NULL)
    /* Translators: a type, and the field in which it is again */
    _squill_prisma_tell (self, field->line, field->column,
                         g_strdup_printf (_ ("“%s” contains itself: “%s” has no fields of its own"),
                                          type->name, path));
  else if (g_slist_length (around) + 1 >= MAX_DEPTH)
    _squill_prisma_tell (
        self, field->line, field->column,
        g_strdup_printf (_ ("“%s” is nested too deep: what is in it is not taken over"), path));
  else
    add_fields (self, table, type, prefix, &here);
}

static void
add_field (SquillPrismaBuild *self,
           SquillTable *table,
           const SquillPrismaBlock *block,
           const SquillPrismaField *field,
           const char *prefix,
           GSList *around)
{
  const gboolean is_composite = _squill_prisma_find_block (self, field->type, "type") != NULL;
  g_autofree char *name = _squill_prisma_get_field_name (self, field);
  g_autofree char *full = g_strdup_printf ("%s.%s", block->name, field->name);
  SquillTablesColumn *column = g_new0 (SquillTablesColumn, 1);

  column->name = g_strconcat (prefix, name, NULL);
  column->arguments = g_ptr_array_new_with_free_func (g_free);
  column->note = g_strdup (field->comment);
  column->line = field->line;
  column->column = field->column;
  column->is_key =
      *prefix == '\0' && _squill_prisma_find_attribute (field->attributes, "id") != NULL;
  column->not_null = !field->is_optional && !field->is_list;
  column->unique = *prefix == '\0' && !column->is_key &&
                   _squill_prisma_find_attribute (field->attributes, "unique") != NULL;
  if (is_composite)
    {
      const char *comment = _squill_prisma_find_block (self, field->type, "type")->comment;

      column->type = g_strdup (field->is_list ? "object[]" : "object");
      if (column->note == NULL)
        column->note = g_strdup (comment);
    }
  else
    set_type (self, field, block->name, column);
  set_default (self, field, block->name, column);
  if (g_hash_table_add (self->told, (gpointer)field))
    tell_unknown (self, field->attributes, field_attributes, full);
  if (_squill_table_find_column (table, column->name) != NULL)
    {
      _squill_prisma_tell (
          self, field->line, field->column,
          g_strdup_printf (_ ("“%s” has a column “%s” already"), table->name, column->name));
      _squill_table_column_free (column);
      return;
    }
  _squill_table_add_column (table, column);
  self->n_columns++;
  self->n_name_bytes += strlen (column->name);
  if (is_composite)
    add_composite (self, table, field, column->name, around);
}

static void
add_fields (SquillPrismaBuild *self,
            SquillTable *table,
            const SquillPrismaBlock *block,
            const char *prefix,
            GSList *around)
{
  const char *file = self->file;

  self->file = block->file;
  for (guint i = 0; i < block->fields->len; i++)
    {
      const SquillPrismaField *field = block->fields->pdata[i];

      if (field->type == NULL || _squill_prisma_find_block (self, field->type, "model") != NULL ||
          _squill_prisma_find_block (self, field->type, "view") != NULL)
        continue;
      if (!self->is_full &&
          (self->n_columns >= MAX_COLUMNS || self->n_name_bytes >= MAX_NAME_BYTES))
        {
          _squill_prisma_tell (self, field->line, field->column,
                               g_strdup (_ ("There are too many fields: further ones are not "
                                            "taken over")));
          self->is_full = TRUE;
        }
      if (self->is_full)
        break;
      add_field (self, table, block, field, prefix, around);
    }
  self->file = file;
}

static void
add_model (SquillPrismaBuild *self, const SquillPrismaBlock *block)
{
  const SquillPrismaAttribute *schema = _squill_prisma_find_attribute (block->attributes, "schema");
  const SquillPrismaValue *value =
      schema == NULL ? NULL : _squill_prisma_attribute_get (schema, "name", 0);
  SquillTable *table = _squill_table_new (g_strdup (get_mapped (block->attributes, block->name)),
                                          block->line, block->column);

  table->schema = value == NULL ? NULL : g_strdup (value->text);
  table->alias = g_strdup (block->name);
  table->note = g_strdup (block->comment);
  g_ptr_array_add (self->tables->tables, table);
  _squill_tables_note_table (self->tables, table);
  g_hash_table_insert (self->by_model, (gpointer)block, table);
  add_fields (self, table, block, "", NULL);
  tell_unknown (self, block->attributes, block_attributes, block->name);
  _squill_prisma_add_indexes (self, block, table);
}

static void
add_enumeration (SquillPrismaBuild *self, const SquillPrismaBlock *block)
{
  SquillTableEnumeration *enumeration = g_new0 (SquillTableEnumeration, 1);

  enumeration->name = name_enumeration (block->name);
  enumeration->values = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < block->fields->len; i++)
    {
      const SquillPrismaField *field = block->fields->pdata[i];

      g_ptr_array_add (enumeration->values, g_strdup (get_mapped (field->attributes, field->name)));
    }
  g_ptr_array_add (self->tables->enumerations, enumeration);
}

/* Whether a model has what only those of MongoDB have. */
static gboolean
has_documents (const GPtrArray *blocks)
{
  for (guint i = 0; i < blocks->len; i++)
    {
      const SquillPrismaBlock *block = blocks->pdata[i];

      if (g_str_equal (block->kind, "type"))
        return TRUE;
      for (guint j = 0; j < block->fields->len; j++)
        {
          const SquillPrismaField *field = block->fields->pdata[j];

          if (_squill_prisma_find_attribute (field->attributes, "db.ObjectId") != NULL)
            return TRUE;
        }
    }
  return FALSE;
}

/* What the models are in, by the data source or, where there is none, by what is in them. */
static void
set_database (SquillPrismaBuild *self)
{
  for (guint i = 0; i < self->blocks->len; i++)
    {
      const SquillPrismaBlock *block = self->blocks->pdata[i];
      const SquillPrismaField *provider = _squill_prisma_block_find_field (block, "provider");

      /* What is in a variable of the environment is not known. */
      if (g_str_equal (block->kind, "datasource") && provider != NULL && provider->value != NULL &&
          provider->value->kind == SQUILL_PRISMA_VALUE_STRING)
        self->tables->database = g_strdup (provider->value->text);
      if (self->tables->database != NULL)
        break;
    }
  if (self->tables->database == NULL)
    self->tables->database = g_strdup (has_documents (self->blocks) ? "mongodb" : "sql");
  self->is_documents = g_ascii_strcasecmp (self->tables->database, "mongodb") == 0;
}

static void
tell_lost (const SquillPrismaBuild *self)
{
  g_autofree char *list = NULL;

  if (self->lost->len == 0)
    return;
  list = _squill_import_list (self->lost, self->lost->len);
  _squill_prisma_tell (self, 0, 0,
                       /* Translators: names of fields */
                       g_strdup_printf (_ ("These default values are not taken over: %s"), list));
}

static void
build (SquillPrismaBuild *self)
{
  set_database (self);
  for (guint i = 0; i < self->blocks->len; i++)
    {
      const SquillPrismaBlock *block = self->blocks->pdata[i];

      self->file = block->file;
      if (!g_hash_table_contains (self->by_name, block->name))
        g_hash_table_insert (self->by_name, block->name, (gpointer)block);
      /* A generator may be called as a model is. */
      else if (!g_str_equal (block->kind, "generator") && !g_str_equal (block->kind, "datasource"))
        _squill_prisma_tell (self, block->line, block->column,
                             g_strdup_printf (_ ("There is a “%s” already"), block->name));
    }
  for (guint i = 0; i < self->blocks->len; i++)
    {
      const SquillPrismaBlock *block = self->blocks->pdata[i];

      if (g_hash_table_lookup (self->by_name, block->name) != block)
        continue;
      self->file = block->file;
      if (g_str_equal (block->kind, "model"))
        add_model (self, block);
      else if (g_str_equal (block->kind, "enum"))
        add_enumeration (self, block);
      else if (g_str_equal (block->kind, "view"))
        _squill_prisma_tell (self, block->line, block->column,
                             g_strdup_printf (_ ("“%s” is not taken over"), block->name));
    }
  _squill_prisma_add_relations (self);
  tell_lost (self);
}

/* Adds the blocks of a file, with its name where it is one of several. */
static void
read_source (GPtrArray *blocks,
             const SquillImportSource *source,
             const char *data,
             gsize length,
             gboolean is_one_of_several,
             SquillImportReport *report)
{
  const guint n_blocks = blocks->len, n_problems = report->problems->len;
  g_autofree char *base = g_path_get_basename (source->name);
  g_autofree char *name = g_filename_display_name (base);

  _squill_prisma_parse (blocks, data, length, report);
  if (!is_one_of_several)
    return;
  for (guint i = n_blocks; i < blocks->len; i++)
    ((SquillPrismaBlock *)blocks->pdata[i])->file = g_strdup (name);
  for (guint i = n_problems; i < report->problems->len; i++)
    {
      SquillImportProblem *problem = report->problems->pdata[i];
      char *text = g_strdup_printf ("%s: %s", name, problem->text);

      g_free (problem->text);
      problem->text = text;
    }
}

/**
 * squill_prisma_import_all:
 * @title: how the model is called
 * @sources: (array length=n_sources): the files of a schema of Prisma
 * @n_sources: how many there are
 * @report: gets what became of each model, and what was not taken over
 * @error: what went wrong
 *
 * Makes a model of a schema. With the provider "mongodb" its models are collections: relations are
 * references, and composite types nested fields. With others they are tables as in SQL, see
 * squill_sql_import().
 *
 * Fails with %SQUILL_MODEL_ERROR_SYNTAX, with line and column, where there is no model, or text
 * that is not UTF-8.
 *
 * Returns: (transfer full) (nullable): the model
 */
SquillModel *
squill_prisma_import_all (const char *title,
                          const SquillImportSource *sources,
                          guint n_sources,
                          SquillImportReport *report,
                          GError **error)
{
  g_autoptr (GPtrArray) blocks = _squill_prisma_blocks_new ();
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) by_model = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) told = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) lost = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (SquillTables) tables = _squill_tables_new ();
  SquillPrismaBuild self = { 0 };

  g_return_val_if_fail (title != NULL, NULL);
  g_return_val_if_fail (report != NULL, NULL);

  for (guint i = 0; i < n_sources; i++)
    {
      const char *data = sources[i].data;
      gsize length = sources[i].length;

      if (!_squill_tables_check_text (&data, &length, error))
        return NULL;
      read_source (blocks, &sources[i], data, length, n_sources > 1, report);
    }
  self.blocks = blocks;
  self.by_name = by_name;
  self.by_model = by_model;
  self.tables = tables;
  self.report = report;
  self.told = told;
  self.lost = lost;
  build (&self);
  return _squill_tables_import (tables, title, report, error);
}

/**
 * squill_prisma_import:
 * @title: how the model is called
 * @data: a schema of Prisma
 * @length: how many bytes that are
 * @report: gets what became of each model, and what was not taken over
 * @error: what went wrong
 *
 * Makes a model of a schema of one file, as squill_prisma_import_all() does.
 *
 * Returns: (transfer full) (nullable): the model
 */
SquillModel *
squill_prisma_import (
    const char *title, const char *data, gsize length, SquillImportReport *report, GError **error)
{
  const SquillImportSource source = { title, data, length };

  g_return_val_if_fail (title != NULL, NULL);
  g_return_val_if_fail (data != NULL, NULL);

  return squill_prisma_import_all (title, &source, 1, report, error);
}
