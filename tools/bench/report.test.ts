import { report } from './report';
import { RESULTS } from './testing/results';

test('shows when, where and what was measured, and each figure beside its target', () => {
  const text = report(RESULTS, 'text');
  expect(text).toContain(
    '2026-01-02, Node 20.20.2, 2 cores of A Processor, 8 GB, Linux 6, in 170 s; mock 0.1.0, express 5.3.0.',
  );
  expect(text).toMatch(/^ {2}GET list, rate against bare node:http +0\.75 \(0\.70–0\.80\) +≥ 0\.70 +reached$/m);
  expect(text).toMatch(/^ {2}GET list, rate against bare Express +2\.00 +≥ 2\.50 +missed$/m);
  expect(text).toMatch(/^ {2}Start to the first answer +220 ms \(200 ms–310 ms\) +≤ 300 ms +reached$/m);
  expect(text).toMatch(
    /^ {2}GET list, this mock +7,500 \(7,000–8,000\) +0\.50 +2\.50 \(2\.00–3\.00\) +134 \(125–143\)$/m,
  );
  expect(text).toMatch(/^ {2}GET list, Prism 5 mock +500 +0\.50 +1\.00 +2,000 +16\.00 +16\.00$/m);
  expect(text).toMatch(/^ {2}10,100 +210 +76 MB +1,000 +500 +950 +0\.95 +1,500 +0\.75$/m);
  expect(text).toMatch(/^ {2}requests\/s +144 \(96–192\)$/m);
});

test('is Markdown on request', () => {
  const lines = report(RESULTS, 'markdown').split('\n');
  expect(lines).toContain('| GET list, rate against bare node:http | 0.75 (0.70–0.80) | ≥ 0.70 | reached |');
  expect(lines).toContain('|---|---:|---:|---:|');
});

test('says of a smoke run that its figures mean nothing, and leaves out tables without rows', () => {
  const text = report({ ...RESULTS, smoke: true, starts: [], suite: [] }, 'text');
  expect(text).toMatch(/^A smoke run: .* the figures mean nothing\./);
  expect(text).not.toContain('conformance suite');
  expect(text).not.toContain('start of the process');
});

test('has a dash if the system reports no figure', () => {
  const sizes = RESULTS.sizes.map((size) => ({ ...size, peak: undefined }));
  expect(report({ ...RESULTS, sizes }, 'text')).toMatch(/^ {2}10,100 +210 +– +– +500/m);
});
