/// What is known of an open container, for those who look at the runtime.
///
/// Legacy name: TAGContainer
public struct ContainerStatus: Sendable, Hashable {
  /// The public id.
  ///
  /// Legacy name: TAGContainer containerId
  public var id: String
  /// The version, such as "7"; empty for simple JSON, plists and the empty container.
  public var version: String
  /// Where it came from.
  public var source: ContainerSource
  /// How it was opened.
  public var kind: OpenKind
  /// When it last came from the network, in milliseconds since 1970; nil is never, which the SDK
  /// shows as 0.
  ///
  /// Legacy name: TAGContainer lastRefreshTime
  public var refreshed: WallTime?
  /// Whether the opener still waits.
  ///
  /// Legacy name: TAGContainerFuture isDone (its opposite)
  public var isOpening: Bool
  /// Whether a load from the network is under way.
  public var isLoading: Bool
  /// Whether the saved copy is being read.
  public var isReadingDisk: Bool
  /// Whether it is loaded by a preview link; what is in use may still be older.
  public var isPreviewed: Bool
  /// The display names of its tags, in container order.
  public var tagNames: [String]
  /// The names of its macros, in container order, each once.
  public var macroNames: [String]
  /// The functions that it calls and this release of the SDK does not have.
  public var missingFunctions: [MissingFunction]

  /// Whether it has never come from the network.
  ///
  /// Legacy name: TAGContainer isDefault
  public var isDefault: Bool { refreshed == nil }

  /// Its age by the wall clock; nil when it never came from the network.
  public func age(at now: WallTime) -> Duration? { refreshed.map { now - $0 } }
}

/// Where the container in use came from.
public enum ContainerSource: String, Sendable, Hashable, CaseIterable {
  /// Nowhere: the bundle holds no default container, and nothing better has arrived.
  case none
  /// The app's bundle.
  case `default`
  /// The copy that an earlier run saved.
  case saved
  /// The network.
  case network
  /// The network, by a preview link.
  case preview
}

/// Why an open container is the one it is: where it was looked for, step by step.
public struct ContainerReport: Sendable, Hashable {
  /// The public id.
  public var id: String
  /// How it was opened.
  public var kind: OpenKind
  /// How the default container was looked for.
  public var lookup: DefaultLookup
  /// What the disk had.
  public var saved: LoadOutcome
  /// What the network had the last time.
  public var network: LoadOutcome
  /// Whether nothing is loaded because of the refresh mode.
  public var isDefaultOnly: Bool
  /// Where the one in use came from.
  public var source: ContainerSource

  /// What it asks for that this release of the SDK does not have.
  public var missingFunctions: [MissingFunction]

  /// The report as plain text, one fact per line.
  public var lines: [String] {
    var lines = ["in the app's bundle"] + lookup.steps.map { "  " + Self.words($0) }
    if isDefaultOnly {
      lines.append("refresh mode default-container: neither disk nor network is asked")
    } else {
      lines.append("on the disk, when it was opened: " + Self.words(saved))
      lines.append("on the network, the last time: " + Self.words(network))
    }
    lines.append(conclusion)
    if !missingFunctions.isEmpty {
      lines.append("functions that this release of the SDK does not have")
      lines += missingFunctions.map { missing in
        let names = missing.names.joined(separator: ", ")
        return "  NO  \(missing.function) (\(missing.kind.rawValue) \(names))"
      }
    }
    return lines
  }

  private var conclusion: String {
    switch source {
    case .none: "in use now: an empty container, which has neither values nor tags"
    case .default: "in use now: the default container of the bundle"
    case .saved: "in use now: the saved copy; a newer one replaces it when the network has one"
    case .network: "in use now: the container from the network"
    case .preview: "in use now: the previewed container; it is not saved and ends with the process"
    }
  }

  private static func words(_ step: DefaultLookup.Step) -> String {
    switch step {
    case .missing(let name): "NO  \(name): no such file"
    case .unreadable(let name, let reason): "NO  \(name): \(reason)"
    case .chosen(let name): "ok  \(name): the default container"
    case .passedOver(let name): "--  \(name): not looked at, an earlier one was found"
    case .similar(let name, let wanted):
      "NO  \(name): never looked for; the name must be \(wanted) exactly"
    }
  }

  private static func words(_ outcome: LoadOutcome) -> String {
    switch outcome {
    case .notAsked: "not asked"
    case .asked: "no answer yet"
    case .notLookedAt: "not looked at, for the container is previewed"
    case .loaded(let version): version.isEmpty ? "loaded" : "v\(version)"
    case .notApplied(let version): "v\(version), which came after something better"
    case .unchanged: "nothing newer"
    case .broken(let reason): "a broken container (\(reason)), which was not used"
    case .failed(let failure): failure.words
    }
  }
}

/// How many refreshes an app may ask for now, and when it may again.
public struct RefreshAllowance: Sendable, Hashable {
  /// Refreshes in the bucket, with those that were earned since the last accepted one.
  public var tokens: Int
  /// How many the bucket holds at most.
  public var limit: Int
  /// How long until a refresh is accepted; zero is now.
  public var wait: Duration
  /// How long until the bucket gets another one; nil where it is full. An accepted refresh before
  /// then starts the time anew.
  public var nextToken: Duration?
}
