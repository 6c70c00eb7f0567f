import ContainerFormats
import OrderedCollections
import TagRuntime

/// Reads the body of an upload of Firebase, a message of protocol buffers: what is whole of it, and
/// what is lost.
struct UploadReader {
  typealias Members = OrderedDictionary<String, Value>

  /// The maximum nesting of messages.
  private static let depthLimit = 16
  /// The maximum number of bytes of a field without a known name that are shown.
  private static let shownLimit = 60

  private let bytes: [UInt8]
  private let report: (PhoneEntry.Kind, PhoneTime?) -> Void
  private var isCut = false
  private var eventCount = 0
  /// The events of the bundle that is being read.
  private var events: [Range<Int>] = []
  /// The parameters without a value.
  private var valueless: OrderedSet<String> = []

  /// Whether bytes begin like an upload.
  static func isUpload(_ bytes: [UInt8]) -> Bool {
    var batch = WireFields(bytes, in: bytes.indices)
    guard bytes.first == 0x0A, let bundle = batch.next() else { return false }
    // A version, an event or a user property comes first, which no text begins with.
    return [0x08, 0x12, 0x1A].contains(bytes[bundle.content].first ?? 0)
  }

  /// Reads the body and reports its content in order.
  ///
  /// - Parameters:
  ///   - bytes: the body.
  ///   - line: the number of the line or the request.
  ///   - request: the request; nil in a log.
  ///   - reason: the reason why the body is not whole, if that is known.
  ///   - report: takes each part of the content.
  /// - Complexity: O(n) in the length of the body.
  static func read(
    _ bytes: [UInt8], line: Int, _ request: PhoneUpload.Request?, because reason: String? = nil,
    _ report: @escaping (PhoneEntry.Kind, PhoneTime?) -> Void
  ) {
    var reader = UploadReader(bytes: bytes, report: report)
    var batch = WireFields(bytes, in: bytes.indices)
    while let bundle = batch.next() {
      if bundle.number == 1, bundle.wireType == 2 {
        reader.readBundle(bundle.content, line, request)
      } else {
        reader.reportUnknown(bundle, "")
      }
      if bundle.isCut { reader.isCut = true }
    }
    if reader.isCut || batch.isBroken || reason != nil {
      reader.reportFlaw(
        .brokenUpload,
        "\(reason ?? "the upload is cut or damaged"): \(Counted.text(reader.eventCount, "event")) "
          + "could be read, and the rest is lost: save the whole upload")
    }
    if !reader.valueless.isEmpty {
      reader.reportFlaw(
        .lostValue,
        "\(reader.valueless.joined(separator: ", ")) without a value: what saved the upload left "
          + "it out; save the body itself")
    }
    if let status = request?.status, request?.isDelivered == false {
      let answer = status > 0 ? "the server answered \(status)" : "there was no answer"
      var flaw = PhoneFlaw(
        .refusedUpload,
        "\(answer), so the upload is not delivered: Firebase keeps its events and sends them again")
      flaw.kept = .upload
      report(.flaw(flaw), nil)
    }
  }

  private init(bytes: [UInt8], report: @escaping (PhoneEntry.Kind, PhoneTime?) -> Void) {
    (self.bytes, self.report) = (bytes, report)
  }

  private func reportFlaw(_ kind: PhoneFlaw.Kind, _ sentence: String) {
    report(.flaw(PhoneFlaw(kind, sentence)), nil)
  }

  private func reportUnknown(_ field: WireFields.Field, _ path: String) {
    guard !field.isCut else { return }
    var value = Value.int(Int64(bitPattern: field.value))
    if field.wireType == 2 {
      let text = String(validating: bytes[field.content], as: UTF8.self)
      let isShown = text?.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true
      value = .string(
        isShown
          ? String(text?.prefix(Self.shownLimit) ?? "")
          : Counted.text(field.content.count, "byte"))
    }
    report(.unknown("\(path)\(field.number)", value), nil)
  }

  // MARK: Messages

  private mutating func readBundle(
    _ range: Range<Int>, _ line: Int, _ request: PhoneUpload.Request?
  ) {
    let fields = members(of: .bundle, range, "1.", depth: 0) ?? [:]
    let zone = Int(clamping: fields.integer("time_zone_offset_minutes") ?? 0)
    report(
      .upload(
        PhoneUpload(
          line: line, request: request, fields: fields, eventCount: events.count, isWhole: !isCut)),
      PhoneTime(fields.integer("start_timestamp_millis"), zone))
    for case .map(let property) in fields["user_property"]?.elements ?? [] {
      let name = property["name"]?.text ?? ""
      let value = Self.value(of: property)
      if value == .null { valueless.append("user property \(name)") }
      report(
        .property(name == "_id" ? "user_id" : name, value.text ?? JSONWriter.write(value)),
        PhoneTime(property.integer("set_timestamp_millis"), zone))
    }
    var stages = PhoneEvent.Stages.uploaded
    if let isDelivered = request?.isDelivered {
      stages.insert(isDelivered ? .delivered : .undelivered)
    }
    for range in events {
      guard let fields = members(of: .event, range, "1.2.", depth: 0) else { continue }
      eventCount += 1
      readEvent(fields, stages, zone)
    }
    events = []
  }

