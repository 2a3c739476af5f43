/* SPDX-License-Identifier: Apache-2.0 */

/* What two models differ in, by ids and by names, and models as text. */

#include "config.h"

#include <string.h>

#include "model/squill-authoring.h"
#include "model/squill-model-difference.h"
#include "model/squill-model-file.h"

#define FILE_OF(members) "{\"format\":\"squill/model\",\"version\":1," members "}"

static const char before_text[] = FILE_OF (
    "\"name\":\"Shop\","
    "\"thresholds\":{\"embed.max\":100},"
    "\"entities\":{"
    "\"users-1\":{\"name\":\"users\",\"order\":\"V\",\"count\":{\"min\":1,\"likely\":5,\"max\":9},"
    "\"fields\":{"
    "\"id-1\":{\"name\":\"_id\",\"order\":\"V\",\"types\":[\"objectId\"]},"
    "\"email-1\":{\"name\":\"email\",\"order\":\"W\",\"types\":[\"string\"]},"
    "\"address-1\":{\"name\":\"address\",\"order\":\"X\",\"types\":[\"object\"],\"fields\":{"
    "\"city-1\":{\"name\":\"city\",\"order\":\"V\",\"types\":[\"string\"]}}},"
    "\"age-1\":{\"name\":\"age\",\"order\":\"Y\",\"types\":[\"int\"]}},"
    "\"indexes\":{\"index-1\":{\"keys\":[{\"path\":\"email-1\",\"how\":\"1\"}]}}},"
    "\"posts-1\":{\"name\":\"posts\",\"order\":\"W\"}},"
    "\"relationships\":{\"author-1\":{\"name\":\"author\",\"parent\":\"users-1\",\"child\":"
    "\"posts-1\",\"placement\":\"parent-reference\"}},"
    "\"layout\":{\"users-1\":{\"x\":10,\"y\":20}}");

static SquillModel *
load (const char *text)
{
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_model_new_from_data (text, strlen (text), &error);

  g_assert_no_error (error);
  return model;
}

static void
set (SquillModel *model, const char *id, const char *property, const char *json)
{
  g_autoptr (GError) error = NULL;
  json_t *value = json == NULL ? NULL : json_loads (json, JSON_DECODE_ANY, NULL);

  squill_model_set (model, id, property, value, &error);
  g_assert_no_error (error);
}

static void
move (SquillModel *model, const char *id, const char *parent, const char *order)
{
  g_autoptr (SquillEdit) edit = squill_edit_new_move (id, parent, order);
  g_autoptr (GError) error = NULL;

  squill_model_apply (model, edit, &error);
  g_assert_no_error (error);
}

