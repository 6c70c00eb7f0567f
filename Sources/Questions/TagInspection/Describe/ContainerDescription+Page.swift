import TagRuntime
public import TextKit

extension ContainerDescription {
  /// The container as a readable page: what it is, what its tags do and when, which values it holds
  /// for the app, what its variables read, and what it requires of the app.
  ///
  /// - Complexity: O(n) in the size of the description.
  public var page: [IndentedLine] {
    let used = variables.filter { !$0.isUnused }
    let forApp = variables.filter(\.isForApp)
    let unused = variables.filter { $0.isUnused && !$0.isForApp }
    let words = vocabulary
    var lines = headLines
    lines += section("In short", summary.map { IndentedLine(2, $0) }, nil)
    lines += section("On iOS", lackLines, nil)
    lines += section("Tags", tags.indices.flatMap(lines(ofTag:)), tags.count)
    lines += section("Paused tags, which no phone gets", pausedLines, pausedLines.count)
    lines += section("Events it listens for", eventLines, nil)
    lines += section("Values for the app", forApp.flatMap(lines(of:)), forApp.count)
    lines += section("Variables", used.flatMap(lines(of:)), used.count)
    lines += section(words.unused, unused.flatMap(lines(of:)), unused.count)
    for kind in KeyRead.Kind.allCases {
      let keys = keys.filter { $0.kind == kind }
      lines += section(words.keys(kind), keys.map(line(of:)), keys.count)
    }
    lines += section(words.handlers, handlerLines, handlers.count)
    lines += section("Left out", leftOutLines, leftOutLines.count)
    lines += section("Folders of the web interface", folderLines, nil)
    lines += section(words.functions, functionLines, nil)
    return lines
  }

  private func section(_ title: String, _ lines: [IndentedLine], _ count: Int?) -> [IndentedLine] {
    if lines.isEmpty { return [] }
    return [IndentedLine(0, ""), IndentedLine(0, title + (count.map { ": \($0)" } ?? ""))] + lines
  }

  // MARK: Head

  private var headLines: [IndentedLine] {
    let name = [containerID, version.isEmpty ? nil : "version " + version].compactMap { $0 }
    let platforms = usageContexts.isEmpty ? "" : " for " + usageContexts.joined(separator: ", ")
    let kind = "\(format.words)\(platforms), \(Counted.text(bytes, "byte"))"
    var lines = [IndentedLine(0, file), IndentedLine(2, (name + [kind]).joined(separator: ", "))]
    if containerID == nil, format == .binary || format == .firebase {
      let kind = format == .binary ? "a binary" : "a compiled container"
      lines.append(
        IndentedLine(2, "\(kind) does not contain its public id: the app opens it by its file name")
      )
    }
    lines += authoringLines
    if let containerID, let number = Int64(version), number >= 0 {
      lines.append(
        IndentedLine(
          2,
          "preview link tagmanager.c.PACKAGE://preview/p?id=\(containerID)&gtm_auth=AUTH"
            + "&gtm_preview=\(number), which only the app with that package opens"))
    }
    if platform != .ios {
      lines.append(
        IndentedLine(
          2, "described as in an \(platform.name) app; --platform ios describes it as on iOS"))
    }
    if let fingerprint { lines.append(IndentedLine(2, "fingerprint \(fingerprint)")) }
    lines.append(
      IndentedLine(
        2,
        [
          Counted.text(counts.tags, "tag"), Counted.text(counts.macros, vocabulary.macro),
          Counted.text(counts.predicates, "condition"),
          Counted.text(counts.rules, vocabulary.rule),
        ].joined(separator: ", ")))
    if !supplementals.isEmpty {
      lines.append(IndentedLine(2, "needs \(supplementals.joined(separator: ", "))"))
    }
    if !wantedIDs.isEmpty {
      lines.append(IndentedLine(2, "needs an id that " + wantedWords))
    }
    if !experiments.isEmpty {
      lines.append(IndentedLine(2, "brings \(experiments.joined(separator: ", "))"))
    }
    return lines + remarks.map { IndentedLine(2, "note: " + $0) }
  }

  private var wantedWords: String {
    let told = wantedIDs.prefix(DescriptionLimits.names).joined(separator: ", or ")
    let rest = wantedIDs.count - DescriptionLimits.names
    return rest > 0 ? told + ", and \(rest) more" : told
  }

