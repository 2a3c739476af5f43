/* SPDX-License-Identifier: Apache-2.0 */

/* The fields that schemas of documents have. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-schema-fields.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "exchange/import/squill-schema-alternatives.h"
#include "exchange/import/squill-schema-flat.h"
#include "exchange/squill-pattern.h"
#include "model/squill-item.h"

/* What is nested deeper is in no model. */
#define MAX_DEPTH 99
/* What refers to many that refer to many has no end. */
#define MAX_FIELDS 20000
/* Each field looks at all that is said of it, so fields with many alternatives take long. */
#define MAX_SCHEMAS 200000
/* Fields that refer to one list of values have a copy each. */
#define MAX_VALUES 200000

/* What a schema says of the values at one place: of those outside of arrays, or in one. */
typedef struct
{
  SquillTypes types;
  GPtrArray *objects;  /* schemas with properties */
  GPtrArray *elements; /* schemas of elements */
  GPtrArray *values;   /* schemas of what stands under keys that are data */
  GPtrArray *schemas;  /* all of them, with what they limit */
  GPtrArray *targets;  /* what was referred to */
  GHashTable *seen;    /* the schemas that are in it, as the file has them */
  guint n_common;      /* of the objects: those that are of no alternative, which come first */
  guint n_around;      /* alternatives that are being looked at, one in the other */
  guint n_lone;        /* of the objects: those in place of an array of them, which come last */
  gboolean is_array;
  gboolean is_bson; /* types are said by the names of MongoDB */
} Form;

