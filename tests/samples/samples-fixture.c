/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "samples-fixture.h"

#include "design-fixture.h"

#include <string.h>

void
world_init (World *self)
{
  self->model = squill_model_new ();
  self->design = NULL;
  self->samples = NULL;
}

void
world_clear (World *self)
{
  g_clear_object (&self->samples);
  g_clear_object (&self->design);
  g_clear_object (&self->model);
}

bson_t *
get (World *self, const char *collection, guint64 number)
{
  g_autoptr (GError) error = NULL;
  bson_t *document;

  if (self->samples == NULL)
    {
      self->design = squill_design_new (self->model);
      self->samples = squill_samples_new (self->design);
    }
  document = squill_samples_get_document (self->samples, collection, number, &error);
  g_assert_no_error (error);
  g_assert_true (bson_validate (document, BSON_VALIDATE_UTF8, NULL));
  return document;
}

/* A value of a document by its dotted path, as text; NULL if it is not there. */
char *
get_text (World *self, const char *collection, guint64 number, const char *path)
{
  bson_t *document = get (self, collection, number);
  bson_t value = BSON_INITIALIZER;
  bson_iter_t iter, found;
  char *text = NULL;

  if (bson_iter_init (&iter, document) && bson_iter_find_descendant (&iter, path, &found))
    {
      bson_append_iter (&value, "v", -1, &found);
      text = squill_bson_to_text (&value, SQUILL_BSON_STYLE_CANONICAL, 0, 0);
    }
  bson_destroy (&value);
  bson_destroy (document);
  return text;
}

guint
count (World *self, const char *collection, guint64 number, const char *path)
{
  bson_t *document = get (self, collection, number);
  bson_iter_t iter, found, inner;
  guint n = 0;

  g_assert_true (bson_iter_init (&iter, document) &&
                 bson_iter_find_descendant (&iter, path, &found) &&
                 bson_iter_recurse (&found, &inner));
  while (bson_iter_next (&inner))
    n++;
  bson_destroy (document);
  return n;
}

/* Persons with their tasks. */
void
draw_tasks (SquillModel *model, const char *placement, const char *children, const char *parents)
{
  draw_entity (model, "person");
  draw_field (model, "person", "name", "string:3..12..40");
  draw_entity (model, "task");
  draw_field (model, "task", "text", "string:10..40..90");
  draw_field (model, "task", "due", "date");
  draw_relationship (model, "tasks", "person", "task", placement, children, parents);
  change (model, "tasks", "child_name", "'owner'");
}

/* Customers with orders. */
void
draw_shop (SquillModel *model)
{
  draw_entity (model, "customer");
  draw_field (model, "customer", "name", "string:3..12..40");
  draw_field (model, "customer", "email", "string");
  draw_field (model, "customer", "score", "int");
  draw_field (model, "customer", "addresses", "object[]2");
  draw_field (model, "customer.addresses", "city", "string");
  draw_field (model, "customer.addresses", "zip", "string");
  draw_entity (model, "order");
  draw_field (model, "order", "total", "decimal");
  draw_field (model, "order", "createdAt", "date");
  draw_field (model, "order", "updatedAt", "date?0.7");
  draw_entity (model, "item");
  draw_field (model, "item", "product", "string:5..15..40");
  draw_field (model, "item", "qty", "int");
  draw_relationship (model, "orders", "customer", "order", "parent-reference", "0..5..*", "1");
  draw_relationship (model, "items", "order", "item", "embed-many", "1..2.5..9", "1");
}
