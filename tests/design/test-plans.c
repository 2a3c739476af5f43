/* SPDX-License-Identifier: Apache-2.0 */

/* What operations do, step by step: counted by hand for each placement from the table of what
 * operations on a relationship cost, and which index serves a search. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <string.h>

#include "design-fixture.h"
#include "design/squill-cost.h"
#include "design/squill-plan.h"
#include "model/squill-placement.h"

#define BY_ID "'filter':[{'path':'=_id','how':'eq'}]"
/* Children of one parent, and parents of one child. */
#define K 8.0

/* Ten thousand parents with eight children each. Those that references lead to have an index. */
static SquillModel *
draw_placed (const char *placement)
{
  SquillModel *model = squill_model_new ();

  draw_entity (model, "p");
  draw_field (model, "p", "name", "string:12");
  draw_entity (model, "c");
  draw_field (model, "c", "text", "string:20");
  draw_field (model, "c", "time", "date");
  draw_relationship (model, "r", "p", "c", placement, "8", "1");
  draw_count (model, "p", 10000);
  if (g_str_has_prefix (placement, "embed"))
    change (model, "r", "keep_id", "true");
  else
    draw_count (model, "c", 80000);
  if (g_str_equal (placement, "subset") || g_str_equal (placement, "bucket"))
    {
      change (model, "r", "ordering", "'time'");
      change (model, "r", "order_by", "'c.time'");
      change (model, "r", "bound", "4");
    }
  if (g_str_equal (placement, "child-references"))
    draw_index (model, "p", "i", "r 1");
  else if (g_str_equal (placement, "embed-many"))
    draw_index (model, "c", "i", "=_id 1");
  else if (!g_str_equal (placement, "junction"))
    draw_index (model, "c", "i", "r 1");
  if (g_str_equal (placement, "bucket"))
    draw_index (model, "c", "j", "=_id 1");
  return model;
}

static char *
dump_step (const SquillPlanStep *step)
{
  static const char *const accesses[] = { "id", "index", "scan", "insert" };
  const SquillTriple *const numbers[] = { &step->round_trips, &step->seeks,   &step->keys,
                                          &step->documents,   &step->written, &step->written_keys };
  GString *text = g_string_new (step->collection_name);

  g_string_append_printf (text, " %s", accesses[step->access]);
  if (step->access == SQUILL_PLAN_BY_INDEX && step->path != NULL)
    g_string_append_printf (text, " %s", step->path->index->name);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      char buffer[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append_printf (text, " %s",
                              g_ascii_formatd (buffer, sizeof buffer, "%.4g", numbers[i]->likely));
    }
  return g_string_free (text, FALSE);
}

/* Round trips, seeks, keys, documents, documents written, keys written. */
static char *
dump_steps (const SquillPlan *plan)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < plan->steps->len; i++)
    {
      g_autofree char *step = dump_step (plan->steps->pdata[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? "; " : "", step);
    }
  return g_string_free (text, FALSE);
}

static const SquillPlan *
plan (SquillDesign *design, const char *operation)
{
  const SquillPlan *self = squill_design_get_plan (design, operation);
  g_autofree char *text = dump_steps (self);

  g_test_message ("%s: %s, %g µs", operation, text, self->cost.likely);
  for (guint i = 0; i < self->unknown->len; i++)
    g_test_message ("  ? %s", (const char *)self->unknown->pdata[i]);
  return self;
}

static void
assert_plan (SquillDesign *design, const char *operation, const char *expected)
{
  g_autofree char *text = dump_steps (plan (design, operation));

  g_assert_cmpstr (text, ==, expected);
}

