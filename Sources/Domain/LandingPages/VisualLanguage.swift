extension WebPage {
  /// How many accents there are; profiles use them in turn, by their places in the list.
  static let accents = 6

  /// The visual language of everything that is shown in a browser: letters, spaces and colours by name, light and dark.
  ///
  /// Each colour has the contrast that WCAG 2.2 asks for at level AA on the grounds that it is used on (1.4.3, 1.4.11);
  /// a test calculates it.
  ///
  /// The dashboard and all other pages of the service link it; the extension carries the same text as a file of its
  /// own.
  package static let tokens = WebPage(
    type: "text/css; charset=utf-8",
    body: Array(
      """
      :root {
        color-scheme: light dark;
        --letters: "Adwaita Sans", Inter, "Inter Variable", Cantarell, Ubuntu, "Noto Sans", "Segoe UI", Roboto, system-ui, sans-serif;
        --serif: "Source Serif 4", "EB Garamond", "Libertinus Serif", "Noto Serif", ui-serif, Georgia, serif;
        --text-0: .75rem; --text-1: .8125rem; --text-2: .9375rem; --text-3: 1.0625rem; --text-4: 1.375rem; --text-5: 1.75rem; --text-6: 2.75rem; --text-7: 5.125rem;
        --space-1: .25rem; --space-2: .5rem; --space-3: .75rem; --space-4: 1rem; --space-5: 1.5rem; --space-6: 2.25rem; --space-7: 3.5rem;
        --round: 1.25rem; --round-small: .75rem; --pill: 99rem;
        --ground: #fbfaf7; --surface: #ffffff; --sunk: #f2f0ec; --ink: #16181d; --ink-soft: #54585f; --line: #e2e1de; --edge: #82807b;
        --accent: #0b7252; --on-accent: #ffffff; --good: #206f33; --warn: #905211; --bad: #b02a2d; --on-bad: #ffffff;
        --accent-0: #0b7252; --accent-1: #366298; --accent-2: #6e518e; --accent-3: #8c4663; --accent-4: #875315; --accent-5: #006e84;
        --tint: #def5ea; --amber: #fcebc7; --tint-0: #def5ea; --tint-1: #e2f0ff; --tint-2: #f3eafe; --tint-3: #ffe7ef; --tint-4: #fcebdb; --tint-5: #daf4fa;
      }
      [data-accent="0"] { --accent: var(--accent-0); --tint: var(--tint-0); } [data-accent="1"] { --accent: var(--accent-1); --tint: var(--tint-1); }
      [data-accent="2"] { --accent: var(--accent-2); --tint: var(--tint-2); } [data-accent="3"] { --accent: var(--accent-3); --tint: var(--tint-3); }
      [data-accent="4"] { --accent: var(--accent-4); --tint: var(--tint-4); } [data-accent="5"] { --accent: var(--accent-5); --tint: var(--tint-5); }
      @media (prefers-color-scheme: dark) {
        :root {
          --ground: #0d0e11; --surface: #15171b; --sunk: #1e2124; --ink: #efeeeb; --ink-soft: #a7abb1; --line: #2a2d31; --edge: #777a80;
          --accent: #77d3ad; --on-accent: #0f1216; --good: #80d58d; --warn: #f2bd68; --bad: #f4928a; --on-bad: #0f1216;
          --accent-0: #77d3ad; --accent-1: #8fc1ff; --accent-2: #cdadf4; --accent-3: #f4a1c1; --accent-4: #edb073; --accent-5: #62cfe8;
          --tint: #0d1d16; --amber: #32240a; --tint-0: #0d1d16; --tint-1: #111a25; --tint-2: #1c1623; --tint-3: #23141a; --tint-4: #22170c; --tint-5: #0a1d21;
        }
      }

      """.utf8))
}
