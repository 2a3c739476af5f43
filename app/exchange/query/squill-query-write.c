/* SPDX-License-Identifier: Apache-2.0 */

/* Updates and deletes. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <string.h>

#include "exchange/query/squill-query-private.h"
#include "model/squill-placement.h"
#include "model/squill-value-kind.h"

typedef struct
{
  SquillQueryBuilder *builder;
  SquillQueryReach *reach; /* what is written, in the first of its places */
  GPtrArray *conditions;   /* SquillQueryCondition: which of them */
  SquillQueryReach *found; /* the same, as other statements name them */
} Write;

static GPtrArray *
new_conditions (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify)_squill_query_condition_free);
}

/* Whether one document is meant, that of the sample, whatever it is named by. */
static gboolean
is_sample (Write *self)
{
  return _squill_query_is_unique (self->builder, self->reach->collection, self->conditions);
}

/* What other statements name the documents by: the values of the sample, if that is what is meant,
 * or else what a find before the writes gives. */
static SquillQueryReach *
find_written (Write *self)
{
  SquillStatement *statement;

  if (self->found->statement >= 0 || is_sample (self))
    return self->found;
  _squill_query_reach_read (self->builder, self->found, self->conditions);
  statement = self->builder->query->statements->pdata[self->found->statement];
  statement->projection = bson_new ();
  g_ptr_array_add (self->builder->auxiliary, statement);
  if (!self->builder->operation->multi)
    statement->many = self->found->many = FALSE;
  return self->found;
}

/* What a filter says, in another place of the same documents. */
static GPtrArray *
translate_conditions (Write *self, const SquillCollection *collection, const SquillShape *site)
{
  SquillQueryBuilder *builder = self->builder;
  const SquillKeys *filter = builder->operation->filter;
  g_autoptr (GPtrArray) conditions = new_conditions ();
  SquillQueryReach to = { .entity = self->reach->entity,
                          .collection = collection,
                          .site = site,
                          .result = collection->shape,
                          .statement = -1 };
  const SquillShape *key, *own_key;
  gboolean is_whole = TRUE;

  for (guint i = 0; filter != NULL && i < filter->len; i++)
    {
      const char *comparison;
      const SquillShape *first = _squill_query_resolve_filter_key (builder, self->reach->site,
                                                                   filter->pdata[i], &comparison);
      const SquillShape *there =
          _squill_query_resolve_filter_key (builder, site, filter->pdata[i], &comparison);
      gboolean is_found = FALSE;

      for (guint j = 0; j < self->conditions->len && there != NULL && !is_found; j++)
        {
          const SquillQueryCondition *condition = self->conditions->pdata[j];
          SquillQueryCondition *copy;
          bson_iter_t iter;

          if (condition->place == NULL || condition->place->shape != first ||
              !bson_iter_init (&iter, condition->test) || !bson_iter_next (&iter))
            continue;
          copy = _squill_query_condition_new_with_value (
              _squill_query_place_new (_squill_query_get_document (builder, collection, 0), there),
              bson_iter_value (&iter));
          copy->is_pair = condition->is_pair;
          g_ptr_array_add (conditions, copy);
          is_found = TRUE;
        }
      is_whole &= is_found;
    }
  /* One of several that have the same is told from them by its key. */
  if (is_whole && conditions->len > 0 && (builder->operation->multi || is_sample (self)))
    return g_steal_pointer (&conditions);
  g_ptr_array_set_size (conditions, 0);
  key = _squill_query_find_key (builder, site, NULL);
  own_key = _squill_query_find_key (builder, self->reach->site, NULL);
  if (key == NULL || own_key == NULL ||
      !_squill_query_add_link (builder, find_written (self), own_key, &to, key, conditions))
    return NULL;
  return g_steal_pointer (&conditions);
}

/* Changes of fields. */

static gboolean
is_counter (SquillQueryBuilder *builder, const SquillShape *shape)
{
  const SquillField *field = shape->field == NULL || shape->copy != NULL
                                 ? NULL
                                 : squill_model_get_field (builder->model, shape->field);

  if (field == NULL || (shape->types & SQUILL_TYPES_NUMERIC) == 0 || shape->array || shape->map)
    return FALSE;
  if (field->meaning != NULL)
    return squill_value_kind_from_meaning (field->meaning) == SQUILL_VALUE_COUNTER;
  return squill_value_kind_from_name (shape->name, NULL) == SQUILL_VALUE_COUNTER;
}

