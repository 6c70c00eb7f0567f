public import TagRuntime

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
  public var isLost: Bool { self == .lost || self == .swallowed }
  /// Whether the hit left the phone and is missing from the report of its day, or is in it twice.
  public var isTrouble: Bool {
    switch self {
    case .late, .unreported, .swallowed, .lost, .doubled: true
    case .waits, .inFlight, .reported, .delivered: false
    }
  }
}

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
    switch world.sending(of: hit.queue) {
    case .inFlight:
      let isSent =
        world.runtime?.requestInFlight(hit.queue)?.hits.contains { $0.id == id } ?? false
      return isSent ? .inFlight : .waits(nil)
    case .held(let hold): return .waits(hold)
    case .nothingWaits, .due: return .waits(nil)
    }
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
