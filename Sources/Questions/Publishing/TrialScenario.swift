import ScenarioEngine
import TagInspection
package import TagRuntime

/// A scenario with an app made for a container: a button for every event that its rules listen for,
/// with the keys that are read at it as arguments, the reads and the handlers.
///
/// It is text in the scenario language, so users can save and extend what the monitor opens.
package struct TrialScenario: Sendable, Hashable {
  /// The name of the app's only screen.
  static let screen = "Events"
  /// The most scalars in a button's title.
  static let titleLimit = 60

  package private(set) var text = ""
  /// Whether the container has rules, so that events are the first thing to try.
  package var hasRules: Bool { trial.hasRules }

  /// The container to try.
  package let container: CompiledContainer
  /// The path to its file that the scenario uses.
  package let path: String

  let trial: ContainerTrial
  let isFirebase: Bool
  private let pausedTags: [String]

  /// Makes the scenario for a container.
  ///
  /// - Parameters:
  ///   - container: the container.
  ///   - path: the path to its file that the scenario uses.
  ///   - other: another version, whose events, keys, functions and values the app also has.
  /// - Complexity: that of `ContainerTrial`.
  package init(
    of container: CompiledContainer, path: String, besides other: CompiledContainer? = nil
  ) {
    self.container = container
    self.path = path
    var trial = ContainerTrial(of: container)
    if let other { trial.formUnion(ContainerTrial(of: other)) }
    self.trial = trial
    isFirebase = container.version.generation == .firebase
    pausedTags = container.version.pausedTags
    let id = LanguageWord.id(of: container.version, path: path)
    let file = path.quoted
    let version = container.version.version
    let named = LanguageWord.isPlain(id) && (version.isEmpty || LanguageWord.isPlain(version))
    var lines = ["tagsim 1"]
    if named { lines.append("title: Trial of \(id)" + (version.isEmpty ? "" : " v\(version)")) }
    if isFirebase { lines.append("sdk: v5") }
    lines += [
      "---", "# An app made for the container. Missing arguments are not \(given).",
    ]
    let isForAndroid = container.version.platform == .android
    if isForAndroid {
      lines.append("# The container is for Android, so the app plays as on Android.")
    }
    lines += ["app " + "Trial of \(id)".quoted, "  package com.example.trial"]
    if isForAndroid { lines.append("  platform android") }
    lines += ["  container " + LanguageWord.word(id)]
    if !isFirebase {
      let timeout = DurationText.text(Settings().openTimeout)
      lines.append("  open prefer-non-default timeout=\(timeout)")
    }
    lines += reads + [""]
    lines += screenLines.map { "  " + $0 } + functions.map { "  " + $0 } + ["end", ""]
    lines += ["setup", "  container default \(file)", "  publish \(file)", "  launch"]
    lines += ["  screen " + Self.screen.quoted, "end"]
    text = lines.joined(separator: "\n") + "\n"
  }

  // MARK: Parts

  private var given: String { isFirebase ? "logged" : "pushed" }

  /// The lines that read every value of the app, for the story of a scenario.
  var readLines: [String] { reads.map { String($0.dropFirst(2)) } }

  private var reads: [String] {
    trial.reads.map { "  read \($0.kind.rawValue) " + LanguageWord.word($0.key) }
  }

  private var functions: [String] {
    if isFirebase { return LanguageWord.classes(of: trial.macroFunctions, trial.tagFunctions) }
    return trial.macroFunctions.flatMap {
      ["macro-function " + LanguageWord.word($0), "  echoes", "end"]
    }
      + trial.tagFunctions.map { "tag-function \(LanguageWord.word($0)) notes" }
  }

  private var screenLines: [String] {
    var titles: Set<String> = []
    let isOnly = trial.events.isEmpty
    let other = isOnly || trial.hearsOther ? "any event" : "other event"
    var lines = ["screen " + Self.screen.quoted]
    lines += notes(other).map { "  text " + $0.quoted }
    for event in trial.events {
      lines.append("  " + button(Self.title(event.name, &titles), event, isOther: false))
    }
    lines.append("  " + button(Self.title(other, &titles), trial.other, isOther: true))
    for property in trial.userProperties {
      let title = Self.title("set " + property.path, &titles).quoted
      let value = property.value.map { ValueConversion.text($0).quoted }
      lines.append(
        "  button \(title) user-property \(property.path.quoted)="
          + "${value=\(value ?? "\"\"")}")
    }
    return lines + ["end"]
  }

  /// Notes for users about the buttons.
  private func notes(_ other: String) -> [String] {
    var notes: [String] = []
    if !trial.hasRules { notes.append("no rules: nothing fires, whatever is \(given)") }
    if !trial.automaticEvents.isEmpty {
      let names = trial.automaticEvents.prefix(ContainerTrial.keyLimit).joined(separator: ", ")
      notes.append("Firebase logs these by itself: \(names)")
    }
    if !pausedTags.isEmpty {
      let names = pausedTags.prefix(ContainerTrial.keyLimit).map(\.quoted)
      notes.append(
        Counted.text(pausedTags.count, "tag") + (pausedTags.count == 1 ? " is" : " are")
          + " paused, so no phone gets \(pausedTags.count == 1 ? "it" : "them"): "
          + names.joined(separator: ", ") + (names.count < pausedTags.count ? ", …" : ""))
    }
    if trial.eventsLeftOut > 0 {
      let all = trial.events.count + trial.eventsLeftOut
      notes.append(
        "\(trial.events.count) of \(all) events have a button: \(other) "
          + (isFirebase ? "logs any" : "pushes any")
      )
    }
    if trial.rulesWithoutExample > 0 {
      notes.append(
        Counted.text(trial.rulesWithoutExample, "rule")
          + " for events that could not be guessed: try names with \(other)")
    }
    if (trial.events + [trial.other]).contains(where: { $0.keysLeftOut > 0 }) {
      notes.append("not every key has a field: at most \(ContainerTrial.keyLimit) of an event")
    }
    if trial.readsLeftOut > 0 {
      notes.append("\(trial.readsLeftOut) more values are not read")
    }
    return notes
  }

  /// Returns the line that sends an event with the values that are known for its keys.
  func line(sending event: ContainerTrial.Event) -> String {
    let keys = event.keys.compactMap { key in
      key.value.map { LanguageWord.key(key.path) + "=" + JSONWriter.write($0) }
    }
    let head = isFirebase ? "log-event \(event.name.quoted)" : "push event=\(event.name.quoted)"
    return ([head] + keys).joined(separator: " ")
  }

  private func button(
    _ title: String, _ event: ContainerTrial.Event, isOther: Bool
  ) -> String {
    var names: Set<String> = ["event"]
    let name = event.name.quoted
    var words = ["button", title.quoted, isFirebase ? "log-event" : "push"]
    words.append((isFirebase ? "" : "event=") + (isOther ? "${event=\(name)}" : name))
    for key in event.keys {
      let parameter = Self.parameter(key.path, &names)
      let value = key.value.map { JSONWriter.write($0) } ?? "absent"
      words.append("\(LanguageWord.key(key.path))=${\(parameter)=\(value)}")
    }
    return words.joined(separator: " ")
  }

  // MARK: Names

  /// A unique parameter name for a key, of letters, digits and underscores.
  private static func parameter(_ path: String, _ taken: inout Set<String>) -> String {
    var name = ""
    for byte in path.utf8 {
      name +=
        LanguageWord.isLetter(byte) || byte.isDigit
        ? String(UnicodeScalar(byte)) : "_"
    }
    if name.utf8.first.map(\.isDigit) ?? true { name = "_" + name }
    return unlike(taken: &taken, name, separator: "_")
  }

  /// A unique button title: the event's name, cut if it is long.
  private static func title(_ event: String, _ taken: inout Set<String>) -> String {
    let isLong = event.unicodeScalars.count > titleLimit
    let cut = isLong ? String(event.unicodeScalars.prefix(titleLimit)) + "…" : event
    return unlike(taken: &taken, cut, separator: " ")
  }

  private static func unlike(
    taken: inout Set<String>, _ name: String, separator: String
  ) -> String {
    var unique = name
    var number = 2
    while !taken.insert(unique).inserted {
      unique = name + separator + String(number)
      number += 1
    }
    return unique
  }
}
