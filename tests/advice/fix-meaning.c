/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "fix-meaning.h"

#include <string.h>

#include "advice/squill-access.h"
#include "design/squill-cost.h"
#include "design/squill-plan.h"
#include "design/squill-storage.h"
#include "design/squill-use.h"
#include "model/squill-model-file.h"
#include "model/squill-placement.h"

/* More than any model of the tests has. */
#define MAX_FIXES 200
/* What is simpler may cost as much more, for placements that are compared. */
#define MORE 1.2

struct _Meaning
{
  GHashTable *unique;   /* sorted ids of what is unique together, joined by spaces */
  GHashTable *ordered;  /* ids of relationships whose children have an order */
  GHashTable *listed;   /* ids of relationships whose children stand in an array of the parent */
  GHashTable *named;    /* "operation list id": what operations name */
  GHashTable *needed;   /* "operation entity": what operations read and write without naming it */
  GHashTable *scanning; /* ids of operations that read a whole collection for want of an index */
  GHashTable *items;    /* ids of all that the model has */
  GHashTable *findings; /* "rule subject", and "severity subject" for all that it is or exceeds */
  GHashTable
      *around;  /* "severity entity": documents that something as bad, or worse, was wrong with */
  double work;  /* of all operations, microseconds each second */
  double bytes; /* of all documents at the horizon; as the work, NaN where it is unknown of
                   some, or counts contradict each other */
};

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static void
add (GHashTable *set, char *text)
{
  g_hash_table_add (set, text);
}

/* Unique indexes. */

static char *
name_index (const SquillIndex *index)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();

  for (guint i = 0; index->keys != NULL && i < index->keys->len; i++)
    g_ptr_array_add (
        ids, (gpointer)squill_key_path_get_last (((const SquillKey *)index->keys->pdata[i])->path));
  g_ptr_array_sort (ids, compare_texts);
  g_ptr_array_add (ids, NULL);
  return g_strjoinv (" ", (char **)ids->pdata);
}

static void
read_unique (Meaning *self, SquillModel *model, SquillDesign *design)
{
  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      const SquillCollection *collection = squill_design_get_collection (design, i);

      for (guint j = 0; j < collection->indexes->len; j++)
        {
          const SquillCollectionIndex *index = collection->indexes->pdata[j];

          if (index->unique && index->index != NULL && !index->unresolved)
            add (self->unique, name_index (squill_model_get_item_of_kind (model, index->index,
                                                                          SQUILL_KIND_INDEX)));
        }
    }
}

/* Orders. */

static void
read_orders (Meaning *self, SquillModel *model)
{
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      gboolean is_list = squill_placement_lists_children (r->placement) &&
                         r->placement != SQUILL_PLACEMENT_EMBED_ONE &&
                         !squill_relationship_is_single (r);
      guint n_links;

      squill_item_get_children (r, SQUILL_KIND_FIELD, &n_links);
      if (is_list)
        add (self->listed, g_strdup (r->item.id));
      if (r->ordering != SQUILL_ORDERING_NONE &&
          (is_list || r->order_by != NULL ||
           (n_links > 0 && (r->placement == SQUILL_PLACEMENT_JUNCTION ||
                            squill_placement_has_reference (r->placement, FALSE)))))
        add (self->ordered, g_strdup (r->item.id));
    }
}

/* What operations reach. */

static void
read_names (Meaning *self, const SquillOperation *operation)
{
  static const char *const names[] = { "filter", "sort", "returns", "writes" };
  const SquillKeys *lists[] = { operation->filter, operation->sort, operation->returns,
                                operation->writes };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; lists[i] != NULL && j < lists[i]->len; j++)
      {
        const char *path = ((const SquillKey *)lists[i]->pdata[j])->path;

        if (*path != '=')
          add (self->named, g_strdup_printf ("%s %s %s", operation->item.id, names[i],
                                             squill_key_path_get_last (path)));
      }
}

/* Whether an operation says that it wants what is embedded by a relationship; with @reads only what
 * reads say counts. */
