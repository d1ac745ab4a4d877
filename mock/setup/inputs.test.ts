import { writeFile } from '../testing/edited';
import { readInputs } from './inputs';
import { noticeOfFewerConnections } from './notices';

const DOCUMENT = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: { '/things': { get: { responses: { 200: { description: 'Some' } } } } },
});

const named = { allowRefs: [], strict: false, warnings: 'few', seed: 1 } as const;

test('without plans in the document the shipped keys have no limits, and those of a file the figures that it says', async () => {
  const document = writeFile('json', DOCUMENT);
  const shipped = await readInputs({ ...named, document, fixtures: undefined, keys: undefined }, () => {});
  expect(shipped.keys.map(({ value, key }) => [value, key.allowances])).toEqual([
    ['demo-free', []],
    ['demo-pro', []],
    ['demo-business', []],
    ['demo-enterprise', []],
    ['demo-revoked', []],
  ]);
  const keys = writeFile('json', '[{ "name": "mine", "key": "my-key", "plan": "Any", "allowances": { "minute": 3 } }]');
  const own = await readInputs({ ...named, document, fixtures: undefined, keys }, () => {});
  expect(own.keys).toMatchObject([{ value: 'my-key', key: { allowances: [{ requests: 3, window: 'minute' }] } }]);
});

test('a notice says how many connections there are where more are wanted than files may be open', () => {
  const files = { most: 64, open: 20 };
  expect(noticeOfFewerConnections({ maxConnections: 500 }, files)).toBe(
    "--max-connections 500 is more than the system's limit of open files allows: 28 are taken. Raise that limit " +
      '(`ulimit -n`) before the start.',
  );
  expect(noticeOfFewerConnections({ maxConnections: 28 }, files)).toBeUndefined();
  expect(noticeOfFewerConnections({ maxConnections: 10_000 }, files)).toBeUndefined();
});
