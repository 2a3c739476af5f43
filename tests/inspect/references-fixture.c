/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-fixture.h"

#include "inspect-fixture.h"

#include <string.h>

static void
free_collection (gpointer data)
{
  squill_collection_profile_free (data);
}

void
database_set_up (Database *database, gconstpointer data)
{
  database->folder = fixture_new_folder ();
  database->collections = g_ptr_array_new_with_free_func (free_collection);
  database->files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  database->problems = squill_problem_list_new ();
  squill_problem_list_begin_file (database->problems, "test");
  database->can_reopen = TRUE;
}

void
database_tear_down (Database *database, gconstpointer data)
{
  g_clear_pointer (&database->references, g_ptr_array_unref);
  g_clear_pointer (&database->candidates, g_ptr_array_unref);
  g_ptr_array_unref (database->collections);
  g_hash_table_unref (database->files);
  squill_problem_list_free (database->problems);
  fixture_remove_folder (database->folder);
  g_free (database->folder);
}

static SquillSource *
open_file (Database *database, const char *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  squill_problem_list_end_file (database->problems);
  squill_problem_list_begin_file (database->problems, path);
  return squill_source_open (file, path, database->problems, NULL, error);
}

static void
add_file (Database *database, const char *name, char *path, gboolean finish)
{
  g_autoptr (SquillCollectionProfile) collection = squill_collection_profile_new (name, NULL, path);
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillSource) source = NULL;
  const guint8 *document;
  gsize length;

  source = open_file (database, path, &error);
  g_assert_no_error (error);
  while (squill_source_next (source, &document, &length, NULL, &error))
    squill_collection_profile_add (collection, document, length, TRUE);
  g_assert_no_error (error);
  if (finish)
    squill_collection_profile_finish (collection);
  g_ptr_array_add (database->collections, g_steal_pointer (&collection));
  g_hash_table_insert (database->files, g_strdup (name), path);
}

/* Adds a collection of the documents of a text, in JSON one after the other. */
void
database_add_text (Database *database, const char *name, const char *text)
{
  g_autofree char *file = g_strconcat (name, ".json", NULL);

  add_file (database, name, fixture_write (database->folder, file, text, -1), TRUE);
}

/* Adds a collection that is to be merged with another before it is finished. */
void
database_add_part (Database *database, const char *name, const char *text)
{
  g_autofree char *file = g_strconcat (name, ".json", NULL);

  add_file (database, name, fixture_write (database->folder, file, text, -1), FALSE);
}

/* Adds a file of the real data; FALSE, and the test is skipped, where it is not here. */
gboolean
database_add_dataset (Database *database, const char *name, const char *dataset)
{
  g_autofree char *base = g_path_get_basename (dataset);
  char *path;

  if (g_str_has_suffix (base, ".xz"))
    {
      base[strlen (base) - 3] = '\0';
      path = fixture_unpack (database->folder, dataset, base);
    }
  else
    {
      path = fixture_dataset (dataset);
    }
  if (path == NULL)
    return FALSE;
  add_file (database, name, path, TRUE);
  return TRUE;
}

static SquillSource *
reopen_cb (const SquillCollectionProfile *collection,
           gpointer user_data,
           GCancellable *cancellable,
           GError **error)
{
  Database *database = user_data;

  database->reopened++;
  return open_file (database, g_hash_table_lookup (database->files, collection->name), error);
}

void
database_find (Database *database)
{
  SquillReferenceOptions options = { .keep_values = TRUE };
  g_autoptr (GError) error = NULL;

  if (database->can_reopen)
    {
      options.reopen = reopen_cb;
      options.reopen_data = database;
    }
  squill_references_find_maps (database->collections);
  database->candidates = squill_references_find (database->collections, &options, NULL, &error);
  g_assert_no_error (error);
  database->references = squill_references_decide (database->candidates, NULL);
}

/* The references that are claimed, or those that are not, each on a line. */
char *
database_list (Database *database, gboolean proposed)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < database->references->len; i++)
    {
      const SquillReference *reference = g_ptr_array_index (database->references, i);
      g_autofree char *from = squill_reference_get_from_text (reference);
      g_autofree char *to = squill_reference_get_to_text (reference);

      if (reference->proposed == proposed)
        g_string_append_printf (list, "%s -> %s\n", from, to);
    }
  return g_string_free (list, FALSE);
}

void
database_assert_proposed (Database *database, const char *expected)
{
  g_autofree char *list = database_list (database, TRUE);

  g_assert_cmpstr (list, ==, expected);
}

void
database_assert_weak (Database *database, const char *expected)
{
  g_autofree char *list = database_list (database, FALSE);

  g_assert_cmpstr (list, ==, expected);
}

const SquillReference *
database_get (Database *database, const char *from, const char *to)
{
  for (guint i = 0; i < database->references->len; i++)
    {
      const SquillReference *reference = g_ptr_array_index (database->references, i);
      g_autofree char *from_text = squill_reference_get_from_text (reference);
      g_autofree char *to_text = squill_reference_get_to_text (reference);

      if (g_str_equal (from, from_text) && g_str_equal (to, to_text))
        return reference;
    }
  g_error ("no reference %s -> %s", from, to);
}

gboolean
database_has_evidence (const SquillReference *reference, const char *sentence)
{
  return g_ptr_array_find_with_equal_func (reference->evidence, sentence, g_str_equal, NULL);
}
