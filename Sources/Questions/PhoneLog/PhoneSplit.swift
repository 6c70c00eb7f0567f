import OrderedCollections
import TagRuntime

/// Which phone each entry of a log is of, where several phones wrote it.
///
/// A phone has a name in syslog's prefix, an app instance id or a client id. Where one of these
/// comes again after another one, there are several phones; where only a new one comes, the app was
/// installed again.
///
/// Source: PhoneLines §8.
struct PhoneSplit: Sendable {
  /// The most phones that are distinguished; the last has the rest.
  static let phoneLimit = 20

  /// What tells phones apart, the surest first.
  private enum Sign: Int, CaseIterable, Sendable {
    case device
    case instance
    case client
  }

  /// The ids of a kind, in their order.
  private struct Track: Sendable {
    var ids: OrderedSet<String> = []
    var last = ""
    var alternates = false

    mutating func take(_ id: String) {
      if id != last, ids.contains(id) { alternates = true }
      if ids.count < PhoneSplit.phoneLimit { ids.append(id) }
      last = id
    }
  }

  private var tracks = [Track](repeating: Track(), count: Sign.allCases.count)
  /// The property of the hits whose client ids count; another tracker may have another id.
  private var property: String?

  /// Whether a line of syslog names no phone, so that another one may name an app of two words.
  private var lacksDevice = false

  /// Adds an entry's ids.
  mutating func take(_ entry: PhoneEntry) {
    if entry.form == .syslog, entry.device == nil { lacksDevice = true }
    for sign in Sign.allCases {
      if let id = id(of: entry, sign) { tracks[sign.rawValue].take(id) }
    }
  }

  /// The ids of the phones; empty if the log is of one.
  var ids: OrderedSet<String> { sign.map { tracks[$0.rawValue].ids } ?? [] }

  private var sign: Sign? {
    Sign.allCases.first { tracks[$0.rawValue].alternates && ($0 != .device || !lacksDevice) }
  }

  private mutating func id(of entry: PhoneEntry, _ sign: Sign) -> String? {
    let id: String?
    switch (sign, entry.kind) {
    case (.device, _): id = entry.device
    case (.instance, .upload(let upload)): id = upload.fields["app_instance_id"]?.text
    case (.instance, .event(let event)):
      id = ["_cid", "app_instance_id"].lazy.compactMap { event.parameters[$0]?.text }.first
    case (.instance, .property(let name, let value)):
      id = ["_cid", "app_instance_id"].contains(name) ? value : nil
    case (.client, .hit(let hit)):
      property = property ?? hit["tid"]
      id = hit["tid"] == property ? hit["cid"] : nil
    default: id = nil
    }
    return id.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Gives each entry the place of its phone: that of its id, of its process, or of the last id
  /// before it. What an upload has is under its line.
  mutating func places(of entries: [PhoneEntry]) -> [Int] {
    guard let sign else { return entries.map { _ in 0 } }
    let ids = ids
    var owners: [String: Int] = [:]
    var own: [Int?] = []
    var line = (number: 0, place: nil as Int?)
    for entry in entries {
      let id = id(of: entry, sign)
      let place = id.map { ids.firstIndex(of: $0) ?? ids.count - 1 }
      line = line.number == entry.line ? (line.number, place ?? line.place) : (entry.line, place)
      own.append(line.place)
      // A process of two ids says nothing.
      if let place = line.place, !entry.process.isEmpty {
        owners[entry.process] = owners[entry.process].map { $0 == place ? place : -1 } ?? place
      }
    }
    var last = 0
    return zip(entries, own).map { entry, place in
      let owner = owners[entry.process].flatMap { $0 < 0 ? nil : $0 }
      last = place ?? owner ?? last
      return last
    }
  }
}

extension PhoneRecord {
  /// Returns what each phone of a log did, by its id, in the order in which they come; empty for a
  /// log of one phone.
  ///
  /// - Complexity: O(n) in the length of the log.
  package func phones(in bytes: [UInt8]) -> [(id: String, record: PhoneRecord)] {
    guard !split.ids.isEmpty else { return [] }
    var split = split
    let (entries, lineCount) = Self.entries(of: bytes)
    var phones = split.ids.map { (id: $0, record: PhoneRecord()) }
    for (entry, place) in zip(entries, split.places(of: entries)) {
      _ = phones[place].record.take(entry)
    }
    for place in phones.indices { phones[place].record.lineCount = lineCount }
    return phones.filter { !$0.record.events.isEmpty || !$0.record.hits.isEmpty }
  }
}
