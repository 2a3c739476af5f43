/* SPDX-License-Identifier: Apache-2.0 */

/* Dynamic keys beside fields, on data made by chance: which names become fields and which become
 * keys, and that every document passes the schemas of what was inferred. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <bson/bson.h>
#include <glib/gstdio.h>
#include <string.h>

#include "bson/squill-bson-json.h"
#include "design/squill-design.h"
#include "exchange/squill-schema.h"
#include "inferred-fixture.h"
#include "json-schema-checker.h"
#include "model/squill-authoring.h"
#include "schema-checker.h"

#define N_CASES 240u
#define N_RECORDS 200u
/* Of the decisions of a family. */
#define RIGHT_SHARE 0.97

typedef enum
{
  KEY_OID,
  KEY_UUID,
  KEY_DATE,
  KEY_MONTH,
  KEY_DIGITS,
  KEY_HEX,
  KEY_SHA,
  KEY_EMAIL,
  KEY_LOCALE,
  KEY_VERSION,
  KEY_TOKEN,
  KEY_WORD,
  N_KEYS,
} KeyKind;

typedef enum
{
  VALUE_INT,
  VALUE_TEXT,
  VALUE_OBJECT,
  VALUE_ARRAY,
  VALUE_OBJECTS,
  VALUE_BOOL,
  N_VALUES,
} ValueKind;

typedef enum
{
  PLACE_ROOT,
  PLACE_OBJECT,
  PLACE_ELEMENTS,
  N_PLACES,
} Place;

typedef struct
{
  char *name;
  double presence;
  ValueKind value;
  guint length; /* of texts, and of numbers in digits */
  guint count;
} Field;

typedef struct
{
  GRand *random;
  Place place;
  KeyKind key;
  ValueKind value;
  GPtrArray *keys;
  GArray *fields;
  guint most; /* keys of an object */
  guint64 entries;
  guint64 objects;
  guint64 min, max;
  GPtrArray *documents; /* bson_t */
} Case;

static void
field_clear (gpointer data)
{
  g_free (((Field *)data)->name);
}

static char *
make_hex (GRand *random, guint length)
{
  char *text = g_malloc (length + 1);

  for (guint i = 0; i < length; i++)
    text[i] = "0123456789abcdef"[g_rand_int_range (random, 0, 16)];
  text[length] = '\0';
  return text;
}

/* No code of a language, and nothing that ends in a number. */
static char *
make_word (GRand *random, guint syllables)
{
  static const char consonants[] = "bcdfghklmnprstvz";
  static const char vowels[] = "aeiou";
  GString *word = g_string_new (NULL);

  for (guint i = 0; i < syllables; i++)
    {
      g_string_append_c (word, consonants[g_rand_int_range (random, 0, 16)]);
      g_string_append_c (word, vowels[g_rand_int_range (random, 0, 5)]);
    }
  g_string_append_c (word, consonants[g_rand_int_range (random, 0, 16)]);
  return g_string_free (word, FALSE);
}

static char *
make_key (GRand *random, KeyKind kind)
{
  static const char *const locales[] = { "en", "de", "fr", "pt", "es", "zh", "ja", "it" };
  g_autofree char *first = NULL, *second = NULL;

  switch (kind)
    {
    case KEY_OID:
      return make_hex (random, 24);
    case KEY_UUID:
      first = make_hex (random, 32);
      return g_strdup_printf ("%.8s-%.4s-%.4s-%.4s-%.12s", first, first + 8, first + 12, first + 16,
                              first + 20);
    case KEY_DATE:
      return g_strdup_printf ("20%02d-%02d-%02d", g_rand_int_range (random, 10, 30),
                              g_rand_int_range (random, 1, 13), g_rand_int_range (random, 1, 29));
    case KEY_MONTH:
      return g_strdup_printf ("20%02d-%02d", g_rand_int_range (random, 10, 30),
                              g_rand_int_range (random, 1, 13));
    case KEY_DIGITS:
      return g_strdup_printf ("%d", g_rand_int_range (random, 1, 100000));
    case KEY_HEX:
      return make_hex (random, 32);
    case KEY_SHA:
      return make_hex (random, 40);
    case KEY_EMAIL:
      first = make_word (random, 2);
      second = make_word (random, 3);
      return g_strdup_printf ("%s@%s.org", first, second);
    case KEY_LOCALE:
      return g_strdup_printf ("%s-%c%c", locales[g_rand_int_range (random, 0, 8)],
                              (char)g_rand_int_range (random, 'A', 'Z' + 1),
                              (char)g_rand_int_range (random, 'A', 'Z' + 1));
    case KEY_VERSION:
      return g_strdup_printf ("%d.%d.%d", g_rand_int_range (random, 0, 9),
                              g_rand_int_range (random, 0, 20), g_rand_int_range (random, 0, 20));
    case KEY_TOKEN:
      {
        GString *text = g_string_new ("-");

        for (guint i = 0; i < 19; i++)
          g_string_append_c (
              text,
              "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[g_rand_int_range (
                  random, 0, 62)]);
        return g_string_free (text, FALSE);
      }
    case KEY_WORD:
    case N_KEYS:
    default:
      return make_word (random, (guint)g_rand_int_range (random, 2, 4));
    }
}

