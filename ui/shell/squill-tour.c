/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "shell/squill-tour.h"

#include <glib/gi18n.h>
#include <math.h>

#include "canvas/squill-canvas-view.h"
#include "canvas/squill-canvas.h"
#include "inspector/squill-inspector.h"
#include "panel/squill-panel-page.h"
#include "shell/squill-window.h"
#include "widgets/squill-compat.h"
#include "widgets/squill-finding-card.h"
#include "widgets/squill-popover.h"

/* What the bubble points at moves with lists that are scrolled and windows that are resized: looked
 * at so often, ms. */
#define FOLLOW_MS 250
#define WIDTH_CHARS 34

struct _SquillTour
{
  GObject parent_instance;

  GtkWidget *window; /* not owned: it has the tour */
  SquillTourPlaces places;
  GtkWidget *bubble;
  AdwClamp *clamp;
  GtkWidget *box;
  GtkLabel *title;
  GtkLabel *text;
  GtkLabel *count;
  GtkWidget *skip;
  GtkWidget *next;

  SquillSession *session;
  GSignalGroup *session_signals;
  GSignalGroup *selection_signals;
  GSignalGroup *preview_signals;
  GSignalGroup *advice_signals;
  guint step;
  guint source;
  guint go_on_source;
  gboolean previewed;    /* in this step */
  guint n_warnings;      /* when the step began */
  SquillTriple children; /* of the comments, when the step began */
};

enum
{
  ENDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillTour, squill_tour, G_TYPE_OBJECT)

/* The blog. */

static SquillModel *
get_model (SquillTour *self)
{
  return squill_session_get_model (self->session);
}

static const SquillEntity *
find_posts (SquillTour *self)
{
  return squill_model_find_entity (get_model (self), "posts");
}

static const SquillRelationship *
find_comments (SquillTour *self)
{
  const SquillEntity *posts = find_posts (self);
  const SquillEntity *comments = squill_model_find_entity (get_model (self), "comments");

  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (get_model (self)),
                         SQUILL_KIND_RELATIONSHIP)
    if (posts != NULL && comments != NULL && g_strcmp0 (r->parent, posts->item.id) == 0 &&
        g_strcmp0 (r->child, comments->item.id) == 0)
      return r;
  return NULL;
}

static const SquillItem *
get_selected (SquillTour *self)
{
  const char *id = squill_selection_get_single (squill_session_get_selection (self->session));

  return id != NULL ? squill_model_get_item (get_model (self), id) : NULL;
}

/* Errors and warnings that can be mended. */
static guint
count_warnings (SquillTour *self)
{
  GPtrArray *findings = squill_advice_get_findings (squill_session_get_advice (self->session));
  guint n = 0;

  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];

      n += finding->severity >= SQUILL_SEVERITY_WARNING && !finding->dismissed;
    }
  return n;
}

/* What the bubble points at. */

