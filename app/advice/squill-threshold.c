/* SPDX-License-Identifier: Apache-2.0 */

/* The one table of the numbers that rules compare with. A model may have its own: a map of names to
 * numbers, its property "thresholds". */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-threshold.h"

#include "advice/squill-advice.h"

#define KIB 1024.0
#define MIB (1024.0 * KIB)
#define GB 1e9

/* In the order of SquillThreshold. Origins are the tags of rules.md 1; DEF is a choice of ours. */
static const struct
{
  const char *name;
  double value;
} thresholds[] = {
  { "embed.max", 200 },               /* elements; S1 rule 3 */
  { "embed.compass", 250 },           /* elements; C: array insight */
  { "embed.few", 100 },               /* elements; A: one to few */
  { "ref.max", 3000 },                /* ids; S1 rule 3: a few thousand */
  { "doc.limit", 16777216 },          /* bytes; M:limits */
  { "doc.bloat", 10000000 },          /* bytes; C */
  { "doc.large", MIB },               /* bytes; A */
  { "doc.watch", 200 * KIB },         /* bytes; A */
  { "doc.coldRatio", 10 },            /* cold bytes to hot bytes; A */
  { "depth.limit", 100 },             /* levels; M:limits */
  { "idx.max", 10 },                  /* of a collection; S2 norm 4, C */
  { "idx.limit", 64 },                /* of a collection; M:limits */
  { "idx.fields", 32 },               /* of an index; M:limits */
  { "idx.writeHeavy", 5 },            /* secondary indexes; DEF from S0 */
  { "multikey.fan", 100 },            /* keys of a document; DEF */
  { "in.long", 200 },                 /* values; M:esr */
  { "name.field", 32 },               /* characters; S2 norm 3 */
  { "name.collection", 64 },          /* characters; S2 norm 1 */
  { "name.db", 63 },                  /* bytes; M:limits */
  { "name.ns", 255 },                 /* bytes; M:limits */
  { "name.nsSharded", 235 },          /* bytes; M:limits */
  { "shard.start", 256 * GB },        /* bytes; S2 norm 5 */
  { "shard.manual", 3000 * GB },      /* bytes; M:sharding */
  { "shard.perShard", 2000 * GB },    /* bytes; S2 norm 5 */
  { "shard.perShardCap", 4000 * GB }, /* bytes; Atlas */
  { "range.size", 128 * MIB },        /* bytes; M:limits */
  { "pool.max", 200 },                /* connections; S2 norm 10 */
  { "txn.seconds", 60 },              /* S2 norm 12, M:limits */
  { "txn.docs", 1000 },               /* modified documents; R */
  { "batch.max", 100000 },            /* writes; M:limits */
  { "denorm.margin", 2 },             /* benefit to cost; DEF */
  { "fanout.warn", 1000 },            /* documents of an update; DEF */
  { "colls.max", 10000 },             /* of a replica set; C, A */
  { "colls.andIndexes", 100000 },     /* of a cluster; M:faq-storage */
  { "cache.use", 0.8 },               /* share of the cache; R */
  { "alone.share", 0.05 },            /* of the operations on a child */
  { "together.share", 0.5 },          /* of the reads of a parent */
  { "rare.share", 0.2 },              /* of the reads of a parent */
  { "rare.bytes", 0.5 },              /* of the document's bytes */
  { "evolving.max", 10 },             /* elements */
  { "retention.ratio", 2 },           /* of two retentions */
  { "split.child", 10000 },           /* bytes of the half that may stay apart */
  { "split.parent", 1000 },           /* bytes of the half beside it */
  { "split.writes", 10 },             /* ratio of two update rates */
  { "join.bytes", 16 * KIB },         /* read by one join */
  { "link.fields", 2 },               /* fields of a link beside the references */
  { "sql.share", 0.8 },               /* of the relationships; A */
  { "sql.collections", 3 },           /* of one read; A */
  { "tiny.count", 1000 },             /* documents */
  { "tiny.bytes", MIB },              /* of a collection */
  { "map.keys", 100 },                /* names in a map */
  { "hot.rate", 1 },                  /* operations per second */
  { "hot.share", 0.2 },               /* of the total rate */
  { "hot.least", 1.0 / 60 },          /* per second: below it nothing is hot */
  { "read.used", 0.1 },               /* of the bytes of a document */
  { "read.bytes", 16 * KIB },         /* of a document */
  { "cold.share", 0.1 },              /* of the reads of a collection */
  { "cold.bytes", 8 * KIB },          /* of the fields that are rarely read */
  { "depth.hint", 10 },               /* levels */
  { "blob.bytes", MIB },              /* of one value */
  { "names.share", 0.35 },            /* of the bytes of a document */
  { "many.documents", 1e7 },          /* of a collection */
  { "rollup.bytes", 150 },            /* of a document */
  { "rollup.read", 10 },              /* documents that one read fetches */
  { "outlier.ratio", 10 },            /* most to likely */
  { "txn.warn", 10 },                 /* seconds */
  { "hotspot.rate", 100 },            /* updates of a document per second */
  { "majority.rate", 1000 },          /* writes per second; S2 norm 8 */
};

