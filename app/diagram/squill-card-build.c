/* SPDX-License-Identifier: Apache-2.0 */

/* Makes a card from the shape of a document: rows, blocks, texts cut to their room, and its size.
 */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram-private.h"

#include "model/squill-triple.h"
#include "text/squill-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* A card with more rows than this shows no picture of anything; the outline has them all. */
#define MAX_ROWS 400
/* The share of a row that a type may take where it would push the name out. */
#define TYPE_SHARE 0.55
/* A subtype of binary data that has a name of its own. */
#define SUBTYPE_UUID 4

typedef struct
{
  SquillCard card;
  GStringChunk *strings;
  SquillCardRow *rows; /* no more than there are: an array that can grow would be twice as large */
  SquillCardBlock *blocks;
} BuiltCard;

typedef struct
{
  BuiltCard *built;
  const SquillCardSource *source;
  SquillFonts *fonts;
  GArray *rows;   /* SquillCardRow */
  GArray *blocks; /* SquillCardBlock */
  guint n_left_out;
} Builder;

/* Without a look for one like it: what finds it would need more memory than what is found. */
static const char *
keep (BuiltCard *built, const char *text)
{
  return text != NULL ? g_string_chunk_insert (built->strings, text) : NULL;
}

/* The same, unless it is what was kept before. */
static const char *
keep_unless (BuiltCard *built, const char *text, const char *before)
{
  return g_strcmp0 (text, before) == 0 ? before : keep (built, text);
}

static const char *
keep_taken (BuiltCard *built, char *text)
{
  const char *kept = keep (built, text);

  g_free (text);
  return kept;
}

static const SquillRelationship *
get_relationship (const Builder *builder, const SquillShape *shape)
{
  return shape->relationship != NULL && builder->source->model != NULL
             ? squill_model_get_relationship (builder->source->model, shape->relationship)
             : NULL;
}

static gboolean
is_block (const Builder *builder, const SquillShape *shape)
{
  const SquillRelationship *relationship;

  if (!shape->document || shape->origin != SQUILL_ORIGIN_EMBEDDED)
    return FALSE;
  relationship = get_relationship (builder, shape);
  return relationship == NULL || !relationship->beside;
}

static char *
describe_types (const Builder *builder, const SquillShape *shape)
{
  const SquillField *field;

  if (shape->types == SQUILL_TYPE_BINARY && shape->field != NULL && builder->source->model != NULL)
    {
      field = squill_model_get_field (builder->source->model, shape->field);
      if (field != NULL && field->subtype == SUBTYPE_UUID)
        return g_strdup ("uuid");
    }
  return squill_types_to_text (shape->types);
}

static char *
describe_type (const Builder *builder, const SquillShape *shape, gboolean block)
{
  g_autofree char *length = NULL;
  g_autofree char *types = NULL;

  if (shape->array || shape->map)
    length = squill_triple_to_short (shape->length);
  if (block && !shape->recursive)
    {
      if (length != NULL)
        return *length != '\0' ? g_steal_pointer (&length) : g_strdup (shape->map ? "{}" : "[]");
      return g_strdup (shape->required ? "1" : "0..1");
    }
  types = describe_types (builder, shape);
  if (shape->recursive)
    {
      g_autofree char *cut = g_steal_pointer (&types);

      types = g_strconcat (cut, " …", NULL);
    }
  if (shape->array)
    return g_strdup_printf ("[%s] %s", length, types);
  if (shape->map)
    return g_strdup_printf ("{%s} %s", length, types);
  return g_steal_pointer (&types);
}

/* Where a row is in the card's document. That may be a part of a larger one, and then its place
 * there is nothing of the card's. */
static const char *
get_path (const Builder *builder, const SquillShape *shape)
{
  const char *path = shape->path + strlen (builder->source->shape->path);

  if (shape == builder->source->shape->key)
    return path;
  if (*builder->source->shape->path == '\0')
    return path;
  /* What marks the elements or values there. */
  if (builder->source->shape->array || builder->source->shape->map)
    path += MIN (strlen (path), 2);
  return *path == '.' ? path + 1 : path;
}

