/* SPDX-License-Identifier: Apache-2.0 */

/* Families of fields that say in which role something stands, and not what it is; each has a twin
 * with what is counted, ranked or measured. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-families.h"

static void
append_number (GString *text, const char *name, gboolean is_there, guint number)
{
  if (is_there)
    g_string_append_printf (text, ",\"%s\":%u", name, number);
  else
    g_string_append_printf (text, ",\"%s\":\"\"", name);
}

/* Documents that say more of others, with numbers of those in a role: person_relations.father.
 * Those of the twin are as many as it has of them, or which place it has among them. */
void
make_relations (FamilyCase *self)
{
  static const char *const parts[] = { "_relations", "_links", "Family", "_details" };
  static const char *const leading[] = { "father", "mother",      "spouse",   "predecessor",
                                         "parent", "replaced_by", "original", "mentor" };
  static const char *const counting[] = { "children", "siblings", "friends",  "followers",
                                          "rank",     "age",      "variants", "level" };
  const guint n = pick (self, 40, 600), n_documents = pick (self, 30, 200);
  const gboolean leads = chance (self, 60);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *part = NULL;
  const char *names[2];
  const Noun *one;

  pick_nouns (self, &one, 1);
  add_things (self, one->several, KEY_DENSE, 1, n);
  part = g_strconcat (one->one, PICK_OF (self, parts), NULL);
  names[0] = leads ? leading[pick (self, 0, 3)] : counting[pick (self, 0, 3)];
  names[1] = leads ? leading[pick (self, 4, 7)] : counting[pick (self, 4, 7)];
  for (guint i = 0; i < n_documents; i++)
    {
      g_string_append (text, "{\"_id\":");
      append_key (text, KEY_OBJECT_ID, 2, i);
      g_string_append_printf (text, ",\"%s_id\":%u", one->one, pick (self, 1, n));
      for (guint k = 0; k < G_N_ELEMENTS (names); k++)
        append_number (text, names[k], chance (self, 60),
                       leads ? pick (self, 1, n) : pick (self, 1, MIN (n, 9)));
      g_string_append (text, "}\n");
    }
  database_add_text (self->database, part, text->str);
  is_true (self, "%s.%s_id -> %s._id", part, one->one, one->several);
  for (guint k = 0; leads && k < G_N_ELEMENTS (names); k++)
    is_true (self, "%s.%s -> %s._id", part, names[k], one->several);
}
