/* SPDX-License-Identifier: Apache-2.0 */

/* squill-layout: the program that runs Graphviz to place boxes.
 *
 * Graphviz ends the process when one of its assertions fails, cannot be cancelled and cannot run in
 * two threads at once, so it runs in a separate process, which can crash without harm. Graphs come
 * as lines on standard input, positions leave as lines on standard output, one graph after another:
 *
 *   graph ENGINE BOXES EDGES GAP RANK_GAP        graph BOXES
 *   box WIDTH HEIGHT GROUP                       LEFT TOP
 *   edge FROM TO                                 …
 *   end                                          end
 *
 * Lengths are pixels, GROUP is -1 or the number of the frame the box is drawn in. Each answer is
 * flushed when it is known, so that what was done before an abort is not lost. */

#include "config.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <graphviz/gvc.h>

#define MAX_BOXES 100000
#define MAX_EDGES 1000000
#define MAX_LENGTH 1000000
#define MEMORY_LIMIT ((rlim_t)4 << 30)

typedef struct
{
  int width;
  int height;
} Box;

typedef struct
{
  int from;
  int to;
} Edge;

typedef struct
{
  char engine[16];
  int n_boxes;
  int n_edges;
  int gap;
  int rank_gap;
  Box *boxes;
  Edge *edges;
} Request;

extern gvplugin_library_t gvplugin_dot_layout_LTX_library;
extern gvplugin_library_t gvplugin_neato_layout_LTX_library;

/* Linked in, so that neither Graphviz's programs nor its list of plug-ins need be installed. */
static const lt_symlist_t builtins[] = {
  { "gvplugin_dot_layout_LTX_library", &gvplugin_dot_layout_LTX_library },
  { "gvplugin_neato_layout_LTX_library", &gvplugin_neato_layout_LTX_library },
  { NULL, NULL },
};

static const char *const engines[] = {
  "dot", "neato", "fdp", "sfdp", "twopi", "circo", "dot-down"
};

static void __attribute__ ((noreturn, format (printf, 1, 2))) fail (const char *format, ...)
{
  va_list args;

  va_start (args, format);
  fputs ("squill-layout: ", stderr);
  vfprintf (stderr, format, args);
  fputc ('\n', stderr);
  va_end (args);
  fflush (NULL);
  _exit (2);
}

static void *
allocate (size_t count, size_t size)
{
  void *memory = calloc (count > 0 ? count : 1, size);

  if (memory == NULL)
    fail ("out of memory");
  return memory;
}

/* Gives FALSE at the end of the input. */
static int
read_line (char *line, int size)
{
  char *end;

  if (fgets (line, size, stdin) == NULL)
    return 0;
  end = strchr (line, '\n');
  if (end == NULL)
    fail ("a line is cut short");
  *end = '\0';
  return 1;
}

static int
read_request (Request *request)
{
  char line[128];
  int known = 0;

  memset (request, 0, sizeof *request);
  if (!read_line (line, sizeof line))
    return 0;
  if (sscanf (line, "graph %15s %d %d %d %d", request->engine, &request->n_boxes, &request->n_edges,
              &request->gap, &request->rank_gap) != 5)
    fail ("expected a graph");
  for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
    known |= strcmp (engines[i], request->engine) == 0;
  if (!known)
    fail ("unknown engine");
  if (request->n_boxes < 0 || request->n_boxes > MAX_BOXES || request->n_edges < 0 ||
      request->n_edges > MAX_EDGES || request->gap < 0 || request->gap > MAX_LENGTH ||
      request->rank_gap < 0 || request->rank_gap > MAX_LENGTH)
    fail ("the graph is too large");

  request->boxes = allocate (request->n_boxes, sizeof (Box));
  request->edges = allocate (request->n_edges, sizeof (Edge));
  for (int i = 0; i < request->n_boxes; i++)
    {
      Box *box = &request->boxes[i];

      if (!read_line (line, sizeof line) ||
          sscanf (line, "box %d %d", &box->width, &box->height) != 2)
        fail ("expected a box");
      if (box->width < 1 || box->width > MAX_LENGTH || box->height < 1 || box->height > MAX_LENGTH)
        fail ("a box is out of range");
    }
  for (int i = 0; i < request->n_edges; i++)
    {
      Edge *edge = &request->edges[i];

      if (!read_line (line, sizeof line) ||
          sscanf (line, "edge %d %d", &edge->from, &edge->to) != 2)
        fail ("expected an edge");
      if (edge->from < 0 || edge->from >= request->n_boxes || edge->to < 0 ||
          edge->to >= request->n_boxes)
        fail ("an edge is out of range");
    }
  if (!read_line (line, sizeof line) || strcmp (line, "end") != 0)
    fail ("expected the end of the graph");
  return 1;
}

static void __attribute__ ((format (printf, 4, 5)))
set_attribute (graph_t *graph, int kind, const char *name, const char *format, ...)
{
  char value[64];
  va_list args;

  va_start (args, format);
  vsnprintf (value, sizeof value, format, args);
  va_end (args);
  agattr (graph, kind, (char *)name, value);
}

static double
diagonal (const Box *box)
{
  return hypot (box->width, box->height);
}

/* The force-directed engines think in distances between centers and ignore how large the
 * boxes are until they part them; a rest length that fits the boxes keeps the picture's shape. */
/* What Graphviz calls it. */
static const char *
get_method (const Request *request)
{
  return strcmp (request->engine, "dot-down") == 0 ? "dot" : request->engine;
}

