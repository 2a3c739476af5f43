/* SPDX-License-Identifier: Apache-2.0 */

/* What the inspector shows of each kind of items. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-inspector-table.h"

#include <glib/gi18n.h>
#include <string.h>

#include "model/squill-placement.h"
#include "session/squill-terms.h"
#include "text/squill-text.h"

/* A rate contradicts another one that is larger or smaller by more than this factor. */
#define CONTRADICTION 1.5

/* What is typed for a number of three, where it is typed. */
#define TRIPLE_HINT \
  N_ ("Minimum, likely, and maximum: 0..35..∞, or one number. * has no limit, 5k is 5 000")

/* In titles, {parent} and {child} are the ends of a relationship, {one parent} and {one child}
 * their names for one: "Comments per post". */
static const SquillInspectorLine lines[] = {
  { SQUILL_KIND_MODEL, "name", "", N_ ("Name"), SQUILL_EDITOR_TEXT, .example = "Shop" },
  { SQUILL_KIND_MODEL, "database", "", N_ ("Database"), SQUILL_EDITOR_TEXT,
    .hint = N_ ("Name of the database on the server"), .example = "shop" },
  { SQUILL_KIND_MODEL, "description", "", N_ ("Description"), SQUILL_EDITOR_LONG_TEXT },
  { SQUILL_KIND_MODEL, "horizon", N_ ("Planning"), N_ ("Planning horizon"), SQUILL_EDITOR_NUMBER,
    .unit = N_ ("years"), .hint = N_ ("Sizes and counts are also projected this far ahead"),
    .example = "5" },
  { SQUILL_KIND_MODEL, "reference_date", N_ ("Planning"), N_ ("Reference date"), SQUILL_EDITOR_TEXT,
    .hint =
        N_ ("The day from which horizons and dates in sample documents count, such as 2026-11-21"),
    .example = "2026-11-21" },
  { SQUILL_KIND_MODEL, "dialect", N_ ("Deployment"), N_ ("Server"), SQUILL_EDITOR_CHOICE,
    .hint = N_ ("What it allows decides what is advised") },
  { SQUILL_KIND_MODEL, "server_version", N_ ("Deployment"), N_ ("MongoDB version"),
    SQUILL_EDITOR_SUGGEST, .example = "7.0" },
  { SQUILL_KIND_MODEL, "memory", N_ ("Deployment"), N_ ("Memory per server"), SQUILL_EDITOR_NUMBER,
    .unit = N_ ("GB"), .example = "64" },
  { SQUILL_KIND_MODEL, "write_capacity", N_ ("Deployment"), N_ ("Write capacity of a server"),
    SQUILL_EDITOR_NUMBER, .unit = N_ ("per second"), .example = "5000" },
  { SQUILL_KIND_MODEL, "shards", N_ ("Deployment"), N_ ("Shards"), SQUILL_EDITOR_NUMBER,
    .example = "3" },
  { SQUILL_KIND_MODEL, "driver", N_ ("Deployment"), N_ ("Driver"), SQUILL_EDITOR_SUGGEST,
    .hint = N_ ("With which the application talks to the server"), .example = "node" },
  { SQUILL_KIND_MODEL, "instances", N_ ("Deployment"), N_ ("Application processes"),
    SQUILL_EDITOR_NUMBER, .hint = N_ ("Each has a pool of connections of its own"),
    .example = "8" },
  { SQUILL_KIND_MODEL, "pool_size", N_ ("Deployment"), N_ ("Connections per process"),
    SQUILL_EDITOR_NUMBER, .hint = N_ ("The most that its pool opens to one server (maxPoolSize)"),
    .example = "100" },
  { SQUILL_KIND_MODEL, "seed", N_ ("Sample documents"), N_ ("Seed"), SQUILL_EDITOR_NUMBER,
    .hint = N_ ("Another number generates other sample documents"), .example = "7" },
  { SQUILL_KIND_MODEL, "dictionary", N_ ("Documentation"), N_ ("Everything is described"),
    SQUILL_EDITOR_SWITCH,
    .hint = N_ ("Entities and fields without a description are to be named") },
  { SQUILL_KIND_MODEL, "review", N_ ("Documentation"), N_ ("Review"), SQUILL_EDITOR_LONG_TEXT,
    .hint = N_ ("Who has looked at the changes since the database was read, and when") },
  { SQUILL_KIND_MODEL, "thresholds", N_ ("Thresholds"), N_ ("Thresholds"),
    SQUILL_EDITOR_THRESHOLDS },
  { SQUILL_KIND_MODEL, "evidence", N_ ("Evidence"), N_ ("Evidence"), SQUILL_EDITOR_EVIDENCE,
    .condition = SQUILL_LINE_IF_SET },
  { SQUILL_KIND_MODEL, "conflicts", N_ ("Merge"), N_ ("Conflicts"), SQUILL_EDITOR_JSON,
    .hint = N_ ("Changed in different ways by two people, and not decided yet"),
    .condition = SQUILL_LINE_IF_SET, .example = "{}" },

  { SQUILL_KIND_ENTITY, "name", "", N_ ("Name"), SQUILL_EDITOR_NAME, .example = "posts" },
  { SQUILL_KIND_ENTITY, "description", "", N_ ("Description"), SQUILL_EDITOR_LONG_TEXT },
  { SQUILL_KIND_ENTITY, "count", N_ ("Number"), N_ ("Now"), SQUILL_EDITOR_TRIPLE,
    .hint = TRIPLE_HINT, .example = "0..10k..∞" },
  { SQUILL_KIND_ENTITY, "growth", N_ ("Number"), N_ ("Growth"), SQUILL_EDITOR_NUMBER,
    .unit = N_ ("per month"), .example = "300" },
  { SQUILL_KIND_ENTITY, "retention", N_ ("Number"), N_ ("Retention"), SQUILL_EDITOR_NUMBER,
    .unit = N_ ("days"), .hint = N_ ("Leave empty to keep them forever"), .example = "90" },
  { SQUILL_KIND_ENTITY, "hot_share", N_ ("Number"), N_ ("Still in use"), SQUILL_EDITOR_PERCENT,
    /* xgettext:no-c-format */
    .unit = N_ ("% of them"), .hint = N_ ("The share that operations still look for"),
    .example = "20" },
  { SQUILL_KIND_ENTITY, "readers", N_ ("Number"), N_ ("Who may read them"), SQUILL_EDITOR_CHOICE },
  { SQUILL_KIND_ENTITY, "as_of", N_ ("Number"), N_ ("Earlier states are asked for"),
    SQUILL_EDITOR_SWITCH, .hint = N_ ("What a document said on a certain date") },
  { SQUILL_KIND_ENTITY, "standalone", N_ ("Storage"), N_ ("Collection of its own"),
    SQUILL_EDITOR_CHOICE },
  { SQUILL_KIND_ENTITY, "database", N_ ("Storage"), N_ ("Database"), SQUILL_EDITOR_TEXT,
    .hint = N_ ("Leave empty for that of the model"), .example = "shop" },
  { SQUILL_KIND_ENTITY, "first_class", N_ ("Storage"), N_ ("Referenced by others"),
    SQUILL_EDITOR_SWITCH, .hint = N_ ("What other entities refer to is better not embedded") },
  { SQUILL_KIND_ENTITY, "evolving", N_ ("Storage"), N_ ("Fields will change"),
    SQUILL_EDITOR_SWITCH },
  { SQUILL_KIND_ENTITY, "discriminator", N_ ("Variants"), N_ ("Discriminator"), SQUILL_EDITOR_ITEM,
    .hint = N_ ("The field whose value tells which of the fields there are") },
  { SQUILL_KIND_ENTITY, "shard_key", N_ ("Sharding"), N_ ("Shard key"), SQUILL_EDITOR_KEYS,
    .hint = N_ ("Fields, with “hashed” after a hashed one: country, user hashed"),
    .example = "country, user hashed" },
  { SQUILL_KIND_ENTITY, "shard_unique", N_ ("Sharding"), N_ ("Unique"), SQUILL_EDITOR_SWITCH,
    .condition = SQUILL_LINE_IF_SHARDED },
  { SQUILL_KIND_ENTITY, "validation_level", N_ ("Validation"), N_ ("Level"), SQUILL_EDITOR_CHOICE },
  { SQUILL_KIND_ENTITY, "validation_action", N_ ("Validation"), N_ ("Invalid documents"),
    SQUILL_EDITOR_CHOICE,
    .hint = N_ ("By the evidence, they are logged where the validator was made from a sample, and "
                "rejected elsewhere") },
  { SQUILL_KIND_ENTITY, "closed", N_ ("Validation"), N_ ("Reject other fields"),
    SQUILL_EDITOR_SWITCH, .hint = N_ ("Documents have no fields but those drawn here") },
  { SQUILL_KIND_ENTITY, "capped", N_ ("Collection options"), N_ ("Capped"), SQUILL_EDITOR_SWITCH,
    .hint = N_ ("The oldest documents are removed when it is full") },
  { SQUILL_KIND_ENTITY, "capped_size", N_ ("Collection options"), N_ ("Maximum size"),
    SQUILL_EDITOR_NUMBER, .unit = N_ ("B"), .condition = SQUILL_LINE_IF_CAPPED, .example = "100M" },
  { SQUILL_KIND_ENTITY, "capped_documents", N_ ("Collection options"),
    N_ ("Maximum number of documents"), SQUILL_EDITOR_NUMBER, .condition = SQUILL_LINE_IF_CAPPED,
    .example = "10k" },
  { SQUILL_KIND_ENTITY, "time_field", N_ ("Collection options"), N_ ("Time field"),
    SQUILL_EDITOR_PATH, .hint = N_ ("Makes it a time series collection"), .example = "measured" },
  { SQUILL_KIND_ENTITY, "meta_field", N_ ("Collection options"), N_ ("Meta field"),
    SQUILL_EDITOR_PATH, .condition = SQUILL_LINE_IF_TIME_SERIES, .example = "sensor" },
  { SQUILL_KIND_ENTITY, "granularity", N_ ("Collection options"), N_ ("Granularity"),
    SQUILL_EDITOR_CHOICE, .condition = SQUILL_LINE_IF_TIME_SERIES },
  { SQUILL_KIND_ENTITY, "clustered", N_ ("Collection options"), N_ ("Clustered by _id"),
    SQUILL_EDITOR_SWITCH },
  { SQUILL_KIND_ENTITY, "expire_after", N_ ("Collection options"), N_ ("Documents expire after"),
    SQUILL_EDITOR_NUMBER, .unit = N_ ("s"),
    .hint = N_ ("For a time series or clustered collection"), .example = "86400" },
  { SQUILL_KIND_ENTITY, "collation", N_ ("Collection options"), N_ ("Collation"),
    SQUILL_EDITOR_JSON, .example = "{\"locale\": \"de\"}" },
  { SQUILL_KIND_ENTITY, "color", N_ ("Diagram"), N_ ("Color"), SQUILL_EDITOR_COLOR },
  { SQUILL_KIND_ENTITY, "collapsed", N_ ("Diagram"), N_ ("Collapsed"), SQUILL_EDITOR_SWITCH,
    .hint = N_ ("Shows only the name on the diagram") },
  { SQUILL_KIND_ENTITY, "locked", N_ ("Diagram"), N_ ("Locked"), SQUILL_EDITOR_SWITCH,
    .hint = N_ ("Neither dragging nor arranging moves the card") },
  { SQUILL_KIND_ENTITY, "x", N_ ("Diagram"), N_ ("Left"), SQUILL_EDITOR_NUMBER, .example = "48" },
  { SQUILL_KIND_ENTITY, "y", N_ ("Diagram"), N_ ("Top"), SQUILL_EDITOR_NUMBER, .example = "48" },
  { SQUILL_KIND_ENTITY, "order", N_ ("Diagram"), N_ ("Position in lists"), SQUILL_EDITOR_ORDER },
  { SQUILL_KIND_ENTITY, "evidence", N_ ("Evidence"), N_ ("Evidence"), SQUILL_EDITOR_EVIDENCE,
    .condition = SQUILL_LINE_IF_SET },

  { SQUILL_KIND_FIELD, "name", "", N_ ("Name"), SQUILL_EDITOR_NAME, .example = "title" },
  { SQUILL_KIND_FIELD, "types", "", N_ ("Type"), SQUILL_EDITOR_TYPES,
    .hint = N_ ("One or more types: string|int"), .example = "string|int" },
  { SQUILL_KIND_FIELD, "required", "", N_ ("Required"), SQUILL_EDITOR_SWITCH,
    .hint = N_ ("Every document has it") },
  { SQUILL_KIND_FIELD, "presence", "", N_ ("Present in"), SQUILL_EDITOR_PERCENT,
    /* xgettext:no-c-format */
    .unit = N_ ("% of documents"), .condition = SQUILL_LINE_IF_OPTIONAL, .example = "80" },
  { SQUILL_KIND_FIELD, "description", "", N_ ("Description"), SQUILL_EDITOR_LONG_TEXT },
  { SQUILL_KIND_FIELD, "array", N_ ("Array or map"), N_ ("Array"), SQUILL_EDITOR_SWITCH },
  { SQUILL_KIND_FIELD, "map", N_ ("Array or map"), N_ ("Keys are data"), SQUILL_EDITOR_SWITCH,
    .hint = N_ ("A map: its keys differ from document to document") },
  { SQUILL_KIND_FIELD, "rest", N_ ("Array or map"), N_ ("Beside other fields"),
    SQUILL_EDITOR_SWITCH,
    .hint = N_ ("The keys stand in the object around it: all that are no field there"),
    .condition = SQUILL_LINE_IF_MAP },
  { SQUILL_KIND_FIELD, "length", N_ ("Array or map"), N_ ("Elements"), SQUILL_EDITOR_TRIPLE,
    .hint = TRIPLE_HINT, .condition = SQUILL_LINE_IF_ARRAY_OR_MAP, .example = "0..4..12" },
  { SQUILL_KIND_FIELD, "growth", N_ ("Array or map"), N_ ("Growth"), SQUILL_EDITOR_NUMBER,
    .unit = N_ ("per year"), .condition = SQUILL_LINE_IF_ARRAY_OR_MAP, .example = "40" },
  { SQUILL_KIND_FIELD, "cap", N_ ("Array or map"), N_ ("Upper limit"), SQUILL_EDITOR_NUMBER,
    .hint = N_ ("Enforced by the application or by validation"),
    .condition = SQUILL_LINE_IF_ARRAY_OR_MAP, .example = "200" },
  { SQUILL_KIND_FIELD, "key_size", N_ ("Array or map"), N_ ("Key size"), SQUILL_EDITOR_TRIPLE,
    .unit = N_ ("B"), .condition = SQUILL_LINE_IF_MAP, .example = "2..8..24" },
  { SQUILL_KIND_FIELD, "key_pattern", N_ ("Array or map"), N_ ("Key pattern"), SQUILL_EDITOR_TEXT,
    .hint = N_ ("Regular expression"), .condition = SQUILL_LINE_IF_MAP, .example = "^[a-z]{2}$" },
  { SQUILL_KIND_FIELD, "map_key", N_ ("Array or map"), N_ ("Key of a map"), SQUILL_EDITOR_SWITCH,
    .hint = N_ ("Where documents embed many of these, it is a map by this field, not an array") },
  { SQUILL_KIND_FIELD, "single", N_ ("Array or map"), N_ ("May be a single value instead"),
    SQUILL_EDITOR_SWITCH, .condition = SQUILL_LINE_IF_ARRAY },
  { SQUILL_KIND_FIELD, "nullable", N_ ("Array or map"), N_ ("May be null instead"),
    SQUILL_EDITOR_SWITCH, .condition = SQUILL_LINE_IF_ARRAY_OR_MAP },
  { SQUILL_KIND_FIELD, "size", N_ ("Values"), N_ ("Size"), SQUILL_EDITOR_TRIPLE, .unit = N_ ("B"),
    .hint = N_ ("Of the text in UTF-8 or of the data: minimum, likely, and maximum"),
    .condition = SQUILL_LINE_IF_BYTES, .example = "2..40..200" },
  { SQUILL_KIND_FIELD, "meaning", N_ ("Values"), N_ ("Meaning"), SQUILL_EDITOR_SUGGEST,
    .hint = N_ ("What the value stands for; sample documents and advice depend on it"),
    .example = "email" },
  { SQUILL_KIND_FIELD, "whole", N_ ("Values"), N_ ("Whole numbers"), SQUILL_EDITOR_SWITCH,
    .hint = N_ ("Without fractions, whatever their type"), .condition = SQUILL_LINE_IF_NUMBER },
  { SQUILL_KIND_FIELD, "usual_range", N_ ("Values"), N_ ("Range of usual values"),
    SQUILL_EDITOR_JSON, .hint = N_ ("No bound; sample documents keep within it"),
    .condition = SQUILL_LINE_IF_SET, .example = "[1, 100]" },
  { SQUILL_KIND_FIELD, "usual_values", N_ ("Values"), N_ ("Usual values"), SQUILL_EDITOR_JSON,
    .hint = N_ ("No enumeration; sample documents have these"), .condition = SQUILL_LINE_IF_SET,
    .example = "[\"red\", \"blue\"]" },
  { SQUILL_KIND_FIELD, "usual_pattern", N_ ("Values"), N_ ("Pattern of usual values"),
    SQUILL_EDITOR_TEXT, .hint = N_ ("No constraint; sample documents keep to it"),
    .condition = SQUILL_LINE_IF_SET, .example = "^[A-Z]{3}-[0-9]+$" },
  { SQUILL_KIND_FIELD, "unique", N_ ("Values"), N_ ("Unique values"), SQUILL_EDITOR_SWITCH },
  { SQUILL_KIND_FIELD, "immutable", N_ ("Values"), N_ ("Never changes"), SQUILL_EDITOR_SWITCH },
  { SQUILL_KIND_FIELD, "keywords", N_ ("Values"), N_ ("Looked up by single words"),
    SQUILL_EDITOR_SWITCH, .hint = N_ ("As they are, without ranking, endings, or synonyms"),
    .condition = SQUILL_LINE_IF_TEXT },
  { SQUILL_KIND_FIELD, "tolerance", N_ ("Values"), N_ ("May be off by"), SQUILL_EDITOR_NUMBER,
    .hint = N_ ("Of a counter that need not be exact; 0 for one that must be"),
    .condition = SQUILL_LINE_IF_NUMBER, .example = "5" },
  { SQUILL_KIND_FIELD, "enum", N_ ("Constraints"), N_ ("Allowed values"), SQUILL_EDITOR_JSON,
    .hint = N_ ("An array of values: [\"new\", \"done\"]"), .example = "[\"new\", \"done\"]" },
  { SQUILL_KIND_FIELD, "other_values", N_ ("Constraints"), N_ ("Other values"),
    SQUILL_EDITOR_CHOICE,
    .hint = N_ ("Those that are not among the allowed values. By the evidence, they are rejected "
                "unless the "
                "allowed values were only read from data") },
  { SQUILL_KIND_FIELD, "exact_type", N_ ("Constraints"), N_ ("Exactly this type"),
    SQUILL_EDITOR_SWITCH,
    .hint = N_ ("Otherwise int, long, and double pass for each other: the MongoDB Shell and some "
                "drivers send 5 as an int"),
    .condition = SQUILL_LINE_IF_NUMBER },
  { SQUILL_KIND_FIELD, "default", N_ ("Constraints"), N_ ("Default"), SQUILL_EDITOR_JSON,
    .example = "\"new\"" },
  { SQUILL_KIND_FIELD, "minimum", N_ ("Constraints"), N_ ("Minimum"), SQUILL_EDITOR_JSON,
    .example = "0" },
  { SQUILL_KIND_FIELD, "maximum", N_ ("Constraints"), N_ ("Maximum"), SQUILL_EDITOR_JSON,
    .example = "100" },
  { SQUILL_KIND_FIELD, "min_length", N_ ("Constraints"), N_ ("Minimum length"),
    SQUILL_EDITOR_NUMBER, .unit = N_ ("characters"), .condition = SQUILL_LINE_IF_TEXT,
    .example = "3" },
  { SQUILL_KIND_FIELD, "max_length", N_ ("Constraints"), N_ ("Maximum length"),
    SQUILL_EDITOR_NUMBER, .unit = N_ ("characters"), .condition = SQUILL_LINE_IF_TEXT,
    .example = "80" },
  { SQUILL_KIND_FIELD, "pattern", N_ ("Constraints"), N_ ("Pattern"), SQUILL_EDITOR_TEXT,
    .hint = N_ ("A regular expression"), .condition = SQUILL_LINE_IF_TEXT,
    .example = "^[^@]+@[^@]+$" },
  { SQUILL_KIND_FIELD, "subtype", N_ ("Constraints"), N_ ("Binary subtype"), SQUILL_EDITOR_NUMBER,
    .hint = N_ ("4 is a UUID"), .condition = SQUILL_LINE_IF_BINARY, .example = "4" },
  { SQUILL_KIND_FIELD, "distinct", N_ ("Statistics"), N_ ("Distinct values"), SQUILL_EDITOR_NUMBER,
    .example = "5k" },
  { SQUILL_KIND_FIELD, "top", N_ ("Statistics"), N_ ("Share of the most common value"),
    SQUILL_EDITOR_PERCENT, .unit = N_ ("%"), .example = "30" },
  { SQUILL_KIND_FIELD, "change_group", N_ ("Statistics"), N_ ("Changes together with"),
    SQUILL_EDITOR_TEXT, .hint = N_ ("Fields with the same word here change at the same time"),
    .example = "address" },
  { SQUILL_KIND_FIELD, "order", N_ ("Statistics"), N_ ("Position among its siblings"),
    SQUILL_EDITOR_ORDER },
  { SQUILL_KIND_FIELD, "variants", N_ ("Variants"), N_ ("Only with the values"), SQUILL_EDITOR_JSON,
    .hint = N_ ("Of the discriminator, as an array: [\"circle\", \"square\"]"),
    .condition = SQUILL_LINE_IF_SET, .example = "[\"circle\", \"square\"]" },
  { SQUILL_KIND_FIELD, "value_shares", N_ ("Variants"), N_ ("Shares of its values"),
    SQUILL_EDITOR_JSON, .hint = N_ ("An array: [{\"value\": \"circle\", \"share\": 0.25}]"),
    .condition = SQUILL_LINE_IF_SET, .example = "[{\"value\": \"circle\", \"share\": 0.25}]" },
  { SQUILL_KIND_FIELD, "discriminator", N_ ("Variants"), N_ ("Discriminator"), SQUILL_EDITOR_ITEM,
    .hint = N_ ("The field whose value tells which of the nested fields there are"),
    .condition = SQUILL_LINE_IF_OBJECT },
  { SQUILL_KIND_FIELD, "outlier_types", N_ ("Outliers"), N_ ("Types of a few values"),
    SQUILL_EDITOR_TYPES, .hint = N_ ("Allowed by validators, but not what the field is"),
    .condition = SQUILL_LINE_IF_SET, .example = "string|null" },
  { SQUILL_KIND_FIELD, "outlier_instead", N_ ("Outliers"), N_ ("A few times instead of the whole"),
    SQUILL_EDITOR_TYPES, .hint = N_ ("What a few documents have in place of the array or map"),
    .condition = SQUILL_LINE_IF_SET, .example = "string" },
  { SQUILL_KIND_FIELD, "evidence", N_ ("Evidence"), N_ ("Evidence"), SQUILL_EDITOR_EVIDENCE,
    .condition = SQUILL_LINE_IF_SET },

  { SQUILL_KIND_INDEX, "name", "", N_ ("Name"), SQUILL_EDITOR_TEXT,
    .hint = N_ ("Leave empty for the name that the server gives it"),
    .example = "author_1_when_-1" },
  { SQUILL_KIND_INDEX, "keys", "", N_ ("Keys"), SQUILL_EDITOR_KEYS,
    .hint = N_ ("Fields, with -1, text, hashed, or 2dsphere after those that are not ascending: "
                "status, created -1"),
    .example = "author, when -1" },
  { SQUILL_KIND_INDEX, "unique", "", N_ ("Unique"), SQUILL_EDITOR_SWITCH },
  { SQUILL_KIND_INDEX, "sparse", "", N_ ("Sparse"), SQUILL_EDITOR_SWITCH,
    .hint = N_ ("Leaves out documents without the field") },
  { SQUILL_KIND_INDEX, "hidden", "", N_ ("Hidden"), SQUILL_EDITOR_SWITCH,
    .hint = N_ ("Kept up to date, but not used by queries") },
  { SQUILL_KIND_INDEX, "expire_after", "", N_ ("Documents expire after"), SQUILL_EDITOR_NUMBER,
    .unit = N_ ("s"), .hint = N_ ("Makes it a TTL index"), .example = "86400" },
  { SQUILL_KIND_INDEX, "partial", N_ ("Options"), N_ ("Partial filter"), SQUILL_EDITOR_JSON,
    .hint = N_ ("An expression that indexed documents match: {\"status\": \"open\"}"),
    .example = "{\"status\": \"open\"}" },
  { SQUILL_KIND_INDEX, "collation", N_ ("Options"), N_ ("Collation"), SQUILL_EDITOR_JSON,
    .example = "{\"locale\": \"de\"}" },
  { SQUILL_KIND_INDEX, "options", N_ ("Options"), N_ ("Other options"), SQUILL_EDITOR_JSON,
    .example = "{\"wildcardProjection\": {\"a\": 1}}" },
  { SQUILL_KIND_INDEX, "order", N_ ("Options"), N_ ("Position among the indexes"),
    SQUILL_EDITOR_ORDER },
  { SQUILL_KIND_INDEX, "evidence", N_ ("Evidence"), N_ ("Evidence"), SQUILL_EDITOR_EVIDENCE,
    .condition = SQUILL_LINE_IF_SET },

  { SQUILL_KIND_RELATIONSHIP, "children", N_ ("Cardinality"), N_ ("{child} per {one parent}"),
    SQUILL_EDITOR_TRIPLE, .hint = TRIPLE_HINT, .example = "0..35..∞" },
  { SQUILL_KIND_RELATIONSHIP, "parents", N_ ("Cardinality"), N_ ("{parent} per {one child}"),
    SQUILL_EDITOR_TRIPLE, .hint = TRIPLE_HINT, .example = "0..1" },
  { SQUILL_KIND_RELATIONSHIP, "growth", N_ ("Cardinality"),
    N_ ("Growth · per {one parent} and year"), SQUILL_EDITOR_NUMBER, .example = "40" },
  { SQUILL_KIND_RELATIONSHIP, "cap", N_ ("Cardinality"), N_ ("Upper limit"), SQUILL_EDITOR_NUMBER,
    .hint = N_ ("Enforced by the application or by validation"), .example = "200" },
  { SQUILL_KIND_RELATIONSHIP, "placement", N_ ("Stored as"), N_ ("Stored as"),
    SQUILL_EDITOR_PLACEMENT },
  { SQUILL_KIND_RELATIONSHIP, "pinned", N_ ("Stored as"), N_ ("Keep this placement"),
    SQUILL_EDITOR_SWITCH, .hint = N_ ("Another may be advised, but none is applied") },
  { SQUILL_KIND_RELATIONSHIP, "bound", N_ ("Order and limits"), N_ ("Number in one document"),
    SQUILL_EDITOR_NUMBER, .condition = SQUILL_LINE_IF_BOUNDED, .example = "10" },
  { SQUILL_KIND_RELATIONSHIP, "ordering", N_ ("Order and limits"), N_ ("Order"),
    SQUILL_EDITOR_CHOICE },
  { SQUILL_KIND_RELATIONSHIP, "order_by", N_ ("Order and limits"), N_ ("Ordered by"),
    SQUILL_EDITOR_PATH, .condition = SQUILL_LINE_IF_ORDERED, .example = "when" },
  { SQUILL_KIND_RELATIONSHIP, "depth", N_ ("Order and limits"), N_ ("Nesting depth"),
    SQUILL_EDITOR_NUMBER, .unit = N_ ("levels"), .condition = SQUILL_LINE_IF_RECURSIVE,
    .example = "3" },
  { SQUILL_KIND_RELATIONSHIP, "together", N_ ("Access frequency"),
    N_ ("{parent} with their {child}"), SQUILL_EDITOR_NUMBER, .unit = N_ ("/s"), .example = "800" },
  { SQUILL_KIND_RELATIONSHIP, "parent_alone", N_ ("Access frequency"), N_ ("{parent} alone"),
    SQUILL_EDITOR_NUMBER, .unit = N_ ("/s"), .example = "120" },
  { SQUILL_KIND_RELATIONSHIP, "child_alone", N_ ("Access frequency"), N_ ("{child} alone"),
    SQUILL_EDITOR_NUMBER, .unit = N_ ("/s"), .example = "5" },
  { SQUILL_KIND_RELATIONSHIP, "write", N_ ("Access frequency"), N_ ("New or changed {child}"),
    SQUILL_EDITOR_NUMBER, .unit = N_ ("/s"), .example = "15" },
  { SQUILL_KIND_RELATIONSHIP, "move", N_ ("Access frequency"),
    N_ ("{child} reassigned to other {parent}"), SQUILL_EDITOR_NUMBER, .unit = N_ ("/s"),
    .example = "0.1" },
  { SQUILL_KIND_RELATIONSHIP, "name", N_ ("Names"), N_ ("Name"), SQUILL_EDITOR_NAME,
    .example = "comments" },
  { SQUILL_KIND_RELATIONSHIP, "parent_name", N_ ("Names"), N_ ("Name in {parent}"),
    SQUILL_EDITOR_TEXT, .hint = N_ ("Leave empty for the name of the relationship"),
    .example = "comments" },
  { SQUILL_KIND_RELATIONSHIP, "child_name", N_ ("Names"), N_ ("Name in {child}"),
    SQUILL_EDITOR_TEXT, .hint = N_ ("Leave empty for the name of the other entity"),
    .example = "post" },
  { SQUILL_KIND_RELATIONSHIP, "description", N_ ("Names"), N_ ("Description"),
    SQUILL_EDITOR_LONG_TEXT },
  { SQUILL_KIND_RELATIONSHIP, "parent", N_ ("Ends"), N_ ("From"), SQUILL_EDITOR_ITEM },
  { SQUILL_KIND_RELATIONSHIP, "child", N_ ("Ends"), N_ ("To"), SQUILL_EDITOR_ITEM },
  { SQUILL_KIND_RELATIONSHIP, "contains", N_ ("Ends"), N_ ("Part of a whole"), SQUILL_EDITOR_SWITCH,
    .hint = N_ ("Deleted together with it") },
  { SQUILL_KIND_RELATIONSHIP, "optional", N_ ("Storage details"), N_ ("May be missing"),
    SQUILL_EDITOR_SWITCH },
  { SQUILL_KIND_RELATIONSHIP, "keep_id", N_ ("Storage details"),
    N_ ("Embedded documents keep their _id"), SQUILL_EDITOR_SWITCH,
    .condition = SQUILL_LINE_IF_EMBEDDING },
  { SQUILL_KIND_RELATIONSHIP, "parent_holder", N_ ("Storage details"),
    N_ ("Reference field in the parent"), SQUILL_EDITOR_ITEM,
    .hint = N_ ("A field that is itself the reference"), .condition = SQUILL_LINE_IF_REFERENCE },
  { SQUILL_KIND_RELATIONSHIP, "child_holder", N_ ("Storage details"),
    N_ ("Reference field in the child"), SQUILL_EDITOR_ITEM,
    .hint = N_ ("A field that is itself the reference"), .condition = SQUILL_LINE_IF_REFERENCE },
  { SQUILL_KIND_RELATIONSHIP, "parent_key", N_ ("Storage details"), N_ ("Refers to the parent by"),
    SQUILL_EDITOR_ITEM, .hint = N_ ("Leave empty for _id"), .condition = SQUILL_LINE_IF_REFERENCE },
  { SQUILL_KIND_RELATIONSHIP, "child_key", N_ ("Storage details"), N_ ("Refers to the child by"),
    SQUILL_EDITOR_ITEM, .hint = N_ ("Leave empty for _id"), .condition = SQUILL_LINE_IF_REFERENCE },
  { SQUILL_KIND_RELATIONSHIP, "by_keys", N_ ("Storage details"),
    N_ ("The keys of a map are the references"), SQUILL_EDITOR_SWITCH,
    .hint = N_ ("Of the map that is the reference field, not its values"),
    .condition = SQUILL_LINE_IF_REFERENCE },
  { SQUILL_KIND_RELATIONSHIP, "nest_copies", N_ ("Storage details"),
    N_ ("Copied fields in a subdocument"), SQUILL_EDITOR_SWITCH,
    .hint = N_ ("A single reference with copied fields becomes {id, …}"),
    .condition = SQUILL_LINE_IF_REFERENCE },
  { SQUILL_KIND_RELATIONSHIP, "id_name", N_ ("Storage details"), N_ ("Name of the id in it"),
    SQUILL_EDITOR_TEXT, .condition = SQUILL_LINE_IF_REFERENCE, .example = "post_id" },
  { SQUILL_KIND_RELATIONSHIP, "parent_order", N_ ("Storage details"),
    N_ ("Position among the fields of {parent}"), SQUILL_EDITOR_ORDER },
  { SQUILL_KIND_RELATIONSHIP, "child_order", N_ ("Storage details"),
    N_ ("Position among the fields of {child}"), SQUILL_EDITOR_ORDER },
  { SQUILL_KIND_RELATIONSHIP, "beside", N_ ("Diagram"), N_ ("Embedded card beside its parent"),
    SQUILL_EDITOR_SWITCH, .condition = SQUILL_LINE_IF_EMBEDDING },
  { SQUILL_KIND_RELATIONSHIP, "x", N_ ("Diagram"), N_ ("Left"), SQUILL_EDITOR_NUMBER,
    .hint = N_ ("Of the collection that belongs to the relationship"),
    .condition = SQUILL_LINE_IF_OWN_COLLECTION, .example = "48" },
  { SQUILL_KIND_RELATIONSHIP, "y", N_ ("Diagram"), N_ ("Top"), SQUILL_EDITOR_NUMBER,
    .condition = SQUILL_LINE_IF_OWN_COLLECTION, .example = "48" },
  { SQUILL_KIND_RELATIONSHIP, "lines", N_ ("Diagram"), N_ ("Moved lines and labels"),
    SQUILL_EDITOR_JSON, .hint = N_ ("Drag a line or what is written on it"),
    .example = "{\"child\": {\"bend\": [40, -24]}}" },
  { SQUILL_KIND_RELATIONSHIP, "order", N_ ("Diagram"), N_ ("Position in lists"),
    SQUILL_EDITOR_ORDER },
  { SQUILL_KIND_RELATIONSHIP, "variants", N_ ("Storage details"), N_ ("Only with the values"),
    SQUILL_EDITOR_JSON, .hint = N_ ("Of the discriminator of {parent}, as an array"),
    .condition = SQUILL_LINE_IF_SET, .example = "[\"circle\", \"square\"]" },
  { SQUILL_KIND_RELATIONSHIP, "outlier_types", N_ ("Outliers"), N_ ("Types of a few elements"),
    SQUILL_EDITOR_TYPES, .hint = N_ ("Allowed by validators, besides embedded documents"),
    .condition = SQUILL_LINE_IF_SET, .example = "string|null" },
  { SQUILL_KIND_RELATIONSHIP, "outlier_instead", N_ ("Outliers"),
    N_ ("A few times instead of the whole"), SQUILL_EDITOR_TYPES,
    .hint = N_ ("What a few documents have in place of the array"), .condition = SQUILL_LINE_IF_SET,
    .example = "string" },
  { SQUILL_KIND_RELATIONSHIP, "confidence", N_ ("Evidence"), N_ ("Confidence"),
    SQUILL_EDITOR_PERCENT, .unit = N_ ("%"),
    .hint = N_ ("Of a relationship that was found in documents"), .example = "90" },
  { SQUILL_KIND_RELATIONSHIP, "evidence", N_ ("Evidence"), N_ ("Evidence"), SQUILL_EDITOR_EVIDENCE,
    .condition = SQUILL_LINE_IF_SET },

  { SQUILL_KIND_COPY, "field", "", N_ ("Field"), SQUILL_EDITOR_PATH, .example = "name" },
  { SQUILL_KIND_COPY, "direction", "", N_ ("Stored in"), SQUILL_EDITOR_CHOICE },
  { SQUILL_KIND_COPY, "mode", "", N_ ("When the source changes"), SQUILL_EDITOR_CHOICE },
  { SQUILL_KIND_COPY, "name", "", N_ ("Name"), SQUILL_EDITOR_TEXT,
    .hint = N_ ("Leave empty for the name of the source"), .example = "author_name" },
  { SQUILL_KIND_COPY, "order", "", N_ ("Position among the copies"), SQUILL_EDITOR_ORDER },

  { SQUILL_KIND_OPERATION, "name", "", N_ ("Name"), SQUILL_EDITOR_NAME, .example = "newest posts" },
  { SQUILL_KIND_OPERATION, "operation", "", N_ ("Kind"), SQUILL_EDITOR_CHOICE },
  { SQUILL_KIND_OPERATION, "entity", "", N_ ("Starts from"), SQUILL_EDITOR_ITEM },
  { SQUILL_KIND_OPERATION, "description", "", N_ ("Description"), SQUILL_EDITOR_LONG_TEXT },
  { SQUILL_KIND_OPERATION, "rate", N_ ("Frequency"), N_ ("Rate"), SQUILL_EDITOR_NUMBER,
    .example = "100" },
  { SQUILL_KIND_OPERATION, "per", N_ ("Frequency"), N_ ("Per"), SQUILL_EDITOR_CHOICE },
  { SQUILL_KIND_OPERATION, "latency", N_ ("Frequency"), N_ ("Latency goal"), SQUILL_EDITOR_NUMBER,
    .unit = N_ ("ms"), .example = "50" },
  { SQUILL_KIND_OPERATION, "critical", N_ ("Frequency"), N_ ("Critical"), SQUILL_EDITOR_SWITCH,
    .hint = N_ ("Matters more than other operations") },
  { SQUILL_KIND_OPERATION, "stale_ok", N_ ("Frequency"), N_ ("Stale reads allowed"),
    SQUILL_EDITOR_NUMBER, .unit = N_ ("s"), .hint = N_ ("How old the data may be"),
    .condition = SQUILL_LINE_IF_READ, .example = "60" },
  { SQUILL_KIND_OPERATION, "filter", N_ ("Documents"), N_ ("Filter"), SQUILL_EDITOR_KEYS,
    .hint = N_ ("Fields, with in:20, range, prefix, contains, icase, regex, or exists after those "
                "that are not compared with one value, and eq:open after those always compared "
                "with the same: status eq:open, created range"),
    .condition = SQUILL_LINE_IF_FILTERED, .example = "author, when" },
  { SQUILL_KIND_OPERATION, "sort", N_ ("Documents"), N_ ("Sort"), SQUILL_EDITOR_KEYS,
    .hint = N_ ("Fields, with -1 after descending ones: created -1"),
    .condition = SQUILL_LINE_IF_FILTERED, .example = "when -1" },
  { SQUILL_KIND_OPERATION, "returns", N_ ("Documents"), N_ ("Returns"), SQUILL_EDITOR_KEYS,
    .hint = N_ ("Leave empty for whole documents"), .condition = SQUILL_LINE_IF_READ,
    .example = "title, when" },
  { SQUILL_KIND_OPERATION, "writes", N_ ("Documents"), N_ ("Writes"), SQUILL_EDITOR_KEYS,
    .condition = SQUILL_LINE_IF_WRITE, .example = "title" },
  { SQUILL_KIND_OPERATION, "computes", N_ ("Documents"), N_ ("Computes"), SQUILL_EDITOR_KEYS,
    .hint = N_ ("Fields, with sum, avg, min, max, or count after them: price sum, rating avg"),
    .condition = SQUILL_LINE_IF_READ, .example = "price sum, rating avg" },
  { SQUILL_KIND_OPERATION, "unwinds", N_ ("Documents"), N_ ("One result per joined document"),
    SQUILL_EDITOR_SWITCH,
    .hint = N_ ("$unwind right after $lookup, so that no document holds all of them"),
    .condition = SQUILL_LINE_IF_READ },
  { SQUILL_KIND_OPERATION, "follows", N_ ("Documents"), N_ ("Relationships followed"),
    SQUILL_EDITOR_ITEMS, .hint = N_ ("Entities at their other ends are read or written as well") },
  { SQUILL_KIND_OPERATION, "moves", N_ ("Documents"), N_ ("Reassigns along"), SQUILL_EDITOR_ITEM,
    .hint = N_ ("The relationship in which a child gets another parent"),
    .condition = SQUILL_LINE_IF_WRITE },
  { SQUILL_KIND_OPERATION, "limit", N_ ("Documents"), N_ ("Limit"), SQUILL_EDITOR_NUMBER,
    .condition = SQUILL_LINE_IF_FILTERED, .example = "20" },
  { SQUILL_KIND_OPERATION, "skip", N_ ("Documents"), N_ ("Skip"), SQUILL_EDITOR_NUMBER,
    .condition = SQUILL_LINE_IF_READ, .example = "40" },
  { SQUILL_KIND_OPERATION, "collation", N_ ("Documents"), N_ ("Collation"), SQUILL_EDITOR_JSON,
    .hint = N_ ("How text is compared: {\"locale\": \"en\", \"strength\": 2} ignores case"),
    .condition = SQUILL_LINE_IF_FILTERED, .example = "{\"locale\": \"de\"}" },
  { SQUILL_KIND_OPERATION, "documents", N_ ("Documents"), N_ ("Documents per run"),
    SQUILL_EDITOR_NUMBER, .condition = SQUILL_LINE_IF_WRITE, .example = "20" },
  { SQUILL_KIND_OPERATION, "bulk", N_ ("Documents"), N_ ("Sent"), SQUILL_EDITOR_CHOICE,
    .hint = N_ ("How a job that writes many documents sends its writes"),
    .condition = SQUILL_LINE_IF_WRITE },
  { SQUILL_KIND_OPERATION, "measured_keys", N_ ("Measured"), N_ ("Keys examined"),
    SQUILL_EDITOR_NUMBER, .hint = N_ ("totalKeysExamined of explain(\"executionStats\")"),
    .condition = SQUILL_LINE_IF_FILTERED, .example = "1200" },
  { SQUILL_KIND_OPERATION, "measured_documents", N_ ("Measured"), N_ ("Documents examined"),
    SQUILL_EDITOR_NUMBER, .hint = N_ ("totalDocsExamined of explain(\"executionStats\")"),
    .condition = SQUILL_LINE_IF_FILTERED, .example = "1200" },
  { SQUILL_KIND_OPERATION, "measured_returned", N_ ("Measured"), N_ ("Documents returned"),
    SQUILL_EDITOR_NUMBER, .hint = N_ ("nReturned of explain(\"executionStats\")"),
    .condition = SQUILL_LINE_IF_FILTERED, .example = "20" },
  { SQUILL_KIND_OPERATION, "measured_time", N_ ("Measured"), N_ ("Time"), SQUILL_EDITOR_NUMBER,
    .unit = N_ ("ms"), .hint = N_ ("executionTimeMillis of explain(\"executionStats\")"),
    .condition = SQUILL_LINE_IF_FILTERED, .example = "15" },
  { SQUILL_KIND_OPERATION, "connects", N_ ("Guarantees"), N_ ("Connects each time"),
    SQUILL_EDITOR_SWITCH,
    .hint = N_ ("Opens a connection of its own for each run, as a script does that runs per web "
                "request") },
  { SQUILL_KIND_OPERATION, "atomic", N_ ("Guarantees"), N_ ("Atomic"), SQUILL_EDITOR_SWITCH,
    .hint = N_ ("Takes effect as a whole or not at all"), .condition = SQUILL_LINE_IF_WRITE },
  { SQUILL_KIND_OPERATION, "transaction", N_ ("Guarantees"), N_ ("In a transaction"),
    SQUILL_EDITOR_SWITCH },
  { SQUILL_KIND_OPERATION, "multi", N_ ("Guarantees"), N_ ("All matching documents"),
    SQUILL_EDITOR_SWITCH, .condition = SQUILL_LINE_IF_WRITE },
  { SQUILL_KIND_OPERATION, "upsert", N_ ("Guarantees"), N_ ("Upsert"), SQUILL_EDITOR_SWITCH,
    .hint = N_ ("Inserts a document if none matches"), .condition = SQUILL_LINE_IF_UPDATE },
  { SQUILL_KIND_OPERATION, "guard", N_ ("Guarantees"), N_ ("Condition checked"),
    SQUILL_EDITOR_CHOICE, .condition = SQUILL_LINE_IF_WRITE },
  { SQUILL_KIND_OPERATION, "write_concern", N_ ("Guarantees"), N_ ("Write concern"),
    SQUILL_EDITOR_SUGGEST, .example = "majority" },
  { SQUILL_KIND_OPERATION, "read_concern", N_ ("Guarantees"), N_ ("Read concern"),
    SQUILL_EDITOR_SUGGEST, .example = "majority" },
  { SQUILL_KIND_OPERATION, "read_preference", N_ ("Guarantees"), N_ ("Read preference"),
    SQUILL_EDITOR_SUGGEST, .example = "secondary" },
  { SQUILL_KIND_OPERATION, "order", N_ ("Guarantees"), N_ ("Position in lists"),
    SQUILL_EDITOR_ORDER },

  { SQUILL_KIND_NOTE, "text", "", N_ ("Text"), SQUILL_EDITOR_LONG_TEXT },
  { SQUILL_KIND_NOTE, "color", "", N_ ("Color"), SQUILL_EDITOR_COLOR },
  { SQUILL_KIND_NOTE, "x", N_ ("Diagram"), N_ ("Left"), SQUILL_EDITOR_NUMBER, .example = "48" },
  { SQUILL_KIND_NOTE, "y", N_ ("Diagram"), N_ ("Top"), SQUILL_EDITOR_NUMBER, .example = "48" },
  { SQUILL_KIND_NOTE, "width", N_ ("Diagram"), N_ ("Width"), SQUILL_EDITOR_NUMBER,
    .example = "240" },
  { SQUILL_KIND_NOTE, "height", N_ ("Diagram"), N_ ("Height"), SQUILL_EDITOR_NUMBER,
    .example = "96" },

  { SQUILL_KIND_GROUP, "name", "", N_ ("Name"), SQUILL_EDITOR_NAME, .example = "Content" },
  { SQUILL_KIND_GROUP, "color", "", N_ ("Color"), SQUILL_EDITOR_COLOR },
  { SQUILL_KIND_GROUP, "members", "", N_ ("Entities"), SQUILL_EDITOR_ITEMS },

  { SQUILL_KIND_DISMISSAL, "rule", "", N_ ("Rule"), SQUILL_EDITOR_TEXT,
    .example = "unbounded-array" },
  { SQUILL_KIND_DISMISSAL, "subject", "", N_ ("About"), SQUILL_EDITOR_ITEM },
  { SQUILL_KIND_DISMISSAL, "reason", "", N_ ("Reason"), SQUILL_EDITOR_LONG_TEXT },

  { SQUILL_KIND_ALTERNATIVE, "name", "", N_ ("Name"), SQUILL_EDITOR_NAME,
    .example = "Comments apart" },
  { SQUILL_KIND_ALTERNATIVE, "description", "", N_ ("Description"), SQUILL_EDITOR_LONG_TEXT },
  { SQUILL_KIND_ALTERNATIVE, "order", "", N_ ("Position in lists"), SQUILL_EDITOR_ORDER },
  { SQUILL_KIND_ALTERNATIVE, "content", "", N_ ("Placements and indexes"), SQUILL_EDITOR_JSON,
    .example = "{\"placement\": \"embed-many\"}" },

  { SQUILL_KIND_VIEW, "name", "", N_ ("Name"), SQUILL_EDITOR_NAME, .example = "Checkout" },
  { SQUILL_KIND_VIEW, "order", "", N_ ("Position in lists"), SQUILL_EDITOR_ORDER },
  { SQUILL_KIND_VIEW, "members", "", N_ ("Shown"), SQUILL_EDITOR_ITEMS },
  { SQUILL_KIND_VIEW, "hidden", "", N_ ("Hidden links and buckets"), SQUILL_EDITOR_ITEMS,
    .hint = N_ ("Relationships whose own collections are not shown, though both their ends are") },
  { SQUILL_KIND_VIEW, "places", N_ ("Diagram"), N_ ("Positions of cards"), SQUILL_EDITOR_JSON,
    .hint = N_ ("Drag a card"), .example = "{\"posts-3f1a\": [0, 240]}" },
  { SQUILL_KIND_VIEW, "routes", N_ ("Diagram"), N_ ("Moved lines and labels"), SQUILL_EDITOR_JSON,
    .hint = N_ ("Drag a line or what is written on it"),
    .example = "{\"author-3f1a\": {\"child\": {\"bend\": [40, -24]}}}" },
};

