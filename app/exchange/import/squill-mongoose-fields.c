/* SPDX-License-Identifier: Apache-2.0 */

/* Fields of schemas of Mongoose. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-mongoose-fields.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/squill-model-file.h"

/* Objects in objects. */
#define MAX_DEPTH 60

/* Where a field is. */
typedef struct
{
  SquillMongooseEntity *entity;
  json_t *owner;      /* that has it in its "fields" */
  const char *prefix; /* of its path: "" or "address." */
  const char *variant;
  gboolean in_array;
  guint depth;
} Site;

static void fill_type (SquillMongooseBuild *self,
                       const Site *site,
                       json_t *field,
                       const char *id,
                       const SquillJavascriptValue *value);
static void add_member (SquillMongooseBuild *self,
                        const Site *site,
                        const SquillJavascriptMember *member);
static void add_members (SquillMongooseBuild *self,
                         const Site *site,
                         const SquillJavascriptValue *object);

static void
set_types (json_t *field, const char *type)
{
  json_object_set_new (field, "types", json_pack ("[s]", type));
}

/* What a type of Mongoose is called in BSON; NULL where it is none, "" where it is anything. */
static const char *
find_type (const char *name)
{
  static const char *const types[][2] = {
    { "string", "string" }, { "number", "double" },
    { "boolean", "bool" },  { "bool", "bool" },
    { "date", "date" },     { "buffer", "binData" },
    { "bigint", "long" },   { "objectid", "objectId" },
    { "oid", "objectId" },  { "mixed", "" },
    { "any", "" },          { "object", "object" },
    { "int32", "int" },     { "decimal128", "decimal" },
    { "double", "double" }, { "uuid", "binData" },
    { "long", "long" },     { "int", "int" },
  };
  const char *dot = strrchr (name, '.');

  name = dot != NULL ? dot + 1 : name;
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_ascii_strcasecmp (types[i][0], name) == 0)
      return types[i][1];
  return NULL;
}

static void
set_named_type (SquillMongooseBuild *self,
                json_t *field,
                const char *id,
                const SquillJavascriptValue *value)
{
  const char *dot = strrchr (value->text, '.');
  const char *name = dot != NULL ? dot + 1 : value->text;
  const char *type = find_type (name);

  if (g_ascii_strcasecmp (name, "array") == 0 || g_ascii_strcasecmp (name, "documentarray") == 0)
    {
      json_object_set_new (field, "array", json_true ());
      g_hash_table_add (self->lists, g_strdup (id));
    }
  else if (g_ascii_strcasecmp (name, "map") == 0)
    json_object_set_new (field, "map", json_true ());
  /* What it is of stands beside it. */
  else if (g_ascii_strcasecmp (name, "union") == 0)
    return;
  else if (type == NULL)
    _squill_mongoose_build_tell (
        self, value, g_strdup_printf (_ ("“%s” is no type that is known"), value->text));
  else if (*type != '\0')
    set_types (field, type);
  if (g_ascii_strcasecmp (name, "uuid") == 0)
    json_object_set_new (field, "subtype", json_integer (4));
}

static char *
make_rank (SquillMongooseBuild *self, const json_t *owner)
{
  char *rank = squill_rank_between (g_hash_table_lookup (self->ranks, owner), NULL);

  g_hash_table_replace (self->ranks, (gpointer)owner, g_strdup (rank));
  return rank;
}

