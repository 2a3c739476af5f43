/* SPDX-License-Identifier: Apache-2.0 */

/* The table of all properties. What values look like in memory and in JSON: squill-value.c. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-model-private.h"

static const char *const standalones[] = { "auto", "yes", "no", NULL };
static const char *const orderings[] = { "none", "time", "rank", NULL };
static const char *const copy_modes[] = { "snapshot", "kept", NULL };
static const char *const copy_directions[] = { "to-child", "to-parent", NULL };
static const char *const operations[] = { "find", "aggregate", "insert", "update", "delete", NULL };
static const char *const rate_units[] = { "second", "minute", "hour", "day", NULL };
static const char *const readers[] = { "unknown", "public", "internal", "personal", NULL };
static const char *const bulks[] = { "none", "loop", "ordered", "unordered", NULL };
static const char *const guards[] = { "none", "read-then-write", "in-filter", NULL };
static const char *const dialects[] = { "mongodb",  "atlas",      "documentdb", "azure",
                                        "ferretdb", "ferretdb-1", "firestore",  NULL };
static const char *const levels[] = { "strict", "moderate", "off", NULL };
static const char *const actions[] = { "auto", "error", "warn", NULL };
static const char *const other_values[] = { "auto", "rejected", "accepted", NULL };
static const char *const granularities[] = { "seconds", "minutes", "hours", NULL };

#define NAME SQUILL_ASPECT_NAME
#define SHAPE SQUILL_ASPECT_SHAPE
#define SIZE SQUILL_ASPECT_SIZE
#define CARD SQUILL_ASPECT_CARDINALITY
#define WORK SQUILL_ASPECT_WORKLOAD
#define PLACE SQUILL_ASPECT_PLACEMENT
#define STORE SQUILL_ASPECT_STORAGE
#define VALUES SQUILL_ASPECT_VALUES
#define ADVICE SQUILL_ASPECT_ADVICE
#define TEXT SQUILL_ASPECT_TEXT
#define LAYOUT SQUILL_ASPECT_LAYOUT
#define SETTINGS SQUILL_ASPECT_SETTINGS
#define SERVER SQUILL_ASPECT_SERVER

#define P(Struct, type, member, file_name, aspects)                                            \
  {                                                                                            \
    file_name, SQUILL_PROPERTY_##type, G_STRUCT_OFFSET (Struct, member), aspects, NULL, FALSE, \
        FALSE, SQUILL_COMPOSITION_WHOLE                                                        \
  }
#define SET_OF(Struct, type, member, file_name, aspects)                                       \
  {                                                                                            \
    file_name, SQUILL_PROPERTY_##type, G_STRUCT_OFFSET (Struct, member), aspects, NULL, FALSE, \
        FALSE, SQUILL_COMPOSITION_SET                                                          \
  }
#define MAP_OF(Struct, type, member, file_name, aspects)                                       \
  {                                                                                            \
    file_name, SQUILL_PROPERTY_##type, G_STRUCT_OFFSET (Struct, member), aspects, NULL, FALSE, \
        FALSE, SQUILL_COMPOSITION_MAP                                                          \
  }
#define NEEDED(Struct, type, member, file_name, aspects)                                      \
  {                                                                                           \
    file_name, SQUILL_PROPERTY_##type, G_STRUCT_OFFSET (Struct, member), aspects, NULL, TRUE, \
        FALSE, SQUILL_COMPOSITION_WHOLE                                                       \
  }
#define APART(Struct, type, member, file_name)                                                \
  {                                                                                           \
    file_name, SQUILL_PROPERTY_##type, G_STRUCT_OFFSET (Struct, member), LAYOUT, NULL, FALSE, \
        TRUE, SQUILL_COMPOSITION_WHOLE                                                        \
  }
#define CHOSEN(Struct, member, file_name, aspects, choices)                                      \
  {                                                                                              \
    file_name, SQUILL_PROPERTY_CHOICE, G_STRUCT_OFFSET (Struct, member), aspects, choices, TRUE, \
        FALSE, SQUILL_COMPOSITION_WHOLE                                                          \
  }
#define CHOICE(Struct, member, file_name, aspects, choices)                                       \
  {                                                                                               \
    file_name, SQUILL_PROPERTY_CHOICE, G_STRUCT_OFFSET (Struct, member), aspects, choices, FALSE, \
        FALSE, SQUILL_COMPOSITION_WHOLE                                                           \
  }

/* The order of the lines is the order of the members in the file. */

