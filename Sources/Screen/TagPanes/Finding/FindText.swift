import TerminalKit
import TextKit

/// A search text for the rows of a pane: plain text, case-sensitive only if it has a capital
/// letter.
package struct FindText: Sendable, Hashable {
  /// The maximum number of characters to search for.
  package static let lengthLimit = 200

  package let text: String
  /// Whether case matters.
  private let isExact: Bool
  private let letters: [Character]

  /// - Parameter text: the typed text; an empty one gives nil.
  package init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    self.text = String(text.prefix(Self.lengthLimit))
    isExact = text.contains(where: \.isUppercase)
    letters = Array(isExact ? self.text : self.text.lowercased())
  }

  /// Returns whether a text contains it.
  ///
  /// - Complexity: O(n) in the length of the text.
  package func isFound(in text: String) -> Bool {
    isExact ? text.contains(self.text) : text.lowercased().contains(String(letters))
  }

  /// Returns its places among characters, without overlaps.
  ///
  /// - Complexity: O(n) in the characters, times its length.
  package func ranges(in characters: [Character]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    while start + letters.count <= characters.count {
      let isHere = letters.indices.allSatisfy { offset in
        let character = characters[start + offset]
        return character == letters[offset]
          || !isExact && character.lowercased() == String(letters[offset])
      }
      if isHere { ranges.append(start..<start + letters.count) }
      start += isHere ? letters.count : 1
    }
    return ranges
  }
}

extension Line {
  /// Returns the line with the search text underlined and bold; without colours, also in brackets.
  /// The brackets take their room from the next gap, so that columns stay aligned.
  ///
  /// - Complexity: O(n) in its length.
  package func marking(_ find: FindText, hasColors: Bool) -> Line {
    var letters: [(character: Character, style: Style)] = []
    for piece in pieces {
      for character in TerminalText.visible(piece.text) { letters.append((character, piece.style)) }
    }
    let ranges = find.ranges(in: letters.map(\.character))
    guard !ranges.isEmpty else { return self }
    for range in ranges {
      for place in range {
        letters[place].style.attributes.formUnion([.bold, .underline])
      }
    }
    if !hasColors {
      for range in ranges.reversed() { Self.bracket(range, in: &letters) }
    }
    var line = Line()
    for (character, style) in letters {
      if line.pieces.last?.style == style {
        line.pieces[line.pieces.count - 1].text.append(character)
      } else {
        line.pieces.append(Piece(text: String(character), style: style))
      }
    }
    return line
  }

  private static func bracket(
    _ range: Range<Int>, in letters: inout [(character: Character, style: Style)]
  ) {
    // Three blanks in a row are a gap between columns, of which one must stay.
    var blanks = 0
    for place in range.upperBound..<letters.count {
      blanks = letters[place].character == " " ? blanks + 1 : 0
      if blanks == 3 {
        letters.removeSubrange(place - 1...place)
        break
      }
    }
    letters.insert(("]", .bold), at: range.upperBound)
    letters.insert(("[", .bold), at: range.lowerBound)
  }
}
