internal import FocusSession

/// What another device must never do here, written a second time and from the outside: only what is in force is looked
/// at, before an ask and after it.
enum Looseness {
  static func found(from before: SessionMachine, to after: SessionMachine, by ask: DeviceAsk) -> String? {
    if let fault = ownLoosened(from: before, to: after) { return fault + " by \(ask.what)" }
    guard let old = focus(of: before) else { return nil }
    let device = ask.source.device
    let isItsOwn = old.trigger == .device(device)
    switch ask.what {
    case .ended(let id, let why, let proof):
      guard focus(of: after) == nil || focus(of: after)?.id != old.id else { break }
      guard isItsOwn, old.id == id, why == .confirmed || why == .switched else { return "ended by a stranger: \(ask)" }
      switch old.own.policy.end {
      case .confirm: return nil
      case .key: return (proof.told ?? .presence) >= old.own.policy.proof ? nil : "ended without proof"
      case .timer: return "a timer was ended"
      }
    case .breakBegan(let id, _):
      guard case .onBreak = after.state, case .focusing = before.state else { break }
      return isItsOwn && old.id == id ? nil : "a break by a stranger"
    case .session, .breakEnded, .visitEnded, .exit, .counter: break
    }
    return shrunk(from: before, to: after, but: device, ask)
  }

  /// What the device's own facts put up stays up, whatever others say.
  private static func ownLoosened(from before: SessionMachine, to after: SessionMachine) -> String? {
    guard let old = focus(of: before), !isDevice(old.trigger) else { return nil }
    guard let new = focus(of: after), new.id == old.id else { return "an own session was ended" }
    if case .focusing = before.state, case .onBreak = after.state { return "an own session rests" }
    let isShorter = new.plannedEnd.map { end in old.plannedEnd.map { end < $0 } ?? true } ?? false
    if isShorter { return "an own session was shortened" }
    for layer in old.layers where !isDevice(layer.trigger) {
      guard let kept = new.layers.first(where: { $0.policy.profile == layer.policy.profile }) else {
        return "an own layer came off"
      }
      if !kept.policy.blocks.holdsAll(of: layer.policy.blocks) { return "an own layer blocks less" }
    }
    return nil
  }

  /// Nothing that is blocked opens but what that device itself had laid on top.
  private static func shrunk(
    from before: SessionMachine, to after: SessionMachine, but device: DeviceName, _ ask: DeviceAsk
  ) -> String? {
    guard let old = before.shield else { return nil }
    var mayOpen: Set<String> = []
    if case .ended = ask.what, let focus = focus(of: before) {
      for layer in focus.added where layer.trigger == .device(device) { mayOpen.formUnion(layer.policy.blocks.sites) }
    }
    let now = Set((after.shield?.blocks ?? []).flatMap { $0.sites })
    let opened = Set(old.blocks.flatMap { $0.sites }).subtracting(now).subtracting(mayOpen)
    return opened.isEmpty ? nil : "\(opened.sorted()) opened by \(ask.what)"
  }

  private static func focus(of machine: SessionMachine) -> Focus? {
    switch machine.state {
    case .idle: nil
    case .focusing(let focus), .visiting(let focus, _), .onBreak(let focus, _): focus
    }
  }

  private static func isDevice(_ trigger: Trigger) -> Bool {
    if case .device = trigger { true } else { false }
  }
}
