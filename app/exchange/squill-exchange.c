/* SPDX-License-Identifier: Apache-2.0 */

/* The formats that are written, and the files that they become. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/squill-exchange.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "exchange/export/squill-export-private.h"
#include "model/squill-file-writer.h"
#include "text/squill-text.h"

/* File systems take 255 bytes; some room for the extension and a number. */
#define MAX_STEM 190

G_DEFINE_QUARK (squill_exchange_error, squill_exchange_error)

/* Options that several formats have. */

#define MAX_SEED 9007199254740992.0 /* up to here each whole number is a double of its own */
#define MAX_COUNT 100000

#define COLLECTION                                                                         \
  {                                                                                        \
    "collection", SQUILL_EXPORT_OPTION_TEXT, NULL, N_ ("Only this one, by its id or name") \
  }
#define VIEW                                                                             \
  {                                                                                      \
    "view", SQUILL_EXPORT_OPTION_TEXT, NULL, N_ ("What a view shows, by its id or name") \
  }
#define NOTATION                                                      \
  {                                                                   \
    "notation", SQUILL_EXPORT_OPTION_CHOICE, N_ ("Notation"),         \
        N_ ("How lines say how many there are"), .choices = notations \
  }
#define OVERLAY                                                                  \
  {                                                                              \
    "overlay", SQUILL_EXPORT_OPTION_CHOICE, N_ ("Colors of cards"),              \
        N_ ("What the colors of cards show, with a legend"), .choices = overlays \
  }
#define SEED                                                                               \
  {                                                                                        \
    "seed", SQUILL_EXPORT_OPTION_NUMBER, NULL, N_ ("What sample documents are made from"), \
        .max = MAX_SEED, .otherwise = NAN                                                  \
  }
#define STYLE                                                                                      \
  {                                                                                                \
    "style", SQUILL_EXPORT_OPTION_CHOICE, N_ ("Extended JSON"), N_ ("The style of Extended JSON"), \
        .choices = styles                                                                          \
  }
#define PALETTE                                                                              \
  {                                                                                          \
    "palette", SQUILL_EXPORT_OPTION_CHOICE, N_ ("Colors"), N_ ("The colors of the picture"), \
        .choices = palettes                                                                  \
  }

static const SquillExportChoice palettes[] = {
  { "light", N_ ("Light") }, { "dark", N_ ("Dark") }, { "print", N_ ("For printing") }, { NULL }
};
static const SquillExportChoice overlays[] = {
  { "none", N_ ("Those of their groups") }, { "frequency", N_ ("How often they are used") },
  { "size", N_ ("Size of documents") },     { "findings", N_ ("Findings") },
  { "evidence", N_ ("Evidence") },          { NULL }
};
static const SquillExportChoice notations[] = { { "crows-foot", N_ ("Crow’s foot") },
                                                { "uml", N_ ("UML") },
                                                { "min-max", N_ ("(min, max)") },
                                                { NULL } };
static const SquillExportChoice modes[] = { { "update", N_ ("Create or update") },
                                            { "replace", N_ ("Drop and create all") },
                                            { NULL } };
static const SquillExportChoice databases[] = { { "connection", N_ ("That of the connection") },
                                                { "model", N_ ("That of the model") },
                                                { NULL } };
static const SquillExportChoice servers[] = { { "as-set", N_ ("As set for the model") },
                                              { "mongodb", N_ ("MongoDB") },
                                              { "compatible",
                                                N_ ("One that is compatible with MongoDB") },
                                              { NULL } };
static const SquillExportChoice styles[] = { { "relaxed", N_ ("Relaxed") },
                                             { "canonical", N_ ("Canonical, keeps all types") },
                                             { NULL } };
/* In the order of SquillSchemaDraft. */
static const SquillExportChoice drafts[] = {
  { "2020-12", N_ ("2020-12") },
  { "draft-07", N_ ("Draft 07") },
  { "draft-04", N_ ("Draft 04") },
  { NULL },
};
/* In the order of SquillSchemaRule. */
static const SquillExportChoice numbers[] = { { "as-set", N_ ("As set for each field") },
                                              { "any", N_ ("Pass for each other") },
                                              { "exact", N_ ("Have exactly the type drawn") },
                                              { NULL } };
static const SquillExportChoice other_fields[] = { { "as-set", N_ ("As set for each collection") },
                                                   { "accept", N_ ("Are accepted") },
                                                   { "reject", N_ ("Are rejected") },
                                                   { NULL } };
