/* SPDX-License-Identifier: Apache-2.0 */

/* Family B: how large documents are, and what of. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-array.h"
#include "advice/squill-fix-placement.h"
#include "advice/squill-rule.h"
#include "advice/squill-wording.h"
#include "design/squill-size.h"

#define GIB (1024.0 * 1024.0 * 1024.0)
#define MIB (1024.0 * 1024.0)

/* What a collection comes from: an entity, or the relationship of a junction or of buckets. */
static const SquillItem *
get_subject (SquillRun *run, const SquillCollection *collection)
{
  return squill_model_get_item (run->model, collection->id);
}

/* What most of a document is: the largest part of it, or of that part, as long as one is more than
 * half of what is around it. */
static const SquillShape *
find_dominant (const SquillShape *shape)
{
  for (;;)
    {
      const SquillShape *largest = NULL;
      double most = 0, around = squill_shape_get_most_bytes (shape);

      for (guint i = 0; i < shape->children->len; i++)
        {
          const SquillShape *child = shape->children->pdata[i];
          double bytes = squill_shape_get_most_bytes (child);

          if (bytes > most)
            {
              most = bytes;
              largest = child;
            }
        }
      if (largest == NULL || (shape->parent != NULL && most * 2 < around))
        return shape->parent == NULL ? NULL : shape;
      shape = largest;
      /* An array is what has to be made smaller, whatever is in it. */
      if (shape->array || shape->map)
        return shape;
    }
}

static SquillFix *
make_file_fix (const SquillField *field)
{
  SquillFix *fix =
      squill_fix_new (g_strdup_printf (_ ("Keep %s in GridFS"), squill_wording_name (field)));
  const char *id = field->item.id;

  squill_fix_set (fix, id, "types", squill_json_types (SQUILL_TYPE_OBJECT_ID));
  if (!isnan (field->subtype))
    squill_fix_set (fix, id, "subtype", NULL);
  squill_fix_set (fix, id, "size", NULL);
  if (field->meaning != NULL)
    squill_fix_set (fix, id, "meaning", NULL);
  return fix;
}

static gboolean
is_blob (const SquillField *field)
{
  return (field->types & (SQUILL_TYPE_BINARY | SQUILL_TYPE_STRING)) != 0 &&
         field->enumeration == NULL;
}

/* Takes what most of the document is out of it. */
static SquillFix *
make_smaller_fix (SquillRun *run, const SquillShape *dominant)
{
  const SquillRelationship *r = squill_model_get_relationship (run->model, dominant->relationship);
  const SquillField *field = squill_model_get_field (run->model, dominant->field);

  if (dominant->document && r != NULL && squill_relationship_embeds (r))
    return squill_fix_new_reference (run, r);
  if (dominant->origin == SQUILL_ORIGIN_REFERENCE && dominant->array && r != NULL &&
      r->placement == SQUILL_PLACEMENT_CHILD_REFERENCES)
    return squill_fix_new_reference (run, r);
  if (field == NULL || dominant->copy != NULL || dominant->origin == SQUILL_ORIGIN_REFERENCE ||
      squill_item_get_owner (field)->kind != SQUILL_KIND_ENTITY)
    return NULL;
  if (field->array)
    return squill_fix_new_collection (run, field);
  return is_blob (field) && dominant->children->len == 0 ? make_file_fix (field) : NULL;
}

static void
set_parts (SquillFinding *finding, const SquillShape *document)
{
  json_t *parts = json_object ();

  for (guint i = 0; i < document->children->len; i++)
    {
      const SquillShape *child = document->children->pdata[i];

      json_object_set_new (parts, child->path,
                           squill_json_number (squill_shape_get_most_bytes (child)));
    }
  json_object_set_new (finding->values, "parts", parts);
}

/* doc-too-large */

/* Whether the rules of arrays have said that this one is too long, in more detail. */
static gboolean
is_said_of_array (SquillRun *run, const SquillShape *dominant)
{
  SquillArray array;
  double elements;

  return dominant != NULL && squill_array_init_shape (&array, run, dominant) &&
         (squill_array_is_unbounded (&array) || squill_array_breaks_limit (&array, run, &elements));
}

