/* SPDX-License-Identifier: Apache-2.0 */

/* All findings about the model, worst first. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "panel/squill-panel-page.h"

#include <glib/gi18n.h>

#include "session/squill-finding-order.h"
#include "session/squill-finding-row.h"
#include "session/squill-rows.h"
#include "session/squill-terms.h"
#include "widgets/squill-finding-card.h"
#include "widgets/squill-hold.h"
#include "widgets/squill-icon-button.h"

struct _SquillWarningsPage
{
  SquillPanelPage parent_instance;

  GListStore *findings; /* SquillFindingRow */
  GtkSingleSelection *selection;
  GtkScrollable *list;
  GtkLabel *summary;
  GtkToggleButton *with_dismissed;
  GSignalGroup *advice_signals;
  SquillHold *hold;
  guint filling : 1;
  guint held : 1; /* rows are where they were, not where they belong */
};

G_DEFINE_FINAL_TYPE (SquillWarningsPage, squill_warnings_page, SQUILL_TYPE_PANEL_PAGE)

static void
show_summary (SquillWarningsPage *self, const guint *counts, guint n_dismissed, gboolean pending)
{
  static const SquillSeverity severities[] = { SQUILL_SEVERITY_ERROR, SQUILL_SEVERITY_WARNING,
                                               SQUILL_SEVERITY_HINT };
  g_autoptr (GString) text = g_string_new (NULL);
  guint open = counts[SQUILL_SEVERITY_ERROR] + counts[SQUILL_SEVERITY_WARNING];
  g_autofree char *title = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (severities); i++)
    {
      guint n = counts[severities[i]];

      if (n > 0)
        g_string_append_printf (text, "%s%s %u", text->len > 0 ? "   " : "",
                                squill_mark_for_severity (severities[i]), n);
    }
  /* Translators: shown while the warnings of a large model are brought up to date. */
  if (pending)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "   " : "", _ ("Checking…"));
  gtk_label_set_text (self->summary, text->str);
  gtk_widget_set_visible (GTK_WIDGET (self->with_dismissed), n_dismissed > 0);
  /* Translators: the name of a tab, with the number of errors and warnings. */
  title = open == 0 ? g_strdup (_ ("Warnings")) : g_strdup_printf (_ ("Warnings  %u"), open);
  squill_panel_page_set_title (SQUILL_PANEL_PAGE (self), title);
}

/* As long as somebody points at a row, or has the focus there, all stay where they are. */
static void
hold_rows (SquillWarningsPage *self, SquillSession *session, GPtrArray **rows)
{
  g_autoptr (GPtrArray) shown = g_ptr_array_new ();
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->findings));
  GPtrArray *held;

  self->held = n > 0 && squill_hold_is_held (self->hold);
  for (guint i = 0; i < n && self->held; i++)
    {
      SquillFindingRow *row = squill_rows_peek (G_LIST_MODEL (self->findings), i);

      self->held = squill_finding_row_get_session (row) == session;
      g_ptr_array_add (shown, row);
    }
  if (!self->held)
    return;
  held = squill_finding_rows_hold (shown, *rows);
  g_ptr_array_unref (*rows);
  *rows = held;
}

static void
on_released (SquillWarningsPage *self)
{
  if (self->held)
    squill_panel_page_queue_update (SQUILL_PANEL_PAGE (self));
}

static void
squill_warnings_page_update (SquillPanelPage *page)
{
  SquillWarningsPage *self = SQUILL_WARNINGS_PAGE (page);
  SquillSession *session = squill_panel_page_get_session (page);
  SquillAdvice *advice = squill_session_get_advice (session);
  g_autoptr (GPtrArray) findings = squill_findings_order (advice);
  const gboolean pending = squill_advice_get_pending (advice) > 0;
  g_autoptr (GPtrArray) wanted = g_ptr_array_sized_new (findings->len);
  g_autoptr (GPtrArray) rows = NULL;
  gboolean with_dismissed = gtk_toggle_button_get_active (self->with_dismissed);
  guint counts[SQUILL_SEVERITY_ERROR + 1] = { 0 };
  guint n_dismissed = 0;
  gboolean at_top;

  g_signal_group_set_target (self->advice_signals, advice);
  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];

      if (finding->dismissed)
        n_dismissed++;
      else
        counts[finding->severity]++;
      if (!finding->dismissed || with_dismissed)
        g_ptr_array_add (wanted, (gpointer)finding);
    }
  rows = squill_finding_rows_new (session, wanted, G_LIST_MODEL (self->findings));
  /* A finding that comes first is seen, unless the list was scrolled. */
  at_top = gtk_adjustment_get_value (gtk_scrollable_get_vadjustment (self->list)) <= 0;
  self->filling = TRUE;
  hold_rows (self, session, &rows);
  squill_rows_update (self->findings, rows, squill_finding_row_get_key, squill_finding_row_take,
                      NULL);
  self->filling = FALSE;
  if (at_top && rows->len > 0 && !self->held)
    gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", 0);
  show_summary (self, counts, n_dismissed, pending);
  squill_panel_page_show_list (page, rows->len > 0 || pending);
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  gtk_list_item_set_child (item, squill_finding_card_new (TRUE));
}

