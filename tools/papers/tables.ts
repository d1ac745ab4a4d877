/**
 * The tables of the papers, made of the tables in the code. In a Markdown file a table stands between the lines
 * `<!-- table: NAME -->` and `<!-- end -->`: `npm run tables` writes it there, and a test compares it.
 *
 * To add one: 1. a member of `TABLES`; 2. the two lines where it is to stand; 3. `npm run tables`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKS } from '../../conformance/checks';
import { COMPARE_OPTIONS } from '../../conformance/commands/compare';
import { REPLAY_OPTIONS } from '../../conformance/commands/replay';
import { JUDGE_OPTIONS, PROXY_OPTIONS } from '../../conformance/options/flags';
import { OPTIONS as CONFORMANCE_OPTIONS } from '../../conformance/options/options';
import { REPORTS } from '../../conformance/report';
import { ORACLES } from '../../conformance/rules/oracles';
import { RELATIONS } from '../../conformance/rules/relations';
import { OPTIONS as EXAM_OPTIONS } from '../../mock/exam/options';
import { OPTIONS as MOCK_OPTIONS } from '../../mock/setup/options';
import { unspecifiedBehaviours } from '../../openapi/behaviours/unspecified-behaviours';
import { CONTROL_DOCUMENT, loadContract, parseYaml, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { packageFile } from '../../openapi/package/package-file';
import type { OptionRow, OptionTable } from '../../openapi/program/option';
import { code, flagRows, mockRows, type Row } from './option-rows';

/** Each table by its name; the first row is the head. */
const TABLES: Readonly<Record<string, () => readonly Row[] | Promise<readonly Row[]>>> = {
  'mock-options': () => mockRows(MOCK_OPTIONS),
  'exam-options': () => flagRows(without(EXAM_OPTIONS, MOCK_OPTIONS)),
  'conformance-options': () => flagRows(CONFORMANCE_OPTIONS, alsoIn),
  'judge-options': () => flagRows(without(JUDGE_OPTIONS, CONFORMANCE_OPTIONS)),
  'proxy-options': () => flagRows(without(PROXY_OPTIONS, CONFORMANCE_OPTIONS)),
  'compare-options': () => flagRows(COMPARE_OPTIONS),
  'replay-options': () => flagRows(without(REPLAY_OPTIONS, CONFORMANCE_OPTIONS)),
  oracles: () => [
    ['id', 'level', 'what a server has to do'],
    ...ORACLES.map(({ id, level, title }) => [code(id), level, title]),
  ],
  checks: () => [
    ['id', 'level', 'what a server has to do', 'judged on'],
    ...CHECKS.map(({ id, level, title }) => [code(id), level, title, judgedOn(id)]),
  ],
  reports: () => [
    ['format', 'file', 'for'],
    ...REPORTS.map((report) => [code(report.id), 'file' in report ? code(report.file) : '', report.use]),
  ],
  'unspecified-behaviours': () => [
    ['id', 'question', 'the mock', 'other options', 'may change', 'what any server may do'],
    ...unspecifiedBehaviours().map(({ id, question, options, varies, lawful }) => {
      const [own = '', ...others] = options.map((option) => `${code(option.id)}: ${option.means}`);
      return [
        code(id),
        question,
        own,
        others.join('<br>'),
        varies === 'request' ? 'with each request' : 'never',
        lawful,
      ];
    }),
  ],
  'action-inputs': () => [
    ['input', 'default', 'meaning'],
    ...Object.entries(actionInputs()).map(([name, input]) => [
      code(name),
      code(input.default || undefined),
      input.description,
    ]),
  ],
  'demo-keys': demoKeyRows,
  'control-plane': controlPlaneRows,
};

/** The options of a command that another one does not have, or has with another meaning or default. */
const without = (table: OptionTable, other: OptionTable): OptionTable =>
  Object.fromEntries(Object.entries(table).filter(([name, row]) => other[name] !== row));

/** The commands that have the same option as a run. */
const alsoIn = (row: OptionRow): string =>
  Object.entries({ judge: JUDGE_OPTIONS, proxy: PROXY_OPTIONS, replay: REPLAY_OPTIONS })
    .filter(([, table]) => Object.values<OptionRow>(table).includes(row))
    .map(([command]) => code(command))
    .join(', ');

