/* SPDX-License-Identifier: Apache-2.0 */

/* Few documents with far more than usual: what does not fit goes into overflow documents. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-transform-private.h"
#include "model/squill-authoring.h"
#include "model/squill-model-file.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

/**
 * Overflow:
 * @entity: the entity whose documents have the array
 * @field: (nullable): the array, where it is drawn as a field
 * @r: (nullable): the relationship that embeds the elements
 * @bound: how many elements stay, and stand in one overflow document
 * @most: how many there can be
 * @id: the id of the entity of the overflow documents
 * @extras: the id of the relationship that leads to them
 * @copy: the id of the array in them: of a field, or of a relationship
 * @ids: id of a field in the array -> id of the same in the overflow documents
 *
 * An array that gets overflow documents.
 */
typedef struct
{
  const SquillEntity *entity;
  const SquillField *field;
  const SquillRelationship *r;
  double bound;
  double most;
  const char *id;
  const char *extras;
  const char *copy;
  GHashTable *ids;
} Overflow;

static gboolean
is_in_array (const Overflow *self, SquillRun *run, const SquillKey *key)
{
  const SquillField *named;

  if (*key->path == '=')
    return FALSE;
  if (self->r != NULL)
    return _squill_key_mentions (key, self->r->item.id);
  named = squill_model_get_field (run->model, squill_key_path_get_last (key->path));
  return named != NULL && squill_item_is_within (named, self->field->item.id);
}

static gboolean
names_array (const Overflow *self, SquillRun *run, const SquillKeys *keys)
{
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    if (is_in_array (self, run, keys->pdata[i]))
      return TRUE;
  return FALSE;
}

static char *
rank_last (gconstpointer owner, SquillKind kind)
{
  guint n;
  gpointer const *all = squill_item_get_children (owner, kind, &n);
  const SquillProperty *order = squill_kind_find_property (kind, "order");

  return squill_rank_between (
      n == 0 ? NULL : *(char *const *)G_STRUCT_MEMBER_P (all[n - 1], order->offset), NULL);
}

/* A copy of a field with what is nested in it; the new ids are noted. */
static json_t *
copy_field (const Overflow *self, SquillRun *run, const SquillField *field)
{
  json_t *content = squill_item_to_json (field);
  json_t *nested = json_object ();

  json_object_del (content, "fields");
  json_object_del (content, "evidence");
  SQUILL_FOR_EACH_CHILD (SquillField, child, field, SQUILL_KIND_FIELD)
    {
      char *id = squill_model_new_id (run->model, child->name == NULL ? "field" : child->name);

      g_hash_table_insert (self->ids, g_strdup (child->item.id), id);
      json_object_set_new (nested, id, copy_field (self, run, child));
    }
  if (json_object_size (nested) > 0)
    json_object_set_new (content, "fields", nested);
  else
    json_decref (nested);
  return content;
}

static void
add_documents (SquillFix *fix, SquillRun *run, const Overflow *self)
{
  const SquillEntity *entity = self->entity;
  g_autofree char *wanted = g_strdup_printf ("%s_extra", _squill_wording_name (entity));
  g_autofree char *name = _squill_run_make_entity_name (run, wanted);
  g_autofree char *id_field = squill_model_new_id (run->model, "id");
  g_autofree char *order = rank_last (squill_model_get_info (run->model), SQUILL_KIND_ENTITY);
  g_autofree char *first = squill_rank_between (NULL, NULL);
  json_t *content = json_pack ("{s:s, s:s}", "name", name, "order", order);
  json_t *fields = json_object ();

  if (!isnan (entity->x) && !isnan (entity->y))
    {
      json_object_set_new (content, "x", squill_json_number (entity->x + 320));
      json_object_set_new (content, "y", squill_json_number (entity->y));
    }
  json_object_set_new (fields, id_field,
                       json_pack ("{s:s, s:s, s:o, s:b}", "name", "_id", "order", first, "types",
                                  squill_json_types (SQUILL_TYPE_OBJECT_ID), "required", 1));
  if (self->field != NULL)
    {
      g_autofree char *second = squill_rank_between (first, NULL);
      json_t *array = copy_field (self, run, self->field);

      json_object_set_new (array, "order", json_string (second));
      json_object_set_new (array, "length",
                           squill_json_triple (SQUILL_TRIPLE (1, self->bound / 2, self->bound)));
      json_object_set_new (array, "cap", squill_json_number (self->bound));
      json_object_del (array, "growth");
      json_object_set_new (fields, self->copy, array);
    }
  json_object_set_new (content, "fields", fields);
  _squill_fix_add (fix, SQUILL_KIND_ENTITY, self->id, NULL, content);
}

