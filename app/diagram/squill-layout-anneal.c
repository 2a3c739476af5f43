/* SPDX-License-Identifier: Apache-2.0 */

/* Moves boxes between and in columns, so that lines are short, cross little and run straight, by
 * simulated annealing (Kirkpatrick, Gelatt and Vecchi, "Optimization by Simulated Annealing",
 * 1983). There is free room in each column, as in the rows of a circuit (Sechen and
 * Sangiovanni-Vincentelli, "The TimberWolf Placement and Routing Package", 1985): a box that comes
 * pushes its neighbors away only as far as is needed, and one that goes leaves a hole. So a move
 * concerns few lines, and only theirs are counted again. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-layout-anneal.h"

#include <math.h>
#include <string.h>

/* What a line costs beside its height, in pixels: that it turns at all, that it turns back to its
 * own column, for each column that it has to get past, and for each card in its way there. */
#define BEND 250.0
#define SAME_COLUMN 250.0
#define PAST_COLUMN 350.0
#define IN_THE_WAY 1000.0
#define CROSSING 600.0
/* Lines that differ by no more than this in height run straight. */
#define LEVEL 7.0f
/* No more boxes than this give way to one that moves. */
#define MAX_PUSHED 8
/* A card is tried this far, in steps of the grid, from where its line is straight. */
#define MAX_STEPS 10
/* A place that is worse by this many pixels is taken now and then: by many at first, by few in the
 * end. */
#define FIRST_HEAT 3000.0
#define LAST_HEAT 80.0
/* What a try and a line in it take, beside a look at a pair of lines. */
#define TRY_WORK 40
#define LINE_WORK 10

/* Lines in a gap. Arrays of their own, so that the processor compares several at once. */
typedef struct
{
  float *first; /* how far down each begins … */
  float *last;  /* … and ends */
  guint *lines;
  guint n_lines;
  guint n_allocated;
} Bundle;

typedef enum
{
  ARRIVING,  /* at the column right of the gap */
  PASSING,   /* that column */
  RETURNING, /* to the column right of the gap, from which it came */
  TURNING,   /* back to the column left of the gap */
  N_BUNDLES,
} BundleKind;

typedef struct
{
  Bundle bundles[N_BUNDLES];
} Gap;

typedef struct
{
  guint card;
  guint column;
  double y;
  guint old_column;
  double old_y;
} Step;

typedef struct
{
  SquillLayoutTable *table;
  Gap *gaps;
  GRand *random;
  int max_height;
  Step steps[MAX_PUSHED + 2]; /* what is tried */
  guint n_steps;
  guint n_leading;     /* the first of them: others give way to those */
  GArray *affected;    /* guint: lines of cards that move */
  gboolean *ahead;     /* of each line that stays in its column: it turns back at the right */
  gboolean *was_ahead; /* of each affected line */
  guint64 work;
} Annealing;

static void
annealing_clear (Annealing *self)
{
  for (guint i = 0; i <= self->table->n_columns; i++)
    for (guint kind = 0; kind < N_BUNDLES; kind++)
      {
        g_free (self->gaps[i].bundles[kind].first);
        g_free (self->gaps[i].bundles[kind].last);
        g_free (self->gaps[i].bundles[kind].lines);
      }
  g_free (self->gaps);
  g_rand_free (self->random);
  g_array_unref (self->affected);
  g_free (self->ahead);
  g_free (self->was_ahead);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Annealing, annealing_clear)

static double
get_middle (const SquillTableCard *card)
{
  return card->y + card->height / 2.0;
}

static void
bundle_add (Bundle *bundle, guint line, float first, float last)
{
  if (bundle->n_lines == bundle->n_allocated)
    {
      bundle->n_allocated = MAX (8, 2 * bundle->n_allocated);
      bundle->first = g_renew (float, bundle->first, bundle->n_allocated);
      bundle->last = g_renew (float, bundle->last, bundle->n_allocated);
      bundle->lines = g_renew (guint, bundle->lines, bundle->n_allocated);
    }
  bundle->first[bundle->n_lines] = first;
  bundle->last[bundle->n_lines] = last;
  bundle->lines[bundle->n_lines++] = line;
}

static void
bundle_remove (Bundle *bundle, guint line)
{
  guint i = 0, last = bundle->n_lines - 1;

  while (bundle->lines[i] != line)
    i++;
  bundle->first[i] = bundle->first[last];
  bundle->last[i] = bundle->last[last];
  bundle->lines[i] = bundle->lines[last];
  bundle->n_lines--;
}

