/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-preview.h"

#include <glib/gi18n.h>
#include <math.h>

#include "advice/squill-advised.h"
#include "session/squill-task.h"
#include "text/squill-text.h"

/* How long somebody points at something before it is computed, ms: a pointer that only passes
 * changes nothing. */
#define PAUSE_MS 150
/* Collections that the summary names. */
#define MAX_NAMED 3

struct _SquillPreview
{
  GObject parent_instance;

  SquillAdvice *advice;
  SquillSamples *samples;

  /* What is pointed at. */
  char **ids;
  GPtrArray *edits;   /* of SquillEdit */
  char *relationship; /* or this, stored in another way */
  SquillPlacement placement;
  gboolean copied;

  SquillModel *copy; /* of the model as it is; NULL where none was needed yet */
  SquillPreviewResult *result;
  GCancellable *cancellable; /* of the thread that runs */
  guint pause_source;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillPreview, squill_preview, G_TYPE_OBJECT)

static void
collection_free (gpointer data)
{
  SquillPreviewCollection *self = data;

  g_free (self->id);
  g_free (self->name);
  g_hash_table_unref (self->paths);
  g_free (self);
}

static void
result_free (SquillPreviewResult *self)
{
  if (self == NULL)
    return;
  g_clear_object (&self->diagram);
  g_clear_object (&self->samples);
  g_clear_object (&self->design);
  g_ptr_array_unref (self->collections);
  g_free (self->summary);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillPreviewResult, result_free)

static gpointer
free_in_thread (gpointer data)
{
  result_free (data);
  return NULL;
}

/* That of a large model takes longer than a frame to free. */
static void
drop_result (SquillPreview *self)
{
  SquillPreviewResult *result = g_steal_pointer (&self->result);

  if (result != NULL)
    g_thread_unref (g_thread_new ("squill-preview", free_in_thread, result));
}

/**
 * squill_preview_result_find:
 * @self: what a change would do
 * @collection: id of a collection, before or after the change
 *
 * Returns: (transfer none) (nullable): what becomes of it; %NULL where it stays as it is
 */
const SquillPreviewCollection *
squill_preview_result_find (const SquillPreviewResult *self, const char *collection)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (collection != NULL, NULL);

  for (guint i = 0; i < self->collections->len; i++)
    {
      const SquillPreviewCollection *found = self->collections->pdata[i];

      if (g_str_equal (found->id, collection))
        return found;
    }
  return NULL;
}

/* Comparing. */

typedef struct
{
  GHashTable *shapes; /* path -> shape, of the one design */
  GHashTable *paths;  /* path -> what becomes of it */
} Comparison;

static gboolean
is_same_number (double a, double b)
{
  return a == b || (isnan (a) && isnan (b));
}

static gboolean
is_same_triple (const SquillTriple *a, const SquillTriple *b)
{
  return is_same_number (a->min, b->min) && is_same_number (a->likely, b->likely) &&
         is_same_number (a->max, b->max);
}

/* What is in it counts for itself. */
static gboolean
is_same_field (const SquillShape *a, const SquillShape *b)
{
  return a->types == b->types && a->outlier_types == b->outlier_types && a->array == b->array &&
         a->map == b->map && a->required == b->required && a->origin == b->origin &&
         a->document == b->document && g_strcmp0 (a->target, b->target) == 0 &&
         ((!a->array && !a->map) || is_same_triple (&a->length, &b->length)) &&
         (a->children->len > 0 || is_same_triple (&a->payload, &b->payload));
}

static gboolean
note_shape (const SquillShape *shape, gpointer data)
{
  g_hash_table_insert (data, shape->path, (gpointer)shape);
  return TRUE;
}

static gboolean
compare_shape (const SquillShape *shape, gpointer data)
{
  Comparison *comparison = data;
  const SquillShape *before = g_hash_table_lookup (comparison->shapes, shape->path);

  if (before == NULL)
    g_hash_table_insert (comparison->paths, g_strdup (shape->path),
                         GINT_TO_POINTER (SQUILL_PREVIEW_NEW));
  else if (shape->parent != NULL && !is_same_field (before, shape))
    g_hash_table_insert (comparison->paths, g_strdup (shape->path),
                         GINT_TO_POINTER (SQUILL_PREVIEW_CHANGED));
  g_hash_table_remove (comparison->shapes, shape->path);
  return TRUE;
}

