extension WebPage {
  /// How many accents there are; profiles wear them by their places in the list, over and over.
  static let accents = 6

  /// The visual language of everything that is shown in a browser: letters, spaces and colours by name, light and dark.
  ///
  /// Each colour has the contrast that WCAG 2.2 asks for at level AA on the grounds that it is used on (1.4.3, 1.4.11);
  /// a test calculates it.
  ///
  /// The dashboard and all other pages of the service link it; the extension carries the same text as a file of its
  /// own.
  public static let tokens = WebPage(
    type: "text/css; charset=utf-8",
    body: Array(
      """
      :root {
        color-scheme: light dark;
        --letters: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
        --text-0: .75rem; --text-1: .8125rem; --text-2: .9375rem; --text-3: 1.0625rem; --text-4: 1.375rem; --text-5: 1.875rem; --text-6: 3.25rem;
        --space-1: .25rem; --space-2: .5rem; --space-3: .75rem; --space-4: 1rem; --space-5: 1.5rem; --space-6: 2.25rem; --space-7: 3.5rem;
        --round: .75rem; --round-small: .5rem;
        --ground: #f5f4f0; --surface: #ffffff; --sunk: #ecebe5; --ink: #1c1f22; --ink-soft: #565a60; --line: #d9d7cf; --edge: #85847c;
        --accent: #2b6a58; --on-accent: #ffffff; --bad: #a32f2f; --on-bad: #ffffff;
        --accent-0: #2b6a58; --accent-1: #2f5fa8; --accent-2: #6b4fa3; --accent-3: #964369; --accent-4: #85560f; --accent-5: #1f6a78;
      }
      [data-accent="0"] { --accent: var(--accent-0); } [data-accent="1"] { --accent: var(--accent-1); }
      [data-accent="2"] { --accent: var(--accent-2); } [data-accent="3"] { --accent: var(--accent-3); }
      [data-accent="4"] { --accent: var(--accent-4); } [data-accent="5"] { --accent: var(--accent-5); }
      @media (prefers-color-scheme: dark) {
        :root {
          --ground: #131517; --surface: #1b1e21; --sunk: #24282c; --ink: #edebe6; --ink-soft: #a9adb3; --line: #33383d; --edge: #7d838a;
          --accent: #86cdb4; --on-accent: #101314; --bad: #f09a94; --on-bad: #101314;
          --accent-0: #86cdb4; --accent-1: #93b8f2; --accent-2: #bda8ee; --accent-3: #eaa0c1; --accent-4: #e3b768; --accent-5: #83cbd8;
        }
      }

      """.utf8))
}
