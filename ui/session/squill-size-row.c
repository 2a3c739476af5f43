/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-size-row.h"

#include <glib/gi18n.h>
#include <string.h>

#include "design/squill-assumption.h"
#include "design/squill-size.h"
#include "session/squill-rows.h"
#include "text/squill-text.h"

struct _SquillSizeRow
{
  GObject parent_instance;

  char *id;
  char *name;
  double values[SQUILL_N_SIZE_COLUMNS];
  gboolean lower_bound; /* of the most: nobody said how large some value can be */
  char *assumptions;    /* what the likely sizes are assumed by; NULL if they are known */
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillSizeRow, squill_size_row, G_TYPE_OBJECT)

static gboolean
is_of_document (SquillSizeColumn column)
{
  return column == SQUILL_SIZE_COLUMN_LIKELY || column == SQUILL_SIZE_COLUMN_MOST ||
         column == SQUILL_SIZE_COLUMN_LATER;
}

static gboolean
is_size (SquillSizeColumn column)
{
  return is_of_document (column) || column == SQUILL_SIZE_COLUMN_DATA ||
         column == SQUILL_SIZE_COLUMN_DATA_LATER;
}

/* What is assumed is marked as such. */
static gboolean
is_lower_bound (SquillSizeRow *self, SquillSizeColumn column)
{
  return column == SQUILL_SIZE_COLUMN_MOST && self->lower_bound && self->assumptions == NULL &&
         isfinite (self->values[column]);
}

static gboolean
is_same (double a, double b)
{
  return a == b || (isnan (a) && isnan (b));
}

static void
read_values (const SquillCollection *collection, double *values)
{
  const SquillShape *shape = collection->shape;

  values[SQUILL_SIZE_COLUMN_NAME] = NAN;
  values[SQUILL_SIZE_COLUMN_COUNT] = collection->count.likely;
  values[SQUILL_SIZE_COLUMN_COUNT_LATER] = collection->count_at_horizon;
  values[SQUILL_SIZE_COLUMN_LIKELY] = shape->bytes.likely;
  values[SQUILL_SIZE_COLUMN_MOST] = shape->bytes.max;
  values[SQUILL_SIZE_COLUMN_LATER] = shape->bytes_at_horizon.likely;
  values[SQUILL_SIZE_COLUMN_DATA] = collection->count.likely * shape->bytes.likely;
  values[SQUILL_SIZE_COLUMN_DATA_LATER] =
      collection->count_at_horizon * shape->bytes_at_horizon.likely;
  values[SQUILL_SIZE_COLUMN_INDEXES] = collection->indexes->len;
}

static void
squill_size_row_finalize (GObject *object)
{
  SquillSizeRow *self = SQUILL_SIZE_ROW (object);

  g_free (self->id);
  g_free (self->name);
  g_free (self->assumptions);

  G_OBJECT_CLASS (squill_size_row_parent_class)->finalize (object);
}

