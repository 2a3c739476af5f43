/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/**
 * _squill_finding_new:
 * @rule: the rule that found it
 * @severity: how bad it is
 * @subject: the item of the model that it is about
 * @message: (transfer full): the sentence, translated
 *
 * Returns: (transfer full): a finding without numbers, place and fix
 */
SquillFinding *
_squill_finding_new (const SquillRuleInfo *rule,
                     SquillSeverity severity,
                     gconstpointer subject,
                     char *message)
{
  SquillFinding *self = g_new0 (SquillFinding, 1);
  const SquillItem *item = subject;

  self->rule = rule->id;
  self->source = rule->source;
  self->severity = severity;
  self->subject = g_strdup (item->id);
  self->subject_kind = item->kind;
  self->title = g_strdup (_ (rule->title));
  self->message = message;
  self->values = json_object ();
  return self;
}

/** Frees a finding. */
void
_squill_finding_free (SquillFinding *self)
{
  if (self == NULL)
    return;
  _squill_fix_free (self->fix);
  json_decref (self->values);
  g_free (self->message);
  g_free (self->title);
  g_free (self->path);
  g_free (self->collection);
  g_free (self->subject);
  g_free (self);
}

/**
 * _squill_finding_set_number:
 * @self: a finding
 * @name: what the number is called in @values
 * @value: the number; NaN says nothing
 *
 * Notes one of the numbers that the finding rests on.
 */
void
_squill_finding_set_number (SquillFinding *self, const char *name, double value)
{
  json_t *json = squill_json_number (value);

  if (json != NULL)
    json_object_set_new (self->values, name, json);
}

/**
 * _squill_finding_set_text:
 * @self: a finding
 * @name: what the text is called in @values
 * @value: (nullable): the text; %NULL says nothing
 *
 * Notes a name or date that the finding rests on.
 */
void
_squill_finding_set_text (SquillFinding *self, const char *name, const char *value)
{
  if (value != NULL)
    json_object_set_new (self->values, name, json_string (value));
}

/**
 * _squill_finding_set_list:
 * @self: a finding
 * @name: what the list is called in @values
 * @texts: (element-type utf8): the texts
 *
 * Notes names that the finding rests on.
 */
void
_squill_finding_set_list (SquillFinding *self, const char *name, const GPtrArray *texts)
{
  json_t *list = json_array ();

  for (guint i = 0; i < texts->len; i++)
    json_array_append_new (list, json_string (texts->pdata[i]));
  json_object_set_new (self->values, name, list);
}

/**
 * _squill_finding_set_place:
 * @self: a finding
 * @collection: (nullable): id of the collection whose documents suffer
 * @path: (nullable): the path in those
 *
 * Says where in the documents the finding is.
 */
void
_squill_finding_set_place (SquillFinding *self, const char *collection, const char *path)
{
  g_free (self->collection);
  g_free (self->path);
  self->collection = g_strdup (collection);
  self->path = g_strdup (path);
}

/**
 * _squill_finding_compare:
 * @a: a finding
 * @b: another
 *
 * Orders findings: the severe first, then the heavy; the rest so that the order of equal findings
 * never changes. By ids last: those of what fixes have added differ each time. Whether they were
 * dismissed does not matter.
 *
 * Returns: less than, equal to or greater than 0
 */
int
_squill_finding_compare (const SquillFinding *a, const SquillFinding *b)
{
  int order;

  if (a->severity != b->severity)
    return a->severity > b->severity ? -1 : 1;
  if (a->weight != b->weight)
    return a->weight > b->weight ? -1 : 1;
  order = strcmp (a->rule, b->rule);
  if (order == 0)
    order = strcmp (a->message, b->message);
  if (order == 0)
    order = g_strcmp0 (a->path, b->path);
  if (order == 0)
    order = strcmp (a->subject, b->subject);
  if (order == 0)
    order = g_strcmp0 (a->collection, b->collection);
  return order;
}
