/* SPDX-License-Identifier: Apache-2.0 */

/* Numbers and dates: what is usual of a kind, within what a field allows. */

#define G_LOG_DOMAIN "squill-samples"

#include "config.h"

#include "samples/squill-value-maker.h"

#include <math.h>

#include "bson/squill-bson-json.h"
#include "samples/squill-random.h"
#include "samples/squill-words.h"

#define DAY (86400.0 * 1000)
#define YEAR (365.25 * DAY)

/* A range whose end is this many times its start spans orders of magnitude. */
#define MANY_TIMES 1000

/* The largest number up to which doubles count one by one. */
#define LARGEST_EXACT 9007199254740992.0

/* A share of @context's identity that only @name knows: the same for all fields of one thing. */
static double
get_shared_fraction (const SquillValueContext *context, const char *name)
{
  return squill_seed_to_fraction (squill_seed_add_text (context->identity, name));
}

static double
clamp_to_field (const SquillValueContext *context, double value)
{
  const SquillField *field = context->field;
  double bound;

  if (field != NULL && field->minimum != NULL &&
      squill_json_get_bson_number (field->minimum, &bound) && value < bound)
    value = bound;
  if (field != NULL && field->maximum != NULL &&
      squill_json_get_bson_number (field->maximum, &bound) && value > bound)
    value = bound;
  return value;
}

/* What was found, no bound: where it does not contradict what the field allows it counts. */
static gboolean
get_usual_range (const SquillField *field, gboolean dates, double *min, double *max)
{
  const json_t *first = field != NULL ? json_object_get (field->usual_range, "min") : NULL;
  const json_t *last = field != NULL ? json_object_get (field->usual_range, "max") : NULL;
  double from, to;

  if (first == NULL || last == NULL || !squill_json_get_bson_number (first, &from) ||
      !squill_json_get_bson_number (last, &to) || !(from <= to) || from > *max || to < *min ||
      dates != (squill_json_get_bson_type (first) == SQUILL_TYPE_DATE))
    return FALSE;
  *min = MAX (*min, from);
  *max = MIN (*max, to);
  return isfinite (*min) && isfinite (*max);
}

/**
 * squill_value_make_date:
 * @context: what it is for
 * @kind: what it is about
 *
 * Makes a date, relative to when the thing was created and the model's reference date, never to
 * today. Of one thing, the creation comes before the last change, and that before the deletion.
 *
 * Returns: milliseconds since 1970
 */
gint64
squill_value_make_date (const SquillValueContext *context, SquillValueKind kind)
{
  double span = MAX (0, (double)(context->reference - context->created));
  double own = squill_seed_to_fraction (context->seed);
  double updated = get_shared_fraction (context, "updated");
  double begun = get_shared_fraction (context, "created");
  double min = -INFINITY, max = INFINITY;
  double value;

  if (!context->unique && get_usual_range (context->field, TRUE, &min, &max))
    {
      double later = begun + (1 - begun) * updated;
      double share = kind == SQUILL_VALUE_CREATED   ? begun
                     : kind == SQUILL_VALUE_UPDATED ? later
                     : kind == SQUILL_VALUE_DELETED ? later + (1 - later) * own
                                                    : own;

      value = floor ((min + share * (max - min)) / 1000) * 1000;
      return clamp_to_field (context, MAX (value, min));
    }

  if (context->unique && kind != SQUILL_VALUE_CREATED)
    own = 1 - 1000 / (context->number + 1000.0);

  switch ((int)kind)
    {
    case SQUILL_VALUE_CREATED:
      value = context->created;
      break;
    case SQUILL_VALUE_UPDATED:
      value = context->created + span * updated;
      break;
    case SQUILL_VALUE_DELETED:
      value = context->created + span * (updated + (1 - updated) * own);
      break;
    case SQUILL_VALUE_BIRTH_DATE:
      value = floor ((context->reference - (18 + 62 * own) * YEAR) / DAY) * DAY;
      break;
    case SQUILL_VALUE_EXPIRES:
      value = context->reference + ceil (1 + 729 * own) * DAY;
      break;
    default:
      value = context->created + span * own;
      break;
    }
  value = floor (value / 1000) * 1000;
  return clamp_to_field (context, value);
}

