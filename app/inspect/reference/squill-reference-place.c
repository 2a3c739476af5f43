/* SPDX-License-Identifier: Apache-2.0 */

/* Where references may start and where they may end. They start at any value that can be a key, and
 * end at what is as good as unique: a field of documents, of the elements of an array or of the
 * values of a map, or the keys of a map themselves. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#include <math.h>
#include <string.h>

/* What less than half of the documents have is no key of theirs. */
#define KEY_PRESENCE_SHARE 0.5
/* The share of the values that must have types of keys. */
#define KEY_TYPES_SHARE 0.9
#define MAX_KEY_BYTES 512u
/* A collection with more keys than these is taken to have none but the best of them. */
#define MAX_TARGETS 48u
/* Strings of one length and at least this are ids, unless they are dates; no word of a language is.
 */
#define ID_LENGTH 16.0
/* Strings of one length up to this are codes: those of countries, airports, currencies; where they
 * are longer than this, not in small letters, as words are. */
#define CODE_LENGTH 8u
#define SHORT_CODE_LENGTH 3u
/* A key that is not called so has at least this many values: a few that came once may come again.
 */
#define MANY_KEYS 8u
/* Of this number of keys some may be there twice. */
#define MANY_WITH_MISTAKES 100u
#define FEW_MISTAKES 2u
/* What is called a key is one with fewer different values, as far as those referred to come once.
 */
#define KEY_CALLED_DISTINCT_SHARE 0.8
/* Codes are keys with fewer mistakes, and names with fewer again. */
#define KEY_FORMED_DISTINCT_SHARE 0.95
#define KEY_NAMED_DISTINCT_SHARE 0.97
/* Words that each name a document are no chance from fewer on. */
#define FEW_KEYS 5u
/* So many different values are enough of what a table begins with that is called as nothing here.
 */
#define FEW_OWN_KEYS 2u
/* This number of different keys of elements that do not match by chance are what these are known
 * by: what elements refer to would be there twice. One of this number of numbers is a key, as
 * decimal digits. */
#define INNER_KEYS 20u
#define INNER_SPARSITY 2.5
#define INNER_TEXT_LENGTH 5.0
/* With fewer texts or ids among values that are no keys they are looked at no more. */
#define MIN_MIXED 5u
/* Half of the strings of one length may differ by a few bytes, as numbers of a series do. */
#define LENGTH_SLACK 2u

/* Where one of this number of names is that of several, the others are of one; fewer names do not
 * say how collections are called. */
#define SINGULAR_ONES 4u
#define MANY_NAMES 3u

/* A file that has its documents in a list says fewer things of itself. */
#define MANY_OWN_VALUES 4u

/* So many different texts that stand in a part of the documents only, and each once, may be what
 * these are known by. */
#define PART_KEYS 8u

#define QUALITY_KEY 0.97
#define QUALITY_UNIQUE 0.75
#define QUALITY_DESCRIPTIVE 0.6
#define QUALITY_NESTED 0.9
#define QUALITY_EMBEDDED 0.7

typedef struct
{
  const SquillCollectionProfile *collection;
  const char *entity; /* what a document is called */
  gboolean is_of_relation;
  guint n_space;        /* the words of it that say in which part of the database it is */
  GHashTable *entities; /* name -> its number */
  GPtrArray *sources;
  GPtrArray *targets;
} Search;

static void
place_free (gpointer data)
{
  SquillReferencePlace *self = data;

  _squill_reference_name_free (self->name);
  _squill_reference_name_free (self->entity);
  g_clear_pointer (&self->met, g_array_unref);
  g_free (self);
}

/* The nearest field at or above the path. */
static const SquillPath *
field_of (const SquillPath *path)
{
  while (path != NULL && path->kind != SQUILL_PATH_FIELD)
    path = path->parent;
  return path;
}

/* Whether an object is what a thing carries of itself beside what it says: its parts are rather
 * those of the thing. */
static gboolean
is_envelope (const SquillPath *object)
{
  static const char *const names[] = { "sys",   "_sys",     "system", "meta",
                                       "_meta", "metadata", "header" };

  if (object->kind != SQUILL_PATH_FIELD || object->n_fields == 0)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (object->name, names[i]))
      return TRUE;
  return FALSE;
}

/* Whether an object has the ids that a thing has in several systems: `ids: {imdb, isbn}`. */
static gboolean
is_of_ids (const SquillPath *object)
{
  static const char *const names[] = { "id", "ids", "identifiers", "external_ids", "externalIds" };

  if (object->kind != SQUILL_PATH_FIELD || object->n_fields < 2)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (object->name, names[i]))
      return TRUE;
  return FALSE;
}

