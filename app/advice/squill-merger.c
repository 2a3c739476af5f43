/* SPDX-License-Identifier: Apache-2.0 */

/* Two collections become one: fields, relationships, operations, and indexes of both. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-merger-private.h"
#include "model/squill-placement.h"

/** Whether it is the _id of its documents. */
gboolean
_squill_field_is_id (const SquillField *field)
{
  return g_strcmp0 (field->name, "_id") == 0;
}

static const SquillField *
find_named (const SquillEntity *entity, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      if (g_strcmp0 (field->name, name) == 0)
        return field;
    }
  return NULL;
}

/** The field of an entity that has the name, type, and form of another (nullable). */
const SquillField *
_squill_entity_find_same_field (const SquillEntity *entity, const SquillField *field)
{
  const SquillField *other = find_named (entity, field->name);

  return other != NULL && other->types == field->types && other->array == field->array &&
                 other->map == field->map
             ? other
             : NULL;
}

/* An array that grows without an end in one of them would do so in both. */
static gboolean
is_unbounded (const SquillField *field)
{
  return (field->array || field->map) && isnan (field->cap) &&
         (isinf (field->length.max) || field->growth > 0);
}

static gboolean
is_stored_specially (SquillRun *run, const SquillEntity *entity)
{
  g_autoptr (GPtrArray) sites = squill_design_get_document_sites (run->design, entity->item.id);

  /* No filter says that a document has one of several fields. */
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
    {
      if (index->unique && index->sparse && index->keys != NULL && index->keys->len > 1)
        return TRUE;
    }
  return sites->len != 1 || entity->capped || entity->clustered || entity->time_field != NULL ||
         entity->shard_key != NULL || entity->discriminator != NULL || entity->collation != NULL;
}

/* The relationship of the other entity that stores the same in the same place (nullable). */
static const SquillRelationship *
find_counterpart (const SquillRelationship *r, const SquillEntity *of, const SquillEntity *in)
{
  const gboolean is_child = g_str_equal (r->child, of->item.id);
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (in, &n);

  for (guint i = 0; i < n; i++)
    if (all[i]->placement == r->placement &&
        (is_child
             ? g_str_equal (all[i]->child, in->item.id) && g_str_equal (all[i]->parent, r->parent)
             : g_str_equal (all[i]->parent, in->item.id) && g_str_equal (all[i]->child, r->child)))
      return all[i];
  return NULL;
}

/* Why a relationship of one could not be one of both; NULL if it can. */
static char *
find_clash (const SquillRelationship *r, const SquillEntity *of, const SquillEntity *in)
{
  const gboolean is_child = g_str_equal (r->child, of->item.id);
  guint n_copies, n_links;

  squill_item_get_children (r, SQUILL_KIND_COPY, &n_copies);
  squill_item_get_children (r, SQUILL_KIND_FIELD, &n_links);
  if (n_copies + n_links == 0 && !g_str_equal (r->parent, r->child) && !r->pinned &&
      r->parent_holder == NULL && r->child_holder == NULL && r->parent_key == NULL &&
      r->child_key == NULL && r->order_by == NULL && r->variants == NULL &&
      ((is_child && r->placement == SQUILL_PLACEMENT_PARENT_REFERENCE &&
        find_counterpart (r, of, in) != NULL) ||
       (!is_child && (r->placement == SQUILL_PLACEMENT_PARENT_REFERENCE ||
                      squill_placement_is_embedding (r->placement)))))
    return NULL;
  return g_strdup_printf (_ ("“%s” of “%s” cannot be one of both."), _squill_wording_name (r),
                          _squill_wording_name (of));
}

static char *
find_clash_of_all (const SquillEntity *of, const SquillEntity *in, const SquillRelationship *but)
{
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (of, &n);

  for (guint i = 0; i < n; i++)
    {
      char *clash = all[i] == but ? NULL : find_clash (all[i], of, in);

      if (clash != NULL)
        return clash;
    }
  return NULL;
}

