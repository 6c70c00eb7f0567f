import TagWords

extension GuideName {
  static let dataLayer: [GuideName] = [
    GuideName(
      "TAGManager dataLayer", "TAGDataLayer",
      does: "The result of all pushes. Every open container sees the same data layer.",
      .scenario(#"expect data {"user": {"tier": "gold"}}"#), .data,
      "all keys, and those that the selected event changed",
      .line("print(runtime.dataLayer.model)")),
    GuideName(
      "TAGDataLayer push:", "event",
      does: "Merges an update into the data layer. With the key event, it also runs the rules "
        + "of every open container. An event before a container is open never fires anything.",
      .scenario(#"push event="openScreen" screenName="Home""#), .tags,
      "which tags the event fired, and why the others did not",
      .call(#"push(["event": "openScreen", "screenName": "Home"])"#)),
    GuideName(
      "TAGDataLayer pushValue:forKey:",
      does: "Pushes one value. A dot in the key makes a map.",
      .scenario(#"push {"user.tier": "gold"}"#), .data, "the key with its new value",
      .call(#"push(["user.tier": "gold"])"#)),
    GuideName(
      "TAGDataLayer get:",
      does: "Reads a value of the data layer by its path; lists cannot be indexed.",
      .scenario(#"expect data {"user": {"tier": "gold"}}"#), .data, "the value at the path",
      .line(#"print(runtime.dataLayer.get("user.tier") as Any)"#)),
    GuideName(
      "kTAGDataLayerObjectNotPresent",
      does: "In a list, leaves the element at that position unchanged.",
      .scenario(#"push {"items": [absent, "second"]}"#), .data, "the list after the push",
      .call(#"push(["items": [.absent, "second"]])"#)),
    GuideName(
      "TAGListenerPushLoop",
      does: "The exception for an endless push: the SDK stops after 500 updates.",
      .scenario("expect log ~ /infinite loop/"), .log, "the error, and the event that caused it",
      .notice("pushLoop(updates: let heard, dropped: _)")),
    GuideName(
      "gtm.lifetime",
      does: "A key of a push: keeps its values for this long, even after the process ends.",
      .scenario(#"push {"user": {"tier": "gold"}, "gtm": {"lifetime": "30d"}}"#), .data,
      "the keys after a kill and a launch",
      .call(#"push(["user": ["tier": "gold"], "gtm": ["lifetime": "30d"]])"#)),
    GuideName(
      "gtm.url",
      does: "A key of a push for the link that opened the app: the SDK keeps the referrer of an ad "
        + "click.",
      .scenario(#"push gtm.url="https://shop.example/?referrer=conv%3D123""#), .log,
      "what was kept from the link",
      .call(#"push(["gtm.url": "https://shop.example/?referrer=conv%3D123"])"#)),
    GuideName(
      "transactionId", "transactionTotal", "transactionAffiliation", "transactionTax",
      "transactionShipping", "transactionCurrency", "transactionProducts",
      does: "The keys of a purchase. A transaction tag turns them into a transaction hit and one "
        + "item hit per product. The id and a name for each product are required.",
      .scenario(
        #"push {"event": "transaction", "transactionId": "T1", "#
          + #""transactionProducts": [{"name": "Tea", "sku": "S-1", "price": 4.5, "quantity": 2}]}"#
      ), .queue, "the transaction and its items",
      .call(#"push(["event": "transaction", "transactionId": "T1", "transactionTotal": 9.0])"#)),
    GuideName(
      "ecommerce",
      does: "The key with enhanced e-commerce: an action such as purchase, detail or add with its "
        + "products, impressions or promotions. A tag sends it if it is configured to.",
      .scenario(
        #"push {"event": "buy", "ecommerce": {"purchase": "#
          + #"{"actionField": {"id": "T1"}, "products": [{"id": "P1"}]}}}"#), .queue,
      "the products in the fields of the hit",
      .call(
        #"push(["event": "buy", "ecommerce": ["detail": ["products": [["id": "P1"]]]]])"#)),
    GuideName(
      "screenName",
      does: "The key under which the guide's apps push the name of a screen; a variable of the "
        + "container reads it.",
      .app(
        "screen \"Home\"\n  on view push event=\"openScreen\" screenName=\"Home\"\nend"), .tags,
      "the screen view tag, and the field &cd of its hit",
      .call(#"push(["event": "openScreen", "screenName": "Home"])"#)),
  ]

  /// The functions of the app that containers call.
  static let functions: [GuideName] = [
    GuideName(
      "TAGFunctionCallMacroHandler", "valueForMacro:parameters:",
      "TAGContainer registerFunctionCallMacroHandler:forMacro:",
      does: "Supplies the value of a function-call macro. It is called whenever a tag or a rule "
        + "needs the value, and belongs to one container.",
      .app("macro-function discount\n  returns 0.10\nend"), .values,
      "the value, and in Explain the call with its arguments",
      .act(#"register(.macro, "discount", container: nil, isOn: true)"#)),
    GuideName(
      "TAGFunctionCallTagHandler", "execute:parameters:",
      "TAGContainer registerFunctionCallTagHandler:forTag:",
      does: "Runs the code of a function-call tag. Its pushes wait until the current event is "
        + "done.",
      .app(#"tag-function logReceipt pushes event="receiptLogged""#), .tags,
      "the tag that called it, and the event that it pushed",
      .act(#"register(.tag, "logReceipt", container: nil, isOn: true)"#)),
    GuideName(
      "TAGContainer functionCallMacroHandlerForMacro:",
      "TAGContainer functionCallTagHandlerForTag:",
      does: "Whether a handler is registered. Without one, a tag silently does nothing and a "
        + "macro has no value.",
      .scenario("unregister macro discount"), .log, "the hint that a handler is missing",
      .line(
        "let discount = HandlerRegistration(\n  container: \"GTM-AB12\", kind: .macro, name: "
          + "\"discount\")\nprint(simulation.isRegistered(discount))")),
    GuideName(
      "function_call_macro_name", "additional_params",
      does: "The name under which the handler is registered, and its arguments, as entered "
        + "in the web interface.",
      .app("macro-function discount\n  echoes\nend"), .explain, "the arguments of the call",
      .line(
        "struct Discounts: FunctionHost {\n  func answer(to macro: FunctionCallRequest) -> "
          + "MacroAnswer {\n    macro.name == \"discount\" ? .value(0.1) : .unregistered\n  }\n\n  "
          + "func run(_ tag: FunctionCallRequest) -> TagAnswer { .unregistered }\n}")),
  ]

  /// Previews and the links that open an app.
  static let previews: [GuideName] = [
    GuideName(
      "TAGManager previewWithUrl:", "handleOpenURL:",
      "application:openURL:sourceApplication:annotation:",
      "application:handleOpenURL:",
      does: "Passes a link to the SDK. A preview link shows an unpublished version; it only "
        + "affects containers that are opened later.",
      .scenario("preview v9"), .phone, "the link and what the app did with it",
      .call("preview(url: url)")),
    GuideName(
      "launchOptions", "UIApplicationLaunchOptionsURLKey",
      "application:didFinishLaunchingWithOptions:",
      does: "Shows the app at launch that a link started it: the right place for a "
        + "preview link, because no container is open yet.",
      .scenario(
        "launch url=\"tagmanager.c.com.example.shop://preview/p"
          + "?id=GTM-AB12&gtm_auth=a&gtm_preview=9\""), .events,
      "the link, before the container is opened",
      .act("launch(isCold: true, kind: nil, timeout: nil, link: url)")),
    GuideName(
      "CFBundleURLTypes", "CFBundleURLSchemes",
      does: "Registers the scheme of preview links: tagmanager.c. and the bundle id. Without it, a "
        + "preview link opens nothing.",
      .app("scheme preview"), .phone, "the link that no app opens",
      .act("openURL(url)")),
  ]
}
