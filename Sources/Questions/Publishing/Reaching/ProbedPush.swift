import OrderedCollections
import ScenarioEngine
import TagInspection
import TagRuntime

/// A probe of a container as lines of a scenario, with its purposes in words.
struct ProbedPush: Sendable, Hashable {
  /// The most purposes that a comment lists.
  static let purposeLimit = 3

  /// The lines as a user would write them: the user properties first, then the event.
  let lines: [String]
  let aims: [ContainerProbe.Aim]

  /// Writes a probe as lines.
  ///
  /// - Complexity: O(n) in its keys.
  init(_ probe: ContainerProbe, isFirebase: Bool) {
    aims = probe.aims
    let keys = probe.keys.elements.map {
      LanguageWord.key($0.key) + "=" + JSONWriter.write($0.value)
    }
    let event = probe.event.quoted
    let words = [isFirebase ? "log-event \(event)" : "push event=\(event)"] + keys
    lines =
      probe.userProperties.elements.map { name, value in
        "user-property \(name.quoted)="
          + ValueConversion.text(value).quoted
      } + [words.joined(separator: " ")]
  }

  /// Returns the purposes as comments of a scenario.
  func comments(in container: CompiledContainer) -> [String] {
    let words = aims.prefix(Self.purposeLimit).map { Self.words($0, container) }
    let more = aims.count - words.count
    return (words + (more > 0 ? ["and \(more) more"] : [])).map(Self.comment)
  }

  static func words(_ aim: ContainerProbe.Aim, _ container: CompiledContainer) -> String {
    switch aim {
    case .holds(let rule): return "\(container.title(ofRule: rule)) is true"
    case .fails(let rule, let condition):
      let isNegative = container.rules[rule].negative.contains(condition)
      let sentence = container.sentence(condition, isNegative)
      return "\(container.title(ofRule: rule)) is true but for '\(sentence)'"
    case .blocked(let rule, let blocker):
      return "\(container.title(ofRule: rule)) is true, and \(container.title(ofRule: blocker)) "
        + "blocks what it fires"
    }
  }

  /// Returns a text as one comment: text from a container may have line breaks.
  static func comment(_ text: String) -> String {
    "# " + String(text.map { $0.isNewline ? " " : $0 })
  }
}
