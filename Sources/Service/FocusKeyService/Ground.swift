internal import AtHome
internal import Hooks
internal import ServiceContract

/// What stays when a service restarts its parts: the home, its configuration, and the loop.
struct Ground: Sendable {
  let home: Home
  let options: Service.Options
  let configuration: ServiceConfiguration
  let hooks: HookBook
  let claims: SiteClaims
  let loop: EventLoop

  init(_ home: Home, _ options: Service.Options) throws(Failure) {
    let loop = try renaming(Failure.system, EventLoop())
    do throws(Failure) {
      try self.init(home, options, on: loop)
    } catch {
      loop.close()
      throw error
    }
  }

  func readAgain() throws(Failure) -> Ground { try Ground(home, options, on: loop) }

  private init(_ home: Home, _ options: Service.Options, on loop: EventLoop) throws(Failure) {
    self.home = home
    self.options = options
    let configuration = try ServiceConfiguration(path: home.configuration)
    self.configuration = configuration
    hooks = try renaming(
      { (error: JSONShapeError) in Failure.configuration(error, at: home.configuration) }, HookBook(configuration))
    claims = try SiteClaims(definition: configuration.site)
    self.loop = loop
  }
}