const judgedOn = (id: string): string =>
  RELATIONS.some((relation) => relation.id === id) ? 'every exchange' : 'requests of its own';

type Inputs = Readonly<Record<string, { readonly description: string; readonly default: string }>>;

const ACTION = 'conformance/action/action.yml';

// GitHub describes the form of such a file; the tests of the action see that this one has it.
const actionInputs = (): Inputs =>
  (parseYaml(ACTION, readFileSync(packageFile(ACTION), 'utf8')) as { readonly inputs: Inputs }).inputs;

interface DemoKey {
  readonly name: string;
  readonly key: string;
  readonly plan: string;
  readonly revoked?: boolean;
  /** Requests by the name of a window, where they are not the plan's. */
  readonly allowances?: Readonly<Record<string, number>>;
}

async function demoKeyRows(): Promise<readonly Row[]> {
  const { plans } = await loadContract(SHIPPED_DOCUMENT);
  const keys = JSON.parse(readFileSync(packageFile('fixtures/api-keys.json'), 'utf8')) as readonly DemoKey[];
  const figure = ({ plan, allowances: own }: DemoKey, window: string): string => {
    const ofPlan = plans.find(({ name }) => name === plan)?.allowances ?? [];
    const found = ofPlan === 'custom' ? undefined : ofPlan.find((one) => one.window === window)?.requests;
    return (own?.[window] ?? found ?? 'no limit').toLocaleString('en-US');
  };
  return [
    ['key', 'plan', 'requests a minute', 'requests a day', 'its name'],
    ...keys.map((one) => {
      const figures =
        one.revoked === true ? ['always 401', ''] : ['minute', 'day'].map((window) => figure(one, window));
      return [code(one.key), one.revoked === true ? '' : one.plan, ...figures, code(one.name)];
    }),
  ];
}

async function controlPlaneRows(): Promise<readonly Row[]> {
  const { operations } = await loadContract(CONTROL_DOCUMENT);
  // Below a session there are the same ones again.
  const own = operations.filter(({ path }) => !path.startsWith('/sessions/{sessionId}/'));
  return [['request', 'what it does'], ...own.map((one) => [code(`${one.method} ${one.path}`), one.summary])];
}

const BETWEEN_MARKERS = /^(<!-- table: (\S+) -->)\n(.*?)^(?=<!-- end -->$)/gms;

/**
 * The Markdown with each table as the code has it.
 *
 * @throws Error where a marker names a table that does not exist, or has no end
 */
export async function withTables(text: string): Promise<string> {
  const made = new Map<string, string>();
  for (const [, , name = '', old = ''] of text.matchAll(BETWEEN_MARKERS)) {
    if (old.includes('<!-- table: '))
      throw new Error(`the table "${name}" has no <!-- end --> before the next one begins`);
    made.set(name, markdown(await rowsOf(name)));
  }
  return text.replaceAll(BETWEEN_MARKERS, (_, marker: string, name: string) => `${marker}\n\n${made.get(name)}\n\n`);
}

function rowsOf(name: string): readonly Row[] | Promise<readonly Row[]> {
  const table = Object.hasOwn(TABLES, name) ? TABLES[name] : undefined;
  if (table === undefined) throw new Error(`there is no table "${name}"; there are ${Object.keys(TABLES).join(', ')}`);
  return table();
}

function markdown([head = [], ...rows]: readonly Row[]): string {
  const line = (row: Row): string => `|${row.map((text) => ` ${text.replaceAll('|', '\\|')}`.trimEnd()).join(' |')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Every Markdown file of the repository, from its root. */
export const papers = (): readonly string[] =>
  readdirSync(packageFile('.'), { withFileTypes: true })
    .filter(({ name }) => !['node_modules', 'dist', '.git'].includes(name))
    .flatMap((entry) =>
      entry.isDirectory()
        ? readdirSync(packageFile(entry.name), { recursive: true, encoding: 'utf8' }).map((path) =>
            join(entry.name, path),
          )
        : [entry.name],
    )
    .filter((path) => path.endsWith('.md'))
    .sort();
