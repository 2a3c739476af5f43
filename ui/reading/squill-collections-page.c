/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>
#include <jansson.h>

#include "reading/squill-reading-private.h"
#include "session/squill-collection-choice.h"
#include "widgets/squill-closing.h"
#include "widgets/squill-inline-error.h"
#include "widgets/squill-compat.h"
#include "model/squill-error-text.h"
#include "widgets/squill-focus.h"

/* A sample misses what is rare, so a small database on a server is read completely by default, and
 * of a larger one only a sample. */
#define SERVER_BYTES (G_GUINT64_CONSTANT (1000) * 1000 * 1000)
#define SERVER_SAMPLE 1000
#define SERVER_SECONDS 60

struct _SquillCollectionsPage
{
  GtkWidget parent_instance;

  GtkEditable *search_entry;
  GtkStack *stack;
  GtkListView *list;
  GtkLabel *none_label;
  GtkLabel *summary;
  GtkLabel *unlisted;
  GtkCheckButton *system_check;
  AdwComboRow *method_row;
  GtkWidget *amount_row;
  GtkSpinButton *amount_spin;
  GtkSpinButton *seconds_spin;
  GtkEditable *filter_row;
  SquillInlineError *filter_error;
  AdwExpanderRow *more_row;
  GtkWidget *count_row;
  GtkSwitch *count_switch;
  GtkSwitch *values_switch;

  SquillInspection *inspection;
  GtkFilterListModel *shown;
  GtkCustomFilter *filter;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillCollectionsPage, squill_collections_page, GTK_TYPE_WIDGET)

static gboolean
is_shown (gpointer item, gpointer user_data)
{
  SquillCollectionsPage *self = user_data;
  SquillCollectionChoice *choice = item;

  return (!squill_collection_choice_get_listed (choice)->system ||
          gtk_check_button_get_active (self->system_check)) &&
         squill_collection_choice_matches (choice, gtk_editable_get_text (self->search_entry));
}

static void
show_summary (SquillCollectionsPage *self)
{
  guint chosen = _squill_collections_page_count_chosen (self);
  guint shown = g_list_model_get_n_items (G_LIST_MODEL (self->shown));
  g_autofree char *text = g_strdup_printf (
      g_dngettext (NULL, "%u collection will be read", "%u collections will be read", chosen),
      chosen);

  gtk_label_set_label (self->summary, text);
  gtk_stack_set_visible_child_name (self->stack, shown > 0 ? "list" : "none");
  gtk_label_set_label (self->none_label, *gtk_editable_get_text (self->search_entry) != '\0'
                                             ? _ ("No matching collections")
                                             : _ ("No collections"));
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
refilter (SquillCollectionsPage *self)
{
  gtk_filter_changed (GTK_FILTER (self->filter), GTK_FILTER_CHANGE_DIFFERENT);
  show_summary (self);
}

static void
choose_shown (SquillCollectionsPage *self, gboolean chosen)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->shown)); i++)
    {
      g_autoptr (SquillCollectionChoice) choice =
          g_list_model_get_item (G_LIST_MODEL (self->shown), i);

      squill_collection_choice_set_chosen (choice, chosen);
    }
  show_summary (self);
}

static void
on_all (SquillCollectionsPage *self)
{
  choose_shown (self, TRUE);
}

static void
on_none (SquillCollectionsPage *self)
{
  choose_shown (self, FALSE);
}

static void
on_activate (SquillCollectionsPage *self, guint position)
{
  g_autoptr (SquillCollectionChoice) choice =
      g_list_model_get_item (G_LIST_MODEL (self->shown), position);

  if (choice == NULL)
    return;
  squill_collection_choice_set_chosen (choice, !squill_collection_choice_get_chosen (choice));
  show_summary (self);
}

static void
on_method_chosen (SquillCollectionsPage *self)
{
  gtk_widget_set_visible (self->amount_row,
                          adw_combo_row_get_selected (self->method_row) != SQUILL_INSPECT_FULL);
}

