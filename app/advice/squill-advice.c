/* SPDX-License-Identifier: Apache-2.0 */

/* The findings of a model, kept in step with it. What each check found is kept by its subject. A
 * change of the model marks entities; when findings are read next, checks run again that read one
 * of the aspects that changed, and on the subjects that are next to a marked entity. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"

#include <string.h>

#include "advice/squill-precedence.h"
#include "advice/squill-rule.h"

/* One of the checks of a rule. */
typedef struct
{
  const SquillRule *rule;
  SquillCheck check;
  SquillAspects aspects;
  guint64 runs;
} Check;

/* What a check found. */
typedef struct
{
  SquillFinding *finding;
  const Check *check;
  gboolean gone; /* it is still in the list, but not in the table */
} Found;

/* A collection as it was when findings were read last. */
typedef struct
{
  guint64 generation;
  GPtrArray *entities; /* ids */
  guint round;
} Record;

struct _SquillAdvice
{
  GObject parent_instance;

  SquillModel *model;
  SquillDesign *design;
  gulong handler;

  GArray *checks[SQUILL_N_SCOPES];
  SquillAspects watched; /* by any check */

  /* What is known. */
  GHashTable *found;      /* subject of the check -> GPtrArray of Found */
  GPtrArray *order;       /* of Found, the worst first; owns them */
  GPtrArray *fresh;       /* of Found that are not in the order yet */
  GPtrArray *findings;    /* what is shown of them, NULL: to be made */
  GHashTable *worst;      /* id -> severity + 1, NULL: to be made */
  GHashTable *dismissals; /* "rule\nsubject" */
  GHashTable *records;    /* collection -> Record */
  GHashTable *ends;       /* relationship -> GStrv: its entities */
  GHashTable *touched;    /* operation -> GStrv: its entities */
  SquillWorkload *workload;
  double hot_rate;
  guint round;

  /* What has changed since. */
  GHashTable *pending; /* id at the top level -> SquillAspects */
  SquillAspects everywhere;
  SquillAspects any;
  gboolean all;
  gboolean workload_stale;
  gboolean dismissals_stale;
  gboolean items_went;
  gboolean stale;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillAdvice, squill_advice, G_TYPE_OBJECT)

/* Keys of a table that belong to it. */
static void
set_strv (GHashTable *table, const char *id, const GPtrArray *ids)
{
  char **texts = g_new0 (char *, ids->len + 1);

  for (guint i = 0; i < ids->len; i++)
    texts[i] = g_strdup (ids->pdata[i]);
  g_hash_table_insert (table, g_strdup (id), texts);
}

static void
found_free (gpointer data)
{
  Found *found = data;

  squill_finding_free (found->finding);
  g_free (found);
}

static void
record_free (gpointer data)
{
  Record *record = data;

  g_ptr_array_unref (record->entities);
  g_free (record);
}

/* Hearing of changes. */

static void
add_aspects (GHashTable *table, const char *id, SquillAspects aspects)
{
  SquillAspects before = GPOINTER_TO_UINT (g_hash_table_lookup (table, id));

  if ((before & aspects) != aspects || before == 0)
    g_hash_table_insert (table, g_strdup (id), GUINT_TO_POINTER (before | aspects));
}

/* Whether the index of operations reads what has changed. */
static gboolean
concerns_workload (const SquillChangeEntry *entry)
{
  switch (entry->kind)
    {
    case SQUILL_KIND_OPERATION:
      return TRUE;
    case SQUILL_KIND_RELATIONSHIP:
      return entry->type != SQUILL_EDIT_SET || (entry->aspects & SQUILL_ASPECT_PLACEMENT) != 0;
    case SQUILL_KIND_ENTITY:
      return entry->type != SQUILL_EDIT_SET;
    case SQUILL_KIND_FIELD:
      /* Groups of fields that change together. */
      return (entry->aspects & SQUILL_ASPECT_WORKLOAD) != 0;
    case SQUILL_KIND_MODEL:
      /* Thresholds of what is hot. */
      return (entry->aspects & SQUILL_ASPECT_ADVICE) != 0;
    case SQUILL_KIND_INDEX:
    case SQUILL_KIND_COPY:
    case SQUILL_KIND_NOTE:
    case SQUILL_KIND_GROUP:
    case SQUILL_KIND_DISMISSAL:
    default:
      return FALSE;
    }
}

