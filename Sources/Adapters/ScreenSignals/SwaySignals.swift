internal import FocusPorts
internal import JSONText
internal import LinuxRuntime
internal import SwayIPC

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

  private let sway: SwayConnection
  private let front: FrontTeller
  /// sway's number of the window in front.
  private var shown: Int64?

  init(socket path: String, tell: @escaping @Sendable (SignalNews) -> Void) throws(ScreenError) {
    sway = try SwayConnection(socket: path)
    front = FrontTeller(tell)
  }

  var descriptor: Int32 { sway.descriptor }

  func begin() throws(ScreenError) -> [SignalState] {
    try sway.send(Kind.subscribe, #"["window","workspace"]"#)
    try sway.send(Kind.tree, "")
    return [SignalState(.front, .inForce, by: "sway")]
  }

  func work() throws(ScreenError) {
    try sway.receive()
    while let message = try sway.nextMessage() { heed(message.kind, message.body) }
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

  /// The focused window; workspaces can have the focus too, but have no process.
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
}
