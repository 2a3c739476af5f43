/* SPDX-License-Identifier: Apache-2.0 */

/* Reads DBML, of https://dbml.dbdiagram.io: tables, enumerations and references. What it does not
 * know is told with its place, and all else is kept. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "exchange/import/squill-dbml-private.h"

/* At most this much of partial tables is copied into tables: a small file may name a large one many
 * times. */
#define MAX_PARTIAL_COST (256u * 1024u)
/* Of a word, beside its bytes. */
#define TOKEN_COST 8u

typedef struct
{
  GArray *tokens;
  guint next;
  SquillTables *schema;
  SquillImportReport *report;
  GHashTable *partials; /* name -> the first token in its braces */
  gboolean is_in_partial;
  gsize partial_cost;    /* of what was put into tables */
  guint first_reference; /* of those that columns of the table at hand say */
} Parser;

static const SquillDbmlToken *
peek (const Parser *self, guint ahead)
{
  return &g_array_index (self->tokens, SquillDbmlToken,
                         MIN (self->next + ahead, self->tokens->len - 1));
}

static gboolean
is_at_end (const Parser *self)
{
  return peek (self, 0)->kind == SQUILL_DBML_END;
}

static gboolean
is_symbol (const Parser *self, char symbol)
{
  return peek (self, 0)->kind == SQUILL_DBML_SYMBOL && peek (self, 0)->text[0] == symbol;
}

static gboolean
is_word (const Parser *self, const char *word)
{
  return peek (self, 0)->kind == SQUILL_DBML_WORD &&
         g_ascii_strcasecmp (peek (self, 0)->text, word) == 0;
}

static void
advance (Parser *self)
{
  if (!is_at_end (self))
    self->next++;
}

static gboolean
accept (Parser *self, char symbol)
{
  if (!is_symbol (self, symbol))
    return FALSE;
  advance (self);
  return TRUE;
}

static gboolean
accept_word (Parser *self, const char *word)
{
  if (!is_word (self, word))
    return FALSE;
  advance (self);
  return TRUE;
}

static gboolean
is_name (const Parser *self)
{
  return peek (self, 0)->kind == SQUILL_DBML_WORD || peek (self, 0)->kind == SQUILL_DBML_NAME;
}

static char *
take_text (Parser *self)
{
  char *text = g_strdup (is_at_end (self) ? "" : peek (self, 0)->text);

  advance (self);
  return text;
}

static void
complain (Parser *self)
{
  const SquillDbmlToken *token = peek (self, 0);

  if (token->kind == SQUILL_DBML_END)
    _squill_dbml_tell (self->report, token->line, token->column,
                       g_strdup (_ ("The file ends too early")));
  else
    /* Translators: a word or a character */
    _squill_dbml_tell (self->report, token->line, token->column,
                       g_strdup_printf (_ ("“%s” is not understood here"), token->text));
}

/* To behind what closes the bracket at hand. */
static void
skip_brackets (Parser *self)
{
  guint depth = 0;

  do
    {
      if (is_symbol (self, '{') || is_symbol (self, '[') || is_symbol (self, '('))
        depth++;
      else if (is_symbol (self, '}') || is_symbol (self, ']') || is_symbol (self, ')'))
        depth--;
      advance (self);
    }
  while (depth > 0 && !is_at_end (self));
}

/* The rest of a line, and of what begins in it. */
static void
skip_line (Parser *self)
{
  const guint line = peek (self, 0)->line;

  while (!is_at_end (self) && peek (self, 0)->line == line && !is_symbol (self, '}'))
    if (is_symbol (self, '{') || is_symbol (self, '[') || is_symbol (self, '('))
      skip_brackets (self);
    else
      advance (self);
}

static void
replace (char **place, char *text)
{
  g_free (*place);
  *place = text;
}

/* "Note: 'text'", "note { 'text' }", from behind the word. */
static char *
take_note (Parser *self)
{
  const gboolean is_block = accept (self, '{');
  char *note = NULL;

  if (!is_block)
    accept (self, ':');
  if (peek (self, 0)->kind == SQUILL_DBML_STRING || peek (self, 0)->kind == SQUILL_DBML_NAME)
    note = take_text (self);
  if (is_block && !accept (self, '}'))
    complain (self);
  return note;
}

