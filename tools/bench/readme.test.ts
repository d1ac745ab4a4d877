import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bound } from './report';
import { TARGETS } from './targets';

const page = readFileSync(join(__dirname, '../../docs/speed.md'), 'utf8');
const rows = [...page.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([≥≤][^|]+) \| (reached|missed) \|$/gm)].map(
  ([, title = '', found = '', target = '', verdict = '']) => ({ title, found, target, verdict }),
);

describe('the table of docs/speed.md', () => {
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
});
