import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BenchError } from './bench-error';
import type { SuiteRun } from './model';
import type { Processes } from './processes';
import type { Progress } from './progress';
import { startServer } from './server';
import { firstRequest } from './servers';
import { COMMAND as MOCK } from './servers/mock';
import type { Subject } from './subject';

/** The built command, as users get it. */
export const SUITE = join(__dirname, '../../bin/animal-store-conformance.js');

/** Full runs of the conformance suite, each against a new mock, whose keys have their whole allowance. */
export async function measureSuite(
  subject: Subject,
  count: number,
  processes: Processes,
  progress: Progress,
): Promise<readonly SuiteRun[]> {
  const runs: SuiteRun[] = [];
  for (let run = 0; run < count; run += 1) {
    progress(`suite, ${run + 1} of ${count}`);
    runs.push(await measureRun(subject, join(processes.folder, `suite-${run}`), processes));
  }
  return runs;
}

async function measureRun(subject: Subject, folder: string, processes: Processes): Promise<SuiteRun> {
  const { contract, keys } = subject;
  const mock = await startServer(
    processes,
    // The limits are on, since the suite checks them. The log is off, since the suite provokes errors.
    (port) => [MOCK, '--port', `${port}`, '--log', 'silent'],
    contract.prefix,
    firstRequest(subject),
  );
  mkdirSync(folder);
  const begun = performance.now();
  const target = ['--base-url', mock.baseUrl, '--api-key', keys.main, '--limit-key', keys.limit];
  const suite = processes.start([SUITE, ...target, '--report', 'json', '--report-dir', folder, '--quiet']);
  const [code] = await once(suite.child, 'exit');
  const time = performance.now() - begun;
  await mock.end();
  if (code !== 0) throw new BenchError(`the conformance suite ended with ${code} on the mock: ${suite.complaint()}`);
  const { requests } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as { requests: number };
  return { time, requests };
}