/* How many lines go from above another one to below it, or from below to above. */
static guint
count_swapped (const Bundle *bundle, float first, float last)
{
  guint count = 0;

  for (guint i = 0; i < bundle->n_lines; i++)
    count += (bundle->first[i] - first) * (bundle->last[i] - last) < 0;
  return count;
}

static guint
count_between (const float *heights, guint n_heights, float first, float last)
{
  guint count = 0;

  for (guint i = 0; i < n_heights; i++)
    count += (heights[i] > first) & (heights[i] < last);
  return count;
}

/* How many lines that turn back begin above and end below a height. */
static guint
count_around (const Bundle *turning, float y)
{
  guint count = 0;

  for (guint i = 0; i < turning->n_lines; i++)
    count += (turning->first[i] < y) & (y < turning->last[i]);
  return count;
}

/* How many lines that turn back end within another one, and begin outside, or the other way. */
static guint
count_interleaved (const Bundle *turning, float first, float last)
{
  guint count = 0;

  for (guint i = 0; i < turning->n_lines; i++)
    count += (turning->first[i] < first && first < turning->last[i] && turning->last[i] < last) ||
             (first < turning->first[i] && turning->first[i] < last && last < turning->last[i]);
  return count;
}

static gboolean
stays_in_column (const SquillTableWire *wire)
{
  return wire->first_column == wire->last_column;
}

/* Where a line is in a gap. Gap n is left of column n. */
static BundleKind
get_kind (const SquillTableWire *wire, guint gap)
{
  if (stays_in_column (wire))
    return gap == wire->first_column ? RETURNING : TURNING;
  return gap == wire->last_column ? ARRIVING : PASSING;
}

/* The gaps that a line is in. */
static void
get_gaps (const Annealing *self, guint line, guint *first, guint *last)
{
  const SquillTableWire *wire = &self->table->wires[line];

  *first = stays_in_column (wire) ? wire->first_column + self->ahead[line] : wire->first_column + 1;
  *last = stays_in_column (wire) ? *first : wire->last_column;
}

static void
set_line (Annealing *self, guint line, gboolean add)
{
  const SquillTableWire *wire = &self->table->wires[line];
  guint first, last;

  get_gaps (self, line, &first, &last);
  for (guint gap = first; gap <= last; gap++)
    {
      BundleKind kind = get_kind (wire, gap);
      Bundle *bundle = &self->gaps[gap].bundles[kind];

      /* It is looked for among the others. */
      self->work += add ? 1 : bundle->n_lines / 4;
      if (add)
        bundle_add (bundle, line, wire->first, kind == PASSING ? wire->first : wire->last);
      else
        bundle_remove (bundle, line);
    }
}

/* How many cards of a column are in the way at a height: none or one. */
static guint
count_in_the_way (const SquillLayoutTable *table, guint column, double y)
{
  const SquillTableColumn *own = &table->columns[column];
  guint slot = squill_layout_table_find_slot (table, column, y);
  guint count = 0;

  if (slot < own->slots->len)
    count += table->cards[squill_layout_table_get_slot (own, slot)].y < y;
  if (slot > 0)
    {
      const SquillTableCard *card = &table->cards[squill_layout_table_get_slot (own, slot - 1)];

      count += y < card->y + card->height - SQUILL_LAYOUT_GAP;
    }
  return count;
}

/* How many times a line crosses others in a gap. */
static guint
count_crossings (Annealing *self, const SquillTableWire *wire, guint gap, BundleKind kind)
{
  const Bundle *arriving = &self->gaps[gap].bundles[ARRIVING];
  const Bundle *passing = &self->gaps[gap].bundles[PASSING];
  const Bundle *returning = &self->gaps[gap].bundles[RETURNING];
  const Bundle *turning = &self->gaps[gap].bundles[TURNING];

  self->work += arriving->n_lines + passing->n_lines + returning->n_lines + turning->n_lines;
  switch (kind)
    {
    case ARRIVING:
      return count_swapped (arriving, wire->first, wire->last) +
             count_swapped (passing, wire->first, wire->last) +
             count_around (returning, wire->last) + count_around (turning, wire->first);
    case PASSING:
      return count_swapped (arriving, wire->first, wire->first) +
             count_around (returning, wire->first) + count_around (turning, wire->first);
    case RETURNING:
      return count_between (arriving->last, arriving->n_lines, wire->first, wire->last) +
             count_between (passing->first, passing->n_lines, wire->first, wire->last) +
             count_interleaved (returning, wire->first, wire->last);
    case TURNING:
      return count_between (arriving->first, arriving->n_lines, wire->first, wire->last) +
             count_between (passing->first, passing->n_lines, wire->first, wire->last) +
             count_interleaved (turning, wire->first, wire->last);
    case N_BUNDLES:
    default:
      g_return_val_if_reached (0);
    }
}

