public import DequeModule
public import TagRuntime

/// The requests that carried hits, with their answers.
public struct RequestLog: Sendable {
  /// How many requests are remembered one by one; the numbers go on beyond it.
  public static let remembered = 1000

  /// One request.
  public struct Entry: Sendable, Hashable {
    /// Its number on this phone, from 1.
    public var number: Int
    /// What was asked.
    public var request: HitRequest
    /// When, by the wall clock.
    public var sent: WallTime
    /// When the answer came, or it was clear that none comes; nil while it is in flight.
    public var answered: WallTime?
    /// What came of it.
    public var answer: Answer?
    /// Whether the collector has it.
    public var isReceived = false
  }

  /// What came of a request.
  public enum Answer: Sendable, Hashable {
    /// The collector answered with this HTTP status.
    case status(Int)
    /// A captive portal answered in its place.
    case portal
    /// No answer came; in words, why.
    case none(String)
    /// The process ended before.
    case processEnded

    /// The answer in words.
    public var words: String {
      switch self {
      case .status(let status): "status \(status)"
      case .portal: "a captive portal answered 200 in the collector's place"
      case .none(let reason): "no answer: \(reason)"
      case .processEnded: "the process ended before an answer came"
      }
    }
  }

  /// The last requests, oldest first.
  public private(set) var entries: Deque<Entry> = []
  /// How many there were.
  public private(set) var count = 0

  /// A request by its number; nil where it is forgotten.
  public subscript(number: Int) -> Entry? { index(of: number).map { entries[$0] } }

  /// The requests that carried a hit, oldest first.
  ///
  /// - Complexity: O(n) in the remembered hits.
  public func entries(carrying hit: Int64) -> [Entry] {
    entries.filter { $0.request.hits.contains { $0.id == hit } }
  }

  mutating func begin(_ request: HitRequest, at now: WallTime) -> Int {
    count += 1
    entries.append(Entry(number: count, request: request, sent: now))
    if entries.count > Self.remembered { entries.removeFirst() }
    return count
  }

  mutating func receive(_ number: Int) {
    if let index = index(of: number) { entries[index].isReceived = true }
  }

  mutating func end(_ number: Int, _ answer: Answer, at now: WallTime) {
    guard let index = index(of: number), entries[index].answer == nil else { return }
    entries[index].answer = answer
    entries[index].answered = now
  }

  /// The process ends: what is in flight is never answered.
  mutating func endAll(at now: WallTime) {
    for index in entries.indices where entries[index].answer == nil {
      entries[index].answer = .processEnded
      entries[index].answered = now
    }
  }

  private func index(of number: Int) -> Int? {
    guard let first = entries.first?.number, number >= first, number <= count else { return nil }
    return number - first
  }
}
