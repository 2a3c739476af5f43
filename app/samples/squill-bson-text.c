/* SPDX-License-Identifier: Apache-2.0 */

/* BSON as text: Extended JSON version 2 and the literals of mongosh. Not libbson's own writer: that
 * one writes 0.1 with twenty digits, and knows nothing of mongosh. */

#define G_LOG_DOMAIN "squill-samples"

#include "config.h"

#include "samples/squill-bson-text.h"

#include <glib/gi18n.h>
#include <string.h>

#include "samples/squill-bson-literal-private.h"

/* Deeper than any server takes (100) and any reader must (200); it guards the stack. What is
 * deeper is left out. */
#define MAX_DEPTH 1000

/* An array or object of plain values stands on one line if it is no longer. */
#define MAX_LINE 72

typedef struct
{
  GString *text;
  SquillSampleStyle style;
  guint indent;
  guint max_elements;
  GHashTable *left_out; /* of an excerpt: path of an array -> how many elements are missing */
  GPtrArray *path;      /* keys on the way to what is written */
} Writer;

static void append_members (Writer *self, bson_iter_t *iter, gboolean array, guint level);

static gboolean
is_identifier (const char *key)
{
  if (!g_ascii_isalpha (*key) && *key != '_' && *key != '$')
    return FALSE;
  for (const char *p = key; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_' && *p != '$')
      return FALSE;
  return TRUE;
}

static void
append_key (Writer *self, const char *key)
{
  if (self->style != SQUILL_SAMPLE_MONGOSH)
    {
      squill_bson_text_append_string (self->text, key, -1);
      g_string_append (self->text, self->indent == 0 ? ":" : ": ");
    }
  else if (g_str_equal (key, "__proto__"))
    {
      /* Any other way it sets the prototype and the field is lost. */
      g_string_append (self->text, "[\"__proto__\"]: ");
    }
  else if (is_identifier (key))
    {
      g_string_append_printf (self->text, "%s: ", key);
    }
  else
    {
      squill_bson_text_append_string (self->text, key, -1);
      g_string_append (self->text, ": ");
    }
}

static void
append_code (Writer *self, const char *code, guint32 length, const bson_t *scope, guint level)
{
  gboolean shell = self->style == SQUILL_SAMPLE_MONGOSH;
  bson_iter_t iter;

  g_string_append (self->text, shell               ? "Code("
                               : self->indent == 0 ? "{\"$code\":"
                                                   : "{ \"$code\": ");
  squill_bson_text_append_string (self->text, code, length);
  if (scope != NULL && bson_iter_init (&iter, scope))
    {
      g_string_append (self->text, shell               ? ", "
                                   : self->indent == 0 ? ",\"$scope\":"
                                                       : ", \"$scope\": ");
      append_members (self, &iter, FALSE, level);
    }
  g_string_append (self->text, shell ? ")" : self->indent == 0 ? "}" : " }");
}

static void
append_value (Writer *self, bson_iter_t *iter, guint level)
{
  bson_type_t type = bson_iter_type (iter);
  bson_iter_t inner;

  if (type == BSON_TYPE_CODEWSCOPE)
    {
      guint32 length = 0;
      const guint8 *data = NULL;
      guint32 scope_length = 0;
      const char *text = bson_iter_codewscope (iter, &length, &scope_length, &data);
      bson_t scope;

      /* Not all versions of libbson agree whether this counts the NUL. */
      if (length > 0 && text[length - 1] == '\0')
        length--;
      if (level < MAX_DEPTH && bson_init_static (&scope, data, scope_length))
        append_code (self, text, length, &scope, level);
      else
        append_code (self, text, length, NULL, level);
    }
  else if (type != BSON_TYPE_DOCUMENT && type != BSON_TYPE_ARRAY)
    {
      _squill_bson_append_literal (self->text, iter, self->style, self->indent > 0);
    }
  else if (level < MAX_DEPTH && bson_iter_recurse (iter, &inner))
    {
      append_members (self, &inner, type == BSON_TYPE_ARRAY, level);
    }
  else
    {
      g_string_append (self->text, type == BSON_TYPE_ARRAY ? "[]" : "{}");
    }
}

static void
append_break (Writer *self, guint level)
{
  g_string_append_c (self->text, '\n');
  for (guint i = 0; i < level * self->indent; i++)
    g_string_append_c (self->text, ' ');
}

/* Whether all values are plain, and few enough to be tried on one line. */
static gboolean
may_be_one_line (bson_iter_t iter)
{
  for (guint n = 0; bson_iter_next (&iter); n++)
    if (n >= MAX_LINE / 2 || BSON_ITER_HOLDS_DOCUMENT (&iter) || BSON_ITER_HOLDS_ARRAY (&iter))
      return FALSE;
  return TRUE;
}

/* Writes what says that @rest elements were left out. */
static void
append_rest (Writer *self, guint rest, gboolean one_line)
{
  g_autofree char *words = g_strdup_printf (ngettext ("… %u more", "… %u more", rest), rest);

  if (one_line)
    g_string_append_printf (self->text, "/* %s */", words);
  else
    g_string_append_printf (self->text, "// %s", words);
}

/* How many elements an excerpt has left out of the array that is written. */
static guint
get_left_out (Writer *self)
{
  g_autofree char *path = NULL;

  if (self->left_out == NULL)
    return 0;
  g_ptr_array_add (self->path, NULL);
  path = g_strjoinv (".", (char **)self->path->pdata);
  g_ptr_array_set_size (self->path, self->path->len - 1);
  return GPOINTER_TO_SIZE (g_hash_table_lookup (self->left_out, path));
}

static void
append_elements (Writer *self, bson_iter_t iter, gboolean array, gboolean one_line, guint level)
{
  gboolean spaced = one_line && (self->indent > 0 || self->style == SQUILL_SAMPLE_MONGOSH);
  guint limit = array && self->style == SQUILL_SAMPLE_MONGOSH ? self->max_elements : 0;
  guint n = 0;
  guint rest = array ? get_left_out (self) : 0;

  while (bson_iter_next (&iter))
    {
      if (limit > 0 && n == limit)
        {
          rest++;
          continue;
        }
      if (n > 0)
        g_string_append_c (self->text, ',');
      if (!one_line)
        append_break (self, level + 1);
      else if (spaced)
        g_string_append_c (self->text, ' ');
      if (!array)
        append_key (self, bson_iter_key (&iter));
      if (self->path != NULL)
        g_ptr_array_add (self->path, g_strdup (bson_iter_key (&iter)));
      append_value (self, &iter, level + 1);
      if (self->path != NULL)
        g_ptr_array_set_size (self->path, self->path->len - 1);
      n++;
    }

  if (rest > 0)
    {
      if (!one_line)
        append_break (self, level + 1);
      else
        g_string_append_c (self->text, ' ');
      append_rest (self, rest, one_line);
    }
  if (!one_line)
    append_break (self, level);
  else if (spaced)
    g_string_append_c (self->text, ' ');
}

static void
append_members (Writer *self, bson_iter_t *iter, gboolean array, guint level)
{
  bson_iter_t probe = *iter;
  gsize start = self->text->len;

  if (!bson_iter_next (&probe))
    {
      g_string_append (self->text, array ? "[]" : "{}");
      return;
    }

  g_string_append_c (self->text, array ? '[' : '{');
  if (self->indent == 0)
    {
      append_elements (self, *iter, array, TRUE, level);
    }
  else if (level > 0 && may_be_one_line (*iter))
    {
      append_elements (self, *iter, array, TRUE, level);
      if (self->text->len - start > MAX_LINE)
        {
          g_string_truncate (self->text, start + 1);
          append_elements (self, *iter, array, FALSE, level);
        }
    }
  else
    {
      append_elements (self, *iter, array, FALSE, level);
    }
  g_string_append_c (self->text, array ? ']' : '}');
}

/**
 * squill_bson_text_append:
 * @text: where to write
 * @document: a document
 * @style: how typed values look
 * @indent: spaces for each level; 0 for one line
 * @level: how many levels are around it: where its lines begin
 *
 * Writes a document into a text that has more around it.
 */
void
squill_bson_text_append (
    GString *text, const bson_t *document, SquillSampleStyle style, guint indent, guint level)
{
  Writer writer = { text, style, indent, 0, NULL, NULL };
  bson_iter_t iter;

  g_return_if_fail (text != NULL);
  g_return_if_fail (document != NULL);

  if (bson_iter_init (&iter, document))
    append_members (&writer, &iter, FALSE, level);
  else
    g_string_append (text, "{}");
}

/**
 * squill_bson_to_text:
 * @document: a document
 * @style: how typed values look
 * @indent: spaces for each level; 0 for one line
 * @max_elements: where not 0, longer arrays are cut after so many elements, and a comment says how
 *   many were left out; in the style of mongosh only, as JSON has no comments
 *
 * Writes a document as text, deterministically: doubles in the fewest digits that read back as the
 * same, regular expressions with their options sorted, texts as JSON writes them. Relaxed and
 * canonical are those of Extended JSON version 2; mongosh's literals are those that arrive at a
 * server with the type they have here. Only the order of keys that are whole numbers gets lost in
 * a shell (see squill_bson_has_integer_keys()).
 *
 * Returns: (transfer full): the text
 */
char *
squill_bson_to_text (const bson_t *document,
                     SquillSampleStyle style,
                     guint indent,
                     guint max_elements)
{
  Writer writer = { NULL, style, indent, max_elements, NULL, NULL };
  bson_iter_t iter;

  g_return_val_if_fail (document != NULL, NULL);

  writer.text = g_string_new (NULL);
  if (bson_iter_init (&iter, document))
    append_members (&writer, &iter, FALSE, 0);
  else
    g_string_append (writer.text, "{}");
  return g_string_free (writer.text, FALSE);
}

/**
 * squill_bson_to_text_excerpt:
 * @document: what squill_samples_get_excerpt() gave
 * @style: how typed values look
 * @indent: spaces for each level
 * @left_out: (nullable): what is missing, as it gave it
 *
 * Writes an excerpt for somebody to look at: in every style a comment says how many elements of an
 * array are not shown.
 *
 * Returns: (transfer full): the text
 */
char *
squill_bson_to_text_excerpt (const bson_t *document,
                             SquillSampleStyle style,
                             guint indent,
                             GHashTable *left_out)
{
  g_autoptr (GPtrArray) path = g_ptr_array_new_with_free_func (g_free);
  Writer writer = { NULL, style, indent, 0, left_out, path };
  bson_iter_t iter;

  g_return_val_if_fail (document != NULL, NULL);

  writer.text = g_string_new (NULL);
  if (bson_iter_init (&iter, document))
    append_members (&writer, &iter, FALSE, 0);
  return g_string_free (writer.text, FALSE);
}

static gboolean
has_integer_keys (bson_iter_t *iter, gboolean array, guint level)
{
  while (bson_iter_next (iter))
    {
      const char *key = bson_iter_key (iter);
      bson_iter_t inner;

      if (!array && *key != '\0' && strspn (key, "0123456789") == strlen (key) &&
          (key[0] != '0' || key[1] == '\0'))
        return TRUE;
      if (level < MAX_DEPTH && (BSON_ITER_HOLDS_DOCUMENT (iter) || BSON_ITER_HOLDS_ARRAY (iter)) &&
          bson_iter_recurse (iter, &inner) &&
          has_integer_keys (&inner, BSON_ITER_HOLDS_ARRAY (iter), level + 1))
        return TRUE;
    }
  return FALSE;
}

/**
 * squill_bson_has_integer_keys:
 * @document: a document
 *
 * A shell in JavaScript puts keys that are whole numbers before all others, in documents and even
 * in the keys of an index, and there is no way round it.
 *
 * Returns: %TRUE if @document or a document in it has such a key
 */
gboolean
squill_bson_has_integer_keys (const bson_t *document)
{
  bson_iter_t iter;

  g_return_val_if_fail (document != NULL, FALSE);

  return bson_iter_init (&iter, document) && has_integer_keys (&iter, FALSE, 0);
}
