/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "inspector/squill-inspector.h"

#include <glib/gi18n.h>

#include "session/squill-finding-row.h"
#include "widgets/squill-finding-card.h"
#include "widgets/squill-hold.h"
#include "session/squill-inspector-table.h"
#include "inspector/squill-inspector-private.h"
#include "session/squill-terms.h"
#include "widgets/squill-focus.h"

/* They stand above the properties; the panel has all. */
#define MAX_CARDS 3

/* As in the template. */
#define MARGIN_TOP 16
#define MARGIN_BOTTOM 24

/* The rows for items of one kind, created when they are first shown. */
typedef struct
{
  GtkWidget *box;
  GPtrArray *rows;  /* SquillPropertyRow */
  GPtrArray *links; /* SquillItemLinks */
  GPtrArray *folds; /* AdwExpanderRow */
  GtkWidget *fold_group;
  GtkWidget *placements;
  GtkWidget *variants;
  GtkWidget *patterns;
} Page;

struct _SquillInspector
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkWidget *content;
  GtkLabel *title;
  GtkLabel *subtitle;
  GtkWidget *pages_box;
  Page *pages[SQUILL_N_KINDS];
  GtkWidget *findings;
  GtkLabel *findings_title;
  GtkWidget *findings_box;
  GtkWidget *more_findings;
  GPtrArray *cards;

  SquillSession *session;
  GSignalGroup *session_signals;
  GSignalGroup *advice_signals;
  GSignalGroup *selection_signals;
  char *shown; /* ids of the selection, to scroll up when it changes */
  SquillHold *hold;
  GPtrArray *findings_shown; /* SquillFindingRow: what the cards show */
  GArray *places;            /* of what was pointed at or focused, while it is kept there */
  guint n_frames;
  guint frames_source;
  guint source;
  guint held : 1;  /* rows are where they were, not where they belong */
  guint stale : 1; /* what it shows may have changed */
};

G_DEFINE_FINAL_TYPE (SquillInspector, squill_inspector, GTK_TYPE_WIDGET)

static void
page_free (Page *page)
{
  g_ptr_array_unref (page->rows);
  g_ptr_array_unref (page->links);
  g_ptr_array_unref (page->folds);
  g_free (page);
}

static GtkWidget *
find_group (GHashTable *groups, Page *page, const char *name)
{
  GtkWidget *group = g_hash_table_lookup (groups, name);

  if (group != NULL)
    return group;
  if (squill_inspector_group_is_folded (name))
    {
      group = adw_expander_row_new ();
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (group), _ (name));
      g_ptr_array_add (page->folds, group);
    }
  else
    {
      group = adw_preferences_group_new ();
      if (*name != '\0')
        adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), _ (name));
      gtk_box_append (GTK_BOX (page->box), group);
    }
  g_hash_table_insert (groups, (gpointer)name, group);
  return group;
}

/* A row that opens the patterns for the item. */
static GtkWidget *
make_patterns (void)
{
  GtkWidget *group = adw_preferences_group_new ();
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Patterns"));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), _ ("What fits, and what it would change"));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.patterns");
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  return group;
}

