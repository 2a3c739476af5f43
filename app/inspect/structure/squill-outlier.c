/* SPDX-License-Identifier: Apache-2.0 */

/* Documents that hold what hardly another holds: a field of their own, a type that a field has
 * nowhere else. Where there are many such documents it is the collection that is of many kinds,
 * and only those that are unlike in several ways are named. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/structure/squill-structure.h"

#include "bson/squill-bson-json.h"

#include <glib/gi18n-lib.h>

/* Of fewer, none is rare. */
#define MIN_OF 30u
#define RARE_SHARE 0.02
/* A type that no larger share of the values of a path has is an outlier however many documents it
 * is in: with a million documents a thousand. A field that is meant to be null now and then is so
 * more often. */
#define OUTLIER_TYPE_SHARE 0.001
#define MANY_SHARE 0.01
#define MANY 3u
#define MAX_OUTLIERS 20u
#define MIN_WEIGHT 1.0
#define MIN_WEIGHT_OF_MANY 2.0
/* Another width of number, or null, is next to nothing. */
#define WEIGHT_OF_LITTLE 0.25
#define MAX_NAMED 20u

#define TYPES_NOTHING ((guint)SQUILL_TYPE_NULL | (guint)SQUILL_TYPE_UNDEFINED)
#define TYPES_WHOLE ((guint)SQUILL_TYPE_INT | (guint)SQUILL_TYPE_LONG)

typedef struct
{
  GHashTable *by_index; /* number of a document -> SquillOutlier */
  GPtrArray *outliers;
} Search;

static gboolean
is_rare (guint64 count, guint64 of)
{
  return of >= MIN_OF && count <= SQUILL_EXAMPLE_MAX_COUNT &&
         (double)count <= RARE_SHARE * (double)of;
}

static void
note (Search *search,
      const SquillPath *path,
      SquillTypes type,
      SquillExampleDocument *const *documents,
      guint n_documents,
      double weight)
{
  for (guint i = 0; i < n_documents; i++)
    {
      guint64 index = squill_example_document_get_index (documents[i]);
      SquillOutlier *outlier = g_hash_table_lookup (search->by_index, &index);
      SquillOutlierPath entry = { path, type, n_documents };

      if (outlier == NULL)
        {
          outlier = g_new0 (SquillOutlier, 1);
          outlier->document = documents[i];
          outlier->paths = g_array_new (FALSE, FALSE, sizeof (SquillOutlierPath));
          g_ptr_array_add (search->outliers, outlier);
          g_hash_table_insert (search->by_index, g_memdup2 (&index, sizeof index), outlier);
        }
      g_array_append_val (outlier->paths, entry);
      outlier->weight += weight / n_documents;
    }
}

/* All documents that have the path; 0 where they are not known or too many. */
static guint
collect_documents (const SquillPath *path, SquillExampleDocument **documents)
{
  guint n = 0;

  for (guint i = 0; i < path->example_documents.n_lists; i++)
    {
      const SquillExampleDocumentList *list = &path->example_documents.lists[i];

      if (list->many)
        return 0;
      for (guint j = 0; j < list->n_documents; j++)
        {
          gboolean known = FALSE;

          for (guint k = 0; k < n && !known; k++)
            known = squill_example_document_get_index (documents[k]) ==
                    squill_example_document_get_index (list->documents[j]);
          if (known)
            continue;
          if (n == SQUILL_EXAMPLE_MAX_DOCUMENTS)
            return 0;
          documents[n++] = list->documents[j];
        }
    }
  return n;
}

/* Whether the type of a list is rare at a path: at most a few values, and these known. */
static gboolean
is_rare_type (const SquillPath *path, const SquillExampleDocumentList *list)
{
  return !list->many && list->n_documents > 0 && is_rare (path->types[list->type], path->present);
}

/* How much a type says that is rare at a path: where the others are as good as the same, little. */
static double
weigh_type (const SquillPath *path, guint type)
{
  guint others = (guint)squill_path_get_types (path) & ~type;

  if ((type & TYPES_NOTHING) != 0 || (others & ~TYPES_NOTHING) == 0)
    return WEIGHT_OF_LITTLE;
  if ((type & TYPES_WHOLE) != 0 && (others & (TYPES_WHOLE | (guint)SQUILL_TYPE_DOUBLE)) != 0)
    return WEIGHT_OF_LITTLE;
  return 1;
}

