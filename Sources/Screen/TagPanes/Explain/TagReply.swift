import OrderedCollections
package import TagRuntime
import TagSimulation
import TagWords
import TerminalKit

/// Why a tag did what it did at an event, in sentences for a report.
package struct TagReply: Sendable, Hashable {
  /// The reason, in one or more sentences.
  package var sentence: String
  /// What helps and what other versions do, each with its place.
  package var rows: [Row] = []

  package struct Row: Sendable, Hashable {
    package var name: String
    package var text: String
  }
}

extension ScreenContext {
  /// Returns why a tag did what it did at the event.
  package func answer(about tag: TagExplanation) -> TagReply {
    let page = TagPage(context: self, name: tag.name, container: tag.containerID)
    var answer = TagReply(sentence: page.sentences(tag).joined(separator: " "))
    for (place, text) in TagHelp(context: self).lines(for: tag) where place != "here" {
      answer.rows.append(TagReply.Row(name: place.sentenceCased, text: text))
    }
    for (label, text) in page.versions(of: tag) {
      answer.rows.append(TagReply.Row(name: label, text: text))
    }
    return answer
  }

  /// Returns why the app gets a value; nil if that needs no words.
  package func reason(of reading: ValueReading, in container: String) -> String? {
    let open = view.simulation.runtime?.containerStatuses ?? []
    guard reading.origin != .container else { return nil }
    return open.first { $0.id == container }.flatMap { ValuesPane(self).why(reading, $0) }
  }
}
