/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-design-private.h"

#include <string.h>

/* Of trees that are soon gone. */
#define BLOCK_SIZE 2048
/* The bytes of a shape with its texts: a model has thousands of trees, and what is left of the last
 * block of each stays empty. */
#define SHAPE_SIZE (sizeof (SquillMeasuredShape) + 40)

/* Room for the children of most objects: a list that grows is copied each time. */
#define N_CHILDREN 8

/* At most this many blocks of freed trees are kept for the next: comparisons make thousands of
 * trees, each for a moment. None where the compiler's address checks look for memory that is used
 * when it is gone: a spare block would hide it from them. */
#if defined(__SANITIZE_ADDRESS__)
#define MAX_SPARE 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MAX_SPARE 0
#endif
#endif
#ifndef MAX_SPARE
#define MAX_SPARE 128
#endif

/* Of each thread. */
static GPrivate spare_blocks = G_PRIVATE_INIT ((GDestroyNotify)g_ptr_array_unref);

static GPtrArray *
get_spare_blocks (void)
{
  GPtrArray *spare = g_private_get (&spare_blocks);

  if (spare == NULL)
    {
      spare = g_ptr_array_new_full (MAX_SPARE, g_free);
      g_private_set (&spare_blocks, spare);
    }
  return spare;
}

/* Blocks of other sizes are no use to others. */
static gpointer
take_block (gsize size)
{
  GPtrArray *spare = get_spare_blocks ();

  return size == BLOCK_SIZE && spare->len > 0 ? g_ptr_array_steal_index_fast (spare, spare->len - 1)
                                              : g_malloc (size);
}

struct _SquillTree
{
  GPtrArray *blocks;       /* of BLOCK_SIZE; NULL: none */
  GPtrArray *other_blocks; /* of other sizes; NULL: none */
  char *free_at;
  gsize free_size;
  gsize block_size; /* of the next one */
  GPtrArray *lists; /* of children */
  GPtrArray *places;
  SquillShape *root;
  guint size;
  gboolean is_passing; /* only weighed: its shapes have no paths */
};

static void
keep_block (GPtrArray **blocks, gpointer block)
{
  if (*blocks == NULL)
    *blocks = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (*blocks, block);
}

static gpointer
allocate (SquillTree *self, gsize size, gsize alignment)
{
  gsize skip = -(guintptr)self->free_at & (alignment - 1);
  gpointer memory;

  if (self->free_at == NULL || skip + size > self->free_size)
    {
      self->free_size = MAX (size, self->block_size);
      self->free_at = take_block (self->free_size);
      keep_block (self->free_size == BLOCK_SIZE ? &self->blocks : &self->other_blocks,
                  self->free_at);
      skip = 0;
    }
  memory = self->free_at + skip;
  self->free_at += skip + size;
  self->free_size -= skip + size;
  return memory;
}

/** A copy of a text that lives as long as the tree; %NULL stays %NULL. */
char *
_squill_tree_copy_text (SquillTree *self, const char *text)
{
  gsize size;

  if (text == NULL)
    return NULL;
  size = strlen (text) + 1;
  return memcpy (allocate (self, size, 1), text, size);
}

/* What no shape adds to. */
static GPtrArray *
get_no_children (void)
{
  static gsize none;

  if (g_once_init_enter (&none))
    g_once_init_leave (&none, (gsize)g_ptr_array_new ());
  return (GPtrArray *)none;
}

/** Whether a child is the element of an array or the value of a map, which is one itself. */
gboolean
_squill_shape_is_element (const SquillShape *parent, const char *name)
{
  return (parent->array || parent->map) && g_str_equal (name, "[]");
}

/* Whether a character means something in paths. */
static gboolean
is_escaped (char c)
{
  return c == '.' || c == '[' || c == ']' || c == '{' || c == '}' || c == '\\';
}

/* The children of an array have "[]" in their paths, those of a map "{}". Sets @end_name to where
 * the name begins in the path, to NULL if it is not there as it is. */
static char *
make_path (
    SquillTree *self, const SquillShape *parent, const char *name, gboolean rest, char **end_name)
{
  const char *around = parent->array ? "[]" : parent->map && !parent->rest ? "{}" : "";
  const gboolean is_element = !rest && _squill_shape_is_element (parent, name);
  const gsize start = strlen (parent->path), n_around = strlen (around);
  gsize n_escapes = 0, length = 0;
  char *path, *end;

  if (is_element || rest)
    name = rest ? "{}" : "";
  for (; name[length] != '\0'; length++)
    n_escapes += !rest && is_escaped (name[length]);
  path = end = allocate (self, start + n_around + 1 + length + n_escapes + 1, 1);
  end = (char *)memcpy (end, parent->path, start) + start;
  end = (char *)memcpy (end, around, n_around) + n_around;
  if (!rest && !is_element && end > path)
    *end++ = '.';
  *end_name = n_escapes == 0 && !rest && !is_element ? end : NULL;
  if (n_escapes == 0)
    end = (char *)memcpy (end, name, length) + length;
  else
    for (const char *c = name; *c != '\0'; c++)
      {
        if (is_escaped (*c))
          *end++ = '\\';
        *end++ = *c;
      }
  *end = '\0';
  return path;
}

/* Where nobody said anything. */
static const SquillShapeBasis no_basis = { .size = { NAN, NAN, NAN },
                                           .key_size = { NAN, NAN, NAN },
                                           .subtype = NAN,
                                           .shortest = NAN,
                                           .longest = NAN,
                                           .kind = SQUILL_VALUE_ANY };

