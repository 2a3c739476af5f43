/* SPDX-License-Identifier: Apache-2.0 */

/* Values of which only a part refers to something: those beside which a type stands, or those that
 * have the form of a key where the others are words. What is known of all values together does not
 * tell, so the documents are read again, and the values kept apart by what stands beside them and
 * by their form; then each part is compared with the keys as any values are. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#include "bson/squill-bson-type.h"

#include <string.h>

/* No more fields beside the values are tried, and none with more different words, or with words
 * that come more seldom than this. */
#define MAX_FIELDS 3u
#define MAX_WORDS 24u
#define OFTEN 4u
/* No more places are read again, and of one object no more values are kept. */
#define MAX_PLACES 64u
#define MAX_PENDING 4096u
/* Fewer different values, or a smaller share of all, tell nothing. */
#define FEW_VALUES 5u
#define SHARE 0.02
/* Where this share of all lead to one collection, nothing needs to say which do. */
#define ALL_LEAD 0.9
/* From this many different numbers on, they show where their range ends. */
#define MANY_NUMBERS 10u
/* One alone may end there by chance. */
#define MANY_RANGES 2u
/* Of a part nearly all values are keys; of one whose type names the collection some may be gone. */
#define PART_LEADS 0.98
#define NAMED_PART_LEADS 0.9
/* Where more of the other values are keys of the same it is no part that tells. */
#define OTHERS_LEAD 0.3
/* How well a type must fit what a collection is called. */
#define TYPE_FIT 0.85
#define KEY_QUALITY 0.6
/* Of more keys it is not looked up whether a word is called as one of them. */
#define MAX_NAMED 32u
/* A shorter text of hexadecimal digits is rather a number or a color. */
#define HEX_LENGTH ((gsize)12)
#define ID_LENGTH 16.0
#define LENGTH_SLACK 2u

/* Values that a part has, in order of their kind. */
typedef struct
{
  guint64 hash;
  guint form;
  gsize length; /* of a text */
  double number;
  gboolean is_number;
} Value;

/* The values with one word beside them, or of one form. */
typedef struct
{
  guint64 word;       /* hash */
  char *text;         /* (nullable) the word */
  const char *reason; /* (nullable) */
  SquillHashSample *sample;
  guint64 count;
  guint64 texts;
  guint64 numbers;
  guint64 text_bytes;
  gsize text_min;
  gsize text_max;
  double min;
  double max;
} Part;

/* The parts that one field tells apart, or where @type is NULL the form. */
typedef struct _Source Source;

typedef struct
{
  Source *source;
  const SquillPath *type;
  gboolean is_called_type;
  GPtrArray *parts;
  guint64 word; /* of the object that is being read; 0: none */
} Split;

/* A place whose values are kept apart. */
struct _Source
{
  const SquillReferencePlace *place;
  const SquillPath *object; /* what the values and the words are in */
  GPtrArray *splits;
  GArray *pending;
};

static void
part_free (gpointer data)
{
  Part *self = data;

  g_free (self->text);
  squill_hash_sample_free (self->sample);
  g_free (self);
}

static void
split_free (gpointer data)
{
  Split *self = data;

  g_ptr_array_unref (self->parts);
  g_free (self);
}

static void
source_free (Source *self)
{
  g_ptr_array_unref (self->splits);
  g_array_unref (self->pending);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Source, source_free)

static Split *
split_new (Source *source, const SquillPath *type)
{
  Split *self = g_new0 (Split, 1);

  self->source = source;
  self->type = type;
  self->parts = g_ptr_array_new_with_free_func (part_free);
  g_ptr_array_add (source->splits, self);
  return self;
}

static Part *
ensure_part (Split *self, guint64 word, char *text)
{
  Part *part;

  for (guint i = 0; i < self->parts->len; i++)
    {
      part = g_ptr_array_index (self->parts, i);
      if (part->word == word)
        {
          g_free (text);
          return part;
        }
    }
  part = g_new0 (Part, 1);
  part->word = word;
  part->text = text;
  part->sample = squill_hash_sample_new ();
  g_ptr_array_add (self->parts, part);
  return part;
}

