/// The words at the beginning of a line that are not verbs: they open a block, include other lines,
/// or qualify the rest of the line.
extension Form {
  static let blocks: [Form] = [
    Form(
      .block, "app NAME ... end", "Describes the app, if the header does not name an app file.",
      "app \"Corner Shop\"\n  package com.example.shop\n  container GTM-AB12\nend",
      .block { $0.readApp($1) }),
    Form(
      .block, "setup ... end", "Runs before the story begins.", "setup\n  network offline\nend",
      .block { $0.readSection(.setup, $1) }),
    Form(
      .block, "teardown ... end",
      "Runs at the end, even after a failure ended the rest.", "teardown\n  kill\nend",
      .block { $0.readSection(.teardown, $1) }),
    Form(
      .block, "repeat N ... end", "Repeats the lines; ${pass} is 1, then 2, and so on.",
      "repeat 3\n  wait 1m\nend",
      .block { $0.readRepeat($1) }),
    Form(
      .block, "examples, rows | name | name |, lines ... end",
      "Runs the lines once per row; ${name} stands for the row's value.",
      "examples\n  | language |\n  | es |\n  | en |\n  device language=${language}\nend",
      .block { $0.readExamples($1) }),
    Form(
      .block, "include FILE [KEY=VALUE ...]",
      "Inserts the lines of a file; ${KEY} stands for the given value.",
      "include lib/sign-in.scenario user=\"u-1\"", .block { $0.readInclude($1) }),
    Form(
      .block, "under KEY=VALUE[,VALUE] ... [LINE | ... end]",
      "Runs a line or a block only for the given values of the matrix.",
      "under sdk=v3 push event=\"buy\"", .block { $0.readUnder($1) }),
    Form(
      .block, "branch NAME from MARK ... end",
      "Continues from a mark of the story, as if nothing after it had happened.",
      "branch \"off until 4:10\" from tunnel\n  network online\nend", .block { $0.readBranch($1) }),
    Form(
      .block, "optional LINE", "A failure of the line counts only with --strict.",
      "optional expect sent 3"),
    Form(
      .block, "label TEXT LINE", "Describes the line in reports.",
      "label \"nothing leaves\" expect sent 0"),
    Form(.block, "end", "Ends a block.", "repeat 2\n  wait 1m\nend"),
  ]
}