static void
append_text (Case *self, bson_t *around, const char *name, guint length)
{
  GString *text = g_string_new (NULL);
  guint least = MAX (1, length * 2 / 3), most = length + length / 3;
  guint wanted = (guint)g_rand_int_range (self->random, (gint32)least, (gint32)most + 1);

  while (text->len < wanted)
    g_string_append_c (text, (char)('a' + g_rand_int_range (self->random, 0, 26)));
  bson_append_utf8 (around, name, -1, text->str, (int)text->len);
  g_string_free (text, TRUE);
}

static void
append_value (Case *self, bson_t *around, const char *name, ValueKind kind, guint length)
{
  gint32 most = 1;
  bson_t inner, element;
  int n;

  for (guint i = 0; i < MIN (length, 8); i++)
    most *= 10;
  switch (kind)
    {
    case VALUE_INT:
      bson_append_int32 (around, name, -1, g_rand_int_range (self->random, 0, most));
      break;
    case VALUE_TEXT:
      append_text (self, around, name, length);
      break;
    case VALUE_BOOL:
      bson_append_bool (around, name, -1, g_rand_boolean (self->random));
      break;
    case VALUE_OBJECT:
      bson_append_document_begin (around, name, -1, &inner);
      bson_append_int32 (&inner, "read", -1, g_rand_int_range (self->random, 0, 9));
      bson_append_date_time (&inner, "at", -1, (gint64)g_rand_int (self->random) * 1000);
      if (g_rand_int_range (self->random, 0, 3) == 0)
        bson_append_utf8 (&inner, "note", -1, "seen", -1);
      bson_append_document_end (around, &inner);
      break;
    case VALUE_ARRAY:
      n = g_rand_int_range (self->random, 1, 4);
      bson_append_array_begin (around, name, -1, &inner);
      for (int i = 0; i < n; i++)
        {
          char key[8];

          g_snprintf (key, sizeof key, "%d", i);
          bson_append_int32 (&inner, key, -1, g_rand_int_range (self->random, 0, most));
        }
      bson_append_array_end (around, &inner);
      break;
    case VALUE_OBJECTS:
    case N_VALUES:
    default:
      bson_append_array_begin (around, name, -1, &inner);
      bson_append_document_begin (&inner, "0", -1, &element);
      bson_append_int32 (&element, "sku", -1, g_rand_int_range (self->random, 0, 1000));
      bson_append_double (&element, "price", -1, g_rand_double (self->random));
      bson_append_document_end (&inner, &element);
      bson_append_array_end (around, &inner);
      break;
    }
}

/* Fields and keys in one object. */
static void
fill (Case *self, bson_t *object)
{
  g_autoptr (GHashTable) used = g_hash_table_new (g_str_hash, g_str_equal);
  guint wanted =
      self->most == 0 ? 0 : (guint)g_rand_int_range (self->random, 0, (gint32)self->most + 1);
  guint64 n = 0;

  for (guint i = 0; i < self->fields->len; i++)
    {
      Field *field = &g_array_index (self->fields, Field, i);

      if (g_rand_double (self->random) >= field->presence)
        continue;
      append_value (self, object, field->name, field->value, field->length);
      field->count++;
    }
  for (guint i = 0; i < wanted; i++)
    {
      char *key = g_ptr_array_index (self->keys,
                                     g_rand_int_range (self->random, 0, (gint32)self->keys->len));

      if (!g_hash_table_add (used, key))
        continue;
      append_value (self, object, key, self->value, 4);
      n++;
    }
  self->min = self->objects == 0 ? n : MIN (self->min, n);
  self->max = MAX (self->max, n);
  self->entries += n;
  self->objects++;
}

