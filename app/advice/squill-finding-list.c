/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"

#include <string.h>

typedef struct
{
  SquillFinding *finding;
  gconstpointer finder;
  gboolean gone;   /* it is still in the order, but in no table */
  gboolean hidden; /* another says it better */
} Found;

/* From this many bytes on malloc() of the GNU C library looks for room among all that is free. */
#define LARGE_PIECE 2048

struct _SquillFindingList
{
  GHashTable *by_subject; /* what was looked at -> GPtrArray of Found */
  GHashTable *groups;     /* narrow thing a finding is about -> GPtrArray of Found */
  GHashTable *doubtful;   /* keys of groups that have to be judged again */
  GHashTable *dismissals; /* "rule\nsubject" */
  GPtrArray *order;       /* of Found, the worst first; owns them */
  GPtrArray *fresh;       /* of Found that are not in the order yet; owns them */
  GPtrArray *gone;        /* of Found that are in no other list; owns them */
  gboolean any_gone;
  GPtrArray *shown; /* of SquillFinding */
};

/* Of these, all about the length of an array, the first says most. */
static const char *const array_rules[] = {
  "array-hits-doc-limit", "unbounded-array",       "ref-array-large",
  "embed-array-large",    "array-growth-forecast",
};

static guint
get_rank (const SquillFinding *finding)
{
  for (guint i = 0; i < G_N_ELEMENTS (array_rules); i++)
    if (g_str_equal (finding->rule, array_rules[i]))
      return i;
  return G_N_ELEMENTS (array_rules);
}

/* About entities and operations there may be any number of things to say. */
static gboolean
is_narrow (const SquillFinding *finding)
{
  return finding->subject_kind == SQUILL_KIND_RELATIONSHIP ||
         finding->subject_kind == SQUILL_KIND_FIELD;
}

static void
found_free (gpointer data)
{
  Found *found = data;

  _squill_finding_free (found->finding);
  g_free (found);
}

static GPtrArray *
get_list (GHashTable *table, const char *key)
{
  GPtrArray *list = g_hash_table_lookup (table, key);

  if (list == NULL)
    {
      list = g_ptr_array_new ();
      g_hash_table_insert (table, g_strdup (key), list);
    }
  return list;
}

/** An empty list (transfer full). */
SquillFindingList *
_squill_finding_list_new (void)
{
  SquillFindingList *self = g_new0 (SquillFindingList, 1);

  self->by_subject =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  self->groups =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  self->doubtful = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->dismissals = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->order = g_ptr_array_new_with_free_func (found_free);
  self->fresh = g_ptr_array_new_with_free_func (found_free);
  self->gone = g_ptr_array_new_with_free_func (found_free);
  return self;
}

/** Frees a list with all its findings. */
void
_squill_finding_list_free (SquillFindingList *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->shown, g_ptr_array_unref);
  g_ptr_array_unref (self->gone);
  g_ptr_array_unref (self->fresh);
  g_ptr_array_unref (self->order);
  g_hash_table_unref (self->dismissals);
  g_hash_table_unref (self->doubtful);
  g_hash_table_unref (self->groups);
  g_hash_table_unref (self->by_subject);
  g_free (self);
}

static gboolean
is_dismissed (SquillFindingList *self, const SquillFinding *finding)
{
  g_autofree char *key = NULL;

  if (g_hash_table_size (self->dismissals) == 0)
    return FALSE;
  key = g_strconcat (finding->rule, "\n", finding->subject, NULL);
  return g_hash_table_contains (self->dismissals, key);
}

/**
 * _squill_finding_list_add:
 * @self: a list
 * @subject: the id of what was looked at, not necessarily of what the finding is about
 * @finder: who looked
 * @finding: (transfer full): a finding
 *
 * Adds a finding.
 */
void
_squill_finding_list_add (SquillFindingList *self,
                          const char *subject,
                          gconstpointer finder,
                          SquillFinding *finding)
{
  /* Advice is also worked out in threads. */
  static gsize n_findings;
  Found *found = g_new0 (Found, 1);

  finding->serial = (gint64)g_atomic_pointer_add (&n_findings, 1) + 1;
  found->finding = finding;
  found->finder = finder;
  finding->dismissed = is_dismissed (self, finding);
  g_ptr_array_add (get_list (self->by_subject, subject), found);
  g_ptr_array_add (self->fresh, found);
  if (is_narrow (finding))
    {
      g_ptr_array_add (get_list (self->groups, finding->subject), found);
      g_hash_table_add (self->doubtful, g_strdup (finding->subject));
    }
}