/* "schema.name" or "name" */
static gboolean
take_full_name (Parser *self, char **schema, char **name)
{
  if (!is_name (self))
    return FALSE;
  replace (name, take_text (self));
  while (is_symbol (self, '.') &&
         (peek (self, 1)->kind == SQUILL_DBML_WORD || peek (self, 1)->kind == SQUILL_DBML_NAME))
    {
      advance (self);
      replace (schema, g_steal_pointer (name));
      *name = take_text (self);
    }
  return TRUE;
}

static json_t *
take_value (Parser *self)
{
  const gboolean is_negative = is_symbol (self, '-');
  const SquillDbmlToken *token;
  json_t *value = NULL;

  if (is_negative || is_symbol (self, '+'))
    advance (self);
  token = peek (self, 0);
  if (token->kind == SQUILL_DBML_STRING || token->kind == SQUILL_DBML_NAME)
    value = json_string (token->text);
  else if (token->kind == SQUILL_DBML_WORD && g_ascii_isdigit (token->text[0]))
    {
      g_autofree char *number = g_strconcat (is_negative ? "-" : "", token->text, NULL);

      value = json_loads (number, JSON_DECODE_ANY, NULL);
    }
  else if (is_word (self, "true") || is_word (self, "false"))
    value = json_boolean (is_word (self, "true"));
  else if (is_word (self, "null"))
    value = json_null ();
  else if (token->kind == SQUILL_DBML_WORD)
    value = json_string (token->text);
  if (!is_symbol (self, ',') && !is_symbol (self, ']'))
    advance (self);
  return value;
}

/* The name of a setting: the words before its colon or its end: "not null", "ref". */
static char *
take_setting (Parser *self)
{
  g_autoptr (GString) name = g_string_new (NULL);

  while (peek (self, 0)->kind == SQUILL_DBML_WORD)
    {
      g_autofree char *word = take_text (self);
      g_autofree char *lower = g_ascii_strdown (word, -1);

      g_string_append_printf (name, name->len > 0 ? " %s" : "%s", lower);
    }
  accept (self, ':');
  return g_string_free (g_steal_pointer (&name), FALSE);
}

/* Not yet at what ends a list of settings, nor at what no setting has in it. */
static gboolean
is_in_settings (const Parser *self)
{
  return !is_at_end (self) && !is_symbol (self, ']') && !is_symbol (self, '}');
}

/* To behind the comma, or to what ends the list. */
static void
skip_setting (Parser *self)
{
  while (!is_at_end (self) && !is_symbol (self, ',') && !is_symbol (self, ']') &&
         !is_symbol (self, '}'))
    if (is_symbol (self, '(') || is_symbol (self, '['))
      skip_brackets (self);
    else
      advance (self);
  accept (self, ',');
}

/* "?<?", ">", "<>", "-": how many there are at both ends. */
static gboolean
take_operator (Parser *self, gboolean is_many[2])
{
  gboolean is_known = FALSE;

  accept (self, '?');
  is_many[0] = is_many[1] = FALSE;
  if (accept (self, '<'))
    {
      is_many[1] = is_known = TRUE;
      is_many[0] = accept (self, '>');
    }
  else if (accept (self, '>'))
    is_many[0] = is_known = TRUE;
  else
    is_known = accept (self, '-');
  accept (self, '?');
  return is_known;
}

/* "schema.table.column", "table.(a, b)" */
static gboolean
take_end (Parser *self, SquillTableEnd *end)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  end->columns = g_ptr_array_new_with_free_func (g_free);
  while (is_name (self))
    {
      g_ptr_array_add (names, take_text (self));
      if (!accept (self, '.'))
        break;
    }
  if (accept (self, '('))
    {
      while (is_name (self))
        {
          g_ptr_array_add (end->columns, take_text (self));
          accept (self, ',');
        }
      if (!accept (self, ')'))
        return FALSE;
    }
  else if (names->len > 1)
    g_ptr_array_add (end->columns, g_ptr_array_steal_index (names, names->len - 1));
  if (names->len == 0 || end->columns->len == 0)
    return FALSE;
  end->table = g_strdup (names->pdata[names->len - 1]);
  if (names->len > 1)
    end->schema = g_strdup (names->pdata[names->len - 2]);
  return TRUE;
}

static SquillTableReference *
reference_new (const Parser *self)
{
  SquillTableReference *reference = g_new0 (SquillTableReference, 1);

  reference->line = peek (self, 0)->line;
  reference->column = peek (self, 0)->column;
  return reference;
}

