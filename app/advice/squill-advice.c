/* SPDX-License-Identifier: Apache-2.0 */

/* The findings of a model, kept in step with it. What each check found is kept by its subject. A
 * change of the model marks entities; when findings are read next, checks run again that read one
 * of the aspects that changed, and on the subjects that are next to a marked entity. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"

#include <string.h>

#include "model/squill-threshold.h"

/* One of the checks of a rule. */
typedef struct
{
  const SquillRule *rule;
  SquillScope scope;
  SquillCheck check;
  guint64 runs;
} Check;

struct _SquillAdvice
{
  GObject parent_instance;

  SquillModel *model;
  SquillDesign *design;
  gulong handler;
  guint64 generation; /* of the model when it was looked at last */

  GPtrArray *checks[SQUILL_N_SCOPES]; /* of Check */
  SquillAspects watched;              /* by any check */
  SquillAspects watched_elsewhere;    /* by those of other scopes than a relationship */

  /* What is known. */
  SquillFindingList *list;
  SquillOperationIndex *operations;
  SquillNeighborhood *neighborhood;
  SquillNewNames *new_names;
  double hot_rate;
  double misses;       /* how likely a page is not in the cache, which all costs depend on */
  GPtrArray *findings; /* those of the list, NULL: to be made */
  GHashTable *worst;   /* id -> severity + 1, NULL: to be made */

  /* What has changed since. */
  GHashTable *pending;      /* id at the top level -> SquillAspects */
  SquillAspects everywhere; /* what concerns all */
  SquillAspects any;        /* of what is pending, together */
  gboolean all;             /* nothing is known yet */
  gboolean structure_stale; /* items came or went, so that all operations must be indexed again */
  gboolean ends_doubtful;   /* relationships may lead elsewhere */
  gboolean groups_stale;    /* fields that change together are others */
  gboolean dismissals_stale;
  gboolean items_went;
  gboolean stale; /* any of this */
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillAdvice, squill_advice, G_TYPE_OBJECT)

/* Hearing of changes. */

/* Which operations have to be indexed again. */
static void
note_operation (SquillAdvice *self, const SquillChangeEntry *entry)
{
  switch (entry->kind)
    {
    case SQUILL_KIND_ENTITY:
      self->structure_stale |= entry->type != SQUILL_EDIT_SET;
      self->groups_stale |= entry->type != SQUILL_EDIT_SET;
      break;
    case SQUILL_KIND_RELATIONSHIP:
      self->structure_stale |= entry->type != SQUILL_EDIT_SET;
      self->groups_stale |= entry->type != SQUILL_EDIT_SET;
      self->ends_doubtful |= (entry->aspects & SQUILL_ASPECT_PLACEMENT) != 0;
      break;
    case SQUILL_KIND_FIELD:
      self->groups_stale |= (entry->aspects & SQUILL_ASPECT_WORKLOAD) != 0;
      break;
    case SQUILL_KIND_MODEL:
      /* Thresholds of what is hot. */
      self->structure_stale |= (entry->aspects & SQUILL_ASPECT_ADVICE) != 0;
      break;
    case SQUILL_KIND_OPERATION:
    case SQUILL_KIND_INDEX:
    case SQUILL_KIND_COPY:
    case SQUILL_KIND_NOTE:
    case SQUILL_KIND_GROUP:
    case SQUILL_KIND_DISMISSAL:
    case SQUILL_KIND_ALTERNATIVE:
    default:
      break;
    }
}

