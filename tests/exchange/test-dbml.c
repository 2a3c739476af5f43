/* SPDX-License-Identifier: Apache-2.0 */

/* Tables in DBML. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <string.h>

#include "exchange/squill-exchange.h"
#include "model/squill-authoring.h"
#include "model/squill-model-file.h"

static char *
export_dbml (SquillModel *model)
{
  const SquillExporter *exporter = squill_exporters_find ("dbml");
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;
  const char *data;

  files = squill_export (exporter, design, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  bytes = squill_export_join (files, exporter);
  data = g_bytes_get_data (bytes, &length);
  return g_strndup (data, length);
}

static void
assert_has (const char *text, const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("%s is not in\n%s", part, text);
}

static SquillModel *
load (const char *text)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_model_new_from_data (json, strlen (json), &error);

  g_assert_no_error (error);
  return model;
}

static void
test_export (void)
{
  static const char *const expected[] = {
    "Project \"my shop\" {\n  database_type: 'MongoDB'\n}\n",
    "Table \"Note\" {\n",
    "  _id objectId [pk]\n",
    "  code \"Note.code\" [not null, unique, default: 'a']\n",
    "  tags string[] [note: 'it\\'s\\ntwo']\n",
    "  mixed \"(string|int)[]|null\"\n",
    "  \"a\\\\.b\" \"map<object>\"\n  \"a\\\\.b{}.x\" double [default: 0.5]\n",
    "    (code) [unique, name: 'code_1']\n",
    "    (`a.b.$**`, tags) [name: 'x', note: '{\"key\":{\"a.b.$**\":-1,\"tags\":1}}']\n",
    "Enum \"Note.code\" {\n  \"a\"\n  \"b \\\"c\\\"\"\n}\n",
    "Ref line: orders.\"Note\" > \"Note\"._id\n",
  };
  g_autoptr (SquillModel) model = load (
      "{'format':'squill/model','version':1,'name':'my shop','entities':{"
      "'note':{'name':'Note','order':'V','fields':{"
      "'i':{'name':'_id','order':'A','types':['objectId'],'required':true},"
      "'c':{'name':'code','order':'B','types':['string'],'required':true,'enum':['a','b "
      "\\\"c\\\"'],"
      "'default':'a'},"
      "'t':{'name':'tags','order':'C','types':['string'],'array':true,'description':"
      "\"it\\u0027s\\ntwo\"},"
      "'m':{'name':'mixed','order':'D','types':['string','int'],'array':true,'nullable':true},"
      "'a':{'name':'a.b','order':'E','types':['object'],'map':true,'fields':{"
      "'x':{'name':'x','order':'V','types':['double'],'default':0.5}}}},"
      "'indexes':{'u':{'order':'A','keys':[{'path':'c','how':'1'}],'unique':true},"
      "'w':{'order':'B','name':'x','keys':[{'path':'x','how':'-1'},{'path':'t','how':'1'}]}}},"
      "'order':{'name':'orders','order':'W','fields':{}}},"
      "'relationships':{'r':{'name':'line','parent':'note','child':'order','placement':"
      "'parent-reference','children':{'min':0,'likely':2,'max':9}}}}");
  g_autofree char *text = export_dbml (model);

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    assert_has (text, expected[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dbml/export", test_export);
  return g_test_run ();
}
