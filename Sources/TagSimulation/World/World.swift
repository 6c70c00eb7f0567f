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
  /// How the phone's network is.
  public internal(set) var network = NetworkCondition.online
  /// Since when it is so.
  package internal(set) var networkChanged: WallTime
  /// The files in the app's bundle that may be containers, by name.
  public internal(set) var bundle: OrderedDictionary<String, BundledFile> = [:]
  /// The server that gives out containers.
  public internal(set) var server = TagServer()
  /// What Google's collector does with hits.
  public internal(set) var collector = Collector()
  /// The phone's disk.
  @Boxed public internal(set) var disk = Disk()
  /// The account of all hits.
  @Boxed public internal(set) var ledger = Ledger()
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
  @Boxed public internal(set) var braze = Braze()
  /// The debug flag of Firebase with which the app is started next; nil starts it with none.
  var debugFlag: Bool?
  /// How long things take.
  @Boxed public internal(set) var latency = Latency()

  /// The requests that carried hits.
  @Boxed public internal(set) var requests = RequestLog()
  /// The hit that was made last.
  @Boxed var newest: NewestHit?
  /// What the phone believes of its network, where that is not so; nil while it knows.
  package internal(set) var believedReachable: Bool?
  /// The time zone of the report view; by its clocks the day of a hit ends, unless its property has
  /// a zone of its own.
  public internal(set) var reportZone: ZoneRules
  /// The time zones of properties that are reported in one of their own, by tracking id.
  public internal(set) var propertyZones: [String: ZoneRules] = [:]

  /// How many hits each queue of the phone stores.
  public internal(set) var queueLimit = Limits.storedHits
  /// By how much the phone's clock is ahead of the true time, which everything around it keeps;
  /// negative where it is behind.
  public internal(set) var clockAhead = Duration.zero

  /// Whether the phone believes that it has a network.
  package var isReachable: Bool { believedReachable ?? isOnline }

  /// Until when the collector has to have a hit for the reports of its day.
  package func cutoff(of hit: Hit) -> WallTime {
    hit.queue == .firebase
      ? hit.created + ReportCutoff.eventLateness
      : ReportCutoff.cutoff(of: hit.created, in: reportZone(of: hit))
  }

  /// The time zone in which a hit is reported: that of its property, whoever sent it.
  package func reportZone(of hit: Hit) -> ZoneRules {
    guard !propertyZones.isEmpty, case .analytics(let fields) = hit.kind, let id = fields["&tid"]
    else { return reportZone }
    return propertyZones[id] ?? reportZone
  }

  /// A hit that came to be stored, or one that never did.
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
    // Without the library the SDK has nothing to ask.
    let hasAdvertisingID = device.isAdvertisingAllowed && app.hasIDFALibrary
    facts.advertisingID = hasAdvertisingID ? device.advertisingID : nil
    facts.isAdvertisingTrackingEnabled = hasAdvertisingID
    facts.hasAdvertisingLibrary = app.hasIDFALibrary
    return facts
  }
}

/// The server that gives out containers.
public struct TagServer: Sendable {
  /// The newest published version by container id.
  public internal(set) var published: OrderedDictionary<String, PublishedVersion> = [:]
  /// Versions that only a preview link shows, by container id, newest last.
  public internal(set) var drafts: OrderedDictionary<String, [CompiledContainer]> = [:]
  /// Ids that are answered with something that is no container.
  public internal(set) var unreadable: Set<String> = []
  /// Requests answered since the world began.
  public internal(set) var requestCount = 0

  /// What a preview link of a version number shows: the newest draft of that number, or what is
  /// published under it.
  func preview(of id: String, version: String) -> CompiledContainer? {
    if let draft = drafts[id]?.last(where: { $0.version.version == version }) { return draft }
    guard let container = published[id]?.container, container.version.version == version else {
      return nil
    }
    return container
  }
}

/// A container version that the tag server gives out.
public struct PublishedVersion: Sendable {
  /// The container.
  public var container: CompiledContainer
  /// When it was published.
  public var published: WallTime
}

/// How the phone's network is.
public enum NetworkCondition: Sendable, Hashable {
  /// Everything that is asked is answered.
  case online
  /// There is none.
  case offline
  /// Everything is answered, this late: the latency and up to as much again as the jitter.
  case slow(latency: Duration, jitter: Duration)
  /// Every server answers with this HTTP status.
  case status(Int)
  /// Nothing is answered; a request is given up after `Latency.timeout`.
  case timeout
  /// Connections break before an answer.
  case reset
  /// A portal answers everything with a page of its own and status 200.
  case captive
  /// Of this many requests in a hundred the connection breaks before they get anywhere.
  case lossy(percent: Int)
  /// Everything arrives, and no answer comes back.
  case answersLost
  /// Requests of one host get nowhere, as with an ad blocker.
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

/// How long the parts of the simulated world take. The SDK leaves this open; these are the
/// figures of a good day on a mobile network.
public struct Latency: Sendable, Hashable {
  /// The disk, for one read.
  public var disk: Duration = .milliseconds(5)
  /// The tag server, from request to answer.
  public var tagServer: Duration = .milliseconds(180)
  /// The collector, from request to answer.
  public var collector: Duration = .milliseconds(120)
  /// How long it takes to notice that there is no network.
  public var noNetwork: Duration = .milliseconds(1)
  /// How long a request is waited for (NSURLRequest).
  public var timeout: Duration = .seconds(60)

  /// Creates the defaults.
  public init() {}
}
