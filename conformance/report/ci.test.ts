/** The reports that are made for CI servers, of one run that has found a violation. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { marked } from 'marked';
import { packageFile } from '../../openapi/package/package-file';
import { judged } from '../testing/judged';
import type { Finding } from '../verdict/result';
import { publishToGitHub } from './github';
import { junitReport } from './junit';
import { block, code, markdownReport, plain } from './markdown';
import { sarifReport } from './sarif';
import { annotations } from './testing/annotations';
import { isSarif } from './testing/sarif-schema';

type Context = Awaited<ReturnType<typeof judged>>;

let context: Context;
let finding: Finding;
beforeAll(async () => {
  context = await judged({ filter: (animals) => animals }, { maxRequests: 60 });
  const [first] = context.result.findings;
  if (first === undefined) throw new Error('Nothing was found.');
  finding = first;
});

/** The same run with other findings. */
const withFindings = (findings: readonly Finding[]): Context => ({
  ...context,
  result: { ...context.result, findings },
});

/** So many findings by causes of their own. */
const manyFindings = (count: number, more: Partial<Finding>): readonly Finding[] =>
  Array.from({ length: count }, (_, at) => ({
    ...finding,
    key: `${at}`,
    topic: {},
    symptoms: new Set<string>(),
    exchanges: [],
    ...more,
  }));

const AT_ROOT = { GITHUB_WORKSPACE: packageFile('.') };

test('GitHub: a cause is an annotation on its line of the document', () => {
  const { after } = publishToGitHub(context, AT_ROOT);
  expect(annotations(after)[0]).toEqual({
    kind: 'error',
    file: 'openapi/animal-store.yaml',
    line: expect.stringMatching(/^[1-9]\d*$/),
    title: 'list.filter: listPets',
    message: expect.stringMatching(
      /^A filter leaves .*\.\nexpected: records whose .*\nactual: one whose .*\ncontract: .* \(.*animal-store\.yaml#\/paths\/.*\)/,
    ),
  });
});

test('GitHub: a document that is not in the repository is named without a line', () => {
  const name = 'https://x.example/api.yaml';
  const source = { ...context.contract.source, name };
  for (const [changed, environment, where] of [
    [{ ...context, contract: { ...context.contract, source } }, AT_ROOT, `${name}#/paths/`],
    [context, { GITHUB_WORKSPACE: '/nowhere' }, 'animal-store.yaml#/paths/'],
  ] as const) {
    const [annotation] = annotations(publishToGitHub(changed, environment).after);
    expect(Object.keys(annotation ?? {})).toEqual(['kind', 'title', 'message']);
    expect(annotation?.message).toContain(where);
  }
});

test('GitHub: of more than GitHub shows the rest is counted; violations, warnings and flaky ones are of a kind each', () => {
  const findings = (['fail', 'flaky', 'warn'] as const).flatMap((outcome, kind) =>
    manyFindings(15 - 7 * kind, { outcome }),
  );
  const { after } = publishToGitHub(withFindings(findings), AT_ROOT);
  const kinds = annotations(after).map(({ kind }) => kind);
  expect(['error', 'warning', 'notice'].map((kind) => kinds.filter((one) => one === kind).length)).toEqual([10, 1, 8]);
  expect(after).toContain('\n5 more findings have no annotation: GitHub shows 10 of a kind.\n');
});

test('GitHub: the report is added to the summary of the step where there is one', () => {
  expect(publishToGitHub(context, AT_ROOT).appended).toEqual([]);
  expect(publishToGitHub(context, { ...AT_ROOT, GITHUB_STEP_SUMMARY: '/tmp/summary' }).appended).toEqual([
    { path: '/tmp/summary', text: expect.stringMatching(/^## FAIL: /) },
  ]);
});

/** Of a SARIF report what the tests look at. */
interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly unknown[] } };
  readonly invocations: readonly unknown[];
  readonly results: readonly {
    readonly message: { readonly text: string };
    readonly locations: readonly {
      readonly physicalLocation?: {
        readonly artifactLocation: { readonly uri: string };
        readonly region?: { readonly startLine: number };
      };
    }[];
    readonly partialFingerprints: unknown;
  }[];
}

