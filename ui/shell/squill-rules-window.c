/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "shell/squill-rules-window.h"

#include <glib/gi18n.h>
#include <string.h>

#include "advice/squill-rule-example.h"
#include "canvas/squill-model-picture.h"
#include "model/squill-threshold.h"
#include "session/squill-rule-text.h"
#include "session/squill-terms.h"
#include "widgets/squill-closing.h"
#include "widgets/squill-compat.h"

struct _SquillRulesWindow
{
  AdwWindow parent_instance;

  GtkWidget *back_button;
  AdwLeaflet *leaflet;
  GtkWidget *list_page;
  GtkSearchEntry *search;
  GtkListBox *list;
  GtkScrolledWindow *rule_page;
  GtkLabel *rule_title;
  GtkLabel *rule_kind;
  GtkLabel *explanation;
  GtkWidget *fires;
  GtkLabel *fires_message;
  SquillModelPicture *fires_picture;
  GtkWidget *open_fires;
  GtkWidget *silent;
  GtkLabel *silent_message;
  SquillModelPicture *silent_picture;
  GtkWidget *open_silent;
  GtkBox *thresholds;
  GtkBox *sources;

  SquillModel *model; /* whose thresholds are shown */
  const SquillRuleInfo *rule;
  char **words; /* that are searched for, folded */
};

enum
{
  OPEN_MODEL,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillRulesWindow, squill_rules_window, ADW_TYPE_WINDOW)

/* The list. */

static const SquillRuleInfo *
get_rule (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), "rule");
}

static GtkWidget *
make_label (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

static void
add_rows (SquillRulesWindow *self)
{
  guint n;
  const SquillRuleInfo *rules = squill_rules_get (&n);

  for (guint i = 0; i < n; i++)
    {
      GtkWidget *row = gtk_list_box_row_new ();
      GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
      GtkWidget *id = make_label (rules[i].id, "caption");

      gtk_widget_add_css_class (id, "dim-label");
      gtk_box_append (GTK_BOX (texts), make_label (_ (rules[i].title), NULL));
      gtk_box_append (GTK_BOX (texts), id);
      gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), texts);
      g_object_set_data (G_OBJECT (row), "rule", (gpointer)&rules[i]);
      gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      _ (rules[i].title), -1);
      gtk_list_box_append (self->list, row);
    }
}

static void
show_family (GtkListBoxRow *row, GtkListBoxRow *before, gpointer user_data)
{
  const char *family = get_rule (row)->family;
  GtkWidget *label;

  if (before != NULL && g_str_equal (get_rule (before)->family, family))
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }
  label = make_label (_ (squill_rules_get_family_title (family)), "heading");
  gtk_widget_set_margin_start (label, 12);
  gtk_widget_set_margin_top (label, before == NULL ? 3 : 15);
  gtk_widget_set_margin_bottom (label, 3);
  gtk_list_box_row_set_header (row, label);
}

/* Rules of a file stand together, and not all of a family in one file. */
static int
compare_families (GtkListBoxRow *a, GtkListBoxRow *b, gpointer user_data)
{
  int order = strcmp (get_rule (a)->family, get_rule (b)->family);

  if (order != 0)
    return order;
  return get_rule (a) < get_rule (b) ? -1 : get_rule (a) > get_rule (b);
}

/* Whether each word is in its title, its id, its family or its explanation. */
static gboolean
matches (GtkListBoxRow *row, gpointer user_data)
{
  SquillRulesWindow *self = user_data;
  const SquillRuleInfo *rule = get_rule (row);
  g_autofree char *text = NULL;
  g_autofree char *folded = NULL;

  if (self->words == NULL)
    return TRUE;
  text = g_strjoin ("\n", _ (rule->title), rule->id,
                    _ (squill_rules_get_family_title (rule->family)), _ (rule->explanation), NULL);
  folded = g_utf8_casefold (text, -1);
  for (guint i = 0; self->words[i] != NULL; i++)
    if (strstr (folded, self->words[i]) == NULL)
      return FALSE;
  return TRUE;
}

