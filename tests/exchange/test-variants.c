/* SPDX-License-Identifier: Apache-2.0 */

/* Documents of several kinds: the model has the discriminator and which fields each kind has, the
 * schemas a part for each, and each sample document is of one. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <bson/bson.h>
#include <glib/gstdio.h>
#include <string.h>

#include "design/squill-design.h"
#include "exchange/squill-schema.h"
#include "model/squill-variants.h"
#include "samples/squill-samples.h"
#include "inferred-fixture.h"
#include "schema-checker.h"

#define N_CASES 200u
#define MAX_KINDS 26
#define USUAL_KINDS 7
#define MAX_OWN 4

/* Where the discriminator is. */
typedef enum
{
  BESIDE_FIELDS, /* among the fields of the objects */
  ABOVE,         /* beside the objects: { type, payload: { … } } */
  BELOW,         /* in an object among their fields: { header: { type }, … } */
  N_POSITIONS,
} Position;

/* What is wrong with a case in which nothing tells kinds apart. */
typedef enum
{
  TRAP_NONE,
  TRAP_OPTIONAL, /* fields that are there or not by chance */
  TRAP_LEANING,  /* with some values more often than with others */
  TRAP_KEY,      /* a different value nearly everywhere, which determines all */
  N_TRAPS,
} Trap;

typedef struct
{
  GRand *random;
  guint32 seed;
  const char *name;
  Position position;
  gboolean in_array; /* the objects are the elements of an array */
  guint n_kinds;
  guint each; /* objects of each kind; 0: by chance */
  guint n_own[MAX_KINDS];
  guint n_common;
  guint n_optional;
  guint n_shared; /* fields that two kinds have */
  Trap trap;
} Case;

static const char *const names[] = { "type",     "kind",   "event_type", "_t",    "objectKind",
                                     "category", "action", "shape",      "model", "resourceType" };

static void
append_some (GRand *random, bson_t *object, const char *name, guint what)
{
  bson_t inner;

  switch (what % 5)
    {
    case 0:
      bson_append_int32 (object, name, -1, g_rand_int_range (random, 0, 10000));
      break;
    case 1:
      {
        g_autofree char *text = g_strdup_printf ("text %u", g_rand_int (random));

        bson_append_utf8 (object, name, -1, text, -1);
      }
      break;
    case 2:
      bson_append_bool (object, name, -1, g_rand_boolean (random));
      break;
    case 3:
      bson_append_document_begin (object, name, -1, &inner);
      bson_append_double (&inner, "x", -1, g_rand_double (random));
      bson_append_double (&inner, "y", -1, g_rand_double (random));
      bson_append_document_end (object, &inner);
      break;
    default:
      bson_append_array_begin (object, name, -1, &inner);
      bson_append_int32 (&inner, "0", -1, g_rand_int_range (random, 0, 9));
      bson_append_int32 (&inner, "1", -1, g_rand_int_range (random, 0, 9));
      bson_append_array_end (object, &inner);
      break;
    }
}

static void
append_tag (const Case *self, bson_t *object, guint kind)
{
  g_autofree char *value = g_strdup_printf ("kind-%c", 'a' + (char)kind);

  if (self->trap == TRAP_KEY)
    {
      g_free (value);
      value = g_strdup_printf ("key-%u", g_rand_int (self->random));
    }
  bson_append_utf8 (object, self->name, -1, value, -1);
}

static void
append_fields (const Case *self, bson_t *object, guint kind)
{
  for (guint i = 0; i < self->n_common; i++)
    {
      g_autofree char *name = g_strdup_printf ("common%u", i);

      append_some (self->random, object, name, self->seed + i);
    }
  for (guint i = 0; i < self->n_own[kind]; i++)
    {
      g_autofree char *name = g_strdup_printf ("own_%c%u", 'a' + (char)kind, i);

      if (self->trap == TRAP_OPTIONAL && g_rand_boolean (self->random))
        continue;
      if (self->trap == TRAP_LEANING && g_rand_double (self->random) < 0.35)
        continue;
      append_some (self->random, object, name, self->seed + kind + i);
    }
  /* Those of others, by chance. */
  for (guint other = 0; other < self->n_kinds && self->trap != TRAP_NONE; other++)
    for (guint i = 0; i < self->n_own[other] && other != kind; i++)
      {
        g_autofree char *name = g_strdup_printf ("own_%c%u", 'a' + (char)other, i);
        double share = self->trap == TRAP_OPTIONAL ? 0.5 : self->trap == TRAP_LEANING ? 0.35 : 0;

        if (g_rand_double (self->random) < share)
          append_some (self->random, object, name, self->seed + other + i);
      }
  for (guint i = 0; i < self->n_shared && kind < 2; i++)
    {
      g_autofree char *name = g_strdup_printf ("shared%u", i);

      append_some (self->random, object, name, self->seed + i);
    }
  for (guint i = 0; i < self->n_optional; i++)
    {
      g_autofree char *name = g_strdup_printf ("optional%u", i);

      if (g_rand_double (self->random) < 0.4 + 0.1 * i)
        append_some (self->random, object, name, self->seed + i);
    }
}