/* A new field, or that of the name which is there already (transfer none); @id gets its id. */
static json_t *
add_field (SquillMongooseBuild *self, const Site *site, const char *name, char **id)
{
  json_t *fields = json_object_get (site->owner, "fields");
  g_autofree char *rank = NULL, *path = g_strconcat (site->prefix, name, NULL);
  const char *known = g_hash_table_lookup (site->entity->paths, path);
  json_t *field;

  if (fields == NULL)
    {
      fields = json_object ();
      json_object_set_new (site->owner, "fields", fields);
    }
  if (known != NULL && json_object_get (fields, known) != NULL)
    {
      *id = g_strdup (known);
      return json_object_get (fields, known);
    }
  rank = make_rank (self, site->owner);
  field = json_pack ("{s:s, s:s}", "name", name, "order", rank);
  *id = g_strdup_printf ("field-%u", ++self->n_fields);
  json_object_set_new (fields, *id, field);
  g_hash_table_insert (self->fields, g_strdup (*id), field);
  g_hash_table_replace (site->entity->paths, g_steal_pointer (&path), g_strdup (*id));
  if (site->variant != NULL)
    json_object_set_new (field, "variants", json_pack ("[s]", site->variant));
  if (site->in_array)
    g_hash_table_add (self->lists, g_strdup (*id));
  return field;
}

static void
add_simple (SquillMongooseBuild *self, const Site *site, const char *name, const char *type)
{
  g_autofree char *id = NULL;
  json_t *field = add_field (self, site, name, &id);

  if (json_object_get (field, "types") != NULL)
    return;
  set_types (field, type);
  json_object_set_new (field, "required", json_true ());
}

/* "{ type: String, … }" rather than an object that has a field called so. */
static const SquillJavascriptValue *
get_declared_type (SquillMongooseBuild *self, const SquillJavascriptValue *object)
{
  const SquillJavascriptValue *type = _squill_javascript_value_get (object, "type");

  if (type == NULL)
    return NULL;
  if (type->kind == SQUILL_JAVASCRIPT_OBJECT && _squill_javascript_value_get (type, "type") != NULL)
    return NULL;
  return type;
}

static gboolean
is_open (const SquillMongooseBuild *self, const SquillJavascriptValue *schema)
{
  for (guint i = 0; i < self->open->len; i++)
    if (self->open->pdata[i] == schema)
      return TRUE;
  return FALSE;
}

static void
tell_endless (SquillMongooseBuild *self, const json_t *field, const SquillJavascriptValue *value)
{
  _squill_mongoose_build_tell (
      self, value,
      g_strdup_printf (_ ("“%s” contains itself, or too much: its fields end here"),
                       json_string_value (json_object_get (field, "name"))));
}

/* An object that is embedded: a schema, or what stands for one. */
static void
fill_object (SquillMongooseBuild *self,
             const Site *site,
             json_t *field,
             const char *id,
             const SquillJavascriptValue *object,
             const SquillJavascriptValue *options,
             gboolean is_schema)
{
  g_autofree char *prefix = NULL;
  Site inner = *site;

  set_types (field, "object");
  if (site->depth >= MAX_DEPTH || is_open (self, object) ||
      self->n_fields >= SQUILL_MONGOOSE_MAX_FIELDS)
    {
      tell_endless (self, field, object);
      return;
    }
  /* The elements of an array in an array are in its field. */
  prefix =
      g_strconcat (site->prefix, json_string_value (json_object_get (field, "name")), ".", NULL);
  inner.owner = field;
  inner.prefix = prefix;
  inner.variant = NULL;
  inner.in_array |= g_hash_table_contains (self->lists, id);
  inner.depth++;
  g_ptr_array_add (self->open, (gpointer)object);
  if (is_schema &&
      !_squill_mongoose_is_false (_squill_mongoose_get_member (self, options, "_id")) &&
      !_squill_mongoose_is_false (_squill_mongoose_get_member (self, object, "_id")))
    add_simple (self, &inner, "_id", "objectId");
  add_members (self, &inner, object);
  g_ptr_array_set_size (self->open, self->open->len - 1);
}

static void
take_times (SquillMongooseBuild *self, const Site *site, const SquillJavascriptValue *timestamps)
{
  static const char *const names[] = { "createdAt", "updatedAt" };

  if (timestamps == NULL || _squill_mongoose_is_false (timestamps))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const SquillJavascriptValue *own = _squill_mongoose_get_member (self, timestamps, names[i]);

      if (!_squill_mongoose_is_false (own))
        add_simple (self, site,
                    _squill_mongoose_is_kind (own, SQUILL_JAVASCRIPT_TEXT) && *own->text != '\0'
                        ? own->text
                        : names[i],
                    "date");
    }
}

