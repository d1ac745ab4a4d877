import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faults } from '../tools/selftest/faults';
import { libraryFaults } from '../tools/selftest/library/faults';
import { CHECKS } from './checks';
import { ORACLES } from './rules/oracles';

const readme = readFileSync(join(__dirname, 'README.md'), 'utf8');

describe('the README says what is true:', () => {
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
