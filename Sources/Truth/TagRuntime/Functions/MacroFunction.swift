import OrderedCollections

/// One kind of macro, with everything known about it: its implementation, its name, and its words
/// on pages and in checks.
package struct MacroFunction: Sendable {
  package let id: String
  /// Its label next to a value.
  let label: String
  /// Describes what it reads, on a page about a container.
  package let words: @Sendable (CallWords) -> String
  /// The parameter that names the subject of the macro, if it has one.
  var subject: String?
  /// Parameters without which the SDK refuses the call.
  package var required: [String] = []
  let stability: Stability
  /// The first version of the SDK for iOS that has it; nil is all.
  var since: SDKVersion?
  /// Whether users make it on purpose; the others are added automatically.
  package var isMadeByHand = false
  /// Whether it is known from the SDK for Android, and not seen in any SDK 3.x for iOS.
  package var isOfAndroid = false
  /// Its implementation; nil if no SDK is known to have it.
  let evaluate: (@Sendable (borrowing FunctionArguments, inout Evaluator) -> Resolved)?

  /// All macros of this runtime: each is one entry of one of these lists.
  package static let all = data + facts + androidFacts + texts

  private static let byID = Dictionary(
    uniqueKeysWithValues: (all + elsewhere).map { ($0.id, $0) })

  /// Returns the macro of an id, whether an SDK has it or not.
  package static func named(_ id: String) -> MacroFunction? { byID[id] }

  /// Returns the macro of an id, or nil if a version of the SDK for a platform lacks it.
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

  /// Its label and id, as users see them: "App Version Name (_avn)".
  package var title: String {
    let words = label.split(separator: " ").map { word in
      word.first?.isLowercase == true ? word.prefix(1).uppercased() + word.dropFirst() : word
    }
    return words.joined(separator: " ") + " (\(id))"
  }

  /// The macros that containers name and no known SDK has.
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

/// A call with the words that describe its parts, for the words about its kind.
package struct CallWords {
  package let call: FunctionCall
  private let words: (Expression, _ isName: Bool) -> String
  private let handedWords: () -> String
  private let rowWords: (_ key: String) -> String

  /// Creates the words for a call.
  ///
  /// - Parameters:
  ///   - call: the call that is described.
  ///   - words: an expression in words; texts in quotes unless they are names.
  ///   - handed: the arguments that the call passes to the app, in parentheses; empty if there
  ///     are none.
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

  /// Returns a parameter as a value; nil if the call has none of that key.
  package func value(_ key: String) -> String? { call.parameters[key].map { words($0, false) } }

  /// Returns a parameter as a name; nil if the call has none of that key.
  package func name(_ key: String) -> String? { call.parameters[key].map { words($0, true) } }

  /// The arguments that the call passes to the app.
  var handed: String { handedWords() }

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
  /// The fault, in words without a full stop.
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