static void
on_model_changed (SquillModel *model, SquillChange *change, SquillAdvice *self)
{
  gboolean changed = FALSE;

  for (guint i = 0; i < change->entries->len; i++)
    {
      const SquillChangeEntry *entry = change->entries->pdata[i];
      SquillAspects aspects = entry->aspects & self->watched;

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
      self->workload_stale |= concerns_workload (entry);
      /* No finding names the model. */
      if (entry->kind == SQUILL_KIND_MODEL)
        self->everywhere |= aspects & ~(SquillAspects)SQUILL_ASPECT_NAME;
      else
        add_aspects (self->pending, entry->owner, aspects);
    }
  if (!changed)
    return;
  self->stale = TRUE;
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Running checks. */

static void
drop_found (SquillAdvice *self, GPtrArray *list, const Check *check)
{
  for (guint i = list->len; i > 0; i--)
    {
      Found *found = list->pdata[i - 1];

      if (check != NULL && found->check != check)
        continue;
      found->gone = TRUE;
      g_ptr_array_remove_index (list, i - 1);
    }
}

typedef struct
{
  SquillAdvice *advice;
  SquillRun run;
  GHashTable *marked; /* entity -> SquillAspects */
  gboolean workload_made;
  gboolean hot_changed;
} Update;

static gboolean
is_concerned (const Update *update, const Check *check, SquillAspects aspects)
{
  const SquillAdvice *self = update->advice;

  aspects |= self->everywhere;
  return self->all || (aspects & check->aspects) != 0 ||
         (update->hot_changed && check->rule->reads_hot) ||
         ((self->everywhere & SQUILL_ASPECT_ADVICE) && check->rule->info.thresholds != NULL);
}

static void
check_subject (
    Update *update, SquillScope scope, const char *id, gconstpointer subject, SquillAspects aspects)
{
  SquillAdvice *self = update->advice;
  GArray *checks = self->checks[scope];
  GPtrArray *list = NULL;
  gboolean looked = FALSE;

  for (guint i = 0; i < checks->len; i++)
    {
      Check *check = &g_array_index (checks, Check, i);
      GPtrArray *results = update->run.findings;

      if (!is_concerned (update, check, aspects))
        continue;
      if (!looked)
        list = g_hash_table_lookup (self->found, id);
      looked = TRUE;
      if (list != NULL)
        drop_found (self, list, check);
      check->runs++;
      update->run.rule = check->rule;
      check->check (&update->run, subject);
      if (results->len == 0)
        continue;
      if (list == NULL)
        {
          list = g_ptr_array_new ();
          g_hash_table_insert (self->found, g_strdup (id), list);
        }
      for (guint j = 0; j < results->len; j++)
        {
          Found *found = g_new0 (Found, 1);

          found->finding = results->pdata[j];
          found->check = check;
          g_ptr_array_add (list, found);
          g_ptr_array_add (self->fresh, found);
        }
      g_ptr_array_set_size (results, 0);
    }
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
  return GPOINTER_TO_UINT (g_hash_table_lookup (update->marked, entity));
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

static void
check_relationship (Update *update, const SquillRelationship *r)
{
  SquillAspects aspects = get_marked (update, r->parent) | get_marked (update, r->child);

  check_subject (update, SQUILL_SCOPE_RELATIONSHIP, r->item.id, r, aspects);
  check_fields (update, r, aspects);
}

static void
check_operation (Update *update, const SquillUse *use)
{
  SquillAspects aspects =
      GPOINTER_TO_UINT (g_hash_table_lookup (update->advice->pending, use->operation->item.id));
  char **before;

  /* Its rules also read the relationships of what it starts from, as those of an entity do. */
  if (use->root != NULL)
    aspects |= get_marked_around (update, use->root);
  for (guint i = 0; i < use->entities->len; i++)
    aspects |= get_marked (update, ((const SquillItem *)use->entities->pdata[i])->id);
  before = update->workload_made
               ? g_hash_table_lookup (update->advice->touched, use->operation->item.id)
               : NULL;
  for (guint i = 0; before != NULL && before[i] != NULL; i++)
    aspects |= get_marked (update, before[i]);
  check_subject (update, SQUILL_SCOPE_OPERATION, use->operation->item.id, use->operation, aspects);
}

static void
check_everything (Update *update)
{
  SquillAdvice *self = update->advice;
  const SquillModelInfo *info = squill_model_get_info (self->model);
  const GPtrArray *uses = squill_workload_get_uses (self->workload);

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
}

/* What is next to marked entities. */
static void
check_marked (Update *update)
{
  SquillAdvice *self = update->advice;
  g_autoptr (GHashTable) entities = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) relationships = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) uses = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, update->marked);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const SquillEntity *entity = squill_model_get_entity (self->model, key);
      const GPtrArray *of = squill_workload_get_uses_of (self->workload, key);
      const SquillRelationship *const *all;
      guint n;

      if (entity == NULL)
        continue;
      g_hash_table_add (entities, (gpointer)entity);
      check_fields (update, entity, get_marked (update, key));
      all = squill_entity_get_relationships (entity, &n);
      for (guint i = 0; i < n; i++)
        {
          g_hash_table_add (relationships, (gpointer)all[i]);
          g_hash_table_add (entities,
                            (gpointer)squill_model_get_entity (self->model, all[i]->parent));
          g_hash_table_add (entities,
                            (gpointer)squill_model_get_entity (self->model, all[i]->child));
        }
      for (guint i = 0; i < of->len; i++)
        g_hash_table_add (uses, of->pdata[i]);
    }
  /* An operation may have touched what it no longer does, or no entity at all. */
  g_hash_table_iter_init (&iter, self->touched);
  while (update->workload_made && g_hash_table_iter_next (&iter, &key, &value))
    {
      const SquillUse *use = squill_workload_find (self->workload, key);

      for (char **id = value; use != NULL && *id != NULL; id++)
        if (get_marked (update, *id) != 0)
          g_hash_table_add (uses, (gpointer)use);
    }
  g_hash_table_iter_init (&iter, self->pending);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const SquillUse *use = squill_workload_find (self->workload, key);

      if (use != NULL)
        g_hash_table_add (uses, (gpointer)use);
    }

  g_hash_table_iter_init (&iter, entities);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const char *id = ((const SquillItem *)key)->id;
      const GPtrArray *from = squill_workload_get_uses_from (self->workload, id);

      check_subject (update, SQUILL_SCOPE_ENTITY, id, key, get_marked_around (update, key));
      for (guint i = 0; i < from->len; i++)
        g_hash_table_add (uses, from->pdata[i]);
    }
  g_hash_table_iter_init (&iter, relationships);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    check_relationship (update, key);
  g_hash_table_iter_init (&iter, uses);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    check_operation (update, key);
}

