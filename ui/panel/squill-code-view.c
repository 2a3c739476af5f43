/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "panel/squill-panel-page.h"

#include <glib/gi18n.h>

#include "bson/squill-bson-text.h"
#include "text/squill-text-diff.h"
#include "widgets/squill-icon-button.h"

/* How long changed lines stay lit, ms. */
#define LIT_TIME 1000

struct _SquillCodeView
{
  AdwBin parent_instance;

  GtkWidget *view;
  GtkTextBuffer *buffer;
  GtkSourceLanguage *language; /* of the code; that of the buffer once there is any */
  GtkTextTag *comment;         /* of what stands there instead of code */
  GtkTextTag *lit;
  GtkTextTag *marked;
  GtkTextTag *added;
  GtkTextTag *removed;
  GPtrArray *parts;                     /* of SquillBsonPart: what is where */
  GHashTable *folds;                    /* line -> the outermost part that begins in it */
  GtkSourceGutterRenderer *fold_column; /* owned by the gutter; %NULL before there are parts */
  guint lit_source;
  int line_before; /* the first that was visible before changes were shown */
  guint light_up : 1;
  guint shows_changes : 1;
};

enum
{
  SIGNAL_FOLDED,
  SIGNAL_PRESSED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillCodeView, squill_code_view, ADW_TYPE_BIN)

static void
on_lit_over (gpointer user_data)
{
  SquillCodeView *self = user_data;
  GtkTextIter start, end;

  self->lit_source = 0;
  gtk_text_buffer_get_bounds (self->buffer, &start, &end);
  gtk_text_buffer_remove_tag (self->buffer, self->lit, &start, &end);
}

static void
light_up_lines (SquillCodeView *self, int start_offset, GtkTextIter end)
{
  GtkTextIter start;
  gboolean animations = TRUE;

  g_object_get (gtk_widget_get_settings (self->view), "gtk-enable-animations", &animations, NULL);
  if (!animations)
    return;
  gtk_text_buffer_get_iter_at_offset (self->buffer, &start, start_offset);
  /* Where lines were only removed, the line that follows is lit. */
  if (gtk_text_iter_equal (&start, &end))
    gtk_text_iter_forward_to_line_end (&end);
  gtk_text_buffer_apply_tag (self->buffer, self->lit, &start, &end);
  g_clear_handle_id (&self->lit_source, g_source_remove);
  self->lit_source = g_timeout_add_once (LIT_TIME, on_lit_over, self);
}

/* The first buffer of a language reads and checks its definition, which takes long: a view without
 * code does without. */
static void
apply_language (SquillCodeView *self, const char *text)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (self->buffer, &start, &end);
  gtk_text_buffer_remove_tag (self->buffer, self->comment, &start, &end);
  if (*text != '\0')
    gtk_source_buffer_set_language (GTK_SOURCE_BUFFER (self->buffer), self->language);
}

static void
replace_lines (SquillCodeView *self, const char *text)
{
  SquillTextDiff diff;
  GtkTextIter start, end;
  g_autofree char *old = NULL;

  gtk_text_buffer_get_bounds (self->buffer, &start, &end);
  old = gtk_text_buffer_get_text (self->buffer, &start, &end, TRUE);
  if (!squill_text_diff (old, text, &diff))
    return;
  gtk_text_buffer_get_iter_at_offset (self->buffer, &start, diff.start_offset);
  gtk_text_buffer_get_iter_at_offset (self->buffer, &end, diff.old_end_offset);
  gtk_text_buffer_begin_irreversible_action (self->buffer);
  gtk_text_buffer_delete (self->buffer, &start, &end);
  gtk_text_buffer_insert (self->buffer, &start, text + diff.start,
                          (int)(diff.new_end - diff.start));
  gtk_text_buffer_end_irreversible_action (self->buffer);
  if (self->light_up && !self->shows_changes)
    light_up_lines (self, diff.start_offset, start);
}

