import Glibc

/// Whether anybody can still take in what is written to a descriptor: a pipe whose other end is closed has nobody, and
/// a program that writes seldom would not learn that for a long time.
nonisolated package func isRead(_ descriptor: Int32) -> Bool {
  // Errors and hang-ups are told unasked (poll(2)).
  var asked = pollfd(fd: descriptor, events: 0, revents: 0)
  return unsafe poll(&asked, 1, 0) <= 0
}
