import OrderedCollections
import TagRuntime
import TagSimulation
import TerminalKit

extension Monitor {
  /// An event on its way to Firebase, taken apart.
  func eventLines(
    _ event: FirebaseEvent, _ properties: OrderedDictionary<String, String>, of hit: Hit,
    columns: Int
  ) -> [Line] {
    let travels =
      event.name == event.longName
      ? event.name : "\(event.longName), which travels as \(event.name)"
    var lines = [Line(), Line("The event", .bold)]
    lines += factLines(
      [
        Fact(name: "name", text: travels),
        Fact(name: "logged", text: view.simulation.world.zone.civil(at: event.logged).dateTimeText),
      ], columns: columns)
    lines += [Line(), Line("Its parameters", .bold)]
    lines += parameterLines(event.parameters, indent: 0, columns: columns, isWhole: true)
    if event.parameters.isEmpty { lines.append(Line("none", .dim)) }
    lines += [Line(), Line("User properties as they travel with it", .bold)]
    lines += factLines(
      properties.elements.map { name, value in
        Fact(name: name, text: value, needsAttention: value == "undefined")
      }, columns: columns)
    if properties.isEmpty { lines.append(Line("none", .dim)) }
    if !hit.added.isEmpty {
      lines += [Line(), Line("Added by Firebase", .bold)]
      lines += factLines(
        hit.added.elements.map { Fact(name: $0.key, text: $0.value) }, columns: columns)
    }
    lines += [Line(), Line("Payload, as JSON: Firebase's own form is binary", .bold)]
    return lines + wrapped(hit.payload, columns: columns, .dim)
  }
}