static void
take_reference_settings (Parser *self, SquillTableReference *reference)
{
  if (!accept (self, '['))
    return;
  while (is_in_settings (self))
    {
      g_autofree char *name = take_setting (self);

      if (g_str_equal (name, "delete"))
        reference->cascades = is_word (self, "cascade");
      skip_setting (self);
    }
  accept (self, ']');
}

/* "a.x > b.y [delete: cascade]" */
static void
take_reference (Parser *self, char *name)
{
  SquillTableReference *reference = reference_new (self);

  reference->name = name;
  if (!take_end (self, &reference->ends[0]) || !take_operator (self, reference->is_many) ||
      !take_end (self, &reference->ends[1]))
    {
      complain (self);
      _squill_table_reference_free (reference);
      skip_line (self);
      return;
    }
  take_reference_settings (self, reference);
  g_ptr_array_add (self->schema->references, reference);
}

/* "Ref name { … }" or "Ref name: …", from behind the word. */
static void
read_references (Parser *self)
{
  char *name = is_name (self) ? take_text (self) : NULL;

  if (accept (self, ':'))
    take_reference (self, name);
  else if (accept (self, '{'))
    {
      while (!is_at_end (self) && !is_symbol (self, '}'))
        {
          const guint before = self->next;

          take_reference (self, g_strdup (name));
          if (self->next == before)
            advance (self);
        }
      accept (self, '}');
      g_free (name);
    }
  else
    {
      complain (self);
      skip_line (self);
      g_free (name);
    }
}

/* "ref: > b.y" within the settings of a column. */
static void
take_column_reference (Parser *self, const SquillTable *table, const SquillTablesColumn *column)
{
  SquillTableReference *reference = reference_new (self);

  reference->ends[0].schema = g_strdup (table->schema);
  reference->ends[0].table = g_strdup (table->name);
  reference->ends[0].columns = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (reference->ends[0].columns, g_strdup (column->name));
  if (take_operator (self, reference->is_many) && take_end (self, &reference->ends[1]))
    g_ptr_array_add (self->schema->references, reference);
  else
    {
      complain (self);
      _squill_table_reference_free (reference);
    }
}

static void
take_column_settings (Parser *self, SquillTable *table, SquillTablesColumn *column)
{
  if (!accept (self, '['))
    return;
  while (is_in_settings (self))
    {
      const SquillDbmlToken *token = peek (self, 0);
      g_autofree char *name = take_setting (self);

      if (g_str_equal (name, "pk") || g_str_equal (name, "primary key"))
        column->is_key = TRUE;
      else if (g_str_equal (name, "not null"))
        column->not_null = TRUE;
      else if (g_str_equal (name, "unique"))
        column->unique = TRUE;
      else if (g_str_equal (name, "increment"))
        column->is_numbered = TRUE;
      else if (g_str_equal (name, "note"))
        replace (&column->note, take_note (self));
      else if (g_str_equal (name, "ref"))
        take_column_reference (self, table, column);
      else if (g_str_equal (name, "default") && peek (self, 0)->kind == SQUILL_DBML_EXPRESSION)
        _squill_dbml_tell (self->report, token->line, token->column,
                           /* Translators: an expression of SQL, and the column that has it */
                           g_strdup_printf (_ ("The default “%s” of “%s” is not taken over"),
                                            peek (self, 0)->text, column->name));
      else if (g_str_equal (name, "default"))
        {
          json_decref (column->default_value);
          column->default_value = take_value (self);
        }
      else if (!g_str_equal (name, "null"))
        _squill_dbml_tell (
            self->report, token->line, token->column,
            /* Translators: a setting, and the column that has it */
            g_strdup_printf (_ ("“%s” of “%s” is not taken over"), name, column->name));
      skip_setting (self);
    }
  if (!accept (self, ']'))
    complain (self);
}

/* "schema.type(10, 2)[]" as its name, and what is in parentheses. */
static gboolean
take_type (Parser *self, SquillTablesColumn *column)
{
  g_autoptr (GString) type = NULL;
  g_autofree char *schema = NULL, *name = NULL;

  if (!take_full_name (self, &schema, &name))
    return FALSE;
  type = g_string_new (name);
  if (accept (self, '('))
    {
      while (!is_at_end (self) && !is_symbol (self, ')') && !is_symbol (self, '}'))
        {
          if (!is_symbol (self, ','))
            g_ptr_array_add (column->arguments, g_strdup (peek (self, 0)->text));
          advance (self);
        }
      accept (self, ')');
    }
  while (is_symbol (self, '[') &&
         (peek (self, 1)->kind == SQUILL_DBML_SYMBOL && peek (self, 1)->text[0] == ']'))
    {
      self->next += 2;
      g_string_append (type, "[]");
    }
  column->type = g_string_free (g_steal_pointer (&type), FALSE);
  return TRUE;
}

