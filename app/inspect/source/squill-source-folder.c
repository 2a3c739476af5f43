/* SPDX-License-Identifier: Apache-2.0 */

/* Finds the collections in what a person names: files and folders, among them those that mongodump
 * writes: dump/DATABASE/COLLECTION.bson and COLLECTION.metadata.json beside it, all of them also
 * with .gz; prelude.json and oplog.bson on top. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/source/squill-source-folder.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "inspect/source/squill-source-format.h"
#include "model/squill-error-text.h"

#define MAX_FOLDER_DEPTH 8
#define METADATA_SUFFIX ".metadata.json"
#define BUCKETS_PREFIX "system.buckets."

typedef struct
{
  GPtrArray *files; /* of SquillSourceCollection */
  GHashTable *seen; /* uris */
  SquillProblemList *problems;
  GCancellable *cancellable;
  guint n_sources;
} Search;

/* A file of a folder, with what its name says. */
typedef struct
{
  GFile *file;
  char *label;
  char *name;
  char *stem; /* without suffixes; NULL where the suffix is not one of documents or metadata */
  guint64 bytes;
  gboolean is_pipe;      /* or standard input, or a device: it can be read once */
  gboolean is_looked_at; /* for several collections in it */
  gboolean is_packed;    /* by its suffix, in a way that is not read */
  gboolean is_dump;      /* by its suffix */
  gboolean is_metadata;
  gboolean used;
} Entry;

static void
entry_free (gpointer data)
{
  Entry *self = data;

  g_object_unref (self->file);
  g_free (self->label);
  g_free (self->name);
  g_free (self->stem);
  g_free (self);
}

/* The first is read, of the others it is said that they are not. */
static const char *const packings[] = { ".gz", ".xz", ".zst", ".bz2" };

/* Reads the suffixes of the name, which say how the file is packed and what it is. */
static void
read_suffixes (Entry *self)
{
  g_autofree char *stem = g_strdup (self->name);
  const SquillSourceFormat *format = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (packings); i++)
    if (squill_strip_suffix (stem, packings[i]))
      {
        self->is_packed = i > 0;
        break;
      }
  self->is_metadata = squill_strip_suffix (stem, METADATA_SUFFIX);
  if (!self->is_metadata)
    format = squill_source_format_from_name (stem);
  if (format != NULL)
    {
      self->is_dump = format->is_dump;
      self->is_looked_at = format->list != NULL;
    }
  if (self->is_metadata || (format != NULL && format->open != NULL))
    self->stem = g_steal_pointer (&stem);
}

/* Undoes Go's url.QueryEscape, with which mongodump names its files. What is no escape is
 * left as it is. */
static char *
unescape (const char *name)
{
  GString *text = g_string_new (NULL);

  for (const char *at = name; *at != '\0'; at++)
    {
      int high = *at == '%' ? g_ascii_xdigit_value (at[1]) : -1;
      int low = high >= 0 ? g_ascii_xdigit_value (at[2]) : -1;

      if (low >= 0)
        {
          g_string_append_c (text, (char)(high << 4 | low));
          at += 2;
        }
      else
        {
          g_string_append_c (text, *at == '+' ? ' ' : *at);
        }
    }
  if (!g_utf8_validate (text->str, (gssize)text->len, NULL))
    {
      g_string_free (text, TRUE);
      return g_utf8_make_valid (name, -1);
    }
  return g_string_free (text, FALSE);
}

static Entry *
entry_new (GFile *file, const char *label, const char *name, guint64 bytes)
{
  Entry *self = g_new0 (Entry, 1);

  self->file = g_object_ref (file);
  self->label = g_strdup (label);
  self->name = g_strdup (name);
  self->bytes = bytes;
  read_suffixes (self);
  return self;
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const Entry *const *left = a;
  const Entry *const *right = b;

  return strcmp ((*left)->name, (*right)->name);
}

