import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChoiceError, readId } from '../../openapi/behaviours/read-chosen';
import { type Program, readFlags } from '../../openapi/program/command';
import { EXIT_USAGE, messageOf, UsageError } from '../../openapi/program/failure';
import { type OptionTable, text, type ValuesOf, whole, withDefaults } from '../../openapi/program/option';
import { onInterruption, print } from '../../openapi/program/process';
import { isControl } from '../control/document';
import { logTo, sinkOf } from '../observe/log';
import { type Served, serve } from '../server/app';
import { listen, whyNotListening } from '../server/server';
import { bringUp } from '../setup/bring-up';
import { behaviourIds } from '../setup/option-kinds';
import { OPTIONS as MOCK_OPTIONS, type Options as MockOptions } from '../setup/options';
import { CannotExamine, examine } from './examine';
import { lastLines, nameOf, outcomeOf, textOf, writeReport } from './report';
import { createTrial } from './trial';

const PROGRAM: Program = {
  name: 'animal-store-mock exam',
  description: 'Runs your tests under each option of each unspecified behaviour, and prints what they rely on.',
  usage: '[options] -- <command>',
  epilogue: `
The command that runs the tests follows --:
  $ animal-store-mock exam -- npm test
  $ animal-store-mock exam --only list.order ids -- npx playwright test
  $ animal-store-mock exam --vary 7 -- npm test      which of the options that this seed picks make the tests fail

The tests find the mock by the variables ANIMAL_STORE_BASE_URL and ANIMAL_STORE_API_KEY (all keys by name, as JSON:
ANIMAL_STORE_API_KEYS): each run has a session of its own. The keys of the keys file use a state that starts afresh with
each run. A mock that the tests start inside their own program follows ANIMAL_STORE_CHOICES by itself.

Exit code: 0 if the tests rely on nothing that was examined, 1 if they do, 2 if there is no answer.`,
};

/** The options of an exam: what the mock is made from, and what is examined. */
export const OPTIONS = {
  only: {
    flag: '--only <id...>',
    help: 'examine only these unspecified behaviours, by their ids',
    kind: behaviourIds,
  },
  except: { ...MOCK_OPTIONS.except, help: 'unspecified behaviours to leave out, by their ids' },
  seeds: {
    flag: '--seeds <number>',
    help: 'runs that vary everything at once that the tests do not rely on by itself',
    kind: whole(0, 1000),
    default: 2,
  },
  vary: {
    ...MOCK_OPTIONS.vary,
    help: 'try only this seed: everything at once, then the fewest options that still make the tests fail',
  },
  timeout: {
    flag: '--timeout <seconds>',
    help: 'how long one run of the tests may take',
    kind: whole(1, 86_400),
    default: 600,
  },
  report: {
    flag: '--report <file>',
    help: 'file for the result as JSON: what the tests rely on, each with choices that the mock takes as they are',
    kind: text('a file'),
  },
  port: { ...MOCK_OPTIONS.port, help: 'port of the mock during the exam; 0 takes a free one', flagDefault: 0 },
  host: MOCK_OPTIONS.host,
  choices: { ...MOCK_OPTIONS.choices, help: 'file of choices that hold in every run' },
  choice: { ...MOCK_OPTIONS.choice, help: 'choice that holds in every run, ID=OPTION; several times for more' },
  document: MOCK_OPTIONS.document,
  allowRefs: MOCK_OPTIONS.allowRefs,
  strict: MOCK_OPTIONS.strict,
  warnings: MOCK_OPTIONS.warnings,
  fixtures: MOCK_OPTIONS.fixtures,
  keys: MOCK_OPTIONS.keys,
  planLimits: MOCK_OPTIONS.planLimits,
  banAfter: MOCK_OPTIONS.banAfter,
  banSeconds: MOCK_OPTIONS.banSeconds,
  keepRemoved: MOCK_OPTIONS.keepRemoved,
  cors: MOCK_OPTIONS.cors,
  maxRecords: MOCK_OPTIONS.maxRecords,
  adminToken: MOCK_OPTIONS.adminToken,
  seed: MOCK_OPTIONS.seed,
} as const satisfies OptionTable;

