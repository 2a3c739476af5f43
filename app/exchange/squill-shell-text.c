/* SPDX-License-Identifier: Apache-2.0 */

/* Where a collection is, as the MongoDB Shell writes it. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/squill-shell-text.h"

#include "bson/squill-bson-text.h"

/**
 * squill_collection_get_database:
 * @design: a design
 * @collection: one of its collections
 *
 * Links of a relationship are stored with its parents, buckets with what is in them.
 *
 * Returns: (transfer none) (nullable): the database that the collection is in, where that is
 *   another one than that of the model; %NULL where it is that, or nothing is known
 */
const char *
squill_collection_get_database (SquillDesign *design, const SquillCollection *collection)
{
  SquillModel *model;
  const SquillRelationship *r;
  const SquillEntity *entity;
  const char *usual;

  g_return_val_if_fail (SQUILL_IS_DESIGN (design), NULL);
  g_return_val_if_fail (collection != NULL, NULL);

  model = squill_design_get_model (design);
  usual = squill_model_get_info (model)->database;
  r = collection->kind == SQUILL_COLLECTION_JUNCTION
          ? squill_model_get_relationship (model, collection->relationship)
          : NULL;
  entity = squill_model_get_entity (model, r != NULL ? r->parent : collection->entity);
  if (entity == NULL || entity->database == NULL || *entity->database == '\0' ||
      g_strcmp0 (entity->database, usual) == 0)
    return NULL;
  return entity->database;
}

/**
 * squill_shell_append_database:
 * @text: a script
 * @database: (nullable): a database; %NULL for that of the script
 *
 * Writes the database as an expression.
 */
void
squill_shell_append_database (GString *text, const char *database)
{
  g_return_if_fail (text != NULL);

  g_string_append (text, "db");
  if (database == NULL)
    return;
  g_string_append (text, ".getSiblingDB(");
  squill_bson_text_append_string (text, database, -1);
  g_string_append_c (text, ')');
}

/**
 * squill_shell_append_collection:
 * @text: a script
 * @database: (nullable): the database; %NULL for that of the script
 * @name: of a collection
 *
 * Writes the collection as an expression.
 */
void
squill_shell_append_collection (GString *text, const char *database, const char *name)
{
  g_return_if_fail (text != NULL);
  g_return_if_fail (name != NULL);

  squill_shell_append_database (text, database);
  g_string_append (text, ".getCollection(");
  squill_bson_text_append_string (text, name, -1);
  g_string_append_c (text, ')');
}
