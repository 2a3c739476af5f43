/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "widgets/squill-compat.h"

#include <glib/gi18n.h>

/* Wider than an ellipsis in any font. */
#define ELLIPSIS_CHARS 3

typedef struct
{
  SquillAnswerFunc callback;
  gpointer user_data;
  GDestroyNotify destroy;
  char *response;
} Answer;

typedef struct
{
  SquillChosenFunc callback;
  SquillChosenManyFunc callback_many;
  gpointer user_data;
  GDestroyNotify destroy;
} Choice;

static void
answer_clear (Answer *answer)
{
  if (answer->destroy != NULL)
    answer->destroy (answer->user_data);
  g_free (answer->response);
}

static void
answer_unref (gpointer data)
{
  g_rc_box_release_full (data, (GDestroyNotify)answer_clear);
}

static void
answer_unref_closure (gpointer data, GClosure *closure)
{
  answer_unref (data);
}

static gboolean
on_answer_due (gpointer user_data)
{
  Answer *answer = user_data;

  if (answer->callback != NULL)
    answer->callback (answer->response, answer->user_data);
  return G_SOURCE_REMOVE;
}

/* The answer may close the parent window, so the question closes first. */
static void
on_response (AdwMessageDialog *dialog, const char *response, Answer *answer)
{
  if (answer->response != NULL)
    return;
  answer->response = g_strdup (response);
  g_idle_add_full (G_PRIORITY_DEFAULT, on_answer_due, g_rc_box_acquire (answer), answer_unref);
}

/**
 * squill_compat_ask:
 * @parent: the window concerned
 * @question: what is asked; it need not outlive the call
 * @callback: (nullable): gets the answer, exactly once
 * @user_data: for @callback
 * @destroy: (nullable): frees @user_data afterwards
 *
 * Asks the user a question.
 */
void
squill_compat_ask (GtkWindow *parent,
                   const SquillQuestion *question,
                   SquillAnswerFunc callback,
                   gpointer user_data,
                   GDestroyNotify destroy)
{
  AdwMessageDialog *dialog;
  Answer *answer;

  g_return_if_fail (GTK_IS_WINDOW (parent));
  g_return_if_fail (question != NULL && question->heading != NULL);

  dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (parent, question->heading, question->body));
  for (guint i = 0; i < question->n_responses; i++)
    {
      const SquillResponse *response = &question->responses[i];

      adw_message_dialog_add_response (dialog, response->id, response->label);
      adw_message_dialog_set_response_appearance (dialog, response->id, response->appearance);
    }
  adw_message_dialog_set_close_response (dialog, "cancel");
  if (question->default_response != NULL)
    adw_message_dialog_set_default_response (dialog, question->default_response);
  if (question->extra != NULL)
    adw_message_dialog_set_extra_child (dialog, question->extra);

  answer = g_rc_box_new0 (Answer);
  answer->callback = callback;
  answer->user_data = user_data;
  answer->destroy = destroy;
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response), answer, answer_unref_closure,
                         0);
  gtk_window_present (GTK_WINDOW (dialog));
}

/**
 * squill_compat_tell:
 * @parent: the window concerned
 * @heading: what happened, a few words
 * @body: (nullable): what there is to know
 * @extra: (nullable): a widget below the body
 *
 * Tells the user something that only has to be read.
 */
void
squill_compat_tell (GtkWindow *parent, const char *heading, const char *body, GtkWidget *extra)
{
  const SquillResponse close = { "cancel", _ ("_Close"), ADW_RESPONSE_DEFAULT };

  squill_compat_ask (parent,
                     &(SquillQuestion){ .heading = heading,
                                        .body = body,
                                        .extra = extra,
                                        .responses = &close,
                                        .n_responses = 1,
                                        .default_response = "cancel" },
                     NULL, NULL, NULL);
}

static void
choice_free (gpointer data, GClosure *closure)
{
  Choice *choice = data;

  if (choice->destroy != NULL)
    choice->destroy (choice->user_data);
  g_free (choice);
}

static void
on_chosen (GtkNativeDialog *dialog, int response, Choice *choice)
{
  g_autoptr (GListModel) files = NULL;
  g_autoptr (GFile) file = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog));
  if (files != NULL)
    file = g_list_model_get_item (files, 0);
  gtk_native_dialog_hide (dialog);
  if (choice->callback != NULL)
    choice->callback (file, choice->user_data);
  else
    choice->callback_many (files, choice->user_data);
  gtk_native_dialog_destroy (dialog);
  g_object_unref (dialog);
}

