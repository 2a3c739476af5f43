/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "shell/squill-application.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <gtksourceview/gtksource.h>

#include "widgets/squill-compat.h"
#include "session/squill-action.h"
#include "session/squill-drafts.h"
#include "shell/squill-window.h"

/* What gtk_source_init() loads where there is a display. There it adds the icons of completions,
 * too, which Squill does not have, and GTK would read all icon themes again. */
#define SOURCE_STYLE "/org/gnome/gtksourceview/css/GtkSourceView.css"

struct _SquillApplication
{
  AdwApplication parent_instance;

  GSettings *settings;
  guint signal_sources[3];
};

G_DEFINE_FINAL_TYPE (SquillApplication, squill_application, ADW_TYPE_APPLICATION)

static SquillWindow *
get_window (SquillApplication *self)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));

  for (; window != NULL && !SQUILL_IS_WINDOW (window);)
    window = gtk_window_get_transient_for (window);
  return window != NULL ? SQUILL_WINDOW (window) : NULL;
}

static SquillWindow *
present_new_window (SquillApplication *self)
{
  SquillWindow *window = squill_window_new (GTK_APPLICATION (self));

  gtk_window_present (GTK_WINDOW (window));
  return window;
}

/* A window for a new model: an untouched one if there is any, otherwise a new one. */
static SquillWindow *
get_untouched_window (SquillApplication *self)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    if (SQUILL_IS_WINDOW (l->data) &&
        squill_session_is_untouched (squill_window_get_session (l->data)) &&
        !squill_window_is_busy (l->data))
      return l->data;
  return present_new_window (self);
}

static SquillWindow *
find_window_of_file (SquillApplication *self, GFile *file)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    {
      GFile *other = SQUILL_IS_WINDOW (l->data) ? squill_window_get_file (l->data) : NULL;

      if (other != NULL && g_file_equal (other, file))
        return l->data;
    }
  return NULL;
}

/* The window of the file that a draft is of, which is opened if need be. */
static SquillWindow *
get_window_of_draft (SquillApplication *self, SquillDraft *draft, GHashTable *taken)
{
  g_autoptr (GFile) original = squill_draft_get_original (draft);
  SquillWindow *window = original != NULL ? find_window_of_file (self, original) : NULL;

  if (window != NULL && !g_hash_table_contains (taken, window))
    return window;
  window = get_untouched_window (self);
  if (original != NULL && g_file_query_exists (original, NULL))
    squill_window_load (window, original);
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

/* Unsaved work of a session that crashed is offered, each draft in a window. */
static void
recover (SquillApplication *self)
{
  g_autoptr (GPtrArray) drafts = squill_drafts_find_orphans ();
  g_autoptr (GHashTable) taken = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < drafts->len; i++)
    {
      SquillWindow *window = get_window_of_draft (self, drafts->pdata[i], taken);

      g_hash_table_add (taken, window);
      squill_window_recover (window, drafts->pdata[i]);
    }
}

static void
squill_application_activate (GApplication *application)
{
  SquillApplication *self = SQUILL_APPLICATION (application);
  SquillWindow *window = get_window (self);

  if (window != NULL)
    {
      gtk_window_present (GTK_WINDOW (window));
      return;
    }
  present_new_window (self);
  recover (self);
}

static void
squill_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  SquillApplication *self = SQUILL_APPLICATION (application);
  gboolean first = gtk_application_get_windows (GTK_APPLICATION (self)) == NULL;
  g_autoptr (GPtrArray) sources = g_ptr_array_new ();

  for (int i = 0; i < n_files; i++)
    {
      SquillWindow *window;

      if (!squill_window_is_model_file (files[i]))
        {
          g_ptr_array_add (sources, files[i]);
          continue;
        }
      window = find_window_of_file (self, files[i]);
      if (window == NULL)
        {
          window = get_untouched_window (self);
          squill_window_load (window, files[i]);
        }
      gtk_window_present (GTK_WINDOW (window));
    }
  /* Dumps and JSON files that are opened together are one database. */
  if (sources->len > 0)
    {
      SquillWindow *window = get_untouched_window (self);

      gtk_window_present (GTK_WINDOW (window));
      squill_window_import (window, (GFile **)sources->pdata, sources->len);
    }
  if (first)
    recover (self);
}

static void
on_new_window (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  present_new_window (user_data);
}

static void
on_quit (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SquillApplication *self = user_data;
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (self)));

  /* Each window asks about its own work; one that stays open keeps the program running. */
  for (GList *l = windows; l != NULL; l = l->next)
    if (SQUILL_IS_WINDOW (l->data))
      gtk_window_close (l->data);
}