static void
on_model_changed (SquillModel *model, SquillChange *change, SquillAdvice *self)
{
  gboolean changed = FALSE;

  self->generation = squill_model_get_generation (model);
  for (guint i = 0; i < change->entries->len; i++)
    {
      const SquillChangeEntry *entry = change->entries->pdata[i];
      SquillAspects aspects = entry->aspects & self->watched;

      /* Texts are edited often, and most matter to no rule but those of relationships. */
      if (entry->kind != SQUILL_KIND_RELATIONSHIP &&
          (self->watched_elsewhere & SQUILL_ASPECT_TEXT) == 0)
        aspects &= ~(SquillAspects)SQUILL_ASPECT_TEXT;
      if (entry->type == SQUILL_EDIT_REMOVE || entry->type == SQUILL_EDIT_MOVE)
        self->items_went = TRUE;
      if (entry->kind == SQUILL_KIND_DISMISSAL)
        {
          self->dismissals_stale = TRUE;
          changed = TRUE;
          continue;
        }
      if (aspects == 0)
        continue;
      changed = TRUE;
      self->any |= aspects;
      note_operation (self, entry);
      /* No finding names the model. */
      if (entry->kind == SQUILL_KIND_MODEL)
        self->everywhere |= aspects & ~(SquillAspects)SQUILL_ASPECT_NAME;
      else
        _squill_marks_add (self->pending, entry->owner, aspects);
    }
  if (!changed)
    return;
  self->stale = TRUE;
  g_clear_pointer (&self->worst, g_hash_table_unref);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Running checks. */

typedef struct
{
  SquillAdvice *advice;
  SquillRun run;
  SquillMarks marks;
  GHashTable *planned; /* collection -> #SquillAspects that change what operations do there */
  SquillAspects plans; /* of the collection at hand */
  gboolean hot_changed;
  gboolean misses_changed;
} Update;

/* A check runs again if it reads what has changed; and if it found something here, whatever has
 * changed, because that may be part of what it said, or of the fix. */
static gboolean
is_concerned (const Update *update, const Check *check, const char *id, SquillAspects aspects)
{
  const SquillAdvice *self = update->advice;

  if (check->rule->reads_plans)
    aspects |= update->plans;
  if (self->all || (aspects & check->rule->aspects) != 0)
    return TRUE;
  if (update->hot_changed && check->rule->reads_hot)
    return TRUE;
  /* All that compares costs reads how things are stored. */
  if (update->misses_changed && (check->rule->aspects & SQUILL_ASPECT_STORAGE))
    return TRUE;
  if ((self->everywhere & SQUILL_ASPECT_ADVICE) && check->rule->info.thresholds != NULL)
    return TRUE;
  return aspects != 0 && _squill_finding_list_has (self->list, id, check);
}

static void
run_check (Update *update, Check *check, const char *id, gconstpointer subject)
{
  SquillAdvice *self = update->advice;
  GPtrArray *results = update->run.findings;

  if (!self->all)
    {
      _squill_finding_list_drop (self->list, id, check);
      _squill_new_names_drop (self->new_names, id, check);
    }
  check->runs++;
  update->run.rule = check->rule;
  update->run.subject = id;
  update->run.finder = check;
  check->check (&update->run, subject);
  for (guint i = 0; i < results->len; i++)
    _squill_finding_list_add (self->list, id, check, results->pdata[i]);
  g_ptr_array_set_size (results, 0);
}

static void
check_subject (
    Update *update, SquillScope scope, const char *id, gconstpointer subject, SquillAspects aspects)
{
  SquillAdvice *self = update->advice;
  const GPtrArray *checks = self->checks[scope];

  aspects |= self->everywhere;
  for (guint i = 0; i < checks->len; i++)
    if (is_concerned (update, checks->pdata[i], id, aspects))
      run_check (update, checks->pdata[i], id, subject);
}

static void
check_fields (Update *update, gconstpointer item, SquillAspects aspects)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, item, SQUILL_KIND_FIELD)
    {
      check_subject (update, SQUILL_SCOPE_FIELD, field->item.id, field, aspects);
      if (field->item.children != NULL)
        check_fields (update, field, aspects);
    }
}

static SquillAspects
get_marked (const Update *update, const char *entity)
{
  return _squill_marks_get (update->marks.entities, entity);
}

/* An entity's rules also read who is at the other ends of its relationships. */
static SquillAspects
get_marked_around (const Update *update, const SquillEntity *entity)
{
  SquillAspects aspects = get_marked (update, entity->item.id);
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);

  for (guint i = 0; i < n; i++)
    aspects |= get_marked (update, all[i]->parent) | get_marked (update, all[i]->child);
  return aspects;
}

