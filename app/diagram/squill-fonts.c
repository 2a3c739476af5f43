/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-fonts.h"

#include <pango/pangocairo.h>
#include <string.h>

#define FIRST_CHAR 0x20
#define N_CHARS (0x7f - FIRST_CHAR)
/* Advances are measured at this size, in pixels; without hinting they grow with the size. */
#define MEASURED_SIZE 100.0

struct _SquillFonts
{
  GObject parent_instance;

  PangoContext *context;
  PangoFontDescription *descriptions[SQUILL_N_FONT_ROLES];
  /* What the printable characters of ASCII advance by, per pixel of size: a diagram of ten thousand
   * entities has some hundred thousand texts, too many to be laid out only to be measured. */
  double advances[SQUILL_N_FONT_ROLES][N_CHARS];
  gboolean measured[SQUILL_N_FONT_ROLES];
};

G_DEFINE_FINAL_TYPE (SquillFonts, squill_fonts, G_TYPE_OBJECT)

static double
measure_layout (SquillFonts *self, SquillFontRole role, double size, const char *text)
{
  g_autoptr (PangoLayout) layout = squill_fonts_create_layout (self, role, size, text);
  PangoRectangle logical;

  pango_layout_get_extents (layout, NULL, &logical);
  return (double)logical.width / PANGO_SCALE;
}

static void
measure_chars (SquillFonts *self, SquillFontRole role)
{
  for (int i = 0; i < N_CHARS; i++)
    {
      const char text[] = { (char)(FIRST_CHAR + i), '\0' };

      self->advances[role][i] = measure_layout (self, role, MEASURED_SIZE, text) / MEASURED_SIZE;
    }
  self->measured[role] = TRUE;
}

static void
squill_fonts_finalize (GObject *object)
{
  SquillFonts *self = SQUILL_FONTS (object);

  g_clear_object (&self->context);
  for (int role = 0; role < SQUILL_N_FONT_ROLES; role++)
    g_clear_pointer (&self->descriptions[role], pango_font_description_free);

  G_OBJECT_CLASS (squill_fonts_parent_class)->finalize (object);
}

static void
squill_fonts_class_init (SquillFontsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = squill_fonts_finalize;
}

static void
squill_fonts_init (SquillFonts *self)
{

  cairo_font_options_t *options = cairo_font_options_create ();

  /* The map of this thread, which is made once: reading what fonts there are takes a while. Its
   * resolution does not matter, as all sizes are in pixels. */
  self->context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  pango_context_set_language (self->context, pango_language_from_string ("en"));
  pango_context_set_round_glyph_positions (self->context, FALSE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options (self->context, options);
  cairo_font_options_destroy (options);
  for (int role = 0; role < SQUILL_N_FONT_ROLES; role++)
    self->descriptions[role] = squill_font_description_new ((SquillFontRole)role, MEASURED_SIZE);
}

/**
 * squill_fonts_new:
 *
 * Makes the fonts of diagrams.
 *
 * Returns: (transfer full): the fonts
 */
SquillFonts *
squill_fonts_new (void)
{
  return g_object_new (SQUILL_TYPE_FONTS, NULL);
}

/**
 * squill_font_description_new:
 * @role: what the text is for
 * @size: the font's size in pixels
 *
 * Describes the font of a role, for whoever lays text out with a context of their own.
 *
 * Returns: (transfer full): the description
 */
PangoFontDescription *
squill_font_description_new (SquillFontRole role, double size)
{
  PangoFontDescription *description = pango_font_description_new ();

  pango_font_description_set_family_static (
      description, role == SQUILL_FONT_MONO ? SQUILL_FONT_MONO_FAMILIES : SQUILL_FONT_UI_FAMILIES);
  pango_font_description_set_weight (
      description, role == SQUILL_FONT_UI_BOLD ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_font_description_set_absolute_size (description, size * PANGO_SCALE);
  return description;
}

/**
 * squill_fonts_create_layout:
 * @self: the fonts
 * @role: what the text is for
 * @size: the font's size in pixels
 * @text: what is written, in one line
 *
 * Lays a text out.
 *
 * Returns: (transfer full): the layout
 */
PangoLayout *
squill_fonts_create_layout (SquillFonts *self, SquillFontRole role, double size, const char *text)
{
  PangoLayout *layout;

  g_return_val_if_fail (SQUILL_IS_FONTS (self), NULL);
  g_return_val_if_fail ((guint)role < SQUILL_N_FONT_ROLES, NULL);
  g_return_val_if_fail (text != NULL, NULL);

  layout = pango_layout_new (self->context);
  pango_font_description_set_absolute_size (self->descriptions[role], size * PANGO_SCALE);
  pango_layout_set_font_description (layout, self->descriptions[role]);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_text (layout, text, -1);
  return layout;
}

/**
 * squill_fonts_measure:
 * @self: the fonts
 * @role: what the text is for
 * @size: the font's size in pixels
 * @text: what is written, in one line
 *
 * Measures how wide a text is. Plain ASCII is measured without its kerning, and so at times by a
 * pixel too wide.
 *
 * Returns: the width in pixels
 */
double
squill_fonts_measure (SquillFonts *self, SquillFontRole role, double size, const char *text)
{
  double width = 0.0;

  g_return_val_if_fail (SQUILL_IS_FONTS (self), 0.0);
  g_return_val_if_fail ((guint)role < SQUILL_N_FONT_ROLES, 0.0);
  g_return_val_if_fail (text != NULL, 0.0);

  if (!self->measured[role])
    measure_chars (self, role);
  for (const char *at = text; *at != '\0'; at++)
    {
      guint index = (guint)((guchar)*at - FIRST_CHAR);

      if ((guchar)*at < FIRST_CHAR || index >= N_CHARS)
        return measure_layout (self, role, size, text);
      width += self->advances[role][index];
    }
  return width * size;
}

/**
 * squill_fonts_fit:
 * @self: the fonts
 * @role: what the text is for
 * @size: the font's size in pixels
 * @text: what should be written, in one line
 * @width: the room there is, in pixels
 *
 * Cuts a text that is too long for its room, and shows by an ellipsis that it did.
 *
 * Returns: (transfer full): the text, or its start with an ellipsis
 */
char *
squill_fonts_fit (
    SquillFonts *self, SquillFontRole role, double size, const char *text, double width)
{
  glong least = 0, most;

  g_return_val_if_fail (SQUILL_IS_FONTS (self), NULL);
  g_return_val_if_fail (text != NULL, NULL);

  if (squill_fonts_measure (self, role, size, text) <= width)
    return g_strdup (text);

  /* A name can be as long as a document; what does not fit by far need not be measured. */
  most = MIN (g_utf8_strlen (text, -1), (glong)(width / size * 4.0) + 2);
  while (least < most)
    {
      glong middle = (least + most + 1) / 2;
      g_autofree char *start = g_utf8_substring (text, 0, middle);
      g_autofree char *cut = g_strconcat (start, "…", NULL);

      if (squill_fonts_measure (self, role, size, cut) <= width)
        least = middle;
      else
        most = middle - 1;
    }
  {
    g_autofree char *start = g_utf8_substring (text, 0, least);

    return g_strconcat (g_strchomp (start), "…", NULL);
  }
}
