/* SPDX-License-Identifier: Apache-2.0 */

/* A change of the model only notes what it concerns; the work is done when the diagram is next
 * updated. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram.h"

#include "advice/squill-advice.h"
#include "diagram/squill-diagram-private.h"

#include <math.h>
#include <string.h>

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillDiagram, squill_diagram, G_TYPE_OBJECT)

static void
announce (SquillDiagram *self)
{
  if (self->announced)
    return;
  self->announced = TRUE;
  g_signal_emit (self, signals[CHANGED], 0);
}

/* What is embedded may be drawn within its parent or beside it. */
static void
mark_drawn_otherwise (SquillDiagram *self, const char *id)
{
  const SquillRelationship *relationship = squill_model_get_relationship (self->model, id);

  self->set_stale = TRUE;
  if (relationship != NULL)
    _squill_mark (self->stale_cards, relationship->parent);
}

/* The design lists the documents that changed. */
static void
on_design_changed (SquillDiagram *self, guint n_gone_or_new, char **collections)
{
  self->set_stale = self->set_stale || n_gone_or_new > 0;
  for (guint i = 0; collections != NULL && collections[i] != NULL; i++)
    _squill_mark (self->stale_cards, collections[i]);
  announce (self);
}

/* What does not come from the design: positions, colors, texts on lines. */
/* What was dragged is where the model says. */
static void
forget_move (SquillDiagram *self)
{
  g_autofree char *line = g_steal_pointer (&self->moved_line);
  SquillOwnEdge *own = line != NULL ? g_hash_table_lookup (self->edges, line) : NULL;

  g_hash_table_remove_all (self->moved);
  if (own == NULL)
    return;
  squill_model_get_line_places (self->model, self->view, own->edge.relationship, own->edge.line,
                                &own->edge.places);
  squill_router_set_line_places (self->router, line, &own->edge.places);
}

static void
on_model_changed (SquillDiagram *self, const SquillChange *change)
{
  const SquillAspects looks = SQUILL_ASPECT_NAME | SQUILL_ASPECT_SHAPE | SQUILL_ASPECT_STORAGE |
                              SQUILL_ASPECT_VALUES | SQUILL_ASPECT_CARDINALITY |
                              SQUILL_ASPECT_PLACEMENT;

  for (guint i = 0; i < change->entries->len; i++)
    {
      const SquillChangeEntry *entry = g_ptr_array_index (change->entries, i);

      switch (entry->kind)
        {
        case SQUILL_KIND_NOTE:
        case SQUILL_KIND_GROUP:
          self->frames_stale = TRUE;
          break;
        case SQUILL_KIND_RELATIONSHIP:
        case SQUILL_KIND_COPY:
          _squill_mark (self->stale_edges, entry->owner);
          if (entry->aspects & SQUILL_ASPECT_LAYOUT)
            mark_drawn_otherwise (self, entry->owner);
          break;
        case SQUILL_KIND_ENTITY:
        case SQUILL_KIND_FIELD:
        case SQUILL_KIND_INDEX:
          if (entry->aspects & looks)
            _squill_mark (self->stale_cards, entry->owner);
          else if (entry->aspects & SQUILL_ASPECT_LAYOUT)
            _squill_mark (self->restyled, entry->owner);
          self->set_stale = self->set_stale ||
                            (entry->kind == SQUILL_KIND_ENTITY && entry->type != SQUILL_EDIT_SET);
          break;
        case SQUILL_KIND_MODEL:
        case SQUILL_KIND_OPERATION:
        case SQUILL_KIND_DISMISSAL:
        case SQUILL_KIND_ALTERNATIVE:
          break;
        case SQUILL_KIND_VIEW:
          self->edges_stale = self->edges_stale || (entry->aspects & SQUILL_ASPECT_LAYOUT) != 0;
          break;
        default:
          g_assert_not_reached ();
        }
    }
  if (change->aspects & SQUILL_ASPECT_LAYOUT)
    {
      self->places_stale = self->frames_stale = TRUE;
      /* What was dragged stands where it was dropped. */
      forget_move (self);
    }
  if (change->aspects & ~(SQUILL_ASPECT_LAYOUT | SQUILL_ASPECT_TEXT))
    self->load_stale = TRUE;
  if (change->aspects & (SQUILL_ASPECT_WORKLOAD | SQUILL_ASPECT_ADVICE))
    self->edges_stale = TRUE;
  announce (self);
}

