import DesktopEntries
package import FocusPorts
import Glibc
import LinuxRuntime
import RunningApps

extension SystemShield {
  /// Asks the system itself, without a service; `options` say where the service keeps its notes.
  package static func probe(_ options: Options) -> [ShieldLayer] {
    var layers = HelperLayers.ask(at: options.helper, patience: HelperClient.prompt)
    // A service that holds an order has said so to the browsers a moment ago.
    let isOrdered = BrowserNote(folder: options.notes).current() != nil
    let isHelped = layers.contains { $0.state == .up }
    for index in layers.indices where isOrdered && layers[index].why == "nothing to block" {
      layers[index].why = "the helper does not hold the session\u{2019}s order"
    }
    let standing = RunningApplications(note: options.frozenNote).standing.count
    let obstacles = RunningApplications.obstacles(notedBeside: options.frozenNote)
    let ended = RunningApplications.ended(notedBeside: options.frozenNote)
    if standing > 0 || ended > 0 || !obstacles.isEmpty {
      layers.append(PersonalLayers.runningLayer(standing: standing, obstacles: obstacles, ended: ended))
    } else {
      layers.append(ShieldLayer(layer: PersonalLayers.runningName, state: .down, why: "no apps are frozen"))
    }
    layers.append(options.page.layer(isOrdered: isOrdered))
    let idle: OwnLayers.Idle = !isOrdered ? .nothingOrdered : isHelped ? .helperHoldsMore : .notHeld
    return layers + options.ownLayers.layers(idle: idle)
  }

  /// Undoes what a service froze and changed on the desktop; returns how many apps were frozen.
  package static func thaw(_ options: Options) -> Int {
    var running = RunningApplications(note: options.frozenNote)
    let count = running.standing.count
    running.releaseAll()
    var own = options.ownLayers
    own.release()
    // A service that lives writes it again within a second.
    BrowserNote(folder: options.notes).remove()
    return count
  }

  /// The name in the app's entry; its id if it has no entry.
  package static func name(of id: String) -> String {
    InstalledApplications(InstalledApplications.Surroundings()).entries.first { $0.id == id }?.name ?? id
  }

  /// The words that start an app, not its stand-in; `nil` if no app has that id.
  package static func command(of id: String) -> [String]? {
    InstalledApplications(InstalledApplications.Surroundings()).entries.first { $0.id == id }?.command
  }
}
