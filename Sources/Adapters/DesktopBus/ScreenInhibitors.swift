internal import FocusPorts

/// Whether a program keeps the screen on, as a film in a browser does: GNOME's session manager and the power managers
/// of KDE and Xfce tell. Under others a player has to say that it plays.
final class ScreenInhibitors {
  private static let gnome = "org.gnome.SessionManager"
  private static let power = "org.freedesktop.PowerManagement.Inhibit"
  /// "Inhibit the session being marked as idle" (gnome-session, `org.gnome.SessionManager.xml`).
  private static let idle: UInt32 = 8

  private let tell: (Signal) -> Void
  private weak var connection: BusConnection?
  /// By name, whether each one keeps the screen on.
  private var inhibited: [String: Bool] = [:]
  private var told = false

  init(tell: @escaping (Signal) -> Void) { self.tell = tell }

  /// Begins to listen to those of these names that are on the bus.
  func begin(on connection: BusConnection, names: [String]) {
    self.connection = connection
    if names.contains(Self.gnome) {
      for member in ["InhibitorAdded", "InhibitorRemoved"] {
        connection.listen("sender='\(Self.gnome)',interface='\(Self.gnome)',member='\(member)'") { [weak self] _, _ in
          self?.ask(Self.gnome, .gnome("IsInhibited", .uint32(Self.idle)))
        }
      }
      ask(Self.gnome, .gnome("IsInhibited", .uint32(Self.idle)))
    }
    if names.contains(Self.power) {
      connection.listen("sender='\(Self.power)',interface='\(Self.power)',member='HasInhibitChanged'") {
        [weak self] _, values in
        if let isOn = values.first?.isTrue { self?.heard(Self.power, isOn) }
      }
      ask(Self.power, .powerInhibit("HasInhibit"))
    }
  }

  private func ask(_ name: String, _ call: BusCall) {
    connection?.call(call) { [weak self] reply in
      if let isOn = (try? reply.get())?.first?.isTrue { self?.heard(name, isOn) }
    }
  }

  private func heard(_ name: String, _ isOn: Bool) {
    inhibited[name] = isOn
    let isAny = inhibited.values.contains(true)
    guard isAny != told else { return }
    told = isAny
    tell(.keptAwake(isAny))
  }
}

extension BusCall {
  fileprivate static func gnome(_ member: String, _ arguments: BusValue...) -> BusCall {
    BusCall(
      destination: "org.gnome.SessionManager", path: "/org/gnome/SessionManager",
      interface: "org.gnome.SessionManager", member: member, arguments: arguments)
  }

  fileprivate static func powerInhibit(_ member: String) -> BusCall {
    BusCall(
      destination: "org.freedesktop.PowerManagement.Inhibit", path: "/org/freedesktop/PowerManagement/Inhibit",
      interface: "org.freedesktop.PowerManagement.Inhibit", member: member, arguments: [])
  }
}
