/* SPDX-License-Identifier: Apache-2.0 */

/* The diagram for other programs and on paper. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>

#include "canvas/squill-canvas-view.h"
#include "canvas/squill-canvas.h"
#include "diagram/squill-picture.h"
#include "shell/squill-window-private.h"
#include "widgets/squill-typing.h"

/* Programs that paste it take it whole, and it is drawn while the user waits: an image of a screen
 * has a quarter of this. */
#define PNG_SCALE 2.0
#define MAX_PNG_PIXELS 16e6
/* Nothing can be made out in a smaller one. */
#define MIN_PNG_SCALE 0.1

static SquillCanvas *
get_canvas (SquillWindow *self)
{
  return SQUILL_CANVAS (squill_canvas_view_get_canvas (SQUILL_CANVAS_VIEW (self->canvas_view)));
}

/* Adds the cards that an item is seen by, but not those of a group's members. */
static void
add_own_cards (SquillWindow *self, SquillDiagram *diagram, const char *id, GHashTable *cards)
{
  SquillModel *model = squill_session_get_model (self->session);
  const SquillRelationship *r = squill_model_get_relationship (model, id);
  const char *ids[] = { id, r != NULL ? r->parent : NULL, r != NULL ? r->child : NULL };
  int row;

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      const SquillCard *card =
          ids[i] != NULL ? squill_diagram_find_item (diagram, ids[i], &row) : NULL;

      if (card != NULL)
        g_hash_table_add (cards, g_strdup (card->id));
    }
  if (squill_model_get_item_of_kind (model, id, SQUILL_KIND_NOTE) != NULL)
    g_hash_table_add (cards, g_strdup (id));
}

static void
add_cards (SquillWindow *self, SquillDiagram *diagram, const char *id, GHashTable *cards)
{
  const SquillGroup *group = squill_model_get_item_of_kind (
      squill_session_get_model (self->session), id, SQUILL_KIND_GROUP);

  add_own_cards (self, diagram, id, cards);
  /* A group that a file lists as a member of another is drawn around nothing there. */
  for (guint i = 0; group != NULL && group->members != NULL && group->members[i] != NULL; i++)
    add_own_cards (self, diagram, group->members[i], cards);
}

/* The cards and notes of the selection, or NULL where none of it is on the diagram. */
static GHashTable *
find_selected (SquillWindow *self, SquillDiagram *diagram)
{
  SquillSelection *selection = squill_session_get_selection (self->session);
  g_autoptr (GHashTable) cards = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < squill_selection_get_size (selection); i++)
    add_cards (self, diagram, squill_selection_get_nth (selection, i), cards);
  return g_hash_table_size (cards) > 0 ? g_steal_pointer (&cards) : NULL;
}

/* A diagram of its own that shows a part of what the window's could. @selected: (nullable): the
 * cards of the selection. */
static SquillDiagram *
create_diagram (SquillWindow *self,
                SquillPicturePart part,
                GHashTable *selected,
                SquillPictureOptions *options)
{
  SquillCanvas *canvas = get_canvas (self);
  SquillDiagram *seen = squill_canvas_get_diagram (canvas);
  SquillDisplayOptions *shown = squill_canvas_get_display_options (canvas);
  SquillDiagram *diagram = squill_diagram_new (squill_session_get_design (self->session));

  squill_diagram_set_advice (diagram, squill_session_get_advice (self->session));
  squill_diagram_set_notation (diagram, squill_display_options_get_notation (shown));
  squill_diagram_set_fields (diagram, squill_display_options_get_fields (shown));
  squill_diagram_copy_drift (diagram, seen);
  if (part != SQUILL_PICTURE_WHOLE)
    {
      squill_diagram_set_view (diagram, squill_diagram_get_view (seen));
      squill_diagram_set_shown (
          diagram, part == SQUILL_PICTURE_SELECTION ? selected : squill_diagram_get_shown (seen));
    }
  *options = (SquillPictureOptions){
    .overlay = squill_display_options_get_overlay (shown),
    .rates = squill_display_options_get_overlay (shown) == SQUILL_OVERLAY_FREQUENCY,
  };
  return diagram;
}

/* The cards and notes of the selection, or NULL where none of it is on the diagram. */
static GHashTable *
find_selected_now (SquillWindow *self)
{
  squill_canvas_update (get_canvas (self));
  return find_selected (self, squill_canvas_get_diagram (get_canvas (self)));
}

/**
 * squill_window_create_picture:
 * @self: a window
 * @part: what is on it
 * @error: where an error goes
 *
 * Draws a part of the diagram for other programs.
 *
 * Fails with a #SquillPictureError, also where nothing on the diagram is selected and that is
 * wanted.
 *
 * Returns: (transfer full) (nullable): the picture as SVG, and as PNG where that shows anything
 */
