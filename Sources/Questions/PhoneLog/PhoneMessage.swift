import OrderedCollections
import TagRuntime

/// A message, read by its marker: its entries, and whether all of it could be read.
///
/// Source: PhoneLines §2, PhoneLines §3.
struct PhoneMessage {
  private(set) var kinds: [PhoneEntry.Kind] = []
  private(set) var isWhole = true

  init(_ marker: PhoneMarker, _ payload: String) {
    let text = payload[...]
    switch marker {
    case .logging: readLogging(text, .logged)
    case .passingOn: readLogging(text, .passedOn)
    case .handingOver: readHandingOver(text)
    case .recorded: readRecorded(text)
    case .deliveryRequested, .delivering: readFields(text, .stored)
    case .handed: readFields(text, .handedOver)
    case .kept: readFields(Self.rest(of: text, behind: ", "), .stored)
    case .discarded:
      readFields(Self.rest(of: text, behind: ": "), .discarded)
      // Some of these lines have no hit.
      isWhole = true
    case .dryRun: readFields(text, .dryRun)
    case .thirdReleaseHit:
      guard let start = text.firstRange(of: "PARAMS=") else { return }
      readFields(text[start.upperBound...].trimmingBlanks, .stored)
    case .handedOver: kinds = [.handedOver]
    case .posted: kinds = [.posted(isBatch: text.hasBytes(of: "/batch"))]
    case .connectionFailed: kinds = [.dispatched(hits: nil, status: 0)]
    case .uploadTaken: kinds = [.uploadAnswered(isTaken: true)]
    case .uploadFailed: kinds = [.uploadAnswered(isTaken: false)]
    case .dispatched, .postAnswered, .getAnswered:
      let sign = text.hasPrefix("-") ? -1 : 1
      let number = Int(text.drop { $0 == "-" }.prefix(while: \.isNumber))
      kinds = [.dispatched(hits: nil, status: number.map { sign * $0 })]
    case .settingProperty, .appleSettingProperty, .appleProperty:
      guard let comma = text.firstRange(of: ", ") else {
        isWhole = false
        return
      }
      let name = BundleText.names(text[..<comma.lowerBound]).long
      kinds = [.property(name, String(text[comma.upperBound...]))]
    case .appleNoProperty: kinds = [.property(BundleText.names(text).long, nil)]
    case .container, .androidContainer: readContainer(text)
    case .noTagManager: kinds = [.fact(.noTagManager)]
    case .debugApp: readApp(text)
    case .analyticsStarted: fact(text, PhoneFact.firebaseForIOS)
    case .measurementStarted, .measurementInitialized: fact(text, PhoneFact.firebaseForAndroid)
    case .legacyRelease: fact("3." + text, PhoneFact.analyticsForIOS)
    case .brazeLogging:
      let name = text.hasSuffix(".") ? text.dropLast() : text
      kinds = [.braze(PhoneEvent(name: String(name), stages: .logged))]
    default: break
    }
  }

  /// Reads a message with a dictionary.
  ///
  /// - Parameters:
  ///   - marker: the words that identify the message.
  ///   - head: the text before the dictionary.
  ///   - lines: the lines of the dictionary; empty if there is none.
  ///   - isCut: whether it does not end.
  init(_ marker: PhoneMarker, head: String, _ lines: [String], isCut: Bool) {
    let text = PropertyText(lines, orBundle: true, isCut: isCut)
    isWhole = text.isWhole
    switch marker {
    case .appleLogging:
      let parts = Self.parts(head, count: 3)
      guard parts.count > 1 else {
        isWhole = false
        return
      }
      readApple(parts[1], origin: String(parts[0]), text, .logged, isCut: isCut)
    case .appleLogged, .appleMarked, .appleRealTime:
      let stage: PhoneEvent.Stages =
        marker == .appleLogged ? .recorded : marker == .appleMarked ? .marked : .realTime
      readApple(Self.parts(head, count: 2).first, origin: nil, text, stage, isCut: isCut)
    case .processing:
      let rest = head.drop { $0 == ":" || $0 == " " }
      let name = rest.firstBytes(of: " with parameters").map { rest[..<$0.lowerBound] } ?? rest
      readApple(name, origin: nil, text, .processed, isCut: isCut)
    case .universalHit: readHit(text.members, .made, isCut: isCut)
    case .savedHit:
      // Somebody may have copied the fields alone.
      let parameters = text.members["parameters"]?.members ?? text.members
      var cursor = ByteCursor(Array((text.members["timestamp"]?.text ?? "").utf8)[...])
      readHit(parameters, .stored, isCut: isCut, stamp: cursor.time()?.wall(inYear: 0))
    case .brazeLogged:
      isWhole = true
      readBraze(lines.first ?? "")
    default: break
    }
  }

  // MARK: iOS

  /// Splits a head into its parts: `app, screen_view (_vs), `.
  private static func parts(_ head: String, count: Int) -> [Substring] {
    head.split(separator: ",", maxSplits: count - 1).map(\.trimmingBlanks)
  }

  private mutating func readApple(
    _ name: Substring?, origin: String?, _ text: PropertyText, _ stage: PhoneEvent.Stages,
    isCut: Bool
  ) {
    guard let name, !name.isEmpty else { return isWhole = false }
    let (long, short) = PropertyText.names(name)
    let inside = ["ga_event_origin", "firebase_event_origin", "_o"].lazy
      .compactMap { text.members[$0]?.text }.first
    kinds = [
      .event(
        PhoneEvent(
          name: long, shortName: short, origin: origin ?? inside, parameters: text.members,
          shortNames: text.shortNames, stages: stage, isCut: isCut || !text.isWhole))
    ]
  }

