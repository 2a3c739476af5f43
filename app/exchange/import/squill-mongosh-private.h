/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <jansson.h>

#include "exchange/import/squill-mongoose-private.h"

G_BEGIN_DECLS

/* What scripts for the MongoDB Shell, and programs that use a driver, do to a database. */

/**
 * SquillMongoshCollection:
 * @options: what it is created with, in Extended JSON
 * @indexes: as the server lists them
 * @documents: those that are inserted, as the shell writes them, one a line
 * @n_documents: how many that are
 * @shard_key: (nullable): its shard key
 * @file: in which it comes first
 * @line: where that is, from 1
 * @validator_file: in which its validator is
 * @validator_line: where its validator is, from 1; 0 where it has none
 *
 * A collection that a script makes or changes.
 */
typedef struct
{
  char *name;
  json_t *options;
  json_t *indexes;
  GString *documents;
  guint n_documents;
  json_t *shard_key;
  gboolean shard_unique;
  const SquillMongooseFile *file;
  guint line;
  guint column;
  const SquillMongooseFile *validator_file;
  guint validator_line;
  guint validator_column;

  /*< private >*/
  GHashTable *named_indexes; /* name of an index -> the index */
} SquillMongoshCollection;

typedef enum
{
  SQUILL_MONGOSH_NONE,
  SQUILL_MONGOSH_DATABASE,
  SQUILL_MONGOSH_COLLECTION,
} SquillMongoshHandleKind;

/**
 * SquillMongoshHandle:
 * @name: (nullable): that of the collection
 *
 * What a name of a script stands for.
 */
typedef struct
{
  SquillMongoshHandleKind kind;
  char *name;
} SquillMongoshHandle;

/**
 * SquillMongoshScript:
 * @collections: (element-type SquillMongoshCollection): in their order
 * @database: (nullable): the first one that is named
 * @has_databases: whether another one is named as well
 *
 * What scripts do.
 */
typedef struct
{
  SquillMongooseSources *sources;
  SquillImportReport *report;
  GPtrArray *collections;
  char *database;
  gboolean has_databases;

  /*< private >*/
  GHashTable *named;     /* name of a collection -> SquillMongoshCollection */
  GHashTable *variables; /* name -> SquillMongoshHandle */
  GHashTable *pushed;    /* name of a list -> GPtrArray of values that are added to it */
  GHashTable *told;
  GHashTable *skipped; /* first token of a function -> position of its last one */
  GHashTable *words;   /* of a file -> how often it is there */
  GHashTable *quiet;   /* functions that do not name the database */
  guint n_made;        /* ids that the server would give */
  guint n_steps;
  guint n_calls;
  guint n_looks; /* at values and their parts */
  gsize n_bytes; /* of documents */
} SquillMongoshScript;

/**
 * SquillMongoshFrame:
 * @arguments: what parameters of a function or loop stand for
 * @handles: (nullable): parameters that are a database or a collection: name -> SquillMongoshHandle
 * @around: (nullable): the one that it is in
 * @caller: (nullable): the one that calls it, or that it is in
 *
 * A function or loop that is read.
 */
typedef struct _SquillMongoshFrame SquillMongoshFrame;
struct _SquillMongoshFrame
{
  SquillMongooseArguments arguments;
  GHashTable *handles;
  const SquillMongoshFrame *around;
  const SquillMongoshFrame *caller;
  guint depth;
};

/* squill-mongosh-script.c */
void _squill_mongosh_script_note_calls (SquillMongoshScript *self, const SquillMongooseFile *file);
void _squill_mongosh_script_read (SquillMongoshScript *self, const SquillMongooseFile *file);

/* squill-mongosh-commands.c */
void _squill_mongosh_script_init (SquillMongoshScript *self,
                                  SquillMongooseSources *sources,
                                  SquillImportReport *report);
void _squill_mongosh_handle_free (gpointer data);
void _squill_mongosh_script_clear (SquillMongoshScript *self);
gboolean _squill_mongosh_script_call_database (SquillMongoshScript *self,
                                               const SquillJavascriptValue *call,
                                               char **collection);
void _squill_mongosh_script_call_collection (SquillMongoshScript *self,
                                             char **name,
                                             const SquillJavascriptValue *call);
void _squill_mongosh_script_shard (SquillMongoshScript *self, const SquillJavascriptValue *call);
gboolean _squill_mongosh_is_index_maker (const char *method);
void _squill_mongosh_script_tell (SquillMongoshScript *self,
                                  const SquillJavascriptValue *place,
                                  char *text);

/* squill-mongosh-values.c */
gboolean _squill_mongosh_script_may_look (SquillMongoshScript *self,
                                          const SquillJavascriptValue *place);
gboolean _squill_mongosh_is_callback (const SquillJavascriptValue *value);
gboolean _squill_mongosh_script_are_unknown (SquillMongoshScript *self,
                                             const SquillJavascriptValue *options);
json_t *_squill_mongosh_script_read_options (SquillMongoshScript *self,
                                             const SquillJavascriptValue *options);
json_t *_squill_mongosh_script_make_json (SquillMongoshScript *self,
                                          const SquillJavascriptValue *value);
char *_squill_mongosh_script_make_text (SquillMongoshScript *self,
                                        const SquillJavascriptValue *value);
GPtrArray *_squill_mongosh_script_list_documents (SquillMongoshScript *self,
                                                  const SquillJavascriptValue *value,
                                                  gboolean *is_all);

G_END_DECLS
