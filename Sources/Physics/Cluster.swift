// SPDX-License-Identifier: MIT

/// What balls that lie against each other, walls and blocks make of a push.
///
/// Of all accelerations with which nothing presses into anything, equal masses take those that are
/// nearest to the free ones (Gauss's principle of least constraint); of all velocities after an
/// impact without rebound likewise. So the pushes λ ≥ 0 along the normals N are those for which
/// free + Nᵀλ is shortest: a problem of least squares with at most a few unknowns, solved exactly
/// by Lawson and Hanson's active sets (Solving Least Squares Problems, 1974, chapter 23).
struct Cluster {
  private var touches = Touches()

  /// Whether no ball touches another.
  var isEmpty: Bool { touches.pairs.rawValue == 0 }

  /// Whether a ball touches another.
  func contains(_ ball: Int) -> Bool { touches.pairs.contains(ball) }

  /// Whether a ball touches one that isn't in a set.
  func touches(_ ball: Int, outside set: Presence) -> Bool {
    for index in 0..<touches.count where touches[index].second >= 0 {
      let (first, second) = (touches[index].first, touches[index].second)
      if first == ball && !set.contains(second) || second == ball && !set.contains(first) {
        return true
      }
    }
    return false
  }

  mutating func add(_ first: Int, _ second: Int, along normal: Vector2) {
    touches.add(Touch(first: first, second: second, normal: normal))
    touches.pairs.insert(first)
    touches.pairs.insert(second)
  }

  /// Adds what a ball lies against besides other balls.
  mutating func add(_ contact: Contact, of ball: Int) {
    if contact.sides.isLeft { touches.add(Touch(first: ball, normal: Vector2(1, 0))) }
    if contact.sides.isRight { touches.add(Touch(first: ball, normal: Vector2(-1, 0))) }
    if contact.sides.isUpper { touches.add(Touch(first: ball, normal: Vector2(0, 1))) }
    if contact.sides.isLower { touches.add(Touch(first: ball, normal: Vector2(0, -1))) }
    for index in 0..<contact.cornerCount {
      touches.add(Touch(first: ball, normal: contact.corner(index).offset.unit))
    }
  }

  /// The nearest vectors with which nothing that touches comes together.
  ///
  /// - Parameters:
  ///   - free: accelerations or velocities, by ball.
  ///   - movable: which balls can be pushed at all.
  /// - Returns: the vectors; those of the others as they are.
  func settled(_ free: Few<Vector2>, movable: Presence) -> Few<Vector2> {
    var vectors = free
    var active = Active()
    var pushes = Many<Double>(repeating: 0)
    // Touches that rounding alone calls pressed: pushed along with the others they would be pulled at
    // once. Without it such a one is taken and let go for ever (Lawson and Hanson, step 6).
    var barred: UInt64 = 0
    for _ in 0..<Constants.activeSetLimit {
      var worst = -1
      var depth = Constants.pushSlack
      for index in 0..<touches.count
      where !active.contains(index) && barred & (1 << UInt64(index)) == 0 {
        let approach = -touches[index].apart(vectors)
        if approach > depth {
          depth = approach
          worst = index
        }
      }
      if worst < 0 || active.count == Constants.activeLimit { break }
      active.add(worst)
      guard let first = solution(of: active, free, movable), first[active.count - 1] > 0 else {
        active.remove(active.count - 1)
        barred |= 1 << UInt64(worst)
        continue
      }
      barred = 0
      while let solved = solution(of: active, free, movable) {
        // Goes towards the solution until a push would turn into a pull, which is then let go.
        var share = 1.0
        var leaving = -1
        for place in 0..<active.count where solved[place] <= 0 {
          let push = pushes[active[place]]
          // Both 0: it goes at once.
          let part = push > 0 ? push / (push - solved[place]) : 0
          if leaving < 0 || part < share {
            share = part
            leaving = place
          }
        }
        for place in 0..<active.count {
          let push = pushes[active[place]]
          pushes[active[place]] = push + share * (solved[place] - push)
        }
        if leaving < 0 { break }
        pushes[active[leaving]] = 0
        active.remove(leaving)
      }
      vectors = free
      for place in 0..<active.count {
        touches[active[place]].push(by: pushes[active[place]], &vectors, movable)
      }
    }
    for index in 0..<touches.count where touches[index].second < 0 {
      touches[index].hold(&vectors, isPushed: active.contains(index), movable)
    }
    for index in 0..<Constants.ballLimit where movable.contains(index) {
      // What is left of rounding would keep a ball from ever being at rest.
      if vectors[index].dot(vectors[index]) < Constants.restSlack * Constants.restSlack {
        vectors[index] = .zero
      }
    }
    return vectors
  }

