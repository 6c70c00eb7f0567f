package import TagRuntime
package import TagSimulation

/// A request as it is handed to other programs: what was asked, with its headers, and what came
/// back.
package struct SentRequest: Sendable {
  /// A header.
  package struct Header: Sendable, Hashable {
    /// Its name.
    package let name: String
    /// What it says.
    package let value: String
  }

  /// A hit in it.
  package struct Carried: Sendable, Hashable {
    /// The hit as the phone keeps it.
    let stored: StoredHit
    /// What became of it; nil where that is not remembered.
    @Boxed package private(set) var story: HitStory?
    /// The row at which it was made; nil where that is not known.
    let row: Int?

    /// A hit with what is known of it.
    package init(stored: StoredHit, story: HitStory?, row: Int?) {
      (self.stored, self.row) = (stored, row)
      self.story = story
    }
  }

  /// The request as the phone keeps it.
  package let entry: RequestLog.Entry
  /// Its hits, in their order.
  package let hits: [Carried]

  /// A request with its hits.
  package init(_ entry: RequestLog.Entry, hits: [Carried]) {
    (self.entry, self.hits) = (entry, hits)
  }

  private var request: HitRequest { entry.request }

  /// The address, in which every character that none may hold is encoded.
  package var url: String { AddressText.encoded(request.url) }

  /// What the body is; nil where there is none.
  ///
  /// Source: Wire §1. Firebase sends a binary form, for which JSON stands here.
  package var contentType: String? {
    switch request.queue {
    case .analytics: "application/x-www-form-urlencoded; charset=UTF-8"
    case .firebase: "application/json"
    case .pixels: nil
    }
  }

  /// The headers that are known of it. Analytics tells the type of the content with a GET, too.
  ///
  /// Source: Wire §1; the headers of pixels are not known.
  package var headers: [Header] {
    var headers = [Header(name: "Host", value: HeaderText.safe(request.host))]
    if let agent = request.userAgent {
      headers.append(Header(name: "User-Agent", value: HeaderText.safe(agent)))
    }
    if let contentType { headers.append(Header(name: "Content-Type", value: contentType)) }
    if request.method == .post {
      headers.append(Header(name: "Content-Length", value: String(request.body.utf8.count)))
    }
    return headers
  }

  /// The status that the phone saw; 0 where there was no answer.
  package var status: Int {
    switch entry.answer {
    case .status(let status)?: status
    case .portal?: 200
    case .none?, .processEnded?, nil: 0
    }
  }

  /// What came of it, in words.
  package var answer: String { entry.answer?.words ?? "no answer yet" }

  /// Its hits in a few words: "hit 4 screen Confirmation, hit 5 event".
  package var title: String {
    request.hits.map { stored in
      let title = stored.hit.queue == .pixels ? "" : " " + stored.hit.title
      return "hit \(stored.id) \(stored.hit.typeName)\(title)"
    }.joined(separator: ", ")
  }
}

/// Addresses as they can be asked for.
package enum AddressText {
  /// An address in which everything that none may hold, and what a shell or a terminal could take
  /// for something else, is percent-encoded; what is encoded already stays.
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
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: signs.contains(byte)
    }
  }
}

/// Texts of headers, which end with their line.
enum HeaderText {
  /// The text without what would end a header, or be more than visible ASCII.
  static func safe(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { (0x20..<0x7F).contains($0.value) ? $0 : "?" }))
  }
}