/* Whoever works on the documents in which the parent is embedded works on its children. */
static SquillAspects
get_workload_around (const Update *update, const char *entity)
{
  SquillAdvice *self = update->advice;
  const GPtrArray *ids = _squill_neighborhood_get_collections (self->neighborhood, entity);
  SquillAspects aspects = 0;

  for (guint i = 0; i < ids->len; i++)
    {
      const SquillCollection *collection =
          squill_design_find_collection (self->design, ids->pdata[i]);

      for (guint j = 0; collection != NULL && j < collection->entities->len; j++)
        aspects |= get_marked (update, collection->entities->pdata[j]);
    }
  return aspects & SQUILL_ASPECT_WORKLOAD;
}

/* Where its children are is decided together with those of the parent's other relationships. */
static SquillAspects
get_marked_siblings (const Update *update, const SquillRelationship *r)
{
  const SquillEntity *parent = squill_model_get_entity (update->advice->model, r->parent);
  SquillAspects aspects = 0;
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (parent, &n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (all[i]->parent, r->parent))
      aspects |= get_marked (update, all[i]->child);
  return aspects;
}

static void
check_relationship (Update *update, const SquillRelationship *r)
{
  SquillAspects aspects = get_marked (update, r->parent) | get_marked (update, r->child) |
                          get_marked_siblings (update, r) | get_workload_around (update, r->parent);

  check_subject (update, SQUILL_SCOPE_RELATIONSHIP, r->item.id, r, aspects);
  check_fields (update, r, aspects);
}

/* What an operation does in one collection may follow from what it goes through elsewhere. */
static void
mark_plans (Update *update, const SquillUse *use, SquillAspects aspects)
{
  if (aspects == 0)
    return;
  for (guint i = 0; i < use->entities->len; i++)
    {
      const GPtrArray *ids = _squill_neighborhood_get_collections (
          update->advice->neighborhood, ((const SquillItem *)use->entities->pdata[i])->id);

      for (guint j = 0; j < ids->len; j++)
        _squill_marks_add (update->planned, ids->pdata[j], aspects);
    }
}

static void
check_operation (Update *update, const SquillUse *use)
{
  const char *id = use->operation->item.id;
  SquillAspects aspects = _squill_marks_get (update->marks.operations, id);

  for (guint i = 0; i < use->entities->len; i++)
    aspects |= get_marked (update, ((const SquillItem *)use->entities->pdata[i])->id);
  mark_plans (update, use, aspects);
  /* Its rules also read the relationships of what it starts from, as those of an entity do. */
  if (use->root != NULL)
    aspects |= get_marked_around (update, use->root);
  check_subject (update, SQUILL_SCOPE_OPERATION, id, use->operation, aspects);
}

static void
check_collection (Update *update, const SquillCollection *collection)
{
  SquillAspects aspects = _squill_marks_get (update->marks.collections, collection->id);

  for (guint i = 0; i < collection->entities->len; i++)
    aspects |= get_marked (update, collection->entities->pdata[i]);
  for (guint i = 0; i < collection->relationships->len; i++)
    {
      const SquillRelationship *r = squill_model_get_relationship (
          update->advice->model, collection->relationships->pdata[i]);

      if (r != NULL)
        aspects |= get_marked (update, r->parent) | get_marked (update, r->child);
    }
  update->plans = _squill_marks_get (update->planned, collection->id);
  check_subject (update, SQUILL_SCOPE_COLLECTION, collection->id, collection, aspects);
  update->plans = 0;
}

