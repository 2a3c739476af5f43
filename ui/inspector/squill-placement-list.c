/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "inspector/squill-inspector-private.h"

#include <glib/gi18n.h>

#include "design/squill-placement-text.h"
#include "model/squill-placement.h"
#include "widgets/squill-icon-button.h"

/* The bound that a new subset and a new bucket start with. */
#define USUAL_SUBSET 10
#define USUAL_BUCKET 100

typedef struct
{
  SquillPlacement placement;
  GtkWidget *row;
  GtkCheckButton *check;
  GtkLabel *title;
  GtkLabel *line;
  GtkWidget *badge;
} Choice;

struct _SquillPlacementList
{
  AdwBin parent_instance;

  GtkListBox *list;
  GtkLabel *why;
  Choice choices[SQUILL_N_PLACEMENTS];

  SquillSession *session;
  char *relationship;
  gboolean showing;
};

G_DEFINE_FINAL_TYPE (SquillPlacementList, squill_placement_list, ADW_TYPE_BIN)

static const SquillRelationship *
get_relationship (SquillPlacementList *self)
{
  return self->session == NULL || self->relationship == NULL
             ? NULL
             : squill_model_get_relationship (squill_session_get_model (self->session),
                                              self->relationship);
}

/* Whether a placement is worth showing: it is the current one, or fits the cardinality. */
static gboolean
fits (const SquillRelationship *relationship, SquillPlacement placement)
{
  gboolean one, many_parents;

  if (relationship->placement == placement)
    return TRUE;
  one = relationship->children.max <= 1;
  many_parents = relationship->parents.max > 1;
  switch (placement)
    {
    case SQUILL_PLACEMENT_EMBED_ONE:
      return one;
    case SQUILL_PLACEMENT_EMBED_MANY:
    case SQUILL_PLACEMENT_SUBSET:
    case SQUILL_PLACEMENT_BUCKET:
      return !one;
    case SQUILL_PLACEMENT_TWO_WAY:
    case SQUILL_PLACEMENT_JUNCTION:
      return many_parents || !one;
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
    default:
      return TRUE;
    }
}

/* Changes the placement in one step, with a usual bound if the new one needs a bound. */
static void
choose (SquillModel *model, const SquillRelationship *relationship, SquillPlacement placement)
{
  const char *id = relationship->item.id;
  gboolean subset = placement == SQUILL_PLACEMENT_SUBSET;

  squill_model_begin_step (model, _ ("Change placement"), NULL);
  squill_model_set (model, id, "placement", json_string (squill_placement_get_name (placement)),
                    NULL);
  if (squill_placement_has_bound (placement) && isnan (relationship->bound))
    squill_model_set (model, id, "bound", squill_json_number (subset ? USUAL_SUBSET : USUAL_BUCKET),
                      NULL);
  squill_model_end_step (model);
}

static void
on_toggled (GtkCheckButton *check, SquillPlacementList *self)
{
  const SquillRelationship *relationship = get_relationship (self);
  SquillPlacement placement =
      (SquillPlacement)GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (check), "placement"));

  if (self->showing || relationship == NULL || !gtk_check_button_get_active (check) ||
      relationship->placement == placement)
    return;
  choose (squill_session_get_model (self->session), relationship, placement);
}

/* What all operations on the relationship cost, and what is unknown of that. */
static char *
write_tooltip (const SquillPlacementOption *option)
{
  char *cost = squill_placement_option_describe_cost (option);
  GString *text;

  if (cost == NULL)
    return NULL;
  text = g_string_new (cost);
  g_free (cost);
  if (option->unknown->len > 0)
    g_string_append_printf (text, "\n%s", _ ("Unknown is:"));
  for (guint i = 0; i < option->unknown->len; i++)
    g_string_append_printf (text, "\n%s", (const char *)option->unknown->pdata[i]);
  return g_string_free (text, FALSE);
}

/* Shows the summary of one placement. Of its options with and without copied fields, the current
 * one counts, or else the one without. */
static void
show_option (Choice *choice, GPtrArray *options)
{
  const SquillPlacementOption *shown = NULL;
  gboolean advised = FALSE;
  const char *class;
  g_autofree char *text = NULL;
  g_autofree char *cost = NULL;

  for (guint i = 0; i < options->len; i++)
    {
      const SquillPlacementOption *option = options->pdata[i];

      if (option->placement != choice->placement)
        continue;
      advised = advised || option->advised;
      if (shown == NULL || option->current || (!option->copied && !shown->current))
        shown = option;
    }
  gtk_widget_set_visible (GTK_WIDGET (choice->line), shown != NULL && shown->summary != NULL);
  gtk_widget_set_visible (choice->badge, advised);
  squill_widget_show_tooltip (choice->row, NULL);
  if (shown == NULL || shown->summary == NULL)
    return;
  /* The mark says the same as the color. */
  class = !shown->feasible            ? "error"
          : advised                   ? "success"
          : shown->drawbacks->len > 0 ? "warning"
                                      : "dim-label";
  text = g_strconcat (!shown->feasible            ? "✕ "
                      : shown->drawbacks->len > 0 ? "⚠ "
                                                  : "",
                      shown->summary, NULL);
  squill_label_show (choice->line, text);
  cost = write_tooltip (shown);
  squill_widget_show_tooltip (choice->row, cost);
  gtk_widget_set_css_classes (GTK_WIDGET (choice->line),
                              (const char *[]){ "caption", class, NULL });
}

static void
name_choice (Choice *choice)
{
  g_autofree char *name = g_strdup_printf (
      "%s, %s%s", gtk_label_get_label (choice->title), gtk_label_get_label (choice->line),
      gtk_widget_get_visible (choice->badge) ? _ (", advised") : "");

  squill_widget_set_name (choice->check, name);
}

