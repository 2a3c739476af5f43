/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "widgets/squill-triple-entry.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "text/squill-text.h"
#include "widgets/squill-focus.h"
#include "widgets/squill-typing.h"

/* An entry takes no more room than this. */
#define MAX_CHARACTERS 16

struct _SquillTripleEntry
{
  GtkWidget parent_instance;

  GtkWidget *entry;
  SquillTriple triple;
  char *shown; /* the text of the value, to tell whether somebody typed */
  gboolean single;
  SquillEntryUnit unit;
  gboolean setting;
};

enum
{
  EDITED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillTripleEntry, squill_triple_entry, GTK_TYPE_WIDGET)

/* The value itself stays exact as long as nobody types another one. */
static char *
to_text (SquillTripleEntry *self)
{
  const SquillTriple rounded = squill_triple_round (self->triple);

  if (!self->single)
    return squill_triple_to_text (rounded);
  if (isnan (rounded.likely))
    return g_strdup ("");
  if (isinf (rounded.likely))
    return g_strdup ("∞");
  switch (self->unit)
    {
    case SQUILL_ENTRY_UNIT_BYTES:
      return squill_text_exact_bytes (self->triple.likely);
    case SQUILL_ENTRY_UNIT_SHARE:
      return squill_text_exact_share (self->triple.likely);
    case SQUILL_ENTRY_UNIT_NUMBER:
    default:
      return squill_text_number (rounded.likely);
    }
}

static gboolean
parse_single (SquillTripleEntry *self, const char *text, double *number)
{
  switch (self->unit)
    {
    case SQUILL_ENTRY_UNIT_BYTES:
      return squill_text_parse_bytes (text, number);
    case SQUILL_ENTRY_UNIT_SHARE:
      return squill_text_parse_share (text, number);
    case SQUILL_ENTRY_UNIT_NUMBER:
    default:
      return squill_text_parse_count (text, number);
    }
}

/* In the words of the unit. */
static const char *
get_hint (SquillTripleEntry *self)
{
  if (!self->single)
    return _ ("Least, likely, and most, in this order: 0..35..∞");
  switch (self->unit)
    {
    case SQUILL_ENTRY_UNIT_BYTES:
      return _ ("A size such as 300 B, 10 MB, or 16 MiB");
    case SQUILL_ENTRY_UNIT_SHARE:
      return _ ("A share such as 20 %");
    case SQUILL_ENTRY_UNIT_NUMBER:
    default:
      return _ ("A number such as 12, 5k, or 1.2M");
    }
}

static gboolean
from_text (SquillTripleEntry *self, const char *text, SquillTriple *triple)
{
  g_autofree char *stripped = NULL;

  if (!self->single)
    return squill_triple_from_text (text, triple);
  stripped = g_strstrip (g_strdup (text));
  *triple = SQUILL_TRIPLE_UNSET;
  return *stripped == '\0' || parse_single (self, stripped, &triple->likely);
}

static void
set_invalid (SquillTripleEntry *self, gboolean invalid)
{
  /* A tooltip that is set, even to none, asks the display where the pointer is. */
  if (gtk_widget_has_css_class (GTK_WIDGET (self), "error") == invalid)
    return;
  if (invalid)
    {
      gtk_widget_add_css_class (GTK_WIDGET (self), "error");
      gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID,
                                   GTK_ACCESSIBLE_INVALID_TRUE, -1);
      gtk_widget_set_tooltip_text (self->entry, get_hint (self));
    }
  else
    {
      gtk_widget_remove_css_class (GTK_WIDGET (self), "error");
      gtk_accessible_reset_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID);
      gtk_widget_set_tooltip_text (self->entry, NULL);
    }
}

/* Room for what is usual, as the title beside it can be broken, and for all of a value that is
 * longer than that. */
