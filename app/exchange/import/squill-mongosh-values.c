/* SPDX-License-Identifier: Apache-2.0 */

/* Values of a script as the shell sends them: what a program computes is not known, but often of
 * which type it is. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <math.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "bson/squill-bson-json.h"
#include "bson/squill-bson-text.h"
#include "bson/squill-shell-constructor.h"
#include "exchange/import/squill-mongosh-private.h"
#include "inspect/format/squill-json-reader.h"

#define MAX_DEPTH 100
/* A text that names stand in may double with each. */
#define MAX_TEXT (16u * 1024 * 1024)
#define MAX_DOCUMENTS 100000
/* What has others twice, which have others twice, is that many that nobody would wait for them. */
#define MAX_LOOKS 2000000

/* What stands for a time, a text, and a number that only a run would know. */
#define A_TIME "ISODate(\"2020-01-01T00:00:00Z\")"
#define A_TEXT "\"text\""
#define A_NUMBER "1"
/* A type that nothing has nowadays. */
#define UNKNOWN "undefined"

static const char *
get_last_part (const char *name)
{
  const char *dot = strrchr (name, '.');

  return dot != NULL ? dot + 1 : name;
}

static void append (SquillMongoshScript *self,
                    GString *text,
                    const SquillJavascriptValue *value,
                    guint depth);

/* An ObjectId as a driver makes one. */
static void
append_id (SquillMongoshScript *self, GString *text)
{
  g_string_append_printf (text, "ObjectId(\"5e0be100%016x\")", ++self->n_made);
}

static void
append_number (GString *text, double number)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (number))
    g_string_append (text, "NaN");
  else if (isinf (number))
    g_string_append (text, number < 0 ? "-Infinity" : "Infinity");
  /* JavaScript has one type of number: the shell sends those that fit as an int. */
  else if (number == floor (number) && number >= G_MININT32 && number <= G_MAXINT32)
    g_string_append_printf (text, "%d", (gint32)number);
  else
    {
      g_ascii_dtostr (buffer, sizeof buffer, number);
      g_string_append (text, buffer);
      if (strpbrk (buffer, ".eE") == NULL)
        g_string_append (text, ".0");
    }
}

/* "EJSON.parse ('…')": FALSE where that is no JSON. */
static gboolean
append_parsed (SquillMongoshScript *self, GString *text, const SquillJavascriptValue *call)
{
  const SquillJavascriptValue *from =
      call->items->len == 0 ? NULL
                            : _squill_mongoose_resolve (self->sources, call->items->pdata[0]);
  json_auto_t *json = from == NULL || from->kind != SQUILL_JAVASCRIPT_TEXT
                          ? NULL
                          : json_loads (from->text, JSON_DECODE_ANY, NULL);
  g_autofree char *written = json == NULL ? NULL : json_dumps (json, JSON_ENCODE_ANY);

  if (written == NULL)
    return FALSE;
  g_string_append (text, written);
  return TRUE;
}

