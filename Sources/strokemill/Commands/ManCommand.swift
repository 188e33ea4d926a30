/// `strokemill man`: writes the manual page.
enum ManCommand {
  static let spec = CommandSpec(
    name: "man", operands: "", operandCount: 0...0,
    summary: "Write the manual page.",
    examples: [("strokemill man | man -l -", "Read it:")],
    run: { _ in Terminal.output(ManualPage.text(Tool.commands)) })
}
