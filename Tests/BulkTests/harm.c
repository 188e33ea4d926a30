/* A plug-in for tests: an importer of files whose first word says what it does to its process. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "strokemill_plugin.h"

#define TEXT(text) {(const uint8_t *)(text), sizeof(text) - 1}

static volatile int zero;
static int files;

static void hang(void) {
  /* Who waits for its end learns whose it is. */
  const char *name = getenv("HARM_PID");
  if (name) {
    FILE *file = fopen(name, "w");
    fprintf(file, "%d\n", (int)getpid());
    fclose(file);
  }
  for (;;) zero = 0;
}

static int32_t read_file(const void *context, const strokemill_run *run, const strokemill_host *host) {
  (void)context;
#define IS(word) (run->file.count >= sizeof(word) - 1 && memcmp(run->file.base, word, sizeof(word) - 1) == 0)
  files++;
  if (IS("segv")) *(volatile int *)(uintptr_t)zero = 1;
  if (IS("abort")) abort();
  if (IS("exit")) exit(3);
  if (IS("kill")) kill(getpid(), SIGKILL);
  if (IS("hang")) hang();
  if (IS("say")) fprintf(stderr, "harm says something\n");
  if (IS("print")) {
    printf("harm prints something\n");
    fflush(stdout);
  }
  /* Only the first file of a process is done. */
  if (IS("second") && files > 1) abort();
  if (IS("eat")) {
    for (;;) {
      char *block = malloc(1 << 20);
      if (!block) abort();
      memset(block, 1, 1 << 20);
    }
  }
  const strokemill_drawing empty = {.struct_size = sizeof empty};
  host->accept(host->context, &empty);
  return STROKEMILL_DONE;
}

static const strokemill_component importer = {
    .struct_size = sizeof(strokemill_component),
    .descriptor = TEXT("{\"role\": \"importer\", \"name\": \"harm\", \"summary\": \"Harms.\","
                       " \"extensions\": [\"harm\"]}"),
    .run = read_file,
};

static const strokemill_component *const components[] = {&importer};

static const strokemill_plugin plugin = {
    .struct_size = sizeof(strokemill_plugin),
    .abi_version = STROKEMILL_ABI_VERSION,
    .component_count = 1,
    .descriptor = TEXT("{\"name\": \"harm\", \"version\": \"1.0.0\"}"),
    .components = components,
};

const strokemill_plugin *strokemill_plugin_harm(void);
const strokemill_plugin *strokemill_plugin_harm(void) { return &plugin; }