/* The condition of a guarded update on what it writes. */
static SquillQueryCondition *
find_guard (Write *self, const SquillShape *shape)
{
  if (self->builder->operation->guard == SQUILL_GUARD_NONE)
    return NULL;
  for (guint i = 0; i < self->conditions->len; i++)
    {
      SquillQueryCondition *condition = self->conditions->pdata[i];

      if (condition->place != NULL && condition->place->shape == shape)
        return condition;
    }
  return NULL;
}

static void
replace_test (SquillQueryCondition *condition, const char *comparison, const bson_value_t *value)
{
  bson_t *test = bson_new ();
  bson_t operators;

  bson_append_document_begin (test, "", 0, &operators);
  bson_append_value (&operators, comparison, -1, value);
  bson_append_document_end (test, &operators);
  bson_destroy (condition->test);
  condition->test = test;
  condition->is_pair = FALSE;
}

/* One field that is written. What is counted goes up; an array gets an element more, which a guard
 * says must not be in it yet; a guard on a number says that enough of it is left. */
static void
change_field (Write *self,
              SquillQueryChanges *changes,
              const SquillCollection *collection,
              const SquillShape *shape,
              guint64 number,
              GPtrArray *conditions)
{
  SquillQueryBuilder *builder = self->builder;
  SquillQueryCondition *guard = find_guard (self, shape);
  g_autoptr (SquillQueryPlace) place =
      _squill_query_place_new (_squill_query_get_document (builder, collection, number), shape);
  g_autoptr (SquillQueryPlace) other =
      _squill_query_place_find_other (builder, collection, shape, number);
  g_autofree char *path = _squill_query_changes_make_path (changes, place, conditions);
  const bson_value_t one = { .value_type = BSON_TYPE_INT32, .value.v_int32 = 1 };

  if (g_str_equal (path, "_id"))
    _squill_query_add_note (builder, "An _id cannot be changed");
  else if (shape->array)
    {
      if (!other->is_found)
        return;
      _squill_query_changes_add (changes, SQUILL_QUERY_PUSH, path, &other->value);
      if (guard != NULL)
        replace_test (guard, "$ne", &other->value);
    }
  else if (guard != NULL && (shape->types & SQUILL_TYPES_NUMERIC) != 0 && guard->place->is_found &&
           !_squill_query_is_equality_on (guard, path))
    {
      replace_test (guard, "$gte", &one);
      _squill_query_changes_add_number (changes, SQUILL_QUERY_INC, path, -1);
    }
  else if (is_counter (builder, shape))
    _squill_query_changes_add_number (changes, SQUILL_QUERY_INC, path, 1);
  else if (other->is_found)
    _squill_query_changes_add (changes, SQUILL_QUERY_SET, path, &other->value);
  else
    {
      const bson_value_t null = { .value_type = BSON_TYPE_NULL };

      _squill_query_changes_add (changes, SQUILL_QUERY_SET, path, &null);
    }
}

/* The relationship that a key is, where it is one of the entity and not a field of its other end.
 */
static const SquillRelationship *
get_relationship (SquillQueryBuilder *builder, const SquillKey *key)
{
  return squill_model_get_relationship (builder->model, key->path);
}

static gboolean
writes_fields (SquillQueryBuilder *builder)
{
  const SquillKeys *writes = builder->operation->writes;

  for (guint i = 0; writes != NULL && i < writes->len; i++)
    if (get_relationship (builder, writes->pdata[i]) == NULL)
      return TRUE;
  return FALSE;
}

/* The fields that are written, as far as one place has them. */
static void
change_fields (Write *self,
               SquillQueryChanges *changes,
               const SquillCollection *collection,
               const SquillShape *site,
               guint64 number,
               GPtrArray *conditions)
{
  const SquillKeys *writes = self->builder->operation->writes;

  for (guint i = 0; writes != NULL && i < writes->len; i++)
    {
      const SquillKey *key = writes->pdata[i];
      const SquillShape *shape = _squill_query_resolve (self->builder, site, key->path);

      if (get_relationship (self->builder, key) == NULL && shape != NULL && !shape->document)
        change_field (self, changes, collection, shape, number, conditions);
    }
}

