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
    self.home = home
    self.options = options
    do throws(ConfigurationError) {
      configuration = try ServiceConfiguration(path: home.configuration)
      hooks = try HookBook(configuration, path: home.configuration)
      claims = try SiteClaims(definition: configuration.site)
    } catch {
      throw .configuration(error)
    }
    loop = try renaming(ServiceError.system) { () throws(SystemError) in try EventLoop() }
  }
}
