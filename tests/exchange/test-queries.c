/* SPDX-License-Identifier: Apache-2.0 */

/* What an application sends for an operation, by how the data is stored. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include "design-fixture.h"
#include "exchange/query/squill-query.h"
#include "exchange/squill-exchange.h"
#include "javascript-syntax.h"
#include "query-command.h"
#include "team-model.h"

static char *
write_query (SquillModel *model, const char *operation)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillSamples) samples = squill_samples_new (design);
  g_autoptr (SquillQuery) query = squill_query_new (samples, operation);

  g_assert_nonnull (query);
  return squill_query_to_text (query);
}

typedef struct
{
  const char *placement;
  const char *operation;
  const char *expected;   /* pieces of the text in their order, with "|" between */
  const char *unexpected; /* a piece that is not there, or NULL */
} QueryCase;

static const QueryCase cases[] = {
  /* Embedded, a team and its players are one document. */
  { "embed-one", "team with players", "team\").findOne({ name: \"", "player" },
  { "embed-one", "score", "{ $set: { \"members.goals\":|", "arrayFilters" },
  { "embed-one", "by name of the team", "find({ name: \"|{ members: 1 }", NULL },
  { "embed-one", "leave", "$unset: { members: \"\" }", NULL },
  { "embed-many", "team with players", "team\").findOne({ name: \"", "player" },
  { "embed-many", "newest",
    "$match|_id: ObjectId(|$elemMatch|goals|$unwind: \"$members\"|$match|\"members.goals\""
    "|$sort: { \"members.joined\": -1 }|$limit: 20|newRoot: \"$members\"",
    NULL },
  { "embed-many", "by name of the team", "$match: { name: \"|$unwind: \"$members\"", "lookup" },
  { "embed-many", "player with team", "$project: { \"members.nick\": 1, name: 1 }",
    "$replaceRoot" },
  { "embed-many", "goals by team",
    "$unwind: \"$members\"|$group: { _id: \"$name\", sum_goals: { $sum: \"$members.goals\" } }",
    "lookup" },
  { "embed-many", "join", "updateOne({ _id: ObjectId(|$push|members: {|nick:", "insert" },
  { "embed-many", "score",
    "updateMany({ \"members.nick\": \"|$set: { \"members.$[element].goals\":"
    "|arrayFilters: [ { \"element.nick\": \"",
    NULL },
  { "embed-many", "transfer",
    "startSession|withTransaction|$pull|members: { nick: \"|$push|members: {|nick:|\"snapshot\""
    "|\"majority\"|endSession",
    NULL },
  { "embed-many", "leave", "$pull|members: { nick: \"", "delete" },
  /* The team lists its players. */
  { "child-references", "team with players",
    "const team = |team\").findOne(|player\").find({ _id: { $in: team.members ?? [] } })"
    ".sort({ joined: -1 })",
    NULL },
  { "child-references", "joined",
    "$lookup|from: \"player\"|localField: \"members\"|foreignField: \"_id\"|as: \"players\"",
    NULL },
  { "child-references", "newest",
    "const team = |{ members: 1 }|player\").find(|goals|_id: { $in: team.members ?? [] }"
    "|.sort({ joined: -1 }).limit(20)",
    NULL },
  { "child-references", "by name of the team",
    "const teams = |.toArray()|$in: teams.flatMap((team) => team.members ?? [])", NULL },
  { "child-references", "player with team",
    "const player = |team\").findOne({ members: player._id }, { name: 1 })", NULL },
  { "child-references", "join",
    "player\").insertOne(|team\").updateOne(|$push: { members: ", NULL },
  { "child-references", "leave",
    "const player = |$pull: { members: player._id }|player\").deleteOne(", NULL },
  /* The player knows his team. */
  { "parent-reference", "team with players", "player\").find({ team: team._id })", "$in" },
  { "parent-reference", "newest", "player\").find({|team: ObjectId(", "const" },
  { "parent-reference", "goals by team",
    "$lookup: { from: \"team\", localField: \"team\", foreignField: \"_id\", as: \"team\" }"
    "|$unwind|$group: { _id: \"$team.name\", sum_goals: { $sum: \"$goals\" } }",
    NULL },
  { "parent-reference", "hire", "const team = |player\").insertOne(|team: team._id", "$push" },
  { "parent-reference", "transfer", "$set: { team: ObjectId(", "withTransaction" },
  { "parent-reference", "leave", "deleteOne(", "find" },
  /* Both know. */
  { "two-way", "transfer",
    "withTransaction|$pull: { members: player._id }|$push: { members: player._id }"
    "|$set: { team: ObjectId(",
    NULL },
  { "two-way", "player with team", "team\").findOne({ _id: player.team }", NULL },
  /* Links. */
  { "junction", "team with players",
    "const team = |const members = |members\").find({ team: team._id }, { player: 1 })"
    "|player\").find({ _id: { $in: members.map((member) => member.player) } })",
    NULL },
  { "junction", "joined",
    "from: \"members\"|foreignField: \"team\"|from: \"player\"|foreignField: \"_id\"|$unset",
    NULL },
  { "junction", "join",
    "player\").insertOne(|members\").insertOne(|team: ObjectId(|player:", NULL },
  { "junction", "leave", "members\").deleteMany({ player: player._id })|deleteOne(", NULL },
  /* The first of them stand in the team. */
  { "subset", "join", "insertOne(|updateOne(|$each: [|$sort: { joined: -1 }|$slice: 5", NULL },
  { "subset", "score",
    "const player = |player\").updateOne(|team\").updateMany({ \"members._id\": player._id }"
    "|\"members.$[element].goals\"|\"element._id\": player._id",
    NULL },
  { "subset", "leave",
    "updateOne({ \"members._id\": player._id }|members: { _id: player._id }|deleteOne(", NULL },
  /* Buckets. */
  { "bucket", "join",
    "team: ObjectId(|count: { $lt: 5 }|$inc: { count: 1 }|$push|members:|{ upsert: true }", NULL },
  { "bucket", "newest", "team: ObjectId(|$elemMatch|$unwind: \"$members\"", NULL },
  { "bucket", "leave", "$inc: { count: -1 }|$pull", NULL },
};

