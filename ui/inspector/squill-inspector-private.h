/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>
#include <jansson.h>

#include "session/squill-inspector-table.h"
#include "widgets/squill-plain-row.h"

G_BEGIN_DECLS

/* Shared inside the inspector. */

/**
 * SquillRankButtons:
 *
 * Two buttons that move an item, or what a relationship stores, up and down among its siblings.
 */
#define SQUILL_TYPE_RANK_BUTTONS (squill_rank_buttons_get_type ())
G_DECLARE_FINAL_TYPE (SquillRankButtons, squill_rank_buttons, SQUILL, RANK_BUTTONS, GtkBox)

GtkWidget *_squill_rank_buttons_new (void);
void _squill_rank_buttons_show (SquillRankButtons *self,
                                SquillModel *model,
                                const char *id,
                                const char *property);

/**
 * SquillItemLinks:
 *
 * A group of rows for what belongs to an item: its indexes, the fields copied across it, the
 * relationships it takes part in. A row selects what it stands for; a button adds another one.
 */
#define SQUILL_TYPE_ITEM_LINKS (squill_item_links_get_type ())
G_DECLARE_FINAL_TYPE (SquillItemLinks, squill_item_links, SQUILL, ITEM_LINKS, AdwPreferencesGroup)

GtkWidget *_squill_item_links_new (SquillKind parent, SquillKind kind);
void _squill_item_links_show (SquillItemLinks *self, SquillSession *session, const char *parent);
gboolean _squill_item_links_exist (SquillKind parent, SquillKind kind);

/**
 * SquillPlacementList:
 *
 * The placements of a relationship as rows to choose from. Each has a line that says what decides:
 * the size of documents, the cost of reads, or why it is not feasible. The advised one has a badge.
 */
#define SQUILL_TYPE_PLACEMENT_LIST (squill_placement_list_get_type ())
G_DECLARE_FINAL_TYPE (SquillPlacementList, squill_placement_list, SQUILL, PLACEMENT_LIST, AdwBin)

GtkWidget *_squill_placement_list_new (void);
void _squill_placement_list_show (SquillPlacementList *self,
                                  SquillSession *session,
                                  const char *relationship);

/**
 * SquillVariantList:
 *
 * The kinds that the objects of an entity or a field are of: the values that tell them, how many of
 * the objects are of this kind, and which fields these have besides those that all have.
 */
#define SQUILL_TYPE_VARIANT_LIST (squill_variant_list_get_type ())
G_DECLARE_FINAL_TYPE (
    SquillVariantList, squill_variant_list, SQUILL, VARIANT_LIST, AdwPreferencesGroup)

GtkWidget *_squill_variant_list_new (void);
void _squill_variant_list_show (SquillVariantList *self,
                                SquillModel *model,
                                const SquillItem *item);

/**
 * SquillEvidenceView:
 *
 * What was found in a database about an item of the model, to be read only: shares as bars, lengths
 * as histograms, the rest as sentences.
 */
#define SQUILL_TYPE_EVIDENCE_VIEW (squill_evidence_view_get_type ())
G_DECLARE_FINAL_TYPE (SquillEvidenceView, squill_evidence_view, SQUILL, EVIDENCE_VIEW, GtkBox)

GtkWidget *_squill_evidence_view_new (void);
void _squill_evidence_view_show (SquillEvidenceView *self, const json_t *evidence);

/**
 * SquillPickButton:
 *
 * A button that is down while fields are picked in the diagram.
 *
 * Signal "picked" (const char *path): one was clicked there, by names as people write them.
 */
#define SQUILL_TYPE_PICK_BUTTON (squill_pick_button_get_type ())
G_DECLARE_FINAL_TYPE (SquillPickButton, squill_pick_button, SQUILL, PICK_BUTTON, GtkToggleButton)

GtkWidget *_squill_pick_button_new (void);
void _squill_pick_button_show (SquillPickButton *self, SquillPicking *picking, const char *entity);

/**
 * SquillPropertyRow:
 *
 * One line of the inspector: a property of one item, or of several at once. Each change is an edit
 * of the model, at once.
 */
#define SQUILL_TYPE_PROPERTY_ROW (squill_property_row_get_type ())
G_DECLARE_FINAL_TYPE (SquillPropertyRow, squill_property_row, SQUILL, PROPERTY_ROW, SquillPlainRow)

GtkWidget *_squill_property_row_new (const SquillInspectorLine *line);
void _squill_property_row_show (SquillPropertyRow *self,
                                SquillSession *session,
                                const char *const *ids);
const SquillInspectorLine *_squill_property_row_get_line (SquillPropertyRow *self);
gboolean _squill_property_row_apply (SquillPropertyRow *self, json_t *value, GError **error);

struct _SquillPropertyRow
{
  AdwPreferencesRow parent_instance;

  const SquillInspectorLine *line;
  const SquillProperty *property;
  GtkWidget *box;
  GtkLabel *title;
  GtkLabel *subtitle;
  GtkWidget *editor;
  GtkLabel *unit;
  GtkWidget *extra; /* beside the editor: values to choose from */
  GtkWidget *pick;  /* beside it, where these are fields: picks them in the diagram */

  char *fitted_title; /* that room was made for, … */
  guint fitted_font;  /* … and the state of its font */

  SquillSession *session;
  char **ids;
  json_t *value;    /* of all items; NULL for the default, or if they differ */
  double counted;   /* what counts while there is no value; NaN where nothing does */
  gboolean various; /* they differ */
  gboolean showing; /* the editor is being updated: its changes are not the user's */
  guint apply_source;
};

/* Editors, by kind: squill-property-editors.c. */
GtkWidget *_squill_property_editor_new (SquillPropertyRow *row);
void _squill_property_editor_show (SquillPropertyRow *row);
gboolean _squill_property_editor_read (SquillPropertyRow *row, json_t **value, GError **error);
gboolean _squill_property_editor_keep (SquillPropertyRow *row);
gconstpointer _squill_property_row_get_item (SquillPropertyRow *row);
void _squill_property_row_show_error (SquillPropertyRow *row, const char *message);

/* What is typed: squill-property-text.c. */
const char *_squill_property_row_get_string (SquillPropertyRow *row);
gboolean _squill_property_row_leads_across (SquillPropertyRow *row);
const char *_squill_property_row_get_path_entity (SquillPropertyRow *row);
char *_squill_property_row_make_text (SquillPropertyRow *row);
json_t *_squill_property_row_read_text (SquillPropertyRow *row, const char *text, GError **error);

G_END_DECLS
