/* SPDX-License-Identifier: Apache-2.0 */

/* What is different beside the data: indexes, and what operations send. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <bson/bson.h>

#include "bson/squill-bson-text.h"
#include "exchange/migrate/squill-migrate-private.h"
#include "exchange/query/squill-query.h"
#include "exchange/squill-shell-command.h"
#include "exchange/squill-shell-text.h"

/* Indexes. */

static const SquillIndex *
find_drawn (SquillDesign *design, const SquillCollectionIndex *index)
{
  return index->index == NULL ? NULL
                              : squill_model_get_item_of_kind (squill_design_get_model (design),
                                                               index->index, SQUILL_KIND_INDEX);
}

/* What createIndex would be told besides the name. */
static void
describe_index (SquillDesign *design,
                const SquillCollectionIndex *index,
                bson_t *keys,
                bson_t *options)
{
  squill_shell_append_index_keys (keys, index);
  squill_shell_append_index_options (options, index, find_drawn (design, index), FALSE);
}

static gboolean
is_same_index (SquillDesign *design,
               const SquillCollectionIndex *index,
               SquillDesign *other_design,
               const SquillCollectionIndex *other)
{
  bson_t keys = BSON_INITIALIZER, options = BSON_INITIALIZER;
  bson_t other_keys = BSON_INITIALIZER, other_options = BSON_INITIALIZER;
  gboolean is_same;

  describe_index (design, index, &keys, &options);
  describe_index (other_design, other, &other_keys, &other_options);
  is_same = bson_equal (&keys, &other_keys) && bson_equal (&options, &other_options);
  bson_destroy (&keys);
  bson_destroy (&options);
  bson_destroy (&other_keys);
  bson_destroy (&other_options);
  return is_same;
}

/* Whether one of the indexes of a collection is the same as one of the other design. */
static gboolean
has_index (SquillDesign *design,
           const SquillCollection *collection,
           SquillDesign *other_design,
           const SquillCollectionIndex *other)
{
  for (guint i = 0; collection != NULL && i < collection->indexes->len; i++)
    if (is_same_index (design, collection->indexes->pdata[i], other_design, other))
      return TRUE;
  return FALSE;
}

static gboolean
has_index_name (const SquillCollection *collection, const char *name)
{
  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];

      if (g_strcmp0 (index->name, name) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_drawn (const SquillCollectionIndex *index)
{
  return index->index != NULL && !index->unresolved;
}

/**
 * _squill_migrator_list_unused_indexes:
 * @self: a migration
 * @collection: a collection of the new design whose documents stay
 *
 * Returns: the names of the indexes that the design as it is has there, and the new one has not
 */
json_t *
_squill_migrator_list_unused_indexes (SquillMigrator *self, const SquillCollection *collection)
{
  const SquillCollection *was = squill_design_find_collection (self->from, collection->id);
  json_t *names = json_array ();

  for (guint i = 0; was != NULL && i < was->indexes->len; i++)
    {
      const SquillCollectionIndex *index = was->indexes->pdata[i];

      /* One of the same name is made anew. */
      if (is_drawn (index) && !has_index (self->to, collection, self->from, index) &&
          !has_index_name (collection, index->name))
        json_array_append_new (names, json_string (index->name));
    }
  return names;
}

static void
append_create (SquillMigrator *self,
               GString *text,
               const SquillCollection *collection,
               const SquillCollectionIndex *index)
{
  bson_t keys = BSON_INITIALIZER, options = BSON_INITIALIZER;

  BSON_APPEND_UTF8 (&options, "name", index->name);
  describe_index (self->to, index, &keys, &options);
  squill_shell_append_collection (text, squill_collection_get_database (self->to, collection),
                                  collection->name);
  g_string_append (text, ".createIndex(");
  squill_bson_text_append (text, &keys, SQUILL_BSON_STYLE_MONGOSH, 2, 0);
  g_string_append (text, ", ");
  squill_bson_text_append (text, &options, SQUILL_BSON_STYLE_MONGOSH, 2, 0);
  g_string_append (text, ");\n");
  bson_destroy (&options);
  bson_destroy (&keys);
}

static void
append_drop (SquillMigrator *self,
             GString *text,
             const SquillCollection *collection,
             const char *name)
{
  squill_shell_append_collection (text, squill_collection_get_database (self->to, collection),
                                  collection->name);
  g_string_append (text, ".dropIndex(");
  squill_bson_text_append_string (text, name, -1);
  g_string_append (text, ");\n");
}

/** Adds the commands that make the indexes of the new design of those that there are. Collections
 * that are built have none yet. */
void
_squill_migrator_append_indexes (SquillMigrationPlan *plan, GString *text)
{
  SquillMigrator *self = &plan->migrator;

  for (guint i = 0; i < squill_design_get_n_collections (self->to); i++)
    {
      const SquillCollection *collection = squill_design_get_collection (self->to, i);
      const gboolean stays = g_ptr_array_find (plan->changed, collection, NULL);
      const SquillCollection *was =
          stays ? squill_design_find_collection (self->from, collection->id) : NULL;

      /* First, because a new one may have the name of an old one. */
      for (guint k = 0; was != NULL && k < was->indexes->len; k++)
        {
          const SquillCollectionIndex *index = was->indexes->pdata[k];

          if (is_drawn (index) && !has_index (self->to, collection, self->from, index))
            append_drop (self, text, collection, index->name);
        }
      for (guint k = 0; k < collection->indexes->len; k++)
        {
          const SquillCollectionIndex *index = collection->indexes->pdata[k];

          if (is_drawn (index) && !has_index (self->from, was, self->to, index))
            append_create (self, text, collection, index);
        }
    }
}

/* Operations. */

static char *
write_query (SquillSamples *samples, const char *operation)
{
  g_autoptr (SquillQuery) query = squill_query_new (samples, operation);

  return query == NULL ? NULL : squill_query_to_text (query);
}

/** Adds the operations that send other commands in the new design. */
void
_squill_migrator_append_queries (SquillMigrator *self, GString *text)
{
  g_autoptr (SquillSamples) now = squill_samples_new (self->from);
  g_autoptr (SquillSamples) then = squill_samples_new (self->to);

  SQUILL_FOR_EACH_CHILD (SquillOperation, operation,
                         squill_model_get_info (squill_design_get_model (self->to)),
                         SQUILL_KIND_OPERATION)
    {
      g_autofree char *before = write_query (now, operation->item.id);
      g_autofree char *after = write_query (then, operation->item.id);
      g_autofree char *comment = NULL;

      if (after == NULL || g_strcmp0 (before, after) == 0)
        continue;
      comment = g_strdup_printf ("The operation “%s” from then on", operation->name);
      if (text->len > 0)
        g_string_append_c (text, '\n');
      squill_shell_append_comment (text, comment);
      g_string_append_printf (text, "%s\n", after);
    }
}