/* Copies that follow what is written. */

/* Values that change, so that copies get the same. */
static gboolean
find_new_value (Write *self,
                const SquillQueryChanges *changes,
                const SquillShape *shape,
                bson_t *value)
{
  g_autoptr (SquillQueryPlace) place = _squill_query_place_new (
      _squill_query_get_document (self->builder, self->reach->collection, self->reach->number),
      shape);
  g_autofree char *path = NULL;
  g_autoptr (SquillQueryChanges) paths = _squill_query_changes_new ();
  bson_iter_t iter;

  path = _squill_query_changes_make_path (paths, place, self->conditions);
  for (guint i = 0; i < SQUILL_N_QUERY_OPERATORS; i++)
    if (bson_iter_init_find (&iter, changes->operators[i], path))
      return bson_append_int32 (value, "operator", -1, (gint32)i) &&
             bson_append_value (value, "value", -1, bson_iter_value (&iter));
  return FALSE;
}

typedef struct
{
  const char *copy;
  GPtrArray *found;
} CopySearch;

static gboolean
collect_copy (const SquillShape *shape, gpointer user_data)
{
  CopySearch *search = user_data;

  if (g_strcmp0 (shape->copy, search->copy) == 0 &&
      (shape->parent == NULL || g_strcmp0 (shape->parent->copy, search->copy) != 0))
    g_ptr_array_add (search->found, (gpointer)shape);
  return TRUE;
}

/* The reference that tells what a copy comes from. */
static const SquillShape *
find_reference_of_copy (const SquillShape *copy, const char *target)
{
  for (const SquillShape *around = copy->parent; around != NULL; around = around->parent)
    {
      for (guint i = 0; i < around->children->len; i++)
        {
          const SquillShape *child = around->children->pdata[i];

          if (child->origin == SQUILL_ORIGIN_REFERENCE && g_strcmp0 (child->target, target) == 0 &&
              g_strcmp0 (child->relationship, copy->relationship) == 0)
            return _squill_query_get_reference_shape (child);
        }
      if (around->document)
        break;
    }
  return NULL;
}

static void
update_copy (Write *self,
             const SquillQueryChanges *changes,
             const SquillRelationship *r,
             const SquillCopy *copy,
             const SquillShape *source)
{
  SquillQueryBuilder *builder = self->builder;
  const gboolean is_parent = copy->direction == SQUILL_COPY_TO_CHILD;
  g_autoptr (GPtrArray) ids = squill_design_get_collections_of (builder->design, r->item.id);
  bson_t value = BSON_INITIALIZER;
  bson_iter_t iter;
  gint32 kind;

  if (!find_new_value (self, changes, source, &value) ||
      !bson_iter_init_find (&iter, &value, "operator"))
    {
      bson_destroy (&value);
      return;
    }
  kind = bson_iter_int32 (&iter);
  bson_iter_init_find (&iter, &value, "value");
  for (guint i = 0; i < ids->len; i++)
    {
      const SquillCollection *collection =
          squill_design_find_collection (builder->design, ids->pdata[i]);
      g_autoptr (GPtrArray) found = g_ptr_array_new ();
      CopySearch search = { copy->item.id, found };
      SquillQueryReach to = { .collection = collection,
                              .site = collection->shape,
                              .result = collection->shape,
                              .statement = -1 };

      squill_shape_foreach (collection->shape, collect_copy, &search);
      for (guint j = 0; j < found->len; j++)
        {
          const SquillShape *shape = found->pdata[j];
          const SquillShape *reference = find_reference_of_copy (shape, self->reach->entity);
          const SquillShape *key = _squill_query_find_key (
              builder, self->reach->site, is_parent ? r->parent_key : r->child_key);
          g_autoptr (SquillQueryChanges) copied = _squill_query_changes_new ();
          g_autoptr (GPtrArray) conditions = new_conditions ();
          g_autoptr (SquillQueryPlace) place = NULL;
          g_autofree char *path = NULL;
          SquillStatement *statement;

          if (reference == NULL || key == NULL ||
              !_squill_query_add_link (builder, find_written (self), key, &to, reference,
                                       conditions))
            {
              _squill_query_add_note (builder, "Nothing stored tells which copies to update");
              continue;
            }
          place =
              _squill_query_place_new (_squill_query_get_document (builder, collection, 0), shape);
          path = _squill_query_changes_make_path (copied, place, conditions);
          _squill_query_changes_add (copied, (SquillQueryOperator)kind, path,
                                     bson_iter_value (&iter));
          statement = _squill_query_add_update (builder, collection, copied, conditions, TRUE);
          statement->comment = g_strdup ("Copies that are kept in step");
        }
    }
  bson_destroy (&value);
}

