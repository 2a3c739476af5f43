/* SPDX-License-Identifier: Apache-2.0 */

/* Family G: which collections there are, how they are called, and what is known of them. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-index-private.h"
#include "advice/squill-transform-private.h"
#include "model/squill-variants.h"
#include "text/squill-text.h"

/* The root entity of a collection; NULL of a junction or of buckets. */
static const SquillEntity *
get_entity (SquillRun *run, const SquillCollection *collection)
{
  return collection->kind == SQUILL_COLLECTION_ENTITY
             ? squill_model_get_entity (run->model, collection->entity)
             : NULL;
}

/* too-many-collections */

static double
count_indexes (SquillRun *run, guint n_collections)
{
  double n = 0;

  for (guint i = 0; i < n_collections; i++)
    n += squill_design_get_collection (run->design, i)->indexes->len;
  return n;
}

static void
check_too_many (SquillRun *run, gconstpointer subject)
{
  const guint n = squill_design_get_n_collections (run->design);
  const double many = _squill_run_get (run, SQUILL_THRESHOLD_COLLS_MAX);
  const double all = _squill_run_get (run, SQUILL_THRESHOLD_COLLS_AND_INDEXES_MAX);
  const double most_indexes = _squill_run_get (run, SQUILL_THRESHOLD_IDX_LIMIT);
  /* A few collections cannot have as many indexes. */
  const double indexes = n * (1 + most_indexes) > all ? count_indexes (run, n) : 0;
  g_autofree char *count = NULL, *limit = NULL, *index_count = NULL;
  SquillFinding *finding;

  if (n <= many && n + indexes <= all)
    return;
  count = squill_text_count (n);
  index_count = squill_text_count (indexes);
  limit = squill_text_count (n > many ? many : all);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, subject, n,
      n > many ? g_strdup_printf (_ ("%s collections: from %s on, a replica set spends much of its "
                                     "memory and starting time on files and indexes."),
                                  count, limit)
               : g_strdup_printf (_ ("%s collections with %s indexes: from %s together on, a "
                                     "cluster spends much of its memory and starting time on "
                                     "them."),
                                  count, index_count, limit));
  _squill_finding_set_number (finding, "collections", n);
  _squill_finding_set_number (finding, "threshold", n > many ? many : all);
}

/* collection-per-period */

#define MIN_PERIODS 3

/* Where the number or date at the end of a name begins; NULL if there is none. */
static const char *
find_number (const char *name)
{
  const char *start = name + strlen (name);
  gboolean has_digit = FALSE;

  while (start > name && (g_ascii_isdigit (start[-1]) || strchr ("_-.", start[-1]) != NULL))
    {
      start--;
      has_digit = has_digit || g_ascii_isdigit (*start);
    }
  return has_digit && start > name ? start : NULL;
}

/* FNV-1a */
#define SEED G_GUINT64_CONSTANT (0xcbf29ce484222325)
#define PRIME G_GUINT64_CONSTANT (0x100000001b3)

static guint64
mix_byte (guint64 hash, guint byte)
{
  return (hash ^ (byte & 0xff)) * PRIME;
}

/* As many bits as a number of floating point holds. */
static double
fold (guint64 hash)
{
  return (double)(hash >> 11);
}

static double
sign_text (const char *text, gsize length)
{
  guint64 hash = SEED;

  for (gsize i = 0; i < length; i++)
    hash = mix_byte (hash, (guint)text[i]);
  return fold (hash);
}

/* Signs the names and types of its fields, in whatever order; 0 where nobody drew any but _id. */
static double
sign_fields (const SquillEntity *entity)
{
  gboolean is_drawn = FALSE;
  guint64 signature = 0;

  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      guint64 hash = SEED;

      is_drawn = is_drawn || g_strcmp0 (field->name, "_id") != 0;
      for (const char *at = field->name; at != NULL && *at != '\0'; at++)
        hash = mix_byte (hash, (guint)*at);
      hash = mix_byte (hash, field->array ? 1 : 0);
      for (guint shift = 0; shift < 32; shift += 8)
        hash = mix_byte (hash, (guint)field->types >> shift);
      signature += hash;
    }
  return is_drawn ? fold (signature) : 0;
}

