/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-palette.h"

#include <glib/gi18n-lib.h>

#define RGBA(hex, opacity)                                                                        \
  {                                                                                               \
    ((hex) >> 16 & 0xff) / 255.0f, ((hex) >> 8 & 0xff) / 255.0f, ((hex)&0xff) / 255.0f, (opacity) \
  }
#define RGB(hex) RGBA (hex, 1.0f)
#define TINT(hue, solid, strength)                       \
  {                                                      \
    RGBA (hue, strength), RGBA (hue, 0.75f), RGB (solid) \
  }

/* The named colors are those of GNOME's palette and of libadwaita 1.2, light and dark. */

static const SquillPalette light = {
  .canvas = RGB (0xf6f5f4),
  .veil = RGBA (0xf6f5f4, 0.6f),
  .grid = RGB (0xdcdad8),
  .card = RGB (0xffffff),
  .card_border = RGB (0xd5d5d5),
  .shadow = RGBA (0x000000, 0.06f),
  .text = RGB (0x2e3436),
  .dim = RGB (0x6f7276),
  .accent = RGB (0x3584e4),
  .accent_ground = RGBA (0x3584e4, 0.14f),
  .embedded = RGB (0xe8f0fb),
  .embedded_border = RGB (0x99c1f1),
  .reference = RGB (0x1c71d8),
  .hot = RGB (0xe66100),
  .error = RGB (0xc01c28),
  .warning = RGB (0x9c6e03),
  .success = RGB (0x1b8553),
  .info = RGB (0x1c71d8),
  .line = RGB (0x5e5c64),
  .pill = RGB (0xf6f5f4),
  .pill_border = RGB (0xd5d5d5),
  .note = RGB (0xfdf3c4),
  .note_border = RGB (0xe5c453),
  .box = RGB (0xb5b3b0),
  .frame = TINT (0x77767b, 0xb5b3b0, 0.08f),
  .tints = {
    TINT (0xcdab8f, 0xc39a78, 0.20f),
    TINT (0x62a0ea, 0x62a0ea, 0.16f),
    TINT (0x57b894, 0x4fae89, 0.16f),
    TINT (0xd9b310, 0xd2ae1c, 0.16f),
    TINT (0xf08c45, 0xef8c4a, 0.16f),
    TINT (0xe66a6f, 0xe2686d, 0.14f),
    TINT (0xae7bc4, 0xac79c2, 0.16f),
    TINT (0x7f8c99, 0x84909c, 0.18f),
  },
};

static const SquillPalette dark = {
  .canvas = RGB (0x1f1f1f),
  .veil = RGBA (0x1f1f1f, 0.6f),
  .grid = RGB (0x303030),
  .card = RGB (0x383838),
  .card_border = RGB (0x4a4a4a),
  .shadow = RGBA (0x000000, 0.16f),
  .text = RGB (0xededeb),
  .dim = RGB (0xa3a29f),
  .accent = RGB (0x3584e4),
  .accent_ground = RGBA (0x3584e4, 0.26f),
  .embedded = RGB (0x2b3a4d),
  .embedded_border = RGB (0x3f5878),
  .reference = RGB (0x78aeed),
  .hot = RGB (0xffa348),
  .error = RGB (0xff7b63),
  .warning = RGB (0xf8e45c),
  .success = RGB (0x8ff0a4),
  .info = RGB (0x78aeed),
  .line = RGB (0xc0bfbc),
  .pill = RGB (0x1f1f1f),
  .pill_border = RGB (0x464646),
  .note = RGB (0x4a4325),
  .note_border = RGB (0x7a6a2b),
  .box = RGB (0x6b6b6b),
  .frame = TINT (0x9a9996, 0x6b6b6b, 0.08f),
  .tints = {
    TINT (0x865e3c, 0x8f6a4a, 0.20f),
    TINT (0x3c6ea8, 0x3f75b3, 0.22f),
    TINT (0x2f7d5f, 0x348a69, 0.22f),
    TINT (0x8a7518, 0x96801f, 0.22f),
    TINT (0xa35a25, 0xab6230, 0.22f),
    TINT (0xa04048, 0xa8484f, 0.22f),
    TINT (0x7a4f92, 0x81569a, 0.24f),
    TINT (0x5c6874, 0x66727e, 0.26f),
  },
};

static SquillColor
mix (SquillColor color, SquillColor with, float share)
{
  color.red += (with.red - color.red) * share;
  color.green += (with.green - color.green) * share;
  color.blue += (with.blue - color.blue) * share;
  return color;
}