/* The object of which a field of @object is an id: that which has the envelope that it is in, or
 * the ids. */
static const SquillPath *
get_holder (const SquillPath *object, const SquillPath *field)
{
  static const char *const names[] = { "id", "_id", "uid", "uuid", "guid" };

  if (is_of_ids (object))
    return object->parent;
  if (!is_envelope (object))
    return object;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (field->name, names[i]))
      return object->parent;
  return object;
}

/* Texts that are called as what things are looked up by; numbers of these names count. What is in
 * a list may be known by its place in it. */
static gboolean
is_lookup_key (const SquillPath *field)
{
  static const char *const names[] = { "index", "url", "href", "uri", "iri", "handle" };

  if (field->kind != SQUILL_PATH_FIELD)
    return FALSE;
  if (field->text.count * 2 <= field->scalars.count)
    return field->parent->kind == SQUILL_PATH_ELEMENTS && g_str_equal (field->name, "index");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strcasecmp (field->name, names[i]) == 0)
      return TRUE;
  return FALSE;
}

/* What a path is called: an id in an object is called as the object is, and as an id; the keys of a
 * document that is one map, as its collection. */
static SquillReferenceName *
name_of (Search *search, const SquillPath *path, gboolean keys)
{
  const SquillPath *field = field_of (path);
  const SquillPath *outer;
  SquillReferenceName *name;

  if (field == NULL)
    return _squill_reference_name_new (keys ? search->entity : "");
  name = _squill_reference_name_new (field->name);
  /* Values of a map that is a list of its own kind, and elements, are called as the list is. */
  outer = keys ? NULL : field_of (get_holder (field->parent, field));
  if (outer != NULL && (_squill_reference_name_is_generic (name) || is_lookup_key (field)))
    {
      g_autofree char *both =
          g_strconcat (outer->name, " ", is_lookup_key (field) ? "key" : field->name, NULL);

      _squill_reference_name_free (name);
      name = _squill_reference_name_new (both);
    }
  return name;
}

static void
gather_probe_cb (guint64 hash, guint64 count, gpointer user_data)
{
  SquillReferencePlace *self = user_data;
  guint at = self->n_probes;

  if (_squill_reference_is_missing (hash) ||
      (at == SQUILL_REFERENCE_PROBES && hash >= self->probes[at - 1]))
    return;
  if (at == SQUILL_REFERENCE_PROBES)
    at--;
  else
    self->n_probes++;
  for (; at > 0 && self->probes[at - 1] > hash; at--)
    self->probes[at] = self->probes[at - 1];
  self->probes[at] = hash;
}

static gboolean
has_fixed_length (guint64 min, guint64 max)
{
  return min > 0 && max - min <= LENGTH_SLACK;
}

/* What the lengths of the texts are, without those that mean that there is none. */
static void
describe_texts (SquillReferencePlace *self, guint64 n, guint64 missing, guint64 missing_bytes)
{
  const SquillTexts *text = &self->path->text;

  if (text->bytes > missing_bytes)
    self->text_length = (double)(text->bytes - missing_bytes) / (double)n;
  self->fixed_length = (missing == 0 ? has_fixed_length (text->min, text->max)
                                     : (double)text->max <= self->text_length + LENGTH_SLACK) &&
                       !_squill_reference_text_has_blanks (self->path);
}

/* `code`, `regency_code`: of whatever it is. */
static gboolean
is_called_as_any_key (const SquillPath *path)
{
  const SquillPath *field = field_of (path);
  g_autoptr (SquillReferenceName) name =
      _squill_reference_name_new (field != NULL ? field->name : "");

  return name->marked;
}

