import Glibc

/// The ring: two notes, 400 ms, computed here.
enum Tone {
  static let rate = 44_100

  /// `percent` is of the sink's volume, as desktops show it: the amplitude is its third power.
  static func samples(volume percent: Int) -> [Float] {
    let slider = Double(min(max(percent, 0), 100)) / 100
    let amplitude = slider * slider * slider
    return note(hertz: 880, amplitude) + note(hertz: 660, amplitude)
  }

  /// A note of 200 ms that swells and fades, so that nothing clicks.
  private static func note(hertz: Double, _ amplitude: Double) -> [Float] {
    let count = rate / 5
    return (0..<count).map { index in
      let time = Double(index) / Double(rate)
      let part = Double(index) / Double(count)
      let shape = min(1, part * 20, (1 - part) * 4)
      return Float(amplitude * shape * sin(2 * .pi * hertz * time))
    }
  }
}