static void
report_periods (SquillRun *run, const GPtrArray *entities)
{
  const char *first = ((const SquillEntity *)entities->pdata[0])->name;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *stem = g_strndup (first, (gsize)(find_number (first) - first));
  g_autofree char *list = NULL, *count = NULL;
  SquillFinding *finding;

  for (guint i = 0; i < entities->len; i++)
    g_ptr_array_add (names, ((const SquillEntity *)entities->pdata[i])->name);
  list = squill_text_names (names);
  count = squill_text_count (names->len);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, entities->pdata[0], names->len,
      g_strdup_printf (_ ("%s collections have the same fields, and names that differ only in a "
                          "number or date: %s. Each has indexes of its own, and what reads several "
                          "of them needs $unionWith."),
                       count, list));
  _squill_finding_set_number (finding, "collections", names->len);
  _squill_finding_set_list (finding, "names", names);
  _squill_finding_set_text (finding, "stem", stem);
}

/* Signs the name up to the number, and the fields. */
static void
keep_periods (SquillRun *run, gconstpointer subject)
{
  const SquillEntity *entity = subject;
  const char *number = entity->name == NULL ? NULL : find_number (entity->name);
  double fields;

  if (number == NULL || !squill_design_is_collection (run->design, entity->item.id))
    {
      _squill_run_keep (run, (SquillKept){ { 0 } });
      return;
    }
  fields = sign_fields (entity);
  _squill_run_keep (
      run,
      (SquillKept){
          { fields == 0 ? 0 : sign_text (entity->name, (gsize)(number - entity->name)), fields } });
}

static guint
hash_kept (gconstpointer kept)
{
  const SquillKept *self = kept;

  return g_double_hash (&self->numbers[0]) ^ g_double_hash (&self->numbers[1]);
}

static gboolean
is_kept_equal (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (SquillKept)) == 0;
}

static void
check_periods (SquillRun *run, gconstpointer subject)
{
  g_autoptr (GHashTable) groups =
      g_hash_table_new_full (hash_kept, is_kept_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  GHashTableIter iter;
  gpointer entities;

  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, subject, SQUILL_KIND_ENTITY)
    {
      const SquillKept kept = _squill_run_get_kept (run, entity->item.id);
      GPtrArray *group;

      if (kept.numbers[1] == 0)
        continue;
      group = g_hash_table_lookup (groups, &kept);
      if (group == NULL)
        {
          group = g_ptr_array_new ();
          g_hash_table_insert (groups, g_memdup2 (&kept, sizeof kept), group);
        }
      g_ptr_array_add (group, (gpointer)entity);
    }
  g_hash_table_iter_init (&iter, groups);
  while (g_hash_table_iter_next (&iter, NULL, &entities))
    if (((const GPtrArray *)entities)->len >= MIN_PERIODS)
      report_periods (run, entities);
}

/* everything-in-one */

#define MIN_KINDS 3

static gboolean
shares_fields (const SquillEntity *entity)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      if (field->variants == NULL && g_strcmp0 (field->name, "_id") != 0 &&
          g_strcmp0 (field->item.id, entity->discriminator) != 0)
        return TRUE;
    }
  return FALSE;
}

/* Whether all reads ask for one kind; FALSE where there are none. */
static gboolean
is_read_by_kind (SquillRun *run, const SquillEntity *entity)
{
  const GPtrArray *uses = squill_operation_index_get_uses_of (run->operations, entity->item.id);
  guint n = 0;

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];
      const SquillKey *key =
          use->operation->filter == NULL
              ? NULL
              : _squill_keys_find (use->operation->filter, entity->discriminator);

      if (!use->reads)
        continue;
      if (use->root != entity || key == NULL || !squill_key_is_equality (key) ||
          g_str_has_prefix (key->operator, "in"))
        return FALSE;
      n++;
    }
  return n > 0;
}

static void
check_everything (SquillRun *run, gconstpointer subject)
{
  const SquillEntity *entity = subject;
  g_autoptr (GPtrArray) variants = NULL;
  g_autofree char *count = NULL;
  SquillFinding *finding;

  if (entity->discriminator == NULL ||
      _squill_run_get_own_collection (run, entity->item.id) == NULL || shares_fields (entity) ||
      !is_read_by_kind (run, entity))
    return;
  variants = squill_item_list_variants (run->model, entity);
  if (variants == NULL || variants->len < MIN_KINDS)
    return;
  count = squill_text_count (variants->len);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, entity, variants->len,
      g_strdup_printf (_ ("%s kinds of documents in “%s” have no field in common, and no operation "
                          "reads more than one kind: each scan and index covers the others too."),
                       count, _squill_wording_name (entity)));
  _squill_finding_set_number (finding, "kinds", variants->len);
}

