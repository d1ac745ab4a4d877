import { loadContract } from '../../openapi/contract';
import { describeTable } from '../../openapi/program/testing/table-examples';
import { LIBRARY_DOCUMENT } from '../../tools/selftest/library/ground';
import { startServer } from '../../tools/selftest/server/server';
import { CHECKS } from '../checks';
import { withGivenMembers } from '../requests/given';
import { run } from '../run/run';
import { operationOf, shippedContract } from '../testing/contract';
import { readExamples } from './examples';
import { flagsOf, PROGRAM } from './flags';
import { OPTIONS } from './options';
import { contractFor, toRunOptions } from './run-options';

describeTable(PROGRAM, OPTIONS);

describe('flags', () => {
  const VARIABLES = ['ANIMAL_STORE_API_KEY', 'ANIMAL_STORE_LIMIT_KEY'] as const;
  const before = VARIABLES.map((name) => [name, process.env[name]] as const);
  const clear = () => {
    for (const name of VARIABLES) delete process.env[name];
  };
  beforeEach(clear);
  afterAll(() => {
    clear();
    for (const [name, value] of before) if (value !== undefined) process.env[name] = value;
  });

  test('that may come several times add up, also by commas', () => {
    const flags = flagsOf([
      ...['--operations', 'a, b', '--operations', 'c', '--fail-on', 'warnings', '--fail-on', 'inconclusive'],
      ...['-H', 'X-A: 1', '--header', 'X-B: 2', '--example', 'add.size=3', '--example', 'add.name=Rex'],
    ]);
    expect(flags.operations).toEqual(['a', 'b', 'c']);
    expect(flags.failOn).toEqual(['warning', 'inconclusive']);
    expect(flags.header).toEqual({ 'X-A': '1', 'X-B': '2' });
    expect(flags.example).toEqual([
      { operation: 'add', property: 'size', value: 3 },
      { operation: 'add', property: 'name', value: 'Rex' },
    ]);
  });

  test('go before variables, and an empty variable is none', () => {
    process.env.ANIMAL_STORE_API_KEY = 'from-the-environment';
    process.env.ANIMAL_STORE_LIMIT_KEY = '';
    expect(flagsOf([])).toMatchObject({ apiKey: 'from-the-environment', limitKey: undefined });
    expect(flagsOf(['--api-key', 'from-the-flag']).apiKey).toBe('from-the-flag');
  });

  test('that may hold a key are refused without it', () => {
    expect(() => flagsOf(['-H', 'Authorization Bearer a-key'])).toThrow(
      /^option '-H, --header <line>' argument is invalid\. Expected 'Name: value'\.$/,
    );
  });
});

const library = () => loadContract(LIBRARY_DOCUMENT);

test('parameters of path and query and members of bodies can be named, each for its operation', async () => {
  const { given, examplesGiven } = readExamples(
    [
      { operation: 'getBook', property: 'bookId', value: 7 },
      { operation: 'listBooks', property: 'limit', value: 5 },
      { operation: 'addBook', property: 'title', value: 1984 },
      { operation: 'addBook', property: 'title', value: 'Emma' },
    ],
    await library(),
  );
  expect([...given]).toEqual([
    ['getBook bookId', [7]],
    ['listBooks limit', [5]],
    // What is no value of the schema is the text that it was written as.
    ['addBook title', ['1984', 'Emma']],
  ]);
  // A path's parameter is of its operation alone.
  expect([...examplesGiven.keys()]).toEqual(['limit', 'title']);
});

test('what lies within a member stands wherever a body has that member', async () => {
  const addBook = operationOf(await library(), 'addBook');
  const given = new Map([
    ['addBook place.room', [3]],
    ['addBook authors.name', ['Austen']],
    ['getBook place.shelf', ['other']],
  ]);
  expect(
    withGivenMembers(given, addBook, { title: 'Emma', place: { room: 1, shelf: 'A' }, authors: [{}, { name: 'X' }] }),
  ).toEqual({
    title: 'Emma',
    place: { room: 3, shelf: 'A' },
    authors: [{ name: 'Austen' }, { name: 'Austen' }],
  });
  expect(withGivenMembers(given, addBook, { title: 'Emma' })).toEqual({ title: 'Emma' });
});

test.each([
  [{ operation: 'noSuch', property: 'a', value: 1 }, /no operation "noSuch"; none of the 19 known names is like it$/],
  [
    { operation: 'noSuch', property: 'a', value: 1, place: 'FILE#/example' },
    /^FILE#\/example noSuch\.a: the contract has no/,
  ],
  [
    { operation: 'addBook', property: 'colour', value: 1 },
    /addBook has no parameter or property "colour"; it has .*title/,
  ],
  [{ operation: 'getBook', property: 'bookId', value: null }, /getBook\.bookId: null breaks the contract/],
])('what the contract does not have is refused: %j', async (example, message) => {
  const contract = await library();
  expect(() => readExamples([example], contract)).toThrow(message);
});

test('what is said of single operations holds for these alone, and what is skipped is not sent', async () => {
  const server = await startServer({ filter: (animals) => animals });
  try {
    const whole = await shippedContract();
    const perOperation = {
      getPet: { skip: true },
      createPet: { checks: ['created', 'reply.status'] },
      listPets: { excludeChecks: ['list.filter', 'reply'] },
    };
    const flags = { ...flagsOf(['--base-url', server.baseUrl, '--api-key', server.keys.main]), perOperation };
    const result = await run(
      contractFor(flags, whole),
      CHECKS,
      { ...toRunOptions(flags, whole), checks: ['list', 'created', 'reply', 'records'], maxRequests: 60, examples: 1 },
      { onProgress: () => {}, onWait: () => {} },
    );
    expect(result.findings).toEqual([]);
    const cells = result.cells.map(({ check, operation }) => `${operation} ${check}`);
    expect(cells).toEqual(expect.arrayContaining(['createPet reply.status', 'listPets list.page-size']));
    expect(
      cells.filter((cell) => /^getPet|^createPet (?!created|reply.status)|^listPets (reply|list.filter)/.test(cell)),
    ).toEqual([]);
    expect(result.exchanges.filter(({ request }) => request.operation.id === 'getPet')).toEqual([]);
  } finally {
    await server.close();
  }
});

test('an operation that there is not is refused', async () => {
  const flags = {
    ...flagsOf(['--base-url', 'http://a.example']),
    config: 'my.json',
    perOperation: { createPt: { skip: true } },
  };
  const contract = await shippedContract();
  expect(() => toRunOptions(flags, contract)).toThrow(
    'my.json, perOperation: the contract has no operation "createPt"; did you mean "createPet"?',
  );
});
