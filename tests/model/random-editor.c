/* SPDX-License-Identifier: Apache-2.0 */

/* Edits at random, of every type, on every kind of items and every property of the property table.
 * Nothing here names a kind or a property: what is added to the model is covered. */

#include "config.h"

#include "random-editor.h"

#include <string.h>

#include "model/squill-authoring.h"
#include "model/squill-model-file.h"

/* Larger models are slower and not stranger. */
#define MAX_ITEMS 60
/* Of one edit that is refused. */
#define MAX_TRIES 20

guint taken[N_TYPES][SQUILL_N_KINDS];
GHashTable *properties_set;

int
pick (int n)
{
  return g_test_rand_int_range (0, n);
}

gboolean
one_in (int n)
{
  return pick (n) == 0;
}

static void
collect (Walk *walk, const SquillItem *item)
{
  g_ptr_array_add (walk->ids[item->kind], g_strdup (item->id));
  walk->n_items++;
  for (SquillKind kind = 0; kind < SQUILL_N_KINDS; kind++)
    {
      guint n;
      gpointer const *children = squill_item_get_children (item, kind, &n);

      for (guint i = 0; i < n; i++)
        collect (walk, children[i]);
    }
}

void
collect_all (Walk *walk)
{
  for (SquillKind kind = 0; kind < SQUILL_N_KINDS; kind++)
    g_ptr_array_set_size (walk->ids[kind], 0);
  walk->n_items = 0;
  collect (walk, squill_model_get_item (walk->model, SQUILL_MODEL_ID));
}

/* Each kind is as likely as the others, however many there are of it. */
static const char *
pick_there (Walk *walk)
{
  for (;;)
    {
      GPtrArray *ids = walk->ids[pick (SQUILL_N_KINDS)];

      if (ids->len > 0)
        return ids->pdata[pick ((int)ids->len)];
    }
}

/* Something that is not there must do no harm. */
static const char *
pick_id (Walk *walk)
{
  return one_in (200) ? "nobody" : pick_there (walk);
}

static json_t *
make_id (Walk *walk)
{
  return json_string (pick_id (walk));
}

static json_t *
make_text (void)
{
  static const char *const texts[] = { "a",    "ä",    "b\"c", "Straße\n", "日本", "",
                                       "text", "3",    "x y",  "a.b",      "$a",   "2026-11-21",
                                       "_id",  "\x01", "%s",   "<b>",      "null", "1" };
  /* Names among siblings are different. */
  if (one_in (2))
    {
      char name[16];

      g_snprintf (name, sizeof name, "n%d", pick (100000));
      return json_string (name);
    }
  return json_string (texts[pick (G_N_ELEMENTS (texts))]);
}

static json_t *
make_json (void)
{
  switch (pick (9))
    {
    case 0:
      return json_pack ("{s:i}", "embed.max", pick (100));
    case 1:
      return json_pack ("[s, i]", "a", pick (9));
    case 2:
      return json_pack ("{s:s}", "$numberDecimal", "1.50");
    case 3:
      return json_pack ("{s:{s:[n, f, b]}}", "a", "ü", 0.25, 1);
    case 4:
      return json_pack ("[{s:s}]", "value", "x");
    case 5:
      return json_integer (pick (1000));
    case 6:
      return make_text ();
    case 7:
      return json_true ();
    default:
      return json_pack ("[]");
    }
}

static double
make_number (void)
{
  static const double numbers[] = { 0, 1, 0.1, -1, 1e300, 5e-324, 1e22, INFINITY, 12, 2.5 };

  return numbers[pick (G_N_ELEMENTS (numbers))];
}

static json_t *
make_path (Walk *walk)
{
  return one_in (3) ? json_string ("=a.b") : make_id (walk);
}

/* A value of the type of the property, mostly; %NULL for the default. */
json_t *
make_value (Walk *walk, const SquillProperty *property)
{
  SquillTriple triple = { pick (5), 5 + pick (5), one_in (2) ? INFINITY : 10 + pick (90) };
  json_t *value;

  if (one_in (20))
    return make_json ();
  if (one_in (6))
    return NULL;
  switch (property->type)
    {
    case SQUILL_PROPERTY_BOOLEAN:
      return json_boolean (one_in (2));
    case SQUILL_PROPERTY_NUMBER:
      return squill_json_number (make_number ());
    case SQUILL_PROPERTY_TRIPLE:
      return squill_json_triple (triple);
    case SQUILL_PROPERTY_CHOICE:
      return json_string (
          property->choices[pick ((int)g_strv_length ((char **)property->choices))]);
    case SQUILL_PROPERTY_TYPES:
      return squill_json_types ((SquillTypes)pick (1 << SQUILL_N_TYPES));
    case SQUILL_PROPERTY_RANK:
      return json_string (one_in (2) ? "V" : "Zz9");
    case SQUILL_PROPERTY_ID:
      return make_id (walk);
    case SQUILL_PROPERTY_IDS:
      value = json_array ();
      for (int i = pick (4); i > 0; i--)
        json_array_append_new (value, make_id (walk));
      return value;
    case SQUILL_PROPERTY_PATH:
      return make_path (walk);
    case SQUILL_PROPERTY_KEYS:
      value = json_array ();
      for (int i = pick (3); i >= 0; i--)
        json_array_append_new (value, json_pack ("{s:o, s:s}", "path", make_path (walk), "how",
                                                 one_in (2) ? "1" : "-1"));
      return value;
    case SQUILL_PROPERTY_JSON:
      return make_json ();
    case SQUILL_PROPERTY_TEXT:
    default:
      return make_text ();
    }
}