static void
on_advice_changed (SquillDiagram *self)
{
  self->severities_stale = TRUE;
  announce (self);
}

static int
get_worst_of_advice (const char *id, gpointer user_data)
{
  return squill_advice_get_worst (user_data, id);
}

static void
squill_diagram_dispose (GObject *object)
{
  SquillDiagram *self = SQUILL_DIAGRAM (object);

  if (self->design != NULL)
    g_signal_handlers_disconnect_by_data (self->design, self);
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  squill_diagram_set_severity_func (self, NULL, NULL, NULL);
  g_clear_object (&self->completed);
  g_clear_object (&self->design);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (squill_diagram_parent_class)->dispose (object);
}

static void
squill_diagram_finalize (GObject *object)
{
  SquillDiagram *self = SQUILL_DIAGRAM (object);

  g_clear_pointer (&self->items, g_hash_table_unref);
  g_ptr_array_unref (self->edge_order);
  g_clear_pointer (&self->meeting, g_hash_table_unref);
  g_hash_table_unref (self->leaving);
  g_hash_table_unref (self->edges);
  g_ptr_array_unref (self->cards);
  g_hash_table_unref (self->by_id);
  g_array_unref (self->frames);
  g_string_chunk_free (self->frame_strings);
  g_free (self->view);
  g_clear_pointer (&self->shown, g_hash_table_unref);
  g_clear_pointer (&self->drift, g_hash_table_unref);
  g_strfreev (self->new_collections);
  g_hash_table_unref (self->moved);
  g_free (self->moved_line);
  g_hash_table_unref (self->stale_cards);
  g_hash_table_unref (self->restyled);
  g_hash_table_unref (self->homes);
  g_hash_table_unref (self->stale_edges);
  g_object_unref (self->router);
  g_object_unref (self->fonts);

  G_OBJECT_CLASS (squill_diagram_parent_class)->finalize (object);
}

static void
squill_diagram_class_init (SquillDiagramClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = squill_diagram_dispose;
  object_class->finalize = squill_diagram_finalize;

  /**
   * SquillDiagram::changed:
   *
   * There is something to update. Emitted once, until squill_diagram_update() is called.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
squill_diagram_init (SquillDiagram *self)
{
  self->fonts = squill_fonts_new ();
  self->router = squill_router_new ();
  self->cards = g_ptr_array_new ();
  self->by_id =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)_squill_card_free);
  self->edges = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, _squill_own_edge_free);
  self->edge_order = g_ptr_array_new ();
  self->leaving =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  self->frames = g_array_new (FALSE, TRUE, sizeof (SquillFrame));
  self->frame_strings = g_string_chunk_new (64);
  self->moved = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->stale_cards = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->restyled = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->homes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->stale_edges = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->set_stale = self->places_stale = self->frames_stale = self->load_stale = TRUE;
  self->announced = TRUE;
}

/**
 * squill_diagram_new:
 * @design: what follows from the model
 *
 * Makes the diagram of a model. Nothing is on it until squill_diagram_update() is called.
 *
 * Returns: (transfer full): the diagram
 */
SquillDiagram *
squill_diagram_new (SquillDesign *design)
{
  SquillDiagram *self;

  g_return_val_if_fail (SQUILL_IS_DESIGN (design), NULL);

  self = g_object_new (SQUILL_TYPE_DIAGRAM, NULL);
  self->design = g_object_ref (design);
  self->model = g_object_ref (squill_design_get_model (design));
  g_signal_connect_swapped (design, "changed", G_CALLBACK (on_design_changed), self);
  g_signal_connect_swapped (self->model, "changed", G_CALLBACK (on_model_changed), self);
  return self;
}

/**
 * squill_diagram_get_design:
 * @self: a diagram
 *
 * Returns: (transfer none): the design that it shows
 */
SquillDesign *
squill_diagram_get_design (SquillDiagram *self)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);

  return self->design;
}

/**
 * squill_diagram_get_fonts:
 * @self: a diagram
 *
 * Returns: (transfer none): the fonts that its cards are measured with
 */
SquillFonts *
squill_diagram_get_fonts (SquillDiagram *self)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);

  return self->fonts;
}

/**
 * squill_diagram_set_advice:
 * @self: a diagram
 * @advice: (nullable): the findings to mark, or %NULL for none
 *
 * Marks rows with the worst that is found about them.
 */
