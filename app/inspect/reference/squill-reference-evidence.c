/* SPDX-License-Identifier: Apache-2.0 */

/* Says in words why a reference is believed to be one, and what is odd about it. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "text/squill-text.h"

static void G_GNUC_PRINTF (2, 3) say (SquillReference *self, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_ptr_array_add (self->evidence, g_strdup_vprintf (format, args));
  va_end (args);
}

/* A sentence, with the examples behind it where there are some. */
static void
say_with_examples (SquillReference *self, json_t *examples, guint64 of, char *sentence)
{
  g_autofree char *owned = sentence;
  g_autofree char *list = NULL;

  if (examples == NULL || json_array_size (examples) == 0)
    {
      say (self, "%s", owned);
      return;
    }
  list = squill_text_values (examples, of);
  say (self, "%s: %s", owned, list);
}

/* What the things are called that it leads to: as their collection, or as the list or map in it. */
static char *
get_things (const SquillReference *self)
{
  gboolean is_list = self->to_keys;

  for (const SquillPath *path = self->to_path; path != NULL; path = path->parent)
    if (path->kind == SQUILL_PATH_ELEMENTS || path->kind == SQUILL_PATH_VALUES)
      is_list = TRUE;
    else if (is_list && path->kind == SQUILL_PATH_FIELD)
      return g_utf8_make_valid (path->name, -1);
  return g_utf8_make_valid (self->to->name, -1);
}

/* Where not all keys were read, a value that is not among them may lead to one all the same. */
static void
say_met (SquillReference *self, const char *references, const char *share)
{
  g_autofree char *things = get_things (self);
  say (self, _ ("Of %s values, %s are among the keys of %s that were read"), references, share,
       things);
}

static void
say_counted (SquillReference *self)
{
  g_autofree char *things = get_things (self);
  g_autofree char *references = squill_text_count ((double)self->server_references);
  g_autofree char *dangling = squill_text_count ((double)self->server_dangling);

  if (self->server_dangling == 0)
    say (self, _ ("Counted by the server: all %s values are keys of %s"), references, things);
  else
    say_with_examples (
        self, self->dangling_values, self->server_dangling,
        g_strdup_printf (_ ("Counted by the server: of %s references, %s are dangling"), references,
                         dangling));
}

static void
say_what_was_read (SquillReference *self, const SquillCollectionProfile *collection)
{
  g_autofree char *read = squill_text_count ((double)collection->document_bytes.count);

  if (!collection->complete)
    say (self, _ ("Only %s documents of %s were read, so the numbers are estimates"), read,
         collection->name);
}

static void
say_values (SquillReference *self)
{
  g_autofree char *things = get_things (self);
  g_autofree char *references = squill_text_count ((double)self->references);
  g_autofree char *share = squill_text_share (self->inclusion);

  if (self->prefix != NULL)
    say (self, _ ("The values have “%s” before the key"), self->prefix);
  if (self->separator != 0)
    say (self, _ ("A text can have several keys, with “%c” between them"), self->separator);
  if (self->when_path != NULL)
    say (self, _ ("Only where %s is “%s”"), self->when_path->name, self->when_value);
  if (self->counted_on_server)
    say_counted (self);
  else if (self->key_share < 1)
    say_met (self, references, share);
  else if (self->dangling == 0 && self->inclusion >= 1 && self->references == 1)
    say (self, _ ("The only value is a key of %s"), things);
  else if (self->dangling == 0 && self->inclusion >= 1)
    say (self, _ ("All %s values are keys of %s"), references, things);
  else
    say (self, _ ("Of %s values, %s are keys of %s"), references, share, things);
  if (self->distinct < SQUILL_REFERENCE_FEW_VALUES)
    say (self, _ ("There are fewer than three different values"));
  say_what_was_read (self, self->from);
  if (self->to != self->from)
    say_what_was_read (self, self->to);
  if (!self->exact && self->from->complete && self->to->complete)
    say (self, _ ("The numbers are estimates from a sample of the values"));
  if (self->scope != NULL)
    say (self, _ ("Each value is compared with the keys of its own object only"));
  if (self->proof >= SQUILL_REFERENCE_PROVED)
    say (self, _ ("Such values do not match by chance"));
  if ((self->traits & SQUILL_REFERENCE_EXTENSION) != 0)
    say (self, _ ("Both collections have the same keys"));
  if ((self->traits & SQUILL_REFERENCE_DBREF) != 0)
    say (self, _ ("It is a DBRef, which names the collection"));
  else if ((self->traits & SQUILL_REFERENCE_POLYMORPHIC) != 0)
    say (self, _ ("It is one of several collections that the values lead to"));
}

