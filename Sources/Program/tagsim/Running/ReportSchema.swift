import ArgumentParser
import TagRuntime

/// The JSON Schemas (draft 2020-12) of the reports for machines: the files of `Schemas/`, compiled
/// in. The number in the schema's name changes when the members of a report change, unless they
/// appear only with a new option.
enum ReportSchema: String, CaseIterable, ExpressibleByArgument {
  /// `tagsim run --report json`.
  case run
  /// A line of `tagsim run --report ndjson`.
  case facts
  /// `tagsim diff --json`, of containers, behaviour or traces.
  case diff
  /// `tagsim forecast … -o FILE`, and `--report json`.
  case forecast
  /// A line of `tagsim inspect --json`.
  case inspect
  /// `tagsim lint --report json`.
  case lint
  /// `tagsim plan --report json`.
  case plan
  /// `tagsim follow --report json`.
  case follow
  /// `tagsim explain --hit … --json`.
  case hits
  /// A line of `tagsim export --format ndjson`.
  case rows
  /// `tagsim check`, `explain` and `info` with `--report json`.
  case page
  /// `tagsim demo --json`.
  case lessons
  /// `tagsim-lab bench --json`.
  case bench

  /// Creates it from its name; `import` is another name of `follow`.
  init?(argument: String) { self.init(rawValue: argument == "import" ? "follow" : argument) }

  /// The names of the schemas, as a sentence lists them.
  static var names: String { allCases.map(\.rawValue).listed() }

  var file: String { rawValue + ".schema.json" }

  /// The schema as text, indented.
  var lines: [String] {
    let text = SchemaFiles.all.first { $0.path == file }?.text ?? ""
    return text.split(separator: "\n").map(String.init)
  }
}

/// The files of `Schemas/`, which the plug-in EmbedScenarios writes here with every build.
enum SchemaFiles {}