static gboolean
is_said (SquillModel *model, const char *relationship, gboolean reads)
{
  const SquillRelationship *r = squill_model_get_relationship (model, relationship);

  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (model),
                         SQUILL_KIND_OPERATION)
    {
      if (r != NULL && (!reads || squill_operation_is_read (operation)) &&
          squill_operation_names_children (operation, r))
        return TRUE;
    }
  return FALSE;
}

typedef struct
{
  GHashTable *entities; /* those that stand in a document */
  SquillModel *model;   /* NULL: all of them; otherwise those that come unasked */
  gboolean reads;       /* to a read */
} Embedded;

static gboolean
comes_unasked (const Embedded *embedded, const SquillShape *shape)
{
  for (; shape != NULL; shape = shape->parent)
    if (shape->document && shape->relationship != NULL &&
        is_said (embedded->model, shape->relationship, embedded->reads))
      return FALSE;
  return TRUE;
}

static gboolean
add_embedded (const SquillShape *shape, gpointer user_data)
{
  Embedded *embedded = user_data;

  if (shape->document && shape->entity != NULL &&
      (embedded->model == NULL || comes_unasked (embedded, shape)))
    g_hash_table_add (embedded->entities, g_strdup (shape->entity));
  return TRUE;
}

static void
add_around (SquillDesign *design, const char *entity, Embedded *embedded)
{
  g_autoptr (GPtrArray) places = squill_design_get_document_sites (design, entity);

  g_hash_table_add (embedded->entities, g_strdup (entity));
  for (guint i = 0; i < places->len; i++)
    squill_shape_foreach (places->pdata[i], add_embedded, embedded);
}

static gboolean
takes_whole (const SquillOperation *operation)
{
  switch (operation->operation)
    {
    case SQUILL_OPERATION_FIND:
    case SQUILL_OPERATION_AGGREGATE:
      return operation->returns == NULL;
    case SQUILL_OPERATION_INSERT:
      return operation->writes == NULL;
    case SQUILL_OPERATION_DELETE:
      return TRUE;
    case SQUILL_OPERATION_UPDATE:
    default:
      return FALSE;
    }
}

static void
read_needs (Meaning *self,
            SquillModel *model,
            SquillDesign *design,
            const SquillOperation *operation)
{
  g_autoptr (GHashTable) entities = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Embedded embedded = { entities, model, squill_operation_is_read (operation) };
  GHashTableIter iter;
  gpointer id;

  if (operation->entity == NULL || !takes_whole (operation))
    return;
  add_around (design, operation->entity, &embedded);
  g_hash_table_iter_init (&iter, entities);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    add (self->needed, g_strdup_printf ("%s %s", operation->item.id, (const char *)id));
}

static GHashTable *
get_reached (SquillModel *model, SquillDesign *design, const SquillOperation *operation)
{
  GHashTable *entities = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Embedded embedded = { entities, NULL, FALSE };

  if (operation->entity == NULL)
    return entities;
  add_around (design, operation->entity, &embedded);
  for (guint i = 0; operation->follows != NULL && operation->follows[i] != NULL; i++)
    {
      const SquillRelationship *r = squill_model_get_relationship (model, operation->follows[i]);

      if (r == NULL)
        continue;
      add_around (design, r->parent, &embedded);
      add_around (design, r->child, &embedded);
    }
  return entities;
}

/* The entities whose documents a finding is about. */
static void
add_around_finding (Meaning *self, SquillModel *model, const SquillFinding *finding)
{
  const SquillItem *item = squill_model_get_item (model, finding->subject);
  const SquillItem *owner = item == NULL ? NULL : squill_item_get_owner (item);
  const SquillRelationship *r =
      owner == NULL ? NULL : squill_model_get_relationship (model, owner->id);

  for (int severity = SQUILL_SEVERITY_HINT; severity <= (int)finding->severity; severity++)
    {
      /* Those that it is embedded in. */
      if (finding->collection != NULL)
        add (self->around, g_strdup_printf ("%d %s", severity, finding->collection));
      if (r != NULL)
        {
          add (self->around, g_strdup_printf ("%d %s", severity, r->parent));
          add (self->around, g_strdup_printf ("%d %s", severity, r->child));
        }
      else if (owner != NULL)
        add (self->around, g_strdup_printf ("%d %s", severity, owner->id));
    }
}