  // MARK: Platforms

  /// The lines about parts that would not work in an app for iOS.
  private var lackLines: [IndentedLine] {
    lacks.flatMap { lack in
      let parts: [(String, [String])] = [
        ("tags that never run", lack.tags.map { tags[$0].name }),
        ("\(vocabulary.rule)s that are never true", lack.rules.map(name(ofRule:))),
        ("variables without a value", lack.variables.map { variables[$0].name }),
      ]
      return [IndentedLine(2, "warning: \(lack.words)")]
        + parts.filter { !$0.1.isEmpty }.map { IndentedLine(4, "\($0): \(Self.names($1))") }
    }
  }

  // MARK: Tags and events

  private func lines(ofTag position: Int) -> [IndentedLine] {
    let tag = tags[position]
    let id = tag.isNamed ? nil : tag.id.map { " (id \($0) in the web interface)" }
    return [IndentedLine(2, tag.name + (id ?? "")), IndentedLine(4, words(of: tag.action))]
      + firing(of: tag).map { IndentedLine(4, $0) }
      + lacks.filter { $0.tags.contains(position) }.map {
        IndentedLine(4, "on iOS never: " + $0.words)
      }
      + settingLines(ofTag: position)
  }

  private var eventLines: [IndentedLine] {
    events.map { event in
      IndentedLine(2, "\(Self.words(of: event)): \(effects(of: event))")
    }
  }

  // MARK: Variables

  private func lines(of variable: Variable) -> [IndentedLine] {
    let told = variable.definitions.map { words(of: $0, in: variable) }
    let users = users(of: variable).map { [IndentedLine(4, "used by \($0)")] } ?? []
    if let only = told.first, told.count == 1 {
      return [IndentedLine(2, "\(variable.name): \(only)")] + users
    }
    return [IndentedLine(2, "\(variable.name):")] + told.map { IndentedLine(4, $0) } + users
  }

  /// Describes a definition of a variable: what it reads, when, and what it pushes.
  func words(of definition: Definition, in variable: Variable) -> String {
    let choice = choice(of: definition, in: variable)
    let collection = definition.collection.map { " (value collection \($0))" } ?? ""
    let pushes = definition.pushes.map { "; then pushes \($0)" } ?? ""
    return definition.reads + (choice.isEmpty ? "" : ", " + choice) + collection + pushes
  }

  private func line(of key: KeyRead) -> IndentedLine {
    let fallback = key.fallback.map { ", else \($0)" } ?? ""
    let event = key.event.map { " of \($0)" } ?? ""
    let fault = key.fault.map { "; Firebase drops it: " + $0.sentence } ?? ""
    return IndentedLine(
      2, "\(key.key)\(event): read by \(Self.names(key.readers))\(fallback)\(fault)")
  }

  // MARK: Functions

  private var handlerLines: [IndentedLine] {
    handlers.map { handler in
      let parameters = handler.parameters.joined(separator: ", ")
      let users = Self.names(handler.users)
      return IndentedLine(
        2,
        handler.kind == .tag
          ? "\(handler.function)(\(parameters)): \(vocabulary.called) by tag \(users)"
          : "\(handler.function)(\(parameters)): gives the value of \(users)")
    }
  }

  private var functionLines: [IndentedLine] {
    let words = vocabulary
    let lack =
      switch generation {
      case .legacy: "not in SDK \(sdkVersion)"
      case .firebase: source.runtime == nil ? "unknown" : "not in its runtime"
      }
    return MissingFunction.Kind.allCases.compactMap { kind in
      let told = functions.filter { $0.kind == kind }.map { function in
        let id = function.id.isEmpty ? "(none)" : BoundedWords.cut(function.id)
        let isLacked = lacks.contains { $0.function == function.id } && kind == .macro
        let missing = function.isKnown ? (isLacked ? " (not on iOS)" : "") : " (\(lack))"
        return "\(id) \(function.count)x" + missing
      }
      return told.isEmpty
        ? nil : IndentedLine(2, "\(words.word(kind))s: " + told.joined(separator: ", "))
    }
  }
}

