/* SPDX-License-Identifier: Apache-2.0 */

/* The designs of the model side by side, and what becomes of them with another rate or another
 * number of children. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>

#include "advice/squill-comparison.h"
#include "design/squill-flip.h"
#include "design/squill-placement-text.h"
#include "model/squill-alternative.h"
#include "panel/squill-report-page.h"
#include "session/squill-inspector-table.h"
#include "session/squill-task.h"
#include "session/squill-terms.h"
#include "text/squill-text.h"
#include "widgets/squill-icon-button.h"

/* From a thousandth to a thousand times: powers of ten. */
#define MAX_POWER 3.0
#define SCALE_WIDTH 120
#define MAX_NAME 40

struct _SquillComparePage
{
  SquillReportPage parent_instance;

  GtkDropDown *subjects; /* what would be another number */
  GPtrArray *ids;        /* of the subjects, the first of which is none */
  GtkRange *scale;
  GtkLabel *value;
  GtkLabel *crossings;
  GCancellable *cancellable; /* of the search for crossings */
  guint filling : 1;
};

G_DEFINE_FINAL_TYPE (SquillComparePage, squill_compare_page, SQUILL_TYPE_REPORT_PAGE)

static const char *
get_subject (SquillComparePage *self)
{
  guint selected = gtk_drop_down_get_selected (self->subjects);

  return selected < self->ids->len ? self->ids->pdata[selected] : NULL;
}

/* A name may be as long as somebody likes. */
static void
cut (char **name)
{
  char *start;

  if (g_utf8_strlen (*name, -1) <= MAX_NAME)
    return;
  start = g_utf8_substring (*name, 0, MAX_NAME - 1);
  g_free (*name);
  *name = g_strconcat (start, "…", NULL);
  g_free (start);
}

/* What the number is called: that of children as in the inspector. */
static char *
make_title (SquillModel *model, const SquillItem *item)
{
  g_autofree char *name = squill_term_for_item (model, item->id);
  guint n;
  const SquillInspectorLine *lines = squill_inspector_lines_get (&n);
  char *title = NULL;

  for (guint i = 0; item->kind == SQUILL_KIND_RELATIONSHIP && i < n && title == NULL; i++)
    if (lines[i].kind == item->kind && g_str_equal (lines[i].property, "children"))
      title = squill_inspector_line_get_title (&lines[i], model, item);
  cut (&name);
  return title != NULL ? title : g_strdup_printf (_ ("Rate of %s"), name);
}

static void
list_subjects (SquillModel *model, SquillKind kind, GPtrArray *ids, GtkStringList *names)
{
  guint n;
  gpointer const *items = squill_item_get_children (squill_model_get_info (model), kind, &n);

  for (guint i = 0; i < n; i++)
    {
      const SquillItem *item = items[i];
      g_autofree char *title = NULL;

      if (!(squill_designs_get_number (item) > 0) || !isfinite (squill_designs_get_number (item)))
        continue;
      title = make_title (model, item);
      g_ptr_array_add (ids, g_strdup (item->id));
      gtk_string_list_append (names, title);
    }
}

/* The number of an item at a place of the slider. */
static char *
write_number (const SquillItem *item, double power)
{
  if (item->kind == SQUILL_KIND_OPERATION)
    return squill_text_short_rate (squill_operation_get_rate ((const SquillOperation *)item) *
                                   pow (10, power));
  return squill_text_short_count (squill_designs_get_number (item) * pow (10, power));
}

static void
show_value (SquillComparePage *self, SquillModel *model)
{
  const char *id = get_subject (self);
  const SquillItem *item = id != NULL ? squill_model_get_item (model, id) : NULL;
  g_autofree char *text =
      item != NULL ? write_number (item, gtk_range_get_value (self->scale)) : NULL;

  /* One that cannot be used looks like two bars that mean something. */
  gtk_widget_set_visible (GTK_WIDGET (self->scale), item != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->value), item != NULL);
  gtk_label_set_label (self->value, text != NULL ? text : "");
}

/* Where the ranking of designs changes or, where there is one design, what is advised. That is
 * found in a thread; the marks stay until it is known anew. */