/* What a finding is about, which an index that moves to another collection stays. */
static char *
name_subject (SquillModel *model, const SquillFinding *finding)
{
  const SquillIndex *index =
      squill_model_get_item_of_kind (model, finding->subject, SQUILL_KIND_INDEX);

  return index != NULL ? name_index (index) : g_strdup (finding->subject);
}

static void
read_findings (Meaning *self, SquillAdvice *advice)
{
  GPtrArray *findings = squill_advice_get_findings (advice);
  SquillModel *model = squill_design_get_model (squill_advice_get_design (advice));

  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];

      g_autofree char *subject = name_subject (model, finding);

      add_around_finding (self, model, finding);
      add (self->findings, g_strdup_printf ("%s %s", finding->rule, subject));
      for (int severity = SQUILL_SEVERITY_HINT; severity <= (int)finding->severity; severity++)
        add (self->findings, g_strdup_printf ("%d %s", severity, finding->subject));
    }
}

/* Whether there are more, or fewer, children of all parents than there are children. Then each
 * design has another number of the same documents. */
static gboolean
is_contradictory (SquillModel *model, const SquillRelationship *r)
{
  const double parents =
      squill_triple_is_set (r->parents) ? squill_triple_get_usual (r->parents) : 1;
  const double from_parents = squill_model_get_entity (model, r->parent)->count.likely *
                              squill_triple_get_usual (r->children);
  const double from_children = squill_model_get_entity (model, r->child)->count.likely * parents;

  return from_parents > 2 * from_children || from_children > 2 * from_parents;
}

static void
forget_contradictory (Meaning *self, SquillModel *model)
{
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      if (is_contradictory (model, r))
        self->work = self->bytes = NAN;
    }
}

static void
read_items (Meaning *self, const SquillItem *item)
{
  for (guint i = 0; item->children != NULL && i < item->children->len; i++)
    {
      const SquillItem *child = item->children->pdata[i];

      add (self->items, g_strdup (child->id));
      read_items (self, child);
    }
}

Meaning *
meaning_new (SquillAdvice *advice)
{
  Meaning *self = g_new0 (Meaning, 1);
  SquillDesign *design = squill_advice_get_design (advice);
  SquillModel *model = squill_design_get_model (design);
  GHashTable **sets[] = { &self->unique,   &self->ordered, &self->listed,
                          &self->named,    &self->needed,  &self->scanning,
                          &self->findings, &self->around,  &self->items };

  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    *sets[i] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  read_unique (self, model, design);
  read_orders (self, model);
  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (model),
                         SQUILL_KIND_OPERATION)
    {
      read_names (self, operation);
      read_needs (self, model, design, operation);
      const SquillPlan *plan = squill_design_get_plan (design, operation->item.id);
      const double rate = squill_operation_get_rate (operation);

      if (plan->scans)
        add (self->scanning, g_strdup (operation->item.id));
      if (rate > 0)
        self->work += rate * plan->cost.likely;
    }
  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      const double bytes =
          squill_collection_get_storage (squill_design_get_collection (design, i), TRUE).data;

      self->bytes += bytes;
    }
  forget_contradictory (self, model);
  read_items (self, &squill_model_get_info (model)->item);
  read_findings (self, advice);
  return self;
}

void
meaning_free (Meaning *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->unique);
  g_hash_table_unref (self->ordered);
  g_hash_table_unref (self->listed);
  g_hash_table_unref (self->named);
  g_hash_table_unref (self->needed);
  g_hash_table_unref (self->scanning);
  g_hash_table_unref (self->items);
  g_hash_table_unref (self->findings);
  g_hash_table_unref (self->around);
  g_free (self);
}

/* What differs. */

/* What a fix removes has no meaning any more; each part of it has to be found elsewhere by tests of
 * that fix. */
static gboolean
are_there (SquillModel *model, const char *ids)
{
  g_auto (GStrv) all = g_strsplit (ids, " ", -1);

  for (guint i = 0; all[i] != NULL; i++)
    if (*all[i] != '=' && squill_model_get_item (model, all[i]) == NULL)
      return FALSE;
  return TRUE;
}

