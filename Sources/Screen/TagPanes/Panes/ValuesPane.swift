import OrderedCollections
package import TagRuntime
import TagSimulation
package import TagWords
import TerminalKit
import TextKit

/// The values that the app reads from its containers, each with its source, the other macros, and
/// the next events.
package struct ValuesPane: PaneView {
  package static let pane = Pane.values

  package let context: ScreenContext

  package init(_ context: ScreenContext) { self.context = context }

  package static let enterHelp: String? = "which container the value comes from, and why"

  package static func subject(of name: String, in view: WorldView) -> Explained? {
    view.simulation.world.app.containers.lazy.compactMap { container in
      container.reads.first { $0.key == name }.map { .value($0, container: container.id) }
    }.first
  }

  package var filteredList: FilteredList? { .values }

  package var showsMoment: Bool { true }

  package let title = "Values"

  private var containers: [ContainerStatus] { view.simulation.runtime?.containerStatuses ?? [] }

  package func note(columns: Int) -> String {
    let missing = missingCount
    return missing > 0 ? "\(missing) without key" : ""
  }

  package var tabNote: String { missingCount > 0 ? signs.attentionMark + String(missingCount) : "" }

  /// The number of values that the app reads by name and that no open container has.
  private var missingCount: Int {
    guard !isFirebase else { return 0 }
    return containers.reduce(0) { count, container in
      count + reads(of: container).count { reading(of: $0, container).origin != .container }
    }
  }

  package func items(columns: Int) -> [PaneItem] {
    let containers = containers
    guard !containers.isEmpty else {
      let why = view.simulation.isRunning ? "the app has none" : "the app is not running"
      return [PaneItem(wrapped("no container is open: \(why)", columns: columns, indent: 1, .dim))]
    }
    var items: [PaneItem] = []
    for container in containers {
      if containers.count > 1 {
        if !items.isEmpty { items.append(PaneItem([Line()])) }
        let head = "\(container.id)  " + container.source.described(version: container.version)
        items.append(PaneItem(wrapped(head, columns: columns, indent: 1, .bold)).of(.heading))
      }
      items += self.items(of: container, columns: columns, isFirst: items.isEmpty)
    }
    return items
  }

  private func reads(of container: ContainerStatus) -> [TypedRead] {
    view.simulation.world.app.container(container.id)?.reads ?? []
  }

  private func items(
    of container: ContainerStatus, columns: Int, isFirst: Bool
  ) -> [PaneItem] {
    let reads = reads(of: container)
    let others = container.macroNames.filter { name in
      !name.isEmpty && !name.hasPrefix("_") && !reads.contains { $0.key == name }
    }
    let widths = Widths(columns, keys: reads.map(\.key) + others)
    var items: [PaneItem] = []
    if isFirebase { items.append(PaneItem(variableHead(columns: columns))) }
    for (place, read) in reads.enumerated() {
      let lines = self.lines(
        of: read, container, widths, columns, isOpen: isFirst && isPicked(place))
      items.append(
        PaneItem(lines, target: .value(container: container.id, read.kind, read.key))
          .telling { facts(of: read, container) })
    }
    let next = publishedLines(container, columns)
    // An app of the second generation reads nothing by name: it has only variables.
    if !isFirebase, !next.isEmpty { items.append(PaneItem(next)) }
    if !others.isEmpty, !isFirebase {
      if !items.isEmpty { items.append(PaneItem([Line()])) }
      items.append(PaneItem([variablesHeading(count: others.count)]).of(.heading))
    }
    for (place, name) in others.enumerated() {
      let read = TypedRead(kind: .string, key: name)
      let isOpen = isFirst && isPicked(reads.count + place)
      let target = RowTarget.value(container: container.id, .string, name)
      if isOpen {
        let lines = self.lines(of: read, container, widths, columns, isOpen: true)
        items.append(PaneItem(lines, target: target).telling { facts(of: read, container) })
      } else {
        items.append(
          PaneItem(target: target) {
            Array(lines(of: read, container, widths, columns, isOpen: false, hasReason: false))
          }.telling { facts(of: read, container) })
      }
    }
    if isFirebase, !next.isEmpty { items.append(PaneItem(next)) }
    return items
  }

  /// The heading of the variables, with the event at which they are looked at.
  private func variablesHeading(count: Int) -> Line {
    let at = view.pushedEvent == nil ? "" : view.eventRow.map { " at #\($0.number)" } ?? ""
    return Line(" Variables\(at) (\(count))", .bold)
  }

  /// Returns whether the selected row is at a place; its details are open below it.
  private func isPicked(_ place: Int) -> Bool {
    isFocused && context.selection.place(in: .values) == place
  }

  private struct Widths {
    let all: Int
    let key: Int
    /// The type has its own column in a wide pane.
    let type: Int

    init(_ columns: Int, keys: [String]) {
      let longest = keys.map { TextWidth.columns(of: TerminalText.visible($0)) }.max() ?? 0
      // In a wider pane the eye loses the row.
      all = min(columns, TagColumns.eye)
      key = min(max(10, longest), columns * 4 / 9)
      type = columns >= DataPane.typedColumns ? 8 : 0
    }
  }

  private func reading(of read: TypedRead, _ container: ContainerStatus) -> ValueReading {
    view.reading(of: read, in: container.id)
  }

  private func facts(of read: TypedRead, _ container: ContainerStatus) -> RowFacts {
    RowFacts(
      text: {
        let reading = reading(of: read, container)
        let reason = why(reading, container) ?? ""
        return "\(read.key) \(reading.value.plain) \(container.shortSource) \(reason)"
      },
      values: { field in
        switch field {
        case .key: [.text(read.key)]
        case .value: [.text(ValueConversion.text(reading(of: read, container).value))]
        case .type: [.text(read.kind.rawValue)]
        case .container: [.text(container.id)]
        case .source:
          reading(of: read, container).origin == .container
            ? [.text(container.source.rawValue)] : []
        default: []
        }
      },
      has: { flag in
        switch flag {
        case .missing: reading(of: read, container).origin != .container
        case .changed: isChanged(read, container)
        default: false
        }
      })
  }

  /// Returns whether the selected event changed the value.
  private func isChanged(_ read: TypedRead, _ container: ContainerStatus) -> Bool {
    let now = reading(of: read, container)
    guard let before = view.before(in: timeline) else { return true }
    guard
      before.simulation.runtime?.containerStatuses.contains(where: { $0.id == container.id })
        ?? false
    else { return true }
    let last = before.reading(of: read, in: container.id)
    return last.value != now.value || last.origin != now.origin
  }

  private func lines(
    of read: TypedRead, _ container: ContainerStatus, _ widths: Widths, _ columns: Int,
    isOpen: Bool, hasReason: Bool = true
  ) -> [Line] {
    let reading = reading(of: read, container)
    let hasType = widths.type > 0
    let isText = read.kind == .string
    let value =
      hasType
      ? reading.value.plain
      : isText ? reading.value.shown : reading.shownValue
    var from = ""
    var style = Style.attention.strong
    switch reading.origin {
    case .container: break
    case .noKey where reading.maker?.isEvent == true:
      from = "NO EVENT"
      style = .dim
    case .noKey: from = container.macroNames.contains(read.key) ? "NO VALUE" : "NO KEY"
    case .unconvertible: from = read.kind == .boolean ? "NO BOOL" : "NO NUM"
    }
    let key = Names.shortened(read.key, to: widths.key, context.borders)
    let type = hasType ? cell(read.kind.shortName, widths.type) : ""
    let head = Line(" " + cell(key, widths.key) + "  ") + Line(type, .dim)
    let room = max(4, widths.all - head.width - (from.isEmpty ? 0 : from.count + 2))
    var lines = [head + Line(cell(value, room))]
    if !from.isEmpty { lines[0] = lines[0] + " " + Line(from, style) }
    // A value that is cut is shown in full when selected.
    if isOpen, TextWidth.columns(of: TerminalText.visible(value)) > room {
      lines += wrapped(value, columns: columns, indent: 5)
    }
    guard hasReason else { return lines }
    // An expected value shows its reason only if it is selected, or a rule with room for it.
    let isPlain = reading.origin == .container && !isOpen && !(hasType && reading.hasRule)
    if !isPlain, let why = why(reading, container) {
      let parts = wrapped(why, columns: columns, indent: hasType ? 5 : 3, .dim)
      lines += isOpen || hasType ? parts : Array(parts.prefix(2))
    }
    return lines
  }

  func why(_ reading: ValueReading, _ container: ContainerStatus) -> String? {
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
        if reading.maker?.isEvent == true { return "as read now, between events" }
        let said = reading.logs.last?.text(in: context.wording)
        let zero = isRead ? "no value now: the \(reading.kind.rawValue) zero" : nil
        return [provenance, said, zero].compactMap { $0 }.joined(separator: "; ")
      }
      if let bundled = view.simulation.bundledContainer(of: container.id),
        container.source != .default,
        bundled.version.macros.contains(where: { $0.name == reading.key })
      {
        return "only the default container has it"
      }
      return "no such key: zero of its type"
    }
  }

  private func publishedLines(_ container: ContainerStatus, _ columns: Int) -> [Line] {
    let server = view.simulation.world.server
    if server.unreadable.contains(container.id) {
      return wrapped(
        "the server's answer is not a container", columns: columns,
        indent: 1, .attention)
    }
    guard
      let published = server.published[container.id]?.container.version,
      published.version != container.version
    else { return [] }
    let here = container.version.isEmpty ? container.shortSource : "v" + container.version
    return wrapped(
      "v\(published.version) is published; the phone has \(here)", columns: columns,
      indent: 1, .attention)
  }
}

