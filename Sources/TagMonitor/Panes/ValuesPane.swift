import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// What the app reads from its containers, with the source of every value, the other macros, and
/// what happens next.
struct ValuesPane: PaneView {
  static let pane = Pane.values

  let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  var title: String { "Values @\(view.row?.number ?? 0)" }

  func lines(columns: Int) -> [Line] {
    let containers = view.simulation.runtime?.containerStatuses ?? []
    guard !containers.isEmpty else {
      let why = view.simulation.isRunning ? "the app has none" : "the app is not running"
      return wrapped("no container is open: \(why)", columns: columns, .dim)
    }
    var lines: [Line] = []
    for container in containers {
      if containers.count > 1 {
        lines += lines.isEmpty ? [] : [Line()]
        lines += wrapped(
          "\(container.id)  " + container.source.described(version: container.version),
          columns: columns, .bold)
      }
      lines += self.lines(of: container, columns: columns)
    }
    return lines
  }

  private func lines(of container: ContainerStatus, columns: Int) -> [Line] {
    let reads = view.simulation.world.app.container(container.id)?.reads ?? []
    let widths = valueWidths(columns, reads.map(\.key), container)
    var lines = [Line(row(["key", "type", "value", "from"], widths), .dim)]
    if isFirebase { lines = variableHead(columns: columns) + lines }
    for read in reads { lines += self.lines(of: read, container, widths, columns) }
    let next =
      [Line()] + publishedLines(container, columns)
      + factLines(ContainerLife(context).countdowns(of: container), columns: columns)
    // An app of the second generation reads nothing by name: variables are all there is.
    if !isFirebase { lines += next }
    let others = container.macroNames.filter { name in
      !name.isEmpty && !name.hasPrefix("_") && !reads.contains { $0.key == name }
    }
    if !others.isEmpty {
      lines += isFirebase ? [] : [Line(), Line("other macros of the container", .dim)]
      for name in others {
        lines += self.lines(of: TypedRead(kind: .string, key: name), container, widths, columns)
      }
    }
    if isFirebase { lines += next }
    return lines
  }

  private func valueWidths(
    _ columns: Int, _ keys: [String], _ container: ContainerStatus
  ) -> [Int] {
    let longest = keys.map { TextWidth.columns(of: $0) }.max() ?? 0
    let key = min(max(10, longest), max(10, columns * 2 / 5))
    let type = 6
    let from = columns >= 50 ? 12 : container.source == .preview ? 10 : 8
    return [key, type, max(4, columns - key - type - from - 3), from]
  }

  private func row(_ cells: [String], _ widths: [Int]) -> String {
    zip(cells, widths).map { cell($0, $1) }.joined(separator: " ")
  }

  private func lines(
    of read: TypedRead, _ container: ContainerStatus, _ widths: [Int], _ columns: Int
  ) -> [Line] {
    let reading = view.simulation.reading(
      of: read, in: container.id, during: view.update?.firebase?.logged)
    let value = read.kind == .string ? reading.value.shown : reading.shownValue
    let from: String
    var style = Style.plain
    switch reading.origin {
    case .container: from = columns < 50 ? container.shortestSource : container.shortSource
    case .noKey:
      from = container.macroNames.contains(read.key) ? "NO VALUE" : "NO KEY"
      style = .attention.strong
    case .unconvertible:
      from = read.kind == .boolean ? "NO BOOL" : "NO NUM"
      style = .attention.strong
    }
    var lines = [
      Line(row([read.key, read.kind.shortName, value], widths) + " ")
        + Line(cell(from, widths[3]), style)
    ]
    if let why = why(reading, container) {
      lines += wrapped(why, columns: columns, indent: 4, .dim)
    }
    return lines
  }

  private func why(_ reading: ValueReading, _ container: ContainerStatus) -> String? {
    let provenance = isFirebase ? reading.maker?.words : reading.provenance
    switch reading.origin {
    case .container: return provenance
    case .unconvertible:
      return [provenance, reading.logs.last?.text(in: context.wording)].compactMap { $0 }
        .joined(separator: "; ")
    case .noKey:
      let reads = view.simulation.world.app.container(container.id)?.reads ?? []
      let isRead = reads.contains { $0.key == reading.key }
      if isFirebase { return [provenance, valueless].compactMap { $0 }.joined(separator: "; ") }
      if container.macroNames.contains(reading.key) {
        let said = reading.logs.last?.text(in: context.wording)
        let zero = isRead ? "no value now: the \(reading.kind.rawValue) zero" : nil
        return [provenance, said, zero].compactMap { $0 }.joined(separator: "; ")
      }
      if let bundled = view.simulation.bundledContainer(of: container.id),
        container.source != .default,
        bundled.version.macros.contains(where: { $0.name == reading.key })
      {
        return "in the default container, not in this one: nothing is merged"
      }
      return "not in the container: the \(reading.kind.rawValue) zero"
    }
  }

  private func publishedLines(_ container: ContainerStatus, _ columns: Int) -> [Line] {
    let server = view.simulation.world.server
    if server.unreadable.contains(container.id) {
      return wrapped(
        "the server answers with something that is no container", columns: columns,
        .attention)
    }
    guard
      let published = server.published[container.id]?.container.version,
      published.version != container.version
    else { return [] }
    let here = container.version.isEmpty ? container.shortSource : "v" + container.version
    return wrapped(
      "v\(published.version) is published; the phone has \(here)", columns: columns,
      .attention)
  }
}

// MARK: Variables

/// The values pane of the second generation, where variables have values at events.
extension ValuesPane {
  /// At which event the values are looked at.
  private func variableHead(columns: Int) -> [Line] {
    guard let row = view.eventRow, let outcome = view.update?.firebase else {
      return wrapped(
        "no event yet: variables that ask for one have no value", columns: columns, .dim)
    }
    let event = "event \(row.number) \(outcome.logged.longName)"
    return wrapped(
      row.number == view.row?.number
        ? "variables at \(event)" : "variables now, with \(event) still at hand",
      columns: columns, .dim)
  }

  /// Why a variable has no value.
  private var valueless: String {
    view.update?.firebase == nil
      ? "no event is at hand, outside of which it has no value" : "no value at this event"
  }
}

extension ValueReading {
  /// Which rule chose the definition in use, and what that does where it is no constant.
  fileprivate var provenance: String? {
    let chosen: String? =
      switch choice {
      case .rule(let title, let conditions): title + ": " + conditions
      case .defaultMacro(0): "default macro"
      case .defaultMacro(let rules): "default macro, for " + Self.untrue(rules)
      case .unknown: "chosen by what the app's handlers answer, who are not asked again"
      case nil: nil
      }
    var kind = maker.flatMap { $0.isConstant ? nil : $0.words }
    if maker?.readsDataLayer == true, origin == .noKey { kind? += ", which is not set" }
    let parts = [kind, chosen].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private static func untrue(_ rules: Int) -> String {
    rules == 1 ? "its rule is false" : "none of its \(rules) rules is true"
  }
}

extension ValueKind {
  /// The name in at most six letters.
  fileprivate var shortName: String { self == .boolean ? "bool" : rawValue }
}

extension ContainerStatus {
  /// The version and the source in eight letters: "v7 saved", "v8 net".
  fileprivate var shortestSource: String {
    guard !version.isEmpty else { return source.rawValue }
    return "v\(version) " + (source == .network ? "net" : source.rawValue)
  }

  /// The version and the source in a few letters: "v7 saved".
  var shortSource: String {
    version.isEmpty ? source.rawValue : "v\(version) \(source.rawValue)"
  }
}
