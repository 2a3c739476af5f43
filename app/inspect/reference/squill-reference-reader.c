/* SPDX-License-Identifier: Apache-2.0 */

/* The second reading. What is watched is a small tree beside that of the paths, so that all else in
 * the documents is stepped over. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#include <string.h>

/* Between two looks at the clock. */
#define DOCUMENTS_BETWEEN_LOOKS 64u

typedef struct
{
  SquillReferenceValueFunc func;
  gpointer user_data;
} ValueWatch;

typedef struct
{
  SquillReferenceEndFunc func;
  gpointer user_data;
} EndWatch;

typedef struct _Node Node;

struct _Node
{
  const SquillPath *path;
  Node *next; /* of the fields of the same object */
  Node *first;
  Node *elements;
  Node *values;
  GArray *value_watches;
  GArray *key_watches;
  GArray *end_watches;
};

struct _SquillReferenceReader
{
  const SquillCollectionProfile *collection;
  GHashTable *nodes; /* path -> node */
  Node *root;
};

static void
node_free (gpointer data)
{
  Node *node = data;

  g_clear_pointer (&node->value_watches, g_array_unref);
  g_clear_pointer (&node->key_watches, g_array_unref);
  g_clear_pointer (&node->end_watches, g_array_unref);
  g_free (node);
}

static Node *
ensure_node (SquillReferenceReader *self, const SquillPath *path)
{
  Node *node = g_hash_table_lookup (self->nodes, path);
  Node *parent;

  if (node != NULL)
    return node;
  node = g_new0 (Node, 1);
  node->path = path;
  g_hash_table_insert (self->nodes, (gpointer)path, node);
  if (path->parent == NULL)
    return node;
  parent = ensure_node (self, path->parent);
  switch (path->kind)
    {
    case SQUILL_PATH_ELEMENTS:
      parent->elements = node;
      break;
    case SQUILL_PATH_VALUES:
      parent->values = node;
      break;
    case SQUILL_PATH_FIELD:
    case SQUILL_PATH_DOCUMENT:
    default:
      node->next = parent->first;
      parent->first = node;
      break;
    }
  return node;
}

static void
tell_values (GArray *watches, const SquillBsonElement *element, const char *text, gsize length)
{
  for (guint i = 0; watches != NULL && i < watches->len; i++)
    {
      const ValueWatch *watch = &g_array_index (watches, ValueWatch, i);

      watch->func (element, text, length, watch->user_data);
    }
}

static Node *
find_field (const Node *node, const SquillBsonElement *element)
{
  for (Node *field = node->first; field != NULL; field = field->next)
    if (field->path->name_length == element->key_length &&
        memcmp (field->path->name, element->key, element->key_length) == 0)
      return field;
  return NULL;
}

static gboolean
is_value (guint8 type)
{
  switch (type)
    {
    case SQUILL_BSON_OBJECT:
    case SQUILL_BSON_ARRAY:
    case SQUILL_BSON_NULL:
    case SQUILL_BSON_UNDEFINED:
    case SQUILL_BSON_MIN_KEY:
    case SQUILL_BSON_MAX_KEY:
      return FALSE;
    default:
      return TRUE;
    }
}

/* All names of a map are keys but those of the fields that stand beside it. */
static gboolean
is_key (const SquillPath *path, const SquillBsonElement *element)
{
  return path->values != NULL &&
         (path->n_fields == 0 ||
          squill_path_find_field ((SquillPath *)path, element->key, element->key_length) == NULL);
}

/* Goes through an object or array, from behind its length. The depth is that of what is watched. */
static void
walk (const Node *node, const guint8 *document, gsize length, gsize position, gboolean is_array)
{
  SquillBsonElement element;

  while (squill_bson_next (document, length, &position, &element))
    {
      const Node *below = is_array ? node->elements : NULL;

      if (!is_array)
        below = find_field (node, &element);
      if (!is_array && below == NULL && is_key (node->path, &element))
        {
          tell_values (node->key_watches, NULL, element.key, element.key_length);
          below = node->values;
        }
      if (below == NULL)
        continue;
      if (squill_bson_type_nests (element.type))
        {
          gsize begin = (gsize)(element.value - document);

          walk (below, document, length, begin + 4, element.type == SQUILL_BSON_ARRAY);
        }
      else if (is_value (element.type))
        {
          tell_values (below->value_watches, &element, NULL, 0);
        }
    }
  for (guint i = 0; !is_array && node->end_watches != NULL && i < node->end_watches->len; i++)
    {
      const EndWatch *watch = &g_array_index (node->end_watches, EndWatch, i);

      watch->func (watch->user_data);
    }
}

