// SPDX-License-Identifier: MIT

#include "CPeers.h"

#include <chipmunk/chipmunk.h>
#include <math.h>
#include <stdlib.h>

struct chipmunk {
  cpSpace *space;
  int count;
  cpBody **bodies;
  long contacts;
};

static cpBool count_contact(cpArbiter *arbiter, cpSpace *space, cpDataPointer data) {
  (void)arbiter;
  (void)space;
  ((struct chipmunk *)data)->contacts += 1;
  return cpTrue;
}

// Chipmunk multiplies the restitutions of the two shapes: each has the root.
static void add(cpSpace *space, cpShape *shape, double restitution) {
  cpShapeSetElasticity(shape, sqrt(restitution));
  cpShapeSetFriction(shape, 0);
  cpSpaceAddShape(space, shape);
}

static void add_box(cpSpace *space, double left, double top, double right, double bottom, double e) {
  cpBB box = cpBBNew(left, top, right, bottom);
  add(space, cpBoxShapeNew2(cpSpaceGetStaticBody(space), box, 0), e);
}

struct chipmunk *chipmunk_make(const struct peer_scene *scene) {
  struct chipmunk *peer = calloc(1, sizeof *peer);
  peer->space = cpSpaceNew();
  peer->count = scene->balls;
  peer->bodies = calloc((size_t)scene->balls, sizeof *peer->bodies);
  // The default is 0.1 units: a third of a ball of 1/3 m. Box2D's is 0.005 m.
  cpSpaceSetCollisionSlop(peer->space, 0.005);
  // Sleeping is off by default. The index is the default tree of boxes: the spatial hash was slower
  // in every scene, since it clears a table each step that must be large for the static shapes.
  if (scene->counts_contacts) {
    cpCollisionHandler *handler = cpSpaceAddDefaultCollisionHandler(peer->space);
    handler->beginFunc = count_contact;
    handler->userData = peer;
  }

  double cell = scene->cell, e = scene->restitution;
  double width = scene->columns * cell, height = scene->rows * cell;
  add_box(peer->space, -cell, -cell, 0, height + cell, e);
  add_box(peer->space, width, -cell, width + cell, height + cell, e);
  add_box(peer->space, 0, -cell, width, 0, e);
  add_box(peer->space, 0, height, width, height + cell, e);
  for (int row = 0; row < scene->rows; row++) {
    for (int column = 0; column < scene->columns; column++) {
      if (!scene->blocks[row * scene->columns + column]) continue;
      add_box(
        peer->space, column * cell, row * cell, (column + 1) * cell, (row + 1) * cell, e);
    }
  }
  for (int i = 0; i < peer->count; i++) {
    // Without friction nothing turns a ball: an infinite moment spares the sums.
    cpBody *body = cpSpaceAddBody(peer->space, cpBodyNew(1, INFINITY));
    add(peer->space, cpCircleShapeNew(body, scene->radius, cpvzero), e);
    peer->bodies[i] = body;
  }
  return peer;
}

void chipmunk_place(struct chipmunk *peer, int ball, struct peer_ball state) {
  cpBodySetPosition(peer->bodies[ball], cpv(state.x, state.y));
  cpBodySetVelocity(peer->bodies[ball], cpv(state.vx, state.vy));
}

void chipmunk_step(struct chipmunk *peer, double ax, double ay, double dt) {
  cpSpaceSetGravity(peer->space, cpv(ax, ay));
  cpSpaceStep(peer->space, dt);
}

struct peer_ball chipmunk_ball(const struct chipmunk *peer, int ball) {
  cpVect position = cpBodyGetPosition(peer->bodies[ball]);
  cpVect velocity = cpBodyGetVelocity(peer->bodies[ball]);
  return (struct peer_ball){position.x, position.y, velocity.x, velocity.y};
}

long chipmunk_contacts(const struct chipmunk *peer) { return peer->contacts; }

static void remember_shape(cpShape *shape, void *list) { *(*(cpShape ***)list)++ = shape; }
static void count_shape(cpShape *shape, void *count) {
  (void)shape;
  *(size_t *)count += 1;
}

void chipmunk_free(struct chipmunk *peer) {
  size_t count = 0;
  cpSpaceEachShape(peer->space, count_shape, &count);
  cpShape **shapes = calloc(count, sizeof *shapes);
  cpShape **end = shapes;
  cpSpaceEachShape(peer->space, remember_shape, &end);
  for (size_t i = 0; i < count; i++) {
    cpSpaceRemoveShape(peer->space, shapes[i]);
    cpShapeFree(shapes[i]);
  }
  free(shapes);
  for (int i = 0; i < peer->count; i++) {
    cpSpaceRemoveBody(peer->space, peer->bodies[i]);
    cpBodyFree(peer->bodies[i]);
  }
  cpSpaceFree(peer->space);
  free(peer->bodies);
  free(peer);
}
