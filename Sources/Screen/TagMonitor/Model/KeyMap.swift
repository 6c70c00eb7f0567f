import ScenarioEngine
import TagGlossary
import TagPanes
import TagRuntime
import TerminalKit

/// The user's key bindings: the table of keys, with the changes by `bind`.
struct KeyMap: Sendable, Hashable {
  /// The maximum number of keys that can be rebound.
  static let limit = 200

  enum Meaning: Sendable, Hashable {
    /// The action that another key has in the table.
    case action(Action)
    case line(String)
  }

  /// A rebound key.
  struct Change: Sendable, Hashable {
    var place: KeyPlace
    var key: Key
    var meaning: Meaning
  }

  /// The changes, oldest first.
  private(set) var changes: [Change] = []

  /// Binds a key in a place; nil restores its default.
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

  /// Returns the new meaning of a key in a place; nil if the table applies. A place's own bindings
  /// override those for everywhere.
  func meaning(of key: Key, at place: KeyPlace) -> Meaning? {
    guard !changes.isEmpty else { return nil }
    if let own = changes.first(where: { $0.key == key && $0.place == place }) { return own.meaning }
    guard place.letsThrough,
      !KeyBinding.all.contains(where: {
        $0.place == place && $0.keys.contains(key) && $0.action.isOwn
      })
    else { return nil }
    return changes.first { $0.key == key && $0.place == .everywhere }?.meaning
  }

  /// Returns the keys that now trigger a row's action.
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

  /// Returns the keys of a row as text; empty if none is left.
  func shown(_ row: KeyBinding) -> String {
    let keys = keys(of: row)
    return keys == row.keys ? row.shown : keys.map(\.name).joined(separator: "  ")
  }

  /// Returns the hints with the keys that now have the same effect, without hints that have none.
  func applied(to hints: [KeyHint], at place: KeyPlace) -> [KeyHint] {
    guard !changes.isEmpty else { return hints }
    return hints.compactMap { hint in
      guard meaning(of: hint.key, at: place) != nil,
        let row = KeyBinding.row(of: hint.key, at: place)
      else { return hint }
      // A key of the row may be rebound in this place only.
      let key = keys(of: row).first { key in
        meaning(of: key, at: place).map { $0 == .action(row.action) } ?? true
      }
      return key.map { KeyHint($0, $0.name, hint.words) }
    }
  }
}

extension Key {
  /// The key as text: `Ctrl-R`, `F3`, `x`.
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

/// The monitor's keyboard state.
struct Keyboard: Sendable {
  /// The user's bindings.
  var map = KeyMap()
  /// What the line that is typed may become.
  var completion: Completion?
  /// The folder that was listed last, as long as completion uses it.
  var folder: KnownFolder?
  /// The typed lines that the program has not collected yet.
  var typed: [String] = []
  /// The lines that Up recalls.
  var history: [String] = []
  /// The key that was pressed last.
  var last: Key?
  /// Whether it was the one before, too.
  var isRepeated = false
  /// The lines that were pasted and are done one by one.
  var pasted = PastedQueue([])
}

// MARK: - Pressing

extension Monitor {
  /// Handles a key by the user's bindings.
  mutating func press(_ key: Key) -> [MonitorEffect] {
    let place = keyPlace
    display.keyboard.isRepeated = display.keyboard.last == key
    display.keyboard.last = key
    guard !place.isTyping, let meaning = display.keyboard.map.meaning(of: key, at: place) else {
      return obey(key)
    }
    switch meaning {
    case .line(let line):
      message = nil
      return submit(line)
    case .action(let action) where action.isOwn:
      // A place's own action is triggered by the first key of its row.
      let row = KeyBinding.rows(at: place).first { $0.action == action }
      return row?.keys.first.map { obey($0) } ?? []
    case .action(let action):
      message = nil
      return perform(action)
    }
  }

  /// Handles a key by the default bindings.
  private mutating func obey(_ key: Key) -> [MonitorEffect] {
    if let overlay { return handle(key, in: overlay) }
    if let effects = obeyInFront(key) { return effects }
    guard let action = KeyBinding.action(of: key) else {
      let gone = KeyBinding.successor(of: key)
      return say(.hint(gone ?? "that key does nothing here: ? shows the keys"))
    }
    message = nil
    return perform(action)
  }

  // MARK: Mouse

  /// Turns mouse input on, or leaves the mouse to the terminal.
  mutating func setMouse(_ isWanted: Bool) {
    display.wantsMouse = isWanted
    let text =
      isWanted
      ? "the mouse works here: click anything"
      : "the mouse selects text in the terminal: :set mouse on takes it back"
    message = .ok(text)
  }

  // MARK: Binding

  /// Executes a `bind`: `[PANE] KEY ACTION|LINE|default`.
  mutating func bind(_ words: [String]) {
    do throws(BindMistake) {
      let told = try display.keyboard.map.obey(words)
      message = .ok(told)
    } catch {
      message = .failure(error.sentence)
    }
  }
}

/// The reason why a `bind` is rejected.
struct BindMistake: Error {
  /// The mistake, and what to write instead.
  let sentence: String
}

extension KeyMap {
  /// Executes a `bind`, and returns a sentence about the key's new meaning.
  ///
  /// - Parameter words: the place, the key, `action` or `line`, and the new action or line.
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
      return "\(key.name) is back to default\(scope): \(row?.action.name ?? "it does nothing")"
    }
    guard let action = KeyBinding.action(named: name, at: place) else {
      throw BindMistake(
        sentence: "there is no action \(name): "
          + Self.advice(
            name, KeyBinding.names(at: place),
            "'tagsim help keys' lists them; put a line of the language in quotes"))
    }
    try keep(key, place, .action(action))
    return "\(key.name) does \(name)\(scope)"
  }

  private mutating func keep(
    _ key: Key, _ place: KeyPlace, _ meaning: Meaning
  ) throws(BindMistake) {
    guard bind(key, at: place, to: meaning) else {
      throw BindMistake(
        sentence: "at most \(Self.limit) keys can be bound: reset one with bind KEY default")
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
    // These keys always lead out, so that a lost user can rely on them.
    guard key != .control("c"), key != .escape else {
      throw BindMistake(sentence: "\(key.name) always quits and cannot be bound")
    }
    return key
  }

  /// Returns a name that may have been meant, or otherwise what there is.
  static func advice(_ word: String, _ known: [String], _ otherwise: String) -> String {
    Suggestion.nearest(to: word, among: known).map { "did you mean \($0)?" } ?? otherwise
  }
}
