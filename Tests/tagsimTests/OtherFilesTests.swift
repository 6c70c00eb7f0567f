import Foundation
import Testing

/// Anyone can write a scenario that names a private file: errors show the words only of files that
/// the command line names and of those in the scenario's own project.
@Suite struct OtherFilesTests {
  /// A word that only the other file has.
  private static let word = "qzx7"

  /// The lines of a scenario that read a file.
  enum Reader: String, CaseIterable {
    case include, app, content, bundle, saved, publish, draft, matrix, nested, zone, snapshot
    case argument, names

    func lines(_ path: String) -> String {
      let head = "tagsim 1\n"
      let app = "---\napp \"A\"\npackage p.a\ncontainer GTM-A\nend\n"
      return switch self {
      case .include: head + app + "include \(path)\n"
      case .content: head + app + "container default \(path)\n"
      case .bundle: head + app + "container default \(path) name=GTM-A.json\nlaunch\n"
      case .saved: head + app + "container saved \(path) age=13h\n"
      case .publish: head + app + "publish \(path)\n"
      case .draft: head + app + "draft \(path)\n"
      case .app, .zone: head + "app: \(path)\n---\nlaunch\n"
      case .names: head + "app: \(path)\n---\nlaunch\nexpect call nothing 1x\n"
      case .matrix: head + "matrix: container=\(path),none.json\n" + app + "launch\n"
      case .nested: head + app + "include step.scenario\n"
      case .snapshot: head + app + "launch\nsnapshot start\n"
      case .argument: head + app + "include \(path) qzy=1\n"
      }
    }

    /// The content of the file, with the word.
    var content: String {
      switch self {
      case .include, .nested: "\(word):x\nlaunch \(word)\n"
      case .app: "\(word) \"A\"\n"
      case .zone:
        "app \"A\"\npackage p.a\ncontainer GTM-A\ntracker UA-1-1 report-zone=\(word)\nend\n"
      case .content, .bundle, .saved, .publish, .draft, .matrix: "\(word)=1\n"
      case .names:
        "app \"A\"\npackage p.a\ncontainer GTM-A\nmacro-function \(word)\nreturns 1\nend\nend\n"
      case .snapshot: "\(word)\n"
      case .argument: "launch\nscreen ${\(word)}\n"
      }
    }
  }

  /// A folder with a home, in it a project and a folder that is none, and outside the files that
  /// somebody else would like to see.
  private struct World {
    let scratch: ScratchFolder
    var home: URL { scratch.url.appendingPathComponent("home") }

    init() throws {
      scratch = try ScratchFolder()
      for folder in ["home/.git", "home/project/.git", "home/project/own", "home/alone"] {
        try FileManager.default.createDirectory(
          at: scratch.url.appendingPathComponent(folder), withIntermediateDirectories: true)
      }
    }

    func link(_ name: String, to target: String) throws {
      let link = scratch.url.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: link.path, withDestinationPath: target)
    }

