/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "widgets/squill-finding-card.h"

#include <glib/gi18n.h>
#include <string.h>

#include "model/squill-authoring.h"
#include "widgets/squill-compat.h"
#include "session/squill-terms.h"
#include "widgets/squill-icon-button.h"
#include "widgets/squill-pointing.h"
#include "text/squill-text.h"

struct _SquillFindingCard
{
  GtkWidget parent_instance;

  GtkLabel *mark;
  GtkLabel *title;
  GtkWidget *subject;
  GtkLabel *message;
  GtkWidget *buttons;
  GtkWidget *fix;
  GtkLabel *fix_label;
  GtkWidget *why;
  GtkLabel *why_title;
  GtkLabel *why_text;
  GtkWidget *dismiss;

  gboolean with_subject;
  SquillSession *session;
  SquillFindingRow *row;
  char *rule;
  char *subject_id;
};

typedef struct
{
  SquillSession *session;
  char *rule;
  char *subject;
  GtkEditable *reason;
} Dismissal;

G_DEFINE_FINAL_TYPE (SquillFindingCard, squill_finding_card, GTK_TYPE_WIDGET)

static void
on_fix (SquillFindingCard *self)
{
  g_autoptr (GError) error = NULL;
  /* The card may be removed with its finding, or show another one. */
  g_autoptr (SquillFindingCard) keep = g_object_ref (self);
  g_autoptr (SquillFindingRow) row = NULL;

  if (self->row == NULL)
    return;
  row = g_object_ref (self->row);
  if (squill_finding_row_get_mended (row))
    {
      if (squill_finding_row_can_undo (row))
        squill_model_undo (squill_session_get_model (self->session));
      return;
    }
  if (!squill_finding_row_apply_fix (row, &error))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", error->message);
}

static void
on_subject (SquillFindingCard *self)
{
  squill_session_show_item (self->session, self->subject_id);
}

/* Its page, with examples. */
static void
on_why_page (SquillFindingCard *self)
{
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->why));
  gtk_widget_activate_action (GTK_WIDGET (self), "win.rule", "s", self->rule);
}

static void
dismissal_free (Dismissal *dismissal)
{
  g_object_unref (dismissal->session);
  g_object_unref (dismissal->reason);
  g_free (dismissal->rule);
  g_free (dismissal->subject);
  g_free (dismissal);
}

static void
on_dismissal_answered (const char *response, gpointer user_data)
{
  Dismissal *dismissal = user_data;
  const char *reason = gtk_editable_get_text (dismissal->reason);

  if (g_str_equal (response, "dismiss"))
    g_free (squill_model_dismiss (squill_session_get_model (dismissal->session), dismissal->rule,
                                  dismissal->subject, *reason == '\0' ? NULL : reason));
}

static void
on_dismiss (SquillFindingCard *self)
{
  const SquillResponse responses[] = {
    { "cancel", _ ("_Cancel"), ADW_RESPONSE_DEFAULT },
    { "dismiss", _ ("_Dismiss"), ADW_RESPONSE_SUGGESTED },
  };
  Dismissal *dismissal = g_new0 (Dismissal, 1);
  GtkWidget *entry = gtk_entry_new ();
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _ ("Reason"));
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Reason"), -1);
  dismissal->session = g_object_ref (self->session);
  dismissal->rule = g_strdup (self->rule);
  dismissal->subject = g_strdup (self->subject_id);
  dismissal->reason = GTK_EDITABLE (g_object_ref_sink (entry));
  squill_compat_ask (
      GTK_WINDOW (root),
      &(SquillQuestion){
          .heading = _ ("Dismiss This Finding?"),
          .body = _ ("The warning will no longer be shown here. The reason is saved in the model "
                     "for others to read."),
          .extra = entry,
          .responses = responses,
          .n_responses = G_N_ELEMENTS (responses),
          .default_response = "dismiss",
      },
      on_dismissal_answered, dismissal, (GDestroyNotify)dismissal_free);
}

/* Pointing at the button shows what the fix would do. */
static void
on_point_at (SquillFindingCard *self)
{
  const SquillFinding *finding;

  if (self->row == NULL || squill_finding_row_get_mended (self->row))
    return;
  finding = squill_finding_row_find (self->row);
  if (finding != NULL && finding->fix != NULL)
    {
      squill_preview_show_fix (squill_session_get_preview (self->session), finding->fix);
      squill_widget_describe_preview (self->fix, squill_session_get_preview (self->session));
    }
}

static void
on_point_away (SquillFindingCard *self)
{
  squill_widget_describe_preview (self->fix, NULL);
  if (self->session != NULL)
    squill_preview_end (squill_session_get_preview (self->session));
}