static void
add_document (Case *self, guint number)
{
  bson_t *document = bson_new ();
  bson_t inner, element;
  bson_oid_t id;
  g_autofree char *hex = g_strdup_printf ("%024x", 4096 + number);

  bson_oid_init_from_string (&id, hex);
  bson_append_oid (document, "_id", -1, &id);
  switch (self->place)
    {
    case PLACE_ROOT:
      fill (self, document);
      break;
    case PLACE_OBJECT:
      bson_append_document_begin (document, "inner", -1, &inner);
      fill (self, &inner);
      bson_append_document_end (document, &inner);
      break;
    case PLACE_ELEMENTS:
    case N_PLACES:
    default:
      bson_append_array_begin (document, "inner", -1, &inner);
      for (guint i = 0; i < 2; i++)
        {
          char key[8];

          g_snprintf (key, sizeof key, "%u", i);
          bson_append_document_begin (&inner, key, -1, &element);
          fill (self, &element);
          bson_append_document_end (&inner, &element);
        }
      bson_append_array_end (document, &inner);
      break;
    }
  g_ptr_array_add (self->documents, document);
}

static void
case_init (Case *self, guint seed)
{
  *self = (Case){ .random = g_rand_new_with_seed (seed) };
  self->keys = g_ptr_array_new_with_free_func (g_free);
  self->fields = g_array_new (FALSE, TRUE, sizeof (Field));
  g_array_set_clear_func (self->fields, field_clear);
  self->documents = g_ptr_array_new_with_free_func ((GDestroyNotify)bson_destroy);
}

static void
case_clear (Case *self)
{
  g_rand_free (self->random);
  g_ptr_array_unref (self->keys);
  g_array_unref (self->fields);
  g_ptr_array_unref (self->documents);
}

static void
add_field (Case *self, const char *name, double presence)
{
  Field field = { g_strdup (name), presence,
                  (ValueKind)g_rand_int_range (self->random, 0, N_VALUES),
                  (guint)g_rand_int_range (self->random, 1, 30), 0 };

  g_array_append_val (self->fields, field);
}

static void
check_documents (Case *self, SquillModel *model, guint seed)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  const SquillCollection *collection = squill_design_get_collection (design, 0);
  bson_t *validator = squill_schema_new_validator (design, collection, NULL);
  bson_t *standard = squill_schema_new_standard (design, collection, NULL);
  g_autofree char *fault = schema_find_fault (validator);
  char *text = bson_as_relaxed_extended_json (standard, NULL);
  json_auto_t *schema = json_loads (text, 0, NULL);

  g_assert_cmpuint (squill_design_get_n_collections (design), ==, 1);
  if (fault != NULL)
    g_error ("seed %u: %s", seed, fault);
  for (guint i = 0; i < self->documents->len; i++)
    {
      const bson_t *document = g_ptr_array_index (self->documents, i);
      g_autofree char *wrong = schema_check (validator, document);
      char *relaxed = bson_as_relaxed_extended_json (document, NULL);
      json_auto_t *json = json_loads (relaxed, 0, NULL);
      g_autoptr (GString) path = g_string_new ("$");

      if (wrong != NULL)
        g_error ("seed %u, document %u: %s", seed, i, wrong);
      if (!json_schema_check (schema, json, path))
        g_error ("seed %u, document %u: %s\n%s", seed, i, path->str, relaxed);
      bson_free (relaxed);
    }
  bson_free (text);
  bson_destroy (validator);
  bson_destroy (standard);
}

/* The item that has the fields of the objects of a case. */
static gconstpointer
find_object (Case *self, SquillModel *model)
{
  const SquillModelInfo *info = squill_model_get_info (model);
  const SquillEntity *own = NULL;

  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, info, SQUILL_KIND_ENTITY)
    {
      if (self->place == PLACE_ELEMENTS && g_str_equal (entity->name, "inner"))
        return entity;
      if (own == NULL)
        own = entity;
    }
  if (self->place == PLACE_ROOT)
    return own;
  SQUILL_FOR_EACH_CHILD (SquillField, field, own, SQUILL_KIND_FIELD)
    {
      if (g_str_equal (field->name, "inner"))
        return field;
    }
  return NULL;
}

