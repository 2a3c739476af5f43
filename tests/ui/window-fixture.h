/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* A window to try things with, and ways to wait for what it does. */

#include "inspector/squill-inspector.h"
#include "shell/squill-window.h"

G_BEGIN_DECLS

typedef struct
{
  SquillWindow *window;
  SquillInspector *inspector;
  SquillSession *session;
  SquillModel *model;
} Fixture;

/* The names of the pages of the panel, in the order of their tabs. */
extern const char *const panel_pages[7];

typedef gboolean (*Condition) (Fixture *f, gpointer data);

void wait_for (Fixture *f, Condition condition, gpointer data, const char *what);
void settle (void);
GtkWidget *find_type (GtkWidget *widget, GType type);
void point (GtkWidget *widget, const char *signal);
void load_style (void);
void take_session (Fixture *f);
void set_up (Fixture *f, gconstpointer data);
void tear_down (Fixture *f, gconstpointer data);
AdwMessageDialog *find_question (Fixture *f);
gboolean is_asked (Fixture *f, gpointer data);
void answer (Fixture *f, const char *response);
gboolean is_gone (Fixture *f, gpointer window);

G_END_DECLS