static GtkWidget *
find_type (GtkWidget *widget, GType type)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type) && gtk_widget_get_mapped (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_type (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
get_bounds (SquillTour *self, GtkWidget *widget, GdkRectangle *at)
{
  graphene_rect_t bounds;

  if (widget == NULL || !gtk_widget_get_mapped (widget) ||
      !gtk_widget_compute_bounds (widget, self->places.canvas_view, &bounds))
    return FALSE;
  *at = (GdkRectangle){ (int)floorf (bounds.origin.x), (int)floorf (bounds.origin.y),
                        (int)ceilf (bounds.size.width), (int)ceilf (bounds.size.height) };
  return TRUE;
}

static gboolean
find_posts_card (SquillTour *self, GdkRectangle *at)
{
  SquillCanvas *canvas =
      SQUILL_CANVAS (squill_canvas_view_get_canvas (SQUILL_CANVAS_VIEW (self->places.canvas_view)));
  const SquillEntity *posts = find_posts (self);
  SquillRect rect;

  if (posts == NULL || !squill_canvas_get_item_rect (canvas, posts->item.id, &rect))
    return FALSE;
  rect = squill_viewport_rect_to_window (squill_canvas_get_viewport (canvas), &rect);
  *at = (GdkRectangle){ (int)rect.x, (int)rect.y, (int)rect.width, (int)rect.height };
  return TRUE;
}

static gboolean
find_document (SquillTour *self, GdkRectangle *at)
{
  return get_bounds (self, find_type (self->places.panel, SQUILL_TYPE_CODE_VIEW), at);
}

static gboolean
find_count (SquillTour *self, GdkRectangle *at)
{
  return get_bounds (
      self, squill_inspector_find_row (SQUILL_INSPECTOR (self->places.inspector), "children"), at);
}

static gboolean
find_placements (SquillTour *self, GdkRectangle *at)
{
  return get_bounds (
      self, squill_inspector_get_placements (SQUILL_INSPECTOR (self->places.inspector)), at);
}

static gboolean
find_warning (SquillTour *self, GdkRectangle *at)
{
  return get_bounds (self, find_type (self->places.panel, SQUILL_TYPE_FINDING_CARD), at);
}

/* What ends a step, and is made up for where it was passed over. */

static gboolean
is_post_selected (SquillTour *self)
{
  const SquillItem *selected = get_selected (self);
  const SquillEntity *posts = find_posts (self);

  return selected != NULL && posts != NULL && squill_item_get_owner (selected) == &posts->item;
}

/* What begins a step. */

static void
show_document (SquillTour *self)
{
  const SquillEntity *posts = find_posts (self);

  if (posts != NULL && !is_post_selected (self))
    squill_selection_set_single (squill_session_get_selection (self->session), posts->item.id);
  g_object_set (self->window, "panel-visible", TRUE, NULL);
  gtk_widget_activate_action (self->window, "win.page", "s", "documents");
}

static void
show_comments (SquillTour *self)
{
  const SquillRelationship *comments = find_comments (self);

  g_object_set (self->window, "inspector-visible", TRUE, NULL);
  if (comments == NULL)
    return;
  self->children = comments->children;
  squill_selection_set_single (squill_session_get_selection (self->session), comments->item.id);
}

static void
show_warnings (SquillTour *self)
{
  g_object_set (self->window, "panel-visible", TRUE, NULL);
  gtk_widget_activate_action (self->window, "win.page", "s", "warnings");
  squill_advice_complete (squill_session_get_advice (self->session));
  self->n_warnings = count_warnings (self);
}

/* What ends it. */

static gboolean
is_comment_selected (SquillTour *self)
{
  const SquillItem *selected = get_selected (self);
  const SquillRelationship *comments = find_comments (self);

  return selected != NULL && comments != NULL &&
         (selected == &comments->item ||
          g_strcmp0 (squill_item_get_owner (selected)->id, comments->child) == 0);
}

static gboolean
is_count_changed (SquillTour *self)
{
  const SquillRelationship *comments = find_comments (self);

  return comments != NULL && (comments->children.min != self->children.min ||
                              comments->children.likely != self->children.likely ||
                              comments->children.max != self->children.max);
}

/* Somebody has pointed at a placement, and looked elsewhere since; or has chosen one. */
static gboolean
is_placement_tried (SquillTour *self)
{
  return self->previewed &&
         squill_preview_get_result (squill_session_get_preview (self->session)) == NULL;
}

static gboolean
is_warning_mended (SquillTour *self)
{
  return squill_advice_get_pending (squill_session_get_advice (self->session)) == 0 &&
         count_warnings (self) < self->n_warnings;
}

static const struct
{
  const char *title;
  const char *text;
  void (*begin) (SquillTour *self);
  gboolean (*find) (SquillTour *self, GdkRectangle *at);
  gboolean (*is_done) (SquillTour *self);
} steps[SQUILL_TOUR_N_STEPS + 1] = {
  { N_ ("A card is a collection"),
    N_ ("This is a blog: posts with their comments, and the users who write them. Click the card "
        "“posts”."),
    NULL, find_posts_card, is_post_selected },
  { N_ ("Documents follow"),
    N_ ("This is one post as the database would keep it, with the comments inside. Click a line of "
        "the comments to see where it comes from."),
    show_document, find_document, is_comment_selected },
  { N_ ("How many decides"),
    N_ ("A post has about 35 comments, and nothing bounds them. Type how many there are at least, "
        "usually, and at most, such as 0..35..500."),
    show_comments, find_count, is_count_changed },
  { N_ ("Look before you choose"),
    N_ ("These are the ways to store the comments. Point at one: the diagram and the document show "
        "what would come and go. Move away, and all is as it was."),
    show_comments, find_placements, is_placement_tried },
  { N_ ("Fix a warning"),
    N_ ("These are the places where this design will cause trouble, with the numbers that show "
        "why. Press the blue button of a warning to fix it."),
    show_warnings, find_warning, is_warning_mended },
  { N_ ("That is all"),
    N_ ("One warning less. Undo takes it back, and nothing is saved before you save it. You find "
        "the tour in the menu whenever you want it again."),
    NULL, find_posts_card, NULL },
};

/* The bubble. */

/* The bubble stands on the diagram, so that it does not cover what it is about. */
static GtkPositionType
choose_side (const GdkRectangle *at, int width, int height)
{
  if (at->x >= width)
    return GTK_POS_LEFT;
  if (at->x + at->width <= 0)
    return GTK_POS_RIGHT;
  return at->y >= height ? GTK_POS_TOP : GTK_POS_BOTTOM;
}

static void
place (SquillTour *self)
{
  const int width = gtk_widget_get_width (self->places.canvas_view);
  const int height = gtk_widget_get_height (self->places.canvas_view);
  GdkRectangle at = { width / 2, height / 3, 1, 1 };

  steps[self->step].find (self, &at);
  gtk_popover_set_position (GTK_POPOVER (self->bubble), choose_side (&at, width, height));
  squill_popover_point_to (GTK_POPOVER (self->bubble), gtk_widget_get_parent (self->bubble), &at);
}

static gboolean
on_follow (gpointer data)
{
  place (data);
  return G_SOURCE_CONTINUE;
}

/* A popover beside its place measures its height for a width that includes the arrow, which the
 * text does not get: what takes a line more without it would be cut off. */
static void
fix_width (SquillTour *self)
{
  int width;

  gtk_widget_measure (self->box, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  adw_clamp_set_maximum_size (self->clamp, width);
  adw_clamp_set_tightening_threshold (self->clamp, width);
}

static void
show_step (SquillTour *self)
{
  const gboolean last = self->step == SQUILL_TOUR_N_STEPS;
  g_autofree char *count =
      g_strdup_printf (_ ("Step %u of %u"), self->step + 1, (guint)SQUILL_TOUR_N_STEPS);

  self->previewed = FALSE;
  if (steps[self->step].begin != NULL)
    steps[self->step].begin (self);
  gtk_label_set_label (self->title, _ (steps[self->step].title));
  gtk_label_set_label (self->text, _ (steps[self->step].text));
  gtk_label_set_label (self->count, last ? "" : count);
  gtk_widget_set_visible (self->skip, !last);
  squill_compat_set_button_label (GTK_BUTTON (self->next), last ? _ ("_Close") : _ ("_Next"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bubble), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (steps[self->step].title), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  _ (steps[self->step].text), -1);
  fix_width (self);
  place (self);
}

static void
end (SquillTour *self)
{
  g_autoptr (SquillTour) keep = g_object_ref (self);

  g_signal_emit (self, signals[ENDED], 0);
}

static void
go_on (SquillTour *self)
{
  if (self->step == SQUILL_TOUR_N_STEPS)
    {
      end (self);
      return;
    }
  self->step++;
  show_step (self);
}

static gboolean
on_go_on (gpointer data)
{
  SquillTour *self = data;

  self->go_on_source = 0;
  if (self->step < SQUILL_TOUR_N_STEPS && steps[self->step].is_done (self))
    go_on (self);
  return G_SOURCE_REMOVE;
}

/* In an idle: what follows from the change is shown by then. */
static void
look (SquillTour *self)
{
  if (squill_preview_get_result (squill_session_get_preview (self->session)) != NULL)
    self->previewed = TRUE;
  if (self->go_on_source == 0)
    self->go_on_source = g_idle_add (on_go_on, self);
}

static void
squill_tour_dispose (GObject *object)
{
  SquillTour *self = SQUILL_TOUR (object);

  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_handle_id (&self->go_on_source, g_source_remove);
  g_clear_object (&self->session_signals);
  g_clear_object (&self->selection_signals);
  g_clear_object (&self->preview_signals);
  g_clear_object (&self->advice_signals);
  g_clear_object (&self->session);
  g_clear_pointer (&self->bubble, squill_compat_remove_popover);

  G_OBJECT_CLASS (squill_tour_parent_class)->dispose (object);
}

static void
squill_tour_class_init (SquillTourClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = squill_tour_dispose;
  signals[ENDED] = g_signal_new ("ended", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static GtkLabel *
add_label (GtkWidget *box, const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (label), WIDTH_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (label), WIDTH_CHARS);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  gtk_box_append (GTK_BOX (box), label);
  return GTK_LABEL (label);
}

static void
squill_tour_init (SquillTour *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->title = add_label (box, "heading");
  self->text = add_label (box, NULL);
  self->count = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->count), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->count), "caption");
  gtk_widget_set_hexpand (GTK_WIDGET (self->count), TRUE);
  gtk_label_set_xalign (self->count, 0);
  self->skip = gtk_button_new_with_mnemonic (_ ("_End Tour"));
  self->next = gtk_button_new_with_mnemonic ("");
  g_signal_connect_swapped (self->skip, "clicked", G_CALLBACK (end), self);
  g_signal_connect_swapped (self->next, "clicked", G_CALLBACK (go_on), self);
  gtk_widget_add_css_class (self->skip, "flat");
  gtk_box_append (GTK_BOX (foot), GTK_WIDGET (self->count));
  gtk_box_append (GTK_BOX (foot), self->skip);
  gtk_box_append (GTK_BOX (foot), self->next);
  gtk_box_append (GTK_BOX (box), foot);

  self->bubble = gtk_popover_new ();
  gtk_popover_set_autohide (GTK_POPOVER (self->bubble), FALSE);
  self->box = box;
  self->clamp = ADW_CLAMP (adw_clamp_new ());
  adw_clamp_set_child (self->clamp, box);
  gtk_popover_set_child (GTK_POPOVER (self->bubble), GTK_WIDGET (self->clamp));
  gtk_widget_add_css_class (self->bubble, "tour");
}

/**
 * squill_tour_new:
 * @window: a #SquillWindow that shows the blog
 * @places: parts of it
 *
 * Begins a tour. It ends when it is freed, which whoever has it does after "ended".
 *
 * Returns: (transfer full): the tour
 */
SquillTour *
squill_tour_new (GtkWidget *window, const SquillTourPlaces *places)
{
  SquillTour *self;

  g_return_val_if_fail (SQUILL_IS_WINDOW (window), NULL);
  g_return_val_if_fail (places != NULL, NULL);

  self = g_object_new (SQUILL_TYPE_TOUR, NULL);
  self->window = window;
  self->places = *places;
  self->session = g_object_ref (squill_window_get_session (SQUILL_WINDOW (window)));
  gtk_widget_set_parent (self->bubble, places->canvas_view);
  self->session_signals = g_signal_group_new (SQUILL_TYPE_SESSION);
  self->selection_signals = g_signal_group_new (SQUILL_TYPE_SELECTION);
  self->preview_signals = g_signal_group_new (SQUILL_TYPE_PREVIEW);
  self->advice_signals = g_signal_group_new (SQUILL_TYPE_ADVICE);
  g_signal_group_connect_swapped (self->session_signals, "changed", G_CALLBACK (look), self);
  g_signal_group_connect_swapped (self->selection_signals, "changed", G_CALLBACK (look), self);
  g_signal_group_connect_swapped (self->preview_signals, "changed", G_CALLBACK (look), self);
  g_signal_group_connect_swapped (self->advice_signals, "changed", G_CALLBACK (look), self);
  g_signal_group_set_target (self->session_signals, self->session);
  g_signal_group_set_target (self->selection_signals, squill_session_get_selection (self->session));
  g_signal_group_set_target (self->preview_signals, squill_session_get_preview (self->session));
  g_signal_group_set_target (self->advice_signals, squill_session_get_advice (self->session));
  show_step (self);
  gtk_popover_popup (GTK_POPOVER (self->bubble));
  self->source = g_timeout_add (FOLLOW_MS, on_follow, self);
  return self;
}

/**
 * squill_tour_get_step:
 * @self: a tour
 *
 * Returns: how many steps are done, or skipped
 */
guint
squill_tour_get_step (SquillTour *self)
{
  g_return_val_if_fail (SQUILL_IS_TOUR (self), 0);

  return self->step;
}

/**
 * squill_tour_get_bubble:
 * @self: a tour
 *
 * Returns: (transfer none): what says what to do
 */
GtkWidget *
squill_tour_get_bubble (SquillTour *self)
{
  g_return_val_if_fail (SQUILL_IS_TOUR (self), NULL);

  return self->bubble;
}
