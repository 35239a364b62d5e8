// SPDX-License-Identifier: MIT

internal import Game
internal import KeyValue
internal import Options
internal import Posix
internal import Sensors
internal import Wire

/// What clients ask for.
extension Server {
  func handle(_ line: Wire.LineSplitter.Line, from client: Client) {
    // A client that was parted from while its lines were read isn't listened to any more.
    guard clients[client.number] != nil else { return }
    do throws(ErrorReport) {
      guard case .line(let bytes) = line else { throw ErrorReport.lineTooLong }
      let request = try Request.decode(bytes)
      try carryOut(request, for: client)
      // These are confirmed with the answer.
      switch request.command {
      case .runs, .status: return
      default: break
      }
      if let id = request.id {
        send(.ok(Confirmation(command: request.command.name, id: id)), to: client)
      }
    } catch {
      send(.error(error), to: client)
    }
  }

  private func carryOut(_ request: Request, for client: Client) throws(ErrorReport) {
    if case .watch(let rate) = request.command {
      if client.subscription == nil && client.announcements != announcements { introduce(client) }
      client.subscription = Subscription(rate: rate.flatMap(pacing.sessionRate))
      advance()
      return
    }
    guard client.mayControl else {
      throw ErrorReport(
        code: .notPermitted, field: "do",
        message: "this socket is for watching: it takes no '\(request.command.name)'",
        hint: "connect to control.sock, which the group balld may open", id: request.id)
    }
    switch request.command {
    case .watch: break
    case .restart: enter(.session(.restart))
    case .pause: enter(.session(.pause))
    case .resume: enter(.session(.resume))
    case .release: enter(.session(.release(client: client.number)))
    case .tilt(let tilt):
      enter(.session(.clientTilt(Report.tilt(tilt), client: client.number)))
    case .sample(let sample):
      for sample in try samples(sample, of: client, in: request) {
        enter(.clientSample(sample, client: client.number))
      }
    case .toggle(let column, let row):
      try ask(.session(.toggle(column: column, row: row)), in: request)
    case .clear: try ask(.session(.clear), in: request)
    case .next: try ask(.session(.next), in: request)
    case .previous: try ask(.session(.previous), in: request)
    case .table(let name): try ask(.session(.table(try table(name, in: request))), in: request)
    case .tables: send(currentTableList(), to: client)
    case .runs(let table, let best, let limit):
      try ask(table: table, best: best, limit: limit, of: client, in: request)
    case .status: try askStatus(of: client, in: request)
    case .record: try beginRecording(for: client, request)
    case .menu(true):
      if !menus.contains(client.number) {
        menus.append(client.number)
        advance()
      }
      if menus.first != client.number {
        throw ErrorReport(
          code: .menuElsewhere, field: "open",
          message: "another display has its menu open: buttons work that one",
          hint: "close that menu, or its display", id: request.id)
      }
    case .menu(false): if closeMenu(of: client) { advance() }
    case .level(let isReset):
      try ask(.level(isReset: isReset), in: request)
      noteWhatWasLearnt()
    case .calibrate(let step):
      try ask(.calibrate(Report.calibrationStep(step)), in: request)
      noteWhatWasLearnt()
    }
  }

  /// Lets an input enter that may be refused.
  private func ask(_ input: Engine.Input, in request: Request) throws(ErrorReport) {
    guard let refusal = enter(input) else { return }
    throw ErrorReport(
      code: ErrorReport.Code(rawValue: refusal.code), field: "do", message: refusal.message,
      hint: refusal.hint, id: request.id)
  }

  private func table(_ name: TableName, in request: Request) throws(ErrorReport) -> Table {
    do throws(Failure) {
      return try library.table(named: name.description)
    } catch {
      throw ErrorReport(
        code: error.code == .notFound ? .noSuchTable : .refused, field: "name",
        message: error.description, hint: "`ballctl tables` lists those that can be played",
        id: request.id)
    }
  }

  private func samples(
    _ sample: ClientSample, of client: Client, in request: Request
  ) throws(ErrorReport) -> [Sample] {
    do throws(ValueError) {
      return try client.samples(sample, arrival: monotonicNow())
    } catch {
      throw ErrorReport(
        code: .outOfRange, field: "acceleration", message: error.description, id: request.id)
    }
  }
}
