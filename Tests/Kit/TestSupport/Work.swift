import LinuxRuntime

/// What a processor does for something: what runs beside it is not in that.
package func work(_ body: () throws -> Void) rethrows -> Duration {
  let begin = ThreadWork.now
  try body()
  return ThreadWork.now - begin
}