static void
check_everything (Update *update)
{
  SquillAdvice *self = update->advice;
  const SquillModelInfo *info = squill_model_get_info (self->model);
  const GPtrArray *uses = squill_operation_index_get_uses (self->operations);
  guint n = squill_design_get_n_collections (self->design);

  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, info, SQUILL_KIND_ENTITY)
    {
      check_subject (update, SQUILL_SCOPE_ENTITY, entity->item.id, entity,
                     get_marked_around (update, entity));
      check_fields (update, entity, get_marked (update, entity->item.id));
    }
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, info, SQUILL_KIND_RELATIONSHIP)
    check_relationship (update, r);
  for (guint i = 0; i < uses->len; i++)
    check_operation (update, uses->pdata[i]);
  for (guint i = 0; i < n; i++)
    check_collection (update, squill_design_get_collection (self->design, i));
}

/* What is next to marked entities, each once. */
typedef struct
{
  GHashTable *entities;
  GHashTable *relationships;
  GHashTable *uses;
  GHashTable *collections;
} Near;

static void
add_relationships_in (SquillAdvice *self, const GPtrArray *collections, Near *near)
{
  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollection *collection =
          squill_design_find_collection (self->design, collections->pdata[i]);

      for (guint j = 0; collection != NULL && j < collection->relationships->len; j++)
        {
          const SquillRelationship *r =
              squill_model_get_relationship (self->model, collection->relationships->pdata[j]);

          if (r != NULL)
            g_hash_table_add (near->relationships, (gpointer)r);
        }
    }
}

static void
add_siblings (SquillAdvice *self, const SquillRelationship *r, Near *near)
{
  guint n;
  const SquillRelationship *const *all =
      squill_entity_get_relationships (squill_model_get_entity (self->model, r->parent), &n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (all[i]->parent, r->parent))
      g_hash_table_add (near->relationships, (gpointer)all[i]);
}

static void
add_near (Update *update, const SquillEntity *entity, Near *near)
{
  SquillAdvice *self = update->advice;
  const char *id = entity->item.id;
  const GPtrArray *of = squill_operation_index_get_uses_of (self->operations, id);
  const GPtrArray *collections = _squill_neighborhood_get_collections (self->neighborhood, id);
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);

  g_hash_table_add (near->entities, (gpointer)entity);
  for (guint i = 0; i < n; i++)
    {
      g_hash_table_add (near->relationships, (gpointer)all[i]);
      if (g_str_equal (all[i]->child, id))
        add_siblings (self, all[i], near);
      g_hash_table_add (near->entities,
                        (gpointer)squill_model_get_entity (self->model, all[i]->parent));
      g_hash_table_add (near->entities,
                        (gpointer)squill_model_get_entity (self->model, all[i]->child));
    }
  for (guint i = 0; i < of->len; i++)
    g_hash_table_add (near->uses, of->pdata[i]);
  for (guint i = 0; i < collections->len; i++)
    g_hash_table_add (near->collections, collections->pdata[i]);
  if (get_marked (update, id) & SQUILL_ASPECT_WORKLOAD)
    add_relationships_in (self, collections, near);
}

static void
check_near (Update *update, const Near *near)
{

  SquillAdvice *self = update->advice;
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, near->entities);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const SquillEntity *entity = key;
      const GPtrArray *from =
          squill_operation_index_get_uses_from (self->operations, entity->item.id);

      check_subject (update, SQUILL_SCOPE_ENTITY, entity->item.id, entity,
                     get_marked_around (update, entity));
      for (guint i = 0; i < from->len; i++)
        g_hash_table_add (near->uses, from->pdata[i]);
    }
  g_hash_table_iter_init (&iter, near->relationships);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    check_relationship (update, key);
  g_hash_table_iter_init (&iter, near->uses);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    check_operation (update, key);
  g_hash_table_iter_init (&iter, update->planned);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_hash_table_add (near->collections, key);
  g_hash_table_iter_init (&iter, near->collections);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const SquillCollection *collection = squill_design_find_collection (self->design, key);

      if (collection != NULL)
        check_collection (update, collection);
    }
}

