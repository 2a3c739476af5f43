/* SPDX-License-Identifier: Apache-2.0 */

/* Family D: whether copies of fields pay, and what keeps them in step. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-transform-private.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

/* Bytes that an update of one copy adds to the oplog. */
#define OPLOG_BYTES 180.0

static const SquillCopyDirection directions[] = { SQUILL_COPY_TO_CHILD, SQUILL_COPY_TO_PARENT };

/* The copies of one direction that have to change when their source does. */
static GArray *
get_following (const GArray *all, SquillCopyDirection direction)
{
  GArray *copies = g_array_new (FALSE, FALSE, sizeof (SquillCopyUse));

  for (guint i = 0; i < all->len; i++)
    {
      const SquillCopyUse *use = &g_array_index (all, SquillCopyUse, i);

      if (use->copy->direction == direction && _squill_copy_use_follows (use))
        g_array_append_vals (copies, use, 1);
    }
  return copies;
}

static GPtrArray *
list_copies (const GArray *copies)
{
  GPtrArray *list = g_ptr_array_new ();

  for (guint i = 0; i < copies->len; i++)
    g_ptr_array_add (list, (gpointer)g_array_index (copies, SquillCopyUse, i).copy);
  return list;
}

static char *
name_fields (const GArray *copies)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < copies->len; i++)
    g_ptr_array_add (
        names, (gpointer)_squill_wording_name (g_array_index (copies, SquillCopyUse, i).field));
  return squill_text_names (names);
}

static void
set_place (SquillFinding *finding, SquillRun *run, const SquillCopyUse *copy)
{
  const SquillCollection *collection =
      squill_design_get_collection_of_shape (run->design, copy->shape);

  if (collection != NULL)
    _squill_finding_set_place (finding, collection->id, copy->shape->path);
}

/* Whether the comparison of placements advises to store it as it is, with copies. */
static gboolean
is_copying_advised (SquillRun *run, const SquillRelationship *r)
{
  const SquillPlacementOption *advised = _squill_run_get_advised (run, r);

  return advised != NULL && advised->copied && advised->placement == r->placement;
}

/* Copies are worth nothing to who comes from an entity with itself: he may be at either end. */
static gboolean
may_have_copies (const SquillRelationship *r)
{
  guint n;

  squill_item_get_children (r, SQUILL_KIND_COPY, &n);
  return n > 0 && !squill_placement_is_embedding (r->placement) &&
         !g_str_equal (r->parent, r->child);
}

/* denorm-volatile */

/* Those whose sources change more often than they are read. */
static GArray *
get_volatile (SquillRun *run, const SquillRelationship *r, const GArray *following)
{
  GArray *copies = g_array_new (FALSE, FALSE, sizeof (SquillCopyUse));

  for (guint i = 0; i < following->len; i++)
    {
      g_autoptr (GArray) one = g_array_new (FALSE, FALSE, sizeof (SquillCopyUse));

      g_array_append_vals (one, &g_array_index (following, SquillCopyUse, i), 1);
      if (_squill_run_count_copy_writes (run, one) > _squill_run_count_copy_reads (run, r, one))
        g_array_append_vals (copies, one->data, 1);
    }
  return copies;
}

static void
check_volatile (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  g_autoptr (GArray) all = NULL;

  if (!may_have_copies (r))
    return;
  all = _squill_run_get_copies (run, r);
  for (guint i = 0; i < G_N_ELEMENTS (directions); i++)
    {
      g_autoptr (GArray) following = get_following (all, directions[i]);
      g_autoptr (GArray) copies = get_volatile (run, r, following);
      g_autoptr (GPtrArray) list = list_copies (copies);
      g_autofree char *fields = name_fields (copies), *writes = NULL, *reads = NULL;
      const SquillCopyUse *first = (const SquillCopyUse *)(gconstpointer)copies->data;
      double per_second;
      SquillFinding *finding;

      if (copies->len == 0)
        continue;
      per_second = _squill_run_count_copy_writes (run, copies);
      writes = squill_text_rate (per_second);
      reads = squill_text_rate (_squill_run_count_copy_reads (run, r, copies));
      finding = _squill_run_report (
          run, SQUILL_SEVERITY_WARNING, r, per_second,
          g_strdup_printf (
              /* Translators: names of fields, of an entity, a rate, an entity, a rate */
              _ ("%s of “%s” changes more often (%s) than its copy in “%s” is read (%s)."), fields,
              _squill_wording_name (first->source), writes, _squill_wording_name (first->keeper),
              reads));
      set_place (finding, run, first);
      _squill_finding_set_number (finding, "writes_per_second", per_second);
      _squill_finding_set_number (finding, "reads_per_second",
                                  _squill_run_count_copy_reads (run, r, copies));
      _squill_finding_set_text (finding, "fields", fields);
      finding->fix = _squill_fix_new_without_copies (run, r, list);
      return;
    }
}

