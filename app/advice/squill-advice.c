/* SPDX-License-Identifier: Apache-2.0 */

/* The findings of a model, kept in step with it. What each check found is kept by its subject. A
 * change of the model marks entities; when findings are read next, checks run again that read one
 * of the aspects that changed, and on the subjects that are next to a marked entity.
 *
 * That is done in steps, each of which leaves everything as it has to be: an edit between two of
 * them adds to what is left to do. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-check-queue.h"
#include "advice/squill-unread.h"

#include <string.h>

#include "model/squill-threshold.h"

/* One of the checks of a rule. */
typedef struct _Check Check;

struct _Check
{
  const SquillRule *rule;
  SquillScope scope;
  SquillCheck check;
  guint64 runs;
  Check *reader;    /* of what it keeps, NULL if it keeps nothing */
  GHashTable *kept; /* of a reader: id -> SquillKept */
  gboolean stale;   /* of a reader: what was kept is no longer what it read last */
};

/* How far the work has come. Each stage needs what the earlier ones have brought up to date. */
typedef enum
{
  STAGE_COLLECTIONS, /* the design computes what it has not computed yet */
  STAGE_OPERATIONS,  /* which operations there are, and what they touch */
  STAGE_MISSES,      /* how likely a page is not in the cache */
  STAGE_MARKS,       /* which subjects the changes concern */
  STAGE_CHECKS,      /* subject by subject */
  STAGE_NAMES,       /* whether the names of new entities are still free */
  STAGE_SHOW,        /* the order of all findings */
  STAGE_FREE,        /* those that are gone */
  STAGE_DONE,
} Stage;

/* Incremental advice works half of the time from one frame to the next, µs. */
#define SLICE 8000
/* At least this many steps are done at once, whatever the clock says: models of a dozen entities,
 * and most edits of large ones. */
#define STEPS_AT_ONCE 100
/* This many findings that are gone are freed in one step. */
#define FREED_AT_ONCE 200

struct _SquillAdvice
{
  GObject parent_instance;

  SquillModel *model;
  SquillDesign *design;
  gulong handler;
  guint64 generation; /* of the model when it was looked at last */

  GPtrArray *checks[SQUILL_N_SCOPES]; /* of Check */

  /* What is known. */
  SquillFindingList *list;
  SquillOperationIndex *operations;
  SquillNeighborhood *neighborhood;
  SquillNewNames *new_names;
  double hot_rate;
  double thresholds[SQUILL_N_THRESHOLDS];
  double misses;       /* how likely a page is not in the cache, which all costs depend on */
  GPtrArray *findings; /* of SquillFinding: those of the list about what there is; NULL: none yet */
  GHashTable *worst;   /* id -> severity + 1, NULL: to be made */

  /* What is left to do. */
  Stage stage;
  guint n_read;   /* collections */
  guint64 newest; /* generation of a collection */
  SquillCheckQueue *queue;
  GPtrArray *finders; /* of Check: what found something about the subject that is looked at */
  SquillRun run;      /* from STAGE_OPERATIONS on */
  gboolean running;   /* there is one */
  gboolean untried;   /* nobody has waited for it yet */
  gboolean awaited;   /* somebody got findings before it was done */
  gboolean incremental;
  guint source;

  SquillUnread unread;         /* what has changed since */
  gboolean operations_are_new; /* of what is left to do */
  gboolean names_stale;        /* entities came, went, or have other names */
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillAdvice, squill_advice, G_TYPE_OBJECT)

/* Hearing of changes. */