static guint
choose_kind (const Case *self, guint number)
{
  guint kind;

  if (self->each > 0)
    return number / self->each % self->n_kinds;
  /* The first kinds are more frequent. */
  kind = (guint)(g_rand_double (self->random) * g_rand_double (self->random) *
                 (double)self->n_kinds * 1.6);
  return MIN (kind, self->n_kinds - 1);
}

static void
append_object (const Case *self, bson_t *object, guint number)
{
  const guint kind = choose_kind (self, number);
  bson_t inner;

  switch (self->position)
    {
    case BESIDE_FIELDS:
      append_tag (self, object, kind);
      append_fields (self, object, kind);
      break;
    case ABOVE:
      append_tag (self, object, kind);
      bson_append_document_begin (object, "payload", -1, &inner);
      append_fields (self, &inner, kind);
      bson_append_document_end (object, &inner);
      break;
    case BELOW:
      bson_append_document_begin (object, "header", -1, &inner);
      append_tag (self, &inner, kind);
      bson_append_int32 (&inner, "sequence", -1, g_rand_int_range (self->random, 0, 100000));
      bson_append_document_end (object, &inner);
      append_fields (self, object, kind);
      break;
    case N_POSITIONS:
    default:
      g_assert_not_reached ();
    }
}

static void
make_case (Case *self, guint32 seed)
{
  GRand *random = self->random;

  g_rand_set_seed (random, seed);
  self->seed = seed;
  self->name = names[g_rand_int_range (random, 0, G_N_ELEMENTS (names))];
  self->position = (Position)(seed % N_POSITIONS);
  self->in_array = g_rand_int_range (random, 0, 4) == 0;
  self->each = 0;
  self->n_kinds = (guint)g_rand_int_range (random, 2, USUAL_KINDS + 1);
  for (guint i = 0; i < self->n_kinds; i++)
    self->n_own[i] = (guint)g_rand_int_range (random, 1, MAX_OWN + 1);
  self->n_common = (guint)g_rand_int_range (random, 1, 4);
  self->n_optional = (guint)g_rand_int_range (random, 0, 3);
  self->n_shared = (guint)g_rand_int_range (random, 0, 2);
  self->trap = g_rand_int_range (random, 0, 3) == 0
                   ? (Trap)g_rand_int_range (random, TRAP_OPTIONAL, N_TRAPS)
                   : TRAP_NONE;
  if (self->trap != TRAP_NONE)
    self->n_shared = 0;
}

static GPtrArray *
make_documents (Case *self, guint n)
{
  GPtrArray *documents = g_ptr_array_new_with_free_func ((GDestroyNotify)bson_destroy);

  for (guint i = 0; i < n; i++)
    {
      bson_t *document = bson_new ();

      bson_append_int32 (document, "_id", -1, (gint32)i);
      if (self->in_array)
        {
          bson_t array, object;

          bson_append_array_begin (document, "items", -1, &array);
          for (guint k = 0; k < 3; k++)
            {
              char key[4];

              g_snprintf (key, sizeof key, "%u", k);
              bson_append_document_begin (&array, key, -1, &object);
              append_object (self, &object, 3 * i + k);
              bson_append_document_end (&array, &object);
            }
          bson_append_array_end (document, &array);
        }
      else
        append_object (self, document, i);
      g_ptr_array_add (documents, document);
    }
  return documents;
}

/* What the model says of kinds: the name of each discriminator, and of each field in variants the
 * kinds that have it, as letters. */
