/* SPDX-License-Identifier: Apache-2.0 */

/* What the inspector shows of each kind of items. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-inspector-table.h"

#include <glib/gi18n.h>

static gboolean
is_array (SquillModel *model, gconstpointer item)
{
  return ((const SquillField *)item)->array;
}

static gboolean
is_map (SquillModel *model, gconstpointer item)
{
  return ((const SquillField *)item)->map;
}

/* It is shown where there is some; what was drawn has none. */
static gboolean
has_evidence (SquillModel *model, gconstpointer item)
{
  return FALSE;
}

static gboolean
is_many (SquillModel *model, gconstpointer item)
{
  return is_array (model, item) || is_map (model, item);
}

static gboolean
has_text (SquillModel *model, gconstpointer item)
{
  return (((const SquillField *)item)->types & SQUILL_TYPE_STRING) != 0;
}

static gboolean
has_bytes (SquillModel *model, gconstpointer item)
{
  return (((const SquillField *)item)->types &
          (SQUILL_TYPE_STRING | SQUILL_TYPE_BINARY | SQUILL_TYPE_JAVASCRIPT | SQUILL_TYPE_SYMBOL |
           SQUILL_TYPE_JAVASCRIPT_WITH_SCOPE | SQUILL_TYPE_REGEX)) != 0;
}

static gboolean
has_binary (SquillModel *model, gconstpointer item)
{
  return (((const SquillField *)item)->types & SQUILL_TYPE_BINARY) != 0;
}

static gboolean
is_optional (SquillModel *model, gconstpointer item)
{
  return !((const SquillField *)item)->required;
}

static gboolean
is_capped (SquillModel *model, gconstpointer item)
{
  return ((const SquillEntity *)item)->capped;
}

static gboolean
is_time_series (SquillModel *model, gconstpointer item)
{
  return ((const SquillEntity *)item)->time_field != NULL;
}

static gboolean
is_sharded (SquillModel *model, gconstpointer item)
{
  return ((const SquillEntity *)item)->shard_key != NULL;
}

static gboolean
is_embedding (SquillModel *model, gconstpointer item)
{
  SquillPlacement placement = ((const SquillRelationship *)item)->placement;

  return placement == SQUILL_PLACEMENT_EMBED_ONE || placement == SQUILL_PLACEMENT_EMBED_MANY ||
         placement == SQUILL_PLACEMENT_SUBSET || placement == SQUILL_PLACEMENT_BUCKET;
}

static gboolean
is_bounded (SquillModel *model, gconstpointer item)
{
  SquillPlacement placement = ((const SquillRelationship *)item)->placement;

  return placement == SQUILL_PLACEMENT_SUBSET || placement == SQUILL_PLACEMENT_BUCKET;
}

static gboolean
is_apart (SquillModel *model, gconstpointer item)
{
  SquillPlacement placement = ((const SquillRelationship *)item)->placement;

  return placement == SQUILL_PLACEMENT_JUNCTION || placement == SQUILL_PLACEMENT_BUCKET;
}

static gboolean
is_recursive (SquillModel *model, gconstpointer item)
{
  const SquillRelationship *relationship = item;

  return is_embedding (model, item) && g_strcmp0 (relationship->parent, relationship->child) == 0;
}

static gboolean
is_reference (SquillModel *model, gconstpointer item)
{
  SquillPlacement placement = ((const SquillRelationship *)item)->placement;

  return placement != SQUILL_PLACEMENT_EMBED_ONE && placement != SQUILL_PLACEMENT_EMBED_MANY;
}

static gboolean
is_ordered (SquillModel *model, gconstpointer item)
{
  return ((const SquillRelationship *)item)->ordering != SQUILL_ORDERING_NONE ||
         is_bounded (model, item);
}

static gboolean
is_read (SquillModel *model, gconstpointer item)
{
  SquillOperationKind kind = ((const SquillOperation *)item)->operation;

  return kind == SQUILL_OPERATION_FIND || kind == SQUILL_OPERATION_AGGREGATE;
}

static gboolean
is_write (SquillModel *model, gconstpointer item)
{
  return !is_read (model, item);
}

static gboolean
is_update (SquillModel *model, gconstpointer item)
{
  return ((const SquillOperation *)item)->operation == SQUILL_OPERATION_UPDATE;
}

static gboolean
is_filtered (SquillModel *model, gconstpointer item)
{
  return ((const SquillOperation *)item)->operation != SQUILL_OPERATION_INSERT;
}

static const char *
name_of (SquillModel *model, const char *id)
{
  const SquillEntity *entity = id == NULL ? NULL : squill_model_get_entity (model, id);

  return entity != NULL && entity->name != NULL ? entity->name : "?";
}

static char *
title_children (SquillModel *model, gconstpointer item)
{
  const SquillRelationship *relationship = item;

  /* Translators: how many of the first there are for each of the second: "comments for each of
   * posts". */
  return g_strdup_printf (_ ("%s for each of %s"), name_of (model, relationship->child),
                          name_of (model, relationship->parent));
}

