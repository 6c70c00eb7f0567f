import ScenarioEngine
import TagGlossary
import TagInspection
import TagPanes
import TerminalKit
import TextKit

/// Keys with their effects, under headings.
struct KeySheet: Sendable, Hashable {
  struct Entry: Sendable, Hashable {
    var shown: String
    var help: String
    /// What the table of all keys says of it, in few words.
    var brief = ""
    /// The name that `bind` uses; nil if it is not an action.
    var name: String?
    /// Other words by which it is found.
    var also = ""
    /// The key that does it; nil where none does.
    var key: Key?
    /// Where the key does it; nil is where the help was opened.
    var place: KeyPlace?
    /// Whether it explains a word of the screen instead of a key.
    var isWord = false
    /// The command that it is of, which has no key.
    var command: PaletteEntry?
    /// The name of the SDK's guides that it explains.
    var guide: GuideName?
  }

  struct Group: Sendable, Hashable {
    var title: String
    var entries: [Entry]
  }

  /// The groups, in reading order.
  var groups: [Group]

  /// Lists the keys of a place, and those that work everywhere.
  ///
  /// - Parameters:
  ///   - place: the place whose keys come first; nil for no place.
  ///   - map: the user's bindings.
  init(at place: KeyPlace?, _ map: KeyMap = KeyMap()) {
    groups = place.map { Self.group($0.title, KeyBinding.rows(at: $0), map) }.map { [$0] } ?? []
    let lines = map.changes.compactMap { change -> Entry? in
      guard case .line(let line) = change.meaning else { return nil }
      let scope = change.place == .everywhere ? "" : "   in \(change.place.name)"
      return Entry(
        shown: change.key.name, help: line + scope, key: change.key, place: change.place)
    }
    groups.append(Group(title: "Bound to lines", entries: lines))
    groups += KeyBinding.groups.map { Self.group($0.title, $0.rows, map) }
    groups += KeyPlace.all.filter { $0 != place && $0 != .everywhere }.map {
      Self.group($0.title, KeyBinding.rows(at: $0), map)
    }
    groups.removeAll(where: \.entries.isEmpty)
  }

  private static func group(_ title: String, _ rows: [KeyBinding], _ map: KeyMap) -> Group {
    let entries = rows.compactMap { row -> Entry? in
      let shown = map.shown(row)
      guard !row.help.isEmpty, !shown.isEmpty else { return nil }
      return Entry(
        shown: shown, help: row.entry.map { "\($0.title): \($0.about)" } ?? row.help,
        brief: row.help, name: row.action.name,
        also: row.help + " " + (row.entry?.also ?? ""), key: map.keys(of: row).first,
        place: row.place)
    }
    return Group(title: title, entries: entries)
  }

  /// The width of the column for keys.
  static let keyColumns = 16
}

package enum KeyTable {
  /// The names of the places that can be asked for.
  package static var places: [String] { KeyPlace.all.map(\.name) }

  /// The maximum width of a line.
  private static let pageColumns = 92

  /// Returns the keys of a place, or all of them; nil for an unknown place.
  ///
  /// The name that `bind` uses follows each effect.
  package static func lines(of place: String?) -> [String]? {
    var groups: [KeySheet.Group]
    if let place {
      guard let known = KeyPlace(name: place) else { return nil }
      let sheet = KeySheet(at: known)
      let general = KeyBinding.groups.map(\.title)
      groups =
        known == .everywhere ? sheet.groups.filter { general.contains($0.title) } : sheet.groups
      if known != .everywhere { groups = groups.filter { $0.title == known.title } }
    } else {
      groups = KeySheet(at: nil).groups
    }
    var lines: [String] = []
    for group in groups {
      if !lines.isEmpty { lines.append("") }
      lines.append(group.title)
      lines += group.entries.flatMap(self.lines)
    }
    if lines.isEmpty, let place {
      lines = [
        "\(place) has no keys of its own, only those of every pane"
      ]
    }
    return lines
  }

  private static func lines(of entry: KeySheet.Entry) -> [String] {
    let columns = KeySheet.keyColumns
    let text = entry.help + (entry.name.map { " [\($0)]" } ?? "")
    return Wrapping.lines(text, columns: pageColumns - columns).enumerated().map { index, line in
      TextWidth.padded(index == 0 ? "  " + entry.shown : "", to: columns, ellipsis: .utf8) + line
    }
  }
}

