/* SPDX-License-Identifier: Apache-2.0 */

/* What people do to a model, as edits: adding with sensible beginnings, deleting with what hangs on
 * it, copying and pasting. Each is one step. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-authoring.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/squill-model-file.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

/* An edit that follows from what is in the model can only be refused where it is read-only. */
static gboolean
apply (SquillModel *self, SquillEdit *edit)
{
  g_autoptr (SquillEdit) owned = edit;
  g_autoptr (GError) error = NULL;

  if (squill_model_apply (self, owned, &error))
    return TRUE;
  if (!g_error_matches (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_READ_ONLY))
    g_warning ("%s", error->message);
  return FALSE;
}

static const char *
get_order (gconstpointer item)
{
  const SquillProperty *property =
      squill_kind_find_property (((const SquillItem *)item)->kind, "order");

  return property == NULL ? NULL : *(char *const *)G_STRUCT_MEMBER_P (item, property->offset);
}

/* The rank behind a sibling; at the end where `after` is NULL, at the start where it is "". */
static char *
rank_behind (SquillModel *self, const char *parent, SquillKind kind, const char *after)
{
  guint n, i = 0;
  gpointer const *siblings =
      squill_item_get_children (squill_model_get_item (self, parent), kind, &n);

  if (n == 0)
    return squill_rank_between (NULL, NULL);
  if (after == NULL)
    i = n;
  else if (*after != '\0')
    while (i < n && !g_str_equal (((const SquillItem *)siblings[i++])->id, after))
      ;
  return squill_rank_between (i == 0 ? NULL : get_order (siblings[i - 1]),
                              i == n ? NULL : get_order (siblings[i]));
}

static void
set_text (json_t *content, const char *name, const char *text)
{
  if (text != NULL)
    json_object_set_new (content, name, json_string (text));
}

static void
set_rank (json_t *content, char *rank)
{
  json_object_set_new (content, "order", json_string (rank));
  g_free (rank);
}

static char *
add (SquillModel *self,
     SquillKind kind,
     const char *parent,
     const char *name,
     json_t *content,
     const char *label)
{
  g_autofree char *id = squill_model_new_id (self, name);
  gboolean done;

  squill_model_begin_step (self, label, NULL);
  done = apply (self, squill_edit_new_add (kind, id, parent, content));
  squill_model_end_step (self);
  return done ? g_steal_pointer (&id) : NULL;
}

/**
 * squill_model_add_entity:
 * @self: a model
 * @name: its name
 * @x: where on the diagram, points
 * @y: where on the diagram, points
 *
 * Adds an entity with an `_id` of type objectId.
 *
 * Returns: (transfer full) (nullable): its id; %NULL if the model can only be read
 */
char *
squill_model_add_entity (SquillModel *self, const char *name, double x, double y)
{
  g_autofree char *field = NULL;
  json_t *content, *fields, *id_field;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  field = squill_model_new_id (self, "id");
  id_field = json_object ();
  set_text (id_field, "name", "_id");
  set_rank (id_field, squill_rank_between (NULL, NULL));
  json_object_set_new (id_field, "types", squill_json_types (SQUILL_TYPE_OBJECT_ID));
  json_object_set_new (id_field, "required", json_true ());
  fields = json_object ();
  json_object_set_new (fields, field, id_field);

  content = json_object ();
  set_text (content, "name", name);
  set_rank (content, rank_behind (self, SQUILL_MODEL_ID, SQUILL_KIND_ENTITY, NULL));
  json_object_set_new (content, "x", squill_json_number (round (x)));
  json_object_set_new (content, "y", squill_json_number (round (y)));
  json_object_set_new (content, "fields", fields);
  return add (self, SQUILL_KIND_ENTITY, NULL, name, content, _ ("Add entity"));
}

/**
 * squill_model_add_field:
 * @self: a model
 * @parent: id of an entity, of a field (the new one is nested) or of a relationship (the new one is
 *   an attribute of the link)
 * @after: (nullable): id of the field it follows; "": the first; %NULL: the last
 * @name: its name
 * @types: its types
 *
 * Adds a field that every document has. A field around it becomes an object.
 *
 * Returns: (transfer full) (nullable): its id; %NULL if the model can only be read
 */