/* Whether one of its keys is the parent of a document that each parent has one of: no two can have
 * the same, whatever the other keys are. */
static gboolean
has_embedded_one (SquillModel *model, const char *ids)
{
  g_auto (GStrv) all = g_strsplit (ids, " ", -1);

  for (guint i = 0; all[i] != NULL; i++)
    {
      const SquillRelationship *r = squill_model_get_relationship (model, all[i]);

      if (r != NULL && r->placement == SQUILL_PLACEMENT_EMBED_ONE)
        return TRUE;
    }
  return FALSE;
}

static gboolean
names_relationship (SquillModel *model, const char *ids)
{
  g_auto (GStrv) all = g_strsplit (ids, " ", -1);

  for (guint i = 0; all[i] != NULL; i++)
    if (squill_model_get_relationship (model, all[i]) != NULL)
      return TRUE;
  return FALSE;
}

static void
compare_unique (const Meaning *self, const Meaning *after, SquillModel *model, GPtrArray *found)
{
  GHashTableIter iter;
  gpointer ids;

  g_hash_table_iter_init (&iter, self->unique);
  while (g_hash_table_iter_next (&iter, &ids, NULL))
    /* That a child has one parent, or a parent one child, is what the placement says. */
    if (are_there (model, ids) && squill_model_get_relationship (model, ids) == NULL &&
        !has_embedded_one (model, ids) && !g_hash_table_contains (after->unique, ids))
      g_ptr_array_add (found, g_strdup_printf ("%s is not unique", (char *)ids));
  g_hash_table_iter_init (&iter, after->unique);
  while (g_hash_table_iter_next (&iter, &ids, NULL))
    if (!g_hash_table_contains (self->unique, ids) && !names_relationship (model, ids))
      g_ptr_array_add (found, g_strdup_printf ("%s is unique", (char *)ids));
}

static void
compare_orders (const Meaning *self, const Meaning *after, SquillModel *model, GPtrArray *found)
{
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, self->ordered);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    if (are_there (model, id) && !g_hash_table_contains (after->ordered, id))
      g_ptr_array_add (found, g_strdup_printf ("!%s has no order", (char *)id));
  g_hash_table_iter_init (&iter, self->listed);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    if (are_there (model, id) && !g_hash_table_contains (after->listed, id) &&
        !g_hash_table_contains (after->ordered, id) &&
        squill_model_get_relationship (model, id)->order_by == NULL)
      g_ptr_array_add (found, g_strdup_printf ("%s is no list", (char *)id));
}

/* What was found by one place may be found by another that is new: the ancestors of a document in
 * place of its parent, the words of a text in place of the text. */
static gboolean
asks_otherwise (const Meaning *self, const Meaning *after, const char *operation, const char *list)
{
  g_autofree char *prefix = g_strdup_printf ("%s %s ", operation, list);
  GHashTableIter iter;
  gpointer text;

  if (!g_str_equal (list, "filter"))
    return FALSE;
  g_hash_table_iter_init (&iter, after->named);
  while (g_hash_table_iter_next (&iter, &text, NULL))
    if (g_str_has_prefix (text, prefix) &&
        !g_hash_table_contains (self->items, (const char *)text + strlen (prefix)))
      return TRUE;
  return FALSE;
}

static void
compare_reach (const Meaning *self, const Meaning *after, SquillAdvice *advice, GPtrArray *found)
{
  SquillDesign *design = squill_advice_get_design (advice);
  SquillModel *model = squill_design_get_model (design);
  GHashTableIter iter;
  gpointer text;

  g_hash_table_iter_init (&iter, self->named);
  while (g_hash_table_iter_next (&iter, &text, NULL))
    {
      g_auto (GStrv) parts = g_strsplit (text, " ", 3);

      if (are_there (model, parts[0]) && are_there (model, parts[2]) &&
          !g_hash_table_contains (after->named, text) &&
          !asks_otherwise (self, after, parts[0], parts[1]))
        g_ptr_array_add (found, g_strdup_printf ("!not reached: %s", (char *)text));
    }
  g_hash_table_iter_init (&iter, self->needed);
  while (g_hash_table_iter_next (&iter, &text, NULL))
    {
      g_auto (GStrv) parts = g_strsplit (text, " ", 2);
      const SquillOperation *operation = squill_model_get_operation (model, parts[0]);
      g_autoptr (GHashTable) reached = NULL;

      if (operation == NULL || squill_model_get_item (model, parts[1]) == NULL)
        continue;
      reached = get_reached (model, design, operation);
      if (!g_hash_table_contains (reached, parts[1]))
        g_ptr_array_add (found, g_strdup_printf ("!not reached: %s", (char *)text));
    }
}

