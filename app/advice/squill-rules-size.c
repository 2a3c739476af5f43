/* SPDX-License-Identifier: Apache-2.0 */

/* Family B: how large documents are, and what of. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-advice-private.h"
#include "design/squill-size.h"
#include "design/squill-storage.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

/* What a collection comes from: an entity, or the relationship of a junction or of buckets. */
static const SquillItem *
get_subject (SquillRun *run, const SquillCollection *collection)
{
  return squill_model_get_item (run->model, collection->id);
}

static const SquillShape *
find_dominant (SquillRun *run, const SquillCollection *collection)
{
  return _squill_run_find_dominant (run, collection->shape,
                                    _squill_run_get (run, SQUILL_THRESHOLD_DOC_LIMIT));
}

static SquillFix *
make_file_fix (const SquillField *field)
{
  SquillFix *fix =
      _squill_fix_new (g_strdup_printf (_ ("Store %s in GridFS"), _squill_wording_name (field)));
  const char *id = field->item.id;

  _squill_fix_set (fix, id, "types", squill_json_types (SQUILL_TYPE_OBJECT_ID));
  if (!isnan (field->subtype))
    _squill_fix_set (fix, id, "subtype", NULL);
  _squill_fix_set (fix, id, "size", NULL);
  if (field->meaning != NULL)
    _squill_fix_set (fix, id, "meaning", NULL);
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

  if (dominant->document && r != NULL && squill_placement_is_embedding (r->placement))
    return _squill_fix_new_advised (run, r);
  if (dominant->origin == SQUILL_ORIGIN_REFERENCE && dominant->array && r != NULL &&
      r->placement == SQUILL_PLACEMENT_CHILD_REFERENCES)
    return _squill_fix_new_advised (run, r);
  if (field == NULL || dominant->copy != NULL || dominant->origin == SQUILL_ORIGIN_REFERENCE ||
      squill_item_get_owner (field)->kind != SQUILL_KIND_ENTITY)
    return NULL;
  if (field->array)
    return _squill_fix_new_collection (run, field);
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
                           squill_json_number (_squill_shape_get_most_bytes (child)));
    }
  json_object_set_new (finding->values, "parts", parts);
}

/* doc-too-large */

/* The most bytes of a value that is stored as a whole; what is likely where nobody said. */
static double
get_blob_bytes (const SquillField *field)
{
  return isfinite (field->size.max) ? field->size.max : field->size.likely;
}

/* What fills a document is one matter. Whether another rule names it, in more detail and as of no
 * less severity: an array that is too long, or a value that is too large. */
static gboolean
is_said_of_part (SquillRun *run, const SquillShape *part, SquillSeverity severity)
{
  const SquillField *field = part == NULL ? NULL : squill_model_get_field (run->model, part->field);
  SquillArray array;
  double elements;

  if (part != NULL && _squill_array_init_shape (&array, run, part))
    return _squill_array_is_full_soon (&array, run) ||
           _squill_array_breaks_limit (&array, run, &elements) ||
           (severity < SQUILL_SEVERITY_ERROR && _squill_array_is_long (&array, run) &&
            !_squill_array_is_outlier (&array, run));
  return field != NULL && is_blob (field) && !field->array && !field->map &&
         get_blob_bytes (field) > _squill_run_get (run, severity == SQUILL_SEVERITY_ERROR
                                                            ? SQUILL_THRESHOLD_DOC_LIMIT
                                                            : SQUILL_THRESHOLD_BLOB_BYTES);
}

static void
check_too_large (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  double limit = _squill_run_get (run, SQUILL_THRESHOLD_DOC_LIMIT);
  double most = _squill_shape_get_most_bytes (collection->shape);
  const SquillShape *dominant;
  g_autofree char *bytes = NULL, *allowed = NULL, *part = NULL;
  SquillFinding *finding;

  if (most <= limit)
    return;
  dominant = find_dominant (run, collection);
  if (is_said_of_part (run, dominant, SQUILL_SEVERITY_ERROR))
    return;
  bytes = squill_text_likely_bytes (most, collection->shape->size_assumed);
  allowed = squill_text_bytes (limit);
  part = squill_text_likely_bytes (dominant == NULL ? 0 : _squill_shape_get_most_bytes (dominant),
                                   dominant != NULL && dominant->size_assumed);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_ERROR, get_subject (run, collection), most / limit,
      dominant == NULL
          ? g_strdup_printf (
                _ ("A document of “%s” can have %s, but the server accepts no more than %s."),
                collection->name, bytes, allowed)
          : g_strdup_printf (_ ("A document of “%s” can have %s, of which “%s” takes up %s, but "
                                "the server accepts no more than %s."),
                             collection->name, bytes, dominant->path, part, allowed));
  _squill_finding_set_place (finding, collection->id, dominant == NULL ? NULL : dominant->path);
  _squill_finding_set_number (finding, "bytes", most);
  _squill_finding_set_number (finding, "threshold", limit);
  set_parts (finding, collection->shape);
  if (dominant != NULL)
    finding->fix = make_smaller_fix (run, dominant);
}

