/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>
#include <jansson.h>

G_BEGIN_DECLS

/* Facts of data that is read whole, as the command line prints them. */

/* @member: members of the path's JSON, with dots between; "+flag" and "-flag" for a flag that is
 * or is not there; without a path members of the collection.
 * @expected: JSON */
typedef struct
{
  const char *collection;
  const char *path;
  const char *member;
  const char *expected;
} GoldenFact;

typedef struct
{
  char *folder;
  json_t *json;
} GoldenFixture;

void golden_set_up (GoldenFixture *fixture, gconstpointer data);
void golden_tear_down (GoldenFixture *fixture, gconstpointer data);
gboolean golden_read_files (GoldenFixture *fixture, const char *const *files);
void golden_read_folder (GoldenFixture *fixture, const char *folder);
const json_t *golden_get_collection (GoldenFixture *fixture, const char *name);
const json_t *golden_find_path (GoldenFixture *fixture, const char *collection, const char *path);
gboolean golden_has_flag (const json_t *path, const char *flag);
void golden_assert_facts (GoldenFixture *fixture, const GoldenFact *facts, guint n_facts);

G_END_DECLS