/* Where lines are broken does not matter. */
static char *
join_lines (const char *text)
{
  g_autoptr (GRegex) space = g_regex_new ("\\s+", 0, 0, NULL);

  return g_regex_replace_literal (space, text, -1, 0, " ", 0, NULL);
}

static void
check_pieces (const char *text, const QueryCase *query)
{
  g_auto (GStrv) pieces = g_strsplit (query->expected, "|", -1);
  g_autofree char *line = join_lines (text);
  const char *at = line;

  for (guint i = 0; pieces[i] != NULL && at != NULL; i++)
    {
      at = strstr (at, pieces[i]);
      if (at == NULL)
        g_error ("%s, %s: no %s in\n%s", query->placement, query->operation, pieces[i], text);
      at += strlen (pieces[i]);
    }
  if (query->unexpected != NULL && strstr (text, query->unexpected) != NULL)
    g_error ("%s, %s: %s in\n%s", query->placement, query->operation, query->unexpected, text);
}

static void
test_placements (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillModel) model = make_teams (cases[i].placement);
      g_autofree char *text = write_query (model, cases[i].operation);

      check_pieces (text, &cases[i]);
    }
}

static void
check_first_players (const char *operation, const char *version, const QueryCase *query)
{
  g_autoptr (SquillModel) model = make_teams (query->placement);
  g_autofree char *text = NULL;

  change (model, SQUILL_MODEL_ID, "server_version", version);
  draw_operation (model, "first players", operation, "team", 1,
                  "{'filter':[{'path':'=_id','how':'eq'}],'follows':['members'],"
                  "'limit':3}");
  text = write_query (model, "first players");
  check_pieces (text, query);
}

/* Who asks for the first children of one parent reads no more than these, and no second time those
 * that stand in the parent. */
