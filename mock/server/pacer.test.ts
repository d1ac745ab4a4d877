import { setImmediate } from 'node:timers/promises';
import { createPacer } from './pacer';

const isUrgent = (work: number | string): boolean => work === 'urgent';

test('what is begun in one turn of the event loop is bounded, and keeps its order', async () => {
  const begun: (number | string)[] = [];
  const pacer = createPacer<number | string>(
    (work) => void begun.push(work),
    isUrgent,
    () => 0,
  );
  const all = Array.from({ length: 1000 }, (_, index) => index);
  for (const work of all) pacer.begin(work);
  pacer.begin('urgent');
  expect(begun).toEqual([...all.slice(0, 40), 'urgent']);
  await setImmediate();
  expect(begun.length).toBeLessThan(1000);
  while (begun.length <= all.length) await setImmediate();
  expect(begun.filter((work) => work !== 'urgent')).toEqual(all);
  // Later turns count anew.
  for (let turn = 0; turn < 50; turn += 1) {
    await setImmediate();
    pacer.begin(turn);
    expect(begun.at(-1)).toBe(turn);
  }
});

test('a turn begins less while connections are accepted, of which Node takes one in a turn', async () => {
  const begun: number[] = [];
  let accepted = 0;
  const pacer = createPacer<number>(
    (work) => void begun.push(work),
    () => false,
    () => accepted,
  );
  for (let work = 0; work < 1000; work += 1) pacer.begin(work);
  accepted += 1;
  const before = begun.length;
  await setImmediate();
  await setImmediate();
  expect(begun.length - before).toBeLessThan(80);
  while (begun.length < 1000) await setImmediate();
});

test('while it is paused only what is urgent begins', async () => {
  const begun: (number | string)[] = [];
  const pacer = createPacer<number | string>(
    (work) => void begun.push(work),
    isUrgent,
    () => 0,
  );
  pacer.pause();
  for (const work of [1, 'urgent', 2]) pacer.begin(work);
  await setImmediate();
  expect(begun).toEqual(['urgent']);
  pacer.resume();
  await setImmediate();
  expect(begun).toEqual(['urgent', 1, 2]);
});
