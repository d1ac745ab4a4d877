import { startMock } from '../index';
import { behavioursOf } from './';
import { holdBack } from './limits';

test('a wait ends when one of its endings happens, and listens no longer', async () => {
  const removed: string[] = [];
  const ending = (name: string, isNow: boolean) => (listener: () => void) => {
    if (isNow) listener();
    return () => removed.push(name);
  };
  let isOver = false;
  const waiting = holdBack(60_000, [ending('left', true), ending('closed', false)]).then(() => {
    isOver = true;
  });
  await new Promise(setImmediate);
  expect(isOver).toBe(true);
  await waiting;
  expect(removed).toEqual(['left', 'closed']);
});

test('how long it takes goes by the seed and the number of the request', () => {
  const { latency } = behavioursOf({ options: { latency: ['slow'] } }, {});
  const waits = [7, 7, 8].map((seed) => [0, 1, 2, 3].map((turn) => latency(0, { turn, seed })));
  expect(waits[1]).toEqual(waits[0]);
  expect(waits[2]).not.toEqual(waits[0]);
  expect(new Set(waits[0]).size).toBe(4);
  expect(waits.flat().every((wait) => wait >= 100 && wait < 300)).toBe(true);
});

test('a mock that closes answers what waits', async () => {
  const mock = await startMock({ choices: { latency: 'slow' }, log: 'silent' });
  const asked = fetch(`${mock.baseUrl}/pets/1`, { headers: { authorization: 'Bearer demo-free' } });
  const hasBegun = async () =>
    (await mock.allowances.list()).some(({ windows }) => windows.some(({ used }) => used > 0));
  while (!(await hasBegun())) await new Promise(setImmediate);
  await mock.close();
  expect((await asked).status).toBe(200);
});
