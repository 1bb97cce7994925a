package import FocusPorts
import Glibc
import JSONText
import LinuxRuntime

package struct InstalledBrowser: Sendable, Equatable {
  /// What happens to a blocked site in the browser.
  package enum Sites: String, Sendable {
    /// The name is read on the wire, whatever the browser.
    case wire
    /// Its extension shows the page in its place.
    case page
    /// It follows the desktop's proxy, where that is set.
    case proxy
    case open
  }

  /// Which policy this computer's owner gives it.
  package enum Policy: String, Sendable {
    /// Our policy: not to encrypt names.
    case ours
    /// Somebody else's policy, which is not changed.
    case others
    /// It would read our policy, but none is installed.
    case missing
    /// It reads no policy that is known here.
    case unread
  }

  /// Whether it shows the promise in the place of a blocked site.
  package enum Page: String, Sendable {
    /// Its extension is at work.
    case active
    /// It gets the extension when it runs.
    case installed
    /// It shows an error page of its own.
    case none
  }

  package let name: String
  /// Where it came from: `package`, `snap` or `flatpak`.
  package let origin: String
  package let sites: Sites
  package let policy: Policy
  package let page: Page
  package var parts = PathsReport.State.unknown

  /// The browser's name, with its origin if that is not a package.
  package var title: String {
    switch origin {
    case "snap": "\(name) (Snap)"
    case "flatpak": "\(name) (Flatpak)"
    default: name
    }
  }

  package var sentences: [String] {
    let blocking =
      switch sites {
      case .wire: "Blocked sites are refused on the wire."
      case .page: "Blocked sites are refused by its extension alone."
      case .proxy: "Blocked sites are refused by the desktop\u{2019}s proxy alone, if it follows that."
      case .open: "Blocked sites open."
      }
    let naming =
      switch policy {
      case .ours: "Its policy keeps names from being encrypted."
      case .others: "It has policies of somebody else\u{2019}s, which are not changed."
      case .missing: "It has no policy of FocusKey: \(Environment.sudoCommand) shield install"
      case .unread: "It reads no policies here, so that the helper alone keeps names from being encrypted."
      }
    let showing =
      switch page {
      case .active: "It shows your promise."
      case .installed: "It shows your promise when it runs."
      case .none: "It shows an error page of its own."
      }
    return [blocking, naming, showing]
  }
}

extension InstalledBrowser {
  /// `root` replaces `/` in trials.
  package static func all(
    _ layers: [ShieldLayer], _ options: SystemShield.Options, root: String = "", home: String? = nil
  ) -> [InstalledBrowser] {
    let home = home ?? Environment["HOME"] ?? ""
    let search = BrowserSearch(root: root, home: home, running: BrowserCall.all(in: options.notes))
    let own = BrowserExtension(home: home, dataFolder: options.dataFolder, configurationRoot: "")
    func can(_ layer: String) -> Bool { layers.contains { $0.layer == layer && $0.state != .unavailable } }
    return search.found().map { found in
      let page = found.page(hasOwnExtension: own.isInstalled)
      let sites: Sites =
        can("sites") ? .wire : page != .none ? .page : can(BrowserSearch.proxyLayer) ? .proxy : .open
      return InstalledBrowser(
        name: found.kind.name, origin: found.form.origin.rawValue, sites: sites, policy: found.policy, page: page,
        parts: search.parts(found, page))
    }
  }
}

struct BrowserSearch {
  let root: String
  let home: String
  let running: [BrowserCall]

  static let proxyLayer = "browser-proxy"

  struct Found {
    let kind: BrowserKind
    let form: BrowserKind.Form
    let policy: InstalledBrowser.Policy
    let isActive: Bool
    let hasMachineExtension: Bool

    func page(hasOwnExtension: Bool) -> InstalledBrowser.Page {
      if isActive { return .active }
      // Nobody can tell from outside into which browsers a person loaded their own.
      return hasMachineExtension || hasOwnExtension && form.origin == .package && policy != .unread ? .installed : .none
    }
  }

  func found() -> [Found] {
    BrowserKind.all.flatMap { kind in
      kind.forms.filter { isThere($0, of: kind) }.map { form in
        Found(
          kind: kind, form: form, policy: policy(of: form),
          isActive: running.contains { isOf($0, kind, form) },
          hasMachineExtension: form.origin == .package && hasExtension(form))
      }
    }
  }

  /// A browser that runs without a word from its extension does not block parts.
  func parts(_ found: Found, _ page: InstalledBrowser.Page) -> PathsReport.State {
    if running.contains(where: { $0.seesParts && isOf($0, found.kind, found.form) }) { return .active }
    if page == .none || page == .active { return .off }
    return found.form.origin == .package && Self.isRunning(found.kind) ? .off : .unknown
  }

  private static func isRunning(_ kind: BrowserKind) -> Bool {
    Folder.names(in: "/proc").contains { name in
      guard Int32(name) != nil, Files.isOwn("/proc/\(name)"),
        let octets = try? Files.read("/proc/\(name)/comm", limit: 64)
      else { return false }
      return kind.processes.contains(String(decoding: octets.prefix { $0 != 0x0A }, as: UTF8.self))
    }
  }

  private func isOf(_ call: BrowserCall, _ kind: BrowserKind, _ form: BrowserKind.Form) -> Bool {
    guard call.rules != nil || call.seesParts else { return false }
    switch form.origin {
    case .package: return kind.processes.contains { call.browser.hasPrefix($0) }
    // Out of a sandbox speaks a program of the desktop's, which Firefox alone asks (xdg-native-messaging-proxy).
    case .snap, .flatpak: return kind.name == "Firefox" && call.browser.hasPrefix("xdg-native-mess")
    }
  }

  private func isThere(_ form: BrowserKind.Form, of kind: BrowserKind) -> Bool {
    switch form.origin {
    case .package:
      form.names.contains { name in
        ["/usr/bin", "/usr/local/bin", "/opt/bin"].contains { isProgram("\(root)\($0)/\(name)") }
      }
    case .snap: form.names.contains { name in Self.snaps.contains { Files.exists("\(root)\($0)/\(name)") } }
    case .flatpak:
      form.names.contains { id in
        ["\(root)\(PolicyFolders.flatpaks)", "\(home)/.local/share/flatpak"].contains {
          Files.isFolder("\($0)/app/\(id)")
        }
      }
    }
  }

  private static let snaps = ["/snap/bin", "/var/lib/snapd/snap/bin"]

  /// Whether a program is there, and is not the script by which a distribution leads to a Snap.
  private func isProgram(_ path: String) -> Bool {
    guard Files.exists(path) else { return false }
    let start = (try? Files.read(path, limit: 64 << 10)) ?? []
    return !(start.starts(with: Array("#!".utf8)) && String(decoding: start, as: UTF8.self).includes("/snap/bin/"))
  }

  private func policy(of form: BrowserKind.Form) -> InstalledBrowser.Policy {
    guard let policy = form.policy else { return .unread }
    guard let octets = try? Files.read(root + policy, limit: 1 << 20) else { return .missing }
    // In a folder of policies the file is ours by its name; Firefox has one file for everybody's.
    return policy.hasSuffix(PolicyFolders.file) || MachineExtension.isOurs(octets) ? .ours : .others
  }

  private func hasExtension(_ form: BrowserKind.Form) -> Bool {
    guard let policy = form.policy, let octets = try? Files.read(root + policy, limit: 1 << 20) else { return false }
    return String(decoding: octets, as: UTF8.self).includes(MachineExtension.share)
  }
}