/* denorm-write-heavy */

/* What one read saves, and what one update costs more, in microseconds. */
static double
get_saved (SquillRun *run, const SquillRelationship *r, const SquillCopyUse *copy)
{
  const double documents =
      copy->copy->direction == SQUILL_COPY_TO_CHILD ? 1 : squill_triple_get_usual (r->children);

  return squill_cost_of_join (isfinite (documents) ? documents : 1,
                              _squill_run_get_bytes (run, copy->source->item.id));
}

/* Of those of which it is known how often they change; where all are volatile, these; otherwise
 * what is left without them. */
static GArray *
get_weighed (SquillRun *run, const SquillRelationship *r, const GArray *following)
{
  g_autoptr (GArray) volatile_ones = get_volatile (run, r, following);
  GArray *copies = g_array_new (FALSE, FALSE, sizeof (SquillCopyUse));

  for (guint i = 0; i < following->len; i++)
    {
      const SquillCopyUse *use = &g_array_index (following, SquillCopyUse, i);
      gboolean is_volatile = FALSE;

      for (guint k = 0; k < volatile_ones->len; k++)
        is_volatile |= g_array_index (volatile_ones, SquillCopyUse, k).copy == use->copy;
      if (!is_volatile || volatile_ones->len == following->len)
        g_array_append_vals (copies, use, 1);
    }
  return copies;
}

static void
check_write_heavy (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  g_autoptr (GArray) all = NULL;

  if (!may_have_copies (r))
    return;
  all = _squill_run_get_copies (run, r);
  for (guint i = 0; i < G_N_ELEMENTS (directions); i++)
    {
      g_autoptr (GArray) following = get_following (all, directions[i]);
      g_autoptr (GArray) copies = get_weighed (run, r, following);
      g_autoptr (GPtrArray) list = list_copies (copies);
      g_autofree char *fields = name_fields (copies), *ratio = NULL, *needed = NULL, *count = NULL;
      const SquillCopyUse *first = (const SquillCopyUse *)(gconstpointer)copies->data;
      double reads, writes, saved, extra, documents;
      SquillFinding *finding;

      if (copies->len == 0)
        continue;
      reads = _squill_run_count_copy_reads (run, r, copies);
      writes = _squill_run_count_copy_writes (run, copies);
      documents = _squill_run_count_copies (run, r, directions[i]);
      saved = get_saved (run, r, first);
      extra = squill_cost_of_copies (documents);
      if (!(reads * saved < writes * extra) || is_copying_advised (run, r))
        continue;
      ratio = squill_text_count (reads / writes);
      needed = squill_text_count (extra / saved);
      count = squill_text_count (documents);
      finding = _squill_run_report (
          run, SQUILL_SEVERITY_WARNING, r, writes * extra - reads * saved,
          g_strdup_printf (_ ("The copies of %s in “%s” are read %s times per update, but pay only "
                              "from %s times on: each update changes %s documents."),
                           fields, _squill_wording_name (first->keeper), ratio, needed, count));
      set_place (finding, run, first);
      _squill_finding_set_number (finding, "reads_per_update", reads / writes);
      _squill_finding_set_number (finding, "break_even", extra / saved);
      _squill_finding_set_number (finding, "copies", documents);
      finding->fix = _squill_fix_new_without_copies (run, r, list);
      return;
    }
}

/* denorm-fanout */