static char *
title_parents (SquillModel *model, gconstpointer item)
{
  const SquillRelationship *relationship = item;

  return g_strdup_printf (_ ("%s for each of %s"), name_of (model, relationship->parent),
                          name_of (model, relationship->child));
}

static char *
title_together (SquillModel *model, gconstpointer item)
{
  const SquillRelationship *relationship = item;

  /* Translators: read at once: "posts with their comments". */
  return g_strdup_printf (_ ("%s with their %s"), name_of (model, relationship->parent),
                          name_of (model, relationship->child));
}

static char *
title_parent_alone (SquillModel *model, gconstpointer item)
{
  return g_strdup_printf (_ ("%s alone"),
                          name_of (model, ((const SquillRelationship *)item)->parent));
}

static char *
title_child_alone (SquillModel *model, gconstpointer item)
{
  return g_strdup_printf (_ ("%s alone"),
                          name_of (model, ((const SquillRelationship *)item)->child));
}

static char *
title_write (SquillModel *model, gconstpointer item)
{
  return g_strdup_printf (_ ("New or changed %s"),
                          name_of (model, ((const SquillRelationship *)item)->child));
}

static char *
title_move (SquillModel *model, gconstpointer item)
{
  const SquillRelationship *relationship = item;

  return g_strdup_printf (_ ("%s given to other %s"), name_of (model, relationship->child),
                          name_of (model, relationship->parent));
}

static char *
title_parent_name (SquillModel *model, gconstpointer item)
{
  return g_strdup_printf (_ ("Name in %s"),
                          name_of (model, ((const SquillRelationship *)item)->parent));
}

static char *
title_child_name (SquillModel *model, gconstpointer item)
{
  return g_strdup_printf (_ ("Name in %s"),
                          name_of (model, ((const SquillRelationship *)item)->child));
}

static char *
title_parent_order (SquillModel *model, gconstpointer item)
{
  return g_strdup_printf (_ ("Place among the fields of %s"),
                          name_of (model, ((const SquillRelationship *)item)->parent));
}

static char *
title_child_order (SquillModel *model, gconstpointer item)
{
  return g_strdup_printf (_ ("Place among the fields of %s"),
                          name_of (model, ((const SquillRelationship *)item)->child));
}

#define MODEL SQUILL_KIND_MODEL
#define ENTITY SQUILL_KIND_ENTITY
#define FIELD SQUILL_KIND_FIELD
#define INDEX SQUILL_KIND_INDEX
#define RELATIONSHIP SQUILL_KIND_RELATIONSHIP
#define COPY SQUILL_KIND_COPY
#define OPERATION SQUILL_KIND_OPERATION
#define NOTE SQUILL_KIND_NOTE
#define GROUP SQUILL_KIND_GROUP
#define DISMISSAL SQUILL_KIND_DISMISSAL

#define L(kind, property, group, title, editor, unit, hint, test)                \
  {                                                                              \
    kind, property, group, title, SQUILL_EDITOR_##editor, unit, hint, test, NULL \
  }
#define T(kind, property, group, title, editor, unit, hint, test)                \
  {                                                                              \
    kind, property, group, NULL, SQUILL_EDITOR_##editor, unit, hint, test, title \
  }

