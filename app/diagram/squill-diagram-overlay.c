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
#define MAX_NAME_WIDTH 220.0
/* How many collections the legend names. */
#define MAX_NAMES 6u

/* A step of a scale: the color of the palette that it has, and how strong. */
typedef struct
{
  double least; /* the smallest value of the step */
  const char *label;
  gsize color;
  float strength;
  const char *sign; /* NULL where it needs none */
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
  { 1, N_ ("Stated by a person"), COLOR (dim), 0.25f },
  { 0, N_ ("Nothing is known"), COLOR (warning), 0.3f },
};
static const Step drift[] = {
  { SQUILL_DRIFT_GONE, N_ ("Gone: only in the model"), COLOR (error), 0.4f, "−" },
  { SQUILL_DRIFT_CHANGED, N_ ("Changed: different in the database"), COLOR (warning), 0.4f, "≠" },
  { SQUILL_DRIFT_CAME, N_ ("New: more of it in the database"), COLOR (success), 0.4f, "+" },
  { SQUILL_DRIFT_NONE, N_ ("As in the model"), COLOR (dim), 0 },
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
  { "drift", N_ ("Changes in the database"), drift, G_N_ELEMENTS (drift) },
};

/**
 * squill_overlay_from_name:
 * @name: "none", "frequency", "size", "findings", "evidence", or "drift"
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

static SquillDriftMark
get_item_drift (SquillDiagram *self, const char *id)
{
  return self->drift != NULL && id != NULL
             ? (SquillDriftMark)GPOINTER_TO_INT (g_hash_table_lookup (self->drift, id))
             : SQUILL_DRIFT_NONE;
}

static SquillDriftMark
get_row_drift (SquillDiagram *self, const SquillCardRow *row)
{
  const SquillDriftMark own = get_item_drift (self, row->item);

  /* What is in an embedded document belongs to the same relationship, and is not marked with it. */
  return row->block || row->target != NULL ? MAX (own, get_item_drift (self, row->relationship))
                                           : own;
}

/* A card of which only a part differs has changed. */
static SquillDriftMark
get_drift (SquillDiagram *self, const SquillCard *card)
{
  SquillDriftMark mark = get_item_drift (self, card->item);

  if (self->drift == NULL)
    return SQUILL_DRIFT_NONE;
  for (guint i = 0; i < card->n_rows + card->n_hidden; i++)
    {
      const SquillDriftMark of_row = get_row_drift (self, &card->rows[i]);

      if (of_row == SQUILL_DRIFT_CAME)
        mark = MAX (mark, SQUILL_DRIFT_CAME);
      else if (of_row != SQUILL_DRIFT_NONE)
        mark = MAX (mark, SQUILL_DRIFT_CHANGED);
    }
  return mark;
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
    case SQUILL_OVERLAY_DRIFT:
      return get_drift (self, card);
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

static gboolean
set_mark (SquillCardMark *mark, SquillOverlay overlay, double value, const SquillPalette *palette)
{
  for (guint i = 0; i < overlays[overlay].n_steps; i++)
    {
      const Step *step = &overlays[overlay].steps[i];

      if (!(value >= step->least))
        continue;
      mark->wash = get_color (palette, step);
      mark->sign = step->sign;
      return step->strength > 0;
    }
  return FALSE;
}

/**
 * squill_diagram_set_drift:
 * @self: a diagram
 * @marks: (nullable) (element-type utf8 SquillDriftMark): ids of items and what a database says
 *   about them; %NULL where the model is compared with none
 * @new_collections: (nullable) (array zero-terminated=1): names of collections that are only in
 *   the database
 *
 * Sets what %SQUILL_OVERLAY_DRIFT shows. Cards that were painted before are to be painted again.
 */
void
squill_diagram_set_drift (SquillDiagram *self,
                          GHashTable *marks,
                          const char *const *new_collections)
{
  g_auto (GStrv) names = NULL;

  g_return_if_fail (SQUILL_IS_DIAGRAM (self));

  names = g_strdupv ((char **)new_collections);
  if (marks != NULL)
    g_hash_table_ref (marks);
  g_clear_pointer (&self->drift, g_hash_table_unref);
  self->drift = marks;
  g_strfreev (self->new_collections);
  self->new_collections = g_steal_pointer (&names);
}

/**
 * squill_diagram_copy_drift:
 * @self: a diagram
 * @from: another one of the same model
 *
 * Sets what is set in the other one with squill_diagram_set_drift().
 */
void
squill_diagram_copy_drift (SquillDiagram *self, SquillDiagram *from)
{
  g_return_if_fail (SQUILL_IS_DIAGRAM (from));

  squill_diagram_set_drift (self, from->drift, (const char *const *)from->new_collections);
}

/**
 * squill_diagram_get_mark:
 * @self: a diagram
 * @card: one of its cards
 * @overlay: what the colors show
 * @palette: the colors
 * @mark: (out): how the head of the card is set off
 *
 * Returns: %TRUE if the card has a color of its own
 */
gboolean
squill_diagram_get_mark (SquillDiagram *self,
                         const SquillCard *card,
                         SquillOverlay overlay,
                         const SquillPalette *palette,
                         SquillCardMark *mark)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), FALSE);
  g_return_val_if_fail (card != NULL && palette != NULL && mark != NULL, FALSE);
  g_return_val_if_fail (overlay < G_N_ELEMENTS (overlays), FALSE);

  return overlay != SQUILL_OVERLAY_NONE &&
         set_mark (mark, overlay, get_value (self, card, overlay), palette);
}

