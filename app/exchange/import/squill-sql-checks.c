/* SPDX-License-Identifier: Apache-2.0 */

/* Conditions in SQL, as far as a field can have them: a list of values, and bounds. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <string.h>

#include "exchange/import/squill-sql-private.h"

/* A condition without the parentheses and casts in it: indices of tokens. */
typedef struct
{
  const SquillSqlParser *parser;
  const SquillSqlTable *table; /* NULL for a domain */
  SquillSqlColumn *value;      /* the column of a domain */
  guint *indices;
  guint n;
  guint next;
  gboolean is_trial;   /* columns stay as they are */
  SquillSqlRule *rule; /* keeps what is said; NULL for a domain */
} Condition;

static const SquillSqlToken *
token_at (const Condition *self, guint ahead)
{
  const GArray *tokens = self->parser->tokens;

  return &g_array_index (tokens, SquillSqlToken,
                         self->next + ahead < self->n ? self->indices[self->next + ahead]
                                                      : tokens->len - 1);
}

static gboolean
accept (Condition *self, const char *word)
{
  if (!_squill_sql_token_is (&self->parser->lexer, token_at (self, 0), word))
    return FALSE;
  self->next++;
  return TRUE;
}

static gboolean
accept_symbol (Condition *self, char symbol)
{
  if (!_squill_sql_token_is_symbol (&self->parser->lexer, token_at (self, 0), symbol))
    return FALSE;
  self->next++;
  return TRUE;
}

static gboolean
is_literal (const Condition *self, guint ahead)
{
  const SquillSqlToken *token = token_at (self, ahead);

  return token->kind == SQUILL_SQL_STRING || token->kind == SQUILL_SQL_NUMBER;
}

/* The tokens up to @end but for parentheses, casts, and the character sets that MySQL names before
 * texts. */
static void
condition_init (Condition *self,
                const SquillSqlParser *parser,
                const SquillSqlTable *table,
                SquillSqlColumn *value,
                guint first,
                guint end)
{
  static const char *const of_types[] = {
    "varying", "precision", "without", "with", "time", "zone"
  };
  const SquillSqlLexer *lexer = &parser->lexer;

  *self = (Condition){ parser, table, value, g_new (guint, end - first + 1), 0, 0, FALSE };
  for (guint i = first; i < end; i++)
    {
      const SquillSqlToken *token = &g_array_index (parser->tokens, SquillSqlToken, i);
      gboolean is_of_type = TRUE;

      if (_squill_sql_token_is_symbol (lexer, token, '(') ||
          _squill_sql_token_is_symbol (lexer, token, ')'))
        continue;
      if (token->kind == SQUILL_SQL_WORD && lexer->text[token->start] == '_' && i + 1 < end &&
          token[1].kind == SQUILL_SQL_STRING)
        continue;
      if (token->kind != SQUILL_SQL_SYMBOL || token->length != 2)
        {
          self->indices[self->n++] = i;
          continue;
        }
      /* The name of the type, more words of it, and brackets. */
      i++;
      while (i + 2 < end && _squill_sql_token_is_symbol (lexer, token + 2, '.'))
        {
          token += 2;
          i += 2;
        }
      while (is_of_type && i + 1 < end)
        {
          token = &g_array_index (parser->tokens, SquillSqlToken, i + 1);
          is_of_type = _squill_sql_token_is_symbol (lexer, token, '[') ||
                       _squill_sql_token_is_symbol (lexer, token, ']');
          for (guint j = 0; j < G_N_ELEMENTS (of_types) && !is_of_type; j++)
            is_of_type = _squill_sql_token_is (lexer, token, of_types[j]);
          i += is_of_type;
        }
    }
}

/* The column that is named next; NULL where there is none. */
static SquillSqlColumn *
take_column (Condition *self)
{
  const SquillSqlToken *token = token_at (self, 0);
  g_autofree char *name = NULL;
  SquillSqlColumn *column;

  if (token->kind != SQUILL_SQL_WORD && token->kind != SQUILL_SQL_QUOTED)
    return NULL;
  name = _squill_sql_token_get_text (&self->parser->lexer, token);
  if (self->value != NULL && g_ascii_strcasecmp (name, "VALUE") == 0)
    column = self->value;
  else
    column = self->table == NULL ? NULL : _squill_sql_table_find_column (self->table, name);
  if (column == NULL && self->value != NULL && _squill_sql_names_equal (self->value->name, name))
    column = self->value;
  self->next += column != NULL;
  return column;
}

