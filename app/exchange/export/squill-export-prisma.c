/* SPDX-License-Identifier: Apache-2.0 */

/* Collections as models of Prisma 6, the last version with a connector for MongoDB, laid out as
 * `prisma format` does. Embedded documents are composite types. What Prisma has no word for is
 * Json, or told in a comment. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <math.h>
#include <string.h>

#include "bson/squill-bson-text.h"
#include "exchange/export/squill-export-private.h"
#include "text/squill-text.h"

/* A line of a block: what stands before it, and its three columns. */
typedef struct
{
  char *comment;
  char *name;
  char *type;
  char *attributes;
} Row;

/* A collection and what of it is known before anything is written. */
typedef struct
{
  const SquillCollection *collection;
  const char *model;
  GHashTable *taken;    /* names of its fields */
  GPtrArray *relations; /* Row: fields that other documents are read by */
  GString *remarks;
} Model;

typedef struct
{
  SquillExport *export;
  GString *text;
  GHashTable *names;       /* of models, types and enumerations */
  GHashTable *types;       /* shape -> name of its composite type */
  GHashTable *identifiers; /* shape -> name of its field */
  GPtrArray *models;       /* Model */
  GQueue pending;          /* shapes of which the composite type is to be written */
  GString *enumerations;
  GHashTable *relations; /* names of them */
  GHashTable *two_way;   /* id of a relationship with references on both sides -> its name here */
  GHashTable *wholes;    /* Model -> that with which it is deleted */
} Writer;

static Row *
row_new (const char *name, char *type, char *attributes)
{
  Row *row = g_new0 (Row, 1);

  row->name = g_strdup (name);
  row->type = type;
  row->attributes = attributes;
  return row;
}

static void
row_free (gpointer data)
{
  Row *row = data;

  g_free (row->comment);
  g_free (row->name);
  g_free (row->type);
  g_free (row->attributes);
  g_free (row);
}

static void
model_free (gpointer data)
{
  Model *self = data;

  g_hash_table_unref (self->taken);
  g_ptr_array_unref (self->relations);
  g_string_free (self->remarks, TRUE);
  g_free (self);
}

/* Letters, digits and underscores, beginning with a letter, and none of @taken (transfer full). */
static char *
make_identifier (GHashTable *taken, const char *name)
{
  g_autoptr (GString) base = g_string_new (NULL);
  char *unique;

  for (const char *p = name; *p != '\0'; p = g_utf8_next_char (p))
    {
      const char c = (guchar)*p < 0x80 && g_ascii_isalnum (*p) ? *p : '_';

      if (base->len > 0 || g_ascii_isalpha (c))
        g_string_append_c (base, c);
    }
  while (base->len > 0 && base->str[base->len - 1] == '_')
    g_string_truncate (base, base->len - 1);
  if (base->len == 0)
    g_string_assign (base, "field");
  unique = g_strdup (base->str);
  for (guint i = 2; !g_hash_table_add (taken, g_strdup (unique)); i++)
    {
      g_free (unique);
      unique = g_strdup_printf ("%s%u", base->str, i);
    }
  return unique;
}

static char *
make_name (Writer *self, const char *words)
{
  g_autoptr (GHashTable) none = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *plain = make_identifier (none, words);

  return _squill_export_make_type_name (self->names, plain);
}

static char *
quote (const char *words)
{
  GString *text = g_string_new (NULL);

  squill_bson_text_append_string (text, words, -1);
  return g_string_free (text, FALSE);
}

static void
append_comment (GString *text, const char *indent, const char *words)
{
  g_auto (GStrv) lines = NULL;

  if (words == NULL || *words == '\0')
    return;
  lines = g_strsplit_set (words, "\r\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf (text, *lines[i] != '\0' ? "%s/// %s\n" : "%s///\n", indent,
                            g_strchomp (lines[i]));
}