static const SquillExportChoice levels[] = { { "as-set", N_ ("As set for each collection") },
                                             { "strict", N_ ("Strict") },
                                             { "moderate", N_ ("Moderate") },
                                             { "off", N_ ("Off") },
                                             { NULL } };
static const SquillExportChoice actions[] = { { "as-set",
                                                N_ ("As set, but logged if made from a sample") },
                                              { "error", N_ ("Are rejected") },
                                              { "warn", N_ ("Are logged") },
                                              { NULL } };

#define NUMBERS                                                                       \
  {                                                                                   \
    "numbers", SQUILL_EXPORT_OPTION_CHOICE, N_ ("Int, long, and double"),             \
        N_ ("Whether numbers of these types pass for each other"), .choices = numbers \
  }
#define OTHER_FIELDS                                                              \
  {                                                                               \
    "other-fields", SQUILL_EXPORT_OPTION_CHOICE, N_ ("Fields not drawn"),         \
        N_ ("What becomes of fields that are not drawn"), .choices = other_fields \
  }

static const SquillExportOption picture_options[] = {
  PALETTE,
  VIEW,
  NOTATION,
  OVERLAY,
  { "scale", SQUILL_EXPORT_OPTION_NUMBER, NULL, N_ ("Points per unit of the diagram"), .min = 0.1,
    .max = 10 },
  { NULL },
};
/* In the order of SquillPaper and SquillOrientation. */
static const SquillExportChoice papers[] = {
  { "diagram", N_ ("As large as the diagram") },
  { "A4", N_ ("A4") },
  { "A3", N_ ("A3") },
  { "A2", N_ ("A2") },
  { "A1", N_ ("A1") },
  { "A0", N_ ("A0") },
  { NULL },
};
static const SquillExportChoice orientations[] = { { "auto", N_ ("As it fits best") },
                                                   { "portrait", N_ ("Portrait") },
                                                   { "landscape", N_ ("Landscape") },
                                                   { NULL } };
static const SquillExportChoice page_counts[] = { { "one", N_ ("Fitted to one page") },
                                                  { "tiled", N_ ("As many as it takes") },
                                                  { NULL } };
static const SquillExportOption pdf_options[] = {
  PALETTE,
  VIEW,
  NOTATION,
  OVERLAY,
  { "paper", SQUILL_EXPORT_OPTION_CHOICE, N_ ("Paper"), N_ ("The size of pages"),
    .choices = papers },
  { "orientation", SQUILL_EXPORT_OPTION_CHOICE, N_ ("Orientation"),
    N_ ("How pages of paper are turned"), .choices = orientations },
  { "pages", SQUILL_EXPORT_OPTION_CHOICE, N_ ("Pages"),
    N_ ("Whether the diagram is fitted to one page of paper, or laid on several"),
    .choices = page_counts },
  { "scale", SQUILL_EXPORT_OPTION_NUMBER, N_ ("Scale"),
    N_ ("1 is the size on the screen; on one page, the most"), .min = 0.1, .max = 10,
    .suggested = 1 },
  { NULL },
};
static const SquillExportOption png_options[] = {
  PALETTE,
  VIEW,
  NOTATION,
  OVERLAY,
  { "scale", SQUILL_EXPORT_OPTION_NUMBER, N_ ("Scale"), N_ ("Pixels per unit of the diagram"),
    .min = 0.1, .max = 10, .suggested = 2 },
  { NULL },
};
static const SquillExportOption mongosh_options[] = {
  { "mode", SQUILL_EXPORT_OPTION_CHOICE, N_ ("Collections"), N_ ("What becomes of collections"),
    .choices = modes },
  { "database", SQUILL_EXPORT_OPTION_CHOICE, N_ ("Database"), N_ ("In which database"),
    .choices = databases },
  { "server", SQUILL_EXPORT_OPTION_CHOICE, N_ ("Server"),
    N_ ("Whether to leave out what compatible servers do not know"), .choices = servers },
  { "count", SQUILL_EXPORT_OPTION_NUMBER, N_ ("Sample documents"), N_ ("Per collection"),
    .max = MAX_COUNT },
  { "level", SQUILL_EXPORT_OPTION_CHOICE, N_ ("Validation level"),
    N_ ("The validation level of all collections"), .choices = levels },
  { "action", SQUILL_EXPORT_OPTION_CHOICE, N_ ("Invalid documents"),
    N_ ("What becomes of documents that do not pass"), .choices = actions },
  NUMBERS,
  OTHER_FIELDS,
  COLLECTION,
  SEED,
  { NULL },
};
static const SquillExportOption no_options[] = { { NULL } };
static const SquillExportOption validator_options[] = {
  NUMBERS, OTHER_FIELDS, COLLECTION, { NULL }
};
static const SquillExportOption schema_options[] = {
  { "draft", SQUILL_EXPORT_OPTION_CHOICE, N_ ("Version"), N_ ("The version of JSON Schema"),
    .choices = drafts },
  STYLE,
  NUMBERS,
  OTHER_FIELDS,
  COLLECTION,
  SEED,
  { NULL },
};
static const SquillExportOption sample_options[] = {
  { "count", SQUILL_EXPORT_OPTION_NUMBER, N_ ("Documents"), N_ ("Per collection"), .max = MAX_COUNT,
    .otherwise = NAN, .suggested = 100 },
  STYLE,
  COLLECTION,
  SEED,
  { NULL },
};

