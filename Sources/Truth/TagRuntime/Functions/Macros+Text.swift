import OrderedCollections

/// Macros that work on texts: they join, extract, encode and hash them.
extension MacroFunction {
  static let texts: [MacroFunction] = [
    join, regexGroup, encode, hash, lowerCase, upperCase,
  ]

  /// The elements of a list, or the keys and values of a map, as one text: `item_separator` is ""
  /// unless it is given, `key_value_separator` "=". Anything else is its own text.
  ///
  /// `escape` treats every element, key and value before they are joined: `url` percent-encodes
  /// it, `backslash` puts a backslash before each character of the separators and each backslash.
  ///
  /// Source: LegacySDK §10.5, Formats §3.1.
  package static let join = MacroFunction(
    id: "_jn", label: "joiner",
    words: { "\($0.input) joined with \($0.value("item_separator") ?? "\"\"")" },
    required: ["arg0"], stability: .constant, isMadeByHand: true
  ) { arguments, evaluator in
    guard let value = arguments["arg0"]?.value else { return .undefined }
    let itemSeparator = arguments.text("item_separator") ?? ""
    let keySeparator = arguments.text("key_value_separator") ?? "="
    let escape: (String) -> String
    switch arguments.text("escape") {
    case nil: escape = { $0 }
    case "url"?: escape = evaluator.settings.platform.rules.escape
    case "backslash"?:
      let escaped = Set((itemSeparator + keySeparator + "\\").unicodeScalars)
      escape = { backslashed($0, escaped) }
    case let other?:
      evaluator.log(.wrongParameter, arguments.name, "_jn", "escape", other)
      return .undefined
    }
    let part = { (value: Value) in escape(ValueConversion.text(value)) }
    let parts: [[String]] =
      switch value {
      case .list(let elements): elements.map { [part($0)] }
      case .map(let members): members.elements.map { [escape($0.key), part($0.value)] }
      default: [[part(value)]]
      }
    // Count first: many long separators must not be built.
    let size = parts.reduce(0) { size, pair in
      size + pair.reduce(itemSeparator.utf8.count) { $0 + $1.utf8.count + keySeparator.utf8.count }
    }
    guard evaluator.spendBytes(size) else { return .failed }
    let items = parts.map { $0.joined(separator: keySeparator) }
    return .value(.string(items.joined(separator: itemSeparator)))
  }

  private static func backslashed(_ text: String, _ escaped: Set<Unicode.Scalar>) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if escaped.contains(scalar) { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }

  /// One group of the first match of the pattern `arg1` in `arg0`: group 1 unless `group` names
  /// another, 0 is the whole match; nothing if there is no match or no such group.
  ///
  /// Source: LegacySDK §10.6, Formats §3.1.
  package static let regexGroup = MacroFunction(
    id: "_reg", label: "regex group",
    words: { words in
      let group = words.name("group") ?? "1"
      return "group \(group) of pattern \(words.value("arg1") ?? "?") in \(words.input)"
    },
    required: ["arg0", "arg1"], stability: .constant, isMadeByHand: true
  ) { arguments, evaluator in
    guard let text = arguments.text("arg0"), let source = arguments.text("arg1") else {
      return .undefined
    }
    var group = 1
    if let wanted = arguments["group"]?.value {
      let platform = evaluator.settings.platform
      let number = ValueConversion.number(wanted, on: platform)
      // Java cuts off what follows the point (Platforms §6).
      let isWhole = if case .int? = number { true } else { platform == .android }
      guard isWhole, let whole = number.map({ Int(ValueConversion.int64($0)) }), whole >= 0
      else {
        evaluator.log(
          .wrongParameter, arguments.name, "_reg", "group", ValueConversion.text(wanted))
        return .undefined
      }
      group = whole
    }
    do throws(PatternError) {
      let pattern = try Pattern(
        source,
        ignoreCase: arguments.boolean("ignore_case", on: evaluator.settings.platform),
        language: evaluator.container.patternLanguage)
      do throws(PatternLimit) {
        return try evaluator.patterns.group(group, of: pattern, in: text).map {
          .value(.string($0))
        } ?? .undefined
      } catch {
        evaluator.log(.limitReached, "\(arguments.name) (_reg) has no value: \(error)")
      }
    } catch {
      evaluator.log(.badPattern, arguments.name, "_reg", error.description)
    }
    return .undefined
  }

