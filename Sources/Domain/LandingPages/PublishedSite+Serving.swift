extension PublishedSite {
  /// The headers of every answer, except those that describe the answer itself.
  package static let headers: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'none'; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
  ]

  /// The answer of a host that does what the site asks; `target` is the request's path and query.
  package func page(for target: String) -> WebPage {
    let path = String(target.prefix { $0 != "?" && $0 != "#" })
    if let page = file(path) { return page }
    for rewrite in rewrites where Self.isMatch(path, rewrite.path) {
      if let page = file(rewrite.folder) { return page }
    }
    return file("/404.html") ?? WebPage(status: 404, type: "text/plain", body: [])
  }

  private func file(_ path: String) -> WebPage? {
    guard path.hasPrefix("/") else { return nil }
    let name = path.dropFirst() + (path.hasSuffix("/") ? "index.html" : "")
    return files.first { file in file.path == name }?.page
  }

  private static func isMatch(_ path: String, _ pattern: String) -> Bool {
    let texts = path.split(separator: "/", omittingEmptySubsequences: false)
    let parts = pattern.split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if part == "*" { return texts.count > index }
      guard index < texts.count, part.hasPrefix(":") ? !texts[index].isEmpty : part == texts[index] else {
        return false
      }
    }
    return texts.count == parts.count
  }

  /// The files that configure hosts; published with the others.
  package var hostFiles: [(path: String, text: String)] {
    [
      ("_headers", headersFile), ("_redirects", redirectsFile), (".htaccess", accessFile),
      // GitHub Pages leaves out folders that begin with a dot unless this file is there.
      (".nojekyll", ""),
    ]
  }

  private var claims: [String] {
    files.map { file in file.path }.filter { path in
      path.hasPrefix(".well-known/") || "/" + path == SitePages.oldAssociationPath
    }
  }

  /// Netlify, Cloudflare Pages and their like.
  private var headersFile: String {
    var text = "# What browsers are told with every page (Netlify, Cloudflare Pages).\n/*\n"
    for (name, value) in Self.headers { text += "  \(name): \(value)\n" }
    text += "  Cache-Control: public, max-age=\(Self.freshness)\n"
    for path in claims { text += "/\(path)\n  Content-Type: application/json\n" }
    return text
  }

  private var redirectsFile: String {
    var text = "# The address stays as it is: the page behind it reads the card's link (Netlify, Cloudflare Pages).\n"
    for rewrite in rewrites { text += "\(rewrite.path)  \(rewrite.folder)  200\n" }
    return text
  }

  /// Apache, where it reads such files.
  private var accessFile: String {
    var text = """
      # For Apache with mod_headers and mod_rewrite, where AllowOverride lets this file count.
      DirectorySlash Off
      ErrorDocument 404 /404.html
      RewriteEngine On

      """
    for rewrite in rewrites where rewrite.path != "/" {
      let pattern = Self.regularExpression(rewrite.path)
      text += "RewriteRule ^\(pattern)$ \(rewrite.folder)index.html [END]\n"
    }
    text += "<IfModule mod_headers.c>\n"
    for (name, value) in Self.headers { text += "  Header always set \(name) \"\(value)\"\n" }
    text += "</IfModule>\n"
    for path in claims {
      let name = path.split(separator: "/").last ?? ""
      text += "<Files \"\(name)\">\n  ForceType application/json\n</Files>\n"
    }
    return text
  }

  /// A rewrite's path as Apache writes it, without the slash in front.
  private static func regularExpression(_ path: String) -> String {
    var text = ""
    for part in path.split(separator: "/") {
      if !text.isEmpty { text += "/" }
      if part == "*" {
        text += ".*"
      } else if part.hasPrefix(":") {
        text += "[^/]+"
      } else {
        for letter in part { text += letter == "." ? "\\." : String(letter) }
      }
    }
    return text
  }
}
