// SPDX-License-Identifier: MIT

import Game
import Posix
import Support

/// A table of the checkout's tables/.
func shippedTable(_ name: String) throws -> Table {
  let path = "\(packageRoot)/tables/\(name).table"
  let bytes = try Descriptor.open(path, .reading).readAll(atMost: Table.maximumFileLength + 1)
  return try Table.parse(bytes, file: "\(name).table", name: name)
}
