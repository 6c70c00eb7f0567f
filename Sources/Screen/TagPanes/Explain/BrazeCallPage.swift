import OrderedCollections
import TagRuntime
import TagSimulation
import TagWords
import TerminalKit

/// A call of Braze: the tag's data, the provider's conversion of it, and the accepted part.
struct BrazeCallPage: ExplainPage {
  let context: ScreenContext
  let number: Int

  func write(_ page: inout PageText) {
    guard let entry = view.simulation.world.braze.entries.first(where: { $0.number == number })
    else { return page.say("Braze has not been called yet", .dim) }
    if let taken = entry.taken {
      page.headline("Braze received \(taken.title).")
    } else {
      page.headline("Call \(number) did not reach Braze.")
    }
    if let missed = entry.missedReason { page.say("\(missed.sentenceCased).", .attention) }
    page.blank()
    page.fact(
      "called by",
      "tag \(entry.call.caller) at #\(entry.row) \(entry.call.event ?? "")".trimmedSpaces,
      width: 13, indent: 0,
      to: .init(
        .tag(name: entry.call.caller, container: entry.call.request.container), at: entry.row))
    page.fact("through", "the provider in \(entry.provider.name)", width: 13, indent: 0)
    page.part("What it received")
    let arguments = entry.call.request.argumentLines
    for line in arguments { page.say(line, indent: 2) }
    if arguments.isEmpty { page.say("nothing", .dim, indent: 2) }
    if case .taken(_, let changes)? = entry.verdict, !changes.isEmpty {
      page.part("What Braze changed")
      for change in changes { page.say(change.sentence, .attention, indent: 2) }
    }
    let more = [entry.printedWords, entry.otherWords].compactMap { $0 }
    if !more.isEmpty { page.blank() }
    for text in more { page.say("\(text.sentenceCased).") }
  }
}
