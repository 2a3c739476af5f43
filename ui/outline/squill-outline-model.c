/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "outline/squill-outline-model.h"

#include <glib/gi18n.h>
#include <gtk/gtk.h>

#include "design/squill-assumption.h"
#include "model/squill-variants.h"
#include "session/squill-rows.h"
#include "session/squill-terms.h"
#include "session/squill-word-search.h"
#include "text/squill-text.h"

#define MAX_RESULTS 500

enum
{
  COLLECTIONS,
  EMBEDDED,
  OPERATIONS,
  OTHERS,
  N_PARTS
};

typedef struct
{
  guint errors;
  guint warnings;
} Count;

struct _SquillOutlineModel
{
  GObject parent_instance;

  SquillSession *session;
  GListStore *sections[N_PARTS]; /* each has a heading, or nothing */
  GListStore *parts[N_PARTS];
  GListModel *root;

  GHashTable *counts; /* id -> Count; NULL until they are counted */
  GHashTable *stale;  /* ids of collections with rows to update */
  guint source;
  guint stale_top : 1;
  guint stale_operations : 1;
};

enum
{
  UPDATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillOutlineModel, squill_outline_model, G_TYPE_OBJECT)

/* The rows as they should be. */

static SquillOutlineRow *
make_field_row (SquillOutlineModel *self, const SquillShape *shape, const char *collection)
{
  SquillModel *model = squill_session_get_model (self->session);
  const char *id = shape->copy != NULL    ? shape->copy
                   : shape->field != NULL ? shape->field
                                          : shape->relationship;
  SquillOutlineRow *row =
      squill_outline_row_new (SQUILL_OUTLINE_FIELD, shape->path, id, shape->name);
  const SquillField *field =
      shape->field == NULL ? NULL : squill_model_get_field (model, shape->field);
  g_autofree char *types = squill_types_to_text (shape->types);
  g_autofree char *length = squill_triple_to_short (shape->length);

  row->collection = g_strdup (collection);
  row->path = g_strdup (shape->path);
  row->expandable = shape->children != NULL && shape->children->len > 0;
  row->bold =
      shape->parent != NULL && shape->parent->parent == NULL && g_str_equal (shape->name, "_id");
  row->dim = !shape->required;
  if (shape->array)
    row->hint = g_strdup_printf ("[%s] %s", length, types);
  else if (shape->map)
    row->hint = g_strdup_printf ("{%s} %s", length, types);
  else
    row->hint = g_strdup (types);
  if (field != NULL && field->description != NULL)
    {
      char *both = g_strdup_printf ("%s\n%s", row->hint, field->description);

      g_free (row->hint);
      row->hint = both;
    }
  if (g_str_equal (shape->path, "_id"))
    row->icon = "squill-key-symbolic";
  else if (shape->origin == SQUILL_ORIGIN_EMBEDDED && shape->field == NULL)
    row->icon = "squill-embedded-symbolic";
  else if (shape->target != NULL || shape->origin == SQUILL_ORIGIN_REFERENCE)
    row->icon = "squill-reference-symbolic";
  else if (shape->map)
    row->icon = "squill-map-symbolic";
  else if (shape->array)
    row->icon = "squill-array-symbolic";
  return row;
}

static GPtrArray *
make_shape_rows (SquillOutlineModel *self, const SquillShape *shape, const char *collection)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; shape->children != NULL && i < shape->children->len; i++)
    g_ptr_array_add (rows, make_field_row (self, shape->children->pdata[i], collection));
  return rows;
}

