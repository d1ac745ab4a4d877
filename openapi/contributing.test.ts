import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OPTIONS as OF_THE_SUITE } from '../conformance/options/options';
import { OPTIONS as OF_THE_MOCK } from '../mock/setup/options';
import { OPTIONS as OF_THE_DOCUMENTS } from '../tools/documents/options';
import { OPTIONS as OF_THE_SIEGE } from '../tools/fuzz/options';
import { OPTIONS as OF_THE_SELFTEST } from '../tools/selftest/options';
import type { OptionTable } from './program/option';

const ROOT = join(__dirname, '..');
const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const { scripts, bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
};

const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```/gms)].map(([, language = '', block = '']) => ({
  language,
  block,
}));
const prose = text.replaceAll(/^```.*?^```/gms, '');
/** What stands between backticks. */
const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
const commands = [
  ...spans,
  ...blocks.filter(({ language }) => language === 'sh').flatMap(({ block }) => block.split('\n')),
];

/** A folder ends with a slash, a file with one of these endings; `<name>` stands for a name that the reader chooses. */
const PATH = /^(?:\.?[\w.<>-]+\/)*(?:[\w.<>-]+\.(?:tsx?|js|css|md|yaml|json)|\.ci\/\w+)$|^(?:[\w.<>-]+\/)+$/;
const paths = [...new Set(spans.filter((span) => PATH.test(span)))];

describe('CONTRIBUTING.md names', () => {
  test('files and folders that are there', () => {
    expect(paths.length).toBeGreaterThan(150);
    expect(
      paths.filter((path) => !isThere(path)).map((path) => `CONTRIBUTING.md names ${path}, which is not there`),
    ).toEqual([]);
  });

  test('nothing over the end of a line, where the other tests would not see it', () => {
    const torn = prose.split('\n').filter((line) => line.split('`').length % 2 === 0);
    expect(torn).toEqual([]);
  });

  test('what the files have', () => {
    const pairs = [...prose.matchAll(/`([A-Za-z]\w*)`(?: \([^)]*\))?\s+(?:of|in)\s+`([\w./-]+\.tsx?)`/g)];
    expect(pairs.length).toBeGreaterThan(15);
    const missing = pairs.filter(([, name = '', path = '']) => {
      return existsSync(join(ROOT, path)) && !new RegExp(`\\b${name}\\b`).test(readFileSync(join(ROOT, path), 'utf8'));
    });
    expect(missing.map(([, name, path]) => `CONTRIBUTING.md names ${name} of ${path}, which has none`)).toEqual([]);
  });

  test('links that lead somewhere', () => {
    const links = [...prose.matchAll(/\]\(([^)#:]+)\)/g)].map(([, target = '']) => target);
    expect(links.length).toBeGreaterThan(3);
    expect(links.filter((target) => !existsSync(join(ROOT, target)))).toEqual([]);
  });

  test('every script of the package, and no other', () => {
    const named = commands.flatMap((command) =>
      [...command.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
        ([, script, short]) => script ?? short ?? '',
      ),
    );
    expect([...new Set(named)].sort()).toEqual(Object.keys(scripts).sort());
  });

  test('flags that there are', () => {
    const known = new Set([
      ...flagsOf(OF_THE_MOCK),
      ...flagsOf(OF_THE_SUITE),
      ...flagsOf(OF_THE_SIEGE),
      ...flagsOf(OF_THE_SELFTEST),
      ...flagsOf(OF_THE_DOCUMENTS),
      ...flagsOfBench(),
      '--help',
      ...OF_OTHERS,
    ]);
    const named = commands.flatMap((command) =>
      [...command.matchAll(/(?<![\w-])--[a-z][\w-]*/g)].map(([flag]) => flag),
    );
    expect(named.length).toBeGreaterThan(10);
    expect([...new Set(named)].filter((flag) => !known.has(flag))).toEqual([]);
  });
});

describe('the map of CONTRIBUTING.md', () => {
  const rows = [...prose.matchAll(/^\| ((?:`[^`]+\/`(?:, )?)+) \| (.+) \|$/gm)];
  const mapped = rows.flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)\/`/g)].map(([, folder]) => folder ?? ''));

  test('has a row for every folder of code', () => {
    expect(foldersOfCode().length).toBeGreaterThan(40);
    const missing = foldersOfCode().filter((folder) => !mapped.includes(folder));
    expect(
      missing.map((folder) => `The folder ${folder}/ has no row in the map of CONTRIBUTING.md: say its idea`),
    ).toEqual([]);
  });

  test('has each once', () => {
    expect(mapped.filter((folder, place) => mapped.indexOf(folder) !== place)).toEqual([]);
  });

  test('draws folders and files that are there', () => {
    const [picture = ''] = blocks.flatMap(({ language, block }) => (language === 'text' ? [block] : []));
    const drawn = [...picture.matchAll(/[\w-]+(?:\/[\w.-]+)*(?:\/|\.ts|\.yaml)/g)].map(([path]) => path);
    expect(drawn.length).toBeGreaterThan(25);
    const places = ['', 'mock', 'conformance', 'tools'];
    expect(drawn.filter((path) => !places.some((place) => existsSync(join(ROOT, place, path))))).toEqual([]);
  });
});

/** The flags of Node, npm, Jest and Biome that are used here. */
const OF_OTHERS = ['--cpu-prof', '--inspect-brk', '--write'];

const flagsOf = (table: OptionTable): readonly string[] =>
  Object.values(table).flatMap(({ flag = '' }) => flag.match(/--[\w-]+/) ?? []);

/** Its command can't be imported without being run. */
const flagsOfBench = (): readonly string[] =>
  readFileSync(join(ROOT, 'tools/bench/cli.ts'), 'utf8').match(/(?<=')--[\w-]+/g) ?? [];

/** Of a template the folder that it stands in; of what the build makes the source. */
function isThere(path: string): boolean {
  if (path === 'dist/' || path === 'dist/bin/' || Object.values(bin).includes(path)) return true;
  const source = path.replace(/^dist\//, '').replace(/\.js$/, '.ts');
  return existsSync(join(ROOT, source.includes('<') ? dirname(source.slice(0, source.indexOf('<') + 1)) : source));
}

function foldersOfCode(): readonly string[] {
  const files = ['openapi', 'mock', 'conformance'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(tsx?|css)$/.test(path))
      .map((path) => join(folder, path)),
  );
  // They have one row together.
  return [...new Set(files.map(dirname))].filter((folder) => !/\/testing$/.test(folder)).sort();
}
