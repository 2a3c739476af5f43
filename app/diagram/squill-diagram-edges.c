/* SPDX-License-Identifier: Apache-2.0 */

/* Which lines there are, where they end and what is written on them. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram-private.h"

#include "advice/squill-access.h"
#include "model/squill-placement.h"
#include "model/squill-triple.h"
#include "text/squill-text.h"

#include <math.h>
#include <string.h>

#define LABEL_SIZE 11.5
#define LABEL_PADDING 8.0

static const char *
keep (SquillOwnEdge *own, const char *text)
{
  return text != NULL && *text != '\0' ? g_string_chunk_insert (own->strings, text) : "";
}

static const char *
keep_taken (SquillOwnEdge *own, char *text)
{
  const char *kept = keep (own, text);

  g_free (text);
  return kept;
}

/* @squillions: too many to keep in one document. */
static SquillFootKind
choose_foot (SquillTriple triple, gboolean squillions, SquillFootKind unset)
{
  gboolean optional;

  if (!squill_triple_is_set (triple))
    return unset;
  optional = !(triple.min >= 1);
  if (triple.max <= 1 || (isnan (triple.max) && triple.likely <= 1))
    return optional ? SQUILL_FOOT_ZERO_OR_ONE : SQUILL_FOOT_ONE;
  if (squillions)
    return optional ? SQUILL_FOOT_ZERO_OR_SQUILLIONS : SQUILL_FOOT_SQUILLIONS;
  return optional ? SQUILL_FOOT_ZERO_OR_MANY : SQUILL_FOOT_MANY;
}

static SquillFootKind
choose_child_foot (SquillDiagram *self, const SquillRelationship *relationship)
{
  SquillTriple children = relationship->children;
  gboolean squillions =
      children.likely > self->squillions || (isinf (children.max) && relationship->growth > 0);

  return choose_foot (children, squillions,
                      relationship->placement == SQUILL_PLACEMENT_EMBED_ONE
                          ? SQUILL_FOOT_ZERO_OR_ONE
                          : SQUILL_FOOT_ZERO_OR_MANY);
}

static SquillFootKind
choose_parent_foot (SquillDiagram *self, const SquillRelationship *relationship)
{
  return choose_foot (relationship->parents, relationship->parents.likely > self->squillions,
                      SQUILL_FOOT_ONE);
}

/* The bounds that a foot stands for. */
static void
get_bounds_of_foot (SquillFootKind foot, double *min, double *max)
{
  *min = foot == SQUILL_FOOT_ONE || foot == SQUILL_FOOT_MANY || foot == SQUILL_FOOT_SQUILLIONS;
  *max = foot == SQUILL_FOOT_ONE || foot == SQUILL_FOOT_ZERO_OR_ONE ? 1 : INFINITY;
}

static char *
write_bound (double bound, const char *many)
{
  return isinf (bound) ? g_strdup (many) : squill_text_short_count (bound);
}

/* How many there are, in the notation of the diagram; @text is the triple. */
static char *
write_count (SquillNotation notation, SquillTriple triple, SquillFootKind foot, const char *text)
{
  const gboolean uml = notation == SQUILL_NOTATION_UML;
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  double min, max;

  if (notation == SQUILL_NOTATION_CROWS_FOOT || foot == SQUILL_FOOT_DIAMOND ||
      foot == SQUILL_FOOT_NONE)
    return g_strdup (text);
  get_bounds_of_foot (foot, &min, &max);
  if (!isnan (triple.min))
    min = triple.min;
  if (!isnan (triple.max))
    max = triple.max;
  from = write_bound (min, uml ? "*" : "N");
  to = write_bound (max, uml ? "*" : "N");
  if (uml)
    return min == max ? g_steal_pointer (&to) : g_strdup_printf ("%s..%s", from, to);
  return g_strdup_printf ("(%s, %s)", from, to);
}