char *
squill_model_add_field (
    SquillModel *self, const char *parent, const char *after, const char *name, SquillTypes types)
{
  const SquillField *around;
  json_t *content;
  char *id;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);
  g_return_val_if_fail (parent != NULL && name != NULL, NULL);
  g_return_val_if_fail (squill_model_get_item (self, parent) != NULL, NULL);

  content = json_object ();
  set_text (content, "name", name);
  set_rank (content, rank_behind (self, parent, SQUILL_KIND_FIELD, after));
  if (types != SQUILL_TYPE_NONE)
    json_object_set_new (content, "types", squill_json_types (types));
  json_object_set_new (content, "required", json_true ());

  squill_model_begin_step (self, _ ("Add field"), NULL);
  around = squill_model_get_field (self, parent);
  if (around != NULL && (around->types & (SQUILL_TYPE_OBJECT | SQUILL_TYPE_ARRAY)) == 0)
    apply (self, squill_edit_new_set (parent, "types", squill_json_types (SQUILL_TYPE_OBJECT)));
  id = add (self, SQUILL_KIND_FIELD, parent, name, content, NULL);
  squill_model_end_step (self);
  return id;
}

/**
 * squill_model_add_relationship:
 * @self: a model
 * @parent: id of the entity that contains or keeps the others
 * @child: id of the entity that is contained or kept
 * @name: (nullable): its name; %NULL: that of the child
 * @placement: how it is stored
 *
 * Adds a relationship. How many there are is left open, but for what the placement says.
 *
 * Returns: (transfer full) (nullable): its id; %NULL if the model can only be read
 */
char *
squill_model_add_relationship (SquillModel *self,
                               const char *parent,
                               const char *child,
                               const char *name,
                               SquillPlacement placement)
{
  const SquillEntity *end;
  json_t *content;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);
  g_return_val_if_fail (placement < SQUILL_N_PLACEMENTS, NULL);
  end = squill_model_get_entity (self, child);
  g_return_val_if_fail (end != NULL, NULL);
  g_return_val_if_fail (squill_model_get_entity (self, parent) != NULL, NULL);

  if (name == NULL)
    name = end->name;
  content = json_object ();
  set_text (content, "name", name);
  set_rank (content, rank_behind (self, SQUILL_MODEL_ID, SQUILL_KIND_RELATIONSHIP, NULL));
  set_text (content, "parent", parent);
  set_text (content, "child", child);
  set_text (content, "placement", squill_placement_get_name (placement));
  if (placement == SQUILL_PLACEMENT_EMBED_ONE)
    json_object_set_new (content, "children", squill_json_triple (SQUILL_TRIPLE (1, 1, 1)));
  return add (self, SQUILL_KIND_RELATIONSHIP, NULL, name, content, _ ("Add relationship"));
}

/**
 * squill_model_add_copy:
 * @self: a model
 * @relationship: id of a relationship
 * @field: key path of a field, from the entity it is copied from
 * @direction: which way
 * @mode: whether it follows its source
 *
 * Adds a field that is copied across a relationship.
 *
 * Returns: (transfer full) (nullable): its id; %NULL if the model can only be read
 */
char *
squill_model_add_copy (SquillModel *self,
                       const char *relationship,
                       const char *field,
                       SquillCopyDirection direction,
                       SquillCopyMode mode)
{
  json_t *content;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);
  g_return_val_if_fail (squill_model_get_relationship (self, relationship) != NULL, NULL);
  g_return_val_if_fail (field != NULL, NULL);

  content = json_object ();
  set_text (content, "field", field);
  set_rank (content, rank_behind (self, relationship, SQUILL_KIND_COPY, NULL));
  set_text (content, "direction", direction == SQUILL_COPY_TO_CHILD ? "to-child" : "to-parent");
  set_text (content, "mode", mode == SQUILL_COPY_SNAPSHOT ? "snapshot" : "kept");
  return add (self, SQUILL_KIND_COPY, relationship, "copy", content, _ ("Copy field"));
}

