/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "big-model.h"

#include "model/squill-model-file.h"

static const char *const types[] = { "string", "int", "date", "double", "bool", "objectId" };

static void
add_field (GString *text, guint entity, guint field)
{
  const char *type = field == 0 ? "objectId" : types[(entity + field) % G_N_ELEMENTS (types)];

  g_string_append_printf (text,
                          "%s\"f%u-%u\":{\"name\":\"%s%u\",\"order\":\"%c\",\"types\":[\"%s\"],"
                          "\"required\":%s",
                          field == 0 ? "" : ",", entity, field, field == 0 ? "_id" : "field_",
                          field, 'B' + (int)field, type, field % 4 == 3 ? "false" : "true");
  if (g_str_equal (type, "string"))
    g_string_append (text, ",\"size\":{\"min\":2,\"likely\":20,\"max\":200}");
  g_string_append_c (text, '}');
}

static void
add_relationship (GString *text, guint n_entities, guint i)
{
  static const char *const placements[] = { "parent-reference", "embed-many", "child-references",
                                            "parent-reference", "two-way",    "parent-reference",
                                            "subset",           "junction",   "bucket",
                                            "embed-one" };
  /* Children have higher numbers than their parents, so that nothing contains itself. */
  guint parent = (i * 7919u) % (n_entities - 1);
  guint child = MIN (parent + 1 + (i * 31u) % 40u, n_entities - 1);

  g_string_append_printf (
      text,
      "%s\"r%u\":{\"name\":\"rel%u\",\"parent\":\"e%u\",\"child\":\"e%u\",\"placement\":\"%s\","
      "\"children\":{\"min\":0,\"likely\":%u,\"max\":%s},\"parents\":{\"min\":1,\"likely\":1,"
      "\"max\":1},\"growth\":%u,\"bound\":10}",
      i == 0 ? "" : ",", i, i, parent, child, placements[i % G_N_ELEMENTS (placements)], 1 + i % 50,
      i % 3 == 0 ? "\"inf\"" : "500", i % 20);
}

/* Makes the text of a model file. */
char *
big_model_to_text (guint n_entities, gsize *length)
{
  GString *text = g_string_new ("{\"format\":\"squill/model\",\"version\":1,\"name\":\"big\","
                                "\"reference_date\":\"2026-11-21\",\"entities\":{");
  guint columns = 1;

  while (columns * columns < n_entities)
    columns++;
  for (guint i = 0; i < n_entities; i++)
    {
      g_string_append_printf (text,
                              "%s\"e%u\":{\"name\":\"entity_%u\",\"count\":{\"min\":10,"
                              "\"likely\":%u,\"max\":1000000},\"fields\":{",
                              i == 0 ? "" : ",", i, i, 100 + i);
      for (guint field = 0; field < 15; field++)
        add_field (text, i, field);
      g_string_append (text, "}}");
    }
  g_string_append (text, "},\"relationships\":{");
  for (guint i = 0; i < n_entities + n_entities / 2; i++)
    add_relationship (text, n_entities, i);
  g_string_append (text, "},\"layout\":{");
  for (guint i = 0; i < n_entities; i++)
    g_string_append_printf (text, "%s\"e%u\":{\"x\":%u,\"y\":%u}", i == 0 ? "" : ",", i,
                            i % columns * 400, i / columns * 480);
  g_string_append (text, "}}");
  *length = text->len;
  return g_string_free (text, FALSE);
}

/* Makes the model. */
SquillModel *
big_model_new (guint n_entities)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  SquillModel *model;
  gsize length;

  text = big_model_to_text (n_entities, &length);
  model = squill_model_new_from_data (text, length, &error);
  if (model == NULL)
    g_error ("%s", error->message);
  return model;
}