static const SquillExportOption dump_options[] = {
  { "count", SQUILL_EXPORT_OPTION_NUMBER, N_ ("Documents"), N_ ("Per collection"), .max = MAX_COUNT,
    .otherwise = NAN, .suggested = 100 },
  COLLECTION,
  SEED,
  { NULL },
};

static const SquillExportOption query_options[] = { COLLECTION, SEED, { NULL } };

static const SquillExportChoice longs[] = { { "long", N_ ("Long of the driver") },
                                            { "number", N_ ("number") },
                                            { "bigint", N_ ("bigint") },
                                            { NULL } };
static const SquillExportOption typescript_options[] = {
  { "longs", SQUILL_EXPORT_OPTION_CHOICE, N_ ("Long integers"),
    N_ ("What the application gets for them"), .choices = longs },
  COLLECTION,
  { NULL },
};
static const SquillExportChoice go_drivers[] = { { "2", N_ ("Version 2") },
                                                 { "1", N_ ("Version 1") },
                                                 { NULL } };
static const SquillExportOption go_options[] = {
  { "driver", SQUILL_EXPORT_OPTION_CHOICE, N_ ("Driver"), N_ ("Whose types of BSON are used"),
    .choices = go_drivers },
  COLLECTION,
  { NULL },
};
/* In the order of the enumeration of squill-export-java.c. */
static const SquillExportChoice java_classes[] = { { "records", N_ ("Records") },
                                                   { "beans", N_ ("Getters and setters") },
                                                   { NULL } };
static const SquillExportOption java_options[] = {
  { "classes", SQUILL_EXPORT_OPTION_CHOICE, N_ ("Classes"),
    N_ ("Whether documents are records, which Java has since version 16"),
    .choices = java_classes },
  COLLECTION,
  { NULL },
};
static const SquillExportChoice libraries[] = { { "pydantic", N_ ("Pydantic") },
                                                { "beanie", N_ ("Beanie") },
                                                { NULL } };
static const SquillExportOption pydantic_options[] = {
  { "library", SQUILL_EXPORT_OPTION_CHOICE, N_ ("Library"),
    N_ ("What the classes of documents are of"), .choices = libraries },
  COLLECTION,
  { NULL },
};
static const SquillExportOption collection_options[] = { COLLECTION, { NULL } };
static const SquillExportChoice drawn_fields[] = { { "all", N_ ("All") },
                                                   { "keys", N_ ("Keys and references") },
                                                   { NULL } };
static const SquillExportOption mermaid_options[] = {
  { "fields", SQUILL_EXPORT_OPTION_CHOICE, N_ ("Fields"), N_ ("Which fields are shown"),
    .choices = drawn_fields },
  COLLECTION,
  { NULL },
};

