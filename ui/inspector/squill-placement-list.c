/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "inspector/squill-inspector-private.h"

#include <glib/gi18n.h>

#include "advice/squill-advised.h"
#include "design/squill-flip.h"
#include "design/squill-placement-text.h"
#include "model/squill-placement.h"
#include "session/squill-placement-detail.h"
#include "session/squill-task.h"
#include "widgets/squill-beside-layout.h"
#include "widgets/squill-icon-button.h"
#include "widgets/squill-plain-row.h"
#include "widgets/squill-pointing.h"

/* While numbers are typed, what would change the advice is not looked for yet. */
#define PAUSE_MS 300

/* Two for each placement: without copied fields and with them. */
#define N_CHOICES (2 * SQUILL_N_PLACEMENTS)

typedef struct
{
  SquillPlacementList *list;
  SquillPlacement placement;
  gboolean copied;
  GtkWidget *row;
  GtkCheckButton *check;
  GtkLabel *title;
  GtkLabel *line;
  GtkWidget *badge;
  GtkToggleButton *opener;
  GtkWidget *details_row;
  GtkBox *details;
  char *details_text; /* what the details show */
} Choice;

struct _SquillPlacementList
{
  AdwBin parent_instance;

  GtkListBox *list;
  GtkLabel *why;
  GtkLabel *pinned;
  GtkWidget *take;
  Choice choices[N_CHOICES];

  SquillSession *session;
  char *relationship;
  gboolean showing;

  GPtrArray *flips;          /* of the model as it is; NULL where they are not known */
  GCancellable *cancellable; /* of the search for them */
  guint pause_source;
};

G_DEFINE_FINAL_TYPE (SquillPlacementList, squill_placement_list, ADW_TYPE_BIN)

static void show_details (SquillPlacementList *self);

static const SquillRelationship *
get_relationship (SquillPlacementList *self)
{
  return self->session == NULL || self->relationship == NULL
             ? NULL
             : squill_model_get_relationship (squill_session_get_model (self->session),
                                              self->relationship);
}

static void
toast_error (SquillPlacementList *self, const GError *error)
{
  if (error != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", error->message);
}

/* Choosing. */

static void
on_toggled (GtkCheckButton *check, SquillPlacementList *self)
{
  const Choice *choice = g_object_get_data (G_OBJECT (check), "choice");
  g_autoptr (GError) error = NULL;

  if (self->showing || get_relationship (self) == NULL || !gtk_check_button_get_active (check))
    return;
  squill_advice_place_as (squill_session_get_advice (self->session), self->relationship,
                          choice->placement, choice->copied, &error);
  toast_error (self, error);
}

static void
on_take (SquillPlacementList *self)
{
  g_autoptr (GError) error = NULL;

  if (get_relationship (self) == NULL)
    return;
  squill_advice_place (squill_session_get_advice (self->session), self->relationship, &error);
  toast_error (self, error);
}

/* What would change the advice. It is looked for in a thread, in a copy of the model, and only
 * while somebody looks at an option. */

static void
stop_search (SquillPlacementList *self)
{
  g_clear_handle_id (&self->pause_source, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

typedef struct
{
  SquillModel *model;
  char *relationship;
} Search;

static void
search_free (gpointer data)
{
  Search *search = data;

  g_object_unref (search->model);
  g_free (search->relationship);
  g_free (search);
}

static void
search_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Search *search = data;
  g_autoptr (SquillDesign) design = squill_design_new (search->model);

  g_task_return_pointer (task, squill_flips_find (design, search->relationship, cancellable),
                         (GDestroyNotify)g_ptr_array_unref);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  SquillPlacementList *self = SQUILL_PLACEMENT_LIST (source);
  GCancellable *cancellable = g_task_get_cancellable (G_TASK (result));
  g_autoptr (GPtrArray) flips = g_task_propagate_pointer (G_TASK (result), NULL);

  /* The model is another one by now, or something else is shown. */
  if (flips == NULL || self->cancellable != cancellable)
    return;
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->flips, g_ptr_array_unref);
  self->flips = g_steal_pointer (&flips);
  show_details (self);
}

static gboolean
on_pause (gpointer data)
{
  SquillPlacementList *self = data;
  g_autoptr (GTask) task = NULL;
  Search *search;

  self->pause_source = 0;
  if (get_relationship (self) == NULL)
    return G_SOURCE_REMOVE;
  search = g_new0 (Search, 1);
  search->model = squill_model_copy (squill_session_get_model (self->session));
  search->relationship = g_strdup (self->relationship);
  squill_model_set_read_only (search->model, FALSE);
  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, on_found, NULL);
  g_task_set_source_tag (task, on_pause);
  g_task_set_task_data (task, search, search_free);
  squill_task_run_in_thread (task, search_in_thread);
  return G_SOURCE_REMOVE;
}