static void
check_marked (Update *update)
{
  SquillAdvice *self = update->advice;
  g_autoptr (GHashTable) entities = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) relationships = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) uses = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) collections = g_hash_table_new (g_str_hash, g_str_equal);
  Near near = { entities, relationships, uses, collections };
  GHashTableIter iter;
  gpointer id, value;

  g_hash_table_iter_init (&iter, update->marks.entities);
  while (g_hash_table_iter_next (&iter, &id, &value))
    {
      const SquillEntity *entity = squill_model_get_entity (self->model, id);

      if (entity == NULL)
        continue;
      add_near (update, entity, &near);
      check_fields (update, entity, GPOINTER_TO_UINT (value));
    }
  g_hash_table_iter_init (&iter, update->marks.operations);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    {
      const SquillUse *use = squill_operation_index_find (self->operations, id);

      if (use != NULL)
        g_hash_table_add (uses, (gpointer)use);
    }
  g_hash_table_iter_init (&iter, update->marks.collections);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    g_hash_table_add (collections, id);
  check_near (update, &near);
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

static gconstpointer
find_subject (SquillAdvice *self, SquillScope scope, const char *id)
{
  return scope == SQUILL_SCOPE_COLLECTION
             ? (gconstpointer)squill_design_find_collection (self->design, id)
             : (gconstpointer)squill_model_get_item (self->model, id);
}

/* Fixes that would give a new entity a name that is taken now, or is free now. */
static void
check_new_names (Update *update)
{
  SquillAdvice *self = update->advice;
  g_autoptr (GArray) renamings = g_array_new (FALSE, FALSE, sizeof (Renaming));

  g_array_set_clear_func (renamings, renaming_clear);
  _squill_new_names_foreach_changed (self->new_names, self->model, add_renaming, renamings);
  for (guint i = 0; i < renamings->len; i++)
    {
      const Renaming *renaming = &g_array_index (renamings, Renaming, i);
      gconstpointer subject = find_subject (self, renaming->check->scope, renaming->id);

      if (subject != NULL)
        run_check (update, renaming->check, renaming->id, subject);
      else
        _squill_new_names_drop (self->new_names, renaming->id, renaming->check);
    }
}

static void
drop_collections (Update *update)
{
  SquillAdvice *self = update->advice;
  const GPtrArray *checks = self->checks[SQUILL_SCOPE_COLLECTION];
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, update->marks.gone);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    for (guint i = 0; i < checks->len; i++)
      _squill_finding_list_drop (self->list, id, checks->pdata[i]);
}

/* Indexes the operations, or those that have changed. TRUE if all were indexed again. */
static gboolean
update_operations (SquillAdvice *self, SquillRun *run)
{
  if (self->operations == NULL || self->structure_stale ||
      (self->ends_doubtful &&
       _squill_neighborhood_have_ends_moved (self->neighborhood, self->pending)))
    {
      g_clear_pointer (&self->operations, squill_operation_index_free);
      self->operations =
          squill_operation_index_new (self->model, _squill_run_get (run, SQUILL_THRESHOLD_HOT_RATE),
                                      _squill_run_get (run, SQUILL_THRESHOLD_HOT_SHARE),
                                      _squill_run_get (run, SQUILL_THRESHOLD_HOT_LEAST));
      return TRUE;
    }
  if (self->groups_stale)
    squill_operation_index_read_groups (self->operations);
  squill_operation_index_read_operations (self->operations, self->pending);
  return FALSE;
}