static void
describe_fields (SquillModel *model, gconstpointer item, GPtrArray *lines)
{
  const SquillItem *self = item;
  const char *id = self->kind == SQUILL_KIND_ENTITY ? ((const SquillEntity *)item)->discriminator
                                                    : ((const SquillField *)item)->discriminator;

  if (id != NULL)
    g_ptr_array_add (lines, g_strconcat ("by ", squill_model_get_field (model, id)->name, NULL));
  SQUILL_FOR_EACH_CHILD (SquillField, field, item, SQUILL_KIND_FIELD)
    {
      if (field->variants != NULL)
        {
          GString *line = g_string_new (field->name);
          g_autofree char *kinds = g_strnfill (MAX_KINDS, ' ');

          for (gsize i = 0; i < json_array_size (field->variants); i++)
            {
              const char *value = json_string_value (json_array_get (field->variants, i));

              kinds[value[strlen (value) - 1] - 'a'] = value[strlen (value) - 1];
            }
          g_string_append_printf (line, " %s", kinds);
          g_ptr_array_add (lines, g_string_free (line, FALSE));
        }
      describe_fields (model, field, lines);
    }
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static char *
join (GPtrArray *lines)
{
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **)lines->pdata);
}

static char *
describe (SquillModel *model)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (model), SQUILL_KIND_ENTITY)
    {
      describe_fields (model, entity, lines);
    }
  return join (lines);
}

static char *
describe_truth (const Case *self, const gboolean *met)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  if (self->trap != TRAP_NONE)
    return g_strdup ("");
  g_ptr_array_add (lines, g_strconcat ("by ", self->name, NULL));
  for (guint kind = 0; kind < self->n_kinds; kind++)
    for (guint i = 0; i < self->n_own[kind] && met[kind]; i++)
      {
        g_autofree char *kinds = g_strnfill (MAX_KINDS, ' ');

        kinds[kind] = (char)('a' + kind);
        g_ptr_array_add (lines, g_strdup_printf ("own_%c%u %s", 'a' + (char)kind, i, kinds));
      }
  for (guint i = 0; i < self->n_shared; i++)
    {
      g_autofree char *kinds = g_strnfill (MAX_KINDS, ' ');

      kinds[0] = 'a';
      kinds[1] = 'b';
      if (self->n_kinds > 2)
        g_ptr_array_add (lines, g_strdup_printf ("shared%u %s", i, kinds));
    }
  return join (lines);
}

static void
check_object (const Case *self, const bson_t *object, const char *what)
{
  bson_iter_t iter, tag;
  const char *path = self->position == BELOW ? "header" : NULL;
  g_autofree char *dotted =
      path != NULL ? g_strconcat (path, ".", self->name, NULL) : g_strdup (self->name);
  char kind;

  if (!bson_iter_init (&iter, object) || !bson_iter_find_descendant (&iter, dotted, &tag))
    g_error ("%s: a sample without its discriminator", what);
  g_assert_true (BSON_ITER_HOLDS_UTF8 (&tag));
  kind = bson_iter_utf8 (&tag, NULL)[strlen ("kind-")];
  g_assert_true (bson_iter_init (&iter, object));
  if (self->position == ABOVE)
    {
      bson_iter_t payload;

      if (!bson_iter_find (&iter, "payload") || !bson_iter_recurse (&iter, &payload))
        return;
      iter = payload;
    }
  while (bson_iter_next (&iter))
    if (g_str_has_prefix (bson_iter_key (&iter), "own_") && bson_iter_key (&iter)[4] != kind)
      g_error ("%s: a sample of kind %c with %s", what, kind, bson_iter_key (&iter));
}

static void
check_samples (
    const Case *self, SquillDesign *design, const bson_t *schema, gboolean found, const char *what)
{
  const SquillCollection *collection = squill_design_get_collection (design, 0);
  g_autoptr (SquillSamples) samples = squill_samples_new (design);

  for (guint i = 0; i < 10; i++)
    {
      g_autoptr (GError) error = NULL;
      bson_t *document = squill_samples_get_document (samples, collection->id, i, &error);
      g_autofree char *wrong = NULL;
      bson_iter_t iter, element;

      g_assert_no_error (error);
      wrong = schema_check (schema, document);
      if (wrong != NULL)
        {
          char *text = bson_as_relaxed_extended_json (document, NULL);

          g_error ("%s, sample %u: %s\n%s", what, i, wrong, text);
        }
      if (found && !self->in_array)
        check_object (self, document, what);
      else if (found && bson_iter_init_find (&iter, document, "items") &&
               bson_iter_recurse (&iter, &element))
        while (bson_iter_next (&element))
          {
            const guint8 *bytes;
            guint32 length;
            bson_t object;

            bson_iter_document (&element, &length, &bytes);
            g_assert_true (bson_init_static (&object, bytes, length));
            check_object (self, &object, what);
          }
      bson_destroy (document);
    }
}

