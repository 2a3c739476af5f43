/* SPDX-License-Identifier: Apache-2.0 */

/* The commands that write pairs of a relationship in the way that a design stores it. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/query/squill-migration-private.h"

#include <math.h>
#include <string.h>

#include "model/squill-authoring.h"
#include "model/squill-placement.h"

/* What has no id takes that of the pair. */
static void
append_ids (SquillMove *self)
{
  SquillMigration *migration = self->migration;
  bson_t *absent = BCON_NEW ("child", "{", "$exists", BCON_BOOL (FALSE), "}");
  bson_t *set = BCON_NEW ("$set", "{", "child", BCON_UTF8 ("$_id"), "}");

  g_string_append_printf (migration->text, "%*s", (int)(2 * migration->level), "");
  _squill_migration_begin_call (migration, self->pairs, "updateMany");
  _squill_migration_append_document (migration, absent);
  g_string_append (migration->text, ", [");
  _squill_migration_append_document (migration, set);
  g_string_append (migration->text, "]);\n");
  bson_destroy (absent);
  bson_destroy (set);
}

/* The new form. */

/* The name of the field that a copy is of; NULL where it is in another object. */
static const char *
get_copied (const SquillMove *self, const SquillShape *copy)
{
  const SquillField *field =
      copy->field == NULL
          ? NULL
          : squill_model_get_field (squill_design_get_model (self->migration->then), copy->field);

  return field == NULL || field->item.parent->kind != SQUILL_KIND_ENTITY ||
                 !_squill_name_is_plain (field->name)
             ? NULL
             : field->name;
}

gboolean
_squill_move_can_copy (const SquillMove *self, const SquillShape *reference)
{
  for (guint i = 0; reference != NULL && i < reference->children->len; i++)
    {
      const SquillShape *shape = reference->children->pdata[i];

      if (shape->origin == SQUILL_ORIGIN_COPY && get_copied (self, shape) == NULL)
        return FALSE;
    }
  return TRUE;
}

/* A reference: an id, or an object of that, copies from @source, and attributes of the link. */
static void
append_reference (const SquillMove *self,
                  bson_t *target,
                  const char *key,
                  const SquillShape *reference,
                  const char *id,
                  const char *source)
{
  bson_t object;

  if (reference->children->len == 0)
    {
      BSON_APPEND_UTF8 (target, key, id);
      return;
    }
  BSON_APPEND_DOCUMENT_BEGIN (target, key, &object);
  for (guint i = 0; i < reference->children->len; i++)
    {
      const SquillShape *shape = reference->children->pdata[i];
      g_autofree char *value =
          shape->origin == SQUILL_ORIGIN_COPY ? _squill_value_in (source, get_copied (self, shape))
          : shape->origin == SQUILL_ORIGIN_LINK ? _squill_value_in ("link", shape->name)
                                                : g_strdup (id);

      BSON_APPEND_UTF8 (&object, shape->name, value);
    }
  bson_append_document_end (target, &object);
}

static gboolean
has_id (const SquillShape *document)
{
  for (guint i = 0; i < document->children->len; i++)
    if (g_str_equal (((const SquillShape *)document->children->pdata[i])->name, "_id"))
      return TRUE;
  return FALSE;
}

/* A child as it is embedded. */
static void
append_embedded (bson_t *target, const char *key, const SquillShape *list)
{
  bson_t *document =
      has_id (list)
          ? BCON_NEW ("$mergeObjects", "[", "{", "_id", BCON_UTF8 ("$child"), "}",
                      BCON_UTF8 ("$document"), BCON_UTF8 ("$link"), "]")
          : BCON_NEW ("$mergeObjects", "[", BCON_UTF8 ("$document"), BCON_UTF8 ("$link"), "]");

  bson_append_document (target, key, -1, document);
  bson_destroy (document);
}

static void
append_element (const SquillMove *self, bson_t *target, const char *key, const SquillShape *list)
{
  if (list->origin == SQUILL_ORIGIN_EMBEDDED)
    append_embedded (target, key, list);
  else
    append_reference (self, target, key, list, "$child", "document");
}

