/* SPDX-License-Identifier: Apache-2.0 */

/* Sample documents of a model that was read look like what it was read from: numbers and dates lie
 * in the range that was found, whole numbers stay whole, texts are as long and look alike, and
 * where there were few values there are no others. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <bson/bson.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "design/squill-design.h"
#include "inspect/squill-inspect.h"
#include "samples/squill-samples.h"

#define N_CASES 200u
#define N_DOCUMENTS 120u
#define N_SAMPLES 15u

typedef enum
{
  KIND_INT,
  KIND_LONG,
  KIND_WHOLE,    /* doubles without a fraction */
  KIND_FRACTION, /* doubles with one */
  KIND_FEW,      /* a few numbers */
  KIND_DATE,
  KIND_TEXT,
  KIND_WORDS,  /* a few texts */
  KIND_DIGITS, /* of one length */
  KIND_HASH,
  KIND_PREFIXED,
  KIND_TIME,    /* ISO 8601, in the form of one program */
  KIND_KIND_ID, /* a kind and a UUID */
  KIND_VERSION, /* v1.20.3 */
  KIND_CODE,    /* two letters */
  KIND_LIST,    /* of numbers */
  N_KINDS,
} Kind;

typedef struct
{
  Kind kind;
  const char *name;
  double from;
  double to;
  guint length;
  char *prefix;
} Field;

/* What was met of a field. */
typedef struct
{
  double min;
  double max;
  GHashTable *texts;
} Seen;

static const char *const names[] = { "price", "total",  "created_at", "year", "code",
                                     "count", "rating", "note",       "size", "lat" };

static void
make_fields (GRand *random, Field *fields, guint n)
{
  guint first = (guint)g_rand_int_range (random, 0, G_N_ELEMENTS (names));

  for (guint i = 0; i < n; i++)
    {
      double size = pow (10, g_rand_double_range (random, 1, 5));
      double from = g_rand_int_range (random, 0, 3) == 0 ? -size : g_rand_double (random) * size;

      g_free (fields[i].prefix);
      fields[i] = (Field){ .kind = (Kind)g_rand_int_range (random, 0, N_KINDS),
                           .name = names[(first + i) % G_N_ELEMENTS (names)],
                           .from = floor (from),
                           .to = floor (from + 3 + size * g_rand_double (random)),
                           .length = (guint)g_rand_int_range (random, 4, 17),
                           .prefix = g_strdup_printf ("%c%c", g_rand_int_range (random, 'a', 'z'),
                                                      "-_x"[g_rand_int_range (random, 0, 3)]) };
    }
}

static char *
make_text (GRand *random, const char *letters, guint length)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < length; i++)
    g_string_append_c (text, letters[g_rand_int_range (random, 0, (gint32)strlen (letters))]);
  return g_string_free (text, FALSE);
}

/* The forms in which programs write a time. */
static char *
make_time (GRand *random, guint which)
{
  static const char *const ends[] = { "", "Z", ".###", ".###Z", "+00:00", ".######", ".######Z" };
  char *text =
      g_strdup_printf ("20%02d-%02d-%02dT%02d:%02d:%02d%s", g_rand_int_range (random, 10, 25),
                       g_rand_int_range (random, 1, 13), g_rand_int_range (random, 1, 28),
                       g_rand_int_range (random, 0, 24), g_rand_int_range (random, 0, 60),
                       g_rand_int_range (random, 0, 60), ends[which % G_N_ELEMENTS (ends)]);

  for (char *p = text; *p != '\0'; p++)
    if (*p == '#')
      *p = (char)('0' + g_rand_int_range (random, 0, 10));
  return text;
}

/* Whether both have the same marks, and digits, small letters and capitals at the same places. */
static gboolean
has_same_form (const char *text, const char *other)
{
  for (; *text != '\0' && *other != '\0'; text++, other++)
    if (g_ascii_isdigit (*text) != g_ascii_isdigit (*other) ||
        (!g_ascii_isdigit (*text) && *text != *other))
      return FALSE;
  return *text == *other;
}

