import OrderedCollections

/// The flow of previews: a link shows an unpublished container, another ends the preview.
///
/// ```
///            preview link of any id
///   none ──────────────────────────► previewing(id) ──┐ preview link of the same
///    ▲                                    │      ▲    │ or another id
///    └────────────────────────────────────┘      └────┘
///            exit link of the same id, end of the process
/// ```
///
/// Source: LegacySDK §6.1; TAGPreviewManager. The whole link must match; the two unescaped dots of
/// `tagmanager.c.` match any character, as in the SDK.
struct Preview: Sendable, Hashable {
  enum State: Sendable, Hashable {
    case none
    case previewing(container: String, path: String)
  }

  enum Action: Sendable, Hashable {
    /// The container is loaded by this path from now on; nil for the published version.
    case load(container: String, path: String?)
    /// Every other container that is loaded by a path returns to the published version.
    case endOthers(than: String)
  }

  private(set) var state = State.none

  private static let previewPattern =
    #"^tagmanager.c.\S+:\/\/preview\/p\?id=\S+&gtm_auth=\S+&gtm_preview=\d+$"#
  private static let exitPattern =
    #"^tagmanager.c.\S+:\/\/preview\/p\?id=\S+&gtm_preview=$"#

  func path(of id: String) -> String? {
    if case .previewing(id, let path) = state { path } else { nil }
  }

  /// Handles a link.
  ///
  /// - Complexity: O(n) in its length.
  mutating func open(_ url: String) -> (PreviewAnswer, [Action]) {
    let query = url.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
    let id = Self.firstValue(of: query)
    if Self.matches(url, Self.previewPattern) {
      let path = "/r?" + query
      state = .previewing(container: id, path: path)
      return (.previewing(container: id), [.load(container: id, path: path), .endOthers(than: id)])
    }
    guard Self.matches(url, Self.exitPattern) else {
      return (.refused(Self.reason(url, query)), [])
    }
    guard case .previewing(id, _) = state else {
      let previewed = if case .previewing(let other, _) = state { other } else { "none" }
      return (
        .refused("it ends the preview of \(id), but the previewed container is \(previewed)"), []
      )
    }
    state = .none
    return (.ended(container: id), [.load(container: id, path: nil)])
  }

  private static func firstValue(of query: String) -> String {
    let pair = query.prefix { $0 != "&" }
    return String(pair.drop { $0 != "=" }.dropFirst())
  }

  private static func matches(_ url: String, _ pattern: String) -> Bool {
    (try? Pattern(pattern, ignoreCase: false))?.isFound(in: url) ?? false
  }

  /// Says what is wrong with a link, in reading order.
  private static func reason(_ url: String, _ query: String) -> String {
    if !matches(url, #"^tagmanager.c.\S+:\/\/"#) {
      return "its scheme must be tagmanager.c. in lowercase and the app's package"
    }
    if !matches(url, #":\/\/preview\/p\?id="#) { return "://preview/p?id= must follow the scheme" }
    if !query.contains("&gtm_preview=") { return "it has no gtm_preview" }
    if !matches(url, #"&gtm_preview=\d*$"#) {
      return "gtm_preview must be the last part and a number"
    }
    if !query.contains("&gtm_auth=") { return "it has no gtm_auth" }
    return "id and gtm_auth must have a value without spaces"
  }
}

/// The manager's answer to a preview link.
public enum PreviewAnswer: Sendable, Hashable {
  /// The container is previewed now.
  case previewing(container: String)
  case ended(container: String)
  /// It is not a preview link, for this reason; the SDK answers NO and says nothing more.
  case refused(String)
}

// MARK: - Preview

extension Runtime {
  /// Handles a preview link. Open containers are refreshed, within the limits of any refresh
  /// (LegacySDK §6.2).
  mutating func openPreview(_ url: String) {
    let (answer, actions) = preview.open(url)
    step.effects.append(.notify(.previewAnswered(answer)))
    switch answer {
    case .refused(let reason): log(.notAPreviewURL, url, reason)
    case .previewing(let id) where containers[id] == nil: log(.previewOfUnopened, id)
    case .previewing, .ended: break
    }
    for action in actions {
      switch action {
      case .load(let id, let path): changePreview(of: id, to: path)
      case .endOthers(let id):
        for other in containers.keys where other != id && containers[other]?.previewPath != nil {
          changePreview(of: other, to: nil)
        }
      }
    }
  }

  private mutating func changePreview(of id: String, to path: String?) {
    guard containers[id] != nil else { return }
    containers[id]?.previewPath = path
    guard mayRefresh(id) else { return }
    drive(id) { $0.previewChanged() }
  }
}