static void
on_model_changed (SquillModel *model, SquillChange *change, SquillAdvice *self)
{
  self->generation = squill_model_get_generation (model);
  if (!_squill_unread_add_change (&self->unread, change))
    return;
  g_clear_pointer (&self->worst, g_hash_table_unref);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Running checks. */

/* A check runs again if it reads what has changed; and if it found something here, whatever has
 * changed, because that may be part of what it said, or of the fix. */
static gboolean
is_concerned (const SquillCheckTask *task, const Check *check, gboolean has_found)
{
  const SquillRule *rule = check->rule;
  const SquillAspects aspects = task->aspects | (rule->reads_plans ? task->plans : 0);

  if ((task->reasons & SQUILL_CHECK_REASON_NEW) || check->stale)
    return TRUE;
  if (((check->kept != NULL ? task->everywhere : aspects) & rule->aspects) != 0)
    return TRUE;
  if ((task->reasons & SQUILL_CHECK_REASON_HOT) && rule->reads_hot)
    return TRUE;
  /* All that compares costs reads how things are stored. */
  if ((task->reasons & SQUILL_CHECK_REASON_MISSES) && (rule->aspects & SQUILL_ASPECT_STORAGE))
    return TRUE;
  if ((task->reasons & SQUILL_CHECK_REASON_THRESHOLDS) && rule->info.thresholds != NULL)
    return TRUE;
  /* Whoever reads settings says so. */
  return (aspects & ~(SquillAspects)(SQUILL_ASPECT_SETTINGS | SQUILL_ASPECT_SERVER)) != 0 &&
         has_found;
}

/* The model is looked at again, whatever waits. */
static void
add_reader (SquillAdvice *self, Check *reader)
{
  const SquillCheckTask task = { .scope = reader->scope,
                                 .id = (char *)SQUILL_MODEL_ID,
                                 .reasons = SQUILL_CHECK_REASON_KEPT };

  reader->stale = TRUE;
  _squill_check_queue_add (self->queue, &task);
}

static void
run_check (SquillAdvice *self, Check *check, const char *id, gconstpointer subject)
{
  GPtrArray *results = self->run.findings;

  const gboolean was_stale = check->reader != NULL && check->reader->stale;

  check->runs++;
  check->stale = FALSE;
  self->run.rule = check->rule;
  self->run.subject = id;
  self->run.finder = check;
  self->run.kept = check->reader != NULL ? check->reader->kept : check->kept;
  self->run.is_kept_new = FALSE;
  check->check (&self->run, subject);
  if (self->run.is_kept_new && !was_stale)
    add_reader (self, check->reader);
  for (guint i = 0; i < results->len; i++)
    _squill_finding_list_add (self->list, id, check, results->pdata[i]);
  if (results->len > 0)
    g_ptr_array_set_size (results, 0);
}

static void
check_subject (SquillAdvice *self,
               const SquillCheckTask *task,
               const char *id,
               gconstpointer subject)
{
  const GPtrArray *checks = self->checks[task->scope];
  const gboolean any_names =
      !(task->reasons & SQUILL_CHECK_REASON_NEW) && _squill_new_names_has (self->new_names, id);

  /* A check changes only what it has found itself. */
  _squill_finding_list_get_finders (self->list, id, self->finders);
  for (guint i = 0; i < checks->len; i++)
    {
      Check *check = checks->pdata[i];
      const gboolean has_found =
          self->finders->len > 0 && g_ptr_array_find (self->finders, check, NULL);

      if (!is_concerned (task, check, has_found))
        continue;
      if (has_found)
        _squill_finding_list_drop (self->list, id, check);
      if (any_names)
        _squill_new_names_drop (self->new_names, id, check);
      run_check (self, check, id, subject);
    }
}

static void
check_fields (SquillAdvice *self, const SquillCheckTask *task, gconstpointer item)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, item, SQUILL_KIND_FIELD)
    {
      check_subject (self, task, field->item.id, field);
      if (field->item.children != NULL)
        check_fields (self, task, field);
    }
}

