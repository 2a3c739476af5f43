/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-terms.h"

#include <glib/gi18n.h>

#include "text/squill-text.h"

/**
 * squill_term_for_kind:
 * @kind: a kind of items
 *
 * Returns: (transfer none): what one of them is called: "Entity"
 */
const char *
squill_term_for_kind (SquillKind kind)
{
  static const char *const names[SQUILL_N_KINDS] = {
    N_ ("Model"),  N_ ("Entity"),    N_ ("Field"), N_ ("Index"), N_ ("Relationship"),
    N_ ("Copy"),   N_ ("Operation"), N_ ("Note"),  N_ ("Group"), N_ ("Dismissed finding"),
    N_ ("Design"), N_ ("View"),
  };

  g_return_val_if_fail (kind < SQUILL_N_KINDS, NULL);

  return _ (names[kind]);
}

/**
 * squill_term_for_item:
 * @model: a model
 * @id: the id of an item
 *
 * Returns: (transfer full): what to call the item: its name; of a field, its path
 */
char *
squill_term_for_item (SquillModel *model, const char *id)
{
  const SquillItem *item;
  const char *name;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  item = squill_model_get_item (model, id);
  if (item == NULL)
    return g_strdup (id);
  name = squill_item_get_name (item);
  if ((item->kind == SQUILL_KIND_FIELD || item->kind == SQUILL_KIND_INDEX) && item->parent != NULL)
    {
      g_autofree char *parent = squill_term_for_item (model, item->parent->id);

      return g_strdup_printf ("%s.%s", parent, name != NULL && *name != '\0' ? name : _ ("index"));
    }
  if (name == NULL || *name == '\0')
    return g_strdup (squill_term_for_kind (item->kind));
  return g_strdup (name);
}

/**
 * squill_term_for_type_of:
 * @field: a field
 *
 * Returns: (transfer full): its type as the diagram writes it: "[0..4..12] string"
 */
char *
squill_term_for_type_of (const SquillField *field)
{
  g_autofree char *types = NULL;
  g_autofree char *length = NULL;

  g_return_val_if_fail (field != NULL, NULL);

  types = squill_types_to_text (field->types);
  if (!field->array && !field->map)
    return g_steal_pointer (&types);
  length = squill_triple_to_short (field->length);
  return g_strdup_printf (field->map ? "{%s} %s" : "[%s] %s", length, types);
}

/**
 * squill_term_for_operation_rate:
 * @operation: an operation
 *
 * Returns: (transfer full): how often it runs, in the unit in which that was said; "" where it was
 *   not
 */
char *
squill_term_for_operation_rate (const SquillOperation *operation)
{
  static const char *const units[] = { N_ ("/s"), N_ ("/min"), N_ ("/h"), N_ ("/day") };
  g_autofree char *number = NULL;

  g_return_val_if_fail (operation != NULL, NULL);

  if (isnan (operation->rate))
    return g_strdup ("");
  number = squill_text_short_count (operation->rate);
  return g_strconcat (number, _ (units[operation->rate_unit]), NULL);
}

static const char *
name_of (SquillModel *model, const char *id)
{
  const SquillEntity *entity = squill_model_get_entity (model, id);

  return entity != NULL && entity->name != NULL ? entity->name : "?";
}

/**
 * squill_term_for_ends:
 * @model: a model
 * @relationship: a relationship of it
 *
 * Returns: (transfer full): what it connects: "posts have comments"
 */
char *
squill_term_for_ends (SquillModel *model, const SquillRelationship *relationship)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);
  g_return_val_if_fail (relationship != NULL, NULL);

  /* Translators: two entities: "posts → comments". */
  return g_strdup_printf (_ ("%s → %s"), name_of (model, relationship->parent),
                          name_of (model, relationship->child));
}

/**
 * squill_term_for_severity:
 * @severity: how bad
 *
 * Returns: (transfer none): what that is called
 */
const char *
squill_term_for_severity (SquillSeverity severity)
{
  static const char *const names[] = { N_ ("Hint"), N_ ("Warning"), N_ ("Error") };

  g_return_val_if_fail (severity < G_N_ELEMENTS (names), NULL);

  return _ (names[severity]);
}

/**
 * squill_mark_for_severity:
 * @severity: how bad
 *
 * Returns: (transfer none): a sign for it, to be told without its color
 */
const char *
squill_mark_for_severity (SquillSeverity severity)
{
  static const char *const marks[] = { "○", "⚠", "✕" };

  g_return_val_if_fail (severity < G_N_ELEMENTS (marks), NULL);

  return marks[severity];
}

/**
 * squill_class_for_severity:
 * @severity: how bad
 *
 * Returns: (transfer none): the style class of texts about it
 */
const char *
squill_class_for_severity (SquillSeverity severity)
{
  static const char *const classes[] = { "hint", "warning", "error" };

  g_return_val_if_fail (severity < G_N_ELEMENTS (classes), NULL);

  return classes[severity];
}