static void
fit_width (SquillTripleEntry *self)
{
  const char *placeholder = gtk_entry_get_placeholder_text (GTK_ENTRY (self->entry));
  const int usual = self->single ? 5 : 10;
  const int needed = self->shown != NULL ? (int)g_utf8_strlen (self->shown, -1) : 0;
  const int width = CLAMP (needed, usual, MAX_CHARACTERS);

  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), width);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->entry), width);
  squill_typing_make_room (GTK_EDITABLE (self->entry), placeholder);
}

static void
show (SquillTripleEntry *self)
{
  g_free (self->shown);
  self->shown = to_text (self);
  self->setting = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), self->shown);
  self->setting = FALSE;
  fit_width (self);
  set_invalid (self, FALSE);
}

static gboolean
take (SquillTripleEntry *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  SquillTriple triple;

  if (g_strcmp0 (text, self->shown) == 0)
    return TRUE;
  if (!from_text (self, text, &triple))
    {
      set_invalid (self, TRUE);
      return FALSE;
    }
  if (!squill_triple_equal (triple, self->triple))
    {
      self->triple = triple;
      g_free (self->shown);
      self->shown = g_strdup (text);
      g_signal_emit (self, signals[EDITED], 0);
    }
  return TRUE;
}

static void
on_changed (SquillTripleEntry *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  SquillTriple triple;

  /* While somebody types, half a number is no mistake yet; a mark goes as soon as it is right. */
  if (!self->setting && from_text (self, text, &triple))
    set_invalid (self, FALSE);
  if (!self->setting)
    squill_typing_tell (GTK_WIDGET (self));
}

static void
on_activate (SquillTripleEntry *self)
{
  if (take (self))
    {
      show (self);
      gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
    }
}

static void
on_leave (SquillTripleEntry *self)
{
  squill_triple_entry_take (self);
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType state,
        SquillTripleEntry *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  int cursor = gtk_editable_get_position (GTK_EDITABLE (self->entry));
  g_autofree char *stepped = NULL;

  if (key == GDK_KEY_Escape && g_strcmp0 (text, self->shown) != 0)
    {
      show (self);
      return GDK_EVENT_STOP;
    }
  if (key != GDK_KEY_Up && key != GDK_KEY_Down && key != GDK_KEY_KP_Up && key != GDK_KEY_KP_Down)
    return GDK_EVENT_PROPAGATE;
  stepped =
      squill_triple_text_step (text, &cursor, key == GDK_KEY_Up || key == GDK_KEY_KP_Up ? 1 : -1);
  if (stepped != NULL)
    {
      SquillTriple triple;

      /* A step that would bring the three out of order is not made. */
      if (!from_text (self, stepped, &triple))
        return GDK_EVENT_STOP;
      self->setting = TRUE;
      gtk_editable_set_text (GTK_EDITABLE (self->entry), stepped);
      self->setting = FALSE;
      gtk_editable_set_position (GTK_EDITABLE (self->entry), cursor);
      take (self);
    }
  return GDK_EVENT_STOP;
}

static gboolean
squill_triple_entry_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (SQUILL_TRIPLE_ENTRY (widget)->entry);
}

static void
squill_triple_entry_dispose (GObject *object)
{
  SquillTripleEntry *self = SQUILL_TRIPLE_ENTRY (object);

  g_clear_pointer (&self->entry, gtk_widget_unparent);

  G_OBJECT_CLASS (squill_triple_entry_parent_class)->dispose (object);
}

static void
squill_triple_entry_finalize (GObject *object)
{
  g_free (SQUILL_TRIPLE_ENTRY (object)->shown);

  G_OBJECT_CLASS (squill_triple_entry_parent_class)->finalize (object);
}

static void
squill_triple_entry_class_init (SquillTripleEntryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = squill_triple_entry_dispose;
  object_class->finalize = squill_triple_entry_finalize;
  widget_class->focus = squill_focus_children;
  widget_class->grab_focus = squill_triple_entry_grab_focus;

  signals[EDITED] = g_signal_new ("edited", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "tripleentry");
}

