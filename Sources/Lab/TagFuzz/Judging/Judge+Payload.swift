import OrderedCollections
import TagReference
import TagRuntime
import TagSimulation

/// The text of hits and requests: the fields that the SDK adds, the way they are written, and which
/// hits travel together.
extension Judge {
  // MARK: Fields that the SDK adds

  /// The fields of a hit that are not its own.
  mutating func judgeAdded(
    _ stored: StoredHit, _ step: Timeline.RedoneStep
  ) throws(Departure) {
    guard case .analytics(let fields) = stored.hit.kind, let numbers = stored.hit.numbers,
      step.after.settings.platform == .ios
    else { return }
    let last = lastHit
    lastHit = LastHit(numbers: numbers, launch: step.after.launchNumber)
    // Hits that were there from the beginning were made by another process.
    guard step.number > 1 else { return }
    if let last, last.launch == step.after.launchNumber,
      numbers.cacheBuster != last.numbers.cacheBuster &+ 1
    {
      throw departed(
        .payload, step,
        "the cache buster of hit \(stored.id) is \(numbers.cacheBuster), and should be "
          + "\(last.numbers.cacheBuster &+ 1)")
    }
    if let last, numbers.position != last.numbers.position + 1 {
      throw departed(
        .payload, step,
        "hit \(stored.id) is number \(numbers.position), and should be "
          + "\(last.numbers.position + 1)")
    }
    try judgeModel(stored, fields, step)
  }

  private func judgeModel(
    _ stored: StoredHit, _ fields: OrderedDictionary<String, String>, _ step: Timeline.RedoneStep
  ) throws(Departure) {
    // An app that was away hears late of what changed around it.
    if step.before.isInBackground || step.after.isInBackground { return }
    if case .device? = step.act { return }
    let phone = Self.phone(of: step)
    var wanted = ReferencePayload.added(on: phone).filter { fields[$0.key] == nil }
    if phone.release >= SDKVersion(3, 11), fields["&_s"] == nil {
      wanted["&_s"] = "\(stored.hit.numbers?.position ?? 0)"
    }
    for (code, value) in wanted.sorted(by: { $0.key < $1.key })
    where stored.hit.added[code] != value {
      throw departed(
        .payload, step,
        "hit \(stored.id) says \(code) = \(stored.hit.added[code] ?? "nothing"), and should say "
          + value)
    }
    let counted = ["&a", "&_u", "&_s", "&idfa", "&ate"]
    if let code = stored.hit.added.keys.first(where: { wanted[$0] == nil && !counted.contains($0) })
    {
      throw departed(.payload, step, "hit \(stored.id) says \(code), and should not")
    }
    try judgeUsage(stored, phone, step)
  }

  /// The letters of a hit end with the calls that its sender made last.
  private func judgeUsage(
    _ stored: StoredHit, _ phone: ReferencePayload.Phone, _ step: Timeline.RedoneStep
  ) throws(Departure) {
    guard phone.release >= SDKVersion(3, 9) else { return }
    guard let usage = stored.hit.added["&_u"], usage.hasPrefix("."), usage.hasSuffix("L") else {
      throw departed(.payload, step, "hit \(stored.id) does not say which calls it was made with")
    }
    if stored.hit.tag != nil, !usage.hasSuffix("nBL"), usage != ".BL" {
      throw departed(
        .payload, step, "hit \(stored.id) of a tag was made with the calls \(usage)")
    }
  }

  static func phone(of step: Timeline.RedoneStep) -> ReferencePayload.Phone {
    let world = step.after.world
    var phone = ReferencePayload.Phone()
    phone.release = step.after.runtime?.settings.sdkVersion ?? step.after.settings.sdkVersion
    phone.clientID = world.disk.clientID
    phone.appName = world.app.name
    phone.appID = world.app.package
    phone.appVersion = world.app.version
    phone.language = world.device.language
    phone.country = world.device.country
    phone.system = world.device.osVersion
    phone.model = world.device.model
    phone.width = world.device.screenWidth
    phone.height = world.device.screenHeight
    return phone
  }

  // MARK: Requests

  /// The line of a hit in a request that leaves at a moment of the phone's clock.
  static func line(of stored: StoredHit, at now: WallTime) -> (text: String, isSecure: Bool)? {
    guard case .analytics(let fields) = stored.hit.kind else { return nil }
    let isAndroid = stored.hit.added["&_v"]?.hasPrefix("ma") ?? false
    let all = fields.map { ($0, $1) } + stored.hit.added.map { ($0, $1) }
    let line = ReferencePayload.line(
      all, created: stored.hit.created.milliseconds, now: now.milliseconds,
      cacheBuster: isAndroid ? nil : stored.hit.numbers?.cacheBuster ?? UInt64(stored.id))
    return (line, fields["useSecure"] != "0")
  }

  /// The address and the body of a request.
  func judgeText(
    of entry: RequestLog.Entry, _ step: Timeline.RedoneStep
  ) throws(Departure) {
    let request = entry.request
    let isAndroid = self.isAndroid(step)
    func wrong(_ sentence: String) -> Departure { departed(.payload, step, sentence) }
    switch request.queue {
    case .firebase: return
    case .pixels:
      guard case .pixel(request.url)? = request.hits.first?.hit.kind, request.body.isEmpty else {
        throw wrong("a pixel asks for \(request.url)")
      }
    case .analytics:
      let lines = request.hits.compactMap { Self.line(of: $0, at: entry.sent) }
      guard let first = lines.first else { return }
      let host =
        first.isSecure ? "https://ssl.google-analytics.com/" : "http://www.google-analytics.com/"
      // Android posts a single hit as a batch, too, as long as the server takes batches.
      let isBatch =
        lines.count > 1
        || isAndroid && dispatching[.analytics].times.mayBatch(at: entry.sent.milliseconds)
      let isShort =
        !isBatch
        && first.text.utf8.count < ReferencePayload.getBytes(isAndroid: isAndroid)
      let url = host + (isBatch ? "batch" : "collect") + (isShort ? "?" + first.text : "")
      let body = isShort ? "" : lines.map(\.text).joined(separator: "\n")
      // What makes such an address unlike any other on Android is not known here.
      if isAndroid, isShort, !first.isSecure { return }
      if request.url != url {
        throw wrong("a request goes to \(request.url), and should go to \(url)")
      }
      if request.body != body {
        throw wrong("the body of a request is \(request.body), and should be \(body)")
      }
      if body.utf8.count > ReferencePayload.requestBytes {
        throw wrong("a request has \(body.utf8.count) bytes")
      }
      let agent = ReferencePayload.userAgent(of: Self.phone(of: step))
      let isAway = step.before.isInBackground || step.after.isInBackground
      if !isAway, !isAndroid, request.userAgent != agent {
        throw wrong("a request is sent by \(request.userAgent ?? "nobody"), and should by \(agent)")
      }
    }
  }
}

/// The numbers of the hit that was stored last, and the launch of the process that made it.
struct LastHit: Sendable {
  var numbers: HitNumbers
  var launch: Int
}