/* What "schema.add ()", "schema.path ()", and "schema.set ()" say, behind the schema itself. */
static void
take_statements (SquillMongooseBuild *self, const Site *site, const SquillJavascriptValue *schema)
{
  const GPtrArray *calls = g_hash_table_lookup (self->additions, schema);

  for (guint i = 0; calls != NULL && i < calls->len; i++)
    {
      const SquillJavascriptValue *call = calls->pdata[i];
      const SquillJavascriptValue *first =
          _squill_mongoose_resolve (self->sources, call->items->pdata[0]);
      const SquillJavascriptValue *second =
          call->items->len > 1 ? _squill_mongoose_resolve (self->sources, call->items->pdata[1])
                               : NULL;

      if (g_str_equal (call->text, "add"))
        add_members (self, site, first);
      else if (second != NULL && _squill_mongoose_is_kind (first, SQUILL_JAVASCRIPT_TEXT) &&
               g_str_equal (call->text, "path"))
        {
          const SquillJavascriptMember member = { .key = first->text,
                                                  .value = call->items->pdata[1] };

          add_member (self, site, &member);
        }
      else if (second != NULL && g_str_equal (call->text, "path"))
        _squill_mongoose_build_tell (self, first,
                                     g_strdup (_ ("A field whose name is computed is left out")));
      else if (second != NULL && _squill_mongoose_is_kind (first, SQUILL_JAVASCRIPT_TEXT) &&
               g_str_equal (first->text, "timestamps"))
        take_times (self, site, second);
    }
}

/* The arguments of a schema. */
static const SquillJavascriptValue *
get_definition (SquillMongooseBuild *self, const SquillJavascriptValue *schema)
{
  return schema->items->len > 0 ? _squill_mongoose_resolve (self->sources, schema->items->pdata[0])
                                : NULL;
}

/** The options of a schema, its second argument (transfer none) (nullable). */
const SquillJavascriptValue *
_squill_mongoose_get_schema_options (SquillMongooseBuild *self, const SquillJavascriptValue *schema)
{
  return schema->items->len > 1 ? _squill_mongoose_resolve (self->sources, schema->items->pdata[1])
                                : NULL;
}

static void
note_embedded (SquillMongooseBuild *self,
               const Site *site,
               const json_t *field,
               const SquillJavascriptValue *schema,
               const SquillJavascriptValue *kinds)
{
  SquillMongooseEmbedded *embedded = g_new0 (SquillMongooseEmbedded, 1);

  embedded->entity = site->entity;
  embedded->path =
      g_strconcat (site->prefix, json_string_value (json_object_get (field, "name")), NULL);
  embedded->schema = schema;
  embedded->kinds = kinds;
  g_ptr_array_add (self->embedded, embedded);
}

static void
fill_schema (SquillMongooseBuild *self,
             const Site *site,
             json_t *field,
             const char *id,
             const SquillJavascriptValue *schema)
{
  const SquillJavascriptValue *definition = get_definition (self, schema);
  const SquillJavascriptValue *options = _squill_mongoose_get_schema_options (self, schema);
  g_autofree char *prefix = NULL;
  Site inner = *site;
  const SquillJavascriptValue *key =
      _squill_mongoose_get_member (self, options, "discriminatorKey");

  g_hash_table_add (self->nested, (gpointer)schema);
  note_embedded (self, site, field, schema, NULL);
  if (_squill_mongoose_is_kind (key, SQUILL_JAVASCRIPT_TEXT))
    g_hash_table_replace (self->discriminator_keys, g_strdup (id), g_strdup (key->text));
  if (definition == NULL)
    {
      set_types (field, "object");
      return;
    }
  fill_object (self, site, field, id, definition, options, TRUE);
  if (is_open (self, definition))
    return;
  prefix =
      g_strconcat (site->prefix, json_string_value (json_object_get (field, "name")), ".", NULL);
  inner.owner = field;
  inner.prefix = prefix;
  inner.variant = NULL;
  inner.in_array |= g_hash_table_contains (self->lists, id);
  inner.depth++;
  g_ptr_array_add (self->open, (gpointer)definition);
  take_times (self, &inner, _squill_mongoose_get_member (self, options, "timestamps"));
  take_statements (self, &inner, schema);
  g_ptr_array_set_size (self->open, self->open->len - 1);
}

