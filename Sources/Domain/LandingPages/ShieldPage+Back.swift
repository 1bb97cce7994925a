// What leads back to work, or into a break.

extension ShieldPage {
  /// Writes the button back to work and what came of it; without a promise, asks for one.
  static func write(_ promise: String?, isKept: Bool, _ target: String, into html: inout HTMLText) {
    if isKept {
      html.markup("<p role=\"status\">")
      html.plain(promise == nil ? PageWords.keptNothing : PageWords.kept)
      html.markup("</p>\n<p class=\"note\">")
      html.plain(PageWords.closeThis)
      html.markup(" <a href=\"/\">")
      html.plain(PageWords.toTheSession)
      return html.markup("</a></p>\n")
    }
    html.markup("<form method=\"post\" action=\"")
    html.plain(target)
    html.markup("\"><button class=\"button\">")
    html.plain(promise == nil ? PageWords.backToWork : PageWords.keepPromise)
    html.markup("</button></form>\n")
    guard promise == nil else { return }
    html.markup("<p class=\"note\">")
    html.plain(PageWords.noPromise)
    html.markup(" <a href=\"/#promise\">")
    html.plain(PageWords.writePromise)
    html.markup("</a></p>\n")
  }

  static func write(rest: String?, _ target: String, into html: inout HTMLText) {
    guard let rest else {
      html.markup("<p class=\"note\">")
      html.plain(PageWords.askForBreak)
      html.markup("<a href=\"/\">")
      html.plain(PageWords.onTheDashboard)
      html.markup("</a>")
      html.plain(PageWords.orSay)
      return html.markup("<code>focuskey break</code>.</p>\n")
    }
    html.markup("<form method=\"post\" action=\"")
    html.plain(target)
    html.markup("\"><button class=\"button other\" name=\"break\" value=\"1\">")
    html.plain(PageWords.takeBreak)
    html.markup("</button></form>\n<p class=\"note\">")
    html.plain(rest)
    html.markup("</p>\n")
  }
}
