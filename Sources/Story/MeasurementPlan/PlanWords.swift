import TagRuntime

/// The words in which people fill in a plan.
enum PlanWords {
  /// Reads a table of words, with a name before the words of each line.
  static func table<Name: RawRepresentable<String>>(_ text: String) -> [String: Name] {
    var table: [String: Name] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard let name = Name(rawValue: words[0].replacing("-", with: " ")) else { continue }
      for word in words.dropFirst() { table[key(word)] = name }
    }
    return table
  }

  static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  /// A text for comparing: in small letters, without blanks, signs and accents.
  ///
  /// - Complexity: O(n) in its length.
  static func key(_ text: String) -> String {
    let bytes = text.utf8
    if bytes.allSatisfy({ $0 < 0x80 }) {
      return String(
        decoding: bytes.lazy.filter(\.isASCIIWord).map { $0 >= 0x41 ? $0 | 0x20 : $0 },
        as: UTF8.self)
    }
    var key = String.UnicodeScalarView()
    for scalar in text.lowercased().unicodeScalars {
      if let plain = plainLetters[scalar] {
        key.append(plain)
      } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        key.append(scalar)
      }
    }
    return String(key)
  }

  private static let plainLetters = Dictionary(
    uniqueKeysWithValues: zip(
      "áàâãäåçéèêëíìîïñóòôõöøúùûü".unicodeScalars, "aaaaaaceeeeiiiinoooooouuuu".unicodeScalars))

  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
    return bytes
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    let text = String(text)
    let isBare = { (byte: UInt8?) in byte.map { (0x21...0x7E).contains($0) } ?? true }
    if isBare(text.utf8.first), isBare(text.utf8.last) { return text }
    return String(text.trimmed { $0.isWhitespace })
  }

  /// Whether a cell would be read as a formula, also behind apostrophes.
  static func isFormula(_ cell: some Sequence<UInt8>) -> Bool {
    cell.first { $0 != UInt8(ascii: "'") }.map { "=+-@".utf8.contains($0) } ?? false
  }

  // MARK: Yes and no

  private static let yes = words(
    """
    true yes y x 1 required req mandatory must always si sim ja oui obligatorio obligatoria \
    obrigatorio requerido obligatoire pflicht erforderlich verdadero 是 必须 必填 ✓ ✔ ✔️ ✅ ☑ ☑️
    """)
  private static let no = words(
    """
    false no n 0 optional opt sometimes conditional never none nein nao non opcional facultatif \
    recommended na falso 否 任意 可选 ✗ ✘ ❌ - – — ☐
    """)

  /// Reads yes or no; nil for anything else.
  static func truth(_ cell: String) -> Bool? {
    let key = key(cell)
    if yes.contains(key) || yes.contains(cell) { return true }
    return no.contains(key) || no.contains(cell) ? false : nil
  }

  // MARK: Types

  /// A type as a cell says it.
  struct TypeWord: Equatable {
    var types: [PlannedParameter.ValueType] = []
    var isList = false
    var allowsNull = false
    /// Whether a word is not a type.
    var isUnknown = false
  }

  private static let types: [String: PlannedParameter.ValueType] = table(
    """
    text string str text varchar char date datetime time uuid guid url uri email strings texts texte
    text texto cadena zeichenkette iso8601 isodate datestring 字符串
    whole-number int integer long int64 int32 wholenumber entero inteiro bigint ganzzahl short uint
    whole-number ints integers entier 整数
    number number float double decimal numeric real currency num numero zahl nombre percentage money
    number numbers floats price numerique 数字
    boolean bool boolean booleano booleen flag truefalse yesno logical bools booleans 布尔
    list array list lista arrays tableau liste 数组
    map object map dictionary dict record struct objects jsonobject objeto objet maps 对象
    """)
  private static let anything = words(
    "any anything mixed enum const constant variant json timestamp unknown cualquiera")

  /// Reads the types of a cell: `string`, `string,null`, `array of strings`, `number[]`.
  static func type(_ cell: String) -> TypeWord {
    var word = TypeWord()
    for piece in CellList.pieces(cell, at: ",;|/\n") where !piece.isEmpty {
      var text = piece.lowercased()
      if text.hasSuffix("]") { word.isList = true }
      for head in ["array of ", "list of ", "array<", "list<", "array(", "list("]
      where text.hasPrefix(head) {
        word.isList = true
        text = String(text.dropFirst(head.count))
      }
      let key = key(text.hasPrefix("(") ? text : String(text.prefix { !"(:".contains($0) }))
      if ["null", "nil", "undefined"].contains(key) {
        word.allowsNull = true
      } else if let type = types[key] {
        if !word.types.contains(type) { word.types.append(type) }
      } else if !anything.contains(key) {
        word.isUnknown = true
      }
    }
    return word
  }

  // MARK: Kinds

  /// What a row is about.
  enum Kind: String {
    case event, screen, page, item, user, identify, system, group, foreign
  }

  static let kinds: [String: Kind] = table(
    """
    event event events track eventproperty eventparameter customevent action evento
    screen screen screenview screens screenviewed pantalla tela bildschirm
    page page pageview pages
    item item itemproperty itemparameter items product
    user user userproperty userproperties userattribute userparameter userattributes trait traits
    identify identify
    system system systemproperty automatic
    group propertygroup propertygroups propertybundle bundle
    foreign group groupproperty groupproperties groupidentify alias derivedproperty
    """)

  /// The words of a state with which a row is not planned.
  static let retired = words(
    """
    ignore ignored remove removed delete deleted unexpected inactive deprecated archived retired \
    obsolete blocked disabled eliminado inactivo obsoleto
    """)

  // MARK: Platforms

  private static let apps = words(
    """
    ios android mobile app apps both all any every flutter native firebase ga4 gtm swift kotlin \
    iphone ipad tablet phone reactnative unity cordova ionic capacitor xamarin movil tvos watchos
    """)
  private static let others = words(
    """
    web website server backend browser desktop js javascript node nodejs python ruby php golang \
    meta facebook pixel tiktok google ads googleads snap snapchat pinterest linkedin twitter email \
    sms cloud crm api mac macos windows linux pos site webapp mailchimp salesforce hotjar segment \
    braze warehouse only side platform
    """)

  /// Whether a cell names an app among its platforms; nil for words that are not known.
  static func isForApps(_ cell: String) -> Bool? {
    let words = cell.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    if words != ["web", "app"], words.contains(where: apps.contains) { return true }
    return words == ["web", "app"] || !words.isEmpty && words.allSatisfy(others.contains)
      ? false : nil
  }
}
