/*
 * strokemill_plugin.h: what a strokemill plug-in and the program that loads it, the host, say to each other.
 *
 * A plug-in is a shared library (.so) that exports one function without parameters, its entry. It returns a
 * table, `strokemill_plugin`, that lists components: importers, stages, exporters. The entry's name is
 * `strokemill_plugin_` followed by the letters and digits of the file's name up to its first dot, in lower case,
 * without a leading `lib`: libswap-xy.so is entered by strokemill_plugin_swapxy.
 *
 *     const strokemill_plugin *strokemill_plugin_swapxy(void);
 *
 * What is large crosses as arrays, borrowed where they lie; what is small crosses as JSON in UTF-8.
 *
 * OWNERSHIP. Nobody frees what the other has made. The table and all that it points to belong to the plug-in and
 * stay as they are until the process ends; a plug-in is never unloaded. All that the host passes to a function of
 * a component is lent for that call only, `strokemill_host` included. All that a plug-in passes to a function of
 * the host is lent for that call only: the host copies what it keeps.
 *
 * THREADS. A component's functions may be called on several threads at the same time, with the same instance
 * too; so they keep no changing state outside of the call, or guard it. The host's functions may be called only by
 * the thread that runs the component, and only until the component's function returns.
 *
 * FAULTS. No C++ exception, longjmp or the like may leave a component's function. The host checks everything that
 * comes back (counts, ranges, verbs, numbers, text); a plug-in that gives what the rules forbid gets its run
 * ended with an error that names it. What nobody can check is that a pointer leads to as many elements as the count
 * beside it says.
 *
 * VERSIONS. Every struct that may grow begins with its size in bytes as its maker knows it; new fields are only
 * added at the end, and raise STROKEMILL_ABI_VERSION. A field that lies beyond `struct_size` isn't there. So a
 * plug-in made for an older version runs in a newer host; a newer plug-in is refused by an older host, in words
 * that name both versions. Members of JSON objects that aren't known are to be ignored. While the version is 0
 * anything may still change.
 *
 * Numbers are in the machine's own form; only 64-bit machines are served.
 */
#ifndef STROKEMILL_PLUGIN_H
#define STROKEMILL_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#if UINTPTR_MAX != UINT64_MAX
#error "strokemill's plug-in interface is for 64-bit machines"
#endif

/* The version of this header. */
#define STROKEMILL_ABI_VERSION 0

/* What a component's functions return. */
#define STROKEMILL_DONE 0         /* All is well. */
#define STROKEMILL_FAILED 1       /* Not done; the last diagnostic, an error, says why. */
#define STROKEMILL_HOST_TOO_OLD 2 /* The host lacks something; only for a component that looked. */

/* Verbs: what one segment does with the pen, and how many points it takes from the array of points. */
#define STROKEMILL_MOVE 0  /* 1 point: lifts the pen, sets it down there, begins a subpath. */
#define STROKEMILL_LINE 1  /* 1 point: a straight line to it. */
#define STROKEMILL_QUAD 2  /* 2 points: a quadratic Bezier curve, its control point and its end. */
#define STROKEMILL_CUBIC 3 /* 3 points: a cubic Bezier curve, its two control points and its end. */
#define STROKEMILL_CLOSE 4 /* no point: a line back to the subpath's start; only a move may follow. */

/* Where a row number stands for none. */
#define STROKEMILL_NONE UINT32_MAX

/* What a path of a clip encloses. */
#define STROKEMILL_NONZERO 0 /* Where it winds a number of times that isn't zero. */
#define STROKEMILL_EVENODD 1 /* Where it winds an odd number of times. */

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes that somebody else owns. Without bytes, `base` may be NULL. Not terminated by zero. */
typedef struct strokemill_bytes {
  const uint8_t *base; /* The first of them. */
  size_t count;        /* How many. */
} strokemill_bytes;

/* A location in canvas units: x to the right, y downward. Both are finite numbers. This struct never grows. */
typedef struct strokemill_point {
  double x;
  double y;
} strokemill_point;

/*
 * Where a path lies in its drawing's arrays, and the rows of tables that it refers to. This struct never grows:
 * what comes later stands in an array beside it.
 */
typedef struct strokemill_path {
  uint32_t first_verb;  /* The first of its verbs: a move. */
  uint32_t verb_count;  /* At least 1. */
  uint32_t first_point; /* The first of its points. */
  uint32_t point_count; /* As many as its verbs take. */
  uint32_t group;       /* Row of "groups"; 0 is the drawing itself. */
  uint32_t style;       /* Row of "styles". */
  uint32_t clip;        /* Row of "clips", or STROKEMILL_NONE. */
  uint32_t attributes;  /* Row of "attributes"; 0 is the empty one. */
  uint64_t key;         /* What it's recognised by through all stages; a new path made from another keeps its key.
                           An importer may leave 0 in all of them: the host then gives each its key. */
  uint32_t line;        /* The line of its source that it began on, 0 when unknown. */
  uint32_t origin;      /* Which path of the stage's input it was made from, STROKEMILL_NONE for none. */
} strokemill_path;