/* Marking. */

static void
mark_all (Update *update, char **entities, SquillAspects aspects)
{
  for (guint i = 0; entities != NULL && entities[i] != NULL; i++)
    add_aspects (update->marked, entities[i], aspects);
}

/* Entities that have to do with what has changed, before and now. */
static void
mark_pending (Update *update)
{
  SquillAdvice *self = update->advice;
  GHashTableIter iter;
  gpointer id, value;

  g_hash_table_iter_init (&iter, self->pending);
  while (g_hash_table_iter_next (&iter, &id, &value))
    {
      SquillAspects aspects = GPOINTER_TO_UINT (value);
      const SquillItem *item = squill_model_get_item (self->model, id);
      const SquillUse *use;

      mark_all (update, g_hash_table_lookup (self->ends, id), aspects);
      mark_all (update, g_hash_table_lookup (self->touched, id), aspects);
      if (item == NULL)
        continue;
      if (item->kind == SQUILL_KIND_ENTITY)
        add_aspects (update->marked, id, aspects);
      else if (item->kind == SQUILL_KIND_RELATIONSHIP)
        {
          const SquillRelationship *r = (const SquillRelationship *)item;

          add_aspects (update->marked, r->parent, aspects);
          add_aspects (update->marked, r->child, aspects);
        }
      use = squill_workload_find (self->workload, id);
      for (guint i = 0; use != NULL && i < use->entities->len; i++)
        add_aspects (update->marked, ((const SquillItem *)use->entities->pdata[i])->id, aspects);
    }
}

static void
mark_members (Update *update, const GPtrArray *entities, SquillAspects aspects)
{
  for (guint i = 0; i < entities->len; i++)
    add_aspects (update->marked, entities->pdata[i], aspects);
}

