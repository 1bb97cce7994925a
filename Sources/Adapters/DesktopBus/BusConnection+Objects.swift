internal import CSystemd

/// A call that another program makes to one of our objects.
struct BusRequest {
  /// The interface that it names; empty for none.
  let interface: String
  let member: String
  let values: [BusValue]
}

extension BusConnection {
  final class Answerer {
    let answer: (BusRequest) -> [BusValue]?
    init(_ answer: @escaping (BusRequest) -> [BusValue]?) { self.answer = answer }
  }

  /// Answers calls to this path; `nil` tells the caller that the method is unknown.
  func answer(_ path: String, _ answer: @escaping (BusRequest) -> [BusValue]?) {
    guard let bus = unsafe bus else { return }
    let answerer = Answerer(answer)
    answerers.append(answerer)
    unsafe sd_bus_add_object(
      bus, nil, path,
      { message, context, _ in
        guard let context = unsafe context, let call = unsafe BusMessage(held: message) else { return 0 }
        let answerer = unsafe Unmanaged<Answerer>.fromOpaque(context).takeUnretainedValue()
        let request = BusRequest(interface: call.interface, member: call.member, values: call.values())
        guard let values = answerer.answer(request) else { return 0 }
        call.reply(values)
        return 1
      }, Unmanaged.passUnretained(answerer).toOpaque())
    pump()
  }

  func emit(_ path: String, _ interface: String, _ member: String, _ values: [BusValue]) {
    guard let bus = unsafe bus, let message = unsafe BusMessage(path, interface, member, values, on: bus) else {
      return
    }
    _ = unsafe message.withHandle { handle in unsafe sd_bus_send(bus, handle, nil) }
    pump()
  }
}
