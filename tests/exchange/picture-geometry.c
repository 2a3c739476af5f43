/* SPDX-License-Identifier: Apache-2.0 */

/* Where the parts of a picture are, as a viewer draws them: read from the SVG itself, which says
 * how wide each text is. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "picture-geometry.h"

#include <string.h>

/* Shares of the font size above and below the base line. */
#define ASCENT 0.8
#define DESCENT 0.2
/* Numbers are rounded. */
#define SLACK 1.0

typedef struct
{
  double x, y, width, height;
} Box;

typedef struct
{
  char *name; /* class of the group that the element begins; NULL for none */
  double x, y;
} Level;

typedef struct
{
  Box view;
  GArray *levels;
  GArray *cards;
  GArray *texts;  /* all of them */
  GArray *labels; /* those on lines */
  GPtrArray *label_texts;
  gboolean has_card; /* the card that is being read has its box */
  gboolean is_label; /* the text that is being read is one */
} Picture;

static const char *
get (const char **names, const char **values, const char *name)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (g_str_equal (names[i], name))
      return values[i];
  return NULL;
}

static double
get_number (const char **names, const char **values, const char *name)
{
  const char *value = get (names, values, name);

  return value == NULL ? 0 : g_ascii_strtod (value, NULL);
}

static const Level *
find_group (const Picture *self, const char *name)
{
  for (guint i = self->levels->len; i-- > 0;)
    {
      const Level *level = &g_array_index (self->levels, Level, i);

      if (g_strcmp0 (level->name, name) == 0)
        return level;
    }
  return NULL;
}

static void
add_text (Picture *self, const Level *level, const char **names, const char **values)
{
  const double size = get_number (names, values, "font-size");
  const char *anchor = get (names, values, "text-anchor");
  Box box = { level->x + get_number (names, values, "x"),
              level->y + get_number (names, values, "y") - ASCENT * size,
              get_number (names, values, "textLength"), (ASCENT + DESCENT) * size };

  if (g_strcmp0 (anchor, "middle") == 0)
    box.x -= box.width / 2;
  else if (g_strcmp0 (anchor, "end") == 0)
    box.x -= box.width;
  g_array_append_val (self->texts, box);
  self->is_label = find_group (self, "card") == NULL && find_group (self, "group") == NULL;
  if (self->is_label)
    g_array_append_val (self->labels, box);
}

static void
on_start (GMarkupParseContext *context,
          const char *element,
          const char **names,
          const char **values,
          gpointer user_data,
          GError **error)
{
  Picture *self = user_data;
  Level level = { NULL, 0, 0 };
  const char *transform = get (names, values, "transform");

  if (self->levels->len > 0)
    {
      level = g_array_index (self->levels, Level, self->levels->len - 1);
      level.name = NULL;
    }
  else
    {
      g_auto (GStrv) view = g_strsplit (get (names, values, "viewBox"), " ", -1);

      self->view = (Box){ g_ascii_strtod (view[0], NULL), g_ascii_strtod (view[1], NULL),
                          g_ascii_strtod (view[2], NULL), g_ascii_strtod (view[3], NULL) };
    }
  if (transform != NULL)
    {
      char *end;

      g_assert_true (g_str_has_prefix (transform, "translate("));
      level.x += g_ascii_strtod (transform + strlen ("translate("), &end);
      level.y += g_ascii_strtod (end + 1, NULL);
    }
  if (g_str_equal (element, "g"))
    level.name = g_strdup (get (names, values, "class"));
  if (g_strcmp0 (level.name, "card") == 0)
    self->has_card = FALSE;
  g_array_append_val (self->levels, level);
  if (g_str_equal (element, "text"))
    add_text (self, &level, names, values);
  /* Shadows come before it. */
  if (g_str_equal (element, "rect") && !self->has_card && find_group (self, "card") != NULL &&
      get (names, values, "fill-opacity") == NULL)
    {
      Box box = { level.x + get_number (names, values, "x"),
                  level.y + get_number (names, values, "y"), get_number (names, values, "width"),
                  get_number (names, values, "height") };

      self->has_card = TRUE;
      g_array_append_val (self->cards, box);
    }
}

