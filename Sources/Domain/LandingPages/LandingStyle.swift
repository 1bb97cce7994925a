extension WebPage {
  /// The style sheet of the landing pages, in the visual language of all pages; nothing that moves.
  static let style = WebPage(
    type: "text/css; charset=utf-8",
    body: Array(
      """
      body { margin: 0; font: var(--text-3)/1.5 var(--letters); background: var(--ground); color: var(--ink); }
      main { box-sizing: border-box; max-width: 36rem; margin: 12vh auto var(--space-6); padding: var(--space-6) var(--space-5); background: var(--surface); border: 1px solid var(--line); border-radius: var(--round); }
      @media (max-width: 38rem) { main { margin: var(--space-4); } }
      h1 { margin: 0 0 var(--space-4); font-size: var(--text-5); line-height: 1.2; letter-spacing: -.01em; overflow-wrap: anywhere; text-wrap: balance; }
      .button { display: inline-block; padding: var(--space-3) var(--space-5); border-radius: var(--round-small); font-weight: 600; text-decoration: none; background: var(--accent); color: var(--on-accent); }
      button.button { border: 0; font: inherit; font-weight: 600; cursor: pointer; }
      .button:hover { text-decoration: underline; }
      .button:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
      .note { font-size: var(--text-2); color: var(--ink-soft); }
      code { overflow-wrap: anywhere; }

      """.utf8))
}
