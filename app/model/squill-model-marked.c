/* SPDX-License-Identifier: Apache-2.0 */

/* A file into which git wrote what it could not merge: the states of the model are taken out of it
 * and merged by items. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/squill-error-text.h"
#include "model/squill-merge-private.h"
#include "model/squill-model-file.h"
#include "model/squill-model-private.h"

#define MARKER_LENGTH 7

/* Whether a line is a marker: seven of a sign, and nothing or a name behind them. */
static gboolean
is_marker (const char *line, gsize length, char sign)
{
  if (length > 0 && line[length - 1] == '\r')
    length--;
  if (length < MARKER_LENGTH)
    return FALSE;
  for (guint i = 0; i < MARKER_LENGTH; i++)
    if (line[i] != sign)
      return FALSE;
  return length == MARKER_LENGTH || line[MARKER_LENGTH] == ' ';
}

static gsize
line_length (const char *line, const char *end)
{
  const char *newline = memchr (line, '\n', (gsize)(end - line));

  return (gsize)((newline == NULL ? end : newline) - line);
}

/**
 * squill_model_find_conflict_marker:
 * @data: the content of a file
 * @length: its bytes
 *
 * Returns: the line, from 1, with the first mark that git leaves where it could not merge; 0 if
 *   there is none
 */
guint
squill_model_find_conflict_marker (const char *data, gsize length)
{
  const char *end = data + length;
  guint number = 1;

  g_return_val_if_fail (data != NULL, 0);

  for (const char *line = data; line < end; number++)
    {
      gsize n = line_length (line, end);

      if (is_marker (line, n, '<'))
        return number;
      line += MIN (n + 1, (gsize)(end - line));
    }
  return 0;
}

/* Takes the sides out. Returns the line at which the marks stop making sense; 0 if they do not.
 * @has_base is whether each place says what was there before. */
static guint
split (const char *data, gsize length, GString **sides, gboolean *has_base)
{
  static const char signs[] = { '<', '|', '=', '>' };
  const char *end = data + length;
  char state = '>'; /* the mark that was last */
  guint number = 1;

  *has_base = TRUE;
  for (const char *line = data; line < end; number++)
    {
      gsize n = line_length (line, end);
      gsize whole = MIN (n + 1, (gsize)(end - line));
      char sign = '\0';

      for (guint i = 0; i < G_N_ELEMENTS (signs) && sign == '\0'; i++)
        if (is_marker (line, n, signs[i]))
          sign = signs[i];
      if ((sign == '<' && state != '>') || (sign == '|' && state != '<') ||
          (sign == '=' && state != '<' && state != '|') || (sign == '>' && state != '='))
        return number;
      if (sign == '=' && state == '<')
        *has_base = FALSE;
      if (sign == '\0' && (state == '>' || state == '<'))
        g_string_append_len (sides[SQUILL_MERGE_OURS], line, (gssize)whole);
      if (sign == '\0' && (state == '>' || state == '='))
        g_string_append_len (sides[SQUILL_MERGE_THEIRS], line, (gssize)whole);
      if (sign == '\0' && (state == '>' || state == '|'))
        g_string_append_len (sides[SQUILL_MERGE_BASE], line, (gssize)whole);
      if (sign != '\0')
        state = sign;
      line += whole;
    }
  return state == '>' ? 0 : number;
}

/* The item of the top level with @id. */
static json_t *
find_item (json_t *root, const char *id, SquillKind *kind)
{
  for (*kind = SQUILL_KIND_ENTITY; *kind < SQUILL_N_KINDS; (*kind)++)
    {
      const char *map = _squill_kind_get_map_name (*kind);
      json_t *item = json_object_get (json_object_get (root, map), id);

      if (json_is_object (item))
        return item;
    }
  return NULL;
}

/* Puts what the file keeps apart among the members of the items. */
static void
distribute_layout (json_t *root, const json_t *layout)
{
  const char *id, *name;
  json_t *members, *value;

  json_object_foreach ((json_t *)layout, id, members)
  {
    SquillKind kind;
    json_t *item = find_item (root, id, &kind);

    if (item == NULL)
      {
        g_autofree char *prefixed = g_strconcat ("layout.", id, NULL);

        json_object_set (root, prefixed, members);
        continue;
      }
    json_object_foreach (members, name, value)
    {
      const SquillProperty *property = squill_kind_find_property (kind, name);
      g_autofree char *prefixed = g_strconcat ("layout.", name, NULL);

      json_object_set (item, property != NULL && property->in_layout ? name : prefixed, value);
    }
  }
}

