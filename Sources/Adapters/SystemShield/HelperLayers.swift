public import FocusPorts
import Glibc
import LinuxRuntime
public import ShieldProtocol

/// The helper's layers, as it tells them; what cannot be told is not there.
public enum HelperLayers {
  /// The layers, in the order in which the helper names them.
  static let names = ["sites", "connections", "app-starts"]

  /// Asks the helper.
  public static func ask(at path: String = ShieldSocket.path) -> [ShieldLayer] {
    do throws(SystemError) {
      var helper = try HelperClient(path: path)
      return try helper.ask(.status).compactMap { answer in
        guard case .layer(let name, let state, let why) = answer else { return nil }
        return ShieldLayer(layer: name, state: Self.state(state), why: why.isEmpty ? nil : why)
      }
    } catch {
      let why = Self.why(error)
      return names.map { ShieldLayer(layer: $0, state: .unavailable, why: why) }
    }
  }

  private static func state(_ state: ShieldAnswer.LayerState) -> ShieldLayer.State {
    switch state {
    case .up: .up
    case .down: .down
    case .unavailable: .unavailable
    }
  }

  private static func why(_ fault: SystemError) -> String {
    switch fault.code {
    case ENOENT, ECONNREFUSED: "the privileged helper is not running: sudo focuskey shield install"
    case EAGAIN: "the privileged helper does not answer: sudo focuskey shield clear"
    default: "the privileged helper cannot be reached: \(fault.reason)"
    }
  }
}
