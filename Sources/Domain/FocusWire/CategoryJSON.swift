internal import FocusSession
internal import JSONText

package struct KnownCategories: Sendable {
  package var shipped: [String]
  /// The person's own; a file that lists categories of its own replaces them.
  package var own: [String]

  package init(shipped: [String], own: [String] = []) {
    self.shipped = shipped
    self.own = own
  }

  /// All of them, each once; where a file lists the person's own, with those of the file.
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
