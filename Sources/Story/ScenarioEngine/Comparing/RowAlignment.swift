/// Aligns the rows of two runs: by the same act first, then by the same time.
///
/// It compares a limited number of rows at a time, so that the cost grows with the rows and not
/// with their product. It finds an act that happened far later in one run as long as both runs
/// share no other act in between.
struct RowAlignment {
  /// The number of rows of each run that are compared together.
  static let window = 64

  /// The key by which rows are aligned.
  struct Key: Equatable {
    /// The number of the act; equal acts have equal numbers.
    var act: Int
    /// The time in milliseconds.
    var time: Int64
  }

  /// The indices of two aligned rows; nil is a gap.
  struct Pair: Equatable {
    var a: Int?
    var b: Int?
  }

  /// The maximum drift between the clocks of two runs from one pair to the next; beyond it, a
  /// single act that happens repeatedly is not enough for a match.
  private static let drift: Int64 = 3_600_000

  private let a: [Key]
  private let b: [Key]
  private var i = 0
  private var j = 0
  /// The pairs of rows found to be the same.
  private var matches: [(a: Int, b: Int)] = []
  /// The best score from each place in the window to its end.
  private var worth: [Int32] = []

  private init(_ a: [Key], _ b: [Key]) { (self.a, self.b) = (a, b) }

  /// Returns the pairs of all rows, in order.
  ///
  /// - Complexity: O(n × w) in the rows and the window.
  static func pairs(_ a: [Key], _ b: [Key]) -> [Pair] {
    var alignment = RowAlignment(a, b)
    alignment.run()
    alignment.leaveOutStrays()
    return alignment.pairs
  }

  private mutating func run() {
    while i < a.count, j < b.count {
      if a[i] == b[j] { match() } else { alignWindow() }
    }
  }

  private mutating func match() {
    matches.append((i, j))
    i += 1
    j += 1
  }

  /// Skips the earlier of two rows.
  private mutating func skipEarlier() {
    if a[i].time <= b[j].time { i += 1 } else { j += 1 }
  }

  /// Drops matches after a drift of the clocks unless they outnumber the skipped rows: a timer that
  /// fires today is not the one of the day after tomorrow.
  private mutating func leaveOutStrays() {
    var kept: [(a: Int, b: Int)] = []
    var start = 0
    while start < matches.count {
      var end = start + 1
      while end < matches.count, !isDrift(matches[end - 1], matches[end]) { end += 1 }
      let last = kept.last ?? (-1, -1)
      let passed = max(matches[start].a - last.a, matches[start].b - last.b) - 1
      let isStray = kept.last.map { isDrift($0, matches[start]) } ?? false
      if !isStray || end - start >= passed { kept += matches[start..<end] }
      start = end
    }
    matches = kept
  }

  private func isDrift(_ one: (a: Int, b: Int), _ next: (a: Int, b: Int)) -> Bool {
    let before = a[one.a].time - b[one.b].time
    let after = a[next.a].time - b[next.b].time
    return abs(after - before) > Self.drift
  }

  /// The pairs of all rows; unmatched rows are in the order of time.
  private var pairs: [Pair] {
    var pairs: [Pair] = []
    pairs.reserveCapacity(max(a.count, b.count))
    var (i, j) = (0, 0)
    for match in matches + [(a.count, b.count)] {
      while i < match.a || j < match.b {
        if j == match.b || i < match.a && a[i].time <= b[j].time {
          pairs.append(Pair(a: i, b: nil))
          i += 1
        } else {
          pairs.append(Pair(a: nil, b: j))
          j += 1
        }
      }
      if i < a.count, j < b.count { pairs.append(Pair(a: i, b: j)) }
      (i, j) = (i + 1, j + 1)
    }
    return pairs
  }