static void
check_fanout (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const double most = _squill_run_get (run, SQUILL_THRESHOLD_FANOUT_WARN);
  g_autoptr (GArray) all = NULL;

  if (!may_have_copies (r))
    return;
  all = _squill_run_get_copies (run, r);
  for (guint i = 0; i < G_N_ELEMENTS (directions); i++)
    {
      g_autoptr (GArray) following = get_following (all, directions[i]);
      g_autoptr (GArray) copies = g_array_new (FALSE, FALSE, sizeof (SquillCopyUse));
      g_autoptr (GPtrArray) list = NULL;
      g_autofree char *fields = NULL, *count = NULL, *time = NULL, *log = NULL;
      const double documents = _squill_run_count_copies (run, r, directions[i]);
      const SquillCopyUse *first;
      SquillFinding *finding;

      for (guint k = 0; k < following->len; k++)
        {
          const SquillCopyUse *use = &g_array_index (following, SquillCopyUse, k);

          /* What nobody is known to change may never change. */
          if (use->writer != NULL || use->update != NULL)
            g_array_append_vals (copies, use, 1);
        }
      if (copies->len == 0 || !(documents > most) || isinf (documents))
        continue;
      first = (const SquillCopyUse *)(gconstpointer)copies->data;
      list = list_copies (copies);
      fields = name_fields (copies);
      count = squill_text_count (documents);
      time = squill_text_duration (squill_cost_of_copies (documents) / 1e6);
      log = squill_text_bytes (documents * OPLOG_BYTES);
      finding =
          _squill_run_report (run, SQUILL_SEVERITY_WARNING, r, documents,
                              g_strdup_printf (_ ("Each change of %s in “%s” rewrites %s documents "
                                                  "of “%s”: about %s of work, and %s of "
                                                  "oplog."),
                                               fields, _squill_wording_name (first->source), count,
                                               _squill_wording_name (first->keeper), time, log));
      set_place (finding, run, first);
      _squill_finding_set_number (finding, "documents", documents);
      _squill_finding_set_number (finding, "threshold", most);
      if (!is_copying_advised (run, r))
        finding->fix = _squill_fix_new_without_copies (run, r, list);
      return;
    }
}

/* denorm-missing-sync */

static SquillFix *
make_sync_fix (SquillRun *run, const SquillRelationship *r, const GArray *copies)
{
  const SquillCopyUse *first = (const SquillCopyUse *)(gconstpointer)copies->data;
  const gboolean to_parent = first->copy->direction == SQUILL_COPY_TO_PARENT;
  const SquillShape *reference = _squill_run_get_stored (run, r, to_parent);
  g_autofree char *fields = name_fields (copies);
  SquillFix *fix = _squill_fix_new (g_strdup_printf (_ ("Update %s in %s as well"), fields,
                                                     _squill_wording_name (first->keeper)));

  for (guint i = 0; i < copies->len; i++)
    {
      const SquillCopyUse *use = &g_array_index (copies, SquillCopyUse, i);

      _squill_fix_add_copy_update (fix, run, r, use->source, use->keeper, use->field);
    }
  if (reference != NULL && !_squill_run_has_index_led_by (run, reference))
    {
      g_autoptr (GPtrArray) keys = _squill_keys_new ();

      _squill_keys_take (keys, r->item.id, "1");
      g_free (_squill_fix_add_index (fix, run->model, first->keeper, keys, FALSE, NAN));
    }
  return fix;
}

static void
check_sync (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  g_autoptr (GArray) all = NULL;

  if (!may_have_copies (r))
    return;
  all = _squill_run_get_copies (run, r);
  for (guint i = 0; i < G_N_ELEMENTS (directions); i++)
    {
      g_autoptr (GArray) following = get_following (all, directions[i]);
      g_autoptr (GArray) copies = g_array_new (FALSE, FALSE, sizeof (SquillCopyUse));
      g_autofree char *fields = NULL;
      const SquillCopyUse *first;
      SquillFinding *finding;

      for (guint k = 0; k < following->len; k++)
        {
          const SquillCopyUse *use = &g_array_index (following, SquillCopyUse, k);

          /* A path through others has no operation of its own. Of a record of what happened it has
           * to be said first whether it follows at all. */
          if (use->writer != NULL && use->update == NULL && !use->is_written_along &&
              squill_key_path_get_last (use->copy->field) == use->copy->field &&
              !_squill_copy_use_records (run, use))
            g_array_append_vals (copies, use, 1);
        }
      if (copies->len == 0)
        continue;
      first = (const SquillCopyUse *)(gconstpointer)copies->data;
      fields = name_fields (copies);
      finding = _squill_run_report (
          run, SQUILL_SEVERITY_ERROR, r, _squill_run_count_copies (run, r, directions[i]),
          g_strdup_printf (
              _ ("“%s” changes %s of “%s”, but no operation updates the copies in “%s”: "
                 "from then on they are wrong."),
              _squill_wording_name (first->writer), fields, _squill_wording_name (first->source),
              _squill_wording_name (first->keeper)));
      set_place (finding, run, first);
      _squill_finding_set_text (finding, "fields", fields);
      _squill_finding_set_text (finding, "operation", first->writer->name);
      _squill_finding_set_number (finding, "copies",
                                  _squill_run_count_copies (run, r, directions[i]));
      finding->fix = make_sync_fix (run, r, copies);
      return;
    }
}

/* denorm-unindexed-copy */