/* What the values at a path are; FALSE where they cannot be keys. */
static gboolean
describe_values (SquillReferencePlace *self)
{
  const SquillPath *path = self->path;
  const guint64 *formats = path->text.formats != NULL ? path->text.formats->counts : NULL;
  const guint64 written = formats != NULL ? formats[SQUILL_TEXT_INTEGER] : 0;
  guint64 numbers = squill_path_count_types (path, SQUILL_TYPES_NUMERIC);
  guint64 texts = squill_path_count_types (path, SQUILL_TYPE_STRING | SQUILL_TYPE_SYMBOL);
  guint64 ids = squill_path_count_types (path, SQUILL_TYPE_OBJECT_ID);
  SquillReferenceMissing missing;

  if (path->subtypes != NULL)
    ids += path->subtypes[3] + path->subtypes[4];
  if (path->scalars.sample == NULL ||
      _squill_reference_text_is_measured (path, is_called_as_any_key (path)))
    return FALSE;
  self->sample = path->scalars.sample;
  missing = _squill_reference_count_missing (path);
  if (path->scalars.count <= missing.count || texts < missing.texts)
    return FALSE;
  texts -= missing.texts;
  self->count = path->scalars.count - missing.count;
  self->distinct = path->scalars.distinct - MIN (path->scalars.distinct, missing.distinct);
  if (path->text.count > 0 && path->text.max > MAX_KEY_BYTES)
    return FALSE;
  /* Where some are no keys the others may be. */
  self->is_mixed = path->numbers.fractions > 0 ||
                   (double)(numbers + texts + ids) < KEY_TYPES_SHARE * (double)self->count;
  if (self->is_mixed && texts + ids < MIN_MIXED)
    return FALSE;
  /* The text of a number is the same key as the number. */
  self->numbers = (double)(numbers + written) / (double)self->count;
  self->ids = (double)ids / (double)self->count;
  self->texts = MAX (0, (double)texts - (double)written) / (double)self->count;
  self->min = _squill_reference_get_smallest (path);
  self->max = path->numbers.max;
  self->has_range = written == 0;
  if (texts > 0)
    {
      self->digits = formats != NULL ? (double)formats[SQUILL_TEXT_DIGITS] / (double)texts : 0;
      describe_texts (self, texts, missing.texts, missing.bytes);
      self->is_serial = _squill_reference_text_is_serial (path);
    }
  return TRUE;
}

static gboolean
describe_keys (SquillReferencePlace *self)
{
  const SquillMapKeys *map = self->path->map;
  guint64 digits = map->patterns[SQUILL_KEY_DIGITS];
  guint64 ids = map->patterns[SQUILL_KEY_OBJECT_ID] + map->patterns[SQUILL_KEY_UUID];
  guint64 entries = 0;

  for (guint i = 0; i < SQUILL_N_KEY_PATTERNS; i++)
    entries += map->patterns[i];
  if (map->distinct == NULL || entries == 0 || map->bytes_max > MAX_KEY_BYTES)
    return FALSE;
  self->sample = map->distinct;
  self->count = entries;
  self->distinct = map->distinct_count;
  self->numbers = (double)digits / (double)entries;
  self->ids = (double)ids / (double)entries;
  self->texts = 1 - self->numbers - self->ids;
  self->min = (double)map->number_min;
  self->max = (double)map->number_max;
  self->has_range = TRUE;
  self->text_length = (double)map->bytes / (double)entries;
  self->fixed_length = has_fixed_length (map->bytes_min, map->bytes_max);
  return TRUE;
}

static SquillReferencePlace *
place_new (Search *search, const SquillPath *path, gboolean keys)
{
  SquillReferencePlace *self = g_new0 (SquillReferencePlace, 1);

  self->collection = search->collection;
  self->path = path;
  self->keys = keys;
  if (!(keys ? describe_keys (self) : describe_values (self)))
    {
      g_free (self);
      return NULL;
    }
  self->name = name_of (search, path, keys);
  if (self->texts > 0 && self->fixed_length && !_squill_reference_name_is_color (self->name) &&
      (self->text_length >= ID_LENGTH || (!keys && _squill_reference_text_is_scrambled (path))))
    {
      self->ids += self->texts;
      self->texts = 0;
    }
  self->has_key_form = self->texts > SQUILL_REFERENCE_NEARLY_ALL &&
                       (keys || _squill_reference_text_is_in_parts (path));
  self->is_login = self->texts > SQUILL_REFERENCE_NEARLY_ALL && !keys &&
                   _squill_reference_name_is_login (self->name);
  self->is_address = !keys && self->numbers <= 0 && _squill_reference_text_is_address (path);
  self->is_of_relation = search->is_of_relation;
  self->is_list = keys || path->kind != SQUILL_PATH_FIELD;
  if (self->is_list)
    self->name->marked = TRUE;
  _squill_reference_place_find_probes (self);
  return self;
}

/* What the elements of an array, or the values of a map, are called. */
static SquillReferenceName *
entity_of (Search *search, const SquillPath *object)
{
  const SquillPath *field = field_of (object);
  SquillReferenceName *name =
      _squill_reference_name_new (field != NULL ? field->name : search->entity);

  /* Of a collection that is one document its entries are the things. */
  if (field != NULL && field->parent->kind == SQUILL_PATH_DOCUMENT &&
      _squill_reference_is_of_collection (object) && _squill_reference_name_is_container (name))
    {
      _squill_reference_name_free (name);
      name = _squill_reference_name_new (search->entity);
      field = NULL;
    }
  if (field == NULL)
    _squill_reference_name_set_space (name, search->n_space);
  return name;
}