static void
write_rows (GString *text, GPtrArray *rows)
{
  int widths[2] = { 0, 0 };

  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = rows->pdata[i];

      widths[0] = MAX (widths[0], (int)strlen (row->name));
      widths[1] = MAX (widths[1], (int)strlen (row->type));
    }
  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = rows->pdata[i];

      if (row->comment != NULL)
        g_string_append (text, row->comment);
      if (row->attributes != NULL && *row->attributes != '\0')
        g_string_append_printf (text, "  %-*s %-*s %s\n", widths[0], row->name, widths[1],
                                row->type, row->attributes);
      else
        g_string_append_printf (text, "  %-*s %s\n", widths[0], row->name, row->type);
    }
}

/* --- types --- */

/* Prisma cannot name what begins like an operator, is a path, or is not there. */
static gboolean
can_map (const char *name)
{
  return *name != '\0' && *name != '$' && strchr (name, '.') == NULL;
}

static const SquillShape *
get_typed (const SquillShape *shape)
{
  for (const SquillShape *around = shape->parent; shape->recursive && around != NULL;
       around = around->parent)
    if (around->document && g_strcmp0 (around->entity, shape->entity) == 0)
      return around;
  return shape;
}

static gboolean
is_composite (const SquillShape *shape)
{
  const SquillTypes types = shape->types | shape->outlier_types;
  const SquillShape *typed = get_typed (shape);

  if ((types & ~(SQUILL_TYPE_OBJECT | SQUILL_TYPE_NULL)) != 0 || shape->map || shape->single ||
      _squill_export_find_element (typed) != NULL || typed->parent == NULL)
    return FALSE;
  /* There are no composite types without fields. */
  for (guint i = 0; i < typed->children->len; i++)
    {
      const SquillShape *child = typed->children->pdata[i];

      if (!child->rest && can_map (child->name))
        return TRUE;
    }
  return FALSE;
}

static const char *
name_composite (Writer *self, const SquillShape *shape)
{
  const SquillShape *typed = get_typed (shape);
  const char *name = g_hash_table_lookup (self->types, typed);
  g_autofree char *words = NULL, *field = NULL;
  char *own;

  if (name != NULL)
    return name;
  for (const SquillShape *around = typed->parent; around != NULL && name == NULL;
       around = around->parent)
    name = g_hash_table_lookup (self->types, around);
  field = _squill_export_make_field_words (typed);
  words = g_strconcat (name != NULL ? name : "", "_", field, NULL);
  own = make_name (self, words);
  g_hash_table_insert (self->types, (gpointer)typed, own);
  g_queue_push_tail (&self->pending, (gpointer)typed);
  return own;
}

static gboolean
is_plain_enumeration (const SquillShape *shape, const json_t *values)
{
  const SquillTypes types = shape->types | shape->outlier_types;

  if (json_array_size (values) == 0 || (types & ~SQUILL_TYPE_NULL) != SQUILL_TYPE_STRING)
    return FALSE;
  for (gsize i = 0; i < json_array_size (values); i++)
    {
      if (!json_is_string (json_array_get (values, i)))
        return FALSE;
      for (gsize j = 0; j < i; j++)
        if (json_equal (json_array_get (values, i), json_array_get (values, j)))
          return FALSE;
    }
  return TRUE;
}

/* Writes the enumeration of a field, and says by what the default is named there. */
static char *
write_enumeration (Writer *self,
                   const SquillShape *shape,
                   const char *around,
                   const json_t *values,
                   const json_t *wanted,
                   char **named)
{
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) identifiers = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *words = g_strconcat (around, "_", shape->name, NULL);
  char *name = make_name (self, words);
  int width = 0;

  for (gsize i = 0; i < json_array_size (values); i++)
    {
      char *identifier = make_identifier (taken, json_string_value (json_array_get (values, i)));

      g_ptr_array_add (identifiers, identifier);
      width = MAX (width, (int)strlen (identifier));
    }
  g_string_append_printf (self->enumerations, "\nenum %s {\n", name);
  for (gsize i = 0; i < json_array_size (values); i++)
    {
      const json_t *value = json_array_get (values, i);
      const char *identifier = identifiers->pdata[i];
      g_autofree char *quoted = quote (json_string_value (value));

      if (g_str_equal (identifier, json_string_value (value)))
        g_string_append_printf (self->enumerations, "  %s\n", identifier);
      else
        g_string_append_printf (self->enumerations, "  %-*s @map(%s)\n", width, identifier, quoted);
      if (wanted != NULL && json_equal ((json_t *)wanted, (json_t *)value))
        *named = g_strdup (identifier);
    }
  g_string_append (self->enumerations, "}\n");
  return name;
}

