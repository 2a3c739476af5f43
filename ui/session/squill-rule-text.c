/* SPDX-License-Identifier: Apache-2.0 */

/* What two models have that are nearly the same, in words: the examples of a rule. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-rule-text.h"

#include <glib/gi18n.h>

#include "design/squill-placement-text.h"
#include "session/squill-inspector-table.h"
#include "session/squill-key-text.h"
#include "session/squill-terms.h"
#include "text/squill-text.h"

typedef struct
{
  SquillDesign *designs[2];
  SquillModel *models[2];
  GPtrArray *sentences;
} Comparison;

/* "Field “users.name”": what kind of thing, and what it is called. */
static char *
write_item (SquillModel *model, const SquillItem *item)
{
  g_autofree char *name = squill_term_for_item (model, item->id);

  if (item->kind == SQUILL_KIND_MODEL)
    return g_strdup (_ ("Model"));
  /* Translators: a kind of thing, and its name: Index “by_date”. */
  return g_strdup_printf (_ ("%s “%s”"), squill_term_for_kind (item->kind), name);
}

static const char *
get_entity_of (const SquillItem *item)
{
  const SquillItem *owner;

  switch (item->kind)
    {
    case SQUILL_KIND_ENTITY:
      return item->id;
    case SQUILL_KIND_OPERATION:
      return ((const SquillOperation *)item)->entity;
    case SQUILL_KIND_RELATIONSHIP:
      return ((const SquillRelationship *)item)->child;
    case SQUILL_KIND_MODEL:
    case SQUILL_KIND_FIELD:
    case SQUILL_KIND_INDEX:
    case SQUILL_KIND_COPY:
    case SQUILL_KIND_NOTE:
    case SQUILL_KIND_GROUP:
    case SQUILL_KIND_DISMISSAL:
    case SQUILL_KIND_ALTERNATIVE:
    case SQUILL_KIND_VIEW:
    default:
      owner = squill_item_get_owner (item);
      return owner != NULL && owner->kind == SQUILL_KIND_ENTITY ? owner->id : NULL;
    }
}

/* A value as the inspector shows it; "" where none was set. */
static char *
write_value (SquillDesign *design, const SquillItem *item, const SquillProperty *property)
{
  gconstpointer member = G_STRUCT_MEMBER_P (item, property->offset);
  json_auto_t *value = squill_property_get (property, item);

  if (value == NULL || json_is_null (value))
    return g_strdup ("");
  switch (property->type)
    {
    case SQUILL_PROPERTY_BOOLEAN:
      return g_strdup (json_is_true (value) ? _ ("yes") : _ ("no"));
    case SQUILL_PROPERTY_NUMBER:
      return *(const double *)member < 1 ? squill_text_number (*(const double *)member)
                                         : squill_text_count (*(const double *)member);
    case SQUILL_PROPERTY_TRIPLE:
      return squill_triple_to_text (*(const SquillTriple *)member);
    case SQUILL_PROPERTY_TYPES:
      return squill_types_to_text (*(const SquillTypes *)member);
    case SQUILL_PROPERTY_CHOICE:
      if (item->kind == SQUILL_KIND_RELATIONSHIP && g_str_equal (property->name, "placement"))
        return squill_placement_describe (squill_design_get_model (design),
                                          (const SquillRelationship *)item,
                                          *(const SquillPlacement *)member);
      return g_strdup (squill_choice_get_label (property->name, json_string_value (value)));
    case SQUILL_PROPERTY_KEYS:
      return squill_keys_write (design, get_entity_of (item), *(SquillKeys *const *)member,
                                item->kind == SQUILL_KIND_OPERATION ? "eq" : "1");
    case SQUILL_PROPERTY_PATH:
      return squill_key_path_write (design, get_entity_of (item), *(char *const *)member);
    case SQUILL_PROPERTY_ID:
      return squill_term_for_item (squill_design_get_model (design), *(char *const *)member);
    case SQUILL_PROPERTY_TEXT:
      return g_strdup (json_string_value (value));
    case SQUILL_PROPERTY_RANK:
    case SQUILL_PROPERTY_IDS:
    case SQUILL_PROPERTY_JSON:
    default:
      return squill_text_value (value);
    }
}

static const SquillInspectorLine *
find_line (SquillKind kind, const char *property)
{
  guint n;
  const SquillInspectorLine *lines = squill_inspector_lines_get (&n);

  for (guint i = 0; i < n; i++)
    if (lines[i].kind == kind && g_str_equal (lines[i].property, property))
      return &lines[i];
  return NULL;
}

