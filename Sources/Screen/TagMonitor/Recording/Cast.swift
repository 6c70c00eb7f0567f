import TagRuntime
import TerminalKit
import TextKit

/// A recording of a screen over time: a film of a terminal that asciinema and other players show.
///
/// docs.asciinema.org describes both versions of the format, asciicast v2 and v3.
package struct Cast: Sendable, Hashable {
  package enum Format: Sendable, Hashable {
    /// Times count from the beginning.
    case v2
    /// Times count from the previous event.
    case v3
  }

  struct Event: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
      /// The terminal receives a text with escape sequences.
      case output(String)
      /// A named position to jump to.
      case marker(String)
      /// The program ends.
      case exit
    }

    /// The time since the beginning.
    let time: Duration
    let kind: Kind
  }

  static let eventLimit = 100_000

  let title: String
  let size: Size
  /// The colours of the cells' roles.
  let theme: Theme
  private(set) var events: [Event] = []
  /// Whether it reached the limit and ends early.
  package private(set) var isCut = false

  package var length: Duration { events.last?.time ?? .zero }

  mutating func add(_ kind: Event.Kind, at time: Duration) {
    // The last event is reserved for the end.
    guard kind == .exit || events.count < Self.eventLimit - 1 else {
      isCut = true
      return
    }
    events.append(Event(time: time, kind: kind))
  }

  // MARK: The file

  /// Returns the lines of the file, which depend only on the recording.
  ///
  /// - Complexity: O(n) in the events.
  package func lines(_ format: Format) -> [String] {
    var last = Duration.zero
    let lines = events.compactMap { event -> String? in
      // The older version has no event for the end.
      if format == .v2, event.kind == .exit { return nil }
      let time = format == .v2 ? event.time : event.time - last
      last = event.time
      return Self.line(of: event.kind, at: time)
    }
    return [JSONWriter.write(header(format))] + lines
  }

  private static func line(of kind: Event.Kind, at time: Duration) -> String {
    let (code, text) =
      switch kind {
      case .output(let text): ("o", text)
      case .marker(let title): ("m", TerminalText.visible(title))
      case .exit: ("x", "0")
      }
    return "[\(seconds(time)), \"\(code)\", \(text.quoted)]"
  }

  /// Returns a time such as "1.500".
  private static func seconds(_ time: Duration) -> String {
    let milliseconds = time.wholeMilliseconds
    let fraction = String(milliseconds % 1000 + 1000).dropFirst()
    return "\(milliseconds / 1000).\(fraction)"
  }

  private func header(_ format: Format) -> Value {
    let palette = ScreenPicture.Palette.under(theme)
    let colors: Value = [
      "fg": .string(palette.foreground), "bg": .string(palette.background),
      "palette": .string(palette.colors.joined(separator: ":")),
    ]
    let (columns, rows) = (Value.int(Int64(size.columns)), Value.int(Int64(size.rows)))
    let title = Value.string(TerminalText.visible(title))
    let type = Value.string("xterm-256color")
    return switch format {
    case .v2:
      [
        "version": 2, "width": columns, "height": rows, "title": title, "env": ["TERM": type],
        "theme": colors,
      ]
    case .v3:
      [
        "version": 3, "term": ["cols": columns, "rows": rows, "type": type, "theme": colors],
        "title": title,
      ]
    }
  }
}