// MARK: Variables

/// The values pane of the second generation, where variables have values at events.
extension ValuesPane {
  /// Returns the event at which the values are read.
  private func variableHead(columns: Int) -> [Line] {
    guard let row = view.eventRow, let outcome = view.update?.firebase else {
      return wrapped(
        "no event yet: variables that need one have no value", columns: columns, indent: 1, .dim)
    }
    let event = "event \(row.number) \(outcome.logged.longName)"
    return wrapped(
      row.number == view.row?.number
        ? "variables at \(event)" : "variables now, after \(event)",
      columns: columns, indent: 1, .dim)
  }

  /// The reason why a variable has no value.
  private var valueless: String {
    view.update?.firebase == nil
      ? "no current event: it has no value outside events" : "no value at this event"
  }
}

extension ValueReading {
  /// Whether a rule with conditions chose its definition.
  fileprivate var hasRule: Bool {
    if case .rule(_, let conditions) = choice { conditions != "no conditions" } else { false }
  }

  /// The rule that chose the definition in use, and the definition's effect unless it is a
  /// constant.
  fileprivate var provenance: String? {
    let chosen: String? =
      switch choice {
      case .rule(let title, let conditions): title + ": " + conditions
      case .defaultMacro(0): "default macro"
      case .defaultMacro(1): "default macro, for its rule is false"
      case .defaultMacro(let rules): "default macro, for none of its \(rules) rules is true"
      case .unknown: "chosen by the app's handlers, which are not called again"
      case nil: nil
      }
    var kind = maker.flatMap { $0.isConstant ? nil : $0.words }
    if maker?.readsDataLayer == true, origin == .noKey { kind? += ", which is not set" }
    let parts = [kind, chosen].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}

extension ValueKind {
  /// The name in at most six letters.
  fileprivate var shortName: String { self == .boolean ? "bool" : rawValue }
}

extension ContainerStatus {
  /// The version and the source in a few letters: "v7 saved".
  package var shortSource: String {
    version.isEmpty ? source.rawValue : "v\(version) \(source.rawValue)"
  }
}
