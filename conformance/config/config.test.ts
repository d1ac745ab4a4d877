// biome-ignore-all lint/suspicious/noTemplateCurlyInString: so a user writes a variable
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../openapi/program/failure';
import { temporaryFolder } from '../../openapi/program/testing/folder';
import { sampleOf } from '../../openapi/program/testing/samples';
import { flagsOf, JUDGE_OPTIONS, JUDGE_PROGRAM, readArguments } from '../options/flags';

const VARIABLES = ['CONFIG_TEST_KEY', 'CONFIG_TEST_SEED', 'ANIMAL_STORE_API_KEY', 'ANIMAL_STORE_ENV'] as const;
const before = VARIABLES.map((name) => [name, process.env[name]] as const);

let folder: string;
let file: string;
let warnings: string[];

beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'some.json');
  for (const name of VARIABLES) delete process.env[name];
  warnings = [];
  jest.spyOn(console, 'error').mockImplementation((line: string) => warnings.push(line));
});
afterEach(() => {
  jest.restoreAllMocks();
  for (const [name, value] of before) if (value !== undefined) process.env[name] = value;
});

const write = (options: object | string): void =>
  writeFileSync(file, typeof options === 'string' ? options : JSON.stringify(options));
const read = (...args: readonly string[]) => flagsOf(['--config', file, ...args]);

/** What is said of a file; the folder that it lies in is left out. */
function messageFor(options: object | string, ...args: readonly string[]): string | undefined {
  write(options);
  try {
    read(...args);
    return 'nothing was refused';
  } catch (error) {
    return messageOf(error)?.replaceAll(file, 'FILE');
  }
}

test('flags go before variables, these before the environment, that before the file, and all before the defaults', () => {
  process.env.ANIMAL_STORE_API_KEY = 'of-the-variable';
  write({
    baseUrl: 'http://file.example/v1/',
    apiKey: '${CONFIG_TEST_KEY}',
    seed: 3,
    maxTime: 30,
    strict: true,
    environments: { staging: { baseUrl: 'http://staging.example', seed: 4, maxTime: 40 }, other: { seed: 9 } },
  });
  // The key's own variable is not set: what is not needed is not read.
  expect(read('--env', 'staging', '--seed', '5')).toMatchObject({
    seed: 5,
    apiKey: 'of-the-variable',
    maxTime: 40,
    baseUrl: 'http://staging.example',
    strict: true,
    maxRequests: undefined,
  });
  expect(read()).toMatchObject({ baseUrl: 'http://file.example/v1', seed: 3, maxTime: 30 });
});

test('a key that is given above takes the place of the command that prints one, and the other way round', () => {
  const prints = { apiKeyCommand: 'print-key', apiKeyTtl: 60 };
  write({ ...prints, environments: { fixed: { apiKey: '${CONFIG_TEST_KEY:-of-the-file}' } } });
  expect(read()).toMatchObject({ ...prints, apiKey: undefined });
  const without = { apiKeyCommand: undefined, apiKeyTtl: undefined };
  expect(read('--env', 'fixed')).toMatchObject({ ...without, apiKey: 'of-the-file' });
  expect(read('--api-key', 'of-the-flag')).toMatchObject({ ...without, apiKey: 'of-the-flag' });
  expect(read('--env', 'fixed', '--api-key-command', 'other')).toMatchObject({
    apiKeyCommand: 'other',
    apiKeyTtl: 60,
    apiKey: undefined,
  });
});

test('an environment is asked for by flag, by variable, or by the file itself', () => {
  write({ env: 'a', environments: { a: { seed: 1 }, b: { seed: 2 }, c: { seed: 3 } } });
  expect(read().seed).toBe(1);
  process.env.ANIMAL_STORE_ENV = 'b';
  expect(read().seed).toBe(2);
  expect(read('--env', 'c').seed).toBe(3);
});

test('values stand in the forms of JSON, or as the flags have them', () => {
  write({
    checks: ['list', 'created.echoed'],
    excludeChecks: 'limits,parallel',
    rate: 60,
    report: ['json', 'junit'],
    header: { 'X-Tenant': 'a', 'X-Build': '${CONFIG_TEST_SEED:-none}' },
    example: { 'createPet.categoryId': [3, 4], 'createPet.name': 'Rex' },
    failOn: [],
    quiet: false,
    minJudged: '${CONFIG_TEST_SEED:-90}',
    waitForReset: '${CONFIG_TEST_SEED:-true}',
    plan: '$${no variable}',
  });
  expect(read()).toMatchObject({
    checks: ['list', 'created.echoed'],
    excludeChecks: ['limits', 'parallel'],
    rate: 60,
    report: ['json', 'junit'],
    header: { 'X-Tenant': 'a', 'X-Build': 'none' },
    example: [
      { operation: 'createPet', property: 'categoryId', value: 3 },
      { operation: 'createPet', property: 'categoryId', value: 4 },
      { operation: 'createPet', property: 'name', value: 'Rex' },
    ],
    failOn: [],
    quiet: false,
    minJudged: 90,
    waitForReset: true,
    plan: '${no variable}',
  });
});

