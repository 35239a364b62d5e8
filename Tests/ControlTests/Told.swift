// SPDX-License-Identifier: MIT

import Wire

// What balld tells in the tests of ballctl.

let greeting =
  #"{"class":"hello","server":"balld 0.1.0","protocol":"1.0","session":"s"}"# + "\n"
let sensor =
  #"{"class":"sensor","source":"iio","name":"lsm6dso_accel","mode":"polled","rate":17.24,"#
  + #""gyro":true,"mount":[1,0,0,0,1,0,0,0,1],"mountFrom":"identity","health":"ok"}"# + "\n"
let table =
  #"{"class":"table","name":"marble","hash":"a","game":"marble","width":0.28,"height":0.2,"#
  + #""ballRadius":0.008}"# + "\n"
let state =
  #"{"class":"state","seq":1,"t":17.3664,"phase":"rolling","balls":[{"x":0.14023,"y":0.0911,"#
  + #""vx":0.03,"vy":-0.04}],"tilt":[0.41,-0.123],"new":1}"# + "\n"
let impact =
  #"{"class":"event","event":"impact","t":18,"ball":0,"x":0.0078,"y":0.09,"speed":0.2104}"# + "\n"

/// A status with these fields beside those that it always has.
func statusLine(_ more: String = "") -> String {
  #"{"class":"status","well":true,"server":"balld 0.1.0",\#(more)"sensor":{"source":"iio","#
    + #""name":"lsm6dso_accel","mode":"polled","rate":17.24,"gyro":true,"#
    + #""mount":[1,0,0,0,1,0,0,0,1],"mountFrom":"identity","health":"ok"},"phase":"rolling","#
    + #""table":{"name":"marble","game":"marble"}}"# + "\n"
}

/// The id of the one command that `confirm` sends.
let confirmedID = Limits.integer

/// The line that answers that command.
func okLine(_ command: String) -> String {
  "{\"class\":\"ok\",\"do\":\"\(command)\",\"id\":\(confirmedID)}\n"
}

/// Answers that command.
func ok(_ command: String) -> Step { .send(okLine(command)) }
