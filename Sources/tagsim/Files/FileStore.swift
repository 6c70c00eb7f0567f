/// Where the files of scenarios come from.
protocol FileStore {
  /// The bytes of a file.
  ///
  /// - Parameter limit: the most bytes that it may have; of a larger one not more is read.
  func bytes(of path: String, limit: Int) throws(CommandFailure) -> [UInt8]
}