static SquillEdit *
make_add (Walk *walk, SquillKind kind)
{
  json_t *content = json_object ();
  g_autofree char *id = g_strdup_printf ("%s%u", walk->prefix, walk->n_made++);
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (kind, &n);

  for (guint i = 0; i < n; i++)
    if (properties[i].required || g_str_equal (properties[i].name, "name") || one_in (8))
      {
        json_t *value = make_value (walk, &properties[i]);

        if (value != NULL)
          json_object_set_new (content, properties[i].name, value);
      }
  return squill_edit_new_add (kind, one_in (100) ? pick_id (walk) : id,
                              one_in (2) ? SQUILL_MODEL_ID : pick_id (walk), content);
}

static const SquillProperty *
pick_property (Walk *walk, const char *id)
{
  const SquillItem *item = squill_model_get_item (walk->model, id);
  guint n;
  const SquillProperty *properties =
      squill_kind_get_properties (item != NULL ? item->kind : SQUILL_KIND_ENTITY, &n);

  return &properties[pick ((int)n)];
}

/* The kind is that of before: what is removed has none afterwards. */
static void
count (SquillEdit *edit, SquillKind kind)
{
  taken[squill_edit_get_edit_type (edit)][kind]++;
  if (properties_set != NULL && squill_edit_get_edit_type (edit) == SQUILL_EDIT_SET &&
      squill_edit_get_value (edit) != NULL)
    {
      gpointer key = (gpointer)squill_kind_find_property (kind, squill_edit_get_property (edit));

      g_hash_table_insert (
          properties_set, key,
          GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (properties_set, key)) + 1));
    }
}

char *
data_of (SquillModel *model)
{
  return squill_model_to_data (model, NULL);
}

/* An edit, and now and then back and forth at once: it is undone to the byte. */
static gboolean
try_edit (Walk *walk, SquillEdit *made)
{
  g_autoptr (SquillEdit) edit = made;
  const SquillItem *item = squill_model_get_item (walk->model, squill_edit_get_id (edit));
  SquillKind kind = item != NULL ? item->kind : squill_edit_get_kind (edit);
  gboolean check = walk->depth == 0 && one_in (100);
  g_autofree char *before = check ? data_of (walk->model) : NULL;
  g_autofree char *after = NULL;
  g_autofree char *again = NULL;
  g_autoptr (GError) error = NULL;

  if (!squill_model_apply (walk->model, edit, &error))
    {
      g_assert_nonnull (error);
      walk->n_refused++;
      again = check ? data_of (walk->model) : NULL;
      g_assert_cmpstr (before, ==, again);
      return FALSE;
    }
  walk->n_taken++;
  count (edit, kind);
  after = check ? data_of (walk->model) : NULL;
  if (!check || g_str_equal (before, after))
    return TRUE;
  g_assert_true (squill_model_undo (walk->model));
  again = data_of (walk->model);
  g_assert_cmpstr (again, ==, before);
  g_free (again);
  g_assert_true (squill_model_redo (walk->model));
  again = data_of (walk->model);
  g_assert_cmpstr (again, ==, after);
  return TRUE;
}

/* Most of what is made up refers to something of a wrong kind, so it is made up again. */
static void
add (Walk *walk)
{
  SquillKind kind = SQUILL_KIND_ENTITY + pick (SQUILL_N_KINDS - 1);

  for (guint i = 0; i < MAX_TRIES && !try_edit (walk, make_add (walk, kind)); i++)
    ;
}

static void
set (Walk *walk)
{
  g_autofree char *id = g_strdup (pick_id (walk));
  const SquillProperty *property = pick_property (walk, id);

  for (guint i = 0; i < MAX_TRIES; i++)
    if (try_edit (walk, squill_edit_new_set (id, one_in (200) ? "nothing" : property->name,
                                             make_value (walk, property))))
      return;
}

void
edit_at_random (Walk *walk)
{
  int what = pick (20);

  if (what < (walk->n_items < MAX_ITEMS ? 6 : 2))
    add (walk);
  else if (what < 7)
    try_edit (walk, squill_edit_new_remove (pick_id (walk)));
  else if (what < 9)
    try_edit (walk, squill_edit_new_move (pick_id (walk), pick_id (walk), one_in (2) ? "V" : "Z"));
  else
    set (walk);
}

void
author_at_random (Walk *walk)
{
  const char *ids[] = { pick_there (walk), pick_there (walk), NULL };
  json_auto_t *copied = NULL;

  switch (pick (4))
    {
    case 0:
      if (walk->n_items > MAX_ITEMS / 2)
        squill_model_delete (walk->model, ids);
      break;
    case 1:
      squill_model_rename (walk->model, ids[0], "renamed", NULL);
      break;
    case 2:
      squill_model_reorder (walk->model, ids[0], ids[1], NULL, NULL);
      break;
    default:
      if (walk->n_items > MAX_ITEMS)
        break;
      copied = squill_model_copy_items (walk->model, ids);
      g_strfreev (squill_model_paste_items (walk->model, copied, ids[0], 10, 10, NULL));
      break;
    }
}

void
walk_init (Walk *walk, SquillModel *model, const char *prefix)
{
  walk->model = model;
  walk->prefix = prefix;
  for (SquillKind kind = 0; kind < SQUILL_N_KINDS; kind++)
    walk->ids[kind] = g_ptr_array_new_with_free_func (g_free);
  collect_all (walk);
}

void
walk_clear (Walk *walk)
{
  for (SquillKind kind = 0; kind < SQUILL_N_KINDS; kind++)
    g_clear_pointer (&walk->ids[kind], g_ptr_array_unref);
}
