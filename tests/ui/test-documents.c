/* SPDX-License-Identifier: Apache-2.0 */

/* The page of sample documents: whose they are, and what in them is what in the model. */

#include "config.h"

#include <gtksourceview/gtksource.h>

#include "panel/squill-byte-list.h"
#include "panel/squill-panel-page.h"
#include "window-fixture.h"

static SquillCodeView *
find_view (Fixture *f)
{
  GtkWidget *page = find_type (GTK_WIDGET (f->window), SQUILL_TYPE_DOCUMENTS_PAGE);

  return SQUILL_CODE_VIEW (find_type (page, SQUILL_TYPE_CODE_VIEW));
}

static GtkTextBuffer *
find_buffer (Fixture *f)
{
  return gtk_text_view_get_buffer (
      GTK_TEXT_VIEW (find_type (GTK_WIDGET (find_view (f)), GTK_SOURCE_TYPE_VIEW)));
}

static char *
get_text (Fixture *f)
{
  char *text;

  g_object_get (find_buffer (f), "text", &text, NULL);
  return text;
}

static gboolean
shows (Fixture *f, gpointer words)
{
  g_autofree char *text = get_text (f);

  return strstr (text, words) != NULL;
}

static gboolean
shows_not (Fixture *f, gpointer words)
{
  return !shows (f, words);
}

static void
show (Fixture *f, const char *id)
{
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.page", "s", "documents");
  squill_selection_set_single (squill_session_get_selection (f->session), id);
  settle ();
}

/* Whether the first place with these words is marked. */
static gboolean
is_marked (Fixture *f, gpointer words)
{
  GtkTextIter start, end, from;
  GSList *tags;
  gboolean marked = FALSE;

  gtk_text_buffer_get_start_iter (find_buffer (f), &from);
  if (!gtk_text_iter_forward_search (&from, words, 0, &start, &end, NULL))
    return FALSE;
  tags = gtk_text_iter_get_tags (&start);
  for (GSList *l = tags; l != NULL; l = l->next)
    {
      gboolean set;

      g_object_get (l->data, "background-set", &set, NULL);
      marked |= set;
    }
  g_slist_free (tags);
  return marked;
}

static gboolean
is_unmarked (Fixture *f, gpointer words)
{
  return !is_marked (f, words);
}

static gboolean
has_label (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_label (GTK_LABEL (widget)), text))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_label (child, text))
      return TRUE;
  return FALSE;
}

/* A view without a document needs no definition of its language, which takes long to read. */
static void
test_language (Fixture *f, gconstpointer data)
{
  GtkWidget *empty = g_object_ref_sink (squill_code_view_new ("Nothing yet", FALSE));
  GtkSourceLanguage *language =
      gtk_source_language_manager_get_language (gtk_source_language_manager_get_default (), "js");
  GtkSourceBuffer *buffer = GTK_SOURCE_BUFFER (
      gtk_text_view_get_buffer (GTK_TEXT_VIEW (find_type (empty, GTK_SOURCE_TYPE_VIEW))));
  g_autoptr (GSList) tags = NULL;
  GtkTextIter start;

  squill_code_view_set_language (SQUILL_CODE_VIEW (empty), language);
  squill_code_view_set_text (SQUILL_CODE_VIEW (empty), "", FALSE);
  g_assert_null (gtk_source_buffer_get_language (buffer));
  squill_code_view_set_text (SQUILL_CODE_VIEW (empty), "{ a: 1 }", TRUE);
  g_assert_true (gtk_source_buffer_get_language (buffer) == language);
  squill_code_view_show_comment (SQUILL_CODE_VIEW (empty), "// No document\n");
  g_assert_null (gtk_source_buffer_get_language (buffer));
  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (buffer), &start);
  tags = gtk_text_iter_get_tags (&start);
  g_assert_cmpuint (g_slist_length (tags), ==, 1);
  squill_code_view_set_text (SQUILL_CODE_VIEW (empty), "{ a: 2 }", TRUE);
  g_assert_true (gtk_source_buffer_get_language (buffer) == language);
  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (buffer), &start);
  g_assert_false (gtk_text_iter_has_tag (&start, tags->data));
  squill_code_view_set_language (SQUILL_CODE_VIEW (empty), NULL);
  g_assert_null (gtk_source_buffer_get_language (buffer));
  g_object_unref (empty);
}

static GtkSourceBuffer *
color_text (const char *text, GtkSourceLanguage *language, GtkSourceStyleScheme *scheme)
{
  GtkSourceBuffer *buffer = gtk_source_buffer_new_with_language (language);
  GtkTextIter start, end;

  gtk_source_buffer_set_style_scheme (buffer, scheme);
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (buffer), text, -1);
  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (buffer), &start, &end);
  gtk_source_buffer_ensure_highlight (buffer, &start, &end);
  return buffer;
}