static void
append_value (GRand *random, const Field *field, bson_t *document, const char *name)
{
  static const char *const words[] = { "red", "green", "blue" };
  double number = g_rand_double_range (random, field->from, field->to);
  g_autofree char *text = NULL;
  bson_t list;

  switch (field->kind)
    {
    case KIND_INT:
      bson_append_int32 (document, name, -1, (gint32)number);
      break;
    case KIND_LONG:
      bson_append_int64 (document, name, -1, (gint64)number * 100000);
      break;
    case KIND_WHOLE:
      bson_append_double (document, name, -1, floor (number));
      break;
    case KIND_FRACTION:
      bson_append_double (document, name, -1, number);
      break;
    case KIND_FEW:
      bson_append_int32 (document, name, -1,
                         (gint32)field->from + 10 * g_rand_int_range (random, 0, 4));
      break;
    case KIND_DATE:
      bson_append_date_time (document, name, -1,
                             (gint64)(fabs (number) * 86400000) - (gint64)field->length * 1000);
      break;
    case KIND_TEXT:
      text = make_text (random, "abcdefghij ", field->length + (guint)(fabs (number)) % 40);
      bson_append_utf8 (document, name, -1, text, -1);
      break;
    case KIND_WORDS:
      bson_append_utf8 (document, name, -1, words[g_rand_int_range (random, 0, 3)], -1);
      break;
    case KIND_DIGITS:
      text = make_text (random, "0123456789", field->length);
      bson_append_utf8 (document, name, -1, text, -1);
      break;
    case KIND_HASH:
      text = make_text (random, "0123456789abcdef", 32);
      bson_append_utf8 (document, name, -1, text, -1);
      break;
    case KIND_PREFIXED:
      {
        g_autofree char *digits = make_text (random, "123456789", 5);

        text = g_strconcat (field->prefix, digits, NULL);
        bson_append_utf8 (document, name, -1, text, -1);
      }
      break;
    case KIND_TIME:
      text = make_time (random, field->length);
      bson_append_utf8 (document, name, -1, text, -1);
      break;
    case KIND_KIND_ID:
      {
        g_autofree char *hex = make_text (random, "0123456789abcdef", 32);

        text = g_strdup_printf ("%s-part--%.8s-%.4s-%.4s-%.4s-%.12s", field->name, hex, hex + 8,
                                hex + 12, hex + 16, hex + 20);
        bson_append_utf8 (document, name, -1, text, -1);
      }
      break;
    case KIND_VERSION:
      text = g_strdup_printf ("v%d.%02d.%d", g_rand_int_range (random, 1, 9),
                              g_rand_int_range (random, 0, 60), g_rand_int_range (random, 0, 9));
      bson_append_utf8 (document, name, -1, text, -1);
      break;
    case KIND_CODE:
      text = make_text (random, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", 2);
      bson_append_utf8 (document, name, -1, text, -1);
      break;
    case KIND_LIST:
      bson_append_array_begin (document, name, -1, &list);
      bson_append_int32 (&list, "0", -1, (gint32)number);
      bson_append_int32 (&list, "1", -1, (gint32)field->from);
      bson_append_array_end (document, &list);
      break;
    case N_KINDS:
    default:
      g_assert_not_reached ();
    }
}

/* The number that a value is; of a text how long it is. */
static double
measure (const bson_iter_t *value)
{
  guint32 length;

  if (BSON_ITER_HOLDS_DATE_TIME (value))
    return (double)bson_iter_date_time (value);
  if (!BSON_ITER_HOLDS_UTF8 (value))
    return bson_iter_as_double (value);
  bson_iter_utf8 (value, &length);
  return length;
}

static void
see (Seen *seen, const bson_iter_t *value)
{
  bson_iter_t inner;

  if (BSON_ITER_HOLDS_ARRAY (value) && bson_iter_recurse (value, &inner))
    {
      while (bson_iter_next (&inner))
        see (seen, &inner);
      return;
    }
  seen->min = fmin (seen->min, measure (value));
  seen->max = fmax (seen->max, measure (value));
  if (BSON_ITER_HOLDS_UTF8 (value))
    g_hash_table_add (seen->texts, g_strdup (bson_iter_utf8 (value, NULL)));
}

static gboolean
is_like (const Field *field, const Seen *seen, const bson_iter_t *value)
{
  GHashTableIter iter;
  bson_iter_t inner;
  const char *text;
  gpointer other;

  if (BSON_ITER_HOLDS_ARRAY (value) && bson_iter_recurse (value, &inner))
    {
      while (bson_iter_next (&inner))
        if (!is_like (field, seen, &inner))
          return FALSE;
      return TRUE;
    }
  if (measure (value) < seen->min || measure (value) > seen->max)
    return FALSE;
  text = BSON_ITER_HOLDS_UTF8 (value) ? bson_iter_utf8 (value, NULL) : "";
  switch ((int)field->kind)
    {
    case KIND_WHOLE:
      return BSON_ITER_HOLDS_DOUBLE (value) && measure (value) == floor (measure (value));
    case KIND_FEW:
      return fmod (measure (value) - seen->min, 10) == 0;
    case KIND_WORDS:
      return g_hash_table_contains (seen->texts, text);
    case KIND_DIGITS:
      return strspn (text, "0123456789") == field->length;
    case KIND_HASH:
      return strspn (text, "0123456789abcdef") == 32;
    case KIND_PREFIXED:
      return g_str_has_prefix (text, field->prefix) &&
             strspn (text + strlen (field->prefix), "0123456789") == 5;
    case KIND_TIME:
    case KIND_VERSION:
      g_hash_table_iter_init (&iter, seen->texts);
      g_hash_table_iter_next (&iter, &other, NULL);
      return has_same_form (text, other);
    case KIND_CODE:
      return strspn (text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 2;
    case KIND_KIND_ID:
      return g_str_has_prefix (text, field->name) &&
             g_str_has_prefix (text + strlen (field->name), "-part--") &&
             g_uuid_string_is_valid (text + strlen (field->name) + strlen ("-part--"));
    default:
      return TRUE;
    }
}

static SquillDesign *
infer (GByteArray *bytes, const char *folder)
{
  const char *const sources[] = { folder, NULL };
  g_autofree char *path = g_build_filename (folder, "things.bson", NULL);
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, (const char *)bytes->data, (gssize)bytes->len, &error);
  g_assert_no_error (error);
  profile = squill_inspect_sync (sources, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  model = squill_profile_to_model (profile, NULL, &error);
  g_assert_no_error (error);
  g_unlink (path);
  return squill_design_new (model);
}

static void
check_samples (SquillDesign *design,
               const Field *fields,
               const Seen *seen,
               guint n,
               guint32 seed,
               guint *like,
               guint *all)
{
  const SquillCollection *collection = squill_design_get_collection (design, 0);
  g_autoptr (SquillSamples) samples = squill_samples_new (design);

  for (guint i = 0; i < N_SAMPLES; i++)
    {
      g_autoptr (GError) error = NULL;
      bson_t *document = squill_samples_get_document (samples, collection->id, i, &error);

      g_assert_no_error (error);
      for (guint k = 0; k < n; k++)
        {
          bson_iter_t value;

          g_assert_true (bson_iter_init_find (&value, document, fields[k].name));
          (*all)++;
          if (is_like (&fields[k], &seen[k], &value))
            (*like)++;
          else
            {
              char *text = bson_as_relaxed_extended_json (document, NULL);

              g_test_message ("case %u: %s of kind %u, %g to %g: %s", seed, fields[k].name,
                              (guint)fields[k].kind, seen[k].min, seen[k].max, text);
              bson_free (text);
            }
        }
      bson_destroy (document);
    }
}

static void
test_likeness (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GRand) random = g_rand_new ();
  g_autofree char *folder = g_dir_make_tmp ("squill-likeness-XXXXXX", &error);
  Field fields[4] = { 0 };
  guint like = 0, all = 0;

  g_assert_no_error (error);
  for (guint32 seed = 0; seed < N_CASES; seed++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autoptr (SquillDesign) design = NULL;
      Seen seen[G_N_ELEMENTS (fields)];
      guint n;

      g_rand_set_seed (random, seed);
      n = (guint)g_rand_int_range (random, 1, G_N_ELEMENTS (fields) + 1);
      make_fields (random, fields, n);
      for (guint k = 0; k < n; k++)
        seen[k] = (Seen){ INFINITY, -INFINITY,
                          g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
      for (guint i = 0; i < N_DOCUMENTS; i++)
        {
          bson_t document = BSON_INITIALIZER;

          bson_append_int32 (&document, "_id", -1, (gint32)i);
          for (guint k = 0; k < n; k++)
            {
              bson_iter_t value;

              append_value (random, &fields[k], &document, fields[k].name);
              g_assert_true (bson_iter_init_find (&value, &document, fields[k].name));
              see (&seen[k], &value);
            }
          g_byte_array_append (bytes, bson_get_data (&document), document.len);
          bson_destroy (&document);
        }
      design = infer (bytes, folder);
      check_samples (design, fields, seen, n, seed, &like, &all);
      for (guint k = 0; k < n; k++)
        g_hash_table_unref (seen[k].texts);
    }
  for (guint k = 0; k < G_N_ELEMENTS (fields); k++)
    g_free (fields[k].prefix);
  g_rmdir (folder);
  g_test_message ("%u of %u values are like those found", like, all);
  g_assert_cmpuint (like * 100, >=, all * 99);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/samples/likeness/found", test_likeness);
  return g_test_run ();
}
