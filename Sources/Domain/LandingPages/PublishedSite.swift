package import FocusLinks

/// A whole site to publish: the pages behind cards' links with the script that makes a phone the reader, and the files
/// with which the site claims its links.
///
/// Every page is a file that any host for static files serves. Where a link carries a text in its path, the host
/// answers with the page of its kind (``rewrites``); a host that cannot do that answers with `404.html`, which does the
/// same.
package struct PublishedSite: Sendable {
  package struct File: Sendable, Equatable {
    /// Its path below the folder of the site, without a slash in front.
    package let path: String
    package let page: WebPage
  }

  package struct Asset: Sendable {
    /// Its name, such as `tap.js`.
    package let name: String
    package let content: [UInt8]

    package init(name: String, content: [UInt8]) {
      self.name = name
      self.content = content
    }
  }

  /// What the host does with a path that is not a file.
  package struct Rewrite: Sendable, Equatable {
    /// The path; `:` begins a segment that may be any text, as in the `_redirects` of static hosts.
    package let path: String
    /// The folder whose page is the answer.
    package let folder: String
  }

  package let files: [File]
  package let rewrites: [Rewrite]

  /// How long browsers may keep a page or a script, in seconds: a change reaches every phone within minutes.
  static let freshness = 300

  package init(table: RouteTable, association: [UInt8]? = nil, assetLinks: [UInt8]? = nil, assets: [Asset]) {
    var files: [File] = []
    var rewrites: [Rewrite] = []
    let claims = [
      (SitePages.associationPath, association), (SitePages.oldAssociationPath, association),
      (SitePages.assetLinksPath, assetLinks),
    ]
    for (path, content) in claims {
      guard let content else { continue }
      files.append(
        File(
          path: String(path.dropFirst()), page: WebPage(type: "application/json", body: content, freshFor: 3600)))
    }
    for (folder, page) in PublicPage.all {
      files.append(Self.page(page, at: "\(folder.dropFirst())index.html"))
      if folder != "/" { rewrites.append(Rewrite(path: String(folder.dropLast()), folder: folder)) }
    }
    for (number, route) in table.routes.enumerated() {
      let place = Self.place(of: route, number: number)
      let path = "\(place.folder.dropFirst())index.html"
      // A route of the person's own does not take the place of a page of ours.
      guard !files.contains(where: { file in file.path == path }) else { continue }
      files.append(Self.page(PublicPage.card(of: route), at: path))
      rewrites.append(Rewrite(path: place.path, folder: place.folder))
    }
    files.append(Self.page(PublicPage.notFound, at: "404.html"))
    files.append(Self.page(.tokens, at: "tokens.css"))
    files.append(Self.page(.style, at: "landing.css"))
    for asset in assets {
      files.append(Self.page(WebPage(type: Self.type(of: asset.name), body: asset.content), at: asset.name))
    }
    self.files = files
    self.rewrites = rewrites
  }

  private static func page(_ page: WebPage, at path: String) -> File {
    File(path: path, page: WebPage(status: page.status, type: page.type, body: page.body, freshFor: freshness))
  }

  private static func place(of route: Route, number: Int) -> (path: String, folder: String) {
    var (path, texts) = ("", 0)
    for (index, segment) in route.path.segments.enumerated() {
      switch segment {
      case .word(let word): path += "/" + word
      case .parameter:
        // A star takes the rest of a path; a name takes one segment and has letters alone.
        let isLast = index == route.path.segments.count - 1
        path += isLast ? "/*" : "/:text" + String(repeating: "x", count: texts)
        texts += 1
      }
    }
    if texts == 0 { return (path, path + "/") }
    return (path, route.name == "focus" ? "/focus/" : "/card/\(number)/")
  }

  private static func type(of name: String) -> String {
    if name.hasSuffix(".js") { return "text/javascript; charset=utf-8" }
    return name.hasSuffix(".svg") ? "image/svg+xml" : "application/octet-stream"
  }
}
