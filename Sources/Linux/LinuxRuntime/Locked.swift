package final class Locked<Value: Sendable>: @unchecked Sendable {
  // Unchecked: `value` is reached only inside the lock.
  private let condition = Condition()
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package func withLock<Result, Fault: Error>(_ body: (inout Value) throws(Fault) -> Result) throws(Fault) -> Result {
    try condition.withLock { () throws(Fault) in try body(&value) }
  }
}