  private mutating func readEvent(_ fields: Members, _ stages: PhoneEvent.Stages, _ zone: Int) {
    let name = fields["name"]?.text ?? ""
    var event = PhoneEvent(name: FirebaseNames.long(name), stages: stages)
    if event.name != name { event.shortName = name }
    event.count = fields.integer("count")
    for case .map(let parameter) in fields["param"]?.elements ?? [] {
      let short = parameter["name"]?.text ?? ""
      let long = FirebaseWireNames.longParameter(short)
      if long != short { event.shortNames[long] = short }
      event.parameters[long] = Self.value(of: parameter)
      check(parameter, event.name)
    }
    event.origin = event.value(of: "_o")?.text
    let time = PhoneTime(fields.integer("timestamp_millis"), zone)
    report(.event(event), time)
    // What Firebase dropped travels with its code, name and length.
    guard case .int(let code)? = event.value(of: "_err") else { return }
    let subject = event.value(of: "_ev")?.text.map { " for \($0)" } ?? ""
    let length = event.value(of: "_el").map { ", of length \(JSONWriter.write($0))" } ?? ""
    reportFlaw(
      .firebaseError,
      "\(event.name) says that Firebase dropped something: firebase_error "
        + "\(code)\(subject)\(length): correct its name or its value")
  }

  /// Finds what the program that saved the upload has lost of a parameter.
  private mutating func check(_ parameter: Members, _ event: String) {
    let name = parameter["name"]?.text ?? ""
    for case .map(let inner) in parameter["param"]?.elements ?? [] { check(inner, event) }
    let value = Self.value(of: parameter)
    if value == .null { valueless.append("\(event).\(name)") }
    guard let text = value.text, text.hasBytes(of: "\u{FFFD}") else { return }
    // The number of a group's end is lost in a text that a view takes for a message.
    let signs = "4DLTdlt".map { text.replacing("\u{FFFD}", with: String($0)) }
    reportFlaw(
      .lostValue,
      "\(name) is \(text), where what saved the upload lost a sign: it may be "
        + signs.joined(separator: ", "))
  }

  /// Returns the value of a parameter or a user property; null if it is lost. `items` has a
  /// nameless parameter for each item.
  static func value(of parameter: Members) -> Value {
    guard let parts = parameter["param"]?.elements?.compactMap(\.members) else {
      return parameter.elements.last { $0.key.hasSuffix("_value") }?.value ?? .null
    }
    if parts.allSatisfy({ $0["name"] == nil }) { return .list(parts.map(value)) }
    var members: Members = [:]
    for part in parts { members[part["name"]?.text ?? ""] = value(of: part) }
    return .map(members)
  }

  /// Reads the fields of a message by their names; nil if it is an inner one that is not whole. The
  /// events of a bundle are only found.
  private mutating func members(
    of message: UploadMessage, _ range: Range<Int>, _ path: String, depth: Int
  ) -> Members? {
    var members: Members = [:]
    var lists = [[Value]](repeating: [], count: 8)
    var fields = WireFields(bytes, in: range)
    var isWhole = depth < Self.depthLimit
    while isWhole || message == .bundle, let field = fields.next() {
      if field.isCut || field.number == 0 {
        isWhole = false
        continue
      }
      guard let known = message.field(field.number), known.wireType == field.wireType else {
        reportUnknown(field, path)
        continue
      }
      switch known.message {
      case nil: members[known.name] = value(of: field, known.content)
      case .event?: events.append(field.content)
      case .other?: break
      case let inner?:
        let path = "\(path)\(field.number)."
        let read = self.members(of: inner, field.content, path, depth: depth + 1)
        guard let read else {
          isWhole = false
          continue
        }
        lists[Int(field.number)].append(.map(read))
      }
    }
    if fields.isBroken || !isWhole { isCut = true }
    for (number, list) in lists.enumerated() where !list.isEmpty {
      members[message.field(UInt64(number))?.name ?? ""] = .list(list)
    }
    return message == .bundle || isWhole && !fields.isBroken ? members : nil
  }

  private func value(of field: WireFields.Field, _ content: Character) -> Value {
    let number: String
    switch content {
    case "t": return .string(String(decoding: bytes[field.content], as: UTF8.self))
    case "f": number = "\(Float(bitPattern: UInt32(field.value)))"
    case "d": number = "\(Double(bitPattern: field.value))"
    default: return .int(Int64(bitPattern: field.value))
    }
    // JSON has no others.
    guard let double = Double(number), double.isFinite else {
      return .string(["nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"][number] ?? number)
    }
    return .double(double)
  }
}

extension OrderedDictionary<String, Value> {
  func integer(_ name: String) -> Int64? {
    if case .int(let number)? = self[name] { number } else { nil }
  }
}

extension PhoneTime {
  /// Creates the time of a moment, in milliseconds since 1970, by a clock that is so many minutes
  /// ahead of UTC.
  init?(_ moment: Int64?, _ zone: Int) {
    guard let moment, (0..<253_402_300_800_000).contains(moment), abs(zone) < 24 * 60 else {
      return nil
    }
    let (day, milliseconds) = WallTime(milliseconds: moment + Int64(zone) * 60_000).dayAndTime
    let date = CivilDate(dayNumber: day)
    self.init(
      year: date.year, month: date.month, day: date.day, milliseconds: milliseconds,
      offsetSeconds: zone * 60, fractionDigits: 3)
  }
}
