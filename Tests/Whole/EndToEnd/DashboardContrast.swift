import JSONText
import TestSupport
import Testing

extension DashboardVisits {
  /// Nothing is cut off or has to be scrolled sideways, and every text stands out from its ground.
  func expectRoomAndContrast(on page: ChromiumPage, _ place: Comment) async throws {
    let wide = try await page.evaluate(
      """
      [document.documentElement, ...document.querySelectorAll('dialog')].reduce((sum, one) => sum + one.scrollWidth - one.clientWidth, 0)
      """)
    #expect(wide?.integer == 0, place)
    let pale = try await page.evaluate(Self.paleTexts)
    #expect(pale?.array?.compactMap { $0.string } == [], place)
    try await expectNothingFromAxe(on: page, place)
  }

  /// Every text whose contrast with its ground is below WCAG 2.2's 4.5 (3 for large letters), by the formula of its
  /// 1.4.3.
  private static var paleTexts: String {
    """
    (() => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      const octets = colour => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
      const light = ([r, g, b]) => { const [x, y, z] = [r, g, b].map(one => one / 255).map(one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4); return 0.2126 * x + 0.7152 * y + 0.0722 * z; };
      const ground = element => { for (let one = element; one; one = one.parentElement) { const colour = octets(getComputedStyle(one).backgroundColor); if (colour[3] === 255) return colour; } return octets(getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'black' : 'white'); };
      const pale = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (!walker.currentNode.textContent.trim() || !element.checkVisibility() || element.closest('.sr, .skip, :disabled, option')) continue;
        const style = getComputedStyle(element);
        const [one, other] = [light(octets(style.color)), light(ground(element))];
        const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
        const size = parseFloat(style.fontSize);
        const wanted = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
        if (contrast < wanted) pale.push(`${walker.currentNode.textContent.trim().slice(0, 30)}: ${contrast.toFixed(2)}`);
      }
      return pale;
    })()
    """
  }

  /// On every screen and in both schemes.
  func onEveryScreen(_ page: ChromiumPage, _ place: String) async throws {
    for (width, height) in [(320, 640), (1440, 900)] {
      try await page.resize(width, height)
      for scheme in ["light", "dark"] {
        try await page.prefer(["prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"])
        try await page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        try await expectRoomAndContrast(on: page, "\(place) \(width) \(scheme)")
      }
    }
  }
}