static void
set_end (SquillDiagram *self,
         SquillOwnEdge *own,
         guint end,
         SquillFootKind foot,
         SquillTriple triple,
         const char *text)
{
  const SquillNotation notation = squill_diagram_get_notation (self);
  g_autofree char *count = write_count (notation, triple, foot, text);
  const char *kept = keep (own, count);

  /* Others than crow's feet say it in words only. */
  if (notation != SQUILL_NOTATION_CROWS_FOOT && foot != SQUILL_FOOT_DIAMOND)
    foot = SQUILL_FOOT_NONE;
  if (end == 0)
    own->edge.from_foot = foot;
  else
    own->edge.to_foot = foot;
  /* (min, max) stands at the end that takes part so often, not at the one that it counts. */
  if (notation == SQUILL_NOTATION_MIN_MAX)
    end = 1 - end;
  if (end == 0)
    own->edge.from_text = kept;
  else
    own->edge.to_text = kept;
  own->label_widths[end] =
      *kept == '\0'
          ? 0
          : ceil (squill_fonts_measure (self->fonts, SQUILL_FONT_UI_BOLD, LABEL_SIZE, kept) +
                  2 * LABEL_PADDING);
}

/* @holder_is_parent: the line leaves the parent's end. */
static void
set_ends (SquillDiagram *self,
          SquillOwnEdge *own,
          const SquillCard *card,
          const SquillRelationship *relationship,
          gboolean holder_is_parent)
{
  g_autofree char *children = squill_triple_to_short (relationship->children);
  g_autofree char *parents = squill_triple_to_short (relationship->parents);
  SquillFootKind child_foot = choose_child_foot (self, relationship);
  SquillFootKind parent_foot = choose_parent_foot (self, relationship);
  SquillFootKind near_foot = holder_is_parent ? parent_foot : child_foot;
  SquillTriple near = holder_is_parent ? relationship->parents : relationship->children;
  const char *near_text = holder_is_parent ? parents : children;
  const SquillTriple one = { 1, 1, 1 };

  own->edge.from_children = (card->kind == SQUILL_CARD_BUCKET || !holder_is_parent) !=
                            (squill_diagram_get_notation (self) == SQUILL_NOTATION_MIN_MAX);
  if (card->kind == SQUILL_CARD_JUNCTION)
    {
      /* A link has one of each; what was many lies at the link's end. */
      set_end (self, own, 0, near_foot, near, near_text);
      set_end (self, own, 1, SQUILL_FOOT_ONE, one, "1");
    }
  else if (card->kind == SQUILL_CARD_BUCKET)
    {
      SquillTriple buckets = relationship->children;
      double bound = relationship->bound > 0 ? relationship->bound : 1;
      g_autofree char *text = NULL;

      buckets.min = ceil (buckets.min / bound);
      buckets.likely = ceil (buckets.likely / bound);
      buckets.max = ceil (buckets.max / bound);
      text = squill_triple_to_short (buckets);
      set_end (self, own, 0, choose_foot (buckets, FALSE, SQUILL_FOOT_ZERO_OR_MANY), buckets, text);
      set_end (self, own, 1, parent_foot, relationship->parents, parents);
    }
  else
    {
      set_end (self, own, 0, near_foot, near, near_text);
      set_end (self, own, 1, holder_is_parent ? child_foot : parent_foot,
               holder_is_parent ? relationship->children : relationship->parents,
               holder_is_parent ? children : parents);
    }
}

/* Whether a name is that of a card, or of a row of it: "orders", "customer_id", or, as it is usual
 * for foreign keys, "orders_customer_id". */
static gboolean
is_name_of (const char *name, const char *card_name, const char *row_name)
{
  const char *rest;

  if (g_strcmp0 (name, row_name) == 0)
    return TRUE;
  if (card_name == NULL || *card_name == '\0' || !g_str_has_prefix (name, card_name))
    return FALSE;
  rest = name + strlen (card_name);
  return *rest == '\0' || (strchr ("_.-: ", *rest) != NULL && g_strcmp0 (rest + 1, row_name) == 0);
}