/* A field of the same name has to be the same, and what is unique in one is not so in both. */
static char *
find_difference (const SquillEntity *a, const SquillEntity *b)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, b, SQUILL_KIND_FIELD)
    {
      const SquillField *named = find_named (a, field->name);
      guint n, n_other;

      if (named == NULL)
        continue;
      squill_item_get_children (field, SQUILL_KIND_FIELD, &n);
      squill_item_get_children (named, SQUILL_KIND_FIELD, &n_other);
      if (_squill_entity_find_same_field (a, field) == NULL || n + n_other > 0 ||
          is_unbounded (field) != is_unbounded (named) || field->variants != NULL ||
          named->variants != NULL)
        return g_strdup_printf (_ ("“%s” is not the same in “%s” and “%s”."),
                                _squill_wording_name (field), _squill_wording_name (a),
                                _squill_wording_name (b));
      if (field->unique || named->unique)
        return g_strdup_printf (_ ("Each “%s” is there once, but may be in both."),
                                _squill_wording_name (field));
    }
  return NULL;
}

/* Fields. */

static SquillTriple
join (SquillTriple a, SquillTriple b)
{
  if (!squill_triple_is_set (a) || !squill_triple_is_set (b))
    return SQUILL_TRIPLE_UNSET;
  return SQUILL_TRIPLE (fmin (a.min, b.min), fmax (a.likely, b.likely), fmax (a.max, b.max));
}

static json_t *
get_kind (const SquillEntity *entity)
{
  return json_string (_squill_wording_name (entity));
}

static void
set_kind (SquillFix *fix, const char *id, const SquillEntity *entity)
{
  _squill_fix_set (fix, id, "variants", json_pack ("[o]", get_kind (entity)));
}

static void
merge_field (SquillFix *fix, const SquillField *kept, const SquillField *gone)
{
  const SquillTriple size = join (kept->size, gone->size),
                     length = join (kept->length, gone->length);

  if (!squill_triple_equal (size, kept->size))
    _squill_fix_set (fix, kept->item.id, "size",
                     squill_triple_is_set (size) ? squill_json_triple (size) : NULL);
  if (!squill_triple_equal (length, kept->length))
    _squill_fix_set (fix, kept->item.id, "length",
                     squill_triple_is_set (length) ? squill_json_triple (length) : NULL);
  if (kept->required && !gone->required)
    _squill_fix_set (fix, kept->item.id, "required", NULL);
}

/* Fields that both have are one; the others are those of their kind. */
static void
merge_fields (SquillFix *fix, SquillMerger *self, char **rank)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, self->from, SQUILL_KIND_FIELD)
    {
      const SquillField *same = _squill_entity_find_same_field (self->into, field);
      char *next;

      if (same != NULL)
        {
          g_hash_table_insert (self->ids, g_strdup (field->item.id), g_strdup (same->item.id));
          merge_field (fix, same, field);
          continue;
        }
      if (_squill_field_is_id (field))
        {
          g_hash_table_insert (self->ids, g_strdup (field->item.id), g_strdup ("=_id"));
          continue;
        }
      next = squill_rank_between (*rank, NULL);
      _squill_fix_move (fix, field->item.id, self->into->item.id, next);
      set_kind (fix, field->item.id, self->from);
      g_free (*rank);
      *rank = next;
    }
  SQUILL_FOR_EACH_CHILD (SquillField, field, self->into, SQUILL_KIND_FIELD)
    {
      if (!_squill_field_is_id (field) &&
          _squill_entity_find_same_field (self->from, field) == NULL)
        set_kind (fix, field->item.id, self->into);
    }
}

/* Relationships. */

static SquillTriple
sum (SquillTriple a, SquillTriple b)
{
  if (!squill_triple_is_set (a) || !squill_triple_is_set (b))
    return SQUILL_TRIPLE_UNSET;
  return SQUILL_TRIPLE (a.min + b.min, a.likely + b.likely, a.max + b.max);
}

