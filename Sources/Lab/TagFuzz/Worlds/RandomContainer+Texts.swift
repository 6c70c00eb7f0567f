import OrderedCollections
import TagRuntime

/// What containers do with texts and numbers: escapings, digests, joined lists, numbers that a
/// double cannot hold, e-commerce, calls with arguments, and macros that name others several times.
extension RandomContainer {
  /// Escapings as a template may list them: 12 is the one that clients know, the others stay
  /// without effect.
  private static let escapings = [[12], [12, 12], [1, 12], [12, 7], [3], [2, 12, 12]]

  /// Whole numbers around the first that a double cannot hold, and the ends of 64 bits.
  static let largeNumbers: [Int64] = [
    9_007_199_254_740_991, 9_007_199_254_740_992, 9_007_199_254_740_993,
    9_007_199_254_740_992, 9_007_199_254_740_993,
    -9_007_199_254_740_993, 9_223_372_036_854_775_807, -9_223_372_036_854_775_808,
    1_000_000_000_000_000_001,
  ]

  // MARK: Macros

  mutating func addTextMacros() {
    for number in 0..<more.below(3) {
      macro("escaped\(number)", constantFunction, ["value": escapedText()])
    }
    if more.chance(30) {
      macro(
        "large", constantFunction, ["value": .constant(.int(more.pick(Self.largeNumbers)))])
    }
    if isLegacy { addDigests() }
    if more.chance(35) { addRepeats() }
    if more.chance(30) { addFan() }
    if !isLegacy, more.chance(30) {
      macro(
        "given", "__funct",
        [
          "classPath": .text(more.pick(["Fuzz.Value", "Fuzz.Class", "Fuzz.None"])),
          "functionArgument": table([("n", reference())]),
        ])
    }
  }

  private var constantFunction: String { isLegacy ? "_c" : "__c" }

  /// A reference that is escaped, alone or as a part of a template.
  mutating func escapedText() -> Expression {
    let escaped = Expression.escaped(reference(), more.pick(Self.escapings))
    if more.chance(30) { return escaped }
    let template = Expression.template([reference(), .text(" & ")])
    let inner = Expression.escaped(template, more.pick(Self.escapings))
    return .template([.text("q="), escaped, more.chance(40) ? inner : .text("&r=<1>")])
  }

  private mutating func addDigests() {
    if more.chance(35) {
      var parameters: OrderedDictionary<String, Expression> = ["arg0": reference()]
      if more.chance(70) {
        parameters["algorithm"] = .text(more.pick(["MD5", "SHA-1", "SHA-256", "sha-256", "CRC"]))
      }
      if more.chance(25) { parameters["input_format"] = .text(more.pick(["text", "base16"])) }
      macro("digest", "_hsh", parameters)
    }
    if more.chance(25) {
      var parameters: OrderedDictionary<String, Expression> = ["arg0": reference()]
      if more.chance(70) {
        parameters["output_format"] = .text(more.pick(["base16", "base64", "base64url", "base32"]))
      }
      if more.chance(40) { parameters["no_padding"] = .flag(true) }
      macro("coded", "_enc", parameters)
    }
    guard more.chance(30) else { return }
    var parameters: OrderedDictionary<String, Expression> = [
      "arg0": more.chance(70)
        ? .list([reference(), .text("a,b\\"), reference()])
        : .fields(["k=": reference()])
    ]
    if more.chance(70) { parameters["item_separator"] = .text(more.pick([",", ", ", "&"])) }
    if more.chance(60) { parameters["escape"] = .text(more.pick(["url", "backslash", "html"])) }
    macro("joined", "_jn", parameters)
  }

  /// Several references to one macro, which is asked as often where its value may vary.
  private mutating func addRepeats() {
    let repeated = reference()
    let parts = [repeated, .text("/"), repeated, repeated]
    macro("repeats", constantFunction, ["value": more.chance(70) ? .template(parts) : .list(parts)])
  }

  /// A chain in which every macro names the next one two or three times, or two macros that name
  /// each other twice. Only its first one is referred to.
  private mutating func addFan() {
    let width = more.chance(60) ? 2 : 3
    let isCircle = isFaulty && more.chance(35)
    // A chain beyond the bound of nested macros fails at its end, and never branches.
    let isDeep = isFaulty && more.chance(25)
    let length = isCircle ? 2 : isDeep ? 40 : width == 2 ? 5 : 3
    let end = reference()
    for place in 0..<length {
      let isLast = place == length - 1
      let next = isLast ? isCircle ? .macro("fan0") : end : .macro("fan\(place + 1)")
      version.macros.append(
        FunctionCall(
          function: constantFunction, name: "fan\(place)",
          parameters: ["value": .template(Array(repeating: next, count: width))]))
    }
    readable.append("fan0")
  }

  func table(_ rows: [(String, Expression)]) -> Expression {
    .list(
      rows.map { key, value in
        .fields(["key": .text(key), "value": value])
      })
  }

  // MARK: Tags