/**
 * squill_model_add_index:
 * @self: a model
 * @entity: id of an entity
 * @paths: key paths, %NULL at the end
 * @hows: (nullable): directions or types, as many; %NULL: all ascending
 *
 * Adds an index. It has no name: the server's rule gives one.
 *
 * Returns: (transfer full) (nullable): its id; %NULL if the model can only be read
 */
char *
squill_model_add_index (SquillModel *self,
                        const char *entity,
                        const char *const *paths,
                        const char *const *hows)
{
  g_autoptr (GPtrArray) keys = NULL;
  json_t *content;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);
  g_return_val_if_fail (squill_model_get_entity (self, entity) != NULL, NULL);
  g_return_val_if_fail (paths != NULL && paths[0] != NULL, NULL);

  keys = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_key_free);
  for (guint i = 0; paths[i] != NULL; i++)
    g_ptr_array_add (keys, squill_key_new (paths[i], hows == NULL ? "1" : hows[i]));
  content = json_object ();
  set_rank (content, rank_behind (self, entity, SQUILL_KIND_INDEX, NULL));
  json_object_set_new (content, "keys", squill_json_keys (keys));
  return add (self, SQUILL_KIND_INDEX, entity, "index", content, _ ("Add index"));
}

/**
 * squill_model_add_operation:
 * @self: a model
 * @name: what the application does: "show post"
 * @kind: what the server does
 * @entity: (nullable): id of the entity it starts from
 *
 * Adds an operation to the workload.
 *
 * Returns: (transfer full) (nullable): its id; %NULL if the model can only be read
 */
char *
squill_model_add_operation (SquillModel *self,
                            const char *name,
                            SquillOperationKind kind,
                            const char *entity)
{
  static const char *const kinds[] = { "find", "aggregate", "insert", "update", "delete" };
  json_t *content;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail ((guint)kind < G_N_ELEMENTS (kinds), NULL);

  content = json_object ();
  set_text (content, "name", name);
  set_rank (content, rank_behind (self, SQUILL_MODEL_ID, SQUILL_KIND_OPERATION, NULL));
  set_text (content, "operation", kinds[kind]);
  set_text (content, "entity", entity);
  return add (self, SQUILL_KIND_OPERATION, NULL, name, content, _ ("Add operation"));
}

/**
 * squill_model_add_note:
 * @self: a model
 * @text: what it says
 * @x: where on the diagram, points
 * @y: where on the diagram, points
 *
 * Adds a note to the diagram.
 *
 * Returns: (transfer full) (nullable): its id; %NULL if the model can only be read
 */
char *
squill_model_add_note (SquillModel *self, const char *text, double x, double y)
{
  json_t *content;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);
  g_return_val_if_fail (text != NULL, NULL);

  content = json_object ();
  set_text (content, "text", text);
  json_object_set_new (content, "x", squill_json_number (round (x)));
  json_object_set_new (content, "y", squill_json_number (round (y)));
  return add (self, SQUILL_KIND_NOTE, NULL, "note", content, _ ("Add note"));
}

/**
 * squill_model_add_group:
 * @self: a model
 * @name: its name
 * @members: ids of entities, %NULL at the end
 *
 * Adds a group. An entity is in one group at most: it leaves the one it was in.
 *
 * Returns: (transfer full) (nullable): its id; %NULL if the model can only be read
 */
char *
squill_model_add_group (SquillModel *self, const char *name, const char *const *members)
{
  g_autoptr (GPtrArray) groups = g_ptr_array_new_with_free_func (g_free);
  json_t *content, *ids;
  char *id;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);
  g_return_val_if_fail (name != NULL && members != NULL, NULL);

  squill_model_begin_step (self, _ ("Group"), NULL);
  SQUILL_FOR_EACH_CHILD (SquillGroup, group, squill_model_get_info (self), SQUILL_KIND_GROUP)
    {
      g_ptr_array_add (groups, g_strdup (group->item.id));
    }
  for (guint i = 0; i < groups->len; i++)
    {
      const SquillGroup *group =
          squill_model_get_item_of_kind (self, groups->pdata[i], SQUILL_KIND_GROUP);
      json_t *left = json_array ();
      guint n = 0;

      for (; group->members != NULL && group->members[n] != NULL; n++)
        if (!g_strv_contains (members, group->members[n]))
          json_array_append_new (left, json_string (group->members[n]));
      if (json_array_size (left) < n)
        apply (self, squill_edit_new_set (group->item.id, "members", left));
      else
        json_decref (left);
    }
  ids = json_array ();
  for (guint i = 0; members[i] != NULL; i++)
    json_array_append_new (ids, json_string (members[i]));
  content = json_object ();
  set_text (content, "name", name);
  json_object_set_new (content, "members", ids);
  id = add (self, SQUILL_KIND_GROUP, NULL, name, content, NULL);
  squill_model_end_step (self);
  return id;
}