/* name-style-mixed */

typedef enum
{
  STYLE_NONE, /* one word in lower case fits all, and some names fit none */
  STYLE_SNAKE,
  STYLE_CAMEL,
  STYLE_PASCAL,
  STYLE_KEBAB,
} Style;

#define N_STYLES (STYLE_KEBAB + 1)

static const char *const style_names[N_STYLES] = { "", "lower_snake", "camelCase", "PascalCase",
                                                   "kebab-case" };

static Style
get_style (const char *name)
{
  gboolean has_upper = FALSE, has_lower = FALSE, has_underscore = FALSE, has_dash = FALSE;
  const char *first = name + strspn (name, "_");

  for (const char *c = first; *c != '\0'; c++)
    {
      if (!g_ascii_isalnum (*c) && *c != '_' && *c != '-')
        return STYLE_NONE;
      has_upper = has_upper || g_ascii_isupper (*c);
      has_lower = has_lower || g_ascii_islower (*c);
      /* A number or date behind it is no word. */
      has_underscore = has_underscore || (*c == '_' && g_ascii_isalpha (c[1]));
      has_dash = has_dash || (*c == '-' && g_ascii_isalpha (c[1]));
    }
  if (!has_lower || has_underscore + has_dash + has_upper > 1)
    return STYLE_NONE;
  if (has_underscore)
    return STYLE_SNAKE;
  if (has_dash)
    return STYLE_KEBAB;
  if (!has_upper)
    return STYLE_NONE;
  return g_ascii_isupper (*first) ? STYLE_PASCAL : STYLE_CAMEL;
}

/* The name in another style: "order_lines" as "orderLines". */
static char *
convert (const char *name, Style style)
{
  GString *text = g_string_new (NULL);
  gboolean begins = TRUE;

  for (const char *c = name; *c != '\0'; c++)
    {
      if (*c == '_' || *c == '-')
        {
          begins = TRUE;
          continue;
        }
      begins = begins || (g_ascii_isupper (*c) && !g_ascii_isupper (c[-1]));
      if (begins && text->len > 0 && (style == STYLE_SNAKE || style == STYLE_KEBAB))
        g_string_append_c (text, style == STYLE_SNAKE ? '_' : '-');
      g_string_append_c (
          text, begins && (style == STYLE_PASCAL || (style == STYLE_CAMEL && text->len > 0))
                    ? g_ascii_toupper (*c)
                    : g_ascii_tolower (*c));
      begins = FALSE;
    }
  return g_string_free (text, FALSE);
}

static void
collect_items (gconstpointer parent, SquillKind kind, GPtrArray *items)
{
  guint n;
  gpointer const *all = squill_item_get_children (parent, kind, &n);

  for (guint i = 0; i < n; i++)
    {
      g_ptr_array_add (items, all[i]);
      if (kind == SQUILL_KIND_FIELD)
        collect_items (all[i], kind, items);
    }
}

static gboolean
is_taken (const SquillItem *item, const char *name)
{
  guint n;
  gpointer const *siblings = squill_item_get_children (item->parent, item->kind, &n);

  for (guint i = 0; i < n; i++)
    if (siblings[i] != item && g_strcmp0 (squill_item_get_name (siblings[i]), name) == 0)
      return TRUE;
  return FALSE;
}

static SquillFix *
make_style_fix (const GPtrArray *items, Style style)
{
  g_autoptr (SquillFix) fix =
      _squill_fix_new (g_strdup_printf (_ ("Write them in %s"), style_names[style]));
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *item = items->pdata[i];
      char *name = convert (squill_item_get_name (item), style);
      g_autofree char *key = g_strdup_printf ("%s %s", item->parent->id, name);

      _squill_fix_set (fix, item->id, "name", json_string (name));
      if ((get_style (name) != style && get_style (name) != STYLE_NONE) || is_taken (item, name) ||
          !g_hash_table_add (names, g_steal_pointer (&key)))
        {
          g_free (name);
          return NULL;
        }
      g_free (name);
    }
  return g_steal_pointer (&fix);
}

