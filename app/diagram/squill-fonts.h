/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <pango/pango.h>

G_BEGIN_DECLS

/**
 * SquillFontRole:
 * @SQUILL_FONT_UI: names of fields, notes
 * @SQUILL_FONT_UI_BOLD: names of entities, key fields
 * @SQUILL_FONT_MONO: types and numbers
 *
 * What a text is for; the fonts follow from it.
 */
typedef enum
{
  SQUILL_FONT_UI,
  SQUILL_FONT_UI_BOLD,
  SQUILL_FONT_MONO,
} SquillFontRole;

#define SQUILL_N_FONT_ROLES (SQUILL_FONT_MONO + 1)

/** The families, the wanted one first; in CSS and in Pango they are written alike. */
#define SQUILL_FONT_UI_FAMILIES "Cantarell, Adwaita Sans, Noto Sans, DejaVu Sans, sans-serif"
#define SQUILL_FONT_MONO_FAMILIES \
  "JetBrains Mono, Adwaita Mono, Source Code Pro, DejaVu Sans Mono, monospace"

/**
 * SquillFonts:
 *
 * The fonts of diagrams, without a display: what texts measure is a matter of the fonts installed
 * only, not of a screen. To be used by the thread that made them.
 */
#define SQUILL_TYPE_FONTS (squill_fonts_get_type ())
G_DECLARE_FINAL_TYPE (SquillFonts, squill_fonts, SQUILL, FONTS, GObject)

SquillFonts *squill_fonts_new (void);
PangoFontDescription *squill_font_description_new (SquillFontRole role, double size);
PangoLayout *squill_fonts_create_layout (SquillFonts *self,
                                         SquillFontRole role,
                                         double size,
                                         const char *text);
double squill_fonts_measure (SquillFonts *self, SquillFontRole role, double size, const char *text);
char *squill_fonts_fit (
    SquillFonts *self, SquillFontRole role, double size, const char *text, double width);

G_END_DECLS