/* Dialogs, the command line and tests read this table; a format is one more line. */
static const SquillExporter exporters[] = {
  { "svg", N_ ("SVG picture"), N_ ("The diagram, scalable, with its text as text"), "svg",
    "image/svg+xml", FALSE, FALSE, picture_options, _squill_export_svg, TRUE },
  { "pdf", N_ ("PDF document"), N_ ("The diagram on one page or several, for printing"), "pdf",
    "application/pdf", FALSE, FALSE, pdf_options, _squill_export_pdf, TRUE },
  { "png", N_ ("PNG picture"), N_ ("The diagram as pixels"), "png", "image/png", FALSE, FALSE,
    png_options, _squill_export_png, TRUE },
  { "mongosh", N_ ("MongoDB Shell script"),
    N_ ("Makes the collections with their validators, indexes, and shard keys; may be run again"),
    "js", "text/javascript", FALSE, TRUE, mongosh_options, _squill_export_mongosh },
  { "queries", N_ ("Queries"),
    N_ ("What the application sends for each operation, for the MongoDB Shell"), "js",
    "text/javascript", FALSE, TRUE, query_options, _squill_export_queries },
  { "validator", N_ ("Validators"),
    N_ ("A $jsonSchema for each collection, as the server takes it"), "json", "application/json",
    TRUE, TRUE, validator_options, _squill_export_validator },
  { "json-schema", N_ ("JSON Schema"), N_ ("Standard JSON Schema for documents in Extended JSON"),
    "json", "application/schema+json", TRUE, TRUE, schema_options, _squill_export_json_schema },
  { "samples", N_ ("Sample documents"),
    N_ ("One document a line for each collection, as mongoimport reads it"), "ndjson",
    "application/x-ndjson", TRUE, TRUE, sample_options, _squill_export_samples },
  { "mongodump", N_ ("Folder of mongodump"),
    N_ ("Sample documents in BSON with options, validators, and indexes, as mongorestore reads "
        "them"),
    "bson", "application/octet-stream", TRUE, FALSE, dump_options, _squill_export_mongodump },
  { "mongoose", N_ ("Mongoose"),
    N_ ("Schemas, models, references, and indexes, as a module of JavaScript"), "mjs",
    "text/javascript", FALSE, TRUE, collection_options, _squill_export_mongoose },
  { "mongoose-typescript", N_ ("Mongoose in TypeScript"),
    N_ ("Schemas, models, references, and indexes, with the types of documents"), "mts",
    "application/typescript", FALSE, TRUE, collection_options, _squill_export_mongoose_typescript },
  { "typescript", N_ ("TypeScript"), N_ ("Types of the documents, for the driver of Node.js"), "ts",
    "application/typescript", FALSE, TRUE, typescript_options, _squill_export_typescript },
  { "go", N_ ("Go"), N_ ("Structs of the documents, for the driver of Go"), "go", "text/x-go",
    FALSE, TRUE, go_options, _squill_export_go },
  { "java", N_ ("Java"), N_ ("Records or classes of the documents, for the driver of Java"), "java",
    "text/x-java", TRUE, TRUE, java_options, _squill_export_java },
  { "csharp", N_ ("C#"), N_ ("Classes of the documents, for the driver of .NET"), "cs",
    "text/x-csharp", FALSE, TRUE, collection_options, _squill_export_csharp },
  { "html", N_ ("Data dictionary"),
    N_ ("Each field of each collection with the diagram, as a page to search and print"), "html",
    "text/html", FALSE, FALSE, collection_options, _squill_export_html, TRUE },
  { "markdown", N_ ("Data dictionary in Markdown"),
    N_ ("Each field of each collection, for a repository"), "md", "text/markdown", FALSE, TRUE,
    collection_options, _squill_export_markdown },
  { "csv", N_ ("Data dictionary in CSV"), N_ ("Each field of each collection, for a spreadsheet"),
    "csv", "text/csv", FALSE, TRUE, collection_options, _squill_export_csv },
  { "mermaid", N_ ("Mermaid diagram"),
    N_ ("Collections and references as text, which GitHub and GitLab draw"), "mmd",
    "text/vnd.mermaid", FALSE, TRUE, mermaid_options, _squill_export_mermaid },
  { "plantuml", N_ ("PlantUML diagram"),
    N_ ("Collections and references as text, which wikis and editors draw"), "puml", "text/plain",
    FALSE, TRUE, collection_options, _squill_export_plantuml },
  { "dot", N_ ("Graphviz graph"), N_ ("Collections and references as text, for dot"), "dot",
    "text/vnd.graphviz", FALSE, TRUE, collection_options, _squill_export_dot },
  { "graphml", N_ ("GraphML graph"),
    N_ ("Collections and references for yEd and programs that read graphs"), "graphml",
    "application/graphml+xml", FALSE, TRUE, collection_options, _squill_export_graphml, TRUE },
  { "drawio", N_ ("draw.io diagram"), N_ ("Collections as tables, to draw on in diagrams.net"),
    "drawio", "application/vnd.jgraph.mxfile", FALSE, TRUE, collection_options,
    _squill_export_drawio, TRUE },
  { "dbml", N_ ("DBML"),
    N_ ("Collections as tables with references and indexes, for dbdiagram.io and others"), "dbml",
    "text/plain", FALSE, TRUE, collection_options, _squill_export_dbml },
  { "prisma", N_ ("Prisma"), N_ ("Models, composite types, relations, and indexes for Prisma 6"),
    "prisma", "text/plain", FALSE, TRUE, collection_options, _squill_export_prisma },
  { "compass", N_ ("Data model of MongoDB Compass"),
    N_ ("Collections, fields, and references as Compass draws them; keeps the whole model"), "mdm",
    "application/x-mongodb-compass-model+json", FALSE, FALSE, no_options, _squill_export_compass,
    TRUE },
  { "zod", N_ ("Zod"), N_ ("Schemas that check documents in TypeScript, for the driver of Node.js"),
    "ts", "application/typescript", FALSE, TRUE, collection_options, _squill_export_zod },
  { "pydantic", N_ ("Pydantic"),
    N_ ("Classes that check documents in Python, for PyMongo or Beanie"), "py", "text/x-python",
    FALSE, TRUE, pydantic_options, _squill_export_pydantic },
  { "capacity-report", N_ ("Capacity report"),
    N_ ("Storage, indexes, and cache, now and at the horizon, as a page"), "html", "text/html",
    FALSE, FALSE, no_options, _squill_export_capacity_report },
};

