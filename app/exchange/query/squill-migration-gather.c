/* SPDX-License-Identifier: Apache-2.0 */

/* Where designs store a relationship, and the commands that gather its pairs from there. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/query/squill-migration-private.h"

#include <string.h>

#include "model/squill-authoring.h"
#include "model/squill-placement.h"

/* Expressions. */

char *
_squill_value_of (const char *path)
{
  return g_strconcat ("$", path, NULL);
}

char *
_squill_value_in (const char *path, const char *name)
{
  return g_strdup_printf ("$%s.%s", path, name);
}

/* Stores. */

/* Names that would be a path, or an operator, or a bracket where documents are put together. */
gboolean
_squill_name_is_plain (const char *name)
{
  return name != NULL && *name != '\0' && strpbrk (name, ".$") == NULL &&
         strchr ("{}[]", *name) == NULL;
}

/* A field of the documents themselves, and no map. */
static gboolean
is_at_root (const SquillShape *shape, const SquillCollection *collection)
{
  if (shape == NULL || collection == NULL || shape->parent != collection->shape || shape->map ||
      shape->recursive || !_squill_name_is_plain (shape->name))
    return FALSE;
  for (guint i = 0; i < shape->children->len; i++)
    if (!_squill_name_is_plain (((const SquillShape *)shape->children->pdata[i])->name))
      return FALSE;
  return TRUE;
}

static gboolean
find_own (SquillStore *self, SquillDesign *design, gboolean is_bucket)
{
  const SquillShape *root;

  self->own = squill_design_find_collection (design, self->r->item.id);
  if (self->own == NULL)
    return FALSE;
  root = self->own->shape;
  for (guint i = 0; i < root->children->len; i++)
    {
      const SquillShape *shape = root->children->pdata[i];

      /* Copies in links are kept in step by the application. */
      if (shape->origin == SQUILL_ORIGIN_COPY ||
          (shape->origin == SQUILL_ORIGIN_REFERENCE && shape->children->len > 0))
        return FALSE;
      if (shape->origin == SQUILL_ORIGIN_REFERENCE && self->own_parent == NULL)
        self->own_parent = shape;
      else if ((shape->origin == SQUILL_ORIGIN_REFERENCE && !is_bucket) ||
               (shape->origin == SQUILL_ORIGIN_EMBEDDED && is_bucket))
        self->own_child = shape;
    }
  return is_at_root (self->own_parent, self->own) && is_at_root (self->own_child, self->own);
}

/* Whether all of it is where commands find it. */
gboolean
_squill_store_find (SquillDesign *design, const SquillRelationship *r, SquillStore *self)
{
  const gboolean at_parent = squill_placement_stores (r->placement, TRUE);
  const gboolean at_child = squill_placement_stores (r->placement, FALSE);

  *self = (SquillStore){ .r = r };
  if (r->parent_key != NULL || r->child_key != NULL || r->by_keys ||
      !squill_design_is_collection (design, r->parent))
    return FALSE;
  self->parents = squill_design_find_collection (design, r->parent);
  if (squill_design_is_collection (design, r->child))
    self->children = squill_design_find_collection (design, r->child);
  if (squill_placement_has_collection (r->placement) &&
      !find_own (self, design, r->placement == SQUILL_PLACEMENT_BUCKET))
    return FALSE;
  if (at_parent)
    self->list = squill_design_get_stored (design, r->item.id, TRUE);
  if (at_child)
    self->reference = squill_design_get_stored (design, r->item.id, FALSE);
  return (!at_parent || is_at_root (self->list, self->parents)) &&
         (!at_child || is_at_root (self->reference, self->children));
}

/* Whether the documents of the children are in those of others, all of them. */
gboolean
_squill_store_holds_children (const SquillStore *self)
{
  return squill_placement_is_embedding (self->r->placement) ||
         self->r->placement == SQUILL_PLACEMENT_BUCKET;
}

/* What stands around the attributes of the link. */
const SquillShape *
_squill_store_find_links (const SquillStore *self)
{
  const SquillShape *const places[] = {
    self->list,
    self->reference,
    self->own_child,
    self->own == NULL ? NULL : self->own->shape,
    self->children == NULL ? NULL : self->children->shape,
    self->parents->shape,
  };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    for (guint j = 0; places[i] != NULL && j < places[i]->children->len; j++)
      {
        const SquillShape *shape = places[i]->children->pdata[j];

        if (shape->origin == SQUILL_ORIGIN_LINK &&
            g_strcmp0 (shape->relationship, self->r->item.id) == 0)
          return places[i];
      }
  return NULL;
}

