/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "shell/squill-application.h"
#include "text/squill-locale.h"

int
main (int argc, char **argv)
{
  g_autoptr (GApplication) application = NULL;

  squill_locale_init ();

  application = squill_application_new ();
  return g_application_run (application, argc, argv);
}