/* The color of a place, as the last of its tags that has one says. */
static char *
get_color (GtkSourceBuffer *buffer, int offset)
{
  g_autoptr (GSList) tags = NULL;
  char *color = g_strdup ("none");
  GtkTextIter at;

  gtk_text_buffer_get_iter_at_offset (GTK_TEXT_BUFFER (buffer), &at, offset);
  tags = gtk_text_iter_get_tags (&at);
  for (GSList *l = tags; l != NULL; l = l->next)
    {
      g_autoptr (GdkRGBA) rgba = NULL;
      gboolean is_set;

      g_object_get (l->data, "foreground-set", &is_set, "foreground-rgba", &rgba, NULL);
      if (is_set)
        {
          g_free (color);
          color = gdk_rgba_to_string (rgba);
        }
    }
  return color;
}

/* Documents have a language of their own, as that of JavaScript takes long to read, and they look
 * the same with it. */
static void
test_own_language (Fixture *f, gconstpointer data)
{
  static const char text[] =
      "{\n"
      "  _id: ObjectId(\"673eb5d401e6b9006a000000\"),\n"
      "  when: ISODate(\"2024-11-21T04:23:48.000Z\"),\n"
      "  long: NumberLong(\"12\"), decimal: NumberDecimal(\"1.5\"), f2: Double(3),\n"
      "  numbers: [ 1, 0, -2.25, 1.5e+300, 2e-7 ],\n"
      "  yes: true, no: false, none: null, nan: NaN, most: [ Infinity, -Infinity ],\n"
      "  data: BinData(0, \"aGVsbG8=\"), stamp: Timestamp({ t: 1732162828, i: 2 }), m: MinKey(),\n"
      "  text: \"say \\\"yes\\\" // no 12 null \\u0007\",\n"
      "  \"a key\": { \"$oid\": \"673eb5d401e6b9006a000000\" }, // a comment\n"
      "  list: [ /* 34 more */ ]\n"
      "}\n";
  GtkSourceLanguage *js =
      gtk_source_language_manager_get_language (gtk_source_language_manager_get_default (), "js");
  g_autoptr (GtkSourceBuffer) wanted = NULL;
  g_autoptr (GtkSourceBuffer) own = NULL;
  GtkSourceLanguage *language;
  GtkSourceStyleScheme *scheme;

  show (f, squill_model_find_entity (f->model, "users")->item.id);
  wait_for (f, shows, (gpointer) "karma", "a user is shown");
  language = gtk_source_buffer_get_language (GTK_SOURCE_BUFFER (find_buffer (f)));
  g_assert_nonnull (language);
  g_assert_true (language != js);
  scheme = gtk_source_buffer_get_style_scheme (GTK_SOURCE_BUFFER (find_buffer (f)));
  wanted = color_text (text, js, scheme);
  own = color_text (text, language, scheme);
  for (int i = 0; i < (int)strlen (text); i++)
    {
      g_autofree char *color = get_color (own, i);
      g_autofree char *as_js = get_color (wanted, i);

      if (!g_str_equal (color, as_js))
        g_test_fail_printf ("“%.16s” is %s, in JavaScript %s", text + i, color, as_js);
    }
}

/* It says whose document it is, also where an operation is selected. */
static void
test_whose (Fixture *f, gconstpointer data)
{
  GtkWidget *page = find_type (GTK_WIDGET (f->window), SQUILL_TYPE_DOCUMENTS_PAGE);
  guint n;
  gpointer const *operations =
      squill_item_get_children (squill_model_get_info (f->model), SQUILL_KIND_OPERATION, &n);

  show (f, squill_model_find_entity (f->model, "users")->item.id);
  wait_for (f, shows, (gpointer) "karma", "a user is shown");
  g_assert_true (has_label (squill_panel_page_get_bar (SQUILL_PANEL_PAGE (page)), "users"));
  g_assert_cmpuint (n, >, 0);
  show (f, ((const SquillItem *)operations[0])->id);
  wait_for (f, shows, (gpointer) "comments", "a post is shown");
  g_assert_true (has_label (squill_panel_page_get_bar (SQUILL_PANEL_PAGE (page)), "posts"));
}

/* What is selected is marked, and what is pressed is selected. */
static void
test_selection (Fixture *f, gconstpointer data)
{
  const SquillEntity *posts = squill_model_find_entity (f->model, "posts");
  const SquillEntity *comments = squill_model_find_entity (f->model, "comments");
  SquillSelection *selection = squill_session_get_selection (f->session);
  const SquillItem *selected;

  show (f, posts->item.id);
  wait_for (f, shows, (gpointer) "comments", "a post is shown");
  g_assert_true (is_unmarked (f, (gpointer) "votes"));

  g_signal_emit_by_name (find_view (f), "pressed", "votes");
  selected = squill_model_get_item (f->model, squill_selection_get_single (selection));
  g_assert_cmpstr (squill_item_get_name (selected), ==, "votes");
  wait_for (f, is_marked, (gpointer) "votes", "the field is marked");
  g_assert_true (is_unmarked (f, (gpointer) "title"));

  g_signal_emit_by_name (find_view (f), "pressed", "comments.0.when");
  selected = squill_model_get_item (f->model, squill_selection_get_single (selection));
  g_assert_true (selected->parent == &comments->item);
  wait_for (f, is_unmarked, (gpointer) "votes", "the field is not marked any more");
  g_assert_true (shows (f, (gpointer) "title"));
  show (f, comments->item.id);
  wait_for (f, is_marked, (gpointer) "comments", "what is embedded is marked");
}

