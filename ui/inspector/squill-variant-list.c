/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "inspector/squill-inspector-private.h"

#include <glib/gi18n.h>

#include "model/squill-variants.h"
#include "text/squill-text.h"
#include "widgets/squill-compat.h"
#include "widgets/squill-icon-button.h"

/* More rows make the inspector slow, and nobody reads them. */
#define MAX_ROWS 50u
/* Lines of a row; the tooltip has more of it. */
#define MAX_LINES 4

struct _SquillVariantList
{
  AdwPreferencesGroup parent_instance;

  GPtrArray *rows;
};

G_DEFINE_FINAL_TYPE (SquillVariantList, squill_variant_list, ADW_TYPE_PREFERENCES_GROUP)

static GtkWidget *
add_row (SquillVariantList *self)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *share = gtk_label_new (NULL);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  squill_compat_limit_row_lines (ADW_ACTION_ROW (row), MAX_LINES, MAX_LINES);
  gtk_widget_add_css_class (share, "numeric");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), share);
  g_object_set_data (G_OBJECT (row), "share", share);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row);
  g_ptr_array_add (self->rows, row);
  return row;
}

static void
show_row (SquillVariantList *self, guint at, const SquillItemVariant *variant)
{
  GtkWidget *row = at < self->rows->len ? self->rows->pdata[at] : add_row (self);
  g_auto (GStrv) paths = squill_item_variant_list_paths (variant);
  g_autofree char *title = squill_text_values (variant->values, 0);
  g_autofree char *fields =
      paths[0] != NULL ? g_strjoinv (", ", paths) : g_strdup (_ ("No other fields"));
  g_autofree char *share =
      isnan (variant->share) ? g_strdup ("") : squill_text_share (variant->share);
  g_autofree char *shown = squill_text_fit (fields);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), shown);
  gtk_label_set_label (g_object_get_data (G_OBJECT (row), "share"), share);
  squill_widget_show_tooltip (row, fields);
  gtk_widget_set_visible (row, TRUE);
}

static void
squill_variant_list_finalize (GObject *object)
{
  g_ptr_array_unref (SQUILL_VARIANT_LIST (object)->rows);

  G_OBJECT_CLASS (squill_variant_list_parent_class)->finalize (object);
}

static void
squill_variant_list_class_init (SquillVariantListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = squill_variant_list_finalize;
}

static void
squill_variant_list_init (SquillVariantList *self)
{
  self->rows = g_ptr_array_new ();
  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (self), _ ("Fields by variant"));
}

/**
 * _squill_variant_list_new:
 *
 * Returns: (transfer floating): a group that shows nothing
 */
GtkWidget *
_squill_variant_list_new (void)
{
  return g_object_new (SQUILL_TYPE_VARIANT_LIST, NULL);
}

/**
 * _squill_variant_list_show:
 * @self: a list
 * @model: the model
 * @item: (nullable): an entity or a field
 *
 * Shows the variants of the item's objects; hides where these are all of one kind.
 */
void
_squill_variant_list_show (SquillVariantList *self, SquillModel *model, const SquillItem *item)
{
  g_autoptr (GPtrArray) variants = item != NULL ? squill_item_list_variants (model, item) : NULL;
  const guint n = variants != NULL ? MIN (variants->len, MAX_ROWS) : 0;
  g_autofree char *more = NULL;

  for (guint i = 0; i < n; i++)
    show_row (self, i, variants->pdata[i]);
  for (guint i = n; i < self->rows->len; i++)
    gtk_widget_set_visible (self->rows->pdata[i], FALSE);
  if (n > 0 && variants->len > n)
    more = g_strdup_printf (g_dngettext (NULL, "and %u more", "and %u more", variants->len - n),
                            variants->len - n);
  adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (self), more);
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
}
