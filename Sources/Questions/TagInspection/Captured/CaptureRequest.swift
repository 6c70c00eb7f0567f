import PhoneLog
import TagRuntime

/// A captured request without irrelevant parts: no headers, no cookies, and only the status of the
/// answer.
struct CaptureRequest: Sendable, Hashable {
  enum Body: Sendable, Hashable {
    case none
    case text(String)
    /// Bytes that are not text.
    case binary
    /// That of an upload of Firebase, as it is written in the capture.
    case upload(String, isBase64: Bool)
  }

  enum Receiver: Sendable, Hashable {
    /// The collector of Universal Analytics.
    case collector
    /// The upload of Firebase.
    case firebase
    /// Another host.
    case foreign(String)
  }

  /// Its number among the entries of the file, from 1.
  var entry: Int
  /// The address without its query.
  private(set) var host = ""
  private(set) var path = ""
  private(set) var query = ""
  private var scheme = "https"
  var body = Body.none
  var sent: CaptureTime?
  /// The status of the server's answer; nil if the file does not say it, 0 for no answer.
  var status: Int?

  init(entry: Int) { self.entry = entry }

  /// Splits an address into its parts; false if it is not an address.
  mutating func setAddress(_ url: String) -> Bool {
    guard let colon = url.firstBytes(of: "://") else { return false }
    let rest = url[colon.upperBound...]
    let authority = rest.prefix { !"/?#".contains($0) }
    // A user and a password before the host are private.
    let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    let parts = rest[authority.endIndex...].prefix { $0 != "#" }
    let path = parts.prefix { $0 != "?" }
    let query = parts[path.endIndex...].dropFirst()
    setAddress(host: String(place), path: String(path), query: String(query))
    scheme = url[..<colon.lowerBound].lowercased()
    return !host.isEmpty
  }

  mutating func setAddress(host: String, path: String, query: String) {
    let isIPv6 = host.hasPrefix("[")
    self.host = isIPv6 ? host.lowercased() : String(host.prefix { $0 != ":" }).lowercased()
    self.path = path.isEmpty ? "/" : path
    self.query = query
  }

  /// The whole address.
  var url: String { "\(scheme)://\(host)\(path)" + (query.isEmpty ? "" : "?" + query) }

  /// Source: Wire §1; the measurement libraries for Android and iOS for the hosts of Firebase, and
  /// the Measurement Protocol for the paths. What goes to `/g/collect` and `/mp/collect` is of
  /// Google Analytics 4.
  var receiver: Receiver {
    func isOf(_ domain: String) -> Bool { host == domain || host.hasSuffix("." + domain) }
    if isOf("google-analytics.com"), Self.collectorPaths.contains(path) { return .collector }
    if path == "/a", Self.uploadDomains.contains(where: isOf) { return .firebase }
    return .foreign(host)
  }

  private static let uploadDomains = [
    "app-measurement.com", "app-analytics-services.com", "app-analytics-services-att.com",
  ]

  private static let collectorPaths: Set = [
    "/collect", "/batch", "/r/collect", "/j/collect", "/debug/collect",
  ]

  /// Whether it is larger than any request with hits.
  var isTooLarge: Bool {
    if query.utf8.count > CapturedHits.byteLimit { return true }
    guard case .text(let text) = body else { return false }
    return text.utf8.count > CapturedHits.byteLimit
  }

  /// The hits in the request, and the number of those after damaged line ends; empty if the request
  /// is too large.
  ///
  /// - Complexity: O(n) in the length of the request.
  var hits: (found: [[QueryParameter]], damagedCount: Int) {
    if isTooLarge { return ([], 0) }
    if case .text(let text) = body {
      let read = CapturedText(text)
      let hits = read.hits.filter(CapturedHit.isHit)
      if !hits.isEmpty { return (hits, read.damagedCount) }
    }
    let read = CapturedText(query)
    return (read.hits.filter(CapturedHit.isHit), read.damagedCount)
  }
}

/// The reason why a capture cannot be read: a sentence without the name of its file.
package struct CaptureError: Error, Sendable, Hashable {
  /// A sentence that says what is wrong and what to do.
  package let sentence: String

  init(_ sentence: String) { self.sentence = sentence }
}