/** The one run of a report that keeps to the schema. */
function runOf(run: Context, workspace = packageFile('.')): Run {
  const report = JSON.parse(sarifReport(run, { GITHUB_WORKSPACE: workspace })) as { readonly runs: readonly [Run] };
  isSarif(report);
  expect(isSarif.errors).toBeNull();
  return report.runs[0];
}

test('SARIF: each finding is a result on the line of the document, with a rule and a message that can be read alone', () => {
  const { results, tool, invocations } = runOf(context);
  expect(results).toHaveLength(context.result.findings.length);
  const [result] = results;
  expect(result).toMatchObject({
    ruleId: 'list.filter',
    ruleIndex: 0,
    level: 'error',
    message: {
      text: expect.stringMatching(/^A filter leaves .*: listPets\. Expected: records whose .* Actual: one whose /),
    },
    occurrenceCount: finding.seen,
  });
  expect(tool.driver.rules[0]).toMatchObject({ id: 'list.filter', defaultConfiguration: { level: 'error' } });
  expect(invocations).toEqual([
    { executionSuccessful: true, startTimeUtc: expect.any(String), endTimeUtc: expect.any(String) },
  ]);
  const { artifactLocation, region } = result?.locations[0]?.physicalLocation ?? {};
  expect(artifactLocation).toEqual({ uri: 'openapi/animal-store.yaml', uriBaseId: '%SRCROOT%' });
  const line = readFileSync(packageFile('openapi/animal-store.yaml'), 'utf8').split('\n')[(region?.startLine ?? 0) - 1];
  const last = finding.clause.pointer.split('/').at(-1) ?? '';
  expect(line).toContain(last.match(/^\d$/) ? '- ' : last);
});

test('SARIF: a document that is not below the root has its own address, one from standard input has none', () => {
  const named = (name: string): Context => ({
    ...context,
    contract: { ...context.contract, source: { ...context.contract.source, name } },
  });
  const outside = runOf(named('/far/api.yaml'), '/nowhere').results[0]?.locations[0]?.physicalLocation;
  expect(fileURLToPath(outside?.artifactLocation.uri ?? '')).toBe('/far/api.yaml');
  expect(outside?.region?.startLine).toBeGreaterThan(1);
  const remote = runOf(named('https://x.example/api.yaml')).results[0];
  expect(remote?.locations[0]?.physicalLocation).toEqual({ artifactLocation: { uri: 'https://x.example/api.yaml' } });
  const piped = runOf(named('-')).results[0];
  expect(piped?.locations).toEqual([{ logicalLocations: [{ name: 'listPets', kind: 'function' }] }]);
  expect(piped?.message.text).toContain('standard input#/paths/');
  const odd = runOf(named(join(dirname(packageFile('x')), 'a folder', 'é#1.yaml'))).results[0];
  expect(odd?.locations[0]?.physicalLocation?.artifactLocation.uri).toBe('a%20folder/%C3%A9%231.yaml');
});

test('SARIF: fingerprints are the same for the same findings of another run, and others for others', async () => {
  const again = await judged({ filter: (animals) => animals }, { maxRequests: 60 });
  const prints = (one: Context) => runOf(one).results.map(({ partialFingerprints }) => partialFingerprints);
  expect(prints(again)).toEqual(prints(context));
  const others = runOf(withFindings(manyFindings(3, {}))).results.map(({ partialFingerprints }) => partialFingerprints);
  expect(new Set(others.map((print) => JSON.stringify(print))).size).toBe(3);
});

test('what could not be judged is no success, and says why', () => {
  const cells = [
    { check: 'a.b', operation: 'listPets', outcome: 'error' as const, judged: 0, reasons: ['the roof is on fire'] },
  ];
  const failed: Context = { ...context, verdict: 'error', result: { ...context.result, cells, findings: [] } };
  const message = 'the suite itself failed in a.b: the roof is on fire';
  expect(runOf(failed)).toMatchObject({
    results: [],
    invocations: [
      { executionSuccessful: false, toolExecutionNotifications: [{ level: 'error', message: { text: message } }] },
    ],
  });
  expect(annotations(publishToGitHub(failed, AT_ROOT).after)).toEqual([
    { kind: 'error', title: 'not judged', message },
  ]);
});

