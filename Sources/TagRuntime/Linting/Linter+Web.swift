import OrderedCollections

extension Linter {
  // MARK: Left out

  /// What the file holds and no phone runs.
  func leftOutParts() -> [LintFinding] {
    version.leftOut.map { part in
      let type = part.type.isEmpty || part.type == part.name ? "" : " (\(quoted(part.type)))"
      return LintFinding(
        Self.code(for: part.reason), at: LintPlace(Self.kind(of: part), name: part.name),
        "it is left out\(type): \(BoundedWords.cut(part.explanation))")
    }
  }

  private static func code(for reason: LeftOutPart.Reason) -> LintCode {
    switch reason {
    case .paused: .paused
    case .webOnly: .webOnly
    case .serverOnly: .serverOnly
    case .customTemplate: .customTemplate
    case .otherGeneration: .otherGeneration
    case .retired: .retiredProduct
    case .madeByServer: .madeByServer
    case .unknownCondition, .unknownType: .unknownType
    case .unused: .unusedPart
    }
  }

  private static func kind(of part: LeftOutPart) -> LintPlace.Kind {
    switch part.kind {
    case .tag: .tag
    case .trigger: .trigger
    case .variable, .builtInVariable: .variable
    case .customTemplate, .client, .zone, .transformation, .googleTagConfiguration, .unknown: .part
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