extension ContainerVersion.Format {
  var words: String {
    switch self {
    case .binary: "legacy binary container"
    case .simpleJSON: "JSON of keys and values"
    case .plist: "property list of keys and values"
    case .export: "export of the web interface"
    case .firebase: "container of the second generation (Firebase, v5)"
    }
  }
}

/// The organization and settings in the web interface, and the parts that do not run.
extension ContainerDescription {
  // MARK: Head

  var authoringLines: [IndentedLine] {
    guard let authoring else { return [] }
    let told: [(String, String?)] = [
      ("container", authoring.containerName), ("version", authoring.versionName),
      ("exported", authoring.exportTime), ("notes", authoring.notes),
    ]
    return told.compactMap { word, text in
      text.flatMap { $0.isEmpty ? nil : IndentedLine(2, "\(word): \(Self.oneLine($0))") }
    }
  }

  /// Joins the lines of a note into one.
  private static func oneLine(_ text: String) -> String {
    BoundedWords.cut(
      text.split { $0.isNewline }.joined(separator: " / "), to: DescriptionLimits.notes)
  }

  // MARK: Folders

  var folderLines: [IndentedLine] {
    (authoring?.folders ?? []).map { folder in
      let held: [(String, [String])] = [
        ("tags", folder.tags), ("triggers", folder.triggers), ("variables", folder.variables),
      ]
      let told = held.filter { !$0.1.isEmpty }.map { kind, names in
        "\(kind) " + Self.names(names.map { BoundedWords.cut($0) })
      }
      let words = told.isEmpty ? "empty" : told.joined(separator: "; ")
      return IndentedLine(2, "\(BoundedWords.cut(folder.name)): \(words)")
    }
  }

  // MARK: Tags

  /// Returns the settings of a tag in the web interface; nil without an export.
  func settings(ofTag position: Int) -> ContainerAuthoring.TagSettings? {
    guard let settings = authoring?.tagSettings, settings.indices.contains(position) else {
      return nil
    }
    return settings[position]
  }

  func settingLines(ofTag position: Int) -> [IndentedLine] {
    guard let settings = settings(ofTag: position) else { return [] }
    let words = Self.words(of: settings)
    let told = words.isEmpty ? [] : ["in the web interface: " + words.joined(separator: "; ")]
    let notes = settings.notes.map { ["notes: " + Self.oneLine($0)] } ?? []
    return (told + notes).map { IndentedLine(4, $0) }
  }

  /// Describes the settings of a tag, without its notes.
  static func words(of settings: ContainerAuthoring.TagSettings) -> [String] {
    let start = settings.scheduleStartMs.map { WallTime(milliseconds: $0).utcText }
    let end = settings.scheduleEndMs.map { WallTime(milliseconds: $0).utcText }
    let firing: String? =
      switch settings.firingOption {
      case .unlimited: "any number of times"
      case .oncePerEvent: "once per event"
      case .oncePerLoad: "once per load"
      case nil: nil
      }
    return [
      firing, settings.priority.map { "priority " + BoundedWords.cut($0) },
      start.map { "from " + $0 }, end.map { "until " + $0 },
      settings.setupTags.isEmpty ? nil : "after tag " + names(settings.setupTags.map(cut)),
      settings.teardownTags.isEmpty ? nil : "before tag " + names(settings.teardownTags.map(cut)),
      settings.isLiveOnly ? "only in published versions" : nil,
    ].compactMap { $0 }
  }

  private static func cut(_ text: String) -> String { BoundedWords.cut(text) }

  // MARK: Left out

  private var pausedLines: [IndentedLine] {
    leftOut.filter(\.isPausedTag).map {
      IndentedLine(2, BoundedWords.cut("\($0.name) (\($0.type))"))
    }
  }

  var leftOutLines: [IndentedLine] {
    leftOut.filter { !$0.isPausedTag }.map { IndentedLine(2, Self.sentence(of: $0)) }
  }

  static func sentence(of part: LeftOutPart) -> String {
    BoundedWords.cut(part.sentence, to: DescriptionLimits.notes)
  }
}

extension Vocabulary {
  func keys(_ kind: ContainerDescription.KeyRead.Kind) -> String {
    switch kind {
    case .dataLayer: "Data layer keys it reads"
    case .eventParameter: "Event parameters it reads"
    case .userProperty: "User properties it reads"
    }
  }
}
