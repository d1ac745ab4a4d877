import type { Births } from './records';
import type { Awaitable } from './store';

/** What all such stores do; `make` gives an empty one each time. */
export function describeBirths(name: string, make: () => Awaitable<Births>): void {
  describe(name, () => {
    it('tell of the records of a collection, the oldest first', async () => {
      const births = await make();
      for (const id of [3, 'a\0b:c', 2n ** 63n - 1n, -5]) await births.note('things', id, 0);
      await births.note('thing', 9, 0);
      expect(await births.of('things')).toEqual(
        [3, 'a\0b:c', 2n ** 63n - 1n, -5].map((id) => ({ id, isHidden: false })),
      );
      expect(await births.of('thing')).toEqual([{ id: 9, isHidden: false }]);
      expect(await births.of('others')).toEqual([]);
    });

    it('tell whether one is still hidden', async () => {
      const births = await make();
      await births.note('things', 1, 3_600_000);
      await births.note('things', 2, 0);
      expect(await births.of('things')).toEqual([
        { id: 1, isHidden: true },
        { id: 2, isHidden: false },
      ]);
    });

    it('tell last of one that was noted again', async () => {
      const births = await make();
      for (const id of [1, 2, 1]) await births.note('things', id, 0);
      expect((await births.of('things')).map(({ id }) => id).slice(-2)).toEqual([2, 1]);
    });
  });
}
