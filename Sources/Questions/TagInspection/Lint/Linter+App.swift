public import OrderedCollections
public import TagRuntime

extension Linter {
  // MARK: Handlers

  private struct Call: Hashable {
    var isTag: Bool
    var name: String
  }

  /// The functions of the app that are called by a constant name, with the places of the calls.
  private var calls: OrderedDictionary<Call, [LintPlace]> {
    var calls: OrderedDictionary<Call, [LintPlace]> = [:]
    for (isTag, list) in [(true, version.tags), (false, version.macros)] {
      for (index, call) in list.enumerated() {
        guard
          [MacroFunction.functionCall.id, FirebaseFunction.customVariable.id].contains(
            call.function),
          let name = call.parameters[isFirebase ? "classPath" : "function_call_macro_name"]?
            .constantText
        else { continue }
        let place = isTag ? place(ofTag: index) : place(ofMacro: index)
        calls[Call(isTag: isTag, name: name), default: []].append(place)
      }
    }
    return calls
  }

  /// Finds calls without a handler, and handlers without a call.
  func handlers() -> [LintFinding] {
    guard let facts else { return [] }
    let calls = calls
    var found: [LintFinding] = []
    for (call, places) in calls.elements {
      let known =
        isFirebase ? facts.classes : call.isTag ? facts.tagFunctions : facts.macroFunctions
      if known.contains(call.name) { continue }
      let what = isFirebase ? "class" : call.isTag ? "tag-function" : "macro-function"
      let near = NearNames(known).nearest(to: call.name).map { " (it has \(quoted($0)))" } ?? ""
      let effect = call.isTag ? "nothing runs when it fires" : "it has no value"
      for place in places {
        found.append(
          LintFinding(
            .missingHandler, at: place,
            "it calls \(quoted(call.name)), but \(facts.source) "
              + "\(isFirebase ? "has" : "registers") no such \(what)\(near), so \(effect): "
              + "\(isFirebase ? "write" : "register") it in the app, or remove the call"))
      }
    }
    // Keys and values call nothing, and that has a separate code; classes are not registered.
    if isSimple || isFirebase { return found }
    for (isTag, names) in [(true, facts.tagFunctions), (false, facts.macroFunctions)] {
      for name in names where calls[Call(isTag: isTag, name: name)] == nil {
        found.append(
          LintFinding(
            .uncalledHandler, at: wholeContainer,
            "\(facts.source) registers the \(isTag ? "tag" : "macro")-function \(quoted(name)), "
              + "but nothing in the container calls it: check the name"))
      }
    }
    return found
  }

  // MARK: Reads

  /// Finds keys that the app reads and the container does not have.
  func reads() -> [LintFinding] {
    guard let facts else { return [] }
    let known = NearNames(container.slots.map(\.name))
    return facts.reads.filter { container.slotOfName[$0] == nil }.map { key in
      let near = known.nearest(to: key).map { " (it has \(quoted($0)))" } ?? ""
      return LintFinding(
        .unknownRead, at: wholeContainer,
        "\(facts.source) reads \(quoted(key)), which it does not have\(near): the app gets the "
          + "zero of the type; add the key or read another one")
    }
  }

  // MARK: Trackers

  /// Finds trackers of the app whose ID no property can have: no report shows their hits.
  func trackers() -> [LintFinding] {
    (facts?.trackers ?? []).compactMap { id in
      guard let fault = CollectorRules.fault(ofProperty: id) else { return nil }
      return LintFinding(
        id.isEmpty ? .noProperty : .badProperty, at: wholeContainer,
        "a tracker of \(facts?.source ?? "the app"): \(fault.finding)")
    }
  }

  // MARK: Opening

  /// Finds an interface that waits for a fresh container, where the guides recommend any saved one.
  func opening() -> [LintFinding] {
    guard let facts, facts.waitsForFresh, !isFirebase else { return [] }
    return [
      LintFinding(
        .waitsForFresh, at: wholeContainer,
        "\(facts.source) opens it with prefer-fresh and shows its values: without a fresh saved "
          + "copy, the screen waits for the network at each launch; open it with "
          + "prefer-non-default")
    ]
  }

  // MARK: Launch

  /// Finds rules that wait for events that are over before a container arrives.
  func launchPushes() -> [LintFinding] {
    guard let facts, facts.isLoaded, !isFirebase else { return [] }
    return container.rules.enumerated().compactMap { index, rule in
      guard !rule.source.addTags.isEmpty,
        let event = rule.positive.lazy.compactMap({ requiredEvent($0) }).first,
        facts.launchEvents.contains(event)
      else { return nil }
      return LintFinding(
        .pushedAtLaunch, at: place(ofRule: index),
        "it listens for \(quoted(event)), which \(facts.source) pushes only at launch: only the "
          + "default container is open then, so push it when the container is available")
    }
  }