static void
on_filter_changed (SquillCollectionsPage *self)
{
  squill_inline_error_set (self->filter_error, GTK_WIDGET (self->filter_row), NULL);
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, SquillCollectionsPage *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *check = gtk_check_button_new ();
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *name = gtk_label_new (NULL);
  GtkWidget *caption = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (caption), 0);
  gtk_label_set_ellipsize (GTK_LABEL (caption), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (caption, "caption");
  gtk_widget_add_css_class (caption, "dim-label");
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_valign (check, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (texts), name);
  gtk_box_append (GTK_BOX (texts), caption);
  gtk_box_append (GTK_BOX (box), check);
  gtk_box_append (GTK_BOX (box), texts);
  gtk_list_item_set_child (item, box);
  g_object_set_data (G_OBJECT (item), "check", check);
  g_object_set_data (G_OBJECT (item), "name", name);
  g_object_set_data (G_OBJECT (item), "caption", caption);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, SquillCollectionsPage *self)
{
  SquillCollectionChoice *choice = gtk_list_item_get_item (item);
  const char *name = squill_collection_choice_get_listed (choice)->name;
  GtkWidget *check = g_object_get_data (G_OBJECT (item), "check");
  g_autofree char *caption = squill_collection_choice_describe (choice);
  GBinding *binding;

  gtk_label_set_label (g_object_get_data (G_OBJECT (item), "name"), name);
  gtk_label_set_label (g_object_get_data (G_OBJECT (item), "caption"), caption);
  gtk_widget_set_visible (g_object_get_data (G_OBJECT (item), "caption"), *caption != '\0');
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, caption, -1);
  binding = g_object_bind_property (choice, "chosen", check, "active",
                                    G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  g_object_set_data (G_OBJECT (item), "binding", binding);
  g_signal_connect_object (check, "toggled", G_CALLBACK (show_summary), self, G_CONNECT_SWAPPED);
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *item, SquillCollectionsPage *self)
{
  g_signal_handlers_disconnect_by_func (g_object_get_data (G_OBJECT (item), "check"), show_summary,
                                        self);
  g_binding_unbind (g_object_get_data (G_OBJECT (item), "binding"));
}

static gboolean
squill_collections_page_grab_focus (GtkWidget *widget)
{
  SquillCollectionsPage *self = SQUILL_COLLECTIONS_PAGE (widget);

  return gtk_widget_grab_focus (GTK_WIDGET (self->list)) ||
         gtk_widget_grab_focus (GTK_WIDGET (self->search_entry));
}

static void
squill_collections_page_dispose (GObject *object)
{
  SquillCollectionsPage *self = SQUILL_COLLECTIONS_PAGE (object);

  g_clear_object (&self->inspection);
  squill_compat_unparent_children (GTK_WIDGET (self));

  G_OBJECT_CLASS (squill_collections_page_parent_class)->dispose (object);
}

static void
squill_collections_page_class_init (SquillCollectionsPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_collections_page_dispose;
  widget_class->focus = squill_focus_children;
  widget_class->grab_focus = squill_collections_page_grab_focus;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (SQUILL_TYPE_INLINE_ERROR);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/squill/Squill/squill-collections-page.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillCollectionsPage, search_entry);
  gtk_widget_class_bind_template_child (widget_class, SquillCollectionsPage, stack);
  gtk_widget_class_bind_template_child (widget_class, SquillCollectionsPage, list);
  gtk_widget_class_bind_template_child (widget_class, SquillCollectionsPage, none_label);
  gtk_widget_class_bind_template_child (widget_class, SquillCollectionsPage, summary);
  gtk_widget_class_bind_template_child (widget_class, SquillCollectionsPage, unlisted);
  gtk_widget_class_bind_template_child (widget_class, SquillCollectionsPage, system_check);
  gtk_widget_class_bind_template_child (widget_class, SquillCollectionsPage, method_row);
  gtk_widget_class_bind_template_child (widget_class, SquillCollectionsPage, amount_row);
  gtk_widget_class_bind_template_child (widget_class, SquillCollectionsPage, amount_spin);
  gtk_widget_class_bind_template_child (widget_class, SquillCollectionsPage, seconds_spin);
  gtk_widget_class_bind_template_child (widget_class, SquillCollectionsPage, filter_row);
  gtk_widget_class_bind_template_child (widget_class, SquillCollectionsPage, filter_error);
  gtk_widget_class_bind_template_child (widget_class, SquillCollectionsPage, more_row);
  gtk_widget_class_bind_template_child (widget_class, SquillCollectionsPage, count_row);
  gtk_widget_class_bind_template_child (widget_class, SquillCollectionsPage, count_switch);
  gtk_widget_class_bind_template_child (widget_class, SquillCollectionsPage, values_switch);
  gtk_widget_class_bind_template_callback (widget_class, refilter);
  gtk_widget_class_bind_template_callback (widget_class, on_all);
  gtk_widget_class_bind_template_callback (widget_class, on_none);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_method_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_filter_changed);
}

