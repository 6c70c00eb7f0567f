/// The SDK's search for the default container of an id in the app's bundle: the binary, which has
/// no extension, before the property list before the JSON; only the first one found counts.
///
/// Source: LegacySDK §4.1; TAGContainer loadDefault. That it continues with the next file after an
/// unreadable one was not observed, but assumed. The SDK on Firebase looks for one JSON file in the
/// folder `container`, and accepts one at the root of the bundle with a warning (Formats §1.2).
public struct DefaultLookup: Sendable, Hashable {
  /// One finding of the search.
  public enum Step: Sendable, Hashable {
    /// No file of this name.
    case missing(String)
    /// A file of this name that is not a container.
    case unreadable(String, reason: String)
    /// The file that is used.
    case chosen(String)
    /// The project's name of a file that is used under another name, or that was compiled for it.
    case made(of: String, isCompiled: Bool)
    /// A file of the project that is not part of the app's target, so that the bundle lacks it.
    case notInTarget(String)
    /// A file at the root of the bundle, where v5 looks too and warns (v5).
    case atRoot(String)
    /// A file that would have been used if an earlier one had not been chosen.
    case passedOver(String)
    /// A file that seems meant for this id by its name, but has a name that the SDK never looks
    /// for.
    case similar(String, wanted: String)
  }

  /// The findings, in order.
  public private(set) var steps: [Step] = []

  /// Searches the files for the container.
  ///
  /// - Returns: the container that is used, or nil.
  /// - Complexity: O(n) in the number of files.
  package mutating func look(
    for id: String, in files: [BundledFile], _ generation: SDKGeneration = .legacy
  ) -> CompiledContainer? {
    steps = []
    var found: CompiledContainer?
    let names =
      generation == .firebase
      ? [BundledFile.name(of: id, .firebase), id + ".json"] : [id, id + ".plist", id + ".json"]
    for name in names {
      let file = files.first { $0.name == name }
      if found != nil {
        if file != nil { steps.append(.passedOver(name)) }
        continue
      }
      switch file?.content {
      case nil: steps.append(.missing(name))
      case .notInTarget: steps += [.missing(name), .notInTarget(name)]
      case .unreadable(let reason): steps.append(.unreadable(name, reason: reason))
      case .container(let container):
        if let reason = Self.trouble(with: container.version, named: name, generation) {
          steps.append(.unreadable(name, reason: reason))
        } else {
          steps.append(.chosen(name))
          if generation == .firebase, name != names[0] { steps.append(.atRoot(name)) }
          let isCompiled = container.version.format == .export
          if let origin = file?.origin ?? (isCompiled ? name : nil) {
            steps.append(.made(of: origin, isCompiled: isCompiled))
          }
          found = container
        }
      }
    }
    for file in files where !names.contains(file.name) {
      if case .notInTarget = file.content { continue }
      let name = BundledFile.lastPart(of: file.name)
      if Self.isMeant(name, for: id) || (found == nil && Self.isMeantForAny(file, name)) {
        let wanted = generation == .firebase ? names[0] : Self.wanted(for: file, id)
        steps.append(.similar(file.name, wanted: wanted))
      } else if generation == .firebase, file.name.hasPrefix(BundledFile.folder) {
        steps.append(.passedOver(file.name))
      }
    }
    return found
  }

  /// Returns the reason why the SDK cannot use a file under its name; nil if it can. An export
  /// represents the binary that the product would make of it.
  private static func trouble(
    with version: ContainerVersion, named name: String, _ generation: SDKGeneration
  ) -> String? {
    if let fault = version.structuralFault { return "it is broken: " + fault }
    if generation == .firebase {
      switch version.format {
      // An export represents the binary that the product would make of it; one with another name
      // was found unreadable before.
      case .firebase, .export: return nil
      default: return "it is a container for the legacy SDK, which v5 does not read"
      }
    }
    switch (name.split(separator: ".").last, version.format) {
    case ("plist", .plist), ("json", .simpleJSON): return nil
    case ("plist", .export), ("json", .export):
      return "it is an export, which no SDK reads; compile it and bundle the binary under the id "
        + "alone"
    case ("plist", _): return "it is not a property list of keys and values"
    case ("json", _):
      return "it is not JSON of keys and values, the only format the SDK reads here"
    case (_, .binary), (_, .export): return nil
    default: return "it is not a binary container, the only format the SDK reads under this name"
    }
  }

