/* SPDX-License-Identifier: Apache-2.0 */

/* Family G: of what type values are. What many fields of one thing have in common is said once. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-index-private.h"
#include "model/squill-authoring.h"
#include "text/squill-text.h"

/* Bytes of values, without type and name: https://bsonspec.org/spec.html. */
#define DATE_BYTES 8.0
#define OBJECT_ID_BYTES 12.0
#define UUID_BYTES 21.0
/* What a text has besides its characters: its length and a NUL. */
#define TEXT_BYTES 5.0

/* Characters of "2024-05-10T10:00:00.000Z", of an ObjectId in hexadecimal, and of a UUID. */
#define DATE_CHARACTERS 24.0
#define OBJECT_ID_CHARACTERS 24.0
#define UUID_CHARACTERS 36.0

#define UUID_SUBTYPE 4.0

#define TYPES_INTERNAL SQUILL_TYPE_TIMESTAMP
#define TYPES_DEPRECATED                                                 \
  (SQUILL_TYPE_UNDEFINED | SQUILL_TYPE_DB_POINTER | SQUILL_TYPE_SYMBOL | \
   SQUILL_TYPE_JAVASCRIPT_WITH_SCOPE)
#define TYPES_NOTHING (SQUILL_TYPE_NULL | SQUILL_TYPE_UNDEFINED)
#define TYPES_BOUNDS (SQUILL_TYPE_MIN_KEY | SQUILL_TYPE_MAX_KEY)

typedef gboolean (*FieldTest) (const SquillField *field);

static void
collect (gconstpointer item, FieldTest test, GPtrArray *fields)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, item, SQUILL_KIND_FIELD)
    {
      if (test (field))
        g_ptr_array_add (fields, (gpointer)field);
      if (field->item.children != NULL)
        collect (field, test, fields);
    }
}

static GPtrArray *
find_fields (gconstpointer owner, FieldTest test)
{
  GPtrArray *fields = g_ptr_array_new ();

  collect (owner, test, fields);
  return fields;
}

static GPtrArray *
get_paths (const GPtrArray *fields)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < fields->len; i++)
    g_ptr_array_add (paths, squill_field_get_path (fields->pdata[i]));
  return paths;
}

static char *
name_fields (const GPtrArray *fields)
{
  g_autoptr (GPtrArray) paths = get_paths (fields);

  return squill_text_names (paths);
}

/* About the field itself where it is just one, or else about what has them. */
static SquillFinding *
report_fields (SquillRun *run,
               SquillSeverity severity,
               gconstpointer owner,
               const GPtrArray *fields,
               char *message)
{
  g_autoptr (GPtrArray) paths = get_paths (fields);
  SquillFinding *finding = _squill_run_report (
      run, severity, fields->len == 1 ? fields->pdata[0] : owner, fields->len, message);

  _squill_finding_set_list (finding, "fields", paths);
  return finding;
}

