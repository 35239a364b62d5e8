// SPDX-License-Identifier: MIT

import Game
import Glibc
import Options
import Physics
import Posix
import Support
import Testing
import Wire

@testable import Daemon

@Suite("where tables are found")
struct TableLibraryTests {
  private let directory = TemporaryDirectory()
  private let shipped = TableLibrary(directories: ["\(packageRoot)/tables"])

  private static let text =
    "title = Mine\ngame = marble\nwidth = 300 mm\nheight = 200 mm\n"
    + "ball-radius = 8 mm\nstart = 100 100 mm\n"

  /// The code and the sentence of what `body` fails with.
  private func failure(_ body: () throws(Failure) -> Void) -> Failure? {
    do throws(Failure) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  @Test("every shipped name is a table of that name, and there are no others in the directory")
  func shippedNames() throws {
    #expect(shipped.names == Table.shippedNames)
    for name in Table.shippedNames { #expect(try shipped.table(named: name).name == name) }
  }

  @Test("a directory of one's own comes first, and adds its names by the alphabet")
  func own() throws {
    _ = directory.file("marble.table", Self.text)
    _ = directory.file("zebra.table", Self.text)
    _ = directory.file("ant.table", Self.text)
    _ = directory.file(".hidden.table", Self.text)
    _ = directory.file("no table.table", Self.text)
    _ = directory.file("notes.txt", Self.text)
    let library = TableLibrary(directories: [directory.path] + shipped.directories)
    #expect(library.names == Table.shippedNames + ["ant", "zebra"])
    #expect(try library.table(named: "marble").title == "Mine")
    #expect(try library.table(named: "bounce") == shipped.table(named: "bounce"))
  }

  @Test("a path is a slash or .table at the end, and gives the table the file's name")
  func path() throws {
    let path = directory.file("mine.table", Self.text)
    #expect(try shipped.table(namedOrAt: path).name == "mine")
    let odd = directory.file("my table.table", Self.text)
    #expect(try shipped.table(namedOrAt: odd).name == "table")
    let bare = directory.file("plain", Self.text)
    #expect(try shipped.table(namedOrAt: bare).name == "plain")
    #expect(
      failure { () throws(Failure) in
        _ = try shipped.table(namedOrAt: "\(directory.path)/none.table")
      }?.code == .notFound)
  }

  @Test(
    "what comes from a socket is never a path",
    arguments: ["../tables/marble", "/etc/passwd", ".", "..", "", "a/b", "marble.table/", "x\0y"])
  func neverPath(_ name: String) {
    let found = failure { () throws(Failure) in _ = try shipped.table(named: name) }
    #expect(found?.code == .notFound)
  }

  @Test("a name that isn't there names those that are")
  func missing() {
    let found = failure { () throws(Failure) in _ = try shipped.table(named: "marbel") }
    #expect(found?.code == .notFound)
    #expect(found?.description.contains("`marbel`") ?? false)
    #expect(found?.description.contains("marble, bounce") ?? false)
  }

  @Test("where there are no tables at all that is said, and why")
  func noDirectory() {
    let found = failure { () throws(Failure) in
      _ = try TableLibrary(directories: []).table(named: "marble")
    }
    #expect(
      found?.description
        == "no table `marble`: the tables that come with balld aren't where it lies, and "
        + "daemon.tables names no directory of others")
    let empty = failure { () throws(Failure) in
      _ = try TableLibrary(directories: [directory.path]).table(named: "")
    }
    #expect(empty?.description == "the table's name is empty; balld --list-tables lists them")
  }

  @Test("a random maze needs no file, and a spoiled name of one is no other table")
  func mazes() throws {
    let nowhere = TableLibrary(directories: [])
    let maze = try nowhere.table(named: "maze:6x4:7")
    #expect(maze.name == "maze:6x4:7")
    #expect(maze.blocks.count > 0)
    let found = failure { () throws(Failure) in _ = try nowhere.table(named: "maze:0x4:7") }
    #expect(found?.code == .notFound)
  }