static void
set_graph_attributes (graph_t *graph, const Request *request)
{
  double mean = 0.0, largest = 0.0;

  for (int i = 0; i < request->n_boxes; i++)
    {
      mean += diagonal (&request->boxes[i]);
      largest = fmax (largest, diagonal (&request->boxes[i]));
    }
  if (request->n_boxes > 0)
    mean /= request->n_boxes;

  set_attribute (graph, AGRAPH, "splines", "none");
  set_attribute (graph, AGRAPH, "start", "1");
  if (strcmp (get_method (request), "dot") == 0)
    {
      set_attribute (graph, AGRAPH, "rankdir", "%s",
                     strcmp (request->engine, "dot") == 0 ? "LR" : "TB");
      set_attribute (graph, AGRAPH, "nslimit", "1");
      set_attribute (graph, AGRAPH, "nslimit1", "1");
      set_attribute (graph, AGRAPH, "nodesep", "%.3f", request->gap / (double)POINTS_PER_INCH);
      set_attribute (graph, AGRAPH, "ranksep", "%.3f", request->rank_gap / (double)POINTS_PER_INCH);
      return;
    }
  /* Without a gap boxes may overlap: to set them apart takes as long as all else. */
  set_attribute (graph, AGRAPH, "overlap", "%s", request->gap > 0 ? "prism" : "true");
  set_attribute (graph, AGRAPH, "sep", "+%d", request->gap);
  if (strcmp (request->engine, "sfdp") == 0 || strcmp (request->engine, "fdp") == 0)
    set_attribute (graph, AGRAPH, "K", "%.3f", (mean + request->gap) / (double)POINTS_PER_INCH);
  else if (strcmp (request->engine, "twopi") == 0)
    set_attribute (graph, AGRAPH, "ranksep", "%.3f",
                   (largest + request->gap) / (double)POINTS_PER_INCH);
  else if (strcmp (request->engine, "circo") == 0)
    set_attribute (graph, AGRAPH, "mindist", "%.3f", request->gap / (double)POINTS_PER_INCH);
}

static graph_t *
build_graph (const Request *request, node_t **nodes)
{
  graph_t *graph = agopen ((char *)"squill", Agdirected, NULL);
  int use_length = strcmp (request->engine, "neato") == 0;
  Agsym_t *width, *height, *length = NULL;
  char text[64];

  set_graph_attributes (graph, request);
  set_attribute (graph, AGNODE, "shape", "box");
  set_attribute (graph, AGNODE, "fixedsize", "true");
  set_attribute (graph, AGNODE, "label", "%s", "");
  width = agattr (graph, AGNODE, (char *)"width", (char *)"1");
  height = agattr (graph, AGNODE, (char *)"height", (char *)"1");
  if (use_length)
    length = agattr (graph, AGEDGE, (char *)"len", (char *)"1");

  for (int i = 0; i < request->n_boxes; i++)
    {
      const Box *box = &request->boxes[i];

      snprintf (text, sizeof text, "%d", i);
      nodes[i] = agnode (graph, text, 1);
      snprintf (text, sizeof text, "%.4f", box->width / (double)POINTS_PER_INCH);
      agxset (nodes[i], width, text);
      snprintf (text, sizeof text, "%.4f", box->height / (double)POINTS_PER_INCH);
      agxset (nodes[i], height, text);
    }
  for (int i = 0; i < request->n_edges; i++)
    {
      const Edge *edge = &request->edges[i];
      edge_t *line = agedge (graph, nodes[edge->from], nodes[edge->to], NULL, 1);

      if (length == NULL)
        continue;
      snprintf (
          text, sizeof text, "%.4f",
          ((diagonal (&request->boxes[edge->from]) + diagonal (&request->boxes[edge->to])) / 2.0 +
           request->gap) /
              POINTS_PER_INCH);
      agxset (line, length, text);
    }
  return graph;
}

static void
answer (const Request *request, node_t **nodes)
{
  printf ("graph %d\n", request->n_boxes);
  for (int i = 0; i < request->n_boxes; i++)
    {
      double left = ND_coord (nodes[i]).x - request->boxes[i].width / 2.0;
      double top = -ND_coord (nodes[i]).y - request->boxes[i].height / 2.0;

      if (!isfinite (left) || !isfinite (top))
        fail ("a position is not a number");
      printf ("%ld %ld\n", lround (left), lround (top));
    }
  puts ("end");
  fflush (stdout);
}

static void
limit (int resource, rlim_t value)
{
  struct rlimit limits = { value, value };

  if (setrlimit (resource, &limits) != 0)
    fail ("a limit cannot be set: %s", strerror (errno));
}

int
main (int argc, char **argv)
{
  Request request;
  GVC_t *context;
  long seconds;
  char *end;

  if (argc != 2)
    fail ("usage: squill-layout SECONDS");
  seconds = strtol (argv[1], &end, 10);
  if (*end != '\0' || seconds < 1 || seconds > 3600)
    fail ("the seconds must be 1 to 3600");

  /* The caller may have been killed: then nothing reads the answer. */
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  limit (RLIMIT_CPU, seconds);
  limit (RLIMIT_CORE, 0);
  limit (RLIMIT_AS, MEMORY_LIMIT);

  context = gvContextPlugins (builtins, 0);
  while (read_request (&request))
    {
      node_t **nodes = allocate (request.n_boxes, sizeof (node_t *));
      graph_t *graph = build_graph (&request, nodes);

      if (gvLayout (context, graph, get_method (&request)) != 0)
        fail ("no layout");
      answer (&request, nodes);
      gvFreeLayout (context, graph);
      agclose (graph);
      free (nodes);
      free (request.boxes);
      free (request.edges);
    }
  fflush (stdout);
  /* The process is over: nothing of Graphviz needs to be taken down, and some of it cannot be. */
  _exit (0);
}
