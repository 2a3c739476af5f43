/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-finding-row.h"

struct _SquillFindingRow
{
  GObject parent_instance;

  SquillSession *session;
  char *key;
  const char *rule;
  char *subject;
  char *message;
  gboolean dismissed;
};

G_DEFINE_FINAL_TYPE (SquillFindingRow, squill_finding_row, G_TYPE_OBJECT)

static void
squill_finding_row_finalize (GObject *object)
{
  SquillFindingRow *self = SQUILL_FINDING_ROW (object);

  g_clear_object (&self->session);
  g_free (self->key);
  g_free (self->subject);
  g_free (self->message);

  G_OBJECT_CLASS (squill_finding_row_parent_class)->finalize (object);
}

static void
squill_finding_row_class_init (SquillFindingRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = squill_finding_row_finalize;
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
  self->key = g_strjoin (" ", finding->rule, finding->subject, NULL);
  self->rule = finding->rule;
  self->subject = g_strdup (finding->subject);
  self->message = g_strdup (finding->message);
  self->dismissed = finding->dismissed;
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
 * Returns: (transfer none): its rule and subject, for squill_rows_update()
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
 * A row never changes: where the finding says something else, @wanted replaces it.
 *
 * Returns: %TRUE if both say the same
 */
gboolean
squill_finding_row_take (gpointer row, gpointer wanted, gpointer user_data)
{
  SquillFindingRow *self = row, *other = wanted;

  return self->session == other->session && self->dismissed == other->dismissed &&
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

      if (g_str_equal (finding->rule, self->rule) && g_str_equal (finding->subject, self->subject))
        return finding;
    }
  return NULL;
}