/* The type of a value that is no composite, with what of BSON it is where there are several. */
static const char *
get_scalar (SquillTypes types, const char **native)
{
  static const struct
  {
    SquillTypes types;
    const char *name;
    const char *native;
  } scalars[] = {
    { SQUILL_TYPE_STRING, "String", NULL },
    { SQUILL_TYPE_SYMBOL, "String", NULL },
    { SQUILL_TYPE_OBJECT_ID, "String", "@db.ObjectId" },
    { SQUILL_TYPE_INT, "Int", NULL },
    { SQUILL_TYPE_LONG, "BigInt", NULL },
    { SQUILL_TYPE_INT | SQUILL_TYPE_LONG, "BigInt", NULL },
    { SQUILL_TYPE_DOUBLE, "Float", NULL },
    { SQUILL_TYPE_DOUBLE | SQUILL_TYPE_INT, "Float", NULL },
    { SQUILL_TYPE_DOUBLE | SQUILL_TYPE_LONG, "Float", NULL },
    { SQUILL_TYPE_DOUBLE | SQUILL_TYPE_INT | SQUILL_TYPE_LONG, "Float", NULL },
    { SQUILL_TYPE_BOOL, "Boolean", NULL },
    { SQUILL_TYPE_DATE, "DateTime", NULL },
    { SQUILL_TYPE_TIMESTAMP, "DateTime", "@db.Timestamp" },
    { SQUILL_TYPE_BINARY, "Bytes", NULL },
  };

  *native = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (scalars); i++)
    if (scalars[i].types == types)
      {
        *native = scalars[i].native;
        return scalars[i].name;
      }
  return "Json";
}

static void
append_attribute (GString *attributes, const char *attribute)
{
  if (attributes->len > 0)
    g_string_append_c (attributes, ' ');
  g_string_append (attributes, attribute);
}

static void
append_default (GString *attributes, const char *type, const json_t *value)
{
  const double number = json_number_value (value);
  const gboolean is_whole = g_str_equal (type, "Int") || g_str_equal (type, "BigInt");
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *text = NULL;

  if (json_is_string (value) && g_str_equal (type, "String"))
    {
      g_autofree char *quoted = quote (json_string_value (value));

      text = g_strdup_printf ("@default(%s)", quoted);
    }
  else if (json_is_boolean (value) && g_str_equal (type, "Boolean"))
    text = g_strdup_printf ("@default(%s)", json_is_true (value) ? "true" : "false");
  else if (json_is_integer (value) &&
           (g_str_equal (type, "Float") || g_str_equal (type, "BigInt") ||
            (is_whole && fabs (number) <= G_MAXINT32)))
    text = g_strdup_printf ("@default(%" JSON_INTEGER_FORMAT ")", json_integer_value (value));
  /* Prisma's numbers have no exponents. */
  else if (json_is_real (value) && g_str_equal (type, "Float") && fabs (number) < 1e15 &&
           (number == 0 || fabs (number) >= 1e-4))
    text = g_strdup_printf ("@default(%s)", g_ascii_dtostr (buffer, sizeof buffer, number));
  if (text != NULL)
    append_attribute (attributes, text);
}

