import { CONTROL_DOCUMENT, loadContract } from '../../openapi/contract';
import { type Attacked, attackMock } from './attack-mock';
import { ATTACKS } from './attacks';
import type { Finding } from './laws/finding';
import type { Setting } from './model';
import type { Options } from './options';
import { SCENARIOS } from './scenarios';
import { runScenarios } from './scenarios/scenario';
import { temporaryFolder } from './target/mock';
import { issueKeys } from './target/secrets';

/** What a run has found, as `--json` writes it. */
export interface Result {
  readonly seed: number;
  readonly seconds: number;
  /** Of the mock that the attacks went against; undefined where only scenarios were asked for. */
  readonly mock: Attacked | undefined;
  /** The scenarios that were run. */
  readonly scenarios: readonly string[];
  readonly findings: readonly Finding[];
}

/** Attacks one mock, then runs the scenarios, each with mocks of its own. */
export async function fuzz(options: Options, progress: Setting['progress']): Promise<Result> {
  const began = performance.now();
  const folder = temporaryFolder();
  const [contract, control] = await Promise.all([loadContract(options.document), loadContract(CONTROL_DOCUMENT)]);
  const { document, seed, stall } = options;
  const keys = issueKeys(folder, contract, seed);
  const setting: Setting = { document, contract, control, keys, seed, stall, progress };
  const isAsked = ({ name }: { readonly name: string }): boolean => options.only?.includes(name) ?? true;

  const attacks = ATTACKS.filter(isAsked);
  const scenarios = SCENARIOS.filter(isAsked);
  const attacked = attacks.length === 0 ? undefined : await attackMock(setting, options, attacks);
  const found = await runScenarios(setting, folder, scenarios);
  const { findings = [], ...mock } = attacked ?? {};
  return {
    seed,
    seconds: (performance.now() - began) / 1000,
    // True: all but the findings are left.
    mock: attacked && (mock as Attacked),
    scenarios: scenarios.map(({ name }) => name),
    findings: [...findings, ...found],
  };
}
