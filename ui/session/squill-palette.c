/* SPDX-License-Identifier: Apache-2.0 */

/* All that can be done or gone to, found by typing. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-palette.h"

#include <glib/gi18n.h>

#include "session/squill-finding-order.h"
#include "session/squill-terms.h"
#include "session/squill-word-search.h"

/* Above all ranks of squill_word_search_rank(). */
#define UNAVAILABLE_RANK 100

struct _SquillPaletteEntry
{
  GObject parent_instance;

  char *label;
  char *note;
  char *folded; /* what is searched */
  const SquillAction *command;
  char *item;
  gboolean unavailable;
};

G_DEFINE_FINAL_TYPE (SquillPaletteEntry, squill_palette_entry, G_TYPE_OBJECT)

static void
squill_palette_entry_finalize (GObject *object)
{
  SquillPaletteEntry *self = SQUILL_PALETTE_ENTRY (object);

  g_free (self->label);
  g_free (self->note);
  g_free (self->folded);
  g_free (self->item);

  G_OBJECT_CLASS (squill_palette_entry_parent_class)->finalize (object);
}

static void
squill_palette_entry_class_init (SquillPaletteEntryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = squill_palette_entry_finalize;
}

static void
squill_palette_entry_init (SquillPaletteEntry *self)
{
}

/* Takes over @label and @note. */
static SquillPaletteEntry *
add (GPtrArray *entries, const SquillAction *command, const char *item, char *label, char *note)
{
  SquillPaletteEntry *self = g_object_new (SQUILL_TYPE_PALETTE_ENTRY, NULL);
  const char *words = command != NULL && command->words != NULL ? _ (command->words) : NULL;
  g_autofree char *both =
      g_strjoin (" ", label, note != NULL ? note : "", words != NULL ? words : "", NULL);

  self->command = command;
  self->item = g_strdup (item);
  self->label = label;
  self->note = note;
  self->folded = g_utf8_casefold (both, -1);
  g_ptr_array_add (entries, self);
  return self;
}

static void
add_fields (GPtrArray *entries, SquillModel *model, gconstpointer parent, const char *owner)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, parent, SQUILL_KIND_FIELD)
    {
      if (field->name != NULL && *field->name != '\0')
        /* Translators: a kind of thing, and what it belongs to: "Field of posts". */
        add (entries, NULL, field->item.id, g_strdup (field->name),
             g_strdup_printf (_ ("%s of %s"), squill_term_for_kind (SQUILL_KIND_FIELD), owner));
      add_fields (entries, model, field, owner);
    }
}

/**
 * squill_palette_list:
 * @session: a session
 * @is_available: (nullable) (scope call): whether a command can be activated; %NULL for all of them
 * @data: for @is_available
 *
 * Lists commands, then what is in the model, then what is wrong with it. Commands that cannot be
 * activated now are listed, too, so that somebody who looks for one learns that it is there.
 *
 * Returns: (transfer full) (element-type SquillPaletteEntry): the entries, with g_object_unref() as
 *   its free function; they hold for the model as it is
 */
GPtrArray *
squill_palette_list (SquillSession *session, SquillCommandAvailable is_available, gpointer data)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) findings = NULL;
  const SquillModelInfo *info;
  SquillModel *model;
  guint n;
  const SquillAction *commands = squill_actions_get (&n);

  g_return_val_if_fail (SQUILL_IS_SESSION (session), entries);

  model = squill_session_get_model (session);
  info = squill_model_get_info (model);
  for (guint i = 0; i < n; i++)
    if (!g_str_equal (commands[i].action, "win.commands"))
      {
        const gboolean available = is_available == NULL || is_available (&commands[i], data);
        SquillPaletteEntry *entry =
            add (entries, &commands[i], NULL, squill_action_get_name (&commands[i]),
                 available ? NULL : g_strdup (_ ("Not available now")));

        entry->unavailable = !available;
      }
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, info, SQUILL_KIND_ENTITY)
    add (entries, NULL, entity->item.id, squill_term_for_item (model, entity->item.id),
         g_strdup (squill_term_for_kind (SQUILL_KIND_ENTITY)));
  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, info, SQUILL_KIND_OPERATION)
    add (entries, NULL, operation->item.id, squill_term_for_item (model, operation->item.id),
         g_strdup (squill_term_for_kind (SQUILL_KIND_OPERATION)));
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, info, SQUILL_KIND_RELATIONSHIP)
    {
      add (entries, NULL, r->item.id, squill_term_for_item (model, r->item.id),
           squill_term_for_ends (model, r));
      add_fields (entries, model, r, r->name != NULL ? r->name : "");
    }
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, info, SQUILL_KIND_ENTITY)
    add_fields (entries, model, entity, entity->name != NULL ? entity->name : "");
  findings = squill_findings_order (squill_session_get_advice (session));
  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = g_ptr_array_index (findings, i);

      if (!finding->dismissed)
        add (
            entries, NULL, finding->subject,
            g_strdup_printf ("%s %s", squill_mark_for_severity (finding->severity), finding->title),
            squill_term_for_item (model, finding->subject));
    }
  return entries;
}