/* "id int pk unique", as the language allowed before it had brackets. */
static void
take_bare_settings (Parser *self, SquillTablesColumn *column)
{
  while (peek (self, 0)->line == column->line)
    if (accept_word (self, "pk"))
      column->is_key = TRUE;
    else if (accept_word (self, "unique"))
      column->unique = TRUE;
    else
      return;
}

/* What the two columns of one name say changes places. */
static void
replace_column (SquillTablesColumn *there, SquillTablesColumn *column)
{
  const SquillTablesColumn before = *there;
  char *name = column->name;

  *there = *column;
  *column = before;
  there->name = before.name;
  column->name = name;
}

/* What a column refers to goes with what else was said of it; @end: behind the last one. */
static void
remove_references (Parser *self, const char *column, guint first, guint end)
{
  for (guint i = end; i-- > first;)
    {
      const SquillTableReference *reference = self->schema->references->pdata[i];

      if (g_strcmp0 (reference->ends[0].columns->pdata[0], column) == 0)
        g_ptr_array_remove_index (self->schema->references, i);
    }
}

static void
read_column (Parser *self, SquillTable *table)
{
  const guint n_references = self->schema->references->len;
  SquillTablesColumn *column = g_new0 (SquillTablesColumn, 1), *there;

  column->line = peek (self, 0)->line;
  column->column = peek (self, 0)->column;
  column->arguments = g_ptr_array_new_with_free_func (g_free);
  column->name = take_text (self);
  if (!take_type (self, column))
    {
      complain (self);
      _squill_table_column_free (column);
      skip_line (self);
      return;
    }
  take_bare_settings (self, column);
  take_column_settings (self, table, column);
  there = _squill_table_find_column (table, column->name);
  column->is_injected = self->is_in_partial;
  if (there == NULL)
    {
      _squill_table_add_column (table, column);
      return;
    }
  /* Its own column counts, and of several partial tables the last one. */
  if (there->is_injected)
    {
      remove_references (self, column->name, self->first_reference, n_references);
      replace_column (there, column);
    }
  else if (self->is_in_partial)
    remove_references (self, column->name, n_references, self->schema->references->len);
  else
    _squill_dbml_tell (
        self->report, column->line, column->column,
        g_strdup_printf (_ ("“%s” has a column “%s” already"), table->name, column->name));
  _squill_table_column_free (column);
}

static gboolean
take_index_column (Parser *self, SquillTableIndex *index)
{
  const gboolean is_expression = peek (self, 0)->kind == SQUILL_DBML_EXPRESSION;

  if (!is_expression && !is_name (self))
    return FALSE;
  g_ptr_array_add (index->columns, take_text (self));
  g_array_append_val (index->is_expression, is_expression);
  return TRUE;
}

/* What an index is to the server, where its note says that. */
static json_t *
take_specification (Parser *self)
{
  g_autofree char *note = take_note (self);
  json_t *specification = note == NULL ? NULL : json_loads (note, JSON_REJECT_DUPLICATES, NULL);

  if (!json_is_object (json_object_get (specification, "key")) ||
      json_object_size (json_object_get (specification, "key")) == 0)
    g_clear_pointer (&specification, json_decref);
  return specification;
}

