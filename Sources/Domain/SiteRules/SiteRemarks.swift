/// What a person should know of sites that they want blocked: names that block far more than a site, or nothing.
public enum SiteRemarks {
  /// A sentence for each site that is probably meant otherwise.
  ///
  /// - Parameter sites: as a profile has them; what is not a name at all is told elsewhere.
  public static func remarks(on sites: [String]) -> [String] {
    sites.compactMap { written in
      guard let entry = try? SiteEntry(written), !entry.isException else { return nil }
      let name = entry.name
      if ProtectedSites.contains(entry.host) { return "\(name) is never blocked" }
      if entry.path != nil {
        return "\(name) is blocked only in browsers with FocusKey\u{2019}s extension (focuskey shield browser)"
      }
      guard entry.host.octets.contains(UInt8(ascii: ".")) else {
        return endings.contains(name) || name.utf8.count == 2
          ? "\(name) blocks every site that ends in .\(name)" : "\(name) is not the name of a site: is it \(name).com?"
      }
      return registries.contains(name) ? "\(name) blocks every site that ends in .\(name)" : nil
    }
  }

  /// Top-level domains that somebody may write for a site.
  private static let endings: Set<String> = [
    "com", "org", "net", "edu", "gov", "info", "biz", "app", "dev", "online", "site", "shop", "xyz", "blog", "club",
    "news", "live", "games", "video", "wiki", "social", "example", "test",
  ]

  /// Names below which others register theirs, but for rare ones; a missing one gets no remark.
  private static let registries: Set<String> = {
    let countries = "uk jp au nz za kr in il th id br mx tr cn tw hk sg".split(separator: " ")
    let kinds = ["co", "com", "org", "net", "ac", "gov", "edu"]
    let pages: Set<String> = [
      "github.io", "gitlab.io", "blogspot.com", "wordpress.com", "netlify.app", "vercel.app", "pages.dev",
      "workers.dev", "web.app", "firebaseapp.com", "herokuapp.com", "azurewebsites.net", "cloudfront.net",
      "amazonaws.com", "appspot.com", "fly.dev", "onrender.com", "neocities.org", "substack.com", "tumblr.com",
    ]
    return pages.union(countries.flatMap { country in kinds.map { "\($0).\(country)" } })
  }()
}
