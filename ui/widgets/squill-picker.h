/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * SquillPicker:
 *
 * A button that opens a list to choose from by typing. The list is made when it is opened.
 *
 * Signal "picked" (char *id): the user chose something.
 */
#define SQUILL_TYPE_PICKER (squill_picker_get_type ())
G_DECLARE_FINAL_TYPE (SquillPicker, squill_picker, SQUILL, PICKER, GtkWidget)

/**
 * SquillPickerFunc:
 * @picker: the picker, to call squill_picker_add() on
 * @user_data: as given
 *
 * Adds what there is to choose from.
 */
typedef void (*SquillPickerFunc) (SquillPicker *picker, gpointer user_data);

GtkWidget *squill_picker_new (SquillPickerFunc fill, gpointer user_data);
void squill_picker_add (SquillPicker *self, const char *id, const char *label, gboolean checked);
void squill_picker_set_label (SquillPicker *self, const char *label);
void squill_picker_set_icon (SquillPicker *self, const char *icon_name);
void squill_picker_set_name (SquillPicker *self, const char *name);

G_END_DECLS
