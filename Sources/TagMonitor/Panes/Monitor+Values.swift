import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

extension Monitor {
  /// What the app reads from its container, with the source of every value, and the other macros.
  func valueLines(columns: Int) -> [Line] {
    let simulation = view.simulation
    guard let container = simulation.container else {
      return wrapped("no container is open: the app is not running", columns: columns, .dim)
    }
    var lines: [Line] = []
    let reads = simulation.world.app.container(container.id)?.reads ?? []
    let widths = valueWidths(columns, reads.map(\.key))
    lines.append(Line(row(["key", "type", "value", "from"], widths), .dim))
    for read in reads { lines += self.lines(of: read, container, widths, columns) }
    lines += publishedLines(container, columns)
    let others = container.macroNames.filter { name in
      !name.isEmpty && !name.hasPrefix("_") && !reads.contains { $0.key == name }
    }
    if !others.isEmpty {
      lines += [Line(), Line("other macros of the container", .dim)]
      for name in others {
        lines += self.lines(of: TypedRead(kind: .string, key: name), container, widths, columns)
      }
    }
    return lines
  }

  private func valueWidths(_ columns: Int, _ keys: [String]) -> [Int] {
    let longest = keys.map { TextWidth.columns(of: $0) }.max() ?? 0
    let key = min(max(10, longest), max(10, columns * 2 / 5))
    let type = 6
    let from = columns < 50 ? 8 : 12
    return [key, type, max(4, columns - key - type - from - 3), from]
  }

  private func row(_ cells: [String], _ widths: [Int]) -> String {
    zip(cells, widths).map { cell($0, $1) }.joined(separator: " ")
  }

  private func lines(
    of read: TypedRead, _ container: ContainerStatus, _ widths: [Int], _ columns: Int
  ) -> [Line] {
    let reading = view.simulation.reading(of: read)
    let value = read.kind == .string ? Self.shown(reading.value) : JSONWriter.write(reading.value)
    let from: String
    var style = Style.plain
    switch reading.origin {
    case .container: from = columns < 50 ? container.shortestSource : container.shortSource
    case .noKey:
      from = container.macroNames.contains(read.key) ? "NO VALUE" : "NO KEY"
      style = .bold.colored(.yellow)
    case .unconvertible:
      from = read.kind == .boolean ? "NO BOOL" : "NO NUM"
      style = .bold.colored(.yellow)
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
    switch reading.origin {
    case .container: return reading.rule.map { "rule: " + $0 }
    case .unconvertible: return reading.logs.last?.text
    case .noKey:
      let reads = view.simulation.world.app.container(container.id)?.reads ?? []
      guard reads.contains(where: { $0.key == reading.key }) else { return nil }
      if container.macroNames.contains(reading.key) {
        return "no rule gives it a value now: the \(reading.kind.rawValue) zero"
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
    var lines = [Line()]
    if let published = view.simulation.world.server.published[container.id]?.container.version,
      published.version != container.version
    {
      let here = container.version.isEmpty ? container.shortSource : "v" + container.version
      lines += wrapped(
        "v\(published.version) is published; the phone has \(here)", columns: columns,
        .plain.colored(.yellow))
    }
    if let allowance = view.simulation.refreshAllowance(of: container.id) {
      lines += wrapped(
        "refresh tokens \(allowance.tokens) of \(allowance.limit)", columns: columns)
    }
    if let next = view.simulation.untilRefresh(of: container.id) {
      lines += wrapped("next refresh by itself in \(next.shortText)", columns: columns)
    }
    return lines
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
