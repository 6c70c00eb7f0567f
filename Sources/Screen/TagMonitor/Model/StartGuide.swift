import OrderedCollections
package import ScenarioEngine
import TagInspection
package import TagRuntime
import TagSimulation

/// The facts about a container before anything happened, computed once when it is opened.
package struct StartGuide: Sendable {
  /// The events that the container listens for, and its tags.
  let outlook: ContainerOutlook
  /// Its tags and events, none of which is tried yet.
  @Boxed private(set) var matrix: ContainerMatrix
  /// The name of its file, without the folders.
  let file: String
  /// Its version and what it is for: "v8, for iOS".
  let origin: String
  /// What cannot work, with its name in front: tags that never fire, retired properties, and what
  /// the checks of a container warn of.
  let warnings: [String]
  /// Whether each event of the outlook is planned; nil without a plan, and for Firebase's own.
  let isPlanned: [Bool?]

  /// Analyzes a container, with the plan that its events are held against.
  ///
  /// - Complexity: O(n) in the size of the container for each event that it listens for, up to a
  ///   limit.
  package init(of container: CompiledContainer, file: String = "", plan: RunPlan? = nil) {
    let outlook = ContainerOutlook(of: container)
    self.outlook = outlook
    matrix = ContainerMatrix(of: container, outlook)
    self.file = file.split(separator: "/").last.map(String.init) ?? file
    let version = container.version
    let kind = version.platform.map { "for " + $0.name }
    origin = [
      version.version.isEmpty ? nil : "v" + version.version,
      kind ?? (outlook.generation == .firebase ? "Firebase" : nil),
    ].compactMap { $0 }.joined(separator: ", ")
    var plan = plan
    let listening = ContainerListening(of: container)
    let heard = (plan?.sentNames ?? []).map { ($0, Set(listening.rules(at: $0))) }
    let unheard = heard.filter { $0.1.isEmpty }.map(\.0)
    isPlanned = outlook.events.map { event in
      guard !event.isAutomatic, plan?.plans(event.name) == false else {
        return event.isAutomatic ? nil : plan.map { _ in true }
      }
      // An example of a pattern is as the planned events that the pattern hears.
      let rules = listening.rules(at: event.name)
      return rules.contains { rule in
        listening.rules[rule].names.isEmpty && heard.contains { $0.1.contains(rule) }
      }
    }
    let findings = Linter(version).findings
    // These say again which tags can never fire.
    let said: Set<LintCode> = [.ruleNeverTrue, .tagNeverFired, .tagAlwaysBlocked]
    let isRetired = findings.contains { $0.code == .retiredProperty }
    warnings =
      outlook.tags.compactMap { tag in tag.never.map { "\(tag.title): can never fire: \($0)" } }
      + (isRetired
        ? [
          "all hits go to \(outlook.properties.listed("and")): Universal Analytics took its last "
            + "hit on 2023-07-01"
        ] : [])
      + findings.filter { $0.severity != .note && !said.contains($0.code) }
      .map { "\($0.place.words): \($0.sentence)" }
      + (unheard.isEmpty ? [] : ["planned, but never heard: \(unheard.listed(upTo: 10))"])
  }

  // MARK: Lines

  /// Returns the line of the language that sends an event with the values that make its rules true.
  func line(for event: ContainerOutlook.Event) -> String {
    line(event.name, event.keys.compactMap { key in key.value.map { (key.path, $0) } })
  }

  /// Returns the lines that send what a cell tries, or that make Firebase log its event; none if
  /// nothing does.
  func lines(for push: ContainerMatrix.Push) -> [String] {
    if push.isAutomatic { return occasion(of: push)?.lines ?? [] }
    return push.userProperties.map { name, value in
      "user-property \(name.quoted)=\(ValueConversion.text(value).quoted)"
    } + [line(push.event, push.keys.map { ($0.key, $0.value) })]
  }

  private func line(_ name: String, _ keys: [(path: String, value: Value)]) -> String {
    let head = (outlook.generation == .firebase ? "log-event " : "push event=") + name.quoted
    return ([head] + keys.map { "\(LanguageWord.key($0.path))=\(JSONWriter.write($0.value))" })
      .joined(separator: " ")
  }

  /// Returns what makes Firebase log an event by itself, in words and as lines; nil if it is
  /// nothing that can be played.
  func occasion(of push: ContainerMatrix.Push) -> (words: String, lines: [String])? {
    let name = FirebaseNames.long(push.event)
    guard name == "firebase_campaign" else { return Self.occasions[name] }
    var terms: OrderedDictionary<String, String> = ["utm_source": "newsletter"]
    for (key, value) in push.keys where Self.campaignKeys.contains(key) {
      let text = ValueConversion.text(value)
      if LanguageWord.isPlain(text) { terms[key == "gclid" ? key : "utm_" + key] = text }
    }
    let query = terms.map { "\($0)=\($1)" }.joined(separator: "&")
    return ("a link with utm_source", ["open-url " + "https://example.com/?\(query)".quoted])
  }

  private static let campaignKeys = ["source", "medium", "campaign", "term", "content", "gclid"]
  private static let occasions: [String: (words: String, lines: [String])] = [
    "first_open": ("the first launch", ["reinstall", "launch", "wait 5s"]),
    "session_start": ("a launch after 30 minutes", ["reinstall", "launch", "wait 5s"]),
    "user_engagement": ("leaving the app after a while", ["wait 10s", "background"]),
    "app_background": ("leaving the app", ["wait 10s", "background"]),
    "app_update": ("the first launch of a newer build", ["kill", "upgrade", "launch", "wait 5s"]),
    "os_update": (
      "a launch after an update of the system", ["kill", "device os=\"99.0\"", "launch", "wait 5s"]
    ),
    "app_exception": ("a crash", ["crash"]),
    "in_app_purchase": (
      "a purchase in the app", ["purchase sku=\"S-77\" price=9.90 currency=\"EUR\""]
    ),
    "notification_foreground": (
      "a notification while the app is open", ["notification received"]
    ),
    "notification_receive": (
      "a notification", ["background", "notification received", "foreground"]
    ),
    "notification_open": ("opening a notification", ["notification opened"]),
    "notification_dismiss": ("dismissing a notification", ["notification dismissed"]),
  ]

  // MARK: Trying

  /// Returns what happens to all tags when something is sent in a copy of the world.
  ///
  /// - Complexity: that of one event in the container.
  func trial(of push: ContainerMatrix.Push, in run: ScenarioRun) -> ContainerMatrix.Trial {
    var trial = ContainerMatrix.Trial()
    var copy = run
    // A trial shows what fires, whatever is planned.
    copy.inputs.plan = nil
    var row: Timeline.Row?
    let own = FirebaseNames.long(push.event)
    for line in lines(for: push) {
      guard let statement = try? StatementParser.parse(line: line),
        case .done = copy.execute(statement).outcome
      else { return trial }
      let made = copy.timeline.firstRow(in: copy.numbersOfLastAct) { row in
        guard let update = row.event.update else { return false }
        guard let logged = update.firebase else { return !push.isAutomatic }
        return push.isAutomatic ? logged.logged.longName == own : logged.source == .app
      }
      row = row ?? made
    }
    guard let row, let update = copy.timeline.traced(row: row) else { return trial }
    let fault = update.firebase.flatMap { $0.isDropped ? $0.faults.last : nil }
    trial.reason =
      fault.map { "Firebase drops it: \($0.sentence)." }
      ?? update.unjudgedReason.map { "No container gets it: \($0)." } ?? ""
    trial.tags = update.explanations.first?.tags ?? []
    guard trial.tags.count == outlook.tags.count else {
      trial.tags = []
      // Nothing fires at what Firebase drops.
      if fault != nil { trial.signs = outlook.tags.map { _ in .quiet } }
      return trial
    }
    let world = copy.timeline.live
    trial.signs = trial.tags.map { tag in
      let fate = world.fate(of: tag, at: row.event)
      guard fate.kind.didFire || fate.kind == .refused else { return .quiet }
      // The app that was made for the container has every function; a real one may have none.
      return fate.isTrouble || outlook.tags[tag.position].call != nil ? .idle : .fires
    }
    return trial
  }
}

/// The state of the page: what is selected, what is tried, and the text that narrows it.
struct StartState: Sendable {
  /// The facts about the container.
  let guide: StartGuide
  @Boxed var matrix: ContainerMatrix
  var isShown = true
  /// The first tag of the selected row, by its position in the container.
  var tag: Int
  /// The selected column.
  var column = 0
  /// The first row and the first column that are shown.
  var top = 0
  var left = 0
  /// The search text for names of tags and events; "" for all.
  var filter = ""
  /// Whether the search text is being typed.
  var isFiltering = false
  /// The length of the history for which cells were tried.
  var triedRows = -1

  /// Selects the first cell, which fires if any does.
  init(_ guide: StartGuide) {
    self.guide = guide
    matrix = guide.matrix
    tag = guide.matrix.table(isGrouped: false, with: "").rows.first?.tags.first ?? 0
  }

  var outlook: ContainerOutlook { guide.outlook }
}
