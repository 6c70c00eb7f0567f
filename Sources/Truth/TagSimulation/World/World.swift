public import OrderedCollections
public import TagRuntime

/// Everything around the app's process: the phone, the network, the servers and the disk.
public struct World: Sendable {
  /// The app that is installed.
  @Boxed public internal(set) var app: App
  /// The phone.
  @Boxed public internal(set) var device: Device
  /// The rules of the phone's time zone.
  public internal(set) var zone: ZoneRules
  /// The condition of the phone's network.
  public internal(set) var network = NetworkCondition.online
  /// The time of its last change.
  package internal(set) var networkChanged: WallTime
  /// The files in the app's bundle that may be containers, by name.
  public internal(set) var bundle: OrderedDictionary<String, BundledFile> = [:]
  /// The server that delivers containers.
  public internal(set) var server = TagServer()
  /// Google's collector.
  public internal(set) var collector = Collector()
  /// The phone's disk.
  @Boxed public internal(set) var disk = Disk()
  /// The account of all hits.
  @Boxed public internal(set) var ledger = Ledger()
  /// The dispatch period that the app sets when it starts; the outer nil leaves the SDK's default,
  /// the inner one switches it off.
  public internal(set) var dispatchInterval: Duration??
  /// The refresh mode that the app sets when it starts.
  public internal(set) var refreshMode = RefreshMode.standard
  /// The logger that the app sets when it starts.
  public internal(set) var logger = Logger()
  /// The logger of Analytics that the app sets when it starts.
  public internal(set) var analyticsLogger = Logger()
  /// The Braze SDK of the app, with all its stored data.
  @Boxed public internal(set) var braze = Braze()
  /// The debug flag of Firebase for the next launch; nil starts the app without one.
  var debugFlag: Bool?
  /// The durations of simulated operations.
  @Boxed public internal(set) var latency = Latency()

  /// The requests that carried hits.
  @Boxed public internal(set) var requests = RequestLog()
  /// The last hit that was made.
  @Boxed var newest: NewestHit?
  /// The phone's wrong belief about its network; nil while it is right.
  package internal(set) var believedReachable: Bool?
  /// The time zone of the report view; the day of a hit ends by its clocks, unless its property has
  /// a separate zone.
  public internal(set) var reportZone: ZoneRules
  /// The time zones of properties that are reported in a separate one, by tracking id.
  public internal(set) var propertyZones: [String: ZoneRules] = [:]

  /// The number of hits that each queue of the phone stores.
  public internal(set) var queueLimit = Limits.storedHits
  /// The time by which the phone's clock is ahead of the true time of its environment; negative if
  /// it is behind.
  public internal(set) var clockAhead = Duration.zero

  /// Whether the phone believes that it has a network.
  package var isReachable: Bool { believedReachable ?? isOnline }

  /// Returns the time by which the collector must receive a hit for the reports of its day.
  package func cutoff(of hit: Hit) -> WallTime {
    hit.queue == .firebase
      ? hit.created + ReportCutoff.eventLateness
      : ReportCutoff.cutoff(of: hit.created, in: reportZone(of: hit))
  }

  /// Returns the time zone in which a hit is reported: that of its property, for any sender.
  package func reportZone(of hit: Hit) -> ZoneRules {
    guard !propertyZones.isEmpty, case .analytics(let fields) = hit.kind, let id = fields["&tid"]
    else { return reportZone }
    return propertyZones[id] ?? reportZone
  }

  /// A hit that was stored, or one that never was.
  enum NewestHit: Sendable {
    case stored(Int64)
    case discarded(EndedHit)
  }

  /// Whether the phone has a network at all.
  public var isOnline: Bool { network != .offline }