G_STATIC_ASSERT (G_N_ELEMENTS (thresholds) == SQUILL_N_THRESHOLDS);

static double
get_value (SquillModel *model, SquillThreshold threshold)
{
  const json_t *own = squill_model_get_info (model)->thresholds;
  const json_t *value = own == NULL ? NULL : json_object_get (own, thresholds[threshold].name);

  /* What is no number, or less than nothing, is not what a person meant. */
  if (!json_is_number (value) || !(json_number_value (value) >= 0))
    return thresholds[threshold].value;
  return json_number_value (value);
}

/**
 * squill_thresholds_read:
 * @model: a model
 * @values: (out): all thresholds as they are for the model
 *
 * Reads all thresholds at once, for rules that run many times.
 */
void
squill_thresholds_read (SquillModel *model, double values[SQUILL_N_THRESHOLDS])
{
  g_return_if_fail (SQUILL_IS_MODEL (model));
  g_return_if_fail (values != NULL);

  for (guint i = 0; i < SQUILL_N_THRESHOLDS; i++)
    values[i] = get_value (model, i);
}

/**
 * squill_threshold_get:
 * @model: a model
 * @name: the name of a threshold, such as "embed.max"
 *
 * Returns: its value for the model: what the user set, or else the default; NaN where there is no
 *   threshold of that name
 */
double
squill_threshold_get (SquillModel *model, const char *name)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (model), NAN);
  g_return_val_if_fail (name != NULL, NAN);

  for (guint i = 0; i < SQUILL_N_THRESHOLDS; i++)
    if (g_str_equal (thresholds[i].name, name))
      return get_value (model, i);
  return NAN;
}

/**
 * squill_threshold_get_default:
 * @name: the name of a threshold, such as "embed.max"
 *
 * Returns: its value where the user set none; NaN where there is no threshold of that name
 */
double
squill_threshold_get_default (const char *name)
{
  g_return_val_if_fail (name != NULL, NAN);

  for (guint i = 0; i < SQUILL_N_THRESHOLDS; i++)
    if (g_str_equal (thresholds[i].name, name))
      return thresholds[i].value;
  return NAN;
}

/**
 * squill_thresholds_get_names:
 * @n: (out): how many there are
 *
 * Returns: (transfer container) (array length=n): the names of all thresholds, for a page of
 *   settings; %NULL after the last
 */
const char **
squill_thresholds_get_names (guint *n)
{
  const char **names = g_new0 (const char *, SQUILL_N_THRESHOLDS + 1);

  for (guint i = 0; i < SQUILL_N_THRESHOLDS; i++)
    names[i] = thresholds[i].name;
  if (n != NULL)
    *n = SQUILL_N_THRESHOLDS;
  return names;
}
