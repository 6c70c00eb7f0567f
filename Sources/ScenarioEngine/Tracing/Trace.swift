package import OrderedCollections
package import TagRuntime
package import TagSimulation

/// What was done in a run, with every file that it needs: equal bytes, seeds and acts have equal
/// runs, so this is all of it.
///
/// It is kept as a file of lines, a JSON object each, which only ever grows at its end. A trace is
/// the run that stands at its end: what was taken back on the way is no part of it.
package struct Trace: Sendable {
  /// The version of the format.
  package static let version = 1
  /// The word by which a file is known to be one.
  static let word = "tagsim"
  /// How many bytes of a trace are read.
  package static let byteLimit = 200_000_000
  /// How many files a trace has.
  package static let fileLimit = 1000

  /// What is played: the story of a scenario, and with what.
  package struct Play: Sendable, Hashable {
    /// The path of the scenario, as it was given.
    package var scenario: String
    /// Which of several ways to play it; nil where there is one.
    package var way: String?
    /// The branch whose story it is; nil for the story as it is written.
    package var branch: String?
    /// The seed in the place of that of the header; nil for none.
    package var seed: UInt64?
    /// The path of a container that stands in for every published one.
    package var container: String?
    /// How many bytes the history may take.
    package var history: Int?
    /// The name of the file of the phone's disk; nil where it had none.
    package var device: String?

    /// Creates the description of what is played.
    package init(scenario: String) { self.scenario = scenario }

    /// The same for a run, which may tell another way, or a branch.
    package func of(_ run: some TracedRun) -> Play {
      var play = self
      let scenario = run.scenario
      play.branch = scenario.branch?.name
      play.way = scenario.variant
      if let branch = scenario.branch, let way = scenario.variant, way.hasSuffix(branch.title) {
        // What stands before the branch is the way.
        let before = way.dropLast(branch.title.count)
        play.way = before.isEmpty ? nil : String(before.dropLast(", ".count))
      }
      let history = run.timeline.size.bytes
      play.history = history == HistorySize.usualBytes ? nil : history
      return play
    }
  }

  /// A file that is read for it.
  package struct File: Sendable, Hashable {
    /// The path, as it was asked for.
    package var path: String
    /// What is in it; nil where that is not known.
    package var bytes: [UInt8]?
    /// Why that is not known.
    package var lack: String?

    /// A file with its bytes.
    package init(_ path: String, _ bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }

    /// A file whose bytes are not there.
    package init(_ path: String, lack: String) { (self.path, self.lack) = (path, lack) }
  }

  /// The rules of a time zone that were asked for.
  package struct Zone: Sendable, Hashable {
    /// The name by which they were asked for.
    package var name: String
    /// The moment around which they hold.
    package var around: WallTime
    /// The rules.
    package var rules: ZoneRules

    /// Creates the answer to a question.
    package init(_ name: String, around: WallTime, _ rules: ZoneRules) {
      (self.name, self.around, self.rules) = (name, around, rules)
    }
  }

  /// What the rows said up to one of them.
  struct Digest: Sendable, Hashable {
    var rows: Int
    var text: String
    /// How many acts had been done.
    var acts: Int
  }

  /// The build that wrote it, such as "0.1.0 (abc)".
  package internal(set) var build = ""
  /// What is played.
  package internal(set) var play = Play(scenario: "")
  /// The files, by their paths.
  package internal(set) var files: OrderedDictionary<String, File> = [:]
  /// The time zones.
  package internal(set) var zones: [Zone] = []
  /// What was done, in order.
  package internal(set) var acts: [TracedAct] = []
  /// What the rows said.
  var digests: [Digest] = []
  /// How the session ended, such as "quit"; nil where it did not come to that.
  package internal(set) var end: String?
  /// What is to be known of it, one sentence each.
  package internal(set) var remarks: [String] = []

  /// A trace of nothing.
  init() {}
}
