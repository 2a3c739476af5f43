/* SPDX-License-Identifier: Apache-2.0 */

/* What names stand for in programs: in the file where they are, and in those that it imports. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-mongoose-private.h"

#include <string.h>

#define MAX_STEPS 50
/* Lists that are spread in lists. */
#define MAX_SPREAD 20

/* The file that an import of another one names (nullable). */
static const SquillMongooseFile *
find_file (SquillMongooseSources *self, const SquillMongooseFile *from, const char *path)
{
  g_autofree char *stem = _squill_mongoose_make_stem (path);
  g_autofree char *whole = NULL;
  const SquillMongooseFile *found = NULL;

  if (*path == '.')
    {
      g_autofree char *folder = g_path_get_dirname (from->path);
      g_autofree char *next_to = g_build_filename (folder, path, NULL);
      /* From "user/index.js" on, whose path is "user". */
      g_autofree char *inside = g_build_filename (from->path, path, NULL);
      g_autofree char *second = _squill_mongoose_make_path (inside);

      whole = _squill_mongoose_make_path (next_to);
      for (guint i = 0; i < self->files->len; i++)
        {
          const SquillMongooseFile *file = self->files->pdata[i];

          if (g_str_equal (file->path, whole) && file != from)
            return file;
          if (g_str_equal (file->path, second) && file != from)
            found = file;
        }
    }
  else
    {
      /* "@/models/user" and "lib/models/user": where that begins is said elsewhere. */
      whole = _squill_mongoose_make_path (path);
      for (const char *tail = whole; found == NULL && tail != NULL && tail[1] != '\0';
           tail = strchr (tail + 1, '/'))
        for (guint i = 0; found == NULL && i < self->files->len; i++)
          if (g_str_has_suffix (((const SquillMongooseFile *)self->files->pdata[i])->path, tail))
            found = self->files->pdata[i];
    }
  for (guint i = 0; found == NULL && i < self->files->len; i++)
    if (g_str_equal (((const SquillMongooseFile *)self->files->pdata[i])->stem, stem))
      found = self->files->pdata[i];
  return found;
}

/* What a file calls so, for others (transfer none) (nullable). @member: (nullable): its default */
static const SquillJavascriptValue *
get_exported (const SquillMongooseFile *file, const char *member)
{
  const SquillJavascriptValue *value;

  if (file == NULL || member == NULL)
    return file == NULL ? NULL : file->exported;
  value = _squill_javascript_value_get (file->exported, member);
  return value != NULL ? value : g_hash_table_lookup (file->values, member);
}

static const SquillMongooseImport *
find_import (SquillMongooseSources *self, const SquillMongooseFile *file, const char *name)
{
  SquillMongooseImport *import = g_hash_table_lookup (file->imports, name);

  if (import != NULL && !import->was_sought)
    {
      import->was_sought = TRUE;
      import->file = find_file (self, file, import->path);
    }
  return import;
}

static const SquillJavascriptValue *
find_name (SquillMongooseSources *self, const SquillMongooseFile *file, const char *name)
{
  const SquillJavascriptValue *value = g_hash_table_lookup (file->values, name);
  const SquillMongooseImport *import = value != NULL ? NULL : find_import (self, file, name);

  if (import != NULL)
    {
      value = get_exported (import->file, import->member);
      /* The file may only pass on what is in yet another one. */
      if (value == NULL && import->member != NULL)
        value = g_hash_table_lookup (self->names, import->member);
    }
  return value != NULL ? value : g_hash_table_lookup (self->names, name);
}

/* The file that "require ('./user')" stands for (nullable). */
static const SquillMongooseFile *
find_required_file (SquillMongooseSources *self, const SquillJavascriptValue *value)
{
  const SquillJavascriptValue *path;

  if (value->kind != SQUILL_JAVASCRIPT_CALL || !g_str_equal (value->text, "require") ||
      value->items->len == 0)
    return NULL;
  path = value->items->pdata[0];
  return path->kind == SQUILL_JAVASCRIPT_TEXT ? find_file (self, value->file, path->text) : NULL;
}

/* "value.name", as far as it is known (transfer none) (nullable). */
static const SquillJavascriptValue *
get_part (SquillMongooseSources *self, const SquillJavascriptValue *value, const char *name)
{
  const SquillJavascriptValue *inner = _squill_mongoose_resolve (self, value);

  if (_squill_mongoose_is_model (inner) && g_str_equal (name, "schema"))
    return inner->items->len > 1 ? inner->items->pdata[1] : NULL;
  if (_squill_mongoose_is_schema (inner) && g_str_equal (name, "obj"))
    return inner->items->len > 0 ? inner->items->pdata[0] : NULL;
  if (inner->kind == SQUILL_JAVASCRIPT_CALL && g_str_equal (inner->text, "require") &&
      inner->tail == NULL)
    return get_exported (find_required_file (self, inner), name);
  return _squill_javascript_value_get (inner, name);
}

