/* SPDX-License-Identifier: Apache-2.0 */

/* Family D: what is copied. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-advice-private.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

static char *
name_copies (const GPtrArray *copies)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < copies->len; i++)
    {
      const SquillCopyUse *use = copies->pdata[i];

      g_ptr_array_add (names, (gpointer)_squill_wording_name (use->field));
    }
  return squill_text_names (names);
}

static GPtrArray *
list_copies (const GPtrArray *uses)
{
  GPtrArray *copies = g_ptr_array_new ();

  for (guint i = 0; i < uses->len; i++)
    g_ptr_array_add (copies, (gpointer)((const SquillCopyUse *)uses->pdata[i])->copy);
  return copies;
}

/* Leaves a finding about copies, with the place of the first. */
static SquillFinding *
report (SquillRun *run,
        SquillSeverity severity,
        const SquillRelationship *r,
        const GPtrArray *uses,
        double weight,
        char *message)
{
  const SquillCopyUse *first = uses->pdata[0];
  SquillFinding *finding = _squill_run_report (run, severity, r, weight, message);
  const SquillCollection *collection =
      squill_design_get_collection_of_shape (run->design, first->shape);
  g_autofree char *fields = name_copies (uses);

  if (collection != NULL)
    _squill_finding_set_place (finding, collection->id, first->shape->path);
  _squill_finding_set_text (finding, "fields", fields);
  return finding;
}

/* The copies across a relationship of which something is so. */
typedef gboolean (*CopyTest) (SquillRun *run, const SquillCopyUse *use);

static GPtrArray *
find_copies (SquillRun *run, const GArray *all, CopyTest test)
{
  GPtrArray *found = g_ptr_array_new ();

  for (guint i = 0; i < all->len; i++)
    if (test (run, &g_array_index (all, SquillCopyUse, i)))
      g_ptr_array_add (found, &g_array_index (all, SquillCopyUse, i));
  return found;
}

/* denorm-large */

/**
 * _squill_run_is_copy_large:
 * @run: a run
 * @bytes: of the copies beside one reference
 * @host: of the document that they stand in
 *
 * Returns: %TRUE if they are many, or much of the document and not just a few
 */
gboolean
_squill_run_is_copy_large (SquillRun *run, double bytes, double host)
{
  return bytes > _squill_run_get (run, SQUILL_THRESHOLD_DENORM_BYTES) ||
         (bytes > _squill_run_get (run, SQUILL_THRESHOLD_DENORM_LEAST) &&
          bytes > _squill_run_get (run, SQUILL_THRESHOLD_DENORM_SHARE) * host);
}

static int
compare_bytes (gconstpointer a, gconstpointer b)
{
  const SquillCopyUse *one = *(const SquillCopyUse *const *)a;
  const SquillCopyUse *other = *(const SquillCopyUse *const *)b;
  const double difference = other->shape->bytes.likely - one->shape->bytes.likely;

  return difference > 0 ? 1 : difference < 0 ? -1 : 0;
}

static double
add_bytes (const GPtrArray *uses)
{
  double bytes = 0;

  for (guint i = 0; i < uses->len; i++)
    bytes += ((const SquillCopyUse *)uses->pdata[i])->shape->bytes.likely;
  return bytes;
}

static gboolean
is_in_child (SquillRun *run, const SquillCopyUse *use)
{
  return use->copy->direction == SQUILL_COPY_TO_CHILD;
}

static gboolean
is_in_parent (SquillRun *run, const SquillCopyUse *use)
{
  return !is_in_child (run, use);
}

static void
check_large_copies (SquillRun *run, const SquillRelationship *r, GPtrArray *uses)
{
  const SquillCopyUse *first = uses->len > 0 ? uses->pdata[0] : NULL;
  g_autoptr (GPtrArray) large = g_ptr_array_new ();
  g_autoptr (GPtrArray) copies = NULL;
  g_autofree char *size = NULL, *document = NULL, *fields = NULL;
  double host, bytes = add_bytes (uses), left = bytes;
  SquillFinding *finding;

  if (first == NULL)
    return;
  host = _squill_run_get_bytes (run, first->keeper->item.id);
  if (!_squill_run_is_copy_large (run, bytes, host))
    return;
  /* The largest go until the rest is no longer large. */
  g_ptr_array_sort (uses, compare_bytes);
  for (guint i = 0; i < uses->len && _squill_run_is_copy_large (run, left, host - bytes + left);
       i++)
    {
      g_ptr_array_add (large, uses->pdata[i]);
      left -= ((const SquillCopyUse *)uses->pdata[i])->shape->bytes.likely;
    }
  size = squill_text_bytes (add_bytes (large));
  document = squill_text_bytes (host);
  fields = name_copies (large);
  finding = report (run, SQUILL_SEVERITY_WARNING, r, large, bytes,
                    g_strdup_printf (_ ("The copies of %s take %s in each document of “%s”, which "
                                        "has %s in all."),
                                     fields, size, _squill_wording_name (first->keeper), document));
  _squill_finding_set_number (finding, "bytes", add_bytes (large));
  _squill_finding_set_number (finding, "document_bytes", host);
  _squill_finding_set_number (finding, "threshold",
                              _squill_run_get (run, SQUILL_THRESHOLD_DENORM_BYTES));
  copies = list_copies (large);
  finding->fix = _squill_fix_new_without_copies (run, r, copies);
}