/* One value says nothing, unless it is an id, or what the only document is known by. */
static gboolean
is_unique (const SquillReferencePlace *place)
{
  return _squill_reference_place_has_no_repetition (place) &&
         (place->distinct > 1 || place->ids > KEY_TYPES_SHARE ||
          ((place->is_key || place->is_login || place->is_address) &&
           place->object->kind == SQUILL_PATH_DOCUMENT &&
           squill_path_get_objects (place->object) == 1));
}

/* The poster of a post is no post, although -er means several things in some languages. */
static gboolean
is_called_as_agent (const SquillReferenceName *name, const SquillReferenceName *entity)
{
  return g_str_has_prefix (name->joined, entity->joined) &&
         g_str_equal (name->joined + strlen (entity->joined), "er");
}

/* `id`, `code`, and what is called as the thing is, and as a key, be it by its first letter. */
static gboolean
is_called_as_key (const SquillReferencePlace *place, const SquillReferenceName *entity)
{
  g_autoptr (SquillReferenceName) own = NULL;

  if (place->keys || place->path->kind != SQUILL_PATH_FIELD)
    return FALSE;
  own = _squill_reference_name_new (place->path->name);
  return _squill_reference_name_is_generic (own) || is_lookup_key (place->path) ||
         is_of_ids (place->path->parent) ||
         (place->object->kind == SQUILL_PATH_DOCUMENT &&
          _squill_reference_name_is_initial (own, entity)) ||
         (own->marked && _squill_reference_name_fit (own, entity) >= 0.9 &&
          !is_called_as_agent (own, entity));
}

/* Texts of a form that is made to tell things apart: addresses, ids. */
static gboolean
is_identifying (const SquillReferencePlace *place)
{
  const SquillTextFormats *formats = place->path->text.formats;

  return formats != NULL &&
         (double)(formats->counts[SQUILL_TEXT_EMAIL] + formats->counts[SQUILL_TEXT_UUID] +
                  formats->counts[SQUILL_TEXT_OBJECT_ID] + formats->counts[SQUILL_TEXT_HASH] +
                  formats->counts[SQUILL_TEXT_PREFIXED]) >= KEY_TYPES_SHARE * (double)place->count;
}

/* Names of objects that are not of something else: the parts of the document's own key, what is
 * known of it. */
static gboolean
is_part_of_self (const char *name)
{
  static const char *const names[] = {
    "_id",        "id",     "ids",  "key",  "keys",     "meta", "header",     "properties",
    "attributes", "fields", "data", "info", "metadata", "sys",  "identifiers"
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (name, names[i]))
      return TRUE;
  return FALSE;
}

/* `customer_id` of orders is called as the key of something else. */
static gboolean
is_called_as_foreign (const SquillReferencePlace *place, const SquillReferenceName *entity)
{
  g_autoptr (SquillReferenceName) own = _squill_reference_name_new (place->path->name);

  return _squill_reference_name_is_id (own) && own->n_stem > 0 &&
         !_squill_reference_name_is_outside (own) && !_squill_reference_name_is_own (own) &&
         _squill_reference_name_fit (own, entity) < SQUILL_REFERENCE_NAMED;
}

/* Texts of one length that is short: those of countries, airports, currencies. */
static gboolean
is_code (const SquillReferencePlace *place)
{
  const SquillPath *path = place->path;

  return place->texts > KEY_TYPES_SHARE && place->fixed_length && path->text.max <= CODE_LENGTH &&
         path->text.max == path->text.min &&
         (path->text.max <= SHORT_CODE_LENGTH || !_squill_reference_text_has_small_letters (path));
}

/* extId, internal_id: an id of the documents beside their key. */
static gboolean
is_called_as_own_id (const SquillReferencePlace *place)
{
  return place->object->kind != SQUILL_PATH_FIELD && place->name->marked &&
         (_squill_reference_name_is_own (place->name) ||
          _squill_reference_name_is_outside (place->name));
}

/* Short texts without blanks, in all documents but a few: codes of several lengths. */
static gboolean
is_made_to_tell_apart (const SquillReferencePlace *place)
{
  return _squill_reference_are_documents (place->object) &&
         place->texts > SQUILL_REFERENCE_NEARLY_ALL && place->text_length <= CODE_LENGTH &&
         !_squill_reference_text_has_blanks (place->path) &&
         !_squill_reference_name_is_descriptive (place->name) &&
         !_squill_reference_name_is_quantity (place->name);
}

/* Whether it is what things of a collection are known by, but some are there twice: files that were
 * put together, or documents of another kind. */
