/// How many steps of the budget one step of ICU counts for, as measured.
///
/// A usual step takes 10 to 20 ns, one that copies the places of 1200 groups and repetitions 200,
/// one that compares a reference with a text of 4000 units 235 (1540 if case is ignored), and one
/// after which an atomic group or a look-around has read 65,536 units 18,000.
struct StepCost: Sendable {
  /// The groups and repetitions that cost as much as a usual step.
  private static let slots = 100
  /// The units that cost as much when a reference is compared, or a part is read without a step.
  private static let comparedUnits = 256
  private static let foldedUnits = 48
  private static let readUnits = 160
  /// The maximum for groups and repetitions; those of larger patterns end for their memory.
  private static let frameLimit = 150

  private let frame: Int
  /// The units for another step; nil if the length of the text makes no difference.
  private let units: Int?

  /// Reads a pattern in ICU's language.
  ///
  /// - Complexity: O(n) in its length.
  init(of pattern: [UInt16], ignoresCase: Bool) {
    var (slots, atomic, brackets) = (0, 0, 0)
    var (reads, refers, folds) = (false, false, ignoresCase)
    var groups: [Bool] = []
    var place = 0
    func sign(_ offset: Int) -> Unicode.Scalar? {
      let index = place + offset
      return pattern.indices.contains(index) ? Unicode.Scalar(pattern[index]) : nil
    }
    while let next = sign(0) ?? (place < pattern.count ? " " : nil) {
      switch next {
      case "\\":
        if let letter = sign(1), brackets == 0, "123456789k".unicodeScalars.contains(letter) {
          refers = true
        }
        place += 1
      case "[": brackets += 1
      case "]": brackets = max(0, brackets - 1)
      case _ where brackets > 0: break
      case "(":
        slots += 4
        let behind = sign(2) == "<" && (sign(3) == "=" || sign(3) == "!")
        let isAtomic = sign(1) == "?" && (behind || [">", "=", "!"].contains(sign(2)))
        if sign(1) == "?", sign(2) == "i" { folds = true }
        groups.append(isAtomic)
        if isAtomic { atomic += 1 }
        if sign(1) == "?" { place += 1 }
      case ")": if groups.popLast() == true { atomic -= 1 }
      case "*", "+", "{":
        slots += 2
        // A possessive repetition is an atomic group.
        if atomic > 0 || sign(1) == "+" { reads = true }
      case "?": slots += 2
      case "}": if sign(1) == "+" { reads = true }
      default: break
      }
      place += 1
    }
    frame = 1 + min(Self.frameLimit, slots / Self.slots)
    let compared = refers ? (folds ? Self.foldedUnits : Self.comparedUnits) : nil
    units = [compared, reads ? Self.readUnits : nil].compactMap { $0 }.min()
  }

  /// Returns how much a step counts in a text with a number of units.
  func steps(in count: Int) -> Int { frame + (units.map { count / $0 } ?? 0) }
}
