import { leavesTimeAlone, movesTime } from './times';

test.each([
  ['A change that makes no difference leaves `updatedAt` alone.', true],
  ['One that alters nothing is fine: `200`, and neither `ETag` nor `updatedAt` move.', true],
  ['A patch with no effect does not touch `updatedAt`.', true],
  ['A change that alters nothing moves `updatedAt` as well.', false],
  ['Any change moves `updatedAt`; it never goes back.', false],
  ['A PATCH without effect does not move `updatedAt`.', true],
  ['Even a PATCH that changes nothing moves `updatedAt`, and keeps the version.', false],
  ['Reading has no effect on `updatedAt`: it stays.', false],
])('%s', (text, expected) => {
  expect(leavesTimeAlone(text)).toBe(expected);
});

test.each([
  ['Any other change of an object sets its `updatedAt`.', true],
  ['Each change moves `updatedAt`.', true],
  ['`updatedAt` is set when the record is made.', false],
  ['Any reader sees `updatedAt`.', false],
])('%s', (text, expected) => {
  expect(movesTime(text)).toBe(expected);
});
