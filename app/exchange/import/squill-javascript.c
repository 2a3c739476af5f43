/* SPDX-License-Identifier: Apache-2.0 */

/* The tokens of JavaScript and TypeScript. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-javascript.h"

#include <string.h>

/* What is longer is none. */
#define MAX_REGEX 1000

typedef struct
{
  SquillJavascriptFile *file;
  gsize offset;
  guint line;
  gsize counted; /* characters of the line are counted up to here */
  guint column;  /* of it */
  const char *comment;
  gsize comment_length;
  GArray *open; /* positions of brackets */
} Lexer;

static char
at (const Lexer *self, gsize offset)
{
  return offset < self->file->length ? self->file->text[offset] : '\0';
}

static gboolean
begins_with (const Lexer *self, gsize offset, const char *text)
{
  const gsize length = strlen (text);

  return self->file->length - offset >= length &&
         memcmp (self->file->text + offset, text, length) == 0;
}

static void
advance (Lexer *self, gsize end)
{
  for (end = MIN (end, self->file->length); self->offset < end; self->offset++)
    if (self->file->text[self->offset] == '\n')
      {
        self->line++;
        self->counted = self->offset + 1;
        self->column = 1;
      }
}

static guint
get_column (Lexer *self)
{
  for (; self->counted < self->offset; self->counted++)
    self->column += ((guchar)self->file->text[self->counted] & 0xc0) != 0x80;
  return self->column;
}

static void
tell_fault (Lexer *self)
{
  if (self->file->fault_line != 0)
    return;
  self->file->fault_column = get_column (self);
  self->file->fault_line = self->line;
}

static gsize
find (const Lexer *self, gsize offset, const char *text)
{
  const char *found =
      g_strstr_len (self->file->text + offset, (gssize)(self->file->length - offset), text);

  return found == NULL ? self->file->length : (gsize)(found - self->file->text);
}

static void
skip_space (Lexer *self)
{
  self->comment = NULL;
  while (self->offset < self->file->length)
    if (g_ascii_isspace (at (self, self->offset)) || at (self, self->offset) == '\0' ||
        begins_with (self, self->offset, "\xef\xbb\xbf"))
      advance (self, self->offset + 1 + 2 * (at (self, self->offset) == '\xef'));
    else if (begins_with (self, self->offset, "//") ||
             (self->offset == 0 && begins_with (self, 0, "#!")))
      advance (self, find (self, self->offset, "\n"));
    else if (begins_with (self, self->offset, "/*"))
      {
        const gsize end = find (self, self->offset + 2, "*/");

        if (end == self->file->length)
          tell_fault (self);
        if (begins_with (self, self->offset, "/**") && end > self->offset + 3)
          {
            self->comment = self->file->text + self->offset + 3;
            self->comment_length = end - self->offset - 3;
          }
        advance (self, end + 2);
      }
    else
      return;
}

static gboolean
is_word_start (guchar c)
{
  return g_ascii_isalpha (c) || c == '_' || c == '$' || c == '#' || c >= 0x80;
}

/* Behind a quote, or at the end of the line where it has none. */
static gsize
find_string_end (Lexer *self, char quote)
{
  gsize i = self->offset + 1;

  for (; i < self->file->length && at (self, i) != '\n'; i++)
    if (at (self, i) == '\\')
      i++;
    else if (at (self, i) == quote)
      return i + 1;
  tell_fault (self);
  return MIN (i, self->file->length);
}

static gsize
find_template_end (Lexer *self, gboolean *is_plain)
{
  guint depth = 0;

  *is_plain = TRUE;
  for (gsize i = self->offset + 1; i < self->file->length; i++)
    if (at (self, i) == '\\')
      i++;
    else if (begins_with (self, i, "${"))
      {
        *is_plain = FALSE;
        depth++;
        i++;
      }
    else if (depth > 0 && (at (self, i) == '{' || at (self, i) == '}'))
      depth = at (self, i) == '{' ? depth + 1 : depth - 1;
    else if (depth == 0 && at (self, i) == '`')
      return i + 1;
  tell_fault (self);
  return self->file->length;
}

/* 0 where it is no regular expression. */
static gsize
find_regex_end (const Lexer *self)
{
  gboolean in_class = FALSE;
  gsize i = self->offset + 1;

  for (; i < self->offset + MAX_REGEX && i < self->file->length && at (self, i) != '\n'; i++)
    if (at (self, i) == '\\')
      i++;
    else if (at (self, i) == '[' || at (self, i) == ']')
      in_class = at (self, i) == '[';
    else if (at (self, i) == '/' && !in_class)
      {
        for (i++; g_ascii_isalpha (at (self, i));)
          i++;
        return i;
      }
  return 0;
}

