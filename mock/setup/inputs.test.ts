import { readFileSync } from 'node:fs';
import { parseJson } from '../../openapi/contract';
import { packageFile } from '../../openapi/package/package-file';
import { type Draft, editedDocument, writeFile } from '../testing/edited';
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

describe('an edited copy of the shipped document keeps the shipped records', () => {
  const shipped = parseJson(readFileSync(packageFile('fixtures/animals.json'), 'utf8')) as Draft;
  const readWith = async (edit: (document: Draft) => void, fixtures?: 'examples' | number) => {
    const told: string[] = [];
    const { examples, fixtures: given } = await readInputs(
      { ...named, document: editedDocument(edit), fixtures, keys: undefined },
      (text) => told.push(text),
    );
    const [name = ''] = Object.keys(shipped);
    return { told, given, records: [...(examples?.of(name).get(name)?.values() ?? [])], all: shipped[name] };
  };
  const requireAge = ({ components: { schemas } }: Draft) => {
    schemas.NewPet.required.push('age');
    schemas.NewPet.properties.age = { type: 'integer', minimum: 1, maximum: 30 };
  };

  test('as they are, where they fit', async () => {
    const { told, records, all } = await readWith(({ info }) => {
      info.version = '2.0.0';
    });
    expect(records).toEqual(all);
    expect(told).toEqual([]);
  });

  test('with what they lack, which a line says', async () => {
    const { told, records, all } = await readWith(requireAge);
    expect(records).toEqual(all.map((one: object) => ({ ...one, age: expect.any(Number) })));
    expect(told.at(-1)).toBe(
      `${all.length} of the ${all.length} shipped records do not fit this document as they are: these are completed, or made up anew.`,
    );
  });

  test('cut to a number that is asked for, and not where its examples are', async () => {
    expect((await readWith(requireAge, 2)).records).toMatchObject(shipped.pets.slice(0, 2));
    expect((await readWith(() => {}, 'examples')).records.length).toBeLessThan(shipped.pets.length);
  });

  test('and a document of another title does not', async () => {
    const { records, all } = await readWith(({ info }) => {
      info.title = 'Another store';
    });
    expect(records.length).toBeLessThan(all.length);
  });
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
