package import FocusPorts
import Glibc
import LinuxRuntime
import ShieldProtocol

package enum HelperLayers {
  /// The layers, in the order in which the helper names them.
  static let names = ["sites", "connections", "ech", "dns", "app-starts"]

  /// `patience` is in milliseconds.
  package static func ask(at path: String = ShieldSocket.path, patience: Int = 5000) -> [ShieldLayer] {
    do throws(SystemError) {
      var helper = try HelperClient(path: path, patience: patience)
      let answers = try helper.ask(.status)
      guard answers.last != .refused(ShieldAnswer.crowded) else { return crowded }
      return answers.compactMap { answer in
        guard case .layer(let name, let state, let why) = answer else { return nil }
        return ShieldLayer(layer: name, state: Self.state(state), why: why.isEmpty ? nil : why)
      }
    } catch {
      return silent(error)
    }
  }

  /// `patience` is in milliseconds.
  package static func isThere(at path: String, patience: Int = 800) -> Bool {
    do throws(SystemError) {
      var helper = try HelperClient(path: path, patience: patience)
      _ = try helper.ask(.status)
      return true
    } catch {
      return false
    }
  }

  /// The layers of a helper that has no room for another question, so its state is unknown.
  static let crowded = names.map {
    ShieldLayer(
      layer: $0, state: .unavailable, why: "the privileged helper is crowded: too many programs ask it at once")
  }

  static func silent(_ error: SystemError) -> [ShieldLayer] {
    let why = why(error)
    return names.map { ShieldLayer(layer: $0, state: .unavailable, why: why) }
  }

  private static func state(_ state: ShieldAnswer.LayerState) -> ShieldLayer.State {
    switch state {
    case .up: .up
    case .down: .down
    case .unavailable: .unavailable
    }
  }

  /// How far a clock is ahead of the helper's, in milliseconds, as far as one can tell in the time of an answer; `nil`
  /// where no helper says what its clock shows.
  ///
  /// - Parameter clock: shows milliseconds on the computer's clock that counts through suspend.
  package static func lead(of clock: () -> Int64, at path: String, patience: Int = 400) -> Int64? {
    do throws(SystemError) {
      var helper = try HelperClient(path: path, patience: patience)
      let before = clock()
      let answers = try helper.ask(.status)
      let after = clock()
      let shown = answers.compactMap { if case .clock(let shown) = $0 { shown } else { nil } }.first
      return shown.map { before > $0 ? before - $0 : after < $0 ? after - $0 : 0 }
    } catch {
      return nil
    }
  }

  /// Whether what answers there is not root's.
  package static func isImpostor(at path: String) -> Bool {
    do throws(SystemError) {
      _ = try HelperClient(path: path, patience: 800)
      return false
    } catch {
      return error == .notRoots(at: path)
    }
  }

  static func fix(of layers: [ShieldLayer], at path: String) -> String {
    let impostor = SystemError.notRoots(at: path)
    return layers.starts(with: silent(impostor)) ? HelperInstallation.fix(impostor) : HelperInstallation.fix()
  }

  private static func why(_ fault: SystemError) -> String {
    switch fault.code {
    case _ where fault == .notRoots(at: fault.subject):
      "the helper on trial at \(fault.subject) is not root\u{2019}s, so it blocks nothing: \(HelperInstallation.fix(fault))"
    case ENOENT, ECONNREFUSED, ECONNRESET: "the privileged helper is not running: \(HelperInstallation.fix())"
    case EAGAIN: "the privileged helper does not answer: \(Environment.sudoCommand) shield clear"
    default: "the privileged helper cannot be reached: \(fault.reason)"
    }
  }
}