static void
squill_size_row_class_init (SquillSizeRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = squill_size_row_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
squill_size_row_init (SquillSizeRow *self)
{
}

static SquillSizeRow *
squill_size_row_new (const SquillCollection *collection)
{
  SquillSizeRow *self = g_object_new (SQUILL_TYPE_SIZE_ROW, NULL);

  self->id = g_strdup (collection->id);
  self->name = g_strdup (collection->name);
  self->lower_bound = collection->shape->size_unknown;
  self->assumptions = squill_shape_describe_assumptions (collection->shape);
  read_values (collection, self->values);
  return self;
}

/**
 * squill_size_row_get_id:
 * @row: a #SquillSizeRow
 *
 * Returns: (transfer none): the id of the collection, which is the key of the row
 */
const char *
squill_size_row_get_id (gpointer row)
{
  g_return_val_if_fail (SQUILL_IS_SIZE_ROW (row), NULL);

  return SQUILL_SIZE_ROW (row)->id;
}

/**
 * squill_size_row_get_value:
 * @self: a row
 * @column: what of it
 *
 * Returns: the number, bytes where it is a size; NaN where it is not known, and for the name
 */
double
squill_size_row_get_value (SquillSizeRow *self, SquillSizeColumn column)
{
  g_return_val_if_fail (SQUILL_IS_SIZE_ROW (self), NAN);
  g_return_val_if_fail (column < SQUILL_N_SIZE_COLUMNS, NAN);

  return self->values[column];
}

/**
 * squill_size_row_get_text:
 * @self: a row
 * @column: what of it
 *
 * Returns: (transfer full): what the column says: "10k", "52.9 kB", "≈ 52.9 kB" where it is
 * assumed, "≥ 52.9 kB" where it can be more; "?" where it is not known
 */
char *
squill_size_row_get_text (SquillSizeRow *self, SquillSizeColumn column)
{
  g_return_val_if_fail (SQUILL_IS_SIZE_ROW (self), NULL);
  g_return_val_if_fail (column < SQUILL_N_SIZE_COLUMNS, NULL);

  if (column == SQUILL_SIZE_COLUMN_NAME)
    return g_strdup (self->name);
  if (isnan (self->values[column]))
    return g_strdup ("?");
  if (is_size (column))
    {
      g_autofree char *text =
          squill_text_likely_bytes (self->values[column], self->assumptions != NULL);

      return is_lower_bound (self, column) ? g_strconcat ("≥\u202f", text, NULL)
                                           : g_steal_pointer (&text);
    }
  return squill_text_short_count (self->values[column]);
}

/**
 * squill_size_row_describe_mark:
 * @self: a row
 * @column: what of it
 *
 * Returns: (transfer full) (nullable): why the text of the column has a mark; %NULL if it has none
 */
char *
squill_size_row_describe_mark (SquillSizeRow *self, SquillSizeColumn column)
{
  g_return_val_if_fail (SQUILL_IS_SIZE_ROW (self), NULL);

  if (!is_size (column) || !isfinite (self->values[column]))
    return NULL;
  if (is_lower_bound (self, column))
    return g_strdup (_ ("At least: how large some of its strings or arrays can be is not set"));
  return g_strdup (self->assumptions);
}

/**
 * squill_size_row_is_too_large:
 * @self: a row
 * @column: what of it
 *
 * Returns: %TRUE if it is a document larger than the 16 MiB that a server stores
 */
gboolean
squill_size_row_is_too_large (SquillSizeRow *self, SquillSizeColumn column)
{
  g_return_val_if_fail (SQUILL_IS_SIZE_ROW (self), FALSE);
  g_return_val_if_fail (column < SQUILL_N_SIZE_COLUMNS, FALSE);

  return is_of_document (column) && self->values[column] > SQUILL_SIZE_DOCUMENT_LIMIT;
}

/**
 * squill_size_row_compare:
 * @self: a row
 * @other: another one
 * @column: by what
 *
 * Returns: less than, equal to or more than 0 as @self comes before, with or after @other; what
 *   is not known comes first
 */
int
squill_size_row_compare (SquillSizeRow *self, SquillSizeRow *other, SquillSizeColumn column)
{
  double a, b;

  g_return_val_if_fail (SQUILL_IS_SIZE_ROW (self), 0);
  g_return_val_if_fail (SQUILL_IS_SIZE_ROW (other), 0);
  g_return_val_if_fail (column < SQUILL_N_SIZE_COLUMNS, 0);

  if (column == SQUILL_SIZE_COLUMN_NAME)
    return g_utf8_collate (self->name, other->name);
  a = isnan (self->values[column]) ? -1 : self->values[column];
  b = isnan (other->values[column]) ? -1 : other->values[column];
  return (a > b) - (a < b);
}

/* Adds the columns that differ to the bits of @user_data. */
static gboolean
take (gpointer row, gpointer wanted, gpointer user_data)
{
  SquillSizeRow *self = row, *other = wanted;
  guint changed = 0;

  if (!g_str_equal (self->name, other->name))
    changed |= 1u << SQUILL_SIZE_COLUMN_NAME;
  if (self->lower_bound != other->lower_bound ||
      g_strcmp0 (self->assumptions, other->assumptions) != 0)
    changed |= 1u << SQUILL_SIZE_COLUMN_LIKELY;
  for (guint i = 0; i < SQUILL_N_SIZE_COLUMNS; i++)
    if (!is_same (self->values[i], other->values[i]))
      changed |= 1u << i;
  if (changed == 0)
    return TRUE;
  g_free (self->name);
  self->name = g_steal_pointer (&other->name);
  self->lower_bound = other->lower_bound;
  g_free (self->assumptions);
  self->assumptions = g_steal_pointer (&other->assumptions);
  memcpy (self->values, other->values, sizeof self->values);
  *(guint *)user_data |= changed;
  g_signal_emit (self, signals[CHANGED], 0);
  return TRUE;
}

/**
 * squill_size_rows_update:
 * @rows: a list of #SquillSizeRow
 * @design: a design
 *
 * Brings a list up to date with the collections of a design. Rows that stay are the same objects.
 *
 * Returns: the columns in which a row that stays has changed, a bit each
 */
guint
squill_size_rows_update (GListStore *rows, SquillDesign *design)
{
  g_autoptr (GPtrArray) wanted = g_ptr_array_new_with_free_func (g_object_unref);
  guint changed = 0;

  g_return_val_if_fail (G_IS_LIST_STORE (rows), 0);
  g_return_val_if_fail (SQUILL_IS_DESIGN (design), 0);

  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    g_ptr_array_add (wanted, squill_size_row_new (squill_design_get_collection (design, i)));
  squill_rows_update (rows, wanted, squill_size_row_get_id, take, &changed);
  return changed;
}