static const SquillProperty model_properties[] = {
  P (SquillModelInfo, TEXT, name, "name", NAME),
  P (SquillModelInfo, TEXT, database, "database", NAME | SERVER),
  P (SquillModelInfo, TEXT, description, "description", TEXT),
  P (SquillModelInfo, TEXT, reference_date, "reference_date", SERVER),
  P (SquillModelInfo, NUMBER, horizon, "horizon", CARD),
  P (SquillModelInfo, NUMBER, seed, "seed", SETTINGS),
  CHOICE (SquillModelInfo, dialect, "dialect", SERVER | ADVICE, dialects),
  P (SquillModelInfo, TEXT, server_version, "server_version", SERVER),
  P (SquillModelInfo, NUMBER, memory, "memory", STORE),
  P (SquillModelInfo, NUMBER, write_capacity, "write_capacity", SETTINGS),
  P (SquillModelInfo, NUMBER, shards, "shards", STORE),
  P (SquillModelInfo, TEXT, driver, "driver", SETTINGS),
  P (SquillModelInfo, NUMBER, pool_size, "pool_size", SETTINGS),
  P (SquillModelInfo, NUMBER, instances, "instances", SETTINGS),
  P (SquillModelInfo, BOOLEAN, dictionary, "dictionary", SETTINGS),
  P (SquillModelInfo, TEXT, review, "review", SETTINGS),
  MAP_OF (SquillModelInfo, JSON, thresholds, "thresholds", ADVICE),
  P (SquillModelInfo, JSON, evidence, "evidence", TEXT | ADVICE),
  MAP_OF (SquillModelInfo, JSON, conflicts, "conflicts", TEXT),
};

static const SquillProperty entity_properties[] = {
  P (SquillEntity, TEXT, name, "name", NAME),
  P (SquillEntity, RANK, order, "order", LAYOUT),
  P (SquillEntity, TEXT, description, "description", TEXT | ADVICE),
  P (SquillEntity, TRIPLE, count, "count", CARD),
  P (SquillEntity, NUMBER, growth, "growth", CARD),
  CHOICE (SquillEntity, standalone, "standalone", PLACE, standalones),
  P (SquillEntity, ID, discriminator, "discriminator", SHAPE | VALUES),
  P (SquillEntity, BOOLEAN, first_class, "first_class", WORK),
  P (SquillEntity, BOOLEAN, evolving, "evolving", WORK),
  P (SquillEntity, NUMBER, retention, "retention", WORK),
  P (SquillEntity, NUMBER, hot_share, "hot_share", WORK),
  CHOICE (SquillEntity, readers, "readers", WORK, readers),
  P (SquillEntity, BOOLEAN, as_of, "as_of", WORK),
  P (SquillEntity, TEXT, database, "database", STORE),
  CHOICE (SquillEntity, validation_level, "validation_level", STORE, levels),
  CHOICE (SquillEntity, validation_action, "validation_action", STORE, actions),
  P (SquillEntity, BOOLEAN, closed, "closed", STORE),
  P (SquillEntity, BOOLEAN, capped, "capped", STORE),
  P (SquillEntity, NUMBER, capped_size, "capped_size", STORE),
  P (SquillEntity, NUMBER, capped_documents, "capped_documents", STORE),
  /* The server packs and indexes measurements by them. */
  P (SquillEntity, PATH, time_field, "time_field", STORE | SIZE),
  P (SquillEntity, PATH, meta_field, "meta_field", STORE | SIZE),
  CHOICE (SquillEntity, granularity, "granularity", STORE, granularities),
  P (SquillEntity, BOOLEAN, clustered, "clustered", STORE),
  P (SquillEntity, NUMBER, expire_after, "expire_after", STORE),
  P (SquillEntity, JSON, collation, "collation", STORE),
  P (SquillEntity, KEYS, shard_key, "shard_key", STORE),
  P (SquillEntity, BOOLEAN, shard_unique, "shard_unique", STORE),
  P (SquillEntity, JSON, evidence, "evidence", SIZE | TEXT),
  APART (SquillEntity, NUMBER, x, "x"),
  APART (SquillEntity, NUMBER, y, "y"),
  APART (SquillEntity, BOOLEAN, collapsed, "collapsed"),
  APART (SquillEntity, BOOLEAN, locked, "locked"),
  APART (SquillEntity, TEXT, color, "color"),
};

