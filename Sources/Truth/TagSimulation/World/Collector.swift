import OrderedCollections
public import TagRuntime

/// Google's collector, which judges the hits that reach it.
///
/// Source: Dispatch §5.4.
public struct Collector: Sendable {
  /// Whether Universal Analytics processes hits.
  public enum Service: String, Sendable, Hashable, CaseIterable {
    /// It does, at any date.
    case on
    /// It does not, at any date.
    case off
    /// As it was at the date of the scenario.
    case asWas = "as-was"
  }

  /// The kind of the properties: those of customers of 360 were processed a year longer.
  public enum Edition: String, Sendable, Hashable, CaseIterable {
    /// The ordinary kind.
    case standard
    /// Those of Analytics 360.
    case premium = "360"

    /// The end of processing.
    package var end: WallTime {
      switch self {
      case .standard: CollectorRules.end
      case .premium: CollectorRules.endOf360
      }
    }
  }

  /// Whether Universal Analytics processes hits.
  public internal(set) var service = Service.asWas
  /// The kind of the properties.
  public internal(set) var edition = Edition.standard
  private var sessions = CollectorSessions()

  /// Returns the reason why an arriving hit is in no report; nil if it is in one.
  ///
  /// - Complexity: O(1) in the number of earlier hits.
  mutating func judge(_ hit: Hit, at now: WallTime, _ zone: ZoneRules) -> CollectorFault? {
    guard case .analytics(let fields) = hit.kind else { return nil }
    func field(_ code: String) -> String? { fields[code] ?? hit.added[code] }
    let day = zone.civil(at: hit.created).dayNumber
    let excess = sessions.count(field, made: hit.created, day: day)
    if let fault = CollectorRules.faults(of: field).first { return fault }
    return isRetired(at: now) ? .retired : excess
  }

  private func isRetired(at now: WallTime) -> Bool {
    switch service {
    case .on: false
    case .off: true
    case .asWas: now >= edition.end
    }
  }
}

/// The collector's receipt for a hit.
public struct CollectorReceipt: Sendable, Hashable {
  /// The time at which it first received the hit.
  public var time: WallTime
  /// The reason why the hit is in no report; nil if it is in one.
  public var fault: CollectorFault?
  /// Whether it received the hit again.
  public var isDoubled = false
}
