extension MacroFunction {
  /// The value that the container holds; it may refer to other macros.
  static let constant = MacroFunction(
    id: "_c", required: ["value"], stability: .constant
  ) { arguments, _ in
    arguments["value"] ?? .failed
  }
}