static gboolean
is_key_with_duplicates (const SquillReferencePlace *place, const SquillReferenceName *entity)
{
  if (place->keys || !_squill_reference_is_of_collection (place->object) ||
      place->distinct < MANY_KEYS)
    return FALSE;
  if (place->is_id || is_called_as_key (place, entity) || is_called_as_own_id (place))
    return (double)place->distinct >= KEY_CALLED_DISTINCT_SHARE * (double)place->count;
  /* Of many names of things a few are those of several, such as places in different regions. */
  if (_squill_reference_are_documents (place->object) &&
      place->texts > SQUILL_REFERENCE_NEARLY_ALL && place->distinct >= MANY_WITH_MISTAKES &&
      place->object->kind == SQUILL_PATH_DOCUMENT &&
      _squill_reference_name_is_descriptive (place->name))
    return (double)place->distinct >= KEY_NAMED_DISTINCT_SHARE * (double)place->count;
  return is_made_to_tell_apart (place) && place->distinct >= MANY_WITH_MISTAKES &&
         (double)place->distinct >= KEY_FORMED_DISTINCT_SHARE * (double)place->count;
}

/* Whether elements of an array, or values of a map, are told apart by it, whatever it is called:
 * each has its own, which stands nowhere by chance. */
static gboolean
is_inner_key (const SquillReferencePlace *place)
{
  const gboolean is_far =
      place->numbers > SQUILL_REFERENCE_NEARLY_ALL && place->number_sparsity >= INNER_SPARSITY;
  const gboolean is_code = place->texts > SQUILL_REFERENCE_NEARLY_ALL && place->is_serial &&
                           place->text_length >= INNER_TEXT_LENGTH &&
                           !_squill_reference_text_has_blanks (place->path);

  return place->name->marked && place->distinct >= INNER_KEYS &&
         (place->ids > KEY_TYPES_SHARE || is_far || is_code) &&
         place->count == squill_path_get_objects (place->object) &&
         !_squill_reference_name_is_quantity (place->name);
}

/* Whether some of the documents have a text that is made to tell them apart: those of one kind. */
static gboolean
is_key_of_part (const SquillReferencePlace *place)
{
  return _squill_reference_are_documents (place->object) && place->distinct >= PART_KEYS &&
         place->distinct == place->count && !place->is_mixed &&
         (place->ids > SQUILL_REFERENCE_NEARLY_ALL ||
          (place->texts > SQUILL_REFERENCE_NEARLY_ALL &&
           !_squill_reference_text_has_blanks (place->path)));
}

/* Whether a part of a document says with it where something else is; that is no key of the part,
 * even where each comes once. */
static gboolean
is_pointer (const SquillReferencePlace *place)
{
  static const char *const names[] = { "reference", "ref", "$ref", "href", "link" };

  if (place->path->kind != SQUILL_PATH_FIELD || _squill_reference_is_of_collection (place->object))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (place->path->name, names[i]))
      return TRUE;
  return FALSE;
}

/**
 * _squill_reference_place_is_first:
 * @self: a place
 *
 * Returns: whether it is what its objects begin with, but for an id that the database gave them:
 * where tables have their key
 */
gboolean
_squill_reference_place_is_first (const SquillReferencePlace *self)
{
  const SquillPath *first = self->object->first;

  if (first != NULL && first != self->path && g_str_equal (first->name, "_id"))
    first = first->next;
  return first == self->path;
}