/* A slash divides what is behind a value. */
static gboolean
is_behind_value (const Lexer *self)
{
  static const char *const keywords[] = { "return", "typeof", "case",   "in",
                                          "of",     "new",    "delete", "default" };
  const GArray *tokens = self->file->tokens;
  const SquillJavascriptToken *last;
  const char *text;

  if (tokens->len == 0)
    return FALSE;
  last = &g_array_index (tokens, SquillJavascriptToken, tokens->len - 1);
  text = self->file->text + last->start;
  if (last->kind == SQUILL_JAVASCRIPT_SYMBOL)
    return *text == ')' || *text == ']' || *text == '}';
  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    if (last->kind == SQUILL_JAVASCRIPT_WORD && last->length == strlen (keywords[i]) &&
        memcmp (text, keywords[i], last->length) == 0)
      return FALSE;
  return TRUE;
}

static gsize
find_end (Lexer *self, SquillJavascriptTokenKind *kind)
{
  static const char *const long_symbols[] = { "...", "===", "!==", "=>", "?.", "||",
                                              "&&",  "??",  "==",  "!=", "**" };
  const char c = at (self, self->offset);
  gsize end = self->offset + 1;
  gboolean is_plain;

  if (c == '"' || c == '\'')
    {
      *kind = SQUILL_JAVASCRIPT_STRING;
      return find_string_end (self, c);
    }
  if (c == '`')
    {
      end = find_template_end (self, &is_plain);
      *kind = is_plain ? SQUILL_JAVASCRIPT_STRING : SQUILL_JAVASCRIPT_TEMPLATE;
      return end;
    }
  if (is_word_start (c))
    {
      *kind = SQUILL_JAVASCRIPT_WORD;
      while (end < self->file->length &&
             (is_word_start (at (self, end)) || g_ascii_isdigit (at (self, end))))
        end++;
      return end;
    }
  if (g_ascii_isdigit (c) || (c == '.' && g_ascii_isdigit (at (self, end))))
    {
      *kind = SQUILL_JAVASCRIPT_NUMBER;
      while (g_ascii_isalnum (at (self, end)) || at (self, end) == '_' ||
             (at (self, end) == '.' && at (self, end + 1) != '.') ||
             ((at (self, end) == '-' || at (self, end) == '+') &&
              (at (self, end - 1) == 'e' || at (self, end - 1) == 'E')))
        end++;
      return end;
    }
  if (c == '/' && !is_behind_value (self) && (end = find_regex_end (self)) > 0)
    {
      *kind = SQUILL_JAVASCRIPT_REGEX;
      return end;
    }
  *kind = SQUILL_JAVASCRIPT_SYMBOL;
  for (guint i = 0; i < G_N_ELEMENTS (long_symbols); i++)
    if (begins_with (self, self->offset, long_symbols[i]))
      return self->offset + strlen (long_symbols[i]);
  return self->offset + 1;
}

static void
match_bracket (Lexer *self, char c)
{
  GArray *tokens = self->file->tokens;
  const guint position = tokens->len - 1;
  const char *const opening = "([{", *const closing = ")]}";
  const char *found;
  guint other;

  if (strchr (opening, c) != NULL)
    g_array_append_val (self->open, position);
  else if ((found = strchr (closing, c)) != NULL && self->open->len > 0)
    {
      other = g_array_index (self->open, guint, self->open->len - 1);
      if (self->file->text[g_array_index (tokens, SquillJavascriptToken, other).start] !=
          opening[found - closing])
        return;
      g_array_index (tokens, SquillJavascriptToken, other).match = position;
      g_array_index (tokens, SquillJavascriptToken, position).match = other;
      g_array_set_size (self->open, self->open->len - 1);
    }
}