static void
on_search_changed (SquillRulesWindow *self)
{
  g_autofree char *folded =
      g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);

  g_clear_pointer (&self->words, g_strfreev);
  self->words = g_strsplit_set (g_strstrip (folded), " \t", -1);
  gtk_list_box_invalidate_filter (self->list);
}

/* The row of a rule, or the first that is shown. */
static GtkListBoxRow *
find_row (SquillRulesWindow *self, const SquillRuleInfo *rule)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (rule == NULL ? gtk_widget_get_child_visible (GTK_WIDGET (row))
                     : g_str_equal (get_rule (row)->id, rule->id))
      return row;
  return NULL;
}

/* Enter shows the first rule that was found. */
static void
on_search_activated (SquillRulesWindow *self)
{
  GtkListBoxRow *row = find_row (self, NULL);

  if (row == NULL)
    return;
  gtk_list_box_select_row (self->list, row);
  gtk_widget_grab_focus (GTK_WIDGET (row));
}

static void
on_row_activated (SquillRulesWindow *self)
{
  adw_leaflet_set_visible_child (self->leaflet, GTK_WIDGET (self->rule_page));
}

static void
on_page_changed (SquillRulesWindow *self)
{
  gtk_widget_set_visible (self->back_button,
                          adw_leaflet_get_folded (self->leaflet) &&
                              adw_leaflet_get_visible_child (self->leaflet) != self->list_page);
}

static void
on_back (SquillRulesWindow *self)
{
  adw_leaflet_set_visible_child (self->leaflet, self->list_page);
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

/* The page. */

static void
clear (GtkBox *box, const char *heading)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (box))) != NULL)
    gtk_box_remove (box, child);
  gtk_box_append (box, make_label (heading, "heading"));
}

/* A citation, with its address as a link. */
static GtkWidget *
make_citation (const char *source)
{
  const char *start = strstr (source, "https://");
  GtkWidget *label = make_label (NULL, NULL);
  g_autofree char *before = NULL;
  g_autofree char *address = NULL;
  g_autofree char *markup = NULL;

  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  if (start == NULL)
    {
      gtk_label_set_label (GTK_LABEL (label), source);
      return label;
    }
  before = g_strndup (source, (gsize)(start - source));
  address = g_strndup (start, strcspn (start, ", "));
  markup = g_markup_printf_escaped ("%s<a href=\"%s\">%s</a>%s", before, address, address,
                                    start + strlen (address));
  gtk_label_set_markup (GTK_LABEL (label), markup);
  return label;
}

static void
show_sources (SquillRulesWindow *self)
{
  g_auto (GStrv) sources = g_strsplit (self->rule->source, "; ", -1);

  clear (self->sources, _ ("Where it comes from"));
  for (guint i = 0; sources[i] != NULL; i++)
    gtk_box_append (self->sources, make_citation (sources[i]));
}

static void
show_thresholds (SquillRulesWindow *self)
{
  const char *const *names = self->rule->thresholds;

  gtk_widget_set_visible (GTK_WIDGET (self->thresholds), names != NULL && names[0] != NULL);
  clear (self->thresholds, _ ("What it compares with"));
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      const double value = squill_threshold_get (self->model, names[i]);
      const double usual = squill_threshold_get_default (names[i]);
      g_autofree char *sentence = squill_threshold_to_text (names[i], value);
      g_autofree char *full = g_strconcat (sentence, ".", NULL);
      g_autofree char *note = NULL;
      GtkWidget *label = make_label (full, NULL);
      GtkWidget *caption;

      if (value != usual)
        {
          g_autofree char *other = squill_threshold_to_text (names[i], usual);

          /* Translators: a sentence about a number: An embedded array is long from 200 elements
           * on. */
          note = g_strdup_printf (_ ("Set in this model. By default: %s."), other);
        }
      caption =
          make_label (note != NULL ? note : squill_threshold_get_source (names[i]), "caption");
      gtk_widget_add_css_class (caption, "dim-label");
      gtk_label_set_selectable (GTK_LABEL (label), TRUE);
      gtk_box_append (self->thresholds, label);
      gtk_box_append (self->thresholds, caption);
    }
}

static SquillAdvice *
advise (SquillModel *model)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);

  return squill_advice_new (design);
}