static void
rate_target (Search *search, SquillReferencePlace *place)
{
  const SquillPath *object = place->object;
  const gboolean is_of_collection = _squill_reference_is_of_collection (object);
  g_autoptr (SquillReferenceName) entity = entity_of (search, object);
  double presence;

  if (place->keys)
    {
      place->quality = QUALITY_KEY;
      return;
    }
  if (is_pointer (place))
    return;
  presence = (double)place->count / (double)MAX (squill_path_get_objects (object), 1);
  if (presence < KEY_PRESENCE_SHARE)
    {
      place->quality = is_key_of_part (place) ? SQUILL_REFERENCE_QUALITY_PART : 0;
      return;
    }
  if (place->is_id)
    place->quality = SQUILL_REFERENCE_QUALITY_ID;
  else if (place->is_key)
    place->quality = QUALITY_KEY;
  else if ((place->is_address || place->is_login) && _squill_reference_are_documents (object) &&
           _squill_reference_name_is_person (entity))
    place->quality = SQUILL_REFERENCE_QUALITY_IDENTIFYING;
  else if (place->distinct < (_squill_reference_are_documents (object) &&
                                      place->texts > SQUILL_REFERENCE_NEARLY_ALL
                                  ? FEW_KEYS
                                  : MANY_KEYS) &&
           /* What others have under the same name may still say that it is one. */
           (place->distinct < FEW_OWN_KEYS || !_squill_reference_place_is_first (place) ||
            !is_called_as_foreign (place, entity)))
    return;
  else if (is_called_as_foreign (place, entity))
    {
      place->is_foreign = _squill_reference_are_documents (object);
      place->quality = SQUILL_REFERENCE_QUALITY_FOREIGN;
    }
  else if ((place->ids > KEY_TYPES_SHARE && (_squill_reference_are_documents (object) ||
                                             (is_of_collection && place->name->marked))) ||
           is_identifying (place) || is_code (place) || is_called_as_own_id (place) ||
           (place->is_login && _squill_reference_are_documents (object)))
    place->quality = SQUILL_REFERENCE_QUALITY_IDENTIFYING;
  else if (_squill_reference_name_is_descriptive (place->name))
    place->quality = QUALITY_DESCRIPTIVE;
  else
    place->quality = QUALITY_UNIQUE;
  place->quality *= 0.5 + 0.5 * MIN (presence, 1);
  switch (object->kind)
    {
    case SQUILL_PATH_DOCUMENT:
      break;
    case SQUILL_PATH_ELEMENTS:
    case SQUILL_PATH_VALUES:
      if (_squill_reference_are_documents (object))
        break;
      /* Part of a document is seldom referred to, and then by its id. */
      if (!place->is_key && place->ids <= 0.5 && !(is_of_collection && is_called_as_own_id (place)))
        place->quality = 0;
      else if (!is_of_collection || !(place->is_key || place->name->marked))
        place->quality *= QUALITY_NESTED;
      if (is_inner_key (place))
        place->quality = MAX (place->quality, QUALITY_UNIQUE * QUALITY_NESTED);
      break;
    case SQUILL_PATH_FIELD:
    default:
      /* The key in an object that a document has beside others is that of what it is called. */
      place->quality *= QUALITY_EMBEDDED;
      if (field_of (object->parent) != NULL || place->numbers > 0.5 ||
          !is_part_of_self (object->name) ||
          (double)place->count <
              KEY_PRESENCE_SHARE * (double)squill_path_get_objects (object->parent))
        place->quality = 0;
      break;
    }
}

static guint
number_entity (Search *search, const SquillReferenceName *entity)
{
  g_autofree char *name = g_strconcat (entity->whole, " ", entity->digits, NULL);
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (search->entities, name));

  if (number == 0)
    {
      number = g_hash_table_size (search->entities) + 1;
      g_hash_table_insert (search->entities, g_steal_pointer (&name), GUINT_TO_POINTER (number));
    }
  return number - 1;
}

static void
add_target (Search *search, SquillReferencePlace *place)
{
  place->log_distinct = log10 ((double)place->distinct);
  if (place->numbers > 0)
    {
      double range = place->has_range ? place->max - place->min + 1 : pow (10, place->text_length);
      double density = (double)place->distinct / range;

      place->number_sparsity = density >= SQUILL_REFERENCE_DENSE ? 0 : -log10 (density);
    }
  rate_target (search, place);
  if (place->quality <= 0)
    {
      place_free (place);
      return;
    }
  place->entity = entity_of (search, place->keys ? place->path : place->object);
  place->entity_number = number_entity (search, place->entity);
  g_ptr_array_add (search->targets, place);
}

static void
consider (Search *search, const SquillPath *path, gboolean keys)
{
  SquillReferencePlace *source = place_new (search, path, keys);
  g_autoptr (SquillReferenceName) entity = NULL;
  gboolean has_duplicates;

  if (source == NULL)
    return;
  source->object = keys ? path : _squill_reference_object_of (path);
  entity = entity_of (search, source->object);
  source->is_id = !keys && path->kind == SQUILL_PATH_FIELD &&
                  path->parent->kind == SQUILL_PATH_DOCUMENT && g_str_equal (path->name, "_id");
  /* The id in an object that is just part of a document is rather that of something else. */
  source->is_key = source->is_id || (source->object->kind != SQUILL_PATH_FIELD &&
                                     _squill_reference_place_has_no_repetition (source) &&
                                     is_called_as_key (source, entity));
  source->is_part = source->is_key && !_squill_reference_are_documents (source->object);
  has_duplicates = !is_unique (source) && is_key_with_duplicates (source, entity);
  /* Values in a list are no keys; and a value that repeats the key of its map is known by that. */
  if (!source->is_mixed && (has_duplicates || is_unique (source)) &&
      (keys || path->kind == SQUILL_PATH_FIELD) && (keys || path->equals_key < path->present))
    {
      SquillReferencePlace *target = place_new (search, path, keys);

      target->object = source->object;
      target->is_id = source->is_id;
      target->has_duplicates = has_duplicates;
      target->is_key =
          source->is_key || keys || (has_duplicates && is_called_as_key (source, entity));
      add_target (search, target);
    }
  if (!keys && path->equals_key == path->present)
    place_free (source);
  else
    g_ptr_array_add (search->sources, source);
}