/* doc-bloated */

/* How many likely documents fit into the cache of a server; NaN where nobody
 * said how much memory it has. */
static double
count_in_cache (SquillRun *run, double bytes)
{
  double cache = squill_model_get_cache (run->model);

  return floor (cache * _squill_run_get (run, SQUILL_THRESHOLD_CACHE_USE) / (1.09 * bytes + 15));
}

static gboolean
is_hot (SquillRun *run, const SquillCollection *collection)
{
  for (guint i = 0; i < collection->entities->len; i++)
    {
      const GPtrArray *uses =
          squill_operation_index_get_uses_of (run->operations, collection->entities->pdata[i]);

      for (guint j = 0; j < uses->len; j++)
        if (squill_operation_index_is_hot (run->operations,
                                           ((const SquillUse *)uses->pdata[j])->rate))
          return TRUE;
    }
  return FALSE;
}

static void
check_bloated (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  double likely = collection->shape->bytes.likely;
  double most = _squill_shape_get_most_bytes (collection->shape);
  double fitting;
  gboolean bloated, watched;
  const SquillShape *dominant;
  g_autofree char *usual = NULL, *largest = NULL, *fit = NULL, *more = NULL;
  SquillFinding *finding;

  bloated = likely > _squill_run_get (run, SQUILL_THRESHOLD_DOC_LARGE) ||
            most > _squill_run_get (run, SQUILL_THRESHOLD_DOC_BLOAT);
  watched = likely > _squill_run_get (run, SQUILL_THRESHOLD_DOC_WATCH) && is_hot (run, collection);
  if ((!bloated && !watched) || most > _squill_run_get (run, SQUILL_THRESHOLD_DOC_LIMIT))
    return;
  dominant = find_dominant (run, collection);
  if (is_said_of_part (run, dominant, SQUILL_SEVERITY_WARNING))
    return;
  fitting = count_in_cache (run, likely);
  usual = squill_text_likely_bytes (likely, collection->shape->size_assumed);
  largest = squill_text_likely_bytes (most, collection->shape->size_assumed);
  fit = squill_text_count (fitting);
  more = isnan (fitting) ? g_strdup ("")
                         : g_strdup_printf (_ (" The cache of a server has room for %s."), fit);
  finding = _squill_run_report (
      run, bloated ? SQUILL_SEVERITY_WARNING : SQUILL_SEVERITY_HINT, get_subject (run, collection),
      likely / _squill_run_get (run, SQUILL_THRESHOLD_DOC_WATCH),
      g_strdup_printf (_ ("A document of “%s” has %s, up to %s. Each one that is read displaces "
                          "many small ones from the cache.%s"),
                       collection->name, usual, largest, more));
  _squill_finding_set_place (finding, collection->id, dominant == NULL ? NULL : dominant->path);
  _squill_finding_set_number (finding, "bytes", likely);
  _squill_finding_set_number (finding, "bytes_max", most);
  _squill_finding_set_number (finding, "documents_in_cache", fitting);
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
  double limit = _squill_run_get (run, SQUILL_THRESHOLD_DEPTH_LIMIT);
  Depth depth = { 0, NULL, NULL };
  gboolean broken;
  g_autofree char *allowed = NULL, *where = NULL;
  const char *path;
  SquillFinding *finding;
  char *message;

  squill_shape_foreach (collection->shape, look_deeper, &depth);
  broken = depth.endless != NULL || depth.levels > limit;
  if (!broken && depth.levels <= _squill_run_get (run, SQUILL_THRESHOLD_DEPTH_HINT))
    return;
  allowed = squill_text_count (limit);
  path = depth.endless != NULL ? depth.endless->path : depth.deepest->path;
  /* A path of a hundred levels is no reading. */
  where = squill_text_fit (path);
  if (depth.endless != NULL)
    message = g_strdup_printf (_ ("Documents of “%s” are nested without a limit at “%s”, but the "
                                  "server allows %s levels."),
                               collection->name, where, allowed);
  else
    message = g_strdup_printf (_ ("Documents of “%s” are nested %u levels deep at “%s”; the server "
                                  "allows %s, but queries become hard to read long before."),
                               collection->name, depth.levels, where, allowed);
  finding = _squill_run_report (run, broken ? SQUILL_SEVERITY_ERROR : SQUILL_SEVERITY_HINT,
                                get_subject (run, collection), depth.levels, message);
  _squill_finding_set_place (finding, collection->id, path);
  if (depth.endless == NULL)
    _squill_finding_set_number (finding, "levels", depth.levels);
  _squill_finding_set_number (finding, "threshold", limit);
  if (depth.endless != NULL && depth.endless->document)
    {
      const SquillRelationship *r =
          squill_model_get_relationship (run->model, depth.endless->relationship);

      if (r != NULL && squill_placement_is_embedding (r->placement) && depth.levels <= limit)
        finding->fix = _squill_fix_new_advised (run, r);
    }
}

