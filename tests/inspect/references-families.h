/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "references-fixture.h"

G_BEGIN_DECLS

typedef enum
{
  KEY_OBJECT_ID,
  KEY_UUID,
  KEY_UUID_CAPITALS,
  KEY_DENSE,
  KEY_SPARSE,
  KEY_SERIAL, /* texts: VN-00017 */
  N_KEYS,
} KeyKind;

typedef struct
{
  const char *one;
  const char *several;
} Noun;

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

/* What the families are made with: references-families.c */

#define PICK_OF(self, array) ((array)[pick (self, 0, G_N_ELEMENTS (array) - 1)])

guint pick (FamilyCase *self, guint from, guint to);
gboolean chance (FamilyCase *self, guint percent);
void pick_nouns (FamilyCase *self, const Noun **chosen, guint n);
char *key_text (KeyKind kind, guint salt, guint number);
char *thing_name (guint salt, guint number);
void append_key (GString *text, KeyKind kind, guint salt, guint number);
void append_usual (FamilyCase *self, GString *text, guint number);
void add_things (FamilyCase *self, const char *name, KeyKind kind, guint salt, guint n);
void is_true (FamilyCase *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
void add_referring (FamilyCase *self,
                    const Noun **two,
                    const GString *text,
                    const char *field,
                    gboolean is_list,
                    gboolean leads);
void is_either (FamilyCase *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

char *code_text (guint salt, guint length, guint number);
char *unique_name (guint salt, guint number);
char *slug_text (guint salt, guint number);

/* Those of the forms that references have: references-families-forms.c */

void make_prefix (FamilyCase *self);
void make_capitals (FamilyCase *self);
void make_embedded_once (FamilyCase *self);
void make_codes (FamilyCase *self);
void make_self (FamilyCase *self);
void make_roles (FamilyCase *self);
void make_few (FamilyCase *self);
void make_missing (FamilyCase *self);
void make_covered (FamilyCase *self);

/* Those of what is easily taken for one: references-families-traps.c */

void make_events (FamilyCase *self);
void make_reference_as_key (FamilyCase *self);
void make_dates (FamilyCase *self);
void make_own_key (FamilyCase *self);
void make_same_shape (FamilyCase *self);
void make_copied (FamilyCase *self);
void make_direction (FamilyCase *self);
void make_extension (FamilyCase *self);
void make_map_keys (FamilyCase *self);
void make_two_keys (FamilyCase *self);

/* Those of relational databases: references-relational.c */

void make_relational (FamilyCase *self);
void make_relational_unseen (FamilyCase *self);

/* Those that values tell: references-families-values.c */

void make_connection (FamilyCase *self);
void make_small_table (FamilyCase *self);
void make_register (FamilyCase *self);
void make_continued (FamilyCase *self);
void make_often (FamilyCase *self);
void make_compound (FamilyCase *self);
void make_or_true (FamilyCase *self);
void make_singular (FamilyCase *self);
void make_same_name (FamilyCase *self);
void make_head (FamilyCase *self);
void make_far (FamilyCase *self);

/* Those of databases that programs export: references-families-exports.c */

void make_tables (FamilyCase *self);
void make_near_copy (FamilyCase *self);
void make_rare_fields (FamilyCase *self);
void make_far_map (FamilyCase *self);
void make_inner_ids (FamilyCase *self);
void make_small_proof (FamilyCase *self);
void make_filled (FamilyCase *self);
void make_retired (FamilyCase *self);
void make_overlapping (FamilyCase *self);
void make_scope (FamilyCase *self);

/* Those of which a part of the values refers: references-families-parts.c */

void make_typed (FamilyCase *self);
void make_of_one_form (FamilyCase *self);
void make_one_of_several (FamilyCase *self);
void make_short_list (FamilyCase *self);
void make_map_of_several (FamilyCase *self);

/* Those whose targets are partly gone, or never were: references-families-gone.c */

void make_negative (FamilyCase *self);
void make_gone_copies (FamilyCase *self);
void make_shared_keys (FamilyCase *self);
void make_gone_ids (FamilyCase *self);
void make_gone_numbers (FamilyCase *self);
void make_gone_beside_name (FamilyCase *self);
void make_gone_roles (FamilyCase *self);

/* Those that say in which role something stands: references-families-roles.c */

void make_relations (FamilyCase *self);
void make_logins (FamilyCase *self);
void make_named_keys (FamilyCase *self);
void make_shared_names (FamilyCase *self);
void make_coded_ids (FamilyCase *self);
void make_connected_roles (FamilyCase *self);
void make_key_forms (FamilyCase *self);
void make_envelopes (FamilyCase *self);
void make_staff (FamilyCase *self);
void make_people_lists (FamilyCase *self);

/* Those of ids that are known in one document only: references-families-local.c */

void make_local_ids (FamilyCase *self);

/* Those of ids beside a key: references-families-keys.c */

void make_beside_key (FamilyCase *self);
void make_duplicate_key (FamilyCase *self);
void make_taken_name (FamilyCase *self);
void make_model_exports (FamilyCase *self);
void make_key_of_part (FamilyCase *self);
void make_scrambled (FamilyCase *self);
void make_id_from_elsewhere (FamilyCase *self);
void make_dotted_codes (FamilyCase *self);
void make_prefixed_scrambled (FamilyCase *self);

/* Those of lists, and of ids with their kind: references-families-elements.c */

void make_element_keys (FamilyCase *self);
void make_kind_ids (FamilyCase *self);
void make_of_itself (FamilyCase *self);
void make_joined (FamilyCase *self);
void make_two_things (FamilyCase *self);
void make_none_left (FamilyCase *self);

/* Those of files as people publish them: references-families-files.c */

void make_one_list (FamilyCase *self);
void make_mostly_own (FamilyCase *self);
void make_code_with_duplicates (FamilyCase *self);
void make_short_names (FamilyCase *self);
void make_numbered (FamilyCase *self);
void make_several_lists (FamilyCase *self);

/* Those of databases that programs are tested with: references-families-fixtures.c */

void make_one_type (FamilyCase *self);
void make_kind_and_id (FamilyCase *self);
void make_few_people (FamilyCase *self);
void make_few_parents (FamilyCase *self);
void make_described_in_map (FamilyCase *self);
void make_written_apart (FamilyCase *self);
void make_initials (FamilyCase *self);
void make_word_series (FamilyCase *self);

/* Those of databases with a few documents: references-families-small.c */

void make_few_made_ids (FamilyCase *self);
void make_few_addresses (FamilyCase *self);
void make_only_document (FamilyCase *self);
void make_mostly_gone (FamilyCase *self);
void make_few_prefixed (FamilyCase *self);
void make_one_number (FamilyCase *self);
void make_agents (FamilyCase *self);

/* Those of applications: references-families-applications.c */

void make_own_tables (FamilyCase *self);
void make_done_by (FamilyCase *self);
void make_in_copy (FamilyCase *self);
void make_series (FamilyCase *self);
void make_far_people (FamilyCase *self);

/* Those of ready-made backends: references-families-backends.c */

void make_class_pointers (FamilyCase *self);
void make_id_beside_login (FamilyCase *self);
void make_maps_by_code (FamilyCase *self);
void make_reactions (FamilyCase *self);
void make_numbered_roles (FamilyCase *self);
void make_own_envelope (FamilyCase *self);
void make_chains (FamilyCase *self);
void make_numbers_from_elsewhere (FamilyCase *self);
void make_compound_numbers (FamilyCase *self);

/* Those of maps: references-families-maps.c */

void make_from_map_keys (FamilyCase *self);
void make_to_map_keys (FamilyCase *self);
void make_in_map_values (FamilyCase *self);
void make_numbered_maps (FamilyCase *self);

/* Those of data that others publish: references-families-standards.c */

void make_same_prefix (FamilyCase *self);
void make_last_number (FamilyCase *self);
void make_object_of_ids (FamilyCase *self);
void make_module_of_one (FamilyCase *self);
void make_whole_range (FamilyCase *self);
void make_joined_tables (FamilyCase *self);
void make_led_apart (FamilyCase *self);
void make_palette (FamilyCase *self);
void make_same_day (FamilyCase *self);

/* Those of what was imported: references-families-imports.c */

void make_imported_tables (FamilyCase *self);
void make_own_numbers (FamilyCase *self);
void make_only_team (FamilyCase *self);
void make_part_of_own (FamilyCase *self);
void make_codes_in_role (FamilyCase *self);
void make_mixed_keys (FamilyCase *self);
void make_reported_list (FamilyCase *self);
void make_same_pictures (FamilyCase *self);
void make_few_tokens (FamilyCase *self);
void make_joined_codes (FamilyCase *self);
void make_gone_under_id (FamilyCase *self);

G_END_DECLS
