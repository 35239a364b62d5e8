// SPDX-License-Identifier: MIT

// The scene of the benchmarks in Chipmunk 7 and in Box2D 2.4, behind the same few functions.
// All in metres and seconds, y in whatever direction the caller likes: there is no gravity but what
// a step is given.

#ifndef CPEERS_H
#define CPEERS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What a peer lays out: a walled rectangle of square cells, some of them blocks, and balls.
struct peer_scene {
  int columns;
  int rows;
  // A byte a cell, row by row: not 0 for a block.
  const uint8_t *blocks;
  double cell;
  double radius;
  // The restitution of a ball with a wall and with another ball.
  double restitution;
  // The rebound speed below which Box2D makes an impact inelastic; Chipmunk knows none.
  double bounce_threshold;
  int balls;
  // Box2D: sweep each ball to its time of impact, as it does by default.
  int is_continuous;
  // Count the contacts that begin; costs a call for each.
  int counts_contacts;
};

struct peer_ball {
  double x, y, vx, vy;
};

struct chipmunk;
struct chipmunk *chipmunk_make(const struct peer_scene *scene);
void chipmunk_place(struct chipmunk *peer, int ball, struct peer_ball state);
void chipmunk_step(struct chipmunk *peer, double ax, double ay, double dt);
struct peer_ball chipmunk_ball(const struct chipmunk *peer, int ball);
long chipmunk_contacts(const struct chipmunk *peer);
void chipmunk_free(struct chipmunk *peer);

struct box2d;
struct box2d *box2d_make(const struct peer_scene *scene);
void box2d_place(struct box2d *peer, int ball, struct peer_ball state);
void box2d_step(struct box2d *peer, double ax, double ay, double dt);
struct peer_ball box2d_ball(const struct box2d *peer, int ball);
long box2d_contacts(const struct box2d *peer);
void box2d_free(struct box2d *peer);

#ifdef __cplusplus
}
#endif

#endif