/* An array may be to blame for what its document, or another array in it, was blamed for. */
static gboolean
was_as_bad_around (const Meaning *self, SquillAdvice *advice, const SquillFinding *finding)
{
  SquillModel *model = squill_design_get_model (squill_advice_get_design (advice));
  const SquillItem *item = squill_model_get_item (model, finding->subject);
  const SquillItem *owner = item == NULL ? NULL : squill_item_get_owner (item);
  const SquillRelationship *r =
      owner == NULL ? NULL : squill_model_get_relationship (model, owner->id);
  const char *const ids[] = { owner == NULL ? NULL : owner->id, r == NULL ? NULL : r->parent,
                              r == NULL ? NULL : r->child };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autofree char *as_bad =
          g_strdup_printf ("%d %s", (int)finding->severity, ids[i] == NULL ? "" : ids[i]);

      if (g_hash_table_contains (self->findings, as_bad) ||
          g_hash_table_contains (self->around, as_bad))
        return TRUE;
    }
  return FALSE;
}

/* What an operation reads was as bad in the documents that it starts from. */
static gboolean
was_as_bad_where_it_starts (const Meaning *self, SquillModel *model, const SquillFinding *finding)
{
  const SquillOperation *operation = squill_model_get_operation (model, finding->subject);
  g_autofree char *as_bad = NULL;

  if (operation == NULL || operation->entity == NULL)
    return FALSE;
  as_bad = g_strdup_printf ("%d %s", (int)finding->severity, operation->entity);
  return g_hash_table_contains (self->around, as_bad);
}

/* Whether it says how much is stored or done somewhere. A fix decides in which collection that is,
 * and where another was blamed for it before, or none had enough of it, this one may be blamed now.
 * No harm is done as long as there is no more of it in all. */
static gboolean
is_moved (const Meaning *self, const Meaning *after, const SquillFinding *finding)
{
  static const struct
  {
    const char *rule;
    gboolean of_bytes;
  } rules[] = {
    { "ageing-missing", TRUE },        { "child-ref-reverse-unindexed", FALSE },
    { "lookup-hot", FALSE },           { "missing-index", FALSE },
    { "multikey-fanout", FALSE },      { "read-amplification", FALSE },
    { "shard-consider", TRUE },        { "shard-lookup", FALSE },
    { "shard-scatter-gather", FALSE }, { "sort-in-memory", FALSE },
    { "subset-write-cost", FALSE },    { "unused-index", FALSE },
    { "write-heavy-indexes", FALSE },
  };

  /* Old servers refuse to join a sharded collection. */
  if (g_str_equal (finding->rule, "shard-lookup") && finding->severity == SQUILL_SEVERITY_ERROR)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    if (g_str_equal (finding->rule, rules[i].rule))
      return rules[i].of_bytes ? !(after->bytes > MORE * self->bytes)
                               : !(after->work > MORE * self->work);
  return FALSE;
}

static void
compare_findings (const Meaning *self,
                  const Meaning *after,
                  SquillAdvice *advice,
                  SquillSeverity severity,
                  GPtrArray *found)
{
  GPtrArray *findings = squill_advice_get_findings (advice);
  SquillModel *model = squill_design_get_model (squill_advice_get_design (advice));

  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];
      g_autofree char *subject = name_subject (model, finding);
      g_autofree char *name = g_strdup_printf ("%s %s", finding->rule, subject);
      g_autofree char *as_bad = g_strdup_printf ("%d %s", (int)finding->severity, finding->subject);
      const json_t *limit = json_object_get (finding->values, "element_limit");

      /* Of a document that is full without it an array is not to blame. */
      if (limit != NULL && json_number_value (limit) == 0)
        continue;
      /* It has no index for what it asks for, as before; how many documents those are is known now.
       */
      if (g_str_equal (finding->rule, "missing-index") &&
          g_hash_table_contains (self->scanning, finding->subject))
        continue;
      /* Of several things to say about an item the worst is said. */
      if (finding->severity > severity && !g_hash_table_contains (self->findings, name) &&
          !g_hash_table_contains (self->findings, as_bad) &&
          !was_as_bad_around (self, advice, finding) &&
          !was_as_bad_where_it_starts (self, model, finding) && !is_moved (self, after, finding))
        g_ptr_array_add (found, g_strdup_printf ("!now %s: %s", name, finding->message));
    }
}