/* A field of a model or type; NULL where Prisma cannot name it (transfer full). */
static Row *
make_row (Writer *self, const SquillShape *shape, const char *around, const char *identifier)
{
  const SquillField *field = squill_model_get_field (self->export->model, shape->field);
  const SquillTypes all = shape->types | shape->outlier_types;
  const SquillTypes types = all & ~SQUILL_TYPE_NULL;
  const json_t *values = _squill_export_get_enumeration (self->export, shape);
  const json_t *value = field != NULL && shape->copy == NULL ? field->default_value : NULL;
  const gboolean is_id = g_str_equal (shape->path, "_id");
  /* Lists of lists are none, whether it is known what is in them or not. */
  const gboolean is_odd = shape->map || shape->single || shape->outlier_instead != 0 ||
                          (shape->array && (all & SQUILL_TYPE_ARRAY) != 0);
  const gboolean is_list = shape->array && !is_odd && !is_id;
  g_autoptr (GString) attributes = g_string_new (NULL);
  g_autoptr (GString) comment = g_string_new (NULL);
  g_autofree char *type = NULL, *named = NULL;
  const char *native = NULL;
  Row *row;

  if (is_odd || (shape->array && is_id))
    type = g_strdup ("Json");
  else if (is_composite (shape))
    type = g_strdup (name_composite (self, shape));
  else if (is_plain_enumeration (shape, values) && !is_id)
    type = write_enumeration (self, shape, around, values, value, &named);
  else
    type = g_strdup (get_scalar (types, &native));
  append_comment (comment, "  ", field != NULL && shape->copy == NULL ? field->description : NULL);
  if (g_str_equal (type, "Json"))
    {
      g_autofree char *said = _squill_export_make_type_text (shape, NULL);

      /* What Prisma has no type for is told as squill-prisma.c reads it. */
      if (!g_str_equal (said, is_list ? "object[]" : "object"))
        append_comment (comment, "  ", said);
    }
  if (is_id)
    append_attribute (attributes, "@id");
  if (is_id && g_strcmp0 (native, "@db.ObjectId") == 0 && shape->target == NULL)
    append_attribute (attributes, "@default(auto())");
  else if (named != NULL && !is_list)
    {
      g_autofree char *text = g_strdup_printf ("@default(%s)", named);

      append_attribute (attributes, text);
    }
  else if (!is_list && !is_id && native == NULL && value != NULL)
    append_default (attributes, type, value);
  if (!g_str_equal (identifier, shape->name))
    {
      g_autofree char *quoted = quote (shape->name);
      g_autofree char *text = g_strdup_printf ("@map(%s)", quoted);

      append_attribute (attributes, text);
    }
  if (native != NULL)
    append_attribute (attributes, native);
  row =
      row_new (identifier,
               g_strconcat (type,
                            is_list                                                           ? "[]"
                            : is_id || (shape->required && all == types && !shape->recursive) ? ""
                                                                                              : "?",
                            NULL),
               g_string_free (g_steal_pointer (&attributes), FALSE));
  if (comment->len > 0)
    row->comment = g_string_free (g_steal_pointer (&comment), FALSE);
  return row;
}

/* Fields of a type: names first, which indexes and relations use. */
static void
name_fields (Writer *self, const SquillShape *shape, GHashTable *taken)
{
  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];

      if (!child->rest && !squill_shape_is_element (child) && can_map (child->name) &&
          !g_hash_table_contains (self->identifiers, child))
        g_hash_table_insert (self->identifiers, (gpointer)child,
                             make_identifier (taken, child->name));
    }
}

static GPtrArray *
make_rows (Writer *self, const SquillShape *shape, const char *around, GString *remarks)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func (row_free);

  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];
      const char *identifier = g_hash_table_lookup (self->identifiers, child);
      g_autofree char *quoted = quote (child->name);

      if (identifier != NULL)
        g_ptr_array_add (rows, make_row (self, child, around, identifier));
      else if (!child->rest && !squill_shape_is_element (child))
        g_string_append_printf (remarks, "// Prisma cannot name the field %s.\n", quoted);
    }
  return rows;
}

static void
write_composite (Writer *self, const SquillShape *shape)
{
  const char *name = g_hash_table_lookup (self->types, shape);
  const SquillEntity *entity =
      shape->document ? squill_model_get_entity (self->export->model, shape->entity) : NULL;
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) remarks = g_string_new (NULL);
  g_autoptr (GPtrArray) rows = NULL;

  name_fields (self, shape, taken);
  rows = make_rows (self, shape, name, remarks);
  g_string_append_printf (self->text, "\n%s", remarks->str);
  append_comment (self->text, "", entity != NULL ? entity->description : NULL);
  g_string_append_printf (self->text, "type %s {\n", name);
  write_rows (self->text, rows);
  g_string_append (self->text, "}\n");
}

/* --- indexes --- */

