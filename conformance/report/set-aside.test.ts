import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { faults } from '../../tools/selftest/faults';
import type { Baseline } from '../baseline/baseline';
import { updatedBaseline } from '../baseline/baseline';
import type { Judging } from '../baseline/fixed';
import { setAsideKnown } from '../baseline/set-aside';
import { CHECKS } from '../checks';
import { judgingOf } from '../commands/conclude';
import { ORACLES } from '../rules/oracles';
import { judged } from '../testing/judged';
import { verdictOf } from '../verdict/result';
import type { ReportContext } from './content/context';
import { publishToGitHub } from './github';
import { pageOf } from './html/page';
import { jsonReport } from './json';
import { junitReport } from './junit';
import { markdown } from './markdown';
import { textReport } from './text';

const TODAY = '2026-11-22';
const JUDGING: Judging = judgingOf(true);

const ajv = new Ajv2020({ strict: true });
addFormats(ajv);
const isReport = ajv.compile(JSON.parse(readFileSync(join(__dirname, '../report.schema.json'), 'utf8')));

function gated(context: ReportContext, baseline: Baseline): ReportContext {
  const naming = {
    checks: new Set([...ORACLES, ...CHECKS].map(({ id }) => id)),
    operations: new Set(context.contract.operations.map(({ id }) => id)),
    redact: context.redact,
  };
  const { result, setAside } = setAsideKnown(context.result, baseline, JUDGING, naming, TODAY);
  return { ...context, result, setAside, verdict: verdictOf(result, { failOn: [] }) };
}

test('what one seed has found is known to another one, and every report tells it apart', async () => {
  const behaviour = faults.find(({ name }) => name === 'a refused body with 202')?.behaviour;
  // The others tell no more here.
  const asking = { checks: ['input', 'refused', 'reply', 'error', 'created'], maxRequests: 200, examples: 5 };
  expect(behaviour).toBeDefined();
  const first = await judged(behaviour ?? {}, { ...asking, seed: 1 });
  const empty: Baseline = { file: 'known.json', findings: [] };
  const written = updatedBaseline(empty, first.result, JUDGING, first.redact, ['fail'], TODAY);
  expect(written.findings.length).toBeGreaterThan(0);

  const context = gated(await judged(behaviour ?? {}, { ...asking, seed: 20_261_122 }), written);
  expect(context.result.findings).toEqual([]);
  expect(context.setAside).toMatchObject({ counted: [], fixed: [], unknown: [] });
  expect(context.verdict).not.toBe('fail');

  const report = JSON.parse(jsonReport(context));
  expect(isReport(report) ? [] : isReport.errors).toEqual([]);
  expect(report.violations).toEqual([]);
  expect(report.baseline.known.length).toBe(context.setAside?.known.length);
  expect(junitReport(context)).toMatch(/<skipped message="known: TODO: say why/);
  expect(junitReport(context)).not.toContain('<failure');
  expect(textReport(context, false)).toMatch(/^Set aside by known\.json:\n {2}[\w.-]+ \w+ .*\(TODO: say why\)$/m);
  const page = pageOf(context);
  const count = context.setAside?.known.length ?? 0;
  expect(page.match(/<details class="consequence fail" id="finding-k\d+"/g)).toHaveLength(count);
  expect(page).toContain('No new findings, only <a href="#known">known ones</a>.');
  expect(page).toContain('<a href="#finding-k1"');
  expect(page).toContain('<p class="note">Set aside: TODO: say why</p>');
  const summary = markdown.render(context, {});
  expect(summary).toContain('| warned | known | not judged |');
  expect(summary.match(/^- .*TODO: say why/gm)).toHaveLength(count);
});

test('every report that CI servers read says why a run without a violation fails', async () => {
  const context: ReportContext = {
    ...(await judged({}, { maxRequests: 2, checks: ['reply.status'] })),
    verdict: 'fail',
    failedBy: ['2 of <known.json> are fixed'],
  };
  const report = JSON.parse(jsonReport(context));
  expect(isReport(report) ? [] : isReport.errors).toEqual([]);
  expect(report.failedBy).toEqual(context.failedBy);
  const tests = context.result.cells.length + 1;
  expect(junitReport(context)).toContain(`tests="${tests}" failures="1"`);
  expect(junitReport(context)).toContain('<failure message="2 of &lt;known.json&gt; are fixed"/>');
  expect(textReport(context, false)).toContain('It fails: 2 of <known.json> are fixed.');
  expect(publishToGitHub(context, {}).after).toContain('::error title=the run fails::2 of <known.json> are fixed\n');
  expect(pageOf(context)).toContain('It fails: 2 of &lt;known.json&gt; are fixed.');
});
