/* SPDX-License-Identifier: Apache-2.0 */

/* Families of references to ids that mean something only in their own document. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-families.h"

typedef struct
{
  const char *one;
  const char *other;
} Ends;

/* The id that a document gives to one of its own things. */
static void
append_local_id (GString *text, guint form, guint document, guint number)
{
  g_autofree char *slug = NULL;

  switch (form)
    {
    case 0:
      g_string_append_printf (text, "%u", number + 1);
      break;
    case 1:
      g_string_append_printf (text, "\"n%u\"", number);
      break;
    case 2:
      /* Some of the words come in several documents. */
      slug = slug_text (3, document * 3 + number);
      g_string_append_printf (text, "\"%s\"", slug);
      break;
    case 3:
    default:
      slug = key_text (KEY_OBJECT_ID, document, number);
      g_string_append_printf (text, "\"%s\"", slug);
      break;
    }
}

/* Many graphs, each with nodes, and edges between these; a node may lie in another. The edges of
 * the twin have ids of nodes that are in other documents. Neither how many there are, nor the place
 * in a list, nor levels, nor what edges are numbered with themselves leads to a node. */
void
make_local_ids (FamilyCase *self)
{
  static const Ends ends[] = {
    { "source", "target" },
    { "from", "to" },
    { "tail", "head" },
    { "first_node", "second_node" },
  };
  static const char *const keys[] = { "id", "_id", "key" };
  const Ends *pair = &PICK_OF (self, ends);
  const char *key = PICK_OF (self, keys);
  const guint form = pick (self, 0, 3);
  const gboolean leads = chance (self, 65), is_inner = chance (self, 30);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *in = g_strdup (is_inner ? "plans.graph." : "plans.");

  for (guint i = 0; i < 120; i++)
    {
      const guint n = pick (self, 3, 14), n_edges = pick (self, 1, 2 * n);

      g_string_append_printf (text, "{\"_id\":\"p%u\",\"total\":%u", i * 3, n);
      append_usual (self, text, i);
      g_string_append (text, is_inner ? ",\"graph\":{\"nodes\":[" : ",\"nodes\":[");
      for (guint k = 0; k < n; k++)
        {
          g_string_append_printf (text, "%s{\"%s\":", k > 0 ? "," : "", key);
          append_local_id (text, form, i, k);
          g_string_append_printf (text, ",\"x\":%u,\"level\":%u", pick (self, 0, 900),
                                  pick (self, 1, 3));
          if (leads && k > 0 && chance (self, 60))
            {
              g_string_append (text, ",\"parent\":");
              append_local_id (text, form, i, pick (self, 0, k - 1));
            }
          g_string_append_c (text, '}');
        }
      g_string_append (text, "],\"edges\":[");
      for (guint k = 0; k < n_edges; k++)
        {
          const guint other = leads ? i : i + 60;
          const guint most = leads ? n - 1 : 40;

          g_string_append_printf (text, "%s{\"no\":%u,\"%s\":", k > 0 ? "," : "", k + 1, pair->one);
          append_local_id (text, form, other, pick (self, 0, most));
          g_string_append_printf (text, ",\"%s\":", pair->other);
          append_local_id (text, form, other, pick (self, 0, most));
          g_string_append_printf (text, ",\"weight\":%u}", pick (self, 1, 9));
        }
      g_string_append (text, is_inner ? "]}}\n" : "]}\n");
    }
  database_add_text (self->database, "plans", text->str);
  if (!leads)
    return;
  is_true (self, "%sedges[].%s -> %snodes[].%s", in, pair->one, in, key);
  is_true (self, "%sedges[].%s -> %snodes[].%s", in, pair->other, in, key);
  is_true (self, "%snodes[].parent -> %snodes[].%s", in, in, key);
}
