/* SPDX-License-Identifier: Apache-2.0 */

/* Relationships of one parent whose children would all be embedded in its documents. Each may fit
 * alone, but not all together: then those are embedded whose embedding saves most. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "design/squill-design-private.h"
#include "design/squill-size.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

static gboolean
is_sibling (const SquillRelationship *r, const SquillRelationship *of)
{
  return r != of && g_str_equal (r->parent, of->parent) && !g_str_equal (r->parent, r->child) &&
         !r->pinned;
}

/**
 * _squill_siblings_sum_drawn:
 * @design: a design
 * @r: a relationship
 * @place: a document of its parent, as it would be
 *
 * Returns: likely bytes at the horizon of what relationships besides @r embed there that may be
 *   stored elsewhere
 */
double
_squill_siblings_sum_drawn (SquillDesign *design,
                            const SquillRelationship *r,
                            const SquillShape *place)
{
  const SquillEntity *parent =
      squill_model_get_entity (squill_design_get_model (design), r->parent);
  double bytes = 0;
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (parent, &n);

  for (guint i = 0; i < n; i++)
    {
      const SquillShape *stored =
          is_sibling (all[i], r) && squill_placement_is_embedding (all[i]->placement)
              ? _squill_shape_find_stored (place, all[i]->item.id, TRUE)
              : NULL;

      if (stored != NULL && isfinite (stored->bytes_at_horizon.likely))
        bytes += stored->bytes_at_horizon.likely;
    }
  return bytes;
}

/* Whether there may be too much for one document: a first look, without a comparison. What has a
 * collection of its own is about as large as its documents there. */
static gboolean
may_exceed (SquillDesign *design, const SquillEmbedding *own)
{
  SquillModel *model = squill_design_get_model (design);
  const SquillEntity *parent = squill_model_get_entity (model, own->r->parent);
  double usual = own->rest + own->usual, largest = own->largest - own->usual;
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (parent, &n);

  for (guint i = 0; i < n; i++)
    {
      const SquillShape *stored;
      const SquillCollection *collection;
      double most, likely, k;

      if (!is_sibling (all[i], own->r))
        continue;
      stored = squill_placement_is_embedding (all[i]->placement)
                   ? squill_design_get_stored (design, all[i]->item.id, TRUE)
                   : NULL;
      collection = squill_design_find_collection (design, all[i]->child);
      k = squill_design_get_children_at_horizon (design, all[i]);
      if (stored != NULL)
        {
          likely = stored->bytes_at_horizon.likely;
          most = stored->bytes_at_horizon.max;
        }
      else if (collection != NULL)
        {
          likely = k * collection->shape->bytes_at_horizon.likely;
          most = fmax (k, all[i]->children.max) * collection->shape->bytes_at_horizon.max;
        }
      else
        continue;
      if (!isfinite (likely))
        continue;
      usual += likely;
      largest = fmax (largest, most - likely);
    }
  return usual + largest > SQUILL_SIZE_DOCUMENT_LIMIT;
}

static int
compare_embeddings (gconstpointer a, gconstpointer b)
{
  const SquillEmbedding *one = a, *other = b;

  if (one->saved != other->saved)
    return one->saved > other->saved ? -1 : 1;
  if (one->usual != other->usual)
    return one->usual < other->usual ? -1 : 1;
  return strcmp (one->r->item.id, other->r->item.id);
}

/* Each at its largest beside the others as they usually are. */
static gboolean
fit_together (const GArray *chosen, const SquillEmbedding *more)
{
  double usual = more->rest + more->usual, largest = more->largest - more->usual;

  for (guint i = 0; i < chosen->len; i++)
    {
      const SquillEmbedding *embedding = &g_array_index (chosen, SquillEmbedding, i);

      usual += embedding->usual;
      largest = fmax (largest, embedding->largest - embedding->usual);
    }
  return !(usual + largest > SQUILL_SIZE_DOCUMENT_LIMIT);
}

static char *
name_all (SquillModel *model, const GArray *chosen)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < chosen->len; i++)
    {
      const SquillEntity *child =
          squill_model_get_entity (model, g_array_index (chosen, SquillEmbedding, i).r->child);

      g_ptr_array_add (names, child->name != NULL ? child->name : (char *)"");
    }
  return squill_text_names (names);
}

/**
 * _squill_siblings_find_reason:
 * @design: a design
 * @own: what embedding the children of a relationship would do, which is best for it alone
 *
 * Decides for all relationships of the parent of which that is best, one after another by what
 * embedding saves.
 *
 * Returns: (transfer full) (nullable): why others are embedded instead; %NULL if it is among them
 */
char *
_squill_siblings_find_reason (SquillDesign *design, const SquillEmbedding *own)
{
  SquillModel *model = squill_design_get_model (design);
  const SquillEntity *parent = squill_model_get_entity (model, own->r->parent);
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (SquillEmbedding));
  g_autoptr (GArray) chosen = g_array_new (FALSE, FALSE, sizeof (SquillEmbedding));
  g_autofree char *names = NULL;
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (parent, &n);

  if (!may_exceed (design, own))
    return NULL;
  g_array_append_val (wanted, *own);
  for (guint i = 0; i < n; i++)
    {
      SquillEmbedding embedding;

      if (is_sibling (all[i], own->r) &&
          _squill_placements_get_embedding (design, all[i]->item.id, &embedding))
        g_array_append_val (wanted, embedding);
    }
  g_array_sort (wanted, compare_embeddings);
  for (guint i = 0; i < wanted->len; i++)
    {
      const SquillEmbedding *embedding = &g_array_index (wanted, SquillEmbedding, i);
      const gboolean fits = fit_together (chosen, embedding);

      if (fits)
        g_array_append_val (chosen, *embedding);
      if (embedding->r == own->r && fits)
        return NULL;
      if (embedding->r == own->r)
        break;
    }
  names = name_all (model, chosen);
  /* Translators: the names of entities that are embedded in the same documents */
  return g_strdup_printf (_ ("Exceeds 16 MiB together with %s"), names);
}