static int
compare_quality (gconstpointer a, gconstpointer b)
{
  const SquillReferencePlace *first = *(const SquillReferencePlace *const *)a;
  const SquillReferencePlace *second = *(const SquillReferencePlace *const *)b;

  return first->quality > second->quality ? -1 : first->quality < second->quality;
}

/* Whether nearly all collections are called as one of their documents is. */
static gboolean
are_singular (GPtrArray *collections)
{
  guint plural = 0;

  for (guint i = 0; i < collections->len; i++)
    {
      g_autoptr (SquillReferenceName) name = _squill_reference_name_new (
          ((const SquillCollectionProfile *)g_ptr_array_index (collections, i))->name);

      plural += name->plural;
    }
  return collections->len >= MANY_NAMES && plural * SINGULAR_ONES <= collections->len;
}

/* Whether its documents are connections, as their name says. */
static gboolean
is_of_relation (const SquillCollectionProfile *collection)
{
  g_autoptr (SquillReferenceName) name = _squill_reference_name_new (collection->name);

  return _squill_reference_name_is_relation (name);
}

/**
 * _squill_reference_object_of:
 * @path: a path
 *
 * Returns: the object that the path is a field of, through lists of values, or of an id in what the
 * object says of itself, `sys.id`, the id of; the path itself where there is none
 */
const SquillPath *
_squill_reference_object_of (const SquillPath *path)
{
  const SquillPath *field = field_of (path);

  return field != NULL ? get_holder (field->parent, field) : path;
}

/**
 * _squill_reference_get_sample:
 * @path: a path of values, or of a map
 * @keys: the keys of the map are meant
 *
 * Returns: (nullable): the sample of its values, which no other place has
 */
const SquillHashSample *
_squill_reference_get_sample (const SquillPath *path, gboolean keys)
{
  return keys ? path->map->distinct : path->scalars.sample;
}

/* Whether the only document of a collection is one of several that there may be, and not a file
 * that has all of them in a list: it has an id that was made for it, and other values. */
static gboolean
is_one_of_its_kind (const SquillPath *document)
{
  guint n = 0;
  gboolean has_id = FALSE;

  for (const SquillPath *field = document->first; field != NULL; field = field->next)
    {
      has_id |= g_str_equal (field->name, "_id") && _squill_reference_text_is_made (field);
      if (field->scalars.count > 0)
        n += g_str_equal (field->name, "__v") ? MANY_OWN_VALUES : 1;
    }
  return has_id && n > MANY_OWN_VALUES;
}

/**
 * _squill_reference_is_of_collection:
 * @object: a path of objects
 *
 * Returns: whether these are the things that a collection is of: its documents; or where it is one
 * document, what that has in a map or an array, be it in an envelope: `data.entities[]`
 */
gboolean
_squill_reference_is_of_collection (const SquillPath *object)
{
  const SquillPath *holder = object->parent;

  if (object->kind == SQUILL_PATH_DOCUMENT)
    return TRUE;
  if (object->kind != SQUILL_PATH_VALUES && object->kind != SQUILL_PATH_ELEMENTS)
    return FALSE;
  if (holder->kind == SQUILL_PATH_FIELD)
    holder = holder->parent;
  while (holder->kind == SQUILL_PATH_FIELD && squill_path_get_objects (holder) == 1)
    holder = holder->parent;
  return holder->kind == SQUILL_PATH_DOCUMENT && squill_path_get_objects (holder) == 1 &&
         !is_one_of_its_kind (holder);
}

/**
 * _squill_reference_are_documents:
 * @object: a path of objects
 *
 * Returns: whether these are documents: those of a collection, or of a file that has all of them in
 * one list: {"countries": [...]}
 */
gboolean
_squill_reference_are_documents (const SquillPath *object)
{
  return object->kind == SQUILL_PATH_DOCUMENT ||
         (object->kind == SQUILL_PATH_ELEMENTS && _squill_reference_is_of_collection (object));
}

/**
 * _squill_reference_is_above:
 * @path: a path
 * @other: another
 *
 * Returns: whether @other is within @path, or the same
 */