static char *
take_literal (Condition *self)
{
  char *text = _squill_sql_token_get_text (&self->parser->lexer, token_at (self, 0));

  self->next++;
  return text;
}

static gboolean
is_integer_type (const SquillSqlColumn *column)
{
  return column->type != NULL &&
         (strstr (column->type, "int") != NULL || strstr (column->type, "serial") != NULL);
}

/* A number with a sign (transfer full); NULL where there is none. */
static char *
take_number (Condition *self)
{
  const gboolean is_negative = accept_symbol (self, '-');
  g_autofree char *text = NULL;

  if (token_at (self, 0)->kind != SQUILL_SQL_NUMBER)
    return NULL;
  text = _squill_sql_token_get_text (&self->parser->lexer, token_at (self, 0));
  self->next++;
  return g_strconcat (is_negative ? "-" : "", text, NULL);
}

/* Takes @limit, whose values and bounds count. */
static void
set_limit (const Condition *self, SquillSqlColumn *column, SquillSqlColumn *limit)
{
  if (!self->is_trial)
    _squill_sql_column_limit (column, limit, TRUE);
  if (self->is_trial || self->rule == NULL)
    {
      _squill_sql_column_free (limit);
      return;
    }
  g_ptr_array_add (self->rule->columns, g_strdup (column->name));
  g_ptr_array_add (self->rule->limits, limit);
}

static void
set_values (const Condition *self, SquillSqlColumn *column, GPtrArray *values)
{
  SquillSqlColumn *limit = _squill_sql_column_new (NULL);

  limit->values = g_ptr_array_ref (values);
  set_limit (self, column, limit);
}

/* ">= 5" and so on; of whole numbers also "> 5". */
static gboolean
take_bound (Condition *self, SquillSqlColumn *column)
{
  const gboolean is_lower = accept_symbol (self, '>');
  gboolean is_strict;
  g_autofree char *number = NULL;
  SquillSqlColumn *limit;

  if (!is_lower && !accept_symbol (self, '<'))
    return FALSE;
  is_strict = !accept_symbol (self, '=');
  number = take_number (self);
  if (number == NULL || (is_strict && (!is_integer_type (column) || strchr (number, '.') != NULL)))
    return FALSE;
  if (is_strict)
    {
      const gint64 beyond = g_ascii_strtoll (number, NULL, 10);

      if (beyond == G_MININT64 || beyond == G_MAXINT64)
        return FALSE;
      g_free (number);
      number = g_strdup_printf ("%" G_GINT64_FORMAT, is_lower ? beyond + 1 : beyond - 1);
    }
  limit = _squill_sql_column_new (NULL);
  *(is_lower ? &limit->minimum : &limit->maximum) = g_steal_pointer (&number);
  set_limit (self, column, limit);
  return TRUE;
}

static gboolean
take_between (Condition *self, SquillSqlColumn *column)
{
  g_autofree char *minimum = NULL, *maximum = NULL;
  SquillSqlColumn *limit;

  if (!accept (self, "BETWEEN"))
    return FALSE;
  minimum = take_number (self);
  if (minimum == NULL || !accept (self, "AND"))
    return FALSE;
  maximum = take_number (self);
  if (maximum == NULL)
    return FALSE;
  limit = _squill_sql_column_new (NULL);
  limit->minimum = g_steal_pointer (&minimum);
  limit->maximum = g_steal_pointer (&maximum);
  set_limit (self, column, limit);
  return TRUE;
}

/* Texts or numbers with commas, up to the end or AND. */
static gboolean
take_values (Condition *self, SquillSqlColumn *column)
{
  g_autoptr (GPtrArray) values = _squill_sql_names_new ();

  while (is_literal (self, 0))
    {
      g_ptr_array_add (values, take_literal (self));
      if (!accept_symbol (self, ','))
        break;
    }
  accept_symbol (self, ']');
  if (values->len == 0)
    return FALSE;
  set_values (self, column, values);
  return TRUE;
}

