/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-finding-row.h"

#include <glib/gi18n.h>

#include "session/squill-rows.h"

struct _SquillFindingRow
{
  GObject parent_instance;

  SquillSession *session;
  char *key;
  const char *rule;
  char *subject;
  char *path;
  char *message;
  char *title;
  gboolean dismissed;
  gboolean mended;
  gint64 serial;
  guint64 generation; /* of the model, as its own fix left it; 0 where that was not applied */
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillFindingRow, squill_finding_row, G_TYPE_OBJECT)

static void
squill_finding_row_finalize (GObject *object)
{
  SquillFindingRow *self = SQUILL_FINDING_ROW (object);

  g_clear_object (&self->session);
  g_free (self->key);
  g_free (self->subject);
  g_free (self->message);
  g_free (self->path);
  g_free (self->title);

  G_OBJECT_CLASS (squill_finding_row_parent_class)->finalize (object);
}

static void
squill_finding_row_class_init (SquillFindingRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = squill_finding_row_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
squill_finding_row_init (SquillFindingRow *self)
{
}

/**
 * squill_finding_row_new:
 * @session: the session whose advice gave the finding
 * @finding: a finding
 *
 * Returns: (transfer full): a row for it
 */
SquillFindingRow *
squill_finding_row_new (SquillSession *session, const SquillFinding *finding)
{
  SquillFindingRow *self;

  g_return_val_if_fail (SQUILL_IS_SESSION (session), NULL);
  g_return_val_if_fail (finding != NULL, NULL);

  self = g_object_new (SQUILL_TYPE_FINDING_ROW, NULL);
  self->session = g_object_ref (session);
  self->key = g_strjoin (" ", finding->rule, finding->subject, finding->path, NULL);
  self->path = g_strdup (finding->path);
  self->rule = finding->rule;
  self->subject = g_strdup (finding->subject);
  self->message = g_strdup (finding->message);
  self->title = g_strdup (finding->title);
  self->dismissed = finding->dismissed;
  self->serial = finding->serial;
  return self;
}

/**
 * squill_finding_row_get_session:
 * @self: a row
 *
 * Returns: (transfer none): the session it belongs to
 */
SquillSession *
squill_finding_row_get_session (SquillFindingRow *self)
{
  g_return_val_if_fail (SQUILL_IS_FINDING_ROW (self), NULL);

  return self->session;
}

/**
 * squill_finding_row_get_subject:
 * @self: a row
 *
 * Returns: (transfer none): the id of the item it is about
 */
const char *
squill_finding_row_get_subject (SquillFindingRow *self)
{
  g_return_val_if_fail (SQUILL_IS_FINDING_ROW (self), NULL);

  return self->subject;
}

/**
 * squill_finding_row_get_key:
 * @row: a #SquillFindingRow
 *
 * Returns: (transfer none): its rule, subject and place, for squill_rows_update()
 */
const char *
squill_finding_row_get_key (gpointer row)
{
  return SQUILL_FINDING_ROW (row)->key;
}

/**
 * squill_finding_row_take:
 * @row: a #SquillFindingRow
 * @wanted: another one with the same key
 * @user_data: not used
 *
 * A row only changes by being mended: where the finding says something else, @wanted replaces it.
 *
 * Returns: %TRUE if both say the same
 */
gboolean
squill_finding_row_take (gpointer row, gpointer wanted, gpointer user_data)
{
  SquillFindingRow *self = row, *other = wanted;

  if (self == other)
    return TRUE;
  return self->session == other->session && !self->mended && self->dismissed == other->dismissed &&
         g_str_equal (self->message, other->message);
}

/**
 * squill_finding_row_find:
 * @self: a row
 *
 * Returns: (transfer none) (nullable): its finding as it is now, valid until the next edit; %NULL
 *   if it is mended
 */
const SquillFinding *
squill_finding_row_find (SquillFindingRow *self)
{
  GPtrArray *findings;

  g_return_val_if_fail (SQUILL_IS_FINDING_ROW (self), NULL);

  findings = squill_advice_get_findings (squill_session_get_advice (self->session));
  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];

      if (g_str_equal (finding->rule, self->rule) &&
          g_str_equal (finding->subject, self->subject) &&
          g_strcmp0 (finding->path, self->path) == 0)
        return finding;
    }
  return NULL;
}

/**
 * squill_finding_row_get_title:
 * @self: a row
 *
 * Returns: (transfer none): the title of the finding, or of the one that is mended
 */
const char *
squill_finding_row_get_title (SquillFindingRow *self)
{
  g_return_val_if_fail (SQUILL_IS_FINDING_ROW (self), NULL);

  return self->title;
}

/**
 * squill_finding_row_get_message:
 * @self: a row
 *
 * Returns: (transfer none): what it says, or said
 */
const char *
squill_finding_row_get_message (SquillFindingRow *self)
{
  g_return_val_if_fail (SQUILL_IS_FINDING_ROW (self), NULL);

  return self->message;
}

/**
 * squill_finding_row_get_mended:
 * @self: a row
 *
 * Returns: %TRUE if the finding is gone, and only its place is kept
 */
gboolean
squill_finding_row_get_mended (SquillFindingRow *self)
{
  g_return_val_if_fail (SQUILL_IS_FINDING_ROW (self), FALSE);

  return self->mended;
}

/**
 * squill_finding_row_can_undo:
 * @self: a row
 *
 * Returns: %TRUE if squill_finding_row_apply_fix() mended it, and nothing was done since
 */
