/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/reference/squill-decisions.h"

static void
test_nothing (void)
{
  g_autoptr (SquillDecisions) decisions = squill_decisions_new ();
  json_t *json = squill_decisions_to_json (decisions);

  g_assert_true (squill_decisions_is_empty (decisions));
  g_assert_cmpint (squill_decisions_get_reference (decisions, "a.b", "c._id"), ==,
                   SQUILL_DECISION_NONE);
  g_assert_cmpint (squill_decisions_get_map (decisions, "a.b"), ==, SQUILL_DECISION_NONE);
  g_assert_cmpint (json_object_size (json), ==, 0);
  json_decref (json);
}

static void
test_set (void)
{
  g_autoptr (SquillDecisions) decisions = squill_decisions_new ();
  g_auto (GStrv) maps = NULL;

  squill_decisions_set_reference (decisions, "orders.by", "people._id", SQUILL_DECISION_REJECTED);
  squill_decisions_set_reference (decisions, "orders.by", "customers._id",
                                  SQUILL_DECISION_ACCEPTED);
  squill_decisions_set_map (decisions, "orders.at", SQUILL_DECISION_ACCEPTED);
  g_assert_false (squill_decisions_is_empty (decisions));
  g_assert_cmpint (squill_decisions_get_reference (decisions, "orders.by", "people._id"), ==,
                   SQUILL_DECISION_REJECTED);
  g_assert_cmpint (squill_decisions_get_reference (decisions, "orders.by", "customers._id"), ==,
                   SQUILL_DECISION_ACCEPTED);
  g_assert_cmpint (squill_decisions_get_reference (decisions, "orders", "people._id"), ==,
                   SQUILL_DECISION_NONE);
  g_assert_cmpint (squill_decisions_get_map (decisions, "orders.at"), ==, SQUILL_DECISION_ACCEPTED);
  /* A place of a map is not the begin of a reference. */
  g_assert_cmpint (squill_decisions_get_map (decisions, "orders.by"), ==, SQUILL_DECISION_NONE);

  maps = squill_decisions_list_maps (decisions);
  g_assert_cmpuint (g_strv_length (maps), ==, 1);
  g_assert_cmpstr (maps[0], ==, "orders.at");

  squill_decisions_set_reference (decisions, "orders.by", "people._id", SQUILL_DECISION_NONE);
  squill_decisions_set_reference (decisions, "orders.by", "customers._id", SQUILL_DECISION_NONE);
  squill_decisions_set_map (decisions, "orders.at", SQUILL_DECISION_NONE);
  g_assert_true (squill_decisions_is_empty (decisions));
}

static void
test_later_ones_hold (void)
{
  g_autoptr (SquillDecisions) first = squill_decisions_new ();
  g_autoptr (SquillDecisions) later = squill_decisions_new ();
  g_autoptr (SquillDecisions) copy = squill_decisions_new ();

  squill_decisions_set_map (first, "a.b", SQUILL_DECISION_ACCEPTED);
  squill_decisions_set_map (first, "a.c", SQUILL_DECISION_ACCEPTED);
  squill_decisions_set_map (later, "a.b", SQUILL_DECISION_REJECTED);
  squill_decisions_set_reference (later, "a.d", "b._id", SQUILL_DECISION_REJECTED);
  squill_decisions_add (copy, first);
  squill_decisions_add (copy, later);
  squill_decisions_add (copy, NULL);

  g_assert_cmpint (squill_decisions_get_map (copy, "a.b"), ==, SQUILL_DECISION_REJECTED);
  g_assert_cmpint (squill_decisions_get_map (copy, "a.c"), ==, SQUILL_DECISION_ACCEPTED);
  g_assert_cmpint (squill_decisions_get_reference (copy, "a.d", "b._id"), ==,
                   SQUILL_DECISION_REJECTED);
  /* The first are as they were. */
  g_assert_cmpint (squill_decisions_get_map (first, "a.b"), ==, SQUILL_DECISION_ACCEPTED);
  g_assert_cmpint (squill_decisions_get_reference (first, "a.d", "b._id"), ==,
                   SQUILL_DECISION_NONE);
}

/* In whatever order it was decided, it is written in the same. */
static void
test_json (void)
{
  g_autoptr (SquillDecisions) decisions = squill_decisions_new ();
  g_autoptr (SquillDecisions) again = NULL;
  json_t *json, *json_again, *wanted;

  squill_decisions_set_reference (decisions, "b.x{}.y[]", "c.k{key}", SQUILL_DECISION_REJECTED);
  squill_decisions_set_reference (decisions, "a.x", "c._id", SQUILL_DECISION_ACCEPTED);
  squill_decisions_set_map (decisions, "b.x", SQUILL_DECISION_ACCEPTED);
  json = squill_decisions_to_json (decisions);
  wanted = json_pack ("{s:[{s:s, s:s, s:s}, {s:s, s:s, s:s}], s:[{s:s, s:s}]}", "references",
                      "from", "a.x", "to", "c._id", "decision", "accepted", "from", "b.x{}.y[]",
                      "to", "c.k{key}", "decision", "rejected", "maps", "place", "b.x", "decision",
                      "accepted");
  g_assert_true (json_equal (json, wanted));
  again = squill_decisions_new_from_json (json);
  json_again = squill_decisions_to_json (again);
  g_assert_true (json_equal (json, json_again));
  json_decref (json);
  json_decref (json_again);
  json_decref (wanted);
}

static void
test_strange_json (void)
{
  static const char *const texts[] = {
    "[]",
    "{\"references\": 1, \"maps\": {}}",
    "{\"references\": [1, {}, {\"from\": \"a\"}, {\"from\": \"a\", \"to\": 1}]}",
    "{\"references\": [{\"from\": \"a\", \"to\": \"b\", \"decision\": \"perhaps\"}]}",
    "{\"maps\": [null, {\"place\": 3, \"decision\": \"accepted\"}, {\"place\": \"a\"}]}",
  };
  g_autoptr (SquillDecisions) none = squill_decisions_new_from_json (NULL);

  g_assert_true (squill_decisions_is_empty (none));
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      json_t *json = json_loads (texts[i], 0, NULL);
      g_autoptr (SquillDecisions) decisions = squill_decisions_new_from_json (json);

      g_assert_nonnull (json);
      g_assert_true (squill_decisions_is_empty (decisions));
      json_decref (json);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/inspect/decisions/nothing", test_nothing);
  g_test_add_func ("/inspect/decisions/set", test_set);
  g_test_add_func ("/inspect/decisions/later-ones-hold", test_later_ones_hold);
  g_test_add_func ("/inspect/decisions/json", test_json);
  g_test_add_func ("/inspect/decisions/strange-json", test_strange_json);
  return g_test_run ();
}
