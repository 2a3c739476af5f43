/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "samples/squill-samples.h"

G_BEGIN_DECLS

/* What an application sends to the server to do an operation, as the design stores the data: the
 * placement of each relationship decides which collections are asked, by what, and how often.
 * Values are those of the sample documents, so that each command can be run as it is. */

/**
 * SquillStatementKind:
 *
 * What one command does.
 */
typedef enum
{
  SQUILL_STATEMENT_FIND,
  SQUILL_STATEMENT_AGGREGATE,
  SQUILL_STATEMENT_INSERT,
  SQUILL_STATEMENT_UPDATE,
  SQUILL_STATEMENT_DELETE,
} SquillStatementKind;

/**
 * SquillQueryStepKind:
 * @SQUILL_QUERY_STEP_FIELD: a field of an object
 * @SQUILL_QUERY_STEP_ELEMENTS: each element of an array
 * @SQUILL_QUERY_STEP_VALUES: each value of a map
 * @SQUILL_QUERY_STEP_KEYS: each key of a map
 *
 * One step on the way from a result to what is taken from it.
 */
typedef enum
{
  SQUILL_QUERY_STEP_FIELD,
  SQUILL_QUERY_STEP_ELEMENTS,
  SQUILL_QUERY_STEP_VALUES,
  SQUILL_QUERY_STEP_KEYS,
} SquillQueryStepKind;

/**
 * SquillQueryStep:
 * @kind: what it goes to
 * @name: (nullable): of a field
 * @optional: not every object has it
 */
typedef struct
{
  SquillQueryStepKind kind;
  char *name;
  gboolean optional;
} SquillQueryStep;

/**
 * SquillQueryReference:
 * @statement: the position of the statement whose result it reads
 * @steps: (element-type SquillQueryStep): from a document of the result to the value
 * @is_list: it is a list of values
 * @type: of the values, where keys of maps stand for others than texts
 *
 * A value that is known only when an earlier statement has run.
 */
typedef struct
{
  guint statement;
  GPtrArray *steps;
  gboolean is_list;
  SquillTypes type;
} SquillQueryReference;

/**
 * SquillStatement:
 * @kind: what it does
 * @database: (nullable): the database of that, where it is another one than that of the model
 * @collection: the name of its collection
 * @variable: (nullable): under which name its result is used later on
 * @many: of a find: more than one document; of an update or delete: all that match
 * @filter: which documents; of an insert the document, of an aggregate the pipeline
 * @update: (nullable): of an update, what changes
 * @projection: (nullable): which fields
 * @sort: (nullable): in which order
 * @array_filters: (nullable): which elements an update changes
 * @collation: (nullable): that of the index that serves it
 * @skip: documents left out before the first; NaN for none
 * @limit: documents at most; NaN for all
 * @upsert: what does not exist is inserted
 * @comment: (nullable): why it is there
 *
 * One command. In its documents the values of type Code that squill_query_get_reference() knows
 * stand for values of results.
 */
typedef struct
{
  SquillStatementKind kind;
  char *database;
  char *collection;
  char *variable;
  gboolean many;
  bson_t *filter;
  bson_t *update;
  bson_t *projection;
  bson_t *sort;
  bson_t *array_filters;
  bson_t *collation;
  double skip;
  double limit;
  gboolean upsert;
  char *comment;
} SquillStatement;

/**
 * SquillQuery:
 * @name: that of the operation
 * @statements: (element-type SquillStatement): the commands in their order
 * @references: (element-type SquillQueryReference): what they take from results
 * @notes: (element-type utf8): what could not be said in them; not translated
 * @transaction: all of them happen at once or not at all
 * @read_concern: (nullable): how durable what it reads has to be
 * @write_concern: (nullable): how many members confirm a write
 * @read_preference: (nullable): which members it reads from
 *
 * The commands of one operation.
 */
typedef struct
{
  char *name;
  GPtrArray *statements;
  GPtrArray *references;
  GPtrArray *notes;
  gboolean transaction;
  char *read_concern;
  char *write_concern;
  char *read_preference;
} SquillQuery;

SquillQuery *squill_query_new (SquillSamples *samples, const char *operation);
void squill_query_free (SquillQuery *self);
gboolean squill_statement_is_write (const SquillStatement *self);
const SquillQueryReference *squill_query_get_reference (const SquillQuery *self,
                                                        const bson_iter_t *value);
char *squill_query_to_text (const SquillQuery *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillQuery, squill_query_free)

G_END_DECLS
