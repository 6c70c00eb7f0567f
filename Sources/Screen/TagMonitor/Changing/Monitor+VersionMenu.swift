import OrderedCollections
import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

/// A version of a container that can be published, or made a draft.
struct VersionChoice: Sendable, Hashable {
  struct File: Sendable, Hashable {
    var path: String
    var container: CompiledContainer
  }

  var title: String
  /// The line that publishes it; if it ends with a blank, the prompt opens to complete it.
  var line: String
  /// The line that makes it a draft; nil if there is none.
  var draftLine: String?
  /// The file that the lines name, and its content.
  var file: File?
  var containerID = ""
}

/// The menu of versions: all versions that can be published, and those that are published already.
extension Monitor {
  private static let versionColumns = 5
  private static let stateColumns = 32

  /// All known versions, those of the app's first container first; then the options to type a
  /// version or to save one.
  var versionChoices: [VersionChoice] {
    let app = actedWorld.world.app
    let ids = app.containers.map(\.id)
    let known = ids.flatMap { id in versions(of: id).map { choice($0, id, isOne: ids.count == 1) } }
    let saves = saving.editedCopies.all.map { copy in
      let version = copy.container.version.version
      return VersionChoice(
        title: display.borders.cell("v" + version, Self.versionColumns)
          + display.borders.cell("edited: save it to a file…", Self.stateColumns) + " "
          + EditedCopies.saveWord,
        line: "\(EditedCopies.saveWord) \(LanguageWord.written(copy.name)) version=\(version)"
          + idWords(copy.containerID))
    }
    let typed = display.borders.cell("", Self.versionColumns)
    return known + [
      VersionChoice(
        title: typed + display.borders.cell("type a file name…", Self.stateColumns) + " publish",
        line: "publish ", draftLine: "draft "),
      VersionChoice(
        title: typed + display.borders.cell("compare with a file…", Self.stateColumns) + " changes",
        line: "changes "),
    ] + saves
  }

  private func choice(_ version: KnownVersion, _ id: String, isOne: Bool) -> VersionChoice {
    let number = version.container.version.version
    let states = version.states.joined(separator: ", ") + (isOne ? "" : " of " + id)
    let name = LanguageWord.written(version.path)
    let override = version.number.map { " version=" + $0 } ?? ""
    let line = "publish " + name + override + idWords(id)
    return VersionChoice(
      title: display.borders.cell(number.isEmpty ? "-" : "v" + number, Self.versionColumns)
        + display.borders.cell(states, Self.stateColumns) + " " + line,
      line: line, draftLine: "draft " + name + override + idWords(id),
      file: .init(path: version.path, container: version.container), containerID: id)
  }

  // MARK: Known versions

  private struct KnownVersion {
    var path: String
    var container: CompiledContainer
    /// The version number that the line must name, if it differs from the file's.
    var number: String?
    var states: [String] = []
  }

  /// Returns all known versions of a container: published, saved, default, edited, or in a file.
  private func versions(of id: String) -> [KnownVersion] {
    let acted = actedWorld
    let world = acted.world
    var known: [KnownVersion] = []
    func note(_ container: CompiledContainer?, _ state: String, onlyAlone: Bool = false) {
      guard let container else { return }
      if let index = known.firstIndex(where: { $0.container == container }) {
        let states = known[index].states
        if !onlyAlone, !states.contains(state) { known[index].states.append(state) }
        return
      }
      var version = place(of: container, id)
      version.states = [state]
      known.append(version)
    }
    if !world.server.unreadable.contains(id) {
      note(world.server.published[id]?.container, "published (now)")
    }
    for draft in (world.server.drafts[id] ?? []).reversed() { note(draft, "draft") }
    let copies = saving.editedCopies.all.filter { $0.containerID == id }
    for copy in copies.reversed() {
      note(copy.container, "edited from \(copy.base)")
    }
    note(acted.runtime?.compiledContainer(id), "in use")
    note(world.disk.savedContainers[id]?.container, "saved on the phone")
    note(acted.bundledContainer(of: id), "with the app")
    for path in publishedHere(of: id) {
      note(run.inputs.containers[path], "published in this run", onlyAlone: true)
    }
    for path in files(of: id) { note(run.inputs.containers[path], "file", onlyAlone: true) }
    return known.filter { !$0.container.isEmpty }
  }