static const struct
{
  const char *property;
  const char *choice;
  const char *label;
} choices[] = {
  { "standalone", "auto", N_ ("If not embedded") },
  { "standalone", "yes", N_ ("Always") },
  { "standalone", "no", N_ ("Never") },
  { "ordering", "none", N_ ("No order") },
  { "ordering", "time", N_ ("Time, newest first") },
  { "ordering", "rank", N_ ("Rank") },
  { "mode", "snapshot", N_ ("Keep the copy as it was") },
  { "mode", "kept", N_ ("Update the copy") },
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
  { "readers", "unknown", N_ ("Unknown") },
  { "readers", "public", N_ ("Everybody") },
  { "readers", "internal", N_ ("The organization") },
  { "readers", "personal", N_ ("The person they are about") },
  { "bulk", "none", N_ ("As they come") },
  { "bulk", "loop", N_ ("One by one in a loop, in any order") },
  { "bulk", "ordered", N_ ("In bulk, in order") },
  { "bulk", "unordered", N_ ("In bulk, in any order") },
  { "guard", "none", N_ ("No") },
  { "guard", "read-then-write", N_ ("By a read before the write") },
  { "guard", "in-filter", N_ ("In the filter of the write") },
  { "validation_level", "strict", N_ ("Strict") },
  { "validation_level", "moderate", N_ ("Moderate") },
  { "validation_level", "off", N_ ("Off") },
  { "validation_action", "auto", N_ ("By the evidence") },
  { "validation_action", "error", N_ ("Are rejected") },
  { "validation_action", "warn", N_ ("Are logged") },
  { "other_values", "auto", N_ ("By the evidence") },
  { "other_values", "rejected", N_ ("Are rejected") },
  { "other_values", "accepted", N_ ("Are accepted") },
  { "dialect", "mongodb", N_ ("MongoDB") },
  { "dialect", "atlas", N_ ("MongoDB Atlas") },
  { "dialect", "documentdb", N_ ("Amazon DocumentDB") },
  { "dialect", "azure", N_ ("Azure DocumentDB") },
  { "dialect", "ferretdb", N_ ("FerretDB 2") },
  { "dialect", "ferretdb-1", N_ ("FerretDB 1") },
  { "dialect", "firestore", N_ ("Firestore with MongoDB compatibility") },
  { "granularity", "seconds", N_ ("Seconds") },
  { "granularity", "minutes", N_ ("Minutes") },
  { "granularity", "hours", N_ ("Hours") },
};

