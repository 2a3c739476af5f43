/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "exchange/import/squill-import-report.h"
#include "inspector/squill-inspector.h"
#include "outline/squill-outline.h"
#include "panel/squill-panel.h"
#include "session/squill-watch.h"
#include "shell/squill-tour.h"
#include "shell/squill-window.h"
#include "widgets/squill-work-bar.h"

G_BEGIN_DECLS

/* Shared by squill-window.c and its neighbors squill-window-*.c. */

#define SQUILL_WINDOW_MIN_WIDTH 360

struct _SquillWindow
{
  AdwApplicationWindow parent_instance;

  /* Of the template. */
  AdwToastOverlay *toasts;
  GtkWidget *header;
  AdwWindowTitle *title;
  GtkMenuButton *design_button;
  GtkWidget *open_button;
  GtkWidget *inspect_button;
  GtkWidget *export_button;
  GtkWidget *undo_button;
  GtkWidget *redo_button;
  GtkWidget *search_button;
  GtkMenuButton *menu_button;
  GMenuModel *main_menu;
  GtkRevealer *banner;
  GtkLabel *banner_label;
  GtkWidget *banner_button;
  GtkWidget *outline_flap;
  GtkWidget *inspector_flap;
  GtkWidget *outline_handle;
  GtkWidget *inspector_handle;
  SquillOutline *outline;
  SquillInspector *inspector;
  GtkPaned *center;
  AdwBin *center_bin;
  SquillPanel *panel;
  SquillWorkBar *work_bar;
  GMenu *edit_menu; /* its first are undo and redo */
  GtkWidget *canvas_view;
  GtkWidget *empty_page;
  GtkWidget *tour_button;
  GtkWidget *watch_button;

  SquillSession *session;
  GSettings *settings;
  GMenu *recent_menu;
  GMenu *designs_menu;
  GSimpleAction *show_design;
  SquillWatch *watch;    /* %NULL where no database is followed */
  GtkWidget *watch_list; /* while it is open; weak */
  GtkWidget *patterns;   /* the window with patterns, while it is open */
  guint n_announced;     /* of what came to that database */
  SquillTour *tour;      /* %NULL where none is running */

  gboolean outline_visible;
  gboolean inspector_visible;
  gboolean panel_visible;
  /* What was seen before the diagram was shown to others. */
  struct
  {
    guint outline : 1;
    guint inspector : 1;
    guint panel : 1;
    guint fullscreen : 1;
  } before;
  guint presenting : 1;
  guint fullscreen_seen : 1;

  GCancellable *work; /* what the work bar cancels; %NULL where nothing runs */
  GFile *loading;     /* a model that is being read */
  guint64 edits;      /* of the models that it showed */
  GPtrArray *orphans; /* of SquillDraft: what is still to be offered */
  SquillDraft *draft;
  char *draft_trouble; /* why no draft could be written */
  guint draft_source;
  guint fold_source;
  guint n_measured; /* how often */
  guint outline_folded : 1;
  guint inspector_folded : 1;
  guint buttons_folded : 1;
  guint header_folded : 1;
  guint panel_placed : 1;
  guint draft_running : 1;  /* one is being written */
  guint draft_wanted : 1;   /* another one is due when that is done */
  guint recovering : 1;     /* whether to take a draft is being asked */
  guint save_explained : 1; /* why a save failed is being shown */
  guint closing : 1;        /* the work is saved or not wanted: close without asking */
};

/* Each is called once, for the class of windows, by squill-window.c. */
void _squill_window_install_advise_actions (GtkWidgetClass *widget_class);
void _squill_window_install_clipboard_actions (GtkWidgetClass *widget_class);
void _squill_window_install_command_actions (GtkWidgetClass *widget_class);
void _squill_window_install_design_actions (GtkWidgetClass *widget_class);
void _squill_window_install_example_actions (GtkWidgetClass *widget_class);
void _squill_window_install_export_actions (GtkWidgetClass *widget_class);
void _squill_window_install_file_actions (GtkWidgetClass *widget_class);
void _squill_window_install_inspect_actions (GtkWidgetClass *widget_class);
void _squill_window_install_merge_actions (GtkWidgetClass *widget_class);
void _squill_window_install_picture_actions (GtkWidgetClass *widget_class);
void _squill_window_install_presentation_actions (GtkWidgetClass *widget_class);
void _squill_window_install_rule_actions (GtkWidgetClass *widget_class);
void _squill_window_install_watch_actions (GtkWidgetClass *widget_class);