/* What numbers of a kind lie between, and in which steps. */
typedef struct
{
  double min;
  double max;
  double step;
  gboolean small_ones_more; /* as many between 1 and 10 as between 10 and 100 */
} NumberRange;

static NumberRange
get_range (const SquillValueContext *context, SquillValueKind kind, SquillTypes type)
{
  gboolean whole = (type & (SQUILL_TYPE_INT | SQUILL_TYPE_LONG)) != 0;

  switch ((int)kind)
    {
    case SQUILL_VALUE_MONEY:
      /* Whole numbers are cents. */
      return whole ? (NumberRange){ 100, 50000, 1, TRUE } : (NumberRange){ 1, 500, 0.01, TRUE };
    case SQUILL_VALUE_QUANTITY:
      return (NumberRange){ 1, 20, 1, FALSE };
    case SQUILL_VALUE_COUNTER:
      return (NumberRange){ 0, 10000, 1, TRUE };
    case SQUILL_VALUE_RATING:
      return (NumberRange){ 1, 5, whole ? 1 : 0.5, FALSE };
    case SQUILL_VALUE_PERCENT:
      return (NumberRange){ 0, 100, whole ? 1 : 0.1, FALSE };
    case SQUILL_VALUE_AGE:
      return (NumberRange){ 18, 90, 1, FALSE };
    case SQUILL_VALUE_YEAR:
      return (NumberRange){ 1970 + floor (context->reference / YEAR) - 40,
                            1970 + floor (context->reference / YEAR), 1, FALSE };
    case SQUILL_VALUE_MONTH:
      return (NumberRange){ 1, 12, 1, FALSE };
    case SQUILL_VALUE_DAY:
      return (NumberRange){ 1, 28, 1, FALSE };
    case SQUILL_VALUE_HOUSE_NUMBER:
      return (NumberRange){ 1, 199, 1, FALSE };
    case SQUILL_VALUE_ZIP:
      return (NumberRange){ 10000, 99999, 1, FALSE };
    case SQUILL_VALUE_DURATION:
      return (NumberRange){ 1, 7200, 1, TRUE };
    case SQUILL_VALUE_BYTES:
      return (NumberRange){ 512, 5000000, 1, TRUE };
    case SQUILL_VALUE_VERSION:
      return (NumberRange){ 1, 5, 1, FALSE };
    case SQUILL_VALUE_CODE:
      return (NumberRange){ 10000, 99999, 1, FALSE };
    case SQUILL_VALUE_LATITUDE:
      return (NumberRange){ -90, 90, 0.00001, FALSE };
    case SQUILL_VALUE_LONGITUDE:
      return (NumberRange){ -180, 180, 0.00001, FALSE };
    default:
      return (NumberRange){ whole ? 1 : 0, 1000, whole ? 1 : 0.01, FALSE };
    }
}

static double
make_coordinate (const SquillValueContext *context, gboolean latitude)
{
  const SquillCity *city;
  SquillRandom identity;

  squill_random_init (&identity, squill_seed_add_number (context->identity, 0));
  city = squill_words_pick_city (&identity);
  /* Somewhere in or near the city. */
  return (latitude ? city->latitude : city->longitude) +
         0.1 * (squill_seed_to_fraction (context->seed) - 0.5);
}

static double
round_to_step (double value, double step)
{
  /* A hundredth is no double; dividing by 100 gives the one next to it. */
  if (step < 1)
    return round (value * round (1 / step)) / round (1 / step);
  return round (value / step) * step;
}

/**
 * squill_value_make_number:
 * @context: what it is for
 * @kind: what it is about
 * @type: the type that it gets
 *
 * Makes a number within what the field allows, and within what is usual of its kind where that is
 * no contradiction. A time is the number of seconds since 1970 in an int and of milliseconds
 * elsewhere; an amount of money is a number of cents in an int.
 *
 * Returns: the number; a whole one for int and long
 */