  func requiredEvent(_ position: Int) -> String? {
    guard container.predicates[position].kind?.id == PredicateFunction.equals.id,
      let slot = container.subjects[position], container.isEvent(slot)
    else { return nil }
    return container.constant(container.predicates[position].right).map(ValueConversion.text)
  }
}

/// The known facts about the app that uses a container: what it pushes, reads and registers. They
/// come from scenarios and app descriptions.
public struct AppFacts: Sendable, Hashable {
  /// The values pushed under one path of the data layer.
  public struct Pushed: Sendable, Hashable {
    /// The texts of the known values.
    public var texts: OrderedSet<String>
    /// Whether other values may be pushed, too.
    public var isOpen: Bool

    /// Creates pushed values; by default no value is known, and no other one is possible.
    public init(texts: OrderedSet<String> = [], isOpen: Bool = false) {
      self.texts = texts
      self.isOpen = isOpen
    }

    static func merged(_ own: Pushed, _ other: Pushed) -> Pushed {
      Pushed(texts: own.texts.union(other.texts), isOpen: own.isOpen || other.isOpen)
    }
  }

  /// The source of the facts, such as "apps/shop.app".
  public var source: String { firstSource + (hasOtherSources ? " and others" : "") }
  private let firstSource: String
  private var hasOtherSources = false
  /// The platform of the app; nil if it is not known, or if several apps have different ones. It is
  /// iOS if the app description does not name one.
  public var platform: Platform?
  /// The pushed values, by dotted path.
  public var pushes: OrderedDictionary<String, Pushed> = [:]
  /// The events that are pushed only when the app launches.
  public var launchEvents: OrderedSet<String> = []
  /// The events that are pushed at other times.
  public var laterEvents: OrderedSet<String> = []
  /// Whether the app may push events with unknown names.
  public var hasOtherEvents = false
  /// The events that are logged with Firebase.
  public var loggedEvents: OrderedSet<String> = []
  /// Whether the app may log events with unknown names.
  public var hasOtherLoggedEvents = false
  /// The parameters of events that are logged with Firebase, by their names.
  public var parameters: OrderedDictionary<String, Pushed> = [:]
  /// The user properties that are set with Firebase, by their names.
  public var userProperties: OrderedDictionary<String, Pushed> = [:]
  /// What Firebase drops of it, in sentences.
  public var dropped: OrderedSet<String> = []
  /// The paths of the classes that containers of the second generation may name.
  public var classes: OrderedSet<String> = []
  /// The tracking ids of the trackers that it creates.
  public var trackers: OrderedSet<String> = []
  /// The names of the function-call tags that it registers.
  public var tagFunctions: OrderedSet<String> = []
  /// The names of the function-call macros that it registers.
  public var macroFunctions: OrderedSet<String> = []
  /// The keys that it reads from the container.
  public var reads: OrderedSet<String> = []
  /// Further keys whose values a scenario checks.
  public var looks: OrderedSet<String> = []
  /// The ids of the containers that it opens; empty if the container is meant as one of them.
  public var ids: OrderedSet<String> = []
  /// Whether the container is bundled with the app.
  public var isDefault = false
  /// Whether the file is only next to an app, and no scenario says what it is for.
  public var isBeside = false
  /// Its names in the app's bundle, with the IDs that it is bundled for.
  public var bundled: OrderedDictionary<String, String> = [:]
  /// Whether the app waits for a fresh container and shows its values on a screen.
  public var waitsForFresh = false
  /// Whether the container arrives while the app runs: saved, published or a draft.
  public var isLoaded = false

  /// Creates empty facts.
  public init(source: String) { firstSource = source }

  /// Records a value, with its members, that is pushed under a path.
  ///
  /// - Complexity: O(n) in the size of the value.
  public mutating func push(_ value: Value, at path: String) {
    guard case .map(let members) = value, !members.isEmpty else {
      pushes[path, default: Pushed()].texts.append(ValueConversion.text(value))
      return
    }
    for (key, value) in members.elements { push(value, at: path + "." + key) }
  }

  /// Records that any value may be pushed under a path.
  public mutating func pushAnything(at path: String) {
    pushes[path, default: Pushed()].isOpen = true
  }

