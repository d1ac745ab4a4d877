import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChoiceError, readId } from '../../openapi/behaviours/read-chosen';
import { type Program, readFlags } from '../../openapi/program/command';
import { EXIT_USAGE, messageOf, UsageError } from '../../openapi/program/failure';
import { type ValuesOf, withDefaults } from '../../openapi/program/option';
import { onInterruption, print } from '../../openapi/program/process';
import { isControl } from '../control/document';
import { logTo, sinkOf } from '../observe/log';
import { type Served, serve } from '../server/app';
import { listen, whyNotListening } from '../server/server';
import { bringUp } from '../setup/bring-up';
import { OPTIONS as MOCK_OPTIONS, type Options as MockOptions } from '../setup/options';
import { CannotExamine, type ExamOptions, examine, type Run, type Tried, whyUnfit } from './examine';
import { OPTIONS } from './options';
import { estimateOf, nameOf, outcomeOf, remedyOf, textOf, writeReport } from './report';
import { mustExist, readExamLine } from './tests-command';
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
  $ animal-store-mock exam --once --choice list.order=any -- npm test      see how they fail under one

The tests find the mock by the variables ANIMAL_STORE_BASE_URL and ANIMAL_STORE_API_KEY (all keys by name, as JSON:
ANIMAL_STORE_API_KEYS): each run has a session of its own. MOCK has the address, too. The keys of the keys file use a
state that starts afresh with each run. A mock that the tests start themselves follows ANIMAL_STORE_CHOICES.

Exit code: 0 if the tests rely on nothing that was examined, 1 if they do, 2 if there is no answer. With --once: 0 if
the tests pass, 1 if they fail.`,
};

type ExamFlags = ValuesOf<typeof OPTIONS>;

/** @returns the exit code */
export async function exam(args: readonly string[]): Promise<number> {
  const line = readExamLine(args);
  const flags = readFlags(PROGRAM, OPTIONS, line.flags);
  const examining = { only: flags.only && idsOf('--only', flags.only), except: idsOf('--except', flags.except ?? []) };
  mustExist(line);

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
        adminToken: flags.adminToken,
        command: line.command,
        isShown: flags.once === true,
        folder,
        baseUrl: origin + engine.contract.prefix,
        timeoutMs: flags.timeout * 1000,
        signal: interruption.signal,
      });
      const base = engine.worlds.main.state.choices.chosen ?? { options: {} };
      if (flags.once === true) {
        const tried = await tryUnder(base);
        return interruption.exitCode ?? codeOfOnce(tried);
      }
      const examined = await examine(tryUnder, {
        ...examining,
        base,
        left: engine.contract.leftOpen,
        seeds: flags.vary === undefined ? Array.from({ length: flags.seeds }, (_, nth) => nth + 1) : [flags.vary],
        tryEach: flags.vary === undefined,
        signal: interruption.signal,
        onRun: showRun,
      });
      await print(`${textOf(examined, line)}\n`);
      if (flags.report !== undefined) writeReport(flags.report, examined);
      return interruption.exitCode ?? (examined.reliances.length > 0 ? 1 : 0);
    } finally {
      await close();
    }
  } catch (error) {
    if (interruption.exitCode !== undefined) return interruption.exitCode;
    if (!(error instanceof CannotExamine)) throw error;
    console.error([messageOf(error), ...remedyOf(error.tried, line)].join('\n'));
    return EXIT_USAGE;
  } finally {
    await running.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The tests have printed what they print. */
function codeOfOnce(tried: Tried): number {
  const { failure } = tried;
  if (failure === undefined && whyUnfit(tried) !== undefined) throw new CannotExamine(whyUnfit(tried) ?? '', tried);
  console.error(`The tests ${failure === undefined ? 'passed.' : `failed: ${failure}.`}`);
  return failure === undefined ? 0 : 1;
}

function showRun(run: Run): ReturnType<ExamOptions['onRun']> {
  process.stderr.write(`${nameOf(run)} … `);
  return (outcome) => {
    process.stderr.write(`${outcomeOf(outcome)}\n`);
    if (run.kind === 'plain' && typeof outcome === 'object' && whyUnfit(outcome) === undefined)
      process.stderr.write(`${estimateOf(run, outcome)}\n`);
  };
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