/* What inference found in the values. */
static gboolean
was_found (const SquillField *field, const char *flag)
{
  const json_t *flags = json_object_get (field->evidence, "flags");

  for (gsize i = 0; i < json_array_size (flags); i++)
    if (g_strcmp0 (json_string_value (json_array_get (flags, i)), flag) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
means (const SquillField *field, const char *const *meanings)
{
  return field->meaning != NULL && g_strv_contains (meanings, field->meaning);
}

static gboolean
is_text (const SquillField *field)
{
  return (field->types & ~(guint)SQUILL_TYPE_NULL) == SQUILL_TYPE_STRING;
}

/* Bytes that texts of that many characters, where nobody said how many, take more than @bytes. */
static double
get_extra_bytes (const GPtrArray *fields, double characters, double bytes)
{
  double extra = 0;

  for (guint i = 0; i < fields->len; i++)
    {
      const SquillField *field = fields->pdata[i];
      const double size = squill_triple_get_usual (field->size);

      extra += TEXT_BYTES + (isfinite (size) ? size : characters) - bytes;
    }
  return fmax (round (extra / fields->len), 0);
}

/* Fixes. */

/* What leads to it has its type. */
static gboolean
is_part_of_reference (SquillRun *run, const SquillField *field)
{
  const SquillItem *owner = squill_item_get_owner (field);
  const char *id = field->item.id;
  const SquillRelationship *const *all;
  guint n;

  if (owner->kind != SQUILL_KIND_ENTITY)
    return FALSE;
  all = squill_entity_get_relationships ((const SquillEntity *)owner, &n);
  for (guint i = 0; i < n; i++)
    {
      const SquillRelationship *r = all[i];
      const char *const ids[] = { r->parent_key, r->child_key, r->parent_holder, r->child_holder };

      for (guint j = 0; j < G_N_ELEMENTS (ids); j++)
        if (g_strcmp0 (ids[j], id) == 0)
          return TRUE;
      /* Without a key it is _id. */
      if (g_strcmp0 (field->name, "_id") == 0 && field->item.parent == owner &&
          (r->parent_key == NULL || r->child_key == NULL))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_key_for_text (const SquillKeys *keys, const char *id, const char *operator)
{
  const SquillKey *key = keys == NULL ? NULL : _squill_keys_find (keys, id);

  return key != NULL && g_str_equal (key->operator, operator);
}

/* A search in it as text. */
static gboolean
is_searched (SquillRun *run, const SquillField *field)
{
  const SquillItem *owner = squill_item_get_owner (field);
  const GPtrArray *uses;

  if (owner->kind != SQUILL_KIND_ENTITY)
    return FALSE;
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, owner, SQUILL_KIND_INDEX)
    {
      if (has_key_for_text (index->keys, field->item.id, "text") || index->partial != NULL)
        return TRUE;
    }
  uses = squill_operation_index_get_uses_of (run->operations, owner->id);
  for (guint i = 0; i < uses->len; i++)
    if (has_key_for_text (((const SquillUse *)uses->pdata[i])->operation->filter, field->item.id,
                          "regex"))
      return TRUE;
  return FALSE;
}

static gboolean
is_discriminator (const SquillField *field)
{
  const SquillItem *owner = squill_item_get_owner (field);
  const SquillItem *around = field->item.parent;

  return field->value_shares != NULL ||
         (owner->kind == SQUILL_KIND_ENTITY &&
          g_strcmp0 (((const SquillEntity *)owner)->discriminator, field->item.id) == 0) ||
         (around->kind == SQUILL_KIND_FIELD &&
          g_strcmp0 (((const SquillField *)around)->discriminator, field->item.id) == 0);
}

/* Values that are written down, and what else is true of their type only. */
static gboolean
can_change_type (SquillRun *run, const SquillField *field)
{
  return field->enumeration == NULL && field->default_value == NULL && field->minimum == NULL &&
         field->maximum == NULL && field->pattern == NULL && !field->map_key &&
         !is_discriminator (field) && !is_part_of_reference (run, field) &&
         !is_searched (run, field);
}

/* Gives all fields another type than @from; %NULL where something else depends on that of one. */
static SquillFix *
make_type_fix (
    SquillRun *run, const GPtrArray *fields, SquillTypes from, SquillTypes to, char *label)
{
  static const char *const of_texts[] = { "size",          "min_length",   "max_length",
                                          "usual_pattern", "usual_values", "usual_range" };
  g_autoptr (SquillFix) fix = _squill_fix_new (label);

  for (guint i = 0; i < fields->len; i++)
    {
      const SquillField *field = fields->pdata[i];
      const SquillTypes types = (SquillTypes)((field->types & ~(guint)from) | (guint)to);

      if (!can_change_type (run, field))
        return NULL;
      _squill_fix_set (fix, field->item.id, "types", squill_json_types (types));
      for (guint j = 0; (from & SQUILL_TYPE_STRING) != 0 && j < G_N_ELEMENTS (of_texts); j++)
        if (!squill_property_is_default (squill_kind_find_property (SQUILL_KIND_FIELD, of_texts[j]),
                                         field))
          _squill_fix_set (fix, field->item.id, of_texts[j], NULL);
      if (to == SQUILL_TYPE_BINARY)
        _squill_fix_set (fix, field->item.id, "subtype", squill_json_number (UUID_SUBTYPE));
    }
  return g_steal_pointer (&fix);
}

/* mixed-types */

/* Of numbers the server compares the values, whatever their types, and symbols are texts to it. */
static guint
count_brackets (guint types)
{
  guint n = (types & SQUILL_TYPES_NUMERIC) != 0;

  n += (types & (SQUILL_TYPE_STRING | SQUILL_TYPE_SYMBOL)) != 0;
  types &= ~((guint)SQUILL_TYPES_NUMERIC | (guint)SQUILL_TYPE_STRING | (guint)SQUILL_TYPE_SYMBOL |
             (guint)TYPES_NOTHING | (guint)TYPES_BOUNDS);
  for (; types != 0; types &= types - 1)
    n++;
  return n;
}

/* Points, lines, and areas differ in how deep their arrays are. */
static gboolean
is_of_geometry (const SquillField *field)
{
  static const char *const geometries[] = { "geojson", "geo", NULL };

  for (const SquillItem *item = &field->item; item != NULL && item->kind == SQUILL_KIND_FIELD;
       item = item->parent)
    if (means ((const SquillField *)item, geometries))
      return TRUE;
  return FALSE;
}

static gboolean
is_mixed (const SquillField *field)
{
  return !is_of_geometry (field) &&
         count_brackets ((guint)field->types | (guint)field->outlier_types) > 1;
}

static void
check_mixed (SquillRun *run, gconstpointer subject)
{
  g_autoptr (GPtrArray) fields = find_fields (subject, is_mixed);
  g_autofree char *names = NULL, *types = NULL;
  const SquillField *first;
  SquillFinding *finding;

  if (fields->len == 0)
    return;
  names = name_fields (fields);
  first = fields->pdata[0];
  types = squill_types_to_text (
      (SquillTypes)(((guint)first->types | (guint)first->outlier_types) & ~(guint)TYPES_NOTHING));
  finding = report_fields (
      run, SQUILL_SEVERITY_HINT, subject, fields,
      fields->len == 1
          ? g_strdup_printf (_ ("%s of “%s” has values of %u types (%s): a range finds only values "
                                "of the type it asks for, and a sort separates them."),
                             names, _squill_wording_name (subject),
                             count_brackets ((guint)first->types | (guint)first->outlier_types),
                             types)
          : g_strdup_printf (_ ("%u fields of “%s” have values of several types: %s. A range finds "
                                "only values of the type it asks for, and a sort separates them."),
                             fields->len, _squill_wording_name (subject), names));
  _squill_finding_set_number (finding, "count", fields->len);
}

/* money-as-double */

static const char *const meanings_of_money[] = { "money", NULL };

static gboolean
is_rounded_money (const SquillField *field)
{
  return means (field, meanings_of_money) && (field->types & SQUILL_TYPE_DOUBLE) != 0;
}

static void
check_money (SquillRun *run, gconstpointer subject)
{
  g_autoptr (GPtrArray) fields = find_fields (subject, is_rounded_money);
  g_autofree char *names = NULL;
  SquillFinding *finding;

  if (fields->len == 0)
    return;
  names = name_fields (fields);
  finding = report_fields (
      run, SQUILL_SEVERITY_WARNING, subject, fields,
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                    "“%s” stores %u amount of money as a double: %s. With doubles, "
                                    "0.1 + 0.2 is not 0.3, so sums and comparisons are off.",
                                    "“%s” stores %u amounts of money as doubles: %s. With doubles, "
                                    "0.1 + 0.2 is not 0.3, so sums and comparisons are off.",
                                    fields->len),
                       _squill_wording_name (subject), fields->len, names));
  _squill_finding_set_number (finding, "count", fields->len);
  finding->fix = make_type_fix (run, fields, SQUILL_TYPE_DOUBLE, SQUILL_TYPE_DECIMAL,
                                g_strdup (_ ("Store decimals")));
}

/* date-as-string */

static gboolean
is_date_text (const SquillField *field)
{
  static const char *const dates[] = { "date", "datetime", "timestamp", NULL };

  return is_text (field) && (was_found (field, "date-as-string") || means (field, dates));
}

static void
check_dates (SquillRun *run, gconstpointer subject)
{
  g_autoptr (GPtrArray) fields = find_fields (subject, is_date_text);
  const double extra = fields->len == 0 ? 0 : get_extra_bytes (fields, DATE_CHARACTERS, DATE_BYTES);
  g_autofree char *names = NULL, *bytes = NULL;
  SquillFinding *finding;

  if (fields->len == 0)
    return;
  names = name_fields (fields);
  bytes = squill_text_bytes (extra);
  finding = report_fields (
      run, SQUILL_SEVERITY_HINT, subject, fields,
      g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE,
                       "%s of “%s” holds dates as text, which takes %s more than dates. No date "
                       "operator and no TTL index works on it.",
                       "%s of “%s” hold dates as text, which takes %s more for each value than "
                       "dates. No date operator and no TTL index works on them.",
                       fields->len),
          names, _squill_wording_name (subject), bytes));
  _squill_finding_set_number (finding, "bytes", extra);
  finding->fix = make_type_fix (run, fields, SQUILL_TYPE_STRING, SQUILL_TYPE_DATE,
                                g_strdup (_ ("Store dates")));
}

