import { CONTROL_DOCUMENT, loadContract } from '../../openapi/contract';
import { ATTACKS } from './attacks';
import { againAll, flagsOf } from './batches';
import { type Besieged, besiegeMock } from './besiege-mock';
import type { Finding } from './model';
import type { Options } from './options';
import { SCENARIOS } from './scenarios';
import { playAll } from './scenarios/play';
import { temporaryFolder } from './target/guard';
import { issueKeys } from './target/secrets-file';

/** What a siege has found, as `--json` writes it. */
export interface Result {
  readonly seed: number;
  readonly seconds: number;
  /** Of the mock that the attacks went against; undefined where only scenarios were asked for. */
  readonly mock: Omit<Besieged, 'findings'> | undefined;
  /** The scenarios that were played. */
  readonly scenarios: readonly string[];
  readonly findings: readonly Finding[];
}

/** Attacks one mock, then plays the scenarios, each with mocks of its own. */
export async function besiege(options: Options, progress: (doing: string) => void): Promise<Result> {
  const began = performance.now();
  const folder = temporaryFolder();
  const [contract, control] = await Promise.all([loadContract(options.document), loadContract(CONTROL_DOCUMENT)]);
  const issued = issueKeys(folder, contract, options.seed);
  const isAsked = ({ name }: { readonly name: string }): boolean => options.only?.includes(name) ?? true;

  const again = againAll(options);
  const attacks = ATTACKS.filter(isAsked);
  const besieged =
    attacks.length === 0
      ? undefined
      : await besiegeMock({ options, attacks, contract, control, issued, progress, again });

  const scenarios = SCENARIOS.filter(isAsked);
  const { document, seed, stall } = options;
  const setting = { contract, control, stall, seed, document, folder, issued, flags: flagsOf(options) };
  const played = await playAll(setting, scenarios, progress);
  const { findings: ofMock = [], ...mock } = besieged ?? {};
  return {
    seed: options.seed,
    seconds: (performance.now() - began) / 1000,
    mock: besieged && (mock as Omit<Besieged, 'findings'>),
    scenarios: scenarios.map(({ name }) => name),
    findings: [...ofMock, ...played],
  };
}
