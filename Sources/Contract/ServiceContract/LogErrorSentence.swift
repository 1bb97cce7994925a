package import FocusPorts

extension LogError {
  package var sentence: String {
    switch self {
    case .newerVersion(let found, let known, _):
      "a newer FocusKey wrote it (layout \(found), this one knows \(known)): install the newer one again"
    case .damaged(_, let detail): "it is damaged (\(detail)): restore a backup, or move it away to start over"
    case .notOurs: "it belongs to another program: name another --home"
    case .noAccess(_, let detail): "\(detail): check its rights"
    case .unreadableFact(let sequence, let detail):
      "entry \(sequence) cannot be read (\(detail)): restore a backup"
    case .full: "the disk is full: free some space"
    case .uncertain(let detail): "\(detail): check the disk, then start FocusKey again"
    case .failed(let detail): "\(detail): check the disk"
    }
  }
}