/* "address.city", by the names of fields; NULL where one is not there (transfer full). */
static char *
make_index_path (Writer *self, const SquillCollection *collection, const char *path)
{
  const SquillShape *shape = squill_shape_find_by_query_path (collection->shape, path);
  g_autoptr (GString) text = g_string_new (NULL);

  for (; shape != NULL && shape->parent != NULL; shape = shape->parent)
    {
      const char *identifier = g_hash_table_lookup (self->identifiers, shape);

      if (identifier == NULL || (text->len > 0 && !is_composite (shape)))
        return NULL;
      if (text->len > 0)
        g_string_prepend_c (text, '.');
      g_string_prepend (text, identifier);
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* Whether an index has no more to it than Prisma can say. */
static gboolean
is_plain_index (Writer *self, const SquillCollectionIndex *index)
{
  const SquillIndex *drawn =
      squill_model_get_item_of_kind (self->export->model, index->index, SQUILL_KIND_INDEX);

  if (index->partial || index->sparse || index->hidden || index->collates ||
      (drawn != NULL && (!isnan (drawn->expire_after) || drawn->options != NULL)))
    return FALSE;
  for (guint i = 0; i < index->keys->len; i++)
    {
      const SquillKey *key = index->keys->pdata[i];

      if (!g_str_equal (key->operator, "1") && !g_str_equal (key->operator, "-1"))
        return FALSE;
    }
  return TRUE;
}

static char *
make_index (Writer *self, const SquillCollection *collection, const SquillCollectionIndex *index)
{
  g_autoptr (GString) keys = g_string_new (NULL);
  g_autofree char *name = quote (index->name);

  if (!is_plain_index (self, index))
    return NULL;
  for (guint i = 0; i < index->keys->len; i++)
    {
      const SquillKey *key = index->keys->pdata[i];
      const SquillShape *shape = squill_shape_find_by_query_path (collection->shape, key->path);
      g_autofree char *path = make_index_path (self, collection, key->path);

      if (path == NULL)
        return NULL;
      /* Prisma refuses a composite type in a unique index of several keys. */
      if (index->unique && index->keys->len > 1 && shape != NULL &&
          g_hash_table_contains (self->types, shape))
        return NULL;
      g_string_append_printf (keys, i > 0 ? ", %s" : "%s", path);
      if (g_str_equal (key->operator, "-1"))
        g_string_append (keys, "(sort: Desc)");
    }
  return g_strdup_printf ("  %s([%s], map: %s)\n", index->unique ? "@@unique" : "@@index",
                          keys->str, name);
}

static gboolean
is_unique (Writer *self, const SquillCollection *collection, const SquillShape *shape)
{
  if (g_str_equal (shape->path, "_id"))
    return TRUE;
  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];

      if (index->unique && index->keys->len == 1 && is_plain_index (self, index) &&
          squill_shape_find_by_query_path (collection->shape,
                                           ((SquillKey *)index->keys->pdata[0])->path) == shape)
        return TRUE;
    }
  return FALSE;
}

/* --- relations --- */

static const SquillShape *
find_child (const SquillShape *shape, const char *name)
{
  for (guint i = 0; i < shape->children->len; i++)
    if (g_str_equal (((SquillShape *)shape->children->pdata[i])->name, name))
      return shape->children->pdata[i];
  return NULL;
}

static gboolean
have_same_type (const SquillShape *one, const SquillShape *other)
{
  const char *natives[2];
  const char *types[2] = { get_scalar (one->types & ~SQUILL_TYPE_NULL, &natives[0]),
                           get_scalar (other->types & ~SQUILL_TYPE_NULL, &natives[1]) };

  return g_str_equal (types[0], types[1]) && g_strcmp0 (natives[0], natives[1]) == 0 &&
         !g_str_equal (types[0], "Json");
}

/* What a relation is called whose field is called after keys: "author" of "authorId" (transfer
 * full); NULL where it is not. */
static char *
strip_key (const char *field)
{
  static const char *const endings[] = { "_ids", "Ids", "IDs", "_id", "Id", "ID" };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (field, endings[i]) && strlen (field) > strlen (endings[i]))
      return g_strndup (field, strlen (field) - strlen (endings[i]));
  return NULL;
}

