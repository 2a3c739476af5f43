/* SPDX-License-Identifier: Apache-2.0 */

/* What formats ask of the shapes of documents. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <math.h>
#include <string.h>

#include "exchange/export/squill-export-private.h"
#include "text/squill-text.h"

/* From a table to the one at its right, in widths: lines need room. */
#define TABLE_PITCH 1.5

/* More values are not listed in a comment. */
#define MAX_VALUES 12

/* What stands in the arrays that are in the array @shape; NULL where it has other elements. */
const SquillShape *
_squill_export_find_element (const SquillShape *shape)
{
  for (guint i = 0; i < shape->children->len; i++)
    if (squill_shape_is_element (shape->children->pdata[i]))
      return shape->children->pdata[i];
  return NULL;
}

/* Whether objects stand at @shape of which fields are known. */
gboolean
_squill_export_has_members (const SquillShape *shape)
{
  return shape->children->len > (_squill_export_find_element (shape) != NULL ? 1 : 0);
}

/* Whether a reference stands in the documents of the parent, and leads to the child. */
gboolean
_squill_export_is_at_parent (const SquillShape *shape, const SquillRelationship *r)
{
  if (g_strcmp0 (r->parent, r->child) != 0)
    return g_strcmp0 (shape->target, r->parent) != 0;
  if (r->parent_holder != NULL || r->child_holder != NULL)
    return g_strcmp0 (shape->field, r->parent_holder) == 0;
  return r->placement == SQUILL_PLACEMENT_CHILD_REFERENCES;
}

/* The field whose value the reference @shape has; NULL where that is _id. */
const SquillField *
_squill_export_get_referenced_key (SquillExport *self, const SquillShape *shape)
{
  const SquillRelationship *r = squill_model_get_relationship (self->model, shape->relationship);

  if (r == NULL)
    return NULL;
  return squill_model_get_field (
      self->model, _squill_export_is_at_parent (shape, r) ? r->child_key : r->parent_key);
}

/* The values that are allowed at @shape and no others; NULL where others are. */
const json_t *
_squill_export_get_enumeration (SquillExport *self, const SquillShape *shape)
{
  const SquillField *field = squill_model_get_field (self->model, shape->field);

  if (field == NULL || shape->target != NULL ||
      field->other_values == SQUILL_OTHER_VALUES_ACCEPTED ||
      (shape->types & (SQUILL_TYPE_STRING | SQUILL_TYPE_INT | SQUILL_TYPE_BOOL)) == 0)
    return NULL;
  /* What documents had so far is no law. */
  if (field->other_values == SQUILL_OTHER_VALUES_AUTO && field->evidence != NULL)
    return NULL;
  return field->enumeration;
}

/* What is a value at @shape besides what was written of it: the elements of an array in it, the
 * object it is (@has_object), and the values of an enumeration (@has_values). */
SquillTypes
_squill_export_get_plain_types (const SquillShape *shape, gboolean has_object, gboolean has_values)
{
  SquillTypes types = shape->types | shape->outlier_types;

  if (_squill_export_find_element (shape) != NULL)
    types &= ~SQUILL_TYPE_ARRAY;
  if (has_object)
    types &= ~SQUILL_TYPE_OBJECT;
  if (has_values)
    types &= ~(SQUILL_TYPE_STRING | SQUILL_TYPE_BOOL | SQUILL_TYPE_INT | SQUILL_TYPE_DOUBLE |
               SQUILL_TYPE_LONG);
  return types;
}

/* The document around @shape of the same entity, which contains itself; NULL if there is none. */
const SquillShape *
_squill_export_find_repeated (const SquillShape *shape)
{
  for (const SquillShape *around = shape->parent;
       shape->recursive && shape->document && around != NULL; around = around->parent)
    if (around->document && g_strcmp0 (around->entity, shape->entity) == 0)
      return around;
  return NULL;
}

/* A name as one of several is called: "orderLine" of "orderLines" (transfer full). */
static char *
make_singular (const char *name)
{
  /* Nobody says "datum" of what a document or an element is. */
  static const char *const kept[] = { "data", "metadata", "media", "metrics", "analytics", NULL };
  const char *last = name;
  g_autofree char *lower = NULL, *one = NULL, *shown = NULL;
  gboolean is_upper = TRUE;

  for (const char *p = name; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && (guchar)*p < 0x80 && p[1] != '\0')
      last = p + 1;
    else if (p > name && g_ascii_isupper (*p) && g_ascii_islower (p[-1]))
      last = p;
  lower = g_ascii_strdown (last, -1);
  if (g_strv_contains (kept, lower))
    return g_strdup (name);
  one = squill_text_singular (lower);
  for (const char *p = last; *p != '\0'; p++)
    is_upper = is_upper && !g_ascii_islower (*p);
  shown = is_upper ? g_ascii_strup (one, -1) : g_strdup (one);
  if (g_ascii_isupper (*last))
    shown[0] = g_ascii_toupper (shown[0]);
  return g_strdup_printf ("%.*s%s", (int)(last - name), name, shown);
}

