/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "design-fixture.h"

#include <string.h>

#include "model/squill-item.h"
#include "model/squill-model-file.h"

/* JSON in C texts is easier to read with single quotes. */
json_t *
parse (const char *json)
{
  g_autofree char *text = g_strdelimit (g_strdup (json), "'", '"');
  json_error_t error;
  json_t *value = json_loads (text, JSON_DECODE_ANY, &error);

  if (value == NULL)
    g_error ("%s: %s", text, error.text);
  return value;
}

SquillModel *
load_example (const char *name)
{
  g_autofree char *base = g_strconcat (name, ".squill", NULL);
  g_autofree char *path =
      g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "data", "examples", base, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_model_load (file, NULL, NULL, &error);

  g_assert_no_error (error);
  return model;
}

static void
apply (SquillModel *model, SquillEdit *edit)
{
  g_autoptr (GError) error = NULL;

  squill_model_apply (model, edit, &error);
  g_assert_no_error (error);
  squill_edit_unref (edit);
}

static char *
next_order (SquillModel *model, const char *parent, SquillKind kind)
{
  const char *last = NULL;
  guint n;
  gpointer const *children =
      squill_item_get_children (squill_model_get_item (model, parent), kind, &n);

  if (n > 0 && kind == SQUILL_KIND_FIELD)
    last = ((const SquillField *)children[n - 1])->order;
  else if (n > 0 && kind == SQUILL_KIND_RELATIONSHIP)
    last = ((const SquillRelationship *)children[n - 1])->order;
  else if (n > 0 && kind == SQUILL_KIND_ENTITY)
    last = ((const SquillEntity *)children[n - 1])->order;
  else if (n > 0 && kind == SQUILL_KIND_COPY)
    last = ((const SquillCopy *)children[n - 1])->order;
  return squill_rank_between (last, NULL);
}

/* Takes the content. */
static void
add (SquillModel *model, SquillKind kind, const char *id, const char *parent, json_t *content)
{
  g_autofree char *order = next_order (model, parent, kind);

  if (kind != SQUILL_KIND_INDEX)
    json_object_set_new (content, "order", json_string (order));
  apply (model, squill_edit_new_add (kind, id, parent, content));
}

void
draw_entity (SquillModel *model, const char *name)
{
  add (model, SQUILL_KIND_ENTITY, name, SQUILL_MODEL_ID, json_pack ("{s:s}", "name", name));
}

static json_t *
triple (const char *text)
{
  SquillTriple value;

  g_autofree char *words = g_strdelimit (g_strdup (text), "_", '?');

  g_assert_true (squill_triple_from_text (words, &value));
  return squill_json_triple (value);
}

/* The form: types joined by "|", then any of "?" not required, "?0.5" with that presence,
 * ":12" bytes, "[]3" an array of that length, "{}3" a map, "#2" bytes of its keys. Numbers are
 * triples: ":1..2..3", with "_" for a part that nobody said. */
void
draw_field (SquillModel *model, const char *owner, const char *name, const char *form)
{
  g_autofree char *id = g_strdup_printf ("%s.%s", owner, name);
  gsize length = strcspn (form, "?:[{#");
  g_autofree char *types = g_strndup (form, length);
  g_auto (GStrv) names = g_strsplit (types, "|", -1);
  json_t *content = json_pack ("{s:s, s:b, s:[]}", "name", name, "required", 1, "types");

  for (guint i = 0; names[i] != NULL; i++)
    if (names[i][0] != '\0')
      json_array_append_new (json_object_get (content, "types"), json_string (names[i]));
  for (const char *p = form + length; *p != '\0';)
    {
      char what = *p;
      gsize size;
      g_autofree char *value = NULL;

      p += what == '[' || what == '{' ? 2 : 1;
      size = strcspn (p, "?:[{#");
      value = g_strndup (p, size);
      p += size;
      if (what == '?')
        {
          json_object_set_new (content, "required", json_false ());
          if (*value != '\0')
            json_object_set_new (content, "presence", json_real (g_ascii_strtod (value, NULL)));
          continue;
        }
      if (what == '[' || what == '{')
        json_object_set_new (content, what == '[' ? "array" : "map", json_true ());
      if (*value != '\0')
        json_object_set_new (content,
                             what == ':'   ? "size"
                             : what == '#' ? "key_size"
                                           : "length",
                             triple (value));
    }
  add (model, SQUILL_KIND_FIELD, id, owner, content);
}

void
draw_relationship (SquillModel *model,
                   const char *id,
                   const char *parent,
                   const char *child,
                   const char *placement,
                   const char *children,
                   const char *parents)
{
  json_t *content = json_pack ("{s:s, s:s, s:s, s:s}", "name", id, "parent", parent, "child", child,
                               "placement", placement);

  if (*children != '\0')
    json_object_set_new (content, "children", triple (children));
  if (*parents != '\0')
    json_object_set_new (content, "parents", triple (parents));
  add (model, SQUILL_KIND_RELATIONSHIP, id, SQUILL_MODEL_ID, content);
}