/* Collections that were computed again, came or went. */
static void
mark_collections (Update *update, GHashTable *computed)
{
  SquillAdvice *self = update->advice;
  guint n = squill_design_get_n_collections (self->design);
  GHashTableIter iter;
  gpointer id, value;

  self->round++;
  for (guint i = 0; i < n; i++)
    {
      const SquillCollection *collection = squill_design_get_collection (self->design, i);
      Record *record = g_hash_table_lookup (self->records, collection->id);
      SquillAspects aspects = record == NULL ? (SquillAspects)~0u : self->any;

      for (guint j = 0; j < collection->entities->len; j++)
        {
          const char *entity = collection->entities->pdata[j];
          const SquillCollection *home = g_hash_table_lookup (update->run.homes, entity);

          /* One of them, whatever the order in which they are. */
          if (home == NULL || strcmp (collection->id, home->id) < 0)
            g_hash_table_insert (update->run.homes, (gpointer)entity, (gpointer)collection);
        }
      if (record != NULL && record->generation == collection->generation)
        {
          record->round = self->round;
          continue;
        }
      add_aspects (computed, collection->id, aspects);
      if (record != NULL)
        mark_members (update, record->entities, aspects);
      mark_members (update, collection->entities, aspects);
      record = g_new0 (Record, 1);
      record->generation = collection->generation;
      record->round = self->round;
      record->entities = g_ptr_array_new_with_free_func (g_free);
      for (guint j = 0; j < collection->entities->len; j++)
        g_ptr_array_add (record->entities, g_strdup (collection->entities->pdata[j]));
      g_hash_table_insert (self->records, g_strdup (collection->id), record);
    }
  g_hash_table_iter_init (&iter, self->records);
  while (g_hash_table_iter_next (&iter, &id, &value))
    {
      const Record *record = value;
      GPtrArray *list;

      if (record->round == self->round)
        continue;
      mark_members (update, record->entities, (SquillAspects)~0u);
      list = g_hash_table_lookup (self->found, id);
      for (guint i = 0; list != NULL && i < self->checks[SQUILL_SCOPE_COLLECTION]->len; i++)
        drop_found (self, list, &g_array_index (self->checks[SQUILL_SCOPE_COLLECTION], Check, i));
      g_hash_table_iter_remove (&iter);
    }
}

static void
check_collections (Update *update, GHashTable *computed)
{
  SquillAdvice *self = update->advice;
  guint n = squill_design_get_n_collections (self->design);

  for (guint i = 0; i < n; i++)
    {
      const SquillCollection *collection = squill_design_get_collection (self->design, i);
      SquillAspects aspects = GPOINTER_TO_UINT (g_hash_table_lookup (computed, collection->id));

      for (guint j = 0; j < collection->entities->len; j++)
        aspects |= get_marked (update, collection->entities->pdata[j]);
      for (guint j = 0; j < collection->relationships->len; j++)
        {
          const SquillRelationship *r =
              squill_model_get_relationship (self->model, collection->relationships->pdata[j]);

          if (r != NULL)
            aspects |= get_marked (update, r->parent) | get_marked (update, r->child);
        }
      if (aspects != 0 || self->everywhere != 0 || update->hot_changed || self->all)
        check_subject (update, SQUILL_SCOPE_COLLECTION, collection->id, collection, aspects);
    }
}

static void
forget_gone (SquillAdvice *self)
{
  GHashTableIter iter;
  gpointer id, list;

  g_hash_table_iter_init (&iter, self->found);
  while (g_hash_table_iter_next (&iter, &id, &list))
    if (squill_model_get_item (self->model, id) == NULL)
      {
        drop_found (self, list, NULL);
        g_hash_table_iter_remove (&iter);
      }
}

/* Who is at the ends of relationships and what operations touch, for when they are gone. */
static void
remember (SquillAdvice *self)
{
  const GPtrArray *uses = squill_workload_get_uses (self->workload);

  g_hash_table_remove_all (self->ends);
  g_hash_table_remove_all (self->touched);
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (self->model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      char **ends = g_new0 (char *, 3);

      ends[0] = g_strdup (r->parent);
      ends[1] = g_strdup (r->child);
      g_hash_table_insert (self->ends, g_strdup (r->item.id), ends);
    }
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];
      g_autoptr (GPtrArray) ids = g_ptr_array_new ();

      for (guint j = 0; j < use->entities->len; j++)
        g_ptr_array_add (ids, ((const SquillItem *)use->entities->pdata[j])->id);
      set_strv (self->touched, use->operation->item.id, ids);
    }
}

