import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// Six seconds of a card and what it does, made from the page itself:
///
///     FOCUSKEY_PICTURES=1 swift test --filter aTapInSixSeconds
extension DashboardTests {
  private static var isWanted: Bool { unsafe getenv("FOCUSKEY_PICTURES") != nil }

  @Test(.enabled(if: isWanted)) func aTapInSixSeconds() async throws {
    try await visiting { desk, page in
      _ = try desk.service("promise", "edit", "I promised myself the thesis draft by December. Not perfect, but whole.")
      try await desk.configure(
        """
        {"keys": [{"id": "desk", "name": "Desk card", "uid": "04A1B2C3D4E580", "may": ["start", "stop", "break"], "link": "https://focuskey.app/focus/work"}]}
        """
      )
      try await page.resize(1200, 750)
      var frames: [String] = []
      for state in ["idle", "focusing", "question"] {
        if state != "idle" { #expect(try desk.service("tap", "desk").exitCode == 0) }
        #expect(
          await page.waits(for: "document.querySelector('main [data-state=\(state)], main[data-state=\(state)]')"))
        try await Task.sleep(for: .milliseconds(1500))
        frames.append(try await page.sketch())
        if state == "focusing" {
          // A card has to be away for a moment before it counts again.
          #expect(try desk.service("tap", "--lift").exitCode == 0)
          try await Task.sleep(for: .seconds(3))
        }
      }
      let path = Repository.path("Sources/Documentation/pictures/tap.svg")
      try Files.replace(path, with: Array(TapLoop(frames: frames).svg.utf8), mode: 0o644)
    }
  }
}

/// Three pictures of the page in one file, with a card that comes twice to a reader in the corner. If the person wants
/// no movement, the picture of the session does not move.
private struct TapLoop {
  let frames: [String]

  var svg: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 600" role="img">
    <title>A card is tapped and work begins; it is tapped again and FocusKey asks before it ends</title>
    <style>
    image { opacity: 0; animation: 6s infinite linear; }
    #idle { animation-name: idle; } #focus { animation-name: focus; } #question { animation-name: question; }
    #card { animation: tap 6s infinite ease-in-out; }
    @keyframes idle { 0%, 24% { opacity: 1; } 28%, 97% { opacity: 0; } 100% { opacity: 1; } }
    @keyframes focus { 0%, 24% { opacity: 0; } 28%, 66% { opacity: 1; } 70%, 100% { opacity: 0; } }
    @keyframes question { 0%, 66% { opacity: 0; } 70%, 97% { opacity: 1; } 100% { opacity: 0; } }
    @keyframes tap {
      0%, 14%, 38%, 56%, 80%, 100% { transform: translate(150px, -70px) rotate(14deg); }
      23%, 30%, 65%, 72% { transform: translate(0, 0) rotate(0deg); }
    }
    @media (prefers-reduced-motion: reduce) { image, #card { animation: none; } #focus { opacity: 1; } }
    </style>
    \(zip(["idle", "focus", "question"], frames).map { Self.image($0, $1) }.joined(separator: "\n"))
    <g transform="translate(770 452)">
    <rect width="150" height="112" rx="18" fill="#22262a"/><rect x="14" y="14" width="122" height="84" rx="10" fill="#31363b"/>
    <g fill="none" stroke="#9fb4ad" stroke-width="4" stroke-linecap="round"><path d="M62 70a18 18 0 0 1 0-28"/><path d="M88 70a18 18 0 0 0 0-28"/></g>
    <g id="card"><rect x="12" y="18" width="126" height="80" rx="10" fill="#fbfaf6" stroke="#d8d4c8" stroke-width="2"/>
    <circle cx="75" cy="58" r="17" fill="none" stroke="#0b7350" stroke-opacity=".3" stroke-width="6"/><path d="M75 41a17 17 0 1 1-17 17" fill="none" stroke="#0b7350" stroke-width="6" stroke-linecap="round"/></g>
    </g>
    </svg>

    """
  }

  private static func image(_ name: String, _ frame: String) -> String {
    "<image id=\"\(name)\" width=\"960\" height=\"600\" href=\"data:image/jpeg;base64,\(frame)\"/>"
  }
}
