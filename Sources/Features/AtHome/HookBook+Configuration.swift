internal import FocusLinks
package import Hooks
internal import JSONText
package import ServiceContract
internal import SiteAssociation

extension HookBook {
  /// What a configuration says is done: for links of the person's own routes, and when something happens.
  ///
  /// - Parameter path: the file that the configuration was read from, for the error.
  package init(_ configuration: ServiceConfiguration, path: String) throws(ConfigurationError) {
    do throws(JSONShapeError) {
      var ofRoutes: [Hook] = []
      for entry in configuration.ownRoutes?.entries ?? [] {
        let name = entry.route.name
        // Nothing but what the file says is done, whatever the card says.
        ofRoutes.append(try Hook(entry.members, name: "routes.\(name)", causes: [.route(name)]))
      }
      try self.init(configuration.hooks, after: ofRoutes)
    } catch {
      throw .doesNotFit(path: path, error)
    }
  }
}
