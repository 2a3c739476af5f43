/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "exchange/import/squill-import-report.h"
#include "exchange/import/squill-javascript.h"

G_BEGIN_DECLS

/* What programs say of schemas and models of Mongoose. */

typedef struct _SquillMongooseFile SquillMongooseFile;

/**
 * SquillMongooseImport:
 * @path: of the file, as it is written
 * @member: (nullable): what is meant of the file: its default where it is %NULL; "*": all
 * @file: (nullable): the file
 * @was_sought: whether it was looked for
 *
 * What a name stands for that another file has.
 */
typedef struct
{
  char *path;
  char *member;
  const SquillMongooseFile *file;
  gboolean was_sought;
} SquillMongooseImport;

/**
 * SquillMongooseFunction:
 * @name: "exports" where it is the default of its file
 * @parameter: the first one
 * @first: the position of the brace before it
 * @last: and behind it
 *
 * A function of a program.
 */
typedef struct
{
  char *name;
  char *parameter;
  guint first;
  guint last;
} SquillMongooseFunction;

/**
 * SquillMongooseFile:
 * @name: without folder
 * @stem: and without what follows a dot
 * @path: with its folder, in lower case and without what tells the language; that of
 * "user/index.js" is "user"
 * @values: what names of the file stand for: name -> SquillJavascriptValue
 * @imports: names that stand for what is in another file: name -> SquillMongooseImport
 * @exported: (nullable): the default of this file
 * @functions: (element-type SquillMongooseFunction): those that have a name
 *
 * A file with a program.
 */
struct _SquillMongooseFile
{
  char *name;
  char *stem;
  char *path;
  SquillJavascriptFile *program;
  GHashTable *values;
  GHashTable *imports;
  const SquillJavascriptValue *exported;
  GPtrArray *functions;
};

/**
 * SquillMongooseStatement:
 * @receiver: (nullable): the name before the dot, or before others: "schema.plugin (a).index (…)"
 * @schema: (nullable): the schema that stands there itself
 * @path: (nullable): of a discriminator, the field in which it is: "batch.path ('events')"; of a
 *   rule, the field that it is about
 * @call: the method and its arguments
 * @position: of its token in the file
 * @is_guess: whether it only looks like one: a function of the program's own that may make a model
 *
 * A call of a method: "userSchema.index ({ … })".
 */
typedef struct
{
  char *receiver;
  const SquillJavascriptValue *schema;
  char *path;
  const SquillJavascriptValue *call;
  guint position;
  gboolean is_guess;
} SquillMongooseStatement;

/**
 * SquillMongooseSources:
 * @files: (element-type SquillMongooseFile): all of them
 * @statements: (element-type SquillMongooseStatement): in their order
 * @names: what names stand for in any file: name -> SquillJavascriptValue
 *
 * Programs that belong together.
 */
typedef struct
{
  GPtrArray *files;
  GPtrArray *statements;
  GHashTable *names;

  /*< private >*/
  guint n_steps;
} SquillMongooseSources;

SquillMongooseSources *_squill_mongoose_sources_new (void);
void _squill_mongoose_sources_free (SquillMongooseSources *self);
void _squill_mongoose_sources_add (SquillMongooseSources *self,
                                   const char *name,
                                   const char *text,
                                   gsize length);
gboolean _squill_mongoose_has_last_part (const char *name, const char *part);
char *_squill_mongoose_make_stem (const char *path);
char *_squill_mongoose_make_path (const char *path);

/* squill-mongoose-names.c */
void _squill_mongoose_sources_apply_plugins (SquillMongooseSources *self);
const SquillJavascriptValue *_squill_mongoose_resolve (SquillMongooseSources *self,
                                                       const SquillJavascriptValue *value);
const SquillJavascriptValue *_squill_mongoose_resolve_name (SquillMongooseSources *self,
                                                            const SquillMongooseFile *file,
                                                            const char *name);
const SquillJavascriptValue *_squill_mongoose_find_schema (
    SquillMongooseSources *self, const SquillMongooseStatement *statement);
gboolean _squill_mongoose_is_schema (const SquillJavascriptValue *value);
gboolean _squill_mongoose_is_model (const SquillJavascriptValue *value);
const char *_squill_mongoose_get_key (SquillMongooseSources *self,
                                      const SquillJavascriptMember *member);
char *_squill_mongoose_make_collection_name (const char *model);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillMongooseSources, _squill_mongoose_sources_free)

G_END_DECLS