static void
add_row (Builder *builder, const SquillShape *shape, guint depth, gboolean block)
{
  BuiltCard *built = builder->built;
  SquillCardRow row = { .depth = depth, .block = block, .optional = !shape->required && !block };
  const char *path = get_path (builder, shape);

  row.path = keep (built, path);
  /* Most paths end in the name. */
  row.full_name = g_str_has_suffix (path, shape->name)
                      ? row.path + strlen (path) - strlen (shape->name)
                      : keep (built, shape->name);
  row.full_type = keep_taken (built, describe_type (builder, shape, block));
  row.relationship = keep_unless (
      built, shape->relationship,
      builder->rows->len > 0
          ? g_array_index (builder->rows, SquillCardRow, builder->rows->len - 1).relationship
          : NULL);
  row.item = keep_unless (built,
                          shape->copy != NULL    ? shape->copy
                          : shape->field != NULL ? shape->field
                                                 : shape->relationship,
                          row.relationship);
  /* A reference that carries copies is a document with the id in it: it refers, once. */
  if (shape->parent == NULL || g_strcmp0 (shape->parent->target, shape->target) != 0 ||
      g_strcmp0 (shape->parent->relationship, shape->relationship) != 0)
    row.target = keep (built, shape->target);
  row.bold =
      block || (depth == 0 && strcmp (shape->name, "_id") == 0) ||
      (builder->source->keys != NULL && g_hash_table_contains (builder->source->keys, shape->path));
  row.severity = -1;
  g_array_append_val (builder->rows, row);
}

static void
add_rows (Builder *builder, const SquillShape *parent, guint depth, guint level)
{
  if (parent->key != NULL && builder->rows->len < MAX_ROWS)
    add_row (builder, parent->key, depth, FALSE);
  for (guint i = 0; i < parent->children->len; i++)
    {
      const SquillShape *shape = g_ptr_array_index (parent->children, i);
      const SquillRelationship *relationship = get_relationship (builder, shape);
      gboolean block = is_block (builder, shape);
      guint first = builder->rows->len;

      if (builder->rows->len >= MAX_ROWS)
        {
          builder->n_left_out++;
          continue;
        }
      add_row (builder, shape, depth, block);
      if (shape->document && relationship != NULL && relationship->beside)
        continue;
      if (block)
        {
          SquillCardBlock entry = { first, 0, level };
          guint index = builder->blocks->len;

          g_array_append_val (builder->blocks, entry);
          add_rows (builder, shape, depth + 1, level + 1);
          g_array_index (builder->blocks, SquillCardBlock, index).n_rows =
              builder->rows->len - first;
        }
      else
        add_rows (builder, shape, depth + 1, level);
    }
}

static void
add_rest (Builder *builder)
{
  SquillCardRow row = { .optional = TRUE, .severity = -1, .path = "", .full_type = "" };
  g_autofree char *count = NULL;

  if (builder->n_left_out == 0)
    return;
  count = squill_text_short_count (builder->n_left_out);
  /* TRANSLATORS: the last row of a card that has too many; %s is a number. */
  row.full_name = keep_taken (builder->built, g_strdup_printf (_ ("… %s more"), count));
  g_array_append_val (builder->rows, row);
}

static double
measure_name (SquillFonts *fonts, const SquillCardRow *row)
{
  return squill_fonts_measure (fonts, row->bold ? SQUILL_FONT_UI_BOLD : SQUILL_FONT_UI,
                               SQUILL_CARD_FIELD_SIZE, row->full_name);
}

static double
measure_number (SquillFonts *fonts, const char *text)
{
  return squill_fonts_measure (fonts, SQUILL_FONT_UI, SQUILL_CARD_NUMBER_SIZE, text);
}

/* What stands right of the name in a card's head. */
static double
measure_numbers (SquillFonts *fonts, const SquillCard *card)
{
  double count = measure_number (fonts, card->count), size = measure_number (fonts, card->size);
  double right = SQUILL_CARD_ICON_X + count;

  if (*card->size == '\0' && !card->unbounded)
    return right;
  if (card->unbounded)
    size += 4 + squill_fonts_measure (fonts, SQUILL_FONT_UI_BOLD, SQUILL_CARD_NAME_SIZE, "∞");
  return MAX (right + SQUILL_CARD_GAP, SQUILL_CARD_SIZE_RIGHT) + size;
}