/* squill-window.c */

void _squill_window_update_actions (SquillWindow *self);
/* Says above the diagram what keeps the model from being changed, kept, or whole. */
void _squill_window_update_banner (SquillWindow *self);
/* Shows what is being done, with a button that cancels it; what was being done before is cancelled.
 * Returns what the button cancels (transfer none). */
GCancellable *_squill_window_begin_work (SquillWindow *self, const char *text);
/* The work that began last is done, or was given up. */
void _squill_window_end_work (SquillWindow *self);
void _squill_window_show_toast (SquillWindow *self, const char *text);
/* Shows in a dialog what failed (@heading), and why. */
void _squill_window_show_error (SquillWindow *self, const char *heading, const char *body);

/* squill-window-files.c */

/* Calls function once there is no unsaved work, or the user does not want it; not at all if the
 * user wants to go on with it. */
void _squill_window_leave (SquillWindow *self,
                           void (*function) (SquillWindow *self, gpointer data),
                           gpointer data,
                           GDestroyNotify destroy);
/* Calls function, which shows another model. Where the window's was edited since it had that
 * number of edits, that is asked about first, as in leaving: whatever was said of it then, it was
 * not these.
 */
void _squill_window_replace (SquillWindow *self,
                             guint64 edits,
                             void (*function) (SquillWindow *self, gpointer data),
                             gpointer data,
                             GDestroyNotify destroy);
/* Opens an example, and begins the tour as soon as it is there. */
void _squill_window_open_tour (SquillWindow *self, const char *uri);
/* Whether there is work that is not in the file, or not even in the model. */
gboolean _squill_window_has_unsaved (SquillWindow *self);
/* Fills the menu of recent models, and from the first call on keeps it up to date. */
void _squill_window_update_recent (SquillWindow *self);
/* The name of a file, as people see it (transfer full). */
char *_squill_file_get_shown_name (GFile *file);

/* squill-window-drafts.c */

/* Writes a copy of unsaved work soon; this may be called with each key. */
void _squill_window_queue_draft (SquillWindow *self);
/* There is no unsaved work any more. */
void _squill_window_forget_draft (SquillWindow *self);
/* What was to be decided later is offered again with its file. */
void _squill_window_find_drafts_of (SquillWindow *self, GFile *file);
/* Asks about one draft at a time, and not before the file it is of is there. */
void _squill_window_offer_draft (SquillWindow *self);

/* squill-window-foreign.c */

gboolean _squill_window_is_foreign (GFile *file);
void _squill_window_add_foreign_patterns (GtkFileFilter *filter);
void _squill_window_arrange_new (SquillModel *model, GCancellable *cancellable);
void _squill_window_read_foreign (GFile *file,
                                  SquillImportReport *report,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
void _squill_window_show_import_report (SquillWindow *self,
                                        GFile *file,
                                        const SquillImportReport *report);

/* squill-window-inspect.c and squill-window-watch.c */

/* Where a new model opens: in a window of its own, unless this one is still untouched. */
SquillWindow *_squill_window_get_target (SquillWindow *self);
/* Files that are dropped on the window are opened, or read. */
void _squill_window_accept_drops (SquillWindow *self);
void _squill_window_set_watching (SquillWindow *self, gboolean watching);

/* squill-window-merge.c */

gboolean _squill_window_offer_merge (SquillWindow *self, GFile *file, const GError *error);
guint _squill_window_count_conflicts (SquillWindow *self);
void _squill_window_compare_with_file (SquillWindow *self, GFile *file);

/* squill-window-designs.c */

void _squill_window_init_designs (SquillWindow *self);
void _squill_window_update_designs (SquillWindow *self);

/* squill-window-examples.c */

/* Begins the tour of the model that is shown. */
void _squill_window_begin_tour (SquillWindow *self);
void _squill_window_end_tour (SquillWindow *self);

/* squill-window-folds.c and squill-window-present.c */

/* Folds what has no room beside the diagram in a window of a width, or unfolds it. */
void _squill_window_update_folds (SquillWindow *self, int width);
void _squill_window_init_presentation (SquillWindow *self);
/* Shows again what was seen before the diagram was presented, if it is. */
void _squill_window_end_presentation (SquillWindow *self);

G_END_DECLS