static gconstpointer
find_subject (SquillAdvice *self, SquillScope scope, const char *id)
{
  static const SquillKind kinds[SQUILL_N_SCOPES] = {
    [SQUILL_SCOPE_FIELD] = SQUILL_KIND_FIELD,
    [SQUILL_SCOPE_RELATIONSHIP] = SQUILL_KIND_RELATIONSHIP,
    [SQUILL_SCOPE_ENTITY] = SQUILL_KIND_ENTITY,
    [SQUILL_SCOPE_OPERATION] = SQUILL_KIND_OPERATION,
    [SQUILL_SCOPE_MODEL] = SQUILL_KIND_MODEL,
  };

  if (scope == SQUILL_SCOPE_COLLECTION)
    return squill_design_find_collection (self->design, id);
  return squill_model_get_item_of_kind (self->model, id, kinds[scope]);
}

/* What is gone has nothing left that was found about it. */
static void
run_task (SquillAdvice *self, const SquillCheckTask *task)
{
  gconstpointer subject;

  if (task->scope == SQUILL_SCOPE_FIELD)
    {
      const SquillItem *owner = squill_model_get_item (self->model, task->id);

      if (owner != NULL)
        check_fields (self, task, owner);
      return;
    }
  subject = find_subject (self, task->scope, task->id);
  if (subject != NULL)
    check_subject (self, task, task->id, subject);
}

typedef struct
{
  char *id;
  Check *check;
} Renaming;

static void
renaming_clear (gpointer data)
{
  g_free (((Renaming *)data)->id);
}

static void
add_renaming (const char *subject, gconstpointer finder, gpointer user_data)
{
  const Renaming renaming = { g_strdup (subject), (Check *)finder };

  g_array_append_val ((GArray *)user_data, renaming);
}

/* Fixes that would give a new entity a name that is taken now, or is free now. */
static void
check_new_names (SquillAdvice *self)
{
  g_autoptr (GArray) renamings = g_array_new (FALSE, FALSE, sizeof (Renaming));

  g_array_set_clear_func (renamings, renaming_clear);
  _squill_new_names_foreach_changed (self->new_names, self->model, add_renaming, renamings);
  for (guint i = 0; i < renamings->len; i++)
    {
      const Renaming *renaming = &g_array_index (renamings, Renaming, i);
      Check *check = renaming->check;
      gconstpointer subject = find_subject (self, check->scope, renaming->id);

      _squill_finding_list_drop (self->list, renaming->id, check);
      _squill_new_names_drop (self->new_names, renaming->id, check);
      if (subject != NULL)
        run_check (self, check, renaming->id, subject);
    }
}

static void
drop_collections (SquillAdvice *self, const SquillMarks *marks)
{
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, marks->gone);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    for (guint i = 0; i < self->checks[SQUILL_SCOPE_COLLECTION]->len; i++)
      {
        Check *check = self->checks[SQUILL_SCOPE_COLLECTION]->pdata[i];

        _squill_finding_list_drop (self->list, id, check);
        /* When it comes back, with the same numbers even, they are new. */
        if (check->reader != NULL)
          g_hash_table_remove (check->reader->kept, id);
      }
}

/* Indexes the operations, or those that have changed. TRUE if all were indexed again. */
static gboolean
update_operations (SquillAdvice *self)
{
  if (self->operations == NULL || self->unread.structure_stale ||
      (self->unread.ends_doubtful &&
       _squill_neighborhood_have_ends_moved (self->neighborhood, self->unread.pending)))
    {
      g_clear_pointer (&self->operations, squill_operation_index_free);
      self->operations = squill_operation_index_new (
          self->model, _squill_run_get (&self->run, SQUILL_THRESHOLD_HOT_RATE),
          _squill_run_get (&self->run, SQUILL_THRESHOLD_HOT_SHARE),
          _squill_run_get (&self->run, SQUILL_THRESHOLD_HOT_LEAST));
      return TRUE;
    }
  if (self->unread.groups_stale)
    squill_operation_index_read_groups (self->operations);
  squill_operation_index_read_operations (self->operations, self->unread.pending);
  return FALSE;
}

