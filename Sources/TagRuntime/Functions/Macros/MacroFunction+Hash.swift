extension MacroFunction {
  /// The digest of `arg0` in upper-case base16: `algorithm` is MD5 unless it is given,
  /// `input_format` text.
  ///
  /// Source: section 6.6 of the behaviour notes.
  static let hash = MacroFunction(
    id: "_hsh", required: ["arg0"], stability: .constant
  ) { arguments, evaluator in
    guard let input = arguments.text("arg0") else { return .undefined }
    let name = arguments.text("algorithm") ?? DigestAlgorithm.md5.rawValue
    guard let algorithm = DigestAlgorithm(rawValue: name.uppercased()) else {
      evaluator.log(.wrongParameter, arguments.name, "_hsh", "algorithm", name)
      return .undefined
    }
    guard let format = arguments.encoding("input_format", default: .text, &evaluator) else {
      return .undefined
    }
    guard format == .text || format == .base16 else {
      evaluator.log(.wrongParameter, arguments.name, "_hsh", "input_format", format.rawValue)
      return .undefined
    }
    guard let bytes = arguments.bytes(of: input, format, &evaluator),
      let digest = algorithm.digest(of: bytes).flatMap({ BaseEncoding.base16.text(of: $0) })
    else { return .undefined }
    return .value(.string(digest))
  }
}