/* What was read of a source, and where things stand, is no difference of what they are. */
static gboolean
is_compared (const SquillProperty *property)
{
  return property->type != SQUILL_PROPERTY_RANK && !property->in_layout &&
         !g_str_equal (property->name, "evidence");
}

static void
compare_items (Comparison *self, const SquillItem *fires, const SquillItem *silent)
{
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (silent->kind, &n);
  g_autofree char *item = write_item (self->models[1], silent);

  for (guint i = 0; i < n; i++)
    {
      const SquillInspectorLine *line = find_line (silent->kind, properties[i].name);
      g_autofree char *title = NULL;
      g_autofree char *before = NULL;
      g_autofree char *after = NULL;

      if (line == NULL || !is_compared (&properties[i]))
        continue;
      before = write_value (self->designs[0], fires, &properties[i]);
      after = write_value (self->designs[1], silent, &properties[i]);
      if (g_str_equal (before, after))
        continue;
      title = squill_inspector_line_get_title (line, self->models[1], silent);
      if (*after == '\0')
        g_ptr_array_add (
            self->sentences,
            /* Translators: an item, one of its properties, the value that it no longer
             * has. */
            g_strdup_printf (_ ("%s · %s: not set, instead of %s"), item, title, before));
      else if (*before == '\0')
        g_ptr_array_add (self->sentences, g_strdup_printf ("%s · %s: %s", item, title, after));
      else
        g_ptr_array_add (
            self->sentences,
            /* Translators: an item, one of its properties, its new value, its old value. */
            g_strdup_printf (_ ("%s · %s: %s, instead of %s"), item, title, after, before));
    }
}

/* What only one of the models has. What belongs to it goes without saying. */
static void
find_missing (Comparison *self, guint side, const SquillItem *item)
{
  for (int kind = 0; kind < SQUILL_N_KINDS; kind++)
    {
      guint n;
      gpointer const *children = squill_item_get_children (item, kind, &n);

      for (guint i = 0; i < n; i++)
        {
          const SquillItem *child = children[i];
          g_autofree char *text = NULL;

          if (squill_model_get_item (self->models[1 - side], child->id) != NULL)
            {
              find_missing (self, side, child);
              continue;
            }
          text = write_item (self->models[side], child);
          g_ptr_array_add (self->sentences,
                           /* Translators: an item that the other model does not have. */
                           side == 0 ? g_strdup_printf (_ ("Without: %s"), text)
                                     : g_strdup_printf (_ ("In addition: %s"), text));
        }
    }
}

/* Models of other things have nothing to compare. */
static gboolean
are_alike (Comparison *self)
{
  guint n;
  gpointer const *entities =
      squill_item_get_children (squill_model_get_info (self->models[1]), SQUILL_KIND_ENTITY, &n);

  for (guint i = 0; i < n; i++)
    if (squill_model_get_item (self->models[0], ((const SquillItem *)entities[i])->id) != NULL)
      return TRUE;
  return n == 0;
}

static void
compare_all (Comparison *self, const SquillItem *silent)
{
  const SquillItem *fires = squill_model_get_item (self->models[0], silent->id);

  if (fires == NULL)
    return;
  compare_items (self, fires, silent);
  for (int kind = 0; kind < SQUILL_N_KINDS; kind++)
    {
      guint n;
      gpointer const *children = squill_item_get_children (silent, kind, &n);

      for (guint i = 0; i < n; i++)
        compare_all (self, children[i]);
    }
}

/**
 * squill_rule_text_compare:
 * @fires: the design of the example on which a rule fires
 * @silent: the design of that on which it is silent
 *
 * Returns: (transfer full) (element-type utf8): what is otherwise in the second, each a short text:
 * what it does not have, what it has in addition, and what has other values; none where they are of
 * other things
 */
GPtrArray *
squill_rule_text_compare (SquillDesign *fires, SquillDesign *silent)
{
  Comparison self = { { fires, silent }, { NULL, NULL }, NULL };

  g_return_val_if_fail (SQUILL_IS_DESIGN (fires), NULL);
  g_return_val_if_fail (SQUILL_IS_DESIGN (silent), NULL);

  self.models[0] = squill_design_get_model (fires);
  self.models[1] = squill_design_get_model (silent);
  self.sentences = g_ptr_array_new_with_free_func (g_free);
  if (!are_alike (&self))
    return self.sentences;
  find_missing (&self, 0, &squill_model_get_info (self.models[0])->item);
  find_missing (&self, 1, &squill_model_get_info (self.models[1])->item);
  compare_all (&self, &squill_model_get_info (self.models[1])->item);
  return self.sentences;
}
