import OrderedCollections
import TagRuntime
import TagSimulation

/// Formats requests as an HTTP Archive, version 1.2, which proxies and browsers can open.
///
/// The members follow the format as documented on softwareishard.com. Unknown parts of a request
/// are empty or -1, as the format requires; additional members begin with `_`.
enum HTTPArchive {
  /// Returns the lines before the entries.
  ///
  /// - Parameter program: the version of the program.
  static func head(by program: String) -> [String] {
    let creator: Value = ["name": "tagsim", "version": .string(program)]
    let comment = "A simulation: no request was really sent, and its own servers answered."
    return [
      "{\"log\": {\"version\": \"1.2\", \"creator\": \(JSONWriter.write(creator)),",
      "\"comment\": \"\(comment)\", \"pages\": [], \"entries\": [",
    ]
  }

  /// The line after the entries.
  static let foot = "]}}"

  /// Returns the entry of a request.
  static func line(of sent: SentRequest) -> String { JSONWriter.write(entry(of: sent)) }

  private static func entry(of sent: SentRequest) -> Value {
    let entry = sent.entry
    let waited = entry.answered.map { max(.zero, $0 - entry.sent).wholeMilliseconds } ?? 0
    let started = sent.zone.civil(at: entry.sent)
    var value: OrderedDictionary<String, Value> = [
      "startedDateTime": .string(started.isoText(offsetSeconds: sent.zone.offset(at: entry.sent))),
      "time": .int(waited),
      "request": request(of: sent),
      "response": response(to: sent),
      "cache": [:],
      "timings": ["send": 0, "wait": .int(waited), "receive": 0],
      "comment": .string(sent.title),
      "_tagsim": .map([
        "request": .count(entry.number), "queue": .string(entry.request.queue.rawValue),
        "received": .bool(entry.isReceived), "answer": .string(sent.answer),
        "hits": .list(sent.hits.map(facts)),
      ]),
    ]
    if sent.status == 0 { value["_error"] = .string(sent.answer) }
    return .map(value)
  }

  /// Returns the facts about a hit in a request.
  private static func facts(_ hit: SentRequest.Carried) -> Value {
    let (stored, story) = (hit.stored, hit.story)
    return [
      "hit": .int(stored.id), "row": .count(hit.row),
      "tag": .text(stored.hit.tag), "type": .string(stored.hit.typeName),
      "title": .string(stored.hit.title), "state": .text(story?.state.rawValue),
      "loss": .text(story?.loss?.kind.rawValue), "late": .bool(story?.isLate ?? false),
    ]
  }

  private static func request(of sent: SentRequest) -> Value {
    let request = sent.entry.request
    let parameters =
      request.queue == .pixels || request.body.isEmpty ? QueryParameter.all(inURL: sent.url) : []
    var value: OrderedDictionary<String, Value> = [
      "method": .string(request.method.rawValue), "url": .string(sent.url),
      "httpVersion": "HTTP/1.1", "cookies": [],
      "headers": .list(sent.headers.map { pair($0.name, $0.value) }),
      "queryString": .list(parameters.map { pair($0.name, $0.value) }),
      "headersSize": -1, "bodySize": .count(request.body.utf8.count),
    ]
    if request.method == .post {
      value["postData"] = [
        "mimeType": .string(sent.contentType ?? ""), "params": [], "text": .string(request.body),
      ]
    }
    return .map(value)
  }

  /// Returns the answer: to Analytics, the picture of one pixel that its collector sends; otherwise
  /// only the status.
  private static func response(to sent: SentRequest) -> Value {
    let isPicture =
      sent.entry.request.queue == .analytics && sent.entry.answer == .status(200)
    let kind = isPicture ? "image/gif" : sent.entry.answer == .portal ? "text/html" : "x-unknown"
    let size = isPicture ? picture.size : 0
    var content: OrderedDictionary<String, Value> = [
      "size": .count(size), "mimeType": .string(kind),
    ]
    if isPicture {
      content["text"] = .string(picture.text)
      content["encoding"] = "base64"
    }
    let headers: [Value] = isPicture ? [pair("Content-Type", kind)] : []
    return [
      "status": .count(sent.status), "statusText": .string(words[sent.status] ?? ""),
      "httpVersion": "HTTP/1.1", "cookies": [], "headers": .list(headers),
      "content": .map(content), "redirectURL": "", "headersSize": -1,
      "bodySize": .count(sent.status == 0 ? -1 : size), "comment": .string(sent.answer),
    ]
  }

  private static func pair(_ name: String, _ value: String) -> Value {
    ["name": .string(name), "value": .string(value)]
  }

  /// A GIF of one pixel: its bytes in Base64, and their number.
  private static let picture = (
    text: "R0lGODlhAQABAID/AP///wAAACwAAAAAAQABAAACAkQBADs=", size: 35
  )

  private static let words: [Int: String] = [
    200: "OK", 204: "No Content", 301: "Moved Permanently", 302: "Found", 304: "Not Modified",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    408: "Request Timeout", 413: "Content Too Large", 429: "Too Many Requests",
    500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout",
  ]
}
