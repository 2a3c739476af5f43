/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib-object.h>
#include <jansson.h>
#include <math.h>

#include "bson/squill-bson-type.h"
#include "model/squill-triple.h"

G_BEGIN_DECLS

/**
 * SquillKind:
 * @SQUILL_KIND_MODEL: the model itself; there is one, and it contains the rest
 * @SQUILL_KIND_ENTITY: a thing worth a name; belongs to the model
 * @SQUILL_KIND_FIELD: belongs to an entity, to a field (nested), or to a relationship (an
 *   attribute of the link)
 * @SQUILL_KIND_INDEX: belongs to an entity
 * @SQUILL_KIND_RELATIONSHIP: belongs to the model
 * @SQUILL_KIND_COPY: a field copied across a relationship, to which it belongs
 * @SQUILL_KIND_OPERATION: a part of the workload; belongs to the model
 * @SQUILL_KIND_NOTE: a text on the diagram; belongs to the model
 * @SQUILL_KIND_GROUP: entities that are shown together; belongs to the model
 * @SQUILL_KIND_DISMISSAL: a rule that the user does not want to hear of for one subject
 * @SQUILL_KIND_ALTERNATIVE: another design of the model; see squill-alternative.h
 * @SQUILL_KIND_VIEW: a choice of what the diagram shows, and where; see squill-view.h
 *
 * What an item of a model is. Children are kept in this order.
 */
typedef enum
{
  SQUILL_KIND_MODEL,
  SQUILL_KIND_ENTITY,
  SQUILL_KIND_FIELD,
  SQUILL_KIND_INDEX,
  SQUILL_KIND_RELATIONSHIP,
  SQUILL_KIND_COPY,
  SQUILL_KIND_OPERATION,
  SQUILL_KIND_NOTE,
  SQUILL_KIND_GROUP,
  SQUILL_KIND_DISMISSAL,
  SQUILL_KIND_ALTERNATIVE,
  SQUILL_KIND_VIEW,
} SquillKind;

#define SQUILL_N_KINDS (SQUILL_KIND_VIEW + 1)

/**
 * SquillPlacement:
 *
 * How a relationship is stored. The parent is the end whose document contains the other, or that
 * keeps the ids of the others; the child is the end that is contained, or that keeps the id of
 * its parent.
 */
typedef enum
{
  SQUILL_PLACEMENT_EMBED_ONE,
  SQUILL_PLACEMENT_EMBED_MANY,
  SQUILL_PLACEMENT_CHILD_REFERENCES,
  SQUILL_PLACEMENT_PARENT_REFERENCE,
  SQUILL_PLACEMENT_TWO_WAY,
  SQUILL_PLACEMENT_JUNCTION,
  SQUILL_PLACEMENT_SUBSET,
  SQUILL_PLACEMENT_BUCKET,
} SquillPlacement;

#define SQUILL_N_PLACEMENTS (SQUILL_PLACEMENT_BUCKET + 1)

/** Whether an entity has a collection of its own, be it embedded elsewhere or not. */
typedef enum
{
  SQUILL_STANDALONE_AUTO, /* if nothing embeds it */
  SQUILL_STANDALONE_YES,
  SQUILL_STANDALONE_NO,
} SquillStandalone;

/** How the documents of a relationship's children are ordered where order matters. */
typedef enum
{
  SQUILL_ORDERING_NONE,
  SQUILL_ORDERING_TIME,
  SQUILL_ORDERING_RANK,
} SquillOrdering;

typedef enum
{
  SQUILL_COPY_SNAPSHOT, /* stays as it was when it was made */
  SQUILL_COPY_KEPT,     /* follows its source */
} SquillCopyMode;

typedef enum
{
  SQUILL_COPY_TO_CHILD,  /* a field of the parent, stored in the child */
  SQUILL_COPY_TO_PARENT, /* a field of the child, stored in the parent */
} SquillCopyDirection;

typedef enum
{
  SQUILL_OPERATION_FIND,
  SQUILL_OPERATION_AGGREGATE,
  SQUILL_OPERATION_INSERT,
  SQUILL_OPERATION_UPDATE,
  SQUILL_OPERATION_DELETE,
} SquillOperationKind;

typedef enum
{
  SQUILL_RATE_PER_SECOND,
  SQUILL_RATE_PER_MINUTE,
  SQUILL_RATE_PER_HOUR,
  SQUILL_RATE_PER_DAY,
} SquillRateUnit;

