/// A weighted linear regression whose coefficients, all but the first, are kept small by a ridge.
struct RidgeRegression {
  private let width: Int
  private let ridge: Double
  private var squares: [[Double]]
  private var products: [Double]

  init(width: Int, ridge: Double) {
    self.width = width
    self.ridge = ridge
    squares = Array(repeating: Array(repeating: 0, count: width), count: width)
    products = Array(repeating: 0, count: width)
  }

  /// One observation; its first feature is the constant 1.
  mutating func add(_ features: [Double], _ value: Double, weight: Double) {
    for row in 0..<width {
      products[row] += weight * features[row] * value
      for column in 0..<width { squares[row][column] += weight * features[row] * features[column] }
    }
  }

  func solved() -> [Double] {
    var (matrix, right) = (squares, products)
    for index in 1..<width { matrix[index][index] += ridge }
    // What was never observed has no influence.
    for index in 0..<width where matrix[index][index] == 0 { matrix[index][index] = 1 }
    for column in 0..<width {
      var pivot = column
      for row in column..<width where matrix[row][column].magnitude > matrix[pivot][column].magnitude { pivot = row }
      matrix.swapAt(column, pivot)
      right.swapAt(column, pivot)
      guard matrix[column][column].magnitude > 1e-12 else { continue }
      for row in 0..<width where row != column {
        let factor = matrix[row][column] / matrix[column][column]
        for place in column..<width { matrix[row][place] -= factor * matrix[column][place] }
        right[row] -= factor * right[column]
      }
    }
    return (0..<width).map { matrix[$0][$0].magnitude > 1e-12 ? right[$0] / matrix[$0][$0] : 0 }
  }

  static func value(_ coefficients: [Double], _ features: [Double]) -> Double {
    var sum = 0.0
    for index in coefficients.indices { sum += coefficients[index] * features[index] }
    return sum
  }
}
