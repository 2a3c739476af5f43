/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-model-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "model/squill-model-file.h"

/* The mean of a calendar's. */
#define DAYS_OF_YEAR 365.25

/* Dates of GLib end with it. */
#define MAX_YEARS 9999

enum
{
  PROP_0,
  PROP_CAN_UNDO,
  PROP_CAN_REDO,
  PROP_MODIFIED,
  PROP_READ_ONLY,
  N_PROPS
};

enum
{
  CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillModel, squill_model, G_TYPE_OBJECT)

GQuark
squill_model_error_quark (void)
{
  return g_quark_from_static_string ("squill-model-error-quark");
}

/* (transfer none) (nullable): the item of any kind with this id, the model itself included, to be
 * changed. */
SquillItem *
_squill_model_lookup (SquillModel *self, const char *id)
{
  return g_str_equal (id, SQUILL_MODEL_ID) ? &self->info->item
                                           : g_hash_table_lookup (self->items, id);
}

/* @warnings: (transfer full) (nullable): replace those there are */
void
_squill_model_take_warnings (SquillModel *self, char **warnings)
{
  g_strfreev (self->warnings);
  self->warnings = warnings;
}

/* Keeps the version of the format that the file has, and the oldest that may read it. */
void
_squill_model_set_version (SquillModel *self, json_int_t version, json_int_t min_reader)
{
  self->version = version;
  self->min_reader = min_reader;
}

/* The version of the format that the file had, and the oldest that may read it. */
void
_squill_model_get_version (SquillModel *self, json_int_t *version, json_int_t *min_reader)
{
  *version = self->version;
  *min_reader = self->min_reader;
}

/**
 * squill_model_get_warnings:
 * @self: a model
 *
 * Returns: (transfer none) (nullable): what the user should know of the file that was read: things
 *   this version keeps but does not understand
 */
char **
squill_model_get_warnings (SquillModel *self)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);

  return self->warnings;
}

/** Says once what the step did. */
void
_squill_model_emit_changed (SquillModel *self)
{
  g_autoptr (SquillChange) change = g_steal_pointer (&self->change);

  g_object_freeze_notify (G_OBJECT (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_UNDO]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_REDO]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MODIFIED]);
  if (change != NULL && change->entries->len > 0)
    {
      self->emitting = TRUE;
      g_signal_emit (self, signals[CHANGED], 0, change);
      self->emitting = FALSE;
    }
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * squill_model_get_generation:
 * @self: a model
 *
 * Gives a number that is another one after any item came or went. Who keeps pointers to items
 * across changes compares it before following them: it differs at once, while "changed" is emitted
 * only at the end of a step, and to one handler after the other.
 *
 * Returns: the number
 */
guint64
squill_model_get_generation (SquillModel *self)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), 0);

  return self->generation;
}

/**
 * squill_model_get_read_only:
 * @self: a model
 *
 * Returns: %TRUE if it cannot be changed, because a newer program wrote it
 */
gboolean
squill_model_get_read_only (SquillModel *self)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);

  return self->read_only;
}

/**
 * squill_model_set_read_only:
 * @self: a model
 * @read_only: whether edits are refused
 *
 * Makes a model refuse edits.
 */
void
squill_model_set_read_only (SquillModel *self, gboolean read_only)
{
  g_return_if_fail (SQUILL_IS_MODEL (self));

  if (self->read_only == !!read_only)
    return;
  self->read_only = !!read_only;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_READ_ONLY]);
}

/**
 * squill_model_get_info:
 * @self: a model
 *
 * Returns: (transfer none): the properties of the model itself, and its children: the item of the
 *   id %SQUILL_MODEL_ID
 */
const SquillModelInfo *
squill_model_get_info (SquillModel *self)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);

  return self->info;
}

/**
 * squill_model_get_item:
 * @self: a model
 * @id: an id
 *
 * Returns: (transfer none) (nullable): the #SquillItem of that id
 */
gconstpointer
squill_model_get_item (SquillModel *self, const char *id)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  return _squill_model_lookup (self, id);
}

/**
 * squill_model_get_item_of_kind:
 * @self: a model
 * @id: (nullable): an id
 * @kind: a kind
 *
 * Returns: (transfer none) (nullable): the item of that id, if it is of that kind
 */
gconstpointer
squill_model_get_item_of_kind (SquillModel *self, const char *id, SquillKind kind)
{
  const SquillItem *item;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);

  item = id == NULL ? NULL : _squill_model_lookup (self, id);
  return item != NULL && item->kind == kind ? item : NULL;
}

/**
 * squill_model_get_entity:
 * @self: a model
 * @id: (nullable): an id
 *
 * Returns: (transfer none) (nullable): the entity of that id
 */
const SquillEntity *
squill_model_get_entity (SquillModel *self, const char *id)
{
  return squill_model_get_item_of_kind (self, id, SQUILL_KIND_ENTITY);
}