static void
run_init (SquillRun *run, SquillAdvice *advice)
{
  *run = (SquillRun){ .model = advice->model,
                      .design = advice->design,
                      .operations = advice->operations,
                      .findings = g_ptr_array_new (),
                      .neighborhood = advice->neighborhood };
  run->places = g_hash_table_new (g_str_hash, g_str_equal);
  run->accesses = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  run->comparisons =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
  run->options = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                        (GDestroyNotify)squill_placement_option_free);
  squill_thresholds_read (advice->model, run->thresholds);
}

/** Ends a run: what it has computed goes. */
void
_squill_run_end (SquillRun *run)
{
  g_ptr_array_unref (run->findings);
  g_hash_table_unref (run->places);
  g_hash_table_unref (run->accesses);
  g_hash_table_unref (run->options);
  g_hash_table_unref (run->comparisons);
}

static void
begin_run (SquillAdvice *self)
{
  run_init (&self->run, self);
  self->run.new_names = self->new_names;
  self->running = TRUE;
}

/* What it has computed is of the model as it was. */
static void
end_run (SquillAdvice *self)
{
  if (self->running)
    _squill_run_end (&self->run);
  self->running = FALSE;
}

/* Something that was kept may be of what is gone. */
static void
expect_kept_to_change (SquillAdvice *self)
{
  const GPtrArray *checks = self->checks[SQUILL_SCOPE_MODEL];

  for (guint i = 0; i < checks->len; i++)
    {
      Check *check = checks->pdata[i];

      check->stale = check->kept != NULL;
    }
}

/* Finds out what the changes concern, and adds it to what waits. */
static void
mark (SquillAdvice *self)
{
  const double hot_rate = squill_operation_index_get_hot_rate (self->operations);
  const double misses = squill_design_get_miss_probability (self->design);
  SquillMarks marks;
  SquillConcern concern = { .model = self->model,
                            .design = self->design,
                            .operations = self->operations,
                            .neighborhood = self->neighborhood,
                            .marks = &marks,
                            .any = self->unread.any,
                            .everywhere = self->unread.everywhere };

  concern.reasons |= self->unread.all ? SQUILL_CHECK_REASON_NEW : 0;
  concern.reasons |= hot_rate != self->hot_rate ? SQUILL_CHECK_REASON_HOT : 0;
  concern.reasons |= misses != self->misses ? SQUILL_CHECK_REASON_MISSES : 0;
  /* The server of another vendor may have the same limits. */
  concern.reasons |= memcmp (self->run.thresholds, self->thresholds, sizeof self->thresholds) != 0
                         ? SQUILL_CHECK_REASON_THRESHOLDS
                         : 0;
  self->hot_rate = hot_rate;
  self->misses = misses;
  memcpy (self->thresholds, self->run.thresholds, sizeof self->thresholds);

  _squill_marks_init (&marks);
  _squill_neighborhood_mark (self->neighborhood, self->operations, self->operations_are_new,
                             self->unread.pending, self->unread.any, &marks);
  drop_collections (self, &marks);
  if (self->operations_are_new || g_hash_table_size (marks.gone) > 0)
    expect_kept_to_change (self);
  _squill_check_queue_add_concerned (self->queue, &concern);
  _squill_marks_clear (&marks);

  self->names_stale |= !self->unread.all && (self->unread.any & SQUILL_ASPECT_NAME) != 0;
  _squill_unread_set_marked (&self->unread);
  self->operations_are_new = FALSE;
}

/* Gives what is known, until somebody does another step. */
static void
show (SquillAdvice *self)
{
  GPtrArray *shown = _squill_finding_list_get_shown (self->list);

  g_clear_pointer (&self->worst, g_hash_table_unref);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  /* The list makes another array when it changes. */
  if (self->stage >= STAGE_SHOW)
    {
      self->findings = g_ptr_array_ref (shown);
      return;
    }
  self->findings = g_ptr_array_sized_new (shown->len);
  for (guint i = 0; i < shown->len; i++)
    {
      const SquillFinding *finding = shown->pdata[i];

      /* Whoever found it may not have looked again since. */
      if (squill_model_get_item (self->model, finding->subject) != NULL)
        g_ptr_array_add (self->findings, (gpointer)finding);
    }
}