  /// The pushes with which none of the active touches comes together or apart, by Gauss's
  /// elimination with symmetric pivots; nil if they depend on each other.
  private func solution(
    of active: Active, _ free: Few<Vector2>, _ movable: Presence
  ) -> Few<Double>? {
    let count = active.count
    var rows = Few<Few<Double>>(repeating: Few(repeating: 0))
    var result = Few<Double>(repeating: 0)
    for i in 0..<count {
      var row = Few<Double>(repeating: 0)
      for j in 0..<count {
        row[j] = touches[active[i]].dot(touches[active[j]], movable)
      }
      rows[i] = row
      result[i] = -touches[active[i]].apart(free)
    }
    for k in 0..<count {
      let pivot = rows[k]
      if pivot[k] <= Constants.pivotSlack { return nil }
      for i in (k + 1)..<max(count, k + 1) {
        let factor = rows[i][k] / pivot[k]
        if factor == 0 { continue }
        for j in k..<count { rows[i][j] -= factor * pivot[j] }
        result[i] -= factor * result[k]
      }
    }
    for k in (0..<count).reversed() {
      var value = result[k]
      for j in (k + 1)..<max(count, k + 1) { value -= rows[k][j] * result[j] }
      result[k] = value / rows[k][k]
    }
    return result
  }
}

/// One ball against another or against something fixed.
private struct Touch {
  var first = 0
  /// The other ball; −1 for what is fixed.
  var second = -1
  /// Towards the first, of length 1.
  var normal = Vector2.zero

  /// How fast the two come apart.
  func apart(_ vectors: Few<Vector2>) -> Double {
    let own = vectors[first].dot(normal)
    return second < 0 ? own : own - vectors[second].dot(normal)
  }

  func push(by amount: Double, _ vectors: inout Few<Vector2>, _ movable: Presence) {
    if movable.contains(first) {
      vectors[first].x += amount * normal.x
      vectors[first].y += amount * normal.y
    }
    if second >= 0 && movable.contains(second) {
      vectors[second].x -= amount * normal.x
      vectors[second].y -= amount * normal.y
    }
  }

  /// Gives a ball that is pushed by a wall or a face, or would press into it, exactly no component
  /// along the normal: rounding would let it go, or let it be hit again and again.
  func hold(_ vectors: inout Few<Vector2>, isPushed: Bool, _ movable: Presence) {
    if !movable.contains(first) { return }
    let own = vectors[first].dot(normal)
    if !isPushed && own >= 0 { return }
    if normal.y == 0 { vectors[first].x = 0 }
    if normal.x == 0 { vectors[first].y = 0 }
  }

  /// What a push of the other one gives along this one.
  func dot(_ other: Touch, _ movable: Presence) -> Double {
    var sum = 0.0
    let product = normal.dot(other.normal)
    if movable.contains(first) {
      if first == other.first { sum += product }
      if first == other.second { sum -= product }
    }
    if second >= 0 && movable.contains(second) {
      if second == other.first { sum -= product }
      if second == other.second { sum += product }
    }
    return sum
  }
}

private struct Touches {
  private var items = Many(repeating: Touch())
  private(set) var count = 0
  /// The balls that touch another.
  var pairs = Presence()

  subscript(index: Int) -> Touch { items[index] }

  mutating func add(_ touch: Touch) {
    if count == Constants.touchLimit { return }
    items[count] = touch
    count += 1
  }
}

/// The touches whose pushes aren't 0: at most as many as four balls have coordinates.
private struct Active {
  private var items = Few<Int>(repeating: 0)
  private(set) var count = 0

  subscript(place: Int) -> Int { items[place] }

  func contains(_ index: Int) -> Bool {
    for place in 0..<count where items[place] == index { return true }
    return false
  }

  mutating func add(_ index: Int) {
    items[count] = index
    count += 1
  }

  mutating func remove(_ place: Int) {
    for next in place..<(count - 1) { items[next] = items[next + 1] }
    count -= 1
  }
}
