import OrderedCollections
import TagRuntime

extension Linter {
  /// The size limit of Google Tag Manager in bytes. Source: Formats §1.3; its page on limits.
  static let publishedBytes = 200_000
  /// The size in bytes from which its interface warns. Source: Formats §1.3.
  package static let warnedBytes = 140_000

  /// Checks the container as a whole.
  func files() -> [LintFinding] {
    var found: [LintFinding] = []
    func add(_ code: LintCode, _ sentence: String) {
      found.append(LintFinding(code, at: wholeContainer, sentence))
    }
    if isSimple, !container.isEmpty {
      add(
        .noRules,
        "it has only keys and values, so no tag ever fires from it: ship the binary if tags "
          + "must fire before another container arrives")
    }
    if let own = version.containerID, let facts, let first = facts.ids.first,
      !facts.ids.contains(own)
    {
      add(
        .otherContainer,
        "it is of \(own), which \(facts.source) does not open: it is used as \(first); open \(own) "
          + "in the app, or use another file")
    }
    if container.isEmpty { add(.nothingInside, "it has no macro and no tag, so it does nothing") }
    if version.format == .export, facts?.isDefault == true {
      add(
        .exportInApp,
        "\(facts?.source ?? "the app") ships this export as its default container, but no SDK "
          + "reads exports: compile it ('tagsim compile') or download the container itself")
    }
    if version.format == .export, facts?.isBeside == true {
      add(
        .exportInApp,
        "beside \(facts?.source ?? "the app") it is not a default container, because no SDK reads "
          + "exports: compile it ('tagsim compile') or download the container itself")
    }
    if let bytes, bytes > Self.publishedBytes {
      add(
        .overSize,
        "it has \(bytes / 1_000) kB, but Google Tag Manager publishes at most "
          + "\(Self.publishedBytes / 1_000) kB: remove what nothing uses")
    } else if let bytes, bytes > Self.warnedBytes {
      add(
        .nearSize,
        "it has \(bytes / 1_000) kB of the \(Self.publishedBytes / 1_000) kB that Google Tag "
          + "Manager publishes: remove what nothing uses before it grows")
    }
    return found
  }

  /// Finds default containers with names that the phone does not look for.
  func bundledNames() -> [LintFinding] {
    // An app for Android names its raw resource itself (Platforms §4).
    guard let facts, version.format != .export, isFirebase || platform == .ios else { return [] }
    return facts.bundled.elements.compactMap { name, id in
      let wanted = BundledFile.name(of: id, version)
      guard BundledFile.lastPart(of: wanted) != name else { return nil }
      return LintFinding(
        .misnamedDefault, at: wholeContainer,
        "\(facts.source) has it as \(quoted(name)), but the phone looks for \(quoted(wanted)) "
          + "exactly: rename the file, or the first launch starts with an empty container")
    }
  }
}

// MARK: - Files

extension LintEntry {
  static let files: [LintEntry] = [
    LintEntry(
      .noRules, .note, "a container of keys and values has no rules",
      """
      A simple JSON file or a property list has keys and values, but no tags and no rules, so
      nothing fires from it: on a first launch without a network, no event counts until a full
      container arrives. If the app has both, the SDK prefers a binary of the same name.

      Ship the binary if tags must fire from the start. Keys and values alone are fine for an app
      that only reads values.
      """),
    LintEntry(
      .exportInApp, .warning, "an export is used as a compiled container",
      """
      The web interface exports containers as JSON with "exportFormatVersion". That file is for
      people and for import, not for phones: the SDK finds lists in it, rejects it and opens an
      empty container.

      Compile it with 'tagsim compile EXPORT -o GTM-AB12', or download the container from the
      versions page of the web interface.
      """),
    LintEntry(
      .overSize, .error, "the container is too large to be published",
      """
      Google Tag Manager publishes containers of at most \(Linter.publishedBytes / 1000) kB and
      rejects larger ones.

      Remove tags, rules and macros that nothing uses; move long values to your own server.
      """),
    LintEntry(
      .nearSize, .warning, "the container is almost too large",
      """
      Google Tag Manager warns from \(Linter.warnedBytes / 1000) kB on and does not publish more than \(Linter.publishedBytes / 1000) kB.
      Phones download the whole container again with every new version.

      Remove what nothing uses before it becomes urgent.
      """),
    LintEntry(
      .nothingInside, .note, "the container is empty",
      """
      The container has no macros and no tags. It opens without an error, every read gives the zero
      of its type, and nothing fires.

      Check that it is the right file and the right version.
      """),
    LintEntry(
      .misnamedDefault, .warning, "a default container has a name that the phone does not look for",
      """
      The SDK finds a default container by its file name only: the id for a binary (GTM-AB12), the
      id with .plist or .json for keys and values, and container/GTM-AB12.json under v5. Downloads
      often have other names: GTM-AB12_v12, GTM-AB12 (1), defaults.json. The phone does not find
      such a file, only logs that, and opens an empty container.

      Rename the file. In a scenario, 'container default FILE' uses the right name and says so; with
      'name=' the file keeps its own name, as on a phone.
      """),
    LintEntry(
      .otherContainer, .note, "the app does not open this container",
      """
      The container names another id than the app opens. Bundled, saved or published without an id
      it is used as the app's first container: a phone loads it under that id and does not notice.
      Binaries name no id, so nothing can be said of them.

      Open its id in the app, or use the right file; with 'id=' in a scenario it is meant.
      """),
  ]
}
