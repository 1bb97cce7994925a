/// The ways in which desktops say that they must not disturb.
enum Quietness: Sendable, CaseIterable {
  /// The property `Inhibited` of the daemon itself, as Plasma has it.
  case inhibited
  /// Dunst's own `paused`.
  case dunst

  private var question: BusCall {
    switch self {
    case .inhibited: .get("Inhibited", of: NotificationCall.name, at: NotificationCall.path, NotificationCall.name)
    case .dunst: .get("paused", of: Self.dunstInterface, at: NotificationCall.path, NotificationCall.name)
    }
  }

  static let dunstInterface = "org.dunstproject.cmd0"

  func ask(on connection: BusConnection, _ answer: @escaping (Bool) -> Void) {
    connection.call(question) { reply in answer((try? reply.get().first?.isTrue) ?? false) }
  }

  static func find(
    _ candidates: ArraySlice<Quietness>, on connection: BusConnection?, _ found: @escaping (Quietness?) -> Void
  ) {
    guard let connection, let first = candidates.first else { return found(nil) }
    connection.call(first.question) { [weak connection] reply in
      if case .success(let values) = reply, values.first?.isTrue != nil { return found(first) }
      find(candidates.dropFirst(), on: connection, found)
    }
  }
}
