package import FocusWire

/// What was in front on one day: how long each app and each site was, in each hour. No moment, no order, no title.
package struct ScreenDay: Equatable, Sendable {
  package let day: CivilDay
  /// Milliseconds in each hour, by the app's id.
  package private(set) var apps: [String: [Int64]] = [:]
  /// The same by the site's host.
  package private(set) var sites: [String: [Int64]] = [:]

  /// A day keeps no more names than this: a page may have any number of hosts.
  private static let mostNames = 500
  private static let others = "other"

  package init(_ day: CivilDay) { self.day = day }

  package mutating func add(_ lapse: Lapse, app: String, site: String?, in hour: Int) {
    Self.add(lapse, app, hour, to: &apps)
    if let site { Self.add(lapse, site, hour, to: &sites) }
  }

  private static func add(_ lapse: Lapse, _ name: String, _ hour: Int, to sums: inout [String: [Int64]]) {
    let name = sums[name] == nil && sums.count >= mostNames ? others : name
    sums[name, default: [Int64](repeating: 0, count: 24)][hour] += lapse.milliseconds
  }

  package var stored: JSONValue { ["apps": Self.stored(apps), "sites": Self.stored(sites)] }

  private static func stored(_ sums: [String: [Int64]]) -> JSONValue {
    var object = JSONObject()
    for (name, hours) in sums.sorted(by: { $0.key < $1.key }) {
      object.append(name, .array(hours.map { .integer($0) }))
    }
    return .object(object)
  }

  /// Reads a stored day; malformed data counts as nothing.
  package init(_ day: CivilDay, stored octets: [UInt8]) {
    self.init(day)
    guard let root = try? JSONDocument(octets).root else { return }
    apps = Self.read(root["apps"])
    sites = Self.read(root["sites"])
  }

  private static func read(_ node: JSONNode?) -> [String: [Int64]] {
    var sums: [String: [Int64]] = [:]
    for member in node?.object ?? [] {
      let hours = member.value.array?.compactMap { $0.integer } ?? []
      if hours.count == 24, hours.allSatisfy({ (0...7_200_000).contains($0) }) { sums[member.name] = hours }
    }
    return sums
  }

  /// Returns the day for pages and programs, longest first; `name` is what people call an app.
  package func json(name: (String) -> String) -> JSONValue {
    let hours = (0..<24).map { hour in apps.values.reduce(0) { $0 + $1[hour] } }
    return [
      "day": .string(ISO8601.text(day)), "seconds": .integer(hours.reduce(0, +) / 1000),
      "hours": .array(hours.map { .integer($0 / 1000) }),
      "apps": .array(
        Self.ranked(apps).map { id, hours in
          ["id": .string(id), "name": .string(name(id)), "seconds": Self.sum(hours), "hours": Self.seconds(hours)]
        }),
      "sites": .array(
        Self.ranked(sites).map { site, hours in
          ["site": .string(site), "seconds": Self.sum(hours), "hours": Self.seconds(hours)]
        }),
    ]
  }

  private static func ranked(_ sums: [String: [Int64]]) -> [(String, [Int64])] {
    sums.map { ($0.key, $0.value) }.sorted { one, other in
      let (first, second) = (one.1.reduce(0, +), other.1.reduce(0, +))
      return first == second ? one.0 < other.0 : first > second
    }
  }

  private static func sum(_ hours: [Int64]) -> JSONValue { .integer(hours.reduce(0, +) / 1000) }
  private static func seconds(_ hours: [Int64]) -> JSONValue { .array(hours.map { .integer($0 / 1000) }) }
}