/* The fields of an entity that no document contains. */
static GPtrArray *
make_drawn_rows (gconstpointer item)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_object_unref);

  SQUILL_FOR_EACH_CHILD (SquillField, field, item, SQUILL_KIND_FIELD)
    {
      SquillOutlineRow *row = squill_outline_row_new (SQUILL_OUTLINE_FIELD, field->item.id,
                                                      field->item.id, field->name);
      guint n;

      row->hint = squill_term_for_type_of (field);
      row->dim = !squill_field_is_always_present (field);
      if (field->map)
        row->icon = "squill-map-symbolic";
      else if (field->array)
        row->icon = "squill-array-symbolic";
      squill_item_get_children (field, SQUILL_KIND_FIELD, &n);
      row->expandable = n > 0;
      g_ptr_array_add (rows, row);
    }
  return rows;
}

static GPtrArray *
make_child_rows (SquillOutlineModel *self, SquillOutlineRow *row)
{
  SquillModel *model = squill_session_get_model (self->session);
  const SquillCollection *collection;
  const SquillShape *shape;
  gconstpointer item;

  if (row->collection != NULL)
    {
      collection = squill_design_find_collection (squill_session_get_design (self->session),
                                                  row->collection);
      shape = collection == NULL ? NULL : collection->shape;
      if (shape != NULL && row->path != NULL)
        shape = squill_shape_find (shape, row->path);
      if (shape != NULL)
        return make_shape_rows (self, shape, row->collection);
      return g_ptr_array_new_with_free_func (g_object_unref);
    }
  item = row->id == NULL ? NULL : squill_model_get_item (model, row->id);
  return item != NULL ? make_drawn_rows (item) : g_ptr_array_new_with_free_func (g_object_unref);
}

static GPtrArray *
make_collection_rows (SquillOutlineModel *self)
{
  SquillModel *model = squill_session_get_model (self->session);
  SquillDesign *design = squill_session_get_design (self->session);
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      const char *id = squill_design_get_collection_id (design, i);
      const SquillEntity *entity = squill_model_get_entity (model, id);
      /* Only the collection of a relationship has a computed name. */
      const char *name =
          entity != NULL ? entity->name : squill_design_get_collection (design, i)->name;
      SquillOutlineRow *row = squill_outline_row_new (SQUILL_OUTLINE_COLLECTION, id, id, name);

      row->collection = g_strdup (id);
      row->bold = TRUE;
      row->expandable = TRUE;
      g_ptr_array_add (rows, row);
    }
  return rows;
}

static GPtrArray *
make_embedded_rows (SquillOutlineModel *self)
{
  SquillModel *model = squill_session_get_model (self->session);
  SquillDesign *design = squill_session_get_design (self->session);
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_object_unref);

  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (model), SQUILL_KIND_ENTITY)
    {
      SquillOutlineRow *row;

      if (squill_design_is_collection (design, entity->item.id))
        continue;
      row = squill_outline_row_new (SQUILL_OUTLINE_EMBEDDED, entity->item.id, entity->item.id,
                                    entity->name);
      row->icon = "squill-embedded-symbolic";
      row->expandable = TRUE;
      g_ptr_array_add (rows, row);
    }
  return rows;
}

static GPtrArray *
make_operation_rows (SquillOutlineModel *self)
{
  SquillModel *model = squill_session_get_model (self->session);
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_object_unref);

  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (model),
                         SQUILL_KIND_OPERATION)
    {
      SquillOutlineRow *row = squill_outline_row_new (SQUILL_OUTLINE_OPERATION, operation->item.id,
                                                      operation->item.id, operation->name);

      row->icon =
          squill_operation_is_read (operation) ? "squill-read-symbolic" : "squill-write-symbolic";
      row->note = squill_term_for_operation_rate (operation);
      row->hint = g_strdup (operation->description);
      g_ptr_array_add (rows, row);
    }
  return rows;
}