/* What a model means otherwise than before. Of what starts with an exclamation mark to say so is no
 * excuse. @severity is that of the finding that was mended. */
GPtrArray *
meaning_find_differences (const Meaning *self, SquillAdvice *advice, SquillSeverity severity)
{
  SquillModel *model = squill_design_get_model (squill_advice_get_design (advice));
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (Meaning) after = meaning_new (advice);

  compare_unique (self, after, model, found);
  compare_orders (self, after, model, found);
  compare_reach (self, after, advice, found);
  compare_findings (self, after, advice, severity, found);
  return found;
}

/* Whether all that speaks against an option, and not against how it is stored now, is stated. */
static gboolean
states_drawbacks (const SquillFix *fix,
                  const SquillPlacementOption *option,
                  const GPtrArray *options)
{
  const GPtrArray *before = NULL;

  for (guint i = 0; i < options->len; i++)
    if (((const SquillPlacementOption *)options->pdata[i])->current)
      before = ((const SquillPlacementOption *)options->pdata[i])->drawbacks;
  for (guint i = 0; i < option->drawbacks->len; i++)
    {
      g_autofree char *loss = g_strdup_printf ("%s.", (const char *)option->drawbacks->pdata[i]);

      if ((before == NULL ||
           !g_ptr_array_find_with_equal_func ((GPtrArray *)before, option->drawbacks->pdata[i],
                                              g_str_equal, NULL)) &&
          !g_ptr_array_find_with_equal_func (fix->losses, loss, g_str_equal, NULL))
        return FALSE;
    }
  return TRUE;
}

/* The relationships that a fix stores as is advised although something speaks against it. */
static GHashTable *
find_with_drawbacks (SquillAdvice *advice, const SquillFix *fix)
{
  SquillDesign *design = squill_advice_get_design (advice);
  GHashTable *found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < fix->edits->len; i++)
    {
      const SquillEdit *edit = fix->edits->pdata[i];
      g_autoptr (GPtrArray) options = NULL;

      if (squill_edit_get_edit_type (edit) != SQUILL_EDIT_SET ||
          !g_str_equal (squill_edit_get_property (edit), "placement"))
        continue;
      options = squill_placements_compare (design, squill_edit_get_id (edit));
      if (options->len > 0 && ((SquillPlacementOption *)options->pdata[0])->drawbacks->len > 0)
        g_hash_table_add (found, g_strdup (squill_edit_get_id (edit)));
    }
  return found;
}

char *
find_fix_against_comparison (SquillAdvice *advice, const SquillFix *fix)
{
  SquillDesign *design = squill_advice_get_design (advice);
  SquillModel *model = squill_design_get_model (design);

  for (guint i = 0; i < fix->edits->len; i++)
    {
      const SquillEdit *edit = fix->edits->pdata[i];
      const char *id = squill_edit_get_id (edit), *value;
      g_autoptr (GPtrArray) options = NULL;
      const SquillPlacementOption *best;

      if (squill_edit_get_edit_type (edit) != SQUILL_EDIT_SET ||
          !g_str_equal (squill_edit_get_property (edit), "placement") ||
          squill_model_get_relationship (model, id) == NULL)
        continue;
      value = json_string_value (squill_edit_get_value (edit));
      options = squill_placements_compare (design, id);
      best = options->pdata[0];
      if (!best->advised)
        return g_strdup_printf ("%s to %s, but nothing is advised", id, value);
      if (!states_drawbacks (fix, best, options))
        return g_strdup_printf ("%s to %s, and does not say what speaks against it", id, value);
      if (!g_str_equal (value, squill_placement_get_name (best->placement)))
        for (guint j = 0; j < options->len; j++)
          {
            const SquillPlacementOption *option = options->pdata[j];

            if (g_str_equal (value, squill_placement_get_name (option->placement)))
              return g_strdup_printf ("%s to %s (%s), but %s is advised", id, value,
                                      option->infeasible_reason != NULL ? option->infeasible_reason
                                      : option->drawbacks->len > 0
                                          ? (char *)option->drawbacks->pdata[0]
                                          : "feasible",
                                      best->current ? "the current placement"
                                                    : squill_placement_get_name (best->placement));
          }
    }
  return NULL;
}

