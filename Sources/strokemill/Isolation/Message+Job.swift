import Pipeline

/// A file for a worker: all of a job but its plan, which the worker has.
extension Job {
  /// The message.
  consuming func message() -> [UInt8] {
    var writer = MessageWriter(.job)
    writer.put(name)
    writer.put(format)
    writer.put(plan.seed)
    writer.put(isChecked)
    writer.put(targets.count)
    for target in targets {
      writer.put(target.format)
      writer.put(target.isCompressed)
    }
    writer.put(input)
    input = []
    return writer.finish()
  }

  /// Reads the message.
  init(message: Span<UInt8>, plan: Plan) throws(Message.Fault) {
    var reader = MessageReader(message)
    let name = try reader.text()
    let format = try reader.optionalText()
    let seed = try reader.unsigned()
    let isChecked = try reader.bool()
    var targets: [Target] = []
    for _ in 0..<(try reader.length()) {
      targets.append(Target(format: try reader.text(), isCompressed: try reader.bool()))
    }
    let input = try reader.data()
    try reader.finish()
    self.init(
      name: name, input: input, format: format, plan: plan.with(seed: seed), targets: targets,
      isChecked: isChecked)
  }
}
