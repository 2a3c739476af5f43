/* SPDX-License-Identifier: Apache-2.0 */

/* After any edits advice that was kept in step says what advice from nothing says. */

#include "config.h"

#include "advice-fixture.h"
#include "advice/squill-advice-private.h"
#include "chance.h"
#include "model/squill-authoring.h"

#define N_EDITS 1200

static void
report_lines (const char *what, const char *text, const char *other)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_auto (GStrv) others = g_strsplit (other, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (!g_strv_contains ((const char *const *)others, lines[i]))
      g_printerr ("%s: %s\n", what, lines[i]);
}

static gboolean
says_same (SquillAdvice *advice, SquillAdvice *other)
{
  g_autofree char *got = dump_advice (advice);
  g_autofree char *expected = dump_advice (other);

  if (g_str_equal (got, expected))
    return TRUE;
  report_lines ("too much", got, expected);
  report_lines ("missing", expected, got);
  return FALSE;
}

/* Whether advice says what advice from nothing says. */
static gboolean
is_up_to_date (SquillAdvice *advice, SquillModel *model)
{
  g_autoptr (SquillAdvice) other = advise (model);

  return says_same (advice, other);
}

/* What changed since advice was right last. */
static void
on_model_changed (SquillModel *model, SquillChange *change, GString *edits)
{
  for (guint i = 0; i < change->entries->len; i++)
    {
      const SquillChangeEntry *entry = change->entries->pdata[i];

      g_string_append_printf (edits, "edit %u of %s %s in %s: %x\n", entry->type,
                              squill_kind_get_name (entry->kind), entry->id, entry->owner,
                              entry->aspects);
    }
}

/* What is given while work is left is about something that is there. */
static void
assert_known_is_there (SquillAdvice *advice, SquillModel *model)
{
  const GPtrArray *findings = squill_advice_get_findings (advice);

  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];

      g_assert_nonnull (squill_model_get_item (model, finding->subject));
      g_assert_cmpint (squill_advice_get_worst (advice, finding->subject), >=,
                       finding->dismissed ? -1 : (int)finding->severity);
    }
}

static void
test_random (gconstpointer data)
{
  g_autoptr (GString) edits = g_string_new (NULL);
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise (model);
  /* Edits come between its steps. */
  g_autoptr (SquillAdvice) stepping = advise (model);
  guint32 seed = GPOINTER_TO_UINT (data);
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GRand) steps = g_rand_new_with_seed (seed);
  Chance chance = { model, random, 0 };

  squill_advice_set_incremental (stepping, TRUE);
  g_signal_connect (model, "changed", G_CALLBACK (on_model_changed), edits);
  for (guint i = 0; i < N_EDITS; i++)
    {
      guint n;

      chance_edit (&chance, advice);
      _squill_advice_work (stepping, (guint)g_rand_int_range (steps, 0, 60));
      if (g_rand_double (steps) < 0.1)
        assert_known_is_there (stepping, model);
      /* Some edits come together before somebody reads. */
      if (g_rand_double (random) < 0.3)
        continue;
      if (!is_up_to_date (advice, model))
        g_error ("After %u edits of seed %u:\n%s", i, seed, edits->str);
      if (g_rand_double (steps) < 0.3)
        {
          squill_advice_complete (stepping);
          g_assert_cmpuint (squill_advice_get_pending (stepping), ==, 0);
          if (!says_same (stepping, advice))
            g_error ("After %u edits of seed %u, step by step:\n%s", i, seed, edits->str);
        }
      g_string_truncate (edits, 0);
      /* A model that has grown too large is no longer quick to check from nothing. */
      squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ENTITY, &n);
      while (n > 25)
        {
          const SquillEntity *entity = chance_pick (&chance, SQUILL_KIND_ENTITY);
          const char *ids[] = { entity->item.id, NULL };

          squill_model_delete (model, ids);
          n--;
        }
      squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP, &n);
      while (n > 30)
        {
          const SquillRelationship *r = chance_pick (&chance, SQUILL_KIND_RELATIONSHIP);
          const char *ids[] = { r->item.id, NULL };

          squill_model_delete (model, ids);
          n--;
        }
    }
}

/* Where the children of one relationship are depends on how large those of another are. */
static void
test_siblings (void)
{
  static const char *const sizes[] = { "900000", "300000", "1200000", "700000", "900000" };
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise (model);

  draw_entity (model, "patient", 1000);
  draw_entity (model, "picture", 10000);
  draw_text (model, "picture", "data", 900000);
  draw_entity (model, "letter", 9000);
  draw_text (model, "letter", "data", 900000);
  draw_relationship (model, "pictures", "patient", "picture", "embed-many", "0..10..10", "1");
  draw_relationship (model, "letters", "patient", "letter", "embed-many", "0..9..9", "1");
  draw_operation (model, "show", "find", "patient", 10);
  change (model, "show", "follows", "['pictures', 'letters']");
  g_assert_true (is_up_to_date (advice, model));
  for (guint i = 0; i < 2 * G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *json = g_strdup_printf ("{'min':%s,'likely':%s,'max':%s}", sizes[i / 2],
                                               sizes[i / 2], sizes[i / 2]);

      change (model, "letter.data", "size", json);
      g_assert_true (is_up_to_date (advice, model));
      change (model, "letters", "placement", i % 2 == 0 ? "'parent-reference'" : "'embed-many'");
      g_assert_true (is_up_to_date (advice, model));
    }
  draw_operation (model, "search", "find", "letter", 500);
  g_assert_true (is_up_to_date (advice, model));
  change (model, "letters", "pinned", "true");
  g_assert_true (is_up_to_date (advice, model));
}

