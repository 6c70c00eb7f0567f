/// A call of the public interface of Analytics that leaves a letter in the next hit.
///
/// The letters of a captured hit show its sender: a tag of a container makes a separate tracker,
/// and an app uses an existing one and a builder.
///
/// Source: Wire §3.
package enum UsageLetter: Character, Sendable, Hashable, CaseIterable {
  case set = "A"
  case setAll = "B"
  case get = "C"
  case setCampaign = "D"
  case trackerGet = "J"
  case trackerSet = "K"
  case send = "L"
  case trackExceptions = "e"
  case tracksExceptions = "f"
  case createTransaction = "g"
  case createException = "h"
  case createTiming = "j"
  case createSocial = "k"
  case makeTracker = "n"
  case defaultTracker = "o"
  case setDefaultTracker = "p"
  case setOptOut = "q"
  case optOut = "r"
  case dispatch = "s"
  case setDispatchInterval = "t"
  case createEvent = "y"
  case createItem = "z"
  case setDryRun = "2"
  case dryRun = "3"
  case setLogger = "4"
  case removeTracker = "7"
  case createScreenView = "9"
  case createAppView = "-"

  /// The call in words.
  var words: String {
    switch self {
    case .set: "a field set in a builder"
    case .setAll: "setAll"
    case .get: "a field read from a builder"
    case .setCampaign: "a campaign taken from a link"
    case .trackerGet: "a field read from a tracker"
    case .trackerSet: "a field set on a tracker"
    case .send: "send"
    case .trackExceptions: "uncaught exceptions switched"
    case .tracksExceptions: "uncaught exceptions asked about"
    case .createTransaction: "a transaction built"
    case .createException: "an exception built"
    case .createTiming: "a timing built"
    case .createSocial: "a social interaction built"
    case .makeTracker: "a tracker made"
    case .defaultTracker: "the default tracker taken"
    case .setDefaultTracker: "the default tracker chosen"
    case .setOptOut: "opt-out set"
    case .optOut: "opt-out asked about"
    case .dispatch: "a dispatch asked for"
    case .setDispatchInterval: "the dispatch interval set"
    case .createEvent: "an event built"
    case .createItem: "an item built"
    case .setDryRun: "dry run set"
    case .dryRun: "dry run asked about"
    case .setLogger: "a logger set"
    case .removeTracker: "a tracker closed"
    case .createScreenView: "a screen view built"
    case .createAppView: "an app view built"
    }
  }

  /// Whether it begins a hit in a builder.
  fileprivate var isFactory: Bool {
    switch self {
    case .createTransaction, .createException, .createTiming, .createSocial, .createEvent,
      .createItem, .createScreenView, .createAppView:
      true
    default: false
    }
  }
}

/// The letters of the calls since the last hit, over all trackers.
///
/// Source: Wire §3.
struct UsageLog: Sendable, Hashable {
  private var letters: [UsageLetter] = []

  mutating func note(_ calls: UsageLetter...) { note(calls) }

  /// Adds the letters of calls; calls beyond the limit leave none.
  mutating func note(_ calls: [UsageLetter]) {
    letters += calls.prefix(Limits.usageLetters - letters.count)
  }

  /// Returns the value of `&_u`, and clears it for the next hit.
  mutating func take() -> String {
    defer { letters = [] }
    return "." + String(letters.map(\.rawValue))
  }
}

/// The information in the letters of a hit.
///
/// Source: Wire §3.
package struct UsageReading: Sendable, Hashable {
  /// The sender of a hit, as far as its letters show it.
  package enum Sender: Sendable, Hashable {
    case tag
    case app
    /// The letters do not show it.
    case unknown

    package var words: String {
      switch self {
      case .tag: "sent by a GTM tag"
      case .app: "sent by the app itself"
      case .unknown: "the letters do not show who sent it"
      }
    }
  }

  /// The calls in words, in their order; repeated calls in a row count once.
  package let calls: [String]
  package let sender: Sender

  /// Reads the value of `&_u`; nil for one that does not begin with a point.
  ///
  /// - Complexity: O(n) in its length.
  package init?(_ value: String) {
    guard value.hasPrefix(".") else { return nil }
    let letters = Array(value.dropFirst())
    let known = letters.map(UsageLetter.init(rawValue:))
    sender = Self.sender(known)
    calls = Self.calls(letters, known, of: sender)
  }

  /// The calls and their sender, in one sentence.
  package var sentence: String {
    let calls = calls.isEmpty ? "no call" : calls.joined(separator: ", ")
    return calls + ": " + sender.words
  }

  /// Returns the sender: a tag makes a tracker and sets all fields of the hit at once, with nothing
  /// in between.
  private static func sender(_ letters: [UsageLetter?]) -> Sender {
    if letters.suffix(3) == [.makeTracker, .setAll, .send] { return .tag }
    guard letters.last == .send else { return .unknown }
    return letters.contains { $0?.isFactory == true } ? .app : .unknown
  }

  private static func calls(
    _ letters: [Character], _ known: [UsageLetter?], of sender: Sender
  ) -> [String] {
    var calls: [String] = []
    var index = 0
    while index < letters.count {
      let letter = letters[index]
      let count = letters[index...].prefix { $0 == letter }.count
      var words = known[index]?.words ?? "an unknown call \(letter)"
      // A tracker that a tag closes is left over from the firing before it.
      let isLeftover = sender == .tag && index == letters.count - 4
      if known[index] == .removeTracker, isLeftover {
        words = "the tracker of the firing before closed"
      }
      calls.append(count == 1 ? words : "\(words) \(count) times")
      index += count
    }
    return calls
  }
}

