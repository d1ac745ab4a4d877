import type { Behaviour } from '../../tools/selftest/server/model';
import { startServer } from '../../tools/selftest/server/server';
import { CHECKS } from '../checks';
import { ofRun, type ReportContext } from '../report/content/context';
import { redactor } from '../report/content/redact';
import type { RunEvents, RunOptions } from '../run/plan/options';
import { run } from '../run/run';
import { verdictOf } from '../verdict/result';
import { shippedContract } from './contract';
import { optionsFor } from './options';

/** Judges a server of this behaviour, and gives what a report is made from. */
export async function judged(
  behaviour: Behaviour,
  more: Partial<RunOptions> = {},
  onWait: RunEvents['onWait'] = () => {},
): Promise<ReportContext & { readonly options: RunOptions }> {
  const contract = await shippedContract();
  const server = await startServer(behaviour);
  try {
    const options = optionsFor(server.baseUrl, { keys: { main: server.keys.main, limit: undefined }, ...more });
    const result = await run(contract, CHECKS, options, { onProgress: () => {}, onWait });
    return {
      ...ofRun(contract, options),
      options,
      result,
      verdict: verdictOf(result, { failOn: [] }),
      tool: { name: 'the suite', version: '0.0.0' },
      redact: redactor(options.keys, Object.values(options.headers)),
    };
  } finally {
    await server.close();
  }
}
