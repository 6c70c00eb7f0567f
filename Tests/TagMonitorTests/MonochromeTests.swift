import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// What colours say, words and signs say, too.
struct MonochromeTests {
  private static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 200, rows: 60),
  ]
  private static let names = ["demo", "first-run", "why-not", "offline", "delivery"]
  private static let keys = [
    "", "1<home>", "1<up><up><up>", "2", "3", "4<down>", "5", "6", "4<enter>",
  ]

  /// A screen says the same words with and without colours: only lines and brackets differ.
  @Test(arguments: names, sizes)
  func nothingIsSaidByColourAlone(_ name: String, _ size: Size) throws {
    var monitor = try Shown.shipped(name, size: size)
    monitor.press("]]]")
    for keys in Self.keys {
      monitor.press("<esc>L" + keys)
      let plain = Self.words(monitor.withoutColours)
      let coloured = Self.words(monitor)
      #expect(plain == coloured, "\(name) after \(keys)")
      var mono = monitor
      mono.display.theme = .mono
      let isSame = mono.screen == monitor.withoutColours.screen
      #expect(isSame, "the theme without colours is a screen without colours")
    }
  }

  private static func words(_ monitor: Monitor) -> [[Substring]] {
    monitor.screen.split(separator: "\n", omittingEmptySubsequences: false).map { row in
      let text = row.unicodeScalars.map { scalar -> Character in
        let isLine = (0x2500...0x257F).contains(scalar.value)
        return isLine || "‹›[]".unicodeScalars.contains(scalar) ? " " : Character(scalar)
      }
      return String(text).split(separator: " ")
    }
  }

  /// The focused pane is told apart by the weight of its lines where there are no colours.
  @Test(arguments: sizes)
  func theFocusIsSeenWithoutColours(_ size: Size) throws {
    var monitor = try Shown.shipped("demo", size: size).withoutColours
    monitor.press("s1")
    for key in ["1", "4", "5"] {
      monitor.press(key)
      let place = try #require(
        monitor.layout(size: size).panes.first { $0.pane == monitor.focus })
      let buffer = monitor.frame(size: size).buffer
      let corners = [
        place.rect.origin, Point(column: place.rect.column, row: place.rect.endRow - 1),
      ]
      for corner in corners {
        let text = try #require(buffer[corner]).text
        #expect(!"┌└├┬┴┼─│".contains(text), "\(monitor.focus): \(text)")
      }
    }
  }

  /// `+`, `-`, `|`, `=` and `#` are enough, and so are no lines at all.
  @Test(arguments: [Borders.ascii, .none], sizes)
  func asciiIsEnough(_ borders: Borders, _ size: Size) throws {
    var monitor = try Shown.shipped("offline", size: size)
    monitor.display.borders = borders
    monitor.press("]]]")
    for keys in Self.keys {
      monitor.press("<esc>L" + keys)
      for hasColors in [false, true] {
        monitor.display.hasColors = hasColors
        let isASCII = monitor.screen.unicodeScalars.allSatisfy(\.isASCII)
        #expect(isASCII, "\(keys): \(monitor.screen.filter { !$0.isASCII })")
      }
    }
  }
}
