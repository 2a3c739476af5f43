/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-profile.h"

struct _SquillProfile
{
  GObject parent_instance;

  char *name;
  GDateTime *date;
  gboolean keep_values;
  GPtrArray *collections;
  SquillProblemList *problems;
  GPtrArray *candidates; /* all that may be references */
  GPtrArray *references; /* those that Squill would tell of */
  GPtrArray *records;    /* of what was sent to servers */
  gboolean cut_short;
  gboolean is_selection;
};

G_DEFINE_FINAL_TYPE (SquillProfile, squill_profile, G_TYPE_OBJECT)

/* What samples of values may take of all collections together, until references were looked for, in
 * bytes. */
#define MAX_SAMPLE_BYTES ((guint64)32 << 20)

static const SquillCollectionProfile *
find_collection (SquillProfile *self, const char *name)
{
  for (guint i = 0; i < self->collections->len; i++)
    {
      const SquillCollectionProfile *collection = g_ptr_array_index (self->collections, i);

      if (g_str_equal (collection->name, name))
        return collection;
    }
  return NULL;
}

/* The first folder of a source that is not one of another source, too. */
static char *
find_own_folder (const char *source, const char *other)
{
  g_auto (GStrv) parts = g_strsplit (source, "/", -1);
  g_auto (GStrv) others = g_strsplit (other, "/", -1);
  guint i = 0;

  while (parts[i] != NULL && g_strcmp0 (parts[i], others[i]) == 0)
    i++;
  return parts[i] != NULL && parts[i + 1] != NULL ? g_utf8_make_valid (parts[i], -1) : NULL;
}

/* What tells a collection from one that has its name already: the database, or of two in the same
 * one the folder. */
static char *
find_prefix (const SquillCollectionProfile *collection, const SquillCollectionProfile *taken)
{
  char *folder = NULL;

  if (g_strcmp0 (collection->database, taken->database) == 0 && collection->source != NULL &&
      taken->source != NULL)
    folder = find_own_folder (collection->source, taken->source);
  return folder != NULL ? folder : g_strdup (collection->database);
}

/* Lets values go, of all collections alike, until there are not too many. */
static void
keep_within_budget (SquillProfile *self)
{
  for (guint kept = SQUILL_HASH_SAMPLE_MAX / 2; kept > 64; kept /= 2)
    {
      guint64 bytes = 0;

      for (guint i = 0; i < self->collections->len; i++)
        {
          SquillCollectionProfile *collection = g_ptr_array_index (self->collections, i);

          bytes += collection->budget.sample_bytes;
        }
      if (bytes <= MAX_SAMPLE_BYTES)
        return;
      for (guint i = 0; i < self->collections->len; i++)
        {
          SquillCollectionProfile *collection = g_ptr_array_index (self->collections, i);

          squill_path_thin (&collection->budget, collection->root, kept);
        }
    }
}

static void
squill_profile_finalize (GObject *object)
{
  SquillProfile *self = SQUILL_PROFILE (object);

  g_free (self->name);
  g_date_time_unref (self->date);
  g_ptr_array_unref (self->collections);
  squill_problem_list_free (self->problems);
  g_ptr_array_unref (self->candidates);
  g_ptr_array_unref (self->references);
  g_ptr_array_unref (self->records);
  G_OBJECT_CLASS (squill_profile_parent_class)->finalize (object);
}

static void
squill_profile_class_init (SquillProfileClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = squill_profile_finalize;
}

static void
squill_profile_init (SquillProfile *self)
{
  self->collections =
      g_ptr_array_new_with_free_func ((GDestroyNotify)squill_collection_profile_free);
  self->problems = squill_problem_list_new ();
  self->candidates = g_ptr_array_new ();
  self->references = g_ptr_array_new ();
  self->records = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_server_monitor_unref);
}

/* See reproducible-builds.org. */
static GDateTime *
get_date (void)
{
  const char *epoch = g_getenv ("SOURCE_DATE_EPOCH");
  gint64 seconds;
  GDateTime *date = NULL;

  if (epoch != NULL && g_ascii_string_to_signed (epoch, 10, 0, G_MAXINT32, &seconds, NULL))
    date = g_date_time_new_from_unix_utc (seconds);
  return date != NULL ? date : g_date_time_new_now_utc ();
}

/**
 * squill_profile_new:
 * @name: what it is a profile of
 * @keep_values: whether values of documents may be kept in it
 *
 * Returns: (transfer full): a profile of nothing
 */
SquillProfile *
squill_profile_new (const char *name, gboolean keep_values)
{
  SquillProfile *self = g_object_new (SQUILL_TYPE_PROFILE, NULL);

  self->name = g_strdup (name);
  self->date = get_date ();
  self->keep_values = keep_values;
  return self;
}

/**
 * squill_profile_get_date:
 * @self: a profile
 *
 * Returns: (transfer full): when it was begun, UTC
 */
GDateTime *
squill_profile_get_date (SquillProfile *self)
{
  return g_date_time_ref (self->date);
}

/**
 * squill_profile_get_name:
 * @self: a profile
 *
 * Returns: (transfer none): what it is a profile of
 */
const char *
squill_profile_get_name (SquillProfile *self)
{
  return self->name;
}

/**
 * squill_profile_set_name:
 * @self: a profile
 * @name: what it is a profile of
 *
 * Names it; only before anybody else knows it.
 */
void
squill_profile_set_name (SquillProfile *self, const char *name)
{
  g_free (self->name);
  self->name = g_strdup (name);
}

/**
 * squill_profile_take_collection:
 * @self: a profile
 * @collection: (transfer full): a collection
 *
 * Adds a collection. Where its name is taken it gets that of its database before it, of two in the
 * same database that of its folder, or else a number after it.
 */