static void
check_too_large (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  double limit = squill_run_get (run, SQUILL_THRESHOLD_DOC_LIMIT);
  double most = squill_shape_get_most_bytes (collection->shape);
  const SquillShape *dominant;
  g_autofree char *bytes = NULL, *allowed = NULL, *part = NULL;
  SquillFinding *finding;

  if (most <= limit)
    return;
  dominant = find_dominant (collection->shape);
  if (is_said_of_array (run, dominant))
    return;
  bytes = squill_wording_bytes (most);
  allowed = squill_wording_bytes (limit);
  part = squill_wording_bytes (dominant == NULL ? 0 : squill_shape_get_most_bytes (dominant));
  finding = squill_run_report (
      run, SQUILL_SEVERITY_ERROR, get_subject (run, collection), most / limit,
      dominant == NULL
          ? g_strdup_printf (_ ("A document of “%s” may have %s, and the server takes no more than "
                                "%s."),
                             collection->name, bytes, allowed)
          : g_strdup_printf (
                _ ("A document of “%s” may have %s, of which “%s” is %s, and the server "
                   "takes no more than %s."),
                collection->name, bytes, dominant->path, part, allowed));
  squill_finding_set_place (finding, collection->id, dominant == NULL ? NULL : dominant->path);
  squill_finding_set_number (finding, "bytes", most);
  squill_finding_set_number (finding, "threshold", limit);
  set_parts (finding, collection->shape);
  if (dominant != NULL)
    finding->fix = make_smaller_fix (run, dominant);
}

/* doc-bloated */

/* How many likely documents fit into the cache of a server (rules.md 6.2, 6.4); NaN where nobody
 * said how much memory it has. */
static double
count_in_cache (SquillRun *run, double bytes)
{
  double memory = squill_model_get_info (run->model)->memory;
  double cache;

  if (isnan (memory))
    return NAN;
  cache = fmax (0.5 * (memory * GIB - GIB), 256 * MIB);
  return floor (cache * squill_run_get (run, SQUILL_THRESHOLD_CACHE_USE) / (1.09 * bytes + 15));
}

static gboolean
is_hot (SquillRun *run, const SquillCollection *collection)
{
  for (guint i = 0; i < collection->entities->len; i++)
    {
      const GPtrArray *uses =
          squill_workload_get_uses_of (run->workload, collection->entities->pdata[i]);

      for (guint j = 0; j < uses->len; j++)
        if (squill_workload_is_hot (run->workload, ((const SquillUse *)uses->pdata[j])->rate))
          return TRUE;
    }
  return FALSE;
}

static void
check_bloated (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  double likely = collection->shape->bytes.likely;
  double most = squill_shape_get_most_bytes (collection->shape);
  double fitting;
  gboolean bloated, watched;
  const SquillShape *dominant;
  g_autofree char *usual = NULL, *largest = NULL, *fit = NULL, *more = NULL;
  SquillFinding *finding;

  bloated = likely > squill_run_get (run, SQUILL_THRESHOLD_DOC_LARGE) ||
            most > squill_run_get (run, SQUILL_THRESHOLD_DOC_BLOAT);
  watched = likely > squill_run_get (run, SQUILL_THRESHOLD_DOC_WATCH) && is_hot (run, collection);
  if ((!bloated && !watched) || most > squill_run_get (run, SQUILL_THRESHOLD_DOC_LIMIT))
    return;
  dominant = find_dominant (collection->shape);
  if (is_said_of_array (run, dominant))
    return;
  fitting = count_in_cache (run, likely);
  usual = squill_wording_bytes (likely);
  largest = squill_wording_bytes (most);
  fit = squill_wording_count (fitting);
  more = isnan (fitting) ? g_strdup ("")
                         : g_strdup_printf (_ (" The cache of a server has room for %s."), fit);
  finding = squill_run_report (
      run, bloated ? SQUILL_SEVERITY_WARNING : SQUILL_SEVERITY_HINT, get_subject (run, collection),
      likely / squill_run_get (run, SQUILL_THRESHOLD_DOC_WATCH),
      g_strdup_printf (_ ("A document of “%s” has %s, and up to %s. Each that is read pushes many "
                          "small ones out of the cache.%s"),
                       collection->name, usual, largest, more));
  squill_finding_set_place (finding, collection->id, dominant == NULL ? NULL : dominant->path);
  squill_finding_set_number (finding, "bytes", likely);
  squill_finding_set_number (finding, "bytes_max", most);
  squill_finding_set_number (finding, "documents_in_cache", fitting);
  set_parts (finding, collection->shape);
  if (dominant != NULL)
    finding->fix = make_smaller_fix (run, dominant);
}

