/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "model/squill-authoring.h"
#include "session/squill-field-text.h"

typedef struct
{
  const char *text;
  const char *name;
  SquillTypes types;
  gboolean array;
  gboolean map;
  gboolean optional;
  const char *length;
} Case;

static const Case cases[] = {
  { "title", "title", SQUILL_TYPE_NONE, FALSE, FALSE, FALSE, "" },
  { "  title : string ", "title", SQUILL_TYPE_STRING, FALSE, FALSE, FALSE, "" },
  { "title:", "title", SQUILL_TYPE_NONE, FALSE, FALSE, FALSE, "" },
  { "tags[]: string", "tags", SQUILL_TYPE_STRING, TRUE, FALSE, FALSE, "" },
  { "tags: [string]", "tags", SQUILL_TYPE_STRING, TRUE, FALSE, FALSE, "" },
  { "tags: array", "tags", SQUILL_TYPE_NONE, TRUE, FALSE, FALSE, "" },
  { "tags[0..4..12]?:string|int", "tags", SQUILL_TYPE_STRING | SQUILL_TYPE_INT, TRUE, FALSE, TRUE,
    "0..4..12" },
  { "tags?[5]", "tags", SQUILL_TYPE_NONE, TRUE, FALSE, TRUE, "5" },
  { "by_day{}: double", "by_day", SQUILL_TYPE_DOUBLE, FALSE, TRUE, FALSE, "" },
  { "address{}", "address", SQUILL_TYPE_OBJECT, FALSE, FALSE, FALSE, "" },
  { "by_day{0..1..3}", "by_day", SQUILL_TYPE_NONE, FALSE, TRUE, FALSE, "0..1..3" },
  { "nick?", "nick", SQUILL_TYPE_NONE, FALSE, FALSE, TRUE, "" },
  { "n: Integer", "n", SQUILL_TYPE_INT, FALSE, FALSE, FALSE, "" },
  { "d: dec", "d", SQUILL_TYPE_DECIMAL, FALSE, FALSE, FALSE, "" },
  { "d: STR", "d", SQUILL_TYPE_STRING, FALSE, FALSE, FALSE, "" },
  { "_id: objectId", "_id", SQUILL_TYPE_OBJECT_ID, FALSE, FALSE, FALSE, "" },
  { "u: uuid", "u", SQUILL_TYPE_BINARY, FALSE, FALSE, FALSE, "" },
  { "xml:lang: string", "xml:lang", SQUILL_TYPE_STRING, FALSE, FALSE, FALSE, "" },
  { "\"xml:lang\"", "xml:lang", SQUILL_TYPE_NONE, FALSE, FALSE, FALSE, "" },
  { "\"why?\"?: bool", "why?", SQUILL_TYPE_BOOL, FALSE, FALSE, TRUE, "" },
  { "größe: double", "größe", SQUILL_TYPE_DOUBLE, FALSE, FALSE, FALSE, "" },
};

static void
test_parse (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SquillFieldText) parsed = squill_field_text_parse (cases[i].text, &error);
      g_autofree char *length = NULL;

      g_assert_no_error (error);
      length = squill_triple_to_text (parsed->length);
      g_assert_cmpstr (parsed->name, ==, cases[i].name);
      g_assert_cmphex (parsed->types, ==, cases[i].types);
      g_assert_cmpint (parsed->array, ==, cases[i].array);
      g_assert_cmpint (parsed->map, ==, cases[i].map);
      g_assert_cmpint (parsed->optional, ==, cases[i].optional);
      g_assert_cmpstr (length, ==, cases[i].length);
    }
}

static void
test_parse_errors (void)
{
  static const struct
  {
    const char *text;
    SquillFieldTextError code;
  } wrong[] = {
    { "", SQUILL_FIELD_TEXT_ERROR_NAME },          { "  ", SQUILL_FIELD_TEXT_ERROR_NAME },
    { ": string", SQUILL_FIELD_TEXT_ERROR_NAME },  { "[]", SQUILL_FIELD_TEXT_ERROR_NAME },
    { "a: strnig", SQUILL_FIELD_TEXT_ERROR_TYPE }, { "a: string|", SQUILL_FIELD_TEXT_ERROR_TYPE },
    { "a: d", SQUILL_FIELD_TEXT_ERROR_TYPE },      { "a[x]", SQUILL_FIELD_TEXT_ERROR_LENGTH },
    { "a{3..1}", SQUILL_FIELD_TEXT_ERROR_LENGTH },
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SquillFieldText) parsed = squill_field_text_parse (wrong[i].text, &error);

      g_assert_null (parsed);
      g_assert_error (error, SQUILL_FIELD_TEXT_ERROR, (int)wrong[i].code);
    }
}