/* What a line costs beside those in the gaps. */
static double
get_line_cost (Annealing *self, guint line)
{
  const SquillTableWire *wire = &self->table->wires[line];
  float climb = fabsf (wire->last - wire->first);
  double cost = climb;
  guint crossings = 0, first, last;

  if (stays_in_column (wire))
    cost += SAME_COLUMN;
  else
    cost += (climb > LEVEL ? BEND : 0) + (wire->last_column - wire->first_column - 1) * PAST_COLUMN;
  self->work += LINE_WORK;
  get_gaps (self, line, &first, &last);
  for (guint gap = first; gap <= last; gap++)
    {
      BundleKind kind = get_kind (wire, gap);

      crossings += count_crossings (self, wire, gap, kind);
      if (kind == PASSING)
        cost += IN_THE_WAY * count_in_the_way (self->table, gap, wire->first);
    }
  return cost + CROSSING * crossings;
}

/* A line that stays in its column turns back at the side where it crosses less. */
static void
choose_side (Annealing *self, guint line)
{
  const SquillTableWire *wire = &self->table->wires[line];

  if (stays_in_column (wire))
    self->ahead[line] = count_crossings (self, wire, wire->first_column + 1, TURNING) <
                        count_crossings (self, wire, wire->first_column, RETURNING);
}

/* How many lines a card is in the way of. */
static guint
count_blocked (const Annealing *self, guint card)
{
  const SquillTableCard *own = &self->table->cards[card];
  const Bundle *passing = &self->gaps[own->column].bundles[PASSING];

  return count_between (passing->first, passing->n_lines, (float)own->y,
                        (float)(own->y + own->height - SQUILL_LAYOUT_GAP));
}

/* Lists the lines of the cards that move, each once. */
static void
find_affected (Annealing *self)
{
  SquillLayoutTable *table = self->table;

  g_array_set_size (self->affected, 0);
  table->stamp++;
  for (guint i = 0; i < self->n_steps; i++)
    {
      const SquillTableCard *card = &table->cards[self->steps[i].card];

      for (guint j = 0; j < card->n_links; j++)
        {
          guint line = table->links[card->first_link + j].line;

          if (table->wires[line].stamp == table->stamp)
            continue;
          table->wires[line].stamp = table->stamp;
          g_array_append_val (self->affected, line);
          self->was_ahead[line] = self->ahead[line];
        }
    }
}

/* Takes the lines of the cards that move out of the gaps. Gives what they cost there. */
static double
take_out (Annealing *self)
{
  double cost = 0;

  for (guint i = 0; i < self->affected->len; i++)
    {
      guint line = g_array_index (self->affected, guint, i);

      set_line (self, line, FALSE);
      cost += get_line_cost (self, line);
    }
  for (guint i = 0; i < self->n_steps; i++)
    cost += IN_THE_WAY * count_blocked (self, self->steps[i].card);
  return cost;
}

/* Puts them in where their cards are now. Gives whether they cost no more there than is allowed.
 * @n_in: how many of them are in then */
static gboolean
put_in (Annealing *self, double allowed, guint *n_in)
{
  double cost = 0;

  for (guint i = 0; i < self->n_steps; i++)
    cost += IN_THE_WAY * count_blocked (self, self->steps[i].card);
  for (*n_in = 0; cost <= allowed && *n_in < self->affected->len; (*n_in)++)
    {
      guint line = g_array_index (self->affected, guint, *n_in);

      squill_layout_table_set_wire (self->table, line);
      choose_side (self, line);
      cost += get_line_cost (self, line);
      set_line (self, line, TRUE);
    }
  return cost <= allowed;
}

