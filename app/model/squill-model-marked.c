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
static gboolean
distribute_layout (json_t *root, const json_t *layout, GError **error)
{
  const char *id, *name;
  json_t *members, *value;

  if (layout != NULL && !json_is_object (layout))
    {
      g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_INVALID,
                   _ ("“%s” must be a map from ids to items"), "layout");
      return FALSE;
    }
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
    if (!json_is_object (members))
      {
        g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_INVALID,
                     _ ("“%s” must be an object"), id);
        return FALSE;
      }
    json_object_foreach (members, name, value)
    {
      const SquillProperty *property = squill_kind_find_property (kind, name);
      g_autofree char *prefixed = g_strconcat ("layout.", name, NULL);

      json_object_set (item, property != NULL && property->in_layout ? name : prefixed, value);
    }
  }
  return TRUE;
}

/* One side. It need not be a whole model: what git could merge is in both sides, and may refer to
 * what stands in the other only. */
static SquillItem *
read_side (const GString *text, GError **error)
{
  g_autoptr (GPtrArray) path = g_ptr_array_new_with_free_func (g_free);
  json_error_t json_error;
  json_auto_t *root =
      json_loadb (text->str, text->len, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &json_error);
  json_auto_t *layout = NULL;

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
  if (!distribute_layout (root, layout, error))
    return NULL;
  return _squill_item_from_json (SQUILL_KIND_MODEL, SQUILL_MODEL_ID, root, path, NULL, error);
}

/* Where one side moved an item and the other changed it, git takes the item at its new place into
 * all texts, and leaves the other at the old one in dispute: a text has it twice. That in dispute
 * is the one of the side. */

static char *
get_place (const SquillItem *item)
{
  return g_strdup_printf ("%s\n%s", item->id, item->parent == NULL ? "" : item->parent->id);
}

/* Notes for each place (see get_place()) the texts that have an item there, as bits. */
static void
note_places (GHashTable *places, guint text, const SquillItem *item)
{
  char *place = get_place (item);
  guint texts = GPOINTER_TO_UINT (g_hash_table_lookup (places, place));

  g_hash_table_insert (places, place, GUINT_TO_POINTER (texts | text));
  for (guint i = 0; item->children != NULL && i < item->children->len; i++)
    note_places (places, text, item->children->pdata[i]);
}

static gboolean
is_everywhere (GHashTable *places, guint texts, const SquillItem *item)
{
  g_autofree char *place = get_place (item);

  return GPOINTER_TO_UINT (g_hash_table_lookup (places, place)) == texts;
}

/* Finds the ids of which a text has one item that not all texts have in that place: it is not
 * known which to take where there are more. */
static void
find_own (GHashTable *own, GHashTable *places, guint texts, const SquillItem *item)
{
  if (!is_everywhere (places, texts, item))
    {
      gboolean is_second = g_hash_table_contains (own, item->id);

      g_hash_table_insert (own, item->id, is_second ? NULL : (gpointer)item);
    }
  for (guint i = 0; item->children != NULL && i < item->children->len; i++)
    find_own (own, places, texts, item->children->pdata[i]);
}

/* Drops what stands elsewhere, too, with what belongs to it there. */
static void
drop_copies (GHashTable *own, SquillItem *item)
{
  for (guint i = item->children == NULL ? 0 : item->children->len; i > 0; i--)
    {
      SquillItem *child = item->children->pdata[i - 1];
      const SquillItem *other = g_hash_table_lookup (own, child->id);

      if (other == NULL || other == child)
        {
          drop_copies (own, child);
          continue;
        }
      _squill_item_steal_child (item, child);
      _squill_item_free (child);
    }
}

static gboolean
check_ids (GHashTable *ids, const SquillItem *item, GError **error)
{
  if (!g_hash_table_add (ids, item->id))
    {
      g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_EXISTS,
                   _ ("There are two items with the id “%s”"), item->id);
      return FALSE;
    }
  for (guint i = 0; item->children != NULL && i < item->children->len; i++)
    if (!check_ids (ids, item->children->pdata[i], error))
      return FALSE;
  return TRUE;
}

/* The items of one text, each once. */
static SquillItemTable *
make_table (SquillItem *side, GHashTable *places, guint texts, GError **error)
{
  g_autoptr (GHashTable) own = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);

  find_own (own, places, texts, side);
  drop_copies (own, side);
  return check_ids (ids, side, error) ? _squill_item_table_new (side) : NULL;
}

/* What both sides have, for want of what was before: what is in one of them only was added. */
static SquillItemTable *
make_base (const SquillItemTable *ours, const SquillItemTable *theirs)
{
  SquillItemTable *base = _squill_item_table_new_empty ();

  base->guessed = TRUE;
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
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  SquillItem *sides[SQUILL_N_MERGE_SIDES] = { NULL };
  SquillItemTable *tables[SQUILL_N_MERGE_SIDES] = { NULL };
  SquillModel *merged = NULL;
  guint all = 0;

  sides[SQUILL_MERGE_OURS] = read_side (texts[SQUILL_MERGE_OURS], error);
  if (sides[SQUILL_MERGE_OURS] != NULL)
    sides[SQUILL_MERGE_THEIRS] = read_side (texts[SQUILL_MERGE_THEIRS], error);
  /* What was before may be cut up, as git leaves out of it what both sides made alike. */
  if (sides[SQUILL_MERGE_THEIRS] != NULL && has_base)
    sides[SQUILL_MERGE_BASE] = read_side (texts[SQUILL_MERGE_BASE], NULL);
  for (guint i = 0; i < SQUILL_N_MERGE_SIDES; i++)
    if (sides[i] != NULL)
      {
        note_places (places, 1u << i, sides[i]);
        all |= 1u << i;
      }
  if (sides[SQUILL_MERGE_THEIRS] != NULL)
    tables[SQUILL_MERGE_OURS] = make_table (sides[SQUILL_MERGE_OURS], places, all, error);
  if (tables[SQUILL_MERGE_OURS] != NULL)
    tables[SQUILL_MERGE_THEIRS] = make_table (sides[SQUILL_MERGE_THEIRS], places, all, error);
  if (tables[SQUILL_MERGE_THEIRS] != NULL)
    {
      if (sides[SQUILL_MERGE_BASE] != NULL)
        tables[SQUILL_MERGE_BASE] = make_table (sides[SQUILL_MERGE_BASE], places, all, NULL);
      if (tables[SQUILL_MERGE_BASE] == NULL)
        tables[SQUILL_MERGE_BASE] =
            make_base (tables[SQUILL_MERGE_OURS], tables[SQUILL_MERGE_THEIRS]);
      _squill_item_tables_unite (tables[SQUILL_MERGE_BASE], &tables[SQUILL_MERGE_OURS],
                                 &tables[SQUILL_MERGE_THEIRS]);
      merged = _squill_item_tables_merge (tables[SQUILL_MERGE_BASE], tables[SQUILL_MERGE_OURS],
                                          tables[SQUILL_MERGE_THEIRS], n_positions, error);
    }
  for (guint i = 0; i < SQUILL_N_MERGE_SIDES; i++)
    {
      g_clear_pointer (&sides[i], _squill_item_free);
      _squill_item_table_free (tables[i]);
    }
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
  _squill_skip_byte_order_mark (&data, &length);
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