static void
merge_relationships (SquillFix *fix, SquillMerger *self)
{
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (self->from, &n);

  for (guint i = 0; i < n; i++)
    {
      const SquillRelationship *r = all[i], *same;

      if (r == self->link)
        continue;
      if (!g_str_equal (r->child, self->from->item.id))
        {
          _squill_fix_set (fix, r->item.id, "parent", json_string (self->into->item.id));
          /* References keep the name that they have in the documents that are there. */
          if (r->child_name == NULL && r->child_holder == NULL && self->from->name != NULL &&
              squill_placement_stores (r->placement, FALSE))
            _squill_fix_set (fix, r->item.id, "child_name", json_string (self->from->name));
          if (squill_placement_is_embedding (r->placement))
            set_kind (fix, r->item.id, self->from);
          continue;
        }
      same = find_counterpart (r, self->from, self->into);
      g_hash_table_insert (self->ids, g_strdup (r->item.id), g_strdup (same->item.id));
      _squill_fix_set (fix, same->item.id, "children",
                       squill_triple_is_set (sum (same->children, r->children))
                           ? squill_json_triple (sum (same->children, r->children))
                           : NULL);
      if (same->growth > 0 || r->growth > 0)
        _squill_fix_set (fix, same->item.id, "growth",
                         squill_json_number (fmax (same->growth, 0) + fmax (r->growth, 0)));
      _squill_fix_remove (fix, r->item.id);
    }
  all = squill_entity_get_relationships (self->into, &n);
  for (guint i = 0; i < n; i++)
    if (g_str_equal (all[i]->parent, self->into->item.id) &&
        squill_placement_is_embedding (all[i]->placement))
      set_kind (fix, all[i]->item.id, self->into);
}

/* Operations and indexes. */

/* The path with what took the place of what goes. */
static char *
get_path (const SquillMerger *self, const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);

  for (guint i = 0; *path != '=' && parts[i] != NULL; i++)
    {
      const char *now = g_hash_table_lookup (self->ids, parts[i]);

      if (now == NULL)
        continue;
      g_free (parts[i]);
      parts[i] = g_strdup (now);
    }
  return g_strjoinv ("/", parts);
}

static json_t *
get_keys (const SquillMerger *self, const SquillKeys *keys)
{
  json_t *all = squill_json_keys (keys);

  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      g_autofree char *path = get_path (self, ((const SquillKey *)keys->pdata[i])->path);

      json_object_set_new (json_array_get (all, i), "path", json_string (path));
    }
  return all;
}

static void
redirect_keys (SquillFix *fix,
               const SquillMerger *self,
               const SquillOperation *operation,
               const char *property,
               const SquillKeys *keys)
{
  if (keys != NULL && keys->len > 0)
    _squill_fix_set (fix, operation->item.id, property, get_keys (self, keys));
}

/* Which of the two an operation is about that comes from elsewhere: NULL of both, or of neither.
 * Gives by which relationship it comes to it. */
static const SquillEntity *
find_kind (const SquillMerger *self, const SquillUse *use, const char **by)
{
  const SquillEntity *kind = NULL;

  for (guint i = 0; i < use->relationships->len; i++)
    {
      const SquillRelationship *r = use->relationships->pdata[i];
      const SquillEntity *end = _squill_run_get_child (self->run, r);
      /* Of children the parents may be asked for, which are of a kind, too. */
      if (end == use->root && _squill_operation_asks_through (use->operation, r))
        end = _squill_run_get_parent (self->run, r);
      if (end != self->into && end != self->from)
        continue;
      if (kind != NULL && kind != end)
        return NULL;
      kind = end;
      if (!g_hash_table_lookup_extended (self->ids, r->item.id, NULL, (gpointer *)by))
        *by = r->item.id;
    }
  return kind;
}

/* Asks for, or writes, the kind. */
static void
name_kind (SquillFix *fix, const SquillMerger *self, const SquillUse *use)
{
  const SquillOperation *operation = use->operation;
  const gboolean starts_there = use->root == self->into || use->root == self->from;
  const char *by = NULL;
  const SquillEntity *kind = starts_there ? use->root : find_kind (self, use, &by);
  g_autofree char *path = NULL, *how = NULL;
  json_t *keys;

  if (kind == NULL ||
      (operation->operation == SQUILL_OPERATION_INSERT && operation->writes == NULL))
    return;
  path = starts_there ? g_strdup (self->type) : g_strdup_printf ("%s/%s", by, self->type);
  how = g_strdup_printf ("eq:%s", _squill_wording_name (kind));
  if (operation->operation == SQUILL_OPERATION_INSERT)
    {
      keys = get_keys (self, operation->writes);
      json_array_append_new (keys, json_pack ("{s:s}", "path", path));
      _squill_fix_set (fix, operation->item.id, "writes", keys);
      return;
    }
  keys = operation->filter == NULL ? json_array () : get_keys (self, operation->filter);
  json_array_append_new (keys, json_pack ("{s:s, s:s}", "path", path, "how", how));
  _squill_fix_set (fix, operation->item.id, "filter", keys);
}

