import TagLanguage

/// The lines that the usage of a form stands for, with placeholders.
enum FormLines {
  /// What a placeholder may be, and what it may not.
  private static let kinds: [String: (right: String, wrong: String)] = [
    "A": ("a", "{}"), "ACTION": ("dispatch", "9"), "ATTRIBUTE": ("\"vip\"", "vip"),
    "B": ("b", "{}"), "C": ("ES", "spain"), "CODE": ("2", "two"), "COMMAND": ("\"pbcopy\"", ""),
    "EXPECTATION": ("sent 3", "sent"), "WORDS": ("words", ""),
    "COUNTRY": ("US", ""), "D": ("3s", "3"), "DATE": ("2014-03-01T10:00:00Z", "2014"),
    "DURATION": ("1h", "5"), "DURATIONS": ("30s..2m", "5"), "EUR": ("EUR", "euro"),
    "EVENT": ("\"buy\"", "{}"), "EXPRESSION": ("fired", ""), "FAILURE": ("no-network", "hail"),
    "FIELD": ("&cd", "cd9"), "FILE": ("a.json", "{}"), "HANDLING": ("notes", "sings"),
    "HH:MM:SS": ("23:58:40", "25"), "HOST": ("a.com", "{}"), "HOURS": ("7..9", "25"),
    "ID": ("\"u1\"", "{}"), "JSON": ("{\"a\": 1}", "{"), "KEY": ("k", "{}"),
    "L": ("es", "spanish"), "LANGUAGE": ("en", ""),
    "LAT,LON": ("48.85,2.35", "north"), "LETTER": ("b", "be"), "LEVEL": ("info", "loud"),
    "LINE": ("\"kill\"", "\"kil\""), "LINK": ("\"a://b\"", "a"), "M": ("\"iPhone6,1\"", "{}"),
    "MAP": ("{\"a\": 1}", "5"), "N": ("7", "seven"),
    "N%": ("30%", "30"), "NAME": ("\"a\"", "{}"), "NUMBER": ("3", "three"),
    "NUMBERS": ("1..3", "few"), "Nx": ("4x", "4"), "OFFSET": ("+01:00", "1"),
    "PANE": ("tags", "{}"), "PATH": ("\"a\"", "{}"), "PATTERN": ("a", "("),
    "PROPERTY": ("tier", "{}"), "QUEUE": ("pixels", "pixel"), "REASON": ("too-old", "old"),
    "SCENARIO": ("a.scenario", ""), "SCREEN": ("\"Cart\"", "Cart"), "SHARE": ("100%", "100"),
    "SOURCE": ("saved", "paper"),
    "TAG": ("\"GA\"", "{}"), "TEXT": ("\"t\"", "bare"), "RELEASE": ("3.09", "three"),
    "TIME": ("2014-03-01T10:00:00Z", "noon"),
    "TITLE": ("\"Buy\"", "Buy"), "TYPE": ("string", "text"), "UA-ID": ("UA-1-1", "{}"),
    "V": ("7.0", "{}"), "VALUE": ("1", "bare"), "VERSION": ("9", "{}"),
    "WORD": ("offline", ""), "WxH": ("640x1136", "640"), "ZONE": ("Europe/Madrid", ""),
  ]

  /// What stands for placeholders in some forms.
  private static let own: [String: [String: String]] = [
    "send": ["k=‹VALUE›": "\"&cd1\"=‹VALUE›", "‹JSON›": "{\"products\": []}"],
    "device": ["k=‹VALUE›": "language=es"], "matrix": ["k=VALUE,VALUE": "sdk=v3,v5"],
    "push": ["‹EVENT›": "‹VALUE›"],
    "purchase": ["‹EUR›": "‹NAME›"],
  ]

  static func right(_ line: String) -> String {
    kinds.reduce(line) { $0.replacing("‹\($1.key)›", with: $1.value.right) }
  }

  /// The line with one wrong value, for each of its placeholders.
  static func wrong(_ line: String, _ form: Form) -> [String] {
    kinds.compactMap { kind, values in
      let place = "‹\(kind)›"
      // A key's value is a text, which may be anything.
      let isText = form.word == "bind" || form.room == .header && kind == "FILE"
      guard line.contains(place), !values.wrong.isEmpty, !isText else { return nil }
      return right(line.replacing(place, with: values.wrong))
    }
  }

  /// The lines of a form, apart from those that another form must complete.
  static func lines(of form: Form) -> [String] {
    let words = form.usage.split(separator: " ")
    if words.last == "...", words.dropLast().last?.contains(where: \.isLowercase) == true {
      return []
    }
    return lines(of: form.usage).map { line in
      (own[form.word] ?? [:]).reduce(line) { $0.replacing($1.key, with: $1.value) }
    }.filter { !["device", "expect container"].contains($0) }
  }

  /// The lines, in which placeholders are marked: `tap ‹TITLE›`.
  private static func lines(of usage: String) -> [String] {
    usage.split(separator: " | ").flatMap { text -> [String] in
      var text = String(text).replacing(" ... end", with: " ⏎end").replacing(", ...", with: "")
        .replacing(" ...", with: "")
      var extra: [String] = [""]
      while let group = text.firstMatch(of: /\s?\[([^\[\]]*)\]/) {
        extra.append(String(group.output.1).trimmingPrefix(" ").description)
        text.replaceSubrange(group.range, with: "")
      }
      return grouped(text).flatMap { line in
        extra.flatMap { more in worded(more.isEmpty ? line : line + " " + more) }.map {
          $0.replacing(" ⏎", with: "\n")
        }
      }
    }
  }

  /// Resolves `(last|of tag TAG)`.
  private static func grouped(_ text: String) -> [String] {
    guard let group = text.firstMatch(of: /\(([^()]*)\)/) else { return [text] }
    return group.output.1.split(separator: "|").flatMap { way in
      grouped(text.replacing(group.output.0, with: way))
    }
  }

  /// Resolves `on|off`, one word at a time.
  private static func worded(_ text: String) -> [String] {
    let words = text.split(separator: " ").map { word -> [String] in
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[1].isEmpty, word != "==" else {
        return word.split(separator: "|").map(marked)
      }
      let key = parts[0].allSatisfy(\.isUppercase) ? "k" : String(parts[0])
      return parts[1].split(separator: "|").map { key + "=" + marked($0) }
    }
    let first = words.map { $0[0] }
    return words.indices.flatMap { place in
      words[place].dropFirst(place == 0 ? 0 : 1).map { other in
        var line = first
        line[place] = other
        return line.joined(separator: " ")
      }
    }
  }

  private static func marked(_ word: Substring) -> String {
    if kinds[String(word)] != nil { return "‹\(word)›" }
    guard let match = word.firstMatch(of: /^(\/|\{)(PATTERN|KEY)(\/|\})$/) else {
      return String(word)
    }
    return match.output.1 == "/" ? "/‹PATTERN›/" : "{‹KEY›}"
  }
}