static void
test_fold (Fixture *f, gconstpointer data)
{
  show (f, squill_model_find_entity (f->model, "posts")->item.id);
  wait_for (f, shows, (gpointer) "who: ", "a post with comments is shown");
  g_signal_emit_by_name (find_view (f), "folded", "comments");
  wait_for (f, shows_not, (gpointer) "who: ", "the comments are folded");
  g_assert_true (shows (f, (gpointer) " elements */ ]"));
  g_signal_emit_by_name (find_view (f), "folded", "comments");
  wait_for (f, shows, (gpointer) "who: ", "they are unfolded");
}

/* Where an array is cut, it says how many elements it has, and how many it may have. */
static void
test_cut (Fixture *f, gconstpointer data)
{
  show (f, squill_model_find_entity (f->model, "posts")->item.id);
  wait_for (f, shows, (gpointer) " of 0..35..∞", "the triple is shown");
}

static GtkListBox *
find_bytes (Fixture *f)
{
  GtkWidget *page = find_type (GTK_WIDGET (f->window), SQUILL_TYPE_DOCUMENTS_PAGE);

  return GTK_LIST_BOX (find_type (find_type (page, SQUILL_TYPE_BYTE_LIST), GTK_TYPE_LIST_BOX));
}

static const char *
get_field (GtkListBoxRow *row)
{
  return gtk_label_get_label (GTK_LABEL (find_type (GTK_WIDGET (row), GTK_TYPE_LABEL)));
}

/* The fields of the document by their bytes; pointing at one marks its lines, choosing one selects
 * it. */
static void
test_bytes (Fixture *f, gconstpointer data)
{
  const char *posts = squill_model_find_entity (f->model, "posts")->item.id;
  GtkListBoxRow *row;
  GtkWidget *list;
  guint n = 0;

  show (f, posts);
  wait_for (f, shows, (gpointer) "who: ", "a post with comments is shown");
  while (gtk_list_box_get_row_at_index (find_bytes (f), (int)n) != NULL)
    n++;
  /* Each field of a post, the embedded comments as one. */
  g_assert_cmpuint (n, ==, 9);
  row = gtk_list_box_get_row_at_index (find_bytes (f), 0);
  g_assert_cmpstr (get_field (row), ==, "comments");

  list = gtk_widget_get_ancestor (GTK_WIDGET (row), SQUILL_TYPE_BYTE_LIST);
  g_assert_false (is_marked (f, (gpointer) "comments: ["));
  g_signal_emit_by_name (list, "pointed", "comments");
  g_assert_true (is_marked (f, (gpointer) "comments: ["));
  g_assert_true (is_marked (f, (gpointer) "who: "));
  g_assert_false (is_marked (f, (gpointer) "title: "));
  g_signal_emit_by_name (list, "pointed", NULL);
  g_assert_false (is_marked (f, (gpointer) "comments: ["));

  g_signal_emit_by_name (find_bytes (f), "row-activated", row);
  g_assert_cmpint (
      ((const SquillItem *)squill_model_get_item (
           f->model, squill_selection_get_single (squill_session_get_selection (f->session))))
          ->kind,
      ==, SQUILL_KIND_RELATIONSHIP);
  settle ();
}

/* A collection that is selected is shown, also where copies of its fields are in one before it. */
static void
test_own (Fixture *f, gconstpointer data)
{
  const SquillEntity *customers = squill_model_find_entity (f->model, "customers");
  g_autoptr (GPtrArray) collections =
      squill_design_get_collections_of (squill_session_get_design (f->session), customers->item.id);

  g_assert_cmpstr (collections->pdata[0], !=, customers->item.id);
  show (f, customers->item.id);
  wait_for (f, shows, (gpointer) "newsletter", "the document of a customer");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();
#define TEST(path, function) g_test_add (path, Fixture, "cms", set_up, function, tear_down)
  TEST ("/documents/language", test_language);
  TEST ("/documents/whose", test_whose);
  TEST ("/documents/selection", test_selection);
  TEST ("/documents/fold", test_fold);
  TEST ("/documents/cut", test_cut);
  TEST ("/documents/bytes", test_bytes);
  TEST ("/documents/own-language", test_own_language);
  g_test_add ("/documents/own", Fixture, "shop", set_up, test_own, tear_down);
  return g_test_run ();
}
