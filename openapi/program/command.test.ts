import { CommanderError } from 'commander';
import { commandLine, readFlags } from './command';
import { messageOf } from './failure';
import { meantText, nearest } from './nearest';
import { type OptionTable, oneOf, onOff, presence, text, texts, whole } from './option';

const PROGRAM = { name: 'a-program', description: 'Does something.', epilogue: '\nAn example.' };
const TABLE = {
  size: { flag: '--size <number>', help: 'its size', kind: whole(-5, 5), default: 1 },
  colour: {
    flag: '--colour <name>',
    help: 'its colour',
    kind: oneOf(['red', 'blue']),
    default: 'red',
    flagDefault: 'blue',
  },
  switch: { flag: '--switch <switch>', help: 'whether it is on', kind: onOff, default: true },
  names: { flag: '-n, --names <names>', help: 'its names', kind: texts, default: [], defaultWords: 'none' },
  quick: { flag: '--quick', help: 'make haste', kind: presence, default: false },
  file: { flag: '--file <file>', help: 'a file', kind: text('a file') },
  word: {
    flag: '--word <word>',
    help: 'a password',
    kind: text('eight letters', (word) => word.length === 8),
    env: 'A_PROGRAM_WORD',
    isSecret: true,
  },
  weight: { help: 'from code alone', kind: whole(0, 9), default: 3 },
} as const satisfies OptionTable;

const read = (...args: readonly string[]) => readFlags(PROGRAM, TABLE, args);
const messageFor = (...args: readonly string[]): string | undefined => {
  try {
    read(...args);
    return 'nothing was refused';
  } catch (error) {
    return messageOf(error);
  }
};

afterEach(() => {
  delete process.env.A_PROGRAM_WORD;
});

test('without flags there are the defaults, those of the command line first', () => {
  expect(read()).toEqual({
    ...{ size: 1, colour: 'blue', switch: true, names: [], quick: false, weight: 3 },
    ...{ file: undefined, word: undefined },
  });
});

test('flags give values of their kind', () => {
  const flags = ['--size', '-3', '--colour', 'red', '--switch', 'off', '-n', 'a,b', '--names', 'c', '--quick'];
  expect(read(...flags)).toMatchObject({ size: -3, colour: 'red', switch: false, names: ['a', 'b', 'c'], quick: true });
});

test('the last of a flag counts, where several are not joined', () => {
  expect(read('--size', '2', '--size', '-0').size).toBe(0);
});

describe('a variable', () => {
  test('is read where the flag is not given', () => {
    process.env.A_PROGRAM_WORD = 'password';
    expect(read().word).toBe('password');
    expect(read('--word', 'anything').word).toBe('anything');
  });

  test('that is empty is not set', () => {
    process.env.A_PROGRAM_WORD = '';
    expect(read().word).toBeUndefined();
  });

  test('that is refused is named, and what it holds is not', () => {
    process.env.A_PROGRAM_WORD = 'short';
    expect(messageFor()).toBe('error: variable A_PROGRAM_WORD is invalid. Expected eight letters.');
  });
});

test('what is below flags and variables counts before the defaults, and knows what is above it', () => {
  process.env.A_PROGRAM_WORD = 'password';
  const above: unknown[] = [];
  const read = readFlags(PROGRAM, TABLE, ['--size', '2'], (values) => {
    above.push(values.size, values.word, values.colour);
    return { size: 5, colour: 'red', word: 'anything', switch: false };
  });
  expect(above).toEqual([2, 'password', undefined]);
  expect(read).toMatchObject({ size: 2, word: 'password', colour: 'red', switch: false, weight: 3 });
});

test.each([
  [
    ['--size', '6'],
    "error: option '--size <number>' argument '6' is invalid. Expected a whole number from -5 to 5. (see --help)",
  ],
  [
    ['--size', 'a\n b'],
    "error: option '--size <number>' argument 'a b' is invalid. Expected a whole number from -5 to 5. (see --help)",
  ],
  [
    ['--colour', 'green'],
    "error: option '--colour <name>' argument 'green' is invalid. Expected one of red, blue. (see --help)",
  ],
  [
    ['--size', 'a\u009b2J\u202e'],
    "error: option '--size <number>' argument 'a\\u{9b}2J\\u{202e}' is invalid. Expected a whole number from -5 to 5. (see --help)",
  ],
  [['--file', ''], "error: option '--file <file>' argument '' is invalid. Expected a file. (see --help)"],
  [['--word', 'short'], "error: option '--word <word>' argument is invalid. Expected eight letters."],
  [['--wrd=password'], `error: unknown option '--wrd'; did you mean "--word"? (see --help)`],
  [['--siez', '3'], `error: unknown option '--siez'; did you mean "--size"? (see --help)`],
  [['-size', '3'], `error: unknown option '-size'; did you mean "--size"? (see --help)`],
  [['--weight', '3'], "error: unknown option '--weight' (see --help)"],
  [['more'], 'error: unexpected "more"; a-program takes options only. (see --help)'],
  [['--size', '2', 'more', 'still'], 'error: unexpected "more"; a-program takes options only. (see --help)'],
  [
    ['--word', 'password', 'more'],
    "error: unexpected word behind the value of '--word'; a-program takes options only. (see --help)",
  ],
  [
    ['--word=password', 'more'],
    "error: unexpected word behind the value of '--word'; a-program takes options only. (see --help)",
  ],
  [['--quick=yes'], "error: option '--quick' takes no value. Leave out what stands behind it, or the whole option."],
  [['--size'], "error: option '--size <number>' argument missing (see --help)"],
  [['--quick', 'yes'], 'error: option \'--quick\' takes no value. Leave out "yes", or the whole option.'],
])('%j is refused in one line', (args, message) => {
  expect(messageFor(...args)).toBe(message);
});

test('--help shows what a row says: choices, default and variable', () => {
  const help = commandLine(PROGRAM, TABLE).configureHelp({ helpWidth: 1000 }).helpInformation();
  expect(help.split('\n').filter((line) => line.startsWith('  '))).toEqual([
    '  --version            print the version',
    '  --size <number>      its size (default: 1)',
    '  --colour <name>      its colour (choices: "red", "blue", default: "blue")',
    '  --switch <switch>    whether it is on (choices: "on", "off", default: "on")',
    '  -n, --names <names>  its names (default: none)',
    '  --quick              make haste',
    '  --file <file>        a file',
    '  --word <word>        a password (env: A_PROGRAM_WORD)',
    '  --help               print this help',
  ]);
});

test('what has been answered by --help or --version needs no message', () => {
  expect(messageOf(new CommanderError(0, 'commander.help', '(outputHelp)'))).toBeUndefined();
});

test('any other error is one line', () => {
  expect(messageOf(new Error('it broke\n  at its middle'))).toBe('error: it broke at its middle');
  expect(messageOf(new Error('\u009b'))).toBe('error: \\u{9b}');
  expect(messageOf('a text')).toBe('error: a text');
  expect(messageOf(new Error('no http://me:secretpw@a.example/x@y, nor ftp://me@b'))).toBe(
    'error: no http://a.example/x@y, nor ftp://b',
  );
});

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
