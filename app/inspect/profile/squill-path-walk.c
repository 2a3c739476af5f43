/* SPDX-License-Identifier: Apache-2.0 */

/* Takes documents, one at a time, into the tree of paths of their collection. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-path.h"

#include <math.h>

/* An object or array that is being walked. */
typedef struct
{
  SquillPath *path;
  SquillPath *previous; /* the field before this one */
  guint64 members;
  guint64 dynamic; /* of the members, those that are keys or look like data */
  guint64 object;
  const char *key; /* under which it stands; NULL in an array */
  gsize key_length;
  gboolean is_array;
  SquillTuple *tuple;   /* of arrays that may be tuples */
  gboolean ascending;   /* all its elements are numbers, each above the one before */
  double number;        /* the last of them */
  guint depth;          /* of arrays: how deep they are nested here */
  SquillKeyMask fields; /* of an object: those it has */
  guint64 nest;         /* and which of them hold arrays of arrays */
} Frame;

typedef struct
{
  SquillPathBudget *budget;
  guint64 *next_object;
  const guint8 *document;
  guint64 number; /* of the document */
  guint depth;
  Frame frames[SQUILL_BSON_MAX_DEPTH];
} Walk;

static void
add_to_distribution (SquillDistribution **distribution, guint64 value)
{
  if (*distribution == NULL)
    *distribution = g_new0 (SquillDistribution, 1);
  squill_distribution_add (*distribution, value);
}

static void
add_scalar (Walk *walk, SquillPath *path, const SquillBsonElement *element)
{
  SquillPathBudget *budget = walk->budget;
  const gboolean had_sample = path->scalars.sample != NULL;

  path->last.hash = squill_value_hash (element);
  if (squill_scalars_add (&path->scalars, element, path->last.hash,
                          budget->keep_values && budget->value_bytes < SQUILL_PATH_MAX_VALUE_BYTES,
                          budget->keep_values))
    {
      if (!had_sample && path->scalars.sample != NULL)
        squill_path_raise_sample_level (budget, path);
      squill_path_count_bytes (budget, path);
    }
}

static void
note_new_path (Walk *walk, SquillPath *path, const SquillPath *before, const char *at)
{
  path->origin.document = walk->number;
  path->origin.offset = (guint)((const guint8 *)at - walk->document);
  if (before != NULL)
    path->origin.after = squill_text_hash (before->name, before->name_length);
}

static void
record (Walk *walk, SquillPath *path, const SquillBsonElement *element)
{
  const guint type = squill_type_index (element->type);

  path->present++;
  if (G_UNLIKELY (++path->types[type] <= SQUILL_EXAMPLE_MAX_COUNT))
    {
      squill_example_documents_note (&path->example_documents, &walk->budget->collector, type);
      if (path->types[type] == 1 && path->kind == SQUILL_PATH_FIELD)
        squill_key_sets_note_type (path);
    }
  path->bytes += element->value_length;
  path->name_bytes += element->key_length + 2;