void
draw_copy (SquillModel *model, const char *relationship, const char *field, const char *direction)
{
  g_autofree char *id = g_strdup_printf ("%s<%s", relationship, field);

  add (model, SQUILL_KIND_COPY, id, relationship,
       json_pack ("{s:s, s:s, s:s}", "field", field, "direction", direction, "mode", "snapshot"));
}

/* Keys as "path how, path how". */
void
draw_index (SquillModel *model, const char *entity, const char *id, const char *keys)
{
  g_auto (GStrv) parts = g_strsplit (keys, ", ", -1);
  json_t *list = json_array ();

  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (parts[i], " ", 2);

      json_array_append_new (list, json_pack ("{s:s, s:s}", "path", words[0], "how", words[1]));
    }
  add (model, SQUILL_KIND_INDEX, id, entity, json_pack ("{s:o}", "keys", list));
}

void
change (SquillModel *model, const char *id, const char *property, const char *json)
{
  g_autoptr (GError) error = NULL;

  squill_model_set (model, id, property, json == NULL ? NULL : parse (json), &error);
  g_assert_no_error (error);
}

/* Operations: "find p" and what else there is, as JSON with single quotes. */
void
draw_operation (SquillModel *model,
                const char *id,
                const char *operation,
                const char *entity,
                double rate,
                const char *more)
{
  json_t *content = parse (more);
  g_autoptr (SquillEdit) edit = NULL;
  g_autoptr (GError) error = NULL;

  json_object_set_new (content, "name", json_string (id));
  json_object_set_new (content, "operation", json_string (operation));
  json_object_set_new (content, "entity", json_string (entity));
  json_object_set_new (content, "rate", json_real (rate));
  edit = squill_edit_new_add (SQUILL_KIND_OPERATION, id, SQUILL_MODEL_ID, content);
  squill_model_apply (model, edit, &error);
  g_assert_no_error (error);
}

void
draw_count (SquillModel *model, const char *entity, double count)
{
  g_autofree char *json =
      g_strdup_printf ("{'min':%.0f,'likely':%.0f,'max':%.0f}", count, count, count);

  change (model, entity, "count", json);
}

/* Dumps. */

static void
append_triple (GString *text, const char *label, SquillTriple value)
{
  const double values[] = { value.min, value.likely, value.max };

  g_string_append (text, label);
  for (guint i = 0; i < 3; i++)
    {
      char buffer[G_ASCII_DTOSTR_BUF_SIZE];

      /* Enough digits to tell what is different, not how it was rounded. */
      if (i > 0)
        g_string_append (text, "..");
      if (isnan (values[i]))
        g_string_append_c (text, '?');
      else
        g_string_append (text, g_ascii_formatd (buffer, sizeof buffer, "%.12g", values[i]));
    }
}

static gboolean
dump_one (const SquillShape *shape, gpointer user_data)
{
  GString *text = user_data;
  g_autofree char *types = squill_types_to_text (shape->types);

  g_string_append_printf (text, "%s: %s %s", shape->path, types,
                          squill_origin_get_name (shape->origin));
  g_string_append_printf (text, " name=%s level=%u e=%s f=%s r=%s c=%s t=%s", shape->name,
                          shape->level, shape->entity, shape->field, shape->relationship,
                          shape->copy, shape->target);
  g_string_append_printf (text, "%s%s%s%s%s%s%s%s%s", shape->required ? " required" : "",
                          shape->nullable ? " nullable" : "", shape->array ? " array" : "",
                          shape->single ? " single" : "", shape->map ? " map" : "",
                          shape->unbounded ? " unbounded" : "",
                          shape->size_unknown ? " unknown" : "", shape->document ? " document" : "",
                          shape->recursive ? " recursive" : "");
  append_triple (text, " presence=", SQUILL_TRIPLE (0, shape->presence, 1));
  append_triple (text, " length=", shape->length);
  append_triple (text, " later=", SQUILL_TRIPLE (0, shape->length_at_horizon, 0));
  append_triple (text, " payload=", shape->payload);
  append_triple (text, " bytes=", shape->bytes);
  append_triple (text, " at_horizon=", shape->bytes_at_horizon);
  g_string_append_c (text, '\n');
  return TRUE;
}

static void
append_ids (GString *text, const char *label, const GPtrArray *ids)
{
  g_string_append (text, label);
  for (guint i = 0; i < ids->len; i++)
    g_string_append_printf (text, " %s", (const char *)ids->pdata[i]);
  g_string_append_c (text, '\n');
}

