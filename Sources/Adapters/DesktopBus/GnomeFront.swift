internal import FocusPorts
internal import LinuxRuntime

/// GNOME Shell does not tell ordinary programs which app is in front; FocusKey's own extension does, by id and process
/// alone.
final class GnomeFront: BusWatcher {
  private static let shell = "org.gnome.Shell"
  private static let interface = "app.focuskey.Front"
  private static let path = "/app/focuskey/Front"
  private static let isAway = "GNOME Shell is not running"

  var service: (name: String, whenGone: String)? { (Self.shell, Self.isAway) }

  private let tell: (Signal) -> Void

  init(tell: @escaping (Signal) -> Void) {
    self.tell = tell
  }

  func begin(on connection: BusConnection, _ found: @escaping (Result<String, BusError>) -> Void) {
    connection.listen("sender='\(Self.shell)',path='\(Self.path)',interface='\(Self.interface)',member='Changed'") {
      [weak self] _, values in self?.show(values)
    }
    let call = BusCall(destination: Self.shell, path: Self.path, interface: Self.interface, member: "Get")
    connection.call(call) { [weak self] reply in
      switch reply {
      case .success(let values):
        self?.show(values)
        found(.success("gnome"))
      case .failure(.refused(let name, _)) where name == "org.freedesktop.DBus.Error.ServiceUnknown":
        found(.failure(.missing(Self.isAway)))
      case .failure:
        found(
          .failure(
            .missing(
              "FocusKey's GNOME extension is not on; install it with: focuskey service install --gnome-extension"))
        )
      }
    }
  }

  func end() {}

  private func show(_ values: [BusValue]) {
    guard let id = values.first?.text, !id.isEmpty else { return tell(.nothingInFront) }
    let name = id.hasSuffix(".desktop") ? String(id.dropLast(8)) : id
    let process = values.dropFirst().first?.whole.map { Int32(clamping: $0) }
    tell(.front(FrontApp(id: name, names: [name], process: process.flatMap { $0 > 0 ? $0 : nil })))
  }
}
