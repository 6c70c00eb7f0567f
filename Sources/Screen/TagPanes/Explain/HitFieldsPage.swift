import OrderedCollections
package import TagRuntime
package import TagSimulation
import TagWords
import TerminalKit
import TextKit

/// All fields of a hit by their names, its payload as sent, and every request for it.
package struct HitFieldsPage: ExplainPage {
  package let context: ScreenContext
  private let story: HitStory

  package init(_ context: ScreenContext, _ story: HitStory) {
    self.context = context
    self.story = story
  }

  package func write(_ page: inout PageText) { page.append(lines(columns: page.columns)) }

  private func lines(columns: Int) -> [Line] {
    let hit = story.hit
    let number = story.id.map { "Hit \($0)" } ?? "A hit that was never stored"
    var lines = wrapped("\(number): \(hit.typeName) \(hit.title)", columns: columns, .bold)
    lines += wrapped(
      "It \(story.words).", columns: columns,
      story.state == .lost || story.isMissed(at: view.simulation.trueTime)
        ? .attention.strong : .plain)
    switch hit.kind {
    case .pixel(let url):
      lines += [Line(), Line("The requested URL", .bold)]
      lines += wrapped(url, columns: columns, .dim)
      lines += AddressTable(context: context).lines(
        QueryParameter.all(inURL: url), columns: columns)
    case .firebase(let event, let properties):
      lines += eventLines(event, properties, of: hit, columns: columns)
    case .analytics(let fields):
      let width = nameColumns(Array(fields.keys) + Array(hit.added.keys), columns: columns)
      lines += [Line(), Line("Its own fields", .bold)]
      lines += fieldLines(fields, width, columns: columns)
      if !hit.added.isEmpty {
        lines += [Line(), Line("Added by the SDK", .bold)]
        lines += fieldLines(
          HitMeaning.annotated(hit.added), width, columns: columns)
      }
      lines += [Line(), Line("Payload; each request adds its times", .bold)]
      lines += wrapped(hit.payload, columns: columns, .dim)
      lines += wrapped(
        "A real hit has the same fields, in arbitrary order.", columns: columns, .dim)
    }
    return lines + [Line(), Line("Its life", .bold)]
      + factLines(lifeFacts, columns: columns)
  }

  // MARK: Fields

  package func fieldName(_ code: String) -> String {
    code.hasPrefix("&") && code.utf8.count > 1
      ? HitField.name(of: code) ?? "(no name)" : "(not sent)"
  }

  private func nameColumns(_ codes: [String], columns: Int) -> (name: Int, code: Int) {
    let names = codes.map { TextWidth.columns(of: fieldName($0)) }.max() ?? 0
    let widest = codes.map { TextWidth.columns(of: TerminalText.visible($0)) }.max() ?? 0
    return (min(names, columns / 3), min(widest, columns / 4))
  }

  private func fieldLines(
    _ fields: OrderedDictionary<String, String>, _ width: (name: Int, code: Int), columns: Int
  ) -> [Line] {
    let indent = width.name + 2 + width.code + 2
    return fields.elements.flatMap { code, value in
      let parts = Wrapping.lines(value.isEmpty ? "(empty)" : value, columns: columns - indent)
      return parts.enumerated().map { index, part in
        guard index == 0 else { return Line(String(repeating: " ", count: indent) + part) }
        return Line(cell(fieldName(code), width.name) + "  ")
          + Line(cell(code, width.code) + "  ", .dim) + part
      }
    }
  }

  // MARK: Its life

  private var lifeFacts: [Fact] {
    let page = HitPage(context, story)
    let made = Fact("made", "\(view.time(of: story.hit.created)), \(page.madeText)")
    return [made] + requestFacts(page)
      + [page.consentFact, page.inTimeFact, fateFact].compactMap { $0 }
  }

  private func requestFacts(_ page: HitPage) -> [Fact] {
    guard let id = story.id else { return [] }
    let requests = page.requests(ofHit: id)
    if requests.isEmpty { return [Fact("requests", page.noRequestText)] }
    return requests.flatMap { entry -> [Fact] in
      let request = entry.request
      let others = request.hits.count - 1
      let bytes = request.body.isEmpty ? request.url.utf8.count : request.body.utf8.count
      var text =
        view.time(of: entry.sent)
        + " \(request.method.rawValue) \(request.host), \(bytes) bytes"
      if others > 0 { text += ", with \(Counted.text(others, "other hit"))" }
      let bundles = Set(request.hits.compactMap { $0.hit.added["bundle"] }).count
      if bundles > 0 { text += " in \(Counted.text(bundles, "bundle"))" }
      let answered = entry.answered.map { " after \(($0 - entry.sent).shortText)" } ?? ""
      text += ": " + (entry.answer.map { $0.words + answered } ?? "no answer yet")
      let fact = Fact(
        "request \(entry.number)", text,
        needsAttention: entry.answer.map { $0 != .status(200) } ?? false)
      guard case .analytics = story.hit.kind else { return [fact] }
      let times = Fact("", timesText(of: request.parameters(ofHit: id)))
      return [fact, times]
        + (request.userAgent.map { [Fact("", "User-Agent: " + $0)] } ?? [])
    }
  }

  /// Returns the parameters that a request added to the payload.
  private func timesText(of parameters: [QueryParameter]) -> String {
    func raw(_ name: String) -> String? {
      // The parameters of the request come after the hit's own fields.
      parameters.last { $0.name == name }?.raw
    }
    let waited = parameters.last { $0.name == "qt" }.flatMap { Int64($0.value) }
    let queued =
      waited.map { "qt=\($0) (\(Duration.milliseconds($0).shortText) in the queue)" }
      ?? "no qt (created at the same moment, or later by the clock)"
    return "sent with "
      + ([raw("ht"), queued, raw("z")].compactMap { $0 }).joined(separator: "  ")
  }

  private var fateFact: Fact {
    let since = story.ended.map { view.time(of: $0) + " " } ?? "now "
    return Fact("fate", since + "it " + story.words, needsAttention: story.fate.kind.mark > .well)
  }

  // MARK: Firebase

  /// Returns an event on its way to Firebase, field by field.
  private func eventLines(
    _ event: FirebaseEvent, _ properties: OrderedDictionary<String, FirebaseProperty>,
    of hit: Hit, columns: Int
  ) -> [Line] {
    let travels =
      event.name == event.longName
      ? event.name : "\(event.longName), sent as \(event.name)"
    var lines = [Line(), Line("The event", .bold)]
    lines += factLines(
      [
        Fact("name", travels),
        Fact("logged", view.simulation.world.zone.civil(at: event.logged).dateTimeText),
        Fact(
          "before",
          event.previous.map { view.simulation.world.zone.civil(at: $0).dateTimeText }
            ?? "none of its name"),
      ], columns: columns)
    lines += [Line(), Line("Its parameters", .bold)]
    let parameters = OrderedDictionary(
      event.parameters.elements.map { (FirebaseWireNames.bothOfParameter($0.key), $0.value) },
      uniquingKeysWith: { $1 })
    lines += ParameterTable(context: context).lines(
      parameters, indent: 0, columns: columns, isWhole: true)
    if event.parameters.isEmpty { lines.append(Line("none", .dim)) }
    lines += [Line(), Line("User properties sent with it", .bold)]
    lines += factLines(
      properties.elements.map { name, property in
        Fact(
          FirebaseWireNames.bothOfProperty(name),
          "\(property.text), set \(view.time(of: property.set))")
      }, columns: columns)
    if properties.isEmpty { lines.append(Line("none", .dim)) }
    if !hit.added.isEmpty {
      lines += [Line(), Line("Added by Firebase", .bold)]
      lines += factLines(
        hit.added.elements.map {
          Fact(FirebaseWireNames.bothOfParameter($0.key), $0.value)
        }, columns: columns)
    }
    lines += [Line(), Line("Inferred, not seen in real traffic", .bold)]
    for sentence in Self.inferred(event, hit) {
      lines += wrapped(sentence, columns: columns, indent: 2, .dim)
    }
    lines += [Line(), Line("Payload, as JSON: Firebase's own form is binary", .bold)]
    return lines + wrapped(hit.payload, columns: columns, .dim)
  }

  /// Source: Firebase §6.5, Firebase §4.4.
  private static func inferred(_ event: FirebaseEvent, _ hit: Hit) -> [String] {
    var sentences = ["the form of the payload, and that an upload closes its bundles"]
    if hit.tag != nil { sentences.append("the origin gtm: no event of a tag was seen") }
    if event.longName == "app_background", hit.created == event.logged {
      sentences.append("that app_background also occurs without engagement before it")
    }
    return sentences
  }
}

