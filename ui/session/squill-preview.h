/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-advice.h"
#include "diagram/squill-diagram.h"
#include "samples/squill-samples.h"

G_BEGIN_DECLS

/**
 * SquillPreviewKind:
 * @SQUILL_PREVIEW_SAME: it stays as it is
 * @SQUILL_PREVIEW_NEW: it comes
 * @SQUILL_PREVIEW_GONE: it goes
 * @SQUILL_PREVIEW_CHANGED: it is there before and after, but not the same
 *
 * What becomes of something.
 */
typedef enum
{
  SQUILL_PREVIEW_SAME,
  SQUILL_PREVIEW_NEW,
  SQUILL_PREVIEW_GONE,
  SQUILL_PREVIEW_CHANGED,
} SquillPreviewKind;

/**
 * SquillPreviewCollection:
 * @id: its id in the design
 * @name: its name; that after the change, where it is there then
 * @kind: what becomes of it; never %SQUILL_PREVIEW_SAME
 * @before: likely bytes of a document before; NaN where there is none, or nothing is known
 * @after: the same after the change
 * @paths: (element-type utf8 SquillPreviewKind): the fields that do not stay as they are, by the
 *   path that #SquillShape has; empty for one that comes or goes as a whole
 *
 * A collection that would not stay as it is.
 */
typedef struct
{
  char *id;
  char *name;
  SquillPreviewKind kind;
  double before;
  double after;
  GHashTable *paths;
} SquillPreviewCollection;

/**
 * SquillPreviewResult:
 * @design: the design as it would be, of a model of its own
 * @samples: its sample documents, with the same values where the documents are the same
 * @diagram: its diagram, up to date
 * @collections: (element-type SquillPreviewCollection): those that do not stay as they are
 * @summary: what happens to the documents, in one line; translated
 *
 * What a change would do.
 */
typedef struct
{
  SquillDesign *design;
  SquillSamples *samples;
  SquillDiagram *diagram;
  GPtrArray *collections;
  char *summary;
} SquillPreviewResult;

const SquillPreviewCollection *squill_preview_result_find (const SquillPreviewResult *self,
                                                           const char *collection);

/**
 * SquillPreview:
 *
 * A change that somebody points at, shown before it is made. It is computed in a thread, on copies
 * of the model: nothing of it is in the model, its history or its file.
 *
 * Signal "changed" (): what is shown is another one.
 */
#define SQUILL_TYPE_PREVIEW (squill_preview_get_type ())
G_DECLARE_FINAL_TYPE (SquillPreview, squill_preview, SQUILL, PREVIEW, GObject)

SquillPreview *squill_preview_new (SquillAdvice *advice, SquillSamples *samples);
void squill_preview_show_fix (SquillPreview *self, const SquillFix *fix);
void squill_preview_show_placement (SquillPreview *self,
                                    const char *relationship,
                                    SquillPlacement placement,
                                    gboolean copied);
void squill_preview_end (SquillPreview *self);
void squill_preview_forget (SquillPreview *self);
const char *const *squill_preview_get_ids (SquillPreview *self);
const SquillPreviewResult *squill_preview_get_result (SquillPreview *self);

G_END_DECLS
