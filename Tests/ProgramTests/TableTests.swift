// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing
import Wire

@Suite("tables and blocks on the sockets")
struct TableTests {
  private let directory = TemporaryDirectory()

  private static let maze = """
    game = maze
    cell = 20 mm
    ball-radius = 6 mm
    restitution = 0.5
    [map]
    S...
    .##.
    ....
    ...F

    """

  private func table(_ client: TestClient) throws -> TableReport {
    try client.first { if case .table(let table) = $0 { table } else { nil } }
  }

  private func event(_ client: TestClient) throws -> Wire.Event.Kind {
    try client.first { if case .event(let event) = $0 { event.kind } else { nil } }
  }

  private func refusal(_ client: TestClient, _ command: Request.Command) throws -> ErrorReport {
    try client.send(command, id: 7)
    let error = try client.nextError()
    #expect(error.id == 7)
    return error
  }

  private func daemon(_ arguments: [String] = []) throws -> RunningDaemon {
    try RunningDaemon(["--table", directory.file("mine.table", Self.maze)] + arguments)
  }

  @Test("a table tells its grid, start and flag, and a block's change reaches all who watch")
  func toggling() throws {
    let daemon = try daemon()
    let one = try daemon.connect()
    let two = try daemon.connect(control: false)
    let told = try table(two)
    #expect(told.name == "mine")
    #expect(told.blocks?.lines == ["....", ".##.", "....", "...."])
    #expect(told.width == 0.08)
    #expect(told.flag == TableReport.Flag(x: 0.06, y: 0.06, width: 0.02, height: 0.02))
    try two.send(.watch(rate: 60))
    _ = try two.nextState()
    try one.command(.toggle(column: 1, row: 1))
    #expect(try event(two) == .block(column: 1, row: 1, isBlock: false))
    try one.command(.toggle(column: 3, row: 0))
    #expect(try event(two) == .block(column: 3, row: 0, isBlock: true))
    try one.command(.clear)
    #expect(try event(two) == .cleared)
    let third = try daemon.connect()
    #expect(try table(third).blocks?.lines == ["....", "....", "....", "...."])
  }

  @Test("a table tells how many flags win it, how many balls there are, and its time")
  func goal() throws {
    let daemon = try RunningDaemon(["--table", "mill"])
    let told = try table(try daemon.connect())
    #expect(told.goal == 3 && told.balls == 5 && told.time == 120)
  }