/* number-as-string */

static gboolean
is_number_text (const SquillField *field)
{
  static const char *const numbers[] = { "money", "count", "counter", NULL };

  return is_text (field) && (was_found (field, "number-as-string") || means (field, numbers));
}

static gboolean
are_all_money (const GPtrArray *fields)
{
  for (guint i = 0; i < fields->len; i++)
    if (!means (fields->pdata[i], meanings_of_money))
      return FALSE;
  return TRUE;
}

static void
check_numbers (SquillRun *run, gconstpointer subject)
{
  g_autoptr (GPtrArray) fields = find_fields (subject, is_number_text);
  g_autofree char *names = NULL;
  SquillFinding *finding;

  if (fields->len == 0)
    return;
  names = name_fields (fields);
  finding = report_fields (
      run, SQUILL_SEVERITY_HINT, subject, fields,
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                    "%u field of “%s” holds numbers as text: %s. As text, 10 "
                                    "sorts before 9, and nothing can be added up.",
                                    "%u fields of “%s” hold numbers as text: %s. As text, 10 "
                                    "sorts before 9, and nothing can be added up.",
                                    fields->len),
                       fields->len, _squill_wording_name (subject), names));
  _squill_finding_set_number (finding, "count", fields->len);
  /* Whether others have fractions nobody said. */
  if (are_all_money (fields))
    finding->fix = make_type_fix (run, fields, SQUILL_TYPE_STRING, SQUILL_TYPE_DECIMAL,
                                  g_strdup (_ ("Store decimals")));
}

