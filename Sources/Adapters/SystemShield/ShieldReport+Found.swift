import FocusPorts
import Glibc
import LinuxRuntime

extension ShieldReport {
  /// That of a service that is not to touch this computer.
  static let untouched = ShieldReport(
    layers: (HelperLayers.names + [PersonalLayers.runningName, BrowserPage.name] + OwnLayers.names).map {
      ShieldLayer(layer: $0, state: .unavailable, why: "the service was started without a shield")
    }, summary: .switchedOff)

  /// Whether the helper was there and did not answer.
  var isHelperSilent: Bool {
    layers.starts(with: HelperLayers.silent(SystemError("read", EAGAIN)))
  }

  /// What was found while that order is in force.
  init(_ layers: [ShieldLayer], _ summary: ShieldSummary, of active: ActiveOrder?, _ options: SystemShield.Options) {
    self.init(
      layers: layers, summary: summary, paths: active.flatMap { PathsReport($0.plan, layers, options) })
  }
}