/* Whether the path as a whole is rare: what is below it needs no words then. */
static gboolean
look_at_path (Search *search, const SquillPath *path)
{
  SquillExampleDocument *documents[SQUILL_EXAMPLE_MAX_DOCUMENTS];
  guint n;

  if (path->kind != SQUILL_PATH_FIELD || !is_rare (path->present, squill_path_get_of (path)))
    return FALSE;
  n = collect_documents (path, documents);
  if (n > 0)
    note (search, path, SQUILL_TYPE_NONE, documents, n, 1);
  return n > 0;
}

static void
look_below (Search *search, const SquillPath *path)
{
  const guint object = (guint)SQUILL_TYPE_OBJECT, array = (guint)SQUILL_TYPE_ARRAY;
  guint rare = 0;

  if (path->kind != SQUILL_PATH_DOCUMENT)
    {
      if (look_at_path (search, path))
        return;
      for (guint i = 0; i < path->example_documents.n_lists; i++)
        {
          const SquillExampleDocumentList *list = &path->example_documents.lists[i];
          guint type = 1u << list->type;

          if (!is_rare_type (path, list))
            continue;
          rare |= type;
          note (search, path, (SquillTypes)type, list->documents, list->n_documents,
                weigh_type (path, type));
        }
    }
  if (path->elements != NULL && (rare & array) == 0)
    look_below (search, path->elements);
  if ((rare & object) != 0)
    return;
  if (path->values != NULL)
    look_below (search, path->values);
  for (const SquillPath *field = path->first; field != NULL; field = field->next)
    look_below (search, field);
}

static int
compare_weights (gconstpointer a, gconstpointer b)
{
  const SquillOutlier *left = *(const SquillOutlier *const *)a;
  const SquillOutlier *right = *(const SquillOutlier *const *)b;
  guint64 left_index = squill_example_document_get_index (left->document);
  guint64 right_index = squill_example_document_get_index (right->document);

  if (left->weight != right->weight)
    return left->weight > right->weight ? -1 : 1;
  return (left_index > right_index) - (left_index < right_index);
}

static guint
count_from (GPtrArray *outliers, double weight)
{
  guint n = 0;

  for (guint i = 0; i < outliers->len; i++)
    n += ((SquillOutlier *)g_ptr_array_index (outliers, i))->weight >= weight;
  return n;
}

/**
 * squill_outlier_get_types:
 * @path: a path
 *
 * What a document in a thousand has is not what the field is: schemas let it pass, but the design,
 * sample documents and advice leave it alone. Where all others are null nothing is known of them,
 * and the few are all that is.
 *
 * Returns: those of its types that only outliers have
 */
SquillTypes
squill_outlier_get_types (const SquillPath *path)
{
  guint outliers = 0;

  for (guint i = 0; path->present >= MIN_OF && i < path->example_documents.n_lists; i++)
    {
      const SquillExampleDocumentList *list = &path->example_documents.lists[i];
      const double count = (double)path->types[list->type];

      if (count > 0 &&
          (is_rare_type (path, list) || count <= OUTLIER_TYPE_SHARE * (double)path->present))
        outliers |= 1u << list->type;
    }
  if (((guint)squill_path_get_types (path) & ~outliers & ~TYPES_NOTHING) == 0)
    outliers &= TYPES_NOTHING;
  if (((guint)squill_path_get_types (path) & ~outliers) == 0)
    outliers = 0;
  return (SquillTypes)outliers;
}

static void
append_types_to_json (json_t *json, const SquillPath *path)
{
  const guint outliers = (guint)squill_outlier_get_types (path);

  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    {
      const SquillExampleDocumentList *list =
          squill_example_documents_get (&path->example_documents, i);
      g_autofree char *text = NULL;
      json_t *documents, *one;

      if ((outliers & 1u << i) == 0)
        continue;
      text = squill_path_to_text (path);
      documents = json_array ();
      for (guint j = 0; j < list->n_documents; j++)
        json_array_append_new (documents, squill_example_document_to_json (list->documents[j]));
      one = json_object ();
      json_object_set_new (one, "path", json_string (text));
      json_object_set_new (one, "type",
                           json_string (squill_type_get_name ((SquillTypes)(1u << i))));
      json_object_set_new (one, "count", squill_count_to_json (path->types[i]));
      json_object_set_new (one, "documents", documents);
      json_array_append_new (json, one);
    }
}

