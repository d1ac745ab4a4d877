import { describeTable } from '../../openapi/program/testing/table-examples';
import { flagsOf, PROGRAM } from './flags';
import { OPTIONS } from './options';

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
