import { fieldName } from './field-name';

test.each([
  [['name'], 'name'],
  [['owner', 'address', 'city'], 'owner.address.city'],
  [['tags', '2', 'name'], 'tags[2].name'],
  [['2'], '[2]'],
  [['2', 'name'], '[2].name'],
  [['first-name', 'Straße', '@type', '$ref', 'last name'], 'first-name.Straße.@type.$ref.last name'],
  [['labels', 'a.b', 'c'], "labels['a.b'].c"],
  [['', ' a', 'b '], "[''][' a']['b ']"],
  [["it's", 'say "x"', 'C:\\'], `['it\\'s']['say \\"x\\"']['C:\\\\']`],
  [['a[0]', ']'], "['a[0]'][']']"],
  [['01', '-1', '1e3'], '01.-1.1e3'],
  [['\0', 'a\nb', '\u202e', '\u{e0001}', '\ud800'], "['\\u0000']['a\\nb']['\\u202e']['\\udb40\\udc01']['\\ud800']"],
])('%j is called %s', (steps, name) => {
  expect(fieldName(steps)).toBe(name);
});

test('what a parameter holds is called by the name of the parameter, as it is', () => {
  expect(fieldName([], 'page[size]')).toBe('page[size]');
  expect(fieldName(['0', 'from'], 'filter')).toBe('filter[0].from');
});

test('a long name is cut in the middle, as is a long way, and no character is split', () => {
  expect(fieldName(['a'.repeat(1_000_000)])).toBe(`${'a'.repeat(30)}…${'a'.repeat(30)}`);
  const name = fieldName(Array(10_000).fill('of'));
  expect([name.length, name.slice(0, 6), name.slice(-6)]).toEqual([101, 'of.of.', '.of.of']);
  expect(fieldName(['😀'.repeat(1000)])).toBe(`${'😀'.repeat(15)}…${'😀'.repeat(15)}`);
});