static const SquillField *
find_rest (gconstpointer object)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, object, SQUILL_KIND_FIELD)
    {
      if (squill_field_is_rest (field))
        return field;
    }
  return NULL;
}

static gboolean
has_member (SquillModel *model, gconstpointer object, const char *name)
{
  const SquillModelInfo *info = squill_model_get_info (model);

  SQUILL_FOR_EACH_CHILD (SquillField, field, object, SQUILL_KIND_FIELD)
    {
      if (!squill_field_is_rest (field) && g_strcmp0 (field->name, name) == 0)
        return TRUE;
    }
  /* An array of objects is an entity that the object embeds. */
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, info, SQUILL_KIND_RELATIONSHIP)
    {
      if (g_strcmp0 (r->parent_name, name) == 0)
        return TRUE;
    }
  return FALSE;
}

static guint
count_members (SquillModel *model, gconstpointer object)
{
  const SquillItem *item = object;
  const SquillModelInfo *info = squill_model_get_info (model);
  guint n = 0;

  SQUILL_FOR_EACH_CHILD (SquillField, field, object, SQUILL_KIND_FIELD)
    {
      n += !squill_field_is_rest (field);
    }
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, info, SQUILL_KIND_RELATIONSHIP)
    {
      n += g_str_equal (r->parent, item->id);
    }
  return n;
}