static Page *
make_page (SquillKind kind)
{
  Page *page = g_new0 (Page, 1);
  g_autoptr (GHashTable) groups = g_hash_table_new (g_str_hash, g_str_equal);
  guint n;
  const SquillInspectorLine *lines = squill_inspector_lines_get (&n);

  page->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);
  page->rows = g_ptr_array_new ();
  page->links = g_ptr_array_new ();
  page->folds = g_ptr_array_new ();
  for (guint i = 0; i < n; i++)
    {
      GtkWidget *group, *row;

      if (lines[i].kind != kind)
        continue;
      group = find_group (groups, page, lines[i].group);
      if (lines[i].editor == SQUILL_EDITOR_PLACEMENT)
        {
          row = page->placements = _squill_placement_list_new ();
          adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
          continue;
        }
      row = _squill_property_row_new (&lines[i]);
      g_ptr_array_add (page->rows, row);
      if (ADW_IS_EXPANDER_ROW (group))
        adw_expander_row_add_row (ADW_EXPANDER_ROW (group), row);
      else
        adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
    }
  for (guint i = 0; i < SQUILL_N_KINDS; i++)
    if (_squill_item_links_exist (kind, (SquillKind)i))
      {
        GtkWidget *links = _squill_item_links_new (kind, (SquillKind)i);

        g_ptr_array_add (page->links, links);
        gtk_box_append (GTK_BOX (page->box), links);
      }
  if (kind == SQUILL_KIND_ENTITY || kind == SQUILL_KIND_FIELD)
    {
      page->variants = _squill_variant_list_new ();
      gtk_box_append (GTK_BOX (page->box), page->variants);
    }
  if (kind == SQUILL_KIND_ENTITY || kind == SQUILL_KIND_RELATIONSHIP || kind == SQUILL_KIND_FIELD ||
      kind == SQUILL_KIND_OPERATION)
    {
      page->patterns = make_patterns ();
      gtk_box_append (GTK_BOX (page->box), page->patterns);
    }
  if (page->folds->len > 0)
    {
      page->fold_group = adw_preferences_group_new ();
      for (guint i = 0; i < page->folds->len; i++)
        adw_preferences_group_add (ADW_PREFERENCES_GROUP (page->fold_group), page->folds->pdata[i]);
      gtk_box_append (GTK_BOX (page->box), page->fold_group);
    }
  return page;
}

static char *
describe_entity (SquillInspector *self, const SquillEntity *entity)
{
  SquillDesign *design = squill_session_get_design (self->session);
  gboolean collection = squill_design_is_collection (design, entity->item.id);
  gboolean embedded = squill_design_is_embedded (design, entity->item.id);

  if (collection && embedded)
    return g_strdup (_ ("Entity · collection, also embedded"));
  return g_strdup (collection ? _ ("Entity · collection") : _ ("Entity · embedded only"));
}

static void
show_heading (SquillInspector *self, char **ids, guint n)
{
  SquillModel *model = squill_session_get_model (self->session);
  const SquillItem *item = n == 0 ? NULL : squill_model_get_item (model, ids[0]);
  g_autofree char *title = NULL;
  g_autofree char *subtitle = NULL;

  if (item == NULL)
    {
      title = g_strdup (squill_session_get_title (self->session));
      subtitle = g_strdup (_ ("Model"));
    }
  else if (n > 1)
    {
      title = g_strdup_printf (g_dngettext (NULL, "%u selected", "%u selected", n), n);
      subtitle = g_strdup (_ ("Common properties"));
    }
  else
    {
      const char *name = squill_item_get_name (item);

      title = g_strdup (name != NULL && *name != '\0' ? name : squill_term_for_kind (item->kind));
      if (item->kind == SQUILL_KIND_ENTITY)
        subtitle = describe_entity (self, (const SquillEntity *)item);
      else if (item->kind == SQUILL_KIND_RELATIONSHIP)
        {
          g_autofree char *ends = squill_term_for_ends (model, (const SquillRelationship *)item);

          subtitle = g_strdup_printf ("%s · %s", squill_term_for_kind (item->kind), ends);
        }
      else if (item->parent != NULL && item->parent->kind != SQUILL_KIND_MODEL)
        {
          g_autofree char *owner = squill_term_for_item (model, item->parent->id);

          /* Translators: a kind of thing, and what it belongs to: "Field of posts". */
          subtitle = g_strdup_printf (_ ("%s of %s"), squill_term_for_kind (item->kind), owner);
        }
      else
        subtitle = g_strdup (squill_term_for_kind (item->kind));
    }
  gtk_label_set_label (self->title, title);
  gtk_label_set_label (self->subtitle, subtitle);
}

