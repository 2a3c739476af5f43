/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "exchange/squill-exchange.h"
#include "exchange/squill-schema.h"

G_BEGIN_DECLS

/* What the formats share. */

/**
 * SquillExport:
 * @exporter: the format
 * @design: what is written
 * @model: its model
 * @advice: (nullable): findings, for pictures
 * @samples: the sample documents, with the seed asked for
 * @options: (nullable): name -> value, checked
 * @cancellable: (nullable): stops it
 * @files: (element-type SquillExportFile): where files come
 *
 * An export that is under way.
 */
struct _SquillExport
{
  const SquillExporter *exporter;
  SquillDesign *design;
  SquillModel *model;
  SquillAdvice *advice;
  SquillSamples *samples;
  GHashTable *options;
  GCancellable *cancellable;
  GPtrArray *files;
};

/* The choices of the option "style". */
enum
{
  SQUILL_EXPORT_STYLE_RELAXED,
  SQUILL_EXPORT_STYLE_CANONICAL,
};

double _squill_export_get_number (SquillExport *self, const char *name);
guint _squill_export_get_choice (SquillExport *self, const char *name);
GPtrArray *_squill_export_get_collections (SquillExport *self, GError **error);
void _squill_export_get_schema_options (SquillExport *self, SquillSchemaOptions *options);
void _squill_export_add_file (SquillExport *self, const char *stem, GBytes *content);
void _squill_export_add_named_file (SquillExport *self,
                                    const char *stem,
                                    const char *name,
                                    GBytes *content);
void _squill_export_add_text (SquillExport *self, const char *stem, GString *text);

/* Some servers take no more of a validator. */
#define SQUILL_EXPORT_MAX_COMPATIBLE_VALIDATOR 10240

/* Collections as a server makes them, and their documents. */
char *_squill_export_get_key_path (SquillExport *self,
                                   const SquillCollection *collection,
                                   const char *key);
void _squill_export_append_options (SquillExport *self,
                                    const SquillCollection *collection,
                                    const SquillSchemaOptions *schema_options,
                                    guint level,
                                    SquillValidationAction action,
                                    gboolean compatible,
                                    bson_t *options);
guint64 _squill_export_get_document_count (SquillExport *self, const SquillCollection *collection);

/* Scripts for the MongoDB Shell. */
GString *_squill_export_make_header (SquillExport *self,
                                     gboolean integer_keys,
                                     const char *database);
void _squill_export_append_functions (GString *script);
void _squill_export_append_collection (SquillExport *self,
                                       GString *text,
                                       const SquillCollection *collection,
                                       const char *name,
                                       gboolean complete);

/**
 * SquillExportReference:
 * @from: the position of the collection that holds it
 * @to: that of the collection it leads to
 * @shape: the field that holds it
 * @many: a document holds several
 * @required: each document holds it
 * @single: no two documents hold the same
 *
 * A reference from one collection to another.
 */
typedef struct
{
  guint from;
  guint to;
  const SquillShape *shape;
  gboolean many;
  gboolean required;
  gboolean single;
} SquillExportReference;

typedef struct
{
  double x;
  double y;
  double width;
  double height;
} SquillExportBox;

/* Diagrams. */
GArray *_squill_export_place_tables (
    SquillExport *self, GPtrArray *collections, double width, double header, double row);
GArray *_squill_export_list_references (SquillExport *self, GPtrArray *collections);
GPtrArray *_squill_export_list_lines (const SquillCollection *collection);
char *_squill_export_describe_type (const SquillShape *shape);
char *_squill_export_make_type_text (const SquillShape *shape, const char *values);
const char *_squill_export_get_key (const SquillShape *shape);
void _squill_export_append_markup (GString *text, const char *words);

/* Programs. */

/* A name made of @words that is not in @taken, and is added there (transfer full). */
typedef char *(*SquillExportNameFunc) (GHashTable *taken, const char *words);

/* What a value is: of types that no type of a program says together, an array, an object with a
 * type of its own, or of types of BSON. */
typedef enum
{
  SQUILL_EXPORT_VALUE_ANY,
  SQUILL_EXPORT_VALUE_ARRAY,
  SQUILL_EXPORT_VALUE_OBJECT,
  SQUILL_EXPORT_VALUE_PLAIN,
} SquillExportValue;