static const SquillExportOption *
find_option (const SquillExporter *exporter, const char *name)
{
  for (const SquillExportOption *option = exporter->options; option->name != NULL; option++)
    if (g_str_equal (option->name, name))
      return option;
  return NULL;
}

static int
find_choice (const SquillExportOption *option, const char *name)
{
  for (int i = 0; option->choices[i].name != NULL; i++)
    if (g_str_equal (option->choices[i].name, name))
      return i;
  return -1;
}

static gboolean
read_number (const SquillExportOption *option, const char *text, double *number)
{
  char *end = NULL;

  *number = g_ascii_strtod (text, &end);
  return end != text && *end == '\0' && *number >= option->min && *number <= option->max;
}

/**
 * squill_export_option_describe:
 * @option: an option
 *
 * Returns: (transfer full): what values it takes: "a number from 0.1 to 10"
 */
char *
squill_export_option_describe (const SquillExportOption *option)
{
  g_autoptr (GStrvBuilder) names = NULL;
  g_auto (GStrv) list = NULL;
  g_autofree char *min = NULL, *max = NULL;

  g_return_val_if_fail (option != NULL, NULL);

  if (option->kind == SQUILL_EXPORT_OPTION_TEXT)
    return g_strdup (_ ("a text"));
  if (option->kind == SQUILL_EXPORT_OPTION_NUMBER)
    {
      min = squill_text_number (option->min);
      max = squill_text_number (option->max);
      return g_strdup_printf (_ ("a number from %s to %s"), min, max);
    }
  names = g_strv_builder_new ();
  for (guint i = 0; option->choices[i].name != NULL; i++)
    g_strv_builder_add (names, option->choices[i].name);
  list = g_strv_builder_end (names);
  min = g_strjoinv (", ", list);
  /* Translators: a list of words: create, update */
  return g_strdup_printf (_ ("one of %s"), min);
}

/* Options must be ones of the format, with values that they take. */
static gboolean
check_options (const SquillExporter *exporter, GHashTable *options, GError **error)
{
  GHashTableIter iter;
  gpointer name, value;

  if (options == NULL)
    return TRUE;
  g_hash_table_iter_init (&iter, options);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      const SquillExportOption *option = find_option (exporter, name);
      g_autofree char *values = NULL;
      double number;

      if (option == NULL)
        {
          g_set_error (error, SQUILL_EXCHANGE_ERROR, SQUILL_EXCHANGE_ERROR_OPTION,
                       _ ("The format “%s” has no option “%s”"), exporter->id, (char *)name);
          return FALSE;
        }
      if (option->kind == SQUILL_EXPORT_OPTION_TEXT ||
          (option->kind == SQUILL_EXPORT_OPTION_NUMBER && read_number (option, value, &number)) ||
          (option->kind == SQUILL_EXPORT_OPTION_CHOICE && find_choice (option, value) >= 0))
        continue;
      values = squill_export_option_describe (option);
      g_set_error (error, SQUILL_EXCHANGE_ERROR, SQUILL_EXCHANGE_ERROR_OPTION,
                   /* Translators: a value, an option, and what it takes: "a number from 0 to 9" */
                   _ ("“%s” is no value for “%s”: it takes %s"), (char *)value, (char *)name,
                   values);
      return FALSE;
    }
  return TRUE;
}

static const char *
get_value (SquillExport *self, const char *name)
{
  return self->options != NULL ? g_hash_table_lookup (self->options, name) : NULL;
}

/**
 * _squill_export_get_number:
 * @self: an export
 * @name: an option of its format
 *
 * Returns: its value, or else the table's
 */