typedef struct
{
  SquillModel *model; /* a copy */
  char *id;
} Search;

typedef struct
{
  GArray *crossings;  /* of SquillRankCrossing */
  GPtrArray *options; /* of SquillPlacementOption; NULL: it is no relationship */
  GPtrArray *flips;   /* of SquillFlip */
} Found;

static void
found_free (gpointer data)
{
  Found *found = data;

  g_clear_pointer (&found->crossings, g_array_unref);
  g_clear_pointer (&found->options, g_ptr_array_unref);
  g_clear_pointer (&found->flips, g_ptr_array_unref);
  g_free (found);
}

static void
search_free (gpointer data)
{
  Search *search = data;

  g_object_unref (search->model);
  g_free (search->id);
  g_free (search);
}

static guint
count_designs (SquillModel *model)
{
  guint n;

  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ALTERNATIVE, &n);
  return n;
}

static void
find_flips (const Search *search, Found *found, GCancellable *cancellable)
{
  g_autoptr (SquillDesign) design = squill_design_new (search->model);

  found->options = squill_placements_compare (design, search->id);
  found->flips = squill_flips_find (design, search->id, cancellable);
}

static void
search_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Search *search = data;
  Found *found = g_new0 (Found, 1);
  GError *error = NULL;

  found->crossings =
      squill_designs_find_crossings (search->model, search->id, MAX_POWER, cancellable, &error);
  if (found->crossings != NULL && count_designs (search->model) < 2 &&
      squill_model_get_relationship (search->model, search->id) != NULL)
    find_flips (search, found, cancellable);
  if (found->crossings == NULL)
    {
      found_free (found);
      g_task_return_error (task, error);
    }
  else if (!g_task_return_error_if_cancelled (task))
    g_task_return_pointer (task, found, found_free);
  else
    found_free (found);
}

static void
clear_crossings (SquillComparePage *self)
{
  gtk_scale_clear_marks (GTK_SCALE (self->scale));
  gtk_scale_add_mark (GTK_SCALE (self->scale), 0, GTK_POS_BOTTOM, NULL);
  squill_label_show (self->crossings, "");
}

static void
show_crossings (SquillComparePage *self, const Search *search, const GArray *crossings)
{
  guint n;
  gpointer const *designs =
      squill_item_get_children (squill_model_get_info (search->model), SQUILL_KIND_ALTERNATIVE, &n);
  const SquillItem *item = squill_model_get_item (search->model, search->id);
  g_autoptr (GString) text = g_string_new (NULL);

  clear_crossings (self);
  for (guint i = 0; item != NULL && i < crossings->len; i++)
    {
      const SquillRankCrossing *crossing = &g_array_index (crossings, SquillRankCrossing, i);
      const SquillAlternative *design = crossing->above < n ? designs[crossing->above] : NULL;
      const char *name = _ ("Unnamed design");
      g_autofree char *number = write_number (item, crossing->power);

      gtk_scale_add_mark (GTK_SCALE (self->scale), crossing->power, GTK_POS_TOP, NULL);
      g_string_append (text, i > 0 ? "; " : "");
      if (design != NULL && design->name != NULL)
        name = design->name;
      /* Translators: a design, and a rate or a number of children */
      if (crossing->n_errors == 0)
        g_string_append_printf (text, _ ("“%s” costs least from %s on"), name, number);
      else
        g_string_append_printf (text,
                                ngettext ("“%s” costs least from %s on, but has %u error",
                                          "“%s” costs least from %s on, but has %u errors",
                                          crossing->n_errors),
                                name, number, crossing->n_errors);
    }
  if (crossings->len == 0 && n > 1)
    g_string_append (text, _ ("The same design costs least with each of these numbers"));
  squill_label_show (self->crossings, text->str);
  squill_widget_show_tooltip (self->crossings, text->len > 0 ? text->str : NULL);
}