/* Groups that start collapsed. */
static const char *const folded[] = {
  "Collection options", "Constraints",     "Diagram",          "Ends",
  "Guarantees",         "Options",         "Sample documents", "Sharding",
  "Statistics",         "Storage details", "Thresholds",       "Validation",
};

static const char *const meanings[] = { "blob",      "city",     "color",    "count",    "counter",
                                        "country",   "currency", "date",     "email",    "enum",
                                        "id",        "ip",       "language", "latitude", "location",
                                        "longitude", "money",    "name",     "percent",  "phone",
                                        "pii",       "status",   "text",     "time",     "title",
                                        "url",       "uuid",     "version",  NULL };
static const char *const versions[] = { "4.4", "5.0", "6.0", "7.0", "8.0", NULL };
static const char *const drivers[] = { "c",           "csharp", "go",       "java", "kotlin",
                                       "mongoengine", "node",   "mongoose", "php",  "python",
                                       "ruby",        "rust",   NULL };
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
  { "driver", drivers },
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
 * squill_inspector_line_is_shown:
 * @line: a line
 * @item: an item of the line's kind
 *
 * Returns: %TRUE if the line makes sense for the item. A property with a value is shown anyway.
 */
gboolean
squill_inspector_line_is_shown (const SquillInspectorLine *line, gconstpointer item)
{
  const SquillTypes bytes = SQUILL_TYPE_STRING | SQUILL_TYPE_BINARY | SQUILL_TYPE_JAVASCRIPT |
                            SQUILL_TYPE_SYMBOL | SQUILL_TYPE_JAVASCRIPT_WITH_SCOPE |
                            SQUILL_TYPE_REGEX;
  const SquillEntity *entity = item;
  const SquillField *field = item;
  const SquillRelationship *r = item;
  const SquillOperation *operation = item;

  g_return_val_if_fail (line != NULL && item != NULL, FALSE);

  switch (line->condition)
    {
    case SQUILL_LINE_IF_SET: /* which is shown anyway */
      return FALSE;
    case SQUILL_LINE_IF_CAPPED:
      return entity->capped;
    case SQUILL_LINE_IF_TIME_SERIES:
      return entity->time_field != NULL;
    case SQUILL_LINE_IF_SHARDED:
      return entity->shard_key != NULL;
    case SQUILL_LINE_IF_ARRAY:
      return field->array;
    case SQUILL_LINE_IF_MAP:
      return field->map;
    case SQUILL_LINE_IF_ARRAY_OR_MAP:
      return field->array || field->map;
    case SQUILL_LINE_IF_TEXT:
      return (field->types & SQUILL_TYPE_STRING) != 0;
    case SQUILL_LINE_IF_NUMBER:
      return (field->types & SQUILL_TYPES_NUMERIC) != 0;
    case SQUILL_LINE_IF_OBJECT:
      return (field->types & SQUILL_TYPE_OBJECT) != 0;
    case SQUILL_LINE_IF_BYTES:
      return (field->types & bytes) != 0;
    case SQUILL_LINE_IF_BINARY:
      return (field->types & SQUILL_TYPE_BINARY) != 0;
    case SQUILL_LINE_IF_OPTIONAL:
      return !field->required;
    case SQUILL_LINE_IF_RECURSIVE:
      if (g_strcmp0 (r->parent, r->child) != 0)
        return FALSE;
      G_GNUC_FALLTHROUGH;
    case SQUILL_LINE_IF_EMBEDDING:
      return squill_placement_embeds_any (r->placement) || r->placement == SQUILL_PLACEMENT_BUCKET;
    case SQUILL_LINE_IF_REFERENCE:
      return !squill_placement_is_embedding (r->placement);
    case SQUILL_LINE_IF_OWN_COLLECTION:
      return squill_placement_has_collection (r->placement);
    case SQUILL_LINE_IF_BOUNDED:
      return squill_placement_has_bound (r->placement);
    case SQUILL_LINE_IF_ORDERED:
      return r->ordering != SQUILL_ORDERING_NONE || squill_placement_has_bound (r->placement);
    case SQUILL_LINE_IF_READ:
    case SQUILL_LINE_IF_WRITE:
      return squill_operation_is_read (operation) == (line->condition == SQUILL_LINE_IF_READ);
    case SQUILL_LINE_IF_UPDATE:
      return operation->operation == SQUILL_OPERATION_UPDATE;
    case SQUILL_LINE_IF_FILTERED:
      return operation->operation != SQUILL_OPERATION_INSERT;
    case SQUILL_LINE_ALWAYS:
    default:
      return TRUE;
    }
}