/**
 * squill_diagram_get_row_marks:
 * @self: a diagram
 * @card: one of its cards
 * @overlay: what the colors show
 * @palette: the colors
 *
 * Returns: (transfer full) (nullable) (array): how each row of the card is set off, without a sign
 *   where it is not; %NULL where none is
 */
SquillCardMark *
squill_diagram_get_row_marks (SquillDiagram *self,
                              const SquillCard *card,
                              SquillOverlay overlay,
                              const SquillPalette *palette)
{
  g_autofree SquillCardMark *marks = NULL;
  gboolean any = FALSE;

  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);
  g_return_val_if_fail (card != NULL && palette != NULL, NULL);

  if (overlay != SQUILL_OVERLAY_DRIFT || self->drift == NULL || card->n_rows == 0)
    return NULL;
  marks = g_new0 (SquillCardMark, card->n_rows);
  for (guint i = 0; i < card->n_rows; i++)
    any = set_mark (&marks[i], overlay, get_row_drift (self, &card->rows[i]), palette) || any;
  return any ? g_steal_pointer (&marks) : NULL;
}

/* What a legend says below its title: steps, then names. */
typedef struct
{
  char *text;
  const Step *step; /* NULL where it is no step */
  gboolean title;
} LegendLine;

static void
clear_line (gpointer data)
{
  g_free (((LegendLine *)data)->text);
}

static void
add_line (GArray *lines, char *text, const Step *step, gboolean title)
{
  const LegendLine line = { text, step, title };

  g_array_append_val (lines, line);
}

static void
add_new_collections (SquillDiagram *self, GArray *lines)
{
  const guint n = self->new_collections != NULL ? g_strv_length (self->new_collections) : 0;
  /* Rather the last name than "and 1 more". */
  const guint n_named = n <= MAX_NAMES ? n : MAX_NAMES - 1;

  if (self->drift == NULL)
    add_line (lines, g_strdup (_ ("No database is watched.")), NULL, FALSE);
  if (n > 0)
    add_line (lines, g_strdup (_ ("Only in the database")), NULL, TRUE);
  for (guint i = 0; i < n_named; i++)
    add_line (lines,
              squill_fonts_fit (self->fonts, SQUILL_FONT_UI, TEXT_SIZE, self->new_collections[i],
                                MAX_NAME_WIDTH),
              NULL, FALSE);
  if (n > n_named)
    add_line (
        lines,
        g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "and %u more", "and %u more", n - n_named),
                         n - n_named),
        NULL, FALSE);
}

/* The lines of a legend, its title first. */
static GArray *
create_lines (SquillDiagram *self, SquillOverlay overlay)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (LegendLine));

  g_array_set_clear_func (lines, clear_line);
  if (overlay == SQUILL_OVERLAY_NONE)
    return lines;
  add_line (lines, g_strdup (_ (overlays[overlay].title)), NULL, TRUE);
  for (guint i = 0; i < overlays[overlay].n_steps; i++)
    add_line (lines, g_strdup (_ (overlays[overlay].steps[i].label)), &overlays[overlay].steps[i],
              FALSE);
  if (overlay == SQUILL_OVERLAY_DRIFT)
    add_new_collections (self, lines);
  return lines;
}

static SquillText
get_line_text (const LegendLine *line)
{
  return (SquillText){ .text = line->text,
                       .role = line->title ? SQUILL_FONT_UI_BOLD : SQUILL_FONT_UI,
                       .size = line->title ? TITLE_SIZE : TEXT_SIZE,
                       .x = line->step != NULL ? SWATCH + SWATCH_GAP : 0,
                       .align = SQUILL_ALIGN_START };
}

