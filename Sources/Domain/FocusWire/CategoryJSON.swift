internal import FocusSession
internal import JSONText

/// The categories that a file's profiles may name: those that ship, and the person's own.
package struct KnownCategories: Sendable {
  /// Those that ship.
  package var shipped: [String]
  /// The person's own; a file that says which there are puts its own in their place.
  package var own: [String]

  /// These and no others.
  package init(shipped: [String], own: [String] = []) {
    self.shipped = shipped
    self.own = own
  }

  /// All of them, where a file says which the person's own are, each once.
  func all(in file: [Category]?) -> [String] {
    shipped + (file?.map { $0.id.text } ?? own).filter { !shipped.contains($0) }
  }
}

extension Category {
  var json: JSONValue {
    .members([
      "id": .string(id.text), "sites": sites.isEmpty ? JSONValue?.none : JSONValue(sites),
      "apps": apps.isEmpty ? JSONValue?.none : JSONValue(apps),
    ])
  }

  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("id", "sites", "apps")
    self.init(id: CategoryID(try members.required("id").id()))
    if let item = members["sites"] { sites = try item.sites() }
    if let item = members["apps"] { apps = try item.entries() }
  }
}
