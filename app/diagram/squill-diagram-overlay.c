/* SPDX-License-Identifier: Apache-2.0 */

/* Colors of cards that show something about them, and the legend that says what. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define TITLE_SIZE 12.5
#define TEXT_SIZE 12.0
#define PADDING 12.0
#define LINE 20.0
#define SWATCH 14.0
#define SWATCH_GAP 8.0
#define RADIUS 8.0

/* A step of a scale: the color of the palette that it has, and how strong. */
typedef struct
{
  double least; /* the smallest value of the step */
  const char *label;
  gsize color;
  float strength;
} Step;

#define COLOR(member) G_STRUCT_OFFSET (SquillPalette, member)

static const Step frequencies[] = {
  { 0.25, N_ ("A quarter of all operations or more"), COLOR (hot), 0.45f },
  { 0.05, N_ ("A twentieth or more"), COLOR (hot), 0.28f },
  { 1e-12, N_ ("Fewer"), COLOR (hot), 0.12f },
  { 0, N_ ("None"), COLOR (dim), 0 },
};
static const Step sizes[] = {
  { 1e6, N_ ("From 1 MB on"), COLOR (reference), 0.5f },
  { 1e5, N_ ("From 100 kB on"), COLOR (reference), 0.36f },
  { 1e4, N_ ("From 10 kB on"), COLOR (reference), 0.24f },
  { 1e3, N_ ("From 1 kB on"), COLOR (reference), 0.12f },
  { 0, N_ ("Smaller, or not known"), COLOR (dim), 0 },
};
static const Step findings[] = {
  { SQUILL_SEVERITY_ERROR, N_ ("Errors"), COLOR (error), 0.45f },
  { SQUILL_SEVERITY_WARNING, N_ ("Warnings"), COLOR (warning), 0.4f },
  { SQUILL_SEVERITY_HINT, N_ ("Hints"), COLOR (info), 0.28f },
  { -1, N_ ("No findings"), COLOR (dim), 0 },
};
static const Step evidence[] = {
  { 2, N_ ("Read from data"), COLOR (reference), 0.35f },
  { 1, N_ ("Stated by somebody"), COLOR (dim), 0.25f },
  { 0, N_ ("Nothing is known"), COLOR (warning), 0.3f },
};

static const struct
{
  const char *name;
  const char *title;
  const Step *steps;
  guint n_steps;
} overlays[] = {
  { "none", NULL, NULL, 0 },
  { "frequency", N_ ("How often it is used"), frequencies, G_N_ELEMENTS (frequencies) },
  { "size", N_ ("Size of a document"), sizes, G_N_ELEMENTS (sizes) },
  { "findings", N_ ("Findings"), findings, G_N_ELEMENTS (findings) },
  { "evidence", N_ ("What the numbers rest on"), evidence, G_N_ELEMENTS (evidence) },
};

/**
 * squill_overlay_from_name:
 * @name: "none", "frequency", "size", "findings", or "evidence"
 * @overlay: (out): what it stands for
 *
 * Returns: %TRUE if there is such a name
 */
gboolean
squill_overlay_from_name (const char *name, SquillOverlay *overlay)
{
  g_return_val_if_fail (name != NULL && overlay != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (overlays); i++)
    if (g_str_equal (overlays[i].name, name))
      {
        *overlay = (SquillOverlay)i;
        return TRUE;
      }
  return FALSE;
}

static double
get_evidence (SquillDiagram *self, const SquillCard *card)
{
  const SquillEntity *entity = squill_model_get_entity (self->model, card->id);

  if (entity == NULL)
    return 1;
  return entity->evidence != NULL ? 2 : squill_triple_is_set (entity->count) ? 1 : 0;
}

static double
get_bytes (SquillDiagram *self, const SquillCard *card)
{
  const SquillCollection *collection = squill_design_find_collection (self->design, card->id);

  return collection != NULL ? collection->shape->bytes.likely : 0;
}

static double
get_value (SquillDiagram *self, const SquillCard *card, SquillOverlay overlay)
{
  switch (overlay)
    {
    case SQUILL_OVERLAY_FREQUENCY:
      return card->load;
    case SQUILL_OVERLAY_SIZE:
      return get_bytes (self, card);
    case SQUILL_OVERLAY_FINDINGS:
      return card->severity;
    case SQUILL_OVERLAY_EVIDENCE:
      return get_evidence (self, card);
    case SQUILL_OVERLAY_NONE:
    default:
      return 0;
    }
}

static SquillColor
get_color (const SquillPalette *palette, const Step *step)
{
  SquillColor color = G_STRUCT_MEMBER (SquillColor, palette, step->color);

  color.alpha = step->strength;
  return color;
}

/**
 * squill_diagram_get_wash:
 * @self: a diagram
 * @card: one of its cards
 * @overlay: what the colors show
 * @palette: the colors
 * @wash: (out): the color to lay over the card
 *
 * Returns: %TRUE if the card has a color of its own
 */