/* Nothing is left to do. */
static void
finish (SquillAdvice *self)
{
  const gboolean awaited = self->awaited;

  g_clear_handle_id (&self->source, g_source_remove);
  self->stage = STAGE_DONE;
  self->awaited = FALSE;
  if (awaited)
    g_signal_emit (self, signals[CHANGED], 0);
}

/* Lets the design compute one collection. What it has computed before takes no time. FALSE if there
 * is none left. */
static gboolean
read_collection (SquillAdvice *self)
{
  const SquillCollection *collection;

  while ((collection = squill_design_get_collection (self->design, self->n_read)) != NULL)
    {
      self->n_read++;
      if (collection->generation <= self->newest)
        continue;
      self->newest = collection->generation;
      return TRUE;
    }
  return FALSE;
}

/* Does one step of what is left to do. */
static void
do_step (SquillAdvice *self)
{
  g_autoptr (SquillCheckTask) task = NULL;

  switch (self->stage)
    {
    case STAGE_COLLECTIONS:
      if (!read_collection (self))
        self->stage = STAGE_OPERATIONS;
      break;
    case STAGE_OPERATIONS:
      begin_run (self);
      self->operations_are_new |= update_operations (self);
      self->run.operations = self->operations;
      _squill_unread_set_indexed (&self->unread);
      self->stage = STAGE_MISSES;
      break;
    case STAGE_MISSES:
      squill_design_get_miss_probability (self->design);
      self->stage = STAGE_MARKS;
      break;
    case STAGE_MARKS:
      mark (self);
      self->stage = STAGE_CHECKS;
      break;
    case STAGE_CHECKS:
      task = _squill_check_queue_pop (self->queue);
      if (task != NULL)
        run_task (self, task);
      else
        self->stage = STAGE_NAMES;
      break;
    case STAGE_NAMES:
      if (self->names_stale)
        check_new_names (self);
      self->names_stale = FALSE;
      end_run (self);
      self->stage = STAGE_SHOW;
      break;
    case STAGE_SHOW:
      show (self);
      self->stage = STAGE_FREE;
      break;
    case STAGE_FREE:
      if (!_squill_finding_list_free_gone (self->list, FREED_AT_ONCE))
        finish (self);
      break;
    case STAGE_DONE:
    default:
      break;
    }
}

/* Something came or went in the model, and "changed" has not reached the advice yet. */
static void
catch_up (SquillAdvice *self)
{
  guint64 generation = squill_model_get_generation (self->model);

  if (self->generation == generation)
    return;
  self->generation = generation;
  _squill_unread_add_all (&self->unread);
}

/* Begins again with what has changed. What still waits goes on waiting. */
static void
begin (SquillAdvice *self)
{
  end_run (self);
  if (self->unread.dismissals_stale)
    _squill_finding_list_read_dismissals (self->list, self->model);
  if (self->unread.items_went)
    _squill_finding_list_drop_missing (self->list, self->model);
  self->unread.dismissals_stale = self->unread.items_went = self->unread.stale = self->awaited =
      FALSE;
  self->untried = TRUE;
  self->n_read = 0;
  self->stage = STAGE_COLLECTIONS;
}

/* TRUE if there is something left to do. */
static gboolean
is_pending (SquillAdvice *self)
{
  catch_up (self);
  if (self->unread.stale)
    begin (self);
  return self->stage != STAGE_DONE;
}

