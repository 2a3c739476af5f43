/* SPDX-License-Identifier: Apache-2.0 */

/* One odd document among many does not decide what a field is: the model is that of the others, the
 * schemas let it pass, and the evidence names it. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <bson/bson.h>
#include <glib/gstdio.h>
#include <string.h>

#include "advice/squill-advice.h"
#include "design/squill-design.h"
#include "exchange/squill-schema.h"
#include "inferred-fixture.h"
#include "inspect/infer/squill-infer.h"
#include "schema-checker.h"

#define N_CASES 200u

/* What a field holds. */
typedef enum
{
  KIND_TEXT,
  KIND_WORD,
  KIND_INT,
  KIND_DOUBLE,
  KIND_DATE,
  KIND_BOOL,
  KIND_ID,
  KIND_OBJECT,
  KIND_NUMBERS,
  KIND_WORDS,
  KIND_DOCUMENTS,
  KIND_MAP,
  KIND_MAP_OF_DOCUMENTS,
  KIND_MATRIX,
  N_KINDS,
} Kind;

/* What is odd. */
typedef enum
{
  ODD_NULL,
  ODD_TEXT,
  ODD_INT,
  ODD_DOUBLE,
  ODD_OBJECT,
  ODD_ARRAY,
  ODD_MISSING,
  ODD_EXTRA,
  N_ODDITIES,
} Oddity;

typedef struct
{
  const char *name;
  Kind kind;
} Field;

/* A family: fields, nested so deep, and which of them is odd, how, and where in it. */
typedef struct
{
  GRand *random;
  Field fields[6];
  guint n_fields;
  guint depth; /* of objects around the fields */
  guint odd_field;
  gboolean odd_inside; /* an element, a value, a member, and not the whole */
  Oddity oddity;
} Case;

static const char *const names[] = { "state", "amount", "when", "parts", "tags", "by_day" };
static const char *const words[] = { "open", "paid", "sent", "late" };

static gboolean
has_inside (Kind kind)
{
  return kind >= KIND_OBJECT;
}

/* Whether what is odd is of another type than the values that it stands among. */
static gboolean
is_other_type (Kind kind, gboolean inside, Oddity oddity)
{
  static const Oddity own[N_KINDS] = {
    [KIND_TEXT] = ODD_TEXT,
    [KIND_WORD] = ODD_TEXT,
    [KIND_INT] = ODD_INT,
    [KIND_DOUBLE] = ODD_DOUBLE,
    [KIND_DATE] = N_ODDITIES,
    [KIND_BOOL] = N_ODDITIES,
    [KIND_ID] = N_ODDITIES,
    [KIND_OBJECT] = ODD_OBJECT,
    [KIND_NUMBERS] = ODD_ARRAY,
    [KIND_WORDS] = ODD_ARRAY,
    [KIND_DOCUMENTS] = ODD_ARRAY,
    [KIND_MAP] = ODD_OBJECT,
    [KIND_MAP_OF_DOCUMENTS] = ODD_OBJECT,
    [KIND_MATRIX] = ODD_ARRAY,
  };
  static const Oddity inner[N_KINDS] = {
    [KIND_OBJECT] = ODD_INT,       [KIND_NUMBERS] = ODD_INT, [KIND_WORDS] = ODD_TEXT,
    [KIND_DOCUMENTS] = ODD_OBJECT, [KIND_MAP] = ODD_INT,     [KIND_MAP_OF_DOCUMENTS] = ODD_OBJECT,
    [KIND_MATRIX] = ODD_ARRAY,
  };

  return oddity != (inside ? inner : own)[kind];
}

static void
append_odd (bson_t *around, const char *name, Oddity oddity)
{
  bson_t inner;

  switch (oddity)
    {
    case ODD_NULL:
      bson_append_null (around, name, -1);
      break;
    case ODD_TEXT:
      bson_append_utf8 (around, name, -1, "see the note", -1);
      break;
    case ODD_INT:
      bson_append_int32 (around, name, -1, 7);
      break;
    case ODD_DOUBLE:
      bson_append_double (around, name, -1, 2010);
      break;
    case ODD_OBJECT:
      bson_append_document_begin (around, name, -1, &inner);
      bson_append_utf8 (&inner, "odd", -1, "yes", -1);
      bson_append_document_end (around, &inner);
      break;
    case ODD_ARRAY:
      bson_append_array_begin (around, name, -1, &inner);
      bson_append_utf8 (&inner, "0", -1, "odd", -1);
      bson_append_bool (&inner, "1", -1, TRUE);
      bson_append_array_end (around, &inner);
      break;
    case ODD_MISSING:
    case ODD_EXTRA:
    case N_ODDITIES:
    default:
      break;
    }
}