  @Test("a file that can't be understood is refused by file and line, and listed with that reason")
  func broken() throws {
    let path = directory.file("broken.table", "title = Broken\ngame = chess\n")
    let library = TableLibrary(directories: [directory.path])
    let found = failure { () throws(Failure) in _ = try library.table(named: "broken") }
    #expect(found?.code == .notUnderstood)
    #expect(found?.description.hasPrefix("\(path):2: ") ?? false)
    _ = directory.file("good.table", Self.text)
    let list = library.list(log: Log { _ in })
    #expect(list.tables.map(\.name) == ["good"])
    #expect(list.broken.map(\.name) == ["broken"])
    #expect(list.broken.first?.message == found?.description)
  }

  @Test("a file that takes a shipped table's place is named, in the log and in the list")
  func replaced() throws {
    let path = directory.file("marble.table", Self.text)
    _ = directory.file("mine.table", Self.text)
    let elsewhere = TemporaryDirectory()
    let named = elsewhere.file("bounce.table", Self.text)
    let library = TableLibrary(
      directories: [directory.path], shipped: "\(packageRoot)/tables", named: [named])
    let said = Lock<[String]>([])
    library.tellReplaced(log: Log { line in said.withLock { $0.append(line) } })
    #expect(
      said.withLock { $0 } == [
        "balld: notice: \(path) takes the place of the table marble that comes with balld",
        "balld: notice: \(named) takes the place of the table bounce that comes with balld",
      ])
    let files = library.list(log: Log { _ in }).tables.map(\.file)
    #expect(files.prefix(3) == [path, named, nil])
    #expect(files.dropFirst(3).compactMap { $0 } == ["\(directory.path)/mine.table"])
  }

  @Test("a link that leads nowhere is refused as one, and listed as what can't be played")
  func danglingLink() throws {
    let path = "\(directory.path)/dang.table"
    #expect(symlink("gone.table", path) == 0)
    let library = TableLibrary(directories: [directory.path] + shipped.directories)
    let reason = "the table \(path) is a link to `gone.table`, and there is no such file"
    for name in ["dang", path] {
      let found = failure { () throws(Failure) in _ = try library.table(namedOrAt: name) }
      #expect(found == Failure(.notFound, reason))
    }
    let list = library.list(log: Log { _ in })
    #expect(list.tables.map(\.name) == Table.shippedNames)
    #expect(list.broken == [TableList.Broken(name: "dang", message: reason)])
  }

  @Test("a file whose name can't be a table's is listed as one to be renamed; a hidden one isn't")
  func misnamed() throws {
    _ = directory.file("my maze.table", Self.text)
    _ = directory.file(".#mine.table", Self.text)
    _ = directory.file("mine.table", Self.text)
    let list = TableLibrary(directories: [directory.path]).list(log: Log { _ in })
    #expect(list.tables.map(\.name) == ["mine"])
    #expect(list.broken.map(\.name) == ["my maze"])
    #expect(list.broken.first?.message.hasSuffix("rename the file") ?? false)
  }

  @Test("a file that was named by its path is had by its name, too; before one of a directory")
  func named() throws {
    let elsewhere = TemporaryDirectory()
    func text(_ title: String) -> String { "title = \(title)" + Self.text.drop { $0 != "\n" } }
    let mine = elsewhere.file("mine.table", text("Mine, by path"))
    let marble = elsewhere.file("marble.table", text("Mine, too"))
    // The first one of a name is had.
    let further = TemporaryDirectory()
    let second = further.file("mine.table", text("Second"))
    _ = directory.file("marble.table", Self.text)
    let library = TableLibrary(
      directories: [directory.path],
      named: ["marble", mine, marble, "\(elsewhere.path)/none.table", second])
    #expect(library.names == ["marble", "mine"])
    #expect(try library.table(named: "mine").title == "Mine, by path")
    #expect(try library.table(named: "marble").title == "Mine, too")
    // It is read anew each time, and what is gone meanwhile hides nothing.
    _ = elsewhere.file("mine.table", text("Changed"))
    #expect(try library.table(named: "mine").title == "Changed")
    #expect(unlink(marble) == 0)
    #expect(try library.table(named: "marble").title != "Mine, too")
    #expect(mkfifo("\(elsewhere.path)/pipe.table", 0o600) == 0)
    let piped = TableLibrary(directories: [], named: ["\(elsewhere.path)/pipe.table"])
    #expect(piped.names.isEmpty)
  }

  @Test("files that can't be played take no table's place in a line")
  func manyBroken() throws {
    for number in 0..<990 {
      let name = "a\(number)-" + String(repeating: "x", count: 58)
      _ = directory.file("\(name).table", "game = chess\n")
    }
    _ = directory.file("good.table", Self.text)
    let list = TableLibrary(directories: [directory.path]).list(log: Log { _ in })
    #expect(list.tables.map(\.name) == ["good"])
    #expect(!list.broken.isEmpty)
    #expect(Message.tables(list).line.count <= Limits.tableLine)
  }

  @Test("a file of more bytes than a table can have is refused before it is read on")
  func tooLong() throws {
    let path = directory.file("long.table", String(repeating: "#\n", count: 200_000))
    let found = failure { () throws(Failure) in _ = try shipped.table(namedOrAt: path) }
    #expect(found?.code == .notUnderstood)
    #expect(found?.description.contains("262144") ?? false)
  }

  @Test("a directory is no table")
  func notAFile() {
    let found = failure { () throws(Failure) in
      _ = try shipped.table(namedOrAt: "\(directory.path)/")
    }
    #expect(found?.code == .notFound)
  }

  @Test("without names the playlist is the shipped one; what isn't there is said and passed over")
  func playlists() {
    let said = Lock<[String]>([])
    let log = Log { line in said.withLock { $0.append(line) } }
    #expect(shipped.playlist([], log: log).map(\.name) == Table.shippedPlaylist)
    #expect(
      shipped.playlist(["bounce", "maze:3x3:1"], log: log).map(\.name) == ["bounce", "maze:3x3:1"])
    #expect(said.withLock { $0 } == [])
    _ = directory.file("broken.table", "game = chess\n")
    let names = ["nowhere", "mill", "\(directory.path)/broken.table", "bounce"]
    #expect(shipped.playlist(names, log: log).map(\.name) == ["mill", "bounce"])
    let lines = said.withLock { $0 }
    #expect(lines.count == 2)
    #expect(
      lines.allSatisfy { $0.contains("warning: daemon.playlist: passing over") }, "\(lines)")
  }

  @Test("of any number of tables that can't be had the first ten are said, and how many more")
  func manyMissing() throws {
    let said = Lock<[String]>([])
    let log = Log { line in said.withLock { $0.append(line) } }
    let names = ["bounce"] + (0..<5000).map { "none\($0)" }
    #expect(shipped.playlist(names, of: "a:1: daemon.playlist", log: log).map(\.name) == ["bounce"])
    let lines = said.withLock { $0 }
    #expect(lines.count == 11)
    #expect(lines.last == "balld: warning: a:1: daemon.playlist: and 4990 more of these")
  }

  @Test("a FIFO among the tables is passed over, and never waited for")
  func fifo() throws {
    #expect(mkfifo("\(directory.path)/fifo.table", 0o600) == 0)
    _ = directory.file("mine.table", Self.text)
    let library = TableLibrary(directories: [directory.path])
    let found = failure { () throws(Failure) in _ = try library.table(named: "fifo") }
    #expect(found?.code == .notFound)
    #expect(library.list(log: Log { _ in }).tables.map(\.name) == ["mine"])
  }

  @Test("a list of more tables than fit into a line is cut, and the log told")
  func longList() throws {
    for number in 100..<999 {
      let name = "t\(number)-" + String(repeating: "x", count: 55)
      let title = String(repeating: "y", count: 78)
      _ = directory.file("\(name).table", "title = \(title)\n" + Self.text.drop { $0 != "\n" })
    }
    let library = TableLibrary(directories: [directory.path])
    nonisolated(unsafe) var lines: [String] = []
    let list = library.list(log: Log { lines.append($0) })
    #expect(list.tables.count > 100 && list.tables.count < 899)
    #expect(Message.tables(list).line.count <= Limits.tableLine)
    #expect(lines.count == 1)
  }
}
