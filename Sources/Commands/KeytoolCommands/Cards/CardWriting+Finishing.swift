internal import CommandShell
internal import FocusLinks
internal import ServiceContract
internal import TagFormats

/// What comes after the message: the mirror, the password, the lock.
extension CardWriting {
  func finished(
    _ written: CardContents, _ session: inout CardSession, _ place: inout Place
  ) throws(Failure) -> CardReport {
    var contents = written
    var done = ["Written and checked."]
    if let mirror = order.mirror {
      contents = try mirrored(mirror, contents, &session, &place)
      done.append("Shows its \(contents.mirror?.words ?? "digits").")
    }
    if let signature = order.signature {
      contents = try signed(signature, contents, &session, &place)
      done.append(
        signature.inLRPMode
          ? "Signs each tap in LRP mode; its keys are in \(signingCards.path)."
          : "Signs each tap; its keys are in \(signingCards.path).")
    }
    if protects, let password {
      contents = try protected(by: password, contents, &session, &place)
      done.append("Protected by the password.")
    }
    if locks {
      let limits = session.limits
      let (before, key) = (contents, key(for: contents))
      contents = try carry(
        { () throws(PlanRefusal) in
          try .locking(before, limits: limits, password: key, ciphers: CardOperations.ciphers)
        }, on: before, &session, &place, during: "locked")
      done.append("Locked for good.")
    }
    return CardReport(
      reader: place.reader, contents: contents, done: done.joined(separator: " "),
      phones: order.uri == nil
        ? nil : "iPhone: \(order.forecast.iPhone.words); Android: \(order.forecast.android.words)",
      extra: [("verified", true)] + forecast)
  }

  private func mirrored(
    _ mirror: WriteOrder.Mirror, _ contents: CardContents, _ session: inout CardSession, _ place: inout Place
  ) throws(Failure) -> CardContents {
    let key = key(for: contents)
    let after = try carry(
      { () throws(PlanRefusal) in
        try .mirroring(
          uid: mirror.uid, counter: mirror.counter, at: mirror.offset, on: contents, password: key,
          ciphers: CardOperations.ciphers)
      }, on: contents, &session, &place, during: "set up to show its digits")
    guard mirror.shows(after, over: order.message) else {
      throw .reading(.notAsWritten(.reselect, expected: [], found: []), at: place.reader)
    }
    return after
  }

  private func signed(
    _ signature: WriteOrder.Signature, _ contents: CardContents, _ session: inout CardSession, _ place: inout Place
  ) throws(Failure) -> CardContents {
    // On the disk before the card has them: a card that is pulled away now is finished by the same command.
    let card = try signingCards.card(contents.uid, contents.chip, master)
    guard let keys = card.keys else { throw .refused(.notPossible(contents.chip), at: place.reader) }
    let after = try carry(
      { () throws(PlanRefusal) in
        try .signing(
          with: keys, cipherText: signature.cipherText, code: signature.code, inLRPMode: signature.inLRPMode,
          on: contents, ciphers: CardOperations.ciphers)
      }, on: contents, &session, &place, during: "set up to sign")
    guard signature.isGenuine(after.message.octets, by: card) else {
      throw .reading(.notAsWritten(.reselect, expected: [], found: []), at: place.reader)
    }
    return after
  }

  private func protected(
    by password: [UInt8], _ contents: CardContents, _ session: inout CardSession, _ place: inout Place
  ) throws(Failure) -> CardContents {
    guard let protection = PasswordProtection(password: password, answer: Array(password.prefix(2).reversed())) else {
      throw .refused(.notPossible(contents.chip), at: place.reader)
    }
    let key = key(for: contents)
    return try carry(
      { () throws(PlanRefusal) in try .protecting(contents, with: protection, password: key) }, on: contents, &session,
      &place, during: "protected")
  }
}