static void
append_member (GRand *random, bson_t *around)
{
  bson_append_int32 (around, "count", -1, g_rand_int_range (random, 1, 900));
  bson_append_utf8 (around, "label", -1, words[g_rand_int_range (random, 0, 4)], -1);
}

/* @odd: (nullable): what stands at one place inside */
static void
append_inside (GRand *random, bson_t *around, const char *name, Kind kind, const Oddity *odd)
{
  const gboolean is_map = kind == KIND_MAP || kind == KIND_MAP_OF_DOCUMENTS;
  const gboolean is_array = kind != KIND_OBJECT && !is_map;
  guint n = (guint)g_rand_int_range (random, 2, 6);
  guint at = (guint)g_rand_int_range (random, 0, (gint32)n);
  bson_t inner, element;

  if (is_array)
    bson_append_array_begin (around, name, -1, &inner);
  else
    bson_append_document_begin (around, name, -1, &inner);
  for (guint i = 0; i < n && kind != KIND_OBJECT; i++)
    {
      g_autofree char *key =
          is_map ? g_strdup_printf ("2026-%02d-%02d", g_rand_int_range (random, 1, 13),
                                    (int)(i * 5) + g_rand_int_range (random, 1, 6))
                 : g_strdup_printf ("%u", i);

      if (odd != NULL && i == at)
        {
          append_odd (&inner, key, *odd);
          continue;
        }
      switch ((int)kind)
        {
        case KIND_NUMBERS:
        case KIND_MAP:
          bson_append_int32 (&inner, key, -1, g_rand_int_range (random, 0, 5000));
          break;
        case KIND_WORDS:
          bson_append_utf8 (&inner, key, -1, words[g_rand_int_range (random, 0, 4)], -1);
          break;
        case KIND_MATRIX:
          bson_append_array_begin (&inner, key, -1, &element);
          bson_append_double (&element, "0", -1, g_rand_double (random));
          bson_append_double (&element, "1", -1, g_rand_double (random));
          bson_append_array_end (&inner, &element);
          break;
        default:
          bson_append_document_begin (&inner, key, -1, &element);
          append_member (random, &element);
          bson_append_document_end (&inner, &element);
          break;
        }
    }
  if (kind == KIND_OBJECT && odd != NULL)
    {
      append_odd (&inner, "count", *odd);
      bson_append_utf8 (&inner, "label", -1, words[0], -1);
    }
  else if (kind == KIND_OBJECT)
    append_member (random, &inner);
  if (is_array)
    bson_append_array_end (around, &inner);
  else
    bson_append_document_end (around, &inner);
}

static void
append_field (const Case *self, bson_t *around, const Field *field, gboolean is_odd)
{
  GRand *random = self->random;
  bson_oid_t id;

  if (is_odd && self->oddity == ODD_EXTRA)
    append_odd (around, "extra", g_rand_int_range (random, 0, 6));
  else if (is_odd && !self->odd_inside)
    {
      append_odd (around, field->name, self->oddity);
      return;
    }
  switch (field->kind)
    {
    case KIND_TEXT:
      {
        g_autofree char *text = g_strdup_printf ("text %u", g_rand_int (random));

        bson_append_utf8 (around, field->name, -1, text, -1);
      }
      break;
    case KIND_WORD:
      bson_append_utf8 (around, field->name, -1, words[g_rand_int_range (random, 0, 4)], -1);
      break;
    case KIND_INT:
      bson_append_int32 (around, field->name, -1, g_rand_int_range (random, 0, 100000));
      break;
    case KIND_DOUBLE:
      bson_append_double (around, field->name, -1, g_rand_double (random));
      break;
    case KIND_DATE:
      bson_append_date_time (around, field->name, -1, (gint64)g_rand_int (random) * 1000);
      break;
    case KIND_BOOL:
      bson_append_bool (around, field->name, -1, g_rand_boolean (random));
      break;
    case KIND_ID:
      bson_oid_init (&id, NULL);
      bson_append_oid (around, field->name, -1, &id);
      break;
    case KIND_OBJECT:
    case KIND_NUMBERS:
    case KIND_WORDS:
    case KIND_DOCUMENTS:
    case KIND_MAP:
    case KIND_MAP_OF_DOCUMENTS:
    case KIND_MATRIX:
    case N_KINDS:
    default:
      append_inside (random, around, field->name, field->kind,
                     is_odd && self->oddity != ODD_EXTRA ? &self->oddity : NULL);
      break;
    }
}

