/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-design.h"

G_BEGIN_DECLS

/**
 * SquillConditionKind:
 * @SQUILL_CONDITION_EQUALITY: one value
 * @SQUILL_CONDITION_LIST: any of a list of values (`$in`)
 * @SQUILL_CONDITION_RANGE: what lies between two values, or on one side of one
 * @SQUILL_CONDITION_PATTERN: text that matches a pattern, which may be anywhere in it
 * @SQUILL_CONDITION_EXISTS: whether there is a value
 * @SQUILL_CONDITION_TEXT: words of a text index
 *
 * What a condition asks for.
 */
typedef enum
{
  SQUILL_CONDITION_EQUALITY,
  SQUILL_CONDITION_LIST,
  SQUILL_CONDITION_RANGE,
  SQUILL_CONDITION_PATTERN,
  SQUILL_CONDITION_EXISTS,
  SQUILL_CONDITION_TEXT,
} SquillConditionKind;

/**
 * SquillSelectivity:
 * @share: 0 to 1: the share of the documents that a condition leaves, as a range: the largest is
 *   that of the most common value
 * @most: no more than this are left; infinite where that is not known
 * @unknown: nobody said how many different values there are: anything from one document to all of
 *   them may be left; @share is 1 then
 *
 * What a condition leaves of the documents.
 */
typedef struct
{
  SquillTriple share;
  SquillTriple most;
  gboolean unknown;
} SquillSelectivity;

/**
 * SquillCondition:
 * @path: the dotted path that queries write
 * @key: (nullable): the path of the #SquillKey it comes from
 * @kind: what it asks for
 * @values: how many values: 1 of an equality; NaN where nobody said
 * @selectivity: what it leaves
 * @of_document: it holds alike for all that is embedded in one document
 *
 * A condition of a search.
 */
typedef struct
{
  char *path;
  char *key;
  SquillConditionKind kind;
  SquillTriple values;
  SquillSelectivity selectivity;
  gboolean of_document;
} SquillCondition;

/**
 * SquillSearch:
 * @collection: (nullable): where it searches; %NULL where it only counts
 * @entity: (nullable): of whose documents it looks for some
 * @conditions: (element-type SquillCondition): all of them hold
 * @sort: (element-type SquillKey): dotted paths and directions
 * @limit: no more than this many are wanted; infinite for all
 * @is_embedded: it is embedded in the documents of the collection
 * @per_document: how many of it are in one document
 * @count: how many there are of what is searched for: documents, or what is embedded in them; NaN
 *   where nobody said
 * @is_list: several are wanted, though it may not be known how many
 *
 * What is searched for in a collection.
 */
typedef struct
{
  const SquillCollection *collection;
  const SquillEntity *entity;
  GPtrArray *conditions;
  SquillKeys *sort;
  gboolean is_embedded;
  double per_document;
  double limit;
  double count;
  gboolean is_list;
} SquillSearch;

/**
 * SquillAccessPath:
 * @index: (nullable): the index; %NULL where the whole collection is read
 * @equality: (element-type utf8): its keys that an equality or a list bounds
 * @sort: (element-type utf8): its keys that give the order
 * @range: (element-type utf8): its keys that a range bounds
 * @filter: (element-type utf8): its keys by which entries are skipped that were walked
 * @sorts: no sort in memory is needed
 * @covers: its keys have all that is asked for; what is returned is another question
 * @descents: of the index: one for each value or combination of values
 * @keys: entries walked
 * @documents: documents fetched
 * @found: how many of what is searched for meet all conditions, whatever the limit
 * @returned: the same, with the limit
 *
 * How an index, or none, serves a search. The paths belong to the index.
 */
typedef struct
{
  const SquillCollectionIndex *index;
  GPtrArray *equality;
  GPtrArray *sort;
  GPtrArray *range;
  GPtrArray *filter;
  gboolean sorts;
  gboolean covers;
  SquillTriple descents;
  SquillTriple keys;
  SquillTriple documents;
  SquillTriple found;
  SquillTriple returned;
} SquillAccessPath;

SquillSearch *squill_search_new (const SquillCollection *collection);
void squill_search_free (SquillSearch *self);
SquillCondition *squill_search_add (SquillSearch *self,
                                    const char *path,
                                    SquillConditionKind kind,
                                    SquillTriple values,
                                    SquillSelectivity selectivity);
void squill_search_add_sort (SquillSearch *self, const char *path, const char *direction);
SquillTriple squill_search_count (const SquillSearch *self);
const SquillCondition *squill_search_get_unknown (const SquillSearch *self);

SquillAccessPath *squill_search_try_index (const SquillSearch *self,
                                           const SquillCollectionIndex *index);
SquillAccessPath *squill_search_choose_access (const SquillSearch *self);
double squill_access_path_get_cost (const SquillAccessPath *self, double bytes);
void squill_access_path_free (SquillAccessPath *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillSearch, squill_search_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillAccessPath, squill_access_path_free)

G_END_DECLS
