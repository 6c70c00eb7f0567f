import TagRuntime
import TextKit

/// Charts of a forecast made of terminal characters.
enum ForecastCharts {
  /// The width of a bar that shows everything.
  static let barWidth = 20
  /// The most columns of a curve, and its rows.
  private static let curveColumns = 70
  private static let curveRows = 8
  /// The width that a day needs to have its name below it.
  private static let dayColumns = 7
  /// A column filled by a number of eighths.
  private static let eighths: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Returns a bar for a part of a whole, followed by a blank.
  static func bar(_ part: Int, of whole: Int) -> String {
    let filled = whole > 0 ? min(barWidth, (part * barWidth + whole / 2) / whole) : 0
    return String(repeating: "█", count: filled)
      + String(repeating: "·", count: barWidth - filled) + " "
  }

  /// Returns the growth of a sum over days, as a filled curve with its axes.
  ///
  /// - Parameters:
  ///   - days: the number of days.
  ///   - whole: the largest sum.
  ///   - sum: the sum after a part of the days, given as the part and the number of parts.
  static func curve(days: Int, of whole: Int, _ sum: (_ part: Int, _ parts: Int) -> Int) -> [String]
  {
    let columns = max(1, curveColumns / days) * days
    let levels = (1...columns).map { column in
      (sum(column, columns) * curveRows * 8 + whole / 2) / whole
    }
    let rows = (1...curveRows).reversed().map { row in
      let percent = row == curveRows ? "100%" : row == curveRows / 2 ? " 50%" : "    "
      return "  " + percent + " │"
        + String(levels.map { eighths[max(0, min(8, $0 - (row - 1) * 8))] })
    }
    let width = columns / days
    let every = (dayColumns + width - 1) / width
    var names = ""
    for day in stride(from: 0, to: days, by: every) {
      names = TextWidth.filled(names, to: day * width) + "day \(day + 1)"
    }
    return rows.map(\.withoutFinalSpaces) + [
      "    0% └" + String(repeating: "─", count: columns), "        " + names,
    ]
  }

  /// Returns numbers as the columns of one line; the highest column is `most`.
  static func columns(_ numbers: some Collection<Int>, most: Int) -> String {
    String(
      numbers.map { number in
        number == 0 ? "·" : eighths[max(1, min(8, (number * 8 + most / 2) / max(1, most)))]
      })
  }
}