/* What a function that no file has gives, by its name. */
static const char *
guess_given (const char *name)
{
  static const struct
  {
    const char *part;
    const char *text;
  } known[] = {
    { "Math.", A_NUMBER },     { "parseInt", A_NUMBER },     { "parseFloat", A_NUMBER },
    { "Number", A_NUMBER },    { "Date.", "1.0" },           { "uuid", A_TEXT },
    { "UUID", A_TEXT },        { "toString", A_TEXT },       { "String", A_TEXT },
    { "toISO", A_TEXT },       { "hash", A_TEXT },           { "Hash", A_TEXT },
    { "process.env", A_TEXT }, { "JSON.stringify", A_TEXT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strstr (name, known[i].part) != NULL)
      return known[i].text;
  return UNKNOWN;
}

/* Counts one more look at a value; FALSE where there were too many, which is told. */
gboolean
_squill_mongosh_script_may_look (SquillMongoshScript *self, const SquillJavascriptValue *place)
{
  if (self->n_looks < MAX_LOOKS)
    {
      self->n_looks++;
      return TRUE;
    }
  _squill_mongoose_sources_note_too_much (self->sources, place);
  return FALSE;
}

static void
append_items (SquillMongoshScript *self, GString *text, const GPtrArray *items, guint depth)
{
  gboolean is_first = TRUE;

  for (guint i = 0; i < items->len; i++)
    {
      const SquillJavascriptValue *item = items->pdata[i];

      /* Of those that are known the elements stand here already. */
      if (item->is_spread)
        continue;
      if (!is_first)
        g_string_append (text, ",");
      is_first = FALSE;
      append (self, text, item, depth + 1);
    }
}

static void
append_call (SquillMongoshScript *self,
             GString *text,
             const SquillJavascriptValue *call,
             guint depth)
{
  const char *last = get_last_part (call->text);
  g_autofree char *before = g_strndup (call->text, (gsize)(last - call->text));
  const SquillShellConstructor *constructor;
  const SquillJavascriptValue *first = call->items->len > 0 ? call->items->pdata[0] : NULL;

  /* "new Date ().toISOString ()" */
  if (call->followers != NULL && call->followers->len > 0)
    {
      const SquillJavascriptValue *follower = call->followers->pdata[0];

      g_string_append (text, g_str_equal (follower->text, "getTime") ? "1.0" : A_TEXT);
      return;
    }
  /* "Decimal128.fromString ('1.5')" */
  if (g_str_has_prefix (last, "from") && *before != '\0')
    {
      before[strlen (before) - 1] = '\0';
      last = get_last_part (before);
    }
  if (g_str_equal (last, "ObjectID"))
    last = "ObjectId";
  if (g_str_equal (last, "Date") || g_str_equal (last, "ISODate"))
    {
      first = first == NULL ? NULL : _squill_mongoose_resolve (self->sources, first);
      if (call->items->len == 1 &&
          (first->kind == SQUILL_JAVASCRIPT_TEXT || first->kind == SQUILL_JAVASCRIPT_NUMERIC))
        {
          g_string_append_printf (text, "%s(", last);
          append_items (self, text, call->items, depth);
          g_string_append_c (text, ')');
        }
      else
        g_string_append (text, A_TIME);
      return;
    }
  if ((g_str_equal (call->text, "EJSON.parse") || g_str_equal (call->text, "JSON.parse")) &&
      append_parsed (self, text, call))
    return;
  if (g_str_equal (call->text, "Object.assign"))
    {
      SquillJavascriptValue *whole =
          _squill_mongoose_make_value (call, SQUILL_JAVASCRIPT_OBJECT, NULL);

      for (guint i = 0; i < call->items->len; i++)
        {
          SquillJavascriptMember *member = g_new0 (SquillJavascriptMember, 1);

          member->is_spread = TRUE;
          member->value = call->items->pdata[i];
          g_ptr_array_add (whole->members, member);
        }
      append (self, text, whole, depth + 1);
      return;
    }
  constructor = squill_shell_constructor_find (last);
  if (constructor == NULL)
    {
      g_string_append (text, guess_given (call->text));
      return;
    }
  if (call->items->len == 0 && !squill_shell_constructor_needs_no_arguments (constructor))
    {
      if (g_str_equal (last, "UUID"))
        g_string_append (text, "UUID(\"00000000-0000-4000-8000-000000000000\")");
      else if (g_str_equal (last, "ObjectId"))
        append_id (self, text);
      else
        g_string_append (text, UNKNOWN);
      return;
    }
  first = first == NULL ? NULL : _squill_mongoose_resolve (self->sources, first);
  /* "ObjectId (user)" of what is not known. */
  if (g_str_equal (last, "ObjectId") &&
      (first->kind != SQUILL_JAVASCRIPT_TEXT || strlen (first->text) != 24))
    {
      append_id (self, text);
      return;
    }
  g_string_append_printf (text, "%s(", last);
  append_items (self, text, call->items, depth);
  g_string_append_c (text, ')');
}

static void
append_members (SquillMongoshScript *self,
                const SquillJavascriptValue *object,
                GPtrArray *keys,
                GHashTable *values,
                guint depth)
{
  for (guint i = 0; i < object->members->len; i++)
    {
      const SquillJavascriptMember *member = object->members->pdata[i];
      const char *key;

      if (!_squill_mongosh_script_may_look (self, object))
        return;
      if (member->is_spread)
        {
          const SquillJavascriptValue *from =
              _squill_mongoose_resolve (self->sources, member->value);

          if (from->kind == SQUILL_JAVASCRIPT_OBJECT && from != object && depth < MAX_DEPTH)
            append_members (self, from, keys, values, depth + 1);
          continue;
        }
      key = _squill_mongoose_get_key (self->sources, member);
      if (key == NULL)
        continue;
      if (!g_hash_table_contains (values, key))
        g_ptr_array_add (keys, (gpointer)key);
      g_hash_table_replace (values, (gpointer)key, member->value);
    }
}

static void
append_object (SquillMongoshScript *self,
               GString *text,
               const SquillJavascriptValue *object,
               guint depth)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();
  g_autoptr (GHashTable) values = g_hash_table_new (g_str_hash, g_str_equal);

  append_members (self, object, keys, values, depth);
  g_string_append_c (text, '{');
  for (guint i = 0; i < keys->len; i++)
    {
      if (i > 0)
        g_string_append_c (text, ',');
      squill_bson_text_append_string (text, keys->pdata[i], -1);
      g_string_append_c (text, ':');
      append (self, text, g_hash_table_lookup (values, keys->pdata[i]), depth + 1);
    }
  g_string_append_c (text, '}');
}

