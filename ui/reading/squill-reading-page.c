/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "text/squill-text.h"
#include "reading/squill-reading-private.h"
#include "reading/squill-review-list.h"
#include "widgets/squill-compat.h"
#include "widgets/squill-focus.h"
#include "widgets/squill-progress.h"

struct _SquillReadingPage
{
  GtkWidget parent_instance;

  GtkLabel *title;
  GtkProgressBar *progress;
  GtkLabel *figures;
  GtkWidget *stop_button;
  SquillReviewList *notes;

  SquillInspection *inspection;
  GSignalGroup *inspection_signals;
  GListStore *read; /* SquillReviewItem: the collections so far, the latest first */
  char *total;      /* how much was read until now; NULL where nothing was */
};

G_DEFINE_FINAL_TYPE (SquillReadingPage, squill_reading_page, GTK_TYPE_WIDGET)

static double
find_fraction (const SquillInspectProgress *now)
{
  if (now->bytes_total != G_MAXUINT64 && now->bytes_total > 0)
    return MIN (1, (double)now->bytes_read / (double)now->bytes_total);
  if (now->documents_total != G_MAXUINT64 && now->documents_total > 0)
    return MIN (1, (double)now->documents / (double)now->documents_total);
  return -1;
}

/* How much was read and, from the first second on, how fast. */
static void
show_figures (SquillReadingPage *self, const SquillInspectProgress *now)
{
  g_autofree char *documents = squill_text_count ((double)now->documents);
  g_autofree char *bytes = squill_text_bytes ((double)now->bytes_read);
  g_autofree char *text = NULL;

  g_free (self->total);
  /* Translators: documents and bytes. */
  self->total = g_strdup_printf (
      g_dngettext (NULL, "%s document, %s", "%s documents, %s", now->documents), documents, bytes);
  if (now->seconds >= 1)
    {
      g_autofree char *rate = squill_text_count (floor ((double)now->documents / now->seconds));
      g_autofree char *bytes_rate = squill_text_bytes ((double)now->bytes_read / now->seconds);
      g_autofree char *time =
          g_strdup_printf ("%u:%02u", (guint)now->seconds / 60, (guint)now->seconds % 60);

      /* Translators: "1 200 documents, 3 MB", documents and bytes per second, and the time since
       * the start. */
      text = g_strdup_printf (_ ("%s · %s documents and %s per second · %s"), self->total, rate,
                              bytes_rate, time);
    }
  gtk_label_set_label (self->figures, text != NULL ? text : self->total);
}

/* Collections are read in parallel; each is listed once, when it first reports progress. */
static void
note_collection (SquillReadingPage *self, const char *name)
{
  g_autoptr (SquillReviewItem) note = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->read)); i++)
    {
      g_autoptr (SquillReviewItem) other = g_list_model_get_item (G_LIST_MODEL (self->read), i);

      if (g_str_equal (squill_review_item_get_title (other), name))
        return;
    }
  note = squill_review_item_new_note (name, NULL);
  g_list_store_insert (self->read, 0, note);
}

static void
on_progress (SquillReadingPage *self, const SquillInspectProgress *now)
{
  g_autofree char *title = NULL;

  if (now->waiting_for != NULL)
    {
      gtk_label_set_label (self->title, now->waiting_for);
      squill_progress_show (self->progress, -1);
      return;
    }
  if (now->collection != NULL)
    note_collection (self, now->collection);
  /* Translators: numbers of collections. */
  title = g_strdup_printf (_ ("Reading: %u of %u collections done"), now->collections_done,
                           now->collections_total);
  gtk_label_set_label (self->title, title);
  show_figures (self, now);
  squill_progress_show (self->progress, find_fraction (now));
}

static void
on_stop (SquillReadingPage *self)
{
  gtk_widget_set_sensitive (self->stop_button, FALSE);
  gtk_label_set_label (self->title, _ ("Stopping…"));
  squill_inspection_halt (self->inspection);
}

static gboolean
squill_reading_page_grab_focus (GtkWidget *widget)
{
  SquillReadingPage *self = SQUILL_READING_PAGE (widget);

  return gtk_widget_get_visible (self->stop_button) && gtk_widget_grab_focus (self->stop_button);
}

static void
stop_listening (SquillReadingPage *self)
{
  g_signal_group_set_target (self->inspection_signals, NULL);
  g_clear_object (&self->inspection);
}

static void
squill_reading_page_finalize (GObject *object)
{
  SquillReadingPage *self = SQUILL_READING_PAGE (object);

  g_object_unref (self->inspection_signals);
  g_free (self->total);

  G_OBJECT_CLASS (squill_reading_page_parent_class)->finalize (object);
}

