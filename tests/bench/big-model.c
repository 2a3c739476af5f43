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

/* Children have higher numbers than their parents, so that nothing contains itself. */
static guint
get_parent (guint n_entities, guint relationship)
{
  return (relationship * 7919u) % (n_entities - 1);
}

static guint
get_child (guint n_entities, guint relationship)
{
  return MIN (get_parent (n_entities, relationship) + 1 + (relationship * 31u) % 40u,
              n_entities - 1);
}

static void
add_relationship (GString *text, guint n_entities, guint i)
{
  static const char *const placements[] = { "parent-reference", "embed-many", "child-references",
                                            "parent-reference", "two-way",    "parent-reference",
                                            "subset",           "junction",   "bucket",
                                            "embed-one" };
  g_string_append_printf (
      text,
      "%s\"r%u\":{\"name\":\"rel%u\",\"parent\":\"e%u\",\"child\":\"e%u\",\"placement\":\"%s\","
      "\"children\":{\"min\":0,\"likely\":%u,\"max\":%s},\"parents\":{\"min\":1,\"likely\":1,"
      "\"max\":1},\"growth\":%u,\"bound\":10}",
      i == 0 ? "" : ",", i, i, get_parent (n_entities, i), get_child (n_entities, i),
      placements[i % G_N_ELEMENTS (placements)], 1 + i % 50, i % 3 == 0 ? "\"inf\"" : "500",
      i % 20);
}

/* What is done with a relationship, in turn: read from both ends, by what an index serves and by
 * what none does, and written. */
static void
add_operation (GString *text, guint n_entities, guint n_relationships, guint i)
{
  static const char *const kinds[] = { "find",   "find",   "find",   "aggregate",
                                       "insert", "update", "delete", "update" };
  const guint relationship = i * 3 % n_relationships;
  const guint parent = get_parent (n_entities, relationship);
  const guint child = get_child (n_entities, relationship);
  const guint way = i % G_N_ELEMENTS (kinds);
  const guint entity = way == 0 || way == 3 || way == 7 ? parent : child;
  /* The types of fields come in turn. */
  const guint of_string = 1 + (5 - entity % 6), of_date = 1 + (7 - entity % 6) % 6;

  g_string_append_printf (text,
                          "%s\"o%u\":{\"name\":\"operation_%u\",\"operation\":"
                          "\"%s\",\"entity\":\"e%u\",\"rate\":%u",
                          i == 0 ? "" : ",", i, i, kinds[way], entity, 1 + i * 7 % 90);
  switch (way)
    {
    case 0:
      g_string_append_printf (text,
                              ",\"filter\":[{\"path\":\"f%u-0\",\"how\":\"eq\"}],"
                              "\"follows\":[\"r%u\"]",
                              entity, relationship);
      break;
    case 1:
      g_string_append_printf (text,
                              ",\"filter\":[{\"path\":\"r%u\",\"how\":\"eq\"}],"
                              "\"sort\":[{\"path\":\"f%u-%u\",\"how\":\"-1\"}],\"limit\":20",
                              relationship, entity, of_date);
      break;
    case 2:
      g_string_append_printf (text,
                              ",\"filter\":[{\"path\":\"f%u-%u\",\"how\":\"eq\"}],"
                              "\"returns\":[{\"path\":\"f%u-1\"},{\"path\":\"f%u-2\"}]",
                              entity, of_string, entity, entity);
      break;
    case 3:
      g_string_append_printf (text,
                              ",\"filter\":[{\"path\":\"f%u-%u\",\"how\":\"range\"}],"
                              "\"follows\":[\"r%u\"]",
                              entity, of_date, relationship);
      break;
    case 5:
    case 7:
      g_string_append_printf (text,
                              ",\"filter\":[{\"path\":\"f%u-0\",\"how\":\"eq\"}],"
                              "\"writes\":[{\"path\":\"f%u-%u\"}]",
                              entity, entity, of_string);
      break;
    case 6:
      g_string_append_printf (text, ",\"filter\":[{\"path\":\"f%u-0\",\"how\":\"eq\"}]", entity);
      break;
    default:
      break;
    }
  g_string_append_c (text, '}');
}

static void
add_index (GString *text, guint entity)
{
  g_string_append_printf (text,
                          ",\"indexes\":{\"x%u\":{\"name\":\"by_field\",\"order\":\"V\",\"keys\":["
                          "{\"path\":\"f%u-%u\",\"how\":\"1\"}]}}",
                          entity, entity, 1 + (5 - entity % 6));
}

/* Makes the text of a model file. */
char *
big_model_to_text (guint n_entities, guint n_operations, gsize *length)
{
  const guint n_relationships = n_entities + n_entities / 2;
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
      g_string_append_c (text, '}');
      if (n_operations > 0 && i % 3 == 0)
        add_index (text, i);
      g_string_append_c (text, '}');
    }
  g_string_append (text, "},\"relationships\":{");
  for (guint i = 0; i < n_relationships; i++)
    add_relationship (text, n_entities, i);
  if (n_operations > 0)
    g_string_append (text, "},\"operations\":{");
  for (guint i = 0; i < n_operations; i++)
    add_operation (text, n_entities, n_relationships, i);
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
big_model_new (guint n_entities, guint n_operations)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  SquillModel *model;
  gsize length;

  text = big_model_to_text (n_entities, n_operations, &length);
  model = squill_model_new_from_data (text, length, &error);
  if (model == NULL)
    g_error ("%s", error->message);
  return model;
}
