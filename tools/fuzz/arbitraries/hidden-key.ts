import fc, { type Arbitrary } from 'fast-check';
import { percent } from './encoded';

/** A key as it may stand in a place where nobody looks for one. */
export const hiddenKey = (keys: readonly string[]): Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...keys), fc.constantFrom(...DISGUISES), fc.constantFrom(...FRAMES))
    .map(([key, disguise, [before, after]]) => before + disguise(key) + after);

/** Ways to write a key; all of them are decoded by somebody. */
const DISGUISES: readonly ((key: string) => string)[] = [
  (key) => key,
  (key) => percent(key, /[\s\S]/),
  (key) => percent(key, /[^A-Za-z0-9]/),
  (key) => percent(key, /[a-z]/),
  (key) => percent(percent(key, /[^A-Z]/), /%/),
  (key) => `Bearer ${key}`,
  (key) => `Bearer+${key}`,
  (key) => `Bearer%20${key}`,
  (key) => `Basic ${Buffer.from(`user:${key}`).toString('base64')}`,
  (key) => `${key},${key}`,
];

const FRAMES: readonly (readonly [string, string])[] = [
  ['', ''],
  ['', ' '],
  ['"', '"'],
  ['<', '>'],
  ['(', ')'],
  ['key=', ''],
  ['', '=1'],
  ['https://user:', '@host/'],
  ['x/', '/y'],
  ['a,', ';b'],
];
