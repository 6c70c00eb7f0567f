import Foundation
import Testing

/// Every name of the legacy SDK leads to exactly one declaration, and the page of names has it.
@Suite struct LegacyNameTests {
  /// The names that the package re-implements.
  private static let names = """
    TAGManager; TAGManager instance; TAGManager logger; TAGManager refreshMode
    TAGManager dataLayer; TAGManager dispatchInterval; TAGManager openContainerById:callback:
    TAGManager getContainerById:; TAGManager previewWithUrl:; TAGManager dispatch
    TAGManager dispatchWithCompletionHandler:; TAGDispatchResult
    kTAGRefreshModeStandard; kTAGRefreshModeDefaultContainer
    TAGContainer; TAGContainer containerId; TAGContainer lastRefreshTime; TAGContainer isDefault
    TAGContainer booleanForKey:; TAGContainer doubleForKey:; TAGContainer int64ForKey:
    TAGContainer stringForKey:; TAGContainer refresh; TAGContainer close
    TAGContainer registerFunctionCallMacroHandler:forMacro:
    TAGContainer functionCallMacroHandlerForMacro:
    TAGContainer registerFunctionCallTagHandler:forTag:
    TAGContainer functionCallTagHandlerForTag:
    TAGContainerCallback containerRefreshBegin:refreshType:
    TAGContainerCallback containerRefreshSuccess:refreshType:
    TAGContainerCallback containerRefreshFailure:failure:refreshType:
    kTAGContainerCallbackRefreshTypeSaved; kTAGContainerCallbackRefreshTypeNetwork
    kTAGContainerCallbackRefreshFailureNoSavedContainer
    kTAGContainerCallbackRefreshFailureIoError; kTAGContainerCallbackRefreshFailureNoNetwork
    kTAGContainerCallbackRefreshFailureNetworkError
    kTAGContainerCallbackRefreshFailureServerError
    kTAGContainerCallbackRefreshFailureUnknownError
    TAGContainerOpener; TAGContainerOpener defaultTimeout
    TAGContainerOpener openContainerWithId:tagManager:openType:timeout:notifier:
    TAGContainerOpener openContainerWithId:tagManager:openType:timeout:
    kTAGOpenTypePreferNonDefault; kTAGOpenTypePreferFresh
    TAGContainerFuture; TAGContainerFuture get; TAGContainerFuture isDone
    TAGContainerOpenerNotifier; TAGContainerOpenerNotifier containerAvailable:
    TAGDataLayer; TAGDataLayer push:; TAGDataLayer pushValue:forKey:; TAGDataLayer get:
    kTAGDataLayerObjectNotPresent; TAGListenerPushLoop
    TAGLogger; TAGLogger setLogLevel:; TAGLogger logLevel; kTAGLoggerLogLevelVerbose
    kTAGLoggerLogLevelDebug; kTAGLoggerLogLevelInfo; kTAGLoggerLogLevelWarning
    kTAGLoggerLogLevelError; kTAGLoggerLogLevelNone
    TAGFunctionCallMacroHandler; TAGFunctionCallTagHandler; TAGCustomFunction
    GAI; GAI dispatch; GAI dispatchInterval; GAI dispatchWithCompletionHandler:
    GAIDispatchResult; GAI logger; GAILogger; GAI defaultTracker; GAI dryRun
    GAI optOut; GAI trackers
    GAI trackerWithName:trackingId:; GAI trackerWithTrackingId:; GAI removeTrackerByName:
    GAITracker; GAITracker allowIDFACollection; GAITracker send:; GAITracker set:value:
    GAIDictionaryBuilder; GAIFields
    """.split { $0 == ";" || $0 == "\n" }.map { $0.trimmingCharacters(in: .whitespaces) }

  private static let page = "Sources/Truth/TagRuntime/TagRuntime.docc/LegacyNames.md"

  /// Every name after `Legacy name:`, with what stands in parentheses left out.
  private func namesInComments() throws -> [String] {
    try Repository().swiftFiles(under: "Sources").flatMap { file -> [String] in
      var names: [String] = []
      var lines = file.lines.map { $0.trimmingCharacters(in: .whitespaces) }[...]
      while let line = lines.popFirst() {
        guard let mark = line.range(of: "Legacy name: ") else { continue }
        var text = String(line[mark.upperBound...])
        while let next = lines.first, next.hasPrefix("/// ") {
          text += " " + next.dropFirst(4)
          lines.removeFirst()
        }
        names += text.split(separator: ",").map {
          $0.prefix { $0 != "(" }.trimmingCharacters(in: .whitespaces)
        }
      }
      return names
    }
  }

  @Test func everyNameLeadsToOneDeclaration() throws {
    let found = try namesInComments()
    let twice = Dictionary(grouping: found) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
    #expect(twice == [])
    #expect(Set(found).subtracting(Self.names).sorted() == [])
    #expect(Set(Self.names).subtracting(found).sorted() == [])
  }

  @Test func thePageHasThem() throws {
    let page = try #require(try Repository().files().first { $0.path == Self.page })
    #expect(Self.names.filter { !page.text.contains("`\($0)`") } == [])
  }
}
