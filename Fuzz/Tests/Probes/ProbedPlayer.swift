// SPDX-License-Identifier: MIT

internal import Wire

@testable internal import Display

/// A display that has got a table and a state.
enum ProbedPlayer {
  /// A maze of 12 cells, with a hole and a flag, and one ball.
  static let beginning: Player = {
    var player = Player(rate: 30)
    _ = player.opened(mayControl: true)
    let lines = """
      {"class":"table","name":"a","hash":"1","game":"maze","width":0.28,"height":0.21,"columns":4,\
      "rows":3,"blocks":["#...","..#.","...."],"ballRadius":0.00778,\
      "holes":[{"x":0.1,"y":0.1,"radius":0.01}],\
      "flag":{"x":0.2,"y":0.1,"width":0.02,"height":0.02}}
      {"class":"state","seq":1,"t":1,"phase":"rolling","tilt":[0.1,0.2],\
      "balls":[{"x":0.14,"y":0.1,"vx":0,"vy":0}]}
      """
    for line in lines.split(separator: "\n") {
      do throws(MessageError) {
        guard let message = try Message.decode(Array(line.utf8)) else {
          preconditionFailure("no message: \(line)")
        }
        _ = player.take(message, at: 0)
      } catch {
        preconditionFailure("\(error)")
      }
    }
    precondition(player.hasPicture)
    return player
  }()
}