/* Each difference as "kind property: message", one a line. */
static char *
list (SquillModel *from, SquillModel *to)
{
  g_autoptr (GPtrArray) differences = squill_models_find_differences (from, to);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < differences->len; i++)
    {
      const SquillModelDifference *difference = differences->pdata[i];

      g_string_append_printf (text, "%s %s: %s\n",
                              squill_model_difference_kind_get_name (difference->kind),
                              difference->id, difference->message);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_by_id (void)
{
  g_autoptr (SquillModel) from = load (before_text);
  g_autoptr (SquillModel) to = load (before_text);
  g_autofree char *text = list (from, to);

  g_assert_cmpstr (text, ==, "");

  set (to, "users-1", "name", "\"people\"");
  set (to, "users-1", "count", "{\"min\":1,\"likely\":5,\"max\":\"inf\"}");
  set (to, "users-1", "x", "11");
  set (to, "email-1", "types", "[\"string\",\"null\"]");
  set (to, "email-1", "unique", "true");
  set (to, "index-1", "keys",
       "[{\"path\":\"email-1\",\"how\":\"1\"},{\"path\":\"age-1\",\"how\":\"-1\"}]");
  set (to, SQUILL_MODEL_ID, "thresholds", "{\"embed.max\":100,\"depth\":3}");
  set (to, "author-1", "placement", "\"embed-many\"");
  move (to, "city-1", "users-1", "Z");
  squill_model_delete (to, (const char *[]){ "address-1", NULL });
  g_free (text);
  text = list (from, to);
  g_assert_cmpstr (text, ==,
                   "changed model: Shop, thresholds.depth: not set → 3\n"
                   "changed users-1: people, name: users → people\n"
                   "changed users-1: people, count: 1..5..9 → 1..5..∞\n"
                   "changed email-1: people.email, types: string → string, null\n"
                   "changed email-1: people.email, unique: no → yes\n"
                   "moved city-1: people.city was moved here from users.address\n"
                   "changed index-1: people.email_1_age_-1, keys: email: 1 → email: 1, age: -1\n"
                   "changed author-1: people.author, placement: parent-reference → embed-many\n"
                   "removed address-1: field users.address was removed\n"
                   "moved users-1: people, x: 10 → 11\n");

  /* The other way round. */
  g_free (text);
  text = list (to, from);
  g_assert_nonnull (strstr (text, "added address-1: field users.address was added\n"));
  g_assert_nonnull (strstr (text, "moved city-1: users.address.city was moved here from people\n"));
}

static void
test_order (void)
{
  g_autoptr (SquillModel) from = load (before_text);
  g_autoptr (SquillModel) to = load (before_text);
  g_autofree char *text = NULL;

  /* Another rank, the same order. */
  set (to, "email-1", "order", "\"W5\"");
  text = list (from, to);
  g_assert_cmpstr (text, ==, "");

  set (to, "email-1", "order", "\"W\"");
  set (to, "age-1", "order", "\"VV\"");
  g_free (text);
  text = list (from, to);
  g_assert_cmpstr (text, ==, "moved age-1: users.age was moved behind users._id\n");
  set (to, "age-1", "order", "\"A\"");
  g_free (text);
  text = list (from, to);
  g_assert_cmpstr (text, ==, "moved age-1: users.age was moved to the beginning\n");
}

/* The same model drawn by somebody else: nothing has the same id. */
static void
test_by_names (void)
{
  g_autoptr (SquillModel) from = load (before_text);
  g_autoptr (SquillModel) to = NULL;
  g_autoptr (SquillModel) adopted = NULL;
  g_autoptr (GString) other = g_string_new (before_text);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_string_replace (other, "-1\"", "-2\"", 0);
  g_string_replace (other, "\"how\":\"-2\"", "\"how\":\"-1\"", 0);
  to = load (other->str);
  g_assert_false (squill_models_are_related (from, to));
  g_assert_true (squill_models_are_related (from, from));
  set (to, "email-2", "types", "[\"int\"]");
  adopted = squill_model_adopt_ids (to, from, &error);
  g_assert_no_error (error);
  g_assert_true (squill_models_are_related (from, adopted));
  text = list (from, adopted);
  g_assert_cmpstr (text, ==, "changed email-1: users.email, types: string → int\n");
}

static void
test_text (void)
{
  g_autoptr (SquillModel) model = load (before_text);
  g_autoptr (SquillModel) other = NULL;
  g_autoptr (GString) changed = g_string_new (before_text);
  g_autofree char *text = squill_model_to_text (model);
  g_autofree char *again = NULL;

  g_assert_cmpstr (text, ==,
                   "model Shop\n"
                   "  thresholds.embed.max: 100\n"
                   "entity users\n"
                   "  count: 1..5..9\n"
                   "  field _id\n"
                   "    types: objectId\n"
                   "  field email\n"
                   "    types: string\n"
                   "  field address\n"
                   "    types: object\n"
                   "  field address.city\n"
                   "    types: string\n"
                   "  field age\n"
                   "    types: int\n"
                   "  index email_1\n"
                   "    keys: email: 1\n"
                   "entity posts\n"
                   "relationship users.author\n"
                   "  name: author\n"
                   "  parent: users\n"
                   "  child: posts\n"
                   "  placement: parent-reference\n");

  /* Neither ids nor the diagram matter. */
  g_string_replace (changed, "-1\"", "-2\"", 0);
  g_string_replace (changed, "\"x\":10", "\"x\":500", 0);
  other = load (changed->str);
  again = squill_model_to_text (other);
  g_assert_cmpstr (again, ==, text);
}

/* Models of other people: what has one id is by chance something else. */
static void
test_adopt_by_chance (void)
{
  g_autoptr (SquillModel) to = load (
      FILE_OF ("\"entities\":{\"x\":{\"name\":\"users\",\"fields\":{\"u\":{\"name\":\"mail\"}}}}"));
  g_autoptr (SquillModel) from = load (
      FILE_OF ("\"entities\":{\"u\":{\"name\":\"users\",\"fields\":{\"q\":{\"name\":\"name\"}}}}"));
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) adopted = NULL;
  const SquillItem *entity;

  g_assert_false (squill_models_are_related (from, to));
  adopted = squill_model_adopt_ids (to, from, &error);
  g_assert_no_error (error);
  entity = squill_model_get_item_of_kind (adopted, "u", SQUILL_KIND_ENTITY);
  g_assert_nonnull (entity);
  g_assert_cmpuint (entity->children->len, ==, 1);
  g_assert_cmpstr (((const SquillField *)entity->children->pdata[0])->name, ==, "mail");
}

