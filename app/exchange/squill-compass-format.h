/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <jansson.h>

#include <glib.h>

G_BEGIN_DECLS

/* What writing and reading data models of MongoDB Compass share. */

#define SQUILL_COMPASS_TYPE "Compass Data Modeling Diagram"
#define SQUILL_COMPASS_VERSION 1

/* A member of the schema of each collection, which Compass keeps as it is: "entity" is the id of
 * what the collection comes from, "name", "note", and "position" are how Compass got them, "facts"
 * is the part of the note that is no description, and the first one has the whole model ("model",
 * the text of its file) with the digest of what Compass can change of it ("drawn") and, in "notes",
 * those of its relationships: id there -> id, text, facts. */
#define SQUILL_COMPASS_OWN "x-squill"

/* Compass takes 10 for 100; none is "many", nobody knows how many. */
#define SQUILL_COMPASS_MANY 100.0

char *_squill_compass_make_digest (const json_t *drawn);

G_END_DECLS
