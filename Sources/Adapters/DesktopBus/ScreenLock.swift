package import LinuxRuntime

/// Locks the person's screen by logind, as `loginctl lock-session` does.
package actor ScreenLock {
  private let loop: EventLoop
  private let address: String

  /// The event loop: the bus lives on its thread.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  /// A lock for the session that this program runs in, or of this user.
  ///
  /// - Parameter address: where the system's bus listens.
  package init(loop: EventLoop, address: String) {
    self.loop = loop
    self.address = address
  }

  /// Locks the screen.
  ///
  /// - Returns: why it could not be locked; `nil` if logind passed it on to the desktop.
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
