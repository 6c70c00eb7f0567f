import OrderedCollections
import ScenarioEngine
import TagGlossary
import TagInspection
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

/// The names for a placeholder in the lines of one verb, or of all.
struct NameSource: Sendable {
  let verb: String?
  let kind: String
  /// Whether the names are always in quotes.
  let isQuoted: Bool
  let names: @Sendable (Monitor) -> [String]

  init(
    _ verb: String?, _ kind: String, isQuoted: Bool = false,
    names: @escaping @Sendable (Monitor) -> [String]
  ) {
    (self.verb, self.kind, self.isQuoted, self.names) = (verb, kind, isQuoted, names)
  }

  /// Those for one verb take precedence over those for all.
  private static let all: [NameSource] =
    ["read", "expect", "when"].map { verb in
      NameSource(verb, "KEY") { monitor in
        monitor.app.containers.flatMap { $0.reads.map(\.key) }.uniqued
      }
    } + [
      NameSource("screen", "NAME", isQuoted: true) { $0.app.screens.map(\.name) },
      NameSource("tap", "TITLE", isQuoted: true) { monitor in
        monitor.actedWorld.screen?.buttons.map(\.title) ?? []
      },
      NameSource("help", "NAME") { _ in
        Form.words + GuideName.words.filter { !$0.contains(" ") }
      },
      NameSource("theme", "NAME") { _ in Theme.allCases.map(\.rawValue) },
      NameSource("layout", "NAME") { _ in Layout.Preset.allCases.map(\.rawValue) },
      NameSource("push", "KEY") { $0.view.dataLayer.leaves().map(\.path) },
      NameSource("when", "PATH") { $0.view.dataLayer.leaves().map(\.path) },
      NameSource("preview", "VERSION") { monitor in
        monitor.previewChoices.map {
          String($0.line.dropFirst("preview ".count).prefix { $0 != " " })
        }
      },
      NameSource("bind", "KEY") { _ in KeyScript.names.map { $0.name.lowercased() } },
      NameSource("bind", "PANE") { _ in KeyPlace.bindable.map(\.name) },
      NameSource("compare", "A") { $0.comparing.branches.names },
      NameSource("compare", "B") { $0.comparing.branches.names },
      NameSource(nil, "EVENT", isQuoted: true) { $0.heardEvents },
      NameSource(nil, "TAG", isQuoted: true) { $0.tagNames },
      NameSource(nil, "ID") { $0.app.containers.map(\.id) },
      NameSource(nil, "PANE") { _ in Pane.allCases.map(\.rawValue) },
      NameSource(nil, "ACTION") { _ in KeyBinding.names(at: .everywhere) },
      NameSource(nil, "MARK") { Array($0.run.marks.keys) },
    ]

  /// Returns the source for a placeholder in the lines of a verb; nil for a text or a number.
  init?(_ kind: String, for verb: String) {
    let known = Self.all.filter { $0.kind == kind }
    if let source = known.first(where: { $0.verb == verb })
      ?? known.first(where: { $0.verb == nil })
    {
      self = source
      return
    }
    let words = Form.words(for: kind)
    if words.isEmpty { return nil }
    self.init(verb, kind) { _ in words }
  }
}

extension UsageForm {
  /// The forms of the lines that begin with a word.
  static func all(of word: String) -> [UsageForm] {
    let forms = Form.lines(of: word).flatMap(all)
    return forms.isEmpty
      ? PromptWord.all.filter { $0.word == word }.map { UsageForm($0.usage) } : forms
  }
}

// MARK: - Names

extension Monitor {
  fileprivate var app: App { actedWorld.world.app }

  /// The tags of the selected event, then those of the app's containers.
  fileprivate var tagNames: [String] {
    let live = run.timeline.live
    let ids = live.world.app.containers.map(\.id)
    let known = ids.flatMap { id -> [String] in
      let container = live.world.server.published[id]?.container ?? live.bundledContainer(of: id)
      return container?.tagNames ?? []
    }
    return (view.tags.map(\.name) + known).uniqued
  }

  /// The events to which the rules of the app's first container listen: of the published version
  /// or, without one, of the default container.
  fileprivate var heardEvents: [String] {
    let live = run.timeline.live
    let id = live.world.app.containerID
    let container = live.world.server.published[id]?.container ?? live.bundledContainer(of: id)
    return container.map { ContainerTrial(of: $0).events.map(\.name) } ?? []
  }
}

extension [String] {
  /// The texts without repetitions, in the order of their first occurrence.
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
