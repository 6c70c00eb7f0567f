import OrderedCollections
import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// A form in which a row can be copied.
enum CopyForm: Sendable, Hashable, CaseIterable {
  case text
  case json
  case csv
  case url
  case curl
  case har
  case expectation

  var title: String {
    switch self {
    case .text: "text         what the row says"
    case .json: "JSON         the fact, as in reports"
    case .csv: "CSV          the fact, under the names of its members"
    case .url: "URL          the URL with the hit in it"
    case .curl: "curl         the request with the hit, as a command"
    case .har: "HAR          every request with the hit, for Charles and mitmproxy"
    case .expectation: "expectation  a scenario line that is true here"
    }
  }

  var word: String {
    self == .expectation ? "an expectation" : String(title.prefix { $0 != " " })
  }
}

/// A text for the user to paste elsewhere.
package struct CopiedText: Sendable, Hashable {
  /// The subject and the form: "hit 4 as curl".
  package let title: String
  let form: CopyForm
  /// The text, without control sequences for a terminal.
  package let text: String
  /// The user's command that receives it; nil uses the terminal.
  package let command: String?
}

/// The selection in all forms in which it can be copied.
struct CopySource: ScreenPart {
  let context: ScreenContext
  let title: String
  let text: String
  let subject: Explained?
  /// The version of the program, for archives.
  let program: String
  /// The line of a scenario that expects it; nil for none.
  var expectation: String?

  /// Returns the text in a form; nil if it does not have the form.
  func text(as form: CopyForm) -> String? {
    switch form {
    case .text: visible(text)
    case .json: rows(fact.map { [.fact($0)] }, .ndjson)
    case .csv: rows(fact.map { [.fact($0)] }, .csv)
    case .url: hit.flatMap(address)
    case .curl: rows(requests.last.map { [.request($0)] }, .curl)
    case .har: rows(requests.map { .request($0) }, .har)
    case .expectation: expectation.map(visible)
    }
  }

  private func rows(_ rows: [ReportRow]?, _ form: ReportFormat) -> String? {
    guard let rows, !rows.isEmpty else { return nil }
    return RowReport.text(of: rows, as: form, by: program)
  }

  private func visible(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { TerminalText.visible(String($0).withoutFinalSpaces) }.joined(separator: "\n")
  }

  // MARK: The fact

  private var fact: RunFact? {
    let words = FactWords(view.simulation.world.zone, isWhole: true)
    let row = view.row?.number ?? 0
    switch subject {
    case .row(let number)?:
      return timeline.hasRow(at: number) ? words.event(timeline.row(at: number)) : nil
    case .event?: return view.eventRow.map(words.event)
    case .tag(let name, let container)?:
      let tag = view.tags.first { $0.name == name && $0.containerID == container }
      return tag.map { words.tag($0, view.fate(of: $0), view.eventRow?.number ?? row) }
    case .value(let read, let container)?:
      return words.value(view.reading(of: read, in: container), row)
    case .dataKey(let path)?: return dataFact(path, words)
    case .hit(let story)?, .fields(let story)?:
      return words.hit(story, HitPage(context, story).maker?.number)
    case .log(let line)?: return words.log(line.line)
    case .rule?, .container?, .brazeCall?, .device?, .nothing?, nil: return nil
    }
  }

  /// Returns a value with the row that wrote it.
  private func dataFact(_ path: String, _ words: FactWords) -> RunFact? {
    guard !isFirebase, let value = view.dataLayer.get(path) else { return nil }
    switch timeline.lastWrite(of: path, upTo: view.row?.number ?? 0) {
    case .row(let row), .before(let row): return words.data(row, path, value)
    case .none: return words.data(0, path, value)
    }
  }

  // MARK: The hit

  /// The selected hit.
  private var hit: HitStory? {
    switch subject {
    case .hit(let story)?, .fields(let story)?: story
    default: nil
    }
  }

  /// The requests that carried the hit; they come from the present, since a past world has dropped
  /// finished ones.
  private var requests: [SentRequest] {
    guard let hit, let id = hit.id else { return [] }
    let world = timeline.live.world
    return world.requests.entries(carrying: id).filter { entry in
      entry.request.hits.contains { $0.id == id && $0.hit == hit.hit }
    }.map { entry in
      SentRequest(entry, hits: entry.request.hits.map { carried($0, in: world) }, in: world.zone)
    }
  }

  private func carried(_ stored: StoredHit, in world: World) -> SentRequest.Carried {
    let story = world.hit(stored.id).flatMap { $0.hit == stored.hit ? $0 : nil }
    return SentRequest.Carried(
      stored: stored, story: story, row: story.flatMap { HitPage(context, $0).maker?.number })
  }

  /// Returns an address that carries only this hit, with the times of its last request.
  private func address(of story: HitStory) -> String? {
    let request = requests.last?.entry.request
    let sent = story.id.flatMap { id in request?.parameters(ofHit: id) } ?? []
    return story.hit.address(with: sent).map { AddressText.encoded($0) }
  }
}