/* Whether a name is free depends on all entities. */
static void
test_new_names (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise (model);
  const SquillFinding *finding;

  draw_entity (model, "policy", 1000);
  change (model, "policy", "as_of", "true");
  draw_text (model, "policy", "terms", 500);
  draw_operation (model, "amend", "update", "policy", 0.1);
  change (model, "amend", "writes", "[{'path': 'policy.terms'}]");
  draw_entity (model, "other", 10);
  finding = find_finding (advice, "pattern-document-version", "policy");
  g_assert_nonnull (finding);
  g_assert_cmpstr (finding->fix->label, ==, "Keep earlier states in “policy_revisions”");

  change (model, "other", "name", "'policy_revisions'");
  finding = find_finding (advice, "pattern-document-version", "policy");
  g_assert_cmpstr (finding->fix->label, ==, "Keep earlier states in “policy_revisions2”");
  g_assert_true (is_up_to_date (advice, model));

  squill_model_delete (model, (const char *const[]){ "other", NULL });
  finding = find_finding (advice, "pattern-document-version", "policy");
  g_assert_cmpstr (finding->fix->label, ==, "Keep earlier states in “policy_revisions”");
  g_assert_true (is_up_to_date (advice, model));
}

/* How much an operation writes depends on all that it goes through. */
static void
test_far_writes (void)
{
  static const char *const names[] = { "event", "part", "detail", "note" };
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise (model);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    draw_entity (model, names[i], 1e6);
  draw_array (model, "event", "tags", "string", "1..20..50");
  draw_index (model, "event", "by-tag", "[{'path': 'event.tags', 'how': '1'}]");
  draw_field (model, "event", "at", "date");
  draw_index (model, "event", "by-date", "[{'path': 'event.at', 'how': '1'}]");
  for (guint i = 1; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *id = g_strconcat (names[i], "s", NULL);

      draw_relationship (model, id, names[i - 1], names[i], "parent-reference", "1..2..3", "1");
    }
  draw_operation (model, "insert event", "insert", "event", 100);
  change (model, "insert event", "follows", "['parts', 'details', 'notes']");
  g_assert_nonnull (find_finding (advice, "write-heavy-indexes", "event"));
  change (model, "notes", "children", "{'min': 1, 'likely': 20, 'max': 30}");
  g_assert_true (is_up_to_date (advice, model));
}

/* What one operation does to a document adds to what others do to it. */
static void
test_shared_document (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise (model);

  draw_entity (model, "counter", 1);
  draw_field (model, "counter", "views", "long");
  draw_operation (model, "count view", "update", "counter", 90);
  draw_operation (model, "count share", "update", "counter", 1);
  g_assert_null (find_finding (advice, "counter-hotspot", "count view"));
  change (model, "count share", "rate", "40");
  g_assert_nonnull (find_finding (advice, "counter-hotspot", "count view"));
  change (model, "count share", "multi", "true");
  g_assert_null (find_finding (advice, "counter-hotspot", "count view"));
  change (model, "count share", "multi", NULL);
  change (model, "count share", "rate", "95");
  g_assert_null (find_finding (advice, "counter-hotspot", "count view"));
  g_assert_nonnull (find_finding (advice, "counter-hotspot", "count share"));
  squill_model_delete (model, (const char *const[]){ "count share", NULL });
  g_assert_true (is_up_to_date (advice, model));
}

/* An operation that itself is as it was comes to the last relationship from its other end. */
static void
test_reroute (void)
{
  static const char *const names[] = { "shop", "order", "line", "part", "visit", "stop" };
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise (model);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    draw_entity (model, names[i], 1000);
  draw_relationship (model, "orders", "shop", "order", "parent-reference", "1..2..3", "1");
  draw_relationship (model, "lines", "order", "line", "parent-reference", "1..2..3", "1");
  draw_relationship (model, "parts", "part", "line", "parent-reference", "1..2..3", "1");
  draw_relationship (model, "visits", "part", "visit", "parent-reference", "1..2..3", "1");
  draw_relationship (model, "stops", "visit", "stop", "parent-reference", "1..2..3", "1");
  draw_operation (model, "show", "find", "shop", 10);
  change (model, "show", "follows", "['orders', 'lines', 'parts', 'visits', 'stops']");
  g_assert_nonnull (find_finding (advice, "parent-ref-unindexed", "visits"));
  change (model, "orders", "child", "'stop'");
  g_assert_null (find_finding (advice, "parent-ref-unindexed", "visits"));
  g_assert_true (is_up_to_date (advice, model));
}