gboolean
squill_finding_row_can_undo (SquillFindingRow *self)
{
  g_return_val_if_fail (SQUILL_IS_FINDING_ROW (self), FALSE);

  /* Other steps may have the same label. */
  return self->mended && self->generation != 0 &&
         squill_model_get_generation (squill_session_get_model (self->session)) == self->generation;
}

/**
 * squill_finding_row_describe_undo:
 * @self: a row
 *
 * Returns: (transfer none) (nullable): why what squill_finding_row_apply_fix() did cannot be taken
 *   back by itself; %NULL where it can, or where it did nothing
 */
const char *
squill_finding_row_describe_undo (SquillFindingRow *self)
{
  g_return_val_if_fail (SQUILL_IS_FINDING_ROW (self), NULL);

  if (!self->mended || self->generation == 0 || squill_finding_row_can_undo (self))
    return NULL;
  return _ ("Something was changed since. Undo (Ctrl+Z) takes that back first.");
}

/**
 * squill_finding_row_apply_fix:
 * @self: a row
 * @error: as squill_session_apply_fix()
 *
 * Applies the fix of its finding, if there is one.
 *
 * Returns: %FALSE if that failed
 */
gboolean
squill_finding_row_apply_fix (SquillFindingRow *self, GError **error)
{
  const SquillFinding *finding;

  g_return_val_if_fail (SQUILL_IS_FINDING_ROW (self), FALSE);

  /* A fix for what was there before would change what is there now. */
  squill_advice_complete (squill_session_get_advice (self->session));
  finding = squill_finding_row_find (self);
  if (finding == NULL || finding->fix == NULL)
    return TRUE;
  squill_preview_end (squill_session_get_preview (self->session));
  if (!squill_session_apply_fix (self->session, finding->fix, error))
    return FALSE;
  self->generation = squill_model_get_generation (squill_session_get_model (self->session));
  /* A list that is updated at once has marked it before. */
  if (self->mended)
    g_signal_emit (self, signals[CHANGED], 0);
  return TRUE;
}

/**
 * squill_finding_rows_new:
 * @session: a session
 * @findings: (element-type SquillFinding): findings of its advice
 * @shown: (nullable): a list of #SquillFindingRow
 *
 * Makes rows for findings. Those that are in a list already are taken from there: an edit of a
 * large model leaves most of its findings what they are.
 *
 * Returns: (transfer full) (element-type SquillFindingRow): the rows, with g_object_unref() as its
 *   free function
 */
GPtrArray *
squill_finding_rows_new (SquillSession *session, const GPtrArray *findings, GListModel *shown)
{
  GPtrArray *rows = g_ptr_array_new_full (findings->len, g_object_unref);
  g_autoptr (GHashTable) known = g_hash_table_new (g_int64_hash, g_int64_equal);
  const guint n = shown == NULL ? 0 : g_list_model_get_n_items (shown);

  for (guint i = 0; i < n; i++)
    {
      SquillFindingRow *row = squill_rows_peek (shown, i);

      if (row->session == session && !row->mended)
        g_hash_table_insert (known, &row->serial, row);
    }
  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = g_ptr_array_index (findings, i);
      SquillFindingRow *row = g_hash_table_lookup (known, &finding->serial);

      g_ptr_array_add (rows, row != NULL && row->dismissed == finding->dismissed
                                 ? g_object_ref (row)
                                 : squill_finding_row_new (session, finding));
    }
  return rows;
}

/**
 * squill_finding_rows_hold:
 * @shown: (element-type SquillFindingRow): the rows of a list that is pointed at or focused
 * @wanted: (element-type SquillFindingRow): the rows that it should have
 *
 * Keeps all rows where they are: those that are no longer wanted stay, as mended, and what is new
 * comes last.
 *
 * Returns: (transfer full) (element-type SquillFindingRow): the rows to show now, with
 *   g_object_unref() as its free function
 */
GPtrArray *
squill_finding_rows_hold (GPtrArray *shown, GPtrArray *wanted)
{
  GPtrArray *held = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) taken = g_hash_table_new (NULL, NULL);
  /* There may be several of one rule about one subject: key -> GQueue of those not taken. */
  g_autoptr (GHashTable) left =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_queue_free);

  g_return_val_if_fail (shown != NULL && wanted != NULL, held);

  for (guint j = 0; j < wanted->len; j++)
    {
      SquillFindingRow *row = g_ptr_array_index (wanted, j);
      GQueue *rows = g_hash_table_lookup (left, row->key);

      if (rows == NULL)
        {
          rows = g_queue_new ();
          g_hash_table_insert (left, row->key, rows);
        }
      g_queue_push_tail (rows, row);
    }
  for (guint i = 0; i < shown->len; i++)
    {
      SquillFindingRow *row = g_ptr_array_index (shown, i);
      GQueue *rows = g_hash_table_lookup (left, row->key);
      SquillFindingRow *now = rows != NULL ? g_queue_pop_head (rows) : NULL;

      if (now != NULL)
        g_hash_table_add (taken, now);
      g_ptr_array_add (held, g_object_ref (now != NULL ? now : row));
      if (now == NULL)
        {
          row->mended = TRUE;
          g_signal_emit (row, signals[CHANGED], 0);
        }
    }
  for (guint j = 0; j < wanted->len; j++)
    if (!g_hash_table_contains (taken, g_ptr_array_index (wanted, j)))
      g_ptr_array_add (held, g_object_ref (g_ptr_array_index (wanted, j)));
  return held;
}