static void
draw_all_operations (SquillModel *model)
{
  draw_operation (model, "PC", "find", "p", 1, "{" BY_ID ",'follows':['r']}");
  draw_operation (model, "Pm", "find", "p", 1,
                  "{" BY_ID ",'follows':['r'],'limit':3,'sort':[{'path':'r/c.time','how':'-1'}]}");
  draw_operation (model, "P", "find", "p", 1, "{" BY_ID ",'returns':[{'path':'p.name','how':''}]}");
  draw_operation (model, "C", "find", "c", 1, "{" BY_ID "}");
  draw_operation (model, "CP", "find", "c", 1, "{" BY_ID ",'follows':['r']}");
  draw_operation (model, "PG", "find", "c", 1, "{'filter':[{'path':'r','how':'eq'}]}");
  draw_operation (model, "wP", "update", "p", 1,
                  "{" BY_ID ",'writes':[{'path':'p.name','how':''}]}");
  draw_operation (model, "uC", "update", "c", 1,
                  "{" BY_ID ",'writes':[{'path':'c.text','how':''}]}");
  draw_operation (model, "iC", "insert", "c", 1, "{}");
  draw_operation (model, "dC", "delete", "c", 1, "{" BY_ID "}");
  draw_operation (model, "mC", "update", "c", 1, "{" BY_ID ",'moves':'r'}");
}