gboolean
_squill_reference_is_above (const SquillPath *path, const SquillPath *other)
{
  for (; other != NULL; other = other->parent)
    if (other == path)
      return TRUE;
  return FALSE;
}

/**
 * _squill_reference_place_find_probes:
 * @self: a place with a sample of its values
 *
 * Chooses the values that are tried first.
 */
void
_squill_reference_place_find_probes (SquillReferencePlace *self)
{
  self->n_probes = 0;
  squill_hash_sample_foreach (self->sample, 0, gather_probe_cb, self);
}

/**
 * _squill_reference_place_has_no_repetition:
 * @self: a place
 *
 * Returns: whether nearly each of its values comes once, as those of keys do
 */
gboolean
_squill_reference_place_has_no_repetition (const SquillReferencePlace *self)
{
  /* One or two mistakes of many are too few to be a share. */
  return (double)self->distinct >= SQUILL_REFERENCE_KEY_DISTINCT_SHARE * (double)self->count ||
         (self->count >= MANY_WITH_MISTAKES && self->distinct + FEW_MISTAKES >= self->count);
}

/**
 * _squill_reference_place_has_number_range:
 * @self: a place
 *
 * Returns: whether nearly all of its values are numbers, and the smallest and the largest are known
 */
gboolean
_squill_reference_place_has_number_range (const SquillReferencePlace *self)
{
  return self->numbers > SQUILL_REFERENCE_NEARLY_ALL && self->has_range;
}

/**
 * _squill_reference_place_has_probe_of:
 * @self: a place
 * @other: another
 *
 * Returns: whether @other has any of the probes of @self
 */
gboolean
_squill_reference_place_has_probe_of (const SquillReferencePlace *self,
                                      const SquillReferencePlace *other)
{
  for (guint i = 0; i < self->n_probes; i++)
    if (squill_hash_sample_lookup (other->sample, self->probes[i]) > 0)
      return TRUE;
  return FALSE;
}

static GPtrArray *
list_names (const GPtrArray *collections)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < collections->len; i++)
    g_ptr_array_add (names, ((SquillCollectionProfile *)collections->pdata[i])->name);
  return names;
}

/**
 * _squill_reference_places_find:
 * @collections: (element-type SquillCollectionProfile): finished profiles
 * @sources: (out) (transfer full) (element-type SquillReferencePlace): where references may start,
 * in the order of the paths
 * @targets: (out) (transfer full) (element-type SquillReferencePlace): where they may end
 *
 * Looks for what references could be between.
 *
 * Returns: how many different entities the targets have
 */
guint
_squill_reference_places_find (GPtrArray *collections, GPtrArray **sources, GPtrArray **targets)
{
  g_autoptr (GPtrArray) names = list_names (collections);
  const gsize common = _squill_reference_count_common_bytes (names);
  g_autoptr (GHashTable) entities = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  *sources = g_ptr_array_new_with_free_func (place_free);
  *targets = g_ptr_array_new_with_free_func (place_free);
  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollectionProfile *collection = g_ptr_array_index (collections, i);
      const char *dot = strrchr (collection->name, '.');
      const char *own = collection->name + common;
      g_autoptr (GPtrArray) found = g_ptr_array_new ();
      Search search = {
        .collection = collection,
        .entity = dot != NULL && dot >= own ? dot + 1 : own,
        .entities = entities,
        .sources = *sources,
        .targets = found,
      };

      search.is_of_relation = is_of_relation (collection);
      search.n_space = _squill_reference_count_space_words (search.entity, names, common, i);

      for (const SquillPath *path = collection->root; path != NULL;
           path = squill_path_next (path, collection->root, FALSE))
        {
          if (path->scalars.count > 0)
            consider (&search, path, FALSE);
          if (path->map != NULL)
            consider (&search, path, TRUE);
        }
      g_ptr_array_sort (found, compare_quality);
      for (guint k = 0; k < found->len; k++)
        if (k < MAX_TARGETS)
          g_ptr_array_add (*targets, g_ptr_array_index (found, k));
        else
          place_free (g_ptr_array_index (found, k));
    }
  for (guint i = 0; i < (*targets)->len; i++)
    ((SquillReferencePlace *)g_ptr_array_index (*targets, i))->number = i;
  _squill_reference_places_find_own_names (*sources, *targets);
  _squill_reference_places_find_far (*targets);
  _squill_reference_places_find_dense (*targets);
  if (are_singular (collections))
    for (guint i = 0; i < (*targets)->len; i++)
      ((SquillReferencePlace *)g_ptr_array_index (*targets, i))->is_singular = TRUE;
  return g_hash_table_size (entities);
}