void
squill_diagram_set_advice (SquillDiagram *self, SquillAdvice *advice)
{
  g_return_if_fail (SQUILL_IS_DIAGRAM (self));
  g_return_if_fail (advice == NULL || SQUILL_IS_ADVICE (advice));

  squill_diagram_set_severity_func (self, advice != NULL ? get_worst_of_advice : NULL, advice,
                                    NULL);
  if (advice == NULL)
    return;
  self->advice = g_object_ref (advice);
  self->advice_changed =
      g_signal_connect_swapped (advice, "changed", G_CALLBACK (on_advice_changed), self);
}

/**
 * squill_diagram_set_severity_func:
 * @self: a diagram
 * @function: (nullable): gives the severity of what is found about an item
 * @user_data: for @function
 * @destroy: (nullable): frees @user_data
 *
 * Marks rows with the result of a function, instead of squill_diagram_set_advice().
 */
void
squill_diagram_set_severity_func (SquillDiagram *self,
                                  SquillSeverityFunc function,
                                  gpointer user_data,
                                  GDestroyNotify destroy)
{
  g_return_if_fail (SQUILL_IS_DIAGRAM (self));

  g_clear_signal_handler (&self->advice_changed, self->advice);
  if (self->severity_destroy != NULL)
    self->severity_destroy (self->severity_data);
  g_clear_object (&self->advice);
  self->severity_function = function;
  self->severity_data = user_data;
  self->severity_destroy = destroy;
  self->severities_stale = TRUE;
  if (self->design != NULL)
    announce (self);
}

static gboolean
are_same (GHashTable *a, GHashTable *b)
{
  GHashTableIter iter;
  gpointer id;

  if (a == NULL || b == NULL)
    return a == b;
  if (g_hash_table_size (a) != g_hash_table_size (b))
    return FALSE;
  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    if (!g_hash_table_contains (b, id))
      return FALSE;
  return TRUE;
}

/**
 * squill_diagram_set_shown:
 * @self: a diagram
 * @shown: (nullable) (element-type utf8 utf8): ids of cards and notes; not to be changed any more
 *
 * Shows only some cards and notes, the lines between them and the groups with any of them; %NULL
 * shows all. Nothing of the model changes.
 */
void
squill_diagram_set_shown (SquillDiagram *self, GHashTable *shown)
{
  g_return_if_fail (SQUILL_IS_DIAGRAM (self));

  if (are_same (self->shown, shown))
    return;
  g_clear_pointer (&self->shown, g_hash_table_unref);
  self->shown = shown != NULL ? g_hash_table_ref (shown) : NULL;
  self->set_stale = self->places_stale = self->frames_stale = TRUE;
  announce (self);
}

/**
 * squill_diagram_set_notation:
 * @self: a diagram
 * @notation: how the ends of its lines say how many there are
 *
 * Draws the lines in a notation.
 */
void
squill_diagram_set_notation (SquillDiagram *self, SquillNotation notation)
{
  g_return_if_fail (SQUILL_IS_DIAGRAM (self));

  if (self->notation == notation)
    return;
  self->notation = notation;
  self->edges_stale = TRUE;
  announce (self);
}

/**
 * squill_diagram_get_notation:
 * @self: a diagram
 *
 * Returns: how the ends of its lines say how many there are
 */
SquillNotation
squill_diagram_get_notation (SquillDiagram *self)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), SQUILL_NOTATION_CROWS_FOOT);

  return self->notation;
}

/**
 * squill_notation_from_name:
 * @name: "crows-foot", "uml", or "min-max"
 * @notation: (out): what it stands for
 *
 * Returns: %TRUE if there is such a name
 */
gboolean
squill_notation_from_name (const char *name, SquillNotation *notation)
{
  static const char *const names[] = { "crows-foot", "uml", "min-max" };

  g_return_val_if_fail (name != NULL && notation != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i], name))
      {
        *notation = (SquillNotation)i;
        return TRUE;
      }
  return FALSE;
}

/**
 * squill_diagram_set_fields:
 * @self: a diagram
 * @fields: which fields its cards show
 *
 * Shows more or less of all cards. Lines of hidden fields leave from the heads.
 */
void
squill_diagram_set_fields (SquillDiagram *self, SquillCardFields fields)
{
  GHashTableIter iter;
  gpointer id;

  g_return_if_fail (SQUILL_IS_DIAGRAM (self));

  if (self->fields == fields)
    return;
  self->fields = fields;
  g_hash_table_iter_init (&iter, self->by_id);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    _squill_mark (self->restyled, id);
  self->places_stale = self->frames_stale = TRUE;
  announce (self);
}