static gboolean
has_word (const bson_t *schema, const char *word)
{
  char *text = bson_as_relaxed_extended_json (schema, NULL);
  gboolean found = strstr (text, word) != NULL;

  bson_free (text);
  return found;
}

static void
check_schemas (
    const Case *self, SquillModel *model, GPtrArray *documents, gboolean found, const char *what)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  const SquillCollection *collection = squill_design_get_collection (design, 0);
  bson_t *schema = squill_schema_new_validator (design, collection, NULL);
  bson_t *standard = squill_schema_new_standard (design, collection, NULL);
  g_autofree char *fault = schema_find_fault (schema);

  if (fault != NULL)
    g_error ("%s: %s", what, fault);
  for (guint i = 0; i < documents->len; i++)
    {
      g_autofree char *wrong = schema_check (schema, g_ptr_array_index (documents, i));

      if (wrong != NULL)
        {
          char *text = bson_as_relaxed_extended_json (schema, NULL);

          g_error ("%s, document %u: %s\n%s", what, i, wrong, text);
        }
    }
  check_samples (self, design, schema, found, what);
  g_assert_cmpint (has_word (schema, "\"oneOf\""), ==, has_word (standard, "\"oneOf\""));
  bson_destroy (schema);
  bson_destroy (standard);
}

/* Which kinds were met at all. */
static void
find_kinds (const Case *self, GPtrArray *documents, gboolean *met)
{
  for (guint i = 0; i < documents->len; i++)
    {
      char *text = bson_as_relaxed_extended_json (g_ptr_array_index (documents, i), NULL);

      for (guint kind = 0; kind < self->n_kinds; kind++)
        {
          g_autofree char *value = g_strdup_printf ("kind-%c", 'a' + (char)kind);

          met[kind] = met[kind] || strstr (text, value) != NULL;
        }
      bson_free (text);
    }
}

/* Makes of a case one of many kinds of a few documents each. Returns the number of documents. */
static guint
make_rare (Case *self)
{
  static const char *const plain[] = { "operation", "model", "source", "topic" };
  GRand *random = self->random;

  self->n_kinds = (guint)g_rand_int_range (random, 8, MAX_KINDS + 1);
  self->each = (guint)g_rand_int_range (random, 2, 5);
  self->name = plain[g_rand_int_range (random, 0, G_N_ELEMENTS (plain))];
  for (guint i = 0; i < self->n_kinds; i++)
    self->n_own[i] = (guint)g_rand_int_range (random, 1, 3);
  self->n_shared = 0;
  self->in_array = FALSE;
  return self->n_kinds * self->each;
}

/* @rare: many kinds of which each has a few objects. */
static void
check_family (gboolean rare)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("squill-variants-XXXXXX", &error);
  Case one = { .random = g_rand_new () };
  guint right = 0, n_true = 0, found = 0, claimed = 0;

  g_assert_no_error (error);
  for (guint32 seed = 0; seed < N_CASES; seed++)
    {
      g_autoptr (GPtrArray) documents = NULL;
      g_autoptr (SquillModel) model = NULL;
      g_autofree char *is = NULL, *should = NULL, *what = NULL;
      gboolean met[MAX_KINDS] = { FALSE };
      guint n;

      make_case (&one, seed);
      n = (guint)g_rand_int_range (one.random, 80, 400);
      if (rare)
        n = make_rare (&one);
      what = g_strdup_printf ("case %u: %u documents, %s at %u%s, %u kinds, trap %u", seed, n,
                              one.name, (guint)one.position, one.in_array ? " in an array" : "",
                              one.n_kinds, (guint)one.trap);
      documents = make_documents (&one, n);
      model = infer_documents (documents, folder);
      find_kinds (&one, documents, met);
      is = describe (model);
      should = describe_truth (&one, met);
      n_true += *should != '\0';
      claimed += *is != '\0';
      if (*should != '\0' && g_str_equal (is, should))
        found++;
      if (g_str_equal (is, should))
        right++;
      else
        g_test_message ("%s\n%s\n----- should be\n%s", what, is, should);
      check_schemas (&one, model, documents, *is != '\0' && g_str_equal (is, should), what);
    }
  g_rand_free (one.random);
  g_rmdir (folder);
  g_test_message ("%u of %u right; %u of %u found, %u claimed", right, N_CASES, found, n_true,
                  claimed);
  g_assert_cmpuint (found * 100, >=, n_true * 95);
  g_assert_cmpuint (found * 100, >=, claimed * 95);
}

