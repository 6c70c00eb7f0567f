/// What people organised and set in the web interface, and what of it does not run.
extension ContainerDescription {
  // MARK: Head

  var authoringLines: [Line] {
    guard let authoring else { return [] }
    let told: [(String, String?)] = [
      ("container", authoring.containerName), ("version", authoring.versionName),
      ("exported", authoring.exportTime), ("notes", authoring.notes),
    ]
    return told.compactMap { word, text in
      text.flatMap { $0.isEmpty ? nil : Line(2, "\(word): \(Self.oneLine($0))") }
    }
  }

  /// A text that people wrote, which may have many lines, as one.
  private static func oneLine(_ text: String) -> String {
    BoundedWords.cut(
      text.split { $0.isNewline }.joined(separator: " / "), to: DescriptionLimits.notes)
  }

  // MARK: Folders

  var folderLines: [Line] {
    (authoring?.folders ?? []).map { folder in
      let held: [(String, [String])] = [
        ("tags", folder.tags), ("triggers", folder.triggers), ("variables", folder.variables),
      ]
      let told = held.filter { !$0.1.isEmpty }.map { kind, names in
        "\(kind) " + Self.names(names.map { BoundedWords.cut($0) })
      }
      let words = told.isEmpty ? "empty" : told.joined(separator: "; ")
      return Line(2, "\(BoundedWords.cut(folder.name)): \(words)")
    }
  }

  // MARK: Tags

  /// What the web interface keeps about a tag; nil without an export.
  func settings(ofTag position: Int) -> ContainerAuthoring.TagSettings? {
    guard let settings = authoring?.tagSettings, settings.indices.contains(position) else {
      return nil
    }
    return settings[position]
  }

  func settingLines(ofTag position: Int) -> [Line] {
    guard let settings = settings(ofTag: position) else { return [] }
    let words = Self.words(of: settings)
    let told = words.isEmpty ? [] : ["in the web interface: " + words.joined(separator: "; ")]
    let notes = settings.notes.map { ["notes: " + Self.oneLine($0)] } ?? []
    return (told + notes).map { Line(4, $0) }
  }

  /// The settings of a tag in words, without its notes.
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

  var leftOutLines: [Line] { leftOut.map { Line(2, Self.sentence(of: $0)) } }

  static func sentence(of part: LeftOutPart) -> String {
    BoundedWords.cut(part.sentence, to: DescriptionLimits.notes)
  }
}