static void
on_dark (SquillCodeView *self)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleScheme *scheme = gtk_source_style_scheme_manager_get_scheme (
      gtk_source_style_scheme_manager_get_default (), dark ? "Adwaita-dark" : "Adwaita");

  if (scheme != NULL)
    {
      gtk_source_buffer_set_style_scheme (GTK_SOURCE_BUFFER (self->buffer), scheme);
      gtk_source_style_apply (gtk_source_style_scheme_get_style (scheme, "def:comment"),
                              self->comment);
    }
  g_object_set (self->lit, "paragraph-background", dark ? "#20314a" : "#dcebfb", NULL);
  g_object_set (self->marked, "background", dark ? "#2c4668" : "#cfe3f9", NULL);
  g_object_set (self->added, "paragraph-background", dark ? "#1d4029" : "#d5f2dd", NULL);
  g_object_set (self->removed, "paragraph-background", dark ? "#55262a" : "#fadcdc", NULL);
}

/* The innermost value around a place in the text. */
static const SquillBsonPart *
find_part (SquillCodeView *self, const GtkTextIter *at)
{
  const guint offset = (guint)gtk_text_iter_get_offset (at);
  const SquillBsonPart *found = NULL;

  for (guint i = 0; self->parts != NULL && i < self->parts->len; i++)
    {
      const SquillBsonPart *part = self->parts->pdata[i];

      if (part->start <= offset && offset < part->end)
        found = part;
    }
  return found;
}

static void
on_pressed (GtkGestureClick *gesture, int n, double x, double y, SquillCodeView *self)
{
  const SquillBsonPart *part;
  GtkTextIter at;
  int buffer_x, buffer_y;

  if (n != 1)
    return;
  gtk_text_view_window_to_buffer_coords (GTK_TEXT_VIEW (self->view), GTK_TEXT_WINDOW_WIDGET, (int)x,
                                         (int)y, &buffer_x, &buffer_y);
  if (!gtk_text_view_get_iter_at_location (GTK_TEXT_VIEW (self->view), &at, buffer_x, buffer_y))
    return;
  part = find_part (self, &at);
  if (part != NULL)
    g_signal_emit (self, signals[SIGNAL_PRESSED], 0, part->path);
}

/* Folding: a column of triangles, and Ctrl+minus and Ctrl+plus at the cursor. */

static const SquillBsonPart *
find_fold (SquillCodeView *self, guint line)
{
  return self->folds == NULL ? NULL : g_hash_table_lookup (self->folds, GUINT_TO_POINTER (line));
}

static void
on_fold_query (GtkSourceGutterRenderer *column,
               GtkSourceGutterLines *lines,
               guint line,
               SquillCodeView *self)
{
  const SquillBsonPart *part = find_fold (self, line);

  gtk_source_gutter_renderer_text_set_text (GTK_SOURCE_GUTTER_RENDERER_TEXT (column),
                                            part == NULL   ? ""
                                            : part->folded ? "▸"
                                                           : "▾",
                                            -1);
}

static gboolean
on_fold_query_activatable (GtkSourceGutterRenderer *column,
                           GtkTextIter *at,
                           GdkRectangle *area,
                           SquillCodeView *self)
{
  return find_fold (self, (guint)gtk_text_iter_get_line (at)) != NULL;
}

static void
toggle_fold (SquillCodeView *self, const SquillBsonPart *part)
{
  /* The part goes with the text that is shown next. */
  g_autofree char *path = g_strdup (part->path);

  g_signal_emit (self, signals[SIGNAL_FOLDED], 0, path);
}

static void
on_fold_activate (GtkSourceGutterRenderer *column,
                  GtkTextIter *at,
                  GdkRectangle *area,
                  guint button,
                  GdkModifierType state,
                  int n,
                  SquillCodeView *self)
{
  const SquillBsonPart *part = find_fold (self, (guint)gtk_text_iter_get_line (at));

  if (part != NULL)
    toggle_fold (self, part);
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType state,
        SquillCodeView *self)
{
  gboolean folds = key == GDK_KEY_minus || key == GDK_KEY_KP_Subtract;
  gboolean unfolds = key == GDK_KEY_plus || key == GDK_KEY_equal || key == GDK_KEY_KP_Add;
  const SquillBsonPart *part;
  GtkTextIter at;

  if ((state & GDK_CONTROL_MASK) == 0 || !(folds || unfolds))
    return GDK_EVENT_PROPAGATE;
  gtk_text_buffer_get_iter_at_mark (self->buffer, &at, gtk_text_buffer_get_insert (self->buffer));
  part = find_fold (self, (guint)gtk_text_iter_get_line (&at));
  if (part == NULL || part->folded == folds)
    return GDK_EVENT_PROPAGATE;
  toggle_fold (self, part);
  return GDK_EVENT_STOP;
}

