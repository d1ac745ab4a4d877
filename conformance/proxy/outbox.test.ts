import type { Batch, Observed } from './observed';
import { createOutbox, createSampling } from './outbox';

const NOTHING = { bytes: Buffer.alloc(0), length: 0 };

test('of a dense burst the first ones are told, and those that come later stand behind the gap', () => {
  const batches: Batch[] = [];
  const outbox = createOutbox((batch) => batches.push(batch));
  const observe = (isSafe: boolean): void => {
    const began = outbox.flights.begin(isSafe);
    const { at, meanwhile } = outbox.flights.end(isSafe);
    const one: Observed = {
      ...{
        began,
        ended: at,
        meanwhile,
        startedAt: 0,
        milliseconds: 1,
        connection: 1,
        carried: 0,
        isSafe,
        isSent: true,
      },
      ...{ requestHead: NOTHING.bytes, requestBody: NOTHING, replyHead: NOTHING.bytes, replyBody: NOTHING },
      ...{ ending: 'whole', hasExcess: false, held: undefined },
    };
    outbox.observed(one);
  };
  for (let index = 0; index < 10; index += 1) observe(true);
  outbox.unjudged('left by the client', true);
  outbox.unjudged('left by the client', false);
  for (let index = 0; index < 3000; index += 1) observe(false);
  outbox.flush();
  expect(batches[0]).toMatchObject({ gap: undefined, unjudged: { 'left by the client': 1 } });
  expect(batches[0]?.observed).toHaveLength(10);
  expect(batches[1]).toMatchObject({ gap: 20, unjudged: { 'left by the client': 1 } });
  for (const { gap = 0, observed } of batches) expect(observed.every(({ began }) => began > gap)).toBe(true);
  const leftOut = batches.reduce((sum, { unjudged }) => sum + (unjudged['faster than they could be judged'] ?? 0), 0);
  expect(leftOut).toBeGreaterThan(0);
  expect(leftOut + batches.reduce((sum, { observed }) => sum + observed.length, 0)).toBe(3010);
  expect(batches.at(-1)?.gap).toBe(outbox.flights.now());
});

/** How many of so many exchanges a second are judged, in each tenth of it, and after a pause. */
function judged(aSecond: number): readonly number[] {
  let time = 0;
  const isChosen = createSampling(() => time);
  const tenths = [0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 2000];
  return tenths.map((begin) => {
    const sent = Array.from({ length: aSecond / 10 }, (_, index) => {
      time = begin + Math.floor((index * 1000) / aSecond);
      return isChosen();
    });
    return sent.filter(Boolean).length;
  });
}

test('traffic of 2,000 a second is judged whole; of denser traffic the first of each tenth of a second, until a pause', () => {
  expect(judged(2000)).toEqual(Array.from({ length: 11 }, () => 200));
  expect(judged(20_000)).toEqual([300, ...Array.from({ length: 9 }, () => 20), 300]);
});
