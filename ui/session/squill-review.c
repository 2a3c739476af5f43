/* SPDX-License-Identifier: Apache-2.0 */

/* Only the JSON of a profile is read here: it is a contract, what the profile holds is not. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-review.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <jansson.h>

#include "session/squill-evidence-text.h"
#include "session/squill-review-item.h"
#include "text/squill-text.h"

struct _SquillReview
{
  GObject parent_instance;

  GListStore *references;
  GListStore *weak;
  GListStore *maps;
  GListStore *collections;
  GListStore *findings;
  GListStore *problems;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillReview, squill_review, G_TYPE_OBJECT)

static void
on_decided (SquillReview *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
squill_review_dispose (GObject *object)
{
  SquillReview *self = SQUILL_REVIEW (object);

  g_clear_object (&self->references);
  g_clear_object (&self->weak);
  g_clear_object (&self->maps);
  g_clear_object (&self->collections);
  g_clear_object (&self->findings);
  g_clear_object (&self->problems);

  G_OBJECT_CLASS (squill_review_parent_class)->dispose (object);
}

static void
squill_review_class_init (SquillReviewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = squill_review_dispose;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
squill_review_init (SquillReview *self)
{
  self->references = g_list_store_new (SQUILL_TYPE_REVIEW_ITEM);
  self->weak = g_list_store_new (SQUILL_TYPE_REVIEW_ITEM);
  self->maps = g_list_store_new (SQUILL_TYPE_REVIEW_ITEM);
  self->collections = g_list_store_new (SQUILL_TYPE_REVIEW_ITEM);
  self->findings = g_list_store_new (SQUILL_TYPE_REVIEW_ITEM);
  self->problems = g_list_store_new (SQUILL_TYPE_REVIEW_ITEM);
}

static void
take_note (GListStore *list, const char *title, char **lines)
{
  g_autofree char *body = lines != NULL ? g_strjoinv ("\n", lines) : NULL;
  g_autoptr (SquillReviewItem) note = squill_review_item_new_note (title, body);

  g_list_store_append (list, note);
}

/* The surest first; equals stay as they were found. */
static int
compare_references (gconstpointer a, gconstpointer b, gpointer user_data)
{
  double first = squill_review_item_get_confidence ((SquillReviewItem *)a);
  double second = squill_review_item_get_confidence ((SquillReviewItem *)b);

  return first > second ? -1 : first < second;
}

static void
read_references (SquillReview *self, const json_t *references)
{
  size_t i;
  json_t *json;

  json_array_foreach (references, i, json)
  {
    g_autoptr (SquillReviewItem) reference = squill_review_item_new_reference (json);

    g_signal_connect_object (reference, "changed", G_CALLBACK (on_decided), self,
                             G_CONNECT_SWAPPED);
    g_list_store_append (squill_review_item_is_proposed (reference) ? self->references : self->weak,
                         reference);
  }
  g_list_store_sort (self->references, compare_references, NULL);
  g_list_store_sort (self->weak, compare_references, NULL);
}

static void
read_maps (SquillReview *self, const char *collection, const json_t *paths)
{
  size_t i;
  json_t *path;

  json_array_foreach (paths, i, path)
  {
    g_autoptr (SquillReviewItem) map = NULL;

    if (!json_is_object (json_object_get (path, "map")) &&
        !json_is_object (json_object_get (path, "record")))
      continue;
    map = squill_review_item_new_map (collection, path);
    g_signal_connect_object (map, "changed", G_CALLBACK (on_decided), self, G_CONNECT_SWAPPED);
    g_list_store_append (self->maps, map);
  }
}

/* What stands at a path of a collection, for a title. */
static char *
name_place (const char *collection, const json_t *json)
{
  const char *path = json_string_value (json_object_get (json, "path"));

  return path == NULL || *path == '\0' ? g_strdup (collection)
                                       : g_strdup_printf ("%s.%s", collection, path);
}

