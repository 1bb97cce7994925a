internal import DesktopBus
package import FeaturePorts
internal import RoomSound
internal import ScreenSignals

extension SignalBoard {
  /// Lists the sources of this computer in the order in which they are asked.
  package static func ofThisComputer(on loop: EventLoop, _ home: Home, _ words: ServiceLog) -> SignalBoard {
    let screen = Candidate(names: [.front, .input]) {
      ScreenSignals(.found { Environment[$0] })
    }
    let desktop = Candidate(names: [.front, .input, .media]) {
      BusSignals(
        loop: loop, bus: .desktop(address: DesktopBus.Options.address { Environment[$0] }, folder: home.stateFolder))
    }
    let system = Candidate(names: [.lock, .input]) {
      BusSignals(loop: loop, bus: .system(address: BusSignals.Bus.systemAddress { Environment[$0] }))
    }
    let sound = Candidate(names: [.noise]) { RoomSound(.init(note: home.noiseNote)) }
    let places = ScreenSignals.Session.places { Environment[$0] }
    return SignalBoard(loop: loop, candidates: [screen, desktop, system, sound], places: places) {
      words.write(.warning, "signals: \($0)")
    }
  }
}
