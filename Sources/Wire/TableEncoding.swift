// SPDX-License-Identifier: MIT

extension TableReport {
  func write(to writer: inout LineWriter) {
    writer.member("class", "table")
    writer.member("name", name)
    writer.member("hash", hash)
    writer.member("game", game)
    writer.member("width", width)
    writer.member("height", height)
    writer.member("ballRadius", ballRadius)
    writer.member("title", title)
    writer.member("time", time)
    writer.member("balls", balls)
    writer.member("goal", goal)
    if let blocks { blocks.write(to: &writer) }
    if let holes {
      writer.key("holes")
      writer.openArray()
      for hole in holes {
        writer.openElement()
        writer.member("x", hole.x)
        writer.member("y", hole.y)
        writer.member("radius", hole.radius)
        writer.close()
      }
      writer.closeArray()
    }
    if let pivot {
      writer.object("pivot") { writer in
        writer.member("x", pivot.x)
        writer.member("y", pivot.y)
      }
    }
    if let flag {
      writer.object("flag") { writer in
        writer.member("x", flag.x)
        writer.member("y", flag.y)
        writer.member("width", flag.width)
        writer.member("height", flag.height)
      }
    }
    writer.member("best", best)
  }
}

extension BlockGrid {
  func write(to writer: inout LineWriter) {
    writer.member("columns", Int64(columns))
    writer.member("rows", Int64(rows))
    writer.key("blocks")
    writer.openArray()
    for line in lines { writer.element(line) }
    writer.closeArray()
  }
}

extension TableList {
  func write(to writer: inout LineWriter) {
    writer.member("class", "tables")
    writer.key("tables")
    writer.openArray()
    for table in tables {
      writer.openElement()
      writer.member("name", table.name)
      writer.member("title", table.title)
      writer.member("game", table.game)
      writer.member("best", table.best)
      writer.member("file", table.file)
      writer.close()
    }
    writer.closeArray()
    if broken.isEmpty { return }
    writer.key("broken")
    writer.openArray()
    for file in broken {
      writer.openElement()
      writer.member("name", file.name)
      writer.member("message", file.message)
      writer.close()
    }
    writer.closeArray()
  }
}