  /// `arg0` read in one base and written in another: the default of `input_format` is text, that of
  /// `output_format` is base16; `no_padding` leaves out the `=` of base64.
  ///
  /// On Android the output cannot be text, and characters that are not base64 are skipped
  /// (Platforms §3).
  ///
  /// Source: LegacySDK §10.7, Formats §3.1.
  package static let encode = MacroFunction(
    id: "_enc", label: "encoder",
    words: { "\($0.input) written in \($0.name("output_format") ?? "base16")" },
    required: ["arg0"], stability: .constant, isMadeByHand: true
  ) { arguments, evaluator in
    let platform = evaluator.settings.platform
    guard let input = arguments.text("arg0"),
      let from = arguments.encoding("input_format", default: .text, &evaluator),
      let to = arguments.encoding("output_format", default: .base16, &evaluator),
      let bytes = arguments.bytes(of: input, from, &evaluator)
    else { return .undefined }
    if to == .text, !platform.rules.writesBytesAsText {
      evaluator.log(.wrongParameter, arguments.name, "_enc", "output_format", to.rawValue)
      return .undefined
    }
    let isPadded = !arguments.boolean("no_padding", on: platform)
    guard let output = to.text(of: bytes, isPadded: isPadded) else {
      evaluator.log(.wrongInput, arguments.name, "_enc", input, "text in \(from.rawValue)")
      return .undefined
    }
    return evaluator.spendBytes(output.utf8.count) ? .value(.string(output)) : .failed
  }

  /// The digest of `arg0` in upper-case base16: the default of `algorithm` is MD5, that of
  /// `input_format` is text.
  ///
  /// Source: LegacySDK §10.8, Formats §3.1.
  package static let hash = MacroFunction(
    id: "_hsh", label: "hash",
    words: { "\($0.name("algorithm") ?? "MD5") digest of \($0.input)" },
    required: ["arg0"], stability: .constant, isMadeByHand: true
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
      let digest = BaseEncoding.base16.text(of: algorithm.digest(of: bytes))
    else { return .undefined }
    return .value(.string(digest))
  }

  /// `arg0` in small letters; only Android is known to have it. Its locale is the phone's, which
  /// this runtime ignores.
  ///
  /// Source: Platforms §2.
  static let lowerCase = changingCase("_ls", "lower case") { $0.lowercased() }

  /// `arg0` in capital letters.
  ///
  /// Source: Platforms §2.
  static let upperCase = changingCase("_us", "upper case") { $0.uppercased() }

  private static func changingCase(
    _ id: String, _ label: String, _ change: @escaping @Sendable (String) -> String
  ) -> MacroFunction {
    MacroFunction(
      id: id, label: label, words: { "\($0.input) in \(label)" }, required: ["arg0"],
      stability: .constant, isMadeByHand: true, isOfAndroid: true
    ) { arguments, evaluator in
      guard let text = arguments.text("arg0") else { return .undefined }
      let changed = change(text)
      return evaluator.spendBytes(changed.utf8.count) ? .value(.string(changed)) : .failed
    }
  }
}

extension FunctionArguments {
  /// Returns the base that a parameter names, or nil after an error.
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

  /// Returns the bytes of an input, or nil after an error.
  func bytes(
    of input: String, _ encoding: BaseEncoding, _ evaluator: inout Evaluator
  ) -> [UInt8]? {
    let isLenient = evaluator.settings.platform.rules.readsBase64Leniently
    let bytes = isLenient ? encoding.lenientBytes(of: input) : encoding.bytes(of: input)
    if bytes == nil {
      evaluator.log(.wrongInput, name, function, input, encoding.rawValue)
    }
    return bytes
  }
}

extension CallWords {
  fileprivate var input: String { value("arg0") ?? "?" }
}