static gboolean
is_any_open (SquillPlacementList *self)
{
  for (guint i = 0; i < N_CHOICES; i++)
    if (gtk_widget_get_visible (self->choices[i].details_row))
      return TRUE;
  return FALSE;
}

static void
search_if_needed (SquillPlacementList *self)
{
  if (self->flips == NULL && self->cancellable == NULL && self->pause_source == 0 &&
      gtk_widget_get_mapped (GTK_WIDGET (self)) && is_any_open (self))
    self->pause_source = g_timeout_add (PAUSE_MS, on_pause, self);
}

/* Details. */

static const SquillPlacementOption *
find_option (const GPtrArray *options, const Choice *choice)
{
  for (guint i = 0; i < options->len; i++)
    {
      const SquillPlacementOption *option = options->pdata[i];

      if (option->placement == choice->placement && option->copied == choice->copied)
        return option;
    }
  return NULL;
}

static void
add_label (GtkBox *box, const char *text, const char *class, const char *style)
{
  GtkLabel *label = GTK_LABEL (gtk_label_new (NULL));

  squill_label_show (label, text);
  gtk_label_set_xalign (label, 0);
  gtk_label_set_wrap (label, TRUE);
  gtk_label_set_wrap_mode (label, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (label, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (label), class);
  if (style != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (label), style);
  gtk_box_append (box, GTK_WIDGET (label));
}

static void
add_detail (GtkBox *box, const SquillPlacementDetail *detail)
{
  static const struct
  {
    const char *mark;
    const char *class;
    const char *style;
  } looks[] = {
    [SQUILL_PLACEMENT_DETAIL_REASON] = { "✕ ", "caption", "error" },
    [SQUILL_PLACEMENT_DETAIL_DRAWBACK] = { "⚠ ", "caption", "warning" },
    [SQUILL_PLACEMENT_DETAIL_FACT] = { "", "caption", NULL },
    [SQUILL_PLACEMENT_DETAIL_UNKNOWN] = { "? ", "caption", "dim-label" },
    [SQUILL_PLACEMENT_DETAIL_OPERATION] = { "", "caption-heading", NULL },
    [SQUILL_PLACEMENT_DETAIL_FLIP] = { "↔ ", "caption", "flip" },
  };
  g_autofree char *text = g_strconcat (looks[detail->kind].mark, detail->text, NULL);

  add_label (box, text, looks[detail->kind].class, looks[detail->kind].style);
  if (detail->counts != NULL)
    add_label (box, detail->counts, "caption", NULL);
  if (detail->formula != NULL)
    add_label (box, detail->formula, "caption", "dim-label");
}

static char *
write_details (const GPtrArray *details, const GPtrArray *flips, const char *end)
{
  const GPtrArray *both[] = { details, flips };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (both); i++)
    for (guint k = 0; both[i] != NULL && k < both[i]->len; k++)
      {
        const SquillPlacementDetail *detail = both[i]->pdata[k];

        g_string_append_printf (text, "%u%s\n%s\n%s\n", detail->kind, detail->text,
                                detail->counts != NULL ? detail->counts : "",
                                detail->formula != NULL ? detail->formula : "");
      }
  g_string_append (text, end != NULL ? end : "");
  return g_string_free (text, FALSE);
}