char *
dump_collection (const SquillCollection *collection)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "== %u %s %s entity=%s relationship=%s", collection->kind,
                          collection->id, collection->name, collection->entity,
                          collection->relationship);
  append_triple (text, " count=", collection->count);
  append_triple (text, " later=", SQUILL_TRIPLE (0, collection->count_at_horizon, 0));
  g_string_append_c (text, '\n');
  append_ids (text, "entities", collection->entities);
  append_ids (text, "relationships", collection->relationships);
  squill_shape_foreach (collection->shape, dump_one, text);
  for (guint j = 0; j < collection->indexes->len; j++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[j];

      g_string_append_printf (text, "index %s from=%s%s%s:", index->name, index->index,
                              index->unique ? " unique" : "",
                              index->unresolved ? " unresolved" : "");
      for (guint k = 0; k < index->keys->len; k++)
        {
          const SquillKey *key = index->keys->pdata[k];

          g_string_append_printf (text, " %s=%s", key->path, key->operator);
        }
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

/* What an operation does, with all its numbers. */
char *
dump_plan (const SquillPlan *plan)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < plan->steps->len; i++)
    {
      const SquillPlanStep *step = plan->steps->pdata[i];
      const struct
      {
        const char *label;
        SquillTriple number;
      } numbers[] = {
        { " trips=", step->round_trips }, { " seeks=", step->seeks },
        { " keys=", step->keys },         { " documents=", step->documents },
        { " bytes=", step->bytes_read },  { " returned=", step->returned },
        { " written=", step->written },   { " log=", step->log_bytes },
        { " keys=", step->written_keys }, { " cost=", step->cost },
      };

      g_string_append_printf (
          text, "%s %s %s access=%u index=%s%s%s", step->collection, step->entity,
          step->relationship, step->access,
          step->path != NULL && step->path->index != NULL ? step->path->index->name : NULL,
          step->joins ? " joins" : "", step->targeted ? "" : " everywhere");
      for (guint k = 0; k < G_N_ELEMENTS (numbers); k++)
        append_triple (text, numbers[k].label, numbers[k].number);
      g_string_append_c (text, '\n');
    }
  for (guint i = 0; i < plan->unknown->len; i++)
    g_string_append_printf (text, "? %s\n", (const char *)plan->unknown->pdata[i]);
  append_triple (text, plan->atomic ? "atomic " : "", plan->cost);
  return g_string_free (text, FALSE);
}

char *
dump_design (SquillDesign *design)
{
  GString *text = g_string_new (NULL);
  guint n = squill_design_get_n_collections (design);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *one = dump_collection (squill_design_get_collection (design, i));

      g_string_append (text, one);
    }
  return g_string_free (text, FALSE);
}

/* A shape in short: a line for each path: "path types origin", with "!" where it is required,
 * "[0..2..5]" or "{…}" for lengths, "->entity" for what is referred to. */
static gboolean
dump_short (const SquillShape *shape, gpointer user_data)
{
  GString *text = user_data;
  g_autofree char *types = squill_types_to_text (shape->types);
  g_autofree char *length = squill_triple_to_text (shape->length);

  if (shape->parent == NULL)
    return TRUE;
  g_string_append_printf (text, "%s%s %s", shape->path, shape->required ? "!" : "", types);
  if (shape->array || shape->map)
    g_string_append_printf (text, shape->array ? "[%s]" : "{%s}", length);
  g_string_append_printf (text, " %s", squill_origin_get_name (shape->origin));
  if (shape->target != NULL)
    g_string_append_printf (text, "->%s", shape->target);
  if (shape->recursive)
    g_string_append (text, " recursive");
  if (shape->unbounded)
    g_string_append (text, " unbounded");
  g_string_append_c (text, '\n');
  return TRUE;
}

char *
dump_shape (const SquillShape *shape)
{
  GString *text = g_string_new (NULL);

  squill_shape_foreach (shape, dump_short, text);
  return g_string_free (text, FALSE);
}

void
assert_shape (SquillDesign *design, const char *collection, const char *expected)
{
  const SquillCollection *found = squill_design_find_collection (design, collection);
  g_autofree char *text = NULL;

  if (found == NULL)
    g_error ("There is no collection %s", collection);
  text = dump_shape (found->shape);
  g_assert_cmpstr (text, ==, expected);
}

/* Documents. */

static guint
whole (double value)
{
  g_assert_cmpfloat (value, ==, floor (value));
  return value;
}

static void append_value (bson_t *document,
                          const char *name,
                          const SquillShape *shape,
                          gboolean inside);

static void
append_children (bson_t *document, const SquillShape *shape)
{
  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];

      append_value (document, child->name, child, FALSE);
    }
}