static void
add_fold_column (SquillCodeView *self)
{
  GtkSourceGutter *gutter =
      gtk_source_view_get_gutter (GTK_SOURCE_VIEW (self->view), GTK_TEXT_WINDOW_LEFT);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->fold_column = gtk_source_gutter_renderer_text_new ();
  gtk_widget_set_size_request (GTK_WIDGET (self->fold_column), 16, -1);
  g_signal_connect (self->fold_column, "query-data", G_CALLBACK (on_fold_query), self);
  g_signal_connect (self->fold_column, "query-activatable", G_CALLBACK (on_fold_query_activatable),
                    self);
  g_signal_connect (self->fold_column, "activate", G_CALLBACK (on_fold_activate), self);
  gtk_source_gutter_insert (gutter, self->fold_column, 1);
  /* Before the view, which takes all presses. */
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (self->view, GTK_EVENT_CONTROLLER (click));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->view, keys);
}

static void
squill_code_view_dispose (GObject *object)
{
  SquillCodeView *self = SQUILL_CODE_VIEW (object);

  g_clear_handle_id (&self->lit_source, g_source_remove);
  g_clear_pointer (&self->parts, g_ptr_array_unref);
  g_clear_pointer (&self->folds, g_hash_table_unref);
  g_clear_object (&self->language);
  g_clear_object (&self->buffer);

  G_OBJECT_CLASS (squill_code_view_parent_class)->dispose (object);
}

static void
squill_code_view_class_init (SquillCodeViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = squill_code_view_dispose;
  signals[SIGNAL_FOLDED] = g_signal_new ("folded", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SIGNAL_PRESSED] = g_signal_new ("pressed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
squill_code_view_init (SquillCodeView *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->buffer = GTK_TEXT_BUFFER (gtk_source_buffer_new (NULL));
  self->comment = gtk_text_buffer_create_tag (self->buffer, NULL, NULL);
  self->lit = gtk_text_buffer_create_tag (self->buffer, NULL, NULL);
  self->marked = gtk_text_buffer_create_tag (self->buffer, NULL, NULL);
  self->added = gtk_text_buffer_create_tag (self->buffer, NULL, NULL);
  self->removed = gtk_text_buffer_create_tag (self->buffer, NULL, NULL);
  self->view = gtk_source_view_new_with_buffer (GTK_SOURCE_BUFFER (self->buffer));
  gtk_text_view_set_editable (GTK_TEXT_VIEW (self->view), FALSE);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (self->view), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (self->view), TRUE);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->view), GTK_WRAP_WORD_CHAR);
  gtk_source_view_set_show_line_numbers (GTK_SOURCE_VIEW (self->view), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->view);
  gtk_widget_set_vexpand (scrolled, TRUE);
  adw_bin_set_child (ADW_BIN (self), scrolled);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (on_dark),
                           self, G_CONNECT_SWAPPED);
  on_dark (self);
}

/**
 * squill_code_view_new:
 * @name: what a screen reader calls it, translated
 * @light_up: whether lines that change are lit for a moment
 *
 * Returns: (transfer floating): an empty view
 */
GtkWidget *
squill_code_view_new (const char *name, gboolean light_up)
{
  SquillCodeView *self = g_object_new (SQUILL_TYPE_CODE_VIEW, NULL);

  self->light_up = !!light_up;
  squill_widget_set_name (self->view, name);
  return GTK_WIDGET (self);
}

/**
 * squill_code_view_set_language:
 * @self: a view
 * @language: (nullable): what the code is written in
 *
 * Sets the language of the code.
 */