/* Only what differs is built again: a text that is being read or copied stays. */
static void
show_choice_details (SquillPlacementList *self,
                     Choice *choice,
                     const SquillRelationship *r,
                     const GPtrArray *options,
                     const SquillPlacementOption *option)
{
  SquillModel *model = squill_session_get_model (self->session);
  g_autoptr (GPtrArray) details = squill_placement_details_list (model, r, options, option);
  g_autoptr (GPtrArray) flips =
      self->flips != NULL
          ? squill_placement_details_list_flips (model, r, options, self->flips, option)
          : NULL;
  const char *end = flips == NULL                        ? _ ("Looking for what would change it…")
                    : option->advised && flips->len == 0 ? _ ("No other number would change that")
                                                         : NULL;
  g_autofree char *text = write_details (details, flips, end);
  GtkWidget *child;

  if (g_strcmp0 (text, choice->details_text) == 0)
    return;
  g_free (choice->details_text);
  choice->details_text = g_steal_pointer (&text);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (choice->details))) != NULL)
    gtk_box_remove (choice->details, child);
  for (guint i = 0; i < details->len; i++)
    add_detail (choice->details, details->pdata[i]);
  for (guint i = 0; flips != NULL && i < flips->len; i++)
    add_detail (choice->details, flips->pdata[i]);
  if (end != NULL)
    add_label (choice->details, end, "caption", "dim-label");
}

static void
show_open_details (SquillPlacementList *self, const SquillRelationship *r, const GPtrArray *options)
{
  for (guint i = 0; i < N_CHOICES; i++)
    {
      Choice *choice = &self->choices[i];
      const SquillPlacementOption *option = find_option (options, choice);
      const gboolean open = gtk_toggle_button_get_active (choice->opener) && option != NULL &&
                            gtk_widget_get_visible (choice->row);

      gtk_widget_set_visible (choice->details_row, open);
      if (open)
        show_choice_details (self, choice, r, options, option);
    }
  search_if_needed (self);
}

static void
show_details (SquillPlacementList *self)
{
  const SquillRelationship *r = get_relationship (self);
  g_autoptr (GPtrArray) options = NULL;

  if (r == NULL)
    return;
  options = squill_placements_compare (squill_session_get_design (self->session), r->item.id);
  show_open_details (self, r, options);
}

static void
on_opened (GtkToggleButton *opener, SquillPlacementList *self)
{
  const gboolean open = gtk_toggle_button_get_active (opener);

  gtk_button_set_icon_name (GTK_BUTTON (opener), open ? "pan-down-symbolic" : "pan-end-symbolic");
  gtk_accessible_update_state (GTK_ACCESSIBLE (opener), GTK_ACCESSIBLE_STATE_EXPANDED, open, -1);
  if (!self->showing)
    show_details (self);
}

/* Options. */