static void
say_names (SquillReference *self)
{
  g_autofree char *things = get_things (self);
  const SquillPath *named = squill_reference_get_named_path (self->from_path);
  g_autofree char *name = g_utf8_make_valid (named != NULL                   ? named->name
                                             : self->from_path->name != NULL ? self->from_path->name
                                                                             : self->from->name,
                                             -1);

  /* The values of a map, and the keys of a document that is one, have no name of their own. */
  if ((self->traits & SQUILL_REFERENCE_EXTENSION) != 0 || *name == '\0')
    return;
  if (self->follows)
    say (self,
         _ ("A field of the same name, or the other end of the connection, refers to it, too"));
  else if (self->connects)
    say (self, _ ("%s and a field beside it are called as the two ends of a connection"), name);
  else if (self->spans)
    say (self, _ ("The numbers of %s end where the keys of %s do"), name, things);
  else if (self->name_fit >= SQUILL_REFERENCE_NAMED)
    say (self, _ ("The name %s fits %s"), name, things);
  else
    say (self, _ ("The name %s does not refer to %s"), name, things);
}

static char *
types_to_text (const SquillPath *path, gboolean keys)
{
  GString *text = g_string_new (keys ? "string" : NULL);

  for (guint i = 0; !keys && i < SQUILL_N_TYPES; i++)
    if (path->types[i] > 0 && (1u << i) != SQUILL_TYPE_NULL && (1u << i) != SQUILL_TYPE_UNDEFINED &&
        (1u << i) != SQUILL_TYPE_ARRAY && (1u << i) != SQUILL_TYPE_OBJECT)
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "",
                              squill_type_get_name ((SquillTypes)(1u << i)));
  return g_string_free (text, FALSE);
}

static void
say_ends (SquillReference *self)
{
  g_autofree char *from_types = types_to_text (self->from_path, self->from_keys);
  g_autofree char *to_types = types_to_text (self->to_path, self->to_keys);
  g_autofree char *duplicates = squill_text_count ((double)self->duplicates);
  g_autofree char *orphans = squill_text_count ((double)self->orphans);
  g_autofree char *dangling = squill_text_count ((double)self->dangling);

  if (!g_str_equal (from_types, to_types))
    say (self, _ ("Types differ: %s here, %s there"), from_types, to_types);
  if (self->duplicates > 0)
    say_with_examples (
        self, self->duplicate_values, self->duplicates,
        g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "The key is unique but for %s duplicate",
                                      "The key is unique but for %s duplicates",
                                      (gulong)self->duplicates),
                         duplicates));
  /* What was not read may be what leads there, or what it leads to. */
  if (self->dangling > 0 && self->to->complete && !self->counted_on_server)
    say_with_examples (
        self, self->dangling_values, self->dangling,
        g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s dangling reference",
                                      "%s dangling references", (gulong)self->dangling),
                         dangling));
  if (self->orphans > 0 && self->from->complete)
    say_with_examples (
        self, self->orphan_values, self->orphans,
        g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Nothing refers to %s of the keys",
                                      "Nothing refers to %s of the keys", (gulong)self->orphans),
                         orphans));
  else if (self->exact)
    say (self, _ ("Every key is referred to"));
}

static void
say_copies (SquillReference *self)
{
  for (guint i = 0; i < self->copies->len; i++)
    {
      const SquillCopiedField *copy = g_ptr_array_index (self->copies, i);
      g_autofree char *from = g_utf8_make_valid (copy->from->name, -1);
      g_autofree char *to = g_utf8_make_valid (copy->to->name, -1);
      g_autofree char *equal = squill_text_count ((double)copy->equal);
      g_autofree char *of = squill_text_count ((double)copy->of);

      say (self, _ ("%s is a copy of %s, the same in %s of %s"), from, to, equal, of);
    }
}

/**
 * squill_reference_write_evidence:
 * @self: a reference that all is known of
 *
 * Writes the sentences that say what speaks for and against it.
 */
void
squill_reference_write_evidence (SquillReference *self)
{
  g_ptr_array_set_size (self->evidence, 0);
  say_values (self);
  say_names (self);
  say_ends (self);
  say_copies (self);
}
