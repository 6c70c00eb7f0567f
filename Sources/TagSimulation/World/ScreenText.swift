package import TagRuntime

/// A piece of a text on the phone's screen.
package enum ScreenPiece: Sendable, Hashable {
  /// It stands in the app.
  case text(String)
  /// It is what the app reads in a container.
  case value(ValueReading)
}

extension Simulation {
  /// What stands on the phone's screen, line by line: the name of the screen, its texts with the
  /// values that the app reads, the height of its banner, and the titles of its buttons; nil where
  /// the app shows nothing.
  ///
  /// A value that the container does not have is what its getter gives then: "", 0 or false.
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

  /// A text of a screen with what the app reads in it; a `{key}` under which it reads nothing stays
  /// as it is.
  ///
  /// - Complexity: O(n) in the length of the text, and of evaluating what it reads.
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

  /// What the app reads under a key, in the first container in which it does; nil where it reads
  /// nothing there.
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