/* What is written is read as the same, and makes the same field. */
static void
test_there_and_back (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *entity = squill_model_add_entity (model, "post", 0, 0);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillFieldText) parsed = squill_field_text_parse (cases[i].text, NULL);
      g_autoptr (SquillFieldText) again = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *name =
          squill_model_make_unique_name (model, entity, SQUILL_KIND_FIELD, parsed->name);
      g_autofree char *id = squill_model_add_field (model, entity, NULL, name, SQUILL_TYPE_NONE);
      g_autofree char *text = NULL;
      const SquillField *field;

      g_free (parsed->name);
      parsed->name = g_strdup (name);
      g_assert_true (squill_field_text_apply (parsed, model, id, &error));
      g_assert_no_error (error);
      field = squill_model_get_field (model, id);
      g_assert_cmpstr (field->name, ==, name);
      g_assert_cmphex (field->types, ==, parsed->types);
      g_assert_cmpint (field->required, ==, !parsed->optional);
      text = squill_field_text_write (field);
      again = squill_field_text_parse (text, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (again->name, ==, name);
      g_assert_cmphex (again->types, ==, parsed->types);
      g_assert_cmpint (again->array, ==, parsed->array);
      g_assert_cmpint (again->map, ==, parsed->map);
      g_assert_cmpint (again->optional, ==, parsed->optional);
      g_assert_true (squill_triple_equal (again->length, parsed->length));
    }
}

static void
test_apply_is_one_step (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *entity = squill_model_add_entity (model, "post", 0, 0);
  g_autofree char *id = squill_model_add_field (model, entity, NULL, "a", SQUILL_TYPE_STRING);
  g_autofree char *other = squill_model_add_field (model, entity, NULL, "b", SQUILL_TYPE_STRING);
  g_autoptr (SquillFieldText) text = squill_field_text_parse ("c[2]?: int", NULL);
  g_autoptr (SquillFieldText) taken = squill_field_text_parse ("b: date", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (squill_field_text_apply (text, model, id, &error));
  g_assert_true (squill_model_undo (model));
  g_assert_cmpstr (squill_model_get_field (model, id)->name, ==, "a");
  g_assert_false (squill_model_get_field (model, id)->array);

  g_assert_false (squill_field_text_apply (taken, model, id, &error));
  g_assert_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_EXISTS);
  g_assert_cmphex (squill_model_get_field (model, id)->types, ==, SQUILL_TYPE_STRING);
}

/* What was not said stays as it was. */
static void
test_apply_keeps_the_rest (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *entity = squill_model_add_entity (model, "post", 0, 0);
  g_autofree char *id = squill_model_add_field (model, entity, NULL, "a", SQUILL_TYPE_STRING);
  g_autoptr (SquillFieldText) length = squill_field_text_parse ("a[1..2..3]", NULL);
  g_autoptr (SquillFieldText) text = squill_field_text_parse ("a[]", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (squill_field_text_apply (length, model, id, &error));
  g_assert_true (squill_field_text_apply (text, model, id, &error));
  g_assert_cmphex (squill_model_get_field (model, id)->types, ==, SQUILL_TYPE_STRING);
  g_assert_cmpfloat (squill_model_get_field (model, id)->length.max, ==, 3);
}

/* Behind the colon the type is completed, to the usual one of those that begin alike. */
static void
test_complete (void)
{
  const struct
  {
    const char *text;
    const char *rest;
  } rows[] = {
    { "title: s", "tring" },   { "title:s", "tring" },  { "at: d", "ate" },
    { "at: do", "uble" },      { "a: string|i", "nt" }, { "tags[]: S", "tring" },
    { "tags: [s", "tring" },   { "title", NULL },       { "title:", NULL },
    { "title: string", NULL }, { "title: int", NULL },  { "title: q", NULL },
    { "ref: ob", "jectId" },   { "title: text", NULL }, { "a: string ", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *rest = squill_field_text_complete (rows[i].text);

      g_test_message ("%s", rows[i].text);
      g_assert_cmpstr (rest, ==, rows[i].rest);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/field-text/parse", test_parse);
  g_test_add_func ("/field-text/parse-errors", test_parse_errors);
  g_test_add_func ("/field-text/there-and-back", test_there_and_back);
  g_test_add_func ("/field-text/apply-is-one-step", test_apply_is_one_step);
  g_test_add_func ("/field-text/apply-keeps-the-rest", test_apply_keeps_the_rest);

  g_test_add_func ("/field-text/complete", test_complete);
  return g_test_run ();
}
