import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bound } from './report';
import { TARGETS } from './targets';

const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');
const section = /^## Speed\n(.*?)^## /ms.exec(readme)?.[1] ?? '';
const rows = [...section.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([≥≤][^|]+) \| (reached|missed) \|$/gm)].map(
  ([, title = '', found = '', target = '', verdict = '']) => ({ title, found, target, verdict }),
);

describe('the section on speed of the README', () => {
  test('has every target', () => {
    expect(rows.map(({ title, target }) => [title, target])).toEqual(
      TARGETS.map((target) => [target.title, bound(target)]),
    );
  });

  test('says which targets were reached', () => {
    for (const [place, { title, found, verdict }] of rows.entries()) {
      const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = TARGETS[place] ?? {};
      const median = Number.parseFloat(found.replaceAll(',', ''));
      const isReached = median >= atLeast && median <= atMost;
      expect([title, verdict]).toEqual([title, isReached ? 'reached' : 'missed']);
    }
  });

  test('says when, where and of which versions', () => {
    expect(section).toMatch(
      /^20\d\d-\d\d-\d\d, Node \d+\.\d+\.\d+, \d+ cores of .+; mock .+, express .+, .*prism.* .+, autocannon .+\.$/m,
    );
  });
});
