/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* A page of the panel in a window of its own. */

#include <adwaita.h>

#include "panel/squill-panel-page.h"
#include "session/squill-operation-row.h"

G_BEGIN_DECLS

#define N_EXAMPLES 10

typedef struct
{
  GtkWidget *window;
  SquillPanelPage *page;
  SquillSession *session;
  SquillModel *model;
} Fixture;

typedef gboolean (*Condition) (Fixture *f, gconstpointer data);

extern const char *const examples[N_EXAMPLES];

void wait_for (Fixture *f, Condition condition, gconstpointer data, const char *what);
SquillModel *load (const char *name);
void start_update (Fixture *f);
void update (Fixture *f);
void show_model (Fixture *f, SquillModel *model);
void show_example (Fixture *f, const char *name);
void set_up (Fixture *f, GType type);
void tear_down (Fixture *f, gconstpointer data);
GtkWidget *find (gpointer widget, GType type, const char *text);
GtkSelectionModel *get_rows (Fixture *f);
guint count_rows (Fixture *f);
gpointer get_row (Fixture *f, guint position);
gboolean shows_label (Fixture *f, gconstpointer text);
const char *get_selected (Fixture *f);
const SquillOperation *find_operation (Fixture *f, const char *name);
char *get_text (Fixture *f);
void assert_text (Fixture *f, const char *part, gboolean expected);

G_END_DECLS
