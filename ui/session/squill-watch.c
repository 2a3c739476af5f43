/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-watch.h"

#include <glib/gi18n.h>

#include "inspect/refresh/squill-refresh.h"
#include "model/squill-placement.h"
#include "session/squill-inspection.h"
#include "session/squill-task.h"
#include "text/squill-text.h"

/* What one reading takes at most: of each collection, and in all, in seconds. */
#define MAX_DOCUMENTS 200
#define MAX_SECONDS 10

struct _SquillWatch
{
  GObject parent_instance;

  SquillSession *session;
  SquillInspection *inspection;
  GCancellable *cancellable; /* of the comparison that is running; %NULL otherwise */
  GError *error;             /* why the last reading failed */
  GDateTime *last;           /* when the last one was done */
  GDateTime *first;
  guint interval;
  guint source;
  guint n_readings;
  guint n_new;
  gboolean reading;

  GPtrArray *drift;   /* of SquillDifference: the model and the database, as they were last */
  GHashTable *seen;   /* what was different in any reading, as text */
  GHashTable *fresh;  /* what of that was not in the first one */
  GHashTable *totals; /* collection -> Total */
  GPtrArray *growth;  /* of SquillDifference: those of our own */
};

/* How many documents a collection has. */
typedef struct
{
  double first;
  double last;
} Total;

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillWatch, squill_watch, G_TYPE_OBJECT)

/* What came. */

/* Counts in it change with each reading, what it is about does not. */
static char *
make_key (const SquillDifference *difference)
{
  return g_strdup_printf ("%d\n%s\n%s\n%s", difference->kind, difference->subject,
                          difference->place != NULL ? difference->place : "",
                          difference->property != NULL ? difference->property : "");
}

static void
note_drift (SquillWatch *self)
{
  for (guint i = 0; i < self->drift->len; i++)
    {
      char *key = make_key (self->drift->pdata[i]);

      if (g_hash_table_contains (self->seen, key))
        {
          g_free (key);
          continue;
        }
      if (self->n_readings > 0)
        {
          g_hash_table_add (self->fresh, g_strdup (key));
          self->n_new++;
        }
      g_hash_table_add (self->seen, key);
    }
}

static void
growth_free (gpointer data)
{
  SquillDifference *self = data;

  g_free (self->subject);
  g_free (self->id);
  g_free (self->place);
  g_free (self->property);
  g_free (self->message);
  g_free (self);
}

static void
add_growth (SquillWatch *self, const char *name, const Total *total)
{
  const SquillEntity *entity =
      squill_model_find_entity (squill_session_get_model (self->session), name);
  const gboolean grown = total->last > total->first;
  SquillDifference *difference = g_new0 (SquillDifference, 1);
  g_autofree char *by = squill_text_documents (ABS (total->last - total->first));
  g_autofree char *now = squill_text_count (total->last);
  g_autofree char *since = g_date_time_format (self->first, "%H:%M");

  difference->kind = SQUILL_DIFFERENCE_CHANGED;
  difference->subject = g_strdup ("collection");
  difference->id = entity != NULL ? g_strdup (entity->item.id) : NULL;
  difference->place = g_strdup (name);
  difference->property = g_strdup ("count");
  difference->message =
      grown
          /* Translators: a collection, such as "3 documents", a time such as 14:05, a number. */
          ? g_strdup_printf (_ ("“%s” has grown by %s since %s, and has %s."), name, by, since, now)
          : g_strdup_printf (_ ("“%s” has lost %s since %s, and has %s."), name, by, since, now);
  g_ptr_array_add (self->growth, difference);
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const SquillDifference *first = *(const SquillDifference *const *)a;
  const SquillDifference *second = *(const SquillDifference *const *)b;

  return strcmp (first->place, second->place);
}

static void
note_growth (SquillWatch *self, SquillProfile *profile)
{
  GPtrArray *collections = squill_profile_get_collections (profile);
  GHashTableIter iter;
  gpointer name, total;

  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollectionProfile *collection = collections->pdata[i];
      const guint64 now = squill_collection_profile_get_total (collection);
      Total *known = g_hash_table_lookup (self->totals, collection->name);

      if (now == G_MAXUINT64)
        continue;
      if (known == NULL)
        {
          known = g_new0 (Total, 1);
          known->first = known->last = (double)now;
          g_hash_table_insert (self->totals, g_strdup (collection->name), known);
        }
      self->n_new += known->first == known->last && known->last != (double)now;
      known->last = (double)now;
    }
  g_ptr_array_set_size (self->growth, 0);
  g_hash_table_iter_init (&iter, self->totals);
  while (g_hash_table_iter_next (&iter, &name, &total))
    if (((const Total *)total)->first != ((const Total *)total)->last)
      add_growth (self, name, total);
  g_ptr_array_sort (self->growth, compare_places);
}

