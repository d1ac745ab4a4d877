import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { load } from 'js-yaml';
import { runBash } from '../../../openapi/program/testing/child';

interface Step {
  readonly id?: string;
  readonly name: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
}

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

/** What came of a step; of one with `uses`, which is not run, what it would be given. */
interface Ran {
  readonly name: string;
  readonly code: number | null;
  readonly printed: string;
  readonly given?: Readonly<Record<string, string>>;
}

interface ActionRun {
  readonly steps: readonly Ran[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

// GitHub describes the form of such a file; the tests see that this one has it.
export const readAction = (file: string): Action => load(readFileSync(file, 'utf8')) as Action;

/**
 * Runs a composite action as GitHub's runner does: each script by `bash -eo pipefail`, its inputs in variables.
 *
 * @param folder an empty one, for what the runner keeps; the scripts are run in it
 */
export async function runAction(
  file: string,
  given: Readonly<Record<string, string>>,
  folder: string,
): Promise<ActionRun> {
  const { inputs: declared, outputs, runs } = readAction(file);
  const defaults = Object.entries(declared).map(([name, input]) => [name, input.default] as const);
  const values = new Map([...defaults, ...Object.entries(given)].map(([name, value]) => [`inputs.${name}`, value]));
  const [output, summary] = [join(folder, 'output'), join(folder, 'summary')];
  writeFileSync(summary, '');
  const ran: Ran[] = [];
  let hasFailed = false;
  for (const step of runs.steps) {
    const condition = step.if ?? '';
    if (hasFailed && !condition.includes('always()')) continue;
    if (condition !== '' && resultOf(condition, values) !== true) continue;
    const filled = (texts: Readonly<Record<string, string>> = {}) =>
      Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, String(resultOf(text, values))]));
    if (step.run === undefined) {
      ran.push({ name: step.name, code: 0, printed: '', given: filled(step.with) });
      continue;
    }
    writeFileSync(output, '');
    const { ANIMAL_STORE_API_KEY: _, ANIMAL_STORE_LIMIT_KEY: __, ...clean } = process.env;
    const env = {
      ...clean,
      GITHUB_ACTION_PATH: dirname(file),
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_WORKSPACE: folder,
      RUNNER_TEMP: folder,
      ...filled(step.env),
    };
    const script = join(folder, 'script.sh');
    writeFileSync(script, step.run);
    const { code, printed } = await runBash(['--noprofile', '--norc', '-eo', 'pipefail', script], env, folder);
    hasFailed ||= code !== 0;
    ran.push({ name: step.name, code, printed });
    for (const line of readFileSync(output, 'utf8').split('\n').filter(Boolean)) {
      const [, name, value = ''] = /^([\w-]+)=(.*)$/.exec(line) ?? [];
      values.set(`steps.${step.id}.outputs.${name}`, value);
    }
  }
  return {
    steps: ran,
    outputs: Object.fromEntries(
      Object.entries(outputs).map(([name, { value }]) => [name, String(resultOf(value, values))]),
    ),
    summary: readFileSync(summary, 'utf8'),
  };
}

/** The value of an expression, `${{ … }}`; of any other text the text. A name that has no value stands for nothing. */
function resultOf(text: string, values: ReadonlyMap<string, string>): unknown {
  const [, expression] = /^\$\{\{ (.*) \}\}$/.exec(text) ?? [];
  if (expression === undefined) return text;
  const named = expression
    .replaceAll(/\b(?:inputs|steps)\.[\w.-]+/g, (name) => JSON.stringify(values.get(name) ?? ''))
    .replaceAll('always()', 'true');
  return runInNewContext(named);
}