static void
show_page (SquillInspector *self, SquillKind kind, char **ids, guint n)
{
  Page *page;

  for (guint i = 0; i < SQUILL_N_KINDS; i++)
    if (self->pages[i] != NULL)
      gtk_widget_set_visible (self->pages[i]->box, i == kind);
  if (self->pages[kind] == NULL)
    {
      self->pages[kind] = make_page (kind);
      gtk_box_append (GTK_BOX (self->pages_box), self->pages[kind]->box);
    }
  page = self->pages[kind];
  for (guint i = 0; i < page->rows->len; i++)
    {
      SquillPropertyRow *row = page->rows->pdata[i];
      SquillEditor editor = _squill_property_row_get_line (row)->editor;

      _squill_property_row_show (row, self->session, (const char *const *)ids);
      if (n > 1 && (editor == SQUILL_EDITOR_NAME || editor == SQUILL_EDITOR_ORDER ||
                    editor == SQUILL_EDITOR_KEYS || editor == SQUILL_EDITOR_PATH ||
                    editor == SQUILL_EDITOR_EVIDENCE || editor == SQUILL_EDITOR_ITEM))
        gtk_widget_set_visible (GTK_WIDGET (row), FALSE);
    }
  for (guint i = 0; i < page->links->len; i++)
    {
      _squill_item_links_show (page->links->pdata[i], self->session, ids[0]);
      if (n > 1)
        gtk_widget_set_visible (page->links->pdata[i], FALSE);
    }
  if (page->variants != NULL)
    {
      SquillModel *model = squill_session_get_model (self->session);

      _squill_variant_list_show (SQUILL_VARIANT_LIST (page->variants), model,
                                 n == 1 ? squill_model_get_item (model, ids[0]) : NULL);
    }
  if (page->patterns != NULL)
    gtk_widget_set_visible (page->patterns, n == 1);
  if (page->placements != NULL)
    {
      gtk_widget_set_visible (page->placements, n == 1);
      if (n == 1)
        _squill_placement_list_show (SQUILL_PLACEMENT_LIST (page->placements), self->session,
                                     ids[0]);
    }
}

/* Hides groups whose rows are all hidden. */
static void
hide_empty_groups (Page *page)
{
  for (GtkWidget *group = gtk_widget_get_first_child (page->box); group != NULL;
       group = gtk_widget_get_next_sibling (group))
    {
      gboolean some = FALSE, any = FALSE;

      if (!ADW_IS_PREFERENCES_GROUP (group))
        continue;
      for (guint i = 0; i < page->rows->len; i++)
        if (gtk_widget_get_ancestor (page->rows->pdata[i], ADW_TYPE_PREFERENCES_GROUP) == group)
          {
            any = TRUE;
            some |= gtk_widget_get_visible (page->rows->pdata[i]);
          }
      if (page->placements != NULL && gtk_widget_is_ancestor (page->placements, group))
        some |= gtk_widget_get_visible (page->placements);
      if (any)
        gtk_widget_set_visible (group, some);
    }
  for (guint i = 0; i < page->folds->len; i++)
    {
      gboolean some = FALSE;

      for (guint j = 0; j < page->rows->len; j++)
        if (gtk_widget_is_ancestor (page->rows->pdata[j], page->folds->pdata[i]))
          some |= gtk_widget_get_visible (page->rows->pdata[j]);
      gtk_widget_set_visible (page->folds->pdata[i], some);
    }
}

/* Whether a finding is about a selected item or a part of one. */
static gboolean
concerns (SquillInspector *self, const SquillFinding *finding, char **ids, guint n)
{
  const SquillItem *subject;

  if (finding->dismissed)
    return FALSE;
  if (n == 0)
    return TRUE;
  subject = squill_model_get_item (squill_session_get_model (self->session), finding->subject);
  for (guint i = 0; i < n; i++)
    if (subject != NULL && squill_item_is_within (subject, ids[i]))
      return TRUE;
  return FALSE;
}