/* Whether other operations look for the same references, which has rules of its own. */
static gboolean
is_asked_for (SquillRun *run, const SquillRelationship *r, gboolean to_parent)
{
  if (to_parent)
    return r->placement == SQUILL_PLACEMENT_CHILD_REFERENCES &&
           _squill_run_find_use_to_parents (run, r, FALSE) != NULL;
  return r->placement == SQUILL_PLACEMENT_PARENT_REFERENCE &&
         (_squill_run_find_use_to_children (run, r, FALSE) != NULL || r->together > 0);
}

static void
check_unindexed (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  g_autoptr (GArray) all = NULL;

  if (!may_have_copies (r))
    return;
  all = _squill_run_get_copies (run, r);
  for (guint i = 0; i < all->len; i++)
    {
      const SquillCopyUse *use = &g_array_index (all, SquillCopyUse, i);
      const gboolean to_parent = use->copy->direction == SQUILL_COPY_TO_PARENT;
      const SquillShape *reference = _squill_run_get_stored (run, r, to_parent);
      const double documents =
          squill_triple_get_usual (squill_design_get_count (run->design, use->keeper->item.id));
      g_autoptr (GPtrArray) keys = NULL;
      g_autofree char *count = NULL;
      SquillFinding *finding;

      if (use->update == NULL || !_squill_copy_use_follows (use) || reference == NULL ||
          _squill_run_has_index_led_by (run, reference) || is_asked_for (run, r, to_parent))
        continue;
      count = squill_text_count (documents);
      finding = _squill_run_report (
          run, SQUILL_SEVERITY_WARNING, r, documents > 1 ? log10 (documents) : 0,
          isnan (documents)
              ? g_strdup_printf (_ ("“%s” reads all documents of “%s”, because no index leads to "
                                    "those with a given “%s”."),
                                 _squill_wording_name (use->update),
                                 _squill_wording_name (use->keeper),
                                 _squill_wording_name (use->source))
              : g_strdup_printf (
                    _ ("“%s” reads all %s documents of “%s”, because no index leads to "
                       "those with a given “%s”."),
                    _squill_wording_name (use->update), count, _squill_wording_name (use->keeper),
                    _squill_wording_name (use->source)));
      set_place (finding, run, use);
      _squill_finding_set_number (finding, "documents", documents);
      _squill_finding_set_text (finding, "operation", use->update->name);
      keys = _squill_keys_new ();
      _squill_keys_take (keys, r->item.id, "1");
      finding->fix = _squill_fix_new_index (
          g_strdup_printf (_ ("Index the reference in %s"), _squill_wording_name (use->keeper)),
          run->model, use->keeper, keys, FALSE);
      return;
    }
}

/* denorm-candidate */

/* Whether an operation follows a relationship from one end, and returns only some fields of the
 * other. */
static gboolean
reads_some_fields (const SquillUse *use, const SquillRelationship *r, gboolean to_parent)
{
  const SquillOperation *operation = use->operation;
  gboolean names_any = FALSE;

  if (!use->reads || use->root == NULL || !squill_use_follows (use, r->item.id) ||
      !g_str_equal (use->root->item.id, to_parent ? r->parent : r->child))
    return FALSE;
  for (guint i = 0; operation->returns != NULL && i < operation->returns->len; i++)
    {
      const SquillKey *key = operation->returns->pdata[i];

      names_any |= squill_key_goes_through (key, r->item.id);
    }
  return names_any;
}

/* How often a join is made only for some fields, if any of those reads is frequent. */
static double
count_joins (SquillRun *run, const SquillRelationship *r, gboolean to_parent)
{
  const GPtrArray *uses =
      squill_operation_index_get_uses_from (run->operations, to_parent ? r->parent : r->child);
  gboolean is_hot = FALSE;
  double joins = 0;

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if (!reads_some_fields (use, r, to_parent))
        continue;
      joins += use->rate;
      is_hot |= squill_operation_index_is_hot (run->operations, use->rate);
    }
  return is_hot ? joins : 0;
}

