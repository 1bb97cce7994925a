extension Command {
  var taskWord: String? {
    switch self {
    case .ask(let ask, _): ask.start?.wantedTask
    case .cardsArrived(_, let cards):
      if case .ours(let ask)? = cards.first?.link { ask.start?.wantedTask } else { nil }
    default: nil
    }
  }

  func naming(_ task: SessionTask) -> Command {
    switch self {
    case .ask(let ask, let mouth): return .ask(ask.naming(task), by: mouth)
    case .cardsArrived(let reader, var cards):
      guard case .ours(let ask)? = cards.first?.link else { return self }
      cards[0].link = .ours(ask.naming(task))
      return .cardsArrived(reader, cards)
    default: return self
    }
  }
}

extension Intent {
  fileprivate var start: StartRequest? {
    switch self {
    case .start(let start), .focus(let start), .work(let start): start
    case .stop, .takeBreak, .visit, .resume, .status, .finishTask, .bed, .up, .excuse: nil
    }
  }

  fileprivate func naming(_ task: SessionTask) -> Intent {
    switch self {
    case .start(let start): .start(start.naming(task))
    case .focus(let start): .focus(start.naming(task))
    case .work(let start): .work(start.naming(task))
    case .stop, .takeBreak, .visit, .resume, .status, .finishTask, .bed, .up, .excuse: self
    }
  }
}

extension StartRequest {
  /// The word of a task that was not looked up yet.
  fileprivate var wantedTask: String? { work == nil ? task : nil }

  /// Works on that task, in its profile unless another one is named.
  fileprivate func naming(_ found: SessionTask) -> StartRequest {
    var ask = self
    ask.work = found
    ask.task = found.words
    ask.profile = profile ?? found.profile
    return ask
  }
}