static void
compare_shapes (const SquillShape *before, const SquillShape *after, GHashTable *paths)
{
  g_autoptr (GHashTable) shapes = g_hash_table_new (g_str_hash, g_str_equal);
  Comparison comparison = { shapes, paths };
  GHashTableIter iter;
  gpointer path;

  squill_shape_foreach (before, note_shape, shapes);
  squill_shape_foreach (after, compare_shape, &comparison);
  g_hash_table_iter_init (&iter, shapes);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    g_hash_table_insert (paths, g_strdup (path), GINT_TO_POINTER (SQUILL_PREVIEW_GONE));
}

/* The likely bytes of a document; NaN where they are more than can be said. */
static double
get_bytes (const SquillCollection *collection)
{
  return collection == NULL ? NAN : collection->shape->bytes.likely;
}

static SquillPreviewCollection *
compare_collection (const SquillCollection *before, const SquillCollection *after)
{
  SquillPreviewCollection *self = g_new0 (SquillPreviewCollection, 1);

  self->id = g_strdup (after != NULL ? after->id : before->id);
  self->name = g_strdup (after != NULL ? after->name : before->name);
  self->before = get_bytes (before);
  self->after = get_bytes (after);
  self->paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (before == NULL)
    self->kind = SQUILL_PREVIEW_NEW;
  else if (after == NULL)
    self->kind = SQUILL_PREVIEW_GONE;
  else
    {
      compare_shapes (before->shape, after->shape, self->paths);
      if (g_hash_table_size (self->paths) > 0 || !is_same_number (self->before, self->after) ||
          g_strcmp0 (before->name, after->name) != 0)
        self->kind = SQUILL_PREVIEW_CHANGED;
    }
  return self;
}

static void
take_collection (SquillPreviewResult *self,
                 const SquillCollection *before,
                 const SquillCollection *after)
{
  SquillPreviewCollection *collection = compare_collection (before, after);

  if (collection->kind == SQUILL_PREVIEW_SAME)
    collection_free (collection);
  else
    g_ptr_array_add (self->collections, collection);
}

static void
compare_designs (SquillPreviewResult *self, SquillDesign *before, GCancellable *cancellable)
{
  for (guint i = 0; i < squill_design_get_n_collections (before); i++)
    {
      const SquillCollection *collection = squill_design_get_collection (before, i);

      if (g_cancellable_is_cancelled (cancellable))
        return;
      take_collection (self, collection,
                       squill_design_find_collection (self->design, collection->id));
    }
  for (guint i = 0; i < squill_design_get_n_collections (self->design); i++)
    {
      const SquillCollection *collection = squill_design_get_collection (self->design, i);

      if (squill_design_find_collection (before, collection->id) == NULL)
        take_collection (self, NULL, collection);
    }
}

static char *
describe (const SquillPreviewCollection *self)
{
  g_autofree char *before =
      isnan (self->before) ? g_strdup ("?") : squill_text_bytes (self->before);
  g_autofree char *after = isnan (self->after) ? g_strdup ("?") : squill_text_bytes (self->after);

  switch (self->kind)
    {
    case SQUILL_PREVIEW_NEW:
      /* Translators: a new collection, and the bytes of one of its documents. */
      return g_strdup_printf (_ ("+ %s: %s"), self->name, after);
    case SQUILL_PREVIEW_GONE:
      /* Translators: a collection that is no longer there. */
      return g_strdup_printf (_ ("− %s"), self->name);
    case SQUILL_PREVIEW_CHANGED:
    case SQUILL_PREVIEW_SAME:
    default:
      if (g_str_equal (before, after))
        /* Translators: a collection, and the bytes of its documents, which stay the same. */
        return g_strdup_printf (_ ("%s: still %s"), self->name, after);
      /* Translators: a collection, and the bytes of a document before and after. */
      return g_strdup_printf (_ ("%s: %s → %s"), self->name, before, after);
    }
}

