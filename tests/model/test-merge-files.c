/* SPDX-License-Identifier: Apache-2.0 */

/* Merges of states that no editing in steps leads to, or that are about whole trees: nothing gets
 * lost, and what comes out can be read again. */

#include "config.h"

#include <string.h>

#include "model/squill-authoring.h"
#include "model/squill-model-file.h"
#include "model/squill-model-merge.h"

/* A file of what stands in it behind the head; in @content apostrophes stand for quotes. */
static char *
file_of (const char *content)
{
  return g_strdelimit (
      g_strconcat ("{'format':'squill/model','version':1", *content ? "," : "", content, "}", NULL),
      "'", '"');
}

static SquillModel *
read_model (const char *content)
{
  g_autofree char *data = file_of (content);
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_model_new_from_data (data, strlen (data), &error);

  g_assert_no_error (error);
  return model;
}

static SquillModel *
merge (const char *base, const char *ours, const char *theirs)
{
  g_autoptr (SquillModel) before = read_model (base);
  g_autoptr (SquillModel) mine = read_model (ours);
  g_autoptr (SquillModel) other = read_model (theirs);
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) merged = squill_models_merge (before, mine, other, NULL, &error);
  g_autofree char *data = NULL;
  g_autofree char *data_again = NULL;
  SquillModel *again;

  g_assert_no_error (error);
  data = squill_model_to_data (merged, NULL);
  again = squill_model_new_from_data (data, strlen (data), &error);
  g_assert_no_error (error);
  data_again = squill_model_to_data (again, NULL);
  g_assert_cmpstr (data_again, ==, data);
  return again;
}

static void
assert_has (SquillModel *model, const char *ids)
{
  g_auto (GStrv) list = g_strsplit (ids, " ", -1);

  for (guint i = 0; list[i] != NULL; i++)
    if (squill_model_get_item (model, list[i]) == NULL)
      g_error ("“%s” is lost", list[i]);
}

/* Ours puts Y into W, theirs W into Y and removes P, in which W was. */
static void
test_circle_in_removed (void)
{
  g_autoptr (SquillModel) merged = merge (
      "'entities':{'E':{'name':'e','fields':{'P':{'name':'p','fields':{'W':{'name':'w'}}},"
      "'Y':{'name':'y'}}}}",
      "'entities':{'E':{'name':'e','fields':{'P':{'name':'p','fields':{'W':{'name':'w',"
      "'fields':{'Y':{'name':'y'}}}}}}}}",
      "'entities':{'E':{'name':'e','fields':{'Y':{'name':'y','fields':{'W':{'name':'w'}}}}}}");
  g_autoptr (GPtrArray) conflicts = squill_model_list_conflicts (merged);

  assert_has (merged, "E P W Y");
  g_assert_cmpuint (conflicts->len, >, 0);
}

/* What is put back to open one circle closes another. */
static void
test_circle_of_circles (void)
{
  g_autoptr (SquillModel) merged =
      merge ("'entities':{'E':{'name':'e','fields':{'j':{'name':'j','fields':{'i':{'name':'i'}}},"
             "'X':{'name':'x'}}}}",
             "'entities':{'E':{'name':'e','fields':{'j':{'name':'j','fields':{'i':{'name':'i',"
             "'fields':{'X':{'name':'x'}}}}}}}}",
             "'entities':{'E':{'name':'e','fields':{'X':{'name':'x','fields':{'i':{'name':'i',"
             "'fields':{'j':{'name':'j'}}}}}}}}");
  g_autoptr (GPtrArray) conflicts = squill_model_list_conflicts (merged);

  assert_has (merged, "E j i X");
  g_assert_cmpuint (conflicts->len, >, 0);
}