static void
check_large (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  g_autoptr (GArray) all = _squill_run_get_copies (run, r);
  g_autoptr (GPtrArray) in_child = find_copies (run, all, is_in_child);
  g_autoptr (GPtrArray) in_parent = find_copies (run, all, is_in_parent);

  check_large_copies (run, r, in_child);
  check_large_copies (run, r, in_parent);
}

/* denorm-pii */

static gboolean
is_disclosed (SquillRun *run, const SquillCopyUse *use)
{
  return _squill_field_is_personal (use->field) &&
         _squill_entity_is_more_open (use->keeper, use->source);
}

static void
check_personal (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  g_autoptr (GArray) all = _squill_run_get_copies (run, r);
  g_autoptr (GPtrArray) uses = find_copies (run, all, is_disclosed);
  g_autoptr (GPtrArray) copies = list_copies (uses);
  g_autofree char *fields = name_copies (uses);
  const SquillCopyUse *first;
  SquillFinding *finding;

  if (uses->len == 0)
    return;
  first = uses->pdata[0];
  finding = report (
      run, SQUILL_SEVERITY_WARNING, r, uses, uses->len,
      g_strdup_printf (_ ("%s of “%s” is personal data, and its copies in “%s” have more readers."),
                       fields, _squill_wording_name (first->source),
                       _squill_wording_name (first->keeper)));
  finding->fix = _squill_fix_new_without_copies (run, r, copies);
}

/* denorm-immutable */

static gboolean
is_free (SquillRun *run, const SquillCopyUse *use)
{
  return use->copy->mode == SQUILL_COPY_KEPT && use->field->immutable;
}

static void
check_immutable (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  g_autoptr (GArray) all = _squill_run_get_copies (run, r);
  g_autoptr (GPtrArray) uses = find_copies (run, all, is_free);
  g_autofree char *fields = name_copies (uses);
  const SquillCopyUse *first;

  if (uses->len == 0)
    return;
  first = uses->pdata[0];
  report (run, SQUILL_SEVERITY_HINT, r, uses, 0,
          g_strdup_printf (_ ("%s of “%s” never changes, so its copies in “%s” cost no updates: "
                              "nothing has to keep them in step."),
                           fields, _squill_wording_name (first->source),
                           _squill_wording_name (first->keeper)));
}

/* snapshot-not-marked */

/* The last word of a name, in lower case and singular: "order" of "purchaseOrders". */
static char *
get_last_word (const char *name)
{
  g_autofree char *one = squill_text_singular (name);
  const char *start = one + strlen (one);

  while (start > one && g_ascii_isalnum (start[-1]) &&
         !(g_ascii_isupper (*start) && g_ascii_islower (start[-1])))
    start--;
  return g_ascii_strdown (start, -1);
}

static gboolean
ends_in_word (const char *name, const char *const *words)
{
  g_autofree char *word = name == NULL ? NULL : get_last_word (name);

  return word != NULL && g_strv_contains (words, word);
}

/* Whether documents of an entity record what happened once. */
static gboolean
is_record (const SquillEntity *entity)
{
  static const char *const words[] = { "bill",      "booking",     "delivery", "event",
                                       "invoice",   "log",         "order",    "payment",
                                       "payout",    "purchase",    "quote",    "receipt",
                                       "refund",    "reservation", "sale",     "shipment",
                                       "statement", "transaction", "transfer", NULL };

  return entity->time_field != NULL || ends_in_word (entity->name, words);
}

