import { createBodies } from './capacity';

const nobody = (): void => {};

test('bodies enter while there is room, and then in their order as others leave', async () => {
  const bodies = createBodies(10);
  const [first, second, third, fourth] = [6, 5, 4, 1].map((bytes) => bodies.take(bytes, nobody));
  expect(first?.wait).toBeUndefined();
  expect([second, third, fourth].map((room) => room?.wait)).toEqual(Array(3).fill(expect.any(Promise)));
  expect(bodies.usedBytes()).toBe(6);
  first?.leave();
  await Promise.all([second?.wait, third?.wait, fourth?.wait]);
  expect(bodies.usedBytes()).toBe(10);
  for (const room of [second, third, fourth]) room?.leave();
  expect(bodies.usedBytes()).toBe(0);
});

test('who leaves before its turn is passed over, and who leaves twice leaves once', async () => {
  const bodies = createBodies(10);
  const [first, second, third] = [10, 10, 10].map((bytes) => bodies.take(bytes, nobody));
  second?.leave();
  first?.leave();
  first?.leave();
  await third?.wait;
  expect(bodies.usedBytes()).toBe(10);
  third?.leave();
});

test('a body larger than all the room gets all of it, alone', async () => {
  const bodies = createBodies(10);
  const [small, large] = [1, 100].map((bytes) => bodies.take(bytes, nobody));
  small?.leave();
  await large?.wait;
  expect(bodies.usedBytes()).toBe(10);
  large?.leave();
});
