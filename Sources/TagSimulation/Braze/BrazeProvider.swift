public import OrderedCollections
public import TagRuntime

/// The custom tag provider that Braze's guide for Google Tag Manager on iOS lists, in both of its
/// languages. They differ, and neither looks at the event: only the tag's parameters count.
///
/// Verified in the guide: the action types and keys; that `actionType` is taken out first and
/// `eventName` before an event is logged (the guide's prose says otherwise); the order of the tests
/// of an attribute's type; that Objective-C logs an event for a text attribute, with the
/// attribute's key and value among its properties. Inferred: everything that follows from Apple's
/// bridging and from messages to the wrong class, as said below.
public enum BrazeProvider: String, Sendable, Hashable, CaseIterable {
  /// The listing in Swift.
  case swift
  /// The listing in Objective-C.
  case objectiveC = "objective-c"

  /// The values of `actionType`.
  public static let actions = ["logEvent", "customAttribute", "changeUser"]

  /// The name of the language.
  public var name: String { self == .swift ? "Swift" : "Objective-C" }

  /// The listing in the other language.
  public var other: BrazeProvider { self == .swift ? .objectiveC : .swift }

  /// What one call comes to.
  ///
  /// - Complexity: O(n) in the parameters.
  public func outcome(of parameters: OrderedDictionary<String, Value>) -> BrazeOutcome {
    switch self {
    case .swift: swiftOutcome(of: parameters)
    case .objectiveC: objectiveCOutcome(of: parameters)
    }
  }
}
