import Foundation
import TagRuntime
import TagStore

/// Kills tagsim itself while it plays on a phone whose disk is a file.
struct PhoneLoop {
  /// What was seen of one use.
  struct Count {
    var kills = 0
    /// Kills before anything was told.
    var idle = 0
    /// How many came to their end before.
    var ended = 0
  }

  /// Milliseconds that a program lives at most once it has told of something.
  private static let lifetime: Int64 = 900

  /// Milliseconds after which one is killed that tells of nothing.
  private static let patience: Int64 = 30_000

  private let program: URL
  private let folder: URL
  private var ledger = PhoneLedger()
  private(set) var counts: [String: Count] = [:]
  private var networks: [PhoneLedger.Network: Int] = [:]
  /// Milliseconds until something was told for the first time, by use.
  private var starts: [String: Int64] = [:]

  init(_ program: URL, in folder: URL) throws {
    (self.program, self.folder) = (program, folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private var device: String { folder.appendingPathComponent("phone.sqlite").path }

  /// Kills one program.
  ///
  /// - Returns: what is wrong with its file; nil where nothing is.
  mutating func cycle(_ number: Int, _ use: PhoneScript.Use, _ random: inout RandomSource) throws
    -> String?
  {
    let networks = PhoneLedger.Network.allCases
    let network = networks[Int(random.integer(in: 0...Int64(networks.count - 1)))]
    self.networks[network, default: 0] += 1
    let script = PhoneScript(use: use, network: network, number: number)
    for (name, text) in script.files {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    ledger.begin(network)
    let before = ledger.counts.acknowledged
    try play(script, &random)
    counts[use.rawValue, default: Count()].kills += 1
    if ledger.counts.acknowledged == before { counts[use.rawValue, default: Count()].idle += 1 }
    return try look().map { "kill \(number) of '\(use)', \(network): \($0)" }
  }

  private mutating func play(_ script: PhoneScript, _ random: inout RandomSource) throws {
    let notes = folder.appendingPathComponent("notes").path
    let arguments = script.arguments(device: device, notes: notes, folder: folder.path)
    let killed = try KilledProgram(
      program, arguments, folder: folder, notes: script.use == .run ? nil : notes)
    let begun = Date()
    let start = starts[script.use.rawValue]
    // One in four is killed before it has told of anything.
    let isEarly = start != nil && random.integer(in: 0...3) == 0
    let rest = random.integer(in: 1...Self.lifetime)
    var life = isEarly ? random.integer(in: 1...(start ?? 1)) : Self.patience
    var hasTold = false
    var burst = 0
    while true {
      let age = Int64(Date().timeIntervalSince(begun) * 1000)
      if age >= life || !killed.isRunning { break }
      let lines = killed.lines(within: Int32(min(20, life - age)))
      if acknowledge(lines, script), !hasTold {
        hasTold = true
        starts[script.use.rawValue] = min(age + 1, start ?? .max)
        if !isEarly { life = age + rest }
      }
      // What is typed has its answer before more is typed.
      if script.use == .monitor, killed.isShown, burst == 0 || !lines.isEmpty {
        killed.type(script.typed(burst))
        burst += 1
      }
    }
    let (last, code) = killed.kill()
    // A run may come to its end before; with another code something that it expected was not so.
    guard code == nil || (script.use == .run && code == 0) else {
      throw KilledProgram.Trouble(
        description: "'\(script.use)' ended with \(code ?? 0): \(folder.path)")
    }
    if code != nil { counts[script.use.rawValue, default: Count()].ended += 1 }
    _ = acknowledge(last, script)
  }

  /// Takes what a program tells.
  ///
  /// - Returns: whether it was something.
  private mutating func acknowledge(_ lines: [String], _ script: PhoneScript) -> Bool {
    var isAny = false
    for line in lines {
      let (kept, areSent) = script.told(by: line)
      for name in kept { ledger.acknowledge(name) }
      if areSent { ledger.acknowledge(nil) }
      isAny = isAny || areSent || !kept.isEmpty
    }
    return isAny
  }

  /// What the file holds, as the next program would read it.
  private mutating func look() throws -> String? {
    let store = try TagStore(device)
    defer { store.close() }
    if let moved = store.movedAside { return moved.description }
    let wrong = ledger.look(at: store.device.hits)
    guard wrong.count + store.damagedRows > 0 else { return nil }
    return "\(wrong.lost.count) lost \(wrong.lost.prefix(3)), \(wrong.risen.count) back again "
      + "\(wrong.risen.prefix(3)), \(wrong.changed.count) changed \(wrong.changed.prefix(3)), "
      + "\(store.damagedRows) damaged"
  }

  /// What was done, in lines.
  var report: [String] {
    let uses = PhoneScript.Use.allCases.map { use in
      let count = counts[use.rawValue, default: Count()]
      return "\(use.rawValue) \(count.kills - count.ended) (\(count.idle) before the first hit, "
        + "\(count.ended) had ended)"
    }
    let ways = PhoneLedger.Network.allCases.map { "\($0.rawValue) \(networks[$0, default: 0])" }
    return [
      "killed: \(uses.joined(separator: ", "))", "networks: \(ways.joined(separator: ", "))",
      "\(ledger.counts.acknowledged) hits acknowledged, 0 lost; "
        + "\(ledger.counts.removed) removed, 0 back again; 0 changed, 0 damaged, 0 files refused",
    ]
  }

  var isTried: Bool { ledger.counts.acknowledged > 0 }
}