static gboolean
is_hex (const char *text, gsize length)
{
  gboolean has_digit = FALSE;

  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isxdigit (text[i]))
        return FALSE;
      has_digit = has_digit || g_ascii_isdigit (text[i]);
    }
  return has_digit;
}

/* What a text looks like; ids that are no ObjectIds are of one form with hashes. */
static guint
get_form (const char *text, gsize length)
{
  const SquillTextFormat format = squill_text_format_of (text, length);

  return format == SQUILL_TEXT_PLAIN && length >= HEX_LENGTH && is_hex (text, length)
             ? SQUILL_TEXT_HASH
             : format;
}

static void
on_value (const SquillBsonElement *element, const char *text, gsize length, gpointer user_data)
{
  Source *self = user_data;
  Value value = { .hash = squill_value_hash (element) };

  if (self->pending->len >= MAX_PENDING || _squill_reference_is_missing (value.hash))
    return;
  switch (element->type)
    {
    case SQUILL_BSON_STRING:
      value.length = element->value_length - 5;
      value.form = get_form ((const char *)element->value + 4, value.length);
      break;
    case SQUILL_BSON_INT:
      value.is_number = TRUE;
      value.number = squill_bson_read_int32 (element->value);
      value.form = SQUILL_TEXT_INTEGER;
      break;
    case SQUILL_BSON_LONG:
      value.is_number = TRUE;
      value.number = (double)squill_bson_read_int64 (element->value);
      value.form = SQUILL_TEXT_INTEGER;
      break;
    case SQUILL_BSON_DOUBLE:
      value.is_number = TRUE;
      value.number = squill_bson_read_double (element->value);
      value.form = SQUILL_TEXT_DECIMAL;
      break;
    case SQUILL_BSON_OBJECT_ID:
      value.form = SQUILL_TEXT_OBJECT_ID;
      break;
    default:
      value.form = SQUILL_N_TEXT_FORMATS + element->type;
      break;
    }
  g_array_append_val (self->pending, value);
}

static void
on_word (const SquillBsonElement *element, const char *text, gsize length, gpointer user_data)
{
  Split *self = user_data;

  self->word = squill_value_hash (element);
}

static void
part_add (Part *self, const Value *value)
{
  squill_hash_sample_add (self->sample, value->hash, 1);
  if (value->is_number)
    {
      self->min = self->numbers == 0 ? value->number : MIN (self->min, value->number);
      self->max = self->numbers == 0 ? value->number : MAX (self->max, value->number);
      self->numbers++;
    }
  else if (value->form < SQUILL_N_TEXT_FORMATS && value->length > 0)
    {
      self->text_min = self->texts == 0 ? value->length : MIN (self->text_min, value->length);
      self->text_max = MAX (self->text_max, value->length);
      self->text_bytes += value->length;
      self->texts++;
    }
  self->count++;
}

static void
on_object_end (gpointer user_data)
{
  Source *self = user_data;

  for (guint i = 0; i < self->splits->len; i++)
    {
      Split *split = g_ptr_array_index (self->splits, i);

      for (guint k = 0; k < self->pending->len; k++)
        {
          const Value *value = &g_array_index (self->pending, Value, k);
          const guint64 word = split->type != NULL ? split->word : value->form + 1;

          if (word != 0 && (split->type == NULL || split->parts->len < 2 * MAX_WORDS))
            part_add (ensure_part (split, word, NULL), value);
        }
      split->word = 0;
    }
  g_array_set_size (self->pending, 0);
}

/* The text of a value of a field; NULL where it has none. */
static char *
value_to_word (const SquillValue *value)
{
  return value->type == SQUILL_BSON_STRING && value->length > 5
             ? g_strndup ((const char *)value->bytes + 4, value->length - 5)
             : NULL;
}

/* Whether it has a few words that come again and again. */
static gboolean
may_be_type (const SquillPath *field, const SquillReferencePlace *source)
{
  const SquillValueTable *table = &field->scalars.table;

  return field->kind == SQUILL_PATH_FIELD && field != source->path && field->scalars.count > 0 &&
         !table->overflowed && table->n_values >= 2 && table->n_values <= MAX_WORDS &&
         field->text.count * 2 > field->scalars.count &&
         field->scalars.count >= (guint64)OFTEN * table->n_values;
}