/**
 * squill_model_dismiss:
 * @self: a model
 * @rule: id of a rule
 * @subject: id of the item it is about
 * @reason: (nullable): why the user does not want to hear of it
 *
 * Notes that a rule should be silent about one subject.
 *
 * Returns: (transfer full) (nullable): id of the dismissal; %NULL if the model can only be read
 */
char *
squill_model_dismiss (SquillModel *self, const char *rule, const char *subject, const char *reason)
{
  json_t *content;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);
  g_return_val_if_fail (rule != NULL && subject != NULL, NULL);

  content = json_object ();
  set_text (content, "rule", rule);
  set_text (content, "subject", subject);
  set_text (content, "reason", reason);
  return add (self, SQUILL_KIND_DISMISSAL, NULL, rule, content, _ ("Dismiss warning"));
}

/**
 * squill_model_check_name:
 * @self: a model
 * @id: (nullable): id of the item that gets the name; %NULL for one to be
 * @parent: id of the item it belongs to
 * @kind: its kind
 * @name: the name
 * @error: %SQUILL_MODEL_ERROR_INVALID or %SQUILL_MODEL_ERROR_EXISTS, in the words of the user
 *
 * Says whether a name may be given: not empty, none that the server refuses, not taken by a
 * sibling.
 *
 * Returns: %TRUE if it may
 */
gboolean
squill_model_check_name (SquillModel *self,
                         const char *id,
                         const char *parent,
                         SquillKind kind,
                         const char *name,
                         GError **error)
{
  const char *wrong = NULL;
  gpointer const *siblings;
  guint n;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);
  g_return_val_if_fail (parent != NULL && name != NULL, FALSE);

  if (*name == '\0')
    wrong = _ ("A name is needed");
  else if (!g_utf8_validate (name, -1, NULL))
    wrong = _ ("The name is not valid text");
  else if (kind == SQUILL_KIND_FIELD && *name == '$')
    wrong = _ ("A field’s name cannot start with “$”");
  else if (kind == SQUILL_KIND_ENTITY && strchr (name, '$') != NULL)
    wrong = _ ("A collection’s name cannot contain “$”");
  else if (kind == SQUILL_KIND_ENTITY && g_str_has_prefix (name, "system."))
    wrong = _ ("Names that start with “system.” belong to the server");
  if (wrong != NULL)
    {
      g_set_error_literal (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_INVALID, wrong);
      return FALSE;
    }
  if (kind != SQUILL_KIND_ENTITY && kind != SQUILL_KIND_FIELD)
    return TRUE;

  siblings = squill_item_get_children (squill_model_get_item (self, parent), kind, &n);
  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (((const SquillItem *)siblings[i])->id, id) != 0 &&
        g_strcmp0 (squill_item_get_name (siblings[i]), name) == 0)
      {
        g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_EXISTS,
                     _ ("There is already a “%s” here"), name);
        return FALSE;
      }
  return TRUE;
}

/* A relationship that was drawn has the name of its child until it gets another. One that was read
 * has the name that is stored. */
static gboolean
rename_relationships (
    SquillModel *self, const SquillEntity *child, const char *old, const char *name, GError **error)
{
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (child, &n);
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (all[i]->child, child->item.id) && all[i]->evidence == NULL &&
        g_strcmp0 (all[i]->name, old) == 0)
      g_ptr_array_add (ids, g_strdup (all[i]->item.id));
  for (guint i = 0; i < ids->len; i++)
    if (!squill_model_set (self, ids->pdata[i], "name", json_string (name), error))
      return FALSE;
  return TRUE;
}

