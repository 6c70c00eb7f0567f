import OrderedCollections

/// One kind of macro, with all that is known of it: what it does, what it is called, and what a
/// page or a check says of it.
package struct MacroFunction: Sendable {
  package let id: String
  /// What it is called beside a value.
  let label: String
  /// What it reads, on a page about a container.
  package let words: @Sendable (CallWords) -> String
  /// The parameter that says what it is asked about, where it is about something.
  var subject: String?
  /// Parameters without which the SDK refuses the call.
  package var required: [String] = []
  let stability: Stability
  /// The first version of the SDK for iOS that has it; nil is all.
  var since: SDKVersion?
  /// Whether people make it on purpose; the others come along by themselves.
  package var isMadeByHand = false
  /// Whether it is known of the SDK for Android, and no SDK 3.x for iOS was seen to have it.
  package var isOfAndroid = false
  /// Its value; nil where no SDK is known to have it.
  let evaluate: (@Sendable (borrowing FunctionArguments, inout Evaluator) -> Resolved)?
}

extension MacroFunction {
  /// Every macro of this runtime: each is one entry of one of these lists.
  package static let all = data + facts + androidFacts + texts

  private static let byID = Dictionary(
    uniqueKeysWithValues: (all + elsewhere).map { ($0.id, $0) })

  /// The macro of an id, whether an SDK has it or not.
  package static func named(_ id: String) -> MacroFunction? { byID[id] }

  /// The macro of an id, or nil where a version of the SDK for a platform does not have it.
  package static func named(
    _ id: String, in version: SDKVersion, on platform: Platform = .ios
  ) -> MacroFunction? {
    byID[id].flatMap { $0.isPart(of: version, on: platform) ? $0 : nil }
  }

  /// Whether a version of the SDK for a platform has it.
  ///
  /// Source: Platforms §2.
  func isPart(of version: SDKVersion, on platform: Platform) -> Bool {
    guard evaluate != nil else { return false }
    if platform == .android { return true }
    return since.map { version >= $0 } ?? !isOfAndroid
  }

  /// Its label and id, as people read them: "App Version Name (_avn)".
  package var title: String {
    let words = label.split(separator: " ").map { word in
      word.first?.isLowercase == true ? word.prefix(1).uppercased() + word.dropFirst() : word
    }
    return words.joined(separator: " ") + " (\(id))"
  }

  /// What containers name and no SDK was seen to have.
  ///
  /// Source: LegacySDK §10.9, Formats §3.1, Platforms §2.
  private static let elsewhere = [
    unknown("_dbg", "debug mode"),
    unknown("_smm", "lookup", isMadeByHand: true),
  ]

  private static func unknown(
    _ id: String, _ label: String, isMadeByHand: Bool = false
  ) -> MacroFunction {
    MacroFunction(
      id: id, label: label, words: { _ in label }, stability: .constant,
      isMadeByHand: isMadeByHand, evaluate: nil)
  }
}

/// A call as somebody reads it, for the words about its kind.
package struct CallWords {
  /// The call as it stands in the container.
  package let call: FunctionCall
  private let words: (Expression, _ isName: Bool) -> String
  private let handedWords: () -> String
  private let rowWords: (_ key: String) -> String

  /// Creates one.
  ///
  /// - Parameters:
  ///   - call: the call that is described.
  ///   - words: an expression in words; texts in quotes unless they are names.
  ///   - handed: what the call hands to the app, in parentheses; empty where that is nothing.
  ///   - rows: the rows of a parameter that is a table of keys and values, in parentheses.
  package init(
    _ call: FunctionCall, words: @escaping (Expression, _ isName: Bool) -> String,
    handed: @escaping () -> String, rows: @escaping (_ key: String) -> String
  ) {
    self.call = call
    self.words = words
    handedWords = handed
    rowWords = rows
  }

  /// A parameter as a value; nil where the call has none of that key.
  package func value(_ key: String) -> String? { call.parameters[key].map { words($0, false) } }

  /// A parameter as a name; nil where the call has none of that key.
  package func name(_ key: String) -> String? { call.parameters[key].map { words($0, true) } }

  /// What the call hands to the app.
  var handed: String { handedWords() }

  /// A table of keys and values.
  func rows(_ key: String) -> String { rowWords(key) }
}

/// The parameters of one call, resolved.
struct FunctionArguments: Sendable {
  let function: String
  /// The display name of the macro or tag.
  let name: String
  let values: OrderedDictionary<String, Resolved>

  subscript(key: String) -> Resolved? { values[key] }

  func text(_ key: String) -> String? {
    guard let value = values[key]?.value else { return nil }
    return ValueConversion.text(value)
  }

  func boolean(_ key: String, on platform: Platform) -> Bool {
    guard let value = values[key]?.value else { return false }
    return ValueConversion.boolean(value, on: platform) ?? false
  }
}

/// The exception that ends a function of a container of the second generation.
struct FunctionFailure: Error {
  /// What is wrong, in words that end no sentence.
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
