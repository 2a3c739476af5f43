/* SPDX-License-Identifier: Apache-2.0 */

/* The menu of the bar that says how the diagram is shown. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include <glib/gi18n.h>

#include "session/squill-action.h"
#include "text/squill-text.h"

static void
append (GMenu *menu, const char *label, const char *action, GVariant *target)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target_value (item, action, target);
  g_menu_append_item (menu, item);
}

static void
append_section (GMenu *menu, GMenu *section)
{
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static GMenu *
create_groups (SquillModel *model)
{
  GMenu *menu = g_menu_new ();

  append (menu, _ ("All"), "show.group", g_variant_new_string (""));
  SQUILL_FOR_EACH_CHILD (SquillGroup, group, squill_model_get_info (model), SQUILL_KIND_GROUP)
    append (menu, group->name != NULL && *group->name != '\0' ? group->name : _ ("Group"),
            "show.group", g_variant_new_string (group->item.id));
  return menu;
}

static GMenu *
create_views (SquillCanvas *self, SquillModel *model)
{
  GMenu *menu = g_menu_new ();
  gboolean shown = squill_diagram_get_view (squill_canvas_get_diagram (self)) != NULL;
  guint n;

  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_VIEW, &n);
  if (n > 0)
    append (menu, _ ("Everything"), "show.view", g_variant_new_string (""));
  SQUILL_FOR_EACH_CHILD (SquillView, view, squill_model_get_info (model), SQUILL_KIND_VIEW)
    append (menu, view->name != NULL && *view->name != '\0' ? view->name : _ ("View"), "show.view",
            g_variant_new_string (view->item.id));
  _squill_menu_append_command (menu, "show.new-view");
  if (!shown)
    return menu;
  _squill_menu_append_command (menu, "show.edit-view");
  _squill_menu_append_command (menu, "show.delete-view");
  _squill_menu_append_command (menu, "show.add-to-view");
  _squill_menu_append_command (menu, "show.remove-from-view");
  return menu;
}

static GMenu *
create_fields (void)
{
  GMenu *menu = g_menu_new ();

  append (menu, _ ("All"), "show.fields", g_variant_new_string ("all"));
  append (menu, _ ("Only Keys and References"), "show.fields", g_variant_new_string ("keys"));
  append (menu, _ ("None"), "show.fields", g_variant_new_string ("none"));
  return menu;
}

static GMenu *
create_colors (void)
{
  GMenu *menu = g_menu_new ();

  append (menu, _ ("Of _Groups"), "show.overlay", g_variant_new_string ("none"));
  append (menu, _ ("By _Frequency of Use"), "show.overlay", g_variant_new_string ("frequency"));
  append (menu, _ ("By _Size of Documents"), "show.overlay", g_variant_new_string ("size"));
  append (menu, _ ("By F_indings"), "show.overlay", g_variant_new_string ("findings"));
  append (menu, _ ("By _Evidence"), "show.overlay", g_variant_new_string ("evidence"));
  append (menu, _ ("By _Changes in the Database"), "show.overlay", g_variant_new_string ("drift"));
  return menu;
}

static GMenu *
create_notations (void)
{
  GMenu *menu = g_menu_new ();

  append (menu, _ ("_Crow’s Foot"), "show.notation", g_variant_new_string ("crows-foot"));
  append (menu, _ ("_UML"), "show.notation", g_variant_new_string ("uml"));
  append (menu, _ ("(_min, max)"), "show.notation", g_variant_new_string ("min-max"));
  return menu;
}

static GMenu *
create_embedded (void)
{
  GMenu *menu = g_menu_new ();

  _squill_menu_append_command (menu, "show.all-inside");
  _squill_menu_append_command (menu, "show.all-beside");
  return menu;
}

static GMenu *
create_sizes (void)
{
  static const double sizes[] = { 1000, 10000, 100000, 1000000 };
  GMenu *menu = g_menu_new ();

  append (menu, _ ("All"), "show.min-bytes", g_variant_new_double (0));
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *bytes = squill_text_bytes (sizes[i]);
      /* Translators: %s is the size of a document, such as "10 kB". */
      g_autofree char *label = g_strdup_printf (_ ("From %s On"), bytes);

      append (menu, label, "show.min-bytes", g_variant_new_double (sizes[i]));
    }
  return menu;
}

static GMenu *
create_severities (void)
{
  GMenu *menu = g_menu_new ();

  append (menu, _ ("All"), "show.min-severity", g_variant_new_int32 (-1));
  append (menu, _ ("With Findings"), "show.min-severity",
          g_variant_new_int32 (SQUILL_SEVERITY_HINT));
  append (menu, _ ("With Warnings or Errors"), "show.min-severity",
          g_variant_new_int32 (SQUILL_SEVERITY_WARNING));
  append (menu, _ ("With Errors"), "show.min-severity",
          g_variant_new_int32 (SQUILL_SEVERITY_ERROR));
  return menu;
}

/**
 * squill_canvas_create_show_menu:
 * @self: a canvas
 *
 * Creates the menu that says how the diagram is shown, with the groups that there are now.
 *
 * Returns: (transfer full): the menu
 */
GMenuModel *
squill_canvas_create_show_menu (SquillCanvas *self)
{
  GMenu *menu;
  g_autoptr (GMenu) look = g_menu_new ();
  g_autoptr (GMenu) only = g_menu_new ();
  g_autoptr (GMenu) fields = create_fields ();
  g_autoptr (GMenu) embedded = create_embedded ();
  g_autoptr (GMenu) notations = create_notations ();
  g_autoptr (GMenu) colors = create_colors ();
  g_autoptr (GMenu) sizes = create_sizes ();
  g_autoptr (GMenu) severities = create_severities ();
  SquillModel *model;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);

  menu = g_menu_new ();
  model = squill_canvas_get_model (self);
  g_menu_append_submenu (look, _ ("_Colors"), G_MENU_MODEL (colors));
  _squill_menu_append_command (look, "show.connections");
  g_menu_append_submenu (look, _ ("_Fields"), G_MENU_MODEL (fields));
  g_menu_append_submenu (look, _ ("_Embedded Documents"), G_MENU_MODEL (embedded));
  g_menu_append_submenu (look, _ ("N_otation"), G_MENU_MODEL (notations));
  append_section (menu, look);
  _squill_menu_append_command (only, "show.neighborhood");
  if (model != NULL)
    {
      g_autoptr (GMenu) groups = create_groups (model);
      g_autoptr (GMenu) views = create_views (self, model);

      append_section (menu, views);
      g_menu_append_submenu (only, _ ("Only a _Group"), G_MENU_MODEL (groups));
    }
  g_menu_append_submenu (only, _ ("Only Large _Documents"), G_MENU_MODEL (sizes));
  g_menu_append_submenu (only, _ ("Only What _Warnings Are About"), G_MENU_MODEL (severities));
  _squill_menu_append_command (only, "show.everything");
  append_section (menu, only);
  return G_MENU_MODEL (menu);
}
