import OrderedCollections

/// One kind of macro that the SDK implements.
package struct MacroFunction: Sendable {
  package let id: String
  /// Parameters without which the SDK refuses the call.
  package var required: [String] = []
  let stability: Stability
  /// The first version of the SDK that has it; nil is all.
  var since: SDKVersion?
  let evaluate: @Sendable (borrowing FunctionArguments, inout Evaluator) -> Resolved
}

extension MacroFunction {
  /// Every macro of this runtime; adding one means a file and a line here.
  package static let all: [MacroFunction] = [
    .constant, .dataLayerVariable, .event, .platform, .language, .osVersion, .appName, .appID,
    .appVersion, .deviceName, .resolution, .sdkVersion, .runtimeVersion, .containerVersion,
    .random, .time, .functionCall, .advertisingID, .advertisingTracking, .appVersionName, .encode,
    .clickReferrer, .gtmVersion, .hash, .join, .regexGroup,
  ]

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

  static func named(_ id: String) -> MacroFunction? { byID[id] }

  /// The macro of an id, or nil where a version of the SDK does not have it.
  package static func named(_ id: String, in version: SDKVersion) -> MacroFunction? {
    byID[id].flatMap { function in
      if let since = function.since, version < since { nil } else { function }
    }
  }
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

  func boolean(_ key: String) -> Bool {
    guard let value = values[key]?.value else { return false }
    return ValueConversion.boolean(value) ?? false
  }
}

/// The exception that ends a function of a container of the second generation.
struct FunctionFailure: Error {
  /// What is wrong, in words that end no sentence.
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
