import TagRuntime

enum ShareText {
  /// Hundredths of a percent as a percentage.
  static func percent(_ basisPoints: Int) -> String {
    NumberText.short(Double(basisPoints) / 100) + "%"
  }

  /// A part of a whole with one decimal place; `–` if there is no whole.
  static func percent(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "–" }
    let thousandths = (part * 1000 * 2 + whole) / (whole * 2)
    return "\(thousandths / 10).\(thousandths % 10)%"
  }

  /// The interval that contains the share of all such phones in 19 of 20 cases, in thousandths; nil
  /// if there is no whole. It uses the method of E. B. Wilson (1927), with z = 1.96.
  static func interval(_ part: Int, of whole: Int) -> (low: Int, high: Int)? {
    guard whole > 0 else { return nil }
    let (count, share, z) = (Double(whole), Double(part) / Double(whole), 1.96)
    let middle = share + z * z / (2 * count)
    let width = z * (share * (1 - share) / count + z * z / (4 * count * count)).squareRoot()
    let scale = 1 + z * z / count
    let low = ((middle - width) / scale * 1000).rounded()
    let high = ((middle + width) / scale * 1000).rounded()
    return (max(0, Int(low)), min(1000, Int(high)))
  }

  /// The interval in words: `52.1% to 55.0%`.
  static func intervalText(_ part: Int, of whole: Int) -> String {
    guard let (low, high) = interval(part, of: whole) else { return "–" }
    return "\(low / 10).\(low % 10)% to \(high / 10).\(high % 10)%"
  }

  /// A share with its error in 19 of 20 cases: `45.3% ±1.2`; `–` if there is none.
  static func percent(_ rate: Rate?) -> String {
    guard let rate else { return "–" }
    return tenths(rate.value * 100) + "% ±" + tenths(width(of: rate, upTo: 1) * 100)
  }

  /// The interval of a share in words: `44.1% to 46.5%`.
  static func intervalText(_ rate: Rate) -> String {
    tenths(rate.low * 100) + "% to " + tenths(min(1, rate.high) * 100) + "%"
  }

  /// A rate per thousand with its error in 19 of 20 cases: `1250.0 ±12.3`; `–` if there is none.
  static func perThousand(_ rate: Rate?) -> String {
    guard let rate else { return "–" }
    return tenths(rate.value * 1000) + " ±" + tenths(width(of: rate, upTo: .infinity) * 1000)
  }

  private static func width(of rate: Rate, upTo most: Double) -> Double {
    max(min(rate.high, most) - rate.value, rate.value - rate.low)
  }

  /// A non-negative number with one decimal place.
  private static func tenths(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
