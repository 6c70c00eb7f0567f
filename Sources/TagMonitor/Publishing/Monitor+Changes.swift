import OrderedCollections
import ScenarioEngine
package import TagInspection
package import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// What would change if a draft were published, as it was told last.
struct PublishedChanges: Sendable {
  /// "What changes if v9 is published"
  var title: String
  /// What is told.
  var page: [ContainerDescription.Line]
}

/// A draft that is to be compared with the container that it would replace.
package struct PublishedDraft: Sendable, Hashable {
  /// The container that is published.
  package var published: CompiledContainer
  /// The container that would be published.
  package var draft: CompiledContainer
}

/// `:changes` has everything that was done compared: as it is, and as if a draft were published.
extension Monitor {
  /// Asks what changes if a draft is published.
  ///
  /// - Parameter text: the file of a container; empty is the one that is previewed, or else the
  ///   newest draft.
  mutating func askForChanges(of text: Substring) -> [MonitorEffect] {
    let isQuoted = text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
    let path = String(isQuoted ? text.dropFirst().dropLast() : text)
    guard let (id, draft) = draft(named: path) else {
      message = Message(
        kind: .failure,
        text: path.isEmpty
          ? "there is no draft: P makes a version one, or name a file as in changes FILE"
          : "\(path) was not read here: 'draft \(LanguageWord.written(path))' reads it")
      return []
    }
    guard let published = actedWorld.world.server.published[id]?.container else {
      message = Message(kind: .failure, text: "nothing of \(id) is published yet: P publishes it")
      return []
    }
    guard published != draft else {
      message = Message(kind: .hint, text: "the draft is what is published: nothing changes")
      return []
    }
    return [.compare(PublishedDraft(published: published, draft: draft))]
  }

  /// Answers `MonitorEffect.compare`: shows what changes.
  ///
  /// - Parameters:
  ///   - name: the name of the draft, such as "v9".
  ///   - page: the comparison.
  package mutating func showChanges(ofPublishing name: String, _ page: [ContainerDescription.Line])
  {
    changes = PublishedChanges(title: "What changes if \(name) is published", page: page)
    overlay = .changes(0)
  }

  /// The container that would be published, and the public id that it is of.
  private func draft(named path: String) -> (id: String, container: CompiledContainer)? {
    let world = actedWorld
    let ids = world.world.app.containers.map(\.id)
    if !path.isEmpty {
      guard let container = run.inputs.containers[path] else { return nil }
      let own = container.version.containerID.flatMap { ids.contains($0) ? $0 : nil }
      return (own ?? world.world.app.containerID, container)
    }
    if let id = world.runtime?.previewedContainer, let used = world.runtime?.compiledContainer(id),
      world.runtime?.containerStatus(of: id)?.source == .preview
    {
      return (id, used)
    }
    for id in ids {
      if let draft = world.world.server.drafts[id]?.last { return (id, draft) }
    }
    return nil
  }

  /// The lines of what was told last.
  func changesLines(columns: Int) -> [Line] {
    (changes?.page ?? []).flatMap { line -> [Line] in
      if line.text.isEmpty { return [Line()] }
      let text = TerminalText.visible(line.text)
      let space = String(repeating: " ", count: line.indent)
      let style: Style = line.indent == 0 ? .bold : .plain
      return Wrapping.lines(text, columns: max(8, columns - line.indent)).map {
        Line(space + $0, style)
      }
    }
  }
}
