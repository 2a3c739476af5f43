/* SPDX-License-Identifier: Apache-2.0 */

/* YAML as the values of JSON that it stands for, by the core schema of YAML 1.2, in which only true
 * and false are booleans. libyaml reads the text, and says where what stands. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-yaml.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "exchange/import/squill-json-places.h"
#include "model/squill-model.h"

/* Values are walked by functions that call themselves. */
#define MAX_DEPTH 500

/* A few lines of aliases to aliases stand for more values than there is memory. */
#define MAX_REPEATED_VALUES 100000

/* An array or object that is not at its end. */
typedef struct
{
  json_t *value;
  char *anchor;
  char *key;        /* of the value that comes next; NULL in an array, and where a key is next */
  yaml_mark_t mark; /* where it begins */
  yaml_mark_t key_mark;
  gboolean is_merge; /* the key is "<<", without quotes */
  gboolean is_merged;
  guint n;      /* values in it, and itself */
  guint height; /* levels in it, and itself */
} Frame;

/* What an alias can stand for. */
typedef struct
{
  json_t *value;
  guint n;
  guint height;
} Anchor;

typedef struct
{
  SquillImportReport *report;
  GHashTable *places;
  json_t *documents;
  GArray *frames;
  GHashTable *anchors;
  guint n_repeated;
} Reader;

static void
frame_clear (gpointer data)
{
  Frame *frame = data;

  json_decref (frame->value);
  g_free (frame->anchor);
  g_free (frame->key);
}

static void
anchor_free (gpointer data)
{
  Anchor *anchor = data;

  json_decref (anchor->value);
  g_free (anchor);
}

static gboolean
fail (GError **error, const yaml_mark_t *mark, const char *text)
{
  g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX,
               "%" G_GSIZE_FORMAT ":%" G_GSIZE_FORMAT ": %s", mark->line + 1, mark->column + 1,
               text);
  return FALSE;
}

static void
add_anchor (Reader *self, const char *name, json_t *value, guint n, guint height)
{
  Anchor *anchor;

  if (name == NULL)
    return;
  anchor = g_new (Anchor, 1);
  *anchor = (Anchor){ json_incref (value), n, height };
  g_hash_table_replace (self->anchors, g_strdup (name), anchor);
}

static void
merge (json_t *object, json_t *value)
{
  if (json_is_object (value))
    json_object_update_missing (object, value);
  for (gsize i = 0; json_is_array (value) && i < json_array_size (value); i++)
    if (json_is_object (json_array_get (value, i)))
      json_object_update_missing (object, json_array_get (value, i));
}

/* Puts a value (transfer full) where it stands. */
static gboolean
add_value (
    Reader *self, json_t *value, guint n, guint height, const yaml_mark_t *mark, GError **error)
{
  Frame *top;

  if (self->frames->len + height > MAX_DEPTH)
    {
      json_decref (value);
      return fail (error, mark, _ ("This is nested too deeply"));
    }
  if (self->frames->len == 0)
    {
      json_array_append_new (self->documents, value);
      return TRUE;
    }
  top = &g_array_index (self->frames, Frame, self->frames->len - 1);
  top->n += n;
  top->height = MAX (top->height, height + 1);
  if (json_is_array (top->value))
    {
      json_array_append_new (top->value, value);
      return TRUE;
    }
  if (top->key == NULL)
    {
      json_decref (value);
      return fail (error, mark, _ ("A key has to be a text"));
    }
  if (top->is_merge && (json_is_object (value) || json_is_array (value)))
    {
      merge (top->value, value);
      top->is_merged = TRUE;
      json_decref (value);
    }
  else
    {
      if (!top->is_merged && json_object_get (top->value, top->key) != NULL)
        g_ptr_array_add (
            self->report->problems,
            squill_import_problem_new (
                (guint)top->key_mark.line + 1, (guint)top->key_mark.column + 1,
                g_strdup_printf (_ ("“%s” stands there twice, and the last is taken"), top->key)));
      json_object_set_new (top->value, top->key, value);
    }
  g_clear_pointer (&top->key, g_free);
  return TRUE;
}

static void
push (Reader *self, json_t *value, const yaml_char_t *anchor, const yaml_mark_t *mark)
{
  const Frame frame = {
    .value = value, .anchor = g_strdup ((const char *)anchor), .mark = *mark, .n = 1, .height = 1
  };

  if (self->places != NULL && json_is_object (value))
    _squill_json_places_add (self->places, value, mark->line + 1, mark->column + 1);
  g_array_append_val (self->frames, frame);
}