/* Whether it says that a number was wrong, and stores nothing otherwise, but for names. */
static gboolean
corrects_numbers (const SquillFix *fix)
{
  const SquillEdit *first = fix->edits->pdata[0];

  for (guint i = 1; i < fix->edits->len; i++)
    if (squill_edit_get_edit_type (fix->edits->pdata[i]) != SQUILL_EDIT_SET ||
        !g_str_has_suffix (squill_edit_get_property (fix->edits->pdata[i]), "name"))
      return FALSE;
  return squill_edit_get_edit_type (first) == SQUILL_EDIT_SET &&
         g_str_equal (squill_edit_get_property (first), "parents");
}

/* Whether it is that something was found about one of the relationships, or about an operation that
 * goes along one. */
static gboolean
is_about (const char *difference, SquillModel *model, GHashTable *relationships)
{
  g_auto (GStrv) words = NULL;
  const SquillOperation *operation;
  GHashTableIter iter;
  gpointer id;

  if (relationships == NULL || !g_str_has_prefix (difference, "!now "))
    return FALSE;
  words = g_strsplit_set (difference, " :", 4);
  if (g_strv_length (words) < 4)
    return FALSE;
  if (g_hash_table_contains (relationships, words[2]))
    return TRUE;
  operation = squill_model_get_operation (model, words[2]);
  g_hash_table_iter_init (&iter, relationships);
  while (operation != NULL && g_hash_table_iter_next (&iter, &id, NULL))
    if (squill_operation_goes_through (operation, id))
      return TRUE;
  return FALSE;
}

/* What a fix did has to be what it said. @with_drawbacks: (nullable): relationships about which it
 * said what speaks against the way in which they are stored now. */
static void
assert_kept (const Meaning *before,
             SquillAdvice *advice,
             SquillSeverity severity,
             const char *name,
             gboolean is_stated,
             gboolean is_placement,
             GHashTable *with_drawbacks)
{
  g_autoptr (GPtrArray) differences = meaning_find_differences (before, advice, severity);
  SquillModel *model = squill_design_get_model (squill_advice_get_design (advice));
  gboolean is_wrong = FALSE;

  for (guint i = 0; i < differences->len; i++)
    {
      const char *difference = differences->pdata[i];

      if ((is_stated && *difference != '!') || is_about (difference, model, with_drawbacks))
        continue;
      /* Rules that propose a unique index say so. */
      if (!is_placement && g_str_has_suffix (difference, "is unique"))
        continue;
      g_test_message ("The fix of %s changes the meaning: %s", name, difference);
      is_wrong = TRUE;
    }
  if (is_wrong)
    g_test_fail ();
}

static void
print_losses (const SquillFix *fix)
{
  for (guint i = 0; i < fix->losses->len; i++)
    g_test_message ("%s: %s", fix->label, (char *)fix->losses->pdata[i]);
}

/* Applies the fix of a finding. */
void
assert_fix_keeps_meaning (SquillAdvice *advice, const SquillFinding *finding)
{
  g_autoptr (Meaning) before = meaning_new (advice);
  g_autoptr (GHashTable) with_drawbacks = find_with_drawbacks (advice, finding->fix);
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_strdup_printf ("%s of %s", finding->rule, finding->subject);
  gboolean is_stated = finding->fix->losses->len > 0;
  gboolean is_placement = finding->fix->placement >= 0;
  /* What comes to light when a number is put right was there before. */
  SquillSeverity severity =
      corrects_numbers (finding->fix) ? SQUILL_SEVERITY_ERROR : finding->severity;

  print_losses (finding->fix);
  squill_advice_apply_fix (advice, finding, &error);
  g_assert_no_error (error);
  assert_kept (before, advice, severity, name, is_stated, is_placement, with_drawbacks);
}

