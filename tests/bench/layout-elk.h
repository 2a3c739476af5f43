/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "layout-picture.h"

G_BEGIN_DECLS

char *layout_elk_find (void);
LayoutPicture *layout_elk_run (const char *folder, SquillDiagram *diagram, double *seconds);

G_END_DECLS
