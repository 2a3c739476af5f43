/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* The one place for calls that newer versions of GTK and libadwaita deprecate while Debian 12 has
 * no replacement. Only this file changes when the minimum versions are raised. */

/**
 * SquillResponse:
 * @id: what the callback gets: "save"
 * @label: what the button says, with a mnemonic, translated
 * @appearance: how the button looks
 *
 * One answer to a question.
 */
typedef struct
{
  const char *id;
  const char *label;
  AdwResponseAppearance appearance;
} SquillResponse;

/**
 * SquillQuestion:
 * @heading: the question, a few words
 * @body: (nullable): what there is to know
 * @extra: (nullable): a widget below the body
 * @responses: (array length=n_responses): the answers; "cancel" is the one for closing it
 * @n_responses: how many
 * @default_response: (nullable): the id of the answer that Enter gives
 *
 * What the user is asked.
 */
typedef struct
{
  const char *heading;
  const char *body;
  GtkWidget *extra;
  const SquillResponse *responses;
  guint n_responses;
  const char *default_response;
} SquillQuestion;

/**
 * SquillAnswerFunc:
 * @response: the id of the answer; "cancel" if the question was closed without one
 * @user_data: as given
 *
 * Gets the answer of the user.
 */
typedef void (*SquillAnswerFunc) (const char *response, gpointer user_data);

void squill_compat_ask (GtkWindow *parent,
                        const SquillQuestion *question,
                        SquillAnswerFunc callback,
                        gpointer user_data,
                        GDestroyNotify destroy);
void squill_compat_tell (GtkWindow *parent,
                         const char *heading,
                         const char *body,
                         GtkWidget *extra);

/**
 * SquillChooseAction:
 * @SQUILL_CHOOSE_OPEN: files that are there
 * @SQUILL_CHOOSE_SAVE: a name for a new file
 * @SQUILL_CHOOSE_FOLDER: a folder
 */
typedef enum
{
  SQUILL_CHOOSE_OPEN,
  SQUILL_CHOOSE_SAVE,
  SQUILL_CHOOSE_FOLDER,
} SquillChooseAction;

/**
 * SquillFileQuestion:
 * @action: what is to be chosen
 * @title: of the dialog
 * @accept_label: what its button says, with a mnemonic
 * @file: (nullable): where to start: the file that is there, or the folder
 * @name: (nullable): the name to suggest for a new file
 * @filters: (nullable): a list of #GtkFileFilter; the first is set
 *
 * Which file the user is to choose.
 */
typedef struct
{
  SquillChooseAction action;
  const char *title;
  const char *accept_label;
  GFile *file;
  const char *name;
  GListModel *filters;
} SquillFileQuestion;

/**
 * SquillChosenFunc:
 * @file: (nullable): what was chosen, %NULL for nothing
 * @user_data: as given
 *
 * Gets the file that the user chose.
 */
typedef void (*SquillChosenFunc) (GFile *file, gpointer user_data);

GListModel *squill_compat_create_model_filters (void (*add_patterns) (GtkFileFilter *filter));
void squill_compat_choose_file (GtkWindow *parent,
                                const SquillFileQuestion *question,
                                SquillChosenFunc callback,
                                gpointer user_data,
                                GDestroyNotify destroy);

/**
 * SquillChosenManyFunc:
 * @files: (nullable): a list of #GFile that were chosen, %NULL for nothing
 * @user_data: as given
 *
 * Gets the files that the user chose.
 */
typedef void (*SquillChosenManyFunc) (GListModel *files, gpointer user_data);

void squill_compat_choose_files (GtkWindow *parent,
                                 const char *title,
                                 const char *accept_label,
                                 SquillChosenManyFunc callback,
                                 gpointer user_data,
                                 GDestroyNotify destroy);

void squill_compat_unparent_children (GtkWidget *widget);
void squill_compat_limit_row_lines (AdwActionRow *row, int title_lines, int subtitle_lines);
void squill_compat_remove_popover (GtkWidget *popover);
void squill_compat_close_unmapped_popovers (void);
void squill_compat_take_focus_from_closed_popovers (void);
void squill_compat_name_buttons (void);
void squill_compat_set_button_label (GtkButton *button, const char *label);
gboolean squill_compat_mirrors_texts (void);
void squill_compat_present_about (GtkWindow *parent);
void squill_compat_launch_uri (GtkWindow *parent, const char *uri);
double squill_compat_get_text_scale (GtkWidget *widget);
void squill_compat_get_color (GtkWidget *widget, GdkRGBA *color);
gboolean squill_compat_lookup_color (GtkWidget *widget, const char *name, GdkRGBA *color);

G_END_DECLS