typedef struct
{
  SquillPaletteEntry *entry;
  int rank;
} Found;

/* Keeps the best, in their order; what comes later is not better than its equals. */
static void
insert (GArray *ranked, const Found *one, guint most)
{
  guint at = ranked->len;

  while (at > 0 && g_array_index (ranked, Found, at - 1).rank > one->rank)
    at--;
  if (at >= most)
    return;
  if (ranked->len == most)
    g_array_set_size (ranked, most - 1);
  g_array_insert_vals (ranked, at, one, 1);
}

/* Whether nothing better can follow. */
static gboolean
is_complete (const GArray *ranked, guint most)
{
  return most == 0 || (ranked->len == most && g_array_index (ranked, Found, most - 1).rank == 0);
}

/**
 * squill_palette_find:
 * @entries: (element-type SquillPaletteEntry): what there is
 * @text: words, in any order
 * @most: how many to find
 *
 * Returns: (transfer full) (element-type SquillPaletteEntry): those with all words in their label
 *   or note, the best first, with g_object_unref() as its free function
 */
GPtrArray *
squill_palette_find (GPtrArray *entries, const char *text, guint most)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (SquillWordSearch) search = NULL;
  g_autoptr (GArray) ranked = g_array_new (FALSE, FALSE, sizeof (Found));

  g_return_val_if_fail (entries != NULL && text != NULL, found);

  search = squill_word_search_new (text);
  for (guint i = 0; i < entries->len && !is_complete (ranked, most); i++)
    {
      SquillPaletteEntry *entry = g_ptr_array_index (entries, i);
      Found one = { entry, squill_word_search_rank (search, entry->folded) };

      if (one.rank < 0)
        continue;
      /* What can be done comes before what cannot. */
      if (entry->unavailable)
        one.rank += UNAVAILABLE_RANK;
      insert (ranked, &one, most);
    }
  for (guint i = 0; i < ranked->len; i++)
    g_ptr_array_add (found, g_object_ref (g_array_index (ranked, Found, i).entry));
  return found;
}

/**
 * squill_palette_entry_get_label:
 * @self: an entry
 *
 * Returns: (transfer none): what it is called
 */
const char *
squill_palette_entry_get_label (SquillPaletteEntry *self)
{
  g_return_val_if_fail (SQUILL_IS_PALETTE_ENTRY (self), NULL);

  return self->label;
}

/**
 * squill_palette_entry_get_note:
 * @self: an entry
 *
 * Returns: (transfer none) (nullable): of what kind it is, or what it belongs to
 */
const char *
squill_palette_entry_get_note (SquillPaletteEntry *self)
{
  g_return_val_if_fail (SQUILL_IS_PALETTE_ENTRY (self), NULL);

  return self->note;
}

/**
 * squill_palette_entry_get_command:
 * @self: an entry
 *
 * Returns: (transfer none) (nullable): what it does; %NULL for one that is gone to
 */
const SquillAction *
squill_palette_entry_get_command (SquillPaletteEntry *self)
{
  g_return_val_if_fail (SQUILL_IS_PALETTE_ENTRY (self), NULL);

  return self->command;
}

/**
 * squill_palette_entry_get_item:
 * @self: an entry
 *
 * Returns: (transfer none) (nullable): id of the item that it leads to
 */
const char *
squill_palette_entry_get_item (SquillPaletteEntry *self)
{
  g_return_val_if_fail (SQUILL_IS_PALETTE_ENTRY (self), NULL);

  return self->item;
}

/**
 * squill_palette_entry_is_available:
 * @self: an entry
 *
 * Returns: %FALSE if it is a command that could not be activated when the entries were listed
 */
gboolean
squill_palette_entry_is_available (SquillPaletteEntry *self)
{
  g_return_val_if_fail (SQUILL_IS_PALETTE_ENTRY (self), FALSE);

  return !self->unavailable;
}