/** Who may read the documents of an entity, from all to the fewest. */
typedef enum
{
  SQUILL_READERS_UNKNOWN,
  SQUILL_READERS_PUBLIC,
  SQUILL_READERS_INTERNAL,
  SQUILL_READERS_PERSONAL, /* the person they are about, and who works for him */
} SquillReaders;

/** How a job sends its many writes. */
typedef enum
{
  SQUILL_BULK_NONE, /* there are not many, or nobody said */
  SQUILL_BULK_LOOP, /* each on its own, though they could come in any order */
  SQUILL_BULK_ORDERED,
  SQUILL_BULK_UNORDERED,
} SquillBulk;

/** How an update makes sure that its condition holds. */
typedef enum
{
  SQUILL_GUARD_NONE,
  SQUILL_GUARD_READ_THEN_WRITE,
  SQUILL_GUARD_IN_FILTER,
} SquillGuard;

/** The server that a design is for. What it allows: squill-dialect.h. */
typedef enum
{
  SQUILL_DIALECT_MONGODB,
  SQUILL_DIALECT_ATLAS,
  SQUILL_DIALECT_DOCUMENTDB,
  SQUILL_DIALECT_AZURE,
  SQUILL_DIALECT_FERRETDB,
  SQUILL_DIALECT_FERRETDB_1,
  SQUILL_DIALECT_FIRESTORE,
} SquillDialect;

typedef enum
{
  SQUILL_VALIDATION_STRICT,
  SQUILL_VALIDATION_MODERATE,
  SQUILL_VALIDATION_OFF,
} SquillValidationLevel;

/**
 * SquillValidationAction:
 * @SQUILL_VALIDATION_AUTO: as @SQUILL_VALIDATION_ERROR; as @SQUILL_VALIDATION_WARN where the schema
 *   follows from a part of the documents only, so that others may be different
 * @SQUILL_VALIDATION_ERROR: the server rejects a document that does not pass
 * @SQUILL_VALIDATION_WARN: it logs that it does not
 *
 * What becomes of a document that does not pass the validator.
 */
typedef enum
{
  SQUILL_VALIDATION_AUTO,
  SQUILL_VALIDATION_ERROR,
  SQUILL_VALIDATION_WARN,
} SquillValidationAction;

/**
 * SquillOtherValues:
 * @SQUILL_OTHER_VALUES_AUTO: rejected, but accepted where the enumeration is just what documents
 * had
 * @SQUILL_OTHER_VALUES_REJECTED: nothing but the values of the enumeration
 * @SQUILL_OTHER_VALUES_ACCEPTED: the enumeration only describes
 *
 * What a schema says of values that are not in the enumeration of a field.
 */
typedef enum
{
  SQUILL_OTHER_VALUES_AUTO,
  SQUILL_OTHER_VALUES_REJECTED,
  SQUILL_OTHER_VALUES_ACCEPTED,
} SquillOtherValues;

typedef enum
{
  SQUILL_GRANULARITY_SECONDS,
  SQUILL_GRANULARITY_MINUTES,
  SQUILL_GRANULARITY_HOURS,
} SquillGranularity;

/**
 * SquillKey:
 * @path: where: ids joined by "/". The last names a field, or a relationship, which stands for
 *   what that relationship stores in the document (the reference, the array of them). Those
 * before name the relationships through which the entity at hand embeds the next. "=" before a
 * text means the dotted path itself ("=$**", "=extra.size").
 * @operator: what is done with it. In an index and a sort "1", "-1", "text", "hashed", "2d",
 *   "2dsphere"; in a filter "eq" or "eq:open" for the same value each time, "in" or "in:20",
 *   "range", "prefix" (text that begins so), "contains" (text anywhere in it), "icase" (text in
 *   upper or lower case), "regex" for any pattern, "exists"; "" elsewhere
 *
 * A place in a document and what is done with it. Names do not occur in it, so a rename touches
 * nothing.
 */
typedef struct
{
  char *path;
  char *operator;
} SquillKey;

/**
 * SquillKeys:
 *
 * An array of `SquillKey *` in order; %NULL for none.
 */
typedef GPtrArray SquillKeys;

SquillKey *squill_key_new (const char *path, const char *operator);
void squill_key_free (SquillKey *key);
gboolean squill_key_is_equality (const SquillKey *key);
json_t *squill_key_get_value (const SquillKey *key);
const char *squill_key_path_get_last (const char *path);
gboolean squill_key_goes_through (const SquillKey *key, const char *id);

