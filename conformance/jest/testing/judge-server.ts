import { startMock } from '../../../mock';
import { loadContract, SHIPPED_DOCUMENT } from '../../../openapi/contract';
import { CHECKS } from '../../checks';
import { concluded, openGate, reportIdsOf } from '../../commands/conclude';
import { isClean, isWhole } from '../../commands/run';
import { runAfter, withKeyCommand } from '../../commands/shell-commands';
import { flagsOf } from '../../options/flags';
import type { Options } from '../../options/options';
import { completed, contractFor, toRunOptions } from '../../options/run-options';
import { writeReports } from '../../report';
import { ofRun, type ReportContext } from '../../report/content/context';
import { redactor, secretsOf } from '../../report/content/redact';
import type { RunOptions } from '../../run/plan/options';
import { run } from '../../run/run';

/** What came of judging, for the tests. */
export interface JudgedServer {
  readonly context: ReportContext;
  readonly flags: Options;
  readonly options: RunOptions;
  readonly isMock: boolean;
  /** What went wrong besides the server's replies. */
  readonly troubles: readonly string[];
}

/** Judges the server at `BASE_URL`, else that of the configuration file, else a mock that is started for it. */
export async function judgeServer({ BASE_URL }: NodeJS.ProcessEnv): Promise<JudgedServer> {
  const given = BASE_URL === undefined ? [] : ['--base-url', BASE_URL];
  if (flagsOf(given).baseUrl !== undefined) return { ...(await judge(flagsOf(given))), isMock: false };
  const mock = await startMock();
  try {
    const keys = ['--api-key', 'demo-business', '--plan', 'Business', '--exclusive-key'];
    const limits = ['--limit-key', 'demo-free', '--limit-plan', 'Free'];
    return { ...(await judge(flagsOf(['--base-url', mock.baseUrl, ...keys, ...limits]))), isMock: true };
  } finally {
    await mock.close();
  }
}

async function judge(flags: Options): Promise<Omit<JudgedServer, 'isMock'>> {
  const read = await loadContract(flags.document ?? SHIPPED_DOCUMENT, flags.allowRefs, { strict: flags.strict });
  const { contract: whole, notes } = completed(flags, read);
  const given = toRunOptions(flags, whole);
  const contract = contractFor(flags, whole);
  const gate = await openGate(flags, isWhole(given) && contract === whole, whole);
  const { options, source } = await withKeyCommand(given, flags);
  const result = await run(contract, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
  const redact = redactor(options.keys, secretsOf(options), source.used);
  const context = concluded({ ...ofRun(contract, options), result, redact, notes }, flags, gate);
  writeReports(context, reportIdsOf(flags), flags.reportDir ?? '.', process.env);
  const keys = { ...options.keys, main: source.current };
  const isDone = await runAfter(flags.after, result, { ...options, keys }, redact);
  const troubles = [
    ...(source.failure === undefined ? [] : [source.failure]),
    ...(isDone ? [] : ['the command of --after failed']),
    ...(isClean(result) ? [] : ['not all that was created could be deleted again (--clean)']),
  ];
  return { context, flags, options, troubles };
}