/* Whether a value is one that such a record states. */
static gboolean
is_stated (const SquillField *field)
{
  static const char *const meanings[] = { "address", "city", "country", "currency", "location",
                                          "money",   "name", "price",   "title",    NULL };
  static const char *const words[] = { "address", "amount", "cost",   "fee",   "name", "price",
                                       "rate",    "street", "tariff", "title", NULL };

  if (field->meaning != NULL)
    return g_strv_contains (meanings, field->meaning);
  return ends_in_word (field->name, words);
}

/**
 * _squill_copy_use_records:
 * @run: a run
 * @self: a copy
 *
 * Returns: %TRUE if it stands in a document that records what happened, and probably has to keep
 * the value of that time
 */
gboolean
_squill_copy_use_records (SquillRun *run, const SquillCopyUse *self)
{
  if (!_squill_copy_use_follows (self) || !is_stated (self->field))
    return FALSE;
  for (const SquillShape *around = _squill_run_get_place (run, self->keeper->item.id);
       around != NULL; around = around->parent)
    {
      const SquillEntity *entity = around->document && around->entity != NULL
                                       ? squill_model_get_entity (run->model, around->entity)
                                       : NULL;

      if (entity != NULL && is_record (entity))
        return TRUE;
    }
  return FALSE;
}

static void
check_snapshot (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  g_autoptr (GArray) all = _squill_run_get_copies (run, r);
  g_autoptr (GPtrArray) uses = find_copies (run, all, _squill_copy_use_records);
  g_autoptr (GPtrArray) copies = list_copies (uses);
  g_autofree char *fields = name_copies (uses);
  const SquillCopyUse *first;
  SquillFinding *finding;

  if (uses->len == 0)
    return;
  first = uses->pdata[0];
  finding = report (
      run, SQUILL_SEVERITY_HINT, r, uses, uses->len,
      g_strdup_printf (_ ("“%s” records what happened, so its copy of %s probably has to keep the "
                          "value of that time, and not to follow “%s”."),
                       _squill_wording_name (first->keeper), fields,
                       _squill_wording_name (first->source)));
  finding->fix =
      _squill_fix_new (g_strdup_printf (_ ("Keep the copies of %s as they were"), fields));
  _squill_fix_stop_updates (finding->fix, run, r, copies);
  for (guint i = 0; i < copies->len; i++)
    _squill_fix_set (finding->fix, ((const SquillCopy *)copies->pdata[i])->item.id, "mode",
                     json_string ("snapshot"));
  _squill_fix_lose (
      finding->fix,
      g_strdup_printf (_ ("The copies of %s no longer follow their source."), fields));
}

/* collapse-one-side */

/* The small fields of the one side; FALSE if it has others, or may change. */
static gboolean
is_small_and_stable (SquillRun *run, const SquillEntity *entity, double *bytes)
{
  const SquillCollection *collection = _squill_run_get_own_collection (run, entity->item.id);
  guint n = 0;

  if (collection == NULL || collection->shape->size_unknown)
    return FALSE;
  *bytes = 0;
  for (guint i = 0; i < collection->shape->children->len; i++)
    {
      const SquillShape *part = collection->shape->children->pdata[i];

      if (g_str_equal (part->name, "_id"))
        continue;
      if (part->origin != SQUILL_ORIGIN_OWN || part->array || part->map ||
          part->children->len > 0 || ++n > _squill_run_get (run, SQUILL_THRESHOLD_COLLAPSE_FIELDS))
        return FALSE;
      *bytes += part->bytes.likely;
    }
  return n > 0 && *bytes <= _squill_run_get (run, SQUILL_THRESHOLD_DENORM_LEAST);
}

/* Whether it is only ever read with its children, and never written. */
static gboolean
is_only_read_with_children (SquillRun *run, const SquillRelationship *r)
{
  const GPtrArray *uses = squill_operation_index_get_uses_of (run->operations, r->parent);
  gboolean is_read = FALSE;

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];
      const gboolean with_children = squill_use_goes_through (use, r->item.id);

      if (use->root != NULL && g_str_equal (use->root->item.id, r->parent) &&
          (!use->reads || !with_children))
        return FALSE;
      is_read |= use->reads && with_children;
    }
  return is_read && !(r->parent_alone > 0);
}

