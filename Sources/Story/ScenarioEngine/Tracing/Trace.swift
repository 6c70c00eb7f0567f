package import OrderedCollections
package import TagRuntime
package import TagSimulation

/// A record of a run, with every file that it needs: equal bytes, seeds and acts result in equal
/// runs, so nothing else is needed.
///
/// It is stored as a file of lines, one JSON object each, that only grows at its end. A trace
/// describes the run at its end, without undone parts.
package struct Trace: Sendable {
  package static let version = 1
  /// The word that identifies a trace file.
  static let word = "tagsim"
  /// The maximum number of bytes read from a trace.
  package static let byteLimit = 200_000_000
  package static let fileLimit = 1000

  /// The play of a scenario: its story and its parameters.
  package struct Play: Sendable, Hashable {
    /// The path of the scenario, as passed to tagsim.
    package var scenario: String
    /// The way among several to play it; nil if there is only one.
    package var way: String?
    /// The branch in the story; nil for the story as written.
    package var branch: String?
    /// The seed that replaces that of the header; nil for none.
    package var seed: UInt64?
    /// The path of a container that replaces every published one.
    package var container: String?
    /// The names of edited containers, by the paths that they stand in for.
    package var instead: OrderedDictionary<String, String> = [:]
    /// The maximum size of the history in bytes.
    package var history: Int?
    /// The file of the phone's disk; nil without one.
    package var device: String?

    /// Creates a play of a scenario from its path.
    package init(scenario: String) { self.scenario = scenario }

    /// Returns the play of a run, which may be another way or a branch.
    package func of(_ run: some TracedRun) -> Play {
      var play = self
      let scenario = run.scenario
      play.branch = scenario.branch?.name
      play.instead = (run as? ScenarioRun)?.inputs.instead ?? [:]
      play.way = scenario.variant
      if let branch = scenario.branch, let way = scenario.variant, way.hasSuffix(branch.title) {
        // The text before the branch is the way.
        let before = way.dropLast(branch.title.count)
        play.way = before.isEmpty ? nil : String(before.dropLast(", ".count))
      }
      let history = run.timeline.size.bytes
      play.history = history == HistorySize.usualBytes ? nil : history
      return play
    }
  }

  package struct File: Sendable, Hashable {
    /// The path, as requested.
    package var path: String
    /// The content of the file; nil if it is not known.
    package var bytes: [UInt8]?
    /// The reason why the content is not known.
    package var lack: String?

    /// Creates a file with its bytes.
    package init(_ path: String, _ bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }

    /// Creates a file without its bytes.
    package init(_ path: String, lack: String) { (self.path, self.lack) = (path, lack) }
  }

  /// The rules of a requested time zone.
  package struct Zone: Sendable, Hashable {
    package var name: String
    /// The moment around which the rules are valid.
    package var around: WallTime
    package var rules: ZoneRules

    /// Creates the answer to a request.
    package init(_ name: String, around: WallTime, _ rules: ZoneRules) {
      (self.name, self.around, self.rules) = (name, around, rules)
    }
  }

  /// The digest of the rows up to a number.
  struct Digest: Sendable, Hashable {
    var rows: Int
    var text: String
    /// The number of acts before it.
    var acts: Int
  }

  /// The build that wrote it, such as "0.1.0 (abc)".
  package internal(set) var build = ""
  package internal(set) var play = Play(scenario: "")
  package internal(set) var files: OrderedDictionary<String, File> = [:]
  /// The time zones that the run uses.
  package internal(set) var zones: [Zone] = []
  package internal(set) var acts: [TracedAct] = []
  var digests: [Digest] = []
  /// Remarks on the trace, one sentence each.
  package internal(set) var remarks: [String] = []

  init() {}
}