/* Reading. */

static void schedule (SquillWatch *self);

static void
end (SquillWatch *self)
{
  self->reading = FALSE;
  g_clear_pointer (&self->last, g_date_time_unref);
  self->last = g_date_time_new_now_local ();
  schedule (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

typedef struct
{
  SquillModel *model;
  SquillProfile *profile;
} Comparison;

static void
comparison_free (gpointer data)
{
  Comparison *comparison = data;

  g_object_unref (comparison->model);
  g_object_unref (comparison->profile);
  g_free (comparison);
}

static void
compare_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Comparison *comparison = data;

  g_task_return_pointer (task, squill_drift_find (comparison->model, comparison->profile),
                         (GDestroyNotify)g_ptr_array_unref);
}

static void
on_compared (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SquillWatch *self = SQUILL_WATCH (source);
  const Comparison *comparison = g_task_get_task_data (G_TASK (result));
  g_autoptr (GPtrArray) drift = g_task_propagate_pointer (G_TASK (result), NULL);

  if (drift == NULL)
    return;
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->drift, g_ptr_array_unref);
  self->drift = g_steal_pointer (&drift);
  if (self->first == NULL)
    self->first = g_date_time_new_now_local ();
  note_drift (self);
  note_growth (self, comparison->profile);
  self->n_readings++;
  end (self);
}

/* A source that is gone is read without an error, and nothing is found there. */
static gboolean
check_profile (SquillProfile *profile, GError **error)
{
  if (squill_profile_get_collections (profile)->len > 0)
    return TRUE;
  g_set_error_literal (error, SQUILL_INSPECT_ERROR, SQUILL_INSPECT_ERROR_EMPTY,
                       squill_profile_get_n_problems (profile) > 0
                           ? squill_profile_get_problem (profile, 0)->reason
                           : _ ("There is nothing to read."));
  return FALSE;
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SquillWatch) self = user_data;
  g_autoptr (GTask) task = NULL;
  Comparison *comparison;

  g_clear_error (&self->error);
  /* It was ended meanwhile. */
  if (self->session == NULL)
    return;
  if (!squill_inspection_read_finish (SQUILL_INSPECTION (source), result, &self->error) ||
      !check_profile (squill_inspection_get_profile (self->inspection), &self->error))
    {
      end (self);
      return;
    }
  comparison = g_new0 (Comparison, 1);
  comparison->model = squill_model_copy (squill_session_get_model (self->session));
  comparison->profile = g_object_ref (squill_inspection_get_profile (self->inspection));
  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, on_compared, NULL);
  g_task_set_source_tag (task, on_read);
  g_task_set_task_data (task, comparison, comparison_free);
  squill_task_run_in_thread (task, compare_in_thread);
}

static gboolean
on_due (gpointer data)
{
  SquillWatch *self = data;

  self->source = 0;
  squill_watch_read (self);
  return G_SOURCE_REMOVE;
}

static void
schedule (SquillWatch *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
  if (self->interval > 0)
    self->source = g_timeout_add_seconds (self->interval, on_due, self);
}

static void
squill_watch_dispose (GObject *object)
{
  SquillWatch *self = SQUILL_WATCH (object);

  g_clear_handle_id (&self->source, g_source_remove);
  if (self->inspection != NULL)
    squill_inspection_stop (self->inspection);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->inspection);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (squill_watch_parent_class)->dispose (object);
}

static void
squill_watch_finalize (GObject *object)
{
  SquillWatch *self = SQUILL_WATCH (object);

  g_clear_error (&self->error);
  g_clear_pointer (&self->last, g_date_time_unref);
  g_clear_pointer (&self->first, g_date_time_unref);
  g_clear_pointer (&self->drift, g_ptr_array_unref);
  g_ptr_array_unref (self->growth);
  g_hash_table_unref (self->seen);
  g_hash_table_unref (self->fresh);
  g_hash_table_unref (self->totals);

  G_OBJECT_CLASS (squill_watch_parent_class)->finalize (object);
}