static void
test_first_children (void)
{
  static const QueryCase first[] = {
    { "subset", "first players", "team\").findOne(", "player" },
    { "parent-reference", "first players",
      "team\").findOne(|player\").find({ team: team._id }).sort({ joined: -1 }).limit(3)", NULL },
    { "child-references", "first players", "team\").findOne(|player\").find(|.limit(3)", NULL },
    { "bucket", "first players", "team\").findOne(|.find({ team: team._id })|.limit(1)", NULL },
    { "embed-many", "first players", "team\").findOne(", "limit" },
  };
  static const QueryCase joined[] = {
    { "parent-reference", "first players",
      "$lookup: {|from: \"player\"|foreignField: \"team\"|$sort: { joined: -1 }|$limit: 3 }|as: ",
      "\n  { $limit: 3 }" },
    { "child-references", "first players",
      "localField: \"members\"|pipeline: [|$sort: { joined: -1 }|$limit: 3 }|as: ",
      "\n  { $limit: 3 }" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (first); i++)
    check_first_players ("find", NULL, &first[i]);
  for (guint i = 0; i < G_N_ELEMENTS (joined); i++)
    {
      check_first_players ("aggregate", NULL, &joined[i]);
      check_first_players ("aggregate", "'5.0'", &joined[i]);
    }
}

/* Before MongoDB 5.0 a join has fields that are equal or a pipeline, not both. */
static void
test_old_joins (void)
{
  static const QueryCase joined[] = {
    { "parent-reference", "first players",
      "$lookup: {|from: \"player\"|let: { key: \"$_id\" }|pipeline: [|$match|$expr|"
      "$eq: [ \"$team\", \"$$key\" ]|$sort: { joined: -1 }|$limit: 3 }|as: ",
      "localField" },
    { "child-references", "first players",
      "let: { key: \"$members\" }|pipeline: [|$match|$expr|$in: [ \"$_id\",|$cond|"
      "$isArray: \"$$key\" }, \"$$key\", [ \"$$key\" ]|$sort: { joined: -1 }|$limit: 3 }|as: ",
      "localField" },
    { "junction", "first players",
      "localField: \"_id\"|let: { key: \"$|pipeline: [|$match|$expr|$in: [ \"$_id\",|$limit: 3 }",
      NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (joined); i++)
    check_first_players ("aggregate", "'4.4'", &joined[i]);
}

/* The same values in all places that change together. */
static void
test_subset_values (void)
{
  g_autoptr (SquillModel) model = make_teams ("subset");
  g_autofree char *text = write_query (model, "score");
  const char *own = strstr (text, "{ goals: ");
  const char *other = strstr (text, ".goals\": ");
  guint64 first, second;

  g_assert_nonnull (own);
  g_assert_nonnull (other);
  first = g_ascii_strtoull (own + strlen ("{ goals: "), NULL, 10);
  second = g_ascii_strtoull (other + strlen (".goals\": "), NULL, 10);
  g_assert_cmpuint (first, >, 0);
  g_assert_cmpuint (first, ==, second);
}

/* Two relationships to one entity: each document that is inserted is another one, and none comes
 * twice because something is named twice. */
static void
test_inserts (void)
{
  g_autoptr (SquillModel) model = make_teams ("parent-reference");
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillSamples) samples = NULL;
  g_autoptr (SquillQuery) query = NULL;

  draw_relationship (model, "trains", "team", "player", "parent-reference", "0..1", "1");
  change (model, "trains", "child_name", "'trained'");
  draw_operation (model, "found", "insert", "team", 1,
                  "{'writes':[{'path':'members'},{'path':'trains'}]}");
  draw_operation (model, "hire two", "update", "team", 1,
                  "{'filter':[{'path':'team.name','how':'eq'}],"
                  "'writes':[{'path':'members'},{'path':'trains'},{'path':'members'}]}");
  design = squill_design_new (model);
  samples = squill_samples_new (design);
  for (guint i = 0; i < 2; i++)
    {
      const char *const names[] = { "found", "hire two" };
      g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      guint n = 0;

      squill_query_free (query);
      query = squill_query_new (samples, names[i]);
      for (guint j = 0; j < query->statements->len; j++)
        {
          const SquillStatement *statement = query->statements->pdata[j];
          bson_iter_t iter;
          char hex[25];

          if (statement->kind != SQUILL_STATEMENT_INSERT ||
              !g_str_equal (statement->collection, "player"))
            continue;
          g_assert_true (bson_iter_init_find (&iter, statement->filter, "_id"));
          bson_oid_to_string (bson_iter_oid (&iter), hex);
          g_assert_true (g_hash_table_add (ids, g_strdup (hex)));
          n++;
        }
      g_assert_cmpuint (n, ==, 2);
    }
}

/* Names and values: what is said of a name and a value has to hold of one element, and what is said
 * of two names of two. */
static void
test_pairs (void)
{
  g_autoptr (SquillModel) model = make_teams ("parent-reference");
  g_autofree char *one = NULL, *both = NULL;

  draw_field (model, "team", "attributes", "object[]2");
  draw_field (model, "team.attributes", "k", "string:5");
  draw_field (model, "team.attributes", "v", "int");
  draw_operation (model, "one", "find", "team", 1,
                  "{'filter':[{'path':'team.attributes.k','how':'eq:US'},"
                  "{'path':'team.attributes.v','how':'eq:7'}]}");
  draw_operation (model, "both", "find", "team", 1,
                  "{'filter':[{'path':'team.attributes.k','how':'eq:US'},"
                  "{'path':'team.attributes.v','how':'eq:7'},"
                  "{'path':'team.attributes.k','how':'eq:Italy'},"
                  "{'path':'team.attributes.v','how':'eq:8'}]}");
  one = write_query (model, "one");
  both = write_query (model, "both");
  g_assert_nonnull (strstr (one, "$elemMatch"));
  g_assert_nonnull (strstr (one, "k: \"US\""));
  g_assert_nonnull (strstr (one, "v: 7"));
  g_assert_null (strstr (one, "$all"));
  g_assert_nonnull (strstr (both, "$all"));
  g_assert_nonnull (strstr (both, "k: \"US\""));
  g_assert_nonnull (strstr (both, "k: \"Italy\""));
  g_assert_nonnull (strstr (both, "v: 8"));
}

static void
test_copies (void)
{
  g_autoptr (SquillModel) model = make_teams ("parent-reference");
  g_autofree char *read = NULL;
  g_autofree char *kept = NULL;
  g_autofree char *snapshot = NULL;
  g_autofree char *list = NULL;
  const QueryCase sync = { "parent-reference", "rename",
                           "const team = |team\").updateOne(|Copies that are kept in step"
                           "|player\").updateMany({ \"team.id\": team._id }"
                           "|$set: { \"team.name\": \"",
                           NULL };
  const QueryCase sync_list = { "child-references", "rename player",
                                "team\").updateMany({ \"members.id\": player._id }"
                                "|$set: { \"members.$[element].nick\": \""
                                "|arrayFilters: [ { \"element.id\": player._id } ]",
                                NULL };

  draw_copy (model, "members", "team.name", "to-child");
  change (model, "members", "nest_copies", "true");
  draw_operation (model, "rename", "update", "team", 1,
                  "{'filter':[{'path':'team.name','how':'eq'}],'writes':[{'path':'team.name'}]}");
  /* What is copied needs no second query. */
  read = write_query (model, "player with team");
  g_assert_null (strstr (read, "getCollection(\"team\")"));
  g_assert_nonnull (strstr (read, "\"team.name\": 1"));
  snapshot = write_query (model, "rename");
  g_assert_null (strstr (snapshot, "updateMany"));
  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, squill_model_get_relationship (model, "members"),
                         SQUILL_KIND_COPY)
    {
      g_autofree char *id = g_strdup (copy->item.id);

      change (model, id, "mode", "'kept'");
      break;
    }
  kept = write_query (model, "rename");
  check_pieces (kept, &sync);

  {
    g_autoptr (SquillModel) other = make_teams ("child-references");

    draw_copy (other, "members", "player.nick", "to-parent");
    SQUILL_FOR_EACH_CHILD (SquillCopy, copy, squill_model_get_relationship (other, "members"),
                           SQUILL_KIND_COPY)
      {
        g_autofree char *id = g_strdup (copy->item.id);

        change (other, id, "mode", "'kept'");
        break;
      }
    draw_operation (
        other, "rename player", "update", "player", 1,
        "{'filter':[{'path':'player.nick','how':'eq'}],'writes':[{'path':'player.nick'}]}");
    list = write_query (other, "rename player");
    check_pieces (list, &sync_list);
  }
}

