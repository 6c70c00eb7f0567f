import Publishing
import ScenarioEngine
import TagInspection
import TagRuntime

/// The JSON output of `tagsim diff`: one document for every kind of comparison.
struct DiffDocument {
  /// The name of the schema, with its version, which changes with the members.
  static let schema = "tagsim.diff/2"

  var isSame: Bool
  var summary: String
  var old: Value
  var new: Value
  /// The differences between the contents of two containers.
  var meaning: Value?
  /// The differences between their behaviour in scenarios.
  var behaviour: Value?
  /// The differences between two traces.
  var traces: Value?

  /// Returns the document in the form of the schema.
  ///
  /// - Parameter version: the version of this program.
  func value(version: String) -> Value {
    [
      "schema": .string(Self.schema), "version": .string(version), "same": .bool(isSame),
      "summary": .string(summary), "old": old, "new": new, "meaning": meaning ?? .null,
      "behaviour": behaviour ?? .null, "traces": traces ?? .null,
    ]
  }
}

extension DiffDocument {
  /// Creates the document for the contents of two containers.
  init(_ comparison: ContainerComparison) {
    self.init(
      isSame: comparison.isSame, summary: comparison.verdict, old: comparison.old.sideValue,
      new: comparison.new.sideValue, meaning: comparison.value)
  }

  /// Creates the document for the behaviour and the contents of two containers.
  init(_ comparison: BehaviourComparison) {
    let meaning = comparison.meaning
    self.init(
      isSame: comparison.isSame, summary: comparison.summary, old: meaning.old.sideValue,
      new: meaning.new.sideValue, meaning: meaning.value, behaviour: comparison.value)
  }

  init(_ traces: TraceDiff) {
    func side(_ name: String) -> Value {
      [
        "file": .string(name), "containerId": .null, "version": .null, "format": .null,
        "generation": .null, "usageContexts": [],
      ]
    }
    self.init(
      isSame: traces.isSame, summary: traces.summary, old: side(traces.names.a),
      new: side(traces.names.b), traces: traces.value)
  }
}