static gboolean
on_idle (gpointer user_data)
{
  g_autoptr (SquillAdvice) self = g_object_ref (user_data);
  const gint64 end = g_get_monotonic_time () + SLICE;

  while (is_pending (self) && g_get_monotonic_time () < end)
    do_step (self);
  return is_pending (self) ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
complete (SquillAdvice *self)
{
  while (is_pending (self))
    do_step (self);
}

/* Works until a stage, of which somebody needs what it brings up to date. */
static void
reach (SquillAdvice *self, Stage stage)
{
  while (is_pending (self) && self->stage < stage)
    do_step (self);
}

/* Begins what is left to do, and leaves the rest to the main loop. */
static void
try (SquillAdvice *self)
{
  const gint64 end = g_get_monotonic_time () + SLICE;

  self->untried = FALSE;
  for (guint i = 0; is_pending (self) && (i < STEPS_AT_ONCE || g_get_monotonic_time () < end); i++)
    do_step (self);
  if (!is_pending (self))
    return;
  self->awaited = TRUE;
  if (self->source == 0)
    self->source = g_idle_add (on_idle, self);
  show (self);
}

static void
bring_up_to_date (SquillAdvice *self)
{
  if (!self->incremental)
    complete (self);
  else if (is_pending (self) && self->untried)
    try (self);
}

static void
check_free (gpointer data)
{
  Check *check = data;

  g_clear_pointer (&check->kept, g_hash_table_unref);
  g_free (check);
}

static Check *
add_check (SquillAdvice *self, SquillScope scope, const SquillRule *rule, SquillCheck function)
{
  Check *check = g_new0 (Check, 1);

  check->rule = rule;
  check->scope = scope;
  check->check = function;
  g_ptr_array_add (self->checks[scope], check);
  self->unread.watched |= rule->aspects | SQUILL_ASPECT_NAME | SQUILL_ASPECT_ADVICE;
  if (scope != SQUILL_SCOPE_RELATIONSHIP)
    self->unread.watched_elsewhere |= rule->aspects;
  return check;
}

static void
add_rule (SquillAdvice *self, const SquillRule *rule)
{
  Check *check = add_check (self, rule->scope, rule, rule->check);
  Check *other;

  if (rule->other_check == NULL)
    return;
  other = add_check (self, rule->other_scope, rule, rule->other_check);
  if (!rule->keeps)
    return;
  check->kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  other->reader = check;
}

static void
squill_advice_dispose (GObject *object)
{
  SquillAdvice *self = SQUILL_ADVICE (object);

  g_clear_handle_id (&self->source, g_source_remove);
  end_run (self);
  if (self->model != NULL)
    g_clear_signal_handler (&self->handler, self->model);
  g_clear_pointer (&self->neighborhood, _squill_neighborhood_free);
  g_clear_object (&self->model);
  g_clear_object (&self->design);
  G_OBJECT_CLASS (squill_advice_parent_class)->dispose (object);
}

static void
squill_advice_finalize (GObject *object)
{
  SquillAdvice *self = SQUILL_ADVICE (object);

  g_clear_pointer (&self->findings, g_ptr_array_unref);
  _squill_finding_list_free (self->list);
  _squill_new_names_free (self->new_names);
  _squill_check_queue_free (self->queue);
  g_ptr_array_unref (self->finders);
  g_clear_pointer (&self->worst, g_hash_table_unref);
  _squill_unread_clear (&self->unread);
  g_clear_pointer (&self->operations, squill_operation_index_free);
  for (guint i = 0; i < SQUILL_N_SCOPES; i++)
    g_ptr_array_unref (self->checks[i]);
  G_OBJECT_CLASS (squill_advice_parent_class)->finalize (object);
}

static void
squill_advice_class_init (SquillAdviceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = squill_advice_dispose;
  object_class->finalize = squill_advice_finalize;

  /**
   * SquillAdvice::changed:
   * @self: the advice
   *
   * Findings may be others now. They are computed when they are read next. Incremental advice
   * emits it again when all are known, if somebody has read them before.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
squill_advice_init (SquillAdvice *self)
{
  const SquillRule *const *rules;
  guint n;

  self->list = _squill_finding_list_new ();
  self->new_names = _squill_new_names_new ();
  self->queue = _squill_check_queue_new ();
  self->finders = g_ptr_array_new ();
  _squill_unread_init (&self->unread);
  for (guint i = 0; i < SQUILL_N_SCOPES; i++)
    self->checks[i] = g_ptr_array_new_with_free_func (check_free);
  rules = _squill_rules_get_all (&n);
  for (guint i = 0; i < n; i++)
    add_rule (self, rules[i]);
}

guint64
_squill_advice_count_checks (SquillAdvice *self, const char *rule)
{
  guint64 runs = 0;

  for (guint i = 0; i < SQUILL_N_SCOPES; i++)
    for (guint j = 0; j < self->checks[i]->len; j++)
      {
        const Check *check = self->checks[i]->pdata[j];

        if (rule == NULL || g_str_equal (check->rule->info.id, rule))
          runs += check->runs;
      }
  return runs;
}

/**
 * squill_advice_new:
 * @design: a design
 *
 * Makes advice on the model of a design. Nothing is computed until findings are read.
 *
 * Returns: (transfer full): the advice
 */
SquillAdvice *
squill_advice_new (SquillDesign *design)
{
  SquillAdvice *self;

  g_return_val_if_fail (SQUILL_IS_DESIGN (design), NULL);

  self = g_object_new (SQUILL_TYPE_ADVICE, NULL);
  self->design = g_object_ref (design);
  self->model = g_object_ref (squill_design_get_model (design));
  self->neighborhood = _squill_neighborhood_new (design);
  self->generation = squill_model_get_generation (self->model);
  self->handler = g_signal_connect (self->model, "changed", G_CALLBACK (on_model_changed), self);
  return self;
}

/**
 * squill_advice_get_design:
 * @self: advice
 *
 * Returns: (transfer none): the design it is about
 */
SquillDesign *
squill_advice_get_design (SquillAdvice *self)
{
  g_return_val_if_fail (SQUILL_IS_ADVICE (self), NULL);

  return self->design;
}

/**
 * squill_advice_set_incremental:
 * @self: advice
 * @incremental: whether nobody is to wait for it
 *
 * Lets findings be computed in the main loop, a few milliseconds each time, unless there is little
 * to compute. Until all is known again findings are given as far as they are; those that are not up
 * to date yet say what they said before, and those about items that are gone are left out. An edit
 * meanwhile adds to what is left to do.
 */
void
squill_advice_set_incremental (SquillAdvice *self, gboolean incremental)
{
  g_return_if_fail (SQUILL_IS_ADVICE (self));

  self->incremental = incremental;
}

/**
 * squill_advice_get_pending:
 * @self: advice
 *
 * Returns: how many steps of work are known to be left; 0 if the findings are those of the model as
 *   it is now
 */
guint
squill_advice_get_pending (SquillAdvice *self)
{
  guint n;

  g_return_val_if_fail (SQUILL_IS_ADVICE (self), 0);

  if (!is_pending (self))
    return 0;
  n = squill_design_get_n_collections (self->design);
  return (guint)(STAGE_DONE - self->stage) + _squill_check_queue_get_length (self->queue) +
         (self->stage == STAGE_COLLECTIONS ? n - MIN (n, self->n_read) : 0);
}

/**
 * squill_advice_complete:
 * @self: advice
 *
 * Computes all that is left, for who cannot do with findings that may not be up to date.
 */
void
squill_advice_complete (SquillAdvice *self)
{
  g_return_if_fail (SQUILL_IS_ADVICE (self));

  complete (self);
}

gboolean
_squill_advice_work (SquillAdvice *self, guint n)
{
  for (guint i = 0; i < n && is_pending (self); i++)
    do_step (self);
  return is_pending (self);
}

/**
 * squill_advice_get_findings:
 * @self: advice
 *
 * Gives what the rules find, the worst first and what was dismissed last. Of findings about the
 * length of one array only the most severe is there.
 *
 * Returns: (transfer none) (element-type SquillFinding): the findings, valid until the model
 *   changes or, where advice is worked out in steps, the main loop runs
 */
GPtrArray *
squill_advice_get_findings (SquillAdvice *self)
{
  g_return_val_if_fail (SQUILL_IS_ADVICE (self), NULL);

  bring_up_to_date (self);
  return self->findings;
}

/**
 * squill_advice_get_access_of_operations:
 * @self: advice
 * @relationship_id: the id of a relationship
 *
 * Returns: how the operations use the relationship, whatever it says of itself; nothing known if
 *   there is no such relationship
 */
SquillAccess
squill_advice_get_access_of_operations (SquillAdvice *self, const char *relationship_id)
{
  const SquillRelationship *relationship;

  g_return_val_if_fail (SQUILL_IS_ADVICE (self), (SquillAccess){ 0 });
  g_return_val_if_fail (relationship_id != NULL, (SquillAccess){ 0 });

  reach (self, STAGE_MISSES);
  relationship = squill_model_get_relationship (self->model, relationship_id);
  if (relationship == NULL || self->operations == NULL)
    return (SquillAccess){ 0 };
  return squill_access_read_operations (self->operations, relationship);
}

/**
 * squill_advice_get_uses:
 * @self: advice
 *
 * Returns: (transfer none) (element-type SquillUse): what each operation touches; valid until the
 *   model changes
 */
const GPtrArray *
squill_advice_get_uses (SquillAdvice *self)
{
  g_return_val_if_fail (SQUILL_IS_ADVICE (self), NULL);

  reach (self, STAGE_MISSES);
  return squill_operation_index_get_uses (self->operations);
}

/**
 * squill_advice_get_worst:
 * @self: advice
 * @id: the id of an item
 *
 * Returns: the worst #SquillSeverity of the findings, but for those that were dismissed, about the
 *   item or anything that belongs to it; -1 if there are none
 */
int
squill_advice_get_worst (SquillAdvice *self, const char *id)
{
  g_return_val_if_fail (SQUILL_IS_ADVICE (self), -1);
  g_return_val_if_fail (id != NULL, -1);

  bring_up_to_date (self);
  if (self->worst == NULL)
    {
      self->worst = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      for (guint i = 0; i < self->findings->len; i++)
        {
          const SquillFinding *finding = self->findings->pdata[i];

          if (finding->dismissed)
            break;
          /* They come in order, so that the first about an item is the worst. */
          for (const SquillItem *item = squill_model_get_item (self->model, finding->subject);
               item != NULL && !g_hash_table_contains (self->worst, item->id); item = item->parent)
            g_hash_table_insert (self->worst, g_strdup (item->id),
                                 GINT_TO_POINTER (finding->severity + 1));
        }
    }
  return GPOINTER_TO_INT (g_hash_table_lookup (self->worst, id)) - 1;
}

/**
 * _squill_advice_begin_run:
 * @self: advice
 * @run: (out): a run in which fixes can be made; end it with _squill_run_end() before the model
 *   changes
 *
 * Begins a run outside of the rules.
 */
void
_squill_advice_begin_run (SquillAdvice *self, SquillRun *run)
{
  reach (self, STAGE_CHECKS);
  run_init (run, self);
}

/**
 * squill_advice_apply_fix:
 * @self: advice
 * @finding: one of its findings
 * @error: as squill_model_apply()
 *
 * Makes the edits that mend a finding, as one step that undo takes back. On failure the model stays
 * as it was. Afterwards findings have to be read again.
 *
 * Returns: %TRUE if they were made; %FALSE also if the finding has no fix
 */
gboolean
squill_advice_apply_fix (SquillAdvice *self, const SquillFinding *finding, GError **error)
{
  g_return_val_if_fail (SQUILL_IS_ADVICE (self), FALSE);
  g_return_val_if_fail (finding != NULL, FALSE);

  return finding->fix != NULL && squill_fix_apply (finding->fix, self->model, error);
}