  switch ((SquillBsonType)element->type)
    {
    case SQUILL_BSON_STRING:
    case SQUILL_BSON_SYMBOL:
      squill_texts_add (&path->text, (const char *)element->value + 4, element->value_length - 5);
      add_scalar (walk, path, element);
      break;
    case SQUILL_BSON_DOUBLE:
      squill_numbers_add_double (&path->numbers, squill_bson_read_double (element->value));
      add_scalar (walk, path, element);
      break;
    case SQUILL_BSON_INT:
      squill_numbers_add_whole (&path->numbers, squill_bson_read_int32 (element->value));
      add_scalar (walk, path, element);
      break;
    case SQUILL_BSON_LONG:
      squill_numbers_add_whole (&path->numbers, squill_bson_read_int64 (element->value));
      add_scalar (walk, path, element);
      break;
    case SQUILL_BSON_DATE:
      squill_dates_add (&path->dates, squill_bson_read_int64 (element->value));
      add_scalar (walk, path, element);
      break;
    case SQUILL_BSON_BINARY:
      if (path->subtypes == NULL)
        path->subtypes = g_new0 (guint64, 256);
      path->subtypes[element->value[4]]++;
      squill_texts_add_length (&path->text, element->value_length - 5);
      add_scalar (walk, path, element);
      break;
    case SQUILL_BSON_OBJECT_ID:
    case SQUILL_BSON_BOOL:
    case SQUILL_BSON_REGEX:
    case SQUILL_BSON_DB_POINTER:
    case SQUILL_BSON_CODE:
    case SQUILL_BSON_CODE_WITH_SCOPE:
    case SQUILL_BSON_TIMESTAMP:
    case SQUILL_BSON_DECIMAL:
      add_scalar (walk, path, element);
      break;
    case SQUILL_BSON_OBJECT:
    case SQUILL_BSON_ARRAY:
    case SQUILL_BSON_NULL:
    case SQUILL_BSON_UNDEFINED:
    case SQUILL_BSON_MIN_KEY:
    case SQUILL_BSON_MAX_KEY:
    default:
      break;
    }
}

/* Maps whose keys are the ids of their values repeat them inside. */
static gboolean
repeats_key (const Frame *frame, const SquillBsonElement *element)
{
  char digits[24];
  gint64 number;

  if (frame->key == NULL)
    return FALSE;
  switch (element->type)
    {
    case SQUILL_BSON_STRING:
      return element->value_length - 5 == frame->key_length &&
             memcmp (element->value + 4, frame->key, frame->key_length) == 0;
    case SQUILL_BSON_INT:
      number = squill_bson_read_int32 (element->value);
      break;
    case SQUILL_BSON_LONG:
      number = squill_bson_read_int64 (element->value);
      break;
    default:
      return FALSE;
    }
  /* Nine of ten are done with here. */
  if (frame->key_length == 0 || number < 0 ||
      number % 10 != frame->key[frame->key_length - 1] - '0')
    return FALSE;
  g_snprintf (digits, sizeof digits, "%" G_GINT64_FORMAT, number);
  return strcmp (digits, frame->key) == 0;
}

/* Names are short, so a call of memcmp() would take longer than this. The last word compared
 * overlaps the one before it. */
static inline gboolean
names_equal (const char *a, const char *b, gsize length)
{
  guint64 left, right;
  guint32 left_half, right_half, differs;

  if (length >= 8)
    {
      for (gsize at = 0; at + 8 < length; at += 8)
        {
          memcpy (&left, a + at, 8);
          memcpy (&right, b + at, 8);
          if (left != right)
            return FALSE;
        }
      memcpy (&left, a + length - 8, 8);
      memcpy (&right, b + length - 8, 8);
      return left == right;
    }
  if (length >= 4)
    {
      memcpy (&left_half, a, 4);
      memcpy (&right_half, b, 4);
      differs = left_half ^ right_half;
      memcpy (&left_half, a + length - 4, 4);
      memcpy (&right_half, b + length - 4, 4);
      return (differs | (left_half ^ right_half)) == 0;
    }
  for (gsize i = 0; i < length; i++)
    if (a[i] != b[i])
      return FALSE;
  return TRUE;
}

/* The field of an object that a member is; NULL where it is none yet. */
static SquillPath *
find_known_field (Frame *frame, const SquillBsonElement *element)
{
  SquillPath *path = frame->path;
  /* Documents are much alike: the next field is nearly always the one that followed last time. */
  SquillPath *field = frame->previous != NULL ? frame->previous->next : path->first;

  if (field == NULL || field->name_length != element->key_length ||
      !names_equal (field->name, element->key, element->key_length))
    field = squill_path_find_field (path, element->key, element->key_length);
  if (field != NULL)
    {
      frame->previous = field;
      frame->dynamic += field->looks_like_data;
    }
  return field;
}

