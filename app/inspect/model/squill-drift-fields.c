/* SPDX-License-Identifier: Apache-2.0 */

/* What the values of a source say against what a model says of a field. A model may allow more than
 * there is; what it says must hold, no more. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/model/squill-drift-fields.h"

#include "inspect/profile/squill-value-json.h"
#include "model/squill-json-text.h"
#include "model/squill-number.h"

#include <glib/gi18n.h>
#include <inttypes.h>

/* Distinct values are estimated where there are many. */
#define DISTINCT_SHARE 0.97

typedef struct
{
  GPtrArray *differences;
  const SquillField *mine;
  const SquillField *now;
  const SquillPath *path;
  const char *place;
} Comparison;

static void
add (Comparison *self, const char *property, char *in_model, char *in_source, char *message)
{
  SquillDifference *difference =
      squill_differences_add (self->differences, SQUILL_DIFFERENCE_CHANGED, "field",
                              self->mine->item.id, self->place, property);

  squill_difference_take_values (difference, in_model, in_source);
  squill_difference_take_message (difference, message);
}

static guint
get_all_types (const SquillField *field)
{
  return (guint)field->types | (field->nullable ? (guint)SQUILL_TYPE_NULL : 0);
}

/* The kinds of values, with how often each was met. */
static char *
count_types (const SquillPath *path)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if (path->types[i] > 0)
      g_string_append_printf (text, "%s%s %" PRIu64, text->len > 0 ? ", " : "",
                              squill_type_get_name ((SquillTypes)(1u << i)), path->types[i]);
  return g_string_free (text, FALSE);
}

/* What holds the values: an array, a map or nothing. */
static const char *
get_form (const SquillField *field)
{
  return field->array ? (field->single ? _ ("one value or an array") : _ ("an array"))
         : field->map ? _ ("a map")
                      : _ ("one value");
}

static gboolean
compare_form (Comparison *self)
{
  const SquillField *mine = self->mine, *now = self->now;

  /* Of nothing but null nobody knows what it would be. */
  if ((get_all_types (now) & ~(guint)SQUILL_TYPE_NULL) == 0 && !now->array && !now->map)
    return TRUE;
  if (mine->array == now->array && mine->map == now->map && (mine->single || !now->single))
    return TRUE;
  /* A lone value where the model allows both. */
  if (mine->array && mine->single && !now->map)
    return TRUE;
  /* An object without known fields may be a map that has few names. */
  if (mine->map && !now->array && !now->map && ((guint)now->types & SQUILL_TYPE_OBJECT) != 0)
    return FALSE;
  add (self,
       mine->array != now->array     ? "array"
       : mine->single != now->single ? "single"
                                     : "map",
       g_strdup (get_form (mine)), g_strdup (get_form (now)),
       g_strdup_printf (_ ("“%s” is %s in the source; the model says %s."), self->place,
                        get_form (now), get_form (mine)));
  return FALSE;
}

static void
compare_types (Comparison *self)
{
  guint mine = get_all_types (self->mine), now = get_all_types (self->now);
  guint more = now & ~mine;
  const SquillPath *values = self->path;
  g_autofree char *allowed = NULL;
  g_autofree char *found = NULL;

  if (self->mine->types == SQUILL_TYPE_NONE || more == 0)
    return;
  if (self->now->array && values->elements != NULL)
    values = values->elements;
  else if (self->now->map && values->values != NULL)
    values = values->values;
  allowed = squill_difference_types_to_text (mine);
  found = squill_difference_types_to_text (more);
  add (self, "types", g_strdup (allowed), count_types (values),
       g_strdup_printf (_ ("“%s” is also %s in the source; the model says %s."), self->place, found,
                        allowed));
}

static void
compare_presence (Comparison *self)
{
  const guint64 of = squill_path_get_of (self->path);
  g_autofree char *counts = NULL;

  if (!self->mine->required || self->path->present >= of)
    return;
  counts = g_strdup_printf (_ ("in %" PRIu64 " of %" PRIu64), self->path->present, of);
  add (self, "required", g_strdup (_ ("required")), g_strdup (counts),
       g_strdup_printf (
           _ ("“%s” is missing in %" PRIu64 " of %" PRIu64 "; the model says that it is required."),
           self->place, of - self->path->present, of));
}

static const SquillPath *
get_values (Comparison *self)
{
  if (self->now->array && self->path->elements != NULL)
    return self->path->elements;
  if (self->now->map && self->path->values != NULL)
    return self->path->values;
  return self->path;
}

