package import ServiceContract
package import SystemShield

extension SystemShield.Options {
  package init(_ home: Home) {
    self.init(runtimeFolder: home.runtimeFolder, stateFolder: home.stateFolder)
    guard let program = Environment.programPath() else { return }
    let words = [program] + (home.folder.map { ["--home", $0] } ?? []) + ["shield"]
    standIn = words + ["stand-in"]
    guardian = words + ["guard"]
  }
}