/* @parts: the names behind @value */
static const SquillJavascriptValue *
follow_parts (SquillMongooseSources *self, const SquillJavascriptValue *value, char **parts)
{
  for (guint i = 0; value != NULL && parts[i] != NULL; i++)
    value = get_part (self, value, parts[i]);
  return value;
}

static const SquillJavascriptValue *
find_chain (SquillMongooseSources *self, const SquillMongooseFile *file, const char *chain)
{
  g_auto (GStrv) parts = g_strsplit (chain, ".", -1);
  const SquillMongooseImport *import;

  if (parts[0] == NULL)
    return NULL;
  import = parts[1] == NULL || g_hash_table_contains (file->values, parts[0])
               ? NULL
               : find_import (self, file, parts[0]);
  /* "import * as user from './user'", and a default that is all that a file has. */
  if (import != NULL && import->file != NULL &&
      (import->member != NULL ? g_str_equal (import->member, "*") : import->file->exported == NULL))
    return follow_parts (self, get_exported (import->file, parts[1]), parts + 2);
  return follow_parts (self, find_name (self, file, parts[0]), parts + 1);
}

/* What "require ('./user').schema" gives (transfer none) (nullable). */
static const SquillJavascriptValue *
find_required (SquillMongooseSources *self, const SquillJavascriptValue *call)
{
  const SquillMongooseFile *file = find_required_file (self, call);
  g_auto (GStrv) parts = call->tail == NULL ? NULL : g_strsplit (call->tail, ".", -1);

  if (file == NULL || parts == NULL)
    return get_exported (file, NULL);
  if (file->exported == NULL)
    return follow_parts (self, get_exported (file, parts[0]), parts + 1);
  /* "exports = module.exports = model; exports.schema = schema" */
  if (parts[1] == NULL)
    {
      const SquillJavascriptValue *value = get_part (self, file->exported, parts[0]);

      return value != NULL ? value : get_exported (file, parts[0]);
    }
  return follow_parts (self, file->exported, parts);
}

/* What a name of a file stands for, as far as it is known (transfer none) (nullable). */
const SquillJavascriptValue *
_squill_mongoose_resolve_name (SquillMongooseSources *self,
                               const SquillMongooseFile *file,
                               const char *name)
{
  const SquillJavascriptValue *value = find_chain (self, file, name);

  return value == NULL ? NULL : _squill_mongoose_resolve (self, value);
}

static SquillMongooseFunction *
get_function (const SquillMongooseFile *file, const char *name)
{
  return g_hash_table_lookup (file->functions, name);
}

/* "builders.text", of a file that another one imports; @file gets it. */
static SquillMongooseFunction *
find_imported_function (SquillMongooseSources *self,
                        const char *chain,
                        const SquillMongooseFile **file)
{
  const char *dot = strchr (chain, '.');
  g_autofree char *head = dot == NULL ? NULL : g_strndup (chain, (gsize)(dot - chain));
  const SquillMongooseImport *import = head == NULL ? NULL : find_import (self, *file, head);
  const SquillJavascriptValue *bound =
      head == NULL ? NULL : g_hash_table_lookup ((*file)->values, head);
  const SquillMongooseFile *other = import != NULL  ? import->file
                                    : bound != NULL ? find_required_file (self, bound)
                                                    : NULL;

  if (other == NULL)
    return NULL;
  *file = other;
  return get_function (other, dot + 1);
}

/* The function that a value stands for (nullable), and in which file that is. */
SquillMongooseFunction *
_squill_mongoose_find_function (SquillMongooseSources *self,
                                const SquillJavascriptValue *value,
                                const SquillMongooseFile **file)
{
  for (guint i = 0; value != NULL && i < MAX_STEPS; i++)
    {
      const char *name = value->text;
      SquillMongooseFunction *function = NULL;

      *file = value->file;
      if (value->kind == SQUILL_JAVASCRIPT_CALL)
        {
          *file = find_required_file (self, value);
          name = value->tail != NULL ? value->tail : "exports";
          value = *file == NULL ? NULL : get_exported (*file, value->tail);
        }
      else if (value->kind == SQUILL_JAVASCRIPT_NAME)
        {
          const SquillMongooseImport *import;

          function = get_function (*file, name);
          if (function == NULL)
            function = find_imported_function (self, name, file);
          if (function != NULL)
            return function;
          *file = value->file;
          value = g_hash_table_lookup ((*file)->values, name);
          import = value != NULL ? NULL : find_import (self, *file, name);
          if (import != NULL)
            {
              *file = import->file;
              name = import->member != NULL ? import->member : "exports";
              value = import->file == NULL ? NULL : get_exported (import->file, import->member);
            }
        }
      else if (value->kind == SQUILL_JAVASCRIPT_FUNCTION)
        {
          g_autofree char *place = g_strdup_printf ("%u:%u", value->line, value->column);

          return get_function (*file, place);
        }
      else
        return NULL;
      function = *file == NULL ? NULL : get_function (*file, name);
      if (function != NULL)
        return function;
    }
  return NULL;
}