/* objectid-as-string */

static gboolean
has_size (const SquillField *field, double characters)
{
  return field->size.likely == characters && !(field->size.min < characters) &&
         !(field->size.max > characters);
}

static const char *const meanings_of_uuids[] = { "uuid", NULL };

static gboolean
is_uuid_text (const SquillField *field)
{
  return is_text (field) && means (field, meanings_of_uuids);
}

static gboolean
is_object_id_text (const SquillField *field)
{
  static const char *const ids[] = { "id", NULL };

  /* What was found are ids of both kinds. */
  return is_text (field) && ((was_found (field, "id-as-string") && !is_uuid_text (field)) ||
                             (means (field, ids) && (has_size (field, OBJECT_ID_CHARACTERS) ||
                                                     (field->min_length == OBJECT_ID_CHARACTERS &&
                                                      field->max_length == OBJECT_ID_CHARACTERS))));
}

static void
check_object_ids (SquillRun *run, gconstpointer subject)
{
  g_autoptr (GPtrArray) fields = find_fields (subject, is_object_id_text);
  const double extra =
      fields->len == 0 ? 0 : get_extra_bytes (fields, OBJECT_ID_CHARACTERS, OBJECT_ID_BYTES);
  g_autofree char *names = NULL, *bytes = NULL;
  SquillFinding *finding;

  if (fields->len == 0)
    return;
  names = name_fields (fields);
  bytes = squill_text_bytes (extra);
  finding = report_fields (
      run, SQUILL_SEVERITY_HINT, subject, fields,
      g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE,
                       "%s of “%s” holds ObjectIds as text, which takes %s more. A string never "
                       "equals an ObjectId, so that joins find nothing.",
                       "%s of “%s” hold ObjectIds as text, which takes %s more for each value. A "
                       "string never equals an ObjectId, so that joins find nothing.",
                       fields->len),
          names, _squill_wording_name (subject), bytes));
  _squill_finding_set_number (finding, "bytes", extra);
  finding->fix = make_type_fix (run, fields, SQUILL_TYPE_STRING, SQUILL_TYPE_OBJECT_ID,
                                g_strdup (_ ("Store ObjectIds")));
}

/* uuid-as-string */