static void
replace_name (GString *text, const char *what, SquillModel *model, const char *id)
{
  g_autofree char *name = squill_term_for_item (model, id);
  g_autofree char *one = squill_text_singular (name);
  g_autofree char *all = g_strdup_printf ("{%s}", what);
  g_autofree char *each = g_strdup_printf ("{one %s}", what);

  g_string_replace (text, all, name, 0);
  g_string_replace (text, each, one, 0);
}

/**
 * squill_inspector_line_get_title:
 * @line: a line
 * @model: a model
 * @item: an item of the line's kind
 *
 * Returns: (transfer full): what the line is called for this item: "Comments per post"
 */
char *
squill_inspector_line_get_title (const SquillInspectorLine *line,
                                 SquillModel *model,
                                 gconstpointer item)
{
  const SquillRelationship *relationship = item;
  g_autoptr (GString) text = NULL;
  g_autofree char *first = NULL;

  g_return_val_if_fail (line != NULL && item != NULL, NULL);

  if (strchr (line->title, '{') == NULL)
    return g_strdup (_ (line->title));
  text = g_string_new (_ (line->title));
  replace_name (text, "parent", model, relationship->parent);
  replace_name (text, "child", model, relationship->child);
  first = g_utf8_strup (text->str, g_utf8_next_char (text->str) - text->str);
  return g_strconcat (first, g_utf8_next_char (text->str), NULL);
}