/* Whether an option is worth showing: it is the current one, or fits the cardinality. */
static gboolean
fits (const SquillRelationship *r, const SquillPlacementOption *option)
{
  return option->current || option->placement != SQUILL_PLACEMENT_TWO_WAY || r->parents.max > 1 ||
         !squill_relationship_is_single (r);
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

/* Shows the summary of one option. */
static void
show_option (Choice *choice, const SquillPlacementOption *option)
{
  const char *class;
  g_autofree char *text = NULL;
  g_autofree char *cost = NULL;

  gtk_widget_set_visible (GTK_WIDGET (choice->line), option->summary != NULL);
  gtk_widget_set_visible (choice->badge, option->advised);
  squill_widget_show_tooltip (choice->row, NULL);
  if (option->summary == NULL)
    return;
  /* The mark says the same as the color. */
  class = !option->feasible            ? "error"
          : option->advised            ? "success"
          : option->drawbacks->len > 0 ? "warning"
                                       : "dim-label";
  text = g_strconcat (!option->feasible            ? "✕ "
                      : option->drawbacks->len > 0 ? "⚠ "
                                                   : "",
                      option->summary, NULL);
  squill_label_show (choice->line, text);
  cost = write_tooltip (option);
  squill_widget_show_tooltip (choice->row, cost);
  gtk_widget_set_css_classes (GTK_WIDGET (choice->line),
                              (const char *[]){ "caption", class, NULL });
}

static void
name_choice (Choice *choice)
{
  const char *title = gtk_label_get_label (choice->title);
  g_autofree char *name =
      g_strdup_printf ("%s, %s%s", title, gtk_label_get_label (choice->line),
                       gtk_widget_get_visible (choice->badge) ? _ (", advised") : "");
  /* Translators: a way to store a relationship, such as “Embedded in posts” */
  g_autofree char *opener = g_strdup_printf (_ ("Details of “%s”"), title);

  squill_widget_set_name (choice->check, name);
  squill_widget_set_name (choice->opener, opener);
}

static void
end_preview (SquillPlacementList *self)
{
  if (self->session != NULL)
    squill_preview_end (squill_session_get_preview (self->session));
}

/* Pointing at a placement shows what would follow from it. */
static void
on_point_at (Choice *choice)
{
  SquillPlacementList *self = choice->list;

  if (get_relationship (self) != NULL && !gtk_check_button_get_active (choice->check))
    {
      squill_preview_show_placement (squill_session_get_preview (self->session), self->relationship,
                                     choice->placement, choice->copied);
      squill_widget_describe_preview (GTK_WIDGET (choice->check),
                                      squill_session_get_preview (self->session));
    }
}

static void
on_point_away (Choice *choice)
{
  squill_widget_describe_preview (GTK_WIDGET (choice->check), NULL);
  end_preview (choice->list);
}

/* The same for the button that takes what is advised. */
static void
on_point_at_take (SquillPlacementList *self)
{
  g_autoptr (GPtrArray) options = NULL;
  const SquillPlacementOption *first;

  if (get_relationship (self) == NULL)
    return;
  options =
      squill_placements_compare (squill_session_get_design (self->session), self->relationship);
  first = options->len > 0 ? options->pdata[0] : NULL;
  if (first != NULL && first->advised)
    squill_preview_show_placement (squill_session_get_preview (self->session), self->relationship,
                                   first->placement, first->copied);
}

static void
make_details (SquillPlacementList *self, Choice *choice)
{
  choice->details = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 3));
  gtk_widget_add_css_class (GTK_WIDGET (choice->details), "details");
  choice->details_row = squill_plain_row_new ();
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (choice->details_row), GTK_WIDGET (choice->details));
  gtk_widget_set_visible (choice->details_row, FALSE);
  gtk_list_box_append (self->list, choice->details_row);
}

static void
make_choice (SquillPlacementList *self, guint at)
{
  Choice *choice = &self->choices[at];
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *titles = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  choice->placement = (SquillPlacement)(at / 2);
  choice->copied = at % 2 == 1;
  choice->check =
      g_object_new (GTK_TYPE_CHECK_BUTTON, "accessible-role", GTK_ACCESSIBLE_ROLE_RADIO, NULL);
  gtk_widget_set_valign (GTK_WIDGET (choice->check), GTK_ALIGN_CENTER);
  g_object_set_data (G_OBJECT (choice->check), "choice", choice);
  if (at > 0)
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
  /* A box of GTK 4.8 would line up their baselines only where it is told its width, and then be
   * higher than it says otherwise. */
  gtk_widget_set_layout_manager (foot, squill_beside_layout_new (6));
  gtk_box_append (GTK_BOX (foot), GTK_WIDGET (choice->line));
  gtk_box_append (GTK_BOX (titles), foot);
  gtk_widget_set_hexpand (titles, TRUE);
  gtk_widget_set_valign (titles, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), titles);

  choice->badge = gtk_label_new (_ ("advised"));
  gtk_widget_add_css_class (choice->badge, "badge");
  gtk_widget_set_halign (choice->badge, GTK_ALIGN_END);
  gtk_widget_set_valign (choice->badge, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (choice->badge, FALSE);
  /* Below the title, which is long, and has the width to itself. */
  gtk_box_append (GTK_BOX (foot), choice->badge);

  choice->opener = GTK_TOGGLE_BUTTON (gtk_toggle_button_new ());
  gtk_button_set_icon_name (GTK_BUTTON (choice->opener), "pan-end-symbolic");
  gtk_widget_add_css_class (GTK_WIDGET (choice->opener), "flat");
  gtk_widget_set_valign (GTK_WIDGET (choice->opener), GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (GTK_WIDGET (choice->opener), _ ("Operations and Costs"));
  g_signal_connect (choice->opener, "toggled", G_CALLBACK (on_opened), self);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (choice->opener));

  choice->row = squill_plain_row_new ();
  g_object_set_data (G_OBJECT (choice->row), "choice", choice);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (choice->row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (choice->row), TRUE);
  gtk_list_box_append (self->list, choice->row);
  choice->list = self;
  squill_widget_follow_pointing (choice->row, GTK_WIDGET (choice->check), G_CALLBACK (on_point_at),
                                 G_CALLBACK (on_point_away), choice);
  make_details (self, choice);
}