GdkContentProvider *
squill_window_create_picture (SquillWindow *self, SquillPicturePart part, GError **error)
{
  g_autoptr (SquillDiagram) diagram = NULL;
  g_autoptr (GHashTable) selected = NULL;
  g_autoptr (GBytes) png = NULL;
  g_autoptr (GBytes) svg = NULL;
  GdkContentProvider *providers[2];
  SquillPictureOptions options;

  g_return_val_if_fail (SQUILL_IS_WINDOW (self), NULL);

  selected = find_selected_now (self);
  if (part == SQUILL_PICTURE_SELECTION && selected == NULL)
    {
      g_set_error_literal (error, SQUILL_PICTURE_ERROR, SQUILL_PICTURE_ERROR_EMPTY,
                           _ ("Nothing on the diagram is selected."));
      return NULL;
    }
  diagram = create_diagram (self, part, selected, &options);
  svg = squill_picture_export (diagram, SQUILL_PICTURE_SVG, &options, NULL, error);
  if (svg == NULL)
    return NULL;
  options.scale = squill_picture_find_scale (diagram, &options, PNG_SCALE, MAX_PNG_PIXELS);
  if (options.scale >= MIN_PNG_SCALE)
    png = squill_picture_export (diagram, SQUILL_PICTURE_PNG, &options, NULL, NULL);
  providers[0] = gdk_content_provider_new_for_bytes ("image/svg+xml", svg);
  /* What is too large for pixels can still be taken as a drawing. */
  if (png == NULL)
    return providers[0];
  providers[1] = gdk_content_provider_new_for_bytes ("image/png", png);
  return gdk_content_provider_new_union (providers, G_N_ELEMENTS (providers));
}

static void
copy_picture (SquillWindow *self, SquillPicturePart part)
{
  static const char *const said[] = { N_ ("The selection was copied as a picture"),
                                      N_ ("What is shown was copied as a picture"),
                                      N_ ("The whole diagram was copied as a picture") };
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkContentProvider) picture = NULL;

  squill_typing_keep (GTK_WIDGET (self));
  picture = squill_window_create_picture (self, part, &error);
  if (picture != NULL)
    gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (self)), picture);
  _squill_window_show_toast (self, picture != NULL ? _ (said[part]) : error->message);
}

/* The selection, or what is shown where nothing is selected. */
static void
on_copy_picture (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GHashTable) selected = find_selected_now (SQUILL_WINDOW (widget));

  copy_picture (SQUILL_WINDOW (widget),
                selected != NULL ? SQUILL_PICTURE_SELECTION : SQUILL_PICTURE_SHOWN);
}

static void
on_copy_selection (GtkWidget *widget, const char *name, GVariant *parameter)
{
  copy_picture (SQUILL_WINDOW (widget), SQUILL_PICTURE_SELECTION);
}

static void
on_copy_shown (GtkWidget *widget, const char *name, GVariant *parameter)
{
  copy_picture (SQUILL_WINDOW (widget), SQUILL_PICTURE_SHOWN);
}

static void
on_copy_whole (GtkWidget *widget, const char *name, GVariant *parameter)
{
  copy_picture (SQUILL_WINDOW (widget), SQUILL_PICTURE_WHOLE);
}

/* Printing. */

typedef struct
{
  SquillDiagram *diagram;
  SquillPictureOptions options;
  GtkWidget *tiles;
  gboolean tiled;
  GError *error; /* why it was given up */
} Print;

static void
print_free (Print *print)
{
  g_object_unref (print->diagram);
  g_clear_error (&print->error);
  g_free (print);
}

static SquillPicturePaper
get_paper (Print *print, GtkPrintContext *context)
{
  return (SquillPicturePaper){ .width = gtk_print_context_get_width (context),
                               .height = gtk_print_context_get_height (context),
                               .tiled = print->tiled };
}

static void
on_begin_print (GtkPrintOperation *operation, GtkPrintContext *context, Print *print)
{
  SquillPicturePaper paper = get_paper (print, context);
  guint n_pages;

  g_clear_error (&print->error);
  n_pages = squill_picture_count_pages (print->diagram, &print->options, &paper, &print->error);
  gtk_print_operation_set_n_pages (operation, MAX ((int)n_pages, 1));
  if (n_pages == 0)
    gtk_print_operation_cancel (operation);
}