typedef struct
{
  const char *operation;
  const char *more;
  const char *expected;
} OptionCase;

static void
test_options (void)
{
  static const OptionCase options[] = {
    { "find", "{'sort':[{'path':'e.n','how':'-1'}],'skip':40,'limit':20}",
      "find().sort({ n: -1 }).skip(40).limit(20)" },
    { "find", "{'filter':[{'path':'e.s','how':'regex'}]}", "{ s: { $regex: \"^" },
    { "find", "{'filter':[{'path':'e.s','how':'in:20'}]}", "$in: [ \"" },
    { "find", "{'filter':[{'path':'e.s','how':'exists'}]}", "{ s: { $exists: true } }" },
    { "find", "{'filter':[{'path':'=extra.size','how':'eq'}]}",
      "{ \"extra.size\": { $exists: true } }" },
    { "find", "{'read_concern':'majority','read_preference':'secondary'}",
      ".readConcern(\"majority\").readPref(\"secondary\")" },
    { "find", "{'filter':[{'path':'e.l','how':'range'}]}", "l: { $elemMatch: { $gte:" },
    { "find", "{'filter':[{'path':'e.c','how':'eq'}]}", ".collation({ locale: \"de\" })" },
    { "find", "{'filter':[{'path':'e.u','how':'eq'}]}", "findOne({ u: " },
    { "find", "{'filter':[{'path':'e.n','how':'eq'}]}", ".find({ n: " },
    { "update", "{'writes':[{'path':'e.views'}],'multi':true}",
      "updateMany({}, { $inc: { views: 1 } })" },
    { "update",
      "{'filter':[{'path':'e.n','how':'range'}],'writes':[{'path':'e.n'}],"
      "'guard':'in-filter'}",
      "updateOne({ n: { $gte: 1 } }, { $inc: { n: -1 } })" },
    { "update",
      "{'filter':[{'path':'e.l','how':'eq'}],'writes':[{'path':'e.l'}],'guard':'in-filter',"
      "'upsert':true,'write_concern':'majority'}",
      "{ upsert: true, writeConcern: { w: \"majority\" } }" },
    { "update",
      "{'filter':[{'path':'e.u','how':'eq'}],'writes':[{'path':'e.n'}],"
      "'guard':'read-then-write'}",
      "// The application checks the condition db.getCollection(\"e\").findOne(" },
    { "update", "{'writes':[{'path':'e.n'}],'transaction':true}", "session.withTransaction(" },
    { "delete", "{'filter':[{'path':'e.n','how':'eq'}],'multi':true,'write_concern':'1'}",
      "{ writeConcern: { w: 1 } }" },
    { "find", "{}", "db.getCollection(\"e\").find();" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autofree char *text = NULL;
      g_autofree char *line = NULL;

      draw_entity (model, "e");
      draw_field (model, "e", "n", "int");
      draw_field (model, "e", "s", "string");
      draw_field (model, "e", "l", "int[]5");
      draw_field (model, "e", "c", "string");
      draw_field (model, "e", "u", "string");
      draw_field (model, "e", "views", "int");
      draw_index (model, "e", "i1", "e.c 1");
      change (model, "i1", "collation", "{'locale':'de'}");
      draw_index (model, "e", "i2", "e.u 1");
      change (model, "i2", "unique", "true");
      draw_operation (model, "o", options[i].operation, "e", 1, options[i].more);
      text = write_query (model, "o");
      line = join_lines (text);
      if (strstr (line, options[i].expected) == NULL)
        g_error ("%s: no %s in\n%s", options[i].more, options[i].expected, text);
      check_javascript_syntax (text, options[i].more);
    }
}

/* Both ends of a relationship are employees: whoever asks by the manager means the manager
 * throughout, and whoever only follows means the reports. */
static void
test_self (void)
{
  static const struct
  {
    const char *placement;
    const char *kind;
    const char *more;
    const char *expected[2];
  } selves[] = {
    { "parent-reference",
      "find",
      "{'filter':[{'path':'r/e.n','how':'eq'}],'returns':[{'path':'r/e.n'}]}",
      { "manager: { $in: employees.map",
        "{ _id: { $in: employees2.map((found) => found.manager)" } },
    { "child-references",
      "find",
      "{'filter':[{'path':'r/e.n','how':'eq'}],'returns':[{'path':'r/e.n'}]}",
      { "_id: { $in: employees.flatMap", "{ reports: { $in: employees2.map" } },
    { "parent-reference",
      "aggregate",
      "{'filter':[{'path':'r/e.n','how':'eq'}],'computes':[{'path':'e.n','how':'sum'}]}",
      { "localField: \"manager\", foreignField: \"_id\"", "$match:" } },
    { "parent-reference",
      "find",
      "{'sort':[{'path':'r/e.n','how':'1'}],'limit':5}",
      { "localField: \"manager\", foreignField: \"_id\"", "$sort:" } },
    { "parent-reference",
      "find",
      "{'filter':[{'path':'e._id','how':'eq'}],'follows':['r']}",
      { "findOne(", "{ manager: employee._id }" } },
    { "parent-reference",
      "find",
      "{'filter':[{'path':'r','how':'eq'}],'follows':['r']}",
      { "find({ manager: ", "{ _id: { $in: employees.map((employee) => employee.manager)" } },
    /* An aggregate goes through all levels. */
    { "parent-reference",
      "aggregate",
      "{'filter':[{'path':'e._id','how':'eq'}],'follows':['r']}",
      { "startWith: \"$manager\",", "connectToField: \"_id\"," } },
    { "parent-reference",
      "aggregate",
      "{'filter':[{'path':'r','how':'eq'}],'follows':['r']}",
      { "startWith: \"$_id\",", "connectToField: \"manager\"," } },
    { "child-references",
      "aggregate",
      "{'filter':[{'path':'e._id','how':'eq'}],'follows':['r']}",
      { "startWith: \"$_id\",", "connectToField: \"reports\"," } },
    { "junction",
      "aggregate",
      "{'filter':[{'path':'e._id','how':'eq'}],'follows':['r']}",
      { "connectFromField: \"manager\"", "$unset: \"employees_links\"" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (selves); i++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autofree char *text = NULL;
      g_autofree char *line = NULL;

      draw_entity (model, "e");
      change (model, "e", "name", "'employee'");
      draw_field (model, "e", "_id", "objectId");
      draw_field (model, "e", "n", "int");
      draw_count (model, "e", 1000);
      draw_relationship (model, "r", "e", "e", selves[i].placement, "0..8..40", "1");
      change (model, "r", "child_name", "'manager'");
      change (model, "r", "parent_name", "'reports'");
      draw_operation (model, "o", selves[i].kind, "e", 1, selves[i].more);
      text = write_query (model, "o");
      line = join_lines (text);
      for (guint k = 0; k < G_N_ELEMENTS (selves[i].expected); k++)
        if (strstr (line, selves[i].expected[k]) == NULL)
          g_error ("%s: no %s in\n%s", selves[i].more, selves[i].expected[k], text);
      check_javascript_syntax (text, selves[i].more);
    }
}

/* What is in another database is asked there, and is not joined. */
static void
test_databases (void)
{
  g_autoptr (SquillModel) model = make_teams ("parent-reference");
  g_autofree char *found = NULL, *joined = NULL, *changed = NULL;

  change (model, "player", "database", "'people'");
  change (model, "score", "transaction", "true");
  found = write_query (model, "team with players");
  g_assert_nonnull (strstr (found, "db.getCollection(\"team\").findOne("));
  g_assert_nonnull (strstr (found, "db.getSiblingDB(\"people\").getCollection(\"player\").find("));
  joined = write_query (model, "goals by team");
  g_assert_null (strstr (joined, "$lookup:"));
  g_assert_nonnull (strstr (joined, "are in two databases"));
  changed = write_query (model, "score");
  g_assert_nonnull (
      strstr (changed, "session.getDatabase(\"people\").getCollection(\"player\").update"));
  check_javascript_syntax (found, "found");
  check_javascript_syntax (joined, "joined");
  check_javascript_syntax (changed, "changed");
}

/* Names that mean something else in JavaScript or in paths. */
static void
test_names (void)
{
  static const char *const names[] = { "a b", "class", "it's",      "say \"x\"", "__proto__",
                                       "1",   "ünïc",  "line\nend", "*/" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (SquillModel) model = make_teams ("child-references");
      g_autoptr (GError) error = NULL;
      g_autofree char *text = NULL;

      squill_model_set (model, "team", "name", json_string (names[i]), &error);
      g_assert_no_error (error);
      squill_model_set (model, "team.name", "name", json_string (names[i]), &error);
      g_assert_no_error (error);
      squill_model_set (model, "members", "parent_name", json_string (names[i]), &error);
      g_clear_error (&error);
      text = write_query (model, "by name of the team");
      check_javascript_syntax (text, names[i]);
    }
}

static void
test_scripts (void)
{
  static const char *const examples[] = { "books",    "cms",     "hosts",    "movies",
                                          "parts",    "patrons", "products", "shop",
                                          "students", "tasks",   "traffic" };

  for (guint i = 0; i < G_N_ELEMENTS (examples) + SQUILL_N_PLACEMENTS; i++)
    {
      const gboolean is_example = i < G_N_ELEMENTS (examples);
      const char *name = is_example ? examples[i] : team_placements[i - G_N_ELEMENTS (examples)];
      g_autoptr (SquillModel) model = is_example ? load_example (name) : make_teams (name);
      g_autoptr (SquillDesign) design = squill_design_new (model);
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) files =
          squill_export (squill_exporters_find ("queries"), design, NULL, NULL, NULL, &error);
      const SquillExportFile *file;
      g_autofree char *text = NULL;
      gsize length;

      g_assert_no_error (error);
      g_assert_cmpuint (files->len, ==, 1);
      file = files->pdata[0];
      text =
          g_strndup (g_bytes_get_data (file->content, &length), g_bytes_get_size (file->content));
      g_assert_true (g_utf8_validate (text, -1, NULL));
      SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (model),
                             SQUILL_KIND_OPERATION)
        {
          g_autofree char *title = g_strdup_printf ("// %s\n", operation->name);

          g_assert_nonnull (strstr (text, title));
        }
      check_javascript_syntax (text, name);
    }
}

/* The first documents of what a find asks for, as if they were its result. */
static GPtrArray *
make_result (SquillSamples *samples, SquillDesign *design, const SquillStatement *statement)
{
  GPtrArray *documents = g_ptr_array_new_with_free_func ((GDestroyNotify)bson_destroy);
  const SquillCollection *collection =
      squill_design_find_collection_by_name (design, statement->collection);

  for (guint64 i = 0; statement->kind == SQUILL_STATEMENT_FIND && i < (statement->many ? 3 : 1);
       i++)
    {
      g_autoptr (GHashTable) left_out = NULL;
      g_autoptr (GError) error = NULL;

      g_ptr_array_add (
          documents, squill_samples_get_excerpt (samples, collection->id, i, 3, &left_out, &error));
      g_assert_no_error (error);
    }
  return documents;
}

static json_t *
to_json (const bson_t *document)
{
  g_autofree char *text = squill_bson_to_text (document, SQUILL_BSON_STYLE_CANONICAL, 0, 0);
  json_t *json = json_loads (text, JSON_ALLOW_NUL, NULL);

  g_assert_nonnull (json);
  return json;
}

/* Runs the text of a query in Node and compares what it sends with the commands of the query. */
static void
compare_commands (const char *node,
                  SquillSamples *samples,
                  SquillDesign *design,
                  const char *operation)
{
  g_autoptr (SquillQuery) query = squill_query_new (samples, operation);
  g_autofree char *text = squill_query_to_text (query);
  g_autoptr (GPtrArray) results =
      g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);
  json_t *documents = json_array ();
  g_autofree char *folder = g_dir_make_tmp ("squill-queries-XXXXXX", NULL);
  g_autofree char *script = g_build_filename (folder, "query.js", NULL);
  g_autofree char *data = g_build_filename (folder, "results.json", NULL);
  g_autofree char *stub = g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "tests", "exchange",
                                            "shell-stub.js", NULL);
  g_autofree char *output = NULL, *messages = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  for (guint i = 0; i < query->statements->len; i++)
    {
      GPtrArray *result = make_result (samples, design, query->statements->pdata[i]);
      json_t *list = json_array ();

      for (guint j = 0; j < result->len; j++)
        json_array_append_new (list, to_json (result->pdata[j]));
      json_array_append_new (documents, list);
      g_ptr_array_add (results, result);
    }
  g_assert_true (g_file_set_contents (script, text, -1, NULL));
  g_assert_cmpint (json_dump_file (documents, data, 0), ==, 0);
  json_decref (documents);
  g_spawn_sync (NULL, (char *[]){ (char *)node, stub, script, data, NULL }, NULL, G_SPAWN_DEFAULT,
                NULL, NULL, &output, &messages, &status, &error);
  g_assert_no_error (error);
  if (!g_spawn_check_wait_status (status, NULL))
    g_error ("%s: %s\n%s", operation, messages, text);
  lines = g_strsplit (output, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, query->statements->len + 1);
  for (guint i = 0; i < query->statements->len; i++)
    {
      bson_t *command = query_command_new (query, query->statements->pdata[i], results);
      json_t *expected = to_json (command);
      json_t *sent = json_loads (lines[i], JSON_ALLOW_NUL, NULL);

      if (!json_equal (sent, expected))
        g_error ("%s\n%s\n%s\n%s", operation, text, lines[i],
                 squill_bson_to_text (command, SQUILL_BSON_STYLE_CANONICAL, 0, 0));
      json_decref (sent);
      json_decref (expected);
      bson_destroy (command);
    }
  g_unlink (script);
  g_unlink (data);
  g_rmdir (folder);
}

