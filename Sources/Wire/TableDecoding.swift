// SPDX-License-Identifier: MIT

extension MessageFields {
  func table() throws(MessageError) -> TableReport {
    TableReport(
      name: try required("name", \.string),
      hash: try required("hash", \.string),
      game: try required("game", \.string),
      width: try required("width", \.number),
      height: try required("height", \.number),
      ballRadius: try required("ballRadius", \.number),
      title: try optional("title", \.string),
      time: try optional("time", \.number),
      balls: try optional("balls", \.integer),
      goal: try optional("goal", \.integer),
      blocks: try blocks(),
      holes: try holes(),
      pivot: try optional("pivot") { XY($0.object) },
      flag: try optional("flag") { TableReport.Flag($0.object) },
      best: try best())
  }

  func tableList() throws(MessageError) -> TableList {
    var tables: [TableList.Entry] = []
    for element in try required("tables", \.array) {
      guard let entry = TableList.Entry(element.object) else { throw wrong("tables") }
      tables.append(entry)
    }
    let elements = try optional("broken", \.array) ?? []
    let broken = elements.compactMap { TableList.Broken($0.object) }
    guard broken.count == elements.count else { throw wrong("broken") }
    return TableList(tables: tables, broken: broken)
  }

  /// The grid, whose rows must be as many and as long as `rows` and `columns` say.
  private func blocks() throws(MessageError) -> BlockGrid? {
    guard let elements = try optional("blocks", \.array) else { return nil }
    let lines = elements.compactMap(\.string)
    guard lines.count == elements.count, let grid = BlockGrid(rows: lines),
      Int64(grid.columns) == (try required("columns", \.integer)),
      Int64(grid.rows) == (try required("rows", \.integer))
    else { throw wrong("blocks") }
    return grid
  }

  private func holes() throws(MessageError) -> [TableReport.Hole]? {
    guard let elements = try optional("holes", \.array) else { return nil }
    let holes = elements.compactMap { TableReport.Hole($0.object) }
    guard holes.count == elements.count else { throw wrong("holes") }
    return holes
  }
}

extension XY {
  fileprivate init?(_ object: JSONObject?) {
    guard let x = object?["x"]?.number, let y = object?["y"]?.number else { return nil }
    self.init(x: x, y: y)
  }
}

extension TableReport.Hole {
  fileprivate init?(_ object: JSONObject?) {
    guard let centre = XY(object), let radius = object?["radius"]?.number else { return nil }
    self.init(x: centre.x, y: centre.y, radius: radius)
  }
}

extension TableReport.Flag {
  fileprivate init?(_ object: JSONObject?) {
    guard let corner = XY(object), let width = object?["width"]?.number,
      let height = object?["height"]?.number
    else { return nil }
    self.init(x: corner.x, y: corner.y, width: width, height: height)
  }
}

extension TableList.Broken {
  fileprivate init?(_ object: JSONObject?) {
    guard let name = object?["name"]?.string, let message = object?["message"]?.string else {
      return nil
    }
    self.init(name: name, message: message)
  }
}

extension TableList.Entry {
  fileprivate init?(_ object: JSONObject?) {
    guard let name = object?["name"]?.string, let game = object?["game"]?.string else {
      return nil
    }
    let title = object?["title"]
    guard title == nil || title?.string != nil else { return nil }
    let best = object?["best"]
    guard best == nil || BestRun(best?.object) != nil else { return nil }
    let file = object?["file"]
    guard file == nil || file?.string != nil else { return nil }
    self.init(
      name: name, title: title?.string, game: game, best: BestRun(best?.object),
      file: file?.string)
  }
}