/* Names that make the same name of a type are alike: what is the same of them (transfer full). */
static char *
fold (const char *name)
{
  return g_strdelimit (g_utf8_casefold (name, -1), "_-. ", ' ');
}

/* What the types of documents are called after, by their collections: one of them, "user" of
 * "users", unless there is another collection that is called so (transfer full). */
GHashTable *
_squill_export_name_documents (const GPtrArray *collections)
{
  GHashTable *words = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  /* How many collections have a name, or are called so where one is meant. */
  g_autoptr (GHashTable) users = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollection *collection = collections->pdata[i];
      char *one = make_singular (collection->name);
      char *folded[] = { fold (collection->name), fold (one) };

      g_hash_table_insert (words, (gpointer)collection, one);
      for (guint j = 0; j < (g_str_equal (folded[0], folded[1]) ? 1 : 2); j++)
        g_hash_table_insert (
            users, g_strdup (folded[j]),
            GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (users, folded[j])) + 1));
      g_free (folded[0]);
      g_free (folded[1]);
    }
  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollection *collection = collections->pdata[i];
      g_autofree char *folded = fold (g_hash_table_lookup (words, collection));

      if (GPOINTER_TO_UINT (g_hash_table_lookup (users, folded)) > 1)
        g_hash_table_insert (words, (gpointer)collection, g_strdup (collection->name));
    }
  return words;
}

/* What the type of an object is called after: its field, or one of several in it (transfer full).
 */
char *
_squill_export_make_field_words (const SquillShape *shape)
{
  const SquillShape *named = shape;

  /* The elements of an array in an array are called after the field. */
  while (squill_shape_is_element (named))
    named = named->parent;
  return named->array || (named->types & SQUILL_TYPE_ARRAY) != 0 ? make_singular (named->name)
                                                                 : g_strdup (named->name);
}

/* The same with the type around it, of @names (transfer full). */
static char *
make_object_words (GHashTable *names, const SquillShape *shape)
{
  g_autofree char *own = _squill_export_make_field_words (shape);
  const char *around = NULL;

  for (const SquillShape *p = shape->parent; p != NULL && around == NULL; p = p->parent)
    around = g_hash_table_lookup (names, p);
  return g_strconcat (around != NULL ? around : "", " ", own, NULL);
}

/* Names the documents of all collections first, in @names, shape -> name, so that no object in them
 * takes the name of a collection; as @make_name does, which adds them to @taken. */
void
_squill_export_name_collections (GHashTable *names,
                                 const GPtrArray *collections,
                                 SquillExportNameFunc make_name,
                                 GHashTable *taken)
{
  g_autoptr (GHashTable) all_words = _squill_export_name_documents (collections);

  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollection *collection = collections->pdata[i];

      g_autoptr (GHashTable) none = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      const char *words = g_hash_table_lookup (all_words, collection);
      g_autofree char *bare = make_name (none, words);

      /* "Dates" rather than "Date2" where the language has a "Date". */
      g_hash_table_insert (
          names, collection->shape,
          make_name (taken, g_hash_table_contains (taken, bare) ? collection->name : words));
    }
}

/* What the type of an object is called (transfer none): as in @names, shape -> name, or else as
 * @make_name does from words, which is added there. What contains itself is called as what is
 * around it. */
const char *
_squill_export_name_object (GHashTable *names,
                            const SquillShape *shape,
                            SquillExportNameFunc make_name,
                            GHashTable *taken)
{
  const char *name = g_hash_table_lookup (names, shape);
  const SquillShape *repeated = _squill_export_find_repeated (shape);
  g_autofree char *words = NULL;
  char *own;

  if (name != NULL)
    return name;
  if (repeated != NULL)
    return _squill_export_name_object (names, repeated, make_name, taken);
  words = make_object_words (names, shape);
  own = make_name (taken, words);
  g_hash_table_insert (names, (gpointer)shape, own);
  return own;
}

static void
list_objects (const SquillShape *shape, GPtrArray *objects)
{
  for (guint i = 0; i < shape->children->len; i++)
    {
      SquillShape *child = shape->children->pdata[i];

      if (_squill_export_has_members (child) && !child->rest)
        g_ptr_array_add (objects, child);
      list_objects (child, objects);
    }
}