/* Applies a transform. Somebody may choose what another would warn of, but nothing that breaks. */
void
assert_transform_keeps_meaning (SquillAdvice *advice, const SquillTransform *transform)
{
  g_autoptr (Meaning) before = meaning_new (advice);
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_strdup_printf ("%s of %s", transform->pattern->id, transform->subject);
  gboolean is_stated = transform->fix->losses->len > 0;
  gboolean is_placement = transform->fix->placement >= 0;

  print_losses (transform->fix);
  squill_advice_apply_transform (advice, transform, &error);
  g_assert_no_error (error);
  assert_kept (before, advice, SQUILL_SEVERITY_WARNING, name, is_stated, is_placement, NULL);
}

/* How everything is stored, without what a fix adds besides. */
static char *
describe_placements (SquillModel *model)
{
  GString *text = g_string_new (NULL);

  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      g_string_append_printf (text, "%s %s %g\n", r->item.id,
                              squill_placement_get_name (r->placement), r->bound);
    }
  return g_string_free (text, FALSE);
}

/* What a fix stores elsewhere: a document that is too large may be mended part by part. */
static char *
describe_placed (const SquillFix *fix)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < fix->edits->len; i++)
    {
      const SquillEdit *edit = fix->edits->pdata[i];

      if (squill_edit_get_edit_type (edit) == SQUILL_EDIT_SET &&
          g_str_equal (squill_edit_get_property (edit), "placement"))
        g_string_append_printf (text, ", %s", squill_edit_get_id (edit));
    }
  return g_string_free (text, FALSE);
}

static const SquillFinding *
pick_fixable (SquillAdvice *advice, GRand *random)
{
  const GPtrArray *findings = squill_advice_get_findings (advice);
  g_autoptr (GPtrArray) fixable = g_ptr_array_new ();

  for (guint i = 0; i < findings->len; i++)
    if (((const SquillFinding *)findings->pdata[i])->fix != NULL)
      g_ptr_array_add (fixable, findings->pdata[i]);
  return fixable->len == 0 ? NULL
                           : fixable->pdata[g_rand_int_range (random, 0, (gint32)fixable->len)];
}

void
assert_fixes_end (SquillModel *model, GRand *random)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillAdvice) advice = squill_advice_new (design);
  g_autoptr (GHashTable) states = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) fixed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) history = g_string_new (NULL);
  const SquillFinding *finding;
  guint n = 0;

  g_hash_table_add (states, describe_placements (model));
  while ((finding = pick_fixable (advice, random)) != NULL)
    {
      g_autofree char *before = describe_placements (model);
      g_autofree char *after = NULL;
      g_autofree char *against = find_fix_against_comparison (advice, finding->fix);
      g_autofree char *placed = describe_placed (finding->fix);
      char *name = g_strdup_printf ("%s of %s%s", finding->rule, finding->subject, placed);
      gboolean is_placement;

      g_assert_cmpuint (n++, <, MAX_FIXES);
      g_string_append_printf (history, "\n%s: %s", name, finding->fix->label);
      if (against != NULL)
        {
          g_test_message ("The fix of %s: %s", name, against);
          g_test_fail ();
        }
      /* With other numbers another placement may be right. */
      if (corrects_numbers (finding->fix))
        {
          g_hash_table_remove_all (fixed);
          g_hash_table_remove_all (states);
        }
      is_placement = finding->fix->placement >= 0;
      assert_fix_keeps_meaning (advice, finding);
      if (!g_hash_table_add (fixed, name) && is_placement)
        g_error ("Mended twice:%s", history->str);
      after = describe_placements (model);
      if (!g_str_equal (before, after) && !g_hash_table_add (states, g_steal_pointer (&after)))
        g_error ("All is stored as before:%s", history->str);
    }
}
