/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-collection-choice.h"

#include <glib/gi18n.h>
#include <string.h>

#include "text/squill-text.h"

struct _SquillCollectionChoice
{
  GObject parent_instance;

  SquillListedCollection listed;
  gboolean chosen;
};

enum
{
  PROP_0,
  PROP_CHOSEN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (SquillCollectionChoice, squill_collection_choice, G_TYPE_OBJECT)

static void
squill_collection_choice_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_CHOSEN:
      g_value_set_boolean (value, SQUILL_COLLECTION_CHOICE (object)->chosen);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
squill_collection_choice_set_property (GObject *object,
                                       guint id,
                                       const GValue *value,
                                       GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_CHOSEN:
      squill_collection_choice_set_chosen (SQUILL_COLLECTION_CHOICE (object),
                                           g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
squill_collection_choice_finalize (GObject *object)
{
  SquillCollectionChoice *self = SQUILL_COLLECTION_CHOICE (object);

  g_free (self->listed.database);
  g_free (self->listed.name);
  g_free (self->listed.path);
  g_free (self->listed.kind);

  G_OBJECT_CLASS (squill_collection_choice_parent_class)->finalize (object);
}

static void
squill_collection_choice_class_init (SquillCollectionChoiceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = squill_collection_choice_get_property;
  object_class->set_property = squill_collection_choice_set_property;
  object_class->finalize = squill_collection_choice_finalize;

  properties[PROP_CHOSEN] =
      g_param_spec_boolean ("chosen", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
squill_collection_choice_init (SquillCollectionChoice *self)
{
}

/**
 * squill_collection_choice_new:
 * @listed: a collection
 *
 * Returns: (transfer full): a choice, chosen unless the collection is the server's own, or a view:
 *   what is in a view is in the collections it looks at
 */
SquillCollectionChoice *
squill_collection_choice_new (const SquillListedCollection *listed)
{
  SquillCollectionChoice *self;

  g_return_val_if_fail (listed != NULL, NULL);

  self = g_object_new (SQUILL_TYPE_COLLECTION_CHOICE, NULL);
  self->listed = *listed;
  self->listed.database = g_strdup (listed->database);
  self->listed.name = g_utf8_make_valid (listed->name, -1);
  self->listed.path = g_strdup (listed->path);
  self->listed.kind = g_strdup (listed->kind);
  self->chosen = !listed->system && g_strcmp0 (listed->kind, "view") != 0;
  return self;
}

/**
 * squill_collection_choice_get_listed:
 * @self: a choice
 *
 * Returns: (transfer none): the collection
 */
const SquillListedCollection *
squill_collection_choice_get_listed (SquillCollectionChoice *self)
{
  g_return_val_if_fail (SQUILL_IS_COLLECTION_CHOICE (self), NULL);

  return &self->listed;
}

/**
 * squill_collection_choice_get_chosen:
 * @self: a choice
 *
 * Returns: whether the collection is to be read
 */
gboolean
squill_collection_choice_get_chosen (SquillCollectionChoice *self)
{
  g_return_val_if_fail (SQUILL_IS_COLLECTION_CHOICE (self), FALSE);

  return self->chosen;
}

/**
 * squill_collection_choice_set_chosen:
 * @self: a choice
 * @chosen: whether the collection is to be read
 *
 * Chooses it, or not.
 */
void
squill_collection_choice_set_chosen (SquillCollectionChoice *self, gboolean chosen)
{
  g_return_if_fail (SQUILL_IS_COLLECTION_CHOICE (self));

  if (self->chosen == !!chosen)
    return;
  self->chosen = !!chosen;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHOSEN]);
}

static char *
get_full_name (const SquillListedCollection *listed)
{
  if (listed->database == NULL)
    return g_strdup (listed->name);
  return g_strdup_printf ("%s.%s", listed->database, listed->name);
}

/* Names of files and folders can have any bytes in them, which g_utf8_casefold() must not see. */
static gboolean
contains (const char *name, const char *wanted)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  g_autofree char *folded = g_utf8_casefold (valid, -1);

  return strstr (folded, wanted) != NULL;
}

/**
 * squill_collection_choice_matches:
 * @self: a choice
 * @words: what was typed
 *
 * Returns: whether the collection, its database, or its path is called so, in any case
 */
gboolean
squill_collection_choice_matches (SquillCollectionChoice *self, const char *words)
{
  g_autofree char *wanted = NULL;
  g_autofree char *full = NULL;

  g_return_val_if_fail (SQUILL_IS_COLLECTION_CHOICE (self), FALSE);
  g_return_val_if_fail (words != NULL, FALSE);

  wanted = g_utf8_casefold (words, -1);
  full = get_full_name (&self->listed);
  return contains (full, wanted) ||
         (self->listed.path != NULL && contains (self->listed.path, wanted));
}

/**
 * squill_collection_choice_describe:
 * @self: a choice
 *
 * Returns: (transfer full): what is known of the collection: "shop · view · 1,200 documents"; where
 *   another one has the same name, its path instead of the database
 */
char *
squill_collection_choice_describe (SquillCollectionChoice *self)
{
  g_autoptr (GPtrArray) parts = NULL;
  const SquillListedCollection *listed;

  g_return_val_if_fail (SQUILL_IS_COLLECTION_CHOICE (self), NULL);

  parts = g_ptr_array_new_with_free_func (g_free);
  listed = &self->listed;
  if (listed->path != NULL)
    g_ptr_array_add (parts, g_utf8_make_valid (listed->path, -1));
  else if (listed->database != NULL)
    g_ptr_array_add (parts, g_utf8_make_valid (listed->database, -1));
  if (g_strcmp0 (listed->kind, "view") == 0)
    g_ptr_array_add (parts, g_strdup (_ ("view")));
  else if (g_strcmp0 (listed->kind, "timeseries") == 0)
    g_ptr_array_add (parts, g_strdup (_ ("time series")));
  if (listed->documents != G_MAXUINT64)
    g_ptr_array_add (parts, squill_text_documents ((double)listed->documents));
  if (listed->bytes != G_MAXUINT64)
    g_ptr_array_add (parts, squill_text_bytes ((double)listed->bytes));
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (" · ", (char **)parts->pdata);
}

/**
 * squill_collection_choice_get_key:
 * @self: a choice
 *
 * Returns: (transfer full): what stands for the collection in
 *   #SquillInspectOptions: "database.collection", the collection alone where no database is known,
 *   its path where another one has the same name
 */
char *
squill_collection_choice_get_key (SquillCollectionChoice *self)
{
  g_return_val_if_fail (SQUILL_IS_COLLECTION_CHOICE (self), NULL);

  return self->listed.path != NULL ? g_strdup (self->listed.path) : get_full_name (&self->listed);
}

/**
 * squill_collection_choice_is_among:
 * @self: a choice
 * @keys: (array zero-terminated=1): what squill_collection_choice_get_key() gave, perhaps when no
 *   other collection had the same name
 *
 * Returns: whether the collection is among them
 */
gboolean
squill_collection_choice_is_among (SquillCollectionChoice *self, const char *const *keys)
{
  g_autofree char *full = NULL;

  g_return_val_if_fail (SQUILL_IS_COLLECTION_CHOICE (self), FALSE);
  g_return_val_if_fail (keys != NULL, FALSE);

  full = get_full_name (&self->listed);
  return g_strv_contains (keys, full) ||
         (self->listed.path != NULL && g_strv_contains (keys, self->listed.path));
}
