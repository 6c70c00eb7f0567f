extension MacroFunction {
  /// One group of the first match of the pattern `arg1` in `arg0`: group 1 unless `group` names
  /// another, 0 is the whole match; nothing where there is no match or no such group.
  ///
  /// Source: sections 6.6 of the behaviour notes and 1.5 of the format notes.
  static let regexGroup = MacroFunction(
    id: "_reg", required: ["arg0", "arg1"], stability: .constant
  ) { arguments, evaluator in
    guard let text = arguments.text("arg0"), let source = arguments.text("arg1") else {
      return .undefined
    }
    var group = 1
    if let wanted = arguments["group"]?.value {
      guard case .int(let number)? = ValueConversion.number(wanted),
        let whole = Int(exactly: number), whole >= 0
      else {
        evaluator.log(
          .wrongParameter, arguments.name, "_reg", "group", ValueConversion.text(wanted))
        return .undefined
      }
      group = whole
    }
    do throws(PatternError) {
      let pattern = try Pattern(source, ignoreCase: arguments.boolean("ignore_case"))
      return pattern.group(group, in: text).map { .value(.string($0)) } ?? .undefined
    } catch {
      evaluator.log(.badPattern, arguments.name, "_reg", error.description)
      return .undefined
    }
  }
}
