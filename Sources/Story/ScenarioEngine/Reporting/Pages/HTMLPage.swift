import TextKit

/// A report as one page for a browser: it loads nothing, runs nothing, and has the same bytes for
/// the same run.
///
/// Every text has its control characters made visible, as on a screen, and is escaped.
struct HTMLPage {
  private let report: HandedReport
  private var lines: [String] = []
  private var headings = 0
  private var isInSection = false

  static func lines(of report: HandedReport) -> [String] {
    var page = HTMLPage(report: report)
    page.write()
    // A preformatted element contains several lines.
    return page.lines.flatMap { element in
      element.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private init(report: HandedReport) { self.report = report }

  private mutating func write() {
    let title = Self.escaped(report.title)
    lines = [
      "<!doctype html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
      "<meta http-equiv=\"Content-Security-Policy\" "
        + "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">",
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
      "<meta name=\"color-scheme\" content=\"light dark\">", "<title>\(title)</title>", "<style>",
    ]
    lines += HTMLStyle.lines + ["</style>", "</head>", "<body>", "<header>", "<h1>\(title)</h1>"]
    let first = report.parts.prefix { if case .heading = $0 { false } else { true } }
    for part in first { write(part) }
    lines.append("</header>")
    writeContents()
    lines.append("<main>")
    for part in report.parts.dropFirst(first.count) { write(part) }
    closeSection()
    lines += ["</main>", "</body>", "</html>"]
  }

  private mutating func writeContents() {
    guard report.parts.contains(where: { if case .heading = $0 { true } else { false } }) else {
      return
    }
    var number = 0
    var isNested = false
    lines += ["<nav aria-label=\"Contents\">", "<ul>"]
    for case .heading(let text, let level) in report.parts {
      number += 1
      if (level > 2) != isNested {
        lines.append(isNested ? "</ul></li>" : "<li><ul>")
        isNested.toggle()
      }
      lines.append("<li><a href=\"#s\(number)\">\(Self.escaped(text))</a></li>")
    }
    lines += (isNested ? ["</ul></li>"] : []) + ["</ul>", "</nav>"]
  }

  private mutating func closeSection() {
    if isInSection { lines.append("</section>") }
    isInSection = false
  }

  // MARK: Parts

  private mutating func write(_ part: ReportPart) {
    switch part {
    case .heading(let text, let level): write(heading: text, level)
    case .text(let text, let tone): lines.append(Self.paragraph(text, tone))
    case .facts(let facts): write(facts)
    case .list(let items): write(items)
    case .table(let table): write(table.figures)
    case .fixed(let page):
      lines.append("<pre>" + page.map(Self.escaped).joined(separator: "\n") + "</pre>")
    case .page(let title, let page): lines += Self.folded(title, page)
    case .picture(let picture): write(picture)
    }
  }

  private mutating func write(heading text: String, _ level: Int) {
    headings += 1
    if level == 2 {
      closeSection()
      lines.append("<section aria-labelledby=\"s\(headings)\">")
      isInSection = true
    }
    lines.append("<h\(level) id=\"s\(headings)\">\(Self.escaped(text))</h\(level)>")
  }

  private static func paragraph(_ text: String, _ tone: ReportTone) -> String {
    let word = tone == .good || tone == .bad ? "" : tone.word
    let lead = word.isEmpty ? "" : "<strong>\(word)</strong> "
    return "<p class=\"\(tone.rawValue)\">\(lead)\(escaped(text))</p>"
  }

  private mutating func write(_ facts: [ReportFact]) {
    lines.append("<dl>")
    for fact in facts {
      let tone = fact.needsAttention ? " class=\"attention\"" : ""
      lines.append(
        "<div><dt>\(Self.escaped(fact.name))</dt><dd\(tone)>\(Self.escaped(fact.text))</dd></div>")
    }
    lines.append("</dl>")
  }

  private mutating func write(_ items: [ReportItem]) {
    lines.append("<ul class=\"checks\">")
    for item in items {
      let word = item.tone.word.isEmpty ? "" : "<strong>\(item.tone.word)</strong> "
      // A line for the program is preformatted.
      let tag = item.isSentence ? "span" : "code"
      let detail = item.detail.isEmpty ? "" : "<p class=\"dim\">\(Self.escaped(item.detail))</p>"
      let why =
        item.lines.isEmpty
        ? "" : "<pre>" + item.lines.map(Self.escaped).joined(separator: "\n") + "</pre>"
      lines.append(
        "<li class=\"\(item.tone.rawValue)\">\(word)<\(tag)>\(Self.escaped(item.text))</\(tag)>"
          + detail + why + "</li>")
    }
    lines.append("</ul>")
  }

  private mutating func write(_ table: ReportTable) {
    lines.append("<div class=\"wide\"><table>")
    if !table.caption.isEmpty {
      lines.append("<caption>\(Self.escaped(table.caption))</caption>")
    }
    let heads = table.columns.enumerated().map { place, name in
      "<th scope=\"col\"\(Self.number(place, table))>\(Self.escaped(name))</th>"
    }
    lines += ["<thead><tr>\(heads.joined())</tr></thead>", "<tbody>"]
    for row in table.rows {
      let id = row.event.map { " id=\"e\($0)\"" } ?? ""
      let cells = row.cells.enumerated().map { place, cell in
        // The first cell is the header of the row.
        let tag = place == 0 ? "th scope=\"row\"" : "td"
        let text = Self.breakable(cell.text)
        let linked = cell.link.map { "<a href=\"\(Self.escaped($0))\">\(text)</a>" } ?? text
        return "<\(tag)\(Self.number(place, table))>\(linked)</\(place == 0 ? "th" : "td")>"
      }
      lines.append("<tr class=\"\(row.tone.rawValue)\"\(id)>\(cells.joined())</tr>")
      guard let fold = row.fold else { continue }
      lines.append("<tr class=\"fold\"><td colspan=\"\(table.columns.count)\">")
      lines += Self.folded(fold.title, fold.lines) + ["</td></tr>"]
    }
    lines += ["</tbody>", "</table></div>"]
  }

  private static func number(_ place: Int, _ table: ReportTable) -> String {
    table.isNumber(place) ? " class=\"number\"" : ""
  }

  private mutating func write(_ picture: ReportPicture) {
    lines.append("<figure>")
    lines += picture.drawn
    lines += ["<figcaption>\(Self.escaped(picture.title))</figcaption>", "</figure>"]
  }

  // MARK: Text

  private static func folded(_ title: String, _ page: [ReportText]) -> [String] {
    let text = page.map { $0.spans.map(span).joined() }.joined(separator: "\n")
    return [
      "<details><summary>\(escaped(title))</summary>", "<pre>\(text)</pre>", "</details>",
    ]
  }

  private static func span(_ span: ReportText.Span) -> String {
    var text = escaped(span.text)
    if span.isBold { text = "<b>\(text)</b>" }
    if span.isUnderlined { text = "<u>\(text)</u>" }
    return span.role.map { "<span class=\"\($0)\">\(text)</span>" } ?? text
  }

  /// The length from which a word in a table may be broken at its signs.
  private static let wordLimit = 24

  /// Allows breaks after the signs of long words, such as addresses.
  private static func breakable(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word -> String in
      guard word.count > wordLimit else { return escaped(String(word)) }
      var parts: [String] = [""]
      for character in word {
        parts[parts.count - 1].append(character)
        if "/?&=,;:_.-".contains(character) { parts.append("") }
      }
      return parts.filter { !$0.isEmpty }.map(escaped).joined(separator: "<wbr>")
    }.joined(separator: " ")
  }

  /// Escapes a text for any place in the page.
  private static func escaped(_ text: String) -> String { MarkupText.visible(text) }
}

/// The style of the page: light and dark according to the reader's setting, on a phone and on
/// paper.
private enum HTMLStyle {
  static var lines: [String] { text.split(separator: "\n").map(String.init) }

