import OrderedCollections
import TagInspection
import TagRuntime
import TagSimulation

/// A phone whose world was played: what its log shows, and what whoever reads that must find.
struct LoggedPhone: Sendable {
  /// What must be found, with the words of a difference.
  struct Finding: Sendable, Hashable {
    var state: PhoneMatch.State
    var words = ""
  }

  /// A moment in the phone's day.
  struct Moment: Sendable {
    enum Kind: Sendable {
      case event(FirebaseOutcome)
      /// An event that a tag makes.
      case made(FirebaseEvent)
      case hit(Hit)
      /// What a tag does without any line.
      case silent(String)
      case property(String, String)
      case request(HitRequest, status: Int?)
      /// The container is loaded.
      case loading
      /// A line that names a fault.
      case fault(ConsoleLine)
    }

    var kind: Kind
    var time: WallTime
    /// The place of the event or push that caused it.
    var cause: Int
    var tag: String?
    var isWritten = true
    var findings: [Finding] = []

    var hit: Hit? { if case .hit(let hit) = kind { hit } else { nil } }
    var isMade: Bool { if case .made = kind { true } else { false } }
    var isProperty: Bool { if case .property = kind { true } else { false } }
    var isEvent: Bool { if case .event = kind { true } else { isMade } }

    /// What the container makes there, as a report names it.
    let what: String

    init(_ kind: Kind, _ time: WallTime, cause: Int, _ tag: String?, _ findings: [Finding]) {
      (self.kind, self.time, self.cause) = (kind, time, cause)
      (self.tag, self.findings) = (tag, findings)
      what =
        switch kind {
        case .hit(let hit): "hit \(hit.typeName) \(hit.title)"
        case .made(let event): "event \(event.longName)"
        case .silent(let what): what
        case .event, .property, .request, .loading, .fault: ""
        }
    }
  }

  let generation: SDKGeneration
  /// In the order in which the phone does them.
  var moments: [Moment] = []
  /// Whether a line names a fault, or a loss.
  var hasFault = false

  /// - Parameters:
  ///   - timeline: the run.
  ///   - generation: the generation of the SDK that the app is built with.
  ///   - steps: the steps that the log shows; nil for all.
  init(_ timeline: Timeline, _ generation: SDKGeneration, steps: Set<Int>? = nil) {
    self.generation = generation
    if timeline.rowCount > 0 { add(.loading, at: timeline.row(at: 1).event.wall) }
    timeline.forEachRow { row in
      guard steps?.contains(row.step) ?? true else { return }
      let wall = row.event.wall
      if case .firebaseTold(let what, let value?) = row.event.kind,
        what.hasPrefix("user-property ")
      {
        add(.property(String(what.dropFirst(14)), value), at: wall)
      }
      guard let update = row.event.update else { return }
      if let outcome = update.firebase {
        // No phone shows what Firebase would drop.
        guard outcome.faults.isEmpty, outcome.source != .container else { return }
        add(.event(outcome), at: wall)
      }
      add(update, cause: moments.count - 1, at: wall)
      for id in row.event.hits {
        guard let story = id.flatMap({ timeline.live.world.hit($0) }),
          case .analytics = story.hit.kind, let tag = story.hit.tag
        else { continue }
        add(.hit(story.hit), at: story.hit.created, tag, Finding(state: .seen))
      }
    }
    // An answer that loses hits is planted, and those before it show no line.
    for entry in timeline.live.world.requests.entries where entry.request.queue == .analytics {
      guard entry.request.hits.allSatisfy({ sent in moments.contains { $0.hit == sent.hit } })
      else { continue }
      add(.request(entry.request, status: entry.answer == .status(200) ? 200 : nil), at: entry.sent)
    }
  }

  private var lastCause = 0

  private mutating func add(
    _ kind: Moment.Kind, at time: WallTime, _ tag: String? = nil, _ finding: Finding? = nil
  ) {
    switch kind {
    case .event: lastCause = moments.count
    case .hit, .made, .silent, .property, .request, .loading, .fault: break
    }
    moments.append(
      Moment(kind, time, cause: lastCause, tag, finding.map { [$0] } ?? []))
  }

  /// Adds what the tags do without making hits.
  private mutating func add(_ update: UpdateRecord, cause: Int, at wall: WallTime) {
    if generation == .legacy { lastCause = moments.count }
    for passed in update.firebase?.passed ?? [] {
      guard let tag = passed.tag else { continue }
      add(.made(passed.event), at: wall, tag, Finding(state: .seen))
    }
    // The hits of a phone of the first generation do not say what else its pushes do.
    guard generation == .firebase else { return }
    for tag in update.firings.flatMap(\.tags) {
      switch tag.result {
      case .called(let name), .nothingRan(let name), .threw(let name, _):
        add(.silent("function \(name)"), at: wall, tag.name, Finding(state: .hidden))
      case .hits(let hits):
        guard let hit = hits.first, case .pixel = hit.kind else { continue }
        add(.silent("pixel"), at: wall, tag.name, Finding(state: .hidden))
      case .wrote, .logged, .ignored, .refused: continue
      }
    }
  }
}
