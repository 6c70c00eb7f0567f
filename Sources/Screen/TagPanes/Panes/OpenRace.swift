import TagRuntime
import TagSimulation
import TagWords
import TerminalKit
import TextKit

/// The race of an opening: disk and network against the opener's timeout.
package struct OpenRace: Sendable, Hashable {
  struct Mark: Sendable, Hashable {
    var kind: Kind
    /// The time since the opening.
    var at: Duration
  }

  /// The kind of a race's event.
  enum Kind: Sendable, Hashable {
    /// The disk answered with the version that is now in use, or with none.
    case disk(ContainerSource, version: String)
    /// The disk had no container.
    case diskFailed(RefreshFailure)
    /// The request to the network began.
    case asked
    case network(version: String)
    case networkFailed(RefreshFailure)
    /// The app got the container.
    case handedOut(HandingOut, ContainerSource, version: String)
  }

  /// The public id of the container.
  var container: String
  /// The opener's timeout; nil if no timer runs.
  var timeout: Duration?
  /// The time since the opening.
  var elapsed: Duration
  /// The events so far, in order.
  var marks: [Mark]

  /// Whether the opener is still waiting.
  var isRunning: Bool {
    if case .handedOut? = marks.last?.kind { false } else { true }
  }
}

extension OpenRace {
  /// Finds the race that is running at a moment, or that its row has ended; nil for neither.
  ///
  /// - Complexity: O(n) in what happened to containers before.
  init?(at row: Timeline.Row?, _ moment: RowWorld, in timeline: Timeline) {
    let (world, loads) = (moment.simulation, timeline.loads[..<moment.loads])
    let waiting = world.runtime?.containerStatuses.first { $0.isOpening }?.id
    guard let id = Self.handedOut(by: row, world) ?? waiting,
      let start = loads.lastIndex(where: { $0.event.container == id && $0.event.kind.isOpened })
    else { return nil }
    let opened = loads[start]
    let own = loads[start...].filter { $0.event.container == id }
    // Later events are not part of the race.
    let end = own.firstIndex { $0.event.kind.isHandedOut } ?? own.endIndex - 1
    marks = own[...end].compactMap { load in
      Kind(load.event).map { Mark(kind: $0, at: load.event.instant - opened.event.instant) }
    }
    // The SDK starts the network request before it reports the disk; people expect the reverse.
    for index in marks.indices.dropFirst()
    where marks[index - 1].kind == .asked && RaceLetter(marks[index].kind) == .disk
      && marks[index - 1].at == marks[index].at
    {
      marks.swapAt(index - 1, index)
    }
    container = id
    timeout = timeline.simulation(afterStep: opened.step).untilOpenTimeout(of: id)
    elapsed = world.now.instant - opened.event.instant
    if !isRunning { elapsed = marks.last?.at ?? elapsed }
  }

  /// Returns the container whose opener waited until the row.
  private static func handedOut(by row: Timeline.Row?, _ world: Simulation) -> String? {
    guard case .containerAvailable(_, _, let handing, let id)? = row?.event.kind,
      [.found, .timedOut, .failed].contains(handing)
    else { return nil }
    return world.containerID(id)
  }
}

extension OpenRace.Kind {
  fileprivate init?(_ event: LoadEvent) {
    switch event.kind {
    case .succeeded(.saved): self = .disk(event.source, version: event.version)
    case .failed(.saved, let failure): self = .diskFailed(failure)
    case .began(.network): self = .asked
    case .succeeded(.network): self = .network(version: event.version)
    case .failed(.network, let failure): self = .networkFailed(failure)
    case .handedOut(let handing, _):
      self = .handedOut(handing, event.source, version: event.version)
    case .opened, .openRefused, .began(.saved), .refreshRefused, .closed: return nil
    }
  }
}

extension LoadEvent.Kind {
  fileprivate var isOpened: Bool {
    if case .opened = self { true } else { false }
  }

  fileprivate var isHandedOut: Bool {
    if case .handedOut = self { true } else { false }
  }
}

// MARK: Drawing

