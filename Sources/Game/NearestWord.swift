// SPDX-License-Identifier: MIT

/// The word that somebody most likely meant: at most two slips away, and fewer than half its letters.
func nearest(to word: String, among choices: [String]) -> String? {
  let typed = Array(word.utf8)
  var best: (choice: String, slips: Int)?
  for choice in choices {
    let meant = Array(choice.utf8)
    guard abs(meant.count - typed.count) <= 2 else { continue }
    let slips = slips(from: typed, to: meant)
    if slips <= 2, 2 * slips < meant.count, slips < best?.slips ?? .max { best = (choice, slips) }
  }
  return best?.choice
}

/// How many letters to change, leave out, put in or swap with their neighbour lead from one word to
/// the other: the optimal string alignment distance (Damerau, CACM 7(3), 1964).
private func slips(from typed: [UInt8], to meant: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...meant.count)
  for i in typed.indices {
    var row = [i + 1]
    for j in meant.indices {
      let isSame = typed[i] == meant[j]
      var cost = min(last[j] + (isSame ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, typed[i] == meant[j - 1], typed[i - 1] == meant[j] {
        cost = min(cost, beforeLast[j - 1] + 1)
      }
      row.append(cost)
    }
    (beforeLast, last) = (last, row)
  }
  return last[meant.count]
}
