import ScenarioEngine
import TagInspection
import TagRuntime
import TagTrials

/// What `tagsim diff` tells machines: one document, whatever is compared.
struct DiffDocument {
  /// The name of the schema, with its version: other members give it another number.
  static let schema = "tagsim.diff/2"

  var isSame: Bool
  var summary: String
  var old: Value
  var new: Value
  /// What two containers say.
  var meaning: Value?
  /// What they do when scenarios are played.
  var behaviour: Value?
  /// Where two traces differ.
  var traces: Value?

  /// As the schema says.
  ///
  /// - Parameter version: of this program.
  func value(version: String) -> Value {
    [
      "schema": .string(Self.schema), "version": .string(version), "same": .bool(isSame),
      "summary": .string(summary), "old": old, "new": new, "meaning": meaning ?? .null,
      "behaviour": behaviour ?? .null, "traces": traces ?? .null,
    ]
  }
}

extension DiffDocument {
  /// Of what two containers mean.
  init(_ comparison: ContainerComparison) {
    self.init(
      isSame: comparison.isSame, summary: comparison.verdict, old: comparison.old.sideValue,
      new: comparison.new.sideValue, meaning: comparison.value)
  }

  /// Of what two containers do, and mean.
  init(_ comparison: BehaviourComparison) {
    let meaning = comparison.meaning
    self.init(
      isSame: comparison.isSame, summary: comparison.summary, old: meaning.old.sideValue,
      new: meaning.new.sideValue, meaning: meaning.value, behaviour: comparison.value)
  }

  /// Of two traces.
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
