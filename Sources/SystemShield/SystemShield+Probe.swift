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
    let standing = RunningApplications(note: "\(options.notes)/frozen").standing.count
    if let danger = RunningApplications.danger() {
      layers.append(ShieldLayer(layer: "running-apps", state: .unavailable, why: danger))
    } else if standing > 0 {
      layers.append(ShieldLayer(layer: "running-apps", state: .up, why: "\(standing) stand still"))
    } else {
      layers.append(ShieldLayer(layer: "running-apps", state: .down, why: "nothing stands still"))
    }
    layers.append(browserPage(options).layer(idle: "nothing is ordered"))
    return layers + ownLayers(options).layers()
  }

  /// Lets everything go on that a service froze and noted, and brings back what it changed in the desktop's settings and
  /// menus; how many stood still.
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