/* One side. It need not be a whole model: what git could merge is in both sides, and may refer to
 * what stands in the other only. */
static SquillItemTable *
read_side (const GString *text, GError **error)
{
  json_error_t json_error;
  json_auto_t *root = json_loadb (text->str, text->len, JSON_ALLOW_NUL, &json_error);
  json_auto_t *layout = NULL;
  SquillItem *item;
  SquillItemTable *table;

  if (root == NULL)
    {
      g_autofree char *message = squill_json_error_explain (&json_error);

      g_set_error_literal (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX, message);
      return NULL;
    }
  if (!_squill_model_file_check_head (root, error))
    return NULL;
  layout = json_incref (json_object_get (root, "layout"));
  json_object_del (root, "layout");
  distribute_layout (root, layout);
  item = _squill_item_from_json (SQUILL_KIND_MODEL, SQUILL_MODEL_ID, root, NULL, NULL, error);
  if (item == NULL)
    return NULL;
  table = _squill_item_table_new (item);
  _squill_item_free (item);
  return table;
}

/* What both sides have, for want of what was before: what is in one of them only was added. */
static SquillItemTable *
make_base (const SquillItemTable *ours, const SquillItemTable *theirs)
{
  SquillItemTable *base = _squill_item_table_new_empty ();

  for (guint i = 0; i < ours->entries->len; i++)
    {
      const SquillItemEntry *entry = ours->entries->pdata[i];
      const SquillItemEntry *other = _squill_item_table_find (theirs, entry->id);
      json_t *members;
      const char *name;
      json_t *value;

      if (other == NULL)
        continue;
      members = json_object ();
      json_object_foreach (entry->members, name, value)
      {
        const json_t *their_value = json_object_get (other->members, name);

        if (their_value != NULL && json_equal (value, their_value))
          json_object_set (members, name, value);
      }
      _squill_item_table_add (base, entry->kind, entry->id,
                              g_strcmp0 (entry->parent, other->parent) == 0 ? entry->parent : NULL,
                              members);
    }
  return base;
}

static SquillModel *
merge_sides (GString *const *texts, gboolean has_base, guint *n_positions, GError **error)
{
  SquillItemTable *ours = read_side (texts[SQUILL_MERGE_OURS], error);
  SquillItemTable *theirs = ours == NULL ? NULL : read_side (texts[SQUILL_MERGE_THEIRS], error);
  g_autoptr (SquillItemTable) base = NULL;
  SquillModel *merged = NULL;

  if (theirs != NULL)
    {
      /* What was before may be cut up, as git leaves out of it what both sides made alike. */
      base = has_base ? read_side (texts[SQUILL_MERGE_BASE], NULL) : NULL;
      if (base == NULL)
        base = make_base (ours, theirs);
      _squill_item_tables_unite (base, &ours, &theirs);
      merged = _squill_item_tables_merge (base, ours, theirs, n_positions, error);
    }
  _squill_item_table_free (ours);
  _squill_item_table_free (theirs);
  return merged;
}

/**
 * squill_model_new_from_marked:
 * @data: the content of a .squill file with the marks of git in it
 * @length: its bytes
 * @n_positions: (out) (optional): as squill_models_merge()
 * @error: where the marks do not come in pairs, or one of the sides is no model
 *
 * Reads a model that git could not merge by lines, and merges its states by items. Where git was
 * not told to write what was before, what only one side has was added, and what differs is a
 * conflict.
 *
 * Returns: (transfer full) (nullable): the model, with the conflicts that are left
 */
SquillModel *
squill_model_new_from_marked (const char *data, gsize length, guint *n_positions, GError **error)
{
  GString *texts[SQUILL_N_MERGE_SIDES];
  SquillModel *merged = NULL;
  gboolean has_base;
  guint line;

  g_return_val_if_fail (data != NULL, NULL);

  for (guint i = 0; i < SQUILL_N_MERGE_SIDES; i++)
    texts[i] = g_string_new (NULL);
  line = split (data, length, texts, &has_base);
  if (line > 0)
    g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX, "%u:1: %s", line,
                 _ ("The marks of git's conflicts do not match here"));
  else
    merged = merge_sides (texts, has_base, n_positions, error);
  for (guint i = 0; i < SQUILL_N_MERGE_SIDES; i++)
    g_string_free (texts[i], TRUE);
  return merged;
}
