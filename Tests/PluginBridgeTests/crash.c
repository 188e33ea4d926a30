/* A plug-in for tests: its components end the process in the way that the option says. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "strokemill_plugin.h"

#define TEXT(text) {(const uint8_t *)(text), sizeof(text) - 1}

static volatile int zero;

/* Uses stack until there is none left. */
__attribute__((noinline)) static int deep(volatile char *above) {
  volatile char room[4096];
  room[0] = *above;
  return zero ? 0 : deep(room) + room[0];
}

static void *crash_elsewhere(void *argument) {
  (void)argument;
  abort();
}

static void crash(strokemill_bytes how) {
#define IS(word) (how.count == sizeof(word) - 1 && memcmp(how.base, word, how.count) == 0)
  if (IS("segv")) *(volatile int *)(uintptr_t)zero = 1;
  if (IS("stack")) deep((volatile char *)"");
  if (IS("abort")) abort();
  if (IS("thread")) {
    pthread_t thread;
    pthread_create(&thread, NULL, crash_elsewhere, NULL);
    pthread_join(thread, NULL);
  }
  if (IS("trap")) __builtin_trap();
  if (IS("divide")) raise(SIGFPE); /* Not all processors trap at a division. */
  if (IS("bus")) raise(SIGBUS);
}

static int32_t run(const void *context, const strokemill_run *run, const strokemill_host *host) {
  (void)context;
  (void)run;
  crash(host->option_text(host->context, "how"));
  return STROKEMILL_DONE;
}

static int32_t configure(const void *context, strokemill_bytes options, const strokemill_host *host,
                         void **instance) {
  (void)context;
  (void)options;
  (void)instance;
  strokemill_bytes how = host->option_text(host->context, "how");
  if (IS("configure")) abort();
  return STROKEMILL_DONE;
}

static int32_t read_file(const void *context, const strokemill_run *run, const strokemill_host *host) {
  (void)context;
  (void)run;
  (void)host;
  abort();
}

static int32_t recognizes(const void *context, strokemill_bytes start) {
  (void)context;
  if (start.count > 4 && memcmp(start.base, "BOOM", 4) == 0) abort();
  return 0;
}

static const strokemill_component stage = {
    .struct_size = sizeof(strokemill_component),
    .descriptor = TEXT("{\"role\": \"stage\", \"name\": \"boom\", \"summary\": \"Crashes.\","
                       " \"parameters\": [{\"name\": \"how\", \"kind\": \"text\", \"default\": \"\","
                       " \"help\": \"In which way.\"}]}"),
    .run = run,
    .configure = configure,
};

static const strokemill_component importer = {
    .struct_size = sizeof(strokemill_component),
    .descriptor = TEXT("{\"role\": \"importer\", \"name\": \"booms\", \"summary\": \"Crashes.\","
                       " \"extensions\": [\"boom\"]}"),
    .run = read_file,
    .recognizes = recognizes,
};

static const strokemill_component *const components[] = {&stage, &importer};

static const strokemill_plugin plugin = {
    .struct_size = sizeof(strokemill_plugin),
    .abi_version = STROKEMILL_ABI_VERSION,
    .component_count = 2,
    .descriptor = TEXT("{\"name\": \"crash\", \"version\": \"1.0.0\"}"),
    .components = components,
};

const strokemill_plugin *strokemill_plugin_crash(void);
const strokemill_plugin *strokemill_plugin_crash(void) {
  if (getenv("CRASH_WHILE_LOADED")) abort();
  return &plugin;
}