/// What the help says besides the keys: the meaning of the signs and letters.
extension KeySheet {
  fileprivate static func signs(_ signs: Signs, hasPhone: Bool) -> [Group] {
    let general = [
      (signs.yesMark, "fired, or true"), (signs.noMark, "not fired, false, or dropped"),
      ("!", "look here"), (signs.yesMark + "2", "two tags fired at the event"),
      ("!1", "one tag fired without effect"), (signs.cursor, "the selected row"),
      (signs.changed, "changed by this event"), (signs.fold, "folded rows: Enter opens them"),
      (signs.lit, "what a check looks at"), (signs.differs, "differs"),
      (signs.marked, "marked"), (signs.toCome, "nothing, or still to come"),
      (String(signs.now), "now"),
    ]
    let firebase = [
      (signs.automatic, "Firebase logged it by itself"), (signs.kept, "a tag blocked it"),
      (signs.plus, "the container added it"), (signs.tilde, "the container changed it"),
      (signs.minus, "the container dropped it"),
    ]
    let phone =
      PhoneMatch.State.allCases.map { (signs.phone($0), $0.short) }
      + [(signs.warned, "a warning of the phone's own log"), ("sim", "imagined: no line shows it")]
    let race = RaceLetter.allCases.map { (String($0.rawValue), $0.meaning) }
    let mouse = [
      ("click", "anything; click again for Enter"), ("wheel", "scrolls"),
    ]
    return [group("Signs", general), group("Signs of v5", firebase)]
      + (hasPhone ? [group("Signs of a real phone", phone)] : [])
      + [
        group("The race of an opening, up to its timeout", race),
        group("The mouse", mouse),
      ]
  }

  private static func group(_ title: String, _ signs: [(shown: String, help: String)]) -> Group {
    Group(title: title, entries: signs.map { Entry(shown: $0.shown, help: $0.help) })
  }
}

extension Monitor {
  /// The keys of the current place, those of every pane, and all others; then what has no key.
  var helpPage: KeySheet {
    var sheet = KeySheet(at: keyPlace, display.keyboard.map)
    let words = GlossaryTerm.all.map {
      KeySheet.Entry(
        shown: $0.word, help: $0.meaning, also: $0.words.joined(separator: " "), isWord: true)
    }
    let commands = paletteEntries.filter(\.key.isEmpty).map {
      KeySheet.Entry(
        shown: ":" + $0.title, help: $0.words, also: $0.also, isWord: true, command: $0)
    }
    let names = GuideName.all.map {
      KeySheet.Entry(
        shown: $0.title, help: $0.meaning, also: $0.names.joined(separator: " "), isWord: true,
        guide: $0)
    }
    sheet.groups += [KeySheet.Group(title: "Commands", entries: commands)]
    sheet.groups += [KeySheet.Group(title: "Words", entries: words)]
    sheet.groups += KeySheet.signs(signs, hasPhone: context.phone != nil)
    sheet.groups += [KeySheet.Group(title: "Names of the SDK", entries: names)]
    guard display.borders != .utf8 else { return sheet }
    for (group, place) in sheet.groups.indices.flatMap({ group in
      sheet.groups[group].entries.indices.map { (group, $0) }
    }) {
      let entry = sheet.groups[group].entries[place]
      sheet.groups[group].entries[place].shown =
        entry.shown.replacing("↑↓←→", with: "arrows").replacing("–", with: "-")
      sheet.groups[group].entries[place].brief = entry.brief.replacing("…", with: "...")
    }
    return sheet
  }
}