static void
squill_watch_class_init (SquillWatchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = squill_watch_dispose;
  G_OBJECT_CLASS (klass)->finalize = squill_watch_finalize;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
squill_watch_init (SquillWatch *self)
{
  self->growth = g_ptr_array_new_with_free_func (growth_free);
  self->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->fresh = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->totals = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

/**
 * squill_watch_new:
 * @session: a session whose model was read from somewhere
 * @interval: the time between the end of a reading and the next one, in seconds; 0 for readings
 *   only when squill_watch_read() asks for them
 *
 * Makes a watch that has not begun: squill_watch_read() begins it. It ends when it is freed;
 * as a reading holds it, g_object_run_dispose() ends it at once.
 *
 * Returns: (transfer full): the watch
 */
SquillWatch *
squill_watch_new (SquillSession *session, guint interval)
{
  SquillWatch *self;
  SquillInspectOptions options;

  g_return_val_if_fail (SQUILL_IS_SESSION (session), NULL);

  self = g_object_new (SQUILL_TYPE_WATCH, NULL);
  self->session = g_object_ref (session);
  self->interval = interval;
  self->inspection = squill_inspection_new_for_model (squill_session_get_model (session));
  options = *squill_inspection_get_options (self->inspection);
  options.method = SQUILL_INSPECT_NEWEST;
  options.max_documents =
      options.max_documents > 0 ? MIN (options.max_documents, MAX_DOCUMENTS) : MAX_DOCUMENTS;
  options.max_seconds =
      options.max_seconds > 0 ? MIN (options.max_seconds, MAX_SECONDS) : MAX_SECONDS;
  options.count_on_server = FALSE;
  options.threads = 1;
  squill_inspection_set_options (self->inspection, &options);
  return self;
}

/**
 * squill_watch_set_password:
 * @self: a watch
 * @password: that of the server; it is kept in memory as long as the watch is
 *
 * Gives the password that the address of the server lacks.
 */
void
squill_watch_set_password (SquillWatch *self, const char *password)
{
  g_return_if_fail (SQUILL_IS_WATCH (self));
  g_return_if_fail (self->inspection != NULL);

  squill_inspection_set_password (self->inspection, password);
}

/**
 * squill_watch_get_source:
 * @self: a watch
 *
 * Returns: (transfer none) (nullable): where it reads; %NULL where the model was drawn, or after
 *   its end
 */
const char *
squill_watch_get_source (SquillWatch *self)
{
  g_return_val_if_fail (SQUILL_IS_WATCH (self), NULL);

  return self->inspection != NULL ? squill_inspection_get_sources (self->inspection)[0] : NULL;
}

/**
 * squill_watch_read:
 * @self: a watch
 *
 * Reads now, unless it does so already.
 */
void
squill_watch_read (SquillWatch *self)
{
  g_return_if_fail (SQUILL_IS_WATCH (self));

  if (self->reading || squill_watch_get_source (self) == NULL)
    return;
  g_clear_handle_id (&self->source, g_source_remove);
  self->reading = TRUE;
  squill_inspection_read_async (self->inspection, on_read, g_object_ref (self));
}

/**
 * squill_watch_is_reading:
 * @self: a watch
 *
 * Returns: %TRUE while it reads or compares
 */
gboolean
squill_watch_is_reading (SquillWatch *self)
{
  g_return_val_if_fail (SQUILL_IS_WATCH (self), FALSE);

  return self->reading;
}

/**
 * squill_watch_get_n_readings:
 * @self: a watch
 *
 * Returns: how many readings succeeded
 */
guint
squill_watch_get_n_readings (SquillWatch *self)
{
  g_return_val_if_fail (SQUILL_IS_WATCH (self), 0);

  return self->n_readings;
}

/**
 * squill_watch_get_n_new:
 * @self: a watch
 *
 * Returns: how many things have come, gone, or changed since the first reading
 */
guint
squill_watch_get_n_new (SquillWatch *self)
{
  g_return_val_if_fail (SQUILL_IS_WATCH (self), 0);

  return self->n_new;
}

/**
 * squill_watch_get_differences:
 * @self: a watch
 *
 * Lists what the database and the model do not agree in: first what has come since the watch
 * began, then collections that have grown, then the rest.
 *
 * Returns: (transfer container) (element-type SquillDifference): the differences, which belong to
 *   the watch until it says "changed"
 */
GPtrArray *
squill_watch_get_differences (SquillWatch *self)
{
  GPtrArray *all = g_ptr_array_new ();

  g_return_val_if_fail (SQUILL_IS_WATCH (self), all);

  for (guint pass = 0; pass < 2; pass++)
    {
      for (guint i = 0; self->drift != NULL && i < self->drift->len; i++)
        {
          g_autofree char *key = make_key (self->drift->pdata[i]);

          if (g_hash_table_contains (self->fresh, key) == (pass == 0))
            g_ptr_array_add (all, self->drift->pdata[i]);
        }
      for (guint i = 0; pass == 0 && i < self->growth->len; i++)
        g_ptr_array_add (all, self->growth->pdata[i]);
    }
  return all;
}

/* What an item is drawn as: an index with its collection, and an entity that is only embedded by
 * the relationships that embed it. */
static void
mark_item (SquillDesign *design, const char *id, SquillDriftMark mark, GHashTable *marks)
{
  const SquillItem *item = squill_model_get_item (squill_design_get_model (design), id);
  const SquillRelationship *const *relationships;
  guint n;

  if (item == NULL)
    return;
  if (item->kind == SQUILL_KIND_INDEX)
    {
      item = item->parent;
      /* The collection itself is still there. */
      mark = MIN (mark, SQUILL_DRIFT_CHANGED);
    }
  if (GPOINTER_TO_INT (g_hash_table_lookup (marks, item->id)) < (int)mark)
    g_hash_table_replace (marks, g_strdup (item->id), GINT_TO_POINTER (mark));
  if (item->kind != SQUILL_KIND_ENTITY || squill_design_is_collection (design, item->id))
    return;
  relationships = squill_entity_get_relationships ((const SquillEntity *)item, &n);
  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (relationships[i]->child, item->id) == 0 &&
        squill_placement_is_embedding (relationships[i]->placement))
      mark_item (design, relationships[i]->item.id, mark, marks);
}

/**
 * squill_watch_get_marks:
 * @self: a watch
 *
 * Says of each item of the model what the last reading said about it.
 *
 * Returns: (transfer full) (element-type utf8 SquillDriftMark): marks, as
 *   squill_diagram_set_drift() wants them
 */
GHashTable *
squill_watch_get_marks (SquillWatch *self)
{
  static const SquillDriftMark kinds[] = { SQUILL_DRIFT_CAME, SQUILL_DRIFT_GONE,
                                           SQUILL_DRIFT_CHANGED };
  GHashTable *marks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  SquillDesign *design;

  g_return_val_if_fail (SQUILL_IS_WATCH (self), marks);

  if (self->session == NULL)
    return marks;
  design = squill_session_get_design (self->session);
  for (guint i = 0; self->drift != NULL && i < self->drift->len; i++)
    {
      const SquillDifference *difference = self->drift->pdata[i];
      const char *id = difference->id != NULL ? difference->id : difference->around;

      if (id != NULL)
        mark_item (design, id, kinds[difference->kind], marks);
    }
  for (guint i = 0; i < self->growth->len; i++)
    {
      const SquillDifference *difference = self->growth->pdata[i];
      const Total *total = g_hash_table_lookup (self->totals, difference->place);

      if (difference->id != NULL && total != NULL && total->last > total->first)
        mark_item (design, difference->id, SQUILL_DRIFT_CAME, marks);
    }
  return marks;
}

/**
 * squill_watch_get_new_collections:
 * @self: a watch
 *
 * Returns: (transfer full): the names of the collections that are only in the database
 */
char **
squill_watch_get_new_collections (SquillWatch *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  g_return_val_if_fail (SQUILL_IS_WATCH (self), NULL);

  for (guint i = 0; self->drift != NULL && i < self->drift->len; i++)
    {
      const SquillDifference *difference = self->drift->pdata[i];

      if (difference->kind == SQUILL_DIFFERENCE_ADDED &&
          g_str_equal (difference->subject, "collection"))
        g_ptr_array_add (names, g_strdup (difference->place));
    }
  g_ptr_array_add (names, NULL);
  return (char **)g_ptr_array_steal (names, NULL);
}

/**
 * squill_watch_get_error:
 * @self: a watch
 *
 * Returns: (transfer none) (nullable): why the last reading failed
 */
const GError *
squill_watch_get_error (SquillWatch *self)
{
  g_return_val_if_fail (SQUILL_IS_WATCH (self), NULL);

  return self->error;
}

/**
 * squill_watch_describe:
 * @self: a watch
 *
 * Returns: (transfer full): in a few words how it goes, translated
 */
char *
squill_watch_describe (SquillWatch *self)
{
  g_autofree char *time = NULL;

  g_return_val_if_fail (SQUILL_IS_WATCH (self), NULL);

  if (self->last == NULL)
    return g_strdup (_ ("Watching…"));
  time = g_date_time_format (self->last, "%H:%M");
  if (self->error != NULL)
    /* Translators: a time, such as 14:05. */
    return g_strdup_printf (_ ("Watching · could not be read at %s"), time);
  /* Nothing has come since the first look; what differed then is on the diagram. */
  if (self->n_new == 0 && self->drift != NULL && self->drift->len > 0)
    return g_strdup_printf (
        /* Translators: between the model and the database, and a time. */
        g_dngettext (NULL, "Watching · %u difference at %s", "Watching · %u differences at %s",
                     self->drift->len),
        self->drift->len, time);
  if (self->n_new == 0)
    return g_strdup_printf (_ ("Watching · nothing new at %s"), time);
  /* Translators: how many things have come to a database, and a time. */
  return g_strdup_printf (
      g_dngettext (NULL, "Watching · %u new, at %s", "Watching · %u new, at %s", self->n_new),
      self->n_new, time);
}