/**
 * squill_model_name_step:
 * @self: a model
 * @verb: what is done, translated: "Move"
 * @ids: (array zero-terminated=1): to what; what is not in the model does not count
 *
 * Names a step, so that a person knows what undoing it takes back.
 *
 * Returns: (transfer full): "Move “posts”", "Move 3 items"; @verb alone for nothing
 */
char *
squill_model_name_step (SquillModel *self, const char *verb, const char *const *ids)
{
  const SquillItem *first = NULL;
  const char *name;
  guint n = 0;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);
  g_return_val_if_fail (verb != NULL && ids != NULL, NULL);

  for (guint i = 0; ids[i] != NULL; i++)
    {
      const SquillItem *item = squill_model_get_item (self, ids[i]);

      if (item != NULL && n++ == 0)
        first = item;
    }
  if (n > 1)
    /* Translators: what is done, and to how many things: "Move 3 items" */
    return g_strdup_printf (ngettext ("%s %u item", "%s %u items", n), verb, n);
  name = first == NULL ? NULL : squill_item_get_name (first);
  if (name == NULL || *name == '\0')
    return g_strdup (verb);
  {
    g_autofree char *fit = squill_text_fit (name);

    /* Translators: what is done, and to what: "Move “posts”" */
    return g_strdup_printf (_ ("%s “%s”"), verb, fit);
  }
}

/**
 * squill_model_rename:
 * @self: a model
 * @id: id of an item
 * @name: its new name
 * @error: as squill_model_check_name() and squill_model_apply()
 *
 * Gives an item another name, if it may have it. With an entity, the relationships are renamed that
 * were drawn to it and have its name.
 *
 * Returns: %TRUE if it has the name
 */
gboolean
squill_model_rename (SquillModel *self, const char *id, const char *name, GError **error)
{
  const SquillItem *item;
  g_autofree char *old = NULL;
  g_autofree char *label = NULL;
  gboolean done;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);

  item = squill_model_get_item (self, id);
  g_return_val_if_fail (item != NULL, FALSE);

  if (item->parent != NULL &&
      !squill_model_check_name (self, id, item->parent->id, item->kind, name, error))
    return FALSE;
  old = g_strdup (squill_item_get_name (item));
  label = squill_model_name_step (self, _ ("Rename"), (const char *const[]){ id, NULL });
  squill_model_begin_step (self, label, NULL);
  done = squill_model_set (self, id, item->kind == SQUILL_KIND_NOTE ? "text" : "name",
                           json_string (name), error);
  if (done && old != NULL && item->kind == SQUILL_KIND_ENTITY)
    done = rename_relationships (self, squill_model_get_entity (self, id), old, name, error);
  if (done)
    squill_model_end_step (self);
  else
    squill_model_cancel_step (self);
  return done;
}

/**
 * squill_model_make_unique_name:
 * @self: a model
 * @parent: id of the item that the new one will belong to
 * @kind: its kind
 * @base: the name to begin with
 *
 * Returns: (transfer full): @base, with a number behind it where a sibling has that name
 */
char *
squill_model_make_unique_name (SquillModel *self,
                               const char *parent,
                               SquillKind kind,
                               const char *base)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);
  g_return_val_if_fail (parent != NULL && base != NULL, NULL);

  for (guint i = 1;; i++)
    {
      g_autofree char *name = i == 1 ? g_strdup (base) : g_strdup_printf ("%s%u", base, i);
      g_autoptr (GError) error = NULL;

      if (squill_model_check_name (self, NULL, parent, kind, name, &error) ||
          !g_error_matches (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_EXISTS))
        return g_steal_pointer (&name);
    }
}

/**
 * squill_model_reorder:
 * @self: a model
 * @id: id of an item
 * @parent: id of the item it shall belong to
 * @after: (nullable): id of the sibling it shall follow; "": the first; %NULL: the last
 * @error: %SQUILL_MODEL_ERROR_EXISTS if there is a sibling of that name there,
 *   %SQUILL_MODEL_ERROR_INVALID if it is the `_id` of another parent; as squill_model_apply()
 *
 * Puts an item in another place. A field around a field becomes an object.
 *
 * Returns: %TRUE if it is there
 */
