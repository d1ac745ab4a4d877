import { createRecordIndex } from './record-index';

describe('an index', () => {
  const without = { property: 'colour', anyOf: [undefined] };

  it('finds the records that lack a property, by that one and by several', () => {
    for (const properties of [['colour'], ['colour', 'size']]) {
      const index = createRecordIndex(properties, () => {});
      index.add(1, { size: 2 });
      index.add(2, { colour: 'red', size: 2 });
      const conditions = [without, { property: 'size', anyOf: [2] }].slice(0, properties.length);
      expect(index.find(conditions, 9)).toEqual([1]);
      index.remove(1, { size: 2 });
      expect(index.find(conditions, 9)).toEqual([]);
    }
  });
});