static void
fill_array (SquillMongooseBuild *self,
            const Site *site,
            json_t *field,
            const char *id,
            const SquillJavascriptValue *array)
{
  const SquillJavascriptValue *element =
      array->items->len > 0 ? _squill_mongoose_resolve (self->sources, array->items->pdata[0])
                            : NULL;

  json_object_set_new (field, "array", json_true ());
  g_hash_table_add (self->lists, g_strdup (id));
  if (element == NULL)
    return;
  if (element->kind == SQUILL_JAVASCRIPT_ARRAY)
    {
      g_autofree char *prefix = g_strconcat (
          site->prefix, json_string_value (json_object_get (field, "name")), ".", NULL);
      g_autofree char *inner_id = NULL;
      Site inner = *site;
      json_t *inner_field;

      set_types (field, "array");
      if (site->depth >= MAX_DEPTH)
        return;
      inner.owner = field;
      inner.prefix = prefix;
      inner.variant = NULL;
      inner.in_array = TRUE;
      inner.depth++;
      inner_field = add_field (self, &inner, "[]", &inner_id);
      json_object_set_new (inner_field, "required", json_true ());
      fill_array (self, &inner, inner_field, inner_id, element);
      return;
    }
  fill_type (self, site, field, id, element);
}

/* "{ type: Schema.Types.Union, of: [String, Number] }" */
static void
fill_union (SquillMongooseBuild *self, json_t *field, const SquillJavascriptValue *of)
{
  json_t *types = json_array ();

  of = _squill_mongoose_resolve (self->sources, of);
  for (guint i = 0; i < of->items->len; i++)
    {
      const SquillJavascriptValue *one =
          _squill_mongoose_resolve (self->sources, of->items->pdata[i]);
      const char *type = one->kind == SQUILL_JAVASCRIPT_NAME ? find_type (one->text) : NULL;

      if (type != NULL && *type != '\0')
        json_array_append_new (types, json_string (type));
      else
        _squill_mongoose_build_tell (
            self, one,
            g_strdup_printf (_ ("The type of “%s” is not understood"),
                             json_string_value (json_object_get (field, "name"))));
    }
  if (json_array_size (types) > 0)
    json_object_set (field, "types", types);
  json_decref (types);
}

/* "name?: number": a variable of this name, in whatever file, is not meant. */
static gboolean
is_type_of_language (const SquillJavascriptValue *value)
{
  static const char *const types[] = { "string", "number", "boolean", "bigint",
                                       "any",    "object", "unknown", NULL };

  return value->kind == SQUILL_JAVASCRIPT_NAME && g_strv_contains (types, value->text);
}

/* "discriminators: () => [Gift, { type: Loan, value: 'loan' }]" of Typegoose as "{ Gift, loan: Loan
 * }" (nullable). */
