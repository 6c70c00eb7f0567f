import OrderedCollections
import ScenarioEngine
import TagRuntime
import TextKit

/// The result of some of the phones of a forecast, with everything that identifies the forecast. It
/// can be written, read, continued, and added to other parts.
package struct ForecastPart: Sendable, Hashable {
  /// The name of the schema of its JSON, with its version.
  package static let schema = "tagsim.forecast/4"
  /// The schemas of parts without intervals and without a digest, which are still accepted.
  private static let (withoutIntervals, withoutDigest) = ("tagsim.forecast/3", "tagsim.forecast/2")
  /// The largest file of a part that is read, in bytes (100 MB).
  package static let byteLimit = 100_000_000
  package static let partLimit = 10_000

  /// Why something is not a valid part, or cannot be added.
  package struct Mistake: Error, Hashable {
    /// The reason, worded to follow the name of the file.
    package let sentence: String
  }

  /// The properties that identify a forecast.
  package struct Identity: Sendable, Hashable {
    package let numbers: ForecastPlan.Numbers
    /// A hash of the files.
    package let digest: String
    let container: String
    let old: String
    let new: String
    package let population: String
    let journeys: [String]
    let tags: [String]
    /// The time zone in which hits are late.
    let zone: String
  }

  package let identity: Identity
  /// The numbers of its shards, from 1.
  package private(set) var shards: [Int]
  package private(set) var shardCount: Int
  package private(set) var played: Int
  package private(set) var counts: ForecastCounts

  /// Creates a part in which nothing was played yet.
  ///
  /// - Parameters:
  ///   - plan: the forecast.
  ///   - shard: the number of the shard, from 1.
  ///   - count: the total number of shards.
  ///   - digest: a hash of the contents of the files, as text.
  package init(_ plan: ForecastPlan, shard: Int, of count: Int, digest: String) {
    identity = Identity(
      numbers: plan.numbers, digest: digest, container: plan.containerID, old: plan.oldVersion,
      new: plan.newVersion, population: plan.population.title, journeys: plan.journeys.map(\.name),
      tags: plan.tags.names, zone: plan.zone)
    (shards, shardCount, played) = ([shard], count, 0)
    counts = ForecastCounts(plan)
  }

  /// The number of its phones once all are played.
  package var wanted: Int {
    shards.reduce(0) { $0 + Self.count(of: $1, shardCount, identity.numbers.phones) }
  }

  private static func count(of shard: Int, _ count: Int, _ phones: Int) -> Int {
    phones < shard ? 0 : (phones - shard) / count + 1
  }

  package var isWhole: Bool { played == wanted }

  /// The number of a phone, by its index in the part.
  package func phone(at place: Int) -> Int { (shards.first ?? 1) + place * shardCount }

  /// Adds the counts of the next phones.
  package mutating func take(_ more: ForecastCounts) {
    counts.add(more)
    played = counts.phones
  }

  // MARK: Adding

  /// Adds another part of the same forecast.
  ///
  /// - Throws: why it cannot be added.
  package mutating func add(_ other: ForecastPart) throws(Mistake) {
    guard other.identity == identity else {
      throw Mistake(
        sentence: "belongs to another forecast: its containers, scenarios or options differ")
    }
    guard other.shardCount == shardCount else {
      throw Mistake(
        sentence: "is one of \(other.shardCount) parts, but the first is one of \(shardCount)")
    }
    guard isWhole, other.isWhole else {
      let part = isWhole ? other : self
      throw Mistake(
        sentence: "has \(part.played) of \(part.wanted) phones: finish it with --resume first")
    }
    if let twice = other.shards.first(where: shards.contains) {
      throw Mistake(sentence: "has part \(twice) of \(shardCount), which is already included")
    }
    shards = (shards + other.shards).sorted()
    counts.add(other.counts)
    played += other.played
    if shards.count == shardCount { (shards, shardCount) = ([1], 1) }
    guard counts.isSound else { throw Mistake(sentence: "has impossibly high counts") }
  }

  // MARK: JSON

  /// The part as JSON, with a digest over all of it.
  package var json: String {
    var members = members
    members["digest"] = .string(Self.digest(of: members))
    return TerminalText.escapedJSON(JSONWriter.write(.map(members)))
  }

  /// A hash of everything in a part, which another part shares only by accident: the 64-bit FNV-1a
  /// hash of its JSON, as text.
  private static func digest(of members: OrderedDictionary<String, Value>) -> String {
    String(TextDigest(JSONWriter.write(.map(members))).bits, radix: 16)
  }

  private var members: OrderedDictionary<String, Value> {
    let numbers = identity.numbers
    let forecast: OrderedDictionary<String, Value> = [
      "phones": .count(numbers.phones), "days": .int(numbers.days),
      "publishMinute": .int(numbers.publishMinute), "seed": .string(String(numbers.seed)),
      "files": .string(identity.digest), "container": .string(identity.container),
      "old": .string(identity.old), "new": .string(identity.new),
      "population": .string(identity.population),
      "journeys": .texts(identity.journeys),
      "tags": .texts(identity.tags),
      "zone": .string(identity.zone),
    ]
    return [
      "schema": .string(Self.schema), "forecast": .map(forecast),
      "shards": .counts(shards),
      "of": .count(shardCount), "played": .count(played), "counts": counts.value,
      "intervals": intervals,
    ]
  }

  /// Reads a part.
  ///
  /// - Throws: why it is not a valid part.
  package init(json bytes: [UInt8]) throws(Mistake) {
    guard let read = try? JSONReader.read(bytes), case .map(let members) = read else {
      throw Mistake(sentence: "is not the JSON of a forecast")
    }
    switch members["schema"] {
    case .string(Self.schema), .string(Self.withoutIntervals): try Self.checkDigest(of: members)
    case .string(Self.withoutDigest): break
    default:
      throw Mistake(
        sentence: "is not a part of a forecast: its schema is not "
          + "\(Self.schema)")
    }
    let reader = PartReader(members)
    guard let forecast = reader.reader("forecast"), let numbers = Self.numbers(forecast),
      let digest = forecast.text("files"), let container = forecast.text("container"),
      let old = forecast.text("old"), let new = forecast.text("new"),
      let population = forecast.text("population"), let journeys = forecast.texts("journeys"),
      let tags = forecast.texts("tags"), let zone = forecast.text("zone"),
      let shards = reader.ints("shards"), !shards.isEmpty,
      let count = reader.int("of"), let played = reader.int("played"),
      let told = reader.reader("counts"),
      let counts = ForecastCounts(told, days: numbers.days, tags: tags.count),
      counts.phones == played, counts.isSound, (1...Self.partLimit).contains(count),
      shards.allSatisfy({ (1...count).contains($0) }), shards == Set(shards).sorted()
    else { throw Mistake(sentence: "is a damaged part of a forecast: play it again") }
    identity = Identity(
      numbers: numbers, digest: digest, container: container, old: old, new: new,
      population: population, journeys: journeys, tags: tags, zone: zone)
    (self.shards, shardCount, self.played, self.counts) = (shards, count, played, counts)
    guard played <= wanted else {
      throw Mistake(sentence: "is a damaged part of a forecast: play it again")
    }
  }

  private static func checkDigest(
    of members: OrderedDictionary<String, Value>
  ) throws(Mistake) {
    var others = members
    guard others.removeValue(forKey: "digest") == .string(digest(of: others)) else {
      throw Mistake(
        sentence: "was changed after it was played, or is damaged: its digest does not match its "
          + "counts: play it again")
    }
  }

  private static func numbers(_ reader: PartReader) -> ForecastPlan.Numbers? {
    guard let phones = reader.int("phones"), let days = reader.int("days"),
      let minute = reader.int("publishMinute"), let seed = reader.text("seed").flatMap(UInt64.init),
      (1...ForecastPlan.phoneLimit).contains(phones),
      (1...ForecastPlan.dayLimit).contains(Int64(days)), (0..<1440).contains(minute)
    else { return nil }
    return ForecastPlan.Numbers(
      phones: phones, days: Int64(days), publishMinute: Int64(minute), seed: seed)
  }
}

