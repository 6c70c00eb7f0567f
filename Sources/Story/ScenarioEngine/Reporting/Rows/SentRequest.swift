package import TagRuntime
package import TagSimulation

/// A request in a form for other programs: the request with its headers, and the answer.
package struct SentRequest: Sendable {
  package struct Header: Sendable, Hashable {
    package let name: String
    package let value: String
  }

  package struct Carried: Sendable, Hashable {
    let stored: StoredHit
    /// The outcome of the hit; nil if the world has forgotten it.
    @Boxed package private(set) var story: HitStory?
    /// The row that made the hit; nil if it is not known.
    let row: Int?

    /// Creates a hit with its known outcome and row.
    package init(stored: StoredHit, story: HitStory?, row: Int?) {
      (self.stored, self.row) = (stored, row)
      self.story = story
    }
  }

  /// The request as the phone stores it.
  package let entry: RequestLog.Entry
  let hits: [Carried]
  /// The time zone of the phone.
  let zone: ZoneRules

  package init(_ entry: RequestLog.Entry, hits: [Carried], in zone: ZoneRules) {
    (self.entry, self.hits, self.zone) = (entry, hits, zone)
  }

  private var request: HitRequest { entry.request }

  /// The address, with every invalid character encoded.
  var url: String { AddressText.encoded(request.url) }

  /// The content type of the body; nil without a body.
  ///
  /// Source: Wire §1. Firebase sends a binary form, for which JSON stands here.
  var contentType: String? {
    switch request.queue {
    case .analytics: "application/x-www-form-urlencoded; charset=UTF-8"
    case .firebase: "application/json"
    case .pixels: nil
    }
  }

  /// The known headers. Analytics sends the type of the content with a GET, too.
  ///
  /// Source: Wire §1; the headers of pixels are not known.
  var headers: [Header] {
    var headers = [Header(name: "Host", value: HeaderText.safe(request.host))]
    if let agent = request.userAgent {
      headers.append(Header(name: "User-Agent", value: HeaderText.safe(agent)))
    }
    if let contentType { headers.append(Header(name: "Content-Type", value: contentType)) }
    if request.isCompressed {
      headers.append(Header(name: "Content-Encoding", value: "gzip"))
    } else if request.method == .post {
      headers.append(Header(name: "Content-Length", value: String(request.body.utf8.count)))
    }
    return headers
  }

  /// The status that the phone received; 0 without an answer.
  var status: Int {
    switch entry.answer {
    case .status(let status)?: status
    case .portal?: 200
    case .none?, .processEnded?, nil: 0
    }
  }

  var answer: String { entry.answer?.words ?? "no answer yet" }

  /// The hits in a few words: "hit 4 screen Confirmation, hit 5 event".
  var title: String {
    request.hits.map { stored in
      let title = stored.hit.queue == .pixels ? "" : " " + stored.hit.title
      return "hit \(stored.id) \(stored.hit.typeName)\(title)"
    }.joined(separator: ", ")
  }
}

/// Addresses in a valid form.
package enum AddressText {
  /// Percent-encodes everything that an address must not contain, and everything that a shell or a
  /// terminal could misread; text that is already encoded stays unchanged.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func encoded(_ url: String) -> String {
    let hex = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(url.utf8.count)
    for byte in url.utf8 {
      if isAllowed(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let signs = Set("-._~:/?#[]@!$&'()*+,;=%".utf8)

  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || signs.contains(byte)
  }
}

enum HeaderText {
  /// Removes everything that would end a header or is not visible ASCII.
  static func safe(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { (0x20..<0x7F).contains($0.value) ? $0 : "?" }))
  }
}
