/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Programs in JavaScript and TypeScript, as far as they are literals: nothing is run. */

typedef enum
{
  SQUILL_JAVASCRIPT_END,
  SQUILL_JAVASCRIPT_WORD,     /* names and keywords */
  SQUILL_JAVASCRIPT_STRING,   /* also a template without expressions */
  SQUILL_JAVASCRIPT_TEMPLATE, /* with expressions */
  SQUILL_JAVASCRIPT_NUMBER,
  SQUILL_JAVASCRIPT_REGEX,
  SQUILL_JAVASCRIPT_SYMBOL, /* one character, or "=>", "...", "?.", "||", "&&", "??", "==" */
} SquillJavascriptTokenKind;

/**
 * SquillJavascriptToken:
 * @start: where it begins
 * @length: its bytes
 * @line: from 1
 * @column: the character in the line, from 1
 * @match: of a bracket: the position of the other one; that of the end where it has none
 * @rest: the position of what ends the expression or statement that it is in, this one or after
 * @comment: (nullable): the documentation before it: a comment that begins with two asterisks
 * @comment_length: its bytes
 *
 * A token.
 */
typedef struct
{
  SquillJavascriptTokenKind kind;
  gsize start;
  gsize length;
  guint line;
  guint column;
  guint match;
  guint rest;
  const char *comment;
  gsize comment_length;
} SquillJavascriptToken;

/**
 * SquillJavascriptValueKind:
 * @SQUILL_JAVASCRIPT_OTHER: what is not a literal
 * @SQUILL_JAVASCRIPT_NAME: a name, or a chain of them: "mongoose.Schema.Types.ObjectId"
 * @SQUILL_JAVASCRIPT_CALL: a call, or what `new` makes: its name is the text
 * @SQUILL_JAVASCRIPT_JOINED: texts, names, and numbers that are put together to a text
 *
 * What an expression is.
 */
typedef enum
{
  SQUILL_JAVASCRIPT_OTHER,
  SQUILL_JAVASCRIPT_OBJECT,
  SQUILL_JAVASCRIPT_ARRAY,
  SQUILL_JAVASCRIPT_TEXT,
  SQUILL_JAVASCRIPT_NUMERIC,
  SQUILL_JAVASCRIPT_BOOLEAN,
  SQUILL_JAVASCRIPT_NULL,
  SQUILL_JAVASCRIPT_PATTERN,
  SQUILL_JAVASCRIPT_NAME,
  SQUILL_JAVASCRIPT_CALL,
  SQUILL_JAVASCRIPT_FUNCTION,
  SQUILL_JAVASCRIPT_JOINED,
} SquillJavascriptValueKind;

typedef struct _SquillJavascriptValue SquillJavascriptValue;

/**
 * SquillJavascriptMember:
 * @key: (nullable): its name; %NULL where all members of @value are meant ("...value"), or where
 *   it is computed
 * @computed: (nullable): what gives its name: "[Roles.admin]: …"
 * @is_spread: "...value"
 * @comment: (nullable): its documentation
 *
 * A member of an object.
 */
typedef struct
{
  char *key;
  SquillJavascriptValue *computed;
  gboolean is_spread;
  SquillJavascriptValue *value;
  char *comment;
  guint line;
  guint column;
} SquillJavascriptMember;

/**
 * SquillJavascriptValue:
 * @text: of a text, a pattern, a name, or a call
 * @flags: of a pattern
 * @number: of a number; 0 or 1 of a truth value
 * @items: (element-type SquillJavascriptValue): elements, or arguments; of a function what it
 *   returns, where that is just an expression; what is put together to a text
 * @members: (element-type SquillJavascriptMember): of an object
 * @followers: (nullable) (element-type SquillJavascriptValue): of a call with "new": those of what
 * it makes: "new Schema ({ … }).index ({ … })"
 * @tail: (nullable): of a call of "require": the names behind it
 * @is_new: of a call
 * @is_spread: of an element: "...value"
 * @has_spread: of an array: whether an element is one
 * @is_enum: of an object: an enumeration of TypeScript
 * @file: (nullable): in which file it is
 *
 * An expression. Belongs to its file.
 */
struct _SquillJavascriptValue
{
  SquillJavascriptValueKind kind;
  char *text;
  char *flags;
  double number;
  GPtrArray *items;
  GPtrArray *members;
  GPtrArray *followers;
  char *tail;
  gboolean is_new;
  gboolean is_spread;
  gboolean has_spread;
  gboolean is_enum;
  gpointer file;
  guint line;
  guint column;
};

/**
 * SquillJavascriptFile:
 * @tokens: (element-type SquillJavascriptToken): all, and one at the end
 * @fault_line: where a text or comment has no end; 0 where all have one
 * @user_data: for whoever reads it; each value has it as its file
 * @n_functions: how many functions were in what was read so far
 *
 * A program.
 */
typedef struct
{
  const char *text;
  gsize length;
  GArray *tokens;
  guint fault_line;
  guint fault_column;
  gpointer user_data;
  guint n_functions;

  /*< private >*/
  GPtrArray *values;
} SquillJavascriptFile;

SquillJavascriptFile *_squill_javascript_file_new (const char *text, gsize length);
void _squill_javascript_file_free (SquillJavascriptFile *self);
const SquillJavascriptToken *_squill_javascript_file_get (const SquillJavascriptFile *self,
                                                          guint position);
gboolean _squill_javascript_file_begins_statement (const SquillJavascriptFile *self,
                                                   guint position);
gboolean _squill_javascript_file_is_word (const SquillJavascriptFile *self, guint position);
gboolean _squill_javascript_file_is (const SquillJavascriptFile *self,
                                     guint position,
                                     const char *text);
char *_squill_javascript_file_get_text (const SquillJavascriptFile *self, guint position);

/* squill-javascript-values.c */
SquillJavascriptValue *_squill_javascript_file_read_value (SquillJavascriptFile *self,
                                                           guint *position);
SquillJavascriptValue *_squill_javascript_file_read_enum (SquillJavascriptFile *self,
                                                          guint position);
SquillJavascriptValue *_squill_javascript_file_make_value (SquillJavascriptFile *self,
                                                           guint position,
                                                           SquillJavascriptValueKind kind,
                                                           const char *text);
void _squill_javascript_file_read_arguments (SquillJavascriptFile *self,
                                             SquillJavascriptValue *call,
                                             guint *position);
guint _squill_javascript_file_skip_generics (const SquillJavascriptFile *self, guint position);
guint _squill_javascript_file_skip_type (const SquillJavascriptFile *self, guint position);
const SquillJavascriptValue *_squill_javascript_value_get (const SquillJavascriptValue *self,
                                                           const char *key);
void _squill_javascript_member_free (gpointer data);
SquillJavascriptMember *_squill_javascript_value_add_member (SquillJavascriptValue *self,
                                                             const char *key,
                                                             SquillJavascriptValue *value);

/* squill-javascript-classes.c */
SquillJavascriptValue *_squill_javascript_file_read_class (SquillJavascriptFile *self,
                                                           guint position);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillJavascriptFile, _squill_javascript_file_free)

G_END_DECLS
