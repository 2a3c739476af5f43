/* SPDX-License-Identifier: Apache-2.0 */

/* Regular expressions of servers in JavaScript, and the other way round. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <jansson.h>
#include <string.h>

#include "exchange/squill-pattern.h"

static const char *const texts[] = {
  "",     "a",    "A",    "ab",   "aB", "AB",       "aab",      "a-b",     "a]b",
  "a{2}", "a b",  "a\tb", "1",    "12", "2024-01",  "x@y.org",  "X@Y.ORG", "\n",
  "a\nb", "\r\n", "é",    "É",    "éa", "λ",        "🎈",        "_",       "-",
  "[",    "]",    "a/b",  "a\\b", "^",  "abab",     "+49 30",   "(a)",     "z",
  "Z",    "m",    "a.b",  "axb",  "::", "a\u00a0b", "a\u2028b", "\x1b",    "aa",
};

/* What becomes of it with flags beside it and without; NULL where JavaScript cannot say it. */
static const struct
{
  const char *pattern;
  const char *with_flags;
  const char *flags;
  const char *alone;
} cases[] = {
  { "^[a-z]+$", "^[a-z]+$", "", "^[a-z]+$" },
  { "(?i)^ab", "^ab", "i", "^[aA][bB]" },
  { "(?i)[b-y]", "[b-y]", "i", "[b-yB-Y]" },
  { "(?i)é", "é", "i", "[éÉ]" },
  { "(?s)a.b", "a.b", "s", "a[\\s\\S]b" },
  { "(?m)^b", "(?<![^\\n])b", "", "(?<![^\\n])b" },
  { "(?im)a$", "a(?![^\\n])", "i", "[aA](?![^\\n])" },
  { "\\Aab\\z", "^ab$", "", "^ab$" },
  { "^\\d{4}-\\d\\d$", "^\\d{4}-\\d\\d$", "", "^\\d{4}-\\d\\d$" },
  { "[]a]b", "[\\]a]b", "", "[\\]a]b" },
  { "[^]a]", "[^\\]a]", "", "[^\\]a]" },
  { "a{2", "a\\{2", "", "a\\{2" },
  { "a\\{2}", "a\\{2\\}", "", "a\\{2\\}" },
  { "[[:alpha:]_]+", "[a-zA-Z_]+", "", "[a-zA-Z_]+" },
  { "^[[:upper:]]", "^[A-Z]", "", "^[A-Z]" },
  { "(?i)^[[:upper:]]", "^[a-zA-Z]", "i", "^[a-zA-Z]" },
  { "[\\w-]+@", "[\\w\\-]+@", "", "[\\w\\-]+@" },
  { "[a\\-z]", "[a\\-z]", "", "[a\\-z]" },
  { "[+-]", "[+\\-]", "", "[+\\-]" },
  { "a\\-b", "a-b", "", "a-b" },
  { "\\@|\\_", "@|_", "", "@|_" },
  { "\\Qa.b\\E", "a\\.b", "", "a\\.b" },
  { "(?P<x>a)b(?P=x)", "(?<x>a)b\\k<x>", "", "(?<x>a)b\\k<x>" },
  { "(?<x>ab)\\k{x}", "(?<x>ab)\\k<x>", "", "(?<x>ab)\\k<x>" },
  { "(ab)\\1", "(ab)\\1", "", "(ab)\\1" },
  { "a(?#what follows)b", "ab", "", "ab" },
  { "a(?=b)", "a(?=b)", "", "a(?=b)" },
  { "(?<!a)b", "(?<!a)b", "", "(?<!a)b" },
  { "\\x61\\x{e9}", "aé", "", "aé" },
  { "\\x{1f388}", "🎈", "", "🎈" },
  { "\\p{Lu}", "\\p{Lu}", "", "\\p{Lu}" },
  { "\\p{Greek}", "\\p{Script=Greek}", "", "\\p{Script=Greek}" },
  { "\\pL", "\\p{L}", "", "\\p{L}" },
  { "\\P{^L}", "\\p{L}", "", "\\p{L}" },
  { "a\\hb", NULL, NULL, NULL },
  { "^\\N+$", "^[^\\n]+$", "", "^[^\\n]+$" },
  { "\\e", "\\x1b", "", "\\x1b" },
  { "a/b", "a/b", "", "a/b" },
  { "[\\\\]", "[\\\\]", "", "[\\\\]" },
  { "[\\d-]", "[\\d\\-]", "", "[\\d\\-]" },
  { "a+?b??", "a+?b??", "", "a+?b??" },
};

static const char *const untranslatable[] = {
  "a++",       "(?>a)", "(?|a)",    "(?R)",       "(?(1)a)", "a(?i)b", "(?i:a)",   "(?x) a",
  "\\Gab",     "a\\Kb", "(*UTF8)a", "\\X",        "(a",      "a)",     "[a",       "^*",
  "(?=a)*",    "\\1",   "(a)\\12",  "(?i)(a)\\1", "[z-a]",   "\\",     "\\p{Xan}", "\\g1",
  "[[:foo:]]", "\xff",  "(?P>x)",   "a{1}+",      "+a",
};