gboolean
_squill_store_has_link (const SquillShape *shape, const SquillStore *store)
{
  return shape->origin == SQUILL_ORIGIN_LINK &&
         g_strcmp0 (shape->relationship, store->r->item.id) == 0;
}

/* The id in a reference, which may have more beside it. */
char *
_squill_reference_get_id_path (const SquillShape *reference)
{
  if (reference->origin == SQUILL_ORIGIN_REFERENCE && reference->children->len > 0)
    return g_strdup_printf ("%s.%s", reference->name,
                            ((const SquillShape *)reference->children->pdata[0])->name);
  return g_strdup (reference->name);
}

/* Gathering. */

static bson_t *
make_unwind (const char *name)
{
  g_autofree char *path = _squill_value_of (name);

  return BCON_NEW ("$unwind", "{", "path", BCON_UTF8 (path), "includeArrayIndex",
                   BCON_UTF8 ("position"), "}");
}

/* The attributes of the link, by where they stand. */
static void
append_links (bson_t *projection, const SquillStore *store)
{
  const SquillShape *around = _squill_store_find_links (store);
  bson_t links;

  if (around == NULL)
    return;
  BSON_APPEND_DOCUMENT_BEGIN (projection, "link", &links);
  for (guint i = 0; i < around->children->len; i++)
    {
      const SquillShape *shape = around->children->pdata[i];
      g_autofree char *value = around->parent == NULL
                                   ? _squill_value_of (shape->name)
                                   : _squill_value_in (around->name, shape->name);

      if (_squill_store_has_link (shape, store))
        BSON_APPEND_UTF8 (&links, shape->name, value);
    }
  bson_append_document_end (projection, &links);
}

void
_squill_stages_project (GPtrArray *stages, const bson_t *projection)
{
  _squill_stages_add (stages, BCON_NEW ("$project", BCON_DOCUMENT (projection)));
}

static void
remove_from_documents (GPtrArray *stages, const SquillShape *around, const SquillStore *store)
{
  for (guint i = 0; around != NULL && i < around->children->len; i++)
    {
      const SquillShape *shape = around->children->pdata[i];
      g_autofree char *path = g_strconcat ("document.", shape->name, NULL);

      if (g_strcmp0 (shape->relationship, store->r->item.id) == 0 &&
          (shape->origin == SQUILL_ORIGIN_LINK ||
           (around->parent == NULL &&
            (shape->origin == SQUILL_ORIGIN_REFERENCE || shape->origin == SQUILL_ORIGIN_COPY))))
        _squill_stages_add (stages, BCON_NEW ("$unset", BCON_UTF8 (path)));
    }
}

/* Of what is embedded in parents or in buckets. */
static void
gather_embedded (SquillMove *self, GPtrArray *stages)
{
  const SquillStore *now = &self->now;
  const gboolean is_bucket = now->own != NULL;
  const SquillShape *list = is_bucket ? now->own_child : now->list;
  g_autofree char *parent =
      is_bucket ? _squill_value_of (now->own_parent->name) : g_strdup ("$_id");
  g_autofree char *document = _squill_value_of (list->name);
  g_autofree char *child = _squill_value_in (list->name, "_id");
  bson_t projection = BSON_INITIALIZER;

  /* What is there is not of the new form. */
  _squill_stages_add (
      stages, BCON_NEW ("$match", "{", list->name, "{", "$type", BCON_UTF8 ("object"), "}", "}"));
  _squill_stages_add (stages, make_unwind (list->name));
  BSON_APPEND_INT32 (&projection, "_id", 0);
  BSON_APPEND_UTF8 (&projection, "parent", parent);
  BSON_APPEND_UTF8 (&projection, "child", child);
  BSON_APPEND_UTF8 (&projection, "document", document);
  BSON_APPEND_INT32 (&projection, "position", 1);
  append_links (&projection, now);
  _squill_stages_project (stages, &projection);
  bson_destroy (&projection);
  remove_from_documents (stages, list, now);
}