/* "a = 'x' OR a = 'y'". */
static gboolean
take_alternatives (Condition *self, SquillSqlColumn *column)
{
  g_autoptr (GPtrArray) values = _squill_sql_names_new ();

  do
    {
      if (values->len > 0 && (take_column (self) != column || !accept_symbol (self, '=')))
        return FALSE;
      if (!is_literal (self, 0))
        return FALSE;
      g_ptr_array_add (values, take_literal (self));
    }
  while (accept (self, "OR"));
  set_values (self, column, values);
  return TRUE;
}

static gboolean
take_term (Condition *self)
{
  SquillSqlColumn *column = take_column (self);

  if (column == NULL)
    return FALSE;
  if (accept (self, "IS") && accept (self, "NOT") && accept (self, "NULL"))
    {
      column->not_null |= !self->is_trial;
      set_limit (self, column, _squill_sql_column_new (NULL));
      return TRUE;
    }
  if (accept (self, "IN"))
    return take_values (self, column);
  if (accept_symbol (self, '='))
    {
      if (!accept (self, "ANY"))
        return take_alternatives (self, column);
      return accept (self, "ARRAY") && accept_symbol (self, '[') && take_values (self, column);
    }
  return take_between (self, column) || take_bound (self, column);
}

/* Whether all terms are joined by AND: then each of them holds alone. */
static gboolean
take_all (Condition *self)
{
  do
    if (!take_term (self))
      return FALSE;
  while (accept (self, "AND"));
  return self->next == self->n;
}

static gboolean
is_understood (SquillSqlParser *parser,
               const SquillSqlTable *table,
               SquillSqlColumn *value,
               SquillSqlRule *rule,
               guint first,
               guint end)
{
  Condition condition;
  gboolean done;
  guint n_and = 0, n_or = 0;

  for (guint i = first; i < end; i++)
    {
      const SquillSqlToken *token = &g_array_index (parser->tokens, SquillSqlToken, i);

      n_and += _squill_sql_token_is (&parser->lexer, token, "AND");
      n_or += _squill_sql_token_is (&parser->lexer, token, "OR");
    }
  /* Parentheses matter only where both are used. */
  if (n_and > 0 && n_or > 0)
    return FALSE;
  condition_init (&condition, parser, table, value, first, end);
  condition.is_trial = TRUE;
  condition.rule = rule;
  done = take_all (&condition);
  if (done)
    {
      condition.is_trial = FALSE;
      condition.next = 0;
      take_all (&condition);
    }
  g_free (condition.indices);
  return done;
}

/* Columns that a condition is about. */
static void
add_columns (const SquillSqlParser *self,
             const SquillSqlTable *table,
             GPtrArray *columns,
             guint first,
             guint end)
{
  for (guint i = first; i < end; i++)
    {
      const SquillSqlToken *token = &g_array_index (self->tokens, SquillSqlToken, i);
      g_autofree char *name = NULL;

      if (token->kind != SQUILL_SQL_WORD && token->kind != SQUILL_SQL_QUOTED)
        continue;
      name = _squill_sql_token_get_text (&self->lexer, token);
      if (_squill_sql_table_find_column (table, name) != NULL)
        g_ptr_array_add (columns, g_steal_pointer (&name));
    }
}

/* Reads the parentheses behind CHECK. @table is NULL for a domain, @column the one that it stands
 * with, or NULL, and @name that of the constraint, if it has one. */
void
_squill_sql_take_check (SquillSqlParser *self,
                        SquillSqlTable *table,
                        SquillSqlColumn *column,
                        const char *name)
{
  const guint first = self->position;
  SquillSqlRule *rule = NULL;

  if (!_squill_sql_is_symbol (self, '('))
    return;
  _squill_sql_skip (self);
  if (table != NULL)
    rule = _squill_sql_table_add_rule (table, SQUILL_SQL_RULE_CHECK, name);
  if (is_understood (self, table, column, rule, first, self->position))
    return;
  if (rule != NULL)
    {
      rule->text = _squill_sql_get_source (self, first, self->position);
      add_columns (self, table, rule->columns, first, self->position);
    }
  else
    g_ptr_array_add (self->schema->checks, _squill_sql_get_source (self, first, self->position));
}