/* Putting findings in order. */

static int
compare_found (gconstpointer a, gconstpointer b)
{
  return squill_finding_compare ((*(const Found *const *)a)->finding,
                                 (*(const Found *const *)b)->finding);
}

/* Most findings stay where they are: those that are new are merged in. */
static void
merge_fresh (SquillAdvice *self)
{
  GPtrArray *merged = g_ptr_array_new_full (self->order->len + self->fresh->len, found_free);
  guint i = 0, j = 0;

  g_ptr_array_sort (self->fresh, compare_found);
  while (i < self->order->len || j < self->fresh->len)
    {
      Found *next;

      if (j == self->fresh->len ||
          (i < self->order->len &&
           compare_found (&self->order->pdata[i], &self->fresh->pdata[j]) <= 0))
        next = self->order->pdata[i++];
      else
        next = self->fresh->pdata[j++];
      if (next->gone)
        found_free (next);
      else
        g_ptr_array_add (merged, next);
    }
  g_ptr_array_set_free_func (self->order, NULL);
  g_ptr_array_unref (self->order);
  self->order = merged;
  g_ptr_array_set_size (self->fresh, 0);
}

static char *
get_dismissal_key (const char *rule, const char *subject)
{
  return g_strconcat (rule, "\n", subject, NULL);
}

static void
read_dismissals (SquillAdvice *self)
{
  g_hash_table_remove_all (self->dismissals);
  SQUILL_FOR_EACH_CHILD (SquillDismissal, dismissal, squill_model_get_info (self->model),
                         SQUILL_KIND_DISMISSAL)
    {
      if (dismissal->rule != NULL && dismissal->subject != NULL)
        g_hash_table_add (self->dismissals,
                          get_dismissal_key (dismissal->rule, dismissal->subject));
    }
}

static gboolean
is_dismissed (SquillAdvice *self, const SquillFinding *finding)
{
  g_autofree char *key = NULL;

  if (g_hash_table_size (self->dismissals) == 0)
    return FALSE;
  key = get_dismissal_key (finding->rule, finding->subject);
  return g_hash_table_contains (self->dismissals, key);
}

/* What is shown: without what another finding says better, and what was dismissed at the end. */
static void
make_findings (SquillAdvice *self)
{
  g_autoptr (GPtrArray) all = g_ptr_array_sized_new (self->order->len);
  GPtrArray *dismissed = g_ptr_array_new ();

  for (guint i = 0; i < self->order->len; i++)
    {
      SquillFinding *finding = ((Found *)self->order->pdata[i])->finding;

      finding->dismissed = is_dismissed (self, finding);
      g_ptr_array_add (all, finding);
    }
  squill_precedence_filter (all);
  self->findings = g_ptr_array_sized_new (all->len);
  for (guint i = 0; i < all->len; i++)
    {
      SquillFinding *finding = all->pdata[i];

      g_ptr_array_add (finding->dismissed ? dismissed : self->findings, finding);
    }
  g_ptr_array_extend_and_steal (self->findings, dismissed);
}

static void
compute (SquillAdvice *self)
{
  Update update = { .advice = self };
  SquillRun *run = &update.run;
  g_autoptr (GHashTable) marked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) computed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) homes = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) places = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) accesses = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_autoptr (GPtrArray) results = g_ptr_array_new ();

  update.marked = marked;
  run->model = self->model;
  run->design = self->design;
  run->findings = results;
  run->homes = homes;
  run->places = places;
  run->accesses = accesses;
  squill_thresholds_read (self->model, run->thresholds);
  if (self->workload == NULL || self->workload_stale)
    {
      g_clear_pointer (&self->workload, squill_workload_free);
      self->workload =
          squill_workload_new (self->model, squill_run_get (run, SQUILL_THRESHOLD_HOT_RATE),
                               squill_run_get (run, SQUILL_THRESHOLD_HOT_SHARE),
                               squill_run_get (run, SQUILL_THRESHOLD_HOT_LEAST));
      update.hot_changed = self->hot_rate != squill_workload_get_hot_rate (self->workload);
      self->hot_rate = squill_workload_get_hot_rate (self->workload);
      update.workload_made = TRUE;
    }
  run->workload = self->workload;

  if (self->items_went)
    forget_gone (self);
  mark_pending (&update);
  mark_collections (&update, computed);
  if (self->all || self->everywhere != 0 || update.hot_changed)
    check_everything (&update);
  else
    check_marked (&update);
  check_collections (&update, computed);
  check_subject (&update, SQUILL_SCOPE_MODEL, SQUILL_MODEL_ID, squill_model_get_info (self->model),
                 self->any);
  if (update.workload_made)
    remember (self);
  g_hash_table_remove_all (self->pending);
  self->all = self->workload_stale = self->items_went = FALSE;
  self->everywhere = self->any = 0;
}