double
squill_value_make_number (const SquillValueContext *context, SquillValueKind kind, SquillTypes type)
{
  gboolean whole = (type & (SQUILL_TYPE_INT | SQUILL_TYPE_LONG)) != 0 ||
                   (context->field != NULL && context->field->whole);
  double fraction = squill_seed_to_fraction (context->seed);
  NumberRange range = get_range (context, kind, type);
  double min = -INFINITY, max = INFINITY;
  gboolean usual;
  double value;

  if (context->field != NULL && context->field->minimum != NULL)
    squill_json_get_bson_number (context->field->minimum, &min);
  if (context->field != NULL && context->field->maximum != NULL)
    squill_json_get_bson_number (context->field->maximum, &max);
  if (whole)
    {
      min = ceil (MAX (min, type == SQUILL_TYPE_INT ? G_MININT32 : -LARGEST_EXACT));
      max = floor (MIN (max, type == SQUILL_TYPE_INT ? G_MAXINT32 : LARGEST_EXACT));
    }
  if (max < min || isnan (min) || isnan (max))
    max = min = isfinite (min) ? min : 0;

  usual = get_usual_range (context->field, FALSE, &min, &max);
  if (whole && usual)
    {
      min = ceil (min);
      max = MAX (floor (max), min);
    }

  if (context->unique)
    {
      double first = isfinite (min) && min > -LARGEST_EXACT && min != G_MININT32 ? min : 1;
      double room = max - first + 1;

      value = first + context->number;
      return room >= 1 && value > max ? first + fmod (context->number, floor (room)) : value;
    }

  if (usual && kind != SQUILL_VALUE_LATITUDE && kind != SQUILL_VALUE_LONGITUDE &&
      kind != SQUILL_VALUE_COORDINATES)
    {
      /* Where the largest is far from the smallest small ones are more frequent. */
      if (min >= 0 && max - min > MANY_TIMES * (min + 1))
        value = min - 1 + pow (max - min + 1, fraction);
      else
        value = min + fraction * (max - min + (whole ? 1 : 0));
      if (whole)
        value = floor (value);
      else if (kind == SQUILL_VALUE_MONEY || max - min >= 10)
        value = round_to_step (value, 0.01);
    }
  else if (squill_value_kind_is_time (kind))
    {
      value = squill_value_make_date (&(SquillValueContext){ .seed = context->seed,
                                                             .identity = context->identity,
                                                             .created = context->created,
                                                             .reference = context->reference },
                                      kind);
      if (type == SQUILL_TYPE_INT)
        value = floor (value / 1000);
    }
  else if (kind == SQUILL_VALUE_LATITUDE ||
           (kind == SQUILL_VALUE_COORDINATES && context->element == 1))
    {
      value = round_to_step (make_coordinate (context, TRUE), 0.00001);
    }
  else if (kind == SQUILL_VALUE_LONGITUDE ||
           (kind == SQUILL_VALUE_COORDINATES && context->element == 0))
    {
      value = round_to_step (make_coordinate (context, FALSE), 0.00001);
    }
  else
    {
      /* The usual range as far as it is allowed, else the allowed one as far as it is finite. */
      if (range.min <= max && range.max >= min)
        {
          range.min = MAX (range.min, min);
          range.max = MIN (range.max, max);
        }
      else
        {
          range.small_ones_more = FALSE;
          range.min = isfinite (min) ? min : max - 1000;
          range.max = isfinite (max) ? MIN (max, range.min + 1000) : range.min + 1000;
        }
      if (range.small_ones_more)
        value = range.min - 1 + pow (range.max - range.min + 1, fraction);
      else
        value = range.min + fraction * (range.max - range.min + (whole || range.step >= 1 ? 1 : 0));
      value = whole || range.step >= 1 ? floor (value) : round_to_step (value, range.step);
    }

  if (whole)
    value = floor (value);
  return MIN (MAX (value, min), max);
}
