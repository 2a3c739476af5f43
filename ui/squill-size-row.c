/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-size-row.h"

#include <string.h>

#include "advice/squill-wording.h"
#include "design/squill-size.h"
#include "model/squill-number.h"

struct _SquillSizeRow
{
  GObject parent_instance;

  char *id;
  char *name;
  double values[SQUILL_N_SIZE_COLUMNS];
  guint64 generation;
  gboolean lower_bound;
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

/**
 * squill_size_row_new:
 * @collection: a collection
 *
 * Returns: (transfer full): a row that says how large it is
 */
SquillSizeRow *
squill_size_row_new (const SquillCollection *collection)
{
  SquillSizeRow *self;

  g_return_val_if_fail (collection != NULL, NULL);

  self = g_object_new (SQUILL_TYPE_SIZE_ROW, NULL);
  self->id = g_strdup (collection->id);
  self->name = g_strdup (collection->name);
  self->generation = collection->generation;
  self->lower_bound = collection->shape->size_unknown;
  read_values (collection, self->values);
  return self;
}

/**
 * squill_size_row_update:
 * @self: a row
 * @collection: the same collection as it is now
 *
 * Brings a row up to date; those who show it are told by "changed" if there was a difference.
 *
 * Returns: the columns that say something else now, a bit each
 */
guint
squill_size_row_update (SquillSizeRow *self, const SquillCollection *collection)
{
  double values[SQUILL_N_SIZE_COLUMNS];
  guint changed = 0;

  g_return_val_if_fail (SQUILL_IS_SIZE_ROW (self), 0);
  g_return_val_if_fail (collection != NULL && g_str_equal (collection->id, self->id), 0);

  if (!g_str_equal (self->name, collection->name))
    {
      g_free (self->name);
      self->name = g_strdup (collection->name);
      changed |= 1u << SQUILL_SIZE_COLUMN_NAME;
    }
  if (self->generation != collection->generation)
    {
      self->generation = collection->generation;
      read_values (collection, values);
      for (guint i = 0; i < SQUILL_N_SIZE_COLUMNS; i++)
        if (!is_same (values[i], self->values[i]))
          changed |= 1u << i;
      memcpy (self->values, values, sizeof values);
      if (self->lower_bound != collection->shape->size_unknown)
        {
          self->lower_bound = collection->shape->size_unknown;
          changed |= 1u << SQUILL_SIZE_COLUMN_LIKELY;
        }
    }
  if (changed != 0)
    g_signal_emit (self, signals[CHANGED], 0);
  return changed;
}

/**
 * squill_size_row_get_id:
 * @self: a row
 *
 * Returns: (transfer none): the id of the collection
 */
const char *
squill_size_row_get_id (SquillSizeRow *self)
{
  g_return_val_if_fail (SQUILL_IS_SIZE_ROW (self), NULL);

  return self->id;
}

/**
 * squill_size_row_get_value:
 * @self: a row
 * @column: what of it
 *
 * Returns: the number, bytes where it is a size; NaN where nobody said and for the name
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
 * Returns: (transfer full): what the column says: "10k", "52.9 kB"; "?" where nobody said
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
  if (is_of_document (column) || column == SQUILL_SIZE_COLUMN_DATA ||
      column == SQUILL_SIZE_COLUMN_DATA_LATER)
    return squill_wording_bytes (self->values[column]);
  return squill_number_to_short (self->values[column]);
}

/**
 * squill_size_row_is_lower_bound:
 * @self: a row
 * @column: what of it
 *
 * Returns: whether it is at least so much, because nobody said how large something in it is
 */
gboolean
squill_size_row_is_lower_bound (SquillSizeRow *self, SquillSizeColumn column)
{
  g_return_val_if_fail (SQUILL_IS_SIZE_ROW (self), FALSE);

  return self->lower_bound && isfinite (self->values[column]) &&
         (is_of_document (column) || column == SQUILL_SIZE_COLUMN_DATA ||
          column == SQUILL_SIZE_COLUMN_DATA_LATER);
}

/**
 * squill_size_row_is_too_large:
 * @self: a row
 * @column: what of it
 *
 * Returns: whether it is a document that no server stores: one of more than 16 MiB
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
 *   nobody said comes first
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

static SquillSizeRow *
peek_row (GListStore *rows, guint position)
{
  g_autoptr (SquillSizeRow) row = g_list_model_get_item (G_LIST_MODEL (rows), position);

  return row; /* the list keeps it */
}

/* Rows of collections that stay are kept, so that what is selected and focused stays too. */
static void
replace_rows (GListStore *list, SquillDesign *design)
{
  g_autoptr (GHashTable) known =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_object_unref);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  guint old = g_list_model_get_n_items (G_LIST_MODEL (list));
  guint n = squill_design_get_n_collections (design);
  guint head = 0, tail = 0;

  for (guint i = 0; i < old; i++)
    {
      SquillSizeRow *row = peek_row (list, i);

      g_hash_table_insert (known, row->id, g_object_ref (row));
    }
  for (guint i = 0; i < n; i++)
    {
      const SquillCollection *collection = squill_design_get_collection (design, i);
      SquillSizeRow *row = g_hash_table_lookup (known, collection->id);

      g_ptr_array_add (rows, row != NULL ? g_object_ref (row) : squill_size_row_new (collection));
    }
  while (head < MIN (old, n) && peek_row (list, head) == rows->pdata[head])
    head++;
  while (tail < MIN (old, n) - head && peek_row (list, old - tail - 1) == rows->pdata[n - tail - 1])
    tail++;
  g_list_store_splice (list, head, old - head - tail, rows->pdata + head, n - head - tail);
}

/**
 * squill_size_rows_update:
 * @rows: a list of #SquillSizeRow, of this design or empty
 * @design: a design
 *
 * Brings a list up to date with the collections of a design. Rows that stay are the same objects.
 *
 * Returns: the columns in which something is otherwise now, a bit each; of new rows none
 */
guint
squill_size_rows_update (GListStore *rows, SquillDesign *design)
{
  guint n, i;
  guint changed = 0;

  g_return_val_if_fail (G_IS_LIST_STORE (rows), 0);
  g_return_val_if_fail (SQUILL_IS_DESIGN (design), 0);

  n = squill_design_get_n_collections (design);
  i = g_list_model_get_n_items (G_LIST_MODEL (rows)) == n ? 0 : n;
  while (i < n && g_str_equal (peek_row (rows, i)->id, squill_design_get_collection_id (design, i)))
    i++;
  if (i < n || g_list_model_get_n_items (G_LIST_MODEL (rows)) != n)
    replace_rows (rows, design);
  for (i = 0; i < n; i++)
    changed |=
        squill_size_row_update (peek_row (rows, i), squill_design_get_collection (design, i));
  return changed;
}