static void
update_copies (Write *self, const SquillQueryChanges *changes)
{
  SquillQueryBuilder *builder = self->builder;
  const SquillEntity *entity = squill_model_get_entity (builder->model, self->reach->entity);
  const SquillKeys *writes = builder->operation->writes;
  guint n;
  const SquillRelationship *const *relationships = squill_entity_get_relationships (entity, &n);

  for (guint i = 0; i < n; i++)
    SQUILL_FOR_EACH_CHILD (SquillCopy, copy, relationships[i], SQUILL_KIND_COPY)
      {
        const SquillRelationship *r = relationships[i];
        const char *from = copy->direction == SQUILL_COPY_TO_CHILD ? r->parent : r->child;
        const SquillShape *source =
            copy->field == NULL ? NULL
                                : _squill_query_resolve (builder, self->reach->site, copy->field);

        if (copy->mode != SQUILL_COPY_KEPT || !g_str_equal (from, self->reach->entity) ||
            source == NULL)
          continue;
        for (guint j = 0; writes != NULL && j < writes->len; j++)
          if (g_strcmp0 (((SquillKey *)writes->pdata[j])->path, copy->field) == 0)
            update_copy (self, changes, r, copy, source);
      }
}

/* Updates. */

/* A field of the other end, which stands in documents of its own. */
static void
update_other_end (Write *self, const SquillKey *key)
{
  SquillQueryBuilder *builder = self->builder;
  g_auto (GStrv) ids = g_strsplit (key->path, "/", -1);
  const SquillRelationship *r =
      ids[0] == NULL ? NULL : squill_model_get_relationship (builder->model, ids[0]);
  g_autoptr (SquillQueryReach) other = NULL;
  g_autoptr (GPtrArray) conditions = new_conditions ();
  g_autoptr (SquillQueryChanges) changes = NULL;
  const SquillShape *shape;

  if (r == NULL || ids[1] == NULL || ids[2] != NULL)
    return;
  other = _squill_query_reach_new (
      builder, g_str_equal (r->parent, self->reach->entity) ? r->child : r->parent);
  shape = other == NULL ? NULL : _squill_query_resolve (builder, other->site, ids[1]);
  if (shape == NULL ||
      !_squill_query_link (builder, find_written (self), r,
                           _squill_query_goes_to_parent (builder, r, self->reach->entity), other,
                           conditions))
    return;
  changes = _squill_query_changes_new ();
  change_field (self, changes, other->collection, shape, other->number, conditions);
  if (!_squill_query_changes_are_empty (changes))
    _squill_query_add_update (
        builder, other->collection, changes, conditions,
        builder->operation->multi ||
            !_squill_query_is_unique (builder, other->collection, conditions));
}

/* What changes in the first place changes in another one. */
static void
repeat_changes (Write *self,
                const SquillQueryChanges *first,
                SquillQueryChanges *changes,
                const SquillCollection *collection,
                const SquillShape *site,
                GPtrArray *conditions)
{
  SquillQueryBuilder *builder = self->builder;
  const SquillKeys *writes = builder->operation->writes;

  for (guint i = 0; writes != NULL && i < writes->len; i++)
    {
      const SquillKey *key = writes->pdata[i];
      const SquillShape *source = _squill_query_resolve (builder, self->reach->site, key->path);
      const SquillShape *shape = _squill_query_resolve (builder, site, key->path);
      g_autoptr (SquillQueryPlace) place = NULL;
      g_autofree char *path = NULL;
      bson_t value = BSON_INITIALIZER;
      bson_iter_t iter;

      if (get_relationship (builder, key) == NULL && source != NULL && shape != NULL &&
          find_new_value (self, first, source, &value))
        {
          gint32 kind;

          place =
              _squill_query_place_new (_squill_query_get_document (builder, collection, 0), shape);
          path = _squill_query_changes_make_path (changes, place, conditions);
          bson_iter_init_find (&iter, &value, "operator");
          kind = bson_iter_int32 (&iter);
          bson_iter_init_find (&iter, &value, "value");
          _squill_query_changes_add (changes, (SquillQueryOperator)kind, path,
                                     bson_iter_value (&iter));
        }
      bson_destroy (&value);
    }
}