/* The schema that a statement is about, or what else its name stands for (transfer none)
 * (nullable). A name that only another file has is that of a parameter here. */
const SquillJavascriptValue *
_squill_mongoose_find_schema (SquillMongooseSources *self, const SquillMongooseStatement *statement)
{
  const SquillMongooseFile *file = statement->call->file;

  if (statement->schema != NULL || statement->receiver == NULL ||
      (!g_hash_table_contains (file->values, statement->receiver) &&
       !g_hash_table_contains (file->imports, statement->receiver)))
    return statement->schema;
  return _squill_mongoose_resolve_name (self, statement->call->file, statement->receiver);
}

/* What a value stands for, where it is a name, with lists as they are written: itself where nothing
 * is known (transfer none). */
const SquillJavascriptValue *
_squill_mongoose_follow (SquillMongooseSources *self, const SquillJavascriptValue *value)
{
  const gboolean is_first = self->n_steps == 0;

  /* Names may stand for each other. */
  while (self->n_steps < MAX_STEPS)
    {
      const SquillJavascriptValue *next = NULL;

      self->n_steps++;
      if (value->kind == SQUILL_JAVASCRIPT_NAME && !value->is_new)
        next = find_chain (self, value->file, value->text);
      else if (value->kind == SQUILL_JAVASCRIPT_CALL && value->items->len > 0)
        {
          if (g_str_equal (value->text, "require"))
            next = find_required (self, value);
          else if (g_str_equal (value->text, "Object.freeze") ||
                   _squill_mongoose_has_last_part (value->text, "createForClass") ||
                   g_str_equal (value->text, "raw"))
            next = value->items->pdata[0];
        }
      if (next == NULL && value->kind == SQUILL_JAVASCRIPT_CALL)
        next = _squill_mongoose_call (self, value);
      else if (value->kind == SQUILL_JAVASCRIPT_JOINED)
        next = _squill_mongoose_join (self, value);
      if (next == NULL || next == value)
        break;
      value = next;
    }
  if (is_first)
    self->n_steps = 0;
  return value;
}

/* "[...first, second]" with the elements of the first; what is not known stays as it is. */
static const SquillJavascriptValue *
spread (SquillMongooseSources *self, const SquillJavascriptValue *list)
{
  SquillJavascriptValue *whole;
  gpointer known;

  if (g_hash_table_lookup_extended (self->given, list, NULL, &known))
    return known != NULL ? known : list;
  if (self->n_spread >= MAX_SPREAD)
    {
      _squill_mongoose_sources_note_too_much (self, list);
      return list;
    }
  /* One that is a part of itself is not known. */
  g_hash_table_insert (self->given, (gpointer)list, NULL);
  self->n_spread++;
  whole = _squill_mongoose_make_value (list, SQUILL_JAVASCRIPT_ARRAY, NULL);
  whole->is_spread = list->is_spread;
  for (guint i = 0; i < list->items->len; i++)
    {
      const SquillJavascriptValue *item = list->items->pdata[i];
      const SquillJavascriptValue *from =
          item->is_spread ? _squill_mongoose_resolve (self, item) : NULL;

      if (!_squill_mongoose_sources_may_copy (self, list))
        break;
      if (from == NULL || from->kind != SQUILL_JAVASCRIPT_ARRAY || from->has_spread)
        g_ptr_array_add (whole->items, (gpointer)item);
      else
        for (guint j = 0; j < from->items->len && _squill_mongoose_sources_may_copy (self, list);
             j++)
          g_ptr_array_add (whole->items, from->items->pdata[j]);
    }
  self->n_spread--;
  g_hash_table_insert (self->given, (gpointer)list, whole);
  return whole;
}

/* What a value stands for, where it is a name, and a list with all that is spread in it: itself
 * where nothing is known (transfer none). */
const SquillJavascriptValue *
_squill_mongoose_resolve (SquillMongooseSources *self, const SquillJavascriptValue *value)
{
  const guint n_steps = self->n_steps;

  value = _squill_mongoose_follow (self, value);
  if (value->kind == SQUILL_JAVASCRIPT_ARRAY && value->has_spread)
    {
      self->n_steps = 0;
      value = spread (self, value);
      self->n_steps = n_steps;
    }
  return value;
}

/* The name of a member, also where it is computed and that is known (transfer none) (nullable). */
const char *
_squill_mongoose_get_key (SquillMongooseSources *self, const SquillJavascriptMember *member)
{
  const SquillJavascriptValue *value = member->key != NULL || member->computed == NULL
                                           ? NULL
                                           : _squill_mongoose_resolve (self, member->computed);

  return value != NULL && value->kind == SQUILL_JAVASCRIPT_TEXT ? value->text : member->key;
}