/* A word that begins a statement where one before it lacks its end. */
gboolean
_squill_javascript_file_begins_statement (const SquillJavascriptFile *self, guint position)
{
  static const char *const words[] = { "const",    "let",    "var",      "export", "import",
                                       "function", "module", "class",    "return", "if",
                                       "for",      "type",   "interface" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (_squill_javascript_file_is (self, position, words[i]))
      return TRUE;
  return FALSE;
}

/* Where each expression ends, so that nobody has to look for it again. */
static void
find_ends (SquillJavascriptFile *self)
{
  SquillJavascriptToken *tokens = (SquillJavascriptToken *)(gpointer)self->tokens->data;
  const guint last = self->tokens->len - 1;

  tokens[last].rest = last;
  for (guint i = last; i-- > 0;)
    {
      const char c = tokens[i].kind == SQUILL_JAVASCRIPT_SYMBOL && tokens[i].length == 1
                         ? self->text[tokens[i].start]
                         : ' ';

      if (strchr (",;)]}", c) != NULL || _squill_javascript_file_begins_statement (self, i))
        tokens[i].rest = i;
      else
        tokens[i].rest =
            tokens[strchr ("([{", c) != NULL ? MIN (tokens[i].match + 1, last) : i + 1].rest;
    }
}

/* Cuts @text, which has to live as long, into tokens. */
SquillJavascriptFile *
_squill_javascript_file_new (const char *text, gsize length)
{
  SquillJavascriptFile *self = g_new0 (SquillJavascriptFile, 1);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));
  Lexer lexer = { .file = self, .line = 1, .column = 1, .open = open };
  SquillJavascriptToken token;

  self->text = text;
  self->length = length;
  self->tokens = g_array_new (FALSE, TRUE, sizeof (SquillJavascriptToken));
  self->values = g_ptr_array_new ();
  do
    {
      gsize end;

      skip_space (&lexer);
      token = (SquillJavascriptToken){ .start = lexer.offset,
                                       .line = lexer.line,
                                       .match = G_MAXUINT,
                                       .comment = lexer.comment,
                                       .comment_length = lexer.comment_length };
      token.column = get_column (&lexer);
      if (lexer.offset < length)
        {
          end = find_end (&lexer, &token.kind);
          token.length = end - lexer.offset;
          advance (&lexer, end);
        }
      g_array_append_val (self->tokens, token);
      if (token.kind == SQUILL_JAVASCRIPT_SYMBOL && token.length == 1)
        match_bracket (&lexer, text[token.start]);
    }
  while (token.kind != SQUILL_JAVASCRIPT_END);
  for (guint i = 0; i < self->tokens->len; i++)
    {
      SquillJavascriptToken *one = &g_array_index (self->tokens, SquillJavascriptToken, i);

      one->match = MIN (one->match, self->tokens->len - 1);
    }
  find_ends (self);
  return self;
}

/* (transfer none): the token at a position; from the end of the file on it is the last one, which
 * marks the end. */
const SquillJavascriptToken *
_squill_javascript_file_get (const SquillJavascriptFile *self, guint position)
{
  return &g_array_index (self->tokens, SquillJavascriptToken,
                         MIN (position, self->tokens->len - 1));
}

/** Whether a word stands there. */
gboolean
_squill_javascript_file_is_word (const SquillJavascriptFile *self, guint position)
{
  return _squill_javascript_file_get (self, position)->kind == SQUILL_JAVASCRIPT_WORD;
}

/* Whether it is this word or symbol. */
gboolean
_squill_javascript_file_is (const SquillJavascriptFile *self, guint position, const char *text)
{
  const SquillJavascriptToken *token = _squill_javascript_file_get (self, position);

  return (token->kind == SQUILL_JAVASCRIPT_WORD || token->kind == SQUILL_JAVASCRIPT_SYMBOL) &&
         self->text[token->start] == *text && token->length == strlen (text) &&
         memcmp (self->text + token->start, text, token->length) == 0;
}

static void
append_escape (GString *text, const char **next, const char *end)
{
  static const char letters[] = "ntrbfv0", codes[] = "\n\t\r\b\f\v";
  const char *p = *next, *found;
  guint code = 0, n = 0, digits;

  if (*p == 'x' || *p == 'u')
    {
      const gboolean in_braces = p[0] == 'u' && p + 1 < end && p[1] == '{';

      digits = *p == 'x' ? 2 : in_braces ? 6 : 4;
      for (p += 1 + in_braces; p < end && n < digits && g_ascii_isxdigit (*p); p++, n++)
        code = code * 16 + (guint)g_ascii_xdigit_value (*p);
      p += in_braces && p < end && *p == '}';
      if (code > 0 && g_unichar_validate (code))
        g_string_append_unichar (text, code);
      *next = p;
      return;
    }
  found = *p != '\0' ? strchr (letters, *p) : NULL;
  if (found == NULL && *p != '\n')
    g_string_append_c (text, *p);
  else if (found != NULL && *p != '0')
    g_string_append_c (text, codes[found - letters]);
  *next = p + 1;
}

/* What a token says, without quotes: valid UTF-8 (transfer full). */
char *
_squill_javascript_file_get_text (const SquillJavascriptFile *self, guint position)
{
  const SquillJavascriptToken *token = _squill_javascript_file_get (self, position);
  const char *p = self->text + token->start, *end = p + token->length;
  g_autoptr (GString) text = g_string_new (NULL);

  if (token->kind != SQUILL_JAVASCRIPT_STRING)
    return g_utf8_make_valid (p, (gssize)token->length);
  if (token->length >= 2 && end[-1] == *p)
    end--;
  for (p++; p < end;)
    if (*p == '\\' && p + 1 < end)
      {
        p++;
        append_escape (text, &p, end);
      }
    else
      {
        if (*p != '\0')
          g_string_append_c (text, *p);
        p++;
      }
  return g_utf8_make_valid (text->str, (gssize)text->len);
}