/** What the bytes of a shape follow from, to write to: it shares it with no other. */
SquillShapeBasis *
_squill_tree_edit_basis (SquillTree *self, SquillShape *shape)
{
  SquillMeasuredShape *measured = (SquillMeasuredShape *)shape;

  if (measured->basis == &no_basis)
    {
      SquillShapeBasis *basis =
          allocate (self, sizeof (SquillShapeBasis), G_ALIGNOF (SquillShapeBasis));

      *basis = no_basis;
      measured->basis = basis;
    }
  return (SquillShapeBasis *)measured->basis;
}

static SquillShape *
new_shape (SquillTree *self)
{
  SquillMeasuredShape *measured =
      allocate (self, sizeof (SquillMeasuredShape), G_ALIGNOF (SquillMeasuredShape));

  memset (measured, 0, sizeof *measured);
  measured->basis = &no_basis;
  measured->shape.presence = 1;
  measured->shape.length = SQUILL_TRIPLE_UNSET;
  measured->shape.length_at_horizon = NAN;
  measured->shape.growth = NAN;
  measured->shape.children = get_no_children ();
  self->size++;
  return &measured->shape;
}

/**
 * _squill_tree_add:
 * @self: a tree
 * @parent: where the shape comes last; @array and @map of it are final
 * @name: (nullable): its name
 * @rest: its keys stand in @parent
 *
 * Returns: (transfer none): a new shape without anything but its place
 */
SquillShape *
_squill_tree_add (SquillTree *self, SquillShape *parent, const char *name, gboolean rest)
{
  SquillShape *shape = new_shape (self);
  char *end_name = NULL;

  if (name == NULL)
    name = "";
  shape->parent = parent;
  shape->path =
      self->is_passing ? self->root->path : make_path (self, parent, name, rest, &end_name);
  shape->name = end_name != NULL ? end_name : _squill_tree_copy_text (self, name);
  shape->rest = rest;
  shape->level = parent->level + 1;
  if ((parent->array || (parent->map && !parent->rest)) &&
      !_squill_shape_is_element (parent, shape->name))
    shape->level++;
  if (parent->children == get_no_children ())
    {
      parent->children = g_ptr_array_sized_new (N_CHILDREN);
      g_ptr_array_add (self->lists, parent->children);
    }
  g_ptr_array_add (parent->children, shape);
  return shape;
}

/**
 * _squill_tree_take_key:
 * @self: a tree
 * @map: a map
 * @key: one of its children: what its keys are
 *
 * Lets the keys of a map be what was added as if it were in its values.
 */
void
_squill_tree_take_key (SquillTree *self, SquillShape *map, SquillShape *key)
{
  g_autoptr (GString) path = g_string_new (map->path);

  g_ptr_array_remove (map->children, key);
  /* The path of keys that stand beside fields is that of their values, "{}" and all. */
  if (map->rest)
    g_string_truncate (path, path->len - strlen ("{}"));
  g_string_append (path, "{key}");
  key->path = _squill_tree_copy_text (self, path->str);
  key->name = _squill_tree_copy_text (self, "{key}");
  key->types = SQUILL_TYPE_STRING;
  map->key = key;
}

/** The id of a field for as long as the tree lives: what is only weighed is gone before the model
 * changes. */
char *
_squill_tree_copy_id (SquillTree *self, const char *id)
{
  return self->is_passing ? (char *)id : _squill_tree_copy_text (self, id);
}

/** Makes a tree that is gone before the model changes, and of which nobody reads paths: it takes
 * less time. See _squill_tree_new(). */
SquillTree *
_squill_tree_new_passing (void)
{
  SquillTree *self = _squill_tree_new (0);

  self->is_passing = TRUE;
  return self;
}

/**
 * _squill_tree_new:
 * @n_shapes: how many shapes are to be expected, for one that stays; 0 for one that is soon gone
 *
 * Makes a tree with a required, empty root of type object. Free it with _squill_tree_free().
 *
 * Returns: (transfer full): a tree
 */
SquillTree *
_squill_tree_new (guint n_shapes)
{
  SquillTree *self = g_new0 (SquillTree, 1);

  self->block_size = n_shapes > 0 ? n_shapes * SHAPE_SIZE : BLOCK_SIZE;
  self->lists = g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);
  self->places = g_ptr_array_new ();
  self->root = new_shape (self);
  self->root->name = self->root->path = _squill_tree_copy_text (self, "");
  self->root->types = SQUILL_TYPE_OBJECT;
  self->root->required = TRUE;
  /* What comes in addition. */
  if (n_shapes > 0)
    self->block_size = MAX (self->block_size / 4, 2 * SHAPE_SIZE);
  return self;
}

void
_squill_tree_free (SquillTree *self)
{
  GPtrArray *spare;

  if (self == NULL)
    return;
  spare = get_spare_blocks ();
  g_ptr_array_unref (self->lists);
  g_ptr_array_unref (self->places);
  while (self->blocks != NULL && self->blocks->len > 0 && spare->len + 1 <= MAX_SPARE)
    g_ptr_array_add (spare, g_ptr_array_steal_index_fast (self->blocks, self->blocks->len - 1));
  g_clear_pointer (&self->blocks, g_ptr_array_unref);
  g_clear_pointer (&self->other_blocks, g_ptr_array_unref);
  g_free (self);
}

/* (transfer none): the shape of the whole document. */
SquillShape *
_squill_tree_get_root (SquillTree *self)
{
  return self->root;
}

/** How many shapes there are. */
guint
_squill_tree_get_size (SquillTree *self)
{
  return self->size;
}

GPtrArray *
_squill_tree_get_places (SquillTree *self)
{
  return self->places;
}
