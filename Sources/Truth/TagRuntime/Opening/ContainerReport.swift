/// The reason why an open container is the current one: the search for it, step by step.
public struct ContainerReport: Sendable, Hashable {
  /// The public id of the container, such as `GTM-AB12`.
  public var id: String
  /// The way in which it was opened.
  public var kind: OpenKind
  /// The search for the default container.
  public var lookup: DefaultLookup
  /// The result from the disk.
  public var saved: LoadOutcome
  /// The last result from the network.
  public var network: LoadOutcome
  /// Whether nothing is loaded because of the refresh mode.
  public var isDefaultOnly: Bool
  /// The source of the container in use.
  public var source: ContainerSource
  /// The names of its paused tags; only an export has them.
  public var pausedTags: [String]
  /// The functions that it calls and this release of the SDK lacks.
  public var missingFunctions: [MissingFunction]

  /// One fact of the report.
  public struct Line: Sendable, Hashable {
    package enum Mark: String, Sendable, Hashable {
      /// It exists and is in use.
      case yes = "ok"
      /// It does not exist, or is of no use.
      case no = "NO"
      /// It was not checked.
      case passedOver = "--"
    }

    /// The number of columns by which it is indented.
    public var indent = 0
    /// The mark; nil if the fact needs none.
    package var mark: Mark?
    /// The fact in words.
    public var words: String

    /// The fact as plain text.
    public var text: String {
      String(repeating: " ", count: indent) + (mark.map { $0.rawValue + "  " } ?? "") + words
    }
  }

  /// The report, one fact per line.
  public var lines: [Line] {
    var lines = [Line(words: "in the app's bundle")] + lookup.steps.map(Self.line)
    if isDefaultOnly {
      lines.append(
        Line(words: "refresh mode default-container: neither the disk nor the network is used"))
    } else {
      lines.append(Line(words: "on the disk, when it was opened: " + Self.words(saved)))
      lines.append(Line(words: "on the network, the last time: " + Self.words(network)))
    }
    lines.append(Line(words: conclusion))
    if !pausedTags.isEmpty {
      lines.append(Line(words: "paused tags, which no phone gets"))
      lines += pausedTags.map { Line(indent: 2, mark: .no, words: $0) }
    }
    if !missingFunctions.isEmpty {
      lines.append(Line(words: "functions that this release of the SDK does not have"))
      lines += missingFunctions.map { missing in
        let names = missing.names.joined(separator: ", ")
        return Line(
          indent: 2, mark: .no, words: "\(missing.function) (\(missing.kind.rawValue) \(names))")
      }
    }
    return lines
  }

  private var conclusion: String {
    switch source {
    case .none: "in use now: an empty container, without values or tags"
    case .default: "in use now: the default container of the bundle"
    case .saved: "in use now: the saved copy; a newer one replaces it when the network has one"
    case .network: "in use now: the container from the network"
    case .preview: "in use now: the previewed container; it is not saved and ends with the process"
    }
  }

  private static func line(_ step: DefaultLookup.Step) -> Line {
    switch step {
    case .missing(let name): Line(indent: 2, mark: .no, words: "\(name): no such file")
    case .unreadable(let name, let reason):
      Line(indent: 2, mark: .no, words: "\(name): \(reason)")
    case .chosen(let name): Line(indent: 2, mark: .yes, words: "\(name): the default container")
    case .made(let origin, let isCompiled):
      Line(
        indent: 6,
        words: isCompiled
          ? "compiled from the export \(origin), which no phone reads directly"
          : "called \(origin) in the project")
    case .notInTarget(let name):
      Line(
        indent: 6,
        words: "the project has \(name), but not in the app's target: add it to the target")
    case .atRoot:
      Line(indent: 6, words: "at the root of the bundle; its place is \(BundledFile.folder)")
    case .passedOver(let name):
      Line(
        indent: 2, mark: .passedOver, words: "\(name): not checked, an earlier one was found")
    case .similar(let name, let wanted):
      Line(
        indent: 2, mark: .no,
        words: "\(name): ignored; the name must be exactly \(wanted)")
    }
  }

  private static func words(_ outcome: LoadOutcome) -> String {
    switch outcome {
    case .notAsked: "not requested"
    case .asked: "no answer yet"
    case .notLookedAt: "not checked, because the container is previewed"
    case .loaded(let version): version.isEmpty ? "loaded" : "v\(version)"
    case .notApplied(let version): "v\(version), which came after a better one"
    case .unchanged: "nothing newer"
    case .broken(let reason): "a broken container (\(reason)), which was not used"
    case .failed(let failure): failure.words
    }
  }
}
