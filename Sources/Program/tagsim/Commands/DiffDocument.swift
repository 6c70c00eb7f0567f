import Publishing
import ScenarioEngine
import TagInspection
import TagRuntime
import TextKit

/// The report of `tagsim diff`: one for every kind of comparison.
struct DiffDocument: Reported {
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
  @Boxed var page: HandedReport

  var document: String {
    JSONWriter.write([
      "schema": .string(Self.schema), "version": .string(ProgramVersion.number),
      "same": .bool(isSame), "summary": .string(summary), "old": old, "new": new,
      "meaning": meaning ?? .null, "behaviour": behaviour ?? .null, "traces": traces ?? .null,
    ])
  }
}

extension DiffDocument {
  /// Creates the document for the contents of two containers.
  init(_ comparison: ContainerComparison) {
    self.init(
      isSame: comparison.isSame, summary: comparison.verdict, old: comparison.old.sideValue,
      new: comparison.new.sideValue, meaning: comparison.value,
      page: HandedReport(outline: comparison.page))
  }

  /// Creates the document for the behaviour and the contents of two containers.
  init(_ comparison: BehaviourComparison) {
    let meaning = comparison.meaning
    self.init(
      isSame: comparison.isSame, summary: comparison.summary, old: meaning.old.sideValue,
      new: meaning.new.sideValue, meaning: meaning.value, behaviour: comparison.value,
      page: comparison.page)
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
      new: side(traces.names.b), traces: traces.value,
      page: HandedReport(
        outline: traces.lines.enumerated().map {
          IndentedLine($0.offset == 0 ? 0 : 2, $0.element)
        }))
  }
}
