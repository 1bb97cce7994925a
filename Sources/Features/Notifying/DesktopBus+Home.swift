internal import Catalogues
package import DesktopBus
internal import Languages
package import ServiceContract

extension DesktopBus.Options {
  package init(_ home: Home, _ configuration: ServiceConfiguration) {
    let wanted = configuration.desktop
    self.init(
      address: Self.address { Environment[$0] }, notifies: wanted.notifies, doNotDisturb: wanted.doNotDisturb,
      pausesMedia: wanted.pausesMedia, showsTray: wanted.showsTray, note: "\(home.stateFolder)/desktop.quiet",
      shown: "\(home.stateFolder)/desktop.shown",
      speech: .speaking(configuration.language ?? Language.asked { Environment[$0] }))
  }
}
