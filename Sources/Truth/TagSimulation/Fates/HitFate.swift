public import TagRuntime

/// How something came out: one sign, one colour and one count of it, wherever it is told.
public enum FateMark: UInt8, Sendable, Hashable, Comparable, CaseIterable {
  /// It waits, or nothing was to happen.
  case quiet
  case well
  /// Something came of it, but not what one would expect.
  case attention
  /// Nothing came of it.
  case lost

  /// Returns whether something came out better than another.
  public static func < (a: FateMark, b: FateMark) -> Bool { a.rawValue < b.rawValue }
}

/// The outcome of a hit.
public enum HitFate: Sendable, Hashable {
  /// It waits on the phone; the reason if its queue is not sent.
  case waits(SendingHold?)
  /// Its request is on its way.
  case inFlight
  /// It is in the report of its day.
  case reported
  /// It reached the collector after the cutoff of its day.
  case late
  /// The collector accepted it, but it is in no report.
  case unreported(CollectorFault)
  /// A third-party server received it: a pixel.
  case delivered
  /// A captive portal answered in the collector's place.
  case swallowed
  case lost(HitLoss)
  /// The collector received it more than once.
  case doubled

  /// The fates without their details.
  public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    case waits, inFlight, reported, late, unreported, delivered, swallowed, lost, doubled
  }

  /// The fate without its details.
  public var kind: Kind {
    switch self {
    case .waits: .waits
    case .inFlight: .inFlight
    case .reported: .reported
    case .late: .late
    case .unreported: .unreported
    case .delivered: .delivered
    case .swallowed: .swallowed
    case .lost: .lost
    case .doubled: .doubled
    }
  }
}

extension HitFate.Kind {
  /// Whether it waits on the phone, or its request is still on its way.
  public var isOnPhone: Bool { self == .waits || self == .inFlight }
  /// Whether no server has the hit.
  public var isLost: Bool { mark == .lost }
  /// How it came out; `attention` if it is missing from the report of its day, or is in it twice.
  public var mark: FateMark {
    switch self {
    case .waits, .inFlight: .quiet
    case .reported, .delivered: .well
    case .late, .unreported, .doubled: .attention
    case .swallowed, .lost: .lost
    }
  }
}

// MARK: - Words

extension HitFate.Kind {
  /// The fate without its details: in a few words, and in words that follow "the hit".
  fileprivate var wording: (short: String, long: String) {
    switch self {
    case .waits: ("waits", "waits on the phone")
    case .inFlight: ("sending", "is on its way")
    case .reported, .delivered: ("sent", "was sent")
    case .late: ("sent LATE", "was sent, late")
    case .unreported: ("in NO report", "was sent but is in no report")
    case .swallowed, .lost: ("LOST", "is lost")
    case .doubled: ("sent twice", "was sent, and the collector received it more than once")
    }
  }

  /// A few words to follow the number of a hit: "sent LATE".
  package var short: String { wording.short }
}

extension HitFate {
  /// The reason, in a few words and in many.
  private var reason: (short: String?, long: String?) {
    switch self {
    case .waits(let hold): (hold?.short, nil)
    case .unreported(let fault): (fault.kind.rawValue, fault.words)
    case .swallowed: (HitLoss.swallowed.kind.rawValue, HitLoss.swallowed.words)
    case .lost(let loss): (loss.kind.rawValue, loss.words)
    case .inFlight, .reported, .late, .delivered, .doubled: (nil, nil)
    }
  }

  /// A few words to follow the number of a hit: "waits: offline", "LOST: opted-out".
  package var short: String { kind.short + (reason.short.map { ": " + $0 } ?? "") }

  /// The fate in words that follow "the hit": "is lost: the user has opted out".
  public var words: String { kind.wording.long + (reason.long.map { ": " + $0 } ?? "") }
}

// MARK: - From hits

extension EndedHit {
  /// The outcome, from the loss or from the collector's receipt; never waiting or in flight.
  public var fate: HitFate {
    HitFate(hit, isStored: false, loss: loss, receipt, isLate: isLate)
  }

  /// The reason of the loss; nil if it is not lost.
  var loss: HitLoss? {
    if case .lost(let loss) = outcome { loss } else { nil }
  }
}

extension HitStory {
  /// Its fate, as far as it is known outside of a world: a waiting hit has no reason.
  public var fate: HitFate {
    HitFate(hit, isStored: state == .waiting, loss: loss, receipt, isLate: isLate)
  }

  package func fate(in world: Simulation) -> HitFate {
    guard case .waits = fate else { return fate }
    let sent = world.runtime?.requestInFlight(hit.queue)?.hits ?? []
    if sent.contains(where: { $0.id == id }) { return .inFlight }
    guard case .held(let hold) = world.sending(of: hit.queue) else { return .waits(nil) }
    return .waits(hold)
  }
}

extension HitFate {
  fileprivate init(
    _ hit: Hit, isStored: Bool, loss: HitLoss?, _ receipt: CollectorReceipt?, isLate: Bool
  ) {
    if isStored {
      self = .waits(nil)
    } else if let loss {
      self = loss == .swallowed ? .swallowed : .lost(loss)
    } else if let fault = receipt?.fault {
      self = .unreported(fault)
    } else if hit.queue == .pixels {
      self = .delivered
    } else if isLate {
      self = .late
    } else {
      self = receipt?.isDoubled ?? false ? .doubled : .reported
    }
  }
}