/* What an operation on the innermost of documents in documents touches follows from where the
 * outermost are, however many levels there are between. */
static void
test_deep (gconstpointer user_data)
{
  static const char *const names[] = { "shop", "order", "line", "part", "note" };
  static const char *const placements[] = { "embed-many",       "parent-reference", "embed-many",
                                            "child-references", "bucket",           "subset",
                                            "two-way",          "embed-many" };
  const guint levels = GPOINTER_TO_UINT (user_data);
  const char *deepest = names[levels];

  for (guint edited = 0; edited < levels; edited++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autoptr (SquillAdvice) advice = advise (model);
      g_autofree char *path = g_strconcat (deepest, ".state", NULL);
      g_autofree char *writes = g_strdup_printf ("[{'path': '%s'}]", path);
      g_autofree char *filter = g_strdup_printf ("[{'path': '%s', 'how': 'eq'}]", path);
      g_autofree char *index = g_strdup_printf ("[{'path': '%s', 'how': '1'}]", path);
      g_autofree char *id = g_strconcat (names[edited + 1], "s", NULL);

      for (guint i = 0; i <= levels; i++)
        {
          g_autofree char *inner = g_strconcat (names[i], "s", NULL);

          draw_entity (model, names[i], 1000 * pow (20, i));
          draw_text (model, names[i], "state", 20);
          if (i > 0)
            draw_relationship (model, inner, names[i - 1], names[i], "embed-many", "1..20..300",
                               "1");
        }
      draw_operation (model, "find", "find", deepest, 50);
      change (model, "find", "filter", filter);
      draw_operation (model, "update", "update", deepest, 20);
      change (model, "update", "filter", filter);
      change (model, "update", "writes", writes);
      draw_operation (model, "insert", "insert", deepest, 100);
      draw_entity (model, "aside", 1000);
      draw_operation (model, "browse", "find", "shop", 2000);
      draw_index (model, deepest, "by-state", index);
      g_assert_true (is_up_to_date (advice, model));
      for (guint i = 0; i < G_N_ELEMENTS (placements); i++)
        {
          g_autofree char *json = g_strdup_printf ("'%s'", placements[i]);

          g_test_message ("%s becomes %s", id, placements[i]);
          change (model, id, "placement", json);
          g_assert_true (is_up_to_date (advice, model));
          change (model, id, "children", "{'min': 0, 'likely': 3, 'max': 5}");
          g_assert_true (is_up_to_date (advice, model));
          change (model, id, "children", "{'min': 1, 'likely': 20, 'max': 300}");
          g_assert_true (is_up_to_date (advice, model));
          /* What it touched before the placement was another goes by where documents were then. */
          change (model, "browse", "entity", "'aside'");
          g_assert_true (is_up_to_date (advice, model));
          change (model, "browse", "entity", "'shop'");
          g_assert_true (is_up_to_date (advice, model));
        }
    }
}

/* Findings that differ in nothing but the collection have an order, too. */
static void
test_order (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise (model);

  draw_entity (model, "item", 1000);
  draw_field (model, "item", "at", "date");
  draw_field (model, "item", "by", "date");
  draw_index (model, "item", "expiry",
              "[{'path': 'item.at', 'how': '1'}, {'path': 'item.by', 'how': '1'}]");
  change (model, "expiry", "expire_after", "60");
  for (guint i = 0; i < 9; i++)
    {
      g_autofree char *holder = g_strdup_printf ("holder%u", i);
      g_autofree char *id = g_strdup_printf ("in-%s", holder);

      draw_entity (model, holder, 1000);
      draw_relationship (model, id, holder, "item", "bucket", "1..2..3", "1");
    }
  g_assert_nonnull (find_finding (advice, "ttl-invalid", "expiry"));
  change (model, "item.at", "name", "'since'");
  g_assert_true (is_up_to_date (advice, model));
}

int
main (int argc, char *argv[])
{
  const char *seeds = g_getenv ("SQUILL_TEST_SEEDS"); /* more of them, for a long night */
  guint n = seeds == NULL ? 2 : (guint)g_ascii_strtoull (seeds, NULL, 10);

  g_test_init (&argc, &argv, NULL);
  for (guint i = 1; i <= n; i++)
    {
      g_autofree char *path = g_strdup_printf ("/advice/incremental/%u", i);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_random);
    }
  g_test_add_func ("/advice/incremental/siblings", test_siblings);
  g_test_add_func ("/advice/incremental/new-names", test_new_names);
  g_test_add_func ("/advice/incremental/far-writes", test_far_writes);
  g_test_add_func ("/advice/incremental/shared-document", test_shared_document);
  g_test_add_func ("/advice/incremental/reroute", test_reroute);
  g_test_add_data_func ("/advice/incremental/deep/3", GUINT_TO_POINTER (3), test_deep);
  g_test_add_data_func ("/advice/incremental/deep/4", GUINT_TO_POINTER (4), test_deep);
  g_test_add_func ("/advice/incremental/order", test_order);
  return g_test_run ();
}
