import fc from 'fast-check';
import { type Flight, groupsOf } from './sessions';

const flight = (clock: string, startedAt: number, milliseconds: number): Flight => ({
  clock,
  startedAt,
  endedAt: startedAt + milliseconds,
});
const sizes = (flights: readonly Flight[]): readonly number[] => groupsOf(flights).map(({ length }) => length);

test.each([
  ['one after the other', [flight('a', 0, 10), flight('a', 10, 10), flight('a', 30, 10)], [1, 1, 1]],
  ['across each other', [flight('a', 0, 20), flight('a', 10, 30), flight('a', 30, 20)], [3]],
  ['of two pages, within a second', [flight('a', 0, 10), flight('b', 900, 10)], [2]],
  ['of two pages, later', [flight('a', 0, 10), flight('b', 1010, 10)], [1, 1]],
  [
    'of one page, with those of another in between',
    [flight('a', 0, 10), flight('a', 20, 10), flight('b', 500, 10), flight('a', 2000, 10)],
    [3, 1],
  ],
])('requests %s', (_, flights, expected) => {
  expect(sizes(flights)).toEqual(expected);
});

test('no two requests that may have been in flight at once are in different groups, and none is lost', () => {
  const drawn = fc
    .tuple(fc.constantFrom('a', 'b'), fc.nat(9000), fc.nat(300))
    .map(([clock, startedAt, milliseconds]) => flight(clock, startedAt, milliseconds));
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 30 }), (flights) => {
      const groups = groupsOf(flights);
      expect(groups.flat()).toHaveLength(flights.length);
      const hasTwo = new Set(flights.map(({ clock }) => clock)).size > 1;
      groups.forEach((group, index) => {
        for (const one of group)
          for (const later of groups.slice(index + 1).flat())
            expect(later.startedAt - one.endedAt).toBeGreaterThanOrEqual(
              hasTwo && later.clock !== one.clock ? 1000 : 0,
            );
      });
    }),
    { numRuns: 200 },
  );
});
