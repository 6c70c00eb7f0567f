import OrderedCollections
import TagRuntime
import TagSimulation
import TagWords
import TerminalKit

/// The reason why the row's container is in use, and its history.
struct ContainerPage: ExplainPage {
  let context: ScreenContext
  let id: String

  func write(_ page: inout PageText) {
    guard let row = view.row else { return page.say("nothing has happened yet", .dim) }
    page.headline(sentence)
    if let status = view.simulation.container(id) {
      page.say(ageSentence(status))
      if let advice = advice(on: status) { page.say(advice) }
    }
    page.blank()
    page.append(lines(row, columns: page.columns))
  }

  /// The container in use, in one plain sentence.
  private var sentence: String {
    guard let status = view.simulation.container(id) else { return "\(id) is not open." }
    let version = status.version.isEmpty ? "" : "version \(status.version) "
    if let copy = context.triedCopy(of: id) {
      return "The app uses \(version)of \(id), a draft edited here from \(copy.base)."
    }
    switch status.source {
    case .none: return "The app has an empty container \(id): its bundle has none."
    case .default: return "The app uses the default container of \(id) from its bundle."
    case .saved: return "The app uses \(version)of \(id), saved by an earlier launch."
    case .network: return "The app uses \(version)of \(id), fresh from the network."
    case .preview: return "The app previews \(version)of \(id), on this phone only."
    }
  }

  private func ageSentence(_ status: ContainerStatus) -> String {
    if context.triedCopy(of: id) != nil {
      return "It exists only here and did not come from the network."
    }
    guard let age = status.age(at: view.simulation.now.wall) else {
      return "It has never come from the network."
    }
    let published = view.simulation.world.server.published[id]?.container.version.version
    let newer =
      published.flatMap { $0 == status.version ? nil : " Version \($0) is published." } ?? ""
    return "It came from the network \(age.shortText) ago." + newer
  }

  /// Returns the guides' advice for an interface that waits for its container.
  private func advice(on status: ContainerStatus) -> String? {
    let app = view.simulation.world.app
    guard status.kind == .preferFresh, !view.isFirebase,
      let container = app.container(id), app.showsValues(of: container)
    else { return nil }
    return "Its screens wait for it: the guides recommend prefer-non-default."
  }

  /// Returns the links that preview its versions, and how the app handles links.
  private func previewLines(columns: Int) -> [Line] {
    let (simulation, server) = (view.simulation, view.simulation.world.server)
    let drafts = (server.drafts[id] ?? []).map { ($0, "draft") }
    let published = server.published[id].map { [($0.container, "published")] } ?? []
    let links = (drafts + published).compactMap { container, kind -> [Line]? in
      guard let version = Int64(container.version.version), version >= 0 else { return nil }
      let link = simulation.previewLink(version, of: id)
      return wrapped("v\(version) (\(kind)): \(link)", columns: columns, indent: 2)
    }
    if links.isEmpty { return [] }
    return [Line(), Line("Preview links", .bold)] + links.flatMap { $0 }
      + wrapped(linkWords(of: simulation.world.app), columns: columns, indent: 2)
  }

  private func linkWords(of app: App) -> String {
    guard app.registersScheme else {
      return "The app has not registered \(app.previewScheme), so no link opens it."
    }
    let handling =
      switch app.linkHandling {
      case .atOnce: "passes links to the SDK at once"
      case .late:
        "passes links to the SDK only when it has its container, too late for that opening"
      case .ignored: "ignores links"
      }
    return "The app registers \(app.schemes.joined(separator: " and ")) and \(handling). "
      + "A link of another scheme opens nothing on this phone."
  }

  private func lines(_ row: Timeline.Row, columns: Int) -> [Line] {
    let life = ContainerLife(context: context)
    var lines = wrapped("Why this container? \(id) at event \(row.number)", columns: columns, .bold)
    let detail = row.event.detail.map { "  " + $0 } ?? ""
    lines += wrapped(row.event.name + detail, columns: columns) + [Line()]
    lines += reportLines(of: id, row, columns: columns)
    if let container = view.simulation.container(id) {
      lines += [Line(), Line("What comes next", .bold)]
      lines += factLines(life.countdowns(of: container), columns: columns)
    }
    lines += previewLines(columns: columns)
    lines += [Line(), Line("The phone and its SDK", .bold)]
    lines += DevicePane(context).phoneLines(columns: columns)
    lines += [Line(), Line("Opens and refreshes of \(id), newest last", .bold)]
    return lines + life.loadLines(of: id, columns: columns)
  }

  private func reportLines(of id: String, _ row: Timeline.Row, columns: Int) -> [Line] {
    if let report = view.simulation.report(on: id) {
      return report.lines.flatMap { reportLine($0, columns: columns) }
    }
    let before = timeline.look(before: row)
    guard case .closed = row.event.kind, let report = before.report(on: id) else {
      return wrapped("\(id) is not open", columns: columns)
    }
    return wrapped(
      "It is closed. Until the app opens it again, its values and handlers are gone. Before "
        + "that:", columns: columns)
      + report.lines.flatMap { reportLine($0, columns: columns) }
  }

  /// Returns a line of the report, which keeps its indentation where it is broken.
  private func reportLine(_ line: ContainerReport.Line, columns: Int) -> [Line] {
    let sign: Line
    switch line.mark {
    case .yes: sign = signs.yes
    case .no: sign = signs.no
    case .passedOver: sign = Line("--  ")
    case nil: return wrapped(line.words, columns: columns, indent: line.indent)
    }
    let space = String(repeating: " ", count: line.indent)
    return wrapped(line.words, columns: columns - line.indent - 4).enumerated()
      .map { index, piece in
        Line(space) + (index == 0 ? sign : Line("    ")) + piece
      }
  }
}

extension EventRow {
  /// The container of the event; nil for the app's first.
  package var containerID: String? {
    switch kind {
    case .containerAvailable(_, _, _, let id), .refreshed(_, _, let id), .refreshRefused(_, let id),
      .published(_, let id), .publishedUnreadable(let id):
      id
    case .openRefused(let id, _), .closed(let id), .link(.previewing(let id), _),
      .link(.ended(let id), _):
      id
    default: nil
    }
  }
}