static void
squill_collections_page_init (SquillCollectionsPage *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  GtkNoSelection *selection;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->filter = gtk_custom_filter_new (is_shown, self, NULL);
  self->shown = gtk_filter_list_model_new (NULL, GTK_FILTER (self->filter));
  selection = gtk_no_selection_new (G_LIST_MODEL (self->shown));
  g_signal_connect_object (factory, "setup", G_CALLBACK (on_setup), self, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (on_bind), self, 0);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (on_unbind), self, 0);
  gtk_list_view_set_factory (self->list, factory);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (selection));
  g_object_unref (selection);
  squill_closing_follow_search (GTK_SEARCH_ENTRY (self->search_entry));
  on_method_chosen (self);
}

static gboolean
has_system (GListModel *choices)
{
  for (guint i = 0; i < g_list_model_get_n_items (choices); i++)
    {
      g_autoptr (SquillCollectionChoice) choice = g_list_model_get_item (choices, i);

      if (squill_collection_choice_get_listed (choice)->system)
        return TRUE;
    }
  return FALSE;
}

/* A collection of unknown size counts as large. */
static gboolean
is_small (GListModel *choices)
{
  guint64 bytes = 0;

  for (guint i = 0; i < g_list_model_get_n_items (choices); i++)
    {
      g_autoptr (SquillCollectionChoice) choice = g_list_model_get_item (choices, i);
      const SquillListedCollection *listed = squill_collection_choice_get_listed (choice);

      if (!squill_collection_choice_get_chosen (choice))
        continue;
      if (listed->bytes > SERVER_BYTES)
        return FALSE;
      bytes += listed->bytes;
    }
  return bytes <= SERVER_BYTES;
}

/* The options it was read with before, otherwise defaults that suit the source. */
static void
show_options (SquillCollectionsPage *self, gboolean server)
{
  const SquillInspectOptions *options = squill_inspection_get_options (self->inspection);
  const gboolean known = options->method != SQUILL_INSPECT_FULL || options->max_documents > 0 ||
                         options->max_seconds > 0 || options->filter != NULL;
  const gboolean sample = server && !is_small (squill_inspection_get_choices (self->inspection));

  adw_combo_row_set_selected (self->method_row, known    ? options->method
                                                : sample ? SQUILL_INSPECT_SAMPLE
                                                         : SQUILL_INSPECT_FULL);
  gtk_spin_button_set_value (self->amount_spin, options->max_documents > 0
                                                    ? (double)options->max_documents
                                                    : SERVER_SAMPLE);
  gtk_spin_button_set_value (self->seconds_spin, known    ? options->max_seconds
                                                 : server ? SERVER_SECONDS
                                                          : 0);
  gtk_editable_set_text (self->filter_row, options->filter != NULL ? options->filter : "");
  gtk_switch_set_active (self->values_switch, options->keep_values);
  gtk_switch_set_active (self->count_switch, options->count_on_server);
}

/**
 * _squill_collections_page_show:
 * @self: a page
 * @inspection: whose collections are known
 *
 * Shows what could be read. How to read is set to what suits the source, unless it was shown
 * before.
 */