static void
read_index (Parser *self, SquillTable *table)
{
  SquillTableIndex *index = g_new0 (SquillTableIndex, 1);
  gboolean is_good = TRUE;

  index->line = peek (self, 0)->line;
  index->column = peek (self, 0)->column;
  index->columns = g_ptr_array_new_with_free_func (g_free);
  index->is_expression = g_array_new (FALSE, FALSE, sizeof (gboolean));
  if (accept (self, '('))
    {
      while (take_index_column (self, index))
        accept (self, ',');
      is_good = accept (self, ')');
    }
  else
    is_good = take_index_column (self, index);
  if (is_good && accept (self, '['))
    {
      while (is_in_settings (self))
        {
          g_autofree char *name = take_setting (self);

          if (g_str_equal (name, "pk") || g_str_equal (name, "primary key"))
            index->is_key = TRUE;
          else if (g_str_equal (name, "unique"))
            index->unique = TRUE;
          else if (g_str_equal (name, "name"))
            replace (&index->name, take_text (self));
          else if (g_str_equal (name, "note"))
            {
              json_decref (index->specification);
              index->specification = take_specification (self);
            }
          else if (g_str_has_prefix (name, "type"))
            replace (&index->type, g_strdup (strstr (name, " ") != NULL ? strstr (name, " ") + 1
                                                                        : peek (self, 0)->text));
          skip_setting (self);
        }
      is_good = accept (self, ']');
    }
  if (is_good && index->columns->len > 0)
    {
      g_ptr_array_add (table->indexes, index);
      return;
    }
  complain (self);
  _squill_table_index_free (index);
  if (!is_symbol (self, '}'))
    {
      advance (self);
      skip_line (self);
    }
}

/* Whether a partial table may be put into one more table: once there was too much, none may. */
static gboolean
allows_partial (Parser *self, const char *name)
{
  guint depth = 1;

  for (guint i = GPOINTER_TO_UINT (g_hash_table_lookup (self->partials, name));
       depth > 0 && i < self->tokens->len && self->partial_cost <= MAX_PARTIAL_COST; i++)
    {
      const SquillDbmlToken *token = &g_array_index (self->tokens, SquillDbmlToken, i);

      if (token->text != NULL)
        self->partial_cost += strlen (token->text) + TOKEN_COST;
      if (token->kind == SQUILL_DBML_SYMBOL)
        depth += (token->text[0] == '{') - (token->text[0] == '}');
    }
  return self->partial_cost <= MAX_PARTIAL_COST;
}

/* What is in the braces of a table. */
static void
read_items (Parser *self, SquillTable *table)
{
  while (!is_at_end (self) && !is_symbol (self, '}'))
    {
      const SquillDbmlToken *token = peek (self, 0), *after = peek (self, 1);
      const gboolean is_block = after->kind == SQUILL_DBML_SYMBOL && after->text[0] == '{';
      const gboolean is_line = after->kind == SQUILL_DBML_SYMBOL && after->text[0] == ':';

      if (is_word (self, "note") && (is_block || is_line))
        {
          g_autofree char *note = NULL;

          advance (self);
          note = take_note (self);
          if (!self->is_in_partial || table->note == NULL)
            replace (&table->note, g_steal_pointer (&note));
        }
      else if (is_symbol (self, '~') && !self->is_in_partial && after->text != NULL &&
               g_hash_table_contains (self->partials, after->text) &&
               allows_partial (self, after->text))
        {
          const guint behind = self->next + 2;

          self->next = GPOINTER_TO_UINT (g_hash_table_lookup (self->partials, after->text));
          self->is_in_partial = TRUE;
          read_items (self, table);
          self->is_in_partial = FALSE;
          self->next = behind;
        }
      else if (is_word (self, "indexes") && is_block)
        {
          self->next += 2;
          while (!is_at_end (self) && !is_symbol (self, '}'))
            read_index (self, table);
          accept (self, '}');
        }
      else if (is_block || is_symbol (self, '~'))
        {
          _squill_dbml_tell (
              self->report, token->line, token->column,
              /* Translators: a part of a table in DBML: "checks", "records" */
              g_strdup_printf (_ ("“%s” of “%s” is not taken over"),
                               is_block || after->text == NULL ? token->text : after->text,
                               table->name));
          self->next += is_block ? 1 : 2;
          if (is_block)
            skip_brackets (self);
        }
      else if (is_name (self))
        read_column (self, table);
      else
        {
          complain (self);
          advance (self);
          skip_line (self);
        }
    }
}

/* "Table name as alias [settings] { … }", from behind the word. */
static void
read_table (Parser *self)
{
  SquillTable *table = _squill_table_new (NULL, peek (self, 0)->line, peek (self, 0)->column);

  if (!take_full_name (self, &table->schema, &table->name))
    {
      complain (self);
      _squill_table_free (table);
      skip_line (self);
      return;
    }
  g_ptr_array_add (self->schema->tables, table);
  self->first_reference = self->schema->references->len;
  if (accept_word (self, "as") && is_name (self))
    table->alias = take_text (self);
  _squill_tables_note_table (self->schema, table);
  if (accept (self, '['))
    {
      while (is_in_settings (self))
        {
          g_autofree char *name = take_setting (self);

          if (g_str_equal (name, "note"))
            replace (&table->note, take_note (self));
          skip_setting (self);
        }
      accept (self, ']');
    }
  if (!accept (self, '{'))
    {
      complain (self);
      return;
    }
  read_items (self, table);
  accept (self, '}');
}