static void
append_name (SquillMongoshScript *self, GString *text, const char *name)
{
  const char *last = get_last_part (name);
  const SquillShellConstructor *constructor = squill_shell_constructor_find (last);

  if (g_str_equal (name, "NaN") || g_str_equal (name, "Infinity"))
    g_string_append (text, name);
  else if (constructor != NULL && squill_shell_constructor_needs_no_arguments (constructor))
    g_string_append_printf (text, "%s()", last);
  /* "result.insertedId", "user._id" */
  else if (strstr (name, ".insertedId") != NULL || g_str_equal (last, "_id"))
    append_id (self, text);
  else if (g_str_equal (last, "length"))
    g_string_append (text, A_NUMBER);
  else
    g_string_append (text, guess_given (name));
}

static void
append (SquillMongoshScript *self, GString *text, const SquillJavascriptValue *value, guint depth)
{
  value = _squill_mongoose_resolve (self->sources, value);
  if (depth > MAX_DEPTH || text->len > MAX_TEXT || !_squill_mongosh_script_may_look (self, value))
    {
      g_string_append (text, UNKNOWN);
      return;
    }
  switch (value->kind)
    {
    case SQUILL_JAVASCRIPT_OBJECT:
      append_object (self, text, value, depth);
      break;
    case SQUILL_JAVASCRIPT_ARRAY:
      g_string_append_c (text, '[');
      append_items (self, text, value->items, depth);
      g_string_append_c (text, ']');
      break;
    case SQUILL_JAVASCRIPT_TEXT:
      squill_bson_text_append_string (text, value->text, -1);
      break;
    case SQUILL_JAVASCRIPT_NUMERIC:
      append_number (text, value->number);
      break;
    case SQUILL_JAVASCRIPT_BOOLEAN:
      g_string_append (text, value->number != 0 ? "true" : "false");
      break;
    case SQUILL_JAVASCRIPT_NULL:
      g_string_append (text, "null");
      break;
    case SQUILL_JAVASCRIPT_PATTERN:
      {
        /* The flags of JavaScript that the server has. */
        g_autoptr (GString) flags = g_string_new (NULL);

        for (const char *flag = value->flags; *flag != '\0'; flag++)
          if (strchr ("ims", *flag) != NULL)
            g_string_append_c (flags, *flag);
        g_string_append (text, "{\"$regularExpression\":{\"pattern\":");
        squill_bson_text_append_string (text, value->text, -1);
        g_string_append (text, ",\"options\":");
        squill_bson_text_append_string (text, flags->str, -1);
        g_string_append (text, "}}");
        break;
      }
    case SQUILL_JAVASCRIPT_NAME:
      append_name (self, text, value->text);
      break;
    case SQUILL_JAVASCRIPT_CALL:
      append_call (self, text, value, depth);
      break;
    case SQUILL_JAVASCRIPT_JOINED:
      g_string_append (text, A_TEXT);
      break;
    case SQUILL_JAVASCRIPT_FUNCTION:
    case SQUILL_JAVASCRIPT_OTHER:
    default:
      g_string_append (text, UNKNOWN);
    }
}

