/// A list whose copies share their common elements.
///
/// A phone may have thousands of hits, requests and calls, and a history stores the world many
/// times. A copy that differs by a few elements takes a few hundred bytes, where an array would
/// take its whole length.
///
/// Elements are in blocks of equal length; the first block may have lost elements at its front and
/// the last may have room at its end.
public struct SharedList<Element: Sendable>: Sendable {
  /// An element, stored once for all lists that contain it.
  private final class Held: Sendable {
    let element: Element

    init(_ element: Element) { self.element = element }
  }

  private static var blockLength: Int { 64 }

  /// A removed element is nil, so that no copy retains it.
  private var blocks: [[Held?]] = []
  /// The number of removed elements at the front of the first block.
  private var gone = 0
  /// The number of elements.
  public private(set) var count = 0

  /// Creates an empty list.
  public init() {}

  private func place(of index: Int) -> (block: Int, slot: Int) {
    let (block, slot) = (gone + index).quotientAndRemainder(dividingBy: Self.blockLength)
    return (block, slot)
  }
}

extension SharedList: RandomAccessCollection, RangeReplaceableCollection, MutableCollection {
  /// The place of the first element.
  public var startIndex: Int { 0 }

  /// The place after the last element.
  public var endIndex: Int { count }

  /// The element at an index; 0 is the first one that has not been removed.
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

  /// Removes the first element.
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

  /// Removes the first elements.
  public mutating func removeFirst(_ number: Int) {
    for _ in 0..<number { removeFirst() }
  }

  /// Removes the elements after the first ones.
  ///
  /// - Complexity: O(n / 64) in the removed elements.
  public mutating func truncate(to length: Int) {
    guard length < count else { return }
    let place = place(of: length)
    blocks.removeSubrange((place.slot > 0 ? place.block + 1 : place.block)...)
    if place.slot > 0 { blocks[place.block].removeSubrange(place.slot...) }
    count = length
    if count == 0 { self = SharedList() }
  }

  /// Removes an element; those behind it move up.
  ///
  /// - Complexity: O(1) for the first one, else O(n / 64) in the elements behind it.
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    if index == 0 { return removeFirst() }
    let element = self[index]
    let (block, slot) = place(of: index)
    blocks[block].remove(at: slot)
    for block in block..<blocks.count - 1 {
      let next = blocks[block + 1].removeFirst()
      blocks[block].append(next)
    }
    if blocks[blocks.count - 1].isEmpty { blocks.removeLast() }
    count -= 1
    return element
  }

  /// Replaces some elements by others.
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
