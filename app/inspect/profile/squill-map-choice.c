/* SPDX-License-Identifier: Apache-2.0 */

/* Which names of an object are fields and which are data: none, all, or some beside fields. What
 * names look like says most; then whether each object has all of them (fields) or a few of many
 * (data), whether the values are alike, and whether they repeat their name.
 *
 * What nearly all of ten or more objects have is a field, however alike the values are; only where
 * there are very many names that look like nothing but ids, dates or numbers it is data all the
 * same. Words alone are fields, unless there are many of them and each object has few: a record
 * with many optional texts looks just like a map of texts, so what small objects of scalars with
 * words for names are is not guessed, and of large ones only what is alike in all that is known. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-map-choice.h"

#include "inspect/profile/squill-map-words.h"
#include "inspect/profile/squill-path-traits.h"

#include <string.h>

#define FEW_LANGUAGES 3u
/* Words such as "id" and "no" are codes of languages, too: beside fields it takes more of them. */
#define SOME_LANGUAGES 6u
/* What each of so many objects has is more than what a few have by chance. */
#define COMPLETE_OBJECTS 3u
/* A word in this share of the objects is a field, if the values are objects that are alike, */
#define USUAL_SHARE 0.5
/* and if they are not: of scalars less is known. */
#define USUAL_SCALAR_SHARE 0.2
/* Names that come often are keys, too, where this many times as many others are. */
#define USUAL_PART 4u
/* Names of ids that are words by chance are as frequent as the others, within this factor. */
#define FREQUENCY_FACTOR 2.0
/* Where there is no room for more paths, this many fields are worth being merged into a map. */
#define UNIFORM_NAMES 16u
/* This many maps beside an object show what it is, if they are at least as many as the records. */
#define LIKE_SIBLINGS 2u
/* Where there are too few objects to tell from, one word among this number of names that look like
 * data is an odd one of them. */
#define ODD_NAMES 10000u

static gboolean
is_id (const SquillPath *field)
{
  return g_str_equal (field->name, "_id");
}

