import Glibc

extension LogPlace {
  /// The state of a file as its last writer left it.
  struct Trace: Equatable {
    var length: Int64
    /// Nanoseconds since 1970.
    var written: Int64

    init(_ found: stat) {
      length = Int64(found.st_size)
      written = Self.nanoseconds(found.st_mtim)
    }

    static func now() -> Int64 {
      var time = timespec()
      _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
      return nanoseconds(time)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
      Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
  }

  enum Leaving: Equatable {
    case nowhere
    case exactly(Trace)
    /// No later than that. The owner did not ask when: since Linux 6.13 the next write after that question is noted to
    /// the nanosecond, and the sync after it takes nearly half as long again. A program that writes within the same few
    /// milliseconds, between two ticks of the kernel's clock, is not seen by it.
    case about(Int64)

    func admits(_ found: Trace?) -> Bool {
      switch self {
      case .nowhere: found == nil
      case .exactly(let trace): found == trace
      case .about(let moment): found.map { $0.written <= moment } ?? false
      }
    }

    init(_ trace: Trace?) { self = trace.map { .exactly($0) } ?? .nowhere }
  }
}