static void
squill_triple_entry_init (SquillTripleEntry *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->triple = SQUILL_TRIPLE_UNSET;
  self->entry = gtk_entry_new ();
  /* 0..35..∞ has no letter that would say so. */
  gtk_widget_set_direction (GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (self->entry))),
                            GTK_TEXT_DIR_LTR);
  squill_typing_align_at_end (GTK_ENTRY (self->entry));
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 5);
  gtk_widget_add_css_class (self->entry, "value");
  gtk_widget_add_css_class (self->entry, "monospace");
  gtk_widget_set_parent (self->entry, GTK_WIDGET (self));
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (on_activate), self);

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}

/**
 * squill_triple_entry_new:
 * @single: whether it takes one number instead of three
 *
 * Returns: (transfer floating): an entry without a value
 */
GtkWidget *
squill_triple_entry_new (gboolean single)
{
  SquillTripleEntry *self = g_object_new (SQUILL_TYPE_TRIPLE_ENTRY, NULL);

  self->single = single;
  fit_width (self);
  return GTK_WIDGET (self);
}

/**
 * squill_triple_entry_take:
 * @self: an entry
 *
 * Takes what was typed as the value.
 *
 * Returns: %FALSE if it is not valid, which is shown
 */
gboolean
squill_triple_entry_take (SquillTripleEntry *self)
{
  g_return_val_if_fail (SQUILL_IS_TRIPLE_ENTRY (self), FALSE);

  if (!take (self))
    return FALSE;
  show (self);
  return TRUE;
}

/**
 * squill_triple_entry_get_typed:
 * @self: an entry
 * @triple: (out): what it says
 *
 * Looks at what was typed and not taken yet.
 *
 * Returns: %TRUE if that is another value, or is not valid, which leaves @triple as it was
 */
gboolean
squill_triple_entry_get_typed (SquillTripleEntry *self, SquillTriple *triple)
{
  const char *text;
  SquillTriple typed;

  g_return_val_if_fail (SQUILL_IS_TRIPLE_ENTRY (self), FALSE);
  g_return_val_if_fail (triple != NULL, FALSE);

  text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  if (self->shown == NULL || g_str_equal (text, self->shown))
    return FALSE;
  if (!from_text (self, text, &typed))
    return TRUE;
  *triple = typed;
  return !squill_triple_equal (typed, self->triple);
}

/**
 * squill_triple_entry_get_triple:
 * @self: an entry
 *
 * Returns: the value that was understood last
 */
SquillTriple
squill_triple_entry_get_triple (SquillTripleEntry *self)
{
  g_return_val_if_fail (SQUILL_IS_TRIPLE_ENTRY (self), SQUILL_TRIPLE_UNSET);

  return self->triple;
}

/**
 * squill_triple_entry_set_triple:
 * @self: an entry
 * @triple: the value
 *
 * Shows a value. What the user is typing stays, unless the value is another one than before.
 */
void
squill_triple_entry_set_triple (SquillTripleEntry *self, SquillTriple triple)
{
  g_return_if_fail (SQUILL_IS_TRIPLE_ENTRY (self));

  if (self->shown != NULL && squill_triple_equal (self->triple, triple))
    return;
  self->triple = triple;
  show (self);
}

/**
 * squill_triple_entry_get_number:
 * @self: an entry for a single number
 *
 * Returns: the number that was understood last, NaN for none
 */
double
squill_triple_entry_get_number (SquillTripleEntry *self)
{
  g_return_val_if_fail (SQUILL_IS_TRIPLE_ENTRY (self), NAN);

  return self->triple.likely;
}

/**
 * squill_triple_entry_set_number:
 * @self: an entry for a single number
 * @number: the number, NaN for none
 *
 * Shows a number, as squill_triple_entry_set_triple().
 */
void
squill_triple_entry_set_number (SquillTripleEntry *self, double number)
{
  squill_triple_entry_set_triple (self, SQUILL_TRIPLE (NAN, number, NAN));
}

/**
 * squill_triple_entry_set_unit:
 * @self: an entry for a single number
 * @unit: how the number is written and read
 */
