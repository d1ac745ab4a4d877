import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../../openapi/package/package-file';
import { judged } from '../testing/judged';
import { sarifReport } from './sarif';
import { isSarif } from './testing/sarif-schema';

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly {
    readonly physicalLocation?: {
      readonly artifactLocation: { readonly uri: string; readonly uriBaseId?: string };
      readonly region?: { readonly startLine: number };
    };
  }[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
}
interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
  readonly invocations: readonly {
    readonly executionSuccessful: boolean;
    readonly toolExecutionNotifications?: unknown;
  }[];
  readonly results: readonly Result[];
}

type Context = Awaited<ReturnType<typeof judged>>;

/** The one run of a report that keeps to the schema. */
function runOf(context: Context, workspace = packageFile('.')): Run {
  const report = JSON.parse(sarifReport(context, { GITHUB_WORKSPACE: workspace })) as { readonly runs: readonly [Run] };
  isSarif(report);
  expect(isSarif.errors).toBeNull();
  return report.runs[0];
}

let context: Context;
beforeAll(async () => {
  context = await judged({ filter: (animals) => animals }, { maxRequests: 60 });
});

test('each finding is a result on the line of the document, with a rule and a message that can be read alone', () => {
  const { results, tool, invocations } = runOf(context);
  const [finding] = context.result.findings;
  expect(results).toHaveLength(context.result.findings.length);
  const [result] = results;
  expect(result).toMatchObject({
    ruleId: 'list.filter',
    ruleIndex: 0,
    level: 'error',
    message: {
      text: expect.stringMatching(/^A filter leaves .*: listPets\. Expected: records whose .* Actual: one whose /),
    },
    occurrenceCount: finding?.seen,
  });
  expect(tool.driver.rules[0]).toMatchObject({ id: 'list.filter', defaultConfiguration: { level: 'error' } });
  expect(invocations).toEqual([
    { executionSuccessful: true, startTimeUtc: expect.any(String), endTimeUtc: expect.any(String) },
  ]);
  const { artifactLocation, region } = result?.locations[0]?.physicalLocation ?? {};
  expect(artifactLocation).toEqual({ uri: 'openapi/animal-store.yaml', uriBaseId: '%SRCROOT%' });
  const line = readFileSync(packageFile('openapi/animal-store.yaml'), 'utf8').split('\n')[(region?.startLine ?? 0) - 1];
  const last = finding?.clause.pointer.split('/').at(-1) ?? '';
  expect(line).toContain(last.match(/^\d$/) ? '- ' : last);
});

test('a document that is not below the root has its own address, one from standard input has none', () => {
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

test('fingerprints are the same for the same findings of another run, and others for others', async () => {
  const again = await judged({ filter: (animals) => animals }, { maxRequests: 60 });
  const prints = (one: Context) =>
    runOf(one).results.map(({ partialFingerprints }) => partialFingerprints['finding/v1']);
  expect(prints(again)).toEqual(prints(context));
  expect(new Set(prints(context)).size).toBe(context.result.findings.length);
});

test('what could not be judged is no success, and says why', () => {
  const cells = [
    { check: 'a.b', operation: 'listPets', outcome: 'error' as const, judged: 0, reasons: ['the roof is on fire'] },
  ];
  const { invocations, results } = runOf({
    ...context,
    verdict: 'error',
    result: { ...context.result, cells, findings: [] },
  });
  expect(results).toEqual([]);
  expect(invocations[0]).toMatchObject({
    executionSuccessful: false,
    toolExecutionNotifications: [
      { level: 'error', message: { text: 'the suite itself failed in a.b: the roof is on fire' } },
    ],
  });
});

test('what a baseline sets aside is suppressed, with its reason', () => {
  const [finding] = context.result.findings;
  if (finding === undefined) throw new Error('Nothing was found.');
  const { results } = runOf({
    ...context,
    result: { ...context.result, findings: [] },
    setAside: {
      file: 'known.json',
      known: [{ finding, entry: undefined, reason: 'a ticket is open' }],
      counted: [],
      fixed: [],
      uncertain: [],
      unknown: [],
    },
  });
  expect(results).toEqual([
    expect.objectContaining({
      ruleId: 'list.filter',
      suppressions: [{ kind: 'external', justification: 'a ticket is open' }],
    }),
  ]);
});