// MARK: - Letters of calls

extension AppCall {
  /// The letters of a call; ``HitUsage`` has those of a hit.
  ///
  /// Every line of an app is separate code, which gets the default tracker anew; one that names a
  /// tracker already has it. The switch for the advertising id and a dispatch with a completion
  /// handler have no known letter.
  ///
  /// Source: Wire §3; inferred in part.
  var usage: [UsageLetter] {
    switch self {
    case .makeTracker: [.makeTracker]
    case .removeTracker: [.removeTracker]
    case .chooseTracker: [.setDefaultTracker]
    case .setField(_, _, let tracker): HitUsage.taking(tracker) + [.trackerSet]
    case .collectAdvertisingID(_, let tracker): HitUsage.taking(tracker)
    case .setOptOut: [.setOptOut]
    case .setAnalyticsLogger(let logger): logger.isCustom ? [.setLogger] : []
    case .setDryRun: [.setDryRun]
    case .dispatch: [.dispatch]
    case .setDispatchInterval: [.setDispatchInterval]
    case .push, .open, .close, .preview, .refresh, .read, .setRefreshMode, .setLogger, .send,
      .dispatchWithCompletion, .firebase:
      []
    }
  }
}

/// The letters that an app leaves when it builds a hit, derived from its fields.
///
/// Source: Wire §3; that a field without a factory is set individually is inferred, and the calls
/// of e-commerce have no known letters.
enum HitUsage {
  static func taking(_ tracker: String?) -> [UsageLetter] {
    tracker == nil ? [.defaultTracker] : []
  }

  /// Returns the calls between the tracker and `send:`.
  ///
  /// - Complexity: O(n) in the fields.
  static func building(_ codes: some Sequence<String>, type: String?) -> [UsageLetter] {
    let (factory, taken) = type.flatMap { factories[$0] } ?? (nil, [])
    var letters: [UsageLetter] = factory.map { [$0] } ?? []
    var hasCampaign = false
    let codes = Array(codes)
    let hasAction = codes.contains("&pa")
    for code in codes where code != "&t" && !taken.contains(code) {
      if campaign.contains(code) {
        hasCampaign = true
      } else if !isOfEcommerce(code, hasAction: hasAction) {
        letters.append(.set)
      }
    }
    return letters + (hasCampaign ? [.setCampaign] : [])
  }

  private static let factories: [String: (UsageLetter?, Set<String>)] = [
    "screenview": (.createScreenView, []), "appview": (.createAppView, []),
    "event": (.createEvent, ["&ec", "&ea", "&el", "&ev"]),
    "exception": (.createException, ["&exd", "&exf"]),
    "timing": (.createTiming, ["&utc", "&utt", "&utv", "&utl"]),
    "social": (.createSocial, ["&sn", "&sa", "&st"]),
    "transaction": (.createTransaction, ["&ti", "&ta", "&tr", "&tt", "&ts", "&cu"]),
    "item": (.createItem, ["&ti", "&in", "&ic", "&iv", "&ip", "&iq", "&cu"]),
  ]
  private static let campaign: Set = [
    "&ci", "&cn", "&cc", "&cm", "&cs", "&ck", "&dclid", "&gclid", "&gmob_t", "&aclid", "&anid",
  ]
  private static let action: Set = [
    "&pa", "&ti", "&ta", "&tr", "&tt", "&ts", "&tcc", "&cos", "&col", "&pal", "&pls",
  ]

  private static func isOfEcommerce(_ code: String, hasAction: Bool) -> Bool {
    if action.contains(code) { return hasAction || code == "&pal" || code == "&pls" }
    return ["&pr", "&il", "&promo"].contains { prefix in
      code.hasPrefix(prefix) && code.dropFirst(prefix.count).first?.isNumber == true
    }
  }
}
