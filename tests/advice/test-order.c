/* SPDX-License-Identifier: Apache-2.0 */

/* Design, advice and an index of operations stay alive while every item of every example is
 * deleted and comes back. Each is read by handlers of the model's "changed" that run before,
 * between and after its own, and in the middle of a step: none may follow a pointer to what is
 * gone. */

#include "config.h"

#include "advice-fixture.h"

#include "advice/squill-advice-private.h"
#include "advice/squill-access.h"
#include "design/squill-cost.h"
#include "model/squill-authoring.h"
#include "model/squill-model-file.h"

typedef struct
{
  SquillModel *model;
  SquillDesign *design;
  SquillAdvice *advice;
  SquillOperationIndex *index;
  gboolean with_advice; /* which takes long */
  gsize read;
} Reader;

static gboolean
read_shape (const SquillShape *shape, gpointer user_data)
{
  Reader *reader = user_data;

  reader->read += strlen (shape->name) + strlen (shape->path);
  reader->read += shape->entity == NULL ? 0 : strlen (shape->entity);
  reader->read += shape->relationship == NULL ? 0 : strlen (shape->relationship);
  return TRUE;
}

static void
read_design (Reader *reader)
{
  const SquillModelInfo *info = squill_model_get_info (reader->model);

  for (guint i = 0; i < squill_design_get_n_collections (reader->design); i++)
    {
      const SquillCollection *collection = squill_design_get_collection (reader->design, i);

      squill_shape_foreach (collection->shape, read_shape, reader);
      reader->read += strlen (collection->name) + collection->indexes->len;
    }
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, info, SQUILL_KIND_ENTITY)
    {
      g_autoptr (GPtrArray) places =
          squill_design_get_document_sites (reader->design, entity->item.id);
      g_autoptr (GPtrArray) ids =
          squill_design_get_collections_of (reader->design, entity->item.id);

      reader->read += places->len + ids->len;
    }
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, info, SQUILL_KIND_RELATIONSHIP)
    {
      g_autoptr (GPtrArray) options = squill_placements_compare (reader->design, r->item.id);
      SquillAccess access = squill_access_read (reader->index, r);

      reader->read += options->len + access.known;
    }
}

static void
read_index (Reader *reader)
{
  const GPtrArray *uses = squill_operation_index_get_uses (reader->index);
  GHashTableIter iter;
  gpointer fields;

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      reader->read += strlen (use->operation->item.id);
      for (guint j = 0; j < use->relationships->len; j++)
        reader->read += strlen (((const SquillItem *)use->relationships->pdata[j])->id);
      for (guint j = 0; j < use->entities->len; j++)
        reader->read += strlen (((const SquillItem *)use->entities->pdata[j])->id);
    }
  g_hash_table_iter_init (&iter, squill_operation_index_get_change_groups (reader->index));
  while (g_hash_table_iter_next (&iter, NULL, &fields))
    for (guint j = 0; j < ((const GPtrArray *)fields)->len; j++)
      reader->read += strlen (((const SquillItem *)g_ptr_array_index ((GPtrArray *)fields, j))->id);
}

static void
read_all (Reader *reader)
{
  if (reader->design == NULL)
    return;
  if (reader->index != NULL)
    {
      read_index (reader);
      read_design (reader);
    }
  if (reader->advice != NULL && reader->with_advice)
    {
      const GPtrArray *findings = squill_advice_get_findings (reader->advice);

      for (guint i = 0; i < findings->len; i++)
        {
          const SquillFinding *finding = findings->pdata[i];

          reader->read += strlen (finding->subject) + strlen (finding->message);
          reader->read += squill_advice_get_worst (reader->advice, finding->subject) >= 0;
        }
    }
}

static void
on_changed (SquillModel *model, SquillChange *change, Reader *reader)
{
  read_all (reader);
}

static void
collect_ids (GPtrArray *ids, gconstpointer item)
{
  const GPtrArray *children = ((const SquillItem *)item)->children;

  for (guint i = 0; children != NULL && i < children->len; i++)
    {
      const SquillItem *child = children->pdata[i];

      g_ptr_array_add (ids, g_strdup (child->id));
      collect_ids (ids, child);
    }
}

/* What stayed alive says what is computed from nothing. */
static void
assert_fresh (Reader *reader)
{
  g_autoptr (SquillAdvice) fresh = advise (reader->model);
  g_autofree char *expected = dump_advice (fresh);
  g_autofree char *got = dump_advice (reader->advice);

  g_assert_cmpstr (got, ==, expected);
}

static void
delete_and_undo (Reader *reader, const char *const *ids)
{
  squill_model_begin_step (reader->model, "Delete", NULL);
  squill_model_delete (reader->model, ids);
  read_all (reader);
  squill_model_end_step (reader->model);
  read_all (reader);
  if (reader->with_advice)
    assert_fresh (reader);
  g_assert_true (squill_model_undo (reader->model));
  read_all (reader);
}

static void
test_example (gconstpointer data)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "data", "examples", data, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = squill_model_load (file, NULL, NULL, &error);
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillAdvice) advice = NULL;
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  Reader reader = { .model = model };

  g_assert_no_error (error);
  before = squill_model_to_data (model, NULL);
  g_signal_connect (model, "changed", G_CALLBACK (on_changed), &reader);
  design = reader.design = squill_design_new (model);
  g_signal_connect (model, "changed", G_CALLBACK (on_changed), &reader);
  advice = reader.advice = squill_advice_new (design);
  g_signal_connect (model, "changed", G_CALLBACK (on_changed), &reader);
  reader.index = squill_operation_index_new (model, 1, 0.2, 0);
  reader.with_advice = TRUE;
  read_all (&reader);

  collect_ids (ids, squill_model_get_info (model));
  g_assert_cmpuint (ids->len, >, 4);
  for (guint i = 0; i < ids->len; i++)
    {
      const char *only[] = { ids->pdata[i], NULL };
      SquillKind kind = ((const SquillItem *)squill_model_get_item (model, ids->pdata[i]))->kind;

      /* Of many fields a few are enough for the advice. */
      reader.with_advice = kind != SQUILL_KIND_FIELD || i % 16 == 0;
      delete_and_undo (&reader, only);
    }
  reader.with_advice = TRUE;
  g_ptr_array_add (ids, NULL);
  delete_and_undo (&reader, (const char *const *)ids->pdata);
  assert_fresh (&reader);
  g_assert_cmpuint (reader.read, >, 0);
  after = squill_model_to_data (model, NULL);
  g_assert_cmpstr (after, ==, before);
  squill_operation_index_free (reader.index);
}

int
main (int argc, char **argv)
{
  static const char *const examples[] = { "books",    "cms",     "hosts",    "movies",
                                          "parts",    "patrons", "products", "shop",
                                          "students", "tasks",   "traffic" };
  static char *files[G_N_ELEMENTS (examples)];

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *name = g_strdup_printf ("/advice/order/%s", examples[i]);

      files[i] = g_strconcat (examples[i], ".squill", NULL);
      g_test_add_data_func_full (name, files[i], test_example, g_free);
    }
  return g_test_run ();
}