static void
on_end (GMarkupParseContext *context, const char *element, gpointer user_data, GError **error)
{
  Picture *self = user_data;

  g_free (g_array_index (self->levels, Level, self->levels->len - 1).name);
  g_array_set_size (self->levels, self->levels->len - 1);
  self->is_label = FALSE;
}

static void
on_text (GMarkupParseContext *context,
         const char *text,
         gsize length,
         gpointer user_data,
         GError **error)
{
  Picture *self = user_data;

  if (self->is_label)
    g_ptr_array_add (self->label_texts, g_strndup (text, length));
}

static gboolean
is_within (const Box *box, const Box *view)
{
  return box->x >= view->x - SLACK && box->y >= view->y - SLACK &&
         box->x + box->width <= view->x + view->width + SLACK &&
         box->y + box->height <= view->y + view->height + SLACK;
}

static gboolean
overlap (const Box *a, const Box *b)
{
  return a->x + a->width > b->x + SLACK && b->x + b->width > a->x + SLACK &&
         a->y + a->height > b->y + SLACK && b->y + b->height > a->y + SLACK;
}

/**
 * count_picture_faults:
 * @svg: a picture
 * @what: of what it is
 * @n_outside: (out): texts that are not within it
 *
 * Returns: how many texts of lines are under or on a card
 */
guint
count_picture_faults (const char *svg, const char *what, guint *n_outside)
{
  static const GMarkupParser parser = { on_start, on_end, on_text, NULL, NULL };
  Picture self = { .levels = g_array_new (FALSE, FALSE, sizeof (Level)),
                   .cards = g_array_new (FALSE, FALSE, sizeof (Box)),
                   .texts = g_array_new (FALSE, FALSE, sizeof (Box)),
                   .labels = g_array_new (FALSE, FALSE, sizeof (Box)),
                   .label_texts = g_ptr_array_new_with_free_func (g_free) };
  g_autoptr (GMarkupParseContext) context =
      g_markup_parse_context_new (&parser, G_MARKUP_DEFAULT_FLAGS, &self, NULL);
  g_autoptr (GError) error = NULL;
  guint n_covered = 0;

  *n_outside = 0;
  g_markup_parse_context_parse (context, svg, -1, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (self.cards->len, >, 0);
  g_assert_cmpuint (self.texts->len, >, 0);
  g_assert_cmpuint (self.labels->len, ==, self.label_texts->len);
  for (guint i = 0; i < self.texts->len; i++)
    *n_outside += !is_within (&g_array_index (self.texts, Box, i), &self.view);
  for (guint i = 0; i < self.labels->len; i++)
    for (guint j = 0; j < self.cards->len; j++)
      if (overlap (&g_array_index (self.labels, Box, i), &g_array_index (self.cards, Box, j)))
        {
          g_test_message ("%s: “%s” is on a card", what, (char *)self.label_texts->pdata[i]);
          n_covered++;
        }
  g_test_message ("%s: %u cards, %u texts, %u on lines", what, self.cards->len, self.texts->len,
                  self.labels->len);
  g_array_unref (self.levels);
  g_array_unref (self.cards);
  g_array_unref (self.texts);
  g_array_unref (self.labels);
  g_ptr_array_unref (self.label_texts);
  return n_covered;
}

/** Holds that no text is outside of a picture, and no text of a line under or on a card. */
void
check_picture_geometry (const char *svg, const char *what)
{
  guint n_outside;
  const guint n_covered = count_picture_faults (svg, what, &n_outside);

  if (n_outside > 0 || n_covered > 0)
    g_error ("%s: %u texts are outside of the picture, %u texts of lines on cards", what, n_outside,
             n_covered);
}
