/// One request that carries hits.
public struct HitRequest: Sendable, Hashable {
  /// The queue that sends it.
  public var queue: HitQueue
  /// The hits in it, oldest first.
  public var hits: [StoredHit]
  /// GET or POST.
  public var method: Method
  /// The URL, with the payload after it for a GET.
  public var url: String
  /// The payload of a POST, one line for each hit, or for each bundle of Firebase; empty for a GET.
  public var body: String
  /// The header `User-Agent`; nil if it is unknown.
  public var userAgent: String?

  /// Whether the body travels compressed by gzip, as batches of Android do.
  ///
  /// Source: Platforms §8.
  package var isCompressed: Bool {
    queue == .analytics && url.hasSuffix("/batch") && hits.first?.hit.style == .android
  }

  /// Returns the parameters of a hit in this request, with the times that the request adds; empty
  /// for a hit that is not in it.
  ///
  /// - Complexity: O(n) in the length of the request.
  public func parameters(ofHit id: Int64) -> [QueryParameter] {
    guard let index = hits.firstIndex(where: { $0.id == id }) else { return [] }
    if queue == .pixels { return QueryParameter.all(inURL: url) }
    if body.isEmpty { return QueryParameter.all(inHit: url.query) }
    let lines = body.split(separator: "\n")
    return index < lines.count ? QueryParameter.all(inHit: lines[index]) : []
  }

  /// The HTTP methods in use.
  public enum Method: String, Sendable, Hashable {
    /// The payload is in the URL.
    case get = "GET"
    /// The payload is the body.
    case post = "POST"
  }
}

/// Builds requests from waiting hits.
///
/// Source: Dispatch §5.2; GAIBatchingDispatcher: one hit below 2000 bytes is a GET, everything else
/// a POST; a payload above 8192 bytes makes no request. Several hits of one request are on separate
/// lines, as many consecutive ones as fit with the same `useSecure`.
enum HitRequestMaker {
  /// Removes the hits of the next request from a page, and those that are too large for one.
  static func request(
    from page: inout [StoredHit], _ rules: DispatchRules, _ context: Dispatcher.Context
  ) -> (request: HitRequest?, tooLarge: [StoredHit]) {
    var tooLarge: [StoredHit] = []
    var hits: [StoredHit] = []
    var lines: [String] = []
    var bytes = 0
    while let stored = page.first, hits.count < rules.hitsPerRequest {
      if case .pixel(let url) = stored.hit.kind {
        page.removeFirst()
        var request = HitRequest(
          queue: rules.queue, hits: [stored], method: .get, url: url, body: "")
        request.userAgent = context.userAgent
        return (request, tooLarge)
      }
      let line = line(of: stored, context)
      if rules.queue == .analytics, line.utf8.count > Limits.hitBytes {
        tooLarge.append(page.removeFirst())
        continue
      }
      let length = length(of: stored, line, after: hits.last)
      if let first = hits.first {
        let isSame = HitPayload.url(of: first.hit) == HitPayload.url(of: stored.hit)
        if !isSame || bytes + length > rules.requestBytes { break }
      }
      hits.append(page.removeFirst())
      lines.append(line)
      bytes += length
    }
    guard let first = hits.first else { return (nil, tooLarge) }
    var request = request(of: first, hits, lines, rules, context)
    request.userAgent = context.userAgent
    return (request, tooLarge)
  }

  private static func line(of stored: StoredHit, _ context: Dispatcher.Context) -> String {
    if case .firebase = stored.hit.kind { return "" }
    return HitPayload.text(stored, at: context.now, isInAddress: false)
  }

  /// Returns the bytes by which a hit makes a request longer: a line end separates two hits, and
  /// events of one bundle share its data.
  private static func length(of stored: StoredHit, _ line: String, after last: StoredHit?) -> Int {
    if case .firebase = stored.hit.kind {
      return FirebaseWire.bytes(of: stored.hit, after: last?.hit)
    }
    return line.utf8.count + (last == nil ? 0 : 1)
  }

  private static func request(
    of first: StoredHit, _ hits: [StoredHit], _ lines: [String], _ rules: DispatchRules,
    _ context: Dispatcher.Context
  ) -> HitRequest {
    let queue = rules.queue
    if queue == .firebase {
      return HitRequest(
        queue: queue, hits: hits, method: .post, url: context.uploadURL,
        body: FirebaseWire.body(of: hits))
    }
    let url = HitPayload.url(of: first.hit)
    if hits.count > 1 || rules.batchesOne && rules.hitsPerRequest > 1 {
      return HitRequest(
        queue: queue, hits: hits, method: .post,
        url: url == HitPayload.secureURL ? HitPayload.batchURL : HitPayload.plainBatchURL,
        body: lines.joined(separator: "\n"))
    }
    let query = HitPayload.text(first, at: context.now, isInAddress: true)
    if query.utf8.count < rules.getBytes {
      return HitRequest(queue: queue, hits: hits, method: .get, url: url + "?" + query, body: "")
    }
    return HitRequest(queue: queue, hits: hits, method: .post, url: url, body: lines[0])
  }
}

extension String {
  /// The text after the first `?`; empty if there is none.
  fileprivate var query: Substring { drop { $0 != "?" }.dropFirst() }
}
