/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "references-fixture.h"

G_BEGIN_DECLS

/**
 * FamilyCase:
 * @random: what the case is made by
 * @database: takes the collections
 * @truth: (element-type utf8): references that are true, written as those that are found
 * @either: (element-type utf8): those that may be claimed or not
 *
 * One small database of a family.
 */
typedef struct
{
  GRand *random;
  Database *database;
  GHashTable *truth;
  GHashTable *either;
} FamilyCase;

/**
 * Family:
 * @name: of the test
 * @make: fills a case; every other one has what only looks like the others
 * @wanted: the share of what is claimed that must be true, and of what is true that must be claimed
 *
 * A class of references that are easily missed, and of what is easily taken for one.
 */
typedef struct
{
  const char *name;
  void (*make) (FamilyCase *self);
  double wanted;
} Family;

extern const Family families[];
extern const guint n_families;

FamilyCase *family_case_new (const Family *family, guint32 seed);
void family_case_free (FamilyCase *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FamilyCase, family_case_free)

G_END_DECLS