  private static let text = """
    :root { --back: #fbfaf7; --text: #22252b; --faint: #5f6672; --line: #dcdad3; --panel: #f2f0ea;
      --good: #23702a; --warn: #8a5a00; --bad: #b3261e; --link: #1f5fbf; }
    @media (prefers-color-scheme: dark) { :root { --back: #14161a; --text: #dfe2e7;
      --faint: #a0a7b3; --line: #31353d; --panel: #1c1f25; --good: #8ccf7e; --warn: #e5c76b;
      --bad: #ff8a8a; --link: #7fb2f5; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 3rem) 4rem; max-width: 76rem;
      background: var(--back); color: var(--text);
      font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
    h1 { font-size: clamp(1.5rem, 4vw, 2.2rem); line-height: 1.2; margin: 0 0 .5rem; }
    h2 { font-size: 1.4rem; margin: 2.5rem 0 .75rem; padding-bottom: .3rem;
      border-bottom: 2px solid var(--line); }
    h3 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
    h1, h2, h3, p, dd, li, td, th, figcaption { unicode-bidi: isolate; }
    h1, h2, h3, p, dd, li, summary, figcaption { overflow-wrap: break-word; }
    p { margin: .6rem 0; max-width: 60rem; }
    a { color: var(--link); }
    nav { margin: 1.25rem 0; padding: .75rem 1rem; background: var(--panel); border-radius: .5rem; }
    nav ul { margin: 0; padding-left: 1.1rem; columns: 18rem; }
    nav ul ul { columns: auto; padding-left: 1rem; }
    nav li { break-inside: avoid; }
    nav li:has(> ul) { list-style: none; }
    .caption { font-size: 1.08rem; font-weight: 600; }
    .question { font-weight: 600; }
    .note, .dim { color: var(--faint); }
    .good > strong, p.good { color: var(--good); }
    .bad > strong, p.bad { color: var(--bad); font-weight: 600; }
    .attention, tr.attention > th, tr.attention > td { color: var(--warn); }
    tr.bad > th, tr.bad > td { color: var(--bad); }
    tr.dim > th, tr.dim > td { color: var(--faint); }
    dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(10.5rem, 100%), 1fr)); gap: .6rem;
      margin: 1rem 0; }
    dl div { min-width: 0; background: var(--panel); border-radius: .5rem; padding: .5rem .8rem; }
    dt { color: var(--faint); font-size: .82rem; }
    dd { margin: 0; font-weight: 600; }
    .wide { overflow-x: auto; margin: .8rem 0; max-width: 100%; }
    table { border-collapse: collapse; width: 100%; font-size: .92rem; }
    caption { text-align: left; color: var(--faint); font-size: .82rem; padding-bottom: .2rem; }
    th, td { text-align: left; vertical-align: top; padding: .3rem .6rem;
      border-top: 1px solid var(--line); font-weight: normal; min-width: 3.2rem; }
    thead th { color: var(--faint); font-size: .82rem; border-top: 0; white-space: nowrap; }
    .number { text-align: right; font-variant-numeric: tabular-nums; width: 1%; }
    tr.fold td { border-top: 0; padding-top: 0; padding-left: 4.2rem; }
    tr:target { outline: 2px solid var(--link); }
    details { margin: .2rem 0; }
    summary { cursor: pointer; color: var(--link); }
    section > details { margin: .6rem 0; }
    pre { margin: .4rem 0; padding: .6rem .8rem; background: var(--panel); border-radius: .4rem;
      overflow-x: auto; line-height: 1.35; color: var(--text);
      font: .82rem/1.4 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
    pre .fired { color: var(--good); } pre .attention { color: var(--warn); }
    pre .lost { color: var(--bad); } pre .dim { color: var(--faint); }
    pre .accent { color: var(--link); }
    code { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
      font-size: .88em; }
    ul.checks { list-style: none; padding-left: 0; margin: .4rem 0; }
    ul.checks li { margin: .15rem 0; }
    figure { margin: 1.2rem 0; overflow-x: auto; }
    figure svg { display: block; width: 100%; min-width: 42rem; height: auto; }
    figcaption { color: var(--faint); font-size: .85rem; margin-top: .3rem; }
    @media (max-width: 40rem) { tr.fold td { padding-left: .6rem; } th, td { padding: .3rem .35rem; } }
    @media print { :root { color-scheme: light; --back: #fff; --text: #000; --faint: #444;
      --line: #bbb; --panel: #f4f4f4; --good: #1a5c20; --warn: #6b4600; --bad: #97201a;
      --link: #143f80; }
      body { max-width: none; padding: 0; font-size: 10pt; background: #fff; }
      nav { display: none; }
      h2, h3 { break-after: avoid; } figure, tr { break-inside: avoid; } tr.fold { break-inside: auto; }
      .wide { overflow: visible; } table { font-size: 8pt; }
      th, td { padding: .15rem .3rem; min-width: 0; } tr.fold td { padding-left: .6rem; }
      details::details-content { content-visibility: visible; block-size: auto; }
      summary { list-style: none; color: var(--text); }
      pre { white-space: pre-wrap; overflow-wrap: break-word; } figure svg { min-width: 0; } }
    """
}