/* Fields of an object that is being walked became keys, and the others are numbered anew. */
static void
renew (Frame *frame)
{
  frame->previous = NULL;
  frame->fields = (SquillKeyMask){ { 0 } };
  frame->nest = 0;
  for (const SquillPath *field = frame->path->first; field != NULL; field = field->next)
    if (field->last.object == frame->object)
      squill_key_mask_add (&frame->fields, field->slot);
}

/* The path of a member of an object; NULL where there are too many paths already. */
static SquillPath *
find_member (Walk *walk, Frame *frame, const SquillBsonElement *element)
{
  SquillPath *path = frame->path;
  SquillPath *field = path->n_fields > 0 ? find_known_field (frame, element) : NULL;
  gboolean is_full;
  SquillKeyPattern pattern;

  if (field != NULL)
    return field;
  if (G_UNLIKELY (walk->budget->paths >= SQUILL_PATH_MAX_PATHS / 2) &&
      squill_path_make_room_at (walk->budget, walk->frames[0].path, path))
    renew (frame);
  /* Whatever one field has in it, there is room for those that come after it. */
  is_full = walk->budget->paths >=
            SQUILL_PATH_MAX_PATHS + (path->parent == NULL ? SQUILL_PATH_MAX_NAMES : 0);
  if (is_full && path->values == NULL)
    return NULL;
  if (!is_full && path->n_fields >= path->consider_map_at &&
      squill_path_consider_map (walk->budget, path))
    renew (frame);
  pattern = path->values != NULL ? squill_key_pattern_of (element->key, element->key_length)
                                 : SQUILL_KEY_WORD;
  if (path->values != NULL &&
      (is_full || squill_map_keys_take (path->map, element->key_length, pattern)))
    {
      frame->dynamic++;
      squill_path_add_map_key (walk->budget, path, element->key, element->key_length, pattern, 1,
                               1u << squill_type_index (element->type));
      return path->values;
    }
  field =
      squill_path_new (walk->budget, path, SQUILL_PATH_FIELD, element->key, element->key_length);
  note_new_path (walk, field, frame->previous, element->key);
  squill_path_insert_field (path, frame->previous, field);
  frame->previous = field;
  frame->dynamic += field->looks_like_data;
  return field;
}

static SquillTuple *
begin_tuple (SquillPath *path)
{
  if (path->tuple == NULL)
    path->tuple = g_new0 (SquillTuple, 1);
  return path->tuple->broken ? NULL : path->tuple;
}

static void
push (Walk *walk, SquillPath *path, gboolean is_array, const char *key, gsize key_length)
{
  Frame *frame = &walk->frames[walk->depth++];

  frame->path = path;
  frame->previous = NULL;
  frame->members = 0;
  frame->dynamic = 0;
  frame->object = (*walk->next_object)++;
  frame->key = key;
  frame->key_length = key_length;
  frame->is_array = is_array;
  frame->tuple = is_array ? begin_tuple (path) : NULL;
  frame->ascending = TRUE;
  frame->number = -INFINITY;
  frame->depth = 1;
  frame->fields = (SquillKeyMask){ { 0 } };
  frame->nest = 0;
}

static void
add_to_tuple (Frame *frame, const SquillBsonElement *element)
{
  double number = NAN;

  switch (element->type)
    {
    case SQUILL_BSON_DOUBLE:
      number = squill_bson_read_double (element->value);
      break;
    case SQUILL_BSON_INT:
      number = squill_bson_read_int32 (element->value);
      break;
    case SQUILL_BSON_LONG:
      number = (double)squill_bson_read_int64 (element->value);
      break;
    default:
      break;
    }
  frame->ascending = frame->ascending && number > frame->number;
  frame->number = number;
  squill_tuple_add (frame->tuple, frame->members, element);
  if (frame->tuple->broken)
    frame->tuple = NULL;
}

/* An array ends: how deep it was nested belongs to what it stands in. */
static void
tell_depth (Frame *outer, const Frame *frame)
{
  if (outer->is_array)
    outer->depth = MAX (outer->depth, frame->depth + 1);
  else if (frame->depth > 1)
    outer->nest = squill_key_nest_add (outer->nest, frame->path->slot, frame->depth);
}