double
_squill_export_get_number (SquillExport *self, const char *name)
{
  const SquillExportOption *option = find_option (self->exporter, name);
  const char *text = get_value (self, name);
  double number = NAN;

  g_return_val_if_fail (option != NULL, NAN);

  return text != NULL && read_number (option, text, &number) ? number : option->otherwise;
}

/**
 * _squill_export_get_choice:
 * @self: an export
 * @name: an option of its format
 *
 * Returns: the position of its value among the choices
 */
guint
_squill_export_get_choice (SquillExport *self, const char *name)
{
  const SquillExportOption *option = find_option (self->exporter, name);
  const char *text = get_value (self, name);

  g_return_val_if_fail (option != NULL, 0);

  return text != NULL ? (guint)MAX (find_choice (option, text), 0) : 0;
}

/**
 * _squill_export_get_collections:
 * @self: an export
 * @error: what went wrong
 *
 * Returns: (transfer full) (element-type SquillCollection) (nullable): the collections that are
 *   asked for: all, or the one that the option "collection" names by its id or name; %NULL with
 *   @error if there is none of that name
 */
GPtrArray *
_squill_export_get_collections (SquillExport *self, GError **error)
{
  const char *wanted = get_value (self, "collection");
  g_autoptr (GPtrArray) collections = g_ptr_array_new ();
  guint n = squill_design_get_n_collections (self->design);

  if (wanted != NULL)
    {
      const SquillCollection *found = squill_design_find_collection (self->design, wanted);

      if (found == NULL)
        found = squill_design_find_collection_by_name (self->design, wanted);
      if (found == NULL)
        {
          g_set_error (error, SQUILL_EXCHANGE_ERROR, SQUILL_EXCHANGE_ERROR_NOT_FOUND,
                       _ ("There is no collection “%s”"), wanted);
          return NULL;
        }
      g_ptr_array_add (collections, (gpointer)found);
      return g_steal_pointer (&collections);
    }

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (collections, (gpointer)squill_design_get_collection (self->design, i));
  return g_steal_pointer (&collections);
}

/**
 * _squill_export_get_schema_options:
 * @self: an export of a format that has the options "numbers" and "other-fields"
 * @options: (out): how strict its schemas are
 *
 * Tells how the schemas of an export are to be written.
 */
void
_squill_export_get_schema_options (SquillExport *self, SquillSchemaOptions *options)
{
  g_return_if_fail (options != NULL);

  options->numbers = (SquillSchemaRule)_squill_export_get_choice (self, "numbers");
  options->other_fields = (SquillSchemaRule)_squill_export_get_choice (self, "other-fields");
}

/* A name that is one file's name on any system: no folder, no device, nothing hidden. */
static char *
make_file_stem (const char *name)
{
  GString *stem = g_string_new (NULL);

  for (const char *p = name; *p != '\0' && stem->len < MAX_STEM; p++)
    {
      guchar c = (guchar)*p;

      if (c < 0x20 || c == 0x7f || strchr ("/\\:*?\"<>|%", c) != NULL || (c == '.' && p == name))
        g_string_append_printf (stem, "%%%02X", c);
      else
        g_string_append_c (stem, (char)c);
    }
  /* Cut in the middle of a character, or not UTF-8 to begin with. */
  if (!g_utf8_validate (stem->str, stem->len, NULL))
    {
      g_autofree char *valid = g_utf8_make_valid (stem->str, stem->len);

      g_string_assign (stem, valid);
    }
  if (stem->len == 0)
    g_string_append_c (stem, '_');
  return g_string_free (stem, FALSE);
}

/**
 * squill_exporter_get_suffix:
 * @exporter: a format
 *
 * Returns: (transfer full): what names of its files end with: ".svg"; of formats that have one
 *   extension each has its own, ".validator.json"
 */
char *
squill_exporter_get_suffix (const SquillExporter *exporter)
{
  g_return_val_if_fail (exporter != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (exporters); i++)
    if (&exporters[i] != exporter && g_str_equal (exporters[i].extension, exporter->extension))
      return g_strdup_printf (".%s.%s", exporter->id, exporter->extension);
  return g_strconcat (".", exporter->extension, NULL);
}

static gboolean
has_file (GPtrArray *files, const char *name)
{
  g_autofree char *folded = g_utf8_casefold (name, -1);

  for (guint i = 0; i < files->len; i++)
    {
      const SquillExportFile *file = g_ptr_array_index (files, i);
      g_autofree char *other = g_utf8_casefold (file->name, -1);

      if (g_str_equal (folded, other))
        return TRUE;
    }
  return FALSE;
}