/* nesting-depth */

typedef struct
{
  guint levels;
  const SquillShape *deepest;
  const SquillShape *endless;
} Depth;

static gboolean
look_deeper (const SquillShape *shape, gpointer user_data)
{
  Depth *depth = user_data;
  guint levels = shape->level;

  if (shape->recursive && depth->endless == NULL)
    depth->endless = shape;
  if (shape->array)
    levels++;
  if (shape->map || (shape->types & SQUILL_TYPE_OBJECT))
    levels++;
  if (shape->parent != NULL && levels > depth->levels)
    {
      depth->levels = levels;
      depth->deepest = shape;
    }
  return TRUE;
}

static void
check_depth (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  double limit = squill_run_get (run, SQUILL_THRESHOLD_DEPTH_LIMIT);
  Depth depth = { 0, NULL, NULL };
  gboolean broken;
  g_autofree char *allowed = NULL;
  SquillFinding *finding;
  char *message;

  squill_shape_foreach (collection->shape, look_deeper, &depth);
  broken = depth.endless != NULL || depth.levels > limit;
  if (!broken && depth.levels <= squill_run_get (run, SQUILL_THRESHOLD_DEPTH_HINT))
    return;
  allowed = squill_wording_count (limit);
  if (depth.endless != NULL)
    message =
        g_strdup_printf (_ ("Documents of “%s” are nested without end at “%s”, and the server "
                            "takes %s levels."),
                         collection->name, depth.endless->path, allowed);
  else
    message = g_strdup_printf (_ ("Documents of “%s” are nested %u levels deep at “%s”; the server "
                                  "takes %s, and people lose count sooner."),
                               collection->name, depth.levels, depth.deepest->path, allowed);
  finding = squill_run_report (run, broken ? SQUILL_SEVERITY_ERROR : SQUILL_SEVERITY_HINT,
                               get_subject (run, collection), depth.levels, message);
  squill_finding_set_place (finding, collection->id,
                            depth.endless != NULL ? depth.endless->path : depth.deepest->path);
  if (depth.endless == NULL)
    squill_finding_set_number (finding, "levels", depth.levels);
  squill_finding_set_number (finding, "threshold", limit);
  if (depth.endless != NULL && depth.endless->document)
    {
      const SquillRelationship *r =
          squill_model_get_relationship (run->model, depth.endless->relationship);

      if (r != NULL && squill_relationship_embeds (r) && depth.levels <= limit)
        finding->fix = squill_fix_new_placement (run, r, SQUILL_PLACEMENT_PARENT_REFERENCE, NAN);
    }
}

/* blob-embedded */