static const SquillInspectorLine lines[] = {
  L (MODEL, "name", "", N_ ("Name"), TEXT, NULL, NULL, NULL),
  L (MODEL,
     "database",
     "",
     N_ ("Database"),
     TEXT,
     NULL,
     N_ ("What the database is called on the server"),
     NULL),
  L (MODEL, "description", "", N_ ("Description"), LONG_TEXT, NULL, NULL, NULL),
  L (MODEL,
     "horizon",
     N_ ("Planning"),
     N_ ("Look ahead"),
     NUMBER,
     N_ ("years"),
     N_ ("Sizes and numbers are also worked out for so many years from now"),
     NULL),
  L (MODEL,
     "reference_date",
     N_ ("Planning"),
     N_ ("Today is"),
     TEXT,
     NULL,
     N_ ("The day that horizons and dates in sample documents count from: 2026-11-21"),
     NULL),
  L (MODEL, "server_version", N_ ("Servers"), N_ ("MongoDB version"), SUGGEST, NULL, NULL, NULL),
  L (MODEL, "memory", N_ ("Servers"), N_ ("Memory of each"), NUMBER, N_ ("GB"), NULL, NULL),
  L (MODEL, "shards", N_ ("Servers"), N_ ("Shards"), NUMBER, NULL, NULL, NULL),
  L (MODEL,
     "seed",
     N_ ("Sample documents"),
     N_ ("Seed"),
     NUMBER,
     NULL,
     N_ ("Another number gives other documents"),
     NULL),
  L (MODEL, "thresholds", N_ ("Thresholds"), N_ ("Thresholds"), THRESHOLDS, NULL, NULL, NULL),
  L (MODEL, "evidence", N_ ("Evidence"), N_ ("What was found"), EVIDENCE, NULL, NULL, has_evidence),

  L (ENTITY, "name", "", N_ ("Name"), NAME, NULL, NULL, NULL),
  L (ENTITY, "description", "", N_ ("Description"), LONG_TEXT, NULL, NULL, NULL),
  L (ENTITY,
     "count",
     N_ ("How many"),
     N_ ("Now"),
     TRIPLE,
     NULL,
     N_ ("Least, likely and most"),
     NULL),
  L (ENTITY, "growth", N_ ("How many"), N_ ("New ones"), NUMBER, N_ ("a month"), NULL, NULL),
  L (ENTITY,
     "retention",
     N_ ("How many"),
     N_ ("Each is kept"),
     NUMBER,
     N_ ("days"),
     N_ ("Nothing here: for ever"),
     NULL),
  L (ENTITY, "standalone", N_ ("Storage"), N_ ("Collection of its own"), CHOICE, NULL, NULL, NULL),
  L (ENTITY,
     "first_class",
     N_ ("Storage"),
     N_ ("Other things link to it"),
     SWITCH,
     NULL,
     N_ ("Things that others will want to refer to are better not buried in other documents"),
     NULL),
  L (ENTITY, "evolving", N_ ("Storage"), N_ ("Its fields will change"), SWITCH, NULL, NULL, NULL),
  L (ENTITY,
     "shard_key",
     N_ ("Sharding"),
     N_ ("Shard key"),
     KEYS,
     NULL,
     N_ ("Fields, with “hashed” after one that is hashed: country, user hashed"),
     NULL),
  L (ENTITY, "shard_unique", N_ ("Sharding"), N_ ("Unique"), SWITCH, NULL, NULL, is_sharded),
  L (ENTITY, "validation_level", N_ ("Validation"), N_ ("Level"), CHOICE, NULL, NULL, NULL),
  L (ENTITY,
     "validation_action",
     N_ ("Validation"),
     N_ ("What does not fit"),
     CHOICE,
     NULL,
     NULL,
     NULL),
  L (ENTITY,
     "capped",
     N_ ("Collection options"),
     N_ ("Capped"),
     SWITCH,
     NULL,
     N_ ("The oldest documents go when it is full"),
     NULL),
  L (ENTITY,
     "capped_size",
     N_ ("Collection options"),
     N_ ("Size"),
     NUMBER,
     N_ ("B"),
     NULL,
     is_capped),
  L (ENTITY,
     "capped_documents",
     N_ ("Collection options"),
     N_ ("Documents"),
     NUMBER,
     NULL,
     NULL,
     is_capped),
  L (ENTITY,
     "time_field",
     N_ ("Collection options"),
     N_ ("Time field"),
     PATH,
     NULL,
     N_ ("Makes it a time-series collection"),
     NULL),
  L (ENTITY,
     "meta_field",
     N_ ("Collection options"),
     N_ ("Meta field"),
     PATH,
     NULL,
     NULL,
     is_time_series),
  L (ENTITY,
     "granularity",
     N_ ("Collection options"),
     N_ ("Granularity"),
     CHOICE,
     NULL,
     NULL,
     is_time_series),
  L (ENTITY,
     "clustered",
     N_ ("Collection options"),
     N_ ("Clustered by _id"),
     SWITCH,
     NULL,
     NULL,
     NULL),
  L (ENTITY,
     "expire_after",
     N_ ("Collection options"),
     N_ ("Documents expire after"),
     NUMBER,
     N_ ("s"),
     N_ ("Of a time-series or clustered collection"),
     NULL),
  L (ENTITY, "collation", N_ ("Collection options"), N_ ("Collation"), JSON, NULL, NULL, NULL),
  L (ENTITY, "color", N_ ("Diagram"), N_ ("Colour"), COLOR, NULL, NULL, NULL),
  L (ENTITY, "collapsed", N_ ("Diagram"), N_ ("Only the head is shown"), SWITCH, NULL, NULL, NULL),
  L (ENTITY, "x", N_ ("Diagram"), N_ ("Left"), NUMBER, NULL, NULL, NULL),
  L (ENTITY, "y", N_ ("Diagram"), N_ ("Top"), NUMBER, NULL, NULL, NULL),
  L (ENTITY, "order", N_ ("Diagram"), N_ ("Place in lists"), ORDER, NULL, NULL, NULL),
  L (ENTITY,
     "evidence",
     N_ ("Evidence"),
     N_ ("What was found"),
     EVIDENCE,
     NULL,
     NULL,
     has_evidence),

  L (FIELD, "name", "", N_ ("Name"), NAME, NULL, NULL, NULL),
  L (FIELD, "types", "", N_ ("Type"), TYPES, NULL, N_ ("One or more: string|int"), NULL),
  L (FIELD, "required", "", N_ ("Required"), SWITCH, NULL, N_ ("Each document has it"), NULL),
  L (FIELD, "presence", "", N_ ("How many have it"), PERCENT, N_ ("%"), NULL, is_optional),
  L (FIELD, "description", "", N_ ("Description"), LONG_TEXT, NULL, NULL, NULL),
  L (FIELD, "array", N_ ("How many values"), N_ ("Array"), SWITCH, NULL, NULL, NULL),
  L (FIELD,
     "map",
     N_ ("How many values"),
     N_ ("Its keys are data"),
     SWITCH,
     NULL,
     N_ ("A map: each document has other names in it"),
     NULL),
  L (FIELD,
     "length",
     N_ ("How many values"),
     N_ ("Elements"),
     TRIPLE,
     NULL,
     N_ ("Least, likely and most"),
     is_many),
  L (FIELD,
     "growth",
     N_ ("How many values"),
     N_ ("New ones"),
     NUMBER,
     N_ ("a year"),
     NULL,
     is_many),
  L (FIELD,
     "cap",
     N_ ("How many values"),
     N_ ("Never more than"),
     NUMBER,
     NULL,
     N_ ("The application or a rule sees to it"),
     is_many),
  L (FIELD,
     "key_size",
     N_ ("How many values"),
     N_ ("Bytes of a key"),
     TRIPLE,
     N_ ("B"),
     NULL,
     is_map),
  L (FIELD,
     "single",
     N_ ("How many values"),
     N_ ("A lone value may stand there"),
     SWITCH,
     NULL,
     NULL,
     is_array),
  L (FIELD,
     "nullable",
     N_ ("How many values"),
     N_ ("May be null as a whole"),
     SWITCH,
     NULL,
     NULL,
     is_many),
  L (FIELD,
     "size",
     N_ ("Values"),
     N_ ("Bytes"),
     TRIPLE,
     N_ ("B"),
     N_ ("Of the text in UTF-8, or of the data: least, likely and most"),
     has_bytes),
  L (FIELD,
     "meaning",
     N_ ("Values"),
     N_ ("Meaning"),
     SUGGEST,
     NULL,
     N_ ("What the value stands for: sample documents and advice go by it"),
     NULL),
  L (FIELD, "unique", N_ ("Values"), N_ ("Each value only once"), SWITCH, NULL, NULL, NULL),
  L (FIELD, "immutable", N_ ("Values"), N_ ("Never changes"), SWITCH, NULL, NULL, NULL),
  L (FIELD,
     "enum",
     N_ ("Limits of values"),
     N_ ("One of"),
     JSON,
     NULL,
     N_ ("An array of values: [\"new\", \"done\"]"),
     NULL),
  L (FIELD, "default", N_ ("Limits of values"), N_ ("Default"), JSON, NULL, NULL, NULL),
  L (FIELD, "minimum", N_ ("Limits of values"), N_ ("Least"), JSON, NULL, NULL, NULL),
  L (FIELD, "maximum", N_ ("Limits of values"), N_ ("Most"), JSON, NULL, NULL, NULL),
  L (FIELD,
     "min_length",
     N_ ("Limits of values"),
     N_ ("Least characters"),
     NUMBER,
     NULL,
     NULL,
     has_text),
  L (FIELD,
     "max_length",
     N_ ("Limits of values"),
     N_ ("Most characters"),
     NUMBER,
     NULL,
     NULL,
     has_text),
  L (FIELD,
     "pattern",
     N_ ("Limits of values"),
     N_ ("Pattern"),
     TEXT,
     NULL,
     N_ ("A regular expression"),
     has_text),
  L (FIELD,
     "subtype",
     N_ ("Limits of values"),
     N_ ("Binary subtype"),
     NUMBER,
     NULL,
     N_ ("4 is a UUID"),
     has_binary),
  L (FIELD, "distinct", N_ ("Statistics"), N_ ("Different values"), NUMBER, NULL, NULL, NULL),
  L (FIELD,
     "top",
     N_ ("Statistics"),
     N_ ("Share of the most common"),
     PERCENT,
     N_ ("%"),
     NULL,
     NULL),
  L (FIELD,
     "change_group",
     N_ ("Statistics"),
     N_ ("Changes together with"),
     TEXT,
     NULL,
     N_ ("Fields that say the same word here must change at the same time"),
     NULL),
  L (FIELD, "order", N_ ("Statistics"), N_ ("Place among its siblings"), ORDER, NULL, NULL, NULL),
  L (FIELD, "evidence", N_ ("Evidence"), N_ ("What was found"), EVIDENCE, NULL, NULL, has_evidence),

  L (INDEX, "name", "", N_ ("Name"), TEXT, NULL, N_ ("Nothing here: as the server names it"), NULL),
  L (INDEX,
     "keys",
     "",
     N_ ("Keys"),
     KEYS,
     NULL,
     N_ ("Fields, with -1, text, hashed or 2dsphere after those that are not ascending: status, "
         "created -1"),
     NULL),
  L (INDEX, "unique", "", N_ ("Unique"), SWITCH, NULL, NULL, NULL),
  L (INDEX,
     "sparse",
     "",
     N_ ("Sparse"),
     SWITCH,
     NULL,
     N_ ("Documents without the field are left out"),
     NULL),
  L (INDEX, "hidden", "", N_ ("Hidden"), SWITCH, NULL, N_ ("Kept, but not used by queries"), NULL),
  L (INDEX,
     "expire_after",
     "",
     N_ ("Documents expire after"),
     NUMBER,
     N_ ("s"),
     N_ ("Makes it a TTL index"),
     NULL),
  L (INDEX,
     "partial",
     N_ ("Options"),
     N_ ("Only documents with"),
     JSON,
     NULL,
     N_ ("A partial filter expression: {\"status\": \"open\"}"),
     NULL),
  L (INDEX, "collation", N_ ("Options"), N_ ("Collation"), JSON, NULL, NULL, NULL),
  L (INDEX, "options", N_ ("Options"), N_ ("Other options"), JSON, NULL, NULL, NULL),
  L (INDEX, "order", N_ ("Options"), N_ ("Place among the indexes"), ORDER, NULL, NULL, NULL),
  L (INDEX, "evidence", N_ ("Evidence"), N_ ("What was found"), EVIDENCE, NULL, NULL, has_evidence),

  T (RELATIONSHIP,
     "children",
     N_ ("How many"),
     title_children,
     TRIPLE,
     NULL,
     N_ ("Least, likely, most"),
     NULL),
  T (RELATIONSHIP,
     "parents",
     N_ ("How many"),
     title_parents,
     TRIPLE,
     NULL,
     N_ ("Least, likely, most"),
     NULL),
  L (RELATIONSHIP,
     "growth",
     N_ ("How many"),
     N_ ("New ones for each"),
     NUMBER,
     N_ ("a year"),
     NULL,
     NULL),
  L (RELATIONSHIP,
     "cap",
     N_ ("How many"),
     N_ ("Never more than"),
     NUMBER,
     NULL,
     N_ ("The application or a rule sees to it"),
     NULL),
  L (RELATIONSHIP, "placement", N_ ("Stored as"), N_ ("Stored as"), PLACEMENT, NULL, NULL, NULL),
  L (RELATIONSHIP,
     "bound",
     N_ ("Order and bounds"),
     N_ ("How many in one document"),
     NUMBER,
     NULL,
     NULL,
     is_bounded),
  L (RELATIONSHIP,
     "ordering",
     N_ ("Order and bounds"),
     N_ ("In order of"),
     CHOICE,
     NULL,
     NULL,
     NULL),
  L (RELATIONSHIP,
     "order_by",
     N_ ("Order and bounds"),
     N_ ("Ordered by"),
     PATH,
     NULL,
     NULL,
     is_ordered),
  L (RELATIONSHIP,
     "depth",
     N_ ("Order and bounds"),
     N_ ("Levels of nesting"),
     NUMBER,
     NULL,
     NULL,
     is_recursive),
  T (RELATIONSHIP, "together", N_ ("How often"), title_together, NUMBER, N_ ("/s"), NULL, NULL),
  T (RELATIONSHIP,
     "parent_alone",
     N_ ("How often"),
     title_parent_alone,
     NUMBER,
     N_ ("/s"),
     NULL,
     NULL),
  T (RELATIONSHIP,
     "child_alone",
     N_ ("How often"),
     title_child_alone,
     NUMBER,
     N_ ("/s"),
     NULL,
     NULL),
  T (RELATIONSHIP, "write", N_ ("How often"), title_write, NUMBER, N_ ("/s"), NULL, NULL),
  T (RELATIONSHIP, "move", N_ ("How often"), title_move, NUMBER, N_ ("/s"), NULL, NULL),
  L (RELATIONSHIP, "name", N_ ("Names"), N_ ("Name"), NAME, NULL, NULL, NULL),
  T (RELATIONSHIP,
     "parent_name",
     N_ ("Names"),
     title_parent_name,
     TEXT,
     NULL,
     N_ ("Nothing here: the name of the relationship"),
     NULL),
  T (RELATIONSHIP,
     "child_name",
     N_ ("Names"),
     title_child_name,
     TEXT,
     NULL,
     N_ ("Nothing here: the name of the other entity"),
     NULL),
  L (RELATIONSHIP, "description", N_ ("Names"), N_ ("Description"), LONG_TEXT, NULL, NULL, NULL),
  L (RELATIONSHIP, "parent", N_ ("Ends"), N_ ("From"), ITEM, NULL, NULL, NULL),
  L (RELATIONSHIP, "child", N_ ("Ends"), N_ ("To"), ITEM, NULL, NULL, NULL),
  L (RELATIONSHIP,
     "contains",
     N_ ("Ends"),
     N_ ("A part, which goes with its whole"),
     SWITCH,
     NULL,
     NULL,
     NULL),
  L (RELATIONSHIP,
     "optional",
     N_ ("How it stands there"),
     N_ ("What is stored may be missing"),
     SWITCH,
     NULL,
     NULL,
     NULL),
  L (RELATIONSHIP,
     "keep_id",
     N_ ("How it stands there"),
     N_ ("Embedded ones keep their _id"),
     SWITCH,
     NULL,
     NULL,
     is_embedding),
  L (RELATIONSHIP,
     "parent_holder",
     N_ ("How it stands there"),
     N_ ("Field of the parent that holds it"),
     ITEM,
     NULL,
     N_ ("A field that is itself the reference"),
     is_reference),
  L (RELATIONSHIP,
     "child_holder",
     N_ ("How it stands there"),
     N_ ("Field of the child that holds it"),
     ITEM,
     NULL,
     N_ ("A field that is itself the reference"),
     is_reference),
  L (RELATIONSHIP,
     "parent_key",
     N_ ("How it stands there"),
     N_ ("Refers to the parent by"),
     ITEM,
     NULL,
     N_ ("Nothing here: by _id"),
     is_reference),
  L (RELATIONSHIP,
     "child_key",
     N_ ("How it stands there"),
     N_ ("Refers to the child by"),
     ITEM,
     NULL,
     N_ ("Nothing here: by _id"),
     is_reference),
  L (RELATIONSHIP,
     "nest_copies",
     N_ ("How it stands there"),
     N_ ("Copies stand in a document"),
     SWITCH,
     NULL,
     N_ ("A single reference with copied fields is {id, …}"),
     is_reference),
  L (RELATIONSHIP,
     "id_name",
     N_ ("How it stands there"),
     N_ ("Name of the id there"),
     TEXT,
     NULL,
     NULL,
     is_reference),
  T (RELATIONSHIP,
     "parent_order",
     N_ ("How it stands there"),
     title_parent_order,
     ORDER,
     NULL,
     NULL,
     NULL),
  T (RELATIONSHIP,
     "child_order",
     N_ ("How it stands there"),
     title_child_order,
     ORDER,
     NULL,
     NULL,
     NULL),
  L (RELATIONSHIP,
     "beside",
     N_ ("Diagram"),
     N_ ("Embedded ones stand beside"),
     SWITCH,
     NULL,
     NULL,
     is_embedding),
  L (RELATIONSHIP,
     "x",
     N_ ("Diagram"),
     N_ ("Left"),
     NUMBER,
     NULL,
     N_ ("Of the collection that the relationship has of its own"),
     is_apart),
  L (RELATIONSHIP, "y", N_ ("Diagram"), N_ ("Top"), NUMBER, NULL, NULL, is_apart),
  L (RELATIONSHIP, "order", N_ ("Diagram"), N_ ("Place in lists"), ORDER, NULL, NULL, NULL),
  L (RELATIONSHIP,
     "confidence",
     N_ ("Evidence"),
     N_ ("Confidence"),
     PERCENT,
     N_ ("%"),
     N_ ("Of a relationship that was found in documents"),
     NULL),
  L (RELATIONSHIP,
     "evidence",
     N_ ("Evidence"),
     N_ ("What was found"),
     EVIDENCE,
     NULL,
     NULL,
     has_evidence),

  L (COPY, "field", "", N_ ("Field"), PATH, NULL, NULL, NULL),
  L (COPY, "direction", "", N_ ("Stored in"), CHOICE, NULL, NULL, NULL),
  L (COPY, "mode", "", N_ ("When its source changes"), CHOICE, NULL, NULL, NULL),
  L (COPY, "name", "", N_ ("Name"), TEXT, NULL, N_ ("Nothing here: as at its source"), NULL),
  L (COPY, "order", "", N_ ("Place among the copies"), ORDER, NULL, NULL, NULL),

  L (OPERATION, "name", "", N_ ("Name"), NAME, NULL, NULL, NULL),
  L (OPERATION, "operation", "", N_ ("What it does"), CHOICE, NULL, NULL, NULL),
  L (OPERATION, "entity", "", N_ ("Starts from"), ITEM, NULL, NULL, NULL),
  L (OPERATION, "description", "", N_ ("Description"), LONG_TEXT, NULL, NULL, NULL),
  L (OPERATION, "rate", N_ ("How often"), N_ ("Runs"), NUMBER, NULL, NULL, NULL),
  L (OPERATION, "per", N_ ("How often"), N_ ("In each"), CHOICE, NULL, NULL, NULL),
  L (OPERATION,
     "latency",
     N_ ("How often"),
     N_ ("Should take no more than"),
     NUMBER,
     N_ ("ms"),
     NULL,
     NULL),
  L (OPERATION,
     "critical",
     N_ ("How often"),
     N_ ("Matters more than others"),
     SWITCH,
     NULL,
     NULL,
     NULL),
  L (OPERATION,
     "stale_ok",
     N_ ("How often"),
     N_ ("May read what is old"),
     NUMBER,
     N_ ("s"),
     NULL,
     is_read),
  L (OPERATION,
     "filter",
     N_ ("Documents"),
     N_ ("Filter"),
     KEYS,
     NULL,
     N_ ("Fields, with in:20, range, regex or exists after those that are not compared with one "
         "value: status, created range"),
     is_filtered),
  L (OPERATION,
     "sort",
     N_ ("Documents"),
     N_ ("Sort"),
     KEYS,
     NULL,
     N_ ("Fields, with -1 after those that come down: created -1"),
     is_filtered),
  L (OPERATION,
     "returns",
     N_ ("Documents"),
     N_ ("Returns"),
     KEYS,
     NULL,
     N_ ("Nothing here: the whole document"),
     is_read),
  L (OPERATION, "writes", N_ ("Documents"), N_ ("Writes"), KEYS, NULL, NULL, is_write),
  L (OPERATION,
     "follows",
     N_ ("Documents"),
     N_ ("Goes on along"),
     ITEMS,
     NULL,
     N_ ("Relationships whose other end is read or written as well"),
     NULL),
  L (OPERATION,
     "moves",
     N_ ("Documents"),
     N_ ("Moves along"),
     ITEM,
     NULL,
     N_ ("The relationship whose child gets another parent"),
     is_write),
  L (OPERATION, "limit", N_ ("Documents"), N_ ("No more than"), NUMBER, NULL, NULL, is_filtered),
  L (OPERATION, "skip", N_ ("Documents"), N_ ("Skips"), NUMBER, NULL, NULL, is_read),
  L (OPERATION,
     "documents",
     N_ ("Documents"),
     N_ ("Changes at once"),
     NUMBER,
     N_ ("documents"),
     NULL,
     is_write),
  L (OPERATION,
     "atomic",
     N_ ("Guarantees"),
     N_ ("All at once or not at all"),
     SWITCH,
     NULL,
     NULL,
     is_write),
  L (OPERATION,
     "transaction",
     N_ ("Guarantees"),
     N_ ("In a transaction"),
     SWITCH,
     NULL,
     NULL,
     NULL),
  L (OPERATION,
     "multi",
     N_ ("Guarantees"),
     N_ ("All documents that fit"),
     SWITCH,
     NULL,
     NULL,
     is_write),
  L (OPERATION,
     "upsert",
     N_ ("Guarantees"),
     N_ ("Insert if there is none"),
     SWITCH,
     NULL,
     NULL,
     is_update),
  L (OPERATION,
     "guard",
     N_ ("Guarantees"),
     N_ ("Its condition is checked"),
     CHOICE,
     NULL,
     NULL,
     is_write),
  L (OPERATION,
     "write_concern",
     N_ ("Guarantees"),
     N_ ("Write concern"),
     SUGGEST,
     NULL,
     NULL,
     NULL),
  L (OPERATION, "read_concern", N_ ("Guarantees"), N_ ("Read concern"), SUGGEST, NULL, NULL, NULL),
  L (OPERATION,
     "read_preference",
     N_ ("Guarantees"),
     N_ ("Read preference"),
     SUGGEST,
     NULL,
     NULL,
     NULL),
  L (OPERATION, "order", N_ ("Guarantees"), N_ ("Place in lists"), ORDER, NULL, NULL, NULL),

  L (NOTE, "text", "", N_ ("Text"), LONG_TEXT, NULL, NULL, NULL),
  L (NOTE, "color", "", N_ ("Colour"), COLOR, NULL, NULL, NULL),
  L (NOTE, "x", N_ ("Diagram"), N_ ("Left"), NUMBER, NULL, NULL, NULL),
  L (NOTE, "y", N_ ("Diagram"), N_ ("Top"), NUMBER, NULL, NULL, NULL),
  L (NOTE, "width", N_ ("Diagram"), N_ ("Width"), NUMBER, NULL, NULL, NULL),
  L (NOTE, "height", N_ ("Diagram"), N_ ("Height"), NUMBER, NULL, NULL, NULL),

  L (GROUP, "name", "", N_ ("Name"), NAME, NULL, NULL, NULL),
  L (GROUP, "color", "", N_ ("Colour"), COLOR, NULL, NULL, NULL),
  L (GROUP, "members", "", N_ ("Entities"), ITEMS, NULL, NULL, NULL),

  L (DISMISSAL, "rule", "", N_ ("Rule"), TEXT, NULL, NULL, NULL),
  L (DISMISSAL, "subject", "", N_ ("About"), ITEM, NULL, NULL, NULL),
  L (DISMISSAL, "reason", "", N_ ("Reason"), LONG_TEXT, NULL, NULL, NULL),
};

