import Glibc

/// Whether a descriptor still has a reader; a program that writes seldom would learn that late.
nonisolated package func isRead(_ descriptor: Int32) -> Bool {
  // Errors and hang-ups are told unasked (poll(2)).
  var asked = pollfd(fd: descriptor, events: 0, revents: 0)
  return unsafe poll(&asked, 1, 0) <= 0
}