static const SquillModelDifference *
find_removed (GPtrArray *differences, const char *id)
{
  for (guint i = 0; i < differences->len; i++)
    {
      const SquillModelDifference *difference = differences->pdata[i];

      if (difference->kind == SQUILL_MODEL_DIFFERENCE_REMOVED && g_str_equal (difference->id, id))
        return difference;
    }
  g_assert_not_reached ();
}

/* What the other moved out of it before it removed it is not removed. */
static void
test_take_over_removed (void)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (SquillModel) model = load (before_text);
      g_autoptr (SquillModel) other = load (before_text);
      g_autoptr (GPtrArray) differences = NULL;
      g_autoptr (GError) error = NULL;
      const SquillItem *city;
      gboolean done;

      if (i == 1)
        {
          g_autoptr (SquillEdit) edit = squill_edit_new_add (SQUILL_KIND_FIELD, "new", "posts-1",
                                                             json_pack ("{s:s}", "name", "new"));

          squill_model_apply (other, edit, &error);
          g_assert_no_error (error);
        }
      move (other, "city-1", i == 0 ? "posts-1" : "new", "V");
      squill_model_delete (other, (const char *[]){ "address-1", NULL });
      differences = squill_models_find_differences (model, other);
      done = squill_model_take_over (model, other, find_removed (differences, "address-1"), &error);
      city = squill_model_get_item (model, "city-1");
      g_assert_nonnull (city);
      if (i == 0)
        {
          g_assert_no_error (error);
          g_assert_cmpstr (city->parent->id, ==, "posts-1");
          g_assert_null (squill_model_get_item (model, "address-1"));
          continue;
        }
      /* Where it is to be is not there yet. */
      g_assert_false (done);
      g_assert_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_IN_USE);
      g_assert_nonnull (squill_model_get_item (model, "address-1"));
      g_assert_cmpuint (squill_model_take_over_all (model, other), ==, 0);
    }
}

/* An id that is something else in the other model. */
static void
test_take_over_other_kind (void)
{
  g_autoptr (SquillModel) model = load (FILE_OF ("\"entities\":{\"x\":{\"name\":\"users\"}}"));
  g_autoptr (SquillModel) other = load (FILE_OF ("\"notes\":{\"x\":{\"text\":\"note\"}}"));
  g_autoptr (GPtrArray) differences = squill_models_find_differences (model, other);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < differences->len; i++)
    if (((SquillModelDifference *)differences->pdata[i])->kind == SQUILL_MODEL_DIFFERENCE_ADDED)
      {
        g_assert_false (squill_model_take_over (model, other, differences->pdata[i], &error));
        g_assert_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_EXISTS);
      }
  g_assert_nonnull (error);
  g_assert_cmpuint (squill_model_take_over_all (model, other), ==, 0);
}

/* An index on a reference has the name that the server gives it, not that of the relationship. */
static void
test_index_on_reference (void)
{
  g_autoptr (SquillModel) from = load (before_text);
  g_autoptr (SquillModel) to = NULL;
  g_autofree char *text = NULL;
  g_autoptr (SquillEdit) edit = NULL;
  g_autoptr (GError) error = NULL;

  set (from, "author-1", "child_name", "\"written_by\"");
  edit =
      squill_edit_new_add (SQUILL_KIND_INDEX, "index-2", "posts-1",
                           json_pack ("{s:[{s:s, s:s}]}", "keys", "path", "author-1", "how", "1"));
  squill_model_apply (from, edit, &error);
  g_assert_no_error (error);
  to = squill_model_copy (from);
  set (to, "index-2", "unique", "true");
  text = list (from, to);
  g_assert_cmpstr (text, ==, "changed index-2: posts.written_by_1, unique: no → yes\n");

  /* Without a name of its own, the reference has that of what it leads to. */
  set (from, "author-1", "child_name", NULL);
  set (to, "author-1", "child_name", NULL);
  g_free (text);
  text = list (from, to);
  g_assert_cmpstr (text, ==, "changed index-2: posts.users_1, unique: no → yes\n");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/differences/by-id", test_by_id);
  g_test_add_func ("/model/differences/order", test_order);
  g_test_add_func ("/model/differences/index-on-reference", test_index_on_reference);
  g_test_add_func ("/model/differences/by-names", test_by_names);
  g_test_add_func ("/model/differences/text", test_text);
  g_test_add_func ("/model/differences/adopt-by-chance", test_adopt_by_chance);
  g_test_add_func ("/model/differences/take-over-removed", test_take_over_removed);
  g_test_add_func ("/model/differences/take-over-other-kind", test_take_over_other_kind);
  return g_test_run ();
}
