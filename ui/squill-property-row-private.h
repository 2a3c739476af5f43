/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "squill-property-row.h"

G_BEGIN_DECLS

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
  GtkWidget *extra; /* beside the editor: what there is to choose from */

  SquillSession *session;
  char **ids;
  json_t *value;    /* of all of them; NULL: the default, or they differ */
  gboolean various; /* they differ */
  gboolean showing; /* changes of the editor are not the user's */
  guint apply_source;
};

/* Editors, by kind: squill-property-editors.c. */
GtkWidget *_squill_property_editor_new (SquillPropertyRow *row);
void _squill_property_editor_show (SquillPropertyRow *row);
gconstpointer _squill_property_row_get_item (SquillPropertyRow *row);
void _squill_property_row_complain (SquillPropertyRow *row, const char *text);

G_END_DECLS