/* Sets the cards of all steps to where they lead, or where they led from. */
static void
set_cards (Annealing *self, gboolean back)
{
  SquillLayoutTable *table = self->table;

  for (guint i = 0; i < self->n_leading; i++)
    {
      const Step *step = &self->steps[i];
      const SquillTableCard *card = &table->cards[step->card];
      GArray *slots = table->columns[card->column].slots;
      guint slot = squill_layout_table_find_slot (table, card->column, get_middle (card));

      g_array_remove_index (slots, slot);
    }
  for (guint i = 0; i < self->n_steps; i++)
    {
      const Step *step = &self->steps[i];

      table->cards[step->card].column = back ? step->old_column : step->column;
      table->cards[step->card].y = back ? step->old_y : step->y;
    }
  for (guint i = 0; i < self->n_leading; i++)
    {
      const Step *step = &self->steps[i];
      const SquillTableCard *card = &table->cards[step->card];
      guint slot = squill_layout_table_find_slot (table, card->column, get_middle (card));

      g_array_insert_val (table->columns[card->column].slots, slot, step->card);
    }
}

static void
add_step (Annealing *self, guint card, guint column, double y)
{
  const SquillTableCard *own = &self->table->cards[card];

  self->steps[self->n_steps++] = (Step){ card, column, y, own->column, own->y };
}

static gboolean
is_leading (const Annealing *self, guint card)
{
  for (guint i = 0; i < self->n_leading; i++)
    if (self->steps[i].card == card)
      return TRUE;
  return FALSE;
}

/* Lets what is in the way of a leading card give way. FALSE if it cannot. */
static gboolean
push (Annealing *self, const Step *leading)
{
  const SquillLayoutTable *table = self->table;
  const SquillTableColumn *column = &table->columns[leading->column];
  const SquillTableCard *own = &table->cards[leading->card];
  double top = leading->y, bottom = top + own->height;
  guint slot =
      squill_layout_table_find_slot (table, leading->column, leading->y + own->height / 2.0);

  if (top < 0 || bottom > self->max_height)
    return FALSE;
  for (guint i = slot; i < column->slots->len; i++)
    {
      guint card = squill_layout_table_get_slot (column, i);
      const SquillTableCard *other = &table->cards[card];

      if (is_leading (self, card))
        continue;
      if (other->y >= bottom)
        break;
      if (self->n_steps >= MAX_PUSHED || bottom + other->height > self->max_height)
        return FALSE;
      add_step (self, card, leading->column, bottom);
      bottom += other->height;
    }
  for (guint i = slot; i-- > 0;)
    {
      guint card = squill_layout_table_get_slot (column, i);
      const SquillTableCard *other = &table->cards[card];

      if (is_leading (self, card))
        continue;
      if (other->y + other->height <= top)
        break;
      if (self->n_steps >= MAX_PUSHED || top - other->height < 0)
        return FALSE;
      top -= other->height;
      add_step (self, card, leading->column, top);
    }
  return TRUE;
}

/* Tries the steps whose leading cards are set, and goes back if that is worse by more than what is
 * allowed. */
static void
try_steps (Annealing *self, double allowance)
{
  double before;
  guint n_in;

  for (guint i = 0; i < self->n_leading; i++)
    if (!push (self, &self->steps[i]))
      return;
  find_affected (self);
  before = take_out (self);
  set_cards (self, FALSE);
  if (put_in (self, before + allowance, &n_in))
    return;
  for (guint i = 0; i < n_in; i++)
    set_line (self, g_array_index (self->affected, guint, i), FALSE);
  set_cards (self, TRUE);
  for (guint i = 0; i < self->affected->len; i++)
    {
      guint line = g_array_index (self->affected, guint, i);

      squill_layout_table_set_wire (self->table, line);
      self->ahead[line] = self->was_ahead[line];
      set_line (self, line, TRUE);
    }
}

/* The card of a column that is nearest to a height. */
static guint
find_nearest (const SquillLayoutTable *table, guint column, double middle)
{
  const SquillTableColumn *own = &table->columns[column];
  guint slot = squill_layout_table_find_slot (table, column, middle);

  if (slot == own->slots->len ||
      (slot > 0 &&
       middle - get_middle (&table->cards[squill_layout_table_get_slot (own, slot - 1)]) <
           get_middle (&table->cards[squill_layout_table_get_slot (own, slot)]) - middle))
    slot--;
  return squill_layout_table_get_slot (own, slot);
}

/* Tries a card beside one that a line leads to, or in its own column; at the height where the line
 * is straight, or near it. What is there gives way, or takes the card's place. */