/* The fields of an object that may say where a place in it leads: those that are called so, or all
 * others. */
static void
find_types (Source *self, gboolean are_called_types)
{
  for (const SquillPath *field = self->object->first; field != NULL; field = field->next)
    {
      g_autoptr (SquillReferenceName) name = NULL;

      if (self->splits->len >= MAX_FIELDS || !may_be_type (field, self->place))
        continue;
      name = _squill_reference_name_new (field->name);
      if (_squill_reference_name_is_type (name) == are_called_types)
        split_new (self, field)->is_called_type = are_called_types;
    }
}

static Source *
source_new (const SquillReferencePlace *place)
{
  Source *self = g_new0 (Source, 1);

  self->place = place;
  self->splits = g_ptr_array_new_with_free_func (split_free);
  self->pending = g_array_new (FALSE, FALSE, sizeof (Value));
  self->object = place->object;
  find_types (self, TRUE);
  find_types (self, FALSE);
  /* type beside the object that the values are in, or beside a list of such */
  for (const SquillPath *path = place->object->parent; path != NULL && self->splits->len == 0;
       path = path->parent)
    if (path->first != NULL)
      {
        self->object = path;
        find_types (self, TRUE);
      }
  if (self->splits->len == 0)
    self->object = place->object;
  split_new (self, NULL);
  return self;
}

/* Whether some of the values at @source, but not all, may be keys at @target. */
static gboolean
has_part_of (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  /* Of numbers among texts it is not known which they have met. */
  const gboolean may_have_met = target->numbers > 0.5
                                    ? source->numbers > 0
                                    : _squill_reference_place_has_met (source, target);

  return may_have_met && target->quality >= KEY_QUALITY && target->path != source->path &&
         _squill_reference_get_inclusion (source->sample, target->sample, NULL) >= SHARE;
}

/* Whether the values of a part alone may say that they are keys at @target. */
static gboolean
can_values_tell (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  return target->numbers <= SQUILL_REFERENCE_NEARLY_ALL ||
         _squill_reference_can_numbers_prove (source, target);
}

/* Whether a word beside the values at @place is called as what has one of the keys. */
static gboolean
has_word_for (const SquillReferencePlace *place, GPtrArray *targets)
{
  g_autoptr (Source) source = source_new (place);

  for (guint i = 0; i < source->splits->len; i++)
    {
      const Split *split = g_ptr_array_index (source->splits, i);
      const SquillValueTable *table = split->type != NULL ? &split->type->scalars.table : NULL;

      for (guint k = 0; table != NULL && k < table->n_values; k++)
        {
          g_autofree char *text = value_to_word (&table->values[k]);
          g_autoptr (SquillReferenceName) word =
              text != NULL ? _squill_reference_name_new (text) : NULL;

          for (guint m = 0; word != NULL && m < targets->len; m++)
            {
              const SquillReferencePlace *target = g_ptr_array_index (targets, m);

              if (_squill_reference_name_fit (word, target->entity) >= TYPE_FIT)
                return TRUE;
            }
        }
    }
  return FALSE;
}

/**
 * _squill_reference_may_have_parts:
 * @source: where references may start
 * @targets: (element-type SquillReferencePlace): where they may end
 *
 * Returns: whether a part of its values may be keys, and something may tell which
 */
gboolean
_squill_reference_may_have_parts (const SquillReferencePlace *source, GPtrArray *targets)
{
  g_autoptr (GPtrArray) to_be_named = g_ptr_array_new ();

  if (source->keys || source->is_key || source->distinct < FEW_VALUES ||
      source->path->kind == SQUILL_PATH_VALUES || source->path->kind == SQUILL_PATH_DOCUMENT ||
      source->object->kind > SQUILL_PATH_VALUES)
    return FALSE;
  for (guint i = 0; i < targets->len; i++)
    {
      const SquillReferencePlace *target = g_ptr_array_index (targets, i);

      if (!has_part_of (source, target))
        continue;
      if (can_values_tell (source, target) || to_be_named->len == MAX_NAMED)
        return TRUE;
      g_ptr_array_add (to_be_named, (gpointer)target);
    }
  return to_be_named->len > 0 && has_word_for (source, to_be_named);
}

