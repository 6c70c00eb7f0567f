public import OrderedCollections
public import TagRuntime

/// Everything around the app's process: the phone, the network, the servers and the disk.
public struct World: Sendable {
  /// The app that is installed.
  public internal(set) var app: App
  /// The phone.
  public internal(set) var device: Device
  /// The rules of the phone's time zone.
  public internal(set) var zone: ZoneRules
  /// How the phone's network is.
  public internal(set) var network = NetworkCondition.online
  /// Since when it is so.
  public internal(set) var networkChanged: WallTime
  /// The files in the app's bundle that may be containers, by name.
  public internal(set) var bundle: OrderedDictionary<String, BundledFile> = [:]
  /// The server that gives out containers.
  public internal(set) var server = TagServer()
  /// The phone's disk.
  public internal(set) var disk = Disk()
  /// The account of all hits.
  public internal(set) var ledger = Ledger()
  /// The period of dispatch that the app sets when it starts; the outer nil leaves the SDK's own,
  /// the inner one switches it off.
  public internal(set) var dispatchInterval: Duration??
  /// The refresh mode that the app sets when it starts.
  public internal(set) var refreshMode = RefreshMode.standard
  /// The logger that the app sets when it starts.
  public internal(set) var logger = Logger()
  /// The logger of Analytics that the app sets when it starts.
  public internal(set) var analyticsLogger = Logger()
  /// The Braze SDK of the app, with all that it keeps.
  public internal(set) var braze = Braze()
  /// The debug flag of Firebase with which the app is started next; nil starts it with none.
  var debugFlag: Bool?
  /// How long things take.
  public internal(set) var latency = Latency()

  /// The requests that carried hits.
  public internal(set) var requests = RequestLog()
  /// The hit that was made last.
  var newest: NewestHit?
  /// What the phone believes of its network, where that is not so; nil while it knows.
  public internal(set) var believedReachable: Bool?
  /// The time zone of the report view; by its clocks the day of a hit ends.
  public internal(set) var reportZone: ZoneRules

  /// How many hits each queue of the phone stores.
  public internal(set) var queueLimit = Limits.storedHits
  /// By how much the phone's clock is ahead of the true time, which everything around it keeps;
  /// negative where it is behind.
  public internal(set) var clockAhead = Duration.zero

  /// Whether the phone believes that it has a network.
  public var isReachable: Bool { believedReachable ?? isOnline }

  /// Until when the collector has to have a hit for the reports of its day.
  public func cutoff(of hit: Hit) -> WallTime {
    hit.queue == .firebase
      ? hit.created + ReportCutoff.eventLateness
      : ReportCutoff.cutoff(of: hit.created, in: reportZone)
  }

  /// A hit that came to be stored, or one that never did.
  enum NewestHit: Sendable {
    case stored(Int64)
    case discarded(SettledHit)
  }

  /// Whether the phone has a network at all.
  public var isOnline: Bool { network != .offline }

  var facts: DeviceFacts {
    var facts = DeviceFacts()
    facts.language = device.language
    facts.screenWidth = device.screenWidth
    facts.screenHeight = device.screenHeight
    facts.osVersion = device.osVersion
    facts.sdkVersion = device.osVersion
    facts.deviceName = device.model
    facts.platform = device.osName
    facts.appID = app.package
    facts.appName = app.name
    facts.appVersion = String(app.build)
    facts.appVersionName = app.version
    facts.clientID = disk.clientID
    facts.advertisingID = device.isAdvertisingAllowed ? device.advertisingID : nil
    facts.isAdvertisingTrackingEnabled = device.isAdvertisingAllowed
    return facts
  }
}
