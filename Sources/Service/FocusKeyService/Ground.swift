internal import AtHome
internal import Hooks
internal import LinuxRuntime
internal import ServiceContract

/// What stays when a service restarts its parts: the home, its configuration, and the loop.
struct Ground: Sendable {
  let home: Home
  let options: Service.Options
  let configuration: ServiceConfiguration
  let hooks: HookBook
  let claims: SiteClaims
  let loop: EventLoop

  /// Reads what is configured, and begins a loop.
  init(_ home: Home, _ options: Service.Options) throws(ServiceError) {
    let loop = try renaming(ServiceError.system) { () throws(SystemError) in try EventLoop() }
    do throws(ServiceError) {
      try self.init(home, options, on: loop)
    } catch {
      loop.close()
      throw error
    }
  }

  /// The same with what is configured by now.
  func readAgain() throws(ServiceError) -> Ground { try Ground(home, options, on: loop) }

  private init(_ home: Home, _ options: Service.Options, on loop: EventLoop) throws(ServiceError) {
    self.home = home
    self.options = options
    do throws(ConfigurationError) {
      configuration = try ServiceConfiguration(path: home.configuration)
      hooks = try HookBook(configuration, path: home.configuration)
      claims = try SiteClaims(definition: configuration.site)
    } catch {
      throw .configuration(error)
    }
    self.loop = loop
  }
}