/**
 * squill_model_get_field:
 * @self: a model
 * @id: (nullable): an id
 *
 * Returns: (transfer none) (nullable): the field of that id
 */
const SquillField *
squill_model_get_field (SquillModel *self, const char *id)
{
  return squill_model_get_item_of_kind (self, id, SQUILL_KIND_FIELD);
}

/**
 * squill_model_get_relationship:
 * @self: a model
 * @id: (nullable): an id
 *
 * Returns: (transfer none) (nullable): the relationship of that id
 */
const SquillRelationship *
squill_model_get_relationship (SquillModel *self, const char *id)
{
  return squill_model_get_item_of_kind (self, id, SQUILL_KIND_RELATIONSHIP);
}

/**
 * squill_model_get_operation:
 * @self: a model
 * @id: (nullable): an id
 *
 * Returns: (transfer none) (nullable): the operation of that id
 */
const SquillOperation *
squill_model_get_operation (SquillModel *self, const char *id)
{
  return squill_model_get_item_of_kind (self, id, SQUILL_KIND_OPERATION);
}

/**
 * squill_model_find_entity:
 * @self: a model
 * @name: a name
 *
 * Returns: (transfer none) (nullable): the first entity of that name
 */
const SquillEntity *
squill_model_find_entity (SquillModel *self, const char *name)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, self->info, SQUILL_KIND_ENTITY)
    {
      if (g_strcmp0 (entity->name, name) == 0)
        return entity;
    }
  return NULL;
}

/**
 * squill_entity_get_relationships:
 * @entity: an entity
 * @n: (out): how many
 *
 * Returns: (transfer none) (array length=n): the relationships it takes part in at either end,
 *   those that lead back to it once; valid until the next edit
 */
const SquillRelationship *const *
squill_entity_get_relationships (const SquillEntity *entity, guint *n)
{
  static const SquillRelationship *const none[1] = { NULL };

  g_return_val_if_fail (entity != NULL, none);
  g_return_val_if_fail (n != NULL, none);

  *n = entity->relationships == NULL ? 0 : entity->relationships->len;
  return *n == 0 ? none : (const SquillRelationship *const *)entity->relationships->pdata;
}

/**
 * squill_entity_get_id_field:
 * @entity: an entity
 *
 * Returns: (transfer none) (nullable): its field `_id`; %NULL where it has the usual one
 */
const SquillField *
squill_entity_get_id_field (const SquillEntity *entity)
{
  g_return_val_if_fail (entity != NULL, NULL);

  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      if (field->name != NULL && field->name[0] == '_' && g_str_equal (field->name, "_id"))
        return field;
    }
  return NULL;
}

/**
 * squill_model_get_horizon:
 * @self: a model
 *
 * Returns: how far ahead sizes are planned, years; 3 where nothing was said
 */
double
squill_model_get_horizon (SquillModel *self)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), 3);

  return isnan (self->info->horizon) ? 3 : self->info->horizon;
}

/**
 * squill_model_get_reference_date:
 * @self: a model
 *
 * Gives the day from which the horizon and the dates of sample documents count, so that nothing
 * which follows from a model changes with the day on which somebody looks.
 *
 * Returns: (transfer full): midnight of the day, UTC; 2026-01-01 where the model has none
 */
GDateTime *
squill_model_get_reference_date (SquillModel *self)
{
  GDateTime *date = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);

  if (self->info->reference_date != NULL)
    {
      g_autofree char *midnight = g_strconcat (self->info->reference_date, "T00:00:00Z", NULL);

      date = g_date_time_new_from_iso8601 (midnight, NULL);
    }
  return date != NULL ? date : g_date_time_new_utc (2026, 1, 1, 0, 0, 0);
}

/**
 * squill_model_get_date_in:
 * @self: a model
 * @years: from its reference date on; may be infinite or NaN
 *
 * Returns: (transfer full) (nullable): the day when they are over; %NULL for one after the year
 * 9999, and where they are not known
 */
GDateTime *
squill_model_get_date_in (SquillModel *self, double years)
{
  g_autoptr (GDateTime) reference = squill_model_get_reference_date (self);

  g_return_val_if_fail (reference != NULL, NULL);

  /* More days than that are no number that GLib takes. */
  return fabs (years) <= MAX_YEARS
             ? g_date_time_add_days (reference, (int)floor (years * DAYS_OF_YEAR))
             : NULL;
}

/**
 * squill_model_new_id:
 * @self: a model
 * @name: (nullable): the name of the item to be
 *
 * Makes an id that nothing in the model has, nor gets with another id made here: the name in plain
 * letters and four more, which tell apart what two people add at the same time.
 *
 * Returns: (transfer full): the id
 */
