import OrderedCollections
import TagRuntime
import TagSimulation
import TagWords
import TerminalKit

/// A path of the data layer: its value, its writers and its readers. Under v5, a parameter of the
/// event or a user property.
struct DataKeyPage: ExplainPage {
  let context: ScreenContext
  let path: String

  func write(_ page: inout PageText) {
    if isFirebase { writeParameter(&page) } else { writeKey(&page) }
    writeReaders(&page)
  }

  // MARK: The data layer

  /// The maximum number of writes of a path that are listed, the newest.
  private static let writeLimit = 100

  private func writeKey(_ page: inout PageText) {
    let now = view.row?.number ?? 0
    let writes = writes(upTo: timeline.rowCount)
    let last = writes.last { $0.number <= now }
    if let value = view.dataLayer.get(path) {
      page.headline("\(path) is \(value.typedText).")
      page.say(
        last.map { "It was \($0.pushedText)." } ?? "It was already set when the history began.")
    } else {
      page.headline("\(path) is not set.")
      page.say(
        writes.isEmpty || context.isAsking
          ? "It has not been pushed yet." : "It is pushed later in this run.")
    }
    page.blank()
    let shown = writes.filter { !context.isAsking || $0.number <= now }
    guard !shown.isEmpty else { return }
    page.head("Written by (\(shown.count))")
    for row in shown {
      if row.number == last?.number { page.startHere() }
      let value = row.event.update.flatMap { self.value(in: $0) }?.typedText ?? "a part of it"
      let mark = row.number == last?.number ? "  in use at #\(now)" : ""
      page.fact(
        "#\(row.number)", "\(value)  \(row.event.pusher ?? "")\(mark)",
        width: 6, row.number > now ? .dim : .plain, to: .row(row.number))
    }
  }

  private func value(in update: UpdateRecord) -> Value? {
    DataLayer.leaves(of: update.update).first { $0.path == path }?.value
  }

  /// Returns the rows that wrote the path, oldest first.
  private func writes(upTo number: Int) -> [Timeline.Row] {
    var found: [Timeline.Row] = []
    var next = number
    while next > 0, found.count < Self.writeLimit,
      case .row(let row) = timeline.lastWrite(of: path, upTo: next)
    {
      found.append(timeline.row(at: row))
      next = row - 1
    }
    return found.reversed()
  }

  // MARK: Firebase

  private func writeParameter(_ page: inout PageText) {
    let event = view.update?.firebase?.logged
    if let event, let value = event.parameters[path] {
      page.headline("\(path) is \(value.typedText).")
      let defaults = view.update?.firebaseState?.defaultParameters ?? [:]
      page.say(
        defaults[path] == value
          ? "It is a default parameter of the app: every event gets it."
          : "It is a parameter of the event \(event.longName) only.",
        to: view.eventRow.map { .row($0.number) })
    } else if let text = view.firebase?.userProperties[path] {
      page.headline("The user property \(path) is \(text.quoted).")
      page.say("Every event includes it until the app changes it.")
    } else {
      page.headline("\(path) has no value at this event.")
      page.say("Parameters belong to their event: the next event does not have them.")
    }
    writeUses(&page)
  }

  /// Writes the events that carried the parameter.
  private func writeUses(_ page: inout PageText) {
    if context.isAsking { return }
    let carriers = record.turns.suffix(Self.writeLimit).compactMap { number in
      let row = timeline.row(at: number)
      return row.event.update?.firebase?.logged.parameters[path].map { (row, $0) }
    }
    guard !carriers.isEmpty else { return }
    page.part("Events that include it (\(carriers.count))")
    for (row, value) in carriers {
      page.fact(
        "#\(row.number)", "\(row.event.name)  \(value.typedText)", width: 6, to: .row(row.number))
    }
  }

  // MARK: Readers

  private func writeReaders(_ page: inout PageText) {
    for status in view.simulation.runtime?.containerStatuses ?? [] {
      guard let compiled = view.simulation.runtime?.compiledContainer(status.id) else { continue }
      let readers = compiled.readers(ofPath: path)
      page.part("Read in \(status.id) by")
      if readers.isEmpty {
        page.say("nothing: no \(view.vocabulary.macro) reads it", .dim, indent: 2)
      }
      ReadersText(context: context, container: status.id).write(readers, compiled, &page)
    }
  }
}
