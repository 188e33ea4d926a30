/* The least that a plug-in can be: one stage that does nothing. PluginLoaderTests.swift names entry and stage. */
#include "strokemill_plugin.h"

static int32_t run(const void *context, const strokemill_run *run, const strokemill_host *host) {
  (void)context, (void)run, (void)host;
  return STROKEMILL_DONE;
}

#define TEXT(text) {(const uint8_t *)(text), sizeof(text) - 1}

static const strokemill_component stage = {
    .struct_size = sizeof(strokemill_component),
    .descriptor = TEXT("{\"role\": \"stage\", \"name\": \"" STAGE "\", \"summary\": \"Does nothing.\"}"),
    .run = run,
};
static const strokemill_component *const components[] = {&stage};
static const strokemill_plugin plugin = {
    .struct_size = sizeof(strokemill_plugin),
    .abi_version = STROKEMILL_ABI_VERSION,
    .component_count = 1,
    .descriptor = TEXT("{\"name\": \"two-names\", \"version\": \"1.0\"}"),
    .components = components,
};

const strokemill_plugin *ENTRY(void);
const strokemill_plugin *ENTRY(void) { return &plugin; }