/// Reads the members of a JSON object; anything invalid becomes nil.
struct PartReader {
  private let members: OrderedDictionary<String, Value>

  init(_ members: OrderedDictionary<String, Value>) { self.members = members }

  func int(_ name: String) -> Int? { Self.int(members[name]) }

  private static func int(_ value: Value?) -> Int? {
    if case .int(let number)? = value, number >= 0 { Int(exactly: number) } else { nil }
  }

  func text(_ name: String) -> String? {
    if case .string(let text)? = members[name] { text } else { nil }
  }

  func reader(_ name: String) -> PartReader? {
    if case .map(let members)? = members[name] { PartReader(members) } else { nil }
  }

  private func list(_ name: String) -> [Value]? {
    if case .list(let list)? = members[name] { list } else { nil }
  }

  func ints(_ name: String) -> [Int]? { list(name).flatMap(Self.ints) }

  private static func ints(_ list: [Value]) -> [Int]? {
    let numbers = list.compactMap { int($0) }
    return numbers.count == list.count ? numbers : nil
  }

  func rows(_ name: String) -> [[Int]]? {
    guard let list = list(name) else { return nil }
    let rows = list.compactMap { row -> [Int]? in
      if case .list(let numbers) = row { Self.ints(numbers) } else { nil }
    }
    return rows.count == list.count ? rows : nil
  }

