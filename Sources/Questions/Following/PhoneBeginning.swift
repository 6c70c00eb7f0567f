import OrderedCollections
package import PhoneLog
import ScenarioEngine
import TagInspection
import TagRuntime

/// The beginning of a scenario in which a phone is followed: its app, its device, and the
/// container.
struct PhoneBeginning {
  @Boxed private(set) var capture: Capture
  let container: (container: CompiledContainer, path: String)?
  let traits: PhoneTraits
  /// When the world begins if nothing has arrived yet; nil if everything has.
  let now: CaptureTime?
  private let title: String

  static let file = "phone.scenario"

  /// - Parameters:
  ///   - capture: what the phone logged and sent so far.
  ///   - name: its name for users.
  ///   - container: the container, and the path to its file that the scenario uses; nil for the
  ///     app's own events and hits.
  ///   - now: when the world begins if nothing has arrived yet; nil if everything has.
  init(
    of capture: Capture, named name: String,
    container: (container: CompiledContainer, path: String)?, now: CaptureTime?
  ) {
    _capture = Boxed(wrappedValue: capture)
    (self.container, self.now) = (container, now)
    traits = PhoneTraits(of: capture)
    title = String(name.unicodeScalars.filter { $0.properties.generalCategory != .control })
  }

  /// Whether the phone shows its events, as those of the second generation do.
  var showsEvents: Bool {
    container.map { $0.container.version.generation == .firebase }
      ?? (capture.log != nil && capture.hits.isEmpty)
  }

  /// When the world begins: before the first event or hit.
  private var start: CaptureTime? {
    if showsEvents {
      return capture.log?.events.lazy.compactMap(\.time).first.map {
        CaptureTime(
          wall: $0.wall(inYear: capture.year) - .milliseconds(PhonePlayer.leadMilliseconds),
          offsetSeconds: $0.offsetSeconds ?? 0)
      } ?? now
    }
    return capture.hits.lazy.compactMap { hit in
      hit.made.map {
        CaptureTime(
          wall: $0 - .milliseconds(PhonePlayer.launchMilliseconds),
          offsetSeconds: hit.sent?.offsetSeconds ?? 0)
      }
    }.first ?? now
  }

  /// The scenario up to its story.
  var text: String {
    var lines = [
      "tagsim 1",
      "title: \(showsEvents ? "Events" : "Hits") of \(title.replacing("#", with: "no. "))",
    ]
    if showsEvents { lines.append("sdk: v5") }
    if let start { lines.append("start: " + start.isoText(of: start.wall)) }
    if let device = traits.deviceWords { lines.append("device: " + device) }
    let origin = capture.form == .log ? "a phone's log" : "a capture"
    lines += ["---", "# Made from \(origin): " + title.quoted]
    lines += (capture.log?.facts ?? []).map { "# " + $0.words } + traits.comments
    lines += (capture.log?.flaws ?? []).filter { [.leftOut, .droppedName].contains($0.kind) }
      .map { "# Line \($0.lines[0]): \($0.sentence)" }
    lines += traits.appLines("Followed app", "com.example.followed")
    if isOfAndroid { lines.append("  platform android") }
    return (lines + app + setup).joined(separator: "\n") + "\n"
  }

  /// The containers, functions and trackers of the app, and its screen.
  private var app: [String] {
    var lines: [String] = []
    if let container {
      let trial = ContainerTrial(of: container.container)
      let id = LanguageWord.id(of: container.container.version, path: container.path)
      lines.append("  container " + LanguageWord.word(id))
      lines +=
        showsEvents
        ? LanguageWord.classes(of: trial.macroFunctions, trial.tagFunctions).map { "  " + $0 }
        : ["  open prefer-non-default timeout=2s"]
          + trial.macroFunctions.flatMap {
            ["  macro-function " + LanguageWord.word($0), "    echoes", "  end"]
          } + trial.tagFunctions.map { "  tag-function \(LanguageWord.word($0)) notes" }
    } else {
      lines.append("  container GTM-NONE")
      if !showsEvents {
        let ids = OrderedSet(capture.hits.compactMap { $0.fields["&tid"] }.filter { !$0.isEmpty })
        lines.append("  open never")
        lines += ids.prefix(Limits.trackers).map { "  tracker \($0.quoted) name=\($0.quoted)" }
      }
    }
    return lines + (showsEvents ? [] : ["  screen \"App\"", "  end"]) + ["end", ""]
  }

  /// The setup, and the start of the app: a phone that is still followed had started before.
  private var setup: [String] {
    let files = container.map {
      ["  container default \($0.path.quoted)", "  publish \($0.path.quoted)"]
    }
    if showsEvents {
      return [
        "setup", "  # Events that Firebase logs by itself are logged as the phone shows them.",
        "  set firebase-validation warn",
      ] + (files ?? []) + [imagined, "  launch", "end", ""]
    }
    let start = [imagined, "launch", "screen \"App\""]
    let isBegun = now != nil
    return (files.map { ["setup"] + $0 + (isBegun ? start : []) + ["end", ""] } ?? [])
      + (isBegun ? [] : start)
  }

  /// The mark of what the world needs and no line shows.
  private var imagined: String {
    "  # Imagined, as no line shows it: this start"
      + (showsEvents ? ", its first opening and its session." : " and this screen.")
  }

  private var isOfAndroid: Bool {
    if let platform = container?.container.version.platform { return platform == .android }
    return capture.log?.isOfAndroid ?? capture.hits.first?.fields["&_v"]?.hasPrefix("ma") ?? false
  }
}

extension PhonePlayer {
  /// Plays everything that a phone logged, in the order of its lines.
  mutating func take(_ record: PhoneRecord, in world: inout some PhoneWorld) {
    showsStart = record.showsStart
    silence = record.silence
    for event in record.events { note(event.event.stages) }
    // An upload has events and properties under one number, each with its time.
    func place(_ line: Int, _ time: PhoneTime?) -> (Int, Int64) {
      (line, time?.year == nil ? 0 : time?.wall(inYear: 0).milliseconds ?? 0)
    }
    let (properties, events) = (record.properties.count, record.events.count)
    var places = record.properties.map { place($0.line, $0.time) }
    places += record.events.map { place($0.line, $0.time) }
    places += record.hits.map { place($0.line, nil) }
    for next in places.indices.sorted(by: { places[$0] < places[$1] }) {
      if next < properties {
        take(record.properties[next], in: &world)
      } else if next < properties + events {
        take(record.events[next - properties], in: &world)
      } else {
        take(record.hits[next - properties - events])
      }
    }
    finish(record)
  }

  /// Plays the hits of a capture, in the order in which they were made.
  mutating func take(_ capture: Capture, in world: inout some PhoneWorld) {
    copies = capture.copies
    for hit in capture.hits { take(hit) }
    leftOut += capture.hitsLeftOut
    lastLine = capture.log?.last.line
    search(until: nil, in: &world)
    explained.sort { $0.number < $1.number }
    if story != nil { sendRest(in: &world) }
  }
}

extension PhoneFact {
  package var words: String {
    switch self {
    case .firebaseForIOS(let release): "Firebase Analytics \(release) for iOS"
    case .firebaseForAndroid(let release): "Firebase Analytics \(release) for Android"
    case .analyticsForIOS(let release): "Google Analytics \(release) for iOS"
    case .container(let id): "loads the container \(id)"
    case .noTagManager: "without Tag Manager"
    case .app(let id): "the app \(id)"
    }
  }
}