/* Where the field is stored first. */
static double
get_assumed (const SquillInspectorLine *line, SquillAdvice *advice, const SquillField *field)
{
  SquillDesign *design = squill_advice_get_design (advice);
  const SquillItem *owner = squill_item_get_owner (field);
  g_autoptr (GPtrArray) sites = NULL;
  const SquillShape *shape;

  if (owner->kind != SQUILL_KIND_ENTITY)
    return NAN;
  sites = squill_design_get_document_sites (design, owner->id);
  shape = sites->len == 0 ? NULL : squill_design_resolve (design, sites->pdata[0], field->item.id);
  if (shape == NULL)
    return NAN;
  if (g_str_equal (line->property, "length"))
    return shape->assumed_length;
  return g_str_equal (line->property, "size") ? shape->assumed_bytes : NAN;
}

/**
 * squill_inspector_line_get_counted:
 * @line: a line
 * @advice: what is advised about the model of the item
 * @item: an item of the line's kind
 *
 * Finds what counts as long as nobody says otherwise: for a frequency of a relationship what
 * operations add up to, per second; for the size and length of a field what is assumed, in bytes
 * and elements; for the planning horizon that of every model, in years.
 *
 * Returns: the number; NaN for other lines, and where there is none
 */
double
squill_inspector_line_get_counted (const SquillInspectorLine *line,
                                   SquillAdvice *advice,
                                   gconstpointer item)
{
  SquillAccess access;
  double rate;

  g_return_val_if_fail (line != NULL && item != NULL, NAN);
  g_return_val_if_fail (SQUILL_IS_ADVICE (advice), NAN);

  if (line->kind == SQUILL_KIND_FIELD && line->editor == SQUILL_EDITOR_TRIPLE)
    return get_assumed (line, advice, item);
  if (line->kind == SQUILL_KIND_MODEL && g_str_equal (line->property, "horizon"))
    return squill_model_get_horizon (squill_design_get_model (squill_advice_get_design (advice)));
  if (line->kind != SQUILL_KIND_RELATIONSHIP || line->editor != SQUILL_EDITOR_NUMBER)
    return NAN;
  access = squill_advice_get_access_of_operations (advice, ((const SquillItem *)item)->id);
  rate = squill_access_get (&access, line->property);
  return access.rated && rate > 0 ? rate : NAN;
}