/* The files and folders in a folder, both sorted by name, without hidden ones. */
static gboolean
list_folder (Search *search,
             GFile *folder,
             const char *label,
             GPtrArray *files,
             GPtrArray *folders,
             GError **error)
{
  g_autoptr (GFileEnumerator) enumerator = NULL;
  g_autoptr (GError) failure = NULL;

  enumerator = g_file_enumerate_children (folder,
                                          G_FILE_ATTRIBUTE_STANDARD_NAME
                                          "," G_FILE_ATTRIBUTE_STANDARD_TYPE
                                          "," G_FILE_ATTRIBUTE_STANDARD_SIZE
                                          "," G_FILE_ATTRIBUTE_STANDARD_IS_SYMLINK,
                                          G_FILE_QUERY_INFO_NONE, search->cancellable, &failure);
  while (enumerator != NULL)
    {
      GFileInfo *info;
      GFile *child;
      const char *name;
      g_autofree char *child_label = NULL;

      if (!g_file_enumerator_iterate (enumerator, &info, &child, search->cancellable, &failure) ||
          info == NULL)
        break;
      name = g_file_info_get_name (info);
      if (name[0] == '.')
        continue;
      child_label = g_build_filename (label, name, NULL);
      if (g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY)
        {
          /* A link to a folder may lead around in a circle. */
          if (!g_file_info_get_is_symlink (info))
            g_ptr_array_add (folders, entry_new (child, child_label, name, 0));
        }
      else if (g_file_info_get_file_type (info) == G_FILE_TYPE_REGULAR)
        {
          g_ptr_array_add (
              files, entry_new (child, child_label, name, (guint64)g_file_info_get_size (info)));
        }
    }
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  squill_file_error_explain (&failure);
  if (failure != NULL)
    squill_problem_list_add_for_file (search->problems, label, failure->message);
  g_ptr_array_sort (files, compare_entries);
  g_ptr_array_sort (folders, compare_entries);
  return TRUE;
}

static Entry *
find_metadata (GPtrArray *files, const char *stem)
{
  for (guint i = 0; i < files->len; i++)
    {
      Entry *entry = g_ptr_array_index (files, i);

      if (entry->is_metadata && strcmp (entry->stem, stem) == 0)
        return entry;
    }
  return NULL;
}

static SquillByteStream *
open_entry (Search *search, const Entry *entry, GError **error)
{
  if (!entry->is_pipe)
    return squill_byte_stream_open (entry->file, search->problems, search->cancellable, error);
  return squill_byte_stream_open_pipe (
      g_str_equal (entry->label, "-") ? NULL : g_file_peek_path (entry->file), search->problems);
}

/* Adds the collections of a file that holds several; FALSE where it holds one. What was opened to
 * find that out, and cannot be opened again, is left in *stream. */
static gboolean
add_several (
    Search *search, const Entry *entry, const char *name, SquillByteStream **stream, GError **error)
{
  const SquillSourceFile file = { entry->is_pipe ? NULL : entry->file, entry->label, name,
                                  entry->is_pipe ? G_MAXUINT64 : entry->bytes };
  g_autoptr (SquillByteStream) opened = NULL;
  const SquillSourceFormat *format;
  const guint8 *bytes;
  gsize available = 0;

  squill_problem_list_begin_file (search->problems, entry->label);
  opened = open_entry (search, entry, error);
  if (opened != NULL && !squill_byte_stream_peek (opened, SQUILL_SOURCE_FORMAT_BYTES, &bytes,
                                                  &available, search->cancellable, error))
    g_clear_pointer (&opened, squill_byte_stream_free);
  if (opened != NULL && entry->is_packed && squill_byte_stream_get_unreadable (opened) != NULL)
    {
      squill_problem_list_add_for_file (search->problems, entry->label,
                                        squill_byte_stream_get_unreadable (opened));
      g_clear_pointer (&opened, squill_byte_stream_free);
    }
  squill_problem_list_end_file (search->problems);
  if (opened == NULL)
    return FALSE;
  format = squill_source_format_from_bytes (bytes, available);
  if (format != NULL && format->list != NULL)
    return format->list (g_steal_pointer (&opened), &file, search->files, search->problems,
                         search->cancellable, error);
  if (entry->is_pipe)
    *stream = g_steal_pointer (&opened);
  return FALSE;
}

