extension WebPage {
  /// The style sheet of the landing pages, in the visual language of all pages; nothing that moves.
  static let style = WebPage(
    type: "text/css; charset=utf-8",
    body: Array(
      """
      body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: var(--text-3)/1.5 var(--letters); background: var(--ground) radial-gradient(90rem 56rem at 50% 40%, var(--tint), var(--ground) 90%) no-repeat; color: var(--ink); }
      main { box-sizing: border-box; display: flex; flex-flow: column; align-items: center; width: min(40rem, 100% - 2 * var(--space-4)); padding: var(--space-6) 0; text-align: center; overflow-wrap: anywhere; }
      h1 { margin: 0 0 var(--space-4); font-size: var(--text-5); font-weight: 600; line-height: 1.2; letter-spacing: -.02em; overflow-wrap: anywhere; text-wrap: balance; }
      .promise { margin: var(--space-4) 0 var(--space-5); font: italic var(--text-6)/1.2 var(--serif); letter-spacing: 0; white-space: pre-line; }
      @media (max-width: 40rem) { .promise { font-size: var(--text-5); } }
      .eyebrow { order: -1; margin: 0; font-weight: 600; color: var(--accent); }
      a { color: var(--accent); }
      .button { display: inline-block; margin: var(--space-2) 0; padding: var(--space-3) var(--space-6); border-radius: var(--pill); font-weight: 600; text-decoration: none; background: var(--accent); color: var(--on-accent); }
      button.button { border: 0; font: inherit; font-weight: 600; cursor: pointer; }
      .button:hover { text-decoration: underline; }
      .button:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
      .card { box-sizing: border-box; width: min(30rem, 100%); margin: var(--space-6) 0 var(--space-4); padding: var(--space-5); border-radius: var(--round); background: var(--surface); box-shadow: 0 0 0 1px var(--line); }
      .card h2 { margin: 0 0 var(--space-3); font-size: var(--text-1); font-weight: 500; color: var(--ink-soft); }
      .card .side { margin: var(--space-3) 0; font-size: var(--text-4); line-height: 1.35; }
      .card details .side { padding-top: var(--space-4); border-top: 1px solid var(--line); font-size: var(--text-3); }
      .card .side ul, .card .side ol { display: inline-block; margin: 0; text-align: start; }
      .card summary { display: inline-block; padding: var(--space-2) var(--space-5); border-radius: var(--pill); box-shadow: inset 0 0 0 1px var(--edge); font-weight: 500; list-style: none; cursor: pointer; }
      .card summary::-webkit-details-marker, .card [open] summary { display: none; }
      .card summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
      .button.other { background: none; color: var(--ink); box-shadow: inset 0 0 0 1px var(--edge); }
      .button.quiet { background: none; color: var(--accent); box-shadow: inset 0 0 0 1px var(--edge); }
      .steps { max-width: 30rem; margin: var(--space-4) 0; padding: 0; list-style: none; text-align: start; counter-reset: step; }
      .steps li { position: relative; margin: 0 0 var(--space-4); padding: 0 0 0 var(--space-7); counter-increment: step; }
      .steps li::before { content: counter(step); position: absolute; left: 0; width: var(--space-6); height: var(--space-6); border-radius: var(--pill); font-weight: 600; line-height: var(--space-6); text-align: center; color: var(--accent); background: var(--tint); box-shadow: inset 0 0 0 1px var(--accent); }
      .steps code { padding: 0 var(--space-1); border-radius: var(--space-1); background: var(--sunk); color: var(--ink); }
      .drawn { display: block; width: min(19rem, 100%); margin: var(--space-3) 0 var(--space-5); font: var(--text-0)/1 var(--letters); }
      .drawn rect { fill: var(--surface); stroke: var(--line); } .drawn .pill { fill: var(--tint); stroke: none; }
      .drawn path { fill: none; stroke: var(--ink-soft); stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; } .drawn > path { stroke: var(--edge); }
      .drawn text { fill: var(--ink); } .drawn .title { font-size: var(--text-1); font-weight: 600; } .drawn .typed { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .95em; fill: var(--ink-soft); } .drawn .name { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .95em; fill: var(--accent); }
      .waits main { animation: appear 0s .6s backwards; }
      @keyframes appear { from { visibility: hidden; } }
      .note { font-size: var(--text-2); color: var(--ink-soft); }
      code { overflow-wrap: anywhere; }

      """.utf8))
}
