extension Skeleton {
  /// A stage in C: one file, a Makefile and a test.
  /// - Parameters:
  ///   - names: The plug-in's names.
  ///   - include: The folder of `strokemill_plugin.h`.
  /// - Returns: Its files.
  static func c(_ names: Names, include: String) -> Skeleton {
    let name = names.name
    // What make would take for its own.
    let shownInclude = include.replacing("$", with: "$$").replacing("#", with: "\\#")
    return Skeleton(
      title: "C",
      files: [
        File(path: "\(name).c", text: source(names)),
        File(
          path: "Makefile",
          text: """
            # \(name): a plug-in for strokemill. Needs a C compiler, make, and strokemill in PATH.

            STROKEMILL ?= strokemill
            # Where strokemill_plugin.h lies.
            STROKEMILL_INCLUDE ?= \(shownInclude)
            # Where strokemill looks for your plug-ins.
            PLUGINS ?= $(or $(XDG_DATA_HOME),$(HOME)/.local/share)/strokemill/plugins
            CFLAGS ?= -O2 -Wall -Wextra

            \(name).so: \(name).c
            \t$(CC) -std=c11 $(CPPFLAGS) $(CFLAGS) -fPIC -shared -I"$(STROKEMILL_INCLUDE)" $< -o $@ $(LDFLAGS)

            .PHONY: test install clean
            test: \(name).so
            \tSTROKEMILL="$(STROKEMILL)" ./test.sh

            install: \(name).so
            \tinstall -d "$(PLUGINS)"
            \tinstall -m 644 \(name).so "$(PLUGINS)"

            clean:
            \trm -f \(name).so

            """),
        File(path: "test.sh", text: testScript(name, plugin: "./\(name).so"), isExecutable: true),
        File(path: ".gitignore", text: "*.so\n"),
        File(
          path: "README.md",
          text: """
            # \(name)

            A plug-in for strokemill in C: the stage `\(name)` moves every point to the right.

                make            # \(name).so
                make test       # what it does, as a user sees it
                make install    # for you: strokemill then finds it by itself

            Without installing it:

                strokemill convert in.svg -o out.svg --plugin ./\(name).so -s \(name):by=2mm

            `run` in \(name).c does the work, the JSON text below it says what can be set. All that a plug-in may do
            stands in strokemill_plugin.h. `make STROKEMILL_INCLUDE=FOLDER` says where that lies.

            """),
      ],
      next: ["make test", "strokemill show \(name) --plugin ./\(name).so"])
  }

  private static func source(_ names: Names) -> String {
    let (name, letters) = (names.name, names.letters)
    return #"""
      /*
       * \#(name): a plug-in for strokemill, one stage that moves every point to the right.
       *
       * What the functions may do, and who owns what, stands in strokemill_plugin.h.
       */
      #include <math.h>
      #include <string.h>

      #include <strokemill_plugin.h>

      /* A text as bytes. */
      #define TEXT(text) {(const uint8_t *)(text), sizeof(text) - 1}

      /* Tells the user why it can't be done: the last diagnostic of a run that fails is its error. */
      static int32_t fail(const strokemill_host *host, const char *json) {
        strokemill_bytes bytes = {(const uint8_t *)json, strlen(json)};
        host->diagnose(host->context, bytes);
        return STROKEMILL_FAILED;
      }

      /* Rewrites one drawing. It may be called by several threads at a time. */
      static int32_t run(const void *context, const strokemill_run *run, const strokemill_host *host) {
        (void)context;

        /* Checked by strokemill already, and in the drawing's units: "3mm" is a number here. */
        double by = host->option_number(host->context, "by");
        if (isnan(by)) {
          return fail(host, "{\"severity\": \"error\", \"code\": \"\#(name).by\", \"message\":"
                            " \"'by' can't be in sw, nor in % without a page; use a number or mm\"}");
        }

        /* The points may be moved where they lie; then there is nothing to give back. */
        for (size_t i = 0; i < run->drawing->point_count; i++) run->mutable_points[i].x += by;
        return STROKEMILL_DONE;
      }

      /* What strokemill needs to know of the stage: it makes help, checks and completions of it. */
      static const strokemill_component stage = {
          .struct_size = sizeof(strokemill_component),
          .descriptor = TEXT("{\"role\": \"stage\", \"name\": \"\#(name)\","
                             " \"summary\": \"Moves every point to the right.\","
                             " \"parameters\": [{\"name\": \"by\", \"kind\": \"length\", \"default\": 10,"
                             " \"help\": \"How far; negative is to the left.\"}]}"),
          .run = run,
      };

      static const strokemill_component *const components[] = {&stage};

      static const strokemill_plugin plugin = {
          .struct_size = sizeof(strokemill_plugin),
          .abi_version = STROKEMILL_ABI_VERSION,
          .component_count = 1,
          .descriptor = TEXT("{\"name\": \"\#(name)\", \"version\": \"0.1.0\"}"),
          .components = components,
      };

      /* What strokemill calls. Its name is that of the file: letters and digits, in lower case. */
      const strokemill_plugin *strokemill_plugin_\#(letters)(void);
      const strokemill_plugin *strokemill_plugin_\#(letters)(void) { return &plugin; }

      """#
  }

  /// A test of what the stage does through the tool.
  static func testScript(_ name: String, plugin: String) -> String {
    #"""
    #!/bin/sh
    # What the stage does, as a user sees it: a drawing in, a drawing out.
    set -eu
    cd "$(dirname "$0")"
    strokemill=${STROKEMILL:-strokemill}

    # run STAGE: the path that comes out.
    run() {
      printf '%s' '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">
        <path d="M0 0h10" stroke="#000"/></svg>' |
        "$strokemill" convert - -o - --to svg --plugin \#(plugin) -s "$1" |
        sed -n 's/.* d="\([^"]*\)".*/\1/p'
    }

    # check STAGE PATH
    check() {
      got=$(run "$1")
      if [ "$got" = "$2" ]; then
        echo "ok      $1"
      else
        echo "FAILED  $1: $got, not $2"
        exit 1
      fi
    }

    check '\#(name)' 'M10 0h10'
    check '\#(name):by=0' 'M0 0h10'
    check '\#(name):by=-2.5' 'M-2.5 0h10'
    check '\#(name):by=25%' 'M10 0h10'

    # What can't be right is refused: nothing comes out.
    check '\#(name):by=far' '' 2>/dev/null

    """#
  }
}