gboolean
squill_model_reorder (
    SquillModel *self, const char *id, const char *parent, const char *after, GError **error)
{
  const SquillItem *item;
  const SquillField *around;
  g_autofree char *rank = NULL;
  g_autoptr (SquillEdit) edit = NULL;
  gboolean done;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);
  g_return_val_if_fail (id != NULL && parent != NULL, FALSE);

  item = squill_model_get_item (self, id);
  g_return_val_if_fail (item != NULL, FALSE);
  g_return_val_if_fail (squill_model_get_item (self, parent) != NULL, FALSE);

  if (squill_item_get_name (item) != NULL &&
      !squill_model_check_name (self, id, parent, item->kind, squill_item_get_name (item), error))
    return FALSE;
  if (item->kind == SQUILL_KIND_FIELD && squill_field_is_id ((const SquillField *)item) &&
      !g_str_equal (item->parent->id, parent))
    {
      g_set_error_literal (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_INVALID,
                           _ ("“_id” identifies the document and stays on its first level"));
      return FALSE;
    }
  rank = rank_behind (self, parent, item->kind, after);
  edit = squill_edit_new_move (id, parent, rank);
  squill_model_begin_step (self, _ ("Move"), NULL);
  done = squill_model_apply (self, edit, error);
  around = squill_model_get_field (self, parent);
  if (done && around != NULL && (around->types & (SQUILL_TYPE_OBJECT | SQUILL_TYPE_ARRAY)) == 0)
    apply (self, squill_edit_new_set (parent, "types", squill_json_types (SQUILL_TYPE_OBJECT)));
  squill_model_end_step (self);
  return done;
}

/**
 * squill_field_is_id:
 * @field: a field
 *
 * Returns: %TRUE if it is the `_id` of an entity's documents
 */
gboolean
squill_field_is_id (const SquillField *field)
{
  g_return_val_if_fail (field != NULL, FALSE);

  return g_strcmp0 (field->name, "_id") == 0 && field->item.parent->kind == SQUILL_KIND_ENTITY;
}

/**
 * squill_field_is_map:
 * @field: a field
 *
 * Returns: whether it is a map; what is called an array and a map is an array
 */
gboolean
squill_field_is_map (const SquillField *field)
{
  g_return_val_if_fail (field != NULL, FALSE);

  return field->map && !field->array;
}

/**
 * squill_field_is_rest:
 * @field: a field
 *
 * Returns: whether it is a map whose keys stand beside the other fields of the object around it
 */
gboolean
squill_field_is_rest (const SquillField *field)
{
  g_return_val_if_fail (field != NULL, FALSE);

  return field->rest && squill_field_is_map (field);
}

/**
 * squill_entity_find_map_key:
 * @entity: an entity
 *
 * Returns: (transfer none) (nullable): the key under which objects of it stand in maps; %NULL where
 *   they stand in arrays
 */
const SquillField *
squill_entity_find_map_key (const SquillEntity *entity)
{
  g_return_val_if_fail (entity != NULL, NULL);

  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      if (field->map_key)
        return field;
    }
  return NULL;
}

/**
 * squill_field_get_path:
 * @field: a field
 *
 * Returns: (transfer full): its dotted path from the entity or relationship it belongs to, "[]"
 *   behind arrays and "{}" behind maps on the way: "name.first", "items[].price"; "{}" alone is a
 * map whose keys stand beside the other fields: "counters{}"
 */
char *
squill_field_get_path (const SquillField *field)
{
  GString *path;

  g_return_val_if_fail (field != NULL, NULL);

  path = g_string_new (squill_field_is_rest (field) ? "{}" : field->name);
  for (const SquillItem *i = field->item.parent; i != NULL && i->kind == SQUILL_KIND_FIELD;
       i = i->parent)
    {
      const SquillField *around = (const SquillField *)i;

      /* The element of an array in an array has the path of the array with one more "[]". */
      if (!g_str_has_prefix (path->str, "[]") && !g_str_has_prefix (path->str, "{}"))
        g_string_prepend_c (path, '.');
      g_string_prepend (path, around->array ? "[]" : around->map ? "{}" : "");
      if (!squill_field_is_rest (around) && around->name != NULL)
        g_string_prepend (path, around->name);
    }
  return g_string_free (path, FALSE);
}
