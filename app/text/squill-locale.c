/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "text/squill-locale.h"

#include <libintl.h>
#include <locale.h>

/**
 * squill_locale_init:
 *
 * Takes over the language and the locale of the person, and finds the translations: those that are
 * installed or, for a program that runs from where it was built, those in the folder that
 * SQUILL_LOCALEDIR names. Has to be called before anything else in a program.
 */
void
squill_locale_init (void)
{
  const char *folder = g_getenv ("SQUILL_LOCALEDIR");

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, folder != NULL && *folder != '\0' ? folder : SQUILL_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}