  mutating func addTextTags() {
    for _ in 0..<(1 + more.below(2)) {
      var tag = isLegacy ? moreLegacyTags() : moreFirebaseTags()
      tag.name = isLegacy ? "tag \(version.tags.count)" : nil
      version.tags.append(tag)
      guard more.chance(70) else { continue }
      // The events of large pushes set it off.
      var rule = ContainerRule()
      let event = more.pick(["e0", "buy"])
      rule.positivePredicates = RandomWords.events.indices.filter {
        RandomWords.events[$0] == event
      }
      rule.addTags = [version.tags.count - 1]
      version.rules.append(rule)
    }
  }

  private mutating func moreLegacyTags() -> FunctionCall {
    let event: Expression.Entry = .init(key: .text("&t"), value: .text("event"))
    switch more.below(9) {
    case 0, 1, 2:
      var parameters: OrderedDictionary<String, Expression> = [
        "analytics_pass_through": .flag(true), "enable_ecommerce": .flag(true),
        "analytics_fields": .map([event, .init(key: .text("&ec"), value: reference())]),
      ]
      if more.chance(70) {
        parameters["ecommerce_use_data_layer"] = .flag(true)
      } else {
        parameters["ecommerce_macro_data"] = .macro(more.pick(["a", "ecommerce", "n"]))
      }
      return FunctionCall(function: "_ua", parameters: parameters)
    case 3:
      return FunctionCall(
        function: "_ua",
        parameters: [
          "track_transaction": .flag(true),
          "analytics_fields": .fields(["&cd1": reference()]),
        ])
    case 4:
      return FunctionCall(
        function: "_img",
        parameters: [
          "url": .template([.text("https://p.example/a?"), escapedText(), .text("#end")]),
          "additional_params": .list([
            .fields(["k &": reference()]),
            .fields(["m": .text("<1>")]),
          ]),
        ])
    case 5, 6:
      return FunctionCall(
        function: "_func",
        parameters: [
          "function_call_macro_name": .text(more.pick(RandomWords.brazeTags)),
          "additional_params": .map(
            brazeArguments().map { .init(key: .text($0), value: $1) }),
        ])
    default:
      return FunctionCall(
        function: "_ua",
        parameters: [
          "analytics_pass_through": .flag(true),
          "analytics_fields": .map([
            event, .init(key: .text("&ec"), value: escapedText()),
            .init(key: .text("&el"), value: .macro(more.pick(readable))),
            .init(
              key: .text("useSecure"),
              value: .text(more.chance(80) ? "1" : "0")),
          ]),
        ])
    }
  }

  private mutating func moreFirebaseTags() -> FunctionCall {
    switch more.below(3) {
    case 0:
      return FunctionCall(
        function: "__img",
        parameters: ["url": .template([.text("https://p.example/?"), escapedText()])])
    default:
      return FunctionCall(
        function: "__funct",
        parameters: [
          "classPath": .text(more.pick(["Fuzz.Braze", "Fuzz.Class"])),
          "functionArgument": table(brazeArguments()),
        ])
    }
  }

  /// The arguments of a call that a provider of Braze reads, now and then with one that is wrong.
  private mutating func brazeArguments() -> [(String, Expression)] {
    let action = more.pick(["logEvent", "customAttribute", "customAttribute", "changeUser"])
    var arguments: [(String, Expression)] = []
    if more.chance(95) {
      arguments.append(("actionType", .text(more.chance(95) ? action : "log")))
    }
    let isOwn = more.chance(80)
    let name = isOwn ? Expression.text(more.pick(["vip", "song", "$own", "", "n"])) : reference()
    switch action {
    case "logEvent":
      arguments += [("eventName", name), ("n", reference()), ("time", reference())]
      if more.chance(50) { arguments.append(("", reference())) }
    case "customAttribute":
      if more.chance(90) { arguments.append(("customAttributeKey", name)) }
      arguments.append(("customAttributeValue", brazeValue()))
    default: arguments.append(("externalUserId", name))
    }
    return arguments
  }

  private mutating func brazeValue() -> Expression {
    switch more.below(6) {
    case 0: .constant(.bool(more.chance(50)))
    case 1: .constant(.int(more.pick([7, 42, 9_007_199_254_740_993])))
    case 2: .list([.text("a"), more.chance(60) ? .text("b") : .constant(.int(1))])
    case 3: .text("gold")
    default: reference()
    }
  }

  // MARK: Conditions

  /// Comparisons of numbers that a double cannot tell apart.
  mutating func addLargeConditions() {
    guard more.chance(60) else { return }
    for _ in 0...more.below(2) {
      let number = more.pick(Self.largeNumbers)
      let right: Expression =
        more.chance(60) ? .constant(.int(number)) : .text("\(number)")
      version.predicates.append(
        FunctionCall(
          function: more.pick(["_eq", "_gt", "_ge", "_lt", "_le"]),
          parameters: [
            "arg0": .macro(more.pick(readable.contains("large") ? ["n", "large"] : ["n"])),
            "arg1": right,
          ]))
      var rule = ContainerRule()
      rule.positivePredicates = [version.predicates.count - 1]
      rule.addTags = [more.below(version.tags.count)]
      version.rules.append(rule)
    }
  }
}