static GPtrArray *
make_other_rows (SquillOutlineModel *self)
{
  const SquillModelInfo *info = squill_model_get_info (squill_session_get_model (self->session));
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_object_unref);

  SQUILL_FOR_EACH_CHILD (SquillGroup, group, info, SQUILL_KIND_GROUP)
    {
      SquillOutlineRow *row = squill_outline_row_new (SQUILL_OUTLINE_OPERATION, group->item.id,
                                                      group->item.id, group->name);

      row->icon = "squill-group-symbolic";
      g_ptr_array_add (rows, row);
    }
  SQUILL_FOR_EACH_CHILD (SquillNote, note, info, SQUILL_KIND_NOTE)
    {
      g_autofree char *line = g_strndup (note->text != NULL ? note->text : "",
                                         note->text != NULL ? strcspn (note->text, "\n") : 0);
      SquillOutlineRow *row =
          squill_outline_row_new (SQUILL_OUTLINE_OPERATION, note->item.id, note->item.id, line);

      row->icon = "squill-note-symbolic";
      row->hint = g_strdup (note->text);
      g_ptr_array_add (rows, row);
    }
  return rows;
}

/* Bringing rows up to date. */

/* Takes @rows. */
static void
sync_rows (GListStore *store, GPtrArray *rows)
{
  squill_rows_update (store, rows, squill_outline_row_get_key, squill_outline_row_take, NULL);
  g_ptr_array_unref (rows);
}

static void
sync_children (SquillOutlineModel *self, SquillOutlineRow *row)
{
  if (row->children == NULL)
    return;
  sync_rows (row->children, make_child_rows (self, row));
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (row->children)); i++)
    sync_children (self, squill_rows_peek (G_LIST_MODEL (row->children), i));
}

/* A heading is added before its rows, so that a list that begins with it does not scroll, and
 * removed after them. Takes @rows. */
static void
sync_part (SquillOutlineModel *self, guint part, const char *name, GPtrArray *rows)
{
  GListStore *section = self->sections[part];
  gboolean wanted = rows->len > 0;
  gboolean there = g_list_model_get_n_items (G_LIST_MODEL (section)) > 0;

  if (wanted && !there)
    {
      g_autoptr (SquillOutlineRow) row =
          squill_outline_row_new (SQUILL_OUTLINE_SECTION, name, NULL, name);

      g_list_store_append (section, row);
    }
  sync_rows (self->parts[part], rows);
  if (!wanted && there)
    g_list_store_remove_all (section);
}

static void
sync_stale (SquillOutlineModel *self, GListStore *store)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (store)); i++)
    {
      SquillOutlineRow *row = squill_rows_peek (G_LIST_MODEL (store), i);

      if (row->collection == NULL || self->stale_top ||
          g_hash_table_contains (self->stale, row->collection))
        sync_children (self, row);
    }
}

static void
update (SquillOutlineModel *self)
{
  if (self->stale_top)
    {
      sync_part (self, COLLECTIONS, _ ("Collections"), make_collection_rows (self));
      sync_part (self, EMBEDDED, _ ("Embedded only"), make_embedded_rows (self));
    }
  sync_stale (self, self->parts[COLLECTIONS]);
  sync_stale (self, self->parts[EMBEDDED]);
  if (self->stale_operations)
    {
      sync_part (self, OPERATIONS, _ ("Operations"), make_operation_rows (self));
      sync_part (self, OTHERS, _ ("Groups and notes"), make_other_rows (self));
    }
  self->stale_top = self->stale_operations = FALSE;
  g_hash_table_remove_all (self->stale);
  g_signal_emit (self, signals[UPDATED], 0);
}

static gboolean
on_update_due (gpointer user_data)
{
  SquillOutlineModel *self = user_data;

  self->source = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

static void
queue_update (SquillOutlineModel *self)
{
  if (self->source == 0)
    self->source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, on_update_due, self, NULL);
}

static void
on_design_changed (SquillDesign *design, guint n_gone_or_new, char **ids, SquillOutlineModel *self)
{
  if (n_gone_or_new > 0)
    self->stale_top = TRUE;
  for (guint i = 0; ids != NULL && ids[i] != NULL; i++)
    g_hash_table_add (self->stale, g_strdup (ids[i]));
  queue_update (self);
}