static void
check_uuids (SquillRun *run, gconstpointer subject)
{
  g_autoptr (GPtrArray) fields = find_fields (subject, is_uuid_text);
  const double extra = fields->len == 0 ? 0 : get_extra_bytes (fields, UUID_CHARACTERS, UUID_BYTES);
  g_autofree char *names = NULL, *bytes = NULL;
  SquillFinding *finding;

  if (fields->len == 0)
    return;
  names = name_fields (fields);
  bytes = squill_text_bytes (extra);
  finding = report_fields (
      run, SQUILL_SEVERITY_HINT, subject, fields,
      g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE,
                       "%s of “%s” holds UUIDs as text, which takes %s more than binary UUIDs. "
                       "Entries of indexes on it are nearly twice as long.",
                       "%s of “%s” hold UUIDs as text, which takes %s more for each value than "
                       "binary UUIDs. Entries of indexes on them are nearly twice as long.",
                       fields->len),
          names, _squill_wording_name (subject), bytes));
  _squill_finding_set_number (finding, "bytes", extra);
  finding->fix = make_type_fix (run, fields, SQUILL_TYPE_STRING, SQUILL_TYPE_BINARY,
                                g_strdup (_ ("Store binary UUIDs")));
}

/* id-type */

#define TYPES_NO_ID (SQUILL_TYPE_ARRAY | SQUILL_TYPE_REGEX | SQUILL_TYPE_UNDEFINED)

static void
check_id (SquillRun *run, gconstpointer subject)
{
  const SquillEntity *entity = subject;
  SquillFinding *finding;

  if (_squill_run_get_own_collection (run, entity->item.id) == NULL)
    return;
  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      const guint refused = (guint)field->types & (guint)TYPES_NO_ID;
      g_autofree char *type = NULL;

      if (g_strcmp0 (field->name, "_id") != 0 || !(field->array || refused != 0))
        continue;
      type = field->array ? g_strdup ("array") : squill_types_to_text ((SquillTypes)refused);
      finding = _squill_run_report (
          run, SQUILL_SEVERITY_ERROR, field, 0,
          g_strdup_printf (_ ("The “_id” of “%s” has the type %s: the server refuses every such "
                              "document."),
                           _squill_wording_name (entity), type));
      _squill_finding_set_text (finding, "type", type);
    }
}

static gboolean
is_id_of (SquillRun *run, const SquillEntity *entity, const SquillKey *key)
{
  const SquillField *field =
      strchr (key->path, '/') == NULL ? squill_model_get_field (run->model, key->path) : NULL;

  return field != NULL && field->item.parent == &entity->item &&
         g_strcmp0 (field->name, "_id") == 0;
}

static void
check_id_written (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillEntity *entity =
      operation->entity == NULL ? NULL : squill_model_get_entity (run->model, operation->entity);

  /* What an upsert inserts may have an _id of its own. */
  if (operation->operation != SQUILL_OPERATION_UPDATE || operation->upsert ||
      operation->writes == NULL || entity == NULL ||
      _squill_run_get_own_collection (run, entity->item.id) == NULL)
    return;
  for (guint i = 0; i < operation->writes->len; i++)
    if (is_id_of (run, entity, operation->writes->pdata[i]))
      {
        _squill_run_report (run, SQUILL_SEVERITY_ERROR, operation, 0,
                            g_strdup_printf (_ ("“%s” changes the “_id” of “%s”, which the server "
                                                "refuses: insert a copy and delete the original."),
                                             _squill_wording_name (operation),
                                             _squill_wording_name (entity)));
        return;
      }
}

/* random-id */

static gboolean
is_random (SquillRun *run, const SquillCollection *collection, const SquillKey *key)
{
  static const char *const random[] = { "uuid", "hash", NULL };
  const SquillShape *shape = _squill_key_is_ordered (key) && !_squill_key_is_wildcard (key)
                                 ? squill_shape_find_by_query_path (collection->shape, key->path)
                                 : NULL;
  const SquillField *field = shape == NULL || shape->origin == SQUILL_ORIGIN_REFERENCE
                                 ? NULL
                                 : squill_model_get_field (run->model, shape->field);

  return field != NULL && means (field, random);
}

static double
get_insert_rate (SquillRun *run, const SquillCollection *collection)
{
  const GPtrArray *uses =
      squill_operation_index_get_uses_from (run->operations, collection->entity);
  double rate = 0;

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if (use->operation->operation == SQUILL_OPERATION_INSERT)
        rate += use->rate;
    }
  return rate;
}

