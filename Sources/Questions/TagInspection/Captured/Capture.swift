package import OrderedCollections
package import PhoneLog
package import TagRuntime

/// The traffic of a real app, as a proxy captured it: the hits of Universal Analytics, decoded and
/// in the order in which they were made, and the requests from the pixel tags of a container.
/// Requests to other hosts are counted, and only the name of the host is retained.
package struct Capture: Sendable {
  package struct Hit: Sendable {
    /// Its number, from 1, in the order in which the hits were made.
    package var number = 0
    /// The number of its request among the entries of the file, from 1; nil in a file of lines.
    package let entry: Int?
    /// The decoded fields by their codes with the `&`.
    package let fields: OrderedDictionary<String, String>
    /// The time at which it was made; nil if nothing says so.
    package let made: WallTime?
    /// The time at which it was sent, by the clock of the capture; nil if nothing says so.
    package let sent: CaptureTime?
    /// The collector's answer; nil if the file does not say it, 0 or less for no answer.
    package let status: Int?
    /// The stages of the hit in a phone's log; empty in other captures.
    package let stages: Set<PhoneHit.Stage>
    /// The place in the log or the capture; nil in a file of lines.
    package let source: PhoneSource?
    /// The whole address of a pixel tag's request; nil for a hit of Analytics.
    package let pixel: String?
    /// Whether a copy of it was taken, which the phone sent later.
    package fileprivate(set) var isArrived = false
    /// Whether the line that shows it is cut, so that fields may be missing.
    let isCut: Bool
    package let isOfAndroid: Bool
    /// The size of its payload in bytes.
    let bytes: Int
    /// All its parameters, where a name comes twice; empty where `fields` has them all.
    private let parameters: [QueryParameter]
    /// It in the form that hits have in the Queue.
    private let hit: TagRuntime.Hit

    package var typeName: String { hit.typeName }
    /// A recognizable title, as in the Queue.
    package var title: String { CapturedHit.cut(hit.title) }

    /// The hit in words, field by field.
    ///
    /// - Complexity: O(n) in its length: a capture has too many hits to keep the words of each.
    package var told: CapturedHit {
      if let pixel { return CapturedHit(pixel: pixel) }
      guard parameters.isEmpty else { return CapturedHit(parameters) }
      return CapturedHit(
        fields.map { QueryParameter(name: String($0.key.dropFirst()), value: $0.value, raw: "") })
    }

    /// - Parameters:
    ///   - parameters: the fields of the hit.
    ///   - request: the request that carried it; nil in a file of lines.
    ///   - logged: the hit in the log of a phone.
    ///   - time: the time at which that log first reports it.
    init(
      _ parameters: [QueryParameter], _ request: CaptureRequest?,
      logged: PhoneRecord.Hit? = nil, at time: CaptureTime? = nil
    ) {
      pixel = nil
      entry = request?.entry
      status = request?.status ?? logged?.status
      stages = logged?.stages ?? []
      isCut = logged?.isCut ?? false
      source =
        logged?.source
        ?? request.map { PhoneSource(unit: .request, number: $0.entry, time: nil, text: "") }
      var fields: OrderedDictionary<String, String> = [:]
      var bytes = max(0, parameters.count - 1)
      for parameter in parameters {
        bytes += parameter.raw.utf8.count
        if fields["&" + parameter.name] == nil { fields["&" + parameter.name] = parameter.value }
      }
      self.fields = fields
      self.parameters = fields.count < parameters.count ? parameters : []
      self.bytes = bytes
      let waited = fields["&qt"].flatMap { Int64($0) }.map { max(0, $0) } ?? 0
      let stamp = fields["&ht"].flatMap { Int64($0) }.flatMap { Self.clock.contains($0) ? $0 : nil }
      if let request, let sent = request.sent {
        self.sent = sent
        let time = sent.wall.milliseconds.saturatingAdding(-waited)
        made = Self.clock.contains(time) ? WallTime(milliseconds: time) : nil
      } else {
        let isUndated = logged?.time == nil
        made =
          stamp.map { WallTime(milliseconds: $0) } ?? (isUndated ? logged?.stamp : nil)
          ?? time?.wall
        sent = made.map {
          CaptureTime(
            wall: WallTime(milliseconds: $0.milliseconds.saturatingAdding(waited)),
            offsetSeconds: Self.zone(of: logged, at: time, stamped: stamp) ?? time?.offsetSeconds
              ?? 0)
        }
      }
      isOfAndroid = logged?.isOfAndroid ?? fields["&_v"]?.hasPrefix("ma") ?? false
      hit = TagRuntime.Hit(
        kind: .analytics(fields: fields), tag: nil, created: made ?? WallTime(milliseconds: 0))
    }

    /// The zone of a line that names none, by the time that the SDK gave its hit, so that one
    /// listing is in one zone; nil if the two do not belong together.
    ///
    /// Inferred: all zones are quarters of an hour, and a hit is logged when it is made.
    private static func zone(
      of logged: PhoneRecord.Hit?, at time: CaptureTime?, stamped stamp: Int64?
    ) -> Int? {
      guard let logged, let line = logged.time, line.offsetSeconds == nil, let time, let stamp,
        !logged.stages.isDisjoint(with: [.made, .stored, .dryRun])
      else { return nil }
      let quarter: Int64 = 900_000
      let ahead = time.wall.milliseconds - stamp
      let count = (Double(ahead) / Double(quarter)).rounded()
      guard abs(count) <= 56, abs(ahead - Int64(count) * quarter) <= 5000 else { return nil }
      return Int(count) * 900
    }

    /// Creates the hit for a request of a pixel tag.
    init(pixel url: String, _ request: CaptureRequest) {
      (pixel, isCut, isOfAndroid) = (url, false, false)
      entry = request.entry > 0 ? request.entry : nil
      status = request.status
      stages = []
      source = entry.map { PhoneSource(unit: .request, number: $0, time: nil, text: "") }
      parameters = []
      fields = PixelAddress.fields(of: url)
      bytes = url.utf8.count
      sent = request.sent
      made = request.sent?.wall
      hit = TagRuntime.Hit(
        kind: .pixel(url: url), tag: nil, created: made ?? WallTime(milliseconds: 0))
    }

    /// Creates a hit from a log that is still growing.
    ///
    /// - Parameters:
    ///   - logged: the hit.
    ///   - number: its number, from 1.
    ///   - time: the time at which the log first reports it, or at which that line arrived.
    package init?(_ logged: PhoneRecord.Hit, number: Int, at time: CaptureTime) {
      guard CapturedHit.isHit(logged.fields) else { return nil }
      self.init(logged.fields, nil, logged: logged, at: time)
      self.number = number
    }

    /// The times with years of four digits.
    private static let clock: Range<Int64> = 0..<253_402_300_800_000
  }

  /// The maximum number of bytes read from a capture.
  package static let byteLimit = 200_000_000
  /// The maximum number of entries read from a capture.
  static let entryLimit = 500_000
  /// The maximum number of hits retained from a capture.
  static let hitLimit = 20_000
  /// The maximum number of reported entries that cannot be read and lines that are not hits.
  static let unreadLimit = 5

  package private(set) var form: CaptureForm
  /// The hits, in the order in which they were made.
  package private(set) var hits: [Hit] = []
  /// The number of requests; 0 in a file of lines.
  package private(set) var requestCount = 0
  /// The number of requests to each other host, those with the most first.
  package private(set) var foreign: OrderedDictionary<String, Int> = [:]
  /// The hits that repeat another one: their numbers, with the number of the first.
  package private(set) var copies: [Int: Int] = [:]
  /// The number of uploads of Firebase.
  package private(set) var firebaseUploads = 0
  /// The first parts that could not be read, one sentence each.
  package private(set) var unread: [String] = []
  /// The number of entries or lines that could not be read.
  package private(set) var unreadCount = 0
  /// The number of hits left out because of the limit.
  package private(set) var hitsLeftOut = 0
  /// The number of entries left out because of the limit.
  package private(set) var entriesLeftOut = 0
  /// The content of a phone's log, or of Firebase's uploads; nil for a capture without any.
  package private(set) var log: PhoneRecord?
  /// The year of the log's first line.
  package private(set) var year: Int
  /// The phones of a log that several phones wrote, each by its id; empty if there is one.
  package private(set) var phones: [(id: String, capture: Capture)] = []
  /// Why entries are lost; nil if the file could be read to its end.
  package private(set) var loss: String?
  /// The number of hits after damaged line ends.
  private(set) var damagedHits = 0
  /// The container whose pixel tags are matched with requests to other hosts.
  private var inversion: HitInversion?

  /// Reads a capture.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - year: the present year, for times without one, if nothing else in a log says it.
  ///   - container: the container whose pixels are hits; nil for none.
  /// - Throws: a sentence about the file, without its name.
  /// - Complexity: O(n log n) in the length of the file.
  package init(
    _ bytes: [UInt8], year: Int = 2024, pixelsOf container: CompiledContainer? = nil
  ) throws(CaptureError) {
    self.year = year
    if let container, container.version.generation == .legacy {
      inversion = HitInversion(container)
    }
    if let log = PhoneRecord(logOf: bytes) {
      form = .log
      take(log)
      phones = log.phones(in: bytes).map { ($0.id, Capture(of: $0.record, year: year)) }
      return
    }
    if let log = PhoneRecord(uploadIn: bytes) {
      form = .upload
      if log.uploads.isEmpty, let flaw = log.flaws.first { throw CaptureError(flaw.sentence) }
      take(log)
      return
    }
    let file = try CaptureFile(bytes)
    form = file.form
    if form == .lines {
      readLines(of: file)
    } else {
      var capture = self
      do throws(CaptureError) {
        try file.forEachEntry { capture.read($0) }
      } catch {
        guard capture.requestCount > 0 else { throw error }
        capture.loss = error.sentence
      }
      self = capture
    }
    putInOrder()
  }

  /// Creates a capture of the hits in a phone's log.
  ///
  /// `year` is the present year, for times without one, if nothing else in the log says it.
  package init(of log: PhoneRecord, year: Int) {
    form = .log
    self.year = year
    take(log)
  }

  private mutating func take(_ log: PhoneRecord) {
    self.log = log
    year = log.firstYear(present: year)
    for hit in log.hits {
      guard CapturedHit.isHit(hit.fields) else { continue }
      let time = hit.time.map {
        CaptureTime(wall: $0.wall(inYear: year), offsetSeconds: $0.offsetSeconds ?? 0)
      }
      keep(Hit(hit.fields, nil, logged: hit, at: time))
    }
    for index in hits.indices { hits[index].number = index + 1 }
    findArrived()
  }

  /// Finds the hits that did not arrive at first, and of which a later copy did.
  private mutating func findArrived() {
    copies = repetitions
    let taken = hits.filter { $0.status.map(PhoneHit.isTaken) ?? false }
    let arrived = Set(taken.compactMap { copies[$0.number] })
    for index in hits.indices where arrived.contains(copies[index + 1] ?? index + 1) {
      hits[index].isArrived = true
    }
  }

  /// Whether a file begins like a HAR or a session of Charles, and not like the lines of a log.
  package static func isArchive(_ bytes: [UInt8]) -> Bool { CaptureFile.isArchive(bytes) }

  // MARK: Entries

  private mutating func read(_ entry: CaptureFile.Entry) {
    requestCount += 1
    guard requestCount <= Self.entryLimit else {
      entriesLeftOut += 1
      return
    }
    switch entry {
    case .success(let request): take(request)
    case .failure(let error): leave("entry \(requestCount) \(error.sentence)")
    }
  }

  private mutating func take(_ request: CaptureRequest) {
    switch request.receiver {
    case .firebase: takeUpload(request)
    case .foreign(let host): take(request, of: host)
    case .collector:
      let (found, damagedCount) = request.hits
      for hit in found { keep(Hit(hit, request)) }
      damagedHits += damagedCount
      guard found.isEmpty else { return }
      let fault =
        request.isTooLarge
        ? "has more than \(CapturedHits.byteLimit) bytes"
        : request.body == .binary
          ? "has a body that is compressed or not text" : "was sent to the collector without a hit"
      leave("entry \(request.entry) \(fault)")
    }
  }

  private mutating func takeUpload(_ request: CaptureRequest) {
    firebaseUploads += 1
    var (text, isBase64) = ("", false)
    if case .upload(let body, let isEncoded) = request.body { (text, isBase64) = (body, isEncoded) }
    log = log ?? PhoneRecord()
    log?.take(
      upload: text, isBase64: isBase64, number: request.entry,
      PhoneUpload.Request(host: request.host, status: request.status))
  }

  /// Records a request to another host: a pixel of the container, or a request to count.
  private mutating func take(_ request: CaptureRequest, of host: String) {
    if !request.isTooLarge, let inversion, inversion.mayRequest(request.url) {
      keep(Hit(pixel: request.url, request))
    } else {
      foreign[host, default: 0] += 1
    }
  }

  private mutating func keep(_ hit: @autoclosure () -> Hit) {
    if hits.count < Self.hitLimit { hits.append(hit()) } else { hitsLeftOut += 1 }
  }

  private mutating func leave(_ sentence: String) {
    unreadCount += 1
    if unread.count < Self.unreadLimit { unread.append(sentence) }
  }

  // MARK: Lines

  /// Reads a file of lines, of which nothing is kept but what becomes a hit.
  private mutating func readLines(of file: CaptureFile) {
    var text = CapturedText()
    file.forEachLine { line in
      guard line.utf8.count <= CapturedHits.byteLimit else {
        leave("a line of \(line.utf8.count) bytes is too long for a hit")
        return
      }
      var request = CaptureRequest(entry: 0)
      let isAddress = line.hasPrefix("http://") || line.hasPrefix("https://")
      guard isAddress, request.setAddress(String(line.prefix { !$0.isWhitespace })) else {
        text.read(line)
        return take(&text)
      }
      take(&text)
      switch request.receiver {
      case .firebase: takeUpload(request)
      case .foreign(let host): take(request, of: host)
      case .collector:
        text.read(request.query)
        take(&text)
      }
    }
    take(&text)
  }

  /// Takes over what was found in lines.
  private mutating func take(_ text: inout CapturedText) {
    let found = text.take()
    damagedHits += found.damagedCount
    for hit in found.hits {
      if CapturedHit.isHit(hit) { keep(Hit(hit, nil)) } else { leave("a line is not a hit") }
    }
    for line in found.unread {
      // The target of other requests is private.
      let isAddress = line.firstRange(of: "://") != nil
      leave(isAddress ? "a line with a URL is not a hit" : "\"\(line.prefix(60))\" is not a hit")
    }
  }

  // MARK: Order

  private mutating func putInOrder() {
    var last = WallTime(milliseconds: 0)
    // A hit without a known time stays after the one before it.
    let times = hits.map { hit in
      last = hit.made ?? last
      return last
    }
    let order = hits.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    hits = order.enumerated().map { place, index in
      var hit = hits[index]
      hit.number = place + 1
      return hit
    }
    findArrived()
    foreign = OrderedDictionary(
      uniqueKeysWithValues: foreign.elements.sorted { ($1.value, $0.key) < ($0.value, $1.key) })
  }

  /// The number of requests to other hosts.
  package var foreignCount: Int { foreign.values.reduce(0, +) }
}