/* What pairs are ordered by: the order of the relationship, or else as they were. */
static char *
get_order (const SquillMove *self, int *direction)
{
  const SquillRelationship *r = self->then.r;
  const SquillField *field =
      r->order_by == NULL ? NULL
                          : squill_model_get_field (squill_design_get_model (self->migration->then),
                                                    squill_key_path_get_last (r->order_by));

  *direction = r->ordering == SQUILL_ORDERING_TIME ? -1 : 1;
  return field == NULL || field->item.parent->kind != SQUILL_KIND_ENTITY ||
                 !_squill_name_is_plain (field->name) ||
                 !_squill_store_needs_documents (&self->then)
             ? NULL
             : g_strconcat ("document.", field->name, NULL);
}

/* Gives each pair an `order`, in which no two are equal, and which is the same when they are
 * gathered again. An array is sorted by it when it is whole: not every server keeps the order of
 * what it groups. Returns whether it ascends. */
static int
add_order (const SquillMove *self, GPtrArray *stages)
{
  int direction = 1;
  g_autofree char *path = get_order (self, &direction);
  g_autofree char *value = _squill_value_of (path != NULL ? path : "position");

  _squill_stages_add (stages, BCON_NEW ("$set", "{", "order", "{", "by", BCON_UTF8 (value), "at",
                                        BCON_UTF8 ("$position"), "child", BCON_UTF8 ("$child"),
                                        "pair", BCON_UTF8 ("$_id"), "}", "}"));
  return path != NULL ? direction : 1;
}

static void
append_push (bson_t *group, const char *name, const bson_iter_t *element)
{
  bson_t value, push;

  BSON_APPEND_DOCUMENT_BEGIN (group, name, &value);
  BSON_APPEND_DOCUMENT_BEGIN (&value, "$push", &push);
  BSON_APPEND_UTF8 (&push, "order", "$order");
  bson_append_iter (&push, "value", -1, element);
  bson_append_document_end (&value, &push);
  bson_append_document_end (group, &value);
}

static void
add_sorting (GPtrArray *stages, const char *name, int direction)
{
  g_autofree char *list = _squill_value_of (name);

  _squill_stages_add (stages, BCON_NEW ("$set", "{", name, "{", "$map", "{", "input", "{",
                                        "$sortArray", "{", "input", BCON_UTF8 (list), "sortBy", "{",
                                        "order", BCON_INT32 (direction), "}", "}", "}", "in",
                                        BCON_UTF8 ("$$this.value"), "}", "}", "}"));
}

/* Of attributes that stand beside a single reference. */
static void
append_links_beside (bson_t *group, const SquillStore *then, const SquillCollection *collection)
{
  const SquillShape *around = _squill_store_find_links (then);

  if (around == NULL || around != collection->shape)
    return;
  for (guint i = 0; i < around->children->len; i++)
    {
      const SquillShape *shape = around->children->pdata[i];
      g_autofree char *value = _squill_value_in ("link", shape->name);
      bson_t *first = BCON_NEW ("$first", BCON_UTF8 (value));

      if (_squill_store_has_link (shape, then))
        BSON_APPEND_DOCUMENT (group, shape->name, first);
      bson_destroy (first);
    }
}

/* What stands in one document of many pairs: an array, or one. */
static void
add_group (const SquillMove *self,
           GPtrArray *stages,
           const char *by,
           const SquillShape *shape,
           const bson_t *element,
           const SquillCollection *collection)
{
  const int direction = shape->array ? add_order (self, stages) : 0;
  bson_t group = BSON_INITIALIZER, value;
  bson_iter_t iter;

  bson_iter_init (&iter, element);
  bson_iter_next (&iter);
  BSON_APPEND_UTF8 (&group, "_id", by);
  if (shape->array)
    append_push (&group, shape->name, &iter);
  else
    {
      BSON_APPEND_DOCUMENT_BEGIN (&group, shape->name, &value);
      bson_append_iter (&value, "$first", -1, &iter);
      bson_append_document_end (&group, &value);
    }
  append_links_beside (&group, &self->then, collection);
  _squill_stages_add (stages, BCON_NEW ("$group", BCON_DOCUMENT (&group)));
  if (shape->array)
    add_sorting (stages, shape->name, direction);
  bson_destroy (&group);
}