static const SquillProperty field_properties[] = {
  P (SquillField, TEXT, name, "name", NAME | SIZE),
  P (SquillField, RANK, order, "order", SHAPE),
  P (SquillField, TEXT, description, "description", TEXT | ADVICE),
  SET_OF (SquillField, TYPES, types, "types", SHAPE | SIZE),
  SET_OF (SquillField, TYPES, outlier_types, "outlier_types", SHAPE),
  P (SquillField, BOOLEAN, exact_type, "exact_type", STORE),
  P (SquillField, NUMBER, subtype, "subtype", VALUES | SIZE),
  P (SquillField, BOOLEAN, required, "required", SHAPE | SIZE),
  P (SquillField, NUMBER, presence, "presence", SIZE),
  P (SquillField, BOOLEAN, nullable, "nullable", SHAPE),
  P (SquillField, BOOLEAN, array, "array", SHAPE | SIZE),
  P (SquillField, BOOLEAN, single, "single", SHAPE),
  P (SquillField, BOOLEAN, map, "map", SHAPE | SIZE),
  P (SquillField, BOOLEAN, rest, "rest", SHAPE | SIZE),
  SET_OF (SquillField, TYPES, outlier_instead, "outlier_instead", SHAPE),
  P (SquillField, TRIPLE, length, "length", SIZE | CARD),
  P (SquillField, NUMBER, growth, "growth", SIZE | CARD),
  P (SquillField, NUMBER, cap, "cap", SIZE | CARD),
  P (SquillField, TRIPLE, key_size, "key_size", SIZE),
  P (SquillField, TEXT, key_pattern, "key_pattern", VALUES),
  P (SquillField, BOOLEAN, map_key, "map_key", SHAPE | SIZE),
  P (SquillField, TRIPLE, size, "size", SIZE),
  P (SquillField, NUMBER, distinct, "distinct", CARD | VALUES),
  P (SquillField, NUMBER, top, "top", CARD | VALUES),
  SET_OF (SquillField, JSON, enumeration, "enum", VALUES | SIZE),
  CHOICE (SquillField, other_values, "other_values", STORE, other_values),
  P (SquillField, JSON, default_value, "default", VALUES),
  P (SquillField, JSON, minimum, "minimum", VALUES),
  P (SquillField, JSON, maximum, "maximum", VALUES),
  P (SquillField, NUMBER, min_length, "min_length", VALUES | SIZE),
  P (SquillField, NUMBER, max_length, "max_length", VALUES | SIZE),
  P (SquillField, TEXT, pattern, "pattern", VALUES),
  P (SquillField, JSON, usual_range, "usual_range", VALUES),
  SET_OF (SquillField, JSON, usual_values, "usual_values", VALUES),
  P (SquillField, JSON, value_shares, "value_shares", VALUES),
  P (SquillField, TEXT, usual_pattern, "usual_pattern", VALUES),
  P (SquillField, BOOLEAN, whole, "whole", VALUES),
  P (SquillField, BOOLEAN, unique, "unique", VALUES),
  P (SquillField, BOOLEAN, immutable, "immutable", WORK),
  P (SquillField, BOOLEAN, keywords, "keywords", WORK),
  P (SquillField, NUMBER, tolerance, "tolerance", WORK),
  P (SquillField, TEXT, meaning, "meaning", VALUES | SIZE),
  P (SquillField, TEXT, change_group, "change_group", WORK),
  P (SquillField, ID, discriminator, "discriminator", SHAPE | VALUES),
  SET_OF (SquillField, JSON, variants, "variants", SHAPE | SIZE | VALUES),
  P (SquillField, JSON, evidence, "evidence", SIZE | TEXT),
};