static void
on_about (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  squill_compat_present_about (gtk_application_get_active_window (user_data));
}

static void
on_help (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SquillWindow *window = get_window (user_data);

  if (window != NULL)
    gtk_widget_activate_action (GTK_WIDGET (window), "win.show-help-overlay", NULL);
}

static const GActionEntry actions[] = {
  { .name = "new-window", .activate = on_new_window },
  { .name = "quit", .activate = on_quit },
  { .name = "about", .activate = on_about },
  { .name = "help", .activate = on_help },
};

/* The desktop session ends, or the program is interrupted: it cannot ask. */
static gboolean
on_signal (gpointer user_data)
{
  SquillApplication *self = user_data;

  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    if (SQUILL_IS_WINDOW (l->data))
      squill_window_keep_draft (l->data);
  g_application_quit (G_APPLICATION (self));
  return G_SOURCE_CONTINUE;
}

/* One that ends just now still has the name of the program on the bus, but does not answer to it:
 * then this one stands alone, rather than not starting. */
static int
squill_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  g_autoptr (GError) error = NULL;

  if (!g_application_register (application, NULL, &error))
    {
      g_debug ("Starting without the name of the program: %s", error->message);
      g_application_set_flags (application,
                               g_application_get_flags (application) | G_APPLICATION_NON_UNIQUE);
    }
  return -1;
}

static void
add_source_style (void)
{
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();

  gtk_css_provider_load_from_resource (provider, SOURCE_STYLE);
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION - 1);
}

static void
squill_application_startup (GApplication *application)
{
  static const int numbers[] = { SIGHUP, SIGINT, SIGTERM };
  SquillApplication *self = SQUILL_APPLICATION (application);
  guint n_commands;
  const SquillAction *commands = squill_actions_get (&n_commands);
  gboolean has_style;

  has_style = g_resources_get_info (SOURCE_STYLE, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL, NULL, NULL);
  if (has_style)
    gtk_source_init ();

  G_APPLICATION_CLASS (squill_application_parent_class)->startup (application);

  if (has_style)
    add_source_style ();
  else
    gtk_source_init ();
  squill_compat_name_buttons ();
  /* The first text of a popover that can be selected gets the focus, and would be selected whole.
   */
  g_object_set (gtk_settings_get_default (), "gtk-label-select-on-focus", FALSE, NULL);
  self->settings = g_settings_new (SQUILL_APP_ID);
  g_settings_bind (self->settings, "color-scheme", adw_style_manager_get_default (), "color-scheme",
                   G_SETTINGS_BIND_GET);
  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  for (guint i = 0; i < n_commands; i++)
    /* The canvas has its own keys: elsewhere they are typed. */
    if (!squill_action_is_of_canvas (&commands[i]) && !commands[i].in_texts)
      gtk_application_set_accels_for_action (GTK_APPLICATION (self), commands[i].action,
                                             commands[i].keys);
  gtk_window_set_default_icon_name (SQUILL_APP_ID);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    self->signal_sources[i] = g_unix_signal_add (numbers[i], on_signal, self);
}

static void
squill_application_shutdown (GApplication *application)
{
  SquillApplication *self = SQUILL_APPLICATION (application);

  for (guint i = 0; i < G_N_ELEMENTS (self->signal_sources); i++)
    g_clear_handle_id (&self->signal_sources[i], g_source_remove);
  g_clear_object (&self->settings);

  G_APPLICATION_CLASS (squill_application_parent_class)->shutdown (application);
}

static void
squill_application_class_init (SquillApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  application_class->activate = squill_application_activate;
  application_class->open = squill_application_open;
  application_class->handle_local_options = squill_application_handle_local_options;
  application_class->startup = squill_application_startup;
  application_class->shutdown = squill_application_shutdown;
}

static void
squill_application_init (SquillApplication *self)
{
  g_application_set_option_context_parameter_string (G_APPLICATION (self), _ ("[FILE…]"));
  g_application_set_option_context_summary (
      G_APPLICATION (self),
      _ ("Open models, or read dumps, BSON and JSON files, and folders of them into a new model."));
}

/**
 * squill_application_new:
 *
 * Returns: (transfer full): the program, ready to run
 */
GApplication *
squill_application_new (void)
{
  return g_object_new (SQUILL_TYPE_APPLICATION, "application-id", SQUILL_APP_ID, "flags",
                       G_APPLICATION_HANDLES_OPEN, "resource-base-path", "/io/github/squill/Squill",
                       NULL);
}
