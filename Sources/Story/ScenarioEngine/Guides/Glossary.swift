/// A term that is on the screen, and its explanation.
///
/// One table explains all of them: `help WORD` prints an entry, the help page of the monitor lists
/// those in view, and the glossary of the documentation is made of it.
package struct GlossaryTerm: Equatable, Sendable {
  /// The term as the screen writes it.
  package let word: String

  /// Other words for it, as they are typed or shown.
  package let others: [String]

  /// One or two sentences.
  package let meaning: String

  private init(_ word: String, _ others: [String] = [], _ meaning: String) {
    (self.word, self.others, self.meaning) = (word, others, meaning)
  }

  /// All words that stand for the term.
  package var words: [String] { [word] + others }

  /// All terms, in the order of the alphabet.
  package static let all = (container + tags + sending + screen).sorted {
    $0.word.lowercased() < $1.word.lowercased()
  }

  /// The term with that name, whatever the case; nil where there is none.
  package static func named(_ name: String) -> GlossaryTerm? {
    let wanted = name.lowercased()
    return all.first { term in term.words.contains { $0.lowercased() == wanted } }
  }

  /// The terms that a text has as whole words, in the order of the table. Words in capitals are
  /// chips and must be in capitals there.
  ///
  /// - Complexity: O(*t* · *n*), with *t* terms and *n* characters.
  package static func terms(in text: String) -> [GlossaryTerm] {
    let words = Self.words(of: text)
    let line = " " + words.joined(separator: " ") + " "
    let folded = line.lowercased()
    return all.filter { term in
      term.words.contains { word in
        let isChip = word == word.uppercased()
        let wanted = isChip ? word : word.lowercased()
        let shown = isChip ? line : folded
        return shown.contains(" \(wanted) ") || !isChip && shown.contains(" \(wanted)s ")
      }
    }
  }

  private static func words(of text: String) -> [Substring] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "-") }
  }
}

// MARK: - The terms

extension GlossaryTerm {
  private static let container: [GlossaryTerm] = [
    GlossaryTerm(
      "container", [],
      "The published set of tags, rules and variables that an app loads from Google Tag Manager. "
        + "Each has an id such as GTM-AB12, and versions."),
    GlossaryTerm(
      "default container", ["default", "DEFAULT"],
      "The container inside the app's bundle, used until a saved or downloaded one is available. "
        + "Its values are never merged with those of another container."),
    GlossaryTerm(
      "saved", ["SAVED"],
      "A container that an earlier run downloaded and stored on the phone. The next launch starts "
        + "with it."),
    GlossaryTerm(
      "fresh", ["NETWORK"],
      "A container is fresh for 12 hours after it came from the network."),
    GlossaryTerm(
      "STALE", [],
      "The container is more than 12 hours old. The app still uses it, and the SDK asks the "
        + "network for a newer one."),
    GlossaryTerm(
      "refresh", [],
      "The SDK or the app asks the network for a newer container. An app may do this only as long "
        + "as it has tokens, and not twice within five seconds."),
    GlossaryTerm(
      "token", [],
      "The right to one refresh. The app has 30 (5 on Android), and gets one back every 15 "
        + "minutes."),
    GlossaryTerm(
      "opener", [],
      "The SDK's helper that opens a container and waits for one that is good enough. It gives up "
        + "at its timeout and hands over the container it has."),
    GlossaryTerm(
      "race", ["open race"],
      "While an opener waits, the disk, the network and the timeout compete. The first good "
        + "enough result decides which container the app gets."),
    GlossaryTerm(
      "preview", ["PREVIEW"],
      "A link that shows a version of the container on one phone only, until the app's process "
        + "ends."),
    GlossaryTerm(
      "draft", ["DRAFT"],
      "A version of the container that is not published. Only a preview link shows it."),
    GlossaryTerm(
      "publish", ["published"],
      "To put a version on the server. A phone gets it at its next refresh."),
    GlossaryTerm(
      "handler", [],
      "The app's code for a function-call tag or macro, registered with the container. Without it "
        + "the tag counts as fired, but nothing runs."),
    GlossaryTerm(
      "tag server", [],
      "The server that gives containers to phones. It never receives hits."),
  ]