  /// Adds the facts from another source.
  public mutating func merge(_ other: AppFacts) {
    if platform != other.platform { platform = nil }
    pushes.merge(other.pushes, uniquingKeysWith: Pushed.merged)
    parameters.merge(other.parameters, uniquingKeysWith: Pushed.merged)
    userProperties.merge(other.userProperties, uniquingKeysWith: Pushed.merged)
    loggedEvents.formUnion(other.loggedEvents)
    dropped.formUnion(other.dropped)
    hasOtherLoggedEvents = hasOtherLoggedEvents || other.hasOtherLoggedEvents
    laterEvents.formUnion(other.laterEvents)
    launchEvents = launchEvents.union(other.launchEvents).subtracting(laterEvents)
    hasOtherEvents = hasOtherEvents || other.hasOtherEvents
    classes.formUnion(other.classes)
    trackers.formUnion(other.trackers)
    tagFunctions.formUnion(other.tagFunctions)
    macroFunctions.formUnion(other.macroFunctions)
    reads.formUnion(other.reads)
    looks.formUnion(other.looks)
    ids = ids.isEmpty || other.ids.isEmpty ? [] : ids.union(other.ids)
    isDefault = isDefault || other.isDefault
    isLoaded = isLoaded || other.isLoaded
    isBeside = isBeside || other.isBeside
    bundled.merge(other.bundled, uniquingKeysWith: { own, _ in own })
    waitsForFresh = waitsForFresh || other.waitsForFresh
    hasOtherSources = hasOtherSources || firstSource != other.firstSource
  }

  /// Whether something is pushed under a path, around it or below it.
  func mayHave(_ path: String) -> Bool {
    pushes.elements.contains { pushed, what in
      pushed == path || pushed.hasPrefix(path + ".")
        || (what.isOpen && path.hasPrefix(pushed + "."))
    }
  }
}

// MARK: - App

extension LintEntry {
  static let app: [LintEntry] = [
    LintEntry(
      .pushedAtLaunch, .note, "an event is pushed before the container is available",
      """
      When the app pushes an event while it starts, only the default container evaluates it: a saved
      or downloaded container opens later, and events are never evaluated again.

      Push it when the container is available ('on container push …' in an app description), or put
      the rule in the default container, too.
      """),
    LintEntry(
      .missingHandler, .warning, "the container calls an app function that is not registered",
      """
      A function-call tag or macro names a function of the app. If the app registers no function
      with that name, the tag counts as fired but nothing runs, and the macro has no value. The SDK
      reports nothing.

      Names are case-sensitive. Register the function with the container, under the function name
      and not the display name of the tag; register it again after the container was closed.
      """),
    LintEntry(
      .uncalledHandler, .note, "the app registers a function that nothing calls",
      """
      The app registers a handler, but no tag or macro in the container calls a function with that
      name.

      Often the name changed on one side. If another container calls it, nothing is wrong.
      """),
    LintEntry(
      .keyNeverPushed, .warning, "a key is read that the app never pushes",
      """
      A data-layer macro reads a key that the app never pushes. The macro has no value: tags send
      "", and every condition on it is false, even 'equals ""'.

      Push the key before the event that needs it, or remove the macro. Under v5 this also applies
      to event parameters and user properties: a missing one reads as the text "undefined".
      """),
    LintEntry(
      .keyNearMiss, .warning, "a key is read that the app spells differently",
      """
      In data layer keys, case and every character matter: screenName, screen_name and "screen name"
      are three keys. The app pushes one that looks like the one that is read.

      Use the same spelling for both. Note that a dot in a pushed key makes a map.
      """),
    LintEntry(
      .eventNeverPushed, .warning, "a rule listens for an event that the app never pushes",
      """
      The rule requires an event name that the app never pushes, so its tags never fire.

      Compare the names listed in the finding. An event must be the top-level key "event" of a push,
      and under v5 it must be logged with Firebase; Firebase's own events occur anyway.
      """),
    LintEntry(
      .eventNearMiss, .warning, "a rule listens for an event that the app spells differently",
      """
      In event names, case and white space matter: openScreen, openscreen and "openScreen " are
      three events. The app pushes one that looks like the one in the rule.

      Use the same spelling for both; text pasted into the web interface often ends with a space.
      """),
    LintEntry(
      .valueNeverPushed, .warning, "a condition requires a value that the app never pushes",
      """
      The condition compares a key with a value, but the app pushes the key only with other values,
      which the finding lists.

      Correct the rule or the app. In text, case and white space matter, and only "greater" and
      "less" compare numbers as numbers.
      """),
    LintEntry(
      .unknownRead, .warning, "the app reads a key that the container does not have",
      """
      The app asks the container for a value, but no macro has that name. It gets the zero of the
      type: "", 0, 0.0 or false, without an error. Containers are not merged: a key of the default
      container is gone when another container is in use.

      Add the key to a value collection of this version, or correct the name in the app.
      """),
    LintEntry(
      .waitsForFresh, .note, "a screen waits for a fresh container",
      """
      The app opens the container with prefer-fresh and shows its values. Unless a saved copy is
      less than 12 hours old, the opener waits for the network, up to its timeout, and so does the
      user, at the first launch of nearly every day.

      If the interface waits for the container, the guides recommend prefer-non-default: it takes a
      saved copy of any age at once and refreshes it for the next time.
      """),
  ]
}
