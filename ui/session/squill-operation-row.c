/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-operation-row.h"

#include <glib/gi18n.h>
#include <string.h>

#include "session/squill-inspector-table.h"
#include "session/squill-key-text.h"
#include "session/squill-plan-text.h"
#include "session/squill-rows.h"
#include "session/squill-terms.h"
#include "text/squill-text.h"

struct _SquillOperationRow
{
  GObject parent_instance;

  char *id;
  char *texts[SQUILL_N_OPERATION_COLUMNS];
  char *steps;
  gboolean scans;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_QUARK (squill_operation_row_error, squill_operation_row_error)

G_DEFINE_FINAL_TYPE (SquillOperationRow, squill_operation_row, G_TYPE_OBJECT)

/* In few words: "author, when range; when -1 first". */
static char *
make_terms (SquillDesign *design, const SquillOperation *operation)
{
  g_autofree char *filter = squill_keys_write (design, operation->entity, operation->filter, "eq");
  g_autofree char *sort = squill_keys_write (design, operation->entity, operation->sort, "1");

  if (*filter != '\0' && *sort != '\0')
    /* Translators: names of fields that an operation filters by, then those that it sorts by */
    return g_strdup_printf (_ ("by %s, sorted by %s"), filter, sort);
  if (*filter != '\0')
    /* Translators: names of fields that an operation filters by */
    return g_strdup_printf (_ ("by %s"), filter);
  if (*sort != '\0')
    /* Translators: names of fields that an operation sorts by */
    return g_strdup_printf (_ ("sorted by %s"), sort);
  return g_strdup ("");
}

static char *
make_text (SquillDesign *design,
           const SquillOperation *operation,
           double all_loads,
           SquillOperationColumn column)
{
  SquillModel *model = squill_design_get_model (design);
  const SquillPlan *plan = squill_design_get_plan (design, operation->item.id);
  double load;
  const SquillEntity *entity;

  switch (column)
    {
    case SQUILL_OPERATION_COLUMN_NAME:
      return g_strdup (operation->name != NULL ? operation->name : "");
    case SQUILL_OPERATION_COLUMN_KIND:
      return g_strdup (squill_choice_get_label (
          "operation", squill_kind_find_property (SQUILL_KIND_OPERATION, "operation")
                           ->choices[operation->operation]));
    case SQUILL_OPERATION_COLUMN_ENTITY:
      entity =
          operation->entity == NULL ? NULL : squill_model_get_entity (model, operation->entity);
      return g_strdup (entity != NULL && entity->name != NULL ? entity->name : "");
    case SQUILL_OPERATION_COLUMN_TERMS:
      return make_terms (design, operation);
    case SQUILL_OPERATION_COLUMN_RATE:
      return squill_operation_rate_write (operation);
    case SQUILL_OPERATION_COLUMN_COLLECTIONS:
      return squill_plan_write_collections (plan);
    case SQUILL_OPERATION_COLUMN_READS:
      return squill_plan_write_reads (plan);
    case SQUILL_OPERATION_COLUMN_WRITES:
      return squill_plan_write_writes (plan);
    case SQUILL_OPERATION_COLUMN_ACCESS:
      return squill_plan_write_access (plan);
    case SQUILL_OPERATION_COLUMN_COST:
      return squill_plan_write_cost (plan);
    case SQUILL_OPERATION_COLUMN_SHARE:
      load = squill_plan_get_load (plan, operation).likely;
      return isnan (load) || !(all_loads > 0) ? g_strdup ("")
                                              : squill_text_share (load / all_loads);
    default:
      g_return_val_if_reached (NULL);
    }
}

static void
squill_operation_row_finalize (GObject *object)
{
  SquillOperationRow *self = SQUILL_OPERATION_ROW (object);

  g_free (self->id);
  g_free (self->steps);
  for (guint i = 0; i < SQUILL_N_OPERATION_COLUMNS; i++)
    g_free (self->texts[i]);

  G_OBJECT_CLASS (squill_operation_row_parent_class)->finalize (object);
}

static void
squill_operation_row_class_init (SquillOperationRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = squill_operation_row_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
squill_operation_row_init (SquillOperationRow *self)
{
}

static SquillOperationRow *
row_new (SquillDesign *design, const SquillOperation *operation, double all_loads)
{
  SquillOperationRow *self = g_object_new (SQUILL_TYPE_OPERATION_ROW, NULL);
  const SquillPlan *plan = squill_design_get_plan (design, operation->item.id);

  self->id = g_strdup (operation->item.id);
  for (guint i = 0; i < SQUILL_N_OPERATION_COLUMNS; i++)
    self->texts[i] = make_text (design, operation, all_loads, i);
  self->steps = squill_plan_write_steps (plan);
  self->scans = plan->scans;
  return self;
}

static gboolean
take (gpointer row, gpointer wanted, gpointer user_data)
{
  SquillOperationRow *self = row, *other = wanted;
  gboolean changed = FALSE;

  for (guint i = 0; i < SQUILL_N_OPERATION_COLUMNS; i++)
    if (g_strcmp0 (self->texts[i], other->texts[i]) != 0)
      {
        g_free (self->texts[i]);
        self->texts[i] = g_steal_pointer (&other->texts[i]);
        changed = TRUE;
      }
  if (g_strcmp0 (self->steps, other->steps) != 0 || self->scans != other->scans)
    {
      g_free (self->steps);
      self->steps = g_steal_pointer (&other->steps);
      self->scans = other->scans;
      changed = TRUE;
    }
  if (changed)
    g_signal_emit (self, signals[CHANGED], 0);
  return TRUE;
}

/**
 * squill_operation_row_get_id:
 * @row: a #SquillOperationRow
 *
 * Returns: (transfer none): the id of the operation, which is the key of the row
 */
const char *
squill_operation_row_get_id (gpointer row)
{
  g_return_val_if_fail (SQUILL_IS_OPERATION_ROW (row), NULL);

  return SQUILL_OPERATION_ROW (row)->id;
}

/**
 * squill_operation_row_get_text:
 * @self: a row
 * @column: what of it
 *
 * Returns: (transfer none): what the column says; "" for nothing
 */
const char *
squill_operation_row_get_text (SquillOperationRow *self, SquillOperationColumn column)
{
  g_return_val_if_fail (SQUILL_IS_OPERATION_ROW (self), NULL);
  g_return_val_if_fail (column < SQUILL_N_OPERATION_COLUMNS, NULL);

  return self->texts[column] != NULL ? self->texts[column] : "";
}

/**
 * squill_operation_row_get_steps:
 * @self: a row
 *
 * Returns: (transfer none): what it does step by step, a line each; "" for nothing
 */
const char *
squill_operation_row_get_steps (SquillOperationRow *self)
{
  g_return_val_if_fail (SQUILL_IS_OPERATION_ROW (self), NULL);

  return self->steps;
}

/**
 * squill_operation_row_scans:
 * @self: a row
 *
 * Returns: %TRUE if it reads a whole collection because no index serves it
 */
gboolean
squill_operation_row_scans (SquillOperationRow *self)
{
  g_return_val_if_fail (SQUILL_IS_OPERATION_ROW (self), FALSE);

  return self->scans;
}

/**
 * squill_operation_rows_update:
 * @rows: a list of #SquillOperationRow
 * @design: a design
 *
 * Brings a list up to date with the operations of a design's model. Rows of operations that stay
 * are the same objects.
 */
void
squill_operation_rows_update (GListStore *rows, SquillDesign *design)
{
  g_autoptr (GPtrArray) wanted = g_ptr_array_new_with_free_func (g_object_unref);
  gpointer const *operations;
  guint n;
  double all_loads = 0;

  g_return_if_fail (G_IS_LIST_STORE (rows));
  g_return_if_fail (SQUILL_IS_DESIGN (design));

  operations = squill_item_get_children (squill_model_get_info (squill_design_get_model (design)),
                                         SQUILL_KIND_OPERATION, &n);
  for (guint i = 0; i < n; i++)
    {
      const SquillOperation *operation = operations[i];
      const double load =
          squill_plan_get_load (squill_design_get_plan (design, operation->item.id), operation)
              .likely;

      all_loads += isnan (load) ? 0 : load;
    }
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (wanted, row_new (design, operations[i], all_loads));
  squill_rows_update (rows, wanted, squill_operation_row_get_id, take, NULL);
}

/**
 * squill_operation_rate_write:
 * @operation: an operation
 *
 * Returns: (transfer full): how often it runs, as squill_term_for_operation_rate(), but never
 *   rounded, so that it can be edited
 */
char *
squill_operation_rate_write (const SquillOperation *operation)
{
  g_autofree char *shortened = NULL;
  g_autofree char *number = NULL;
  g_autofree char *text = NULL;
  const char *unit;
  double rounded;

  g_return_val_if_fail (operation != NULL, NULL);

  text = squill_term_for_operation_rate (operation);
  if (*text == '\0')
    return g_steal_pointer (&text);
  shortened = squill_text_short_count (operation->rate);
  if (squill_text_parse_count (shortened, &rounded) && rounded == operation->rate)
    return g_steal_pointer (&text);
  number = squill_text_number (operation->rate);
  unit = text + strlen (shortened);
  return g_strconcat (number, unit, NULL);
}

/* What people write for a time, in English: of the program's own words there is only one each. */
static gboolean
read_unit (const char *word, SquillRateUnit *per)
{
  static const struct
  {
    const char *word;
    SquillRateUnit per;
  } words[] = {
    { "s", SQUILL_RATE_PER_SECOND },      { "sec", SQUILL_RATE_PER_SECOND },
    { "second", SQUILL_RATE_PER_SECOND }, { "min", SQUILL_RATE_PER_MINUTE },
    { "minute", SQUILL_RATE_PER_MINUTE }, { "h", SQUILL_RATE_PER_HOUR },
    { "hour", SQUILL_RATE_PER_HOUR },     { "d", SQUILL_RATE_PER_DAY },
    { "day", SQUILL_RATE_PER_DAY },
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strcasecmp (word, words[i].word) == 0)
      {
        *per = words[i].per;
        return TRUE;
      }
  return FALSE;
}

/* Takes the time off the end of a text. Where there is none, it stays what it was. */
static gboolean
take_unit (char *text, SquillRateUnit *per)
{
  static const char *const own[] = { N_ ("/s"), N_ ("/min"), N_ ("/h"), N_ ("/day") };
  static const char *const before[] = { "/", " per ", " a ", " an ", " each ", " " };

  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    if (g_str_has_suffix (text, _ (own[i])))
      {
        text[strlen (text) - strlen (_ (own[i]))] = '\0';
        *per = (SquillRateUnit)i;
        return TRUE;
      }
  for (guint i = 0; i < G_N_ELEMENTS (before); i++)
    {
      char *start = g_strrstr (text, before[i]);
      char *word = start == NULL ? NULL : g_strstrip (start + strlen (before[i]));

      if (word == NULL)
        continue;
      if (read_unit (word, per))
        {
          *start = '\0';
          return TRUE;
        }
      /* A space may also stand between digits. */
      if (!g_str_equal (before[i], " "))
        return FALSE;
    }
  return TRUE;
}

/**
 * squill_operation_rate_read:
 * @text: what a person typed: "800/s", "15 per minute", "2k/h", "3 a day", or only a number
 * @rate: (out): how often; NaN where @text is empty
 * @per: (inout): in which time: stays as it was where the text does not say it
 * @error: %SQUILL_OPERATION_ROW_ERROR_RATE
 *
 * Reads how often something runs.
 *
 * Returns: %TRUE if all of @text was understood
 */
gboolean
squill_operation_rate_read (const char *text, double *rate, SquillRateUnit *per, GError **error)
{
  g_autofree char *number = NULL;
  SquillRateUnit read;

  g_return_val_if_fail (text != NULL, FALSE);
  g_return_val_if_fail (rate != NULL && per != NULL, FALSE);

  number = g_strstrip (g_strdup (text));
  read = *per;
  *rate = NAN;
  if (*number == '\0')
    return TRUE;
  if (!take_unit (number, &read) || !squill_text_parse_count (number, rate) || !isfinite (*rate))
    {
      g_set_error_literal (error, SQUILL_OPERATION_ROW_ERROR, SQUILL_OPERATION_ROW_ERROR_RATE,
                           _ ("A number and a unit, such as 800/s, 15/min, 2/h, or 3/day"));
      *rate = NAN;
      return FALSE;
    }
  *per = read;
  return TRUE;
}