/**
 * _squill_export_add_file:
 * @self: an export
 * @stem: the name of the collection or of the model
 * @content: (transfer full): what is in the file
 *
 * Adds a file. Its name is made safe, and other than those of all files before, also where capital
 * letters do not count.
 */
void
_squill_export_add_file (SquillExport *self, const char *stem, GBytes *content)
{
  g_autofree char *safe = make_file_stem (stem);
  g_autofree char *suffix = squill_exporter_get_suffix (self->exporter);
  SquillExportFile *file = g_new0 (SquillExportFile, 1);

  file->content = content;
  file->stem = g_strdup (stem);
  file->name = g_strconcat (safe, suffix, NULL);
  for (guint i = 2; has_file (self->files, file->name); i++)
    {
      g_free (file->name);
      file->name = g_strdup_printf ("%s-%u%s", safe, i, suffix);
    }
  g_ptr_array_add (self->files, file);
}

/**
 * _squill_export_add_named_file:
 * @self: an export
 * @stem: the name of the collection or of the model
 * @name: that of the file, which the format decides: safe, and other than those of all files before
 * @content: (transfer full): what is in the file
 *
 * Adds a file that has to be called so.
 */
void
_squill_export_add_named_file (SquillExport *self,
                               const char *stem,
                               const char *name,
                               GBytes *content)
{
  SquillExportFile *file = g_new0 (SquillExportFile, 1);

  file->content = content;
  file->stem = g_strdup (stem);
  file->name = g_strdup (name);
  g_ptr_array_add (self->files, file);
}

/**
 * _squill_export_add_text:
 * @self: an export
 * @stem: the name of the collection or of the model
 * @text: (transfer full): what is in the file
 *
 * Adds a file of text.
 */
void
_squill_export_add_text (SquillExport *self, const char *stem, GString *text)
{
  _squill_export_add_file (self, stem, g_string_free_to_bytes (text));
}

/**
 * squill_export_file_free:
 * @file: (nullable): a file
 *
 * Frees a file of an export.
 */
void
squill_export_file_free (SquillExportFile *file)
{
  if (file == NULL)
    return;
  g_free (file->stem);
  g_free (file->name);
  g_bytes_unref (file->content);
  g_free (file);
}

/**
 * squill_exporters_get:
 * @n: (out): how many
 *
 * Returns: (transfer none) (array length=n): the formats that can be written
 */
const SquillExporter *
squill_exporters_get (guint *n)
{
  g_return_val_if_fail (n != NULL, NULL);

  *n = G_N_ELEMENTS (exporters);
  return exporters;
}

/**
 * squill_exporters_find:
 * @id: the name of a format on the command line
 *
 * Returns: (transfer none) (nullable): the format
 */
const SquillExporter *
squill_exporters_find (const char *id)
{
  g_return_val_if_fail (id != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (exporters); i++)
    if (g_str_equal (exporters[i].id, id))
      return &exporters[i];
  return NULL;
}

/* The design with no more documents than are asked for, so that what sample documents refer to is
 * among them (transfer full). */
static SquillDesign *
bound_design (SquillDesign *design, double count)
{
  g_autoptr (SquillModel) model = squill_model_copy (squill_design_get_model (design));

  squill_model_set_read_only (model, FALSE);
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (model), SQUILL_KIND_ENTITY)
    {
      g_autoptr (GError) error = NULL;

      if (entity->count.likely <= count)
        continue;
      squill_model_set (model, entity->item.id, "count",
                        json_pack ("{s:f, s:f, s:f}", "min", count, "likely", count, "max", count),
                        &error);
      if (error != NULL)
        g_warning ("The documents of “%s” cannot be bounded: %s", entity->name, error->message);
    }
  return squill_design_new (model);
}

/**
 * squill_export:
 * @exporter: a format
 * @design: what is written
 * @advice: (nullable): findings, which pictures show
 * @options: (nullable) (element-type utf8 utf8): name -> value of what is otherwise than usual; the
 *   format's own options
 * @cancellable: (nullable): stops it
 * @error: what went wrong
 *
 * Writes a design in a format. The same design and options give the same bytes (but for the date
 * that a PDF has in it), whatever the locale and the day.
 *
 * Fails with #SquillExchangeError for options, with what the samples and the picture fail with, and
 * with %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full) (element-type SquillExportFile) (nullable): the files
 */