static const SquillProperty index_properties[] = {
  P (SquillIndex, TEXT, name, "name", STORE),
  P (SquillIndex, RANK, order, "order", STORE),
  P (SquillIndex, KEYS, keys, "keys", STORE),
  P (SquillIndex, BOOLEAN, unique, "unique", STORE),
  P (SquillIndex, BOOLEAN, sparse, "sparse", STORE),
  P (SquillIndex, BOOLEAN, hidden, "hidden", STORE),
  P (SquillIndex, NUMBER, expire_after, "expire_after", STORE),
  P (SquillIndex, JSON, partial, "partial", STORE),
  P (SquillIndex, JSON, collation, "collation", STORE),
  MAP_OF (SquillIndex, JSON, options, "options", STORE),
  P (SquillIndex, JSON, evidence, "evidence", STORE | TEXT),
};

static const SquillProperty relationship_properties[] = {
  P (SquillRelationship, TEXT, name, "name", NAME | SIZE),
  P (SquillRelationship, RANK, order, "order", SHAPE),
  P (SquillRelationship, TEXT, description, "description", TEXT),
  NEEDED (SquillRelationship, ID, parent, "parent", PLACE),
  NEEDED (SquillRelationship, ID, child, "child", PLACE),
  CHOSEN (SquillRelationship, placement, "placement", PLACE, _squill_placement_names),
  P (SquillRelationship, TRIPLE, children, "children", CARD | SIZE),
  P (SquillRelationship, TRIPLE, parents, "parents", CARD | SIZE),
  P (SquillRelationship, NUMBER, growth, "growth", CARD | SIZE),
  P (SquillRelationship, NUMBER, cap, "cap", CARD | SIZE),
  P (SquillRelationship, BOOLEAN, contains, "contains", WORK),
  P (SquillRelationship, BOOLEAN, pinned, "pinned", WORK),
  P (SquillRelationship, TEXT, parent_name, "parent_name", NAME | SIZE),
  P (SquillRelationship, TEXT, child_name, "child_name", NAME | SIZE),
  P (SquillRelationship, RANK, parent_order, "parent_order", SHAPE),
  P (SquillRelationship, RANK, child_order, "child_order", SHAPE),
  P (SquillRelationship, ID, parent_holder, "parent_holder", SHAPE | SIZE),
  P (SquillRelationship, ID, child_holder, "child_holder", SHAPE | SIZE),
  P (SquillRelationship, ID, parent_key, "parent_key", SHAPE | SIZE),
  P (SquillRelationship, ID, child_key, "child_key", SHAPE | SIZE),
  P (SquillRelationship, BOOLEAN, by_keys, "by_keys", SHAPE | SIZE),
  P (SquillRelationship, BOOLEAN, optional, "optional", SHAPE | SIZE),
  SET_OF (SquillRelationship, JSON, variants, "variants", SHAPE | SIZE | VALUES),
  P (SquillRelationship, BOOLEAN, keep_id, "keep_id", SHAPE | SIZE),
  P (SquillRelationship, BOOLEAN, nest_copies, "nest_copies", SHAPE | SIZE),
  P (SquillRelationship, TEXT, id_name, "id_name", NAME | SIZE),
  CHOICE (SquillRelationship, ordering, "ordering", WORK, orderings),
  P (SquillRelationship, PATH, order_by, "order_by", WORK),
  P (SquillRelationship, NUMBER, bound, "bound", SIZE | CARD),
  P (SquillRelationship, NUMBER, depth, "depth", SHAPE | SIZE),
  SET_OF (SquillRelationship, TYPES, outlier_types, "outlier_types", SHAPE),
  SET_OF (SquillRelationship, TYPES, outlier_instead, "outlier_instead", SHAPE),
  P (SquillRelationship, NUMBER, together, "together", WORK),
  P (SquillRelationship, NUMBER, parent_alone, "parent_alone", WORK),
  P (SquillRelationship, NUMBER, child_alone, "child_alone", WORK),
  P (SquillRelationship, NUMBER, write, "write", WORK),
  P (SquillRelationship, NUMBER, move, "move", WORK),
  P (SquillRelationship, NUMBER, confidence, "confidence", TEXT),
  P (SquillRelationship, JSON, evidence, "evidence", SIZE | TEXT),
  APART (SquillRelationship, NUMBER, x, "x"),
  APART (SquillRelationship, NUMBER, y, "y"),
  APART (SquillRelationship, BOOLEAN, beside, "beside"),
  APART (SquillRelationship, JSON, lines, "lines"),
};

