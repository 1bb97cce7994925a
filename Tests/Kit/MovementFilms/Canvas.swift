import MovementRehearsal

/// Pictures of balls in a scene.
struct Canvas {
  private let scene: Scene
  private let behind: [SIMD3<Float>]
  private var colours: [SIMD3<Float>]
  private var depths: [Float]

  init(_ scene: Scene) {
    self.scene = scene
    var behind: [SIMD3<Float>] = []
    behind.reserveCapacity(Scene.width * Scene.height)
    for y in 0..<Scene.height {
      for x in 0..<Scene.width { behind.append(SIMD3<Float>(scene.behind(x, y))) }
    }
    self.behind = behind
    colours = behind
    depths = [Float](repeating: .infinity, count: behind.count)
  }

  /// Draws one picture: red, green and blue of each pixel, row by row.
  mutating func draw(_ balls: [Ball], _ random: inout Seeded) -> [UInt8] {
    colours = behind
    for index in depths.indices { depths[index] = .infinity }
    for ball in balls { draw(ball) }
    return developed(&random)
  }

  private mutating func draw(_ ball: Ball) {
    let (x, y, away) = scene.seen(ball.middle)
    let (radius, middleX, middleY) = (Float(Scene.focus * ball.radius / away), Float(x), Float(y))
    let left = max(0, Int((middleX - radius).rounded(.up)))
    let right = min(Scene.width - 1, Int((middleX + radius).rounded(.down)))
    let top = max(0, Int((middleY - radius).rounded(.up)))
    let bottom = min(Scene.height - 1, Int((middleY + radius).rounded(.down)))
    guard left <= right, top <= bottom else { return }
    let colour = SIMD3<Float>(ball.colour)
    let lamp = SIMD3<Float>(scene.lamp)
    let dim = Float(scene.dim)
    for row in top...bottom {
      for column in left...right {
        let dx = (Float(column) - middleX) / radius
        let dy = (Float(row) - middleY) / radius
        let rest = 1 - dx * dx - dy * dy
        guard rest > 0 else { continue }
        let front = rest.squareRoot()
        let depth = Float(away) - Float(ball.radius) * front
        let index = row * Scene.width + column
        guard depth < depths[index] else { continue }
        depths[index] = depth
        let bright = max(0, dx * lamp.x - dy * lamp.y + front * lamp.z)
        colours[index] = colour * (dim * (0.75 + 0.25 * front) + (1 - dim) * 1.25 * bright)
      }
    }
  }

  /// A lens is not quite sharp, and a sensor not quite sure.
  private func developed(_ random: inout Seeded) -> [UInt8] {
    let (width, height) = (Scene.width, Scene.height)
    var octets = [UInt8](repeating: 0, count: width * height * 3)
    let grain = Float(scene.grain)
    var noise = random.next() | 1
    for y in 0..<height {
      let (above, below) = (max(0, y - 1) * width, min(height - 1, y + 1) * width)
      for x in 0..<width {
        let (left, right) = (max(0, x - 1), min(width - 1, x + 1))
        let around =
          colours[above + x] + colours[below + x] + colours[y * width + left] + colours[y * width + right]
        let colour = colours[y * width + x] * 0.5 + around * 0.125
        noise ^= noise << 13
        noise ^= noise >> 7
        noise ^= noise << 17
        let speck = Float(Int(noise & 0xFF) + Int(noise >> 8 & 0xFF) - 255) / 104 * grain
        let index = (y * width + x) * 3
        for part in 0..<3 { octets[index + part] = UInt8(min(max(colour[part] * 255 + speck, 0), 255)) }
      }
    }
    return octets
  }
}