/* The value of a literal as JSON (transfer full); NULL where there is none. */
static json_t *
take_value (Condition *self)
{
  g_autofree char *text = NULL;

  if (accept (self, "TRUE"))
    return json_true ();
  if (accept (self, "FALSE"))
    return json_false ();
  if (!is_literal (self, 0))
    return NULL;
  text = _squill_sql_token_get_text (&self->parser->lexer, token_at (self, 0));
  if (token_at (self, 0)->kind == SQUILL_SQL_STRING)
    {
      self->next++;
      return json_string (text);
    }
  self->next++;
  if (strpbrk (text, ".eE") != NULL)
    return json_real (g_ascii_strtod (text, NULL));
  return json_integer (g_ascii_strtoll (text, NULL, 10));
}

static json_t *
take_filter_term (Condition *self, SquillSqlColumn *column)
{
  static const struct
  {
    const char *symbols;
    const char *operator;
  } operators[] = { { ">=", "$gte" }, { "<=", "$lte" }, { ">", "$gt" }, { "<", "$lt" } };
  json_t *value;

  if (accept (self, "IS"))
    {
      const gboolean is_not = accept (self, "NOT");

      if (accept (self, "TRUE"))
        return json_boolean (!is_not);
      if (accept (self, "FALSE"))
        return json_boolean (is_not);
      if (!accept (self, "NULL"))
        return NULL;
      return is_not ? json_pack ("{s:b}", "$exists", TRUE) : json_null ();
    }
  if (accept_symbol (self, '='))
    return take_value (self);
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    {
      const char *symbols = operators[i].symbols;

      if (!_squill_sql_token_is_symbol (&self->parser->lexer, token_at (self, 0), symbols[0]) ||
          (symbols[1] != '\0' &&
           !_squill_sql_token_is_symbol (&self->parser->lexer, token_at (self, 1), symbols[1])))
        continue;
      self->next += strlen (symbols);
      value = take_value (self);
      return value == NULL ? NULL : json_pack ("{s:o}", operators[i].operator, value);
    }
  /* A column of truth values. */
  if (column->type != NULL && g_str_has_prefix (column->type, "bool"))
    return json_true ();
  return NULL;
}

/* Whether NOT is said of more than one column: the parentheses, which matter there, are left out of
 * conditions. */
static gboolean
denies_several (const SquillSqlParser *self, guint first, guint end)
{
  const SquillSqlLexer *lexer = &self->lexer;

  for (guint i = first; i + 3 < end; i++)
    {
      const SquillSqlToken *token = &g_array_index (self->tokens, SquillSqlToken, i);

      if (_squill_sql_token_is (lexer, token, "NOT") &&
          _squill_sql_token_is_symbol (lexer, token + 1, '(') &&
          !_squill_sql_token_is_symbol (lexer, token + 3, ')'))
        return TRUE;
    }
  return FALSE;
}

/* The condition of a partial index, up to the end of the statement, by the names of columns
 * (transfer full); NULL where MongoDB cannot say it. */
json_t *
_squill_sql_take_filter (SquillSqlParser *self, const SquillSqlTable *table)
{
  const guint end = self->tokens->len - 1;
  Condition condition;
  json_t *filter = json_object ();
  gboolean is_fine = !denies_several (self, self->position, end);

  condition_init (&condition, self, table, NULL, self->position, end);
  self->position = end;
  while (is_fine)
    {
      const gboolean is_not = accept (&condition, "NOT");
      SquillSqlColumn *column = take_column (&condition);
      json_t *term = column == NULL ? NULL : take_filter_term (&condition, column);

      is_fine = term != NULL && json_object_get (filter, column->name) == NULL &&
                (!is_not || json_is_true (term));
      if (is_fine)
        json_object_set_new (filter, column->name, is_not ? json_false () : term);
      else
        json_decref (term);
      if (!is_fine || !accept (&condition, "AND"))
        break;
    }
  is_fine &= condition.next == condition.n;
  g_free (condition.indices);
  if (!is_fine)
    g_clear_pointer (&filter, json_decref);
  return filter;
}
