import TextKit

/// A screen as an SVG picture: text that can be searched, borders that meet in every font, and the
/// colours of a dark or a light terminal.
package struct ScreenPicture {
  /// The colours of the terminal in the picture.
  package struct Palette: Sendable, Hashable {
    /// The colour behind the text.
    package var background: String
    package var foreground: String
    /// Black, red, green, yellow, blue, magenta, cyan, white.
    package var colors: [String]

    /// Light text on dark ground.
    package static let dark = Palette(
      background: "#16181d", foreground: "#d5d8de",
      colors: [
        "#16181d", "#ef6b73", "#8ccf7e", "#e5c76b", "#6ba4f0", "#c88ae8", "#5fc8c8", "#eceff4",
      ])
    /// Dark text on light ground.
    package static let light = Palette(
      background: "#fbfaf7", foreground: "#2a2d34",
      colors: [
        "#2a2d34", "#b3261e", "#2f7d32", "#8a6500", "#1f5fbf", "#8a2fa8", "#0f7478", "#fbfaf7",
      ])

    /// The colours that suit a theme.
    package static func under(_ theme: Theme) -> Palette { theme == .light ? .light : .dark }
  }

  /// The width of a cell in pixels.
  static let cellWidth = 8
  /// The height of a cell in pixels.
  static let cellHeight = 18
  /// The distance from the top of a cell to the baseline of its text.
  static let baseline = 13
  /// The margin around the screen.
  static let margin = 12

  private let buffer: CellBuffer
  private let theme: Theme
  private let palette: Palette
  private var lines: [String] = []

  /// Returns the picture of a screen.
  ///
  /// - Parameters:
  ///   - buffer: the screen.
  ///   - title: a description for readers who cannot see it.
  ///   - theme: the looks of the roles; the light theme is for a light terminal.
  /// - Returns: the lines of the file.
  /// - Complexity: O(n) in the number of cells.
  package static func lines(of buffer: CellBuffer, title: String, theme: Theme) -> [String] {
    var picture = ScreenPicture(buffer: buffer, theme: theme)
    picture.draw(title: title)
    return picture.lines
  }

  private init(buffer: CellBuffer, theme: Theme) {
    self.buffer = buffer
    self.theme = theme
    palette = .under(theme)
  }

  private mutating func draw(title: String) {
    let width = buffer.size.columns * Self.cellWidth + 2 * Self.margin
    let height = buffer.size.rows * Self.cellHeight + 2 * Self.margin
    lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" "
        + "width=\"\(width)\" height=\"\(height)\" role=\"img\" font-size=\"13.3\" "
        + "font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\">",
      "<title>\(MarkupText.visible(title))</title>",
      "<rect width=\"\(width)\" height=\"\(height)\" rx=\"8\" fill=\"\(palette.background)\"/>",
      "<g transform=\"translate(\(Self.margin) \(Self.margin))\" xml:space=\"preserve\">",
    ]
    for row in 0..<buffer.size.rows {
      for run in buffer.styleRuns(row: row) { draw(run, row: row) }
    }
    lines += ["</g>", "</svg>"]
  }

  private mutating func draw(_ run: CellBuffer.StyleRun, row: Int) {
    let look = look(of: run.style)
    if let background = look.background {
      lines.append(
        "<rect x=\"\(run.column * Self.cellWidth)\" y=\"\(row * Self.cellHeight)\" "
          + "width=\"\(run.cells.count * Self.cellWidth)\" height=\"\(Self.cellHeight)\" "
          + "fill=\"\(background)\"/>")
    }
    var words = ""
    var start = run.column
    var path = ""
    // Each word has its own position, so that no font can move the text after it.
    func flush(_ picture: inout ScreenPicture, upTo column: Int) {
      let count = words.isEmpty ? 0 : column - start
      if count > 0 { picture.write(words, start, count, row, look) }
      words = ""
    }
    for (offset, cell) in run.cells.enumerated() {
      let column = run.column + offset
      if let box = BoxCharacter(cell.text) {
        flush(&self, upTo: column)
        path += box.path(column * Self.cellWidth, row * Self.cellHeight)
      } else if cell.text == " " {
        flush(&self, upTo: column)
      } else {
        if words.isEmpty { start = column }
        words += cell.text
      }
    }
    flush(&self, upTo: run.column + run.cells.count)
    if !path.isEmpty {
      lines.append("<path d=\"\(path)\" fill=\"\(look.foreground)\"\(look.opacity)/>")
    }
  }

  private mutating func write(
    _ text: String, _ column: Int, _ count: Int, _ row: Int, _ look: Paint
  ) {
    lines.append(
      "<text x=\"\(column * Self.cellWidth)\" y=\"\(row * Self.cellHeight + Self.baseline)\" "
        + "textLength=\"\(count * Self.cellWidth)\" lengthAdjust=\"spacingAndGlyphs\" "
        + "fill=\"\(look.foreground)\"\(look.opacity)\(look.weight)>"
        + MarkupText.escaped(text) + "</text>")
  }

  // MARK: Colours

  private struct Paint {
    var foreground: String
    var background: String?
    var opacity = ""
    var weight = ""
  }

  private func look(of style: Style) -> Paint {
    let style = theme.look(of: style)
    var foreground = color(style.foreground) ?? palette.foreground
    var background = color(style.background)
    if style.attributes.contains(.reverse) {
      (foreground, background) = (background ?? palette.background, foreground)
    }
    var look = Paint(foreground: foreground, background: background)
    if style.attributes.contains(.dim) { look.opacity = " opacity=\"0.6\"" }
    if style.attributes.contains(.bold) { look.weight = " font-weight=\"bold\"" }
    if style.attributes.contains(.underline) { look.weight += " text-decoration=\"underline\"" }
    return look
  }

  private func color(_ color: Color) -> String? {
    color.number.map { palette.colors[$0] }
  }
}

extension BoxCharacter {
  /// The arms as filled rectangles, relative to the corner of the cell.
  func path(_ x: Int, _ y: Int) -> String {
    let (width, height) = (ScreenPicture.cellWidth, ScreenPicture.cellHeight)
    let (middleX, middleY) = (width / 2, height / 2)
    var path = ""
    func add(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int) {
      path += "M\(x + left) \(y + top)H\(x + right)V\(y + bottom)H\(x + left)Z"
    }
    // Arms extend over the middle by half their thickness, so that corners are closed.
    for (side, arm) in [up, right, down, left].enumerated() where arm != .none {
      let shift = arm == .heavy ? -1 : 0
      let thickness = arm == .heavy ? 2 : 1
      switch side {
      case 0: add(middleX + shift, 0, middleX + shift + thickness, middleY + 1)
      case 1: add(middleX - 1, middleY + shift, width, middleY + shift + thickness)
      case 2: add(middleX + shift, middleY - 1, middleX + shift + thickness, height)
      default: add(0, middleY + shift, middleX + 1, middleY + shift + thickness)
      }
    }
    return path
  }
}
