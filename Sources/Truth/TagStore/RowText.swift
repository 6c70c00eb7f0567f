import OrderedCollections
import TagRuntime

/// Converts the project's values to and from columns. Texts that come from data are JSON, because a
/// text column ends at the first NUL. NaN and infinities, which JSON cannot hold, come back as
/// null.
enum RowText {
  /// The highest number of a row, and the latest time in milliseconds. The simulation continues
  /// counting from these values, and must not overflow.
  static let numberLimit: Int64 = 1 << 53

  static func json(_ value: Value) -> ColumnValue { .text(JSONWriter.write(value)) }

  static func json(_ text: String) -> ColumnValue { json(.string(text)) }

  static func value(_ column: ColumnValue) -> Value? {
    guard let text = column.text else { return nil }
    do throws(JSONError) {
      return try JSONReader.read(text, extensions: .absent)
    } catch {
      return nil
    }
  }

  static func text(_ column: ColumnValue) -> String? { value(column)?.text }

  /// Reads a number that counts hits or rows.
  static func number(_ column: ColumnValue, from first: Int64) -> Int64? {
    column.integer.flatMap { (first...numberLimit).contains($0) ? $0 : nil }
  }

  static func column(_ time: WallTime) -> ColumnValue { .integer(time.milliseconds) }

  /// Reads a time; one beyond the limit is clamped to it.
  static func time(_ column: ColumnValue) -> WallTime? {
    column.integer.map(time(milliseconds:))
  }

  static func time(milliseconds: Int64) -> WallTime {
    WallTime(milliseconds: min(max(milliseconds, -numberLimit), numberLimit))
  }
}

/// The checksum of every row: FNV-1a, 64 bits, over the name of its table and its values with their
/// kinds and lengths. It detects damage that the database cannot see; it is not a signature.
enum RowChecksum {
  private static let basis: UInt64 = 0xCBF2_9CE4_8422_2325
  private static let prime: UInt64 = 0x0000_0100_0000_01B3

  /// - Complexity: O(n) in the bytes of the row.
  static func of(_ values: [ColumnValue], in table: String) -> Int64 {
    var hash = basis
    add(0, table, to: &hash)
    for value in values {
      switch value {
      case .null: add(1, count: 0, to: &hash)
      case .integer(let integer): add(2, UInt64(bitPattern: integer), to: &hash)
      case .double(let double): add(3, double.bitPattern, to: &hash)
      case .text(let text): add(4, text, to: &hash)
      case .blob(let bytes):
        add(5, count: bytes.count, to: &hash)
        for byte in bytes { step(byte, &hash) }
      }
    }
    return Int64(bitPattern: hash)
  }

  private static func add(_ kind: UInt8, count: Int, to hash: inout UInt64) {
    step(kind, &hash)
    step(UInt64(count), &hash)
  }

  private static func add(_ kind: UInt8, _ integer: UInt64, to hash: inout UInt64) {
    add(kind, count: 8, to: &hash)
    step(integer, &hash)
  }

  private static func add(_ kind: UInt8, _ text: String, to hash: inout UInt64) {
    add(kind, count: text.utf8.count, to: &hash)
    // A text that is not contiguous is rare.
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { bytes in
      for byte in bytes { step(byte, &hash) }
    }
    if isDone == nil { for byte in text.utf8 { step(byte, &hash) } }
  }

  private static func step(_ byte: UInt8, _ hash: inout UInt64) {
    hash = (hash ^ UInt64(byte)) &* prime
  }

  /// Adds the bytes of a number, the lowest one first.
  private static func step(_ integer: UInt64, _ hash: inout UInt64) {
    for place in 0..<8 { step(UInt8(truncatingIfNeeded: integer >> (8 * place)), &hash) }
  }
}

/// The form of a hit in the column `body`: a JSON object with everything except its time. A further
/// kind of hit is one case in each of the two functions about kinds.
enum HitBody {
  static func value(of hit: Hit) -> Value {
    var body = members(of: hit.kind)
    body["tag"] = hit.tag.map { .string($0) }
    body["tracker"] = hit.tracker.map { .string($0) }
    body["added"] = value(of: hit.added)
    if let numbers = hit.numbers {
      // As a text, because it has more bits than a number of a row.
      body["z"] = .string(String(numbers.cacheBuster))
      body["position"] = .int(numbers.position)
    }
    return .map(body)
  }

  /// Returns the hit of a body; nil if it is invalid.
  static func hit(_ body: Value, created: WallTime) -> Hit? {
    guard let members = body.members, let kind = kind(of: members) else { return nil }
    guard let added = texts(members["added"]) else { return nil }
    return Hit(
      kind: kind, tag: members["tag"]?.text, tracker: members["tracker"]?.text, added: added,
      created: created, numbers: numbers(members))
  }

  /// Returns the numbers of a hit; nil for one that was stored before hits were counted.
  private static func numbers(_ members: OrderedDictionary<String, Value>) -> HitNumbers? {
    guard let cacheBuster = members["z"]?.text.flatMap(UInt64.init),
      case .int(let position)? = members["position"], (1...RowText.numberLimit).contains(position)
    else { return nil }
    return HitNumbers(position: position, cacheBuster: cacheBuster)
  }

  private static func members(of kind: Hit.Kind) -> OrderedDictionary<String, Value> {
    switch kind {
    case .analytics(let fields): ["fields": value(of: fields)]
    case .pixel(let url): ["url": .string(url)]
    case .firebase(let event, let properties):
      [
        "event": .string(event.name), "parameters": .map(event.parameters),
        "logged": .int(event.logged.milliseconds),
        "userProperties": value(of: properties.mapValues(\.text)),
        "propertyTimes": .map(properties.mapValues { .int($0.set.milliseconds) }),
        "previous": event.previous.map { .int($0.milliseconds) } ?? .null,
      ]
    }
  }

  private static func kind(of members: OrderedDictionary<String, Value>) -> Hit.Kind? {
    if let fields = texts(members["fields"]) { return .analytics(fields: fields) }
    if let url = members["url"]?.text { return .pixel(url: url) }
    guard let name = members["event"]?.text, let parameters = members["parameters"]?.members,
      case .int(let logged)? = members["logged"],
      let properties = texts(members["userProperties"])
    else { return nil }
    var event = FirebaseEvent(
      name: name, parameters: parameters, logged: RowText.time(milliseconds: logged))
    if case .int(let previous)? = members["previous"] {
      event.previous = RowText.time(milliseconds: previous)
    }
    // Files of earlier versions have no times.
    let times = members["propertyTimes"]?.members ?? [:]
    return .firebase(
      event,
      userProperties: OrderedDictionary(
        uniqueKeysWithValues: properties.elements.map { name, text in
          guard case .int(let set)? = times[name] else {
            return (name, FirebaseProperty(text, set: event.logged))
          }
          return (name, FirebaseProperty(text, set: RowText.time(milliseconds: set)))
        }))
  }

  private static func value(of texts: OrderedDictionary<String, String>) -> Value {
    .map(texts.mapValues { .string($0) })
  }

  private static func texts(_ value: Value?) -> OrderedDictionary<String, String>? {
    guard let members = value?.members else { return nil }
    let texts = members.compactMapValues(\.text)
    return texts.count == members.count ? texts : nil
  }
}