  /// Returns the file of a container, as a line can name it.
  private func place(of container: CompiledContainer, _ id: String) -> KnownVersion {
    for (path, file) in run.inputs.containers.elements where file == container {
      return KnownVersion(path: path, container: container)
    }
    for (path, file) in run.inputs.containers.elements {
      var other = file.version
      other.version = container.version.version
      if other == container.version {
        return KnownVersion(path: path, container: container, number: other.version)
      }
    }
    // A container without a file in the scenario, such as one on a phone's disk, gets a new name.
    let number = container.version.version
    let name = id + (number.isEmpty ? "" : "-v" + number)
    var (path, next) = (name, 2)
    while run.inputs.containers[path] != nil {
      path = "\(name)-\(next)"
      next += 1
    }
    return KnownVersion(path: path, container: container)
  }

  private func publishedHere(of id: String) -> [String] {
    run.record.reversed().compactMap { recorded in
      guard case .publish(let path, let named, nil) = recorded.statement.command,
        (named ?? view.simulation.world.app.containerID) == id
      else { return nil }
      return path
    }
  }

  /// Returns the files that were read and are not named for another container.
  private func files(of id: String) -> [String] {
    let first = view.simulation.world.app.containerID
    var named: OrderedDictionary<String, String> = [:]
    for statement in run.scenario.setup + run.scenario.statements {
      guard let (path, _) = statement.command.containerFile else { continue }
      named[path] = run.inputs.owner(of: statement.command) ?? first
    }
    let generation = view.simulation.settings.generation
    return run.inputs.containers.elements.compactMap { path, container in
      let owner = named[path] ?? container.version.containerID ?? first
      return owner == id && container.version.generation == generation ? path : nil
    }
  }

  // MARK: Choosing

  mutating func openVersionMenu() {
    let versions = versionChoices.map { choice in
      var line = OpenMenu.Line(choice.title, does: { $0.choose(choice, asDraft: false) })
      if choice.draftLine != nil {
        line.others.append(
          (
            .tab, "draft",
            {
              $0.choose(choice, asDraft: true)
              return []
            }
          ))
        line.others.append((.character("O"), "what changes", { $0.openChanges(of: choice) }))
      }
      return line
    }
    let previews = previewChoices.map { choice in
      let title = display.borders.cell("", Self.versionColumns) + choice.title
      return OpenMenu.Line(title, does: { $0.perform(line: choice.line) })
    }
    open(OpenMenu("Versions", asks: "version", versions + previews, verb: "publish"))
  }

  /// Publishes a version, or makes it a draft.
  mutating func choose(_ choice: VersionChoice, asDraft: Bool) {
    guard let line = asDraft ? choice.draftLine : choice.line else {
      return say(.hint("not a version: press Enter to use it"))
    }
    guard let file = choice.file else { return startTyping(line) }
    adoptEditedCopies()
    if run.inputs.containers[file.path] == nil {
      run.inputs.containers[file.path] = file.container
    }
    perform(line: line)
    guard message?.kind == .ok else { return }
    let number = file.container.version.version
    let version = number.isEmpty ? "it" : "v" + number
    let next =
      asDraft
      ? "\(version) is a draft: P opens its preview link, O shows what it would change"
      : "\(version) is published: " + refreshWords(choice.containerID)
    message?.said = next
  }

  /// Returns when the phone gets the published version.
  private func refreshWords(_ id: String) -> String {
    let live = run.timeline.live
    guard live.isRunning else { return "the app asks for it at launch" }
    let asks = [Upcoming.Kind.refresh(container: id), .appRefresh(container: id)]
    guard let left = asks.compactMap({ live.until($0) }).min() else {
      return live.isSuspended
        ? "the app asks for it when it is back" : "phones get it when they refresh"
    }
    let refresh = view.isFirebase ? "" : ", r refreshes now"
    return "this phone asks for it in \(left.shortText)" + refresh
  }
}