static gboolean
pop (Reader *self, GError **error)
{
  Frame frame = g_array_index (self->frames, Frame, self->frames->len - 1);
  json_t *value = json_incref (frame.value);

  g_array_index (self->frames, Frame, self->frames->len - 1) = (Frame){ NULL };
  g_array_set_size (self->frames, self->frames->len - 1);
  add_anchor (self, frame.anchor, value, frame.n, frame.height);
  frame_clear (&frame);
  return add_value (self, value, frame.n, frame.height, &frame.mark, error);
}

static gboolean
are_digits (const char *text, const char *digits)
{
  return *text != '\0' && text[strspn (text, digits)] == '\0';
}

static gboolean
is_number (const char *text)
{
  gsize before, after = 0;

  text += *text == '-' || *text == '+';
  before = strspn (text, "0123456789");
  text += before;
  if (*text == '.')
    {
      after = strspn (text + 1, "0123456789");
      text += 1 + after;
    }
  if (before + after == 0)
    return FALSE;
  if (*text == 'e' || *text == 'E')
    {
      text += 1 + (text[1] == '-' || text[1] == '+');
      return are_digits (text, "0123456789");
    }
  return *text == '\0';
}

/* A whole number (transfer full); NULL where it is none, or too large. */
static json_t *
make_integer (const char *text)
{
  const char *digits = text + (*text == '-' || *text == '+');
  int base = 10;
  gint64 number;

  if (g_str_has_prefix (text, "0x") && are_digits (text + 2, "0123456789abcdefABCDEF"))
    base = 16;
  else if (g_str_has_prefix (text, "0o") && are_digits (text + 2, "01234567"))
    base = 8;
  else if (!are_digits (digits, "0123456789"))
    return NULL;
  errno = 0;
  number = g_ascii_strtoll (base == 10 ? text : text + 2, NULL, (guint)base);
  return errno == 0 ? json_integer (number) : NULL;
}

/* What a text without quotes is (transfer full). */
static json_t *
resolve (const char *text)
{
  static const char *const nulls[] = { "", "~", "null", "Null", "NULL", NULL };
  static const char *const trues[] = { "true", "True", "TRUE", NULL };
  static const char *const falses[] = { "false", "False", "FALSE", NULL };
  json_t *integer = make_integer (text);

  if (integer != NULL)
    return integer;
  if (g_strv_contains (nulls, text))
    return json_null ();
  if (g_strv_contains (trues, text))
    return json_true ();
  if (g_strv_contains (falses, text))
    return json_false ();
  if (is_number (text) && isfinite (g_ascii_strtod (text, NULL)))
    return json_real (g_ascii_strtod (text, NULL));
  return json_string (text);
}

static gboolean
add_scalar (Reader *self, const yaml_event_t *event, GError **error)
{
  const char *text = (const char *)event->data.scalar.value;
  const char *tag = (const char *)event->data.scalar.tag;
  const gboolean is_plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
                            g_strcmp0 (tag, YAML_STR_TAG) != 0 && g_strcmp0 (tag, "!") != 0;
  Frame *top =
      self->frames->len > 0 ? &g_array_index (self->frames, Frame, self->frames->len - 1) : NULL;
  json_t *value;

  if (strlen (text) != event->data.scalar.length)
    return fail (error, &event->start_mark, _ ("A text has a zero byte"));
  if (top != NULL && json_is_object (top->value) && top->key == NULL)
    {
      top->key = g_strdup (text);
      top->key_mark = event->start_mark;
      top->is_merge = is_plain && g_str_equal (text, "<<");
      value = json_string (text);
      add_anchor (self, (const char *)event->data.scalar.anchor, value, 1, 1);
      json_decref (value);
      return TRUE;
    }
  value = is_plain ? resolve (text) : json_string (text);
  add_anchor (self, (const char *)event->data.scalar.anchor, value, 1, 1);
  return add_value (self, value, 1, 1, &event->start_mark, error);
}

static gboolean
add_alias (Reader *self, const yaml_event_t *event, GError **error)
{
  const Anchor *anchor =
      g_hash_table_lookup (self->anchors, (const char *)event->data.alias.anchor);
  Frame *top =
      self->frames->len > 0 ? &g_array_index (self->frames, Frame, self->frames->len - 1) : NULL;

  /* What it stands in has no value yet. */
  if (anchor == NULL)
    return fail (error, &event->start_mark, _ ("There is nothing of this name before"));
  if (top != NULL && json_is_object (top->value) && top->key == NULL &&
      json_is_string (anchor->value))
    {
      top->key = g_strdup (json_string_value (anchor->value));
      top->key_mark = event->start_mark;
      top->is_merge = FALSE;
      return TRUE;
    }
  if (anchor->n > MAX_REPEATED_VALUES - self->n_repeated)
    return fail (error, &event->start_mark, _ ("Too much stands for what was written before"));
  self->n_repeated += anchor->n;
  return add_value (self, json_deep_copy (anchor->value), anchor->n, anchor->height,
                    &event->start_mark, error);
}

