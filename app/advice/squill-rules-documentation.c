/* SPDX-License-Identifier: Apache-2.0 */

/* Families G and I: what people have to know of a design, and who has agreed to it. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-advice-private.h"
#include "text/squill-text.h"

/* data-dictionary-missing */

static gboolean
is_empty (const char *text)
{
  return text == NULL || *text == '\0';
}

static void
collect_undescribed (const SquillItem *item, const char *owner, GPtrArray *names)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, item, SQUILL_KIND_FIELD)
    {
      const char *name = _squill_wording_name (field);
      g_autofree char *path = g_strdup_printf ("%s.%s", owner, name);

      /* Everybody knows what an _id is. */
      if (is_empty (field->description) && g_strcmp0 (field->name, "_id") != 0)
        g_ptr_array_add (names, g_strdup (path));
      collect_undescribed (&field->item, path, names);
    }
}

static void
check_dictionary (SquillRun *run, gconstpointer subject)
{
  const SquillModelInfo *info = subject;
  g_autoptr (GPtrArray) names = NULL;
  g_autofree char *list = NULL, *count = NULL;
  SquillFinding *finding;

  if (!info->dictionary)
    return;
  names = g_ptr_array_new_with_free_func (g_free);
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, info, SQUILL_KIND_ENTITY)
    {
      if (is_empty (entity->description))
        g_ptr_array_add (names, g_strdup (_squill_wording_name (entity)));
      collect_undescribed (&entity->item, _squill_wording_name (entity), names);
    }
  if (names->len == 0)
    return;
  list = squill_text_names (names);
  count = squill_text_count (names->len);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, info, names->len,
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                    "%s entity or field has no description, and all of them are "
                                    "to be described: %s.",
                                    "%s entities and fields have no description, and all of them "
                                    "are to be described: %s.",
                                    names->len),
                       count, list));
  _squill_finding_set_number (finding, "count", names->len);
  _squill_finding_set_list (finding, "names", names);
}

/* review-ddl */

/* An index without a name is called as the server will call it. */
static const char *
get_index_name (const SquillCollection *collection, const SquillIndex *index)
{
  for (guint i = 0; collection != NULL && i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *one = collection->indexes->pdata[i];

      if (g_strcmp0 (one->index, index->item.id) == 0)
        return one->name;
    }
  return _squill_wording_name (index);
}

/* What was read of a database has evidence; what was drawn since has none. */
static void
collect_new (SquillRun *run, const SquillModelInfo *info, GPtrArray *names)
{
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, info, SQUILL_KIND_ENTITY)
    {
      const SquillCollection *collection = _squill_run_get_own_collection (run, entity->item.id);

      if (collection == NULL)
        continue;
      if (entity->evidence == NULL)
        {
          g_ptr_array_add (names, (gpointer)_squill_wording_name (entity));
          continue;
        }
      SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
        {
          if (index->evidence == NULL)
            g_ptr_array_add (names, (gpointer)get_index_name (collection, index));
        }
    }
}

static void
check_review (SquillRun *run, gconstpointer subject)
{
  const SquillModelInfo *info = subject;
  g_autoptr (GPtrArray) names = NULL;
  g_autofree char *list = NULL;
  SquillFinding *finding;

  if (info->evidence == NULL || !is_empty (info->review))
    return;
  names = g_ptr_array_new ();
  collect_new (run, info, names);
  if (names->len == 0)
    return;
  list = squill_text_names (names);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, info, names->len,
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                    "%u collection or index is new since the database was read: "
                                    "%s. Nobody is said to have reviewed it.",
                                    "%u collections and indexes are new since the database was "
                                    "read: %s. Nobody is said to have reviewed them.",
                                    names->len),
                       names->len, list));
  _squill_finding_set_number (finding, "count", names->len);
  _squill_finding_set_list (finding, "names", names);
}

const SquillRule _squill_rules_dictionary[] = {
  { .info = { "data-dictionary-missing", "G", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_NORMS ", norms 6 and 15", N_ ("The data dictionary has gaps"),
              N_ ("A database has no place for what a field means. Where the model is the data "
                  "dictionary, each entity and field has a description: what it is, in which unit, "
                  "and who writes it. The switch “Everything is described” of the model asks for "
                  "it."),
              NULL },
    .scope = SQUILL_SCOPE_MODEL,
    .aspects = SQUILL_ASPECT_ADVICE | SQUILL_ASPECT_SETTINGS | SQUILL_ASPECT_NAME |
               SQUILL_ASPECT_SHAPE | SQUILL_ASPECT_PLACEMENT,
    .check = check_dictionary },
  { .info = { NULL } },
};

const SquillRule _squill_rules_reviews[] = {
  { .info = { "review-ddl", "I", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_NORMS ", norm 6",
              N_ ("Changes were not reviewed"),
              N_ ("A new index is built on all documents and paid for by each write; a new "
                  "collection is soon one that others rely on. Such changes of a database that is "
                  "in use are reviewed before they are made. Write into “Review” of the model who "
                  "has looked at them."),
              NULL },
    .scope = SQUILL_SCOPE_MODEL,
    .aspects = SQUILL_ASPECT_ADVICE | SQUILL_ASPECT_SETTINGS | SQUILL_ASPECT_NAME |
               SQUILL_ASPECT_STORAGE | SQUILL_ASPECT_SIZE | SQUILL_ASPECT_PLACEMENT,
    .check = check_review },
  { .info = { NULL } },
};
