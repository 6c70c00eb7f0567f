#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// A thread whose complete end can be awaited.
///
/// Foundation's threads cannot be joined, and a process that exits while a thread is still
/// releasing its resources may crash.
struct JoinedThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    static func run(_ handed: UnsafeMutableRawPointer) {
      Unmanaged<Work>.fromOpaque(handed).takeRetainedValue().body()
    }
  }

  private let thread: pthread_t

  /// Starts a thread; nil if the system has none left.
  init?(stackSize: Int, _ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    let handed = Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var started: pthread_t?
    #else
      var started = pthread_t()
    #endif
    let fault = pthread_create(&started, &attributes, Self.run, handed.toOpaque())
    guard fault == 0 else {
      handed.release()
      return nil
    }
    #if canImport(Darwin)
      guard let started else { return nil }
    #endif
    thread = started
  }

  #if canImport(Darwin)
    private static let run: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
      Work.run($0)
      return nil
    }
  #else
    private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      {
        if let handed = $0 { Work.run(handed) }
        return nil
      }
  #endif

  /// Waits until the thread has ended and released everything.
  func join() { pthread_join(thread, nil) }
}
