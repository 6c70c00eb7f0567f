import ScenarioEngine
import TagRuntime
import TerminalKit

/// What keys mean to this user: the table of keys, and what `bind` has changed of it.
struct KeyMap: Sendable, Hashable {
  /// The most keys that can have another meaning.
  static let limit = 200

  /// What a key was given to do.
  enum Meaning: Sendable, Hashable {
    /// What another key does in the table.
    case action(Action)
    /// A line of the language.
    case line(String)
  }

  /// A key with another meaning than in the table.
  struct Change: Sendable, Hashable {
    var place: KeyPlace
    var key: Key
    var meaning: Meaning
  }

  /// What was changed, in the order of time.
  private(set) var changes: [Change] = []

  /// Gives a key a meaning in a place; nil gives it back the one of the table.
  ///
  /// - Returns: Whether there was room.
  mutating func bind(_ key: Key, at place: KeyPlace, to meaning: Meaning?) -> Bool {
    let index = changes.firstIndex { $0.key == key && $0.place == place }
    guard let meaning else {
      if let index { changes.remove(at: index) }
      return true
    }
    if let index {
      changes[index].meaning = meaning
    } else {
      guard changes.count < Self.limit else { return false }
      changes.append(Change(place: place, key: key, meaning: meaning))
    }
    return true
  }

  /// The other meaning that a key has in a place; nil where the table holds. What a place has for
  /// itself goes before what is bound everywhere.
  func meaning(of key: Key, at place: KeyPlace) -> Meaning? {
    guard !changes.isEmpty else { return nil }
    if let own = changes.first(where: { $0.key == key && $0.place == place }) { return own.meaning }
    guard place.letsThrough,
      !KeyBinding.all.contains(where: { $0.place == place && $0.keys.contains(key) && $0.isOwn })
    else { return nil }
    return changes.first { $0.key == key && $0.place == .everywhere }?.meaning
  }

  /// The keys that do what a row of the table says.
  func keys(of row: KeyBinding) -> [Key] {
    guard !changes.isEmpty else { return row.keys }
    let kept = row.keys.filter { key in
      !changes.contains {
        $0.key == key && $0.place == row.place && $0.meaning != .action(row.action)
      }
    }
    let given = changes.filter { $0.place == row.place && $0.meaning == .action(row.action) }
    return given.map(\.key).filter { !kept.contains($0) } + kept
  }

  /// How the keys of a row are written; empty where none is left.
  func shown(_ row: KeyBinding) -> String {
    let keys = keys(of: row)
    return keys == row.keys ? row.shown : keys.map(\.name).joined(separator: "  ")
  }

  /// The hints of a line of keys with the keys that do the same now; one that no key does any more
  /// is left out.
  func applied(to hints: [KeyHint], at place: KeyPlace) -> [KeyHint] {
    guard !changes.isEmpty else { return hints }
    return hints.compactMap { hint in
      guard meaning(of: hint.key, at: place) != nil,
        let row = KeyBinding.row(of: hint.key, at: place)
      else { return hint }
      // A key of the row may mean something else in this place alone.
      let key = keys(of: row).first { key in
        meaning(of: key, at: place).map { $0 == .action(row.action) } ?? true
      }
      return key.map { KeyHint($0, $0.name, hint.words) }
    }
  }
}

extension KeyBinding {
  /// Whether the place does it by itself, so that it goes before what is bound everywhere.
  var isOwn: Bool {
    if case .own = action { true } else { false }
  }
}

extension Key {
  /// How the key is written: `Ctrl-R`, `F3`, `x`.
  var name: String {
    switch self {
    case .control(let letter): "Ctrl-" + letter.uppercased()
    case .function(let number): "F\(number)"
    case .unknown: "?"
    case .character(let letter) where letter != " ": String(letter)
    default: KeyScript.names.first { $0.key == self }?.name ?? "?"
    }
  }
}

/// What the keyboard of a monitor remembers.
struct Keyboard: Sendable {
  /// What keys mean.
  var map = KeyMap()
  /// What lay on top before the help.
  var beneath: Overlay?
  /// What the line that is typed may become.
  var completion: Completion?
  /// The folder whose names were asked for last; only while its answer is used.
  var folder: KnownFolder?
  /// The lines that were typed and not yet handed out.
  var typed: [String] = []
}

// MARK: - Pressing

extension Monitor {
  /// Takes a key by what it means to this user.
  mutating func press(_ key: Key) -> [MonitorEffect] {
    let place = keyPlace
    guard !place.isTyping, let meaning = keyboard.map.meaning(of: key, at: place) else {
      return obey(key)
    }
    switch meaning {
    case .line(let line):
      message = nil
      return submit(line)
    case .action(.own(let name)):
      // What a place does by itself, it does by its first key.
      let row = KeyBinding.rows(at: place).first { $0.action == .own(name) }
      return row?.keys.first.map { obey($0) } ?? []
    case .action(let action):
      message = nil
      return perform(action)
    }
  }

