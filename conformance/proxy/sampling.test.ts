import { createSampling } from './outbox';

/** How many of so many exchanges are judged that come evenly within a second, in each tenth of it. */
function judged(aSecond: number, seconds = 1): readonly number[] {
  let time = 0;
  const isChosen = createSampling(() => time);
  const counts = Array.from({ length: 10 * seconds }, () => 0);
  for (let index = 0; index < aSecond * seconds; index += 1) {
    time = Math.floor((index * 1000) / aSecond);
    if (isChosen()) counts[Math.floor(time / 100)] = (counts[Math.floor(time / 100)] ?? 0) + 1;
  }
  return counts;
}

test('traffic of 2,000 a second is judged whole', () => {
  expect(judged(2000)).toEqual(Array.from({ length: 10 }, () => 200));
});

test('of denser traffic the first ones of each tenth of a second are judged', () => {
  expect(judged(20_000)).toEqual([300, ...Array.from({ length: 9 }, () => 20)]);
});

test('after a pause all of it is judged again', () => {
  let time = 0;
  const isChosen = createSampling(() => time);
  const burst = () => Array.from({ length: 400 }, isChosen).filter(Boolean).length;
  expect(burst()).toBe(300);
  time = 100;
  expect(burst()).toBe(20);
  time = 1000;
  expect(burst()).toBe(300);
});
