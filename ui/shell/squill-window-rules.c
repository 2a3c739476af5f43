/* SPDX-License-Identifier: Apache-2.0 */

/* The rules: their window, and their examples as new models. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "shell/squill-rules-window.h"
#include "shell/squill-window-private.h"

static void
on_open_model (SquillRulesWindow *rules, SquillModel *model, SquillWindow *self)
{
  SquillWindow *target = _squill_window_get_target (self);
  g_autoptr (SquillSession) session = squill_session_new (model, NULL);

  squill_window_set_session (target, session);
  gtk_window_present (GTK_WINDOW (target));
}

/* A window has one of them, for as long as it is open. */
static SquillRulesWindow *
get_rules_window (SquillWindow *self)
{
  g_autoptr (GList) all = gtk_window_list_toplevels ();
  SquillRulesWindow *rules;

  for (GList *l = all; l != NULL; l = l->next)
    if (SQUILL_IS_RULES_WINDOW (l->data) &&
        gtk_window_get_transient_for (l->data) == GTK_WINDOW (self))
      return l->data;
  rules = squill_rules_window_new (GTK_WINDOW (self));
  g_signal_connect_object (rules, "open-model", G_CALLBACK (on_open_model), self, 0);
  return rules;
}

static void
show_rule (SquillWindow *self, const char *rule)
{
  SquillRulesWindow *rules = get_rules_window (self);

  squill_rules_window_show (rules, squill_session_get_model (self->session), rule);
  gtk_window_present (GTK_WINDOW (rules));
}

static void
on_rules (GtkWidget *widget, const char *name, GVariant *parameter)
{
  show_rule (SQUILL_WINDOW (widget), NULL);
}

static void
on_rule (GtkWidget *widget, const char *name, GVariant *parameter)
{
  show_rule (SQUILL_WINDOW (widget), g_variant_get_string (parameter, NULL));
}

void
_squill_window_install_rule_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.rules", NULL, on_rules);
  gtk_widget_class_install_action (widget_class, "win.rule", "s", on_rule);
}
