import TagRuntime

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
