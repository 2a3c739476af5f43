/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "layout-models.h"

#include "model/squill-model-file.h"

#define MODULE 12

const char *
layout_shape_to_string (LayoutShape shape)
{
  static const char *const names[] = { "modules", "tree", "star", "mesh", "groups", "pairs" };

  g_return_val_if_fail ((guint)shape < G_N_ELEMENTS (names), NULL);

  return names[shape];
}

static void
add_entity (GString *text, guint entity, GRand *random)
{
  guint n_fields = (guint)g_rand_int_range (random, 3, 14);

  g_string_append_printf (text, "%s\"e%u\":{\"name\":\"entity_%u\",\"fields\":{",
                          entity == 0 ? "" : ",", entity, entity);
  for (guint field = 0; field < n_fields; field++)
    g_string_append_printf (text,
                            "%s\"f%u-%u\":{\"name\":\"%s%u\",\"order\":\"%c\",\"types\":[\"%s\"]}",
                            field == 0 ? "" : ",", entity, field, field == 0 ? "_id" : "field_",
                            field, 'B' + (int)field, field == 0 ? "objectId" : "string");
  g_string_append (text, "}}");
}

static void
add_line (GString *text, guint *n_lines, guint parent, guint child)
{
  if (parent == child)
    return;
  g_string_append_printf (text,
                          "%s\"r%u\":{\"name\":\"rel_%u\",\"parent\":\"e%u\",\"child\":\"e%u\","
                          "\"placement\":\"parent-reference\","
                          "\"children\":{\"min\":0,\"likely\":5,\"max\":50}}",
                          *n_lines == 0 ? "" : ",", *n_lines, *n_lines, parent, child);
  (*n_lines)++;
}

static void
add_lines (GString *text, LayoutShape shape, guint n_entities, GRand *random)
{
  guint n_lines = 0;

  for (guint i = 1; i < n_entities; i++)
    switch (shape)
      {
      case LAYOUT_MODULES:
      case LAYOUT_GROUPS:
        {
          guint first = i / MODULE * MODULE;

          if (i > first)
            add_line (text, &n_lines, first + (guint)g_rand_int_range (random, 0, (int)(i - first)),
                      i);
          else
            add_line (text, &n_lines, (guint)g_rand_int_range (random, 0, (int)i), i);
          if (i > first + 1 && g_rand_double (random) < 0.4)
            add_line (text, &n_lines, first + (guint)g_rand_int_range (random, 0, (int)(i - first)),
                      i);
          if (g_rand_double (random) < 0.08)
            add_line (text, &n_lines, (guint)g_rand_int_range (random, 0, (int)n_entities), i);
          break;
        }
      case LAYOUT_TREE:
        add_line (text, &n_lines, (guint)g_rand_int_range (random, ((int)i - 1) / 6, (int)i), i);
        break;
      case LAYOUT_STAR:
        add_line (text, &n_lines, 0, i);
        break;
      case LAYOUT_PAIRS:
        if (i % 2 == 1)
          add_line (text, &n_lines, i - 1, i);
        break;
      case LAYOUT_MESH:
      default:
        for (int line = g_rand_int_range (random, 1, 3); line > 0; line--)
          add_line (text, &n_lines, (guint)g_rand_int_range (random, 0, (int)n_entities), i);
        break;
      }
}

static void
add_groups (GString *text, guint n_entities)
{
  g_string_append (text, ",\"groups\":{");
  for (guint first = 0; first < n_entities; first += MODULE)
    {
      if (first / MODULE % 4 == 3)
        continue;
      g_string_append_printf (text, "%s\"g%u\":{\"name\":\"group_%u\",\"members\":[",
                              first == 0 ? "" : ",", first / MODULE, first / MODULE);
      for (guint i = first; i < MIN (first + MODULE, n_entities); i++)
        g_string_append_printf (text, "%s\"e%u\"", i == first ? "" : ",", i);
      g_string_append (text, "]}");
    }
  g_string_append_c (text, '}');
}

/* Makes a model of that shape, always the same for the same seed. Without places. */
SquillModel *
layout_model_new (LayoutShape shape, guint n_entities, guint seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GString) text = g_string_new ("{\"format\":\"squill/model\",\"version\":1,"
                                           "\"name\":\"layout\",\"entities\":{");
  g_autoptr (GError) error = NULL;
  SquillModel *model;

  for (guint i = 0; i < n_entities; i++)
    add_entity (text, i, random);
  g_string_append (text, "},\"relationships\":{");
  add_lines (text, shape, n_entities, random);
  g_string_append_c (text, '}');
  if (shape == LAYOUT_GROUPS)
    add_groups (text, n_entities);
  g_string_append_c (text, '}');
  model = squill_model_new_from_data (text->str, text->len, &error);
  if (model == NULL)
    g_error ("%s", error->message);
  return model;
}