gboolean
squill_diagram_get_wash (SquillDiagram *self,
                         const SquillCard *card,
                         SquillOverlay overlay,
                         const SquillPalette *palette,
                         SquillColor *wash)
{
  double value;

  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), FALSE);
  g_return_val_if_fail (card != NULL && palette != NULL && wash != NULL, FALSE);
  g_return_val_if_fail (overlay < G_N_ELEMENTS (overlays), FALSE);

  if (overlay == SQUILL_OVERLAY_NONE)
    return FALSE;
  value = get_value (self, card, overlay);
  for (guint i = 0; i < overlays[overlay].n_steps; i++)
    {
      const Step *step = &overlays[overlay].steps[i];

      if (!(value >= step->least))
        continue;
      *wash = get_color (palette, step);
      return step->strength > 0;
    }
  return FALSE;
}

/**
 * squill_overlay_get_legend_rect:
 * @overlay: what the colors show
 * @fonts: the fonts
 * @left: its left edge
 * @bottom: its bottom edge
 *
 * Returns: where the legend stands; empty if there is none
 */
SquillRect
squill_overlay_get_legend_rect (SquillOverlay overlay,
                                SquillFonts *fonts,
                                double left,
                                double bottom)
{
  double width, height;

  g_return_val_if_fail (overlay < G_N_ELEMENTS (overlays), SQUILL_RECT (0, 0, 0, 0));

  if (overlay == SQUILL_OVERLAY_NONE)
    return SQUILL_RECT (0, 0, 0, 0);
  width =
      squill_fonts_measure (fonts, SQUILL_FONT_UI_BOLD, TITLE_SIZE, _ (overlays[overlay].title));
  for (guint i = 0; i < overlays[overlay].n_steps; i++)
    width = MAX (width, SWATCH + SWATCH_GAP +
                            squill_fonts_measure (fonts, SQUILL_FONT_UI, TEXT_SIZE,
                                                  _ (overlays[overlay].steps[i].label)));
  width = ceil (width + 2 * PADDING);
  height = 2 * PADDING + LINE * (overlays[overlay].n_steps + 1) - (LINE - SWATCH);
  return SQUILL_RECT (left, bottom - height, width, height);
}

/**
 * squill_overlay_describe:
 * @overlay: what the colors show
 *
 * Says what the legend shows, for screen readers.
 *
 * Returns: (transfer full): what the colors show and their steps, the strongest first; "" if there
 *   is no legend
 */
char *
squill_overlay_describe (SquillOverlay overlay)
{
  GString *text;

  g_return_val_if_fail (overlay < G_N_ELEMENTS (overlays), NULL);

  text = g_string_new (NULL);
  if (overlay != SQUILL_OVERLAY_NONE)
    /* TRANSLATORS: %s is what the colors of the cards show: "Size of a document" */
    g_string_append_printf (text, _ ("Colors show: %s"), _ (overlays[overlay].title));
  for (guint i = 0; i < overlays[overlay].n_steps; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? ": " : "; ",
                            _ (overlays[overlay].steps[i].label));
  return g_string_free (text, FALSE);
}

/**
 * squill_overlay_paint_legend:
 * @overlay: what the colors show
 * @painter: what to paint with
 * @palette: the colors
 * @fonts: the fonts
 * @rect: where, as squill_overlay_get_legend_rect() says
 *
 * Paints what the colors of the cards mean.
 */
void
squill_overlay_paint_legend (SquillOverlay overlay,
                             SquillPainter *painter,
                             const SquillPalette *palette,
                             SquillFonts *fonts,
                             const SquillRect *rect)
{
  SquillText text = { .size = TITLE_SIZE,
                      .role = SQUILL_FONT_UI_BOLD,
                      .align = SQUILL_ALIGN_START };
  double y;

  g_return_if_fail (overlay < G_N_ELEMENTS (overlays));
  g_return_if_fail (SQUILL_IS_PAINTER (painter));
  g_return_if_fail (palette != NULL && rect != NULL);

  if (overlay == SQUILL_OVERLAY_NONE)
    return;
  squill_painter_fill_rect (painter, rect, RADIUS, &palette->card);
  squill_painter_stroke_rect (painter, rect, RADIUS, 1, &palette->card_border);
  y = rect->y + PADDING;
  text.text = _ (overlays[overlay].title);
  text.color = palette->text;
  text.x = rect->x + PADDING;
  text.y = y + 11;
  squill_painter_text (painter, &text);
  text.role = SQUILL_FONT_UI;
  text.size = TEXT_SIZE;
  text.x += SWATCH + SWATCH_GAP;
  for (guint i = 0; i < overlays[overlay].n_steps; i++)
    {
      const Step *step = &overlays[overlay].steps[i];
      const SquillColor color = get_color (palette, step);
      SquillRect swatch;

      y += LINE;
      swatch = SQUILL_RECT (rect->x + PADDING, y, SWATCH, SWATCH);
      if (step->strength > 0)
        squill_painter_fill_rect (painter, &swatch, 3, &color);
      squill_painter_stroke_rect (painter, &swatch, 3, 1, &palette->card_border);
      text.text = _ (step->label);
      text.y = y + 11;
      squill_painter_text (painter, &text);
    }
}