static void
append_children (SquillMove *self)
{
  g_autoptr (GPtrArray) stages = _squill_stages_new ();

  _squill_stages_add (stages,
                      BCON_NEW ("$replaceWith", "{", "$mergeObjects", "[", "{", "_id",
                                BCON_UTF8 ("$child"), "}", BCON_UTF8 ("$document"), "]", "}"));
  _squill_stages_merge (stages, self->then.children->name, "keepExisting", "insert");
  _squill_migration_aggregate (self->migration, self->pairs, stages);
}

static void
append_references (SquillMove *self)
{
  const SquillStore *then = &self->then;
  g_autoptr (GPtrArray) stages = _squill_stages_new ();
  bson_t element = BSON_INITIALIZER;

  if (_squill_reference_has_copies (then->reference))
    {
      _squill_stages_add (stages, BCON_NEW ("$lookup", "{", "from", BCON_UTF8 (then->parents->name),
                                            "localField", BCON_UTF8 ("parent"), "foreignField",
                                            BCON_UTF8 ("_id"), "as", BCON_UTF8 ("source"), "}"));
      _squill_stages_add (
          stages, BCON_NEW ("$set", "{", "source", "{", "$first", BCON_UTF8 ("$source"), "}", "}"));
    }
  append_reference (self, &element, "v", then->reference, "$parent", "source");
  add_group (self, stages, "$child", then->reference, &element, then->children);
  _squill_stages_merge (stages, then->children->name, "merge", "discard");
  _squill_migration_aggregate (self->migration, self->pairs, stages);
  bson_destroy (&element);
}

/* How many at most are in an array; 0 for any number. */
static int
get_most (const SquillShape *list)
{
  return list->length.max >= 1 && list->length.max < G_MAXINT32 ? (int)list->length.max : 0;
}

int
_squill_store_get_bound (const SquillStore *then)
{
  return then->r->placement == SQUILL_PLACEMENT_SUBSET ? get_most (then->list) : 0;
}

static void
append_lists (SquillMove *self)
{
  const SquillStore *then = &self->then;
  const int bound = _squill_store_get_bound (then);
  g_autoptr (GPtrArray) stages = _squill_stages_new ();
  g_autofree char *list = _squill_value_of (then->list->name);
  bson_t element = BSON_INITIALIZER;

  if (then->list->origin == SQUILL_ORIGIN_EMBEDDED)
    _squill_stages_add (stages, BCON_NEW ("$unset", BCON_UTF8 ("document._id")));
  append_element (self, &element, "v", then->list);
  add_group (self, stages, "$parent", then->list, &element, then->parents);
  if (bound > 0)
    _squill_stages_add (stages, BCON_NEW ("$set", "{", then->list->name, "{", "$slice", "[",
                                          BCON_UTF8 (list), BCON_INT32 (bound), "]", "}", "}"));
  _squill_stages_merge (stages, then->parents->name, "merge", "discard");
  _squill_migration_aggregate (self->migration, self->pairs, stages);
  bson_destroy (&element);
}

static void
append_junction (SquillMove *self)
{
  const SquillStore *then = &self->then;
  const SquillShape *around = _squill_store_find_links (then);
  g_autoptr (GPtrArray) stages = _squill_stages_new ();
  bson_t projection = BSON_INITIALIZER;

  BSON_APPEND_UTF8 (&projection, then->own_parent->name, "$parent");
  BSON_APPEND_UTF8 (&projection, then->own_child->name, "$child");
  for (guint i = 0; around != NULL && i < around->children->len; i++)
    {
      const SquillShape *shape = around->children->pdata[i];
      g_autofree char *value = _squill_value_in ("link", shape->name);

      if (_squill_store_has_link (shape, then))
        BSON_APPEND_UTF8 (&projection, shape->name, value);
    }
  _squill_stages_project (stages, &projection);
  _squill_stages_merge (stages, then->own->name, "keepExisting", "insert");
  _squill_migration_aggregate (self->migration, self->pairs, stages);
  bson_destroy (&projection);
}