static void
update (SquillAdvice *self)
{
  if (!self->stale)
    return;
  self->stale = FALSE;
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_clear_pointer (&self->worst, g_hash_table_unref);
  if (self->dismissals_stale)
    read_dismissals (self);
  self->dismissals_stale = FALSE;
  compute (self);
  merge_fresh (self);
  make_findings (self);
}

static void
add_check (SquillAdvice *self, SquillScope scope, const SquillRule *rule, SquillCheck check)
{
  Check entry = { rule, check, rule->aspects | SQUILL_ASPECT_NAME, 0 };

  g_array_append_val (self->checks[scope], entry);
  self->watched |= entry.aspects | SQUILL_ASPECT_ADVICE;
}

static void
squill_advice_dispose (GObject *object)
{
  SquillAdvice *self = SQUILL_ADVICE (object);

  if (self->model != NULL)
    g_clear_signal_handler (&self->handler, self->model);
  g_clear_object (&self->model);
  g_clear_object (&self->design);
  G_OBJECT_CLASS (squill_advice_parent_class)->dispose (object);
}

static void
squill_advice_finalize (GObject *object)
{
  SquillAdvice *self = SQUILL_ADVICE (object);

  g_hash_table_unref (self->found);
  g_ptr_array_unref (self->order);
  g_ptr_array_unref (self->fresh);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_clear_pointer (&self->worst, g_hash_table_unref);
  g_hash_table_unref (self->dismissals);
  g_hash_table_unref (self->records);
  g_hash_table_unref (self->ends);
  g_hash_table_unref (self->touched);
  g_hash_table_unref (self->pending);
  g_clear_pointer (&self->workload, squill_workload_free);
  for (guint i = 0; i < SQUILL_N_SCOPES; i++)
    g_array_unref (self->checks[i]);
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

  self->found =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  self->order = g_ptr_array_new_with_free_func (found_free);
  self->fresh = g_ptr_array_new ();
  self->dismissals = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->records = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, record_free);
  self->ends = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_strfreev);
  self->touched =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_strfreev);
  self->pending = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->all = self->stale = self->dismissals_stale = TRUE;
  for (guint i = 0; i < SQUILL_N_SCOPES; i++)
    self->checks[i] = g_array_new (FALSE, FALSE, sizeof (Check));
  rules = squill_rules_get_all (&n);
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
        const Check *check = &g_array_index (self->checks[i], Check, j);

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
  /* The design was connected before, so it knows of a change when the advice hears of it. */
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
 * Gives what the rules find, the worst first and what was dismissed last. Of findings about one
 * relationship or field only the most severe are there (rules.md 2).
 *
 * Returns: (transfer none) (element-type SquillFinding): the findings, valid until the model
 *   changes
 */
GPtrArray *
squill_advice_get_findings (SquillAdvice *self)
{
  g_return_val_if_fail (SQUILL_IS_ADVICE (self), NULL);

  update (self);
  return self->findings;
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

  update (self);
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
  g_autoptr (GPtrArray) edits = NULL;
  g_autoptr (SquillModel) model = NULL;

  g_return_val_if_fail (SQUILL_IS_ADVICE (self), FALSE);
  g_return_val_if_fail (finding != NULL, FALSE);

  if (finding->fix == NULL)
    return FALSE;
  /* The finding goes when the model changes. */
  edits = g_ptr_array_ref (finding->fix->edits);
  model = g_object_ref (self->model);
  squill_model_begin_step (model, finding->fix->label, NULL);
  for (guint i = 0; i < edits->len; i++)
    if (!squill_model_apply (model, edits->pdata[i], error))
      {
        squill_model_cancel_step (model);
        return FALSE;
      }
  squill_model_end_step (model);
  return TRUE;
}
