extension WebPage {
  /// The one style sheet of the landing pages: the system's own letters and colours, light and dark, nothing that moves.
  static let style = WebPage(
    type: "text/css; charset=utf-8",
    body: Array(
      """
      :root { color-scheme: light dark; }
      body { margin: 0; font: 1.125rem/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
      main { max-width: 34rem; margin: 12vh auto 0; padding: 0 1.25rem; }
      h1 { font-size: 1.75rem; line-height: 1.2; overflow-wrap: anywhere; }
      .button { display: inline-block; padding: .75rem 1.25rem; border: 2px solid; border-radius: .5rem; font-weight: 600; text-decoration: none; color: inherit; }
      .button:hover { text-decoration: underline; }
      .button:focus-visible { outline: 3px solid Highlight; outline-offset: 3px; }
      .note { font-size: 1rem; }
      code { overflow-wrap: anywhere; }

      """.utf8), freshFor: 3600)
}
