/* SPDX-License-Identifier: Apache-2.0 */

/* How long it takes from the moment a reading is cancelled to its result, in the middle of large
 * files of every kind. The reference is reading all of the same file, in the same run. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect-data.h"
#include "inspect/squill-inspect.h"

#include <bson/bson.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define ROUNDS 7
#define DATA_BYTES ((gsize)24 << 20)

typedef struct
{
  GCancellable *cancellable;
  gint64 wait;
  gint64 cancelled_at;
} Canceller;

static int
compare (const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return x < y ? -1 : x > y;
}

static gpointer
cancel_later (gpointer data)
{
  Canceller *self = data;

  g_usleep ((gulong)self->wait);
  self->cancelled_at = g_get_monotonic_time ();
  g_cancellable_cancel (self->cancellable);
  return NULL;
}

static double
read_all (const char *path)
{
  const char *const sources[] = { path, NULL };
  gint64 start = g_get_monotonic_time ();
  g_autoptr (SquillProfile) profile = squill_inspect_sync (sources, NULL, NULL, NULL, NULL, NULL);

  g_assert_nonnull (profile);
  return (double)(g_get_monotonic_time () - start) / 1000;
}

/* Milliseconds from being cancelled to the end; negative where it was over before. */
static double
cancel_after (const char *path, double milliseconds)
{
  const char *const sources[] = { path, NULL };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Canceller canceller = { cancellable, (gint64)(milliseconds * 1000), 0 };
  GThread *thread = g_thread_new ("cancel", cancel_later, &canceller);
  g_autoptr (SquillProfile) profile =
      squill_inspect_sync (sources, NULL, NULL, NULL, cancellable, NULL);
  gint64 end = g_get_monotonic_time ();

  g_thread_join (thread);
  return (double)(end - canceller.cancelled_at) / 1000;
}

static void
measure (const char *name, const char *path)
{
  const double all = read_all (path);
  double after[ROUNDS];
  guint n = 0;

  /* At other points of the file each time. */
  for (guint i = 0; i < ROUNDS; i++)
    {
      after[n] = cancel_after (path, all * (i + 1) / (ROUNDS + 2));
      n += after[n] >= 0;
    }
  if (n == 0)
    {
      g_print ("  %-24s was read before it could be cancelled\n", name);
      return;
    }
  qsort (after, n, sizeof *after, compare);
  g_print ("  %-24s %6.1f ms, %6.1f ms at most; reading all of it takes %.0f ms\n", name,
           after[n / 2], after[n - 1], all);
}

static char *
write_gzip (const char *folder, const char *name, const guint8 *bytes, gsize length)
{
  char *path = g_build_filename (folder, name, NULL);
  gzFile file = gzopen (path, "wb1");

  g_assert_cmpint (gzwrite (file, bytes, (unsigned)length), ==, (int)length);
  gzclose (file);
  return path;
}

/* All documents as the members of one, so that there is nothing to stop between. */
static GString *
make_one_document (const GByteArray *documents, gboolean lines)
{
  GString *json = g_string_new (lines ? NULL : "{");

  for (gsize at = 0, i = 0; at < documents->len; i++)
    {
      guint32 length;
      bson_t document;
      char *text;

      memcpy (&length, documents->data + at, 4);
      length = GUINT32_FROM_LE (length);
      g_assert_true (bson_init_static (&document, documents->data + at, length));
      text = bson_as_relaxed_extended_json (&document, NULL);
      if (!lines)
        g_string_append_printf (json, "%s\"key %u\":", i > 0 ? "," : "", (guint)i);
      g_string_append (json, text);
      if (lines)
        g_string_append_c (json, '\n');
      bson_free (text);
      at += length;
    }
  if (!lines)
    g_string_append (json, "}\n");
  return json;
}

int
main (void)
{
  g_autofree char *folder = g_dir_make_tmp ("squill-bench-XXXXXX", NULL);
  guint n_documents;

  for (InspectData kind = INSPECT_DATA_FLAT; kind < N_INSPECT_DATA; kind++)
    {
      g_autoptr (GByteArray) documents = inspect_data_make (kind, DATA_BYTES, &n_documents);
      g_autoptr (GString) lines = make_one_document (documents, TRUE);
      g_autoptr (GString) one = make_one_document (documents, FALSE);
      g_autofree char *bson = g_build_filename (folder, "x.bson", NULL);
      g_autofree char *ndjson = g_build_filename (folder, "x.ndjson", NULL);
      g_autofree char *json = g_build_filename (folder, "x.json", NULL);
      g_autofree char *gzip = write_gzip (folder, "x.bson.gz", documents->data, documents->len);

      g_assert_true (
          g_file_set_contents (bson, (const char *)documents->data, documents->len, NULL));
      g_assert_true (g_file_set_contents (ndjson, lines->str, (gssize)lines->len, NULL));
      g_assert_true (g_file_set_contents (json, one->str, (gssize)one->len, NULL));
      g_print ("%s: from being cancelled to the result\n", inspect_data_get_name (kind));
      measure (".bson", bson);
      measure (".bson.gz", gzip);
      measure ("NDJSON", ndjson);
      measure ("one large JSON document", json);
      g_unlink (bson);
      g_unlink (gzip);
      g_unlink (ndjson);
      g_unlink (json);
    }
  g_rmdir (folder);
  return 0;
}
