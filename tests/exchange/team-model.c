/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "team-model.h"

const char *const team_placements[] = {
  "embed-one", "embed-many", "child-references", "parent-reference",
  "two-way",   "junction",   "subset",           "bucket",
};

/* Teams and their players, and what is done with them. */
SquillModel *
make_teams (const char *placement)
{
  SquillModel *model = squill_model_new ();
  const gboolean is_single = g_str_equal (placement, "embed-one");

  draw_entity (model, "team");
  draw_field (model, "team", "name", "string");
  draw_entity (model, "player");
  draw_field (model, "player", "nick", "string");
  draw_field (model, "player", "joined", "date");
  draw_field (model, "player", "goals", "int");
  draw_count (model, "team", 30);
  draw_relationship (model, "members", "team", "player", placement, is_single ? "1" : "0..12..500",
                     "1");
  if (g_str_equal (placement, "subset") || g_str_equal (placement, "bucket"))
    change (model, "members", "bound", "5");
  change (model, "members", "order_by", "'player.joined'");
  change (model, "members", "ordering", "'time'");

  draw_operation (model, "team with players", "find", "team", 1,
                  "{'filter':[{'path':'team.name','how':'eq'}],'follows':['members'],'limit':1}");
  draw_operation (model, "joined", "aggregate", "team", 1,
                  "{'filter':[{'path':'team.name','how':'eq'}],'follows':['members']}");
  draw_operation (model, "newest", "find", "player", 1,
                  "{'filter':[{'path':'members','how':'eq'},{'path':'player.goals','how':'range'}],"
                  "'sort':[{'path':'player.joined','how':'-1'}],'limit':20}");
  draw_operation (model, "by name of the team", "find", "player", 1,
                  "{'filter':[{'path':'members/team.name','how':'eq'}]}");
  draw_operation (model, "player with team", "find", "player", 1,
                  "{'filter':[{'path':'player.nick','how':'eq'}],'limit':1,"
                  "'returns':[{'path':'player.nick'},{'path':'members/team.name'}],"
                  "'follows':['members']}");
  draw_operation (model, "goals by team", "aggregate", "player", 1,
                  "{'returns':[{'path':'members/team.name'}],"
                  "'computes':[{'path':'player.goals','how':'sum'}]}");
  draw_operation (model, "join", "insert", "player", 1, "{'writes':[{'path':'members'}]}");
  draw_operation (model, "hire", "update", "team", 1,
                  "{'filter':[{'path':'team.name','how':'eq'}],'writes':[{'path':'members'}]}");
  draw_operation (
      model, "score", "update", "player", 1,
      "{'filter':[{'path':'player.nick','how':'eq'}],'writes':[{'path':'player.goals'}]}");
  draw_operation (model, "transfer", "update", "player", 1,
                  "{'filter':[{'path':'player.nick','how':'eq'}],'writes':[{'path':'members'}],"
                  "'moves':'members','atomic':true}");
  draw_operation (model, "leave", "delete", "player", 1,
                  "{'filter':[{'path':'player.nick','how':'eq'}]}");
  draw_operation (model, "dissolve", "delete", "team", 1,
                  "{'filter':[{'path':'team.name','how':'eq'}]}");
  return model;
}
