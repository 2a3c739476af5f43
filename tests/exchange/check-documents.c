/* SPDX-License-Identifier: Apache-2.0 */

/* check-documents SCHEMA DOCUMENTS: whether the validator in the file SCHEMA accepts each line of
 * DOCUMENTS, which is Extended JSON. Prints the first that it refuses, and why. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <bson/bson.h>
#include <glib.h>
#include <stdlib.h>

#include "schema-checker.h"

int
main (int argc, char *argv[])
{
  g_autofree char *rules = NULL;
  g_autofree char *documents = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GError) error = NULL;
  const guint8 *bytes;
  guint32 length;
  bson_iter_t iter;
  bson_t *validator;
  bson_t schema;

  if (argc != 3)
    return 2;
  if (!g_file_get_contents (argv[1], &rules, NULL, &error) ||
      !g_file_get_contents (argv[2], &documents, NULL, &error))
    g_error ("%s", error->message);
  validator = schema_parse (rules);
  if (!bson_iter_init_find (&iter, validator, "$jsonSchema"))
    g_error ("%s has no $jsonSchema", argv[1]);
  bson_iter_document (&iter, &length, &bytes);
  g_assert_true (bson_init_static (&schema, bytes, length));
  lines = g_strsplit (documents, "\n", -1);
  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      bson_t *document = schema_parse (lines[i]);
      g_autofree char *wrong = NULL;

      /* What is stored has an _id. */
      if (!bson_has_field (document, "_id"))
        bson_append_int32 (document, "_id", -1, 0);
      wrong = schema_check (&schema, document);
      bson_destroy (document);
      if (wrong != NULL)
        {
          g_print ("document %u: %s: %.300s\n", i, wrong, lines[i]);
          bson_destroy (validator);
          return EXIT_FAILURE;
        }
    }
  bson_destroy (validator);
  return EXIT_SUCCESS;
}