static const SquillJavascriptValue *
list_kinds (SquillMongooseBuild *self, const SquillJavascriptValue *kinds)
{
  SquillJavascriptValue *object;

  if (_squill_mongoose_is_kind (kinds, SQUILL_JAVASCRIPT_FUNCTION) && kinds->items->len == 1)
    kinds = _squill_mongoose_resolve (self->sources, kinds->items->pdata[0]);
  if (!_squill_mongoose_is_kind (kinds, SQUILL_JAVASCRIPT_ARRAY))
    return kinds;
  object = _squill_mongoose_make_value (kinds, SQUILL_JAVASCRIPT_OBJECT, NULL);
  for (guint i = 0; i < kinds->items->len; i++)
    {
      SquillJavascriptValue *kind = kinds->items->pdata[i];
      const SquillJavascriptValue *type = _squill_javascript_value_get (kind, "type");
      const SquillJavascriptValue *value = _squill_mongoose_get_member (self, kind, "value");

      if (type == NULL)
        type = kind;
      if (type->kind == SQUILL_JAVASCRIPT_NAME)
        _squill_javascript_value_add_member (
            object,
            _squill_mongoose_is_kind (value, SQUILL_JAVASCRIPT_TEXT) ? value->text : type->text,
            (SquillJavascriptValue *)(gpointer)type);
      else
        _squill_mongoose_build_tell (self, kind,
                                     g_strdup (_ ("This discriminator is not taken over")));
    }
  return object;
}

/* "{ type: Map, of: Number }", without what else stands there */
static void
fill_declared (SquillMongooseBuild *self,
               const Site *site,
               json_t *field,
               const char *id,
               const SquillJavascriptValue *value)
{
  const SquillJavascriptValue *of = _squill_javascript_value_get (value, "of");
  const SquillJavascriptValue *kinds = _squill_mongoose_get_member (self, value, "discriminators");

  fill_type (self, site, field, id, get_declared_type (self, value));
  if (of != NULL && json_is_true (json_object_get (field, "map")))
    fill_type (self, site, field, id, of);
  else if (of != NULL && json_object_get (field, "types") == NULL)
    fill_union (self, field, of);
  kinds = list_kinds (self, kinds);
  if (_squill_mongoose_is_kind (kinds, SQUILL_JAVASCRIPT_OBJECT))
    note_embedded (self, site, field, NULL, kinds);
}

/* A type: what stands behind "type", in an array, or alone. */
static void
fill_type (SquillMongooseBuild *self,
           const Site *site,
           json_t *field,
           const char *id,
           const SquillJavascriptValue *value)
{
  const gboolean of_element = g_hash_table_contains (self->lists, id) && !site->in_array;
  const SquillJavascriptValue *const said = value;
  const SquillJavascriptValue *whole;

  if (!_squill_mongoose_build_visit (self, value))
    return;
  if (!is_type_of_language (value))
    value = _squill_mongoose_resolve (self->sources, value);
  /* A model in place of its schema. */
  if (_squill_mongoose_is_model (value) && value->items->len > 1)
    value = _squill_mongoose_resolve (self->sources, value->items->pdata[1]);
  if (_squill_mongoose_is_schema (value))
    {
      fill_schema (self, site, field, id, value);
      return;
    }
  switch ((guint)value->kind)
    {
    case SQUILL_JAVASCRIPT_ARRAY:
      fill_array (self, site, field, id, value);
      break;
    case SQUILL_JAVASCRIPT_FUNCTION:
      /* "() => User" */
      if (value->items->len == 1 && site->depth < MAX_DEPTH)
        {
          Site inner = *site;

          inner.depth++;
          fill_type (self, &inner, field, id, value->items->pdata[0]);
        }
      break;
    case SQUILL_JAVASCRIPT_OBJECT:
      whole = value->is_enum ? value : _squill_mongoose_build_spread_options (self, value, 0);
      if (value->is_enum)
        {
          json_t *values = _squill_mongoose_build_make_enumeration (self, value);

          set_types (field, json_is_number (json_array_get (values, 0)) ? "double" : "string");
          if (values != NULL)
            json_object_set_new (field, "enum", values);
        }
      else if (get_declared_type (self, whole) != NULL)
        {
          if (is_open (self, value) || self->open->len >= MAX_DEPTH)
            {
              tell_endless (self, field, value);
              break;
            }
          _squill_mongoose_build_tell_spreads (self, value);
          g_ptr_array_add (self->open, (gpointer)value);
          fill_declared (self, site, field, id, whole);
          g_ptr_array_set_size (self->open, self->open->len - 1);
          _squill_mongoose_build_take_options (self, site->entity, field, id, whole, of_element);
        }
      else if (value->members->len == 0)
        set_types (field, "object");
      else
        fill_object (self, site, field, id, value, NULL,
                     json_is_true (json_object_get (field, "array")));
      break;
    case SQUILL_JAVASCRIPT_NAME:
    case SQUILL_JAVASCRIPT_TEXT:
      set_named_type (self, field, id, value);
      break;
    default:
      /* "const ObjectId = require ('mongodb').ObjectId", maybe in another file: it is what its name
       * says. */
      if (said->kind == SQUILL_JAVASCRIPT_NAME && find_type (said->text) != NULL)
        {
          set_named_type (self, field, id, said);
          break;
        }
      if (value->tail != NULL && find_type (value->tail) != NULL &&
          *find_type (value->tail) != '\0')
        {
          set_types (field, find_type (value->tail));
          break;
        }
      _squill_mongoose_build_tell (
          self, value,
          g_strdup_printf (_ ("The type of “%s” is not understood"),
                           json_string_value (json_object_get (field, "name"))));
    }
}

