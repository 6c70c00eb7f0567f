/// A list of which copies share what they have in common.
///
/// What it buys: a phone may have thousands of hits, requests and calls, and a history keeps the
/// world over and over again. A copy that goes on by a few elements takes a few hundred bytes of
/// its own, where an array would take its whole length.
///
/// Elements stand in blocks of equal length, of which the first may have lost elements at its front
/// and the last may have room at its end.
public struct SharedList<Element: Sendable>: Sendable {
  /// An element, held once for all lists that have it.
  private final class Held: Sendable {
    let element: Element

    init(_ element: Element) { self.element = element }
  }

  private static var blockLength: Int { 64 }

  /// An element that is gone leaves nothing behind, so that no copy holds it.
  private var blocks: [[Held?]] = []
  /// How many elements at the front of the first block are gone.
  private var gone = 0
  /// How many elements it has.
  public private(set) var count = 0

  /// An empty list.
  public init() {}

  private func place(of index: Int) -> (block: Int, slot: Int) {
    let (block, slot) = (gone + index).quotientAndRemainder(dividingBy: Self.blockLength)
    return (block, slot)
  }
}

extension SharedList: RandomAccessCollection, RangeReplaceableCollection, MutableCollection {
  /// The place of the first element.
  public var startIndex: Int { 0 }

  /// The place behind the last element.
  public var endIndex: Int { count }

  /// An element by its place.
  public subscript(index: Int) -> Element {
    get {
      let place = place(of: index)
      guard let held = blocks[place.block][place.slot] else {
        preconditionFailure("the place of an element that is gone")
      }
      return held.element
    }
    set {
      let place = place(of: index)
      blocks[place.block][place.slot] = Held(newValue)
    }
  }

  /// Adds an element at the end.
  ///
  /// - Complexity: O(1), and O(n / 64) in a copy that has not changed yet.
  public mutating func append(_ element: Element) {
    if (gone + count) % Self.blockLength == 0 {
      blocks.append([])
      blocks[blocks.count - 1].reserveCapacity(Self.blockLength)
    }
    blocks[blocks.count - 1].append(Held(element))
    count += 1
  }

  /// Takes the first element out.
  @discardableResult
  public mutating func removeFirst() -> Element {
    let first = self[0]
    blocks[0][gone] = nil
    gone += 1
    count -= 1
    if gone == Self.blockLength || count == 0 {
      blocks.removeFirst()
      gone = 0
    }
    return first
  }

  /// Takes the first elements out.
  public mutating func removeFirst(_ number: Int) {
    for _ in 0..<number { removeFirst() }
  }

  /// Takes an element out; those before it move up.
  ///
  /// - Complexity: O(n) in the elements before it.
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    let element = self[index]
    for index in stride(from: index, to: 0, by: -1) {
      let (to, from) = (place(of: index), place(of: index - 1))
      blocks[to.block][to.slot] = blocks[from.block][from.slot]
    }
    removeFirst()
    return element
  }

  /// Puts other elements in the place of some.
  ///
  /// - Complexity: O(n).
  public mutating func replaceSubrange(
    _ range: Range<Int>, with elements: some Collection<Element>
  ) {
    var list = SharedList()
    for index in 0..<range.lowerBound { list.append(self[index]) }
    for element in elements { list.append(element) }
    for index in range.upperBound..<count { list.append(self[index]) }
    self = list
  }
}

extension SharedList: Equatable where Element: Equatable {
  /// Whether both have equal elements in the same order.
  public static func == (left: SharedList, right: SharedList) -> Bool { left.elementsEqual(right) }
}

extension SharedList: Hashable where Element: Hashable {
  /// Hashes the elements in their order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { hasher.combine(element) }
  }
}
