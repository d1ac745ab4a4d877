import { capacityOf, openFiles } from './capacity';

test.each([
  [
    'what is asked for, where files suffice',
    10_000,
    { most: 20_000, open: 24 },
    { connections: 10_000, bound: 'option', refusals: 32 },
  ],
  [
    'as many as there are files, but for some',
    10_000,
    { most: 1024, open: 24 },
    { connections: 936, bound: 'files', refusals: 32 },
  ],
  ['fewer where there are few', 10_000, { most: 64, open: 20 }, { connections: 28, bound: 'files', refusals: 8 }],
  ['some even where there are none', 10_000, { most: 32, open: 30 }, { connections: 4, bound: 'files', refusals: 4 }],
  ['what is asked for, where the system says nothing', 7, undefined, { connections: 7, bound: 'option', refusals: 32 }],
])('connections are %s', (_, asked, files, expected) => {
  expect(capacityOf(asked, files)).toEqual(expected);
});

test('the files that are open now are fewer than there may be', () => {
  const files = openFiles();
  if (files === undefined) expect(process.platform).not.toBe('linux');
  else expect(files.open).toBeLessThan(files.most);
});