/* From the documents to those with the rest, of which hardly any has one. */
static void
add_extras (SquillFix *fix, SquillRun *run, const Overflow *self)
{
  const SquillModelInfo *info = squill_model_get_info (run->model);
  g_autofree char *name = squill_model_make_unique_name (run->model, SQUILL_MODEL_ID,
                                                         SQUILL_KIND_RELATIONSHIP, "extras");
  g_autofree char *order = rank_last (info, SQUILL_KIND_RELATIONSHIP);
  const double most = ceil (self->most / self->bound - 1);

  _squill_fix_add (fix, SQUILL_KIND_RELATIONSHIP, self->extras, NULL,
                   json_pack ("{s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:b}", "name", name, "order",
                              order, "parent", self->entity->item.id, "child", self->id,
                              "placement", "parent-reference", "children",
                              squill_json_triple (SQUILL_TRIPLE (0, 0, most)), "parents",
                              squill_json_triple (SQUILL_TRIPLE (1, 1, 1)), "contains", 1));
}

/* The same children, embedded in the overflow documents. */
static void
embed_rest (SquillFix *fix, SquillRun *run, const Overflow *self)
{
  static const char *const kept[] = { "name",     "parent_name", "ordering",
                                      "order_by", "keep_id",     "contains" };
  const SquillModelInfo *info = squill_model_get_info (run->model);
  g_autofree char *first = rank_last (info, SQUILL_KIND_RELATIONSHIP);
  g_autofree char *order = squill_rank_between (first, NULL);
  json_t *content = json_pack ("{s:s, s:s, s:s, s:s, s:o, s:f}", "order", order, "parent", self->id,
                               "child", self->r->child, "placement", "embed-many", "children",
                               squill_json_triple (SQUILL_TRIPLE (1, self->bound / 2, self->bound)),
                               "cap", self->bound);

  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    {
      const SquillProperty *property =
          squill_kind_find_property (SQUILL_KIND_RELATIONSHIP, kept[i]);
      json_t *value = squill_property_get (property, self->r);

      if (value != NULL)
        json_object_set_new (content, kept[i], value);
    }
  _squill_fix_add (fix, SQUILL_KIND_RELATIONSHIP, self->copy, NULL, content);
}

/* What says that there is more, and what leads to it. */
static void
add_flag (SquillFix *fix, SquillRun *run, const Overflow *self)
{
  g_autofree char *name = squill_model_make_unique_name (run->model, self->entity->item.id,
                                                         SQUILL_KIND_FIELD, "has_extras");
  g_autofree char *id = squill_model_new_id (run->model, name);
  g_autofree char *order = rank_last (self->entity, SQUILL_KIND_FIELD);
  g_autofree char *index = squill_model_new_id (run->model, "index");
  g_autofree char *first = squill_rank_between (NULL, NULL);

  _squill_fix_add (fix, SQUILL_KIND_FIELD, id, self->entity->item.id,
                   json_pack ("{s:s, s:s, s:o}", "name", name, "order", order, "types",
                              squill_json_types (SQUILL_TYPE_BOOL)));
  _squill_fix_add (fix, SQUILL_KIND_INDEX, index, self->id,
                   json_pack ("{s:s, s:[{s:s, s:s}]}", "order", first, "keys", "path", self->extras,
                              "how", "1"));
}

/* Where a key of the array leads in the overflow documents. */
static char *
get_copied_path (const Overflow *self, const char *path)
{
  const char *last = squill_key_path_get_last (path);
  const char *id;

  if (self->r != NULL)
    return g_strconcat (self->copy, path + strlen (self->r->item.id), NULL);
  if (g_str_equal (last, self->field->item.id))
    return g_strdup (self->copy);
  id = g_hash_table_lookup (self->ids, last);
  return g_strdup (id != NULL ? id : last);
}

