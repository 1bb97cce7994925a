import Glibc
import LinuxRuntime
import TestSupport

/// COSMIC as far as it tells of windows. No suite of Debian has its compositor; this one speaks Wayland's protocol and
/// tells the same: the list of all windows (`ext_foreign_toplevel_list_v1`) and what they do
/// (`zcosmic_toplevel_info_v1`).
final class CosmicStandIn: Sendable {
  private static let globals = [("ext_foreign_toplevel_list_v1", 1), ("zcosmic_toplevel_info_v1", 0), ("wl_seat", 5)]

  private struct Window {
    let app: String
    let handle: UInt32
    var deeds: UInt32?
  }

  private struct State {
    var listener: Int32
    var client: Int32 = -1
    var kinds: [UInt32: String] = [1: "wl_display"]
    var windows: [Window] = []
    var active: String?
    var made: UInt32 = 0

    /// The object that a client has made of a global.
    func object(_ kind: String) -> UInt32? { kinds.first { $0.value == kind }?.key }

    /// Sends an event: a header of object, length and number, then the words.
    func send(_ object: UInt32, _ event: UInt32, _ words: [UInt32] = []) {
      guard client >= 0 else { return }
      let all = [object, UInt32(8 + 4 * words.count) << 16 | event] + words
      _ = unsafe all.withUnsafeBytes { octets in
        unsafe Glibc.send(client, octets.baseAddress, octets.count, Int32(MSG_NOSIGNAL))
      }
    }

    mutating func show(_ window: Window) {
      guard let list = object("ext_foreign_toplevel_list_v1") else { return }
      send(list, 0, [window.handle])
      send(window.handle, 2, words("\(window.app) - a title"))
      send(window.handle, 3, words(window.app))
      send(window.handle, 1)
    }

    /// Tells which of the windows has the keyboard, and then that all is told.
    func tellStates() {
      for window in windows {
        guard let deeds = window.deeds else { continue }
        // A list of numbers travels with its length: maximised, and perhaps active.
        send(deeds, 8, window.app == active ? [8, 0, 2] : [4, 0])
      }
      if let info = object("zcosmic_toplevel_info_v1") { send(info, 2) }
    }
  }

  let socket: String
  private let version: UInt32
  private let state: Locked<State>

  /// - Parameter version: of COSMIC's own protocol.
  init(in folder: TemporaryFolder, version: UInt32 = 2) throws {
    let socket = folder("wayland-0")
    (self.socket, self.version) = (socket, version)
    let number = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: socket.utf8) }
    let isBound = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isBound, listen(number, 4) == 0 else { throw SystemError.last("bind") }
    state = Locked(State(listener: number))
    startThread(named: "cosmic") { [weak self] in
      let client = accept(number, nil, nil)
      self?.state.withLock { $0.client = client }
      while client >= 0, let message = Self.message(from: client) { self?.answer(message) }
      Glibc.close(client)
    }
  }

  deinit { stop() }

  /// Opens a window, which comes to the front.
  func open(_ app: String) {
    state.withLock { state in
      let window = Window(app: app, handle: 0xFF00_0000 + state.made, deeds: nil)
      state.made += 1
      state.windows.append(window)
      state.active = app
      state.show(window)
      state.tellStates()
    }
  }

  /// Brings a window to the front, or none.
  func bringToFront(_ app: String?) {
    state.withLock { state in
      state.active = app
      state.tellStates()
    }
  }

  /// Closes a window.
  func close(_ app: String) {
    state.withLock { state in
      for window in state.windows where window.app == app { state.send(window.handle, 0) }
      state.windows.removeAll { $0.app == app }
      if state.active == app { state.active = nil }
    }
  }

  func stop() {
    state.withLock { state in
      shutdown(state.client, Int32(SHUT_RDWR))
      shutdown(state.listener, Int32(SHUT_RDWR))
    }
  }

  // MARK: What clients ask for

  private static func message(from client: Int32) -> (object: UInt32, request: UInt32, words: [UInt32])? {
    func read(_ count: Int) -> [UInt32]? {
      var words = [UInt32](repeating: 0, count: count)
      let isWhole = unsafe words.withUnsafeMutableBytes {
        unsafe recv(client, $0.baseAddress, $0.count, Int32(MSG_WAITALL)) == $0.count
      }
      return isWhole ? words : nil
    }
    guard let head = read(2) else { return nil }
    let count = Int(head[1] >> 18) - 2
    guard let words = count > 0 ? read(count) : [] else { return nil }
    return (head[0], head[1] & 0xFFFF, words)
  }

  private func answer(_ message: (object: UInt32, request: UInt32, words: [UInt32])) {
    state.withLock { state in
      switch (state.kinds[message.object], message.request) {
      case ("wl_display", 0):
        state.send(message.words[0], 0, [1])
        state.send(1, 1, [message.words[0]])
      case ("wl_display", 1):
        state.kinds[message.words[0]] = "wl_registry"
        for (number, global) in Self.globals.enumerated() {
          let version = global.1 == 0 ? version : UInt32(global.1)
          state.send(message.words[0], 0, [UInt32(number + 1)] + words(global.0) + [version])
        }
      case ("wl_registry", 0):
        let name = Self.globals[Int(message.words[0]) - 1].0
        state.kinds[message.words.last!] = name
        if name == "ext_foreign_toplevel_list_v1" { for window in state.windows { state.show(window) } }
      case ("zcosmic_toplevel_info_v1", 1):
        guard let place = state.windows.firstIndex(where: { $0.handle == message.words[1] }) else { return }
        state.windows[place].deeds = message.words[0]
        state.tellStates()
      default: break
      }
    }
  }
}

/// A text as it travels: its length with the closing zero, then the octets, filled up to whole words.
private func words(_ text: String) -> [UInt32] {
  var octets = Array(text.utf8) + [0]
  let count = UInt32(octets.count)
  while octets.count % 4 != 0 { octets.append(0) }
  let whole = stride(from: 0, to: octets.count, by: 4).map { at in
    (0..<4).reduce(UInt32(0)) { $0 | UInt32(octets[at + $1]) << UInt32(8 * $1) }
  }
  return [count] + whole
}