static const SquillProperty copy_properties[] = {
  P (SquillCopy, PATH, field, "field", SHAPE | SIZE),
  P (SquillCopy, TEXT, name, "name", NAME | SIZE),
  P (SquillCopy, RANK, order, "order", SHAPE),
  CHOSEN (SquillCopy, direction, "direction", SHAPE | SIZE, copy_directions),
  CHOSEN (SquillCopy, mode, "mode", WORK, copy_modes),
};

static const SquillProperty operation_properties[] = {
  P (SquillOperation, TEXT, name, "name", NAME),
  P (SquillOperation, RANK, order, "order", LAYOUT),
  P (SquillOperation, TEXT, description, "description", TEXT),
  CHOSEN (SquillOperation, operation, "operation", WORK, operations),
  P (SquillOperation, ID, entity, "entity", WORK),
  SET_OF (SquillOperation, KEYS, filter, "filter", WORK),
  P (SquillOperation, KEYS, sort, "sort", WORK),
  SET_OF (SquillOperation, KEYS, returns, "returns", WORK),
  SET_OF (SquillOperation, KEYS, writes, "writes", WORK),
  SET_OF (SquillOperation, KEYS, computes, "computes", WORK),
  SET_OF (SquillOperation, IDS, follows, "follows", WORK),
  P (SquillOperation, ID, moves, "moves", WORK),
  P (SquillOperation, NUMBER, limit, "limit", WORK),
  P (SquillOperation, NUMBER, skip, "skip", WORK),
  P (SquillOperation, JSON, collation, "collation", WORK),
  P (SquillOperation, NUMBER, rate, "rate", WORK),
  CHOICE (SquillOperation, rate_unit, "per", WORK, rate_units),
  P (SquillOperation, NUMBER, latency, "latency", WORK),
  P (SquillOperation, NUMBER, documents, "documents", WORK),
  P (SquillOperation, NUMBER, measured_keys, "measured_keys", WORK),
  P (SquillOperation, NUMBER, measured_documents, "measured_documents", WORK),
  P (SquillOperation, NUMBER, measured_returned, "measured_returned", WORK),
  P (SquillOperation, NUMBER, measured_time, "measured_time", WORK),
  P (SquillOperation, BOOLEAN, unwinds, "unwinds", WORK),
  P (SquillOperation, BOOLEAN, critical, "critical", WORK),
  P (SquillOperation, BOOLEAN, atomic, "atomic", WORK),
  P (SquillOperation, BOOLEAN, transaction, "transaction", WORK),
  P (SquillOperation, BOOLEAN, multi, "multi", WORK),
  P (SquillOperation, BOOLEAN, upsert, "upsert", WORK),
  P (SquillOperation, NUMBER, stale_ok, "stale_ok", WORK),
  CHOICE (SquillOperation, bulk, "bulk", WORK, bulks),
  P (SquillOperation, BOOLEAN, connects, "connects", WORK),
  CHOICE (SquillOperation, guard, "guard", WORK, guards),
  P (SquillOperation, TEXT, write_concern, "write_concern", WORK),
  P (SquillOperation, TEXT, read_concern, "read_concern", WORK),
  P (SquillOperation, TEXT, read_preference, "read_preference", WORK),
};

static const SquillProperty note_properties[] = {
  P (SquillNote, TEXT, text, "text", TEXT),     APART (SquillNote, NUMBER, x, "x"),
  APART (SquillNote, NUMBER, y, "y"),           APART (SquillNote, NUMBER, width, "width"),
  APART (SquillNote, NUMBER, height, "height"), APART (SquillNote, TEXT, color, "color"),
};

static const SquillProperty group_properties[] = {
  P (SquillGroup, TEXT, name, "name", LAYOUT),
  SET_OF (SquillGroup, IDS, members, "members", LAYOUT),
  P (SquillGroup, TEXT, color, "color", LAYOUT),
};