static gboolean
add_file (Search *search,
          const Entry *entry,
          Entry *metadata_entry,
          const char *name,
          const char *database,
          GError **error)
{
  g_autofree char *uri = g_file_get_uri (entry->file);
  SquillMetadata *metadata = NULL;
  g_autoptr (SquillByteStream) stream = NULL;
  g_autofree char *collection = NULL;
  SquillSourceCollection *place;
  const char *stem = entry->stem != NULL ? entry->stem : entry->name;

  if (!g_hash_table_add (search->seen, g_steal_pointer (&uri)))
    return TRUE;
  if (metadata_entry != NULL)
    metadata_entry->used = TRUE;
  /* That a file cannot be unpacked is said now, instead of listing it. */
  if (entry->is_looked_at || entry->is_packed)
    {
      guint problems = squill_problem_list_get_length (search->problems);
      GError *failure = NULL;

      if (add_several (search, entry, name, &stream, &failure))
        return TRUE;
      if (failure != NULL)
        {
          g_propagate_error (error, failure);
          return FALSE;
        }
      if (squill_problem_list_get_length (search->problems) > problems)
        return TRUE;
    }
  if (metadata_entry != NULL)
    {
      GError *failure = NULL;

      metadata = squill_metadata_read (metadata_entry->file, metadata_entry->label,
                                       search->problems, search->cancellable, &failure);
      if (failure != NULL)
        {
          g_propagate_error (error, failure);
          return FALSE;
        }
    }

  if (metadata != NULL && metadata->collection != NULL)
    collection = g_strdup (metadata->collection);
  else if (entry->is_dump)
    collection = unescape (g_str_has_prefix (stem, BUCKETS_PREFIX) && metadata_entry != NULL
                               ? stem + strlen (BUCKETS_PREFIX)
                               : stem);
  else
    collection = g_utf8_make_valid (stem, -1);

  place = squill_source_collection_new_for_file (entry->file, entry->label, database, collection,
                                                 metadata);
  g_free (place->name);
  place->name = g_strdup (name);
  if (entry->is_pipe)
    squill_source_collection_set_stream (place, g_steal_pointer (&stream));
  place->bytes = entry->is_pipe ? G_MAXUINT64 : entry->bytes;
  g_ptr_array_add (search->files, place);
  return TRUE;
}

/* The metadata beside a file; the buckets of a time series are described under the name of the time
 * series. */
static Entry *
metadata_for (GPtrArray *files, const Entry *entry)
{
  Entry *metadata;

  if (entry->stem == NULL)
    return NULL;
  metadata = find_metadata (files, entry->stem);
  if (metadata == NULL && g_str_has_prefix (entry->stem, BUCKETS_PREFIX))
    metadata = find_metadata (files, entry->stem + strlen (BUCKETS_PREFIX));
  return metadata;
}

static gboolean
is_prelude (Search *search, const Entry *entry, GError **error)
{
  g_autoptr (SquillProblemList) unused = squill_problem_list_new ();
  g_autoptr (SquillMetadata) metadata = NULL;

  if (g_strcmp0 (entry->stem, "prelude") != 0 || entry->is_dump || entry->is_metadata)
    return FALSE;
  /* Nothing of it is used; that it is no collection is all there is to know. */
  metadata = squill_metadata_read (entry->file, entry->label, unused, search->cancellable, error);
  return metadata != NULL;
}

static gboolean
is_of_the_server (const Entry *entry)
{
  return entry->is_dump && entry->stem != NULL && g_str_has_prefix (entry->stem, "system.") &&
         !g_str_has_prefix (entry->stem, BUCKETS_PREFIX);
}

/* Metadata without documents: of a view, or of a collection whose file is missing. */
static void
tell_missing (Search *search, const Entry *entry, const SquillMetadata *metadata)
{
  if (!squill_metadata_is_view (metadata))
    squill_problem_list_add_for_file (search->problems, entry->label,
                                      _ ("The documents of this collection are missing"));
}

static gboolean
tell_all_missing (Search *search, GPtrArray *files, GError **error)
{
  for (guint i = 0; i < files->len; i++)
    {
      Entry *entry = g_ptr_array_index (files, i);
      g_autoptr (SquillMetadata) metadata = NULL;
      GError *failure = NULL;

      if (!entry->is_metadata || entry->used)
        continue;
      metadata = squill_metadata_read (entry->file, entry->label, search->problems,
                                       search->cancellable, &failure);
      if (failure != NULL)
        {
          g_propagate_error (error, failure);
          return FALSE;
        }
      if (metadata != NULL)
        tell_missing (search, entry, metadata);
    }
  return TRUE;
}

