internal import FocusLinks
package import Hooks
package import ServiceContract
internal import SiteAssociation

extension HookBook {
  package init(_ configuration: ServiceConfiguration) throws(JSONShapeError) {
    var ofRoutes: [Hook] = []
    for entry in configuration.ownRoutes?.entries ?? [] {
      let name = entry.route.name
      // Nothing but what the file says is done, whatever the card says.
      ofRoutes.append(try Hook(entry.members, name: "routes.\(name)", causes: [.route(name)]))
    }
    try self.init(configuration.hooks, after: ofRoutes)
  }
}
