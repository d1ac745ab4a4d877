import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OptionTable } from '../openapi/program/option';
import { defaultCell, flagCell, meaningCell } from '../openapi/program/testing/readme-cells';
import { faults } from '../tools/selftest/faults';
import { libraryFaults } from '../tools/selftest/library/faults';
import { CHECKS } from './checks';
import { COMPARE_OPTIONS } from './commands/compare';
import { REPLAY_OPTIONS } from './commands/replay';
import { JUDGE_OPTIONS, PROXY_OPTIONS } from './options/flags';
import { OPTIONS } from './options/options';
import { ORACLES } from './rules/oracles';

const readme = readFileSync(join(__dirname, 'README.md'), 'utf8');

describe('the README says what is true:', () => {
  test.each([
    ['Oracles', ORACLES],
    ['Checks', CHECKS],
  ])('%s: ids, levels and titles, in their order', (title, list) => {
    const rows = [...section(title).matchAll(/^\| `([\w.-]+)` \| (\w+) \| (.+) \|$/gm)].map((row) => row.slice(1, 4));
    expect(rows).toEqual(list.map((one) => [one.id, one.level, one.title]));
  });

  test.each<readonly [string, string, OptionTable]>([
    ['README.md', 'Flags', OPTIONS],
    ['docs/traffic.md', 'Flags of `judge`', JUDGE_OPTIONS],
    ['docs/traffic.md', 'Flags of `proxy`', PROXY_OPTIONS],
    ['docs/qa.md', 'What has changed: `compare`', COMPARE_OPTIONS],
    ['docs/qa.md', 'Is it mended: `replay`', REPLAY_OPTIONS],
  ])('%s, %s: the table of flags is that of the program', (page, title, table) => {
    const flags = Object.values(table).filter(({ flag }) => flag !== undefined);
    const rows = flags.map((row) => [flagCell(row), defaultCell(row), meaningCell(row)]);
    const text = section(title, readFileSync(join(__dirname, page), 'utf8'));
    const given = [...text.matchAll(/^\| (`.+?) \| (.*?) ?\| (.+) \|$/gm)].map((row) => row.slice(1, 4));
    expect(given.filter(([flag]) => !['`--version`', '`--help`'].includes(flag ?? ''))).toEqual(rows);
  });

  test('every file that it links to is there', () => {
    const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, target = '']) => target);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((target) => !existsSync(join(__dirname, target)))).toEqual([]);
  });

  test('the commands that it names are those of the package', () => {
    const { scripts, bin } = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8')) as {
      scripts: Readonly<Record<string, string>>;
      bin: Readonly<Record<string, string>>;
    };
    const named = [...readme.matchAll(/^npm run ([\w-]+)/gm)].map(([, name]) => name);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
    expect(readme).toContain(bin['animal-store-conformance']);
  });
});

describe('every check and oracle', () => {
  const all = [...ORACLES, ...CHECKS];

  test('has an id of its own', () => {
    const ids = all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(all.map(({ id }) => id))('%s is what catches a fault of the self-test', (id) => {
    expect(
      [...faults, ...libraryFaults].filter(({ caughtBy }) => caughtBy.some((one) => one === id)).length,
    ).toBeGreaterThan(0);
  });
});

const section = (title: string, page = readme): string =>
  page.split(/^##+ /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
