import SiteRules

/// The script by which browsers learn where to turn for a host (a proxy auto-configuration file): closed hosts go to a
/// port of this computer that lets nobody through, all others go their usual way.
///
/// A door that answers and says no is final; one where nobody answers, because the service died, leaves the usual way.
struct ProxyScript: Sendable, Equatable {
  let text: String
  /// How many names did not fit.
  let leftOut: Int

  /// In octets: browsers read a megabyte and no more.
  private static let longest = 900_000

  /// `door` is the host and port that closed hosts lead to.
  init(_ sections: [ShieldPlan.Section], door: String) {
    var room = Self.longest
    var leftOut = 0
    func list(_ names: [String]) -> String {
      var words: [String] = []
      for name in names {
        guard room > name.utf8.count + 6 else {
          leftOut += 1
          continue
        }
        room -= name.utf8.count + 6
        words.append("\"\(name)\":1")
      }
      return "{\(words.joined(separator: ","))}"
    }
    // Names are letters, digits, dots and hyphens by then: nothing in them can end a text of the script. Exceptions
    // come first, so that what is left out of a list that is too long opens, and never closes.
    let lists = sections.map { section in
      let exceptions = list(section.exceptions.map(\.text))
      return "{allow:\(section.allowsOnlyNamed),sites:\(list(section.sites.map(\.text))),exceptions:\(exceptions)}"
    }
    self.leftOut = leftOut
    text = """
      var sections = [\(lists.joined(separator: ",\n"))];
      var open = {\(ProtectedSites.domains.map { "\"\($0)\":1" }.joined(separator: ","))};
      function entry(section, host) {
        for (var name = host; ; name = name.substring(name.indexOf(".") + 1)) {
          if (section.exceptions.hasOwnProperty(name)) return section.allow;
          if (section.sites.hasOwnProperty(name)) return !section.allow;
          if (name.indexOf(".") < 0) return section.allow;
        }
      }
      function FindProxyForURL(url, host) {
        host = host.toLowerCase().replace(/\\.$/, "");
        if (/^127\\./.test(host) || host === "::1" || host === "[::1]") return "DIRECT";
        for (var name = host; ; name = name.substring(name.indexOf(".") + 1)) {
          if (open.hasOwnProperty(name)) return "DIRECT";
          if (name.indexOf(".") < 0) break;
        }
        for (var index = 0; index < sections.length; index++) {
          if (entry(sections[index], host)) return "PROXY \(door); DIRECT";
        }
        return "DIRECT";
      }

      """
  }
}
