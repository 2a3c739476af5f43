/* SPDX-License-Identifier: Apache-2.0 */

/* What libraries report, in words for people: theirs name functions, tokens and paths once more. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-error-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/**
 * squill_json_error_explain:
 * @error: why a text could not be read as JSON
 *
 * Returns: (transfer full): that in words, with the piece of the text that is wrong where one is
 *   known; without the place
 */
char *
squill_json_error_explain (const json_error_t *error)
{
  const char *near;
  g_autofree char *piece = NULL;

  g_return_val_if_fail (error != NULL, NULL);

  /* Behind this word stands the piece, in quotation marks. */
  near = strstr (error->text, " near '");
  if (near != NULL && g_utf8_validate (near, -1, NULL))
    {
      piece = g_strdup (near + strlen (" near '"));
      if (g_str_has_suffix (piece, "'"))
        piece[strlen (piece) - 1] = '\0';
    }
  switch ((int)json_error_code (error))
    {
    case json_error_invalid_utf8:
      return g_strdup (_ ("The text is not in UTF-8"));
    case json_error_premature_end_of_input:
      return g_strdup (_ ("The text ends too early"));
    case json_error_end_of_input_expected:
      return piece != NULL ? g_strdup_printf (_ ("Nothing may follow here, but “%s” does"), piece)
                           : g_strdup (_ ("Nothing may follow here"));
    case json_error_duplicate_key:
      return piece != NULL ? g_strdup_printf (_ ("The name %s stands twice in one object"), piece)
                           : g_strdup (_ ("A name stands twice in one object"));
    case json_error_numeric_overflow:
      return piece != NULL ? g_strdup_printf (_ ("The number %s is too large"), piece)
                           : g_strdup (_ ("A number is too large"));
    case json_error_stack_overflow:
      return g_strdup (_ ("Objects and arrays are nested too deeply"));
    case json_error_null_byte_in_key:
    case json_error_null_character:
      return g_strdup (_ ("There is a null character in a text"));
    default:
      return piece != NULL ? g_strdup_printf (_ ("This is not JSON: “%s”"), piece)
                           : g_strdup (_ ("This is not JSON"));
    }
}

/**
 * squill_file_error_explain:
 * @error: (inout) (nullable): an error of reading or writing a file
 *
 * Replaces the message of a #GIOError or #GFileError that has a usual cause: what GLib says names
 * its function and the path, which stands before it anyway. Domain and code stay.
 */
void
squill_file_error_explain (GError **error)
{
  enum
  {
    NO_FILE_ERROR = -1
  };
  static const struct
  {
    GIOErrorEnum code;
    int file_code; /* GFileError */
    const char *text;
  } causes[] = {
    { G_IO_ERROR_NOT_FOUND, G_FILE_ERROR_NOENT, N_ ("There is no such file or folder") },
    { G_IO_ERROR_IS_DIRECTORY, G_FILE_ERROR_ISDIR, N_ ("This is a folder, not a file") },
    { G_IO_ERROR_NOT_DIRECTORY, G_FILE_ERROR_NOTDIR, N_ ("A part of the path is not a folder") },
    { G_IO_ERROR_PERMISSION_DENIED, G_FILE_ERROR_ACCES,
      N_ ("You do not have the permission for that") },
    { G_IO_ERROR_NO_SPACE, G_FILE_ERROR_NOSPC, N_ ("The disk is full") },
    { G_IO_ERROR_READ_ONLY, G_FILE_ERROR_ROFS, N_ ("The disk is read-only") },
    { G_IO_ERROR_TOO_MANY_LINKS, G_FILE_ERROR_LOOP, N_ ("Links lead in a circle") },
    { G_IO_ERROR_FILENAME_TOO_LONG, G_FILE_ERROR_NAMETOOLONG, N_ ("The name is too long") },
    { G_IO_ERROR_NOT_SUPPORTED, NO_FILE_ERROR,
      N_ ("Files at this kind of address cannot be used here") },
    { G_IO_ERROR_NOT_MOUNTED, NO_FILE_ERROR, N_ ("The place is not mounted") },
    { G_IO_ERROR_HOST_NOT_FOUND, NO_FILE_ERROR, N_ ("There is no host of this name") },
    { G_IO_ERROR_TIMED_OUT, NO_FILE_ERROR, N_ ("There was no answer in time") },
    { G_IO_ERROR_TOO_MANY_OPEN_FILES, G_FILE_ERROR_MFILE, N_ ("Too many files are open") },
    { G_IO_ERROR_BROKEN_PIPE, G_FILE_ERROR_PIPE,
      N_ ("The program that reads the output has closed it") },
  };

  if (error == NULL || *error == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (causes); i++)
    if (g_error_matches (*error, G_IO_ERROR, (int)causes[i].code) ||
        (causes[i].file_code != NO_FILE_ERROR &&
         g_error_matches (*error, G_FILE_ERROR, causes[i].file_code)))
      {
        g_free ((*error)->message);
        (*error)->message = g_strdup (_ (causes[i].text));
        return;
      }
}

/**
 * squill_file_error_set:
 * @error: return location
 * @code: what the system says: `errno`
 *
 * Sets a #GIOError with a message in words.
 */
void
squill_file_error_set (GError **error, int code)
{
  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (code), g_strerror (code));
  squill_file_error_explain (error);
}

/**
 * squill_file_load:
 * @file: what to read
 * @cancellable: (nullable): to stop it
 * @data: (out): what is in it, with a zero behind
 * @length: (out): its bytes
 * @error: a #GIOError, in words
 *
 * Reads a file as a whole.
 *
 * Returns: whether it could be read
 */
gboolean
squill_file_load (
    GFile *file, GCancellable *cancellable, char **data, gsize *length, GError **error)
{
  g_return_val_if_fail (G_IS_FILE (file), FALSE);
  g_return_val_if_fail (data != NULL && length != NULL, FALSE);

  if (g_file_load_contents (file, cancellable, data, length, NULL, error))
    return TRUE;
  squill_file_error_explain (error);
  return FALSE;
}