static gboolean
has_value (const json_t *values, const char *wanted)
{
  for (gsize i = 0; i < json_array_size (values); i++)
    {
      g_autofree char *text = squill_json_to_text (json_array_get (values, i));

      if (g_str_equal (text, wanted))
        return TRUE;
    }
  return FALSE;
}

static void
compare_enumeration (Comparison *self)
{
  const SquillPath *values = get_values (self);
  json_t *met;
  gsize i;
  json_t *value;

  if (self->mine->enumeration == NULL || values->scalars == 0)
    return;
  if (values->table.overflowed)
    {
      add (self, "enum", squill_difference_value_to_text (self->mine->enumeration),
           g_strdup_printf (_ ("%" PRIu64 " values"), values->distinct),
           g_strdup_printf (_ ("“%s” has %" PRIu64
                               " different values in the source; the model lists all that it may "
                               "have."),
                            self->place, values->distinct));
      return;
    }
  met = squill_value_table_to_json (&values->table);
  json_array_foreach (met, i, value)
  {
    g_autofree char *text = squill_json_to_text (value);

    if (json_is_null (value) || has_value (self->mine->enumeration, text))
      continue;
    g_strstrip (text);
    add (
        self, "enum", squill_difference_value_to_text (self->mine->enumeration), g_strdup (text),
        g_strdup_printf (_ ("“%s” is also %s in the source, which is not among the values that the "
                            "model lists."),
                         self->place, text));
  }
  json_decref (met);
}

static void
compare_bound (Comparison *self, const char *property, const json_t *bound, gboolean is_least)
{
  const SquillPathNumbers *numbers = &get_values (self)->numbers;
  double limit = json_number_value (bound);
  double met = is_least ? numbers->min : numbers->max;
  g_autofree char *limit_text = NULL;
  g_autofree char *met_text = NULL;

  if (!json_is_number (bound) || numbers->count == 0 || (is_least ? met >= limit : met <= limit))
    return;
  limit_text = squill_number_to_string (limit);
  met_text = squill_number_to_string (met);
  add (
      self, property, g_strdup (limit_text), g_strdup (met_text),
      is_least
          ? g_strdup_printf (_ ("“%s” is %s in the source; the model says that it is at least %s."),
                             self->place, met_text, limit_text)
          : g_strdup_printf (_ ("“%s” is %s in the source; the model says that it is at most %s."),
                             self->place, met_text, limit_text));
}

static void
compare_cap (Comparison *self)
{
  const SquillSpread *lengths = self->now->map ? self->path->entries : self->path->lengths;
  g_autofree char *cap = NULL;

  if (isnan (self->mine->cap) || lengths == NULL || lengths->count == 0 ||
      (double)lengths->max <= self->mine->cap)
    return;
  cap = squill_number_to_string (self->mine->cap);
  add (self, "cap", g_strdup (cap), g_strdup_printf ("%" PRIu64, lengths->max),
       g_strdup_printf (_ ("“%s” has up to %" PRIu64
                           " elements in the source; the model says that there are no more than "
                           "%s."),
                        self->place, lengths->max, cap));
}

static void
compare_uniqueness (Comparison *self)
{
  const SquillPath *values = get_values (self);

  if (!self->mine->unique || values->scalars == 0 ||
      (double)values->distinct >= DISTINCT_SHARE * (double)values->scalars)
    return;
  add (self, "unique", g_strdup (_ ("unique")),
       g_strdup_printf (_ ("%" PRIu64 " different of %" PRIu64), values->distinct, values->scalars),
       g_strdup_printf (_ ("“%s” has only %" PRIu64 " different values in %" PRIu64
                           "; the model says that each is unlike all others."),
                        self->place, values->distinct, values->scalars));
}

/**
 * squill_drift_compare_fields:
 * @differences: (element-type SquillDifference): takes what differs
 * @mine: a field of a model
 * @now: the same as the source would have it
 * @path: what was counted
 * @place: where it is, for messages
 *
 * Finds what the values of the source say against the model.
 */
void
squill_drift_compare_fields (GPtrArray *differences,
                             const SquillField *mine,
                             const SquillField *now,
                             const SquillPath *path,
                             const char *place)
{
  Comparison self = { differences, mine, now, path, place };

  compare_presence (&self);
  if (!compare_form (&self))
    return;
  compare_types (&self);
  compare_enumeration (&self);
  compare_bound (&self, "minimum", mine->minimum, TRUE);
  compare_bound (&self, "maximum", mine->maximum, FALSE);
  compare_cap (&self);
  compare_uniqueness (&self);
}
