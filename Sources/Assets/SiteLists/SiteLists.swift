internal import CSiteLists
package import SiteRules

/// The lists of sites and applications that ship: what many people name when they are asked what takes their time.
package enum SiteLists {
  /// The lists' names, such as `social`.
  package static var names: [String] {
    (0..<focuskey_site_lists()).map { unsafe String(cString: focuskey_site_list_name($0)) }
  }

  /// The sites of a list; `nil` where no list has that name.
  package static func sites(of name: String) -> [SiteName]? {
    guard let index = names.firstIndex(of: name) else { return nil }
    var length = 0
    let text = unsafe focuskey_site_list_text(Int32(index), &length)
    return SiteListText.names(in: unsafe Array(UnsafeBufferPointer(start: text, count: length))).names
  }

  /// The applications of a list, by desktop entry; `nil` where no list has that name.
  package static func apps(of name: String) -> [String]? {
    guard let index = names.firstIndex(of: name) else { return nil }
    var length = 0
    guard let text = unsafe focuskey_site_list_apps(Int32(index), &length) else { return [] }
    let lines = unsafe Array(UnsafeBufferPointer(start: text, count: length)).split(separator: 0x0A)
    return lines.filter { $0.first != UInt8(ascii: "#") }.map { String(decoding: $0, as: UTF8.self) }
  }
}
