import FocusPorts
import Glibc
import LinuxRuntime

extension ShieldReport {
  /// The report of a service that must not touch this computer.
  static let untouched = ShieldReport(
    layers: (HelperLayers.names + [PersonalLayers.runningName, BrowserPage.name] + OwnLayers.names).map {
      ShieldLayer(layer: $0, state: .unavailable, why: "the service was started without a shield")
    }, summary: .switchedOff)

  var isHelperSilent: Bool {
    layers.starts(with: HelperLayers.silent(SystemError("read", EAGAIN)))
  }

  init(_ layers: [ShieldLayer], _ summary: ShieldSummary, of active: ActiveOrder?, _ options: SystemShield.Options) {
    self.init(layers: layers, summary: summary, paths: active.flatMap { PathsReport($0.plan, layers, options) })
  }
}
