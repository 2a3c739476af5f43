/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * SquillFieldBytes:
 * @name: the name of a field of a document
 * @bytes: what it takes there, with its type and name
 */
typedef struct
{
  char *name;
  double bytes;
} SquillFieldBytes;

void squill_field_bytes_clear (SquillFieldBytes *self);

/**
 * SquillByteList:
 *
 * The fields of a document with their bytes as bars, the largest first.
 *
 * Signal "pointed" (const char *name): the pointer or the keyboard is at a field; %NULL: no longer.
 * Signal "activated" (const char *name): a field was chosen.
 */
#define SQUILL_TYPE_BYTE_LIST (squill_byte_list_get_type ())
G_DECLARE_FINAL_TYPE (SquillByteList, squill_byte_list, SQUILL, BYTE_LIST, AdwBin)

GtkWidget *squill_byte_list_new (void);
void squill_byte_list_show (SquillByteList *self, GArray *fields);

G_END_DECLS