/* "author?: Ref<User>": the field has the _id of a document of the class, alone or in a list; FALSE
 * where the type is no class. */
static gboolean
fill_reference (SquillMongooseBuild *self,
                const Site *site,
                json_t *field,
                const char *id,
                const SquillJavascriptValue *type)
{
  const SquillJavascriptValue *value = _squill_mongoose_resolve (self->sources, type);
  const SquillJavascriptValue *own;

  if (value->kind == SQUILL_JAVASCRIPT_ARRAY && value->items->len == 1 && site->depth < MAX_DEPTH)
    {
      Site inner = *site;

      inner.depth++;
      if (!fill_reference (self, &inner, field, id, value->items->pdata[0]))
        return FALSE;
      json_object_set_new (field, "array", json_true ());
      g_hash_table_add (self->lists, g_strdup (id));
      return TRUE;
    }
  if (!_squill_mongoose_is_schema (value) && !_squill_mongoose_is_model (value))
    return FALSE;
  own = _squill_mongoose_get_member (
      self, _squill_mongoose_is_schema (value) ? get_definition (self, value) : NULL, "_id");
  own = _squill_javascript_value_get (own, "type");
  if (own != NULL && own->kind == SQUILL_JAVASCRIPT_NAME && find_type (own->text) != NULL)
    set_named_type (self, field, id, own);
  else
    set_types (field, "objectId");
  return TRUE;
}

/* A property with a decorator: what that says, or else its type. */
static void
fill_property (SquillMongooseBuild *self,
               const Site *site,
               json_t *field,
               const char *id,
               const SquillJavascriptValue *call)
{
  const SquillJavascriptValue *type = _squill_javascript_value_get (call, "type");
  const SquillJavascriptValue *first = call->items->len > 0 ? call->items->pdata[0] : NULL;
  const SquillJavascriptValue *said =
      first == NULL ? NULL : _squill_mongoose_resolve (self->sources, first);

  /* "raw ({ … })" is an object with fields. */
  if (said != NULL &&
      (first->kind == SQUILL_JAVASCRIPT_CALL || said->kind != SQUILL_JAVASCRIPT_OBJECT ||
       get_declared_type (self, said) != NULL))
    {
      fill_type (self, site, field, id, said);
      return;
    }
  if (type != NULL && !((_squill_javascript_value_get (said, "ref") != NULL ||
                         _squill_javascript_value_get (said, "refPath") != NULL) &&
                        fill_reference (self, site, field, id, type)))
    fill_type (self, site, field, id, type);
  if (said != NULL)
    _squill_mongoose_build_take_options (self, site->entity, field, id, said, FALSE);
}

