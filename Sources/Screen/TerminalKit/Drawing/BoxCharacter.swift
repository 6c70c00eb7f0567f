/// A character that draws a border, as the four arms that leave the middle of its cell.
///
/// One table serves both directions: lines that meet become a character, and a character in a
/// picture becomes lines.
struct BoxCharacter: Sendable, Hashable {
  /// How an arm is drawn.
  enum Arm: UInt8, Sendable, Hashable {
    case none
    case light
    case heavy
  }

  /// Up, right, down, left.
  var up = Arm.none
  var right = Arm.none
  var down = Arm.none
  var left = Arm.none

  init() {}

  /// The shape of a character; nil if it is not a border character.
  init?(_ text: String) {
    guard let shape = Self.shapes[text] else { return nil }
    self = shape
  }

  /// The character of the shape; nil if there is none.
  var text: String? { Self.texts[self] }

  /// Combines both shapes in one cell; the heavier arm wins.
  mutating func unite(_ other: BoxCharacter) {
    func heavier(_ one: Arm, _ other: Arm) -> Arm { one.rawValue >= other.rawValue ? one : other }
    up = heavier(up, other.up)
    right = heavier(right, other.right)
    down = heavier(down, other.down)
    left = heavier(left, other.left)
  }

  // MARK: The table

  /// The characters and their arms: up, right, down, left; l is light and h heavy.
  private static let table =
    "─.l.l ━.h.h │l.l. ┃h.h. ┌.ll. ┍.hl. ┎.lh. ┏.hh. ┐..ll ┑..lh ┒..hl ┓..hh └ll.. ┕lh.. ┖hl.. "
    + "┗hh.. ┘l..l ┙l..h ┚h..l ┛h..h ├lll. ┝lhl. ┞hll. ┟llh. ┠hlh. ┡hhl. ┢lhh. ┣hhh. ┤l.ll "
    + "┥l.lh ┦h.ll ┧l.hl ┨h.hl ┩h.lh ┪l.hh ┫h.hh ┬.lll ┭.llh ┮.hll ┯.hlh ┰.lhl ┱.lhh ┲.hhl "
    + "┳.hhh ┴ll.l ┵ll.h ┶lh.l ┷lh.h ┸hl.l ┹hl.h ┺hh.l ┻hh.h ┼llll ┽lllh ┾lhll ┿lhlh ╀hlll "
    + "╁llhl ╂hlhl ╃hllh ╄hhll ╅llhh ╆lhhl ╇hhlh ╈lhhh ╉hlhh ╊hhhl ╋hhhh"

  private static let pairs: [(text: String, shape: BoxCharacter)] =
    table.split(separator: " ").map { entry in
      let arms = entry.dropFirst().map { letter -> Arm in
        switch letter {
        case "l": .light
        case "h": .heavy
        default: .none
        }
      }
      var shape = BoxCharacter()
      (shape.up, shape.right, shape.down, shape.left) = (arms[0], arms[1], arms[2], arms[3])
      return (String(entry.prefix(1)), shape)
    }

  /// Rounded corners are drawn as square ones.
  private static let rounded = [("╭", "┌"), ("╮", "┐"), ("╰", "└"), ("╯", "┘")]

  private static let shapes: [String: BoxCharacter] = {
    var shapes = Dictionary(uniqueKeysWithValues: pairs.map { ($0.text, $0.shape) })
    for (round, corner) in rounded { shapes[round] = shapes[corner] }
    return shapes
  }()

  private static let texts = Dictionary(uniqueKeysWithValues: pairs.map { ($0.shape, $0.text) })
}