/* The same documents where they stand besides: embedded, or among the first of a subset. */
static void
update_other_places (Write *self, const SquillQueryChanges *first)
{
  SquillQueryBuilder *builder = self->builder;
  g_autoptr (GPtrArray) sites = _squill_query_list_sites (builder, self->reach->entity);

  for (guint i = 1; i < sites->len; i++)
    {
      const SquillShape *site = sites->pdata[i];
      const SquillCollection *collection =
          squill_design_get_collection_of_shape (builder->design, site);
      g_autoptr (GPtrArray) conditions = NULL;
      g_autoptr (SquillQueryChanges) changes = _squill_query_changes_new ();

      repeat_changes (self, first, changes, collection, site, self->conditions);
      if (_squill_query_changes_are_empty (changes))
        continue;
      conditions = translate_conditions (self, collection, site);
      if (conditions == NULL)
        {
          _squill_query_add_note (builder, "Nothing stored tells which of them to update in “%s”",
                                  collection->name);
          continue;
        }
      _squill_query_changes_free (g_steal_pointer (&changes));
      changes = _squill_query_changes_new ();
      repeat_changes (self, first, changes, collection, site, conditions);
      _squill_query_add_update (builder, collection, changes, conditions, TRUE);
    }
}

static gboolean
is_repeated (const SquillKeys *keys, guint position)
{
  for (guint i = 0; i < position; i++)
    if (g_str_equal (((SquillKey *)keys->pdata[i])->path,
                     ((SquillKey *)keys->pdata[position])->path))
      return TRUE;
  return FALSE;
}

/* Relationships that are written: a child comes, or gets another parent. */
static void
write_relationships (Write *self, SquillQueryChanges *changes)
{
  SquillQueryBuilder *builder = self->builder;
  const SquillOperation *operation = builder->operation;
  const SquillRelationship *moved =
      operation->moves == NULL ? NULL
                               : squill_model_get_relationship (builder->model, operation->moves);

  if (moved != NULL && g_str_equal (moved->child, self->reach->entity))
    _squill_query_move (builder, moved, find_written (self), self->conditions, changes);
  for (guint i = 0; operation->writes != NULL && i < operation->writes->len; i++)
    {
      const SquillRelationship *r = get_relationship (builder, operation->writes->pdata[i]);

      if (r == NULL || r == moved || is_repeated (operation->writes, i))
        continue;
      if (g_str_equal (r->parent, self->reach->entity))
        _squill_query_add_child (builder, r,
                                 squill_placement_is_embedding (r->placement) ? self->reach
                                                                              : find_written (self),
                                 self->conditions);
      else if (g_str_equal (r->child, self->reach->entity))
        _squill_query_move (builder, r, find_written (self), self->conditions, changes);
    }
}

static void
build_update (Write *self)
{
  SquillQueryBuilder *builder = self->builder;
  const SquillOperation *operation = builder->operation;
  const SquillCollection *collection = self->reach->collection;
  g_autoptr (SquillQueryChanges) changes = _squill_query_changes_new ();
  g_autoptr (GPtrArray) later = NULL;

  if (operation->guard == SQUILL_GUARD_READ_THEN_WRITE)
    {
      SquillStatement *read;

      _squill_query_reach_read (builder, self->found, self->conditions);
      read = builder->query->statements->pdata[self->found->statement];
      read->comment = g_strdup ("The application checks the condition");
      read->many = self->found->many = operation->multi && self->found->many;
    }
  /* Before anything changes. */
  find_written (self);
  change_fields (self, changes, collection, self->reach->site, self->reach->number,
                 self->conditions);
  write_relationships (self, changes);
  if (!_squill_query_changes_are_empty (changes))
    {
      SquillStatement *statement = _squill_query_add_update (
          builder, collection, changes, self->conditions,
          operation->multi || (self->reach->site->parent != NULL &&
                               !_squill_query_is_unique (builder, collection, self->conditions)));

      statement->upsert = operation->upsert;
      update_copies (self, changes);
    }
  if (writes_fields (builder))
    update_other_places (self, changes);
  for (guint i = 0; operation->writes != NULL && i < operation->writes->len; i++)
    {
      const SquillKey *key = operation->writes->pdata[i];

      if (get_relationship (builder, key) == NULL &&
          _squill_query_resolve (builder, self->reach->site, key->path) == NULL)
        update_other_end (self, key);
    }
  if (operation->writes == NULL || operation->writes->len == 0)
    _squill_query_add_note (builder, "The operation does not say what it writes");
}