static void
check_random (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  g_autofree char *text = NULL, *names = NULL;
  SquillFinding *finding;
  double rate;

  if (collection->kind != SQUILL_COLLECTION_ENTITY)
    return;
  rate = get_insert_rate (run, collection);
  /* Pages are changed by how many are inserted, whatever else is rarer. */
  if (!(rate >= _squill_run_get (run, SQUILL_THRESHOLD_HOT_RATE)))
    return;
  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      const SquillKey *key = index->keys->len == 0 ? NULL : index->keys->pdata[0];

      if (key != NULL && is_random (run, collection, key) &&
          !g_ptr_array_find_with_equal_func (paths, key->path, g_str_equal, NULL))
        g_ptr_array_add (paths, key->path);
    }
  if (paths->len == 0)
    return;
  names = squill_text_names (paths);
  text = squill_text_rate (rate);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, _squill_run_get_item_of (run, collection), rate,
      g_strdup_printf (_ ("Inserts into “%s”, %s, have random values of %s: each changes another "
                          "page of the index, and an entry takes about 36 B instead of 10 B."),
                       collection->name, text, names));
  _squill_finding_set_place (finding, collection->id, "");
  _squill_finding_set_number (finding, "per_second", rate);
  _squill_finding_set_list (finding, "fields", paths);
}

/* deprecated-type */

static gboolean
is_deprecated (const SquillField *field)
{
  return ((guint)field->types & ((guint)TYPES_DEPRECATED | (guint)TYPES_INTERNAL)) != 0;
}

/* The type that does the same, where all fields have the same one. */
static SquillTypes
find_successor (const GPtrArray *fields, SquillTypes *old)
{
  guint types = 0;

  for (guint i = 0; i < fields->len; i++)
    types |= (guint)((const SquillField *)fields->pdata[i])->types &
             ((guint)TYPES_DEPRECATED | (guint)TYPES_INTERNAL);
  *old = (SquillTypes)types;
  switch (types)
    {
    case SQUILL_TYPE_TIMESTAMP:
      return SQUILL_TYPE_DATE;
    case SQUILL_TYPE_UNDEFINED:
      return SQUILL_TYPE_NULL;
    case SQUILL_TYPE_SYMBOL:
      return SQUILL_TYPE_STRING;
    default:
      return SQUILL_TYPE_NONE;
    }
}

static void
check_deprecated (SquillRun *run, gconstpointer subject)
{
  g_autoptr (GPtrArray) fields = find_fields (subject, is_deprecated);
  g_autofree char *names = NULL, *types = NULL;
  SquillTypes old, successor;
  SquillFinding *finding;

  if (fields->len == 0)
    return;
  names = name_fields (fields);
  successor = find_successor (fields, &old);
  types = squill_types_to_text (old);
  finding = report_fields (
      run, SQUILL_SEVERITY_HINT, subject, fields,
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                    "%u field of “%s” has a type that is not for applications "
                                    "(%s): %s.",
                                    "%u fields of “%s” have types that are not for applications "
                                    "(%s): %s.",
                                    fields->len),
                       fields->len, _squill_wording_name (subject), types, names));
  _squill_finding_set_number (finding, "count", fields->len);
  _squill_finding_set_text (finding, "types", types);
  if (successor == SQUILL_TYPE_NONE)
    return;
  {
    g_autofree char *name = squill_types_to_text (successor);

    finding->fix = make_type_fix (run, fields, old, successor,
                                  g_strdup_printf (_ ("Store values of the type %s"), name));
  }
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECT_SHAPE | SQUILL_ASPECT_SIZE | SQUILL_ASPECT_VALUES | SQUILL_ASPECT_NAME)

/* Fields belong to entities and to the links of relationships. */
#define OF_FIELDS(function)                                         \
  .scope = SQUILL_SCOPE_ENTITY, .aspects = READ, .check = function, \
  .other_scope = SQUILL_SCOPE_RELATIONSHIP, .other_check = function

