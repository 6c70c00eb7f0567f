extension MacroFunction {
  /// `arg0` read in one base and written in another: `input_format` is text unless it is given,
  /// `output_format` base16; `no_padding` leaves out the `=` of base64.
  ///
  /// Source: sections 6.6 of the behaviour notes and 1.5 of the format notes.
  static let encode = MacroFunction(
    id: "_enc", required: ["arg0"], stability: .constant
  ) { arguments, evaluator in
    guard let input = arguments.text("arg0"),
      let from = arguments.encoding("input_format", default: .text, &evaluator),
      let to = arguments.encoding("output_format", default: .base16, &evaluator),
      let bytes = arguments.bytes(of: input, from, &evaluator)
    else { return .undefined }
    guard let output = to.text(of: bytes, isPadded: !arguments.boolean("no_padding")) else {
      evaluator.log(.wrongInput, arguments.name, "_enc", input, "text in \(from.rawValue)")
      return .undefined
    }
    return evaluator.spendBytes(output.utf8.count) ? .value(.string(output)) : .failed
  }
}

extension FunctionArguments {
  /// The base that a parameter names, or nil after an error.
  func encoding(
    _ key: String, default fallback: BaseEncoding, _ evaluator: inout Evaluator
  ) -> BaseEncoding? {
    guard let name = text(key) else { return fallback }
    let encoding = BaseEncoding(rawValue: name)
    if encoding == nil {
      evaluator.log(.wrongParameter, self.name, function, key, name)
    }
    return encoding
  }

  /// The bytes of an input, or nil after an error.
  func bytes(
    of input: String, _ encoding: BaseEncoding, _ evaluator: inout Evaluator
  ) -> [UInt8]? {
    let bytes = encoding.bytes(of: input)
    if bytes == nil {
      evaluator.log(.wrongInput, name, function, input, encoding.rawValue)
    }
    return bytes
  }
}
