public import FocusPorts
import Glibc
import LinuxRuntime
import RunningApps

extension SystemShield {
  /// The layers as the system has them now, asked without a service.
  ///
  /// - Parameter notes: the folder in which a service notes what it froze.
  public static func probe(notes: String) -> [ShieldLayer] {
    var layers = HelperLayers.ask()
    let standing = RunningApplications(note: "\(notes)/frozen").standing.count
    if let danger = RunningApplications.danger() {
      layers.append(ShieldLayer(layer: "running-apps", state: .unavailable, why: danger))
    } else if standing > 0 {
      layers.append(ShieldLayer(layer: "running-apps", state: .up, why: "\(standing) stand still"))
    } else {
      layers.append(ShieldLayer(layer: "running-apps", state: .down, why: "nothing stands still"))
    }
    return layers
  }

  /// Lets everything go on that a service froze and noted; how many there were.
  public static func thaw(notes: String) -> Int {
    var running = RunningApplications(note: "\(notes)/frozen")
    let count = running.standing.count
    running.releaseAll()
    return count
  }
}