static void
add_member (SquillMongooseBuild *self, const Site *site, const SquillJavascriptMember *member)
{
  g_autofree char *id = NULL;
  json_t *field;

  if (self->n_fields >= SQUILL_MONGOOSE_MAX_FIELDS)
    return;
  /* "'address.city': String" is a field in an object. */
  if (strchr (member->key, '.') != NULL)
    {
      g_auto (GStrv) parts = g_strsplit (member->key, ".", 2);
      g_autofree char *prefix = g_strconcat (site->prefix, parts[0], ".", NULL);
      SquillJavascriptMember rest = *member;
      Site inner = *site;

      if (site->depth >= MAX_DEPTH || *parts[0] == '\0' || *parts[1] == '\0')
        return;
      inner.owner = add_field (self, site, parts[0], &id);
      set_types (inner.owner, "object");
      inner.prefix = prefix;
      inner.variant = NULL;
      inner.depth++;
      rest.key = parts[1];
      add_member (self, &inner, &rest);
      return;
    }
  field = add_field (self, site, member->key, &id);
  if (member->comment != NULL)
    json_object_set_new (field, "description", json_string (member->comment));
  if (member->value->kind == SQUILL_JAVASCRIPT_CALL &&
      g_ascii_strcasecmp (member->value->text, "Prop") == 0)
    fill_property (self, site, field, id, member->value);
  else
    fill_type (self, site, field, id, member->value);
}

/* The fields of an object, with those that are spread in it. */
static void
add_members (SquillMongooseBuild *self, const Site *site, const SquillJavascriptValue *object)
{
  object = _squill_mongoose_resolve (self->sources, object);
  if (_squill_mongoose_is_schema (object))
    {
      const SquillJavascriptValue *definition = get_definition (self, object);

      if (definition == NULL || is_open (self, definition))
        return;
      g_ptr_array_add (self->open, (gpointer)definition);
      add_members (self, site, definition);
      g_ptr_array_set_size (self->open, self->open->len - 1);
      return;
    }
  /* "Object.assign ({}, base, { … })" and what is like it. */
  if (object->kind == SQUILL_JAVASCRIPT_CALL && object->items->len > 0 &&
      self->open->len < MAX_DEPTH)
    {
      g_ptr_array_add (self->open, (gpointer)object);
      for (guint i = 0; i < object->items->len; i++)
        {
          const SquillJavascriptValue *item =
              _squill_mongoose_resolve (self->sources, object->items->pdata[i]);

          if (!_squill_mongoose_build_visit (self, item))
            break;
          if (!is_open (self, item))
            add_members (self, site, item);
        }
      g_ptr_array_set_size (self->open, self->open->len - 1);
      return;
    }
  /* "...undefined" adds nothing. */
  if (object->kind == SQUILL_JAVASCRIPT_NULL)
    return;
  if (object->kind != SQUILL_JAVASCRIPT_OBJECT)
    {
      _squill_mongoose_build_tell (
          self, object, g_strdup (_ ("What is here is not known: its fields are missing")));
      return;
    }
  for (guint i = 0; i < object->members->len; i++)
    {
      SquillJavascriptMember one = *(const SquillJavascriptMember *)object->members->pdata[i];
      const SquillJavascriptMember *member = &one;

      if (!_squill_mongoose_build_visit (self, object))
        return;
      one.key = (char *)_squill_mongoose_get_key (self->sources, member);
      if (member->is_spread)
        {
          const SquillJavascriptValue *spread =
              _squill_mongoose_resolve (self->sources, member->value);

          if (is_open (self, spread) || self->open->len >= MAX_DEPTH ||
              (member->value->is_spread && spread->kind != SQUILL_JAVASCRIPT_CALL))
            continue;
          g_ptr_array_add (self->open, (gpointer)spread);
          add_members (self, site, spread);
          g_ptr_array_set_size (self->open, self->open->len - 1);
        }
      else if (member->key == NULL || *member->key == '\0')
        _squill_mongoose_build_tell (self, member->value,
                                     g_strdup (_ ("A field whose name is computed is left out")));
      /* "_id: false" says that there is none. */
      else if (!g_str_equal (member->key, "_id") ||
               !_squill_mongoose_is_false (_squill_mongoose_resolve (self->sources, member->value)))
        add_member (self, site, member);
    }
}

