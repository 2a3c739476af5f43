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
 * SquillMongooseParameter:
 * @index: which argument it is, or is a part of
 * @member: (nullable): the member of the argument that it is: "{ type: kind }"
 * @element: the element of the argument that it is: "[key, value]"; -1 where it is none
 * @otherwise: (nullable): what it is where that is missing
 *
 * A parameter of a function or loop.
 */
typedef struct
{
  char *name;
  guint index;
  char *member;
  int element;
  const SquillJavascriptValue *otherwise;
} SquillMongooseParameter;

/**
 * SquillMongooseFunction:
 * @parameters: (element-type SquillMongooseParameter): those that have names
 * @first: the position of the brace before its body, or of the expression that is all of it
 * @last: and behind it
 * @is_expression: whether it is just an expression
 * @was_read: whether @returned was looked for
 * @returned: (nullable): the only thing that it gives
 *
 * A function of a program.
 */
typedef struct
{
  GPtrArray *parameters;
  guint first;
  guint last;
  gboolean is_expression;
  gboolean was_read;
  const SquillJavascriptValue *returned;
} SquillMongooseFunction;

/**
 * SquillMongooseLoop:
 * @parameters: (element-type SquillMongooseParameter): of the element, and of its number
 * @list: (nullable): what it goes through; %NULL where that is nothing known
 * @has_keys: whether it goes through names of members: "for (… in …)"
 * @first: the position before its body
 * @last: and behind it
 * @around: (nullable): the loop that it is in
 *
 * A loop over a list.
 */
typedef struct _SquillMongooseLoop SquillMongooseLoop;
struct _SquillMongooseLoop
{
  GPtrArray *parameters;
  const SquillJavascriptValue *list;
  gboolean has_keys;
  guint first;
  guint last;
  const SquillMongooseLoop *around;
};

/**
 * SquillMongooseFile:
 * @name: as it is given
 * @stem: and without what follows a dot
 * @path: with its folder, in lower case and without what tells the language; that of
 * "user/index.js" is "user"
 * @values: what names of the file stand for: name -> SquillJavascriptValue
 * @imports: names that stand for what is in another file: name -> SquillMongooseImport
 * @exported: (nullable): the default of this file
 * @functions: by their names, "exports" for the default of the file, and by where they begin:
 * name -> SquillMongooseFunction
 * @loops: (element-type SquillMongooseLoop): all of them
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
  GHashTable *functions;
  GPtrArray *all_functions;
  GPtrArray *loops;
  gsize n_scanned; /* tokens that were looked at for ends of loops */
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
 * @is_call: whether it is a call of a function that may be given a schema: "addOwner (schema)"
 * @made: (nullable): of a model that a function makes: what it is with the first arguments
 * @loop: (nullable): the loop in which it is
 * @depth: in how many functions that call each other it is
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
  gboolean is_call;
  const SquillJavascriptValue *made;
  const SquillMongooseLoop *loop;
  guint depth;
} SquillMongooseStatement;

/**
 * SquillMongooseAssignment:
 * @receiver: the name of an object
 * @key: the name of the member, as a text or as it is computed
 * @loop: (nullable): the loop in which it is
 *
 * "fields[name] = String".
 */
typedef struct
{
  char *receiver;
  const SquillJavascriptValue *key;
  const SquillJavascriptValue *value;
  const SquillMongooseLoop *loop;
} SquillMongooseAssignment;

/**
 * SquillMongooseClass:
 * @schema: what it is as a schema
 * @base: (nullable): the name of the class that it extends
 * @options: (nullable): those of Typegoose: "@modelOptions ({ … })"
 * @calls: (element-type SquillJavascriptValue): other decorators: "@index ({ … })"
 * @inherits: whether options and decorators of the base count, as with Typegoose
 * @was_finished: whether those of the base are there
 *
 * A class with decorators.
 */
typedef struct
{
  SquillJavascriptValue *schema;
  const SquillJavascriptValue *base;
  const SquillJavascriptValue *options;
  GPtrArray *calls;
  gboolean inherits;
  gboolean was_finished;
} SquillMongooseClass;

/**
 * SquillMongooseSources:
 * @files: (element-type SquillMongooseFile): all of them
 * @statements: (element-type SquillMongooseStatement): in their order
 * @assignments: (element-type SquillMongooseAssignment): in their order
 * @names: what names stand for in any file: name -> SquillJavascriptValue
 * @too_much: (nullable): from where on functions and loops are not followed
 * @unknown: functions that are given schemas and are in no file: name -> SquillJavascriptValue
 *
 * Programs that belong together.
 */
typedef struct
{
  GPtrArray *files;
  GPtrArray *statements;
  GPtrArray *assignments;
  GHashTable *names;
  GHashTable *unknown;
  const SquillJavascriptValue *too_much;

  /*< private >*/
  GHashTable *given; /* call, list, or what is joined -> what it gives, or NULL */
  guint n_steps;
  guint n_spread;            /* lists in each other */
  GHashTable *classes;       /* schema -> SquillMongooseClass */
  GHashTable *empty_classes; /* name -> schema */
  gsize n_folder;            /* bytes of the folder that all files have in common */
  GPtrArray *registrations;  /* models that are made of classes */
  guint n_copies;
  guint64 n_looks;
  guint n_read; /* how many of the statements are in the files */
} SquillMongooseSources;