char *
squill_model_new_id (SquillModel *self, const char *name)
{
  static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
  g_autoptr (GString) slug = g_string_new (NULL);
  g_autofree char *plain = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);

  plain = name == NULL ? g_strdup ("") : g_str_to_ascii (name, "C");
  for (const char *p = plain; *p != '\0' && slug->len < 20; p++)
    {
      if (g_ascii_isalnum (*p))
        g_string_append_c (slug, g_ascii_tolower (*p));
      else if (slug->len > 0 && slug->str[slug->len - 1] != '-')
        g_string_append_c (slug, '-');
    }
  while (slug->len > 0 && slug->str[slug->len - 1] == '-')
    g_string_truncate (slug, slug->len - 1);
  if (slug->len == 0)
    g_string_append (slug, "item");

  for (;;)
    {
      g_autoptr (GString) id = g_string_new (slug->str);

      g_string_append_c (id, '-');
      for (guint i = 0; i < 4; i++)
        g_string_append_c (id, letters[g_rand_int_range (self->random, 0, 32)]);
      if (_squill_model_lookup (self, id->str) == NULL &&
          g_hash_table_add (self->ids, g_strdup (id->str)))
        return g_string_free (g_steal_pointer (&id), FALSE);
    }
}

/**
 * squill_model_is_empty:
 * @self: a model
 *
 * Returns: %TRUE if nothing is drawn in it
 */
gboolean
squill_model_is_empty (SquillModel *self)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), TRUE);

  return g_hash_table_size (self->items) == 0;
}

/**
 * squill_model_copy:
 * @self: a model
 *
 * Copies a model, for another thread or to try something out. Its history stays behind.
 *
 * Returns: (transfer full): a model with the same items under the same ids
 */
SquillModel *
squill_model_copy (SquillModel *self)
{
  g_autoptr (SquillModel) copy = NULL;
  gboolean done;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);

  copy = squill_model_new ();
  done = _squill_model_take_content (copy, _squill_item_copy (&self->info->item), NULL, NULL);
  g_return_val_if_fail (done, NULL);
  copy->read_only = self->read_only;
  copy->version = self->version;
  copy->min_reader = self->min_reader;
  return g_steal_pointer (&copy);
}

static void
squill_model_finalize (GObject *object)
{
  SquillModel *self = SQUILL_MODEL (object);

  g_clear_pointer (&self->step, _squill_step_free);
  g_clear_pointer (&self->change, squill_change_free);
  g_clear_pointer (&self->marks, g_array_unref);
  g_clear_pointer (&self->history, _squill_history_free);
  g_clear_pointer (&self->items, g_hash_table_unref);
  g_clear_pointer (&self->warnings, g_strfreev);
  g_clear_pointer (&self->random, g_rand_free);
  g_clear_pointer (&self->ids, g_hash_table_unref);
  _squill_item_free (&self->info->item);
  G_OBJECT_CLASS (squill_model_parent_class)->finalize (object);
}

static void
squill_model_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SquillModel *self = SQUILL_MODEL (object);

  switch (id)
    {
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, squill_model_get_can_undo (self));
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, squill_model_get_can_redo (self));
      break;
    case PROP_MODIFIED:
      g_value_set_boolean (value, squill_model_get_modified (self));
      break;
    case PROP_READ_ONLY:
      g_value_set_boolean (value, self->read_only);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
squill_model_class_init (SquillModelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->finalize = squill_model_finalize;
  object_class->get_property = squill_model_get_property;

  properties[PROP_CAN_UNDO] = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, flags);
  properties[PROP_CAN_REDO] = g_param_spec_boolean ("can-redo", NULL, NULL, FALSE, flags);
  properties[PROP_MODIFIED] = g_param_spec_boolean ("modified", NULL, NULL, FALSE, flags);
  properties[PROP_READ_ONLY] = g_param_spec_boolean ("read-only", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * SquillModel::changed:
   * @self: the model
   * @change: (type SquillChange): what the step did; undo and redo are steps too
   *
   * Emitted once after each step that changed anything. Handlers must not edit the model.
   */
  signals[CHANGED] =
      g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 1, SQUILL_TYPE_CHANGE | G_SIGNAL_TYPE_STATIC_SCOPE);
}

static void
squill_model_init (SquillModel *self)
{
  self->info = _squill_item_new (SQUILL_KIND_MODEL, SQUILL_MODEL_ID);
  self->items = g_hash_table_new (g_str_hash, g_str_equal);
  self->random = g_rand_new ();
  self->ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->history = _squill_history_new ();
  self->marks = g_array_new (FALSE, FALSE, sizeof (guint));
  self->version = SQUILL_MODEL_VERSION;
  self->min_reader = SQUILL_MODEL_VERSION;
}

/**
 * squill_model_new:
 *
 * Returns: (transfer full): a model without anything in it
 */
SquillModel *
squill_model_new (void)
{
  return g_object_new (SQUILL_TYPE_MODEL, NULL);
}