/* What Node finds is what the server finds. */
static void
compare_with_node (void)
{
  g_autofree char *node = g_find_program_in_path ("node");
  g_autofree char *path = NULL, *output = NULL, *messages = NULL, *dumped = NULL, *script = NULL;
  g_autoptr (GError) error = NULL;
  json_auto_t *tests = json_array ();
  int fd, status;

  if (node == NULL)
    {
      g_test_message ("Node is not here");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GRegex) regex = NULL;

      if (cases[i].alone == NULL)
        continue;
      regex = g_regex_new (cases[i].pattern, G_REGEX_NEWLINE_LF, 0, &error);
      g_assert_no_error (error);
      for (guint j = 0; j < G_N_ELEMENTS (texts); j++)
        {
          const gboolean found = g_regex_match (regex, texts[j], 0, NULL);

          /* Unlike a server, GLib has letters of all scripts in these. */
          if (strstr (cases[i].pattern, "[:") != NULL &&
              (!g_str_is_ascii (texts[j]) || cases[i].pattern[0] == '('))
            continue;
          /* A difference that is known. */
          if (strchr (cases[i].pattern, '$') != NULL && g_str_has_suffix (texts[j], "\n"))
            continue;
          json_array_append_new (tests, json_pack ("[s, s, s, b]", cases[i].with_flags,
                                                   cases[i].flags, texts[j], found));
          json_array_append_new (tests,
                                 json_pack ("[s, s, s, b]", cases[i].alone, "", texts[j], found));
        }
    }
  dumped = json_dumps (tests, 0);
  script = g_strdup_printf ("for (const [pattern, flags, text, found] of %s)\n"
                            "  if (new RegExp(pattern, 'u' + flags).test(text) !== found)\n"
                            "    throw new Error(JSON.stringify([pattern, flags, text, found]));\n",
                            dumped);
  fd = g_file_open_tmp ("squill-XXXXXX.js", &path, &error);
  g_assert_no_error (error);
  g_close (fd, NULL);
  g_file_set_contents (path, script, -1, &error);
  g_assert_no_error (error);
  g_spawn_sync (NULL, (char *[]){ node, path, NULL }, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output,
                &messages, &status, &error);
  g_assert_no_error (error);
  if (!g_spawn_check_wait_status (status, NULL))
    g_error ("%s", messages);
  g_unlink (path);
}

static void
test_to_javascript (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *flags = NULL;
      g_autofree char *with_flags = squill_pattern_to_javascript (cases[i].pattern, &flags);
      g_autofree char *alone = squill_pattern_to_javascript (cases[i].pattern, NULL);

      if (cases[i].alone == NULL)
        {
          g_assert_nonnull (alone);
          continue;
        }
      g_assert_cmpstr (with_flags, ==, cases[i].with_flags);
      g_assert_cmpstr (flags, ==, cases[i].flags);
      g_assert_cmpstr (alone, ==, cases[i].alone);
    }
  for (guint i = 0; i < G_N_ELEMENTS (untranslatable); i++)
    {
      g_autofree char *alone = squill_pattern_to_javascript (untranslatable[i], NULL);

      if (alone != NULL)
        g_error ("%s is %s", untranslatable[i], alone);
    }
  compare_with_node ();
}

static void
test_from_javascript (void)
{
  static const char *const pairs[][2] = {
    { "^[a-z]+$", "^[a-z]+$" },
    { "\\u0041\\u{1f388}", "\\x{41}\\x{1f388}" },
    { "\\ud83c\\udf88", "\\x{1f388}" },
    { "\\ud83c", NULL },
    { "[^]|[]", "[\\s\\S]|(?!)" },
    { "[[:a]", "[\\[:a]" },
    { "\\p{Script=Greek}\\p{Lu}", "\\p{Greek}\\p{Lu}" },
    { "\\p{Letter}", NULL },
    { "\\v\\/\\\\u", "\\x0b\\/\\\\u" },
    { "\\uzzzz", NULL },
    { "a\\", "a\\" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *translated = squill_pattern_from_javascript (pairs[i][0]);

      g_assert_cmpstr (translated, ==, pairs[i][1]);
    }
}

static void
test_to_python (void)
{
  static const char *const pairs[][2] = {
    { "^[a-z]+$", "^[a-z]+$" },
    { "(?i)^x.y", "(?i)^x.y" },
    { "\\d{2}\\W", "[0-9]{2}[^0-9A-Za-z_]" },
    { "[\\d_]\\b", "[0-9_](?a:\\b)" },
    { "[^\\s]", "[^\\t-\\r ]" },
    { "[\\D]", NULL },
    { "(?<x>a)|(?:b)", "(?P<x>a)|(?:b)" },
    { "[a&&b~~c]", "[a\\&\\&b\\~\\~c]" },
    { "[[]", "[\\[]" },
    { "(?=a)b", "(?=a)b" },
    { "(?m)^a", "(?<![^\\n])a" },
    { "(?<!a)b", NULL },
    { "(a)\\1", NULL },
    { "(?>a)+", NULL },
    { "a++", NULL },
    { "a\\Bb", NULL },
    { "\\x{feff}", "\\U0000feff" },
    { "[\\x{d800}]", NULL },
    { "a{2", "a\\{2" },
    { "\\p{Lu}", NULL },
    { "a\\Z", "a(?=\\n?\\Z)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *translated = squill_pattern_to_python (pairs[i][0]);

      g_assert_cmpstr (translated, ==, pairs[i][1]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pattern/to-javascript", test_to_javascript);
  g_test_add_func ("/pattern/to-python", test_to_python);
  g_test_add_func ("/pattern/from-javascript", test_from_javascript);
  return g_test_run ();
}