void
_squill_collections_page_show (SquillCollectionsPage *self, SquillInspection *inspection)
{
  gboolean server;
  GListModel *choices;
  const char *unlisted;
  gboolean is_new;

  g_return_if_fail (SQUILL_IS_COLLECTIONS_PAGE (self));
  g_return_if_fail (SQUILL_IS_INSPECTION (inspection));

  choices = squill_inspection_get_choices (inspection);
  server = squill_inspection_is_of_server (inspection);
  is_new = self->inspection != inspection || server != gtk_widget_get_visible (self->count_row);
  g_set_object (&self->inspection, inspection);
  gtk_editable_set_text (self->search_entry, "");
  gtk_filter_list_model_set_model (self->shown, choices);
  unlisted = squill_inspection_get_unlisted (inspection);
  gtk_label_set_label (self->unlisted, unlisted != NULL ? unlisted : "");
  gtk_widget_set_visible (GTK_WIDGET (self->unlisted), unlisted != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->system_check), has_system (choices));
  gtk_widget_set_visible (GTK_WIDGET (self->filter_row), server);
  gtk_widget_set_visible (self->count_row, server);
  if (is_new)
    show_options (self, server);
  refilter (self);
}

/**
 * _squill_collections_page_count_chosen:
 * @self: a page
 *
 * Returns: how many collections are to be read, seen or not
 */
guint
_squill_collections_page_count_chosen (SquillCollectionsPage *self)
{
  GListModel *choices;
  guint count = 0;

  g_return_val_if_fail (SQUILL_IS_COLLECTIONS_PAGE (self), 0);

  if (self->inspection == NULL)
    return 0;
  choices = squill_inspection_get_choices (self->inspection);
  for (guint i = 0; i < g_list_model_get_n_items (choices); i++)
    {
      g_autoptr (SquillCollectionChoice) choice = g_list_model_get_item (choices, i);

      count += squill_collection_choice_get_chosen (choice);
    }
  return count;
}

/* An error in the filter is shown at its row, which is expanded for that. */
static gboolean
check_filter (SquillCollectionsPage *self, const char *text)
{
  json_error_t error;
  json_auto_t *query = json_loads (text, 0, &error);
  gboolean good = json_is_object (query);
  g_autofree char *message = NULL;

  if (query == NULL)
    {
      g_autofree char *why = squill_json_error_explain (&error);

      message = g_strdup_printf (_ ("Invalid JSON at character %d: %s"), error.column, why);
    }
  else if (!good)
    message = g_strdup (_ ("A query must be an object: { \"field\": value }"));
  squill_inline_error_set (self->filter_error, GTK_WIDGET (self->filter_row), message);
  if (!good)
    {
      adw_expander_row_set_expanded (self->more_row, TRUE);
      gtk_widget_grab_focus (GTK_WIDGET (self->filter_row));
    }
  return good;
}

/**
 * _squill_collections_page_apply:
 * @self: a page
 *
 * Tells the inspection how to read.
 *
 * Returns: whether everything is right; what is not is told at its row
 */
gboolean
_squill_collections_page_apply (SquillCollectionsPage *self)
{
  SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  const char *filter;

  g_return_val_if_fail (SQUILL_IS_COLLECTIONS_PAGE (self), FALSE);
  g_return_val_if_fail (self->inspection != NULL, FALSE);

  filter = gtk_editable_get_text (self->filter_row);
  if (gtk_widget_get_visible (GTK_WIDGET (self->filter_row)) && *filter != '\0')
    {
      if (!check_filter (self, filter))
        return FALSE;
      options.filter = filter;
    }
  options.method = (SquillInspectMethod)adw_combo_row_get_selected (self->method_row);
  if (options.method != SQUILL_INSPECT_FULL)
    options.max_documents = (guint64)gtk_spin_button_get_value (self->amount_spin);
  options.max_seconds = gtk_spin_button_get_value (self->seconds_spin);
  options.keep_values = gtk_switch_get_active (self->values_switch);
  options.count_on_server =
      gtk_widget_get_visible (self->count_row) && gtk_switch_get_active (self->count_switch);
  squill_inspection_set_options (self->inspection, &options);
  return TRUE;
}