/* The text that makes the payload of a string or binary as large as it is likely to be. */
static char *
make_text (const SquillShape *shape, guint overhead)
{
  return g_strnfill (whole (shape->payload.likely) - overhead, 'x');
}

static void
append_scalar (bson_t *document, const char *name, const SquillShape *shape)
{
  g_autofree char *text = NULL;
  bson_oid_t id = { { 0 } };
  bson_decimal128_t decimal = { 0, 0 };
  bson_t inner;

  switch (shape->types)
    {
    case SQUILL_TYPE_OBJECT:
      BSON_APPEND_DOCUMENT_BEGIN (document, name, &inner);
      append_children (&inner, shape);
      bson_append_document_end (document, &inner);
      break;
    case SQUILL_TYPE_STRING:
      text = make_text (shape, 5);
      BSON_APPEND_UTF8 (document, name, text);
      break;
    case SQUILL_TYPE_BINARY:
      text = make_text (shape, 5);
      BSON_APPEND_BINARY (document, name, BSON_SUBTYPE_BINARY, (const guint8 *)text,
                          (guint32)strlen (text));
      break;
    case SQUILL_TYPE_REGEX:
      text = make_text (shape, 2);
      BSON_APPEND_REGEX (document, name, text, "");
      break;
    case SQUILL_TYPE_JAVASCRIPT:
      text = make_text (shape, 5);
      BSON_APPEND_CODE (document, name, text);
      break;
    case SQUILL_TYPE_SYMBOL:
      text = make_text (shape, 5);
      BSON_APPEND_SYMBOL (document, name, text);
      break;
    case SQUILL_TYPE_DB_POINTER:
      text = make_text (shape, 17);
      BSON_APPEND_DBPOINTER (document, name, text, &id);
      break;
    case SQUILL_TYPE_JAVASCRIPT_WITH_SCOPE:
      text = make_text (shape, 14);
      bson_init (&inner);
      BSON_APPEND_CODE_WITH_SCOPE (document, name, text, &inner);
      bson_destroy (&inner);
      break;
    case SQUILL_TYPE_DOUBLE:
      BSON_APPEND_DOUBLE (document, name, 1.5);
      break;
    case SQUILL_TYPE_INT:
      BSON_APPEND_INT32 (document, name, 1);
      break;
    case SQUILL_TYPE_LONG:
      BSON_APPEND_INT64 (document, name, 1);
      break;
    case SQUILL_TYPE_DATE:
      BSON_APPEND_DATE_TIME (document, name, 1);
      break;
    case SQUILL_TYPE_TIMESTAMP:
      BSON_APPEND_TIMESTAMP (document, name, 1, 1);
      break;
    case SQUILL_TYPE_OBJECT_ID:
      BSON_APPEND_OID (document, name, &id);
      break;
    case SQUILL_TYPE_DECIMAL:
      BSON_APPEND_DECIMAL128 (document, name, &decimal);
      break;
    case SQUILL_TYPE_BOOL:
      BSON_APPEND_BOOL (document, name, TRUE);
      break;
    case SQUILL_TYPE_NULL:
      BSON_APPEND_NULL (document, name);
      break;
    case SQUILL_TYPE_UNDEFINED:
      BSON_APPEND_UNDEFINED (document, name);
      break;
    case SQUILL_TYPE_MIN_KEY:
      BSON_APPEND_MINKEY (document, name);
      break;
    case SQUILL_TYPE_MAX_KEY:
      BSON_APPEND_MAXKEY (document, name);
      break;
    case SQUILL_TYPE_NONE:
    case SQUILL_TYPE_ARRAY:
    default:
      g_assert_not_reached ();
    }
}

static void
append_value (bson_t *document, const char *name, const SquillShape *shape, gboolean inside)
{
  bson_t inner;
  guint n;

  if (inside || (!shape->array && !shape->map))
    {
      const SquillShape *element = shape->children->len == 1 ? shape->children->pdata[0] : NULL;

      if (inside && element != NULL && g_str_equal (element->name, "[]"))
        append_value (document, name, element, FALSE);
      else
        append_scalar (document, name, shape);
      return;
    }
  n = whole (shape->length.likely);
  if (shape->array)
    BSON_APPEND_ARRAY_BEGIN (document, name, &inner);
  else
    BSON_APPEND_DOCUMENT_BEGIN (document, name, &inner);
  for (guint i = 0; i < n; i++)
    {
      /* The keys of the maps drawn here are numbers too. */
      g_autofree char *key = g_strdup_printf ("%u", i);

      append_value (&inner, key, shape, TRUE);
    }
  if (shape->array)
    bson_append_array_end (document, &inner);
  else
    bson_append_document_end (document, &inner);
}

bson_t *
encode_shape (const SquillShape *shape)
{
  bson_t *document = bson_new ();

  append_children (document, shape);
  return document;
}