/* The name of what counts in a bucket. */
static const char *
find_count (const SquillStore *then)
{
  for (guint i = 0; i < then->own->shape->children->len; i++)
    {
      const SquillShape *shape = then->own->shape->children->pdata[i];

      if (shape->origin == SQUILL_ORIGIN_OWN && shape->types == SQUILL_TYPE_INT)
        return shape->name;
    }
  return NULL;
}

/* Children are numbered first, by their order alone: whole children of one parent may be more than
 * a document has room for. */
static void
append_buckets (SquillMove *self)
{
  const SquillStore *then = &self->then;
  const int bound = MAX (get_most (then->own_child), 1);
  const char *count = find_count (then);
  g_autoptr (GPtrArray) stages = _squill_stages_new ();
  g_autoptr (GPtrArray) numbering = _squill_stages_new ();
  const int direction = add_order (self, numbering);
  bson_t group = BSON_INITIALIZER, projection = BSON_INITIALIZER, element = BSON_INITIALIZER;
  bson_iter_t iter;

  _squill_stages_add (numbering, BCON_NEW ("$group", "{", "_id", BCON_UTF8 ("$parent"), "all", "{",
                                           "$push", BCON_UTF8 ("$order"), "}", "}"));
  _squill_stages_add (numbering,
                      BCON_NEW ("$set", "{", "all", "{", "$sortArray", "{", "input",
                                BCON_UTF8 ("$all"), "sortBy", "{", "by", BCON_INT32 (direction),
                                "at", BCON_INT32 (direction), "child", BCON_INT32 (direction),
                                "pair", BCON_INT32 (direction), "}", "}", "}", "}"));
  _squill_stages_add (numbering, BCON_NEW ("$unwind", "{", "path", BCON_UTF8 ("$all"),
                                           "includeArrayIndex", BCON_UTF8 ("number"), "}"));
  _squill_stages_add (numbering, BCON_NEW ("$project", "{", "_id", BCON_UTF8 ("$all.pair"), "order",
                                           BCON_UTF8 ("$all"), "number", BCON_INT32 (1), "}"));
  _squill_stages_merge (numbering, self->pairs, "merge", "discard");
  _squill_migration_aggregate (self->migration, self->pairs, numbering);

  _squill_stages_add (stages, BCON_NEW ("$unset", BCON_UTF8 ("document._id")));
  BCON_APPEND (&group, "_id", "{", "parent", BCON_UTF8 ("$parent"), "bucket", "{", "$floor", "{",
               "$divide", "[", BCON_UTF8 ("$number"), BCON_INT32 (bound), "]", "}", "}", "}",
               "first", "{", "$min", BCON_UTF8 ("$_id"), "}", "count", "{", "$sum", BCON_INT32 (1),
               "}");
  append_embedded (&element, "v", then->own_child);
  bson_iter_init (&iter, &element);
  bson_iter_next (&iter);
  append_push (&group, "list", &iter);
  _squill_stages_add (stages, BCON_NEW ("$group", BCON_DOCUMENT (&group)));
  add_sorting (stages, "list", direction);

  BSON_APPEND_UTF8 (&projection, "_id", "$first");
  BSON_APPEND_UTF8 (&projection, then->own_parent->name, "$_id.parent");
  if (count != NULL)
    BSON_APPEND_UTF8 (&projection, count, "$count");
  BSON_APPEND_UTF8 (&projection, then->own_child->name, "$list");
  _squill_stages_project (stages, &projection);
  _squill_stages_merge (stages, then->own->name, "keepExisting", "insert");
  _squill_migration_aggregate (self->migration, self->pairs, stages);
  bson_destroy (&element);
  bson_destroy (&group);
  bson_destroy (&projection);
}

/** The new form, of what was gathered. */
void
_squill_move_write (SquillMove *self)
{
  const SquillStore *then = &self->then;
  const gboolean brings_children =
      _squill_move_is_split (self) || _squill_store_holds_children (&self->now);

  if (brings_children)
    append_ids (self);
  if (brings_children && then->children != NULL)
    append_children (self);
  if (then->reference != NULL)
    append_references (self);
  if (then->list != NULL)
    append_lists (self);
  if (then->r->placement == SQUILL_PLACEMENT_JUNCTION)
    append_junction (self);
  if (then->r->placement == SQUILL_PLACEMENT_BUCKET)
    append_buckets (self);
}
