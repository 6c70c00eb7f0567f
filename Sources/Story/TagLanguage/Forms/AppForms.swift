import TagSimulation

/// The lines of an app's description.
extension Form {
  /// Every form of an app, by rooms.
  static let appLines =
    lines + moments + screens + actions + tables + functions + classes + mappings

  private static func end(_ room: Room) -> Form {
    Form(
      room, "end", "Ends a block.", "end",
      .app { reader throws(ScenarioError) in
        try reader.cursor.end()
        reader.isClosed = true
      })
  }

  private static func isOn(
    _ word: String, _ meaning: String, _ set: @escaping @Sendable (inout App, Bool) -> Void
  ) -> Form {
    Form(
      .app, word + " on|off", meaning, word + " off", isOnce: true,
      .app { reader throws(ScenarioError) in
        set(&reader.app, try reader.cursor.isOn())
      })
  }

  private static let lines: [Form] = [
    Form(
      .app, "package NAME",
      "The id of the app. Its preview links begin with it, and lines of the log contain it.",
      "package com.example.shop", isOnce: true,
      .app { reader throws(ScenarioError) in
        reader.app.package = try reader.cursor.name("a package name")
      }),
    Form(
      .app, "platform ios|android", "The platform that the app is built for; iOS by default.",
      "platform android", isOnce: true,
      .app { reader throws(ScenarioError) in
        reader.app.platform = try reader.cursor.choice("platform")
      }),
    Form(
      .app, "container ID [sdk=v3|v5]",
      "A container of the app. The lines after it, up to the next one, belong to it.",
      "container GTM-AB12",
      .app { reader throws(ScenarioError) in try reader.readContainer() }),
    Form(
      .app,
      "open prefer-non-default|prefer-fresh [timeout=DURATION] [blocking] | open callback|never",
      "How the app opens its container at launch.", "open prefer-fresh timeout=5s", isOnce: true,
      .app { reader throws(ScenarioError) in try reader.readOpening() }),
    Form(
      .app, "version VERSION [build=N]", "The version of the app, and the number of its build.",
      "version 2.1 build=42", isOnce: true,
      .app { reader throws(ScenarioError) in try reader.readVersion() }),
    Form(.app, "on", "", "", .room(.moment)),
    Form(
      .app, "read string|int64|double|boolean KEY",
      "A value that the app reads from its container; the phone and the values pane show it.",
      "read string title_string",
      .app { reader throws(ScenarioError) in try reader.readRead() }),
    Form(
      .app, "screen NAME ... end",
      "A screen, with its texts, its buttons and what viewing it does.",
      "screen \"Home\"\n  text \"Hello\"\nend",
      .app { reader throws(ScenarioError) in reader.readScreen() }),
    Form(
      .app, "tracker UA-ID [name=NAME] [report-zone=ZONE]",
      "An Analytics tracker that the app makes at launch; the first is the default.",
      "tracker UA-1-2 name=orders report-zone=America/New_York",
      .app { reader throws(ScenarioError) in try reader.readTracker() }),
    Form(
      .app, "refresh-timer DURATION",
      "How often the app asks for a newer container by a timer; without it, never.",
      "refresh-timer 6h", isOnce: true,
      .app { reader throws(ScenarioError) in
        reader.container.refreshTimer = try reader.cursor.refreshPeriod()
      }),
    Form(
      .app, "macro-function NAME ... end",
      "A handler for function-call macros: a table of what it returns, of which the first line "
        + "that applies counts.",
      "macro-function discount\n  returns 0.15 when language=\"es\"\n  returns 0.10\nend",
      .app { reader throws(ScenarioError) in reader.readMacroFunction() }),
    Form(
      .app, "tag-function NAME HANDLING [then HANDLING ...]",
      "A handler for function-call tags, and what it does.",
      "tag-function logReceipt pushes event=\"receiptLogged\"",
      .app { reader throws(ScenarioError) in try reader.readTagFunction() }),
    Form(
      .app, "class PATH HANDLING [then HANDLING ...] | class PATH ... end",
      "A class that a v5 container calls: what a tag does, or a table of what a variable returns.",
      "class Bonus logs \"bonus\" points=3",
      .app { reader throws(ScenarioError) in try reader.readClass() }),
    Form(
      .app, "scheme preview|NAME ... | scheme none",
      "The links that the app registers with the phone: previews, and schemes of its own.",
      "scheme preview shop", isOnce: true,
      .app { reader throws(ScenarioError) in try reader.readSchemes() }),
    Form(
      .app, "links at-once|late|ignored",
      "When the app hands a link to Tag Manager: at once, or when it has a container.",
      "links late", isOnce: true,
      .app { reader throws(ScenarioError) in
        reader.app.linkHandling = try reader.cursor.choice("way with links")
      }),
    isOn(
      "idfa-library", "Whether the app has the library for the advertising identifier."
    ) { $0.hasIDFALibrary = $1 },
    isOn(
      "automatic-screens", "Whether Firebase reports screens by itself (v5)."
    ) { $0.tellsScreens = $1 },
    Form(
      .app, "consent-default SETTING=granted|denied|eu_consent_policy ...",
      "The settings of consent mode in the app's Info.plist; the policy is for ad_user_data and "
        + "ad_personalization alone (v5).",
      "consent-default ad_storage=denied ad_user_data=eu_consent_policy", isOnce: true,
      .app { reader throws(ScenarioError) in
        reader.app.consentDefaults = try reader.cursor.consent(isDefault: true)
      }),
    isOn(
      "braze-instance", "Whether Braze runs; without it, what providers call reaches nobody."
    ) { $0.hasBrazeInstance = $1 },
    Form(
      .app, "build-type debug|testflight|app-store",
      "The type of build; one from the App Store has no debug mode of Firebase.",
      "build-type testflight", isOnce: true,
      .app { reader throws(ScenarioError) in
        reader.app.buildType = try reader.cursor.choice("type of build")
      }),
    end(.app),
  ]