/* The text and the structure of a query say the same. */
static void
test_commands (void)
{
  static const char *const examples[] = { "books",    "cms",      "hosts", "parts",
                                          "products", "students", "tasks", "traffic" };
  g_autofree char *node = g_find_program_in_path ("node");

  if (node == NULL)
    {
      g_test_skip ("node is not here, so nothing runs the text");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (examples) + SQUILL_N_PLACEMENTS; i++)
    {
      const gboolean is_example = i < G_N_ELEMENTS (examples);
      g_autoptr (SquillModel) model =
          is_example ? load_example (examples[i])
                     : make_teams (team_placements[i - G_N_ELEMENTS (examples)]);
      g_autoptr (SquillDesign) design = squill_design_new (model);
      g_autoptr (SquillSamples) samples = squill_samples_new (design);

      SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (model),
                             SQUILL_KIND_OPERATION)
        compare_commands (node, samples, design, operation->item.id);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/exchange/queries/placements", test_placements);
  g_test_add_func ("/exchange/queries/first-children", test_first_children);
  g_test_add_func ("/exchange/queries/old-joins", test_old_joins);
  g_test_add_func ("/exchange/queries/subset-values", test_subset_values);
  g_test_add_func ("/exchange/queries/inserts", test_inserts);
  g_test_add_func ("/exchange/queries/copies", test_copies);
  g_test_add_func ("/exchange/queries/pairs", test_pairs);
  g_test_add_func ("/exchange/queries/options", test_options);
  g_test_add_func ("/exchange/queries/self", test_self);
  g_test_add_func ("/exchange/queries/databases", test_databases);
  g_test_add_func ("/exchange/queries/names", test_names);
  g_test_add_func ("/exchange/queries/scripts", test_scripts);
  g_test_add_func ("/exchange/queries/commands", test_commands);

  return g_test_run ();
}