SquillMongooseSources *_squill_mongoose_sources_new (void);
void _squill_mongoose_sources_free (SquillMongooseSources *self);
void _squill_mongoose_sources_bind (SquillMongooseSources *self,
                                    SquillMongooseFile *file,
                                    char *name,
                                    const SquillJavascriptValue *value);
void _squill_mongoose_sources_add (SquillMongooseSources *self,
                                   const char *name,
                                   const char *text,
                                   gsize length);
gboolean _squill_mongoose_has_last_part (const char *name, const char *part);
SquillImportProblem *_squill_mongoose_sources_make_problem (const SquillMongooseSources *self,
                                                            const SquillMongooseFile *file,
                                                            guint line,
                                                            guint column,
                                                            char *text);
char *_squill_mongoose_make_stem (const char *path);
char *_squill_mongoose_make_path (const char *path);

void _squill_mongoose_statement_free (gpointer data);

/**
 * SquillMongooseArguments:
 * @parameters: (element-type SquillMongooseParameter): of a function or loop
 * @values: what they stand for, some %NULL
 * @file: in which the function or loop is
 * @function: (nullable): whose own names are copied, too
 * @copies: (nullable): with @function: what a name of it stands for -> its copy
 *
 * What parameters stand for.
 */
typedef struct
{
  SquillMongooseSources *sources;
  const GPtrArray *parameters;
  const SquillJavascriptValue *const *values;
  guint n_values;
  const SquillMongooseFile *file;
  const SquillMongooseFunction *function;
  GHashTable *copies;
} SquillMongooseArguments;

/* squill-mongoose-arguments.c */
GPtrArray *_squill_mongoose_read_parameters (SquillJavascriptFile *program,
                                             guint before,
                                             guint behind);
void _squill_mongoose_parameter_free (gpointer data);
void _squill_mongoose_sources_note_too_much (SquillMongooseSources *self,
                                             const SquillJavascriptValue *place);
gboolean _squill_mongoose_sources_may_copy (SquillMongooseSources *self,
                                            const SquillJavascriptValue *place);
SquillJavascriptValue *_squill_mongoose_make_value (const SquillJavascriptValue *place,
                                                    SquillJavascriptValueKind kind,
                                                    const char *text);
const SquillJavascriptValue *_squill_mongoose_find_argument (const SquillMongooseArguments *self,
                                                             const char *name);
const SquillJavascriptValue *_squill_mongoose_join (SquillMongooseSources *self,
                                                    const SquillJavascriptValue *value);
const SquillJavascriptValue *_squill_mongoose_substitute (const SquillMongooseArguments *self,
                                                          const SquillJavascriptValue *value,
                                                          guint depth);

/* squill-mongoose-loops.c */
SquillMongooseLoop *_squill_mongoose_read_loop (SquillMongooseSources *sources,
                                                SquillJavascriptFile *program,
                                                guint position);
void _squill_mongoose_loop_free (gpointer data);
SquillMongooseAssignment *_squill_mongoose_read_assignment (SquillJavascriptFile *program,
                                                            guint position);
void _squill_mongoose_assignment_free (gpointer data);
GPtrArray *_squill_mongoose_list_turns (SquillMongooseSources *sources,
                                        const SquillJavascriptValue *list,
                                        gboolean has_keys);
void _squill_mongoose_sources_unroll (SquillMongooseSources *self);

/* squill-mongoose-classes.c */
void _squill_mongoose_class_free (SquillMongooseClass *self);
void _squill_mongoose_take_decorator (SquillMongooseClass **decorated,
                                      SquillJavascriptFile *program,
                                      guint position);
void _squill_mongoose_sources_take_class (SquillMongooseSources *self,
                                          SquillMongooseFile *file,
                                          guint position,
                                          SquillMongooseClass *decorated);
void _squill_mongoose_sources_take_registration (SquillMongooseSources *self,
                                                 SquillMongooseFile *file,
                                                 guint position);
void _squill_mongoose_sources_finish_classes (SquillMongooseSources *self);

/* squill-mongoose-calls.c */
void _squill_mongoose_sources_take_call (SquillMongooseSources *self,
                                         SquillJavascriptFile *program,
                                         guint position);
gboolean _squill_mongoose_sources_add_statement (SquillMongooseSources *self,
                                                 SquillMongooseStatement *statement);
SquillMongooseStatement *_squill_mongoose_copy_statement (const SquillMongooseArguments *arguments,
                                                          const SquillMongooseStatement *statement,
                                                          const SquillJavascriptValue *schema);
const SquillJavascriptValue *_squill_mongoose_call (SquillMongooseSources *self,
                                                    const SquillJavascriptValue *call);
void _squill_mongoose_sources_apply_functions (SquillMongooseSources *self);

/* squill-mongoose-names.c */
SquillMongooseFunction *_squill_mongoose_find_function (SquillMongooseSources *self,
                                                        const SquillJavascriptValue *value,
                                                        const SquillMongooseFile **file);
const SquillJavascriptValue *_squill_mongoose_follow (SquillMongooseSources *self,
                                                      const SquillJavascriptValue *value);
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
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillMongooseClass, _squill_mongoose_class_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillMongooseStatement, _squill_mongoose_statement_free)

G_END_DECLS
