import Foundation

/// A folder for the files of one test, which goes away with it.
final class ScratchFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("tagsim-tests-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
  }

  /// The names of what is in it, or in a folder of it, in their order.
  func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
  }

  /// Whether anything has a name here.
  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  /// Copies a file or a folder of the package into it.
  func copy(_ path: String, as name: String) throws {
    try FileManager.default.copyItem(
      at: CommandLineTool.root.appendingPathComponent(path), to: url.appendingPathComponent(name))
  }

  /// Makes a link, and gives its path.
  @discardableResult
  func link(_ name: String, to target: String) throws -> String {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    return path(name)
  }

  /// Writes a file, with the folders above it, and gives its place.
  @discardableResult
  func file(_ name: String, _ bytes: [UInt8] = []) throws -> URL {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file
  }

  @discardableResult
  func file(_ name: String, _ text: String) throws -> URL { try file(name, Array(text.utf8)) }

  /// Writes a scenario with a small app of its own.
  @discardableResult
  func scenario(_ name: String = "a.scenario", _ lines: String...) throws -> URL {
    try file(
      name,
      """
      tagsim 1
      tags: small
      ---
      app "Small"
        package com.example.small
        container GTM-SMALL
        read string title
        screen "Home"
          on view push event="openScreen" screenName="Home"
        end
      end

      """ + lines.joined(separator: "\n") + "\n")
  }

  /// Writes a scenario that is played under both SDKs and presses a button in each.
  func matrixScenario(_ name: String, _ lines: String...) throws {
    try file(
      name,
      """
      tagsim 1
      matrix: sdk=v3,v5
      ---
      app "Both"
        package com.example.both
        container GTM-BOTH
        screen "Home"
          button "Buy" push event="buy" then log-event buy
        end
      end
      launch
      screen "Home"
      tap "Buy"

      """ + lines.joined(separator: "\n") + "\n")
  }
}