static char *
title_findings (guint errors, guint warnings, guint hints)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  if (errors > 0)
    g_ptr_array_add (parts,
                     g_strdup_printf (g_dngettext (NULL, "%u error", "%u errors", errors), errors));
  if (warnings > 0)
    g_ptr_array_add (
        parts,
        g_strdup_printf (g_dngettext (NULL, "%u warning", "%u warnings", warnings), warnings));
  if (hints > 0)
    g_ptr_array_add (parts,
                     g_strdup_printf (g_dngettext (NULL, "%u hint", "%u hints", hints), hints));
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (", ", (char **)parts->pdata);
}

static void
show_findings (SquillInspector *self, char **ids, guint n, gboolean held)
{
  GPtrArray *findings = squill_advice_get_findings (squill_session_get_advice (self->session));
  g_autoptr (GPtrArray) wanted = g_ptr_array_new_with_free_func (g_object_unref);
  guint counts[3] = { 0, 0, 0 };
  guint all = 0;
  g_autofree char *title = NULL, *more = NULL;

  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];

      if (!concerns (self, finding, ids, n))
        continue;
      counts[finding->severity]++;
      /* Of those that are shown each may have come last. */
      if (all++ < MAX_CARDS || held)
        g_ptr_array_add (wanted, squill_finding_row_new (self->session, finding));
    }
  if (held)
    {
      GPtrArray *rows = squill_finding_rows_hold (self->findings_shown, wanted);

      g_ptr_array_unref (wanted);
      wanted = rows;
      g_ptr_array_set_size (wanted, MIN (wanted->len, MAX_CARDS));
    }
  g_ptr_array_unref (self->findings_shown);
  self->findings_shown = g_ptr_array_ref (wanted);
  for (guint i = 0; i < wanted->len; i++)
    {
      if (i == self->cards->len)
        {
          GtkWidget *card = squill_finding_card_new (FALSE);

          g_ptr_array_add (self->cards, card);
          gtk_box_append (GTK_BOX (self->findings_box), card);
        }
      squill_finding_card_show (self->cards->pdata[i], wanted->pdata[i]);
    }
  for (guint i = 0; i < self->cards->len; i++)
    gtk_widget_set_visible (self->cards->pdata[i], i < wanted->len);
  title = title_findings (counts[SQUILL_SEVERITY_ERROR], counts[SQUILL_SEVERITY_WARNING],
                          counts[SQUILL_SEVERITY_HINT]);
  gtk_label_set_label (self->findings_title, all > 0 ? title : _ ("No findings"));
  gtk_widget_set_visible (self->findings, wanted->len > 0);
  more = g_strdup_printf (g_dngettext (NULL, "Show %u finding", "Show all %u findings", all), all);
  gtk_button_set_label (GTK_BUTTON (self->more_findings), more);
  gtk_widget_set_visible (self->more_findings,
                          all > wanted->len ||
                              (held && gtk_widget_get_visible (self->more_findings)));
}

/* Where a widget and all around it were before an update. */
typedef struct
{
  GtkWidget *widget;
  double y;
} Place;

static void
place_clear (gpointer place)
{
  g_object_unref (((Place *)place)->widget);
}

/* From the widget that is pointed at or focused to the outermost in the scroller. */
static GArray *
note_places (SquillInspector *self)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (Place));

  g_array_set_clear_func (places, place_clear);

  for (GtkWidget *widget = squill_hold_get_target (self->hold);
       widget != NULL && widget != self->content && gtk_widget_is_ancestor (widget, self->content);
       widget = gtk_widget_get_parent (widget))
    {
      graphene_point_t at;

      if (gtk_widget_compute_point (widget, self->scroller, &GRAPHENE_POINT_INIT (0, 0), &at))
        g_array_append_val (places, ((Place){ g_object_ref (widget), at.y }));
    }
  return places;
}