/* The name of a relation, "author", and that of the field that holds its key, "authorId", which
 * changes where the collection calls it as the relation is called (transfer full). */
static char *
name_relation (Writer *self, Model *from, const SquillShape *shape, const Model *to)
{
  g_autofree char *field = g_strdup (g_hash_table_lookup (self->identifiers, shape));
  g_autofree char *base = strip_key (field);

  if (base == NULL)
    {
      const char *ending = strchr (field, '_') != NULL ? "_id" : "Id";
      /* A reference to one of "users" is one user, also where it is called as the collection is. */
      const gboolean is_one =
          !shape->array && g_ascii_strcasecmp (field, to->collection->name) == 0;
      g_autofree char *words =
          is_one ? squill_text_singular (field) : _squill_export_make_field_words (shape);
      g_autofree char *key = g_strconcat (words, ending, shape->array ? "s" : "", NULL);
      g_autofree char *free_key = NULL;

      if (!g_hash_table_contains (from->taken, key) &&
          g_strcmp0 (free_key = make_identifier (from->taken, key), key) == 0)
        {
          g_hash_table_insert (self->identifiers, (gpointer)shape, g_steal_pointer (&free_key));
          if (is_one && !g_hash_table_contains (from->taken, words))
            return make_identifier (from->taken, words);
          return g_steal_pointer (&field);
        }
    }
  /* "tags" of "tag_ids", where what is meant is called so. */
  if (base != NULL && shape->array)
    {
      g_autofree char *one = squill_text_singular (to->collection->name);

      if (g_ascii_strcasecmp (one, base) == 0)
        {
          g_free (base);
          base = g_strdup (to->collection->name);
        }
    }
  if (base == NULL || g_hash_table_contains (from->taken, base))
    {
      g_free (base);
      base = g_strconcat (field, "Ref", NULL);
    }
  return make_identifier (from->taken, base);
}

/* Its own, or what two models and a field make one of (transfer full). */
static char *
make_relation_name (Writer *self, const SquillRelationship *r, const char *model, const char *field)
{
  char *name = g_strdup (r != NULL ? r->name : NULL);

  if (name == NULL || *name == '\0' || g_hash_table_contains (self->relations, name))
    {
      g_free (name);
      name = g_strdup_printf ("%s_%s", model, field);
    }
  g_hash_table_add (self->relations, g_strdup (name));
  return name;
}

static Model *
find_model (Writer *self, const char *collection)
{
  for (guint i = 0; i < self->models->len; i++)
    if (g_strcmp0 (((Model *)self->models->pdata[i])->collection->id, collection) == 0)
      return self->models->pdata[i];
  return NULL;
}

/* Whether a field of the document itself is a list of keys of one model, which refers back in one
 * of its own. */
static gboolean
is_list_of_keys (const SquillShape *shape, const SquillRelationship *r, const Model *to)
{
  const SquillShape *key = find_child (to->collection->shape, "_id");

  return shape->array && g_strcmp0 (shape->relationship, r->item.id) == 0 &&
         g_strcmp0 (shape->target, to->collection->id) == 0 && key != NULL && !shape->single &&
         shape->outlier_instead == SQUILL_TYPE_NONE && !_squill_export_has_members (shape) &&
         have_same_type (shape, key);
}

/* One end of a relation of which both ends hold references. Prisma has no other lists of them. */
static void
add_list_relation (Writer *self, Model *from, const SquillShape *shape, const SquillRelationship *r)
{
  const char *field = g_hash_table_lookup (self->identifiers, shape);
  Model *to = find_model (self, shape->target);
  char *name = g_hash_table_lookup (self->two_way, r->item.id);
  g_autofree char *one = NULL, *quoted = NULL;
  gboolean refers_back = FALSE;

  if (to == NULL || field == NULL || r->placement != SQUILL_PLACEMENT_TWO_WAY ||
      r->parent_key != NULL || r->child_key != NULL || !is_list_of_keys (shape, r, to))
    return;
  for (guint i = 0; i < to->collection->shape->children->len && !refers_back; i++)
    {
      const SquillShape *child = to->collection->shape->children->pdata[i];

      refers_back = child != shape && g_hash_table_contains (self->identifiers, child) &&
                    is_list_of_keys (child, r, from);
    }
  if (!refers_back)
    return;
  if (name == NULL)
    {
      name = make_relation_name (self, r, from->model, field);
      g_hash_table_insert (self->two_way, (gpointer)r->item.id, name);
    }
  quoted = quote (name);
  one = name_relation (self, from, shape, to);
  field = g_hash_table_lookup (self->identifiers, shape);
  g_ptr_array_add (
      from->relations,
      row_new (
          one, g_strconcat (to->model, "[]", NULL),
          g_strdup_printf ("@relation(%s, fields: [%s], references: [%s])", quoted, field,
                           (const char *)g_hash_table_lookup (
                               self->identifiers, find_child (to->collection->shape, "_id")))));
}