/**
 * _squill_finding_list_get_finders:
 * @self: a list
 * @subject: the id of something to look at
 * @finders: (out caller-allocates): who found anything there when they looked last; some may come
 *   several times
 *
 * Tells who found what there is about a subject.
 */
void
_squill_finding_list_get_finders (const SquillFindingList *self,
                                  const char *subject,
                                  GPtrArray *finders)
{
  const GPtrArray *list = g_hash_table_lookup (self->by_subject, subject);

  if (finders->len > 0)
    g_ptr_array_set_size (finders, 0);
  for (guint i = 0; list != NULL && i < list->len; i++)
    g_ptr_array_add (finders, (gpointer)((const Found *)list->pdata[i])->finder);
}

static void
lose (SquillFindingList *self, Found *found)
{
  found->gone = self->any_gone = TRUE;
  if (is_narrow (found->finding))
    {
      const char *about = found->finding->subject;

      g_ptr_array_remove_fast (g_hash_table_lookup (self->groups, about), found);
      g_hash_table_add (self->doubtful, g_strdup (about));
    }
}

/**
 * _squill_finding_list_drop:
 * @self: a list
 * @subject: the id of something to look at
 * @finder: (nullable): who looks; %NULL for all
 *
 * Drops what @finder found there when it looked last.
 */
void
_squill_finding_list_drop (SquillFindingList *self, const char *subject, gconstpointer finder)
{
  GPtrArray *list = g_hash_table_lookup (self->by_subject, subject);

  for (guint i = list == NULL ? 0 : list->len; i > 0; i--)
    {
      Found *found = list->pdata[i - 1];

      if (finder != NULL && found->finder != finder)
        continue;
      lose (self, found);
      g_ptr_array_remove_index_fast (list, i - 1);
    }
  if (list != NULL && list->len == 0)
    g_hash_table_remove (self->by_subject, subject);
}

/** Drops what was found by looking at what the model no longer has. */
void
_squill_finding_list_drop_missing (SquillFindingList *self, SquillModel *model)
{
  GHashTableIter iter;
  gpointer id, value;

  g_hash_table_iter_init (&iter, self->by_subject);
  while (g_hash_table_iter_next (&iter, &id, &value))
    {
      const GPtrArray *list = value;

      if (squill_model_get_item (model, id) != NULL)
        continue;
      for (guint i = 0; i < list->len; i++)
        lose (self, list->pdata[i]);
      g_hash_table_iter_remove (&iter);
    }
}

static void
mark_dismissed (SquillFindingList *self, const GPtrArray *found)
{
  for (guint i = 0; i < found->len; i++)
    {
      const Found *one = found->pdata[i];
      gboolean before = one->finding->dismissed;

      if (one->gone)
        continue;
      one->finding->dismissed = is_dismissed (self, one->finding);
      if (one->finding->dismissed != before && is_narrow (one->finding))
        g_hash_table_add (self->doubtful, g_strdup (one->finding->subject));
    }
}

/** Marks those that the user does not want to hear of. */
void
_squill_finding_list_read_dismissals (SquillFindingList *self, SquillModel *model)
{
  g_hash_table_remove_all (self->dismissals);
  SQUILL_FOR_EACH_CHILD (SquillDismissal, dismissal, squill_model_get_info (model),
                         SQUILL_KIND_DISMISSAL)
    {
      if (dismissal->rule != NULL && dismissal->subject != NULL)
        g_hash_table_add (self->dismissals,
                          g_strconcat (dismissal->rule, "\n", dismissal->subject, NULL));
    }
  mark_dismissed (self, self->order);
  mark_dismissed (self, self->fresh);
  g_clear_pointer (&self->shown, g_ptr_array_unref);
}

/* Of all findings about the length of one array only the most severe is shown, and of several such
 * the one that says most, be it dismissed or not: what is said of other causes stands beside it. */
static void
judge (const GPtrArray *group)
{
  guint first = G_N_ELEMENTS (array_rules);
  int worst = -1;

  for (guint i = 0; i < group->len; i++)
    {
      const SquillFinding *finding = ((const Found *)group->pdata[i])->finding;
      guint rank = get_rank (finding);

      if (rank == G_N_ELEMENTS (array_rules) || (int)finding->severity < worst)
        continue;
      first = (int)finding->severity > worst ? rank : MIN (first, rank);
      worst = (int)finding->severity;
    }
  for (guint i = 0; i < group->len; i++)
    {
      Found *found = group->pdata[i];
      guint rank = get_rank (found->finding);

      found->hidden =
          !found->finding->dismissed && rank < G_N_ELEMENTS (array_rules) && rank != first;
    }
}

