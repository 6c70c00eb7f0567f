import TagRuntime

/// The runtime of a v5 container: instructions that define its functions.
enum FirebaseRuntime {
  /// The instruction that defines a function; its name follows.
  private static let definition: Value = 50

  /// The names of the functions that the runtime defines, in order. What else it does is left
  /// alone.
  static func functionNames(in file: FirebaseNode) throws(ReadFault) -> [String] {
    var names: [String] = []
    let instructions = try file.elements("runtime", limit: ContainerLimits.runtimeInstructions)
    for (number, instruction) in instructions.enumerated() {
      guard let parts = instruction.elements, !parts.isEmpty else {
        let place = "\(file.path("runtime"))[\(number)]"
        throw ReadFault(.firebaseMember(place: place, expected: "an instruction, which is a list"))
      }
      guard parts[0] == definition else { continue }
      guard parts.count > 1, let name = parts[1].text else {
        let place = "\(file.path("runtime"))[\(number)][1]"
        throw ReadFault(.firebaseMember(place: place, expected: "the name of a function"))
      }
      names.append(name)
    }
    return names
  }
}