static void
form_clear (Form *self)
{
  g_clear_pointer (&self->objects, g_ptr_array_unref);
  g_clear_pointer (&self->elements, g_ptr_array_unref);
  g_clear_pointer (&self->values, g_ptr_array_unref);
  g_clear_pointer (&self->schemas, g_ptr_array_unref);
  g_clear_pointer (&self->targets, g_ptr_array_unref);
  g_clear_pointer (&self->seen, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Form, form_clear)

static void
form_init (Form *self)
{
  *self = (Form){ SQUILL_TYPE_NONE,
                  g_ptr_array_new (),
                  g_ptr_array_new (),
                  g_ptr_array_new (),
                  g_ptr_array_new (),
                  g_ptr_array_new (),
                  g_hash_table_new (NULL, NULL),
                  0,
                  0,
                  0,
                  FALSE,
                  FALSE };
}

static void add_fields (SquillSchemaFields *self,
                        const Form *form,
                        const char *path,
                        json_t *owner,
                        gboolean in_list,
                        guint depth);
static void gather (
    SquillSchemaFields *self, json_t *schema, const char *path, Form *form, guint depth);

/* @root and @notes have to live as long as this. */
void
_squill_schema_fields_init (SquillSchemaFields *self,
                            const json_t *root,
                            GPtrArray *notes,
                            gboolean exact)
{
  *self = (SquillSchemaFields){
    .root = root,
    .fields = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
    .lists = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .notes = notes,
    .exact = exact,
    .pool = g_ptr_array_new_with_free_func ((GDestroyNotify)json_decref),
    .open = g_ptr_array_new (),
    .told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .endless = g_hash_table_new (NULL, NULL),
  };
}

void
_squill_schema_fields_clear (SquillSchemaFields *self)
{
  g_clear_pointer (&self->fields, g_hash_table_unref);
  g_clear_pointer (&self->lists, g_hash_table_unref);
  g_clear_pointer (&self->pool, g_ptr_array_unref);
  g_clear_pointer (&self->open, g_ptr_array_unref);
  g_clear_pointer (&self->told, g_hash_table_unref);
  g_clear_pointer (&self->endless, g_hash_table_unref);
}

/* Takes @text. The same is told once. */
static void
note (SquillSchemaFields *self, char *text)
{
  g_autofree char *own = text;

  if (self->notes != NULL && g_hash_table_add (self->told, g_strdup (own)))
    {
      if (self->noted != NULL && self->place != NULL)
        g_hash_table_insert (self->noted, own, (gpointer)self->place);
      g_ptr_array_add (self->notes, g_steal_pointer (&own));
    }
}

/* From here on it is about this schema; one that is made of several has no place of its own. */
static void
set_place (SquillSchemaFields *self, const json_t *schema)
{
  const SquillJsonPlace *place =
      self->places == NULL ? NULL : g_hash_table_lookup (self->places, schema);

  if (place != NULL)
    self->place = place;
}

static char *
get_shown (const char *path)
{
  return g_strdelimit (g_strdup (path), "\n", '.');
}

static void
note_depth (SquillSchemaFields *self, const char *path)
{
  g_autofree char *shown = get_shown (path);

  note (self,
        g_strdup_printf (_ ("“%s” is nested too deep: what is in it is not taken over"), shown));
}

/* Types. */

static void
take_type (SquillSchemaFields *self, Form *form, const char *name, const char *path)
{
  const SquillTypes type = name != NULL ? squill_type_from_name (name) : SQUILL_TYPE_NONE;
  g_autofree char *shown = NULL;

  if (g_strcmp0 (name, "number") == 0)
    form->types |= SQUILL_TYPES_NUMERIC;
  else if (type == SQUILL_TYPE_ARRAY)
    form->is_array = TRUE;
  else if (type != SQUILL_TYPE_NONE)
    form->types |= type;
  else
    {
      shown = get_shown (path);
      /* Translators: a type that is not known, and a field */
      note (self, g_strdup_printf (_ ("“%s” is no type of a field: “%s” has any type"),
                                   name != NULL ? name : "", shown));
    }
}

/* A type of standard JSON Schema. */
static void
take_plain_type (
    SquillSchemaFields *self, Form *form, const char *name, const json_t *schema, const char *path)
{
  if (g_strcmp0 (name, "integer") == 0)
    form->types |= _squill_schema_fits_int (json_object_get (schema, "minimum")) &&
                           _squill_schema_fits_int (json_object_get (schema, "maximum"))
                       ? SQUILL_TYPE_INT
                       : SQUILL_TYPE_LONG;
  else if (g_strcmp0 (name, "number") == 0)
    form->types |= SQUILL_TYPE_DOUBLE;
  else if (g_strcmp0 (name, "boolean") == 0)
    form->types |= SQUILL_TYPE_BOOL;
  else if (g_strcmp0 (name, "any") != 0)
    take_type (self, form, name, path);
}

static void
gather_types (SquillSchemaFields *self, json_t *schema, const char *path, Form *form)
{
  json_t *types = json_object_get (schema, "bsonType");
  const json_t *values = json_object_get (schema, "enum");
  const json_t *only = json_object_get (schema, "const");

  if (types == NULL)
    types = json_object_get (schema, "x-bsonType");
  form->is_bson |= types != NULL;
  if (json_is_string (types))
    take_type (self, form, json_string_value (types), path);
  for (gsize i = 0; json_is_array (types) && i < json_array_size (types); i++)
    take_type (self, form, json_string_value (json_array_get (types, i)), path);
  if (types != NULL)
    return;
  types = json_object_get (schema, "type");
  if (json_is_string (types))
    take_plain_type (self, form, json_string_value (types), schema, path);
  for (gsize i = 0; json_is_array (types) && i < json_array_size (types); i++)
    take_plain_type (self, form, json_string_value (json_array_get (types, i)), schema, path);
  /* As OpenAPI says it. */
  if (json_is_true (json_object_get (schema, "nullable")))
    form->types |= SQUILL_TYPE_NULL;
  /* What has no type has values. */
  if (types == NULL && only != NULL)
    form->types |= _squill_schema_get_type_of_value (only);
  for (gsize i = 0; types == NULL && i < json_array_size (values); i++)
    form->types |= _squill_schema_get_type_of_value (json_array_get (values, i));
}

/* Structure. */

static void
gather_structure (json_t *schema, Form *form)
{
  json_t *items = json_object_get (schema, "items");
  json_t *first = json_object_get (schema, "prefixItems");
  json_t *others = json_object_get (schema, "additionalProperties");
  json_t *by_pattern = json_object_get (schema, "patternProperties");
  const guint n_before = form->elements->len;
  const char *pattern;
  json_t *value;

  if (json_is_object (json_object_get (schema, "properties")) || json_is_object (others) ||
      json_object_size (by_pattern) > 0)
    form->types |= SQUILL_TYPE_OBJECT;
  if (json_is_object (json_object_get (schema, "properties")))
    {
      g_ptr_array_add (form->objects, schema);
      if (form->n_around == 0)
        form->n_common = form->objects->len;
    }
  if (json_is_object (others))
    g_ptr_array_add (form->values, others);
  json_object_foreach (by_pattern, pattern, value)
  {
    if (json_is_object (value))
      g_ptr_array_add (form->values, value);
  }
  for (gsize i = 0; i < json_array_size (first); i++)
    g_ptr_array_add (form->elements, json_array_get (first, i));
  if (json_is_object (items))
    g_ptr_array_add (form->elements, items);
  for (gsize i = 0; json_is_array (items) && i < json_array_size (items); i++)
    g_ptr_array_add (form->elements, json_array_get (items, i));
  form->is_array |= form->elements->len > n_before;
}

static void
tell_keywords (SquillSchemaFields *self, const GPtrArray *keywords, const char *path)
{
  for (guint i = 0; i < keywords->len; i++)
    {
      g_autofree char *shown = get_shown (path);

      /* Translators: a keyword of JSON Schema, and a field */
      note (self, g_strdup_printf (_ ("“%s” of “%s” is not taken over"),
                                   (const char *)keywords->pdata[i], shown));
    }
}

/* A property that is never there, of an object that may have others. */
static void
note_absence (SquillSchemaFields *self, const char *path, const char *name)
{
  g_autofree char *shown = get_shown (path);

  note (self, g_strdup_printf (_ ("That “%s” has no “%s” is not taken over"), shown, name));
}

/* What limits values of one type, where nothing says that a field has it. */
static void
note_limit (SquillSchemaFields *self, const json_t *schema, const char *path)
{
  const char *keyword = _squill_schema_find_limit (schema);
  g_autofree char *shown = get_shown (path);

  if (keyword != NULL)
    note (self, g_strdup_printf (_ ("“%s” of “%s” has no effect, because its type is not said"),
                                 keyword, shown));
}

static gboolean
refers_to_itself (SquillSchemaFields *self, gpointer target)
{
  gpointer known;

  if (!g_hash_table_lookup_extended (self->endless, target, NULL, &known))
    {
      known = GINT_TO_POINTER (_squill_schema_refers_to_itself (self->root, target));
      g_hash_table_insert (self->endless, target, known);
    }
  return GPOINTER_TO_INT (known);
}

/* Whether this is within what was referred to, and has no end. Of alternatives, all are what was
 * referred to, and one may have another in it. */
static gboolean
is_open (SquillSchemaFields *self, const GPtrArray *targets)
{
  for (guint i = 0; i < targets->len; i++)
    if (g_ptr_array_find (self->open, targets->pdata[i], NULL) &&
        refers_to_itself (self, targets->pdata[i]))
      return TRUE;
  return FALSE;
}

static void
branch_clear (gpointer data)
{
  g_ptr_array_unref (((SquillSchemaBranch *)data)->schemas);
}

/* What limits values holds only where each of the alternatives has it. */
static void
gather_alternatives (
    SquillSchemaFields *self, json_t *either, const char *path, Form *form, guint depth)
{
  g_autoptr (GArray) branches = g_array_new (FALSE, FALSE, sizeof (SquillSchemaBranch));
  GPtrArray *schemas = form->schemas;
  const SquillTypes types = form->types;
  const gboolean is_array = form->is_array;
  const guint n_objects = form->objects->len;
  SquillTypes all_types = types;
  gboolean any_array = is_array, is_any = FALSE;

  g_array_set_clear_func (branches, branch_clear);
  form->n_around++;
  for (gsize i = 0; json_is_array (either) && i < json_array_size (either); i++)
    {
      SquillSchemaBranch branch = { g_ptr_array_new (), SQUILL_TYPE_NONE, FALSE };

      form->schemas = branch.schemas;
      form->types = SQUILL_TYPE_NONE;
      form->is_array = FALSE;
      gather (self, json_array_get (either, i), path, form, depth);
      all_types |= branch.types = form->types;
      any_array |= branch.is_array = form->is_array;
      is_any |= _squill_schema_is_of_any_type (json_array_get (either, i));
      /* What is in it already says nothing more. */
      if (branch.schemas->len > 0)
        g_array_append_val (branches, branch);
      else
        branch_clear (&branch);
    }
  form->n_around--;
  form->schemas = schemas;
  /* One that says nothing of types holds for all. */
  form->types = is_any && types == SQUILL_TYPE_NONE && !any_array && form->objects->len == n_objects
                    ? SQUILL_TYPE_NONE
                    : all_types;
  form->is_array = any_array;
  if (branches->len > 0)
    {
      json_t *combined = _squill_schema_combine (branches);

      g_ptr_array_add (self->pool, combined);
      g_ptr_array_add (form->schemas, combined);
    }
}

static void
gather (SquillSchemaFields *self, json_t *schema, const char *path, Form *form, guint depth)
{
  static const char *const alternatives[] = { "anyOf", "oneOf" };
  static const char *const kept[] = { "description", "title", "default" };
  g_autoptr (GPtrArray) targets = g_ptr_array_new ();
  g_autoptr (GPtrArray) lost = g_ptr_array_new ();
  SquillSchemaFlat flat = { self->root, targets, NULL, &self->n_compared, lost };
  const gboolean is_reference =
      json_object_size (schema) == 1 && json_object_get (schema, "$ref") != NULL;
  gpointer source = schema;
  const json_t *further;
  SquillTypes wrapped;

  if (depth > MAX_DEPTH || !json_is_object (schema))
    return;
  set_place (self, schema);
  if (self->n_schemas++ >= MAX_SCHEMAS)
    {
      note (self, g_strdup_printf (_ ("There are more than %u parts of schemas: the others are not "
                                      "taken over"),
                                   MAX_SCHEMAS));
      return;
    }
  schema = _squill_schema_flatten (&flat, schema);
  g_ptr_array_add (self->pool, schema);
  /* The same again says no more, and references to the same, each to several, never end. */
  if (is_reference && targets->len > 0)
    source = targets->pdata[0];
  if (!g_hash_table_add (form->seen, source))
    return;
  if (flat.missing != NULL)
    {
      g_autofree char *shown = get_shown (path);

      note (self, g_strdup_printf (_ ("“%s”, to which “%s” refers, is not in the file"),
                                   flat.missing, shown));
    }
  if (is_open (self, targets))
    {
      g_autofree char *shown = get_shown (path);

      note (self, g_strdup_printf (_ ("“%s” contains itself: its fields end here"), shown));
      form->types |= SQUILL_TYPE_OBJECT;
      return;
    }
  wrapped = _squill_schema_get_wrapped_type (schema);
  if (wrapped != SQUILL_TYPE_NONE)
    {
      json_t *words = json_object ();

      /* The bounds are those of how the value is written, the words are about the value. */
      for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
        if (json_object_get (schema, kept[i]) != NULL)
          json_object_set (words, kept[i], json_object_get (schema, kept[i]));
      g_ptr_array_add (self->pool, words);
      g_ptr_array_add (form->schemas, words);
      form->types |= wrapped;
      return;
    }
  g_ptr_array_extend (form->targets, targets, NULL, NULL);
  g_ptr_array_add (form->schemas, schema);
  gather_types (self, schema, path, form);
  gather_structure (schema, form);
  g_ptr_array_extend_and_steal (lost, _squill_schema_list_conditions (schema));
  for (guint i = 0; i < G_N_ELEMENTS (alternatives); i++)
    {
      json_t *either = json_object_get (schema, alternatives[i]);

      if (_squill_schema_are_about_presence (either))
        g_ptr_array_add (lost, (gpointer)alternatives[i]);
      gather_alternatives (self, either, path, form, depth + 1);
    }
  tell_keywords (self, lost, path);
  further = json_object_get (schema, SQUILL_SCHEMA_FURTHER);
  for (gsize i = 0; i < json_array_size (further); i++)
    gather_alternatives (self, json_array_get (further, i), path, form, depth + 1);
  if (form->n_around == 0 && form->types == SQUILL_TYPE_NONE && !form->is_array)
    note_limit (self, schema, path);
}

static void tell_nameless (SquillSchemaFields *self, const Form *form, const char *path);

static void
set_types (json_t *field, const char *property, SquillTypes types)
{
  json_t *names = json_array ();

  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if ((types & (1u << i)) != 0)
      json_array_append_new (names, json_string (squill_type_get_name (1u << i)));
  if (types != SQUILL_TYPE_NONE)
    json_object_set (field, property, names);
  json_decref (names);
}

/* The types of numbers that pass for each other in a validator stand for one. */
static void
set_number_types (SquillSchemaFields *self, const Form *form, json_t *field)
{
  const SquillTypes alike = SQUILL_TYPE_DOUBLE | SQUILL_TYPE_INT | SQUILL_TYPE_LONG;
  const SquillTypes numbers = form->types & SQUILL_TYPES_NUMERIC;
  SquillTypes types = form->types;
  gboolean is_whole = FALSE;

  for (guint i = 0; i < form->schemas->len; i++)
    is_whole |= json_number_value (
                    json_object_get (g_ptr_array_index (form->schemas, i), "multipleOf")) == 1;
  if (form->is_bson && (numbers == alike || (numbers & ~alike) != 0) && (numbers & alike) == alike)
    {
      types &= ~alike;
      if (numbers == alike)
        types |= is_whole ? SQUILL_TYPE_INT : SQUILL_TYPE_DOUBLE;
      else
        types |= numbers;
    }
  else if (is_whole && (numbers & (SQUILL_TYPE_DOUBLE | SQUILL_TYPE_DECIMAL)) != 0)
    json_object_set_new (field, "whole", json_true ());
  if (self->exact && form->is_bson && types == form->types && numbers != SQUILL_TYPE_NONE &&
      numbers != SQUILL_TYPES_NUMERIC)
    json_object_set_new (field, "exact_type", json_true ());
  set_types (field, "types", types);
}

static char *
make_rank (json_t *owner)
{
  const char *last = json_string_value (json_object_get (owner, "last rank"));
  char *rank = squill_rank_between (last, NULL);

  json_object_set_new (owner, "last rank", json_string (rank));
  return rank;
}

/* A bound that is not reached itself: of whole numbers the next one. Draft 4 says so beside the
 * bound, later ones in its place. */
static void
copy_exclusive (
    const json_t *schema, json_t *field, const char *keyword, const char *property, int step)
{
  const json_t *value = json_object_get (schema, keyword);
  const json_t *bound = json_is_true (value) ? json_object_get (schema, property) : value;
  json_int_t number;

  if (json_is_integer (bound))
    {
      number = json_integer_value (bound);
      if (number > G_MININT64 && number < G_MAXINT64)
        json_object_set_new (field, property, json_integer (number + step));
    }
  else if (json_is_real (bound))
    json_object_set (field, property, (json_t *)bound);
}

/* A regular expression as servers have it; that of a standard schema is one of JavaScript. */
static void
set_pattern (SquillSchemaFields *self, const char *pattern, json_t *field)
{
  g_autofree char *translated =
      self->exact ? g_strdup (pattern) : squill_pattern_from_javascript (pattern);

  if (translated != NULL)
    json_object_set_new (field, "pattern", json_string (translated));
  else
    note (self, g_strdup_printf (_ ("The regular expression “%s” is not taken over"), pattern));
}

/* What a server or a person says beside types. */
static void
copy_rules (SquillSchemaFields *self, const json_t *schema, json_t *field, gboolean of_elements)
{
  static const struct
  {
    const char *keyword;
    const char *property;
    gboolean of_array;
  } rules[] = {
    { "description", "description", FALSE },
    { "title", "description", FALSE },
    { "pattern", "pattern", FALSE },
    { "enum", "enum", FALSE },
    { "minLength", "min_length", FALSE },
    { "maxLength", "max_length", FALSE },
    { "minimum", "minimum", FALSE },
    { "maximum", "maximum", FALSE },
    { "maxItems", "cap", TRUE },
    { "maxProperties", "cap", TRUE },
    { "default", "default", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      json_t *value = json_object_get (schema, rules[i].keyword);
      const gboolean is_text = i <= 2;
      const gboolean is_enum = g_str_equal (rules[i].property, "enum");
      const gboolean is_any = g_str_equal (rules[i].property, "default");

      if (value == NULL || (of_elements && rules[i].of_array) ||
          json_object_get (field, rules[i].property) != NULL ||
          !(is_any || (is_text   ? json_is_string (value) && *json_string_value (value) != '\0'
                       : is_enum ? _squill_schema_has_values (value)
                                 : json_is_number (value))))
        continue;
      if (is_enum && (self->n_values += json_array_size (value)) > MAX_VALUES)
        {
          note (self, g_strdup_printf (_ ("There are more than %u values that fields may have: the "
                                          "others are not taken over"),
                                       MAX_VALUES));
          continue;
        }
      if (g_str_equal (rules[i].keyword, "pattern"))
        set_pattern (self, json_string_value (value), field);
      else
        json_object_set (field, rules[i].property, value);
    }
  copy_exclusive (schema, field, "exclusiveMinimum", "minimum", 1);
  copy_exclusive (schema, field, "exclusiveMaximum", "maximum", -1);
  if (json_object_get (schema, "const") != NULL && json_object_get (field, "enum") == NULL &&
      !json_is_array (json_object_get (schema, "const")))
    json_object_set_new (field, "enum", json_pack ("[O]", json_object_get (schema, "const")));
  if (json_object_get (field, "meaning") == NULL)
    {
      static const char *const formats[][2] = {
        { "email", "email" },
        { "uri", "url" },
        { "url", "url" },
        { "uuid", "uuid" },
      };
      const char *format = json_string_value (json_object_get (schema, "format"));

      for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
        if (g_strcmp0 (format, formats[i][0]) == 0)
          json_object_set_new (field, "meaning", json_string (formats[i][1]));
    }
}

/* The bounds that all numbers of the type have are none. */
static void
drop_usual_bounds (const Form *form, json_t *field)
{
  if (form->is_bson || (form->types & SQUILL_TYPE_INT) == 0)
    return;
  if (json_number_value (json_object_get (field, "minimum")) == -2147483648.0)
    json_object_del (field, "minimum");
  if (json_number_value (json_object_get (field, "maximum")) == 2147483647.0)
    json_object_del (field, "maximum");
}

static void
set_rules (SquillSchemaFields *self, const Form *form, json_t *field, gboolean of_elements)
{
  for (guint i = 0; i < form->schemas->len; i++)
    copy_rules (self, g_ptr_array_index (form->schemas, i), field, of_elements);
  drop_usual_bounds (form, field);
}

/* Fields of what was referred to. Within them a reference to the same has no end. */
static void
descend (SquillSchemaFields *self,
         const Form *form,
         const char *path,
         json_t *owner,
         gboolean in_list,
         guint depth)
{
  const guint n = self->open->len;

  g_ptr_array_extend (self->open, form->targets, NULL, NULL);
  add_fields (self, form, path, owner, in_list, depth);
  g_ptr_array_set_size (self->open, (int)n);
}

static json_t *
get_fields (json_t *owner)
{
  json_t *fields = json_object_get (owner, "fields");

  if (fields == NULL)
    {
      fields = json_object ();
      json_object_set_new (owner, "fields", fields);
    }
  return fields;
}

static void set_elements (
    SquillSchemaFields *self, const Form *form, const char *path, json_t *field, guint depth);
static gboolean set_map (
    SquillSchemaFields *self, const Form *form, const char *path, json_t *field, guint depth);

/* Keys that are data, of objects that have no others. */
static gboolean
is_map (const Form *self)
{
  return self->values->len > 0 && self->objects->len == 0 && !self->is_array;
}

/* An array or a map in an array or a map is its field "[]". @form: of what is in it */
static void
add_inner (SquillSchemaFields *self, const Form *form, const char *path, json_t *field, guint depth)
{
  g_autofree char *id = NULL, *rank = NULL;
  json_t *element;

  if (!form->is_array && !is_map (form))
    return;
  if (depth + 1 >= MAX_DEPTH)
    {
      note_depth (self, path);
      return;
    }
  id = g_strdup_printf ("field-%u", ++self->n_fields);
  rank = make_rank (field);
  element = json_pack ("{s:s, s:s, s:b}", "name", "[]", "order", rank, "required", TRUE);
  if (form->is_array)
    set_elements (self, form, path, element, depth + 1);
  else
    set_map (self, form, path, element, depth + 1);
  json_object_del (element, "last rank");
  json_object_set_new (get_fields (field), id, element);
}

/* What is in an array or a map: its types, bounds, and fields. */
static void
set_contents (
    SquillSchemaFields *self, const Form *form, const char *path, json_t *field, guint depth)
{
  if (!is_map (form))
    tell_nameless (self, form, path);
  if (form->is_array)
    set_types (field, "types", form->types | SQUILL_TYPE_ARRAY);
  else
    set_number_types (self, form, field);
  if (!form->is_array && !is_map (form))
    set_rules (self, form, field, TRUE);
  descend (self, form, path, field, TRUE, depth + 1);
  add_inner (self, form, path, field, depth);
}

static void
set_elements (
    SquillSchemaFields *self, const Form *form, const char *path, json_t *field, guint depth)
{
  g_auto (Form) inner = { 0 };
  const SquillTypes others = form->types & ~SQUILL_TYPE_NULL;
  const guint n = self->open->len;

  form_init (&inner);
  g_ptr_array_extend (self->open, form->targets, NULL, NULL);
  for (guint i = 0; i < form->elements->len; i++)
    gather (self, g_ptr_array_index (form->elements, i), path, &inner, 0);
  json_object_set_new (field, "array", json_true ());
  if ((form->types & SQUILL_TYPE_NULL) != 0)
    json_object_set_new (field, "nullable", json_true ());
  /* A lone value may stand for an array of such values. */
  if (others != SQUILL_TYPE_NONE && (others & ~inner.types) == 0)
    json_object_set_new (field, "single", json_true ());
  else
    set_types (field, "outlier_instead", others);
  for (guint i = 0; i < form->objects->len; i++)
    g_ptr_array_add (inner.objects, g_ptr_array_index (form->objects, i));
  inner.n_lone = form->objects->len;
  set_contents (self, &inner, path, field, depth);
  g_ptr_array_set_size (self->open, (int)n);
}

/* What stands under keys that are data; FALSE where there is no such thing. */
static gboolean
set_map (SquillSchemaFields *self, const Form *form, const char *path, json_t *field, guint depth)
{
  g_auto (Form) inner = { 0 };
  const guint n = self->open->len;

  if (!is_map (form))
    return FALSE;
  form_init (&inner);
  g_ptr_array_extend (self->open, form->targets, NULL, NULL);
  for (guint i = 0; i < form->values->len; i++)
    gather (self, g_ptr_array_index (form->values, i), path, &inner, 0);
  json_object_set_new (field, "map", json_true ());
  if ((form->types & SQUILL_TYPE_NULL) != 0)
    json_object_set_new (field, "nullable", json_true ());
  set_contents (self, &inner, path, field, depth);
  g_ptr_array_set_size (self->open, (int)n);
  return TRUE;
}

/* What the objects of a form say of one property. */
typedef struct
{
  json_t *common;       /* (nullable): what holds whichever alternative it is */
  json_t *alternatives; /* what each of them says, if anything */
  gboolean is_required;
} Property;

static void
property_clear (Property *self)
{
  json_decref (self->alternatives);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Property, property_clear)

static void
find_property (const Form *form, const char *name, Property *property)
{
  *property = (Property){ NULL, json_array (), FALSE };
  for (guint i = 0; i < form->schemas->len; i++)
    property->is_required |= _squill_schema_requires (g_ptr_array_index (form->schemas, i), name);
  for (guint i = form->objects->len - form->n_lone; i < form->objects->len; i++)
    property->is_required &= _squill_schema_requires (g_ptr_array_index (form->objects, i), name);
  for (guint i = 0; i < form->objects->len; i++)
    {
      const json_t *object = g_ptr_array_index (form->objects, i);
      json_t *schema = json_object_get (json_object_get (object, "properties"), name);

      /* As draft 3 says it. */
      property->is_required |= json_is_true (json_object_get (schema, "required"));
      /* What says nothing only allows the property. */
      if (json_object_size (schema) == 0)
        continue;
      if (i < form->n_common && property->common == NULL)
        property->common = schema;
      else
        json_array_append (property->alternatives, schema);
    }
}

static void
gather_property (SquillSchemaFields *self, const Property *property, const char *path, Form *form)
{
  if (property->common != NULL)
    gather (self, property->common, path, form, 0);
  if (json_array_size (property->alternatives) == 1 && property->common == NULL)
    gather (self, json_array_get (property->alternatives, 0), path, form, 0);
  else
    gather_alternatives (self, property->alternatives, path, form, 0);
}

/* What stands under keys that are data, where that is in no map of its own. */
static void
tell_nameless (SquillSchemaFields *self, const Form *form, const char *path)
{
  g_autofree char *shown = get_shown (path);

  for (guint i = 0; i < form->values->len; i++)
    if (json_object_size (g_ptr_array_index (form->values, i)) > 0)
      {
        note (self,
              g_strdup_printf (_ ("Fields of “%s” that have no name are not taken over"), shown));
        return;
      }
}

static void
add_field (SquillSchemaFields *self,
           const char *name,
           const Property *property,
           const char *path,
           json_t *owner,
           gboolean in_list,
           guint depth)
{
  g_autofree char *id = g_strdup_printf ("field-%u", ++self->n_fields);
  g_autofree char *own_path = g_strconcat (path, "\n", name, NULL);
  g_autofree char *rank = make_rank (owner);
  g_auto (Form) form = { 0 };
  json_t *field = json_pack ("{s:s, s:s}", "name", name, "order", rank);

  json_object_set_new (get_fields (owner), id, field);
  if (property->is_required)
    json_object_set_new (field, "required", json_true ());
  form_init (&form);
  gather_property (self, property, own_path, &form);
  if (in_list || form.is_array)
    g_hash_table_add (self->lists, g_strdup (id));
  g_hash_table_insert (self->fields, g_strdup (own_path), g_steal_pointer (&id));
  set_rules (self, &form, field, FALSE);
  if (form.is_array)
    {
      tell_nameless (self, &form, own_path);
      set_elements (self, &form, own_path, field, depth);
    }
  else if (!set_map (self, &form, own_path, field, depth))
    {
      tell_nameless (self, &form, own_path);
      set_number_types (self, &form, field);
      descend (self, &form, own_path, field, in_list, depth + 1);
    }
  json_object_del (field, "last rank");
}

/* Fields of which nothing is said but that they are there. */
static void
add_only_required (SquillSchemaFields *self,
                   const Form *form,
                   GHashTable *done,
                   const char *path,
                   json_t *owner,
                   gboolean in_list,
                   guint depth)
{
  for (guint i = 0; i < form->schemas->len; i++)
    {
      const json_t *required = json_object_get (g_ptr_array_index (form->schemas, i), "required");
      const json_t *name;
      gsize j;

      json_array_foreach (required, j, name)
      {
        g_auto (Property) property = { 0 };
        const char *text = json_string_value (name);

        if (text == NULL || *text == '\0' || self->n_fields >= MAX_FIELDS ||
            !g_hash_table_add (done, (gpointer)text))
          continue;
        find_property (form, text, &property);
        add_field (self, text, &property, path, owner, in_list, depth);
      }
    }
}

/* The fields of objects. Of one that several alternatives have, all say what it is, and it is
 * required where all do. */
static void
add_fields (SquillSchemaFields *self,
            const Form *form,
            const char *path,
            json_t *owner,
            gboolean in_list,
            guint depth)
{
  g_autoptr (GHashTable) done = g_hash_table_new (g_str_hash, g_str_equal);

  if (depth >= MAX_DEPTH)
    {
      if (form->objects->len > 0)
        note_depth (self, path);
      return;
    }
  for (guint i = 0; i < form->objects->len; i++)
    {
      json_t *schema = g_ptr_array_index (form->objects, i);
      const char *name;
      json_t *value;

      json_object_foreach (json_object_get (schema, "properties"), name, value)
      {
        g_auto (Property) property = { 0 };

        set_place (self, schema);
        if (json_is_false (value) &&
            !json_is_false (json_object_get (schema, "additionalProperties")))
          note_absence (self, path, name);
        if ((!json_is_object (value) && !json_is_true (value)) ||
            !g_hash_table_add (done, (gpointer)name))
          continue;
        if (self->n_fields >= MAX_FIELDS)
          {
            note (self, g_strdup_printf (_ ("There are more than %u fields: the others are not "
                                            "taken over"),
                                         MAX_FIELDS));
            return;
          }
        find_property (form, name, &property);
        add_field (self, name, &property, path, owner, in_list, depth);
      }
    }
  add_only_required (self, form, done, path, owner, in_list, depth);
}

/* Adds the fields of documents with a schema to an entity, as a .squill file has it. @path is what
 * the paths of its fields begin with. */
void
_squill_schema_fields_add (SquillSchemaFields *self,
                           json_t *schema,
                           const char *path,
                           json_t *owner)
{
  g_auto (Form) form = { 0 };

  form_init (&form);
  gather (self, schema, path, &form, 0);
  if (json_object_get (schema, "enum") != NULL || json_object_get (schema, "const") != NULL)
    note (self, g_strdup_printf (_ ("Which values “%s” has as a whole is not taken over"), path));
  /* Documents that stand in one file are an array there. */
  if (form.is_array && form.objects->len == 0)
    {
      g_autoptr (GPtrArray) elements = g_steal_pointer (&form.elements);

      form.elements = g_ptr_array_new ();
      for (guint i = 0; i < elements->len; i++)
        gather (self, g_ptr_array_index (elements, i), path, &form, 0);
    }
  descend (self, &form, path, owner, FALSE, 0);
  tell_nameless (self, &form, path);
  json_object_del (owner, "last rank");
}
