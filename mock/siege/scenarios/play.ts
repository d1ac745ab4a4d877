import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '../../../openapi/contract';
import type { Finding } from '../model';
import { SiegeError } from '../siege-error';
import { guard } from '../target/guard';
import type { Issued } from '../target/secrets-file';
import type { Scenario, Stage } from './model';
import { startMock } from './start';

/** What all scenarios take. */
export interface Setting {
  readonly contract: Contract;
  readonly control: Contract;
  readonly stall: number;
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
    const children: ChildProcess[] = [];
    try {
      const complaints = await run(
        stageOf(setting, name, (child) => {
          guard(child);
          children.push(child);
        }),
      );
      const again = [`npm run siege -- --only ${name}${setting.flags}`];
      findings.push(...complaints.map((what): Finding => ({ law: 'process', attack: name, what, times: 1, again })));
    } catch (error) {
      if (!(error instanceof SiegeError)) throw error;
      findings.push({
        law: 'process',
        attack: name,
        what: error.message,
        times: 1,
        again: [`npm run siege -- --only ${name}${setting.flags}`],
      });
    } finally {
      for (const child of children) child.kill('SIGKILL');
    }
  }
  return findings;
}

function stageOf({ issued, ...setting }: Setting, name: string, onStart: (child: ChildProcess) => void): Stage {
  const folder = join(setting.folder, name);
  mkdirSync(folder);
  const common = ['--document', setting.document, '--keys', issued.file, '--admin-token', issued.token];
  return {
    ...setting,
    controlPrefix: setting.control.prefix,
    folder,
    key: issued.shared[0] ?? '',
    token: issued.token,
    start: (flags, options = {}) => startMock([...common, ...flags], options, onStart),
  };
}