static char *
describe_flip (const Search *search, const Found *found, const SquillFlip *flip)
{
  const SquillRelationship *r = squill_model_get_relationship (search->model, search->id);
  g_autofree char *when = squill_flip_describe (search->model, search->id, flip);

  for (guint i = 0; i < found->options->len; i++)
    {
      const SquillPlacementOption *option = found->options->pdata[i];
      g_autofree char *name = NULL;

      if (option->placement != flip->to || option->copied != flip->copied)
        continue;
      name = squill_placement_option_describe (search->model, r, option);
      /* Translators: a way to store a relationship, and when it is advised */
      return g_strdup_printf (_ ("“%s” is advised if %s"), name, when);
    }
  return g_strdup (when);
}

/* With which numbers of children what is advised is no longer right. */
static void
show_flips (SquillComparePage *self, const Search *search, const Found *found)
{
  const SquillItem *item = squill_model_get_item (search->model, search->id);
  const double now = squill_designs_get_number (item);
  g_autoptr (GString) text = g_string_new (NULL);

  clear_crossings (self);
  for (guint i = 0; i < found->flips->len; i++)
    {
      const SquillFlip *flip = found->flips->pdata[i];
      const double power = log10 (flip->value / now);
      g_autofree char *line = NULL;

      if (flip->quantity != SQUILL_FLIP_CHILDREN || !(fabs (power) <= MAX_POWER))
        continue;
      line = describe_flip (search, found, flip);
      gtk_scale_add_mark (GTK_SCALE (self->scale), power, GTK_POS_TOP, NULL);
      g_string_append (text, text->len > 0 ? "; " : "");
      g_string_append (text, line);
    }
  if (text->len == 0)
    g_string_append (text, _ ("The same is advised with each of these numbers"));
  squill_label_show (self->crossings, text->str);
  squill_widget_show_tooltip (self->crossings, text->str);
}

static void
on_crossings_found (GObject *source, GAsyncResult *result, gpointer data)
{
  SquillComparePage *self = SQUILL_COMPARE_PAGE (source);
  const Search *search = g_task_get_task_data (G_TASK (result));
  Found *found = g_task_propagate_pointer (G_TASK (result), NULL);

  /* Others may be looked for by now. */
  if (self->cancellable == g_task_get_cancellable (G_TASK (result)))
    {
      g_clear_object (&self->cancellable);
      if (found != NULL && found->flips != NULL)
        show_flips (self, search, found);
      else if (found != NULL)
        show_crossings (self, search, found->crossings);
    }
  g_clear_pointer (&found, found_free);
}

static void
stop_search (SquillComparePage *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
search (SquillComparePage *self, SquillModel *model)
{
  g_autoptr (GTask) task = NULL;
  Search *data;

  stop_search (self);
  if (get_subject (self) == NULL)
    {
      clear_crossings (self);
      return;
    }
  data = g_new0 (Search, 1);
  data->model = squill_model_copy (model);
  data->id = g_strdup (get_subject (self));
  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, on_crossings_found, NULL);
  g_task_set_source_tag (task, search);
  g_task_set_task_data (task, data, search_free);
  squill_task_run_in_thread (task, search_in_thread);
}

/* The choice stays where what was chosen is still there. */
static void
update_subjects (SquillComparePage *self, SquillModel *model)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_autofree char *chosen = g_strdup (get_subject (self));
  guint selected = 0;

  g_ptr_array_add (ids, NULL);
  gtk_string_list_append (names, _ ("As it is"));
  list_subjects (model, SQUILL_KIND_OPERATION, ids, names);
  list_subjects (model, SQUILL_KIND_RELATIONSHIP, ids, names);
  for (guint i = 1; i < ids->len; i++)
    if (g_strcmp0 (ids->pdata[i], chosen) == 0)
      selected = i;
  self->filling = TRUE;
  g_ptr_array_unref (self->ids);
  self->ids = g_steal_pointer (&ids);
  gtk_drop_down_set_model (self->subjects, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->subjects, selected);
  if (selected == 0)
    gtk_range_set_value (self->scale, 0);
  self->filling = FALSE;
  show_value (self, model);
}

