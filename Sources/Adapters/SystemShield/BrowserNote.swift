internal import CLinux
import FocusPorts
import Glibc
import JSONText
import LinuxRuntime
import SiteLists
import SiteRules

/// What the browser's extension is to hold, as a note that its helper program reads.
///
/// The service touches the note every second while it lives; a note that was not touched for some seconds holds
/// nothing, so that the
/// browser opens by itself when the service dies.
package struct BrowserNote: Sendable {
  package let path: String

  /// In seconds: a note that was not touched for that long belongs to nobody.
  package static let lifetime = 5

  package init(folder: String) {
    path = "\(folder)/browser.json"
  }

  struct Page: Equatable {
    /// The profile's name, and its place among all, which decides its accent.
    var profile: String?
    var place: Int?
    var promise: String?
    var dashboard: String?
    var hasVisits = false
    /// Whether only allowances block, because their minutes are used up.
    var isUsedUp = false
    /// What opens each allowance that is used up, in sentences.
    var ways: [String: [String]] = [:]

    init() {}

    init(_ order: ShieldOrder, _ settings: Settings?, dashboard: String?, ways: [String: [String]] = [:]) {
      place = settings?.profiles.firstIndex { $0.id.text == order.profiles.first }
      profile = place.flatMap { settings?.profiles[$0].policy.name } ?? order.profiles.first
      promise = settings?.promise
      hasVisits = place.flatMap { settings?.profiles[$0].policy.visits }.map { $0.perSession > 0 } ?? false
      self.dashboard = dashboard
      // A profile of the same name is what a session blocks.
      self.ways = ways.filter { name, _ in
        order.profiles.contains(name) && settings?.profiles.contains { $0.id.text == name } != true
      }
      // What a session blocks comes first in an order.
      let first = order.profiles.first
      isUsedUp = place == nil && settings?.allowances.contains { $0.name == first } ?? false
    }

    fileprivate var waysObject: JSONObject {
      var object = JSONObject()
      for (name, sentences) in ways.sorted(by: { $0.key < $1.key }) { object[name] = JSONValue(sentences) }
      return object
    }
  }

  func write(_ plan: ShieldPlan, _ order: ShieldOrder, _ page: Page) {
    let until = order.until.map { focuskey_wall_milliseconds() + $0 - focuskey_boot_milliseconds() }
    let text: JSONValue = [
      "shield": .members([
        "profile": page.profile.map(JSONValue.string), "place": page.place.map { JSONValue($0) },
        "promise": page.promise.map(JSONValue.string), "dashboard": page.dashboard.map(JSONValue.string),
        "until": until.map(JSONValue.integer), "usedUp": page.isUsedUp ? true : nil,
        "visits": page.hasVisits ? true : nil,
        "otherwise": plan.namesParts ? .string(plan.isShutForParts ? "shut" : "open") : nil,
        "ways": page.ways.isEmpty ? nil : .object(page.waysObject),
        "sections": .array(
          plan.sections.map { section in
            .members([
              "allowance": page.ways[section.profile] == nil ? nil : .string(section.profile),
              "allow": .bool(section.allowsOnlyNamed), "sites": .array(section.sites.map { .string($0.text) }),
              "exceptions": .array(section.exceptions.map { .string($0.text) }),
              "paths": section.parts.isEmpty
                ? nil : .array(section.parts.map { .string(($0.isException ? "!" : "") + $0.name) }),
            ])
          }),
      ])
    ]
    // It counts for seconds: nobody needs it on the disk.
    try? Files.replace(path, with: text.octets, isDurable: false)
  }

  /// Blocks a site and a part of another for a trial; `false` if something else is blocked already.
  package func close(site: String, part: String) -> Bool {
    guard current() == nil else { return false }
    let section: JSONValue = [
      "allow": false, "sites": [.string(site)], "exceptions": [], "paths": [.string(part)],
    ]
    let text: JSONValue = ["shield": ["sections": [section]]]
    return (try? Files.replace(path, with: text.octets)) != nil
  }

  /// Confirms that the note still counts; `false` if the note is gone.
  @discardableResult
  package func touch() -> Bool {
    unsafe utimensat(AT_FDCWD, path, nil, 0) == 0
  }

  /// Makes browsers block nothing.
  package func remove() {
    _ = unsafe unlink(path)
  }

  /// The note's text if it counts now; `nil` if nothing should be blocked.
  package func current() -> [UInt8]? {
    lapse() == nil ? nil : try? Files.read(path, limit: 64 << 20)
  }

  /// `shut` or `open`: what becomes of a site whose blocked parts are not seen; `nil` without any.
  package var otherwise: String? {
    current().flatMap { try? JSONDocument($0).root }?["shield"]?["otherwise"]?.string
  }

  /// How long the note counts yet if nobody touches it, in milliseconds; `nil` where it counts no more.
  ///
  /// One that its service left behind is taken away; a service that only stood still writes it again.
  package func lapse() -> Int64? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    let touched = Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000
    let left = touched + Int64(Self.lifetime) * 1000 - focuskey_wall_milliseconds()
    if left > 0 { return left }
    remove()
    return nil
  }
}