  /// Aligns the rows of the next window up to its middle; beyond it, later rows must be compared
  /// first.
  private mutating func alignWindow() {
    let (rows, columns) = (min(Self.window, a.count - i), min(Self.window, b.count - j))
    weigh(rows, columns)
    let (startA, startB) = (i, j)
    let isLast = rows < Self.window && columns < Self.window
    let half = isLast ? Self.window : Self.window / 2
    let width = columns + 1
    while i - startA < min(half, rows), j - startB < min(half, columns) {
      let place = (i - startA) * width + j - startB
      let here = worth[place]
      if let bonus = worth(of: i, j), here == bonus + worth[place + width + 1] {
        match()
      } else if worth[place + width] == worth[place + 1] {
        skipEarlier()
      } else if worth[place + width] == here {
        i += 1
      } else {
        j += 1
      }
    }
  }

  /// Returns the score of a pair of rows; nil if their acts differ.
  private func worth(of i: Int, _ j: Int) -> Int32? {
    guard a[i].act == b[j].act else { return nil }
    let distance = abs(a[i].time - b[j].time)
    return distance == 0 ? 7 : distance <= 1000 ? 6 : distance <= 60_000 ? 5 : 4
  }

  /// Computes the best score from each place of the window to its end.
  private mutating func weigh(_ rows: Int, _ columns: Int) {
    let width = columns + 1
    worth = Array(repeating: 0, count: (rows + 1) * width)
    for row in stride(from: rows - 1, through: 0, by: -1) {
      for column in stride(from: columns - 1, through: 0, by: -1) {
        let place = row * width + column
        var best = max(worth[place + width], worth[place + 1])
        if let bonus = worth(of: i + row, j + column) {
          best = max(best, bonus + worth[place + width + 1])
        }
        worth[place] = best
      }
    }
  }
}

extension [RowAlignment.Pair] {
  /// Pairs rows of different acts that are at one place: in a gap between two matches, each row
  /// that only A has with the first row that only B has, in order, if they are alike.
  ///
  /// - Complexity: O(n × w) in the rows and the window.
  mutating func pairGaps(_ isLike: (_ a: Int, _ b: Int) -> Bool) {
    var paired: [RowAlignment.Pair] = []
    paired.reserveCapacity(count)
    var place = 0
    while place < count {
      guard self[place].a == nil || self[place].b == nil else {
        paired.append(self[place])
        place += 1
        continue
      }
      let gap = self[place...].prefix { $0.a == nil || $0.b == nil }
      paired += Self.paired(gap.compactMap(\.a), gap.compactMap(\.b), gap, isLike)
      place += gap.count
    }
    self = paired
  }

  private static func paired(
    _ a: [Int], _ b: [Int], _ gap: ArraySlice<RowAlignment.Pair>,
    _ isLike: (_ a: Int, _ b: Int) -> Bool
  ) -> [RowAlignment.Pair] {
    var partners: [Int: Int] = [:]
    var next = 0
    for row in a {
      let rest = b.indices[next...].prefix(RowAlignment.window)
      guard let found = rest.first(where: { isLike(row, b[$0]) }) else { continue }
      partners[row] = b[found]
      next = found + 1
    }
    guard !partners.isEmpty else { return Array(gap) }
    let taken = Set(partners.values)
    // The rows of both runs keep their order; those without a partner keep that of the gap.
    let places = gap.indices.filter { gap[$0].a != nil }
    let others = gap.indices.filter { gap[$0].a == nil }
    var pairs: [RowAlignment.Pair] = []
    var (i, j) = (0, 0)
    while i < a.count || j < b.count {
      if i < a.count, j < b.count, partners[a[i]] == b[j] {
        pairs.append(RowAlignment.Pair(a: a[i], b: b[j]))
        (i, j) = (i + 1, j + 1)
        continue
      }
      let isTurnOfA: Bool
      if i == a.count || partners[a[i]] != nil {
        isTurnOfA = false
      } else if j == b.count || taken.contains(b[j]) {
        isTurnOfA = true
      } else {
        isTurnOfA = places[i] < others[j]
      }
      pairs.append(
        isTurnOfA ? RowAlignment.Pair(a: a[i], b: nil) : RowAlignment.Pair(a: nil, b: b[j]))
      if isTurnOfA { i += 1 } else { j += 1 }
    }
    return pairs
  }
}