/// The time strip while an opener waits, and right after it has delivered its container: a bar from
/// the opening to the timeout, with a letter for each event, and the same in words.
package struct RaceStrip: ScreenPart {
  package let context: ScreenContext
  let race: OpenRace

  package init(context: ScreenContext, race: OpenRace) {
    self.context = context
    self.race = race
  }

  package func line(columns: Int) -> Line {
    let isNarrow = columns < Layout.threeColumns
    let head = isNarrow ? " race " : " open race "
    let bar = bar(columns: barColumns(columns))
    let total = " " + (race.timeout?.preciseText ?? "no timeout") + "  "
    let room = columns - head.count - bar.columns - total.count
    return Line(head, .bold) + bar.line + Line(total) + Line(words(columns: max(0, room)))
  }

  private func barColumns(_ columns: Int) -> Int {
    if columns < Layout.listColumns { return 10 }
    if columns < Layout.threeColumns { return 16 }
    return columns < Layout.fourColumns ? 32 : 60
  }

  // MARK: The bar

  private func bar(columns: Int) -> (line: Line, columns: Int) {
    var letters = race.marks.map { (letter: RaceLetter($0.kind).rawValue, at: $0.at) }
    if race.isRunning { letters.append((signs.now, race.elapsed)) }
    let places = race.places(of: letters.map(\.at), columns: columns)
    let passed = places.last ?? 0
    var line = Line(signs.raceStart)
    for column in 0..<columns {
      if let index = places.firstIndex(of: column) {
        line = line + Line(String(letters[index].letter), .accent)
      } else {
        line = line + Line(column < passed ? signs.racePassed : signs.raceAhead)
      }
    }
    return (line + Line(signs.raceEnd), columns + 2)
  }

  // MARK: The words

  /// The length of the text for each event.
  private enum Wordiness: CaseIterable {
    case full
    case short
    case terse
  }

  /// Returns the events so far in as many words as fit; the latest event is always included.
  private func words(columns: Int) -> String {
    let isOther = race.container != view.simulation.world.app.containerID
    let name = isOther ? [race.container + ":"] : []
    for wordiness in Wordiness.allCases {
      let text = (name + parts(wordiness)).joined(
        separator: wordiness == .terse ? " " : "  ")
      if TextWidth.columns(of: text) <= columns { return cell(text, columns) }
    }
    var parts = self.parts(.terse)
    while parts.count > 1 {
      parts.removeFirst()
      let text = parts.joined(separator: " ")
      if TextWidth.columns(of: text) <= columns { return cell(text, columns) }
    }
    return cell(parts.first ?? "", columns)
  }

  private func parts(_ wordiness: Wordiness) -> [String] {
    var marks = race.marks
    if wordiness == .terse,
      marks.contains(where: {
        [.network, .failed].contains(RaceLetter($0.kind))
      })
    {
      marks.removeAll { $0.kind == .asked }
    }
    var parts = marks.map { mark in
      String(RaceLetter(mark.kind).rawValue) + " " + Self.words(mark, wordiness)
    }
    if race.isRunning { parts.append("\(signs.now) now \(race.elapsed.preciseText)") }
    return parts
  }

  private static func words(_ mark: OpenRace.Mark, _ wordiness: Wordiness) -> String {
    let time = mark.at.preciseText
    let isFull = wordiness == .full
    let name = wordiness == .terse ? "net" : "network"
    switch mark.kind {
    case .disk(let source, let version):
      let had = source.described(version: version)
      return isFull ? "disk \(time): \(had)" : "disk " + (version.isEmpty ? had : "v" + version)
    case .diskFailed(let failure):
      let short = failure == .noSavedContainer ? "disk none" : "disk FAILED"
      return isFull ? "disk \(time): \(failure.words)" : short
    case .asked: return isFull ? "network request \(time)" : "asked"
    case .network(let version):
      return isFull ? "network \(time): v\(version)" : "\(name) v\(version)"
    case .networkFailed(let failure):
      return isFull ? "network FAILED \(time): \(failure.words)" : "\(name) FAILED"
    case .handedOut(.timedOut, let source, let version):
      let had = source.described(version: version)
      return isFull ? "handed out \(time), TIMEOUT: \(had)" : "\(time) TIMEOUT"
    case .handedOut(.failed, _, _):
      return isFull ? "FAILED \(time): no container" : "\(time) FAILED"
    case .handedOut(_, let source, let version):
      let had = source.described(version: version)
      if isFull { return "handed out \(time): \(had)" }
      return (wordiness == .terse ? "out " : "handed out ") + time
    }
  }
}

/// The letters of the race: the single table for the bar and the help.
package enum RaceLetter: Character, Sendable, Hashable, CaseIterable {
  case disk = "D"
  case asked = "A"
  case network = "N"
  case failed = "!"
  case handedOut = "H"

  package var meaning: String {
    switch self {
    case .disk: "disk answered"
    case .asked: "network asked"
    case .network: "network answered"
    case .failed: "network failed"
    case .handedOut: "handed out to the app"
    }
  }

  /// Chooses the letter for a kind of event.
  init(_ kind: OpenRace.Kind) {
    self =
      switch kind {
      case .disk, .diskFailed: .disk
      case .asked: .asked
      case .network: .network
      case .networkFailed: .failed
      case .handedOut: .handedOut
      }
  }
}

extension OpenRace {
  /// Returns the columns of the marks: at their time, each to the right of the one before.
  fileprivate func places(of times: [Duration], columns: Int) -> [Int] {
    let total = max(1, (timeout ?? max(elapsed, .seconds(2))).wholeMilliseconds)
    var places: [Int] = []
    for time in times {
      let share = min(max(0, time.wholeMilliseconds), total)
      let place = Int(share * Int64(columns - 1) / total)
      places.append(max(place, (places.last ?? -1) + 1))
    }
    // Marks beyond the end move back, and so do those in their way.
    var last = columns
    for index in places.indices.reversed() {
      places[index] = min(places[index], last - 1)
      last = places[index]
    }
    return places
  }
}