void
squill_code_view_set_language (SquillCodeView *self, GtkSourceLanguage *language)
{
  g_return_if_fail (SQUILL_IS_CODE_VIEW (self));

  g_set_object (&self->language, language);
  if (gtk_text_buffer_get_char_count (self->buffer) > 0)
    gtk_source_buffer_set_language (GTK_SOURCE_BUFFER (self->buffer), language);
}

static int
get_first_line (SquillCodeView *self)
{
  GdkRectangle visible;
  GtkTextIter at;

  gtk_text_view_get_visible_rect (GTK_TEXT_VIEW (self->view), &visible);
  gtk_text_view_get_line_at_y (GTK_TEXT_VIEW (self->view), &at, visible.y, NULL);
  return gtk_text_iter_get_line (&at);
}

/* Takes back what was shown by squill_code_view_show_changes(), after the text is there again. */
static void
end_changes (SquillCodeView *self)
{
  GtkTextIter start, end;

  if (!self->shows_changes)
    return;
  self->shows_changes = FALSE;
  gtk_text_buffer_get_bounds (self->buffer, &start, &end);
  gtk_text_buffer_remove_tag (self->buffer, self->added, &start, &end);
  gtk_text_buffer_remove_tag (self->buffer, self->removed, &start, &end);
  gtk_text_buffer_get_iter_at_line (self->buffer, &start, self->line_before);
  gtk_text_view_scroll_to_iter (GTK_TEXT_VIEW (self->view), &start, 0, TRUE, 0, 0);
}

static void
replace_all (SquillCodeView *self, const char *text)
{
  GtkTextIter start;

  self->line_before = 0;
  end_changes (self);
  gtk_text_buffer_begin_irreversible_action (self->buffer);
  gtk_text_buffer_set_text (self->buffer, text, -1);
  gtk_text_buffer_end_irreversible_action (self->buffer);
  gtk_text_buffer_get_start_iter (self->buffer, &start);
  gtk_text_buffer_place_cursor (self->buffer, &start);
  gtk_text_view_scroll_to_iter (GTK_TEXT_VIEW (self->view), &start, 0, FALSE, 0, 0);
}

/**
 * squill_code_view_set_text:
 * @self: a view
 * @text: the code
 * @same: whether it is another state of what is shown: then only the lines that differ are
 *   replaced, and the view does not scroll
 *
 * Shows code.
 */
void
squill_code_view_set_text (SquillCodeView *self, const char *text, gboolean same)
{
  g_return_if_fail (SQUILL_IS_CODE_VIEW (self));
  g_return_if_fail (text != NULL);

  apply_language (self, text);
  if (same)
    {
      replace_lines (self, text);
      end_changes (self);
    }
  else
    replace_all (self, text);
}

/**
 * squill_code_view_show_comment:
 * @self: a view
 * @comment: a comment in the language of the view
 *
 * Says why there is no code to show, in the color of a comment.
 */
void
squill_code_view_show_comment (SquillCodeView *self, const char *comment)
{
  GtkTextIter start, end;

  g_return_if_fail (SQUILL_IS_CODE_VIEW (self));
  g_return_if_fail (comment != NULL);

  gtk_source_buffer_set_language (GTK_SOURCE_BUFFER (self->buffer), NULL);
  replace_all (self, comment);
  gtk_text_buffer_get_bounds (self->buffer, &start, &end);
  gtk_text_buffer_apply_tag (self->buffer, self->comment, &start, &end);
}

/**
 * squill_code_view_show_changes:
 * @self: a view
 * @text: the lines of another state of its text, together with those that are not in it, as
 *   squill_text_merge_lines() writes them
 * @changes: (element-type SquillLineChange): what becomes of each line
 *
 * Shows what would become of the text, until it is set again.
 */
