/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-action.h"

#include <glib/gi18n.h>

static const SquillAction commands[] = {
  { "app.new-window", N_ ("_New Window"), { "<Control><Shift>n" } },
  { "win.open", N_ ("Open a _Model…"), { "<Control>o" }, .words = N_ ("import load file") },
  { "win.gallery", N_ ("Examp_les…"), { NULL }, .words = N_ ("samples templates") },
  { "win.save", N_ ("_Save"), { "<Control>s" } },
  { "win.save-as", N_ ("Save _As…"), { "<Control><Shift>s" } },
  { "win.inspect",
    N_ ("Inspect a _Database…"),
    { "<Control>i" },
    .words = N_ ("connect import read server") },
  { "win.refresh",
    N_ ("_Refresh from the Database…"),
    { "<Control>r" },
    .words = N_ ("update reload synchronize") },
  { "win.watch",
    N_ ("_Watch the Database"),
    { NULL },
    .words = N_ ("follow live monitor changes drift") },
  { "win.compare", N_ ("Co_mpare with the Database…"), { NULL }, .words = N_ ("drift difference") },
  { "win.compare-file", N_ ("Compare with a _File…"), { NULL } },
  { "win.compare-saved", N_ ("Compare with the Sa_ved State"), { NULL } },
  { "win.resolve-conflicts", N_ ("Resolve Con_flicts…"), { NULL } },
  { "win.export",
    N_ ("E_xport…"),
    { "<Control>e" },
    .words =
        N_ ("image schema validator SVG PDF PNG JSON Mongoose TypeScript Mermaid Prisma DBML") },
  { "win.copy-picture", N_ ("Copy as P_icture"), { "<Control><Shift>c" } },
  { "win.copy-picture-selection", N_ ("Copy the _Selection as a Picture"), { NULL } },
  { "win.copy-picture-shown", N_ ("Copy _What Is Shown as a Picture"), { NULL } },
  { "win.copy-picture-whole", N_ ("Copy the Whole _Diagram as a Picture"), { NULL } },
  { "win.print", N_ ("_Print…"), { "<Control>p" }, .words = N_ ("paper preview") },
  { "win.close", N_ ("_Close the Window"), { "<Control>w" } },
  { "app.quit", N_ ("_Quit"), { "<Control>q" } },

  { "win.undo", N_ ("_Undo"), { "<Control>z" } },
  { "win.redo", N_ ("R_edo"), { "<Control><Shift>z", "<Control>y" } },
  { "win.cut", N_ ("Cu_t"), { "<Control>x" }, TRUE },
  { "win.copy", N_ ("_Copy"), { "<Control>c" }, TRUE },
  { "win.paste", N_ ("_Paste"), { "<Control>v" }, TRUE },
  { "win.duplicate", N_ ("D_uplicate"), { "<Control>d" }, TRUE },
  { "win.select-all", N_ ("Select _All Entities"), { "<Control>a" }, TRUE },
  { "win.advise",
    N_ ("S_tore as Advised…"),
    { "<Control><Shift>a" },
    .words = N_ ("fix recommend suggest placement") },
  { "win.patterns", N_ ("Pa_tterns…"), { NULL }, .words = N_ ("transform bucket subset outlier") },
  { "win.new-design", N_ ("New _Design…"), { NULL }, .words = N_ ("variant alternative") },

  { "win.new-entity",
    N_ ("New _Entity"),
    { "<Control>n" },
    .words = N_ ("collection table document") },
  { "win.new-relationship",
    N_ ("New _Relationship"),
    { NULL },
    .words = N_ ("reference link line association") },
  { "canvas.tool::entity", N_ ("Draw _Entities"), { "e" }, .words = N_ ("collection table") },
  { "canvas.relate",
    N_ ("Draw _Relationship"),
    { "r" },
    .words = N_ ("reference link line association") },
  { "canvas.tool::note", N_ ("Write a _Note"), { "n" }, .words = N_ ("comment text") },
  { "canvas.tool::group", N_ ("Draw a _Group"), { "g" }, .words = N_ ("frame area") },
  { "canvas.tool::select", N_ ("_Select"), { "v" } },
  { "canvas.add-field", N_ ("Add _Field"), { "Insert" } },
  { "canvas.rename", N_ ("_Rename"), { "F2" } },
  { "canvas.triple::end",
    N_ ("Edit the Cardinality at the _End"),
    { "m" },
    .words = N_ ("count number how many multiplicity") },
  { "canvas.triple::start",
    N_ ("Edit the Cardinality at the _Start"),
    { "<Shift>m" },
    .words = N_ ("count number how many multiplicity") },
  { "canvas.line-part", N_ ("Choose the _Bend or the Next Label of a Line"), { "b" } },
  { "canvas.reset-line", N_ ("_Reset Line"), { NULL } },
  { "canvas.delete", N_ ("_Delete"), { "Delete", "BackSpace" } },
  { "canvas.swap-ends",
    N_ ("S_wap Ends"),
    { NULL },
    .words = N_ ("reverse direction turn parent child") },
  { "canvas.toggle-embedded", N_ ("_Embed or Store Separately"), { "<Control><Shift>e" } },
  { "canvas.beside", N_ ("Show _Beside or Inside"), { NULL } },
  { "canvas.collapse", N_ ("_Hide or Show Fields"), { NULL }, .words = N_ ("fold") },
  { "canvas.lock", N_ ("_Lock or Unlock"), { "l" } },
  { "canvas.group", N_ ("_Group"), { "<Control>g" } },
  { "canvas.move-field::up", N_ ("Move U_p"), { "<Alt>Up" } },
  { "canvas.move-field::down", N_ ("Move D_own"), { "<Alt>Down" } },
  { "canvas.move-field::in", N_ ("Move _Into the Field Above"), { "<Alt>Right" } },
  { "canvas.move-field::out", N_ ("Move Out of Its O_bject"), { "<Alt>Left" } },
  { "canvas.align::left", N_ ("Align _Left"), { NULL } },
  { "canvas.align::center", N_ ("Align _Centers"), { NULL } },
  { "canvas.align::right", N_ ("Align _Right"), { NULL } },
  { "canvas.align::top", N_ ("Align _Top"), { NULL } },
  { "canvas.align::middle", N_ ("Align _Middles"), { NULL } },
  { "canvas.align::bottom", N_ ("Align _Bottom"), { NULL } },
  { "canvas.align::across", N_ ("Distribute _Horizontally"), { NULL } },
  { "canvas.align::down", N_ ("Distribute _Vertically"), { NULL } },
  { "canvas.arrange-all", N_ ("_Tidy"), { NULL }, .words = N_ ("arrange layout order") },
  { "canvas.arrange-selection",
    N_ ("Arrange _Selection"),
    { NULL },
    .words = N_ ("tidy layout order") },

  { "canvas.zoom-in", N_ ("Zoom _In"), { "plus", "<Control>plus" } },
  { "canvas.zoom-out", N_ ("Zoom _Out"), { "minus", "<Control>minus" } },
  { "canvas.zoom-normal", N_ ("Zoom to _100 %"), { "0", "<Control>0" } },
  { "canvas.zoom-fit", N_ ("_Zoom to Fit"), { "1" }, .words = N_ ("all whole overview") },
  { "canvas.zoom-selection", N_ ("Zoom to _Selection"), { "2" } },
  { "show.neighborhood",
    N_ ("Show Only the _Neighborhood"),
    { "3" },
    .words = N_ ("filter related") },
  { "show.more-steps", N_ ("One Step _More Around"), { "period" } },
  { "show.fewer-steps", N_ ("One Step _Fewer Around"), { "comma" } },
  { "show.everything", N_ ("Show _Everything"), { "4" }, .words = N_ ("reset filter") },
  { "show.connections", N_ ("_Connections of the Selection"), { NULL } },
  { "show.all-inside", N_ ("All _Inside What Contains Them"), { NULL } },
  { "show.all-beside", N_ ("All _Beside What Contains Them"), { NULL } },
  { "show.new-view", N_ ("_New View of What Is Shown"), { NULL } },
  { "show.edit-view", N_ ("_Rename View"), { NULL } },
  { "show.delete-view", N_ ("_Delete View"), { NULL } },
  { "show.add-to-view", N_ ("_Add the Selection to the View"), { NULL } },
  { "show.remove-from-view", N_ ("_Hide the Selection in the View"), { NULL } },
  { "show.next-view", N_ ("Ne_xt View"), { "<Alt>Page_Down" } },
  { "show.previous-view", N_ ("_Previous View"), { "<Alt>Page_Up" } },

  { "win.commands", N_ ("_Commands…"), { "<Control>k" } },
  { "win.search", N_ ("_Find…"), { "<Control>f" }, .words = N_ ("search") },
  { "win.outline-visible", N_ ("_Outline"), { "F9" } },
  { "win.inspector-visible", N_ ("_Inspector"), { "F8" } },
  { "win.panel-visible", N_ ("_Panel"), { "F7" } },
  { "win.present", N_ ("Prese_nt"), { "F5" }, .words = N_ ("slides presentation") },
  { "win.fullscreen", N_ ("_Full Screen"), { "F11" } },
  { "win.next-place", N_ ("_Next Place"), { "F6" } },
  { "win.previous-place", N_ ("_Previous Place"), { "<Shift>F6" } },
  { "win.page::documents", N_ ("_Documents"), { "<Alt>1" }, .words = N_ ("samples examples JSON") },
  { "win.page::warnings",
    N_ ("_Warnings"),
    { "<Alt>2" },
    .words = N_ ("findings errors advice problems") },
  { "win.page::sizes", N_ ("_Sizes"), { "<Alt>3" } },
  { "win.page::workload", N_ ("W_orkload"), { "<Alt>4" }, .words = N_ ("operations queries") },
  { "win.page::script",
    N_ ("S_cript"),
    { "<Alt>5" },
    .words = N_ ("mongosh validator code migration") },
  { "win.page::capacity", N_ ("Ca_pacity"), { "<Alt>6" } },
  { "win.page::compare", N_ ("Co_mpare"), { "<Alt>7" } },
  { "win.tour", N_ ("_Tour"), { NULL } },
  { "win.rules",
    N_ ("Ru_les"),
    { "<Shift>F1" },
    .words = N_ ("warnings checks lint explanations") },
  { "win.menu", N_ ("_Menu"), { "F10" } },
  { "win.show-help-overlay",
    N_ ("_Keyboard Shortcuts"),
    { "<Control>question", "<Control>slash" } },
  { "app.help", N_ ("_Help"), { "F1" } },
  { "app.about", N_ ("A_bout Squill"), { NULL } },
};