/* Takes the dialog, and the user data of the choice. */
static void
run_chooser (GtkFileChooserNative *native, Choice choice)
{
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (native), TRUE);
  g_signal_connect_data (native, "response", G_CALLBACK (on_chosen),
                         g_memdup2 (&choice, sizeof choice), choice_free, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (native));
}

/**
 * squill_compat_create_model_filters:
 * @add_patterns: (nullable): adds what counts as a model, too
 *
 * Returns: (transfer full): for a file dialog: models first, and all files
 */
GListModel *
squill_compat_create_model_filters (void (*add_patterns) (GtkFileFilter *filter))
{
  GListStore *filters = g_list_store_new (GTK_TYPE_FILE_FILTER);
  g_autoptr (GtkFileFilter) models = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  gtk_file_filter_set_name (models, _ ("Squill models"));
  gtk_file_filter_add_pattern (models, "*.squill");
  if (add_patterns != NULL)
    add_patterns (models);
  g_list_store_append (filters, models);
  gtk_file_filter_set_name (all, _ ("All files"));
  gtk_file_filter_add_pattern (all, "*");
  g_list_store_append (filters, all);
  return G_LIST_MODEL (filters);
}

/**
 * squill_compat_choose_file:
 * @parent: the window concerned
 * @question: what is to be chosen; it need not outlive the call
 * @callback: gets the file, exactly once
 * @user_data: for @callback
 * @destroy: (nullable): frees @user_data afterwards
 *
 * Lets the user choose a file or a folder.
 */
void
squill_compat_choose_file (GtkWindow *parent,
                           const SquillFileQuestion *question,
                           SquillChosenFunc callback,
                           gpointer user_data,
                           GDestroyNotify destroy)
{
  static const GtkFileChooserAction actions[] = { GTK_FILE_CHOOSER_ACTION_OPEN,
                                                  GTK_FILE_CHOOSER_ACTION_SAVE,
                                                  GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER };
  GListModel *filters;
  GtkFileChooserNative *native;
  GtkFileChooser *chooser;

  g_return_if_fail (GTK_IS_WINDOW (parent));
  g_return_if_fail (question != NULL);
  g_return_if_fail (callback != NULL);

  native = gtk_file_chooser_native_new (question->title, parent, actions[question->action],
                                        question->accept_label, NULL);
  chooser = GTK_FILE_CHOOSER (native);
  filters = question->filters;
  for (guint i = 0; filters != NULL && i < g_list_model_get_n_items (filters); i++)
    {
      g_autoptr (GtkFileFilter) filter = g_list_model_get_item (filters, i);

      gtk_file_chooser_add_filter (chooser, filter);
      if (i == 0)
        gtk_file_chooser_set_filter (chooser, filter);
    }
  if (question->file != NULL)
    {
      if (g_file_query_file_type (question->file, G_FILE_QUERY_INFO_NONE, NULL) ==
          G_FILE_TYPE_DIRECTORY)
        gtk_file_chooser_set_current_folder (chooser, question->file, NULL);
      else
        gtk_file_chooser_set_file (chooser, question->file, NULL);
    }
  if (question->name != NULL && question->action == SQUILL_CHOOSE_SAVE)
    gtk_file_chooser_set_current_name (chooser, question->name);
  run_chooser (native, (Choice){ callback, NULL, user_data, destroy });
}

/**
 * squill_compat_choose_files:
 * @parent: the window concerned
 * @title: of the dialog
 * @accept_label: what its button says, with a mnemonic
 * @callback: gets the files, exactly once
 * @user_data: for @callback
 * @destroy: (nullable): frees @user_data afterwards
 *
 * Lets the user choose one or more files that are there.
 */
void
squill_compat_choose_files (GtkWindow *parent,
                            const char *title,
                            const char *accept_label,
                            SquillChosenManyFunc callback,
                            gpointer user_data,
                            GDestroyNotify destroy)
{
  GtkFileChooserNative *native;

  g_return_if_fail (GTK_IS_WINDOW (parent));
  g_return_if_fail (callback != NULL);

  native =
      gtk_file_chooser_native_new (title, parent, GTK_FILE_CHOOSER_ACTION_OPEN, accept_label, NULL);
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (native), TRUE);
  run_chooser (native, (Choice){ NULL, callback, user_data, destroy });
}

