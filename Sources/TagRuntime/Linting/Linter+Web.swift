import OrderedCollections

extension Linter {
  // MARK: Left out

  /// What the file holds and no phone runs.
  func leftOutParts() -> [LintFinding] {
    version.leftOut.map { part in
      let (code, reason) = Self.words(for: part)
      let kind = Self.word(for: part.kind)
      let type = part.type.isEmpty ? "" : " of type \(quoted(part.type))"
      return LintFinding(
        code, at: LintPlace(.part, name: part.name),
        "the \(kind)\(type) is left out: \(reason)"
      )
    }
  }

  private static func words(for part: LeftOutPart) -> (LintCode, String) {
    switch part.reason {
    case .paused: (.paused, "it is paused; switch it on where it is to fire")
    case .webOnly: (.webOnly, "it works in web pages only; remove it from the mobile container")
    case .serverOnly:
      (.serverOnly, "it works in server containers only; remove it from the mobile container")
    case .customTemplate:
      (.customTemplate, "no mobile SDK runs custom templates; call a function of the app instead")
    case .otherGeneration(let generation):
      (
        .otherGeneration,
        generation == .firebase
          ? "it belongs to the SDK on Firebase (v5)" : "it belongs to the legacy SDK"
      )
    case .retired: (.retiredProduct, "Google has retired what it serves; remove it")
    case .unknownCondition(let type):
      (
        .unknownType,
        "mobile containers have no condition of type '\(BoundedWords.cut(type))'; use another one"
      )
    case .unused: (.unusedPart, "nothing uses it; remove it, or use it")
    case .unknownType: (.unknownType, "no mobile container knows its type; use another one")
    }
  }

  private static func word(for kind: LeftOutPart.Kind) -> String {
    switch kind {
    case .tag, .trigger, .variable, .client, .zone, .transformation: kind.rawValue
    case .builtInVariable: "built-in variable"
    case .customTemplate: "custom template"
    case .googleTagConfiguration: "configuration of a Google tag"
    case .unknown: "part"
    }
  }

  // MARK: Settings

  /// Settings of tags that the web interface keeps and phones do not obey.
  func ignoredSettings() -> [LintFinding] {
    let all = version.authoring?.tagSettings ?? []
    return zip(version.tags.indices, all).compactMap { index, settings in
      var ignored: [String] = []
      if let priority = settings.priority, !["", "0"].contains(priority) {
        ignored.append("priority \(BoundedWords.cut(priority))")
      }
      if settings.scheduleStartMs != nil || settings.scheduleEndMs != nil {
        ignored.append("schedule")
      }
      if !settings.setupTags.isEmpty { ignored.append("setup tag") }
      if !settings.teardownTags.isEmpty { ignored.append("cleanup tag") }
      if settings.firingOption == .oncePerLoad { ignored.append("once per page") }
      guard !ignored.isEmpty else { return nil }
      return LintFinding(
        .ignoredSettings, at: place(ofTag: index),
        "phones ignore its \(ignored.joined(separator: ", ")): do not rely on "
          + (ignored.count == 1 ? "it" : "them"))
    }
  }

  // MARK: Web events

  /// Events that only web pages have.
  private static let webEvents: Set<String> = [
    "gtm.js", "gtm.dom", "gtm.load", "gtm.click", "gtm.linkClick", "gtm.formSubmit",
    "gtm.historyChange", "gtm.historyChange-v2", "gtm.timer", "gtm.pageError", "gtm.scrollDepth",
    "gtm.elementVisibility", "gtm.video", "gtm.init", "gtm.init_consent", "gtm.triggerGroup",
  ]

  /// Rules that wait for an event that only web pages have.
  func webEvents() -> [LintFinding] {
    container.rules.enumerated().compactMap { index, rule in
      guard let event = rule.positive.lazy.compactMap({ requiredEvent($0) }).first,
        Self.webEvents.contains(event), facts?.laterEvents.contains(event) != true
      else { return nil }
      return LintFinding(
        .webEvent, at: place(ofRule: index),
        "it waits for \(quoted(event)), an event of web pages that no phone has: use an event of "
          + "the app")
    }
  }
}