static void
read_enumeration (Parser *self)
{
  SquillTableEnumeration *enumeration = g_new0 (SquillTableEnumeration, 1);

  enumeration->values = g_ptr_array_new_with_free_func (g_free);
  if (!take_full_name (self, &enumeration->schema, &enumeration->name) || !accept (self, '{'))
    {
      complain (self);
      _squill_table_enumeration_free (enumeration);
      skip_line (self);
      return;
    }
  while (!is_at_end (self) && !is_symbol (self, '}'))
    if (is_name (self))
      {
        g_ptr_array_add (enumeration->values, take_text (self));
        if (is_symbol (self, '['))
          skip_brackets (self);
      }
    else
      {
        complain (self);
        advance (self);
      }
  accept (self, '}');
  g_ptr_array_add (self->schema->enumerations, enumeration);
}

static void
read_project (Parser *self)
{
  if (is_name (self))
    replace (&self->schema->name, take_text (self));
  if (!accept (self, '{'))
    {
      complain (self);
      return;
    }
  while (!is_at_end (self) && !is_symbol (self, '}'))
    if (accept_word (self, "note"))
      replace (&self->schema->note, take_note (self));
    else if (is_word (self, "database_type"))
      {
        advance (self);
        accept (self, ':');
        replace (&self->schema->database, take_text (self));
      }
    else
      {
        advance (self);
        skip_line (self);
      }
  accept (self, '}');
}

/* To the braces of "TablePartial name [settings] {", from behind the first word. FALSE where there
 * are none. */
static gboolean
find_body (Parser *self)
{
  const guint line = peek (self, 0)->line;

  while (!is_at_end (self) && !is_symbol (self, '{') && peek (self, 0)->line == line)
    if (is_symbol (self, '['))
      skip_brackets (self);
    else
      advance (self);
  return is_symbol (self, '{');
}

static void
skip_partial (Parser *self)
{
  if (find_body (self))
    skip_brackets (self);
  else
    complain (self);
}

/* Where the partial tables stand, whose columns are in tables that may stand before them. */
static void
find_partials (Parser *self)
{
  for (; !is_at_end (self); advance (self))
    if (accept_word (self, "tablepartial") && is_name (self))
      {
        g_autofree char *name = g_strdup (peek (self, 0)->text);

        if (find_body (self))
          g_hash_table_insert (self->partials, g_steal_pointer (&name),
                               GUINT_TO_POINTER (self->next + 1));
      }
  self->next = 0;
}

static void
read_file (Parser *self)
{
  while (!is_at_end (self))
    {
      const SquillDbmlToken *token = peek (self, 0);

      if (accept_word (self, "table"))
        read_table (self);
      else if (accept_word (self, "tablepartial"))
        skip_partial (self);
      else if (accept_word (self, "enum"))
        read_enumeration (self);
      else if (accept_word (self, "ref"))
        read_references (self);
      else if (accept_word (self, "project"))
        read_project (self);
      else if (token->kind == SQUILL_DBML_WORD)
        {
          _squill_dbml_tell (self->report, token->line, token->column,
                             /* Translators: a part of a file in DBML: "TableGroup", "Note" */
                             g_strdup_printf (_ ("“%s” is not taken over"), token->text));
          while (!is_at_end (self) && !is_symbol (self, '{') && peek (self, 0)->line == token->line)
            advance (self);
          if (is_symbol (self, '{'))
            skip_brackets (self);
        }
      else
        {
          complain (self);
          advance (self);
        }
    }
}

/* Reads a file, which has to be UTF-8 (transfer full). */
SquillTables *
_squill_dbml_parse (const char *data, gsize length, SquillImportReport *report)
{
  SquillTables *schema = _squill_tables_new ();
  Parser parser = { .schema = schema, .report = report };

  parser.tokens = _squill_dbml_tokenize (data, length, report);
  parser.partials = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  find_partials (&parser);
  read_file (&parser);
  g_hash_table_unref (parser.partials);
  g_array_unref (parser.tokens);
  return schema;
}