static void
check_styles (SquillRun *run, gconstpointer subject, const GPtrArray *items)
{
  g_autoptr (GPtrArray) others = g_ptr_array_new (), names = g_ptr_array_new ();
  guint counts[N_STYLES] = { 0 }, all = 0;
  Style usual = STYLE_SNAKE;
  g_autofree char *list = NULL;
  SquillFinding *finding;

  for (guint i = 0; i < items->len; i++)
    {
      const char *name = squill_item_get_name (items->pdata[i]);

      if (name != NULL)
        counts[get_style (name)]++;
    }
  for (guint style = STYLE_SNAKE; style < N_STYLES; style++)
    {
      all += counts[style];
      if (counts[style] > counts[usual])
        usual = (Style)style;
    }
  if (counts[usual] == all)
    return;
  for (guint i = 0; i < items->len; i++)
    {
      const char *name = squill_item_get_name (items->pdata[i]);
      const Style style = name == NULL ? STYLE_NONE : get_style (name);

      if (style == STYLE_NONE || style == usual)
        continue;
      g_ptr_array_add (others, items->pdata[i]);
      if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
        g_ptr_array_add (names, (gpointer)name);
    }
  list = squill_text_names (names);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, subject, others->len,
      ((const SquillItem *)subject)->kind == SQUILL_KIND_MODEL
          ? g_strdup_printf (
                g_dngettext (GETTEXT_PACKAGE,
                             "%u of %u names of collections is not written in %s, as the others "
                             "are: %s.",
                             "%u of %u names of collections are not written in %s, as the others "
                             "are: %s.",
                             others->len),
                others->len, all, style_names[usual], list)
          : g_strdup_printf (
                g_dngettext (GETTEXT_PACKAGE,
                             "%u of %u names of fields of “%s” is not written in %s, as the others "
                             "are: %s.",
                             "%u of %u names of fields of “%s” are not written in %s, as the "
                             "others are: %s.",
                             others->len),
                others->len, all, _squill_wording_name (subject), style_names[usual], list));
  _squill_finding_set_number (finding, "others", others->len);
  _squill_finding_set_number (finding, "names", all);
  _squill_finding_set_text (finding, "style", style_names[usual]);
  finding->fix = make_style_fix (others, usual);
}

static void
check_collection_styles (SquillRun *run, gconstpointer subject)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  g_autoptr (GPtrArray) collections = g_ptr_array_new ();

  collect_items (subject, SQUILL_KIND_ENTITY, items);
  for (guint i = 0; i < items->len; i++)
    if (squill_design_is_collection (run->design, ((const SquillItem *)items->pdata[i])->id))
      g_ptr_array_add (collections, items->pdata[i]);
  check_styles (run, subject, collections);
}

static void
check_field_styles (SquillRun *run, gconstpointer subject)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  collect_items (subject, SQUILL_KIND_FIELD, items);
  check_styles (run, subject, items);
}

/* no-validator */

static void
check_validator (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  const SquillEntity *entity = get_entity (run, collection);
  const double n = squill_triple_get_usual (collection->count);
  g_autofree char *count = squill_text_count (n);
  SquillFinding *finding;

  /* A time-series collection cannot have one. */
  if (entity == NULL || entity->validation_level != SQUILL_VALIDATION_OFF ||
      entity->time_field != NULL)
    return;
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, entity, n,
      isnan (n) ? g_strdup_printf (_ ("No validator checks what is written to “%s”: a misspelled "
                                      "name or a wrong type is stored unnoticed."),
                                   collection->name)
                : g_strdup_printf (_ ("%s documents in “%s” without a validator: a misspelled name "
                                      "or a wrong type is stored unnoticed."),
                                   count, collection->name));
  _squill_finding_set_place (finding, collection->id, "");
  finding->fix = _squill_fix_new (g_strdup (_ ("Validate, and log what does not fit")));
  _squill_fix_set (finding->fix, entity->item.id, "validation_level", json_string ("moderate"));
  _squill_fix_set (finding->fix, entity->item.id, "validation_action", json_string ("warn"));
}

/* schema-version-missing */

/* Whether documents have it under another name, or with another type. */
static gboolean
has_changed (const SquillField *field)
{
  const json_t *observed = json_object_get (field->evidence, "observed");
  const char *name = json_string_value (json_object_get (observed, "name"));
  const json_t *types = json_object_get (observed, "types");
  guint before = 0;

  if (name != NULL && g_strcmp0 (name, field->name) != 0)
    return TRUE;
  for (gsize i = 0; i < json_array_size (types); i++)
    before |= (guint)squill_type_from_name (json_string_value (json_array_get (types, i)));
  return (before &
          ~((guint)field->types | (guint)field->outlier_types | (guint)SQUILL_TYPE_NULL)) != 0;
}