static SquillModel *
make_example (SquillRulesWindow *self, gboolean fires)
{
  SquillModel *model = squill_rule_example_new (self->rule->id, fires);

  if (model == NULL)
    return NULL;
  squill_diagram_place_few (model);
  squill_model_set (model, SQUILL_MODEL_ID, "name", json_string (_ (self->rule->title)), NULL);
  squill_model_clear_history (model);
  return model;
}

static void
show_examples (SquillRulesWindow *self)
{
  g_autoptr (SquillModel) fires = make_example (self, TRUE);
  g_autoptr (SquillModel) silent = make_example (self, FALSE);
  g_autoptr (SquillAdvice) fires_advice = fires == NULL ? NULL : advise (fires);
  g_autoptr (SquillAdvice) silent_advice = silent == NULL ? NULL : advise (silent);
  const SquillFinding *finding;

  gtk_widget_set_visible (self->fires, fires != NULL);
  gtk_widget_set_visible (self->silent, silent != NULL);
  if (fires != NULL)
    {
      finding = squill_rule_example_find (fires_advice, self->rule->id);
      gtk_label_set_label (self->fires_message, finding == NULL ? "" : finding->message);
      squill_model_picture_show (self->fires_picture, fires_advice,
                                 finding == NULL ? NULL : finding->subject);
    }
  if (silent != NULL)
    squill_model_picture_show (self->silent_picture, silent_advice, NULL);
  if (fires != NULL && silent != NULL)
    {
      g_autoptr (GPtrArray) sentences = squill_rule_text_compare (
          squill_advice_get_design (fires_advice), squill_advice_get_design (silent_advice));
      g_autofree char *text = NULL;

      g_ptr_array_add (sentences, NULL);
      text = g_strjoinv ("\n", (char **)sentences->pdata);
      gtk_label_set_label (self->silent_message, text);
      gtk_widget_set_visible (GTK_WIDGET (self->silent_message), *text != '\0');
    }
}

static void
show_rule (SquillRulesWindow *self, const SquillRuleInfo *rule)
{
  g_autofree char *kind = NULL;

  self->rule = rule;
  /* Translators: how bad, the family of a rule, its id: "Warning · Indexes · missing-index". */
  kind = g_strdup_printf (_ ("%s · %s · %s"), squill_term_for_severity (rule->severity),
                          _ (squill_rules_get_family_title (rule->family)), rule->id);
  gtk_label_set_label (self->rule_title, _ (rule->title));
  gtk_label_set_label (self->rule_kind, kind);
  gtk_label_set_label (self->explanation, _ (rule->explanation));
  show_examples (self);
  show_thresholds (self);
  show_sources (self);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->rule_page), 0);
}

static void
on_row_selected (SquillRulesWindow *self, GtkListBoxRow *row)
{
  if (row != NULL && self->model != NULL && get_rule (row) != self->rule)
    show_rule (self, get_rule (row));
}

static void
open_example (SquillRulesWindow *self, gboolean fires)
{
  g_autoptr (SquillModel) model = make_example (self, fires);

  if (model != NULL)
    g_signal_emit (self, signals[OPEN_MODEL], 0, model);
}

static void
on_open_fires (SquillRulesWindow *self)
{
  open_example (self, TRUE);
}

static void
on_open_silent (SquillRulesWindow *self)
{
  open_example (self, FALSE);
}

static void
squill_rules_window_dispose (GObject *object)
{
  SquillRulesWindow *self = SQUILL_RULES_WINDOW (object);

  g_clear_object (&self->model);

  G_OBJECT_CLASS (squill_rules_window_parent_class)->dispose (object);
}

static void
squill_rules_window_finalize (GObject *object)
{
  SquillRulesWindow *self = SQUILL_RULES_WINDOW (object);

  g_strfreev (self->words);

  G_OBJECT_CLASS (squill_rules_window_parent_class)->finalize (object);
}

