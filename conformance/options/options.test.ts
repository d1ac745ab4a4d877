import { describeTable } from '../../openapi/program/testing/table-examples';
import { startServer } from '../../tools/selftest/server/server';
import { CHECKS } from '../checks';
import { run } from '../run/run';
import { shippedContract } from '../testing/contract';
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