/* A chain of fields, each in the one before, with @inner in the last. */
static char *
chain (const char *prefix, guint n, const char *inner)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s'%s%u':{'name':'%s%u'", i > 0 ? ",'fields':{" : "", prefix, i,
                            prefix, i);
  if (inner != NULL)
    g_string_append_printf (text, ",'fields':{%s}", inner);
  for (guint i = 0; i < n; i++)
    g_string_append (text, i > 0 ? "}}" : "}");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static SquillModel *
read_fields (const char *one, const char *other)
{
  g_autofree char *content = g_strdup_printf ("'entities':{'E':{'name':'e','fields':{%s%s%s}}}",
                                              one, other != NULL ? "," : "", other ? other : "");

  return read_model (content);
}

/* Each side nests as deep as a file can be, and both together deeper: it is said. */
static void
test_too_deep (void)
{
  const guint n = 45;
  g_autofree char *a = chain ("a", n, NULL);
  g_autofree char *b = chain ("b", n, NULL);
  g_autofree char *c = chain ("c", n, NULL);
  g_autofree char *b_in_a = chain ("a", n, b);
  g_autofree char *c_in_b = chain ("b", n, c);
  g_autofree char *b_and_c = g_strconcat (b, ",", c, NULL);
  g_autoptr (SquillModel) base = read_fields (a, b_and_c);
  g_autoptr (SquillModel) ours = read_fields (b_in_a, c);
  g_autoptr (SquillModel) theirs = read_fields (a, c_in_b);
  g_autoptr (GError) error = NULL;

  g_assert_null (squill_models_merge (base, ours, theirs, NULL, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "nested too deep"));
}

/* The fields of two entities, as git writes them where one moved f from the second to the first and
 * the other changed it: taken into all texts at its new place, in dispute at the old one. */
static char *
mark_moved (const char *first, const char *base, const char *ours, const char *theirs)
{
  g_autofree char *before = base == NULL ? NULL : g_strconcat ("||||||| base\n", base, NULL);

  return g_strdelimit (g_strdup_printf ("{'format':'squill/model','version':1,'entities':{\n"
                                        "'A':{'name':'a','fields':{\n%s'k':{'name':'k'}}},\n"
                                        "'D':{'name':'d','fields':{\n"
                                        "<<<<<<< ours\n%s%s=======\n%s>>>>>>> theirs\n"
                                        "'y':{'name':'y'}}}}}\n",
                                        first, ours, before != NULL ? before : "", theirs),
                       "'", '"');
}

static void
test_moved_and_changed (void)
{
  static const char moved[] = "'f':{'name':'f','fields':{'c':{'name':'c'},'g':{'name':'g'}}},\n";
  static const char changed[] =
      "'f':{'name':'renamed','fields':{'g':{'name':'g'},'n':{'name':'n'}}},\n";

  for (guint i = 0; i < 4; i++)
    {
      gboolean is_mirrored = i % 2 == 1, has_base = i < 2;
      g_autofree char *text = mark_moved (moved, has_base ? moved : NULL,
                                          is_mirrored ? changed : "", is_mirrored ? "" : changed);
      g_autoptr (GError) error = NULL;
      g_autoptr (SquillModel) merged =
          squill_model_new_from_marked (text, strlen (text), NULL, &error);
      g_autoptr (GPtrArray) conflicts = NULL;
      const SquillItem *field;

      g_assert_no_error (error);
      assert_has (merged, "A D f g k n y");
      conflicts = squill_model_list_conflicts (merged);
      field = squill_model_get_item (merged, "f");
      if (has_base)
        {
          g_assert_cmpuint (conflicts->len, ==, 0);
          g_assert_cmpstr (((const SquillField *)field)->name, ==, "renamed");
          g_assert_cmpstr (field->parent->id, ==, "A");
          g_assert_null (squill_model_get_item (merged, "c"));
        }
      else
        /* Its name and its place are to be decided. */
        g_assert_cmpuint (conflicts->len, ==, 2);
    }
}

/* What is there twice, and nobody can know which counts. */
static void
test_marked_twice (void)
{
  g_autofree char *in_two =
      mark_moved ("'y':{'name':'other'},\n", NULL, "'v':{'name':'v'},\n", "'w':{'name':'w'},\n");
  g_autofree char *in_one = mark_moved ("'f':{'name':'f'},'f':{'name':'g'},\n", NULL,
                                        "'v':{'name':'v'},\n", "'w':{'name':'w'},\n");
  const char *const texts[] = { in_two, in_one };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (squill_model_new_from_marked (texts[i], strlen (texts[i]), NULL, &error));
      g_assert_nonnull (error);
    }
}

