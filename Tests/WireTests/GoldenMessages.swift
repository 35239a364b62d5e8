// SPDX-License-Identifier: MIT

import Wire

/// A message of each class, and its line on the wire.
let goldenMessages: [(Message, String)] = [
  (
    .hello(Hello(server: "balld 0.1.0", session: "5f0c", client: "client 3")),
    #"{"class":"hello","server":"balld 0.1.0","protocol":"1.0","session":"5f0c","client":"client 3"}"#
  ),
  (
    .hello(Hello(server: "balld 0.1.0", session: "5f0c", client: "client 7")),
    #"{"class":"hello","server":"balld 0.1.0","protocol":"1.0","session":"5f0c","#
      + #""client":"client 7"}"#
  ),
  (
    .sensor(
      SensorReport(
        source: "iio", name: "lsm6dso_accel", id: "1-006a", mode: "polled", rate: 17.2, odr: 208,
        gyro: true, health: .ok)),
    #"{"class":"sensor","source":"iio","name":"lsm6dso_accel","id":"1-006a","mode":"polled","#
      + #""rate":17.2,"odr":208,"gyro":true,"mount":[1,0,0,0,1,0,0,0,1],"mountFrom":"identity","#
      + #""health":"ok"}"#
  ),
  (
    .sensor(
      SensorReport(
        source: "auto", mount: [0, -1, 0, 1, 0, 0, 0, 0, 0.5], mountFrom: "configuration",
        health: .waiting)),
    #"{"class":"sensor","source":"auto","gyro":false,"mount":[0,-1,0,1,0,0,0,0,0.5],"#
      + #""mountFrom":"configuration","health":"waiting"}"#
  ),
  (
    .sensor(
      SensorReport(
        source: "iio", level: XYZ(x: 0.5, y: 0, z: 0.75),
        accelerometerBias: XYZ(x: 0.1, y: 0, z: -0.25), gyroBias: XYZ(x: 0.01, y: 0, z: 0),
        isHalfCalibrated: true, health: .ok)),
    #"{"class":"sensor","source":"iio","gyro":false,"mount":[1,0,0,0,1,0,0,0,1],"#
      + #""mountFrom":"identity","level":[0.5,0,0.75],"accelerometerBias":[0.1,0,-0.25],"#
      + #""gyroBias":[0.01,0,0],"halfCalibrated":true,"health":"ok"}"#
  ),
  (
    .state(
      State(
        seq: 9, t: 2.5, phase: .countdown, balls: [], tilt: XY(x: 0, y: 0), countdown: 2.75,
        age: 0.5,
        quality: TiltQuality(
          uncertaintyDegrees: 0.25, isResting: true, gyroBias: XYZ(x: 0.01, y: 0, z: -0.02),
          rejected: 3), skipped: 0)),
    #"{"class":"state","seq":9,"t":2.5,"phase":"countdown","balls":[],"tilt":[0,0],"#
      + #""countdown":2.75,"age":0.5,"quality":{"uncertaintyDegrees":0.25,"resting":true,"#
      + #""gyroBias":[0.01,0,-0.02],"rejected":3},"skipped":0}"#
  ),
  (
    .table(
      TableReport(
        name: "marble", hash: "a1", game: "marble", width: 0.28, height: 0.2, ballRadius: 0.00778)),
    #"{"class":"table","name":"marble","hash":"a1","game":"marble","width":0.28,"height":0.2,"#
      + #""ballRadius":0.00778}"#
  ),
  (
    .table(
      TableReport(
        name: "labyrinth", hash: "a2", game: "maze", width: 0.32, height: 0.2, ballRadius: 0.007,
        title: "Mind the gap", time: 60, balls: 3, goal: 5,
        blocks: BlockGrid(rows: [".#.#", "..#."]),
        holes: [
          TableReport.Hole(x: 0.1, y: 0.05, radius: 0.009),
          TableReport.Hole(x: 0.2, y: 0.15, radius: 0.01),
        ], pivot: XY(x: 0.16, y: 0.1),
        flag: TableReport.Flag(x: 0.28, y: 0, width: 0.04, height: 0.1))),
    #"{"class":"table","name":"labyrinth","hash":"a2","game":"maze","width":0.32,"height":0.2,"#
      + #""ballRadius":0.007,"title":"Mind the gap","time":60,"balls":3,"goal":5,"columns":4,"rows":2,"#
      + #""blocks":[".#.#","..#."],"holes":[{"x":0.1,"y":0.05,"radius":0.009},"#
      + #"{"x":0.2,"y":0.15,"radius":0.01}],"pivot":{"x":0.16,"y":0.1},"#
      + #""flag":{"x":0.28,"y":0,"width":0.04,"height":0.1}}"#
  ),
  (
    .tables(
      TableList(tables: [
        TableList.Entry(name: "marble", game: "marble"),
        TableList.Entry(name: "maze-1", title: "The first \"steps\"", game: "maze"),
      ])),
    #"{"class":"tables","tables":[{"name":"marble","game":"marble"},"#
      + #"{"name":"maze-1","title":"The first \"steps\"","game":"maze"}]}"#
  ),
  (.tables(TableList(tables: [])), #"{"class":"tables","tables":[]}"#),
  (
    .tables(
      TableList(
        tables: [TableList.Entry(name: "marble", game: "marble")],
        broken: [TableList.Broken(name: "mine", message: "mine.table:3: no")])),
    #"{"class":"tables","tables":[{"name":"marble","game":"marble"}],"#
      + #""broken":[{"name":"mine","message":"mine.table:3: no"}]}"#
  ),
  (
    .tables(
      TableList(tables: [
        TableList.Entry(name: "a", game: "maze", best: BestRun(time: 12.345)),
        TableList.Entry(
          name: "b", game: "holes", best: BestRun(time: 60, score: 7), file: "/t/b.table"),
      ])),
    #"{"class":"tables","tables":[{"name":"a","game":"maze","best":{"time":12.345}},"#
      + #"{"name":"b","game":"holes","best":{"time":60,"score":7},"file":"/t/b.table"}]}"#
  ),
  (
    .table(
      TableReport(
        name: "marble", hash: "a1", game: "maze", width: 1, height: 1, ballRadius: 0.25,
        best: BestRun(time: 12.5))),
    #"{"class":"table","name":"marble","hash":"a1","game":"maze","width":1,"height":1,"#
      + #""ballRadius":0.25,"best":{"time":12.5}}"#
  ),
  (
    .runs(
      RunList(
        runs: [
          RunList.Entry(
            number: 12, table: "labyrinth", hash: "0123456789abcdef", game: "maze", outcome: "won",
            time: 12.345, impacts: 14, source: "iio", isBest: true, ended: 1_795_691_400),
          RunList.Entry(
            table: "mill", hash: "1", game: "holes", outcome: "lost", time: 60, score: 3,
            impacts: 0, source: "client", isChanged: true),
        ],
        storage: RunList.Storage(runs: 11, free: 1_000_000, lastSync: 0.0125, fault: "no room"))),
    #"{"class":"runs","runs":[{"number":12,"table":"labyrinth","hash":"0123456789abcdef","#
      + #""game":"maze","outcome":"won","time":12.345,"impacts":14,"source":"iio","best":true,"#
      + #""ended":1795691400},{"table":"mill","hash":"1","game":"holes","outcome":"lost","time":60,"#
      + #""score":3,"impacts":0,"source":"client","changed":true}],"#
      + #""storage":{"runs":11,"free":1000000,"lastSync":0.0125,"fault":"no room"}}"#
  ),
  (.runs(RunList(runs: [])), #"{"class":"runs","runs":[],"storage":{}}"#),
  (
    .event(Event(t: 2, .best(table: "mill", BestRun(time: 60, score: 3)))),
    #"{"class":"event","event":"best","t":2,"table":"mill","time":60,"score":3}"#
  ),
  (
    .state(
      State(
        seq: 8, t: 2.5, phase: .captured,
        balls: [
          State.Ball(x: 0.1, y: 0.05, vx: 0, vy: 0, isOff: true),
          State.Ball(x: 0.3, y: 0.1, vx: 0.5, vy: -1),
        ], tilt: XY(x: 0.41, y: -0.12), score: 2, ballsLeft: 1, holesAngle: 0.25, time: 1.75,
        age: 0.5)),
    #"{"class":"state","seq":8,"t":2.5,"phase":"captured","balls":[{"x":0.1,"y":0.05,"vx":0,"#
      + #""vy":0,"off":true},{"x":0.3,"y":0.1,"vx":0.5,"vy":-1}],"tilt":[0.41,-0.12],"score":2,"#
      + #""ballsLeft":1,"holesAngle":0.25,"time":1.75,"age":0.5}"#
  ),
  (
    .state(
      State(
        seq: 1042, t: 17.366, phase: .rolling,
        balls: [State.Ball(x: 0.1402, y: 0.0911, vx: 0.031, vy: -0.2)], tilt: XY(x: 0.41, y: -0.12),
        up: XYZ(x: -0.0418, y: -0.0122, z: 0.99905), age: 0.0021, skipped: 0)),
    #"{"class":"state","seq":1042,"t":17.366,"phase":"rolling","balls":[{"x":0.1402,"y":0.0911,"#
      + #""vx":0.031,"vy":-0.2}],"tilt":[0.41,-0.12],"up":[-0.0418,-0.0122,0.99905],"age":0.0021,"#
      + #""skipped":0}"#
  ),
  (
    .state(
      State(
        seq: 0, t: 0, phase: .noSensor,
        balls: [
          State.Ball(x: 1, y: 2, vx: -0.0, vy: 0),
          State.Ball(x: 1e-5, y: 1e21, vx: 100, vy: .leastNonzeroMagnitude),
        ], tilt: XY(x: 0, y: 0))),
    #"{"class":"state","seq":0,"t":0,"phase":"noSensor","balls":[{"x":1,"y":2,"vx":-0.0,"vy":0},"#
      + #"{"x":1e-05,"y":1e+21,"vx":100,"vy":5e-324}],"tilt":[0,0]}"#
  ),
  (
    .state(State(seq: 7, t: 1.5, phase: .ready, balls: [], tilt: XY(x: 0, y: 0))),
    #"{"class":"state","seq":7,"t":1.5,"phase":"ready","balls":[],"tilt":[0,0]}"#
  ),
  (
    .event(Event(t: 17.301, .impact(Event.Impact(ball: 0, x: 0.0078, y: 0.09, speed: 0.21)))),
    #"{"class":"event","event":"impact","t":17.301,"ball":0,"x":0.0078,"y":0.09,"speed":0.21}"#
  ),
  (.event(Event(t: 1, .paused)), #"{"class":"event","event":"paused","t":1}"#),
  (.event(Event(t: 1, .resumed)), #"{"class":"event","event":"resumed","t":1}"#),
  (.event(Event(t: 1, .restarted)), #"{"class":"event","event":"restarted","t":1}"#),
  (.event(Event(t: 1, .finished)), #"{"class":"event","event":"finished","t":1}"#),
  (
    .event(Event(t: 0.25, .takeover(by: "client 3"))),
    #"{"class":"event","event":"takeover","t":0.25,"by":"client 3"}"#
  ),
  (
    .event(Event(t: 0.25, .released(by: "client 3"))),
    #"{"class":"event","event":"released","t":0.25,"by":"client 3"}"#
  ),
  (
    .event(Event(t: 61, .demo(isOver: false))),
    #"{"class":"event","event":"demo","t":61,"over":false}"#
  ),
  (
    .event(Event(t: 62, .demo(isOver: true))),
    #"{"class":"event","event":"demo","t":62,"over":true}"#
  ),
  (
    .state(
      State(
        seq: 8, t: 2.5, phase: .paused, balls: [], tilt: XY(x: 0, y: 0), driver: "client 3",
        menu: "client 4", skipped: 0)),
    #"{"class":"state","seq":8,"t":2.5,"phase":"paused","balls":[],"tilt":[0,0],"#
      + #""driver":"client 3","menu":"client 4","skipped":0}"#
  ),
  (
    .state(
      State(seq: 10, t: 2.5, phase: .rolling, balls: [], tilt: XY(x: 0, y: 0), isDemo: true)),
    #"{"class":"state","seq":10,"t":2.5,"phase":"rolling","demo":true,"balls":[],"tilt":[0,0]}"#
  ),
  (
    .event(Event(t: 2, .captured(Event.Capture(ball: 1, hole: 4, x: 0.1, y: 0.05)))),
    #"{"class":"event","event":"captured","t":2,"ball":1,"hole":4,"x":0.1,"y":0.05}"#
  ),
  (
    .event(Event(t: 2, .flag(Event.Flag(ball: 0, time: 12.3, score: 2)))),
    #"{"class":"event","event":"flag","t":2,"ball":0,"time":12.3,"score":2}"#
  ),
  (.event(Event(t: 2, .flag(Event.Flag()))), #"{"class":"event","event":"flag","t":2}"#),
  (.event(Event(t: 2, .won)), #"{"class":"event","event":"won","t":2}"#),
  (
    .event(Event(t: 2, .lost(.noBallsLeft))),
    #"{"class":"event","event":"lost","t":2,"reason":"balls"}"#
  ),
  (
    .event(Event(t: 2, .lost(.outOfTime))),
    #"{"class":"event","event":"lost","t":2,"reason":"time"}"#
  ),
  (
    .event(Event(t: 2, .block(column: 3, row: 4, isBlock: true))),
    #"{"class":"event","event":"block","t":2,"column":3,"row":4,"block":true}"#
  ),
  (
    .event(Event(t: 2, .block(column: 0, row: 255, isBlock: false))),
    #"{"class":"event","event":"block","t":2,"column":0,"row":255,"block":false}"#
  ),
  (.event(Event(t: 2, .cleared)), #"{"class":"event","event":"cleared","t":2}"#),
  (
    .event(Event(t: 2, .table(name: "bounce"))),
    #"{"class":"event","event":"table","t":2,"name":"bounce"}"#
  ),
  (
    .error(ErrorReport(code: .refused, message: "a ball lies there")),
    #"{"class":"error","code":"refused","message":"a ball lies there"}"#
  ),
  (
    .error(ErrorReport(code: .noSuchTable, message: "no")),
    #"{"class":"error","code":"no-such-table","message":"no"}"#
  ),
  (
    .error(
      ErrorReport(
        code: .unknownCommand, field: "do", message: "no \"x\"", hint: "a\\b\n\u{1}é", id: -7)),
    #"{"class":"error","code":"unknown-command","field":"do","message":"no \"x\"","#
      + #""hint":"a\\b\n\u0001é","id":-7}"#
  ),
  (
    .error(ErrorReport(code: .badJSON, message: "\r\t\u{1f}\u{7f}")),
    "{\"class\":\"error\",\"code\":\"bad-json\",\"message\":\"\\r\\t\\u001f\\u007f\"}"
  ),
  (
    .ok(Confirmation(command: "pause", id: Limits.integer)),
    #"{"class":"ok","do":"pause","id":9007199254740991}"#
  ),
]