static char *
summarize (const SquillPreviewResult *self)
{
  GString *text = g_string_new (NULL);
  const guint n = self->collections->len;

  if (n == 0)
    g_string_append (text, _ ("All documents stay as they are"));
  for (guint i = 0; i < MIN (n, MAX_NAMED); i++)
    {
      g_autofree char *one = describe (self->collections->pdata[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? "   " : "", one);
    }
  if (n > MAX_NAMED)
    {
      g_string_append (text, "   ");
      /* Translators: how many collections change besides those that are named. */
      g_string_append_printf (text, g_dngettext (NULL, "and %u more", "and %u more", n - MAX_NAMED),
                              n - MAX_NAMED);
    }
  return g_string_free (text, FALSE);
}

typedef struct
{
  SquillModel *before;
  GPtrArray *edits;   /* what changes it */
  char *relationship; /* or what is stored in another way */
  SquillPlacement placement;
  gboolean copied;
  guint64 seed;
} Work;

static void
work_free (gpointer data)
{
  Work *self = data;

  g_clear_object (&self->before);
  g_clear_pointer (&self->edits, g_ptr_array_unref);
  g_free (self->relationship);
  g_free (self);
}

/* Makes the change, as it is made where somebody chooses it. */
static gboolean
change (const Work *work, SquillDesign *design)
{
  g_autoptr (SquillAdvice) advice = squill_advice_new (design);

  if (work->relationship != NULL)
    return squill_advice_place_as (advice, work->relationship, work->placement, work->copied, NULL);
  for (guint i = 0; i < work->edits->len; i++)
    if (!squill_model_apply (squill_design_get_model (design), work->edits->pdata[i], NULL))
      return FALSE;
  return TRUE;
}

static void
compute (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Work *work = data;
  g_autoptr (SquillDesign) before = squill_design_new (work->before);
  g_autoptr (SquillModel) after = squill_model_copy (work->before);
  g_autoptr (SquillPreviewResult) result = g_new0 (SquillPreviewResult, 1);

  result->collections = g_ptr_array_new_with_free_func (collection_free);
  squill_model_set_read_only (after, FALSE);
  result->design = squill_design_new (after);
  if (!change (work, result->design))
    {
      g_task_return_pointer (task, NULL, NULL);
      return;
    }
  compare_designs (result, before, cancellable);
  if (g_task_return_error_if_cancelled (task))
    return;
  result->samples = squill_samples_new (result->design);
  squill_samples_set_seed (result->samples, work->seed);
  result->diagram = squill_diagram_new (result->design);
  squill_diagram_change_free (squill_diagram_update (result->diagram));
  if (g_task_return_error_if_cancelled (task))
    return;
  result->summary = summarize (result);
  g_task_return_pointer (task, g_steal_pointer (&result), (GDestroyNotify)result_free);
}

/* Running. One thread at most: where somebody points at one thing after the other, only the last
 * is computed. */

static void begin (SquillPreview *self);

static gboolean
is_wanted (SquillPreview *self)
{
  return self->edits != NULL || self->relationship != NULL;
}

static void
on_computed (GObject *source, GAsyncResult *result, gpointer data)
{
  SquillPreview *self = SQUILL_PREVIEW (source);
  g_autoptr (SquillPreviewResult) computed = g_task_propagate_pointer (G_TASK (result), NULL);
  const gboolean current = !g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result)));

  g_clear_object (&self->cancellable);
  if (!current || computed == NULL)
    {
      if (is_wanted (self) && !current && self->pause_source == 0)
        begin (self);
      return;
    }
  drop_result (self);
  self->result = g_steal_pointer (&computed);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
begin (SquillPreview *self)
{
  SquillModel *model = squill_design_get_model (squill_advice_get_design (self->advice));
  g_autoptr (GTask) task = NULL;
  Work *work;

  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, on_computed, NULL);
  g_task_set_source_tag (task, begin);
  work = g_new0 (Work, 1);
  g_task_set_task_data (task, work, work_free);
  work->seed = squill_samples_get_seed (self->samples);
  work->relationship = g_strdup (self->relationship);
  work->placement = self->placement;
  work->copied = self->copied;
  if (self->edits != NULL)
    work->edits = g_ptr_array_ref (self->edits);
  /* One thread at a time works with it. */
  if (self->copy == NULL)
    self->copy = squill_model_copy (model);
  work->before = g_object_ref (self->copy);
  squill_task_run_in_thread (task, compute);
}

static gboolean
on_pause (gpointer data)
{
  SquillPreview *self = data;

  self->pause_source = 0;
  /* Otherwise when the one that is no longer wanted has ended. */
  if (self->cancellable == NULL)
    begin (self);
  return G_SOURCE_REMOVE;
}

