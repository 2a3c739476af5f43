/* SPDX-License-Identifier: Apache-2.0 */

/* What stands before the names of collections, and says no more than to which part of which
 * database they belong: shop_orders, shop_items. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#include <string.h>

/* A common beginning of this many names, without a word boundary after it, is a prefix. */
#define MANY_NAMES 3u
#define PREFIX_LENGTH ((gsize)3)

static gboolean
is_word_end (const char *text, gsize at)
{
  return at == 0 || !g_ascii_isalnum (text[at - 1]) ||
         (g_ascii_isupper (text[at]) && !g_ascii_isupper (text[at - 1]));
}

/* What is left of a name must still say something. */
static gboolean
is_name (const char *text)
{
  gsize letters = 0;

  for (const char *at = text; *at != '\0' && letters < PREFIX_LENGTH; at++)
    letters = g_ascii_isalpha (*at) || (guint8)*at >= 0x80 ? letters + 1 : 0;
  return letters >= PREFIX_LENGTH;
}

/**
 * _squill_reference_count_common_bytes:
 * @names: (element-type utf8): those of all collections of a database
 *
 * Returns: how many bytes the names of all collections have in common at their begin, if that says
 * nothing of any of them
 */
gsize
_squill_reference_count_common_bytes (const GPtrArray *names)
{
  const char *first = names->len > 1 ? names->pdata[0] : NULL;
  gsize common = first != NULL ? strlen (first) : 0;
  gsize shortest = common;

  for (guint i = 1; i < names->len; i++)
    {
      const char *name = names->pdata[i];
      gsize same = 0;

      while (same < common && name[same] == first[same])
        same++;
      common = same;
      shortest = MIN (shortest, strlen (name));
    }
  /* Of two names that are written as one word it may be chance. */
  while (common > 0 &&
         (names->len < MANY_NAMES || common < PREFIX_LENGTH || common + PREFIX_LENGTH > shortest) &&
         !is_word_end (first, common))
    common--;
  while (common > 0 && (first[common] & 0xc0) == 0x80)
    common--;
  for (guint i = 0; i < names->len; i++)
    if (!is_name ((const char *)names->pdata[i] + common))
      return 0;
  return common;
}

/* How many bytes at the begin of a name are shared with that of another collection, up to a
 * character that separates words: the module that it is part of. */
static gsize
count_module_bytes (const char *name, const GPtrArray *names, gsize common, guint number)
{
  const gsize module = strcspn (name, "_-.");

  if (name[module] == '\0' || !is_name (name + module + 1))
    return 0;
  /* channel_channel, taggit_tag: the module is called as the only thing in it, or after that. */
  if (strncmp (name, name + module + 1, MIN (module, strlen (name + module + 1))) == 0)
    return module;
  for (guint i = 0; i < names->len; i++)
    {
      const char *other = (const char *)names->pdata[i] + common;

      if (i != number && strncmp (name, other, module + 1) == 0)
        return module;
    }
  return 0;
}

/* How many words these are. */
static guint
count_words (const char *name, gsize length)
{
  g_autofree char *part = g_strndup (name, length);
  g_autoptr (SquillReferenceName) words = _squill_reference_name_new (part);

  return words->n_words;
}

/**
 * _squill_reference_count_space_words:
 * @name: what is left of the name of a collection
 * @names: (element-type utf8): those of all collections of its database
 * @common: bytes that the names of all of them have in common
 * @number: which of them it is
 *
 * Returns: how many words at the begin of @name say to which part of the database it belongs
 */
guint
_squill_reference_count_space_words (const char *name,
                                     const GPtrArray *names,
                                     gsize common,
                                     guint number)
{
  return count_words (name, count_module_bytes (name, names, common, number));
}
