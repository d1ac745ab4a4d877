import { readFileSync } from 'node:fs';
import { packageFile } from '../../openapi/package/package-file';
import { bound, report } from './report';
import { judge, TARGETS } from './targets';
import { RESULTS } from './testing/results';

const verdicts = (results = RESULTS) =>
  Object.fromEntries(judge(results).map(({ target, found, isReached }) => [target.title, [found.median, isReached]]));

test('each figure is compared with its target by the median of its rounds', () => {
  expect(verdicts()).toEqual({
    'GET list, rate against bare node:http': [0.75, true],
    'GET list, rate against bare Express': [2, false],
    'GET list, rate against Prism': [16, true],
    'GET list, p99 latency against bare Express': [0.75, true],
    'Start to the first answer': [220, true],
    'Start against Prism': [0.2, true],
    'List by a filter, rate at the most records against the fewest': [0.95, true],
    'GET one, rate at the most records against the fewest': [0.75, false],
    'Memory of a record at the most records, kept': [500, true],
    'Memory of a record at the most records, at the peak': [1000, false],
    'Conformance suite, full run': [3000, true],
    'Conformance suite, requests of a full run': [384, true],
    'Overload, requests that were lost': [0, true],
    'Overload, from its end until the latency is as before': [120, true],
    'p99 of others beside 60 streams that are not read and 100,000 pipelined requests': [90, true],
    'Proxy of the suite, rate against the bare connection': [0.55, true],
    'GET list on Redis, rate against bare node:http with the same round trips': [0.75, false],
    'GET list on Redis, processor time of two replicas against one': [1.5, false],
    'List by a filter on Redis, rate at the most records against the fewest': [0.9, true],
    'GET one on Redis, rate at the most records against the fewest': [0.5, false],
    'Memory of a record in Redis at the most records': [395, true],
  });
});

test('what a run left out has no result', () => {
  const measured = RESULTS.measured.filter(({ part }) => part === 'suite' || part === 'proxy');
  expect(Object.keys(verdicts({ ...RESULTS, measured }))).toEqual([
    'Conformance suite, full run',
    'Conformance suite, requests of a full run',
    'Proxy of the suite, rate against the bare connection',
  ]);
});

test('the report shows when, where and what was measured, and each figure beside its target', () => {
  const text = report(RESULTS, 'text');
  expect(text).toContain(
    '2026-01-02, Node 20.20.2, 2 cores of A Processor, 8 GB, Linux 6, in 170 s; mock 0.1.0, express 5.3.0.',
  );
  for (const row of [
    /^ {2}GET list, rate against bare node:http +0\.75 \(0\.70–0\.80\) +≥ 0\.70 +reached$/m,
    /^ {2}GET list, rate against bare Express +2\.00 +≥ 2\.50 +missed$/m,
    /^ {2}Start to the first answer +220 ms \(200 ms–310 ms\) +≤ 300 ms +reached$/m,
    /^ {2}GET list, this mock +7,500 \(7,000–8,000\) +0\.50 +2\.50 \(2\.00–3\.00\) +134 \(125–143\)$/m,
    /^ {2}GET list, Prism 5 mock +500 +0\.50 +1\.00 +2,000 +16\.00 +16\.00$/m,
    /^ {2}100 +200 +67 MB +– +– +1,000 +– +2,000 +–$/m,
    /^ {2}10,100 +210 +76 MB +1,000 +500 +950 +0\.95 +1,500 +0\.75$/m,
    /^ {2}requests\/s +144 \(96–192\)$/m,
    /^ {2}answered 201 +30,000$/m,
    /^ {2}16 +8,500 \(5,000–12,000\) +15,000 \(10,000–20,000\) +0\.55 \(0\.50–0\.60\) +0\.50 +0\.50$/m,
    /^ {2}GET list, two replicas on Redis +4,000 +1\.00 +1 +250 +12\.50 +80,000$/m,
    /^ {2}10,100 +700 +395 +900 +0\.90 +1,000 +0\.50$/m,
  ])
    expect(text).toMatch(row);
});

test('the report is Markdown on request', () => {
  const lines = report(RESULTS, 'markdown').split('\n');
  expect(lines).toContain('| GET list, rate against bare node:http | 0.75 (0.70–0.80) | ≥ 0.70 | reached |');
  expect(lines).toContain('|---|---:|---:|---:|');
});

test('the report says of a smoke run that its figures mean nothing, and leaves out tables without rows', () => {
  const measured = RESULTS.measured.filter(({ part }) => part !== 'start' && part !== 'suite');
  const text = report({ ...RESULTS, smoke: true, measured }, 'text');
  expect(text).toMatch(/^A smoke run: .* the figures mean nothing\./);
  expect(text).not.toContain('conformance suite');
  expect(text).not.toContain('start of the process');
});

test('the report has a dash if the system reports no figure', () => {
  const measured = RESULTS.measured.map((one) => ({
    ...one,
    rounds: one.rounds.map((round) => ({ ...round, peak: undefined })),
  }));
  expect(report({ ...RESULTS, measured }, 'text')).toMatch(/^ {2}10,100 +210 +– +– +500/m);
});

test('docs/speed.md has every target, and says rightly whether it was reached', () => {
  const page = readFileSync(packageFile('docs/speed.md'), 'utf8');
  const rows = [...page.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([≥≤][^|]+) \| (reached|missed) \|$/gm)];
  expect(rows.map(([, title, , target, verdict]) => [title, target, verdict])).toEqual(
    TARGETS.map((target, place) => {
      const median = Number.parseFloat(rows[place]?.[2]?.replaceAll(',', '') ?? '');
      const isReached = median >= (target.atLeast ?? median) && median <= (target.atMost ?? median);
      return [target.title, bound(target), isReached ? 'reached' : 'missed'];
    }),
  );
});