static gboolean
add_files_of_folder (Search *search,
                     GPtrArray *files,
                     const char *prefix,
                     const char *database,
                     gboolean has_folders,
                     GError **error)
{
  for (guint i = 0; i < files->len; i++)
    {
      Entry *entry = g_ptr_array_index (files, i);
      g_autofree char *name = NULL;
      GError *failure = NULL;

      if (!entry->is_looked_at &&
          (entry->stem == NULL || entry->is_metadata || is_of_the_server (entry)))
        continue;
      if (is_prelude (search, entry, &failure))
        continue;
      if (failure != NULL)
        {
          g_propagate_error (error, failure);
          return FALSE;
        }
      /* Beside the folders of the databases this is the log of what went on during the dump. */
      if (entry->is_dump && has_folders && prefix == NULL && g_str_equal (entry->stem, "oplog"))
        continue;
      name = prefix != NULL ? g_build_filename (prefix, entry->name, NULL) : g_strdup (entry->name);
      if (!add_file (search, entry, metadata_for (files, entry), name, database, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_folder (
    Search *search, GFile *folder, const char *label, const char *prefix, int depth, GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (entry_free);
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (entry_free);
  g_autofree char *base = g_file_get_basename (folder);

  if (!list_folder (search, folder, label, files, folders, error) ||
      !add_files_of_folder (search, files, prefix, base, folders->len > 0, error) ||
      !tell_all_missing (search, files, error))
    return FALSE;

  for (guint i = 0; i < folders->len && depth < MAX_FOLDER_DEPTH; i++)
    {
      const Entry *entry = g_ptr_array_index (folders, i);
      g_autofree char *below = NULL;

      if (g_str_equal (entry->name, "admin") || g_str_equal (entry->name, "config") ||
          g_str_equal (entry->name, "local"))
        continue;
      below =
          prefix != NULL ? g_build_filename (prefix, entry->name, NULL) : g_strdup (entry->name);
      if (!add_folder (search, entry->file, entry->label, below, depth + 1, error))
        return FALSE;
    }
  return TRUE;
}

/* The dumped documents beside their metadata, or the buckets of a time series, packed or not; NULL
 * where there are none. */
static GFile *
find_documents (Search *search, GFile *folder, const char *stem)
{
  static const char *const prefixes[] = { "", BUCKETS_PREFIX };

  for (guint k = 0; k < G_N_ELEMENTS (prefixes); k++)
    for (int i = -1; i < (int)G_N_ELEMENTS (packings); i++)
      {
        g_autofree char *name =
            g_strconcat (prefixes[k], stem, ".bson", i < 0 ? "" : packings[i], NULL);
        g_autoptr (GFile) file = g_file_get_child (folder, name);

        if (g_file_query_exists (file, search->cancellable))
          return g_steal_pointer (&file);
      }
  return NULL;
}

static gboolean add_source (Search *search, const char *source, GError **error);

/* Whoever takes all files of a dump takes those that only describe it, too. Instead of metadata the
 * documents beside them are added, or that they are missing is told. *describes is FALSE where it
 * is no such file after all, but has documents. FALSE when cancelled. */
static gboolean
add_described (Search *search, const Entry *entry, gboolean *describes, GError **error)
{
  g_autoptr (SquillProblemList) unused = squill_problem_list_new ();
  g_autoptr (SquillMetadata) metadata = NULL;
  g_autoptr (GFile) folder = g_file_get_parent (entry->file);
  g_autoptr (GFile) documents = NULL;
  g_autofree char *base = NULL, *place = NULL, *label = NULL;
  GError *failure = NULL;

  *describes =
      search->n_sources > 1 && (is_of_the_server (entry) || is_prelude (search, entry, &failure));
  if (failure == NULL && entry->is_metadata && folder != NULL)
    {
      metadata =
          squill_metadata_read (entry->file, entry->label, unused, search->cancellable, &failure);
      *describes = metadata != NULL && (metadata->options != NULL || metadata->indexes->len > 0);
    }
  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  if (!*describes || !entry->is_metadata)
    return TRUE;
  documents = find_documents (search, folder, entry->stem);
  if (documents == NULL)
    {
      tell_missing (search, entry, metadata);
      return TRUE;
    }
  base = g_file_get_basename (documents);
  place = g_path_get_dirname (entry->label);
  label = g_build_filename (place, base, NULL);
  return add_source (search, label, error);
}

/* A file that was named itself; its metadata is looked for beside it. */
static gboolean
add_single_file (Search *search, GFile *file, const char *label, GFileInfo *info, GError **error)
{
  g_autofree char *base = g_file_get_basename (file);
  g_autoptr (GFile) parent = g_file_get_parent (file);
  g_autoptr (GPtrArray) beside = g_ptr_array_new_with_free_func (entry_free);
  Entry *entry = entry_new (file, label, base, (guint64)g_file_info_get_size (info));
  const char *bare = entry->stem != NULL ? entry->stem : base;
  gboolean describes;

  g_ptr_array_add (beside, entry);
  if (!add_described (search, entry, &describes, error))
    return FALSE;
  if (describes)
    return TRUE;
  entry->is_looked_at = TRUE;
  entry->is_pipe =
      g_str_equal (label, "-") || g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR;
  if (g_str_has_prefix (bare, BUCKETS_PREFIX))
    bare += strlen (BUCKETS_PREFIX);
  for (int i = 0; i < 4 && parent != NULL && entry->is_dump; i++)
    {
      g_autofree char *name =
          g_strconcat (i < 2 ? entry->stem : bare, METADATA_SUFFIX, i % 2 == 1 ? ".gz" : "", NULL);
      g_autofree char *folder = g_path_get_dirname (label);
      g_autofree char *metadata_label = g_build_filename (folder, name, NULL);
      g_autoptr (GFile) metadata = g_file_get_child (parent, name);

      if (g_file_query_exists (metadata, search->cancellable))
        g_ptr_array_add (beside, entry_new (metadata, metadata_label, name, 0));
    }
  return add_file (search, entry, metadata_for (beside, entry), base, NULL, error);
}

static gboolean
add_source (Search *search, const char *source, GError **error)
{
  gboolean is_standard_input = g_str_equal (source, "-");
  g_autoptr (GFile) file =
      g_file_new_for_commandline_arg (is_standard_input ? "/dev/stdin" : source);
  g_autoptr (GFileInfo) info = NULL;
  g_autoptr (GError) failure = NULL;

  info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_STANDARD_SIZE,
                            G_FILE_QUERY_INFO_NONE, search->cancellable, &failure);
  if (info == NULL)
    {
      if (!g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          squill_file_error_explain (&failure);
          squill_problem_list_add_for_file (search->problems, source, failure->message);
          return TRUE;
        }
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  if (g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY)
    {
      guint before = search->files->len;
      guint problems = squill_problem_list_get_length (search->problems);

      if (!add_folder (search, file, source, NULL, 0, error))
        return FALSE;
      if (search->files->len == before &&
          squill_problem_list_get_length (search->problems) == problems)
        squill_problem_list_add_for_file (search->problems, source,
                                          _ ("There are no BSON or JSON files in this folder"));
      return TRUE;
    }
  return add_single_file (search, file, source, info, error);
}

/**
 * squill_source_folder_find:
 * @sources: (array zero-terminated=1): paths or file URIs of files and folders; "-" is standard
 * input
 * @problems: takes what is wrong
 * @cancellable: (nullable): stops the search
 * @error: return location; set when cancelled and for nothing else
 *
 * Finds the collections, in the order of the sources and, in a folder, of the names. What a server
 * keeps for itself (admin, config, local, system.*) is left out.
 *
 * Returns: (transfer full) (element-type SquillSourceCollection) (nullable): what can be read
 */
GPtrArray *
squill_source_folder_find (const char *const *sources,
                           SquillProblemList *problems,
                           GCancellable *cancellable,
                           GError **error)
{
  g_autoptr (GPtrArray) files =
      g_ptr_array_new_with_free_func ((GDestroyNotify)squill_source_collection_free);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Search search = { files, seen, problems, cancellable, g_strv_length ((char **)sources) };

  for (; *sources != NULL; sources++)
    if (!add_source (&search, *sources, error))
      return NULL;
  return g_steal_pointer (&files);
}
