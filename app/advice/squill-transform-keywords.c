/* SPDX-License-Identifier: Apache-2.0 */

/* The words of a text as an array. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-transform-private.h"
#include "model/squill-authoring.h"

static const SquillField *
find_keywords (const SquillItem *entity)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      if (field->array && g_strcmp0 (field->meaning, "keyword") == 0)
        return field;
    }
  return NULL;
}

static gboolean
looks_for_words (const SquillKey *key, const SquillField *field)
{
  static const char *const operators[] = { "contains", "text", "regex", NULL };

  return g_str_equal (squill_key_path_get_last (key->path), field->item.id) &&
         g_strv_contains (operators, key->operator);
}

static gboolean
has_word_search (SquillRun *run, const SquillField *field)
{
  const GPtrArray *uses =
      squill_operation_index_get_uses_of (run->operations, field->item.parent->id);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillKeys *filter = ((const SquillUse *)uses->pdata[i])->operation->filter;

      for (guint j = 0; filter != NULL && j < filter->len; j++)
        if (looks_for_words (filter->pdata[j], field))
          return TRUE;
    }
  return FALSE;
}

/* Looks for a word in the array where it looked for one in the text. */
static void
look_in_array (SquillFix *fix,
               const SquillOperation *operation,
               const SquillField *field,
               const char *id)
{
  json_auto_t *filter = squill_json_keys (operation->filter);
  gboolean changed = FALSE;

  for (guint i = 0; operation->filter != NULL && i < operation->filter->len; i++)
    {
      const SquillKey *key = operation->filter->pdata[i];
      g_autofree char *around =
          g_strndup (key->path, (gsize)(squill_key_path_get_last (key->path) - key->path));

      if (!looks_for_words (key, field))
        continue;
      json_array_set_new (
          filter, i,
          json_pack ("{s:o, s:s}", "path", json_sprintf ("%s%s", around, id), "how", "eq"));
      changed = TRUE;
    }
  if (!changed)
    return;
  _squill_fix_set (fix, operation->item.id, "filter", json_incref (filter));
  _squill_fix_lose (fix,
                    g_strdup_printf (_ ("“%s” finds whole words as they are: no parts of words, "
                                        "endings, or phrases."),
                                     _squill_wording_name (operation)));
}

/* Whoever writes the text writes its words. */
static void
write_array (SquillFix *fix,
             const SquillOperation *operation,
             const SquillField *field,
             const char *id)
{
  json_t *writes;

  for (guint i = 0; operation->writes != NULL && i < operation->writes->len; i++)
    {
      const char *path = ((const SquillKey *)operation->writes->pdata[i])->path;
      const char *last = squill_key_path_get_last (path);
      g_autofree char *around = g_strndup (path, (gsize)(last - path));

      if (!g_str_equal (last, field->item.id))
        continue;
      writes = squill_json_keys (operation->writes);
      json_array_append_new (writes,
                             json_pack ("{s:o}", "path", json_sprintf ("%s%s", around, id)));
      _squill_fix_set (fix, operation->item.id, "writes", writes);
      return;
    }
}

/**
 * _squill_fix_new_keywords:
 * @run: a run
 * @field: a field
 * @reason: (out) (optional): why it does not fit
 *
 * Returns: (transfer full) (nullable): a fix that stores the words of a text in an array with an
 *   index, and has operations look there
 */
SquillFix *
_squill_fix_new_keywords (SquillRun *run, const SquillField *field, char **reason)
{
  const SquillItem *entity = field->item.parent;
  const double most = _squill_run_get (run, SQUILL_THRESHOLD_MULTIKEY_FAN);
  const char *name = _squill_wording_name (field);
  const GPtrArray *uses;
  g_autofree char *base = NULL, *array = NULL, *id = NULL, *order = NULL;
  g_autoptr (GPtrArray) keys = NULL;
  SquillFix *fix;

  if (field->array || field->map || (field->types & SQUILL_TYPE_STRING) == 0 ||
      entity->kind != SQUILL_KIND_ENTITY || field->name == NULL)
    return _squill_transform_refuse (reason,
                                     g_strdup_printf (_ ("“%s” is no text of a document."), name));
  if (find_keywords (entity) != NULL)
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("The words of one “%s” stand in “%s” already."),
                                 _squill_wording_name (entity),
                                 _squill_wording_name (find_keywords (entity))));
  if (!field->keywords && !has_word_search (run, field))
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("No operation looks for words in “%s”."), name));
  base = g_strconcat (field->name, "_words", NULL);
  array = squill_model_make_unique_name (run->model, entity->id, SQUILL_KIND_FIELD, base);
  id = squill_model_new_id (run->model, array);
  order = _squill_item_rank_behind (entity, SQUILL_KIND_FIELD);
  fix = _squill_fix_new (g_strdup_printf (_ ("Store the words in “%s”"), array));
  _squill_fix_add (fix, SQUILL_KIND_FIELD, id, entity->id,
                   json_pack ("{s:s, s:s, s:[s], s:b, s:s, s:f}", "name", array, "order", order,
                              "types", "string", "array", 1, "meaning", "keyword", "cap", most));
  keys = _squill_keys_new ();
  _squill_keys_take (keys, id, "1");
  g_free (_squill_fix_add_index (fix, run->model, (const SquillEntity *)entity, keys, FALSE, NAN));
  uses = squill_operation_index_get_uses_of (run->operations, entity->id);
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)uses->pdata[i])->operation;

      look_in_array (fix, operation, field, id);
      write_array (fix, operation, field, id);
    }
  return fix;
}

static SquillFix *
make_keywords (SquillRun *run, gconstpointer subject, char **reason)
{
  return _squill_fix_new_keywords (run, subject, reason);
}

const SquillPatternEntry _squill_patterns_keywords[] = {
  { .pattern = { "keyword-array", N_ ("Keyword array"),
                 N_ ("Stores the words that matter of a text in an array, with an index that has "
                     "an "
                     "entry for each. A look for a word is an equality. It pays where single words "
                     "are looked for as they are, and a document has fewer than a hundred; a "
                     "search "
                     "index knows ranking, endings, and synonyms."),
                 SQUILL_SOURCE_KEYWORDS },
    .of_field = make_keywords },
  { .pattern = { NULL } },
};
