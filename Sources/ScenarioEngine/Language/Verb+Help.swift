extension Verb {
  /// How the verb is used.
  public var help: VerbHelp {
    switch self {
    case .container, .publish, .draft, .launch, .device, .idfa, .network, .disk, .set:
      worldHelp
    case .open, .close, .refresh, .preview, .openURL, .register, .unregister, .read: containerHelp
    case .screen, .tap, .push, .background, .foreground, .kill, .reinstall, .upgrade: actHelp
    case .tracker, .setField, .send, .optOut, .dryRun, .reachability, .queueLimit: hitHelp
    case .wait, .jump, .at, .clock, .settle, .dispatch, .dispatchInterval: timeHelp
    case .expect, .eventually, .never: expectHelp
    case .chapter, .caption, .note, .ask, .mark, .focus, .zoom, .highlight, .speed, .layout, .theme:
      storyHelp
    }
  }

  private var worldHelp: VerbHelp {
    switch self {
    case .container:
      VerbHelp(
        "container default FILE|unreadable [name=NAME] [id=ID] | "
          + "container saved FILE|unreadable [age=DURATION] [id=ID]",
        "Gives the phone a container, or something that is none: with the app, or saved by an "
          + "earlier run.",
        "container saved containers/GTM-AB12-v7.json age=13h")
    case .publish:
      VerbHelp(
        "publish FILE|unreadable [version=VERSION] [id=ID]",
        "Puts a container on the server; the phone gets it when it refreshes.",
        "publish containers/GTM-AB12-v8.json")
    case .launch:
      VerbHelp(
        "launch [cold] [open=prefer-fresh|prefer-non-default] [timeout=DURATION]",
        "Starts the app; cold is how the event list calls a first start.",
        "launch cold open=prefer-fresh timeout=5s")
    case .device:
      VerbHelp(
        "device [language=L] [country=C] [screen=WxH] [os=V] [model=M] [name=N]",
        "Changes the phone.", "device language=es country=ES screen=640x1136")
    case .idfa:
      VerbHelp(
        "idfa on|off", "Whether apps may learn the phone's advertising identifier.", "idfa off")
    case .network:
      VerbHelp(
        "network online|offline|status N|timeout|reset|captive|answers-lost|lossy N%|"
          + "blocked HOST|slow latency=D [jitter=D]",
        "Changes the network.", "network status 503")
    case .disk:
      VerbHelp(
        "disk ok|io-error|damaged|empty",
        "Changes how the disk answers for saved containers, or removes all but the hits.",
        "disk io-error")
    case .draft:
      VerbHelp(
        "draft FILE [version=VERSION] [id=ID]",
        "Puts a version on the server that only a preview link shows.",
        "draft containers/GTM-AB12-v9-fix.json")
    default:
      VerbHelp(
        "set refresh-mode standard|default-container | set log-level LEVEL | "
          + "set logger default|custom | set wording sdk|plain | set sdk-version VERSION | "
          + "set delivery sdk|strict | set analytics-log-level LEVEL | set QUIRK on|off",
        "Changes a setting of the app or its SDK; versions, delivery and quirks count from the "
          + "next launch on.",
        "set refresh-mode default-container")
    }
  }

  private var containerHelp: VerbHelp {
    switch self {
    case .open:
      VerbHelp(
        "open prefer-non-default|prefer-fresh|callback [timeout=DURATION] [blocking] [id=ID]",
        "Opens a container; blocking freezes the app's main thread until it is there.",
        "open prefer-fresh timeout=5s")
    case .close:
      VerbHelp(
        "close [id=ID]", "Closes a container: no values, no tags, no refreshes.", "close")
    case .refresh:
      VerbHelp("refresh [id=ID]", "Asks the server for a newer container.", "refresh")
    case .preview:
      VerbHelp(
        "preview VERSION|exit [id=ID]",
        "Opens the link that previews a version, or the one that ends the preview.",
        "preview v9")
    case .openURL:
      VerbHelp(
        "open-url LINK", "Opens a link on the phone.",
        "open-url \"tagmanager.c.com.example.shop://preview/p?id=GTM-AB12&gtm_preview=\"")
    case .register:
      VerbHelp(
        "register macro|tag NAME [id=ID]", "Registers a handler of the app with a container.",
        "register tag logReceipt")
    case .unregister:
      VerbHelp(
        "unregister macro|tag NAME [id=ID]", "Registers nil in place of a handler.",
        "unregister macro discount")
    default:
      VerbHelp(
        "read string|int64|double|boolean KEY [id=ID]", "Reads a value of a container.",
        "read string title_string")
    }
  }

  private var actHelp: VerbHelp {
    switch self {
    case .screen: VerbHelp("screen NAME", "Shows a screen of the app.", "screen \"Cart\"")
    case .tap:
      VerbHelp(
        "tap TITLE [KEY=VALUE ...]", "Taps a button, with values for its push.",
        "tap \"Buy\" sku=\"S-77\" price=19.90")
    case .push:
      VerbHelp(
        "push KEY=VALUE ... | push JSON", "Pushes to the data layer.",
        "push event=\"openScreen\" screenName=\"Home Screen\"")
    case .background:
      VerbHelp(
        "background [send-hits] [for DURATION]",
        "Puts the app into the background; with send-hits it sends what waits there.",
        "background send-hits for 30s")
    case .reinstall:
      VerbHelp(
        "reinstall", "Removes the app with all that it saved, and installs it anew.", "reinstall")
    case .upgrade:
      VerbHelp(
        "upgrade [build=N] [version=V]",
        "Puts a newer build into the app's place; what was saved stays.", "upgrade build=42")
    case .foreground: VerbHelp("foreground", "Brings the app back.", "foreground")
    default: VerbHelp("kill", "Kills the process; what is on disk stays.", "kill")
    }
  }

  private var timeHelp: VerbHelp {
    switch self {
    case .wait:
      VerbHelp("wait DURATION", "Lets time pass; every timer fires on its way.", "wait 30s")
    case .jump:
      VerbHelp("jump DURATION", "Skips time; each due timer fires at most once.", "jump 13h")
    case .at:
      VerbHelp(
        "at HH:MM:SS | at DATE", "Lets time pass until the phone's clock shows this.", "at 03:59:30"
      )
    case .clock:
      VerbHelp(
        "clock HH:MM:SS | clock DATE",
        "The user sets the phone's clock, forward or back; no time passes, no timer moves.",
        "clock 2014-02-27T23:58:40+01:00")
    case .settle:
      VerbHelp(
        "settle on|off", "Whether the world comes to rest after every statement.", "settle off")
    case .dispatch:
      VerbHelp(
        "dispatch [completion]",
        "Sends the waiting hits now; with a completion handler one request, and the period is off.",
        "dispatch")
    default:
      VerbHelp(
        "dispatch-interval DURATION|off", "How often waiting hits are sent.",
        "dispatch-interval 120s")
    }
  }

  private var hitHelp: VerbHelp {
    switch self {
    case .tracker:
      VerbHelp(
        "tracker UA-ID [name=NAME] | tracker remove NAME | tracker default NAME",
        "Makes, removes or chooses a tracker of Analytics.", "tracker UA-1-1 name=orders")
    case .setField:
      VerbHelp(
        "set-field FIELD VALUE|null [tracker=NAME]",
        "Sets a field for all hits of a tracker that follow; null takes it back.",
        "set-field \"screen name\" \"Home\"")
    case .send:
      VerbHelp(
        "send screen|event|exception|timing|social|transaction|item [KEY=VALUE ...] [JSON] "
          + "[campaign=LINK] [tracker=NAME]",
        "Sends a hit through a tracker.", "send event category=\"ui\" action=\"press\"")
    case .optOut:
      VerbHelp(
        "opt-out on|off", "Opts out of tracking: nothing is tracked, and what waits is deleted.",
        "opt-out on")
    case .dryRun:
      VerbHelp(
        "dry-run on|off", "Takes hits out of the store and sends nothing.", "dry-run on")
    case .queueLimit:
      VerbHelp(
        "queue-limit N", "How many hits each queue stores; one more drops the oldest.",
        "queue-limit 5")
    default:
      VerbHelp(
        "reachability online|offline|honest",
        "What the phone believes of its network, whatever it is.", "reachability online")
    }
  }

  private var expectHelp: VerbHelp {
    switch self {
    case .expect:
      VerbHelp(
        "expect tag|value|container|callback|tokens|log|queue|sent|lost|late|hit|duplicates|"
          + "requests|dispatch|completion|data|braze ...",
        "Fails unless this is so now.", "expect tag \"GA screen view\" fired 1x")
    case .eventually:
      VerbHelp(
        "eventually within DURATION expect ...", "Lets time pass until this is so.",
        "eventually within 130s expect sent 3")
    default:
      VerbHelp(
        "never for DURATION expect ...", "Lets time pass; fails if this becomes so.",
        "never for 60s expect sent > 0")
    }
  }

  private var storyHelp: VerbHelp {
    switch self {
    case .chapter: VerbHelp("chapter TEXT", "Begins a chapter.", "chapter \"2 Offline\"")
    case .caption:
      VerbHelp("caption TEXT", "Tells the audience something.", "caption \"The app starts.\"")
    case .note: VerbHelp("note TEXT", "Tells the presenter something.", "note \"Ask the room.\"")
    case .ask:
      VerbHelp(
        "ask TEXT [answer=TEXT]",
        "Asks the room something; the monitor shows the answer at the next key.",
        "ask \"Which tags fire?\" answer=\"None: the name differs.\"")
    case .mark: VerbHelp("mark NAME", "Names this moment.", "mark tunnel")
    case .focus: VerbHelp("focus PANE", "Moves the focus of the monitor.", "focus tags")
    case .zoom: VerbHelp("zoom PANE", "Makes a pane of the monitor large.", "zoom tags")
    case .highlight:
      VerbHelp("highlight KIND NAME", "Draws the eye to something.", "highlight tag \"Bonus\"")
    case .speed: VerbHelp("speed Nx", "Sets the pace of the monitor.", "speed 4x")
    case .layout:
      VerbHelp(
        "layout NAME", "Is for a later version of the monitor, which has one layout now.",
        "layout wide")
    default:
      VerbHelp(
        "theme NAME", "Is for a later version of the monitor, which has one theme now.",
        "theme dark")
    }
  }
}
