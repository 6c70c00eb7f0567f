public import TagRuntime

/// Texts of results, which quote containers and apps: those may be of any length, a report not.
enum BoundedText {
  /// How many characters (Unicode scalars) of a line are told.
  static let lineLimit = 2000
  /// How many lines are told.
  static let lineCountLimit = 100

  /// A line cut to the limit.
  static func cut(_ line: String) -> String {
    let scalars = line.unicodeScalars
    guard
      let end = scalars.index(scalars.startIndex, offsetBy: lineLimit, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return line }
    return String(line[..<end]) + "…"
  }

  /// Lines cut to the limit, and not too many of them.
  static func cut(_ lines: [String]) -> [String] {
    let rest = lines.count - lineCountLimit
    let told = lines.prefix(lineCountLimit).map { cut($0) }
    if rest <= 0 { return told }
    return told + ["and " + Counted.text(rest, "more line")]
  }
}

/// Numbers of things: "1 hit", "2 hits".
public enum Counted {
  /// A number with its noun, whose plural ends in "s".
  public static func text(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

// MARK: - Short text

extension Duration {
  /// The duration as people write it: "0.5 s", "47 s", "2m05s", "13h02m", "3d04h".
  public var shortText: String {
    let milliseconds = wholeMilliseconds
    if milliseconds < 0 { return "-" + (Duration.zero - self).shortText }
    let seconds = milliseconds / 1000
    if seconds < 10, milliseconds % 1000 != 0 {
      return NumberText.plain(Double(milliseconds / 100) / 10) + " s"
    }
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60)m\(Self.twoDigits(seconds % 60))s" }
    if seconds < 86400 { return "\(seconds / 3600)h\(Self.twoDigits(seconds / 60 % 60))m" }
    return "\(seconds / 86400)d\(Self.twoDigits(seconds / 3600 % 24))h"
  }

  private static func twoDigits(_ number: Int64) -> String {
    (number < 10 ? "0" : "") + String(number)
  }
}

// MARK: - Text

extension DispatchInterval {
  /// The period, or that it is off, and who switched it off: "every 120s".
  public var text: String {
    if let period { return "every \(period.shortText)" }
    switch setter {
    case .completionHandler:
      return "periodic dispatch OFF since a dispatch with a completion handler"
    case .app: return "periodic dispatch switched OFF by the app, by hand only"
    case .sdk: return "periodic dispatch OFF, by hand only"
    }
  }
}
