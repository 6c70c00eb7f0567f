import OrderedCollections

extension Linter {
  /// What Google Tag Manager publishes at most, in bytes. Source: its page on limits.
  static let publishedBytes = 200_000
  /// From how many bytes on its interface warns. Source: the same page.
  static let warnedBytes = 140_000
  /// Scalars of the longest constant that its interface takes. Source: the same page.
  static let constantLength = 1_024

  /// What is to be said of the container as a whole.
  func files() -> [LintFinding] {
    var found: [LintFinding] = []
    func add(_ code: LintCode, _ sentence: String) {
      found.append(LintFinding(code, at: wholeContainer, sentence))
    }
    if isSimple, !container.isEmpty {
      add(
        .noRules,
        "it holds keys and values only, so no tag ever fires from it: ship the binary where tags "
          + "have to fire before another container arrives")
    }
    if container.isEmpty { add(.nothingInside, "it has no macro and no tag, so it does nothing") }
    if version.format == .export, facts?.isDefault == true {
      add(
        .exportInApp,
        "\(facts?.source ?? "the app") ships this export as its default container, and no SDK "
          + "reads exports: compile it ('tagsim compile') or download the container itself")
    }
    if let bytes, bytes > Self.publishedBytes {
      add(
        .overSize,
        "it has \(bytes / 1_000) kB and Google Tag Manager publishes at most "
          + "\(Self.publishedBytes / 1_000) kB: remove what nothing uses")
    } else if let bytes, bytes > Self.warnedBytes {
      add(
        .nearSize,
        "it has \(bytes / 1_000) kB of the \(Self.publishedBytes / 1_000) kB that Google Tag "
          + "Manager publishes: remove what nothing uses before it grows")
    }
    return found
  }

  /// Constants that the web interface would not take.
  func longConstants() -> [LintFinding] {
    if isSimple { return [] }
    return version.macros.enumerated().compactMap { index, macro in
      guard ["_c", "__c"].contains(macro.function),
        let length = macro.parameters["value"]?.constantText?.unicodeScalars.count,
        length > Self.constantLength
      else { return nil }
      return LintFinding(
        .longConstant, at: place(ofMacro: index),
        "its value has \(length) characters and constants may have \(Self.constantLength): "
          + "shorten it, or let the app fetch it")
    }
  }
}