static const SquillProperty dismissal_properties[] = {
  P (SquillDismissal, TEXT, rule, "rule", ADVICE),
  P (SquillDismissal, ID, subject, "subject", ADVICE),
  P (SquillDismissal, TEXT, reason, "reason", ADVICE),
};

static const SquillProperty alternative_properties[] = {
  P (SquillAlternative, TEXT, name, "name", TEXT),
  P (SquillAlternative, RANK, order, "order", TEXT),
  P (SquillAlternative, TEXT, description, "description", TEXT),
  MAP_OF (SquillAlternative, JSON, content, "content", TEXT),
};

static const SquillProperty view_properties[] = {
  P (SquillView, TEXT, name, "name", TEXT),
  P (SquillView, RANK, order, "order", TEXT),
  SET_OF (SquillView, IDS, members, "members", LAYOUT),
  SET_OF (SquillView, IDS, hidden, "hidden", LAYOUT),
  MAP_OF (SquillView, JSON, places, "places", LAYOUT),
  MAP_OF (SquillView, JSON, routes, "routes", LAYOUT),
};

#define KIND(Struct, table, aspects)                      \
  {                                                       \
    table, G_N_ELEMENTS (table), sizeof (Struct), aspects \
  }

static const struct
{
  const SquillProperty *properties;
  guint n;
  gsize size;
  SquillAspects aspects; /* of an item of this kind that comes or goes */
} kinds[SQUILL_N_KINDS] = {
  KIND (SquillModelInfo, model_properties, 0),
  KIND (SquillEntity,
        entity_properties,
        NAME | SHAPE | SIZE | CARD | WORK | PLACE | STORE | VALUES | LAYOUT),
  KIND (SquillField, field_properties, NAME | SHAPE | SIZE | CARD | WORK | STORE | VALUES),
  KIND (SquillIndex, index_properties, STORE),
  KIND (SquillRelationship,
        relationship_properties,
        NAME | SHAPE | SIZE | CARD | WORK | PLACE | STORE | LAYOUT),
  KIND (SquillCopy, copy_properties, NAME | SHAPE | SIZE | WORK),
  KIND (SquillOperation, operation_properties, NAME | WORK),
  KIND (SquillNote, note_properties, TEXT | LAYOUT),
  KIND (SquillGroup, group_properties, LAYOUT),
  KIND (SquillDismissal, dismissal_properties, ADVICE),
  KIND (SquillAlternative, alternative_properties, TEXT),
  KIND (SquillView, view_properties, TEXT | LAYOUT),
};

/**
 * squill_kind_get_properties:
 * @kind: a kind
 * @n: (out): how many
 *
 * Returns: (transfer none) (array length=n): the properties of the kind, in the file's order
 */
const SquillProperty *
squill_kind_get_properties (SquillKind kind, guint *n)
{
  g_return_val_if_fail (kind < SQUILL_N_KINDS, NULL);
  g_return_val_if_fail (n != NULL, NULL);

  *n = kinds[kind].n;
  return kinds[kind].properties;
}

/**
 * squill_kind_find_property:
 * @kind: a kind
 * @name: the name of a property
 *
 * Returns: (transfer none) (nullable): the property
 */
const SquillProperty *
squill_kind_find_property (SquillKind kind, const char *name)
{
  g_return_val_if_fail (kind < SQUILL_N_KINDS, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  for (guint i = 0; i < kinds[kind].n; i++)
    if (g_str_equal (kinds[kind].properties[i].name, name))
      return &kinds[kind].properties[i];
  return NULL;
}

/**
 * squill_kind_get_struct_size:
 * @kind: a kind
 *
 * Returns: the size of the struct of the kind's items, bytes
 */
gsize
squill_kind_get_struct_size (SquillKind kind)
{
  g_return_val_if_fail (kind < SQUILL_N_KINDS, 0);

  return kinds[kind].size;
}

/**
 * squill_kind_get_aspects:
 * @kind: a kind
 *
 * Returns: what it is about when an item of the kind comes or goes
 */
SquillAspects
squill_kind_get_aspects (SquillKind kind)
{
  g_return_val_if_fail (kind < SQUILL_N_KINDS, 0);

  return kinds[kind].aspects;
}
