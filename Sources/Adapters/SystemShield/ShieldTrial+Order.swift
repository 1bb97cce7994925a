import DesktopEntries
import Glibc
import LinuxRuntime
import ShieldProtocol

extension ShieldTrial {
  package enum Placement: ~Copyable {
    case placed(Order)
    case refused(String)
    /// No helper can be asked; `fix` says what starts one.
    case missing(fix: String)
  }

  /// An order for the length of a trial, where the person has none; what it blocks opens again by itself soon after.
  package struct Order: ~Copyable {
    private var helper: HelperClient
    private let stamp: Int64

    private init(_ helper: consuming HelperClient, stamp: Int64) {
      self.helper = helper
      self.stamp = stamp
    }

    package static func place(blocking site: String, program: String, at path: String) -> Placement {
      do throws(SystemError) {
        var helper = try HelperClient(path: path)
        let lines: [ShieldRequest] = [
          .order(lease: 15_000, until: nil), .section(allowsOnlyNamed: false),
          .site(Array(site.utf8), isException: false), .program(application: "trial", path: program), .commit,
        ]
        let text = lines.map { "\($0.line)\n" }.joined()
        switch try helper.ask(Array(text.utf8)).last {
        case .ordered(let stamp): return .placed(Order(helper, stamp: stamp))
        case .refused(ShieldAnswer.notAPerson): return .refused("nothing is ever blocked for root: run it as yourself")
        case .refused(let word): return .refused("the helper says \(word)")
        default: return .refused("the helper is older than this program")
        }
      } catch {
        return .missing(fix: HelperInstallation.fix(error))
      }
    }

    /// Lifts the order again, and no other: a session that began meanwhile goes on.
    package consuming func lift() {
      _ = try? helper.ask(.lift(stamp: stamp))
    }
  }
}

extension ShieldTrial {
  package static func programs(of apps: [String]) -> [(app: String, path: String)] {
    let installed = InstalledApplications(InstalledApplications.Surroundings())
    let entries = DesktopEntries.applications(apps, among: installed.entries).flatMap { $0.entries }
    return entries.filter(installed.canBeRefused).compactMap { entry in
      installed.programs(of: entry).first.map { (entry.name, $0) }
    }
  }
}