static void
run_init (SquillRun *run, SquillAdvice *advice)
{
  run->model = advice->model;
  run->design = advice->design;
  run->operations = advice->operations;
  run->findings = g_ptr_array_new ();
  run->neighborhood = advice->neighborhood;
  run->new_names = NULL;
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
compute (SquillAdvice *self)
{
  g_autoptr (GHashTable) planned = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Update update = { .advice = self, .planned = planned };
  SquillRun *run = &update.run;
  gboolean is_new;

  _squill_marks_init (&update.marks);
  run_init (run, self);
  run->new_names = self->new_names;
  is_new = update_operations (self, run);
  run->operations = self->operations;
  update.hot_changed = self->hot_rate != squill_operation_index_get_hot_rate (self->operations);
  self->hot_rate = squill_operation_index_get_hot_rate (self->operations);
  update.misses_changed = self->misses != squill_design_get_miss_probability (self->design);
  self->misses = squill_design_get_miss_probability (self->design);

  if (self->items_went)
    _squill_finding_list_drop_missing (self->list, self->model);
  _squill_neighborhood_mark (self->neighborhood, self->operations, is_new, self->pending, self->any,
                             &update.marks);
  drop_collections (&update);
  if (self->all || self->everywhere != 0 || update.hot_changed || update.misses_changed)
    check_everything (&update);
  else
    check_marked (&update);
  check_subject (&update, SQUILL_SCOPE_MODEL, SQUILL_MODEL_ID, squill_model_get_info (self->model),
                 self->any);
  if (!self->all && (self->any & SQUILL_ASPECT_NAME) != 0)
    check_new_names (&update);
  _squill_run_end (run);
  _squill_marks_clear (&update.marks);
}

/* Something came or went in the model, and "changed" has not reached the advice yet. */
static void
catch_up (SquillAdvice *self)
{
  guint64 generation = squill_model_get_generation (self->model);

  if (self->generation == generation)
    return;
  self->generation = generation;
  self->everywhere = self->any = SQUILL_ASPECTS_ALL;
  self->structure_stale = self->groups_stale = self->items_went = TRUE;
  self->dismissals_stale = self->stale = TRUE;
}

static void
bring_up_to_date (SquillAdvice *self)
{
  catch_up (self);
  if (!self->stale)
    return;
  g_clear_pointer (&self->worst, g_hash_table_unref);
  if (self->dismissals_stale)
    _squill_finding_list_read_dismissals (self->list, self->model);
  if (self->all || self->any != 0 || self->items_went)
    compute (self);
  self->findings = _squill_finding_list_get_shown (self->list);
  g_hash_table_remove_all (self->pending);
  self->everywhere = self->any = 0;
  self->all = self->structure_stale = self->ends_doubtful = self->groups_stale = FALSE;
  self->dismissals_stale = self->items_went = self->stale = FALSE;
}

static void
add_check (SquillAdvice *self, SquillScope scope, const SquillRule *rule, SquillCheck function)
{
  Check *check = g_new0 (Check, 1);

  check->rule = rule;
  check->scope = scope;
  check->check = function;
  g_ptr_array_add (self->checks[scope], check);
  self->watched |= rule->aspects | SQUILL_ASPECT_NAME | SQUILL_ASPECT_ADVICE;
  if (scope != SQUILL_SCOPE_RELATIONSHIP)
    self->watched_elsewhere |= rule->aspects;
}

static void
squill_advice_dispose (GObject *object)
{
  SquillAdvice *self = SQUILL_ADVICE (object);

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

  _squill_finding_list_free (self->list);
  _squill_new_names_free (self->new_names);
  g_clear_pointer (&self->worst, g_hash_table_unref);
  g_hash_table_unref (self->pending);
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
   * Findings may be others now. They are computed when they are read next.
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
  self->pending = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->all = self->stale = self->dismissals_stale = TRUE;
  for (guint i = 0; i < SQUILL_N_SCOPES; i++)
    self->checks[i] = g_ptr_array_new_with_free_func (g_free);
  rules = _squill_rules_get_all (&n);
  for (guint i = 0; i < n; i++)
    {
      add_check (self, rules[i]->scope, rules[i], rules[i]->check);
      if (rules[i]->other_check != NULL)
        add_check (self, rules[i]->other_scope, rules[i], rules[i]->other_check);
    }
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
 * squill_advice_get_findings:
 * @self: advice
 *
 * Gives what the rules find, the worst first and what was dismissed last. Of findings about the
 * length of one array only the most severe is there.
 *
 * Returns: (transfer none) (element-type SquillFinding): the findings, valid until the model
 *   changes
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

  bring_up_to_date (self);
  relationship = squill_model_get_relationship (self->model, relationship_id);
  if (relationship == NULL || self->operations == NULL)
    return (SquillAccess){ 0 };
  return squill_access_read_operations (self->operations, relationship);
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
  bring_up_to_date (self);
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