/* Deletes. */

/**
 * _squill_query_take_out:
 * @self: a builder
 * @reach: what is embedded
 * @conditions: (element-type SquillQueryCondition): which of it
 * @many: in all documents that have it
 *
 * Takes what is embedded out of the document around it.
 */
void
_squill_query_take_out (SquillQueryBuilder *self,
                        SquillQueryReach *reach,
                        GPtrArray *conditions,
                        gboolean many)
{
  const SquillShape *site = reach->site;
  const SquillRelationship *r = squill_model_get_relationship (self->model, site->relationship);
  g_autoptr (SquillQueryChanges) changes = _squill_query_changes_new ();
  g_autoptr (SquillQueryPlace) place = _squill_query_place_new (
      _squill_query_get_document (self, reach->collection, reach->number), site);
  g_autoptr (GPtrArray) inner = g_ptr_array_new ();
  g_autoptr (GPtrArray) outer = g_ptr_array_new ();
  g_autofree char *path = NULL;
  bson_t operand = BSON_INITIALIZER;

  /* The elements that go need no filter of their own: their array is changed. */
  for (guint i = 0; i < conditions->len; i++)
    {
      const SquillQueryCondition *condition = conditions->pdata[i];
      const gboolean is_inside =
          condition->place != NULL && g_ptr_array_find (condition->place->chain, site, NULL);

      g_ptr_array_add (is_inside ? inner : outer, (gpointer)condition);
    }
  path = _squill_query_changes_make_path (changes, place, outer);
  if (site->array && inner->len > 0)
    {
      _squill_query_append_conditions (
          &operand, inner,
          _squill_query_place_get_level (((SquillQueryCondition *)inner->pdata[0])->place, site));
      _squill_query_changes_add_document (changes, SQUILL_QUERY_PULL, path, &operand);
      if (r != NULL && r->placement == SQUILL_PLACEMENT_BUCKET)
        _squill_query_changes_add_number (changes, SQUILL_QUERY_INC, "count", -1);
    }
  else if (site->array)
    {
      bson_iter_t iter;
      bson_t empty = BSON_INITIALIZER;

      BSON_APPEND_ARRAY (&operand, "", &empty);
      if (bson_iter_init (&iter, &operand) && bson_iter_next (&iter))
        _squill_query_changes_add (changes, SQUILL_QUERY_SET, path, bson_iter_value (&iter));
      bson_destroy (&empty);
    }
  else
    {
      const bson_value_t nothing = { .value_type = BSON_TYPE_UTF8,
                                     .value.v_utf8 = { .str = (char *)"", .len = 0 } };

      _squill_query_changes_add (changes, SQUILL_QUERY_UNSET, path, &nothing);
    }
  _squill_query_add_update (self, reach->collection, changes, conditions, many);
  bson_destroy (&operand);
}

/* All documents that refer to what is deleted. */
static void
delete_referring (Write *self,
                  const SquillCollection *collection,
                  const SquillShape *reference,
                  const SquillShape *key)
{
  g_autoptr (GPtrArray) conditions = new_conditions ();
  SquillQueryReach to = { .collection = collection,
                          .site = collection->shape,
                          .result = collection->shape,
                          .statement = -1 };
  SquillStatement *statement;

  if (reference == NULL || key == NULL ||
      !_squill_query_add_link (self->builder, find_written (self), key, &to, reference, conditions))
    return;
  statement = _squill_query_add (self->builder, SQUILL_STATEMENT_DELETE, collection);
  statement->many = TRUE;
  _squill_query_append_conditions (statement->filter, conditions, 0);
}

