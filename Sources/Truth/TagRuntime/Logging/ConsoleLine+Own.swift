/// The lines of the app's own code, and the hints of this program where the SDK says nothing.
let ownLines = """
  = any any app
  : Use an actionType that the provider supports, or Braze receives nothing.
  > the app's Braze provider got no actionType, so it does nothing
  W fault braze-no-action There is no Braze action type key in this call. Doing nothing.
  > the app's Braze provider got an unknown actionType, so it does nothing
  W fault braze-invalid-action Invalid action type. Doing nothing.
  W fault - Got unknown action type: ◊
  : The Braze provider ran.
  I tag-run - Got google tag manager parameters map: ◊
  : Braze receives nothing: call setApplicationContext of the provider at the start.
  W fault - No application context provided to this tag provider.
  : A value is of a kind that Braze does not take, and is left out: pass text, numbers or booleans.
  W note - Failed to parse value into an AppboyProperties accepted type. Key: '◊' Value: '◊'
  W fault - Failed to parse value into a custom attribute accepted type. Key: '◊' Value: '◊'
  : Braze has no user yet, so the attribute is not set: start its SDK first.
  W fault - AppboyUser was null. Returning.
  : An event is logged in Braze.
  ? event-logged braze-logged [braze] Logged event:
  V event-logged braze-logging Logging custom event with event name ◊.
  : Braze has refused the event: see its dashboard for a blocked name.
  W fault - Not logging custom event with event name: ◊
  = any any tagsim
  : Open the container on the main thread, or its timeout never fires.
  W fault opener-without-timer ◊ is opened on a thread without a run loop: the opener's timeout \
  never fires
  : The app opens more containers than tagsim simulates: close unused ones.
  E fault too-many-containers ◊ was not opened: ◊ containers are open already
  : The app closes a container while openers wait for it: they wait forever.
  W fault openers-dropped ◊ is closed while ◊ of its openers still wait: they are never notified
  : Rename the file, or the phone has no default container at its first launch.
  W fault similar-default the bundle has ◊, which the SDK does not look for: its name must be ◊ \
  exactly
  : tagsim compiled the export. A phone needs the downloaded container.
  I note compiled-default compiled from the export ◊: a phone would reject the export itself
  : tagsim uses it anyway. Rename the file in the project to the expected name.
  W fault renamed-default the project calls it ◊, but a phone only finds it under the name ◊
  : Add the file to the app's target, or the phone never gets it.
  W fault default-not-in-target the project has ◊, but not in the app's target, so the bundle lacks \
  it: add it there
  : The link is for a container that the app has not opened: open that one.
  I fault preview-of-unopened the app has not opened ◊: its preview changes nothing until it does
  : It came too late to matter.
  D normal ignored-answer an answer that is no longer expected was ignored: ◊
  : It shows how well the simulation covers this platform.
  I note android-played the app is played as one for Android, with the known behaviour of SDK \
  release 4.00; not modelled: ◊
  I note android-played-as-ios this Android app is built with v5, which is played as on iOS; not \
  modelled: ◊
  : Export the container for the app's platform, or set the platform here.
  W fault foreign-container ◊ was made for Android, but this is an iOS app: Android-only parts do \
  not run; write 'platform android' in the app to play it as on Android
  : A tag or the app's code pushes an event that triggers itself: break the loop.
  E fault drain-cut the drain was cut after ◊ updates; ◊
  : A limit of tagsim refused it; a phone would not: push less.
  E fault push-refused push refused: ◊; the data layer is unchanged
  : This release of the SDK cannot do it: use another type, or a newer release.
  W fault value-not-known ◊: the iOS SDK has a function ◊, but its result is not known: it has no \
  value here
  : The container evaluated this event.
  V normal tags-fired ◊: ◊ of ◊ tags fired on ◊
  : One tag raised an exception, so the tags after it did not run: fix it.
  W fault evaluation-ended the tags of ◊ after "◊" did not fire: its exception ended the evaluation
  : The container exceeds a limit: make it simpler.
  E fault limit-reached limit reached: ◊; anything beyond it has no value or is false
  : There were more lines than fit.
  W note more-lines … and ◊ more lines for this event
  : The app's code ran for a tag or a macro.
  V normal app-called ◊ called ◊: ◊
  V normal class-ran ◊: a ◊ was created for this call (instance ◊ since the launch)
  : Register a handler with this name in the app, or correct the name in the web. The SDK itself \
  logs nothing.
  I fault no-handler ◊: no handler is registered for ◊ (the SDK says nothing)
  : Reports show this text: push a single value of the map instead.
  W fault field-of-map ◊: the field ◊ is a ◊, so its text is sent: ◊
  : The hit was sent without some of its shop data: check that this is intended.
  I note no-ecommerce ◊: ◊ is not a map, so the hit is sent without e-commerce
  I note no-shop-event ◊: ◊ is not an e-commerce event, so the hit is sent without e-commerce (one \
  container's runtime of 2017 then sends nothing: set shop-events-only on)
  W note ecommerce-left-out ◊: ◊ of the e-commerce data is left out: ◊
  W note ecommerce-actions ◊: the e-commerce data has the actions ◊; only ◊ is sent
  : Write the class path exactly as in the app.
  E fault class-path-hint ◊: the class path ◊ is case-sensitive, and a Swift class needs \
  @objc(Name)◊
  : Use an actionType that the provider supports, or Braze receives nothing.
  W fault braze-idle ◊: the Braze provider (◊) does nothing: ◊
  : Braze does not accept this: change what the tag passes.
  W fault braze-refused ◊: Braze rejects ◊: ◊
  : Braze accepted it, but changed it.
  W note braze-changed ◊: Braze changes ◊: ◊
  : A function of the container had no result: check its input.
  W fault runtime-function the function ◊ is in the container's own runtime, which does not run \
  here: calls to it have no effect and no value
  : The hit is gone for good. Its own page says which setting helps.
  W fault hit-lost ◊ is lost: ◊
  : The app uses a tracker that it has not created.
  E fault no-tracker there is no tracker '◊', so nothing is done
  : The app must end its task in time, or the system ends the app.
  W fault background-task-overdue the background task has expired and was not ended: the system \
  ends the app
  : Waiting hits were sent, or there were none.
  V normal dispatch-finished dispatch finished: ◊
  : The value is not kept: correct the lifetime of the push.
  W fault lifetime-flat gtm.lifetime is one flat key here, which has no effect: write {"gtm": \
  {"lifetime": "2d"}}
  : The limit was reached: the oldest was removed.
  W note keys-evicted the oldest kept values (◊) were removed: at most ◊ are kept
  W note referrer-evicted the click referrer of conversion ◊ was removed: at most ◊ are kept
  W note unrepeatable-evicted the unrepeatable ID ◊ is forgotten: at most ◊ are remembered, so its \
  pixel may be sent again
  : The app pushed too much before it was ready.
  E fault held-push-dropped a push was dropped: ◊ already wait for the kept values to load
  : An ad click is remembered.
  V normal referrer-kept the click referrer of conversion ◊ is kept
  : The link belongs to no conversion.
  I note referrer-without-conversion the click referrer '◊' has no conv=ID, so it belongs to no \
  conversion
  : A macro's push must be a map of keys and values.
  W fault pushed-no-map ◊: its push after evaluation is not a map, so nothing is pushed
  : The experiment has no effect on phones in this form.
  I note experiment-ignored ◊ is ignored: phones only support supplementals whose names start with \
  ◊
  W note experiment-range experiment ◊: the range of the random ◊ is empty (◊ to ◊): it is not set
  : This generation of the SDK works differently.
  W note no-firebase the app is built with the legacy SDK, which has no Firebase: write sdk v5 to \
  build it with Firebase
  W note no-data-layer the SDK on Firebase (v5) has no data layer, so nothing is pushed: log an \
  event instead
  W note one-container ◊ is ignored: v5 loads only one container, and ◊ is the first
  : This release ignores the setting: give it to a later one.
  W fault consent-ignored ◊ is ignored: Firebase ◊ does not know it; releases since ◊ do
  : No public source says more, so the run goes on as without it.
  I note consent-unknown what ◊ changes on an iPhone is in no public source: the run goes on as \
  without it
  : Firebase uploads at its own times; debug mode uploads at once.
  I note no-upload-on-demand a dispatch does not send Firebase events: they are sent an hour after \
  the last upload, soon after an event if that is over, in the background, or at once with \
  debug-mode on
  : Normal: Firebase needs it before the first upload, and then once a day.
  V normal configuration-fetched Firebase fetches its configuration before it uploads
  : A part of the event does not arrive: change the name or the value.
  W fault firebase-warning Firebase would reject this (firebase_error ◊): "◊" ◊: ◊
  : Too many events came before the container: log fewer at launch.
  W fault held-event-passed-by "◊" goes to Firebase without the container: ◊ events already wait \
  for it
  : The world around the app changed.
  I note network-changed the network is ◊
  I note disk-changed the phone's disk is ◊
  : The app has its container. Screens must be updated on the main thread.
  I note container-handed-out the app gets container ◊ (◊)◊
  : The disk and the network had nothing, and the app has no default container. Without one, an \
  Android app has no container to use and must check the status.
  W note opening-failed the app gets a failed status and no container ◊◊
  : Normal: the container was requested and downloaded.
  V normal asking-network asking the network for ◊
  I normal refreshed ◊ was refreshed from the network: v◊
  : No newer container arrived. The current one stays, and the SDK asks again.
  I note refresh-failed refreshing ◊ from ◊ failed: ◊
  : The link is for another app: check the scheme of the app's preview links.
  W fault unknown-scheme no app on this phone opens the link ◊: ◊
  : Create a new preview link: this version is not on the server.
  W fault no-such-preview the server has neither a draft nor a published version ◊ of ◊
  : It waited too long for the main thread.
  W note waited-in-vain an action that waited for the main thread is no longer possible: ◊
  """
