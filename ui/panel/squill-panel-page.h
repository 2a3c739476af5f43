/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>
#include <gtksourceview/gtksource.h>

#include "bson/squill-bson-text.h"
#include "session/squill-session.h"

G_BEGIN_DECLS

/**
 * SquillPanelPage:
 *
 * A page of the panel: a view of the session. It is updated in an idle after something it shows
 * may have changed, and only while it is visible. Each page has a bar of controls, which the panel
 * shows beside its tabs.
 *
 * Property "title": what the tab says.
 */
#define SQUILL_TYPE_PANEL_PAGE (squill_panel_page_get_type ())
G_DECLARE_DERIVABLE_TYPE (SquillPanelPage, squill_panel_page, SQUILL, PANEL_PAGE, AdwBin)

/**
 * SquillPanelPageClass:
 * @update: shows the current state of the session; called while the page is visible and has one
 * @selection: whether the page depends on the selection
 * @hidden: whether it is updated while it is not visible, too, because its tab shows a count
 */
struct _SquillPanelPageClass
{
  AdwBinClass parent_class;

  void (*update) (SquillPanelPage *self);
  gboolean selection;
  gboolean hidden;
};

SquillSession *squill_panel_page_get_session (SquillPanelPage *self);
void squill_panel_page_set_session (SquillPanelPage *self, SquillSession *session);
GtkWidget *squill_panel_page_get_bar (SquillPanelPage *self);
void squill_panel_page_set_bar (SquillPanelPage *self, gpointer first, ...) G_GNUC_NULL_TERMINATED;
void squill_panel_page_set_list (SquillPanelPage *self, GtkWidget *list, const char *none);
void squill_panel_page_show_list (SquillPanelPage *self, gboolean has_rows);
void squill_panel_page_scroll_to (GtkColumnView *table, guint position);
GtkDropDown *squill_panel_page_create_drop_down (SquillPanelPage *self,
                                                 GListModel *model,
                                                 const char *name);
void squill_panel_page_set_title (SquillPanelPage *self, const char *title);
void squill_panel_page_queue_update (SquillPanelPage *self);
void squill_panel_page_update (SquillPanelPage *self);
const SquillCollection *squill_panel_page_find_collection (SquillPanelPage *self);

/* The pages. */
#define SQUILL_TYPE_DOCUMENTS_PAGE (squill_documents_page_get_type ())
G_DECLARE_FINAL_TYPE (
    SquillDocumentsPage, squill_documents_page, SQUILL, DOCUMENTS_PAGE, SquillPanelPage)
#define SQUILL_TYPE_WARNINGS_PAGE (squill_warnings_page_get_type ())
G_DECLARE_FINAL_TYPE (
    SquillWarningsPage, squill_warnings_page, SQUILL, WARNINGS_PAGE, SquillPanelPage)
#define SQUILL_TYPE_SIZES_PAGE (squill_sizes_page_get_type ())
G_DECLARE_FINAL_TYPE (SquillSizesPage, squill_sizes_page, SQUILL, SIZES_PAGE, SquillPanelPage)
#define SQUILL_TYPE_WORKLOAD_PAGE (squill_workload_page_get_type ())
G_DECLARE_FINAL_TYPE (
    SquillWorkloadPage, squill_workload_page, SQUILL, WORKLOAD_PAGE, SquillPanelPage)
#define SQUILL_TYPE_SCRIPT_PAGE (squill_script_page_get_type ())
G_DECLARE_FINAL_TYPE (SquillScriptPage, squill_script_page, SQUILL, SCRIPT_PAGE, SquillPanelPage)
void squill_script_page_choose_source (SquillScriptPage *self, GFile *file);
gboolean squill_script_page_is_writing (SquillScriptPage *self);

/**
 * SquillCodeView:
 *
 * Code to read and copy, with its syntax colored for the light or dark style of the window.
 *
 * Signal "pressed" (path: string): the value of that path was pressed.
 * Signal "folded" (path: string): the value of that path is to be folded, or to be unfolded.
 */
#define SQUILL_TYPE_CODE_VIEW (squill_code_view_get_type ())
G_DECLARE_FINAL_TYPE (SquillCodeView, squill_code_view, SQUILL, CODE_VIEW, AdwBin)

GtkWidget *squill_code_view_new (const char *name, gboolean light_up);
void squill_code_view_set_language (SquillCodeView *self, GtkSourceLanguage *language);
void squill_code_view_set_text (SquillCodeView *self, const char *text, gboolean same);
void squill_code_view_show_comment (SquillCodeView *self, const char *comment);
void squill_code_view_show_changes (SquillCodeView *self, const char *text, const GArray *changes);
void squill_code_view_set_parts (SquillCodeView *self, GPtrArray *parts);
void squill_code_view_mark (SquillCodeView *self, GPtrArray *parts);
void squill_code_view_reveal (SquillCodeView *self, const SquillBsonPart *part);

G_END_DECLS