/* A name is written only where it says something that stands at neither end of the line. */
static void
set_names (SquillDiagram *self,
           SquillOwnEdge *own,
           const SquillRelationship *relationship,
           const SquillCard *card,
           const SquillCard *target,
           const char *row_name)
{
  SquillEdge *edge = &own->edge;
  const char *name = relationship->name != NULL ? relationship->name : "";
  SquillAccess access = squill_access_read (_squill_diagram_get_operations (self), relationship);

  edge->name = keep (own, is_name_of (name, card->full_name, row_name) ||
                                  is_name_of (name, target->full_name, NULL)
                              ? ""
                              : name);
  edge->rate_name = "";
  if (access.rated && access.together > 0)
    {
      g_autofree char *rate = squill_text_short_rate (access.together);

      edge->rate = access.together;
      edge->rate_name = *name != '\0' ? keep_taken (own, g_strdup_printf ("%s · %s", name, rate))
                                      : keep (own, rate);
    }
  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, relationship, SQUILL_KIND_COPY)
    edge->kept = edge->kept || copy->mode == SQUILL_COPY_KEPT;

  for (guint i = 0; i < 2; i++)
    {
      const char *text = i == 0 ? edge->name : edge->rate_name;

      if (*text != '\0')
        own->name_width =
            MAX (own->name_width,
                 ceil (squill_fonts_measure (self->fonts, SQUILL_FONT_UI_BOLD, LABEL_SIZE, text) +
                       2 * LABEL_PADDING));
    }
}

/* Where a line meets a card that may not show the row. */
static int
get_end (const SquillCard *card, int row)
{
  return row < (int)card->n_rows ? row : -1;
}

static SquillOwnEdge *
own_edge_new (const SquillCard *card,
              int row,
              const SquillRelationship *relationship,
              const SquillCard *target,
              int target_row)
{
  SquillOwnEdge *own = g_new0 (SquillOwnEdge, 1);
  SquillEdge *edge = &own->edge;

  own->strings = g_string_chunk_new (256);
  edge->id = keep_taken (own, g_strdup_printf ("%s@%s:%s", relationship->item.id, card->id,
                                               row >= 0 ? card->rows[row].path : ""));
  edge->relationship = keep (own, relationship->item.id);
  edge->from_card = keep (own, card->id);
  edge->from_row = get_end (card, row);
  edge->to_card = keep (own, target->id);
  edge->to_row = get_end (target, target_row);
  return own;
}

/* Which end of its relationship a row is that holds a reference. */
static gboolean
is_at_parent (const SquillCard *card, int row, const SquillRelationship *relationship)
{
  const char *target = card->rows[row].target;

  if (strcmp (relationship->parent, relationship->child) != 0)
    return strcmp (target, relationship->child) == 0;

  /* An entity that refers to itself: the name of the target adds nothing. */
  switch (relationship->placement)
    {
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
      return TRUE;
    case SQUILL_PLACEMENT_TWO_WAY:
      return g_strcmp0 (card->rows[row].full_name, relationship->parent_name) == 0 ||
             g_strcmp0 (card->rows[row].item, relationship->parent_holder) == 0;
    case SQUILL_PLACEMENT_JUNCTION:
      /* The first of its two references is that to the parent. */
      for (int i = 0; i < row; i++)
        if (g_strcmp0 (card->rows[i].relationship, relationship->item.id) == 0 &&
            card->rows[i].target != NULL)
          return TRUE;
      return FALSE;
    case SQUILL_PLACEMENT_EMBED_ONE:
    case SQUILL_PLACEMENT_EMBED_MANY:
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
    case SQUILL_PLACEMENT_SUBSET:
    case SQUILL_PLACEMENT_BUCKET:
      return FALSE;
    default:
      g_assert_not_reached ();
    }
}