/* blob-embedded */

static const SquillShape *
get_place_of_field (SquillRun *run, const SquillField *field)
{
  const SquillItem *owner = squill_item_get_owner (field);
  const SquillShape *place =
      owner->kind == SQUILL_KIND_ENTITY ? _squill_run_get_place (run, owner->id) : NULL;

  return place == NULL ? NULL : squill_design_resolve (run->design, place, field->item.id);
}

static void
check_blob (SquillRun *run, gconstpointer subject)
{
  const SquillField *field = subject;
  const SquillShape *shape;
  const SquillCollection *collection;
  double bytes = get_blob_bytes (field), limit;
  g_autofree char *size = NULL, *allowed = NULL;
  SquillFinding *finding;

  if (!is_blob (field) || !(bytes > _squill_run_get (run, SQUILL_THRESHOLD_BLOB_BYTES)))
    return;
  limit = _squill_run_get (run, SQUILL_THRESHOLD_DOC_LIMIT);
  shape = get_place_of_field (run, field);
  collection = shape == NULL ? NULL : squill_design_get_collection_of_shape (run->design, shape);
  /* That its document is too large because of it is worse. */
  if (collection != NULL && bytes <= limit &&
      _squill_shape_get_most_bytes (collection->shape) > limit &&
      find_dominant (run, collection) == shape)
    return;
  size = squill_text_bytes (bytes);
  allowed = squill_text_bytes (limit);
  finding = _squill_run_report (
      run, bytes > limit ? SQUILL_SEVERITY_ERROR : SQUILL_SEVERITY_WARNING, field, bytes / limit,
      bytes > limit ? g_strdup_printf (_ ("One “%s” can have %s, more than the %s of a document: "
                                          "it has to be stored in GridFS or outside the database."),
                                       _squill_wording_name (field), size, allowed)
                    : g_strdup_printf (_ ("One “%s” can have %s and is loaded with its document, "
                                          "whatever part of the document is read."),
                                       _squill_wording_name (field), size));
  _squill_finding_set_number (finding, "bytes", bytes);
  _squill_finding_set_number (finding, "threshold",
                              _squill_run_get (run, SQUILL_THRESHOLD_BLOB_BYTES));
  if (collection != NULL)
    _squill_finding_set_place (finding, collection->id, shape->path);
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

  if (!(documents > _squill_run_get (run, SQUILL_THRESHOLD_MANY_DOCUMENTS)))
    return;
  names = get_name_bytes (collection->shape);
  if (!(names / bytes > _squill_run_get (run, SQUILL_THRESHOLD_NAMES_SHARE)))
    return;
  share = squill_text_share (names / bytes);
  count = squill_text_count (documents);
  all = squill_text_bytes (names * documents);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, get_subject (run, collection), names / bytes,
      g_strdup_printf (_ ("Field names take up %s of a document of “%s”; with %s documents that is "
                          "%s. Compression reduces this on disk, but not in the cache."),
                       share, collection->name, count, all));
  _squill_finding_set_place (finding, collection->id, NULL);
  _squill_finding_set_number (finding, "name_bytes", names);
  _squill_finding_set_number (finding, "bytes", bytes);
  _squill_finding_set_number (finding, "documents", documents);
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