static void
on_row_activated (GtkListBox *list, GtkListBoxRow *row, SquillPlacementList *self)
{
  const Choice *choice = g_object_get_data (G_OBJECT (row), "choice");

  if (choice != NULL)
    gtk_check_button_set_active (choice->check, TRUE);
}

static gboolean
focus_choice (SquillPlacementList *self, int step)
{
  int at = 0;

  while (at < N_CHOICES && !gtk_widget_has_focus (GTK_WIDGET (self->choices[at].check)))
    at++;
  if (at == N_CHOICES)
    return FALSE;
  for (at += step; at >= 0 && at < N_CHOICES; at += step)
    if (gtk_widget_get_visible (self->choices[at].row) &&
        gtk_widget_grab_focus (GTK_WIDGET (self->choices[at].check)))
      break;
  return TRUE;
}

/* Tab goes to the placement that is chosen, the arrows to the others, which are chosen with Space:
 * each choice is an edit, and the way to the last one is not meant to be a row of them. Before the
 * list takes the keys for its rows. */
static gboolean
on_key_pressed (GtkEventControllerKey *keys,
                guint keyval,
                guint keycode,
                GdkModifierType state,
                SquillPlacementList *self)
{
  if ((state & gtk_accelerator_get_default_mod_mask ()) != 0)
    return FALSE;
  switch (keyval)
    {
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      return focus_choice (self, -1);
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      return focus_choice (self, 1);
    default:
      return FALSE;
    }
}

static void
squill_placement_list_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (squill_placement_list_parent_class)->map (widget);

  search_if_needed (SQUILL_PLACEMENT_LIST (widget));
}

static void
squill_placement_list_unmap (GtkWidget *widget)
{
  stop_search (SQUILL_PLACEMENT_LIST (widget));

  GTK_WIDGET_CLASS (squill_placement_list_parent_class)->unmap (widget);
}

static void
squill_placement_list_dispose (GObject *object)
{
  SquillPlacementList *self = SQUILL_PLACEMENT_LIST (object);

  stop_search (self);
  g_clear_object (&self->session);
  g_clear_pointer (&self->relationship, g_free);
  g_clear_pointer (&self->flips, g_ptr_array_unref);

  G_OBJECT_CLASS (squill_placement_list_parent_class)->dispose (object);
}

static void
squill_placement_list_finalize (GObject *object)
{
  SquillPlacementList *self = SQUILL_PLACEMENT_LIST (object);

  for (guint i = 0; i < N_CHOICES; i++)
    g_free (self->choices[i].details_text);

  G_OBJECT_CLASS (squill_placement_list_parent_class)->finalize (object);
}

static void
squill_placement_list_class_init (SquillPlacementListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = squill_placement_list_dispose;
  object_class->finalize = squill_placement_list_finalize;
  widget_class->map = squill_placement_list_map;
  widget_class->unmap = squill_placement_list_unmap;

  gtk_widget_class_set_css_name (widget_class, "placementlist");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_RADIO_GROUP);
}

static GtkLabel *
make_paragraph (GtkBox *box)
{
  GtkLabel *label = GTK_LABEL (gtk_label_new (NULL));

  gtk_label_set_xalign (label, 0);
  gtk_label_set_wrap (label, TRUE);
  gtk_label_set_wrap_mode (label, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (label, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (label), "caption");
  gtk_widget_add_css_class (GTK_WIDGET (label), "dim-label");
  gtk_box_append (box, GTK_WIDGET (label));
  return label;
}

static void
squill_placement_list_init (SquillPlacementList *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->why = make_paragraph (GTK_BOX (box));
  self->pinned = make_paragraph (GTK_BOX (box));
  self->take = gtk_button_new_with_mnemonic (_ ("_Store as Advised"));
  gtk_widget_set_halign (self->take, GTK_ALIGN_START);
  g_signal_connect_swapped (self->take, "clicked", G_CALLBACK (on_take), self);
  squill_widget_follow_pointing (self->take, self->take, G_CALLBACK (on_point_at_take),
                                 G_CALLBACK (end_preview), self);
  gtk_box_append (GTK_BOX (box), self->take);
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "boxed-list");
  g_signal_connect (self->list, "row-activated", G_CALLBACK (on_row_activated), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self->list), keys);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->list));
  adw_bin_set_child (ADW_BIN (self), box);
  for (guint i = 0; i < N_CHOICES; i++)
    make_choice (self, i);
  squill_widget_set_name (self, _ ("Stored as"));
}

