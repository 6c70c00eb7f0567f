import Testing

/// What runs on GitHub: no text from outside becomes a part of a script, and nothing from outside
/// changes by itself.
@Suite struct WorkflowTests {
  @Test func expressionsStayOutOfScriptsAndActionsArePinned() throws {
    let found = try Self.files().flatMap { file in
      let isPage = file.path.hasSuffix(".md")
      return
        ((isPage ? [] : TidyRules.expressionsInScripts(file.text))
        + TidyRules.unpinnedActions(file.text)).map { "\(file.path): \($0)" }
    }
    #expect(found.joined(separator: "\n") == "")
  }

  @Test(arguments: [
    ("run: echo ${{ github.ref }}", 1), ("- run: echo ${{inputs.a}}", 1),
    ("run: |\n  a\n\n  b ${{ inputs.a }}\nenv: {A: ${{ inputs.a }}}", 1),
    ("- name: a\n  run: >-\n    a ${{ matrix.a }}\n  env:\n    A: ${{ inputs.a }}", 1),
    ("env:\n  A: ${{ inputs.a }}\nrun: echo \"$A\"", 0), ("runs-on: ${{ matrix.os }}", 0),
  ])
  func findsAnExpression(_ text: String, _ count: Int) {
    #expect(TidyRules.expressionsInScripts(text).count == count)
  }

  @Test(arguments: [
    ("- uses: actions/checkout@v4", 1), ("uses: a/b@main", 1), ("uses: a/b", 1),
    ("uses: a/b@v1.2.3", 0), ("uses: ./.github/actions/tagsim", 0),
    ("uses: a/b@11d5960a326750d5838078e36cf38b85af677262", 1),
    ("uses: a/b@11d5960a326750d5838078e36cf38b85af677262 # v4.4.0", 0),
    ("uses: a/b@11d5960a32 # v4.4.0", 1),
  ])
  func findsAnAction(_ text: String, _ count: Int) {
    #expect(TidyRules.unpinnedActions(text).count == count)
  }

  private static func files() throws -> [Repository.File] {
    let files = try Repository().files().filter {
      $0.path.hasPrefix(".github/") && $0.path.hasSuffix(".yml") || $0.path.hasSuffix(".md")
    }
    #expect(files.count { $0.path.hasSuffix(".yml") } > 3)
    return files
  }
}
