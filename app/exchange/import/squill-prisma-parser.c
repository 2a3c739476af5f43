/* SPDX-License-Identifier: Apache-2.0 */

/* Reads schemas of Prisma: blocks of lines with attributes. What is not understood is told with its
 * place, and all else is kept. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "exchange/import/squill-prisma-private.h"
#include "exchange/import/squill-source-cursor.h"

/* Further faults are likely those of what came before. */
#define MAX_FAULTS 100

/* What is nested deeper is no schema that a person wrote. */
#define MAX_DEPTH 50

typedef enum
{
  TOKEN_WORD,
  TOKEN_NUMBER,
  TOKEN_STRING,
  TOKEN_COMMENT, /* what is to be read behind three slashes */
  TOKEN_SYMBOL,
  TOKEN_LINE_END,
  TOKEN_END,
} TokenKind;

typedef struct
{
  TokenKind kind;
  char *text;
  guint line;
  guint column;
} Token;

typedef struct
{
  SquillSourceCursor cursor;
  GArray *tokens;
  guint next;
  guint depth; /* of brackets */
  guint n_faults;
  SquillImportReport *report;
} Parser;

static void
token_clear (gpointer data)
{
  g_free (((Token *)data)->text);
}

static void
tell (Parser *self, guint line, guint column, char *text)
{
  if (self->n_faults++ < MAX_FAULTS)
    g_ptr_array_add (self->report->problems, squill_import_problem_new (line, column, text));
  else
    g_free (text);
}

/* --- what is read --- */

static void
value_free (SquillPrismaValue *self)
{
  if (self == NULL)
    return;
  g_free (self->text);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_free (self);
}

static void
argument_free (gpointer data)
{
  SquillPrismaArgument *self = data;

  g_free (self->name);
  value_free (self->value);
  g_free (self);
}

static void
attribute_free (gpointer data)
{
  SquillPrismaAttribute *self = data;

  g_free (self->name);
  g_ptr_array_unref (self->arguments);
  g_free (self);
}

static void
field_free (gpointer data)
{
  SquillPrismaField *self = data;

  g_free (self->name);
  g_free (self->type);
  g_ptr_array_unref (self->attributes);
  value_free (self->value);
  g_free (self->comment);
  g_free (self);
}

static void
block_free (gpointer data)
{
  SquillPrismaBlock *self = data;

  g_free (self->kind);
  g_free (self->name);
  g_free (self->file);
  g_hash_table_unref (self->by_name);
  g_ptr_array_unref (self->fields);
  g_ptr_array_unref (self->attributes);
  g_free (self->comment);
  g_free (self);
}

/* An array for blocks. */
GPtrArray *
_squill_prisma_blocks_new (void)
{
  return g_ptr_array_new_with_free_func (block_free);
}

/* The field of a name; NULL if there is none. */
SquillPrismaField *
_squill_prisma_block_find_field (const SquillPrismaBlock *self, const char *name)
{
  return g_hash_table_lookup (self->by_name, name);
}

/* The first attribute of a name; NULL if there is none. */
const SquillPrismaAttribute *
_squill_prisma_find_attribute (const GPtrArray *attributes, const char *name)
{
  for (guint i = 0; i < attributes->len; i++)
    if (g_str_equal (((const SquillPrismaAttribute *)attributes->pdata[i])->name, name))
      return attributes->pdata[i];
  return NULL;
}

/* The argument of a name, or else the one at a place among those without names; NULL if there is
 * none. */
const SquillPrismaValue *
_squill_prisma_attribute_get (const SquillPrismaAttribute *self, const char *name, guint position)
{
  guint n = 0;
  const SquillPrismaValue *found = NULL;

  for (guint i = 0; i < self->arguments->len; i++)
    {
      const SquillPrismaArgument *argument = self->arguments->pdata[i];

      if (g_strcmp0 (argument->name, name) == 0)
        return argument->value;
      if (argument->name == NULL && n++ == position)
        found = argument->value;
    }
  return found;
}

/* --- tokens --- */

/* Letters of all scripts are letters of names. */
static gboolean
is_word_byte (char byte)
{
  return g_ascii_isalnum (byte) || byte == '_' || (guchar)byte >= 0x80;
}

static void
add_token (Parser *self, TokenKind kind, char *text, guint line, guint column)
{
  const Token token = { kind, text, line, column };

  g_array_append_val (self->tokens, token);
}

