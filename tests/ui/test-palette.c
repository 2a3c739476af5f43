/* SPDX-License-Identifier: Apache-2.0 */

/* Commands have one name everywhere, and all that can be done or gone to is found by typing. */

#include "config.h"

#include <string.h>

#include "model/squill-authoring.h"
#include "session/squill-palette.h"
#include "session/squill-word-search.h"

static void
test_words (void)
{
  const struct
  {
    const char *typed;
    const char *text;
    gboolean matches;
  } rows[] = {
    { "zoom fit", "Zoom to Fit", TRUE }, { "fit zoom", "Zoom to Fit", TRUE },
    { "ZO", "Zoom to Fit", TRUE },       { "", "Zoom to Fit", TRUE },
    { "zoom in", "Zoom to Fit", FALSE }, { "émile", "Émile", TRUE },
    { "oom", "Zoom to Fit", TRUE },      { "  fit  ", "Zoom to Fit", TRUE },
  };
  g_autoptr (SquillWordSearch) search = squill_word_search_new ("in");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (SquillWordSearch) row = squill_word_search_new (rows[i].typed);

      g_test_message ("%s", rows[i].typed);
      g_assert_cmpint (squill_word_search_matches (row, rows[i].text), ==, rows[i].matches);
    }
  /* Where a text begins with it, where a word does, in the middle of one. */
  g_assert_cmpint (squill_word_search_rank (search, "inside"), <,
                   squill_word_search_rank (search, "zoom in"));
  g_assert_cmpint (squill_word_search_rank (search, "zoom in"), <,
                   squill_word_search_rank (search, "line"));
}

static SquillPaletteEntry *
find_first (GPtrArray *entries, const char *text)
{
  static SquillPaletteEntry *kept;
  g_autoptr (GPtrArray) found = squill_palette_find (entries, text, 10);

  g_test_message ("%s: %u", text, found->len);
  g_assert_cmpuint (found->len, >, 0);
  g_set_object (&kept, found->pdata[0]);
  return kept;
}

static void
test_entries (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *posts = squill_model_add_entity (model, "posts", 0, 0);
  g_autofree char *title =
      squill_model_add_field (model, posts, NULL, "headline", SQUILL_TYPE_STRING);
  g_autofree char *show =
      squill_model_add_operation (model, "newest first", SQUILL_OPERATION_FIND, posts);
  g_autoptr (SquillSession) session = squill_session_new (model, NULL);
  g_autoptr (GPtrArray) entries = squill_palette_list (session, NULL, NULL);
  g_autoptr (GPtrArray) none = squill_palette_find (entries, "qqq", 10);
  g_autoptr (GPtrArray) first = squill_palette_find (entries, "", 3);
  g_autoptr (GPtrArray) nothing = squill_palette_find (entries, "", 0);
  GPtrArray *findings = squill_advice_get_findings (squill_session_get_advice (session));

  g_assert_cmpuint (first->len, ==, 3);
  for (guint i = 0; i < first->len; i++)
    g_assert_true (first->pdata[i] == entries->pdata[i]);
  g_assert_cmpuint (nothing->len, ==, 0);
  g_assert_cmpstr (squill_palette_entry_get_item (find_first (entries, "posts")), ==, posts);
  g_assert_cmpstr (squill_palette_entry_get_item (find_first (entries, "headline")), ==, title);
  g_assert_cmpstr (squill_palette_entry_get_item (find_first (entries, "posts headline")), ==,
                   title);
  g_assert_cmpstr (squill_palette_entry_get_item (find_first (entries, "first newest")), ==, show);
  g_assert_cmpstr (squill_palette_entry_get_command (find_first (entries, "fit zoom"))->action, ==,
                   "canvas.zoom-fit");
  /* By words that others use for it. */
  g_assert_cmpstr (squill_palette_entry_get_command (find_first (entries, "layout"))->action, ==,
                   "canvas.arrange-all");
  g_assert_cmpstr (squill_palette_entry_get_command (find_first (entries, "reverse"))->action, ==,
                   "canvas.swap-ends");
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpuint (findings->len, >, 0);
  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];

      if (!finding->dismissed)
        g_assert_nonnull (squill_palette_entry_get_item (find_first (entries, finding->title)));
    }
}

static gboolean
is_not_about_patterns (const SquillAction *command, gpointer data)
{
  return !g_str_equal (command->action, "win.patterns") &&
         !g_str_equal (command->action, "canvas.zoom-in");
}

/* What cannot be done now is found, after the rest, and says so. */
static void
test_unavailable (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillSession) session = squill_session_new (model, NULL);
  g_autoptr (GPtrArray) entries = squill_palette_list (session, is_not_about_patterns, NULL);
  g_autoptr (GPtrArray) zooms = squill_palette_find (entries, "zoom", 10);
  SquillPaletteEntry *patterns = find_first (entries, "patterns");

  g_assert_false (squill_palette_entry_is_available (patterns));
  g_assert_nonnull (squill_palette_entry_get_note (patterns));
  g_assert_cmpuint (zooms->len, >, 2);
  for (guint i = 0; i < zooms->len; i++)
    g_assert_cmpint (squill_palette_entry_is_available (zooms->pdata[i]), ==, i + 1 < zooms->len);
}