static const struct
{
  const char *property;
  const char *choice;
  const char *label;
} choices[] = {
  { "standalone", "auto", N_ ("If nothing embeds it") },
  { "standalone", "yes", N_ ("Always") },
  { "standalone", "no", N_ ("Never") },
  { "ordering", "none", N_ ("No order") },
  { "ordering", "time", N_ ("Time, newest first") },
  { "ordering", "rank", N_ ("Rank") },
  { "mode", "snapshot", N_ ("It stays as it was") },
  { "mode", "kept", N_ ("It is kept in step") },
  { "direction", "to-child", N_ ("The child") },
  { "direction", "to-parent", N_ ("The parent") },
  { "operation", "find", N_ ("Find") },
  { "operation", "aggregate", N_ ("Aggregate") },
  { "operation", "insert", N_ ("Insert") },
  { "operation", "update", N_ ("Update") },
  { "operation", "delete", N_ ("Delete") },
  { "per", "second", N_ ("Second") },
  { "per", "minute", N_ ("Minute") },
  { "per", "hour", N_ ("Hour") },
  { "per", "day", N_ ("Day") },
  { "guard", "none", N_ ("Not at all") },
  { "guard", "read-then-write", N_ ("By reading first") },
  { "guard", "in-filter", N_ ("In the filter") },
  { "validation_level", "strict", N_ ("Strict") },
  { "validation_level", "moderate", N_ ("Moderate") },
  { "validation_level", "off", N_ ("Off") },
  { "validation_action", "error", N_ ("Is refused") },
  { "validation_action", "warn", N_ ("Is logged") },
  { "granularity", "seconds", N_ ("Seconds") },
  { "granularity", "minutes", N_ ("Minutes") },
  { "granularity", "hours", N_ ("Hours") },
};

