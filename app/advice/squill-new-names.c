/* SPDX-License-Identifier: Apache-2.0 */

/* The names that fixes give to new entities. Whether one is free depends on all entities of the
 * model, however far away: so what each check asked for is kept, and asked again when entities
 * came, went, or have other names. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"

#include "model/squill-authoring.h"

typedef struct
{
  gconstpointer finder;
  char *base;
  char *name;
} NewName;

struct _SquillNewNames
{
  GHashTable *by_subject; /* what was looked at -> GPtrArray of NewName */
};

static void
new_name_free (gpointer data)
{
  NewName *self = data;

  g_free (self->base);
  g_free (self->name);
  g_free (self);
}

/** No names yet (transfer full). */
SquillNewNames *
_squill_new_names_new (void)
{
  SquillNewNames *self = g_new0 (SquillNewNames, 1);

  self->by_subject =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  return self;
}

/** Frees names. */
void
_squill_new_names_free (SquillNewNames *self)
{
  g_hash_table_unref (self->by_subject);
  g_free (self);
}

/**
 * _squill_new_names_add:
 * @self: names
 * @subject: the id of what was looked at
 * @finder: who looked
 * @base: the name that was asked for
 * @name: the name that was free
 *
 * Takes note of a name.
 */
void
_squill_new_names_add (SquillNewNames *self,
                       const char *subject,
                       gconstpointer finder,
                       const char *base,
                       const char *name)
{
  GPtrArray *list = g_hash_table_lookup (self->by_subject, subject);
  NewName *new_name = g_new0 (NewName, 1);

  new_name->finder = finder;
  new_name->base = g_strdup (base);
  new_name->name = g_strdup (name);
  if (list == NULL)
    {
      list = g_ptr_array_new_with_free_func (new_name_free);
      g_hash_table_insert (self->by_subject, g_strdup (subject), list);
    }
  g_ptr_array_add (list, new_name);
}

/** Whether anybody asked for names when looking at @subject. */
gboolean
_squill_new_names_has (const SquillNewNames *self, const char *subject)
{
  return g_hash_table_contains (self->by_subject, subject);
}

/** Drops the names that @finder asked for when it looked at @subject last. */
void
_squill_new_names_drop (SquillNewNames *self, const char *subject, gconstpointer finder)
{
  GPtrArray *list = g_hash_table_lookup (self->by_subject, subject);

  for (guint i = list == NULL ? 0 : list->len; i > 0; i--)
    if (((const NewName *)list->pdata[i - 1])->finder == finder)
      g_ptr_array_remove_index_fast (list, i - 1);
  if (list != NULL && list->len == 0)
    g_hash_table_remove (self->by_subject, subject);
}

/**
 * _squill_new_names_foreach_changed:
 * @self: names
 * @model: the model as it is now
 * @function: called with each subject and finder for which another name is free now; it must not
 *   change the names
 * @user_data: for @function
 *
 * Asks again for all names.
 */
void
_squill_new_names_foreach_changed (SquillNewNames *self,
                                   SquillModel *model,
                                   SquillNewNameFunc function,
                                   gpointer user_data)
{
  GHashTableIter iter;
  gpointer subject, value;

  g_hash_table_iter_init (&iter, self->by_subject);
  while (g_hash_table_iter_next (&iter, &subject, &value))
    {
      const GPtrArray *list = value;

      for (guint i = 0; i < list->len; i++)
        {
          const NewName *new_name = list->pdata[i];
          g_autofree char *name = squill_model_make_unique_name (
              model, SQUILL_MODEL_ID, SQUILL_KIND_ENTITY, new_name->base);

          if (!g_str_equal (name, new_name->name))
            function (subject, new_name->finder, user_data);
        }
    }
}