/**
 * squill_actions_get:
 * @n: (out): how many
 *
 * Returns: (transfer none) (array length=n): what a person can do
 */
const SquillAction *
squill_actions_get (guint *n)
{
  g_return_val_if_fail (n != NULL, NULL);

  *n = G_N_ELEMENTS (commands);
  return commands;
}

/**
 * squill_action_find:
 * @action: the detailed name of an action
 *
 * Returns: (transfer none) (nullable): its command
 */
const SquillAction *
squill_action_find (const char *action)
{
  g_return_val_if_fail (action != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (commands[i].action, action))
      return &commands[i];
  return NULL;
}

/**
 * squill_action_is_of_canvas:
 * @self: a command
 *
 * Returns: %TRUE if its keys do it only while the diagram has the focus
 */
gboolean
squill_action_is_of_canvas (const SquillAction *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return g_str_has_prefix (self->action, "canvas.") || g_str_has_prefix (self->action, "show.");
}

/**
 * squill_action_get_name:
 * @self: a command
 *
 * Returns: (transfer full): its translated title without a mnemonic
 */
char *
squill_action_get_name (const SquillAction *self)
{
  GString *name;

  g_return_val_if_fail (self != NULL, NULL);

  name = g_string_new (_ (self->title));
  g_string_replace (name, "_", "", 0);
  return g_string_free (name, FALSE);
}