static void
judge_doubtful (SquillFindingList *self)
{
  GHashTableIter iter;
  gpointer about;

  g_hash_table_iter_init (&iter, self->doubtful);
  while (g_hash_table_iter_next (&iter, &about, NULL))
    {
      const GPtrArray *group = g_hash_table_lookup (self->groups, about);

      if (group == NULL)
        continue;
      if (group->len == 0)
        g_hash_table_remove (self->groups, about);
      else
        judge (group);
    }
  g_hash_table_remove_all (self->doubtful);
}

static int
compare_found (gconstpointer a, gconstpointer b)
{
  return _squill_finding_compare ((*(const Found *const *)a)->finding,
                                  (*(const Found *const *)b)->finding);
}

/* Takes out of an array what is gone. */
static void
sweep (SquillFindingList *self, GPtrArray *array)
{
  guint left = 0;

  for (guint i = 0; i < array->len; i++)
    {
      Found *found = array->pdata[i];

      if (found->gone)
        g_ptr_array_add (self->gone, found);
      else
        array->pdata[left++] = found;
    }
  /* Those at the end were moved. */
  g_ptr_array_set_free_func (array, NULL);
  g_ptr_array_set_size (array, (int)left);
  g_ptr_array_set_free_func (array, found_free);
}

/* Where in the order something belongs, from a place on. */
static guint
find_position (const GPtrArray *order, guint from, const Found *found)
{
  guint low = from, high = order->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (compare_found (&order->pdata[middle], &found) <= 0)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Most findings stay where they are: those that are new are put between them. */
static void
merge_fresh (SquillFindingList *self)
{
  GPtrArray *merged;
  guint done = 0;

  if (self->any_gone)
    {
      sweep (self, self->order);
      sweep (self, self->fresh);
      self->any_gone = FALSE;
    }
  if (self->fresh->len == 0)
    return;
  g_ptr_array_sort (self->fresh, compare_found);
  merged = g_ptr_array_new_full (self->order->len + self->fresh->len, found_free);
  for (guint i = 0; i < self->fresh->len; i++)
    {
      guint position = find_position (self->order, done, self->fresh->pdata[i]);

      for (; done < position; done++)
        g_ptr_array_add (merged, self->order->pdata[done]);
      g_ptr_array_add (merged, self->fresh->pdata[i]);
    }
  for (; done < self->order->len; done++)
    g_ptr_array_add (merged, self->order->pdata[done]);
  g_ptr_array_set_free_func (self->fresh, NULL);
  g_ptr_array_set_size (self->fresh, 0);
  g_ptr_array_set_free_func (self->fresh, found_free);
  g_ptr_array_set_free_func (self->order, NULL);
  g_ptr_array_unref (self->order);
  self->order = merged;
}

/** Gives what is to be shown: the worst first and what was dismissed last, without what another
 * finding says better. Returns the findings, valid until the list changes (element-type
 * SquillFinding). */
GPtrArray *
_squill_finding_list_get_shown (SquillFindingList *self)
{
  GPtrArray *dismissed;
  guint n = 0;

  if (self->shown != NULL && self->fresh->len == 0 && !self->any_gone &&
      g_hash_table_size (self->doubtful) == 0)
    return self->shown;

  merge_fresh (self);
  judge_doubtful (self);
  g_clear_pointer (&self->shown, g_ptr_array_unref);
  self->shown = g_ptr_array_sized_new (self->order->len);
  g_ptr_array_set_size (self->shown, (int)self->order->len);
  dismissed = g_ptr_array_new ();
  for (guint i = 0; i < self->order->len; i++)
    {
      Found *found = self->order->pdata[i];

      if (found->hidden)
        continue;
      if (found->finding->dismissed)
        g_ptr_array_add (dismissed, found->finding);
      else
        self->shown->pdata[n++] = found->finding;
    }
  g_ptr_array_set_size (self->shown, (int)n);
  g_ptr_array_extend_and_steal (self->shown, dismissed);
  return self->shown;
}

/**
 * _squill_finding_list_free_gone:
 * @self: a list
 * @n: how many at most
 *
 * Frees findings that are gone, of which nothing is shown any more. To free all of a large model
 * takes longer than a frame.
 *
 * Returns: %TRUE if some are left
 */
gboolean
_squill_finding_list_free_gone (SquillFindingList *self, guint n)
{
  if (self->gone->len == 0)
    return FALSE;
  g_ptr_array_set_size (self->gone, (int)(self->gone->len - MIN (n, self->gone->len)));
  /* The C library merges small pieces that were freed only when a large one is wanted, and then all
   * of them: 10 ms after all findings of a large model, for whoever asks first. */
  g_free (g_malloc (LARGE_PIECE));
  return self->gone->len > 0;
}
