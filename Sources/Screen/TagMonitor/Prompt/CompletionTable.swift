import OrderedCollections
import ScenarioEngine
import TagGlossary
import TagInspection
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

enum CompletionSource: Sendable, Hashable {
  case screens, buttons, events, tags, values, dataKeys, containers, versions, marks, branches
  case files, panes, themes, layouts, settings, quirks, logLevels, keys, actions, bindPlaces
  case guideNames

  /// Whether the names are always in quotes.
  var isQuoted: Bool {
    switch self {
    case .screens, .buttons, .events, .tags: true
    default: false
    }
  }
}

/// The grammar for completion: it maps the capitalized words of usages to names.
enum CompletionTable {
  /// Forms with more detail than the usage of their verb.
  static let forms: [(verb: String, forms: [UsageForm])] = [
    (
      "expect",
      [
        "expect tag TAG fired|not", "expect tag TAG not fired", "expect event EVENT",
        "expect value VALUE ==|!= WORD as|from",
        "expect value VALUE == WORD from default|saved|network|preview|none",
        "expect value VALUE == WORD as string|int64|double|boolean",
        "expect container source=default|saved|network|preview", "expect queue size",
        "expect sent|lost|late|unreported|duplicates|requests", "expect data {}|exactly",
        "expect hit last|first", "expect log error|warning|info|debug|verbose",
        "expect dispatch periodic on|off", "expect screen text",
        "expect callback|tokens|completion|user-property|firebase|braze|call",
      ].map { UsageForm($0) }
    ),
    ("highlight", [UsageForm("highlight tag TAG")]), ("help", [UsageForm("help NAME")]),
    ("push", [UsageForm("push event=EVENT DATA=WORD")]),
    (
      "bind",
      [
        UsageForm("bind KEY ACTION|default"), UsageForm("bind PLACE KEY ACTION|default"),
      ]
    ),
    (
      "set",
      [
        "set SETTING", "set refresh-mode standard|default-container",
        "set refresh-timer PERIOD|off", "set log-level LEVEL",
        "set logger default|custom", "set wording sdk|plain", "set delivery sdk|strict",
        "set analytics-log-level LEVEL", "set firebase-validation drop|warn",
        "set system-rows|reader|mouse on|off", "set borders utf8|ascii|none", "set QUIRK on|off",
      ].map { UsageForm($0) }
    ),
  ]

  /// Words that precede an expectation in the syntax of `expect`.
  static let askingWords = ["first", "when"]

  /// The sources of names; those for one verb take precedence over those for all.
  static let sources: [(verb: String?, kind: String, source: CompletionSource)] = [
    ("screen", "NAME", .screens), ("tap", "TITLE", .buttons), ("log-event", "NAME", .events),
    ("help", "NAME", .guideNames), ("theme", "NAME", .themes), ("layout", "NAME", .layouts),
    ("read", "KEY", .values),
    ("preview", "VERSION", .versions), ("bind", "KEY", .keys), ("branch", "MARK", .marks),
    ("compare", "A", .branches), ("compare", "B", .branches), (nil, "EVENT", .events),
    (nil, "TAG", .tags), (nil, "VALUE", .values), (nil, "DATA", .dataKeys),
    (nil, "ID", .containers), (nil, "PANE", .panes), (nil, "FILE", .files),
    (nil, "QUIRK", .quirks), (nil, "LEVEL", .logLevels), (nil, "SETTING", .settings),
    (nil, "ACTION", .actions), (nil, "PLACE", .bindPlaces), (nil, "MARK", .marks),
    (nil, "BRANCH", .branches),
  ]

  /// Returns the source of names for a kind; nil for others, such as a text or a number.
  static func source(of kind: String, for verb: String) -> CompletionSource? {
    (sources.first { $0.verb == verb && $0.kind == kind }
      ?? sources.first { $0.verb == nil && $0.kind == kind })?.source
  }

  static func forms(of verb: String) -> [UsageForm] {
    if let own = forms.first(where: { $0.verb == verb }) { return own.forms }
    return Verb(verb).map(UsageForm.all) ?? []
  }
}

// MARK: - Names

extension Monitor {
  /// Returns the names of a source, in their known order.
  func names(of source: CompletionSource) -> [String] {
    let world = actedWorld
    switch source {
    case .screens: return world.world.app.screens.map(\.name)
    case .buttons: return world.screen?.buttons.map(\.title) ?? []
    case .events: return heardEvents
    case .tags: return tagNames
    case .values:
      return world.world.app.containers.flatMap { $0.reads.map(\.key) }.uniqued
    case .dataKeys:
      return view.dataLayer.leaves().map(\.path)
    case .containers: return world.world.app.containers.map(\.id)
    case .versions:
      return previewChoices.map { $0.line.dropFirst("preview ".count) }.map {
        String($0.prefix { $0 != " " })
      }
    case .marks: return Array(run.marks.keys)
    case .branches: return branches.names
    case .files: return []
    case .panes: return Pane.allCases.map(\.rawValue)
    case .themes: return Theme.allCases.map(\.rawValue)
    case .layouts: return Layout.Preset.allCases.map(\.rawValue)
    case .settings: return Self.settings
    case .quirks: return Quirk.allCases.map(\.rawValue)
    case .logLevels: return LogLevel.allCases.map(\.name)
    case .keys: return KeyScript.names.map { $0.name.lowercased() }
    case .actions: return KeyBinding.names(at: .everywhere)
    case .bindPlaces: return KeyPlace.bindable.map(\.name)
    case .guideNames:
      return Verb.all.map(\.word) + GuideName.words.filter { !$0.contains(" ") }
    }
  }

  private static let settings = CompletionTable.forms(of: "set").flatMap { form in
    form.options(after: ["set"]).compactMap { option -> String? in
      if case .word(let name) = option { name } else { nil }
    }
  }

  /// The tags of the selected event, then those of the app's containers.
  private var tagNames: [String] {
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
  private var heardEvents: [String] {
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