/**
 * squill_diagram_set_view:
 * @self: a diagram
 * @view: (nullable): id of a view, or %NULL for none
 *
 * Shows cards and notes where they stand in a view. Which of them are shown is a matter of
 * squill_diagram_set_shown().
 */
void
squill_diagram_set_view (SquillDiagram *self, const char *view)
{
  g_return_if_fail (SQUILL_IS_DIAGRAM (self));

  if (g_strcmp0 (self->view, view) == 0)
    return;
  g_free (self->view);
  self->view = g_strdup (view);
  self->places_stale = self->frames_stale = self->edges_stale = TRUE;
  forget_move (self);
  announce (self);
}

/**
 * squill_diagram_get_view:
 * @self: a diagram
 *
 * Returns: (transfer none) (nullable): id of the view in which cards and notes stand
 */
const char *
squill_diagram_get_view (SquillDiagram *self)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);

  return self->view;
}

/**
 * squill_diagram_set_routes_apart:
 * @self: a diagram
 * @apart: whether the routes of many lines are not needed, or somebody calls
 *   squill_diagram_copy_unfinished_routes() after each update
 *
 * Lets squill_diagram_update() leave out the routes of many lines, which take long. Until they are
 * set lines run as before, and those that are new or joined to what moved run straight there.
 */
void
squill_diagram_set_routes_apart (SquillDiagram *self, gboolean apart)
{
  g_return_if_fail (SQUILL_IS_DIAGRAM (self));

  self->routes_apart = apart;
}

/**
 * squill_diagram_copy_unfinished_routes:
 * @self: a diagram, after an update
 *
 * Gives what is needed to find the routes that the last update left out, by
 * squill_router_complete() in any thread. While something is dragged they are not looked for.
 *
 * Returns: (transfer full) (nullable): the cards and lines, for squill_diagram_set_routes(); %NULL
 *   if no route is left out
 */
SquillRouter *
squill_diagram_copy_unfinished_routes (SquillDiagram *self)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);

  if (!squill_router_is_rough (self->router) || g_hash_table_size (self->moved) > 0 ||
      self->moved_line != NULL)
    return NULL;
  return squill_router_copy (self->router);
}

/**
 * squill_diagram_wants_routes:
 * @self: a diagram, after an update
 * @routes: what squill_diagram_copy_unfinished_routes() gave
 *
 * Returns: %TRUE if these are still the routes that it needs
 */
gboolean
squill_diagram_wants_routes (SquillDiagram *self, SquillRouter *routes)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self) && SQUILL_IS_ROUTER (routes), FALSE);

  return squill_router_is_rough (self->router) && squill_router_is_current (self->router, routes);
}

/**
 * squill_diagram_set_routes:
 * @self: a diagram
 * @completed: what squill_diagram_copy_unfinished_routes() gave, completed; it is of no use
 *   afterwards
 *
 * Sets the routes that were left out. The next update shows them, unless the diagram changed so
 * that they are no longer true.
 */
void
squill_diagram_set_routes (SquillDiagram *self, SquillRouter *completed)
{
  g_return_if_fail (SQUILL_IS_DIAGRAM (self));
  g_return_if_fail (SQUILL_IS_ROUTER (completed));

  g_set_object (&self->completed, completed);
  announce (self);
}

/**
 * squill_diagram_get_shown:
 * @self: a diagram
 *
 * Returns: (transfer none) (nullable) (element-type utf8 utf8): what squill_diagram_set_shown() was
 *   given
 */
GHashTable *
squill_diagram_get_shown (SquillDiagram *self)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);

  return self->shown;
}

void
squill_diagram_change_free (SquillDiagramChange *change)
{
  g_return_if_fail (change != NULL);

  g_ptr_array_unref (change->cards);
  g_ptr_array_unref (change->looks);
  g_ptr_array_unref (change->edges);
  g_free (change);
}

/**
 * squill_diagram_is_empty:
 * @self: a diagram
 *
 * Tells whether there is nothing on it.
 *
 * Returns: %TRUE if there is neither a card nor a note
 */
gboolean
squill_diagram_is_empty (SquillDiagram *self)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), TRUE);

  return self->cards->len == 0 && self->frames->len == 0;
}

/**
 * squill_diagram_get_n_cards:
 * @self: a diagram
 *
 * Returns: the number of cards
 */
guint
squill_diagram_get_n_cards (SquillDiagram *self)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), 0);

  return self->cards->len;
}