/* Groups that are folded away until somebody wants them. */
static const char *const folded[] = {
  "Collection options",
  "Diagram",
  "Ends",
  "Guarantees",
  "How it stands there",
  "Limits of values",
  "Options",
  "Sample documents",
  "Sharding",
  "Statistics",
  "Thresholds",
  "Validation",
};

static const char *const meanings[] = { "blob",      "city",     "color",    "count",    "counter",
                                        "country",   "currency", "date",     "email",    "enum",
                                        "id",        "ip",       "language", "latitude", "location",
                                        "longitude", "money",    "name",     "percent",  "phone",
                                        "pii",       "status",   "text",     "time",     "title",
                                        "url",       "uuid",     "version",  NULL };
static const char *const versions[] = { "4.4", "5.0", "6.0", "7.0", "8.0", NULL };
static const char *const write_concerns[] = { "0", "1", "majority", NULL };
static const char *const read_concerns[] = { "local",        "available", "majority",
                                             "linearizable", "snapshot",  NULL };
static const char *const read_preferences[] = { "primary",   "primaryPreferred",
                                                "secondary", "secondaryPreferred",
                                                "nearest",   NULL };

static const struct
{
  const char *property;
  const char *const *values;
} suggestions[] = {
  { "meaning", meanings },
  { "server_version", versions },
  { "write_concern", write_concerns },
  { "read_concern", read_concerns },
  { "read_preference", read_preferences },
};

