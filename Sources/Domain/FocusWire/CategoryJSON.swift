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

extension Form where Value == Category {
  static var category: Form {
    Form.members(
      of: { Category(id: CategoryID("")) }, Member(\.id, .id("id")),
      Member(
        "sites", keep: { $0.sites.isEmpty ? nil : JSONValue($0.sites) },
        read: { item, category throws(JSONShapeError) in category.sites = try item.sites() }),
      Member(\.apps, .entries("apps")))
  }
}