  var facts: DeviceFacts {
    var facts = DeviceFacts()
    facts.language = device.language
    facts.country = device.country
    facts.screenWidth = device.screenWidth
    facts.screenHeight = device.screenHeight
    facts.osVersion = device.osVersion
    facts.sdkVersion = device.systemSDK
    facts.deviceName = device.nameForApps
    facts.model = device.model
    facts.platform = device.osName
    facts.androidID = device.androidID
    facts.appID = app.package
    facts.appName = app.name
    facts.appVersion = String(app.build)
    facts.appVersionName = app.version
    facts.clientID = disk.clientID
    facts.hitCount = disk.hitCount
    // Without the library the SDK has no id to read.
    let hasAdvertisingID = device.isAdvertisingAllowed && app.hasIDFALibrary
    facts.advertisingID = hasAdvertisingID ? device.advertisingID : nil
    facts.isAdvertisingTrackingEnabled = hasAdvertisingID
    facts.hasAdvertisingLibrary = app.hasIDFALibrary
    facts.tracking = device.tracking
    facts.consentDefaults = app.consentDefaults
    return facts
  }
}

/// The server that delivers containers.
public struct TagServer: Sendable {
  /// The newest published version by container id.
  public internal(set) var published: OrderedDictionary<String, PublishedVersion> = [:]
  /// Versions that only a preview link shows, by container id, newest last.
  public internal(set) var drafts: OrderedDictionary<String, [CompiledContainer]> = [:]
  /// The ids for which it answers with something that is not a container.
  public internal(set) var unreadable: Set<String> = []
  /// The number of requests answered since the world began.
  public internal(set) var requestCount = 0

  /// Returns the container that a preview link of a version number shows: the newest draft of that
  /// number, or else the published version with it.
  func preview(of id: String, version: String) -> CompiledContainer? {
    if let draft = drafts[id]?.last(where: { $0.version.version == version }) { return draft }
    guard let container = published[id]?.container, container.version.version == version else {
      return nil
    }
    return container
  }
}

/// A container version that the tag server delivers.
public struct PublishedVersion: Sendable {
  /// The container that the server delivers until another version is published.
  public var container: CompiledContainer
  /// The time of publishing, by the phone's wall clock.
  public var published: WallTime
}

/// The condition of the phone's network.
public enum NetworkCondition: Sendable, Hashable {
  /// Every request is answered.
  case online
  /// There is no network.
  case offline
  /// Every request is answered with a delay: the latency plus up to the jitter.
  case slow(latency: Duration, jitter: Duration)
  /// Every server answers with this HTTP status.
  case status(Int)
  /// Nothing is answered; a request is given up after `Latency.timeout`.
  case timeout
  /// Connections break before an answer.
  case reset
  /// A portal answers every request with its own page and status 200.
  case captive
  /// The connection breaks for this percentage of requests before they arrive.
  case lossy(percent: Int)
  /// Every request arrives, but no answer returns.
  case answersLost
  /// Requests to one host fail, as with an ad blocker.
  case blocked(host: String)

  /// The state in the words of the language.
  package var words: String {
    switch self {
    case .online: "online"
    case .offline: "offline"
    case .slow: "slow"
    case .status(let status): "status \(status)"
    case .timeout: "timeout"
    case .reset: "reset"
    case .captive: "captive"
    case .lossy(let percent): "lossy \(percent)%"
    case .answersLost: "answers-lost"
    case .blocked(let host): "blocked \(host)"
    }
  }
}

/// The durations of operations in the simulated world. The SDK leaves this open; these are the
/// figures of a good day on a mobile network.
public struct Latency: Sendable, Hashable {
  /// The time of one read from the disk.
  public var disk: Duration = .milliseconds(5)
  /// The tag server's time from request to answer.
  public var tagServer: Duration = .milliseconds(180)
  /// The collector's time from request to answer.
  public var collector: Duration = .milliseconds(120)
  /// The time until the phone notices that there is no network.
  public var noNetwork: Duration = .milliseconds(1)
  /// The time that a request is waited for (NSURLRequest).
  public var timeout: Duration = .seconds(60)

  /// Creates the default durations.
  public init() {}
}