static char *
join_paths (const char *collection, const json_t *paths)
{
  g_autoptr (GString) text = g_string_new (NULL);
  size_t i;
  json_t *path;

  json_array_foreach (paths, i, path)
  {
    if (json_is_string (path))
      g_string_append_printf (text, "%s%s.%s", text->len > 0 ? ", " : "", collection,
                              json_string_value (path));
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
read_variants (SquillReview *self, const char *collection, const json_t *variants)
{
  size_t i;
  json_t *variant;

  json_array_foreach (variants, i, variant)
  {
    const char *discriminator = json_string_value (json_object_get (variant, "discriminator"));
    g_autofree char *place = name_place (collection, variant);
    g_auto (GStrv) lines = squill_evidence_explain_variant (variant, TRUE);
    g_autofree char *title = NULL;

    title = discriminator != NULL
                ? g_strdup_printf (_ ("%s has variants, distinguished by %s"), place, discriminator)
                : g_strdup_printf (_ ("%s has variants"), place);
    take_note (self->findings, title, lines);
  }
}

static void
read_groups (SquillReview *self, const char *collection, const json_t *groups)
{
  size_t i;
  json_t *group;

  json_array_foreach (groups, i, group)
  {
    const char *kind = json_string_value (json_object_get (group, "kind"));
    g_autofree char *paths = join_paths (collection, json_object_get (group, "paths"));
    char *lines[] = { paths, NULL };

    take_note (self->findings,
               g_strcmp0 (kind, "exclusive") == 0 ? _ ("Only one of these is present at a time")
                                                  : _ ("These are always present together"),
               lines);
  }
}

static void
read_shapes (SquillReview *self, const char *collection, const json_t *shapes)
{
  size_t i;
  json_t *shape;

  json_array_foreach (shapes, i, shape)
  {
    g_autofree char *paths = join_paths (collection, json_object_get (shape, "paths"));
    char *lines[] = { paths, NULL };

    take_note (self->findings, _ ("These have the same shape"), lines);
  }
}

static void
read_outliers (SquillReview *self, const char *collection, const json_t *outliers)
{
  size_t i;
  json_t *outlier;

  json_array_foreach (outliers, i, outlier)
  {
    const char *reason = json_string_value (json_object_get (outlier, "reason"));
    json_t *id = json_object_get (outlier, "_id");
    g_autofree char *name = id != NULL ? squill_text_value (id) : NULL;
    g_autofree char *title = NULL;
    g_autofree char *paths = join_paths (collection, json_object_get (outlier, "paths"));
    char *lines[] = { paths, NULL };

    if (reason != NULL)
      lines[0] = (char *)reason;
    title = name != NULL ? g_strdup_printf (_ ("Unusual document in %s: %s"), collection, name)
                         : g_strdup_printf (_ ("Unusual document in %s"), collection);
    take_note (self->findings, title, lines);
  }
}

static void
read_collections (SquillReview *self, const json_t *collections)
{
  size_t i;
  json_t *collection;

  json_array_foreach (collections, i, collection)
  {
    const char *name = json_string_value (json_object_get (collection, "name"));
    json_t *outliers = json_object_get (collection, "outliers");
    g_auto (GStrv) lines = NULL;
    json_auto_t *rest = NULL;

    if (name == NULL)
      continue;
    /* Each outlier is a finding of its own. */
    rest = json_copy (collection);
    json_object_del (rest, "outliers");
    lines = squill_evidence_explain_collection (rest, TRUE);
    take_note (self->collections, name, lines);
    read_maps (self, name, json_object_get (collection, "paths"));
    read_variants (self, name, json_object_get (collection, "variants"));
    read_groups (self, name, json_object_get (collection, "groups"));
    read_shapes (self, name, json_object_get (collection, "shapes"));
    read_outliers (self, name, outliers);
  }
}

static void
read_problems (SquillReview *self, const json_t *problems)
{
  size_t i;
  json_t *problem;

  json_array_foreach (problems, i, problem)
  {
    const char *file = json_string_value (json_object_get (problem, "file"));
    const char *reason = json_string_value (json_object_get (problem, "reason"));
    json_t *line = json_object_get (problem, "line"), *offset = json_object_get (problem, "offset");
    g_autofree char *place = NULL;
    char *lines[] = { NULL, NULL };

    if (file == NULL)
      file = "";
    if (json_is_integer (line))
      place = g_strdup_printf (_ ("%s, line %" PRId64), file, (gint64)json_integer_value (line));
    else if (json_is_integer (offset))
      place = g_strdup_printf (_ ("%s, byte %" PRId64), file, (gint64)json_integer_value (offset));
    else
      place = g_strdup (file);
    lines[0] = place;
    take_note (self->problems, reason != NULL ? reason : "", lines);
  }
}

/**
 * squill_review_new_from_json:
 * @text: a profile, as `squill-cli infer` prints it
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the review; %NULL with @error set where it is no JSON
 */
SquillReview *
squill_review_new_from_json (const char *text, GError **error)
{
  json_error_t where;
  json_auto_t *json = NULL;
  SquillReview *self;

  g_return_val_if_fail (text != NULL, NULL);

  json = json_loads (text, 0, &where);
  if (json == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%d:%d: %s", where.line,
                   where.column, where.text);
      return NULL;
    }
  self = g_object_new (SQUILL_TYPE_REVIEW, NULL);
  read_collections (self, json_object_get (json, "collections"));
  read_references (self, json_object_get (json, "references"));
  read_problems (self, json_object_get (json, "problems"));
  return self;
}

/**
 * squill_review_new:
 * @profile: a profile
 *
 * Returns: (transfer full): a review of it, with nothing decided
 */
SquillReview *
squill_review_new (SquillProfile *profile)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  SquillReview *self;

  g_return_val_if_fail (SQUILL_IS_PROFILE (profile), NULL);

  text = squill_profile_to_json (profile);
  self = squill_review_new_from_json (text, &error);
  if (self == NULL)
    {
      g_warning ("A profile cannot be shown: %s", error->message);
      self = g_object_new (SQUILL_TYPE_REVIEW, NULL);
    }
  return self;
}

