/// What is wrong with the contents of a file, before it is known what the caller calls it.
struct ReadFault: Error {
  var code: ContainerError.Code

  init(_ code: ContainerError.Code) { self.code = code }

  static func index(
    _ dictionary: ContainerDictionary, _ index: Int, count: Int, usedBy user: String
  ) -> Self {
    Self(.index(dictionary: dictionary, index: index, count: count, usedBy: user))
  }
}