static void
check_collapse (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillEntity *parent = _squill_run_get_parent (run, r);
  const double many = _squill_run_get (run, SQUILL_THRESHOLD_REF_MAX);
  const double children = _squill_run_get_children (run, r);
  g_autofree char *size = NULL, *count = NULL;
  guint n;
  double bytes;
  SquillFinding *finding;

  squill_entity_get_relationships (parent, &n);
  if (r->placement != SQUILL_PLACEMENT_PARENT_REFERENCE || n != 1 ||
      g_str_equal (r->parent, r->child) || squill_relationship_is_shared (r) ||
      !(children > many) || !is_small_and_stable (run, parent, &bytes) ||
      !is_only_read_with_children (run, r))
    return;
  size = squill_text_bytes (bytes);
  count = squill_text_count (children);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, r, children,
      g_strdup_printf (
          _ ("“%s” has only %s of data, and is only read with its %s “%s”. With all of "
             "it copied into each of these, its collection is not needed."),
          _squill_wording_name (parent), size, count,
          _squill_wording_name (_squill_run_get_child (run, r))));
  _squill_finding_set_number (finding, "bytes", bytes);
  _squill_finding_set_number (finding, "children", children);
  _squill_finding_set_number (finding, "threshold", many);
  finding->fix = _squill_fix_new_collapse (run, r);
}

/* mongoose-virtual-populate */

static void
check_mongoose (SquillRun *run, gconstpointer subject)
{
  const SquillRelationship *r = subject;
  const SquillModelInfo *info = squill_model_get_info (run->model);
  g_autoptr (GArray) all = NULL;
  g_autoptr (GPtrArray) uses = NULL;
  const SquillCopyUse *first;
  g_autofree char *fields = NULL;

  if (info->driver == NULL || g_ascii_strcasecmp (info->driver, "mongoose") != 0)
    return;
  all = _squill_run_get_copies (run, r);
  uses = g_ptr_array_new ();
  for (guint i = 0; i < all->len; i++)
    g_ptr_array_add (uses, &g_array_index (all, SquillCopyUse, i));
  if (uses->len == 0)
    return;
  first = uses->pdata[0];
  fields = name_copies (uses);
  report (run, SQUILL_SEVERITY_HINT, r, uses, 0,
          g_strdup_printf (
              _ ("populate() replaces the copies of %s in “%s” by the whole “%s”. With a "
                 "virtual beside the stored copies, both can be read."),
              fields, _squill_wording_name (first->keeper), _squill_wording_name (first->source)));
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_ALL | SQUILL_ASPECT_NAME)

const SquillRule _squill_rules_copied[] = {
  { .info = { "denorm-large", "D", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_SKILLS,
              N_ ("The copies are large"),
              N_ ("Copy a name and a picture’s address, not a biography of fifty kilobytes: every "
                  "document that has the copy is read, cached, and updated with it."),
              THRESHOLDS ("denorm.bytes", "denorm.share", "denorm.least") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_large },
  { .info = { "denorm-pii", "D", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_SKILLS,
              N_ ("Personal data is copied to where more can read it"),
              N_ ("Personal data that lives in a second place has to be protected, shown to its "
                  "person, and deleted there, too. Copy an id or a display name instead, and look "
                  "up the rest where it belongs."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_personal },
  { .info = { "denorm-immutable", "D", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_BEST,
              N_ ("What is copied never changes"),
              N_ ("A copy of what never changes is never wrong. It saves a join on every read, "
                  "needs no operation that keeps it in step, and costs nothing "
                  "but its bytes."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_immutable },
  { .info = { "snapshot-not-marked", "D", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_BEST,
              N_ ("The copy probably has to stay as it was"),
              N_ ("An order states the price and the address of its day. If the price of the "
                  "product changes later, the order must not. Such a copy is a snapshot: nothing "
                  "updates it. If it does have to follow its source, dismiss this."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_snapshot },
  { .info = { "collapse-one-side", "D", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_ZOLA_3 "; " SQUILL_SOURCE_ZOLA_2,
              N_ ("One side can be copied as a whole"),
              N_ ("If the one side has only a few small fields that never change, and is only ever "
                  "shown with its many, copy all of it into these and drop its collection: a "
                  "message that has the address of its host needs no host."),
              THRESHOLDS ("ref.max", "collapse.fields", "denorm.least") },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ,
    .check = check_collapse },
  { .info = { "mongoose-virtual-populate", "D", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_MONGOOSE,
              N_ ("Mongoose hides the copies when it populates"),
              N_ ("Keep the id and the copies as a stored sub-document, and declare a virtual with "
                  "localField on its _id, foreignField _id, and justOne, whose getter falls back "
                  "to the stored copy. What is not populated shows the copies, what is populated "
                  "shows the whole document, and the stored copy stays beside it."),
              NULL },
    .scope = SQUILL_SCOPE_RELATIONSHIP,
    .aspects = READ | SQUILL_ASPECT_WORKLOAD | SQUILL_ASPECT_SETTINGS,
    .check = check_mongoose },
  { .info = { NULL } },
};