static void
redirect_operation (SquillFix *fix, const SquillMerger *self, const SquillUse *use)
{
  const SquillOperation *operation = use->operation;
  json_t *follows = json_array ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  if (use->root == self->from)
    _squill_fix_set (fix, operation->item.id, "entity", json_string (self->into->item.id));
  redirect_keys (fix, self, operation, "filter", operation->filter);
  redirect_keys (fix, self, operation, "sort", operation->sort);
  redirect_keys (fix, self, operation, "returns", operation->returns);
  redirect_keys (fix, self, operation, "writes", operation->writes);
  redirect_keys (fix, self, operation, "computes", operation->computes);
  for (guint i = 0; operation->follows != NULL && operation->follows[i] != NULL; i++)
    {
      const char *now = g_hash_table_lookup (self->ids, operation->follows[i]);
      const char *id = now != NULL ? now : operation->follows[i];

      if (g_hash_table_add (seen, (gpointer)id))
        json_array_append_new (follows, json_string (id));
    }
  if (json_array_size (follows) > 0)
    _squill_fix_set (fix, operation->item.id, "follows", json_incref (follows));
  json_decref (follows);
  if (operation->moves != NULL && g_hash_table_contains (self->ids, operation->moves))
    _squill_fix_set (fix, operation->item.id, "moves",
                     json_string (g_hash_table_lookup (self->ids, operation->moves)));
}

static gboolean
goes_through_link (const SquillMerger *self, const SquillUse *use)
{
  return self->link != NULL && g_ptr_array_find (use->relationships, self->link, NULL);
}

/* What it names at the other end stands in the documents that it finds. */
static void
strip_link (SquillFix *fix,
            const SquillMerger *self,
            const SquillOperation *operation,
            const char *property,
            const SquillKeys *keys)
{
  g_autofree char *prefix = g_strconcat (self->link->item.id, "/", NULL);
  json_t *all;

  if (keys == NULL || keys->len == 0)
    return;
  all = squill_json_keys (keys);
  for (guint i = 0; i < keys->len; i++)
    {
      const char *path = ((const SquillKey *)keys->pdata[i])->path;
      g_autofree char *now =
          get_path (self, g_str_has_prefix (path, prefix) ? path + strlen (prefix) : path);

      json_object_set_new (json_array_get (all, i), "path", json_string (now));
    }
  _squill_fix_set (fix, operation->item.id, property, all);
}

/* One look for the id finds the document and all that have the id. */
static void
read_related (SquillFix *fix, const SquillMerger *self, const SquillUse *use)
{
  const SquillOperation *operation = use->operation;

  _squill_fix_set (fix, operation->item.id, "filter",
                   json_pack ("[{s:s, s:s}]", "path", self->related, "how", "eq"));
  _squill_fix_set (fix, operation->item.id, "follows", NULL);
  strip_link (fix, self, operation, "returns", operation->returns);
  strip_link (fix, self, operation, "sort", operation->sort);
  _squill_fix_lose (fix, g_strdup_printf (_ ("“%s” finds documents of both kinds, which the "
                                             "application has to tell apart."),
                                          _squill_wording_name (operation)));
}

static void
redirect_operations (SquillFix *fix, const SquillMerger *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  const GPtrArray *lists[] = {
    squill_operation_index_get_uses_of (self->run->operations, self->from->item.id),
    squill_operation_index_get_uses_of (self->run->operations, self->into->item.id)
  };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; j < lists[i]->len; j++)
      if (g_hash_table_add (seen, lists[i]->pdata[j]))
        {
          if (goes_through_link (self, lists[i]->pdata[j]))
            {
              read_related (fix, self, lists[i]->pdata[j]);
              continue;
            }
          redirect_operation (fix, self, lists[i]->pdata[j]);
          name_kind (fix, self, lists[i]->pdata[j]);
        }
}