/* All fields of a document. @options: (nullable): of the schema */
void
_squill_mongoose_build_add_schema (SquillMongooseBuild *self,
                                   SquillMongooseEntity *entity,
                                   const SquillJavascriptValue *schema,
                                   const SquillJavascriptValue *options)
{
  const SquillJavascriptValue *definition = get_definition (self, schema);
  const SquillJavascriptValue *version = _squill_mongoose_get_member (self, options, "versionKey");
  const SquillJavascriptValue *key =
      _squill_mongoose_get_member (self, options, "discriminatorKey");
  const Site site = { .entity = entity, .owner = entity->json, .prefix = "" };

  if (!_squill_mongoose_is_false (_squill_mongoose_get_member (self, options, "_id")) &&
      _squill_javascript_value_get (definition, "_id") == NULL)
    add_simple (self, &site, "_id", "objectId");
  if (_squill_mongoose_is_kind (key, SQUILL_JAVASCRIPT_TEXT))
    entity->discriminator_key = g_strdup (key->text);
  if (definition != NULL)
    {
      g_ptr_array_add (self->open, (gpointer)definition);
      add_members (self, &site, definition);
      g_ptr_array_set_size (self->open, self->open->len - 1);
    }
  take_statements (self, &site, schema);
  take_times (self, &site, _squill_mongoose_get_member (self, options, "timestamps"));
  if (!_squill_mongoose_is_false (version))
    add_simple (self, &site,
                _squill_mongoose_is_kind (version, SQUILL_JAVASCRIPT_TEXT) && *version->text != '\0'
                    ? version->text
                    : "__v",
                "int");
}

static gboolean
has_text (const json_t *values, const char *text)
{
  const json_t *value;
  size_t i;

  json_array_foreach (values, i, value)
  {
    if (g_strcmp0 (json_string_value (value), text) == 0)
      return TRUE;
  }
  return FALSE;
}

/* The fields that documents of one kind have in addition; where there is a path, the objects that
 * are in its field. */
void
_squill_mongoose_build_add_variant (SquillMongooseBuild *self,
                                    SquillMongooseEntity *entity,
                                    const char *path,
                                    const char *value,
                                    const SquillJavascriptValue *schema)
{
  const char *around = path == NULL ? NULL : g_hash_table_lookup (entity->paths, path);
  const char *said = around == NULL ? entity->discriminator_key
                                    : g_hash_table_lookup (self->discriminator_keys, around);
  const char *key = said != NULL && *said != '\0' ? said : "__t";
  const SquillJavascriptValue *definition = get_definition (self, schema);
  g_autofree char *prefix = path == NULL ? g_strdup ("") : g_strconcat (path, ".", NULL);
  Site site = { .entity = entity, .owner = entity->json, .prefix = prefix };
  g_autofree char *id = NULL;
  json_t *field, *values;

  if (around != NULL)
    {
      site.owner = g_hash_table_lookup (self->fields, around);
      site.in_array = g_hash_table_contains (self->lists, around);
      /* Further ones in it are as deep as they are. */
      site.depth = MAX_DEPTH / 2;
    }
  field = add_field (self, &site, key, &id);
  if (json_object_get (field, "types") == NULL)
    set_types (field, "string");
  /* The same may be said of the schema and of the field. */
  if (!g_hash_table_add (self->kinds, g_strdup_printf ("%s %s", id, value)))
    return;
  /* There may be values of documents that have no fields of their own. */
  values = json_object_get (field, "enum");
  if (values == NULL)
    {
      values = json_array ();
      json_object_set_new (field, "enum", values);
    }
  if (!has_text (values, value))
    json_array_append_new (values, json_string (value));
  if (json_object_get (site.owner, "discriminator") == NULL)
    json_object_set_new (site.owner, "discriminator", json_string (id));
  site.variant = value;
  g_hash_table_add (self->nested, (gpointer)schema);
  if (definition != NULL)
    add_members (self, &site, definition);
}
