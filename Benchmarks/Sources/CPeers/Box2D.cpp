// SPDX-License-Identifier: MIT

#include "CPeers.h"

#include <box2d/box2d.h>

#include <vector>

namespace {

struct ContactCounter : b2ContactListener {
  long count = 0;
  void BeginContact(b2Contact *) override { count += 1; }
};

}  // namespace

struct box2d {
  b2World world{b2Vec2(0, 0)};
  std::vector<b2Body *> balls;
  ContactCounter counter;
};

static void add_box(
  b2Body *body, double left, double top, double right, double bottom,
  const struct peer_scene *scene) {
  b2PolygonShape shape;
  shape.SetAsBox(
    float(right - left) / 2, float(bottom - top) / 2,
    b2Vec2(float(left + right) / 2, float(top + bottom) / 2), 0);
  b2FixtureDef fixture;
  fixture.shape = &shape;
  fixture.friction = 0;
  fixture.restitution = float(scene->restitution);
  fixture.restitutionThreshold = float(scene->bounce_threshold);
  body->CreateFixture(&fixture);
}

struct box2d *box2d_make(const struct peer_scene *scene) {
  box2d *peer = new box2d;
  peer->world.SetAllowSleeping(false);
  peer->world.SetContinuousPhysics(scene->is_continuous != 0);
  if (scene->counts_contacts) peer->world.SetContactListener(&peer->counter);

  b2BodyDef ground;
  b2Body *table = peer->world.CreateBody(&ground);
  double cell = scene->cell;
  double width = scene->columns * cell, height = scene->rows * cell;
  add_box(table, -cell, -cell, 0, height + cell, scene);
  add_box(table, width, -cell, width + cell, height + cell, scene);
  add_box(table, 0, -cell, width, 0, scene);
  add_box(table, 0, height, width, height + cell, scene);
  for (int row = 0; row < scene->rows; row++) {
    for (int column = 0; column < scene->columns; column++) {
      if (!scene->blocks[row * scene->columns + column]) continue;
      add_box(table, column * cell, row * cell, (column + 1) * cell, (row + 1) * cell, scene);
    }
  }
  for (int i = 0; i < scene->balls; i++) {
    b2BodyDef definition;
    definition.type = b2_dynamicBody;
    // Without friction nothing turns a ball.
    definition.fixedRotation = true;
    b2Body *body = peer->world.CreateBody(&definition);
    b2CircleShape circle;
    circle.m_radius = float(scene->radius);
    b2FixtureDef fixture;
    fixture.shape = &circle;
    fixture.density = 1;
    fixture.friction = 0;
    fixture.restitution = float(scene->restitution);
    fixture.restitutionThreshold = float(scene->bounce_threshold);
    body->CreateFixture(&fixture);
    peer->balls.push_back(body);
  }
  return peer;
}

void box2d_place(struct box2d *peer, int ball, struct peer_ball state) {
  peer->balls[size_t(ball)]->SetTransform(b2Vec2(float(state.x), float(state.y)), 0);
  peer->balls[size_t(ball)]->SetLinearVelocity(b2Vec2(float(state.vx), float(state.vy)));
}

void box2d_step(struct box2d *peer, double ax, double ay, double dt) {
  peer->world.SetGravity(b2Vec2(float(ax), float(ay)));
  // The numbers of iterations that its manual suggests.
  peer->world.Step(float(dt), 8, 3);
}

struct peer_ball box2d_ball(const struct box2d *peer, int ball) {
  b2Vec2 position = peer->balls[size_t(ball)]->GetPosition();
  b2Vec2 velocity = peer->balls[size_t(ball)]->GetLinearVelocity();
  return {position.x, position.y, velocity.x, velocity.y};
}

long box2d_contacts(const struct box2d *peer) { return peer->counter.count; }

void box2d_free(struct box2d *peer) { delete peer; }