static void
on_advice_changed (SquillAdvice *advice, SquillOutlineModel *self)
{
  g_clear_pointer (&self->counts, g_hash_table_unref);
  queue_update (self);
}

static void
on_session_changed (SquillSession *session, SquillChange *change, SquillOutlineModel *self)
{
  for (guint i = 0; i < change->entries->len; i++)
    {
      const SquillChangeEntry *entry = change->entries->pdata[i];

      if (entry->kind == SQUILL_KIND_OPERATION || entry->kind == SQUILL_KIND_NOTE ||
          entry->kind == SQUILL_KIND_GROUP)
        self->stale_operations = TRUE;
      else if (entry->kind == SQUILL_KIND_ENTITY &&
               (entry->aspects & (SQUILL_ASPECT_NAME | SQUILL_ASPECT_PLACEMENT)) != 0)
        self->stale_top = TRUE;
      else if (entry->kind == SQUILL_KIND_RELATIONSHIP &&
               (entry->aspects & (SQUILL_ASPECT_NAME | SQUILL_ASPECT_PLACEMENT)) != 0)
        self->stale_top = TRUE;
    }
  if ((change->aspects & ~SQUILL_ASPECT_LAYOUT) != 0 || self->stale_operations)
    queue_update (self);
}

/* What rows show at their end. */

static void
count_for (SquillOutlineModel *self, const char *id, SquillSeverity severity)
{
  Count *count = g_hash_table_lookup (self->counts, id);

  if (count == NULL)
    {
      count = g_new0 (Count, 1);
      g_hash_table_insert (self->counts, g_strdup (id), count);
    }
  if (severity == SQUILL_SEVERITY_ERROR)
    count->errors++;
  else
    count->warnings++;
}

static void
count_findings (SquillOutlineModel *self)
{
  SquillModel *model = squill_session_get_model (self->session);
  GPtrArray *findings = squill_advice_get_findings (squill_session_get_advice (self->session));

  self->counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];
      const SquillItem *item = squill_model_get_item (model, finding->subject);
      const SquillItem *owner = item == NULL ? NULL : squill_item_get_owner (item);

      if (finding->dismissed || finding->severity < SQUILL_SEVERITY_WARNING)
        continue;
      count_for (self, finding->subject, finding->severity);
      if (owner != NULL && !g_str_equal (owner->id, finding->subject))
        count_for (self, owner->id, finding->severity);
      if (finding->collection != NULL && !g_str_equal (finding->collection, finding->subject) &&
          (owner == NULL || !g_str_equal (finding->collection, owner->id)))
        count_for (self, finding->collection, finding->severity);
    }
}

static char *
describe_collection (SquillOutlineModel *self, SquillOutlineRow *row, char **reason)
{
  SquillDesign *design = squill_session_get_design (self->session);
  const SquillCollection *collection = squill_design_find_collection (design, row->collection);

  if (collection == NULL || collection->shape == NULL)
    return NULL;
  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      const SquillIndex *drawn =
          index->index == NULL
              ? NULL
              : squill_model_get_item_of_kind (squill_session_get_model (self->session),
                                               index->index, SQUILL_KIND_INDEX);

      if (drawn != NULL && !isnan (drawn->expire_after))
        {
          g_autofree char *time = squill_text_duration (drawn->expire_after);

          return g_strdup_printf (_ ("TTL %s"), time);
        }
    }
  *reason = squill_shape_describe_assumptions (collection->shape);
  return isfinite (collection->shape->bytes.likely)
             ? squill_text_likely_bytes (collection->shape->bytes.likely,
                                         collection->shape->size_assumed)
             : g_strdup ("∞");
}

