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
    /// The collector answered: the number of hits and the status, if the line has them.
    case dispatched(hits: Int?, status: Int?)
    case fact(PhoneFact)
    case braze(PhoneEvent)
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
  }

  /// The readable name, such as `screen_view`.
  package var name: String
  /// The name that Firebase stores, such as `_vs`, if the line has both.
  package var shortName: String?
  /// The origin of the event: `app`, `auto`, `gtm`, `fcm`; nil if no line names it.
  package var origin: String?
  /// The parameters: texts, lists and maps. A log does not distinguish numbers from texts.
  package var parameters: OrderedDictionary<String, Value> = [:]
  /// The short names of parameters by their long names, if the line has both.
  package var shortNames: [String: String] = [:]
  /// The stages found in the log.
  package var stages: Stages
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
  }

  /// The fields in their order, decoded.
  package var fields: [QueryParameter]
  package var stage: Stage

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
    /// Firebase drops a name or a value.
    case droppedName = "dropped-name"
    /// Braze refused an event.
    case refusedEvent = "refused-event"
    /// More was logged than a record keeps.
    case leftOut = "left-out"
  }

  package var kind: Kind
  /// A sentence that says what is wrong and what to do.
  package var sentence: String

  package init(_ kind: Kind, _ sentence: String) {
    self.kind = kind
    self.sentence = sentence
  }
}

extension PhoneFact {
  /// Whether a package name may contain the character.
  static func isOfApp(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "._-".contains(character))
  }
}
