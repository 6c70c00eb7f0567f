package import OrderedCollections
package import TagRuntime

/// An entry of a phone's log: an event, a hit, a user property, a fact about the app.
///
/// Source: PhoneLines §2, PhoneLines §3.
package struct PhoneEntry: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case event(PhoneEvent)
    case hit(PhoneHit)
    /// The app set a user property; nil cleared it.
    case property(String, String?)
    /// The collector answered: the number of hits and the status, if the line has them; a status
    /// of 0 or less is no answer.
    case dispatched(hits: Int?, status: Int?)
    /// A request carries stored hits, which no line shows: a batch, or a single one.
    case posted(isBatch: Bool)
    /// The server has answered the uploads before it.
    case uploadAnswered(isTaken: Bool)
    /// Play services took over the last hit.
    case handedOver
    case fact(PhoneFact)
    case braze(PhoneEvent)
    /// A bundle of an upload; its events and user properties follow.
    case upload(PhoneUpload)
    /// A field of an upload without a known name: its numbers, from the batch down, and its value.
    case unknown(String, Value)
    case flaw(PhoneFlaw)
  }

  /// The number of the entry's first line, from 1.
  package var line: Int
  /// The time of that line; nil if it has none.
  package var time: PhoneTime?
  /// The beginning of that line, cut to the limit.
  package var text: String
  /// The console that wrote the line.
  var form: LinePrefix.Form
  /// The number of its process; empty if the line has none.
  var process = ""
  /// The name of the phone, where syslog's prefix has it.
  var device: String?
  package var kind: Kind
}

/// An event as a phone's log shows it.
package struct PhoneEvent: Sendable, Hashable {
  /// The stages at which an event leaves lines, at most one line each.
  package struct Stages: OptionSet, Sendable, Hashable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The app or the SDK logged it: "Logging event".
    package static let logged = Stages(rawValue: 1)
    /// Debug mode marked it.
    package static let marked = Stages(rawValue: 2)
    /// Debug mode marked it for a real-time upload.
    package static let realTime = Stages(rawValue: 4)
    /// Play services took it over (Android).
    package static let handedOver = Stages(rawValue: 8)
    /// The SDK stored it: "Event logged", "Event recorded".
    package static let recorded = Stages(rawValue: 16)
    /// The tag manager evaluated it: "Processing logged event".
    package static let processed = Stages(rawValue: 32)
    /// The app logged it, and the tag manager gets it first (Android).
    package static let passedOn = Stages(rawValue: 64)
    /// It is in an upload.
    package static let uploaded = Stages(rawValue: 128)
    /// The server took the upload.
    package static let delivered = Stages(rawValue: 256)
    /// The server did not take the upload.
    package static let undelivered = Stages(rawValue: 512)

    /// Whether the server did not take it, and has not taken it later.
    package var isLost: Bool { contains(.undelivered) && !contains(.delivered) }
  }

  /// The readable name, such as `screen_view`.
  package var name: String
  /// The name that Firebase stores, such as `_vs`, if the line has both.
  package var shortName: String?
  /// The origin of the event: `app`, `auto`, `gtm`, `fcm`; nil if no line names it.
  package var origin: String?
  /// The number of events that it stands for, as an upload has it; nil if nothing says so.
  package var count: Int64?
  /// The parameters: texts, lists and maps. A log does not distinguish numbers from texts.
  package var parameters: OrderedDictionary<String, Value> = [:]
  /// The short names of parameters by their long names, if the line has both.
  package var shortNames: [String: String] = [:]
  /// The stages found in the log.
  package var stages: Stages
  /// Whether its lines are cut, so that parameters may be missing.
  package var isCut = false
}

/// A hit of Universal Analytics as a phone's log shows it.
package struct PhoneHit: Sendable, Hashable {
  /// The stages at which a hit leaves lines.
  package enum Stage: Sendable, Hashable {
    /// The tag manager of the second generation created it: "Sending universal analytics hit".
    case made
    /// The SDK stored it: "Saved hit", "Hit delivery requested".
    case stored
    /// The SDK sent it: "Sending hit(s)", or a query in the log.
    case sent
    /// The SDK would have sent it, but for the dry run.
    case dryRun
    /// The SDK discarded it.
    case discarded
    /// Play services took it over, and send it (Android).
    case handedOver
  }

  /// The fields in their order, decoded.
  package var fields: [QueryParameter]
  package var stage: Stage
  /// The time that a line has beside the fields.
  var stamp: WallTime?
  /// Whether the line is cut, so that fields may be missing.
  var isCut = false
  /// Whether it has the form of Android.
  var isOfAndroid = false

  /// The value of a field, by its code without the `&`.
  package subscript(code: String) -> String? { fields.first { $0.name == code }?.value }
}

