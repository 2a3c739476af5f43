/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SQUILL_TYPE_APPLICATION (squill_application_get_type ())

/**
 * SquillApplication:
 *
 * The running program: its windows, the keys, what is done when files are opened from outside, and
 * what is kept for the case that it ends against its will.
 */
G_DECLARE_FINAL_TYPE (SquillApplication, squill_application, SQUILL, APPLICATION, AdwApplication)

GApplication *squill_application_new (void);

G_END_DECLS