void
squill_profile_take_collection (SquillProfile *self, SquillCollectionProfile *collection)
{
  const SquillCollectionProfile *taken = find_collection (self, collection->name);
  g_autofree char *prefix = taken != NULL ? find_prefix (collection, taken) : NULL;
  g_autofree char *name = prefix != NULL ? g_strdup_printf ("%s.%s", prefix, collection->name)
                                         : g_strdup (collection->name);

  for (guint i = 2; find_collection (self, name) != NULL; i++)
    {
      g_free (name);
      name = g_strdup_printf ("%s %u", collection->name, i);
    }
  g_free (collection->name);
  collection->name = g_steal_pointer (&name);
  g_ptr_array_add (self->collections, collection);
  keep_within_budget (self);
}

/**
 * squill_profile_get_collections:
 * @self: a profile
 *
 * Returns: (transfer none) (element-type SquillCollectionProfile): its collections
 */
GPtrArray *
squill_profile_get_collections (SquillProfile *self)
{
  return self->collections;
}

/**
 * squill_profile_get_problem_list:
 * @self: a profile
 *
 * Returns: (transfer none): what could not be read
 */
SquillProblemList *
squill_profile_get_problem_list (SquillProfile *self)
{
  return self->problems;
}

/**
 * squill_profile_add_record:
 * @self: a profile
 * @record: the record of what is sent to a server; it may still grow
 *
 * Keeps the record, so that it can be shown.
 */
void
squill_profile_add_record (SquillProfile *self, SquillServerMonitor *record)
{
  g_ptr_array_add (self->records, squill_server_monitor_ref (record));
}

/**
 * squill_profile_set_cut_short:
 * @self: a profile
 *
 * Says that reading was cancelled on the way.
 */
void
squill_profile_set_cut_short (SquillProfile *self)
{
  self->cut_short = TRUE;
}

/**
 * squill_profile_is_cut_short:
 * @self: a profile
 *
 * Returns: whether reading was cancelled on the way, so that this is only what was read till then
 */
gboolean
squill_profile_is_cut_short (SquillProfile *self)
{
  g_return_val_if_fail (SQUILL_IS_PROFILE (self), FALSE);
  return self->cut_short;
}

/**
 * squill_profile_take_references:
 * @self: a profile
 * @candidates: (transfer full) (element-type SquillReference): all that may be references
 * @references: (transfer full) (element-type SquillReference): those of them that are shown
 *
 * Replaces the references between its collections.
 */
void
squill_profile_take_references (SquillProfile *self, GPtrArray *candidates, GPtrArray *references)
{
  g_ptr_array_unref (self->references);
  g_ptr_array_unref (self->candidates);
  self->candidates = candidates;
  self->references = references;
}

/**
 * squill_profile_set_is_selection:
 * @self: a profile
 *
 * Notes that only some collections were to be read: those that are not in it may be there.
 */
void
squill_profile_set_is_selection (SquillProfile *self)
{
  self->is_selection = TRUE;
}

/**
 * squill_profile_get_is_selection:
 * @self: a profile
 *
 * Returns: whether only some collections were to be read
 */
gboolean
squill_profile_get_is_selection (SquillProfile *self)
{
  return self->is_selection;
}

/**
 * squill_profile_get_references:
 * @self: a profile
 *
 * Returns: (transfer none) (element-type SquillReference): the references between its collections
 */
GPtrArray *
squill_profile_get_references (SquillProfile *self)
{
  return self->references;
}

/**
 * squill_profile_get_candidates:
 * @self: a profile
 *
 * Returns: (transfer none) (element-type SquillReference): all that may be references; after a
 * change of one squill_profile_decide_references() is to be called
 */
GPtrArray *
squill_profile_get_candidates (SquillProfile *self)
{
  return self->candidates;
}

/**
 * squill_profile_get_n_problems:
 * @self: a profile
 *
 * Returns: how many things could not be read, or not as they stand
 */
guint
squill_profile_get_n_problems (SquillProfile *self)
{
  g_return_val_if_fail (SQUILL_IS_PROFILE (self), 0);
  return squill_problem_list_get_length (self->problems);
}

/**
 * squill_profile_get_problem:
 * @self: a profile
 * @index: which
 *
 * Returns: (transfer none): a problem
 */
const SquillProblem *
squill_profile_get_problem (SquillProfile *self, guint index)
{
  g_return_val_if_fail (SQUILL_IS_PROFILE (self), NULL);
  return squill_problem_list_get (self->problems, index);
}

/**
 * squill_profile_get_n_commands:
 * @self: a profile
 *
 * Of what the driver sends to say good-bye a little may come after the profile is made.
 *
 * Returns: how many commands were sent to servers, as far as they are kept one by one
 */
guint
squill_profile_get_n_commands (SquillProfile *self)
{
  guint n = 0;

  g_return_val_if_fail (SQUILL_IS_PROFILE (self), 0);
  for (guint i = 0; i < self->records->len; i++)
    n += squill_server_monitor_get_length (g_ptr_array_index (self->records, i));
  return n;
}

/**
 * squill_profile_get_command:
 * @self: a profile
 * @index: which, below squill_profile_get_n_commands(), in the order in which they ended
 *
 * Returns: (transfer none) (nullable): a command that was sent to a server
 */
const SquillServerCommand *
squill_profile_get_command (SquillProfile *self, guint index)
{
  g_return_val_if_fail (SQUILL_IS_PROFILE (self), NULL);
  for (guint i = 0; i < self->records->len; i++)
    {
      SquillServerMonitor *record = g_ptr_array_index (self->records, i);
      guint length = squill_server_monitor_get_length (record);

      /* Only the last may still grow. */
      if (index < length)
        return squill_server_monitor_get (record, index);
      index -= length;
    }
  return NULL;
}