static char *
take_rest_of_line (Parser *self)
{
  const char *begin = self->cursor.position;

  _squill_source_cursor_skip_line (&self->cursor);
  return g_strchomp (g_strndup (begin, (gsize)(self->cursor.position - begin)));
}

static void
take_comment (Parser *self)
{
  const guint line = self->cursor.line, column = self->cursor.column;

  if (_squill_source_cursor_starts_with (&self->cursor, "/*"))
    {
      _squill_source_cursor_skip_comment (&self->cursor);
      return;
    }
  if (!_squill_source_cursor_starts_with (&self->cursor, "///"))
    {
      _squill_source_cursor_skip_line (&self->cursor);
      return;
    }
  for (guint i = 0; i < 3; i++)
    _squill_source_cursor_skip_byte (&self->cursor);
  if (self->cursor.position < self->cursor.end && *self->cursor.position == ' ')
    _squill_source_cursor_skip_byte (&self->cursor);
  add_token (self, TOKEN_COMMENT, take_rest_of_line (self), line, column);
}

static void
take_string (Parser *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const guint line = self->cursor.line, column = self->cursor.column;

  _squill_source_cursor_skip_byte (&self->cursor);
  while (self->cursor.position < self->cursor.end && *self->cursor.position != '"' &&
         *self->cursor.position != '\n')
    if (*self->cursor.position == '\\' && self->cursor.end - self->cursor.position > 1 &&
        self->cursor.position[1] != '\n')
      {
        _squill_source_cursor_skip_byte (&self->cursor);
        _squill_source_cursor_take_escape (&self->cursor, text);
      }
    else
      {
        g_string_append_c (text, *self->cursor.position);
        _squill_source_cursor_skip_byte (&self->cursor);
      }
  if (self->cursor.position < self->cursor.end && *self->cursor.position == '"')
    _squill_source_cursor_skip_byte (&self->cursor);
  else
    /* Translators: a quotation mark */
    tell (self, line, column, g_strdup_printf (_ ("There is no %s that ends the text"), "\""));
  /* A character that an escape cut in two is none. */
  add_token (self, TOKEN_STRING, g_utf8_make_valid (text->str, (gssize)text->len), line, column);
}

/* The sign in "1e-5", within a number. */
static gboolean
is_sign_of_exponent (const Parser *self)
{
  return (*self->cursor.position == '-' || *self->cursor.position == '+') &&
         g_ascii_tolower (self->cursor.position[-1]) == 'e' &&
         self->cursor.end - self->cursor.position > 1 && g_ascii_isdigit (self->cursor.position[1]);
}

static void
take_word (Parser *self)
{
  const char *begin = self->cursor.position;
  const guint line = self->cursor.line, column = self->cursor.column;
  const gboolean is_number = g_ascii_isdigit (*begin) || *begin == '-' || *begin == '+';

  _squill_source_cursor_skip_byte (&self->cursor);
  while (self->cursor.position < self->cursor.end &&
         (is_word_byte (*self->cursor.position) || (!is_number && *self->cursor.position == '-') ||
          (is_number && (*self->cursor.position == '.' || is_sign_of_exponent (self)))))
    _squill_source_cursor_skip_byte (&self->cursor);
  add_token (self, is_number ? TOKEN_NUMBER : TOKEN_WORD,
             g_strndup (begin, (gsize)(self->cursor.position - begin)), line, column);
}

static void
tokenize (Parser *self)
{
  while (self->cursor.position < self->cursor.end)
    {
      const char c = *self->cursor.position;

      if (_squill_source_cursor_starts_with (&self->cursor, "//") ||
          _squill_source_cursor_starts_with (&self->cursor, "/*"))
        take_comment (self);
      else if (c == '\n')
        {
          add_token (self, TOKEN_LINE_END, g_strdup (""), self->cursor.line, self->cursor.column);
          _squill_source_cursor_skip_byte (&self->cursor);
        }
      else if (g_ascii_isspace (c) || c == '\0')
        _squill_source_cursor_skip_byte (&self->cursor);
      else if (c == '"')
        take_string (self);
      else if (is_word_byte (c) ||
               ((c == '-' || c == '+') && self->cursor.end - self->cursor.position > 1 &&
                g_ascii_isdigit (self->cursor.position[1])))
        take_word (self);
      else
        {
          add_token (self, TOKEN_SYMBOL, g_strndup (&c, 1), self->cursor.line, self->cursor.column);
          _squill_source_cursor_skip_byte (&self->cursor);
        }
    }
  add_token (self, TOKEN_END, g_strdup (""), self->cursor.line, self->cursor.column);
}

