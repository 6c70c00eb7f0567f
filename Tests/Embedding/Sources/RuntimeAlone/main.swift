import TagRuntime

/// An app that registers nothing.
struct NoHandlers: FunctionHost {
  func answer(to macro: FunctionCallRequest) -> MacroAnswer { .unregistered }

  func run(_ tag: FunctionCallRequest) -> TagAnswer { .unregistered }
}

var runtime = Runtime()
let moment = Moment(instant: .start, wall: WallTime(milliseconds: 0))
_ = runtime.handle(.call(.push(["user.tier": "gold"])), at: moment, host: NoHandlers())
guard runtime.dataLayer.get("user.tier") == "gold" else { fatalError("the push is not there") }
print("the runtime alone keeps a push")
