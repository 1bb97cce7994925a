import DesktopEntries
public import FocusPorts
import Glibc
import LinuxRuntime
import RunningApps

extension SystemShield {
  /// The layers as the system has them now, asked without a service.
  ///
  /// - Parameter options: those of the service, for where it keeps its notes.
  public static func probe(_ options: Options) -> [ShieldLayer] {
    var layers = HelperLayers.ask(at: options.helper)
    let note = "\(options.notes)/frozen"
    let standing = RunningApplications(note: note).standing.count
    let obstacles = RunningApplications.obstacles(notedBeside: note)
    if standing > 0 || !obstacles.isEmpty {
      layers.append(runningLayer(standing: standing, obstacles: obstacles))
    } else {
      layers.append(ShieldLayer(layer: "running-apps", state: .down, why: "no apps are frozen"))
    }
    layers.append(browserPage(options).layer(idle: "nothing to block"))
    return layers + ownLayers(options).layers()
  }

  /// The layer of running applications, of which some stand still and some may be left alone.
  static func runningLayer(standing: Int, obstacles: [String]) -> ShieldLayer {
    let why = (standing == 0 ? [] : ["\(standing) frozen"]) + obstacles.sorted()
    // Where something is to stand still and nothing does, nothing is held.
    let state: ShieldLayer.State = standing == 0 && !obstacles.isEmpty ? .unavailable : .up
    return ShieldLayer(layer: "running-apps", state: state, why: why.isEmpty ? nil : why.joined(separator: "; "))
  }

  /// Lets everything go on that a service froze and noted, and brings back what it changed in the desktop's settings
  /// and menus; how many stood still.
  public static func thaw(_ options: Options) -> Int {
    var running = RunningApplications(note: "\(options.notes)/frozen")
    let count = running.standing.count
    running.releaseAll()
    var own = ownLayers(options)
    own.release()
    // A service that lives writes it again within a second.
    BrowserNote(folder: options.notes).remove()
    return count
  }

  /// The words that start an application, its own and not a stand-in's; `nil` where none is called that.
  public static func command(of id: String) -> [String]? {
    InstalledApplications(InstalledApplications.Surroundings()).entries.first { $0.id == id }?.command
  }
}
