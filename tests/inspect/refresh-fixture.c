/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "refresh-fixture.h"

#include "diagram/squill-diagram.h"
#include "inspect-fixture.h"
#include "model/squill-authoring.h"
#include "model/squill-model-file.h"

#include <string.h>

void
refresh_set_up (RefreshFixture *fixture, gconstpointer data)
{
  fixture->folder = fixture_new_folder ();
}

void
refresh_tear_down (RefreshFixture *fixture, gconstpointer data)
{
  g_clear_object (&fixture->model);
  g_clear_pointer (&fixture->differences, g_ptr_array_unref);
  fixture_remove_folder (fixture->folder);
  g_free (fixture->folder);
}

void
refresh_put (RefreshFixture *fixture, const char *name, const char *text)
{
  g_free (fixture_write (fixture->folder, name, text, -1));
}

SquillProfile *
refresh_read_folder (RefreshFixture *fixture)
{
  const char *const sources[] = { fixture->folder, NULL };
  g_autoptr (GError) error = NULL;
  SquillProfile *profile = squill_inspect_sync (sources, NULL, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return profile;
}

char *
refresh_get_data (SquillModel *model)
{
  gsize length;

  return squill_model_to_data (model, &length);
}

/* As if the model was saved and opened again. */
void
refresh_reopen (RefreshFixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *data = refresh_get_data (fixture->model);

  g_clear_object (&fixture->model);
  fixture->model = squill_model_new_from_data (data, strlen (data), &error);
  g_assert_no_error (error);
}

void
refresh_infer (RefreshFixture *fixture)
{
  g_autoptr (SquillProfile) profile = refresh_read_folder (fixture);
  g_autoptr (GError) error = NULL;

  fixture->model = squill_profile_to_model (profile, NULL, &error);
  g_assert_no_error (error);
  refresh_reopen (fixture);
}

void
refresh_again (RefreshFixture *fixture, const SquillDecisions *decisions)
{
  g_autoptr (SquillProfile) profile = refresh_read_folder (fixture);
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&fixture->differences, g_ptr_array_unref);
  fixture->differences =
      squill_refresh (fixture->model, profile, decisions, squill_diagram_place_new, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < fixture->differences->len; i++)
    {
      const SquillDifference *difference = g_ptr_array_index (fixture->differences, i);

      g_test_message ("%s", difference->message);
      g_assert_nonnull (difference->message);
      g_assert_nonnull (difference->place);
    }
}

/* Of two long texts only what is around the first difference is worth a word. */
void
refresh_assert_same (const char *before, const char *after)
{
  gsize at = 0, begin;

  if (g_str_equal (before, after))
    return;
  while (before[at] == after[at])
    at++;
  begin = at > 400 ? at - 400 : 0;
  g_error ("%.500s\n--- became ---\n%.500s", before + begin, after + begin);
}

/* Nothing is left to do. */
void
refresh_assert_fresh (RefreshFixture *fixture)
{
  g_autofree char *before = refresh_get_data (fixture->model);
  g_autofree char *after = NULL;

  refresh_again (fixture, NULL);
  after = refresh_get_data (fixture->model);
  refresh_assert_same (before, after);
  g_assert_cmpuint (fixture->differences->len, ==, 0);
}

const SquillDifference *
refresh_find_difference (RefreshFixture *fixture, const char *place, const char *property)
{
  for (guint i = 0; i < fixture->differences->len; i++)
    {
      const SquillDifference *difference = g_ptr_array_index (fixture->differences, i);

      if (g_str_equal (difference->place, place) && g_strcmp0 (difference->property, property) == 0)
        return difference;
    }
  return NULL;
}

void
refresh_assert_told (RefreshFixture *fixture,
                     const char *place,
                     const char *property,
                     SquillDifferenceKind kind,
                     const char *words)
{
  const SquillDifference *difference = refresh_find_difference (fixture, place, property);

  if (difference == NULL)
    g_error ("nothing was told of %s", place);
  g_assert_cmpint (difference->kind, ==, kind);
  if (strstr (difference->message, words) == NULL)
    g_error ("“%s” has no “%s”", difference->message, words);
}

const SquillItem *
refresh_find_place (RefreshFixture *fixture, SquillKind kind, const char *place)
{
  return fixture_find_item (fixture->model, kind, place);
}

const SquillItem *
refresh_get_place (RefreshFixture *fixture, SquillKind kind, const char *place)
{
  const SquillItem *item = refresh_find_place (fixture, kind, place);

  if (item == NULL)
    g_error ("nothing is at %s", place);
  return item;
}

const SquillEntity *
refresh_get_entity (RefreshFixture *fixture, const char *place)
{
  return (const SquillEntity *)refresh_get_place (fixture, SQUILL_KIND_ENTITY, place);
}

const SquillField *
refresh_get_field (RefreshFixture *fixture, const char *place)
{
  return (const SquillField *)refresh_get_place (fixture, SQUILL_KIND_FIELD, place);
}

void
refresh_set_property (RefreshFixture *fixture, gconstpointer item, const char *name, json_t *value)
{
  const SquillItem *self = item;
  g_autoptr (GError) error = NULL;

  squill_model_set (fixture->model, self->id, name, value, &error);
  g_assert_no_error (error);
}

void
refresh_delete_item (RefreshFixture *fixture, gconstpointer item)
{
  const SquillItem *self = item;
  const char *const ids[] = { self->id, NULL };

  squill_model_delete (fixture->model, ids);
}

const char refresh_customers[] =
    "{\"_id\":1,\"name\":\"a\",\"at\":{\"city\":\"X\",\"zip\":\"1\"}}\n"
    "{\"_id\":2,\"name\":\"b\",\"at\":{\"city\":\"Y\",\"zip\":\"2\"}}\n"
    "{\"_id\":3,\"name\":\"c\",\"at\":{\"city\":\"Z\",\"zip\":\"3\"}}\n"
    "{\"_id\":4,\"name\":\"d\",\"at\":{\"city\":\"Z\",\"zip\":\"4\"}}\n";
static const char orders[] =
    "{\"_id\":11,\"customer_id\":1,\"lines\":[{\"sku\":\"x\",\"n\":1}],\"open\":true}\n"
    "{\"_id\":12,\"customer_id\":2,\"lines\":[{\"sku\":\"y\",\"n\":2}],\"open\":true}\n"
    "{\"_id\":13,\"customer_id\":3,\"lines\":[{\"sku\":\"z\",\"n\":3}],\"open\":false}\n"
    "{\"_id\":14,\"customer_id\":4,\"lines\":[],\"open\":false}\n";

void
refresh_begin (RefreshFixture *fixture)
{
  refresh_put (fixture, "db/customers.json", refresh_customers);
  refresh_put (fixture, "db/orders.json", orders);
  refresh_infer (fixture);
}