static void
try_card (Annealing *self, double heat)
{
  SquillLayoutTable *table = self->table;
  guint card = (guint)g_rand_int_range (self->random, 0, (gint32)table->n_cards);
  const SquillTableCard *own = &table->cards[card], *other;
  const SquillTableLink *link;
  guint32 dice = g_rand_int (self->random);
  int column = (int)own->column;
  double y;

  self->work += TRY_WORK;
  if (own->n_links == 0)
    return;
  link = &table->links[own->first_link + (dice & 0xffff) % own->n_links];
  other = &table->cards[link->other];
  dice >>= 16;
  if ((dice & 3) != 0)
    column = (int)other->column + ((dice >> 2) % 9 == 8 ? 0 : (dice >> 2) % 2 == 0 ? -1 : 1);
  if (column < 0 || column >= (int)table->n_columns)
    return;
  dice >>= 6;
  y = other->y + link->to_offset - link->offset;
  if ((dice & 1) != 0)
    y += SQUILL_LAYOUT_STEP * g_rand_int_range (self->random, -MAX_STEPS, MAX_STEPS + 1);
  y = CLAMP (round (y / SQUILL_LAYOUT_STEP) * SQUILL_LAYOUT_STEP, 0,
             self->max_height - own->height);
  self->n_steps = 0;
  self->n_leading = 0;
  if (column == (int)own->column && y == own->y)
    return;
  if (column != (int)own->column && (dice & 6) == 0 && table->columns[column].slots->len > 0)
    {
      guint there = find_nearest (table, (guint)column, y + own->height / 2.0);

      add_step (self, card, (guint)column,
                MIN (table->cards[there].y, self->max_height - own->height));
      add_step (self, there, own->column,
                MIN (own->y, self->max_height - table->cards[there].height));
    }
  else
    add_step (self, card, (guint)column, y);
  self->n_leading = self->n_steps;
  try_steps (self, -heat * log (1 - g_rand_double (self->random)));
}

/* Leaves the same room between all cards of a column. */
static void
spread (Annealing *self, guint column)
{
  SquillTableColumn *own = &self->table->columns[column];
  int room = self->max_height - own->height;

  for (guint slot = 0; slot < own->slots->len; slot++)
    self->table->cards[squill_layout_table_get_slot (own, slot)].y +=
        (int)(room * (slot + 0.5) / own->slots->len / SQUILL_LAYOUT_STEP) * SQUILL_LAYOUT_STEP;
}

/**
 * squill_layout_anneal:
 * @table: cards in columns, stacked; where they stand afterwards, not stacked
 * @seed: of the random numbers; the same seed gives the same places
 * @max_tries: how many moves are tried at most
 * @max_work: about how many pairs of lines are looked at
 * @cancellable: (nullable): to be done soon
 *
 * Moves cards so that their lines are short, cross little and run straight.
 */
void
squill_layout_anneal (SquillLayoutTable *table,
                      guint seed,
                      guint max_tries,
                      guint64 max_work,
                      GCancellable *cancellable)
{
  g_auto (Annealing) self = { .table = table,
                              .gaps = g_new0 (Gap, table->n_columns + 1),
                              .random = g_rand_new_with_seed (seed),
                              .affected = g_array_new (FALSE, FALSE, sizeof (guint)),
                              .ahead = g_new0 (gboolean, table->n_lines + 1),
                              .was_ahead = g_new0 (gboolean, table->n_lines + 1) };
  double total = 0;

  for (guint i = 0; i < table->n_columns; i++)
    {
      total += table->columns[i].height;
      self.max_height = MAX (self.max_height, table->columns[i].height);
    }
  self.max_height = squill_layout_table_to_steps (
      (int)MAX (self.max_height, SQUILL_ANNEAL_ROOM * total / table->n_columns));
  for (guint i = 0; i < table->n_columns; i++)
    spread (&self, i);
  for (guint i = 0; i < table->n_lines; i++)
    {
      squill_layout_table_set_wire (table, i);
      set_line (&self, i, TRUE);
    }
  for (guint i = 0;
       i < max_tries && self.work < max_work && !g_cancellable_is_cancelled (cancellable); i++)
    {
      double over = MAX ((double)i / max_tries, (double)self.work / (double)max_work);

      try_card (&self, FIRST_HEAT * pow (LAST_HEAT / FIRST_HEAT, over));
    }
  for (guint i = 0; i < table->n_columns; i++)
    {
      table->columns[i].height = self.max_height;
      for (guint slot = 0; slot < table->columns[i].slots->len; slot++)
        table->cards[squill_layout_table_get_slot (&table->columns[i], slot)].slot = slot;
    }
}