static void
squill_rules_window_class_init (SquillRulesWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = squill_rules_window_dispose;
  object_class->finalize = squill_rules_window_finalize;

  signals[OPEN_MODEL] = g_signal_new ("open-model", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                      NULL, NULL, NULL, G_TYPE_NONE, 1, SQUILL_TYPE_MODEL);

  g_type_ensure (SQUILL_TYPE_MODEL_PICTURE);
  squill_closing_add_keys (widget_class);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-rules-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillRulesWindow, back_button);
  gtk_widget_class_bind_template_child (widget_class, SquillRulesWindow, leaflet);
  gtk_widget_class_bind_template_child (widget_class, SquillRulesWindow, list_page);
  gtk_widget_class_bind_template_child (widget_class, SquillRulesWindow, search);
  gtk_widget_class_bind_template_child (widget_class, SquillRulesWindow, list);
  gtk_widget_class_bind_template_child (widget_class, SquillRulesWindow, rule_page);
  gtk_widget_class_bind_template_child (widget_class, SquillRulesWindow, rule_title);
  gtk_widget_class_bind_template_child (widget_class, SquillRulesWindow, rule_kind);
  gtk_widget_class_bind_template_child (widget_class, SquillRulesWindow, explanation);
  gtk_widget_class_bind_template_child (widget_class, SquillRulesWindow, fires);
  gtk_widget_class_bind_template_child (widget_class, SquillRulesWindow, fires_message);
  gtk_widget_class_bind_template_child (widget_class, SquillRulesWindow, fires_picture);
  gtk_widget_class_bind_template_child (widget_class, SquillRulesWindow, open_fires);
  gtk_widget_class_bind_template_child (widget_class, SquillRulesWindow, silent);
  gtk_widget_class_bind_template_child (widget_class, SquillRulesWindow, silent_message);
  gtk_widget_class_bind_template_child (widget_class, SquillRulesWindow, silent_picture);
  gtk_widget_class_bind_template_child (widget_class, SquillRulesWindow, open_silent);
  gtk_widget_class_bind_template_child (widget_class, SquillRulesWindow, thresholds);
  gtk_widget_class_bind_template_child (widget_class, SquillRulesWindow, sources);
  gtk_widget_class_bind_template_callback (widget_class, on_page_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_back);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_row_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_open_fires);
  gtk_widget_class_bind_template_callback (widget_class, on_open_silent);
}

static void
squill_rules_window_init (SquillRulesWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_search_entry_set_key_capture_widget (self->search, self->list_page);
  squill_closing_follow_search (self->search);
  gtk_list_box_set_sort_func (self->list, compare_families, NULL, NULL);
  gtk_list_box_set_header_func (self->list, show_family, NULL, NULL);
  gtk_list_box_set_filter_func (self->list, matches, self, NULL);
  add_rows (self);
  on_page_changed (self);
}

/**
 * squill_rules_window_new:
 * @parent: the window over which it stands
 *
 * Returns: (transfer none): a window that shows no rule yet
 */
SquillRulesWindow *
squill_rules_window_new (GtkWindow *parent)
{
  return g_object_new (SQUILL_TYPE_RULES_WINDOW, "transient-for", parent, NULL);
}

/**
 * squill_rules_window_show:
 * @self: a window
 * @model: the model whose thresholds are shown
 * @rule: (nullable): the id of the rule to show; %NULL for the list of all rules
 *
 * Shows a rule, and the list with it where there is room for both.
 */
void
squill_rules_window_show (SquillRulesWindow *self, SquillModel *model, const char *rule)
{
  const SquillRuleInfo *info = rule == NULL ? NULL : squill_rules_find (rule);
  GtkListBoxRow *row;

  g_return_if_fail (SQUILL_IS_RULES_WINDOW (self));
  g_return_if_fail (SQUILL_IS_MODEL (model));

  g_set_object (&self->model, model);
  self->rule = NULL;
  /* A rule that the search leaves out could not be seen in the list. */
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  on_search_changed (self);
  row = find_row (self, info);
  gtk_list_box_select_row (self->list, row);
  show_rule (self, get_rule (row));
  adw_leaflet_set_visible_child (self->leaflet,
                                 info == NULL ? self->list_page : GTK_WIDGET (self->rule_page));
  gtk_widget_grab_focus (info == NULL ? GTK_WIDGET (self->search) : GTK_WIDGET (row));
}
