import Foundation
import TagRuntime

/// What a loss of power leaves of files whose changes were noted.
///
/// What was flushed is on the disk. Of the rest anything may be there, sector by sector: what was
/// written, what was there before, or garbage; in whatever order it was written. A name may lead to
/// the file from before it was deleted, or made, until that or the file itself was flushed.
struct PowerLoss {
  /// What becomes of what was not flushed.
  enum Kind: CaseIterable, Hashable {
    /// None of it is there.
    case nothingStays
    /// All of it is there: the system lives on, and the program was killed.
    case everythingStays
    /// Chance says what is there, sector by sector.
    case chance
    /// The same, and sectors that were being written are garbage.
    case garbage
  }

  /// A file: what a name led to when all was flushed last, and what was done since.
  private struct File {
    var flushed: [UInt8]?
    var pending: [FaultyDisk.Change] = []
  }

  let sector: Int
  private var files: [String: File] = [:]
  private var random: RandomSource

  init(sector: Int, seed: UInt64) {
    (self.sector, random) = (sector, RandomSource(seed: seed))
  }

  /// Begins with files that are on the disk.
  mutating func put(_ content: [String: [UInt8]]) {
    files = content.mapValues { File(flushed: $0) }
  }

  // MARK: What is done

  mutating func add(_ file: String, _ change: FaultyDisk.Change) {
    switch change {
    case .synced:
      let known = files[file, default: File()]
      var content = known.flushed
      for change in known.pending { Self.apply(change, to: &content) }
      files[file] = File(flushed: content)
      // The first flush of a log or a journal that is new flushes the folder, too.
      let isNew = known.pending.contains { if case .made = $0 { true } else { false } }
      if isNew, file.hasSuffix("-wal") || file.hasSuffix("-journal") { flushNames() }
    case .notSynced:
      // The names stay, and what was written never comes.
      files[file, default: File()].pending.removeAll { change in
        switch change {
        case .wrote, .cut, .replaced: true
        case .made, .deleted, .synced, .notSynced: false
        }
      }
    case .deleted(isFlushed: true):
      files[file] = File(flushed: nil)
      flushNames()
    case .made, .wrote, .cut, .deleted, .replaced:
      files[file, default: File()].pending.append(change)
    }
  }

  /// The folder is flushed: a name leads to the file that it leads to now, whatever is in that.
  private mutating func flushNames() {
    files = files.mapValues { file in
      var file = file
      let last = file.pending.lastIndex { if case .deleted = $0 { true } else { false } }
      if let last {
        file.flushed = nil
        file.pending.removeFirst(last + 1)
      }
      if case .made? = file.pending.first {
        file.flushed = file.flushed ?? []
        file.pending.removeFirst()
      }
      return file
    }
  }

  private static func apply(_ change: FaultyDisk.Change, to content: inout [UInt8]?) {
    switch change {
    case .made: content = content ?? []
    case .deleted: content = nil
    case .wrote, .cut, .replaced:
      guard var bytes = content else { return }
      content = nil
      change.apply(to: &bytes)
      content = bytes
    case .synced, .notSynced: break
    }
  }

  // MARK: What is left

  /// What the files hold once there is power again; a file that is missing is not there.
  mutating func rest(_ kind: Kind) -> [String: [UInt8]] {
    var rest: [String: [UInt8]] = [:]
    for name in files.keys.sorted() {
      guard let file = files[name] else { continue }
      rest[name] = self.rest(of: file, kind)
    }
    return rest
  }

  private mutating func rest(of file: File, _ kind: Kind) -> [UInt8]? {
    var content = file.flushed
    // A name that was never flushed comes with the first that stays, or not at all.
    for change in file.pending {
      switch kind {
      case .nothingStays: return content
      case .everythingStays: Self.apply(change, to: &content)
      case .chance, .garbage:
        switch change {
        case .deleted where isLucky:
          // The name leads to what it led to, and what was made since is nowhere.
          return content
        case .made where isLucky: return content
        case .wrote(let bytes, let offset):
          write(bytes, at: offset, to: &content, kind)
        case .cut where isLucky: break
        default: Self.apply(change, to: &content)
        }
      }
    }
    return content
  }

  private var isLucky: Bool {
    mutating get { random.integer(in: 0...1) == 0 }
  }

  /// Writes the parts of bytes that chance leaves, sector by sector.
  private mutating func write(
    _ bytes: [UInt8], at offset: Int, to content: inout [UInt8]?, _ kind: Kind
  ) {
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, ((offset + start) / sector + 1) * sector - offset)
      var part = Array(bytes[start..<end])
      switch random.integer(in: 0...(kind == .garbage ? 3 : 1)) {
      case 0: break
      case 1, 2: Self.apply(.wrote(part, at: offset + start), to: &content)
      default:
        let noise = random.next()
        part = part.indices.map { UInt8(truncatingIfNeeded: noise >> ($0 & 31)) }
        Self.apply(.wrote(part, at: offset + start), to: &content)
      }
      start = end
    }
  }
}