/* A path that clips are made of. This struct never grows. */
typedef struct strokemill_clip_path {
  uint32_t first_verb;
  uint32_t verb_count;
  uint32_t first_point;
  uint32_t point_count;
  uint32_t rule; /* STROKEMILL_NONZERO or STROKEMILL_EVENODD. */
  uint32_t clip; /* Row of "clips" that this path alone is cut to, or STROKEMILL_NONE. */
} strokemill_clip_path;

/*
 * A drawing. It keeps the promise on the page of the Swift module PathModel: finite numbers, subpaths that begin
 * with a move, rows that exist, groups that agree with the order of the paths.
 *
 * Lent to a stage or an exporter by the host, or to `accept` by a plug-in. In an answer, an array that is the
 * very one that the host had lent (same pointer, same count) isn't copied.
 */
typedef struct strokemill_drawing {
  size_t struct_size; /* sizeof(strokemill_drawing). */

  const uint8_t *verbs; /* The verbs of all paths, and of all clips. */
  size_t verb_count;

  const strokemill_point *points; /* The points of all paths, and of all clips. */
  size_t point_count;

  const double *widths; /* The stroke's width at each point, not negative. */
  size_t width_count;   /* `point_count`, or 0 when the styles say it. */

  const strokemill_path *paths; /* The paths in the order of painting. */
  size_t path_count;

  const strokemill_clip_path *clip_paths; /* The paths that clips are made of. */
  size_t clip_path_count;

  /*
   * All the rest, an object whose members are rows as the drawing form of the JSON exporter has them:
   * "canvas" (or null), "document", "styles", "attributes", "groups", "gradients", "patterns", and "clips", where a
   * clip is {"firstPath": 0, "pathCount": 1, "parent": 0, "id": "a"} by rows of `clip_paths`.
   *
   * The host always gives all of them. In a stage's answer a member that is left out stays as it was lent, so no
   * bytes at all mean that nothing but the geometry changed. In an importer's answer a member that is left out is
   * empty; without "styles" there is one, the pen (black, one unit wide, round).
   */
  strokemill_bytes tables;

  uint32_t has_widths; /* 1 when points that come later get widths, though there may be no point yet. */
  uint32_t reserved;   /* 0. */
} strokemill_drawing;

/* What a component is run on. Made by the host. */
typedef struct strokemill_run {
  size_t struct_size;

  void *instance;           /* What `configure` made; NULL without it. */
  strokemill_bytes options; /* The given options, an object by the parameters' names; defaults are left out. */
  strokemill_bytes file;    /* For an importer, the whole file. */

  const strokemill_drawing *drawing; /* For a stage or an exporter; NULL for an importer. */
  strokemill_point *mutable_points;  /* For a stage, the points of `drawing` themselves: they may be moved where
                                        they lie. NULL for others. */
  double *mutable_widths;            /* For a stage, the widths of `drawing` likewise; NULL when it has none. */

  strokemill_bytes stage; /* The name that randomness is drawn for: the stage's. */
  uint64_t ordinal;       /* How many stages of that name come before this one. */
  uint64_t seed;          /* The run's seed as the user gave it. */
  uint64_t stage_seed;    /* A hash of seed, stage and ordinal: what all randomness is to come from. */

  uint64_t limit_input_bytes; /* The most bytes of one input. */
  uint64_t limit_depth;       /* How deep elements may be nested. */
  uint64_t limit_elements;    /* The most elements of one document. */
  uint64_t limit_points;      /* The most points of one drawing: more end the run. */
  uint64_t limit_attributes;  /* The most attributes of one element. */
  uint64_t limit_attribute_bytes; /* The most bytes of one attribute's value. */
  uint64_t limit_copies;      /* The most elements that references of one document repeat. */
  uint64_t limit_output_bytes; /* The most bytes of one output: more end the run. */
  uint64_t limit_growth;      /* To how many points a stage that multiplies them may make a drawing grow, or to twice
                                 as many as it had if that's more. */
} strokemill_run;