static void
fill (const Case *self, bson_t *document, guint depth, gboolean is_odd)
{
  bson_t inner;

  if (depth > 0)
    {
      bson_append_document_begin (document, depth == 2 ? "details" : "data", -1, &inner);
      fill (self, &inner, depth - 1, is_odd);
      bson_append_document_end (document, &inner);
      return;
    }
  for (guint i = 0; i < self->n_fields; i++)
    append_field (self, document, &self->fields[i], is_odd && i == self->odd_field);
}

/* The same documents but for the odd one, which is @odd or none. */
static GPtrArray *
make_documents (Case *self, guint32 seed, guint n, guint odd)
{
  GPtrArray *documents = g_ptr_array_new_with_free_func ((GDestroyNotify)bson_destroy);

  for (guint i = 0; i < n; i++)
    {
      bson_t *document = bson_new ();

      g_rand_set_seed (self->random, seed + i);
      bson_append_int32 (document, "_id", -1, (gint32)i + 1000);
      fill (self, document, self->depth, i == odd);
      g_ptr_array_add (documents, document);
    }
  return documents;
}

static void
describe_field (GString *text, const SquillField *field, const char *around)
{
  g_autofree char *path = g_strconcat (around, ".", field->name, NULL);
  g_autofree char *types = squill_types_to_text (field->types);

  /* What only the odd document has is a field that hardly a document has. */
  if (g_str_equal (field->name, "extra") || g_str_equal (field->name, "odd"))
    {
      g_assert_cmpfloat (field->presence, <, 0.05);
      return;
    }
  g_string_append_printf (text, "%s %s%s%s%s%s%s\n", path, types, field->array ? " array" : "",
                          field->map ? " map" : "", field->single ? " single" : "",
                          field->nullable ? " nullable" : "",
                          field->enumeration != NULL ? " enum" : "");
  SQUILL_FOR_EACH_CHILD (SquillField, child, field, SQUILL_KIND_FIELD)
    {
      describe_field (text, child, path);
    }
}

/* What the model says that its fields are. */
static char *
describe (SquillModel *model)
{
  GString *text = g_string_new (NULL);
  const SquillModelInfo *info = squill_model_get_info (model);

  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, info, SQUILL_KIND_ENTITY)
    {
      g_string_append_printf (text, "%s\n", entity->name);
      SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
        {
          describe_field (text, field, entity->name);
        }
    }
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, info, SQUILL_KIND_RELATIONSHIP)
    {
      g_string_append_printf (text, "%s %u\n", r->name, (guint)r->placement);
    }
  return g_string_free (text, FALSE);
}

static guint
count_errors (SquillModel *model)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillAdvice) advice = squill_advice_new (design);
  GPtrArray *findings = squill_advice_get_findings (advice);
  guint errors = 0;

  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = g_ptr_array_index (findings, i);

      errors += finding->severity == SQUILL_SEVERITY_ERROR;
    }
  return errors;
}

/* Whether the evidence of an item names the document. */
static gboolean
names_document (gconstpointer item, gint64 id)
{
  const json_t *outliers = json_object_get (squill_item_get_evidence (item), "outlier_types");

  for (gsize i = 0; i < json_array_size (outliers); i++)
    {
      const json_t *documents = json_object_get (json_array_get (outliers, i), "documents");

      for (gsize k = 0; k < json_array_size (documents); k++)
        if (json_integer_value (json_object_get (json_array_get (documents, k), "_id")) == id)
          return TRUE;
    }
  return FALSE;
}

