import TagRuntime

@testable import ScenarioEngine

extension ScenarioError {
  /// The column and the sentence, for tables of single lines.
  var told: String { "\(position.column): \(sentence)" }
}