/**
 * _squill_reference_reader_new:
 * @collection: a finished profile
 *
 * Returns: (transfer full): a reader that watches nothing yet
 */
SquillReferenceReader *
_squill_reference_reader_new (const SquillCollectionProfile *collection)
{
  SquillReferenceReader *self = g_new0 (SquillReferenceReader, 1);

  self->collection = collection;
  self->nodes = g_hash_table_new_full (NULL, NULL, NULL, node_free);
  self->root = ensure_node (self, collection->root);
  return self;
}

void
_squill_reference_reader_free (SquillReferenceReader *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->nodes);
  g_free (self);
}

/**
 * _squill_reference_reader_watch_values:
 * @self: a reader
 * @path: a path of the collection
 * @keys: the keys of the map there, not the values
 * @func: is given each value
 * @user_data: for @func
 *
 * Asks for the values at a path.
 */
void
_squill_reference_reader_watch_values (SquillReferenceReader *self,
                                       const SquillPath *path,
                                       gboolean keys,
                                       SquillReferenceValueFunc func,
                                       gpointer user_data)
{
  ValueWatch watch = { func, user_data };
  Node *node = ensure_node (self, path);
  GArray **watches = keys ? &node->key_watches : &node->value_watches;

  if (*watches == NULL)
    *watches = g_array_new (FALSE, FALSE, sizeof (ValueWatch));
  g_array_append_val (*watches, watch);
}

/**
 * _squill_reference_reader_watch_end:
 * @self: a reader
 * @path: a path of objects
 * @func: is called when all in an object there was gone through
 * @user_data: for @func
 *
 * Asks for the ends of objects; of those that were asked for, in the order they were.
 */
void
_squill_reference_reader_watch_end (SquillReferenceReader *self,
                                    const SquillPath *path,
                                    SquillReferenceEndFunc func,
                                    gpointer user_data)
{
  EndWatch watch = { func, user_data };
  Node *node = ensure_node (self, path);

  if (node->end_watches == NULL)
    node->end_watches = g_array_new (FALSE, FALSE, sizeof (EndWatch));
  g_array_append_val (node->end_watches, watch);
}

/**
 * _squill_reference_reader_run:
 * @self: a reader
 * @options: how to open the collection, and until when
 * @max_documents: the most documents to read; 0 for all
 * @complete: (out): whether all that was read before was read again
 * @cancellable: (nullable): stops it
 * @error: return location
 *
 * Goes through the documents.
 *
 * Returns: %FALSE with @error set when cancelled, or where going on makes no sense
 */
gboolean
_squill_reference_reader_run (SquillReferenceReader *self,
                              const SquillReferenceOptions *options,
                              guint64 max_documents,
                              gboolean *complete,
                              GCancellable *cancellable,
                              GError **error)
{
  g_autoptr (SquillSource) source = NULL;
  GError *failure = NULL;
  const guint8 *document;
  gsize length;
  guint64 documents = 0;

  *complete = FALSE;
  if (options->reopen == NULL || !self->collection->complete ||
      (options->deadline != 0 && g_get_monotonic_time () >= options->deadline))
    return TRUE;
  source = options->reopen (self->collection, options->reopen_data, cancellable, &failure);
  while (source != NULL && squill_source_next (source, &document, &length, cancellable, &failure))
    {
      walk (self->root, document, length, 4, FALSE);
      documents++;
      if (documents == max_documents)
        break;
      if (documents % DOCUMENTS_BETWEEN_LOOKS == 0)
        {
          if (g_cancellable_set_error_if_cancelled (cancellable, error))
            return FALSE;
          if (options->deadline != 0 && g_get_monotonic_time () >= options->deadline)
            break;
        }
    }
  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  *complete = documents == self->collection->document_bytes.count;
  return TRUE;
}
