/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "panel/squill-panel-page.h"

#include "text/squill-text-diff.h"
#include "widgets/squill-icon-button.h"

/* How long changed lines stay lit, ms. */
#define LIT_TIME 1000

struct _SquillCodeView
{
  AdwBin parent_instance;

  GtkWidget *view;
  GtkTextBuffer *buffer;
  GtkTextTag *lit;
  guint lit_source;
  guint light_up : 1;
};

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
  if (self->light_up)
    light_up_lines (self, diff.start_offset, start);
}

static void
on_dark (SquillCodeView *self)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleScheme *scheme = gtk_source_style_scheme_manager_get_scheme (
      gtk_source_style_scheme_manager_get_default (), dark ? "Adwaita-dark" : "Adwaita");

  if (scheme != NULL)
    gtk_source_buffer_set_style_scheme (GTK_SOURCE_BUFFER (self->buffer), scheme);
  g_object_set (self->lit, "paragraph-background", dark ? "#20314a" : "#dcebfb", NULL);
}

static void
squill_code_view_dispose (GObject *object)
{
  SquillCodeView *self = SQUILL_CODE_VIEW (object);

  g_clear_handle_id (&self->lit_source, g_source_remove);
  g_clear_object (&self->buffer);

  G_OBJECT_CLASS (squill_code_view_parent_class)->dispose (object);
}

static void
squill_code_view_class_init (SquillCodeViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = squill_code_view_dispose;
}

static void
squill_code_view_init (SquillCodeView *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->buffer = GTK_TEXT_BUFFER (gtk_source_buffer_new (NULL));
  self->lit = gtk_text_buffer_create_tag (self->buffer, NULL, NULL);
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

  gtk_source_buffer_set_language (GTK_SOURCE_BUFFER (self->buffer), language);
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
  GtkTextIter start;

  g_return_if_fail (SQUILL_IS_CODE_VIEW (self));
  g_return_if_fail (text != NULL);

  if (same)
    {
      replace_lines (self, text);
      return;
    }
  gtk_text_buffer_begin_irreversible_action (self->buffer);
  gtk_text_buffer_set_text (self->buffer, text, -1);
  gtk_text_buffer_end_irreversible_action (self->buffer);
  gtk_text_buffer_get_start_iter (self->buffer, &start);
  gtk_text_buffer_place_cursor (self->buffer, &start);
  gtk_text_view_scroll_to_iter (GTK_TEXT_VIEW (self->view), &start, 0, FALSE, 0, 0);
}
