package import LinuxRuntime

/// Locks the person's screen by logind, as `loginctl lock-session` does.
package actor ScreenLock {
  private let loop: EventLoop
  private let address: String

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  /// Locks the session that this program runs in, or one of this user.
  package init(loop: EventLoop, address: String) {
    self.loop = loop
    self.address = address
  }

  /// Returns why the screen could not be locked; `nil` if logind passed the request on.
  package func lock() async -> String? {
    do throws(BusError) {
      let connection = try BusConnection(address: address, loop: loop) {}
      let why = await withCheckedContinuation { continuation in
        LogindSession.find(on: connection) { outcome in
          switch outcome {
          case .failure(let missing): continuation.resume(returning: missing.words as String?)
          case .success(let path):
            let call = BusCall(
              destination: LogindSession.name, path: path, interface: LogindSession.interface, member: "Lock")
            connection.call(call) { reply in
              switch reply {
              case .success: continuation.resume(returning: nil)
              case .failure(let error): continuation.resume(returning: error.words)
              }
            }
          }
        }
      }
      connection.close()
      return why
    } catch {
      return "the system D-Bus cannot be reached: \(error.words)"
    }
  }
}