package struct AddressTable: ScreenPart {
  package let context: ScreenContext

  /// The maximum number of parameters of an address that are shown.
  private static let shownParameters = 200

  /// Returns the parameters of an address by name, decoded, and beside it as sent.
  package func lines(_ parameters: [QueryParameter], columns: Int) -> [Line] {
    guard !parameters.isEmpty else { return [] }
    let shown = parameters.prefix(Self.shownParameters)
    let names = shown.map { TextWidth.columns(of: TerminalText.visible($0.name)) }
    let width = min(names.max() ?? 0, columns / 3)
    let rest = columns - width - 2
    let showsRaw = rest >= 40
    let valueWidth = showsRaw ? rest / 2 - 2 : rest
    var lines = [Line(), Line("Its parameters, decoded" + (showsRaw ? " and raw" : ""), .bold)]
    for parameter in shown {
      let value = parameter.value.isEmpty ? "(empty)" : parameter.value
      let values = Wrapping.lines(value, columns: valueWidth)
      let raw = showsRaw ? Wrapping.lines(parameter.raw, columns: rest - valueWidth - 2) : []
      for index in 0..<max(values.count, raw.count) {
        let decoded = index < values.count ? values[index] : ""
        var line =
          Line(cell(index == 0 ? parameter.name : "", width) + "  ")
          + Line(showsRaw ? cell(decoded, valueWidth) : decoded)
        if index < raw.count { line = line + Line("  " + raw[index], .dim) }
        lines.append(line)
      }
    }
    let more = parameters.count - shown.count
    if more > 0 { lines.append(Line("and \(more) more", .dim)) }
    return lines
  }
}
