import fc from 'fast-check';
import { createEntryFinder } from './har-file';

test('entries are found however the bytes come, and whatever stands in texts and beside them', () => {
  const harDrawn = fc.record({
    log: fc.record({
      pages: fc.array(fc.jsonValue()),
      entries: fc.array(fc.dictionary(fc.string(), fc.jsonValue())),
      comment: fc.string(),
    }),
    other: fc.jsonValue(),
  });
  fc.assert(
    fc.property(harDrawn, fc.integer({ min: 1, max: 40 }), fc.boolean(), (har, size, isIndented) => {
      const bytes = Buffer.from(JSON.stringify(har, null, isIndented ? 2 : 0));
      const finder = createEntryFinder();
      for (let at = 0; at < bytes.length; at += size) finder.take(bytes.subarray(at, at + size));
      const found = finder.places.map(({ offset, length }) =>
        JSON.parse(bytes.subarray(offset, offset + length).toString()),
      );
      expect(found).toEqual(JSON.parse(JSON.stringify(har.log.entries)));
      expect([finder.hasEntries, finder.isWhole]).toEqual([true, true]);
    }),
    { seed: 1, numRuns: 200 },
  );
});