typedef struct
{
  char *folder;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("squill-maps-XXXXXX", &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
}

static void
make_beside (Case *self, guint seed)
{
  static const double presences[] = { 1, 1, 0.95, 0.9, 0.8, 0.7, 0.6 };
  guint n_fixed, n_keys, n_documents;
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  case_init (self, seed);
  self->place = (Place)g_rand_int_range (self->random, 0, N_PLACES);
  self->key = (KeyKind)(seed % N_KEYS);
  self->value = (ValueKind)g_rand_int_range (self->random, 0, N_VALUES);
  self->most = (guint)g_rand_int_range (self->random, 3, 13);
  n_fixed = (guint)g_rand_int_range (self->random, 1, 9);
  n_documents = (guint)g_rand_int_range (self->random, 30, 160);
  n_keys = (guint)g_rand_int_range (self->random, 30, 1500);
  if (self->key == KEY_WORD)
    {
      n_keys = (guint)g_rand_int_range (self->random, 400, 2000);
      n_documents += 150;
    }
  for (guint i = 0; i < n_fixed; i++)
    {
      g_autofree char *name =
          make_word (self->random, (guint)g_rand_int_range (self->random, 1, 5));

      if (g_hash_table_contains (names, name))
        continue;
      add_field (self, name,
                 presences[g_rand_int_range (self->random, 0, G_N_ELEMENTS (presences))]);
      g_hash_table_add (names, g_array_index (self->fields, Field, self->fields->len - 1).name);
    }
  /* Beside words only what is of another kind can be told from them. */
  if (self->key != KEY_WORD)
    for (guint i = 0; i < 3; i++)
      {
        g_autofree char *name = make_word (self->random, 4);

        if (g_hash_table_contains (names, name))
          continue;
        add_field (self, name, g_rand_double_range (self->random, 0.02, 0.5));
        g_hash_table_add (names, g_array_index (self->fields, Field, self->fields->len - 1).name);
      }
  while (self->keys->len < n_keys)
    {
      g_autofree char *key = make_key (self->random, self->key);

      if (!g_hash_table_contains (names, key))
        g_ptr_array_add (self->keys, g_steal_pointer (&key));
      else
        n_keys--;
    }
  for (guint i = 0; i < n_documents; i++)
    add_document (self, i);
}

/* Names that stand twice among the keys are one. */
static gboolean
check_beside (Case *self, SquillModel *model, guint seed)
{
  gconstpointer object = find_object (self, model);
  const SquillField *rest = object != NULL ? find_rest (object) : NULL;
  guint n_fields = self->place == PLACE_ROOT;

  if (rest == NULL)
    {
      g_test_message ("seed %u: place %u, keys %u, values %u: no map", seed, self->place, self->key,
                      self->value);
      return FALSE;
    }
  for (guint i = 0; i < self->fields->len; i++)
    {
      const Field *field = &g_array_index (self->fields, Field, i);

      n_fields += field->count > 0;
      if (field->count > 0 && !has_member (model, object, field->name))
        {
          g_test_message ("seed %u: place %u, keys %u, values %u: %s (%u of %u, %u) is no field",
                          seed, self->place, self->key, self->value, field->name, field->count,
                          (guint)self->objects, field->value);
          return FALSE;
        }
    }
  if (self->place == PLACE_ROOT)
    g_assert_true (has_member (model, object, "_id"));
  if (count_members (model, object) != n_fields)
    {
      g_test_message ("seed %u: place %u, keys %u, values %u: %u fields for %u", seed, self->place,
                      self->key, self->value, count_members (model, object), n_fields);
      return FALSE;
    }
  /* How many keys there are follows from that, and is exact. */
  g_assert_cmpfloat_with_epsilon (rest->length.likely,
                                  (double)self->entries / (double)self->objects, 1e-9);
  if (self->key != KEY_WORD && self->key != KEY_TOKEN)
    {
      g_assert_cmpfloat (rest->length.min, ==, (double)self->min);
      g_assert_cmpfloat (rest->length.max, ==, (double)self->max);
    }
  return TRUE;
}

static void
test_beside (Fixture *fixture, gconstpointer data)
{
  guint n_right = 0;

  for (guint seed = 1; seed <= N_CASES; seed++)
    {
      g_autoptr (SquillModel) model = NULL;
      Case one;

      make_beside (&one, seed);
      model = infer_documents (one.documents, fixture->folder);
      n_right += check_beside (&one, model, seed);
      check_documents (&one, model, seed);
      case_clear (&one);
    }
  g_test_message ("%u of %u", n_right, N_CASES);
  g_assert_cmpfloat (n_right, >=, RIGHT_SHARE * N_CASES);
}

/* Records with many optional fields. */
static void
test_records (Fixture *fixture, gconstpointer data)
{
  guint n_right = 0;

  for (guint seed = 1; seed <= N_RECORDS; seed++)
    {
      g_autoptr (SquillModel) model = NULL;
      gconstpointer object;
      gboolean right;
      Case one;
      guint n_documents, n_optional;
      ValueKind kind;
      gboolean alike;

      case_init (&one, seed);
      one.place = (Place)g_rand_int_range (one.random, 0, N_PLACES);
      n_documents = (guint)g_rand_int_range (one.random, 20, 160);
      n_optional = (guint)g_rand_int_range (one.random, 5, 140);
      kind = g_rand_boolean (one.random) ? VALUE_TEXT : VALUE_INT;
      alike = g_rand_int_range (one.random, 0, 3) == 0;
      for (guint i = 0; i < n_optional; i++)
        {
          g_autofree char *word =
              make_word (one.random, (guint)g_rand_int_range (one.random, 1, 5));
          g_autofree char *name = g_strdup_printf ("%s%c", word, 'A' + (char)(i % 26));

          add_field (
              &one, name,
              i < 3 ? 1 : g_rand_double_range (one.random, 0.01, 1) * g_rand_double (one.random));
          if (alike)
            g_array_index (one.fields, Field, one.fields->len - 1).value = kind;
        }
      for (guint i = 0; i < n_documents; i++)
        add_document (&one, i);
      model = infer_documents (one.documents, fixture->folder);
      object = find_object (&one, model);
      right = object != NULL && find_rest (object) == NULL;
      if (right)
        for (guint i = 0; i < one.fields->len; i++)
          {
            const Field *field = &g_array_index (one.fields, Field, i);

            right = right && (field->count == 0 || has_member (model, object, field->name));
          }
      if (!right)
        g_test_message ("seed %u: place %u, %u optional fields, alike %d of %u", seed, one.place,
                        n_optional, alike, kind);
      n_right += right;
      check_documents (&one, model, seed);
      case_clear (&one);
    }
  g_test_message ("%u of %u", n_right, N_RECORDS);
  g_assert_cmpfloat (n_right, >=, RIGHT_SHARE * N_RECORDS);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/exchange/inferred-maps/beside", Fixture, NULL, set_up, test_beside, tear_down);
  g_test_add ("/exchange/inferred-maps/records", Fixture, NULL, set_up, test_records, tear_down);
  return g_test_run ();
}