/* What the host does for a component while it runs. Each function takes `context` first. */
typedef struct strokemill_host {
  size_t struct_size;
  void *context; /* The host's own. */

  /*
   * Takes the drawing that an importer read or a stage made; at most once a run. A stage that doesn't call it
   * leaves the drawing as it is, with the points and widths that now stand in `mutable_points` and
   * `mutable_widths`. An importer must call it. As many points or widths as were lent may be put where those lie,
   * which therefore mustn't be changed any more after the call.
   */
  void (*accept)(void *context, const strokemill_drawing *drawing);

  /* Takes bytes of an exporter's output; any number of times, in order. */
  void (*write)(void *context, strokemill_bytes bytes);

  /*
   * Tells something to the user, an object:
   * "severity" ("error", "warning", "loss" or "note"), "code" (stable, such as "mine.bad-number"), "message" (a sentence),
   * and, where they apply, "line", "column" (both from 1), "kind" (of a loss, a word), "count" (how often, 1),
   * "more" (where else, a list of [line, column]).
   */
  void (*diagnose)(void *context, strokemill_bytes diagnostic);

  /* In `configure`: tells what is wrong with the options, an object: "message", and "option" if it's one's. */
  void (*problem)(void *context, strokemill_bytes problem);

  /*
   * The value of a parameter, given or default: a number; an angle in degrees; a length in canvas units of the
   * run's drawing; 1 or 0 for true or false. NaN for anything else, such as an unknown name, null, a length in
   * stroke widths ("sw"), or one in "%" without a canvas.
   */
  double (*option_number)(void *context, const char *name);

  /* The value of a parameter that is a text (a choice, a colour, a length with its unit), else no bytes. */
  strokemill_bytes (*option_text)(void *context, const char *name);

  /*
   * Starts a stream of random numbers for a path: it depends on the run's `stage_seed`, the path's key and the
   * pass alone. In `configure` there is none: 0.
   */
  uint64_t (*path_stream)(void *context, uint64_t key, int64_t pass);

  /* The next number of a stream, uniform from 0 up to but without 1. */
  double (*random)(void *context, uint64_t *stream);

  /*
   * The field of displacements that the whole drawing is moved by: a smooth function of position, so that what
   * touches stays together. Writes `count` displacements, each shorter than 1, in canvas units once they are
   * scaled by how far points may move. `wavelength` is the mean distance between crests; `slice` chooses one of
   * the unrelated fields of the run's `stage_seed`. In `configure` they are all 0.
   */
  void (*displace)(void *context, const strokemill_point *places, size_t count, double wavelength,
                   int64_t slice, strokemill_point *displacements);
} strokemill_host;

/* One importer, stage or exporter. */
typedef struct strokemill_component {
  size_t struct_size; /* sizeof(strokemill_component). */

  /*
   * What it is, an object: "role" ("importer", "stage" or "exporter"), "name" (lower case, hyphens),
   * "summary" (a sentence), for formats "extensions" (without the dot), and "parameters", each an object:
   * "name", "kind" ("boolean", "integer", "number", "length", "angle", "color", "paint", "text", "choice", "list"),
   * "help" (a sentence), "default"; and, where they apply, "choices" (of a choice), "element" (of a list, an object with
   * "kind"), "minimum", "maximum", "excludesMinimum", "aliases", "optional" (whether null is a value).
   */
  strokemill_bytes descriptor;

  const void *context; /* The plug-in's own, passed to the functions below. */

  /* Does the work. Returns STROKEMILL_DONE or STROKEMILL_FAILED. */
  int32_t (*run)(const void *context, const strokemill_run *run, const strokemill_host *host);

  /* For an importer, or NULL: whether the first bytes of a file, up to 4096, look like this format (1 or 0). */
  int32_t (*recognizes)(const void *context, strokemill_bytes start);

  /*
   * Or NULL: makes what `run` gets as its instance out of options (as in `strokemill_run`), which the host has
   * already checked against the descriptor. Reports what is wrong with them taken together to `host->problem` and
   * then returns STROKEMILL_FAILED.
   */
  int32_t (*configure)(const void *context, strokemill_bytes options, const strokemill_host *host,
                       void **instance);

  /* Or NULL: the host is done with an instance, on any thread. */
  void (*release)(const void *context, void *instance);
} strokemill_component;

/* A plug-in's table. */
typedef struct strokemill_plugin {
  size_t struct_size;       /* sizeof(strokemill_plugin). */
  uint32_t abi_version;     /* STROKEMILL_ABI_VERSION of the header that it was made with. */
  uint32_t component_count; /* How many components there are. */

  /* An object: "name" (lower case, hyphens) and "version" (such as "1.2.0"). */
  strokemill_bytes descriptor;

  /* A pointer to each. */
  const strokemill_component *const *components;
} strokemill_plugin;

/* The type of a plug-in's entry. */
typedef const strokemill_plugin *(*strokemill_entry)(void);

#ifdef __cplusplus
}
#endif

#endif