/* The objects in @shape that have a type of their own (transfer container) (element-type
 * SquillShape): each before those in it. */
GPtrArray *
_squill_export_list_objects (const SquillShape *shape)
{
  GPtrArray *objects = g_ptr_array_new ();

  list_objects (shape, objects);
  return objects;
}

/* What one value at @shape, or one element, is in a language that has no types that are one of
 * several. @types is what may stand there besides an array and an object: null with others is only
 * that it may be missing. */
SquillExportValue
_squill_export_get_value (const SquillShape *shape, SquillTypes *types)
{
  const gboolean is_array = _squill_export_find_element (shape) != NULL;
  const gboolean is_object =
      _squill_export_has_members (shape) || (shape->recursive && shape->document);
  const SquillTypes all = _squill_export_get_plain_types (shape, is_object, FALSE);
  const gboolean is_plain = (all & ~SQUILL_TYPE_NULL) != 0;

  *types = all;
  if (is_array + is_object + is_plain != 1)
    return SQUILL_EXPORT_VALUE_ANY;
  return is_array    ? SQUILL_EXPORT_VALUE_ARRAY
         : is_object ? SQUILL_EXPORT_VALUE_OBJECT
                     : SQUILL_EXPORT_VALUE_PLAIN;
}

/* "One of "a", "b"" (transfer full); NULL where there are no values to choose from, or too many to
 * read. */
char *
_squill_export_describe_values (SquillExport *self, const SquillShape *shape)
{
  const json_t *values = _squill_export_get_enumeration (self, shape);
  GString *text;

  if (json_array_size (values) == 0 || json_array_size (values) > MAX_VALUES)
    return NULL;
  text = g_string_new ("One of ");
  for (gsize i = 0; i < json_array_size (values); i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      _squill_export_append_literal (text, json_array_get (values, i));
    }
  return g_string_free (text, FALSE);
}

/* Whether documents have no fields at @shape, that of a collection, but those that are drawn. */
gboolean
_squill_export_is_closed (SquillExport *self, const SquillShape *shape)
{
  const SquillEntity *entity =
      shape->parent == NULL ? squill_model_get_entity (self->model, shape->entity) : NULL;

  return entity != NULL && entity->closed && squill_shape_get_rest (shape) == NULL;
}

/* Listing what one document refers to. */
typedef struct
{
  SquillExport *export;
  GPtrArray *collections;
  guint from;
  GArray *references;
} Listing;

static gboolean
list_reference (const SquillShape *shape, gpointer user_data)
{
  Listing *self = user_data;
  const SquillRelationship *r =
      squill_model_get_relationship (self->export->model, shape->relationship);
  SquillExportReference reference = { .from = self->from, .shape = shape };

  /* In an object of a reference and copied fields, one of its members is the reference. */
  if (shape->parent == NULL || shape->target == NULL || shape->document ||
      _squill_export_has_members (shape))
    return TRUE;
  reference.many = squill_shape_get_array (shape) != NULL;
  reference.required = shape->required;
  reference.single = r != NULL && !reference.many && r->children.max == 1;
  for (guint i = 0; i < self->collections->len; i++)
    if (g_strcmp0 (((SquillCollection *)self->collections->pdata[i])->id, shape->target) == 0)
      {
        reference.to = i;
        g_array_append_val (self->references, reference);
      }
  return TRUE;
}

/* The references that lead from one of the collections to another (transfer full) (element-type
 * SquillExportReference), in the order of the fields that hold them. */
GArray *
_squill_export_list_references (SquillExport *self, GPtrArray *collections)
{
  Listing listing = { self, collections, 0,
                      g_array_new (FALSE, FALSE, sizeof (SquillExportReference)) };

  for (; listing.from < collections->len; listing.from++)
    squill_shape_foreach (((SquillCollection *)collections->pdata[listing.from])->shape,
                          list_reference, &listing);
  return listing.references;
}

/* The fields of a collection that have a line in a diagram (transfer container) (element-type
 * SquillShape). */
GPtrArray *
_squill_export_list_lines (const SquillCollection *collection)
{
  GPtrArray *open = g_ptr_array_new (), *lines = g_ptr_array_new ();

  g_ptr_array_add (open, collection->shape);
  while (open->len > 0)
    {
      const SquillShape *shape = g_ptr_array_steal_index (open, open->len - 1);

      if (shape->parent != NULL)
        g_ptr_array_add (lines, (gpointer)shape);
      for (guint i = shape->children->len; i > 0; i--)
        g_ptr_array_add (open, shape->children->pdata[i - 1]);
    }
  g_ptr_array_unref (open);
  return lines;
}