static void
check_blob (SquillRun *run, gconstpointer subject)
{
  const SquillField *field = subject;
  const SquillItem *owner;
  const SquillShape *place, *shape = NULL;
  double bytes = field->size.max, limit;
  g_autofree char *size = NULL, *allowed = NULL;
  SquillFinding *finding;

  if (!is_blob (field))
    return;
  if (!isfinite (bytes))
    bytes = field->size.likely;
  if (!(bytes > squill_run_get (run, SQUILL_THRESHOLD_BLOB_BYTES)))
    return;
  limit = squill_run_get (run, SQUILL_THRESHOLD_DOC_LIMIT);
  size = squill_wording_bytes (bytes);
  allowed = squill_wording_bytes (limit);
  finding = squill_run_report (
      run, bytes > limit ? SQUILL_SEVERITY_ERROR : SQUILL_SEVERITY_WARNING, field, bytes / limit,
      bytes > limit
          ? g_strdup_printf (_ ("One “%s” may have %s, more than the %s of a document: it can only "
                                "be kept in pieces, as GridFS does, or elsewhere."),
                             squill_wording_name (field), size, allowed)
          : g_strdup_printf (_ ("One “%s” may have %s, and is loaded with its document whenever "
                                "anything of that is read."),
                             squill_wording_name (field), size));
  squill_finding_set_number (finding, "bytes", bytes);
  squill_finding_set_number (finding, "threshold",
                             squill_run_get (run, SQUILL_THRESHOLD_BLOB_BYTES));
  owner = squill_item_get_owner (field);
  place = owner->kind == SQUILL_KIND_ENTITY ? squill_run_get_place (run, owner->id) : NULL;
  if (place != NULL)
    shape = squill_design_resolve (run->design, place, field->item.id);
  if (shape != NULL)
    squill_finding_set_place (
        finding, squill_design_get_collection_of_shape (run->design, shape)->id, shape->path);
  if (field->item.children == NULL || field->item.children->len == 0)
    finding->fix = make_file_fix (field);
}

/* name-overhead */

static double
get_name_bytes (const SquillShape *shape)
{
  double inside = 0, count = 1, own;

  for (guint i = 0; i < shape->children->len; i++)
    inside += get_name_bytes (shape->children->pdata[i]);
  if (shape->parent == NULL)
    return inside;
  own = g_str_equal (shape->name, "[]") ? 0 : strlen (shape->name) + 1;
  if (shape->array || shape->map)
    count = isfinite (shape->length.likely) ? shape->length.likely : 0;
  /* The names of elements are their numbers. */
  if (shape->array)
    own += squill_size_digits (count) + count;
  return shape->presence * (own + count * inside);
}

static double
get_documents (const SquillCollection *collection)
{
  return isnan (collection->count_at_horizon) ? squill_triple_get_usual (collection->count)
                                              : collection->count_at_horizon;
}

static void
check_names (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  double documents = get_documents (collection);
  double bytes = collection->shape->bytes.likely;
  double names;
  g_autofree char *share = NULL, *all = NULL, *count = NULL;
  SquillFinding *finding;

  if (!(documents > squill_run_get (run, SQUILL_THRESHOLD_MANY_DOCUMENTS)))
    return;
  names = get_name_bytes (collection->shape);
  if (!(names / bytes > squill_run_get (run, SQUILL_THRESHOLD_NAMES_SHARE)))
    return;
  share = squill_wording_share (names / bytes);
  count = squill_wording_count (documents);
  all = squill_wording_bytes (names * documents);
  finding = squill_run_report (
      run, SQUILL_SEVERITY_HINT, get_subject (run, collection), names / bytes,
      g_strdup_printf (_ ("%s of a document of “%s” are names of fields, in %s documents %s. "
                          "Compression takes care of them on disk, but not in the cache."),
                       share, collection->name, count, all));
  squill_finding_set_place (finding, collection->id, NULL);
  squill_finding_set_number (finding, "name_bytes", names);
  squill_finding_set_number (finding, "bytes", bytes);
  squill_finding_set_number (finding, "documents", documents);
}

/* size-unknown */

static gboolean
has_unknown_child (const SquillShape *shape)
{
  for (guint i = 0; i < shape->children->len; i++)
    if (((const SquillShape *)shape->children->pdata[i])->size_unknown)
      return TRUE;
  return FALSE;
}

/* The fields drawn in the entity of a place of which nobody said how large they are. */
static void
collect_unknown (const SquillShape *shape, GPtrArray *paths)
{
  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];
      gboolean is_drawn = child->field != NULL && child->copy == NULL && !child->document &&
                          child->origin != SQUILL_ORIGIN_REFERENCE &&
                          child->origin != SQUILL_ORIGIN_LINK;

      if (!child->size_unknown || !is_drawn)
        continue;
      if (!has_unknown_child (child) || ((child->array || child->map) && isnan (child->length.max)))
        g_ptr_array_add (paths, child->path);
      collect_unknown (child, paths);
    }
}