/* Whether what refers is a part of what it refers to, and goes with it. Prisma refuses cycles of
 * what goes along, and more than one way to it. */
static gboolean
goes_along (Writer *self, const SquillRelationship *r, Model *from, Model *to)
{
  if (r == NULL || !r->contains || from == to ||
      g_strcmp0 (r->child, from->collection->entity) != 0 ||
      g_strcmp0 (r->parent, to->collection->entity) != 0 ||
      g_hash_table_contains (self->wholes, from))
    return FALSE;
  for (const Model *whole = to; whole != NULL; whole = g_hash_table_lookup (self->wholes, whole))
    if (whole == from)
      return FALSE;
  g_hash_table_insert (self->wholes, from, to);
  return TRUE;
}

/* Both ends of a reference that a field of the document itself holds. */
static void
add_relation (Writer *self, Model *from, const SquillShape *shape)
{
  const char *field = g_hash_table_lookup (self->identifiers, shape);
  const SquillRelationship *r =
      squill_model_get_relationship (self->export->model, shape->relationship);
  Model *to;
  const SquillShape *key;
  g_autofree char *one = NULL, *other = NULL, *name = NULL, *quoted = NULL;
  gboolean is_optional, is_single;

  if (shape->array && r != NULL)
    {
      add_list_relation (self, from, shape, r);
      return;
    }
  to = find_model (self, shape->target);
  key = to != NULL ? find_child (to->collection->shape, "_id") : NULL;
  /* References by another key would have to be by a unique one, and arrays of references need one
   * at the other end. */
  if (field == NULL || key == NULL || shape->array || shape->map || shape->document ||
      (r != NULL && (r->parent_key != NULL || r->child_key != NULL)) ||
      _squill_export_has_members (shape) || !have_same_type (shape, key) || shape == key)
    return;
  is_optional = !shape->required || (shape->types & SQUILL_TYPE_NULL) != 0;
  is_single = is_unique (self, from->collection, shape);
  if (is_single && g_str_equal (shape->path, "_id"))
    is_optional = FALSE;
  name = make_relation_name (self, r, from->model, field);
  one = name_relation (self, from, shape, to);
  field = g_hash_table_lookup (self->identifiers, shape);
  other = make_identifier (to->taken, from->collection->name);
  quoted = quote (name);
  g_ptr_array_add (
      from->relations,
      row_new (one, g_strconcat (to->model, is_optional ? "?" : "", NULL),
               g_strdup_printf ("@relation(%s, fields: [%s], references: [%s], onDelete: %s, "
                                "onUpdate: NoAction)",
                                quoted, field,
                                (const char *)g_hash_table_lookup (self->identifiers, key),
                                goes_along (self, r, from, to) ? "Cascade" : "NoAction")));
  g_ptr_array_add (to->relations,
                   row_new (other, g_strconcat (from->model, is_single ? "?" : "[]", NULL),
                            g_strdup_printf ("@relation(%s)", quoted)));
}

/* --- models --- */

