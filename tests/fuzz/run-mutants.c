/* SPDX-License-Identifier: Apache-2.0 */

/* Runs a fuzz target over mutants of the files of a folder: bytes that are changed, taken out,
 * doubled, or put elsewhere, and words and signs that are. A mutant follows from its number alone,
 * so that one can be run again:
 *
 *   mutants-NAME FOLDER COUNT [FIRST]
 */

#include "config.h"

#include <gio/gio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize length);

/* Larger files take long, and have in them what smaller ones have. */
#define MAX_LENGTH 16384

typedef struct
{
  gsize begin;
  gsize length;
} Part;

static char current[64];

/* Says which mutant it was. */
static void
on_abort (int signal_number)
{
  if (write (STDERR_FILENO, current, strlen (current)) < 0)
    _exit (2);
  signal (signal_number, SIG_DFL);
  raise (signal_number);
}

/* SplitMix64, which is the same everywhere. */
static guint64
get_random (guint64 *state)
{
  guint64 z = (*state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static gsize
choose (guint64 *state, gsize n)
{
  return n == 0 ? 0 : (gsize)(get_random (state) % n);
}

static gboolean
is_word_byte (char byte)
{
  return g_ascii_isalnum (byte) || byte == '_' || (guchar)byte >= 0x80;
}

/* Words, what is in quotes, blanks, and single signs, as all these languages have them. */
static GArray *
split (const GString *text)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (Part));
  gsize i = 0;

  while (i < text->len)
    {
      Part part = { i, 1 };
      const char c = text->str[i];

      if (is_word_byte (c))
        while (i + part.length < text->len && is_word_byte (text->str[i + part.length]))
          part.length++;
      else if (g_ascii_isspace (c))
        while (i + part.length < text->len && g_ascii_isspace (text->str[i + part.length]))
          part.length++;
      else if (c == '"' || c == '\'' || c == '`')
        {
          const char *end = memchr (text->str + i + 1, c, text->len - i - 1);

          if (end != NULL)
            part.length = (gsize)(end - text->str) + 1 - i;
        }
      if (!g_ascii_isspace (c))
        g_array_append_val (parts, part);
      i += part.length;
    }
  return parts;
}

static void
change_bytes (GString *text, guint64 *state)
{
  static const char signs[] = "{}[]()<>\"'`\\,;:.@#$-+/*=\n\t \0\xff\xc3";
  const gsize at = choose (state, text->len);
  const gsize wanted = 1 + choose (state, 32);
  const gsize length = MIN (wanted, text->len - at);
  g_autofree char *part = g_memdup2 (text->str + at, length);
  const char sign = signs[choose (state, sizeof signs - 1)];

  switch (choose (state, 6))
    {
    case 0:
      text->str[at] ^= (char)(1u << choose (state, 8));
      break;
    case 1:
      text->str[at] = sign;
      break;
    case 2:
      g_string_insert_len (text, (gssize)at, &sign, 1);
      break;
    case 3:
      g_string_erase (text, (gssize)at, (gssize)length);
      break;
    case 4:
      g_string_insert_len (text, (gssize)choose (state, text->len), part, (gssize)length);
      break;
    default:
      g_string_truncate (text, at);
      break;
    }
}

static void
change_parts (GString *text, guint64 *state)
{
  g_autoptr (GArray) parts = split (text);
  Part one, other;
  g_autofree char *copy = NULL;

  if (parts->len < 2)
    return;
  one = g_array_index (parts, Part, choose (state, parts->len));
  other = g_array_index (parts, Part, choose (state, parts->len));
  copy = g_memdup2 (text->str + one.begin, one.length);
  switch (choose (state, 4))
    {
    case 0: /* dropped */
      g_string_erase (text, (gssize)one.begin, (gssize)one.length);
      break;
    case 1: /* doubled */
      g_string_insert_len (text, (gssize)one.begin, copy, (gssize)one.length);
      break;
    case 2: /* in place of another */
      g_string_erase (text, (gssize)other.begin, (gssize)other.length);
      g_string_insert_len (text, (gssize)other.begin, copy, (gssize)one.length);
      break;
    default: /* swapped */
      if (one.begin > other.begin)
        {
          const Part first = other;

          other = one;
          one = first;
          g_free (copy);
          copy = g_memdup2 (text->str + one.begin, one.length);
        }
      if (one.begin == other.begin)
        break;
      {
        g_autofree char *second = g_memdup2 (text->str + other.begin, other.length);

        g_string_erase (text, (gssize)other.begin, (gssize)other.length);
        g_string_insert_len (text, (gssize)other.begin, copy, (gssize)one.length);
        g_string_erase (text, (gssize)one.begin, (gssize)one.length);
        g_string_insert_len (text, (gssize)one.begin, second, (gssize)other.length);
      }
      break;
    }
}

static void
run_mutant (const GPtrArray *files, guint64 number)
{
  guint64 state = number;
  const GBytes *file = files->pdata[choose (&state, files->len)];
  gsize length;
  const char *data = g_bytes_get_data ((GBytes *)file, &length);
  g_autoptr (GString) text = g_string_new_len (data, (gssize)length);
  const gsize n = 1 + choose (&state, 4);

  g_snprintf (current, sizeof current, "in mutant %" G_GUINT64_FORMAT "\n", number);
  for (gsize i = 0; i < n && text->len > 0; i++)
    if (choose (&state, 2) == 0)
      change_bytes (text, &state);
    else
      change_parts (text, &state);
  LLVMFuzzerTestOneInput ((const guint8 *)text->str, text->len);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* What is in the files of a folder, in the order of their names; NULL where that cannot be read. */
static GPtrArray *
read_files (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len && error == NULL; i++)
    {
      char *data;
      gsize length;

      if (!g_file_get_contents (names->pdata[i], &data, &length, &error))
        break;
      if (length <= MAX_LENGTH)
        g_ptr_array_add (files, g_bytes_new_take (data, length));
      else
        g_free (data);
    }
  if (error != NULL)
    {
      g_printerr ("%s\n", error->message);
      return NULL;
    }
  return g_steal_pointer (&files);
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) files = NULL;
  guint64 count, first;

  if (argc < 3)
    return 2;
  files = read_files (argv[1]);
  if (files == NULL || files->len == 0)
    return 1;
  count = g_ascii_strtoull (argv[2], NULL, 10);
  first = argc > 3 ? g_ascii_strtoull (argv[3], NULL, 10) : 0;
  signal (SIGABRT, on_abort);
  signal (SIGSEGV, on_abort);
  signal (SIGTRAP, on_abort);
  for (guint64 i = 0; i < count; i++)
    run_mutant (files, first + i);
  g_print ("%" G_GUINT64_FORMAT " mutants\n", count);
  return 0;
}