const SquillShape *_squill_export_find_element (const SquillShape *shape);
gboolean _squill_export_has_members (const SquillShape *shape);
gboolean _squill_export_is_at_parent (const SquillShape *shape, const SquillRelationship *r);
const SquillField *_squill_export_get_referenced_key (SquillExport *self, const SquillShape *shape);
const json_t *_squill_export_get_enumeration (SquillExport *self, const SquillShape *shape);
SquillTypes _squill_export_get_plain_types (const SquillShape *shape,
                                            gboolean has_object,
                                            gboolean has_values);
const SquillShape *_squill_export_find_repeated (const SquillShape *shape);
GHashTable *_squill_export_name_documents (const GPtrArray *collections);
char *_squill_export_make_field_words (const SquillShape *shape);
void _squill_export_name_collections (GHashTable *names,
                                      const GPtrArray *collections,
                                      SquillExportNameFunc make_name,
                                      GHashTable *taken);
const char *_squill_export_name_object (GHashTable *names,
                                        const SquillShape *shape,
                                        SquillExportNameFunc make_name,
                                        GHashTable *taken);
GPtrArray *_squill_export_list_objects (const SquillShape *shape);
SquillExportValue _squill_export_get_value (const SquillShape *shape, SquillTypes *types);
char *_squill_export_describe_values (SquillExport *self, const SquillShape *shape);
gboolean _squill_export_is_closed (SquillExport *self, const SquillShape *shape);
char *_squill_export_make_type_name (GHashTable *taken, const char *name);
char *_squill_export_make_class_name (GHashTable *taken, const char *name);
char *_squill_export_make_property_name (GHashTable *taken,
                                         const char *const *keywords,
                                         const char *name);
void _squill_export_add_member (GPtrArray *members, const char *text);
gboolean _squill_export_append_literal (GString *text, const json_t *value);
void _squill_export_append_imports (GString *text, const char *words, GHashTable *names);
void _squill_export_append_pattern (GString *text,
                                    const char *before,
                                    const char *pattern,
                                    const char *after);
void _squill_export_append_property (GString *text, const char *name);
void _squill_export_append_documentation (GString *text,
                                          const char *indent,
                                          const char *description);

/* The formats, for the table of squill-exchange.c. Each adds its files to the export; FALSE with an
 * error where it cannot. */
gboolean _squill_export_markdown (SquillExport *self, GError **error);
gboolean _squill_export_csv (SquillExport *self, GError **error);
gboolean _squill_export_html (SquillExport *self, GError **error);
gboolean _squill_export_dbml (SquillExport *self, GError **error);
gboolean _squill_export_prisma (SquillExport *self, GError **error);
gboolean _squill_export_compass (SquillExport *self, GError **error);
gboolean _squill_export_zod (SquillExport *self, GError **error);
gboolean _squill_export_pydantic (SquillExport *self, GError **error);
gboolean _squill_export_plantuml (SquillExport *self, GError **error);
gboolean _squill_export_dot (SquillExport *self, GError **error);
gboolean _squill_export_graphml (SquillExport *self, GError **error);
gboolean _squill_export_drawio (SquillExport *self, GError **error);
gboolean _squill_export_mermaid (SquillExport *self, GError **error);
gboolean _squill_export_go (SquillExport *self, GError **error);
gboolean _squill_export_java (SquillExport *self, GError **error);
gboolean _squill_export_csharp (SquillExport *self, GError **error);
gboolean _squill_export_typescript (SquillExport *self, GError **error);
gboolean _squill_export_mongoose (SquillExport *self, GError **error);
gboolean _squill_export_mongoose_typescript (SquillExport *self, GError **error);
gboolean _squill_export_svg (SquillExport *self, GError **error);
gboolean _squill_export_pdf (SquillExport *self, GError **error);
gboolean _squill_export_png (SquillExport *self, GError **error);
gboolean _squill_export_mongosh (SquillExport *self, GError **error);
gboolean _squill_export_queries (SquillExport *self, GError **error);
gboolean _squill_export_validator (SquillExport *self, GError **error);
gboolean _squill_export_json_schema (SquillExport *self, GError **error);
gboolean _squill_export_mongodump (SquillExport *self, GError **error);
gboolean _squill_export_samples (SquillExport *self, GError **error);
gboolean _squill_export_capacity_report (SquillExport *self, GError **error);

G_END_DECLS