typedef struct _SquillItem SquillItem;

/**
 * SquillItem:
 * @kind: what it is
 * @id: its name for the file and for references; never changes
 * @parent: (nullable): the item it belongs to; %NULL for the model
 *
 * What all parts of a model share. Items belong to their model and change only by its edits; read
 * their members, hold on to their ids.
 */
struct _SquillItem
{
  SquillKind kind;
  char *id;
  SquillItem *parent;

  /*< private >*/
  GPtrArray *children;
  json_t *extra;
};

/* In all of these: text that was not said is %NULL, a number NaN, a triple unset, a JSON value
 * %NULL. Ranks (`order`) sort siblings. Positions and sizes on the diagram are in points. */

typedef struct
{
  SquillItem item;
  char *name;
  char *database;
  char *description;
  char *reference_date; /* "2026-11-21": what horizons and sample dates count from */
  double horizon;       /* years; see squill_model_get_horizon () */
  double seed;          /* of the sample documents */
  SquillDialect dialect;
  char *server_version;  /* "8.0" */
  double memory;         /* GB of one server */
  double write_capacity; /* writes per second that one server manages */
  double shards;
  char *driver;        /* "node", "mongoose", "java", … */
  double pool_size;    /* connections that one client keeps at most to a server */
  double instances;    /* clients: processes of the application */
  gboolean dictionary; /* every entity and field is to be described */
  char *review;        /* who has looked at the changes since the database was read */
  json_t *thresholds;  /* name -> number: what the user set otherwise than the rules' table */
  json_t *evidence;
  json_t *conflicts; /* what a merge left to be decided; see squill-model-merge.h */
} SquillModelInfo;

typedef struct
{
  SquillItem item;
  char *name;
  char *order;
  char *description;
  SquillTriple count; /* how many there are */
  double growth;      /* how many more each month */
  SquillStandalone standalone;
  char *discriminator;  /* id of the field whose value tells of which kind one is */
  gboolean first_class; /* other things will want to link to it */
  gboolean evolving;    /* its fields are expected to change */
  double retention;     /* days that one is kept; NaN: for ever */
  double hot_share;     /* 0 to 1: the share that operations still look for */
  SquillReaders readers;
  gboolean as_of; /* people ask for what one said at an earlier time */
  /* The collection. */
  char *database; /* NULL: that of the model */
  SquillValidationLevel validation_level;
  SquillValidationAction validation_action;
  gboolean closed; /* documents have no fields but those that are drawn: the validator sees to it */
  gboolean capped;
  double capped_size; /* bytes */
  double capped_documents;
  char *time_field; /* key path; set: a time-series collection */
  char *meta_field; /* key path */
  SquillGranularity granularity;
  gboolean clustered;
  double expire_after; /* seconds, of a time-series or clustered collection */
  json_t *collation;
  SquillKeys *shard_key;
  gboolean shard_unique;
  json_t *evidence;
  /* The diagram. */
  double x, y;
  gboolean collapsed;
  gboolean locked; /* it is not moved */
  char *color;     /* "1" to "8" */

  /*< private >*/
  GPtrArray *relationships; /* those it takes part in, a self relationship once */
} SquillEntity;

