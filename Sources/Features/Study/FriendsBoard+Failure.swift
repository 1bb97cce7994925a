package import ServiceContract

extension FriendsBoard.Fault {
  package func failure(_ home: Home) -> Failure {
    switch self {
    case .notJoined:
      Failure(
        .noInput, "no-board", "you did not join a board", at: home.board,
        advice: "join one: focuskey board join FOLDER")
    case .off(let note):
      Failure(
        .notAllowed, "board-off", "you turned boards off for good", at: note,
        advice: "delete this file if you changed your mind")
    case .name(let name):
      Failure(
        .usage, "bad-name", "not a name for a board", at: name,
        advice: "use 1 to 24 letters, digits and hyphens: --name ada")
    case .folder(let path):
      Failure(
        .noInput, "no-such-folder", "there is no such folder", at: path,
        advice: "create it, or wait until it is there again")
    case .taken(let name):
      Failure(
        .notAllowed, "name-taken", "somebody else has this name there", at: name,
        advice: "take another: --name NAME")
    case .unsigned:
      Failure(
        .unavailable, "no-openssl", "OpenSSL is missing", at: "libcrypto.so.3",
        advice: "install it: sudo apt install libssl3")
    case .system(let error):
      Failure(.brokenIO, "board-not-written", error.reason, at: error.subject, advice: "fix the folder's rights")
    case .log(let error):
      Failure(.brokenIO, "log-failed", "the log cannot be read", at: home.database, advice: error.sentence)
    }
  }
}