void
squill_triple_entry_set_unit (SquillTripleEntry *self, SquillEntryUnit unit)
{
  g_return_if_fail (SQUILL_IS_TRIPLE_ENTRY (self));
  g_return_if_fail (self->single);

  if (self->unit == unit)
    return;
  self->unit = unit;
  show (self);
}

/**
 * squill_triple_entry_set_placeholder:
 * @self: an entry
 * @text: (nullable): what stands there while there is no value
 *
 * Says what an empty entry means.
 */
void
squill_triple_entry_set_placeholder (SquillTripleEntry *self, const char *text)
{
  g_return_if_fail (SQUILL_IS_TRIPLE_ENTRY (self));

  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry), text);
  fit_width (self);
}

/**
 * squill_triple_entry_get_entry:
 * @self: an entry
 *
 * Returns: (transfer none): the widget that has the text, to be named for screen readers
 */
GtkWidget *
squill_triple_entry_get_entry (SquillTripleEntry *self)
{
  g_return_val_if_fail (SQUILL_IS_TRIPLE_ENTRY (self), NULL);

  return self->entry;
}

/* One step of the leading digit: 35 -> 40, 40 -> 50, 9 -> 10, 1000 -> 2000; down 1000 -> 900. */
static double
step_number (double value, int step)
{
  double unit, stepped;

  if (value <= 0)
    return step > 0 ? 1 : 0;
  unit = pow (10, floor (log10 (value) + 1e-9));
  if (step > 0)
    stepped = (floor (value / unit + 1e-9) + 1) * unit;
  else
    {
      /* Below 1000 the leading digit is one of the hundreds. */
      if (value <= unit * (1 + 1e-9))
        unit /= 10;
      stepped = (ceil (value / unit - 1e-9) - 1) * unit;
      if (value >= 1 && stepped < 1)
        stepped = 0;
    }
  return stepped;
}

/**
 * squill_triple_text_step:
 * @text: a triple or a number as text
 * @cursor: (inout): where the cursor is, in characters; afterwards at the end of the number
 * @step: 1 for up, -1 for down
 *
 * Changes the number under the cursor by one of its leading digit: 35 becomes 40, 1000 becomes 900.
 * Nothing comes after ∞, and before it there is nothing to step from.
 *
 * Returns: (transfer full) (nullable): the new text; %NULL if there is no number under the cursor
 */
char *
squill_triple_text_step (const char *text, int *cursor, int step)
{
  const char *at, *start, *end;
  g_autofree char *number = NULL;
  g_autofree char *stepped = NULL;
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  char *result;
  double value;

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (cursor != NULL, NULL);

  at = g_utf8_offset_to_pointer (text, MIN (*cursor, g_utf8_strlen (text, -1)));
  /* Numbers end at two points; one point is part of a number. */
  for (start = at; start > text && !(start[-1] == '.' && (start - text >= 2 && start[-2] == '.'));)
    start--;
  end = strstr (at > start && at[-1] == '.' && *at == '.' ? at - 1 : at, "..");
  if (end == NULL)
    end = text + strlen (text);
  if (end < start)
    end = start;
  number = g_strstrip (g_strndup (start, (gsize)(end - start)));
  if (!squill_text_parse_count (number, &value))
    {
      /* Before a unit, which stays: "16 MiB". */
      end = start + strspn (start, "0123456789.");
      g_free (number);
      number = g_strndup (start, (gsize)(end - start));
      if (!squill_text_parse_count (number, &value))
        return NULL;
    }
  if (isinf (value))
    return NULL;
  /* Twelve digits: 0.1 and 0.2 make 0.3 for people. */
  g_ascii_formatd (digits, sizeof digits, "%.12g", step_number (value, step));
  stepped = squill_text_number (g_ascii_strtod (digits, NULL));
  result = g_strdup_printf ("%.*s%s%s", (int)(start - text), text, stepped, end);
  *cursor = (int)g_utf8_strlen (text, start - text) + (int)strlen (stepped);
  return result;
}