void
squill_code_view_show_changes (SquillCodeView *self, const char *text, const GArray *changes)
{
  gboolean scrolled = FALSE;

  g_return_if_fail (SQUILL_IS_CODE_VIEW (self));
  g_return_if_fail (text != NULL);
  g_return_if_fail (changes != NULL);

  apply_language (self, text);
  if (!self->shows_changes)
    self->line_before = get_first_line (self);
  self->shows_changes = TRUE;
  gtk_text_buffer_begin_irreversible_action (self->buffer);
  gtk_text_buffer_set_text (self->buffer, text, -1);
  gtk_text_buffer_end_irreversible_action (self->buffer);
  for (guint i = 0; i < changes->len; i++)
    {
      const SquillLineChange change = g_array_index (changes, SquillLineChange, i);
      GtkTextIter start, end;

      if (change == SQUILL_LINE_KEPT)
        continue;
      gtk_text_buffer_get_iter_at_line (self->buffer, &start, (int)i);
      end = start;
      gtk_text_iter_forward_line (&end);
      gtk_text_buffer_apply_tag (
          self->buffer, change == SQUILL_LINE_ADDED ? self->added : self->removed, &start, &end);
      if (!scrolled)
        {
          GtkTextMark *mark = gtk_text_buffer_get_insert (self->buffer);

          /* By a mark, as the heights of the lines are not known yet. */
          gtk_text_buffer_place_cursor (self->buffer, &start);
          gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self->view), mark, 0.1, FALSE, 0, 0);
        }
      scrolled = TRUE;
    }
}

/**
 * squill_code_view_set_parts:
 * @self: a view
 * @parts: (element-type SquillBsonPart): what is where in its text
 *
 * Lets values of a document that is shown be folded and pressed.
 */
void
squill_code_view_set_parts (SquillCodeView *self, GPtrArray *parts)
{
  g_return_if_fail (SQUILL_IS_CODE_VIEW (self));
  g_return_if_fail (parts != NULL);

  if (self->fold_column == NULL)
    add_fold_column (self);
  g_ptr_array_ref (parts);
  g_clear_pointer (&self->parts, g_ptr_array_unref);
  self->parts = parts;
  g_clear_pointer (&self->folds, g_hash_table_unref);
  self->folds = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < parts->len; i++)
    {
      SquillBsonPart *part = parts->pdata[i];
      GtkTextIter start, end;
      gpointer line;

      if (!part->nests)
        continue;
      gtk_text_buffer_get_iter_at_offset (self->buffer, &start, (int)part->start);
      gtk_text_buffer_get_iter_at_offset (self->buffer, &end, (int)part->end);
      line = GINT_TO_POINTER (gtk_text_iter_get_line (&start));
      /* On one line there is nothing to fold. */
      if ((part->folded || gtk_text_iter_get_line (&start) != gtk_text_iter_get_line (&end)) &&
          !g_hash_table_contains (self->folds, line))
        g_hash_table_insert (self->folds, line, part);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self->fold_column));
}

/**
 * squill_code_view_mark:
 * @self: a view
 * @parts: (element-type SquillBsonPart): some of its parts
 *
 * Marks what belongs together, and nothing else.
 */
void
squill_code_view_mark (SquillCodeView *self, GPtrArray *parts)
{
  GtkTextIter start, end;

  g_return_if_fail (SQUILL_IS_CODE_VIEW (self));
  g_return_if_fail (parts != NULL);

  gtk_text_buffer_get_bounds (self->buffer, &start, &end);
  gtk_text_buffer_remove_tag (self->buffer, self->marked, &start, &end);
  for (guint i = 0; i < parts->len; i++)
    {
      const SquillBsonPart *part = parts->pdata[i];

      gtk_text_buffer_get_iter_at_offset (self->buffer, &start, (int)part->start);
      gtk_text_buffer_get_iter_at_offset (self->buffer, &end, (int)part->end);
      gtk_text_buffer_apply_tag (self->buffer, self->marked, &start, &end);
    }
}

/**
 * squill_code_view_reveal:
 * @self: a view
 * @part: one of its parts
 *
 * Scrolls to where a part begins, if that is not to be seen.
 */
void
squill_code_view_reveal (SquillCodeView *self, const SquillBsonPart *part)
{
  GtkTextIter at;

  g_return_if_fail (SQUILL_IS_CODE_VIEW (self));
  g_return_if_fail (part != NULL);

  gtk_text_buffer_get_iter_at_offset (self->buffer, &at, (int)part->start);
  gtk_text_view_scroll_to_iter (GTK_TEXT_VIEW (self->view), &at, 0, FALSE, 0, 0);
}
