internal import FocusPorts
internal import LinuxRuntime
internal import ServiceContract

/// A technology whose readers go by the person's names.
struct NamedReaders: TagReader {
  let technology: any TagReader
  let names: ReaderNames
  let loop: EventLoop
  /// Is told all that happens, under those names.
  let note: @Sendable (ReaderEvent) -> Void

  func events() -> AsyncStream<ReaderEvent> {
    let (told, continuation) = AsyncStream.makeStream(of: ReaderEvent.self)
    let events = technology.events()
    Task(executorPreference: loop) { [names, note] in
      for await event in events {
        let event = event.renamed { names.name(of: $0) }
        note(event)
        continuation.yield(event)
      }
      continuation.finish()
    }
    return told
  }

  func signal(_ feedback: ReaderFeedback, at reader: ReaderName) async {
    await technology.signal(feedback, at: names.device(of: reader))
  }

  func stop() async { await technology.stop() }
}

extension ReaderEvent {
  fileprivate func renamed(_ name: (ReaderName) -> ReaderName) -> ReaderEvent {
    switch self {
    case .ready(let reader): .ready(name(reader))
    case .lost(let reader, let why): .lost(name(reader), why: why)
    case .arrived(let reader, let card, let atStart): .arrived(name(reader), card, atStart: atStart)
    case .left(let reader, let uid): .left(name(reader), uid: uid)
    case .severalCards(let reader): .severalCards(name(reader))
    case .unreadable(let reader, let uid, let why): .unreadable(name(reader), uid: uid, why: why)
    }
  }
}