/**
 * squill_diagram_get_card:
 * @self: a diagram
 * @position: which one, from 0
 *
 * Returns: (transfer none): a card, in the order of painting; valid until the next update
 */
const SquillCard *
squill_diagram_get_card (SquillDiagram *self, guint position)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);
  g_return_val_if_fail (position < self->cards->len, NULL);

  return g_ptr_array_index (self->cards, position);
}

/**
 * squill_diagram_get_n_edges:
 * @self: a diagram
 *
 * Returns: the number of lines
 */
guint
squill_diagram_get_n_edges (SquillDiagram *self)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), 0);

  return self->edge_order->len;
}

/**
 * squill_diagram_get_edge:
 * @self: a diagram
 * @position: which one, from 0
 *
 * Returns: (transfer none): a line, in the order of painting; valid until the next update
 */
const SquillEdge *
squill_diagram_get_edge (SquillDiagram *self, guint position)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);
  g_return_val_if_fail (position < self->edge_order->len, NULL);

  return g_ptr_array_index (self->edge_order, position);
}

/**
 * squill_diagram_get_n_frames:
 * @self: a diagram
 *
 * Returns: the number of groups and notes
 */
guint
squill_diagram_get_n_frames (SquillDiagram *self)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), 0);

  return self->frames->len;
}

/**
 * squill_diagram_get_frame:
 * @self: a diagram
 * @position: which one, from 0
 *
 * Returns: (transfer none): a group or a note, in the order of painting: first the groups; valid
 *   until the next update
 */
const SquillFrame *
squill_diagram_get_frame (SquillDiagram *self, guint position)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);
  g_return_val_if_fail (position < self->frames->len, NULL);

  return &g_array_index (self->frames, SquillFrame, position);
}

/**
 * squill_diagram_move_card:
 * @self: a diagram
 * @id: id of a card
 * @x: where its left edge should be
 * @y: where its top edge should be
 *
 * Shows a card somewhere else while it is dragged, without an edit of the model. The next change
 * of any place in the model ends it, and so does squill_diagram_end_move(). Call
 * squill_diagram_update() afterwards.
 */
void
squill_diagram_move_card (SquillDiagram *self, const char *id, double x, double y)
{
  SquillPoint place = { x, y };

  g_return_if_fail (SQUILL_IS_DIAGRAM (self));
  g_return_if_fail (id != NULL);
  g_return_if_fail (isfinite (x) && isfinite (y));

  g_hash_table_replace (self->moved, g_strdup (id), g_memdup2 (&place, sizeof place));
  self->places_stale = TRUE;
  announce (self);
}

/**
 * squill_diagram_move_line_part:
 * @self: a diagram
 * @id: id of a line
 * @part: what of it
 * @x: where it should be, as #SquillLinePlaces says
 * @y: where it should be
 *
 * Shows a part of a line somewhere else while it is dragged, as squill_diagram_move_card() does a
 * card. One line at a time.
 */
void
squill_diagram_move_line_part (
    SquillDiagram *self, const char *id, SquillLinePart part, double x, double y)
{
  SquillOwnEdge *own;

  g_return_if_fail (SQUILL_IS_DIAGRAM (self));
  g_return_if_fail (id != NULL);
  g_return_if_fail ((guint)part < SQUILL_N_LINE_PARTS);
  g_return_if_fail (isfinite (x) && isfinite (y));

  own = g_hash_table_lookup (self->edges, id);
  if (own == NULL)
    return;
  if (g_strcmp0 (self->moved_line, id) != 0)
    {
      forget_move (self);
      self->moved_line = g_strdup (id);
    }
  own->edge.places.set[part] = TRUE;
  own->edge.places.x[part] = x;
  own->edge.places.y[part] = y;
  self->moved_places = own->edge.places;
  squill_router_set_line_places (self->router, id, &own->edge.places);
  announce (self);
}

/**
 * squill_diagram_end_move:
 * @self: a diagram
 *
 * Ends a move that squill_diagram_move_card() or squill_diagram_move_line_part() began: everything
 * returns to its position in the model. Not needed where the model is changed to where it was
 * moved.
 */
void
squill_diagram_end_move (SquillDiagram *self)
{
  g_return_if_fail (SQUILL_IS_DIAGRAM (self));

  if (g_hash_table_size (self->moved) == 0 && self->moved_line == NULL)
    return;
  forget_move (self);
  self->places_stale = TRUE;
  announce (self);
}
