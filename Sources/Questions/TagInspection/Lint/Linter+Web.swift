import OrderedCollections
import TagRuntime

extension Linter {
  // MARK: Left out

  /// Finds parts of the file that no phone runs.
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
    case .madeByServer, .incomplete: .madeByServer
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

  /// Finds settings of tags that the web interface stores and phones do not obey.
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

  /// Events that exist only on web pages.
  private static let webEvents: Set<String> = [
    "gtm.js", "gtm.dom", "gtm.load", "gtm.click", "gtm.linkClick", "gtm.formSubmit",
    "gtm.historyChange", "gtm.historyChange-v2", "gtm.timer", "gtm.pageError", "gtm.scrollDepth",
    "gtm.elementVisibility", "gtm.video", "gtm.init", "gtm.init_consent", "gtm.triggerGroup",
  ]

  /// Whether the SDK reports to the container that it is loaded: in v5 always, earlier only if a
  /// variable reads it.
  private var hearsLoad: Bool {
    container.patternLanguage == .javaScript
      || container.slotOfName[CompiledContainer.loadEventFlag] != nil
  }

  /// Finds rules that wait for an event that exists only on web pages.
  func webEvents() -> [LintFinding] {
    container.rules.enumerated().compactMap { index, rule in
      guard let event = rule.positive.lazy.compactMap({ requiredEvent($0) }).first,
        Self.webEvents.contains(event), facts?.laterEvents.contains(event) != true,
        !(event == "gtm.load" && hearsLoad)
      else { return nil }
      return LintFinding(
        .webEvent, at: place(ofRule: index),
        "it listens for \(quoted(event)), a web page event that no phone has: use an event of the "
          + "app")
    }
  }
}

// MARK: - Web

extension LintEntry {
  static let web: [LintEntry] = [
    LintEntry(
      .webOnly, .warning, "a part only works in web pages",
      """
      Tags such as Custom HTML, and triggers such as clicks and page views, need a web page. No
      mobile SDK runs them, so they are left out when the container is compiled.

      Remove the part. To do the work on a phone, call a function of the app or send a pixel.
      """),
    LintEntry(
      .serverOnly, .warning, "a part only works in server containers",
      """
      Clients, transformations and the tags of server containers run on a tagging server, never on a phone.

      Remove the part from the mobile container.
      """),
    LintEntry(
      .customTemplate, .warning, "a part is made from a custom template",
      """
      Gallery templates and your own templates are sandboxed JavaScript, which no mobile SDK runs.

      Call a function of the app instead of the template.
      """),
    LintEntry(
      .paused, .note, "a tag is paused",
      """
      A paused tag stays in the web interface but is not published.

      Unpause it if it should fire, or remove it.
      """),
    LintEntry(
      .otherGeneration, .warning, "a part belongs to the other generation of the SDK",
      """
      The legacy SDK and the SDK on Firebase (v5) have different tags, triggers and variables, and their
      containers are not exchangeable.

      Rebuild the part in a container for the SDK that the app uses.
      """),
    LintEntry(
      .retiredProduct, .warning, "a part serves a product that Google has retired",
      """
      The service that the tag sends to is gone, and the SDK has no function for it.

      Remove the tag.
      """),
    LintEntry(
      .unknownType, .warning, "a part has a type that mobile containers do not know",
      """
      The file uses a type of tag, trigger, variable or condition that no known mobile container
      has. Everything that uses it works without it.

      Check the name of the type, and use a type that mobile containers have.
      """),
    LintEntry(
      .unusedPart, .note, "a part is unused",
      """
      The compiler leaves out triggers that fire and block nothing.

      Remove the trigger, or add it to the tag it was made for.
      """),
    LintEntry(
      .ignoredSettings, .note, "a setting has no effect on phones",
      """
      The web interface offers priorities, schedules, and tags that run before or after others.
      Mobile SDKs ignore all of these: they fire an event's tags in no particular order, at any
      time.

      Do not rely on them. If the order matters, let one tag push an event that fires the next.
      """),
    LintEntry(
      .webEvent, .warning, "a rule listens for an event that only web pages have",
      """
      Events such as gtm.js and gtm.dom are pushed by the script of web containers. Phones push none of them,
      so the rule is never true in an app. In v5, a container gets gtm.load once, when it is loaded.

      Use an event that the app pushes or logs.
      """),
    LintEntry(
      .madeByServer, .warning, "a tag is made by Google's tag server",
      """
      The tag server turns tags of Google Ads and Floodlight into pixels when it publishes a legacy
      container. How it does that is not public. A container that tagsim compiles from an export
      includes the conversion request described by the fields of a Google Ads tag; it does not
      include such a tag without an ID or a label, or any other tag of this kind.

      If these tags matter, download the compiled container from the web interface.
      """),
  ]
}