/**
 * squill_review_get_references:
 * @self: a review
 *
 * Returns: (transfer none): the #SquillReviewItem that are proposed, the surest first
 */
GListModel *
squill_review_get_references (SquillReview *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW (self), NULL);

  return G_LIST_MODEL (self->references);
}

/**
 * squill_review_get_weak_references:
 * @self: a review
 *
 * Returns: (transfer none): the #SquillReviewItem that are not drawn by themselves
 */
GListModel *
squill_review_get_weak_references (SquillReview *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW (self), NULL);

  return G_LIST_MODEL (self->weak);
}

/**
 * squill_review_get_maps:
 * @self: a review
 *
 * Returns: (transfer none): the #SquillReviewItem
 */
GListModel *
squill_review_get_maps (SquillReview *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW (self), NULL);

  return G_LIST_MODEL (self->maps);
}

/**
 * squill_review_get_collections:
 * @self: a review
 *
 * Returns: (transfer none): a #SquillReviewItem for each collection: how it was read
 */
GListModel *
squill_review_get_collections (SquillReview *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW (self), NULL);

  return G_LIST_MODEL (self->collections);
}

/**
 * squill_review_get_findings:
 * @self: a review
 *
 * Returns: (transfer none): a #SquillReviewItem for each thing that is worth knowing
 */
GListModel *
squill_review_get_findings (SquillReview *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW (self), NULL);

  return G_LIST_MODEL (self->findings);
}

/**
 * squill_review_get_problems:
 * @self: a review
 *
 * Returns: (transfer none): a #SquillReviewItem for each thing that could not be read
 */
GListModel *
squill_review_get_problems (SquillReview *self)
{
  g_return_val_if_fail (SQUILL_IS_REVIEW (self), NULL);

  return G_LIST_MODEL (self->problems);
}

