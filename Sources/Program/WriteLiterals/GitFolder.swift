import Foundation

/// What git keeps of a package, read without git, which a machine that builds may lack.
struct GitFolder {
  private static let digits = 7

  private let folder: String
  /// Where the branches are, which several work trees share.
  private let shared: String

  init(of package: String) {
    var folder = package + "/.git"
    // A second work tree has a file that leads to its folder.
    if let link = Self.line(folder), link.hasPrefix("gitdir: ") {
      folder = Self.place(String(link.dropFirst("gitdir: ".count)), from: package)
    }
    self.folder = folder
    shared = Self.line(folder + "/commondir").map { Self.place($0, from: folder) } ?? folder
  }

  /// The first digits of the commit that is checked out; nil where there is none.
  var commit: String? {
    guard let head = Self.line(folder + "/HEAD") else { return nil }
    guard head.hasPrefix("ref: ") else { return Self.short(head) }
    let branch = String(head.dropFirst("ref: ".count))
    if let id = Self.line(shared + "/" + branch) { return Self.short(id) }
    let packed = Self.text(shared + "/packed-refs")?.split(separator: "\n") ?? []
    return packed.first { $0.hasSuffix(" " + branch) }.flatMap { Self.short(String($0)) }
  }

  private static func short(_ id: String) -> String? {
    let digits = id.prefix(digits)
    return digits.count == Self.digits && digits.allSatisfy(\.isHexDigit) ? String(digits) : nil
  }

  private static func place(_ path: String, from folder: String) -> String {
    path.hasPrefix("/") ? path : folder + "/" + path
  }

  private static func line(_ path: String) -> String? {
    text(path)?.split(separator: "\n").first.map(String.init)
  }

  private static func text(_ path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }
}
