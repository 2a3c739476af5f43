/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/infer/squill-infer.h"
#include "inspect/refresh/squill-refresh.h"
#include "inspect/squill-inspect.h"

G_BEGIN_DECLS

typedef struct
{
  char *folder;
  SquillModel *model;
  GPtrArray *differences;
} RefreshFixture;

extern const char refresh_customers[];

void refresh_set_up (RefreshFixture *fixture, gconstpointer data);
void refresh_tear_down (RefreshFixture *fixture, gconstpointer data);
void refresh_put (RefreshFixture *fixture, const char *name, const char *text);
SquillProfile *refresh_read_folder (RefreshFixture *fixture);
char *refresh_get_data (SquillModel *model);
void refresh_reopen (RefreshFixture *fixture);
void refresh_infer (RefreshFixture *fixture);
void refresh_again (RefreshFixture *fixture, const SquillDecisions *decisions);
void refresh_assert_same (const char *before, const char *after);
void refresh_assert_fresh (RefreshFixture *fixture);
const SquillDifference *refresh_find_difference (RefreshFixture *fixture,
                                                 const char *place,
                                                 const char *property);
void refresh_assert_told (RefreshFixture *fixture,
                          const char *place,
                          const char *property,
                          SquillDifferenceKind kind,
                          const char *words);
const SquillItem *refresh_find_place (RefreshFixture *fixture, SquillKind kind, const char *place);
const SquillItem *refresh_get_place (RefreshFixture *fixture, SquillKind kind, const char *place);
const SquillEntity *refresh_get_entity (RefreshFixture *fixture, const char *place);
const SquillField *refresh_get_field (RefreshFixture *fixture, const char *place);
void refresh_set_property (RefreshFixture *fixture,
                           gconstpointer item,
                           const char *name,
                           json_t *value);
void refresh_delete_item (RefreshFixture *fixture, gconstpointer item);
void refresh_begin (RefreshFixture *fixture);

G_END_DECLS