static void
set_width (Builder *builder)
{
  SquillCard *card = &builder->built->card;
  double width = SQUILL_CARD_NAME_X +
                 squill_fonts_measure (builder->fonts, SQUILL_FONT_UI_BOLD, SQUILL_CARD_NAME_SIZE,
                                       card->full_name) +
                 SQUILL_CARD_GAP + measure_numbers (builder->fonts, card);

  for (guint i = 0; i < card->n_rows; i++)
    {
      SquillCardRow *row = &g_array_index (builder->rows, SquillCardRow, i);

      row->type_width = (float)squill_fonts_measure (builder->fonts, SQUILL_FONT_MONO,
                                                     SQUILL_CARD_TYPE_SIZE, row->full_type);
      width = MAX (width, 2 * SQUILL_CARD_PADDING + _squill_card_get_indent (row->depth) +
                              measure_name (builder->fonts, row) + SQUILL_CARD_GAP +
                              (row->target != NULL ? SQUILL_CARD_ARROW : 0) + row->type_width);
    }
  width = ceil (width / SQUILL_CARD_WIDTH_STEP) * SQUILL_CARD_WIDTH_STEP;
  card->rect.width = CLAMP (width, SQUILL_CARD_MIN_WIDTH, SQUILL_CARD_MAX_WIDTH);
}

static const char *
fit (Builder *builder, SquillFontRole role, double size, const char *text, double room)
{
  g_autofree char *fitting = squill_fonts_fit (builder->fonts, role, size, text, MAX (room, 0));

  return keep_unless (builder->built, fitting, text);
}

static void
cut_texts (Builder *builder)
{
  SquillCard *card = &builder->built->card;

  card->name = fit (builder, SQUILL_FONT_UI_BOLD, SQUILL_CARD_NAME_SIZE, card->full_name,
                    card->rect.width - SQUILL_CARD_NAME_X - SQUILL_CARD_GAP -
                        measure_numbers (builder->fonts, card));
  for (guint i = 0; i < card->n_rows; i++)
    {
      SquillCardRow *row = &g_array_index (builder->rows, SquillCardRow, i);
      double room = card->rect.width - 2 * SQUILL_CARD_PADDING -
                    _squill_card_get_indent (row->depth) - SQUILL_CARD_GAP -
                    (row->target != NULL ? SQUILL_CARD_ARROW : 0);
      double name_width = measure_name (builder->fonts, row);

      row->name = row->full_name;
      row->type = row->full_type;
      if (name_width + row->type_width <= room)
        continue;
      if (row->type_width > MAX (room * TYPE_SHARE, room - name_width))
        {
          row->type = fit (builder, SQUILL_FONT_MONO, SQUILL_CARD_TYPE_SIZE, row->full_type,
                           MAX (room * TYPE_SHARE, room - name_width));
          row->type_width = (float)squill_fonts_measure (builder->fonts, SQUILL_FONT_MONO,
                                                         SQUILL_CARD_TYPE_SIZE, row->type);
        }
      row->name = fit (builder, row->bold ? SQUILL_FONT_UI_BOLD : SQUILL_FONT_UI,
                       SQUILL_CARD_FIELD_SIZE, row->full_name, room - row->type_width);
    }
}

/* Moves rows that are no keys behind the others; gives how many others there are. */
static guint
put_keys_first (GArray *rows)
{
  g_autoptr (GArray) rest = g_array_new (FALSE, FALSE, sizeof (SquillCardRow));
  guint n = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      SquillCardRow row = g_array_index (rows, SquillCardRow, i);

      if (row.bold || row.target != NULL)
        g_array_index (rows, SquillCardRow, n++) = row;
      else
        g_array_append_val (rest, row);
    }
  for (guint i = 0; i < rest->len; i++)
    g_array_index (rows, SquillCardRow, n + i) = g_array_index (rest, SquillCardRow, i);
  return n;
}