/**
 * squill_inspector_lines_get:
 * @n: (out): how many
 *
 * Returns: (transfer none) (array length=n): what the inspector shows, kind by kind, in order
 */
const SquillInspectorLine *
squill_inspector_lines_get (guint *n)
{
  g_return_val_if_fail (n != NULL, NULL);

  *n = G_N_ELEMENTS (lines);
  return lines;
}

/**
 * squill_inspector_group_is_folded:
 * @group: a group of lines, untranslated
 *
 * Returns: whether the group is folded away at first
 */
gboolean
squill_inspector_group_is_folded (const char *group)
{
  for (guint i = 0; i < G_N_ELEMENTS (folded); i++)
    if (g_str_equal (folded[i], group))
      return TRUE;
  return FALSE;
}

/**
 * squill_choice_get_label:
 * @property: the name of a property
 * @choice: one of its choices
 *
 * Returns: (transfer none): what the choice is called
 */
const char *
squill_choice_get_label (const char *property, const char *choice)
{
  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    if (g_str_equal (choices[i].property, property) && g_str_equal (choices[i].choice, choice))
      return _ (choices[i].label);
  return choice;
}

/**
 * squill_suggestions_get:
 * @property: the name of a property
 *
 * Returns: (transfer none) (nullable) (array zero-terminated=1): usual values of it
 */
const char *const *
squill_suggestions_get (const char *property)
{
  for (guint i = 0; i < G_N_ELEMENTS (suggestions); i++)
    if (g_str_equal (suggestions[i].property, property))
      return suggestions[i].values;
  return NULL;
}
