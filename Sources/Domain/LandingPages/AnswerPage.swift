/// The small page with which this computer answers a phone. It carries its style, because its server has nothing else;
/// it loads nothing, runs nothing and leads nowhere.
package struct AnswerPage: Sendable {
  private let status: Int
  private let title: String
  private let text: String
  private let mark: (name: String, value: String)

  /// A page.
  ///
  /// - Parameters:
  ///   - status: the status of HTTP; what is not 200 wears the colour of trouble.
  ///   - title: the one line that matters.
  ///   - text: what else there is to say.
  ///   - mark: the `data-` attribute that programs read.
  package init(status: Int, title: String, text: String, mark: (name: String, value: String)) {
    self.status = status
    self.title = title
    self.text = text
    self.mark = mark
  }

  private var isGood: Bool { status == 200 && mark.value != "refused" }

  package var page: WebPage {
    var html = HTMLText()
    html.markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    html.markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    html.markup("<meta name=\"robots\" content=\"noindex\">\n")
    html.markup("<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n<title>")
    html.plain(title + " · " + PageWords.product)
    html.markup("</title>\n<style>\n")
    html.style(.tokens)
    html.style(.style)
    html.markup(
      """
      svg { width: var(--text-7); height: var(--text-7); margin: 0 0 var(--space-5); fill: none; stroke: var(--accent); stroke-width: 5; stroke-linecap: round; stroke-linejoin: round; }
      .trouble svg { stroke: var(--warn); }
      </style>
      </head>

      """)
    html.markup(
      isGood ? "<body data-accent=\"0\">\n<main data-" : "<body class=\"trouble\" data-accent=\"0\">\n<main data-")
    html.plain(mark.name)
    html.markup("=\"")
    html.plain(mark.value)
    html.markup("\">\n<svg viewBox=\"0 0 100 100\" aria-hidden=\"true\"><circle cx=\"50\" cy=\"50\" r=\"46\"/>")
    html.markup(isGood ? "<path d=\"M31 52l13 13 26-28\"/></svg>\n<h1>" : "<path d=\"M50 28v28M50 71v1\"/></svg>\n<h1>")
    html.plain(title)
    html.markup("</h1>\n")
    if !text.isEmpty { html.paragraph(text) }
    html.markup("</main>\n</body>\n</html>\n")
    return WebPage(status: status, type: "text/html; charset=utf-8", body: Array(html.text.utf8))
  }
}