/* The values of a part as those of a place of its own. */
static void
describe_part (const Part *part, const SquillReferencePlace *source, SquillReferencePlace *place)
{
  guint64 error;

  *place = *source;
  place->sample = part->sample;
  place->count = part->count;
  place->distinct = squill_hash_sample_count_distinct (part->sample, part->count, &error);
  place->numbers = (double)part->numbers / (double)part->count;
  place->texts = (double)part->texts / (double)part->count;
  place->ids = MAX (0, 1 - place->numbers - place->texts);
  place->min = part->min;
  place->max = part->max;
  place->has_range = part->numbers > 0;
  place->text_length = part->texts > 0 ? (double)part->text_bytes / (double)part->texts : 0;
  place->fixed_length = part->texts > 0 && part->text_max - part->text_min <= LENGTH_SLACK;
  place->opposite = NULL;
  place->met = NULL;
  if (place->texts > 0 && place->fixed_length && place->text_length >= ID_LENGTH)
    {
      place->ids += place->texts;
      place->texts = 0;
    }
  _squill_reference_place_find_probes (place);
}

/* Whether numbers whose word names a collection are keys of that: they are called as a key, or go
 * up to the last of the keys, or nearly, and never beyond. A number beside a type may also say how
 * much of it there is. */
static gboolean
is_number_convincing (const SquillReference *reference,
                      const SquillReferencePlace *part,
                      const SquillReferencePlace *target)
{
  return part->name->marked || (reference->distinct >= MANY_NUMBERS &&
                                _squill_reference_get_met (reference) >= PART_LEADS &&
                                !_squill_reference_name_is_quantity (part->name) &&
                                _squill_reference_is_spread (part, target));
}

/* Whether nearly all of a part are keys, and that is no chance, or its word names them. */
static gboolean
is_convincing (const SquillReference *reference,
               const SquillReferencePlace *part,
               const SquillReferencePlace *target,
               double type_fit)
{
  const double met = _squill_reference_get_met (reference);

  if (reference->key_share < 1)
    return FALSE;
  if (reference->distinct >= FEW_VALUES && met >= PART_LEADS &&
      reference->proof >= SQUILL_REFERENCE_PROVED)
    return TRUE;
  return type_fit >= TYPE_FIT && met >= NAMED_PART_LEADS &&
         reference->distinct >= SQUILL_REFERENCE_FEW_VALUES &&
         (part->numbers <= 0.5 || is_number_convincing (reference, part, target));
}

/* The keys that the values of a part are; NULL where there are none. */
static SquillReference *
find_target_of_part (const Part *part,
                     const SquillReferencePlace *source,
                     GPtrArray *targets,
                     gboolean *is_named)
{
  g_autoptr (SquillReferenceName) word =
      part->text != NULL ? _squill_reference_name_new (part->text) : NULL;
  SquillReference *best = NULL;
  SquillReferencePlace place;

  describe_part (part, source, &place);
  if (place.distinct < SQUILL_REFERENCE_FEW_VALUES)
    return NULL;
  for (guint i = 0; i < targets->len; i++)
    {
      const SquillReferencePlace *target = g_ptr_array_index (targets, i);
      SquillReference *reference;
      double type_fit, name_fit;

      if (target->quality < KEY_QUALITY || !_squill_reference_may_refer (&place, target))
        continue;
      type_fit = word != NULL ? _squill_reference_name_fit (word, target->entity) : 0;
      name_fit = _squill_reference_fit_names (
          &place, target, _squill_reference_name_fit (source->name, target->entity));
      /* Of two keys of a thing, or a copy of one, some are often equal. */
      if (target->object == source->object && name_fit < SQUILL_REFERENCE_NAMED)
        continue;
      reference = _squill_reference_compare (&place, target, MAX (type_fit, name_fit), ALL_LEAD);
      if (reference != NULL && is_convincing (reference, &place, target, type_fit) &&
          (best == NULL || reference->score > best->score))
        {
          squill_reference_free (best);
          best = g_steal_pointer (&reference);
          *is_named = type_fit >= TYPE_FIT;
        }
      g_clear_pointer (&reference, squill_reference_free);
    }
  return best;
}

