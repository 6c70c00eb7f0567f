/// A time of day as a clock on the wall shows it, without a date and a zone.
public struct LocalTime: Sendable, Hashable {
  /// The hour, 0 to 23.
  public var hour: Int
  /// The minute, 0 to 59.
  public var minute: Int
  /// The second, 0 to 59.
  public var second: Int
  /// The millisecond, 0 to 999.
  public var millisecond: Int

  /// Creates a time of day.
  public init(hour: Int, minute: Int, second: Int = 0, millisecond: Int = 0) {
    self.hour = hour
    self.minute = minute
    self.second = second
    self.millisecond = millisecond
  }

  /// Reads `23:58:40` or `23:57:02.400`; nil for anything else.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 8 || bytes.count == 12, bytes[2] == UInt8(ascii: ":"),
      bytes[5] == UInt8(ascii: ":"),
      let hour = CivilTime.number(bytes[0..<2]), let minute = CivilTime.number(bytes[3..<5]),
      let second = CivilTime.number(bytes[6..<8])
    else { return nil }
    var millisecond = 0
    if bytes.count == 12 {
      guard bytes[8] == UInt8(ascii: "."), let fraction = CivilTime.number(bytes[9..<12]) else {
        return nil
      }
      millisecond = fraction
    }
    guard hour < 24, minute < 60, second < 60 else { return nil }
    self.init(hour: hour, minute: minute, second: second, millisecond: millisecond)
  }
}
