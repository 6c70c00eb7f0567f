import CommandKit
import Foundation
import ScenarioEngine
import TagMonitor

/// The lesson that slowly feeds the shipped log of a phone.
enum FollowLesson {
  /// The lesson's name for `tagsim demo`.
  static let name = "follow"
  private static let log = "logs/follow.log"
  private static let container = "containers/GTM-MV50-v1.json"

  /// Returns the feed of the log, with its container.
  static func feed() throws(CommandFailure) -> PhoneFeed {
    let files = ShippedFiles()
    let text = String(decoding: try files.bytes(of: log), as: UTF8.self)
    let source = try CapturedContainer(try files.bytes(of: container), named: container)
    return try PhoneFeed(LessonLog(text), named: log, source)
  }

  static func show(_ options: MonitorOptions) throws {
    let feed = try feed()
    let bytes = try ShippedFiles().bytes(of: container)
    let opened = try OpenedFile(followed: feed.text, container: container, bytes)
    try options.show(opened, feed: feed) { _ in }
  }

  /// Writes the log and its container to a folder, or only the log to standard output.
  static func write(to output: String) throws(CommandFailure) {
    let files = ShippedFiles()
    let text = LessonLog(String(decoding: try files.bytes(of: log), as: UTF8.self)).all
    if DiskFiles.isStream(output) { return try DiskFiles().write(text, to: output) }
    let folder = output as NSString
    let places = [(log, text), (container, try files.bytes(of: container))].map { path, bytes in
      (folder.appendingPathComponent((path as NSString).lastPathComponent), bytes)
    }
    for (path, _) in places { try NewScenario.refuse(existing: path) }
    try DiskFiles().makeFolder(output)
    for (path, bytes) in places { try NewScenario.write(bytes, to: path) }
    Console.print([
      "\(places[0].0): the log; 'tagsim follow --container \(ShellText.path(places[1].0)) "
        + "\(ShellText.path(places[0].0))' follows it"
    ])
  }
}