  /// Whether a name is the id followed by something that does not belong to an id, in any case.
  private static func isMeant(_ name: String, for id: String) -> Bool {
    guard name.lowercased().hasPrefix(id.lowercased()) else { return false }
    let next = name.dropFirst(id.count).first
    return next.map { !$0.isLetter && !$0.isNumber } ?? true
  }

  /// Whether a file is a container whose name does not say its id, such as `defaults.json`: it is
  /// probably the intended one if nothing else is found.
  private static func isMeantForAny(_ file: BundledFile, _ name: String) -> Bool {
    guard case .container(let container) = file.content, !name.lowercased().hasPrefix("gtm-")
    else { return false }
    return container.version.generation == .legacy
  }

  /// Creates a lookup without any findings.
  package init() {}

  private static func wanted(for file: BundledFile, _ id: String) -> String {
    if case .container(let container) = file.content {
      return BundledFile.name(of: id, container.version)
    }
    return id
  }

  /// Returns the line about a file that has different names in the project and on the phone; nil if
  /// only its folder differs.
  private func renamed(from origin: String, before place: Int) -> LogRecord? {
    let chosen = steps[..<place].lazy.reversed().compactMap { step -> String? in
      if case .chosen(let name) = step { name } else { nil }
    }.first
    guard let chosen, BundledFile.lastPart(of: chosen) != origin else { return nil }
    return LogRecord(.renamedDefault, [origin, chosen])
  }

  var records: [LogRecord] {
    steps.enumerated().compactMap { place, step in
      switch step {
      case .missing(let name):
        LogRecord(name.contains(".") ? .noDefaultFile : .noBinaryDefault, [name])
      case .unreadable(let name, let reason): LogRecord(.unreadableDefault, [name, reason])
      case .chosen(let name): LogRecord(.loadingDefault, [name])
      case .made(let origin, isCompiled: true): LogRecord(.compiledDefault, [origin])
      case .made(let origin, isCompiled: false): renamed(from: origin, before: place)
      case .notInTarget(let name): LogRecord(.defaultNotInTarget, [name])
      case .atRoot(let name): LogRecord(.defaultAtRoot, [name])
      case .passedOver(let name):
        name.hasPrefix(BundledFile.folder) ? LogRecord(.extraDefault, [name]) : nil
      case .similar(let name, let wanted): LogRecord(.similarDefault, [name, wanted])
      }
    }
  }
}

/// A file in the app's bundle that may be a default container.
public struct BundledFile: Sendable {
  /// The container in a file, or the reason why there is no container.
  public enum Content: Sendable {
    case container(CompiledContainer)
    /// Not a container, for this reason.
    case unreadable(String)
    /// None: the project has such a file, and the app's target leaves it out.
    case notInTarget
  }

  /// Its name, such as `GTM-AB12.json`.
  public var name: String
  /// A possible default container, or the reason why the file gives the phone none.
  public var content: Content
  /// Its name in the project, if that is different.
  public var origin: String?

  /// Creates a file of the bundle; an `origin` equal to the name becomes nil.
  public init(name: String, content: Content, origin: String? = nil) {
    self.name = name
    self.content = content
    self.origin = origin == name ? nil : origin
  }

  /// Whether its name in the project differs from that on the phone, even if only a scenario gives
  /// it the name that the phone looks for.
  package var isRenamed: Bool { origin.map { $0 != Self.lastPart(of: name) } ?? false }

  /// Returns a name without its folder.
  package static func lastPart(of name: String) -> String {
    name.split(separator: "/").last.map { String($0) } ?? name
  }

  /// The folder of the bundle in which the SDK on Firebase looks.
  ///
  /// Source: Firebase §5.1, Formats §1.2; a folder named `container` in the project.
  static let folder = "container/"

  /// Returns the name under which the SDK looks for a container: the id alone for a binary, or an
  /// export that represents one.
  package static func name(of id: String, _ version: ContainerVersion) -> String {
    name(of: id, version.generation == .firebase ? .firebase : version.format)
  }

  /// Returns the name under which the SDK looks for a container of a format: the id alone for a
  /// binary.
  public static func name(of id: String, _ format: ContainerVersion.Format) -> String {
    switch format {
    case .simpleJSON: id + ".json"
    case .plist: id + ".plist"
    case .firebase: folder + id + ".json"
    default: id
    }
  }
}