static void
squill_reading_page_dispose (GObject *object)
{
  SquillReadingPage *self = SQUILL_READING_PAGE (object);

  stop_listening (self);
  g_clear_object (&self->read);
  squill_compat_unparent_children (GTK_WIDGET (self));

  G_OBJECT_CLASS (squill_reading_page_parent_class)->dispose (object);
}

static void
squill_reading_page_class_init (SquillReadingPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_reading_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = squill_reading_page_finalize;
  widget_class->focus = squill_focus_children;
  widget_class->grab_focus = squill_reading_page_grab_focus;

  g_type_ensure (SQUILL_TYPE_REVIEW_LIST);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-reading-page.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillReadingPage, title);
  gtk_widget_class_bind_template_child (widget_class, SquillReadingPage, progress);
  gtk_widget_class_bind_template_child (widget_class, SquillReadingPage, figures);
  gtk_widget_class_bind_template_child (widget_class, SquillReadingPage, stop_button);
  gtk_widget_class_bind_template_child (widget_class, SquillReadingPage, notes);
  gtk_widget_class_bind_template_callback (widget_class, on_stop);
}

static void
squill_reading_page_init (SquillReadingPage *self)
{
  self->inspection_signals = g_signal_group_new (SQUILL_TYPE_INSPECTION);
  g_signal_group_connect_swapped (self->inspection_signals, "progress", G_CALLBACK (on_progress),
                                  self);
  gtk_widget_init_template (GTK_WIDGET (self));
  self->read = g_list_store_new (SQUILL_TYPE_REVIEW_ITEM);
}

/**
 * _squill_reading_page_begin:
 * @self: a page
 * @inspection: what is about to be read
 *
 * Shows how far it is from now on.
 */
void
_squill_reading_page_begin (SquillReadingPage *self, SquillInspection *inspection)
{
  g_return_if_fail (SQUILL_IS_READING_PAGE (self));
  g_return_if_fail (SQUILL_IS_INSPECTION (inspection));

  stop_listening (self);
  self->inspection = g_object_ref (inspection);
  g_signal_group_set_target (self->inspection_signals, inspection);
  g_list_store_remove_all (self->read);
  squill_review_list_set_name (self->notes, _ ("Collections so far"), "");
  squill_review_list_set_notes (self->notes, G_LIST_MODEL (self->read));
  gtk_label_set_label (self->title, _ ("Reading"));
  gtk_label_set_label (self->figures, "");
  g_clear_pointer (&self->total, g_free);
  squill_progress_end (self->progress);
  squill_progress_show (self->progress, -1);
  gtk_widget_set_visible (GTK_WIDGET (self->progress), TRUE);
  gtk_widget_set_visible (self->stop_button, TRUE);
  gtk_widget_set_sensitive (self->stop_button, TRUE);
}

/**
 * _squill_reading_page_end:
 * @self: a page
 * @error: (nullable): why nothing was read; %NULL where something was
 *
 * Shows what came of the reading: of each collection how much was read, or the reason why there is
 * nothing; and what could not be read.
 */
void
_squill_reading_page_end (SquillReadingPage *self, const GError *error)
{
  g_autoptr (SquillInspection) inspection = NULL;
  SquillReview *review;
  GListModel *problems;

  g_return_if_fail (SQUILL_IS_READING_PAGE (self));
  g_return_if_fail (self->inspection != NULL);

  inspection = g_object_ref (self->inspection);
  stop_listening (self);
  gtk_widget_set_visible (self->stop_button, FALSE);
  squill_progress_end (self->progress);
  gtk_widget_set_visible (GTK_WIDGET (self->progress), FALSE);
  if (error != NULL)
    {
      gtk_label_set_label (self->title, _ ("Nothing was read"));
      gtk_label_set_label (self->figures, error->message);
      squill_review_list_set_name (self->notes, _ ("Collections so far"), "");
      squill_review_list_set_notes (self->notes, NULL);
      return;
    }
  gtk_label_set_label (self->figures, self->total != NULL ? self->total : "");
  review = squill_inspection_get_review (inspection);
  problems = squill_review_get_problems (review);
  if (squill_profile_is_cut_short (squill_inspection_get_profile (inspection)))
    gtk_label_set_label (self->title, _ ("Reading stopped early; what was read is kept"));
  else
    gtk_label_set_label (self->title, _ ("Some documents could not be read"));
  if (g_list_model_get_n_items (problems) > 0)
    {
      squill_review_list_set_name (self->notes, _ ("Problems"), "");
      squill_review_list_set_notes (self->notes, problems);
    }
  else
    {
      squill_review_list_set_name (self->notes, _ ("How the collections were read"), "");
      squill_review_list_set_notes (self->notes, squill_review_get_collections (review));
    }
}