/**
 * squill_inspector_line_get_remark:
 * @line: a line
 * @item: an item of the line's kind
 * @counted: what squill_inspector_line_get_counted() gives for them
 *
 * Returns: (transfer full) (nullable): what contradicts the value: the operations add up to more
 *   than half as much again, or less than two thirds
 */
char *
squill_inspector_line_get_remark (const SquillInspectorLine *line,
                                  gconstpointer item,
                                  double counted)
{
  const SquillProperty *property;
  json_auto_t *value = NULL;
  g_autofree char *rate = NULL;
  double stated;

  g_return_val_if_fail (line != NULL && item != NULL, NULL);

  if (isnan (counted))
    return NULL;
  property = squill_kind_find_property (line->kind, line->property);
  value = squill_property_get (property, item);
  if (!json_is_number (value))
    return NULL;
  stated = json_number_value (value);
  if (stated <= counted * CONTRADICTION && counted <= stated * CONTRADICTION)
    return NULL;
  rate = squill_text_rate (counted);
  /* Translators: a rate, such as "200 per second". */
  return g_strdup_printf (_ ("The operations add up to %s"), rate);
}

/**
 * squill_inspector_group_is_folded:
 * @group: a group of lines, untranslated
 *
 * Returns: %TRUE if the group starts collapsed
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
