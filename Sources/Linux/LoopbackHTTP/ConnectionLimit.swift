internal import CEvent
import Glibc
internal import LinuxRuntime

// A server that strangers reach must not take all files that this process may have open: the log and the shield need
// theirs.
extension DashboardServer {
  /// Looks at each new connection from now on.
  func countConnections(of server: OpaquePointer, _ context: UnsafeMutableRawPointer) {
    unsafe evhttp_set_bevcb(
      server,
      { _, context in
        guard let context = unsafe context else { return nil }
        let server = unsafe Unmanaged<ServerContext>.fromOpaque(context).takeUnretainedValue().server
        server.assumeIsolated { isolated in isolated.connectionCame() }
        // libevent makes the connection as it always does.
        return nil
      }, context)
  }

  private func connectionCame() {
    guard let most = place.mostOpenFiles, let listener = unsafe listener, Self.openFiles >= most else { return }
    unsafe evconnlistener_disable(listener)
    listenLater()
  }

  /// Who waits is taken as soon as there is room: silent connections end by themselves.
  private func listenLater() {
    let timer = LoopTimer(loop: loop)
    Task(executorPreference: loop) { [self] in
      await timer.pause(for: .seconds(1))
      await listenIfThereIsRoom()
    }
  }

  private func listenIfThereIsRoom() {
    guard let most = place.mostOpenFiles, let listener = unsafe listener else { return }
    guard Self.openFiles < most else { return listenLater() }
    unsafe evconnlistener_enable(listener)
  }

  /// How many files this process has open.
  private static var openFiles: Int {
    guard let folder = unsafe opendir("/proc/self/fd") else { return .max }
    defer { unsafe closedir(folder) }
    var count = 0
    while unsafe readdir(folder) != nil { count += 1 }
    return count
  }
}
