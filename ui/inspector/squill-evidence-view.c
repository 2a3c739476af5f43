/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "inspector/squill-inspector-private.h"

#include <glib/gi18n.h>

#include "session/squill-evidence-text.h"
#include "text/squill-text.h"
#include "widgets/squill-histogram.h"
#include "widgets/squill-share-bar.h"
#include "widgets/squill-icon-button.h"

struct _SquillEvidenceView
{
  GtkBox parent_instance;

  GtkWidget *box;
  GtkWidget *values_check;
  GSettings *settings;
  json_t *evidence;
};

G_DEFINE_FINAL_TYPE (SquillEvidenceView, squill_evidence_view, GTK_TYPE_BOX)

static GtkWidget *
add_label (SquillEvidenceView *self, const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  squill_label_show (label, text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, style);
  gtk_box_append (GTK_BOX (self->box), label);
  return label;
}

static void
add_lines (SquillEvidenceView *self, char **lines)
{
  for (guint i = 0; lines[i] != NULL; i++)
    add_label (self, lines[i], "caption");
}

/* A name, a bar and the numbers, which say the same as the bar. */
static void
add_share (SquillEvidenceView *self, const char *name, double share, double count)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *title = gtk_label_new (name);
  GtkWidget *bar = squill_share_bar_new (share);
  g_autofree char *percent = squill_text_share (share);
  g_autofree char *number = squill_text_count (count);
  g_autofree char *text =
      count >= 0 ? g_strdup_printf ("%s · %s", percent, number) : g_strdup (percent);
  GtkWidget *figures = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (title), 10);
  gtk_widget_add_css_class (title, "caption");
  gtk_label_set_xalign (GTK_LABEL (figures), 1);
  gtk_label_set_width_chars (GTK_LABEL (figures), 12);
  gtk_widget_add_css_class (figures, "caption");
  gtk_widget_add_css_class (figures, "numeric");
  gtk_widget_set_hexpand (bar, TRUE);
  gtk_box_append (GTK_BOX (line), title);
  gtk_box_append (GTK_BOX (line), bar);
  gtk_box_append (GTK_BOX (line), figures);
  gtk_box_append (GTK_BOX (self->box), line);
}

static void
add_spread (SquillEvidenceView *self, const char *title, const json_t *spread)
{
  g_autofree char *triple = squill_evidence_format_triple (spread);
  const json_t *bins = json_object_get (spread, "histogram");
  const json_t *empty = json_object_get (spread, "empty");
  g_autofree char *text = NULL;

  if (triple == NULL)
    return;
  if (json_number_value (empty) > 0)
    {
      g_autofree char *count = squill_text_count (json_number_value (empty));

      /* Translators: what is counted, least, mean and most of it, and how many have none. */
      text = g_strdup_printf (_ ("%s: %s, %s are empty"), title, triple, count);
    }
  else
    text = g_strdup_printf (_ ("%s: %s"), title, triple);
  add_label (self, text, "caption");
  if (json_array_size (bins) > 1)
    gtk_box_append (GTK_BOX (self->box), squill_histogram_new (title, bins));
}

/* What may be said of all documents where not all were read. */
static void
add_interval (SquillEvidenceView *self, const json_t *interval)
{
  const json_t *min = json_object_get (interval, "min"), *max = json_object_get (interval, "max");
  g_autofree char *first = NULL;
  g_autofree char *last = NULL;
  g_autofree char *text = NULL;

  if (!json_is_number (min) || !json_is_number (max))
    return;
  first = squill_text_share (json_number_value (min));
  last = squill_text_share (json_number_value (max));
  text = g_strdup_printf (_ ("Present in %s to %s of all documents"), first, last);
  add_label (self, text, "caption");
}

static void
add_path (SquillEvidenceView *self, const json_t *path, gboolean with_values)
{
  const double of = json_number_value (json_object_get (path, "of"));
  const double present = json_number_value (json_object_get (path, "present"));
  json_t *types = json_object_get (path, "types");
  g_auto (GStrv) lines = squill_evidence_explain_path (path, with_values);
  const char *name;
  json_t *count;
  double all = 0;

  if (of > 0)
    {
      g_autofree char *k = squill_text_count (present);
      g_autofree char *n = squill_text_count (of);
      /* Translators: how many documents have a field, of how many. */
      g_autofree char *text = g_strdup_printf (_ ("In %s of %s"), k, n);

      add_label (self, text, "caption");
      add_share (self, _ ("Present"), present / of, -1);
      add_interval (self, json_object_get (path, "interval"));
    }
  json_object_foreach (types, name, count)
  {
    all += json_number_value (count);
  }
  json_object_foreach (types, name, count)
  {
    if (all > 0)
      add_share (self, name, json_number_value (count) / all, json_number_value (count));
  }
  add_spread (self, _ ("Elements"), json_object_get (path, "length"));
  if (json_is_object (json_object_get (path, "map")) ||
      json_is_object (json_object_get (path, "record")))
    {
      g_auto (GStrv) reasons = squill_evidence_explain_map (path, with_values);

      add_spread (self, _ ("Entries"), json_object_get (json_object_get (path, "map"), "length"));
      add_lines (self, reasons);
    }
  add_lines (self, lines);
}

static void
add_reference (SquillEvidenceView *self, const json_t *reference, gboolean with_values)
{
  const json_t *confidence = json_object_get (reference, "confidence");
  g_auto (GStrv) lines = squill_evidence_explain_reference (reference, with_values);

  if (json_is_number (confidence))
    add_share (self, _ ("Confidence"), json_number_value (confidence), -1);
  if (json_is_number (json_object_get (reference, "inclusion")))
    add_share (self, _ ("Inclusion"), json_number_value (json_object_get (reference, "inclusion")),
               -1);
  if (json_is_number (json_object_get (reference, "coverage")))
    add_share (self, _ ("Coverage"), json_number_value (json_object_get (reference, "coverage")),
               -1);
  add_lines (self, lines);
}