static void
make_choice (SquillPlacementList *self, SquillPlacement placement)
{
  Choice *choice = &self->choices[placement];
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *titles = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);

  choice->placement = placement;
  choice->check =
      g_object_new (GTK_TYPE_CHECK_BUTTON, "accessible-role", GTK_ACCESSIBLE_ROLE_RADIO, NULL);
  gtk_widget_set_valign (GTK_WIDGET (choice->check), GTK_ALIGN_CENTER);
  g_object_set_data (G_OBJECT (choice->check), "placement", GUINT_TO_POINTER (placement));
  if (placement > 0)
    gtk_check_button_set_group (choice->check, self->choices[0].check);
  g_signal_connect (choice->check, "toggled", G_CALLBACK (on_toggled), self);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (choice->check));

  choice->title = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (choice->title, 0);
  gtk_label_set_wrap (choice->title, TRUE);
  gtk_label_set_wrap_mode (choice->title, PANGO_WRAP_WORD_CHAR);
  choice->line = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (choice->line, 0);
  gtk_label_set_wrap (choice->line, TRUE);
  gtk_label_set_wrap_mode (choice->line, PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_visible (GTK_WIDGET (choice->line), FALSE);
  gtk_box_append (GTK_BOX (titles), GTK_WIDGET (choice->title));
  gtk_box_append (GTK_BOX (titles), GTK_WIDGET (choice->line));
  gtk_widget_set_hexpand (titles, TRUE);
  gtk_widget_set_valign (titles, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), titles);

  choice->badge = gtk_label_new (_ ("advised"));
  gtk_widget_add_css_class (choice->badge, "badge");
  gtk_widget_set_valign (choice->badge, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (choice->badge, FALSE);
  gtk_box_append (GTK_BOX (box), choice->badge);

  choice->row = gtk_list_box_row_new ();
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (choice->row), box);
  gtk_widget_set_focusable (choice->row, FALSE);
  gtk_list_box_append (self->list, choice->row);
}

static void
on_row_activated (GtkListBox *list, GtkListBoxRow *row, SquillPlacementList *self)
{
  gtk_check_button_set_active (self->choices[gtk_list_box_row_get_index (row)].check, TRUE);
}

static void
squill_placement_list_dispose (GObject *object)
{
  SquillPlacementList *self = SQUILL_PLACEMENT_LIST (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->relationship, g_free);

  G_OBJECT_CLASS (squill_placement_list_parent_class)->dispose (object);
}

static void
squill_placement_list_class_init (SquillPlacementListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = squill_placement_list_dispose;

  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "placementlist");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_RADIO_GROUP);
}

static void
squill_placement_list_init (SquillPlacementList *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "boxed-list");
  g_signal_connect (self->list, "row-activated", G_CALLBACK (on_row_activated), self);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->list));
  self->why = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->why, 0);
  gtk_label_set_wrap (self->why, TRUE);
  gtk_label_set_wrap_mode (self->why, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (self->why, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->why), "caption");
  gtk_widget_add_css_class (GTK_WIDGET (self->why), "dim-label");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->why));
  adw_bin_set_child (ADW_BIN (self), box);
  for (guint i = 0; i < SQUILL_N_PLACEMENTS; i++)
    make_choice (self, (SquillPlacement)i);
  squill_widget_set_name (self, _ ("Stored as"));
}

/**
 * squill_placement_list_new:
 *
 * Returns: (transfer floating): a list that shows nothing
 */
GtkWidget *
squill_placement_list_new (void)
{
  return g_object_new (SQUILL_TYPE_PLACEMENT_LIST, NULL);
}

/**
 * squill_placement_list_show:
 * @self: a list
 * @session: a session
 * @relationship: the id of a relationship
 *
 * Shows the placements of a relationship.
 */
void
squill_placement_list_show (SquillPlacementList *self,
                            SquillSession *session,
                            const char *relationship)
{
  const SquillRelationship *r;
  SquillModel *model;
  g_autoptr (GPtrArray) options = NULL;
  g_autofree char *why = NULL;

  g_return_if_fail (SQUILL_IS_PLACEMENT_LIST (self));
  g_return_if_fail (SQUILL_IS_SESSION (session));

  model = squill_session_get_model (session);
  r = squill_model_get_relationship (model, relationship);
  if (r == NULL)
    return;
  if (g_strcmp0 (self->relationship, relationship) != 0)
    {
      g_free (self->relationship);
      self->relationship = g_strdup (relationship);
    }
  g_set_object (&self->session, session);
  options = squill_placements_compare (squill_session_get_design (session), relationship);
  self->showing = TRUE;
  for (guint i = 0; i < SQUILL_N_PLACEMENTS; i++)
    {
      Choice *choice = &self->choices[i];
      g_autofree char *title = squill_placement_describe (model, r, choice->placement);

      squill_label_show (choice->title, title);
      gtk_widget_set_visible (choice->row, fits (r, choice->placement));
      gtk_check_button_set_active (choice->check, r->placement == choice->placement);
      if (r->placement == choice->placement)
        gtk_widget_add_css_class (GTK_WIDGET (choice->title), "heading");
      else
        gtk_widget_remove_css_class (GTK_WIDGET (choice->title), "heading");
      show_option (choice, options);
      name_choice (choice);
    }
  why = squill_placements_explain (model, r, options);
  squill_label_show (self->why, why);
  self->showing = FALSE;
  gtk_widget_set_sensitive (GTK_WIDGET (self), !squill_model_get_read_only (model));
}