static gboolean
is_named (SquillModel *model, gint64 id)
{
  g_autoptr (GPtrArray) items = squill_model_list_items (model);

  for (guint i = 0; i < items->len; i++)
    if (names_document (g_ptr_array_index (items, i), id))
      return TRUE;
  return FALSE;
}

static void
check_schema (SquillModel *model, GPtrArray *documents, const char *what)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  const SquillCollection *collection = squill_design_get_collection (design, 0);
  bson_t *schema = squill_schema_new_validator (design, collection, NULL);
  g_autofree char *fault = schema_find_fault (schema);

  g_assert_cmpuint (squill_design_get_n_collections (design), ==, 1);
  if (fault != NULL)
    g_error ("%s: %s", what, fault);
  for (guint i = 0; i < documents->len; i++)
    {
      g_autofree char *wrong = schema_check (schema, g_ptr_array_index (documents, i));

      if (wrong != NULL)
        g_error ("%s, document %u: %s", what, i, wrong);
    }
  bson_destroy (schema);
}

static void
make_case (Case *self, guint32 seed)
{
  GRand *random = self->random;
  Oddity last;

  g_rand_set_seed (random, seed);
  self->n_fields = (guint)g_rand_int_range (random, 1, G_N_ELEMENTS (names) + 1);
  for (guint i = 0; i < self->n_fields; i++)
    self->fields[i] = (Field){ names[i], (Kind)g_rand_int_range (random, 0, N_KINDS) };
  self->depth = (guint)g_rand_int_range (random, 0, 3);
  self->odd_field = (guint)g_rand_int_range (random, 0, (gint32)self->n_fields);
  /* Each kind gets its turn. */
  self->fields[self->odd_field].kind = (Kind)(seed % N_KINDS);
  self->odd_inside = has_inside (self->fields[self->odd_field].kind) && g_rand_boolean (random);
  last = self->odd_inside ? ODD_MISSING : N_ODDITIES;
  do
    self->oddity = (Oddity)g_rand_int_range (random, 0, (gint32)last);
  while (!is_other_type (self->fields[self->odd_field].kind, self->odd_inside, self->oddity));
}

static void
test_one_among_many (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("squill-outliers-XXXXXX", &error);
  Case one = { .random = g_rand_new () };
  guint same = 0, named = 0, of_type = 0;

  g_assert_no_error (error);
  for (guint32 seed = 0; seed < N_CASES; seed++)
    {
      g_autoptr (GPtrArray) clean = NULL, documents = NULL;
      g_autoptr (SquillModel) expected = NULL, model = NULL;
      g_autofree char *without = NULL, *with = NULL, *what = NULL;
      guint n, odd;

      make_case (&one, seed);
      n = (guint)g_rand_int_range (one.random, 100, 400);
      odd = (guint)g_rand_int_range (one.random, 0, (gint32)n);
      what = g_strdup_printf ("case %u: %u documents, kind %u%s at depth %u, oddity %u", seed, n,
                              (guint)one.fields[one.odd_field].kind,
                              one.odd_inside ? " inside" : "", one.depth, (guint)one.oddity);
      clean = make_documents (&one, seed * 1000, n, n);
      documents = make_documents (&one, seed * 1000, n, odd);
      expected = infer_documents (clean, folder);
      model = infer_documents (documents, folder);
      check_schema (model, documents, what);
      without = describe (expected);
      with = describe (model);
      if (g_str_equal (with, without) && count_errors (model) <= count_errors (expected))
        same++;
      else
        g_test_message ("%s\n%s\n%s", what, without, with);
      if (one.oddity < ODD_MISSING)
        {
          of_type++;
          if (is_named (model, (gint64)odd + 1000))
            named++;
          else
            g_test_message ("%s: not named", what);
        }
    }
  g_rand_free (one.random);
  g_rmdir (folder);
  g_test_message ("%u of %u are as without, %u of %u are named", same, N_CASES, named, of_type);
  g_assert_cmpuint (same * 100, >=, N_CASES * 95);
  g_assert_cmpuint (named * 100, >=, of_type * 95);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/exchange/outliers/one-among-many", test_one_among_many);
  return g_test_run ();
}