static void
collect_changed (gconstpointer item, GPtrArray *names)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, item, SQUILL_KIND_FIELD)
    {
      if (has_changed (field))
        g_ptr_array_add (names, field->name == NULL ? (gpointer) "" : field->name);
      collect_changed (field, names);
    }
}

static void
check_version (SquillRun *run, gconstpointer subject)
{
  const SquillEntity *entity = subject;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *list = NULL;
  SquillFinding *finding;

  if (_squill_run_get_own_collection (run, entity->item.id) == NULL ||
      _squill_entity_find_schema_version (entity) != NULL)
    return;
  collect_changed (entity, names);
  if (names->len == 0)
    return;
  list = squill_text_names (names);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, entity, names->len,
      g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE,
                       "%u field of “%s” is another now than in the documents that were read: %s. "
                       "Nothing in a document says which form it has.",
                       "%u fields of “%s” are others now than in the documents that were read: %s. "
                       "Nothing in a document says which form it has.",
                       names->len),
          names->len, _squill_wording_name (entity), list));
  _squill_finding_set_number (finding, "count", names->len);
  finding->fix = _squill_fix_new_schema_version (run, entity, NULL);
}

/* capacity-missing */

static gboolean
is_rated (SquillRun *run, const char *entity)
{
  const GPtrArray *uses = squill_operation_index_get_uses_of (run->operations, entity);

  for (guint i = 0; i < uses->len; i++)
    if (((const SquillUse *)uses->pdata[i])->rate > 0)
      return TRUE;
  return FALSE;
}

/* A small collection that does not grow costs little, whoever uses it. */
static gboolean
lacks_capacity (SquillRun *run, const SquillCollection *collection, gboolean any_rates)
{
  const double n = squill_triple_get_usual (collection->count);
  const double bytes = n * collection->shape->bytes.likely;

  if (isnan (n))
    return TRUE;
  return any_rates && bytes >= _squill_run_get (run, SQUILL_THRESHOLD_TINY_BYTES) &&
         !is_rated (run, collection->entity);
}

static gboolean
has_rates (SquillRun *run)
{
  const GPtrArray *uses = squill_operation_index_get_uses (run->operations);

  for (guint i = 0; i < uses->len; i++)
    if (((const SquillUse *)uses->pdata[i])->rate > 0)
      return TRUE;
  return FALSE;
}

static void
check_capacity (SquillRun *run, gconstpointer subject)
{
  const guint n = squill_design_get_n_collections (run->design);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *list = NULL, *count = NULL;
  const gboolean any_rates = has_rates (run);
  gboolean any_counts = FALSE;
  SquillFinding *finding;

  for (guint i = 0; i < n; i++)
    {
      const SquillCollection *collection = squill_design_get_collection (run->design, i);

      if (collection->kind != SQUILL_COLLECTION_ENTITY)
        continue;
      any_counts |= !isnan (squill_triple_get_usual (collection->count));
      if (lacks_capacity (run, collection, any_rates))
        g_ptr_array_add (names, collection->name);
    }
  /* Where nobody gives any number, nobody plans yet. */
  if (names->len == 0 || !(any_rates || any_counts))
    return;
  list = squill_text_names (names);
  count = squill_text_count (names->len);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, subject, names->len,
      g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE,
                       "%s collection lacks the number of its documents, or an operation with a "
                       "rate: %s. What it needs of memory and disk is unknown.",
                       "%s collections lack the number of their documents, or an operation with a "
                       "rate: %s. What they need of memory and disk is unknown.",
                       names->len),
          count, list));
  _squill_finding_set_number (finding, "collections", names->len);
  _squill_finding_set_list (finding, "names", names);
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })

