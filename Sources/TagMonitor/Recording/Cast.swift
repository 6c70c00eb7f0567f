import TagRuntime
import TerminalKit
import TextKit

/// What a screen shows, and when: a film of a terminal that asciinema and others play.
///
/// docs.asciinema.org describes both versions of the format, asciicast v2 and v3.
package struct Cast: Sendable, Hashable {
  /// The version of the format.
  package enum Format: Sendable, Hashable {
    /// Times from the beginning.
    case v2
    /// Times from the event before.
    case v3
  }

  /// Something that happens in it.
  struct Event: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
      /// The terminal is sent a text with sequences.
      case output(String)
      /// A place to go to, by its name.
      case marker(String)
      /// The program ends.
      case exit
    }

    /// The time since the beginning.
    let time: Duration
    let kind: Kind
  }

  /// How many events there can be.
  static let eventLimit = 100_000

  /// What it is called.
  let title: String
  /// The size of the screen.
  let size: Size
  /// How the roles of the cells look.
  let theme: Theme
  /// What happens, in order.
  private(set) var events: [Event] = []
  /// Whether it ends before what it shows did, for it could hold no more.
  package private(set) var isCut = false

  init(title: String, size: Size, theme: Theme) {
    self.title = title
    self.size = size
    self.theme = theme
  }

  /// How long it plays.
  package var length: Duration { events.last?.time ?? .zero }

  mutating func add(_ kind: Event.Kind, at time: Duration) {
    // The last place is for its end.
    guard kind == .exit || events.count < Self.eventLimit - 1 else {
      isCut = true
      return
    }
    events.append(Event(time: time, kind: kind))
  }

  // MARK: The file

  /// The lines of the file; they depend on nothing but what is shown.
  ///
  /// - Complexity: O(n) in the events.
  package func lines(_ format: Format) -> [String] {
    var last = Duration.zero
    let lines = events.compactMap { event -> String? in
      // The older version has no word for the end.
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
    return "[\(seconds(time)), \"\(code)\", \(JSONWriter.write(.string(text)))]"
  }

  /// "1.500"
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