/* The row at the other end of a relationship that stores a reference at both ends, or -1. */
static int
find_counterpart (const SquillCard *card, const char *relationship, const char *target, int not_row)
{
  for (guint i = 0; i < card->n_rows + card->n_hidden; i++)
    if ((int)i != not_row && g_strcmp0 (card->rows[i].relationship, relationship) == 0 &&
        g_strcmp0 (card->rows[i].target, target) == 0)
      return (int)i;
  return -1;
}

static SquillOwnEdge *
make_reference (SquillDiagram *self, const SquillCard *card, int row)
{
  const SquillCardRow *from = &card->rows[row];
  const SquillRelationship *relationship =
      squill_model_get_relationship (self->model, from->relationship);
  gboolean at_parent;
  const SquillCard *target;
  SquillOwnEdge *own;
  int target_row;

  if (relationship == NULL)
    return NULL;
  at_parent = is_at_parent (card, row, relationship);
  target = _squill_diagram_find_end (self, from->target,
                                     at_parent ? relationship->child_key : relationship->parent_key,
                                     &target_row);
  if (target == NULL)
    return NULL;
  if (relationship->placement == SQUILL_PLACEMENT_TWO_WAY)
    {
      int counterpart = find_counterpart (target, relationship->item.id,
                                          at_parent ? relationship->parent : relationship->child,
                                          target == card ? row : -1);

      /* One line stands for both references; the parent's row draws it. */
      if (counterpart >= 0 && !at_parent)
        return NULL;
      if (counterpart >= 0)
        target_row = counterpart;
    }
  own = own_edge_new (card, row, relationship, target, target_row);
  /* In a junction a reference to the parent is the link's end of the line to the parent. */
  set_ends (self, own, card, relationship, at_parent);
  set_names (self, own, relationship, card, target, from->full_name);
  return own;
}

/* From a document to one embedded in it that is drawn beside it. */
static SquillOwnEdge *
make_containment (SquillDiagram *self, const SquillCard *card, int row)
{
  const SquillRelationship *relationship =
      squill_model_get_relationship (self->model, card->rows[row].relationship);
  const SquillCard *target;
  g_autofree char *children = NULL;
  SquillOwnEdge *own;

  if (relationship == NULL || !relationship->beside)
    return NULL;
  target = g_hash_table_lookup (self->by_id, relationship->child);
  if (target == NULL || target == card)
    return NULL;
  children = squill_triple_to_short (relationship->children);
  own = own_edge_new (card, row, relationship, target, -1);
  set_end (self, own, 0, SQUILL_FOOT_DIAMOND, SQUILL_TRIPLE_UNSET, "");
  own->edge.from_children = squill_diagram_get_notation (self) == SQUILL_NOTATION_MIN_MAX;
  set_end (self, own, 1, choose_child_foot (self, relationship), relationship->children, children);
  set_names (self, own, relationship, card, target, card->rows[row].full_name);
  return own;
}

/* Whether a row is the head of an embedded document, be it drawn as a block or beside. */
static gboolean
is_embedded (SquillDiagram *self, const SquillCardRow *row)
{
  const SquillRelationship *relationship;

  if (row->target != NULL || row->item == NULL || g_strcmp0 (row->item, row->relationship) != 0)
    return FALSE;
  relationship = squill_model_get_relationship (self->model, row->relationship);
  return relationship != NULL && squill_placement_embeds_any (relationship->placement);
}