/**
 * squill_compat_unparent_children:
 * @widget: a widget that is being disposed of
 *
 * Removes all children of a widget; gtk_widget_dispose_template() only removes those that its class
 * binds.
 */
void
squill_compat_unparent_children (GtkWidget *widget)
{
  GtkWidget *child;

  g_return_if_fail (GTK_IS_WIDGET (widget));

  while ((child = gtk_widget_get_first_child (widget)) != NULL)
    gtk_widget_unparent (child);
}

static void
limit_lines (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    limit_lines (child);
  if (GTK_IS_LABEL (widget) && gtk_label_get_wrap (GTK_LABEL (widget)))
    gtk_label_set_width_chars (GTK_LABEL (widget), ELLIPSIS_CHARS);
}

/**
 * squill_compat_limit_row_lines:
 * @row: a row
 * @title_lines: how many lines its title has at most
 * @subtitle_lines: how many lines its subtitle has at most; 0 for as many as it takes
 *
 * Cuts long titles. GTK 4.8 wants more than the natural width for a label of several lines whose
 * text is narrower than the ellipsis that might stand in its place, such as a single “i”, and warns
 * of that.
 */
void
squill_compat_limit_row_lines (AdwActionRow *row, int title_lines, int subtitle_lines)
{
  g_return_if_fail (ADW_IS_ACTION_ROW (row));

  adw_action_row_set_title_lines (row, title_lines);
  adw_action_row_set_subtitle_lines (row, subtitle_lines);
  limit_lines (GTK_WIDGET (row));
}

static gboolean
has_focus_within (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && (focus == widget || gtk_widget_is_ancestor (focus, widget));
}

/* Gives back the grab of all input, and leaves the window with no reason to keep the popover: one
 * that is hidden with the focus, and then removed, is leaked by gtk_widget_unparent() of GTK 4.8.
 */
static void
close_popover (GtkWidget *popover)
{
  if (has_focus_within (popover))
    gtk_root_set_focus (gtk_widget_get_root (popover), NULL);
  gtk_widget_set_visible (popover, FALSE);
}

/**
 * squill_compat_remove_popover:
 * @popover: a popover, open or not
 *
 * Removes a popover from its parent. Before GTK 4.11.2 one that is open must not be removed as it
 * is.
 */
void
squill_compat_remove_popover (GtkWidget *popover)
{
  g_return_if_fail (GTK_IS_POPOVER (popover));

  close_popover (popover);
  gtk_widget_unparent (popover);
}

static gboolean
on_unmap (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  GtkWidget *widget = g_value_get_object (values);

  if (GTK_IS_POPOVER (widget) && gtk_widget_get_visible (widget))
    close_popover (widget);
  return TRUE;
}

/**
 * squill_compat_close_unmapped_popovers:
 *
 * Makes all popovers of the program close when what they point to goes, those that GTK's own
 * widgets have too. Since GTK 4.11.2 they do. Before, one that was open when its parent was removed
 * kept the grab of all input for good: no window answered to the pointer or to keys anymore.
 */
void
squill_compat_close_unmapped_popovers (void)
{
  static gulong hook;

  if (hook == 0 && gtk_check_version (4, 11, 2) != NULL)
    hook = g_signal_add_emission_hook (g_signal_lookup ("unmap", GTK_TYPE_WIDGET), 0, on_unmap,
                                       NULL, NULL);
}

static gboolean
on_closed (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  GtkWidget *popover = g_value_get_object (values);

  if (has_focus_within (popover) && !gtk_widget_get_mapped (popover) &&
      !gtk_widget_grab_focus (gtk_widget_get_parent (popover)))
    gtk_root_set_focus (gtk_widget_get_root (popover), NULL);
  return TRUE;
}

/**
 * squill_compat_take_focus_from_closed_popovers:
 *
 * Makes all popovers of the program give the keyboard focus to what they point to when they close
 * with it. A menu of GTK 4.8 whose submenu was open keeps it: no key did anything anymore, not even
 * those of the window, until something was clicked.
 */
void
squill_compat_take_focus_from_closed_popovers (void)
{
  static gulong hook;

  if (hook == 0)
    {
      g_autoptr (GTypeClass) popovers = g_type_class_ref (GTK_TYPE_POPOVER);

      hook = g_signal_add_emission_hook (g_signal_lookup ("closed", GTK_TYPE_POPOVER), 0, on_closed,
                                         NULL, NULL);
    }
}