static char *
describe_field (SquillOutlineModel *self, SquillOutlineRow *row, gboolean *worrying)
{
  SquillDesign *design = squill_session_get_design (self->session);
  const SquillCollection *collection =
      row->collection == NULL ? NULL : squill_design_find_collection (design, row->collection);
  const SquillShape *shape = collection == NULL || collection->shape == NULL
                                 ? NULL
                                 : squill_shape_find (collection->shape, row->path);

  if (shape != NULL && (shape->array || shape->map) && isinf (shape->length.max))
    {
      *worrying = shape->unbounded;
      return g_strdup ("∞");
    }
  return NULL;
}

/* Which collection an embedded entity is stored in. */
static char *
describe_embedded (SquillOutlineModel *self, SquillOutlineRow *row)
{
  SquillDesign *design = squill_session_get_design (self->session);
  g_autoptr (GPtrArray) places = squill_design_get_document_sites (design, row->id);
  const SquillCollection *collection =
      places == NULL || places->len == 0
          ? NULL
          : squill_design_get_collection_of_shape (design, places->pdata[0]);

  if (collection == NULL)
    return g_strdup (_ ("not stored"));
  /* Translators: the collection that stores something in its documents. */
  return g_strdup_printf (_ ("in %s"), collection->name);
}

static void
squill_outline_model_dispose (GObject *object)
{
  SquillOutlineModel *self = SQUILL_OUTLINE_MODEL (object);

  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_object (&self->root);
  for (guint i = 0; i < N_PARTS; i++)
    {
      g_clear_object (&self->sections[i]);
      g_clear_object (&self->parts[i]);
    }
  g_clear_object (&self->session);

  G_OBJECT_CLASS (squill_outline_model_parent_class)->dispose (object);
}

static void
squill_outline_model_finalize (GObject *object)
{
  SquillOutlineModel *self = SQUILL_OUTLINE_MODEL (object);

  g_clear_pointer (&self->counts, g_hash_table_unref);
  g_hash_table_unref (self->stale);

  G_OBJECT_CLASS (squill_outline_model_parent_class)->finalize (object);
}

