import CommandKit
import ScenarioEngine
import TagForecast
import TagRuntime
import TextKit

/// The pages of the forms of the language: `tagsim help expect`, `tagsim help set refresh-timer`.
enum FormHelp {
  /// Every form of scenarios, apps and populations.
  static let forms = Form.all + PopulationReader.forms

  /// The words that begin forms.
  static let words = FormTable(forms).words

  /// Returns the page of a word: of the forms that begin with it, and those that it leads to.
  static func page(for word: String) -> [String]? {
    let own = forms.filter { $0.isNamed(word) }
    let led = forms.filter { form in
      form.room.words.page == word && !own.contains { $0.usage == form.usage }
    }
    guard let first = own.first, first.room == .verb || first.room == .block else {
      return own.isEmpty && led.isEmpty ? nil : chapters(own + led)
    }
    let rest = own.dropFirst() + led
    let about =
      first.usage.contains(" expect ...") ? ["'tagsim help expect' lists all expectations."] : []
    return HelpText.wrapped(first.usage) + HelpText.wrapped(first.meaning, indentation: "  ")
      + ["", "Example:"] + example(first, "  ") + [""]
      + (rest.isEmpty ? [] : chapters(Array(rest)) + [""]) + about + [foot(of: first)]
  }

  /// Returns the page of a word within forms, such as `reported`.
  static func page(within word: String) -> [String]? {
    let forms = forms.filter { $0.contains(word) }
    return forms.isEmpty ? nil : chapters(forms)
  }

  /// Returns the page of a word among those that another word leads to, such as `tag` of `expect`;
  /// nil if that word leads to none.
  static func page(for word: String, of opener: String) throws(CommandFailure) -> [String]? {
    let opener = ["eventually", "never"].contains(opener) ? "expect" : opener
    let led = forms.filter { $0.room.words.page == opener }
    guard let room = led.first?.room, room != .verb else { return nil }
    let found = led.filter { $0.isNamed(word) }
    if !found.isEmpty { return found.flatMap(lines) + ["", foot(of: found[0])] }
    let hint =
      Suggestion.nearest(to: word, among: FormTable(led).words)
      .map { "did you mean 'tagsim help \(opener) \($0)'?" } ?? foot(of: led[0])
    throw CommandFailure("there is no \(room.rawValue) '\(word)': \(hint)", code: .usage)
  }

  /// Lists forms, each with its meaning and an example, under the places where they stand.
  private static func chapters(_ forms: [Form]) -> [String] {
    var lines: [String] = []
    var title = ""
    for form in forms where !form.meaning.isEmpty {
      if form.room.words.title != title {
        lines += (title.isEmpty ? [] : [""]) + [form.room.words.title + ":"]
        title = form.room.words.title
      }
      lines += self.lines(of: form)
    }
    return lines
  }

  private static func lines(of form: Form) -> [String] {
    HelpText.wrapped(form.usage, indentation: "  ")
      + HelpText.wrapped(form.meaning, indentation: "      ") + example(form, "      ")
  }

  private static func example(_ form: Form, _ margin: String) -> [String] {
    form.example.split(separator: "\n").flatMap {
      HelpText.wrapped(String($0), indentation: margin)
    }
  }

  private static func foot(of form: Form) -> String {
    "'tagsim help \(form.room.words.page)' lists \(form.room.words.contents)."
  }
}
