/* SPDX-License-Identifier: Apache-2.0 */

/* Any bytes as commands: what is read of them are operations that the model takes. */

#include "config.h"

#include "exchange/import/squill-operation-import.h"
#include "model/squill-authoring.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize length);

/* Orders with lines in them, of customers. */
static SquillModel *
make_model (void)
{
  SquillModel *model = squill_model_new ();
  g_autofree char *orders = squill_model_add_entity (model, "orders", 0, 0);
  g_autofree char *lines = squill_model_add_entity (model, "lines", 0, 0);
  g_autofree char *customers = squill_model_add_entity (model, "customers", 0, 0);
  g_autofree char *status =
      squill_model_add_field (model, orders, NULL, "status", SQUILL_TYPE_STRING);
  g_autofree char *sku = squill_model_add_field (model, lines, NULL, "sku", SQUILL_TYPE_STRING);
  g_autofree char *has =
      squill_model_add_relationship (model, orders, lines, "lines", SQUILL_PLACEMENT_EMBED_MANY);
  g_autofree char *buys = squill_model_add_relationship (model, customers, orders, "customer",
                                                         SQUILL_PLACEMENT_PARENT_REFERENCE);

  return model;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize length)
{
  g_autoptr (SquillModel) model = make_model ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autofree char *text = g_strndup ((const char *)data, length);
  g_autoptr (SquillOperationImport) found = squill_operation_import_new (design, text, length);
  g_auto (GStrv) ids = NULL;
  const guint n = found->operations->len;

  for (guint i = 0; i < found->problems->len; i++)
    {
      const SquillImportProblem *problem = found->problems->pdata[i];

      g_assert (problem->line > 0 && problem->column > 0 && problem->text != NULL);
    }
  ids = squill_operation_import_apply (found, model);
  g_assert_cmpuint (ids == NULL ? 0 : g_strv_length (ids), ==, n);
  return 0;
}
