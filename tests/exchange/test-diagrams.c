/* SPDX-License-Identifier: Apache-2.0 */

/* Collections as diagrams in text. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "export-text.h"
#include "model/squill-authoring.h"

/* Posts refer to users, and names have in them what ends texts. */
static SquillModel *
make_model (void)
{
  SquillModel *model = squill_model_new ();
  g_autofree char *users = squill_model_add_entity (model, "<users> \"&\"", 10, 20);
  g_autofree char *posts = squill_model_add_entity (model, "posts", 400, 50);
  g_autofree char *field =
      squill_model_add_field (model, users, NULL, "a__b\n}", SQUILL_TYPE_STRING);
  g_autofree char *writes = squill_model_add_relationship (model, users, posts, "posts",
                                                           SQUILL_PLACEMENT_PARENT_REFERENCE);

  return model;
}

static void
test_plantuml (void)
{
  g_autoptr (SquillModel) model = make_model ();
  g_autofree char *text = export_text (model, "plantuml", NULL, NULL);

  g_assert_true (g_str_has_prefix (text, "@startuml\n"));
  g_assert_true (g_str_has_suffix (text, "@enduml\n"));
  assert_has (text, "entity \"<U+003C>users<U+003E> <U+0022><U+0026><U+0022>\" as c1 {\n"
                    "  * {field} _id : objectId <<PK>>\n  --\n");
  assert_has (text, "{field} a<U+005F>_b <U+005C><U+007D> : string\n");
  assert_has (text, "c1 |o--o{ c2 : \"");
}

static void
test_dot (void)
{
  g_autoptr (SquillModel) model = make_model ();
  g_autofree char *text = export_text (model, "dot", NULL, NULL);

  assert_has (text, "<b>&lt;users&gt; &quot;&amp;&quot;</b>");
  assert_has (text, ">a__b \\}");
  assert_has (text, "<td port=\"f0\">PK</td>");
  assert_has (text, "  c2:f1:e -> c1:h [arrowtail=crowodot, arrowhead=teeodot];\n");
}

static void
test_graphml (void)
{
  g_autoptr (SquillModel) model = make_model ();
  g_autofree char *text = export_text (model, "graphml", NULL, NULL);

  assert_has (text, "<data key=\"name\">&lt;users&gt; &quot;&amp;&quot;</data>");
  assert_has (text, "<data key=\"fields\">_id *: objectId\na__b \\} *: string</data>");
  assert_has (text, "<edge id=\"r1\" source=\"c2\" target=\"c1\">");
  assert_has (text, "<y:Arrows source=\"crows_foot_many_optional\" "
                    "target=\"crows_foot_one_optional\"/>");
  /* Where the cards are. */
  assert_has (text, "<y:Geometry x=\"400\" y=\"50\" ");
}

static void
test_drawio (void)
{
  g_autoptr (SquillModel) model = make_model ();
  g_autofree char *text = export_text (model, "drawio", NULL, NULL);

  assert_has (text, "<mxCell id=\"c1\" value=\"&lt;users&gt; &quot;&amp;&quot;\"");
  assert_has (text, "<mxCell id=\"c1-f0-key\" value=\"PK\"");
  assert_has (text, "value=\"a__b \\} *: string\"");
  assert_has (text, "<mxGeometry x=\"400\" y=\"50\" ");
  assert_has (text, "startArrow=ERzeroToMany;startFill=0;endArrow=ERzeroToOne;endFill=0;\" "
                    "edge=\"1\" parent=\"1\" source=\"c2-f1\" target=\"c1\">");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/diagrams/plantuml", test_plantuml);
  g_test_add_func ("/diagrams/dot", test_dot);
  g_test_add_func ("/diagrams/graphml", test_graphml);
  g_test_add_func ("/diagrams/drawio", test_drawio);
  return g_test_run ();
}