/* What of a line was moved. A line is called after what it leaves, which pasting keeps. */
static void
set_places (SquillDiagram *self, SquillOwnEdge *own, const SquillCard *card, GPtrArray *edges)
{
  SquillEdge *edge = &own->edge;
  const SquillRelationship *r = squill_model_get_relationship (self->model, edge->relationship);
  const char *name = g_str_equal (card->id, r->parent)    ? "parent"
                     : g_str_equal (card->id, r->child)   ? "child"
                     : g_str_equal (card->id, r->item.id) ? "own"
                                                          : card->id;
  guint number = 1;

  for (guint i = 0; i < edges->len; i++)
    number += g_str_equal (((const SquillOwnEdge *)edges->pdata[i])->edge.relationship, r->item.id);
  edge->line =
      number == 1 ? keep (own, name) : keep_taken (own, g_strdup_printf ("%s/%u", name, number));
  if (g_strcmp0 (self->moved_line, edge->id) == 0)
    edge->places = self->moved_places;
  else
    squill_model_get_line_places (self->model, self->view, edge->relationship, edge->line,
                                  &edge->places);
}

/* Adds the lines that leave a card to @edges. */
void
_squill_diagram_make_edges (SquillDiagram *self, const SquillCard *card, GPtrArray *edges)
{
  for (guint i = 0; i < card->n_rows + card->n_hidden; i++)
    {
      const SquillCardRow *row = &card->rows[i];
      SquillOwnEdge *own = NULL;

      if (row->relationship == NULL)
        continue;
      if (row->target != NULL)
        own = make_reference (self, card, (int)i);
      else if (is_embedded (self, row))
        own = make_containment (self, card, (int)i);
      if (own == NULL)
        continue;
      set_places (self, own, card, edges);
      g_ptr_array_add (edges, own);
    }
}

static int
find_key_row (const SquillCard *card, const char *key)
{
  for (guint i = 0; key != NULL && i < card->n_rows; i++)
    if (g_strcmp0 (card->rows[i].item, key) == 0 && card->rows[i].depth == 0)
      return (int)i;
  return _squill_card_find_row (card, "_id");
}

/* Finds the card and the row that a reference to an entity leads to: @key names the field, and no
 * key means `_id`. */
const SquillCard *
_squill_diagram_find_end (SquillDiagram *self, const char *entity, const char *key, int *row)
{
  const SquillCard *card = g_hash_table_lookup (self->by_id, entity);
  g_autoptr (GPtrArray) places = NULL;

  *row = -1;
  if (card != NULL)
    {
      *row = card->kind == SQUILL_CARD_EMBEDDED && key == NULL ? -1 : find_key_row (card, key);
      return card;
    }
  /* It lives only inside others, or in buckets. */
  places = squill_design_get_document_sites (self->design, entity);
  for (guint i = 0; i < places->len; i++)
    {
      const SquillShape *place = g_ptr_array_index (places, i);
      const SquillCollection *collection =
          squill_design_get_collection_of_shape (self->design, place);

      card = collection != NULL ? g_hash_table_lookup (self->by_id, collection->id) : NULL;
      if (card == NULL)
        continue;
      *row = _squill_card_find_row (card, place->path);
      return card;
    }
  return NULL;
}

void
_squill_own_edge_free (gpointer data)
{
  SquillOwnEdge *own = data;

  g_string_chunk_free (own->strings);
  g_free (own);
}

/* Whether two edges are drawn alike. The cards they begin at, and their routes, are not
 * compared. */
gboolean
_squill_own_edge_equal (const SquillOwnEdge *a, const SquillOwnEdge *b)
{
  const SquillEdge *left = &a->edge, *right = &b->edge;

  return left->from_row == right->from_row && left->to_row == right->to_row &&
         left->from_foot == right->from_foot && left->to_foot == right->to_foot &&
         left->rate == right->rate && left->kept == right->kept &&
         strcmp (left->to_card, right->to_card) == 0 &&
         strcmp (left->from_text, right->from_text) == 0 &&
         strcmp (left->to_text, right->to_text) == 0 && strcmp (left->name, right->name) == 0 &&
         strcmp (left->rate_name, right->rate_name) == 0 &&
         squill_line_places_equal (&left->places, &right->places);
}
