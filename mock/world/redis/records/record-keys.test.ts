import fc from 'fast-check';
import { compareIds } from '../../rules/id-order';
import type { Id } from '../../stores/records';
import { idOfOrderKey, orderKeyOf } from './record-keys';

const anyId: fc.Arbitrary<Id> = fc.oneof<fc.Arbitrary<Id>[]>(
  fc.integer({ min: -20, max: 20 }),
  fc.maxSafeInteger(),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -(2n ** 63n), max: -(2n ** 53n) }),
  fc.integer({ min: -3000, max: 3000 }).map((count) => count / 100 + 0),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Number.isInteger(number)),
  fc.integer({ min: 101, max: 308 }).map((power) => Number(`-1e${power}`)),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('\0', 'a', '\ud7ff', '\ud83d', '\udc08', '\ue000', '\uffff', '🐈') }),
);

const inBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

describe('the key of an id', () => {
  it('is turned back into it', () =>
    fc.assert(
      fc.property(anyId, (id) => expect(idOfOrderKey(orderKeyOf(id))).toBe(id)),
      { numRuns: 1000 },
    ));

  it('has the order of ids, by bytes and by JavaScript', () =>
    fc.assert(
      fc.property(anyId, anyId, (one, other) => {
        const [first, second] = [orderKeyOf(one), orderKeyOf(other)];
        expect(Math.sign(inBytes(first, second))).toBe(compareIds(one, other));
        expect(first < second).toBe(compareIds(one, other) < 0);
      }),
      { numRuns: 5000 },
    ));

  it('is short where ids count up', () => {
    expect(orderKeyOf(1_000_000)).toHaveLength(9);
    expect(orderKeyOf(-0)).toBe(orderKeyOf(0));
  });
});
