/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "model/far-file.h"

struct _FarFile
{
  GObject parent_instance;

  GFile *near;
};

static void far_file_iface_init (GFileIface *iface);

gboolean far_file_can_move = TRUE;

G_DEFINE_FINAL_TYPE_WITH_CODE (FarFile,
                               far_file,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_FILE, far_file_iface_init))

static GFile *
wrap (GFile *near)
{
  FarFile *self;

  if (near == NULL)
    return NULL;
  self = g_object_new (FAR_TYPE_FILE, NULL);
  self->near = near;
  return G_FILE (self);
}

static GFile *
near_of (GFile *file)
{
  return FAR_FILE (file)->near;
}

static GFile *
far_dup (GFile *file)
{
  return wrap (g_file_dup (near_of (file)));
}

static guint
far_hash (GFile *file)
{
  return g_file_hash (near_of (file));
}

static gboolean
far_equal (GFile *a, GFile *b)
{
  return g_file_equal (near_of (a), near_of (b));
}

static gboolean
far_is_native (GFile *file)
{
  return FALSE;
}

static char *
far_get_basename (GFile *file)
{
  return g_file_get_basename (near_of (file));
}

static char *
far_get_path (GFile *file)
{
  return NULL;
}

static char *
far_get_uri (GFile *file)
{
  g_autofree char *path = g_file_get_path (near_of (file));

  return g_strconcat ("far://", path, NULL);
}

static GFile *
far_get_parent (GFile *file)
{
  return wrap (g_file_get_parent (near_of (file)));
}

static GFile *
far_resolve (GFile *file, const char *path)
{
  return wrap (g_file_resolve_relative_path (near_of (file), path));
}

static GFileEnumerator *
far_enumerate (GFile *file,
               const char *attributes,
               GFileQueryInfoFlags flags,
               GCancellable *cancellable,
               GError **error)
{
  return g_file_enumerate_children (near_of (file), attributes, flags, cancellable, error);
}

static GFileInfo *
far_query_info (GFile *file,
                const char *attributes,
                GFileQueryInfoFlags flags,
                GCancellable *cancellable,
                GError **error)
{
  return g_file_query_info (near_of (file), attributes, flags, cancellable, error);
}

static GFileInputStream *
far_read (GFile *file, GCancellable *cancellable, GError **error)
{
  return g_file_read (near_of (file), cancellable, error);
}

static GFileOutputStream *
far_create (GFile *file, GFileCreateFlags flags, GCancellable *cancellable, GError **error)
{
  return g_file_create (near_of (file), flags, cancellable, error);
}

static GFileOutputStream *
far_replace (GFile *file,
             const char *etag,
             gboolean make_backup,
             GFileCreateFlags flags,
             GCancellable *cancellable,
             GError **error)
{
  return g_file_replace (near_of (file), etag, make_backup, flags, cancellable, error);
}

static gboolean
far_delete (GFile *file, GCancellable *cancellable, GError **error)
{
  return g_file_delete (near_of (file), cancellable, error);
}

static gboolean
far_make_directory (GFile *file, GCancellable *cancellable, GError **error)
{
  return g_file_make_directory (near_of (file), cancellable, error);
}

static gboolean
far_set_attribute (GFile *file,
                   const char *attribute,
                   GFileAttributeType type,
                   gpointer value,
                   GFileQueryInfoFlags flags,
                   GCancellable *cancellable,
                   GError **error)
{
  return g_file_set_attribute (near_of (file), attribute, type, value, flags, cancellable, error);
}

static gboolean
far_move (GFile *from,
          GFile *to,
          GFileCopyFlags flags,
          GCancellable *cancellable,
          GFileProgressCallback progress,
          gpointer progress_data,
          GError **error)
{
  if (far_file_can_move)
    return g_file_move (near_of (from), near_of (to), flags, cancellable, progress, progress_data,
                        error);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "nothing can be moved here");
  return FALSE;
}

static void
far_file_finalize (GObject *object)
{
  g_clear_object (&FAR_FILE (object)->near);
  G_OBJECT_CLASS (far_file_parent_class)->finalize (object);
}

static void
far_file_class_init (FarFileClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = far_file_finalize;
}

static void
far_file_init (FarFile *self)
{
}

static void
far_file_iface_init (GFileIface *iface)
{
  iface->dup = far_dup;
  iface->hash = far_hash;
  iface->equal = far_equal;
  iface->is_native = far_is_native;
  iface->get_basename = far_get_basename;
  iface->get_path = far_get_path;
  iface->get_uri = far_get_uri;
  iface->get_parent = far_get_parent;
  iface->resolve_relative_path = far_resolve;
  iface->enumerate_children = far_enumerate;
  iface->query_info = far_query_info;
  iface->read_fn = far_read;
  iface->create = far_create;
  iface->replace = far_replace;
  iface->delete_file = far_delete;
  iface->make_directory = far_make_directory;
  iface->set_attribute = far_set_attribute;
  iface->move = far_move;
}

GFile *
far_file_new (const char *path)
{
  return wrap (g_file_new_for_path (path));
}
