/// The lines of Tag Manager of the first generation, and of any SDK whose line is not here.
let legacyLines = """
  = any any GoogleTagManager
  : The SDK reports what is not in this table: look its words up, and correct what it names.
  E fault any-error GoogleTagManager error: ◊
  W fault any-warning GoogleTagManager warning: ◊
  E fault any-log-error ◊
  W fault any-log-warning ◊
  E fault any-analytics-error ERROR: GoogleAnalytics◊
  W fault any-analytics-warning WARNING: GoogleAnalytics◊
  = legacy any GoogleTagManager
  : The SDK looks for the default container in several places. This one is empty.
  < I Cannot find resource file '◊'
  W note no-default-file Cannot find resource file '◊' ~ the app's bundle has no file named ◊
  : Download the container again and add it to the app unchanged.
  E fault unreadable-default the file ◊ in the app's bundle is not a default container: ◊
  : No tag fires until the network answers: put a default container into the app and its target.
  > the app's bundle has no default container: an empty one is used
  E fault no-default-container No default container found; creating an empty container.
  : The app refreshes a container that it has closed.
  > a closed container is not refreshed
  W fault refresh-of-closed refresh called for closed container.
  : The app reads from a container that it has closed and gets zeros.
  > a closed container gives the zero of every type (◊ was requested)
  E fault read-of-closed ◊ForKey called for closed container.
  : The phone has the published version.
  V normal no-change No change for container: ◊ ~ the server has nothing newer for ◊
  : The server did not give the container, and the one before it stays: check the network.
  > ◊ answered with HTTP status ◊
  W fault load-status Error when loading resources from url: ◊ status code = ◊
  : Something else answered, often a hotel's login page: use another network.
  > the answer of ◊ is not a container
  W fault load-unparsable Error when parsing downloaded resources from url: ◊
  : Publish the version again: the downloaded one is broken.
  E fault broken-container container ◊ from ◊ is broken and not used (◊); the previous one stays \
  in use
  : The next launch starts with an older container, because the disk failed.
  E fault save-failed container ◊ could not be saved: the disk fails
  : The SDK checks whether the container reacts to being loaded. This one does not.
  > nothing to do: the container has no rule for gtm.load
  V normal no-load-event Invalid macro: _gtm.loadEventEnabled
  : The app or a rule uses a name that this version does not have: check it.
  E fault invalid-macro Invalid macro: ◊ ~ the container has no macro named ◊
  : A macro refers to itself: change one of the references.
  > the macro ◊ refers to itself, directly or through others: it has no value
  E fault macro-cycle Macro cycle detected.  Current macro reference: ◊.
  : Two definitions apply at once, and either may win: make their rules exclusive.
  > several rules give ◊ a value: the first in the container counts
  W note multiple-macros Multiple macros active for macroName ◊
  : This release of the SDK cannot do it: use another type, or a newer release.
  E fault no-function-id No function id in properties ~ a macro, tag or condition names no function
  > this release of the SDK does not have ◊
  E fault no-implementation ◊ has no backing implementation.
  : Fill in what is missing in the web interface.
  > ◊ needs the parameters ◊ but has ◊: it is not called
  E fault incorrect-keys Incorrect keys for function ◊ required ◊ had ◊
  : The value is used without being escaped.
  > a value that is not text cannot be escaped and stays unchanged
  E note escaping-of-no-text Escaping can only be applied to strings.
  > escaping number ◊ does not exist on phones: the value stays unchanged
  E note unknown-escaping Unsupported Value Escaping: ◊
  : A container cannot use what the app passed: pass text, a number, a boolean, a list or a map.
  > a container cannot use ◊: it counts as no value
  E fault unknown-object-type Converting to Value from unknown object type: ◊
  : The app reads the value as the wrong type and gets zero or false.
  E fault not-a-number Failed to convert ◊ to a number. ~ ◊ is not a number: the app reads 0
  > ◊ is neither true nor false: the app reads false
  E fault not-a-boolean Failed to parse an invalid boolean: ◊
  : The app's code failed: its developer must fix it.
  W fault handler-threw Custom macro/tag ◊ threw exception ◊ ~ the app's handler ◊ failed: ◊
  : The parameters in the web interface have the wrong form: fill them in again.
  > ◊: its parameters are not a map, so it is not called
  W fault parameters-no-map ◊: expected additional_params to be a map.
  W fault write-of-no-list ◊: it has no list of maps, so nothing is written to the data layer
  : The tag does not say what to send: complete it in the web interface.
  E fault pixel-without-url ◊: it has no URL, so nothing is sent
  : A macro got input it cannot use: correct it in the web interface.
  E fault wrong-parameter ◊ (◊): its ◊ cannot be "◊", so it has no value
  E fault wrong-input ◊ (◊): "◊" is not ◊, so it has no value
  E fault bad-pattern ◊ (◊): bad pattern: ◊, so it has no value
  : A purchase was not sent, because the app pushed it incompletely.
  E fault no-transaction-id ◊: ◊ has no transactionId, so nothing is sent
  E fault transaction-products ◊: transactionProducts is not a list of maps, so nothing is sent
  E fault product-without-name ◊: product ◊ of the transaction has no name, so nothing is sent
  : The value is not kept: correct the lifetime of the push.
  I fault lifetime-refused the gtm.lifetime '◊' ◊: the push is not kept
  : The disk failed: values to keep are gone when the process ends.
  E fault lasting-not-kept values to keep after the process ends could not be written: the disk \
  fails
  = legacy ios GoogleTagManager
  : The app opens a container twice. It should keep the first one.
  > container ◊ is already open; an id can be opened again only after it is closed
  E fault already-opened Container id: ◊ has already been opened
  : The timeout is in seconds, but this looks like milliseconds: divide it by 1000.
  > the opener waits ◊ seconds; that looks like milliseconds, but it really waits that long
  W note excessive-timeout Excessive timeout detected (◊). Timeout should be in seconds.
  : The SDK looks for the default container in several places. This one is empty.
  > the app's bundle has no file named ◊
  < I Cannot find binary resource file '◊'
  W note no-binary-default Cannot find binary resource file '◊'.
  : The app's default container was found and is used until another arrives.
  < I loading default container from ◊
  V normal loading-default loading default container from ◊ ~ the default container is the file ◊
  : The app uses only the default container. Published versions never reach it.
  > the refresh mode is default-container: nothing is loaded, and there is no callback
  I note default-container-mode Container is in DEFAULT_CONTAINER mode. Use default container.
  : In default-container mode, a refresh does nothing.
  > the refresh mode is default-container: the refresh is ignored
  W note refresh-in-default-mode Container is in DEFAULT_CONTAINER mode. Refresh request is \
  ignored.
  : The app asked for a newer container.
  V normal refresh-requested Container refresh requested. ~ the app asked for a refresh
  : The app asks too often, and the SDK silently ignores it: ask less often.
  > the app asked for a refresh too often: it is silently ignored
  V fault refresh-too-often Container refresh was called too often. Ignored.
  : Check the container id, and whether a version was ever published.
  > the server has nothing at ◊: was ◊ published, and is the id right?
  W fault no-data-retrieved No data was retrieved from the given url:◊. Make sure container_id:◊ \
  is correct.
  : The app must not register nil: remove the line.
  E fault nil-handler NSInvalidArgumentException: a nil handler was registered for ◊ (SDK 3.09; by \
  its header nil unregisters)
  : The link is not a preview link. The app may handle it itself.
  I note not-a-preview-url Not a tag manager Preview Url = ◊ ~ ◊ is not a preview link: ◊
  : A tag or the app's code pushes an event that triggers itself: break the loop.
  > one push caused more than ◊ others: the pushes form a loop
  E fault push-loop ◌TAGListenerPushLoop: Seems like an infinite loop of pushing to the data layer?
  : The tag does not say what to send: complete it in the web interface.
  > ◊: it neither passes its fields on nor tracks a transaction
  W note unknown-analytics-tag Ignoring unknown tag.
  : The parameters in the web interface have the wrong form: fill them in again.
  > the additional parameters of the pixel are not a list of maps, so nothing is sent to ◊
  < E ArbitraryPixel: additional params contains an invalid key or value; not sending partial hit: \
  ◊
  W fault pixel-parameters ArbitraryPixel: additional params not a list: not sending partial hit: ◊
  : The default container cannot be used: download it again (no export), and bundle it unchanged.
  W fault - Error reading resource from json file: ◊
  I fault - Error reading plist: ◊, format: ◊r
  : A container was loaded, or is about to be.
  V normal - Setting refresh time to saved time: ◊ | Setting refresh time to current time: ◊ | \
  Loading default container from ◊
  : The app handed a preview link over.
  I normal - Preview Url = ◊
  : The server's experiment is of a kind that this release does not know: it has no effect.
  W note - supplemental missing experimentSupplemental
  : The lifetime of a pushed value is not understood, so it is not kept: write one such as 2d.
  I normal - unknown lifetime: ◊
  W note - illegal number in lifetime value: ◊
  : The limit was reached: the oldest was removed.
  I normal - DataLayer store full, deleting ◊ entries to make room.
  : The disk failed: values to keep are gone when the process ends.
  W fault - Failed to Write property list ◊ with error ◊
  = legacy android GoogleTagManager
  : The app asks too often, and the SDK silently ignores it: ask less often.
  > the app asked for a refresh too often: it is silently ignored
  W note refresh-excessive Excessive refreshing detected; call ignored.
  : No value until the network answers: add the container to res/raw, and name its resource ID.
  W fault - Failed to load the container. No default container resource found with the resource ID \
  ◊
  : The SDK looks for the default container in several places. This one is empty.
  W note - No asset file: tagmanager/◊ found. | No asset file: tagmanager/◊.json found (or errors \
  reading it).
  D normal - Failed to find the resource in the disk
  : The default container cannot be used: download it again, and add it to res/raw unchanged.
  W fault - Error reading the default container with resource ID ◊ (◊) | Failed to extract the \
  container from the resource file. Resource is a UTF-8 encoded string but doesn't contain a JSON \
  container | The resource file is invalid. The container from the binary file is invalid
  E fault - The resource file is corrupted. The container cannot be extracted from the binary file
  : This is a step on the way to a container: nothing to do.
  V normal - Attempting to load a container from the resource ID ◊ (◊) | Attempting to load \
  resource from disk | Load resource from disk finished. | loadAfterDelay: containerId=◊ delay=◊ | \
  Start loading resource from network ... | Load resource from network finished. | Container \
  preview url: ◊ | Exit preview mode for container: ◊ | GTM Dispatch running... | ...nothing to \
  dispatch
  V loaded - The container was successfully loaded from the resource (using JSON file format) | \
  setting refresh time to current time: ◊
  D normal - Failed to convert binary resource to string for JSON parsing; the file format is not \
  UTF-8 format. | Setting CTFE URL path: ◊ | Setting previous container version: ◊
  I normal - Invoke the launch activity for package name: ◊ | Obtained fresh AdvertisingId info \
  from GmsCore.
  : The saved container cannot be read: the default one is used until the network answers.
  W fault - error reading resource from disk
  : The phone has no network: it asks again later. A container or a hit waits until then.
  V fault - ...no network connectivity
  : The container was not renewed: check its ID, and whether a version was ever published.
  E fault - Load request failed for the container ◊ | Not loading resource: ◊ because it is \
  invalid: ◊ | Current resource is null; network resource is also null | timer expired: setting \
  result to failure
  : A macro or a tag did nothing: complete it in the web interface, or write the app's class.
  W fault - FunctionCallMacro: expected ADDITIONAL_PARAMS to be a map.
  : The app's code uses a container that it has closed or released: keep it open.
  E fault - get◊ called for closed container. | ContainerHolder is released. | Releasing a \
  released ContainerHolder.
  : The app asks for more than the SDK allows, and it is ignored: ask less often.
  W note - Refresh ignored: container loaded as default only. | No more tokens available.
  : The preview link is wrong, so there is no preview: make a new one in the web interface.
  W fault - Invalid preview uri: ◊
  : No advertising ID was read. Hits have none, and nothing else is lost.
  W note - IOException getting Ad Id Info
  : A pixel is stored, or sent.
  V hit-stored - ArbitraryPixel: url = ◊
  V hit-sent - Sending wrapped url hit: ◊
  : A pixel cannot be sent: complete its URL and its parameters in the web interface.
  > the additional parameters of the pixel are not a list of maps, so nothing is sent to ◊
  E fault pixel-no-map ArbitraryPixel: additional params contains non-map: not sending partial \
  hit: ◊
  W dropped - No destination: discarding hit.
  : The server did not take a pixel, which is tried for 4 hours: check its address and the network.
  W fault - Bad response: ◊ | Exception sending hit: ◊
  : A pixel is lost for good: check its address, and send fewer at once.
  V dropped - Permanent failure dispatching hitId: ◊ | Giving up on failed hitId: ◊ | Store full, \
  deleting ◊ hits to make room.
  W dropped - Too many urls sent too quickly with the TagManagerSender, rate limiting invoked.
  : A purchase or a product is not sent, as it was pushed incompletely: push what the line names.
  E fault - Cannot find transactionId in data layer. | Unable to send transaction item hit due to \
  missing 'name' field. | Failed to extract a pro◊ from DataLayer. ◊
  : A value is left out, because it is no number: push a number.
  W note - illegal number in custom ◊ value: ◊
  : The app sets the log level of Analytics, which has no effect here: set that of the tag manager.
  W note - GA uses GTM logger. Please use TagManager.setLogLevel(int) instead.
  : The lifetime of a pushed value is not understood, so it is not kept: write one such as 2d.
  I normal - unknown _lifetime: ◊
  : The SDK has stopped after an exception: read the lines below, and update the library.
  E fault - Error on Google TagManager Thread: ◊
  """