static void
add_collection (SquillEvidenceView *self, const json_t *collection, gboolean with_values)
{
  const json_t *sizes = json_object_get (collection, "document_bytes");
  const json_t *bins = json_object_get (sizes, "histogram");
  g_auto (GStrv) lines = squill_evidence_explain_collection (collection, with_values);

  add_lines (self, lines);
  if (json_array_size (bins) > 1)
    gtk_box_append (GTK_BOX (self->box), squill_histogram_new (_ ("Sizes of documents"), bins));
}

static void
add_sources (SquillEvidenceView *self, const json_t *model)
{
  const char *read = json_string_value (json_object_get (model, "read"));
  const json_t *named = json_object_get (json_object_get (model, "reading"), "sources");
  size_t i;
  json_t *source;

  /* What was chosen tells more than what was found there. */
  if (named == NULL)
    named = json_object_get (model, "sources");
  json_array_foreach (named, i, source)
  {
    if (json_is_string (source))
      add_label (self, json_string_value (source), "caption");
  }
  if (read != NULL)
    {
      /* Translators: a date and a time. */
      g_autofree char *text = g_strdup_printf (_ ("Read on %s"), read);

      add_label (self, text, "caption");
    }
}

/* Whether there is any value of a document to be shown, or hidden. */
static gboolean
has_values (const json_t *evidence)
{
  static const char *const members[] = { "evidence",      "enum",         "constant",
                                         "examples",      "range",        "dangling_values",
                                         "orphan_values", "outliers",     "rarest",
                                         "dates",         "outlier_types" };

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      const json_t *member = json_object_get (evidence, members[i]);

      if (member != NULL && !json_is_null (member))
        return TRUE;
    }
  return FALSE;
}

static void
add_raw (SquillEvidenceView *self)
{
  json_t *copy = json_copy (self->evidence);
  char *text;

  /* What the program keeps for itself. */
  json_object_del (copy, "observed");
  text = json_dumps (copy, JSON_INDENT (2) | JSON_ENCODE_ANY);
  json_decref (copy);
  gtk_widget_add_css_class (add_label (self, text != NULL ? text : "", "caption"), "monospace");
  free (text);
}

static void
fill (SquillEvidenceView *self)
{
  const gboolean with_values = g_settings_get_boolean (self->settings, "show-sample-values");
  const json_t *evidence = self->evidence;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->box)) != NULL)
    gtk_box_remove (GTK_BOX (self->box), child);
  gtk_widget_set_visible (self->values_check, evidence != NULL && has_values (evidence));
  if (evidence == NULL)
    add_label (self, _ ("Drawn by hand: no evidence"), "caption");
  else if (json_object_get (evidence, "from") != NULL ||
           json_object_get (evidence, "inclusion") != NULL)
    add_reference (self, evidence, with_values);
  else if (json_object_get (evidence, "documents") != NULL)
    add_collection (self, evidence, with_values);
  else if (json_object_get (evidence, "of") != NULL || json_object_get (evidence, "types") != NULL)
    add_path (self, evidence, with_values);
  else if (json_object_get (evidence, "sources") != NULL)
    add_sources (self, evidence);
  else
    add_raw (self);
}

static void
squill_evidence_view_dispose (GObject *object)
{
  g_clear_object (&SQUILL_EVIDENCE_VIEW (object)->settings);

  G_OBJECT_CLASS (squill_evidence_view_parent_class)->dispose (object);
}

static void
squill_evidence_view_finalize (GObject *object)
{
  json_decref (SQUILL_EVIDENCE_VIEW (object)->evidence);

  G_OBJECT_CLASS (squill_evidence_view_parent_class)->finalize (object);
}

static void
squill_evidence_view_class_init (SquillEvidenceViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = squill_evidence_view_dispose;
  object_class->finalize = squill_evidence_view_finalize;
}

static void
squill_evidence_view_init (SquillEvidenceView *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  self->settings = g_settings_new (SQUILL_APP_ID);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  self->values_check = gtk_check_button_new_with_label (_ ("Show sample values"));
  gtk_widget_set_tooltip_text (self->values_check, _ ("Values from documents of the database"));
  gtk_widget_set_margin_top (self->values_check, 4);
  gtk_widget_set_visible (self->values_check, FALSE);
  g_settings_bind (self->settings, "show-sample-values", self->values_check, "active",
                   G_SETTINGS_BIND_DEFAULT);
  g_signal_connect_object (self->settings, "changed::show-sample-values", G_CALLBACK (fill), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self), self->box);
  gtk_box_append (GTK_BOX (self), self->values_check);
}

/**
 * _squill_evidence_view_new:
 *
 * Returns: (transfer floating): a view of no evidence
 */
GtkWidget *
_squill_evidence_view_new (void)
{
  return g_object_new (SQUILL_TYPE_EVIDENCE_VIEW, NULL);
}

/**
 * _squill_evidence_view_show:
 * @self: a view
 * @evidence: (nullable): the evidence of an item, of any kind; what it lacks is not shown
 *
 * Shows it.
 */
void
_squill_evidence_view_show (SquillEvidenceView *self, const json_t *evidence)
{
  g_return_if_fail (SQUILL_IS_EVIDENCE_VIEW (self));

  if (gtk_widget_get_first_child (self->box) != NULL &&
      (evidence == self->evidence ||
       (evidence != NULL && self->evidence != NULL && json_equal (evidence, self->evidence))))
    return;
  json_decref (self->evidence);
  self->evidence = json_incref ((json_t *)evidence);
  fill (self);
}