/**
 * squill_outlier_types_to_json:
 * @path: a path
 *
 * Returns: (transfer full): its types that only outliers have, and those of its elements or values,
 *   with how many there are and in which documents: an array
 */
json_t *
squill_outlier_types_to_json (const SquillPath *path)
{
  json_t *json = json_array ();

  append_types_to_json (json, path);
  if (path->elements != NULL)
    append_types_to_json (json, path->elements);
  if (path->values != NULL)
    append_types_to_json (json, path->values);
  return json;
}

void
squill_outlier_free (SquillOutlier *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->paths);
  g_free (self);
}

/**
 * squill_outliers_find:
 * @root: the path of a collection's documents
 *
 * Returns: (transfer full) (element-type SquillOutlier): the documents that are unlike the others,
 * the most unlike first; they are good as long as @root is
 */
GPtrArray *
squill_outliers_find (const SquillPath *root)
{
  GPtrArray *outliers = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_outlier_free);
  g_autoptr (GHashTable) by_index =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  Search search = { by_index, outliers };
  double wanted = MIN_WEIGHT;

  if (root->present >= MIN_OF)
    look_below (&search, root);
  g_ptr_array_sort (outliers, compare_weights);
  if (count_from (outliers, MIN_WEIGHT) > MAX (MANY, MANY_SHARE * (double)root->present))
    wanted = MIN_WEIGHT_OF_MANY;
  g_ptr_array_set_size (outliers, (int)MIN (count_from (outliers, wanted), MAX_OUTLIERS));
  for (guint i = 0; i < outliers->len; i++)
    {
      SquillOutlier *outlier = g_ptr_array_index (outliers, i);

      outlier->confidence = 1 - 0.4 / (1 + outlier->weight);
    }
  return outliers;
}

static void
append_paths (GString *text, const SquillOutlier *self, SquillTypes type, guint documents)
{
  guint named = 0, left = 0;

  for (guint i = 0; i < self->paths->len; i++)
    {
      const SquillOutlierPath *entry = &g_array_index (self->paths, SquillOutlierPath, i);
      g_autofree char *path = NULL;

      if (entry->type != type || entry->documents != documents)
        continue;
      if (named == MAX_NAMED)
        {
          left++;
          continue;
        }
      path = squill_path_to_text (entry->path);
      g_string_append_printf (text, "%s%s", named++ > 0 ? ", " : "", path);
    }
  if (left > 0)
    g_string_append_printf (text, " (+%u)", left);
}

/**
 * squill_outlier_describe:
 * @self: an outlier
 *
 * Returns: (transfer full): in words what is unlike in it
 */
char *
squill_outlier_describe (const SquillOutlier *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->paths->len; i++)
    {
      const SquillOutlierPath *entry = &g_array_index (self->paths, SquillOutlierPath, i);
      g_autoptr (GString) paths = NULL;
      gboolean listed = FALSE;

      for (guint j = 0; j < i && !listed; j++)
        {
          const SquillOutlierPath *before = &g_array_index (self->paths, SquillOutlierPath, j);

          listed = before->type == entry->type && before->documents == entry->documents;
        }
      if (listed)
        continue;
      paths = g_string_new (NULL);
      append_paths (paths, self, entry->type, entry->documents);
      if (text->len > 0)
        g_string_append (text, "; ");
      if (entry->type == SQUILL_TYPE_NONE && entry->documents == 1)
        /* Translators: of a document; what follows are its fields. */
        g_string_append_printf (text, _ ("the only one with %s"), paths->str);
      else if (entry->type == SQUILL_TYPE_NONE)
        g_string_append_printf (text, _ ("one of %u with %s"), entry->documents, paths->str);
      else if (entry->documents == 1)
        /* Translators: of a document; a type, and its fields. */
        g_string_append_printf (text, _ ("the only one with type %s at %s"),
                                squill_type_get_name (entry->type), paths->str);
      else
        g_string_append_printf (text, _ ("one of %u with type %s at %s"), entry->documents,
                                squill_type_get_name (entry->type), paths->str);
    }
  return g_string_free (text, FALSE);
}