  private static let moments: [Form] = [
    Form(
      .moment, "launch ACTION [then ACTION ...]", "What the app does at launch.",
      "launch push event=\"appStart\"",
      .app { reader throws(ScenarioError) in reader.app.onLaunch += try reader.actions() }),
    Form(
      .moment, "container ACTION [then ACTION ...]",
      "What the app does when it has its container.", "container push event=\"ready\"",
      .app { reader throws(ScenarioError) in
        reader.container.onContainer += try reader.actions()
      }),
    Form(
      .moment, "background send-hits | background ACTION [then ACTION ...]",
      "What the app does when it goes into the background; send-hits sends its waiting hits.",
      "background send-hits",
      .app { reader throws(ScenarioError) in
        if reader.cursor.take("send-hits") { return reader.app.sendsHitsInBackground = true }

        reader.app.onBackground += try reader.actions(showsScreens: false, or: ["send-hits"])
      }),
    Form(
      .moment, "foreground ACTION [then ACTION ...]", "What the app does when it comes back.",
      "foreground dispatch-interval 120s",
      .app { reader throws(ScenarioError) in reader.app.onForeground += try reader.actions() }),
    Form(
      .moment, "terminate ACTION [then ACTION ...]",
      "What the app does when iOS ends it while it is awake.", "terminate push event=\"bye\"",
      .app { reader throws(ScenarioError) in
        reader.app.onTerminate += try reader.actions(showsScreens: false)
      }),
  ]

  private static let screens: [Form] = [
    Form(
      .screen, "text TEXT ...", "A line of texts; {KEY} in one stands for the value of a read key.",
      "text \"{title_string}\" \"{subtitle}\"",
      .app { reader throws(ScenarioError) in
        var texts: [String] = []
        repeat { texts.append(try reader.cursor.string("a text")) } while reader.cursor.peek != nil
        reader.screen.texts.append(texts)
      }),
    Form(
      .screen, "banner {KEY}", "A banner with the size that a read key gives.",
      "banner {banner_size}",
      .app { reader throws(ScenarioError) in try reader.readBanner() }),
    Form(
      .screen, "on view ACTION [then ACTION ...]", "What the app does when the screen appears.",
      "on view push event=\"openScreen\"",
      .app { reader throws(ScenarioError) in try reader.readView() }),
    Form(
      .screen, "button TITLE [key=LETTER] [ACTION]",
      "A button, with its letter on the phone and what tapping it does.",
      "button \"Buy\" key=b push event=\"tapBuy\" sku=${sku=\"S-77\"}",
      .app { reader throws(ScenarioError) in try reader.readButton() }),
    end(.screen),
  ]