  private static let tags: [GlossaryTerm] = [
    GlossaryTerm(
      "data layer", [],
      "The values that the app has pushed so far, by key. Tags and rules read them; v5 has no data "
        + "layer."),
    GlossaryTerm(
      "push", [],
      "The app adds values to the data layer. A push with the key event also runs the rules."),
    GlossaryTerm(
      "event", [],
      "A push with the key event, or under v5 an event logged with Firebase. Each event "
        + "decides again which tags fire."),
    GlossaryTerm(
      "tag", [],
      "A part of a container that does something when it fires: it sends a hit, requests a pixel "
        + "or calls the app."),
    GlossaryTerm(
      "fire", ["fired"],
      "A tag fires when one of its rules is true and no blocking rule is. Fired does not mean that "
        + "something was sent."),
    GlossaryTerm(
      "rule", [],
      "Conditions that must all be true for a tag to fire. Under v5 it is called a trigger."),
    GlossaryTerm(
      "trigger", [],
      "The name of a rule in v5 and in the web interface."),
    GlossaryTerm(
      "blocking rule", ["exception", "blocked"],
      "A rule that stops a tag from firing, even if another rule fires it."),
    GlossaryTerm(
      "macro", [],
      "A named value of the container that tags and rules read, such as a data layer key or a "
        + "constant. Under v5 it is called a variable."),
    GlossaryTerm(
      "variable", [],
      "The name of a macro in v5 and in the web interface."),
    GlossaryTerm(
      "value", [],
      "A macro that the app reads by its name and type, such as a title or a price."),
    GlossaryTerm(
      "NO KEY", [],
      "The current container has no such key, so the app reads the zero of the type: \"\", 0, 0.0 "
        + "or false. Another container may have it, but containers are not merged."),
    GlossaryTerm(
      "NO VALUE", [],
      "The container has the key, but it has no value at this event. The app reads the zero of the "
        + "type."),
    GlossaryTerm(
      "NO BOOL", ["NO NUM"],
      "The value cannot be converted to the type that the app reads. The app reads false or 0."),
    GlossaryTerm(
      "nearest miss", [],
      "The rule of a tag that was closest to being true, with the changes it would have needed. "
        + "B tries them on a branch."),
    GlossaryTerm(
      "user property", [],
      "A fact about the user that Firebase adds to every event (v5)."),
    GlossaryTerm(
      "parameter", [],
      "A value that belongs to one Firebase event (v5)."),
  ]

  private static let sending: [GlossaryTerm] = [
    GlossaryTerm(
      "hit", [],
      "One measurement on its way to a server: a screen view, an event, a pixel. It waits in the "
        + "queue until it is sent or lost."),
    GlossaryTerm(
      "pixel", [],
      "A request to any URL that a tag makes, often for advertising."),
    GlossaryTerm(
      "queue", [],
      "The hits that wait on the phone to be sent. They are on disk, so a kill does not lose "
        + "them."),
    GlossaryTerm(
      "dispatch", [],
      "The SDK sends its waiting hits, by default every 120 seconds. The app can also ask for it."),
    GlossaryTerm(
      "completion", ["completion handler"],
      "The result that a dispatch reports to the app: good, error or no data. Asking for it turns "
        + "periodic dispatch off."),
    GlossaryTerm(
      "periodic dispatch", [],
      "Sending by the SDK's own timer. After a dispatch with a completion handler it stays off "
        + "until the app sets the interval again."),
    GlossaryTerm(
      "late", ["LATE"],
      "The hit arrived after the report of its day was complete, at 4 a.m. the next day. The "
        + "collector has it, but the report does not."),
    GlossaryTerm(
      "lost", ["LOST"],
      "The hit will never arrive: it was dropped on the phone, refused, or swallowed on the way. "
        + "The reason is always shown."),
    GlossaryTerm(
      "in no report", ["NO report"],
      "The collector received the hit but dropped it, for instance because of a wrong tracking "
        + "id."),
    GlossaryTerm(
      "collector", [],
      "The server that receives the hits of Google Analytics."),
    GlossaryTerm(
      "tracker", [],
      "The part of the SDK that sends hits to one property, such as UA-12345-1."),
    GlossaryTerm(
      "background task", ["bg task"],
      "A few minutes that the system gives an app after the user leaves it. An app uses them to "
        + "send its waiting hits."),
    GlossaryTerm(
      "strict delivery", ["strict"],
      "A careful way to send that is not part of the SDK: only a success counts as sent, and "
        + "failures are tried again."),
    GlossaryTerm(
      "captive portal", ["captive", "portal"],
      "A network that answers every request with its own login page. The SDK takes that answer as "
        + "success."),
  ]

  private static let screen: [GlossaryTerm] = [
    GlossaryTerm(
      "folded", [],
      "Rows about the system that are hidden behind one line. Enter opens it, F3 shows all rows."),
    GlossaryTerm(
      "PAST", [],
      "The screen shows an earlier event. L returns to the present."),
    GlossaryTerm(
      "LIVE", [],
      "The screen shows the present."),
    GlossaryTerm(
      "branch", [],
      "A second run that starts at a moment of the first, for trying something else. The original "
        + "is kept."),
    GlossaryTerm(
      "mark", [],
      "A name for a moment of the run. A branch starts at a mark."),
    GlossaryTerm(
      "check", ["expectation"],
      "Something that a scenario expects at a moment. It passes or fails."),
    GlossaryTerm(
      "scenario", ["lesson"],
      "A file that plays a story: what the app, the user and the network do, with texts and "
        + "checks."),
    GlossaryTerm(
      "trace", [],
      "A file with everything needed to play a run again."),
    GlossaryTerm(
      "snapshot", [],
      "The values, tags and hits of one moment in a file, to compare with later runs."),
    GlossaryTerm(
      "outlier", [],
      "A phone of a forecast that differs most from the others of its kind."),
  ]
}
