import OrderedCollections
import PhoneLog
import TagInspection
import TagRuntime

/// What waits for a match, in the order of its arrival, found by the keys that it has in common
/// with a match.
struct WaitingList<Item: Sendable>: Sendable {
  private var items: [Int: (item: Item, keys: [Int])] = [:]
  /// The numbers of the items under a key, in order.
  private var numbers: [Int: [Int]] = [:]
  private var firstNumber = 0
  private var nextNumber = 0

  var count: Int { items.count }
  /// The items in order.
  var all: [Item] { (firstNumber..<nextNumber).compactMap { items[$0]?.item } }
  var first: Item? { items[firstNumber]?.item }

  mutating func append(_ item: Item, under keys: [Int]) {
    items[nextNumber] = (item, keys)
    for key in keys { numbers[key, default: []].append(nextNumber) }
    nextNumber += 1
  }

  /// Returns the number of the first item under a key, and takes away the key of those before it
  /// that are over.
  mutating func first(under key: Int, unless isOver: (Item) -> Bool = { _ in false }) -> Int? {
    while let number = numbers[key]?.first, let item = items[number]?.item {
      guard isOver(item) else { return number }
      numbers[key]?.removeFirst()
    }
    return nil
  }

  /// Returns the number of the first item under a key that no such item precedes.
  func next(under key: Int, after isBefore: (Item) -> Bool) -> Int? {
    guard let list = numbers[key] else { return nil }
    let place = list.partitioningIndex { number in
      items[number].map { !isBefore($0.item) } ?? true
    }
    return place < list.count ? list[place] : nil
  }

  /// The last items under some keys, in order.
  func last(_ count: Int, under keys: [Int]) -> [(number: Int, item: Item)] {
    if items.isEmpty { return [] }
    return Set(keys.flatMap { (numbers[$0] ?? []).suffix(count) }).sorted()
      .compactMap { number in items[number].map { (number, $0.item) } }
  }

  mutating func remove(_ number: Int) -> Item? {
    guard let (item, keys) = items.removeValue(forKey: number) else { return nil }
    for key in keys {
      let place = numbers[key]?.partitioningIndex { $0 >= number }
      if let place, numbers[key]?[place...].first == number { numbers[key]?.remove(at: place) }
      if numbers[key]?.isEmpty == true { numbers[key] = nil }
    }
    while firstNumber < nextNumber, items[firstNumber] == nil { firstNumber += 1 }
    return item
  }

  mutating func popFirst() -> Item? { remove(firstNumber) }
}

/// The fields of a hit that are compared, and keys of what two hits have in common.
struct ComparedFields: Sendable {
  private let fields: OrderedDictionary<String, String>
  /// The key of any hit.
  static let any = 0
  /// Whether a value may be of a user property that was set before the log begins: a phone keeps
  /// it for months, so what would be undefined is not known.
  var readsUnset = false
  /// The key of its type.
  let kind: Int
  /// The key of these and its name: screen, category, action.
  let name: Int
  /// The key of all fields, in any order; an empty field means the same as a missing one.
  let whole: Int

  /// - Parameter all: the fields by their codes with the `&`.
  init(_ all: [(key: String, value: String)]) {
    var fields: OrderedDictionary<String, String> = [:]
    for (code, value) in all where code.hasPrefix("&") && !HitInversion.added.contains(code) {
      fields[code] = value
    }
    func key(_ codes: [String]) -> Int {
      var hasher = Hasher()
      for code in codes { hasher.combine(HitInversion.type(code, fields[code] ?? "")) }
      return hasher.finalize()
    }
    self.fields = fields
    kind = key(["&t"])
    name = key(["&t", "&tid", "&cd", "&ec", "&ea"])
    var whole = kind
    for (code, value) in fields.elements where !value.isEmpty && code != "&t" {
      var hasher = Hasher()
      hasher.combine(code)
      hasher.combine(value)
      whole &+= hasher.finalize()
    }
    self.whole = whole
  }

  /// The fields in which another hit differs; nil if it is a different hit. Of one whose line is
  /// cut, the fields that it lacks are not known.
  func differences(from other: ComparedFields, isCut: Bool) -> [PhoneDifference]? {
    guard isCut || kind == other.kind else { return nil }
    let codes = isCut ? other.fields.keys : OrderedSet(Array(fields.keys) + other.fields.keys)
    let differing = codes.filter { code in
      let own = fields[code] ?? ""
      let its = other.fields[code] ?? ""
      return code != "&t" && own != its && !(readsUnset && Self.mayBe(own, its))
    }
    // The name of a hit may be wrong, but not if much else differs too.
    guard name == other.name || differing.count <= 1 else { return nil }
    return differing.map {
      PhoneDifference($0, sent: other.fields[$0] ?? "", made: fields[$0] ?? "")
    }
  }

  /// The codes of fields that another hit has, too, with the same value.
  func equal(in other: ComparedFields) -> [String] {
    fields.keys.filter { fields[$0] == other.fields[$0] }
  }

  /// Whether a value may be the other one, if what is undefined in it is not known.
  private static func mayBe(_ open: String, _ known: String) -> Bool {
    guard let place = open.firstBytes(of: "undefined") else { return open.isEmpty }
    return known.hasPrefix(open[..<place.lowerBound])
      && known.hasSuffix(open[place.upperBound...])
  }
}

extension PhoneDifference {
  /// The difference in words: "cd is "Home", expected "Start"".
  var words: String {
    "\(code.dropFirst()) is \(Self.shown(sent)), expected \(Self.shown(made))"
  }

  private static func shown(_ text: String) -> String {
    text.isEmpty
      ? "empty" : "\"" + String(text.prefix(textLimit)) + (text.count > textLimit ? "…" : "") + "\""
  }

  /// The most characters of a value that a difference shows.
  static let textLimit = 60
}