type ExamFlags = ValuesOf<typeof OPTIONS>;

/** @returns the exit code */
export async function exam(args: readonly string[]): Promise<number> {
  const behind = args.indexOf('--');
  const flags = readFlags(PROGRAM, OPTIONS, behind < 0 ? args : args.slice(0, behind));
  const command = behind < 0 ? [] : args.slice(behind + 1);
  if (command.length === 0)
    throw new UsageError('exam needs the command of the tests behind --, such as: exam -- npm test');
  const examining = { only: flags.only && idsOf('--only', flags.only), except: idsOf('--except', flags.except ?? []) };

  const folder = mkdtempSync(join(tmpdir(), 'animal-store-exam-'));
  const interruption = onInterruption();
  const log = logTo('silent', sinkOf(process.stderr));
  // What varies is said to each run, and not to the mock as a whole.
  const options = { ...mockOptionsOf(flags), vary: undefined, except: undefined };
  const running = await bringUp(options, log, log.notice);
  try {
    const { engine } = running.live;
    const { served, requests } = counted(serve(running.live));
    const { origin, close } = await listen(served, options, undefined).catch((error: unknown) => {
      const reason = whyNotListening(error, options, (option) => `--${option}`);
      throw reason === undefined ? error : new UsageError(reason);
    });
    try {
      const tryUnder = createTrial({
        engine,
        requests,
        command,
        folder,
        baseUrl: origin + engine.contract.prefix,
        timeoutMs: flags.timeout * 1000,
        signal: interruption.signal,
      });
      const examined = await examine(tryUnder, {
        ...examining,
        base: engine.worlds.main.state.choices.chosen ?? { options: {} },
        left: engine.contract.leftOpen,
        seeds: flags.vary === undefined ? Array.from({ length: flags.seeds }, (_, nth) => nth + 1) : [flags.vary],
        tryEach: flags.vary === undefined,
        signal: interruption.signal,
        onRun(run) {
          process.stderr.write(`${nameOf(run)} … `);
          return (tried) => void process.stderr.write(`${outcomeOf(tried)}\n`);
        },
      });
      await print(`${textOf(examined)}\n`);
      if (flags.report !== undefined) writeReport(flags.report, examined);
      return interruption.exitCode ?? (examined.reliances.length > 0 ? 1 : 0);
    } finally {
      await close();
    }
  } catch (error) {
    if (interruption.exitCode !== undefined) return interruption.exitCode;
    if (!(error instanceof CannotExamine)) throw error;
    console.error([messageOf(error), ...lastLines(error.tried.output).map((line) => `  | ${line}`)].join('\n'));
    return EXIT_USAGE;
  } finally {
    await running.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** All options of a mock: those that an exam has, and the defaults of the others. */
const mockOptionsOf = (flags: ExamFlags): MockOptions =>
  withDefaults(
    MOCK_OPTIONS,
    // The cast is true: what both tables have is of the same kind in both.
    Object.fromEntries(
      Object.entries(flags).filter(([name]) => Object.hasOwn(MOCK_OPTIONS, name)),
    ) as Partial<MockOptions>,
  );

function idsOf(flag: string, names: readonly string[]) {
  try {
    return names.map((name) => readId(name));
  } catch (error) {
    if (!(error instanceof ChoiceError)) throw error;
    throw new UsageError(`${flag}: ${error.problem}${error.problem.endsWith('?') ? '' : '.'}`);
  }
}

type Listened = Pick<Served, 'live' | 'app'>;

/** Counts the requests to the API: tests may clear the journals, and end the sessions that have them. */
function counted({ live, app }: Listened): { readonly served: Listened; readonly requests: () => number } {
  const { prefix } = live.engine.contract;
  let count = 0;
  const counting: Served['app'] = (request, response) => {
    const target = request.url ?? '';
    if (target.includes(prefix) && !isControl(target)) count += 1;
    app(request, response);
  };
  return { served: { live, app: counting }, requests: () => count };
}
