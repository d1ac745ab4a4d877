import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '../../../openapi/contract';
import type { Finding } from '../model';
import { SiegeError } from '../siege-error';
import { type Issued, keyNameAt } from '../target/secrets-file';
import { type Running, startMock } from '../target/start';
import type { Scenario, Stage } from './model';

/** What all scenarios take. */
export interface Setting {
  readonly contract: Contract;
  readonly control: Contract;
  readonly stall: number;
  readonly seed: number;
  readonly document: string;
  readonly folder: string;
  readonly issued: Issued;
  /** What stands in the command that repeats a scenario, besides its name. */
  readonly flags: string;
}

/** Plays these scenarios one after the other. */
export async function playAll(
  setting: Setting,
  scenarios: readonly Scenario[],
  progress: (doing: string) => void,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { name, title, run } of scenarios) {
    progress(title);
    const started: Running[] = [];
    const complaints = await run(stageOf(setting, name, started, progress)).catch((error: unknown) => {
      if (error instanceof SiegeError) return [error.message];
      throw error;
    });
    for (const mock of started) mock.signal('SIGKILL');
    const again = [`npm run siege -- --only ${name}${setting.flags}`];
    findings.push(...complaints.map((what): Finding => ({ law: 'process', attack: name, what, times: 1, again })));
  }
  return findings;
}

/** @param started gets each mock that is started on it */
function stageOf(
  { issued, ...setting }: Setting,
  name: string,
  started: Running[],
  tell: (what: string) => void,
): Stage {
  const folder = join(setting.folder, name);
  mkdirSync(folder);
  const common = ['--document', setting.document, '--keys', issued.file, '--admin-token', issued.token];
  return {
    ...setting,
    controlPrefix: setting.control.prefix,
    folder,
    tell,
    key: issued.shared[0] ?? '',
    keyName: keyNameAt(0),
    token: issued.token,
    async start(flags, options) {
      const mock = await startMock([...common, ...flags], options);
      started.push(mock);
      return mock;
    },
  };
}