/* How far the innermost of them that is still there has moved down. */
static double
get_shift (SquillInspector *self, const GArray *places)
{
  for (guint i = 0; i < places->len; i++)
    {
      const Place *place = &g_array_index (places, Place, i);
      graphene_point_t at;

      if (gtk_widget_get_mapped (place->widget) &&
          gtk_widget_compute_point (place->widget, self->scroller, &GRAPHENE_POINT_INIT (0, 0),
                                    &at))
        return at.y - place->y;
    }
  return 0;
}

static void
lay_out (SquillInspector *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  int least;

  gtk_widget_measure (self->scroller, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_measure (self->scroller, GTK_ORIENTATION_VERTICAL, MAX (width, least), NULL, NULL,
                      NULL, NULL);
  gtk_widget_allocate (self->scroller, MAX (width, least), height, -1, NULL);
}

/* What is above a row may become higher or lower, by findings, by other rows, by longer texts. The
 * row that is pointed at or focused stays where it is: the rest is scrolled, and where there is
 * nothing left to scroll, space is added until the pointer and the focus have left. */
static void
keep_rows (SquillInspector *self, const GArray *places)
{
  GtkAdjustment *adjustment =
      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  double value = gtk_adjustment_get_value (adjustment), shift, most;

  if (places->len == 0 || gtk_widget_get_height (GTK_WIDGET (self)) == 0)
    return;
  lay_out (self);
  shift = get_shift (self, places);
  if (shift == 0)
    return;
  value = gtk_adjustment_get_value (adjustment) + shift;
  most = gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment);
  if (value < 0)
    gtk_widget_set_margin_top (self->content,
                               gtk_widget_get_margin_top (self->content) + (int)ceil (-value));
  else if (value > most)
    gtk_widget_set_margin_bottom (self->content, gtk_widget_get_margin_bottom (self->content) +
                                                     (int)ceil (value - most));
  if (value < 0 || value > most)
    lay_out (self);
  gtk_adjustment_set_value (adjustment, MAX (value, 0));
  /* The next update may come before the next frame. */
  lay_out (self);
}

/* Styles that have changed count from the next frame on: then what is left of the shift goes. */
static gboolean
on_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  SquillInspector *self = SQUILL_INSPECTOR (widget);

  if (self->places != NULL && ++self->n_frames < 2)
    return G_SOURCE_CONTINUE;
  if (self->places != NULL && self->held)
    keep_rows (self, self->places);
  g_clear_pointer (&self->places, g_array_unref);
  self->frames_source = 0;
  return G_SOURCE_REMOVE;
}

/* Keeps the first places of several updates in a row. */
static void
keep_rows_again (SquillInspector *self, GArray *places)
{
  self->n_frames = 0;
  if (self->places == NULL)
    self->places = g_array_ref (places);
  if (self->frames_source == 0)
    self->frames_source = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_frame, NULL, NULL);
}

/* The space that keeps rows in their place. */
static void
remove_space (SquillInspector *self)
{
  gtk_widget_set_margin_top (self->content, MARGIN_TOP);
  gtk_widget_set_margin_bottom (self->content, MARGIN_BOTTOM);
}

