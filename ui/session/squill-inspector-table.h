/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "session/squill-session.h"

G_BEGIN_DECLS

/**
 * SquillEditor:
 *
 * How a property is shown and edited.
 */
typedef enum
{
  SQUILL_EDITOR_TEXT,
  SQUILL_EDITOR_NAME, /* checked by squill_model_check_name() */
  SQUILL_EDITOR_LONG_TEXT,
  SQUILL_EDITOR_NUMBER,
  SQUILL_EDITOR_PERCENT, /* 0 to 1 in the model */
  SQUILL_EDITOR_TRIPLE,
  SQUILL_EDITOR_SWITCH,
  SQUILL_EDITOR_CHOICE,
  SQUILL_EDITOR_TYPES,
  SQUILL_EDITOR_ITEM,  /* one of other items */
  SQUILL_EDITOR_ITEMS, /* several of them */
  SQUILL_EDITOR_PATH,  /* a field by its name */
  SQUILL_EDITOR_KEYS,  /* several, with what is done with them */
  SQUILL_EDITOR_JSON,
  SQUILL_EDITOR_SUGGEST, /* text, with usual ones to choose from */
  SQUILL_EDITOR_COLOR,
  SQUILL_EDITOR_ORDER, /* the place among its siblings */
  SQUILL_EDITOR_THRESHOLDS,
  SQUILL_EDITOR_EVIDENCE,  /* to be read only */
  SQUILL_EDITOR_PLACEMENT, /* has a list of its own */
} SquillEditor;

/**
 * SquillLineCondition:
 *
 * For which items a line is shown although it has no value: squill_inspector_line_is_shown().
 */
typedef enum
{
  SQUILL_LINE_ALWAYS,
  SQUILL_LINE_IF_SET,
  SQUILL_LINE_IF_CAPPED,
  SQUILL_LINE_IF_TIME_SERIES,
  SQUILL_LINE_IF_SHARDED,
  SQUILL_LINE_IF_ARRAY,
  SQUILL_LINE_IF_MAP,
  SQUILL_LINE_IF_ARRAY_OR_MAP,
  SQUILL_LINE_IF_TEXT,
  SQUILL_LINE_IF_OBJECT,
  SQUILL_LINE_IF_NUMBER,
  SQUILL_LINE_IF_BYTES,
  SQUILL_LINE_IF_BINARY,
  SQUILL_LINE_IF_OPTIONAL,
  SQUILL_LINE_IF_EMBEDDING,
  SQUILL_LINE_IF_RECURSIVE,
  SQUILL_LINE_IF_REFERENCE,
  SQUILL_LINE_IF_OWN_COLLECTION,
  SQUILL_LINE_IF_BOUNDED,
  SQUILL_LINE_IF_ORDERED,
  SQUILL_LINE_IF_READ,
  SQUILL_LINE_IF_WRITE,
  SQUILL_LINE_IF_UPDATE,
  SQUILL_LINE_IF_FILTERED,
} SquillLineCondition;

/**
 * SquillInspectorLine:
 * @kind: of which items
 * @property: the name of the property
 * @group: the heading it stands under, untranslated
 * @title: what it is called, untranslated and with names to be replaced
 * @editor: how it is edited
 * @unit: (nullable): what comes after a number, untranslated
 * @hint: (nullable): what it means, untranslated
 * @condition: for which items it is shown
 * @example: (nullable): what one could write there
 *
 * One property in the inspector. All of them are lines of one table: a property that is missing
 * there cannot be reached.
 */
typedef struct
{
  SquillKind kind;
  const char *property;
  const char *group;
  const char *title;
  SquillEditor editor;
  const char *unit;
  const char *hint;
  SquillLineCondition condition;
  const char *example;
} SquillInspectorLine;

const SquillInspectorLine *squill_inspector_lines_get (guint *n);
gboolean squill_inspector_line_is_shown (const SquillInspectorLine *line, gconstpointer item);
char *squill_inspector_line_get_title (const SquillInspectorLine *line,
                                       SquillModel *model,
                                       gconstpointer item);
double squill_inspector_line_get_counted (const SquillInspectorLine *line,
                                          SquillAdvice *advice,
                                          gconstpointer item);
char *squill_inspector_line_get_remark (const SquillInspectorLine *line,
                                        gconstpointer item,
                                        double counted);
gboolean squill_inspector_group_is_folded (const char *group);
const char *squill_choice_get_label (const char *property, const char *choice);
const char *const *squill_suggestions_get (const char *property);

G_END_DECLS
