import OrderedCollections
import TagRuntime
import TagSimulation

/// A version of a container that is not the one in use: published, available as a preview, saved,
/// or the default of the app.
struct OtherVersion: Sendable {
  /// The version and kind: "v8 published".
  var label: String
  var container: CompiledContainer
  var kind: Kind
  /// Whether it arrived only after the selected moment.
  var isLater: Bool

  /// The kind of a version that is not in use.
  enum Kind: String, Sendable {
    case published
    case preview
    case saved
    case `default`
  }

  /// Returns the other versions of a container: those of the moment, then those that came later in
  /// the record; each once.
  static func all(of id: String, in context: ScreenContext) -> [OtherVersion] {
    let now = context.view.simulation
    var known: Set<String> = []
    if let used = now.runtime?.compiledContainer(id) { known.insert(used.key) }
    var found: [OtherVersion] = []
    func add(_ kind: Kind, _ container: CompiledContainer?, isLater: Bool = false) {
      guard let container, known.insert(container.key).inserted else { return }
      let version = container.version.version
      found.append(
        OtherVersion(
          label: (version.isEmpty ? "" : "v\(version) ") + kind.rawValue, container: container,
          kind: kind, isLater: isLater))
    }
    add(.published, now.world.server.published[id]?.container)
    for draft in (now.world.server.drafts[id] ?? []).reversed() { add(.preview, draft) }
    add(.saved, now.world.disk.savedContainers[id]?.container)
    add(.default, now.bundledContainer(of: id))
    guard !context.view.isLive, !context.isAsking else { return found }
    let later = context.timeline.live.world.server
    for draft in (later.drafts[id] ?? []).reversed() { add(.preview, draft, isLater: true) }
    add(.published, later.published[id]?.container, isLater: true)
    return found
  }
}

extension CompiledContainer {
  /// A key that distinguishes versions of one container, as people do.
  fileprivate var key: String {
    version.version.isEmpty
      ? "\(version.format) \(version.macros.count)" : version.version
  }
}