typedef struct
{
  SquillItem item;
  char *name; /* "[]" is the element of an array whose elements are arrays */
  char *order;
  char *description;
  SquillTypes types; /* of the value; of the elements or values where it is an array or a map */
  SquillTypes outlier_types; /* of the few values of another type: allowed, but not what it is */
  gboolean exact_type;       /* of numbers: the validator lets no other type of number pass */
  double subtype;            /* of binData */
  gboolean required;         /* in all objects; of some variants, in all of theirs */
  double presence;           /* 0 to 1: the share of the documents that have it */
  gboolean nullable; /* the array or map itself may be null; otherwise null is one of the types */
  gboolean array;
  gboolean single;             /* a lone value may stand where the array would */
  gboolean map;                /* its keys are data */
  gboolean rest;               /* a map without an object of its own: its keys stand beside the
                                * other fields of the object around it: all that are none of them */
  SquillTypes outlier_instead; /* what a few documents have in place of the array or map */
  SquillTriple length;         /* elements of the array, keys of the map */
  double growth;               /* elements more each year */
  double cap;            /* no more elements than this: the application or a rule sees to it */
  SquillTriple key_size; /* bytes of a key of the map */
  char *key_pattern;     /* regular expression that the keys of the map match */
  gboolean map_key;      /* the key under which objects of its entity stand in a map: what embeds
                          * many of them has a map by it instead of an array, and no such field in
                          * its values */
  SquillTriple size;     /* bytes of text (UTF-8) or binary data */
  double distinct;       /* how many different values */
  double top;            /* 0 to 1: the share of the most common value */
  json_t *enumeration;   /* an array of values in Extended JSON */
  SquillOtherValues other_values; /* those that are not in the enumeration */
  json_t *default_value;
  json_t *minimum;
  json_t *maximum;
  double min_length; /* characters */
  double max_length;
  char *pattern;
  json_t *usual_range;  /* {"min", "max"} of the numbers or dates that were found: no bound */
  json_t *value_shares; /* an array of {"value", "share"}: how often a discriminator has each */
  json_t *usual_values; /* an array of the few values that were found: no enumeration */
  char *usual_pattern;  /* of the texts that were found: no constraint */
  gboolean whole;       /* its numbers have no fractions, whatever their type */
  gboolean unique;      /* at most one of each value: a rule of the application */
  gboolean immutable;   /* never changes once written */
  gboolean keywords;    /* of text: looked up by single words, as they are */
  double tolerance;     /* of a counter: how far it may be off; 0: not at all */
  char *meaning;       /* "email", "money", "date", "uuid", "counter", "blob", "url", "text", … */
  char *change_group;  /* fields with the same name here must change together */
  char *discriminator; /* of objects: id of the field whose value tells of which kind one is */
  json_t *variants;    /* an array: the values of the discriminator with which it is there */
  json_t *evidence;
} SquillField;

typedef struct
{
  SquillItem item;
  char *name;
  char *order;
  SquillKeys *keys;
  gboolean unique;
  gboolean sparse;
  gboolean hidden;
  double expire_after; /* seconds: TTL */
  json_t *partial;     /* partialFilterExpression */
  json_t *collation;
  json_t *options; /* what else the server keeps of it: weights, wildcardProjection, … */
  json_t *evidence;
} SquillIndex;

typedef struct
{
  SquillItem item;
  char *name;
  char *order;
  char *description;
  char *parent; /* id of an entity */
  char *child;  /* id of an entity; may be the parent */
  SquillPlacement placement;
  SquillTriple children; /* children of one parent */
  SquillTriple parents;  /* parents of one child */
  double growth;         /* children more of one parent each year */
  double cap;            /* no more children than this: something sees to it */
  gboolean contains;     /* the child is a part of its parent and dies with it */
  gboolean pinned;       /* the placement stays as it is, whatever is advised */
  /* What is stored, and under which name. */
  char *parent_name;    /* in the parent: the embedded document, the array, the reference */
  char *child_name;     /* in the child: the reference */
  char *parent_order;   /* rank of that among the parent's fields */
  char *child_order;    /* rank of that among the child's fields */
  char *parent_holder;  /* id of a field of the parent that is itself the reference */
  char *child_holder;   /* id of a field of the child that is itself the reference */
  char *parent_key;     /* id of the parent's field that references name; NULL: _id */
  char *child_key;      /* id of the child's field that references name; NULL: _id */
  gboolean by_keys;     /* the references are the keys of the map that holds them, not its values */
  gboolean optional;    /* what is stored may be missing although the triple says at least one */
  json_t *variants;     /* an array: with which values of its discriminator the parent has it */
  gboolean keep_id;     /* embedded children keep their _id */
  gboolean nest_copies; /* a single reference with copies is a document {id, …} */
  char *id_name;        /* the name of the id in such a document; NULL: "id" */
  SquillOrdering ordering;
  char *order_by;              /* key path in the child */
  double bound;                /* subset: how many are embedded; bucket: how many in one document */
  double depth;                /* of an embedded relationship that leads back to its own entity */
  SquillTypes outlier_types;   /* of the few embedded elements that are no documents: allowed */
  SquillTypes outlier_instead; /* what a few documents have in place of the embedded array */
  /* How often, per second. */
  double together;
  double parent_alone;
  double child_alone;
  double write;
  double move;
  double confidence; /* 0 to 1, of one that was inferred */
  json_t *evidence;
  /* The diagram. */
  double x, y;     /* of the collection it has of its own: links or buckets */
  gboolean beside; /* the embedded entity is drawn beside its parent */
  json_t *lines;   /* which of its lines -> what of it was moved to where: squill-line-place.h */
} SquillRelationship;