static void
check_candidate (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const gboolean to_parent = r->placement == SQUILL_PLACEMENT_CHILD_REFERENCES;
  const SquillEntity *source, *keeper;
  const SquillPlacementOption *option;
  g_autofree char *fields = NULL, *saved = NULL, *cost = NULL;
  double joins, updates = 0, copies;
  SquillFinding *finding;

  if ((!to_parent && r->placement != SQUILL_PLACEMENT_PARENT_REFERENCE) ||
      g_str_equal (r->parent, r->child))
    return;
  joins = count_joins (run, r, to_parent);
  if (!(joins > 0))
    return;
  option = _squill_run_get_advised (run, r);
  /* Next to operations that cost far more, the join looks like nothing, and the simplest is
   * advised. What it costs by itself can be saved all the same. */
  if (option != NULL && option->current && !option->copied)
    {
      option = _squill_options_find_copying (_squill_run_compare (run, r), r);
      if (option != NULL && (!option->feasible || option->drawbacks->len > 0))
        option = NULL;
    }
  source = to_parent ? _squill_run_get_child (run, r) : _squill_run_get_parent (run, r);
  keeper = to_parent ? _squill_run_get_parent (run, r) : _squill_run_get_child (run, r);
  if (option == NULL || !option->copied || option->current || option->placement != r->placement ||
      option->copy_fields->len == 0 ||
      !_squill_run_may_copy (run, option, source, keeper, &updates))
    return;
  fields = squill_text_names (option->copies);
  copies =
      _squill_run_count_copies (run, r, to_parent ? SQUILL_COPY_TO_PARENT : SQUILL_COPY_TO_CHILD);
  saved = squill_text_rate (joins);
  cost = squill_text_rate (updates * copies);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, r, joins,
      updates * copies > 0
          ? g_strdup_printf (
                _ ("Joins, %s, fetch only %s of “%s”. Copies in “%s” avoid them, and cost updates "
                   "of documents, %s."),
                saved, fields, _squill_wording_name (source), _squill_wording_name (keeper), cost)
          : g_strdup_printf (_ ("Joins, %s, fetch only %s of “%s”. Copies in “%s” avoid them."),
                             saved, fields, _squill_wording_name (source),
                             _squill_wording_name (keeper)));
  _squill_finding_set_number (finding, "joins_per_second", joins);
  _squill_finding_set_number (finding, "updates_per_second", updates * copies);
  _squill_finding_set_text (finding, "fields", fields);
  finding->fix = _squill_fix_new_copies (run, r, option);
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_ALL | SQUILL_ASPECT_NAME)

const SquillRule _squill_rules_copies[] = {
  { .info = { "denorm-write-heavy", "D", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_ZOLA_3 ", rule 5; " SQUILL_SOURCE_ZOLA_2,
              N_ ("Updating the copies costs more than they save"),
              N_ ("A copy saves a join on every read, and costs one more document on every update "
                  "for each document that has it. How many reads an update has to be worth follows "
                  "from the number of copies: a handful for a few, thousands for thousands."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_write_heavy },
  { .info = { "denorm-candidate", "D", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_ZOLA_3 ", rule 5; " SQUILL_SOURCE_DUPLICATE,
              N_ ("Copying a few fields would save a join"),
              N_ ("If a reference is followed very often only for a few fields that rarely change, "
                  "keep copies of these beside the reference: an extended reference. An operation "
                  "updates the copies when their source changes, and an index leads it to them."),
              THRESHOLDS ("denorm.margin",
                          "denorm.bytes",
                          "denorm.share",
                          "hot.rate",
                          "hot.share",
                          "hot.least") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_candidate,
    .reads_hot = TRUE },
  { .info = { "denorm-volatile", "D", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_ZOLA_2 "; " SQUILL_SOURCE_BEST,
              N_ ("A copied field changes more often than its copy is read"),
              N_ ("Copy the name of a part, which hardly ever changes, but not its quantity, which "
                  "changes with every sale. The fields that stay the same may stay copied."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_volatile },
  { .info = { "denorm-fanout", "D", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_ZOLA_2,
              N_ ("One change rewrites very many copies"),
              N_ ("A field of the one side that is copied into the many has as many copies as "
                  "there are children. Keep only the reference, copy only what never changes, or "
                  "let a job update the copies in the background."),
              THRESHOLDS ("fanout.warn") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_fanout },
  { .info = { "denorm-missing-sync", "D", SQUILL_SEVERITY_ERROR,
              SQUILL_SOURCE_ZOLA_3 ", rule 5; " SQUILL_SOURCE_ZOLA_2,
              N_ ("Nothing updates the copies"),
              N_ ("The server does not know that a field is a copy. When the source changes, an "
                  "operation of the application, a trigger, or a job has to update all copies; "
                  "otherwise they differ from it for good. A copy that is meant to keep the value "
                  "of its time is marked as a snapshot."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_sync },
  { .info = { "denorm-unindexed-copy", "D", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_DERIVED,
              N_ ("Updating copies reads the whole collection"),
              N_ ("The update of copies looks for all documents that refer to the one that has "
                  "changed. Without an index on the reference it reads every document."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_unindexed },
  { .info = { NULL } },
};