/* Of elements of an array of the parent's own, or of some of its fields. */
static void
gather_fields (SquillMove *self, GPtrArray *stages)
{
  g_autofree char *whole = self->split == NULL ? NULL : _squill_value_of (self->split->name);
  bson_t projection = BSON_INITIALIZER, document;

  BSON_APPEND_INT32 (&projection, "_id", 0);
  BSON_APPEND_UTF8 (&projection, "parent", "$_id");
  if (self->split == NULL)
    {
      bson_t match = BSON_INITIALIZER, any;

      BSON_APPEND_ARRAY_BEGIN (&match, "$or", &any);
      for (guint i = 0; i < self->fields->len; i++)
        {
          const SquillField *field = self->fields->pdata[i];
          g_autofree char *key = g_strdup_printf ("%u", i);
          bson_t *exists = BCON_NEW (field->name, "{", "$exists", BCON_BOOL (TRUE), "}");

          bson_append_document (&any, key, -1, exists);
          bson_destroy (exists);
        }
      bson_append_array_end (&match, &any);
      _squill_stages_add (stages, BCON_NEW ("$match", BCON_DOCUMENT (&match)));
      bson_destroy (&match);
      BSON_APPEND_DOCUMENT_BEGIN (&projection, "document", &document);
      for (guint i = 0; i < self->fields->len; i++)
        {
          const SquillField *field = self->fields->pdata[i];
          g_autofree char *value = _squill_value_of (field->name);

          BSON_APPEND_UTF8 (&document, field->name, value);
        }
      bson_append_document_end (&projection, &document);
    }
  else
    {
      _squill_stages_add (stages, BCON_NEW ("$match", "{", self->split->name, "{", "$exists",
                                            BCON_BOOL (TRUE), "}", "}"));
      _squill_stages_add (stages, make_unwind (self->split->name));
      BSON_APPEND_INT32 (&projection, "position", 1);
      if (self->value == NULL)
        BSON_APPEND_UTF8 (&projection, "document", whole);
      else
        {
          BSON_APPEND_DOCUMENT_BEGIN (&projection, "document", &document);
          BSON_APPEND_UTF8 (&document, self->value, whole);
          bson_append_document_end (&projection, &document);
        }
    }
  _squill_stages_project (stages, &projection);
  bson_destroy (&projection);
}

/* Of ids in parents. */
static void
gather_ids (SquillMove *self, GPtrArray *stages)
{
  const SquillStore *now = &self->now;
  g_autofree char *path = _squill_reference_get_id_path (now->list);
  g_autofree char *child = _squill_value_of (path);
  bson_t projection = BSON_INITIALIZER;

  if (now->list->children->len == 0)
    _squill_stages_add (stages,
                        BCON_NEW ("$match", "{", now->list->name, "{", "$exists", BCON_BOOL (TRUE),
                                  "$not", "{", "$type", BCON_UTF8 ("object"), "}", "}", "}"));
  else
    _squill_stages_add (stages,
                        BCON_NEW ("$match", "{", path, "{", "$exists", BCON_BOOL (TRUE), "}", "}"));
  _squill_stages_add (stages, make_unwind (now->list->name));
  BSON_APPEND_INT32 (&projection, "_id", 0);
  BSON_APPEND_UTF8 (&projection, "parent", "$_id");
  BSON_APPEND_UTF8 (&projection, "child", child);
  BSON_APPEND_INT32 (&projection, "position", 1);
  append_links (&projection, now);
  _squill_stages_project (stages, &projection);
  bson_destroy (&projection);
}

/* Buckets have the name of what is in them, and so may stand in one collection with that while it
 * is moved. What only they have then tells them apart; NULL where they do not. */
const char *
_squill_move_get_mark (const SquillMove *self)
{
  const SquillStore *now = &self->now, *then = &self->then;

  if (now->r->placement == SQUILL_PLACEMENT_BUCKET && now->own != NULL && then->children != NULL &&
      g_str_equal (now->own->name, then->children->name))
    return now->own_child->name;
  if (then->r->placement == SQUILL_PLACEMENT_BUCKET && now->children != NULL &&
      g_str_equal (then->own->name, now->children->name))
    return then->own_child->name;
  return NULL;
}