static gboolean
add_event (Reader *self, const yaml_event_t *event, GError **error)
{
  switch (event->type)
    {
    case YAML_SCALAR_EVENT:
      return add_scalar (self, event, error);
    case YAML_ALIAS_EVENT:
      return add_alias (self, event, error);
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT:
      if (self->frames->len >= MAX_DEPTH)
        return fail (error, &event->start_mark, _ ("This is nested too deeply"));
      if (event->type == YAML_SEQUENCE_START_EVENT)
        push (self, json_array (), event->data.sequence_start.anchor, &event->start_mark);
      else
        push (self, json_object (), event->data.mapping_start.anchor, &event->start_mark);
      return TRUE;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
      return pop (self, error);
    case YAML_DOCUMENT_START_EVENT:
      g_hash_table_remove_all (self->anchors);
      return TRUE;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_END_EVENT:
    default:
      return TRUE;
    }
}

/* Where the parser failed. It reads ahead of what it knows the place of. */
static yaml_mark_t
find_fault (const yaml_parser_t *parser, const char *data, gsize length)
{
  yaml_mark_t mark = { 0, 0, 0 };

  if (parser->error != YAML_READER_ERROR)
    return parser->problem_mark;
  for (gsize i = 0; i < MIN (parser->problem_offset, length); i++)
    if (data[i] == '\n')
      {
        mark.line++;
        mark.column = 0;
      }
    else
      mark.column += ((guchar)data[i] & 0xc0) != 0x80;
  return mark;
}

static gboolean
read_events (Reader *self, yaml_parser_t *parser, const char *data, gsize length, GError **error)
{
  for (;;)
    {
      yaml_event_t event;
      gboolean is_end, is_good;

      if (!yaml_parser_parse (parser, &event))
        {
          const yaml_mark_t mark = find_fault (parser, data, length);

          return fail (error, &mark,
                       parser->problem != NULL ? parser->problem : _ ("This is no YAML"));
        }
      is_end = event.type == YAML_STREAM_END_EVENT;
      is_good = add_event (self, &event, error);
      yaml_event_delete (&event);
      if (is_end || !is_good)
        return is_good;
    }
}

/* The value of a file of YAML (transfer full): of several documents an array; NULL with @error in
 * %SQUILL_MODEL_ERROR, which begins with line and column. The report gets what stands there twice,
 * @places (nullable) where objects begin. */
json_t *
_squill_yaml_read (
    const char *data, gsize length, GHashTable *places, SquillImportReport *report, GError **error)
{
  json_auto_t *documents = json_array ();
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  g_autoptr (GHashTable) anchors =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, anchor_free);
  Reader reader = { report, places, documents, frames, anchors, 0 };
  yaml_parser_t parser;
  gboolean is_good;

  g_array_set_clear_func (frames, frame_clear);
  if (!yaml_parser_initialize (&parser))
    g_error ("No memory for a parser of YAML");
  yaml_parser_set_input_string (&parser, (const unsigned char *)data, length);
  is_good = read_events (&reader, &parser, data, length, error);
  yaml_parser_delete (&parser);
  if (!is_good)
    return NULL;
  return json_array_size (documents) == 1 ? json_incref (json_array_get (documents, 0))
                                          : g_steal_pointer (&documents);
}

/* Whether a line begins with one of the keys, at the left edge. */
static gboolean
has_key (const char *data, gsize length, const char *key)
{
  const gsize bytes = strlen (key);
  const char *end = data + length;

  for (const char *line = data; line != NULL && (gsize)(end - line) > bytes;)
    {
      const char *next = memchr (line, '\n', (gsize)(end - line));
      const char *name = line + (*line == '"' || *line == '\'');

      if ((gsize)(end - name) > bytes + 1 && memcmp (name, key, bytes) == 0 &&
          name[bytes + (name > line)] == ':')
        return TRUE;
      line = next != NULL ? next + 1 : NULL;
    }
  return FALSE;
}

/* Whether the beginning of a file looks like a schema or like OpenAPI in YAML. */
gboolean
_squill_yaml_is_likely (const char *data, gsize length)
{
  return (has_key (data, length, "openapi") && has_key (data, length, "info")) ||
         (has_key (data, length, "swagger") && has_key (data, length, "info")) ||
         has_key (data, length, "$schema") || has_key (data, length, "$jsonSchema") ||
         ((has_key (data, length, "type") || has_key (data, length, "bsonType")) &&
          has_key (data, length, "properties"));
}