/* The copy gets the number that the slider says. */
static void
squill_compare_page_prepare (SquillReportPage *page, SquillModel *model)
{
  SquillComparePage *self = SQUILL_COMPARE_PAGE (page);
  const double factor = pow (10, gtk_range_get_value (self->scale));
  const char *id;
  const SquillItem *item;

  update_subjects (self, model);
  search (self, model);
  id = get_subject (self);
  item = id != NULL ? squill_model_get_item (model, id) : NULL;
  if (item == NULL)
    return;
  squill_model_set_read_only (model, FALSE);
  squill_designs_set_number (model, id, squill_designs_get_number (item) * factor);
}

static SquillReport *
squill_compare_page_make (SquillModel *model, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) designs = squill_designs_compare (model, cancellable, error);

  return designs != NULL ? squill_report_new_comparison (designs) : NULL;
}

static void
on_changed (SquillComparePage *self)
{
  SquillSession *session = squill_panel_page_get_session (SQUILL_PANEL_PAGE (self));

  if (self->filling || session == NULL)
    return;
  show_value (self, squill_session_get_model (session));
  squill_panel_page_queue_update (SQUILL_PANEL_PAGE (self));
}

static void
on_subject_changed (SquillComparePage *self)
{
  if (self->filling)
    return;
  self->filling = TRUE;
  gtk_range_set_value (self->scale, 0);
  self->filling = FALSE;
  on_changed (self);
}

static void
squill_compare_page_dispose (GObject *object)
{
  stop_search (SQUILL_COMPARE_PAGE (object));

  G_OBJECT_CLASS (squill_compare_page_parent_class)->dispose (object);
}

static void
squill_compare_page_finalize (GObject *object)
{
  g_ptr_array_unref (SQUILL_COMPARE_PAGE (object)->ids);

  G_OBJECT_CLASS (squill_compare_page_parent_class)->finalize (object);
}

static void
squill_compare_page_class_init (SquillComparePageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = squill_compare_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = squill_compare_page_finalize;
  SQUILL_REPORT_PAGE_CLASS (klass)->prepare = squill_compare_page_prepare;
  SQUILL_REPORT_PAGE_CLASS (klass)->make = squill_compare_page_make;
}

static void
squill_compare_page_init (SquillComparePage *self)
{
  GtkWidget *subjects = gtk_drop_down_new (NULL, NULL);
  GtkWidget *scale =
      gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, -MAX_POWER, MAX_POWER, 0.1);
  GtkWidget *controls = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->ids = g_ptr_array_new_with_free_func (g_free);
  self->subjects = GTK_DROP_DOWN (subjects);
  self->scale = GTK_RANGE (scale);
  self->value = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (subjects, "flat");
  squill_widget_set_tooltip (subjects, _ ("Compare with another number"));
  gtk_scale_set_draw_value (GTK_SCALE (scale), FALSE);
  gtk_scale_add_mark (GTK_SCALE (scale), 0, GTK_POS_BOTTOM, NULL);
  gtk_widget_set_size_request (scale, SCALE_WIDTH, -1);
  gtk_widget_set_hexpand (scale, TRUE);
  gtk_widget_set_visible (scale, FALSE);
  squill_widget_set_name (scale, _ ("Number to compare with"));
  gtk_label_set_width_chars (self->value, 6);
  gtk_widget_add_css_class (GTK_WIDGET (self->value), "numeric");
  self->crossings = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->crossings, PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (self->crossings, 0);
  gtk_widget_set_hexpand (GTK_WIDGET (self->crossings), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->crossings), "dim-label");
  gtk_widget_set_margin_top (controls, 6);
  gtk_widget_set_margin_start (controls, 6);
  gtk_box_append (GTK_BOX (controls), subjects);
  gtk_box_append (GTK_BOX (controls), scale);
  gtk_box_append (GTK_BOX (controls), GTK_WIDGET (self->value));
  gtk_box_append (GTK_BOX (controls), GTK_WIDGET (self->crossings));
  squill_report_page_set_controls (SQUILL_REPORT_PAGE (self), controls);
  g_signal_connect_object (subjects, "notify::selected", G_CALLBACK (on_subject_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (scale, "value-changed", G_CALLBACK (on_changed), self,
                           G_CONNECT_SWAPPED);
}
