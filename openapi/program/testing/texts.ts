import fc from 'fast-check';

/**
 * A character of Unicode. `unit: 'binary'` of fast-check means the same, and takes seconds in each process to list a million of them
 * for the shrinking of values that it has not made.
 */
export const character = fc
  .integer({ min: 0, max: 0x10_ffff - 0x800 })
  .map((nth) => String.fromCodePoint(nth < 0xd800 ? nth : nth + 0x800));

/** What may stand between two slashes, or beside one: `fc.webSegment` is of such characters as well. */
export const segment = fc
  .string({ unit: fc.oneof(fc.constantFrom(..."aZ09-._~!$'()*+,;=:@&"), character), maxLength: 10 })
  .map((text) => encodeURIComponent(text).replaceAll(/%(?:24|26|2[BC]|3[ABD]|40)/g, decodeURIComponent));