/// A fact about the app or the SDK that a log reports.
package enum PhoneFact: Sendable, Hashable {
  /// The release of Firebase Analytics for iOS.
  case firebaseForIOS(String)
  /// The release of Firebase Analytics for Android.
  case firebaseForAndroid(String)
  /// The release of Google Analytics for iOS (v3).
  case analyticsForIOS(String)
  /// The ID of a loaded container.
  case container(String)
  /// The app is built without Tag Manager.
  case noTagManager
  /// The app's package name.
  case app(String)
}

/// Something in a log that cannot be read, or that no app logs on purpose.
package struct PhoneFlaw: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The separators of a body are damaged; the readable part is still there.
    case damagedSeparators = "damaged-separators"
    /// A dictionary never ends, or a body cannot be read.
    case brokenBody = "broken-body"
    /// A value such as `<null>`, `(null)` or `undefined`.
    case emptyValue = "empty-value"
    /// A line was longer than the limit and was cut.
    case longLine = "long-line"
    /// A field was longer than the limit and was cut.
    case longField = "long-field"
    /// A log is not in UTF-8.
    case otherEncoding = "other-encoding"
    /// A line of an SDK that names a fault, or a loss.
    case sdkFault = "sdk-fault"
    /// A line of an SDK that happens to healthy apps, too.
    case sdkRemark = "sdk-remark"
    /// Firebase drops a name or a value.
    case droppedName = "dropped-name"
    /// Braze refused an event.
    case refusedEvent = "refused-event"
    /// The log ends inside an event, a hit or an upload.
    case cutLog = "cut-log"
    /// More was logged than a record keeps.
    case leftOut = "left-out"
    /// An upload of Firebase is not whole, or cannot be read.
    case brokenUpload = "broken-upload"
    /// What saved an upload lost a value.
    case lostValue = "lost-value"
    /// The server did not take an upload.
    case refusedUpload = "refused-upload"
    /// Firebase dropped something that the app logged, and uploads that.
    case firebaseError = "firebase-error"
  }

  package var kind: Kind
  /// A sentence that says what is wrong and what to do.
  package var sentence: String
  /// The same without values that vary; nil if there are none.
  var general: String?
  /// What the phone could not send, keeps and sends again; nil where it is no loss on the way.
  var kept: Kept?

  /// What a phone sends again.
  enum Kept: Sendable, Hashable {
    case hits
    case upload
  }

  package init(_ kind: Kind, _ sentence: String) {
    self.kind = kind
    self.sentence = sentence
  }
}

extension PhoneHit {
  /// Whether a status says that a server took what it got.
  ///
  /// Source: Dispatch §5.2. That a server that redirects took nothing is inferred: the SDKs follow
  /// a redirection themselves.
  package static func isTaken(_ status: Int) -> Bool { 200..<300 ~= status || status == 304 }

  /// Returns what an answer means for a hit; nil if the collector took it. A status of 0 or less is
  /// no answer: an iPhone logs -1, then removes the hit; Android removes a hit at 200 alone.
  ///
  /// Source: Dispatch §5.2; PhoneLines §7 of the removal.
  package static func loss(byStatus status: Int, isOfAndroid: Bool = false) -> String? {
    if isTaken(status) { return nil }
    if isOfAndroid {
      return (status > 0 ? "the collector answered \(status)" : "no answer")
        + ", and no later one is known: the phone keeps the hit and tries again"
    }
    return status > 0
      ? "the collector answered \(status), but the SDK does not try again: the hit is lost"
      : "no answer" + (status < 0 ? " (status \(status)), but the phone removes it" : "")
        + ": whether the collector received it is unknown"
  }

  /// Returns why a hit does not arrive, in the words of a difference; nil if nothing says so.
  package static func lack(_ stages: Set<Stage>, status: Int?, isOfAndroid: Bool) -> String? {
    if let status, !isTaken(status) {
      if isOfAndroid {
        return "not delivered: \(status > 0 ? "the answer is \(status)" : "no answer"), and the "
          + "phone keeps it to try again"
      }
      return status > 0 ? "LOST: the answer is \(status)" : "no answer: it may be lost"
    }
    if stages.contains(.discarded) { return "LOST: the SDK discarded it" }
    return stages.contains(.dryRun) ? "not sent: dry run is on" : nil
  }
}

extension PhoneFact {
  /// Whether a package name may contain the character.
  static func isOfApp(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "._-".contains(character))
  }
}