test('YAML is read, and its integers of 64 bits are exact', () => {
  write('# known to be there\nexample:\n  getPet.petId: 9007199254740993\nenvironments:\n  ci: { quiet: true }\n');
  expect(read('--env', 'ci')).toMatchObject({
    quiet: true,
    example: [{ operation: 'getPet', property: 'petId', value: 9007199254740993n }],
  });
});

test('relative paths are relative to the file; addresses, standard input and what flags name are not', () => {
  write({ ca: 'certs/ca.pem', document: '-', reportDir: '/tmp/out', allowRefs: ['schemas', 'https://a.example'] });
  expect(read()).toMatchObject({
    ca: join(folder, 'certs/ca.pem'),
    document: '-',
    reportDir: '/tmp/out',
    allowRefs: [join(folder, 'schemas'), 'https://a.example'],
  });
  write({ document: 'https://a.example/openapi.yaml', ca: '${CONFIG_TEST_SEED:-ca.pem}' });
  expect(read('--report-dir', 'out')).toMatchObject({
    document: 'https://a.example/openapi.yaml',
    ca: join(folder, 'ca.pem'),
    reportDir: 'out',
  });
});

test('switches of single operations', () => {
  write({
    perOperation: {
      createPet: { excludeChecks: ['input'], example: { categoryId: [1, 2] } },
      getPet: { skip: true, checks: 'records' },
    },
  });
  const place = `${file}#/perOperation/createPet/example`;
  expect(read().perOperation).toEqual({
    createPet: {
      excludeChecks: ['input'],
      example: [
        { property: 'categoryId', value: 1, place },
        { property: 'categoryId', value: 2, place },
      ],
    },
    getPet: { skip: true, checks: ['records'] },
  });
});

test('other commands take what they have of it, and what is theirs alone is no unknown name for a run', () => {
  write({ baseUrl: 'http://file.example', maxRequests: 5, complete: true, environments: { a: { checks: 'list' } } });
  const { options, operands } = readArguments(JUDGE_PROGRAM, JUDGE_OPTIONS, ['--config', file, '--env', 'a', 'b.har']);
  expect(options).toMatchObject({ baseUrl: 'http://file.example', checks: ['list'], complete: true });
  expect(options).not.toHaveProperty('maxRequests');
  expect(operands).toEqual(['b.har']);
  expect(read().maxRequests).toBe(5);
});

test('a key that stands in the file as it is counts, and is warned of without being shown', () => {
  write({ apiKey: 'a-secret-key', environments: { a: { proxy: 'http://me:secret@p.example' } }, header: { A: 'b' } });
  expect(read().apiKey).toBe('a-secret-key');
  expect(warnings.map((line) => line.replaceAll(file, 'FILE'))).toEqual([
    'warning: FILE#/apiKey holds a secret as it is, for all to read. Write ${NAME}, and set that variable.',
    'warning: FILE#/environments/a/proxy holds a secret as it is, for all to read. Write ${NAME}, and set that variable.',
  ]);
});

describe('the file of the working folder', () => {
  const home = process.cwd();
  beforeEach(() => {
    process.chdir(folder);
  });
  afterEach(() => {
    process.chdir(home);
  });

  test('is found by its name, and can be left out', () => {
    writeFileSync('conformance.config.yaml', 'seed: 7\n');
    expect(flagsOf([]).seed).toBe(7);
    expect(flagsOf(['--config', 'none']).seed).toBe(1);
  });

  test('is one alone', () => {
    writeFileSync('conformance.config.yml', 'seed: 7\n');
    writeFileSync('conformance.config.json', '{}');
    expect(() => flagsOf([])).toThrow(
      'this folder has conformance.config.json and conformance.config.yml, but only one can be used. Remove one, or name one with --config.',
    );
  });

  test('has to be there for an environment', () => {
    expect(() => flagsOf(['--env', 'a'])).toThrow(
      /^the environment "a" belongs in a configuration file, but there is none/,
    );
    mkdirSync('conformance.config.json');
    expect(() => flagsOf([])).toThrow("the configuration conformance.config.json can't be read: it is no file");
  });
});

