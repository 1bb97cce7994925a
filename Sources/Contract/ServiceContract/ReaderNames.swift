package import FocusPorts

/// What a person calls a reader, and what a tap there may mean.
package struct ReaderEntry: Sendable, Equatable {
  /// What a tap at a reader may mean, whatever its card says.
  package enum Role: String, Sendable, CaseIterable {
    /// It means whatever the card says.
    case any
    /// It may begin a session, never end one.
    case start
    /// It may ask to end a session, and answer that question.
    case stop
    /// It may open a break.
    case `break`
    /// Cards are seen and do nothing: a place for writing them.
    case desk

    /// What a card may do there; `nil` where it does nothing.
    package var allows: RoleSet? {
      switch self {
      case .any: .all
      case .start: RoleSet([.start, .switchProfile])
      case .stop: RoleSet([.stop])
      case .break: RoleSet([.takeBreak])
      case .desk: nil
      }
    }
  }

  /// A part of the reader's technical name.
  package var match: String
  /// What it is called; `nil` for the reader's technical name.
  package var name: String?
  package var role: Role

  package init(match: String, name: String? = nil, role: Role = .any) {
    self.match = match
    self.name = name
    self.role = role
  }

  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("match", "name", "role")
    let matched = try members.required("match")
    match = try matched.string()
    if match.isEmpty { throw matched.refusal("a part of the reader's name is needed: keytool readers shows it") }
    if let named = members["name"] {
      name = try named.string()
      if name?.isEmpty == true { throw named.refusal("a name has at least one letter") }
    }
    let word = try members["role"]?.word(among: Role.allCases.map(\.rawValue))
    role = word.flatMap { Role(rawValue: $0) } ?? .any
  }
}

/// Readers by the person's names: the first matching entry counts; a second reader gets a number.
package final class ReaderNames: Sendable {
  private struct Known: Sendable {
    var device: ReaderName
    var name: ReaderName
    var role: ReaderEntry.Role
  }

  private let entries: [ReaderEntry]
  private let known = Locked<[Known]>([])

  package init(_ entries: [ReaderEntry]) {
    self.entries = entries
  }

  /// The reader under the name that people see.
  package func name(of device: ReaderName) -> ReaderName { entry(of: device).name }

  /// What taps at a reader may mean, by the name that people see.
  package func role(of name: ReaderName) -> ReaderEntry.Role {
    known.withLock { $0.first { $0.name == name }?.role } ?? .any
  }

  /// The reader as its technology knows it, by the name that people see.
  package func device(of name: ReaderName) -> ReaderName {
    known.withLock { $0.first { $0.name == name }?.device } ?? name
  }

  /// An event at a reader under the name that people see.
  package func named(_ event: ReaderEvent) -> ReaderEvent {
    let reader = name(of: event.reader)
    return switch event {
    case .ready: .ready(reader)
    case .lost(_, let why): .lost(reader, why: why)
    case .arrived(_, let card, let atStart): .arrived(reader, card, atStart: atStart)
    case .left(_, let uid): .left(reader, uid: uid)
    case .severalCards: .severalCards(reader)
    case .unreadable(_, let uid, let why): .unreadable(reader, uid: uid, why: why)
    }
  }

  private func entry(of device: ReaderName) -> Known {
    let entry = entries.first { device.name.includes($0.match) }
    return known.withLock { known in
      if let found = known.first(where: { $0.device == device }) { return found }
      let wanted = entry?.name ?? device.name
      var name = wanted
      var number = 1
      while known.contains(where: { $0.name.name == name }) {
        number += 1
        name = "\(wanted) \(number)"
      }
      let fresh = Known(
        device: device, name: ReaderName(backend: device.backend, name: name), role: entry?.role ?? .any)
      known.append(fresh)
      return fresh
    }
  }
}