/**
 * squill_diagram_get_legend_rect:
 * @self: a diagram
 * @overlay: what the colors show
 * @left: its left edge
 * @bottom: its bottom edge
 *
 * Returns: where the legend stands; empty if there is none
 */
SquillRect
squill_diagram_get_legend_rect (SquillDiagram *self,
                                SquillOverlay overlay,
                                double left,
                                double bottom)
{
  g_autoptr (GArray) lines = NULL;
  double width = 0, height;

  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), SQUILL_RECT (0, 0, 0, 0));
  g_return_val_if_fail (overlay < G_N_ELEMENTS (overlays), SQUILL_RECT (0, 0, 0, 0));

  lines = create_lines (self, overlay);
  if (lines->len == 0)
    return SQUILL_RECT (0, 0, 0, 0);
  for (guint i = 0; i < lines->len; i++)
    {
      const SquillText text = get_line_text (&g_array_index (lines, LegendLine, i));

      width =
          MAX (width, text.x + squill_fonts_measure (self->fonts, text.role, text.size, text.text));
    }
  width = ceil (width + 2 * PADDING);
  height = 2 * PADDING + LINE * lines->len - (LINE - SWATCH);
  return SQUILL_RECT (left, bottom - height, width, height);
}

/**
 * squill_diagram_describe_legend:
 * @self: a diagram
 * @overlay: what the colors show
 *
 * Says what the legend shows, for screen readers.
 *
 * Returns: (transfer full): what the colors show and their steps, the strongest first; "" if there
 *   is no legend
 */
char *
squill_diagram_describe_legend (SquillDiagram *self, SquillOverlay overlay)
{
  g_autoptr (GArray) lines = NULL;
  GString *text;

  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);
  g_return_val_if_fail (overlay < G_N_ELEMENTS (overlays), NULL);

  lines = create_lines (self, overlay);
  text = g_string_new (NULL);
  for (guint i = 0; i < lines->len; i++)
    {
      const LegendLine *line = &g_array_index (lines, LegendLine, i);

      if (i == 0)
        /* TRANSLATORS: %s is what the colors of the cards show: "Size of a document" */
        g_string_append_printf (text, _ ("Colors show: %s"), line->text);
      else
        g_string_append_printf (
            text, "%s%s", g_array_index (lines, LegendLine, i - 1).title ? ": " : "; ", line->text);
    }
  return g_string_free (text, FALSE);
}

static void
paint_swatch (
    const Step *step, SquillPainter *painter, const SquillPalette *palette, double x, double y)
{
  const SquillRect swatch = SQUILL_RECT (x, y, SWATCH, SWATCH);
  const SquillColor color = get_color (palette, step);

  if (step->strength > 0)
    squill_painter_fill_rect (painter, &swatch, 3, &color);
  squill_painter_stroke_rect (painter, &swatch, 3, 1, &palette->card_border);
  if (step->sign != NULL)
    {
      const SquillText sign = { step->sign,         SQUILL_FONT_UI_BOLD, TEXT_SIZE,
                                palette->text,      x + SWATCH / 2,      y + 11,
                                SQUILL_ALIGN_MIDDLE };

      squill_painter_text (painter, &sign);
    }
}

/**
 * squill_diagram_paint_legend:
 * @self: a diagram
 * @overlay: what the colors show
 * @painter: what to paint with
 * @palette: the colors
 * @rect: where, as squill_diagram_get_legend_rect() says
 *
 * Paints what the colors of the cards mean.
 */
void
squill_diagram_paint_legend (SquillDiagram *self,
                             SquillOverlay overlay,
                             SquillPainter *painter,
                             const SquillPalette *palette,
                             const SquillRect *rect)
{
  g_autoptr (GArray) lines = NULL;

  g_return_if_fail (SQUILL_IS_DIAGRAM (self));
  g_return_if_fail (overlay < G_N_ELEMENTS (overlays));
  g_return_if_fail (SQUILL_IS_PAINTER (painter));
  g_return_if_fail (palette != NULL && rect != NULL);

  lines = create_lines (self, overlay);
  if (lines->len == 0)
    return;
  squill_painter_fill_rect (painter, rect, RADIUS, &palette->card);
  squill_painter_stroke_rect (painter, rect, RADIUS, 1, &palette->card_border);
  for (guint i = 0; i < lines->len; i++)
    {
      const LegendLine *line = &g_array_index (lines, LegendLine, i);
      SquillText text = get_line_text (line);
      const double y = rect->y + PADDING + LINE * i;

      if (line->step != NULL)
        paint_swatch (line->step, painter, palette, rect->x + PADDING, y);
      text.color = palette->text;
      text.x += rect->x + PADDING;
      text.y = y + 11;
      squill_painter_text (painter, &text);
    }
}