  private static let actions: [Form] = [
    Form(
      .action, "push KEY=VALUE ... | push JSON",
      "Pushes to the data layer; ${name} stands for a value that the tap gives.",
      "push event=\"tapBuy\" price=${price=19.90}",
      .app { reader throws(ScenarioError) in
        reader.done.append(.push(try reader.cursor.pushTemplate(allowsParameters: true)))
      }),
    Form(
      .action, "goes SCREEN", "Shows another screen.", "goes \"Cart\"",
      .app { reader throws(ScenarioError) in try reader.readGoes() }),
    Form(
      .action, "log-event EVENT [KEY=VALUE ...]", "Logs an event with Firebase (v5).",
      "log-event played_song genre=\"pop\"",
      .app { reader throws(ScenarioError) in try reader.readLoggedEvent() }),
    Form(
      .action, "user-property NAME=TEXT|null", "Sets a Firebase user property (v5).",
      "user-property tier=\"gold\"",
      .app { reader throws(ScenarioError) in
        let key = try reader.cursor.key()
        reader.done.append(.setUserProperty(key.name, try reader.cursor.textOrParameter()))
      }),
    Form(
      .action, "dispatch|dispatch-interval|refresh|default-parameters|consent|set ...",
      "A call of the SDK, as a statement makes it.", "dispatch-interval 120s",
      .app { reader throws(ScenarioError) in try reader.readCall() }),
  ]

  private static let tables: [Form] = [
    Form(
      .table, "returns VALUE [when KEY=VALUE ...]",
      "Returns a value if the arguments and the phone are like this.",
      "returns 0.15 when language=\"es\"",
      .app { reader throws(ScenarioError) in
        try reader.readCase(.value(try reader.cursor.value()))
      }),
    Form(
      .table, "fails TEXT [when KEY=VALUE ...]", "Raises an exception with this reason.",
      "fails \"no price list\"",
      .app { reader throws(ScenarioError) in
        try reader.readCase(.fails(try reader.cursor.string("a reason")))
      }),
    Form(
      .table, "echoes [when KEY=VALUE ...]", "Returns the call itself as a text.", "echoes",
      .app { reader throws(ScenarioError) in try reader.readCase(.echo) }),
    end(.table),
  ]

  /// What both a handler of tags and a class can do.
  private static func handlings(_ room: Room, _ braze: String) -> [Form] {
    [
      Form(
        room, "fails TEXT", "Raises an exception with this reason.", "fails \"no network\"",
        .app { reader throws(ScenarioError) in
          reader.handlings.append(.fails(try reader.cursor.string("a reason")))
        }),
      Form(room, "notes", "Does nothing; the call is in the log.", "notes", .app { _ in }),
      Form(
        room, braze,
        "Hands the event to Braze, as its provider does; lines up to an end give "
          + "another mapping.", "braze swift",
        .app { reader throws(ScenarioError) in
          reader.handlings.append(.braze(try reader.cursor.choice("provider")))
        }),
    ]
  }

  private static let functions =
    [
      Form(
        .tagFunction, "pushes KEY=VALUE ...", "Pushes to the data layer.",
        "pushes event=\"receiptLogged\"",
        .app { reader throws(ScenarioError) in
          reader.handlings.append(.pushes(try reader.cursor.pushTemplate(allowsParameters: true)))
        })
    ] + handlings(.tagFunction, "braze swift|objective-c")

  private static let classes =
    [
      Form(
        .classAction, "logs EVENT [KEY=VALUE ...]", "Logs an event with Firebase.",
        "logs \"bonus\" points=3",
        .app { reader throws(ScenarioError) in
          reader.handlings.append(.pushes(try reader.loggedEvent()))
        })
    ] + handlings(.classAction, "braze swift|objective-c [mapping ... end]")

  private static let mappings: [Form] = [
    Form(
      .mapping, "action-key KEY", "The parameter that names the action.", "action-key what",
      .app { reader throws(ScenarioError) in
        reader.mapping.actionKey = try reader.cursor.name("the key of the action")
      }),
    Form(
      .mapping,
      "action NAME initialize | action NAME log-event|change-user KEY | "
        + "action NAME custom-attribute KEY KEY",
      "The method of Braze for an action, and the parameters that it takes.",
      "action setVip custom-attribute key value",
      .app { reader throws(ScenarioError) in try reader.readMappedAction() }),
    end(.mapping),
  ]
}