/* Where a part leads. */
typedef struct
{
  const Part *part;
  SquillReference *reference;
  gboolean is_named; /* by the word */
  gboolean is_range; /* and where they end is all that its numbers say */
} Lead;

static void
lead_clear (gpointer data)
{
  squill_reference_free (((Lead *)data)->reference);
}

/* Whether of the values that are in no part that leads there few are keys there all the same: then
 * it is the parts that tell. */
static gboolean
is_set_apart (const Lead *lead, const SquillReferencePlace *source, GArray *leads)
{
  const SquillReference *reference = lead->reference;
  const SquillHashSample *keys =
      _squill_reference_get_sample (reference->to_path, reference->to_keys);
  double others = (double)source->count;
  double hits = _squill_reference_get_inclusion (source->sample, keys, NULL) * others;

  for (guint i = 0; i < leads->len; i++)
    {
      const Lead *other = &g_array_index (leads, Lead, i);

      if (other->reference->to_path != reference->to_path ||
          other->reference->to_keys != reference->to_keys)
        continue;
      hits -= other->reference->inclusion * (double)other->part->count;
      others -= (double)other->part->count;
    }
  return hits <= OTHERS_LEAD * others;
}

/* Makes what was found of a part a reference of the whole place. */
static SquillReference *
make_whole (const Lead *lead, const Split *split)
{
  const SquillReferencePlace *source = split->source->place;
  SquillReference *reference = squill_reference_copy (lead->reference);
  const double others = 1 - (double)lead->part->count / (double)source->count;

  if (split->type != NULL)
    {
      reference->when_path = split->type;
      reference->when_value = g_strdup (lead->part->text);
      reference->traits |= (guint)SQUILL_REFERENCE_POLYMORPHIC;
      return reference;
    }
  /* What has another form says nothing against it. */
  reference->placeholders = others + reference->placeholders * (1 - others);
  reference->inclusion *= 1 - others;
  reference->references = source->count;
  reference->dangling += source->count - lead->part->count;
  return reference;
}

/**
 * _squill_reference_lead_apart:
 * @references: (element-type SquillReference): references from parts of the same values
 *
 * Returns: whether they lead to more than one key
 */
gboolean
_squill_reference_lead_apart (GPtrArray *references)
{
  const SquillReference *first = references->len > 0 ? g_ptr_array_index (references, 0) : NULL;

  for (guint i = 1; i < references->len; i++)
    {
      const SquillReference *other = g_ptr_array_index (references, i);

      if (other->to_path != first->to_path || other->to_keys != first->to_keys)
        return TRUE;
    }
  return FALSE;
}

/* What the words of a field, or the forms of the values, say of where these lead. */
static GPtrArray *
find_of_split (const Split *split, GPtrArray *targets, guint64 *found)
{
  const SquillReferencePlace *source = split->source->place;
  GPtrArray *references = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_reference_free);
  g_autoptr (GArray) leads = g_array_new (FALSE, FALSE, sizeof (Lead));
  guint n = 0, n_ranges = 0;

  *found = 0;
  g_array_set_clear_func (leads, lead_clear);
  for (guint i = 0; i < split->parts->len; i++)
    {
      Lead lead = { .part = g_ptr_array_index (split->parts, i) };

      if ((double)lead.part->count < SHARE * (double)source->count)
        continue;
      n++;
      if (split->type != NULL && lead.part->text == NULL)
        continue;
      lead.reference = find_target_of_part (lead.part, source, targets, &lead.is_named);
      lead.is_range = lead.is_named && !source->name->marked &&
                      lead.part->numbers * 2 > lead.part->count &&
                      lead.reference->proof < SQUILL_REFERENCE_PROVED;
      if (lead.reference != NULL)
        g_array_append_val (leads, lead);
    }
  for (guint i = 0; i < leads->len; i++)
    n_ranges += g_array_index (leads, Lead, i).is_range;
  /* What is the same for all parts is told by none. */
  for (guint i = 0; n > 1 && i < leads->len; i++)
    {
      const Lead *lead = &g_array_index (leads, Lead, i);

      if ((!lead->is_named && !is_set_apart (lead, source, leads)) ||
          (lead->is_range && n_ranges < MANY_RANGES))
        continue;
      *found += lead->part->count;
      g_ptr_array_add (references, make_whole (lead, split));
    }
  /* What is not called a type may happen to go with what refers, unless it tells several apart. */
  if (split->type != NULL && !split->is_called_type && !_squill_reference_lead_apart (references))
    g_ptr_array_set_size (references, 0);
  for (guint i = 0; references->len > 1 && i < references->len; i++)
    ((SquillReference *)g_ptr_array_index (references, i))->traits |=
        (guint)SQUILL_REFERENCE_POLYMORPHIC;
  return references;
}