static gboolean
has_index_like (const SquillEntity *entity, json_t *keys)
{
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
    {
      json_auto_t *own = squill_json_keys (index->keys);

      if (!index->unique && index->partial == NULL && json_equal (own, keys))
        return TRUE;
    }
  return FALSE;
}

/* What is unique is so among the documents of its kind, as before. The server takes no filter
 * beside "sparse", which is another condition of the filter. */
static void
limit_to_kind (SquillFix *fix,
               const SquillMerger *self,
               const SquillIndex *index,
               const char *type_name,
               const SquillEntity *kind)
{
  json_t *partial = index->partial == NULL ? json_object () : json_deep_copy (index->partial);
  g_autofree char *path =
      index->sparse ? _squill_run_resolve (self->run, kind->item.id, index->keys->pdata[0]) : NULL;

  json_object_set_new (partial, type_name, get_kind (kind));
  if (path != NULL && json_object_get (partial, path) == NULL)
    json_object_set_new (partial, path, json_pack ("{s:b}", "$exists", 1));
  if (index->sparse)
    _squill_fix_set (fix, index->item.id, "sparse", NULL);
  _squill_fix_set (fix, index->item.id, "partial", partial);
}

static gboolean
has_index_named (const SquillEntity *entity, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
    {
      if (name != NULL && g_strcmp0 (index->name, name) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Whoever wants all of one kind looks for them by the kind, and by the order that he wants. */
static void
index_kind (SquillFix *fix, const SquillMerger *self, const SquillEntity *entity)
{
  const GPtrArray *uses =
      squill_operation_index_get_uses_from (self->run->operations, entity->item.id);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)uses->pdata[i])->operation;
      g_autoptr (GPtrArray) keys = NULL;
      json_auto_t *order = NULL;
      size_t j;
      json_t *key;

      if (operation->operation == SQUILL_OPERATION_INSERT ||
          (operation->filter != NULL && operation->filter->len > 0))
        continue;
      keys = _squill_keys_new ();
      _squill_keys_take (keys, self->type, "1");
      order = get_keys (self, operation->sort);
      json_array_foreach (order, j, key)
      {
        const char *path = json_string_value (json_object_get (key, "path"));
        const char *how = json_string_value (json_object_get (key, "how"));

        /* What other documents have cannot be in an index of these. */
        if (strchr (path, '/') != NULL)
          break;
        _squill_keys_take (keys, path, g_strcmp0 (how, "-1") == 0 ? "-1" : "1");
      }
      g_free (_squill_fix_add_index (fix, self->run->model, self->into, keys, FALSE, NAN));
    }
}

static void
merge_indexes (SquillFix *fix, const SquillMerger *self, const char *type_name)
{
  g_autofree char *rank = _squill_item_rank_behind (self->into, SQUILL_KIND_INDEX);

  SQUILL_FOR_EACH_CHILD (SquillIndex, index, self->into, SQUILL_KIND_INDEX)
    {
      if (index->unique)
        limit_to_kind (fix, self, index, type_name, self->into);
    }
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, self->from, SQUILL_KIND_INDEX)
    {
      json_t *keys = get_keys (self, index->keys);
      char *next;

      if (!index->unique && has_index_like (self->into, keys))
        {
          json_decref (keys);
          continue;
        }
      if (has_index_named (self->into, index->name))
        _squill_fix_set (fix, index->item.id, "name", NULL);
      if (!index->unique && !index->sparse && index->partial == NULL && index->collation == NULL)
        _squill_fix_remove_beginnings_of (fix, self->into, keys);
      _squill_fix_move (fix, index->item.id, self->into->item.id, rank);
      _squill_fix_set (fix, index->item.id, "keys", keys);
      if (index->unique)
        limit_to_kind (fix, self, index, type_name, self->from);
      next = squill_rank_between (rank, NULL);
      g_free (rank);
      rank = next;
    }
  index_kind (fix, self, self->from);
  index_kind (fix, self, self->into);
}

