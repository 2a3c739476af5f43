/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SquillAction:
 * @action: the detailed name of the action: "win.undo", "canvas.align::left"
 * @title: what it is called, with the mnemonic that menus show; untranslated
 * @keys: the keys that do it, up to a %NULL, as gtk_accelerator_parse() reads them; those of
 *   "canvas" and "show" only while the diagram has the focus
 * @in_texts: a text that is being edited has these keys for itself: the window has them, not the
 *   application, which would take them away from it
 * @words: (nullable): other words that it is looked for by; untranslated
 *
 * Something that a person can do. Menus, the shortcuts window and the command palette take its name
 * and its keys from here.
 */
typedef struct
{
  const char *action;
  const char *title;
  const char *keys[4];
  gboolean in_texts;
  const char *words;
} SquillAction;

const SquillAction *squill_actions_get (guint *n);
const SquillAction *squill_action_find (const char *action);
gboolean squill_action_is_of_canvas (const SquillAction *self);
char *squill_action_get_name (const SquillAction *self);

G_END_DECLS
