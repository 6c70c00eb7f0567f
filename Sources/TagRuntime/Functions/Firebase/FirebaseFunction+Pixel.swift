extension FirebaseFunction {
  /// Requests a URL, where `useCacheBuster` is set with a number in its query.
  static let pixel = FirebaseFunction(
    id: "__img", required: ["url"], words: "URL",
    body: .tag { arguments, evaluator in
      let given = arguments.given("url")
      guard JavaScript.isTruthy(given) else {
        evaluator.log(.pixelWithoutURL, arguments.name)
        return .ignored(reason: "the url is empty")
      }
      var url = JavaScript.text(given)
      if arguments.isTruthy("useCacheBuster") {
        let name = arguments.given("cacheBusterQueryParam")
        var number = arguments.given("randomNumber")
        if number == .absent {
          number = .int(evaluator.random.integer(in: 0...2_147_483_647))
        }
        let query =
          (JavaScript.isTruthy(name) ? JavaScript.text(name) : TagFunction.cacheBuster) + "="
          + JavaScript.text(number)
        url = TagFunction.appending(query, to: url)
      }
      return .hits([
        Hit(kind: .pixel(url: url), tag: arguments.name, created: evaluator.moment.wall)
      ])
    })
}
