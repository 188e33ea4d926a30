import Glibc
import PathModel
import PluginKit
import TestSupport

@testable import Exec

/// The program that breaks rules.
let liar = "\(Locations.packageRoot)/Tests/ExecTests/liar.py"

func command(_ arguments: String...) -> [String] { python + [liar] + arguments }

/// Without what it loads for packages: it's started often here. (What is first in a PATH may be a script
/// that looks for versions.)
let python = [exists("/usr/bin/python3") ? "/usr/bin/python3" : "python3", "-I", "-S"]

/// Something to send.
let sample = Drawing(paths: ["M1 2 L3 4", "M5 6 L7 8 L9 9 Z"])

/// A stage of the liar in one of its modes.
func stage(_ mode: String, _ options: [Option] = []) throws -> ProgramStage {
  try ProgramStage(Program(command(mode), folder: nil), options)
}

/// What a stage makes of a drawing, and what it says.
func run(
  _ stage: ProgramStage, on drawing: Drawing = sample, limits: Limits = Limits()
) -> (result: Result<Drawing, ComponentError>, said: [Diagnostic]) {
  var context = Context(seed: 5, stage: "exec", limits: limits)
  var drawing = drawing
  let result = Result { () throws(ComponentError) in
    try stage.apply(to: &drawing, &context)
    return drawing
  }
  return (result, context.diagnostics.entries)
}

/// The error of a stage that fails, without what follows the first few words.
func failure(
  _ stage: ProgramStage, on drawing: Drawing = sample, limits: Limits = Limits()
) -> String {
  switch run(stage, on: drawing, limits: limits).result {
  case .success: "it went well"
  case .failure(let error): "\(error.diagnostic.code.rawValue): \(error.diagnostic.message)"
  }
}

/// A drawing whose request doesn't fit into any pipe.
func large() -> Drawing {
  var drawing = Drawing()
  let pen = drawing.styleID(for: .pen)
  drawing.appendPath(PathInfo(style: pen)) { builder in
    builder.move(to: .zero)
    for i in 0..<100_000 { builder.line(to: Point(Double(i) + 0.25, 0.5)) }
  }
  drawing.assignKeys()
  return drawing
}

/// Waits.
func sleepMilliseconds(_ milliseconds: UInt32) { usleep(milliseconds * 1000) }