static void
for_each_reference (SquillReview *self,
                    void (*function) (SquillReviewItem *reference, gpointer data),
                    gpointer data)
{
  GListModel *lists[] = { G_LIST_MODEL (self->references), G_LIST_MODEL (self->weak) };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; j < g_list_model_get_n_items (lists[i]); j++)
      {
        g_autoptr (SquillReviewItem) reference = g_list_model_get_item (lists[i], j);

        function (reference, data);
      }
}

static void
count_drawn (SquillReviewItem *reference, gpointer data)
{
  *(guint *)data += squill_review_item_is_accepted (reference);
}

/**
 * squill_review_count_drawn:
 * @self: a review
 *
 * Returns: how many references come into the model as it is decided now
 */
guint
squill_review_count_drawn (SquillReview *self)
{
  guint count = 0;

  g_return_val_if_fail (SQUILL_IS_REVIEW (self), 0);

  for_each_reference (self, count_drawn, &count);
  return count;
}

static void
take_decision (SquillReviewItem *reference, gpointer data)
{
  squill_review_item_set_decision (
      reference, squill_decisions_get_reference (data, squill_review_item_get_from (reference),
                                                 squill_review_item_get_to (reference)));
}

/**
 * squill_review_take_decisions:
 * @self: a review
 * @decisions: what was decided earlier
 *
 * Decides all that is in the review as it was decided then.
 */
void
squill_review_take_decisions (SquillReview *self, const SquillDecisions *decisions)
{
  g_return_if_fail (SQUILL_IS_REVIEW (self));
  g_return_if_fail (decisions != NULL);

  for_each_reference (self, take_decision, (gpointer)decisions);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->maps)); i++)
    {
      g_autoptr (SquillReviewItem) map = g_list_model_get_item (G_LIST_MODEL (self->maps), i);

      squill_review_item_set_decision (
          map, squill_decisions_get_map (decisions, squill_review_item_get_title (map)));
    }
}

static void
give_decision (SquillReviewItem *reference, gpointer data)
{
  if (squill_review_item_get_decision (reference) != SQUILL_DECISION_NONE)
    squill_decisions_set_reference (data, squill_review_item_get_from (reference),
                                    squill_review_item_get_to (reference),
                                    squill_review_item_get_decision (reference));
}

/**
 * squill_review_get_decisions:
 * @self: a review
 *
 * Returns: (transfer full): what was decided
 */
SquillDecisions *
squill_review_get_decisions (SquillReview *self)
{
  SquillDecisions *decisions;

  g_return_val_if_fail (SQUILL_IS_REVIEW (self), NULL);

  decisions = squill_decisions_new ();
  for_each_reference (self, give_decision, decisions);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->maps)); i++)
    {
      g_autoptr (SquillReviewItem) map = g_list_model_get_item (G_LIST_MODEL (self->maps), i);

      if (squill_review_item_get_decision (map) != SQUILL_DECISION_NONE)
        squill_decisions_set_map (decisions, squill_review_item_get_title (map),
                                  squill_review_item_get_decision (map));
    }
  return decisions;
}

typedef struct
{
  double confidence;
  guint accepted;
} Above;

static void
accept_above (SquillReviewItem *reference, gpointer data)
{
  Above *above = data;

  if (squill_review_item_get_confidence (reference) < above->confidence ||
      squill_review_item_get_decision (reference) != SQUILL_DECISION_NONE)
    return;
  squill_review_item_set_decision (reference, SQUILL_DECISION_ACCEPTED);
  above->accepted++;
}

/**
 * squill_review_accept_above:
 * @self: a review
 * @confidence: 0 to 1
 *
 * Accepts all references that are at least so sure and that nobody decided on.
 *
 * Returns: how many these were
 */
guint
squill_review_accept_above (SquillReview *self, double confidence)
{
  Above above = { .confidence = confidence };

  g_return_val_if_fail (SQUILL_IS_REVIEW (self), 0);

  for_each_reference (self, accept_above, &above);
  return above.accepted;
}