typedef struct
{
  SquillItem item;
  char *field; /* key path from the entity that it comes from */
  char *name;  /* under which it is stored; NULL: as at its source */
  char *order;
  SquillCopyDirection direction;
  SquillCopyMode mode;
} SquillCopy;

typedef struct
{
  SquillItem item;
  char *name;
  char *order;
  char *description;
  SquillOperationKind operation;
  char *entity; /* id of the entity it starts from */
  SquillKeys *filter;
  SquillKeys *sort;
  SquillKeys *returns; /* NULL: the whole document */
  SquillKeys *writes;
  SquillKeys *computes; /* of an aggregate: "sum", "avg", "min", "max" or "count" of each */
  char **follows;       /* ids of the relationships whose other end it reads or writes along */
  char *moves;          /* id of the relationship whose child gets another parent */
  double limit;
  double skip;
  json_t *collation; /* in which it compares texts; NULL: that of the collection */
  double rate;
  SquillRateUnit rate_unit;
  double latency;            /* goal, ms */
  double documents;          /* modified by one run, where the filter does not tell */
  double measured_keys;      /* of one run, as explain() measured it: entries of indexes walked */
  double measured_documents; /* documents fetched */
  double measured_returned;  /* documents returned */
  double measured_time;      /* how long it took, ms */
  gboolean unwinds;          /* each of what it follows to is a document of the result */
  gboolean critical;
  gboolean atomic; /* all that it writes must change at once */
  gboolean transaction;
  gboolean multi;
  gboolean upsert;
  double stale_ok; /* seconds that what it reads may be old; NaN or 0: not at all */
  SquillBulk bulk;
  gboolean connects; /* it opens a connection of its own each time */
  SquillGuard guard;
  char *write_concern;
  char *read_concern;
  char *read_preference;
} SquillOperation;

typedef struct
{
  SquillItem item;
  char *text;
  double x, y, width, height;
  char *color;
} SquillNote;

typedef struct
{
  SquillItem item;
  char *name;
  char **members; /* ids of entities */
  char *color;
} SquillGroup;

typedef struct
{
  SquillItem item;
  char *rule;
  char *subject; /* id of an item */
  char *reason;
} SquillDismissal;

typedef struct
{
  SquillItem item;
  char *name;
  char *order;
  char *description;
  json_t *content; /* its placements, copies, indexes, …; NULL: those of the items, it is shown */
} SquillAlternative;

typedef struct
{
  SquillItem item;
  char *name;
  char *order;
  char **members; /* ids of entities, relationships and notes; none: everything */
  char **hidden;  /* ids of relationships whose own collections are not shown between their ends */
  json_t *places; /* id of any of these -> [x, y]; others stand where they always do */
  json_t *routes; /* id of a relationship -> its lines, as a relationship has them */
} SquillView;

gboolean squill_operation_is_read (const SquillOperation *operation);
gboolean squill_operation_follows (const SquillOperation *operation, const char *relationship);
gboolean squill_operation_goes_through (const SquillOperation *operation, const char *relationship);

gpointer const *squill_item_get_children (gconstpointer item, SquillKind kind, guint *n);
gboolean squill_item_is_within (gconstpointer item, const char *id);
const SquillItem *squill_item_get_owner (gconstpointer item);
const char *squill_item_get_name (gconstpointer item);
const char *squill_kind_get_name (SquillKind kind);

/* Ranks: text that sorts siblings. */
char *squill_rank_between (const char *before, const char *after);
gboolean squill_rank_is_valid (const char *rank);

/**
 * SQUILL_FOR_EACH_CHILD:
 * @Type: the type of the children: `SquillField`, …
 * @variable: the loop's variable, a `const Type *`
 * @item: the item whose children are walked
 * @kind: their #SquillKind
 *
 * Walks the children of one kind in their order. The model must not change meanwhile.
 */
#define SQUILL_FOR_EACH_CHILD(Type, variable, item, kind)                                    \
  for (guint variable##_n = 0, variable##_i = 0, variable##_once = 1; variable##_once;       \
       variable##_once = 0)                                                                  \
    for (gpointer const *variable##_all =                                                    \
             squill_item_get_children ((item), (kind), &variable##_n);                       \
         variable##_all != NULL; variable##_all = NULL)                                      \
      for (const Type *variable;                                                             \
           variable##_i < variable##_n && ((variable = variable##_all[variable##_i]), TRUE); \
           variable##_i++)

G_END_DECLS