/* Indexes of others may have keys in what is embedded, or copied, there. */
static void
redirect_other_indexes (SquillFix *fix, const SquillMerger *self)
{
  const SquillModelInfo *info = squill_model_get_info (self->run->model);

  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, info, SQUILL_KIND_ENTITY)
    {
      if (entity == self->into || entity == self->from)
        continue;
      SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
        {
          json_auto_t *before = squill_json_keys (index->keys);
          json_t *keys = get_keys (self, index->keys);

          if (json_equal (before, keys))
            json_decref (keys);
          else
            _squill_fix_set (fix, index->item.id, "keys", keys);
        }
    }
}

static void
add_type (SquillFix *fix, const SquillMerger *self, const char *name, const char *rank)
{
  const double a =
      squill_triple_get_usual (squill_design_get_count (self->run->design, self->into->item.id));
  const double b =
      squill_triple_get_usual (squill_design_get_count (self->run->design, self->from->item.id));
  json_t *content =
      json_pack ("{s:s, s:s, s:[s], s:b, s:[o, o]}", "name", name, "order", rank, "types", "string",
                 "required", 1, "enum", get_kind (self->into), get_kind (self->from));

  if (a + b > 0)
    json_object_set_new (content, "value_shares",
                         json_pack ("[{s:o, s:f}, {s:o, s:f}]", "value", get_kind (self->into),
                                    "share", a / (a + b), "value", get_kind (self->from), "share",
                                    b / (a + b)));
  _squill_fix_add (fix, SQUILL_KIND_FIELD, self->type, self->into->item.id, content);
  _squill_fix_set (fix, self->into->item.id, "discriminator", json_string (self->type));
  if (squill_triple_is_set (sum (self->into->count, self->from->count)))
    _squill_fix_set (fix, self->into->item.id, "count",
                     squill_json_triple (sum (self->into->count, self->from->count)));
  if (self->into->growth > 0 || self->from->growth > 0)
    _squill_fix_set (
        fix, self->into->item.id, "growth",
        squill_json_number (fmax (self->into->growth, 0) + fmax (self->from->growth, 0)));
}

/**
 * _squill_merger_find_obstacle:
 * @self: two collections, of which nothing else is known yet
 *
 * Returns: (transfer full) (nullable): why the two cannot be one collection; %NULL if they can
 */
char *
_squill_merger_find_obstacle (const SquillMerger *self)
{
  char *obstacle = find_difference (self->into, self->from);

  if (obstacle == NULL &&
      (is_stored_specially (self->run, self->into) || is_stored_specially (self->run, self->from)))
    obstacle =
        g_strdup_printf (_ ("“%s” or “%s” is stored in a way of its own, or in other "
                            "documents, too."),
                         _squill_wording_name (self->into), _squill_wording_name (self->from));
  if (obstacle == NULL)
    obstacle = find_clash_of_all (self->from, self->into, self->link);
  if (obstacle == NULL)
    obstacle = find_clash_of_all (self->into, self->from, self->link);
  return obstacle;
}

/**
 * _squill_merger_merge:
 * @self: two collections that can be one
 * @usual: the name of the field that tells the kind, if it is free
 * @reason: (out) (optional): why it does not fit
 *
 * What only went with the entity that goes is left to the caller, who removes it.
 *
 * Returns: (transfer full) (nullable): a fix that stores both in the first one
 */
SquillFix *
_squill_merger_merge (SquillMerger *self, const char *usual, char **reason)
{
  g_autofree char *type_name =
      _squill_run_make_free_name (self->run, NULL, self->into, usual, "kind");
  g_autofree char *type = squill_model_new_id (self->run->model, type_name);
  g_autofree char *rank = _squill_item_rank_behind (self->into, SQUILL_KIND_FIELD);
  SquillFix *fix;

  if (find_named (self->from, type_name) != NULL)
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("There is a field “%s” already, which cannot hold the kind."),
                                 type_name));
  self->type = type;
  fix = _squill_fix_new (g_strdup_printf (_ ("Store %s and %s in one collection"),
                                          _squill_wording_name (self->into),
                                          _squill_wording_name (self->from)));
  add_type (fix, self, type_name, rank);
  merge_fields (fix, self, &rank);
  merge_relationships (fix, self);
  redirect_operations (fix, self);
  merge_indexes (fix, self, type_name);
  redirect_other_indexes (fix, self);
  return fix;
}