static void
squill_outline_model_class_init (SquillOutlineModelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = squill_outline_model_dispose;
  object_class->finalize = squill_outline_model_finalize;

  signals[UPDATED] = g_signal_new ("updated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
squill_outline_model_init (SquillOutlineModel *self)
{
  g_autoptr (GListStore) lists = g_list_store_new (G_TYPE_LIST_MODEL);

  self->stale = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < N_PARTS; i++)
    {
      self->sections[i] = g_list_store_new (SQUILL_TYPE_OUTLINE_ROW);
      self->parts[i] = g_list_store_new (SQUILL_TYPE_OUTLINE_ROW);
      g_list_store_append (lists, self->sections[i]);
      g_list_store_append (lists, self->parts[i]);
    }
  self->root = G_LIST_MODEL (gtk_flatten_list_model_new (g_object_ref (G_LIST_MODEL (lists))));
}

/**
 * squill_outline_model_new:
 * @session: what it shows
 *
 * Returns: (transfer full): the rows of the session
 */
SquillOutlineModel *
squill_outline_model_new (SquillSession *session)
{
  SquillOutlineModel *self;

  g_return_val_if_fail (SQUILL_IS_SESSION (session), NULL);

  self = g_object_new (SQUILL_TYPE_OUTLINE_MODEL, NULL);
  self->session = g_object_ref (session);
  g_signal_connect_object (session, "changed", G_CALLBACK (on_session_changed), self, 0);
  g_signal_connect_object (squill_session_get_design (session), "changed",
                           G_CALLBACK (on_design_changed), self, 0);
  g_signal_connect_object (squill_session_get_advice (session), "changed",
                           G_CALLBACK (on_advice_changed), self, 0);
  self->stale_top = self->stale_operations = TRUE;
  queue_update (self);
  return self;
}

/**
 * squill_outline_model_get_root:
 * @self: the rows of a session
 *
 * Returns: (transfer none): the rows that are there without expanding anything
 */
GListModel *
squill_outline_model_get_root (SquillOutlineModel *self)
{
  g_return_val_if_fail (SQUILL_IS_OUTLINE_MODEL (self), NULL);

  return self->root;
}

/**
 * squill_outline_model_create_children:
 * @self: the rows of a session
 * @row: one of them
 *
 * Returns: (transfer full) (nullable): the rows below it
 */
GListModel *
squill_outline_model_create_children (SquillOutlineModel *self, SquillOutlineRow *row)
{
  g_return_val_if_fail (SQUILL_IS_OUTLINE_MODEL (self), NULL);
  g_return_val_if_fail (SQUILL_IS_OUTLINE_ROW (row), NULL);

  if (!row->expandable)
    return NULL;
  if (row->children == NULL)
    {
      row->children = g_list_store_new (SQUILL_TYPE_OUTLINE_ROW);
      sync_children (self, row);
    }
  return g_object_ref (G_LIST_MODEL (row->children));
}

/**
 * squill_outline_model_describe:
 * @self: the rows of a session
 * @row: one of them
 * @note: (out): what it shows at its end; free its text with g_free()
 *
 * Computes what a row shows at its end, when it becomes visible.
 */
void
squill_outline_model_describe (SquillOutlineModel *self,
                               SquillOutlineRow *row,
                               SquillOutlineNote *note)
{
  const Count *count;

  g_return_if_fail (SQUILL_IS_OUTLINE_MODEL (self));
  g_return_if_fail (SQUILL_IS_OUTLINE_ROW (row));

  *note = (SquillOutlineNote){ 0 };
  if (row->note != NULL)
    note->text = g_strdup (row->note);
  if (row->id != NULL && row->kind != SQUILL_OUTLINE_OPERATION)
    {
      if (self->counts == NULL)
        count_findings (self);
      count = g_hash_table_lookup (self->counts, row->id);
      if (count != NULL)
        {
          note->errors = count->errors;
          note->warnings = count->warnings;
        }
    }
  if (note->text != NULL)
    return;
  switch (row->kind)
    {
    case SQUILL_OUTLINE_COLLECTION:
      if (note->errors + note->warnings == 0)
        note->text = describe_collection (self, row, &note->reason);
      break;
    case SQUILL_OUTLINE_EMBEDDED:
      note->text = describe_embedded (self, row);
      break;
    case SQUILL_OUTLINE_FIELD:
      note->text = describe_field (self, row, &note->worrying);
      break;
    case SQUILL_OUTLINE_SECTION:
    case SQUILL_OUTLINE_OPERATION:
    case SQUILL_OUTLINE_RESULT:
    default:
      break;
    }
}

/* The rows that lead to an item. */

typedef struct
{
  const char *id;
  const SquillShape *found;
} ShapeSearch;

static gboolean
match_shape (const SquillShape *shape, gpointer user_data)
{
  ShapeSearch *search = user_data;

  if (g_strcmp0 (shape->copy, search->id) == 0 ||
      (shape->copy == NULL && g_strcmp0 (shape->field, search->id) == 0) ||
      (shape->copy == NULL && shape->field == NULL &&
       g_strcmp0 (shape->relationship, search->id) == 0))
    search->found = shape;
  return search->found == NULL;
}

static const SquillShape *
find_shape (SquillOutlineModel *self, const SquillItem *item)
{
  SquillDesign *design = squill_session_get_design (self->session);
  const SquillItem *owner = squill_item_get_owner (item);
  ShapeSearch search = { item->id, NULL };
  g_autoptr (GPtrArray) places = NULL;

  if (owner->kind == SQUILL_KIND_ENTITY)
    {
      places = squill_design_get_document_sites (design, owner->id);
      for (guint i = 0; places != NULL && i < places->len && search.found == NULL; i++)
        squill_shape_foreach (places->pdata[i], match_shape, &search);
    }
  else
    {
      places = squill_design_get_collections_of (design, owner->id);
      for (guint i = 0; places != NULL && i < places->len && search.found == NULL; i++)
        {
          const SquillCollection *collection =
              squill_design_find_collection (design, places->pdata[i]);

          if (collection != NULL && collection->shape != NULL)
            squill_shape_foreach (collection->shape, match_shape, &search);
        }
    }
  return search.found;
}

static SquillOutlineRow *
find_row (GListStore *store, const char *key)
{
  guint at;

  return squill_rows_find (G_LIST_MODEL (store), squill_outline_row_get_key, key, &at)
             ? squill_rows_peek (G_LIST_MODEL (store), at)
             : NULL;
}

static void
add_route_to (SquillOutlineModel *self, GPtrArray *route, const SquillShape *shape)
{
  SquillOutlineRow *above;

  if (shape->parent == NULL)
    return;
  add_route_to (self, route, shape->parent);
  if (route->len == 0)
    return;
  above = route->pdata[route->len - 1];
  if (above->children == NULL && above->expandable)
    g_object_unref (squill_outline_model_create_children (self, above));
  if (above->children != NULL)
    {
      SquillOutlineRow *row = find_row (above->children, shape->path);

      if (row != NULL)
        g_ptr_array_add (route, g_object_ref (row));
    }
}

/**
 * squill_outline_model_find_route:
 * @self: the rows of a session
 * @id: the id of an item
 *
 * Returns: (transfer full) (element-type SquillOutlineRow): the rows from the top to the one that
 *   shows the item or its owner; empty if there is no such row
 */
GPtrArray *
squill_outline_model_find_route (SquillOutlineModel *self, const char *id)
{
  GPtrArray *route = g_ptr_array_new_with_free_func (g_object_unref);
  SquillModel *model;
  SquillDesign *design;
  const SquillItem *item;
  const SquillShape *shape;
  const SquillCollection *collection = NULL;
  SquillOutlineRow *row = NULL;

  g_return_val_if_fail (SQUILL_IS_OUTLINE_MODEL (self), route);
  g_return_val_if_fail (id != NULL, route);

  model = squill_session_get_model (self->session);
  design = squill_session_get_design (self->session);
  item = squill_model_get_item (model, id);
  if (item != NULL && item->kind == SQUILL_KIND_INDEX)
    item = item->parent;
  if (item == NULL)
    return route;
  switch (item->kind)
    {
    case SQUILL_KIND_OPERATION:
      row = find_row (self->parts[OPERATIONS], id);
      break;
    case SQUILL_KIND_NOTE:
    case SQUILL_KIND_GROUP:
      row = find_row (self->parts[OTHERS], id);
      break;
    case SQUILL_KIND_ENTITY:
    case SQUILL_KIND_RELATIONSHIP:
    case SQUILL_KIND_FIELD:
    case SQUILL_KIND_COPY:
      row = find_row (self->parts[COLLECTIONS], item->id);
      if (row == NULL && item->kind == SQUILL_KIND_ENTITY)
        row = find_row (self->parts[EMBEDDED], item->id);
      if (row != NULL)
        break;
      shape = find_shape (self, item);
      collection = shape == NULL ? NULL : squill_design_get_collection_of_shape (design, shape);
      if (collection != NULL && (row = find_row (self->parts[COLLECTIONS], collection->id)) != NULL)
        {
          g_ptr_array_add (route, g_object_ref (row));
          add_route_to (self, route, shape);
          return route;
        }
      break;
    case SQUILL_KIND_MODEL:
    case SQUILL_KIND_INDEX:
    case SQUILL_KIND_DISMISSAL:
    case SQUILL_KIND_ALTERNATIVE:
    case SQUILL_KIND_VIEW:
    default:
      break;
    }
  if (row != NULL)
    g_ptr_array_add (route, g_object_ref (row));
  return route;
}

/**
 * squill_outline_model_update_now:
 * @self: the rows of a session
 *
 * Updates the rows now if an update is pending, instead of in an idle.
 */
void
squill_outline_model_update_now (SquillOutlineModel *self)
{
  g_return_if_fail (SQUILL_IS_OUTLINE_MODEL (self));

  if (self->source == 0)
    return;
  g_clear_handle_id (&self->source, g_source_remove);
  update (self);
}

/* Searching. */

static void
add_result (GListStore *results,
            const SquillItem *item,
            SquillModel *model,
            const char *icon,
            const char *note)
{
  g_autofree char *name = squill_term_for_item (model, item->id);
  g_autoptr (SquillOutlineRow) row =
      squill_outline_row_new (SQUILL_OUTLINE_RESULT, item->id, item->id, name);

  row->icon = icon;
  row->note = g_strdup (note);
  row->bold = item->kind == SQUILL_KIND_ENTITY;
  if (g_list_model_get_n_items (G_LIST_MODEL (results)) < MAX_RESULTS)
    g_list_store_append (results, row);
}

static void
search_fields (GListStore *results,
               gconstpointer parent,
               SquillModel *model,
               SquillWordSearch *search)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, parent, SQUILL_KIND_FIELD)
    {
      g_autofree char *type = squill_term_for_type_of (field);

      if (squill_word_search_matches (search, field->name) ||
          squill_word_search_matches (search, type) ||
          squill_word_search_matches (search, field->description))
        add_result (results, &field->item, model, NULL, type);
      search_fields (results, field, model, search);
    }
}

