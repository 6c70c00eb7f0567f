/// One kind of tag that the SDK implements.
struct TagFunction: Sendable {
  let id: String
  /// Parameters without which the SDK refuses the call.
  var required: [String] = []
  let run: @Sendable (borrowing FunctionArguments, inout Evaluator) -> TagResult
}

extension TagFunction {
  /// Every tag of this runtime; adding one means a file and a line here.
  static let all: [TagFunction] = [.analytics, .functionCall, .pixel, .dataLayerWrite]

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

  static func named(_ id: String) -> TagFunction? { byID[id] }
}