/* --- reading --- */

static const Token *
peek (const Parser *self, guint ahead)
{
  return &g_array_index (self->tokens, Token, MIN (self->next + ahead, self->tokens->len - 1));
}

static gboolean
is_kind (const Parser *self, TokenKind kind)
{
  return peek (self, 0)->kind == kind;
}

static gboolean
is_symbol (const Parser *self, char symbol)
{
  return is_kind (self, TOKEN_SYMBOL) && peek (self, 0)->text[0] == symbol;
}

static void
advance (Parser *self)
{
  if (!is_kind (self, TOKEN_END))
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

static char *
take_text (Parser *self)
{
  char *text = g_strdup (peek (self, 0)->text);

  advance (self);
  return text;
}

static void
complain (Parser *self)
{
  const Token *token = peek (self, 0);

  if (token->kind == TOKEN_END)
    tell (self, token->line, token->column, g_strdup (_ ("The file ends too early")));
  else if (token->kind == TOKEN_LINE_END)
    tell (self, token->line, token->column, g_strdup (_ ("The line ends too early")));
  else
    /* Translators: a word or a character */
    tell (self, token->line, token->column,
          g_strdup_printf (_ ("“%s” is not understood here"), token->text));
}

static void
skip_line (Parser *self)
{
  while (!is_kind (self, TOKEN_END) && !is_kind (self, TOKEN_LINE_END) && !is_symbol (self, '}'))
    advance (self);
}

/* Within brackets lines do not end anything. */
static void
skip_line_ends (Parser *self)
{
  while (is_kind (self, TOKEN_LINE_END) || is_kind (self, TOKEN_COMMENT))
    advance (self);
}

static void
replace (char **place, char *text)
{
  g_free (*place);
  *place = text;
}

static GPtrArray *take_arguments (Parser *self, char end);

/* "a.b-c", from a word on. */
static char *
take_path (Parser *self)
{
  GString *text = g_string_new (NULL);

  while (is_kind (self, TOKEN_WORD))
    {
      g_string_append (text, peek (self, 0)->text);
      advance (self);
      if (!is_symbol (self, '.') || peek (self, 1)->kind != TOKEN_WORD)
        break;
      g_string_append_c (text, '.');
      advance (self);
    }
  return g_string_free (text, FALSE);
}

static SquillPrismaValue *
value_new (const Parser *self, SquillPrismaValueKind kind)
{
  SquillPrismaValue *value = g_new0 (SquillPrismaValue, 1);

  value->kind = kind;
  value->line = peek (self, 0)->line;
  value->column = peek (self, 0)->column;
  return value;
}

/* NULL, and told, where there is none. */
static SquillPrismaValue *
take_value (Parser *self)
{
  SquillPrismaValue *value = NULL;

  skip_line_ends (self);
  if (is_kind (self, TOKEN_STRING))
    {
      value = value_new (self, SQUILL_PRISMA_VALUE_STRING);
      value->text = take_text (self);
    }
  else if (is_kind (self, TOKEN_NUMBER))
    {
      value = value_new (self, SQUILL_PRISMA_VALUE_NUMBER);
      value->text = take_text (self);
    }
  else if (is_kind (self, TOKEN_WORD))
    {
      value = value_new (self, SQUILL_PRISMA_VALUE_WORD);
      value->text = take_path (self);
      if (is_symbol (self, '('))
        {
          value->kind = SQUILL_PRISMA_VALUE_CALL;
          value->items = take_arguments (self, ')');
        }
    }
  else if (is_symbol (self, '['))
    {
      value = value_new (self, SQUILL_PRISMA_VALUE_LIST);
      value->items = take_arguments (self, ']');
    }
  else
    complain (self);
  return value;
}

/* What is in brackets, with the one that is at hand, up to the one that ends it. */
static GPtrArray *
take_arguments (Parser *self, char end)
{
  GPtrArray *arguments = g_ptr_array_new_with_free_func (argument_free);

  advance (self);
  self->depth++;
  for (skip_line_ends (self); !is_kind (self, TOKEN_END) && !is_symbol (self, end);
       skip_line_ends (self))
    {
      const Token *token = peek (self, 0), *after = peek (self, 1);
      SquillPrismaArgument *argument;

      if (accept (self, ','))
        continue;
      if (is_symbol (self, '}') || self->depth > MAX_DEPTH)
        break;
      argument = g_new0 (SquillPrismaArgument, 1);
      if (token->kind == TOKEN_WORD && after->kind == TOKEN_SYMBOL && after->text[0] == ':')
        {
          argument->name = g_strdup (token->text);
          self->next += 2;
        }
      argument->value = take_value (self);
      if (argument->value != NULL)
        g_ptr_array_add (arguments, argument);
      else
        {
          argument_free (argument);
          if (!is_symbol (self, end) && !is_symbol (self, '}'))
            advance (self);
        }
    }
  self->depth--;
  if (!accept (self, end))
    complain (self);
  return arguments;
}

/* "@id", "@db.ObjectId", "@@index([a])"; NULL where there is no name behind the sign. */
static SquillPrismaAttribute *
take_attribute (Parser *self)
{
  SquillPrismaAttribute *attribute;
  const Token *token = peek (self, 0);

  while (accept (self, '@'))
    ;
  if (!is_kind (self, TOKEN_WORD))
    {
      complain (self);
      return NULL;
    }
  attribute = g_new0 (SquillPrismaAttribute, 1);
  attribute->line = token->line;
  attribute->column = token->column;
  attribute->name = take_path (self);
  attribute->arguments = is_symbol (self, '(') ? take_arguments (self, ')')
                                               : g_ptr_array_new_with_free_func (argument_free);
  return attribute;
}

/* Adds the comment at hand, with the lines right below that are comments too, to @comment. */
static void
take_comments (Parser *self, char **comment)
{
  GString *text = g_string_new (*comment);
  gboolean is_first = *comment == NULL;

  while (is_kind (self, TOKEN_COMMENT))
    {
      g_string_append_printf (text, is_first ? "%s" : "\n%s", peek (self, 0)->text);
      is_first = FALSE;
      advance (self);
      if (is_kind (self, TOKEN_LINE_END) && peek (self, 1)->kind == TOKEN_COMMENT)
        advance (self);
    }
  replace (comment, g_string_free (text, FALSE));
}

/* "String?", "Post[]", "Unsupported(\"circle\")" */
static void
take_type (Parser *self, SquillPrismaField *field)
{
  accept (self, ':');
  if (!is_kind (self, TOKEN_WORD))
    {
      complain (self);
      return;
    }
  field->type = take_text (self);
  if (g_str_equal (field->type, "Unsupported") && is_symbol (self, '('))
    {
      g_autoptr (GPtrArray) arguments = take_arguments (self, ')');
      const SquillPrismaArgument *first = arguments->len > 0 ? arguments->pdata[0] : NULL;

      field->is_unsupported = TRUE;
      replace (&field->type,
               g_strdup (first == NULL || first->value->text == NULL ? "" : first->value->text));
    }
  while (is_symbol (self, '[') || is_symbol (self, '?') || is_symbol (self, '!'))
    if (accept (self, '['))
      {
        field->is_list = TRUE;
        if (!accept (self, ']'))
          complain (self);
      }
    else
      {
        field->is_optional |= is_symbol (self, '?');
        advance (self);
      }
}

static SquillPrismaField *
field_new (const Parser *self)
{
  SquillPrismaField *field = g_new0 (SquillPrismaField, 1);

  field->line = peek (self, 0)->line;
  field->column = peek (self, 0)->column;
  field->attributes = g_ptr_array_new_with_free_func (attribute_free);
  return field;
}

/* A line that begins with a name. */
static void
read_field (Parser *self, SquillPrismaBlock *block, char **comment)
{
  SquillPrismaField *field = field_new (self);

  field->comment = g_steal_pointer (comment);
  field->name = take_text (self);
  if (accept (self, '='))
    field->value = take_value (self);
  else if (!g_str_equal (block->kind, "enum"))
    take_type (self, field);
  while (is_symbol (self, '@'))
    {
      SquillPrismaAttribute *attribute = take_attribute (self);

      if (attribute == NULL)
        break;
      g_ptr_array_add (field->attributes, attribute);
    }
  /* What stands below is of the next field. */
  if (is_kind (self, TOKEN_COMMENT))
    {
      replace (&field->comment, field->comment == NULL ? g_strdup (peek (self, 0)->text)
                                                       : g_strconcat (field->comment, "\n",
                                                                      peek (self, 0)->text, NULL));
      advance (self);
    }
  if (!is_kind (self, TOKEN_LINE_END) && !is_symbol (self, '}'))
    {
      complain (self);
      skip_line (self);
    }
  if (_squill_prisma_block_find_field (block, field->name) != NULL)
    {
      /* Translators: a model of Prisma and its field */
      tell (self, field->line, field->column,
            g_strdup_printf (_ ("“%s” has a field “%s” already"), block->name, field->name));
      field_free (field);
      return;
    }
  g_ptr_array_add (block->fields, field);
  g_hash_table_insert (block->by_name, field->name, field);
}

static void
read_lines (Parser *self, SquillPrismaBlock *block)
{
  g_autofree char *comment = NULL;

  while (!is_kind (self, TOKEN_END) && !is_symbol (self, '}'))
    if (is_kind (self, TOKEN_LINE_END))
      {
        /* What stands apart belongs to nothing. */
        if (peek (self, 1)->kind == TOKEN_LINE_END)
          g_clear_pointer (&comment, g_free);
        advance (self);
      }
    else if (is_kind (self, TOKEN_COMMENT))
      take_comments (self, &comment);
    else if (is_symbol (self, '@'))
      {
        SquillPrismaAttribute *attribute = take_attribute (self);

        g_clear_pointer (&comment, g_free);
        if (attribute != NULL)
          g_ptr_array_add (block->attributes, attribute);
      }
    else if (is_kind (self, TOKEN_WORD))
      read_field (self, block, &comment);
    else
      {
        complain (self);
        g_clear_pointer (&comment, g_free);
        advance (self);
        skip_line (self);
      }
  if (!accept (self, '}'))
    complain (self);
}

/* "model Name { … }"; "type Name = String" of old schemas has no braces. */
static void
read_block (Parser *self, GPtrArray *blocks, char **comment)
{
  static const char *const kinds[] = { "model",      "type",      "enum", "view",
                                       "datasource", "generator", NULL };
  const Token *token = peek (self, 0), *after = peek (self, 2);
  SquillPrismaBlock *block;

  if (peek (self, 1)->kind != TOKEN_WORD || after->kind != TOKEN_SYMBOL || after->text[0] != '{')
    {
      complain (self);
      g_clear_pointer (comment, g_free);
      advance (self);
      skip_line (self);
      return;
    }
  block = g_new0 (SquillPrismaBlock, 1);
  block->kind = take_text (self);
  block->line = peek (self, 0)->line;
  block->column = peek (self, 0)->column;
  block->name = take_text (self);
  block->comment = g_steal_pointer (comment);
  block->fields = g_ptr_array_new_with_free_func (field_free);
  block->attributes = g_ptr_array_new_with_free_func (attribute_free);
  block->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  if (!g_strv_contains (kinds, block->kind))
    tell (self, token->line, token->column,
          /* Translators: a part of a file: "view", "TableGroup" */
          g_strdup_printf (_ ("“%s” is not taken over"), token->text));
  advance (self);
  read_lines (self, block);
  g_ptr_array_add (blocks, block);
}

/* Adds the blocks of a file, which has to be UTF-8, to @blocks. */
void
_squill_prisma_parse (GPtrArray *blocks, const char *data, gsize length, SquillImportReport *report)
{
  Parser parser = { .cursor = { data, data + length, 1, 1 }, .report = report };
  g_autofree char *comment = NULL;

  parser.tokens = g_array_new (FALSE, FALSE, sizeof (Token));
  g_array_set_clear_func (parser.tokens, token_clear);
  tokenize (&parser);
  while (!is_kind (&parser, TOKEN_END))
    if (is_kind (&parser, TOKEN_COMMENT))
      take_comments (&parser, &comment);
    else if (is_kind (&parser, TOKEN_LINE_END))
      {
        if (peek (&parser, 1)->kind == TOKEN_LINE_END)
          g_clear_pointer (&comment, g_free);
        advance (&parser);
      }
    else if (is_kind (&parser, TOKEN_WORD))
      read_block (&parser, blocks, &comment);
    else
      {
        complain (&parser);
        g_clear_pointer (&comment, g_free);
        advance (&parser);
      }
  g_array_unref (parser.tokens);
}