/* Indexes of the array alone are there for the rest as well. */
static void
copy_indexes (SquillFix *fix, SquillRun *run, const Overflow *self)
{
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, self->entity, SQUILL_KIND_INDEX)
    {
      json_auto_t *keys = squill_json_keys (index->keys);
      guint within = 0;

      for (guint i = 0; index->keys != NULL && i < index->keys->len; i++)
        {
          const SquillKey *key = index->keys->pdata[i];
          g_autofree char *path = NULL;

          if (!is_in_array (self, run, key))
            continue;
          path = get_copied_path (self, key->path);
          json_object_set_new (json_array_get (keys, i), "path", json_string (path));
          within++;
        }
      if (within == 0)
        continue;
      if (index->unique)
        {
          json_auto_t *none = json_array ();

          _squill_fix_lose_unique (fix, run->model, index, none);
        }
      if (within == index->keys->len)
        _squill_fix_copy_index (fix, run->model, index, self->id, keys);
    }
}

/* In all but a few documents operations find everything where it was: those that need the rest of
 * the few ask again. What is deleted goes as a whole. */
static void
find_in_rest (SquillFix *fix, SquillRun *run, const Overflow *self)
{
  const GPtrArray *uses =
      squill_operation_index_get_uses_of (run->operations, self->entity->item.id);
  g_autofree char *count = squill_text_count (self->bound);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];
      const SquillOperation *operation = use->operation;
      const gboolean follows = self->r != NULL && squill_use_goes_through (use, self->r->item.id);

      if (operation->operation == SQUILL_OPERATION_DELETE && use->root == self->entity)
        _squill_fix_follow (fix, operation, self->extras, FALSE);
      else if (names_array (self, run, operation->writes))
        {
          _squill_fix_split_write (fix, operation);
          _squill_fix_lose (
              fix, g_strdup_printf (_ ("“%s” has to write another document where the first one has "
                                       "%s."),
                                    _squill_wording_name (operation), count));
        }
      else if (follows || names_array (self, run, operation->filter) ||
               names_array (self, run, operation->sort) ||
               names_array (self, run, operation->returns) ||
               names_array (self, run, operation->computes) ||
               (use->root == self->entity && use->reads && _squill_use_takes_whole (use, FALSE)))
        _squill_fix_lose (fix, g_strdup_printf (_ ("“%s” gets %s at most, and has to ask for the "
                                                   "rest where a document says that there is "
                                                   "more."),
                                                _squill_wording_name (operation), count));
    }
}

/* Who writes elements on their own writes to the first document, or to another and the flag. */
static void
split_writes_of_elements (SquillFix *fix, SquillRun *run, const Overflow *self)
{
  const GPtrArray *uses =
      self->r == NULL ? NULL
                      : squill_operation_index_get_uses_from (run->operations, self->r->child);

  for (guint i = 0; uses != NULL && i < uses->len; i++)
    _squill_fix_split_write (fix, ((const SquillUse *)uses->pdata[i])->operation);
}

static SquillFix *
make_overflow (SquillRun *run, Overflow *self)
{
  g_autofree char *id = squill_model_new_id (run->model, "extra");
  g_autofree char *extras = squill_model_new_id (run->model, "extras");
  g_autofree char *copy = squill_model_new_id (run->model, "rest");
  g_autofree char *count = squill_text_count (self->bound);
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  const char *subject = self->r != NULL ? self->r->item.id : self->field->item.id;
  const SquillTriple length = self->r != NULL ? self->r->children : self->field->length;
  SquillFix *fix = _squill_fix_new (
      g_strdup_printf (_ ("Keep %s, and store more in overflow documents"), count));

  self->id = id;
  self->extras = extras;
  self->copy = copy;
  self->ids = ids;
  add_documents (fix, run, self);
  add_extras (fix, run, self);
  if (self->r != NULL)
    embed_rest (fix, run, self);
  add_flag (fix, run, self);
  _squill_fix_set (fix, subject, "cap", squill_json_number (self->bound));
  _squill_fix_set (fix, subject, self->r != NULL ? "children" : "length",
                   squill_json_triple (
                       SQUILL_TRIPLE (length.min, fmin (length.likely, self->bound), self->bound)));
  copy_indexes (fix, run, self);
  find_in_rest (fix, run, self);
  split_writes_of_elements (fix, run, self);
  return fix;
}