static void
squill_finding_card_dispose (GObject *object)
{
  SquillFindingCard *self = SQUILL_FINDING_CARD (object);

  g_clear_object (&self->session);
  g_clear_object (&self->row);
  squill_compat_unparent_children (GTK_WIDGET (self));

  G_OBJECT_CLASS (squill_finding_card_parent_class)->dispose (object);
}

static void
squill_finding_card_finalize (GObject *object)
{
  SquillFindingCard *self = SQUILL_FINDING_CARD (object);

  g_free (self->rule);
  g_free (self->subject_id);

  G_OBJECT_CLASS (squill_finding_card_parent_class)->finalize (object);
}

static void
squill_finding_card_class_init (SquillFindingCardClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = squill_finding_card_dispose;
  object_class->finalize = squill_finding_card_finalize;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-finding-card.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillFindingCard, mark);
  gtk_widget_class_bind_template_child (widget_class, SquillFindingCard, title);
  gtk_widget_class_bind_template_child (widget_class, SquillFindingCard, subject);
  gtk_widget_class_bind_template_child (widget_class, SquillFindingCard, message);
  gtk_widget_class_bind_template_child (widget_class, SquillFindingCard, buttons);
  gtk_widget_class_bind_template_child (widget_class, SquillFindingCard, fix);
  gtk_widget_class_bind_template_child (widget_class, SquillFindingCard, fix_label);
  gtk_widget_class_bind_template_child (widget_class, SquillFindingCard, why);
  gtk_widget_class_bind_template_child (widget_class, SquillFindingCard, why_title);
  gtk_widget_class_bind_template_child (widget_class, SquillFindingCard, why_text);
  gtk_widget_class_bind_template_child (widget_class, SquillFindingCard, dismiss);
  gtk_widget_class_bind_template_callback (widget_class, on_fix);
  gtk_widget_class_bind_template_callback (widget_class, on_subject);
  gtk_widget_class_bind_template_callback (widget_class, on_dismiss);
  gtk_widget_class_bind_template_callback (widget_class, on_why_page);
  gtk_widget_class_set_css_name (widget_class, "findingcard");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
squill_finding_card_init (SquillFindingCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  squill_widget_follow_pointing (self->fix, self->fix, G_CALLBACK (on_point_at),
                                 G_CALLBACK (on_point_away), self);
}

/**
 * squill_finding_card_new:
 * @with_subject: whether the card names what it is about
 *
 * Returns: (transfer floating): a card that shows nothing
 */
GtkWidget *
squill_finding_card_new (gboolean with_subject)
{
  SquillFindingCard *self = g_object_new (SQUILL_TYPE_FINDING_CARD, NULL);

  self->with_subject = with_subject;
  /* The inspector is too narrow for the buttons beside each other. */
  if (!with_subject)
    {
      gtk_orientable_set_orientation (GTK_ORIENTABLE (self->buttons), GTK_ORIENTATION_VERTICAL);
      gtk_widget_set_halign (self->fix, GTK_ALIGN_START);
    }
  return GTK_WIDGET (self);
}

/* The button says much in little room: its last line has no word alone. Words that are too long for
 * that stay apart. */
#define MAX_LAST_WORDS 16

static char *
join_last_words (const char *label)
{
  const char *last = strrchr (label, ' ');
  const char *before = last;

  while (before != NULL && before > label && before[-1] != ' ')
    before--;
  if (before == NULL || before == label || g_utf8_strlen (before, -1) > MAX_LAST_WORDS)
    return g_strdup (label);
  return g_strdup_printf ("%.*s\u00a0%s", (int)(last - label), label, last + 1);
}

static void
show_why (SquillFindingCard *self, const SquillFinding *finding)
{
  const SquillRuleInfo *rule = squill_rules_find (finding->rule);

  gtk_widget_set_visible (self->why, rule != NULL);
  if (rule == NULL)
    return;
  gtk_label_set_label (self->why_title, _ (rule->title));
  gtk_label_set_label (self->why_text, _ (rule->explanation));
}

/* A finding that is gone: the same lines in gray, so that nothing moves, and a button to have it
 * back. */