/* What goes with a document: its place in lists, its links, what it contains. */
static void
delete_dependents (Write *self)
{
  SquillQueryBuilder *builder = self->builder;
  const char *entity = self->reach->entity;
  guint n;
  const SquillRelationship *const *relationships =
      squill_entity_get_relationships (squill_model_get_entity (builder->model, entity), &n);

  for (guint i = 0; i < n; i++)
    {
      const SquillRelationship *r = relationships[i];
      const gboolean is_parent = g_str_equal (r->parent, entity);
      const SquillShape *key = _squill_query_find_key (builder, self->reach->site,
                                                       is_parent ? r->parent_key : r->child_key);

      if (r->placement == SQUILL_PLACEMENT_JUNCTION)
        {
          const SquillCollection *links =
              squill_design_find_collection (builder->design, r->item.id);

          delete_referring (
              self, links,
              _squill_query_find_stored_reference (builder, links->shape, r, !is_parent), key);
        }
      else if (is_parent && r->contains && r->placement == SQUILL_PLACEMENT_BUCKET)
        {
          const SquillCollection *buckets =
              squill_design_find_collection (builder->design, r->item.id);

          delete_referring (self, buckets,
                            _squill_query_find_stored_reference (builder, buckets->shape, r, FALSE),
                            key);
        }
      else if (is_parent && r->contains && !g_str_equal (r->child, entity))
        {
          g_autoptr (SquillQueryReach) child = _squill_query_reach_new (builder, r->child);
          g_autoptr (GPtrArray) conditions = new_conditions ();

          if (child != NULL && child->site->parent == NULL &&
              _squill_query_link (builder, find_written (self), r, FALSE, child, conditions))
            {
              SquillStatement *statement =
                  _squill_query_add (builder, SQUILL_STATEMENT_DELETE, child->collection);

              statement->many = TRUE;
              _squill_query_append_conditions (statement->filter, conditions, 0);
            }
        }
      else if (!is_parent)
        _squill_query_remove_from_lists (builder, r, find_written (self));
    }
}

static void
build_delete (Write *self)
{
  SquillQueryBuilder *builder = self->builder;
  SquillStatement *statement;

  find_written (self);
  if (self->reach->site->parent != NULL)
    {
      _squill_query_take_out (builder, self->reach, self->conditions, builder->operation->multi);
      return;
    }
  delete_dependents (self);
  statement = _squill_query_add (builder, SQUILL_STATEMENT_DELETE, self->reach->collection);
  statement->many = builder->operation->multi;
  _squill_query_append_conditions (statement->filter, self->conditions, 0);
  statement->collation =
      _squill_query_make_collation (builder, self->reach->collection, self->conditions);
}

/** The commands of an insert, an update or a delete. */
void
_squill_query_build_write (SquillQueryBuilder *self)
{
  g_autoptr (SquillQueryReach) reach = NULL;
  g_autoptr (SquillQueryReach) found = NULL;
  g_autoptr (GPtrArray) conditions = NULL;
  g_autoptr (GPtrArray) unresolved = g_ptr_array_new ();
  Write write = { .builder = self };

  if (self->operation->operation == SQUILL_OPERATION_INSERT)
    {
      _squill_query_build_insert (self);
      return;
    }
  reach = _squill_query_reach_new (self, self->operation->entity);
  if (reach == NULL)
    {
      _squill_query_add_note (self, "Nothing of it is stored");
      return;
    }
  conditions = _squill_query_make_conditions (self, reach->collection, reach->site, &reach->number,
                                              unresolved);
  for (guint i = 0; i < unresolved->len; i++)
    if (!_squill_query_add_foreign_condition (self, reach, unresolved->pdata[i], conditions))
      _squill_query_add_note (self, "A part of the filter is left out: nothing stored tells of it");
  found = g_new0 (SquillQueryReach, 1);
  *found = *reach;
  write.reach = reach;
  write.found = found;
  write.conditions = conditions;
  if (self->operation->operation == SQUILL_OPERATION_UPDATE)
    build_update (&write);
  else
    build_delete (&write);
}