/**
 * squill_outline_model_search:
 * @self: the rows of a session
 * @text: words of a name, a type, a description, or the text of a finding
 *
 * Returns: (transfer full): rows for the first few hundred items that match
 */
GListModel *
squill_outline_model_search (SquillOutlineModel *self, const char *text)
{
  GListStore *results = g_list_store_new (SQUILL_TYPE_OUTLINE_ROW);
  g_autoptr (SquillWordSearch) search = NULL;
  SquillModel *model;
  const SquillModelInfo *info;
  GPtrArray *findings;

  g_return_val_if_fail (SQUILL_IS_OUTLINE_MODEL (self), G_LIST_MODEL (results));
  g_return_val_if_fail (text != NULL, G_LIST_MODEL (results));

  search = squill_word_search_new (text);
  model = squill_session_get_model (self->session);
  info = squill_model_get_info (model);
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, info, SQUILL_KIND_ENTITY)
    {
      if (squill_word_search_matches (search, entity->name) ||
          squill_word_search_matches (search, entity->description))
        add_result (results, &entity->item, model, NULL, NULL);
      search_fields (results, entity, model, search);
    }
  SQUILL_FOR_EACH_CHILD (SquillRelationship, relationship, info, SQUILL_KIND_RELATIONSHIP)
    {
      g_autofree char *ends = squill_term_for_ends (model, relationship);

      if (squill_word_search_matches (search, relationship->name) ||
          squill_word_search_matches (search, relationship->description))
        add_result (results, &relationship->item, model, "squill-reference-symbolic", ends);
      search_fields (results, relationship, model, search);
    }
  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, info, SQUILL_KIND_OPERATION)
    {
      if (squill_word_search_matches (search, operation->name) ||
          squill_word_search_matches (search, operation->description))
        add_result (results, &operation->item, model, "squill-read-symbolic", NULL);
    }
  findings = squill_advice_get_findings (squill_session_get_advice (self->session));
  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];
      const SquillItem *item = squill_model_get_item (model, finding->subject);

      if (item != NULL && !finding->dismissed &&
          (squill_word_search_matches (search, finding->title) ||
           squill_word_search_matches (search, finding->message) ||
           squill_word_search_matches (search, finding->rule)))
        add_result (results, item, model, "dialog-warning-symbolic", finding->title);
    }
  return G_LIST_MODEL (results);
}
