/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-terms.h"

#include <glib/gi18n.h>

#include "advice/squill-wording.h"
#include "model/squill-number.h"

#define THIN "\u202f"

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
    N_ ("Model"), N_ ("Entity"),    N_ ("Field"), N_ ("Index"), N_ ("Relationship"),
    N_ ("Copy"),  N_ ("Operation"), N_ ("Note"),  N_ ("Group"), N_ ("Dismissed finding"),
  };

  g_return_val_if_fail (kind < SQUILL_N_KINDS, NULL);

  return _ (names[kind]);
}

/**
 * squill_term_for_item:
 * @model: a model
 * @id: the id of an item
 *
 * Returns: (transfer full): what to call the item: its name, for a field with the way to it
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
 * squill_term_for_rate:
 * @per_second: how often
 *
 * Returns: (transfer full): that in little room, in the unit that makes it easy to grasp: "800/s",
 *   "15/min"
 */
char *
squill_term_for_rate (double per_second)
{
  static const struct
  {
    double seconds;
    const char *unit;
  } units[] = { { 1, N_ ("/s") }, { 60, N_ ("/min") }, { 3600, N_ ("/h") } };
  g_autofree char *number = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (per_second * units[i].seconds >= 0.1)
      {
        number = squill_number_to_short (per_second * units[i].seconds);
        return g_strconcat (number, _ (units[i].unit), NULL);
      }
  number = squill_number_to_short (per_second * 86400);
  return g_strconcat (number, _ ("/day"), NULL);
}

/**
 * squill_term_for_duration:
 * @seconds: a time
 *
 * Returns: (transfer full): that in little room: "30 d", "12 h", "90 s"
 */
char *
squill_term_for_duration (double seconds)
{
  static const struct
  {
    double seconds;
    const char *unit;
  } units[] = { { 86400, "d" }, { 3600, "h" }, { 60, "min" } };
  g_autofree char *number = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (seconds >= units[i].seconds)
      {
        number = squill_number_to_short (seconds / units[i].seconds);
        return g_strconcat (number, THIN, units[i].unit, NULL);
      }
  number = squill_number_to_short (seconds);
  return g_strconcat (number, THIN "s", NULL);
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
  number = squill_number_to_short (operation->rate);
  return g_strconcat (number, _ (units[operation->per]), NULL);
}

static const char *
name_of (SquillModel *model, const char *id)
{
  const SquillEntity *entity = squill_model_get_entity (model, id);

  return entity != NULL && entity->name != NULL ? entity->name : "?";
}

/**
 * squill_term_for_placement:
 * @model: a model
 * @relationship: a relationship of it
 * @placement: a way to store it
 *
 * Returns: (transfer full): that way in the words of this relationship: "Embedded in posts"
 */
char *
squill_term_for_placement (SquillModel *model,
                           const SquillRelationship *relationship,
                           SquillPlacement placement)
{
  const char *parent, *child;
  g_autofree char *number = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);
  g_return_val_if_fail (relationship != NULL, NULL);

  parent = name_of (model, relationship->parent);
  child = name_of (model, relationship->child);
  switch (placement)
    {
    case SQUILL_PLACEMENT_EMBED_ONE:
      return g_strdup_printf (_ ("One embedded in %s"), parent);
    case SQUILL_PLACEMENT_EMBED_MANY:
      return g_strdup_printf (_ ("Embedded in %s"), parent);
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
      return relationship->children.max <= 1 ? g_strdup_printf (_ ("Reference in %s"), parent)
                                             : g_strdup_printf (_ ("References in %s"), parent);
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
      return relationship->parents.max > 1 ? g_strdup_printf (_ ("References in each of %s"), child)
                                           : g_strdup_printf (_ ("Reference in each of %s"), child);
    case SQUILL_PLACEMENT_TWO_WAY:
      return g_strdup (_ ("References at both ends"));
    case SQUILL_PLACEMENT_JUNCTION:
      return g_strdup (_ ("Links in a collection of their own"));
    case SQUILL_PLACEMENT_SUBSET:
      if (isnan (relationship->bound))
        return g_strdup (_ ("Some embedded, all apart"));
      number = squill_wording_count (relationship->bound);
      return relationship->ordering == SQUILL_ORDERING_TIME
                 ? g_strdup_printf (_ ("Newest %s embedded, all apart"), number)
                 : g_strdup_printf (_ ("First %s embedded, all apart"), number);
    case SQUILL_PLACEMENT_BUCKET:
      if (isnan (relationship->bound))
        return g_strdup_printf (_ ("Buckets for each of %s"), parent);
      number = squill_wording_count (relationship->bound);
      return g_strdup_printf (_ ("Buckets of %s for each of %s"), number, parent);
    default:
      g_return_val_if_reached (NULL);
    }
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
 * Returns: (transfer none): a sign for it, of which the colour is not the only difference
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