static void
show_mended (SquillFindingCard *self, SquillFindingRow *row)
{
  const gboolean can_undo = squill_finding_row_can_undo (row);
  const char *why_not = squill_finding_row_describe_undo (row);
  /* What is left of it was dismissed. */
  const char *state = squill_finding_row_find (row) != NULL ? _ ("Dismissed") : _ ("Fixed");
  g_autofree char *label = g_strdup_printf ("%s: %s", state, squill_finding_row_get_title (row));

  gtk_widget_set_css_classes (GTK_WIDGET (self), (const char *[]){ "mended", NULL });
  gtk_widget_set_css_classes (GTK_WIDGET (self->mark), (const char *[]){ "success", NULL });
  gtk_label_set_label (self->mark, "✓");
  squill_label_show (self->title, squill_finding_row_get_title (row));
  squill_label_show (self->message, squill_finding_row_get_message (row));
  gtk_widget_set_visible (self->fix, TRUE);
  gtk_widget_set_sensitive (self->fix, can_undo);
  gtk_widget_remove_css_class (self->fix, "suggested-action");
  squill_label_show (self->fix_label, can_undo ? _ ("Undo") : state);
  squill_widget_show_tooltip (self->fix, why_not);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self->fix), GTK_ACCESSIBLE_PROPERTY_LABEL, can_undo ? _ ("Undo") : state,
      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, why_not != NULL ? why_not : "", -1);
  gtk_widget_set_sensitive (self->why, FALSE);
  gtk_widget_set_sensitive (self->dismiss, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/**
 * squill_finding_card_show:
 * @self: a card
 * @row: a finding
 *
 * Shows a finding, or, where it is mended, what it was, at the same height.
 */
void
squill_finding_card_show (SquillFindingCard *self, SquillFindingRow *row)
{
  const SquillFinding *finding;
  SquillSession *session;
  SquillModel *model;
  const char *style;
  g_autofree char *name = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *label = NULL;

  g_return_if_fail (SQUILL_IS_FINDING_CARD (self));
  g_return_if_fail (SQUILL_IS_FINDING_ROW (row));

  session = squill_finding_row_get_session (row);
  finding = squill_finding_row_find (row);
  /* The button said more than "Undo": the card keeps its height. */
  gtk_widget_set_size_request (GTK_WIDGET (self), -1,
                               squill_finding_row_get_mended (row) && self->row == row
                                   ? gtk_widget_get_height (GTK_WIDGET (self))
                                   : -1);
  g_set_object (&self->row, row);
  if (squill_finding_row_get_mended (row))
    {
      g_set_object (&self->session, session);
      /* What the card showed before is not what its buttons are about. */
      g_clear_pointer (&self->rule, g_free);
      g_clear_pointer (&self->subject_id, g_free);
      show_mended (self, row);
      return;
    }
  if (finding == NULL)
    return;
  gtk_widget_set_sensitive (self->fix, TRUE);
  gtk_widget_add_css_class (self->fix, "suggested-action");
  gtk_widget_set_sensitive (self->why, TRUE);
  gtk_widget_set_sensitive (self->dismiss, TRUE);
  model = squill_session_get_model (session);
  g_set_object (&self->session, session);
  g_free (self->rule);
  g_free (self->subject_id);
  self->rule = g_strdup (finding->rule);
  self->subject_id = g_strdup (finding->subject);

  style = squill_class_for_severity (finding->severity);
  gtk_widget_set_css_classes (
      GTK_WIDGET (self), (const char *[]){ style, finding->dismissed ? "dismissed" : NULL, NULL });
  gtk_widget_set_css_classes (GTK_WIDGET (self->mark), (const char *[]){ style, NULL });
  gtk_label_set_label (self->mark, squill_mark_for_severity (finding->severity));
  squill_label_show (self->title, finding->title);
  squill_label_show (self->message, finding->message);
  gtk_widget_set_visible (self->fix, finding->fix != NULL && !finding->dismissed &&
                                         !squill_model_get_read_only (model));
  if (finding->fix != NULL)
    {
      g_autoptr (GString) tooltip = g_string_new (finding->fix->label);
      g_autofree char *words = NULL;

      for (guint i = 0; i < finding->fix->losses->len; i++)
        g_string_append_printf (tooltip, "\n%s",
                                (const char *)g_ptr_array_index (finding->fix->losses, i));
      words = join_last_words (finding->fix->label);
      squill_label_show (self->fix_label, words);
      squill_widget_show_tooltip (self->fix, tooltip->str);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->fix), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      finding->fix->label, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "",
                                      -1);
    }
  gtk_widget_set_visible (self->dismiss,
                          !finding->dismissed && !squill_model_get_read_only (model));
  gtk_widget_set_visible (self->subject, self->with_subject);
  name = squill_term_for_item (model, finding->subject);
  shown = squill_text_fit (name);
  gtk_button_set_label (GTK_BUTTON (self->subject), shown);
  label = g_strdup_printf ("%s: %s, %s", squill_term_for_severity (finding->severity),
                           finding->title, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, finding->message, -1);
  show_why (self, finding);
}
