import { packageFile } from '../../openapi/package/package-file';
import { judged } from '../testing/judged';
import { publishToGitHub } from './github';
import { annotations } from './testing/annotations';

type Context = Awaited<ReturnType<typeof judged>>;

const AT_ROOT = { GITHUB_WORKSPACE: packageFile('.') };

let context: Context;
beforeAll(async () => {
  context = await judged({ filter: (animals) => animals }, { maxRequests: 60 });
});

test('a cause is an annotation on its line of the document', () => {
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

test('a document that is not in the repository is named without a line', () => {
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

test('of more than GitHub shows the rest is counted; violations, warnings and flaky ones are of a kind each', () => {
  const [finding] = context.result.findings;
  if (finding === undefined) throw new Error('Nothing was found.');
  const findings = (['fail', 'flaky', 'warn'] as const).flatMap((outcome, kind) =>
    Array.from({ length: 15 - 7 * kind }, (_, at) => ({
      ...finding,
      outcome,
      key: `${outcome} ${at}`,
      operation: `operation${at}`,
      topic: {},
      symptoms: new Set<string>(),
      exchanges: [],
    })),
  );
  const { after } = publishToGitHub({ ...context, result: { ...context.result, findings } }, AT_ROOT);
  const kinds = annotations(after).map(({ kind }) => kind);
  expect(['error', 'warning', 'notice'].map((kind) => kinds.filter((one) => one === kind).length)).toEqual([10, 1, 8]);
  expect(after).toContain('\n5 more findings have no annotation: GitHub shows 10 of a kind.\n');
});

test('the report is added to the summary of the step where there is one', () => {
  expect(publishToGitHub(context, AT_ROOT).appended).toEqual([]);
  expect(publishToGitHub(context, { ...AT_ROOT, GITHUB_STEP_SUMMARY: '/tmp/summary' }).appended).toEqual([
    { path: '/tmp/summary', text: expect.stringMatching(/^## FAIL: /) },
  ]);
});

test('a run that could not be judged says so', () => {
  const cells = [{ check: 'a.b', operation: 'x', outcome: 'inconclusive' as const, judged: 0, reasons: ['no budget'] }];
  const result = { ...context.result, cells, findings: [] };
  const { after } = publishToGitHub({ ...context, verdict: 'error', result }, AT_ROOT);
  expect(annotations(after)).toEqual([
    { kind: 'error', title: 'not judged', message: 'nothing could be judged: no budget' },
  ]);
});
