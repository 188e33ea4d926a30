/*
 * A plug-in for strokemill in C: one stage, "swap-xy", that mirrors a drawing about its diagonal, so that x
 * becomes y and y becomes x. With the parameter "wobble" each point is then moved by the drawing's noise field.
 *
 *     cc -O2 -shared -fPIC -I ../../../Sources/CPluginABI/include swap-xy.c -o swap-xy.so
 *
 * All rules stand in strokemill_plugin.h.
 */
#include <math.h>
#include <string.h>

#include "strokemill_plugin.h"

/* A text as bytes. */
#define TEXT(text) {(const uint8_t *)(text), sizeof(text) - 1}

/* Tells the user why it can't be done: the run's last diagnostic is its error. */
static int32_t fail(const strokemill_host *host, const char *json) {
  strokemill_bytes bytes = {(const uint8_t *)json, strlen(json)};
  host->diagnose(host->context, bytes);
  return STROKEMILL_FAILED;
}

static int32_t run(const void *context, const strokemill_run *run, const strokemill_host *host) {
  (void)context; /* This plug-in has nothing of its own to pass along. */

  /* The points may be moved where they lie; then there is nothing to give back. */
  strokemill_point *points = run->mutable_points;
  size_t count = run->drawing->point_count;
  for (size_t i = 0; i < count; i++) {
    double x = points[i].x;
    points[i].x = points[i].y;
    points[i].y = x;
  }

  /* The host has checked the value, so it's a length; but only the host knows what "3mm" is here. */
  double wobble = host->option_number(host->context, "wobble");
  if (isnan(wobble)) {
    return fail(host, "{\"severity\": \"error\", \"code\": \"swap-xy.wobble\", \"message\": \"'wobble' can't be "
                      "in sw, nor in % without a canvas; use a number or mm\"}");
  }
  if (wobble == 0) return STROKEMILL_DONE;

  /* All randomness is the host's: the same seed gives the same drawing on every machine. */
  enum { BLOCK = 256 };
  strokemill_point moves[BLOCK];
  for (size_t start = 0; start < count; start += BLOCK) {
    size_t part = count - start < BLOCK ? count - start : BLOCK;
    host->displace(host->context, points + start, part, wobble * 10, 0, moves);
    for (size_t i = 0; i < part; i++) {
      points[start + i].x += moves[i].x * wobble;
      points[start + i].y += moves[i].y * wobble;
    }
  }
  return STROKEMILL_DONE;
}

static const strokemill_component swap_xy = {
    .struct_size = sizeof(strokemill_component),
    .descriptor = TEXT("{\"role\": \"stage\", \"name\": \"swap-xy\","
                       " \"summary\": \"Mirrors the drawing about its diagonal: x becomes y.\","
                       " \"parameters\": [{\"name\": \"wobble\", \"kind\": \"length\", \"default\": 0, \"minimum\": 0,"
                       " \"help\": \"How far points are moved by the drawing's noise field.\"}]}"),
    .run = run,
};

static const strokemill_component *const components[] = {&swap_xy};

static const strokemill_plugin plugin = {
    .struct_size = sizeof(strokemill_plugin),
    .abi_version = STROKEMILL_ABI_VERSION,
    .component_count = 1,
    .descriptor = TEXT("{\"name\": \"swap-xy\", \"version\": \"1.0.0\"}"),
    .components = components,
};

/* The entry: its name is that of the file, swap-xy.so, letters and digits alone. */
const strokemill_plugin *strokemill_plugin_swapxy(void);
const strokemill_plugin *strokemill_plugin_swapxy(void) { return &plugin; }