  @Test("a toggle that can't be is refused with the reason and changes nothing")
  func refusals() throws {
    let daemon = try daemon()
    let client = try daemon.connect()
    let far = try refusal(client, .toggle(column: 4, row: 0))
    #expect(far.code == .refused)
    #expect(far.message.contains("0 to 3"))
    #expect(try refusal(client, .toggle(column: 0, row: 0)).message.contains("starts"))
    #expect(try refusal(client, .toggle(column: 3, row: 3)).message.contains("flag"))
    let other = try daemon.connect()
    #expect(try table(other).blocks?.lines == ["....", ".##.", "....", "...."])
    try client.command(.table(try #require(TableName("marble"))))
    #expect(try refusal(client, .toggle(column: 0, row: 0)).code == .refused)
    #expect(try refusal(client, .clear).code == .refused)
  }

  @Test("a client that watches only after a change is told of it first")
  func lateWatcher() throws {
    let daemon = try daemon()
    let late = try daemon.connect()
    #expect(try table(late).name == "mine")
    let other = try daemon.connect()
    try other.command(.toggle(column: 1, row: 1))
    try late.send(.watch(rate: nil))
    #expect(try table(late).blocks?[1, 1] == false)
    _ = try late.nextState()
  }

  @Test("another table comes with its message before its event and its states")
  func change() throws {
    let daemon = try daemon()
    let client = try daemon.connect()
    #expect(try table(client).name == "mine")
    try client.command(.watch(rate: nil))
    try client.send(.table(try #require(TableName("bounce"))), id: 3)
    #expect(try table(client).name == "bounce")
    #expect(try event(client) == .table(name: "bounce"))
    try client.send(.table(try #require(TableName("maze:5x4:11"))))
    let maze = try table(client)
    #expect(maze.name == "maze:5x4:11")
    #expect(maze.flag != nil)
    #expect(try event(client) == .table(name: "maze:5x4:11"))
  }

  @Test("a table that isn't there is refused, and the one that lies there stays")
  func missing() throws {
    let daemon = try daemon()
    let client = try daemon.connect()
    let error = try refusal(client, .table(try #require(TableName("nowhere"))))
    #expect(error.code == .noSuchTable)
    #expect(error.message.contains("marble"))
    #expect(try table(try daemon.connect()).name == "mine")
  }

  @Test("next and previous follow the playlist round; without one they are refused")
  func playlist() throws {
    let daemon = try daemon(["--set", "daemon.playlist=marble bounce"])
    let client = try daemon.connect()
    try client.command(.watch(rate: nil))
    for (command, name) in [
      (Request.Command.next, "marble"), (.next, "bounce"), (.next, "marble"), (.previous, "bounce"),
    ] {
      try client.send(command)
      #expect(try event(client) == .table(name: name))
    }
    let alone = try self.daemon(["--set", "daemon.playlist=none"])
    #expect(try refusal(try alone.connect(), .next).code == .refused)
  }

  @Test("the list of tables holds the shipped ones and one's own, with titles and games")
  func list() throws {
    let path = directory.file("zebra.table", "title = Stripes\n" + Self.maze)
    let daemon = try RunningDaemon(["--set", "daemon.tables=\(directory.path)"])
    let client = try daemon.connect()
    try client.send(.tables)
    let list: TableList = try client.first { if case .tables(let list) = $0 { list } else { nil } }
    #expect(
      list.tables.last
        == TableList.Entry(name: "zebra", title: "Stripes", game: "maze", file: path))
    let shipped = list.tables.first { $0.name == "classic-maze" }
    #expect(shipped?.game == "maze" && shipped?.file == nil)
    try client.command(.watch(rate: nil))
    try client.send(.table(try #require(TableName("zebra"))))
    #expect(try event(client) == .table(name: "zebra"))
  }

  @Test("a table that was chosen by its file is listed, and can be gone back to by its name")
  func back() throws {
    let path = directory.file("zebra.table", "title = Stripes\n" + Self.maze)
    let daemon = try RunningDaemon(["--table", path])
    let client = try daemon.connect()
    try client.command(.watch(rate: nil))
    try client.send(.tables)
    let list: TableList = try client.first { if case .tables(let list) = $0 { list } else { nil } }
    #expect(list.tables.contains { $0.name == "zebra" && $0.title == "Stripes" })
    for name in ["marble", "zebra"] {
      try client.send(.table(try #require(TableName(name))))
      #expect(try event(client) == .table(name: name))
    }
  }

  @Test("a client tilts the ball to the flag: flag and won are told, with the time of the run")
  func winning() throws {
    let daemon = try daemon()
    let client = try daemon.connect()
    try client.command(.watch(rate: nil))
    try client.send(.tilt(XY(x: 1.3, y: 0)))
    while try client.nextState().balls[0].x < 0.07 {}
    // Still to the right as well, so that the bounce off the wall doesn't lead back.
    try client.send(.tilt(XY(x: 0.6, y: 1.3)))
    let flag: Wire.Event.Flag = try client.first { message in
      if case .event(let event) = message, case .flag(let flag) = event.kind { flag } else { nil }
    }
    #expect(flag.ball == 0)
    let time = try #require(flag.time)
    #expect(time > 0.3 && time < 20)
    #expect(try event(client) == .won)
    let won = try client.state(in: .won)
    #expect(won.balls[0].isOff)
    #expect(won.time != nil)
    try client.send(.restart)
    #expect(try client.state(in: .rolling).balls[0].isOff == false)
  }
}