/* A value as the shell writes it (transfer full). */
char *
_squill_mongosh_script_make_text (SquillMongoshScript *self, const SquillJavascriptValue *value)
{
  GString *text = g_string_new (NULL);

  append (self, text, value, 0);
  return g_string_free (text, FALSE);
}

static void
ignore_fault (const SquillJsonFault *fault, gpointer user_data)
{
}

/* An object as Extended JSON (transfer full); NULL where it is none. */
json_t *
_squill_mongosh_script_make_json (SquillMongoshScript *self, const SquillJavascriptValue *value)
{
  g_autofree char *text = _squill_mongosh_script_make_text (self, value);
  g_autoptr (GInputStream) input =
      g_memory_input_stream_new_from_data (text, (gssize)strlen (text), NULL);
  g_autoptr (SquillByteStream) stream = squill_byte_stream_new (input);
  g_autoptr (SquillJsonReader) reader = NULL;
  const guint8 *document;
  gsize length;

  if (*text != '{')
    return NULL;
  reader = squill_json_reader_new (stream, SQUILL_JSON_SHELL | SQUILL_JSON_NON_FINITE, ignore_fault,
                                   NULL);
  if (!squill_json_reader_next (reader, &document, &length, NULL, NULL) || document == NULL)
    return NULL;
  return squill_document_to_json (document, length);
}

/* Whether it is what older drivers call at the end: "function (error) { … }", or the name of one.
 */
gboolean
_squill_mongosh_is_callback (const SquillJavascriptValue *value)
{
  static const char *const names[] = { "done", "callback", "cb",     "next",
                                       "fn",   "resolve",  "reject", NULL };

  return value->kind == SQUILL_JAVASCRIPT_FUNCTION ||
         (value->kind == SQUILL_JAVASCRIPT_NAME && g_strv_contains (names, value->text));
}

/* Whether only a run would tell what a value is; @is_argument: it is what a call is given, which
 * may be what that gives. */
static gboolean
is_unknown (SquillMongoshScript *self, const SquillJavascriptValue *value, gboolean is_argument)
{
  static const char *const known[] = { "Object.assign", "EJSON.parse", "JSON.parse", NULL };

  value = _squill_mongoose_resolve (self->sources, value);
  switch ((guint)value->kind)
    {
    case SQUILL_JAVASCRIPT_NAME:
      return !g_str_equal (value->text, "undefined");
    case SQUILL_JAVASCRIPT_JOINED:
    case SQUILL_JAVASCRIPT_OTHER:
      return TRUE;
    case SQUILL_JAVASCRIPT_CALL:
      return is_argument ||
             (!g_strv_contains (known, value->text) &&
              squill_shell_constructor_find (get_last_part (value->text)) == NULL) ||
             (value->items->len > 0 && is_unknown (self, value->items->pdata[0], TRUE));
    default:
      return FALSE;
    }
}

/* The options of an index or a collection as JSON (transfer full); NULL where they are none. Those
 * that are not known are left out and told: that an index is unique, for example, or for how many
 * seconds it keeps documents. */