GPtrArray *
squill_export (const SquillExporter *exporter,
               SquillDesign *design,
               SquillAdvice *advice,
               GHashTable *options,
               GCancellable *cancellable,
               GError **error)
{
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (SquillDesign) bounded = NULL;
  g_autoptr (SquillSamples) samples = NULL;
  SquillExport context = { 0 };
  double seed = NAN, count = NAN;

  g_return_val_if_fail (exporter >= exporters && exporter < exporters + G_N_ELEMENTS (exporters),
                        NULL);
  g_return_val_if_fail (SQUILL_IS_DESIGN (design), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (g_cancellable_set_error_if_cancelled (cancellable, error) ||
      !check_options (exporter, options, error))
    return NULL;
  files = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_export_file_free);
  context.exporter = exporter;
  context.design = design;
  context.model = squill_design_get_model (design);
  context.advice = advice;
  context.options = options;
  context.cancellable = cancellable;
  context.files = files;
  if (find_option (exporter, "count") != NULL)
    count = _squill_export_get_number (&context, "count");
  bounded = count >= 1 ? bound_design (design, count) : NULL;
  samples = squill_samples_new (bounded != NULL ? bounded : design);
  context.samples = samples;
  if (find_option (exporter, "seed") != NULL)
    seed = _squill_export_get_number (&context, "seed");
  if (!isnan (seed))
    squill_samples_set_seed (samples, (guint64)seed);
  if (!exporter->function (&context, error))
    return NULL;
  return g_steal_pointer (&files);
}

static void
append_indented (GString *text, const char *content, gsize length)
{
  while (length > 0 && content[length - 1] == '\n')
    length--;
  for (gsize i = 0; i < length; i++)
    {
      g_string_append_c (text, content[i]);
      if (content[i] == '\n')
        g_string_append (text, "  ");
    }
}

/**
 * squill_export_join:
 * @files: (element-type SquillExportFile): what squill_export() gave
 * @exporter: the format
 *
 * Makes one stream of an export, as for standard output: of JSON documents one, with a member for
 * each collection; of all else what is in the files, one after the other, which for lines of JSON
 * is lines of JSON.
 *
 * Returns: (transfer full): the stream
 */
GBytes *
squill_export_join (GPtrArray *files, const SquillExporter *exporter)
{
  GString *text = g_string_new (NULL);
  const gboolean is_object = exporter->many_files && g_str_equal (exporter->extension, "json");

  g_return_val_if_fail (files != NULL, NULL);

  if (is_object)
    g_string_append (text, "{\n");
  for (guint i = 0; i < files->len; i++)
    {
      const SquillExportFile *file = g_ptr_array_index (files, i);
      gsize length;
      const char *content = g_bytes_get_data (file->content, &length);

      if (!is_object)
        {
          /* Documents stand in lines, and what is no text has no lines. */
          if (i > 0 && exporter->text && !g_str_has_suffix (exporter->extension, "json"))
            g_string_append_c (text, '\n');
          g_string_append_len (text, content, (gssize)length);
          continue;
        }
      g_string_append (text, "  ");
      squill_bson_text_append_string (text, file->stem, -1);
      g_string_append (text, ": ");
      append_indented (text, content, length);
      g_string_append (text, i + 1 < files->len ? ",\n" : "\n");
    }
  if (is_object)
    g_string_append (text, "}\n");
  return g_string_free_to_bytes (text);
}

/**
 * squill_export_write:
 * @files: (element-type SquillExportFile): what squill_export() gave
 * @exporter: the format
 * @target: the file to write; for a format of many files the folder to write them into, which is
 *   made if it is not there
 * @cancellable: (nullable): stops it
 * @error: what went wrong
 *
 * Writes the files of an export, as squill_file_write() and squill_file_write_many() do.
 *
 * Returns: %FALSE with @error in #GIOErrorEnum if one could not be written
 */
gboolean
squill_export_write (GPtrArray *files,
                     const SquillExporter *exporter,
                     GFile *target,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autofree const char **names = NULL;
  g_autofree GBytes **contents = NULL;

  g_return_val_if_fail (files != NULL, FALSE);
  g_return_val_if_fail (exporter != NULL, FALSE);
  g_return_val_if_fail (G_IS_FILE (target), FALSE);

  names = g_new (const char *, files->len);
  contents = g_new (GBytes *, files->len);
  for (guint i = 0; i < files->len; i++)
    {
      const SquillExportFile *file = g_ptr_array_index (files, i);

      names[i] = file->name;
      contents[i] = file->content;
    }
  if (exporter->many_files)
    return squill_file_write_many (target, names, contents, files->len, cancellable, error);
  if (files->len > 0)
    {
      gsize length;
      const char *data = g_bytes_get_data (contents[0], &length);

      return squill_file_write (target, data, length, SQUILL_FILE_ACCESS_USUAL, NULL, NULL,
                                cancellable, error);
    }
  return TRUE;
}