/**
 * squill_compat_present_about:
 * @parent: the window over which it stands
 *
 * Shows the About window.
 */
void
squill_compat_present_about (GtkWindow *parent)
{
  static const char *const developers[] = { "The Squill authors", NULL };

  adw_show_about_window (parent, "application-name", _ ("Squill"), "application-icon",
                         SQUILL_APP_ID, "version", SQUILL_VERSION, "comments",
                         _ ("Design document schemas for MongoDB: draw what your application "
                            "stores, and see the documents, their sizes and what they cost."),
                         "developer-name", developers[0], "developers", developers, "license-type",
                         GTK_LICENSE_APACHE_2_0,
                         /* Translators: your name, and where you can be reached */
                         "translator-credits", _ ("translator-credits"), NULL);
}

/**
 * squill_compat_launch_uri:
 * @parent: the window concerned
 * @uri: what to open
 *
 * Opens something with the program the user has for it.
 */
void
squill_compat_launch_uri (GtkWindow *parent, const char *uri)
{
  gtk_show_uri (parent, uri, GDK_CURRENT_TIME);
}

/**
 * squill_compat_get_text_scale:
 * @widget: a widget
 *
 * Returns: how many times as large as usual text is; at least 1
 */
double
squill_compat_get_text_scale (GtkWidget *widget)
{
  const int usual = 96 * PANGO_SCALE;
  int dpi = -1;

  g_return_val_if_fail (GTK_IS_WIDGET (widget), 1);

  g_object_get (gtk_widget_get_settings (widget), "gtk-xft-dpi", &dpi, NULL);
  return dpi > usual ? (double)dpi / usual : 1;
}

/**
 * squill_compat_get_color:
 * @widget: where it is to be drawn
 * @color: (out): the colour of text there
 *
 * Reads the colour that the style sheet gives to text.
 */
void
squill_compat_get_color (GtkWidget *widget, GdkRGBA *color)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (color != NULL);

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), color);
}

/**
 * squill_compat_lookup_color:
 * @widget: where it is to be drawn
 * @name: a name that the style sheet defines: "accent_color"
 * @color: (out): the colour
 *
 * Reads a named colour of the style sheet.
 *
 * Returns: whether there is one of that name
 */
gboolean
squill_compat_lookup_color (GtkWidget *widget, const char *name, GdkRGBA *color)
{
  g_return_val_if_fail (GTK_IS_WIDGET (widget), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);
  g_return_val_if_fail (color != NULL, FALSE);

  return gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), name, color);
}

/* GTK before 4.10 names a button with a mnemonic both by its text, with the underscore, and by the
 * label inside: "_Next Next". */
static void
name_by_label (GtkButton *button)
{
  if (gtk_get_minor_version () < 10 && gtk_button_get_use_underline (button))
    gtk_accessible_reset_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL);
}

static gboolean
on_widget_mapped (GSignalInvocationHint *hint,
                  guint n_values,
                  const GValue *values,
                  gpointer user_data)
{
  GObject *widget = g_value_get_object (&values[0]);

  if (GTK_IS_BUTTON (widget))
    name_by_label (GTK_BUTTON (widget));
  return G_SOURCE_CONTINUE;
}

/**
 * squill_compat_name_buttons:
 *
 * Lets screen readers read the name of each button with a mnemonic once. To be called once.
 */
void
squill_compat_name_buttons (void)
{
  g_autoptr (GTypeClass) klass = NULL;

  if (gtk_get_minor_version () >= 10)
    return;
  klass = g_type_class_ref (GTK_TYPE_WIDGET);
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, on_widget_mapped, NULL,
                              NULL);
}

/**
 * squill_compat_set_button_label:
 * @button: a button that is on the screen
 * @label: its new label, with a mnemonic
 */
void
squill_compat_set_button_label (GtkButton *button, const char *label)
{
  g_return_if_fail (GTK_IS_BUTTON (button));

  gtk_button_set_label (button, label);
  name_by_label (button);
}

/**
 * squill_compat_mirrors_texts:
 *
 * Returns: whether #GtkText aligns what is written by the direction of the widget; GTK
 * before 4.17.2 guesses the direction of the text itself
 */
gboolean
squill_compat_mirrors_texts (void)
{
  return gtk_get_minor_version () >= 18;
}