test('SARIF: what a baseline sets aside is suppressed, with its reason', () => {
  const { results } = runOf({
    ...withFindings([]),
    setAside: {
      ...{ file: 'known.json', counted: [], fixed: [], uncertain: [], unknown: [] },
      known: [{ finding, entry: undefined, reason: 'a ticket is open' }],
    },
  });
  expect(results).toEqual([
    expect.objectContaining({
      ruleId: 'list.filter',
      suppressions: [{ kind: 'external', justification: 'a ticket is open' }],
    }),
  ]);
});

test('Markdown: the verdict comes first, then the causes, each with its evidence folded away, then what was covered', () => {
  const text = markdownReport(context, {});
  expect(text).toMatch(/^## FAIL: 1 violation,/);
  expect(text).toMatch(
    /^\| 1 \| Violation \| <code>list\.filter<\/code> \| <code>listPets<\/code> \| <code>one whose /m,
  );
  expect(text).toMatch(/^<details><summary>1\. Violation: A filter leaves .*\(<code>list\.filter<\/code>, MUST\)/m);
  expect(text).toContain('- expected: <code>records whose status is');
  expect(text).toMatch(/^GET \/pets\?.*\n→ 200\n\[\{"id":/m);
  expect(text).toContain('curl -i -H "Authorization: Bearer $ANIMAL_STORE_API_KEY"');
  expect(text).toMatch(/^\| <code>listPets<\/code> \| \d+ \| 200, 400, 401 \| 429 \| \d+ \| 1 \| 0 \| \d+ \|$/m);
  expect(text).toMatch(/^\| the budget of requests .* was used up \| \d+ \| <code>list\.page-size listPets, /m);
  expect(text).not.toContain(context.options.keys.main);
});

test('Markdown: of more than fits, the first stands there, and how much is left out', () => {
  const text = markdownReport(withFindings(manyFindings(500, { actual: '\u{1F415}`|<b>'.repeat(500) })), {});
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000);
  expect(text).toMatch(/^\d+ more findings are left out: the other reports have all of them\.$/m);
  expect(text).toMatch(/^\d+ more rows are left out here\.$/m);
  expect(text).toContain('### Coverage');
});

test('Markdown: no text is taken for Markdown or HTML, wherever it stands', () => {
  const nasty = fc.constantFrom(
    ...['`', '```', '~~~', '|', '\\', '<img src=x>', '</code>', '</details>', '\n', '\n\n# x\n', '&lt;', '*a*'],
    ...['[x](javascript:a)', 'http://x.example', 'www.x.example', '\u202e', '\ud83d', '@all '],
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(nasty, fc.string()), { maxLength: 8 }), (parts) => {
      const text = parts.join('');
      const source = `| a | b |\n|---|---|\n| ${code(text)} | ${plain(text)} |\n\n${block('', text)}\n\nend`;
      const page = marked.parse(source, { async: false });
      expect(page.match(/<\/?(?!(?:table|thead|tbody|tr|th|td|code|pre|p)\b)[a-z]/gi)).toBeNull();
      expect(page.match(/<td>/g)).toHaveLength(2);
      expect(page).toMatch(/<p>end<\/p>\n$/);
    }),
  );
});

test('JUnit: there is one testcase for each check and operation, and the counts are theirs', () => {
  const xml = junitReport(context);
  const { cells } = context.result;
  expect([...xml.matchAll(/<testcase /g)]).toHaveLength(cells.length);
  const count = (...outcomes: readonly string[]) => cells.filter(({ outcome }) => outcomes.includes(outcome)).length;
  expect(count('fail')).toBeGreaterThan(0);
  expect([...xml.matchAll(/<failure /g)]).toHaveLength(count('fail', 'error'));
  expect([...xml.matchAll(/<skipped /g)]).toHaveLength(count('skip', 'inconclusive'));
  expect(xml).toContain(
    `<testsuites tests="${cells.length}" failures="${count('fail', 'error')}" skipped="${count('skip', 'inconclusive')}">`,
  );
  expect(xml).toContain('<testcase classname="list.filter" name="listPets">\n      <failure message="');
});
