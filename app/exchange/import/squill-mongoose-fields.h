/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <jansson.h>

#include "exchange/import/squill-mongoose-private.h"

G_BEGIN_DECLS

/* A schema can be part of many others. */
#define SQUILL_MONGOOSE_MAX_FIELDS 20000

/**
 * SquillMongooseEntity:
 * @model: the name of its model
 * @name: that of the collection
 * @schema: what it is made of
 * @json: as a .squill file has it
 * @paths: dotted paths of its fields -> their ids
 * @discriminator_key: (nullable): what that field is called
 *
 * A model of Mongoose.
 */
typedef struct
{
  char *model;
  char *name;
  char *id;
  const SquillJavascriptValue *schema;
  json_t *json;
  GHashTable *paths;
  char *discriminator_key;
  char *last_index_rank;
} SquillMongooseEntity;

/**
 * SquillMongooseReference:
 * @entity: whose field it is
 * @field: its id
 * @name: the name of the field
 * @model: (nullable): to which model it refers; %NULL where @value says so
 * @model_path: (nullable): the path of the field that names the model, one of several
 * @key: (nullable): the id of the field there; %NULL for its _id
 * @is_list: there are several in one document
 * @value: what says so
 *
 * A reference.
 */
typedef struct
{
  const SquillMongooseEntity *entity;
  char *field;
  char *name;
  char *model;
  char *model_path;
  char *key;
  gboolean is_list;
  gboolean required;
  gboolean unique;
  const SquillJavascriptValue *value;
} SquillMongooseReference;

/**
 * SquillMongooseEmbedded:
 * @entity: whose field it is
 * @path: of the field
 * @schema: (nullable): of the objects in it
 * @kinds: (nullable): what its option "discriminators" says: an object of schemas
 *
 * A field with objects, of which there may be several kinds.
 */
typedef struct
{
  SquillMongooseEntity *entity;
  char *path;
  const SquillJavascriptValue *schema;
  const SquillJavascriptValue *kinds;
} SquillMongooseEmbedded;

/**
 * SquillMongooseNames:
 * @names: (element-type utf8): of fields, each once
 * @seen: the same, as a set
 * @first: (nullable): the place of the first one
 *
 * Fields of which the same is told.
 */
typedef struct
{
  GPtrArray *names;
  GHashTable *seen;
  const SquillJavascriptValue *first;
} SquillMongooseNames;

/**
 * SquillMongooseBuild:
 * @entities: (element-type SquillMongooseEntity): in the order of their models
 * @by_model: name of a model -> entity
 * @references: (element-type SquillMongooseReference): all
 * @nested: schemas that are part of others
 * @lists: ids of fields that are in an array, or are one
 * @required: ids of fields that are
 * @fields: ids of fields -> what they are
 * @discriminator_keys: ids of fields -> what the field is called that tells of which kind the
 *   objects in them are
 * @embedded: (element-type SquillMongooseEmbedded): fields of a schema, or with kinds of their own
 * @indexes: what fields say of indexes of their own
 * @field_indexes: ids of fields -> one of @indexes
 * @kinds: ids of discriminators with a kind that is taken over
 *
 * A model that is being made.
 */
typedef struct
{
  SquillMongooseSources *sources;
  SquillImportReport *report;
  json_t *file;
  GPtrArray *entities;
  GHashTable *by_model;
  GPtrArray *references;
  GHashTable *nested;
  GHashTable *lists;
  GHashTable *required;
  GHashTable *fields;
  GHashTable *told;                 /* problems, with their places */
  SquillMongooseNames defaults;     /* of which fields code computes the default value */
  SquillMongooseNames requirements; /* of which code says whether they are required */
  GHashTable *discriminator_keys;
  GPtrArray *embedded;
  GPtrArray *indexes;
  GHashTable *field_indexes;
  GHashTable *kinds;
  GHashTable *ranks;
  GHashTable *names;     /* of entities */
  GHashTable *additions; /* schema -> calls of add (), path (), and set () */
  GPtrArray *open;       /* schemas that are being read */
  char *last_rank;
  char *last_relationship_rank;
  guint n_fields;
  guint n_visits; /* of what fields are made of */
  guint n_indexes;
  guint n_relationships;
} SquillMongooseBuild;

void _squill_mongoose_build_init (SquillMongooseBuild *self,
                                  SquillMongooseSources *sources,
                                  const char *title,
                                  SquillImportReport *report);
void _squill_mongoose_build_clear (SquillMongooseBuild *self);
void _squill_mongoose_build_tell (SquillMongooseBuild *self,
                                  const SquillJavascriptValue *place,
                                  char *text);
SquillMongooseEntity *_squill_mongoose_entity_new (void);
SquillMongooseReference *_squill_mongoose_reference_new (const SquillMongooseEntity *entity,
                                                         const char *field,
                                                         const char *name,
                                                         const char *model,
                                                         const SquillJavascriptValue *value);
void _squill_mongoose_build_add_schema (SquillMongooseBuild *self,
                                        SquillMongooseEntity *entity,
                                        const SquillJavascriptValue *schema,
                                        const SquillJavascriptValue *options);
void _squill_mongoose_build_add_variant (SquillMongooseBuild *self,
                                         SquillMongooseEntity *entity,
                                         const char *path,
                                         const char *value,
                                         const SquillJavascriptValue *schema);
const SquillJavascriptValue *_squill_mongoose_get_schema_options (
    SquillMongooseBuild *self, const SquillJavascriptValue *schema);

/* squill-mongoose-options.c */
const SquillJavascriptValue *_squill_mongoose_get_member (SquillMongooseBuild *self,
                                                          const SquillJavascriptValue *object,
                                                          const char *name);
gboolean _squill_mongoose_is_kind (const SquillJavascriptValue *value,
                                   SquillJavascriptValueKind kind);
gboolean _squill_mongoose_is_false (const SquillJavascriptValue *value);
gboolean _squill_mongoose_build_visit (SquillMongooseBuild *self,
                                       const SquillJavascriptValue *value);
json_t *_squill_mongoose_build_make_enumeration (SquillMongooseBuild *self,
                                                 const SquillJavascriptValue *value);
gboolean _squill_mongoose_is_computed (const SquillJavascriptValue *value);
void _squill_mongoose_build_tell_unknown (SquillMongooseBuild *self,
                                          const SquillJavascriptValue *place);
void _squill_mongoose_build_take_options (SquillMongooseBuild *self,
                                          SquillMongooseEntity *entity,
                                          json_t *field,
                                          const char *id,
                                          const SquillJavascriptValue *options,
                                          gboolean of_element);
void _squill_mongoose_build_add_options (SquillMongooseBuild *self,
                                         SquillMongooseEntity *entity,
                                         const char *field,
                                         const SquillJavascriptValue *options);
const SquillJavascriptValue *_squill_mongoose_build_spread_options (
    SquillMongooseBuild *self, const SquillJavascriptValue *object, guint depth);
void _squill_mongoose_build_tell_spreads (SquillMongooseBuild *self,
                                          const SquillJavascriptValue *object);

/* squill-mongoose-rules.c */
void _squill_mongoose_build_add_rules (SquillMongooseBuild *self);

/* squill-mongoose-indexes.c */
void _squill_mongoose_build_note_index (SquillMongooseBuild *self,
                                        SquillMongooseEntity *entity,
                                        const char *field,
                                        const SquillJavascriptValue *options);
void _squill_mongoose_build_add_indexes (SquillMongooseBuild *self);

G_END_DECLS
