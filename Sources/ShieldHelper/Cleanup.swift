import Glibc
import Netlink

/// Takes down what a shield may have left behind; it may run at any time, and as often as anybody likes.
///
/// The helper's own layers end with the helper. What can outlive it is a helper that nobody needs any more, and what
/// it wrote below `/run`.
public enum Cleanup {
  /// Cleans up; the names of what could not be removed.
  public static func run() -> [String] {
    var left: [String] = []
    for file in ["/run/focuskey/policy.json"] where unsafe unlink(file) != 0 && errno != ENOENT { left.append(file) }
    return left
  }
}
