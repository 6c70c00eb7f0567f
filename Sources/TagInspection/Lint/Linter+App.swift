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
            "it calls \(quoted(call.name)), and \(facts.source) "
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
              + "and nothing in the container calls it: check the name"))
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
          + "zero of the type; add the key, or read another one")
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
          + "copy the screen waits for the network at each launch; open it with prefer-non-default")
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
        "it waits for \(quoted(event)), which \(facts.source) pushes only at launch: only the "
          + "default container is open then, so push it once the container is there")
    }
  }

  /// Returns the event name that a condition requires.
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

    /// Creates values from their texts.
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
      .pushedAtLaunch, .note, "an event is pushed before the container has arrived",
      """
      An event that is pushed while the app starts is judged by the default container alone: a saved or
      fetched container is opened later, and events are not judged a second time.

      Push it once the container is in hands ('on container push …' in an app description), or put the rule
      into the default container, too.
      """),
    LintEntry(
      .missingHandler, .warning, "a function of the app is called that it does not register",
      """
      A function-call tag or macro names a function of the app. Where the app registers none of that name
      the tag counts as fired and nothing runs, and the macro has no value. The SDK says nothing about it.

      Names count case. Register the function with the container, under the function name and not under the
      display name of the tag; register it again after the container was closed.
      """),
    LintEntry(
      .uncalledHandler, .note, "the app registers a function that nothing calls",
      """
      The app registers a handler, and no tag or macro of the container calls a function of that name.

      Often the name was changed on one side. Where another container calls it, all is well.
      """),
    LintEntry(
      .keyNeverPushed, .warning, "a key is read that the app never pushes",
      """
      A data-layer macro reads a key, and nothing that the app pushes has it. The macro has no value: tags
      send "", and every condition on it is false, even 'equals ""'.

      Push the key before the event that needs it, or remove the macro. Under v5 the same is said of
      parameters of events and of user properties: what is missing is the text "undefined" there.
      """),
    LintEntry(
      .keyNearMiss, .warning, "a key is read that the app spells in another way",
      """
      Keys of the data layer count case and every sign: screenName, screen_name and "screen name" are three
      keys. The app pushes one that looks like the one that is read.

      Write both alike. Mind that a dot in a pushed key makes a map.
      """),
    LintEntry(
      .eventNeverPushed, .warning, "a rule waits for an event that the app never pushes",
      """
      The rule asks for the name of an event, and the app pushes no event for which that holds. Whatever
      the rule fires does not fire.

      Compare the names that the finding lists. An event counts only as the top-level key "event" of a push,
      and under v5 only where it is logged with Firebase; the events of Firebase itself come anyway.
      """),
    LintEntry(
      .eventNearMiss, .warning, "a rule waits for an event that the app spells in another way",
      """
      Names of events count case and white space: openScreen, openscreen and "openScreen " are three
      events. The app pushes one that looks like the one that the rule waits for.

      Write both alike; text that was pasted into the web interface often ends with a space.
      """),
    LintEntry(
      .valueNeverPushed, .warning, "a condition wants a value that the app never pushes",
      """
      The condition compares a key with a value, and the app pushes the key with other values only. The
      finding lists them.

      Correct the rule or the app. Texts count case and white space, and numbers are compared as numbers only
      by "greater" and "less".
      """),
    LintEntry(
      .unknownRead, .warning, "the app reads a key that the container does not have",
      """
      The app asks the container for a value, and no macro has that name. It gets the zero of the type: "",
      0, 0.0 or false, without an error. Containers are not merged: a key of the default container is gone once
      another container is in use.

      Add the key to a value collection of this version, or correct the name in the app.
      """),
    LintEntry(
      .waitsForFresh, .note, "a screen waits for a fresh container",
      """
      The app opens the container with prefer-fresh and shows values of it. Unless a saved copy is younger
      than 12 hours, the opener waits for the network, at most until its timeout: so does the user, at the
      first launch of nearly every day.

      The guides recommend prefer-non-default where the interface waits for the container: it takes a saved
      copy of any age at once, and refreshes it for the next time.
      """),
  ]
}
