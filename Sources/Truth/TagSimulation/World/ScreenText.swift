package import TagRuntime

/// A piece of a text on the phone's screen.
package enum ScreenPiece: Sendable, Hashable {
  case text(String)
  /// A value that the app reads from a container.
  case value(ValueReading)
}

extension Simulation {
  /// The content of the phone's screen, line by line: the name of the screen, its texts with the
  /// values that the app reads, the height of its banner, and the titles of its buttons; nil if the
  /// app shows nothing.
  ///
  /// A value that the container does not have is the default of its getter: "", 0 or false.
  package var screenLines: [String]? {
    guard isRunning, !isInBackground, let screen else { return nil }
    let texts = screen.texts.flatMap { $0 }.map { text in
      pieces(of: text).map(\.words).joined()
    }
    let banner = screen.banner.map { key in
      "banner " + (screenReading(of: key).map { ValueConversion.text($0.value) } ?? "{\(key)}")
    }
    return [screen.name] + texts + (banner.map { [$0] } ?? []) + screen.buttons.map(\.title)
  }

  /// Splits a text of a screen into its pieces; a `{key}` under which the app reads nothing stays
  /// as it is.
  ///
  /// - Complexity: O(n) in the length of the text, plus the evaluation of its values.
  package func pieces(of text: String) -> [ScreenPiece] {
    var pieces: [ScreenPiece] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let key = String(rest[rest.index(after: open)..<close])
      pieces.append(.text(String(rest[..<open])))
      pieces.append(screenReading(of: key).map { .value($0) } ?? .text(String(rest[open...close])))
      rest = rest[rest.index(after: close)...]
    }
    return pieces + [.text(String(rest))]
  }

  /// Reads the value of a key from the first container that has it for the app; nil if the app
  /// reads no such key.
  package func screenReading(of key: String) -> ValueReading? {
    for container in world.app.containers {
      guard let read = container.reads.first(where: { $0.key == key }) else { continue }
      return reading(of: read, in: container.id)
    }
    return nil
  }
}

extension ScreenPiece {
  fileprivate var words: String {
    switch self {
    case .text(let text): text
    case .value(let reading): ValueConversion.text(reading.value)
    }
  }
}