static void
update (SquillInspector *self)
{
  SquillModel *model = squill_session_get_model (self->session);
  g_auto (GStrv) ids = squill_selection_get_ids (squill_session_get_selection (self->session));
  g_autofree char *key = g_strjoinv (" ", ids);
  guint n = g_strv_length (ids);
  const SquillItem *first = n == 0 ? NULL : squill_model_get_item (model, ids[0]);
  SquillKind kind = first == NULL ? SQUILL_KIND_MODEL : first->kind;
  char *model_ids[] = { (char *)SQUILL_MODEL_ID, NULL };
  gboolean mixed = FALSE;
  gboolean held = g_strcmp0 (key, self->shown) == 0 && squill_hold_is_held (self->hold);
  g_autoptr (GArray) places = NULL;

  self->stale = FALSE;
  if (!held)
    {
      remove_space (self);
      g_clear_pointer (&self->places, g_array_unref);
    }
  places = note_places (self);
  for (guint i = 1; i < n; i++)
    {
      const SquillItem *item = squill_model_get_item (model, ids[i]);

      mixed |= item != NULL && item->kind != kind;
    }
  show_heading (self, ids, n);
  if (mixed)
    {
      for (guint i = 0; i < SQUILL_N_KINDS; i++)
        if (self->pages[i] != NULL)
          gtk_widget_set_visible (self->pages[i]->box, FALSE);
      gtk_label_set_label (self->subtitle,
                           _ ("Items of different kinds have no common properties"));
    }
  else
    {
      show_page (self, kind, n == 0 ? model_ids : ids, MAX (n, 1));
      hide_empty_groups (self->pages[kind]);
    }
  show_findings (self, ids, n, held);
  if (g_strcmp0 (key, self->shown) != 0)
    {
      GtkAdjustment *adjustment =
          gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));

      g_free (self->shown);
      self->shown = g_steal_pointer (&key);
      gtk_adjustment_set_value (adjustment, 0);
    }
  else if (held)
    {
      keep_rows (self, places);
      keep_rows_again (self, places);
    }
  self->held = held;
}

static gboolean
on_update_due (gpointer user_data)
{
  SquillInspector *self = user_data;

  self->source = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

static void
schedule (SquillInspector *self)
{
  if (self->source == 0 && self->stale && gtk_widget_get_mapped (GTK_WIDGET (self)) &&
      self->session != NULL)
    self->source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, on_update_due, self, NULL);
}

static void
queue_update (SquillInspector *self)
{
  self->stale = TRUE;
  schedule (self);
}

static void
on_released (SquillInspector *self)
{
  if (self->held)
    queue_update (self);
}

static void
squill_inspector_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (squill_inspector_parent_class)->map (widget);

  schedule (SQUILL_INSPECTOR (widget));
}

static gboolean
squill_inspector_grab_focus (GtkWidget *widget)
{
  return gtk_widget_child_focus (SQUILL_INSPECTOR (widget)->scroller, GTK_DIR_TAB_FORWARD);
}

static void
squill_inspector_dispose (GObject *object)
{
  SquillInspector *self = SQUILL_INSPECTOR (object);

  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_pointer (&self->places, g_array_unref);
  g_clear_object (&self->session_signals);
  g_clear_object (&self->advice_signals);
  g_clear_object (&self->selection_signals);
  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), SQUILL_TYPE_INSPECTOR);

  G_OBJECT_CLASS (squill_inspector_parent_class)->dispose (object);
}

static void
squill_inspector_finalize (GObject *object)
{
  SquillInspector *self = SQUILL_INSPECTOR (object);

  for (guint i = 0; i < SQUILL_N_KINDS; i++)
    g_clear_pointer (&self->pages[i], page_free);
  g_ptr_array_unref (self->cards);
  g_ptr_array_unref (self->findings_shown);
  g_free (self->shown);

  G_OBJECT_CLASS (squill_inspector_parent_class)->finalize (object);
}

static void
squill_inspector_class_init (SquillInspectorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = squill_inspector_dispose;
  object_class->finalize = squill_inspector_finalize;
  widget_class->map = squill_inspector_map;
  widget_class->focus = squill_focus_children;
  widget_class->grab_focus = squill_inspector_grab_focus;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-inspector.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillInspector, scroller);
  gtk_widget_class_bind_template_child (widget_class, SquillInspector, content);
  gtk_widget_class_bind_template_child (widget_class, SquillInspector, title);
  gtk_widget_class_bind_template_child (widget_class, SquillInspector, subtitle);
  gtk_widget_class_bind_template_child (widget_class, SquillInspector, pages_box);
  gtk_widget_class_bind_template_child (widget_class, SquillInspector, findings);
  gtk_widget_class_bind_template_child (widget_class, SquillInspector, findings_title);
  gtk_widget_class_bind_template_child (widget_class, SquillInspector, findings_box);
  gtk_widget_class_bind_template_child (widget_class, SquillInspector, more_findings);
  gtk_widget_class_set_css_name (widget_class, "inspector");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