static void
pop (Walk *walk)
{
  Frame *frame = &walk->frames[--walk->depth];

  if (frame->is_array)
    {
      tell_depth (frame - 1, frame);
      if (frame->tuple != NULL)
        squill_tuple_end (frame->tuple, frame->members, frame->ascending);
    }
  else if ((frame->path->values == NULL || frame->path->n_fields > 0) &&
           !squill_key_sets_count_same (frame->path->key_sets, &frame->fields, frame->nest,
                                        frame->object))
    squill_key_sets_count_other (&walk->budget->keys, frame->path, &frame->fields, frame->nest,
                                 frame->object);
  add_to_distribution (frame->is_array ? &frame->path->lengths : &frame->path->entries,
                       frame->members);
  if (!frame->is_array && (frame->path->values != NULL || frame->path->has_data_names))
    add_to_distribution (&frame->path->dynamic, frame->dynamic);
}

/* A member or element. Returns whether to walk into it, with its path. */
static SquillPath *
visit (Walk *walk, const SquillBsonElement *element)
{
  Frame *frame = &walk->frames[walk->depth - 1];
  SquillPath *path;

  if (frame->is_array)
    {
      if (frame->path->elements == NULL)
        frame->path->elements =
            squill_path_new (walk->budget, frame->path, SQUILL_PATH_ELEMENTS, NULL, 0);
      path = frame->path->elements;
      if (path->present == 0)
        note_new_path (walk, path, NULL, element->key);
      if (frame->tuple != NULL)
        add_to_tuple (frame, element);
    }
  else
    {
      path = find_member (walk, frame, element);
      if (path == NULL)
        {
          walk->budget->left_out++;
          return NULL;
        }
      /* A name that stands twice in one object counts once, as a server would look at the first. */
      if (path->kind == SQUILL_PATH_FIELD && path->last.object == frame->object)
        return NULL;
      path->last.object = frame->object;
      path->last.type = element->type;
      path->last.value = element->value;
      path->last.length = element->value_length;
      squill_key_mask_add (&frame->fields, path->slot);
      path->equals_key += repeats_key (frame, element);
    }
  frame->members++;
  record (walk, path, element);
  return squill_bson_type_nests (element->type) ? path : NULL;
}

/**
 * squill_path_add_document:
 * @budget: counts what is added
 * @root: the path of the collection's documents
 * @document: a document that squill_bson_check() found sound
 * @length: its bytes
 * @next_object: a counter of objects, kept from document to document, from 1
 * @keep_values: whether values may be kept
 *
 * Adds what is in a document to the tree.
 */
void
squill_path_add_document (SquillPathBudget *budget,
                          SquillPath *root,
                          const guint8 *document,
                          gsize length,
                          guint64 *next_object,
                          gboolean keep_values)
{
  /* Not set to zero as a whole: the frames are filled as they are pushed. */
  Walk walk;
  gsize position = 4;

  walk.budget = budget;
  walk.next_object = next_object;
  walk.document = document;
  walk.number = budget->next_document++;
  walk.depth = 0;

  squill_example_collector_begin (&budget->collector, document, length, walk.number, keep_values);
  budget->documents++;
  budget->keep_values = keep_values;
  budget->keys.keep_values = keep_values;
  root->present++;
  root->types[squill_type_index (SQUILL_BSON_OBJECT)]++;
  root->bytes += length;
  push (&walk, root, FALSE, NULL, 0);
  while (walk.depth > 0)
    {
      SquillBsonElement element;
      SquillPath *below;

      if (!squill_bson_next (document, length, &position, &element))
        {
          pop (&walk);
          continue;
        }
      below = visit (&walk, &element);
      if (below != NULL)
        {
          position = (gsize)(element.value - document) + 4;
          push (&walk, below, element.type == SQUILL_BSON_ARRAY,
                walk.frames[walk.depth - 1].is_array ? NULL : element.key, element.key_length);
        }
    }
}