  func texts(_ name: String) -> [String]? {
    list(name).map { $0.compactMap { if case .string(let text) = $0 { text } else { nil } } }
  }
}

extension ForecastCounts {
  /// The counts as JSON.
  var value: Value {
    var members: OrderedDictionary<String, Value> = [:]
    for (name, path) in Self.numberPaths { members[name] = .int(Int64(self[keyPath: path])) }
    for (name, path) in Self.listPaths { members[name] = .counts(self[keyPath: path]) }
    for (name, path) in Self.rowPaths {
      members[name] = .list(self[keyPath: path].map(Value.counts))
    }
    for (name, path) in Self.tallyPaths {
      members[name] = .list(self[keyPath: path].map { .counts($0.numbers) })
    }
    members["strange"] = .list(strange.map { .counts($0.numbers) })
    return .map(members)
  }

  /// Reads counts; nil unless they match the number of days and tags.
  init?(_ reader: PartReader, days: Int64, tags: Int) {
    self.init(days: days, tags: tags)
    for (name, path) in Self.numberPaths {
      guard let number = reader.int(name) else { return nil }
      self[keyPath: path] = number
    }
    for (name, path) in Self.listPaths {
      guard let list = reader.ints(name), list.count == self[keyPath: path].count else {
        return nil
      }
      self[keyPath: path] = list
    }
    for (name, path) in Self.rowPaths {
      guard let rows = reader.rows(name), rows.count == self[keyPath: path].count,
        zip(rows, self[keyPath: path]).allSatisfy({ $0.count == $1.count })
      else { return nil }
      self[keyPath: path] = rows
    }
    for (name, path) in Self.tallyPaths {
      let empty = self[keyPath: path]
      guard let rows = reader.rows(name), rows.count == empty.count else { return nil }
      let tallies = zip(rows, empty).compactMap { PhoneTally($0, parts: $1.parts.count) }
      guard tallies.count == rows.count else { return nil }
      self[keyPath: path] = tallies
    }
    guard let rows = reader.rows("strange"),
      rows.count <= Self.strangeLimit * (Reason.allCases.count + 1)
    else { return nil }
    strange = rows.compactMap { Outlier($0) }
    guard strange.count == rows.count else { return nil }
  }
}

extension Outlier {
  /// The figures in a row; an optional one is written as 0 if it is missing, and otherwise plus 1.
  fileprivate var numbers: [Int] {
    [
      number, score, minutesToNew.map { $0 + 1 } ?? 0, reason.map { $0.rawValue + 1 } ?? 0, lost,
      late, doubled, waiting,
    ]
  }

  /// Reads the figures; nil if they are not a valid row.
  fileprivate init?(_ row: [Int]) {
    guard row.count == 8 else { return nil }
    self.init(
      number: row[0], score: row[1], minutesToNew: row[2] == 0 ? nil : row[2] - 1,
      reason: ForecastCounts.Reason(rawValue: row[3] - 1), lost: row[4], late: row[5],
      doubled: row[6], waiting: row[7])
  }
}
