import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { until } from '../../openapi/program/testing/until';
import { createPool, createReplyPool, type Reservation } from './memory-pool';

const MOST = 20;
const never = (): void => {};
const steps = fc.array(
  fc.record({
    act: fc.constantFrom('reserve', 'reserve', 'release', 'shrink'),
    bytes: fc.integer({ min: 1, max: 30 }),
    nth: fc.nat(20),
  }),
  { maxLength: 30 },
);

test('memory is granted in the order of reservations, to as many as there is some for', () =>
  fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const pool = createPool(MOST);
      let held: { readonly reservation: Reservation; bytes: number; isGranted: boolean }[] = [];
      for (const { act, bytes, nth } of taken) {
        const one = held[nth % held.length];
        if (act === 'reserve' || one === undefined) {
          const reservation = pool.reserve(bytes, never);
          // A body larger than all of it gets all of it.
          const added = { reservation, bytes: Math.min(bytes, MOST), isGranted: reservation.wait === undefined };
          void reservation.wait?.then(() => {
            added.isGranted = true;
          });
          held.push(added);
        } else if (act === 'release') {
          for (let time = 0; time < 2; time += 1) one.reservation.release();
          held = held.filter((other) => other !== one);
        } else {
          one.reservation.shrink(bytes);
          one.bytes = Math.min(one.bytes, bytes);
        }
        await setImmediate();
        const granted = held.filter(({ isGranted }) => isGranted);
        const [waiting] = held.filter(({ isGranted }) => !isGranted);
        const used = granted.reduce((sum, { bytes: own }) => sum + own, 0);
        expect(pool.usedBytes()).toBe(used);
        expect(used).toBeLessThanOrEqual(MOST);
        expect(held.slice(0, granted.length)).toEqual(granted);
        if (waiting !== undefined) expect(used + waiting.bytes).toBeGreaterThan(MOST);
      }
    }),
  ));

const newResponse = () => new ServerResponse(new IncomingMessage(new Socket()));

test('while others wait, a body that is long on its way is evicted, but none that has been read', async () => {
  const evicted: string[] = [];
  const pool = createPool(MOST, 0);
  const [read] = ['read', 'slow', 'waiting'].map((name) => pool.reserve(MOST / 2, () => evicted.push(name)));
  read?.settle();
  await until(() => evicted.length > 0);
  expect(new Set(evicted)).toEqual(new Set(['slow']));
});

test('while others wait, a client that does not read its reply is disconnected', async () => {
  const pool = createReplyPool(100);
  const [slow, next] = [newResponse(), newResponse()];
  expect(pool.reserve(slow, 80)).toBeUndefined();
  const waiting = pool.reserve(next, 80);
  await until(() => slow.destroyed);
  slow.emit('close');
  expect(await waiting).toBe(true);
  expect(pool.usedBytes()).toBe(80);
});

test('a reply whose client leaves while it waits gets no memory', async () => {
  const pool = createReplyPool(100);
  const [first, second] = [newResponse(), newResponse()];
  expect(pool.reserve(first, 80)).toBeUndefined();
  const waiting = pool.reserve(second, 80);
  second.emit('close');
  expect(await waiting).toBe(false);
  expect(pool.reserve(first, 30)).toBeUndefined();
  expect(pool.usedBytes()).toBe(30);
  first.emit('close');
  expect(pool.usedBytes()).toBe(0);
});