/**
 * _squill_placement_list_new:
 *
 * Returns: (transfer floating): a list that shows nothing
 */
GtkWidget *
_squill_placement_list_new (void)
{
  return g_object_new (SQUILL_TYPE_PLACEMENT_LIST, NULL);
}

/* The button that takes the advised option, or why there is none. */
static void
show_advised (SquillPlacementList *self, const SquillRelationship *r, const GPtrArray *options)
{
  const SquillPlacementOption *first = options->len > 0 ? options->pdata[0] : NULL;
  const gboolean differs =
      first != NULL && first->advised && !first->current &&
      (first->placement != r->placement ? !(squill_placement_is_embedding (first->placement) &&
                                            squill_placement_is_embedding (r->placement))
                                        : first->copied);

  gtk_widget_set_visible (
      self->take, differs && !r->pinned &&
                      !squill_model_get_read_only (squill_session_get_model (self->session)));
  gtk_widget_set_visible (GTK_WIDGET (self->pinned), differs && r->pinned);
  if (differs)
    {
      g_autofree char *name =
          squill_placement_option_describe (squill_session_get_model (self->session), r, first);
      /* Translators: a way to store a relationship, such as “Embedded in posts” */
      g_autofree char *text = g_strdup_printf (
          _ ("Its placement is pinned, so “%s” is advised but not applied."), name);

      squill_label_show (self->pinned, text);
      squill_widget_show_tooltip (self->take, name);
    }
}

/**
 * _squill_placement_list_show:
 * @self: a list
 * @session: a session
 * @relationship: the id of a relationship
 *
 * Shows the placements of a relationship.
 */
void
_squill_placement_list_show (SquillPlacementList *self,
                             SquillSession *session,
                             const char *relationship)
{
  const SquillRelationship *r;
  SquillModel *model;
  gboolean writable;
  g_autoptr (GPtrArray) options = NULL;
  g_autofree char *why = NULL;

  g_return_if_fail (SQUILL_IS_PLACEMENT_LIST (self));
  g_return_if_fail (SQUILL_IS_SESSION (session));

  model = squill_session_get_model (session);
  r = squill_model_get_relationship (model, relationship);
  if (r == NULL)
    return;
  writable = !squill_model_get_read_only (model);
  self->showing = TRUE;
  stop_search (self);
  g_clear_pointer (&self->flips, g_ptr_array_unref);
  if (g_strcmp0 (self->relationship, relationship) != 0)
    {
      g_free (self->relationship);
      self->relationship = g_strdup (relationship);
      for (guint i = 0; i < N_CHOICES; i++)
        gtk_toggle_button_set_active (self->choices[i].opener, FALSE);
    }
  g_set_object (&self->session, session);
  options = squill_placements_compare (squill_session_get_design (session), relationship);
  for (guint i = 0; i < N_CHOICES; i++)
    {
      Choice *choice = &self->choices[i];
      const SquillPlacementOption *option = find_option (options, choice);
      g_autofree char *title = NULL;

      gtk_widget_set_visible (choice->row, option != NULL && fits (r, option));
      if (option == NULL)
        continue;
      title = squill_placement_option_describe (model, r, option);
      squill_label_show (choice->title, title);
      gtk_check_button_set_active (choice->check, option->current);
      gtk_widget_set_sensitive (GTK_WIDGET (choice->check), writable);
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (choice->row), writable);
      if (option->current)
        gtk_widget_add_css_class (GTK_WIDGET (choice->title), "heading");
      else
        gtk_widget_remove_css_class (GTK_WIDGET (choice->title), "heading");
      show_option (choice, option);
      name_choice (choice);
    }
  why = squill_placements_explain (model, r, options);
  squill_label_show (self->why, why);
  show_advised (self, r, options);
  show_open_details (self, r, options);
  self->showing = FALSE;
}