/* Ends what is shown, without saying so. */
static gboolean
clear (SquillPreview *self)
{
  const gboolean shown = self->ids != NULL || self->result != NULL;

  g_clear_handle_id (&self->pause_source, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_pointer (&self->ids, g_strfreev);
  g_clear_pointer (&self->edits, g_ptr_array_unref);
  g_clear_pointer (&self->relationship, g_free);
  drop_result (self);
  return shown;
}

static void
start (SquillPreview *self)
{
  self->pause_source = g_timeout_add (PAUSE_MS, on_pause, self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
squill_preview_dispose (GObject *object)
{
  SquillPreview *self = SQUILL_PREVIEW (object);

  clear (self);
  g_clear_object (&self->copy);
  g_clear_object (&self->samples);
  g_clear_object (&self->advice);

  G_OBJECT_CLASS (squill_preview_parent_class)->dispose (object);
}

static void
squill_preview_class_init (SquillPreviewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = squill_preview_dispose;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
squill_preview_init (SquillPreview *self)
{
}

/**
 * squill_preview_new:
 * @advice: the advice of the model
 * @samples: its sample documents
 *
 * Returns: (transfer full): a preview that shows nothing
 */
SquillPreview *
squill_preview_new (SquillAdvice *advice, SquillSamples *samples)
{
  SquillPreview *self;

  g_return_val_if_fail (SQUILL_IS_ADVICE (advice), NULL);
  g_return_val_if_fail (SQUILL_IS_SAMPLES (samples), NULL);

  self = g_object_new (SQUILL_TYPE_PREVIEW, NULL);
  self->advice = g_object_ref (advice);
  self->samples = g_object_ref (samples);
  return self;
}

/* The items that edits are about. A new one does not exist yet: its parent stands for it. */
static char **
list_ids (SquillModel *model, const GPtrArray *edits)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();

  for (guint i = 0; i < edits->len; i++)
    {
      const SquillEdit *edit = edits->pdata[i];
      const char *id = squill_edit_get_id (edit);

      if (squill_model_get_item (model, id) == NULL)
        id = squill_edit_get_parent (edit);
      if (id != NULL)
        g_strv_builder_add (ids, id);
    }
  return g_strv_builder_end (ids);
}

/**
 * squill_preview_show_fix:
 * @self: a preview
 * @fix: the fix of a finding or of a pattern, of the model as it is
 *
 * Shows what a fix would do: what it is about at once, the rest when it is known.
 */
void
squill_preview_show_fix (SquillPreview *self, const SquillFix *fix)
{
  g_return_if_fail (SQUILL_IS_PREVIEW (self));
  g_return_if_fail (fix != NULL);

  clear (self);
  self->edits = g_ptr_array_ref (fix->edits);
  self->ids =
      list_ids (squill_design_get_model (squill_advice_get_design (self->advice)), self->edits);
  start (self);
}

/**
 * squill_preview_show_placement:
 * @self: a preview
 * @relationship: id of a relationship
 * @placement: how to store it
 * @copied: with the fields copied that squill_placements_compare() names
 *
 * Shows what would follow from storing a relationship in another way.
 */
void
squill_preview_show_placement (SquillPreview *self,
                               const char *relationship,
                               SquillPlacement placement,
                               gboolean copied)
{
  const char *const ids[] = { relationship, NULL };

  g_return_if_fail (SQUILL_IS_PREVIEW (self));
  g_return_if_fail (relationship != NULL);

  clear (self);
  self->relationship = g_strdup (relationship);
  self->placement = placement;
  self->copied = !!copied;
  self->ids = g_strdupv ((char **)ids);
  start (self);
}

/**
 * squill_preview_end:
 * @self: a preview
 *
 * Shows the model as it is again.
 */
void
squill_preview_end (SquillPreview *self)
{
  g_return_if_fail (SQUILL_IS_PREVIEW (self));

  if (clear (self))
    g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * squill_preview_forget:
 * @self: a preview
 *
 * Ends what is shown, as the model is another one now.
 */
void
squill_preview_forget (SquillPreview *self)
{
  g_return_if_fail (SQUILL_IS_PREVIEW (self));

  g_clear_object (&self->copy);
  squill_preview_end (self);
}

/**
 * squill_preview_get_ids:
 * @self: a preview
 *
 * Returns: (transfer none) (nullable) (array zero-terminated=1): ids of the items that the change
 *   is about; %NULL where none is shown
 */
const char *const *
squill_preview_get_ids (SquillPreview *self)
{
  g_return_val_if_fail (SQUILL_IS_PREVIEW (self), NULL);

  return (const char *const *)self->ids;
}

/**
 * squill_preview_get_result:
 * @self: a preview
 *
 * Returns: (transfer none) (nullable): what the change would do; %NULL where none is shown, or it
 *   is not known yet
 */
const SquillPreviewResult *
squill_preview_get_result (SquillPreview *self)
{
  g_return_val_if_fail (SQUILL_IS_PREVIEW (self), NULL);

  return self->result;
}
