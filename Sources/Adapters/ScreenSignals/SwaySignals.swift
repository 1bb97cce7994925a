internal import FocusPorts
import Glibc
internal import JSONText
internal import LinuxRuntime

/// Sway, over its own socket (sway-ipc(7)): it tells which window is in front with its process, which the Wayland
/// protocols do not.
final class SwaySignals: ScreenTalk {
  /// What is asked for, and what comes (sway-ipc(7), "Messages and replies", "Events").
  private enum Kind {
    static let subscribe: UInt32 = 2
    static let tree: UInt32 = 4
    static let workspace: UInt32 = 0x8000_0000
    static let window: UInt32 = 0x8000_0003
  }

  private static let magic = Array("i3-ipc".utf8)
  /// A tree of thousands of windows stays far below.
  private static let longest = 16 << 20

  private let socket: Descriptor
  private let front: FrontTeller
  private var received: [UInt8] = []
  /// sway's number of the window in front.
  private var shown: Int64?

  init(socket path: String, tell: @escaping @Sendable (SignalNews) -> Void) throws(ScreenError) {
    do throws(SystemError) {
      socket = try Self.connect(path)
    } catch {
      throw .noServer("sway's socket \(path)")
    }
    front = FrontTeller(tell)
  }

  var descriptor: Int32 { socket.number }

  func begin() throws(ScreenError) -> [SignalState] {
    try send(Kind.subscribe, #"["window","workspace"]"#)
    try send(Kind.tree, "")
    return [SignalState(.front, .inForce, by: "sway")]
  }

  func work() throws(ScreenError) {
    var octets = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe recv(socket.number, &octets, octets.count, Int32(MSG_DONTWAIT))
      if count == 0 { throw .lost }
      if count < 0 {
        guard errno == EAGAIN || errno == EINTR else { throw .lost }
        break
      }
      received += octets[..<count]
      guard received.count <= Self.longest else { throw .nonsense }
    }
    while let (kind, body) = try nextMessage() { heed(kind, body) }
  }

  // MARK: What sway says

  private func heed(_ kind: UInt32, _ body: [UInt8]) {
    // What cannot be read says nothing; the next message may.
    guard let node = try? JSONDocument(body).root else { return }
    switch kind {
    case Kind.tree: show(Self.focused(in: node))
    case Kind.window: heedWindow(node)
    case Kind.workspace where node["change"]?.string == "focus":
      // The focus of a window in there is told by an event of its own.
      if let workspace = node["current"], Self.focused(in: workspace) == nil, Self.isEmpty(workspace) { show(nil) }
    default: break
    }
  }

  private func heedWindow(_ node: JSONNode) {
    guard let window = node["container"] else { return }
    switch node["change"]?.string {
    case "focus": show(window)
    case "close" where window["id"]?.integer == shown: show(nil)
    default: break
    }
  }

  private func show(_ window: JSONNode?) {
    shown = window?["id"]?.integer
    guard let window else { return front.show(nil) }
    let classes = window["window_properties"]
    let says = [window["app_id"]?.string, classes?["class"]?.string, classes?["instance"]?.string]
    front.show((window["pid"]?.integer.map { Int32(clamping: $0) }, says.compactMap { $0 }))
  }

  /// The window that has the focus; workspaces can have it too, and are none.
  private static func focused(in node: JSONNode) -> JSONNode? {
    if node["focused"]?.bool == true, node["pid"]?.integer != nil { return node }
    for kind in ["nodes", "floating_nodes"] {
      for child in node[kind]?.array ?? [] {
        if let found = focused(in: child) { return found }
      }
    }
    return nil
  }

  private static func isEmpty(_ workspace: JSONNode) -> Bool {
    ["nodes", "floating_nodes"].allSatisfy { (workspace[$0]?.array ?? []).isEmpty }
  }

  // MARK: Messages

  private func send(_ kind: UInt32, _ body: String) throws(ScreenError) {
    // The numbers are in the machine's own order.
    var message = Self.magic
    for number in [UInt32(body.utf8.count), kind] {
      unsafe withUnsafeBytes(of: number) { message += unsafe Array($0) }
    }
    message += body.utf8
    do throws(SystemError) { try Files.write(message, to: socket.number) } catch { throw .system(error) }
  }

  private func nextMessage() throws(ScreenError) -> (UInt32, [UInt8])? {
    let head = Self.magic.count + 8
    guard received.count >= head else { return nil }
    guard received.starts(with: Self.magic) else { throw .nonsense }
    func number(at place: Int) -> UInt32 {
      unsafe received.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: place, as: UInt32.self) }
    }
    let count = Int(number(at: Self.magic.count))
    guard count <= Self.longest else { throw .nonsense }
    guard received.count >= head + count else { return nil }
    let kind = number(at: Self.magic.count + 4)
    let body = Array(received[head..<head + count])
    received.removeFirst(head + count)
    return (kind, body)
  }

  private static func connect(_ path: String) throws(SystemError) -> Descriptor {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let number = Glibc.socket(AF_UNIX, kind, 0)
    guard number >= 0 else { throw .last("socket") }
    let descriptor = Descriptor(owning: number)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw SystemError("connect", ENAMETOOLONG, on: path)
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in unsafe place.copyBytes(from: path.utf8) }
    let isConnected = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe Glibc.connect(number, address, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isConnected else { throw .last("connect", on: path) }
    return descriptor
  }
}
