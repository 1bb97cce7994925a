import LaunchGuard
import ShieldProtocol
import SiteRules

extension OrderBook {
  /// Begins a process's next order; its earlier one is in force until this one is complete.
  mutating func goOn(with speaker: Speaker, at now: Int64) {
    guard let own = orders[speaker.user] else { return }
    for (index, order) in own.enumerated() where order.owner == speaker.process {
      orders[speaker.user]?[index].lapses = max(order.lapses, now + order.lease)
    }
  }
}

extension OrderBook.Draft {
  /// Adds a line; returns a word for what is wrong with it, or `nil`.
  mutating func add(_ request: ShieldRequest, seed: UInt64) -> String? {
    guard fault == nil else { return nil }
    switch request {
    case .answersECH(let isAnswered): order.policy.answersECH = isAnswered
    case .later(let from):
      guard order.later == nil else { return "later-twice" }
      order.later = OrderBook.Later(from: from)
      // What the order says of encrypted names, it says of the time afterwards, too.
      order.later?.policy.answersECH = order.policy.answersECH
    case .section, .site, .left:
      guard var later = order.later else {
        return Self.name(request, in: &order.policy, &sites, seed)
      }
      // Taken out meanwhile: with two owners each name would copy the table.
      order.later = nil
      defer { order.later = later }
      return Self.name(request, in: &later.policy, &sites, seed)
    case .program(let application, let path):
      pathOctets += path.utf8.count
      let count = order.programs.count + (order.later?.programs.count ?? 0)
      guard count < ShieldRequest.mostPrograms, pathOctets <= ShieldRequest.mostPathOctets else {
        return "too-many-programs"
      }
      let program = LaunchGuard.Program(application: application, path: path)
      if order.later == nil { order.programs.insert(program) } else { order.later?.programs.insert(program) }
    default: break
    }
    return nil
  }

  /// Begins a section of a policy, or names a site in the last one.
  private static func name(
    _ request: ShieldRequest, in policy: inout SitePolicy, _ sites: inout Int, _ seed: UInt64
  ) -> String? {
    switch request {
    case .section(let allowsOnlyNamed):
      guard policy.sections.count < ShieldRequest.mostSections else { return "too-many-sections" }
      policy.sections.append(SitePolicy.Section(allowsOnlyNamed: allowsOnlyNamed, names: SiteTable(seed: seed)))
    case .site(let name, let isException):
      guard let last = policy.sections.indices.last else { return "no-section" }
      sites += 1
      guard sites <= ShieldRequest.mostSites else { return "too-many-sites" }
      guard policy.sections[last].names.insert(wire: name, isException ? .excepted : .named) else {
        return "name"
      }
    case .left(let name):
      guard let last = policy.sections.indices.last else { return "no-section" }
      sites += 1
      guard sites <= ShieldRequest.mostSites else { return "too-many-sites" }
      guard policy.sections[last].left.insert(wire: name, .named) else { return "name" }
    default: break
    }
    return nil
  }
}