squill_inspector_init (SquillInspector *self)
{
  self->cards = g_ptr_array_new ();
  self->findings_shown = g_ptr_array_new_with_free_func (g_object_unref);
  self->session_signals = g_signal_group_new (SQUILL_TYPE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "changed", G_CALLBACK (queue_update),
                                  self);
  g_signal_group_connect_swapped (self->session_signals, "notify::title", G_CALLBACK (queue_update),
                                  self);
  self->advice_signals = g_signal_group_new (SQUILL_TYPE_ADVICE);
  g_signal_group_connect_swapped (self->advice_signals, "changed", G_CALLBACK (queue_update), self);
  self->selection_signals = g_signal_group_new (SQUILL_TYPE_SELECTION);
  g_signal_group_connect_swapped (self->selection_signals, "changed", G_CALLBACK (queue_update),
                                  self);
  gtk_widget_init_template (GTK_WIDGET (self));
  self->hold = squill_hold_new (self->scroller, G_CALLBACK (on_released), self);
}

/**
 * squill_inspector_set_session:
 * @self: an inspector
 * @session: what to show
 *
 * Shows another model.
 */
void
squill_inspector_set_session (SquillInspector *self, SquillSession *session)
{
  g_return_if_fail (SQUILL_IS_INSPECTOR (self));
  g_return_if_fail (SQUILL_IS_SESSION (session));

  g_set_object (&self->session, session);
  g_signal_group_set_target (self->session_signals, session);
  g_signal_group_set_target (self->advice_signals, squill_session_get_advice (session));
  g_signal_group_set_target (self->selection_signals, squill_session_get_selection (session));
  g_clear_pointer (&self->shown, g_free);
  queue_update (self);
}

/**
 * squill_inspector_update:
 * @self: an inspector
 *
 * Shows at once what would otherwise be shown once the inspector is mapped.
 */
void
squill_inspector_update (SquillInspector *self)
{
  g_return_if_fail (SQUILL_IS_INSPECTOR (self));

  g_clear_handle_id (&self->source, g_source_remove);
  if (self->stale && self->session != NULL)
    update (self);
}

/**
 * squill_inspector_find_row:
 * @self: an inspector
 * @property: the name of a property
 *
 * Returns: (transfer none) (nullable): the row that shows the property of what is selected
 */
GtkWidget *
squill_inspector_find_row (SquillInspector *self, const char *property)
{
  g_return_val_if_fail (SQUILL_IS_INSPECTOR (self), NULL);
  g_return_val_if_fail (property != NULL, NULL);

  for (guint i = 0; i < SQUILL_N_KINDS; i++)
    {
      Page *page = self->pages[i];

      if (page == NULL || !gtk_widget_get_visible (page->box))
        continue;
      for (guint j = 0; j < page->rows->len; j++)
        if (g_str_equal (_squill_property_row_get_line (page->rows->pdata[j])->property, property))
          return page->rows->pdata[j];
    }
  return NULL;
}

/**
 * squill_inspector_get_placements:
 * @self: an inspector
 *
 * Returns: (transfer none) (nullable): the list of placements, if it was ever shown
 */
GtkWidget *
squill_inspector_get_placements (SquillInspector *self)
{
  g_return_val_if_fail (SQUILL_IS_INSPECTOR (self), NULL);

  return self->pages[SQUILL_KIND_RELATIONSHIP] != NULL
             ? self->pages[SQUILL_KIND_RELATIONSHIP]->placements
             : NULL;
}