static void
test_table (void)
{
  static const struct
  {
    const char *placement;
    const char *plans[11];
  } rows[] = {
    { "embed-many",
      { "p id 1 2 0 1 0 0", "p id 1 2 0 1 0 0", "p id 1 2 0 1 0 0", "p index r._id_1 1 2 1 1 0 0",
        "p index r._id_1 1 2 1 1 0 0", "p id 1 2 0 1 0 0", "p id 1 2 0 1 1 0",
        "p index r._id_1 1 2 1 1 1 0", "p id 1 2 0 1 1 1", "p index r._id_1 1 2 1 1 1 1",
        "p index r._id_1 1 2 1 1 1 1; p id 1 2 0 1 1 1" } },
    { "child-references",
      { "p id 1 2 0 1 0 0; c id 1 16 0 8 0 0", "p id 1 2 0 1 0 0; c id 1 6 0 3 0 0",
        "p id 1 2 0 1 0 0", "c id 1 2 0 1 0 0", "c id 1 2 0 1 0 0; p index r_1 1 2 1 1 0 0",
        "p id 1 2 0 1 0 0; c id 1 16 0 8 0 0", "p id 1 2 0 1 1 0", "c id 1 2 0 1 1 0",
        "c insert 1 0 0 0 1 1; p id 1 2 0 1 1 1", "c id 1 2 0 1 1 1; p id 1 2 0 1 1 1",
        "p id 1 2 0 1 1 1; p id 1 2 0 1 1 1" } },
    { "parent-reference",
      { "p id 1 2 0 1 0 0; c index p_1 1 9 8 8 0 0", "p id 1 2 0 1 0 0; c index p_1 1 9 8 8 0 0",
        "p id 1 2 0 1 0 0", "c id 1 2 0 1 0 0", "c id 1 2 0 1 0 0; p id 1 2 0 1 0 0",
        "c index p_1 1 9 8 8 0 0", "p id 1 2 0 1 1 0", "c id 1 2 0 1 1 0", "c insert 1 0 0 0 1 2",
        "c id 1 2 0 1 1 2", "c id 1 2 0 1 1 2" } },
    { "two-way",
      { "p id 1 2 0 1 0 0; c id 1 16 0 8 0 0", "p id 1 2 0 1 0 0; c index p_1 1 9 8 8 0 0",
        "p id 1 2 0 1 0 0", "c id 1 2 0 1 0 0", "c id 1 2 0 1 0 0; p id 1 2 0 1 0 0",
        "c index p_1 1 9 8 8 0 0", "p id 1 2 0 1 1 0", "c id 1 2 0 1 1 0",
        "c insert 1 0 0 0 1 2; p id 1 2 0 1 1 0", "c id 1 2 0 1 1 2; p id 1 2 0 1 1 0",
        "c id 1 2 0 1 1 2; p id 1 2 0 1 1 0; p id 1 2 0 1 1 0" } },
    { "junction",
      { "p id 1 2 0 1 0 0; r index p_1_c_1 1 9 8 8 0 0; c id 1 16 0 8 0 0",
        "p id 1 2 0 1 0 0; r index p_1_c_1 1 9 8 8 0 0; c id 1 16 0 8 0 0", "p id 1 2 0 1 0 0",
        "c id 1 2 0 1 0 0", "c id 1 2 0 1 0 0; r index c_1_p_1 1 2 1 1 0 0; p id 1 2 0 1 0 0",
        "p id 1 2 0 1 0 0; r index p_1_c_1 1 9 8 8 0 0; c id 1 16 0 8 0 0", "p id 1 2 0 1 1 0",
        "c id 1 2 0 1 1 0", "c insert 1 0 0 0 1 1; r insert 1 0 0 0 1 3",
        "c id 1 2 0 1 1 1; r index 1 2 1 1 1 3", "r index 1 2 1 1 1 2" } },
    { "subset",
      { "p id 1 2 0 1 0 0; c index p_1 1 9 8 8 0 0", "p id 1 2 0 1 0 0", "p id 1 2 0 1 0 0",
        "c id 1 2 0 1 0 0", "c id 1 2 0 1 0 0; p id 1 2 0 1 0 0", "c index p_1 1 9 8 8 0 0",
        "p id 1 2 0 1 1 0", "c id 1 2 0 1 1 0; p id 0.5 1 0 0.5 0.5 0",
        "c insert 1 0 0 0 1 2; p id 1 2 0 1 1 0", "c id 1 2 0 1 1 2; p id 0.5 1 0 0.5 0.5 0",
        "c id 1 2 0 1 1 2; p id 1 2 0 1 1 0; p id 1 2 0 1 1 0" } },
    { "bucket",
      { "p id 1 2 0 1 0 0; c index p_1 1 3 2 2 0 0", "p id 1 2 0 1 0 0; c index p_1 1 2 1 1 0 0",
        "p id 1 2 0 1 0 0", "c index r._id_1 1 2 1 1 0 0",
        "c index r._id_1 1 2 1 1 0 0; p id 1 2 0 1 0 0", "c index p_1 1 3 2 2 0 0",
        "p id 1 2 0 1 1 0", "c index r._id_1 1 2 1 1 1 0", "c index 1 2 0 1 1 0.75",
        "c index r._id_1 1 2 1 1 1 1", "c index r._id_1 1 2 1 1 1 0; c index 1 2 0 1 1 0.75" } },
  };
  static const char *const names[] = { "PC", "Pm", "P",  "C",  "CP", "PG",
                                       "wP", "uC", "iC", "dC", "mC" };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (SquillModel) model = draw_placed (rows[i].placement);
      g_autoptr (SquillDesign) design = squill_design_new (model);

      draw_all_operations (model);
      g_test_message ("== %s", rows[i].placement);
      for (guint k = 0; k < G_N_ELEMENTS (names); k++)
        assert_plan (design, names[k], rows[i].plans[k]);
    }
}

/* Which index serves a search. */

static SquillModel *
draw_orders (void)
{
  SquillModel *model = squill_model_new ();

  draw_entity (model, "o");
  draw_field (model, "o", "status", "string:6");
  change (model, "o.status", "distinct", "5");
  draw_field (model, "o", "region", "string:6");
  change (model, "o.region", "distinct", "100");
  draw_field (model, "o", "date", "date");
  draw_field (model, "o", "total", "double");
  draw_field (model, "o", "tags", "string:5[]4");
  change (model, "o.tags", "distinct", "50");
  draw_field (model, "o", "no", "int");
  draw_count (model, "o", 100000);
  return model;
}