test.each([
  [{ maxRequest: 5 }, 'FILE has an unknown name "maxRequest"; did you mean "maxRequests"?'],
  [
    { environments: { a: { base_url: 'x' } } },
    'FILE#/environments/a has an unknown name "base_url"; did you mean "baseUrl"?',
  ],
  [{ config: 'x' }, /^FILE has an unknown name "config"; none of the \d+ known names is like it$/],
  [{ environments: { a: { env: 'b' } } }, /^FILE#\/environments\/a has an unknown name "env"/],
  [
    { perOperation: { 'a/b': { skp: true } } },
    'FILE#/perOperation/a~1b has an unknown name "skp"; did you mean "skip"?',
  ],
  [{ perOperation: { a: { skip: 1 } } }, 'FILE#/perOperation/a/skip: 1 is invalid. Expected true or false.'],
  [{ maxTime: 0 }, 'FILE#/maxTime: 0 is invalid. Expected a whole number from 1 to 86400.'],
  [{ seed: '3' }, 'FILE#/seed: "3" is invalid. Expected a whole number from 0 to 2147483647.'],
  [{ seed: 1.5 }, 'FILE#/seed: 1.5 is invalid. Expected a whole number from 0 to 2147483647.'],
  [{ strict: 'true' }, 'FILE#/strict: "true" is invalid. Expected true or false.'],
  [{ plan: null }, 'FILE#/plan: null is invalid. Expected the name of a plan.'],
  [{ checks: ['lists'] }, 'FILE#/checks: There is no check "lists"; see --list-checks.'],
  [{ checks: [1] }, 'FILE#/checks: [1] is invalid. Expected comma-separated ids of checks; see --list-checks.'],
  [{ environments: { a: { apiKey: 17 } } }, 'FILE#/environments/a/apiKey: the value is invalid. Expected a key.'],
  [{ header: { 'a secret': 'b secret' } }, "FILE#/header: the value is invalid. Expected 'Name: value'."],
  [
    { baseUrl: 'http://me:secretpw@a.example' },
    /^FILE#\/baseUrl: the address http:\/\/a\.example\/? was given with a user/,
  ],
  [
    { seed: '${CONFIG_TEST_SEED}' },
    'FILE#/seed needs the variable CONFIG_TEST_SEED, which is not set. Set it, or write ${CONFIG_TEST_SEED:-...} with a default.',
  ],
  [{ plan: '${a b}' }, /^FILE#\/plan: what begins with "\$\{" is no variable\. Write \$\{NAME\}/],
  [{ plan: 'a${' }, /^FILE#\/plan: what begins with "\$\{" is no variable\./],
  [{ env: 'x', environments: { y: {} } }, 'FILE has no environment "x"; did you mean "y"?'],
  [{ env: 'colour', environments: { a: {}, b: {} } }, 'FILE has no environment "colour"; it has a, b'],
  [{ environments: [] }, 'FILE#/environments: [] is invalid. Expected an object with a member for each environment.'],
  [[], 'FILE: [] is invalid. Expected an object of options.'],
  ['', 'FILE: it is empty. Expected an object of options.'],
  [
    'environments:\n  a: &a { seed: 3 }\n  b: { <<: *a }\n',
    'FILE#/environments/b has a merge key ("<<"), and YAML 1.2 has none: write the options out, or take the whole by its alias (b: *a).',
  ],
  [
    '{"seed": 1, "seed": 2}',
    'FILE: is not YAML or JSON: duplicated mapping key at line 1, column 13. Correct the text there.',
  ],
  ['{"seed": ', /^FILE: is not YAML or JSON: unexpected end .* Correct the text there\.$/],
] as const)('%j is refused in one line', (options, message) => {
  const line = messageFor(options);
  if (typeof message === 'string') expect(line).toBe(`error: ${message}`);
  else expect(line?.replace(/^error: /, '')).toMatch(message);
});

test('the file in the reference is one', () => {
  write(sampleOf('configuration-file'));
  expect(read()).toMatchObject({ baseUrl: 'http://127.0.0.1:4010/v1', reportDir: join(folder, 'reports') });
  expect(warnings).toEqual([]);
});

test('what a variable holds is not repeated', () => {
  process.env.CONFIG_TEST_SEED = 'a-secret';
  for (const options of [
    { seed: '${CONFIG_TEST_SEED}' },
    { checks: '${CONFIG_TEST_SEED}' },
    { proxy: '${CONFIG_TEST_SEED}' },
  ]) {
    expect(messageFor(options)).toMatch(/^error: FILE#\/\w+: the value is invalid\. Expected /);
  }
});