/* Of what nobody counted or uses no bytes are counted either: it may be a first sketch, or come
 * from tables, and would be full of such hints. */
static gboolean
is_sketch (SquillRun *run, const SquillEntity *entity)
{
  return isnan (squill_triple_get_usual (squill_design_get_count (run->design, entity->item.id))) &&
         squill_operation_index_get_uses_of (run->operations, entity->item.id)->len == 0;
}

static void
check_unknown (SquillRun *run, gconstpointer subject)
{
  const SquillEntity *entity = subject;
  const SquillShape *place = _squill_run_get_place (run, entity->item.id);
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  g_autofree char *list = NULL;
  const SquillCollection *collection;
  SquillFinding *finding;

  if (place == NULL || is_sketch (run, entity))
    return;
  collect_unknown (place, paths);
  if (paths->len == 0)
    return;
  list = squill_text_names (paths);
  finding = _squill_run_report (run, SQUILL_SEVERITY_HINT, entity, -2 + paths->len / 1000.0,
                                g_strdup_printf (_ ("The size of %s in “%s” is not given, so all "
                                                    "sizes computed from it are assumed."),
                                                 list, _squill_wording_name (entity)));
  collection = squill_design_get_collection_of_shape (run->design, place);
  _squill_finding_set_place (finding, collection->id, paths->len == 1 ? paths->pdata[0] : NULL);
  _squill_finding_set_number (finding, "fields", paths->len);
  _squill_finding_set_list (finding, "paths", paths);
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_ALL)

const SquillRule _squill_rules_size[] = {
  { .info = { "doc-too-large", "B", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_LIMITS,
              N_ ("A document can exceed the size limit"),
              N_ ("A document cannot be larger than 16 MiB. If every part of this one is as large "
                  "as the model allows, it exceeds the limit, and the write fails. Store its "
                  "largest part, which is named here, in documents of its own, in buckets, or in "
                  "GridFS."),
              THRESHOLDS ("doc.limit") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_too_large },
  { .info = { "doc-bloated", "B", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_COMPASS "; " SQUILL_SOURCE_SKILLS, N_ ("Documents are very large"),
              N_ ("The server reads, updates, and caches whole documents. Few large documents fit "
                  "into the cache, and each small change rewrites all of it. A typical document of "
                  "1 MiB is large, and 10 MB are large for any document. For frequently used "
                  "documents, 200 KiB are worth a second look."),
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
  { .info = { "nesting-depth", "B", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_LIMITS,
              N_ ("Documents are nested deeply"),
              N_ ("Each nested object or array is one level. The server allows 100 levels, and "
                  "exceeding them is an error; long before that, queries and updates become hard "
                  "to write and to read."),
              THRESHOLDS ("depth.limit", "depth.hint") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_depth },
  { .info = { "blob-embedded", "B", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_CMS "; " SQUILL_SOURCE_EMBEDDING "; " SQUILL_SOURCE_SKILLS,
              N_ ("A file is stored inside a document"),
              N_ ("Pictures, documents, and other large values fill the cache with bytes that "
                  "queries never use, and every read of the document loads them. Store them in "
                  "GridFS, which splits them into chunks of 255 KiB, or in a file store, and refer "
                  "to them. Small ones, such as an avatar of 20 kB, can stay."),
              THRESHOLDS ("blob.bytes", "doc.limit") },
    .scope = SQUILL_SCOPE_FIELD,
    .aspects = READ,
    .check = check_blob },
  { .info = { "name-overhead", "B", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_BEST "; " SQUILL_SOURCE_NORMS ", norm 3",
              N_ ("Field names take up much of the documents"),
              N_ ("Every document contains the names of its fields. With millions of tiny "
                  "documents, this adds up. Grouping many of them into one document helps most; "
                  "shorter names also help, but are harder to understand. Indexes do not contain "
                  "field names."),
              THRESHOLDS ("names.share", "many.documents") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_names },
  { .info = { "size-unknown", "B", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_DERIVED,
              N_ ("Sizes are not given"),
              N_ ("Strings, binary data, and arrays can have any size. If the model does not give "
                  "a typical and a maximum size, all byte counts treat them as empty, and rules "
                  "about sizes can miss problems."),
              NULL },
    .scope = SQUILL_SCOPE_ENTITY,
    .aspects = READ,
    .check = check_unknown },
  { .info = { NULL } },
};