const SquillRule _squill_rules_types[] = {
  { .info = { "mixed-types", "G", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_TYPE_ORDER "; " SQUILL_SOURCE_BSON_TYPES,
              N_ ("One field has values of several types"),
              N_ ("A comparison finds only values of the type it asks for: a range of numbers does "
                  "not find the price that was stored as text. A sort puts all values of one type "
                  "before those of the next. Numbers of different types are compared by value and "
                  "count as one type, and so does a value that is missing or null. Store one type, "
                  "or two fields with different names, and let a validator keep it so."),
              NULL },
    OF_FIELDS (check_mixed) },
  { .info = { "money-as-double", "G", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_MONEY,
              N_ ("Money is stored as a floating-point number"),
              N_ ("A double is a binary fraction: most amounts with cents have none that is exact, "
                  "and the errors add up. A decimal (16 bytes instead of 8) has the cents exactly, "
                  "and so has a long in the smallest unit, such as cents (8 bytes)."),
              NULL },
    OF_FIELDS (check_money) },
  { .info = { "date-as-string", "G", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_BSON_TYPES "; " SQUILL_SOURCE_BSON, N_ ("Dates are stored as text"),
              N_ ("A date takes 8 bytes, the same as text 29. Date operators, differences, time "
                  "zones, and TTL indexes need dates, and text only sorts by time where all values "
                  "have the same format and time zone. Where only the day matters, midnight in UTC "
                  "is the usual choice."),
              NULL },
    OF_FIELDS (check_dates) },
  { .info = { "number-as-string", "G", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_TYPE_ORDER "; " SQUILL_SOURCE_BSON_TYPES,
              N_ ("Numbers are stored as text"),
              N_ ("Text is compared character by character, so that 10 comes before 9, and a range "
                  "of numbers finds none of it. Sums, averages, and $inc need numbers. Imports of "
                  "CSV files often leave text behind. What only looks like a number, such as a "
                  "postal code or a telephone number, is text, as its leading zeros matter."),
              NULL },
    OF_FIELDS (check_numbers) },
  { .info = { "objectid-as-string", "G", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_BSON_TYPES "; " SQUILL_SOURCE_BSON, N_ ("ObjectIds are stored as text"),
              N_ ("An ObjectId takes 12 bytes, its 24 hexadecimal digits as text 29, in documents "
                  "and in every index. The text never equals the ObjectId: a reference stored as "
                  "text finds nothing in $lookup unless it is converted first."),
              NULL },
    OF_FIELDS (check_object_ids) },
  { .info = { "uuid-as-string", "G", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_UUID "; " SQUILL_SOURCE_BSON, N_ ("UUIDs are stored as text"),
              N_ ("A UUID has 16 bytes. As binary data of subtype 4 it takes 21 bytes in a "
                  "document, as 36 characters 41; an entry of an index on it takes about 40 bytes "
                  "on the disk instead of 75. Drivers convert it both ways."),
              NULL },
    OF_FIELDS (check_uuids) },
  { .info = { "id-type", "G", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_DOCUMENTS,
              N_ ("The server refuses this _id"),
              N_ ("The _id of a document may have any type but an array, a regular expression, or "
                  "undefined, and it never changes: an update that sets another one fails. To "
                  "change it, insert a copy with the new _id and delete the original, in a "
                  "transaction. An object may be an _id; its fields count in their order."),
              NULL },
    .scope = SQUILL_SCOPE_ENTITY,
    .aspects = READ | SQUILL_ASPECT_PLACEMENT | SQUILL_ASPECT_WORKLOAD,
    .check = check_id,
    .other_scope = SQUILL_SCOPE_OPERATION,
    .other_check = check_id_written },
  { .info = { "random-id", "G", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_BSON_TYPES "; " SQUILL_SOURCE_WIREDTIGER,
              N_ ("Frequent inserts have random keys"),
              N_ ("Keys that grow with time, such as ObjectIds and UUIDs of version 7, are all "
                  "added at the end of an index: one page is in the cache, and neighbors share "
                  "most of their bytes. Random keys, such as UUIDs of version 4 and hashes, go "
                  "anywhere: each insert reads and writes another page, and an entry takes 3 to 4 "
                  "times the room."),
              THRESHOLDS ("hot.rate", "hot.share", "hot.least") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ | SQUILL_ASPECT_PLACEMENT | SQUILL_ASPECT_WORKLOAD | SQUILL_ASPECT_STORAGE,
    .check = check_random,
    .reads_hot = TRUE },
  { .info = { "deprecated-type", "G", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_BSON_TYPES,
              N_ ("A type is not for applications"),
              N_ ("The types undefined, dbPointer, symbol, and javascriptWithScope are deprecated: "
                  "current drivers do not write them, and some cannot read them. A timestamp is "
                  "for the server’s own use: a second and a counter, which no date operator "
                  "takes. Use null or leave the field out, a plain reference, a string, and a "
                  "date."),
              NULL },
    OF_FIELDS (check_deprecated) },
  { .info = { NULL } },
};
