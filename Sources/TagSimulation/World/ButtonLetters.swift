/// By which letters the buttons of a screen are pressed: the phone shows them, and scenarios press
/// buttons by them.
extension AppScreen {
  /// What a menu of buttons does with letters: it moves by them, or closes.
  private static let takenLetters: Set<Character> = ["j", "k", "q"]

  /// A letter for each button: the key that the app names, else the first of its title that is
  /// still free, or else of the alphabet; nil for buttons beyond it.
  package var letters: [Character?] {
    let alphabet = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { Character(UnicodeScalar($0)) }
    var free = Set(alphabet).subtracting(Self.takenLetters).subtracting(buttons.compactMap(\.key))
    return buttons.map { button in
      if let key = button.key { return key }
      let own = button.title.lowercased().first { free.contains($0) }
      guard let letter = own ?? alphabet.first(where: { free.contains($0) }) else { return nil }
      free.remove(letter)
      return letter
    }
  }

  /// The button of a letter, or else of a place counted from 1; nil for none.
  package func button(pressedBy key: String) -> AppButton? {
    if let place = letters.firstIndex(where: { $0.map(String.init) == key }) {
      return buttons[place]
    }
    guard let number = Int(key), buttons.indices.contains(number - 1) else { return nil }
    return buttons[number - 1]
  }
}