    func run(
      _ arguments: [String], in folder: String, input: URL? = nil
    ) throws -> CommandLineTool.Result {
      try CommandLineTool.run(
        arguments, in: scratch.url.appendingPathComponent(folder),
        environment: ["HOME": home.path], input: input)
    }
  }

  private static let readers: [Reader] = Reader.allCases.filter { $0 != .snapshot && $0 != .nested }

  /// Of a file elsewhere there are no words, whatever its name, whether named directly or by a
  /// link; and the error keeps its place.
  @Test(arguments: readers, ["run", "check", "lint"])
  func elsewhere(_ reader: Reader, _ command: String) throws {
    for name in ["secret", "secret.csv"] {
      let world = try World()
      try world.scratch.file("home/private/" + name, reader.content)
      try world.link("home/project/own/link.csv", to: "../../private/" + name)
      try world.link("home/project/own/folder", to: "../../private")
      for path in ["../../private/" + name, "link.csv", "folder/" + name] {
        try world.scratch.file("home/project/own/a.scenario", reader.lines(path))
        let result = try world.run([command, "own"], in: "home/project")
        let all = result.output + result.complaint
        #expect(!all.contains(Self.word), "\(name) \(path): \(all)")
        #expect(result.code == (reader == .bundle || command == "lint" ? result.code : 6))
      }
    }
  }

  /// A file of the project is quoted if it has the name of one, or is included and begins with a
  /// verb.
  @Test(arguments: [
    (Reader.include, "secret", false), (.include, "secret.scenario", true),
    (.include, "steps.csv", true), (.include, "x.population", true), (.app, "x.app", true),
    (.app, "x", false), (.zone, "x.app", true), (.zone, "x", false), (.content, "x.json", true),
    (.content, "GTM-A", true), (.content, ".env", false), (.publish, "x.plist", true),
    (.publish, "x.env", false), (.draft, ".env", false), (.saved, ".env", false),
    (.matrix, ".env", false), (.names, "x.app", true), (.names, "x", false),
    (.argument, "x", true), (.argument, "x.scenario", true),
  ])
  func inTheProject(_ reader: Reader, _ name: String, _ isQuoted: Bool) throws {
    let world = try World()
    try world.scratch.file("home/project/" + name, reader.content)
    // A link has the name of what it leads to.
    try world.link("home/project/own/link.scenario", to: "../" + name)
    for path in ["../" + name, "link.scenario"] {
      try world.scratch.file("home/project/own/a.scenario", reader.lines(path))
      let result = try world.run(["check", "own"], in: "home/project")
      #expect(result.complaint.contains(Self.word) == isQuoted, "\(path): \(result.complaint)")
      #expect(result.code == 6)
    }
  }

  /// An included file that begins with a verb is quoted, but an app is not.
  @Test(arguments: [(Reader.include, true), (.app, false)])
  func theFirstWord(_ reader: Reader, _ isQuoted: Bool) throws {
    let world = try World()
    try world.scratch.file("home/project/steps", "# first\n\nlaunch \(Self.word)\n")
    try world.scratch.file("home/project/a.scenario", reader.lines("steps"))
    let result = try world.run(["check", "a.scenario"], in: "home/project")
    #expect(result.complaint.contains(Self.word) == isQuoted, "\(result.complaint)")
  }

  /// The places of a scenario, of the file that it includes, and whether that is in its project.
  private static let places: [(scenario: String, file: String, isQuoted: Bool)] = [
    ("project/own/a.scenario", "project/b.scenario", true),
    ("project/a.scenario", "alone/b.scenario", false),
    // The repository of the home folder is no project.
    ("alone/a.scenario", "alone/b.scenario", true),
    ("alone/a.scenario", "alone/deep/b.scenario", true),
    ("alone/a.scenario", "project/b.scenario", false),
    ("alone/a.scenario", "b.scenario", false),
  ]

  @Test(arguments: places)
  func theProject(_ scenario: String, _ file: String, _ isQuoted: Bool) throws {
    let world = try World()
    let path = try world.scratch.file("home/" + file, Reader.include.content).path
    try world.scratch.file("home/" + scenario, Reader.include.lines(path))
    let folder = (scenario as NSString).deletingLastPathComponent
    let result = try world.run(["check", "."], in: "home/" + folder)
    #expect(result.complaint.contains(Self.word) == isQuoted, "\(result.complaint)")
    #expect(result.complaint.contains("\(file):1:1: error: unknown verb '"))
  }

  /// What the command line names is quoted, but not what a link with the name of another word
  /// leads to.
  @Test(arguments: [
    (["check", "a.scenario", "../private/secret"], true), (["check", "a.scenario"], false),
    (["check", "link"], true), (["run", "a.scenario", "--report", "github"], false),
    (["check", "found"], false), (["fmt", "found", "--check"], false), (["lint", "found"], false),
  ])
  func theCommandLine(_ arguments: [String], _ isQuoted: Bool) throws {
    let world = try World()
    try world.scratch.file("home/private/secret", Reader.include.content)
    for link in ["link", "github"] {
      try world.link("home/project/" + link, to: "../private/secret")
    }
    try world.link("home/project/found/b.scenario", to: "../../private/secret")
    let path = arguments.contains("github") ? "github" : "../private/secret"
    try world.scratch.file("home/project/a.scenario", Reader.include.lines(path))
    let result = try world.run(arguments, in: "home/project")
    let all = result.output + result.complaint
    #expect(all.contains(Self.word) == isQuoted, "\(all)")
  }

  /// The project of standard input is the working directory.
  @Test(arguments: [
    ("b.scenario", true), ("own/b.scenario", true), ("../alone/b.scenario", false), ("b", false),
  ])
  func standardInput(_ path: String, _ isQuoted: Bool) throws {
    let world = try World()
    try world.scratch.file("home/project/" + path, Reader.include.content)
    let input = try world.scratch.file("input", Reader.include.lines(path))
    for command in ["run", "check", "lint"] {
      let result = try world.run([command, "-"], in: "home/project", input: input)
      let all = result.output + result.complaint
      #expect(all.contains(Self.word) == isQuoted, "\(command): \(all)")
    }
    let broken = try world.scratch.file("input", "tagsim 1\n---\n\(Self.word)\n")
    let result = try world.run(["check", "-"], in: "home/project", input: broken)
    #expect(result.complaint.contains("unknown verb '\(Self.word)'"))
  }

  /// A line that somebody types or pipes names a file like a scenario does.
  @Test func typedLines() throws {
    let world = try World()
    let secret = try world.scratch.file("private/secret.json", "\(Self.word)=1\n")
    let empty = Reader.include.lines("").split(separator: "include")[0]
    try world.scratch.file("home/project/a.scenario", String(empty))
    let input = try world.scratch.file("input", "launch\npublish \(secret.path)\nrefresh\n")
    let result = try world.run(["open", "--plain", "a.scenario"], in: "home/project", input: input)
    let all = result.output + result.complaint
    #expect(all.contains("this is text that starts '…', not a container"), "\(all)")
    #expect(!all.contains(Self.word), "\(all)")
  }

  /// What a file elsewhere names is a word of that file.
  @Test(arguments: [
    "include \(word)", "publish \(word)", "app \"A\"\n\(word)\nend", "push {\(word): 1}",
    "repeat \(word)\nend", "screen \(word) x", "push a=\"\(word)",
  ])
  func whatItNames(_ lines: String) throws {
    let world = try World()
    try world.scratch.file("home/private/x.scenario", lines + "\n")
    try world.scratch.file(
      "home/project/a.scenario", Reader.include.lines("../private/x.scenario"))
    let result = try world.run(["check", "a.scenario"], in: "home/project")
    #expect(!result.complaint.contains(Self.word), "\(result.complaint)")
    #expect(result.complaint.contains("x.scenario:"), "\(result.complaint)")
  }

  /// A stored snapshot that is a link to a file elsewhere is compared, but not shown.
  @Test(arguments: [true, false])
  func snapshots(_ isElsewhere: Bool) throws {
    let world = try World()
    let stored = "home/project/a.snapshots/start.txt"
    try world.scratch.file(
      isElsewhere ? "home/private/start.txt" : stored, Reader.snapshot.content)
    if isElsewhere { try world.link(stored, to: "../../private/start.txt") }
    try world.scratch.file("home/project/a.scenario", Reader.snapshot.lines(""))
    let result = try world.run(["run", "-v", "a.scenario"], in: "home/project")
    #expect(result.code == 7)
    #expect(result.output.contains(Self.word) != isElsewhere, "\(result.output)")
    #expect(result.output.contains("+ the app is"), "\(result.output)")
  }

  /// What lies elsewhere and is right is read and shown as ever.
  @Test func whatIsRightWorks() throws {
    let world = try World()
    let shop = CommandLineTool.root.appendingPathComponent("Scenarios/apps/shop.app")
    let app = try world.scratch.file("elsewhere/shop", String(contentsOf: shop, encoding: .utf8))
    let values = try world.scratch.file("elsewhere/values", "{\"title_string\": \"\(Self.word)\"}")
    try world.scratch.file(
      "home/project/a.scenario",
      """
      tagsim 1
      app: \(app.path)
      ---
      container default \(values.path)
      launch
      expect value title_string == "other"

      """)
    let result = try world.run(["run", "a.scenario"], in: "home/project")
    #expect(result.code == 1)
    #expect(result.output.contains(Self.word), "\(result.output)")
  }
}