/**
 * _squill_fix_new_overflow:
 * @run: a run
 * @array: an array
 * @reason: (out) (optional): why it gets no overflow documents
 *
 * Bounds an array that is far longer in a few documents than in most, and lets these few have
 * overflow documents with the rest.
 *
 * Returns: (transfer full) (nullable): a fix that does so
 */
SquillFix *
_squill_fix_new_overflow (SquillRun *run, const SquillArray *array, char **reason)
{
  const SquillItem *owner = NULL;
  Overflow self = { .field = array->field, .r = array->relationship };
  g_autoptr (GPtrArray) sites = NULL;

  if (!_squill_array_is_outlier (array, run))
    return _squill_transform_refuse (
        reason, g_strdup (_ ("It is not known to be short in most documents, and many times as "
                             "long in a few.")));
  if (self.r != NULL)
    owner = (const SquillItem *)_squill_run_get_parent (run, self.r);
  else
    owner = squill_item_get_owner (self.field);
  if (array->references || owner->kind != SQUILL_KIND_ENTITY ||
      (self.r != NULL && self.r->placement != SQUILL_PLACEMENT_EMBED_MANY) ||
      (self.r != NULL && g_str_equal (self.r->parent, self.r->child)) ||
      (self.field != NULL && self.field->item.parent != owner))
    return _squill_transform_refuse (
        reason, g_strdup (_ ("It is no array of the document itself with all that belongs to "
                             "each element.")));
  self.entity = (const SquillEntity *)owner;
  sites = squill_design_get_document_sites (run->design, owner->id);
  if (!squill_design_is_collection (run->design, owner->id) || sites->len != 1)
    return _squill_transform_refuse (
        reason,
        g_strdup_printf (_ ("“%s” is embedded in other documents."), _squill_wording_name (owner)));
  if (self.field != NULL && _squill_run_is_field_bound (run, self.entity, self.field))
    return _squill_transform_refuse (
        reason, g_strdup (_ ("References stand in the array, which lead somewhere from one "
                             "place only.")));
  /* Overflow documents are full, and are not to be large for it. */
  self.bound = fmin (_squill_run_get (run, SQUILL_THRESHOLD_EMBED_MAX),
                     floor (_squill_run_get (run, SQUILL_THRESHOLD_DOC_LARGE) / array->element));
  if (!(self.bound >= fmax (array->now, 1)))
    return _squill_transform_refuse (
        reason, g_strdup (_ ("Its elements are so large that the usual number of them makes a "
                             "large document.")));
  self.most = fmin (array->max, array->cap);
  return make_overflow (run, &self);
}

static SquillFix *
make_of_relationship (SquillRun *run, gconstpointer subject, char **reason)
{
  SquillArray array;

  if (!_squill_array_init_relationship (&array, run, subject, TRUE))
    return _squill_transform_refuse (reason, g_strdup (_ ("It is stored in no array.")));
  return _squill_fix_new_overflow (run, &array, reason);
}

static SquillFix *
make_of_field (SquillRun *run, gconstpointer subject, char **reason)
{
  SquillArray array;

  if (!_squill_array_init_field (&array, run, subject))
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("“%s” is no array."), _squill_wording_name (subject)));
  return _squill_fix_new_overflow (run, &array, reason);
}

const SquillPatternEntry _squill_patterns_outliers[] = {
  { .pattern = { "outlier", N_ ("Outlier"),
                 N_ ("Bounds an array, and stores what few documents have beyond that in overflow "
                     "documents; a flag says that there are some. It pays where the design suits "
                     "nearly all documents, and would have to change only for the few."),
                 SQUILL_SOURCE_OUTLIER },
    .of_relationship = make_of_relationship,
    .of_field = make_of_field },
  { .pattern = { NULL } },
};
