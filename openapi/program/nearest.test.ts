import { meantText, nearest } from './nearest';

const KNOWN = ['baseUrl', 'maxRequests', 'maxTime', 'seed', 'checks'];

test.each([
  ['baseURL', 'baseUrl'],
  ['base_url', 'baseUrl'],
  ['maxRequest', 'maxRequests'],
  ['sede', 'seed'],
  ['cheks', 'checks'],
  ['colour', undefined],
  ['', undefined],
])('%j may have meant %j', (name, meant) => {
  expect(nearest(name, KNOWN)).toBe(meant);
});

test('where none is near, a message names all', () => {
  expect(meantText('sead', KNOWN)).toBe('did you mean "seed"?');
  expect(meantText('colour', ['one', 'two'])).toBe('it has one, two');
  expect(meantText('colour', [])).toBe('it has none');
  const many = Array.from({ length: 20 }, (_, index) => `option${index}`);
  expect(meantText('colour', [...many, 'colder'])).toMatch(/^did you mean "colder"/);
  expect(meantText('xyz', [...many, 'xy-or-z'])).toBe('none of the 21 known names is like it');
});