static void
show_row (GtkListItem *item)
{
  squill_finding_card_show (SQUILL_FINDING_CARD (gtk_list_item_get_child (item)),
                            gtk_list_item_get_item (item));
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  g_signal_connect_swapped (gtk_list_item_get_item (item), "changed", G_CALLBACK (show_row), item);
  show_row (item);
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  g_signal_handlers_disconnect_by_data (gtk_list_item_get_item (item), item);
}

static void
select_subject (SquillWarningsPage *self, guint position)
{
  SquillFindingRow *row = squill_rows_peek (G_LIST_MODEL (self->findings), position);

  if (row != NULL)
    squill_session_show_item (squill_finding_row_get_session (row),
                              squill_finding_row_get_subject (row));
}

static void
on_selected (SquillWarningsPage *self)
{
  guint position = gtk_single_selection_get_selected (self->selection);

  if (!self->filling && position != GTK_INVALID_LIST_POSITION)
    select_subject (self, position);
}

static void
squill_warnings_page_dispose (GObject *object)
{
  SquillWarningsPage *self = SQUILL_WARNINGS_PAGE (object);

  g_clear_object (&self->advice_signals);
  g_clear_object (&self->findings);

  G_OBJECT_CLASS (squill_warnings_page_parent_class)->dispose (object);
}

static void
squill_warnings_page_class_init (SquillWarningsPageClass *klass)
{
  SquillPanelPageClass *page_class = SQUILL_PANEL_PAGE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_warnings_page_dispose;
  page_class->update = squill_warnings_page_update;
  page_class->hidden = TRUE;
}

static void
squill_warnings_page_init (SquillWarningsPage *self)
{
  SquillPanelPage *page = SQUILL_PANEL_PAGE (self);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new (), *list, *advise, *rules;

  self->advice_signals = g_signal_group_new (SQUILL_TYPE_ADVICE);
  g_signal_group_connect_swapped (self->advice_signals, "changed",
                                  G_CALLBACK (squill_panel_page_queue_update), self);
  self->findings = g_list_store_new (SQUILL_TYPE_FINDING_ROW);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->findings)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), NULL);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);

  list = gtk_list_view_new (GTK_SELECTION_MODEL (self->selection), factory);
  gtk_widget_add_css_class (list, "findings");
  squill_widget_set_name (list, _ ("Warnings"));
  g_signal_connect_object (list, "activate", G_CALLBACK (select_subject), self, G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  self->list = GTK_SCROLLABLE (list);
  self->hold = squill_hold_new (scrolled, G_CALLBACK (on_released), self);
  squill_panel_page_set_list (page, scrolled, _ ("No warnings"));

  self->summary = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->summary), "dim-label");
  self->with_dismissed = GTK_TOGGLE_BUTTON (gtk_toggle_button_new_with_label (_ ("Dismissed")));
  gtk_widget_add_css_class (GTK_WIDGET (self->with_dismissed), "flat");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->with_dismissed),
                               _ ("Show dismissed warnings too"));
  gtk_widget_set_visible (GTK_WIDGET (self->with_dismissed), FALSE);
  g_signal_connect_object (self->with_dismissed, "toggled",
                           G_CALLBACK (squill_panel_page_queue_update), self, G_CONNECT_SWAPPED);
  rules = squill_icon_button_new ("help-about-symbolic", _ ("All rules, with examples"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (rules), "win.rules");
  advise = gtk_button_new_with_label (_ ("Store as Advised…"));
  gtk_widget_add_css_class (advise, "flat");
  gtk_widget_set_tooltip_text (advise, _ ("Store all relationships as is advised (Ctrl+Shift+A)"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (advise), "win.advise");
  squill_panel_page_set_bar (page, self->summary, self->with_dismissed, advise, rules, NULL);
}