/* A title as it is compared: without mnemonic, dots and case. */
static char *
simplify (const char *title)
{
  g_autofree char *folded = g_utf8_casefold (title, -1);
  GString *text = g_string_new (folded);

  g_string_replace (text, "_", "", 0);
  g_string_replace (text, "…", "", 0);
  return g_string_free (text, FALSE);
}

static void
check_names (const char *file, const char *pattern, guint title_group, guint action_group)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "ui", "shell", file, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  guint n = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_regex_match (regex, text, 0, &match);
  for (; g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_autofree char *title = g_match_info_fetch (match, title_group);
      g_autofree char *action = g_match_info_fetch (match, action_group);
      const SquillAction *command = squill_action_find (action);
      g_autofree char *shown = simplify (title);
      g_autofree char *name = NULL;

      g_test_message ("%s", action);
      g_assert_nonnull (command);
      name = simplify (command->title);
      g_assert_cmpstr (shown, ==, name);
      n++;
    }
  g_assert_cmpuint (n, >, 10);
}

static void
test_one_name (void)
{
  guint n;
  const SquillAction *commands = squill_actions_get (&n);

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < i; j++)
      {
        g_assert_cmpstr (commands[i].action, !=, commands[j].action);
        for (guint a = 0; commands[i].keys[a] != NULL; a++)
          for (guint b = 0; commands[j].keys[b] != NULL; b++)
            g_assert_cmpstr (commands[i].keys[a], !=, commands[j].keys[b]);
      }
  check_names ("squill-window.ui",
               "<attribute name=\"label\" translatable=\"yes\">([^<]*)</attribute>\\s*"
               "<attribute name=\"action\">([^<]*)</attribute>",
               1, 2);
  check_names ("help-overlay.ui",
               "<property name=\"title\" translatable=\"yes\">([^<]*)</property>"
               "<property name=\"action-name\">([^<]*)</property>",
               1, 2);
}

/* A key without Ctrl or Alt would be taken from whatever is typed into. */
static void
test_typing (void)
{
  guint n, n_typed = 0;
  const SquillAction *commands = squill_actions_get (&n);

  for (guint i = 0; i < n; i++)
    for (guint k = 0; commands[i].keys[k] != NULL; k++)
      if (strlen (commands[i].keys[k]) == 1 || g_str_equal (commands[i].keys[k], "period"))
        {
          g_test_message ("%s", commands[i].action);
          g_assert_true (squill_action_is_of_canvas (&commands[i]));
          n_typed++;
        }
  g_assert_cmpuint (n_typed, >, 5);
  g_assert_false (squill_action_is_of_canvas (squill_action_find ("win.undo")));
}

/* What texts have as well is shown with its keys, too, but left to them where one is edited. */
static void
test_keys_of_texts (void)
{
  static const char *const shared[] = { "win.cut", "win.copy", "win.paste", "win.select-all",
                                        "win.duplicate" };

  for (guint i = 0; i < G_N_ELEMENTS (shared); i++)
    {
      g_assert_true (g_str_has_prefix (squill_action_find (shared[i])->keys[0], "<Control>"));
      g_assert_true (squill_action_find (shared[i])->in_texts);
    }
  g_assert_false (squill_action_find ("win.undo")->in_texts);
}

/* A key as the manual writes it, for a regular expression. */
static char *
write_key (const char *key)
{
  static const struct
  {
    const char *name;
    const char *written;
  } written[] = {
    { "<Control>", "Ctrl+" }, { "<Shift>", "Shift+" },
    { "<Alt>", "Alt+" },      { "Page_Down", "Page Down" },
    { "Page_Up", "Page Up" }, { "plus", "+" },
    { "minus", "−" },         { "period", "." },
    { "comma", "," },         { "question", "?" },
    { "slash", "/" },
  };
  g_autoptr (GString) text = g_string_new (key);
  gsize last;

  for (guint i = 0; i < G_N_ELEMENTS (written); i++)
    g_string_replace (text, written[i].name, written[i].written, 0);
  last = text->len - 1;
  if (g_ascii_islower (text->str[last]) && (last == 0 || text->str[last - 1] == '+'))
    text->str[last] = g_ascii_toupper (text->str[last]);
  return g_regex_escape_string (text->str, -1);
}

/* The manual has each key of a command. */
static void
test_manual (void)
{
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "..", "docs", "manual", "keys.md", NULL);
  g_autofree char *text = NULL;
  const SquillAction *commands;
  guint n;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  commands = squill_actions_get (&n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *keys = NULL;
      g_autofree char *pattern = NULL;

      if (commands[i].keys[0] == NULL)
        continue;
      keys = write_key (commands[i].keys[0]);
      pattern = g_strdup_printf ("(?<![\\w+])%s(?!\\w)", keys);
      g_test_message ("%s: %s", commands[i].action, keys);
      g_assert_true (g_regex_match_simple (pattern, text, 0, 0));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/palette/words", test_words);
  g_test_add_func ("/palette/entries", test_entries);
  g_test_add_func ("/palette/unavailable", test_unavailable);
  g_test_add_func ("/palette/one-name", test_one_name);
  g_test_add_func ("/palette/typing", test_typing);
  g_test_add_func ("/palette/keys-of-texts", test_keys_of_texts);
  g_test_add_func ("/palette/manual", test_manual);
  return g_test_run ();
}