/* Makes a card at 0, 0. */
SquillCard *
_squill_card_new (const SquillCardSource *source, SquillFonts *fonts)
{
  BuiltCard *built = g_new0 (BuiltCard, 1);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (SquillCardRow));
  g_autoptr (GArray) blocks = g_array_new (FALSE, FALSE, sizeof (SquillCardBlock));
  Builder builder = { built, source, fonts, rows, blocks, 0 };
  SquillCard *card = &built->card;

  built->strings = g_string_chunk_new (512);
  card->kind = source->kind;
  card->id = keep (built, source->id);
  card->item = keep (built, source->item);
  card->full_name = keep (built, source->name);
  card->severity = -1;
  card->collapsed = source->collapsed;
  card->size = card->count = "";
  /* An entity of which only the name is known has a size, but it means nothing. */
  if (isfinite (source->bytes.likely) && source->kind != SQUILL_CARD_EMBEDDED)
    {
      card->size_assumed = source->shape != NULL && source->shape->size_assumed;
      card->size =
          keep_taken (built, squill_text_likely_bytes (source->bytes.likely, card->size_assumed));
    }
  card->unbounded = isinf (source->bytes.max);
  if (!isnan (source->count))
    card->count = keep_taken (built, squill_text_short_count (source->count));
  if (source->shape != NULL)
    {
      add_rows (&builder, source->shape, 0, 0);
      add_rest (&builder);
    }
  if (source->collapsed)
    card->n_rows = 0;
  else if (source->fields == SQUILL_CARD_FIELDS_KEYS)
    card->n_rows = put_keys_first (rows);
  else
    card->n_rows = rows->len;
  card->n_hidden = rows->len - card->n_rows;
  set_width (&builder);
  cut_texts (&builder);
  card->rows = built->rows = g_memdup2 (rows->data, rows->len * sizeof (SquillCardRow));
  card->n_blocks = card->n_hidden > 0 ? 0 : blocks->len;
  card->blocks = built->blocks = g_memdup2 (blocks->data, blocks->len * sizeof (SquillCardBlock));
  card->rect.height = SQUILL_CARD_HEADER +
                      (card->n_rows > 0 ? SQUILL_CARD_ROW * card->n_rows + SQUILL_CARD_FOOTER : 0);
  return card;
}

void
_squill_card_free (SquillCard *card)
{
  BuiltCard *built = (BuiltCard *)card;

  g_free (built->rows);
  g_free (built->blocks);
  g_string_chunk_free (built->strings);
  g_free (built);
}

static gboolean
rows_look_alike (const SquillCardRow *a, const SquillCardRow *b)
{
  return a->depth == b->depth && a->bold == b->bold && a->optional == b->optional &&
         a->block == b->block && a->severity == b->severity &&
         g_strcmp0 (a->full_name, b->full_name) == 0 &&
         g_strcmp0 (a->full_type, b->full_type) == 0 && g_strcmp0 (a->path, b->path) == 0 &&
         g_strcmp0 (a->item, b->item) == 0 && g_strcmp0 (a->relationship, b->relationship) == 0 &&
         g_strcmp0 (a->target, b->target) == 0;
}

/* Whether two cards are the same but for where they stand. */
gboolean
_squill_card_looks_like (const SquillCard *a, const SquillCard *b)
{
  if (a->kind != b->kind || a->n_rows != b->n_rows || a->n_hidden != b->n_hidden ||
      a->n_blocks != b->n_blocks || a->collapsed != b->collapsed || a->locked != b->locked ||
      a->unbounded != b->unbounded || a->load != b->load || a->severity != b->severity ||
      strcmp (a->full_name, b->full_name) != 0 || strcmp (a->size, b->size) != 0 ||
      strcmp (a->count, b->count) != 0 || g_strcmp0 (a->item, b->item) != 0 ||
      g_strcmp0 (a->tint, b->tint) != 0 || g_strcmp0 (a->group_tint, b->group_tint) != 0)
    return FALSE;
  for (guint i = 0; i < a->n_rows + a->n_hidden; i++)
    if (!rows_look_alike (&a->rows[i], &b->rows[i]))
      return FALSE;
  return TRUE;
}

/* (transfer none): a row to write to; @row is less than the number of rows of the card. */
SquillCardRow *
_squill_card_edit_row (SquillCard *card, guint row)
{
  return &((BuiltCard *)card)->rows[row];
}

/* Gives the row of a path, or -1. */
int
_squill_card_find_row (const SquillCard *card, const char *path)
{
  for (guint i = 0; i < card->n_rows; i++)
    if (strcmp (card->rows[i].path, path) == 0)
      return (int)i;
  return -1;
}
