// biome-ignore-all lint/suspicious/noTemplateCurlyInString: so a user writes a variable
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import { stringifyJson } from '../../openapi/contract';
import { type OptionRow, withDefaults } from '../../openapi/program/option';
import { temporaryFolder } from '../../openapi/program/testing/folder';
import { CONFIGURABLE, flagsOf } from '../options/flags';
import { schemaOf } from './testing/schema';

const FILE = join(__dirname, '../config.schema.json');

test('config.schema.json is what the table of options comes to (WRITE_SCHEMA=1 writes it anew)', () => {
  const wanted = JSON.stringify(schemaOf(CONFIGURABLE), null, 2);
  if (process.env.WRITE_SCHEMA !== undefined) writeFileSync(FILE, `${wanted}\n`);
  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(JSON.parse(wanted));
});

test('the flags that take a file or a folder have names of files as values, which are relative to the configuration', () => {
  const named = Object.entries(CONFIGURABLE).filter(
    ([name, { flag = '' }]) => /<(file|folder|place)/.test(flag) && name !== 'config',
  );
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter(([, { kind }]) => kind.form !== 'path' && kind.form !== 'paths').map(([name]) => name)).toEqual(
    [],
  );
});

describe('the schema and the program take the same:', () => {
  const validate = new Ajv2020({ strict: false }).compile(schemaOf(CONFIGURABLE));
  const folder = temporaryFolder();
  const file = join(folder, 'config.json');
  // Keys as they are, which these tests write, are warned of.
  beforeAll(() => jest.spyOn(console, 'error').mockImplementation());
  afterAll(() => {
    jest.restoreAllMocks();
  });

  const isTaken = (value: unknown): boolean => {
    writeFileSync(file, stringifyJson(value));
    try {
      flagsOf(['--config', file]);
      return true;
    } catch {
      return false;
    }
  };

  const SAMPLES: readonly unknown[] = [
    5,
    true,
    'on',
    ['on'],
    [5],
    { 'on.a': '1' },
    { 'on.a': {} },
    null,
    { 'on.a': { skip: true } },
  ];
  const rows = Object.entries<OptionRow>(CONFIGURABLE).filter(([name]) => name !== 'config' && name !== 'env');

  test.each(rows)('%s', (name, row) => {
    const taken = SAMPLES.filter((value) => isTaken({ [name]: value }));
    // Whether a text means something to the program is not for the schema to say.
    const byForm = SAMPLES.filter((value) => validate({ [name]: value }));
    expect(byForm).toEqual(expect.arrayContaining(taken));
    expect(byForm.filter((value) => !taken.includes(value) && !holdsText(value))).toEqual([]);
    const given = withDefaults(CONFIGURABLE, {})[name];
    if (row.defaultWords === undefined && given !== undefined) expect(isTaken({ [name]: given })).toBe(true);
  });

  test('unknown names', () => {
    for (const value of [
      { colour: 1 },
      { environments: { a: { colour: 1 } } },
      { perOperation: { a: { colour: 1 } } },
    ]) {
      expect(isTaken(value)).toBe(false);
      expect(validate(value)).toBe(false);
    }
    expect(validate({ $schema: 'x', env: 'a', environments: { a: { seed: '${SEED:-5}' } } })).toBe(true);
    expect(isTaken({ $schema: 'x', env: 'a', environments: { a: { seed: '${SEED:-5}' } } })).toBe(true);
  });
});

const holdsText = (value: unknown): boolean =>
  typeof value === 'string' || (typeof value === 'object' && value !== null && Object.values(value).some(holdsText));