/* "string | int", "objectId[]", "map of int" (transfer full). */
char *
_squill_export_describe_type (const SquillShape *shape)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if ((shape->types & (1u << i)) != 0)
      g_string_append_printf (text, text->len > 0 ? " | %s" : "%s", squill_type_get_name (1u << i));
  if (text->len == 0)
    g_string_append (text, "any");
  if (shape->array && strchr (text->str, '|') != NULL)
    {
      g_string_prepend_c (text, '(');
      g_string_append_c (text, ')');
    }
  if (shape->array)
    g_string_append (text, "[]");
  if (shape->map)
    g_string_prepend (text, "map of ");
  return g_string_free (text, FALSE);
}

/* "string", "string|int", "string[]", "(string|int)[]|null", "map<string>" (transfer full): all
 * that is in a field, as squill-tables-documents.c reads it. @values is what its enumeration is
 * called, or NULL. */
char *
_squill_export_make_type_text (const SquillShape *shape, const char *values)
{
  const SquillTypes types = shape->types | shape->outlier_types;
  g_autoptr (GString) names = g_string_new (values);
  GString *type;

  for (guint i = 0; values == NULL && i < SQUILL_N_TYPES; i++)
    if ((types & (1u << i)) != 0)
      g_string_append_printf (names, names->len > 0 ? "|%s" : "%s", squill_type_get_name (1u << i));
  if (names->len == 0)
    g_string_append (names, "any");
  type = g_string_new (names->str);
  if (values == NULL && shape->array && strchr (names->str, '|') != NULL)
    {
      g_string_prepend_c (type, '(');
      g_string_append_c (type, ')');
    }
  if (shape->map)
    {
      g_string_prepend (type, "map<");
      g_string_append_c (type, '>');
    }
  if (shape->array)
    g_string_append (type, "[]");
  if (shape->single && values == NULL)
    g_string_append_printf (type, "|%s", names->str);
  if (shape->nullable)
    g_string_append (type, "|null");
  return g_string_free (type, FALSE);
}

/* "PK" for what identifies a document, "FK" for a reference, "" for all else. */
const char *
_squill_export_get_key (const SquillShape *shape)
{
  if (g_str_equal (shape->path, "_id"))
    return "PK";
  return shape->target != NULL && !shape->document && !_squill_export_has_members (shape) ? "FK"
                                                                                          : "";
}

/* Text of XML and HTML: without what these do not allow. */
void
_squill_export_append_markup (GString *text, const char *words)
{
  for (const char *p = words; *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar c = g_utf8_get_char (p);

      if (c == '&')
        g_string_append (text, "&amp;");
      else if (c == '<')
        g_string_append (text, "&lt;");
      else if (c == '>')
        g_string_append (text, "&gt;");
      else if (c == '"')
        g_string_append (text, "&quot;");
      else if (c < 0x20 || c == 0xfffe || c == 0xffff)
        g_string_append_c (text, ' ');
      else
        g_string_append_unichar (text, c);
    }
}

/* Where tables of the collections stand whose rows are so large (transfer full) (element-type
 * SquillExportBox): where the model has its cards, or else in columns beside each other. */
GArray *
_squill_export_place_tables (
    SquillExport *self, GPtrArray *collections, double width, double header, double row)
{
  GArray *boxes = g_array_new (FALSE, FALSE, sizeof (SquillExportBox));
  const guint n_columns = (guint)ceil (sqrt ((double)MAX (collections->len, 1)));
  g_autofree double *bottoms = g_new0 (double, n_columns);
  gboolean is_placed = TRUE;

  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollection *collection = collections->pdata[i];
      const SquillEntity *entity = squill_model_get_entity (self->model, collection->entity);
      const SquillRelationship *r =
          squill_model_get_relationship (self->model, collection->relationship);
      g_autoptr (GPtrArray) lines = _squill_export_list_lines (collection);
      SquillExportBox box = { r != NULL        ? r->x
                              : entity != NULL ? entity->x
                                               : NAN,
                              r != NULL        ? r->y
                              : entity != NULL ? entity->y
                                               : NAN,
                              width, header + row * MAX (lines->len, 1) };

      is_placed &= isfinite (box.x) && isfinite (box.y);
      g_array_append_val (boxes, box);
    }
  for (guint i = 0; !is_placed && i < boxes->len; i++)
    {
      SquillExportBox *box = &g_array_index (boxes, SquillExportBox, i);
      guint column = 0;

      for (guint j = 1; j < n_columns; j++)
        if (bottoms[j] < bottoms[column])
          column = j;
      box->x = column * width * TABLE_PITCH;
      box->y = bottoms[column];
      bottoms[column] += box->height + header * 2;
    }
  return boxes;
}