  private mutating func readHit(
    _ members: OrderedDictionary<String, Value>, _ stage: PhoneHit.Stage, isCut: Bool,
    stamp: WallTime? = nil
  ) {
    let fields = members.elements.compactMap { key, value -> QueryParameter? in
      guard key.hasPrefix("&"), key.utf8.count > 1, let text = value.text else { return nil }
      let name = String(key.dropFirst())
      return QueryParameter(name: name, value: text, raw: name + "=" + text)
    }
    if fields.isEmpty {
      isWhole = false
    } else {
      kinds = [.hit(PhoneHit(fields: fields, stage: stage, stamp: stamp, isCut: isCut))]
    }
  }

  /// Reads `custom(name: "MobileEdit", properties: nil)`.
  private mutating func readBraze(_ data: String) {
    guard data.hasPrefix("custom(name: \""),
      let name = data.dropFirst(14).split(separator: "\"", omittingEmptySubsequences: false).first
    else { return }
    kinds = [.braze(PhoneEvent(name: String(name), stages: .logged))]
  }

  // MARK: Android

  /// Reads `screen_view(_vs), Bundle[{…}]`.
  private mutating func readLogging(_ text: Substring, _ stage: PhoneEvent.Stages) {
    let ends = [", Bundle[", ", params=Bundle[", ", "].lazy.compactMap {
      text.firstBytes(of: $0)
    }
    guard let end = ends.first else { return isWhole = false }
    readAndroid(text[..<end.lowerBound], origin: nil, text[end.lowerBound...], stage)
  }

  /// Reads `app,name=login,params=Bundle[{…}]`.
  private mutating func readHandingOver(_ text: Substring) {
    guard let start = text.firstRange(of: "name=") else { return isWhole = false }
    let origin = text[..<start.lowerBound].prefix { $0 != "," }.trimmingBlanks
    let rest = text[start.upperBound...]
    guard let end = rest.firstRange(of: "params=") else { return isWhole = false }
    let name = rest[..<end.lowerBound].trimmingBlanks
    readAndroid(
      name.hasSuffix(",") ? name.dropLast() : name, origin: String(origin),
      rest[end.lowerBound...], .handedOver)
  }

  /// Reads `appId='com.example', name='login', params=Bundle[{…}]}`.
  private mutating func readRecorded(_ text: Substring) {
    guard let start = text.firstRange(of: "name='") else { return isWhole = false }
    let rest = text[start.upperBound...]
    let name = rest.prefix { $0 != "'" }
    let app = text.hasPrefix("appId='") ? text.dropFirst(7).prefix { $0 != "'" } : ""
    defer { readApp(app) }
    let bundle = rest.firstRange(of: "params=").map { rest[$0.lowerBound...] } ?? ""
    readAndroid(name, origin: nil, bundle.hasSuffix("}") ? bundle.dropLast() : bundle, .recorded)
  }

  private mutating func readAndroid(
    _ name: Substring, origin: String?, _ bundle: Substring, _ stage: PhoneEvent.Stages
  ) {
    let (long, short) = BundleText.names(name.hasPrefix("name=") ? name.dropFirst(5) : name)
    guard !long.isEmpty else { return isWhole = false }
    let start = bundle.firstBytes(of: "Bundle[")
    let isCut = !bundle.hasSuffix("]") && (start != nil || !bundle.hasSuffix("null"))
    let text = BundleText(start.map { bundle[$0.lowerBound...] } ?? "", isCut: isCut)
    if isCut {
      let last = text.cutName.map { ": \($0) is cut, and left out" } ?? ""
      let reason = "the parameters of \(long) do not end, because the line is truncated\(last)"
      kinds.append(.flaw(PhoneFlaw(.brokenBody, reason)))
    }
    let inside = ["firebase_event_origin", "ga_event_origin", "_o"].lazy
      .compactMap { text.members[$0]?.text }.first
    kinds.insert(
      .event(
        PhoneEvent(
          name: long, shortName: short, origin: origin ?? inside, parameters: text.members,
          shortNames: text.shortNames, stages: stage, isCut: isCut)), at: 0)
  }

  /// Returns what stands behind a number in the database, or a reason.
  private static func rest(of text: Substring, behind sign: String) -> Substring {
    text.firstRange(of: sign).map { text[$0.upperBound...] } ?? ""
  }

  /// Reads `ht=1462159108961, _v=ma8.4.87, t=screenview`.
  private mutating func readFields(_ text: Substring, _ stage: PhoneHit.Stage) {
    let fields = BundleText.pairs(text).map { key, value in
      QueryParameter(
        name: String(key.hasPrefix("&") ? key.dropFirst() : key), value: String(value),
        raw: "\(key)=\(value)")
    }
    if fields.isEmpty {
      isWhole = false
    } else {
      // The SDK writes the fields in the order of their names, and each hit has a version.
      let isCut = !fields.contains { $0.name == "v" }
      kinds = [.hit(PhoneHit(fields: fields, stage: stage, isCut: isCut, isOfAndroid: true))]
    }
  }

  // MARK: Facts

  private mutating func readContainer(_ text: Substring) {
    guard let start = text.firstRange(of: "GTM-") else { return }
    let id = text[start.lowerBound...].prefix { $0.isLetter || $0.isNumber || $0 == "-" }
    kinds = [.fact(.container(String(id)))]
  }

  /// Reads `com.example.shop`.
  private mutating func readApp(_ text: Substring) {
    let name = text.prefix { PhoneFact.isOfApp($0) }
    if name.contains(".") { kinds.append(.fact(.app(String(name)))) }
  }

  private mutating func fact(_ text: Substring, _ fact: (String) -> PhoneFact) {
    let release = text.prefix { $0.isNumber || $0 == "." }
    if !release.isEmpty { kinds = [.fact(fact(String(release)))] }
  }
}
