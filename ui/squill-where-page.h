/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * SquillWherePage:
 *
 * Asks where a database is: on a server, in files, or where one was before.
 *
 * Signals "changed" (): something was typed; "chosen" (): squill_where_page_get_sources() are
 * wanted now.
 */
#define SQUILL_TYPE_WHERE_PAGE (squill_where_page_get_type ())
G_DECLARE_FINAL_TYPE (SquillWherePage, squill_where_page, SQUILL, WHERE_PAGE, GtkWidget)

void squill_where_page_set_settings (SquillWherePage *self, GSettings *settings);
gboolean squill_where_page_is_complete (SquillWherePage *self);
char **squill_where_page_get_sources (SquillWherePage *self);
const char *squill_where_page_get_password (SquillWherePage *self);
gboolean squill_where_page_get_remember (SquillWherePage *self);
void squill_where_page_show_sources (SquillWherePage *self, const char *const *sources);
void squill_where_page_show_password (SquillWherePage *self, const char *password);
void squill_where_page_offer_files (SquillWherePage *self, GListModel *files);
void squill_where_page_complain (SquillWherePage *self, const GError *error);

G_END_DECLS