/* The words that a field has, for the parts that were met. */
static void
name_parts (Split *split)
{
  const SquillValueTable *table = &split->type->scalars.table;

  for (guint i = 0; i < split->parts->len; i++)
    {
      Part *part = g_ptr_array_index (split->parts, i);

      for (guint k = 0; k < table->n_values && part->text == NULL; k++)
        {
          const SquillValue *value = &table->values[k];

          if (value->hash == part->word)
            part->text = value_to_word (value);
        }
    }
}

/* Of what tells where the values lead, that which does so of most; first a field that is called as
 * one that does, then others, and at last the form. */
static GPtrArray *
find_of_source (const Source *source, GPtrArray *targets)
{
  GPtrArray *best = NULL;
  guint64 most = 0;

  for (guint i = 0; i < source->splits->len; i++)
    {
      Split *split = g_ptr_array_index (source->splits, i);
      g_autoptr (GPtrArray) references = NULL;
      guint64 found;

      if (split->type != NULL)
        name_parts (split);
      references = find_of_split (split, targets, &found);
      if (references->len == 0 || found <= most)
        continue;
      most = found;
      g_clear_pointer (&best, g_ptr_array_unref);
      best = g_steal_pointer (&references);
    }
  return best;
}

/**
 * _squill_reference_find_parts:
 * @places: (element-type SquillReferencePlace): where references may start of which
 * _squill_reference_may_have_parts() says so, those of one collection together
 * @targets: (element-type SquillReferencePlace): where they may end
 * @options: how to read again
 * @cancellable: (nullable): stops it
 * @error: return location
 *
 * Reads the values once more, and keeps them apart by what stands beside them and by their form.
 *
 * Returns: (transfer full) (nullable): place -> (element-type SquillReference) references; %NULL
 * with @error set when cancelled, or where going on makes no sense
 */
GHashTable *
_squill_reference_find_parts (GPtrArray *places,
                              GPtrArray *targets,
                              const SquillReferenceOptions *options,
                              GCancellable *cancellable,
                              GError **error)
{
  g_autoptr (GHashTable) found =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
  const guint n_places = MIN (places->len, MAX_PLACES);

  for (guint begin = 0, end; options->reopen != NULL && begin < n_places; begin = end)
    {
      const SquillReferencePlace *first = g_ptr_array_index (places, begin);
      g_autoptr (SquillReferenceReader) reader = _squill_reference_reader_new (first->collection);
      g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func ((GDestroyNotify)source_free);
      gboolean complete;

      for (end = begin; end < n_places; end++)
        {
          const SquillReferencePlace *place = g_ptr_array_index (places, end);
          Source *source;

          if (place->collection != first->collection)
            break;
          source = source_new (place);
          g_ptr_array_add (sources, source);
          _squill_reference_reader_watch_values (reader, place->path, FALSE, on_value, source);
          for (guint i = 0; i < source->splits->len; i++)
            {
              Split *split = g_ptr_array_index (source->splits, i);

              if (split->type != NULL)
                _squill_reference_reader_watch_values (reader, split->type, FALSE, on_word, split);
            }
          _squill_reference_reader_watch_end (reader, source->object, on_object_end, source);
        }
      if (!_squill_reference_reader_run (reader, options, 0, &complete, cancellable, error))
        return NULL;
      for (guint i = 0; complete && i < sources->len; i++)
        {
          const Source *source = g_ptr_array_index (sources, i);
          GPtrArray *references = find_of_source (source, targets);

          if (references != NULL)
            g_hash_table_insert (found, (gpointer)source->place, references);
        }
    }
  return g_steal_pointer (&found);
}