/* Printing goes on after it was started, and fails at any time. */
static void
on_print_done (GtkPrintOperation *operation, GtkPrintOperationResult result, SquillWindow *self)
{
  Print *print = g_object_get_data (G_OBJECT (operation), "print");

  if (result == GTK_PRINT_OPERATION_RESULT_ERROR && print->error == NULL)
    gtk_print_operation_get_error (operation, &print->error);
  if (print->error != NULL)
    _squill_window_show_error (self, _ ("The diagram could not be printed"), print->error->message);
}

static void
on_draw_page (GtkPrintOperation *operation, GtkPrintContext *context, int page, Print *print)
{
  SquillPicturePaper paper = get_paper (print, context);

  squill_picture_draw_page (print->diagram, gtk_print_context_get_cairo_context (context),
                            &print->options, &paper, (guint)page);
}

static GtkWidget *
on_create_tab (GtkPrintOperation *operation, Print *print)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *fit = gtk_check_button_new_with_mnemonic (_ ("_Fit the diagram on one page"));

  print->tiles = gtk_check_button_new_with_mnemonic (_ ("Full size on _several pages"));
  gtk_check_button_set_group (GTK_CHECK_BUTTON (print->tiles), GTK_CHECK_BUTTON (fit));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (print->tiled ? print->tiles : fit), TRUE);
  gtk_box_append (GTK_BOX (box), fit);
  gtk_box_append (GTK_BOX (box), print->tiles);
  gtk_widget_set_margin_top (box, 12);
  gtk_widget_set_margin_bottom (box, 12);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  return box;
}

static void
on_tab_applied (GtkPrintOperation *operation, GtkWidget *tab, Print *print)
{
  print->tiled = gtk_check_button_get_active (GTK_CHECK_BUTTON (print->tiles));
}

/**
 * squill_window_create_print:
 * @self: a window
 * @tiled: in full size on as many pages as that takes, not all on one page; the print dialog asks
 *
 * Prepares what is shown of the diagram for printing, in the colors of paper.
 *
 * Returns: (transfer full): the operation, to be run
 */
GtkPrintOperation *
squill_window_create_print (SquillWindow *self, gboolean tiled)
{
  GtkPrintOperation *operation;
  Print *print;
  g_autofree char *name = NULL;

  g_return_val_if_fail (SQUILL_IS_WINDOW (self), NULL);

  operation = gtk_print_operation_new ();
  print = g_new0 (Print, 1);
  squill_canvas_update (get_canvas (self));
  print->diagram = create_diagram (self, SQUILL_PICTURE_SHOWN, NULL, &print->options);
  print->options.palette = squill_palette_get_print ();
  print->tiled = tiled;
  squill_diagram_change_free (squill_diagram_update (print->diagram));
  g_object_set_data_full (G_OBJECT (operation), "print", print, (GDestroyNotify)print_free);
  name = squill_picture_get_title (print->diagram);
  gtk_print_operation_set_job_name (operation, name);
  gtk_print_operation_set_unit (operation, GTK_UNIT_POINTS);
  gtk_print_operation_set_embed_page_setup (operation, TRUE);
  gtk_print_operation_set_custom_tab_label (operation, _ ("Diagram"));
  g_signal_connect (operation, "begin-print", G_CALLBACK (on_begin_print), print);
  g_signal_connect (operation, "draw-page", G_CALLBACK (on_draw_page), print);
  g_signal_connect_object (operation, "done", G_CALLBACK (on_print_done), self, 0);
  g_signal_connect (operation, "create-custom-widget", G_CALLBACK (on_create_tab), print);
  g_signal_connect (operation, "custom-widget-apply", G_CALLBACK (on_tab_applied), print);
  return operation;
}

static void
on_print (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);
  g_autoptr (GtkPrintOperation) operation = NULL;

  squill_typing_keep (widget);
  if (squill_diagram_is_empty (squill_canvas_get_diagram (get_canvas (self))))
    {
      _squill_window_show_toast (self, _ ("There is nothing on the diagram yet."));
      return;
    }
  operation = squill_window_create_print (self, FALSE);
  gtk_print_operation_set_allow_async (operation, TRUE);
  /* What fails is said when it is done. */
  gtk_print_operation_run (operation, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, GTK_WINDOW (self),
                           NULL);
}

void
_squill_window_install_picture_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.copy-picture", NULL, on_copy_picture);
  gtk_widget_class_install_action (widget_class, "win.copy-picture-selection", NULL,
                                   on_copy_selection);
  gtk_widget_class_install_action (widget_class, "win.copy-picture-shown", NULL, on_copy_shown);
  gtk_widget_class_install_action (widget_class, "win.copy-picture-whole", NULL, on_copy_whole);
  gtk_widget_class_install_action (widget_class, "win.print", NULL, on_print);
}