json_t *
_squill_mongosh_script_read_options (SquillMongoshScript *self,
                                     const SquillJavascriptValue *options)
{
  /* That a validator is not known is told where it is taken. */
  static const char *const quiet[] = { "background", "session",   "comment",
                                       "maxTimeMS",  "validator", NULL };
  const SquillJavascriptValue *whole = _squill_mongoose_resolve (self->sources, options);
  json_t *read = _squill_mongosh_script_make_json (self, whole);

  for (guint i = 0; i < whole->members->len; i++)
    {
      const SquillJavascriptMember *member = whole->members->pdata[i];

      if (!is_unknown (self, member->value, FALSE) ||
          (member->key != NULL && g_strv_contains (quiet, member->key)))
        continue;
      if (member->key != NULL)
        json_object_del (read, member->key);
      _squill_mongosh_script_tell (self, member->value,
                                   g_strdup (_ ("What is here is not known, and not taken over")));
    }
  return read;
}

/* Whether only a run would tell which options these are. */
gboolean
_squill_mongosh_script_are_unknown (SquillMongoshScript *self, const SquillJavascriptValue *options)
{
  const SquillJavascriptValue *whole = _squill_mongoose_resolve (self->sources, options);

  return !_squill_mongosh_is_callback (whole) && is_unknown (self, whole, FALSE);
}

static gboolean
is_object (const SquillJavascriptValue *value)
{
  return value->kind == SQUILL_JAVASCRIPT_OBJECT ||
         (value->kind == SQUILL_JAVASCRIPT_CALL &&
          (g_str_equal (value->text, "Object.assign") || g_str_equal (value->text, "EJSON.parse")));
}

static void
list_documents (SquillMongoshScript *self,
                const SquillJavascriptValue *value,
                GPtrArray *found,
                gboolean *is_all,
                guint depth)
{
  const GPtrArray *pushed = value->kind == SQUILL_JAVASCRIPT_NAME
                                ? g_hash_table_lookup (self->pushed, value->text)
                                : NULL;
  const guint before = found->len;

  if (!_squill_mongosh_script_may_look (self, value))
    {
      *is_all = FALSE;
      return;
    }
  for (guint i = 0; pushed != NULL && i < pushed->len && found->len < MAX_DOCUMENTS; i++)
    if (depth < MAX_DEPTH)
      list_documents (self, pushed->pdata[i], found, is_all, depth + 1);
  /* What is added to a list stands under its name. */
  value = _squill_mongoose_follow (self->sources, value);
  if (is_object (value))
    g_ptr_array_add (found, (gpointer)value);
  else if (value->kind == SQUILL_JAVASCRIPT_ARRAY && depth < MAX_DEPTH)
    {
      for (guint i = 0; i < value->items->len && found->len < MAX_DOCUMENTS; i++)
        list_documents (self, value->items->pdata[i], found, is_all, depth + 1);
    }
  else if (value->kind == SQUILL_JAVASCRIPT_CALL && value->items->len > 0 && depth < MAX_DEPTH)
    {
      /* "names.map ((name) => ({ … }))", "Array.from ({ length: 10 }, () => ({ … }))" */
      const SquillJavascriptValue *function = value->items->pdata[value->items->len - 1];

      if (function->kind == SQUILL_JAVASCRIPT_FUNCTION && function->items->len == 1)
        list_documents (self, function->items->pdata[0], found, is_all, depth + 1);
      else
        *is_all = FALSE;
    }
  else if (found->len == before)
    *is_all = FALSE;
}

/* The documents that a value has, or of which it has some (transfer full) (element-type
 * SquillJavascriptValue). @is_all: gets FALSE where some are not known */
GPtrArray *
_squill_mongosh_script_list_documents (SquillMongoshScript *self,
                                       const SquillJavascriptValue *value,
                                       gboolean *is_all)
{
  GPtrArray *found = g_ptr_array_new ();

  *is_all = TRUE;
  list_documents (self, value, found, is_all, 0);
  return found;
}