typedef struct
{
  const char *indexes; /* "keys; keys", each with a word of what it is before a colon, or none */
  const char *query;
  const char *expected;
} Service;

static char *
join (const GPtrArray *paths)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < paths->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "," : "", (const char *)paths->pdata[i]);
  return g_string_free (text, FALSE);
}

/* The index, its keys for equality, sort and range, and those that only filter, whether it sorts in
 * memory, and the keys and documents. */
static char *
dump_path (const SquillAccessPath *path)
{
  g_autofree char *equality = join (path->equality);
  g_autofree char *sort = join (path->sort);
  g_autofree char *range = join (path->range);
  g_autofree char *filter = join (path->filter);

  return g_strdup_printf ("%s E(%s) S(%s) R(%s) F(%s)%s %.0f %.0f",
                          path->index != NULL ? path->index->name : "scan", equality, sort, range,
                          filter, path->sorts ? "" : " memory", path->keys.likely,
                          path->documents.likely);
}

static void
test_service (void)
{
  static const Service services[] = {
    /* Nothing but a scan; with a limit as much of it as it takes. */
    { "", "'filter':[{'path':'o.status','how':'eq'}]", "scan E() S() R() F() 0 100000" },
    { "", "'filter':[{'path':'o.status','how':'eq'}],'limit':10", "scan E() S() R() F() 0 50" },
    { "", "'sort':[{'path':'o.date','how':'1'}],'limit':10",
      "scan E() S() R() F() memory 0 100000" },
    { "o.status 1", "'filter':[{'path':'o.status','how':'eq'}]",
      "status_1 E(status) S() R() F() 20000 20000" },
    { "o.status 1", "'filter':[{'path':'o.status','how':'in:2'}]",
      "status_1 E(status) S() R() F() 40000 40000" },
    /* The one that leaves fewer. */
    { "o.status 1; o.region 1",
      "'filter':[{'path':'o.status','how':'eq'},{'path':'o.region','how':'eq'}]",
      "region_1 E(region) S() R() F() 1000 1000" },
    { "o.status 1, o.region 1; o.region 1",
      "'filter':[{'path':'o.status','how':'eq'},{'path':'o.region','how':'eq'}]",
      "status_1_region_1 E(status,region) S() R() F() 200 200" },
    /* Equality, sort, range. */
    { "o.region 1, o.date -1, o.total 1",
      "'filter':[{'path':'o.region','how':'eq'},{'path':'o.total','how':'range'}],"
      "'sort':[{'path':'o.date','how':'1'}],'limit':20",
      "region_1_date_-1_total_1 E(region) S(date) R() F(total) 200 20" },
    { "o.region 1, o.total 1, o.date -1",
      "'filter':[{'path':'o.region','how':'eq'},{'path':'o.total','how':'range'}],"
      "'sort':[{'path':'o.date','how':'1'}],'limit':20",
      "region_1_total_1_date_-1 E(region) S() R(total) F() memory 100 100" },
    /* Both directions, but not mixed ones. */
    { "o.region 1, o.date -1",
      "'sort':[{'path':'o.region','how':'-1'},{'path':'o.date','how':'1'}]",
      "region_1_date_-1 E() S(region,date) R() F() 100000 100000" },
    { "o.region 1, o.date -1", "'sort':[{'path':'o.region','how':'1'},{'path':'o.date','how':'1'}]",
      "scan E() S() R() F() memory 0 100000" },
    /* A key that is not asked for ends the bounds. */
    { "o.region 1, o.date 1, o.status 1",
      "'filter':[{'path':'o.region','how':'eq'},{'path':'o.status','how':'eq'}]",
      "region_1_date_1_status_1 E(region) S() R() F(status) 1000 200" },
    { "o.date 1, o.region 1", "'filter':[{'path':'o.region','how':'eq'}]",
      "scan E() S() R() F() 0 100000" },
    /* A hash has no order, and no ranges. */
    { "o.region hashed", "'filter':[{'path':'o.region','how':'eq'}]",
      "region_hashed E(region) S() R() F() 1000 1000" },
    { "o.date hashed", "'filter':[{'path':'o.date','how':'range'}]",
      "scan E() S() R() F() 0 100000" },
    { "o.date hashed", "'sort':[{'path':'o.date','how':'1'}]",
      "scan E() S() R() F() memory 0 100000" },
    /* Of an array the order is that of the elements that were asked for. */
    { "o.tags 1", "'filter':[{'path':'o.tags','how':'eq'}]",
      "tags_1 E(tags) S() R() F() 2000 2000" },
    { "o.tags 1", "'filter':[{'path':'o.tags','how':'range'}],'sort':[{'path':'o.tags','how':'1'}]",
      "tags_1 E() S() R(tags) F() memory 10000 10000" },
    { "o.tags 1, o.date 1",
      "'filter':[{'path':'o.tags','how':'eq'}],'sort':[{'path':'o.date','how':'1'}]",
      "tags_1_date_1 E(tags) S(date) R() F() 2000 2000" },
    /* Few values are merged, many are not. */
    { "o.region 1, o.date 1",
      "'filter':[{'path':'o.region','how':'in:5'}],'sort':[{'path':'o.date','how':'1'}],'limit':10",
      "region_1_date_1 E(region) S(date) R() F() 10 10" },
    { "o.no 1, o.date 1",
      "'filter':[{'path':'o.no','how':'in:500'}],'sort':[{'path':'o.date','how':'1'}],'limit':10",
      "no_1_date_1 E(no) S() R() F() memory 1000 1000" },
    /* A wildcard serves one path. */
    { "=$** 1", "'filter':[{'path':'o.region','how':'eq'},{'path':'o.date','how':'range'}]",
      "$**_1 E(region) S() R() F() 1000 1000" },
    /* A pattern that may be anywhere needs all entries, but not all documents. */
    { "o.region 1", "'filter':[{'path':'o.region','how':'regex'}]",
      "region_1 E() S() R() F(region) 100000 1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (services); i++)
    {
      g_autoptr (SquillModel) model = draw_orders ();
      g_autoptr (SquillDesign) design = squill_design_new (model);
      g_auto (GStrv) indexes = g_strsplit (services[i].indexes, "; ", -1);
      g_autofree char *more = g_strdup_printf ("{%s}", services[i].query);
      g_autofree char *text = NULL;
      const SquillPlanStep *step;

      change (model, "o.no", "distinct", "50000");
      for (guint k = 0; indexes[k] != NULL; k++)
        {
          g_autofree char *id = g_strdup_printf ("i%u", k);

          draw_index (model, "o", id, indexes[k]);
        }
      draw_operation (model, "q", "find", "o", 1, more);
      step = squill_design_get_plan (design, "q")->steps->pdata[0];
      text = dump_path (step->path);
      g_assert_cmpstr (text, ==, services[i].expected);
    }
}

/* What an index is besides its keys may keep it from being used. */
static void
test_unusable (void)
{
  static const struct
  {
    const char *property;
    const char *value;
    const char *query;
    gboolean is_used;
  } rows[] = {
    { "hidden", "true", "'filter':[{'path':'o.region','how':'eq'}]", FALSE },
    { "sparse", "true", "'filter':[{'path':'o.region','how':'eq'}]", TRUE },
    { "sparse", "true", "'sort':[{'path':'o.region','how':'1'}]", FALSE },
    { "partial", "{'status':'open'}", "'filter':[{'path':'o.region','how':'eq'}]", FALSE },
    { "partial", "{'status':'open'}",
      "'filter':[{'path':'o.region','how':'eq'},{'path':'o.status','how':'eq'}]", TRUE },
    { "partial", "{'region':{'$exists':true}}", "'filter':[{'path':'o.region','how':'eq'}]", TRUE },
    { "collation", "{'locale':'de'}", "'filter':[{'path':'o.region','how':'eq'}]", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (SquillModel) model = draw_orders ();
      g_autoptr (SquillDesign) design = squill_design_new (model);
      g_autofree char *more = g_strdup_printf ("{%s}", rows[i].query);
      const SquillPlanStep *step;

      draw_index (model, "o", "i", "o.region 1");
      change (model, "i", rows[i].property, rows[i].value);
      draw_operation (model, "q", "find", "o", 1, more);
      step = squill_design_get_plan (design, "q")->steps->pdata[0];
      g_assert_cmpint (step->access == SQUILL_PLAN_BY_INDEX, ==, rows[i].is_used);
    }
}

static SquillTriple
get_cost (SquillDesign *design)
{
  return squill_design_get_plan (design, "q")->cost;
}

/* Who wants more pays no less; and with an index that leaves few a search costs less than without
 * one, whatever else it asks for. */
static void
test_sense (void)
{
  static const char *const filters[] = {
    "[{'path':'o.region','how':'eq'}]",
    "[{'path':'o.region','how':'eq'},{'path':'o.date','how':'range'}]",
    "[{'path':'o.region','how':'in:3'},{'path':'o.status','how':'eq'}]",
    "[{'path':'o.region','how':'eq'},{'path':'o.total','how':'eq'}]",
  };
  static const char *const sorts[] = { NULL, "[{'path':'o.date','how':'-1'}]" };
  static const char *const limits[] = { "2", "5", "20", "100", "1000", "100000", NULL };

  for (guint i = 0; i < G_N_ELEMENTS (filters) * G_N_ELEMENTS (sorts); i++)
    {
      g_autoptr (SquillModel) model = draw_orders ();
      g_autoptr (SquillDesign) design = squill_design_new (model);
      SquillTriple before = { 0, 0, 0 };

      draw_operation (model, "q", "find", "o", 1, "{}");
      change (model, "q", "filter", filters[i % G_N_ELEMENTS (filters)]);
      change (model, "q", "sort", sorts[i / G_N_ELEMENTS (filters)]);
      for (guint k = 0; k < G_N_ELEMENTS (limits); k++)
        {
          SquillTriple scan, served;

          change (model, "q", "limit", limits[k]);
          scan = get_cost (design);
          g_assert_cmpfloat (scan.min, >=, before.min);
          g_assert_cmpfloat (scan.likely, >=, before.likely);
          g_assert_cmpfloat (scan.max, >=, before.max);
          before = scan;
          draw_index (model, "o", "i", "o.region 1, o.date -1");
          served = get_cost (design);
          g_assert_cmpfloat (served.max, <=, scan.max);
          if (limits[k] == NULL)
            g_assert_cmpfloat (served.likely, <, scan.likely / 10);
          squill_model_undo (model);
          g_assert_cmpfloat (get_cost (design).likely, ==, scan.likely);
        }
    }
}

/* What several shards work on costs more than what one does. */
static void
test_shards (void)
{
  g_autoptr (SquillModel) model = draw_orders ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  double one_server;

  draw_index (model, "o", "i", "o.region 1");
  draw_operation (model, "q", "find", "o", 1, "{'filter':[{'path':'o.region','how':'eq'}]}");
  one_server = get_cost (design).likely;
  change (model, "o", "shard_key", "[{'path':'o.no','how':'1'}]");
  g_assert_cmpfloat (get_cost (design).likely, ==, one_server);
  change (model, SQUILL_MODEL_ID, "shards", "3");
  /* Two servers more: 60 of each of two commands, the seeks and keys of a thousand documents. */
  g_assert_cmpfloat_with_epsilon (get_cost (design).likely,
                                  one_server + 2 * (2 * 60 + 3 * 1001 + 0.6 * 1000), 1e-6);
  change (model, "o", "shard_key", "[{'path':'o.region','how':'hashed'}]");
  g_assert_cmpfloat (get_cost (design).likely, ==, one_server);
}

/* What does not fit into the cache is read from the disk. */
static void
test_memory (void)
{
  g_autoptr (SquillModel) model = draw_orders ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  double in_cache;

  draw_index (model, "o", "i", "o.region 1");
  draw_operation (model, "q", "find", "o", 1, "{'filter':[{'path':'o.region','how':'eq'}]}");
  in_cache = get_cost (design).likely;
  change (model, SQUILL_MODEL_ID, "memory", "4");
  g_assert_cmpfloat (squill_design_get_miss_probability (design), ==, 0);
  g_assert_cmpfloat (get_cost (design).likely, ==, in_cache);

  /* A hundred million documents of some 180 bytes, and 1.5 GB of cache. A thousandth of them is in
   * each region. */
  draw_count (model, "o", 1e8);
  change (model, "o.region", "distinct", "100000");
  g_assert_cmpfloat (squill_design_get_miss_probability (design), >, 0.8);
  g_assert_cmpfloat (squill_design_get_miss_probability (design), <, 1);
  g_assert_cmpfloat_with_epsilon (
      get_cost (design).likely, in_cache + 1000 * 100 * squill_design_get_miss_probability (design),
      1e-6);

  /* With as many shards all of it fits. */
  change (model, SQUILL_MODEL_ID, "shards", "40");
  g_assert_cmpfloat (squill_design_get_miss_probability (design), ==, 0);
  g_assert_cmpfloat_with_epsilon (get_cost (design).likely, in_cache, 1e-6);
}

/* What the first few of a parent cost does not depend on how they are stored while they are
 * compared, and is what the plan says once they are stored so. */
static void
test_first (void)
{
  static const SquillPlacement placements[] = {
    SQUILL_PLACEMENT_SUBSET,  SQUILL_PLACEMENT_PARENT_REFERENCE, SQUILL_PLACEMENT_CHILD_REFERENCES,
    SQUILL_PLACEMENT_TWO_WAY, SQUILL_PLACEMENT_BUCKET,
  };

  for (guint i = 0; i < G_N_ELEMENTS (placements); i++)
    {
      g_autoptr (SquillModel) model = load_example ("products");
      g_autoptr (SquillDesign) design = squill_design_new (model);
      g_autoptr (GPtrArray) options = NULL;
      const SquillOperation *operation = squill_model_get_operation (model, "show-product-4r9h");
      const SquillPlan *plan;

      squill_model_set (model, "reviews-8v3d", "placement",
                        json_string (squill_placement_get_name (placements[i])), NULL);
      options = squill_placements_compare (design, "reviews-8v3d");
      plan = squill_design_get_plan (design, operation->item.id);
      g_test_message ("%s: %g", squill_placement_get_name (placements[i]), 800 * plan->cost.likely);
      for (guint j = 0; j < options->len; j++)
        {
          const SquillPlacementOption *option = options->pdata[j];
          const SquillOperationCost *cost;

          if (!option->feasible)
            continue;
          cost = &g_array_index (option->costs, SquillOperationCost, 0);
          g_assert_cmpstr (cost->operation, ==, operation->item.id);
          if (option->current)
            g_assert_cmpfloat_with_epsilon (800 * plan->cost.likely, cost->cost.likely,
                                            0.1 * cost->cost.likely);
          if (option->placement == SQUILL_PLACEMENT_PARENT_REFERENCE)
            g_assert_cmpfloat_with_epsilon (cost->cost.likely, 320541, 1);
        }
    }
}

/* From a category to those below it; who asks for these by their parent goes on to that. */
static void
test_self (void)
{
  static const struct
  {
    const char *placement;
    const char *filter;
    double found;
    const char *path;
  } cases[] = {
    { "parent-reference", "=_id", 8, "category" },
    { "child-references", "=_id", 8, "_id" },
    { "parent-reference", "r", 8, "_id" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autoptr (SquillDesign) design = squill_design_new (model);
      g_autofree char *more = g_strdup_printf (
          "{'filter':[{'path':'%s','how':'eq'}],'follows':['r']}", cases[i].filter);
      const SquillPlan *plan;
      const SquillPlanStep *step;

      draw_entity (model, "c");
      draw_field (model, "c", "name", "string:20");
      draw_count (model, "c", 10000);
      draw_relationship (model, "r", "c", "c", cases[i].placement, "0..8..40", "1");
      change (model, "r", "child_name", "'category'");
      draw_index (model, "c", "i", "r 1");
      draw_operation (model, "q", "find", "c", 1, more);
      plan = squill_design_get_plan (design, "q");
      g_assert_cmpuint (plan->steps->len, ==, 2);
      step = plan->steps->pdata[1];
      g_assert_cmpfloat (step->documents.likely, ==, cases[i].found);
      g_assert_cmpstr (((const SquillCondition *)step->search->conditions->pdata[0])->path, ==,
                       cases[i].path);
    }
}

/* What an insert adds to the links of a relationship is named by the other end. */
static void
test_renamed (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillDesign) anew = NULL;
  g_autofree char *kept = NULL, *expected = NULL;

  draw_entity (model, "p");
  draw_entity (model, "c");
  draw_relationship (model, "r", "p", "c", "junction", "1..2..5", "1..2..5");
  draw_operation (model, "add", "insert", "c", 1, "{}");
  design = squill_design_new (model);
  g_assert_nonnull (squill_design_get_plan (design, "add"));
  change (model, "p", "name", "'a much longer name'");
  kept = dump_plan (squill_design_get_plan (design, "add"));
  anew = squill_design_new (model);
  expected = dump_plan (squill_design_get_plan (anew, "add"));
  g_assert_cmpstr (kept, ==, expected);
}

/* By what the parent is called: the parent, its children, and where more is asked of the parent,
 * that again, but not the children of the children. */
static void
test_self_beyond (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  const SquillPlan *plan;
  const SquillPlanStep *step;

  draw_entity (model, "c");
  draw_field (model, "c", "name", "string:20");
  draw_count (model, "c", 10000);
  draw_relationship (model, "r", "c", "c", "parent-reference", "0..8..40", "1");
  change (model, "r", "child_name", "'category'");
  draw_index (model, "c", "i", "r 1");
  draw_index (model, "c", "n", "c.name 1");
  change (model, "n", "unique", "true");
  draw_operation (model, "q", "find", "c", 1,
                  "{'filter':[{'path':'r/c.name','how':'eq'}],'follows':['r']}");
  plan = squill_design_get_plan (design, "q");
  g_assert_cmpuint (plan->steps->len, ==, 3);
  step = plan->steps->pdata[1];
  g_assert_cmpstr (((const SquillCondition *)step->search->conditions->pdata[0])->path, ==,
                   "category");
  g_assert_cmpfloat (step->documents.likely, ==, 8);
  step = plan->steps->pdata[2];
  g_assert_cmpstr (((const SquillCondition *)step->search->conditions->pdata[0])->path, ==, "_id");
  g_assert_cmpfloat (step->documents.likely, ==, 8);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plan/table", test_table);
  g_test_add_func ("/plan/service", test_service);
  g_test_add_func ("/plan/unusable", test_unusable);
  g_test_add_func ("/plan/sense", test_sense);
  g_test_add_func ("/plan/shards", test_shards);
  g_test_add_func ("/plan/memory", test_memory);
  g_test_add_func ("/design/plans/first", test_first);
  g_test_add_func ("/design/plans/self", test_self);
  g_test_add_func ("/design/plans/renamed", test_renamed);
  g_test_add_func ("/design/plans/self-beyond", test_self_beyond);
  return g_test_run ();
}