/* Patterns that no word has by chance. */
static gboolean
is_strong (SquillKeyPattern pattern)
{
  if (squill_key_pattern_is_date (pattern))
    return TRUE;
  switch ((int)pattern)
    {
    case SQUILL_KEY_OBJECT_ID:
    case SQUILL_KEY_HEX_32:
    case SQUILL_KEY_HEX_40:
    case SQUILL_KEY_HEX_64:
    case SQUILL_KEY_UUID:
    case SQUILL_KEY_EMAIL:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Whether names that look like data are. @beside: other names stand in the same objects. */
static gboolean
are_data (const GPtrArray *names, guint64 objects, gboolean beside)
{
  SquillMapSigns signs;
  guint n_strong = 0;

  if (names->len < 2)
    return FALSE;
  squill_map_signs_measure (&signs, names, objects);
  if (!signs.alike)
    return FALSE;
  if (names->len >= SQUILL_MAP_LARGE)
    return TRUE;
  if (signs.complete)
    return FALSE;
  for (guint i = 0; i < names->len; i++)
    n_strong += is_strong (squill_path_get_key_pattern (squill_map_get_name (names, i)));
  return !beside || n_strong >= SQUILL_MAP_DATA_SHARE * names->len ||
         names->len >=
             (objects >= SQUILL_MAP_RECORD_OBJECTS ? SQUILL_MAP_FEW_NAMES : SQUILL_MAP_SOME_NAMES);
}

/* Whether most of the names have parts, and the others signs that are not in front, as those of
 * attributes are. */
static gboolean
are_in_parts (const GPtrArray *names)
{
  guint n_parts = 0;

  for (guint i = 0; i < names->len; i++)
    {
      const SquillPath *field = squill_map_get_name (names, i);

      if (strchr ("@#$", field->name[0]) != NULL)
        return FALSE;
      n_parts += squill_path_get_key_pattern (field) == SQUILL_KEY_PARTS;
    }
  return 2 * n_parts >= names->len;
}

/* Whether names with signs that names of fields seldom have are data. */
static gboolean
are_data_with_signs (const GPtrArray *names, const SquillMapSigns *signs, gboolean beside)
{
  if (names->len >= SQUILL_MAP_LARGE)
    return TRUE;
  if (names->len < (beside ? SQUILL_MAP_SOME_NAMES : SQUILL_MAP_FEW_NAMES))
    return FALSE;
  if (signs->share_fields ||
      (squill_map_signs_are_sparse (signs) && names->len >= SQUILL_MAP_SOME_NAMES))
    return signs->share_fields ? strchr ("@#$", squill_map_get_name (names, 0)->name[0]) == NULL
                               : are_in_parts (names);
  return signs->objects == 1 && are_in_parts (names);
}

/* Whether names of one pattern that words may have, too, are data. */
static gboolean
are_codes (const GPtrArray *names, guint64 objects, gboolean beside)
{
  SquillMapSigns signs;

  if (names->len < 2)
    return FALSE;
  squill_map_signs_measure (&signs, names, objects);
  if (!signs.alike || signs.complete)
    return FALSE;
  if (signs.repeat_key && (!beside || names->len >= SQUILL_MAP_FEW_NAMES))
    return TRUE;
  switch ((int)squill_path_get_key_pattern (squill_map_get_name (names, 0)))
    {
    case SQUILL_KEY_LANGUAGE:
    case SQUILL_KEY_LOCALE:
      /* Who wrote all of them each time, be it a few times, has a set of languages. */
      if (signs.objects >= COMPLETE_OBJECTS && signs.members == signs.objects * signs.names)
        return FALSE;
      return names->len >= (beside ? SOME_LANGUAGES : FEW_LANGUAGES);
    case SQUILL_KEY_NUMBERED:
      if (names->len >= SQUILL_MAP_LARGE)
        return TRUE;
      return signs.same_prefix &&
             names->len >= (beside ? SQUILL_MAP_SOME_NAMES : SQUILL_MAP_FEW_NAMES) &&
             (signs.share_fields ||
              (squill_map_signs_are_sparse (&signs) && names->len >= SQUILL_MAP_SOME_NAMES));
    default:
      return are_data_with_signs (names, &signs, beside);
    }
}

static guint
mark (const GPtrArray *names)
{
  guint n = 0;

  for (guint i = 0; i < names->len; i++)
    {
      SquillPath *field = g_ptr_array_index (names, i);

      n += !field->is_key;
      field->is_key = TRUE;
    }
  return n;
}

/* The names of an object, by what they look like and how often they are there. */
typedef struct
{
  SquillPath *path;
  guint64 objects;
  gboolean all_read;
  guint n_keys;
} Choice;

static gboolean
is_in_share (const Choice *self, const SquillPath *field, double share)
{
  return self->objects >= SQUILL_MAP_RECORD_OBJECTS &&
         (double)field->present >= share * (double)self->objects;
}

/* The names of which @wanted says so. Names that nearly all objects have belong to them only where
 * at least as many others do, or very many. */
static GPtrArray *
list_group (Choice *self, gboolean (*wanted) (SquillKeyPattern), guint64 *n_others)
{
  GPtrArray *group = g_ptr_array_new ();
  guint n_always = 0;

  *n_others = 0;
  for (SquillPath *field = self->path->first; field != NULL; field = field->next)
    if (!is_id (field) && !field->is_key && wanted (squill_path_get_key_pattern (field)))
      {
        n_always += is_in_share (self, field, SQUILL_MAP_RECORD_SHARE);
        g_ptr_array_add (group, field);
      }
    else
      (*n_others) += !field->is_key;
  if (group->len < SQUILL_MAP_LARGE && 2 * n_always > group->len)
    g_ptr_array_set_size (group, 0);
  return group;
}

static gboolean
is_language (SquillKeyPattern pattern)
{
  return pattern == SQUILL_KEY_LANGUAGE || pattern == SQUILL_KEY_LOCALE;
}

static gboolean
has_signs (SquillKeyPattern pattern)
{
  return pattern == SQUILL_KEY_PARTS || pattern == SQUILL_KEY_SYMBOLS;
}

static gboolean
is_numbered (SquillKeyPattern pattern)
{
  return pattern == SQUILL_KEY_NUMBERED;
}

/* Names of ids that have no digit, or too few, by chance: as long as the others, as frequent, and
 * with values of the same kind. */
static void
choose_ids (Choice *self, const GPtrArray *data)
{
  gsize min = G_MAXSIZE, max = 0;
  guint64 most = 0;
  guint kind, n_known, n_most;
  gboolean with_locales = FALSE;

  for (guint i = 0; i < data->len; i++)
    {
      const SquillPath *field = squill_map_get_name (data, i);

      min = MIN (min, field->name_length);
      max = MAX (max, field->name_length);
      most = MAX (most, field->present);
      with_locales |= squill_path_get_key_pattern (field) == SQUILL_KEY_LOCALE;
    }
  kind = squill_map_find_main_kind (data, &n_known, &n_most);
  for (SquillPath *field = self->path->first; field != NULL; field = field->next)
    {
      if (field->is_key || is_id (field) || squill_map_get_kind (field) != kind ||
          (double)field->present > FREQUENCY_FACTOR * (double)most)
        continue;
      if ((min == max && min >= SQUILL_KEY_ID_LENGTH && field->name_length == min) ||
          (with_locales && is_language (squill_path_get_key_pattern (field))))
        {
          field->is_key = TRUE;
          self->n_keys++;
        }
    }
}

static void
choose_data (Choice *self)
{
  guint64 n_others;
  g_autoptr (GPtrArray) group = list_group (self, squill_key_pattern_is_data, &n_others);

  if (!are_data (group, self->objects, n_others > 0))
    return;
  self->n_keys += mark (group);
  choose_ids (self, group);
}

static void
choose_codes (Choice *self)
{
  static gboolean (*const patterns[]) (SquillKeyPattern) = { is_language, has_signs, is_numbered };

  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    {
      guint64 n_others;
      g_autoptr (GPtrArray) group = list_group (self, patterns[i], &n_others);

      if (group->len > 0 && are_codes (group, self->objects, n_others > 0))
        self->n_keys += mark (group);
    }
}

/* Whether an object has a field that most of the others have, too. */
static gboolean
shares_fields (const SquillPath *field, GHashTable *shared, guint n_objects)
{
  const SquillPath *single = squill_map_get_single (field);

  /* A map has no fields that others could have. */
  if (single->first == NULL || single->first->looks_like_data)
    return TRUE;
  for (const SquillPath *each = single->first; each != NULL; each = each->next)
    {
      const SquillMapShared *of_name = g_hash_table_lookup (shared, each->name);

      if (of_name != NULL && 2 * of_name->values >= n_objects)
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_common_field (GHashTable *shared, guint n_objects)
{
  GHashTableIter iter;
  gpointer each;

  g_hash_table_iter_init (&iter, shared);
  while (g_hash_table_iter_next (&iter, NULL, &each))
    if (2 * ((SquillMapShared *)each)->values >= n_objects)
      return TRUE;
  return FALSE;
}

/* Takes out the names whose values are unlike those of most. More than a few of them are nothing
 * else, though: then values just differ, and all stay. */
static void
take_out_unlike (GPtrArray *names)
{
  g_autoptr (GPtrArray) alike = g_ptr_array_new ();
  g_autoptr (GHashTable) shared = NULL;
  guint n_known, n_most;
  guint kind = squill_map_find_main_kind (names, &n_known, &n_most);

  if (kind == SQUILL_MAP_KIND_NONE)
    return;
  if (kind == SQUILL_MAP_KIND_OBJECT)
    {
      shared = squill_map_count_shared (names);
      if (!has_common_field (shared, n_most))
        g_clear_pointer (&shared, g_hash_table_unref);
    }
  for (guint i = 0; i < names->len; i++)
    {
      SquillPath *field = g_ptr_array_index (names, i);
      guint own = squill_map_get_kind (field);

      if (own == SQUILL_MAP_KIND_NONE ||
          (own == kind && (shared == NULL || shares_fields (field, shared, n_most))))
        g_ptr_array_add (alike, field);
    }
  if (names->len - alike->len > SQUILL_MAP_SOME_NAMES)
    return;
  g_ptr_array_set_size (names, 0);
  g_ptr_array_extend (names, alike, NULL, NULL);
}

/* Where names that do not look like words are keys already: words beside them are keys, too, where
 * their values are objects with the same fields, or where they are codes and the values are of the
 * same kind. */
static gboolean
join_keys (Choice *self, const GPtrArray *words)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  guint n_known, n_most;

  /* Of many objects it is known how often each name comes. */
  if (words->len == 0 || self->objects >= SQUILL_MAP_RECORD_OBJECTS)
    return FALSE;
  for (SquillPath *field = self->path->first; field != NULL; field = field->next)
    if (field->is_key)
      g_ptr_array_add (all, field);
  g_ptr_array_extend (all, (GPtrArray *)words, NULL, NULL);
  squill_map_find_main_kind (all, &n_known, &n_most);
  if (!squill_map_values_overlap (all) &&
      !(n_most == n_known && squill_map_words_are_codes (words)))
    return FALSE;
  self->n_keys += mark (words);
  return TRUE;
}

/* Of objects that are kept by name some may be there usually: among many words that are keys a few
 * more with the same fields are keys, too. */
static void
take_usual (Choice *self, GPtrArray *names)
{
  g_autoptr (GPtrArray) usual = g_ptr_array_new ();

  for (SquillPath *field = self->path->first; field != NULL; field = field->next)
    if (!field->is_key && !is_id (field) && squill_map_get_kind (field) == SQUILL_MAP_KIND_OBJECT)
      {
        if (is_in_share (self, field, SQUILL_MAP_RECORD_SHARE))
          return;
        g_ptr_array_add (usual, field);
      }
  if (usual->len == 0 || names->len < USUAL_PART * usual->len)
    return;
  g_ptr_array_extend (names, usual, NULL, NULL);
  if (squill_map_values_overlap (names))
    self->n_keys += mark (usual);
}

static void
choose_words (Choice *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GPtrArray) left = g_ptr_array_new ();
  guint n_known, n_most;

  for (SquillPath *field = self->path->first; field != NULL; field = field->next)
    {
      if (field->is_key)
        continue;
      g_ptr_array_add (left, field);
      if (!is_id (field) && !is_in_share (self, field, USUAL_SHARE))
        g_ptr_array_add (names, field);
    }
  if (self->all_read && names->len == left->len &&
      squill_map_words_are_keys_above (self->path, names))
    {
      self->n_keys += mark (names);
      return;
    }
  if (self->all_read && self->n_keys == 0 && self->path->values == NULL &&
      squill_path_find_field (self->path, "_id", 3) == NULL &&
      squill_map_words_are_rare_numbers (self->path, left))
    {
      self->n_keys += mark (left);
      return;
    }
  if (squill_map_find_main_kind (names, &n_known, &n_most) != SQUILL_MAP_KIND_OBJECT)
    for (guint i = names->len; i > 0; i--)
      if (is_in_share (self, squill_map_get_name (names, i - 1), USUAL_SCALAR_SHARE))
        g_ptr_array_remove_index (names, i - 1);
  take_out_unlike (names);
  if (self->n_keys >= names->len && join_keys (self, names))
    return;
  if (!squill_map_words_are_data (
          names,
          &(SquillMapPlace){ self->path, left->len - names->len + self->n_keys, self->all_read }))
    return;
  self->n_keys += mark (names);
  take_usual (self, names);
}

/* Whether the object repeats its own name where the values of the map beside it repeat theirs. */
static gboolean
repeats_like_values (const Choice *self, const SquillPath *field)
{
  const SquillPath *of_values = squill_path_traits_get_key_field (self->path);
  const SquillPath *own =
      of_values != NULL
          ? squill_path_find_field ((SquillPath *)field, of_values->name, of_values->name_length)
          : NULL;

  return own != NULL && own->present > 0 && own->equals_key == own->present;
}

/* Whether an object beside a map is one of its values although its name is a word and their keys
 * are none. As join_keys() decides where the map is found only after all was read; but beside days,
 * ids and the like a word is mostly the sum of them. */
static gboolean
is_like_values (const Choice *self, const SquillPath *field)
{
  g_autoptr (GPtrArray) both = g_ptr_array_new ();

  if (squill_map_get_kind (field) != SQUILL_MAP_KIND_OBJECT)
    return FALSE;
  if (repeats_like_values (self, field))
    return TRUE;
  if (self->objects >= SQUILL_MAP_RECORD_OBJECTS ||
      squill_key_pattern_is_data (squill_map_keys_get_pattern (self->path->map)))
    return FALSE;
  g_ptr_array_add (both, self->path->values);
  g_ptr_array_add (both, (gpointer)field);
  return squill_map_values_overlap (both);
}

/* What of the fields beside a map is a key of it, too. */
static void
choose_more (Choice *self)
{
  const SquillPath *values = self->path->values;
  const guint kind = squill_map_get_kind (values);
  const double usual = kind == SQUILL_MAP_KIND_OBJECT ? USUAL_SHARE : USUAL_SCALAR_SHARE;
  const gboolean are_odd = self->objects < SQUILL_MAP_RECORD_OBJECTS &&
                           values->present >= (guint64)ODD_NAMES * self->path->n_fields;

  for (SquillPath *field = self->path->first; field != NULL; field = field->next)
    {
      SquillKeyPattern pattern = squill_path_get_key_pattern (field);
      gboolean is_data = squill_key_pattern_is_data (pattern);

      if (is_id (field) || is_in_share (self, field, is_data ? SQUILL_MAP_RECORD_SHARE : usual))
        continue;
      if (!are_odd && !is_like_values (self, field) &&
          (!squill_map_keys_take (self->path->map, field->name_length, pattern) ||
           (!is_data && squill_map_get_kind (field) != kind &&
            squill_map_get_kind (field) != SQUILL_MAP_KIND_NONE)))
        continue;
      field->is_key = TRUE;
      self->n_keys++;
    }
}

static void
begin (Choice *self, SquillPath *path, gboolean all_read)
{
  *self = (Choice){ .path = path, .objects = squill_path_get_objects (path), .all_read = all_read };
  for (SquillPath *field = path->first; field != NULL; field = field->next)
    field->is_key = FALSE;
}

/**
 * squill_map_choose_keys:
 * @path: a path of objects with at least one field
 * @all_read: no more objects will come that could tell
 *
 * Chooses the names that are data, and marks their fields as keys. `_id` never is one, nor, but
 * among very many names that look like data, what nearly all objects have.
 *
 * Returns: how many names are keys
 */
guint
squill_map_choose_keys (SquillPath *path, gboolean all_read)
{
  Choice choice;

  begin (&choice, path, all_read);
  if (path->values != NULL)
    choose_more (&choice);
  choose_data (&choice);
  choose_codes (&choice);
  choose_words (&choice);
  return choice.n_keys;
}

/**
 * squill_map_choose_most:
 * @path: a path of objects with more fields than there may be
 *
 * Marks all names as keys but `_id` and those that most objects have.
 *
 * Returns: how many
 */
guint
squill_map_choose_most (SquillPath *path)
{
  Choice choice;

  begin (&choice, path, FALSE);
  for (SquillPath *field = path->first; field != NULL; field = field->next)
    if (!is_id (field) && !is_in_share (&choice, field, USUAL_SHARE))
      {
        field->is_key = TRUE;
        choice.n_keys++;
      }
  return choice.n_keys;
}

/**
 * squill_map_is_uniform:
 * @path: a path of objects
 *
 * Returns: whether it has many fields whose values are alike, or very many, and it is not known
 * that the objects have all of them
 */
gboolean
squill_map_is_uniform (const SquillPath *path)
{
  SquillMapSigns signs;

  if (path->n_fields < UNIFORM_NAMES)
    return FALSE;
  squill_map_signs_collect (&signs, path);
  return !signs.complete && (path->n_fields >= SQUILL_MAP_LARGE ||
                             (signs.alike && signs.kind == SQUILL_MAP_KIND_OBJECT));
}

/**
 * squill_map_choose_like_siblings:
 * @path: a path of objects; all others were decided
 *
 * Decides for an object as for those beside it: where most of the objects beside it are maps of
 * values of the same kind, and half of its names look like data, too, its names are keys, and are
 * marked. Alone it may have too few, or the same everywhere.
 *
 * Returns: how many names are keys
 */
guint
squill_map_choose_like_siblings (SquillPath *path)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint kind, n_known, n_most, n_data = 0, n_maps = 0, n_records = 0;
  Choice choice;

  if (path->kind != SQUILL_PATH_FIELD || path->values != NULL || path->first == NULL)
    return 0;
  begin (&choice, path, FALSE);
  for (SquillPath *field = path->first; field != NULL; field = field->next)
    {
      if (is_id (field))
        return 0;
      n_data += field->looks_like_data;
      g_ptr_array_add (names, field);
    }
  kind = squill_map_find_main_kind (names, &n_known, &n_most);
  if (2 * n_data < names->len || n_most < n_known)
    return 0;
  for (const SquillPath *other = path->parent->first; other != NULL; other = other->next)
    if (other != path && squill_path_get_objects (other) > 0)
      {
        if (other->values != NULL && squill_map_get_kind (other->values) == kind)
          n_maps++;
        else
          n_records++;
      }
  if (n_maps < LIKE_SIBLINGS || n_maps < n_records)
    return 0;
  return mark (names);
}

/**
 * squill_map_choose_together:
 * @parent: a path of objects; all others were decided
 *
 * Decides for the objects that stand in it together, where each alone has too few names: if their
 * names are data they are marked.
 *
 * Returns: how many names are keys
 */
guint
squill_map_choose_together (SquillPath *parent)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint n_objects = 0;

  for (SquillPath *object = parent->first; object != NULL; object = object->next)
    {
      if (object->values != NULL || object->first == NULL)
        continue;
      n_objects++;
      for (SquillPath *field = object->first; field != NULL; field = field->next)
        {
          if (is_id (field))
            return 0;
          g_ptr_array_add (names, field);
        }
    }
  if (n_objects < LIKE_SIBLINGS || !squill_map_words_are_data_together (names, n_objects))
    return 0;
  for (guint i = 0; i < names->len; i++)
    ((SquillPath *)g_ptr_array_index (names, i))->is_key = FALSE;
  return mark (names);
}