const SquillRule _squill_rules_collections[] = {
  { .info = { "too-many-collections", "G", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_COMPASS "; " SQUILL_SOURCE_STORAGE "; " SQUILL_SOURCE_ATLAS,
              N_ ("There are too many collections"),
              N_ ("Each collection and each index is a file of its own that the server keeps open, "
                  "with its share of the cache, and every collection has an index on _id. With "
                  "many thousands of them, starting, checkpoints, and elections become slow. Small "
                  "clusters of Atlas manage 5,000 to 10,000 collections and indexes. Merge "
                  "collections with the same fields, and drop what is not used."),
              THRESHOLDS ("colls.max", "colls.andIndexes") },
    .scope = SQUILL_SCOPE_MODEL,
    .aspects = SQUILL_ASPECT_PLACEMENT | SQUILL_ASPECT_STORAGE,
    .check = check_too_many },
  { .info = { "collection-per-period", "G", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_MANY_COLLECTIONS "; " SQUILL_SOURCE_SKILLS,
              N_ ("A collection for each period or number"),
              N_ ("A collection a day makes 365 a year, each with its own indexes, and every "
                  "question about a week has to put seven results together. One collection with "
                  "an index on the date finds a day as fast; a TTL index deletes what is old; a "
                  "time series or buckets keep many measurements in few documents."),
              NULL },
    .scope = SQUILL_SCOPE_MODEL,
    .aspects = SQUILL_ASPECT_NAME | SQUILL_ASPECT_SHAPE | SQUILL_ASPECT_PLACEMENT,
    .check = check_periods,
    .other_scope = SQUILL_SCOPE_ENTITY,
    .other_check = keep_periods,
    .keeps = TRUE },
  { .info = { "everything-in-one", "G", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_CMS,
              N_ ("One collection has things that have nothing in common"),
              N_ ("Indexes, scans, and statistics are those of the whole collection. Where kinds "
                  "of documents share no fields and no operation reads several of them, each pays "
                  "for the others. Give each a collection. Kinds that are listed together, such "
                  "as products, belong together."),
              NULL },
    .scope = SQUILL_SCOPE_ENTITY,
    .aspects = SQUILL_ASPECT_SHAPE | SQUILL_ASPECT_VALUES | SQUILL_ASPECT_WORKLOAD |
               SQUILL_ASPECT_PLACEMENT | SQUILL_ASPECT_NAME | SQUILL_ASPECT_SIZE,
    .check = check_everything },
  { .info = { "name-style-mixed", "G", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_NORMS ", norm 1",
              N_ ("Names are written in several styles"),
              N_ ("A name that is written as all others are is guessed right the first time. The "
                  "server does not mind, and neither does it mind a misspelled name: a query for "
                  "it just finds nothing. Renaming a field means an update of all documents, so "
                  "it is best done early."),
              NULL },
    .scope = SQUILL_SCOPE_MODEL,
    .aspects = SQUILL_ASPECT_NAME | SQUILL_ASPECT_PLACEMENT,
    .check = check_collection_styles,
    .other_scope = SQUILL_SCOPE_ENTITY,
    .other_check = check_field_styles },
  { .info = { "no-validator", "G", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_VALIDATION "; " SQUILL_SOURCE_SKILLS,
              N_ ("Nothing validates the documents"),
              N_ ("A validator with $jsonSchema refuses documents that are not as the model says: "
                  "wrong types, missing fields, arrays that are longer than they may be. On a "
                  "collection that has documents already begin with the level “moderate” and the "
                  "action “warn”, which logs what does not fit. The export writes it from the "
                  "model."),
              NULL },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = SQUILL_ASPECT_STORAGE | SQUILL_ASPECT_PLACEMENT,
    .check = check_validator },
  { .info = { "schema-version-missing", "G", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_NORMS ", norm 6; " SQUILL_SOURCE_VERSIONS,
              N_ ("Documents do not say which form they have"),
              N_ ("After a field got another name or type, documents of both forms are in the "
                  "collection until all are converted. A field “schema_version” in the new ones "
                  "lets the application tell them apart, and convert them one by one, in the "
                  "background, or never. Fields and indexes that are only added need none."),
              NULL },
    .scope = SQUILL_SCOPE_ENTITY,
    .aspects = SQUILL_ASPECT_NAME | SQUILL_ASPECT_SHAPE | SQUILL_ASPECT_SIZE |
               SQUILL_ASPECT_VALUES | SQUILL_ASPECT_PLACEMENT,
    .check = check_version },
  { .info = { "capacity-missing", "G", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_NORMS ", norm 15; " SQUILL_SOURCE_ZOLA_3,
              N_ ("Numbers are missing to plan the capacity"),
              N_ ("How a collection is best stored follows from how many documents it has, and "
                  "how often they are read and written. Without these, sizes, costs, and the "
                  "dates at which limits are reached cannot be computed, and rules that need them "
                  "say nothing. A rough number is far better than none."),
              THRESHOLDS ("tiny.bytes") },
    .scope = SQUILL_SCOPE_MODEL,
    .aspects = SQUILL_ASPECTS_USED | SQUILL_ASPECT_STORAGE | SQUILL_ASPECT_VALUES,
    .check = check_capacity },
  { .info = { NULL } },
};
