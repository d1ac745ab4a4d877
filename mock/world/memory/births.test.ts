import { describeBirths } from '../stores/births.behaviour';
import { MOST_BIRTHS } from '../stores/records';
import { createMemoryBirths } from './records';

describeBirths('births in memory', () => createMemoryBirths(Date.now));

test('a record is hidden up to its instant of real time', async () => {
  let now = 1000;
  const births = createMemoryBirths(() => now);
  await births.note('things', 1, 200);
  const isHidden = async (at: number) => {
    now = at;
    return (await births.of('things'))[0]?.isHidden;
  };
  expect([await isHidden(1000), await isHidden(1199), await isHidden(1200)]).toEqual([true, true, false]);
});

test('the oldest of too many are forgotten', async () => {
  const births = createMemoryBirths(() => 0);
  for (let id = 0; id < MOST_BIRTHS + 2; id += 1) void births.note('things', id, 0);
  const kept = await births.of('things');
  expect([kept.length, kept[0]?.id]).toEqual([MOST_BIRTHS, 2]);
});