/* A file with the marks of git, that has this before it, and this layout in it. */
static SquillModel *
read_with_layout (const char *mark, const char *layout, GError **error)
{
  g_autofree char *text = g_strdelimit (
      g_strdup_printf ("%s{'format':'squill/model','version':1,'entities':{'E':{\n"
                       "<<<<<<< ours\n'name':'a'\n=======\n'name':'b'\n>>>>>>> theirs\n}},\n"
                       "'layout':%s}\n",
                       mark, layout),
      "'", '"');

  return squill_model_new_from_marked (text, strlen (text), NULL, error);
}

/* Where git did not write what was before, nobody is offered to choose that. */
static void
test_unknown_base (void)
{
  static const char *const texts[] = {
    "{'format':'squill/model','version':1,'entities':{'E':{\n<<<<<<< ours\n'name':'a'\n=======\n"
    "'name':'b'\n>>>>>>> theirs\n}}}\n",
    "{'format':'squill/model','version':1,'entities':{'E':{\n<<<<<<< ours\n'name':'a'\n||||||| base"
    "\n'name':'c'\n=======\n'name':'b'\n>>>>>>> theirs\n}}}\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *text = g_strdelimit (g_strdup (texts[i]), "'", '"');
      g_autoptr (GError) error = NULL;
      g_autoptr (SquillModel) model =
          squill_model_new_from_marked (text, strlen (text), NULL, &error);
      g_autoptr (GPtrArray) conflicts = NULL;
      const SquillConflict *conflict;

      g_assert_no_error (error);
      conflicts = squill_model_list_conflicts (model);
      g_assert_cmpuint (conflicts->len, ==, 1);
      conflict = conflicts->pdata[0];
      g_assert_cmpstr (conflict->texts[SQUILL_MERGE_OURS], ==, "a");
      g_assert_cmpstr (conflict->texts[SQUILL_MERGE_THEIRS], ==, "b");
      g_assert_cmpstr (conflict->texts[SQUILL_MERGE_BASE], ==, i == 0 ? NULL : "c");
      g_assert_nonnull (strstr (conflict->message, "b in theirs"));
      g_assert_true (
          squill_model_resolve_conflict (model, conflict->key, SQUILL_MERGE_BASE, &error));
      g_assert_cmpstr (squill_model_get_entity (model, "E")->name, ==, i == 0 ? "a" : "c");
    }
}

static void
test_marked_layout (void)
{
  static const char *const wrong[] = { "5", "{'E':[1]}" };
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = read_with_layout ("\xef\xbb\xbf", "{'E':{'x':3}}", &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (squill_model_get_entity (model, "E")->x, ==, 3);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_assert_null (read_with_layout ("", wrong[i], &error));
      g_assert_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_INVALID);
      g_clear_error (&error);
    }
}

/* Both sides added one field under two ids; one of them is the same word as values are. */
static void
test_ids_and_words (void)
{
  g_autoptr (SquillModel) merged = merge (
      "'entities':{'E':{'name':'e','fields':{'a':{'name':'a'}}}}",
      "'thresholds':{'german':3},'conflicts':{'E/description':{'subject':'E','property':"
      "'description','ours':'german','theirs':'x'},'E/discriminator':{'subject':'E','property':"
      "'discriminator','ours':'german','theirs':'a'}},'entities':{'E':{'name':'e','fields':{'a':{"
      "'name':'a'},'german':{'name':'lang'}},'indexes':{'i':{'keys':[{'path':'german','how':'1'}],"
      "'options':{'default_language':'german'}}}}},'views':{'v':{'name':'v','places':{'german':[1,"
      "2]}}}",
      "'entities':{'E':{'name':'e','fields':{'a':{'name':'a'},'f2':{'name':'lang'}}}}");
  const SquillModelInfo *info = squill_model_get_info (merged);
  const SquillIndex *index = squill_model_get_item (merged, "i");
  const SquillView *view = squill_model_get_item (merged, "v");

  assert_has (merged, "f2");
  g_assert_null (squill_model_get_item (merged, "german"));
  g_assert_cmpstr (json_string_value (json_object_get (index->options, "default_language")), ==,
                   "german");
  g_assert_cmpstr (((const SquillKey *)index->keys->pdata[0])->path, ==, "f2");
  g_assert_nonnull (json_object_get (info->thresholds, "german"));
  g_assert_nonnull (json_object_get (view->places, "f2"));
  g_assert_cmpstr (json_string_value (json_object_get (
                       json_object_get (info->conflicts, "E/description"), "ours")),
                   ==, "german");
  g_assert_cmpstr (json_string_value (json_object_get (
                       json_object_get (info->conflicts, "E/discriminator"), "ours")),
                   ==, "f2");
}

