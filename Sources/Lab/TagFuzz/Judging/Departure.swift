/// Where a world goes another way than the reference says.
package struct Departure: Error, Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Which tags an event sets off, or what they do.
    case tags
    case dataLayer = "data-layer"
    /// Which updates went through, and in which order.
    case drain
    case firebase
    /// What became of a hit.
    case hits
    /// The sums of the ledger.
    case ledger
    case requests
    /// The text of a hit or a request.
    case payload
    /// When a dispatch follows another.
    case timers
    /// A value that the app reads, or how often the app is asked for one.
    case reads
    /// The calls that reach Braze.
    case braze
    /// Which container is in use, and when it is asked for.
    case loads
    case preview
    /// Something that waits although everything is as it should be.
    case liveness
    /// Going back leads to another world, or an explanation to other tags.
    case history
    /// The same seed came to something else the second time.
    case determinism
    /// A file that was written cannot be read, or says something else.
    case files
  }

  package var kind: Kind
  /// The number of the step, from 1; 0 where it is none.
  package var step: Int
  /// The number of the row up to which all was well.
  package var row: Int
  /// What is so and what should be, in a sentence.
  package var sentence: String
}

/// How much was judged: silence of a judge who looked at nothing is no evidence.
package struct JudgedCounts: Sendable, Hashable {
  /// Steps that were gone through.
  package var steps = 0
  /// Updates and events that were evaluated once more.
  package var events = 0
  /// Tags of which it is known that they have to fire.
  package var firings = 0
  /// Tags of which the reference does not know whether they have to.
  package var unknown = 0
  /// Tags that fire of which the reference does not know what they do.
  package var unknownActions = 0
  /// Hits that were followed to their end.
  package var hits = 0
  package var requests = 0
  package var loads = 0
  package var reads = 0
  /// Questions to the app for the value of a macro.
  package var asked = 0
  package var brazeCalls = 0
  /// Events of Firebase that were compared with all that they carry.
  package var firebaseEvents = 0

  package init() {}

  /// How many tags were judged, and how many not, in words.
  package var tagLine: String {
    "tags that have to fire \(firings), perhaps \(unknown); what \(unknownActions) of them do is "
      + "not known to the reference"
  }

  package mutating func add(_ other: JudgedCounts) {
    steps += other.steps
    events += other.events
    firings += other.firings
    unknown += other.unknown
    unknownActions += other.unknownActions
    hits += other.hits
    requests += other.requests
    loads += other.loads
    reads += other.reads
    asked += other.asked
    brazeCalls += other.brazeCalls
    firebaseEvents += other.firebaseEvents
  }
}
