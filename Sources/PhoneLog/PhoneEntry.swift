package import OrderedCollections
package import TagRuntime

/// Something that the log of a phone says: an event, a hit, a user property, a fact of the app.
///
/// Source: PhoneLines §2, PhoneLines §3.
package struct PhoneEntry: Sendable, Hashable {
  /// What lines say.
  package enum Kind: Sendable, Hashable {
    case event(PhoneEvent)
    case hit(PhoneHit)
    /// A user property was set; nil took it back.
    case property(String, String?)
    /// The collector answered: how many hits, and the status, as far as the line says so.
    case dispatched(hits: Int?, status: Int?)
    case fact(PhoneFact)
    /// A custom event of Braze.
    case braze(PhoneEvent)
    case flaw(PhoneFlaw)
  }

  /// The number of its first line, from 1.
  package var line: Int
  /// The time of that line; nil where it has none.
  package var time: PhoneTime?
  /// How that line begins, as far as it is kept.
  package var text: String
  /// The console that wrote it.
  var form: LinePrefix.Form
  /// What it says.
  package var kind: Kind
}

/// An event as the log of a phone shows it.
package struct PhoneEvent: Sendable, Hashable {
  /// The lines that one event leaves on its way, at most one of each.
  package struct Stages: OptionSet, Sendable, Hashable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The app or the SDK logs it: "Logging event".
    package static let logged = Stages(rawValue: 1)
    /// Debug mode marked it.
    package static let marked = Stages(rawValue: 2)
    /// It was marked for a real-time upload.
    package static let realTime = Stages(rawValue: 4)
    /// Play services took it over (Android).
    package static let handedOver = Stages(rawValue: 8)
    /// It is stored: "Event logged", "Event recorded".
    package static let recorded = Stages(rawValue: 16)
    /// The tag manager judged it: "Processing logged event".
    package static let processed = Stages(rawValue: 32)
    /// The app logged it, and the tag manager gets it first (Android).
    package static let passedOn = Stages(rawValue: 64)
  }

  /// The name as people write it, such as `screen_view`.
  package var name: String
  /// The name as Firebase holds it, such as `_vs`, where the line has both.
  package var shortName: String?
  /// Who logged it: `app`, `auto`, `gtm`, `fcm`; nil where no line says so.
  package var origin: String?
  /// The parameters: texts, lists and maps. A log does not tell a number from a text.
  package var parameters: OrderedDictionary<String, Value> = [:]
  /// The short names of parameters, by the long ones, where the line has both.
  package var shortNames: [String: String] = [:]
  /// The lines that were seen of it.
  package var stages: Stages
}

/// A hit of Universal Analytics as the log of a phone shows it.
package struct PhoneHit: Sendable, Hashable {
  /// The lines that one hit leaves on its way.
  package enum Stage: Sendable, Hashable {
    /// The tag manager of the second generation makes it: "Sending universal analytics hit".
    case made
    /// It is stored: "Saved hit", "Hit delivery requested".
    case stored
    /// It leaves: "Sending hit(s)", or a query in the log.
    case sent
    /// It would have left, but for the dry run.
    case dryRun
  }

  /// The fields in their order, decoded.
  package var fields: [QueryParameter]
  /// What the line says of it.
  package var stage: Stage

  /// The value of a field, by its code without the `&`.
  package subscript(code: String) -> String? { fields.first { $0.name == code }?.value }
}

/// A fact of the app or the SDK that a log tells.
package enum PhoneFact: Sendable, Hashable {
  /// The release of Firebase Analytics for iOS.
  case firebaseForIOS(String)
  /// The release of Firebase Analytics for Android.
  case firebaseForAndroid(String)
  /// The release of Google Analytics for iOS (v3).
  case analyticsForIOS(String)
  /// A container that is loaded.
  case container(String)
  /// The app, by the name of its package.
  case app(String)
}

/// Something in a log that cannot be read, or that no app wants to log.
package struct PhoneFlaw: Sendable, Hashable {
  /// The kinds of flaws.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A body whose separators are damaged; what could be read is there.
    case damagedSeparators = "damaged-separators"
    /// A dictionary that never ends, or a body that cannot be read.
    case brokenBody = "broken-body"
    /// A value such as `<null>`, `(null)` or `undefined`.
    case emptyValue = "empty-value"
    /// A line beyond the bound, which is cut.
    case longLine = "long-line"
    /// A field beyond the bound, which is cut.
    case longField = "long-field"
    /// An event that Braze refused.
    case refusedEvent = "refused-event"
  }

  /// What kind it is.
  package var kind: Kind
  /// What is wrong, and what to do.
  package var sentence: String

  package init(_ kind: Kind, _ sentence: String) {
    self.kind = kind
    self.sentence = sentence
  }
}

extension PhoneFact {
  /// Whether names of packages have the character.
  static func isOfApp(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "._-".contains(character))
  }
}