/* What was left to be decided is not replaced by what has to be decided now. */
static void
test_conflict_after_conflict (void)
{
  g_autoptr (SquillModel) merged =
      merge ("'entities':{'E':{'name':'e'}}",
             "'entities':{'E':{'name':'a'}},'conflicts':{'E/name':{'subject':'E',"
             "'property':'name','base':'e','ours':'a','theirs':'b'}}",
             "'entities':{'E':{'name':'c'}},'conflicts':{'E/name':{'subject':'E',"
             "'property':'name','base':'e','ours':'c','theirs':'d'}}");
  g_autoptr (GPtrArray) conflicts = squill_model_list_conflicts (merged);
  g_autoptr (GString) values = g_string_new (NULL);

  for (guint i = 0; i < conflicts->len; i++)
    for (guint side = 0; side < SQUILL_MERGE_BASE; side++)
      g_string_append (values, ((SquillConflict *)conflicts->pdata[i])->texts[side]);
  g_assert_cmpstr (values->str, ==, "abcdac");
}

/* One decided it, the other did nothing about it. */
static void
test_conflict_decided (void)
{
  static const char open_text[] =
      "'conflicts':{'E':{'subject':'E','ours':'removed','theirs':'changed'},"
      "'F':{'subject':'F','ours':'removed','theirs':'changed'}},"
      "'entities':{'E':{'name':'e'},'F':{'name':'f'}}";
  static const char decided[] =
      "'conflicts':{'F':{'subject':'F','ours':'removed','theirs':'changed'}},"
      "'entities':{'E':{'name':'e'},'F':{'name':'f'}}";
  static const char other[] =
      "'conflicts':{'E':{'subject':'E','ours':'removed','theirs':'changed'}},"
      "'entities':{'E':{'name':'e'},'F':{'name':'f'}}";
  const char *const sides[][2] = { { decided, open_text },
                                   { open_text, decided },
                                   { decided, other } };
  static const guint left[] = { 1, 1, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    {
      g_autoptr (SquillModel) merged = merge (open_text, sides[i][0], sides[i][1]);
      g_autoptr (GPtrArray) conflicts = squill_model_list_conflicts (merged);

      g_assert_cmpuint (conflicts->len, ==, left[i]);
    }
}

/* Two people move a card in one view, and a line: that of ours is kept, as outside of views. */
static void
test_views (void)
{
#define VIEW(place, route)                                                              \
  "'entities':{'E':{'name':'e'},'G':{'name':'g'}},'relationships':{'r':{'parent':'E',"  \
  "'child':'G','placement':'reference-in-child'}},'views':{'v':{'name':'v','places':{'" \
  "E':" place "},'routes':{'r':" route "}}}"
  g_autoptr (SquillModel) merged =
      merge (VIEW ("[1,1]", "{'bend':[1,1],'label':[5,5]}"), VIEW ("[2,2]", "{'bend':[2,2]}"),
             VIEW ("[3,3]", "{'bend':[3,3],'label':[6,6]}"));
  g_autoptr (SquillModel) reset =
      merge (VIEW ("[1,1]", "{'bend':[1,1],'label':[5,5]}"), VIEW ("[1,1]", "{'label':[5,5]}"),
             VIEW ("[1,1]", "{'bend':[1,1]}"));
  const SquillView *view = squill_model_get_item (merged, "v");
  const json_t *route;

  g_assert_null (squill_model_get_info (merged)->conflicts);
  g_assert_cmpint (json_integer_value (json_array_get (json_object_get (view->places, "E"), 0)), ==,
                   2);
  /* That there is nothing of its own is said in the view. */
  view = squill_model_get_item (reset, "v");
  route = json_object_get (view->routes, "r");
  g_assert_true (json_is_object (route));
  g_assert_cmpuint (json_object_size (route), ==, 0);
}

/* Who removes what a group is of does not remove what the other made of the group. */
static void
test_groups (void)
{
#define GROUPS(entities, groups) "'entities':{" entities "'G':{'name':'g'}},'groups':{" groups "}"
#define E "'E':{'name':'e'},"
  static const char base[] = GROUPS (E, "'gr':{'name':'one','members':['E']}");
  static const char without[] = GROUPS ("", "");
  static const char *const kept[] = {
    GROUPS (E, "'gr':{'name':'renamed','members':['E']}"),
    GROUPS (E, "'gr':{'name':'one','members':['E']},'new':{'name':'mine','members':['E']}"),
  };
  static const char *const ids[] = { "E gr", "E new" };
  g_autoptr (SquillModel) unchanged = merge (base, base, without);

  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    {
      g_autoptr (SquillModel) merged = merge (base, kept[i], without);
      g_autoptr (SquillModel) mirrored = merge (base, without, kept[i]);
      g_autoptr (GPtrArray) conflicts = squill_model_list_conflicts (merged);

      assert_has (merged, ids[i]);
      assert_has (mirrored, ids[i]);
      g_assert_cmpuint (conflicts->len, >, 0);
    }
  g_assert_null (squill_model_get_item (unchanged, "E"));
  g_assert_null (squill_model_get_item (unchanged, "gr"));
  g_assert_null (squill_model_get_info (unchanged)->conflicts);
#undef GROUPS
#undef E
}

/* What is about something that is gone, or can be had on no side, does not stay for ever. */
static void
test_conflict_undecidable (void)
{
  g_autoptr (SquillModel) model =
      read_model ("'entities':{'E':{'name':'e','fields':{'f':{'name':'f'}}}},'conflicts':{"
                  "'gone':{'subject':'gone','ours':'removed','theirs':'changed'},"
                  "'f':{'subject':'f','property':'belongs_to','ours':'no','theirs':'none'}}");
  g_autoptr (GError) error = NULL;

  g_assert_false (squill_model_resolve_conflict (model, "f", SQUILL_MERGE_THEIRS, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_true (squill_model_resolve_conflict (model, "f", SQUILL_MERGE_OURS, &error));
  g_assert_no_error (error);
  g_assert_null (squill_model_get_info (model)->conflicts);
  g_assert_cmpstr (squill_model_get_field (model, "f")->item.parent->id, ==, "E");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/merge-files/circle-in-removed", test_circle_in_removed);
  g_test_add_func ("/model/merge-files/circle-of-circles", test_circle_of_circles);
  g_test_add_func ("/model/merge-files/too-deep", test_too_deep);
  g_test_add_func ("/model/merge-files/moved-and-changed", test_moved_and_changed);
  g_test_add_func ("/model/merge-files/marked-twice", test_marked_twice);
  g_test_add_func ("/model/merge-files/marked-layout", test_marked_layout);
  g_test_add_func ("/model/merge-files/unknown-base", test_unknown_base);
  g_test_add_func ("/model/merge-files/ids-and-words", test_ids_and_words);
  g_test_add_func ("/model/merge-files/conflict-after-conflict", test_conflict_after_conflict);
  g_test_add_func ("/model/merge-files/conflict-decided", test_conflict_decided);
  g_test_add_func ("/model/merge-files/views", test_views);
  g_test_add_func ("/model/merge-files/groups", test_groups);
  g_test_add_func ("/model/merge-files/conflict-undecidable", test_conflict_undecidable);
  return g_test_run ();
}