static void
check_unknown (SquillRun *run, gconstpointer subject)
{
  const SquillEntity *entity = subject;
  const SquillShape *place = squill_run_get_place (run, entity->item.id);
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  g_autofree char *list = NULL;
  const SquillCollection *collection;
  SquillFinding *finding;

  if (place == NULL)
    return;
  collect_unknown (place, paths);
  if (paths->len == 0)
    return;
  list = squill_wording_list (paths);
  finding = squill_run_report (
      run, SQUILL_SEVERITY_HINT, entity, -2 + paths->len / 1000.0,
      g_strdup_printf (_ ("How large %s may be in “%s” is not given, so all sizes that follow are "
                          "the least there can be."),
                       list, squill_wording_name (entity)));
  collection = squill_design_get_collection_of_shape (run->design, place);
  squill_finding_set_place (finding, collection->id, paths->len == 1 ? paths->pdata[0] : NULL);
  squill_finding_set_number (finding, "fields", paths->len);
  squill_finding_set_list (finding, "paths", paths);
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_ALL)

const SquillRule squill_rules_size[] = {
  { .info = { "doc-too-large", "B", SQUILL_SEVERITY_ERROR, "M:limits",
              N_ ("A document can be larger than the server takes"),
              N_ ("No document may have more than 16 MiB. If everything in this one is as large as "
                  "the model allows, it has more, and the write fails. The part named is most of "
                  "it: keep that in documents of its own, in buckets, or as a file."),
              THRESHOLDS ("doc.limit") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_too_large },
  { .info = { "doc-bloated", "B", SQUILL_SEVERITY_WARNING, "C, A", N_ ("Documents are very large"),
              N_ ("The server reads, changes and caches documents as a whole. Of large ones few "
                  "fit "
                  "into the cache, and each small change writes all of it. A mebibyte is a lot for "
                  "a usual document, ten megabytes are for any. Where documents are used all the "
                  "time, 200 KiB are worth a thought."),
              THRESHOLDS ("doc.bloat",
                          "doc.large",
                          "doc.watch",
                          "hot.rate",
                          "hot.share",
                          "hot.least",
                          "cache.use") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_bloated,
    .reads_hot = TRUE },
  { .info = { "nesting-depth", "B", SQUILL_SEVERITY_HINT, "M:limits",
              N_ ("Documents are nested deeply"),
              N_ ("Each object and each array in another is one level. The server takes a hundred, "
                  "which is an error to pass; long before, queries and updates become hard to "
                  "write and to read."),
              THRESHOLDS ("depth.limit", "depth.hint") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_depth },
  { .info = { "blob-embedded", "B", SQUILL_SEVERITY_WARNING, "S0, M:embedding, A",
              N_ ("A file is kept inside of documents"),
              N_ ("Pictures, documents and other large values fill the cache with bytes that "
                  "queries never look at, and each read of the document loads them. Keep them in "
                  "GridFS, which cuts them into pieces of 255 KiB, or in a store for files, and "
                  "refer to them. Small ones, such as an avatar of 20 kB, may stay."),
              THRESHOLDS ("blob.bytes", "doc.limit") },
    .scope = SQUILL_SCOPE_FIELD,
    .aspects = READ,
    .check = check_blob },
  { .info = { "name-overhead", "B", SQUILL_SEVERITY_HINT, "M:best-practices, S2 norm 3",
              N_ ("Much of the documents is names of fields"),
              N_ ("Every document spells out the names of its fields. In tiny documents that are "
                  "stored by the million it adds up. Putting many of them into one document helps "
                  "most; shorter names help too, at the price of being understood less. Indexes do "
                  "not contain names."),
              THRESHOLDS ("names.share", "many.documents") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_names },
  { .info = { "size-unknown", "B", SQUILL_SEVERITY_HINT, "derived", N_ ("Sizes are not given"),
              N_ ("Text, binary data and arrays have any size. As long as the model does not say "
                  "how large they usually are and may become, all figures of bytes count them as "
                  "empty, and rules about sizes keep silent that should speak."),
              NULL },
    .scope = SQUILL_SCOPE_ENTITY,
    .aspects = SQUILL_ASPECTS_STORED | SQUILL_ASPECT_VALUES,
    .check = check_unknown },
  { .info = { NULL } },
};