/* Of references in children. */
static void
gather_references (SquillMove *self, GPtrArray *stages)
{
  const SquillStore *now = &self->now;
  g_autofree char *path = _squill_reference_get_id_path (now->reference);
  g_autofree char *parent = _squill_value_of (path);
  g_autofree char *unwound = _squill_value_of (now->reference->name);
  bson_t projection = BSON_INITIALIZER;
  bson_t *match = BCON_NEW (path, "{", "$exists", BCON_BOOL (TRUE), "$ne", BCON_NULL, "}");

  if (_squill_move_get_mark (self) != NULL)
    BCON_APPEND (match, _squill_move_get_mark (self), "{", "$exists", BCON_BOOL (FALSE), "}");
  _squill_stages_add (stages, BCON_NEW ("$match", BCON_DOCUMENT (match)));
  bson_destroy (match);
  _squill_stages_add (stages, BCON_NEW ("$unwind", BCON_UTF8 (unwound)));
  BSON_APPEND_INT32 (&projection, "_id", 0);
  BSON_APPEND_UTF8 (&projection, "parent", parent);
  BSON_APPEND_UTF8 (&projection, "child", "$_id");
  append_links (&projection, now);
  _squill_stages_project (stages, &projection);
  bson_destroy (&projection);
}

static void
gather_links (SquillMove *self, GPtrArray *stages)
{
  const SquillStore *now = &self->now;
  g_autofree char *parent = _squill_value_of (now->own_parent->name);
  g_autofree char *child = _squill_value_of (now->own_child->name);
  bson_t projection = BSON_INITIALIZER;

  BSON_APPEND_INT32 (&projection, "_id", 0);
  BSON_APPEND_UTF8 (&projection, "parent", parent);
  BSON_APPEND_UTF8 (&projection, "child", child);
  append_links (&projection, now);
  _squill_stages_project (stages, &projection);
  bson_destroy (&projection);
}

/* Whether copies of the child's fields stand with the references to it. */
gboolean
_squill_reference_has_copies (const SquillShape *reference)
{
  for (guint i = 0; reference != NULL && i < reference->children->len; i++)
    if (((const SquillShape *)reference->children->pdata[i])->origin == SQUILL_ORIGIN_COPY)
      return TRUE;
  return FALSE;
}

gboolean
_squill_store_needs_documents (const SquillStore *then)
{
  return squill_placement_embeds_any (then->r->placement) ||
         then->r->placement == SQUILL_PLACEMENT_BUCKET || _squill_reference_has_copies (then->list);
}

gboolean
_squill_move_is_split (const SquillMove *self)
{
  return self->split != NULL || self->fields != NULL;
}

/* Which documents have something to gather. */
static GPtrArray *
get_match (GPtrArray *gathering)
{
  GPtrArray *stages = _squill_stages_new ();

  if (bson_has_field (gathering->pdata[0], "$match"))
    _squill_stages_add (stages, bson_copy (gathering->pdata[0]));
  return stages;
}

void
_squill_move_gather (SquillMove *self)
{
  const SquillStore *now = &self->now;
  SquillMigration *migration = self->migration;
  g_autoptr (GPtrArray) stages = _squill_stages_new ();
  const char *from = now->parents->name;

  if (_squill_move_is_split (self))
    gather_fields (self, stages);
  else if (_squill_store_holds_children (now))
    gather_embedded (self, stages);
  else if (now->own != NULL)
    gather_links (self, stages);
  else if (now->reference != NULL)
    gather_references (self, stages);
  else
    gather_ids (self, stages);
  if (now->own != NULL)
    from = now->own->name;
  else if (now->reference != NULL)
    from = now->children->name;
  if (!_squill_move_is_split (self) && !_squill_store_holds_children (now) &&
      _squill_store_needs_documents (&self->then))
    {
      _squill_stages_add (stages, BCON_NEW ("$lookup", "{", "from", BCON_UTF8 (now->children->name),
                                            "localField", BCON_UTF8 ("child"), "foreignField",
                                            BCON_UTF8 ("_id"), "as", BCON_UTF8 ("document"), "}"));
      _squill_stages_add (stages, BCON_NEW ("$set", "{", "document", "{", "$first",
                                            BCON_UTF8 ("$document"), "}", "}"));
      remove_from_documents (stages, now->children->shape, now);
    }
  /* Once it is written in the new way, there is nothing left. */
  _squill_migration_add_condition (migration, "if (!", self->pairs, _squill_stages_new ());
  _squill_migration_add_condition (migration, " && ", from, get_match (stages));
  _squill_migration_begin_block (migration);
  _squill_stages_add (stages, BCON_NEW ("$out", BCON_UTF8 (self->pairs)));
  _squill_migration_aggregate (migration, from, stages);
  _squill_migration_end_block (migration, NULL);
}