static void
write_model (Writer *self, Model *model)
{
  const SquillCollection *collection = model->collection;
  const SquillEntity *entity = squill_model_get_entity (self->export->model, collection->entity);
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GHashTable) done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) uniques = g_string_new (NULL);
  g_autoptr (GString) indexes = g_string_new (NULL);

  rows = make_rows (self, collection->shape, model->model, model->remarks);
  while (model->relations->len > 0)
    g_ptr_array_add (rows, g_ptr_array_steal_index (model->relations, 0));
  /* Those of embedded documents get names with these. */
  while (!g_queue_is_empty (&self->pending))
    {
      const SquillShape *shape = g_queue_pop_head (&self->pending);

      write_composite (self, shape);
    }
  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      g_autofree char *line = NULL, *name = quote (index->name);

      if (index->unresolved || index->keys->len == 0 || g_str_equal (index->name, "_id_"))
        continue;
      line = make_index (self, collection, index);
      if (line == NULL || !g_hash_table_add (done, g_strdup (index->name)))
        g_string_append_printf (model->remarks, "// Prisma cannot say the index %s.\n", name);
      else
        g_string_append (index->unique ? uniques : indexes, line);
    }
  g_string_append_printf (self->text, "\n%s", model->remarks->str);
  append_comment (self->text, "",
                  entity != NULL && collection->relationship == NULL ? entity->description : NULL);
  g_string_append_printf (self->text, "model %s {\n", model->model);
  write_rows (self->text, rows);
  if (uniques->len + indexes->len > 0 || !g_str_equal (model->model, collection->name))
    g_string_append_printf (self->text, "\n%s%s", uniques->str, indexes->str);
  if (!g_str_equal (model->model, collection->name))
    {
      g_autofree char *quoted = quote (collection->name);

      g_string_append_printf (self->text, "  @@map(%s)\n", quoted);
    }
  g_string_append (self->text, "}\n");
}

static void
prepare (Writer *self, GPtrArray *collections)
{
  g_autoptr (GHashTable) words = _squill_export_name_documents (collections);

  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollection *collection = collections->pdata[i];
      Model *model = g_new0 (Model, 1);
      char *name = make_name (self, g_hash_table_lookup (words, collection));

      model->collection = collection;
      model->model = name;
      model->taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      model->relations = g_ptr_array_new_with_free_func (row_free);
      model->remarks = g_string_new (NULL);
      g_hash_table_insert (self->types, collection->shape, name);
      name_fields (self, collection->shape, model->taken);
      g_ptr_array_add (self->models, model);
    }
  for (guint i = 0; i < self->models->len; i++)
    {
      Model *model = self->models->pdata[i];
      const SquillShape *shape = model->collection->shape;

      for (guint j = 0; j < shape->children->len; j++)
        if (((SquillShape *)shape->children->pdata[j])->target != NULL)
          add_relation (self, model, shape->children->pdata[j]);
    }
}

gboolean
_squill_export_prisma (SquillExport *self, GError **error)
{
  static const char *const reserved[] = { "String",  "Int",         "BigInt", "Float",
                                          "Boolean", "DateTime",    "Bytes",  "Json",
                                          "Decimal", "Unsupported", "Prisma", "PrismaClient" };
  const SquillModelInfo *info = squill_model_get_info (self->model);
  g_autoptr (GPtrArray) collections = _squill_export_get_collections (self, error);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) types = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GHashTable) identifiers = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GPtrArray) models = g_ptr_array_new_with_free_func (model_free);
  g_autoptr (GString) enumerations = g_string_new (NULL);
  g_autoptr (GHashTable) relations = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) text =
      g_string_new ("generator client {\n  provider = \"prisma-client-js\"\n}\n"
                    "\ndatasource db {\n  provider = \"mongodb\"\n"
                    "  url      = env(\"DATABASE_URL\")\n}\n");
  g_autoptr (GHashTable) two_way = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_autoptr (GHashTable) wholes = g_hash_table_new (NULL, NULL);
  Writer writer = { self,         text,         names,     types,   identifiers, models,
                    G_QUEUE_INIT, enumerations, relations, two_way, wholes };

  if (collections == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (reserved); i++)
    g_hash_table_add (names, g_strdup (reserved[i]));
  prepare (&writer, collections);
  for (guint i = 0; i < models->len; i++)
    {
      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      write_model (&writer, models->pdata[i]);
    }
  g_string_append (text, enumerations->str);
  _squill_export_add_text (self, info->name != NULL ? info->name : "schema",
                           g_steal_pointer (&text));
  return TRUE;
}