  /// Takes a key by what it means in the table.
  private mutating func obey(_ key: Key) -> [MonitorEffect] {
    if overlay != nil { return handleInOverlay(key) }
    if let effects = copyOnTop(key) { return effects }
    if handleOnComparison(key) { return [] }
    if handleOnStart(key) { return [] }
    if focus == .phone, !isStartShown, handleOnPhone(key) { return [] }
    guard let action = KeyBinding.action(of: key) else {
      message = Message(kind: .hint, text: "that key does nothing here: ? shows the keys")
      return []
    }
    message = nil
    return perform(action)
  }

  // MARK: Help

  /// Shows the keys of what is at hand; what lies on top comes back after it.
  mutating func openHelp() {
    keyboard.beneath = overlay
    overlay = .help(0)
  }

  /// Takes a key while the help is open.
  mutating func handleInHelp(_ key: Key, _ offset: Int) {
    if let next = scrolled(key, offset) {
      overlay = .help(next)
    } else {
      overlay = keyboard.beneath
      keyboard.beneath = nil
    }
  }

  // MARK: Mouse

  /// Takes the mouse, or leaves it to the terminal.
  mutating func setMouse(_ isWanted: Bool) {
    wantsMouse = isWanted
    let text =
      isWanted
      ? "the mouse is taken: click whatever is drawn"
      : "the mouse is the terminal's, to select and copy: F2 takes it back"
    message = Message(kind: .ok, text: text)
  }

  // MARK: Binding

  /// Does a `bind`: `[PANE] KEY ACTION|LINE|default`.
  mutating func bind(_ words: [String]) {
    do throws(BindMistake) {
      let told = try keyboard.map.obey(words)
      message = Message(kind: .ok, text: told)
    } catch {
      message = Message(kind: .failure, text: error.sentence)
    }
  }
}

/// Why a `bind` is not obeyed.
struct BindMistake: Error {
  /// What is wrong, and what to write instead.
  let sentence: String
}

extension KeyMap {
  /// Does a `bind`, and tells what the key does now.
  ///
  /// - Parameter words: the place, the key, `action` or `line`, and what the key is to do.
  mutating func obey(_ words: [String]) throws(BindMistake) -> String {
    guard words.count == 4 else { throw BindMistake(sentence: "bind needs a key and an action") }
    guard let place = KeyPlace(name: words[0]), KeyPlace.bindable.contains(place) else {
      let names = KeyPlace.bindable.map(\.name)
      throw BindMistake(
        sentence: "there is no pane \(words[0]): "
          + Self.advice(words[0], names, names.joined(separator: ", ")))
    }
    let key = try Self.key(words[1])
    let scope = place == .everywhere ? "" : " in \(place.name)"
    if words[2] == "line" {
      try keep(key, place, .line(words[3]))
      return "\(key.name) does \"\(words[3])\"\(scope)"
    }
    let name = words[3]
    if name == "default" {
      _ = bind(key, at: place, to: nil)
      let row = KeyBinding.row(of: key, at: place)
      return "\(key.name) is as it was\(scope): \(row?.action.name ?? "it does nothing")"
    }
    guard let action = KeyBinding.action(named: name, at: place) else {
      throw BindMistake(
        sentence: "there is no action \(name): "
          + Self.advice(
            name, KeyBinding.names(at: place),
            "'tagsim keys' lists them; a line of the language stands in quotes"))
    }
    try keep(key, place, .action(action))
    return "\(key.name) does \(name)\(scope)"
  }

  private mutating func keep(
    _ key: Key, _ place: KeyPlace, _ meaning: Meaning
  ) throws(BindMistake) {
    guard bind(key, at: place, to: meaning) else {
      throw BindMistake(
        sentence: "at most \(Self.limit) keys can be bound: take one back with bind KEY default")
    }
  }

  private static func key(_ word: String) throws(BindMistake) -> Key {
    let keys: [Key]
    do throws(KeyScript.Mistake) {
      keys = try word == " " ? [.character(" ")] : KeyScript(word).keys
    } catch {
      throw BindMistake(sentence: "\(error)")
    }
    guard keys.count == 1, let key = keys.first else {
      throw BindMistake(sentence: "bind takes one key, such as x, Ctrl-R or F5, not '\(word)'")
    }
    // Whoever has lost the way finds out of anything with these.
    guard key != .control("c"), key != .escape else {
      throw BindMistake(sentence: "\(key.name) always leaves, and cannot be bound")
    }
    return key
  }

  private static func advice(_ word: String, _ known: [String], _ otherwise: String) -> String {
    Suggestion.nearest(to: word, among: known).map { "did you mean \($0)?" } ?? otherwise
  }
}