static void
test_kinds (void)
{
  check_family (FALSE);
}

static void
test_rare_kinds (void)
{
  check_family (TRUE);
}

/* Of which kind a document is, and whether it has what only that kind has. */
static guint
find_kind (const bson_t *document, guint n_kinds)
{
  bson_iter_t iter;
  guint kind;

  g_assert_true (bson_iter_init_find (&iter, document, "kind"));
  kind = (guint)(bson_iter_utf8 (&iter, NULL)[0] - 'a');
  g_assert_cmpuint (kind, <, n_kinds);
  for (guint i = 0; i < n_kinds; i++)
    {
      const char own[] = { 'o', 'w', 'n', '_', (char)('a' + i), '\0' };

      g_assert_cmpint (bson_has_field (document, own), ==, i == kind);
    }
  return kind;
}

static void
check_shares (GRand *random, const char *folder)
{
  const guint n = (guint)g_rand_int_range (random, 150, 400), n_samples = 600;
  const guint n_kinds = (guint)g_rand_int_range (random, 2, 5);
  guint counts[4] = { 0 }, met[4] = { 0 };
  g_autoptr (GPtrArray) documents = g_ptr_array_new_with_free_func ((GDestroyNotify)bson_destroy);
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillSamples) samples = NULL;
  g_autoptr (GPtrArray) variants = NULL;
  const SquillCollection *collection;

  for (guint i = 0; i < n; i++)
    {
      /* The first kind is the most common by far. */
      const guint kind = i < 5 * n_kinds ? i % n_kinds
                         : g_rand_boolean (random)
                             ? 0
                             : (guint)g_rand_int_range (random, 0, (gint32)n_kinds);
      const char word[] = { (char)('a' + kind), '\0' };
      const char own[] = { 'o', 'w', 'n', '_', (char)('a' + kind), '\0' };
      bson_t *document = bson_new ();

      bson_append_int32 (document, "_id", -1, (gint32)i);
      bson_append_utf8 (document, "kind", -1, word, -1);
      bson_append_int32 (document, own, -1, (gint32)(i * 7));
      g_ptr_array_add (documents, document);
      counts[kind]++;
    }
  model = infer_documents (documents, folder);
  design = squill_design_new (model);
  samples = squill_samples_new (design);
  collection = squill_design_get_collection (design, 0);
  variants = squill_item_list_variants (model, squill_model_get_entity (model, collection->entity));
  g_assert_cmpuint (variants->len, ==, n_kinds);
  for (guint i = 0; i < n_kinds; i++)
    {
      const SquillItemVariant *variant = g_ptr_array_index (variants, i);
      g_auto (GStrv) paths = squill_item_variant_list_paths (variant);
      const char *value = json_string_value (json_array_get (variant->values, 0));

      g_assert_cmpuint (json_array_size (variant->values), ==, 1);
      g_assert_cmpuint (g_strv_length (paths), ==, 1);
      g_assert_cmpint (paths[0][4], ==, value[0]);
      g_assert_cmpfloat_with_epsilon (variant->share, (double)counts[value[0] - 'a'] / n, 1e-9);
    }
  for (guint i = 0; i < n_samples; i++)
    {
      g_autoptr (GError) error = NULL;
      bson_t *document = squill_samples_get_document (samples, collection->id, i, &error);

      g_assert_no_error (error);
      met[find_kind (document, n_kinds)]++;
      bson_destroy (document);
    }
  /* Four times the deviation that chance has at most. */
  for (guint i = 0; i < n_kinds; i++)
    g_assert_cmpfloat_with_epsilon ((double)met[i] / n_samples, (double)counts[i] / n, 0.085);
}

static void
test_shares (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("squill-variants-XXXXXX", &error);
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  g_assert_no_error (error);
  for (guint i = 0; i < 20; i++)
    check_shares (random, folder);
  g_rmdir (folder);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/exchange/variants/kinds", test_kinds);
  g_test_add_func ("/exchange/variants/rare-kinds", test_rare_kinds);
  g_test_add_func ("/exchange/variants/shares", test_shares);
  return g_test_run ();
}
