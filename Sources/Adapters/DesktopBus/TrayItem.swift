internal import FocusPorts
import Glibc

/// FocusKey in the desktop's tray (StatusNotifierItem), as long as there is one. Everything in here is called on the
/// event loop's thread.
final class TrayItem {
  private static let watcher = "org.kde.StatusNotifierWatcher"
  private static let interface = "org.kde.StatusNotifierItem"
  private static let path = "/StatusNotifierItem"
  private static let properties = "org.freedesktop.DBus.Properties"

  private let press: (TrayAction) -> Void
  private weak var connection: BusConnection?
  private var face: TrayFace
  private var drawing: BusValue
  private var menu = TrayMenu()
  private var isRegistered = false

  var state: TrayState { connection == nil ? .noDesktop : isRegistered ? .shown : .noTray }

  init(_ face: TrayFace, press: @escaping (TrayAction) -> Void) {
    self.face = face
    drawing = TrayPicture.value(face.picture)
    self.press = press
    _ = menu.set(face.menu)
  }

  func arrive(on connection: BusConnection) {
    self.connection = connection
    connection.answer(Self.path) { [weak self] request in self?.answerAsItem(request) }
    connection.answer(TrayMenu.path) { [weak self] request in self?.answerAsMenu(request) }
    connection.listen(
      "sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.watcher)'"
    ) { [weak self] _, values in
      let words = values.compactMap { $0.text }
      guard let self, words.count == 3 else { return }
      isRegistered = false
      // A tray that came, or came back, knows nobody yet.
      if !words[2].isEmpty { register() }
    }
    // One who asks gets the name, or none: it is this process's own.
    connection.call(.bus("RequestName", .string(name), .uint32(4))) { [weak self] _ in self?.register() }
  }

  func leave() {
    connection = nil
    isRegistered = false
  }

  func show(_ face: TrayFace) {
    let before = self.face
    self.face = face
    if before.picture != face.picture { drawing = TrayPicture.value(face.picture) }
    guard let connection else { return }
    let isOtherMenu = menu.set(face.menu)
    // Nobody is told anything where nobody shows it.
    guard isRegistered else { return }
    if before.picture != face.picture {
      connection.emit(Self.path, Self.interface, "NewIcon", [])
      connection.emit(Self.path, Self.interface, "NewStatus", [.string(status)])
    }
    if before.title != face.title {
      connection.emit(Self.path, Self.interface, "NewTitle", [])
      connection.emit(Self.path, Self.interface, "NewToolTip", [])
    }
    if isOtherMenu {
      connection.emit(TrayMenu.path, TrayMenu.interface, "LayoutUpdated", [.uint32(menu.revision), .int32(0)])
    }
  }

  private var name: String { "org.kde.StatusNotifierItem-\(getpid())-1" }

  private func register() {
    let call = BusCall(
      destination: Self.watcher, path: "/StatusNotifierWatcher", interface: Self.watcher,
      member: "RegisterStatusNotifierItem", arguments: [.string(name)])
    connection?.call(call) { [weak self] reply in
      // Without a tray nothing is wrong: it is shown when one comes.
      if case .success = reply { self?.isRegistered = true }
    }
  }

  private var status: String { face.picture == .asking ? "NeedsAttention" : "Active" }

  private func answerAsItem(_ request: BusRequest) -> [BusValue]? {
    switch (request.interface, request.member) {
    case (Self.properties, _): return Self.answer(request, of: Self.interface, itemProperties)
    // The menu is all there is: a click on the picture is answered by it.
    case (Self.interface, "Activate"), (Self.interface, "ContextMenu"), (Self.interface, "SecondaryActivate"),
      (Self.interface, "Scroll"), (Self.interface, "ProvideXdgActivationToken"):
      return []
    default: return nil
    }
  }

  private var itemProperties: [(String, BusValue)] {
    let none = BusValue.array(of: "(iiay)", [])
    return [
      ("Category", .string("ApplicationStatus")), ("Id", .string("focuskey")),
      ("Title", .string("FocusKey: " + face.title)),
      ("Status", .string(status)), ("WindowId", .int32(0)), ("IconThemePath", .string("")), ("IconName", .string("")),
      ("IconPixmap", drawing), ("OverlayIconName", .string("")), ("OverlayIconPixmap", none),
      ("AttentionIconName", .string("")), ("AttentionIconPixmap", drawing), ("AttentionMovieName", .string("")),
      ("ToolTip", .structure([.string(""), none, .string("FocusKey"), .string(face.title)])),
      ("ItemIsMenu", .bool(true)), ("Menu", .path(TrayMenu.path)),
    ]
  }

  private func answerAsMenu(_ request: BusRequest) -> [BusValue]? {
    switch request.interface {
    case Self.properties: Self.answer(request, of: TrayMenu.interface, TrayMenu.properties)
    case TrayMenu.interface: menu.answer(request.member, request.values, press: press)
    default: nil
    }
  }

  /// Answers for read-only properties.
  private static func answer(
    _ request: BusRequest, of interface: String, _ properties: [(String, BusValue)]
  ) -> [BusValue]? {
    guard request.values.first?.text == interface else { return nil }
    switch request.member {
    case "GetAll": return [.hints(properties)]
    case "Get":
      let name = request.values.count > 1 ? request.values[1].text : nil
      return properties.first { $0.0 == name }.map { [.variant($0.1)] }
    default: return nil
    }
  }
}
