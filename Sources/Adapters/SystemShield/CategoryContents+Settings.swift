internal import FocusSession
internal import SiteLists

extension CategoryContents {
  init?(of name: String, changedBy categories: [Category]) {
    let own = categories.first { $0.id.text == name }
    self.init(of: name, changedBy: own.map { Changes(sites: $0.sites, apps: $0.apps) })
  }
}