/**
 * squill_palette_get_light:
 *
 * Returns: (transfer none): the colors for a light window
 */
const SquillPalette *
squill_palette_get_light (void)
{
  return &light;
}

/**
 * squill_palette_get_dark:
 *
 * Returns: (transfer none): the colors for a dark window
 */
const SquillPalette *
squill_palette_get_dark (void)
{
  return &dark;
}

/**
 * squill_palette_get_white:
 *
 * Returns: (transfer none): the colors for pictures: the light ones on white
 */
const SquillPalette *
squill_palette_get_white (void)
{
  static SquillPalette paper;
  static gsize made;

  if (g_once_init_enter (&made))
    {
      paper = light;
      paper.canvas = paper.pill = paper.card;
      paper.veil = (SquillColor)RGBA (0xffffff, 0.6f);
      g_once_init_leave (&made, 1);
    }
  return &paper;
}

/**
 * squill_palette_get_print:
 *
 * Returns: (transfer none): the colors for paper, which save ink and survive a printer without
 *   colors: black on white, without shadows and tinted grounds
 */
const SquillPalette *
squill_palette_get_print (void)
{
  static SquillPalette print;
  static gsize made;

  if (g_once_init_enter (&made))
    {
      const SquillColor black = RGB (0x000000);

      print = *squill_palette_get_white ();
      squill_palette_raise_contrast (&print, FALSE);
      print.grid = print.card;
      print.embedded = print.note = print.card;
      print.shadow = print.accent_ground = (SquillColor)RGBA (0xffffff, 0.0f);
      print.reference = print.info = mix (print.reference, black, 0.5f);
      print.hot = mix (print.hot, black, 0.4f);
      print.warning = mix (print.warning, black, 0.4f);
      for (guint i = 0; i < SQUILL_N_TINTS; i++)
        print.tints[i].fill = print.shadow;
      print.frame.fill = print.shadow;
      g_once_init_leave (&made, 1);
    }
  return &print;
}

/**
 * squill_palette_raise_contrast:
 * @palette: the colors to change
 * @dark: whether they are for a dark window
 *
 * Increases the contrast of edges, lines, and dimmed texts for the high-contrast setting.
 */
void
squill_palette_raise_contrast (SquillPalette *palette, gboolean dark_window)
{
  const SquillColor black = RGB (0x000000), white = RGB (0xffffff);
  SquillColor ink = dark_window ? white : black;

  g_return_if_fail (palette != NULL);

  palette->text = palette->line = ink;
  palette->veil.alpha = 0.5f;
  palette->dim = mix (palette->dim, ink, 0.7f);
  palette->card_border = palette->pill_border = mix (palette->card_border, ink, 0.6f);
  palette->embedded_border = mix (palette->embedded_border, ink, 0.5f);
  palette->note_border = mix (palette->note_border, ink, 0.5f);
  palette->box = mix (palette->box, ink, 0.3f);
  for (guint i = 0; i < SQUILL_N_TINTS; i++)
    {
      palette->tints[i].border = mix (palette->tints[i].border, ink, 0.5f);
      palette->tints[i].border.alpha = 1.0f;
    }
  palette->frame.border = mix (palette->frame.border, ink, 0.5f);
  palette->frame.border.alpha = 1.0f;
}

/**
 * squill_palette_get_tint:
 * @palette: a palette
 * @name: (nullable): "1" to "8"
 *
 * Returns: (transfer none) (nullable): the tint of that name, or %NULL if @name is none
 */
const SquillTint *
squill_palette_get_tint (const SquillPalette *palette, const char *name)
{
  g_return_val_if_fail (palette != NULL, NULL);

  if (name == NULL || name[0] < '1' || name[0] > '0' + SQUILL_N_TINTS || name[1] != '\0')
    return NULL;
  return &palette->tints[name[0] - '1'];
}

/**
 * squill_palette_get_tint_name:
 * @tint: 0 for no color, 1 to %SQUILL_N_TINTS for those of a palette
 *
 * Returns: (transfer none): what the color is called, such as "Blue", in the user's language
 */
const char *
squill_palette_get_tint_name (guint tint)
{
  static const char *const names[] = { N_ ("No color"), N_ ("Brown"),  N_ ("Blue"),
                                       N_ ("Green"),    N_ ("Yellow"), N_ ("Orange"),
                                       N_ ("Red"),      N_ ("Purple"), N_ ("Gray") };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == SQUILL_N_TINTS + 1);
  g_return_val_if_fail (tint < G_N_ELEMENTS (names), NULL);

  return _ (names[tint]);
}
